"""Scripts: the answers a mind intends, followed question by question."""

from fitl.board.factions import NVA
from fitl.board.pieces import NVA_GUERRILLA as G
from fitl.board.pieces import NVA_TROOPS as T
from fitl.board.spaces import HUE, KONTUM, QUANG_NAM, QUANG_TRI
from fitl.bots.script import Move, Script, march_lines
from fitl.decisions import DONE_OPTION, Decision, amounts, spaces_options


def asked(kind: str, *spaces: int, done: bool = False, **params: int) -> Decision:
    options = [*spaces_options(spaces), *([DONE_OPTION] if done else [])]
    return Decision(NVA, "march." + kind, "3.3.2", options, params)


def amount(kind: int, origin: int, destination: int, most: int) -> Decision:
    params = {"piece": kind, "origin": origin, "destination": destination}
    return Decision(NVA, "march.amount", "3.3.2", amounts(0, most), params)


def answers(script: Script, *decisions: Decision) -> list[str | None]:
    return [option and option.key for option in map(script.follow, decisions)]


def test_a_march_is_followed_destination_by_destination_and_group_by_group() -> None:
    script = Script()
    assert script.lines is None
    moves = [Move(HUE, QUANG_TRI, {G: 1}), Move(HUE, QUANG_NAM, {G: 2}), Move(KONTUM, QUANG_NAM, {T: 1})]
    assert script.intend(march_lines(moves, (T, G)))
    assert answers(
        script,
        asked("destination", HUE, KONTUM),
        asked("origin", QUANG_TRI, QUANG_NAM, destination=HUE),
        amount(T, QUANG_TRI, HUE, 3),
        amount(G, QUANG_TRI, HUE, 3),
        asked("origin", QUANG_NAM, done=True, destination=HUE),
        amount(G, QUANG_NAM, HUE, 3),  # nobody is asked about Troops where there are none
        asked("origin", KONTUM, done=True, destination=HUE),
        asked("destination", KONTUM, done=True),
        asked("destination", HUE, done=True),
    ) == ["hue", "quang_tri_thua_thien", "0", "1", "quang_nam", "2", "done", "kontum", None]


def test_amounts_may_be_asked_for_in_any_order() -> None:
    script = Script()
    script.intend(march_lines([Move(HUE, QUANG_TRI, {G: 1, T: 2})], (T, G)))
    assert answers(script, amount(G, QUANG_TRI, HUE, 3), amount(T, QUANG_TRI, HUE, 3)) == ["1", "2"]


def test_what_is_not_offered_is_given_up_and_what_was_never_planned_is_not_answered() -> None:
    script = Script()
    moves = [Move(HUE, QUANG_TRI, {G: 1}), Move(KONTUM, QUANG_NAM, {G: 1}), Move(HUE, KONTUM, {G: 1})]
    script.intend(march_lines(moves, (G,)))
    assert script.fresh
    assert answers(
        script,
        asked("destination", KONTUM),
        asked("destination", KONTUM),
        asked("destination", HUE),
        asked("destination", HUE),
        asked("origin", HUE, destination=QUANG_NAM),
    ) == ["kontum", None, "hue", None, None]
    assert not script.fresh


def test_a_script_of_nothing_is_planned_all_the_same() -> None:
    script = Script()
    assert not script.intend(())
    assert script.lines == []
