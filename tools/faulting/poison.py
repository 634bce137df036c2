"""Positions of every era with one thing in them that must not be there, read as an import is."""

import json
import random
import time
from typing import Any

from faulting.killed import Tick
from faulting.outcome import Outcome
from fitl.board.scenarios import SCENARIOS
from fitl.game import Game
from fitl.server.offload.jobs.import_save import answer

EACH: int = 12  # poisoned copies of one position
ANSWERS: int = 120  # at most, before a position is taken
PLAYABLE = sorted(scenario.name for scenario in SCENARIOS.values() if scenario.playable)
LONGEST: float = 2.0  # seconds of processor time for one
POISONS: tuple[Any, ...] = (
    *(None, -1, 10**30, True, 1.5, "\ud800", "x" * 100_000),
    *([], [1] * 100_000, [["a"] * 3] * 1000, {}, {"a": 1}, {str(n): n for n in range(20_000)}),
)


def poison(times: int, seed: int, tick: Tick) -> Outcome:
    """Each must be refused with a sentence, or be none the worse; nothing may take long."""
    outcome = Outcome("poisoned positions of all scenarios")
    rng = random.Random(seed)
    longest = 0.0
    while outcome.times < times and not outcome.problems:
        position = _some_position(rng)
        for _ in range(EACH):
            name, body = position["scenario"], json.dumps({"position": _poisoned(position, rng)}).encode()
            began = time.process_time()
            said = answer(body)
            took = time.process_time() - began
            longest = max(longest, took)
            what = "taken" if "brought" in said else f"refused ({said['refused'][0]})"
            outcome.kinds[f"{name}: {what}"] += 1
            if took > LONGEST:
                outcome.problems.append(f"{name}: {took:.1f} s")
            outcome.times += 1
        tick()
    outcome.remarks = f"longest {longest * 1000:.0f} ms of processor time"
    return outcome


def _some_position(rng: random.Random) -> dict[str, Any]:
    game = Game.new(rng.choice(PLAYABLE), seed=rng.randrange(1000))
    for _ in range(rng.randrange(ANSWERS)):
        if game.decision is None:
            break
        game.choose(rng.choice(game.decision.options))
    return game.position()


def _poisoned(position: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A copy in which something, however deep, is something else."""
    copy: dict[str, Any] = json.loads(json.dumps(position))
    node: Any = copy
    while True:
        place = rng.choice(list(node) if isinstance(node, dict) else range(len(node)))
        if isinstance(node[place], dict | list) and node[place] and rng.random() < 0.7:
            node = node[place]
        else:
            node[place] = rng.choice(POISONS)
            return copy
