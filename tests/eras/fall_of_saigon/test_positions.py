"""Positions of 1972 to 1975 that leave most things to the set-up."""

from typing import Any

import pytest

from fitl.board.spaces import AVAILABLE, OUT_OF_PLAY, SET_ASIDE
from fitl.game import Game
from fitl.lasting import ARC_LIGHT_SHADED, F_5ES, WAR_POWERS_SHADED
from fitl.position import PositionError, write_position
from fitl.state import State
from tests.eras.fall_of_saigon.support import BA, XS
from tests.support import at

ARMS = {"ranger": 2, "arvn_base": 3, "arvn_armor": 8, "nva_armor": 8}


def read(scenario: str = XS, **keys: Any) -> State:
    position = {"fitl": 1, "scenario": scenario, "stage": "turn", "card": 12, "next_card": 80, **keys}
    game = Game.from_position(position)
    assert Game.from_position(game.position()).state == game.state
    return game.state


@pytest.mark.parametrize(
    "keys", [{}, {"board": "empty"}, {"spaces": {"hue": {"pieces": {"police": 1}}}}], ids=["set-up", "empty", "spaces"]
)
def test_what_is_set_aside_until_the_talks_is_so_in_a_position_that_does_not_name_it(keys: dict[str, Any]) -> None:
    """S1.4, OPEN 39."""
    s = read(**keys)
    assert at(s, SET_ASIDE) == ARMS
    assert not {"arvn_armor", "nva_armor"} & set(at(s, AVAILABLE))


def test_what_a_position_names_elsewhere_is_not_set_aside() -> None:
    """S2.1: the set-up of Extended Short is printed with these pieces Out of Play."""
    s = read(out_of_play={"us_troops": 10, "us_base": 3, **ARMS})
    assert (at(s, SET_ASIDE), at(s, OUT_OF_PLAY)) == ({}, {"us_troops": 10, "us_base": 3, **ARMS})


def test_after_the_talks_nothing_is_set_aside_and_the_markers_are_where_they_begin() -> None:
    """S6.8.1, S6.8.3, S6.9."""
    later = {"card": "s1", "next_card": "s2"}
    s = read(era="after_retreat", **later)
    assert (s.posture, s.anti_war, s.war_weary, at(s, SET_ASIDE)) == (2, 15, 0, {})
    assert ARMS.items() <= at(s, AVAILABLE).items()
    s = read(era="post_paris", **later)
    assert (s.posture, s.anti_war) == (0, 15)
    s = read(era="after_retreat", posture=4, anti_war=3, **later)
    assert (s.posture, s.anti_war) == (4, 3)


def test_a_campaign_from_1961_sets_the_same_aside() -> None:
    """P2.1, S1.4."""
    assert (
        at(read("extended-campaign-1961", era="extended_after_diem", board="empty", leader="minh"), SET_ASIDE) == ARMS
    )


@pytest.mark.parametrize(
    ("scenario", "keys", "reason"),
    [
        (XS, {"board": "empty", "casualties": {"police": 1}}, "Casualties now are pieces of US"),
        (BA, {"next_card": "s2", "card": "s1"}, "nobody sees the next card"),
    ],
)
def test_what_cannot_be_is_refused(scenario: str, keys: dict[str, Any], reason: str) -> None:
    """S6.8.2, S2.3."""
    with pytest.raises(PositionError, match=reason):
        read(scenario, **keys)


def test_in_the_later_steps_of_the_talks_nothing_is_set_aside() -> None:
    """S6.8.1: so the US may swap its Bases in a position that begins with its Retreat."""
    keys = {"stage": "paris_us_retreat", "card": 127, "next_card": 0, "piles": [], "coups_to_come": []}
    game = Game.from_position({"fitl": 1, "scenario": XS, **keys})
    assert game.decision is not None
    assert [option.key for option in game.decision.options] == ["da_nang", "cam_ranh", "saigon", "done"]


