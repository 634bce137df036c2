"""What the environment costs: steps a second of `fitl.env`, beside the engine alone and beside PettingZoo's chess.

A step is an observation, a legal action drawn at random and what follows from it. The games take turns, so that all
meet the same weather, and are measured in seconds of the processor. Chess is a different game with a different
observation; it stands for what users of PettingZoo are used to, and is left out where its packages are missing (the
`peers` extra).
"""

import random
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from fitl.game import Game
from fitl.lab.bench import SCENARIO, SEED, Tally
from fitl.lab.simulate import game_seed

CHESS: Final = "pettingzoo.classic.chess_v6"


class EnvironmentMissing(ValueError):
    """The packages of the environment are not installed."""


def engine_game(index: int) -> int:
    """A random game through `Game` alone."""
    seed = game_seed(SEED, index)
    rng = random.Random(seed)
    game = Game.new(SCENARIO, seed=seed, log=False)
    steps = 0
    while game.decision is not None:
        game.choose(rng.choice(game.decision.options))
        steps += 1
    return steps


def environment_game(env: Any, index: int) -> int:
    """A random game through a PettingZoo environment with a mask."""
    seed = game_seed(SEED, index)
    rng = random.Random(seed)
    env.reset(seed=seed % 2**32)
    steps = 0
    for _ in env.agent_iter():
        observation, _, over, cut, _ = env.last()
        if over or cut:
            env.step(None)
        else:
            env.step(rng.choice(observation["action_mask"].nonzero()[0].tolist()))
            steps += 1
    return steps


def chess() -> object:
    """PettingZoo's chess, None if its packages are not installed."""
    try:
        return import_module(CHESS).env()
    except ModuleNotFoundError:
        return None


def measure(seconds: float) -> dict[str, Any]:
    """Steps a second of engine, environment and chess, and their ratios, in about this time."""
    try:
        from fitl.env import GameEnv
    except ModuleNotFoundError as error:
        raise EnvironmentMissing(str(error)) from error
    env, other = GameEnv(SCENARIO), chess()
    plays: dict[str, Callable[[int], int]] = {"engine": engine_game, "env": lambda index: environment_game(env, index)}
    if other is not None:
        plays["chess_env"] = lambda index: environment_game(other, index)
    tallies = {name: Tally() for name in plays}
    end = time.perf_counter() + seconds
    index = 0
    while not index or time.perf_counter() < end:
        for name, play in plays.items():
            if tallies[name].seconds <= 2 * tallies["env"].seconds:  # a game of chess at random takes long
                tallies[name].measure(play, index)
        index += 1
    speeds = {name: tally.decisions_per_s for name, tally in tallies.items()}
    ratios = {"engine_to_env": round(speeds["engine"] / speeds["env"], 2)}
    if other is not None:
        ratios["env_to_chess_env"] = round(speeds["env"] / speeds["chess_env"], 2)
    return {f"{name}_steps_per_s": round(speed) for name, speed in speeds.items()} | {"ratios": ratios}
