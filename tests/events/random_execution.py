"""Executing cards at random: from situations of random games, with random answers, and what must hold afterwards."""

from collections.abc import Iterable
from functools import cache
from random import Random

from fitl.board.card import card_number
from fitl.board.factions import FACTION_IDS
from fitl.board.pieces import (
    BASE_KINDS,
    BASES_PER_SPACE,
    COUNTED_AS,
    EDGE_TRACK_MAX,
    HAMLET,
    KINDS,
    NVA_TUNNEL,
    PLAIN,
    TERROR_MARKERS,
    TRAIL_MAX,
    TUNNEL_MARKERS,
    VC_TUNNEL,
)
from fitl.board.spaces import CONTROLLABLE, NORTH_VIETNAM, POP, PROVINCES, ROWS, SPACE_COUNT
from fitl.compose import PROGRAMS
from fitl.decisions import CHANCE
from fitl.game import Game
from fitl.rules.cards import execute_event, is_effective
from fitl.rules.control import recount
from fitl.rules.forces import coin_pieces
from fitl.state import EVENT, FIELDS, TURN, State
from fitl.words import label, prompt

SCENARIOS = ("full-1964", "medium-1968", "short-1965")
STEPS_AT_MOST = 3000

# What the executing of an Event writes down beside the board: who acted, who is Eligible.
BESIDE_THE_BOARD = frozenset(("acted", "executing", "log", "scenario", "seed", "stay_eligible"))
ELIGIBILITY = frozenset(("eligible", "made_ineligible", "passed"))


@cache
def mid_game_states(n: int = 30) -> tuple[State, ...]:
    """Situations at the start of a Faction's turn, some way into random games. Copy them before use."""
    return tuple(_mid_game_state(seed) for seed in range(n))


def _mid_game_state(seed: int) -> State:
    rng = Random(seed)
    game = Game.new(SCENARIOS[seed % len(SCENARIOS)], seed=seed, log=False)
    wanted = rng.randrange(20, 600)
    found = game.state
    while game.decision is not None:
        last = game.checkpoints[-1].state
        if last.stage == TURN:
            found = last
            if len(game.entries) >= wanted:
                break
        game.choose(rng.choice(game.decision.options))
    return found.copy()


def execute_at_random(s: State, card: int, side: str, by: int, rng: Random) -> None:
    """One side of a card, every answer drawn at random, every question and answer put into words."""
    s.card = card
    s.executing = by
    s.acted += ((by, EVENT),)
    flow = execute_event(s, card, side, by)
    answer = None
    for _ in range(STEPS_AT_MOST):
        try:
            decision = flow.send(answer)
        except StopIteration:
            s.executing = -1
            return
        keys = [option.key for option in decision.options]
        assert keys, f"{decision.kind} offers nothing"
        assert len(set(keys)) == len(keys), f"{decision.kind} offers an answer twice: {keys}"
        chosen = rng.choice(decision.options)
        if decision.actor != CHANCE:
            assert decision.actor in s.era.factions, f"{decision.kind} asks a Faction that is not in play"
            assert "None" not in prompt(decision)
            assert label(decision, chosen)
        answer = chosen.value
    raise AssertionError(f"card {card} {side} does not come to an end")


def check_situation(s: State, before: State) -> None:
    """Pieces conserved and where they may be, markers and tracks within bounds, derived totals true."""
    for kind in set(PLAIN):
        assert _in_all(s, kind) == _in_all(before, kind), f"{kind} not conserved"
    for sp in range(SPACE_COUNT):
        here = s.pieces[sp * KINDS : (sp + 1) * KINDS]
        assert sum(here[kind] for kind in BASE_KINDS) <= (BASES_PER_SPACE if sp < CONTROLLABLE else 0)
        assert here[HAMLET] <= (1 if sp in PROVINCES else 0)
        assert not any(here) or s.era.open_spaces >> sp & 1
    assert not coin_pieces(s, NORTH_VIETNAM)
    for box in range(SPACE_COUNT, ROWS):
        assert not any(s.pieces[box * KINDS + kind] for kind in range(KINDS) if PLAIN[kind] != kind)
    assert sum(s.pieces[sp * KINDS + kind] for sp in range(SPACE_COUNT) for kind in (NVA_TUNNEL, VC_TUNNEL)) <= (
        TUNNEL_MARKERS
    )
    assert sum(s.terror) <= TERROR_MARKERS
    assert all(0 <= n <= EDGE_TRACK_MAX for n in (*s.resources, s.aid, s.patronage))
    assert 0 <= s.trail <= TRAIL_MAX
    assert all(-2 <= s.support[sp] <= 2 and (POP[sp] or not s.support[sp]) for sp in range(CONTROLLABLE))
    counted = s.copy()
    recount(counted)
    for name in FIELDS:
        if name != "log":
            assert getattr(counted, name) == getattr(s, name), f"{name} differs from a recount"


def _in_all(s: State, plain_kind: int) -> int:
    return sum(s.pieces[row * KINDS + kind] for row in range(ROWS) for kind in COUNTED_AS[plain_kind])


def situation(s: State, but: frozenset[str]) -> list[object]:
    values = (getattr(s, name) for name in FIELDS if name not in but)
    return [bytes(v) if isinstance(v, bytearray) else v for v in values]


def execute_every_side(
    cards: Iterable[int | str], state: State, seed: int, but: frozenset[str] = BESIDE_THE_BOARD | ELIGIBILITY
) -> None:
    """Every side of the cards by every Faction in play; a side called ineffective changes nothing `but` this."""
    for name in cards:
        card = card_number(name) if isinstance(name, str) else name
        assert card is not None
        for side in PROGRAMS[card]:
            for by in state.era.factions:
                s = state.copy()
                s.card = card
                before = s.copy()
                effective = is_effective(s, card, side, by)
                assert s == before, f"card {name} {side}: asking for the effect changed something"
                execute_at_random(s, card, side, by, Random(f"{seed} {card} {side} {by}"))
                check_situation(s, before)
                if not effective:
                    message = f"card {name} {side} by {FACTION_IDS[by]}: called ineffective, yet it acts"
                    assert situation(s, but) == situation(before, but), message
