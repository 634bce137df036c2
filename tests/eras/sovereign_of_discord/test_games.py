"""Whole games of 1961 to 1963 and beyond, at random: they end, and can be left and taken up at every step."""

import random
from dataclasses import replace
from typing import Any

import pytest

from fitl.board.scenarios import SCENARIOS
from fitl.game import Game
from fitl.lab.invariants import check_decision, check_state, check_words
from fitl.options import GameOptions, OptionsError
from fitl.position import PositionError
from fitl.refusals import NotOffered
from fitl.rules.setup import check_options
from tests.eras.sovereign_of_discord.support import D61, P61, P63

CAMPAIGN = "full-campaign-1961"


@pytest.fixture(autouse=True)
def every_scenario_playable(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (P61, D61, P63, CAMPAIGN):
        monkeypatch.setitem(SCENARIOS, name, replace(SCENARIOS[name], playable=True))


def taken_up(game: Game) -> None:
    """The position of the moment leads to the same question and the same situation."""
    again = Game.from_position(game.position())
    assert again.state.digest() == game.state.digest()
    assert repr(again.decision) == repr(game.decision)


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        (P61, {}),
        (P61, {"continue_long_1964": True, "us_coup_involvement": True}),
        (D61, {}),
        (D61, {"continue_full_1964": True, "shorter_campaigns": True}),
        (P63, {"continue_long_1964": True, "deception": True}),
        (CAMPAIGN, {"uncertain_victory": True, "first_game_draft": True, "shorter_campaigns": True}),
    ],
)
def test_a_random_game_comes_to_its_end(scenario: str, options: dict[str, Any]) -> None:
    """P2.1, P7.3, P7.4: with the force pool, tracks and boxes of each era whole at every change of stage."""
    rng = random.Random(scenario)
    game = Game.new(scenario, seed=3, options=GameOptions(**options))
    stages: set[str] = set()
    while game.decision:
        name = game.state.stage
        if name not in stages or rng.random() < 0.01:
            stages.add(name)
            check_state(game.state)
            check_decision(game)
            check_words(game)
            taken_up(game)
        game.choose(rng.choice(game.decision.options))
    check_state(game.state)
    assert game.outcome is not None
    taken_up(game)


def test_the_campaign_begins_as_the_four_player_game_does() -> None:
    """P2.1, S04."""
    alone, campaign = Game.new(P61), Game.new(CAMPAIGN)
    assert alone.state.facts() == campaign.state.facts()


def test_a_draft_pick_that_is_gone_is_refused_with_a_sentence() -> None:
    """P2.1: what another has taken is not offered any more."""
    game = Game.new(P61)
    game.choose("p4")
    for _ in range(2):
        assert game.decision is not None
        game.choose(game.decision.options[0])
    with pytest.raises(NotOffered, match="'p4' is not offered by"):
        game.choose("p4")


def test_a_position_with_a_cadre_without_base_or_a_second_hamlet_is_refused() -> None:
    """P1.4, P1.4.2."""
    position = Game.new(P61, options=GameOptions(first_game_draft=True)).position()
    position.pop("available")
    for pieces, message in (({"cadre": 1}, "cadre"), ({"hamlet": 2}, "at most one may be in a Province")):
        wrong = position | {"out_of_play": {}, "spaces": {**position["spaces"], "phuoc_long": {"pieces": pieces}}}
        with pytest.raises(PositionError, match=message):
            Game.from_position(wrong)


def test_control_is_given_in_a_position_of_the_fall_of_diem_only() -> None:
    """P7.4: at any other time it follows from the pieces."""
    position = Game.new(P61).position()
    with pytest.raises(PositionError, match="during the Fall of Diem"):
        Game.from_position(position | {"control": {"coin": ["saigon"]}})


@pytest.mark.parametrize("scenario", [CAMPAIGN, "full-1964", "short-1965"])
def test_going_on_into_1964_is_agreed_only_where_nothing_else_says_what_follows(scenario: str) -> None:
    """P7.3, OPEN 24."""
    with pytest.raises(OptionsError, match="cannot go on into 1964"):
        check_options(SCENARIOS[scenario], GameOptions(continue_long_1964=True))


def test_options_of_the_deck_that_follows_may_be_chosen_beforehand() -> None:
    """P2.1, section 14: shorter campaigns and periods are for the decks of the base game."""
    check_options(SCENARIOS[CAMPAIGN], GameOptions(shorter_campaigns=True, period_events=True, political_rhythm=True))
    check_options(SCENARIOS[P61], GameOptions(continue_long_1964=True, historical_coups=True))
    with pytest.raises(OptionsError, match="piles of 8"):
        check_options(SCENARIOS[P61], GameOptions(shorter_campaigns=True))


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("us_coup_involvement", "no Coup card that brings another leader"),
        ("political_rhythm", "among the last five of its year anyway"),
    ],
)
def test_options_about_base_decks_are_refused_where_none_is_played(option: str, sentence: str) -> None:
    """P2.1, P2.4.1: three Coup cards that are no leaders, each among the last five of its year."""
    for scenario in (P61, D61, "black-april-1973"):
        with pytest.raises(OptionsError, match=f"^{scenario} .*{sentence}.* is for decks of 1964 to 1972$"):
            check_options(SCENARIOS[scenario], GameOptions(**{option: True}))  # type: ignore[arg-type]
    for scenario in (P63, CAMPAIGN, "short-1965"):
        check_options(SCENARIOS[scenario], GameOptions(**{option: True}))  # type: ignore[arg-type]
    check_options(SCENARIOS[P61], GameOptions(continue_full_1964=True, **{option: True}))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "seats", "non_players"),
    [
        ({}, ((0, 1), (2, 3)), ()),
        ({"seats": "vc,arvn"}, ((2, 3), (0, 1)), ()),
        ({"seats": "us+arvn,nva,vc"}, ((0, 1), (2,), (3,)), ()),
        ({"non_players": {"vc": "thinker"}}, ((0, 1), (3,), (2,)), (3, 2)),
    ],
)
def test_after_diems_war_each_player_runs_the_partner_too(
    options: dict[str, Any], seats: tuple[tuple[int, ...], ...], non_players: tuple[int, ...]
) -> None:
    """P1.5, P7.4, OPEN 35: unless other seats were agreed; the partner of a non-player is one as well."""
    if "non_players" in options:
        options = options | {"seats": "arvn,vc"}
    game = Game.new(D61, options=GameOptions(continue_full_1964=True, **options))
    assert game.state.options.seats == seats
    assert game.state.options.non_players == non_players


@pytest.mark.parametrize("scenario", [P61, D61, P63, CAMPAIGN])
def test_flowcharts_are_refused_before_1964_with_a_sentence(scenario: str) -> None:
    """8.1, OPEN 34: they know the base game alone."""
    seats = "arvn,vc" if scenario == D61 else "us,arvn,nva,vc"
    for kind in ("flowchart", "flowchart:fair"):
        with pytest.raises(OptionsError, match=f"cover 1964 to 1972 and cannot play {scenario}"):
            Game.new(scenario, options=GameOptions(seats=seats, non_players={"vc": kind}))  # type: ignore[arg-type]
