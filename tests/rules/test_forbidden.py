"""Answers that the rules forbid now stay in their place and say why."""

import random

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.decisions import Decision, choice
from fitl.game import Game
from fitl.lasting import LANSDALE_SHADED, TYPHOON_KATE
from fitl.rules.forbidden import Forbidden, forbidden_answers
from fitl.rules.operation import Activity, Operation
from fitl.rules.sequence import operations_for, turn_options
from fitl.state import EVENT, LIMITED_OP, OP_AND_ACTIVITY, OP_ONLY, State
from fitl.words import say
from tests.support import blank


def asked(s: State, faction: int, action: str) -> dict[str, str]:
    """Why each Operation that is missing cannot be chosen."""
    offered = [choice(op.name) for op in operations_for(s, faction, action)]
    decision = Decision(faction, "turn.operation", "3.1", offered, {"action": action})
    return reasons(forbidden_answers(s, decision))


def reasons(found: list[Forbidden]) -> dict[str, str]:
    return {no.key: say(no.message, no.params) for no in found}


def test_the_first_faction_has_no_limited_operation() -> None:
    s = Game.new("short-1965", seed=7).state
    s.acted = ()
    decision = Decision(US, "turn.action", "2.3.4", turn_options(s, US))
    found = forbidden_answers(s, decision)
    assert reasons(found)[LIMITED_OP] == "Only for the 2nd Eligible Faction (2.3.4)"
    assert [no.place for no in found if no.key == LIMITED_OP] == [3], "between the Operations and Pass"


def test_the_second_faction_is_told_what_the_first_has_left_it() -> None:
    s = Game.new("short-1965", seed=7).state
    s.acted = ((NVA, OP_ONLY),)
    found = reasons(forbidden_answers(s, Decision(US, "turn.action", "2.3.4", turn_options(s, US))))
    assert set(found) == {EVENT, OP_ONLY, OP_AND_ACTIVITY}
    assert all("Not after an Operation alone" in reason for reason in found.values())


def test_monsoon_forbids_sweep_and_march() -> None:
    s = Game.new("short-1965", seed=7).state
    s.next_card = 125  # a Coup card
    assert asked(s, US, OP_ONLY)["sweep"] == "Not in Monsoon (2.3.9)"
    assert asked(s, VC, OP_ONLY)["march"] == "Not in Monsoon (2.3.9)"


def test_a_card_in_force_is_named() -> None:
    s = Game.new("short-1965", seed=7).state
    assert "assault" not in asked(s, US, OP_ONLY)
    s.effects |= LANSDALE_SHADED
    assert asked(s, US, OP_ONLY)["assault"] == "#78 General Lansdale forbids it"


def test_what_cannot_be_paid_for_says_so() -> None:
    s = Game.new("short-1965", seed=7).state
    s.next_card = 1
    s.resources[ARVN] = 0
    assert asked(s, ARVN, OP_ONLY)["sweep"].startswith("It cannot be paid for: ARVN has")


def test_an_operation_without_a_space_says_so() -> None:
    s = blank()
    assert asked(s, US, OP_ONLY)["assault"] == "No space qualifies now"


def test_special_activities_that_cannot_be_taken_stand_beside_those_that_can() -> None:
    rng = random.Random(6)
    for seed in range(30):
        game = Game.new("short-1965", seed=seed)
        while game.decision is not None and len(game.entries) < 400:
            game.state.effects |= TYPHOON_KATE
            decision = game.decision
            if decision.actor == NVA and decision.find("sa:infiltrate") and decision.kind.startswith("rally"):
                assert reasons(forbidden_answers(game.state, decision))["sa:bombard"] == "#115 Typhoon Kate forbids it"
                return
            game.choose(rng.choice(decision.options))
    raise AssertionError("NVA never Rallied with a Special Activity")


def test_no_answer_is_both_offered_and_forbidden() -> None:
    rng = random.Random(9)
    game = Game.new("short-1965", seed=9)
    while game.decision is not None and len(game.entries) < 600:
        offered = {option.key for option in game.decision.options}
        assert offered.isdisjoint(no.key for no in forbidden_answers(game.state, game.decision))
        game.choose(rng.choice(game.decision.options))


def test_special_activities_are_there_with_their_reason_also_where_none_can_be_taken() -> None:
    """4.1.1: a US Train with nobody to Advise and nothing to lift."""
    s = blank()
    op = Operation(s, US, "train", activities=("advise", "air_lift"))
    asks = op.choose("train.space", "3.2.1", lambda: [choice("saigon")])
    decision = next(asks)
    assert not any(option.key.startswith("sa:") for option in decision.options)
    reason = "No space qualifies now"
    assert reasons(forbidden_answers(s, decision)) == {"sa:advise": reason, "sa:air_lift": reason}
    op.activity = Activity(s, US, "advise", op)
    assert forbidden_answers(s, decision) == [], "one was taken: no more belong to it"
