"""The review of a finished game over the API: its outline, and one verdict at a time."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fitl.game import Game
from fitl.lab.players import options_for, players_of
from fitl.lab.simulate import play_out
from fitl.options import GameOptions
from tests.server.support import Running, Table, bearer, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('review') / 'games.sqlite3'}") as running:
        yield running


@pytest.fixture(scope="module")
def over(server: Running, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Asks for things of a finished game."""
    path: Path = tmp_path_factory.mktemp("saved") / "game.jsonl"
    cast = players_of("random", "diems-war-1961")
    game = Game.new("diems-war-1961", seed=2, options=options_for(cast, GameOptions()))
    play_out(game, cast, 2)
    game.save(path)
    answer = server.post("/api/games/import", {"journal": path.read_text(encoding="utf-8")})
    assert answer.status_code == 201, answer.text
    player = Table(server, answer.json()).me
    head = bearer(player.token)

    def ask(address: str, language: str = "en") -> httpx.Response:
        url = server.address + player.base + address
        return httpx.get(url, headers={**head, "Accept-Language": language}, timeout=60)

    return ask


def test_the_outline_names_every_turn_and_the_chances_between_them(over: Any) -> None:
    found = over("/review").json()
    assert found["moments"][0]["entry"] == 0
    assert sum(found["moments"][-1]["chances"].values()) == 1
    assert {turn["faction"] for turn in found["turns"]} == {"arvn", "vc"}
    entries = [turn["entry"] for turn in found["turns"]]
    assert entries == sorted(entries)


def test_a_turn_is_judged_when_it_is_asked_for(over: Any) -> None:
    turn = over("/review").json()["turns"][3]
    found = over(f"/review/turn?entry={turn['entry']}").json()
    assert (found["entry"], found["faction"], found["title"]) == (turn["entry"], turn["faction"], turn["title"])
    assert found["cost"] >= 0
    assert over(f"/review/turn?entry={turn['entry']}").json() == found, "the same turn, the same verdict"


def test_each_reader_has_the_review_in_their_language(over: Any) -> None:
    turn = over("/review").json()["turns"][3]
    address = f"/review/turn?entry={turn['entry']}"
    english, spanish = over(address).json(), over(address, "es").json()
    assert english["words"] != spanish["words"]
    assert english["cost"] == spanish["cost"]


@pytest.mark.parametrize("entry", [-1, 0, 10**9])
def test_where_no_turn_begins_nothing_is_judged(over: Any, entry: int) -> None:
    refused = over(f"/review/turn?entry={entry}")
    assert refused.status_code in (400, 409)
    assert refused.json()["message"]


def test_a_game_that_goes_on_is_not_reviewed(server: Running) -> None:
    """It would tell what others may hide."""
    table: Table = server.new_game("me", "bot", "bot", "bot")
    for address in ("/review", "/review/turn?entry=3"):
        refused = table.me.get(address)
        assert (refused.status_code, refused.json()["error"]) == (409, "refused")
        assert "not over" in refused.json()["message"]
        assert json.loads(refused.text)
