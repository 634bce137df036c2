"""Titled cards of 1963: each side from a position to the exact result (P5.1.1)."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import AVAILABLE, CITIES
from fitl.eras.sovereign_of_discord.tracks import CHAOTIC, CRISIS, STABLE, UNSTABLE
from fitl.lasting import BIG_MINH, CHINESE_AID_SHADED
from fitl.rules.control import set_support
from fitl.rules.menu import carry_out
from fitl.rules.operation import Operation
from tests.eras.sovereign_of_discord.cards import execute_every_side, executed, level, random_state, tells, to_the_end
from tests.eras.sovereign_of_discord.support import D61, P63, begun, edit, row
from tests.support import at, play

CARDS = ("p50", "p52", "p58", "p59", "p61", "p64", "p70", "p71", "p72")
TWO_PLAYERS = D61
KIEN_HOA, KIEN_GIANG, PLEIKU = "kien_hoa_vinh_binh", "kien_giang_an_xuyen", "pleiku_darlac"


@pytest.mark.parametrize("seed", range(15))
def test_every_side_is_carried_out_to_its_end_by_whoever_is_in_play(seed: int) -> None:
    execute_every_side(CARDS, random_state(seed), seed)


# --- P50 Phased Withdrawal ----------------------------------------------------------------------------------------


def test_card_p50_unshaded_lowers_washington_and_lets_arvn_place_cubes() -> None:
    s = begun(P63)
    flow = executed(s, "p50", "unshaded", VC)  # VC cannot lift them: the 2 Available ones are all
    assert flow.decision is not None
    assert flow.decision.actor == ARVN
    flow.answer("arvn_troops@hue", 2)
    assert flow.over
    assert (s.washington, s.resources[ARVN], at(s, row("hue"))["arvn_troops"]) == (2, 33, 2)


def test_card_p50_unshaded_lifts_for_arvn_and_the_us() -> None:
    s = begun(P63)
    flow = executed(s, "p50", "unshaded", US, "arvn_troops@hue", 2, "police@hue")
    assert flow.decision is not None
    assert (flow.decision.actor, flow.decision.kind) == (ARVN, "lift.origin")


def test_card_p50_shaded_takes_advisors_and_eases_the_spaces_they_left_first() -> None:
    s = begun(P63)
    flow = executed(s, "p50", "shaded", VC)
    assert flow.decision is not None
    assert flow.decision.actor == US
    flow.answer("advisor@hue", "advisor@saigon")
    assert flow.decision.actor == VC
    assert level(s, "hue") == 0 or "hue" not in flow.keys()
    flow.answer("da_nang")
    assert flow.over
    assert (level(s, "hue"), level(s, "da_nang"), level(s, "saigon"), s.aid) == (0, 0, 2, 12)
    assert at(s, AVAILABLE)["advisor"] == 2


def test_card_p50_shaded_with_two_players_eases_2_spaces_alone() -> None:
    s = begun(TWO_PLAYERS)
    assert executed(s, "p50", "shaded", VC, "hue", "da_nang").over
    assert (level(s, "hue"), level(s, "da_nang"), s.aid) == (0, 0, 7)


# --- P52 Nhu Must Go ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("patronage", "moved"), [(10, 3), (2, 2)])
def test_card_p52_unshaded_turns_patronage_into_resources_and_steadies_the_regime(patronage: int, moved: int) -> None:
    s = begun(patronage=patronage, regime=CRISIS)
    assert executed(s, "p52", "unshaded", US).over
    assert (s.patronage, s.resources[ARVN], s.regime) == (patronage - moved, 20 + moved, CHAOTIC)


def test_card_p52_shaded_takes_patronage_and_bars_arvn() -> None:
    s = begun()
    assert executed(s, "p52", "shaded", VC).over
    assert (s.patronage, s.made_ineligible) == (7, 1 << ARVN)
    s = begun(TWO_PLAYERS)
    assert executed(s, "p52", "shaded", VC).over
    assert (s.patronage, s.made_ineligible) == (7, 0)


# --- P58 Chinese Aid ----------------------------------------------------------------------------------------------


def test_card_p58_unshaded_takes_resources_and_2_active_guerrillas() -> None:
    s = begun()
    edit(s, "phuoc_long", vc_guerrilla_active=3, vc_guerrilla=1)
    assert executed(s, "p58", "unshaded", US, 2).over
    assert s.resources[VC] == 1
    assert at(s, row("phuoc_long")) == {"vc_guerrilla": 1, "vc_guerrilla_active": 1}


@pytest.mark.parametrize(("die", "left"), [(3, 0), (4, 2)])
def test_card_p58_shaded_lets_an_attack_succeed_on_a_die_one_higher(die: int, left: int) -> None:
    s = begun()
    assert executed(s, "p58", "shaded", VC).over
    assert (s.resources[VC], s.effects) == (8, CHINESE_AID_SHADED)
    flow = play(carry_out(s, Operation(s, VC, "attack", limited=True)), "kien_phong", die)
    assert flow.over
    assert at(s, row("kien_phong")).get("arvn_troops", 0) == left


# --- P59 Nguyen Chi Thanh -----------------------------------------------------------------------------------------


def test_card_p59_unshaded_eases_provinces_with_cadres_before_others_with_bases() -> None:
    s = begun()
    assert executed(s, "p59", "unshaded", US, PLEIKU).over  # then Tay Ninh, the last with a Cadre
    assert (s.hanoi, level(s, PLEIKU), level(s, "tay_ninh"), level(s, KIEN_GIANG)) == (0, 0, 0, -1)
    assert executed(s, "p59", "unshaded", US).over
    assert level(s, KIEN_GIANG) == 0


def test_card_p59_shaded_raises_hanoi_and_lets_nva_direct() -> None:
    s = begun()
    flow = executed(s, "p59", "shaded", VC)
    assert flow.decision is not None
    assert flow.decision.actor == NVA
    flow.answer("yes", "kien_phong", 1)
    assert "arvn_troops" not in at(s, row("kien_phong"))
    flow.answer("yes")
    assert flow.over
    assert (s.hanoi, s.resources[VC]) == (2, 7)
    s = begun(TWO_PLAYERS)
    assert executed(s, "p59", "shaded", VC).over
    assert s.hanoi == 2


# --- P61 Nhu's Counterplot ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("come", "regime"), [(2, STABLE), (1, UNSTABLE)])
def test_card_p61_unshaded_steadies_the_regime_twice_if_saigon_is_well_guarded(come: int, regime: int) -> None:
    s = begun(regime=CHAOTIC)  # 2 Troops and 1 Ranger are in Saigon
    flow = executed(s, "p61", "unshaded", VC)
    assert flow.decision is not None
    assert flow.decision.actor == ARVN
    assert flow.answer("arvn_troops@kien_phong", come, "done").over
    assert s.regime == regime


@pytest.mark.parametrize(("die", "regime", "cubes"), [(3, UNSTABLE, 2), (4, UNSTABLE, 4), (5, STABLE, 4)])
def test_card_p61_shaded_rolls_for_the_regime_and_the_garrison(die: int, regime: int, cubes: int) -> None:
    s = begun()
    to_the_end(executed(s, "p61", "shaded", VC, die))
    here = at(s, row("saigon"))
    assert (s.regime, here.get("arvn_troops", 0) + here.get("police", 0)) == (regime, cubes)


# --- P64 Big Minh -------------------------------------------------------------------------------------------------


def test_card_p64_unshaded_removes_a_piece_more_once_in_an_assault() -> None:
    s = begun()
    assert executed(s, "p64", "unshaded", ARVN).over
    assert s.effects == BIG_MINH
    edit(s, "kien_phong", arvn_troops=2, vc_guerrilla_active=3)
    edit(s, KIEN_HOA, arvn_troops=2, vc_guerrilla_active=3)
    flow = play(carry_out(s, Operation(s, ARVN, "assault")), "kien_phong")
    assert flow.decision is not None
    assert flow.decision.kind == "assault.big_minh"
    to_the_end(flow.answer("yes", KIEN_HOA))
    assert at(s, row("kien_phong"))["vc_guerrilla_active"] == 1
    assert at(s, row(KIEN_HOA))["vc_guerrilla_active"] == 2


def test_card_p64_unshaded_helps_police_alone_nowhere() -> None:
    s = begun(effects=BIG_MINH)
    edit(s, "saigon", police=4, vc_guerrilla_active=3)
    flow = play(carry_out(s, Operation(s, ARVN, "assault", limited=True)), "saigon")
    to_the_end(flow)
    assert at(s, row("saigon"))["vc_guerrilla_active"] == 1


def test_card_p64_shaded_lowers_the_regime_and_takes_troops_from_saigon() -> None:
    s = begun(regime=CHAOTIC)
    assert executed(s, "p64", "shaded", VC, "arvn_troops@saigon", 2).over
    assert (s.regime, s.aid) == (CRISIS, 10)  # OPEN 7: no Aid is lost now
    assert "arvn_troops" not in at(s, row("saigon"))
    assert not tells(s, "p64", "shaded", VC)


# --- P70 Hoa Hao --------------------------------------------------------------------------------------------------


def test_card_p70_unshaded_wins_a_province_of_the_delta() -> None:
    s = begun()
    edit(s, "hue")  # two Police are Available
    flow = executed(s, "p70", "unshaded", ARVN)
    assert set(flow.keys()) == {"kien_phong", KIEN_HOA, "ba_xuyen", KIEN_GIANG}
    flow.answer(KIEN_HOA, f"vc_guerrilla@{KIEN_HOA}", 2)
    to_the_end(flow)
    assert at(s, row(KIEN_HOA)) == {"police": 2}
    assert level(s, KIEN_HOA) == 0


def test_card_p70_shaded_places_a_base_and_2_guerrillas() -> None:
    s = begun()
    assert executed(s, "p70", "shaded", VC, KIEN_HOA).over
    assert at(s, row(KIEN_HOA)) == {"vc_guerrilla": 4, "vc_base": 1}
    assert level(s, KIEN_HOA) == -1


# --- P71 Madame Nhu -----------------------------------------------------------------------------------------------


def test_card_p71_unshaded_places_police_in_cities_and_adds_patronage() -> None:
    s = begun()
    for space in ("quang_nam", "ba_xuyen", "khanh_hoa"):
        edit(s, space)  # three Police are Available
    assert executed(s, "p71", "unshaded", ARVN, "police@hue").over
    assert (at(s, row("saigon"))["police"], at(s, row("hue"))["police"], s.patronage) == (4, 3, 14)


def test_card_p71_shaded_lowers_the_regime_and_aid_besides() -> None:
    s = begun()
    assert executed(s, "p71", "shaded", VC).over
    assert (s.regime, s.aid) == (UNSTABLE, 2)


# --- P72 Thich Quang Duc ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "regime", "patronage"), [("yes", STABLE, 7), ("no", UNSTABLE, 10)])
def test_card_p72_unshaded_lets_arvn_pay_for_calm_and_shifts_hue(answer: str, regime: int, patronage: int) -> None:
    s = begun(regime=UNSTABLE)
    flow = executed(s, "p72", "unshaded", US)
    assert flow.decision is not None
    assert flow.decision.actor == ARVN
    assert flow.answer(answer).over
    assert (s.regime, s.patronage, level(s, "hue")) == (regime, patronage, 2)


def test_card_p72_unshaded_asks_nothing_of_who_is_stable_or_too_poor() -> None:
    for regime, patronage in ((STABLE, 10), (CHAOTIC, 2)):
        s = begun(regime=regime, patronage=patronage)
        assert executed(s, "p72", "unshaded", US).over
        assert (s.regime, s.patronage) == (regime, patronage)


def test_card_p72_shaded_lowers_the_regime_and_shifts_saigon() -> None:
    s = begun()
    assert executed(s, "p72", "shaded", VC).over
    assert (s.regime, s.aid, level(s, "saigon")) == (UNSTABLE, 5, 0)


def test_card_p59_unshaded_eases_a_province_with_two_bases_only_once() -> None:
    """One of the Bases has a Cadre, the other none."""
    s = begun(hanoi=2)
    edit(s, "tay_ninh", vc_base=1, vc_base_cadre=1)
    for space in ("pleiku_darlac", "kien_giang_an_xuyen"):
        edit(s, space, vc_guerrilla=1)
    set_support(s, row("tay_ninh"), -2)
    assert executed(s, "p59", "unshaded", US).over
    assert level(s, "tay_ninh") == -1


@pytest.mark.parametrize(("card", "side", "barred"), [("p3", "shaded", US), ("p7", "unshaded", NVA)])
def test_to_be_barred_costs_whoever_executes_the_event_nothing(card: str, side: str, barred: int) -> None:
    """2.3.6: it is Ineligible on the next card in any case, so that alone makes no side effective."""
    s = begun(aid=0, hanoi=0, resources=[0, 0, 0, 0], patronage=75)
    for city in CITIES:
        set_support(s, city, 0)
    assert tells(s, card, side, VC)
    assert not tells(s, card, side, barred)
