"""The lanes of jobs: how many run at a time, how many may wait, and the limits of each."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from fitl.server.addresses import network_of, site_of
from fitl.server.offload.limits import IDLE

SPARE: Final = max(1, (os.cpu_count() or 2) - 1)  # a processor is left to players
NO_LIMIT: Final = None


def _as_it_is(whose: str) -> str:
    return whose


@dataclass(frozen=True, slots=True)
class Lane:
    """One kind of jobs."""

    name: str
    workers: int  # jobs that run at a time, each in a process of its own
    priority: int  # how far these step behind the server (`nice`)
    memory: int | None  # bytes of one process
    seconds: int | None  # of processor time for one job
    wall: float  # seconds for one job
    grace: float = 0.0  # seconds more for a job that can answer with what it has when it is told to stop
    waiting: int | None = NO_LIMIT  # jobs that wait for their turn ...
    each: int | None = NO_LIMIT  # ... and of these, for one address
    patience: float | None = NO_LIMIT  # seconds a job waits for its turn
    again: float = 3.0  # seconds after which somebody who was sent away may try again
    whose: Callable[[str], str] = _as_it_is  # what of an address counts as one
    fresh: bool = False  # each job has a new process
    answer: int = 64 << 20  # bytes of its result
    store: bool = False  # its jobs read the store
    place: int | None = None  # the first of the places on this machine that its workers share with other servers'


LOOK: Final = Lane(  # somebody waits for it
    "look",
    workers=min(2, SPARE),
    priority=5,
    memory=1 << 30,
    seconds=10,
    wall=30.0,
    waiting=120,
    each=24,  # a household at one table, each with several
    whose=site_of,
    store=True,
    place=0,
)
IMPORT: Final = Lane(  # may be costly however carefully a save is checked, so nothing of it is left
    "import",
    workers=min(2, SPARE),
    priority=10,
    memory=512 << 20,
    seconds=10,
    wall=30.0,
    waiting=12,
    each=3,
    patience=30.0,
    again=10.0,
    whose=network_of,
    fresh=True,
    answer=8 << 20,
)
SEARCH: Final = Lane(  # the thinkers of all games
    "search", workers=SPARE, priority=IDLE, memory=None, seconds=None, wall=30.0, grace=5.0
)
BOTS: Final = Lane(  # games of bots alone; a moment of play each time
    "bots", workers=1, priority=19, memory=1 << 30, seconds=None, wall=30.0, store=True, place=100
)
LANES: Final = (LOOK, IMPORT, SEARCH, BOTS)
