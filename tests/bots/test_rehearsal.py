"""Thinking ahead (8.1.B, 8.1.C): all ways chance can fall are looked at, and nothing changes on the way."""

from dataclasses import replace
from typing import Any

from fitl.board.factions import NVA, US
from fitl.board.spaces import DA_NANG, HUE, SAIGON
from fitl.bots.flowchart import answer
from fitl.bots.flowchart.event_box import would_change
from fitl.bots.mind import Mind
from fitl.bots.rehearsal import MOST_IN_THOUGHT, every_outcome
from fitl.bots.select import random_space
from fitl.compose import PROGRAMS
from fitl.decisions import CHANCE, DIE, Decision, Flow, amounts
from fitl.state import State
from tests.bots.support import board


def test_every_way_the_dice_can_fall_is_seen_once() -> None:
    def two_dice(s: State) -> Flow[None]:
        s.aid = yield Decision(CHANCE, "die", "8.1", DIE)
        if s.aid > 4:
            s.patronage = yield Decision(CHANCE, "die", "8.1", amounts(1, 3))

    s = board(US, aid=0, patronage=0)
    found = [(after.aid, after.patronage) for after in every_outcome(Mind(US, answer), s, two_dice)]
    assert found == [(1, 0), (2, 0), (3, 0), (4, 0), *((aid, n) for aid in (5, 6) for n in (1, 2, 3))]
    assert (s.aid, s.patronage) == (0, 0)


def test_what_can_never_fall_is_left_out() -> None:
    def weighted(s: State) -> Flow[None]:
        s.aid = yield Decision(CHANCE, "card", "8.1", amounts(1, 3), weights=(1, 0, 2))

    assert [after.aid for after in every_outcome(Mind(US, answer), board(US), weighted)] == [1, 3]


def test_a_mind_that_is_only_thought_of_looks_at_fewer_outcomes() -> None:
    def two_dice(s: State) -> Flow[None]:
        s.aid = yield Decision(CHANCE, "die", "8.1", DIE)
        s.patronage = yield Decision(CHANCE, "die", "8.1", DIE)

    whole, thought = Mind(US, answer), Mind(US, answer, rehearsing=True)
    assert len(list(every_outcome(whole, board(US), two_dice))) == 36
    assert len(list(every_outcome(thought, board(US), two_dice))) == MOST_IN_THOUGHT


def test_of_random_spaces_each_is_one_outcome() -> None:
    def rule(s: State) -> Flow[None]:
        s.aid = yield Decision(US, "any", "8.2", amounts(0, 46))

    def handler(mind: Mind, s: State, decision: Decision) -> Any:
        sp = yield from random_space(mind, [SAIGON, HUE, DA_NANG])
        return decision.options[sp]

    found = {after.aid for after in every_outcome(Mind(US, handler), board(US), rule)}
    assert found == {SAIGON, HUE, DA_NANG}


def test_an_event_that_only_one_face_of_the_die_makes_effective_is_effective() -> None:
    """8.1.B: with three streams of dice a change on one face out of six would often be missed."""

    def on_a(face: int) -> Any:
        def program(s: State, by: int) -> Flow[None]:
            if (yield Decision(CHANCE, "event.die", "5.1", DIE)) == face:
                s.aid += 1

        return program

    s = board(NVA, card=57)
    program = s.cards.programs[57]["shaded"]
    for face in range(1, 7):
        table = {**s.cards.programs, 57: {"shaded": program._replace(run=on_a(face))}}
        copy = s.copy()
        copy.cards = replace(s.cards, programs=table)
        assert would_change(Mind(NVA, answer), copy, "shaded")
    assert PROGRAMS[57]["shaded"] is program
