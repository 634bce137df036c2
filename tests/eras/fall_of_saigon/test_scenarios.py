"""The scenarios of *Fall of Saigon* as they are set up, and their decks (S2.1)."""

import pytest

from fitl.board.card import card_id, card_number
from fitl.board.expansion_cards import ALL_CARDS, ALL_COUPS
from fitl.board.factions import ARVN, FACTIONS, NVA, US, VC
from fitl.board.pieces import ARMOR, KINDS
from fitl.board.pivotals import PIVOTAL_BIT
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import AVAILABLE, CASUALTIES, OUT_OF_PLAY, ROWS, SET_ASIDE
from fitl.compose import era_named, new_state
from fitl.decisions import CHANCE
from fitl.lasting import effects_in_force
from fitl.options import GameOptions
from fitl.rules.cards import execute_event
from fitl.rules.control import margin, victory_marker
from fitl.rules.deck import draw
from fitl.rules.draft import pick
from fitl.rules.pivotal import held_pivotals
from fitl.state import State
from tests.eras.fall_of_saigon.support import BA, XS, begun
from tests.support import at, play

XM, XF = "extended-medium-1968", "extended-full-1964"
NEW_PIECES = {"arvn_base": 3, "ranger": 2, "arvn_armor": 8, "nva_armor": 8}


def fresh(scenario: str, **options: bool) -> State:
    return new_state(SCENARIOS[scenario], GameOptions(**options), 1)  # type: ignore[arg-type]


def deck_of(s: State) -> list[int]:
    """The whole deck, drawn as chance has it at every step the first card offered."""
    found = []
    while s.draft:
        flow = play(pick(s))
        flow.answer(flow.keys()[-1])
    while s.piles:
        flow = play(draw(s))
        if not flow.over:
            assert flow.decision is not None
            assert flow.decision.actor == CHANCE
            flow.answer(flow.keys()[0])
        found.append(flow.result)
    return found


@pytest.mark.parametrize("scenario", [XS, XM, XF])
def test_the_new_pieces_are_set_aside_until_the_talks(scenario: str) -> None:
    """S1.4, OPEN 39: also in Extended Short, whose list prints them Out of Play."""
    s = fresh(scenario)
    assert at(s, SET_ASIDE) == NEW_PIECES
    assert (s.era.id, s.war_weary, s.anti_war, s.posture) == ("extended", 0, 0, 0)


def test_extended_short_begins_as_printed() -> None:
    """S2.1: ARVN is above its threshold from the start."""
    s = fresh(XS)
    assert [victory_marker(s, faction) for faction in FACTIONS] == [36, 51, 9, 20]
    assert margin(s, ARVN) == 1
    assert at(s, OUT_OF_PLAY) == {"us_troops": 10, "us_base": 3}
    assert at(s, AVAILABLE) == {"us_troops": 23, "vc_guerrilla": 16, "vc_base": 5}
    assert (s.aid, s.patronage, s.econ, s.trail) == (20, 25, 15, 3)
    assert (s.resources[ARVN], s.resources[NVA], s.resources[VC]) == (30, 15, 6)
    assert (s.leader, s.leaders(), s.us_policy) == (128, 5, "nixon")
    assert s.pivotal_held == PIVOTAL_BIT[121] | PIVOTAL_BIT[122]


@pytest.mark.parametrize("scenario", [XS, BA])
def test_capabilities_of_1972_and_1973_are_in_force_from_the_start(scenario: str) -> None:
    """S2.1."""
    assert set(effects_in_force(fresh(scenario).effects)) == {
        *((8, "unshaded"), (45, "unshaded"), (61, "unshaded")),
        *((31, "shaded"), (32, "shaded"), (34, "shaded")),
    }


def test_the_deck_of_1972_has_eight_events_of_1968_and_one_coup_card_among_the_last_five() -> None:
    """S2.1: without the Capabilities that are set out."""
    s = fresh(XS)
    cards = deck_of(s)
    events = [card for card in cards if card not in ALL_COUPS]
    assert (len(cards), len(events)) == (9, 8)
    assert {ALL_CARDS[card].period for card in events} == {1968}
    assert not {32, 45, 61} & set(events)
    assert s.scenario.coup_pool == (127, 129, 130)
    assert cards[8] in s.scenario.coup_pool  # the first card offered is an Event as long as there is one
    early = fresh(XS)
    for drawn in range(9):
        flow = play(draw(early))
        coups = set() if flow.over else {key for key in flow.keys() if key in ("127", "129", "130")}
        assert bool(coups) == (drawn >= 4)
        if not flow.over:
            flow.answer(flow.keys()[0])


