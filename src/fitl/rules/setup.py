"""Set-up (2.1): the situation before the first card is turned."""

from collections.abc import Callable, Sequence
from typing import Final

from fitl.board.expansion_cards import ALL_CARDS, DIEM
from fitl.board.factions import COIN, FACTION_IDS
from fitl.board.pieces import KINDS
from fitl.board.pivotals import PIVOTAL_BIT
from fitl.board.scenario import Pile, Scenario
from fitl.board.scenarios import MINI_DECKS, SCENARIOS, STABILITY_LEVELS, engine_setup
from fitl.board.spaces import CONTROLLABLE, SPACE_BY_ID
from fitl.bot_types import CHARTED
from fitl.cardset import CardSet
from fitl.catalogue import tell
from fitl.era import EraNamed
from fitl.lasting import effect_bit
from fitl.options import GameOptions, OptionsError
from fitl.rules.control import recount
from fitl.rules.draft import deck_after, lay_deck
from fitl.rules.pivotal import hand_out
from fitl.state import MINH, State, empty_state

FIRST_YEAR_OF_PARIS: Final = 1972  # Extended Short has the talks in its first Coup Round

# 8.9 option A: the Capabilities that hurt the one player, by whether it is COIN.
SOLO_CAPABILITIES: Final = {
    True: ((31, "shaded"), (104, "shaded"), (34, "shaded"), (28, "shaded")),
    False: ((8, "unshaded"), (14, "unshaded")),
}


def scenario_named(name: str) -> Scenario:
    """The playable scenario of this name."""
    scenario = SCENARIOS.get(name)
    if scenario is None or not scenario.playable:
        names = ", ".join(each.name for each in SCENARIOS.values() if each.playable)
        raise OptionsError(tell("options.scenario", typed=name, names=names))
    return scenario


Decks = Sequence[Scenario]  # of a game: its scenario, and the deck it may go on into (P7.4)

# Which decks have a use for an option; those that stand nowhere are for any.
NEEDS: Final[dict[str, Callable[[Decks], bool]]] = {
    "historical_coups": lambda decks: any(deck.historical_coups for deck in decks),
    "period_events": lambda decks: any(pile.option_period for pile in _piles(decks)),
    "political_rhythm": lambda decks: bool(_piles(decks)),
    "us_coup_involvement": lambda decks: any(deck.coup_pool for deck in decks),
    "first_game_draft": lambda decks: _drafts_for_first_game(decks),
    "win_only_after_paris": lambda decks: _has_rounds_before_paris(decks[0]),
    "shorter_campaigns": lambda decks: any(pile.events == 12 for pile in _piles(decks)),
}


def check_options(scenario: Scenario, options: GameOptions) -> None:
    """Refuse options that neither this scenario nor the deck that follows it (P7.4) has a use for."""
    following = deck_after(scenario, options)
    seated = sorted(faction for seat in _seated(scenario, options).seats for faction in seat)
    factions = scenario.factions if following is None else following.factions
    if seated != sorted(factions):
        names = ", ".join(FACTION_IDS[faction] for faction in factions)
        raise OptionsError(tell("options.seats_of_scenario", scenario=scenario.name, names=names))
    _check_continuing(scenario, options)
    _check_non_players(scenario, options)
    decks = [scenario] if following is None else [scenario, following]
    for name, is_of_use in NEEDS.items():
        if getattr(options, name) and not is_of_use(decks):
            raise OptionsError(tell(f"options.{name}", scenario=scenario.name))


def _piles(decks: Decks) -> list[Pile]:
    return [pile for deck in decks for pile in deck.piles]


def _drafts_for_first_game(decks: Decks) -> bool:
    mini = decks[0].mini_deck
    return mini is not None and bool(MINI_DECKS[mini.name].first_game_draft)


def _has_rounds_before_paris(scenario: Scenario) -> bool:
    """S2.1: the option to win only after Paris is for campaigns with several Coup Rounds before the talks."""
    return ("transition", "paris_peace") in scenario.phases and scenario.years[0] < FIRST_YEAR_OF_PARIS


def eras_of(scenario: Scenario, options: GameOptions) -> list[str]:
    """The ids of the eras that a game goes through or may go through (P7.4, S6.8)."""
    found, lines = [scenario.era], [""]
    paris = ("transition", "paris_peace") in scenario.phases
    if deck_after(scenario, options) is not None:
        lines = ["_diem_stays", "_after_diem"]
        found += ["fall_of_diem", *((f"extended{line}" if paris else line[1:]) for line in lines)]
    if paris:
        found += [name + line for line in lines for name in ("post_paris", "us_leaving", "after_retreat")]
    return found


