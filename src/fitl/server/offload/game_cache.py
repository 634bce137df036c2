"""The latest games of a worker process: reading a game again costs far more than keeping it open."""

from collections import OrderedDict

from fitl.server.live import LiveGame


class Recent:
    """Open games up to a weight in all; the one that was not used for longest goes first."""

    def __init__(self, most: float) -> None:
        self._most = most
        self._games: OrderedDict[str, LiveGame] = OrderedDict()

    @property
    def games(self) -> list[str]:
        return list(self._games)

    def take(self, game: str) -> LiveGame | None:
        """A game that is open; it is not kept meanwhile."""
        return self._games.pop(game, None)

    def put(self, live: LiveGame) -> None:
        self._games[live.id] = live
        while len(self._games) > 1 and sum(each.weight for each in self._games.values()) > self._most:
            self._games.popitem(last=False)[1].drop()
