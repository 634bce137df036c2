"""Printed example 6: ARVN executes MACV; the US Air Lifts under Nixon, then ARVN Raids.

By the recommended reading of Air Lift bullet 5 the three Delta Provinces come before An Loc, so the printed dice 5,4
for the space left out are not rolled. Tay Ninh has 1 NVA Guerrilla, as the print says, not the 2 of the set-up.
"""

from typing import Any

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import NVA_GUERRILLA
from fitl.board.spaces import BA_XUYEN, CAN_THO, KIEN_HOA, KIEN_PHONG, PHU_BON, QUANG_TRI, SAIGON, TAY_NINH
from fitl.bots.flowchart import FlowchartBot
from fitl.bots.table import play_non_player
from fitl.decisions import CHANCE
from fitl.game import Game
from fitl.rules.forces import remove
from fitl.state import EVENT, TURN, State
from tests.bots.support import example_state
from tests.playbook.script import Script

MACV, BRINKS_HOTEL = 69, 97
DICE = (
    *(4, 2),  # Da Nang leads to Phu Bon: the Air Lift's origin
    *(5, 1),  # The Fishhook: the second Raid space
)


def altered() -> State:
    s = example_state(MACV, BRINKS_HOTEL, (US, ARVN), (NVA, VC))
    s.us_policy = "nixon"
    s.stage = TURN  # the VC player declines Tet
    remove(s, TAY_NINH, NVA_GUERRILLA)
    return s


@pytest.fixture(scope="module")
def macv() -> Script:
    """ARVN, the 1st Eligible, executes the Event for its own side; both non-players take a Special Activity."""
    game = Game(altered(), manual_chance=True)
    game.begin()
    script = Script(game).actor("ARVN")
    bots = {US: FlowchartBot(US), ARVN: FlowchartBot(ARVN)}
    dice = list(DICE)
    while not (game.state.acted and game.state.executing < 0) and game.decision is not None:
        if game.decision.actor == CHANCE:
            game.choose(str(dice.pop(0)))
        else:
            assert play_non_player(game, bots)
    assert not dice
    return script


def reasons(script: Script, node: str) -> list[dict[str, Any]]:
    return [reason.params for reason in script.game.reasons() if reason.message == "why." + node]


def test_arvn_executes_the_event_for_its_own_side(macv: Script) -> None:
    played = [entry.key for entry in macv.game.entries if entry.actor == ARVN]
    assert played[:2] == ["event", "us_arvn"]


@pytest.mark.node("us.u1", "us.u2", "us.u3", "us.granted.activity")
def test_the_us_diamonds_lead_to_air_lift(macv: Script) -> None:
    assert [reasons(macv, node)[0]["answer"] for node in ("us.u1", "us.u2", "us.u3")] == ["no", "no", "yes"]
    assert reasons(macv, "us.granted.activity") == [{"activity": "air_lift"}]


@pytest.mark.node("us.air_lift.2", "us.air_lift.5")
def test_one_us_troop_flies_from_phu_bon_to_each_delta_province(macv: Script) -> None:
    (origin,) = reasons(macv, "us.air_lift.2")
    assert origin["space"] == PHU_BON
    assert origin["tied"] == 3  # Binh Tuy, which the print counts too, can spare only 3
    assert {QUANG_TRI, PHU_BON, CAN_THO} <= set(origin["spaces"])
    assert [reason["space"] for reason in reasons(macv, "us.air_lift.5")] == [KIEN_PHONG, KIEN_HOA, BA_XUYEN]
    for node in ("us.air_lift.1", "us.air_lift.3", "us.air_lift.5b", "us.air_lift.6"):
        assert reasons(macv, node) == []
    us, arvn = {"T": 1}, {"P": 1}
    macv.expect(
        space={
            "phu_bon": {"US": {}, "ARVN": {"T": 2, "P": 2}, "VC": {"Gu": 2}},
            "kien_phong": {"US": us, "ARVN": arvn, "VC": {"Gu": 1}},
            "kien_hoa": {"US": us, "ARVN": arvn, "VC": {"Gu": 1}},
            "ba_xuyen": {"US": us, "ARVN": arvn, "VC": {"Gu": 1}},
        },
        control={"kien_phong": "COIN", "kien_hoa": "COIN", "ba_xuyen": "COIN", "phu_bon": "COIN"},
    )


def test_arvn_raids_saigon_and_the_fishhook(macv: Script) -> None:
    macv.expect(
        space={
            "saigon": {"US": {"B": 1, "T": 2}, "ARVN": {"T": 1, "P": 4, "Ra": 1}, "VC": {}},
            "tay_ninh": {"US": {"B": 1, "T": 3}, "ARVN": {"T": 2}, "VC": {"Tn": 1, "Gu": 3}, "NVA": {"Gu": 1}},
            "fishhook": {"ARVN": {"Ra": 1}, "NVA": {"B": 1}},
        },
        control={"fishhook": "none", "tay_ninh": "COIN", "saigon": "COIN"},
    )
    assert macv.game.state.control[SAIGON] == 1


def test_the_end_is_as_printed_and_the_us_acts_next(macv: Script) -> None:
    macv.expect(
        available={"VC": {"B": 2, "G": 8}, "NVA": {"G": 5}},
        vp={"US": 37, "ARVN": 49, "VC": 22, "NVA": 8},
    )
    state = macv.game.state
    assert state.acted == ((ARVN, EVENT),)
    assert state.stay_eligible == 1 << ARVN
    macv.actor("US")
    assert macv.offers() == ["op_only", "op_activity", "pass"]
