"""A run of the fuzzer: as many walks as a given time allows, in one or several processes."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Final, Protocol

from fitl.interrupts import children_deaf_to_interrupts
from fitl.lab.fuzz_report import Report
from fitl.lab.simulate import new_pool

Progress = Callable[[Report], None]

TICK: Final = 0.5  # seconds after which progress is told though no walk has ended


class Walker(Protocol):
    """`numbered_walk` with everything but number and time agreed."""

    def __call__(self, number: int, *, seconds: float) -> Report: ...


def fuzz(
    walk: Walker, seconds: float, jobs: int = 1, most_failures: int = 5, progress: Progress = lambda report: None
) -> Report:
    """Walk games for about so long, the first to its end in any case."""
    report = Report()
    begun = time.monotonic()
    walks = _here(walk, begun + seconds) if jobs <= 1 else _in_processes(walk, begun + seconds, jobs)
    for walked in walks:
        report.add(walked)
        report.seconds = time.monotonic() - begun
        progress(report)
        if len(report.failures) >= most_failures:
            break
    return report


def _here(walk: Walker, deadline: float) -> Iterator[Report]:
    number = 0
    while (left := deadline - time.monotonic()) > 0 or not number:
        yield walk(number, seconds=left if number else float("inf"))
        number += 1


def _in_processes(walk: Walker, deadline: float, jobs: int) -> Iterator[Report]:
    pool = new_pool(jobs)
    walking: set[Future[Report]] = set()
    number = 0
    try:
        while (left := deadline - time.monotonic()) > 0 or walking:
            while left > 0 and len(walking) < jobs:
                with children_deaf_to_interrupts():
                    walking.add(pool.submit(walk, number, seconds=left if number else float("inf")))
                number += 1
            done, walking = wait(walking, timeout=TICK, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
            if not done:
                yield Report()  # nothing new, but time has passed
    finally:
        pool.shutdown(cancel_futures=True)
