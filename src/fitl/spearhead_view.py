"""What a view tells of a Spearhead under way (S4.3.4, S4.4.4): the roads open to a column, what strikes are worth."""

from fitl.board.factions import ARVN, NVA
from fitl.board.pieces import ARMOR_OF, KIND_IDS, KINDS, PLAIN
from fitl.board.spaces import row_id
from fitl.decisions import DONE, Decision
from fitl.eras.fall_of_saigon.armor import DESTROYED_MARKERS, captured_markers_left
from fitl.eras.fall_of_saigon.spearhead import force_of, way
from fitl.state import State
from fitl.view_types import ColumnShown, SpearheadShown, StrikeShown


def column_told(s: State, decision: Decision) -> SpearheadShown:
    """What belongs to a question of a Spearhead beside its answers; nothing to any other question."""
    params = decision.params
    if decision.kind == "spearhead.destination":
        ends = [option.value for option in decision.options if option.value != DONE]
        return {"column": _column(s, decision, params["piece"], ends)}
    if decision.kind == "spearhead.amount":
        return {"column": _column(s, decision, params["armor"], [params["destination"]])}
    if decision.kind == "spearhead.strike":
        return {"strikes": _strikes(s, decision)}
    return {}


def _column(s: State, decision: Decision, armor: int, ends: list[int]) -> ColumnShown:
    """The Armor, how many Troops may go with it, and the Highways it would take to each of these spaces."""
    params = decision.params or {}
    ways = {end: way(s, decision.actor, params["origin"], end, params["roads"]) for end in ends}
    return {
        "armor": KIND_IDS[armor],
        "troops": params["n"],
        "ways": {row_id(end): [row_id(sp) for sp in road] for end, road in ways.items()},
    }


def _strikes(s: State, decision: Decision) -> dict[str, StrikeShown]:
    """By space: ordinary hits and Armor that strike, and the odds of capturing enemy Armor there; None if none is."""
    left = captured_markers_left(s)
    enemy = NVA if decision.actor == ARVN else ARVN
    found: dict[str, StrikeShown] = {}
    for sp, strike in (decision.params or {})["strikes"].items():
        force = force_of(s, decision.actor, sp, strike)
        drawn_for = any(s.pieces[sp * KINDS + kind] for kind in ARMOR_OF[enemy] if PLAIN[kind] == kind)
        found[row_id(sp)] = {
            "hits": force.ordinary,
            "armor": force.armor,
            "capture": [left, left + DESTROYED_MARKERS] if drawn_for else None,
        }
    return found
