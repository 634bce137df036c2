"""An environment for learning agents: the game for PettingZoo and Gymnasium (docs/research.md; the extra `env`)."""

from fitl.catalogue import tell

try:
    import gymnasium
    import numpy  # noqa: F401
    import pettingzoo  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(tell("env.extra")) from error

from fitl.env.aec import GameEnv, env
from fitl.env.batch import Batch
from fitl.env.layout import layout
from fitl.env.parallel import ParallelGameEnv, parallel_env
from fitl.env.seat import SeatEnv
from fitl.env.table import IllegalAction, Table

raw_env = GameEnv

gymnasium.register(id="fitl/Seat-v1", entry_point="fitl.env.seat:SeatEnv")

__all__ = [
    "Batch",
    "GameEnv",
    "IllegalAction",
    "ParallelGameEnv",
    "SeatEnv",
    "Table",
    "env",
    "layout",
    "parallel_env",
    "raw_env",
]
