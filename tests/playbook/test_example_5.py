"""Example 5 of the non-player examples: ARVN executes ROKs in Monsoon."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import BINH_DINH, KHANH_HOA, PHU_BON, PLEIKU
from fitl.game import Game
from tests.bots.support import example_state, play_on
from tests.playbook.script import Script
from tests.support import at

ROKS = 70
FAILED_ATTEMPT = 130


@pytest.fixture
def game() -> Game:
    s = example_state(ROKS, FAILED_ATTEMPT, (US, ARVN), (NVA, VC))
    return play_on(s, (ARVN,))


def test_arvn_executes_the_event_without_any_die(game: Game) -> None:
    assert game.state.acted == ((ARVN, "event"),)
    assert game.decision is not None
    assert game.decision.actor == US
    assert [option.key for option in game.decision.options] == ["op_only", "op_activity", "pass"]


@pytest.mark.node("arvn.sweep.2")
def test_the_four_spaces_with_arvn_units_and_hidden_guerrillas_are_swept(game: Game) -> None:
    swept = [reason.params["space"] for reason in game.reasons() if reason.message == "why.arvn.sweep.2"]
    assert sorted(swept) == sorted((PHU_BON, BINH_DINH, PLEIKU, KHANH_HOA))


def test_nobody_moves_and_the_assault_takes_five_guerrillas(game: Game) -> None:
    s = game.state
    assert "vc_guerrilla" not in at(s, PHU_BON)
    assert "vc_guerrilla_active" not in at(s, PHU_BON)
    for sp in (BINH_DINH, PLEIKU, KHANH_HOA):
        there = at(s, sp)
        assert (there["vc_base"], there["vc_guerrilla_active"], there.get("vc_guerrilla", 0)) == (1, 1, 0)
    assert not any(entry.message == "log.move" for entry in game.log or ())
    Script(game).expect(
        available={"VC": {"G": 12}},
        res={"ARVN": 30},
        vp={"US": 37, "ARVN": 44, "VC": 23, "NVA": 8},
    )
