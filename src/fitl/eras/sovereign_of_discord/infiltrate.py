"""P3.3.5 Infiltrate: NVA sends men and Cadres to the South, at the price of the people's Opposition."""

from fitl.board.pieces import CADRE, VC_GUERRILLA
from fitl.board.spaces import PROVINCES
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, Option, confirm, piece_option, spaces_options
from fitl.lasting import HO_CHI_MINH_TRAIL, HO_CHI_MINH_TRAIL_SHADED
from fitl.rules.control import shift_toward_neutral
from fitl.rules.forces import available, can_place_cadre, place, place_cadre
from fitl.rules.operation import Operation
from fitl.state import NEUTRAL, State


def arrivals(s: State, sp: int) -> list[Option]:
    """What can come to a Province: NVA lifts no VC pieces from the map (1.4.1, OPEN 13)."""
    found = []
    if available(s, VC_GUERRILLA):
        found.append(piece_option(VC_GUERRILLA))
    if can_place_cadre(s, sp):
        found.append(piece_option(CADRE))
    return found


def at_opposition(s: State, sp: int) -> bool:
    return s.support[sp] < NEUTRAL


def can_infiltrate(s: State, op: Operation) -> bool:
    """P3.3.5: not at Hanoi 0, unless an Event grants it; somebody can come, or Opposition can shift (OPEN 13)."""
    if not s.hanoi and not op.by_event:
        return False
    return any(op.may_select(sp) and (arrivals(s, sp) or at_opposition(s, sp)) for sp in PROVINCES)


def infiltrate(s: State, op: Operation) -> Flow[None]:
    """P3.3.5: as many Provinces as the level of Hanoi, or as the Event says; then one of them may shift.

    A Province to which nobody can come is chosen for the shift alone, so there is at most one (OPEN 13).
    """
    if op.max_spaces is None:
        op.max_spaces = max(1, s.hanoi - 1) if s.effects & HO_CHI_MINH_TRAIL else s.hanoi  # card P36
    only_to_shift: list[int] = []

    def candidates() -> list[int]:
        return [sp for sp in PROVINCES if arrivals(s, sp) or (at_opposition(s, sp) and not only_to_shift)]

    while (sp := (yield from op.next_space("infiltrate.province", "P3.3.5", candidates))) != DONE:
        if options := arrivals(s, sp):
            kind: int = yield Decision(op.faction, "infiltrate.piece", "P3.3.5", options, {"space": sp})
            arrive(s, sp, kind)
            if s.effects & HO_CHI_MINH_TRAIL_SHADED:
                yield from _other_comes_too(s, op, sp, kind)
        else:
            only_to_shift.append(sp)
    yield from _shift_one(s, op, only_to_shift)


def arrive(s: State, sp: int, kind: int) -> None:
    """One VC Guerrilla comes, or one Cadre to a VC Base that has none."""
    if kind == CADRE:
        place_cadre(s, sp)
    else:
        place(s, sp, kind)


def _other_comes_too(s: State, op: Operation, sp: int, came: int) -> Flow[None]:
    """Card P36 shaded: in one Province both a Guerrilla and a Cadre, if wished."""
    others = [option.value for option in arrivals(s, sp) if option.value != came]
    if not others or "both" in op.notes:
        return
    if (yield confirm(op.faction, "infiltrate.both", "P3.3.5", params={"space": sp, "piece": others[0]})):
        op.notes["both"] = sp
        arrive(s, sp, others[0])


def _shift_one(s: State, op: Operation, required: list[int]) -> Flow[None]:
    """One level toward Neutral in one selected space at Opposition, if wished."""
    options = spaces_options(required or [sp for sp in op.spaces if at_opposition(s, sp)])
    if not options:
        return
    if not required:
        options.append(DONE_OPTION)
    sp: int = yield Decision(op.faction, "infiltrate.shift", "P3.3.5", options)
    if sp != DONE:
        shift_toward_neutral(s, sp)
