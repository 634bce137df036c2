"""What a position leaves out is derived where it can be, and what contradicts itself is refused."""

from typing import Any

import pytest

from fitl.compose import STAGE_IDS
from fitl.game import Game
from fitl.position import PositionError

FULL: dict[str, Any] = {"fitl": 1, "scenario": "full-1964"}
COUP_STAGES = ("coup_card", "victory", "resources", "support", "redeploy", "commitment", "reset")


@pytest.mark.parametrize("stage", COUP_STAGES)
def test_every_stage_of_a_coup_round_can_be_set_up_without_piles(stage: str) -> None:
    assert stage in STAGE_IDS
    game = Game.from_position(FULL | {"stage": stage, "card": 127, "next_card": 12})
    assert game.decision is not None
    first = game.checkpoints[0].state
    assert first.piles[0].coup == 0
    assert 127 not in first.coup_pool
    assert sum(pile.coup == -1 for pile in first.piles) == 5


@pytest.mark.parametrize(("card", "stage"), [(12, "turn"), (127, "coup_card")])
def test_the_stage_follows_from_the_card(card: int, stage: str) -> None:
    game = Game.from_position(FULL | {"card": card, "next_card": 13})
    assert game.checkpoints[0].state.stage == stage
    assert game.checkpoints[0].state.card == card


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({"stage": "set_up", "card": 12, "next_card": 13}, "leave them out"),
        ({"next_card": 13}, "leave them out"),
        ({"stage": "turn", "card": 127, "next_card": 13}, "127 is a Coup card"),
        ({"stage": "support", "card": 12, "next_card": 13}, "12 is not a Coup card"),
    ],
)
def test_a_stage_that_its_card_cannot_have_is_refused(found: dict[str, Any], said: str) -> None:
    with pytest.raises(PositionError, match=said):
        Game.from_position(FULL | found)


def test_monsoon_can_be_set_up_without_piles() -> None:
    game = Game.from_position(FULL | {"stage": "turn", "card": 12, "next_card": 125})
    assert game.view(log=False)["monsoon"]


def test_piles_behind_the_last_coup_card_are_gone() -> None:
    position = FULL | {"stage": "turn", "card": 12, "next_card": 13, "played": [125, 126], "leader_box": [125, 126]}
    s = Game.from_position(position).checkpoints[0].state
    whole = Game.new("full-1964").checkpoints[0].state.piles
    assert s.piles == (whole[1]._replace(coup=0), *whole[2:])
    assert s.coup_rounds == 2


def test_the_coup_card_of_a_pile_that_names_it_is_taken_from_that_pile() -> None:
    tet = {"fitl": 1, "scenario": "short-1967", "stage": "coup_card", "card": 124, "next_card": 12}
    whole = Game.new("short-1967").checkpoints[0].state.piles
    piles = Game.from_position(tet).checkpoints[0].state.piles
    named = next(i for i, pile in enumerate(whole) if pile.coup == 124)
    assert piles == (whole[named]._replace(coup=0), *whole[named + 1 :])


def test_a_leader_in_the_box_is_not_to_come() -> None:
    position = FULL | {"stage": "turn", "card": 12, "next_card": 13, "leader": 128, "leader_box": [128]}
    s = Game.from_position(position).checkpoints[0].state
    assert 128 not in s.coup_pool
    with pytest.raises(PositionError, match="card 128 lies in the leader_box"):
        Game.from_position(position | {"coups_to_come": [125, 126, 127, 128, 129, 130]})


def test_an_empty_board_is_one_key() -> None:
    view = Game.from_position(FULL | {"board": "empty"}).view(log=False)
    assert not any(space["pieces"] for space in view["spaces"].values())
    assert view["boxes"]["casualties"] == view["boxes"]["out_of_play"] == {}
    assert view["boxes"]["available"]["us_troops"] == 40
    some = FULL | {"board": "empty", "spaces": {"hue": {"pieces": {"us_troops": 2}}}, "out_of_play": {"us_troops": 3}}
    view = Game.from_position(some).view(log=False)
    assert view["boxes"]["available"]["us_troops"] == 35
    with pytest.raises(PositionError, match="set_up, empty, not 'bare'"):
        Game.from_position(FULL | {"board": "bare"})
