"""4.4.3, 4.5.3 Ambush."""

from fitl.board.factions import NVA, VC
from fitl.board.spaces import (
    AVAILABLE,
    CASUALTIES,
    DA_NANG,
    HUE,
    KONTUM,
    LOC_HUE_DA_NANG,
    PLEIKU,
    QUANG_NAM,
    QUANG_TRI,
    SAIGON,
    mask_of,
)
from fitl.lasting import BOOBY_TRAPS, CLAYMORES, MAIN_FORCE_BNS_SHADED, PT_76, TYPHOON_KATE
from fitl.rules import menu
from fitl.rules.activities.ambush import ambush, can_ambush
from fitl.rules.operation import Activity, Operation
from fitl.state import State
from tests.support import Play, at, blank, play, put


def operation(s: State, by: int, name: str) -> Operation:
    return Operation(s, by, name, activities=menu.ACCOMPANYING[by, name])


def start(s: State, by: int, name: str, *keys: str | int) -> Play:
    return play(menu.carry_out(s, operation(s, by, name)), *keys)


def with_attack(s: State, by: int) -> Activity:
    return Activity(s, by, "ambush", operation(s, by, "attack"))


# --- with Attack -----------------------------------------------------------------------------------------------------


def test_an_ambush_selects_and_pays_for_an_attack_space_flips_one_and_removes_one_without_a_roll() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=3, us_troops=1, police=1)
    p = start(s, VC, "attack", "sa:ambush")
    assert p.keys() == ["us_troops", "police"]
    p.answer("us_troops")
    assert p.over  # the space cannot be Attacked as well
    assert at(s, HUE) == {"vc_guerrilla": 2, "vc_guerrilla_active": 1, "police": 1}  # no attrition
    assert at(s, CASUALTIES) == {"us_troops": 1}
    assert s.resources[VC] == 19


def test_an_ambush_needs_an_underground_guerrilla_an_enemy_and_a_resource() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla_active=3, us_troops=1)
    put(s, PLEIKU, vc_guerrilla=1)
    assert not can_ambush(s, with_attack(s, VC))
    put(s, HUE, vc_guerrilla=1)
    assert can_ambush(s, with_attack(s, VC))
    s.resources[VC] = 0
    assert not can_ambush(s, with_attack(s, VC))


def test_the_ambush_flips_an_underground_guerrilla_though_others_are_active() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=1, vc_guerrilla_active=2, police=1)
    start(s, VC, "attack", "sa:ambush")
    assert at(s, HUE) == {"vc_guerrilla_active": 3}


def test_an_attack_in_which_only_an_ambush_is_possible_goes_with_no_other_activity() -> None:
    s = blank()
    put(s, LOC_HUE_DA_NANG, nva_guerrilla=1)
    put(s, DA_NANG, us_troops=3)
    put(s, QUANG_NAM, nva_troops=3)
    start(s, NVA, "attack")  # no Bombard for an Attack in no space, nor an end: the Ambush is all that can be done
    assert at(s, CASUALTIES) == {"us_troops": 1}


def test_a_space_already_attacked_cannot_be_ambushed() -> None:
    s = blank()
    put(s, HUE, nva_troops=2, nva_guerrilla=2, arvn_troops=3)
    put(s, PLEIKU, nva_troops=2, arvn_troops=3)
    p = start(s, NVA, "attack", "hue", "troops")
    assert p.keys() == ["pleiku_darlac", "done"]


def test_a_coin_base_is_hit_last() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=1, us_base=1, police=1)
    start(s, VC, "attack", "sa:ambush")
    assert at(s, HUE) == {"vc_guerrilla_active": 1, "us_base": 1}
    s = blank()
    put(s, HUE, vc_guerrilla=1, us_base=1)
    start(s, VC, "attack", "sa:ambush")
    assert at(s, CASUALTIES) == {"us_base": 1}


def test_up_to_two_spaces_and_the_operation_goes_on_in_others() -> None:
    s = blank()
    for sp in (HUE, SAIGON, PLEIKU):
        put(s, sp, vc_guerrilla=1, police=2)
    p = start(s, VC, "attack", "sa:ambush", "hue")
    assert p.keys() == ["saigon", "pleiku_darlac", "done"]
    p.answer("saigon")
    assert p.keys() == ["pleiku_darlac", "done"]
    p.answer("pleiku_darlac", 1)
    assert s.resources[VC] == 17
    assert [at(s, sp).get("police") for sp in (HUE, SAIGON, PLEIKU)] == [1, 1, None]


def test_booby_traps_unshaded_and_typhoon_kate_allow_one_space_to_both() -> None:
    for effect in (BOOBY_TRAPS, TYPHOON_KATE):
        for by, piece in ((VC, "vc_guerrilla"), (NVA, "nva_guerrilla")):
            s = blank(effects=effect)
            for sp in (HUE, SAIGON):
                put(s, sp, **{piece: 1}, police=2)
            p = start(s, by, "attack", "sa:ambush", "hue")
            assert p.decision is not None
            assert p.decision.kind == "attack.space"


