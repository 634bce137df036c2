"""6.3: US and ARVN Pacification together, VC Agitation, and the cards that bend them."""

from typing import Any

import pytest

from fitl.board.cards import KY
from fitl.board.factions import ARVN, COIN, US, VC
from fitl.board.spaces import BINH_DINH, CAN_THO, HUE, KIEN_PHONG, PHUOC_LONG, QUANG_NAM, QUANG_TIN, SAIGON, TAY_NINH
from fitl.lasting import BLOWTORCH_KOMER, CADRES, CORDS_SHADED, MANDATE_OF_HEAVEN_SHADED
from fitl.rules.control import set_support
from fitl.rules.coup.support import agitation, can_pacify, pacification, support_phase
from fitl.rules.pacification import pacification_price
from fitl.state import REDEPLOY, State
from tests.support import at, blank, play, put


def five_held(**tracks: Any) -> State:
    """Five Cities and Provinces where both US and ARVN could Pacify; 60 ARVN Resources, Econ 15."""
    s = blank(**{"resources": [0, 60, 0, 20], **tracks})
    for sp in (HUE, SAIGON, CAN_THO, QUANG_NAM, BINH_DINH):
        put(s, sp, us_troops=1, arvn_troops=1, police=1)
    return s


FIVE = ["hue", "saigon", "can_tho", "quang_nam", "binh_dinh"]


# --- 6.3.1 ---


def test_the_us_goes_first_then_arvn_then_vc() -> None:
    s = five_held()
    put(s, TAY_NINH, vc_guerrilla=1)
    p = play(support_phase(s))
    actors = []
    while p.decision is not None:
        actors.append((p.decision.actor, p.decision.kind))
        p.answer("done")
    assert actors == [(US, "coup.pacify"), (ARVN, "coup.pacify"), (VC, "coup.agitate")]
    assert s.stage == REDEPLOY


def test_pacification_needs_coin_control_police_and_the_pacifiers_troops() -> None:
    s = blank(resources=[0, 60, 0, 0])
    put(s, HUE, us_troops=1, police=1)  # US only
    put(s, SAIGON, arvn_troops=1, police=1)  # ARVN only
    put(s, CAN_THO, us_troops=1, arvn_troops=1)  # no Police
    put(s, QUANG_NAM, us_troops=1, arvn_troops=1, police=1, vc_guerrilla=3)  # no Control
    put(s, BINH_DINH, us_base=1, irregular=1, ranger=1, police=1)  # no Troops
    p = play(support_phase(s))
    assert p.keys() == ["hue", "done"]
    p.answer("done")
    assert p.keys() == ["saigon", "done"]


def test_each_step_costs_3_and_two_levels_are_the_most() -> None:
    s = five_held()
    p = play(support_phase(s), "hue")
    assert (s.support[HUE], s.resources[ARVN]) == (1, 57)
    p.answer("more")
    assert (s.support[HUE], s.resources[ARVN]) == (2, 54)
    assert p.keys() == ["saigon", "can_tho", "quang_nam", "binh_dinh", "done"]


def test_from_opposition_two_levels_end_short_of_support() -> None:
    s = five_held()
    set_support(s, HUE, -2)
    play(support_phase(s), "hue", "more")
    assert s.support[HUE] == 0


def test_all_terror_goes_first_and_each_marker_is_paid_for() -> None:
    s = five_held()
    s.terror[HUE] = 2
    p = play(support_phase(s), "hue", "more")
    assert (s.terror[HUE], s.support[HUE], s.resources[ARVN]) == (0, 0, 54)
    p.answer("more", "stop")
    assert (s.support[HUE], s.resources[ARVN]) == (1, 51)


def test_a_space_at_active_support_is_offered_only_for_its_terror() -> None:
    s = five_held()
    for sp in (HUE, SAIGON):
        set_support(s, sp, 2)
    s.terror[SAIGON] = 1
    assert play(support_phase(s)).keys() == ["saigon", "can_tho", "quang_nam", "binh_dinh", "done"]


def test_the_us_spends_only_above_econ_and_arvn_down_to_0() -> None:
    s = five_held(resources=[0, 19, 0, 0], econ=15)
    p = play(support_phase(s), "hue")
    assert s.resources[ARVN] == 16
    assert p.decision is not None
    assert p.decision.actor == ARVN  # 16 - 3 would be below Econ: the US is finished
    p.answer("saigon", "more", "can_tho", "more", "quang_nam")
    assert s.resources[ARVN] == 1
    assert p.over


