"""The Pivotal Events (2.3.8, P2.3.8, S2.3.8): who holds which card, its condition as data, who trumps whom.

A condition is a list of comparisons that must all hold, each of a named quantity with a number or another quantity;
`{"any": [...]}` holds if one of its comparisons does. What the names mean is the business of `rules/pivotal.py`. The
conditions of the expansions' cards are ours.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fitl.board.cards import card_number
from fitl.board.expansion_cards import ALL_CARDS
from fitl.board.factions import FACTION_BY_ID, FACTION_IDS, FACTIONS
from fitl.board.facts import Node, packaged, parse

COMPARISONS: Final = (">", ">=", "<", "<=")
QUANTITIES: Final = (
    *("leader_cards", "coup_rounds", "linebacker_score", "us_score", "arvn_score", "nva_score", "vc_score"),
    *("us_troops_on_map", "nva_troops_on_map", "arvn_mobile_on_map", "nva_mobile_on_map", "cadres_on_map"),
    *("vc_guerrillas_on_map", "vc_guerrillas_in_south", "vc_bases_on_map", "nva_armor_in_south"),
    *("nva_cities", "nva_spaces_in_south", "watergate_played"),
)

Amount = int | str  # a number, or the name of a quantity


@dataclass(frozen=True, slots=True)
class Comparison:
    """One quantity against a number or another quantity."""

    left: str
    sign: str
    right: Amount


Clause = tuple[Comparison, ...]  # one of these must hold


@dataclass(frozen=True, slots=True)
class Pivotal:
    """A Pivotal Event."""

    card: int
    holder: int
    set: str  # "base", "sod" or "fos"
    condition: tuple[Clause, ...]  # each of these must hold
    trumped_by: tuple[int, ...]  # Factions that may answer with a Pivotal Event of theirs, strongest first
    in_monsoon: bool  # may be played although the next card is a Coup card
    returns: bool  # comes back to its holder in Reset


def _comparison(node: Node) -> Comparison:
    parts = node.items()
    if len(parts) != 3:
        raise node.error("expected a quantity, a comparison and a number or quantity")
    left, sign, right = parts
    number = isinstance(right.value, int)
    return Comparison(
        left.one_of(QUANTITIES),
        sign.one_of(COMPARISONS),
        right.integer() if number else right.one_of(QUANTITIES),
    )


def _clause(node: Node) -> Clause:
    if isinstance(node.value, list):
        return (_comparison(node),)
    node.only(("any",))
    return tuple(_comparison(item) for item in node["any"].items())


def _pivotal(node: Node, name: str, trumps: tuple[int, ...], holder: int) -> Pivotal:
    node.only(("card", "condition", "in_monsoon", "returns"))
    card = ALL_CARDS.get(card_number(node["card"].text()) or 0)
    if card is None or card.kind != "pivotal":
        raise node["card"].error(f'"{node["card"].text()}" is no Pivotal Event')
    if card.order[0] != holder:
        raise node["card"].error(f"expected the card of {FACTION_IDS[holder].upper()}")
    condition = tuple(_clause(item) for item in node["condition"].items())
    stronger = trumps[: trumps.index(holder)]
    return Pivotal(card.number, holder, name, condition, stronger, node["in_monsoon"].flag(), node["returns"].flag())


def _set(node: Node) -> list[Pivotal]:
    node.only(("id", "trumps", "cards"))
    trumps = tuple(item.known("faction", FACTION_BY_ID) for item in node["trumps"].items())
    cards = node["cards"].items()
    if sorted(trumps) != list(FACTIONS) or len(cards) != len(FACTIONS):
        raise node.error("expected each Faction once among the trumps and one card of each (2.3.8)")
    return [_pivotal(card, node["id"].text(), trumps, holder) for holder, card in enumerate(cards)]


def load_pivotals(source: str | Path) -> tuple[Pivotal, ...]:
    """Read and check the Pivotal Events, given as JSON text or as the path of a file."""
    root = parse(source)
    root.only(("format", "sets"))
    root["format"].one_of(("fitl-pivotal/1",))
    return tuple(pivotal for node in root["sets"].items() for pivotal in _set(node))


# The place of a card here is its bit in `State.pivotal_held`; the base game's four come first, by Faction.
PIVOTALS: Final = load_pivotals(packaged("pivotal.json"))
PIVOTAL_BY_CARD: Final = {pivotal.card: pivotal for pivotal in PIVOTALS}
PIVOTAL_BIT: Final = {pivotal.card: 1 << place for place, pivotal in enumerate(PIVOTALS)}
