"""The cards (1.1, 2.3, 2.4, 5.3, 5.4)."""

from collections import Counter

import pytest

from fitl.board import cards
from fitl.board.cards import CARDS, load_cards
from fitl.board.factions import ARVN, FACTIONS, NVA, US, VC
from fitl.board.facts import FactsError, packaged
from tests.board.damage import Damage, cut, damaged, put


def test_there_are_120_events_4_pivotal_events_and_6_coup_cards() -> None:
    assert list(CARDS) == list(range(1, 131))
    for kind, numbers in (("event", cards.EVENT_CARDS), ("pivotal", cards.PIVOTAL_CARDS), ("coup", cards.COUP_CARDS)):
        assert tuple(n for n, card in CARDS.items() if card.kind == kind) == numbers
    assert [len(n) for n in (cards.EVENT_CARDS, cards.PIVOTAL_CARDS, cards.COUP_CARDS)] == [120, 4, 6]


def test_every_event_lists_each_faction_once() -> None:
    for number in cards.EVENT_CARDS + cards.PIVOTAL_CARDS:
        assert sorted(CARDS[number].order) == list(FACTIONS)
    assert all(CARDS[number].order == () for number in cards.COUP_CARDS)


def test_each_quarter_of_the_events_begins_with_its_faction() -> None:
    assert [CARDS[number].order[0] for number in cards.EVENT_CARDS] == [US] * 30 + [NVA] * 30 + [ARVN] * 30 + [VC] * 30


def test_each_faction_order_is_on_five_events() -> None:
    assert set(Counter(CARDS[number].order for number in cards.EVENT_CARDS).values()) == {5}


def test_events_by_period() -> None:
    assert {period: len(numbers) for period, numbers in cards.CARD_BY_PERIOD.items()} == {1964: 24, 1965: 48, 1968: 48}
    assert sorted(n for numbers in cards.CARD_BY_PERIOD.values() for n in numbers) == list(cards.EVENT_CARDS)


def test_the_19_capabilities() -> None:
    by_faction = {f: [n for n, card in CARDS.items() if card.capability == f] for f in FACTIONS}
    assert by_faction == {
        US: [4, 8, 11, 13, 14, 18, 19, 20, 28],
        ARVN: [61, 86],
        NVA: [31, 32, 33, 34, 45],
        VC: [101, 104, 116],
    }
    assert all(CARDS[n].is_dual for numbers in by_faction.values() for n in numbers)


def test_the_14_momentum_cards() -> None:
    assert {n: card.momentum for n, card in CARDS.items() if card.momentum != "none"} == {
        5: "shaded",
        7: "unshaded",
        10: "shaded",
        15: "both",
        16: "unshaded",
        17: "unshaded",
        22: "shaded",
        38: "single",
        39: "shaded",
        41: "single",
        46: "unshaded",
        72: "unshaded",
        78: "shaded",
        115: "single",
    }


def test_single_text_events() -> None:
    assert [n for n in cards.EVENT_CARDS if not CARDS[n].is_dual] == [38, 41, 64, 69, 80, 94, 106, 115]
    assert not any(CARDS[n].is_dual for n in cards.PIVOTAL_CARDS + cards.COUP_CARDS)


def test_pivotal_events_and_their_holders() -> None:
    assert cards.PIVOTAL_OF == (121, 123, 122, 124)
    assert [CARDS[n].title for n in cards.PIVOTAL_OF] == [
        "Linebacker II",
        "Vietnamization",
        "Easter Offensive",
        "Tet Offensive",
    ]
    for faction in FACTIONS:
        assert CARDS[cards.PIVOTAL_OF[faction]].order[0] == faction


def test_coup_cards_and_their_leaders() -> None:
    assert {n: CARDS[n].leader for n in cards.COUP_CARDS} == {
        cards.KHANH: "khanh",
        cards.YOUNG_TURKS: "young_turks",
        cards.KY: "ky",
        cards.THIEU: "thieu",
        cards.FAILED_ATTEMPT_1: None,
        cards.FAILED_ATTEMPT_2: None,
    }
    assert all(CARDS[n].title == "Coup! Failed Attempt" for n in (cards.FAILED_ATTEMPT_1, cards.FAILED_ATTEMPT_2))


@pytest.mark.parametrize(
    ("number", "title"),
    [(1, "Gulf of Tonkin"), (22, "Da Nang"), (31, "AAA"), (96, "APC"), (120, "US Press Corps"), (124, "Tet Offensive")],
)
def test_titles(number: int, title: str) -> None:
    assert CARDS[number].title == title


def test_the_file_holds_heads_only() -> None:
    assert "summary" not in packaged("cards.json")
    assert "steps" not in packaged("cards.json")


