"""Saved games made to wear out whoever opens them are counted before work is done on them."""

from pathlib import Path
from typing import Any

import pytest

from fitl import bounds, journal, prng
from fitl.board.factions import NVA, VC
from fitl.decisions import CHANCE
from fitl.entries import Reason
from fitl.game import Game
from fitl.journal import JournalError
from fitl.lab import bombs
from fitl.packs import PackError, parse_pack
from fitl.packs.toml_bounds import KEY_PARTS, LARGEST, NESTED, excess
from fitl.packs.toml_lines import lines_of
from fitl.position import PositionError
from fitl.refusals import Refused
from fitl.transfers import MOST_TRANSFERS
from tests.cli.support import fitl

SENTENCES = {
    "dotted key": "a key of more than 8 parts",
    "dotted keys": "more than 100000 keys, values and marks",
    "dotted header": "a key of more than 8 parts",
    "many cards": "more than 100000 keys, values and marks",
    "wrong cards": "only the first 20 are listed",
    "nested lists": "more than 100000 keys, values and marks",
    "many packs": "50 packs; a game has at most 8",
    "costly steps": "30 alternatives; at most 20",
    "many states": "more than 500 recorded situations",
    "reasons and undos": "more than 60000 lines",
    "dice and undos": "more than 400 dice for one answer",
    "many reasons": "more than 20000 reasons",
    "transfers": "more than 2000 times",
    "many answers": "more than 30000 answers",
    "long answer": "line 2 has more than 65536 characters",
    "many lines": "more than 60000 lines",
    "deep line": "line 2 has more than 65536 characters",
    "answers of position": "more than 4000 answers",
    "packs of position": "together they have at most 262144",
}


def opened(body: bombs.Body) -> Game:
    if "journal" in body:
        return journal.revive(journal.parse(body["journal"])).game
    return Game.from_position(body["position"])


@pytest.mark.parametrize("name", SENTENCES)
def test_a_bomb_is_refused_with_a_sentence_that_says_what_there_is_too_much_of(name: str) -> None:
    with pytest.raises((JournalError, PositionError), match=SENTENCES[name]) as refused:
        opened(bombs.BOMBS[name]())
    assert len(str(refused.value)) < 8_000


def test_the_keys_and_brackets_of_strings_and_comments_are_not_counted() -> None:
    dots, brackets = "a." * 100, "[{" * 100
    for quote in ('"', "'", '"""', "'''"):
        assert excess(f"x = {quote}{dots}{brackets}{quote}\n", "pack") is None
    assert excess(f"# {dots} {brackets}\n", "pack") is None
    assert excess('x = """ \\""" ' + brackets + '"""\n', "pack") is None  # an escaped quote ends nothing


@pytest.mark.parametrize("key", ["a." * KEY_PARTS + "a", '"a" . ' * KEY_PARTS + "'a'"])
def test_a_long_key_is_found_wherever_it_stands(key: str) -> None:
    for text in (f"{key} = 1", f"[{key}]", f"[[{key}]]", f"x = {{ {key} = 1 }}", f'x = """ " """\n{key} = 1'):
        assert "a key of more than 8 parts" in (excess(text, "pack") or "")
    assert excess("a." * (KEY_PARTS - 1) + "a = 1.5\nb.c = 1", "pack") is None


def test_deep_brackets_and_large_texts_are_refused_before_they_are_read() -> None:
    with pytest.raises(PackError, match="nested too deeply"):
        parse_pack("x = " + "[" * (NESTED + 1) + "]" * (NESTED + 1))
    with pytest.raises(PackError, match="a pack has at most"):
        parse_pack("#" * (LARGEST + 1))


def test_the_lines_of_many_tables_are_found_in_one_pass() -> None:
    lines = lines_of("[[card]]\nx = 1\n" * 30_000)  # walking over those before at each would take minutes
    assert lines["card", 29_999, "x"] == 60_000


def test_taking_back_again_and_again_does_not_look_through_all_reasons() -> None:
    """As many lines as may be: looking through all would be a hundred million steps."""
    body = bombs.journal_of("x", *[bombs.explained("m")] * 19_000, "x", *[{"undo": 2}] * 5_900)
    assert len(journal.parse(body["journal"]).reasons) == 19_000
    with pytest.raises(JournalError, match="more than 6000 answers were taken back"):
        journal.parse(bombs.journal_of("x", *[{"undo": 1}] * 6_001)["journal"])


def test_reasons_that_go_back_in_time_are_damaged() -> None:
    rows = [bombs.explained("a"), bombs.explained("b") | {"rolls": 1}]
    read = journal.parse(bombs.journal_of("x", "y", *rows, "z")["journal"])
    assert [reason.message for reason in read.reasons] == ["a"]
    assert len(read.damage) == 1


def test_an_answer_is_no_longer_than_any_that_there_is() -> None:
    with pytest.raises(JournalError, match="an answer of more than 200 characters"):
        journal.parse(bombs.journal_of("x" * 201)["journal"])


def test_resources_change_hands_only_so_often_in_one_turn() -> None:
    game = bombs._while_insurgents_act()
    for _ in range(1, MOST_TRANSFERS):
        giver = NVA if game.entries[-1].key == "vc:1" else VC  # back and forth
        game.transfer(giver, 1)
    with pytest.raises(Refused, match="changed hands 50 times"):
        game.transfer(giver, 1)
    assert game.decision is not None


