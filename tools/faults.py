"""Causes faults many times while people play, and counts lost answers: there must be none.

    python tools/faults.py
    python tools/faults.py --only kill disk --kills 20

Most are made while two people and two non-players play at every table. Afterwards every answer that was acknowledged
must be in the stored journal, the journal must replay to its hashes, play must go on at the server, and every stored
game must be playable to its end. Prints the tables of docs/faults.md; ends with status 1 if anything was lost or wrong.
"""

import argparse
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from faulting import (  # noqa: E402  (the path must be set first)
    asking,
    bombs,
    bots,
    clock,
    crowds,
    disk,
    doors,
    floods,
    forging,
    killed,
    poison,
    races,
    wire,
)
from faulting.outcome import Attack, Outcome, Skipped, attacks_table, kinds_table, table  # noqa: E402

from fitl.lab.bombs import BOMBS  # noqa: E402

log = logging.getLogger(__name__)


class Fault(NamedTuple):
    """One line of the table to be."""

    name: str  # for --only
    number: str  # the argument that says how often
    share: int  # one in this many of these
    make: Callable[[int, int, killed.Tick], Outcome]  # how often, the seed, and what to call after each


COUNTS = {
    "kills": (224, "how often the server is killed, half of them on each kind of database"),
    "stops": (20, "how often PostgreSQL is stopped"),
    "fills": (24, "how often the disk is full, half of them in each of two ways"),
    "cuts": (400, "how many connections are cut, half of them on each kind of database"),
    "races": (500, "how many pairs of answers are sent at once"),
    "leaps": (24, "how often the clock leaps"),
    "bombs": (120, "how many saved games made to wear out the server are fired at it, half on each kind of database"),
    "explained": (60, "how many saved games with far too many reasons of non-players are imported, half on each"),
    "asked": (400, "how many hints, looks back and exports strangers ask for, half on each kind of database"),
    "thoughts": (200, "how often strangers look after their games of thinkers, half on each kind of database"),
    "bots": (400, "how often strangers create or look at games of bots alone, half on each kind of database"),
    "doors": (1_200, "how many half-sent requests come from 32 addresses, half on each kind of database"),
    "starved": (120, "how many imports there are, some half-sent, half on each kind of database"),
    "floods": (6_000, "how many requests one address sends as fast as it can, half on each kind of database"),
    "poisons": (2_400, "how many poisoned positions are read"),
    "strangers": (1200, "how many half-sent requests there are, half of them on each kind of database"),
    "forgeries": (120_000, "how many forged requests are sent"),
}
FAULTS = (
    Fault("kill", "kills", 2, partial(killed.kill_server, "SQLite")),
    Fault("kill", "kills", 2, partial(killed.kill_server, "PostgreSQL")),
    Fault("database", "stops", 1, killed.stop_database),
    Fault("disk", "fills", 2, disk.full_disk),
    Fault("disk", "fills", 2, disk.files_may_not_grow),
    Fault("cut", "cuts", 2, partial(wire.cut_connections, "SQLite")),
    Fault("cut", "cuts", 2, partial(wire.cut_connections, "PostgreSQL")),
    Fault("race", "races", 1, races.race),
    Fault("clock", "leaps", 1, clock.jump_clock),
    Fault("bombs", "bombs", 2, partial(bombs.fire, "SQLite", 1)),
    Fault("bombs", "bombs", 2, partial(bombs.fire, "PostgreSQL", 2)),
    Fault("reasons", "explained", 2, partial(bombs.explain_much, "SQLite", 1)),
    Fault("reasons", "explained", 2, partial(bombs.explain_much, "PostgreSQL", 2)),
    Fault("ask", "asked", 2, partial(asking.ask_for_much, "SQLite", 1)),
    Fault("ask", "asked", 2, partial(asking.ask_for_much, "PostgreSQL", 2)),
    Fault("think", "thoughts", 2, partial(asking.have_much_thought, "SQLite", 1)),
    Fault("think", "thoughts", 2, partial(asking.have_much_thought, "PostgreSQL", 2)),
    Fault("bots", "bots", 2, partial(bots.play_much, "SQLite", 1)),
    Fault("bots", "bots", 2, partial(bots.play_much, "PostgreSQL", 2)),
    Fault("doors", "doors", 2, partial(doors.take_doors, "SQLite", 1)),
    Fault("doors", "doors", 2, partial(doors.take_doors, "PostgreSQL", 2)),
    Fault("starve", "starved", 2, partial(doors.starve_imports, "SQLite", 1)),
    Fault("starve", "starved", 2, partial(doors.starve_imports, "PostgreSQL", 2)),
    Fault("flood", "floods", 2, partial(floods.flood, "SQLite", 1)),
    Fault("flood", "floods", 2, partial(floods.flood, "PostgreSQL", 2)),
    Fault("poison", "poisons", 1, poison.poison),
    Fault("crowd", "strangers", 2, partial(crowds.half_said, "SQLite")),
    Fault("crowd", "strangers", 2, partial(crowds.half_said, "PostgreSQL")),
    Fault("forge", "forgeries", 2, partial(forging.forge, 1)),
    Fault("forge", "forgeries", 2, partial(forging.forge, 2)),
)


