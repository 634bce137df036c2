"""The Pivotal Events of 1961 to 1963: when they may be played and what they do (P2.3.8)."""

import pytest

from fitl.board.card import card_number
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import AVAILABLE, OUT_OF_PLAY
from fitl.eras.sovereign_of_discord.officer_coup import coup_card
from fitl.eras.sovereign_of_discord.tracks import CHAOTIC, UNSTABLE, move_washington
from fitl.rules.pivotal import condition_met
from fitl.state import State
from fitl.words import card_text
from tests.eras.sovereign_of_discord.cards import execute_every_side, executed, level, random_state, to_the_end
from tests.eras.sovereign_of_discord.support import D61, P61, P63, begun, edit, row
from tests.support import at, play

CARDS = ("p76", "p77", "p78", "p79")
PLEIKU, KIEN_GIANG = "pleiku_darlac", "kien_giang_an_xuyen"


@pytest.mark.parametrize("seed", range(12))
def test_every_pivotal_event_is_carried_out_to_its_end(seed: int) -> None:
    state = random_state(seed)
    execute_every_side(CARDS if US in state.era.factions else ("p78", "p79"), state, seed)


def met(s: State, card: str) -> bool:
    number = card_number(card)
    assert number is not None
    return condition_met(s, number)


def test_none_may_be_played_at_the_start_of_1961() -> None:
    s = begun()
    assert [card for card in CARDS if met(s, card)] == []


def test_a_coup_round_or_a_strong_vc_opens_the_us_event() -> None:
    s = begun()
    s.coup_rounds = 1
    assert met(s, "p76")
    assert met(begun(P63), "p76")  # VC 18


def test_card_p76_single_moves_washington_and_lets_the_us_advise_by_its_new_level() -> None:
    s = begun()
    play(move_washington(s, 1), "binh_dinh", "saigon")
    flow = executed(s, "p76", "single", US)
    assert flow.keys() == ["up_2", "up_1", "down_1"]
    flow.answer("up_1", "saigon", "saigon", "yes")
    assert (s.washington, s.aid) == (2, 14)
    assert flow.decision is not None
    assert flow.decision.kind == "advise.space"
    flow.answer("binh_dinh", "sweep")
    assert at(s, row("binh_dinh"))["vc_guerrilla_active"] == 1


def test_card_p76_single_brings_no_advise_at_washington_0() -> None:
    s = begun()
    play(move_washington(s, 1), "binh_dinh", "saigon")
    assert executed(s, "p76", "single", US, "down_1").over
    assert (s.washington, s.aid) == (0, 14)


def test_card_p77_single_is_war_or_patience() -> None:
    s = begun()
    flow = executed(s, "p77", "single", NVA, "war", "yes", KIEN_GIANG, "cadre", "phuoc_long")
    assert s.hanoi == 3
    assert at(s, row(KIEN_GIANG))["vc_base_cadre"] == 1
    assert at(s, row("phuoc_long")) == {"vc_guerrilla": 1}
    s = begun()
    flow = executed(s, "p77", "single", NVA, "patience", "yes", "kontum", 1)
    assert (s.hanoi, s.aid, level(s, "kontum")) == (0, 4, 0)
    assert flow.over or "da_nang" not in flow.keys()  # no Cadre is next to it


@pytest.mark.parametrize("scenario", [P61, D61])
def test_card_p78_single_opens_the_hamlet_program(scenario: str) -> None:
    s = begun(scenario)
    flow = executed(s, "p78", "single", ARVN)
    assert at(s, AVAILABLE)["hamlet"] == 6
    assert "hamlet" not in at(s, OUT_OF_PLAY)
    assert s.resources[ARVN] == 26
    assert "tay_ninh" not in flow.keys()  # not Controlled
    flow.answer("quang_nam")
    assert "quang_nam" not in flow.keys()
    flow.answer("binh_dinh")
    assert flow.over
    assert (level(s, "quang_nam"), level(s, "binh_dinh"), at(s, AVAILABLE)["hamlet"]) == (-1, -1, 4)


def test_card_p79_single_attacks_with_a_piece_more_and_shakes_the_regime() -> None:
    s = begun()
    edit(s, "phuoc_long", vc_guerrilla=2, police=1)
    flow = executed(s, "p79", "single", VC)
    assert set(flow.keys()) == {PLEIKU, "kien_phong", "phuoc_long", "done"}  # two Guerrillas and an enemy
    flow.answer("kien_phong", "phuoc_long", "done", 6, 6)  # both miss
    assert at(s, row("kien_phong"))["arvn_troops"] == 1
    assert "police" not in at(s, row("phuoc_long"))
    flow.answer("kien_phong")
    assert flow.over
    assert at(s, row("kien_phong"))["vc_guerrilla"] == 2
    assert at(s, row("phuoc_long"))["vc_guerrilla_active"] == 2
    assert (s.regime, s.aid) == (UNSTABLE, 5)


def test_card_p80_single_says_what_diem_means() -> None:
    """P6.3.1: known in full, so it is not marked as ours."""
    assert "Patronage +3" in (card_text(1080, "single") or "")
    assert "not the printed text" not in (card_text(1080, "ruling") or "")


@pytest.mark.parametrize(("regime", "patronage"), [(UNSTABLE, 16), (CHAOTIC, 10)])
def test_card_p75_single_rewards_a_government_that_stands(regime: int, patronage: int) -> None:
    """P7.3."""
    s = begun(D61, regime=regime, card=1075)
    to_the_end(play(coup_card(s)))
    assert s.patronage == patronage
    assert "Patronage +6" in (card_text(1075, "single") or "")
