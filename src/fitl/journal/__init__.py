"""Journals: saved games as JSON lines that people can read.

The first line is the header (format and rules version, scenario, options, seed or position). Then, in order:

    {"card": 107, "title": "Burning Bonze", "hash": "...", "state": {...}}     a card begins; its situation
    {"turn": "vc"}    or    {"phase": "support"}                               a checkpoint
    "rally"                                                                    a player's answer
    {"chance": "4"}                                                            what chance answered
    {"transfer": "nva:3"}                                                      Resources handed over (1.5.2)
    {"roll": "2"}                                                              a die of a thinking non-player (8.1)
    {"reason": "why.us.u1", "faction": "us", "with": {"answer": "no"}}         why a non-player gives the next answer
    {"undo": 12}                                                               only the first 12 answers stand

An answer is written, and flushed to the disk, before it takes effect. `hash` detects drift on replay; `state` is a
position from which a save goes on even if a corrected rule no longer accepts an earlier answer, or a line is damaged.
"""

from fitl.journal.lines import (
    CARD_STAGES,
    JournalError,
    SaveFailed,
    checkpoint_line,
    entry_line,
    explained_lines,
    header_of,
    lines_of,
    to_text,
)
from fitl.journal.reading import CardLine, Journal, parse, read, read_line
from fitl.journal.replaying import Loaded, drift, load, replay, revive
from fitl.journal.writing import JournalWriter, record, save, zipped

__all__ = [
    "CARD_STAGES",
    "CardLine",
    "Journal",
    "JournalError",
    "JournalWriter",
    "Loaded",
    "SaveFailed",
    "checkpoint_line",
    "drift",
    "entry_line",
    "explained_lines",
    "header_of",
    "lines_of",
    "load",
    "parse",
    "read",
    "read_line",
    "record",
    "replay",
    "revive",
    "save",
    "to_text",
    "zipped",
]
