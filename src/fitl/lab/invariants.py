"""What must hold in every situation of every game, counted from scratch: used by the fuzzer and the property tests."""

import json
from typing import Any

from fitl.board.factions import FACTION_BY_ID
from fitl.board.pieces import (
    BASE_KINDS,
    BASES_PER_SPACE,
    EDGE_TRACK_MAX,
    FACTION_OF,
    KIND_IDS,
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
from fitl.board.spaces import CONTROLLABLE, LOCS, NORTH_VIETNAM, POP, ROWS, SPACE_COUNT, row_id
from fitl.decisions import CHANCE
from fitl.game import Game
from fitl.rules.control import recount, victory_markers
from fitl.state import State
from fitl.words import label, prompt


class Violation(AssertionError):
    """Something that must never be; the message says what."""


def require(holds: object, what: str) -> None:
    if not holds:
        raise Violation(what)


def check_state(s: State) -> None:
    """Pieces conserved, stacking, tracks, markers; what is kept beside the pieces equals a recount."""
    _check_pieces(s)
    _check_tracks(s)
    _check_recount(s)


def _check_pieces(s: State) -> None:
    p = s.pieces
    for kind in PLAIN_KINDS:
        states = [state for state in range(KINDS) if PLAIN[state] == kind]
        total = sum(p[row * KINDS + state] for row in range(ROWS) for state in states)
        require(total == POOL[kind], f"{total} {KIND_IDS[kind]}, but the pool has {POOL[kind]} (1.4)")
    for row in range(SPACE_COUNT, ROWS):
        stray = any(p[row * KINDS + kind] for kind in range(KINDS) if PLAIN[kind] != kind)
        require(not stray, f"a piece keeps its state in {row_id(row)} (1.4.1)")
    for sp in range(SPACE_COUNT):
        bases = sum(p[sp * KINDS + kind] for kind in BASE_KINDS)
        require(bases <= (BASES_PER_SPACE if sp < CONTROLLABLE else 0), f"{bases} Bases in {row_id(sp)} (1.4.2)")
    intruders = any(p[NORTH_VIETNAM * KINDS + kind] for kind in range(KINDS) if FACTION_OF[kind] < 2)
    require(not intruders, "a COIN piece is in North Vietnam (1.4.2)")
    tunnels = sum(p[sp * KINDS + kind] for sp in range(SPACE_COUNT) for kind in (NVA_TUNNEL, VC_TUNNEL))
    require(tunnels <= TUNNEL_MARKERS, f"{tunnels} Tunnel markers (1.2)")


def _check_tracks(s: State) -> None:
    tracks = (*s.resources, s.aid, s.patronage, s.econ)
    require(all(0 <= value <= EDGE_TRACK_MAX for value in tracks), f"a track is out of 0 to 75: {tracks} (1.8)")
    require(s.resources[0] == 0, "the US has Resources (1.8)")
    require(0 <= s.trail <= TRAIL_MAX, f"the Trail is at {s.trail} (6.7)")
    require(sum(s.terror) <= TERROR_MARKERS, f"{sum(s.terror)} Terror and Sabotage markers (1.2)")
    require(all(s.terror[loc] <= 1 for loc in LOCS), "a LoC is Sabotaged twice (3.3.4)")
    for sp in range(CONTROLLABLE):
        level = s.support[sp]
        require(-2 <= level <= 2 and (POP[sp] or not level), f"{row_id(sp)} is at level {level} (1.6)")


def _check_recount(s: State) -> None:
    fresh = s.copy()
    recount(fresh)
    require(fresh.force == s.force, "Faction totals differ from a recount")
    totals = (fresh.total_support, fresh.total_opposition)
    require(totals == (s.total_support, s.total_opposition), "Support and Opposition differ from a recount (1.6)")
    if not s.control_frozen:  # inside 6.4 and 6.5 Control is adjusted only at the end
        require(fresh.control == s.control, "Control differs from a recount (1.7)")
        require(victory_markers(fresh) == victory_markers(s), "victory markers differ from a recount (1.9)")


def check_decision(game: Game) -> None:
    """Somebody is asked something that can be answered; no key twice."""
    decision = game.decision
    if decision is None:
        require(game.outcome is not None, "nobody is asked, but the game is not over")
        return
    least = 1 if decision.actor == CHANCE else 2
    require(len(decision.options) >= least, f"{decision.kind} offers {len(decision.options)} options")
    keys = [option.key for option in decision.options]
    require(len(set(keys)) == len(keys), f"{decision.kind} offers a key twice: {keys}")
    require(decision.weights is None or len(decision.weights) == len(keys), f"{decision.kind}: weights do not fit")


def check_words(game: Game) -> None:
    """The question and every answer can be said, and no two answers read alike."""
    decision = game.decision
    if decision is not None:
        require(prompt(decision, game.state.cards), f"{decision.kind} has no prompt")
        labels = [label(decision, option, game.state.cards) for option in decision.options]
        require(len(set(labels)) == len(labels), f"{decision.kind}: two options read alike: {labels}")


def check_views(game: Game) -> None:
    """7.3: no seat's view shows another's hidden Deception markers, and only the asked seat sees options."""
    s = game.state
    for seat in range(len(s.options.seats)):
        view: dict[str, Any] = json.loads(json.dumps(game.view(seat)))
        for name, markers in view["markers"].items():
            own = s.options.seat_of(FACTION_BY_ID[name]) == seat
            require(own or isinstance(markers["held"], int), f"seat {seat} sees {name}'s hidden markers (7.3)")
        asked = game.decision
        if asked is not None and asked.actor != CHANCE and s.options.seat_of(asked.actor) != seat:
            require("options" not in view["decision"], "options are shown to a seat that is not asked")
