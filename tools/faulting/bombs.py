"""Every known bomb (lab/bombs.py) fired in a loop at the import, while people play at the server.

Whatever is imported is looked at as well, so that the server reads it again and keeps it in memory.
"""

import contextlib
import threading
from typing import Any

import httpx

from faulting.guests import Strangers, Told, attend
from faulting.killed import Tick
from faulting.outcome import Outcome
from fitl.lab.bombs import BOMBS

GUNNERS: int = 3
REASONS = tuple(name for name in BOMBS if "reasons" in name)
KEPT: int = 160 << 20  # bytes that reasons may take: a few imported games with as many as there may be


def fire(kind: str, count: int, times: int, seed: int, tick: Tick) -> Outcome:
    """At least this many bombs, while somebody plays; those of reasons have their own attack."""
    names = tuple(name for name in BOMBS if name not in REASONS)
    return attend("bombs to import", kind, count, times, tick, gunners, seed, names)


def explain_much(kind: str, count: int, times: int, seed: int, tick: Tick) -> Outcome:
    """Only those whose reasons of non-players are many, large or nested."""
    return attend("imported reasons", kind, count, times, tick, gunners, seed, REASONS, kept=KEPT)


def gunners(strangers: Strangers, addresses: list[str], seed: int, names: tuple[str, ...]) -> None:
    """Several who fire bomb after bomb, and leave every third time before the answer."""
    files = {name: httpx.Request("POST", "http://x", json=BOMBS[name]()).content for name in names}
    threads = [
        threading.Thread(target=_fire, args=(strangers, addresses, files, seed + number * 5))
        for number in range(GUNNERS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _fire(strangers: Strangers, addresses: list[str], files: dict[str, bytes], shot: int) -> None:
    names = list(files)
    while not strangers.end.is_set():
        name = names[shot % len(names)]
        with strangers.acting() as may:
            if not may:
                return
            strangers.told.put(Told(f"bomb: {name}", _shoot(addresses[shot % len(addresses)], files[name], shot)))
        shot += 1


def _shoot(address: str, body: bytes, shot: int) -> str:
    """What is wrong with the answer."""
    patience = 0.3 if shot % 3 == 0 else 60.0
    with contextlib.suppress(httpx.TransportError):
        answer = httpx.post(
            f"{address}/api/games/import",
            content=body,
            headers={"Content-Type": "application/json"},
            timeout=patience,
        )
        if answer.status_code not in (201, 400, 409, 413, 503):
            return f"{answer.status_code} {answer.text[:200]}"
        if answer.status_code == 201:
            return _look(address, answer.json())
    return ""


def _look(address: str, made: dict[str, Any]) -> str:
    headers = {"Authorization": f"Bearer {made['links'][0]['token']}"}
    answer = httpx.get(f"{address}/api/games/{made['game']}", headers=headers, timeout=60.0)
    return "" if answer.status_code == 200 else f"{answer.status_code} {answer.text[:200]}"
