"""Positions of 1973 to 1975 to start from: Black April, and Extended Short in each of its eras."""

from typing import Any

from fitl.board.pieces import KINDS, PLAIN
from fitl.board.spaces import AVAILABLE, ROWS, SET_ASIDE
from fitl.compose import era_named
from fitl.rules.control import recount
from fitl.rules.menu import carry_out
from fitl.rules.operation import Activity, Operation
from fitl.state import State
from tests.eras.sovereign_of_discord.support import begun as set_up
from tests.eras.sovereign_of_discord.support import edit as edit
from tests.eras.sovereign_of_discord.support import row as row
from tests.support import Play, play

BA = "black-april-1973"
XS = "extended-short-1972"


def begun(scenario: str = BA, era: str = "", **fields: Any) -> State:
    """The set-up of a scenario in the middle of a card; in a later era nothing is set aside any more (S6.8.3)."""
    s = set_up(scenario)
    if era:
        s.era = era_named(era)
        for kind in range(KINDS):
            s.pieces[AVAILABLE * KINDS + kind] += s.pieces[SET_ASIDE * KINDS + kind]
            s.pieces[SET_ASIDE * KINDS + kind] = 0
        if era == "after_retreat":
            s.econ, s.posture = 0, 2
    s.effects = 0  # the lasting Events of the set-up are named where a test wants them
    for name, value in fields.items():
        setattr(s, name, value)
    recount(s)
    return s


def empty(scenario: str = BA, era: str = "", **fields: Any) -> State:
    """The same with an empty map: everything is Available."""
    s = begun(scenario, era, **fields)
    for place in range(ROWS):
        if place != AVAILABLE:
            for kind in range(KINDS):
                n = s.pieces[place * KINDS + kind]
                s.pieces[place * KINDS + kind] = 0
                s.pieces[AVAILABLE * KINDS + PLAIN[kind]] += n
    recount(s)
    return s


def operation(s: State, faction: int, name: str, *keys: str | int, **options: Any) -> Play:
    """Carry out an Operation and answer its first questions."""
    return play(carry_out(s, Operation(s, faction, name, **options)), *keys)


def activity(s: State, faction: int, name: str, *keys: str | int) -> Play:
    """Take a Special Activity by itself, as an Event grants it."""
    return play(s.era.activity_rules[name].run(s, Activity(s, faction, name)), *keys)
