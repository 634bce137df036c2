"""Help with a decision: a hint, the effects of options, and why a space is not offered."""

import time
from typing import Final

from fitl.catalogue import tell
from fitl.refusals import Refused
from fitl.server import show
from fitl.server.live import LiveGame
from fitl.server.why_not import why_not

SECONDS: Final = 2.0  # of processor time for the search behind a hint


def hint(live: LiveGame, seats: tuple[int, ...]) -> object:
    """What a bot would do in place of the player who is asked, for that player alone."""
    if not _asked(live, seats):
        raise Refused(tell("server.refuse.hint"))
    end = time.process_time() + SECONDS
    return show.hint_for(live.game, lambda part: time.process_time() < end)


def effects(live: LiveGame, seats: tuple[int, ...]) -> object:
    """What each option would change, for the seat that is asked."""
    return show.effects_of(live.game) if _asked(live, seats) else show.no_effects(live.game)


def why(live: LiveGame, _seats: tuple[int, ...], space: str) -> object:
    """Why a space is not among the options."""
    return {"text": why_not(live.game, space)}


def _asked(live: LiveGame, seats: tuple[int, ...]) -> bool:
    decision = live.game.decision
    return decision is not None and decision.actor >= 0 and live.options.seat_of(decision.actor) in seats