def test_claymores_forbid_ambush_unless_an_event_grants_it() -> None:
    s = blank(effects=CLAYMORES)
    put(s, HUE, vc_guerrilla=1, police=2)
    assert not can_ambush(s, with_attack(s, VC))
    assert can_ambush(s, Activity(s, VC, "ambush"))


def test_pt_76_unshaded_costs_nva_a_troop_in_the_ambush_space() -> None:
    s = blank(effects=PT_76)
    put(s, HUE, nva_troops=2, nva_guerrilla=1, police=2)
    start(s, NVA, "attack", "sa:ambush")
    assert at(s, HUE) == {"nva_troops": 1, "nva_guerrilla_active": 1, "police": 1}


# --- LoCs ------------------------------------------------------------------------------------------------------------


def test_from_a_loc_an_ambush_may_strike_any_adjacent_space() -> None:
    s = blank()
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1, police=1)
    put(s, HUE, us_troops=1, us_base=1)
    put(s, DA_NANG, arvn_base=1)
    put(s, KONTUM, us_troops=4)
    p = start(s, VC, "attack", "sa:ambush")
    assert p.keys() == ["loc_hue_da_nang", "hue", "da_nang"]
    p.answer("hue")
    assert at(s, HUE) == {"us_base": 1}  # Bases last in the space that is struck
    assert at(s, LOC_HUE_DA_NANG) == {"vc_guerrilla_active": 1, "police": 1}
    assert at(s, CASUALTIES) == {"us_troops": 1}


def test_from_a_province_only_the_space_itself_is_struck() -> None:
    s = blank()
    put(s, QUANG_TRI, vc_guerrilla=1)
    put(s, HUE, us_troops=1)
    assert not can_ambush(s, with_attack(s, VC))
    put(s, QUANG_TRI, police=1)
    start(s, VC, "attack", "sa:ambush")  # nothing to ask
    assert at(s, QUANG_TRI) == {"vc_guerrilla_active": 1}
    assert at(s, HUE) == {"us_troops": 1}


# --- with March ------------------------------------------------------------------------------------------------------


def test_after_a_march_an_ambush_takes_place_only_where_a_still_underground_guerrilla_moved_in() -> None:
    s = blank()
    put(s, QUANG_TRI, vc_guerrilla=1)
    put(s, QUANG_NAM, vc_guerrilla_active=1)
    put(s, HUE, police=1)
    put(s, DA_NANG, police=1, vc_guerrilla=1)
    put(s, SAIGON, police=1, vc_guerrilla=1)
    p = start(s, VC, "march", "hue")
    assert "sa:ambush" in p.keys()
    p.answer("da_nang", "sa:ambush")  # in Da Nang only an Active one moved in, in Saigon nobody
    assert at(s, HUE) == {"vc_guerrilla_active": 1}
    assert at(s, DA_NANG) == {"police": 1, "vc_guerrilla": 1, "vc_guerrilla_active": 1}
    assert s.resources[VC] == 18  # no extra cost


def test_no_ambush_before_anybody_marched_or_where_the_group_was_seen() -> None:
    s = blank()
    put(s, QUANG_TRI, vc_guerrilla=4)
    put(s, LOC_HUE_DA_NANG, police=1)
    p = start(s, VC, "march")
    assert "sa:ambush" not in p.keys()
    p.answer("loc_hue_da_nang", 3)
    assert "sa:ambush" not in p.keys()


def test_no_ambush_where_the_march_finds_no_enemy() -> None:
    s = blank()
    put(s, QUANG_TRI, vc_guerrilla=2)
    p = start(s, VC, "march", "quang_nam", 1)
    assert "sa:ambush" not in p.keys()
    put(s, QUANG_NAM, police=1)
    p = start(s, VC, "march", "quang_nam")
    assert "sa:ambush" in p.keys()


def test_the_guerrilla_that_ambushed_does_not_march_again_but_others_still_do() -> None:
    s = blank()
    put(s, QUANG_TRI, vc_guerrilla=2)
    put(s, LOC_HUE_DA_NANG, police=2)
    p = start(s, VC, "march", "loc_hue_da_nang", 1, "sa:ambush")
    assert at(s, LOC_HUE_DA_NANG) == {"vc_guerrilla_active": 1, "police": 1}
    assert p.keys() == ["hue", "north_vietnam", "central_laos", "quang_nam", "loc_hue_khe_sanh", "done"]


def test_a_march_may_end_with_an_ambush_in_two_destinations() -> None:
    s = blank()
    put(s, QUANG_TRI, nva_guerrilla=2)
    put(s, HUE, us_troops=1)
    put(s, LOC_HUE_DA_NANG, police=1)
    p = start(s, NVA, "march", "hue", 1, "loc_hue_da_nang", "sa:ambush", "loc_hue_da_nang", "loc_hue_da_nang", "hue")
    assert p.over
    assert at(s, HUE) == {"nva_guerrilla_active": 1}
    assert at(s, LOC_HUE_DA_NANG) == {"nva_guerrilla_active": 1}


