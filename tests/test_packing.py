"""Packing: situations and reasons come back as they were, damage is noticed, and a whole game stays small."""

import json
import os
import random
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fitl import journal
from fitl.board.factions import NVA, US
from fitl.bots.flowchart import FlowchartBot
from fitl.bots.table import NonPlayers
from fitl.claims import InUse, claimed
from fitl.compose import new_state
from fitl.decisions import CHANCE
from fitl.entries import ROLL, TRANSFER, Entry, Reason
from fitl.game import Game
from fitl.lab.players import options_for, parse_players
from fitl.lab.simulate import play_out
from fitl.options import GameOptions
from fitl.packing import FIRST_REASONS, UNPACKED, Chain, Damaged, Packer, ReasonPacker, changed, changes, pack_text
from fitl.packs import example_pack
from fitl.position import read_position
from fitl.rules.setup import scenario_named

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
    return sum(len(journal.to_text(line).encode()) for line in journal.lines_of(game))


# --- chains ---


def test_a_chain_gives_back_what_it_packed_in_the_same_order() -> None:
    texts = [bytes([n]) * n + b"pleiku" for n in range(1, 60)]
    packer, unpacker = Chain(b"start"), Chain(b"start")
    assert [unpacker.unpack(packer.pack(text)) for text in texts] == texts


def test_what_was_said_before_costs_little() -> None:
    chain = Chain(b"start")
    text = bytes(range(256))
    assert len(chain.pack(text)) > 256
    assert len(chain.pack(text)) < 20


def test_a_chain_that_is_cut_short_or_forged_is_damaged() -> None:
    packed = Chain(b"start").pack(bytes(range(256)))
    for forged in (packed[:100], "\x7f" + packed, "", "{}}{}"):
        with pytest.raises(Damaged):
            Chain(b"start").unpack(forged)


def test_a_packed_text_too_long_to_be_honest_is_damaged() -> None:
    packed = Chain(b"start").pack(bytes(UNPACKED + 1))
    assert len(packed) < 10_000
    with pytest.raises(Damaged):
        Chain(b"start").unpack(packed)


trees = st.recursive(
    st.integers() | st.text() | st.booleans() | st.lists(st.integers()),
    lambda children: st.dictionaries(st.text(max_size=3), children, max_size=5),
    max_leaves=20,
)
objects = st.dictionaries(st.text(max_size=3), trees, max_size=6)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(objects, objects)
def test_changes_lead_from_one_object_to_the_other(before: dict[str, object], after: dict[str, object]) -> None:
    assert changed(before, changes(before, after)) == after
    assert changes(before, before) == {}


def test_situations_come_back_one_after_the_other() -> None:
    game = played_by_bots()
    packer, unpacker = Packer(game.state), Packer(game.state)
    for checkpoint in game.checkpoints[::7]:
        position = unpacker.unpack(packer.pack(checkpoint.state))
        assert read_position(position) == checkpoint.state


@pytest.mark.parametrize("patch", [b"[]", b"17", b'"x"', b"nonsense"])
def test_changes_that_are_no_object_are_damaged(patch: bytes) -> None:
    game = bot_game()
    packer = Packer(game.state)
    with pytest.raises(Damaged):
        packer.unpack("." + packer.copy()._chain.pack(patch))


@pytest.mark.parametrize("rows", [b"17", b"[17]", b'[["a",0,"m",{}]]', b"[[0,0]]", b"nonsense"])
def test_reasons_that_are_none_are_damaged(rows: bytes) -> None:
    packer = ReasonPacker()
    with pytest.raises(Damaged):
        packer.unpack(packer.copy()._chain.pack(rows), 0)


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


def test_damaged_reasons_are_left_out_with_a_note_and_the_game_goes_on() -> None:
    game = played_by_bots()
    lines = list(journal.lines_of(game))
    first, second, third = [n for n, line in enumerate(lines) if "reasons" in line][:3]
    lines[second] = {"reasons": lines[second]["reasons"][:-9]}
    loaded = journal.revive(journal.parse("".join(map(journal.to_text, lines))))
    assert loaded.game.state == game.state
    assert [note for note in loaded.notes if f"Line {second + 1}:" in note] == loaded.notes != []
    assert 0 < len(loaded.game.thoughts) < len(game.thoughts)
    assert first < third  # what comes before the damage is there, what was packed after it cannot be


