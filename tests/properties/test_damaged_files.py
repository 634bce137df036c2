"""Damaged journals, positions and card packs: a clear error that names the place, never another exception or a hang.

What is accepted all the same (a flipped bit may give another possible game) must be sound and playable.
"""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fitl
from fitl import journal
from fitl.board.factions import FACTIONS
from fitl.bots.reasons import as_data, details, sentence, turns_of
from fitl.bots.table import NonPlayers
from fitl.cli.files import open_game
from fitl.game import Game
from fitl.journal import JournalError
from fitl.lab.invariants import check_decision, check_state
from fitl.options import GameOptions
from fitl.packs import PackError, load_pack
from fitl.position import PositionError
from tests.properties.damage import Damaged, as_json, damaged_bytes, damaged_lines, damaged_values, deep_json
from tests.tiers import examples, some_of

EXAMPLE_PACK = Path(fitl.__file__).parent / "packs" / "example.toml"
MANY_DIGITS = "9" * 6000


def _game(scenario: str, answers: int) -> Game:
    game = Game.new(scenario, seed=3)
    rng = random.Random(2)
    for _ in range(answers):
        assert game.decision is not None
        game.choose(rng.choice(game.decision.options))
    return game


def _plays_on(game: Game, answers: int) -> None:
    rng = random.Random(1)
    check_state(game.state)
    check_decision(game)
    for _ in range(answers):
        if game.decision is None:
            break
        game.choose(rng.choice(game.decision.options))
        check_state(game.state)
        check_decision(game)


def _tells_its_reasons(game: Game) -> None:
    for turn in turns_of(game):
        assert json.dumps(as_data(turn))
        for reason in turn.reasons:
            assert sentence(reason)
            details(reason)


def _open(what: str, attempt: Callable[[], Game | None], refusals: tuple[type[Exception], ...], plays: int = 8) -> str:
    """Open something damaged: the refusal's words, "" if it was accepted and plays on."""
    game, words = None, ""
    try:
        game = attempt()
    except refusals as refusal:
        words = str(refusal).strip() or "-"
    except Exception as error:
        raise AssertionError(f"{what}: {type(error).__name__}: {error}") from error
    assert words != "-", f"{what}: refused without a word"
    assert len(words) < 20_000, f"{what}: the refusal is endless"
    if game is not None:
        try:
            _tells_its_reasons(game)
            _plays_on(game, plays)
        except Exception as error:
            raise AssertionError(f"{what}: accepted, but then {type(error).__name__}: {error}") from error
    return words


# --- positions ----------------------------------------------------------------------------------------------------


def test_a_wrong_value_anywhere_in_a_position_is_refused_or_plays_on() -> None:
    position = json.loads(json.dumps(_game("full-1964", 150).position()))
    refused = 0
    for what, wrong in some_of(damaged_values(position)):
        words = _open(what, lambda wrong=wrong: Game.from_position(wrong), (PositionError,))  # type: ignore[misc]
        refused += bool(words)
    assert refused > examples(4000)


@pytest.mark.parametrize(
    "place",
    [
        *("aid", "trail", "resources.arvn", "options.deception", "spaces.saigon.support", "spaces.saigon.pieces"),
        *("casualties", "order", "eligible", "acted", "effects", "leader_box", "seen", "played", "piles", "markers"),
    ],
)
def test_the_refusal_of_a_wrong_type_names_the_place(place: str) -> None:
    position = json.loads(json.dumps(_game("full-1964", 20).position()))
    *outer, last = place.split(".")
    inner = position
    for key in outer:
        inner = inner.setdefault(key, {})
    inner[last] = 1.5
    with pytest.raises(PositionError, match=place.replace(".", r"\.")):
        Game.from_position(position)


