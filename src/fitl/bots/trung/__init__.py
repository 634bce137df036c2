"""The Trung bots: a deck of 24 cards chooses a Faction's actions, 27 tables the spaces."""

from fitl.bots.answering import answer_with_a_reason, tersely
from fitl.bots.mind import Mind, Settings
from fitl.bots.trung.deliberation import answer
from fitl.decisions import Decision, Flow, Option
from fitl.game import Game
from fitl.readings import settings_of

__all__ = ["TrungBot"]


class TrungBot:
    """A non-player that follows the Trung cards: one mind, kept from decision to decision of a turn."""

    def __init__(self, faction: int, settings: Settings | None = None) -> None:
        """`settings` replaces the readings that the game was agreed on with."""
        self.mind = Mind(faction, answer, settings or Settings())
        self._own_settings = settings is not None
        self._since: tuple[object, ...] = ()  # the checkpoint since which it remembers

    def deliberate(self, game: Game, decision: Decision) -> Flow[Option]:
        """For `Game.consult`: the dice it needs, then its answer; the reasons are kept with the game."""
        self.mind.explain = tersely(game.explain)
        if not self._own_settings:
            self.mind.settings = settings_of(game.state.options.readings)
        last = game.checkpoints[-1].state
        since = (last.coup_rounds, last.card, last.stage, last.acted, last.passed, last.seed)
        if since != self._since or decision.kind in ("turn.action", "pivotal.play", "pivotal.trump"):
            self.mind.forget()
            self._since = since
        return answer_with_a_reason(self.mind, game.state, decision)
