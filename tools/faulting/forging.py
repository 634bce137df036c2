"""Forged requests to the web API, at the decisions of fuzzed sessions."""

import random
import tempfile

from tests.server.forging import Session
from tests.server.support import serving

from faulting.killed import Tick
from faulting.outcome import Outcome
from faulting.stored import lost, plays_to_its_end, replayed

DECISIONS = 50  # of one session, with forgeries at each of them


def forge(times: int, seed: int, tick: Tick) -> Outcome:
    """Until so many were refused."""
    outcome = Outcome("forged requests, SQLite")
    sessions = 0
    tried = outcome.kinds
    with tempfile.TemporaryDirectory() as folder:
        while tried.total() < times and not outcome.problems:
            with serving(f"sqlite:///{folder}/{sessions}.sqlite3") as server:
                session = Session(server, seed + sessions)
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
