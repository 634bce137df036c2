"""Decisions: what the rules ask, and every legal answer.

A rule that may ask is a generator (a `Flow`): it yields a `Decision` and is sent the `value` of the chosen `Option`.
A decision with a single option is never shown to anybody: the game answers it (chance aside).
"""

from collections.abc import Generator, Sequence
from functools import cache
from typing import Any, Final, TypeVar

from fitl.board.pieces import KIND_IDS
from fitl.board.spaces import row_id

T = TypeVar("T")

# A rule that asks: yields Decisions, receives the chosen Option's value, returns T.
Flow = Generator["Decision", Any, T]

CHANCE: Final = -1  # the actor of die rolls and card draws
DONE: Final = -1  # value of the option that ends a repeated choice
NO_PARAMS: Final[dict[str, Any]] = {}


class Option:
    """One legal answer: a small immutable value with a stable text key.

    `value` is what the asking rule receives; `spaces`, `piece` and `amount` say what the answer touches, for people
    and programs that look at the board rather than at the words.
    """

    __slots__ = ("amount", "key", "piece", "spaces", "value")

    def __init__(
        self, key: str, value: Any, spaces: tuple[int, ...] = (), piece: int | None = None, amount: int | None = None
    ) -> None:
        self.key = key
        self.value = value
        self.spaces = spaces
        self.piece = piece
        self.amount = amount

    def __repr__(self) -> str:
        return f"Option({self.key!r})"

    def _repr_html_(self) -> str:
        from fitl.notebook import options_html

        return options_html((self,))


class Decision:
    """A question: who is asked, what (a stable `kind`, also the prompt's message id), why (`rule`) and all answers.

    `params` fill the prompt's message. `weights` are the relative chances of a CHANCE decision (None: all equal).
    A decision that is `open` may be listed again after something outside it changed (the NVA-VC Resource transfer,
    1.5.2): the game then sends `RELIST` and the rule asks again. `during` is the Operation
    it is a step of, if it is one.
    """

    __slots__ = ("actor", "cost", "during", "kind", "open", "options", "params", "rule", "weights")

    def __init__(
        self,
        actor: int,
        kind: str,
        rule: str,
        options: Sequence[Option],
        params: dict[str, Any] | None = None,
        cost: int | None = None,
        weights: Sequence[int] | None = None,
    ) -> None:
        self.actor = actor
        self.kind = kind
        self.rule = rule
        self.options = options
        self.params = params if params is not None else NO_PARAMS
        self.cost = cost
        self.weights = weights
        self.open = False
        self.during: object | None = None

    def find(self, key: str) -> Option | None:
        """The offered option with this key, or None."""
        for option in self.options:
            if option.key == key:
                return option
        return None

    # --- what the parameters say, by their types ---

    @property
    def space(self) -> int:
        return self.number("space")

    @property
    def piece(self) -> int:
        """A kind of piece."""
        return self.number("piece")

    @property
    def origin(self) -> int:
        return self.number("origin")

    @property
    def destination(self) -> int:
        return self.number("destination")

    def number(self, name: str, default: int | None = None) -> int:
        """Any parameter that is a number; a KeyError if there is none and no default."""
        found: int = self.params[name] if default is None else self.params.get(name, default)
        return found

    def terms(self, form: type[T]) -> T:
        """What an Event allows of the Operation that this is a step of, in the form in which its rule tells it."""
        found = self.params["terms"]
        assert isinstance(found, form)
        return found

    def __repr__(self) -> str:
        return f"Decision({self.actor}, {self.kind!r}, {[option.key for option in self.options]})"

    def _repr_html_(self) -> str:
        from fitl.notebook import decision_html

        return decision_html(self)


class _Relist:
    """Sent instead of an answer to an open decision: list the options again."""


RELIST: Final = _Relist()


@cache
def space_option(space: int) -> Option:
    """Choose a space (or one of the boxes)."""
    return Option(row_id(space), space, (space,))


@cache
def amount_option(amount: int) -> Option:
    """Choose a number."""
    return Option(str(amount), amount, amount=amount)


@cache
def piece_option(kind: int) -> Option:
    """Choose a kind of piece; the value is the kind."""
    return Option(KIND_IDS[kind], kind, piece=kind)


@cache
def piece_at_option(kind: int, space: int) -> Option:
    """Choose a kind of piece in a space; the value is `(kind, space)`."""
    return Option(f"{KIND_IDS[kind]}@{row_id(space)}", (kind, space), (space,), kind)


@cache
def choice(name: str) -> Option:
    """A named alternative; the value is the name."""
    return Option(name, name)


DONE_OPTION: Final = Option("done", DONE)
YES: Final = Option("yes", True)
NO: Final = Option("no", False)
YES_NO: Final = (YES, NO)


@cache
def amounts(low: int, high: int) -> tuple[Option, ...]:
    """The numbers low to high as options."""
    return tuple(amount_option(n) for n in range(low, high + 1))


DIE: Final = amounts(1, 6)


def roll(rule: str, kind: str, **params: Any) -> Decision:
    """A six-sided die, as a decision of chance: `die = yield roll("3.3.3", "attack.die", faction=by, space=sp)`.

    Its kind says what it is for, the parameters who rolls it and where: beside a physical board nobody else could tell.
    """
    return Decision(CHANCE, kind, rule, DIE, params)


def confirm(
    actor: int, kind: str, rule: str, cost: int | None = None, params: dict[str, Any] | None = None
) -> Decision:
    """A yes-or-no question; the answer is a bool."""
    return Decision(actor, kind, rule, YES_NO, params, cost)


def spaces_options(spaces: Sequence[int]) -> list[Option]:
    """One option per space."""
    return [space_option(space) for space in spaces]
