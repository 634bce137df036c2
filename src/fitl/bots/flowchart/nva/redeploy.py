"""8.6.6 Redeploy (6.4.3): Troops to NVA Bases, for Control, against COIN Control, then up to the front."""

from typing import Final

from fitl.board.factions import NVA, VC
from fitl.board.pieces import NVA_TROOPS
from fitl.board.spaces import ADJACENT_MASK, CONTROLLABLE, SOUTH_MASK, SPACE_COUNT, spaces_of
from fitl.bots.flowchart.nva.units import POPULATION, control_gap, troops
from fitl.bots.mind import Handler, Mind, option_for
from fitl.bots.script import Line, Script, redeploy_lines
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.rules.control import control_by_count
from fitl.rules.forces import bases_of, coin_pieces, move
from fitl.state import COIN_CONTROL, NVA_CONTROL, State


class Redeployment:
    """A Redeploy being planned on a copy of the board; Control is counted, for the phase freezes it (6.4)."""

    def __init__(self, s: State) -> None:
        self.s = s.copy()
        self.bases = [sp for sp in range(CONTROLLABLE) if bases_of(s, sp, NVA)]
        self.unmoved = [troops(s, sp) for sp in range(SPACE_COUNT)]
        self.plan: list[Line] = []

    def control(self, sp: int) -> int:
        return control_by_count(coin_pieces(self.s, sp), self.s.force[sp * 4 + NVA], self.s.force[sp * 4 + VC])

    def spare(self, sp: int) -> int:
        """Troops that may go without losing NVA Control or creating COIN Control."""
        n = self.unmoved[sp]
        if not n or sp >= CONTROLLABLE:
            return n
        if self.control(sp) == NVA_CONTROL:
            n = min(n, -control_gap(self.s, sp))
        if self.control(sp) != COIN_CONTROL:
            insurgents = self.s.force[sp * 4 + NVA] + self.s.force[sp * 4 + VC]
            n = min(n, insurgents - coin_pieces(self.s, sp))
        return max(0, n)

    def at_hand(self, destination: int) -> int:
        """All Troops that could come here."""
        return sum(self.spare(sp) for sp in range(SPACE_COUNT) if sp != destination)

    def send(self, origin: int, destination: int, n: int) -> None:
        self.plan += redeploy_lines(NVA_TROOPS, origin, destination, n)
        move(self.s, NVA_TROOPS, n, origin, destination)
        self.unmoved[origin] -= n

    def borders_coin(self, sp: int) -> bool:
        near = spaces_of(ADJACENT_MASK[sp])
        return any(other < CONTROLLABLE and self.control(other) == COIN_CONTROL for other in near)


def plan_redeploy(mind: Mind, s: State) -> Flow[list[Line]]:
    """8.6.6: the three bullets in order."""
    troops_to = Redeployment(s)
    yield from _gain_control(mind, troops_to)
    yield from _remove_coin_control(mind, troops_to)
    yield from _to_the_front(mind, troops_to)
    return troops_to.plan


def _gain_control(mind: Mind, r: Redeployment) -> Flow[None]:
    """1. NVA Control wherever it can be gained, most Population first, with no more Troops than needed."""
    while True:
        gaps = {sp: control_gap(r.s, sp) for sp in r.bases if r.control(sp) != NVA_CONTROL}
        able = {sp: gap for sp, gap in gaps.items() if gap <= r.at_hand(sp)}
        if not able:
            return
        yield from _fill(mind, r, "nva.redeploy.1", able)


def _remove_coin_control(mind: Mind, r: Redeployment) -> Flow[None]:
    """2. COIN Control away where NVA Control is out of reach."""
    while True:
        able = {}
        for sp in r.bases:
            if r.control(sp) == COIN_CONTROL:
                gap = coin_pieces(r.s, sp) - r.s.force[sp * 4 + NVA] - r.s.force[sp * 4 + VC]
                if gap <= r.at_hand(sp):
                    able[sp] = gap
        if not able:
            return
        yield from _fill(mind, r, "nva.redeploy.2", able)


def _fill(mind: Mind, r: Redeployment, node: str, wanted: dict[int, int]) -> Flow[None]:
    """Send as many Troops as wanted to one of the spaces: the most Population, then the cheapest."""
    tie_breaks = (
        POPULATION,
        TieBreak("nva.fewest_needed", lambda sp: -wanted[sp]),
    )
    sp = yield from choose_space(mind, node, list(wanted), tie_breaks)
    left = wanted[sp]
    while left:
        origins = [origin for origin in range(SPACE_COUNT) if origin != sp and r.spare(origin)]
        room = len(origins) if sum(r.spare(origin) for origin in origins) <= left else 1  # no die where all go
        origin = yield from choose_space(mind, "nva.redeploy.source", origins, room=room)
        n = min(left, r.spare(origin))
        r.send(origin, sp, n)
        left -= n


def _to_the_front(mind: Mind, r: Redeployment) -> Flow[None]:
    """3. Into 1 space, in the South if possible: all Troops that did not border COIN Control and there would."""
    rear = [sp for sp in range(SPACE_COUNT) if r.spare(sp) and not r.borders_coin(sp)]
    arriving = {}
    for sp in r.bases:
        if r.borders_coin(sp) and (n := sum(r.spare(origin) for origin in rear if origin != sp)):
            arriving[sp] = n
    if arriving:
        tie_breaks = (
            TieBreak("nva.south", lambda sp: SOUTH_MASK >> sp & 1),
            TieBreak("nva.most_troops", lambda sp: arriving[sp]),
        )
        sp = yield from choose_space(mind, "nva.redeploy.3", list(arriving), tie_breaks)
        for origin in rear:
            if n := r.spare(origin):
                r.send(origin, sp, n)


class Redeploy(Script):
    """The transfers of a Coup Round."""


def redeploy(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Plan when first asked in this Round; then transfer by transfer."""
    script = mind.room(Redeploy, s.coup_rounds)
    if script.lines is None:
        script.intend((yield from plan_redeploy(mind, s)))
    return script.follow(decision) or option_for(decision, "done")


HANDLERS: Final[dict[str, Handler]] = {
    "redeploy.origin": redeploy,
    "redeploy.destination": redeploy,
    "redeploy.number": redeploy,
}
