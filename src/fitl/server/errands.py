"""What is found out about a game beside the server (beside.py), and the process that does it.

Nothing here changes a game or tells more than the seats of whoever asks may know.
"""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Final, NamedTuple

from fitl.bots.hint import NoHint
from fitl.catalogue import speaking, tell
from fitl.lookback import history
from fitl.refusals import Refused
from fitl.server import exports, show
from fitl.server.apart import step_behind
from fitl.server.live import Damaged, Gone, LiveGame
from fitl.server.recent import Recent
from fitl.server.store import Store
from fitl.server.stored import StoreError
from fitl.server.why_not import why_not

KEPT: Final = 12  # games of common size that stay open there
BEHIND: Final = 5  # how far this steps behind the server: somebody waits for it, too
SECONDS: Final = 10  # of processor time for one errand
MEMORY: Final = 1 << 30  # bytes
THINKING: Final = 2.0  # seconds of processor time for which a hint is thought about


Arg = int | str | None  # what is asked for besides


class Errand(NamedTuple):
    """What somebody wants to know."""

    what: str  # one of ERRANDS
    game: str
    seats: tuple[int, ...]
    args: tuple[Arg, ...]
    language: str


def errand_for(what: str, game: str, seats: tuple[int, ...], args: tuple[Arg, ...], language: str) -> Errand:
    """An errand; what everybody may know is the same one whoever asks."""
    return Errand(what, game, seats if what in FOR_SEATS else (), args, language)


def _asked(live: LiveGame, seats: tuple[int, ...]) -> bool:
    decision = live.game.decision
    return decision is not None and decision.actor >= 0 and live.options.seat_of(decision.actor) in seats


def _hint(live: LiveGame, seats: tuple[int, ...]) -> object:
    if not _asked(live, seats):
        raise Refused(tell("server.refuse.hint"))
    end = time.process_time() + THINKING
    return show.hint_for(live.game, lambda part: time.process_time() < end)


def _effects(live: LiveGame, seats: tuple[int, ...]) -> object:
    return show.effects_of(live.game) if _asked(live, seats) else show.no_effects(live.game)


def _journal(live: LiveGame, seats: tuple[int, ...]) -> object:
    return exports.journal_text(exports.public_copy(live.game, frozenset(seats)))


def _position(live: LiveGame, seats: tuple[int, ...]) -> object:
    return json.dumps(exports.position(exports.public_copy(live.game, frozenset(seats))), indent=1)


def _orders(live: LiveGame, seats: tuple[int, ...], first: int, last: int) -> object:
    end = min(last, len(live.game.entries))
    return show.orders_between(live.game, min(first, end), end)


ERRANDS: Final[dict[str, Callable[..., object]]] = {
    "effects": _effects,
    "frames": lambda live, seats, first, last: show.steps(live.game, first, last),
    "hint": _hint,
    "history": lambda live, seats: history(live.game),
    "journal": _journal,
    "log": lambda live, seats: exports.log_text(live.game),
    "orders": _orders,
    "position": _position,
    "view": lambda live, seats, at: show.view_then(live, frozenset(seats), min(at, len(live.game.entries))),
    "why": lambda live, seats, space: {"text": why_not(live.game, space)},
}
FOR_SEATS: Final = frozenset(("effects", "hint", "journal", "position", "view"))  # of these: what comes of them differs
REFUSALS: Final = (Refused, NoHint, StoreError, Damaged, Gone)


class Desk:
    """Carries errands out over a store, on copies of its own of the games."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.recent = Recent(KEPT)

    def answer(self, errand: Errand) -> bytes | Exception:
        """What comes of it: JSON, or why it is refused."""
        live = self.recent.take(errand.game) or LiveGame(self.store, errand.game)
        try:
            with speaking(errand.language), live.up_to_date():
                found = ERRANDS[errand.what](live, errand.seats, *errand.args)
                text = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        except REFUSALS as error:
            live.drop()
            return error
        self.recent.put(live)
        return text


def work(line: Connection, url: str, place: int) -> None:
    """What the process does: errand after errand until nobody is there any more. It says None when it begins one.

    It begins when no process of another server on this machine has the same place: a processor is left to the players.
    """
    from fitl.server.store.sql import SqlStore  # here, because a browser does errands, too, and has no database

    step_behind(BEHIND)
    store = SqlStore(url, migrate=False)
    desk = Desk(store)
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            errand = line.recv()
            said: bytes | Exception
            try:
                with store.place_on_this_machine(place):
                    line.send(None)
                    _limit()
                    said = desk.answer(errand)
            except StoreError as error:
                said = error
            except Exception as error:
                said = RuntimeError(repr(error))
            line.send(said)


def _limit() -> None:
    """Let this errand have so much and no more; the kernel sees to it."""
    try:
        import resource
    except ImportError:
        return  # Windows has no such limits; the time is up nevertheless
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + SECONDS + 1, hard))
    limit_memory()


def limit_memory() -> None:
    """Let this process have so much memory and no more."""
    try:
        import resource
    except ImportError:
        return  # not on Windows
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