@pytest.mark.parametrize(
    "forged", ["[[1e999,0,'',{}]]", "[[0,9,'why.us.u1',{}]]", "[[0,'us','why.us.u1',{}]]", "[[-99,0,'why.us.u1',{}]]"]
)
def test_forged_reasons_are_damaged(forged: str) -> None:
    packed = Chain(FIRST_REASONS).pack(forged.replace("'", '"').encode())
    with pytest.raises(Damaged):
        ReasonPacker().unpack(packed, 5)


def test_the_texts_of_packs_are_packed_and_plain_ones_still_open() -> None:
    game = Game.new("short-1965", seed=2, packs=(example_pack(),))
    lines = list(journal.lines_of(game))
    assert len(journal.to_text(lines[0])) < len(example_pack().text)
    plain = {name: value for name, value in lines[0].items() if name != "packed_packs"} | {
        "packs": [example_pack().text]
    }
    for header in (lines[0], plain):
        text = "".join(map(journal.to_text, [header, *lines[1:]]))
        assert journal.replay(journal.parse(text)).state == game.state
    for damaged in ("x", [3], ["!"], [pack_text("no pack")]):
        text = "".join(map(journal.to_text, [lines[0] | {"packed_packs": damaged}, *lines[1:]]))
        with pytest.raises(journal.JournalError, match="line 1"):
            journal.replay(journal.parse(text))


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
    while_played = path.stat().st_size
    writer.close()
    assert path.stat().st_size < while_played
    loaded = journal.load(path)
    assert loaded.notes == []
    assert loaded.game.state == game.state
    assert len(loaded.game.thoughts) == len(game.thoughts)


def test_reasons_of_taken_back_answers_go_with_them_though_the_chain_goes_on(tmp_path: Path) -> None:
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


def test_a_game_put_away_with_a_full_disk_keeps_its_longer_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    game = Game.new("short-1965", seed=3)
    writer = journal.record(game, path)
    assert game.decision is not None
    game.choose(game.decision.options[0])
    before = path.read_text()

    def full(path: Path, lines: object) -> None:
        raise journal.SaveFailed("no space left")

    monkeypatch.setattr(journal.writing, "_replace", full)
    writer.close()
    assert path.read_text() == before
    assert journal.load(path).game.state == game.state


def test_a_journal_stays_within_64_kib_while_the_longest_game_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)  # thousands of them; nobody pulls the plug here
    path = tmp_path / "game.jsonl"
    game = bot_game("full-1964", seed=2508053922552351865)  # one of the longest
    writer = journal.record(game, path)
    bots = [FlowchartBot(faction) for faction in range(4)]
    files = set()
    largest = 0
    while (decision := game.decision) is not None:
        game.consult(bots[decision.actor].deliberate(game, decision))
        found = path.stat()
        files.add(found.st_ino)
        largest = max(largest, found.st_size)
    assert 50_000 < largest <= MOST_BYTES
    assert len(files) > 1
    loaded = journal.load(path)
    assert loaded.notes == []
    assert loaded.game.state == game.state
    assert len(loaded.game.thoughts) == len(game.thoughts)
    writer.close()


@pytest.fixture
def shortened_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal.JournalWriter, "long", 0)
    monkeypatch.setattr(journal.JournalWriter, "growth", 200)


@pytest.mark.usefixtures("shortened_often")
def test_a_journal_that_is_shortened_opens_at_every_step_with_answers_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = bot_game()
    journal.record(game, path)
    bots = [FlowchartBot(faction) for faction in range(4)]
    files = set()
    for step in range(90):
        decision = game.decision
        assert decision is not None
        game.consult(bots[decision.actor].deliberate(game, decision))
        if step % 30 == 29:
            game.rewind(game.checkpoints[-2].entries)
            bots = [FlowchartBot(faction) for faction in range(4)]
        files.add(path.stat().st_ino)
        read = journal.read(path)
        assert [entry.key for entry in read.entries] == [entry.key for entry in game.entries]
        assert [(reason.at, reason.message) for reason in read.reasons] == [
            (reason.at, reason.message) for reason in game.thoughts
        ]
    assert len(files) > 1
    loaded = journal.load(path)
    assert loaded.notes == []
    assert loaded.game.state == game.state


