"""Reasons are complete and true: every answer has one; its spaces, pieces and numbers are what happened."""

from collections import Counter
from itertools import groupby
from typing import NamedTuple

import pytest

from fitl.board.factions import FACTIONS, NVA, VC
from fitl.board.pieces import NVA_TROOPS
from fitl.board.spaces import NORTH_VIETNAM, SOUTHERN_LAOS
from fitl.bots.flowchart import PLANNED, planned
from fitl.bots.reasons import compact, sentence, worth_telling
from fitl.bots.table import NonPlayers
from fitl.catalogue import catalogue
from fitl.decisions import (
    DONE_OPTION,
    YES,
    Decision,
    Option,
    amount_option,
    piece_at_option,
    piece_option,
    space_option,
    spaces_options,
)
from fitl.entries import Reason
from fitl.game import Game
from fitl.options import GameOptions
from fitl.rules.forces import available
from tests.bots.support import Table, board
from tests.support import put

SCENARIOS = ("short-1965", "medium-1968", "full-1964", "short-1967", "long-1964")
PLACES = ("space", "origin", "destination", "box")
# What the dice of 8.2 show on the way to a choice is no choice yet; `n` of these counts more than the answer does.
ON_THE_WAY = ("why.random_space", "why.random_loc")
NOBODY = "why.trung.nobody"  # a space that a table named, and that nobody went to, as is told
TOTALS = ("why.us.sweep.4", "why.any_choice")


class Answer(NamedTuple):
    """One answer, forced ones included, with the reasons that came with it and where the story stood."""

    turn: int
    decision: Decision
    option: Option
    reasons: list[Reason]
    line: int


def answers_of(game: Game) -> list[Answer]:
    """Play a game of non-players, who are asked everything, to its end."""
    table = NonPlayers(game)
    found = []
    while table.asked():
        decision, turn = game.decision, len(game.checkpoints)
        assert decision is not None
        assert game.log is not None
        thought, line, forced = len(game.thoughts), len(game.log), game.forced
        table.play()
        if forced:
            option = decision.options[0]
        else:
            key = next(entry.key for entry in reversed(game.entries) if entry.actor == decision.actor)
            option = next(each for each in decision.options if each.key == key)
        found.append(Answer(turn, decision, option, game.thoughts[thought:], line))
    return found


def untrue(game: Game) -> list[str]:
    """What is wrong with the reasons of a game: answers without any, and what none of the turn's deeds bears out."""
    wrong = []
    for turn, group in groupby(answers_of(game), lambda each: each.turn):
        answers = list(group)
        end = game.checkpoints[turn].log if turn < len(game.checkpoints) else len(game.log or ())
        told = [entry.params for entry in (game.log or [])[answers[0].line : end]]
        for faction in FACTIONS:
            own = [each for each in answers if each.decision.actor == faction]
            deeds = told + [dict(each.decision.params or {}) for each in own]
            spaces = {deed[name] for deed in deeds for name in PLACES if name in deed}
            spaces |= {space for each in own for space in each.option.spaces}
            spaces |= {reason.params["space"] for each in own for reason in each.reasons if reason.message == NOBODY}
            pieces = {deed[name] for deed in deeds for name in ("piece", "was") if name in deed}
            pieces |= {each.option.piece for each in own}
            for each in own:
                wrong += _untrue(each, spaces, pieces)
    return wrong


def _untrue(answer: Answer, spaces: set[object], pieces: set[object]) -> list[str]:
    asked = f"{answer.decision.kind}={answer.option.key}"
    if len(answer.decision.options) > 1 and not answer.reasons:
        return [f"{asked}: no reason"]
    wrong = []
    for reason in answer.reasons:
        said = f"{asked}: {sentence(reason)}"
        if reason.message in ON_THE_WAY:
            continue
        if reason.message.startswith("why.planned") and answer.decision.kind.startswith("event."):
            wrong.append(f"{said} is no reason for what an Event does")
        if answer.decision.kind.endswith("origin") and reason.params.get("space") in answer.option.spaces:
            wrong += (
                [f"{said} is no goal, they come from there"] if " to {space}" in catalogue()[reason.message] else []
            )
        wrong += [f"{said} - {name}" for name in PLACES if name in reason.params and reason.params[name] not in spaces]
        if reason.params.get("piece", answer.option.piece) not in pieces:
            wrong.append(f"{said} - piece")
        amount = answer.option.amount
        if amount is not None and reason.params.get("n", amount) != amount and reason.message not in TOTALS:
            wrong.append(f"{said} - n")
    return wrong