@pytest.mark.parametrize(("scenario", "base"), [(XM, "medium-1968"), (XF, "full-1964")])
def test_extended_medium_and_full_are_the_base_scenarios_in_every_other_respect(scenario: str, base: str) -> None:
    """S2.1."""
    s, plain = fresh(scenario), fresh(base)
    for place in range(ROWS):
        if place != SET_ASIDE:
            assert at(s, place) == at(plain, place)
    for field in ("support", "control", "resources", "aid", "patronage", "econ", "trail", "leader_box", "piles"):
        assert getattr(s, field) == getattr(plain, field), field
    assert (s.coup_pool, s.pivotal_held, s.effects) == (plain.coup_pool, plain.pivotal_held, plain.effects)
    assert len(deck_of(fresh(scenario, shorter_campaigns=True))) == 9 * len(plain.piles)


def test_vietnamization_before_the_talks_finds_only_the_base_games_pieces() -> None:
    """S2.1, 2.3.8, F04: nothing that is set aside is in a card's reach."""
    s = fresh(XF)
    s.leader_box = (125, 126)
    flow = play(execute_event(s, 123, "single", ARVN))
    assert at(s, OUT_OF_PLAY).keys().isdisjoint({"arvn_troops", "ranger", "arvn_base", "arvn_armor"})
    assert {name: n for name, n in at(s, AVAILABLE).items() if name in ("arvn_troops", "ranger", "arvn_base")} == {
        "arvn_troops": 18,
        "ranger": 5,
        "arvn_base": 3,
    }
    assert not flow.over  # the 4 cubes are still to be placed
    assert at(s, SET_ASIDE) == NEW_PIECES


@pytest.mark.parametrize("executed", [True, False])
def test_card_96_after_the_talks_gives_tet_back_or_has_it_happen(executed: bool) -> None:
    """OPEN 43: in Extended Short Tet counts as played; where it was discarded unplayed it happens now."""
    s = begun(XS if executed else XM, "after_retreat" if executed else "")
    if not executed:
        s.era = era_named("after_retreat")
    s.pivotal_held = PIVOTAL_BIT[card_number("s79") or 0]
    flow = play(execute_event(s, 96, "shaded", VC))
    held = held_pivotals(s, VC)
    assert held == ([card_number("s79"), 124] if executed else [card_number("s79")])
    assert flow.over == executed


# --- Black April --------------------------------------------------------------------------------------------------


def test_black_april_begins_as_printed() -> None:
    """S2.1: after a US Retreat, at Posture 2, without anything of the US or VC."""
    s = fresh(BA)
    assert [victory_marker(s, faction) for faction in (ARVN, NVA)] == [42, 6]
    assert (s.total_support, s.total_opposition) == (17, 21)
    assert (s.aid, s.patronage, s.econ, s.trail, s.war_weary, s.posture) == (30, 20, 0, 3, 15, 2)
    assert (s.resources[ARVN], s.resources[NVA]) == (30, 15)
    assert at(s, AVAILABLE) == {
        "arvn_troops": 12,
        "ranger": 2,
        "arvn_armor": 8,
        "nva_troops": 14,
        "nva_base": 1,
        "nva_armor": 8,
    }
    assert not at(s, CASUALTIES) | at(s, OUT_OF_PLAY) | at(s, SET_ASIDE)
    assert not any(s.force[place * 4 + faction] for place in range(ROWS) for faction in (US, VC))
    assert (s.leader, s.initiative) == (128, NVA)


def test_the_deck_of_black_april_is_27_cards_without_a_base_card() -> None:
    """S2.1, F08: two picks and six dealt for each year, each year's Coup card in its place."""
    s = fresh(BA)
    assert [(pile.events, pile.period, card_id(pile.coup), pile.last) for pile in s.piles] == [
        (8, 1973, "s73", 5),
        (8, 1974, "s74", 5),
        (8, 1975, "s75", 5),
    ]
    assert s.draft == tuple((faction, year) for year in (1973, 1974, 1975) for faction in (ARVN, NVA))
    cards = deck_of(s)
    assert len(cards) == len(set(cards)) == 27
    assert all(card_id(card).startswith("s") for card in cards)
    years = [ALL_CARDS[card].period for card in cards]
    assert years == [1973] * 9 + [1974] * 9 + [1975] * 9


@pytest.mark.parametrize("scenario", [XS, BA])
def test_there_are_eight_armor_of_each_colour(scenario: str) -> None:
    """S1.2, S1.4.5: wherever they lie."""
    s = fresh(scenario)
    assert sum(sum(s.pieces[kind::KINDS]) for kind in ARMOR) == 16


def test_saigon_stands_alone_is_no_leader_and_belongs_to_1975() -> None:
    """S2.4.1, S2.1."""
    assert ALL_CARDS[card_number("s75")].leader is None  # type: ignore[index]
