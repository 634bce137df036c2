"""The cards of the expansions (P2.1, P2.3.8, P2.4, S2.1, S2.3.8, S2.4), their ids, and the mini-decks' data."""

from collections import Counter

import pytest

from fitl.board.card import card_id, card_number, card_read, written
from fitl.board.expansion_cards import ALL_CARDS, ALL_COUPS, DIEM, EXPANSION_CARDS, load_expansion_cards
from fitl.board.factions import ARVN, FACTIONS, NVA, US, VC
from fitl.board.facts import FactsError
from fitl.board.scenarios import MINI_DECKS, load_scenarios
from tests.board.damage import Damage, cut, damaged, put

YEARS = (1961, 1962, 1963, 1973, 1974, 1975)


@pytest.mark.parametrize("year", YEARS)
def test_each_year_has_one_event_of_every_faction_order_and_one_coup(year: int) -> None:
    events = [card for card in EXPANSION_CARDS.values() if card.period == year and card.kind == "event"]
    assert Counter(card.order for card in events) == Counter({card.order: 1 for card in events})
    assert len(events) == 24
    assert all(card.is_dual for card in events)
    assert sum(card.period == year and card.kind == "coup" for card in EXPANSION_CARDS.values()) == 1


def test_coup_cards_of_the_expansions_are_no_leaders_and_diem_is_one_without_a_coup() -> None:
    """P2.4.1, P2.4.3, S2.4.1."""
    coups = [card for card in EXPANSION_CARDS.values() if card.kind == "coup"]
    assert [(card.id, card.title) for card in coups] == [
        ("p73", "NLF Spreads"),
        ("p74", "Buddhist Crisis"),
        ("p75", "Officer Coup"),
        ("s73", "Watergate"),
        ("s74", "Nixon Resigns"),
        ("s75", "Saigon Stands Alone"),
    ]
    assert all(card.leader is None and card.number in ALL_COUPS for card in coups)
    assert (ALL_CARDS[DIEM].kind, ALL_CARDS[DIEM].leader) == ("leader", "diem")


def test_each_faction_has_a_pivotal_event_of_each_expansion() -> None:
    holders = {card.id: card.order[0] for card in EXPANSION_CARDS.values() if card.kind == "pivotal"}
    assert holders == {
        "p76": US,
        "p77": NVA,
        "p78": ARVN,
        "p79": VC,
        "s76": US,
        "s77": NVA,
        "s78": ARVN,
        "s79": VC,
    }


def test_sovereign_of_discord_has_capabilities_and_no_momentum() -> None:
    """P5.1.1."""
    cards = [card for card in EXPANSION_CARDS.values() if card.id.startswith("p")]
    assert [card.id for card in cards if card.capability == US] == ["p28", "p30"]
    assert len([card for card in cards if card.capability is not None]) == 11
    assert all(card.momentum == "none" for card in cards)
    assert {card.id: card.momentum for card in EXPANSION_CARDS.values() if card.momentum != "none"} == {
        "s2": "shaded",
        "s28": "shaded",
        "s51": "shaded",
    }


def test_what_is_ours_is_marked() -> None:
    assert ALL_CARDS[card_number("p1") or 0].ours == ("title", "order")
    assert "title" not in ALL_CARDS[card_number("p4") or 0].ours  # named by the rules
    assert ALL_CARDS[card_number("s57") or 0].ours == ("number", "order")
    assert sum("title" in card.ours for card in EXPANSION_CARDS.values()) == 88


def test_ids_and_numbers_lead_to_each_other() -> None:
    assert [card_number(card.id) for card in ALL_CARDS.values()] == list(ALL_CARDS)
    assert (card_id(47), card_id(201), card_id(1012), card_id(2034)) == ("47", "201", "p12", "s34")
    assert (card_number("P12"), card_number("x1"), card_number("p"), card_number("p01"), card_number("p1234")) == (
        *(1012, None, None),
        *(None, None),
    )
    assert (written(47), written(1012), written(0), written(-1)) == (47, "p12", 0, -1)
    assert (card_read(47), card_read("p12"), card_read(True), card_read([1])) == (47, 1012, None, None)


