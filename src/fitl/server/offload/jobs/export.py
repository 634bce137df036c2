"""Exports of a running game: its journal, its position, its story; and copies of it that go on elsewhere."""

import json

from fitl.catalogue import tell
from fitl.game import Game
from fitl.prng import new_secret
from fitl.server import exports
from fitl.server.live import LiveGame
from fitl.server.offload.jobs.import_save import to_store
from fitl.server.seating import reseated


def journal(live: LiveGame, seats: tuple[int, ...]) -> object:
    """The journal, with another future."""
    return exports.journal_text(exports.public_copy(live.game, frozenset(seats)))


def position(live: LiveGame, seats: tuple[int, ...], at: int | None) -> object:
    """The position now or at a moment, with another future."""
    game = live.game
    return json.dumps(exports.position_then(game, frozenset(seats), len(game.entries) if at is None else at), indent=1)


def fork(live: LiveGame, seats: tuple[int, ...], at: int, wish: str) -> object:
    """What a server stores of a copy that goes on from a moment."""
    asked = json.loads(wish)
    position = {**exports.position_then(live.game, frozenset(seats), at), "seed": new_secret()}
    game = Game.from_position(reseated(position, asked), manual_chance=asked.get("table_mode") is True)
    return to_store(game, asked, "fork")


def story(live: LiveGame, _seats: tuple[int, ...]) -> object:
    """The log as text; of a copy, where it comes from first."""
    origin = live.listed.origin
    if origin is None or "of" not in origin:
        return exports.log_text(live.game)
    of = origin["of"]
    card = of["card"] or tell("web.fork.no_card")
    return f"{tell('web.fork.of', name=of['name'], n=of['entry'], card=card)}\n\n{exports.log_text(live.game)}"
