"""Several matches in one file, for a page that compares players in more ways than one (docs/strength.toml).

[[match]]
title = "Against the printed flowcharts"
scenarios = ["short-1965", "medium-1968"]
players = ["thinker:steady", "thinker:quick"]
against = ["flowchart"]  # without it everybody meets everybody
games = 200  # per seat and opponent
own_games = 2000  # of those named under `against` among themselves; without it as many as `games`
"""

import tomllib
from pathlib import Path
from typing import Final, NamedTuple

from fitl.board.scenarios import SCENARIOS
from fitl.catalogue import tell
from fitl.lab.players import check_player

KEYS: Final = ("title", "scenarios", "players", "against", "games", "own_games")
MOST_GAMES: Final = 1_000_000


class PlanError(ValueError):
    """A plan of matches that cannot be read; the message says what would be right."""


class Match(NamedTuple):
    """Who meets whom, where and how often."""

    scenarios: list[str]
    players: list[str]
    against: list[str]
    games: int
    title: str = ""
    own_games: int | None = None  # of those who play the rest, in every seat; as many as the others have if not said

    @property
    def anchor(self) -> str:
        """Whose rating is 0."""
        return (self.against or self.players)[0]


def read_plan(path: Path) -> list[Match]:
    """The matches of a file, in order."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PlanError(tell("lab.plan.toml", file=path, error=error)) from error
    matches = told.get("match")
    if set(told) != {"match"} or not isinstance(matches, list) or not all(isinstance(each, dict) for each in matches):
        raise PlanError(tell("lab.plan.form", file=path))
    return [_match(each, tell("lab.plan.where", file=path, n=number)) for number, each in enumerate(matches, 1)]


def _match(told: dict[str, object], where: str) -> Match:
    for key in told:
        if key not in KEYS:
            raise PlanError(tell("lab.plan.key", where=where, key=key, keys=", ".join(KEYS)))
    scenarios = _names(told, "scenarios", where)
    for name in scenarios:
        if name not in SCENARIOS:
            raise PlanError(tell("lab.plan.scenario", where=where, name=name))
    players = _names(told, "players", where)
    against = _names(told, "against", where) if "against" in told else []
    for name in (*players, *against):
        check_player(name)
    games = _games(told, "games", where)
    own_games = _games(told, "own_games", where) if "own_games" in told else None
    title = told.get("title", "")
    if not isinstance(title, str):
        raise PlanError(tell("lab.plan.title", where=where))
    return Match(scenarios, players, against, games, title, own_games)


def _games(told: dict[str, object], key: str, where: str) -> int:
    games = told.get(key)
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise PlanError(tell("lab.plan.games", where=where, key=key, most=MOST_GAMES))
    return games


def _names(told: dict[str, object], key: str, where: str) -> list[str]:
    names = told.get(key)
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise PlanError(tell("lab.plan.names", where=where, key=key))
    return list(dict.fromkeys(names))
