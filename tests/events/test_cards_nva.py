"""Cards 31-60."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import ARVN_TROOPS, KINDS, POLICE
from fitl.board.spaces import (
    BINH_DINH,
    BINH_TUY,
    CAN_THO,
    CASUALTIES,
    CENTRAL_LAOS,
    DA_NANG,
    HUE,
    KHANH_HOA,
    KONTUM,
    LOC_HUE_KHE_SANH,
    NORTH_VIETNAM,
    NORTHEAST_CAMBODIA,
    OUT_OF_PLAY,
    PHUOC_LONG,
    PLEIKU,
    QUANG_DUC,
    QUANG_NAM,
    QUANG_TRI,
    SAIGON,
    SIHANOUKVILLE,
    SOUTHERN_LAOS,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
)
from fitl.compose import PROGRAMS
from fitl.lasting import (
    AAA,
    AAA_SHADED,
    ADSID,
    AMMUNITION_SHADED,
    ARC_LIGHT,
    ARC_LIGHT_SHADED,
    BOMBING_PAUSE,
    CAPS,
    CAPS_SHADED,
    CLAYMORES,
    F_5ES_SHADED,
    LANSDALE_SHADED,
    LONG_RANGE_GUNS,
    LONG_RANGE_GUNS_SHADED,
    MCNAMARA_LINE,
    MEDEVAC_SHADED,
    MIGS,
    MIGS_SHADED,
    ORISKANY_SHADED,
    PATTON,
    PT_76,
    PT_76_SHADED,
    SA_2S,
    SA_2S_SHADED,
    SEARCH_AND_DESTROY_SHADED,
    TOP_GUN,
    TOP_GUN_SHADED,
    TRANSPORT_GROUP_559,
    TYPHOON_KATE,
)
from fitl.rules.activities.air_strike import can_air_strike, can_degrade, degrade
from fitl.rules.activities.bombard import bombard
from fitl.rules.activities.infiltrate import can_infiltrate, infiltrate
from fitl.rules.cards import execute_event, is_effective
from fitl.rules.control import recount
from fitl.rules.coup.reset import reset_phase
from fitl.rules.operation import Activity, Operation
from fitl.rules.operations.attack import attack
from fitl.rules.operations.rally import can_improve_trail, rally
from fitl.rules.sequence import end_of_card, next_eligible
from fitl.state import (
    ACTIVE_OPPOSITION,
    ACTIVE_SUPPORT,
    COIN_CONTROL,
    EVENT,
    OP_AND_ACTIVITY,
    PASSIVE_OPPOSITION,
    PASSIVE_SUPPORT,
    State,
)
from tests.events.random_execution import execute_every_side, mid_game_states
from tests.support import Play, at, blank, play, put

CARDS = range(31, 61)
COUP = 125  # as next card: Monsoon


def run(s: State, card: int, side: str, by: int, *keys: str | int) -> Play:
    """Execute a side of a card and give the first answers."""
    s.card = card
    return play(execute_event(s, card, side, by), *keys)


def effective(s: State, card: int, side: str, by: int = NVA) -> bool:
    return is_effective(s, card, side, by)


def accompanying(s: State, name: str, operation: str) -> Activity:
    """A Special Activity that no Event grants: Momentum bans it."""
    faction = US if name == "air_strike" else NVA
    return Activity(s, faction, name, Operation(s, faction, operation, activities=(name,)))


def level(s: State, sp: int, support: int) -> None:
    s.support[sp] = support
    recount(s)


def first_on_the_card(s: State, by: int) -> None:
    """The Faction has chosen to execute the Event as 1st Eligible."""
    s.acted = ((by, EVENT),)


def test_every_side_of_31_to_60_has_a_program() -> None:
    assert sum(len(PROGRAMS[card]) for card in CARDS) == 2 * 30 - 2


@pytest.mark.parametrize("index", range(30))
def test_every_side_by_every_faction_from_a_random_situation_keeps_the_rules(index: int) -> None:
    execute_every_side(CARDS, mid_game_states()[index], index)


# --- 31-34 --------------------------------------------------------------------------------------------------------


def test_card_31_unshaded_lets_only_a_rally_in_one_space_improve_the_trail() -> None:
    s = blank(effects=AAA_SHADED)
    assert effective(s, 31, "unshaded", US)
    assert run(s, 31, "unshaded", US).over
    assert s.effects == AAA
    op = Operation(s, NVA, "rally")
    assert can_improve_trail(s, op)
    op.spaces = [CENTRAL_LAOS]
    assert can_improve_trail(s, op)
    op.spaces = [CENTRAL_LAOS, SOUTHERN_LAOS]
    assert not can_improve_trail(s, op)


def test_card_31_shaded_keeps_air_strikes_from_pushing_the_trail_below_2() -> None:
    s = blank(trail=3, effects=TOP_GUN)
    assert effective(s, 31, "shaded")
    run(s, 31, "shaded", NVA)
    assert s.effects == TOP_GUN | AAA_SHADED
    assert can_degrade(s)
    play(degrade(s, US))
    assert s.trail == 2  # Top Gun's second box is not to be had
    assert not can_degrade(s)


def bombard_targets(s: State) -> None:
    put(s, CENTRAL_LAOS, nva_troops=3)
    for sp in (QUANG_TRI, QUANG_NAM, LOC_HUE_KHE_SANH):
        put(s, sp, arvn_troops=3)


def test_card_32_unshaded_limits_bombard_to_one_space() -> None:
    s = blank()
    bombard_targets(s)
    assert effective(s, 32, "unshaded")
    run(s, 32, "unshaded", ARVN)
    assert s.effects == LONG_RANGE_GUNS
    assert play(bombard(s, accompanying(s, "bombard", "rally")), "quang_nam").over
    assert at(s, QUANG_NAM) == {"arvn_troops": 2}


def test_card_32_shaded_lets_bombard_hit_three_spaces() -> None:
    s = blank()
    bombard_targets(s)
    assert effective(s, 32, "shaded")
    run(s, 32, "shaded", NVA)
    assert s.effects == LONG_RANGE_GUNS_SHADED
    p = play(bombard(s, accompanying(s, "bombard", "rally")), "quang_nam", "quang_tri_thua_thien")
    assert p.keys() == ["loc_hue_khe_sanh", "done"]
    assert p.answer("loc_hue_khe_sanh").over
    assert [at(s, sp) for sp in (QUANG_NAM, QUANG_TRI, LOC_HUE_KHE_SANH)] == [{"arvn_troops": 2}] * 3


def test_card_33_unshaded_costs_nva_6_resources_in_every_reset() -> None:
    s = blank()
    assert effective(s, 33, "unshaded")
    run(s, 33, "unshaded", US)
    assert s.effects == MIGS
    assert s.resources[NVA] == 20  # nothing yet
    for left in (14, 8):
        play(reset_phase(s))
        assert s.resources[NVA] == left


def test_card_33_shaded_costs_an_available_us_troop_when_an_air_strike_degrades() -> None:
    s = blank(trail=3)
    assert effective(s, 33, "shaded")
    run(s, 33, "shaded", NVA)
    assert s.effects == MIGS_SHADED
    play(degrade(s, US))
    assert s.trail == 2
    assert at(s, CASUALTIES) == {"us_troops": 1}


def test_card_33_shaded_is_barred_by_unshaded_top_gun_only() -> None:
    s = blank(effects=TOP_GUN)
    assert not effective(s, 33, "shaded")
    run(s, 33, "shaded", NVA)
    assert s.effects == TOP_GUN
    s.effects = TOP_GUN_SHADED
    assert effective(s, 33, "shaded")
    run(s, 33, "shaded", NVA)
    assert s.effects == TOP_GUN_SHADED | MIGS_SHADED
    assert not effective(s, 33, "shaded")  # in force already


def test_card_34_unshaded_removes_an_nva_piece_outside_the_south_with_each_degrade() -> None:
    s = blank(trail=3)
    put(s, NORTH_VIETNAM, nva_base=1, vc_guerrilla=1)
    put(s, SIHANOUKVILLE, nva_tunnel=1, nva_troops=1)
    put(s, QUANG_TRI, nva_troops=1)
    assert effective(s, 34, "unshaded")
    run(s, 34, "unshaded", US)
    assert s.effects == SA_2S
    p = play(degrade(s, US))
    assert p.decision is not None
    assert p.decision.actor == US
    assert p.keys() == ["nva_base@north_vietnam", "nva_troops@sihanoukville"]
    p.answer("nva_base@north_vietnam")
    assert at(s, NORTH_VIETNAM) == {"vc_guerrilla": 1}


def test_card_34_shaded_makes_a_rally_improve_the_trail_by_two() -> None:
    s = blank(trail=1)
    assert effective(s, 34, "shaded")
    run(s, 34, "shaded", NVA)
    assert s.effects == SA_2S_SHADED
    play(rally(s, Operation(s, NVA, "rally")), "done")
    assert s.trail == 3
    assert s.resources[NVA] == 18


# --- 35-40 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(4, 1), (3, 0), (2, 0)])
def test_card_35_unshaded_degrades_the_trail_by_three(before: int, after: int) -> None:
    s = blank(trail=before, effects=AAA_SHADED | ORISKANY_SHADED)  # neither binds an Event (5.1.2)
    assert effective(s, 35, "unshaded")
    assert run(s, 35, "unshaded", US).over
    assert s.trail == after


def test_card_35_unshaded_does_nothing_at_trail_0() -> None:
    s = blank(trail=0)
    assert not effective(s, 35, "unshaded")
    run(s, 35, "unshaded", US)
    assert s.trail == 0


@pytest.mark.parametrize(("before", "after", "gain"), [(0, 1, 3), (2, 3, 9), (4, 4, 12)])
def test_card_35_shaded_improves_the_trail_then_pays_three_per_box(before: int, after: int, gain: int) -> None:
    s = blank(trail=before)
    assert effective(s, 35, "shaded")
    run(s, 35, "shaded", VC)
    assert s.trail == after
    assert s.resources[NVA] == 20 + gain


def test_card_35_shaded_pays_for_adsid_first_and_stops_at_75() -> None:
    s = blank(trail=3, effects=ADSID, resources=[0, 20, 70, 20])
    run(s, 35, "shaded", NVA)
    assert s.resources[NVA] == 75  # 70 - 6 + 12
    s.trail = 4
    assert not effective(s, 35, "shaded")


def test_card_36_unshaded_moves_4_us_troops_and_removes_even_a_tunneled_base() -> None:
    s = blank()
    put(s, HUE, us_troops=3)
    put(s, SAIGON, us_troops=3)
    put(s, PLEIKU, vc_tunnel=1, vc_guerrilla=1, us_troops=1)
    assert effective(s, 36, "unshaded", ARVN)
    p = run(s, 36, "unshaded", ARVN)
    assert p.keys() == ["quang_tri_thua_thien", "quang_nam", "binh_dinh", "pleiku_darlac", "khanh_hoa"]
    p.answer("pleiku_darlac")
    assert p.keys() == ["us_troops@hue", "us_troops@saigon"]  # all must move that can
    assert p.answer("us_troops@hue", 3).over
    assert at(s, PLEIKU) == {"us_troops": 5, "vc_guerrilla": 1}
    assert at(s, SAIGON) == {"us_troops": 2}


def test_card_36_unshaded_lets_the_executor_pick_the_base_and_moves_what_there_is() -> None:
    s = blank()
    put(s, HUE, us_troops=2)
    put(s, BINH_DINH, vc_base=1, nva_tunnel=1)
    p = run(s, 36, "unshaded", US, "binh_dinh", 2)
    assert p.keys() == ["nva_tunnel@binh_dinh", "vc_base@binh_dinh"]
    assert p.answer("nva_tunnel@binh_dinh").over
    assert at(s, BINH_DINH) == {"us_troops": 2, "vc_base": 1}


def test_card_36_unshaded_without_us_troops_offers_only_highlands_with_a_base() -> None:
    s = blank()
    put(s, NORTH_VIETNAM, nva_base=1)
    put(s, TAY_NINH, vc_base=1)
    assert not effective(s, 36, "unshaded")
    assert run(s, 36, "unshaded", US).over
    put(s, KHANH_HOA, vc_base=1)
    assert effective(s, 36, "unshaded")
    assert run(s, 36, "unshaded", US).over
    assert at(s, KHANH_HOA) == {}
    assert at(s, TAY_NINH) == {"vc_base": 1}


def test_card_36_shaded_digs_a_tunnel_and_costs_3_us_troops() -> None:
    s = blank()
    put(s, PLEIKU, vc_base=1, us_troops=4)
    put(s, NORTH_VIETNAM, nva_base=1)
    put(s, QUANG_TRI, nva_tunnel=1, us_troops=3)
    put(s, TAY_NINH, vc_base=1)
    assert effective(s, 36, "shaded")
    p = run(s, 36, "shaded", VC)
    assert p.keys() == ["nva_base@north_vietnam", "vc_base@pleiku_darlac"]
    p.answer("vc_base@pleiku_darlac")
    assert at(s, PLEIKU) == {"vc_tunnel": 1, "us_troops": 1}
    assert at(s, CASUALTIES) == {"us_troops": 3}


def test_card_36_shaded_costs_the_troops_also_where_no_tunnel_can_be_placed() -> None:
    s = blank()
    put(s, QUANG_TRI, nva_tunnel=1, us_troops=2)
    put(s, PLEIKU, vc_tunnel=1)
    assert effective(s, 36, "shaded")
    assert run(s, 36, "shaded", NVA).over
    assert at(s, QUANG_TRI) == {"nva_tunnel": 1}
    assert at(s, CASUALTIES) == {"us_troops": 2}
    assert not effective(s, 36, "shaded")


def test_card_36_shaded_finds_the_tunnel_markers_used_up() -> None:
    s = blank()
    put(s, TAY_NINH, vc_tunnel=2)
    put(s, PHUOC_LONG, vc_tunnel=2)
    put(s, QUANG_DUC, nva_tunnel=2)
    put(s, PLEIKU, vc_base=1)
    assert not effective(s, 36, "shaded")
    put(s, PLEIKU, us_troops=1)
    assert effective(s, 36, "shaded")
    run(s, 36, "shaded", VC)
    assert at(s, PLEIKU) == {"vc_base": 1}
    assert at(s, CASUALTIES) == {"us_troops": 1}


def test_card_37_unshaded_removes_10_nva_troops_around_a_us_base() -> None:
    s = blank()
    put(s, QUANG_TRI, us_base=1, us_troops=1, nva_troops=4)
    put(s, CENTRAL_LAOS, nva_troops=8)
    put(s, NORTH_VIETNAM, nva_troops=3)
    put(s, SOUTHERN_LAOS, nva_troops=5)  # out of reach
    put(s, PLEIKU, us_base=1)  # no Troops
    assert effective(s, 37, "unshaded")
    p = run(s, 37, "unshaded", ARVN)
    assert p.keys() == ["nva_troops@quang_tri_thua_thien", "nva_troops@north_vietnam", "nva_troops@central_laos"]
    p.answer("nva_troops@central_laos", 8, "nva_troops@quang_tri_thua_thien")
    assert p.keys() == ["1", "2"]
    assert p.answer(2).over
    assert at(s, CENTRAL_LAOS) == {}
    assert at(s, QUANG_TRI) == {"us_base": 1, "us_troops": 1, "nva_troops": 2}
    assert at(s, NORTH_VIETNAM) == {"nva_troops": 3}
    assert at(s, SOUTHERN_LAOS) == {"nva_troops": 5}


def test_card_37_unshaded_takes_all_without_asking_if_fewer_and_none_if_out_of_reach() -> None:
    s = blank()
    put(s, QUANG_TRI, us_base=1, us_troops=1)
    put(s, SOUTHERN_LAOS, nva_troops=5)
    assert not effective(s, 37, "unshaded")
    put(s, CENTRAL_LAOS, nva_troops=4)
    put(s, LOC_HUE_KHE_SANH, nva_troops=4)
    assert effective(s, 37, "unshaded")
    assert run(s, 37, "unshaded", US).over
    assert at(s, CENTRAL_LAOS) == at(s, LOC_HUE_KHE_SANH) == {}
    assert at(s, SOUTHERN_LAOS) == {"nva_troops": 5}


def test_card_37_shaded_costs_up_to_3_us_troops_beside_nva_and_us_eligibility() -> None:
    s = blank()
    put(s, QUANG_TRI, us_troops=5, nva_guerrilla=1)
    put(s, PLEIKU, us_troops=2, nva_tunnel=1)
    put(s, SAIGON, us_troops=2, vc_base=1)
    assert effective(s, 37, "shaded")
    first_on_the_card(s, NVA)
    p = run(s, 37, "shaded", NVA)
    assert p.keys() == ["quang_tri_thua_thien", "pleiku_darlac"]
    p.answer("quang_tri_thua_thien")
    assert p.keys() == ["0", "1", "2", "3"]
    p.answer(3)
    assert at(s, CASUALTIES) == {"us_troops": 3}
    assert next_eligible(s) == ARVN  # the US not even on this card
    play(end_of_card(s))
    assert s.eligible == 1 << ARVN | 1 << VC


def test_card_37_shaded_may_spare_the_troops() -> None:
    s = blank()
    put(s, PLEIKU, us_troops=2, nva_tunnel=1)
    assert run(s, 37, "shaded", VC, 0).over
    assert at(s, PLEIKU) == {"us_troops": 2, "nva_tunnel": 1}


def test_card_37_shaded_is_effective_only_if_us_has_troops_or_eligibility_to_lose() -> None:
    s = blank()
    assert effective(s, 37, "shaded", NVA)
    assert not effective(s, 37, "shaded", US)  # it would not be Eligible anyway
    s.acted = ((US, OP_AND_ACTIVITY),)
    assert not effective(s, 37, "shaded", NVA)


def test_card_38_single_sends_coin_home_costs_12_and_bans_infiltrate_and_trail() -> None:
    s = blank()
    put(s, HUE, police=1)
    put(s, SAIGON, police=1)
    put(s, CAN_THO, vc_guerrilla=1)
    put(s, CENTRAL_LAOS, us_troops=2, irregular_active=1)
    put(s, THE_FISHHOOK, arvn_troops=1)
    put(s, TAY_NINH, us_troops=1)
    put(s, SOUTHERN_LAOS, nva_base=1)
    assert effective(s, 38, "single")
    p = run(s, 38, "single", NVA)
    assert p.keys() == ["us_troops@central_laos", "irregular_active@central_laos", "arvn_troops@the_fishhook"]
    p.answer("us_troops@central_laos")
    assert p.keys() == ["hue", "saigon"]
    p.answer("hue", 1, "us_troops@central_laos", "saigon", "irregular_active@central_laos", "hue", "saigon")
    assert p.over
    assert at(s, HUE) == {"police": 1, "us_troops": 1, "irregular_active": 1}
    assert at(s, SAIGON) == {"police": 1, "us_troops": 1, "arvn_troops": 1}
    assert at(s, TAY_NINH) == {"us_troops": 1}
    assert s.resources[ARVN] == 8
    assert s.effects == MCNAMARA_LINE
    assert not can_infiltrate(s, accompanying(s, "infiltrate", "rally"))
    assert can_infiltrate(s, Activity(s, NVA, "infiltrate"))  # a later Event may grant it
    assert not can_improve_trail(s, Operation(s, NVA, "rally"))


def test_card_38_single_leaves_bases_without_room_and_everybody_without_a_city() -> None:
    s = blank(resources=[0, 5, 20, 20])
    put(s, CENTRAL_LAOS, us_base=1, us_troops=1)
    assert run(s, 38, "single", US).over
    assert at(s, CENTRAL_LAOS) == {"us_base": 1, "us_troops": 1}
    assert s.resources[ARVN] == 0
    put(s, SAIGON, us_base=1, arvn_base=1)
    assert run(s, 38, "single", US).over
    assert at(s, CENTRAL_LAOS) == {"us_base": 1}
    assert at(s, SAIGON) == {"us_base": 1, "arvn_base": 1, "us_troops": 1}


def test_card_39_unshaded_empties_north_vietnam_before_laos_and_degrades_by_two() -> None:
    s = blank(trail=3, effects=ORISKANY_SHADED)
    put(s, NORTH_VIETNAM, nva_troops=2, nva_base=1, nva_tunnel=1)
    put(s, CENTRAL_LAOS, nva_troops=2, us_troops=1)
    put(s, SOUTHERN_LAOS, vc_guerrilla_active=1)
    assert effective(s, 39, "unshaded")
    p = run(s, 39, "unshaded", US)
    assert at(s, NORTH_VIETNAM) == {"nva_tunnel": 1}  # no choice there
    assert p.keys() == ["us_troops@central_laos", "nva_troops@central_laos", "vc_guerrilla_active@southern_laos"]
    assert p.answer("nva_troops@central_laos").over
    assert at(s, CENTRAL_LAOS) == {"nva_troops": 1, "us_troops": 1}
    assert s.trail == 1


def test_card_39_unshaded_sends_us_pieces_in_laos_to_available() -> None:
    s = blank()
    put(s, CENTRAL_LAOS, us_troops=1)
    run(s, 39, "unshaded", NVA)
    assert at(s, CENTRAL_LAOS) == {}
    assert at(s, CASUALTIES) == {}


def test_card_39_unshaded_lets_nva_offer_its_own_tunneled_base() -> None:
    s = blank()
    put(s, NORTH_VIETNAM, nva_tunnel=1, nva_troops=1)
    put(s, CENTRAL_LAOS, nva_troops=4)
    p = run(s, 39, "unshaded", NVA)
    assert p.keys() == ["nva_troops@north_vietnam", "nva_tunnel@north_vietnam"]
    p.answer("nva_troops@north_vietnam")
    assert p.keys() == ["nva_tunnel@north_vietnam", "done"]
    p.answer("done")
    assert p.keys() == ["1", "2", "3"]
    assert p.answer(3).over
    assert at(s, NORTH_VIETNAM) == {"nva_tunnel": 1}
    assert at(s, CENTRAL_LAOS) == {"nva_troops": 1}


def test_card_39_unshaded_is_ineffective_at_trail_0_with_only_tunnels() -> None:
    s = blank(trail=0)
    put(s, NORTH_VIETNAM, nva_tunnel=1)
    put(s, THE_FISHHOOK, nva_troops=1)
    assert not effective(s, 39, "unshaded")
    assert run(s, 39, "unshaded", US).over
    assert at(s, NORTH_VIETNAM) == {"nva_tunnel": 1}


def test_card_39_shaded_takes_a_us_troop_out_of_play_and_guards_the_trail_through_coup() -> None:
    s = blank(trail=4)
    assert effective(s, 39, "shaded")
    assert run(s, 39, "shaded", NVA).over
    assert at(s, OUT_OF_PLAY) == {"us_troops": 1}
    assert s.effects == ORISKANY_SHADED
    assert not can_degrade(s)
    play(reset_phase(s))
    assert s.trail == 4  # not down to 3
    assert s.effects == 0


def test_card_40_unshaded_lets_any_executor_strike_and_frees_2_casualties() -> None:
    s = blank(trail=2, effects=BOMBING_PAUSE)
    put(s, CASUALTIES, us_troops=3)
    put(s, PLEIKU, nva_troops=2, police=1)
    assert effective(s, 40, "unshaded")
    p = run(s, 40, "unshaded", NVA)
    assert p.decision is not None
    assert p.decision.actor == NVA
    p.answer("pleiku_darlac", 3, "degrade", "nva_troops@pleiku_darlac")
    assert p.over
    assert s.trail == 1
    assert at(s, PLEIKU) == {"nva_troops": 1, "police": 1}
    assert s.support[PLEIKU] == PASSIVE_OPPOSITION
    assert at(s, CASUALTIES) == {"us_troops": 1}


def test_card_40_unshaded_is_ineffective_without_target_trail_or_casualties() -> None:
    s = blank(trail=0)
    put(s, CASUALTIES, us_base=1)
    assert not effective(s, 40, "unshaded")
    assert run(s, 40, "unshaded", US).over
    put(s, CASUALTIES, us_troops=1)
    assert effective(s, 40, "unshaded")
    run(s, 40, "unshaded", US)
    assert at(s, CASUALTIES) == {"us_base": 1}


def test_card_40_shaded_makes_3_available_troops_casualties() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, us_troops=38)
    assert effective(s, 40, "shaded")
    assert run(s, 40, "shaded", VC).over
    assert at(s, CASUALTIES) == {"us_troops": 2}  # all there were
    assert not effective(s, 40, "shaded")
    s = blank()
    run(s, 40, "shaded", NVA)
    assert at(s, CASUALTIES) == {"us_troops": 3}


# --- 41-46 --------------------------------------------------------------------------------------------------------


def test_card_41_single_asks_only_for_spaces_not_at_passive_support_yet() -> None:
    s = blank()
    level(s, SAIGON, PASSIVE_SUPPORT)
    p = run(s, 41, "single", NVA)
    assert "saigon" not in p.keys()
    assert "hue" in p.keys()


def test_card_41_single_sets_2_spaces_to_passive_support_and_bans_air_strikes() -> None:
    s = blank()
    level(s, SAIGON, ACTIVE_SUPPORT)
    level(s, TAY_NINH, ACTIVE_OPPOSITION)
    assert effective(s, 41, "single")
    p = run(s, 41, "single", NVA)
    assert "phuoc_long" not in p.keys()  # nobody lives there
    assert "central_laos" not in p.keys()
    p.answer("saigon")
    assert "saigon" not in p.keys()
    assert p.answer("tay_ninh").over
    assert s.support[SAIGON] == s.support[TAY_NINH] == PASSIVE_SUPPORT
    assert s.patronage == 22
    assert s.effects == BOMBING_PAUSE
    s.trail = 4
    assert not can_air_strike(s, accompanying(s, "air_strike", "train"))
    assert can_air_strike(s, Activity(s, US, "air_strike"))  # a later Event may grant it


def test_card_42_unshaded_costs_nva_10_and_a_die_roll_of_troops_of_its_choice() -> None:
    s = blank()
    put(s, NORTH_VIETNAM, nva_troops=3)
    put(s, PLEIKU, nva_troops=2)
    assert effective(s, 42, "unshaded")
    p = run(s, 42, "unshaded", US)
    assert s.resources[NVA] == 10
    p.answer(4)
    assert p.decision is not None
    assert p.decision.actor == NVA
    assert p.answer("nva_troops@north_vietnam", 3).over
    assert at(s, NORTH_VIETNAM) == {}
    assert at(s, PLEIKU) == {"nva_troops": 1}


def test_card_42_unshaded_takes_all_if_fewer_and_is_ineffective_against_nothing() -> None:
    s = blank(resources=[0, 20, 6, 20])
    put(s, NORTH_VIETNAM, nva_troops=1)
    assert run(s, 42, "unshaded", ARVN, 6).over
    assert s.resources[NVA] == 0
    assert at(s, NORTH_VIETNAM) == {}
    assert not effective(s, 42, "unshaded")


def test_card_42_shaded_gives_nva_10_and_vc_the_trail() -> None:
    s = blank(trail=3)
    assert effective(s, 42, "shaded")
    run(s, 42, "shaded", VC)
    assert s.resources == [0, 20, 30, 23]
    s.resources[NVA] = 75
    assert effective(s, 42, "shaded")
    s.trail = 0
    assert not effective(s, 42, "shaded")


def test_card_43_unshaded_frees_2_bases_of_one_faction_then_pays() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, us_base=2, arvn_base=2)
    assert effective(s, 43, "unshaded")
    p = run(s, 43, "unshaded", ARVN)
    assert p.keys() == ["us", "arvn"]
    p.answer("arvn")
    assert at(s, OUT_OF_PLAY) == {"us_base": 2}
    assert p.keys() == ["resources", "aid"]
    assert p.answer("aid").over
    assert s.aid == 32
    assert s.resources[ARVN] == 20


def test_card_43_unshaded_moves_1_base_if_only_1_and_offers_only_what_can_grow() -> None:
    s = blank(aid=75)
    put(s, OUT_OF_PLAY, us_base=1)
    assert run(s, 43, "unshaded", US).over
    assert at(s, OUT_OF_PLAY) == {}
    assert s.resources[ARVN] == 26
    s.resources[ARVN] = 75
    assert not effective(s, 43, "unshaded")
    assert run(s, 43, "unshaded", US).over


def test_card_43_shaded_improves_twice_or_once_with_10_resources() -> None:
    s = blank(trail=1)
    assert effective(s, 43, "shaded")
    p = run(s, 43, "shaded", VC)
    assert p.keys() == ["trail", "resources"]
    p.answer("trail")
    assert (s.trail, s.resources[NVA]) == (3, 20)
    assert run(s, 43, "shaded", NVA).over  # Trail 4 now: only Resources are left
    assert (s.trail, s.resources[NVA]) == (4, 30)
    s.resources[NVA] = 75
    assert not effective(s, 43, "shaded")


def ia_drang() -> State:
    s = blank(next_card=COUP, effects=MEDEVAC_SHADED | LANSDALE_SHADED)  # Monsoon and bans yield
    put(s, SAIGON, us_troops=4)
    put(s, PLEIKU, nva_troops=1, nva_guerrilla=2, arvn_troops=3, nva_base=1)
    put(s, NORTH_VIETNAM, nva_troops=1)
    return s


def test_card_44_unshaded_lifts_sweeps_and_assaults_for_free_with_arvn_added() -> None:
    s = ia_drang()
    resources = s.resources[:]
    assert effective(s, 44, "unshaded")
    p = run(s, 44, "unshaded", NVA)
    assert p.decision is not None
    assert p.decision.actor == US
    assert p.decision.kind == "air_lift.space"
    assert p.keys() == ["saigon", "pleiku_darlac"]
    assert p.answer("pleiku_darlac", 4, "arvn").over
    # 4 Troops in a Highland without US Base remove 2, 3 ARVN Troops then 1: the Troop and both Guerrillas.
    assert at(s, PLEIKU) == {"us_troops": 4, "arvn_troops": 3, "nva_base": 1}
    assert at(s, SAIGON) == {}
    assert s.resources == resources


def test_card_44_unshaded_skips_the_sweep_on_a_loc() -> None:
    s = blank()
    put(s, SAIGON, us_troops=2)
    put(s, LOC_HUE_KHE_SANH, nva_troops=1, nva_guerrilla=1)
    p = run(s, 44, "unshaded", US)
    assert p.keys() == ["saigon", "loc_hue_khe_sanh"]  # not where nobody is to be lifted
    p.answer("saigon", 2)
    assert p.over
    assert not any(kind.startswith("sweep") for kind in p.asked)
    assert at(s, LOC_HUE_KHE_SANH) == {"us_troops": 2, "nva_guerrilla": 1}


def test_card_44_unshaded_needs_nva_outside_north_vietnam_and_somebody_to_fight_it() -> None:
    s = blank()
    put(s, NORTH_VIETNAM, nva_troops=1)
    put(s, SAIGON, us_troops=1)
    assert not effective(s, 44, "unshaded")
    assert run(s, 44, "unshaded", US).over
    put(s, PLEIKU, nva_guerrilla=1)
    assert effective(s, 44, "unshaded")
    s = blank()
    put(s, PLEIKU, nva_guerrilla=1)
    put(s, SAIGON, police=1, us_base=1)
    assert not effective(s, 44, "unshaded")


def test_card_44_shaded_costs_a_die_roll_of_us_troops_around_an_nva_province() -> None:
    s = blank()
    put(s, PLEIKU, nva_troops=1, us_troops=2)
    put(s, KONTUM, us_troops=3)
    put(s, HUE, us_troops=3)
    put(s, CENTRAL_LAOS, nva_troops=1)  # no US Troops near
    assert effective(s, 44, "shaded")
    p = run(s, 44, "shaded", NVA, 3)
    assert p.keys() == ["us_troops@pleiku_darlac", "us_troops@kontum"]
    assert p.answer("us_troops@kontum", 2).answer("us_troops@pleiku_darlac").over
    assert at(s, KONTUM) == {"us_troops": 1}
    assert at(s, PLEIKU) == {"nva_troops": 1, "us_troops": 1}
    assert at(s, CASUALTIES) == {"us_troops": 3}


def test_card_44_shaded_needs_us_troops_within_1_space_of_nva_troops_in_a_province() -> None:
    s = blank()
    put(s, KONTUM, nva_troops=1, us_troops=1)  # a City
    put(s, PLEIKU, nva_guerrilla=1)
    assert not effective(s, 44, "shaded")
    assert run(s, 44, "shaded", NVA).over
    put(s, PLEIKU, nva_troops=1)
    assert effective(s, 44, "shaded")


def test_card_45_unshaded_costs_a_troop_in_each_attack_space() -> None:
    s = blank()
    put(s, PLEIKU, nva_troops=4, police=2)
    assert effective(s, 45, "unshaded")
    run(s, 45, "unshaded", US)
    assert s.effects == PT_76
    play(attack(s, Operation(s, NVA, "attack")))
    assert at(s, PLEIKU) == {"nva_troops": 3, "police": 1}


def test_card_45_shaded_lets_troops_in_one_space_remove_one_piece_each() -> None:
    s = blank()
    put(s, PLEIKU, nva_troops=2, police=4)
    assert effective(s, 45, "shaded")
    run(s, 45, "shaded", NVA)
    assert s.effects == PT_76_SHADED
    play(attack(s, Operation(s, NVA, "attack")), "yes")
    assert at(s, PLEIKU) == {"nva_troops": 2, "police": 2}


def test_card_46_unshaded_degrades_by_two_and_limits_infiltrate_to_one_space() -> None:
    s = blank(trail=3)
    put(s, CENTRAL_LAOS, nva_base=1)
    put(s, SOUTHERN_LAOS, nva_base=1)
    assert effective(s, 46, "unshaded")
    run(s, 46, "unshaded", US)
    assert s.trail == 1
    assert s.effects == TRANSPORT_GROUP_559
    assert play(infiltrate(s, accompanying(s, "infiltrate", "rally")), "central_laos", 2).over
    assert at(s, CENTRAL_LAOS) == {"nva_base": 1, "nva_troops": 2}
    assert at(s, SOUTHERN_LAOS) == {"nva_base": 1}


def test_card_46_shaded_infiltrates_free_then_pays_by_the_trail() -> None:
    s = blank(trail=2, effects=MCNAMARA_LINE)  # the ban yields (5.1.2)
    put(s, CENTRAL_LAOS, nva_base=1)
    assert effective(s, 46, "shaded")
    p = run(s, 46, "shaded", VC)
    assert p.decision is not None
    assert p.decision.actor == NVA
    p.answer(3)
    assert p.over
    assert at(s, CENTRAL_LAOS) == {"nva_base": 1, "nva_troops": 3}
    assert s.resources == [0, 20, 26, 24]


def test_card_46_shaded_pays_even_if_nva_cannot_infiltrate() -> None:
    s = blank(trail=1)
    assert effective(s, 46, "shaded")
    assert run(s, 46, "shaded", NVA).over
    assert s.resources == [0, 20, 23, 22]
    s.trail = 0
    assert not effective(s, 46, "shaded")


# --- 47-50 --------------------------------------------------------------------------------------------------------


def test_card_47_unshaded_doubles_arvn_then_assaults_nva_everywhere() -> None:
    s = blank()
    put(s, TAY_NINH, arvn_troops=1, police=1, ranger=1, arvn_base=1, nva_troops=2, vc_guerrilla_active=1)
    put(s, SAIGON, police=4, nva_guerrilla_active=1, vc_guerrilla_active=1)
    put(s, KONTUM, arvn_troops=2, vc_guerrilla_active=1)
    put(s, HUE, arvn_troops=2, nva_guerrilla=1)
    assert effective(s, 47, "unshaded", US)
    p = run(s, 47, "unshaded", US)
    assert p.keys() == ["hue", "saigon", "tay_ninh"]
    assert p.answer("tay_ninh").over
    # 4 ARVN pieces bring 4 Troops: 5 Troops remove 2. VC is spared everywhere, Underground NVA too.
    assert at(s, TAY_NINH) == {"arvn_troops": 5, "police": 1, "ranger": 1, "arvn_base": 1, "vc_guerrilla_active": 1}
    assert at(s, SAIGON) == {"police": 4, "vc_guerrilla_active": 1}
    assert at(s, KONTUM) == {"arvn_troops": 2, "vc_guerrilla_active": 1}
    assert at(s, HUE) == {"arvn_troops": 2, "nva_guerrilla": 1}
    assert s.resources == [0, 20, 20, 20]


def test_card_47_unshaded_removes_bases_for_aid_but_not_behind_a_vc_guerrilla() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, arvn_troops=26)  # none left to place
    put(s, SAIGON, arvn_troops=2, nva_base=1)
    put(s, HUE, arvn_troops=2, nva_base=1, vc_guerrilla=1)
    assert effective(s, 47, "unshaded", NVA)
    assert run(s, 47, "unshaded", NVA).over
    assert at(s, SAIGON) == {"arvn_troops": 2}
    assert at(s, HUE) == {"arvn_troops": 2, "nva_base": 1, "vc_guerrilla": 1}
    assert s.aid == 26
    assert not effective(s, 47, "unshaded", NVA)


def test_card_47_unshaded_rolls_against_a_tunneled_nva_base() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, arvn_troops=28)
    put(s, SAIGON, arvn_troops=2, nva_tunnel=1, vc_tunnel=1)
    assert effective(s, 47, "unshaded", NVA)
    assert run(s, 47, "unshaded", NVA, 4).over
    assert at(s, SAIGON) == {"arvn_troops": 2, "nva_base": 1, "vc_tunnel": 1}


def test_card_47_unshaded_angers_provinces_under_shaded_search_and_destroy() -> None:
    s = blank(effects=SEARCH_AND_DESTROY_SHADED)
    put(s, OUT_OF_PLAY, arvn_troops=30)
    put(s, TAY_NINH, police=1, nva_base=1)  # Police do not count there, but it is an Assault
    assert effective(s, 47, "unshaded", NVA)
    assert run(s, 47, "unshaded", NVA).over
    assert s.support[TAY_NINH] == PASSIVE_OPPOSITION
    s.effects = 0
    assert not effective(s, 47, "unshaded", NVA)


def test_card_47_unshaded_lets_arvn_lift_troops_from_the_map_when_none_are_available() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, arvn_troops=27)
    put(s, CAN_THO, arvn_troops=2)
    put(s, TAY_NINH, arvn_troops=1, nva_guerrilla=1)
    p = run(s, 47, "unshaded", ARVN)
    assert p.keys() == ["0", "1"]
    assert p.answer(1).over
    assert at(s, CAN_THO) == {"arvn_troops": 1}
    assert at(s, TAY_NINH) == {"arvn_troops": 2, "nva_guerrilla": 1}


def test_card_47_shaded_places_up_to_10_nva_troops_around_north_vietnam() -> None:
    s = blank()
    level(s, QUANG_TRI, ACTIVE_SUPPORT)
    put(s, QUANG_TRI, us_troops=3)
    assert effective(s, 47, "shaded", US)
    p = run(s, 47, "shaded", VC)
    assert p.keys() == [
        "nva_troops@north_vietnam",
        "nva_troops@central_laos",
        "nva_troops@quang_tri_thua_thien",
        "nva_troops@loc_hue_khe_sanh",
        "done",
    ]
    p.answer("nva_troops@quang_tri_thua_thien", 6, "nva_troops@loc_hue_khe_sanh", 2, "done")
    assert p.over
    assert at(s, QUANG_TRI) == {"us_troops": 3, "nva_troops": 6}
    assert at(s, LOC_HUE_KHE_SANH) == {"nva_troops": 2}


def test_card_47_shaded_needs_troops_that_can_be_placed() -> None:
    s = blank()
    put(s, TAY_NINH, nva_troops=40)
    assert not effective(s, 47, "shaded", VC)
    assert run(s, 47, "shaded", VC).over
    assert effective(s, 47, "shaded", NVA)  # its own Troops, lifted from the map (1.4.1)


def test_card_48_unshaded_removes_up_to_3_guerrillas_and_wins_the_province() -> None:
    s = blank()
    put(s, PLEIKU, us_base=1, nva_guerrilla=2, vc_guerrilla_active=2, nva_troops=1)
    put(s, PHUOC_LONG, arvn_base=1)  # nobody to remove or win
    put(s, SAIGON, us_base=1, vc_guerrilla=1)
    assert effective(s, 48, "unshaded", ARVN)
    p = run(s, 48, "unshaded", ARVN)
    assert p.keys() == ["nva_guerrilla@pleiku_darlac", "vc_guerrilla_active@pleiku_darlac", "done"]
    p.answer("nva_guerrilla@pleiku_darlac", 2, "vc_guerrilla_active@pleiku_darlac")
    assert p.over
    assert at(s, PLEIKU) == {"us_base": 1, "vc_guerrilla_active": 1, "nva_troops": 1}
    assert s.support[PLEIKU] == ACTIVE_SUPPORT


def test_card_48_unshaded_may_spare_the_guerrillas() -> None:
    s = blank()
    put(s, PLEIKU, us_base=1, nva_guerrilla=2)
    assert run(s, 48, "unshaded", VC, "done").over
    assert at(s, PLEIKU) == {"us_base": 1, "nva_guerrilla": 2}
    assert s.support[PLEIKU] == ACTIVE_SUPPORT
    s = blank()
    put(s, SAIGON, us_base=1, vc_guerrilla=1)
    assert not effective(s, 48, "unshaded")


def test_card_48_shaded_overruns_a_base_with_at_most_2_cubes() -> None:
    s = blank()
    put(s, PLEIKU, us_base=1, arvn_base=1, us_troops=1, police=1, ranger=3)
    put(s, TAY_NINH, arvn_base=1, police=3)
    assert effective(s, 48, "shaded")
    p = run(s, 48, "shaded", VC)
    assert p.keys() == ["us_base@pleiku_darlac", "arvn_base@pleiku_darlac"]
    p.answer("us_base@pleiku_darlac")
    assert at(s, PLEIKU) == {"arvn_base": 1, "us_troops": 1, "police": 1, "ranger": 3}
    assert at(s, CASUALTIES) == {"us_base": 1}
    assert s.support[PLEIKU] == ACTIVE_OPPOSITION


def test_card_48_shaded_sends_an_arvn_base_to_available_and_needs_a_weak_province() -> None:
    s = blank()
    put(s, SAIGON, us_base=1)
    put(s, PLEIKU, us_base=1, us_troops=3)
    assert not effective(s, 48, "shaded")
    assert run(s, 48, "shaded", NVA).over
    put(s, TAY_NINH, arvn_base=1)
    assert effective(s, 48, "shaded")
    assert run(s, 48, "shaded", NVA).over
    assert at(s, TAY_NINH) == {}
    assert at(s, CASUALTIES) == {}
    assert s.support[TAY_NINH] == ACTIVE_OPPOSITION


def test_card_49_unshaded_places_6_arvn_pieces_of_any_kind_in_the_south() -> None:
    s = blank()
    assert effective(s, 49, "unshaded", NVA)
    p = run(s, 49, "unshaded", NVA)
    assert "done" not in p.keys()
    assert "arvn_troops@central_laos" not in p.keys()
    assert "arvn_base@loc_hue_khe_sanh" not in p.keys()
    p.answer("arvn_base@hue", "police@loc_hue_khe_sanh", 3, "ranger@tay_ninh", 2)
    assert p.over
    assert at(s, HUE) == {"arvn_base": 1}
    assert at(s, LOC_HUE_KHE_SANH) == {"police": 3}
    assert at(s, TAY_NINH) == {"ranger": 2}


def test_card_49_unshaded_places_what_is_available() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, arvn_troops=30, police=28, ranger=6, arvn_base=3)
    run(s, 49, "unshaded", VC, "police@hue", 2)
    assert at(s, HUE) == {"police": 2}
    assert not effective(s, 49, "unshaded", VC)
    assert effective(s, 49, "unshaded", ARVN)  # may lift its Police from the map


def test_card_49_shaded_doubles_nva_troops_in_3_spaces_then_bombards() -> None:
    s = blank(effects=TYPHOON_KATE)  # its ban on Bombard yields (5.1.2)
    put(s, NORTH_VIETNAM, nva_troops=6)
    put(s, CENTRAL_LAOS, nva_troops=2)
    put(s, SOUTHERN_LAOS, nva_troops=1)
    put(s, THE_FISHHOOK, nva_troops=1)
    put(s, HUE, us_troops=3)
    put(s, QUANG_TRI, us_troops=1, us_base=1)
    assert effective(s, 49, "shaded")
    p = run(s, 49, "shaded", VC, "north_vietnam", "central_laos")
    assert p.keys() == ["southern_laos", "the_fishhook"]
    assert p.answer("the_fishhook").over
    assert at(s, NORTH_VIETNAM) == {"nva_troops": 12}
    assert at(s, CENTRAL_LAOS) == {"nva_troops": 4}
    assert at(s, THE_FISHHOOK) == {"nva_troops": 2}
    assert at(s, QUANG_TRI) == {"us_base": 1}
    assert at(s, CASUALTIES) == {"us_troops": 1}


def test_card_49_shaded_places_as_far_as_troops_go_and_needs_troops_on_the_map() -> None:
    s = blank()
    assert not effective(s, 49, "shaded")
    assert run(s, 49, "shaded", NVA).over
    put(s, NORTH_VIETNAM, nva_troops=38)
    assert effective(s, 49, "shaded")
    assert run(s, 49, "shaded", NVA).over
    assert at(s, NORTH_VIETNAM) == {"nva_troops": 40}
    assert not effective(s, 49, "shaded")


def test_card_50_unshaded_brings_us_troops_then_two_arvn_limited_operations() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, us_troops=5)
    put(s, SAIGON, arvn_troops=2, vc_guerrilla_active=2)
    assert effective(s, 50, "unshaded")
    p = run(s, 50, "unshaded", NVA)
    assert p.keys() == ["troops", "resources"]
    p.answer("troops")
    assert "us_troops@central_laos" not in p.keys()
    p.answer("us_troops@hue", 3, "us_troops@loc_hue_khe_sanh")
    assert p.decision is not None
    assert p.decision.actor == ARVN
    assert p.keys() == ["train", "patrol", "sweep", "assault"]
    p.answer("assault")
    assert p.keys() == ["train", "patrol", "sweep", "assault"]
    p.answer("assault")
    assert p.over
    assert at(s, HUE) == {"us_troops": 3}
    assert at(s, LOC_HUE_KHE_SANH) == {"us_troops": 1}
    assert at(s, SAIGON) == {"arvn_troops": 2}
    assert s.resources == [0, 20, 20, 20]


def test_card_50_unshaded_may_give_arvn_9_resources_and_offers_no_sweep_in_monsoon() -> None:
    s = blank(next_card=COUP)
    put(s, OUT_OF_PLAY, us_troops=1)
    put(s, SAIGON, arvn_troops=2)
    p = run(s, 50, "unshaded", US, "resources")
    assert s.resources[ARVN] == 29
    assert "sweep" not in p.keys()
    assert "train" in p.keys()


def test_card_50_unshaded_is_ineffective_when_nothing_can_be_done() -> None:
    s = blank(resources=[0, 75, 20, 20])
    put(s, SAIGON, nva_troops=1)
    for sp in range(30):
        if sp != SAIGON:
            put(s, sp, nva_guerrilla=1) if sp < 20 else put(s, sp, nva_troops=1)
    assert not effective(s, 50, "unshaded")  # NVA Control everywhere: ARVN cannot even Train
    assert run(s, 50, "unshaded", US).over


def test_card_50_shaded_gives_vc_three_limited_operations_then_nva_three() -> None:
    s = blank(resources=[0, 0, 0, 0], next_card=COUP)
    put(s, TAY_NINH, vc_base=1)
    put(s, CENTRAL_LAOS, nva_base=1)
    assert effective(s, 50, "shaded")
    p = run(s, 50, "shaded", US)
    asked = []
    home = {VC: "tay_ninh", NVA: "central_laos"}
    while p.decision is not None:
        if p.decision.kind == "event.limited_operation":
            assert "march" not in p.keys()
        if p.decision.kind == "rally.space":
            asked.append(p.decision.actor)
        p.answer(next(k for k in ("rally", home[p.decision.actor], "place", "1", "done") if k in p.keys()))
    assert asked == [VC] * 3 + [NVA] * 3
    assert at(s, TAY_NINH)["vc_guerrilla"] == 3
    assert at(s, CENTRAL_LAOS)["nva_guerrilla"] == 3
    assert s.resources == [0, 0, 0, 0]


# --- 51-55 --------------------------------------------------------------------------------------------------------


def test_card_51_unshaded_removes_6_insurgent_units_outside_the_south() -> None:
    s = blank()
    put(s, NORTH_VIETNAM, nva_troops=4, nva_base=1)
    put(s, THE_PARROTS_BEAK, vc_guerrilla=2, nva_guerrilla_active=2)
    put(s, TAY_NINH, vc_guerrilla=2)
    assert effective(s, 51, "unshaded")
    p = run(s, 51, "unshaded", US)
    assert p.keys() == [
        "nva_troops@north_vietnam",
        "nva_guerrilla_active@the_parrots_beak",
        "vc_guerrilla@the_parrots_beak",
    ]
    p.answer("nva_troops@north_vietnam", 4, "vc_guerrilla@the_parrots_beak", 2)
    assert p.over
    assert at(s, NORTH_VIETNAM) == {"nva_base": 1}
    assert at(s, THE_PARROTS_BEAK) == {"nva_guerrilla_active": 2}


def test_card_51_unshaded_finds_only_bases() -> None:
    s = blank()
    put(s, NORTH_VIETNAM, nva_base=1)
    assert not effective(s, 51, "unshaded")
    assert run(s, 51, "unshaded", US).over


def test_card_51_shaded_improves_the_trail_by_two_and_pays_a_die_roll() -> None:
    s = blank(trail=3)
    assert effective(s, 51, "shaded")
    run(s, 51, "shaded", NVA, 5)
    assert s.trail == 4
    assert s.resources[NVA] == 25
    s.resources[NVA] = 75
    assert not effective(s, 51, "shaded")


def test_card_52_unshaded_turns_a_shaded_us_capability_and_top_gun_ends_migs() -> None:
    s = blank(effects=TOP_GUN_SHADED | CAPS_SHADED | ARC_LIGHT | MIGS_SHADED)
    assert effective(s, 52, "unshaded", US)
    p = run(s, 52, "unshaded", US)
    assert p.keys() == ["4", "18"]  # no NVA Capability, none that is unshaded
    assert p.answer("4").over
    assert s.effects == TOP_GUN | CAPS_SHADED | ARC_LIGHT
    assert run(s, 52, "unshaded", ARVN).over
    assert s.effects == TOP_GUN | CAPS | ARC_LIGHT
    assert not effective(s, 52, "unshaded", US)
    assert run(s, 52, "unshaded", US).over


def test_card_52_shaded_turns_an_unshaded_us_capability() -> None:
    s = blank(effects=PATTON | ARC_LIGHT | MIGS)
    assert effective(s, 52, "shaded", ARVN)
    p = run(s, 52, "shaded", ARVN)
    assert p.keys() == ["8", "14"]
    p.answer("8")
    assert s.effects == PATTON | ARC_LIGHT_SHADED | MIGS
    s.effects = MIGS | ARC_LIGHT_SHADED
    assert not effective(s, 52, "shaded")


def test_card_52_knows_the_capabilities_and_momentum_of_every_set() -> None:
    s = blank(effects=AMMUNITION_SHADED | F_5ES_SHADED)
    assert effective(s, 52, "unshaded", US)
    assert not effective(s, 52, "shaded", US)
    assert run(s, 52, "shaded", VC).over


def test_card_53_unshaded_removes_2_nva_troops_from_each_of_3_spaces_and_stays_eligible() -> None:
    s = blank()
    for sp, n in ((QUANG_TRI, 3), (PLEIKU, 1), (LOC_HUE_KHE_SANH, 2), (TAY_NINH, 2), (CENTRAL_LAOS, 4)):
        put(s, sp, nva_troops=n)
    assert effective(s, 53, "unshaded", ARVN)
    first_on_the_card(s, ARVN)
    p = run(s, 53, "unshaded", ARVN)
    assert p.keys() == ["quang_tri_thua_thien", "pleiku_darlac", "tay_ninh", "loc_hue_khe_sanh", "done"]
    assert p.answer("quang_tri_thua_thien", "pleiku_darlac", "loc_hue_khe_sanh").over
    assert at(s, QUANG_TRI) == {"nva_troops": 1}
    assert at(s, PLEIKU) == at(s, LOC_HUE_KHE_SANH) == {}
    assert at(s, TAY_NINH) == {"nva_troops": 2}
    play(end_of_card(s))
    assert s.eligible == 0b1111


def test_card_53_unshaded_may_spare_everybody_and_is_ineffective_only_before_a_coup() -> None:
    s = blank()
    put(s, CENTRAL_LAOS, nva_troops=2)
    assert effective(s, 53, "unshaded")  # staying Eligible is something
    s.next_card = COUP
    assert not effective(s, 53, "unshaded")
    put(s, PLEIKU, nva_troops=2)
    assert effective(s, 53, "unshaded")
    assert run(s, 53, "unshaded", NVA, "done").over
    assert at(s, PLEIKU) == {"nva_troops": 2}
    assert s.stay_eligible == 1 << NVA


def test_card_53_shaded_removes_a_us_base_and_2_arvn_bases_from_provinces() -> None:
    s = blank()
    put(s, PLEIKU, us_base=1, arvn_base=1)
    put(s, TAY_NINH, us_base=1, arvn_base=1)
    put(s, SAIGON, us_base=1, arvn_base=1)
    assert effective(s, 53, "shaded")
    p = run(s, 53, "shaded", NVA)
    assert p.keys() == ["us_base@pleiku_darlac", "us_base@tay_ninh", "done"]
    p.answer("us_base@tay_ninh")
    assert p.keys() == ["arvn_base@pleiku_darlac", "arvn_base@tay_ninh", "done"]
    p.answer("arvn_base@pleiku_darlac", "arvn_base@tay_ninh")
    assert p.over
    assert at(s, PLEIKU) == {"us_base": 1}
    assert at(s, TAY_NINH) == {}
    assert at(s, CASUALTIES) == {"us_base": 1}


def test_card_53_shaded_may_be_declined_and_spares_cities() -> None:
    s = blank()
    put(s, SAIGON, us_base=1, arvn_base=1)
    assert not effective(s, 53, "shaded")
    assert run(s, 53, "shaded", VC).over
    put(s, TAY_NINH, us_base=1)
    assert effective(s, 53, "shaded")
    run(s, 53, "shaded", VC, "done")
    assert at(s, TAY_NINH) == {"us_base": 1}


def test_card_54_unshaded_frees_2_troops_bars_nva_and_brings_the_us_in_on_this_card() -> None:
    s = blank(eligible=1 << ARVN | 1 << NVA, order=(ARVN, NVA, VC, US))
    put(s, CASUALTIES, us_troops=3, us_base=1)
    assert effective(s, 54, "unshaded", ARVN)
    first_on_the_card(s, ARVN)
    assert run(s, 54, "unshaded", ARVN).over
    assert at(s, CASUALTIES) == {"us_troops": 1, "us_base": 1}
    assert next_eligible(s) == US
    s.acted += ((US, OP_AND_ACTIVITY),)
    play(end_of_card(s))
    assert s.eligible == 1 << VC  # having acted the US sits out the next card as usual


def test_card_54_unshaded_keeps_an_executing_us_eligible_with_arvn_second() -> None:
    s = blank(order=(NVA, VC, US, ARVN), passed=1 << VC)
    first_on_the_card(s, US)
    run(s, 54, "unshaded", US)
    assert next_eligible(s) == ARVN
    s.acted += ((ARVN, OP_AND_ACTIVITY),)
    play(end_of_card(s))
    assert s.eligible == 1 << US | 1 << VC


def test_card_54_unshaded_is_ineffective_only_if_nobody_changes() -> None:
    s = blank()
    assert effective(s, 54, "unshaded", VC)  # NVA would lose its eligibility
    assert not effective(s, 54, "unshaded", NVA)
    assert effective(s, 54, "unshaded", US)  # stays Eligible
    s.eligible &= ~(1 << US)
    assert effective(s, 54, "unshaded", NVA)  # the US could act on this card
    s = blank(acted=((US, OP_AND_ACTIVITY),))
    assert effective(s, 54, "unshaded", NVA)
    s = blank()
    put(s, CASUALTIES, us_troops=1)
    assert effective(s, 54, "unshaded", NVA)


def test_card_54_shaded_takes_2_casualties_out_of_play_and_bars_the_us() -> None:
    s = blank()
    put(s, CASUALTIES, us_troops=2, us_base=1, irregular=1)
    assert effective(s, 54, "shaded")
    p = run(s, 54, "shaded", VC)
    assert p.keys() == ["0", "1", "2"]
    p.answer(1)
    assert p.keys() == ["0", "1"]
    assert p.answer(1).over
    assert at(s, CASUALTIES) == {"us_troops": 1, "irregular": 1}
    assert at(s, OUT_OF_PLAY) == {"us_troops": 1, "us_base": 1}
    assert s.made_ineligible == 1 << US
    s = blank()
    assert not effective(s, 54, "shaded", US)
    assert effective(s, 54, "shaded", ARVN)


def test_card_55_unshaded_degrades_by_two_and_costs_nva_4_pieces_in_each_country() -> None:
    s = blank(trail=3)
    put(s, CENTRAL_LAOS, nva_troops=3)
    put(s, SOUTHERN_LAOS, nva_base=1, nva_guerrilla=2)
    put(s, THE_FISHHOOK, nva_guerrilla_active=3, vc_guerrilla=2)
    assert effective(s, 55, "unshaded")
    p = run(s, 55, "unshaded", US)
    assert s.trail == 1
    assert p.decision is not None
    assert p.decision.actor == NVA
    assert p.answer("nva_troops@central_laos", 3, "nva_guerrilla@southern_laos").over
    assert at(s, SOUTHERN_LAOS) == {"nva_base": 1, "nva_guerrilla": 1}
    assert at(s, THE_FISHHOOK) == {"vc_guerrilla": 2}


def test_card_55_unshaded_lets_nva_keep_or_offer_a_tunneled_base() -> None:
    s = blank(trail=0)
    put(s, THE_FISHHOOK, nva_tunnel=1)
    assert not effective(s, 55, "unshaded")
    put(s, SIHANOUKVILLE, nva_troops=4)
    assert effective(s, 55, "unshaded")
    p = run(s, 55, "unshaded", NVA, "nva_tunnel@the_fishhook")
    assert p.keys() == ["1", "2", "3"]
    p.answer(3)
    assert at(s, SIHANOUKVILLE) == {"nva_troops": 1}
    assert at(s, THE_FISHHOOK) == {}


def test_card_55_shaded_pays_both_and_lets_nva_move_its_bases() -> None:
    s = blank(trail=2)
    put(s, CENTRAL_LAOS, nva_base=2)
    put(s, SOUTHERN_LAOS, nva_tunnel=1, vc_base=1)
    put(s, THE_FISHHOOK, nva_base=1)
    assert effective(s, 55, "shaded")
    p = run(s, 55, "shaded", VC)
    assert s.resources == [0, 20, 24, 24]
    assert p.decision is not None
    assert p.decision.actor == NVA
    assert p.keys() == ["nva_base@central_laos", "nva_base@the_fishhook", "done"]
    p.answer("nva_base@central_laos")
    assert p.keys() == ["northeast_cambodia", "the_fishhook", "the_parrots_beak", "sihanoukville"]  # room
    p.answer("sihanoukville", "done")
    assert p.over
    assert at(s, CENTRAL_LAOS) == at(s, SIHANOUKVILLE) == {"nva_base": 1}


def test_card_55_shaded_is_ineffective_at_trail_0_without_a_movable_base() -> None:
    s = blank(trail=0)
    put(s, SOUTHERN_LAOS, nva_tunnel=1)
    put(s, NORTH_VIETNAM, nva_base=1)
    assert not effective(s, 55, "shaded")
    assert run(s, 55, "shaded", NVA).over
    put(s, THE_FISHHOOK, nva_base=1)
    assert effective(s, 55, "shaded")
    s = blank(trail=4, resources=[0, 0, 75, 75])
    assert not effective(s, 55, "shaded")


# --- 56-60 --------------------------------------------------------------------------------------------------------


def test_card_56_unshaded_trades_2_guerrillas_for_a_troop_in_3_spaces() -> None:
    s = blank()
    put(s, TAY_NINH, vc_guerrilla=2, nva_guerrilla=1)
    put(s, PLEIKU, vc_guerrilla=1)
    put(s, QUANG_DUC, vc_guerrilla_active=2)
    put(s, LOC_HUE_KHE_SANH, nva_guerrilla=2)
    put(s, BINH_TUY, vc_guerrilla=2)
    assert effective(s, 56, "unshaded", US)
    p = run(s, 56, "unshaded", US)
    assert p.keys() == ["quang_duc_long_khanh", "binh_tuy_binh_thuan", "tay_ninh", "loc_hue_khe_sanh"]
    p.answer("quang_duc_long_khanh", "tay_ninh", "loc_hue_khe_sanh")
    assert p.keys() == ["nva_guerrilla@tay_ninh", "vc_guerrilla@tay_ninh"]
    assert p.answer("vc_guerrilla@tay_ninh", 2).over
    assert at(s, QUANG_DUC) == at(s, LOC_HUE_KHE_SANH) == {"nva_troops": 1}
    assert at(s, TAY_NINH) == {"nva_guerrilla": 1, "nva_troops": 1}
    assert at(s, BINH_TUY) == {"vc_guerrilla": 2}


def test_card_56_unshaded_removes_the_guerrillas_even_without_a_troop_and_needs_a_pair() -> None:
    s = blank()
    put(s, NORTH_VIETNAM, nva_troops=40)
    put(s, PLEIKU, vc_guerrilla=1)
    assert not effective(s, 56, "unshaded")
    assert run(s, 56, "unshaded", US).over
    put(s, TAY_NINH, vc_guerrilla=2)
    assert effective(s, 56, "unshaded")
    assert run(s, 56, "unshaded", VC).over
    assert at(s, TAY_NINH) == {}


def test_card_56_shaded_marches_into_3_spaces_and_acts_in_each() -> None:
    s = blank(resources=[0, 0, 0, 0], next_card=COUP)  # Monsoon does not stop the March
    put(s, CENTRAL_LAOS, nva_troops=6, nva_guerrilla=2)
    put(s, QUANG_NAM, police=2)
    level(s, QUANG_TRI, PASSIVE_SUPPORT)
    assert effective(s, 56, "shaded", VC)
    p = run(s, 56, "shaded", VC, "yes")
    assert p.decision is not None
    assert p.decision.actor == NVA
    p.answer("quang_nam", 4, 0, "quang_tri_thua_thien", 1, 0, "southern_laos")
    p.answer(1, 2)
    while p.decision is not None and p.decision.kind.startswith("march"):
        p.answer("done")
    assert p.keys() == ["quang_nam", "quang_tri_thua_thien", "southern_laos", "done"]
    p.answer("quang_nam")
    assert "march" not in p.keys()  # not named, so not in Monsoon
    assert {"attack", "terror"} <= set(p.keys())
    p.answer("attack")
    assert at(s, QUANG_NAM) == {"nva_troops": 4}
    assert p.keys() == ["quang_tri_thua_thien", "southern_laos", "done"]
    p.answer("quang_tri_thua_thien")  # Terror is all there is to do
    assert s.support[QUANG_TRI] == 0
    p.answer("done")
    assert p.over
    assert at(s, SOUTHERN_LAOS) == {"nva_troops": 1, "nva_guerrilla": 2}
    assert s.resources == [0, 0, 0, 0]


def test_card_56_shaded_stops_at_3_destinations_and_bans_yield() -> None:
    s = blank(effects=CLAYMORES)
    put(s, CENTRAL_LAOS, nva_guerrilla=6)
    put(s, QUANG_NAM, police=1)
    p = run(s, 56, "shaded", NVA, "yes", "quang_nam", 1, "quang_tri_thua_thien", 1, "southern_laos", 1)
    assert p.keys() == ["quang_nam", "done"]  # on from Southern Laos, but into no fourth space
    p.answer("done")
    assert p.keys() == ["quang_nam", "quang_tri_thua_thien", "southern_laos", "done"]
    p.answer("quang_nam")
    assert p.keys() == ["rally", "march", "attack", "terror", "ambush"]
    p.answer("ambush")
    assert at(s, QUANG_NAM) == {"nva_guerrilla_active": 1}


def test_card_56_shaded_may_be_declined_by_nva_and_needs_somebody_to_march() -> None:
    s = blank()
    put(s, CENTRAL_LAOS, nva_base=1)
    assert not effective(s, 56, "shaded")
    assert run(s, 56, "shaded", NVA).over
    put(s, CENTRAL_LAOS, nva_troops=1)
    assert effective(s, 56, "shaded")
    assert run(s, 56, "shaded", VC, "no").over
    assert at(s, CENTRAL_LAOS) == {"nva_base": 1, "nva_troops": 1}


def test_card_57_unshaded_returns_any_2_us_pieces_from_casualties() -> None:
    s = blank()
    put(s, CASUALTIES, us_troops=1, us_base=1, irregular=1)
    assert effective(s, 57, "unshaded")
    p = run(s, 57, "unshaded", ARVN, 0)
    assert p.over  # Base and Irregular it is
    assert at(s, CASUALTIES) == {"us_troops": 1}
    run(s, 57, "unshaded", ARVN)
    assert at(s, CASUALTIES) == {}
    assert not effective(s, 57, "unshaded")


def test_card_57_shaded_takes_2_available_troops_out_of_play_and_pays_nva_a_die_roll() -> None:
    s = blank()
    assert effective(s, 57, "shaded")
    run(s, 57, "shaded", VC, 6)
    assert at(s, OUT_OF_PLAY) == {"us_troops": 2}
    assert s.resources[NVA] == 26
    put(s, OUT_OF_PLAY, us_troops=38)
    assert effective(s, 57, "shaded")
    s.resources[NVA] = 75
    assert not effective(s, 57, "shaded")


def test_card_58_unshaded_costs_nva_6_pieces_of_its_choice_in_north_vietnam_and_laos() -> None:
    s = blank()
    put(s, NORTH_VIETNAM, nva_troops=5, nva_tunnel=1)
    put(s, CENTRAL_LAOS, nva_base=1, nva_guerrilla=2, vc_guerrilla=1)
    put(s, THE_FISHHOOK, nva_troops=2)
    assert effective(s, 58, "unshaded")
    p = run(s, 58, "unshaded", US)
    assert p.decision is not None
    assert p.decision.actor == NVA
    assert p.keys() == [
        "nva_troops@north_vietnam",
        "nva_guerrilla@central_laos",
        "nva_base@central_laos",
        "nva_tunnel@north_vietnam",
    ]
    p.answer("nva_troops@north_vietnam", 5, "nva_guerrilla@central_laos")
    assert p.over
    assert at(s, NORTH_VIETNAM) == {"nva_tunnel": 1}
    assert at(s, CENTRAL_LAOS) == {"nva_base": 1, "nva_guerrilla": 1, "vc_guerrilla": 1}


def test_card_58_unshaded_cannot_force_a_tunneled_base_out() -> None:
    s = blank()
    put(s, NORTH_VIETNAM, nva_tunnel=1)
    assert not effective(s, 58, "unshaded")
    put(s, NORTH_VIETNAM, nva_troops=1)
    p = run(s, 58, "unshaded", US, "nva_troops@north_vietnam")
    assert p.keys() == ["nva_tunnel@north_vietnam", "done"]
    p.answer("done")
    assert at(s, NORTH_VIETNAM) == {"nva_tunnel": 1}


def test_card_58_shaded_improves_the_trail_by_two_without_coin_cubes_in_laos() -> None:
    s = blank(trail=1)
    put(s, CENTRAL_LAOS, irregular=1, us_base=1)  # no cubes
    put(s, THE_FISHHOOK, us_troops=1)  # not in Laos
    assert effective(s, 58, "shaded")
    assert run(s, 58, "shaded", NVA).over
    assert s.trail == 3
    s.trail = 4
    assert not effective(s, 58, "shaded")


def test_card_58_shaded_otherwise_redeploys_the_cubes() -> None:
    s = blank(trail=1)
    put(s, CENTRAL_LAOS, us_troops=1, arvn_troops=1, police=1, ranger=1)
    put(s, SOUTHERN_LAOS, us_base=1)
    put(s, HUE, nva_troops=1)
    put(s, TAY_NINH, us_base=1)
    put(s, QUANG_NAM, us_troops=1)
    assert effective(s, 58, "shaded")
    p = run(s, 58, "shaded", NVA)
    assert p.decision is not None
    assert p.decision.actor == ARVN
    cities = ["da_nang", "kontum", "qui_nhon", "cam_ranh", "an_loc", "saigon", "can_tho"]
    assert p.keys() == [*cities, "tay_ninh"]  # not Hue, and no Base in Laos
    p.answer("da_nang")
    assert s.control[QUANG_NAM] == COIN_CONTROL
    assert "quang_nam" in p.keys()
    assert "loc_hue_khe_sanh" in p.keys()
    assert "da_nang" not in p.keys()  # not under COIN Control when the Redeploy began
    p.answer("quang_nam")
    assert p.decision is not None
    assert p.decision.actor == US
    assert len(p.keys()) == 40
    p.answer("loc_hue_khe_sanh")
    assert p.over
    assert at(s, CENTRAL_LAOS) == {"ranger": 1}
    assert s.trail == 1
    assert (s.pieces[DA_NANG * KINDS + ARVN_TROOPS], s.pieces[QUANG_NAM * KINDS + POLICE]) == (1, 1)
    assert at(s, LOC_HUE_KHE_SANH) == {"us_troops": 1}


def test_card_59_unshaded_removes_3_nva_pieces_from_one_space_near_a_coin_base() -> None:
    s = blank()
    put(s, PLEIKU, us_base=1, nva_guerrilla=1)
    put(s, SOUTHERN_LAOS, nva_troops=1, nva_base=1, nva_guerrilla=2, vc_guerrilla=1)
    put(s, CENTRAL_LAOS, nva_troops=3)
    put(s, KONTUM, nva_tunnel=1)
    assert effective(s, 59, "unshaded", ARVN)
    p = run(s, 59, "unshaded", ARVN)
    assert p.keys() == ["southern_laos", "pleiku_darlac"]
    p.answer("southern_laos")
    assert p.keys() == ["nva_troops@southern_laos", "nva_guerrilla@southern_laos", "nva_base@southern_laos"]
    p.answer("nva_base@southern_laos", "nva_guerrilla@southern_laos", 1, "nva_troops@southern_laos")
    assert p.over
    assert at(s, SOUTHERN_LAOS) == {"nva_guerrilla": 1, "vc_guerrilla": 1}


def test_card_59_unshaded_takes_all_if_fewer_and_needs_a_coin_base_near() -> None:
    s = blank()
    put(s, CENTRAL_LAOS, nva_troops=2)
    put(s, PLEIKU, arvn_base=1, nva_tunnel=1)
    assert not effective(s, 59, "unshaded")
    assert run(s, 59, "unshaded", US).over
    put(s, QUANG_NAM, arvn_base=1)
    assert effective(s, 59, "unshaded")
    assert run(s, 59, "unshaded", US).over
    assert at(s, CENTRAL_LAOS) == {}


def test_card_59_shaded_marches_out_of_the_north_then_attacks_anywhere() -> None:
    s = blank(resources=[0, 0, 0, 0], trail=1, next_card=COUP)
    put(s, NORTH_VIETNAM, nva_troops=4)
    put(s, TAY_NINH, nva_troops=2, police=2, us_troops=1)
    put(s, QUANG_TRI, nva_guerrilla=1)
    assert effective(s, 59, "shaded", US)
    p = run(s, 59, "shaded", US)
    assert p.decision is not None
    assert p.decision.actor == NVA
    p.answer("yes")
    assert p.keys() == ["central_laos", "quang_tri_thua_thien", "loc_hue_khe_sanh"]  # only out of North Vietnam
    p.answer("central_laos", 3, "southern_laos", 2)  # on along the Trail
    assert at(s, SOUTHERN_LAOS) == {"nva_troops": 2}
    while p.decision is not None and p.decision.kind.startswith("march"):
        p.answer("done")
    # Only an Attack with Troops is possible, only in Tay Ninh.
    assert p.keys() == ["us_troops", "police"]
    p.answer("us_troops")
    assert p.over
    assert at(s, TAY_NINH) == {"nva_troops": 1, "police": 2}
    assert at(s, CASUALTIES) == {"us_troops": 1}
    assert s.resources == [0, 0, 0, 0]


def test_card_59_shaded_lets_an_active_guerrilla_ambush_in_one_space() -> None:
    s = blank(effects=CLAYMORES)  # its ban on Ambush yields (5.1.2)
    put(s, TAY_NINH, nva_guerrilla_active=1, police=2)
    put(s, PLEIKU, nva_guerrilla=1, police=2)
    assert effective(s, 59, "shaded")
    p = run(s, 59, "shaded", NVA)
    assert p.keys() == ["attack", "ambush"]
    p.answer("ambush", "tay_ninh")
    assert p.over
    assert at(s, TAY_NINH) == {"nva_guerrilla_active": 1, "police": 1}
    assert at(s, PLEIKU) == {"nva_guerrilla": 1, "police": 2}


def test_card_59_shaded_is_ineffective_without_anybody_to_march_or_strike() -> None:
    s = blank()
    put(s, CENTRAL_LAOS, nva_base=1)
    put(s, TAY_NINH, nva_guerrilla=1)
    assert not effective(s, 59, "shaded")
    assert run(s, 59, "shaded", NVA).over


def test_card_60_unshaded_brings_any_3_us_pieces_from_out_of_play_to_available() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, us_troops=3, us_base=2)
    assert effective(s, 60, "unshaded")
    p = run(s, 60, "unshaded", US)
    assert p.keys() == ["1", "2", "3"]
    assert p.answer(1).over
    assert at(s, OUT_OF_PLAY) == {"us_troops": 2}
    assert not effective(blank(), 60, "unshaded")


@pytest.mark.parametrize(("by", "kept"), [(NVA, 1 << NVA), (VC, 0)])
def test_card_60_shaded_reinforces_nva_which_stays_eligible_if_it_executes(by: int, kept: int) -> None:
    s = blank()
    assert effective(s, 60, "shaded", by)
    p = run(s, 60, "shaded", by)
    assert p.decision is not None
    assert p.decision.actor == NVA
    assert len(p.keys()) == 7  # North Vietnam, Laos, Cambodia; and no way to stop
    p.answer("nva_troops@north_vietnam", 4, "nva_troops@northeast_cambodia", 2)
    assert p.over
    assert at(s, NORTH_VIETNAM) == {"nva_troops": 4}
    assert at(s, NORTHEAST_CAMBODIA) == {"nva_troops": 2}
    assert s.resources[NVA] == 26
    assert s.stay_eligible == kept


def test_card_60_shaded_places_fewer_if_fewer_and_is_ineffective_if_nothing_changes() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, nva_troops=38)
    run(s, 60, "shaded", VC, "nva_troops@central_laos", 2)
    assert at(s, CENTRAL_LAOS) == {"nva_troops": 2}
    s = blank(resources=[0, 0, 75, 0])
    put(s, OUT_OF_PLAY, nva_troops=40)
    assert not effective(s, 60, "shaded", VC)
    assert effective(s, 60, "shaded", NVA)
