"""Games of non-players in their journals: reasons come back, a full disk costs nothing, a whole game stays small."""

import random
from pathlib import Path
from typing import Any

import pytest

from fitl import journal
from fitl.board.factions import US
from fitl.bots.flowchart import FlowchartBot
from fitl.bots.table import NonPlayers
from fitl.decisions import CHANCE
from fitl.entries import Reason
from fitl.game import Game
from fitl.lab.players import options_for, parse_players
from fitl.lab.simulate import play_out
from fitl.options import GameOptions

GOLDEN = Path(__file__).parent / "golden"
FOUR_NON_PLAYERS = sorted(
    path for path in (GOLDEN / "games").glob("*.jsonl") if path.stem.endswith(("-2", "-7"))
)  # tools/golden_games.py: the casts of four non-players
MOST_BYTES = 64 * 1024
BOTS = parse_players("flowchart")


def bot_game(scenario: str = "short-1965", seed: int = 5) -> Game:
    return Game.new(scenario, seed=seed, options=options_for(BOTS, GameOptions()))


def played_by_bots(seed: int = 5) -> Game:
    game = bot_game(seed=seed)
    play_out(game, BOTS, seed)
    return game


def size_of(game: Game) -> int:
    return len(journal.zipped(journal.lines_of(game)))


# --- journals ---


def test_reasons_are_saved_and_come_back() -> None:
    game = played_by_bots()
    text = "".join(map(journal.to_text, journal.lines_of(game)))
    read = journal.parse(text)
    assert len(read.reasons) > 50
    assert read.reasons == [
        reason._replace(params={key: list(v) if isinstance(v, tuple) else v for key, v in reason.params.items()})
        for reason in game.thoughts
    ]
    assert [entry.key for entry in read.entries] == [entry.key for entry in game.entries]


