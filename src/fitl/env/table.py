"""A game as environments see it: whose answer is awaited, by number, and what the answers are by action.

An action is the place of an answer on the page of answers that lies open; `NEXT_PAGE` turns the page where there are
more than fit on one (docs/decisions/0019-actions-of-the-environment.md). So every legal answer has exactly one action,
and every action that the mask allows is a legal answer or turns the page.
"""

from collections.abc import Callable
from operator import index
from typing import Final, SupportsIndex, cast

from fitl.board.factions import FACTION_IDS
from fitl.catalogue import tell
from fitl.decisions import Option
from fitl.env.layout import NEXT_PAGE, PAGE
from fitl.env.observation import Observation, observe, pages_of, seat_asked
from fitl.env.recent_answers import Memory
from fitl.game import Game
from fitl.state import Outcome, State
from fitl.words import faction_name, label, prompt

Reward = Callable[[State, Outcome], list[float]]  # one number per seat, once the game is over


class IllegalAction(ValueError):
    """An action that the mask does not allow; nothing has changed."""


def whole(action: object) -> int:
    """An action as a number, whichever type of whole number it has; a part of one would be another action."""
    try:
        return index(cast(SupportsIndex, action))
    except TypeError:
        raise IllegalAction(tell("env.whole", typed=repr(action)[:40])) from None


class Table:
    """One game and the page of answers that lies open."""

    __slots__ = ("_memory", "game", "page")

    def __init__(self, game: Game) -> None:
        self.game = game
        self.page = 0
        self._memory = Memory()

    @property
    def seat(self) -> int:
        """The number of the seat whose answer is awaited; NOBODY once the game is over."""
        return seat_asked(self.game)

    def observe(self, seat: int) -> Observation:
        """What a seat observes now."""
        return observe(self.game, seat, self.page, self._memory)

    def shown(self) -> int:
        """How many answers stand on the open page."""
        decision = self.game.decision
        return 0 if decision is None else min(PAGE, len(decision.options) - self.page * PAGE)

    def allows(self, action: int) -> bool:
        """Is this action legal now?"""
        decision = self.game.decision
        if decision is None or action < 0:
            return False
        return action < self.shown() or (action == NEXT_PAGE and len(decision.options) > PAGE)

    def option(self, action: int) -> Option | None:
        """The answer that an action stands for; None if it turns the page, IllegalAction if it is none."""
        decision = self.game.decision
        if decision is not None and 0 <= action < PAGE:
            place = self.page * PAGE + action
            if place < len(decision.options):
                return decision.options[place]
        if not self.allows(action):
            raise self._refusal(action)
        return None

    def nearest(self, action: int) -> int:
        """For tools that draw actions without the mask: this one if it is legal, else one at its place modulo all."""
        return action if self.allows(action) else action % max(1, self.shown())

    def take(self, action: int) -> None:
        """Give the answer that an action stands for, or turn the page."""
        option = self.option(action)
        if option is None:
            self.turn_page()
        else:
            self.page = 0
            self.game.choose(option)

    def turn_page(self) -> None:
        """Show the next answers; after the last page comes the first."""
        decision = self.game.decision
        self.page = 0 if decision is None else (self.page + 1) % pages_of(decision)

    def in_words(self) -> str:
        """The question and the answers on the open page, in words, each after its action."""
        game = self.game
        decision = game.decision
        if decision is None:
            return tell("env.ended")
        cards = game.state.cards
        begin = self.page * PAGE
        lines = [f"{faction_name(decision.actor)}: {prompt(decision, cards, game.state.era)}"]
        for action, option in enumerate(decision.options[begin : begin + PAGE]):
            lines.append(f"{action:>3} {label(decision, option, cards)}")
        if len(decision.options) > PAGE:
            lines.append(tell("env.page", page=self.page + 1, pages=pages_of(decision), action=NEXT_PAGE))
        return "\n".join(lines)

    def _refusal(self, action: int) -> IllegalAction:
        decision = self.game.decision
        if decision is None:
            return IllegalAction(tell("env.over"))
        more = tell("env.next_page", action=NEXT_PAGE) if len(decision.options) > PAGE else ""
        return IllegalAction(tell("env.illegal", action=action, last=self.shown() - 1, kind=decision.kind, more=more))


def seat_name(seat: tuple[int, ...]) -> str:
    """What an agent is called: `us`, or `nva+vc` where one player runs both."""
    return "+".join(FACTION_IDS[faction] for faction in seat)


# --- rewards, given once, at the end --------------------------------------------------------------------------------


def _margin(outcome: Outcome, seat: tuple[int, ...]) -> int:
    return outcome.margin(next(faction for faction in outcome.ranking if faction in seat))


def reward_for_winning(s: State, outcome: Outcome) -> list[float]:
    """1 for the winner, and as much less in all for the others: the rewards of a game add up to 0."""
    others = max(1, len(s.options.seats) - 1)
    return [1.0 if outcome.winner in seat else -1.0 / others for seat in s.options.seats]


def reward_by_margin(s: State, outcome: Outcome) -> list[float]:
    """The final margin (7.3), as the ranking compares it."""
    return [float(_margin(outcome, seat)) for seat in s.options.seats]


REWARDS: Final[dict[str, Reward]] = {"win": reward_for_winning, "margin": reward_by_margin}
