"""The board of a position: spaces, boxes, the force pool, and Control where it does not follow from the pieces."""

from collections.abc import Mapping, Sequence
from typing import Final

from fitl.board.forces import POOLS, pool_by_kind
from fitl.board.pieces import (
    ARVN_ARMOR,
    BASE_KINDS,
    BASES_PER_SPACE,
    CADRE,
    COUNTED_AS,
    HAMLET,
    KIND_BY_ID,
    KIND_IDS,
    KINDS,
    NVA_TUNNEL,
    PLAIN,
    PLAIN_KINDS,
    TERROR_MARKERS,
    TUNNEL_MARKERS,
    VC_TUNNEL,
)
from fitl.board.spaces import (
    AVAILABLE,
    COMMON_BOXES,
    CONTROLLABLE,
    HANOI_1,
    POP,
    ROWS,
    SET_ASIDE,
    SPACE_BY_ID,
    SPACE_COUNT,
    WASHINGTON_1,
    row_id,
)
from fitl.catalogue import tell
from fitl.eras.fall_of_saigon.paris import OUTCOMES, US_RETREAT_TOO
from fitl.position.values import PositionError, integer_of, list_of, object_of
from fitl.position.words import BOARDS, CONTROLS, EMPTY, LEVEL_IDS
from fitl.rules.control import count_population
from fitl.rules.forces import boxes_of, force_pool, may_stand
from fitl.state import State

# S1.4: what a campaign to 1975 sets aside until the Talks, by kind.
SET_ASIDE_UNTIL_PARIS: Final = tuple(
    later - now for later, now in zip(pool_by_kind(POOLS["base_with_fos"]), pool_by_kind(POOLS["base"]), strict=True)
)

# The steps of the Talks in which nothing is set aside any more (S6.8.1).
AFTER_THE_OFFERS: Final = (*OUTCOMES.values(), US_RETREAT_TOO)


def read_board(s: State, found: Mapping[str, object]) -> None:
    board = found.get("board", BOARDS[0])
    if board not in BOARDS:
        raise PositionError(tell("position.board", names=", ".join(BOARDS), value=board))
    left_out = _boxes_left_out(s, found)
    if board == EMPTY:
        s.pieces[:] = bytes(len(s.pieces))
    if "spaces" in found or board == EMPTY:
        for row in range(SPACE_COUNT):
            s.pieces[row * KINDS : (row + 1) * KINDS] = bytes(KINDS)
        for sp in range(CONTROLLABLE):
            s.support[sp] = 0
        for name, space in object_of(found, "spaces").items():
            _read_space(s, name, space)
    for row in range(AVAILABLE + 1, ROWS):
        if row_id(row) in found:
            if row not in boxes_of(s):
                boxes = ", ".join(row_id(box) for box in boxes_of(s))
                raise PositionError(tell("position.no_box", path=row_id(row), names=boxes, scenario=s.scenario.name))
            _read_pieces(s, row, object_of(found, row_id(row)), row_id(row))
        elif row not in COMMON_BOXES:
            s.pieces[row * KINDS : (row + 1) * KINDS] = bytes(KINDS)
    for row, pieces in left_out.items():
        for kind in PLAIN_KINDS:
            s.pieces[row * KINDS + kind] = max(0, min(pieces[kind], force_pool(s)[kind] - _placed(s, kind)))
    _check_markers(s)
    for kind in PLAIN_KINDS:
        _close_pool(s, kind, found)


def _boxes_left_out(s: State, found: Mapping[str, object]) -> dict[int, Sequence[int]]:
    """What lies in boxes that the position does not name: what the set-up says, as far as those pieces are left.

    An empty board has nothing in boxes but what is set aside, which nobody may use until the Talks begin (S1.4). Where
    Available is named all boxes are, and others are empty.
    """
    if "available" in found or found.get("stage") in AFTER_THE_OFFERS:
        return {}
    boxes = [row for row in boxes_of(s) if row not in COMMON_BOXES and row_id(row) not in found]
    if found.get("board") == EMPTY:
        boxes = [row for row in boxes if row == SET_ASIDE]
    if s.era.id == s.scenario.era:
        entered = (*range(WASHINGTON_1, WASHINGTON_1 + s.washington), *range(HANOI_1, HANOI_1 + s.hanoi))  # P6.8, P6.9
        return {row: s.pieces[row * KINDS : (row + 1) * KINDS] for row in boxes if row not in entered}
    if SET_ASIDE in boxes and force_pool(s)[ARVN_ARMOR]:
        return {SET_ASIDE: SET_ASIDE_UNTIL_PARIS}  # reached through the Fall of Diem
    return {}


def _placed(s: State, kind: int) -> int:
    """The pieces of a kind that are not Available."""
    return sum(s.pieces[row * KINDS + state] for row in range(ROWS) if row != AVAILABLE for state in COUNTED_AS[kind])


