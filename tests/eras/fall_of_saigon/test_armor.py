"""Armor in Operations (S3.2, S3.3), prices (S3.3) and buying Casualties back (S3.2.1)."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import ARMOR_OF, ARVN_TROOPS, NVA_GUERRILLA_ACTIVE, POLICE
from fitl.board.spaces import AVAILABLE, CASUALTIES, OUT_OF_PLAY
from fitl.lasting import BOOBY_TRAPS_SHADED, PATTON_SHADED
from fitl.rules.economy import price
from fitl.rules.forces import transfer
from fitl.rules.operations.assault import assault_space, can_assault_space
from fitl.rules.removal import Hits, exposed_to_air_strike, exposed_to_special_forces
from fitl.state import State
from tests.eras.fall_of_saigon.support import XS, begun, edit, empty, operation, row
from tests.support import at, play

# --- Train (S3.2.1) -----------------------------------------------------------------------------------------------


def test_arvn_trains_no_more_armor_than_posture() -> None:
    """S3.2.1 (F24): Posture 2."""
    s = begun()
    flow = operation(s, ARVN, "train", "saigon", "armor", "hue", "armor", "da_nang")
    assert set(flow.keys()) == {"rangers", "cubes", "nothing"}
    flow.answer("cubes", 0, 1)
    assert s.resources[ARVN] == 30 - 9
    assert at(s, AVAILABLE)["arvn_armor"] == 6


def test_at_posture_0_arvn_trains_no_armor() -> None:
    """S3.2.1, S6.9.2."""
    assert "armor" not in operation(begun(posture=0), ARVN, "train", "saigon").keys()


def test_the_us_trains_at_arvn_bases_after_paris_and_may_place_armor() -> None:
    """S3.2.1 (F28); OPEN 9: no limit for the US."""
    s = begun(XS, "post_paris")
    flow = operation(s, US, "train")
    assert "kien_giang_an_xuyen" in flow.keys()
    flow.answer("kien_giang_an_xuyen")
    assert {"armor", "rangers", "cubes", "irregulars", "nothing"} == set(flow.keys())
    flow.answer("armor", "done")
    assert s.resources[ARVN] == 27
    assert at(s, row("kien_giang_an_xuyen"))["arvn_armor"] == 1
    assert flow.over or "pacify" not in flow.keys()


def test_before_the_talks_the_us_does_not_train_at_arvn_bases() -> None:
    """S3.2.1 (F28)."""
    assert "kien_giang_an_xuyen" not in operation(begun(XS), US, "train").keys()


def lose_four_cubes(s: State) -> None:
    for kind in (ARVN_TROOPS, POLICE):
        transfer(s, kind, 2, row("saigon"), CASUALTIES, kind)


def test_a_train_may_end_by_buying_casualties_back() -> None:
    """S3.2.1, S3.1.2, S5.5: any types, 1 Resource each, even if the Train is free."""
    s = begun()
    lose_four_cubes(s)
    operation(s, ARVN, "train", "hue", "nothing", "done", "buy_back", 2, 1, free=True)
    assert s.resources[ARVN] == 30 - 3
    assert at(s, CASUALTIES) == {"police": 1}


def test_no_more_casualties_are_bought_back_than_can_be_paid() -> None:
    """S3.2.1 (F32)."""
    s = begun()
    lose_four_cubes(s)
    s.resources[ARVN] = 2
    flow = operation(s, ARVN, "train", "hue", "done", "buy_back")
    assert flow.keys() == ["0", "1", "2"]
    flow.answer(2)
    assert flow.over
    assert s.resources[ARVN] == 0
    assert at(s, CASUALTIES) == {"police": 2}


# --- Patrol and Sweep (S3.2.2, S3.2.3) ----------------------------------------------------------------------------


def test_armor_patrols_but_finds_nobody_and_card_14_spares_it() -> None:
    """S3.2.2, OPEN 11 (F120)."""
    s = empty(effects=PATTON_SHADED)
    edit(s, "saigon", arvn_troops=2, arvn_armor=1)
    edit(s, "loc_saigon_can_tho", nva_guerrilla=1)
    flow = operation(s, ARVN, "patrol", "loc_saigon_an_loc_ban_me_thuot", 2, 1)
    assert flow.keys() == ["arvn_troops@loc_saigon_an_loc_ban_me_thuot", "done"]
    flow.answer("arvn_troops@loc_saigon_an_loc_ban_me_thuot", "arvn_troops@loc_saigon_an_loc_ban_me_thuot")
    assert at(s, row("loc_saigon_an_loc_ban_me_thuot")) == {"arvn_armor": 1}
    assert at(s, CASUALTIES) == {"arvn_troops": 2}


def test_armor_alone_on_a_loc_activates_nobody() -> None:
    """OPEN 11."""
    s = empty()
    edit(s, "saigon", arvn_armor=1)
    edit(s, "loc_saigon_can_tho", nva_guerrilla=1)
    operation(s, ARVN, "patrol", "loc_saigon_can_tho", "done")
    assert at(s, row("loc_saigon_can_tho")) == {"arvn_armor": 1, "nva_guerrilla": 1}


def test_armor_sweeps_along_and_finds_nobody_and_card_101_spares_it() -> None:
    """S3.2.3."""
    s = empty(effects=BOOBY_TRAPS_SHADED)
    edit(s, "saigon", arvn_armor=1)
    edit(s, "binh_tuy_binh_thuan", nva_guerrilla=1)
    flow = operation(s, ARVN, "sweep", "binh_tuy_binh_thuan", "done", "binh_tuy_binh_thuan")
    assert flow.over
    assert at(s, row("binh_tuy_binh_thuan")) == {"arvn_armor": 1, "nva_guerrilla": 1}


# --- Assault (S3.2.4) ---------------------------------------------------------------------------------------------


def taken(ordinary: int, armor: int, r: int, n: int) -> bool:
    """Can so many hits take r enemy Armor and n other pieces, Armor first?"""
    force = Hits(ordinary, armor)
    for kind in [ARMOR_OF[NVA][0]] * r + [NVA_GUERRILLA_ACTIVE] * n:
        if not force.reach(kind):
            return False
        force.spend(kind)
    return True


@pytest.mark.parametrize("ordinary", range(4))
@pytest.mark.parametrize("armor", range(4))
def test_hits_of_cubes_and_armor_are_pooled(ordinary: int, armor: int) -> None:
    """OPEN 12: r <= a + c and n <= 2a + c - r - max(0, r - c)."""
    for r in range(8):
        for n in range(12):
            can = r <= armor + ordinary and n <= 2 * armor + ordinary - r - max(0, r - ordinary)
            assert taken(ordinary, armor, r, n) == can, (r, n)


def test_nva_armor_goes_before_guerrillas() -> None:
    """S3.2.4 (F40): one hit."""
    s = empty()
    edit(s, "hue", police=2, nva_armor=1, nva_guerrilla_active=1)
    play(assault_space(s, ARVN, row("hue")))
    assert at(s, row("hue")) == {"police": 2, "nva_guerrilla_active": 1}
    assert at(s, AVAILABLE)["nva_armor"] == 8


def test_a_us_assault_takes_troops_then_armor_then_guerrillas() -> None:
    """S3.2.4 (F44)."""
    s = empty(XS, "post_paris")
    edit(s, "saigon", us_base=1, us_troops=2, nva_troops=1, nva_armor=1, nva_guerrilla_active=2)
    assert play(assault_space(s, US, row("saigon"))).result == [9, 23, 11, 11]
    assert at(s, row("saigon")) == {"us_base": 1, "us_troops": 2}


def test_each_armor_takes_two_other_pieces_whatever_the_terrain() -> None:
    """S3.2.4: no cubes are needed (OPEN 13)."""
    s = empty()
    edit(s, "pleiku_darlac", arvn_armor=1, nva_troops=3)
    assert can_assault_space(s, ARVN, row("pleiku_darlac"))
    play(assault_space(s, ARVN, row("pleiku_darlac")))
    assert at(s, row("pleiku_darlac")) == {"arvn_armor": 1, "nva_troops": 1}


def test_half_an_armors_hits_do_not_take_armor() -> None:
    """OPEN 12: after one Troop one more piece could go, but Armor comes first in the order."""
    s = empty()
    edit(s, "hue", arvn_armor=1, nva_troops=1, nva_armor=1, nva_guerrilla_active=1)
    play(assault_space(s, ARVN, row("hue")))
    assert at(s, row("hue")) == {"arvn_armor": 1, "nva_armor": 1, "nva_guerrilla_active": 1}


def test_active_rangers_assault_as_troops_after_paris_underground_ones_never() -> None:
    """S3.2.4, OPEN 13."""
    s = empty()
    edit(s, "hue", ranger_active=2, nva_troops=2)
    edit(s, "da_nang", ranger=2, nva_troops=1)
    assert not can_assault_space(s, ARVN, row("da_nang"))
    play(assault_space(s, ARVN, row("hue")))
    assert at(s, row("hue"))["nva_troops"] == 1


def test_captured_armor_that_an_assault_removes_goes_out_of_play() -> None:
    """S3.2.4, S1.4.5."""
    s = empty()
    edit(s, "hue", police=2, captured_arvn_armor=1)
    play(assault_space(s, ARVN, row("hue")))
    assert at(s, OUT_OF_PLAY) == {"arvn_armor": 1}


def test_armor_shields_bases_from_special_forces_and_is_not_taken_by_them() -> None:
    """OPEN 16."""
    s = empty()
    edit(s, "hue", nva_armor=1, nva_base=1)
    assert exposed_to_special_forces(s, row("hue")) == []


def test_an_air_strike_takes_armor_and_active_guerrillas_in_any_order_after_troops() -> None:
    """S4.2.3, OPEN 18."""
    s = empty()
    edit(s, "hue", nva_armor=1, nva_guerrilla_active=1, nva_base=1)
    assert exposed_to_air_strike(s, row("hue")) == [23, 11]
    edit(s, "hue", nva_armor=1, nva_guerrilla_active=1, nva_troops=1)
    assert exposed_to_air_strike(s, row("hue")) == [9]


# --- Insurgents (S3.3) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("era", "cost"), [("", 1), ("post_paris", 2), ("after_retreat", 2)])
def test_vc_pays_two_after_paris_and_nva_one(era: str, cost: int) -> None:
    """S3.3."""
    s = begun(XS, era)
    for name in ("rally", "march", "attack", "terror"):
        assert price(s, VC, name) == cost
        assert price(s, NVA, name) == 1


def test_nva_rallies_armor_in_north_vietnam_only() -> None:
    """S3.3.1 (F48)."""
    s = begun()
    flow = operation(s, NVA, "rally", "north_vietnam")
    assert "armor" in flow.keys()
    flow.answer("armor")
    assert (s.resources[NVA], at(s, AVAILABLE)["nva_armor"]) == (14, 7)
    assert at(s, row("north_vietnam"))["nva_guerrilla"] == 1
    flow.answer("central_laos")
    assert flow.decision is not None
    assert flow.decision.kind != "rally.method" or "armor" not in flow.keys()


def test_nva_armor_marches_with_troops() -> None:
    """S3.3.2."""
    s = empty()
    edit(s, "north_vietnam", nva_troops=1, nva_armor=2)
    operation(s, NVA, "march", "quang_tri_thua_thien", 1, 2)
    assert at(s, row("quang_tri_thua_thien")) == {"nva_troops": 1, "nva_armor": 2}


def test_armor_watches_no_march() -> None:
    """S3.3.2, OPEN 51."""
    s = empty()
    edit(s, "quang_nam", nva_guerrilla=3)
    edit(s, "da_nang", arvn_armor=2)
    s.support[row("da_nang")] = 1
    operation(s, NVA, "march", "da_nang", 3)
    assert at(s, row("da_nang")) == {"arvn_armor": 2, "nva_guerrilla": 3}


def test_armor_strikes_after_guerrillas_even_if_they_fail() -> None:
    """S3.3.3, OPEN 14 (F52)."""
    s = empty()
    edit(s, "hue", nva_guerrilla=2, nva_armor=1, police=3)
    operation(s, NVA, "attack", 5)
    assert at(s, row("hue")) == {"nva_guerrilla_active": 2, "nva_armor": 1, "police": 1}
    assert at(s, CASUALTIES) == {"police": 2}


def test_armor_attacks_alone() -> None:
    """OPEN 14."""
    s = empty()
    edit(s, "hue", nva_armor=1, arvn_armor=1)
    operation(s, NVA, "attack")
    assert at(s, row("hue")) == {"nva_armor": 1}
    assert at(s, CASUALTIES) == {"arvn_armor": 1}


def test_an_attack_takes_armor_only_when_no_troops_are_left_and_bases_last() -> None:
    """S3.3.3."""
    s = empty()
    edit(s, "hue", nva_troops=8, arvn_troops=1, police=1, arvn_armor=1, arvn_base=1)
    flow = operation(s, NVA, "attack")
    assert set(flow.keys()) == {"arvn_troops", "police"}
    flow.answer("arvn_troops")
    assert set(flow.keys()) == {"police", "arvn_armor"}
    flow.answer("arvn_armor")
    assert at(s, row("hue")) == {"nva_troops": 8}


def test_nva_chooses_who_is_lost_for_us_troops_that_armor_removed() -> None:
    """S3.3.3, OPEN 15: the US still at War."""
    s = empty(XS, "post_paris")
    edit(s, "hue", us_troops=2, nva_troops=1, nva_armor=1)
    flow = operation(s, NVA, "attack")
    assert set(flow.keys()) == {"nva_troops", "nva_armor"}
    flow.answer("nva_troops")
    assert at(s, row("hue")) == {}
    assert at(s, CASUALTIES) == {"us_troops": 2}


def test_terror_needs_no_more_than_armor() -> None:
    """S3.3.4."""
    s = empty()
    edit(s, "hue", nva_armor=1)
    s.support[row("hue")] = 1
    operation(s, NVA, "terror")
    assert (s.terror[row("hue")], s.support[row("hue")]) == (1, 0)