def _seated(scenario: Scenario, options: GameOptions) -> GameOptions:
    """The options with a seat for every Faction that the game has now or later."""
    return options.for_factions(scenario.factions, others_later=deck_after(scenario, options) is not None)


def charts_play(scenario: Scenario) -> bool:
    """Can the flowcharts of chapter 8 play it? They are written for the base game and know no other years."""
    return scenario.era == "base"


def _check_non_players(scenario: Scenario, options: GameOptions) -> None:
    """The Capabilities of 8.9 are those of the base game too."""
    if charts_play(scenario):
        return
    if options.trung:
        raise OptionsError(tell("options.by_cards", scenario=scenario.name, years=_years(scenario)))
    if any(options.kind_of(faction) in CHARTED for faction in options.non_players):
        raise OptionsError(tell("options.charted", scenario=scenario.name, years=_years(scenario)))
    if options.solo_capabilities:
        raise OptionsError(tell("options.solo_capabilities", scenario=scenario.name, years=_years(scenario)))


def _years(scenario: Scenario) -> str:
    return "-".join(map(str, scenario.years))


def _check_continuing(scenario: Scenario, options: GameOptions) -> None:
    """P7.3, OPEN 24: to go on into 1964 is agreed where nothing else says what follows Officer Coup."""
    if options.continue_full_1964 or options.continue_long_1964:
        has_officer_coup = scenario.mini_deck is not None and scenario.mini_deck.name == "sod"
        goes_on_anyway = any(kind == "deck" and which in SCENARIOS for kind, which in scenario.phases[1:])
        if not has_officer_coup or goes_on_anyway:
            raise OptionsError(tell("options.continue_1964", scenario=scenario.name))


def check_cards(s: State) -> None:
    """Refuse packs that leave too few Events of a period for the scenario's piles."""
    for period, events in s.cards.drawn_in.items():
        needed = sum(pile.events for pile in s.piles if pile.period == period)
        left = sum(not s.seen >> card & 1 for card in events)
        if needed > left:
            message = "options.events_of_period" if period else "options.events"
            raise OptionsError(tell(message, scenario=s.scenario.name, n=needed, period=period, left=left))


def first_state(scenario: Scenario, options: GameOptions, seed: int, cards: CardSet, era_named: EraNamed) -> State:
    """2.1: pieces, levels, tracks, leader box, Capabilities and piles of the scenario."""
    check_options(scenario, options)
    s = empty_state(scenario, _seated(scenario, options), seed, cards, era_named)
    for row, pieces in engine_setup(scenario).items():
        for kind, n in pieces.items():
            s.pieces[row * KINDS + kind] = n
    for name, place in scenario.setup.items():
        sp = SPACE_BY_ID[name]
        if sp < CONTROLLABLE:
            s.support[sp] = place.support
    s.resources = list(scenario.resources)
    for track, value in scenario.tracks.items():
        setattr(s, track, value)
    if scenario.regime_stability:
        s.regime = STABILITY_LEVELS.index(scenario.regime_stability)
    if scenario.initiative:
        s.initiative = scenario.initiative[0]
    s.leader_box = scenario.leader_box
    s.leader = next((card for card in (*scenario.leader_box, DIEM) if ALL_CARDS[card].leader == scenario.leader), MINH)
    if scenario.capabilities_when == "always" or (
        scenario.capabilities_when == "period_option" and options.period_events
    ):
        for card, side in scenario.capabilities:
            s.effects |= effect_bit(card, side)
            s.seen |= 1 << card
    if options.solo_capabilities:
        for card, side in SOLO_CAPABILITIES[options.unprivileged_seats()[0][0] in COIN]:
            s.effects |= effect_bit(card, side)
            s.seen |= 1 << card
    s.us_policy = scenario.us_policy or s.us_policy
    s.pivotal_held = sum(PIVOTAL_BIT[card] for card in scenario.pivotal)
    if scenario.mini_deck is not None and scenario.mini_deck.own_pivotals:
        hand_out(s, scenario.mini_deck.name)
    lay_deck(s, scenario)
    if cards.packs:
        check_cards(s)
    s.eligible = sum(1 << faction for faction in scenario.eligible)
    recount(s)
    return s
