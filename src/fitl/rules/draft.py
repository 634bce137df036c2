"""Mini-decks and their draft (P2.1, S2.1), and decks laid under another in mid-game (P7.4, S6.8.3).

Each year is a pile of eight Events with the year's Coup card among the last five. Factions openly pick some of the
Events; the others are dealt unseen, which here means that they stay unknown until drawn (deck.py).
"""

from fitl.board.cards import SOVEREIGN_YEARS
from fitl.board.scenario import MiniDeck, Scenario
from fitl.board.scenarios import MINI_DECKS, SCENARIOS
from fitl.decisions import CHANCE, Decision, Flow
from fitl.options import GameOptions
from fitl.rules.deck import RHYTHM, card_option, piles_of
from fitl.rules.pivotal import hand_out, take_back
from fitl.state import SET_UP, PileState, State


def deck_after(scenario: Scenario, options: GameOptions) -> Scenario | None:
    """P7.3, P7.4: whose deck follows the Fall of Diem, by the campaign or as agreed; None if the game ends before.

    The prequel always goes on, into the long war unless the short one was chosen (P2.1).
    """
    for phase, (kind, which) in zip(scenario.phases, scenario.phases[1:], strict=False):
        if phase == ("transition", "fall_of_diem") and kind == "deck":
            return SCENARIOS[which]
    if options.continue_long_1964:
        return SCENARIOS["long-1964"]
    if options.continue_full_1964 or ("transition", "fall_of_diem") in scenario.phases:
        return SCENARIOS["full-1964"]
    return None


def lay_deck(s: State, scenario: Scenario) -> None:
    """2.1: put the deck of a scenario under what is left of the present one."""
    if scenario.mini_deck is not None:
        lay_mini_deck(s, scenario.mini_deck.name, scenario.mini_deck.years)
        return
    s.piles += piles_of(scenario, s.options)
    s.coup_pool += (s.options.historical_coups and scenario.historical_coups) or scenario.coup_pool


def lay_mini_deck(s: State, name: str, years: tuple[int, ...]) -> None:
    """P2.1, S2.1: a pile for each of these years, its draft still to come or done as advised for a first game."""
    deck = MINI_DECKS[name]
    for year in years:
        last = RHYTHM if deck.coup_placement == "with_bottom_4" else deck.events_per_pile + 1
        s.piles += (PileState(deck.events_per_pile, year, deck.coup_of_year[year], last),)
    picks = _picks(deck, years, s.scenario.factions)
    if s.options.first_game_draft and deck.first_game_draft:
        for faction, year in picks:
            _take(s, year, _advised(s, deck, faction, year))
    else:
        s.draft += picks


def may_draft(s: State) -> bool:
    """P2.1, S2.1: Events are drafted before the first card, and in a campaign after the Paris talks (S6.8.3)."""
    return s.stage in s.era.drafting or (s.stage == SET_UP and s.scenario.mini_deck is not None)


def cards_of_1973(s: State) -> None:
    """S6.8.3: the base game's Pivotal Events are discarded unplayed for new ones; the deck of 1973 to 1975 is laid."""
    for earlier in ("base", "sod"):
        take_back(s, earlier)
    hand_out(s, "fos")
    lay_mini_deck(s, "fos", MINI_DECKS["fos"].years)


def _picks(deck: MiniDeck, years: tuple[int, ...], factions: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Who picks for which year, in order: Faction by Faction (P2.1) or year by year (S2.1)."""
    drafters = [faction for faction in deck.draft_order if faction in factions]
    if deck.draft_by == "faction":
        return tuple((faction, year) for faction in drafters for year in years)
    return tuple((faction, year) for year in years for faction in drafters)


def _advised(s: State, deck: MiniDeck, faction: int, year: int) -> int:
    """P2.1: of the cards advised for a first game the one that bears the Faction's symbol first."""
    return next(card for card in deck.first_game_draft[year] if s.cards.facts[card].order[0] == faction)


def pick(s: State) -> Flow[None]:
    """P2.1, S2.1: whose turn it is openly takes an Event of the year into its pile; for a non-player chance does."""
    faction, year = s.draft[0]
    cards = [card for card in s.cards.drawn_in[year] if not s.seen >> card & 1]
    by = CHANCE if faction in s.options.privileged else faction
    rule = "P2.1" if year in SOVEREIGN_YEARS else "S2.1"
    card: int = yield Decision(
        by, "draft.pick", rule, [card_option(each) for each in cards], {"faction": faction, "year": year}
    )
    s.draft = s.draft[1:]
    _take(s, year, card)
    s.note("log.draft", faction=faction, card=card, year=year)


def _take(s: State, year: int, card: int) -> None:
    """A known Event takes the place of an unknown one in the year's pile."""
    s.piles = tuple(
        pile._replace(events=pile.events - 1, chosen=(*pile.chosen, card)) if pile.period == year else pile
        for pile in s.piles
    )
    s.seen |= 1 << card
