"""Every known bomb (lab/bombs.py) fired in a loop at the import, while people play at the server."""

import contextlib
import threading

import httpx

from faulting.guests import Strangers, Told, attend
from faulting.killed import Tick
from faulting.outcome import Outcome
from fitl.lab.bombs import BOMBS

GUNNERS: int = 3


def fire(kind: str, count: int, times: int, seed: int, tick: Tick) -> Outcome:
    """At least so many bombs, while somebody plays."""
    return attend("bombs to import", kind, count, times, tick, gunners, seed)


def gunners(strangers: Strangers, addresses: list[str], seed: int) -> None:
    """Several who fire bomb after bomb, and leave every third time before the answer."""
    files = {name: httpx.Request("POST", "http://x", json=made()).content for name, made in BOMBS.items()}
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
        name = names[shot * 7 % len(names)]
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
    return ""
