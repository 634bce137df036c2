"""Mutation testing of rules, expansions, non-players, server and page: does a test fail for every small fault?

    python tools/mutation.py                 try the fixed samples and write docs/mutation.md
    python tools/mutation.py --part server   only one part: its section of the report is rewritten
    python tools/mutation.py --sample 1200   try more mutants of each part
    python tools/mutation.py --jobs 4        try several at a time
    python tools/mutation.py --module fitl.rules.removal --sample 0    every mutant of one module, without the page

Each mutant runs in a process of its own, forked from this one, against the tests of its module (mutation_tests.py); if
these do not notice it, against the recorded games (faults of the rules alone); and if these do not either, against
more tests of its layer. A mutant nobody notices survives: a test is missing, or the fault changes nothing. Those
examined are in tools/mutation_survivors.toml. Mutants of the page's models are tried by tools/page/mutation.mjs (Node).
"""

import argparse
import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
sys.path.insert(0, str(ROOT))

from mutants import Mutant, infect, mutants_of  # noqa: E402
from mutation_tests import (  # noqa: E402
    PAGE,
    PARTS,
    Part,
    has_recorded_games,
    is_game_of_an_expansion,
    is_of_an_expansion,
    is_of_the_server,
    modules,
    modules_of,
    other_tests,
    own_tests,
)

from fitl import journal  # noqa: E402
from fitl.refusals import Refused  # noqa: E402

REPORT = ROOT / "docs" / "mutation.md"
PAGE_MUTATION = ROOT / "tools" / "page" / "mutation.mjs"
EXAMINED = ROOT / "tools" / "mutation_survivors.toml"

OWN, RECORDED, OTHERS, SURVIVED = "own tests", "recorded games", "other tests", "survived"
EXIT = {OWN: 11, RECORDED: 12, OTHERS: 13, SURVIVED: 14}
KEYS = dict(zip(("rules", "eras", "cards", "bots", "server", "page"), (*PARTS, PAGE), strict=True))
VERDICTS = {code: verdict for verdict, code in EXIT.items()}

# Seconds of processor time, several times what is needed: a mutant that takes longer goes in circles and is noticed.
LONGEST = {OWN: 10, RECORDED: 40, OTHERS: 160}
SLOWER = 10  # the server's tests take that many times as long


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
        slower = SLOWER if is_of_the_server(mutant.module) else 1
        allow(OWN, slower)
        if own and tests_fail(own):
            return OWN
        allow(RECORDED, slower)
        if has_recorded_games(mutant.module) and recorded_games_differ(
            [game.read for game in games if game.of_an_expansion or not of_an_expansion]
        ):
            return RECORDED
        allow(OTHERS, slower)
        return OTHERS if tests_fail(other_tests(mutant.module)) else SURVIVED
    except BaseException:  # a fault may raise anything where a recorded game meets it
        return RECORDED


def allow(step: str, slower: int) -> None:
    """So much time for the next step; the signal ends the process."""
    signal.setitimer(signal.ITIMER_VIRTUAL, slower * LONGEST[step])


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


# --- the report ---------------------------------------------------------------------------------------------------

INTRODUCTION = """# Mutation testing

<!-- Written by `make mutation` (tools/mutation.py). -->

One small fault at a time is put into the program (a comparison, a sum, a number, a condition, a statement
left out) and the tests run: a fault that none of them notices shows a missing test, or changes nothing.
Each part has a fixed sample of the faults that `tools/mutants.py` and `tools/page/mutation.mjs` know.
Lines of the story, assertions and messages are left alone. Parts can be run on different days
(`make mutation ARGS='--part server'`).
"""


class Verdict(NamedTuple):
    module: str
    name: str  # of the mutant
    noticed: str


def examined() -> dict[str, str]:
    if not EXAMINED.exists():
        return {}
    listed = tomllib.loads(EXAMINED.read_text(encoding="utf-8"))["survivor"]
    return {each["mutant"]: each["why"] for each in listed}


