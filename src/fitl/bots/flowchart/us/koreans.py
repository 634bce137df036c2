"""Card 70 (ROKs) by its instruction, 8.4.1: all COIN cubes fight as US Troops and move to remove all they can.

The US follows it; ARVN only by the reading `card70_arvn=sheet`.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from fitl.board.pieces import ARVN_TROOPS, KINDS, POLICE, US_TROOPS
from fitl.board.spaces import ADJACENT, PHU_BON, POP, mask_of, spaces_of
from fitl.bots.flowchart.shared import hidden, in_event, take
from fitl.bots.flowchart.sweep_moves import SweepMoves
from fitl.bots.flowchart.us.allotment import Help, Plan, Supply, Way, best_plans
from fitl.bots.flowchart.us.choices import HIGHEST_POP
from fitl.bots.flowchart.us.forecast import forecast_assault, forecast_koreans
from fitl.bots.flowchart.us.spare import finds, may_leave, units_to_keep
from fitl.bots.mind import Handler, Mind, offered_spaces
from fitl.bots.script import Move, Script, move_lines
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.lasting import COBRAS, PATTON
from fitl.rules.forces import insurgent_pieces, irregulars
from fitl.rules.operations.assault import PATTON_SPACES
from fitl.rules.operations.sweep import COBRAS_SPACES, sweep_sources
from fitl.state import State

ROKS: Final = 70
MASHER: Final = 99
CUBES: Final = (POLICE, ARVN_TROOPS, US_TROOPS)  # in the order in which they are sent
FIELD: Final = (PHU_BON, *ADJACENT[PHU_BON])  # where they Assault


@dataclass(slots=True)
class SweepPlan:
    """A US Sweep so far."""

    spaces: list[int] = field(default_factory=list)
    without: int = 0  # those selected although no US piece was there
    wanted: list[int] | None = None  # the spaces of card 70, once they are known
    moves: Script = field(default_factory=Script)
    lift_considered: bool = False


def is_roks(s: State) -> bool:
    """Is this the Event in which every cube fights as a US Troop?"""
    return s.card == ROKS and in_event(s)


def cubes_in(s: State, sp: int) -> int:
    """US and ARVN cubes."""
    return sum(s.pieces[sp * KINDS + kind] for kind in CUBES)


def as_us_troops(s: State, sp: int) -> int:
    """How many pieces Assault as US Troops here: by Events also ARVN Troops (cards 70, 99) and Police (card 70)."""
    row = sp * KINDS
    if is_roks(s):
        return cubes_in(s, sp)
    return s.pieces[row + US_TROOPS] + (s.pieces[row + ARVN_TROOPS] if s.card == MASHER and in_event(s) else 0)


class _Koreans(SweepMoves):
    """All COIN cubes, sent where they remove most."""

    def __init__(self, s: State) -> None:
        super().__init__(s)
        self.limits = Help(PATTON_SPACES if s.effects & PATTON else 0, COBRAS_SPACES if s.effects & COBRAS else 0)
        self.cobras: list[int] = []  # where the plan counts on card 13

    def removed(self, sp: int, cubes: int) -> int:
        return forecast_koreans(self.board, sp, cubes).pieces

    def needed(self, sp: int) -> int:
        """How many of the cubes here remove as much as all of them."""
        n = cubes_in(self.board, sp) if sp in FIELD else 0
        now = self.removed(sp, n) if n else 0
        while n and self.removed(sp, n - 1) == now:
            n -= 1
        return n

    def spare(self, sp: int) -> int:
        """Cubes that may leave: COIN Control, three COIN units at Support and what removes Insurgents here stay."""
        able = sum(self.unmoved(sp, kind) for kind in CUBES)
        if not able:
            return 0
        kept = cubes_in(self.board, sp) - self.needed(sp)
        return min(able, kept, may_leave(self.board, sp, units_to_keep(self.board, sp)))

    def sources(self, sp: int) -> dict[int, int]:
        return {origin: n for origin in spaces_of(sweep_sources(self.board, sp)) if (n := self.spare(origin)) > 0}

    def ways(self, sp: int, most: int) -> list[Way]:
        """What goes from a space, by the cubes that come, up to this many, and by the help there."""
        here = cubes_in(self.board, sp)
        found = []
        for patton, cobras in product(range(2 if self.limits.patton else 1), range(2 if self.limits.cobras else 1)):
            best = -1
            for n in range(most + 1):
                there = forecast_koreans(self.board, sp, here + n, patton=bool(patton), cobras=bool(cobras)).pieces
                if there > best:
                    best = there
                    found.append(Way(there, n, Help(patton, cobras)))
        return found

    def supply(self, spaces: Iterable[int], closed: int = 0) -> Supply:
        near = {sp: mask_of(self.sources(sp)) & ~closed for sp in spaces}
        origins = {origin for mask in near.values() for origin in spaces_of(mask)}
        return Supply({origin: self.spare(origin) for origin in origins}, near)

    def plans(self, spaces: Sequence[int]) -> list[Plan]:
        """How the most Insurgents go in all: cubes come only to these spaces, but help elsewhere counts too."""
        field = [sp for sp in FIELD if insurgent_pieces(self.board, sp)]
        most = {sp: sum(self.sources(sp).values()) if sp in spaces else 0 for sp in field}
        ways = {sp: self.ways(sp, most[sp]) for sp in field}
        return best_plans(ways, self.supply(field), self.limits)

    def givers(self, sp: int, kind: int, demand: dict[int, int]) -> dict[int, int]:
        """How many cubes of a kind can come from where, so that every space still gets what it needs."""
        supply = self.supply(demand, mask_of(demand))
        found = {}
        for origin in spaces_of(supply.near[sp]):
            n = min(demand[sp], supply.spare[origin], self.unmoved(origin, kind))
            while n and not self._left_over(supply, origin, n).suffices({**demand, sp: demand[sp] - n}):
                n -= 1
            if n:
                found[origin] = n
        return found

    def _left_over(self, supply: Supply, origin: int, n: int) -> Supply:
        return Supply({**supply.spare, origin: supply.spare[origin] - n}, supply.near)

    def send(self, mind: Mind, sp: int, demand: dict[int, int]) -> Flow[None]:
        """Police, then ARVN, then US Troops, each time from where most can be spared."""
        for kind in CUBES:
            while demand[sp] and (givers := self.givers(sp, kind, demand)):
                most = TieBreak("us.spare", givers.__getitem__)
                room = len(givers) if sum(givers.values()) <= demand[sp] else 1  # all come anyhow
                origin = yield from choose_space(mind, "us.koreans.origin", list(givers), (most,), room)
                demand[sp] -= givers[origin]
                self.bring(givers[origin], (kind,), origin, sp)


def _plan(mind: Mind, s: State, spaces: Sequence[int]) -> Flow[_Koreans]:
    """Cubes go where all together remove the most, with the fewest that do. Of such plans first the space with most."""
    mind.visit("event.instruction.c70", card=s.card)
    koreans = _Koreans(s)
    plans = koreans.plans(spaces)
    order: list[int] = []
    while goals := _goals(plans, order):
        ties = (
            TieBreak("us.pieces", lambda sp: goals[sp][0]),
            TieBreak("us.fewest_troops", lambda sp: goals[sp][1]),
            TieBreak("us.pop", POP.__getitem__),
        )
        sp = yield from choose_space(mind, "us.koreans.1", list(goals), ties, len(goals) if len(plans) == 1 else 1)
        order.append(sp)
        plans = [plan for plan in plans if (plan[sp].pieces, -plan[sp].cubes) == goals[sp]]
    demand = {sp: plans[0][sp].cubes for sp in order}
    koreans.cobras = [sp for sp, way in plans[0].items() if way.help.cobras]
    for sp in order:
        yield from koreans.send(mind, sp, demand)
    return koreans


def _goals(plans: list[Plan], done: Collection[int]) -> dict[int, tuple[int, int]]:
    """Where cubes are still to go: the most pieces that go there by one of the plans, and (less is more) the cubes."""
    goals: dict[int, tuple[int, int]] = {}
    for plan in plans:
        for sp, way in plan.items():
            if way.cubes and sp not in done:
                goals[sp] = max(goals.get(sp, (-1, 0)), (way.pieces, -way.cubes))
    return goals


def koreans_campaign(mind: Mind, s: State, offered: list[int]) -> Flow[tuple[list[int], list[Move]]]:
    """The Sweep spaces, where cubes go or those present find Guerrillas, and the moves."""
    koreans = yield from _plan(mind, s, offered)
    moves = koreans.moves()
    spaces = list(dict.fromkeys(sp for sp, _, _ in moves))
    for sp in offered:
        found = min(hidden(s, sp), finds(sp, cubes_in(koreans.board, sp) + irregulars(s, sp)))
        if found and sp not in spaces:
            mind.visit("us.koreans.2", space=sp)
            spaces.append(sp)
    spaces.sort(key=lambda sp: sp not in koreans.cobras)  # card 13 helps in the first two
    return spaces, moves


def koreans_space(mind: Mind, s: State, offered: list[int], plan: SweepPlan) -> Flow[int | None]:
    """The Sweep spaces in turn."""
    if plan.wanted is None:
        plan.wanted, moves = yield from koreans_campaign(mind, s, offered)
        plan.moves.intend(move_lines("sweep", moves))
    return next((sp for sp in plan.wanted if sp in offered), None)


def koreans_moves(mind: Mind, s: State, selected: list[int]) -> Flow[list[Move]]:
    """The moves alone, where nobody was asked for the only Sweep space."""
    koreans = yield from _plan(mind, s, selected)
    return koreans.moves()


def koreans_assault(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Cards 11 and 14 favour only some spaces: first where two more hits remove most."""

    def more(sp: int) -> int:
        cubes = cubes_in(s, sp)
        return forecast_assault(s, sp, cubes).pieces - forecast_assault(s, sp, cubes, patton=False).pieces

    pieces = TieBreak("us.pieces", lambda sp: forecast_assault(s, sp, cubes_in(s, sp)).pieces)
    order = (TieBreak("us.worth", more), pieces, HIGHEST_POP)
    sp = yield from choose_space(mind, "us.koreans.assault", offered_spaces(decision), order)
    return take(decision, sp)


HANDLERS: Final[dict[str, Handler]] = {"event.roks_assault": koreans_assault}
