"""What stands at the head of a card of any set, how cards are numbered and named, and reading one from data.

Inside the program a card is a number: 1 to 130 are the base game's, 201 to 999 are new cards of packs, and the
expansions' numbers follow. People, journals and positions name those by id: `p12` is Sovereign of Discord's P12, `s34`
Fall of Saigon's S34, while every other card's id is its number.
"""

from dataclasses import dataclass
from typing import Final

from fitl.board.factions import FACTION_BY_ID, FACTIONS
from fitl.board.facts import Node

PERIODS: Final = (1964, 1965, 1968)
SOVEREIGN_YEARS: Final = (1961, 1962, 1963)
SAIGON_YEARS: Final = (1973, 1974, 1975)
ALL_PERIODS: Final = (*SOVEREIGN_YEARS, *PERIODS, *SAIGON_YEARS)
KINDS_OF_CARD: Final = ("event", "pivotal", "coup", "leader")
DUAL_SIDES: Final = ("unshaded", "shaded")
SINGLE_SIDE: Final = ("single",)
MOMENTUM_VALUES: Final = ("none", "unshaded", "shaded", "both", "single")

# Where the numbers of each expansion begin: p1 is 1001.
_FIRST: Final = {"p": 1000, "s": 2000}
CARD_SETS: Final = ("base", "sod", "fos")
YEARS_OF_SET: Final = dict(zip(CARD_SETS, (PERIODS, SOVEREIGN_YEARS, SAIGON_YEARS), strict=True))
_LETTERS: Final = {first // 1000: letter for letter, first in _FIRST.items()}


def card_id(number: int) -> str:
    """How a card is named in keys, journals and positions: `47`, `p12`."""
    letter = _LETTERS.get(number // 1000)
    return f"{letter}{number % 1000}" if letter else str(number)


def card_set_of(number: int) -> str:
    """The set of a card: "base" for the base game's and those of packs, else the expansion's."""
    return CARD_SETS[min(number // 1000, 2)]


def card_number(name: str) -> int | None:
    """The number of a card named by its id, in small or capital letters; None if no card could be called so."""
    name = name.lower()
    first = _FIRST.get(name[:1])
    digits = name if first is None else name[1:]
    if not digits.isascii() or not digits.isdecimal() or len(digits) > 3 or digits.startswith("0"):
        return None
    return int(digits) + (first or 0)


def written(number: int) -> int | str:
    """A card in a journal or position: its number, or its id if it is an expansion's."""
    return card_id(number) if number // 1000 in _LETTERS else number


def card_read(value: object) -> int | None:
    """The card written as a number or as an id; None if nothing could be."""
    if isinstance(value, str):
        return card_number(value)
    return value if type(value) is int else None


@dataclass(frozen=True, slots=True)
class Card:
    """The head of a card."""

    number: int
    title: str
    order: tuple[int, ...]  # Faction order, first to last (2.3.2); Coup cards have none
    period: int | None  # of an Event, or the year of an expansion's Coup card (2.1, P2.1, S2.1)
    kind: str  # "event", "pivotal", "coup" or "leader"
    capability: int | None  # the Faction whose lasting Capability this is (5.3)
    momentum: str  # which side is Momentum (5.4): "none", "unshaded", "shaded", "both" or "single"
    sides: tuple[str, ...]  # ("unshaded", "shaded") or ("single",) (5.2)
    leader: str | None  # the RVN Leader a card installs; Failed Attempts install none (2.4.1), nor do P and S Coups
    ours: tuple[str, ...] = ()  # what of the head is not the print's but ours: "title", "order", "number" ...

    @property
    def id(self) -> str:
        return card_id(self.number)

    @property
    def is_dual(self) -> bool:
        return self.sides == DUAL_SIDES


# --- reading ------------------------------------------------------------------------------------------------------


def read_order(node: Node, kind: str) -> tuple[int, ...]:
    """2.3.2: the four Factions, each once; none on Coup and leader cards."""
    order = tuple(item.known("faction", FACTION_BY_ID) for item in node.items())
    if kind in ("coup", "leader"):
        if order:
            raise node.error(f"a {kind.replace('coup', 'Coup')} card has no Faction order (2.4)")
    elif sorted(order) != list(FACTIONS):
        raise node.error("each of the four Factions must be listed exactly once (2.3.2)")
    return order


def read_sides(node: Node, kind: str) -> tuple[str, ...]:
    """5.2: two sides or one; only Events have two."""
    sides = node.texts()
    if sides not in (DUAL_SIDES, SINGLE_SIDE):
        raise node.error('expected ["unshaded", "shaded"] or ["single"] (5.2)')
    if kind != "event" and sides != SINGLE_SIDE:
        raise node.error(f"a {kind} card has a single text")
    return sides


def read_momentum(node: Node, sides: tuple[str, ...]) -> str:
    """5.4: which of the card's sides is Momentum."""
    momentum = node.one_of(MOMENTUM_VALUES)
    fitting = ("none", "single") if sides == SINGLE_SIDE else ("none", "unshaded", "shaded", "both")
    if momentum not in fitting:
        raise node.error(f'"{momentum}" does not fit the sides {", ".join(sides)}')
    return momentum


def read_capability(node: Node, kind: str) -> int | None:
    """5.3: the Faction whose Capability an Event is."""
    capability = None if node.is_null() else node.known("faction", FACTION_BY_ID)
    if capability is not None and kind != "event":
        raise node.error("only Events are Capabilities (5.3)")
    return capability
