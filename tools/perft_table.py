"""Count the decision tree from fixed positions and keep the numbers in tests/golden/perft.json.

    python tools/perft_table.py              count again and say what changed
    python tools/perft_table.py --positions  also choose the positions again, from random games

A rule corrected on purpose changes numbers: run this, look at what it says, and commit the new table with the rule.
"""

import argparse
import json
import random
from pathlib import Path

from fitl.game import Game
from fitl.lab.perft import perft

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
TABLE = GOLDEN / "perft.json"
ENOUGH = 4000  # stop deepening once a level has this many sequences
DEEPEST = 6

# Scenario, seed and how many random answers lead to the position.
ORIGINS = [
    (scenario, seed, answers)
    for scenario, many in (
        ("short-1965", (0, 90, 250, 420)),
        ("medium-1968", (0, 130, 300, 520, 700)),
        ("full-1964", (0, 60, 200, 450, 380, 1100)),
        ("long-1964", (0, 150, 350)),
        ("short-1967", (0, 100, 260, 400, 480)),
        ("four-player-1961", (0, 40, 180)),
        ("diems-war-1961", (60, 150)),
        ("prequel-1963", (90,)),
        ("black-april-1973", (6, 150)),
        ("extended-short-1972", (90, 300)),
    )
    for seed, answers in enumerate(many, 1)
]


def random_position(scenario: str, seed: int, answers: int) -> dict[str, object]:
    """The situation after this many random answers, at the last checkpoint before."""
    game = Game.new(scenario, seed=seed, log=False)
    rng = random.Random(seed)
    for _ in range(answers):
        if game.decision is None:
            break
        game.choose(rng.choice(list(game.decision.options)))
    position = game.position()
    position.pop("answers", None)
    return position


def count(position: dict[str, object]) -> list[int]:
    """Sequences of 1, 2 ... answers, until there are enough."""
    counts: list[int] = []
    for depth in range(1, DEEPEST + 1):
        counts = perft(Game.from_position(position, log=False), depth)[1:]
        if not counts[-1] or counts[-1] > ENOUGH:
            break
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", action="store_true", help="choose the positions anew")
    folder = GOLDEN / "positions"
    folder.mkdir(parents=True, exist_ok=True)
    if parser.parse_args().positions:
        for scenario, seed, answers in ORIGINS:
            position = random_position(scenario, seed, answers)
            (folder / f"{scenario}-{answers:04}.json").write_text(json.dumps(position, indent=1) + "\n")
    before = json.loads(TABLE.read_text()) if TABLE.exists() else {}
    after = {path.stem: count(json.loads(path.read_text())) for path in sorted(folder.glob("*.json"))}
    for name, counts in after.items():
        if before.get(name) != counts:
            print(f"{name}: {before.get(name)} -> {counts}")
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(counts)}" for name, counts in after.items())
    TABLE.write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()
