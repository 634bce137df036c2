"""The words cards are written in: pick, place, remove, deploy ... each asking whom the card says.

Every question of an Event names its `purpose`: the decision's kind is `event.<purpose>` and its prompt a message of the
catalogue, filled with the card in play.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fitl.board.pieces import BASE_KINDS, PLAIN
from fitl.board.spaces import AVAILABLE
from fitl.decisions import (
    DONE,
    DONE_OPTION,
    Decision,
    Flow,
    Option,
    amounts,
    choice,
    piece_at_option,
    space_option,
)
from fitl.lasting import effect_bit
from fitl.rules.forces import (
    available,
    count,
    has_room_for_base,
    may_stand,
    muster,
    place,
    placeable,
    remove,
)
from fitl.state import State

RULE = "5.1"


def ask(s: State, by: int, purpose: str, options: Sequence[Option], **params: Any) -> Decision:
    """A question of the card being executed."""
    return Decision(by, "event." + purpose, RULE, options, {"card": s.card, **params})


# --- picking ------------------------------------------------------------------------------------------------------


def pick_space(s: State, by: int, purpose: str, spaces: Iterable[int], optional: bool = False) -> Flow[int]:
    """Choose one of the spaces; DONE if there is none (or, if optional, none is wanted)."""
    options = [space_option(sp) for sp in spaces]
    if not options:
        return DONE
    if optional:
        options.append(DONE_OPTION)
    chosen: int = yield ask(s, by, purpose, options)
    return chosen


def pick_spaces(
    s: State, by: int, purpose: str, candidates: Callable[[], Iterable[int]], n: int, up_to: bool = False
) -> Flow[list[int]]:
    """Choose n different spaces one after the other (fewer if fewer; `up_to` allows stopping early)."""
    chosen: list[int] = []
    while len(chosen) < n:
        sp = yield from pick_space(s, by, purpose, (sp for sp in candidates() if sp not in chosen), up_to)
        if sp == DONE:
            break
        chosen.append(sp)
    return chosen


def pick(s: State, by: int, purpose: str, names: Sequence[str]) -> Flow[str]:
    """Choose one of several named alternatives."""
    name: str = yield ask(s, by, purpose, [choice(name) for name in names])
    return name


def pick_amount(s: State, by: int, purpose: str, low: int, high: int, **params: Any) -> Flow[int]:
    """Choose a number."""
    n: int = yield ask(s, by, purpose, amounts(low, high), **params)
    return n


# --- placing ------------------------------------------------------------------------------------------------------


def place_here(s: State, by: int, sp: int, kind: int, n: int, purpose: str = "place_amount") -> Flow[int]:
    """Place n pieces of a kind in one space: all that are Available, lifted ones if the Faction wants (1.4.1).

    Returns how many were placed; Bases stop at the stacking limit.
    """
    if not may_stand(sp, kind):
        return 0
    if kind in BASE_KINDS and not has_room_for_base(s, sp):
        return 0
    must = min(n, available(s, kind))
    can = placeable(s, by, sp, kind, n)
    wanted = (yield from pick_amount(s, by, purpose, must, can, piece=kind, space=sp)) if can > must else must
    yield from muster(s, by, sp, kind, wanted)
    return wanted


def deploy(s: State, by: int, purpose: str, kinds: Sequence[int], spaces: Sequence[int], n: int, source: int) -> Flow[None]:
    """Put n pieces from a box into any of the spaces, freely split, as many as the box and stacking allow."""
    left = n
    while left:
        options = [
            piece_at_option(kind, sp)
            for kind in kinds
            if count(s, source, kind)
            for sp in spaces
            if may_stand(sp, kind) and (kind not in BASE_KINDS or has_room_for_base(s, sp))
        ]
        if not options:
            return
        kind, sp = yield ask(s, by, purpose, options, left=left)
        most = 1 if kind in BASE_KINDS else min(left, count(s, source, kind))
        amount = yield from pick_amount(s, by, "deploy_amount", 1, most, piece=kind, space=sp)
        place(s, sp, kind, amount, source)
        left -= amount


# --- removing -----------------------------------------------------------------------------------------------------


def remove_any(
    s: State,
    by: int,
    purpose: str,
    candidates: Callable[[], Sequence[tuple[int, int]]],
    n: int,
    to: int = AVAILABLE,
    up_to: bool = False,
) -> Flow[list[tuple[int, int]]]:
    """Remove n pieces one after the other among the (kind, space) candidates; returns what was removed."""
    removed: list[tuple[int, int]] = []
    while len(removed) < n:
        options = [piece_at_option(kind, sp) for kind, sp in candidates()]
        if not options:
            break
        if up_to:
            options.append(DONE_OPTION)
        answer = yield ask(s, by, purpose, options, left=n - len(removed))
        if answer == DONE:
            break
        kind, sp = answer
        remove(s, sp, kind, 1, to)
        removed.append((kind, sp))
    return removed


def pieces_in(s: State, kinds: Iterable[int], spaces: Iterable[int]) -> list[tuple[int, int]]:
    """The (kind, space) pairs that hold a piece."""
    kinds = tuple(kinds)
    return [(kind, sp) for sp in spaces for kind in kinds if count(s, sp, kind)]


def states_of(plain_kind: int) -> tuple[int, ...]:
    """A kind in all its states on the map: Underground and Active, Tunneled or not."""
    return tuple(kind for kind, plain in enumerate(PLAIN) if plain == plain_kind)


# --- lasting effects and eligibility ------------------------------------------------------------------------------


def begin_effect(s: State, card: int, side: str) -> None:
    """5.3, 5.4: a Capability or Momentum comes into force; the other side of a Capability ends."""
    for other in ("unshaded", "shaded", "single"):
        try:
            s.effects &= ~effect_bit(card, other)
        except KeyError:
            continue
    s.effects |= effect_bit(card, side)
    s.note("log.lasting", card=card, side=side)


def stay_eligible(s: State, faction: int) -> None:
    """2.3.6: the Faction remains Eligible although it acted."""
    s.stay_eligible |= 1 << faction
    s.made_ineligible &= ~(1 << faction)


def make_ineligible(s: State, faction: int) -> None:
    """2.3.6: Ineligible through the next card, from now on."""
    s.made_ineligible |= 1 << faction
    s.stay_eligible &= ~(1 << faction)
