"""An era that only the tests know is played like any other: created, seated, seen, stored, replayed, ended."""

import io
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.console import Console

from fitl import journal
from fitl.board.factions import ARVN, VC
from fitl.board.pieces import HAMLET
from fitl.board.spaces import OUT_OF_PLAY, PLEIKU
from fitl.cli.board import board_view
from fitl.compose import ERAS
from fitl.game import Game
from fitl.lab.invariants import check_decision, check_state, check_views, check_words
from fitl.options import GameOptions, OptionsError
from fitl.position import PositionError, read_position, write_position
from fitl.refusals import WrongSeat
from fitl.rules.economy import price
from fitl.rules.forces import count, place
from fitl.rules.sequence import next_eligible
from fitl.server import library
from fitl.state import PIVOTAL, State
from fitl.thinker.player import Thinker
from tests.eras.toy import TOY_ERA, make_known


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    make_known(monkeypatch)


def played(seed: int, answers: int = 10_000, check: Callable[[Game], None] | None = None) -> Game:
    game = Game.new("toy", seed=seed)
    rng = random.Random(seed)
    for _ in range(answers):
        if game.decision is None:
            break
        if check is not None:
            check(game)
        game.choose(rng.choice(list(game.decision.options)))
    return game


def stages(game: Game) -> Iterator[str]:
    return (checkpoint.state.stage for checkpoint in game.checkpoints)


@pytest.mark.parametrize("seed", range(3))
def test_random_games_of_two_factions_come_to_an_end(seed: int) -> None:
    game = played(seed, check=lambda game: (check_state(game.state), check_decision(game)))
    outcome = game.outcome
    assert outcome is not None
    assert sorted(outcome.ranking) == [ARVN, VC]
    assert {entry.actor for entry in game.entries} <= {-1, ARVN, VC}


def test_the_phases_come_in_the_order_of_the_era() -> None:
    game = played(1)
    seen = list(stages(game))
    first = seen.index("coup_card")
    assert seen[first + 1 : first + 6] == ["resources", "toy_crisis", "support", "victory", "reset"]
    assert "redeploy" not in seen
    assert "commitment" not in seen
    assert game.state.washington == seen.count("toy_crisis")


def test_each_of_the_two_has_a_seat_of_its_own_unless_agreed_otherwise() -> None:
    game = Game.new("toy", seed=1)
    assert game.state.options.seats == ((ARVN,), (VC,))
    assert game.decision is not None
    with pytest.raises(WrongSeat):
        game.choose("pass", seat=1 - game.state.options.seat_of(game.decision.actor))
    with pytest.raises(OptionsError, match=r"^seats: toy is played by arvn, vc, each in exactly one seat$"):
        Game.new("toy", options=GameOptions(seats=((ARVN,), (2,))))


def test_a_view_shows_what_the_era_has() -> None:
    game = played(2, 60, check=lambda game: (check_words(game), check_views(game)))
    view = game.view(None)
    assert view["factions"] == ["arvn", "vc"]
    assert view["turn"]["sequence"] == "initiative"
    assert set(view["tracks"]) == {"resources", "aid", "patronage", "econ", "washington", "hanoi", "regime"}
    assert set(view["tracks"]["resources"]) == set(view["victory"]) == {"arvn", "vc"}
    assert view["boxes"]["out_of_play"] == {"hamlet": 6}
    assert "washington_2" in view["boxes"]
    assert view["next_card"] is None


def test_a_journal_replays_to_the_same_end(tmp_path: Path) -> None:
    game = played(3)
    path = tmp_path / "toy.jsonl"
    journal.save(game, path)
    loaded = journal.load(path)
    assert loaded.notes == []
    assert loaded.game.state == game.state
    assert loaded.game.outcome == game.outcome


@pytest.mark.parametrize("answers", [0, 40, 150, 10_000])
def test_positions_come_back_as_they_were(answers: int) -> None:
    game = played(4, answers)
    s = game.checkpoints[-1].state if game.decision else game.state
    again = read_position(write_position(s))
    assert again == s
    assert again.digest() == s.digest()
    assert again.era is TOY_ERA


