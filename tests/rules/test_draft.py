"""Mini-decks and their draft (P2.1, S2.1): picks in order, and draws exactly as likely as from a shuffled deck."""

import json
from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest

from fitl.board.card import card_id, card_number
from fitl.board.expansion_cards import ALL_CARDS, ALL_COUPS
from fitl.board.factions import ARVN, FACTION_IDS, VC
from fitl.board.scenarios import SCENARIOS
from fitl.cardset import CardSet, EventSide, card_set
from fitl.compose import BASE, era_named, new_state
from fitl.decisions import CHANCE, Flow
from fitl.options import GameOptions, OptionsError
from fitl.position import PositionError, read_position, write_position
from fitl.rules.coup.coup_card import coup_card
from fitl.rules.deck import cards_left, draw, is_coup, last_coup_shown, looks_ahead, turn_up
from fitl.rules.draft import lay_deck, lay_mini_deck, pick
from fitl.rules.sequence import set_up
from fitl.rules.setup import check_options
from fitl.state import PIVOTAL, SET_UP, VICTORY, PileState, State, empty_state
from fitl.view import build_view
from fitl.words import card_name, label, line, prompt
from tests.rules.test_deck import deal
from tests.support import play


def laid(scenario: str, options: GameOptions | None = None, cards: CardSet = BASE) -> State:
    s = empty_state(SCENARIOS[scenario], options or GameOptions(), 1, cards, era_named)
    lay_deck(s, s.scenario)
    s.log = []
    return s


def ids(*names: str) -> tuple[int, ...]:
    return tuple(card_number(name) or 0 for name in names)


# --- the draft ----------------------------------------------------------------------------------------------------


def order_of_picks(s: State) -> str:
    return " ".join(f"{FACTION_IDS[faction]}{year % 100}" for faction, year in s.draft)


def test_in_1961_one_faction_picks_for_every_year_before_the_next() -> None:
    assert (
        order_of_picks(laid("four-player-1961"))
        == "vc61 vc62 vc63 arvn61 arvn62 arvn63 nva61 nva62 nva63 us61 us62 us63"
    )
    assert order_of_picks(laid("diems-war-1961")) == "vc61 vc62 vc63 arvn61 arvn62 arvn63"
    assert order_of_picks(laid("prequel-1963")) == "vc63 arvn63 nva63 us63"


def test_in_1973_all_factions_pick_for_a_year_before_the_next() -> None:
    assert order_of_picks(laid("black-april-1973")) == "arvn73 nva73 arvn74 nva74 arvn75 nva75"


def test_a_pick_is_open_and_any_event_of_the_year_that_nobody_has_taken() -> None:
    s = laid("four-player-1961")
    p = play(pick(s))
    assert p.decision is not None
    assert (p.decision.actor, p.decision.rule) == (VC, "P2.1")
    assert p.keys() == [f"p{n}" for n in range(1, 25)]
    assert prompt(p.decision) == "VC: which Event of 1961 goes into the deck?"
    assert label(p.decision, p.decision.options[3]) == "P4 Taylor Rostow Mission"
    assert label(p.decision, p.decision.options[0]) == "P1* Counterinsurgency Plan"
    p.answer("p7")
    assert s.piles[0] == PileState(7, 1961, *ids("p73"), 5, ids("p7"))
    assert s.log is not None
    assert line(s.log[-1]) == "VC puts P7 Politburo into the deck of 1961"
    play(pick(s), "p30")
    play(pick(s), "p60")
    assert "p7" not in play(pick(s)).keys()


def test_a_non_player_picks_at_random_by_chance() -> None:
    """S2.1, OPEN 38."""
    s = laid("black-april-1973", GameOptions(non_players=(ARVN,)))
    decision = next(pick(s))
    assert (decision.actor, decision.kind, decision.rule, decision.weights) == (CHANCE, "draft.pick", "S2.1", None)
    assert len(decision.options) == 24


def test_set_up_goes_from_pick_to_pick_and_only_then_turns_cards() -> None:
    s = laid("black-april-1973")
    for n in range(6):
        assert s.stage == SET_UP
        assert len(s.draft) == 6 - n
        p = play(set_up(s.copy())) if n % 2 else None  # the stage can be begun again from the state alone
        q = play(set_up(s))
        assert p is None or p.keys() == q.keys()
        q.answer(q.keys()[0])
        assert q.over
    assert [len(pile.chosen) for pile in s.piles] == [2, 2, 2]
    p = play(set_up(s))
    assert p.decision is not None
    assert p.decision.kind == "card"


def test_the_draft_advised_for_a_first_game_takes_the_place_of_picks() -> None:
    s = laid("four-player-1961", GameOptions(first_game_draft=True))
    assert not s.draft
    assert [set(pile.chosen) for pile in s.piles] == [
        {*ids("p4", "p7", "p16", "p22")},
        {*ids("p29", "p36", "p42", "p47")},
        {*ids("p52", "p59", "p61", "p72")},
    ]
    assert [pile.events for pile in s.piles] == [4, 4, 4]
    two = laid("diems-war-1961", GameOptions(first_game_draft=True))
    assert [pile.chosen for pile in two.piles] == [ids("p22", "p16"), ids("p47", "p42"), ids("p72", "p61")]
    assert [pile.events for pile in two.piles] == [6, 6, 6]