def bots(scenario: str, seed: int) -> Game:
    return Game.new(scenario, seed=seed, options=GameOptions(non_players=FACTIONS), ask_everything=True)


@pytest.mark.node("any_choice", "event.go_on", "event.from_box", "event.amount", "event.one_by_one")
@pytest.mark.node("event.between_boxes", "event.side")
@pytest.mark.node("planned.space", "planned.piece_at", "planned.amount", "planned.done", "planned.way")
def test_every_answer_has_a_reason_and_what_it_says_is_what_happened() -> None:
    said: Counter[str] = Counter()
    for seed in range(12):
        game = bots(SCENARIOS[seed % 5], 700 + seed)
        assert untrue(game) == []
        said.update(reason.message.removeprefix("why.") for reason in game.reasons())
    new = ("event.go_on", "event.amount", "event.between_boxes", "event.side", "planned.space", "planned.way")
    assert [node for node in new if not said[node]] == []


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 200, 25))
def test_the_reasons_of_many_games_are_complete_and_true(first: int) -> None:
    for seed in range(first, first + 25):
        assert untrue(bots(SCENARIOS[seed % 5], 5000 + seed)) == []


@pytest.mark.node("planned.piece", "planned.piece_at")
def test_what_only_carries_out_a_plan_names_what_it_touches() -> None:
    assert planned(space_option(3)) == ("planned.space", {"space": 3})
    assert planned(piece_at_option(1, 3)) == ("planned.piece_at", {"piece": 1, "space": 3})
    assert planned(piece_option(1)) == ("planned.piece", {"piece": 1})
    assert planned(amount_option(4)) == ("planned.amount", {"n": 4})
    assert planned(DONE_OPTION) == ("planned.done", {})
    assert planned(YES) == ("planned.way", {"way": "yes"})
    options = (space_option(3), piece_at_option(1, 3), piece_option(1), amount_option(4), DONE_OPTION, YES)
    assert [planned(option)[0] for option in options] == list(PLANNED)


def test_what_only_carries_out_a_plan_goes_without_saying_beside_other_reasons() -> None:
    plan = Reason(1, VC, "why.planned.amount", {"n": 2})
    why = Reason(0, VC, "why.vc.pass", {})
    assert worth_telling([why, plan]) == [why]
    assert compact([plan]) == [sentence(plan)]


@pytest.mark.node("nva.infiltrate.must")
def test_without_troops_available_infiltrate_does_not_say_that_they_are_placed() -> None:
    s = board(NVA, trail=2)
    put(s, SOUTHERN_LAOS, nva_base=1)
    put(s, NORTH_VIETNAM, nva_troops=available(s, NVA_TROOPS), nva_base=1)
    table = Table(s, NVA, 2, 5)
    table.ask(Decision(NVA, "infiltrate.space", "4.4.1", spaces_options([SOUTHERN_LAOS, NORTH_VIETNAM])))
    assert table.nodes[-1] == "nva.infiltrate.must"


@pytest.mark.node("lift_piece")
def test_the_piece_that_is_lifted_is_the_one_least_missed() -> None:
    s = board(VC)
    put(s, SOUTHERN_LAOS, vc_guerrilla=1, vc_guerrilla_active=1)
    options = [piece_option(kind) for kind in (14, 15)]
    table = Table(s, VC)
    table.ask(Decision(VC, "lift.piece", "1.4.1", options, {"space": SOUTHERN_LAOS}))
    assert table.nodes == ["lift_piece"]
