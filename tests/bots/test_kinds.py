"""Non-players by kind: who plays which Faction is one grammar and one table."""

import json
from pathlib import Path

import pytest

from fitl import journal
from fitl.board.factions import ARVN, FACTIONS, NVA, US, VC
from fitl.bot_types import KINDS
from fitl.bots.flowchart import FlowchartBot
from fitl.bots.reasons import reasons_of
from fitl.bots.table import NonPlayers
from fitl.casting import PlayersError, seated
from fitl.cli.main import build_parser
from fitl.cli.play import options_from
from fitl.decisions import Decision, Flow, Option
from fitl.game import Game
from fitl.lab.players import options_for, parse_players, seat_players
from fitl.options import GameOptions, OptionsError
from fitl.position import PositionError, read_options, write_options


class LastOption:
    """A toy kind: it takes the last of what is offered."""

    def __init__(self, faction: int) -> None:
        self.faction = faction

    def deliberate(self, game: Game, decision: Decision) -> Flow[Option]:
        yield from ()
        return decision.options[-1]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """One class, one row."""
    monkeypatch.setitem(KINDS, "last", f"{__name__}:LastOption")


@pytest.mark.usefixtures("toy")
def test_a_new_kind_is_one_class_and_one_row(tmp_path: Path) -> None:
    options = GameOptions(non_players={"us": "last", "arvn": "flowchart", "nva": "last", "vc": "last"})  # type: ignore[arg-type]
    game = Game.new("short-1965", seed=3, options=options)
    journal.record(game, tmp_path / "game.jsonl")
    table = NonPlayers(game)
    assert [type(table.bots[faction]) for faction in FACTIONS] == [LastOption, FlowchartBot, LastOption, LastOption]
    for _ in range(60):
        if table.asked():
            table.play()
    assert {reason.faction for reason in game.reasons()} == {ARVN}
    loaded = journal.load(tmp_path / "game.jsonl").game
    assert loaded.state.options == options
    assert type(NonPlayers(loaded).bots[US]) is LastOption


def test_the_flowchart_goes_without_saying_so_that_old_journals_read() -> None:
    options = GameOptions(non_players={"vc": "flowchart"})  # type: ignore[arg-type]
    assert options == GameOptions(non_players=(VC,))
    assert options.kind_of(VC) == "flowchart"
    assert write_options(options) == {"non_players": ["vc"]}
    assert read_options({"non_players": ["vc"]}) == options


@pytest.mark.usefixtures("toy")
def test_kinds_are_kept_with_the_options_of_a_game() -> None:
    options = seated("us=person,nva=last,others=flowchart")
    assert (options.non_players, options.kinds) == ((ARVN, NVA, VC), ((NVA, "last"),))
    assert read_options(json.loads(json.dumps(write_options(options)))) == options


def test_what_is_no_kind_or_no_non_player_is_refused() -> None:
    with pytest.raises(OptionsError, match="no bot type 'hal'; the types are flowchart"):
        GameOptions(non_players=(US,), kinds=((US, "hal"),))
    with pytest.raises(OptionsError, match="VC is played by a person"):
        GameOptions(non_players=(US,), kinds=((VC, "flowchart"),))
    with pytest.raises(PositionError, match="hal"):
        read_options({"non_players": ["us"], "kinds": {"us": "hal"}})


@pytest.mark.parametrize(
    ("text", "seats", "non_players"),
    [
        ("person", ((0,), (1,), (2,), (3,)), ()),
        ("us=person,others=flowchart", ((0,), (1,), (2,), (3,)), (1, 2, 3)),
        ("US+ARVN = person, others=flowchart", ((0, 1), (2,), (3,)), (2, 3)),
        ("nva+vc=person,us=person,arvn=flowchart", ((0,), (1,), (2, 3)), (1,)),
    ],
)
def test_one_grammar_says_who_plays(text: str, seats: object, non_players: object) -> None:
    options = seated(text)
    assert (options.seats, options.non_players) == (seats, non_players)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("us=hal,others=person", "no player 'hal'; choose from flowchart, .*person"),
        ("us+nva=person,others=flowchart", "one player runs"),
        ("us+arvn=flowchart,others=person", "only a person runs two"),
        ("us=person,us=flowchart,others=person", "twice"),
        ("us=person", "names no player for arvn, nva, vc"),
        ("mars=person,others=flowchart", "no Faction 'mars'"),
    ],
)
def test_a_cast_that_cannot_be_says_what_would_be_right(text: str, said: str) -> None:
    with pytest.raises(PlayersError, match=said):
        seated(text)


def meant(*words: str) -> GameOptions:
    return options_from(build_parser().parse_args(words))


@pytest.mark.usefixtures("toy")
def test_the_command_line_says_kinds_in_old_and_new_spelling() -> None:
    assert meant("play", "--players", "us=person,others=flowchart") == meant("play", "--as", "us")
    assert meant("play", "--as", "us", "--bots", "flowchart") == meant("play", "--as", "us")
    assert meant("play", "--as", "us", "--bots", "last") == meant("play", "--players", "us=person,others=last")
    assert meant("watch", "--players", "us=last,others=flowchart").kinds == ((US, "last"),)
    assert meant("watch", "--bots", "last").kinds == tuple((faction, "last") for faction in FACTIONS)
    assert meant("watch").non_players == FACTIONS
    assert meant("watch", "--reading", "random_spaces=other_chart").readings == (("random_spaces", "other_chart"),)


def test_the_command_line_refuses_what_contradicts_itself() -> None:
    with pytest.raises(OptionsError, match="leave out --as"):
        meant("play", "--as", "us", "--players", "person")
    with pytest.raises(OptionsError, match="for bots only"):
        meant("watch", "--players", "us=person,others=flowchart")


@pytest.mark.usefixtures("toy")
def test_simulations_seat_every_kind() -> None:
    cast = parse_players("us=random,nva=last,others=flowchart")
    options = options_for(cast, GameOptions())
    assert (options.non_players, options.kinds) == ((ARVN, NVA, VC), ((NVA, "last"),))
    game = Game.new("short-1965", seed=1, options=options)
    players = seat_players(cast, 1)
    for _ in range(80):
        assert game.decision is not None
        players[game.decision.actor].play(game, game.decision)
    assert reasons_of(game, "arvn") or reasons_of(game, VC)
