"""Journals: readable, complete, crash-proof, and open even after a rule has changed."""

import gzip
import json
import random
import tracemalloc
from pathlib import Path

import pytest

from fitl import bounds, journal
from fitl.board.factions import VC
from fitl.compose import PROGRAMS
from fitl.game import Game
from fitl.journal import JournalError, SaveFailed
from fitl.options import GameOptions


def played(answers: int, seed: int = 2, scenario: str = "full-1964", **kwargs: object) -> Game:
    game = Game.new(scenario, seed=seed, **kwargs)  # type: ignore[arg-type]
    rng = random.Random(seed)
    for _ in range(answers):
        if game.decision is None:
            break
        game.choose(rng.choice(list(game.decision.options)))
    return game


def same(first: Game, second: Game) -> bool:
    return (
        first.state == second.state
        and first.entries == second.entries
        and repr(first.decision) == repr(second.decision)
        and first.log == second.log
    )


@pytest.mark.parametrize("answers", [0, 1, 30, 333, 100_000])
def test_a_saved_game_opens_as_it_was(tmp_path: Path, answers: int) -> None:
    game = played(answers)
    path = tmp_path / "game.jsonl"
    journal.save(game, path)
    loaded = journal.load(path)
    assert loaded.notes == []
    assert same(loaded.game, game)


def test_a_game_saves_and_loads_itself(tmp_path: Path) -> None:
    game = played(40)
    game.save(tmp_path / "game.jsonl")
    assert same(Game.load(tmp_path / "game.jsonl"), game)


def test_options_and_table_mode_are_saved(tmp_path: Path) -> None:
    game = Game.new("medium-1968", manual_chance=True, options=GameOptions(period_events=True, deception=True))
    path = tmp_path / "game.jsonl"
    journal.save(game, path)
    loaded = journal.load(path).game
    assert loaded.manual_chance
    assert loaded.state.options == game.state.options


def test_recording_writes_every_answer_before_it_is_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = Game.new("full-1964", seed=9)
    writer = journal.record(game, path)
    rng = random.Random(9)
    for _ in range(80):
        assert game.decision is not None
        game.choose(rng.choice(list(game.decision.options)))
        assert same(journal.load(path).game, game)  # as if the power failed right here
    writer.close()


