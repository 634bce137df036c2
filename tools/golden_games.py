"""Recorded games that must replay to the same end, in tests/golden/games.

    python tools/golden_games.py            replay them all and say which differ, and where
    python tools/golden_games.py --record   play those that differ anew and keep the new ones

A rule corrected on purpose changes games: look at what the first command says, record, and commit both together.
"""

import argparse
import sys
from pathlib import Path

from fitl import journal
from fitl.game import Game, Refused
from fitl.lab.players import options_for, parse_players
from fitl.lab.simulate import play_out
from fitl.options import GameOptions

FOLDER = Path(__file__).parents[1] / "tests" / "golden" / "games"
SCENARIOS = ("short-1965", "medium-1968", "full-1964", "long-1964", "short-1967")
CASTS = (
    "random",
    "flowchart",
    "us=random,others=flowchart",
    "vc=random,others=flowchart",
    "us=flowchart,others=random",
)


def plays() -> list[tuple[str, str, str, int]]:
    """Name, scenario, cast and seed of every golden game."""
    found = []
    for scenario in SCENARIOS:
        for number, cast in enumerate(CASTS, 1):
            found.append((f"{scenario}-{number}", scenario, cast, number))
        found.append((f"{scenario}-{len(CASTS) + 1}", scenario, "random", 99))
        found.append((f"{scenario}-{len(CASTS) + 2}", scenario, "flowchart", 99))
    return found


def play(scenario: str, cast: str, seed: int) -> Game:
    players = parse_players(cast)
    game = Game.new(scenario, seed=seed, options=options_for(players, GameOptions()))
    play_out(game, players, seed)
    return game


def difference(path: Path) -> str | None:
    """Where a recorded game no longer replays as it was, None if it does."""
    try:
        read = journal.read(path)
        game = journal.replay(read)
    except (Refused, journal.JournalError) as error:
        return str(error)
    drifted = journal.drift(read, game)
    if drifted:
        return drifted[0]
    return None if game.decision is None else "the game does not end where it ended"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--record", action="store_true")
    record = parser.parse_args().record
    FOLDER.mkdir(parents=True, exist_ok=True)
    differing = 0
    for name, scenario, cast, seed in plays():
        path = FOLDER / f"{name}.jsonl"
        problem = difference(path) if path.exists() else "not recorded yet"
        if problem is None:
            continue
        differing += 1
        print(f"{name} ({cast}): {problem}")
        if record:
            journal.save(play(scenario, cast, seed), path)
    return 1 if differing and not record else 0


if __name__ == "__main__":
    sys.exit(main())
