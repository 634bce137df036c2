"""Mutation testing of the rules and the expansions: does some test fail for every small fault put into them?

    python tools/mutation.py                 try the fixed samples and write docs/mutation.md
    python tools/mutation.py --sample 1200   try more mutants of each part (the rules, the eras, their cards)
    python tools/mutation.py --jobs 4        try several at a time
    python tools/mutation.py --module fitl.rules.removal --sample 0    every mutant of one module, without the page

Each mutant runs in a process of its own, forked from this one, against the tests of its module (mutation_tests.py); if
these do not notice it, against the recorded games; and if these do not either, against all tests of the expansions and,
for a fault of the rules, of the rules and the Events. A mutant nobody notices survives: a test is missing, or the fault
changes nothing. Those examined are in tools/mutation_survivors.toml.
"""

import argparse
import contextlib
import io
import os
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
sys.path.insert(0, str(ROOT))

from mutants import Mutant, infect, mutants_of, source_of  # noqa: E402
from mutation_tests import (  # noqa: E402
    PARTS,
    Part,
    is_game_of_an_expansion,
    is_of_an_expansion,
    modules,
    modules_of,
    other_tests,
    own_tests,
)

from fitl import journal  # noqa: E402
from fitl.refusals import Refused  # noqa: E402

PAGE = ROOT / "docs" / "mutation.md"
EXAMINED = ROOT / "tools" / "mutation_survivors.toml"

OWN, RECORDED, OTHERS, SURVIVED = "own tests", "recorded games", "other tests", "survived"
EXIT = {OWN: 11, RECORDED: 12, OTHERS: 13, SURVIVED: 14}
VERDICTS = {code: verdict for verdict, code in EXIT.items()}

# Seconds of processor time, several times what is needed: a mutant that takes longer goes in circles and is noticed.
LONGEST = {OWN: 10, RECORDED: 40, OTHERS: 160}


def sampled(mutants: list[Mutant], most: int) -> list[Mutant]:
    """A fixed random sample, in the order of the code; 0 means all."""
    chosen = set(sorted(mutants, key=lambda mutant: mutant.rank)[:most] if most else mutants)
    return [mutant for mutant in mutants if mutant in chosen]


# --- trying a mutant ----------------------------------------------------------------------------------------------


def tests_fail(tests: list[str], *more: str) -> bool:
    options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", "--tb=no", *more]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return pytest.main([*options, *tests]) != 0


class Recorded(NamedTuple):
    """A recorded game."""

    of_an_expansion: bool
    read: journal.Journal


def recorded_games() -> list[Recorded]:
    paths = sorted((ROOT / "tests" / "golden" / "games").glob("*.jsonl"))
    return [Recorded(is_game_of_an_expansion(path), journal.read(path)) for path in paths]


def recorded_games_differ(games: list[journal.Journal]) -> bool:
    try:
        for read in games:
            game = journal.replay(read)
            if journal.drift(read, game) or game.decision is not None:
                return True
    except Refused:
        return True
    return False


def judge(mutant: Mutant, games: list[Recorded]) -> str:
    """Who notices the mutant; in a process that ends afterwards."""
    infect(mutant)
    of_an_expansion = is_of_an_expansion(mutant.module)
    own = own_tests(mutant.module)
    try:
        allow(OWN)
        if own and tests_fail(own):
            return OWN
        allow(RECORDED)
        if recorded_games_differ([game.read for game in games if game.of_an_expansion or not of_an_expansion]):
            return RECORDED
        allow(OTHERS)
        return OTHERS if tests_fail(other_tests(mutant.module)) else SURVIVED
    except BaseException:  # a fault may raise anything where a recorded game meets it
        return RECORDED


def allow(step: str) -> None:
    """So much time for the next step; the signal ends the process."""
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST[step])


def in_a_process_of_its_own(judgement: Callable[[], str]) -> str:
    child = os.fork()
    if child == 0:
        code = 1  # a failure of this tool, which is no verdict
        try:
            code = EXIT[judgement()]
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return OTHERS
    return VERDICTS[os.waitstatus_to_exitcode(status)]


def try_mutant(mutant: Mutant, games: list[Recorded]) -> str:
    return in_a_process_of_its_own(partial(judge, mutant, games))


# --- the page -----------------------------------------------------------------------------------------------------


class Verdict(NamedTuple):
    mutant: Mutant
    noticed: str


def examined() -> dict[str, str]:
    if not EXAMINED.exists():
        return {}
    listed = tomllib.loads(EXAMINED.read_text(encoding="utf-8"))["survivor"]
    return {each["mutant"]: each["why"] for each in listed}


