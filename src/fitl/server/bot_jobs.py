"""What the server and the worker process that plays games of bots alone tell each other (bot_worker.py)."""

from collections.abc import Sequence
from typing import NamedTuple

from fitl.server.stored import About, Head
from fitl.thinker.thought import Question, Thought


class Job(NamedTuple):
    """Which game is to be played on, and what was thought about its last question."""

    game: str
    thought: Thought | None = None


class Append(NamedTuple):
    """What the worker asks the server to store (the arguments of Store.append)."""

    game: str
    seen: Head
    lines: Sequence[str]
    about: About
    anew: bool


class Report(NamedTuple):
    """What came of a job."""

    more: bool  # have bots more to do?
    question: Question | None = None  # what a thinker must think about first
    passed: bool = False  # did the game end, so that its web hook is to be told?
