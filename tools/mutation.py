"""Mutation testing of the rules: does some test fail for every small fault put into them?

    python tools/mutation.py                 try the fixed sample and write docs/mutation.md
    python tools/mutation.py --sample 1200   try more mutants
    python tools/mutation.py --jobs 4        try several at a time
    python tools/mutation.py --module fitl.rules.removal --sample 0    every mutant of one module, without the page

Each mutant runs in a process of its own, forked from this one, against the tests of its module; if these do not notice
it, against the recorded games; and if these do not either, against all tests of the rules and the Events. A mutant
nobody notices survives: a test is missing, or the fault changes nothing. Those examined are in
tools/mutation_survivors.toml.
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

from fitl import journal  # noqa: E402
from fitl.refusals import Refused  # noqa: E402

PAGE = ROOT / "docs" / "mutation.md"
EXAMINED = ROOT / "tools" / "mutation_survivors.toml"
SAMPLE = 900

OWN, RECORDED, OTHERS, SURVIVED = "own tests", "recorded games", "other tests", "survived"
EXIT = {OWN: 11, RECORDED: 12, OTHERS: 13, SURVIVED: 14}
VERDICTS = {code: verdict for verdict, code in EXIT.items()}

# Seconds of processor time, several times what is needed: a mutant that takes longer goes in circles and is noticed.
LONGEST = {OWN: 10, RECORDED: 20, OTHERS: 80}

# Tests of a module that are not just those of its name; in tests/rules unless a folder of tests is named.
OWN_TESTS = {
    "cards": ("pivotal", "rulings", "cli/idle_events", "events/by_hand"),
    "control": ("control", "victory", "forces"),
    "coup_card": ("coup_card", "coup_round", "events/cards_coups"),
    "deception": ("deception", "victory"),
    "economy": ("economy", "resources"),
    "forces": ("forces", "basics", "control", "rally", "train"),
    "menu": ("basics", "sequence", "attack", "ambush", "march", "rally", "assault"),
    "movement": ("sweep", "march", "patrol"),
    "operation": ("sequence", "train", "sweep", "march", "attack", "air_strike", "advise", "tax"),
    "pacification": ("support", "train", "rally"),
    "removal": ("removal", "assault", "attack", "bombard", "air_strike", "ambush"),
    "sequence": ("sequence", "pivotal", "rulings", "deception"),
    "setup": ("setup", "board/scenarios", "bots/victory_solo", "./game", "deck"),
    "victory": ("victory", "deception", "bots/victory_solo"),
}


def modules() -> list[str]:
    """Every module of the rules."""
    paths = sorted((ROOT / "src" / "fitl" / "rules").rglob("[a-z]*.py"))
    return [".".join(path.relative_to(ROOT / "src").with_suffix("").parts) for path in paths]


def sampled(mutants: list[Mutant], most: int) -> list[Mutant]:
    """A fixed random sample, in the order of the code; 0 means all."""
    chosen = set(sorted(mutants, key=lambda mutant: mutant.rank)[:most] if most else mutants)
    return [mutant for mutant in mutants if mutant in chosen]


# --- trying a mutant ----------------------------------------------------------------------------------------------


def own_tests(module: str) -> list[str]:
    module_name = module.rpartition(".")[2]
    files = []
    for each in OWN_TESTS.get(module_name, (module_name,)):
        folder, _, name = each.rpartition("/")
        files.append(ROOT / "tests" / (folder or "rules") / f"test_{name}.py")
    return [str(path) for path in files if path.exists()]


# Not the Events carried out at random: they take as long as all the others and only see that nothing gets lost.
OTHER_TESTS = [*(str(ROOT / "tests" / folder) for folder in ("rules", "playbook", "events")), "-k", "not random"]


def tests_fail(tests: list[str], *more: str) -> bool:
    options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", "--tb=no", *more]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return pytest.main([*options, *tests]) != 0


def recorded_games_differ(games: list[journal.Journal]) -> bool:
    try:
        for read in games:
            game = journal.replay(read)
            if journal.drift(read, game) or game.decision is not None:
                return True
    except Refused:
        return True
    return False


def judge(mutant: Mutant, games: list[journal.Journal]) -> str:
    """Who notices the mutant; in a process that ends afterwards."""
    infect(mutant)
    own = own_tests(mutant.module)
    try:
        allow(OWN)
        if own and tests_fail(own):
            return OWN
        allow(RECORDED)
        if recorded_games_differ(games):
            return RECORDED
        allow(OTHERS)
        return OTHERS if tests_fail(OTHER_TESTS) else SURVIVED
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


def try_mutant(mutant: Mutant, games: list[journal.Journal]) -> str:
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
    noticed = Counter(verdict.noticed for verdict in verdicts)
    arguments = examined()
    survivors = [verdict.mutant for verdict in verdicts if verdict.noticed == SURVIVED]
    argued = [mutant for mutant in survivors if mutant.name in arguments]
    killed = len(verdicts) - len(survivors)
    lines = [
        "# Mutation testing",
        "",
        "<!-- Written by `make mutation` (tools/mutation.py). -->",
        "",
        "One small fault at a time is put into the rules (a comparison, a sum, a number, a condition, a statement",
        "left out) and the tests run: a fault that none of them notices shows a missing test, or changes nothing. The",
        f"sample is fixed: {len(verdicts)} of the {there_are} faults that `tools/mutants.py` knows for the modules of",
        "`fitl.rules`. Lines of the story, assertions and messages are left alone.",
        "",
        f"**{killed} of {len(verdicts)} noticed ({100 * killed / len(verdicts):.1f} %)**; of the"
        f" {len(survivors)} others {len(argued)} change nothing that can be observed, as argued below:"
        f" {100 * killed / max(1, len(verdicts) - len(argued)):.1f} % of the real faults are noticed.",
        "",
        "| module | mutants | by its own tests | by recorded games | by other tests | survived |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for module in dict.fromkeys(verdict.mutant.module for verdict in verdicts):
        here = Counter(verdict.noticed for verdict in verdicts if verdict.mutant.module == module)
        counts = " | ".join(str(here[who]) for who in (OWN, RECORDED, OTHERS, SURVIVED))
        lines.append(f"| `{module.removeprefix('fitl.')}` | {here.total()} | {counts} |")
    counts = " | ".join(str(noticed[who]) for who in (OWN, RECORDED, OTHERS, SURVIVED))
    lines += [f"| all | {len(verdicts)} | {counts} |", "", "## Survivors", ""]
    for mutant in survivors:
        lines.append(f"- `{mutant.name}`: {arguments.get(mutant.name, 'not examined yet')}")
    if not survivors:
        lines.append("None.")
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    only = "only this module (fitl.rules.menu); may be given again; no page is written"
    parser.add_argument("--module", action="append", choices=modules(), metavar="MODULE", help=only)
    parser.add_argument("--function", help="only this function of it")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="how many mutants (%(default)s), 0 for all")
    parser.add_argument("--jobs", type=int, default=1, help="how many mutants at a time (%(default)s)")
    parser.add_argument("--survivors", action="store_true", help="only those of the sample that the page lists")
    args = parser.parse_args(arguments)
    for name in modules():
        source_of(name)  # imports it, too
    every_test = [*OTHER_TESTS, *(path for name in modules() for path in own_tests(name))]
    tests_fail(every_test, "--collect-only")  # imports them here, once for all mutants
    games = [journal.read(path) for path in sorted((ROOT / "tests" / "golden" / "games").glob("*.jsonl"))]
    if in_a_process_of_its_own(lambda: OTHERS if tests_fail(every_test) else SURVIVED) != SURVIVED:
        sys.exit("The tests fail without any fault, so they cannot tell anything about faults.")
    mutants = [mutant for name in args.module or modules() for mutant in mutants_of(name)]
    chosen = sampled(mutants, args.sample)
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
        PAGE.write_text(page(verdicts, len(mutants)), encoding="utf-8")
    unexplained = [v for v in verdicts if v.noticed == SURVIVED and v.mutant.name not in examined()]
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
