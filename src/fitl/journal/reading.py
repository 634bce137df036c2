"""Reading journals: their lines, each checked and counted."""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from fitl import bounds
from fitl.catalogue import tell
from fitl.decisions import CHANCE
from fitl.entries import ANYBODY, ROLL, TRANSFER, Entry, Reason, last_answer
from fitl.journal.lines import FORMAT, READABLE, SIGNS, TRANSFER_KEY, JournalError, to_text
from fitl.packing import Damaged, ReasonPacker


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
            _read_reasons(journal, number, lambda: journal.reason_packer.unpack_alone(packed))
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
        bounds.check("reason_bytes", journal.reason_packer.size)


def _dice_at_end(entries: Sequence[Entry]) -> int:
    """How many dice of a thinking non-player the last entries are; no more than one too many are looked at."""
    latest = entries[-bounds.MOST["dice"] - 1 :]
    return len(latest) - last_answer(latest)


def _read_reasons(journal: Journal, number: int, unpack: Callable[[], list[Reason]]) -> None:
    """Reasons are told, not needed: damaged ones are left out, and in a stored game those that are too many."""
    try:
        found = unpack()
        if journal.tally is None:
            _check_number(len(journal.reasons) + len(found))
        order = [reason.at for reason in (*journal.reasons[-1:], *found)]
        if order != sorted(order):
            raise Damaged
        journal.reasons.extend(found)
    except Damaged:
        if len(journal.damage) < bounds.NOTES:
            journal.damage.append(tell("journal.reasons", line=number))


def _check_number(reasons: int) -> None:
    try:
        bounds.check("reasons", reasons)
    except bounds.TooMuch as error:
        raise Damaged(str(error)) from None


def _read_word(word: str, number: int, name: str) -> Entry:
    """One of several answers in a line."""
    actor = SIGNS.get(word[0], ANYBODY)
    key = word if actor == ANYBODY else word[1:]
    if not key or (actor == TRANSFER and not TRANSFER_KEY.fullmatch(key)):
        raise JournalError(tell("journal.unknown_entry", file=name, line=number, text=word[:60]))
    return Entry(actor, key)