def _read_space(s: State, name: str, space: object) -> None:
    path = f"spaces.{name}"
    if name not in SPACE_BY_ID:
        raise PositionError(tell("position.unknown_space", path=path, names=", ".join(SPACE_BY_ID)))
    if not isinstance(space, Mapping):
        raise PositionError(tell("position.object", path=path, value=space))
    sp = SPACE_BY_ID[name]
    marker = "terror" if sp < CONTROLLABLE else "sabotage"
    for key in space:
        if key not in ("support", "pieces", marker):
            raise PositionError(tell("position.space_key", path=path, key=key, marker=marker))
    if "support" in space:
        if space["support"] not in LEVEL_IDS:
            raise PositionError(tell("position.level", path=path, names=", ".join(LEVEL_IDS), value=space["support"]))
        level = LEVEL_IDS.index(space["support"]) - 2
        if level and (sp >= CONTROLLABLE or not POP[sp]):
            raise PositionError(tell("position.nobody_lives", path=path))
        if sp < CONTROLLABLE:
            s.support[sp] = level
    s.terror[sp] = integer_of(space, marker, 0, TERROR_MARKERS if sp < CONTROLLABLE else 1, 0, path)
    _read_pieces(s, sp, object_of(space, "pieces", path), f"{path}.pieces")
    bases = sum(s.pieces[sp * KINDS + kind] for kind in BASE_KINDS)
    if bases > BASES_PER_SPACE:
        raise PositionError(tell("position.bases", path=path, n=bases, most=BASES_PER_SPACE))
    if s.pieces[sp * KINDS + HAMLET] > 1:
        raise PositionError(tell("position.hamlets", path=path, n=s.pieces[sp * KINDS + HAMLET]))


def _read_pieces(s: State, row: int, pieces: Mapping[str, object], path: str) -> None:
    s.pieces[row * KINDS : (row + 1) * KINDS] = bytes(KINDS)
    for name in pieces:
        if name not in KIND_BY_ID or not _in_pool(s, KIND_BY_ID[name]):
            message = "position.unknown_piece" if name not in KIND_BY_ID else "position.not_in_scenario"
            names = ", ".join(each for kind, each in enumerate(KIND_IDS) if _in_pool(s, kind))
            raise PositionError(tell(message, path=path, name=name, names=names, scenario=s.scenario.name))
        kind = KIND_BY_ID[name]
        n = integer_of(pieces, name, 0, force_pool(s)[PLAIN[kind]], 0, path)
        if row >= SPACE_COUNT and PLAIN[kind] != kind:
            raise PositionError(tell("position.plain", path=path, plain=KIND_IDS[PLAIN[kind]], name=name))
        if row < SPACE_COUNT and n and not may_stand(row, kind):
            message = "position.cadre" if kind == CADRE else "position.may_not_stand"
            raise PositionError(tell(message, path=path, name=name))
        s.pieces[row * KINDS + kind] = n


def _in_pool(s: State, kind: int) -> bool:
    """Does this game have pieces of this kind at all?"""
    return all(force_pool(s)[plain] for plain, states in COUNTED_AS.items() if kind in states)


def _check_markers(s: State) -> None:
    if sum(s.terror) > TERROR_MARKERS:
        raise PositionError(tell("position.terror", n=sum(s.terror), most=TERROR_MARKERS))
    tunnels = sum(s.pieces[sp * KINDS + kind] for sp in range(SPACE_COUNT) for kind in (NVA_TUNNEL, VC_TUNNEL))
    if tunnels > TUNNEL_MARKERS:
        raise PositionError(tell("position.tunnels", n=tunnels, most=TUNNEL_MARKERS))


def _close_pool(s: State, kind: int, found: Mapping[str, object]) -> None:
    """1.4.1: map, Available, Casualties and Out of Play together hold exactly the force pool."""
    placed = _placed(s, kind)
    name, pool = KIND_IDS[kind], force_pool(s)[kind]
    if placed > pool:
        raise PositionError(tell("position.pool", name=name, n=placed, pool=pool))
    rest = pool - placed
    if "available" in found:
        given = integer_of(object_of(found, "available"), name, 0, pool, 0, "available")
        if given != rest:
            raise PositionError(tell("position.available", name=name, n=given, rest=rest, pool=pool))
    s.pieces[AVAILABLE * KINDS + kind] = rest


def read_control(s: State, found: Mapping[str, object]) -> None:
    """P7.4: Control as it was before the Fall of Diem; at any other time it follows from the pieces."""
    if s.era.control_frozen != ("control" in found):
        raise PositionError(tell("position.control", names=", ".join(CONTROLS)))
    if not s.era.control_frozen:
        return
    s.control_frozen = True
    s.control[:] = bytes(CONTROLLABLE)
    by_name = object_of(found, "control")
    for name in by_name:
        if name not in CONTROLS:
            raise PositionError(tell("position.control", names=", ".join(CONTROLS)))
        for space in list_of(by_name, name, "control"):
            if space not in SPACE_BY_ID or SPACE_BY_ID[space] >= CONTROLLABLE:
                raise PositionError(tell("position.control_space", path=f"control.{name}", value=space))
            s.control[SPACE_BY_ID[space]] = CONTROLS[name]
    count_population(s)
