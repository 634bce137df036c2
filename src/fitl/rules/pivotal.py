"""Pivotal Events (2.3.8, P2.3.8, S2.3.8): who holds them, whether one may be played, and whose stands in the end."""

from collections.abc import Callable
from operator import ge, gt, le, lt
from typing import Final

from fitl.board.card import card_number
from fitl.board.cards import PIVOTAL_OF
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import ARMOR_OF, ARVN_TROOPS, GUERRILLAS_OF, KINDS, NVA_TROOPS, US_TROOPS, VC_BASE, VC_BASE_CADRE
from fitl.board.pivotals import PIVOTAL_BIT, PIVOTAL_BY_CARD, PIVOTALS, Clause, Comparison, Pivotal
from fitl.board.spaces import CITIES, CONTROLLABLE, SOUTH_MASK, SPACE_COUNT, spaces_of
from fitl.decisions import YES_NO, Decision, Flow
from fitl.lasting import PEACE_TALKS
from fitl.rules.control import on_map, victory_marker
from fitl.rules.deck import monsoon
from fitl.state import NVA_CONTROL, State

WATERGATE: Final = card_number("s73")

_LATEST_FIRST: Final = tuple(reversed(PIVOTALS))
_SOUTH: Final = tuple(spaces_of(SOUTH_MASK))
_ABROAD: Final = tuple(sp for sp in range(SPACE_COUNT) if sp not in _SOUTH)
_MAP_END: Final = SPACE_COUNT * KINDS


# --- conditions ---------------------------------------------------------------------------------------------------


def _on_map(s: State, kinds: tuple[int, ...]) -> int:
    return sum(sum(s.pieces[kind:_MAP_END:KINDS]) for kind in kinds)


def _in_south(s: State, kinds: tuple[int, ...]) -> int:
    p = s.pieces
    return _on_map(s, kinds) - sum(p[sp * KINDS + kind] for sp in _ABROAD for kind in kinds)


# What the names in board/data/pivotal.json stand for.
QUANTITIES: Final[dict[str, Callable[[State], int]]] = {
    "leader_cards": lambda s: s.leaders(),
    "coup_rounds": lambda s: s.coup_rounds,
    "linebacker_score": lambda s: 25 if s.effects & PEACE_TALKS else 40,  # card 3
    "us_score": lambda s: victory_marker(s, US),
    "arvn_score": lambda s: victory_marker(s, ARVN),
    "nva_score": lambda s: victory_marker(s, NVA),
    "vc_score": lambda s: victory_marker(s, VC),
    "us_troops_on_map": lambda s: on_map(s, US_TROOPS),
    "nva_troops_on_map": lambda s: on_map(s, NVA_TROOPS),
    "arvn_mobile_on_map": lambda s: _on_map(s, (ARVN_TROOPS, *ARMOR_OF[ARVN])),
    "nva_mobile_on_map": lambda s: _on_map(s, (NVA_TROOPS, *ARMOR_OF[NVA])),
    "cadres_on_map": lambda s: _on_map(s, (VC_BASE_CADRE,)),
    "vc_guerrillas_on_map": lambda s: _on_map(s, GUERRILLAS_OF[VC]),
    "vc_guerrillas_in_south": lambda s: _in_south(s, GUERRILLAS_OF[VC]),
    "vc_bases_on_map": lambda s: on_map(s, VC_BASE),
    "nva_armor_in_south": lambda s: _in_south(s, ARMOR_OF[NVA]),
    "nva_cities": lambda s: sum(s.control[sp] == NVA_CONTROL for sp in CITIES),
    "nva_spaces_in_south": lambda s: sum(s.control[sp] == NVA_CONTROL for sp in _SOUTH if sp < CONTROLLABLE),
    "watergate_played": lambda s: WATERGATE in s.played,
}
_COMPARE: Final[dict[str, Callable[[int, int], bool]]] = {">": gt, ">=": ge, "<": lt, "<=": le}


def condition_met(s: State, card: int) -> bool:
    """2.3.8: the condition of a Pivotal Event."""
    return all(_clause_holds(s, clause) for clause in PIVOTAL_BY_CARD[card].condition)


