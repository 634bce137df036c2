"""Windows and macOS, as far as Linux can be made to look like them: the server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.elsewhere.support import fitl, path_with
from tests.server.processes import Process
from tests.server.support import Running, Table, until

LOOKS = ("hint", "effects", "history", "orders?from=0&to=5", "journal", "position", "log.txt", "frames?from=0&to=5")


class Elsewhere(Running):
    """A server in a process under a fake."""

    def __init__(self, process: Process) -> None:
        self.address, self.http = process.address, process.http


@pytest.fixture(scope="module")
def process(system: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    folder = tmp_path_factory.mktemp(system)
    url = f"sqlite:///{folder / 'games.sqlite3'}"
    with Process(url, "--unlimited", PYTHONPATH=path_with(system)) as running:
        yield running
        assert "Traceback" not in running.said()


@pytest.fixture(scope="module")
def server(process: Process) -> Running:
    return Elsewhere(process)


@pytest.fixture(scope="module")
def table(server: Running) -> Table:
    """A game of a person against three flowcharts, some answers old."""
    table = server.new_game("me", "bot", "bot", "bot")
    table.play(8)
    table.me.settled()
    return table


def test_a_second_server_does_not_take_the_port_of_the_first(system: str, process: Process, tmp_path: Path) -> None:
    words = ("serve", "--no-browser", "--port", str(process.port), "--db", f"sqlite:///{tmp_path / 'other.sqlite3'}")
    second = fitl(system, tmp_path, *words)
    assert second.returncode == 2
    assert str(process.port) in second.stderr


@pytest.mark.parametrize("what", LOOKS)
def test_what_is_found_out_beside_the_server_is_found_out(table: Table, what: str) -> None:
    answer = table.me.get(f"/{what}")
    assert answer.status_code == 200, answer.text
    assert answer.content


def test_it_says_why_a_space_cannot_be_chosen(table: Table) -> None:
    answer = table.me.get("/why?space=hanoi")
    assert answer.status_code in (200, 400), answer.text
    assert answer.json().get("text") or answer.json().get("message")


def test_thinkers_take_their_turns(server: Running) -> None:
    seats = [{"factions": ["us"], "kind": "me"}]
    seats += [{"factions": [name], "kind": "bot", "plays": "thinker:quick"} for name in ("arvn", "nva", "vc")]
    thinking = server.new_game(seats=seats)
    thinking.play(6)
    state = thinking.me.settled()
    assert state["over"] or state["view"]["decision"]["actor"] == "us", "nothing is left to people"
    assert not state["left_to_people"]


def test_a_game_of_bots_alone_is_played(server: Running) -> None:
    alone = server.new_game("bot", "bot", "bot", "bot")
    until(lambda: alone.me.state()["entries"] > 20, "they play")
    assert alone.me.state()["left_to_people"] is False


def test_a_saved_game_comes_back(server: Running, table: Table) -> None:
    text = table.me.get("/journal").text
    answer = server.post("/api/games/import", {"journal": text})
    assert answer.status_code == 201, answer.text
    assert Table(server, answer.json()).me.state()["entries"] == table.me.state()["entries"]
    refused = server.post("/api/games/import", {"journal": "x"})
    assert (refused.status_code, refused.json()["error"]) == (400, "journal")
