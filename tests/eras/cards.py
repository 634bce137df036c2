"""Executing cards of the expansions: one side from a position by answers, and all of them at random."""

from collections.abc import Iterable
from random import Random

import fitl.events  # noqa: F401  (registers the card programs)
from fitl.board.card import card_number
from fitl.board.factions import FACTION_IDS
from fitl.board.pieces import BASE_KINDS, BASES_PER_SPACE, COUNTED_AS, HAMLET, KINDS, PLAIN
from fitl.board.spaces import CONTROLLABLE, EVERYWHERE, PROVINCES, ROW_BY_ID, ROWS, SPACE_COUNT
from fitl.cardset import PROGRAMS
from fitl.decisions import CHANCE
from fitl.rules.cards import execute_event, is_effective
from fitl.rules.control import recount
from fitl.state import EVENT, FIELDS, State
from fitl.words import label, prompt
from tests.support import Play, at, play

STEPS_AT_MOST = 2000
_BESIDE_THE_BOARD = ("acted", "executing", "log", "scenario", "seed", "stay_eligible", "card")


def executed(s: State, card: str, side: str, by: int, *answers: str | int) -> Play:
    """One side of a card by a Faction, its first questions answered."""
    number = card_number(card)
    assert number is not None
    s.card = number
    s.acted += ((by, EVENT),)
    return play(execute_event(s, number, side, by), *answers)


def tells(s: State, card: str, side: str, by: int) -> bool:
    """Is the side called effective?"""
    number = card_number(card)
    assert number is not None
    s.card = number
    return is_effective(s, number, side, by)


def to_the_end(flow: Play) -> Play:
    """Whatever else is asked is declined if it can be, else answered with what comes first."""
    while flow.decision is not None:
        keys = flow.keys()
        flow.answer(next((key for key in ("done", "no") if key in keys), keys[0]))
    return flow


def done(s: State, card: str, side: str, by: int, *answers: str | int) -> Play:
    return to_the_end(executed(s, card, side, by, *answers))


def level(s: State, space: str) -> int:
    return s.support[ROW_BY_ID[space]]


def here(s: State, space: str) -> dict[str, int]:
    return at(s, ROW_BY_ID[space])


def asked(flow: Play) -> tuple[int, str]:
    """Who is asked what."""
    assert flow.decision is not None
    return flow.decision.actor, flow.decision.kind


def is_barred(s: State, faction: int) -> bool:
    return bool(s.made_ineligible >> faction & 1)


# --- at random ----------------------------------------------------------------------------------------------------


def execute_every_side(cards: Iterable[str], state: State, seed: int) -> None:
    """Every side of the cards by every Faction in play; a side called ineffective changes nothing."""
    for name in cards:
        card = card_number(name)
        assert card is not None
        for side in PROGRAMS[card]:
            for by in state.era.factions:
                s = state.copy()
                s.card = card
                before = s.copy()
                effective = is_effective(s, card, side, by)
                assert s == before, f"{name} {side}: asking for the effect changed something"
                _execute_at_random(s, card, side, by, Random(f"{seed} {card} {side} {by}"))
                check_situation(s, before)
                if not effective:
                    message = f"{name} {side} by {FACTION_IDS[by]}: called ineffective, yet it acts"
                    assert _board(s) == _board(before), message


def _execute_at_random(s: State, card: int, side: str, by: int, rng: Random) -> None:
    s.acted += ((by, EVENT),)
    flow = execute_event(s, card, side, by)
    answer = None
    for _ in range(STEPS_AT_MOST):
        try:
            decision = flow.send(answer)
        except StopIteration:
            return
        keys = [option.key for option in decision.options]
        assert keys, f"{decision.kind} offers nothing"
        assert len(set(keys)) == len(keys), f"{decision.kind} offers an answer twice: {keys}"
        chosen = rng.choice(decision.options)
        if decision.actor != CHANCE:
            assert decision.actor in s.era.factions, f"{decision.kind} asks a Faction that is not in play"
            assert prompt(decision)
            assert label(decision, chosen)
        answer = chosen.value
    raise AssertionError(f"card {card} {side} does not come to an end")


def check_situation(s: State, before: State) -> None:
    """Pieces conserved and where they may be, Cadres on Bases only, one Hamlet at most, derived totals true."""
    for kind in set(PLAIN):
        assert _in_all(s, kind) == _in_all(before, kind), f"{kind} not conserved"
    for sp in range(SPACE_COUNT):
        here = s.pieces[sp * KINDS : (sp + 1) * KINDS]
        assert sum(here[kind] for kind in BASE_KINDS) <= (BASES_PER_SPACE if sp < CONTROLLABLE else 0)
        assert here[HAMLET] <= (1 if sp in PROVINCES else 0)
        assert not any(here) or EVERYWHERE & s.era.open_spaces >> sp & 1
    counted = s.copy()
    recount(counted)
    for name in FIELDS:
        if name != "log":
            assert getattr(counted, name) == getattr(s, name), f"{name} differs from a recount"


def _in_all(s: State, plain_kind: int) -> int:
    return sum(s.pieces[place * KINDS + kind] for place in range(ROWS) for kind in COUNTED_AS[plain_kind])


def _board(s: State) -> list[object]:
    values = (getattr(s, name) for name in FIELDS if name not in _BESIDE_THE_BOARD)
    return [bytes(v) if isinstance(v, bytearray) else v for v in values]
