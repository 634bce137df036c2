"""Copies that go on from a moment of a game: where they come from, who plays them, and what they may not tell."""

import json
from typing import Any

import pytest

from fitl.server.limits import Rate
from tests.server.support import UNLIMITED, Json, Player, Running, Table

FACTIONS = ("us", "arvn", "nva", "vc")
BOTS = {"arvn": "flowchart", "nva": "trung", "vc": "thinker:quick"}
AGAINST_BOTS = [
    {"factions": [name], "kind": "bot", "plays": BOTS[name]} if name in BOTS else {"factions": [name], "kind": "me"}
    for name in FACTIONS
]


def forked(player: Player, **wish: Any) -> Table:
    answer = player.post("/fork", wish)
    assert answer.status_code == 201, answer.text
    return Table(player.server, answer.json())


def board(view: Json) -> Json:
    return {name: view[name] for name in ("spaces", "boxes", "tracks", "card", "next_card", "turn", "effects")}


def test_a_copy_goes_on_from_any_moment_and_leaves_the_game_as_it_is(either: Running) -> None:
    table = either.new_game(name="Ours")
    table.play(30)
    before = table.me.state()
    looked = {at: table.me.get(f"?at={at}").json()["view"] for at in range(2, before["entries"] + 1, 6)}
    asked = {at: then for at, then in looked.items() if then["decision"]["actor"] != "chance"}
    assert len(asked) > 2
    for at, then in asked.items():
        copy = forked(table.me, at=at)
        now = copy.me.state()
        assert board(now["view"]) == board(then)
        assert now["view"]["decision"]["kind"] == then["decision"]["kind"]
        copy.play(3)
    assert table.me.state() == before


def test_the_copy_says_where_it_comes_from(either: Running) -> None:
    table = either.new_game(name="Ours")
    table.play(12)
    copy = forked(table.me, at=9, host="Ann", name="What if")
    card = table.me.get("?at=9").json()["view"]["card"]["title"]
    of = {"game": table.id, "name": "Ours", "entry": 9, "card": card}
    assert copy.me.state()["origin"] == {"kind": "fork", "by": "Ann", "markers": False, "of": of}
    (mine,) = either.post("/api/mine", {"tokens": [copy.me.token]}).json()
    assert (mine["title"], mine["origin"]["of"]) == ("What if", of)
    assert "Ours" in copy.me.get("/log.txt").text.splitlines()[0]


def test_a_copy_can_be_played_against_bots_of_any_kind(server: Running) -> None:
    table = server.new_game()
    table.play(20)
    copy = forked(table.me, at=11, seats=AGAINST_BOTS)
    players = copy.me.state()["players"]
    assert {player["factions"][0]: player["plays"] for player in players} == {"us": None, **BOTS}


def test_seats_that_cannot_be_are_refused(server: Running) -> None:
    table = server.new_game()
    pair = [{"factions": ["us", "arvn"], "kind": "bot"}, *AGAINST_BOTS[2:]]
    refused = table.me.post("/fork", {"seats": pair})
    assert (refused.status_code, refused.json()["error"]) == (400, "unclear")
    refused = table.me.post("/fork", {"seats": AGAINST_BOTS[:3]})
    assert (refused.status_code, refused.json()["error"]) == (400, "position")


@pytest.mark.parametrize("at", [-1, 10_000, "3", True])
def test_a_moment_that_is_none_is_refused(server: Running, at: object) -> None:
    table = server.new_game()
    table.play(5)
    refused = table.me.post("/fork", {"at": at})
    assert (refused.status_code, refused.json()["error"]) == (400, "unclear")


def test_two_copies_and_the_game_have_three_futures(server: Running) -> None:
    table = server.new_game("me", "link", "link", "link", seed=0x1234_5678_9ABC_DEF0)
    table.play(4)
    copies = [forked(table.spectator) for _ in range(2)]
    first = [json.loads(server.lines(each.id)[0]) for each in (table, *copies)]
    seeds = {header.get("seed") or header["position"]["seed"] for header in first}
    assert len(seeds) == 3
    assert all(seed.bit_length() > 250 for seed in seeds - {0x1234_5678_9ABC_DEF0})


def test_hidden_markers_are_no_part_of_a_copy_until_the_game_is_over(server: Running) -> None:
    """7.3: neither a player nor a spectator learns another player's markers; who holds all of them may copy."""
    people = {"scenario": "short-1965", "options": {"deception": True}}
    seats = [{"factions": [name], "kind": "me" if name == "us" else "link"} for name in FACTIONS]
    table = Table(server, server.post("/api/games", {**people, "seats": seats}).json())
    before = server.stored()
    for player in (*table.players, table.spectator):
        for answer in (player.post("/fork"), player.post("/fork", {"at": 0}), player.get("/position?at=0")):
            assert (answer.status_code, answer.json()["error"]) == (409, "refused")
            assert "Deception" in answer.json()["message"]
    assert server.stored() == before
    alone = Table(server, server.post("/api/games", {**people, "seats": None}).json())
    assert forked(alone.me).me.state()["view"]["markers"] == alone.me.state()["view"]["markers"]


def test_who_has_no_link_gets_no_copy(server: Running) -> None:
    table, other = server.new_game(), server.new_game()
    assert server.post(f"/api/games/{table.id}/fork", {}, other.me.token).status_code == 404


def test_copies_count_as_new_games(serve: Any, sqlite: str) -> None:
    server = serve(sqlite, rates={**UNLIMITED, "create": Rate(2, 0.001)})
    table = server.new_game()
    assert table.me.post("/fork").status_code == 201
    assert table.me.post("/fork").status_code == 429


def test_the_position_of_a_moment_is_that_of_its_board(server: Running) -> None:
    table = server.new_game()
    table.play(25)
    position = table.me.get("/position?at=10").json()
    brought = server.post("/api/games/import", {"position": position})
    then, now = table.me.get("?at=10").json()["view"], Table(server, brought.json()).me.state()["view"]
    assert now["spaces"] == then["spaces"]
