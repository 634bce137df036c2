"""Plays games of non-players and compares every answer, die and reason with those kept before.

    python tools/bot_answers.py --keep FILE         play 300 games and keep one hash of each
    python tools/bot_answers.py FILE                play them again and name those that differ
    python tools/bot_answers.py FILE --games 40     a quick look at the first of them
    python tools/bot_answers.py --lines 17          all of one game, to compare with the same of another checkout
    python tools/bot_answers.py --bots trung ...    the same with Trung cards

For changes to the flowcharts or the Trung cards that are to change no answer. The file is no part of the repository:
keep one before the change.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from fitl.bot_types import FLOWCHART, TRUNG
from fitl.bots.flowchart import FlowchartBot
from fitl.game import Game
from fitl.lab.players import options_for, players_of, seat_players
from fitl.naming import named
from fitl.options import GameOptions
from fitl.readings import VALUES

GAMES = 300
SCENARIOS = ("short-1965", "medium-1968", "full-1964", "long-1964", "short-1967")
FAIR, ADVISED = "flowchart:fair", "advised"
CASTS = (
    FLOWCHART,
    *(f"{faction}=random,others=flowchart" for faction in ("us", "arvn", "nva", "vc")),
    *(f"{faction}={ADVISED},others=flowchart" for faction in ("us", "arvn", "nva", "vc")),
    FAIR,
    "us=random,arvn=random,others=flowchart",
    "nva=random,vc=random,others=flowchart",
)
TRUNG_CASTS = (
    TRUNG,
    *(f"{faction}=random,others=trung" for faction in ("us", "arvn", "nva", "vc")),
    *(f"{faction}=flowchart,others=trung" for faction in ("us", "arvn", "nva", "vc")),
    "us=random,arvn=random,others=trung",
    "nva=random,vc=random,others=trung",
)
CASTS_OF = {FLOWCHART: CASTS, TRUNG: TRUNG_CASTS}
OTHER_READINGS = tuple((name, values[-1]) for name, values in VALUES.items())


class Table(NamedTuple):
    """What is played: an advised Faction is a person's who does what a non-player would do in its place."""

    scenario: str
    cast: str
    other_readings: bool
    seed: int

    @property
    def name(self) -> str:
        return f"{self.scenario}, {self.cast}, {'other' if self.other_readings else 'usual'} readings, seed {self.seed}"


def table(number: int, kind: str) -> Table:
    """Every cast comes with every scenario, and of each such pair one game in three follows the other readings."""
    casts = CASTS_OF[kind]
    turn, pair = divmod(number, len(SCENARIOS) * len(casts))
    cast, scenario = divmod(pair, len(SCENARIOS))
    return Table(SCENARIOS[scenario], casts[cast], (turn + pair) % 3 == 2, 1000 + number)


def played(wanted: Table) -> Game:
    cast = players_of(wanted.cast.replace(ADVISED, "random"), wanted.scenario)
    readings = OTHER_READINGS if wanted.other_readings else ()
    game = Game.new(wanted.scenario, seed=wanted.seed, options=options_for(cast, GameOptions(readings=readings)))
    players = seat_players(cast, wanted.seed)
    adviser: dict[int, FlowchartBot] = {}
    if ADVISED in wanted.cast:
        adviser = {seat: FlowchartBot(seat) for seat, name in enumerate(cast) if name == "random"}
    while (decision := game.decision) is not None:
        if decision.actor in adviser:
            game.consult(adviser[decision.actor].deliberate(game, decision))
        else:
            players[decision.actor].play(game, decision)
    return game


def lines(game: Game) -> Iterator[str]:
    """Every reason before the answer it belongs to, dice among the answers."""
    reasons = iter(game.reasons())
    reason = next(reasons, None)
    for at, entry in enumerate(game.entries):
        while reason is not None and reason.at <= at:
            yield f"  {reason.faction} {reason.message} {json.dumps(named(reason.params), sort_keys=True)}"
            reason = next(reasons, None)
        yield f"{at} {entry.actor} {entry.key}"


def told(number: int, kind: str) -> tuple[str, str]:
    """The name of a game and the hash of all that happened."""
    wanted = table(number, kind)
    text = "\n".join(lines(played(wanted)))
    return wanted.name, hashlib.sha256(text.encode()).hexdigest()[:16]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, help="what was kept before")
    parser.add_argument("--keep", type=Path, help="keep them there instead")
    parser.add_argument("--games", type=int, default=GAMES, help="how many")
    parser.add_argument("--lines", type=int, metavar="N", help="print all of one game")
    parser.add_argument("--bots", choices=tuple(CASTS_OF), default=FLOWCHART, help="of which kind they are")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args(arguments)
    if args.lines is not None:
        print("\n".join(lines(played(table(args.lines, args.bots)))))
        return 0
    with ProcessPoolExecutor(args.processes) as pool:
        found = list(pool.map(partial(told, kind=args.bots), range(args.games)))
    if args.keep:
        args.keep.write_text(json.dumps(dict(found), indent=1) + "\n", encoding="utf-8")
        print(f"{len(found)} games kept in {args.keep}.")
        return 0
    kept = json.loads(args.file.read_text(encoding="utf-8"))
    differing = [(number, name) for number, (name, hash_) in enumerate(found) if kept.get(name) != hash_]
    for number, name in differing:
        print(f"{number}: {name}")
    print(f"{len(differing)} of {len(found)} games differ.")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
