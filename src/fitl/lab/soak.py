"""A run of the fuzzer: as many walks as a given time allows, in one or several processes."""

import multiprocessing
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Final

from fitl.lab.fuzz import STYLES, numbered_walk
from fitl.lab.fuzz_report import Report
from fitl.lab.simulate import children_deaf_to_interrupts

Progress = Callable[[Report], None]

TICK: Final = 0.5  # seconds after which progress is told though no walk has ended


def fuzz(
    seconds: float,
    seed: int,
    folder: Path | None = None,
    styles: tuple[str, ...] = STYLES,
    jobs: int = 1,
    most_failures: int = 5,
    progress: Progress = lambda report: None,
) -> Report:
    """Walk games for about so long, the first to its end in any case; failures are kept in the folder as journals."""
    report = Report()
    begun = time.monotonic()
    walks = _here if jobs <= 1 else _in_processes
    for walked in walks(begun + seconds, seed, styles, folder, jobs):
        report.add(walked)
        report.seconds = time.monotonic() - begun
        progress(report)
        if len(report.failures) >= most_failures:
            break
    return report


def _here(deadline: float, seed: int, styles: tuple[str, ...], folder: Path | None, jobs: int) -> Iterator[Report]:
    number = 0
    while (left := deadline - time.monotonic()) > 0 or not number:
        yield numbered_walk(seed, number, styles, left if number else float("inf"), folder)
        number += 1


def _in_processes(
    deadline: float, seed: int, styles: tuple[str, ...], folder: Path | None, jobs: int
) -> Iterator[Report]:
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"))
    walking: set[Future[Report]] = set()
    number = 0
    try:
        while (left := deadline - time.monotonic()) > 0 or walking:
            while left > 0 and len(walking) < jobs:
                with children_deaf_to_interrupts():
                    allowed = left if number else float("inf")
                    walking.add(pool.submit(numbered_walk, seed, number, styles, allowed, folder))
                number += 1
            done, walking = wait(walking, timeout=TICK, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
            if not done:
                yield Report()  # nothing new, but time has passed
    finally:
        pool.shutdown(cancel_futures=True)
