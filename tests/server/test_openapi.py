"""Every answer is as docs/openapi.json promises, whatever is sent."""

import json
import random
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from fitl.server.wire.addresses import ADDRESSES, Address
from tests.server.support import Player, Running, Table, serving
from tests.tiers import examples

PROMISES = Path(__file__).parents[2] / "docs" / "openapi.json"


@pytest.fixture(scope="module")
def promised() -> Any:
    return schemathesis.openapi.from_dict(json.loads(PROMISES.read_text(encoding="utf-8")))


# --- games that are played ------------------------------------------------------------------------------------------


LOOKS = ("/version", "/history", "/log", "/hint", "/effects", "/chat", "/journal", "/position", "/log.txt")


class Checked:
    """A player every answer to whom is compared with what is promised."""

    def __init__(self, player: Player, promised: Any) -> None:
        self.player = player
        self.promised = promised

    def get(self, path: str, query: str = "") -> Any:
        answer = self.player.get(path + query)
        return self._as_promised("GET", path, answer)

    def post(self, path: str, body: Any) -> Any:
        return self._as_promised("POST", path, self.player.post(path, body))

    def _as_promised(self, method: str, path: str, answer: Any) -> Any:
        self.promised[f"/api/games/{{game}}{path}"][method].validate_response(answer)
        return answer.json() if answer.headers["content-type"] == "application/json" else answer.text


@pytest.mark.parametrize("scenario", ["short-1965", "prequel-1963", "black-april-1973"])
def test_every_answer_of_a_game_is_as_promised(server: Running, promised: Any, scenario: str) -> None:
    me = Checked(Table(server, server.create({"scenario": scenario, "seed": 3, "lesson": False}).json()).me, promised)
    rng = random.Random(scenario)
    for turn in range(60):
        table = me.get("")
        decision = table["view"]["decision"]
        if decision is None:
            break
        if turn % 20 == 10:
            n = table["entries"]
            me.get("", f"?at={n // 2}&from=0")
            me.get("/frames", f"?from=0&to={n}")
            me.get("/orders", f"?from=0&to={n}")
            for path in LOOKS:
                me.get(path)
            me.get("/why", "?space=hue")
            me.post("/undo", {"number": table["number"], "from": max(0, n - 5)})
            me.post("/chat", {"text": "Hello."})
            continue
        key = rng.choice(decision["options"])["key"]
        me.post("/choose", {"number": decision["number"], "key": key, "from": table["entries"]})


def test_reasons_and_seats_are_as_promised(server: Running, promised: Any) -> None:
    table = server.new_game("me", "link", "bot", "bot")
    table.play(6)
    me = Checked(table.me, promised)
    state = me.get("")
    for turn in state["turns"]:
        me.get("/reasons", f"?turn={turn['id']}")
    me.post("/mute", {"seat": 1, "muted": True})
    me.post("/undo", {})
    me.get("")
    assert me.post("/end", {"end": True})["result"] in ({"gone": True}, {"gone": False})


def test_what_never_changes_is_as_promised(server: Running, promised: Any) -> None:
    for address in ADDRESSES:
        if address.method == "GET" and "{game}" not in address.path:
            promised[address.path]["GET"].validate_response(server.get(address.path))
    table = server.new_game()
    mine = server.post("/api/mine", {"tokens": [table.me.token, "x"]})
    promised["/api/mine"]["POST"].validate_response(mine)


def test_an_answer_of_another_form_is_noticed(promised: Any) -> None:
    promises = promised["/api/games/{game}/why"]["GET"]

    def answered(body: Any) -> httpx.Response:
        answer = httpx.Response(200, json=body, request=httpx.Request("GET", "http://127.0.0.1/api/games/x/why"))
        answer.elapsed = timedelta()
        return answer

    promises.validate_response(answered({"text": "so"}))
    for wrong in ({"text": 1}, {}, {"text": "so", "more": 1}):
        with pytest.raises(schemathesis.core.failures.Failure):
            promises.validate_response(answered(wrong))


# --- whatever is sent -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def open_to_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('wire') / 'games.sqlite3'}") as running:
        yield running


WRONG = [address for address in ADDRESSES if address.body is not None]


@pytest.mark.parametrize("address", ADDRESSES, ids=lambda address: f"{address.method} {address.path}")
def test_whatever_is_sent_is_answered_as_promised(address: Address, open_to_all: Running, promised: Any) -> None:
    """Requests that fit the types, made up by schemathesis: no fault of the server, and no answer of another form."""
    send_some(open_to_all, promised[address.path][address.method], schemathesis.GenerationMode.POSITIVE)


@pytest.mark.parametrize("address", WRONG, ids=lambda address: address.path)
def test_whatever_is_wrong_is_answered_as_promised(address: Address, open_to_all: Running, promised: Any) -> None:
    """The same of requests that do not fit."""
    send_some(open_to_all, promised[address.path][address.method], schemathesis.GenerationMode.NEGATIVE)


def send_some(server: Running, operation: Any, mode: Any) -> None:
    table = server.new_game()

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=examples(5),
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def check(case: Any) -> None:
        if "game" in case.path_parameters:
            case.path_parameters["game"] = table.id
        case.headers = {"Authorization": f"Bearer {table.me.token}"}
        answer = case.call(base_url=server.address)
        assert answer.status_code < 500, answer.text
        operation.validate_response(answer)

    check()