US_FIRST = ["us", "arvn", "nva", "vc"]
DAMAGES: list[tuple[str, Damage, str]] = [
    ("missing key", cut("cards", 0, "title"), 'cards[0]: missing key "title"'),
    ("unknown key", put("cards", 0, "notes", value=[]), 'cards[0]: unknown key "notes"'),
    ("number as text", put("cards", 0, "number", value="1"), "cards[0].number: expected a whole number, found a text"),
    ("number 0", put("cards", 0, "number", value=0), "cards[0].number: 0 is below 1"),
    ("number 131", put("cards", 0, "number", value=131), "cards[0].number: 131 is above 130"),
    ("number twice", put("cards", 1, "number", value=1), "cards: card 1 is listed 2 times, expected once"),
    ("card gone", cut("cards", 76), "cards: card 77 is listed 0 times, expected once"),
    ("unknown kind", put("cards", 0, "kind", value="plot"), 'cards[0].kind: "plot" is not one of event, pivotal, coup'),
    ("wrong kind", put("cards", 0, "kind", value="coup"), "cards[0].kind: card 1 is no coup card (1.1)"),
    (
        "faction twice",
        put("cards", 0, "order", value=["us", "us", "nva", "vc"]),
        "cards[0].order: each of the four Factions must be listed exactly once (2.3.2)",
    ),
    (
        "three factions",
        put("cards", 0, "order", value=["us", "nva", "vc"]),
        "cards[0].order: each of the four Factions must be listed exactly once (2.3.2)",
    ),
    ("unknown faction", put("cards", 0, "order", 2, value="ussr"), 'cards[0].order[2]: unknown faction "ussr"'),
    ("capital letters", put("cards", 0, "order", 0, value="US"), 'cards[0].order[0]: unknown faction "US"'),
    (
        "order of a Coup",
        put("cards", 124, "order", value=US_FIRST),
        "cards[124].order: a Coup card has no Faction order (2.4)",
    ),
    ("period", put("cards", 0, "period", value=1966), "cards[0].period: an Event is of 1964, 1965, 1968, not of 1966"),
    (
        "no period",
        put("cards", 0, "period", value=None),
        "cards[0].period: an Event is of 1964, 1965, 1968, not of None",
    ),
    ("period of a Coup", put("cards", 124, "period", value=1964), "cards[124].period: a coup card has no period"),
    ("period count", put("cards", 0, "period", value=1965), "cards: expected 24 Events of 1964, found 23 (2.1)"),
    (
        "sides",
        put("cards", 0, "sides", value=["shaded", "unshaded"]),
        'cards[0].sides: expected ["unshaded", "shaded"] or ["single"] (5.2)',
    ),
    (
        "sides of a Pivotal",
        put("cards", 120, "sides", value=["unshaded", "shaded"]),
        "cards[120].sides: a pivotal card has a single text",
    ),
    (
        "momentum word",
        put("cards", 0, "momentum", value="yes"),
        'cards[0].momentum: "yes" is not one of none, unshaded, shaded, both, single',
    ),
    (
        "momentum side",
        put("cards", 37, "momentum", value="shaded"),
        'cards[37].momentum: "shaded" does not fit the sides single',
    ),
    (
        "momentum count",
        put("cards", 0, "momentum", value="shaded"),
        "cards: expected 14 Momentum cards, found 15 (5.4)",
    ),
    (
        "capability faction",
        put("cards", 3, "capability", value="United States"),
        'cards[3].capability: unknown faction "United States"',
    ),
    ("capability count", put("cards", 3, "capability", value=None), "cards: expected 19 Capabilities, found 18 (5.3)"),
    (
        "capability of a Coup",
        put("cards", 124, "capability", value="us"),
        "cards[124].capability: only Events are Capabilities (5.3)",
    ),
    (
        "leader of an Event",
        put("cards", 0, "leader", value="minh"),
        "cards[0].leader: card 1 installs no leader (2.4.1)",
    ),
    ("leader swapped", put("cards", 124, "leader", value="ky"), "cards[124].leader: card 125 installs khanh (2.4.1)"),
    (
        "holder",
        put("cards", 122, "order", value=US_FIRST),
        "cards: card 123 must begin with ARVN, who holds it (2.3.8)",
    ),
    ("format", cut("format"), 'missing key "format"'),
]


@pytest.mark.parametrize(("damage", "reason"), [d[1:] for d in DAMAGES], ids=[d[0] for d in DAMAGES])
def test_a_damaged_card_file_is_refused_with_the_reason(damage: Damage, reason: str) -> None:
    with pytest.raises(FactsError) as refusal:
        load_cards(damaged("cards.json", damage))
    assert str(refusal.value) == reason


def test_cards_may_be_listed_in_any_order() -> None:
    assert list(load_cards(damaged("cards.json", lambda doc: doc["cards"].reverse())).items()) == list(CARDS.items())
