"""Strangers who make the most expensive requests while somebody plays: hints, looks back, exports and searches."""

import random
import threading
import time
from typing import Any

import httpx

from faulting.guests import Strangers, Told, attend
from faulting.killed import Tick
from faulting.outcome import Outcome
from fitl.lab.bombs import long_game, long_turn

ASKING: int = 4
TABLES: int = 20  # at which thinkers think at once
PACE: float = 0.1  # seconds between looks at one of them
THINKERS = [
    {"factions": [name], "kind": "me" if name == "us" else "bot"} | ({} if name == "us" else {"plays": "thinker:deep"})
    for name in ("us", "arvn", "nva", "vc")
]


class Table:
    """A game of a stranger's."""

    def __init__(self, http: httpx.Client, wish: dict[str, Any], path: str = "/api/games") -> None:
        answer = http.post(path, json=wish)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        self.base = f"/api/games/{made['game']}"
        self.headers = {"Authorization": f"Bearer {made['links'][0]['token']}"}


def ask_for_much(kind: str, count: int, times: int, seed: int, tick: Tick) -> Outcome:
    """Whatever takes longer than a look, of a game made to be long."""
    return attend("hints, looks back and exports", kind, count, times, tick, curious, seed)


def curious(strangers: Strangers, addresses: list[str], seed: int) -> None:
    """Some who ask about long games, again and again."""
    with httpx.Client(base_url=addresses[0], timeout=60) as http:
        long, turn = (Table(http, made(), "/api/games/import") for made in (long_game, long_turn))
    threads = [
        threading.Thread(target=_ask, args=(strangers, addresses[number % len(addresses)], seed + number, long, turn))
        for number in range(ASKING)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _ask(strangers: Strangers, address: str, seed: int, long: Table, turn: Table) -> None:
    rng = random.Random(seed)
    with httpx.Client(base_url=address, timeout=60) as http:
        entries = http.get(long.base, headers=long.headers).json()["entries"]
        while not strangers.end.is_set():
            last = rng.randrange(entries)
            path = rng.choice(
                (
                    *("/history", "/journal", "/position", "/log.txt"),
                    *(f"?at={last}", f"/frames?from={max(0, last - 400)}&to={last}", f"/orders?from=0&to={last}"),
                )
            )
            table = long
            if rng.random() < 0.4:
                table, path = turn, rng.choice(("/hint", "/effects", "/why?space=saigon"))
            with strangers.acting() as may:
                if not may:
                    return
                try:
                    answer = http.get(table.base + path, headers=table.headers)
                except httpx.ReadTimeout:
                    continue  # others were in turn for too long
            problem = "" if answer.status_code in (200, 409, 429, 503) else f"{answer.status_code} {answer.text[:200]}"
            strangers.told.put(Told(f"asked: {path.partition('?')[0].strip('/') or 'an earlier moment'}", problem))


def have_much_thought(kind: str, count: int, times: int, seed: int, tick: Tick) -> Outcome:
    """Twenty games of deep thinkers from one address."""
    return attend(f"{TABLES} games of thinkers", kind, count, times, tick, thoughtful, seed, settled=TABLES)


def thoughtful(strangers: Strangers, addresses: list[str], seed: int) -> None:
    """One who keeps thinkers busy at many tables, and hurries none."""
    rng = random.Random(seed)
    with httpx.Client(timeout=60) as http:
        tables: list[tuple[str, Table]] = []
        while not strangers.end.is_set():
            with strangers.acting() as may:
                if not may:
                    return
                if len(tables) < TABLES:
                    address = addresses[len(tables) % len(addresses)]
                    http.base_url = httpx.URL(address)
                    tables.append((address, Table(http, {"scenario": "full-1964", "seats": THINKERS})))
                    strangers.told.put(Told("a game of three deep thinkers"))
                    continue
                address, table = rng.choice(tables)
                problem = _go_on(http, address, table)
            strangers.told.put(Told("a look, or an answer, at a game of deep thinkers", problem))
            time.sleep(PACE)  # it is thinking that is to be measured, not looking


def _go_on(http: httpx.Client, address: str, table: Table) -> str:
    answer = http.get(address + table.base, headers=table.headers)
    if answer.status_code != 200:
        return answer.text[:200]
    state = answer.json()
    decision = state["view"]["decision"]
    if state["thinking"] or decision is None or "options" not in decision:
        return ""
    body = {"number": state["number"], "key": decision["options"][-1]["key"]}
    answer = http.post(f"{address}{table.base}/choose", json=body, headers=table.headers)
    return "" if answer.status_code in (200, 409) else answer.text[:200]
