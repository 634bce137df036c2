"""A moment of play in a game of bots alone.

The job asks its caller to store each change: so the server decides when people have a moment to spare, and the worker,
which has a low priority, never holds a lock of the database that people wait for.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from fitl.server.live import Gone, LiveGame
from fitl.server.offload.job import Desk, Talk
from fitl.server.offload.lanes import BOTS
from fitl.server.store import Journals
from fitl.server.stored import About, Head, Listed
from fitl.thinker.thought import Question, Thought

STINT: Final = 1.0  # seconds of one job
SLICE: Final = 0.05  # seconds after which what was played is stored


class Append(NamedTuple):
    """What the job asks to have stored (the arguments of Store.append)."""

    game: str
    seen: Head
    lines: Sequence[str]
    about: About
    anew: bool


class Report(NamedTuple):
    """The result of the job."""

    more: bool  # have bots more to do?
    question: Question | None = None  # what a thinker must search first
    passed: bool = False  # did the game end, so that its web hook is to be told?


@dataclass(slots=True)
class AskingStore:
    """A store that reads for itself, and asks the caller of the job under way to write."""

    reading: Journals
    talk: Talk

    def listed(self, game: str) -> Listed | None:
        return self.reading.listed(game)

    def lines(self, game: str, generation: int, after: int = 0) -> list[str]:
        return self.reading.lines(game, generation, after)

    def append(self, game: str, seen: Head, lines: Sequence[str], about: About, *, anew: bool = False) -> Head:
        head = self.talk.ask(Append(game, seen, list(lines), about, anew))
        assert isinstance(head, Head)
        return head


@dataclass(frozen=True, slots=True)
class BotTurn:
    """Has the bots of a game play for a moment; `thought` is what was found for their last question."""

    game: str
    thought: Thought | None = None

    lane: ClassVar[str] = BOTS.name
    shared: ClassVar[bool] = False

    def run(self, desk: Desk, talk: Talk) -> Report:
        """Play until the time is up, a thinker has a question, or nothing is left to do."""
        store = AskingStore(desk.store, talk)
        live = desk.recent.take(self.game) or LiveGame(store, self.game, slice_seconds=SLICE, by_turns=False)
        try:
            report = self._play(live)
        except Gone:
            return Report(False)
        desk.recent.put(live)
        return report

    def _play(self, live: LiveGame) -> Report:
        end, thought = time.monotonic() + STINT, self.thought
        while True:
            with live.up_to_date():
                played = live.play_bots(thought)
                more = played and live.bots_asked
                question = live.question if more else None
                passed = live.take_turn_passed()
            if not more or question is not None or time.monotonic() > end:
                return Report(more, question, passed)
            thought = None