def page(verdicts: list[Verdict], there_are: int) -> str:
    """The result of the samples of all parts, of this many faults."""
    arguments = examined()
    survivors = [verdict.mutant for verdict in verdicts if verdict.noticed == SURVIVED]
    argued = [mutant for mutant in survivors if mutant.name in arguments]
    killed = len(verdicts) - len(survivors)
    lines = [
        "# Mutation testing",
        "",
        "<!-- Written by `make mutation` (tools/mutation.py). -->",
        "",
        "One small fault at a time is put into the rules and the expansions (a comparison, a sum, a number, a",
        "condition, a statement left out) and the tests run: a fault that none of them notices shows a missing test,",
        f"or changes nothing. The samples are fixed: {len(verdicts)} of the {there_are} faults that `tools/mutants.py`",
        "knows. Lines of the story, assertions and messages are left alone.",
        "",
        f"**{killed} of {len(verdicts)} noticed ({100 * killed / len(verdicts):.1f} %)**; of the"
        f" {len(survivors)} others {len(argued)} change nothing that can be observed, as argued below:"
        f" {100 * killed / max(1, len(verdicts) - len(argued)):.1f} % of the real faults are noticed.",
    ]
    for part in PARTS:
        lines += ["", f"## {part.name}", *_table(part, verdicts)]
    lines += ["", "## Survivors", ""]
    for mutant in survivors:
        lines.append(f"- `{mutant.name}`: {arguments.get(mutant.name, 'not examined yet')}")
    if not survivors:
        lines.append("None.")
    return "\n".join(lines) + "\n"


def _table(part: Part, verdicts: list[Verdict]) -> list[str]:
    """A line for each module of a part, and one for all of them."""
    lines = [
        "",
        "| module | mutants | by its own tests | by recorded games | by other tests | survived |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    names = modules_of(part)
    for module in (*names, "all"):
        judged = names if module == "all" else [module]
        here = Counter(verdict.noticed for verdict in verdicts if verdict.mutant.module in judged)
        if here:
            counts = " | ".join(str(here[who]) for who in (OWN, RECORDED, OTHERS, SURVIVED))
            name = "all" if module == "all" else f"`{module.removeprefix('fitl.')}`"
            lines.append(f"| {name} | {here.total()} | {counts} |")
    return lines


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    only = "only this module (fitl.rules.menu); may be given again; no page is written"
    parser.add_argument("--module", action="append", choices=modules(), metavar="MODULE", help=only)
    parser.add_argument("--function", help="only this function of it")
    usual = ", ".join(f"{part.sample} of {part.name.lower()}" for part in PARTS)
    parser.add_argument("--sample", type=int, help=f"how many mutants of each part ({usual}), 0 for all")
    parser.add_argument("--jobs", type=int, default=1, help="how many mutants at a time (%(default)s)")
    parser.add_argument("--survivors", action="store_true", help="only those of the sample that the page lists")
    args = parser.parse_args(arguments)
    for name in modules():
        source_of(name)  # imports it, too
    wanted = args.module or modules()
    judges = {tuple(sorted({path for name in wanted for path in own_tests(name)}))}
    judges |= {tuple(other_tests(name)) for name in wanted}
    for tests in judges:
        tests_fail([*tests], "--collect-only")  # imports them here, once for all mutants
    games = recorded_games()
    for tests in judges:
        if in_a_process_of_its_own(lambda tests=tests: OTHERS if tests_fail([*tests]) else SURVIVED) != SURVIVED:
            sys.exit("The tests fail without any fault, so they cannot tell anything about faults: " + " ".join(tests))
    there_are = 0
    chosen: list[Mutant] = []
    for part in PARTS:
        mutants = [mutant for name in modules_of(part) if name in wanted for mutant in mutants_of(name)]
        there_are += len(mutants)
        chosen += sampled(mutants, part.sample if args.sample is None else args.sample)
    if args.function:
        chosen = [mutant for mutant in chosen if mutant.function == args.function]
    if args.survivors:
        listed = PAGE.read_text(encoding="utf-8")
        chosen = [mutant for mutant in chosen if f"`{mutant.name}`" in listed]
    begun = time.monotonic()
    verdicts = []
    with ThreadPoolExecutor(args.jobs) as pool:
        for mutant, noticed in zip(chosen, pool.map(partial(try_mutant, games=games), chosen), strict=True):
            verdicts.append(Verdict(mutant, noticed))
            if noticed == SURVIVED or sys.stderr.isatty():
                place = f"{len(verdicts)}/{len(chosen)}"
                print(f"{place} {noticed}: {mutant.name} (line {mutant.line})", flush=True)
    print(f"{len(chosen)} mutants in {time.monotonic() - begun:.0f} s")
    if not args.module and not args.survivors and not args.function:
        PAGE.write_text(page(verdicts, there_are), encoding="utf-8")
    unexplained = [v for v in verdicts if v.noticed == SURVIVED and v.mutant.name not in examined()]
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
