"""Journals: saved games as JSON lines that people can read.

The first line is the header (format and rules version, scenario, options, seed or position). Then, in order:

    {"card": 107, "title": "Burning Bonze", "hash": "...", "state": "..."}    a card begins; its situation
    {"turn": "vc"}    or    {"phase": "support"}                               a checkpoint
    "rally"                                                                    a player's answer
    {"chance": "4"}                                                            what chance answered
    {"transfer": "nva:3"}                                                      Resources handed over (1.5.2)
    {"roll": "2"}                                                              a die of a thinking non-player (8.1)
    {"answers": "rally saigon *2 *5 pleiku done =4"}                           several of these in one line
    {"reasons": "..."}                                                         reasons of non-players, packed
    {"undo": 12}                                                               only the first 12 answers stand

An answer is written, and flushed to the disk, before it takes effect. `hash` detects drift on replay; `state` is a
packed position from which a save goes on even if a corrected rule no longer accepts an earlier answer.
"""

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from fitl import __version__, bounds
from fitl.board.card import written
from fitl.board.factions import FACTION_IDS
from fitl.catalogue import tell
from fitl.claims import claim
from fitl.decisions import CHANCE
from fitl.entries import ANYBODY, ROLL, TRANSFER, Entry, Reason, last_answer
from fitl.game import Game
from fitl.options import OptionsError
from fitl.packing import Damaged, ReasonPacker, pack_text, position_without_packs, unpack_reasons, unpack_text
from fitl.packing import Packer as Packer
from fitl.packs.pack import MOST_PACKS
from fitl.position import PositionError, read_options, read_packs, read_position, write_options
from fitl.prng import MOST_SEED
from fitl.refusals import Refused
from fitl.rules.sequence import next_eligible
from fitl.rules.setup import new_state, scenario_named
from fitl.state import COUP_CARD, DIGEST_MARK, END_OF_CARD, NEXT_CARD, PIVOTAL, SET_UP, STAGE_IDS, TURN, State

FORMAT: Final = 2
READABLE: Final = (1, FORMAT)
TRANSFER_KEY: Final = re.compile(r"(nva|vc):[1-9][0-9]?")
CARD_STAGES: Final = (PIVOTAL, COUP_CARD)
QUIET_STAGES: Final = (SET_UP, END_OF_CARD, NEXT_CARD)
# A whole journal is written with the situations of its last cards and of all Coup cards: only from these would play go
# on if a rule had changed since.
KEPT_STATES: Final = 8
LONG: Final = 48 << 10  # bytes from which on a journal that is being written is shortened ...
GROWTH: Final = 4 << 10  # ... whenever it has grown by so many
MARKS: Final = 200  # of the latest answers: they can be taken back even on a full disk
# In a line of several answers these begin what was not a player's own answer.
SIGNS: Final = {"=": CHANCE, "*": ROLL, ">": TRANSFER}
SIGN_OF: Final = {actor: sign for sign, actor in SIGNS.items()}


class JournalError(ValueError):
    """A journal that cannot be read; the message names the line."""


class SaveFailed(OSError):
    """The journal could not be written; the answer was not taken and nothing is lost."""


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
        header["packed_packs"] = [pack_text(text) for text in first.cards.packs]
    if first != new_state(first.scenario, first.options, first.seed, first.cards):
        header["position"] = position_without_packs(first)
    return header


def entry_line(entry: Entry) -> Any:
    """What the journal says of one answer."""
    if entry.actor == CHANCE:
        return {"chance": entry.key}
    if entry.actor == ROLL:
        return {"roll": entry.key}
    return {"transfer": entry.key} if entry.actor == TRANSFER else entry.key


def checkpoint_line(s: State, packer: Packer, with_state: bool = True) -> dict[str, Any] | None:
    """What the journal says at a checkpoint; nothing where nobody is asked."""
    if s.stage in CARD_STAGES:
        line = {"card": written(s.card), "title": s.cards.facts[s.card].title, "hash": s.digest()}
        return line | {"state": packer.pack(s)} if with_state else line
    if s.stage == TURN:
        faction = next_eligible(s)
        return {"turn": FACTION_IDS[faction]} if faction >= 0 else None
    return None if s.stage in QUIET_STAGES else {"phase": STAGE_IDS[s.stage]}


