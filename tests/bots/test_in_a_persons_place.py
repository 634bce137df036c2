"""A flowchart mind in a person's place (as a hint asks it): whole games, every seat, every scenario, no dead end."""

import pytest

from fitl.board.factions import FACTIONS, NVA, VC
from fitl.bots.flowchart import FlowchartBot
from fitl.bots.table import NonPlayers
from fitl.game import Game
from fitl.options import GameOptions

SCENARIOS = ("short-1965", "medium-1968", "full-1964", "long-1964", "short-1967")


def played(scenario: str, seed: int, faction: int) -> Game:
    """A game of non-players in which one Faction is a person's, who does what a non-player would do."""
    others = tuple(each for each in FACTIONS if each != faction)
    game = Game.new(scenario, seed=seed, options=GameOptions(non_players=others), log=False)
    table = NonPlayers(game)
    adviser = FlowchartBot(faction)
    while game.decision is not None:
        if table.asked():
            table.play()
        else:
            game.consult(adviser.deliberate(game, game.decision))
    return game


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("scenario", ["short-1965", "short-1967"])
def test_every_seat_can_be_advised_to_the_end(scenario: str, faction: int) -> None:
    assert played(scenario, 1000 + faction, faction).outcome is not None


@pytest.mark.parametrize(
    ("scenario", "seed", "faction"),
    [
        ("short-1965", 1070, VC),
        ("full-1964", 1007, VC),  # no Resources, and the Limited Operation has no Tax to pay for a Rally
        ("medium-1968", 1000, NVA),
        ("short-1967", 1004, NVA),  # the only Attack is an Ambush, for which a person is not asked
    ],
)
def test_advice_is_legal_where_a_person_has_less_to_choose_from(scenario: str, seed: int, faction: int) -> None:
    assert played(scenario, seed, faction).outcome is not None


@pytest.mark.soak
@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_many_games_with_each_seat_advised_end(scenario: str, faction: int) -> None:
    for seed in range(2000, 2060):
        assert played(scenario, seed, faction).outcome is not None
