"""A thinker's search for its next turn."""

import time
from dataclasses import dataclass
from typing import ClassVar, Final

from fitl.server.offload.job import Desk, Talk
from fitl.server.offload.lanes import SEARCH
from fitl.thinker.thought import Question, Thought, think

NEWS: Final = 0.25  # seconds between two reports


@dataclass(frozen=True, slots=True)
class Search:
    """Answers a thinker's question; stopped, with the best found so far. Tells which part of the budget is spent."""

    question: Question

    lane: ClassVar[str] = SEARCH.name
    shared: ClassVar[bool] = False

    def run(self, _desk: Desk, talk: Talk) -> Thought:
        """The same as would be found anywhere."""
        reported = time.monotonic()

        def go_on(part: float) -> bool:
            nonlocal reported
            if time.monotonic() - reported > NEWS:
                reported = time.monotonic()
                talk.tell(part)
            return not talk.stopped()

        return think(self.question, go_on)