ATTACKS = {
    "bombs": Attack(
        f"saved games made to wear the server out: {len(BOMBS)} kinds (keys of 100,000 parts, 25,000 cards, the "
        "largest pack, nested lists, situations and reasons, gzip, dice and lines that take back, transfers, "
        "answers, long games and turns by hand, positions; `lab/bombs.py`)",
        "refused with a sentence that says what there is too much of, or taken; no fault",
        "`test_bounds.py`",
    ),
    "reasons": Attack(
        "saved games with reasons of non-players that are many, large, nested or damaged: "
        f"{len(bombs.REASONS)} kinds, each looked at after its import",
        "left out or refused; memory stays bounded",
        "`test_bounds.py`, `test_imports.py`",
    ),
    "ask": Attack(
        "hints, looks back, forecasts, statistics, exports of the longest games and turns, again and again",
        "answered, or told to try again; no fault",
        "`test_offload.py`",
    ),
    "think": Attack(
        f"{asking.TABLES} games of deep thinkers from one address",
        "the thinker of another is the next to think",
        "`test_thinking.py`",
    ),
    "bots": Attack(
        f"{bots.GAMES} games of bots alone from {bots.ADDRESSES} addresses",
        "played behind people, in turn by address",
        "`test_bots_apart.py`",
    ),
    "doors": Attack(
        "as many connections as 32 addresses may have, together all that there are",
        "others got in",
        "`test_connections.py`",
    ),
    "starve": Attack(
        "half-sent imports of many addresses, and costly ones of one as fast as they go",
        "an import of somebody else was read each time",
        "`test_imports.py`",
    ),
    "flood": Attack(
        "looks, answers, take-backs, chat, lists, pages and files from one address as fast as they go",
        "answered within its bounds, beyond told to be slower; nobody else is refused",
        "`test_refusals.py`",
    ),
    "poison": Attack(
        "positions of all fourteen scenarios with something in them that must not be there",
        "refused with a sentence that says where, or taken if it changed nothing that matters",
        "`test_position.py`",
    ),
    "crowd": Attack(
        "half-sent requests: no byte, half a line, half a header, half a body, half of the chunks, bytes of TLS",
        "ended after their deadline; people played on, and no answer was lost",
        "`test_connections.py`",
    ),
}


class Progress:
    """Tells on standard error how far a fault has come."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._done = 0
        self._began = time.monotonic()
        self._tty = sys.stderr.isatty()

    def __call__(self) -> None:
        self._done += 1
        if self._tty:
            print(f"\r{self._name}: {self._done}", end="", file=sys.stderr, flush=True)

    def end(self, how: str) -> None:
        lead = "\r" if self._tty else ""
        print(f"{lead}{self._name}: {how}, {time.monotonic() - self._began:.0f} s", file=sys.stderr, flush=True)


def made(fault: Fault, times: int, seed: int) -> Outcome | None:
    """The result of a fault; None if it cannot be made here."""
    progress = Progress(fault.name)
    try:
        outcome = fault.make(times, seed, progress)
    except (Skipped, pytest.skip.Exception) as reason:
        progress.end(f"skipped ({reason})")
        return None
    except Exception as error:
        log.exception("%s could not be made to its end", fault.name)
        outcome = Outcome(fault.name, problems=[repr(error)])
    progress.end(
        f"{outcome.fault}, {'well' if outcome.good else 'NOT WELL'} ({outcome.times:,} times; {outcome.remarks})"
    )
    for problem in outcome.problems:
        print(f"  {problem}", file=sys.stderr)
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, (count, words) in COUNTS.items():
        parser.add_argument(f"--{name}", type=int, default=count, help=f"{words} ({count:,})")
    parser.add_argument("--only", nargs="+", choices=sorted({fault.name for fault in FAULTS}), help="only these faults")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    logging.disable(logging.WARNING)  # that requests were refused is in the table
    found: list[tuple[str, Outcome]] = []
    try:
        for fault in FAULTS:
            if args.only and fault.name not in args.only:
                continue
            outcome = made(fault, max(1, getattr(args, fault.number) // fault.share), args.seed)
            if outcome is not None:
                found.append((fault.name, outcome))
    except KeyboardInterrupt:
        print("Interrupted; what was made to its end:", file=sys.stderr)
    report(found)
    return 0 if all(outcome.good for _, outcome in found) else 1


def report(found: list[tuple[str, Outcome]]) -> None:
    """Print the tables of docs/faults.md: faults, kinds of forged requests, attacks; then what else was counted."""
    print(table([outcome for name, outcome in found if name not in ATTACKS]))
    forged = sum((outcome.kinds for name, outcome in found if name == "forge"), Counter())
    if forged:
        print(f"\n{kinds_table(forged)}")
    attacks = [(name, attack, [each for other, each in found if other == name]) for name, attack in ATTACKS.items()]
    print(f"\n{attacks_table([attack for attack in attacks if attack[2]])}")
    for name, outcome in found:
        if name in ATTACKS and outcome.kinds:
            print(f"\n{outcome.fault}\n\n{kinds_table(outcome.kinds)}")


if __name__ == "__main__":
    raise SystemExit(main())