@pytest.mark.usefixtures("shortened_often")
def test_a_shortened_journal_stays_claimed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = Game.new("full-1964", seed=9)
    writer = journal.record(game, path)
    first = path.stat().st_ino
    rng = random.Random(9)
    while path.stat().st_ino == first:
        assert game.decision is not None
        game.choose(rng.choice(list(game.decision.options)))
    with pytest.raises(InUse), claimed(path):
        pass
    writer.close()
    with claimed(path):
        pass


@pytest.mark.usefixtures("shortened_often")
def test_a_journal_that_cannot_be_shortened_goes_on_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    game = Game.new("full-1964", seed=9)
    writer = journal.record(game, path)

    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    rng = random.Random(9)
    for _ in range(80):
        assert game.decision is not None
        game.choose(rng.choice(list(game.decision.options)))
    writer.close()
    assert journal.load(path).game.state == game.state
    assert [found.name for found in tmp_path.iterdir()] == ["game.jsonl"]


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


def test_keys_that_would_be_misread_have_lines_of_their_own() -> None:
    entries = [
        Entry(US, "rally"),
        Entry(CHANCE, "4"),
        Entry(ROLL, "2"),
        Entry(TRANSFER, "nva:3"),
        Entry(NVA, "two words"),
        Entry(NVA, "=4"),
        Entry(NVA, "done"),
    ]
    lines = list(journal.lines._in_few_lines(entries))
    assert lines == [{"answers": "rally =4 *2 >nva:3"}, "two words", "=4", {"answers": "done"}]
    text = "".join(map(journal.to_text, [{"fitl_journal": 2}, *lines]))
    read = journal.parse(text)
    assert [entry.key for entry in read.entries] == [entry.key for entry in entries]
    assert [entry.actor for entry in read.entries][1:4] == [CHANCE, ROLL, TRANSFER]
    assert read.lines == [2, 2, 2, 2, 3, 4, 5]


@pytest.mark.parametrize("words", ["", " ", "rally =", "*", ">us:3", ">nva:0"])
def test_answers_that_are_none_are_refused(words: str) -> None:
    with pytest.raises(journal.JournalError, match="line 2: unknown entry"):
        journal.parse(journal.to_text({"fitl_journal": 2}) + journal.to_text({"answers": words}))


def test_only_the_last_cards_and_coups_keep_their_situation() -> None:
    game = bot_game("full-1964", 12)
    play_out(game, BOTS, 12)
    cards = [line for line in journal.lines_of(game) if isinstance(line, dict) and "card" in line]
    assert len(cards) > 20
    assert all("hash" in card for card in cards)
    assert all("state" in card for card in cards[-journal.KEPT_STATES :])
    without = [card for card in cards if "state" not in card]
    assert without
    assert not any(game.state.cards.facts[card["card"]].kind == "coup" for card in without)


# --- format 1 ---


@pytest.mark.parametrize(("name", "entries", "reasons"), [("random", 706, 0), ("non-players", 139, 85)])
def test_journals_of_format_1_are_read_whole(name: str, entries: int, reasons: int) -> None:
    path = GOLDEN / "format-1" / f"{name}.jsonl"
    assert '"fitl_journal": 1' in path.read_text()
    read = journal.read(path)
    assert len(read.entries) == entries
    assert len(read.reasons) == reasons
    notes: list[str] = []
    positions = journal.reviving._unpack_all(read, notes)
    assert notes == []
    assert len(positions) == len(read.cards)
    cards = [read_position(position).card for position in positions]
    assert cards == [journal_line["card"] for journal_line in card_lines(path)]
    assert journal.load(path).game.state.scenario is not None


def card_lines(path: Path) -> list[dict[str, int]]:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return [line for line in lines if isinstance(line, dict) and "card" in line]


@pytest.mark.parametrize(
    ("scenario", "pinned"),
    [
        ("short-1965", "a2e3486b93a1431c"),
        ("medium-1968", "9a7913cddae37c25"),
        ("full-1964", "8b5c8644586617c3"),
        ("long-1964", "f262de8168b275ce"),
        ("short-1967", "44a9ef6c170c08a4"),
    ],
)
def test_the_text_from_which_all_situations_are_packed_stays_as_it_is(scenario: str, pinned: str) -> None:
    """Every stored situation of these scenarios can be unpacked only with this text."""
    text = Packer(new_state(scenario_named(scenario), GameOptions(), 0))._chain.told
    assert blake2b(text, digest_size=8).hexdigest() == pinned, text


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
