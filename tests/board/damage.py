"""Damaging a packaged data file in one place, to see that the loader refuses it and says why."""

import copy
import json
from collections.abc import Callable
from typing import Any

from fitl.board.facts import packaged

Damage = Callable[[Any], None]


def damaged(name: str, damage: Damage) -> str:
    """The text of a packaged file after one change."""
    document = copy.deepcopy(json.loads(packaged(name)))
    damage(document)
    return json.dumps(document)


def put(*path: str | int, value: object) -> Damage:
    """Write a value at a path; a new key is added."""

    def change(document: Any) -> None:
        for step in path[:-1]:
            document = document[step]
        document[path[-1]] = value

    return change


def cut(*path: str | int) -> Damage:
    """Remove the value at a path."""

    def change(document: Any) -> None:
        for step in path[:-1]:
            document = document[step]
        del document[path[-1]]

    return change


def both(*damages: Damage) -> Damage:
    def change(document: Any) -> None:
        for damage in damages:
            damage(document)

    return change
