"""Who is looking at which game, so that they can be told when to look again."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from fitl.server.store import Link


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

    def start(self) -> None:
        """Belong to the running event loop."""
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

    def here(self, game: str) -> list[int]:
        """The seats whose people are looking at the game, through this process."""
        return sorted({seat for watcher in list(self._watchers.get(game, ())) for seat in watcher.link.seats})
