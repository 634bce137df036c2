"""Card 70 (ROKs) by its instruction, 8.4.1: all COIN cubes fight as US Troops and move to remove all they can.

The US follows it; ARVN only by the reading `card70_arvn=sheet`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from fitl.board.pieces import ARVN_TROOPS, KINDS, POLICE, US_TROOPS
from fitl.board.spaces import ADJACENT, PHU_BON, POP, spaces_of
from fitl.bots.flowchart.sweep_moves import Move, SweepMoves
from fitl.bots.flowchart.us.choices import space_of
from fitl.bots.flowchart.us.forecast import forecast_assault, forecast_koreans
from fitl.bots.flowchart.us.spare import finds, hidden, in_event, may_leave, units_to_keep
from fitl.bots.mind import Handler, Mind, offered_spaces
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.rules.forces import irregulars
from fitl.rules.operations.sweep import sweep_sources
from fitl.state import State

NODES: Final[tuple[str, ...]] = ("us.koreans.1", "us.koreans.origin", "us.koreans.2", "us.koreans.assault")

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
    moves: list[Move] | None = None  # those still to come, once they are planned
    move: Move | None = None  # the one that is being asked about
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

    def gain(self, sp: int) -> tuple[int, int]:
        """How many more Insurgents would go, and the fewest cubes that must come for it."""
        here = cubes_in(self.board, sp)
        now = best = self.removed(sp, here)
        cubes = 0
        for n in range(1, sum(self.sources(sp).values()) + 1):
            then = self.removed(sp, here + n)
            if then > best:
                best, cubes = then, n
        return best - now, cubes

    def send(self, mind: Mind, sp: int, n: int) -> Flow[None]:
        """Police, then ARVN, then US Troops, each time from where most can be spared."""
        while n > 0 and (sources := self.sources(sp)):
            most = TieBreak("us.spare", sources.__getitem__)
            origin = yield from choose_space(mind, "us.koreans.origin", list(sources), (most,))
            going = min(n, sources[origin])
            n -= going
            self.bring(going, CUBES, origin, sp)


def _plan(mind: Mind, s: State, spaces: Sequence[int]) -> Flow[_Koreans]:
    """Cubes go wherever more Insurgents are removed by them: the most first, with the fewest cubes."""
    mind.visit("event.instruction.c70", card=s.card)
    koreans = _Koreans(s)
    while True:
        more: dict[int, int] = {}
        cubes: dict[int, int] = {}
        for sp in spaces:
            gain, coming = koreans.gain(sp)
            if gain:
                more[sp], cubes[sp] = gain, -coming
        if not more:
            return koreans
        order = (
            TieBreak("us.pieces", more.__getitem__),
            TieBreak("us.fewest_troops", cubes.__getitem__),
            TieBreak("us.pop", POP.__getitem__),
        )
        sp = yield from choose_space(mind, "us.koreans.1", list(more), order)
        yield from koreans.send(mind, sp, -cubes[sp])


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
    return spaces, moves


def koreans_space(mind: Mind, s: State, offered: list[int], plan: SweepPlan) -> Flow[int | None]:
    """The Sweep spaces in turn."""
    if plan.wanted is None:
        plan.wanted, plan.moves = yield from koreans_campaign(mind, s, offered)
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
    order = (TieBreak("us.worth", more), pieces, TieBreak("us.pop", lambda sp: POP[sp]))
    sp = yield from choose_space(mind, "us.koreans.assault", offered_spaces(decision), order)
    return space_of(decision, sp)


HANDLERS: Final[dict[str, Handler]] = {"event.roks_assault": koreans_assault}
