"""Undo: freely alone, up to dice and other people's answers together, beyond that by everybody's consent."""

import random
from typing import Any

import pytest

from tests.server.support import Player, Running, Table


def number(player: Player) -> int:
    return int(player.state()["number"])


def test_alone_one_may_go_back_to_the_very_beginning(either: Running) -> None:
    table = either.new_game("me", "bot", "bot", "bot")
    start = table.me.settled()
    table.play(25)
    undone = 0
    while table.me.settled()["can_undo"]:
        answer = table.me.post("/undo")
        assert answer.status_code == 200
        assert answer.json()["result"] == {"proposed": False}
        undone += 1
    assert undone == 25
    state = table.me.settled()
    assert state["solo"]
    assert state["view"]["decision"] == start["view"]["decision"]
    assert state["view"]["spaces"] == start["view"]["spaces"]
    answer = table.me.post("/undo")
    assert (answer.status_code, answer.json()["error"]) == (409, "no_undo")


def test_what_was_taken_back_stays_taken_back(either: Running) -> None:
    table = either.new_game("me", "bot", "bot", "bot")
    table.play(20)
    table.me.settled()
    for _ in range(6):
        table.me.post("/undo")
    table.me.settled()
    table.play(12, random.Random(2))
    state = table.me.settled()
    with either.service.open(table.id) as live:
        live._drop()  # read it from the store again
    assert table.me.state()["view"] == state["view"]


def test_a_double_click_takes_back_once(server: Running) -> None:
    table = server.new_game()
    table.play(5)
    at = number(table.me)
    assert table.me.post("/undo", {"number": at}).status_code == 200
    again = table.me.post("/undo", {"number": at})
    assert (again.status_code, again.json()["error"]) == (409, "stale")


@pytest.fixture
def together(server: Running) -> Table:
    """Four people; one of them has just given an answer, without dice."""
    table = server.new_game("link", "link", "link", "link")
    for _ in range(20):
        player = table.asked()
        before = number(player)
        if player.choose(player.asked()[-1]).json()["state"]["number"] == before + 1:
            break
    return table


def answerer(table: Table) -> Player:
    """Who gave the last answer."""
    with table.server.service.open(table.id) as live:
        actor = live.game.entries[live.last_answer()].actor
        return table.players[live.options.seat_of(actor)]


def test_ones_own_last_answer_needs_nobody(together: Table) -> None:
    player = answerer(together)
    before = number(player)
    assert player.state()["can_undo"]
    assert player.post("/undo").json()["result"] == {"proposed": False}
    assert number(player) == before - 1


def proposed(together: Table) -> tuple[Player, list[Player], str]:
    """Somebody else than who answered asks to take it back: the one who asks, the others, and the proposal."""
    mine = answerer(together)
    by = next(player for player in together.players if player is not mine)
    assert not by.state()["can_undo"]
    answer = by.post("/undo")
    assert answer.json()["result"] == {"proposed": True}
    return by, [player for player in together.players if player is not by], answer.json()["state"]["proposal"]["id"]


def test_everybody_must_agree(together: Table) -> None:
    before = together.me.state()
    by, others, proposal = proposed(together)
    assert by.state()["proposal"]["mine"]
    for player in others:
        shown = player.state()["proposal"]
        assert (shown["id"], shown["mine"], shown["answered"]) == (proposal, False, False)
        assert number(player) == before["number"]
        assert player.post("/undo/answer", {"proposal": proposal, "agree": True}).status_code == 200
    after = together.me.state()
    assert after["number"] == before["number"] - 1
    assert after["proposal"] is None


def test_one_who_agrees_twice_counts_once(together: Table) -> None:
    before = number(together.me)
    _, others, proposal = proposed(together)
    for _ in range(5):
        assert others[0].post("/undo/answer", {"proposal": proposal, "agree": True}).status_code == 200
    assert number(together.me) == before
    assert others[0].state()["proposal"]["answered"]


def test_one_who_declines_ends_it(together: Table) -> None:
    before = number(together.me)
    _, others, proposal = proposed(together)
    others[0].post("/undo/answer", {"proposal": proposal, "agree": True})
    assert others[1].post("/undo/answer", {"proposal": proposal, "agree": False}).status_code == 200
    late = others[2].post("/undo/answer", {"proposal": proposal, "agree": True})
    assert (late.status_code, late.json()["error"]) == (409, "stale")
    assert together.me.state()["proposal"] is None
    assert number(together.me) == before


def test_it_lapses_when_the_game_goes_on(together: Table) -> None:
    _, others, proposal = proposed(together)
    at = number(together.me)
    asked = together.asked()
    asked.choose(asked.asked()[-1])
    assert together.me.state()["proposal"] is None
    for player in others:
        late = player.post("/undo/answer", {"proposal": proposal, "agree": True})
        assert (late.status_code, late.json()["error"]) == (409, "stale")
    if asked.state()["can_undo"]:
        asked.post("/undo")
        assert number(together.me) == at
        assert together.me.state()["proposal"] is None, "it must not come back with the moment it was made in"


def test_only_one_proposal_at_a_time(together: Table) -> None:
    by, others, _ = proposed(together)
    for player in (by, *others):
        if not player.state()["can_undo"]:
            again = player.post("/undo")
            assert (again.status_code, again.json()["error"]) == (409, "refused")


def test_dice_are_taken_back_by_consent_only(server: Running) -> None:
    table = server.new_game("link", "link", "link", "link")
    rng = random.Random(5)
    for _ in range(400):
        player = table.asked()
        before = number(player)
        if player.choose(rng.choice(player.asked())).json()["state"]["number"] > before + 1:
            break
    else:
        pytest.fail("no die was rolled")
    assert answerer(table) is player
    assert not player.state()["can_undo"]
    assert player.post("/undo").json()["result"] == {"proposed": True}


def test_in_table_mode_typed_dice_may_be_taken_back(server: Running) -> None:
    table = server.new_game("me", "bot", "bot", "bot", table_mode=True)
    state: Any = table.me.settled()
    assert state["view"]["decision"]["actor"] == "chance"
    key = table.me.asked(state)[3]
    after = table.me.choose(key, state["number"]).json()["state"]
    assert after["can_undo"]
    back = table.me.post("/undo").json()["state"]
    assert back["view"]["decision"] == state["view"]["decision"]