def lines_of(game: Game) -> Iterator[Any]:
    """The whole journal of a game, line by line."""
    return iter(whole(game).lines)


class Whole(NamedTuple):
    """A whole journal, and what has packed it: lines that are added to it go on from there."""

    lines: list[Any]
    packer: Packer
    reason_packer: ReasonPacker


def whole(game: Game) -> Whole:
    """A game's journal in as few lines as can be."""
    packer, reason_packer = Packer(game.state), ReasonPacker()
    return Whole([header_of(game), *_lines_after_header(game, packer, reason_packer)], packer, reason_packer)


def _lines_after_header(game: Game, packer: Packer, reason_packer: ReasonPacker) -> Iterator[Any]:
    """What happened between two lines of checkpoints: its reasons, then its answers."""
    thoughts = iter([*game.settled_thoughts, None])
    thought = next(thoughts)
    cards_begun = [checkpoint.entries for checkpoint in game.checkpoints if checkpoint.state.stage in CARD_STAGES]
    recent = cards_begun[-KEPT_STATES] if len(cards_begun) > KEPT_STATES else 0
    starts = []
    for checkpoint in game.checkpoints:
        kept = checkpoint.entries >= recent or checkpoint.state.stage == COUP_CARD
        line = checkpoint_line(checkpoint.state, packer, kept)
        if line is not None:
            starts.append((checkpoint.entries, line))
    begun = 0
    for end, line in [*starts, (len(game.entries), None)]:
        reasons = []
        while thought is not None and (thought.at < end or line is None):
            reasons.append(thought)
            thought = next(thoughts)
        if reasons:
            yield {"reasons": reason_packer.pack(reasons, begun)}
        yield from _in_few_lines(game.entries[begun:end])
        begun = end
        if line is not None:
            yield line


def _in_few_lines(entries: Sequence[Entry]) -> Iterator[Any]:
    """Answers side by side; one whose key would be misread there has a line of its own."""
    words: list[str] = []
    for entry in entries:
        if entry.key and entry.key[0] not in SIGNS and not re.search(r"\s", entry.key):
            words.append(SIGN_OF.get(entry.actor, "") + entry.key)
            continue
        if words:
            yield {"answers": " ".join(words)}
            words = []
        yield entry_line(entry)
    if words:
        yield {"answers": " ".join(words)}


def to_text(line: Any) -> str:
    return json.dumps(line, separators=(", ", ": "), ensure_ascii=False) + "\n"


def save(game: Game, path: str | Path) -> None:
    """Write a complete journal of the game, replacing the file only once it is whole."""
    _replace(Path(path), lines_of(game)).close()


def _replace(path: Path, lines: Iterable[Any]) -> FileIO:
    """Put a complete journal in the place of a file; the new one, open and claimed before anybody can find it."""
    if path.exists() and not path.is_file():
        raise SaveFailed(tell("journal.no_file", file=path))
    temporary = path.with_name(path.name + ".part")
    file: FileIO | None = None
    try:
        file = FileIO(temporary, "w+")
        claim(file.fileno(), path)
        _write_all(file, "".join(map(to_text, lines)).encode())
        os.replace(temporary, path)
        _make_sure_of_name(path)
        return file
    except OSError as error:
        if file is not None:
            file.close()
        temporary.unlink(missing_ok=True)
        raise SaveFailed(tell("journal.not_saved", file=path, error=error.strerror or error)) from error


