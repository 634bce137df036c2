"""S6.8.1: what a Retreat of NVA or of the US from South Vietnam brings."""

from typing import Final

from fitl.board.factions import NVA, US, VC
from fitl.board.pieces import ARVN_BASE, BASES_OF, KINDS, KINDS_OF, US_BASE
from fitl.board.spaces import AVAILABLE, CONTROLLABLE, EVERYWHERE, OUT_OF_PLAY, SOUTH_MASK, spaces_of
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, amounts, piece_at_option, spaces_options
from fitl.era import POST_PARIS
from fitl.eras.fall_of_saigon.lines import era_of_line
from fitl.eras.fall_of_saigon.posture import BEGINNING
from fitl.rules.economy import add_patronage, improve_trail, set_track
from fitl.rules.forces import has_room_for_base, move, place, remove, transfer
from fitl.state import State

PATRONAGE_FROM_NVA_RETREAT: Final = 5
TRAIL_FROM_US_RETREAT: Final = 2

SOUTH: Final = tuple(spaces_of(SOUTH_MASK))  # LoCs too
OUTSIDE: Final = tuple(spaces_of(EVERYWHERE & ~SOUTH_MASK))
NVA_UNITS: Final = tuple(kind for kind in KINDS_OF[NVA] if kind not in BASES_OF[NVA])


# --- NVA ----------------------------------------------------------------------------------------------------------


def nva_retreat(s: State, with_us: bool) -> Flow[None]:
    """NVA leaves the South, its Bases too if the US leaves as well; VC gives up a Base; Patronage rises."""
    s.note("log.paris.retreat", faction=NVA)
    if with_us:
        yield from relocate_bases(s)
    else:
        for sp in SOUTH:
            for kind in BASES_OF[NVA]:
                if n := s.pieces[sp * KINDS + kind]:
                    remove(s, sp, kind, n)
    for kind in NVA_UNITS:
        yield from _leave_south(s, kind)
    yield from vc_gives_up_a_base(s)
    add_patronage(s, PATRONAGE_FROM_NVA_RETREAT)


def relocate_bases(s: State) -> Flow[None]:
    """Bases go where there is room, Tunnels and all (OPEN 28); one without room becomes Available (OPEN 49)."""
    for sp in SOUTH:
        for kind in BASES_OF[NVA]:
            for _ in range(s.pieces[sp * KINDS + kind]):
                roomy = [there for there in OUTSIDE if has_room_for_base(s, there)]
                if not roomy:
                    remove(s, sp, kind)
                    continue
                params = {"piece": kind, "origin": sp}
                there = yield Decision(NVA, "paris.base", "S6.8.1", spaces_options(roomy), params)
                move(s, kind, 1, sp, there)


def _leave_south(s: State, kind: int) -> Flow[None]:
    """All units of a kind go to spaces outside, in the state they are in: where, and how many there."""
    origins = [sp for sp in SOUTH if s.pieces[sp * KINDS + kind]]
    left = sum(s.pieces[sp * KINDS + kind] for sp in origins)
    while left:
        params = {"piece": kind, "left": left}
        there = yield Decision(NVA, "paris.leave", "S6.8.1", spaces_options(OUTSIDE), params)
        n = yield Decision(NVA, "paris.number", "S6.8.1", amounts(1, left), {"piece": kind, "destination": there})
        left -= n
        for sp in origins:
            if some := min(n, s.pieces[sp * KINDS + kind]):
                move(s, kind, some, sp, there)
                n -= some


def vc_gives_up_a_base(s: State) -> Flow[None]:
    """One of its Bases in the South, Tunneled or not, if it has any; the Tunnel goes with it."""
    options = [piece_at_option(kind, sp) for sp in SOUTH for kind in BASES_OF[VC] if s.pieces[sp * KINDS + kind]]
    if options:
        kind, sp = yield Decision(VC, "paris.vc_base", "S6.8.1", options)
        remove(s, sp, kind)


# --- US -----------------------------------------------------------------------------------------------------------


def us_retreat(s: State, era: str) -> Flow[None]:
    """Bases swapped, the Trail improved, Posture in effect at 2 and no Econ marker any more (S1.8.1)."""
    s.note("log.paris.retreat", faction=US)
    yield from swap_bases(s)
    improve_trail(s, TRAIL_FROM_US_RETREAT)
    s.econ = 0
    s.era = era_of_line(s, era)
    set_track(s, "posture", BEGINNING)


def swap_bases(s: State) -> Flow[None]:
    """The US may put ARVN Bases in the place of its own, from Available or Out of Play, never lifted from the map."""
    while True:
        boxes = [box for box in (AVAILABLE, OUT_OF_PLAY) if s.pieces[box * KINDS + ARVN_BASE]]
        spaces = [sp for sp in range(CONTROLLABLE) if s.pieces[sp * KINDS + US_BASE]]
        if not boxes or not spaces:
            return
        sp = yield Decision(US, "paris.swap", "S6.8.1", [*spaces_options(spaces), DONE_OPTION])
        if sp == DONE:
            return
        box = boxes[0]
        if s.era.flags & POST_PARIS:  # at the Talks both boxes are one: all ARVN Bases become Available (S6.8.3)
            box = yield Decision(US, "paris.swap_from", "S6.8.1", spaces_options(boxes), {"space": sp})
        s.note("log.remove", space=sp, piece=US_BASE, n=1, box=AVAILABLE)
        s.control_frozen = True  # one Base for another: nothing changes hands in between
        transfer(s, US_BASE, 1, sp, AVAILABLE, US_BASE)
        s.control_frozen = False
        place(s, sp, ARVN_BASE, 1, box)