def test_a_game_of_non_players_recorded_step_by_step_opens_at_every_step(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = bot_game()
    writer = journal.record(game, path)
    bots = [FlowchartBot(faction) for faction in range(4)]
    for _ in range(60):
        decision = game.decision
        assert decision is not None
        game.consult(bots[decision.actor].deliberate(game, decision))
        read = journal.read(path)
        assert [entry.key for entry in read.entries] == [entry.key for entry in game.entries]
        assert [reason.message for reason in read.reasons] == [reason.message for reason in game.thoughts]
        assert [reason.at for reason in read.reasons] == [reason.at for reason in game.thoughts]
    writer.close()
    loaded = journal.load(path)
    assert loaded.notes == []
    assert loaded.game.state == game.state
    assert len(loaded.game.thoughts) == len(game.thoughts)


def test_reasons_of_taken_back_answers_go_with_them(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = bot_game()
    journal.record(game, path)
    bots = [FlowchartBot(faction) for faction in range(4)]
    for step in range(40):
        decision = game.decision
        assert decision is not None
        game.consult(bots[decision.actor].deliberate(game, decision))
        if step == 20:
            game.rewind(game.checkpoints[-1].entries)
            bots = [FlowchartBot(faction) for faction in range(4)]
    assert [(reason.at, reason.message) for reason in journal.read(path).reasons] == [
        (reason.at, reason.message) for reason in game.thoughts
    ]


def test_the_longest_game_is_small_once_it_is_compressed_and_opens_from_there(tmp_path: Path) -> None:
    game = bot_game("full-1964", seed=2508053922552351865)  # one of the longest
    play_out(game, BOTS, 2508053922552351865)
    path = tmp_path / "game.fitl.gz"
    path.write_bytes(journal.zipped(journal.lines_of(game)))
    assert 30_000 < path.stat().st_size <= MOST_BYTES
    loaded = journal.load(path)
    assert loaded.notes == []
    assert loaded.game.state == game.state
    assert len(loaded.game.thoughts) == len(game.thoughts)


class BreaksOff(journal.JournalWriter):
    """A disk that is full at one write, in the middle of it."""

    writes = 0
    fails_at = -1

    def _write(self, *lines: Any) -> None:
        self.writes += 1
        if self.writes != self.fails_at:
            super()._write(*lines)
            return
        self._file.seek(self._good)
        self._file.write("".join(map(journal.to_text, lines)).encode()[:-3])
        raise journal.SaveFailed("no space left")


def test_a_disk_that_is_full_at_any_one_write_costs_a_game_of_non_players_nothing(tmp_path: Path) -> None:
    """Answers, dice, reasons and situations alike: whatever could not be written is given again afterwards."""
    path = tmp_path / "game.jsonl"
    for fails_at in range(1, 120, 3):
        game = bot_game()
        writer = game.recorder = BreaksOff(path, game)
        writer.fails_at = fails_at
        table = NonPlayers(game)
        failed = 0
        while writer.writes < fails_at + 40:
            try:
                table.play()
            except journal.SaveFailed:
                failed += 1
                assert game.considered is None
                assert game.clone().state == game.state
        assert failed == 1
        loaded = journal.load(path)
        assert loaded.notes == [], (fails_at, loaded.notes)
        assert loaded.game.state == game.state
        assert [(r.at, r.message) for r in loaded.game.thoughts] == [(r.at, r.message) for r in game.thoughts]
        game.recorder = None
        writer.close()


def test_going_back_to_before_a_roll_writes_the_new_roll(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = Game.new("full-1964", seed=9)
    journal.record(game, path)
    rng = random.Random(9)
    while not (len(game.entries) > 40 and game.entries[-1].actor == CHANCE):
        assert game.decision is not None
        game.choose(rng.choice(list(game.decision.options)))
    game.rewind(len(game.entries) - 1)
    assert game.entries[-1].actor == CHANCE
    loaded = journal.load(path)
    assert loaded.notes == []
    assert loaded.game.state == game.state
    assert loaded.game.entries == game.entries


# --- damage ---


@pytest.fixture(scope="module")
def told() -> tuple[Game, list[str]]:
    game = played_by_bots()
    return game, list(map(journal.to_text, journal.lines_of(game)))


def with_line(lines: list[str], begins: str, number: int, damaged: str) -> tuple[int, str]:
    """The journal in which one of the lines that begin so is damaged, and which line of the file that is."""
    line = [n for n, line in enumerate(lines) if line.startswith(begins)][number]
    return line + 1, "".join([*lines[:line], damaged, *lines[line + 1 :]])


@pytest.mark.parametrize("damaged", ['{"reason": "why.us.u1", "fac\n', '{"reason": 3}\n'])
def test_a_damaged_reason_is_left_out_and_everything_else_stays(told: tuple[Game, list[str]], damaged: str) -> None:
    game, lines = told
    line, text = with_line(lines, '{"reason"', 40, damaged)
    loaded = journal.revive(journal.parse(text))
    assert [f"line {line}" in note for note in loaded.notes] == [True]
    assert loaded.game.entries == game.entries
    assert len(loaded.game.thoughts) == len(game.thoughts) - 1


def test_a_damaged_situation_costs_nothing_as_long_as_the_answers_are_there(told: tuple[Game, list[str]]) -> None:
    game, lines = told
    _, text = with_line(lines, '{"card"', 3, '{"card": 12, "ti\n')
    found = journal.parse(text)
    loaded = journal.revive(found)
    assert (loaded.game.state, loaded.game.entries) == (game.state, game.entries)
    assert len(found.cards) == sum(line.startswith('{"card"') for line in lines) - 1


@pytest.mark.parametrize("damaged", ['"ral\n', "\0\n", '{"chanc": "3"}\n', "17\n", '""\n'])
def test_after_a_damaged_answer_play_goes_on_from_the_next_situation(
    told: tuple[Game, list[str]], damaged: str
) -> None:
    game, lines = told
    line, text = with_line(lines, '"', 30, damaged)
    loaded = journal.revive(journal.parse(text))
    assert f"line {line}" in loaded.notes[0]
    assert loaded.game.state == game.state
    last_card = max(n for n, text in enumerate(lines) if text.startswith('{"card"'))
    answers = [n for n in range(last_card, len(lines)) if lines[n].startswith(('"', '{"chance"', '{"roll"'))]
    assert len(loaded.game.entries) == len(answers)


def test_answers_are_counted_as_before_when_something_is_taken_back_behind_a_damaged_one(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = Game.new("full-1964", seed=9)
    journal.record(game, path)
    rng = random.Random(9)
    for step in range(200):
        assert game.decision is not None
        game.choose(rng.choice(list(game.decision.options)))
        if step % 5 == 4:
            game.undo(freely=True)
    lines = path.read_text().splitlines(keepends=True)
    _, text = with_line(lines, '"', 3, '"xx\n')
    read = journal.parse(text)
    assert len(read.entries) == len(game.entries)
    assert journal.revive(read).game.state == game.state


# --- size ---


@pytest.mark.parametrize("path", FOUR_NON_PLAYERS, ids=lambda path: path.stem)
def test_the_journal_of_a_game_of_four_non_players_is_small(path: Path) -> None:
    game = journal.replay(journal.read(path))
    assert size_of(game) <= MOST_BYTES


def test_there_are_games_of_four_non_players_to_measure() -> None:
    assert len(FOUR_NON_PLAYERS) >= 10


class NotWalked(list[Reason]):
    """Reasons that nobody may go through one by one."""

    def __iter__(self):  # type: ignore[no-untyped-def]
        raise AssertionError("all reasons of the game were gone through")


def test_recording_reasons_costs_the_same_late_in_a_game(tmp_path: Path) -> None:
    game = bot_game()
    journal.record(game, tmp_path / "game.jsonl")
    game.thoughts = NotWalked([Reason(0, US, "why.us.u1", {})] * 1000)
    decision = game.decision
    assert decision is not None
    assert len(game.entries) > 0
    game.consult(FlowchartBot(decision.actor).deliberate(game, decision))
    assert len(game.thoughts) > 1000
    assert 0 < len(journal.read(tmp_path / "game.jsonl").reasons) < 100