def section(part: Part, verdicts: list[Verdict], there_are: int) -> str:
    """The result of the sample of one part, of this many faults."""
    arguments = examined()
    survivors = [verdict.name for verdict in verdicts if verdict.noticed == SURVIVED]
    argued = [name for name in survivors if name in arguments]
    killed = len(verdicts) - len(survivors)
    lines = [
        f"## {part.name}",
        "",
        f"Sample: {len(verdicts)} of {there_are} faults. **{killed} of {len(verdicts)} noticed"
        f" ({100 * killed / len(verdicts):.1f} %)**; of the {len(survivors)} others {len(argued)} change nothing that",
        f"can be observed, as argued below: {100 * killed / max(1, len(verdicts) - len(argued)):.1f} % of the real"
        " faults are noticed.",
        "",
        "| module | mutants | by its own tests | by recorded games | by other tests | survived |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for module in [*dict.fromkeys(verdict.module for verdict in verdicts), "all"]:
        here = Counter(verdict.noticed for verdict in verdicts if module in (verdict.module, "all"))
        counts = " | ".join(str(here[who]) for who in (OWN, RECORDED, OTHERS, SURVIVED))
        name = "all" if module == "all" else f"`{module.removeprefix('fitl.')}`"
        lines.append(f"| {name} | {here.total()} | {counts} |")
    if survivors:
        lines += ["", *(f"- `{name}`: {arguments.get(name, 'not examined yet')}" for name in survivors)]
    return "\n".join(lines) + "\n"


def written(before: str, part: Part, told: str) -> str:
    """The report with one section rewritten; the sections are in the order of the parts."""
    sections = {each.split("\n", 1)[0]: each for each in re.split(r"^## ", before, flags=re.MULTILINE)[1:]}
    sections[part.name] = told.removeprefix("## ")
    found = [sections[each.name].strip() for each in (*PARTS, PAGE) if each.name in sections]
    return INTRODUCTION + "".join(f"\n## {each}\n" for each in found)


# --- the parts ----------------------------------------------------------------------------------------------------


def try_page(sample: int, jobs: int) -> tuple[list[Verdict], int]:
    """What became of the mutants of the page's models, and how many there are."""
    command = ["node", str(PAGE_MUTATION), "--sample", str(sample), "--jobs", str(jobs)]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    told = [json.loads(line) for line in lines]
    verdicts = [Verdict(each["module"], each["name"], each["noticed"]) for each in told[1:]]
    return sorted(verdicts, key=lambda verdict: verdict.module), told[0]["there_are"]


def try_all(chosen: list[Mutant], jobs: int) -> list[Verdict]:
    """What becomes of these mutants."""
    names = dict.fromkeys(mutant.module for mutant in chosen)
    judges = {tuple(other_tests(name)) for name in names} | {judges_of(names)}
    for tests in judges:
        tests_fail([*tests], "--collect-only")  # imports them here, once for all mutants
    games = recorded_games() if any(map(has_recorded_games, names)) else []
    for tests in judges:
        if in_a_process_of_its_own(lambda tests=tests: OTHERS if tests_fail([*tests]) else SURVIVED) != SURVIVED:
            sys.exit("The tests fail without any fault, so they cannot tell anything about faults: " + " ".join(tests))
    verdicts = []
    with ThreadPoolExecutor(jobs) as pool:
        for mutant, noticed in zip(chosen, pool.map(partial(try_mutant, games=games), chosen), strict=True):
            verdicts.append(Verdict(mutant.module, mutant.name, noticed))
            if noticed == SURVIVED or sys.stderr.isatty():
                place = f"{len(verdicts)}/{len(chosen)}"
                print(f"{place} {noticed}: {mutant.name} (line {mutant.line})", flush=True)
    return verdicts


def judges_of(names: Iterable[str]) -> tuple[str, ...]:
    """The tests of all these modules together, as words of a command line of pytest."""
    words = [word for name in names for word in own_tests(name)]
    paths = sorted({word for word in words if word.startswith(str(ROOT))})
    return (*paths, *dict.fromkeys(word for word in words if word not in paths))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--part", action="append", choices=sorted(KEYS), help="only this part; may be given again")
    only = "only this module (fitl.rules.menu); may be given again; no page is written"
    parser.add_argument("--module", action="append", choices=modules(), metavar="MODULE", help=only)
    parser.add_argument("--function", help="only this function of it")
    usual = ", ".join(f"{part.sample} of {part.name.lower()}" for part in KEYS.values())
    parser.add_argument("--sample", type=int, help=f"how many mutants of each part ({usual}), 0 for all")
    parser.add_argument("--jobs", type=int, default=1, help="how many mutants at a time (%(default)s)")
    parser.add_argument("--survivors", action="store_true", help="only those of the sample that the page lists")
    args = parser.parse_args(arguments)
    some = args.module or args.survivors or args.function
    begun = time.monotonic()
    found: list[Verdict] = []
    for key, part in KEYS.items():
        if args.part and key not in args.part:
            continue
        sample = part.sample if args.sample is None else args.sample
        if part is PAGE:
            verdicts, there_are = ([], 0) if some else try_page(sample, args.jobs)
        else:
            names = [name for name in modules_of(part) if not args.module or name in args.module]
            mutants = [mutant for name in names for mutant in mutants_of(name)]
            verdicts, there_are = try_all(chosen_of(sampled(mutants, sample), args), args.jobs), len(mutants)
        found += verdicts
        if verdicts and not some:
            before = REPORT.read_text(encoding="utf-8")
            REPORT.write_text(written(before, part, section(part, verdicts, there_are)), encoding="utf-8")
    print(f"{len(found)} mutants in {time.monotonic() - begun:.0f} s")
    unexplained = [verdict for verdict in found if verdict.noticed == SURVIVED and verdict.name not in examined()]
    return 1 if unexplained else 0


def chosen_of(mutants: list[Mutant], args: argparse.Namespace) -> list[Mutant]:
    """Those that the command line asks for."""
    if args.function:
        mutants = [mutant for mutant in mutants if mutant.function == args.function]
    if args.survivors:
        listed = REPORT.read_text(encoding="utf-8")
        mutants = [mutant for mutant in mutants if f"`{mutant.name}`" in listed]
    return mutants


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
