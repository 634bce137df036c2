"""Simulations, balance and fuzzing of a scenario that only two Factions play."""

import random

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.casting import PlayersError, seated
from fitl.game import Game
from fitl.lab.balance import page, plot
from fitl.lab.fuzz import STYLES, Setting, Walk, random_options
from fitl.lab.players import options_for, players_of, seat_players
from fitl.lab.results import row_of
from fitl.lab.simulate import Order, Run, simulate
from fitl.options import GameOptions
from fitl.position import PositionError
from tests.eras.toy import TOY, make_known


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    make_known(monkeypatch)


def some_games(games: int = 2) -> Run:
    return simulate(Order("toy", players_of("random", "toy"), 5), games)


@pytest.mark.parametrize("text", ["random", "arvn=random,vc=random", "vc=random,others=random"])
def test_a_cast_is_of_the_factions_of_the_scenario(text: str) -> None:
    assert players_of(text, "toy") == ("", "random", "", "random")


def test_a_faction_that_does_not_play_cannot_be_cast() -> None:
    with pytest.raises(PlayersError, match=r"^'us=random,others=random' names a player of us, but .* by arvn, vc$"):
        players_of("us=random,others=random", "toy")
    with pytest.raises(PlayersError, match=r"^'arvn=random' names no player for vc; add others=NAME$"):
        players_of("arvn=random", "toy")


def test_only_factions_of_the_scenario_become_non_players_or_take_seats() -> None:
    assert options_for(players_of("arvn=random,vc=flowchart", "toy"), GameOptions()).non_players == (VC,)
    options = seated("arvn=person,others=flowchart", TOY.factions)
    assert (options.seats, options.non_players) == (((ARVN,), (VC,)), (VC,))


def test_who_comes_in_later_is_played_like_its_partner() -> None:
    players = seat_players(("", "random", "", "flowchart"), 1)
    assert [type(player).__name__ for player in players] == ["RandomPlayer", "RandomPlayer", "BotPlayer", "BotPlayer"]


def test_who_is_not_in_the_game_has_no_margin_at_its_end() -> None:
    game = Game.new("toy", seed=3, log=False)
    rng = random.Random(3)
    while game.decision:
        game.choose(rng.choice(game.decision.options))
    outcome = game.outcome
    assert outcome is not None
    assert (outcome.margins[US], outcome.margins[NVA]) == (None, None)
    assert outcome.margin(outcome.winner) == max(outcome.margin(ARVN), outcome.margin(VC))
    assert list(game.view()["outcome"]["margins"]) == ["arvn", "vc"]
    position = game.position()
    assert Game.from_position(position).outcome == outcome
    for wrong in ([0, 1, 0, 2], [None, 1, None], [None, None, None, 2], [None, 1, "", 2]):
        with pytest.raises(PositionError, match="a whole number for each Faction in the game, null for the others"):
            Game.from_position(position | {"outcome": position["outcome"] | {"margins": wrong}})


def test_a_simulation_of_two_factions_counts_two() -> None:
    run = some_games()
    assert run.failed == []
    found = run.to_json()
    assert found["players"] == {"arvn": "random", "vc": "random"}
    assert list(found["winners"]) == list(found["margins"]) == ["arvn", "vc"]
    assert sum(found["winners"].values()) == 2
    row = row_of(run.results[0])
    assert (row["margin_us"], row["margin_nva"]) == (None, None)
    assert {type(row["margin_arvn"]), type(row["margin_vc"])} == {int}
    assert run.margins(US) == run.margins(NVA) == []


def test_the_page_and_plot_of_the_balance_leave_out_who_does_not_play() -> None:
    runs = [some_games()]
    wins, margins = (line for line in page(runs, "balance.svg").splitlines() if "`toy`" in line)
    assert [cell.strip() == "-" for cell in wins.split("|")[2:6]] == [True, False, True, False]
    assert [cell.strip() == "-" for cell in margins.split("|")[2:6]] == [True, False, True, False]
    drawn = plot(runs)
    assert (">ARVN<" in drawn, ">VC<" in drawn, ">US<" in drawn, ">NVA<" in drawn) == (True, True, False, False)


def test_settings_of_the_fuzzer_name_only_who_plays() -> None:
    rng = random.Random(3)
    for style in STYLES * 10:
        options = random_options(rng, "toy", style).for_factions(TOY.factions)
        assert {faction for seat in options.seats for faction in seat} == {ARVN, VC}
        assert not {US, NVA} & {*options.non_players, *options.handicap}


def test_the_fuzzer_walks_a_game_of_two_factions_to_its_end() -> None:
    rng = random.Random(2)
    walk = Walk(rng, Setting("toy", 2, GameOptions(), (), False, "random", closely=0.01))
    assert walk.play().outcome is not None
    assert walk.report.games == 1