@pytest.mark.parametrize("scenario", ["full-1964", "black-april-1973"])
def test_a_scenario_without_advised_events_refuses_the_option(scenario: str) -> None:
    with pytest.raises(OptionsError, match="has no Events recommended for a first game"):
        check_options(SCENARIOS[scenario], GameOptions(first_game_draft=True))
    check_options(SCENARIOS["four-player-1961"], GameOptions(first_game_draft=True))


# --- draws --------------------------------------------------------------------------------------------------------


def drafted(scenario: str) -> State:
    s = laid(scenario)
    while s.draft:
        p = play(pick(s))
        p.answer(p.keys()[len(s.draft) % 5])
    return s


@pytest.mark.parametrize("scenario", ["four-player-1961", "diems-war-1961", "black-april-1973"])
def test_a_mini_deck_has_27_cards_by_year_with_every_drafted_event_and_the_coup_among_the_last_five(
    scenario: str,
) -> None:
    s = drafted(scenario)
    assert cards_left(s) == 27
    for seed in range(60):
        cards = deal(s.copy(), seed)
        assert len(cards) == len(set(cards)) == 27
        for i, pile in enumerate(s.piles):
            year = cards[9 * i : 9 * i + 9]
            assert {ALL_CARDS[card].period for card in year} == {pile.period}
            assert set(pile.chosen) <= set(year)
            assert next(place for place, card in enumerate(year) if card in ALL_COUPS) >= 4
            assert pile.coup in year


def chances(s: State) -> dict[int, float]:
    decision = next(draw(s))
    weights = decision.weights or [1] * len(decision.options)
    return {option.value: weight / sum(weights) for option, weight in zip(decision.options, weights, strict=True)}  # type: ignore[misc]


TOY = (301, 302, 303, 304)
TOY_COUP = 1073


def toy(chosen: tuple[int, ...], events: int, last: int) -> State:
    """A pile of toy Events: some chosen, the others unknown out of those that are left, and a Coup among the last."""
    heads = {n: replace(ALL_CARDS[1001], number=n) for n in TOY}
    cards = card_set({**heads, TOY_COUP: ALL_CARDS[TOY_COUP]}, {}, {}, BASE.made_by)
    s = empty_state(SCENARIOS["four-player-1961"], GameOptions(), 1, cards, era_named)
    s.piles = (PileState(events, 1961, TOY_COUP, last, chosen),)
    s.seen = sum(1 << card for card in chosen)
    return s


def shuffles(chosen: tuple[int, ...], events: int, last: int) -> Counter[tuple[int, ...]]:
    """Every order of the pile that shuffling it by the rules can make, with how often: all are equally likely."""
    others = [card for card in TOY if card not in chosen]
    found: Counter[tuple[int, ...]] = Counter()
    for dealt in permutations(others, events):
        for order in permutations((*chosen, *dealt)):
            for place in range(len(order) + 1 - min(last, len(order) + 1), len(order) + 1):
                found[(*order[:place], TOY_COUP, *order[place:])] += 1
    return found


@pytest.mark.parametrize(
    ("chosen", "events", "last"),
    [((301,), 2, 4), ((301, 302), 1, 2), ((301, 302), 2, 3), ((), 3, 2), ((301, 302, 303), 0, 2)],
)
def test_every_order_is_as_likely_as_in_a_shuffled_pile(chosen: tuple[int, ...], events: int, last: int) -> None:
    wanted = shuffles(chosen, events, last)
    total = sum(wanted.values())
    for order, often in wanted.items():
        s = toy(chosen, events, last)
        likely = 1.0
        for card in order:
            likely *= chances(s).get(card, 0.0)
            play(draw(s), card_id(card))
        assert likely == pytest.approx(often / total)


# --- more than one deck -------------------------------------------------------------------------------------------


def test_a_full_deck_follows_a_mini_deck() -> None:
    """P7.4: after the Fall of Diem the deck of Full 1964-72 is laid."""
    s = drafted("full-campaign-1961")
    lay_deck(s, SCENARIOS["full-1964"])
    cards = deal(s, 3)
    assert len(cards) == 27 + 78
    assert all(ALL_CARDS[card].period in (1961, 1962, 1963) for card in cards[:27])
    assert all(card <= 130 for card in cards[27:])  # a pile of any period holds no Event of an expansion
    assert {card for card in cards[27:] if card in ALL_COUPS} == set(range(125, 131))


def test_a_mini_deck_goes_under_what_is_left_of_the_base_deck() -> None:
    """S6.8.3: all four Factions draft again in mid-game."""
    s = laid("extended-full-1964")
    assert not s.draft
    deal(s, 1, most=70)
    lay_mini_deck(s, "fos", (1973, 1974, 1975))
    assert order_of_picks(s).startswith("vc73 arvn73 nva73 us73 vc74")
    while s.draft:
        p = play(pick(s))
        p.answer(p.keys()[0])
    cards = deal(s, 2)
    assert [ALL_CARDS[card].period for card in cards[8:]] == [1973] * 9 + [1974] * 9 + [1975] * 9
    assert last_coup_shown(s)