def test_a_wrong_value_in_an_outcome_is_refused() -> None:
    game = Game.new("short-1965", seed=1)
    rng = random.Random(1)
    while game.decision is not None:
        game.choose(rng.choice(game.decision.options))
    position = json.loads(json.dumps(game.position()))
    for what, wrong in damaged_values(position["outcome"]):
        damaged = position | {"outcome": wrong}
        _open(what, lambda damaged=damaged: Game.from_position(damaged), (PositionError,))  # type: ignore[misc]
    for wrong in ({}, position["outcome"] | {"margins": [1, 2, 3]}, position["outcome"] | {"reason": "luck"}):
        with pytest.raises(PositionError, match="outcome"):
            Game.from_position(position | {"outcome": wrong})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"played": [126, 126]}, "played: card 126 is there twice"),
        ({"coups_to_come": [125, 125, 126, 127, 128, 129]}, "coups_to_come: card 125 is there twice"),
        ({"next_card": 0}, "next_card"),
        ({"piles": [{"events": 3, "period": 1, "coup": -1, "last": 4}]}, r"piles\[0\].period must be one of"),
        ({"piles": [{"events": 3, "period": 0, "coup": 5, "last": 4}]}, r"piles\[0\].coup: card 5 is not a Coup card"),
        ({"piles": []}, "no Coup card is left"),
        ({"leader": ["minh"]}, "leader"),
        ({"flags": [[]]}, "flags"),
        ({"markers": {"us": 1}}, "markers.us must be a list"),
    ],
)
def test_a_position_that_could_not_be_played_to_its_end_is_refused(changes: dict[str, Any], words: str) -> None:
    position = json.loads(json.dumps(_game("full-1964", 20).position()))
    with pytest.raises(PositionError, match=words):
        Game.from_position(position | changes)


def test_a_damaged_position_file_is_refused_or_plays_on(tmp_path: Path) -> None:
    data = json.dumps(_game("medium-1968", 60).position(), indent=1).encode()
    rng = random.Random(1)
    path = tmp_path / "position.json"
    more = [
        Damaged("deep", deep_json()),
        Damaged("deep inside", b'{"fitl": 1, "spaces": ' + deep_json() + b"}"),
        Damaged("many digits", b'{"fitl": 1, "aid": ' + MANY_DIGITS.encode() + b"}"),
        Damaged("not a number", data.replace(b'"aid": ', b'"aid": NaN, "x": ')),
    ]
    for what, damaged in [*damaged_bytes(data, rng, 80, 80), *damaged_lines(data, rng, 20), *more]:
        path.write_bytes(damaged)
        _open(what, lambda: open_game(path).game, (PositionError, JournalError), 3)


