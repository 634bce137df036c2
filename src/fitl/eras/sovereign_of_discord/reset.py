"""P6.6 Reset from 1961 to 1963: the tracks come off their ends, boxes reached give, boxes not reached are filled."""

from typing import Final

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.forces import STORED_MOST
from fitl.board.pieces import (
    ADVISOR,
    ARVN_TROOPS,
    CADRE,
    IRREGULAR,
    KINDS,
    POLICE,
    STATES_OF,
    US_BASE,
    VC_BASE,
    VC_BASE_CADRE,
    VC_GUERRILLA,
)
from fitl.board.spaces import AVAILABLE, CASUALTIES, HANOI_1, SAIGON, SPACE_COUNT, WASHINGTON_1
from fitl.decisions import Decision, Flow, piece_at_option
from fitl.eras.sovereign_of_discord.tracks import BOXES, empty_hanoi_box, empty_washington_box, set_advisors
from fitl.rules.control import force_pool
from fitl.rules.coup.reset import fresh_start
from fitl.rules.coup.victory import end_phase
from fitl.rules.economy import set_track
from fitl.rules.forces import has_room_for_base, move, place, transfer
from fitl.state import RESET, State

LOWEST: Final = 1  # where each of the two tracks stands after Reset at least and at most
HIGHEST: Final = 3

# P6.6, OPEN 22: who fills the boxes of which track with what, in this order.
FILLERS: Final = (
    (ARVN, WASHINGTON_1, (ARVN_TROOPS, POLICE)),
    (VC, HANOI_1, (VC_GUERRILLA, VC_BASE)),
    (US, WASHINGTON_1, (ADVISOR,)),
    (NVA, HANOI_1, (CADRE,)),
)


def reset_phase(s: State) -> Flow[None]:
    """P6.6: the steps in order, then the rest of 6.6."""
    casualties_return(s)
    for track in ("washington", "hanoi"):
        set_track(s, track, max(LOWEST, min(HIGHEST, getattr(s, track))))
    store_available(s, WASHINGTON_1, (ADVISOR,))
    for level in range(1, s.washington + 1):
        yield from empty_washington_box(s, WASHINGTON_1 + level - 1)
    yield from set_advisors(s, AVAILABLE, s.pieces[AVAILABLE * KINDS + ADVISOR], "P6.6")  # OPEN 3, OPEN 20
    for level in range(1, s.hanoi + 1):
        empty_hanoi_box(s, HANOI_1 + level - 1)
    for owner, first, kinds in FILLERS:
        store_available(s, first, kinds)
        for box, kind, missing in room_above(s, first, kinds):
            for left in range(missing, 0, -1):
                yield from _take_from_map(s, owner, kind, box, left)
    fresh_start(s)
    end_phase(s, RESET)


def reset_phase_of_two(s: State) -> Flow[None]:
    """P6.6: in Diem's War VC is First afterwards."""
    yield from reset_phase(s)
    s.initiative = VC


def casualties_return(s: State) -> None:
    """P6.6, OPEN 20: the US Base to Saigon if there is room, all else Available, from where Advisors go on."""
    for kind in (ADVISOR, IRREGULAR):
        if n := s.pieces[CASUALTIES * KINDS + kind]:
            move(s, kind, n, CASUALTIES, AVAILABLE)
    while s.pieces[CASUALTIES * KINDS + US_BASE] and has_room_for_base(s, SAIGON):
        place(s, SAIGON, US_BASE, 1, CASUALTIES)


def room_above(s: State, first: int, kinds: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """The boxes of a track above its level, with what they hold when full: how many of each kind are missing."""
    level = s.washington if first == WASHINGTON_1 else s.hanoi
    return [
        (box, kind, max(0, STORED_MOST[box].get(kind, 0) - s.pieces[box * KINDS + kind]))
        for box in range(first + level, first + BOXES)
        for kind in kinds
        if force_pool(s)[kind]
    ]


def store_available(s: State, first: int, kinds: tuple[int, ...]) -> None:
    """P6.6: what is Available goes to boxes above the level first; only what is missing then comes from the map."""
    for box, kind, missing in room_above(s, first, kinds):
        if n := min(missing, s.pieces[AVAILABLE * KINDS + kind]):
            move(s, kind, n, AVAILABLE, box)


def _take_from_map(s: State, owner: int, kind: int, box: int, left: int) -> Flow[None]:
    """One piece of the owner's choice leaves the map for a box of a track, if any is there."""
    states = (VC_BASE_CADRE,) if kind == CADRE else STATES_OF[kind]
    options = [
        piece_at_option(state, sp) for sp in range(SPACE_COUNT) for state in states if s.pieces[sp * KINDS + state]
    ]
    if not options:
        return
    state, sp = yield Decision(owner, "reset.piece", "P6.6", options, {"piece": kind, "box": box, "left": left})
    s.note("log.remove", space=sp, piece=kind if kind == CADRE else state, n=1, box=box)
    if kind == CADRE:
        transfer(s, VC_BASE_CADRE, 1, sp, sp, VC_BASE)  # which leaves the Cadre in Available
        transfer(s, CADRE, 1, AVAILABLE, box, CADRE)
    else:
        transfer(s, state, 1, sp, box, kind)
