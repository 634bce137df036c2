"""Journals: saved games as JSON lines that people can read.

The first line is the header (format and rules version, scenario, options, seed or position). Then, in order:

    {"card": 107, "title": "Burning Bonze", "hash": "...", "state": "..."}    a card begins; its situation
    {"turn": "vc"}    or    {"phase": "support"}                               a checkpoint
    "rally"                                                                    a player's answer
    {"chance": "4"}                                                            what chance answered
    {"transfer": "nva:3"}                                                      Resources handed over (1.5.2)
    {"roll": "2"}                                                              a die of a thinking non-player (8.1)
    {"why": "..."}                                                             its reasons, packed
    {"undo": 12}                                                               only the first 12 answers stand

An answer is written, and flushed to the disk, before it takes effect. `hash` detects drift on replay; `state` is a
packed position from which a save goes on even if a corrected rule no longer accepts an earlier answer.
"""

import base64
import json
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from fitl import __version__
from fitl.board.factions import FACTION_IDS
from fitl.catalogue import tell
from fitl.claims import InUse, claim
from fitl.decisions import CHANCE
from fitl.game import ANYBODY, ROLL, TRANSFER, Entry, Game, Reason, Refused
from fitl.options import OptionsError
from fitl.position import PositionError, read_options, read_packs, read_position, write_options, write_position
from fitl.rules.sequence import next_eligible
from fitl.rules.setup import new_state, scenario_named
from fitl.state import COUP_CARD, END_OF_CARD, NEXT_CARD, PIVOTAL, SET_UP, STAGE_IDS, TURN, State

FORMAT: Final = 1
TRANSFER_KEY: Final = re.compile(r"(nva|vc):[1-9][0-9]?")
CARD_STAGES: Final = (PIVOTAL, COUP_CARD)
QUIET_STAGES: Final = (SET_UP, END_OF_CARD, NEXT_CARD)


class JournalError(ValueError):
    """A journal that cannot be read; the message names the line."""


class SaveFailed(OSError):
    """The journal could not be written; the answer was not taken and nothing is lost."""


# --- packing states -----------------------------------------------------------------------------------------------


def _position(s: State) -> dict[str, Any]:
    """The situation without its packs, which the header has."""
    position = write_position(s)
    position.pop("packs", None)
    return position


def _text(s: State) -> bytes:
    return json.dumps(_position(s), separators=(",", ":")).encode()


class Packer:
    """Packs one situation after another, each as little more than its differences from the one before."""

    def __init__(self, s: State) -> None:
        """Start from the set-up of this game's scenario."""
        self.last = _text(new_state(s.scenario, s.options, 0, s.cards))

    def pack(self, s: State) -> str:
        text = _text(s)
        packer = zlib.compressobj(9, zdict=self.last)
        self.last = text
        return base64.b85encode(packer.compress(text) + packer.flush()).decode()

    def unpack(self, packed: str) -> Any:
        """The position packed after the one last unpacked."""
        unpacker = zlib.decompressobj(zdict=self.last)
        self.last = unpacker.decompress(base64.b85decode(packed), 1 << 20)
        return json.loads(self.last)


def pack_reasons(reasons: list[Reason]) -> str:
    """A non-player's reasons as a short text of its own."""
    text = json.dumps(reasons, separators=(",", ":")).encode()
    return base64.b85encode(zlib.compress(text, 9)).decode()


def _unpack_reasons(packed: str, number: int, name: str) -> list[Reason]:
    try:
        text = zlib.decompressobj().decompress(base64.b85decode(packed), 1 << 20)
        return [
            Reason(int(at), int(faction), str(message), dict(params))
            for at, faction, message, params in json.loads(text)
        ]
    except (TypeError, ValueError, zlib.error):
        raise JournalError(tell("journal.reasons", file=name, line=number)) from None


# --- writing ------------------------------------------------------------------------------------------------------


