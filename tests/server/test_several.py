"""Several server processes over one PostgreSQL: what one stores the others show, and of two answers one wins."""

import json
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from fitl import journal
from tests.server.support import PATIENCE, Running, Table, until


@pytest.fixture
def two(postgresql: str, serve: Callable[..., Running]) -> tuple[Running, Running]:
    return serve(postgresql), serve(postgresql)


def test_a_move_through_one_is_told_through_the_other(two: tuple[Running, Running]) -> None:
    table = two[0].new_game("link", "link", "link", "link")
    with table.me.through(two[1]).socket() as socket:
        socket.recv(timeout=PATIENCE)
        until(lambda: table.me.state()["players"][0]["here"], "the one server knows who looks through the other")
        for _ in range(5):
            asked = table.asked()
            number = asked.choose(asked.asked()[0]).json()["state"]["number"]
            while json.loads(socket.recv(timeout=PATIENCE))["number"] != number:
                pass
            shown, here = (player.state() for player in (asked.through(two[1]), asked))
            assert shown == here


def test_people_play_a_game_through_both_by_turns(two: tuple[Running, Running]) -> None:
    table = two[0].new_game("me", "bot", "bot", "bot")
    rng = random.Random(3)
    for step in range(30):
        me = table.me.through(two[step % 2])
        state = me.settled()
        if rng.random() < 0.15 and state["can_undo"]:
            assert me.post("/undo").status_code == 200
            continue
        answer = me.choose(rng.choice(me.asked(state)), state["number"])
        assert answer.status_code == 200, answer.text
    assert table.me.through(two[1]).settled() == table.me.settled()
    game = journal.replay(journal.parse("".join(line + "\n" for line in two[0].lines(table.id))))
    assert game.number == table.me.state()["number"]


def test_of_two_answers_at_once_one_wins_and_the_other_is_stale(two: tuple[Running, Running]) -> None:
    table = two[0].new_game()
    table.me.through(two[1]).state()
    outcomes = []
    with ThreadPoolExecutor(2) as both:
        for _ in range(25):
            state = table.me.state()
            keys = table.me.asked(state)
            start = Barrier(2)

            def answer(server: Running, key: str, number: int = state["number"], start: Barrier = start) -> int:
                start.wait()
                return table.me.through(server).choose(key, number).status_code

            sent = [both.submit(answer, two[0], keys[0]), both.submit(answer, two[1], keys[-1])]
            outcomes.append(sorted(each.result() for each in sent))
            after = [table.me.through(server).state() for server in two]
            assert after[0] == after[1]
            with two[0].service.open(table.id) as live:
                assert live.game.entries[state["number"]].key in (keys[0], keys[-1])
    assert all(each == [200, 409] for each in outcomes), outcomes


def test_the_same_answer_through_both_counts_once(two: tuple[Running, Running]) -> None:
    table = two[0].new_game()
    with ThreadPoolExecutor(2) as both:
        for _ in range(15):
            state = table.me.state()
            key = table.me.asked(state)[0]
            sent = [both.submit(table.me.through(server).choose, key, state["number"]) for server in two]
            assert [each.result().status_code for each in sent] == [200, 200]


def test_who_is_here_is_known_everywhere(two: tuple[Running, Running]) -> None:
    table = two[0].new_game("link", "link", "bot", "bot")
    arvn = table.players[1].through(two[1])

    def here(server: Running) -> list[int]:
        players = table.spectator.through(server).state()["players"]
        return [player["seat"] for player in players if player["here"]]

    with table.me.socket(), arvn.socket():
        for server in two:
            until(lambda server=server: here(server) == [0, 1], "both are seen")
    for server in two:
        until(lambda server=server: here(server) == [], "nobody is seen")


def test_consent_is_collected_through_both(two: tuple[Running, Running]) -> None:
    table = two[0].new_game("link", "link", "link", "link")
    first = table.asked()
    while table.asked() is first:
        first.choose(first.asked()[-1])
    second = table.asked()
    second.choose(second.asked()[-1])
    by = first  # somebody else has answered since
    before = table.me.state()["number"]
    proposal = by.post("/undo").json()["state"]["proposal"]["id"]
    others = [player for player in table.players if player is not by]
    with ThreadPoolExecutor(3) as all_at_once:
        sent = [
            all_at_once.submit(
                player.through(two[turn % 2]).post, "/undo/answer", {"proposal": proposal, "agree": True}
            )
            for turn, player in enumerate(others)
        ]
        refused = [player for player, answer in zip(others, sent, strict=True) if answer.result().status_code == 409]
    for player in refused:  # two agreed in the same instant: one of them is asked again
        assert player.post("/undo/answer", {"proposal": proposal, "agree": True}).status_code == 200
    assert table.me.state()["number"] < before
    assert table.me.through(two[1]).state()["proposal"] is None


def test_a_bot_turn_begun_by_one_is_shown_by_the_other(two: tuple[Running, Running]) -> None:
    table = two[0].new_game("me", "bot", "bot", "bot")
    for _ in range(3):
        table.play(6)
        state = table.me.settled()
        other = table.me.through(two[1]).settled()
        assert other["turns"] == state["turns"]
        assert other["view"] == state["view"]


def test_in_table_mode_dice_may_be_typed_in_through_either(two: tuple[Running, Running]) -> None:
    table: Table = two[0].new_game("me", "bot", "bot", "bot", table_mode=True)
    for step in range(60):
        me = table.me.through(two[step % 2])
        state = me.settled()
        keys = me.asked(state)
        answer = me.choose(keys[step % len(keys)], state["number"])
        assert answer.status_code == 200, (step, state["view"]["decision"], answer.text)
    states = [table.me.through(server).settled() for server in two]
    assert states[0]["view"] == states[1]["view"]