def test_us_and_arvn_share_four_spaces() -> None:
    s = five_held()
    p = play(support_phase(s), "hue", "more", "saigon", "more", "can_tho", "stop", "done")
    assert p.decision is not None
    assert p.decision.actor == ARVN
    p.answer("quang_nam", "more")
    assert p.keys() == ["can_tho", "done"]  # the fifth space is out, a shared one is not


def test_a_space_pacified_by_both_counts_once_and_shares_the_two_levels() -> None:
    s = five_held()
    set_support(s, HUE, -2)
    p = play(support_phase(s), "hue", "stop", "done", "hue")
    assert s.support[HUE] == 0
    assert p.keys() == ["saigon", "can_tho", "quang_nam", "binh_dinh", "done"]  # no third level
    p.answer("saigon", "stop", "can_tho", "stop", "quang_nam", "stop")
    assert p.over  # four spaces, Hue counted once


def test_a_space_with_both_levels_used_is_not_offered_to_arvn() -> None:
    s = five_held()
    set_support(s, HUE, -2)
    assert play(support_phase(s), "hue", "more", "done").keys() == [*FIVE[1:], "done"]


def test_mandate_of_heaven_shaded_holds_arvn_but_not_the_us_to_one_space() -> None:
    s = five_held(effects=MANDATE_OF_HEAVEN_SHADED)
    p = play(support_phase(s), "hue", "stop", "saigon", "stop", "done", "can_tho", "stop")
    assert p.over
    s = five_held(effects=MANDATE_OF_HEAVEN_SHADED)
    p = play(support_phase(s), "hue", "stop", "done", "hue")  # a shared space is ARVN's one space too
    assert p.over


def test_shaded_cords_does_not_bind_the_support_phase() -> None:
    s = five_held(effects=CORDS_SHADED)
    play(support_phase(s), "hue", "more")
    assert s.support[HUE] == 2


@pytest.mark.parametrize(
    ("leader", "silenced", "effects", "price"),
    [
        (KY, False, 0, 4),
        (KY, True, 0, 3),  # card 97
        (128, False, BLOWTORCH_KOMER, 1),
        (KY, False, BLOWTORCH_KOMER, 1),  # 5.1.2: executed under Ky, so later
    ],
)
def test_the_price_of_pacification(leader: int, silenced: bool, effects: int, price: int) -> None:
    s = five_held(leader=leader, leader_silenced=silenced, effects=effects)
    p = play(support_phase(s))
    assert p.decision is not None
    assert p.decision.cost == price
    p.answer("hue", "more")
    assert s.resources[ARVN] == 60 - 2 * price


def test_ky_may_price_the_us_out() -> None:
    s = five_held(leader=KY, resources=[0, 18, 0, 0])
    p = play(support_phase(s))
    assert p.decision is not None
    assert p.decision.actor == ARVN


# --- the same procedure by Events ---


def test_card_64_lets_one_faction_pacify_alone_at_the_price_outside_coup_rounds() -> None:
    s = five_held(effects=BLOWTORCH_KOMER)
    p = play(pacification(s, (ARVN,), pacification_price(s, support_phase=False)), "hue", "more", "done")
    assert p.over
    assert s.resources[ARVN] == 54


def test_card_96_pacifies_free_and_one_level_after_all_terror() -> None:
    s = five_held(resources=[0, 0, 0, 0])
    s.terror[HUE] = 1
    p = play(pacification(s, COIN, 0, levels=1), "hue", "more")
    assert (s.terror[HUE], s.support[HUE], s.resources[ARVN]) == (0, 1, 0)
    p.answer("done")
    assert p.keys() == [*FIVE[1:], "done"]  # Hue has had its level


def test_can_pacify_tells_whether_there_is_anything_to_do() -> None:
    s = five_held()
    assert can_pacify(s, (US,), 3)
    assert not can_pacify(s, (US,), 46)
    for sp in (HUE, SAIGON, CAN_THO, QUANG_NAM, BINH_DINH):
        set_support(s, sp, 2)
    assert not can_pacify(s, COIN, 0, 1)


# --- 6.3.2 ---


