"""The deck (2.1, 2.3.7): drawn card by card, so that its order is nobody's secret until it is seen.

A pile holds some Events and one Coup card; Events that were drafted into it (draft.py) are known. Drawing is a decision
of chance whose options are all cards that may lie on top and whose weights make the draw exactly as likely as from a
shuffled deck. In table mode a person names the card.
"""

from collections.abc import Collection
from functools import cache

from fitl.board.cards import TET_OFFENSIVE, card_id
from fitl.board.expansion_cards import ALL_COUPS
from fitl.board.scenario import Scenario
from fitl.decisions import CHANCE, Decision, Flow, Option
from fitl.options import GameOptions
from fitl.state import PileState, State

NO_CARD = 0
RHYTHM = 5  # 2.1 Political Rhythm: the Coup card is one of the last five cards of its pile


def piles_of(scenario: Scenario, options: GameOptions) -> tuple[PileState, ...]:
    """2.1: the piles of a scenario with a deck of the base game, under the chosen options."""
    piles = []
    for pile in scenario.piles:
        events = 8 if options.shorter_campaigns and pile.events == 12 else pile.events
        period = pile.period or (pile.option_period if options.period_events else None) or 0
        bottom = options.political_rhythm or scenario.coup_placement == "with_bottom_4"
        piles.append(PileState(events, period, pile.coup_card or -1, RHYTHM if bottom else events + 1))
    return tuple(piles)


def piles_after(s: State, coups: Collection[int]) -> tuple[PileState, ...]:
    """What is left of the piles once these Coup cards were shown, for a situation that somebody describes.

    They came from as many piles: those before the last of them are drawn, and that one has its Events still.
    """
    unknown = len(coups) - sum(pile.coup in coups for pile in s.piles)
    last = -1
    for i, pile in enumerate(s.piles):
        if pile.coup in coups:
            last = i
        elif pile.coup < 0 < unknown:
            unknown -= 1
            last = i
    if last < 0:
        return s.piles
    begun = s.piles[last]._replace(coup=0)
    return (begun, *s.piles[last + 1 :]) if begun.size else s.piles[last + 1 :]


def is_coup(s: State, card: int) -> bool:
    """Does this card bring a Coup Round when drawn? In 1967-69 Tet serves as the first Coup card."""
    return card in ALL_COUPS or (s.scenario.tet_as_coup and card == TET_OFFENSIVE)


def monsoon(s: State) -> bool:
    """2.3.9: Monsoon while the next card is a Coup card."""
    return is_coup(s, s.next_card)


def cards_left(s: State) -> int:
    """Cards still face down."""
    return sum(pile.size for pile in s.piles)


def coups_left(s: State) -> int:
    """Coup cards still to come, one that lies open as the next card included."""
    return sum(pile.coup != 0 for pile in s.piles) + is_coup(s, s.next_card)


def last_coup_shown(s: State) -> bool:
    """2.4.2: no Coup card is left in the deck or waiting as next card."""
    return not any(pile.coup for pile in s.piles) and not is_coup(s, s.next_card)


@cache
def card_option(card: int) -> Option:
    return Option(card_id(card), card)


def looks_ahead(s: State) -> bool:
    """2.3.1: the next card lies open, but not where two players take turns by initiative (P2.3, S2.3)."""
    return s.era.sequence.look_ahead


def turn_up(s: State) -> Flow[None]:
    """2.3.7: the next card becomes current and a new one is revealed; without looking ahead one is turned (S2.3.6)."""
    if looks_ahead(s):
        s.card = s.next_card
        s.next_card = yield from draw(s)
    else:
        s.card = yield from draw(s)


def open_deck(s: State) -> Flow[None]:
    """2.1: the first card of a new deck and, beside it, the second where one looks ahead (2.3.1)."""
    s.card = yield from draw(s, "first")
    if looks_ahead(s):
        s.next_card = yield from draw(s, "second")


def draw(s: State, turned: str = "next") -> Flow[int]:
    """2.3.7: turn up the top card of the deck; NO_CARD if it is exhausted. `turned`: which one people are asked for."""
    piles = s.piles
    if not piles:
        return NO_CARD
    pile = piles[0]
    seen = s.seen
    events = [card for card in s.cards.drawn_in.get(pile.period, ()) if not seen >> card & 1] if pile.events else []
    coups = coup_candidates(s, pile)
    cards = (*pile.chosen, *events, *coups)
    card: int = yield Decision(
        CHANCE,
        "card",
        "2.3.7",
        [card_option(c) for c in cards],
        {"turned": turned},
        None,
        _weights(pile, len(events), len(coups)),
    )
    if card in coups:
        pile = pile._replace(coup=0)
        s.coup_pool = tuple(c for c in s.coup_pool if c != card)
    elif card in pile.chosen:
        pile = pile._replace(chosen=tuple(c for c in pile.chosen if c != card))
    else:
        pile = pile._replace(events=pile.events - 1)
        s.seen |= 1 << card
    s.piles = (pile, *piles[1:]) if pile.size else piles[1:]
    return card


def _weights(pile: PileState, events: int, coups: int) -> list[int] | None:
    """How likely each candidate is: chosen cards, then unknown Events, then Coup cards; None if all are alike.

    Any card of the pile may lie on top. The unknown Events' share is divided among all that may be in the pile, the
    Coup card's among all that it may be.
    """
    chosen = len(pile.chosen)
    if (chosen > 0) + (events > 0) + (coups > 0) < 2:
        return None
    per_event, per_coup = events or 1, coups or 1
    return [per_event * per_coup] * chosen + [pile.events * per_coup] * events + [per_event] * coups


def coup_candidates(s: State, pile: PileState) -> tuple[int, ...]:
    """The Coup cards that may be the next card of this pile."""
    if not pile.coup or pile.size > pile.last:
        return ()
    if pile.coup > 0:
        return (pile.coup,)
    return s.coup_pool
