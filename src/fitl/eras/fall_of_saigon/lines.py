"""Campaigns reach the same eras on different ways: from 1964 on, or through the Fall of Diem, with him or without."""

from fitl.era import Era
from fitl.state import State


def era_of_line(s: State, name: str) -> Era:
    """The era of this name as the present campaign has it: with the pieces that its line has."""
    return s.era_named(name + s.era.line)
