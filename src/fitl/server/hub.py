"""Who is looking at which game, so that they can be told when to look again.

Several processes tell each other by PostgreSQL's NOTIFY: a game's id (it has changed); the id, the process and the
seats whose people look at the game there; how far a thinker is there; or that one is to end its thought.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from fitl.server.stored import Link

THOUGHT: Final = "thought"
HURRY: Final = "hurry"
FORGOTTEN: Final = 60.0  # seconds after which people whom another process has not mentioned again are gone


@dataclass(eq=False, slots=True)
class Watcher:
    """One open socket."""

    link: Link
    news: asyncio.Event = field(default_factory=asyncio.Event)


class Hub:
    """The sockets of this process, by game. `publish` may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: dict[str, set[Watcher]] = {}
        self._process = secrets.token_hex(4)
        self._elsewhere: dict[str, dict[str, tuple[float, tuple[int, ...]]]] = {}  # by game and process: until when
        self.on_hurry: Callable[[str], object] = lambda game: None
        self.on_thought: Callable[[str, str], object] = lambda game, told: None

    def start(self) -> None:
        """Attach to the running event loop."""
        self._loop = asyncio.get_running_loop()

    @contextmanager
    def watching(self, link: Link) -> Iterator[Watcher]:
        """Be told about a game meanwhile; others see that somebody is here."""
        watcher = Watcher(link)
        self._watchers.setdefault(link.game, set()).add(watcher)
        self._tell(link.game)
        try:
            yield watcher
        finally:
            others = self._watchers[link.game]
            others.discard(watcher)
            if not others:
                del self._watchers[link.game]
            self._tell(link.game)

    def publish(self, game: str) -> None:
        """Something changed in a game."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._tell, game)

    def publish_all(self) -> None:
        """Something may have changed anywhere: news may have been missed."""
        for game in list(self._watchers):
            self.publish(game)

    def _tell(self, game: str) -> None:
        for watcher in self._watchers.get(game, ()):
            watcher.news.set()

    def watchers(self, game: str) -> int:
        """How many sockets of this process watch a game."""
        return len(self._watchers.get(game, ()))

    # --- several processes ---

    def hear(self, said: str) -> None:
        """What a process said to all; from the listener's thread."""
        match said.split(" "):
            case [game]:
                self.publish(game)
            case [game, verb] if verb == HURRY:
                self.on_hurry(game)
            case [game, process, verb, told] if verb == THOUGHT and process != self._process:
                self.on_thought(game, told)
                self.publish(game)
            case [game, process, seats] if self._loop is not None and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._note, game, process, seats)

    def _note(self, game: str, process: str, seats: str) -> None:
        """The people who look at a game through another process."""
        if process == self._process:
            return
        found = tuple(int(seat) for seat in seats.split(",") if seat.isdigit())
        processes = self._elsewhere.setdefault(game, {})
        before = processes.pop(process, (0.0, ()))
        if found:
            processes[process] = (time.monotonic() + FORGOTTEN, found)
        elif not processes:
            del self._elsewhere[game]
        if before[1] != found:
            self._tell(game)

    def presence(self, game: str) -> str:
        """The viewers of a game at this process, as reported to other processes."""
        return f"{game} {self._process} {','.join(map(str, self._seats(game)))}"

    def thought(self, game: str, told: str) -> str:
        """The progress of a thinker in this process, as reported to other processes."""
        return f"{game} {self._process} {THOUGHT} {told}"

    def hurry(self, game: str) -> str:
        """The request to end a thinker's search, as sent to other processes."""
        return f"{game} {HURRY}"

    def _seats(self, game: str) -> list[int]:
        return sorted({seat for watcher in list(self._watchers.get(game, ())) for seat in watcher.link.seats})

    def here(self, game: str) -> list[int]:
        """The seats whose people are looking at the game."""
        now = time.monotonic()
        elsewhere = list(self._elsewhere.get(game, {}).values())
        return sorted({*self._seats(game), *(seat for until, seats in elsewhere if until > now for seat in seats)})
