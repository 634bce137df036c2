"""The words cards are written in: pick, place, deploy, relocate, remove ... each asking whom the card says.

Every question of an Event names its `purpose`: the decision's kind is `event.<purpose>` and its prompt a message of the
catalogue, filled with the card in play. Free Operations and Special Activities are in `free.py`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from fitl.board.factions import FACTION_IDS
from fitl.board.pieces import (
    BASE_KINDS,
    FACTION_OF,
    LIMITED,
    NVA_BASE,
    NVA_TUNNEL,
    PLAIN,
    TUNNEL_MARKERS,
    VC_BASE,
    VC_TUNNEL,
)
from fitl.board.spaces import AVAILABLE, POP, SPACE_COUNT
from fitl.decisions import (
    DONE,
    DONE_OPTION,
    RELIST,
    Decision,
    Flow,
    Option,
    amounts,
    choice,
    piece_at_option,
    piece_option,
    space_option,
)
from fitl.lasting import effect_bit
from fitl.rules.control import set_support, shift
from fitl.rules.eligibility import eligible_next
from fitl.rules.forces import (
    LOST,
    available,
    can_place,
    count,
    fits,
    hide,
    may_come,
    may_stand,
    move,
    muster,
    place,
    placeable,
    remove,
    transfer,
)
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, State

RULE = "5.1"
ALL: Final = 1000  # as many as there are
Piece = tuple[int, int]  # a kind in a space
Pieces = tuple[list[Piece], list[Piece]]  # those that must go, and those that may


class UpTo(NamedTuple):
    """As many as the seat that is asked likes, at most this many: "up to 2"."""

    n: int


ANY_NUMBER: Final = UpTo(ALL)
Amount = int | UpTo  # how many: all of them (fewer if fewer), or up to this many
Destinations = Sequence[int] | Callable[[int, int], Sequence[int]]  # the same for all, or by kind and origin


def so_many(n: int, up_to: bool) -> Amount:
    """This many, or up to this many."""
    return UpTo(n) if up_to else n


def _most(n: Amount) -> tuple[int, bool]:
    """The largest number, and whether fewer will do."""
    return (n.n, True) if isinstance(n, UpTo) else (n, False)


def ask(s: State, by: int, purpose: str, options: Sequence[Option], **params: object) -> Decision:
    """A question of the card being executed."""
    return Decision(by, "event." + purpose, RULE, options, {"card": s.card, **params})


def put(s: State, by: int, purpose: str, options: Sequence[Option], **params: Any) -> Flow[Any]:
    """Ask a question of the card; Resources may change hands meanwhile (1.5.2), which does not touch its answers."""
    decision = ask(s, by, purpose, options, **params)
    decision.open = True
    while (answer := (yield decision)) is RELIST:
        pass
    return answer


# --- picking ------------------------------------------------------------------------------------------------------


def pick_space(
    s: State, by: int, purpose: str, spaces: Iterable[int], optional: bool = False, **params: Any
) -> Flow[int]:
    """Choose one of the spaces; DONE if there is none (or, if optional, none is wanted)."""
    options = [space_option(sp) for sp in spaces]
    if not options:
        return DONE
    if optional:
        options.append(DONE_OPTION)
    chosen: int = yield from put(s, by, purpose, options, **params)
    return chosen


def pick_spaces(
    s: State,
    by: int,
    purpose: str,
    candidates: Callable[[], Iterable[int]],
    n: Amount,
    **params: object,
) -> Flow[list[int]]:
    """Choose n different spaces one after the other (fewer if fewer; `UpTo` allows stopping early)."""
    most, up_to = _most(n)
    chosen: list[int] = []
    while len(chosen) < most:
        left = most - len(chosen)
        spaces = (sp for sp in candidates() if sp not in chosen)
        sp = yield from pick_space(s, by, purpose, spaces, up_to, left=left, **params)
        if sp == DONE:
            break
        chosen.append(sp)
    return chosen


def pick(s: State, by: int, purpose: str, names: Sequence[str], **params: Any) -> Flow[str]:
    """Choose one of several named alternatives."""
    name: str = yield from put(s, by, purpose, [choice(name) for name in names], **params)
    return name


def pick_faction(s: State, by: int, purpose: str, factions: Sequence[int]) -> Flow[int]:
    """Choose one of several Factions."""
    faction: int = yield from put(s, by, purpose, [Option(FACTION_IDS[faction], faction) for faction in factions])
    return faction


def pick_amount(s: State, by: int, purpose: str, low: int, high: int, **params: Any) -> Flow[int]:
    """Choose a number."""
    n: int = yield from put(s, by, purpose, amounts(low, high), **params)
    return n


def pick_kind(s: State, by: int, purpose: str, kinds: Iterable[int], **params: Any) -> Flow[int]:
    """Choose a kind of piece."""
    kind: int = yield from put(s, by, purpose, [piece_option(kind) for kind in kinds], **params)
    return kind


def pick_piece(
    s: State, by: int, purpose: str, pieces: Iterable[Piece], optional: bool = False, **params: Any
) -> Flow[Piece | None]:
    """Choose a piece on the map; None if there is none (or, if optional, none is wanted)."""
    options = [piece_at_option(kind, sp) for kind, sp in pieces]
    if not options:
        return None
    if optional:
        options.append(DONE_OPTION)
    answer = yield from put(s, by, purpose, options, **params)
    return None if answer == DONE else answer


# --- which pieces -------------------------------------------------------------------------------------------------


def pieces_in(s: State, kinds: Iterable[int], spaces: Iterable[int]) -> list[Piece]:
    """The (kind, space) pairs that hold a piece."""
    kinds = tuple(kinds)
    return [(kind, sp) for sp in spaces for kind in kinds if count(s, sp, kind)]


def states_of(*plain_kinds: int) -> tuple[int, ...]:
    """Kinds in all their states on the map: Underground and Active, Tunneled or not."""
    return tuple(kind for kind, plain in enumerate(PLAIN) if plain in plain_kinds)


def without_tunnels(kinds: Iterable[int]) -> tuple[int, ...]:
    """5.1.1: Events do not force Tunneled Bases out unless they name them."""
    return tuple(kind for kind in kinds if kind not in (NVA_TUNNEL, VC_TUNNEL))


# --- placing ------------------------------------------------------------------------------------------------------


def place_here(s: State, by: int, sp: int, kind: int, n: int, purpose: str = "place_amount") -> Flow[int]:
    """Place n pieces of a kind in one space: all that are Available, lifted ones if the Faction wants (1.4.1).

    Returns how many were placed; Bases stop at the stacking limit.
    """
    if not can_place(s, by, sp, kind):
        return 0
    if kind in BASE_KINDS:
        n = 1
    must = min(n, available(s, kind))
    can = placeable(s, by, sp, kind, n)
    wanted = yield from pick_amount(s, by, purpose, must, can, piece=kind, space=sp)
    yield from muster(s, by, sp, kind, wanted)
    return wanted


def place_among(
    s: State,
    by: int,
    purpose: str,
    kinds: Sequence[int],
    spaces: Sequence[int],
    n: Amount,
    later: int = 0,
) -> Flow[list[Piece]]:
    """Place n pieces of any of the kinds in any of the spaces, freely split; returns one (kind, space) per piece.

    What is Available must be placed (unless `UpTo`); lifting from the map when it runs out is a choice (1.4.1).
    later: how many more the question counts as left, since they are placed elsewhere afterwards.
    """
    wanted, up_to = _most(n)
    placed: list[Piece] = []
    while len(placed) < wanted:
        pieces = [(kind, sp) for kind in kinds for sp in spaces if can_place(s, by, sp, kind)]
        at_will = up_to or not any(available(s, kind) for kind, _ in pieces)
        answer = yield from pick_piece(s, by, purpose, pieces, at_will, left=wanted - len(placed) + later)
        if answer is None:
            break
        kind, sp = answer
        most = 1 if kind in LIMITED else max(1, min(wanted - len(placed), available(s, kind)))
        chosen = yield from pick_amount(s, by, "deploy_amount", 1, most, piece=kind, space=sp)
        yield from muster(s, by, sp, kind, chosen)
        placed += [(kind, sp)] * chosen
    return placed


def place_each(s: State, by: int, purpose: str, kind: int, spaces: Iterable[int], n: int = 1) -> Flow[list[int]]:
    """Place n pieces of a kind in each of the spaces; where they run short the Faction chooses which spaces get them.

    Returns the spaces that received any.
    """
    left = [sp for sp in spaces if may_stand(sp, kind)]
    served: list[int] = []
    while left:
        short = available(s, kind) < n * len(left)
        candidates = [sp for sp in left if can_place(s, by, sp, kind)]
        if not candidates:
            break
        sp = candidates[0]
        if short:
            sp = yield from pick_space(s, by, purpose, candidates, available(s, kind) == 0)
            if sp == DONE:
                break
        left.remove(sp)
        if (yield from place_here(s, by, sp, kind, n)):
            served.append(sp)
    return served


def place_in_different(
    s: State, by: int, purpose: str, kinds: Sequence[int], spaces: Sequence[int], n: int
) -> Flow[list[Piece]]:
    """Place 1 piece of any of the kinds in each of n different spaces (fewer if fewer); returns them."""
    placed: list[Piece] = []
    while len(placed) < n:
        served = [sp for _, sp in placed]
        there = [sp for sp in spaces if sp not in served]
        piece = yield from place_among(s, by, purpose, kinds, there, 1, later=n - len(placed) - 1)
        if not piece:
            break
        placed += piece
    return placed


def deployable(s: State, kinds: Iterable[int], spaces: Sequence[int], source: int) -> list[Piece]:
    """The kinds in a box, each with the spaces or boxes that it may come to (1.4.2, S5.1.1)."""
    return [
        (kind, sp)
        for kind in kinds
        if count(s, source, kind)
        for sp in spaces
        if fits(s, sp, kind) and may_come(s, sp, kind)
    ]


def deploy(
    s: State,
    by: int,
    purpose: str,
    kinds: Sequence[int],
    spaces: Sequence[int],
    n: Amount,
    source: int,
) -> Flow[list[Piece]]:
    """Put n pieces from a box into any of the spaces, freely split, as many as the box and stacking allow.

    Returns one (kind, space) per piece.
    """
    wanted, up_to = _most(n)
    deployed: list[Piece] = []
    while len(deployed) < wanted:
        pieces = deployable(s, kinds, spaces, source)
        left = wanted - len(deployed)
        answer = yield from pick_piece(s, by, purpose, pieces, up_to, left=left)
        if answer is None:
            break
        kind, sp = answer
        most = 1 if kind in LIMITED else min(left, count(s, source, kind))
        chosen = yield from pick_amount(s, by, "deploy_amount", 1, most, piece=kind, space=sp)
        place(s, sp, kind, chosen, source)
        deployed += [(kind, sp)] * chosen
    return deployed


def between_boxes(s: State, by: int, purpose: str, kinds: Sequence[int], n: Amount, source: int, to: int) -> Flow[int]:
    """Move n pieces of any of the kinds from one box to another (fewer if fewer); returns how many moved."""
    wanted, up_to = _most(n)
    left = wanted
    for index, kind in enumerate(kinds):
        later = 0 if up_to else sum(count(s, source, other) for other in kinds[index + 1 :])
        most = min(left, count(s, source, kind))
        least = 0 if up_to else max(0, min(left, most + later) - later)
        chosen = yield from pick_amount(
            s, by, purpose, least, most, piece=kind, box=to, origin=source, left=left, others=kinds[index + 1 :]
        )
        if chosen:
            transfer(s, kind, chosen, source, to, kind)
            s.note("log.between_boxes", n=chosen, piece=kind, origin=source, destination=to)
        left -= chosen
    return wanted - left


# --- moving -------------------------------------------------------------------------------------------------------


def relocate(
    s: State,
    by: int,
    purpose: str,
    kinds: Sequence[int],
    origins: Sequence[int],
    destinations: Destinations,
    n: Amount = ANY_NUMBER,
) -> Flow[list[tuple[int, int, int]]]:
    """Move pieces by Event text, each at most once, n in all (fewer if fewer can go).

    Returns one (kind, origin, destination) per piece.
    """
    wanted, up_to = _most(n)
    waiting = {(kind, sp): count(s, sp, kind) for sp in origins for kind in kinds if count(s, sp, kind)}
    moved: list[tuple[int, int, int]] = []
    while len(moved) < wanted:
        pieces = [piece for piece, left in waiting.items() if left and _ways(s, piece, destinations)]
        answer = yield from pick_piece(s, by, purpose, pieces, up_to)
        if answer is None:
            break
        kind, origin = answer
        ways = _ways(s, answer, destinations)
        destination = yield from pick_space(s, by, "destination", ways, piece=kind, origin=origin)
        most = 1 if kind in LIMITED else min(waiting[answer], wanted - len(moved))
        chosen = yield from pick_amount(s, by, "deploy_amount", 1, most, piece=kind, space=destination)
        move(s, kind, chosen, origin, destination)
        waiting[answer] -= chosen
        moved += [(kind, origin, destination)] * chosen
    return moved


def _ways(s: State, piece: Piece, destinations: Destinations) -> list[int]:
    kind, origin = piece
    there = destinations if isinstance(destinations, Sequence) else destinations(kind, origin)
    return [sp for sp in there if sp != origin and fits(s, sp, kind)]


def relocate_underground(
    s: State, by: int, purpose: str, kinds: Sequence[int], origins: Sequence[int], to: Sequence[int], n: Amount
) -> Flow[None]:
    """Move Guerrillas or Special Forces by Event text; they arrive Underground."""
    for kind, _, destination in (yield from relocate(s, by, purpose, kinds, origins, to, n)):
        if kind != PLAIN[kind]:
            hide(s, destination, FACTION_OF[kind], 1)


# --- removing and replacing ---------------------------------------------------------------------------------------


def remove_any(
    s: State,
    by: int,
    purpose: str,
    candidates: Callable[[], Sequence[Piece]],
    n: Amount,
    to: int = LOST,
) -> Flow[list[Piece]]:
    """Remove n pieces one after the other among the candidates (all if fewer); returns what was removed."""
    most, up_to = _most(n)
    removed: list[Piece] = []
    while len(removed) < most:
        piece = yield from pick_piece(s, by, purpose, candidates(), up_to, left=most - len(removed))
        if piece is None:
            break
        kind, sp = piece
        remove(s, sp, kind, 1, to)
        removed.append(piece)
    return removed


def remove_all(s: State, kinds: Iterable[int], spaces: Iterable[int], to: int = LOST) -> int:
    """Remove every piece of the kinds from the spaces; returns how many."""
    removed = 0
    for kind, sp in pieces_in(s, kinds, spaces):
        n = count(s, sp, kind)
        remove(s, sp, kind, n, to)
        removed += n
    return removed


def replace_piece(s: State, by: int, kind: int, sp: int, with_kind: int, to: int = LOST) -> Flow[bool]:
    """5.1.1: replace one piece in place; if there is no substitute (or no room for it) the piece is just removed.

    True if the substitute came.
    """
    if to == LOST and FACTION_OF[with_kind] == FACTION_OF[kind]:
        to = AVAILABLE  # S6.8.2: traded in, not lost
    remove(s, sp, kind, 1, to)
    if not can_place(s, by, sp, with_kind):
        return False
    yield from muster(s, by, sp, with_kind, 1)
    return True


def remove_among(
    s: State,
    by: int,
    purpose: str,
    kinds: Sequence[int],
    spaces: Sequence[int],
    n: Amount,
    to: int = LOST,
) -> Flow[int]:
    """Remove n pieces of any of the kinds from any of the spaces, several alike at once; returns how many.

    If there are no more than n all go and nothing is asked.
    """
    return (yield from _remove_of(s, by, purpose, lambda: (pieces_in(s, kinds, spaces), []), n, to))


def remove_or_offer(
    s: State, by: int, purpose: str, kinds: Sequence[int], spaces: Sequence[int], n: int, offered: Sequence[int]
) -> Flow[int]:
    """The same, and kinds that are `offered` count too, but the Faction need not give them up.

    Those are its own Tunneled Bases (5.1.1).
    """
    there: Callable[[], Pieces] = lambda: (pieces_in(s, kinds, spaces), pieces_in(s, offered, spaces))  # noqa: E731
    return (yield from _remove_of(s, by, purpose, there, n, LOST))


def _remove_of(s: State, by: int, purpose: str, there: Callable[[], Pieces], n: Amount, to: int) -> Flow[int]:
    wanted, up_to = _most(n)
    left = wanted
    while left:
        due, extra = there()
        if not up_to and not extra and sum(count(s, sp, kind) for kind, sp in due) <= left:
            for kind, sp in due:
                left -= count(s, sp, kind)
                remove(s, sp, kind, count(s, sp, kind), to)
            break
        piece = yield from pick_piece(s, by, purpose, due + extra, up_to or not due, left=left)
        if piece is None:
            break
        kind, sp = piece
        most = min(left, count(s, sp, kind))
        chosen = yield from pick_amount(s, by, "remove_how_many", 1, most, piece=kind, space=sp)
        remove(s, sp, kind, chosen, to)
        left -= chosen
    return wanted - left


def own_tunnels(by: int) -> tuple[int, ...]:
    """5.1.1: the Tunneled Bases a Faction may offer where it chooses among pieces itself."""
    return tuple(kind for kind in (NVA_TUNNEL, VC_TUNNEL) if FACTION_OF[kind] == by)


# --- people and Tunnels -------------------------------------------------------------------------------------------


def can_shift(s: State, spaces: Iterable[int], levels: int) -> list[int]:
    """The populated spaces among these that a shift in this direction would change (1.6)."""
    end = ACTIVE_SUPPORT if levels > 0 else ACTIVE_OPPOSITION
    return [sp for sp in spaces if POP[sp] and s.support[sp] != end]


def can_shift_first(s: State, spaces: Sequence[int], levels: int) -> Sequence[int]:
    """5.1.3: where text shifts a space and does more there, those that can shift; all of the spaces if none can."""
    return can_shift(s, spaces, levels) or spaces


def shift_each(s: State, spaces: Iterable[int], levels: int) -> None:
    """Shift every one of the spaces (negative: toward Active Opposition)."""
    for sp in spaces:
        shift(s, sp, levels)


def pick_and_shift(
    s: State, by: int, purpose: str, candidates: Iterable[int], n: Amount, levels: int
) -> Flow[list[int]]:
    """Choose n of the spaces that can still shift (5.1.3; fewer if fewer) and shift each; returns them."""
    spaces = can_shift(s, candidates, levels)
    chosen = yield from pick_spaces(s, by, purpose, lambda: spaces, n, levels=levels)
    shift_each(s, chosen, levels)
    return chosen


def pick_and_set(s: State, by: int, purpose: str, candidates: Iterable[int], n: Amount, level: int) -> Flow[list[int]]:
    """Choose n of the spaces that are not at this level yet (5.1.3; fewer if fewer) and set each; returns them."""
    spaces = [sp for sp in candidates if s.support[sp] != level]
    chosen = yield from pick_spaces(s, by, purpose, lambda: spaces, n, level=level)
    for sp in chosen:
        set_support(s, sp, level)
    return chosen


def tunnels_left(s: State) -> int:
    """1.2: Tunnel markers are finite; from 1961 to 1963 there are none (P1.4)."""
    if not s.era.tunnels:
        return 0
    used = sum(count(s, sp, kind) for sp in range(SPACE_COUNT) for kind in (NVA_TUNNEL, VC_TUNNEL))
    return TUNNEL_MARKERS - used


def add_tunnel(s: State, sp: int, base: int) -> bool:
    """1.4.4: put a Tunnel marker on an NVA or VC Base here, if one is left."""
    if not tunnels_left(s) or not count(s, sp, base):
        return False
    transfer(s, base, 1, sp, sp, {NVA_BASE: NVA_TUNNEL, VC_BASE: VC_TUNNEL}[base])
    s.note("log.tunnel", space=sp, piece=base)
    return True


# --- lasting effects and eligibility ------------------------------------------------------------------------------


def begin_effect(s: State, card: int, side: str) -> None:
    """5.3, 5.4: a Capability or Momentum comes into force; the other side of the card ends."""
    for other in ("unshaded", "shaded", "single"):
        try:
            s.effects &= ~effect_bit(card, other)
        except KeyError:
            continue
    s.effects |= effect_bit(card, side)
    s.note("log.lasting", card=card, side=side)


def stay_eligible(s: State, faction: int) -> None:
    """2.3.6: the Faction remains Eligible although it acted; later text on the same card overrides earlier."""
    s.stay_eligible |= 1 << faction
    s.made_ineligible &= ~(1 << faction)


def make_ineligible(s: State, faction: int) -> None:
    """2.3.6: Ineligible through the next card, from now on."""
    s.made_ineligible |= 1 << faction
    s.stay_eligible &= ~(1 << faction)


def put_in_eligible_box(s: State, faction: int) -> None:
    """Cards 54, 103: the cylinder goes to the Eligible box; a Faction that has not acted may still act on this card."""
    s.eligible |= 1 << faction
    s.passed &= ~(1 << faction)
    s.made_ineligible &= ~(1 << faction)
    if any(faction == other for other, _ in s.acted):  # one that acts only later moves its cylinder again
        stay_eligible(s, faction)


def would_be_eligible(s: State, faction: int) -> bool:
    """Would the Faction be Eligible on the next card as things stand (2.3.6)?"""
    return bool(eligible_next(s) >> faction & 1)
