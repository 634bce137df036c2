"""Calibration: play games, fit the curves that turn evaluations into chances, and check them on other games.

A position tells the terms of every player (thinker/chance.py); the end of its game tells who won. For each era, kind of
table and number of Coups to come, a softmax regression finds the weights that made the result most likely.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from fitl.board.factions import FACTION_IDS, FACTIONS
from fitl.game import Game
from fitl.lab.players import options_for, players_of
from fitl.lab.simulate import game_seed, play_out
from fitl.options import GameOptions
from fitl.rules.deck import coups_left
from fitl.state import SET_UP, State
from fitl.thinker.chance import PLAIN, TERMS, Terms, chances, leaders_of, table_of, terms_of
from fitl.thinker.evaluation import MOST_COUPS

FEWEST: Final = 20  # games from which a curve is fitted
RIDGE: Final = 3.0  # how many games the evaluation's own odds count for
STEPS: Final = 30  # of Newton's method
SMALLEST: Final = 1e-9
TENTHS: Final = 10

# What is played, in turn: scenario and players. Flowcharts are quick, so they play more.
_BASE: Final = ("short-1965", "medium-1968")
_EXPANSIONS: Final = (
    *("four-player-1961", "diems-war-1961", "prequel-1963", "black-april-1973", "extended-short-1972"),
)
PLAN: Final = (
    *((scenario, "flowchart") for scenario in _BASE for _ in range(6)),
    *((scenario, f"{name}=thinker:quick,others=flowchart") for scenario in _BASE for name in FACTION_IDS),
    *((scenario, "thinker:instant") for scenario in (*_BASE, *_EXPANSIONS) for _ in range(2)),
)

Report = Callable[[int], None]


class Position(NamedTuple):
    """One position of a played game."""

    game: int
    curve: str  # era, kind of table
    coups: int
    terms: Mapping[int, Terms]
    chances: Mapping[int, float]  # by the curves that ship
    winner: int  # the first Faction of the winning player


def played(first: int, last: int, seed: int, progress: Report = lambda n: None) -> Iterable[Position]:
    """All positions of some games of the plan."""
    for index in range(first, last):
        scenario, players = PLAN[index % len(PLAN)]
        cast, its_seed = players_of(players, scenario), game_seed(seed, index)
        game = Game.new(scenario, seed=its_seed, options=options_for(cast, GameOptions()), log=False)
        play_out(game, cast, its_seed)
        yield from _positions(game, index)
        progress(1)


def _positions(game: Game, index: int) -> Iterable[Position]:
    outcome = game.state.outcome
    assert outcome is not None
    for checkpoint in game.checkpoints:
        s = checkpoint.state
        if s.stage == SET_UP or s.outcome is not None:
            continue
        winner = _winner(s, outcome.winner)
        if winner is not None:
            by_leader = {each: chance for each, chance in chances(s).items() if each in leaders_of(s)}
            coups = min(coups_left(s), MOST_COUPS)
            yield Position(index, f"{s.era.id}.{table_of(s)}", coups, terms_of(s), by_leader, winner)


def _winner(s: State, faction: int) -> int | None:
    """The first Faction, at this time, of the player who will win."""
    seat = s.options.seats[s.options.seat_of(faction)]
    return next((each for each in seat if each in s.era.factions), None)


# --- fitting ----------------------------------------------------------------------------------------------------------


def fit(positions: Sequence[Position]) -> dict[str, dict[str, dict[str, float]]]:
    """The curves: by era and table, by Coups to come, the weights and biases by name."""
    groups: dict[tuple[str, int], list[Position]] = {}
    for each in positions:
        groups.setdefault((each.curve, each.coups), []).append(each)
    found: dict[str, dict[str, dict[str, float]]] = {}
    for (curve, coups), group in sorted(groups.items()):
        if len({each.game for each in group}) >= FEWEST:
            found.setdefault(curve, {})[str(coups)] = _fitted(group)
    return found


def _fitted(group: Sequence[Position]) -> dict[str, float]:
    """Newton's method on the likelihood of the results; each game counts once, however many positions it has."""
    import numpy as np

    rows, won, weight = _arrays(group)
    prior = np.array([*PLAIN.weights, *(0.0 for _ in FACTIONS)])
    found = prior.copy()
    for _ in range(STEPS):
        share = _shares(rows, found)
        missing = weight[:, None] * (share - won)
        mean = np.einsum("ij,ijk->ik", share, rows)
        slope = np.einsum("ij,ijk->k", missing, rows) + RIDGE * (found - prior)
        curvature = np.einsum("i,ij,ijk,ijl->kl", weight, share, rows, rows, optimize=True)
        curvature -= np.einsum("i,ik,il->kl", weight, mean, mean, optimize=True)
        step = np.linalg.solve(curvature + RIDGE * np.eye(len(prior)), slope)
        present = _loss(found, prior, rows, won, weight)
        while _loss(found - step, prior, rows, won, weight) > present and np.abs(step).max() > SMALLEST:
            step = step / 2
        found = found - step
    names = (*TERMS, *FACTION_IDS)
    return {name: round(float(each), 4) for name, each in zip(names, found, strict=True)}


def _loss(found: Any, prior: Any, rows: Any, won: Any, weight: Any) -> float:
    """What Newton's method makes small: surprise at the results, and distance from the prior."""
    import numpy as np

    surprise = -np.log(np.maximum((_shares(rows, found) * won).sum(axis=1), SMALLEST))
    return float(weight @ surprise + RIDGE / 2 * ((found - prior) ** 2).sum())


def _shares(rows: Any, weights: Any) -> Any:
    """The softmax of every row of players; those who do not play have no share."""
    import numpy as np

    scores = rows @ weights
    playing = rows[:, :, len(TERMS) :].any(axis=2)
    scores = np.where(playing, scores - scores.max(axis=1, keepdims=True), -np.inf)
    powers = np.exp(scores)
    return powers / powers.sum(axis=1, keepdims=True)


def _arrays(group: Sequence[Position]) -> tuple[Any, Any, Any]:
    """For each position and Faction its terms and which Faction it is; who won; and what the position counts."""
    import numpy as np

    rows = np.zeros((len(group), len(FACTIONS), len(TERMS) + len(FACTIONS)))
    won = np.zeros((len(group), len(FACTIONS)))
    count: dict[int, int] = {}
    for place, each in enumerate(group):
        won[place, each.winner] = 1.0
        count[each.game] = count.get(each.game, 0) + 1
        for faction, terms in each.terms.items():
            rows[place, faction, : len(TERMS)] = terms
            rows[place, faction, len(TERMS) + faction] = 1.0
    return rows, won, np.array([1.0 / count[each.game] for each in group])


# --- checking ---------------------------------------------------------------------------------------------------------


class Tenth(NamedTuple):
    """All predictions from one tenth to the next."""

    chances: int
    called: float  # their mean
    won: float  # the share that came true


def reliability(positions: Iterable[Position]) -> list[Tenth]:
    """How often came true what the shipped curves said."""
    sums = [[0.0, 0.0, 0.0] for _ in range(TENTHS)]
    for each in positions:
        for faction, chance in each.chances.items():
            tenth = sums[min(TENTHS - 1, int(chance * TENTHS))]
            tenth[0] += 1
            tenth[1] += chance
            tenth[2] += faction == each.winner
    return [Tenth(int(n), called / n if n else 0.0, won / n if n else 0.0) for n, called, won in sums]
