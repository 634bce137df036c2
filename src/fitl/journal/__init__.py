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

from fitl.journal.lines import (
    CARD_STAGES,
    KEPT_STATES,
    JournalError,
    SaveFailed,
    checkpoint_line,
    entry_line,
    header_of,
    lines_of,
    to_text,
    whole,
)
from fitl.journal.reading import CardLine, Journal, parse, read, read_line
from fitl.journal.reviving import Loaded, drift, load, replay, revive
from fitl.journal.writing import GROWTH, LONG, JournalWriter, record, save
from fitl.packing import Packer

__all__ = [
    "CARD_STAGES",
    "GROWTH",
    "KEPT_STATES",
    "LONG",
    "CardLine",
    "Journal",
    "JournalError",
    "JournalWriter",
    "Loaded",
    "Packer",
    "SaveFailed",
    "checkpoint_line",
    "drift",
    "entry_line",
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
    "whole",
]
