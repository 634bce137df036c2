"""Exports of a running game: its journal, its position, its story."""

import json

from fitl.server import exports
from fitl.server.live import LiveGame


def journal(live: LiveGame, seats: tuple[int, ...]) -> object:
    """The journal, with another future."""
    return exports.journal_text(exports.public_copy(live.game, frozenset(seats)))


def position(live: LiveGame, seats: tuple[int, ...]) -> object:
    """The position, with another future."""
    return json.dumps(exports.position(exports.public_copy(live.game, frozenset(seats))), indent=1)


def story(live: LiveGame, _seats: tuple[int, ...]) -> object:
    """The log as text."""
    return exports.log_text(live.game)
