"""US Posture, Anti-War and War Weary: how their markers move, and what they take off the scores (S1.9, S6.9, S7.2)."""

import pytest

from fitl.board.factions import NVA, US
from fitl.eras.fall_of_saigon.posture import add_anti_war, add_war_weary, move_posture
from fitl.rules.control import margin, victory_marker
from fitl.rules.economy import change_track
from tests.eras.fall_of_saigon.support import XS, begun
from tests.support import blank, play


@pytest.mark.parametrize(
    ("before", "steps", "after", "anti_war"),
    [(3, 1, 4, 12), (2, 2, 4, 12), (0, 9, 4, 12), (4, 1, 4, 10), (0, -1, 0, 10), (2, 1, 3, 10), (4, -1, 3, 10)],
)
def test_each_rise_of_posture_to_4_adds_2_to_anti_war(before: int, steps: int, after: int, anti_war: int) -> None:
    """S6.9.1 (F80): once, however many boxes; Posture stays within 0 to 4."""
    s = begun(XS, "after_retreat", posture=before, anti_war=10)
    assert move_posture(s, steps) == after - before
    assert (s.posture, s.anti_war) == (after, anti_war)


@pytest.mark.parametrize("era", ["", "post_paris"])
def test_posture_does_not_move_before_it_is_in_effect(era: str) -> None:
    """S5.1.1: not while the US is at War."""
    s = begun(XS, era)
    assert move_posture(s, 1) == 0
    assert (s.posture, s.anti_war) == (0, 0)


def test_black_april_has_posture_and_war_weary_and_no_anti_war() -> None:
    """S6.9: a rise to 4 adds nothing where there is no US."""
    s = begun()
    assert move_posture(s, 2) == 2
    assert add_anti_war(s, 5) == 0
    assert add_war_weary(s, 5) == 5
    assert (s.posture, s.anti_war, s.war_weary) == (4, 0, 20)


def test_anti_war_and_war_weary_never_fall_below_0() -> None:
    """S5.1.1."""
    s = begun(XS, "post_paris", anti_war=3, war_weary=3)
    assert (add_anti_war(s, -5), add_war_weary(s, -5)) == (-3, -3)
    assert (s.anti_war, s.war_weary) == (0, 0)


def test_anti_war_and_war_weary_are_taken_off_the_scores_which_stop_at_0() -> None:
    """S1.9, S7.2: so the least margins are -50 and -18."""
    s = begun(XS, "post_paris")
    us, nva = victory_marker(s, US), victory_marker(s, NVA)
    s.anti_war, s.war_weary = 4, 5
    assert (victory_marker(s, US), victory_marker(s, NVA)) == (us - 4, nva - 5)
    s.anti_war = s.war_weary = 75
    assert (margin(s, US), margin(s, NVA)) == (-50, -18)


def test_packs_and_events_by_hand_move_posture_with_all_that_it_brings() -> None:
    """S6.9.1."""
    s = begun(XS, "after_retreat", posture=2, anti_war=10)
    play(change_track(s, "posture", 2))
    assert (s.posture, s.anti_war) == (4, 12)


def test_the_base_game_has_neither_marker() -> None:
    """S1.9."""
    s = blank()
    assert (add_anti_war(s, 5), add_war_weary(s, 5), s.anti_war, s.war_weary) == (0, 0, 0, 0)