DAMAGES: list[tuple[str, Damage, str]] = [
    ("unknown key", put("cards", 0, "number", value=1), 'cards[0]: unknown key "number"'),
    ("missing key", cut("cards", 0, "ours"), 'cards[0]: missing key "ours"'),
    (
        "a base card",
        put("cards", 0, "id", value="12"),
        'cards[0].id: "12" is no card of an expansion: expected p1 to p80 or s1 to s79',
    ),
    (
        "beyond the last",
        put("cards", 0, "id", value="s80"),
        'cards[0].id: "s80" is no card of an expansion: expected p1 to p80 or s1 to s79',
    ),
    ("twice", put("cards", 1, "id", value="p1"), "cards: card p1 is listed 2 times, expected once"),
    ("gone", cut("cards", 3), "cards: card p4 is listed 0 times, expected once"),
    (
        "a year of the other",
        put("cards", 0, "period", value=1973),
        "cards[0].period: expected one of the years 1961, 1962, 1963, found 1973",
    ),
    ("no year", put("cards", 0, "period", value=None), "expected one of the years 1961, 1962, 1963, found None"),
    ("another year", put("cards", 0, "period", value=1962), "cards: expected 24 event cards of 1961, found 23"),
    (
        "a year of a Pivotal Event",
        put("cards", 75, "period", value=1961),
        "cards[75].period: a pivotal card has no year",
    ),
    (
        "a second leader",
        put("cards", 72, "kind", value="leader"),
        "cards[72].kind: Ngo Dinh Diem (p80) is the one leader card (P2.4.3)",
    ),
    (
        "order of a Coup",
        put("cards", 72, "order", value=["us", "arvn", "nva", "vc"]),
        "a Coup card has no Faction order",
    ),
    (
        "a Pivotal Event of another",
        put("cards", 75, "order", value=["nva", "us", "arvn", "vc"]),
        "cards: 0 Pivotal Events of P begin with US, expected one",
    ),
    ("unknown mark", put("cards", 0, "ours", value=["art"]), 'cards[0].ours[0]: "art" is not one of title, order'),
]


@pytest.mark.parametrize(("damage", "message"), [each[1:] for each in DAMAGES], ids=[each[0] for each in DAMAGES])
def test_damage_is_refused_with_its_place_and_reason(damage: Damage, message: str) -> None:
    with pytest.raises(FactsError) as refused:
        load_expansion_cards(damaged("expansion_cards.json", damage))
    assert message in str(refused.value)


MINI_DAMAGES: list[tuple[Damage, str]] = [
    (
        put("mini_decks", "sod", "coup_of_year", "1961", value="p74"),
        'mini_decks.sod.coup_of_year.1961: "p74" is no coup card of 1961',
    ),
    (
        put("mini_decks", "sod", "first_game_draft", "1961", 0, value="p29"),
        'mini_decks.sod.first_game_draft.1961[0]: "p29" is no event card of 1961',
    ),
    (put("mini_decks", "fos", "draft_by", value="luck"), 'mini_decks.fos.draft_by: "luck" is not one of faction, year'),
    (put("mini_decks", "fos", "events_per_pile", value=3), "mini_decks.fos.events_per_pile: 3 is below 4"),
]


@pytest.mark.parametrize(("damage", "message"), MINI_DAMAGES)
def test_a_damaged_mini_deck_is_refused_with_its_place_and_reason(damage: Damage, message: str) -> None:
    with pytest.raises(FactsError) as refused:
        load_scenarios(damaged("scenarios.json", damage))
    assert message in str(refused.value)


def test_the_advised_first_draft_has_one_card_led_by_each_faction_in_every_year() -> None:
    for cards in MINI_DECKS["sod"].first_game_draft.values():
        assert sorted(ALL_CARDS[card].order[0] for card in cards) == list(FACTIONS)
