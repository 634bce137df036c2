"""Would an Event change anything (5.1.3)? Carried out on copies of the state, with one set of answers after another."""

from collections.abc import Callable
from typing import Any, Final

from fitl import prng
from fitl.decisions import Decision, Flow, Option
from fitl.rules.deck import monsoon
from fitl.rules.eligibility import eligible_next, eligible_now
from fitl.state import EVENT, FIELDS, State

RUNS_IN_ORDER: Final = 50  # sets of answers that are tried one after the other ...
MOST_RUNS: Final = 100  # ... and with those at random
MOST_ANSWERS: Final = 3000  # to one Event; none takes nearly as many
MOST_ACT: Final = 2  # Factions on one card (2.3)
DECLINING: Final = ("done", "no", "nothing", "0")  # answers that are tried last
# What executing an Event changes although the Event does nothing, and what is compared in another way.
NO_EFFECT: Final = frozenset(("acted", "executing", "log", "scenario", "cards", "options", "seed"))
ELIGIBILITY: Final = frozenset(("eligible", "passed", "stay_eligible", "made_ineligible"))
COMPARED: Final = tuple(name for name in FIELDS if name not in NO_EFFECT | ELIGIBILITY)

Program = Callable[[State, int], Flow[None]]


class _Answers:
    """The answers of one run: its number, read as digits of which the first question has the lowest.

    Later runs take random answers: those in order may undo each other.
    """

    def __init__(self, run: int) -> None:
        self.left = run
        self.seed = run if run >= RUNS_IN_ORDER else 0
        self.sets = 1  # how many sets of answers the questions so far have

    def to(self, decision: Decision) -> Option:
        options = sorted(decision.options, key=_declines)
        self.sets *= len(options)
        if self.seed:
            self.seed = prng.advance(self.seed)
            return options[prng.below(self.seed, len(options))]
        self.left, index = divmod(self.left, len(options))
        return options[index]


def _declines(option: Option) -> bool:
    return option.key in DECLINING


def changes_anything(s: State, program: Program, by: int) -> bool:
    """Does the program change the situation, whatever is answered and however the dice fall?"""
    start = s.copy()
    start.executing = by
    start.acted += ((by, EVENT),)
    before = _situation(start)
    sets = 1
    for run in range(MOST_RUNS):
        if run >= sets:
            return False
        answers = _Answers(run)
        if _situation(_carried_out(start.copy(), program, by, answers)) != before:
            return True
        sets = max(sets, answers.sets)
    return False


def _carried_out(s: State, program: Program, by: int, answers: _Answers) -> State:
    flow = program(s, by)
    value: Any = None
    for _ in range(MOST_ANSWERS):
        try:
            decision = flow.send(value)
        except StopIteration:
            return s
        value = answers.to(decision).value
    raise RuntimeError("an Event does not come to an end")


def _situation(s: State) -> list[object]:
    return [*(getattr(s, name) for name in COMPARED), *_eligibility(s)]


def _eligibility(s: State) -> tuple[int, ...]:
    """2.3.6: who may still act on this card, and who on the next; after a Coup Round everybody may (6.6)."""
    if s.era.sequence.id == "initiative":
        return ()
    may_act = eligible_now(s) if len(s.acted) < MOST_ACT else 0
    return (may_act,) if monsoon(s) else (may_act, eligible_next(s))