# --- journals -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["players", "non-players"])
def saved(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("journal") / "game.jsonl"
    journal.save(_game("short-1965", 100) if request.param == "players" else _game_of_non_players(40), path)
    return path.read_bytes()


def _game_of_non_players(answers: int) -> Game:
    game = Game.new("short-1965", seed=3, options=GameOptions(non_players=FACTIONS))
    table = NonPlayers(game)
    for _ in range(answers):
        table.play()
    return game


def test_a_damaged_journal_is_refused_or_plays_on(tmp_path: Path, saved: bytes) -> None:
    rng = random.Random(1)
    path = tmp_path / "game.jsonl"
    for what, damaged in [*damaged_bytes(saved, rng), *damaged_lines(saved, rng)]:
        path.write_bytes(damaged)
        words = _open(what, lambda: journal.load(path).game, (JournalError,), 3)
        assert not words or path.name in words or "line" in words, f"{what}: {words}"


def test_a_journal_cut_anywhere_gives_the_answers_before_the_cut(tmp_path: Path, saved: bytes) -> None:
    """Every byte of the last lines: what was acknowledged is never lost with what was not."""
    path = tmp_path / "game.jsonl"
    for at in range(len(saved) - 60, len(saved) + 1):
        path.write_bytes(saved[:at])
        found = journal.load(path)
        whole_lines = saved[: saved[:at].rindex(b"\n") + 1].decode()
        answers = journal.parse(whole_lines).entries
        assert [entry.key for entry in found.game.entries[: len(answers)]] == [entry.key for entry in answers]
        assert bool(found.notes) == (at < len(saved) and not saved[:at].endswith(b"\n"))
        _plays_on(found.game, 1)


def test_a_wrong_value_in_any_line_is_refused_or_plays_on(tmp_path: Path, saved: bytes) -> None:
    lines = saved.splitlines()
    path = tmp_path / "game.jsonl"
    for at in range(6):
        for what, wrong in some_of(damaged_values(json.loads(lines[at]))):
            path.write_bytes(b"\n".join([*lines[:at], as_json(wrong), *lines[at + 1 :]]) + b"\n")
            words = _open(f"line {at + 1}: {what}", lambda: journal.load(path).game, (JournalError,), 3)
            assert not words or "line" in words, f"line {at + 1}: {what}: {words}"


def _reason(message: str = "why.us.u1", params: str = "{}", rolls: str = "0") -> str:
    return f'{{"reason": "{message}", "faction": "vc", "with": {params}, "rolls": {rolls}}}'


STRANGE_LINES = {
    **{f"undo {value}": f'{{"undo": {value}}}' for value in ("99999999999", "-1", "true", "1e400", '"3"', MANY_DIGITS)},
    **{f"transfer {value}": f'{{"transfer": "{value}"}}' for value in ("nva:99", "nva:3", "vc:0", "us:1", "nva", "")},
    **{f"roll {value}": f'{{"roll": "{value}"}}' for value in ("7", "x")},
    "chance": '{"chance": "1"}',
    "another answer": '"pass"',
    "no answer": '""',
    "a number": MANY_DIGITS,
    "deep": deep_json().decode(),
    "a reason that is none": '{"reason": "xx"}',
    "a deep reason": _reason(params="[" * 30_000),
    "a large reason": _reason(params='{"n": "' + "0" * 60_000 + '"}'),
    "a reason of other types": '{"reason": 1, "faction": 2, "with": 3}',
    "an infinite reason": _reason(params='{"n": 1e999, "m": NaN}'),
    "an infinitely old reason": _reason(rolls="1e999"),
    "a reason that cannot be told": _reason("why.no.such.node"),
    "a reason of nowhere": _reason(params='{"spaces": [999, "nowhere"], "space": -9999, "piece": -77, "by": 99}'),
    "a reason of other parameters": _reason("why.vc.rally.2_1a", '{"spaces": 7, "ties": 7, "tied": "x", "space": "x"}'),
    "a large state": '{"card": 77, "hash": "x", "state": {"x": "' + "0" * (1 << 20) + '"}}',
    "a state of another type": '{"card": 77, "hash": "x", "state": [1]}',
    "no state": '{"card": 77, "hash": "x", "state": {"\\u0000": "\\u00e9"}}',
}


@pytest.mark.parametrize("strange", STRANGE_LINES)
def test_a_strange_line_is_refused_or_plays_on(tmp_path: Path, saved: bytes, strange: str) -> None:
    lines = saved.decode().splitlines()
    path = tmp_path / "game.jsonl"
    for at in (1, len(lines) // 2, len(lines)):
        path.write_text("\n".join([*lines[:at], STRANGE_LINES[strange], *lines[at:]]) + "\n")
        words = _open(f"{strange} after line {at}", lambda: journal.load(path).game, (JournalError,))
        assert not words or "line" in words, words


# --- card packs ---------------------------------------------------------------------------------------------------


def test_a_damaged_pack_is_refused_with_the_line_or_accepted(tmp_path: Path) -> None:
    data = EXAMPLE_PACK.read_bytes()
    rng = random.Random(1)
    path = tmp_path / "pack.toml"
    more = [
        Damaged("deep list", b"a=" + deep_json()),
        Damaged("deep table", b"a=" + b"{a=" * 3000),
        Damaged("many digits", b'name = "x"\n[[card]]\nnumber = ' + MANY_DIGITS.encode()),
        Damaged("too large", b"#" * (1 << 21)),
    ]
    refused = 0
    for what, damaged in [*damaged_bytes(data, rng, 300, 300), *damaged_lines(data, rng, 100), *more]:
        path.write_bytes(damaged)
        words = _open(what, lambda: load_pack(path) and None, (PackError,))
        refused += bool(words)
        assert not words or path.name in words, f"{what}: {words}"
    assert refused > 300


def test_a_number_with_thousands_of_digits_is_refused_at_its_line(tmp_path: Path) -> None:
    path = tmp_path / "pack.toml"
    path.write_text(f'name = "x"\n[[card]]\nnumber = {MANY_DIGITS}\n')
    with pytest.raises(PackError, match=r"pack\.toml, line 3"):
        load_pack(path)
