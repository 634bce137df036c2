"""Resolving an Event by hand: the executing player makes the changes, one logged and undoable adjustment after another.

For cards without a program, and for any Event if the table agreed to it (`GameOptions.by_hand`). Only what the board
allows is offered: force pools, stacking, markers and tracks keep their limits.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from fitl.board.factions import COIN, FACTION_IDS
from fitl.board.pieces import (
    ACTIVE_KIND_OF,
    ARMOR,
    CAPTURED,
    FACTION_OF,
    KINDS,
    LIMITED,
    NVA_BASE,
    NVA_TUNNEL,
    PLAIN_KINDS,
    UNDERGROUND_OF,
    VC_BASE,
    VC_BASE_CADRE,
    VC_TUNNEL,
)
from fitl.board.scenarios import STABILITY_LEVELS, SUPPORT_LEVELS
from fitl.board.spaces import AVAILABLE, CASUALTIES, CONTROLLABLE, ECON, OUT_OF_PLAY, POP, SPACE_COUNT, spaces_of
from fitl.decisions import (
    DONE,
    DONE_OPTION,
    Decision,
    Flow,
    Option,
    amount_option,
    amounts,
    choice,
    piece_option,
    roll,
    space_option,
)
from fitl.events.free import can_operate, can_take_activity, free_activity, free_operation
from fitl.events.vocabulary import add_tunnel, make_ineligible, stay_eligible, tunnels_left
from fitl.rules.control import set_support
from fitl.rules.economy import change_track, track_limit, track_now, tracks_in_use
from fitl.rules.forces import (
    activate,
    add_terror,
    can_place_cadre,
    count,
    fits,
    hide,
    may_come,
    move,
    place,
    place_cadre,
    remove,
    remove_cadre,
    remove_terror,
    terror_markers_left,
    transfer,
)
from fitl.state import State

RULE: Final = "5.1"
MOST_CHANGES: Final = 100  # far more than any Event; it only keeps play at random from going on forever

BOXES: Final = (AVAILABLE, CASUALTIES, OUT_OF_PLAY)
REGIME: Final = (*STABILITY_LEVELS, "crisis")  # P6.10.1
ECON_MAX: Final = sum(ECON)
TUNNELED: Final = {NVA_BASE: NVA_TUNNEL, VC_BASE: VC_TUNNEL}
FLIPPING: Final = (*UNDERGROUND_OF, *ACTIVE_KIND_OF)


class Change(NamedTuple):
    """One sort of adjustment: is there anything of the sort to do, and doing it."""

    can: Callable[[State], bool]
    run: Callable[[State, int], Flow[None]]


def by_hand(s: State, by: int) -> Flow[None]:
    """Carry out the current Event by hand: adjustments until the player says that it is done."""
    for made in range(MOST_CHANGES):
        options = [choice(name) for name, change in CHANGES.items() if change.can(s)]
        params = {"card": s.card, "left": MOST_CHANGES - made}
        name = yield Decision(by, "by_hand.what", RULE, [*options, DONE_OPTION], params)
        if name == DONE:
            s.note("log.by_hand.done", n=made)
            return
        yield from CHANGES[name].run(s, by)
    s.note("log.by_hand.done", n=MOST_CHANGES)


def _some(found: Iterable[object]) -> bool:
    """Is there any at all? Asked of all that can be done at each change, so it looks no further than the first."""
    return any(True for _ in found)


def _ask(by: int, what: str, options: Iterable[Option], **params: object) -> Decision:
    return Decision(by, "by_hand." + what, RULE, list(options), params)


def _ask_row(by: int, what: str, rows: Iterable[int], **params: object) -> Decision:
    return _ask(by, what, map(space_option, rows), **params)


def _ask_kind(by: int, kinds: Iterable[int]) -> Decision:
    return _ask(by, "piece", map(piece_option, kinds))


def _ask_amount(by: int, most: int, kind: int) -> Decision:
    return _ask(by, "amount", amounts(1, most), piece=kind)


# --- pieces -------------------------------------------------------------------------------------------------------


def _at_once(kind: int, n: int) -> int:
    """How many of n pieces are put down at a time: Bases and Hamlets one by one (1.4.2, P1.4.2)."""
    return 1 if kind in LIMITED else n


def _kinds_in(s: State, row: int, kinds: Sequence[int] = range(KINDS)) -> Iterator[int]:
    return (kind for kind in kinds if count(s, row, kind))


def _homes(s: State, kind: int, without: int = -1) -> Iterator[int]:
    return (sp for sp in range(SPACE_COUNT) if sp != without and fits(s, sp, kind))


def _arrivals(s: State, kind: int) -> Iterator[int]:
    return (sp for sp in _homes(s, kind) if may_come(s, sp, kind))


def _placeable(s: State, box: int) -> Iterator[int]:
    return (kind for kind in _kinds_in(s, box, PLAIN_KINDS) if _some(_arrivals(s, kind)))


def _place(s: State, by: int) -> Flow[None]:
    box = yield _ask_row(by, "source", (box for box in BOXES if _some(_placeable(s, box))))
    kind = yield _ask_kind(by, _placeable(s, box))
    sp = yield _ask_row(by, "space", _arrivals(s, kind))
    n = yield _ask_amount(by, _at_once(kind, count(s, box, kind)), kind)
    place(s, sp, kind, n, box)


def _boxes_for(s: State, kind: int) -> list[int]:
    """1.4.1: only US pieces (S6.8.2: and later ARVN's) become Casualties, only US and ARVN pieces go Out of Play."""
    faction = FACTION_OF[kind]
    if kind in CAPTURED:  # S1.4.5
        return [OUT_OF_PLAY]
    return [
        AVAILABLE,
        *([CASUALTIES] if faction in s.era.casualties else []),
        *([OUT_OF_PLAY] if faction in COIN or kind in ARMOR else []),  # S1.4.5
    ]


def _occupied(s: State, kinds: Sequence[int] = range(KINDS)) -> Iterator[int]:
    return (sp for sp in range(SPACE_COUNT) if any(s.force[sp * 4 : sp * 4 + 4]) and _some(_kinds_in(s, sp, kinds)))


def _remove(s: State, by: int) -> Flow[None]:
    sp = yield _ask_row(by, "origin", _occupied(s))
    kind = yield _ask_kind(by, _kinds_in(s, sp))
    n = yield _ask_amount(by, count(s, sp, kind), kind)
    box = yield _ask_row(by, "box", _boxes_for(s, kind))
    remove(s, sp, kind, n, box)


def _shelved(s: State, box: int) -> Iterator[int]:
    """Pieces in a box that may lie in another box too."""
    return (kind for kind in _kinds_in(s, box, PLAIN_KINDS) if len(_boxes_for(s, kind)) > 1)


def _between_boxes(s: State, by: int) -> Flow[None]:
    source = yield _ask_row(by, "source", (box for box in BOXES if _some(_shelved(s, box))))
    kind = yield _ask_kind(by, _shelved(s, source))
    box = yield _ask_row(by, "box", [box for box in _boxes_for(s, kind) if box != source])
    n = yield _ask_amount(by, count(s, source, kind), kind)
    transfer(s, kind, n, source, box, kind)
    s.note("log.between_boxes", n=n, piece=kind, origin=source, destination=box)


def _mobile(s: State, sp: int) -> Iterator[int]:
    return (kind for kind in _kinds_in(s, sp) if _some(_homes(s, kind, sp)))


def _move(s: State, by: int) -> Flow[None]:
    origin = yield _ask_row(by, "origin", (sp for sp in _occupied(s) if _some(_mobile(s, sp))))
    kind = yield _ask_kind(by, _mobile(s, origin))
    to = yield _ask_row(by, "destination", _homes(s, kind, origin), piece=kind, origin=origin)
    n = yield _ask_amount(by, _at_once(kind, count(s, origin, kind)), kind)
    move(s, kind, n, origin, to)


def _flip(s: State, by: int) -> Flow[None]:
    sp = yield _ask_row(by, "space", _occupied(s, FLIPPING))
    kind = yield _ask_kind(by, _kinds_in(s, sp, FLIPPING))
    n = yield _ask_amount(by, count(s, sp, kind), kind)
    turn = activate if kind in UNDERGROUND_OF else hide
    turn(s, sp, FACTION_OF[kind], n)


def _tunnel(s: State, by: int) -> Flow[None]:
    sp = yield _ask_row(by, "space", _occupied(s, tuple(TUNNELED)))
    kind = yield _ask_kind(by, _kinds_in(s, sp, tuple(TUNNELED)))
    add_tunnel(s, sp, kind)


def _untunnel(s: State, by: int) -> Flow[None]:
    sp = yield _ask_row(by, "space", _occupied(s, tuple(TUNNELED.values())))
    kind = yield _ask_kind(by, _kinds_in(s, sp, tuple(TUNNELED.values())))
    plain = next(base for base, tunneled in TUNNELED.items() if tunneled == kind)
    transfer(s, kind, 1, sp, sp, plain)
    s.note("log.untunnel", space=sp, piece=plain)


def _cadre_homes(s: State) -> Iterator[int]:
    return (sp for sp in range(CONTROLLABLE) if can_place_cadre(s, sp))


def _cadre(s: State, by: int) -> Flow[None]:
    place_cadre(s, (yield _ask_row(by, "space", _cadre_homes(s))))


def _uncadre(s: State, by: int) -> Flow[None]:
    remove_cadre(s, (yield _ask_row(by, "space", _occupied(s, (VC_BASE_CADRE,)))))


# --- people, markers, tracks --------------------------------------------------------------------------------------


def _support(s: State, by: int) -> Flow[None]:
    sp = yield _ask_row(by, "space", [sp for sp in range(CONTROLLABLE) if POP[sp]])
    others = [name for name, level in SUPPORT_LEVELS.items() if level != s.support[sp]]
    name = yield _ask(by, "level", map(choice, others), space=sp)
    set_support(s, sp, SUPPORT_LEVELS[name])


def _markable(s: State) -> Iterator[int]:
    left = terror_markers_left(s) > 0
    return (sp for sp in spaces_of(s.era.open_spaces) if left and (sp < CONTROLLABLE or not s.terror[sp]))


def _terror(s: State, by: int) -> Flow[None]:
    add_terror(s, (yield _ask_row(by, "space", _markable(s))))


def _calm(s: State, by: int) -> Flow[None]:
    remove_terror(s, (yield _ask_row(by, "space", [sp for sp in range(SPACE_COUNT) if s.terror[sp]])))


def _track(s: State, by: int) -> Flow[None]:
    track = yield _ask(by, "track", map(choice, tracks_in_use(s)))
    now = track_now(s, track)
    if track == "regime":
        name = yield _ask(by, "regime", (choice(each) for n, each in enumerate(REGIME) if n != now))
        yield from change_track(s, track, REGIME.index(name) - now)
        return
    most = ECON_MAX if track == "econ" else track_limit(track)
    value = yield _ask(by, "value", (amount_option(n) for n in range(most + 1) if n != now))
    if track == "econ":
        s.econ = value
        s.note("log.econ", now=value)
    else:
        yield from change_track(s, track, value - now)


# --- eligibility, free actions, dice ------------------------------------------------------------------------------


def _ask_faction(by: int, factions: Iterable[int]) -> Decision:
    return _ask(by, "faction", (Option(FACTION_IDS[faction], faction) for faction in factions))


def _eligibility(s: State, by: int) -> Flow[None]:
    faction = yield _ask_faction(by, s.era.factions)
    now = "stay" if s.stay_eligible >> faction & 1 else "out" if s.made_ineligible >> faction & 1 else "usual"
    others = [name for name in ("stay", "out", "usual") if name != now]
    name = yield _ask(by, "eligibility", map(choice, others), faction=faction)
    if name == "stay":
        stay_eligible(s, faction)
    elif name == "out":
        make_ineligible(s, faction)
    else:
        s.stay_eligible &= ~(1 << faction)
        s.made_ineligible &= ~(1 << faction)
    s.note(f"log.by_hand.{name}", faction=faction)


def _actions(s: State, faction: int) -> Iterator[Option]:
    """Its value says which, and whether as an Operation: Advise and Direct can be either (P3.2.5, P3.3.6)."""
    own = s.era.operations[faction]
    operations = (Option(name, (name, True)) for name in own if can_operate(s, faction, name))
    activities = (name for name in s.era.activities_of(faction) if can_take_activity(s, faction, name))
    return chain(operations, (Option(f"sa:{name}" if name in own else name, (name, False)) for name in activities))


def _free(s: State, by: int) -> Flow[None]:
    faction = yield _ask_faction(by, (faction for faction in s.era.factions if _some(_actions(s, faction))))
    name, as_operation = yield _ask(by, "action", _actions(s, faction), faction=faction)
    if as_operation:
        yield from free_operation(s, faction, name)
    else:
        yield from free_activity(s, faction, name)


def _roll(s: State, by: int) -> Flow[None]:
    yield roll(RULE, "event.die", card=s.card)


def _anytime(s: State) -> bool:
    return True


CHANGES: Final[dict[str, Change]] = {
    "place": Change(lambda s: any(_some(_placeable(s, box)) for box in BOXES), _place),
    "remove": Change(lambda s: _some(_occupied(s)), _remove),
    "boxes": Change(lambda s: any(_some(_shelved(s, box)) for box in BOXES), _between_boxes),
    "move": Change(lambda s: any(_some(_mobile(s, sp)) for sp in _occupied(s)), _move),
    "flip": Change(lambda s: _some(_occupied(s, FLIPPING)), _flip),
    "tunnel": Change(lambda s: tunnels_left(s) > 0 and _some(_occupied(s, tuple(TUNNELED))), _tunnel),
    "untunnel": Change(lambda s: _some(_occupied(s, tuple(TUNNELED.values()))), _untunnel),
    "cadre": Change(lambda s: _some(_cadre_homes(s)), _cadre),
    "uncadre": Change(lambda s: _some(_occupied(s, (VC_BASE_CADRE,))), _uncadre),
    "support": Change(_anytime, _support),
    "terror": Change(lambda s: _some(_markable(s)), _terror),
    "calm": Change(lambda s: any(s.terror), _calm),
    "track": Change(_anytime, _track),
    "eligibility": Change(_anytime, _eligibility),
    "free": Change(lambda s: any(_some(_actions(s, faction)) for faction in s.era.factions), _free),
    "roll": Change(_anytime, _roll),
}
