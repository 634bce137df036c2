"""Two clients answer for the same seat at the same instant, through two server processes over one PostgreSQL."""

import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Barrier
from typing import Any

import httpx
from tests.server.processes import Process
from tests.server.support import bearer

from faulting.killed import Tick, database, start
from faulting.outcome import Outcome
from faulting.people import SLOW
from faulting.stored import journals, lost, plays_to_its_end, replayed

Sent = tuple[httpx.Client, str, str, int]  # through which connection, in which game, which key, to which decision


def answer_at_once(threads: ThreadPoolExecutor, both: list[Sent]) -> list[httpx.Response]:
    together = Barrier(len(both))

    def send(sent: Sent) -> httpx.Response:
        http, game, key, number = sent
        together.wait()
        return http.post(f"/api/games/{game}/choose", json={"number": number, "key": key})

    return list(threads.map(send, both))


def race(times: int, seed: int, tick: Tick) -> Outcome:
    """Of two different answers exactly one is taken, the other refused with a reason; the same answer counts once."""
    outcome = Outcome("two answers at once, PostgreSQL, 2 servers")
    rng = random.Random(seed)
    taken: dict[str, dict[int, str]] = {}
    ties = 0
    with database("PostgreSQL") as url, ThreadPoolExecutor(2) as threads, ExitStack() as stack:
        servers = [Process(url, "--unlimited") for _ in range(2)]
        for server in servers:
            stack.callback(server.http.close)
            stack.callback(server.kill)
            start(server)
        state: dict[str, Any] = {"over": True}
        while outcome.times < times and not outcome.problems:
            if state["over"]:
                created = servers[0].http.post(
                    "/api/games", json={"scenario": "short-1965", "seed": rng.getrandbits(40)}
                )
                game, token = created.json()["game"], created.json()["links"][0]["token"]
                people = [
                    stack.enter_context(httpx.Client(base_url=server.address, headers=bearer(token), timeout=SLOW))
                    for server in servers
                ]
                taken[game] = {}
                state = people[0].get(f"/api/games/{game}").json()
            number = state["number"]
            keys = [option["key"] for option in state["view"]["decision"]["options"]]
            same = rng.random() < 0.2
            chosen = [rng.choice(keys)] * 2 if same else rng.sample(keys, 2)
            answers = answer_at_once(threads, [(people[n], game, chosen[n], number) for n in range(2)])
            outcome.times += 1
            ties += same
            winners = [n for n, answer in enumerate(answers) if answer.status_code == 200]
            refused = [answer.json() for answer in answers if answer.status_code != 200]
            if len(winners) != (2 if same else 1) or any(each.get("error") != "stale" for each in refused):
                outcome.problems.append(f"{chosen} at {number}: {[answer.text[:200] for answer in answers]}")
                break
            taken[game][number] = chosen[winners[0]]
            outcome.answers += 1
            state = answers[rng.choice(winners)].json()["state"]
            if not same:
                shown = people[1 - winners[0]].get(f"/api/games/{game}").json()
                if shown["view"] != state["view"]:
                    outcome.problems.append(f"the two servers show different tables after decision {number}")
            tick()
        for game, lines in journals(url).items():
            found = replayed(lines, outcome.problems)
            outcome.lost += lost(taken[game], found)
            outcome.games += 1
            outcome.playable += plays_to_its_end(found, rng)
    outcome.remarks = f"{times - ties} times different answers, {ties} times the same"
    return outcome
