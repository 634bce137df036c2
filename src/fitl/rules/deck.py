"""The deck (2.1, 2.3.7): drawn card by card, so that its order is nobody's secret until it is seen.

A pile holds some Events and one Coup card. Drawing is a decision of chance whose options are all cards that may lie on
top and whose weights make the draw exactly as likely as from a shuffled deck. In table mode a person names the card.
"""

from functools import cache

from fitl.board.cards import COUP_CARDS, TET_OFFENSIVE
from fitl.decisions import CHANCE, Decision, Flow, Option
from fitl.state import PileState, State

NO_CARD = 0
RHYTHM = 5  # 2.1 Political Rhythm: the Coup card is one of the last five cards of its pile


def piles_for(s: State) -> tuple[PileState, ...]:
    """2.1: the piles of the scenario under the chosen options."""
    options = s.options
    piles = []
    for pile in s.scenario.piles:
        events = 8 if options.shorter_campaigns and pile.events == 12 else pile.events
        period = pile.period or (pile.option_period if options.period_events else None) or 0
        bottom = options.political_rhythm or s.scenario.coup_placement == "with_bottom_4"
        piles.append(PileState(events, period, pile.coup_card or -1, RHYTHM if bottom else events + 1))
    return tuple(piles)


def is_coup(s: State, card: int) -> bool:
    """Does this card bring a Coup Round when drawn? In 1967-69 Tet serves as the first Coup card."""
    return card in COUP_CARDS or (s.scenario.tet_as_coup and card == TET_OFFENSIVE)


def monsoon(s: State) -> bool:
    """2.3.9: Monsoon while the next card is a Coup card."""
    return is_coup(s, s.next_card)


def cards_left(s: State) -> int:
    """Cards still face down."""
    return sum(pile.size for pile in s.piles)


def last_coup_shown(s: State) -> bool:
    """2.4.2: no Coup card is left in the deck or waiting as next card."""
    return not any(pile.coup for pile in s.piles) and not is_coup(s, s.next_card)


@cache
def card_option(card: int) -> Option:
    return Option(str(card), card)


def draw(s: State) -> Flow[int]:
    """2.3.7: turn up the top card of the deck; NO_CARD if it is exhausted."""
    piles = s.piles
    if not piles:
        return NO_CARD
    pile = piles[0]
    seen = s.seen
    events = [card for card in s.cards.drawn_in.get(pile.period, ()) if not seen >> card & 1] if pile.events else []
    coups = coup_candidates(s, pile)
    weights = None
    if events and coups:
        # One card in pile.size is the Coup card; each side's chance is shared equally among its candidates.
        weights = [pile.events * len(coups)] * len(events) + [len(events)] * len(coups)
    card: int = yield Decision(
        CHANCE, "card", "2.3.7", [card_option(c) for c in (*events, *coups)], None, None, weights
    )
    if card in coups:
        pile = pile._replace(coup=0)
        s.coup_pool = tuple(c for c in s.coup_pool if c != card)
    else:
        pile = pile._replace(events=pile.events - 1)
        s.seen |= 1 << card
    s.piles = (pile, *piles[1:]) if pile.size else piles[1:]
    return card


def coup_candidates(s: State, pile: PileState) -> tuple[int, ...]:
    """The Coup cards that may be the next card of this pile."""
    if not pile.coup or pile.size > pile.last:
        return ()
    if pile.coup > 0:
        return (pile.coup,)
    return s.coup_pool