def header_of(game: Game) -> dict[str, Any]:
    """The first line of a game's journal."""
    first = game.checkpoints[0].state
    header: dict[str, Any] = {
        "fitl_journal": FORMAT,
        "rules": __version__,
        "scenario": first.scenario.name,
        "options": write_options(first.options),
        "seed": first.seed,
        "manual_chance": game.manual_chance,
    }
    if first.cards.packs:
        header["packs"] = list(first.cards.packs)
    if first != new_state(first.scenario, first.options, first.seed, first.cards):
        header["position"] = _position(first)
    return header


def entry_line(entry: Entry) -> Any:
    """What the journal says of one answer."""
    if entry.actor == CHANCE:
        return {"chance": entry.key}
    if entry.actor == ROLL:
        return {"roll": entry.key}
    return {"transfer": entry.key} if entry.actor == TRANSFER else entry.key


def checkpoint_line(s: State, packer: Packer) -> dict[str, Any] | None:
    """What the journal says at a checkpoint; nothing where nobody is asked."""
    if s.stage in CARD_STAGES:
        return {"card": s.card, "title": s.cards.facts[s.card].title, "hash": s.digest(), "state": packer.pack(s)}
    if s.stage == TURN:
        faction = next_eligible(s)
        return {"turn": FACTION_IDS[faction]} if faction >= 0 else None
    return None if s.stage in QUIET_STAGES else {"phase": STAGE_IDS[s.stage]}


def lines_of(game: Game) -> Iterator[Any]:
    """The whole journal of a game, line by line."""
    yield header_of(game)
    yield from _lines_after_header(game, Packer(game.state))


def _lines_after_header(game: Game, packer: Packer) -> Iterator[Any]:
    checkpoints = list(game.checkpoints)
    for number, entry in enumerate([*game.entries, None]):
        while checkpoints and checkpoints[0].entries == number:
            line = checkpoint_line(checkpoints.pop(0).state, packer)
            if line is not None:
                yield line
        thoughts = [reason for reason in game.thoughts if reason.at == number]
        if thoughts:
            yield {"why": pack_reasons(thoughts)}
        if entry is not None:
            yield entry_line(entry)


def to_text(line: Any) -> str:
    return json.dumps(line, separators=(", ", ": "), ensure_ascii=False) + "\n"


def save(game: Game, path: str | Path) -> None:
    """Write a complete journal of the game, replacing the file only once it is whole."""
    path = Path(path)
    if path.exists() and not path.is_file():
        raise SaveFailed(tell("journal.no_file", file=path))
    temporary = path.with_name(path.name + ".part")
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            file.writelines(map(to_text, lines_of(game)))
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise SaveFailed(tell("journal.not_saved", file=path, error=error.strerror)) from error


class Mark(NamedTuple):
    """Where the line of an answer begins, and the situation packed last before it."""

    offset: int
    packed: bytes


class JournalWriter:
    """Appends a game's conversation to its journal, each line on the disk before the game goes on."""

    def __init__(self, path: Path, game: Game) -> None:
        """Go on after what `save` has just written."""
        self._file = open(path, "r+b", buffering=0)  # noqa: SIM115  (open, and claimed, as long as the game is played)
        try:
            claim(self._file.fileno(), path)
        except InUse:
            self._file.close()
            raise
        self._good = self._file.seek(0, os.SEEK_END)  # everything before is whole lines
        self._entries = len(game.entries)
        self._marks: dict[int, Mark] = {}  # of the answers written in this sitting
        self._packer = Packer(game.state)
        for checkpoint in game.checkpoints:
            checkpoint_line(checkpoint.state, self._packer)

    def _write(self, line: Any) -> None:
        data = memoryview(to_text(line).encode())
        try:
            self._file.seek(self._good)
            self._file.truncate()
            while data:
                data = data[self._file.write(data) :]
            os.fsync(self._file.fileno())
        except (OSError, ValueError) as error:
            raise SaveFailed(tell("journal.not_taken", error=error)) from error
        self._good = self._file.tell()

    def entry(self, entry: Entry) -> None:
        self._marks[self._entries] = Mark(self._good, self._packer.last)
        self._write(entry_line(entry))
        self._entries += 1

    def checkpoint(self, state: State) -> None:
        line = checkpoint_line(state, self._packer)
        if line is not None:
            self._write(line)

    def why(self, reasons: list[Reason]) -> None:
        if reasons:
            self._write({"why": pack_reasons(reasons)})

    def undo(self, kept: int) -> None:
        try:
            self._write({"undo": kept})
        except SaveFailed:
            if kept not in self._marks:
                raise
            self._cut(self._marks[kept])
        self._entries = kept

    def _cut(self, mark: Mark) -> None:
        """No room even to say that answers were taken back: cut them off, which needs none."""
        try:
            self._file.truncate(mark.offset)
        except (OSError, ValueError) as error:
            raise SaveFailed(tell("journal.not_written", error=error)) from error
        self._good = mark.offset
        self._packer.last = mark.packed

    def close(self) -> None:
        self._file.close()


