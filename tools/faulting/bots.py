"""Games that bots play among themselves, as many as a few addresses may create, while somebody else plays."""

import random
import time

import httpx

from faulting.asking import Table
from faulting.guests import Strangers, Told, attend
from faulting.killed import Tick
from faulting.outcome import Outcome

ADDRESSES: int = 3
GAMES: int = 90
PACE: float = 0.2  # seconds between looks at one of them: it is playing that is to be measured
BOTS = [{"factions": [name], "kind": "bot"} for name in ("us", "arvn", "nva", "vc")]
KEPT: int = 96 << 20  # bytes: ninety games that are watched stay in memory, on each server those it was asked for
SLACK: float = 0.004  # seconds: 1.5 times is what counts, and a few milliseconds are within what a measurement varies


def play_much(kind: str, count: int, times: int, seed: int, tick: Tick) -> Outcome:
    """Ninety games of bots alone from three addresses."""
    name = f"{GAMES} games of bots alone"
    return attend(name, kind, count, times, tick, idle, seed, settled=GAMES, limited=True, slack=SLACK, kept=KEPT)


def idle(strangers: Strangers, addresses: list[str], seed: int) -> None:
    """Strangers who create games and look at them now and then."""
    rng = random.Random(seed)
    tables: list[Table] = []
    with httpx.Client(timeout=60) as http:
        while not strangers.end.is_set():
            with strangers.acting() as may:
                if not may:
                    return
                http.headers["X-Forwarded-For"] = f"203.0.113.{len(tables) % ADDRESSES}"
                http.base_url = httpx.URL(addresses[len(tables) % len(addresses)])
                if len(tables) < GAMES:
                    tables.append(Table(http, {"scenario": "full-1964", "seats": BOTS}))
                    strangers.told.put(Told("a game of bots alone"))
                    continue
                table = rng.choice(tables)
                answer = http.get(table.base, headers=table.headers)
            problem = "" if answer.status_code in (200, 429) else f"{answer.status_code} {answer.text[:200]}"
            strangers.told.put(Told("a look at a game of bots alone", problem))
            time.sleep(PACE)
