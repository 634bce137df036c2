"""Forged requests to the web API, at the decisions of fuzzed sessions."""

import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count

from tests.server.databases import Cluster
from tests.server.forging import Session
from tests.server.support import serving

from faulting.killed import Tick
from faulting.outcome import Outcome
from faulting.stored import lost, plays_to_its_end, replayed

DECISIONS = 50  # of one session, with forgeries at each of them


@contextmanager
def databases(servers: int) -> Iterator[Callable[[], str]]:
    """Gives the URL of an empty database, as often as asked."""
    if servers == 1:
        with tempfile.TemporaryDirectory() as folder:
            numbers = count()
            yield lambda: f"sqlite:///{folder}/{next(numbers)}.sqlite3"
        return
    cluster = Cluster()
    try:
        yield cluster.new_database
    finally:
        cluster.remove()


def forge(servers: int, times: int, seed: int, tick: Tick) -> Outcome:
    """Until this many were refused, by one server over SQLite or while a second one shares a PostgreSQL with it."""
    outcome = Outcome("forged requests, SQLite" if servers == 1 else f"forged requests, PostgreSQL, {servers} servers")
    sessions = 0
    tried = outcome.kinds
    with databases(servers) as new_database:
        while tried.total() < times and not outcome.problems:
            url = new_database()
            with serving(url) as server, ExitStack() as others:
                more = [others.enter_context(serving(url)) for _ in range(servers - 1)]
                session = Session(server, seed + sessions, *more)
                try:
                    for found in session.walk(DECISIONS):
                        tried.update(found)
                        tick()
                        if tried.total() >= times:
                            break
                except AssertionError as error:
                    outcome.problems.append(str(error)[:1000])
                game = replayed(server.lines(session.game), outcome.problems)
                outcome.answers += len(session.answers)
                outcome.lost += lost(session.answers, game)
                outcome.games += 1
                outcome.playable += plays_to_its_end(game, random.Random(sessions))
            sessions += 1
    outcome.times = tried.total()
    outcome.again = tried["replayed by its sender (harmless)"]
    outcome.remarks = f"{sessions} sessions; all refused but those sent again by their sender, which changed nothing"
    return outcome
