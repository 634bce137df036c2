"""Which cards a position may name: those of the decks that its game lays (2.1, P2.1, S2.1)."""

from collections.abc import Callable, Collection

from fitl.board.card import PERIODS, YEARS_OF_SET, Card, card_set_of
from fitl.board.scenarios import MINI_DECKS
from fitl.cardset import ANY_PERIOD
from fitl.compose import ERAS
from fitl.rules.setup import eras_of
from fitl.state import State


def years_now(s: State) -> tuple[int, ...]:
    """The periods of the cards that may come up in this era."""
    return _of_its_decks(s, s.era.periods)


def periods_of_piles(s: State) -> tuple[int, ...]:
    """The periods that a pile may have now: where the base game's are, any of them as well."""
    years = years_now(s)
    return (*years, ANY_PERIOD) if set(PERIODS) <= set(years) else years


def may_come_up(s: State) -> Callable[[int], bool]:
    """Is a card one of those that may come up in this era?"""
    years = years_now(s)
    return lambda card: _is_of(s.cards.facts[card], years)


def may_have_come_up(s: State) -> Callable[[int], bool]:
    """Is a card one of those that may come up at some time of the game, or came before it (S2.1: Capabilities)?"""
    eras = eras_of(s.scenario, s.options)
    years = _of_its_decks(s, [year for era in eras for year in ERAS[era].periods])
    before = laid_out(s)
    return lambda card: card in before or _is_of(s.cards.facts[card], years)


def laid_out(s: State) -> set[int]:
    """The cards whose Capabilities the scenario begins with, perhaps of years that it does not play."""
    return {card for card, _ in s.scenario.capabilities}


def _of_its_decks(s: State, years: Collection[int]) -> tuple[int, ...]:
    """Without the years of its mini-deck that a scenario leaves out: the prequel plays 1963 alone (P2.1)."""
    use = s.scenario.mini_deck
    left_out = set(MINI_DECKS[use.name].years) - set(use.years) if use is not None else set()
    return tuple(year for year in dict.fromkeys(years) if year not in left_out)


def _is_of(card: Card, years: Collection[int]) -> bool:
    """Cards without a period (Pivotal Events, the base game's Coup cards) go with any of their set."""
    own = (card.period,) if card.period else YEARS_OF_SET[card_set_of(card.number)]
    return any(year in years for year in own)
