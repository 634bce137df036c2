"""Thinkers of a server: they think elsewhere, come to the same, tell how far they are, and can be ended."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from typing import cast

import pytest

from fitl.board.factions import US
from fitl.bots.table import NonPlayers
from fitl.casting import seated
from fitl.game import Game
from fitl.server import thinking as server_thinking
from fitl.server.service import Played, Service
from fitl.server.thinking import Progress, Room, Thinking
from fitl.server.threads import Threads
from fitl.server.workers import Bots
from fitl.thinker.levels import BUDGETS, Level
from fitl.thinker.player import Thinker
from fitl.thinker.thought import Question, Thought, think
from tests.server.support import PATIENCE, Running, Table, until


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    """One process for all tests here."""
    room = Room()
    yield room
    room.close()


def question_of(playouts: int) -> Question:
    game = Game.new("short-1965", seed=5, options=seated("thinker:quick"), log=False)
    table = NonPlayers(game)
    decision = game.decision
    assert decision is not None
    bot = table.bots[decision.actor]
    assert isinstance(bot, Thinker)
    found = bot.question(game, decision)
    assert found is not None
    return found._replace(level=Level(playouts, 3))


def test_what_is_thought_in_another_process_is_what_would_have_been_thought_here(room: Room) -> None:
    question = question_of(30)
    assert room.think(question, Progress()) == think(question)


def test_thinking_tells_how_far_it_is_and_can_be_ended(room: Room) -> None:
    heard = Progress()
    found = []
    question = question_of(10_000_000)
    waiting = threading.Thread(target=lambda: found.append(room.think(question, heard)))
    waiting.start()
    until(lambda: heard.part > 0, "a report")
    heard.ended = True
    waiting.join()
    assert found[0].way
    assert found[0].mark == question.mark


def test_a_process_that_dies_is_replaced_and_its_game_gets_a_quick_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    thinking = Thinking(rooms=1)
    monkeypatch.setattr(Room, "_ask", lambda self, question, heard: (_ for _ in ()).throw(EOFError()))
    question = question_of(30)
    assert thinking.think("game", question).mark == question.mark
    assert thinking.part("game") is None
    assert not thinking.end("game")


def test_thinkers_play_at_a_server_and_say_why(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Room, "think", lambda self, question, heard: think(question))
    monkeypatch.setitem(BUDGETS, "deep", Level(8, 3))
    seats = [{"factions": ["us"], "kind": "me"}]
    seats += [{"factions": [name], "kind": "bot", "plays": "thinker:deep"} for name in ("arvn", "nva", "vc")]
    table = server.new_game(seats=seats)
    for _ in range(3):
        state = table.me.settled()
        assert state["thought"] is None
        assert table.me.choose(table.me.asked(state)[-1]).status_code == 200
    with server.service.open(table.id) as live:
        reasons = live.game.reasons()
    assert reasons
    assert {reason.message.split(".")[1] for reason in reasons} == {"thinker"}
    assert US not in {reason.faction for reason in reasons}


def with_thinkers(server: Running, level: str) -> Table:
    """A game of one person, who plays the US, with three thinkers."""
    seats = [{"factions": ["us"], "kind": "me"}]
    seats += [{"factions": [name], "kind": "bot", "plays": f"thinker:{level}"} for name in ("arvn", "nva", "vc")]
    return server.new_game(seats=seats)


def until_a_thinker_is_asked(table: Table) -> None:
    while not (state := table.me.state())["thinking"] and not state["left_to_people"]:
        assert table.me.choose(table.me.asked(state)[-1]).status_code == 200


def break_deep_thoughts(monkeypatch: pytest.MonkeyPatch, begin: threading.Event) -> None:
    """Deep thoughts raise, wherever they are had; all others are had at once."""
    monkeypatch.setitem(BUDGETS, "quick", Level(8, 3))

    def in_a_room(room: Room, question: Question, heard: Progress) -> Thought:
        if question.level == BUDGETS["quick"]:
            return think(question)
        begin.wait(PATIENCE)
        raise RuntimeError("a fault in a room")

    def in_the_server(question: Question) -> Thought:
        raise AssertionError("a fault in the server")

    monkeypatch.setattr(Room, "think", in_a_room)
    monkeypatch.setattr(server_thinking, "think", in_the_server)


def test_a_thinker_that_cannot_think_leaves_its_answers_to_people(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = threading.Event()
    break_deep_thoughts(monkeypatch, begin)
    table = with_thinkers(server, "deep")
    until_a_thinker_is_asked(table)
    before = table.me.state()
    with table.me.socket() as socket:
        assert json.loads(socket.recv(timeout=PATIENCE))["thinking"]
        begin.set()
        while json.loads(socket.recv(timeout=PATIENCE))["thinking"]:
            pass
    state = table.me.state()
    assert state["left_to_people"]
    assert state["entries"] == before["entries"], "what was played before stands"
    asked = state["view"]["decision"]
    assert asked["actor"] != "us"
    after = table.me.choose(asked["options"][0]["key"], asked["number"]).json()["state"]
    assert after["number"] > asked["number"]
    assert table.spectator.state()["view"]["decision"].get("options") is None
    assert table.me.settled()["left_to_people"], "the thinker is asked again, and cannot think again"


def test_a_thinker_that_cannot_think_keeps_no_other_game_waiting(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = threading.Event()
    begin.set()
    break_deep_thoughts(monkeypatch, begin)
    for _ in range(server.service.thinking.rooms + 1):  # each room has met the fault
        broken = with_thinkers(server, "deep")
        until_a_thinker_is_asked(broken)
        assert broken.me.settled()["left_to_people"]
    table = with_thinkers(server, "quick")
    until_a_thinker_is_asked(table)
    state = table.me.settled()
    assert not state["left_to_people"]
    with server.service.open(table.id) as live:
        assert live.game.reasons()


def test_only_players_hurry_a_thinker(server: Running) -> None:
    table = server.new_game("me", "bot", "bot", "bot")
    assert table.me.post("/hurry").json()["result"] is False
    refused = table.spectator.post("/hurry")
    assert (refused.status_code, refused.json()["message"]) == (409, "Only players may hurry a thinker.")


def test_who_has_many_thinkers_does_not_keep_the_thinkers_of_others_waiting() -> None:
    """Twenty games of one address and then one of another's: its thinker is the next to think."""
    thought: list[str] = []

    class Many:
        """A service in which thinkers only note that they thought."""

        class thinking:  # noqa: N801
            rooms = 1

            @staticmethod
            def think(game: str, question: Question) -> Thought:
                thought.append(game)
                return Thought(question.mark, (), [])

        def __init__(self) -> None:
            self.hub = self

        def publish(self, game: str) -> None:
            pass

        def thought_of(self, game: str) -> None:
            return None

        def play_bots(self, game: str, thought: Thought | None) -> Played:
            return Played(thought is None, question_of(1), "many" if game.startswith("many") else game)

    async def work() -> None:
        bots = Bots(cast(Service, Many()), Threads())
        async with bots._rooms.turn("many"):
            for number in range(20):
                bots._start(f"many{number}")
            await _until(lambda: bots._rooms.waiting == 20)
            bots._start("other")
            await _until(lambda: bots._rooms.waiting == 21)
        await _until(lambda: not bots.waiting)

    asyncio.run(work())
    assert len(thought) == 21
    assert thought.index("other") <= 1


async def _until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.001)