# --- Main Force Bns shaded -------------------------------------------------------------------------------------------


def test_main_force_bns_shaded_lets_one_vc_ambush_remove_two_pieces() -> None:
    s = blank(effects=MAIN_FORCE_BNS_SHADED)
    for sp in (HUE, SAIGON):
        put(s, sp, vc_guerrilla=1, police=3)
    p = start(s, VC, "attack", "sa:ambush", "hue")
    assert p.keys() == ["yes", "no"]
    p.answer("yes", "saigon")
    assert p.over
    assert (at(s, HUE)["police"], at(s, SAIGON)["police"]) == (1, 2)


def test_main_force_bns_shaded_remove_the_only_two_pieces() -> None:
    s = blank(effects=MAIN_FORCE_BNS_SHADED)
    put(s, HUE, vc_guerrilla=1, police=2)
    p = start(s, VC, "attack", "sa:ambush")
    assert p.keys() == ["yes", "no"]
    p.answer("yes")
    assert at(s, HUE) == {"vc_guerrilla_active": 1}


def test_main_force_bns_shaded_may_be_saved_and_does_not_help_nva() -> None:
    s = blank(effects=MAIN_FORCE_BNS_SHADED)
    put(s, HUE, vc_guerrilla=1, police=3)
    put(s, SAIGON, vc_guerrilla=1, police=5, nva_guerrilla=1)
    start(s, VC, "attack", "sa:ambush", "hue", "no", "saigon", "yes")
    assert (at(s, HUE)["police"], at(s, SAIGON)["police"]) == (2, 3)
    start(s, NVA, "attack", "sa:ambush")
    assert at(s, SAIGON)["police"] == 2


# --- Events ----------------------------------------------------------------------------------------------------------


def test_a_free_ambush_needs_no_operation_and_no_resources() -> None:
    s = blank(resources=[0, 20, 0, 0])
    put(s, HUE, vc_guerrilla=1, police=1)
    put(s, SAIGON, vc_guerrilla=1, police=1)
    act = Activity(s, VC, "ambush", allowed=mask_of([SAIGON]), max_spaces=1)
    assert play(ambush(s, act)).over
    assert at(s, SAIGON) == {"vc_guerrilla_active": 1}
    assert at(s, HUE) == {"vc_guerrilla": 1, "police": 1}


def test_an_event_may_let_active_guerrillas_ambush_and_then_nobody_flips() -> None:
    s = blank()
    put(s, HUE, nva_guerrilla_active=1, nva_guerrilla=1, police=1)
    act = Activity(s, NVA, "ambush", allowed=mask_of([HUE]), max_spaces=1)
    put(s, SAIGON, nva_guerrilla_active=1, police=1)
    assert not can_ambush(s, Activity(s, NVA, "ambush", allowed=mask_of([SAIGON])))
    assert can_ambush(s, Activity(s, NVA, "ambush", allowed=mask_of([SAIGON])), active_too=True)
    play(ambush(s, act, active_too=True))
    assert at(s, HUE) == {"nva_guerrilla_active": 1, "nva_guerrilla": 1}


def test_an_event_may_require_an_ambush_in_each_of_three_spaces_whatever_the_limits() -> None:
    s = blank(effects=BOOBY_TRAPS | TYPHOON_KATE | CLAYMORES)
    for sp in (HUE, SAIGON, PLEIKU):
        put(s, sp, vc_guerrilla_active=1, police=1)
    act = Activity(s, VC, "ambush", allowed=mask_of([HUE, SAIGON, PLEIKU]), max_spaces=3)
    p = play(ambush(s, act, active_too=True, required=True), "hue")
    assert p.keys() == ["saigon", "pleiku_darlac"]
    p.answer("saigon")
    assert p.over
    assert at(s, AVAILABLE)["police"] == 30


def test_tutorial_turn_seven() -> None:
    s = blank(resources=[0, 18, 3, 10])
    put(s, QUANG_TRI, nva_guerrilla=5, vc_base=1, vc_guerrilla=3, us_troops=1, irregular=1, ranger_active=1)
    p = start(s, NVA, "attack")
    assert p.keys() == ["quang_tri_thua_thien", "sa:ambush"]
    p.answer("sa:ambush", "us_troops")
    assert p.over
    assert s.resources[NVA] == 2
    assert at(s, CASUALTIES) == {"us_troops": 1}
    assert at(s, QUANG_TRI) == {
        "irregular": 1,
        "ranger_active": 1,
        "nva_guerrilla": 4,
        "nva_guerrilla_active": 1,
        "vc_guerrilla": 3,
        "vc_base": 1,
    }
