"""Executing cards of 1961 to 1963: one side from a position by answers, and all of them at random."""

from collections.abc import Iterable
from random import Random

import fitl.events  # noqa: F401  (registers the card programs)
from fitl.board.card import card_number
from fitl.board.factions import FACTION_IDS
from fitl.board.pieces import BASE_KINDS, BASES_PER_SPACE, COUNTED_AS, HAMLET, KIND_IDS, KINDS, PLAIN
from fitl.board.spaces import CONTROLLABLE, EVERYWHERE, PROVINCES, ROWS, SPACE_COUNT, SPACES
from fitl.cardset import PROGRAMS
from fitl.decisions import CHANCE
from fitl.rules.cards import execute_event, is_effective
from fitl.rules.control import recount, set_support
from fitl.state import EVENT, FIELDS, State
from fitl.words import label, prompt
from tests.eras.sovereign_of_discord.support import D61, P61, P63, begun, edit, row
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


def level(s: State, space: str) -> int:
    return s.support[row(space)]


def here(s: State, space: str) -> dict[str, int]:
    return at(s, row(space))


def asked(flow: Play) -> tuple[int, str]:
    """Who is asked what."""
    assert flow.decision is not None
    return flow.decision.actor, flow.decision.kind


def done(s: State, card: str, side: str, by: int, *answers: str | int) -> Play:
    return to_the_end(executed(s, card, side, by, *answers))


def is_barred(s: State, faction: int) -> bool:
    return bool(s.made_ineligible >> faction & 1)


# --- at random ----------------------------------------------------------------------------------------------------


def random_state(seed: int) -> State:
    """A situation between the set-ups and chaos: tracks, opinion, pieces and what lies where drawn at random."""
    rng = Random(seed)
    scenario = (P61, D61, P63)[seed % 3]
    s = begun(scenario, hanoi=rng.randrange(5), washington=rng.randrange(5), regime=rng.randrange(4))
    s.resources = [0, rng.choice((0, 3, 20)), 0, rng.choice((0, 1, 10))]
    s.aid, s.patronage = rng.choice((0, 2, 20)), rng.choice((0, 3, 15))
    for sp in range(CONTROLLABLE):
        if s.era.open_spaces >> sp & 1 and rng.random() < 0.5:
            set_support(s, sp, rng.randint(-2, 2))
    shuffle_pieces(s, rng)
    s.log = []
    return s


def shuffle_pieces(s: State, rng: Random) -> None:
    """Carry pieces about the open map, on and off it, as stacking allows."""
    places = [sp for sp in range(CONTROLLABLE) if s.era.open_spaces >> sp & 1]
    for sp in rng.sample(places, 12):
        name = rng.choice(("police", "vc_guerrilla", "vc_guerrilla_active", "arvn_troops", "ranger"))
        edit_more(s, sp, name, rng.randint(1, 2))
        if sp in PROVINCES and rng.random() < 0.4:
            edit_more(s, sp, "hamlet", 1)
    recount(s)


def edit_more(s: State, sp: int, name: str, n: int) -> None:
    """A space holds so many more of a piece, taken from anywhere else; a second Hamlet it never gets."""
    here = {KIND_IDS[kind]: s.pieces[sp * KINDS + kind] for kind in range(KINDS) if s.pieces[sp * KINDS + kind]}
    if name == "hamlet" and here.get("hamlet"):
        return
    here[name] = here.get(name, 0) + n
    edit(s, SPACES[sp].id, **here)


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