def _clause_holds(s: State, clause: Clause) -> bool:
    return any(_holds(s, comparison) for comparison in clause)


def _holds(s: State, comparison: Comparison) -> bool:
    right = comparison.right
    amount = right if isinstance(right, int) else QUANTITIES[right](s)
    return _COMPARE[comparison.sign](QUANTITIES[comparison.left](s), amount)


# --- holding ------------------------------------------------------------------------------------------------------


def holds_pivotal(s: State, faction: int) -> bool:
    """2.3.8: does the Faction still hold its Pivotal Event of the base game?"""
    return bool(s.pivotal_held & PIVOTAL_BIT[PIVOTAL_OF[faction]])


def held_pivotals(s: State, faction: int) -> list[int]:
    """The Pivotal Events that the Faction holds, the latest set's first."""
    held = s.pivotal_held
    return [each.card for each in _LATEST_FIRST if held & PIVOTAL_BIT[each.card] and each.holder == faction]


def hand_out(s: State, name: str) -> None:
    """P2.3.8, S6.8.3: each Faction in play takes its Pivotal Event of a set."""
    s.pivotal_held |= sum(PIVOTAL_BIT[each.card] for each in _of_set(name) if each.holder in s.scenario.factions)


def take_back(s: State, name: str) -> None:
    """P7.4: the Pivotal Events of a set leave the game unplayed."""
    s.pivotal_held &= ~sum(PIVOTAL_BIT[each.card] for each in _of_set(name))


def _of_set(name: str) -> list[Pivotal]:
    return [each for each in PIVOTALS if each.set == name]


def return_pivotals(s: State) -> None:
    """S2.3.8: in Reset its holder gets back a Pivotal Event that may be played in every campaign."""
    for each in PIVOTALS:
        if each.returns and each.card in s.played and not s.pivotal_held & PIVOTAL_BIT[each.card]:
            s.played = tuple(card for card in s.played if card != each.card)
            s.pivotal_held |= PIVOTAL_BIT[each.card]
            s.note("log.pivotal_returned", card=each.card, faction=each.holder)


# --- playing ------------------------------------------------------------------------------------------------------


def may_play(s: State, card: int) -> bool:
    """2.3.8: held by an Eligible Faction, condition met, no Monsoon (2.3.9) unless the card says otherwise."""
    pivotal = PIVOTAL_BY_CARD[card]
    return (
        bool(s.pivotal_held & PIVOTAL_BIT[card])
        and bool(s.eligible & ~s.made_ineligible & 1 << pivotal.holder)
        and (pivotal.in_monsoon or not monsoon(s))
        and card in s.cards.programs
        and condition_met(s, card)
    )


def pivotal_on_offer(s: State) -> list[int]:
    """2.3.8: the Pivotal Events that may be played now, strongest first."""
    held = s.pivotal_held
    found = [each for each in _LATEST_FIRST if held & PIVOTAL_BIT[each.card] and may_play(s, each.card)]
    return [each.card for each in sorted(found, key=lambda each: len(each.trumped_by))]


def window(s: State) -> Flow[int]:
    """2.3.8: which Pivotal Event replaces the card, 0 for none; a stronger one may trump it."""
    for card in pivotal_on_offer(s):
        if (yield _ask(PIVOTAL_BY_CARD[card].holder, "pivotal.play", card)):
            return (yield from _trumped(s, card))
    return 0


def _trumped(s: State, card: int) -> Flow[int]:
    """2.3.8: which Pivotal Event stands in the end; a trumped one stays with its owner."""
    for rival in PIVOTAL_BY_CARD[card].trumped_by:
        for other in held_pivotals(s, rival):
            if may_play(s, other) and (yield _ask(rival, "pivotal.trump", card)):
                s.note("log.pivotal_trumped", card=card, faction=rival)
                return (yield from _trumped(s, other))
    return card


def _ask(faction: int, kind: str, card: int) -> Decision:
    return Decision(faction, kind, "2.3.8", YES_NO, {"card": card})