def test_agitation_needs_a_vc_piece_and_no_coin_control() -> None:
    s = blank()
    put(s, TAY_NINH, vc_tunnel=1)
    put(s, QUANG_TIN, vc_guerrilla=1, nva_troops=5)  # NVA Control does not hinder
    put(s, SAIGON, vc_guerrilla=1, police=2)  # COIN Control does
    put(s, HUE, nva_guerrilla=1)  # no VC
    put(s, PHUOC_LONG, vc_guerrilla=1)  # nobody lives there
    set_support(s, KIEN_PHONG, 2)
    p = play(agitation(s))
    assert p.decision is not None
    assert (p.decision.actor, p.keys()) == (VC, ["quang_tin_quang_ngai", "tay_ninh", "done"])


def test_agitation_pays_1_per_terror_then_per_level_two_at_most() -> None:
    s = blank()
    put(s, TAY_NINH, vc_guerrilla=1)
    set_support(s, TAY_NINH, 1)
    s.terror[TAY_NINH] = 1
    p = play(agitation(s), "tay_ninh")
    assert (s.terror[TAY_NINH], s.support[TAY_NINH], s.resources[VC]) == (0, 1, 19)
    p.answer("more", "more")
    assert (s.support[TAY_NINH], s.resources[VC]) == (-1, 17)
    assert p.over


def test_the_last_resource_buys_a_level_and_none_is_sold_at_active_opposition() -> None:
    s = blank(resources=[0, 0, 0, 1])
    put(s, TAY_NINH, vc_guerrilla=1)
    put(s, KIEN_PHONG, vc_guerrilla=1)
    set_support(s, KIEN_PHONG, -2)
    p = play(agitation(s))
    assert p.keys() == ["tay_ninh", "done"]
    p.answer("tay_ninh")
    assert p.over
    assert (s.support[TAY_NINH], s.resources[VC]) == (-1, 0)


def test_agitation_takes_terror_off_an_empty_province() -> None:
    s = blank()
    put(s, PHUOC_LONG, vc_guerrilla=1)
    s.terror[PHUOC_LONG] = 2
    p = play(agitation(s), "phuoc_long", "more")
    assert p.over
    assert (s.terror[PHUOC_LONG], s.support[PHUOC_LONG], s.resources[VC]) == (0, 0, 18)


def test_agitation_stops_at_four_spaces_and_without_resources() -> None:
    s = blank(resources=[0, 0, 0, 9])
    spaces = ["hue", "saigon", "quang_nam", "binh_dinh", "tay_ninh"]
    for sp in (HUE, SAIGON, QUANG_NAM, BINH_DINH, TAY_NINH):
        put(s, sp, vc_guerrilla=1)
    p = play(agitation(s))
    assert p.keys() == [*spaces, "done"]
    p.answer("hue", "stop", "saigon", "stop", "quang_nam", "stop", "tay_ninh", "stop")
    assert p.over
    assert s.resources[VC] == 5
    s.resources[VC] = 0
    assert play(agitation(s)).asked == []


def test_unshaded_cadres_costs_two_guerrillas_per_space() -> None:
    s = blank(effects=CADRES)
    put(s, TAY_NINH, vc_guerrilla=2, vc_guerrilla_active=1, vc_base=1)
    put(s, QUANG_TIN, vc_guerrilla=1, vc_base=1)  # one is not enough
    p = play(agitation(s))
    assert p.keys() == ["tay_ninh", "done"]
    p.answer("tay_ninh", "more")
    assert at(s, TAY_NINH) == {"vc_guerrilla": 1, "vc_base": 1}
    assert (s.support[TAY_NINH], s.resources[VC]) == (-2, 18)


@pytest.mark.parametrize(("hidden", "active", "gone"), [(2, 0, [2]), (1, 1, [1, 1]), (1, 2, [2])])
def test_cadres_tells_only_of_those_who_go_active_ones_first(hidden: int, active: int, gone: list[int]) -> None:
    s = blank(effects=CADRES)
    put(s, TAY_NINH, vc_guerrilla=hidden, vc_guerrilla_active=active, vc_base=1)
    play(agitation(s), "tay_ninh")
    assert [entry.params["n"] for entry in s.log or () if entry.message == "log.remove"] == gone


def test_the_guerrillas_spent_may_be_the_last_vc_pieces() -> None:
    s = blank(effects=CADRES)
    put(s, TAY_NINH, vc_guerrilla=2, police=1)
    play(agitation(s), "tay_ninh", "more")
    assert at(s, TAY_NINH) == {"police": 1}
    assert s.support[TAY_NINH] == -2
