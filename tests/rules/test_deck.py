"""The deck (2.1, 2.3.7, 2.3.9): lazy drawing is exactly as likely as a shuffled deck."""

from collections import Counter

import pytest

from fitl.board.cards import CARDS, COUP_CARDS, KHANH, TET_OFFENSIVE, YOUNG_TURKS
from fitl.board.scenarios import SCENARIOS
from fitl.compose import new_state
from fitl.decisions import Option
from fitl.game import Game
from fitl.options import GameOptions
from fitl.prng import advance, below, weighted
from fitl.rules.deck import cards_left, draw, is_coup, last_coup_shown, monsoon
from fitl.state import State
from fitl.words import prompt


def fresh(scenario: str, **options: bool) -> State:
    return new_state(SCENARIOS[scenario], GameOptions(**options), 1)


def pick(options: list[Option], weights: list[int] | None, seed: int) -> Option:
    return options[below(seed, len(options)) if weights is None else weighted(seed, weights)]


def deal(s: State, seed: int, most: int = 200) -> list[int]:
    """Draw the whole deck, or so many cards."""
    cards: list[int] = []
    while cards_left(s) and len(cards) < most:
        flow = draw(s)
        decision = next(flow)
        seed = advance(seed)
        try:
            flow.send(pick(list(decision.options), decision.weights, seed).value)  # type: ignore[arg-type]
        except StopIteration as stop:
            cards.append(stop.value)
    return cards


@pytest.mark.parametrize(
    ("scenario", "piles", "size", "coups"),
    [
        ("short-1965", 3, 9, {127, 128, 129}),
        ("medium-1968", 3, 13, {128, 129, 130}),
        ("full-1964", 6, 13, set(COUP_CARDS)),
    ],
)
def test_each_pile_holds_its_events_and_one_coup(scenario: str, piles: int, size: int, coups: set[int]) -> None:
    for seed in range(30):
        cards = deal(fresh(scenario), seed)
        assert len(cards) == piles * size == len(set(cards))
        for i in range(piles):
            pile = cards[i * size : (i + 1) * size]
            assert sum(card in COUP_CARDS for card in pile) == 1
        assert {card for card in cards if card in COUP_CARDS} == coups


def test_coup_positions_are_uniform_in_the_pile() -> None:
    deck = fresh("short-1965")
    piles = (deal(deck.copy(), seed, most=9) for seed in range(9000))
    positions = Counter(next(i for i, card in enumerate(pile) if card in COUP_CARDS) for pile in piles)
    assert set(positions) == set(range(9))
    assert all(850 < n < 1150 for n in positions.values()), positions  # 1000 expected, sd 30


def test_events_and_coups_are_equally_likely_among_their_kind() -> None:
    deck = fresh("short-1965")
    first = Counter(deal(deck.copy(), seed, most=1)[0] for seed in range(12000))
    events = [n for card, n in first.items() if card not in COUP_CARDS]
    assert len(events) == 120
    assert all(45 < n < 140 for n in events)  # 89 expected, sd 9.4
    coups = [n for card, n in first.items() if card in COUP_CARDS]
    assert len(coups) == 3
    assert all(360 < n < 530 for n in coups)  # 444 expected, sd 21


def test_political_rhythm_keeps_the_coup_among_the_last_five() -> None:
    for seed in range(200):
        cards = deal(fresh("medium-1968", political_rhythm=True), seed)
        for i, card in enumerate(cards):
            if card in COUP_CARDS:
                assert i % 13 >= 8


def test_period_events_come_from_the_period_of_their_pile() -> None:
    for seed in range(20):
        cards = deal(fresh("full-1964", period_events=True), seed)
        periods = [CARDS[card].period for card in cards]
        expected = (1964, 1965, 1965, 1968, 1968, 1968)
        for i, period in enumerate(expected):
            assert {p for p in periods[i * 13 : (i + 1) * 13] if p} == {period}


def test_period_capabilities_are_in_force_and_out_of_the_deck() -> None:
    s = fresh("medium-1968", period_events=True)
    assert bin(s.effects).count("1") == 6
    for seed in range(20):
        assert not {31, 104, 34, 28, 8, 14} & set(deal(s.copy(), seed))
    assert fresh("medium-1968").effects == 0


def test_shorter_campaigns_have_eight_events_per_pile() -> None:
    assert len(deal(fresh("full-1964", shorter_campaigns=True), 1)) == 6 * 9


def test_long_1964_uses_every_1964_event_and_three_of_six_coups() -> None:
    coups = set()
    for seed in range(40):
        cards = deal(fresh("long-1964"), seed)
        assert len(cards) == 27
        events = [card for card in cards if card not in COUP_CARDS]
        assert {CARDS[card].period for card in events} == {1964}
        coups |= set(cards) & set(COUP_CARDS)
    assert coups == set(COUP_CARDS)


def test_historical_coups_of_long_1964() -> None:
    for seed in range(20):
        cards = deal(fresh("long-1964", historical_coups=True), seed)
        coups = {card for card in cards if card in COUP_CARDS}
        assert coups <= {KHANH, YOUNG_TURKS, 129, 130}
        assert {KHANH, YOUNG_TURKS} < coups


def test_tet_serves_as_the_first_coup_card_of_1967() -> None:
    for seed in range(40):
        s = fresh("short-1967")
        cards = deal(s, seed)
        first = next(i for i, card in enumerate(cards) if card == TET_OFFENSIVE or card in COUP_CARDS)
        assert cards[first] == TET_OFFENSIVE
        assert 4 <= first <= 8
        assert is_coup(s, TET_OFFENSIVE)
        assert 31 not in cards  # AAA is in force from the start
    assert not is_coup(fresh("full-1964"), TET_OFFENSIVE)


def test_monsoon_while_the_next_card_is_a_coup() -> None:
    s = fresh("full-1964")
    s.card, s.next_card = 1, 2
    assert not monsoon(s)
    s.next_card = KHANH
    assert monsoon(s)
    s.card, s.next_card = KHANH, 2
    assert not monsoon(s)


def test_the_last_coup_is_known() -> None:
    """2.4.2."""
    s = fresh("short-1965")
    assert not last_coup_shown(s)
    s.piles = ()
    s.next_card = 128
    assert not last_coup_shown(s)
    s.next_card = 5
    assert last_coup_shown(s)


def test_the_second_card_of_the_set_up_is_not_called_the_next_one() -> None:
    """2.3.1: two cards lie open; people who turn them up by hand are asked for each."""
    game = Game.new("full-1964", manual_chance=True)
    asked = []
    for number in (107, 55):
        assert game.decision is not None
        asked.append(prompt(game.decision))
        game.choose(str(number))
    assert asked == [
        "Turn up the first card, which is played first",
        "Turn up the second card, which lies open beside the first (2.3.1)",
    ]
