"""The flowchart non-players (8.x): one module per Faction, the Events (8.4) and what all of them share."""

from fitl.bots.answering import PLANNED, answer_with_a_reason, planned, tersely
from fitl.bots.flowchart.answering import answer, nodes
from fitl.bots.mind import Mind, Settings
from fitl.decisions import Decision, Flow, Option
from fitl.game import Game
from fitl.readings import settings_of

__all__ = ["PLANNED", "FlowchartBot", "answer", "nodes", "planned", "tersely"]


class FlowchartBot:
    """A non-player at the table: one mind, kept from decision to decision of a turn."""

    def __init__(self, faction: int, settings: Settings | None = None) -> None:
        """`settings` replaces the readings that the game was agreed on with."""
        self.mind = Mind(faction, answer, settings or Settings())
        self._own_settings = settings is not None
        self._since: tuple[object, ...] = ()  # the checkpoint since which it remembers

    def deliberate(self, game: Game, decision: Decision) -> Flow[Option]:
        """For `Game.consult`: the dice it needs, then its answer; the reasons are kept with the game.

        A mind remembers nothing from before the last checkpoint, so that it can be rebuilt from there (see table.py).
        """
        self.mind.explain = tersely(game.explain)
        if not self._own_settings:
            self.mind.settings = settings_of(game.state.options.readings)
        last = game.checkpoints[-1].state
        since = (last.coup_rounds, last.card, last.stage, last.acted, last.passed, last.seed)
        if since != self._since or decision.kind in ("turn.action", "pivotal.play", "pivotal.trump"):
            self.mind.forget()
            self._since = since
        return answer_with_a_reason(self.mind, game.state, decision)
