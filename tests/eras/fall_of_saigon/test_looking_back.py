"""Looking back on the Paris Peace Talks: their table, their chapters, and what is no scene."""

from typing import Any

import pytest

from fitl.board.talks import TALKS
from fitl.eras.fall_of_saigon import paris
from fitl.game import Game
from fitl.lookback import frames
from fitl.scenes import in_talks, talks_told
from fitl.state import COUP_CARD, REDEPLOY, RESOURCES, SUPPORT, State
from fitl.view import build_view
from tests.eras.fall_of_saigon.support import XS
from tests.eras.fall_of_saigon.support import begun as later
from tests.eras.fall_of_saigon.test_paris import FULL, talking
from tests.eras.sovereign_of_discord.support import begun


def in_paris(*answers: str) -> Game:
    """Both sides have a choice there; so much has been answered."""
    game = Game(talking())
    game.begin()
    for answer in answers:
        game.choose(answer)
    return game


def test_everybody_sees_the_scores_the_cell_and_who_has_answered_what() -> None:
    """S6.8.1: 9 and 21 meet in the second row and the second column; NVA has chosen War, the US not yet."""
    game = in_paris("war")
    shown = talks_told(TALKS, game.log or [])
    assert shown is not None
    assert (shown["source"], shown["at"], shown["scores"]) == ("ours", [1, 1], {"nva": 9, "us": 21})
    assert shown["cells"][1][1] == {"nva": {"war": 10, "peace": 0}, "us": {"war": 5, "peace": -10}}
    assert shown["answers"] == {"nva": "war", "us": None}


def test_there_is_no_table_before_the_talks() -> None:
    assert talks_told(TALKS, []) is None


def test_the_table_is_known_while_the_retreats_go_on() -> None:
    """Who comes to the table in the middle of a Retreat still sees why."""
    game = in_paris("peace", "war")
    assert game.state.stage == "paris_nva_retreat"
    assert in_talks("paris_nva_retreat")
    shown = talks_told(TALKS, game.log or [])
    assert shown is not None
    assert (shown["scores"], shown["answers"]) == ({"nva": 9, "us": 21}, {"nva": "peace", "us": "war"})


def coup_round(scenario: str, **fields: Any) -> Game:
    """From a failed attempt, which asks ARVN who deserts, until somebody is asked in Paris or in a later phase."""
    game = Game(begun(scenario, card=130, stage=COUP_CARD, **fields))
    game.begin()
    while game.decision is not None and game.state.stage == COUP_CARD:
        game.choose(game.decision.options[0])
    return game


def chapters(game: Game) -> list[tuple[str, bool]]:
    found = frames(game, 0, len(game.entries))
    return [(frame["chapter"], frame["talks"] is not None) for frame in found if frame["chapter"]]


def test_the_step_in_which_the_scores_are_compared_carries_the_table() -> None:
    game = coup_round(XS, piles=(), coup_pool=(), next_card=0)
    assert game.state.stage == paris.TALKS
    assert chapters(game) == [("paris_talks", True)]


def test_an_earlier_coup_round_tells_nothing_of_paris() -> None:
    """S6.8.1: only the last Coup card of the base game brings the Talks, so no chapter opens before."""
    game = coup_round(FULL)
    assert game.state.stage in (SUPPORT, REDEPLOY)
    assert chapters(game) == []


# --- the ladder of a Coup Round -----------------------------------------------------------------------------------


def phases(s: State) -> list[str]:
    found: list[str] = build_view(s, None, 0, None, None)["phases"]
    return found


@pytest.mark.parametrize("era", ["post_paris", "us_leaving", "after_retreat"])
def test_the_round_of_the_talks_shows_them_and_no_retreat_of_the_us_alone(era: str) -> None:
    """S6.1, S6.8.1: whatever came of them, while the rest of that Round is played."""
    s = later(XS, era, card=127, stage=RESOURCES)
    assert phases(s)[:3] == ["victory", "paris_talks", "resources"]
    assert "unilateral_retreat" not in phases(s)
    s.card = 2073
    assert phases(s)[1] == ("unilateral_retreat" if era == "post_paris" else "resources")


def test_an_earlier_round_does_not_wait_for_the_talks() -> None:
    s = begun(FULL, card=127)
    assert phases(s)[:2] == ["victory", "resources"]
    s.piles, s.coup_pool = (), ()
    assert phases(s)[:3] == ["victory", "paris_talks", "resources"]