def test_a_file_too_large_to_be_a_saved_game_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with path.open("wb") as file:
        file.truncate(bounds.BYTES + 1)
    with pytest.raises(JournalError, match=f"has {bounds.BYTES + 1} bytes; a saved game has at most {bounds.BYTES}"):
        journal.read(path)
    for command in ("replay", "resume", "show"):
        done = fitl(tmp_path, command, str(path))
        assert (done.returncode, done.stdout) == (2, "")
        assert "a saved game has at most" in " ".join(done.stderr.split())


# --- secret chance ------------------------------------------------------------------------------------------------


def test_a_secret_seed_is_a_counter_under_a_key_whose_hash_is_the_chance() -> None:
    seed = prng.new_secret()
    assert seed.bit_length() == 320
    assert prng.advance(seed) == seed + 1
    assert prng.proper(seed) == seed
    assert 0 <= prng.scramble(seed) < 1 << 64
    assert prng.scramble(seed) != prng.scramble(prng.advance(seed))
    full = seed | (1 << 64) - 1
    assert prng.advance(full) == seed  # the key stays
    assert prng.new_secret() != seed


def test_seeds_that_anybody_gives_are_cut_to_64_bits() -> None:
    assert prng.proper(-1) == (1 << 64) - 1
    assert prng.proper(1 << 70 | 5) == 5


def test_a_game_of_secret_chance_is_played_again_from_its_journal() -> None:
    game = Game.new("short-1965", seed=prng.new_secret())
    while game.decision is not None and len(game.entries) < 60:
        game.choose(game.decision.options[0])
    assert any(entry.actor == CHANCE for entry in game.entries)
    read = journal.parse("".join(map(journal.to_text, journal.lines_of(game))))
    again = journal.revive(read)
    assert again.notes == []
    assert again.game.state == game.state
    assert again.game.state.seed >> 64 == game.checkpoints[0].state.seed >> 64


def test_all_faces_of_a_secret_die_are_about_as_likely() -> None:
    seed = prng.new_secret()
    faces = [0] * 6
    for _ in range(6_000):
        seed = prng.advance(seed)
        faces[prng.below(seed, 6)] += 1
    assert all(800 < count < 1_200 for count in faces)  # six deviations


# --- reasons ------------------------------------------------------------------------------------------------------

SMALL = ({}, {"n": 1, "die": 2.5, "answer": "yes", "none": None}, {"spaces": list(range(47)), "ties": ["a", "b"]})
WRONG = (
    {"n": [[]]},
    {"n": {"a": 1}},
    {"n": "x" * bounds.REASON},
    {"n": [1] * bounds.REASON},
    {f"p{n}": n for n in range(bounds.REASON)},
    {"n": float("nan")},
)


def read_reasons(*rows: Any, bounded: bool = True) -> journal.Journal:
    text = "".join(map(journal.to_text, [bombs.HEADER, *rows, "x"]))
    return journal.parse(text, bounded=bounded)


def test_reasons_have_values_and_lists_of_values() -> None:
    for params in SMALL:
        assert [reason.params for reason in read_reasons(bombs.explained(**params)).reasons] == [params]


@pytest.mark.parametrize("params", WRONG, ids=str)
def test_reasons_with_nested_or_large_parameters_are_left_out(params: Any) -> None:
    for row in (bombs.explained(**params), bombs.explained("m" * (bounds.REASON_NAME + 1))):
        read = read_reasons(row)
        assert (read.reasons, len(read.damage)) == ([], 1)


@pytest.mark.parametrize("rolls", [-1, 2, 10**4_000, 1e999, True, "1", None])
def test_reasons_that_are_older_than_the_game_are_left_out(rolls: Any) -> None:
    assert read_reasons(bombs.explained() | {"rolls": rolls}).reasons == []


def test_the_reasons_of_a_stored_game_are_bounded_when_it_is_read_again() -> None:
    lines = bombs.BOMBS["wide reasons"]()["journal"].splitlines(keepends=True)
    reasons = [line for line in lines if line.startswith('{"reason"')]
    read = journal.parse("".join([lines[0], *reasons * 3, '"x"\n']), bounded=False)
    assert sum(len(journal.to_text(reason.params)) for reason in read.reasons) <= bounds.MOST["reason_bytes"]
    assert 0 < len(read.damage) <= bounds.NOTES


def test_only_so_many_damaged_lines_are_told_one_by_one() -> None:
    assert len(read_reasons(*[{"reason": "!"}] * 5).damage) == 5
    assert len(read_reasons(*[{"reason": "!"}] * 500).damage) == bounds.NOTES


def test_a_whole_journal_with_the_largest_reasons_is_read_again_without_loss() -> None:
    game = Game.new("short-1965", seed=1)
    assert game.decision is not None
    game.choose(game.decision.options[0].key)
    game.thoughts = [Reason(0, 0, "m" * bounds.REASON_NAME, {"n": "é" * (bounds.REASON // 7)})] * 1_000
    read = journal.parse("".join(map(journal.to_text, journal.lines_of(game))))
    assert (len(read.reasons), read.damage) == (1_000, [])
