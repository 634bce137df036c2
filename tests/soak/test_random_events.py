"""500 random games with Events favoured: everything holds after every answer, and every side of every card was played.

Takes some minutes, so `make soak-tests` runs it and `make test` does not.
"""

import os
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from fitl.board.cards import CARDS, COUP_CARDS
from fitl.board.factions import ARVN
from fitl.decisions import Decision, Option
from fitl.game import Game
from fitl.lab.invariants import check_decision, check_state
from fitl.state import MINH

GAMES = int(os.environ.get("SOAK_GAMES", "100"))  # of each scenario
SCENARIOS = ("short-1965", "medium-1968", "full-1964", "long-1964", "short-1967")
MINH_CARD = 0  # printed in the leader box, no card, but a text all the same
SIDES = [(MINH_CARD, "single"), *((number, side) for number, card in CARDS.items() for side in card.sides)]


def eager(rng: random.Random, decision: Decision) -> Option:
    """Takes Events and Pivotal Events more often than not, anything else at random."""
    if rng.random() < 0.6:
        for key in ("event", "yes"):
            option = decision.find(key)
            if option is not None and decision.kind in ("turn.action", "pivotal.play", "pivotal.trump"):
                return option
    return rng.choice(list(decision.options))


def executions(game: Game) -> Iterator[tuple[object, object]]:
    """The Events executed and the Coup cards resolved in a game."""
    for entry in game.log or ():
        if entry.message == "log.event":
            yield entry.params["card"], entry.params["side"]
        elif entry.message == "log.card" and entry.params["card"] in COUP_CARDS:
            yield entry.params["card"], "single"


@pytest.mark.soak
def test_every_side_of_every_card_is_executed_and_everything_holds() -> None:
    executed: Counter[tuple[object, object]] = Counter()
    for scenario in SCENARIOS:
        for seed in range(GAMES):
            rng = random.Random(seed)
            game = Game.new(scenario, seed=seed)
            while game.decision is not None:
                check_decision(game)
                option = eager(rng, game.decision)
                if game.state.leader == MINH and (game.decision.actor, option.key) == (ARVN, "train"):
                    executed[MINH_CARD, "single"] += 1
                game.choose(option)
                check_state(game.state)
            assert game.outcome is not None
            executed.update(executions(game))
    assert len(SIDES) == 243
    missing = [side for side in SIDES if not executed[side]]
    assert not missing, f"{len(missing)} sides were never executed: {missing}"
