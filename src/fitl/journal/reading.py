"""Reading journals: their lines, each checked and counted. A damaged line is left out with a note; the others stay."""

import gzip
import json
import math
import os
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from fitl import bounds
from fitl.board.factions import FACTION_BY_ID
from fitl.catalogue import tell
from fitl.decisions import CHANCE
from fitl.entries import ANYBODY, ROLL, TRANSFER, Entry, Reason, last_answer
from fitl.journal.lines import FORMAT, TRANSFER_KEY, JournalError, to_text
from fitl.naming import numbered

ZIPPED: Final = b"\x1f\x8b"  # how a file of gzip begins
LOST: Final = Entry(ANYBODY, "")  # stands for a damaged line that may have been an answer; the rules never offer it


class CardLine(NamedTuple):
    """Where a card began: after how many answers, in which line, with what situation."""

    entries: int
    line: int
    hash: str
    state: Any  # the situation as plain JSON; None if it was not recorded


class Journal(NamedTuple):
    """A journal as read, undone answers gone."""

    header: Mapping[str, object]
    entries: list[Entry]
    cards: list[CardLine]
    lines: list[int]  # of each entry
    reasons: list[Reason]  # why non-players did what they did
    torn: bool  # the last line was cut off: an answer that was never acknowledged
    damage: list[str]  # what could not be read; the game goes on without it
    tally: bounds.Tally  # of what was read
    bounded: bool = True  # one with too much of anything is refused


def read(path: str | Path) -> Journal:
    """Read and check a journal file, compressed by gzip or not."""
    return parse(text_of(Path(path)), str(path))


def text_of(path: Path) -> str:
    """The text of a file that may be compressed; never more than there may be is unpacked."""
    try:
        with path.open("rb") as file:
            bounds.check_size(os.fstat(file.fileno()).st_size, str(path))
            data = file.read(bounds.BYTES + 1)
            if data.startswith(ZIPPED):
                file.seek(0)
                data = gzip.GzipFile(fileobj=file).read(bounds.BYTES + 1)
        if len(data) > bounds.BYTES:  # what is no file, such as a pipe, has no size beforehand
            raise bounds.TooMuch(tell("bounds.unpacked", file=path, most=bounds.BYTES))
        return data.decode()
    except bounds.TooMuch as error:
        raise JournalError(str(error)) from error
    except UnicodeDecodeError as error:
        raise JournalError(tell("journal.not_text", file=path, error=error.reason, byte=error.start)) from error
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise JournalError(tell("journal.unreadable", file=path, error=reason)) from error


def parse(text: str, name: str = "journal", *, bounded: bool = True) -> Journal:
    """Check the text of a journal. One that was not written by this very program is bounded (see bounds.py)."""
    try:
        if bounded:
            bounds.check_size(len(text), name)
            bounds.check("lines", text.count("\n"))
        return _parse(text, name, bounded)
    except bounds.TooMuch as error:
        raise JournalError(str(error)) from error


def _parse(text: str, name: str, bounded: bool) -> Journal:
    lines = text.split("\n")
    torn = lines[-1] != ""  # a whole line ends in a newline
    journal = Journal(header_in(lines, name, FORMAT), [], [], [], [], torn, [], bounds.Tally(), bounded)
    for number, line in enumerate(lines[1:-1], 2):
        try:
            read_line(journal, value_of(line, number, name), number, name)
        except JournalError as error:
            _leave_out(journal, line, number, str(error))
    _forget_reasons(journal)  # the answer they are for was cut off
    return journal


def header_in(lines: Sequence[str], name: str, wanted: int) -> dict[str, Any]:
    """The first of a journal's lines; JournalError if it is another format's."""
    try:
        header = json.loads(lines[0]) if len(lines) > 1 else None
    except (ValueError, RecursionError):
        raise JournalError(tell("journal.not_json", file=name, line=1, text=lines[0][:60])) from None
    if not isinstance(header, dict) or "fitl_journal" not in header:
        raise JournalError(tell("journal.no_header", file=name))
    found = header["fitl_journal"]
    if found != wanted:
        old = isinstance(found, int) and found < FORMAT
        message = "journal.old_format" if old and wanted == FORMAT else "journal.format"
        raise JournalError(tell(message, file=name, found=repr(found)[:60], format=wanted))
    return header


def value_of(line: str, number: int, name: str) -> object:
    """What a line says; JournalError if it is too long, or not JSON."""
    if len(line) > bounds.LINE:
        raise JournalError(tell("bounds.line", line=number, most=bounds.LINE))
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise JournalError(tell("journal.not_json", file=name, line=number, text=line[:60])) from None