def _make_sure_of_name(path: Path) -> None:
    """That this file, and no longer an earlier one, has the name must outlast a power failure like its lines."""
    if sys.platform == "win32":
        return  # folders cannot be opened there
    with suppress(OSError):  # a file system that knows nothing of this
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _write_all(file: FileIO, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
    os.fsync(file.fileno())


class Mark(NamedTuple):
    """Where the lines of an answer begin, and what was packed before them."""

    offset: int
    packer: Packer
    reason_packer: ReasonPacker


class JournalWriter:
    """Appends a game's conversation to its journal, each line on the disk before the game goes on.

    Lines written one by one are longer than those of a whole journal, so a long file is now and then replaced by one.
    """

    long = LONG
    growth = GROWTH

    def __init__(self, path: Path, game: Game) -> None:
        """Write the game so far, and go on after that."""
        self._path = path
        self._game = game
        self._entries = len(game.entries)
        self._write_whole()

    def _write_whole(self) -> None:
        lines, packer, reason_packer = whole(self._game)
        self._file = _replace(self._path, lines)
        self._packer, self._reason_packer = packer, reason_packer
        self._good = self._whole = self._file.seek(0, os.SEEK_END)  # everything before is whole lines
        self._marks: dict[int, Mark] = {}  # of the latest answers written since

    def _shorten(self) -> None:
        """Say the same in fewer lines; what is there stays if that cannot be."""
        former = self._file
        try:
            self._write_whole()
        except SaveFailed:
            self._whole = self._good  # not again before it has grown again
        else:
            former.close()

    def _write(self, *lines: Any) -> None:
        """All of these lines or none."""
        try:
            self._file.seek(self._good)
            self._file.truncate()
            _write_all(self._file, "".join(map(to_text, lines)).encode())
        except (OSError, ValueError) as error:
            with suppress(OSError, ValueError):  # what was written of them; if it stays, reading passes over it
                self._file.truncate(self._good)
            raise SaveFailed(tell("journal.not_taken", error=error)) from error
        self._good = self._file.tell()

    def entry(self, entry: Entry, reasons: Sequence[Reason] = ()) -> None:
        long = self._good > self.long and self._good > self._whole + self.growth
        if long and entry.actor >= 0 and len(self._game.entries) == self._entries:  # nothing is under way
            self._shorten()
        mark = Mark(self._good, self._packer, self._reason_packer)
        if reasons:
            reason_packer = self._reason_packer.copy()
            self._write({"reasons": reason_packer.pack(reasons, self._entries)}, entry_line(entry))
            self._reason_packer = reason_packer
        else:
            self._write(entry_line(entry))
        self._marks[self._entries] = mark
        self._entries += 1
        if len(self._marks) > MARKS:
            del self._marks[next(iter(self._marks))]

    def checkpoint(self, state: State) -> None:
        packer = self._packer.copy()
        line = checkpoint_line(state, packer)
        if line is not None:
            self._write(line)
            self._packer = packer

    def undo(self, kept: int) -> None:
        try:
            self._write({"undo": kept})
        except SaveFailed:
            if kept not in self._marks:
                raise
            self._cut(self._marks[kept])
        self._entries = kept

    def failed(self, kept: int) -> None:
        """As if it had never been written, nor the reasons for it."""
        self._cut(self._marks[kept])
        self._entries = kept

    def _cut(self, mark: Mark) -> None:
        """Cut answers off, which works even where there is no room to say that they were taken back."""
        try:
            self._file.truncate(mark.offset)
            os.fsync(self._file.fileno())
        except (OSError, ValueError) as error:
            raise SaveFailed(tell("journal.not_written", error=error)) from error
        self._good = mark.offset
        self._packer, self._reason_packer = mark.packer, mark.reason_packer

    def close(self) -> None:
        """Stop, and leave a file that says the same in fewer lines."""
        if not self._file.closed and len(self._game.entries) == self._entries:
            self._shorten()
        self._file.close()


def record(game: Game, path: str | Path) -> JournalWriter:
    """Write the game so far to a file and go on writing there as it is played, claiming it (see claims.py)."""
    writer = JournalWriter(Path(path), game)
    game.recorder = writer
    return writer


# --- reading ------------------------------------------------------------------------------------------------------


class CardLine(NamedTuple):
    """Where a card began: after how many answers, in which line, with what situation."""

    entries: int
    line: int
    hash: str
    state: int  # which of the journal's packed states, -1 if it has none of this card


class Journal(NamedTuple):
    """A journal as read, undone answers gone."""

    header: Mapping[str, Any]
    entries: list[Entry]
    cards: list[CardLine]
    states: list[str]  # packed situations in the order written, those of undone cards included
    lines: list[int]  # of each entry
    reasons: list[Reason]  # why non-players did what they did
    torn: bool  # the last line was cut off: an answer that was never acknowledged
    reason_packer: ReasonPacker  # gone through the reasons read
    damage: list[str]  # what could not be read though the game can go on without it
    tally: bounds.Tally | None = None  # of what was read, if that is bounded


class Loaded(NamedTuple):
    """A game opened from a journal, and what its players should be told about it."""

    game: Game
    notes: list[str]


def read(path: str | Path) -> Journal:
    """Read and check a journal file."""
    try:
        with Path(path).open(encoding="utf-8", newline="\n") as file:
            bounds.check_size(os.fstat(file.fileno()).st_size, str(path))
            text = file.read(bounds.BYTES + 1)
        bounds.check_size(len(text), str(path))  # what is no file, such as a pipe, has no size beforehand
    except bounds.TooMuch as error:
        raise JournalError(str(error)) from error
    except OSError as error:
        raise JournalError(tell("journal.unreadable", file=path, error=error.strerror)) from error
    except UnicodeDecodeError as error:
        raise JournalError(tell("journal.not_text", file=path, error=error.reason, byte=error.start)) from error
    return parse(text, str(path))


def parse(text: str, name: str = "journal", *, bounded: bool = True) -> Journal:
    """Check the text of a journal. One that was not written by this very program is bounded (see bounds.py)."""
    try:
        if bounded:
            bounds.check_size(len(text), name)
            bounds.check("lines", text.count("\n"))
        return _parse(text, name, bounds.Tally() if bounded else None)
    except bounds.TooMuch as error:
        raise JournalError(str(error)) from error


def _parse(text: str, name: str, tally: bounds.Tally | None) -> Journal:
    lines = text.split("\n")
    torn = lines[-1] != ""  # a whole line ends in a newline
    header = _value(lines[0], 1, name) if len(lines) > 1 else None
    if not isinstance(header, dict) or "fitl_journal" not in header:
        raise JournalError(tell("journal.no_header", file=name))
    if header["fitl_journal"] not in READABLE:
        found = repr(header["fitl_journal"])[:60]
        raise JournalError(tell("journal.format", file=name, found=found, format=FORMAT))
    journal = Journal(header, [], [], [], [], [], torn, ReasonPacker(), [], tally)
    explained = 0  # how many reasons have their answer
    for number, line in enumerate(lines[1:-1], 2):
        value = _value(line, number, name)
        read_line(journal, value, number, name)
        if not (isinstance(value, dict) and ("reasons" in value or "why" in value)):
            explained = len(journal.reasons)
    del journal.reasons[explained:]  # the answer they are for was cut off
    return journal


def _value(line: str, number: int, name: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise JournalError(tell("journal.not_json", file=name, line=number, text=line[:60])) from None


def read_line(journal: Journal, value: Any, number: int, name: str) -> None:
    """Take in one more line of a journal."""
    entries, cards = journal.entries, journal.cards
    before = len(entries)
    match value:
        case str():
            entries.append(Entry(ANYBODY, value))
        case {"chance": str(key)}:
            entries.append(Entry(CHANCE, key))
        case {"transfer": str(key)} if TRANSFER_KEY.fullmatch(key):
            entries.append(Entry(TRANSFER, key))
        case {"roll": str(key)}:
            entries.append(Entry(ROLL, key))
        case {"answers": str(words)} if words.strip():
            entries.extend(_read_word(word, number, name) for word in words.split())
        case {"reasons": str(packed)}:
            if not journal.reason_packer.broken:
                _read_reasons(journal, number, lambda: journal.reason_packer.unpack(packed, len(entries)))
        case {"why": str(packed)}:  # packed by themselves, as in all journals of format 1
            _read_reasons(journal, number, lambda: unpack_reasons(packed))
        case {"undo": int(kept)} if 0 <= kept <= len(entries):
            del entries[kept:]
            del journal.lines[kept:]
            end = last_answer(entries)
            while journal.reasons and journal.reasons[-1].at >= end:
                journal.reasons.pop()
            while cards and cards[-1].entries > kept:
                cards.pop()
        case {"card": int() | str(), "hash": str(digest), "state": str(state)}:
            cards.append(CardLine(len(entries), number, digest, len(journal.states)))
            journal.states.append(state)
        case {"card": int() | str(), "hash": str(digest), **others} if "state" not in others:
            cards.append(CardLine(len(entries), number, digest, -1))
        case {"turn": str()} | {"phase": str()}:
            pass
        case _:
            raise JournalError(tell("journal.unknown_entry", file=name, line=number, text=to_text(value)[:60].strip()))
    journal.lines.extend([number] * (len(entries) - len(journal.lines)))
    if journal.tally is not None:
        _count(journal, journal.tally, value, before)


def _count(journal: Journal, tally: bounds.Tally, value: Any, before: int) -> None:
    """Refuse a journal at the line with which it becomes too long."""
    new = journal.entries[before:]
    if new:
        tally.add("answers", len(new))
        tally.add("transfers", sum(entry.actor == TRANSFER for entry in new))
        bounds.check("dice", _dice_at_end(journal.entries))
        if max(len(entry.key) for entry in new) > bounds.KEY:
            raise bounds.TooMuch(tell("bounds.key", line=journal.lines[-1], most=bounds.KEY))
    elif isinstance(value, dict):
        tally.add("undos", "undo" in value)
        bounds.check("states", len(journal.states))
        bounds.check("reasons", len(journal.reasons))
        bounds.check("unpacked", journal.reason_packer.unpacked)


def _dice_at_end(entries: Sequence[Entry]) -> int:
    """How many dice of a thinking non-player the last entries are; no more than one too many are looked at."""
    latest = entries[-bounds.MOST["dice"] - 1 :]
    return len(latest) - last_answer(latest)


def _read_reasons(journal: Journal, number: int, unpack: Callable[[], list[Reason]]) -> None:
    """Reasons are told, not needed: damaged ones are left out."""
    try:
        found = unpack()
        order = [reason.at for reason in (*journal.reasons[-1:], *found)]
        if order != sorted(order):
            raise Damaged
        journal.reasons.extend(found)
    except Damaged:
        journal.damage.append(tell("journal.reasons", line=number))


def _read_word(word: str, number: int, name: str) -> Entry:
    """One of several answers in a line."""
    actor = SIGNS.get(word[0], ANYBODY)
    key = word if actor == ANYBODY else word[1:]
    if not key or (actor == TRANSFER and not TRANSFER_KEY.fullmatch(key)):
        raise JournalError(tell("journal.unknown_entry", file=name, line=number, text=word[:60]))
    return Entry(actor, key)


def _packs(header: Mapping[str, Any]) -> Any:
    """The texts of the game's card packs; journals written earlier have them in plain words."""
    packed = header.get("packed_packs")
    if packed is None:
        return header.get("packs", [])
    if not isinstance(packed, list) or len(packed) > MOST_PACKS:
        return packed  # whoever reads them says what is wrong
    return [unpack_text(each) if isinstance(each, str) else each for each in packed]


def _start(journal: Journal) -> State:
    header = journal.header
    try:
        cards = read_packs(_packs(header))
        if "position" in header:
            return read_position(header["position"], cards)
        options = read_options(header.get("options", {}))
        seed = header.get("seed", 0)
        if type(seed) is not int or not 0 <= seed <= MOST_SEED:
            raise PositionError(tell("position.seed"))
        return new_state(scenario_named(str(header.get("scenario"))), options, seed, cards)
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
        for card in _with_present_hashes(journal)
        if card.hash not in digests.get(card.entries, ())
    ]


def _with_present_hashes(journal: Journal) -> list[CardLine]:
    """The cards with hashes that can be compared.

    Earlier versions made hashes in a way that cannot be repeated. Such a card is judged by its recorded situation, and
    if it has none only by those that follow.
    """
    if all(card.hash.startswith(DIGEST_MARK) for card in journal.cards):
        return journal.cards
    cards = _start(journal).cards
    positions = _unpack_all(journal, [])
    found = []
    for card in journal.cards:
        if card.hash.startswith(DIGEST_MARK):
            found.append(card)
        elif 0 <= card.state < len(positions):
            with suppress(PositionError):  # then play cannot go on from it either
                found.append(card._replace(hash=read_position(positions[card.state], cards).digest()))
    return found


def load(path: str | Path) -> Loaded:
    """Open a saved game (see `revive`)."""
    return revive(read(path))


def revive(journal: Journal) -> Loaded:
    """The game a journal tells of.

    The journal is replayed from the start. If a rule has changed since so that it no longer fits, play goes on from the
    last recorded situation that can still be continued, and the notes say what was lost.
    """
    notes = [*journal.damage, *([tell("journal.torn")] if journal.torn else [])]
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
        if not 0 <= card.state < len(positions):
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
            if journal.tally is not None:
                bounds.check("unpacked", packer.unpacked + journal.reason_packer.unpacked)
        except bounds.TooMuch as error:
            raise JournalError(str(error)) from error
        except Damaged as error:
            notes.append(tell("journal.damaged", n=len(positions) + 1, error=error))
            break
    return positions
