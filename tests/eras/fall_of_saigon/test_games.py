"""Whole games to 1975, at random: they end, and can be left and taken up at every stage, through both hand-overs."""

import random
from typing import Any

import pytest

from fitl.board.card import card_id, card_number
from fitl.board.expansion_cards import ALL_CARDS
from fitl.board.factions import FACTIONS
from fitl.board.pivotals import PIVOTAL_BIT
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import SPACE_COUNT
from fitl.catalogue import has_message
from fitl.compose import era_named
from fitl.decisions import CHANCE, Decision
from fitl.eras.fall_of_saigon import paris
from fitl.eras.fall_of_saigon.coup_round import SAIGON_STANDS_ALONE
from fitl.game import Game
from fitl.lab.invariants import check_decision, check_state, check_words
from fitl.options import GameOptions
from fitl.position import PositionError
from fitl.rules.deck import cards_left
from fitl.rules.pivotal import held_pivotals
from fitl.rules.sequence import next_card
from fitl.rules.setup import eras_of
from fitl.rules.space_checks import CHECKS, Asked, needs_of
from fitl.state import NEXT_CARD, PIVOTAL, RESOURCES, PileState, State
from tests.eras.fall_of_saigon.support import BA, XS, begun
from tests.support import Play, play

XM, XF, CAMPAIGN = "extended-medium-1968", "extended-full-1964", "extended-campaign-1961"


def taken_up(game: Game) -> None:
    """The position of the moment leads to the same question and the same situation."""
    again = Game.from_position(game.position())
    assert again.state.digest() == game.state.digest()
    assert repr(again.decision) == repr(game.decision)


def reasons_hold(s: State, decision: Decision) -> None:
    """A reason why a space cannot be chosen is true: it holds for none that is offered, and every question has one."""
    lit = {sp for option in decision.options for sp in option.spaces if sp < SPACE_COUNT}
    if lit and decision.actor != CHANCE:
        assert decision.kind.startswith("event.") or has_message(f"why_not.{decision.kind}"), decision.kind
        for check in needs_of(decision):
            for sp in lit:
                assert CHECKS[check](Asked(s, sp, decision)), (decision, check, sp)


@pytest.mark.parametrize(
    ("scenario", "seed", "options"),
    [
        (BA, 1, {}),
        (XS, 8, {"deception": True}),
        (XM, 3, {"win_only_after_paris": True, "shorter_campaigns": True}),
        (XF, 2, {"uncertain_victory": True, "political_rhythm": True, "seats": "us+arvn,nva+vc"}),
        (CAMPAIGN, 1, {"uncertain_victory": True, "first_game_draft": True, "shorter_campaigns": True}),
    ],
)
def test_a_random_game_comes_to_its_end(scenario: str, seed: int, options: dict[str, Any]) -> None:
    """S2.1, S6.8, S7.3, P7.4: with the force pool, tracks and boxes of each era whole at every change of stage."""
    rng, lots = random.Random(seed), random.Random(seed)
    game = Game.new(scenario, seed=seed, options=GameOptions(**options))
    stages: set[tuple[str, str]] = set()
    while game.decision:
        where = (game.state.era.id, game.state.stage)
        if where not in stages or rng.random() < 0.005:
            stages.add(where)
            check_state(game.state)
            check_decision(game)
            check_words(game)
            taken_up(game)
        if lots.random() < 0.1:
            reasons_hold(game.state, game.decision)
        game.choose(rng.choice(game.decision.options))
    check_state(game.state)
    assert game.outcome is not None
    assert (game.state.card == SAIGON_STANDS_ALONE) == (game.outcome.reason == "final")
    taken_up(game)


# --- the end of the Talks -----------------------------------------------------------------------------------------


def after_talks(next_card: int, piles: tuple[PileState, ...] = (), **fields: Any) -> State:
    """Extended Short when the Talks have failed: the last base Coup card is current."""
    s = begun(XS, card=127, next_card=next_card, piles=piles, stage=paris.END_OF_TALKS, **fields)
    play(paris.end_of_talks(s))
    return s


def draft(s: State) -> list[tuple[int, str]]:
    """All picks, each the first card offered: who took which."""
    picks = []
    while s.draft:
        flow = play(paris.paris_draft(s))
        assert flow.decision is not None
        assert (flow.decision.kind, flow.decision.rule) == ("draft.pick", "S2.1")
        picks.append((flow.decision.actor, flow.keys()[0]))
        flow.answer(flow.keys()[0])
    return picks


def drawing(s: State) -> Play:
    """The stage after the last pick."""
    return play(paris.paris_draft(s))