def test_undo_is_recorded(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = Game.new("full-1964", seed=9)
    journal.record(game, path)
    rng = random.Random(3)
    for _ in range(200):
        assert game.decision is not None
        game.choose(rng.choice(list(game.decision.options)))
        if rng.random() < 0.2:
            game.undo(freely=True)
    assert same(journal.load(path).game, game)
    assert '{"undo": ' in path.read_text()


def test_transfers_are_recorded(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = Game.new("full-1964", manual_chance=True)
    journal.record(game, path)
    for answer in ("55", "107", "op_only", "rally"):
        game.choose(answer)
    game.transfer(VC, 2)
    assert same(journal.load(path).game, game)


def test_a_line_cut_off_by_a_crash_is_dropped_with_a_note(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = played(50)
    journal.save(game, path)
    with open(path, "a") as file:
        file.write('"ral')
    loaded = journal.load(path)
    assert len(loaded.notes) == 1
    assert same(loaded.game, game)


def test_a_full_disk_refuses_the_answer_and_changes_nothing(tmp_path: Path) -> None:
    game = played(20)
    writer = journal.record(game, tmp_path / "game.jsonl")
    before = (game.state.digest(), len(game.entries))
    with open("/dev/full", "r+b", buffering=0) as full:
        good, writer._file = writer._file, full  # type: ignore[assignment]
        assert game.decision is not None
        with pytest.raises(SaveFailed, match="not taken"):
            game.choose(game.decision.options[0])
        writer._file = good
    assert (game.state.digest(), len(game.entries)) == before
    game.choose(game.decision.options[0])
    assert same(journal.load(tmp_path / "game.jsonl").game, game)


def test_a_full_disk_refuses_to_take_back_what_an_earlier_sitting_wrote(tmp_path: Path) -> None:
    game = played(20)
    writer = journal.record(game, tmp_path / "game.jsonl")
    before = (game.state.digest(), len(game.entries))
    with open("/dev/full", "r+b", buffering=0) as full:
        good, writer._file = writer._file, full  # type: ignore[assignment]
        with pytest.raises(SaveFailed):
            game.undo(freely=True)
        writer._file = good
    assert (game.state.digest(), len(game.entries)) == before
    assert game.decision is not None
    game.choose(game.decision.options[0])
    assert same(journal.load(tmp_path / "game.jsonl").game, game)


def test_saving_to_an_impossible_place_keeps_what_was_there(tmp_path: Path) -> None:
    with pytest.raises(SaveFailed, match="untouched"):
        journal.save(played(5), tmp_path / "no" / "such" / "folder.jsonl")
    with pytest.raises(SaveFailed, match="not a file"):
        journal.save(played(5), tmp_path)
    assert tmp_path.is_dir()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: not a journal"),
        ("hello\n", "line 1: not JSON"),
        ('{"a": 1}\n', "line 1: not a journal"),
        ("[1]\n", "line 1: not a journal"),
        ('{"fitl_journal": 99}\n', "line 1: journal format 99"),
        ('{"fitl_journal": 3, "scenario": "nowhere"}\n', "line 1: there is no playable scenario 'nowhere'"),
        ('{"fitl_journal": 3, "scenario": "full-1964", "options": {"x": 1}}\n', "unknown option 'x'"),
        ('{"fitl_journal": 3, "scenario": "full-1964", "seed": "one"}\n', "line 1: "),
        ('{"fitl_journal": 2}\n', "early version .format 2.. `fitl convert FILE`"),
        ('{"fitl_journal": 3, "scenario": "full-1964"}\n{"what": 3}\n', "line 2: unknown entry"),
        ('{"fitl_journal": 3, "scenario": "full-1964"}\n17\n', "line 2: unknown entry"),
        ('{"fitl_journal": 3, "scenario": "full-1964"}\n' + "[" * 60_000 + "\n", "line 2: not JSON"),
        (
            '{"fitl_journal": 3, "scenario": "full-1964"}\n' + "[" * 100_000 + "\n",
            "line 2 has more than 65536 characters",
        ),
    ],
)
def test_damaged_journals_are_refused_with_the_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(text)
    with pytest.raises(JournalError, match=message):
        journal.load(path)


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be read"):
        journal.load(tmp_path / "missing.jsonl")
    binary = tmp_path / "picture.png"
    binary.write_bytes(bytes(range(256)))
    with pytest.raises(JournalError, match="not a journal"):
        journal.load(binary)


def test_drift_is_found_at_the_card(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    journal.save(played(200), path)
    lines = path.read_text().splitlines()
    number = next(i for i, line in enumerate(lines) if '"card"' in line)
    tampered = json.loads(lines[number]) | {"hash": "2-" + "0" * 16}
    lines[number] = json.dumps(tampered)
    found = journal.parse("\n".join(lines) + "\n")
    assert journal.drift(found, journal.replay(found)) == [
        f"line {number + 1}: the situation differs from the recorded one (2-{'0' * 16})"
    ]


def test_a_save_from_before_a_rule_fix_goes_on_from_its_last_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first card's Event is corrected after the save: the story no longer fits, the game still opens."""
    game = Game.new("full-1964", manual_chance=True)
    for answer in ("107", "55", "event", "shaded", "pass", "pass", "pass", "68"):
        game.choose(answer)
    path = tmp_path / "game.jsonl"
    journal.save(game, path)
    side = PROGRAMS[107]["shaded"]

    def corrected(s: object, by: int) -> object:
        yield from side.run(s, by)  # type: ignore[arg-type]
        s.aid += 1  # type: ignore[attr-defined]

    monkeypatch.setitem(PROGRAMS[107], "shaded", side._replace(run=corrected))  # type: ignore[arg-type]
    loaded = journal.load(path)
    assert loaded.notes[0].startswith("A rule has been corrected since this game was saved: line 15: ")
    assert loaded.game.state.card == 55
    assert loaded.game.state.aid == 3  # as it was played
    assert loaded.game.decision is not None


def test_answers_that_no_longer_fit_are_said(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = Game.new("full-1964", manual_chance=True)
    for answer in ("107", "55", "pass"):
        game.choose(answer)
    journal.save(game, path)
    path.write_text(path.read_text().replace('"pass"', '"retreat"'))
    loaded = journal.load(path)
    assert any("'retreat'" in note for note in loaded.notes)
    assert loaded.game.state.card == 107
    assert loaded.game.decision is not None


def test_a_game_from_a_position_is_saved_with_it(tmp_path: Path) -> None:
    position = played(120).position()
    game = Game.from_position(position)
    path = tmp_path / "game.jsonl"
    journal.save(game, path)
    assert same(journal.load(path).game, game)


# --- compressed files ---


def test_a_compressed_journal_opens_like_a_plain_one(tmp_path: Path) -> None:
    game = played(60)
    path = tmp_path / "game.fitl.gz"
    path.write_bytes(journal.zipped(journal.lines_of(game)))
    assert same(journal.load(path).game, game)


def test_a_compressed_file_that_unpacks_to_too_much_is_refused_with_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "game.fitl.gz"
    with gzip.open(path, "wb") as file:
        for _ in range(200):
            file.write(bytes(1 << 20))
    tracemalloc.start()
    with pytest.raises(JournalError, match="more than 2097152 bytes when unpacked"):
        journal.read(path)
    assert tracemalloc.get_traced_memory()[1] < 4 * bounds.BYTES
    tracemalloc.stop()


@pytest.mark.parametrize("kept", [3, 30, -4])
def test_a_compressed_file_that_is_cut_short_is_refused(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "game.fitl.gz"
    path.write_bytes(journal.zipped(journal.lines_of(played(60)))[:kept])
    with pytest.raises(JournalError, match="cannot be read"):
        journal.read(path)
