"""Whose turn it is, passing, and Limited Operations."""

from itertools import permutations
from random import Random
from typing import Any

import pytest

from fitl.board.factions import ARVN, FACTION_IDS, FACTIONS, NVA, US, VC
from fitl.game import Game
from fitl.rules.menu import OPERATIONS_OF
from fitl.rules.operation import Operation
from fitl.rules.sequence import end_of_card, perform_operation, turn
from fitl.state import EVENT, LIMITED_OP, OP_AND_ACTIVITY, OP_ONLY, TURN, State
from tests.support import Play, blank, play

ALL = 0b1111


def asked(s: State) -> int:
    """Whose turn it is, -1 if the card is over."""
    p = play(turn(s))
    return p.decision.actor if p.decision is not None else -1


# --- order ---


@pytest.mark.parametrize("order", list(permutations(FACTIONS)), ids=lambda order: "".join(map(str, order)))
def test_the_first_eligible_faction_in_the_order_of_the_card_comes_up(order: tuple[int, ...]) -> None:
    """2.3.2."""
    for eligible in range(1 << len(FACTIONS)):
        in_turn = [faction for faction in order if eligible >> faction & 1]
        s = blank(order=order, eligible=eligible)
        assert asked(s) == (in_turn[0] if in_turn else -1)
        if in_turn:
            s.acted = ((in_turn[0], OP_AND_ACTIVITY),)  # the Event is open to all, whatever pieces they have
            assert asked(s) == (in_turn[1] if len(in_turn) > 1 else -1)


def test_factions_beyond_the_second_that_acted_do_nothing() -> None:
    """2.3.2, 2.3.3: not even Pass."""
    assert asked(blank(eligible=ALL, acted=((US, OP_ONLY), (ARVN, LIMITED_OP)))) == -1


# --- passing ---


@pytest.mark.parametrize(
    ("faction", "resources"),
    [(US, [0, 23, 20, 20]), (ARVN, [0, 23, 20, 20]), (NVA, [0, 20, 21, 20]), (VC, [0, 20, 20, 21])],
)
def test_passing_pays_by_faction_and_keeps_it_eligible(faction: int, resources: list[int]) -> None:
    """2.3.3: 3 ARVN Resources for COIN, 1 of its own for an Insurgent."""
    s = blank(order=(faction, *(other for other in FACTIONS if other != faction)), eligible=ALL)
    assert play(turn(s), "pass").over
    assert s.resources == resources
    assert not s.acted
    assert asked(s) not in (faction, -1)
    Play(end_of_card(s))
    assert s.eligible == ALL


def test_passing_pays_nothing_above_75() -> None:
    """2.3.3."""
    s = blank(order=(US, NVA, VC, ARVN), eligible=ALL, resources=[0, 73, 75, 74])
    for _ in range(3):
        play(turn(s), "pass")
    assert s.resources == [0, 75, 75, 75]


@pytest.mark.parametrize(("done", "choices"), [(None, 4), (OP_ONLY, 2), (OP_AND_ACTIVITY, 3), (EVENT, 3)])
def test_the_next_faction_steps_into_the_place_of_one_that_passed(done: str | None, choices: int) -> None:
    """2.3.3: 1st or 2nd Eligible, with the same options."""
    state = Game.new("full-1964").state
    state.stage, state.card, state.eligible, state.order = TURN, 107, ALL, (VC, NVA, ARVN, US)
    state.acted = ((VC, done),) if done else ()
    p = play(turn(state))
    offered = sorted(p.keys())
    assert len(offered) == choices
    p.answer("pass")
    assert sorted(play(turn(state)).keys()) == offered


# --- Limited Operations ---


def limited_operation(s: State, faction: int, name: str, rng: Random) -> Operation:
    """Carry one out with answers by chance; no Special Activity is ever offered."""
    p = Play(perform_operation(s, faction, LIMITED_OP))
    op: Any = None
    while p.decision is not None:
        if p.decision.kind == "turn.operation":
            option = p.decision.find(name)
            assert option is not None
            op = option.value
        else:
            option = rng.choice(p.decision.options)
        assert not any(key.startswith("sa:") for key in p.keys())
        p.answer(option.key)
    assert isinstance(op, Operation)
    return op


@pytest.mark.parametrize(
    ("faction", "name"),
    [(faction, name) for faction in FACTIONS for name in OPERATIONS_OF[faction]],
    ids=lambda value: value if isinstance(value, str) else FACTION_IDS[value],
)
def test_a_limited_operation_has_one_space_and_no_special_activity(faction: int, name: str) -> None:
    """2.3.5: and whoever executed it is Ineligible, as after any Operation (2.3.6)."""
    start = Game.new("medium-1968", seed=3).state
    start.resources = [0, 40, 40, 40]
    start.eligible = ALL
    places = 0
    for seed in range(12):
        s = start.copy()
        s.acted = ((next(other for other in FACTIONS if other != faction), OP_ONLY),)
        op = limited_operation(s, faction, name, Random(seed))
        assert len(op.spaces) <= 1
        assert op.activity is None
        assert s.acted[1] == (faction, LIMITED_OP)
        places += len(op.spaces)
        Play(end_of_card(s))
        assert not s.eligible >> faction & 1
    assert places  # a Patrol may stay where it is; no other Operation may
