"""What must hold in every situation of every game; used after every answer of random games."""

from fitl.board.pieces import (
    BASE_KINDS,
    BASES_PER_SPACE,
    EDGE_TRACK_MAX,
    FACTION_OF,
    KINDS,
    NVA_TUNNEL,
    PLAIN,
    PLAIN_KINDS,
    POOL,
    TERROR_MARKERS,
    TRAIL_MAX,
    TUNNEL_MARKERS,
    VC_TUNNEL,
)
from fitl.board.spaces import CONTROLLABLE, LOCS, NORTH_VIETNAM, POP, ROWS, SPACE_COUNT
from fitl.decisions import CHANCE
from fitl.game import Game
from fitl.rules.control import recount, victory_marker
from fitl.state import State


def check_state(s: State) -> None:
    """Pieces conserved, stacking, tracks, markers; derived values equal to a recount from scratch."""
    p = s.pieces
    for kind in PLAIN_KINDS:
        states = [state for state in range(KINDS) if PLAIN[state] == kind]
        total = sum(p[row * KINDS + state] for row in range(ROWS) for state in states)
        assert total == POOL[kind], f"{total} of kind {kind}, the pool has {POOL[kind]}"
    for row in range(SPACE_COUNT, ROWS):
        assert not any(p[row * KINDS + kind] for kind in range(KINDS) if PLAIN[kind] != kind), "state in a box"
    for sp in range(SPACE_COUNT):
        bases = sum(p[sp * KINDS + kind] for kind in BASE_KINDS)
        assert bases <= (BASES_PER_SPACE if sp < CONTROLLABLE else 0), f"{bases} Bases in space {sp}"
    assert not any(p[NORTH_VIETNAM * KINDS + kind] for kind in range(KINDS) if FACTION_OF[kind] < 2)
    assert all(0 <= value <= EDGE_TRACK_MAX for value in (*s.resources, s.aid, s.patronage, s.econ))
    assert s.resources[0] == 0
    assert 0 <= s.trail <= TRAIL_MAX
    assert sum(s.terror) <= TERROR_MARKERS
    assert all(s.terror[loc] <= 1 for loc in LOCS)
    assert sum(p[sp * KINDS + k] for sp in range(SPACE_COUNT) for k in (NVA_TUNNEL, VC_TUNNEL)) <= TUNNEL_MARKERS
    assert all(-2 <= s.support[sp] <= 2 for sp in range(CONTROLLABLE))
    assert all(s.support[sp] == 0 for sp in range(CONTROLLABLE) if not POP[sp])
    check_recount(s)


def check_recount(s: State) -> None:
    fresh = s.copy()
    recount(fresh)
    assert fresh.force == s.force
    assert (fresh.total_support, fresh.total_opposition) == (s.total_support, s.total_opposition)
    if not s.control_frozen:  # inside 6.4 and 6.5 Control is adjusted only at the end
        assert fresh.control == s.control
        assert [victory_marker(fresh, f) for f in range(4)] == [victory_marker(s, f) for f in range(4)]


def check_decision(game: Game) -> None:
    """Somebody is asked something he can answer, in words."""
    decision = game.decision
    assert decision is not None
    assert len(decision.options) >= (1 if decision.actor == CHANCE else 2)
    keys = [option.key for option in decision.options]
    assert len(set(keys)) == len(keys), f"{decision.kind} offers a key twice: {keys}"
    assert decision.weights is None or len(decision.weights) == len(keys)
