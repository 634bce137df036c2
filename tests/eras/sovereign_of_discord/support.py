"""Positions of 1961 and 1963 to start from, and edits that keep the pools whole."""

from typing import Any

from fitl.board.pieces import KIND_BY_ID, KINDS, PLAIN, VC_BASE_CADRE
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import AVAILABLE, OUT_OF_PLAY, ROW_BY_ID, ROWS, SPACE_COUNT
from fitl.compose import new_state
from fitl.options import GameOptions
from fitl.rules.control import recount
from fitl.state import TURN, State

P61 = "four-player-1961"
D61 = "diems-war-1961"
P63 = "prequel-1963"


def begun(scenario: str = P61, **fields: Any) -> State:
    """The set-up of a scenario as a state in the middle of a card, with fields as named."""
    s = new_state(SCENARIOS[scenario], GameOptions(), 0)
    s.stage, s.order, s.log = TURN, tuple(s.era.factions), []
    for name, value in fields.items():
        setattr(s, name, value)
    return s


def row(space: str) -> int:
    return ROW_BY_ID[space]


def edit(s: State, space: str, **pieces: int) -> None:
    """Let a space hold exactly these pieces; what is added or left over comes from and goes to boxes, then the map."""
    here = row(space) * KINDS
    for kind in range(KINDS):
        if n := s.pieces[here + kind]:
            s.pieces[here + kind] = 0
            s.pieces[AVAILABLE * KINDS + PLAIN[kind]] += n
            if kind == VC_BASE_CADRE:
                s.pieces[AVAILABLE * KINDS + KIND_BY_ID["cadre"]] += n
    for name, n in pieces.items():
        kind = KIND_BY_ID[name]
        for _ in range(n):
            _take(s, PLAIN[kind], not_from=row(space))
            if kind == VC_BASE_CADRE:
                _take(s, KIND_BY_ID["cadre"], not_from=row(space))
            s.pieces[here + kind] += 1
    recount(s)


def _take(s: State, kind: int, not_from: int) -> None:
    """Take one piece of a kind: from Available, else Out of Play or a track, else from the map."""
    boxes = [AVAILABLE, OUT_OF_PLAY, *range(OUT_OF_PLAY + 1, ROWS)]
    for place in (*boxes, *(sp for sp in range(SPACE_COUNT) if sp != not_from)):
        if s.pieces[place * KINDS + kind]:
            s.pieces[place * KINDS + kind] -= 1
            return
    raise AssertionError(f"no piece of kind {kind} is left")
