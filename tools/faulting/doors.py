"""Strangers of many addresses who use up limited things: connections, and places in the queue of imports."""

import contextlib
import random
import socket
import threading
import time
from urllib.parse import urlsplit

import httpx

from faulting.guests import Strangers, Told, attend
from faulting.killed import Tick
from faulting.outcome import Outcome
from fitl.lab.bombs import BOMBS

ADDRESSES: int = 32
DOORS: int = 320  # connections that the server may have here: ten for each of these addresses
EACH: int = 10
HALF: bytes = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: "
IMPORT: bytes = (
    b"POST /api/games/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"X-Forwarded-For: 203.0.113.%d\r\nContent-Length: 900000\r\n\r\n{"
)
SENDERS: int = 6  # who send imports of one address
STARVED: float = 60.0  # seconds in which somebody else's import must have been read
PACE: float = 0.05


def take_doors(kind: str, count: int, times: int, seed: int, tick: Tick) -> Outcome:
    """As many half-sent requests from 32 addresses as they may have, while somebody of another address comes."""
    options = (f"connections={DOORS}", f"connections-per-address={EACH}")
    return attend("32 addresses at the door", kind, count, times, tick, crowding, seed, limited=True, options=options)


def crowding(strangers: Strangers, addresses: list[str], seed: int) -> None:
    rng = random.Random(seed)
    held: list[socket.socket] = []
    came = 0
    while not strangers.end.is_set():
        with strangers.acting() as may:
            if not may:
                return
            address = rng.choice(addresses)
            held.append(_half_said(address, f"127.0.1.{1 + came % ADDRESSES}", HALF))
            came += 1
            if len(held) > ADDRESSES * EACH * len(addresses):
                held.pop(0).close()
            problem = ""
            if came % 10 == 0:  # somebody of an address that has none
                transport = httpx.HTTPTransport(local_address="127.0.2.1")
                with httpx.Client(transport=transport, base_url=address, timeout=30) as http:
                    answer = http.get("/api/options")
                problem = "" if answer.status_code == 200 else f"a newcomer: {answer.status_code} {answer.text[:100]}"
        strangers.told.put(Told("a half-sent request of one of 32 addresses", problem))


def _half_said(address: str, source: str, said: bytes) -> socket.socket:
    port = urlsplit(address).port
    assert port is not None
    one = socket.create_connection(("127.0.0.1", port), timeout=5, source_address=(source, 0))
    with contextlib.suppress(OSError):
        one.sendall(said)
    return one


def starve_imports(kind: str, count: int, times: int, seed: int, tick: Tick) -> Outcome:
    """Half-sent imports of many addresses and costly ones of one, while somebody of another address imports."""
    return attend("imports that starve others", kind, count, times, tick, starving, seed)


def starving(strangers: Strangers, addresses: list[str], seed: int) -> None:
    work = (_hold, _import_one, *[_import_much] * SENDERS)
    threads = [threading.Thread(target=each, args=(strangers, addresses, n)) for n, each in enumerate(work)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _hold(strangers: Strangers, addresses: list[str], _number: int) -> None:
    """Bodies that never end, of ever other addresses."""
    held: list[socket.socket] = []
    came = 0
    while not strangers.end.is_set():
        with strangers.acting() as may:
            if may:
                held.append(_half_said(addresses[came % len(addresses)], "127.0.0.1", IMPORT % (came % ADDRESSES)))
        came += 1
        if len(held) > ADDRESSES:
            held.pop(0).close()
        strangers.told.put(Told("a half-sent import"))
        time.sleep(PACE)


def _import_much(strangers: Strangers, addresses: list[str], number: int) -> None:
    body = BOMBS["long game"]()
    while not strangers.end.is_set():
        with strangers.acting() as may:
            if not may:
                return
            status = _import(addresses[number % len(addresses)], body, "203.0.113.200")
        problem = "" if status in (201, 503) else str(status)
        strangers.told.put(Told("one of many imports", problem))
        if status == 503:
            time.sleep(0.5)


def _import_one(strangers: Strangers, addresses: list[str], _number: int) -> None:
    """Of an address that imports one at a time: it must always be read, and soon."""
    body = BOMBS["long turn"]()
    while not strangers.end.is_set():
        with strangers.acting() as may:
            if not may:
                return
            began = time.monotonic()
            status = _import(addresses[0], body, "198.51.100.250")
            took = time.monotonic() - began
        well = status == 201 and took < STARVED
        strangers.told.put(Told("an import of somebody else", "" if well else f"{status} after {took:.0f} s"))
        time.sleep(1.0)


def _import(address: str, body: dict[str, object], source: str) -> int:
    with contextlib.suppress(httpx.TransportError):
        answer = httpx.post(
            f"{address}/api/games/import", json=body, headers={"X-Forwarded-For": source}, timeout=2 * STARVED
        )
        return answer.status_code
    return 503
