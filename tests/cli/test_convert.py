"""`fitl convert`: games saved before version 1.0 become plain journals; what they were is kept."""

import json
from pathlib import Path
from typing import Any

import pytest

from fitl import journal
from fitl.cli.convert import convert_file
from fitl.game import Game
from fitl.journal.format2 import converted
from fitl.position import read_position
from tests.cli.support import fitl, games_in

FORMER = Path(__file__).parents[1] / "golden" / "format-2"


@pytest.fixture
def former(tmp_path: Path) -> Path:
    path = tmp_path / "games" / "game.jsonl"
    path.parent.mkdir()
    path.write_bytes((FORMER / "medium-1968-2.jsonl").read_bytes())
    return path


def plain(name: str, text: str | None = None) -> list[Any]:
    return list(converted((text or (FORMER / f"{name}.jsonl").read_text()).split("\n"), name))


@pytest.mark.parametrize("name", [path.stem for path in sorted(FORMER.glob("*.jsonl"))])
def test_every_situation_and_answer_is_as_it_was(name: str) -> None:
    found = journal.parse("".join(map(journal.to_text, plain(name))))
    loaded = journal.revive(found)
    assert loaded.notes == []
    assert loaded.game.decision is None
    cards = loaded.game.state.cards
    states = [card for card in found.cards if card.state is not None]
    assert len(states) > 5
    assert all(read_position(card.state, cards).digest() == card.hash for card in states)


def test_reasons_stand_before_the_answers_they_explain() -> None:
    found = journal.parse("".join(map(journal.to_text, plain("medium-1968-2"))))
    assert len(found.reasons) > 500
    replayed = journal.replay(found)
    again = journal.parse("".join(map(journal.to_text, journal.lines_of(replayed))))
    assert again.reasons == found.reasons
    assert found.damage == []


def test_packs_are_plain_text() -> None:
    (text,) = plain("medium-1968-pack")[0]["packs"]
    assert text.startswith("# A card pack: eight invented Events")


def test_damage_is_left_where_it_is() -> None:
    lines = (FORMER / "medium-1968-2.jsonl").read_text().split("\n")
    states = [n for n, line in enumerate(lines) if '"state"' in line]
    reasons = [n for n, line in enumerate(lines) if '"reasons"' in line]
    for number, what in ((states[2], "state"), (reasons[5], "reasons")):
        value = json.loads(lines[number])
        lines[number] = json.dumps(value | {what: value[what][:-7] + "!"})
    found = journal.parse("".join(map(journal.to_text, plain("damaged", "\n".join(lines)))))
    assert journal.revive(found).game.decision is None
    assert sum(card.state is not None for card in found.cards) == 2
    assert 10 < len(found.reasons) < 500


def test_the_command_keeps_the_file_as_it_was(former: Path, tmp_path: Path) -> None:
    before = former.read_bytes()
    done = fitl(tmp_path, "convert", str(former))
    assert (done.returncode, done.stderr) == (0, "")
    assert (former.parent / "game.jsonl.original-1").read_bytes() == before
    assert journal.load(former).notes == []
    assert fitl(tmp_path, "replay", "--verify", str(former)).returncode == 0


def test_a_file_that_is_none_of_before_is_left_alone(former: Path, tmp_path: Path) -> None:
    convert_file(former)
    before = former.read_bytes()
    done = fitl(tmp_path, "convert", str(former), str(former.parent / "nowhere.jsonl"))
    said = " ".join(done.stderr.split())
    assert done.returncode == 1
    assert "journal format 3" in said
    assert "cannot be read: No such file" in said
    assert former.read_bytes() == before
    assert len(list(former.parent.iterdir())) == 2


def test_a_compressed_journal_is_gone_on_with_in_a_new_file_and_stays_as_it_is(tmp_path: Path) -> None:
    game = Game.new("short-1965", seed=3)
    path = tmp_path / "game.fitl.gz"
    path.write_bytes(journal.zipped(journal.lines_of(game)))
    before = path.read_bytes()
    done = fitl(tmp_path, "resume", str(path), typed="quit\n")
    assert done.returncode == 0, done.stderr
    assert path.read_bytes() == before
    (file,) = games_in(tmp_path)
    assert journal.load(file).game.state == game.state
