"""Simulations on a cluster: the same games as `fitl sim`, played wherever Dask has workers (the `lab` extra).

Why Dask: docs/decisions/0014-distributed-lab.md. A chunk of games is one task; Dask plays a task again if its worker
is lost, and the games do not depend on where or in which order they are played.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from fitl import __version__
from fitl.catalogue import tell
from fitl.interrupts import children_deaf_to_interrupts
from fitl.lab.results import Parts
from fitl.lab.simulate import GameResult, Order, Task, play_some

T = TypeVar("T")

LOCAL: Final = "local"
CHUNK: Final = 25  # games; some seconds of work, against which a task's few milliseconds of overhead are nothing
RETRIES: Final = 2  # of a task whose worker was lost

Progress = Callable[[int], None]


class ClusterError(ValueError):
    """A cluster that cannot be used; the message says what would be right."""


class Report(NamedTuple):
    """What a run came to."""

    games: int  # in the table
    played: int  # of them in this sitting
    failed: int


def local_workers(where: str) -> int | None:
    """How many workers "local" or "local:2" asks for; None if it names a cluster elsewhere."""
    name, colon, number = where.partition(":")
    if name != LOCAL:
        return None
    if not colon:
        return os.cpu_count() or 1
    if not number.isdecimal() or not int(number):
        raise ClusterError(tell("lab.workers", typed=where))
    return int(number)


@contextmanager
def connect(where: str) -> Iterator[Any]:
    """A client of the cluster: one of our own on this machine, or the one at an address."""
    workers = local_workers(where)
    try:
        from distributed import Client, LocalCluster
    except ModuleNotFoundError:
        raise ClusterError(tell("lab.no_cluster")) from None
    with ExitStack() as stack:
        try:
            if workers is None:
                client = stack.enter_context(Client(where, timeout=10))
            else:
                with children_deaf_to_interrupts():
                    cluster = stack.enter_context(
                        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0", silence_logs=40)
                    )
                client = stack.enter_context(Client(cluster))
        except (OSError, TimeoutError, ValueError) as error:
            raise ClusterError(tell("lab.unreachable", address=where, error=error)) from error
        _check_versions(client)
        yield client


def installed_version() -> str:
    """Asked of every worker."""
    return __version__


def _check_versions(client: Any) -> None:
    """Workers with other rules would play other games."""
    try:
        versions = client.run(installed_version)
    except Exception as error:
        raise ClusterError(tell("lab.worker_without_fitl", error=error)) from error
    for worker, version in versions.items():
        if version != __version__:
            raise ClusterError(tell("lab.worker_version", worker=worker, found=version, wanted=__version__))


def play_tasks(client: Any, tasks: Sequence[Task]) -> Iterator[tuple[Task, list[GameResult]]]:
    """Have chunks of games played; each comes as soon as it is finished."""
    return work_on(client, tasks, play_some)


def work_on(
    client: Any, tasks: Sequence[Task], work: Callable[[Order, int, int], list[T]]
) -> Iterator[tuple[Task, list[T]]]:
    """Have `work` done on chunks of games."""
    from distributed import as_completed

    waiting = {
        client.submit(work, order, *chunk, pure=False, retries=RETRIES): (order, chunk) for order, chunk in tasks
    }
    try:
        for future, results in as_completed(list(waiting), with_results=True):
            yield waiting.pop(future), results
    finally:
        client.cancel(list(waiting))


def run(order: Order, games: int, where: str, out: Path, progress: Progress = lambda played: None) -> Report:
    """Play the games that are still missing and write the table; what was played before counts as progress."""
    parts = Parts(out, order)
    chunks = list(parts.missing(games, CHUNK))
    missing = sum(last - first for first, last in chunks)
    progress(games - missing)
    if chunks:
        with connect(where) as client:
            for (_, chunk), results in play_tasks(client, [(order, chunk) for chunk in chunks]):
                parts.add(chunk, results)
                progress(chunk[1] - chunk[0])
    written = parts.write_table(games)
    failed = sum(row["error"] is not None for row in parts.rows(games))
    return Report(written, missing, failed)
