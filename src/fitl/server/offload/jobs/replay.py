"""Earlier moments of a game: the table as it was, the steps between, the graphs over time."""

from fitl.lookback import history as history_of
from fitl.server import show
from fitl.server.live import LiveGame


def frames(live: LiveGame, _seats: tuple[int, ...], first: int, last: int) -> object:
    """The steps between two moments, for the playback."""
    return show.steps(live.game, first, last)


def history(live: LiveGame, _seats: tuple[int, ...]) -> object:
    """The tracks after each card."""
    return history_of(live.game)


def orders(live: LiveGame, _seats: tuple[int, ...], first: int, last: int) -> object:
    """What the bots did between two moments, for people who move the pieces of a real table."""
    end = min(last, len(live.game.entries))
    return show.orders_between(live.game, min(first, end), end)


def view(live: LiveGame, seats: tuple[int, ...], at: int) -> object:
    """The board as it was at a moment."""
    return show.view_then(live, frozenset(seats), min(at, len(live.game.entries)))
