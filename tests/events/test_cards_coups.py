"""The Coup cards 125-130 and Duong Van Minh: what each does when drawn, and at the rule its leader bends (2.4.1)."""

from typing import Any

from fitl.board.cards import FAILED_ATTEMPT_1, FAILED_ATTEMPT_2, KHANH, KY, THIEU, YOUNG_TURKS
from fitl.board.factions import ARVN
from fitl.board.spaces import AVAILABLE, CAN_THO, HUE, LOC_HUE_DA_NANG, QUI_NHON, SAIGON
from fitl.rules.activities.govern import govern
from fitl.rules.activities.transport import reach
from fitl.rules.control import set_support
from fitl.rules.coup.coup_card import coup_card
from fitl.rules.operation import Activity, Operation
from fitl.rules.operations.train import train
from fitl.rules.pacification import pacification_price
from fitl.state import MINH, NO_LEADER, PASSIVE_SUPPORT, VICTORY, PileState, State
from tests.support import at, blank, play, put

MORE_COUPS = (PileState(events=3, period=0, coup=-1, last=4),)


def drawn(card: int, **tracks: Any) -> State:
    """The Coup card is resolved; a Coup Round follows."""
    s = blank(card=card, piles=MORE_COUPS, **{"leader": THIEU, "leader_box": (THIEU,), **tracks})
    assert play(coup_card(s)).over
    assert s.stage == VICTORY
    return s


def trained(s: State) -> int:
    """The Aid one ARVN Train brings."""
    before = s.aid
    play(train(s, Operation(s, ARVN, "train")), "saigon", "nothing", "done")
    return s.aid - before


def test_card_125_single_khanh_leads_and_allows_transport_one_loc() -> None:
    s = drawn(KHANH, leader=MINH, leader_box=())
    assert (s.leader, s.leader_box) == (KHANH, (KHANH,))
    assert reach(s, HUE) >> LOC_HUE_DA_NANG & 1
    assert not reach(s, HUE) >> QUI_NHON & 1  # two LoCs away
    s.leader = THIEU
    assert reach(s, HUE) >> QUI_NHON & 1


def test_card_126_single_young_turks_lead_and_each_govern_adds_two_patronage() -> None:
    s = drawn(YOUNG_TURKS)
    assert (s.leader, s.leader_box) == (YOUNG_TURKS, (THIEU, YOUNG_TURKS))
    for city in (HUE, CAN_THO):
        put(s, city, police=2)
        set_support(s, city, PASSIVE_SUPPORT)
    play(govern(s, Activity(s, ARVN, "govern")), "hue", "aid", "can_tho", "aid")
    assert (s.patronage, s.aid) == (22, 20 + 6 + 3)


def test_card_127_single_ky_leads_and_pacification_costs_4() -> None:
    s = blank()
    assert pacification_price(s, support_phase=True) == 3
    s = drawn(KY)
    assert (s.leader, s.leader_box) == (KY, (THIEU, KY))
    assert pacification_price(s, support_phase=True) == 4
    assert pacification_price(s, support_phase=False) == 4


def test_card_128_single_thieu_leads_and_ends_the_last_leaders_effect() -> None:
    s = drawn(THIEU, leader=KY, leader_box=(KY,))
    assert (s.leader, s.leader_box) == (THIEU, (KY, THIEU))
    assert pacification_price(s, support_phase=True) == 3
    assert trained(s) == 0


def test_card_129_single_a_third_of_the_cubes_desert_and_the_leader_stays() -> None:
    s = blank(card=FAILED_ATTEMPT_1, piles=MORE_COUPS, leader=KY, leader_box=(KY,))
    put(s, SAIGON, arvn_troops=7, ranger=3)
    put(s, HUE, police=2)
    before = at(s, AVAILABLE)["arvn_troops"]
    assert play(coup_card(s)).over  # only Troops there, so nothing is asked
    assert at(s, SAIGON) == {"arvn_troops": 5, "ranger": 3}
    assert at(s, HUE) == {"police": 2}
    assert at(s, AVAILABLE)["arvn_troops"] == before + 2
    assert (s.leader, s.leader_box, s.stage) == (KY, (FAILED_ATTEMPT_1, KY), VICTORY)


def test_card_130_single_arvn_chooses_who_deserts_and_minh_is_cancelled() -> None:
    s = blank(card=FAILED_ATTEMPT_2, piles=MORE_COUPS, leader=MINH, leader_box=())
    put(s, SAIGON, arvn_troops=2, police=2)
    p = play(coup_card(s))
    assert p.decision is not None
    assert p.decision.actor == ARVN
    p.answer(0)  # no Troops, so one Police
    assert at(s, SAIGON) == {"arvn_troops": 2, "police": 1}
    assert (s.leader, s.leader_box) == (NO_LEADER, (FAILED_ATTEMPT_2,))
    assert trained(s) == 0


def test_card_0_single_minh_adds_five_aid_to_an_arvn_train_until_any_coup() -> None:
    s = blank(leader=MINH, leader_box=())
    assert trained(s) == 5
    s.card, s.piles = THIEU, MORE_COUPS
    play(coup_card(s))
    assert trained(s) == 0
