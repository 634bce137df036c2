"""A question about a game. It changes nothing, and tells no more than the asking seats may know."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from fitl.catalogue import speaking
from fitl.server.live import LiveGame
from fitl.server.offload.job import Desk, Talk
from fitl.server.offload.jobs import export, hint, replay, review
from fitl.server.offload.lanes import LOOK

Arg = int | str | None  # what is asked for besides

LOOKS: Final[dict[str, Callable[..., object]]] = {
    "effects": hint.effects,
    "fork": export.fork,
    "frames": replay.frames,
    "hint": hint.hint,
    "history": replay.history,
    "journal": export.journal,
    "log": export.story,
    "orders": replay.orders,
    "position": export.position,
    "review": review.begin,
    "review_turn": review.turn,
    "view": replay.view,
    "why": hint.why,
}
FOR_SEATS: Final = frozenset(("effects", "fork", "hint", "journal", "position", "view"))  # what depends on who asks


@dataclass(frozen=True, slots=True)
class Look:
    """One of LOOKS, of a game as it stands when the job begins."""

    what: str
    game: str
    seats: tuple[int, ...]
    args: tuple[Arg, ...]
    language: str

    lane: ClassVar[str] = LOOK.name
    shared: ClassVar[bool] = True

    def run(self, desk: Desk, _talk: Talk) -> bytes:
        """The answer as JSON."""
        live = desk.recent.take(self.game) or LiveGame(desk.store, self.game)
        try:
            with speaking(self.language), live.up_to_date():
                found = LOOKS[self.what](live, self.seats, *self.args)
                text = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        except Exception:
            live.drop()
            raise
        desk.recent.put(live)
        return text


def look_for(what: str, game: str, seats: tuple[int, ...], args: tuple[Arg, ...], language: str) -> Look:
    """A look; what everybody may know is the same job for all who ask."""
    return Look(what, game, seats if what in FOR_SEATS else (), args, language)
