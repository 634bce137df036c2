"""P3.2.6 Interdict: the US strikes at VC supplies and at Cadres, at the price of the people's goodwill."""

from typing import Final

from fitl.board.factions import US, VC
from fitl.board.pieces import ADVISOR, IRREGULAR, KINDS, VC_BASE_CADRE
from fitl.board.spaces import ADJACENT, PROVINCES
from fitl.decisions import DONE, Flow, roll
from fitl.eras.sovereign_of_discord.air_lift import can_air_lift
from fitl.eras.sovereign_of_discord.tracks import advisor_spaces
from fitl.lasting import FARM_GATE, FARM_GATE_SHADED
from fitl.rules.control import on_map, shift
from fitl.rules.economy import add_resources
from fitl.rules.forces import bases_of, remove_cadre
from fitl.rules.operation import Activity, Operation
from fitl.state import State

VC_LOSS: Final = 2
CADRE_GOES_UP_TO: Final = 2  # on the die
FARM_GATE_MORE: Final = 1  # VC Resource lost, and on the die (card P28)


def suits(s: State, sp: int) -> bool:
    """A VC Base is here, and a US piece here or next to it."""
    return bases_of(s, sp, VC) > 0 and any(s.force[near * 4 + US] for near in (sp, *ADJACENT[sp]))


def can_interdict(s: State, op: Operation) -> bool:
    """P3.2.6: not at Washington 0, unless an Event grants it; there is such a Province."""
    if not s.washington and not op.by_event:
        return False
    return any(op.may_select(sp) and suits(s, sp) for sp in PROVINCES)


def can_interdict_after_air_lift(s: State, op: Operation, act: Activity) -> bool:
    """4.1: an Irregular could fly to a Province with a VC Base, or an Advisor be set within one space of it."""
    targets = [sp for sp in PROVINCES if op.may_select(sp) and bases_of(s, sp, VC)]
    if not targets or not can_air_lift(s, act):
        return False
    if on_map(s, IRREGULAR):
        return True
    near = {near for sp in targets for near in (sp, *ADJACENT[sp])}
    return on_map(s, ADVISOR) > 0 and any(sp in near for sp in advisor_spaces(s))


def interdict(s: State, op: Operation) -> Flow[None]:
    """P3.2.6: as many Provinces as the level of Washington, or as the Event says, one after the other."""
    if op.max_spaces is None:
        op.max_spaces = s.washington

    def candidates() -> list[int]:
        return [sp for sp in PROVINCES if suits(s, sp)]

    while (sp := (yield from op.next_space("interdict.space", "P3.2.6", candidates))) != DONE:
        yield from interdict_space(s, op.faction, sp)


def interdict_space(s: State, by: int, sp: int) -> Flow[None]:
    """One level toward Active Opposition; then a die, whose two results are read separately (OPEN 11)."""
    s.note("log.interdict.space", faction=by, space=sp)
    more = FARM_GATE_MORE if s.effects & FARM_GATE else 0
    shift(s, sp, -2 if s.effects & FARM_GATE_SHADED else -1)  # card P28
    die: int = yield roll("P3.2.6", "interdict.die", faction=by, space=sp)
    if die <= s.force[sp * 4 + VC]:
        add_resources(s, VC, -VC_LOSS - more)
    if die <= CADRE_GOES_UP_TO + more and s.pieces[sp * KINDS + VC_BASE_CADRE]:
        remove_cadre(s, sp)
