"""Facts that do not change while the server runs: the page's words, map, scenarios, options, cards and rules."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from fitl.board.card import card_set_of
from fitl.board.cards import Card
from fitl.board.expansion_cards import ALL_CARDS
from fitl.board.factions import FACTION_IDS
from fitl.board.pieces import FACTION_OF, KIND_IDS
from fitl.board.scenario import Scenario
from fitl.board.scenarios import MINI_DECKS, SCENARIOS
from fitl.board.spaces import AVAILABLE, ROWS, SPACES, row_id
from fitl.board.tracks import TRACKS
from fitl.bot_types import KINDS, THINKER
from fitl.catalogue import catalogue, in_english, languages, messages_in, per_language, spoken_language
from fitl.lesson import lesson
from fitl.lesson.course_types import Lesson
from fitl.options import SWITCHES, GameOptions, OptionsError
from fitl.readings import VALUES
from fitl.rules.draft import deck_after
from fitl.rules.setup import check_options
from fitl.server.wire.facts import CardFacts, Facts, OptionFacts, ReadingFacts, RuleText, ScenarioFacts
from fitl.words import (
    card_text,
    effect_is_ours,
    faction_name,
    named_faction,
    piece_name,
    row_name,
    scenario_subtitle,
    scenario_title,
    space_name,
)

PAGE: Final = "web."
RULE: Final = "rule."
RULE_TITLE: Final = "rule_title."
CONTINUING: Final = ("continue_full_1964", "continue_long_1964")
STEADY: Final = f"{THINKER}:steady"  # another name for what is offered as THINKER
SOLO: Final = "solo"  # the group of 8.9; whether its options apply depends on who sits where


def _under(prefix: str) -> dict[str, str]:
    return {name.removeprefix(prefix): text for name, text in catalogue().items() if name.startswith(prefix)}


@per_language
def messages() -> dict[str, str]:
    """The sentences of the page, by id without the leading "web."; their language (id ""), the names of all languages,
    the forms of names, and the letters of further rules.
    """
    letters = {number[0] for number in _under(RULE) if number[0].isalpha()}
    of_all = {"": spoken_language(), "rule_letters": "".join(sorted(letters))}
    return _under(PAGE) | of_all | _language_names() | _bent_factions()


def _language_names() -> dict[str, str]:
    """The languages there are, each by the name it has for itself."""
    return {f"language.of.{language}": messages_in(language)["language.name"] for language in languages()}


def _bent_factions() -> dict[str, str]:
    """The Factions in each form that names have in this language."""
    forms = sorted({name.split(".")[1] for name in catalogue() if name.startswith("form.")})
    return {
        f"named.{name}.{form}": format(named_faction(faction), form)
        for faction, name in enumerate(FACTION_IDS)
        for form in forms
    }


@per_language
def facts() -> Facts:
    """The map and the pieces."""
    return {
        "spaces": {
            space.id: {
                "name": space_name(space.index),
                "short": row_name(space.index),
                "kind": space.kind,
                "terrain": space.terrain,
                "population": space.population,
                "econ": space.econ,
                "region": space.region,
                "coastal": space.coastal,
                "adjacent": [row_id(other) for other in space.adjacent],
            }
            for space in SPACES
        },
        "kinds": list(KIND_IDS),
        "pieces": {
            name: {
                "name": piece_name(kind),
                "plural": piece_name(kind, 2),
                "faction": FACTION_IDS[FACTION_OF[kind]],
            }
            for kind, name in enumerate(KIND_IDS)
        },
        "boxes": {row_id(box): {"name": row_name(box)} for box in range(AVAILABLE, ROWS)},
        "tracks": {
            track.id: {
                "name": catalogue()[f"track.{track.id}"],
                "least": track.least,
                "most": track.most,
                "where": track.where,
                "faction": FACTION_IDS[track.faction],
                "mark": catalogue().get(f"track_mark.{track.id}", ""),
                "levels": _under(f"track_level.{track.id}_"),
            }
            for track in TRACKS.values()
        },
        "factions": {name: {"name": faction_name(faction)} for faction, name in enumerate(FACTION_IDS)},
    }


@per_language
def scenarios() -> list[ScenarioFacts]:
    """The scenarios that can be played, shortest first."""
    known = catalogue()
    found = [scenario for scenario in SCENARIOS.values() if scenario.playable]
    return [
        {
            "name": scenario.name,
            "title": scenario_title(scenario),
            "subtitle": scenario_subtitle(scenario),
            "set": scenario.set,
            "years": list(scenario.years),
            "factions": [FACTION_IDS[faction] for faction in scenario.factions],
            "story": known.get(f"scenario_story.{scenario.name}") or scenario_subtitle(scenario),
            "coups": len(_piles(scenario)),
            "cards": sum(events + 1 for events in _piles(scenario)),
            "leads_on": _leads_on(scenario),
            "options": (offered := _offered(scenario)),
            "options_if": {way: _offered(scenario, way) for way in CONTINUING if way in offered},
            "kinds": _kinds(scenario),
        }
        for scenario in sorted(found, key=lambda scenario: (sum(_piles(scenario)), scenario.years))
    ]


def _piles(scenario: Scenario) -> list[int]:
    """How many Events each pile has, of all decks that a campaign lays one after another."""
    found = []
    for kind, which in scenario.phases or (("deck", scenario.name),):
        if kind == "deck":
            found += _deck(which)
    return found


def _deck(name: str) -> list[int]:
    """The same of one deck: of a scenario, or of an expansion by itself."""
    if name not in SCENARIOS:
        deck = MINI_DECKS[name.removesuffix("_mini_deck")]
        return [deck.events_per_pile] * len(deck.years)
    own = SCENARIOS[name].mini_deck
    if own is not None:
        return [MINI_DECKS[own.name].events_per_pile] * len(own.years)
    return [pile.events for pile in SCENARIOS[name].piles]


def _leads_on(scenario: Scenario) -> bool:
    """P7.3: does it go on into 1964, though it is no campaign?"""
    following = deck_after(scenario, GameOptions())
    return following is not None and ("deck", following.name) not in scenario.phases


def _offered(scenario: Scenario, agreed: str = "") -> list[str]:
    """The options that change something here, if this one was agreed on first."""
    return [name for name in SWITCHES if name == agreed or _applies(scenario, name, {agreed: True} if agreed else {})]


def _applies(scenario: Scenario, name: str, agreed: Mapping[str, Any]) -> bool:
    """May the option be chosen? Those of 8.9 are for one player: all others are non-players that can play it."""
    if _is_the_rule(scenario, name, GameOptions(**agreed)):
        return False
    others: dict[str, str] = {}
    if SWITCHES[name].group == SOLO:
        others = dict.fromkeys((FACTION_IDS[faction] for faction in scenario.factions[1:]), _kinds(scenario)[0])
    return _allowed(scenario, {**agreed, name: True, "non_players": others})


def _is_the_rule(scenario: Scenario, name: str, agreed: GameOptions) -> bool:
    """Is it played so anyway? Who asks for such an option gets it, but there is nothing to offer."""
    following = deck_after(scenario, agreed)
    if name == "political_rhythm":
        decks = (deck for deck in (scenario, following) if deck is not None and deck.piles)
        return all(deck.coup_placement == "with_bottom_4" for deck in decks)
    return name == "continue_full_1964" and deck_after(scenario, GameOptions()) is not None


def _kinds(scenario: Scenario) -> list[str]:
    """The bot types that can play the scenario, each by one of its names, the recommended one first."""
    last = FACTION_IDS[scenario.factions[-1]]
    return [kind for kind in KINDS if kind != STEADY and _allowed(scenario, {"non_players": {last: kind}})]


def _allowed(scenario: Scenario, wish: dict[str, Any]) -> bool:
    try:
        check_options(scenario, GameOptions(**wish))
    except OptionsError:
        return False
    return True


@per_language
def options() -> list[OptionFacts]:
    """The optional rules, each with a sentence."""
    known = catalogue()
    return [
        {
            "name": switch.name,
            "group": switch.group,
            "title": known[f"option_title.{switch.name}"],
            "text": known[f"option_text.{switch.name}"],
            "default": False,
        }
        for switch in SWITCHES.values()
    ]


@per_language
def readings() -> list[ReadingFacts]:
    """The open points of chapter 8: what each asks, and its values with a sentence, the recommended one first."""
    known = catalogue()
    return [
        {
            "name": name,
            "text": known[f"reading.{name}.about"],
            "values": [{"name": value, "text": known.get(f"reading.{name}.{value}", value)} for value in values],
        }
        for name, values in VALUES.items()
    ]


@per_language
def cards() -> list[CardFacts]:
    """Every card, with our text and the box it comes in."""
    return [_card(card) for card in ALL_CARDS.values()]


def _card(card: Card) -> CardFacts:
    shown: CardFacts = {
        "number": card.number,
        "id": card.id,
        "set": card_set_of(card.number),
        "ours": effect_is_ours(card.number),
        "title": card.title,
        "gloss": card_text(card.number, "gloss"),
        "kind": card.kind,
        "period": card.period,
        "order": [FACTION_IDS[faction] for faction in card.order],
        "capability": None if card.capability is None else FACTION_IDS[card.capability],
        "momentum": card.momentum,
        "sides": {side: card_text(card.number, side) for side in card.sides},
        "ruling": card_text(card.number, "ruling"),
    }
    if (english := in_english(lambda: " ".join(filter(None, _texts(card))))) is not None:
        shown["also"] = english
    return shown


def _texts(card: Card) -> list[str | None]:
    return [card_text(card.number, side) for side in (*card.sides, "ruling")]


@per_language
def rules() -> dict[str, RuleText]:
    """Every rule's explanation by its number, and its title where it has one."""
    return {number: _rule(number) for number in _under(RULE)}


def _rule(number: str) -> RuleText:
    def title() -> str:
        return catalogue().get(RULE_TITLE + number, "")

    def text() -> str:
        return catalogue()[RULE + number]

    shown: RuleText = {"title": title(), "text": text()}
    if (english := in_english(lambda: f"{title()} {text()}")) is not None:
        shown["also"] = english
    return shown


@per_language
def the_lesson() -> Lesson:
    """The guided tutorial."""
    return lesson()


@cache
def shapes() -> dict[str, object]:
    """The drawing of the map."""
    return dict(json.loads(files("fitl.web").joinpath("static/data/map_shapes.json").read_text(encoding="utf-8")))


def constants() -> dict[str, Callable[[], object]]:
    """What a page can ask to be sent with it, by name (server/assets.py)."""
    return {
        "messages": messages,
        "facts": facts,
        "scenarios": scenarios,
        "options": options,
        "readings": readings,
        "shapes": shapes,
    }
