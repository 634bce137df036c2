"""The Pivotal Events of 1961 to 1963, P76-P79 (P2.3.8); their conditions are data (board/data/pivotal.json)."""

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import ACTIVE_KIND_OF, HAMLET
from fitl.board.spaces import AVAILABLE, OUT_OF_PLAY
from fitl.decisions import DONE, Flow
from fitl.eras.sovereign_of_discord.tracks import lower_regime, move_hanoi, move_washington
from fitl.events.expansions import SOUTH_PROVINCES, coin_controlled, holding, may_operate
from fitl.events.program import Programs
from fitl.events.sovereign_of_discord.vocabulary import TRACK_TOP, VC_GUERRILLAS, may_propagandize
from fitl.events.vocabulary import UpTo, between_boxes, pick, pick_space, pick_spaces
from fitl.rules.activities.govern import can_place_hamlet, place_hamlet
from fitl.rules.economy import add_aid, add_resources
from fitl.rules.forces import coin_pieces, count, hide
from fitl.rules.operations.attack import guerrilla_attack
from fitl.state import State

event = Programs()

STEPS = {"up_2": 2, "up_1": 1, "down_1": -1, "down_2": -2}
ONE_MORE = 1  # enemy piece, whatever the die


@event("p76")
def limited_partnership(s: State, by: int) -> Flow[None]:
    """Washington 1 or 2 steps either way; Aid +4; the US may Advise free in as many spaces as the new level."""
    ways = [way for way, steps in STEPS.items() if 0 <= s.washington + steps <= TRACK_TOP]
    way = yield from pick(s, US, "washington_steps", ways)
    yield from move_washington(s, STEPS[way])
    add_aid(s, +4)
    if s.washington:
        yield from may_operate(s, US, "advise", max_spaces=s.washington)


@event("p77")
def ninth_plenum(s: State, by: int) -> Flow[None]:
    """Hanoi +2 and a free Infiltrate in up to 2 Provinces; or Hanoi -1, Aid -6 and a free Propagandize in 2 Cities."""
    if (yield from pick(s, NVA, "ninth_plenum", ("war", "patience"))) == "war":
        move_hanoi(s, +2)
        yield from may_operate(s, NVA, "infiltrate", max_spaces=2)
    else:
        move_hanoi(s, -1)
        add_aid(s, -6)
        yield from may_propagandize(s, 2)


@event("p78")
def strategic_hamlet_program(s: State, by: int) -> Flow[None]:
    """All Hamlets Out of Play are Available; ARVN Resources +6; a free Govern sets up to 2 in Controlled Provinces."""
    yield from between_boxes(s, ARVN, "pieces_to_box", (HAMLET,), count(s, OUT_OF_PLAY, HAMLET), OUT_OF_PLAY, AVAILABLE)
    add_resources(s, ARVN, +6)
    for left in (2, 1):
        provinces = [sp for sp in coin_controlled(s, SOUTH_PROVINCES) if can_place_hamlet(s, ARVN, sp)]
        sp = yield from pick_space(s, ARVN, "govern_hamlet", provinces, optional=True, left=left)
        if sp == DONE:
            break
        yield from place_hamlet(s, ARVN, sp)


@event("p79")
def ap_bac(s: State, by: int) -> Flow[None]:
    """VC Attacks free in up to 3 Provinces with 2 Guerrillas, a piece more in each; one hides; the Regime falls 1."""
    fields = [sp for sp in holding(s, SOUTH_PROVINCES, *VC_GUERRILLAS, at_least=2) if coin_pieces(s, sp)]
    chosen = yield from pick_spaces(s, VC, "ap_bac", lambda: fields, UpTo(3))
    for sp in chosen:
        yield from guerrilla_attack(s, VC, sp, more=ONE_MORE)
    seen = holding(s, chosen, ACTIVE_KIND_OF[VC])
    sp = yield from pick_space(s, VC, "hide_guerrillas", seen, optional=True)
    if sp != DONE:
        hide(s, sp, VC, count(s, sp, ACTIVE_KIND_OF[VC]))
    lower_regime(s)
