"""Agents of somebody's own among the players of simulations."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.casting import PlayersError
from fitl.cli.main import main
from fitl.env.layout import NEXT_PAGE
from fitl.game import Game
from fitl.lab.players import options_for, parse_players, seat_players
from fitl.lab.simulate import Order, play_one
from fitl.options import GameOptions
from tests.env.test_environment import with_answers

AGENT = """
class First:
    def __init__(self, seed):
        self.seed = seed

    def act(self, observation):
        return int(observation["action_mask"].argmax())


class Turner(First):
    def act(self, observation):
        return 63


class Seedless:
    def act(self, observation):
        return 0


class Idle:
    def __init__(self, seed):
        self.act = None


class Broken(First):
    def __init__(self, seed):
        raise TypeError("a fault of its own")
"""


@pytest.fixture
def somebody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "somebody.py").write_text(AGENT, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    import sys

    sys.modules.pop("somebody", None)


@pytest.mark.usefixtures("somebody")
def test_an_agent_plays_by_its_name_with_capitals_and_all() -> None:
    cast = parse_players("US=agent:somebody:First, others=Random")
    assert cast == ("agent:somebody:First", "random", "random", "random")
    assert options_for(cast, GameOptions()).non_players == ()
    assert options_for(parse_players("us=agent:somebody:First,others=flowchart"), GameOptions()).non_players == (
        *(ARVN, NVA, VC),
    )
    result = play_one(Order("short-1965", cast, 3), 0)
    assert result.error is None
    assert play_one(Order("short-1965", cast, 3), 0) == result


@pytest.mark.usefixtures("somebody")
def test_an_agent_that_only_turns_pages_is_stopped() -> None:
    game = Game.new("short-1965", seed=1, log=False)
    with_answers(game, 200)
    assert game.decision is not None
    player = seat_players(("agent:somebody:Turner",) * 4, 1)[US]
    with pytest.raises(PlayersError, match="turned 100 pages"):
        player.play(game, game.decision)
    assert NEXT_PAGE == 63


def test_an_agent_that_is_not_there_is_named() -> None:
    with pytest.raises(PlayersError, match="no agent 'nowhere:Nobody'"):
        parse_players("agent:nowhere:Nobody")
    with pytest.raises(PlayersError, match="no agent 'json:Nobody'"):
        parse_players("agent:json:Nobody")


@pytest.mark.usefixtures("somebody")
@pytest.mark.parametrize("name", ["os:getcwd", "os:sep", "json:dumps", "os:", "somebody:Seedless", "somebody:Idle"])
def test_what_is_no_agent_is_told_what_an_agent_is(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(PlayersError, match=r"(?:no|not an) agent"):
        parse_players(f"agent:{name}")
    assert main(["lab", "match", "short-1965", "--players", f"agent:{name},random", "--games", "1"]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "created with a seed and has a method act(observation)" in said or name == "os:"


@pytest.mark.usefixtures("somebody")
def test_what_goes_wrong_within_an_agent_is_told_as_it_is() -> None:
    with pytest.raises(TypeError, match="a fault of its own"):
        parse_players("agent:somebody:Broken")