def record(game: Game, path: str | Path) -> JournalWriter:
    """Write the game so far to a file and go on writing there as it is played, claiming it (see claims.py)."""
    save(game, path)
    writer = JournalWriter(Path(path), game)
    game.recorder = writer
    return writer


# --- reading ------------------------------------------------------------------------------------------------------


class CardLine(NamedTuple):
    """Where a card began: after how many answers, in which line, with what situation."""

    entries: int
    line: int
    hash: str
    state: int  # which of the journal's packed states


class Journal(NamedTuple):
    """A journal as read, undone answers gone."""

    header: Mapping[str, Any]
    entries: list[Entry]
    cards: list[CardLine]
    states: list[str]  # packed situations in the order written, those of undone cards included
    lines: list[int]  # of each entry
    reasons: list[Reason]  # why non-players did what they did
    torn: bool  # the last line was cut off: an answer that was never acknowledged


class Loaded(NamedTuple):
    """A game opened from a journal, and what its players should be told about it."""

    game: Game
    notes: list[str]


def read(path: str | Path) -> Journal:
    """Read and check a journal file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise JournalError(tell("journal.unreadable", file=path, error=error.strerror)) from error
    except UnicodeDecodeError as error:
        raise JournalError(tell("journal.not_text", file=path, error=error.reason, byte=error.start)) from error
    return parse(text, str(path))


def parse(text: str, name: str = "journal") -> Journal:
    """Check the text of a journal."""
    lines = text.split("\n")
    torn = lines[-1] != ""  # a whole line ends in a newline
    values = []
    for number, line in enumerate(lines[:-1], 1):
        try:
            values.append(json.loads(line))
        except (ValueError, RecursionError):
            raise JournalError(tell("journal.not_json", file=name, line=number, text=line[:60])) from None
    if not values or not isinstance(values[0], dict) or "fitl_journal" not in values[0]:
        raise JournalError(tell("journal.no_header", file=name))
    header = values[0]
    if header["fitl_journal"] != FORMAT:
        raise JournalError(tell("journal.format", file=name, found=header["fitl_journal"], format=FORMAT))
    journal = Journal(header, [], [], [], [], [], torn)
    for number, value in enumerate(values[1:], 2):
        read_line(journal, value, number, name)
    return journal


def read_line(journal: Journal, value: Any, number: int, name: str) -> None:
    """Take in one more line of a journal."""
    entries, cards = journal.entries, journal.cards
    match value:
        case str():
            entries.append(Entry(ANYBODY, value))
        case {"chance": str(key)}:
            entries.append(Entry(CHANCE, key))
        case {"transfer": str(key)} if TRANSFER_KEY.fullmatch(key):
            entries.append(Entry(TRANSFER, key))
        case {"roll": str(key)}:
            entries.append(Entry(ROLL, key))
        case {"why": str(packed)}:
            journal.reasons.extend(_unpack_reasons(packed, number, name))
        case {"undo": int(kept)} if 0 <= kept <= len(entries):
            del entries[kept:]
            del journal.lines[kept:]
            journal.reasons[:] = [reason for reason in journal.reasons if reason.at < kept]
            while cards and cards[-1].entries > kept:
                cards.pop()
        case {"card": int(), "hash": str(digest), "state": str(state)}:
            cards.append(CardLine(len(entries), number, digest, len(journal.states)))
            journal.states.append(state)
        case {"turn": str()} | {"phase": str()}:
            pass
        case _:
            raise JournalError(tell("journal.unknown_entry", file=name, line=number, text=to_text(value)[:60].strip()))
    if len(entries) > len(journal.lines):
        journal.lines.append(number)


def _start(journal: Journal) -> State:
    header = journal.header
    try:
        cards = read_packs(header.get("packs", []))
        if "position" in header:
            return read_position(header["position"], cards)
        options = read_options(header.get("options", {}))
        return new_state(scenario_named(str(header.get("scenario"))), options, int(header.get("seed", 0)), cards)
    except (PositionError, OptionsError, TypeError, ValueError) as error:
        raise JournalError(tell("journal.at_line", line=1, error=error)) from error


def replay(journal: Journal) -> Game:
    """Play the whole journal again; Refused names the line of the first answer that is not offered any more."""
    game = Game(_start(journal), manual_chance=bool(journal.header.get("manual_chance")))
    try:
        game.begin(journal.entries)
    except Refused as error:
        raise Refused(tell("journal.at_line", line=journal.lines[len(game.entries)], error=error)) from error
    game.thoughts = list(journal.reasons)
    return game


def drift(journal: Journal, game: Game) -> list[str]:
    """The cards at which the replayed situation differs from the recorded one."""
    digests: dict[int, set[str]] = {}
    for checkpoint in game.checkpoints:
        if checkpoint.state.stage in CARD_STAGES:
            digests.setdefault(checkpoint.entries, set()).add(checkpoint.state.digest())
    return [
        tell("journal.drift", line=card.line, hash=card.hash)
        for card in journal.cards
        if card.hash not in digests.get(card.entries, ())
    ]


def load(path: str | Path) -> Loaded:
    """Open a saved game (see `revive`)."""
    return revive(read(path))


def revive(journal: Journal) -> Loaded:
    """The game a journal tells of.

    The journal is replayed from the start. If a rule has changed since so that it no longer fits, play goes on from the
    last recorded situation that can still be continued, and the notes say what was lost.
    """
    notes = [tell("journal.torn")] if journal.torn else []
    try:
        game = replay(journal)
        differing = drift(journal, game)
        if not differing:
            return Loaded(game, notes)
        reason = differing[0]
    except Refused as error:
        reason = str(error)
    return _load_from_snapshot(journal, reason, notes)


def _load_from_snapshot(journal: Journal, reason: str, notes: list[str]) -> Loaded:
    rules = journal.header.get("rules")
    notes.append(tell("journal.other_rules", saved=rules, present=__version__, reason=reason))
    manual = bool(journal.header.get("manual_chance"))
    cards = _start(journal).cards
    positions = _unpack_all(journal, notes)
    for card in reversed(journal.cards):
        if card.state >= len(positions):
            continue
        try:
            game = Game(read_position(positions[card.state], cards), manual_chance=manual)
        except PositionError as error:
            notes.append(tell("journal.impossible", line=card.line, error=error))
            continue
        try:
            game.begin(journal.entries[card.entries :])
            notes.append(tell("journal.goes_on", line=card.line))
        except Refused as error:
            game = Game(read_position(positions[card.state], cards), manual_chance=manual)
            game.begin()
            notes.append(tell("journal.goes_on_without", line=card.line, error=error))
        return Loaded(game, notes)
    raise JournalError(tell("journal.cannot_go_on", notes=" ".join(notes)))


def _unpack_all(journal: Journal, notes: list[str]) -> list[Any]:
    """All recorded situations, up to the first that is damaged."""
    packer = Packer(_start(journal))
    positions = []
    for packed in journal.states:
        try:
            positions.append(packer.unpack(packed))
        except (ValueError, zlib.error) as error:
            notes.append(tell("journal.damaged", n=len(positions) + 1, error=error))
            break
    return positions