def test_two_players_never_see_the_next_card() -> None:
    """P2.3.6, S2.3."""
    s = drafted("black-april-1973")
    assert not looks_ahead(s)
    p = play(set_up(s))
    p.answer(p.keys()[0])
    assert p.over
    assert (s.stage, s.next_card, cards_left(s)) == (PIVOTAL, 0, 26)
    first = s.card
    p = play(turn_up(s))
    p.answer(p.keys()[-1])
    assert (s.card != first, s.next_card, cards_left(s)) == (True, 0, 25)
    assert looks_ahead(laid("four-player-1961"))


def test_everybody_sees_what_was_drafted_and_nobody_what_was_dealt_or_comes_next() -> None:
    s = drafted("black-april-1973")
    p = play(set_up(s))
    p.answer(p.keys()[0])
    view = build_view(s, None, 0, None, seats=())
    assert view["next_card"] is None
    assert {year: {card["number"] for card in cards} for year, cards in view["drafted"].items()} == {
        str(pile.period): set(pile.chosen) for pile in s.piles
    }
    assert [card["id"] for card in view["drafted"]["1975"]] == ["s51", "s50"]


def test_while_the_draft_goes_on_everybody_sees_who_picked_what() -> None:
    """P2.1: VC picks for all three years, then ARVN; four of each year are dealt unseen."""
    s = new_state(SCENARIOS["four-player-1961"], GameOptions(), 0)
    s.log = []
    for _ in range(4):
        p = play(pick(s))
        p.answer(p.keys()[0])
    view = build_view(s, None, 0, None, seats=())
    assert view["draft"] == {"years": [1961, 1962, 1963], "dealt": 4}
    assert {year: [card["by"] for card in cards] for year, cards in view["drafted"].items()} == {
        "1961": ["vc", "arvn"],
        "1962": ["vc"],
        "1963": ["vc"],
    }
    s.draft = ()
    assert build_view(s, None, 0, None, seats=())["draft"] is None


def test_a_coup_card_of_an_expansion_has_its_text_and_never_leads() -> None:
    """P2.4.1, S2.4.1."""

    def aid(s: State, by: int) -> Flow[None]:
        s.aid -= 5
        assert by == -1
        yield from ()

    watergate = ids("s73")[0]
    cards = card_set(ALL_CARDS, {watergate: {"single": EventSide(aid)}}, {}, BASE.made_by)
    s = laid("black-april-1973", cards=cards)
    s.aid, s.leader, s.leader_box, s.card = 20, 128, (128,), watergate
    assert is_coup(s, watergate)
    play(coup_card(s))
    assert (s.aid, s.leader, s.leader_box, s.stage) == (15, 128, (128,), VICTORY)


def test_cards_are_named_with_their_letter() -> None:
    assert card_name(47) == "#47 Chu Luc"
    assert card_name(ids("s26")[0]) == 'S26 "Our Long National Nightmare Is Over"'
    assert card_name(ids("s57")[0]) == "S57* Secret Road"  # its number is ours


@pytest.fixture
def black_april(monkeypatch: pytest.MonkeyPatch) -> State:
    """Black April in the middle of its draft, as if it could be played already."""
    monkeypatch.setitem(SCENARIOS, "black-april-1973", replace(SCENARIOS["black-april-1973"], playable=True))
    s = new_state(SCENARIOS["black-april-1973"], GameOptions(), 1)
    play(pick(s), "s10")
    play(pick(s), "s3")
    return s


def test_a_draft_under_way_is_a_position_like_any_other(black_april: State) -> None:
    found = write_position(black_april)
    assert found["draft"] == [["arvn", 1974], ["nva", 1974], ["arvn", 1975], ["nva", 1975]]
    assert found["piles"][0] == {"events": 6, "period": 1973, "coup": "s73", "last": 5, "chosen": ["s10", "s3"]}
    assert found["pivotal"] == ["s78", "s77"]
    read = read_position(json.loads(json.dumps(found)))
    assert read == black_april
    assert read.digest() == black_april.digest()


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("draft", [["arvn", 1968]], "draft[0]: ['arvn', 1968] is not a Faction with the year of a pile it picks for"),
        ("draft", [["arvn", 1973]] * 7, "piles[0]: more Events are to be drafted than the 6 unknown ones of the pile"),
        ("played", ["s10"], "piles[0]: chosen: card s10 is not an Event of 1973 that is still to come"),
        ("played", ["p10"], "played: 'p10' is not a card that belongs there"),
    ],
)
def test_a_draft_that_cannot_be_is_refused(black_april: State, key: str, value: object, message: str) -> None:
    with pytest.raises(PositionError) as refused:
        read_position({**write_position(black_april), key: value})
    assert message in str(refused.value)
