"""Table mode: what people have to do on their physical board, as numbered orders."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from rich.table import Table

from fitl.bots.orders import Order, deck_orders, orders, orders_beside_story
from fitl.cli.terminal import STRONG, Terminal
from fitl.game import Game
from fitl.state import SET_UP, LogEntry, State

Ordering = Callable[[State, State, Sequence[LogEntry]], list[Order]]


class Stretch:
    """A stretch of a game, from the moment it is made on."""

    def __init__(self, game: Game, told: int) -> None:
        """`told`: how much of the story came before."""
        self.before = game.state.copy()
        self.told = told
        self.entries = len(game.entries)
        self.checkpoints = len(game.checkpoints)

    def orders(self, game: Game, ordering: Ordering = orders) -> list[Order]:
        """The orders of the stage it began in, then of those that followed."""
        log = game.log or []
        stops = [(self.before, self.told)]
        stops += [(checkpoint.state, checkpoint.log) for checkpoint in game.checkpoints[self.checkpoints :]]
        stops.append((game.state, len(log)))
        return [
            order
            for (before, first), (after, last) in pairwise(stops)
            for order in ordering(before, after, log[first:last])
        ]


class BesideBoard:
    """Reminds people who move the pieces themselves of all that follows from what they did, stage by stage."""

    def __init__(self, game: Game, terminal: Terminal) -> None:
        self.game = game
        self.terminal = terminal
        self._since = self._now()

    def _now(self) -> Stretch:
        return Stretch(self.game, len(self.game.log or ()))

    def begin(self) -> None:
        """Before the first card: how the deck is made, unless a draft says so."""
        s = self.game.state
        if self.game.manual_chance and s.stage == SET_UP and not s.card and not s.draft:
            self.terminal.say("cli.board_deck", style=STRONG)
            tell_orders(deck_orders(s), self.game, self.terminal)

    def told(self) -> None:
        """All that happened so far is on the board."""
        self._since = self._now()

    def taken_back(self) -> None:
        """After an undo; what was told and is not so any more, people take back as they put it there."""
        if self._since.entries > len(self.game.entries):
            self._since = self._now()

    def tell(self) -> None:
        """At the end of a stage: what the story, which people have read, does not say."""
        if not self.game.manual_chance or len(self.game.checkpoints) == self._since.checkpoints:
            return
        found = self._since.orders(self.game, orders_beside_story)
        if found:
            self.terminal.say("cli.board_orders", style=STRONG, indent=2)
            tell_orders(found, self.game, self.terminal)
        self.told()


def tell_orders(found: Sequence[Order], game: Game, terminal: Terminal) -> None:
    """The orders, numbered."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(justify="right", min_width=4)
    for number, order in enumerate(found, 1):
        table.add_row(f"{number}.", order.text(game.state.cards))
    terminal.print(table)
