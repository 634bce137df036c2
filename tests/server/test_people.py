"""Names, chat, and who is here."""

import json

from tests.server.support import Running, until


def test_what_is_said_is_read_by_everybody(either: Running) -> None:
    table = either.new_game("link", "link", "bot", "bot")
    us, arvn = table.players
    us.post("/name", {"name": "  Ann "})
    first = us.post("/chat", {"text": "Xin chào 👋"}).json()["result"]
    second = arvn.post("/chat", {"text": "<b>hello</b>"}).json()["result"]
    table.spectator.post("/chat", {"text": "psst"})
    told = [(said["who"], said["text"]) for said in arvn.get("/chat").json()]
    assert told == [("Ann", "Xin chào 👋"), ("ARVN", "<b>hello</b>"), ("Spectator", "psst")]
    assert [said["text"] for said in us.get(f"/chat?after={first}").json()] == ["<b>hello</b>", "psst"]
    assert us.state()["chat"] > second > first


def test_chat_of_another_game_is_not_told(either: Running) -> None:
    one, other = either.new_game(), either.new_game()
    one.me.post("/chat", {"text": "secret"})
    assert other.me.get("/chat").json() == []
    assert other.me.state()["chat"] == 0


def test_a_name_is_shown_to_everybody_and_can_be_changed(either: Running) -> None:
    table = either.new_game("link", "bot", "bot", "bot")
    for name in ("Ann", "Bob", ""):
        before = table.spectator.state()["version"]
        assert table.me.post("/name", {"name": name}).json()["state"]["me"]["name"] == name
        shown = table.spectator.state()
        assert shown["players"][0]["name"] == name
        assert shown["version"] > before


def test_names_given_at_the_start_are_shown(server: Running) -> None:
    seats = [
        {"factions": ["us"], "kind": "me"},
        {"factions": ["arvn"], "kind": "link", "name": "Bob"},
        *({"factions": [name], "kind": "bot"} for name in ("nva", "vc")),
    ]
    table = server.new_game(seats=seats, name="Our game", host="Ann")
    state = table.me.state()
    assert [player["name"] for player in state["players"]] == ["Ann", "Bob", "", ""]
    assert [player["kind"] for player in state["players"]] == ["person", "person", "bot", "bot"]
    assert state["name"] == "Our game"


def test_who_looks_is_here(server: Running) -> None:
    table = server.new_game("link", "link", "bot", "bot")
    us, arvn = table.players

    def here() -> list[bool]:
        return [player["here"] for player in table.spectator.state()["players"]]

    assert here() == [False] * 4
    with us.socket() as first:
        json.loads(first.recv())
        assert here() == [True, False, False, False]
        with us.socket() as again, arvn.socket() as second:
            again.recv()
            second.recv()
            until(lambda: here() == [True, True, False, False], "both are here")
        until(lambda: here() == [True, False, False, False], "one tab is still open")
    until(lambda: here() == [False] * 4, "nobody is here")


def test_spectators_are_not_counted_as_here(server: Running) -> None:
    table = server.new_game("link", "link", "bot", "bot")
    with table.spectator.socket() as socket:
        assert json.loads(socket.recv())["here"] == []
