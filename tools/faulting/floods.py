"""Strangers of one address who send requests as fast as they can to a server with limits, while somebody else plays."""

import random
import threading

import httpx

from faulting.asking import Table
from faulting.guests import Strangers, Told, attend
from faulting.killed import Tick
from faulting.outcome import Outcome

ASKING: int = 16
FROM = {"X-Forwarded-For": "203.0.113.5"}  # as a proxy tells
SLACK = 0.1  # seconds; a server that is asked as fast as it can answer is slower for all, but nobody should notice
WELL = (200, 400, 409, 429)
ASKED = (
    *(("GET", ""), ("GET", "/version"), ("GET", "/log"), ("GET", "/chat")),
    *(("POST", "/chat"), ("POST", "/undo"), ("POST", "/choose"), ("POST", "/name")),
    *(("GET", "/"), ("GET", "/cards"), ("GET", "/readyz"), ("GET", "/api/cards"), ("POST", "/api/mine")),
)
BODY = {"text": "x" * 1000, "number": 0, "key": "pass", "name": "x", "tokens": ["x" * 43] * 100}


def flood(kind: str, count: int, times: int, seed: int, tick: Tick) -> Outcome:
    """Whatever costs little, as much of it as goes."""
    return attend("floods from one address", kind, count, times, tick, flooders, seed, limited=True, slack=SLACK)


def flooders(strangers: Strangers, addresses: list[str], seed: int) -> None:
    """Many connections of one address."""
    with httpx.Client(base_url=addresses[0], timeout=60, headers=FROM) as http:
        table = Table(http, {"scenario": "full-1964"})
    threads = [
        threading.Thread(target=_ask, args=(strangers, addresses[number % len(addresses)], seed + number, table))
        for number in range(ASKING)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _ask(strangers: Strangers, address: str, seed: int, table: Table) -> None:
    rng = random.Random(seed)
    with httpx.Client(base_url=address, timeout=60, headers=FROM | table.headers) as http:
        while not strangers.end.is_set():
            method, path = rng.choice(ASKED)
            whole = path if path in ("/", "/cards", "/readyz") or path.startswith("/api") else table.base + path
            with strangers.acting() as may:
                if not may:
                    return
                try:
                    answer = http.request(method, whole, json=BODY if method == "POST" else None)
                except httpx.TransportError as error:
                    strangers.told.put(Told("a flood", repr(error)))
                    continue
            problem = "" if answer.status_code in WELL else f"{answer.status_code} {answer.text[:200]}"
            what = "told to be slower" if answer.status_code == 429 else "answered"
            strangers.told.put(Told(f"a flood: {what}", problem))