def test_a_position_of_the_base_game_knows_nothing_of_the_eras_track() -> None:
    with pytest.raises(PositionError, match=r"^washington: short-1965 has no such track; its tracks are aid, "):
        read_position({"fitl": 1, "scenario": "short-1965", "washington": 1})
    with pytest.raises(PositionError, match=r"^trail: toy has no such track"):
        read_position({"fitl": 1, "scenario": "toy", "trail": 1})


def test_a_position_may_stand_in_another_era_than_its_scenario_began_in() -> None:
    """A campaign changes era in a stage."""
    s = Game.new("full-1964", seed=1).checkpoints[-1].state
    before = s.digest()
    assert "era" not in write_position(s)
    s.era = TOY_ERA
    assert s.digest() != before
    s.era = ERAS["base"]
    assert s.digest() == before
    with pytest.raises(PositionError, match=r"^era: a game of full-1964 is never in the era 'atlantis'"):
        read_position({"fitl": 1, "scenario": "full-1964", "era": "atlantis"})


def test_prices_and_extra_pieces_are_the_eras_own() -> None:
    s = Game.new("toy", seed=1).state
    assert price(s, ARVN, "sweep") == 2
    s.washington = 4
    assert (price(s, ARVN, "sweep"), price(s, VC, "rally")) == (4, 1)
    assert count(s, OUT_OF_PLAY, HAMLET) == 6
    place(s, PLEIKU, HAMLET, 1, OUT_OF_PLAY)
    check_state(s)


# --- the sequence of play for two (P2.3, S2.3) ---


def on_card(answers: dict[int, str]) -> tuple[State, list[str]]:
    """The first card of a game, with these boxes for the First and the Second; and what the Second was offered."""
    game = Game.new("toy", seed=1)
    first = next_eligible(game.state)
    offered: list[str] = []
    rng = random.Random(5)
    while (decision := game.decision) is not None and game.state.stage != PIVOTAL:
        if len(game.state.played):
            break
        if decision.kind == "turn.action":
            place_in_order = 0 if decision.actor == first else 1
            if place_in_order:
                offered = [option.key for option in decision.options]
            game.choose(answers[place_in_order])
        else:
            done = decision.find("done")
            game.choose(done if done is not None else rng.choice(list(decision.options)))
    return game.state, offered


def test_who_passes_first_stays_first_and_leaves_everything_to_the_second() -> None:
    """S2.3.2, S2.3.5."""
    s, offered = on_card({0: "pass", 1: "pass"})
    assert offered == ["operation", "pass"]
    assert s.initiative == VC  # as the scenario begins
    assert s.eligible == 1 << ARVN | 1 << VC


def test_the_box_of_an_operation_is_settled_by_what_was_done() -> None:
    """S2.3.2, S2.3.5: in one space and without Special Activity a Limited Operation; the First stays First."""
    s, offered = on_card({0: "operation", 1: "pass"})
    assert offered == ["op_activity", "op_only", "pass"]
    assert s.initiative == VC


def test_terminal_thinkers_and_the_list_of_scenarios_take_it_like_any_other() -> None:
    game = played(3, answers=60)
    shown = Console(file=io.StringIO(), width=100)
    shown.print(board_view(game.state, shown))
    assert isinstance(shown.file, io.StringIO)
    assert "ARVN" in shown.file.getvalue()
    assert "NVA" not in shown.file.getvalue().replace("NVA Control", "")
    assert game.decision is not None
    option = Thinker(game.decision.actor, "instant").answer(game, game.decision, lambda *told, **params: None)
    assert option in game.decision.options
    made_anew = library.scenarios.__wrapped__()  # type: ignore[attr-defined]  # what is kept is not to know of it
    (listed,) = (each for each in made_anew if each["name"] == "toy")
    assert listed["factions"] == ["arvn", "vc"]
