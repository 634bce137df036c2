"""Undo: freely alone, up to dice and other people's answers together, beyond that by everybody's consent."""

import random
from typing import Any

import pytest

from fitl.board.factions import NVA, US
from fitl.board.pieces import NVA_TROOPS
from fitl.board.spaces import SPACE_BY_ID
from fitl.decisions import Decision, amounts, confirm
from fitl.game import Game
from fitl.server.answers import in_words
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
        assert not answer.json()["result"]["proposed"]
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
        live.drop()  # read it from the store again
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
    """Four people; several have answered, the last of them without dice and after somebody else."""
    table = server.new_game("link", "link", "link", "link")
    last = None
    for _ in range(40):
        player = table.asked()
        before = number(player)
        calm = player.choose(player.asked()[-1]).json()["state"]["number"] == before + 1
        if calm and last not in (None, player):
            return table
        last = player
    raise AssertionError("nobody answers after somebody else")


def answerer(table: Table) -> Player:
    """Who gave the last answer."""
    with table.server.service.open(table.id) as live:
        game = live.game
        actor = next(entry.actor for entry in reversed(game.entries) if entry.actor >= 0)
        return table.players[live.options.seat_of(actor)]


def test_ones_own_last_answer_needs_nobody(together: Table) -> None:
    player = answerer(together)
    before = number(player)
    assert player.state()["can_undo"]
    result = player.post("/undo").json()["result"]
    assert not result["proposed"]
    assert [at for at, _ in result["taken"]] == [before - 1]
    assert number(player) == before - 1


def proposed(together: Table) -> tuple[Player, list[Player], str]:
    """Somebody who answered before another asks to take it back: the one who asks, the others, and the proposal."""
    last = answerer(together)
    by = next(player for player in together.players if player is not last and player.state()["undo"])
    assert not by.state()["can_undo"]
    answer = by.post("/undo")
    assert answer.json()["result"] == {"proposed": True, "taken": None}
    return by, [player for player in together.players if player is not by], answer.json()["state"]["proposal"]["id"]


def test_everybody_must_agree_to_go_back_to_the_answer_of_whoever_asks(together: Table) -> None:
    before = together.me.state()
    by, others, proposal = proposed(together)
    wanted = by.state()["proposal"]["kept"]
    assert by.state()["proposal"]["mine"]
    for player in others:
        shown = player.state()["proposal"]
        assert (shown["id"], shown["mine"], shown["answered"]) == (proposal, False, False)
        assert number(player) == before["number"]
        assert player.post("/undo/answer", {"proposal": proposal, "agree": True}).status_code == 200
    after = together.me.state()
    assert after["number"] == wanted < before["number"]
    assert after["proposal"] is None
    assert by.state()["view"]["decision"]["options"], "it is theirs to answer again"


def test_a_proposal_says_what_is_wanted_back_and_what_goes_with_it(together: Table) -> None:
    last = answerer(together)
    by, others, _ = proposed(together)
    faction = by.state()["me"]["factions"][0].upper()
    for player in (by, *others):
        assert player.state()["proposal"]["what"].endswith(f"” ({faction})")
    assert last.state()["proposal"]["yours"] >= 1
    assert by.state()["proposal"]["yours"] == 0


def test_everybody_is_told_what_became_of_it(together: Table) -> None:
    by, others, proposal = proposed(together)
    what = by.state()["proposal"]["what"]
    others[0].post("/undo/answer", {"proposal": proposal, "agree": False})
    told = by.state()["declined"]
    assert (told["what"], told["mine"], told["withdrawn"]) == (what, False, False)
    assert others[0].state()["declined"]["mine"]
    again = by.post("/undo").json()["state"]["proposal"]["id"]
    assert by.state()["declined"] is None, "a new proposal takes the place of one that was declined"
    for player in others:
        player.post("/undo/answer", {"proposal": again, "agree": True})
    for player in others:
        told = player.state()["taken_back"]
        assert (told["what"], told["mine"]) == (what, False)
    assert by.state()["taken_back"]["mine"]


def test_a_free_take_back_is_told_to_the_others_until_the_game_goes_on(together: Table) -> None:
    player = answerer(together)
    what = player.state()["undo"]["what"]
    player.post("/undo")
    for other in together.players:
        assert other.state()["taken_back"]["what"] == what
    together.asked().choose(together.asked().asked()[0])
    assert together.me.state()["taken_back"] is None


def test_one_may_go_back_to_an_earlier_answer_of_the_turn(server: Running) -> None:
    table = server.new_game("me", "bot", "bot", "bot")
    given = []
    for _ in range(2):
        state = table.me.settled()
        given.append(next(key for key in table.me.asked(state) if key not in ("event", "pass")))
        table.me.choose(given[-1], state["number"])
    plan = table.me.settled()["plan"]
    assert [step["key"] for step in plan] == given
    answer = table.me.post("/undo", {"to": plan[0]["number"]})
    assert [at for at, _ in answer.json()["result"]["taken"]] == [step["number"] for step in plan]
    assert table.me.settled()["number"] == plan[0]["number"]
    assert table.me.state()["plan"] == []


def test_nobody_goes_back_to_an_answer_of_somebody_else(together: Table) -> None:
    player = answerer(together)
    other = next(each for each in together.players if each is not player)
    with together.server.service.open(together.id) as live:
        theirs = next(
            n
            for n, entry in enumerate(live.game.entries)
            if entry.actor >= 0 and together.players[entry.actor] is player
        )
    refused = other.post("/undo", {"to": theirs})
    assert (refused.status_code, refused.json()["error"]) == (409, "no_undo")
    for wrong in ("x", 1.5, True):
        assert player.post("/undo", {"to": wrong}).status_code == 400
    assert player.post("/undo", {"to": 10**6}).status_code == 409


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
        if player.state()["undo"] and not player.state()["can_undo"]:
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
    assert player.post("/undo").json()["result"]["proposed"]


def test_in_table_mode_typed_dice_may_be_taken_back(server: Running) -> None:
    table = server.new_game("me", "bot", "bot", "bot", table_mode=True)
    state: Any = table.me.settled()
    assert state["view"]["decision"]["actor"] == "chance"
    key = table.me.asked(state)[3]
    after = table.me.choose(key, state["number"]).json()["state"]
    assert after["can_undo"]
    back = table.me.post("/undo").json()["state"]
    assert back["view"]["decision"] == state["view"]["decision"]


def test_an_answer_is_understood_without_its_question() -> None:
    """In the plan and in take-backs: a number with its pieces, a Yes with what it agrees to."""
    game = Game.new("short-1965", seed=7)
    march = {"piece": NVA_TROOPS, "origin": SPACE_BY_ID["hue"], "destination": SPACE_BY_ID["saigon"]}
    asked = Decision(NVA, "march.amount", "3.3.2", amounts(1, 2), march)
    told = [in_words(game, asked, option, None) for option in asked.options]
    assert told == ["“1 NVA Troop” (NVA)", "“2 NVA Troops” (NVA)"]
    aid = confirm(US, "advise.aid", "4.2.1")
    assert in_words(game, aid, aid.options[0], None) == "“Add 6 Aid? Yes” (US)"
    trail = confirm(NVA, "rally.trail", "3.3.1")
    assert in_words(game, trail, trail.options[0], None) == "“Improve the Trail” (NVA)"
