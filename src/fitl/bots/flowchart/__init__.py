"""The flowchart non-players (8.x): one module per Faction, the Events (8.4) and what all of them share.

Each module lists its handlers by decision kind; `answer` finds the one for a decision and runs it.
"""

from collections.abc import Generator
from typing import Any, Final

from fitl.bots.flowchart import arvn, common, events, nva, us, vc
from fitl.bots.mind import Handler, Mind, Settings
from fitl.decisions import Decision, Flow, Option
from fitl.game import Game
from fitl.state import State

# By Faction: decision kind to handler.
HANDLERS: Final[tuple[dict[str, Handler], ...]] = (us.HANDLERS, arvn.HANDLERS, nva.HANDLERS, vc.HANDLERS)

# Every node and bullet of every flowchart, of the Events and of what all share.
NODES: Final[tuple[str, ...]] = tuple(
    dict.fromkeys(node for module in (common, events, us, arvn, nva, vc) for node in module.NODES)
)


def handler_for(faction: int, kind: str) -> Handler:
    """The Faction's own handler, else the shared ones, those of Events (8.4), or any other choice (8.4.7)."""
    own = HANDLERS[faction].get(kind) or common.HANDLERS.get(kind)
    if own is not None:
        return own
    return events.handle_event if kind.startswith("event.") else common.any_choice


def answer(mind: Mind, s: State, decision: Decision) -> Generator[Decision, Any, Option]:
    """What this mind answers, its dice asked on the way."""
    advice = handler_for(mind.faction, decision.kind)(mind, s, decision)
    if isinstance(advice, Option):
        return advice
    return (yield from advice)


class FlowchartBot:
    """A non-player at the table: one mind, kept from decision to decision of a turn."""

    def __init__(self, faction: int, settings: Settings | None = None) -> None:
        self.mind = Mind(faction, answer, settings or Settings())
        self._since: tuple[object, ...] = ()  # the checkpoint since which it remembers

    def deliberate(self, game: Game, decision: Decision) -> Flow[Option]:
        """For `Game.consult`: the dice it needs, then its answer; the reasons are kept with the game.

        A mind remembers nothing from before the last checkpoint, so that it can be rebuilt from there (see table.py).
        """
        self.mind.explain = game.explain
        last = game.checkpoints[-1].state
        since = (last.coup_rounds, last.card, last.stage, last.acted, last.passed, last.seed)
        if since != self._since or decision.kind in ("turn.action", "pivotal.play", "pivotal.trump"):
            self.mind.forget()
            self._since = since
        return answer(self.mind, game.state, decision)