@pytest.mark.parametrize(
    ("scenario", "keys"),
    [
        (BA, {"card": "s73", "stage": "commitment", "next_card": 0}),
        (XS, {"card": "s73", "stage": "unilateral_retreat", "next_card": "s26", "era": "after_retreat"}),
    ],
)
def test_a_phase_that_the_round_of_an_era_does_not_have_is_refused(scenario: str, keys: dict[str, Any]) -> None:
    """S6.5, S6.1."""
    with pytest.raises(PositionError, match=r"stage must be one of .*redeploy"):
        read(scenario, **keys)


def test_lasting_effects_of_these_cards_are_named_by_their_ids() -> None:
    """5.3, 5.4: as cards are everywhere; and so they are written."""
    effects = [["s25", "unshaded"], ["s2", "shaded"]]
    s = read(BA, card="s1", next_card=0, effects=effects)
    assert s.effects == F_5ES | WAR_POWERS_SHADED
    assert sorted(write_position(s)["effects"]) == sorted(effects)


@pytest.mark.parametrize(
    ("scenario", "keys", "told"),
    [
        (BA, {"card": 1}, "^card: card 1 cannot be there; the cards of this time are those of 1973, 1974, 1975"),
        (BA, {"card": 126, "stage": "coup_card"}, "^card: card 126 cannot be there"),
        (BA, {"pivotal": ["nva"]}, "^pivotal: card 122 cannot be there"),
        (BA, {"effects": [[101, "shaded"]]}, "^effects: card 101 cannot be there"),
        (BA, {"seen": [5]}, "^seen: 5 is not a card that belongs there"),
        (BA, {"played": ["s1", 5]}, "^played: 5 is not a card that belongs there"),
        (BA, {"leader_box": [125, 128]}, "^leader_box: 125 is not a card that belongs there"),
        (BA, {"coups_to_come": [125]}, "^coups_to_come: 125 is not a card that belongs there"),
        (
            BA,
            {"piles": [{"events": 3, "period": 0, "coup": "s75", "last": 3}]},
            "must be one of 1973, 1974, 1975, not 0$",
        ),
        (BA, {"piles": [{"events": 3, "period": 1975, "coup": 125, "last": 3}]}, "125 is not a Coup card of this deck"),
        (XS, {"card": "s1"}, "^card: card s1 cannot be there; the cards of this time are those of 1964, 1965, 1968"),
        (XS, {"effects": [["s25", "shaded"]]}, "^effects: card s25 cannot be there"),
        (XS, {"pivotal": ["s76"]}, "^pivotal: card s76 cannot be there"),
        (
            XS,
            {"era": "post_paris", "pivotal": ["us"]},
            r"^pivotal: 121 was discarded for .* of 1973 to 1975 \(S6\.8\.3\)",
        ),
        ("prequel-1963", {"card": "p1", "next_card": "p70"}, "cards of this time are those of 1963 "),
        (
            "full-1964",
            {"piles": [{"events": 3, "period": 1973, "coup": 125, "last": 3}]},
            "1964, 1965, 1968, 0, not 1973",
        ),
    ],
)
def test_cards_that_no_deck_of_the_time_holds_are_refused(scenario: str, keys: dict[str, Any], told: str) -> None:
    """2.1, P2.1, S2.1: neither as cards in play nor as what is left of them."""
    with pytest.raises(PositionError, match=told):
        read(scenario, **{"card": "s1" if scenario == BA else 12, "next_card": 0 if scenario == BA else 80, **keys})


def test_capabilities_of_the_set_up_may_be_older_than_its_deck() -> None:
    """S2.1: those that Black April begins with are cards of the base game."""
    assert read(BA, card="s1", next_card=0, effects=[[8, "shaded"]]).effects == ARC_LIGHT_SHADED


def test_events_left_over_from_the_base_game_may_come_up_after_the_talks() -> None:
    """S6.8.3: the deck of 1973 is laid beneath what is left."""
    assert read(XS, era="post_paris", card=12, next_card="s1").next_card == 2001
