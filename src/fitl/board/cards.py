"""The 130 cards (1.1, 2.3, 2.4): what is printed at their heads. What they do is the business of `fitl.events`."""

from collections import Counter
from pathlib import Path
from typing import Final

from fitl.board.card import (
    ALL_PERIODS,
    DUAL_SIDES,
    PERIODS,
    SINGLE_SIDE,
    SOVEREIGN_YEARS,
    Card,
    card_id,
    card_number,
    read_capability,
    read_momentum,
    read_order,
    read_sides,
)
from fitl.board.factions import FACTION_IDS
from fitl.board.facts import FactsError, Node, packaged, parse

__all__ = ["ALL_PERIODS", "DUAL_SIDES", "PERIODS", "SINGLE_SIDE", "SOVEREIGN_YEARS", "Card", "card_id", "card_number"]

LINEBACKER_II: Final = 121
EASTER_OFFENSIVE: Final = 122
VIETNAMIZATION: Final = 123
TET_OFFENSIVE: Final = 124

KHANH: Final = 125
YOUNG_TURKS: Final = 126
KY: Final = 127
THIEU: Final = 128
FAILED_ATTEMPT_1: Final = 129
FAILED_ATTEMPT_2: Final = 130

# The Pivotal Event each Faction holds (2.3.8).
PIVOTAL_OF: Final[tuple[int, ...]] = (LINEBACKER_II, VIETNAMIZATION, EASTER_OFFENSIVE, TET_OFFENSIVE)

LEADERS: Final = {KHANH: "khanh", YOUNG_TURKS: "young_turks", KY: "ky", THIEU: "thieu"}

_CARD_COUNT: Final = 130
_KIND_RANGES: Final = {"event": range(1, 121), "pivotal": range(121, 125), "coup": range(125, 131)}
_PERIOD_COUNTS: Final = {1964: 24, 1965: 48, 1968: 48}
_CAPABILITY_COUNT: Final = 19
_MOMENTUM_COUNT: Final = 14


_KEYS: Final = ("number", "title", "order", "period", "kind", "capability", "momentum", "sides", "leader")


def _period(node: Node, kind: str) -> int | None:
    period = node.integer_or_none()
    if kind != "event":
        if period is not None:
            raise node.error(f"a {kind} card has no period")
        return None
    if period not in PERIODS:
        raise node.error(f"an Event is of {', '.join(map(str, PERIODS))}, not of {period}")
    return period


def _card(node: Node) -> Card:
    node.only(_KEYS)
    number = node["number"].integer(1, _CARD_COUNT)
    kind = node["kind"].one_of(_KIND_RANGES)
    if number not in _KIND_RANGES[kind]:
        raise node["kind"].error(f"card {number} is no {kind} card (1.1)")
    capability = read_capability(node["capability"], kind)
    leader = node["leader"].text_or_none()
    if leader != LEADERS.get(number):
        raise node["leader"].error(f"card {number} installs {LEADERS.get(number, 'no leader')} (2.4.1)")
    sides = read_sides(node["sides"], kind)
    return Card(
        number=number,
        title=node["title"].text(),
        order=read_order(node["order"], kind),
        period=_period(node["period"], kind),
        kind=kind,
        capability=capability,
        momentum=read_momentum(node["momentum"], sides),
        sides=sides,
        leader=leader,
    )


def _check_numbers(cards: list[Card]) -> None:
    counted = Counter(card.number for card in cards)
    for number in range(1, _CARD_COUNT + 1):
        if counted[number] != 1:
            raise FactsError(f"cards: card {number} is listed {counted[number]} times, expected once")


def _check_owners(cards: list[Card]) -> None:
    """Each Faction's symbol comes first on the Pivotal Event it holds (2.3.8)."""
    first = {card.number: card.order[0] for card in cards if card.kind == "pivotal"}
    for faction, number in enumerate(PIVOTAL_OF):
        if first[number] != faction:
            raise FactsError(
                f"cards: card {number} must begin with {FACTION_IDS[faction].upper()}, who holds it (2.3.8)"
            )


def _check_totals(cards: list[Card]) -> None:
    for period, wanted in _PERIOD_COUNTS.items():
        if (found := sum(card.period == period for card in cards)) != wanted:
            raise FactsError(f"cards: expected {wanted} Events of {period}, found {found} (2.1)")
    if (found := sum(card.capability is not None for card in cards)) != _CAPABILITY_COUNT:
        raise FactsError(f"cards: expected {_CAPABILITY_COUNT} Capabilities, found {found} (5.3)")
    if (found := sum(card.momentum != "none" for card in cards)) != _MOMENTUM_COUNT:
        raise FactsError(f"cards: expected {_MOMENTUM_COUNT} Momentum cards, found {found} (5.4)")


def load_cards(source: str | Path) -> dict[int, Card]:
    """Read and check the cards, given as JSON text or as the path of a file."""
    root = parse(source)
    root.only(("format", "cards"))
    root["format"].one_of(("fitl-cards/1",))
    cards = [_card(node) for node in root["cards"].items()]
    _check_numbers(cards)
    _check_owners(cards)
    _check_totals(cards)
    return {card.number: card for card in sorted(cards, key=lambda card: card.number)}


CARDS: Final[dict[int, Card]] = load_cards(packaged("cards.json"))
EVENT_CARDS: Final[tuple[int, ...]] = tuple(_KIND_RANGES["event"])
PIVOTAL_CARDS: Final[tuple[int, ...]] = tuple(_KIND_RANGES["pivotal"])
COUP_CARDS: Final[tuple[int, ...]] = tuple(_KIND_RANGES["coup"])
CARD_BY_PERIOD: Final[dict[int, tuple[int, ...]]] = {
    period: tuple(number for number in EVENT_CARDS if CARDS[number].period == period) for period in PERIODS
}
