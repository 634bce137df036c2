"""The cards of Sovereign of Discord (P1-P80) and Fall of Saigon (S1-S79): what stands at their heads.

Of many the print is not known to us. What is ours instead is marked on the card (`Card.ours`); an owner of the printed
game can put the print in its place with a pack.
"""

from collections import Counter
from pathlib import Path
from typing import Final

from fitl.board.card import (
    KINDS_OF_CARD,
    SAIGON_YEARS,
    SOVEREIGN_YEARS,
    Card,
    card_id,
    card_number,
    read_capability,
    read_momentum,
    read_order,
    read_sides,
)
from fitl.board.cards import CARDS
from fitl.board.factions import FACTION_IDS, FACTIONS
from fitl.board.facts import FactsError, Node, packaged, parse

DIEM: Final = 1080  # P2.4.3: leads through the whole of Sovereign of Discord

OFFICER_COUP: Final = 1075
SAIGON_STANDS_ALONE: Final = 2075
KNOWN_IN_FULL: Final = (OFFICER_COUP, DIEM, SAIGON_STANDS_ALONE)  # the rules say what they do (P7.3, P6.3.1, S7.3)

EVENTS_OF_YEAR: Final = 24
MAY_BE_OURS: Final = ("title", "order", "number", "capability", "momentum")

_YEARS: Final = {"p": SOVEREIGN_YEARS, "s": SAIGON_YEARS}
_COUNTS: Final = {"p": 80, "s": 79}
_LEADERS: Final = {DIEM: "diem"}
_KEYS: Final = ("id", "title", "order", "period", "kind", "capability", "momentum", "sides", "ours")


def _number(node: Node) -> int:
    number = card_number(node.text())
    if number is None or number < 1000 or number % 1000 > _COUNTS[card_id(number)[0]]:
        raise node.error(f'"{node.text()}" is no card of an expansion: expected p1 to p80 or s1 to s79')
    return number


def _period(node: Node, kind: str, years: tuple[int, ...]) -> int | None:
    """P2.1, S2.1: Events and Coup cards belong to a year."""
    year = node.integer_or_none()
    if kind not in ("event", "coup"):
        if year is not None:
            raise node.error(f"a {kind} card has no year")
    elif year not in years:
        raise node.error(f"expected one of the years {', '.join(map(str, years))}, found {year}")
    return year


def _ours(node: Node) -> tuple[str, ...]:
    return tuple(item.one_of(MAY_BE_OURS) for item in node.items())


def _card(node: Node) -> Card:
    node.only(_KEYS)
    number = _number(node["id"])
    kind = node["kind"].one_of(KINDS_OF_CARD)
    if (kind == "leader") != (number in _LEADERS):
        raise node["kind"].error("Ngo Dinh Diem (p80) is the one leader card (P2.4.3)")
    sides = read_sides(node["sides"], kind)
    return Card(
        number=number,
        title=node["title"].text(),
        order=read_order(node["order"], kind),
        period=_period(node["period"], kind, _YEARS[card_id(number)[0]]),
        kind=kind,
        capability=read_capability(node["capability"], kind),
        momentum=read_momentum(node["momentum"], sides),
        sides=sides,
        leader=_LEADERS.get(number),
        ours=_ours(node["ours"]),
    )


def _check_numbers(cards: list[Card]) -> None:
    counted = Counter(card.id for card in cards)
    for letter, count in _COUNTS.items():
        for n in range(1, count + 1):
            if (found := counted[f"{letter}{n}"]) != 1:
                raise FactsError(f"cards: card {letter}{n} is listed {found} times, expected once")


def _check_years(cards: list[Card]) -> None:
    """P2.1, S2.1: each year has 24 Events and a Coup card."""
    for year in (*SOVEREIGN_YEARS, *SAIGON_YEARS):
        kinds = Counter(card.kind for card in cards if card.period == year)
        for kind, wanted in (("event", EVENTS_OF_YEAR), ("coup", 1)):
            if kinds[kind] != wanted:
                raise FactsError(f"cards: expected {wanted} {kind} cards of {year}, found {kinds[kind]}")


def _check_pivotals(cards: list[Card]) -> None:
    """P2.3.8, S2.3.8: each Faction holds one Pivotal Event of each expansion; its symbol comes first."""
    for letter in _COUNTS:
        first = [card.order[0] for card in cards if card.kind == "pivotal" and card.id.startswith(letter)]
        for faction in FACTIONS:
            if (found := first.count(faction)) != 1:
                name = FACTION_IDS[faction].upper()
                raise FactsError(f"cards: {found} Pivotal Events of {letter.upper()} begin with {name}, expected one")


def load_expansion_cards(source: str | Path) -> dict[int, Card]:
    """Read and check the expansions' cards, given as JSON text or as the path of a file."""
    root = parse(source)
    root.only(("format", "cards"))
    root["format"].one_of(("fitl-expansion-cards/1",))
    cards = [_card(node) for node in root["cards"].items()]
    _check_numbers(cards)
    _check_years(cards)
    _check_pivotals(cards)
    return {card.number: card for card in sorted(cards, key=lambda card: card.number)}


def text_is_ours(number: int) -> bool:
    """Is what the card does our invention, not the printed text?"""
    return number in EXPANSION_CARDS and number not in KNOWN_IN_FULL


EXPANSION_CARDS: Final[dict[int, Card]] = load_expansion_cards(packaged("expansion_cards.json"))
ALL_CARDS: Final[dict[int, Card]] = {**CARDS, **EXPANSION_CARDS}
ALL_COUPS: Final = frozenset(number for number, card in ALL_CARDS.items() if card.kind == "coup")
