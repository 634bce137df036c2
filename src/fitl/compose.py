"""What games are played with: every era and every printed card, put together from the lists on this page.

Nothing below knows these lists. A state refers to its cards and eras, so rules ask the state.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from fitl.board.expansion_cards import ALL_CARDS
from fitl.board.scenario import Scenario
from fitl.cardset import CardSet, EventSide, card_set
from fitl.era import Era
from fitl.eras.base import BASE_ERA
from fitl.eras.fall_of_saigon.era import AFTER_RETREAT, BLACK_APRIL, EXTENDED, POST_PARIS, US_LEAVING
from fitl.eras.sovereign_of_discord.campaign import FALL_OF_DIEM, FROM_1964
from fitl.eras.sovereign_of_discord.era import DIEMS_WAR, SOVEREIGN_OF_DISCORD
from fitl.events import by_hand, pivotal
from fitl.events.arvn import cards_61_75, cards_76_90
from fitl.events.fall_of_saigon import annex_1973, annex_1974, annex_1975, year_1973, year_1974, year_1975
from fitl.events.fall_of_saigon import pivotal as fall_of_saigon_pivotal
from fitl.events.nva import cards_31_45, cards_46_60
from fitl.events.program import Programs
from fitl.events.sovereign_of_discord import annex_1961, annex_1962, annex_1963, year_1961, year_1962, year_1963
from fitl.events.sovereign_of_discord import pivotal as sovereign_of_discord_pivotal
from fitl.events.us import cards_1_15, cards_16_30
from fitl.events.vc import cards_91_105, cards_106_120
from fitl.options import GameOptions
from fitl.rules.cards import BY_HAND
from fitl.rules.setup import first_state
from fitl.state import BASE_STAGES, State

# --- eras ---------------------------------------------------------------------------------------------------------


def compose_eras(eras: Iterable[Era]) -> dict[str, Era]:
    """Eras by id; no two have the same."""
    found: dict[str, Era] = {}
    for era in eras:
        if era.id in found:
            raise ValueError(f"two eras have the id {era.id}")
        found[era.id] = era
    return found


ERAS: Final[Mapping[str, Era]] = compose_eras(
    (
        BASE_ERA,
        *(EXTENDED, POST_PARIS, AFTER_RETREAT, US_LEAVING, BLACK_APRIL),
        *(SOVEREIGN_OF_DISCORD, DIEMS_WAR, FALL_OF_DIEM, *FROM_1964),
    )
)

# Every stage of every era, those of the base game first.
STAGE_IDS: Final = tuple(dict.fromkeys((*BASE_STAGES, *(stage for era in ERAS.values() for stage in era.stages))))


def era_named(name: str) -> Era:
    """The era of this id."""
    return ERAS[name]


# --- cards --------------------------------------------------------------------------------------------------------


def compose_programs(tables: Iterable[Programs]) -> dict[int, dict[str, EventSide]]:
    """Programs by card and side; no two are for the same side."""
    found: dict[int, dict[str, EventSide]] = {}
    for table in tables:
        for (number, side), program in table.sides.items():
            sides = found.setdefault(number, {})
            if side in sides:
                raise ValueError(f"two modules have a program for the {side} side of card {number}")
            sides[side] = program
    return found


PROGRAMS: Final[Mapping[int, Mapping[str, EventSide]]] = compose_programs(
    module.event
    for module in (
        *(cards_1_15, cards_16_30, cards_31_45, cards_46_60, cards_61_75, cards_76_90, cards_91_105, cards_106_120),
        pivotal,
        *(year_1961, year_1962, year_1963, annex_1961, annex_1962, annex_1963, sovereign_of_discord_pivotal),
        *(year_1973, year_1974, year_1975, annex_1973, annex_1974, annex_1975, fall_of_saigon_pivotal),
    )
)


def printed_cards(packs: tuple[str, ...]) -> CardSet:
    """The set of the printed cards, without packs."""
    return BASE


BASE: Final = card_set(ALL_CARDS, PROGRAMS, {BY_HAND: EventSide(by_hand.by_hand)}, printed_cards)

# --- a game -------------------------------------------------------------------------------------------------------


def new_state(scenario: Scenario, options: GameOptions, seed: int, cards: CardSet = BASE) -> State:
    """2.1: the situation before the first card is turned."""
    return first_state(scenario, options, seed, cards, era_named)
