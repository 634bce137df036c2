"""A hint: what a non-player would do in a person's place, and why. Nothing changes in the game.

The turn so far is played again on a copy, the non-player thinking along: as long as the person did what it would have
done it keeps its plan, else it starts to think afresh. Its dice are not those of the game.
"""

from fitl import prng
from fitl.bots.flowchart import FlowchartBot
from fitl.bots.rehearsal import settle
from fitl.decisions import CHANCE, Decision, Option
from fitl.entries import Reason
from fitl.eras.base import BASE_ERA
from fitl.game import Game

SALT = 0x48494E54  # keeps a hint's dice apart from those of the game


class NoHint(ValueError):
    """The non-player has no advice here: its flowchart does not foresee the situation."""


class Adviser:
    """Thinks along with one person's turn."""

    def __init__(self, game: Game, faction: int) -> None:
        self._game = game
        self._bot = FlowchartBot(faction)
        self._seed = prng.scramble(game.checkpoints[-1].state.seed ^ SALT)
        self.reasons: list[Reason] = []

    def advise(self, decision: Decision) -> Option:
        """The non-player's answer to the decision its copy of the game stands at."""
        self._seed = prng.advance(self._seed)
        advice = self._bot.deliberate(self._game, decision)
        self._bot.mind.explain = self._explain
        self.reasons = []
        option = settle(advice, self._seed)
        found = decision.find(option.key)
        if found is None:
            raise NoHint(option.key)
        return found

    def forget(self) -> None:
        """The person has gone another way."""
        self._bot.mind.forget()

    def _explain(self, faction: int, message: str, **params: object) -> None:
        self.reasons.append(Reason(len(self._game.entries), faction, message, params))


def hint(game: Game) -> tuple[Option, list[Reason]]:
    """What a non-player would answer to the present decision of a person, and its reasons; NoHint if it cannot say."""
    decision = game.decision
    if decision is None or decision.actor == CHANCE:
        raise NoHint("nobody is asked")
    if game.state.era is not BASE_ERA:
        raise NoHint(game.state.era.id)
    checkpoint = game.checkpoints[-1]
    copy = Game(checkpoint.state.copy(), manual_chance=True, log=False)
    copy.begin()
    adviser = Adviser(copy, decision.actor)
    for entry in game.entries[checkpoint.entries :]:
        asked = copy.decision
        if asked is not None and entry.actor == decision.actor == asked.actor:
            _think_along(adviser, asked, entry.key)
        copy.give_again(entry)
    asked = copy.decision
    assert asked is not None
    try:
        option = adviser.advise(asked)
    except Exception as error:  # a mind that is lost outside its flowchart must not disturb the game
        raise NoHint(str(error)) from error
    found = decision.find(option.key)
    if found is None:
        raise NoHint(option.key)
    return found, adviser.reasons


def _think_along(adviser: Adviser, asked: Decision, key: str) -> None:
    try:
        if adviser.advise(asked).key == key:
            return
    except Exception:  # see above: it simply has no plan then
        pass
    adviser.forget()
