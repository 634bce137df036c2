"""Direct (P4.4.1), beside an Operation or as one (P3.3.6): NVA has VC Guerrillas Attack, or March from its Cadres."""

from typing import Final

from fitl.board.factions import VC
from fitl.board.pieces import EDGE_TRACK_MAX, GUERRILLAS_OF, KINDS, VC_BASE_CADRE, VC_GUERRILLA
from fitl.board.spaces import ADJACENT, SPACE_COUNT
from fitl.decisions import DONE, Decision, Flow, Option, amounts, choice, confirm, spaces_options
from fitl.rules.deck import monsoon
from fitl.rules.economy import add_resources
from fitl.rules.forces import activate, coin_pieces, count, guerrillas, move
from fitl.rules.operation import Activity, Operation
from fitl.rules.operations.attack import guerrilla_attack
from fitl.rules.operations.march import is_seen
from fitl.state import State

SPACES_AT_MOST: Final = 2  # of the Special Activity
ONE_MORE: Final = 1  # enemy piece removed, whatever the die

ATTACK: Final = choice("attack")
MARCH: Final = choice("march")


class Direction:
    """The bookkeeping of one Direct: no space is both Directed and Marched into, in whatever order (OPEN 17)."""

    __slots__ = ("by", "may_march", "reached", "s", "spaces")

    def __init__(self, s: State, task: Operation | Activity, by_event: bool) -> None:
        self.s = s
        self.by = task.faction
        self.spaces = task.spaces  # selected so far
        self.reached: list[int] = []  # destinations of Marches
        self.may_march = by_event or not monsoon(s)  # 2.3.9

    def candidates(self) -> list[int]:
        """The spaces in which something can be done: Direct is not there for the Resources alone (OPEN 39)."""
        return [sp for sp in range(SPACE_COUNT) if sp not in self.reached and self.methods(sp)]

    def methods(self, sp: int) -> list[Option]:
        """What VC Guerrillas in a space can be told to do."""
        found: list[Option] = []
        if guerrillas(self.s, sp, VC):
            if coin_pieces(self.s, sp):
                found.append(ATTACK)
            if self.may_march and count(self.s, sp, VC_BASE_CADRE) and self.destinations(sp):
                found.append(MARCH)
        return found

    def destinations(self, origin: int) -> list[int]:
        """Adjacent spaces that are in play (P1.3.5) and not Directed."""
        open_spaces = self.s.era.open_spaces
        return [sp for sp in ADJACENT[origin] if open_spaces >> sp & 1 and sp not in self.spaces]

    def carry_out(self, sp: int) -> Flow[None]:
        """One space, at no cost."""
        self.s.note("log.direct.space", faction=self.by, space=sp)
        method = yield Decision(self.by, "direct.method", "P4.4.1", self.methods(sp), {"space": sp})
        if method == "attack":
            yield from guerrilla_attack(self.s, self.by, sp, attackers=(VC,), more=ONE_MORE)
        else:
            yield from self._march_from(sp)

    def _march_from(self, origin: int) -> Flow[None]:
        """Any of the Guerrillas go to one adjacent space, together, and may be seen there (P3.3.2)."""
        s = self.s
        options = spaces_options(self.destinations(origin))
        to: int = yield Decision(self.by, "direct.destination", "P4.4.1", options, {"origin": origin})
        self.reached.append(to)
        present = [kind for kind in GUERRILLAS_OF[VC] if s.pieces[origin * KINDS + kind]]
        group: dict[int, int] = {}
        for kind in present:
            low = 1 if not group and kind == present[-1] else 0  # somebody must move
            params = {"piece": kind, "origin": origin, "destination": to}
            n: int = yield Decision(self.by, "direct.amount", "P4.4.1", amounts(low, count(s, origin, kind)), params)
            if n:
                group[kind] = n
        for kind, n in group.items():
            move(s, kind, n, origin, to)
        hidden = group.get(VC_GUERRILLA, 0)
        if hidden and is_seen(s, VC, to, sum(group.values())):
            activate(s, to, VC, hidden)

    def draw_resources(self) -> Flow[None]:
        """Then VC Resources by the level of Hanoi, if wished."""
        s = self.s
        if not self.spaces or not s.hanoi or s.resources[VC] == EDGE_TRACK_MAX:
            return
        if (yield confirm(self.by, "direct.resources", "P4.4.1", params={"n": s.hanoi})):
            add_resources(s, VC, s.hanoi)


# --- as a Special Activity (P4.4.1) -------------------------------------------------------------------------------


def can_direct(s: State, act: Activity) -> bool:
    """There is a space in which something can be done."""
    return any(act.may_select(sp) for sp in Direction(s, act, act.free).candidates())


def direct(s: State, act: Activity) -> Flow[None]:
    """P4.4.1: up to two spaces, whatever the level of Hanoi."""
    direction = Direction(s, act, act.free)
    limit = act.limit(SPACES_AT_MOST)
    while (sp := (yield from act.next_space("direct.space", "P4.4.1", limit, direction.candidates()))) != DONE:
        yield from direction.carry_out(sp)
    yield from direction.draw_resources()


# --- as an Operation (P3.3.6) -------------------------------------------------------------------------------------


def can_direct_as_operation(s: State, op: Operation) -> bool:
    """P3.3.6: not at Hanoi 0, unless an Event grants it; there is a space in which something can be done."""
    if not s.hanoi and not op.by_event:
        return False
    return any(op.may_select(sp) for sp in Direction(s, op, op.by_event).candidates())


def direct_as_operation(s: State, op: Operation) -> Flow[None]:
    """P3.3.6: as many spaces as the level of Hanoi, or as the Event says; the Resources come whole (OPEN 38)."""
    if op.max_spaces is None:
        op.max_spaces = s.hanoi
    direction = Direction(s, op, op.by_event)
    while (sp := (yield from op.next_space("direct.space", "P3.3.6", direction.candidates))) != DONE:
        yield from direction.carry_out(sp)
    yield from direction.draw_resources()
