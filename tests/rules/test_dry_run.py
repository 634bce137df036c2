"""5.1.3: whether an Event would change anything is found by carrying it out on copies."""

from collections.abc import Callable

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.scenarios import SCENARIOS
from fitl.compose import new_state
from fitl.decisions import CHANCE, DIE, Decision, Flow, choice
from fitl.options import GameOptions
from fitl.rules.dry_run import MOST_RUNS, changes_anything
from fitl.state import State

Program = Callable[[State, int], Flow[None]]


@pytest.fixture
def s() -> State:
    return new_state(SCENARIOS["short-1965"], GameOptions(), 1)


def nothing(s: State, by: int) -> Flow[None]:
    yield from ()


def ask(by: int, *keys: str) -> Decision:
    return Decision(by, "event.any", "5.1", [choice(key) for key in keys])


def test_a_program_that_does_nothing_changes_nothing(s: State) -> None:
    assert not changes_anything(s, nothing, US)


def test_the_state_itself_stays_as_it_is(s: State) -> None:
    def aid(s: State, by: int) -> Flow[None]:
        s.aid += 1
        yield from ()

    before = s.digest()
    assert changes_anything(s, aid, US)
    assert s.digest() == before


@pytest.mark.parametrize("face", [1, 6])
def test_every_face_of_a_die_is_looked_at(s: State, face: int) -> None:
    def program(s: State, by: int) -> Flow[None]:
        if (yield Decision(CHANCE, "event.die", "5.1", DIE)) == face:
            s.aid += 1

    assert changes_anything(s, program, NVA)


def test_every_set_of_two_answers_is_tried_also_where_declining_comes_first(s: State) -> None:
    def program(s: State, by: int) -> Flow[None]:
        first = yield ask(by, "done", "some")
        second = yield ask(VC, "no", "a", "b", "c", "d", "e")
        if (first, second) == ("done", "e"):
            s.patronage += 1

    assert changes_anything(s, program, ARVN)


def test_it_ends_as_soon_as_all_answers_were_tried(s: State) -> None:
    asked = []

    def program(s: State, by: int) -> Flow[None]:
        asked.append((yield ask(by, "a", "b", "c")))

    assert not changes_anything(s, program, ARVN)
    assert asked == ["a", "b", "c"]


def test_it_ends_after_so_many_runs(s: State) -> None:
    runs = []

    def program(s: State, by: int) -> Flow[None]:
        runs.append(by)
        for _ in range(8):
            yield ask(by, "a", "b", "c")

    assert not changes_anything(s, program, ARVN)
    assert len(runs) == MOST_RUNS


def test_what_later_answers_undo_is_found_by_random_ones(s: State) -> None:
    """Lifted pieces may go back to where they came from (1.4.1)."""

    def program(s: State, by: int) -> Flow[None]:
        for _ in range(3):
            yield ask(by, "a", "b")
            if (yield ask(by, *map(str, range(1, 41)))) != "1":
                s.aid += 1

    assert changes_anything(s, program, ARVN)


def test_who_acted_is_no_effect_but_who_will_be_eligible_is(s: State) -> None:
    """2.3.6, cards 24, 53."""

    def stays(s: State, by: int) -> Flow[None]:
        s.stay_eligible |= 1 << by
        yield from ()

    def out(s: State, by: int) -> Flow[None]:
        s.made_ineligible |= 1 << VC
        yield from ()

    s.next_card = 1
    assert changes_anything(s, stays, US)
    assert changes_anything(s, out, US)
    s.next_card = 125  # a Coup Round makes everybody Eligible (6.6)
    assert not changes_anything(s, stays, US)
    s.eligible = 1 << US
    assert not changes_anything(s, out, US)