def _leave_out(journal: Journal, line: str, number: int, note: str) -> None:
    """Go on behind a damaged line. Unless it plainly says something else an answer is missing: the rules cannot play
    on from there, but from the next situation that was recorded.
    """
    _note(journal, note)
    if not line.startswith(('{"reason"', '{"card"', '{"turn"', '{"phase"', '{"undo"')):
        journal.entries.append(LOST)
        journal.lines.append(number)


def _note(journal: Journal, note: str) -> None:
    if len(journal.damage) < bounds.NOTES:
        journal.damage.append(note)


def read_line(journal: Journal, value: object, number: int, name: str) -> None:
    """Take in one more line of a journal; JournalError if it is none."""
    entries = journal.entries
    match value:
        case str() if value:
            _add(journal, Entry(ANYBODY, value), number)
        case {"chance": str(key)}:
            _add(journal, Entry(CHANCE, key), number)
        case {"transfer": str(key)} if TRANSFER_KEY.fullmatch(key):
            _count(journal, "transfers")
            _add(journal, Entry(TRANSFER, key), number)
        case {"roll": str(key)}:
            _add(journal, Entry(ROLL, key), number)
        case {"reason": str(message), "faction": str(faction), "with": dict(params), **others}:
            _read_reason(journal, number, message, faction, params, others.get("rolls", 0))
        case {"undo": int(kept)} if 0 <= kept <= len(entries):
            _count(journal, "undos")
            del entries[kept:], journal.lines[kept:]
            _forget_reasons(journal)
            while journal.cards and journal.cards[-1].entries > kept:
                journal.cards.pop()
        case {"card": int() | str(), "hash": str(digest), **others} if isinstance(others.get("state", {}), dict | None):
            _count(journal, "states")
            journal.cards.append(CardLine(len(entries), number, digest, others.get("state")))
        case {"turn": str()} | {"phase": str()}:
            pass
        case _:
            raise JournalError(tell("journal.unknown_entry", file=name, line=number, text=to_text(value)[:60].strip()))


def _add(journal: Journal, entry: Entry, number: int) -> None:
    """One more answer, in a bounded journal one that there may be."""
    journal.entries.append(entry)
    journal.lines.append(number)
    if journal.bounded:
        journal.tally.add("answers")
        bounds.check("dice", _dice_at_end(journal.entries) if entry.actor == ROLL else 0)
        if len(entry.key) > bounds.KEY:
            raise bounds.TooMuch(tell("bounds.key", line=number, most=bounds.KEY))


def _count(journal: Journal, what: str) -> None:
    if journal.bounded:
        journal.tally.add(what)


def _dice_at_end(entries: Sequence[Entry]) -> int:
    """How many dice of a thinking non-player the last entries are; no more than one too many are looked at."""
    latest = entries[-bounds.MOST["dice"] - 1 :]
    return len(latest) - last_answer(latest)


# --- reasons ------------------------------------------------------------------------------------------------------


def _forget_reasons(journal: Journal) -> None:
    """Reasons stay only as long as the answer that they are for."""
    end = last_answer(journal.entries)
    while journal.reasons and journal.reasons[-1].at >= end:
        journal.reasons.pop()


def _read_reason(
    journal: Journal, number: int, message: str, faction: str, params: dict[str, object], rolls: object
) -> None:
    """Reasons are told, not needed: damaged ones are left out, and in a stored game those that are too many."""
    reason = reason_of(message, FACTION_BY_ID.get(faction), numbered(params), rolls, len(journal.entries))
    if reason is None or (journal.reasons and journal.reasons[-1].at > reason.at):
        _note(journal, tell("journal.reasons", line=number))
        return
    try:
        journal.tally.add("reasons")
        journal.tally.add("reason_bytes", len(to_text(params)))
    except bounds.TooMuch:
        if journal.bounded:
            raise
        _note(journal, tell("journal.reasons", line=number))
    else:
        journal.reasons.append(reason)


def reason_of(message: str, faction: int | None, params: object, rolls: object, entries: int) -> Reason | None:
    """A small reason that can be told; whether its message and parameters are known is for the module that words it."""
    if faction is None or type(rolls) is not int or not 0 <= rolls <= entries or len(message) > bounds.REASON_NAME:
        return None
    if not isinstance(params, dict) or not all(map(_is_param, params.values())):
        return None
    if len(json.dumps(params, separators=(",", ":"))) > bounds.REASON:
        return None
    return Reason(entries - rolls, faction, message, params)


def _is_param(param: object) -> bool:
    """Is it a value, or a list of values? Lists within lists could take any amount of memory."""
    return all(map(_is_value, param)) if isinstance(param, list) else _is_value(param)


def _is_value(value: object) -> bool:
    return value is None or isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))
