"""Titled cards of 1962: each side from a position to the exact result (P5.1.1)."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import AVAILABLE, CASUALTIES, OUT_OF_PLAY, SPACES
from fitl.eras.sovereign_of_discord.tracks import CHAOTIC, STABLE, UNSTABLE, move_hanoi
from fitl.events.expansions import AROUND_SAIGON, SOUTH_PROVINCES
from fitl.lasting import (
    FARM_GATE,
    FARM_GATE_SHADED,
    HO_CHI_MINH_TRAIL,
    HO_CHI_MINH_TRAIL_SHADED,
    ROBERT_THOMPSON,
    ROBERT_THOMPSON_SHADED,
)
from fitl.rules.activities.govern import govern
from fitl.rules.control import set_support
from fitl.rules.menu import carry_out
from fitl.rules.operation import Activity, Operation
from fitl.state import State
from tests.eras.sovereign_of_discord.cards import execute_every_side, executed, level, random_state, tells, to_the_end
from tests.eras.sovereign_of_discord.support import D61, P63, begun, edit, row
from tests.support import Play, at, play

CARDS = ("p25", "p26", "p27", "p28", "p29", "p31", "p32", "p33", "p36", "p37", "p41", "p42", "p47", "p74")
TWO_PLAYERS = D61
KIEN_HOA, KIEN_GIANG, PLEIKU = "kien_hoa_vinh_binh", "kien_giang_an_xuyen", "pleiku_darlac"
QUANG_TRI, QUANG_TIN, QUANG_DUC = "quang_tri_thua_thien", "quang_tin_quang_ngai", "quang_duc_long_khanh"


@pytest.mark.parametrize("seed", range(15))
def test_every_side_is_carried_out_to_its_end_by_whoever_is_in_play(seed: int) -> None:
    execute_every_side(CARDS, random_state(seed), seed)


# --- P25 Laos Crisis ----------------------------------------------------------------------------------------------


def test_card_p25_unshaded_lowers_hanoi_and_takes_a_cadre_next_to_laos_first() -> None:
    s = begun()
    assert executed(s, "p25", "unshaded", US).over  # only Pleiku is next to Laos
    assert s.hanoi == 0
    assert (at(s, row(PLEIKU))["vc_base"], at(s, row("tay_ninh"))["vc_base_cadre"]) == (1, 1)
    assert executed(s, "p25", "unshaded", US).over  # now the other one
    assert at(s, row("tay_ninh"))["vc_base"] == 1
    assert not tells(s, "p25", "unshaded", US)


def test_card_p25_unshaded_with_two_players_takes_a_guerrilla_next_to_laos() -> None:
    s = begun(TWO_PLAYERS)
    assert executed(s, "p25", "unshaded", ARVN, f"vc_guerrilla@{PLEIKU}").over
    assert at(s, row(PLEIKU))["vc_guerrilla"] == 1


def test_card_p25_shaded_raises_hanoi_and_vc_resources() -> None:
    s = begun()
    assert executed(s, "p25", "shaded", VC).over
    assert (s.hanoi, s.resources[VC]) == (2, 7)


# --- P26 Roger Hilsman --------------------------------------------------------------------------------------------


def test_card_p26_unshaded_sets_a_hamlet_out_of_play_and_arvn_may_sweep_there() -> None:
    s = begun()
    flow = executed(s, "p26", "unshaded", US, "kien_phong")
    assert flow.decision is not None
    assert (flow.decision.actor, flow.decision.kind) == (ARVN, "event.operate_at_all")
    flow.answer("yes")
    to_the_end(flow)
    assert at(s, OUT_OF_PLAY)["hamlet"] == 5
    assert at(s, row("kien_phong"))["vc_guerrilla_active"] == 2
    assert (level(s, "kien_phong"), s.resources[ARVN]) == (-1, 20)  # no shift, no cost


def test_card_p26_unshaded_uses_an_available_hamlet_first() -> None:
    s = begun(P63)
    flow = executed(s, "p26", "unshaded", ARVN)
    assert "khanh_hoa" not in flow.keys()  # has one
    flow.answer("tay_ninh")
    to_the_end(flow)
    assert "hamlet" not in at(s, AVAILABLE)


def test_card_p26_shaded_takes_a_hamlet_or_two_police_and_shifts() -> None:
    s = begun(P63)
    assert executed(s, "p26", "shaded", VC, "hamlet@khanh_hoa").over
    assert (at(s, OUT_OF_PLAY)["hamlet"], level(s, "khanh_hoa")) == (1, 0)
    s = begun(P63)
    flow = executed(s, "p26", "shaded", VC)
    assert "police@ba_xuyen" not in flow.keys()  # one alone, while others have two
    assert flow.answer(f"police@{QUANG_TIN}").over
    assert "police" not in at(s, row(QUANG_TIN))
    assert level(s, QUANG_TIN) == -2


# --- P27 Project Beef-up ------------------------------------------------------------------------------------------


def test_card_p27_unshaded_raises_washington_3_to_4_at_most() -> None:
    s = begun(TWO_PLAYERS, washington=0)
    assert executed(s, "p27", "unshaded", ARVN).over
    assert s.washington == 3
    assert at(s, AVAILABLE)["police"] == 6  # P6.8.4
    assert executed(s, "p27", "unshaded", ARVN).over
    assert s.washington == 4
    assert not tells(s, "p27", "unshaded", ARVN)


def test_card_p27_shaded_makes_casualties_of_helpers_beside_guerrillas() -> None:
    s = begun(washington=1)
    flow = executed(s, "p27", "shaded", VC)
    assert set(flow.keys()) == {"irregular@binh_dinh", f"irregular@{PLEIKU}", "done"}
    flow.answer("irregular@binh_dinh", "done")
    assert (s.washington, at(s, CASUALTIES)) == (0, {"irregular": 1})


def test_card_p27_shaded_with_two_players_takes_arvn_troops() -> None:
    s = begun(TWO_PLAYERS)
    assert executed(s, "p27", "shaded", VC, "arvn_troops@kien_phong", 2).over
    assert "arvn_troops" not in at(s, row("kien_phong"))
    assert at(s, AVAILABLE)["arvn_troops"] == 2


# --- P28 Farm Gate ------------------------------------------------------------------------------------------------


def interdict(s: State, *answers: str | int) -> Play:
    return play(carry_out(s, Operation(s, US, "interdict")), *answers)


def test_card_p28_unshaded_strengthens_interdict_and_arvn_may_assault() -> None:
    s = begun(washington=1)
    edit(s, "kien_phong", arvn_troops=2, vc_guerrilla_active=2)
    flow = executed(s, "p28", "unshaded", US, "yes", "kien_phong")
    assert flow.over
    assert at(s, row("kien_phong"))["vc_guerrilla_active"] == 1
    assert s.effects == FARM_GATE
    interdict(s, PLEIKU, 3)
    assert s.resources[VC] == 2
    assert at(s, row(PLEIKU))["vc_base"] == 1  # the Cadre went on a 3


def test_card_p28_unshaded_with_two_players_is_the_assault_alone() -> None:
    s = begun(TWO_PLAYERS)
    assert executed(s, "p28", "unshaded", ARVN, "no").over
    assert s.effects == 0


def test_card_p28_unshaded_with_two_players_tells_only_where_the_assault_removes_somebody() -> None:
    s = begun(TWO_PLAYERS)
    for name in (SPACES[sp].id for sp in SOUTH_PROVINCES):
        edit(s, name)
    edit(s, "kien_phong", arvn_troops=2, vc_guerrilla=2)
    assert not tells(s, "p28", "unshaded", ARVN)
    edit(s, "kien_phong", arvn_troops=2, vc_guerrilla=1, vc_guerrilla_active=1)
    assert tells(s, "p28", "unshaded", ARVN)


def test_card_p28_shaded_doubles_the_shift_of_interdict() -> None:
    s = begun(washington=1)
    assert executed(s, "p28", "shaded", VC, "binh_dinh").over
    assert (level(s, "binh_dinh"), s.effects) == (-1, FARM_GATE_SHADED)
    s.support[row(PLEIKU)] = 0
    interdict(s, PLEIKU, 6)
    assert level(s, PLEIKU) == -2


# --- P29 Mike Mansfield -------------------------------------------------------------------------------------------


def test_card_p29_unshaded_lowers_washington_and_turns_patronage_into_resources() -> None:
    s = begun(washington=2)
    assert executed(s, "p29", "unshaded", US, 3).over
    assert (s.washington, s.patronage, s.resources[ARVN]) == (1, 7, 23)


def test_card_p29_shaded_takes_aid_and_patronage_by_washington() -> None:
    s = begun(washington=3)
    assert executed(s, "p29", "shaded", VC).over
    assert (s.aid, s.patronage) == (4, 7)


# --- P31 Cuban Missile Crisis -------------------------------------------------------------------------------------


def test_card_p31_unshaded_lowers_hanoi_and_vc_resources() -> None:
    s = begun()
    assert executed(s, "p31", "unshaded", US).over
    assert (s.hanoi, s.resources[VC]) == (0, 2)


def test_card_p31_shaded_lowers_washington_and_aid() -> None:
    s = begun(washington=1, aid=3)
    assert executed(s, "p31", "shaded", VC).over
    assert (s.washington, s.aid) == (0, 0)
    assert not tells(s, "p31", "shaded", VC)


# --- P32 Diplomatic Struggle --------------------------------------------------------------------------------------


def test_card_p32_unshaded_brings_aid_and_resources() -> None:
    s = begun()
    assert executed(s, "p32", "unshaded", ARVN).over
    assert (s.aid, s.resources[ARVN]) == (16, 26)


def test_card_p32_shaded_lets_nva_propagandize_without_cadres_near_by() -> None:
    s = begun(hanoi=4)  # the track alone would allow one City
    flow = executed(s, "p32", "shaded", VC, "yes")
    assert flow.decision is not None
    assert flow.decision.actor == NVA
    assert len(flow.keys()) == 8
    flow.answer("da_nang", 1, "hue", 1)
    assert flow.over
    assert (level(s, "da_nang"), level(s, "hue"), s.aid) == (0, 1, 7)


def test_card_p32_shaded_with_two_players_eases_a_small_city() -> None:
    s = begun(TWO_PLAYERS)
    flow = executed(s, "p32", "shaded", VC)
    assert {"saigon", "hue"} & set(flow.keys()) == set()
    assert flow.answer("da_nang").over
    assert (level(s, "da_nang"), s.aid) == (0, 7)


# --- P33 Sino-Soviet Split ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "hanoi", "resources"), [(3, 0, 2), (4, 1, 1)])
def test_card_p33_unshaded_costs_vc_a_die_and_perhaps_hanoi(die: int, hanoi: int, resources: int) -> None:
    s = begun()
    assert executed(s, "p33", "unshaded", ARVN, die).over
    assert (s.hanoi, s.resources[VC]) == (hanoi, resources)


@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (2, 2)])
def test_card_p33_shaded_brings_vc_a_die_and_raises_a_low_hanoi(before: int, after: int) -> None:
    s = begun(hanoi=before)
    assert executed(s, "p33", "shaded", VC, 6).over
    assert (s.hanoi, s.resources[VC]) == (after, 11)


# --- P36 Ho Chi Minh Trail ----------------------------------------------------------------------------------------


def infiltrate(s: State, *answers: str | int) -> Play:
    return play(carry_out(s, Operation(s, NVA, "infiltrate")), *answers)


@pytest.mark.parametrize(("hanoi", "provinces"), [(1, 1), (2, 1), (3, 2)])
def test_card_p36_unshaded_costs_infiltrate_a_province(hanoi: int, provinces: int) -> None:
    s = begun(hanoi=hanoi)
    assert executed(s, "p36", "unshaded", US).over  # Pleiku alone has two
    assert "vc_guerrilla" not in at(s, row(PLEIKU))
    assert s.effects == HO_CHI_MINH_TRAIL
    flow = infiltrate(s)
    for space in ("phuoc_long", "quang_nam", "binh_dinh")[:provinces]:
        flow.answer(space)
    assert flow.over


def test_card_p36_shaded_brings_guerrilla_and_cadre_to_one_province_of_an_infiltrate() -> None:
    s = begun()
    move_hanoi(s, +1)
    flow = executed(s, "p36", "shaded", NVA, "quang_nam")
    assert flow.over
    assert at(s, row("quang_nam"))["vc_guerrilla"] == 2
    assert s.effects == HO_CHI_MINH_TRAIL_SHADED
    flow = infiltrate(s, KIEN_GIANG, "vc_guerrilla")
    assert flow.decision is not None
    assert flow.decision.kind == "infiltrate.both"
    flow.answer("yes")
    assert at(s, row(KIEN_GIANG)) == {"vc_guerrilla": 3, "vc_base_cadre": 1}


@pytest.mark.parametrize("side", ["unshaded", "shaded"])
def test_card_p36_shaded_and_unshaded_leave_no_capability_with_two_players(side: str) -> None:
    s = begun(TWO_PLAYERS)
    to_the_end(executed(s, "p36", side, VC))
    assert s.effects == 0


# --- P37 Operation Sunrise ----------------------------------------------------------------------------------------


def test_card_p37_unshaded_sweeps_assaults_and_sets_a_hamlet() -> None:
    s = begun()
    flow = executed(s, "p37", "unshaded", ARVN)
    assert {row(key) for key in flow.keys()} == set(AROUND_SAIGON)
    to_the_end(flow.answer("kien_phong"))
    here = at(s, row("kien_phong"))
    assert here["hamlet"] == 1
    assert here.get("vc_guerrilla", 0) + here.get("vc_guerrilla_active", 0) == 1  # 2 Troops find both, remove one
    assert (level(s, "kien_phong"), s.resources[ARVN]) == (-2, 20)


def test_card_p37_unshaded_shifts_a_province_that_has_its_hamlet_already() -> None:
    """5.1.3: what can be done is done."""
    s = begun()
    edit(s, "kien_phong", hamlet=1)
    before = level(s, "kien_phong")
    to_the_end(executed(s, "p37", "unshaded", ARVN, "kien_phong"))
    assert (at(s, row("kien_phong"))["hamlet"], level(s, "kien_phong")) == (1, before - 1)


def test_card_p37_shaded_takes_a_threatened_hamlet() -> None:
    s = begun(P63)
    available = at(s, AVAILABLE)["hamlet"]
    flow = executed(s, "p37", "shaded", VC)
    assert "khanh_hoa" not in flow.keys()  # no VC there
    assert flow.answer("binh_dinh").over
    assert (at(s, AVAILABLE)["hamlet"], level(s, "binh_dinh")) == (available + 1, -2)


def test_card_p37_shaded_places_2_guerrillas_near_saigon_if_no_hamlet_is_threatened() -> None:
    s = begun()
    assert executed(s, "p37", "shaded", VC, "tay_ninh").over
    assert at(s, row("tay_ninh"))["vc_guerrilla"] == 4


# --- P41 Robert Thompson ------------------------------------------------------------------------------------------


def governed(s: State, *answers: str | int) -> Play:
    return play(govern(s, Activity(s, ARVN, "govern")), *answers)


def test_card_p41_unshaded_sets_a_hamlet_in_the_secure_delta_and_spares_the_shift() -> None:
    s = begun()
    assert executed(s, "p41", "unshaded", ARVN).over  # Ba Xuyen alone is Controlled
    assert at(s, row("ba_xuyen"))["hamlet"] == 1
    assert (level(s, "ba_xuyen"), s.effects) == (0, ROBERT_THOMPSON)
    to_the_end(governed(s, "quang_nam"))
    assert level(s, "quang_nam") == 0  # Police and no VC
    assert at(s, row("quang_nam"))["hamlet"] == 1


def test_card_p41_shaded_allows_a_govern_one_hamlet() -> None:
    s = begun(P63)
    edit(s, "khanh_hoa", arvn_troops=2, police=1)  # two Hamlets are Available
    flow = executed(s, "p41", "shaded", VC, QUANG_TIN)
    assert flow.over
    assert (level(s, QUANG_TIN), s.effects) == (-2, ROBERT_THOMPSON_SHADED)
    flow = governed(s, "quang_nam")
    assert "khanh_hoa" in flow.keys()  # at Support: for Aid or Patronage
    flow.answer("khanh_hoa")
    assert "hamlet" not in flow.keys()


# --- P42 Ngo Dinh Nhu ---------------------------------------------------------------------------------------------


def test_card_p42_unshaded_adds_patronage_and_police() -> None:
    s = begun(P63)
    flow = executed(s, "p42", "unshaded", VC)  # who may not lift: none is Available
    assert flow.over
    assert s.patronage == 13
    s = begun()
    edit(s, "da_nang", arvn_troops=2)  # two Police Available
    flow = executed(s, "p42", "unshaded", ARVN, "police@saigon", 2)
    assert "done" in flow.keys()  # the third would be lifted
    flow.answer("done")
    assert at(s, row("saigon"))["police"] == 4


def test_card_p42_shaded_lowers_the_regime_and_eases_a_city() -> None:
    s = begun()
    flow = executed(s, "p42", "shaded", VC)
    assert "saigon" not in flow.keys()
    assert flow.answer("hue").over
    assert (s.regime, s.aid, level(s, "hue")) == (UNSTABLE, 5, 0)


# --- P47 Coup Threat ----------------------------------------------------------------------------------------------


def test_card_p47_unshaded_lets_arvn_buy_calm_and_guard_saigon() -> None:
    s = begun(regime=UNSTABLE)
    flow = executed(s, "p47", "unshaded", US)
    assert flow.decision is not None
    assert flow.decision.actor == ARVN
    flow.answer("yes", "arvn_troops@kien_phong", 2, "done", "yes")
    assert flow.over
    assert (s.regime, s.resources[ARVN]) == (STABLE, 17)
    assert (at(s, row("saigon"))["arvn_troops"], at(s, row("saigon"))["ranger"]) == (4, 2)


def test_card_p47_unshaded_asks_no_payment_of_a_stable_or_poor_regime() -> None:
    for regime, resources in ((STABLE, 20), (CHAOTIC, 2)):
        s = begun(regime=regime)
        s.resources[ARVN] = resources
        flow = executed(s, "p47", "unshaded", ARVN)
        assert flow.decision is not None
        assert flow.decision.kind == "event.troops_to_saigon"


def test_card_p47_shaded_lowers_the_regime_and_calls_3_troops_to_saigon() -> None:
    s = begun()
    flow = executed(s, "p47", "shaded", VC)
    assert flow.decision is not None
    assert flow.decision.actor == ARVN
    assert "done" not in flow.keys()
    flow.answer("arvn_troops@kien_phong", 2, "arvn_troops@binh_dinh")
    assert flow.over
    assert (s.regime, at(s, row("saigon"))["arvn_troops"]) == (UNSTABLE, 5)


# --- P74 Buddhist Crisis ------------------------------------------------------------------------------------------


def test_card_p74_single_lowers_the_regime_and_arvn_may_pay_with_patronage() -> None:
    s = begun()
    flow = executed(s, "p74", "single", -1)
    assert flow.decision is not None
    assert flow.decision.actor == ARVN
    assert flow.answer("yes").over
    assert (s.regime, s.aid, s.patronage) == (UNSTABLE, 5, 7)


def test_card_p74_single_lets_vc_shift_a_space_if_arvn_does_not_or_cannot_pay() -> None:
    s = begun(patronage=2)
    flow = executed(s, "p74", "single", -1)
    assert flow.decision is not None
    assert flow.decision.actor == VC
    assert "saigon" not in flow.keys()
    assert flow.answer("hue").over
    assert (level(s, "hue"), s.patronage) == (0, 2)


def test_card_p41_shaded_turns_to_police_where_no_fenced_province_can_shift() -> None:
    """As card P67 reads "or else": what can be done is done (5.1.3)."""
    s = begun()
    edit(s, "tay_ninh", hamlet=1)
    set_support(s, row("tay_ninh"), -2)
    assert "tay_ninh" not in executed(s, "p41", "shaded", VC).keys()