def test_all_four_draft_for_one_year_after_another_once_the_talks_are_over() -> None:
    """S2.1: VC, ARVN, NVA, US for 1973, then for 1974, then for 1975."""
    picks = draft(after_talks(next_card=2))
    assert [actor for actor, _ in picks] == [3, 1, 2, 0] * 3
    assert [ALL_CARDS[card_number(key) or 0].period for _, key in picks] == [1973] * 4 + [1974] * 4 + [1975] * 4


def test_the_new_deck_lies_under_what_is_left_of_the_base_deck() -> None:
    """S6.8.3: a base card that already shows as next card stays, and so do those above the new deck."""
    left = PileState(3, 1968, 0, 5)
    s = after_talks(next_card=2, piles=(left,))
    assert s.piles[0] == left
    assert [(pile.events, card_id(pile.coup)) for pile in s.piles[1:]] == [(8, "s73"), (8, "s74"), (8, "s75")]
    assert cards_left(s) == 3 + 27
    draft(s)
    assert drawing(s).over
    assert (s.next_card, s.stage) == (2, RESOURCES)


def test_if_the_coup_card_was_the_last_of_the_base_deck_a_card_of_1973_comes_next() -> None:
    """S6.8.3: drawn when the deck lies there, after the draft."""
    s = after_talks(next_card=0)
    draft(s)
    flow = drawing(s)
    assert flow.decision is not None
    assert flow.decision.kind == "card"
    assert all(ALL_CARDS[card_number(key) or 0].period == 1973 for key in flow.keys())
    flow.answer(flow.keys()[0])
    assert ALL_CARDS[s.next_card].period == 1973
    assert cards_left(s) == 26


def test_talks_without_a_round_lead_on_to_the_next_card() -> None:
    """OPEN 31: where the last base Coup card followed another directly."""
    s = after_talks(next_card=2, last_was_coup=True)
    draft(s)
    drawing(s)
    assert s.stage == NEXT_CARD
    flow = play(next_card(s))
    flow.answer(flow.keys()[0])
    assert (s.card, s.stage) == (2, PIVOTAL)


def test_every_faction_holds_its_new_pivotal_event_and_no_old_one() -> None:
    """S6.8.3, F92: 121 and 122, unplayed, are discarded."""
    s = after_talks(next_card=2)
    assert [held_pivotals(s, faction) for faction in FACTIONS] == [
        [card_number("s76")],
        [card_number("s78")],
        [card_number("s77")],
        [card_number("s79")],
    ]


def test_a_position_after_the_talks_needs_no_piles() -> None:
    """S6.8.3: left out, they are those of 1973 to 1975, and the Pivotal Events are the new ones."""
    position = Game.new(XS).position() | {"era": "after_retreat", "stage": "turn", "card": 2, "next_card": "s5"}
    del position["set_aside"], position["econ"]
    for key in ("piles", "coups_to_come", "pivotal", "played", "seen", "available"):
        position.pop(key)
    s = Game.from_position(position).state
    assert [card_id(pile.coup) for pile in s.piles] == ["s73", "s74", "s75"]
    assert not s.coup_pool
    assert not s.draft
    assert s.pivotal_held == sum(PIVOTAL_BIT[card_number(f"s{n}") or 0] for n in range(76, 80))


@pytest.mark.parametrize("name", ["extended", "post_paris", "us_leaving", "after_retreat"])
@pytest.mark.parametrize("line", ["_after_diem", "_diem_stays"])
def test_campaigns_from_1961_have_every_later_era_with_their_own_pieces(name: str, line: str) -> None:
    """P7.4, S6.8: the same rules; Hamlets as long as Diem leads."""
    plain, own = era_named(name), era_named(name + line)
    assert (own.flags, own.coup_round, own.stages, own.tracks) == (
        plain.flags,
        plain.coup_round,
        plain.stages,
        plain.tracks,
    )
    assert own.line == line
    assert sum(own.force_pool) == sum(SCENARIOS[XF].force_pool) + (6 if line == "_diem_stays" else 0)


def test_a_position_is_in_an_era_that_its_game_can_reach() -> None:
    """P7.4, S6.8: Diem's line only through his fall, Black April in no campaign."""
    for scenario, era in ((XS, "black_april"), (XS, "post_paris_after_diem"), ("full-1964", "after_retreat")):
        with pytest.raises(PositionError, match=f"is never in the era '{era}'"):
            Game.from_position({"fitl": 1, "scenario": scenario, "era": era})
    assert eras_of(SCENARIOS[CAMPAIGN], GameOptions()) == [
        *("sod", "fall_of_diem", "extended_diem_stays", "extended_after_diem"),
        *("post_paris_diem_stays", "us_leaving_diem_stays", "after_retreat_diem_stays"),
        *("post_paris_after_diem", "us_leaving_after_diem", "after_retreat_after_diem"),
    ]
    assert eras_of(SCENARIOS["full-1964"], GameOptions()) == ["base"]
