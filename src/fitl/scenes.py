"""What a scene between two decks shows beside the board: the table of the Paris Peace Talks (S6.8.1)."""

from collections.abc import Mapping, Sequence
from typing import Final

from fitl.board.factions import FACTION_IDS, NVA, US
from fitl.board.talks import PEACE, WAR, TalksTable
from fitl.state import LogEntry
from fitl.view_types import TalksShown

STAGES: Final = "paris_"  # how the names of its stages begin
BEGINS: Final = "log.paris.begins"
SCORES: Final = "log.paris.scores"
ANSWERS: Final = {f"log.paris.{answer}": answer for answer in (WAR, PEACE)}


def in_talks(stage: str) -> bool:
    """Is it a step of the Talks, from the scores to the draft that follows them?"""
    return stage.startswith(STAGES)


def talks_told(table: TalksTable, log: Sequence[LogEntry]) -> TalksShown | None:
    """The table with the scores that were compared and what each side has answered so far, as the log tells it.

    None before the scores are known. The last Talks of the log count; a game has only one.
    """
    answers: dict[str, str] = {}
    for entry in reversed(log):
        if entry.message in ANSWERS:
            answers.setdefault(FACTION_IDS[int(str(entry.params["faction"]))], ANSWERS[entry.message])
        elif entry.message == SCORES:
            return table_shown(table, int(str(entry.params["nva"])), int(str(entry.params["us"])), answers)
        elif entry.message == BEGINS:
            return None
    return None


def table_shown(table: TalksTable, nva: int, us: int, answers: Mapping[str, str]) -> TalksShown:
    """The whole table, whose values it has, the scores with their row and column, and the answers."""
    return {
        "source": table.source,
        "nva_from": list(table.nva_from),
        "us_from": list(table.us_from),
        "cells": [[{"nva": dict(cell.nva), "us": dict(cell.us)} for cell in cells] for cells in table.cells],
        "at": list(table.place(nva, us)),
        "scores": {"nva": nva, "us": us},
        "answers": {FACTION_IDS[faction]: answers.get(FACTION_IDS[faction]) for faction in (NVA, US)},
    }
