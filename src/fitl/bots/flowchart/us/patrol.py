"""8.8.4 Patrol: US Troops onto LoCs with Insurgents and into Cities without COIN Control."""

from dataclasses import dataclass, field
from typing import Final

from fitl.board.pieces import KINDS, US_TROOPS
from fitl.board.spaces import CITIES, ECON, LOC_MASK, LOCS, in_laos_cambodia, spaces_of
from fitl.bots.flowchart.shared import hidden, take
from fitl.bots.flowchart.us.choices import HIGHEST_POP, fallback, find_space, kept
from fitl.bots.flowchart.us.forecast import forecast_assault
from fitl.bots.flowchart.us.goals import to_control
from fitl.bots.flowchart.us.spare import UNITS_KEPT, may_leave
from fitl.bots.mind import Handler, Mind, offered_spaces
from fitl.bots.script import Move, Script, group_lines
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.lasting import LANSDALE_SHADED
from fitl.rules.forces import insurgent_pieces, move
from fitl.rules.operations.patrol import networks, sources
from fitl.state import State

MOST_LOCS = 3


@dataclass(slots=True)
class PatrolPlan:
    """A US Patrol so far."""

    moves: list[Move] = field(default_factory=list)  # still to come
    group: Script = field(default_factory=Script)  # of the one that is being asked about
    pieces: bytes = b""  # the board after it; where it is another, all is planned again


# --- planning the moves -------------------------------------------------------------------------------------------


class _Moves:
    """Moves being planned on a copy of the board; no Troop moves twice."""

    def __init__(self, s: State) -> None:
        self.board = s.copy()
        self.networks = networks(s)
        self.arrived: dict[int, int] = {}
        self.moves: list[Move] = []

    def spare(self, origin: int) -> int:
        """US Troops that may leave: all from Laos and Cambodia; elsewhere Control and three COIN units stay."""
        board = self.board
        there = board.pieces[origin * KINDS + US_TROOPS]
        unmoved = there - self.arrived.get(origin, 0)
        if not unmoved or in_laos_cambodia(origin):
            return unmoved
        most = min(unmoved, may_leave(board, origin, UNITS_KEPT))
        if LOC_MASK >> origin & 1:
            most = min(most, max(0, there - insurgent_pieces(board, origin)))
        return most

    def sources(self, sp: int) -> dict[int, int]:
        return {origin: n for origin in spaces_of(sources(sp, self.networks)) if (n := self.spare(origin))}

    def bring(self, mind: Mind, sp: int, n: int) -> Flow[None]:
        """From Laos and Cambodia, then from the largest stacks; as many as there are."""
        board = self.board
        order = (
            TieBreak("us.laos_cambodia", in_laos_cambodia),
            TieBreak("us.stack", lambda origin: board.pieces[origin * KINDS + US_TROOPS]),
        )
        while n:
            found = self.sources(sp)
            if not found:
                return
            room = len(found) if sum(found.values()) <= n else 1  # no die where all of them come
            origin = yield from choose_space(mind, "us.patrol.origin", list(found), order, room)
            moving = min(n, found[origin])
            move(board, US_TROOPS, moving, origin, sp)
            self.arrived[sp] = self.arrived.get(sp, 0) + moving
            self.moves.append(Move(sp, origin, {US_TROOPS: moving}))
            n -= moving


def _lacking(s: State, loc: int) -> int:
    """US Troops missing to equal the NVA and VC pieces on a LoC."""
    return insurgent_pieces(s, loc) - s.pieces[loc * KINDS + US_TROOPS]


def plan_patrol(mind: Mind, s: State) -> Flow[list[Move]]:
    """1. Up to three LoCs, highest Econ first; 2. Cities without COIN Control, highest Population first."""
    moves = _Moves(s)
    board = moves.board
    locs: list[int] = []
    while True:
        wanting = [loc for loc in LOCS if loc not in locs and _lacking(board, loc) > 0 and moves.sources(loc)]
        if not wanting:
            break
        if len(locs) == MOST_LOCS:
            mind.visit("us.patrol.cap")
            break
        loc = yield from choose_space(mind, "us.patrol.1", wanting, (TieBreak("us.econ", lambda loc: ECON[loc]),))
        locs.append(loc)
        yield from moves.bring(mind, loc, _lacking(board, loc))
    while True:
        cities = [sp for sp in CITIES if (n := to_control(board, sp)) > 0 and sum(moves.sources(sp).values()) >= n]
        if not cities:
            return moves.moves
        sp = yield from choose_space(mind, "us.patrol.2", cities, (HIGHEST_POP,))
        yield from moves.bring(mind, sp, to_control(board, sp))


# --- answering ----------------------------------------------------------------------------------------------------


def patrol_destination(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Answer from the planned moves."""
    plan = kept(mind, PatrolPlan, s)
    if plan.pieces != bytes(s.pieces):
        plan.moves = yield from plan_patrol(mind, s)
    while plan.moves:
        next_move = plan.moves.pop(0)
        found = find_space(decision, next_move.destination)
        if found is not None:
            plan.group.intend(group_lines("patrol", next_move, next_move.load))
            board = s.copy()
            for kind, n in next_move.load.items():
                move(board, kind, n, next_move.origin, next_move.destination)
            plan.pieces = bytes(board.pieces)
            return found
    done = decision.find("done")
    if done is not None:
        return done
    plan.group.intend(())
    return take(decision, (yield from choose_space(mind, "us.patrol.must", offered_spaces(decision))))


def patrol_origin(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """The planned origin."""
    return kept(mind, PatrolPlan, s).group.follow(decision) or (yield from fallback(mind, decision))


def patrol_amount(mind: Mind, s: State, decision: Decision) -> Option:
    """The planned number."""
    return kept(mind, PatrolPlan, s).group.follow(decision) or decision.options[0]


def patrol_assault(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """3. The free Assault removes most pieces, else it is on a random LoC."""
    pieces = {sp: forecast_assault(s, sp).pieces for sp in offered_spaces(decision)}
    if any(pieces.values()):
        most = TieBreak("us.pieces", pieces.__getitem__)
        sp = yield from choose_space(mind, "us.patrol.3", [sp for sp, n in pieces.items() if n], (most,))
    else:
        sp = yield from choose_space(mind, "us.patrol.3b", list(pieces))
    return take(decision, sp)


def patrol_works(s: State) -> bool:
    """8.1.C: would a Patrol move, Activate or remove anybody?"""
    for loc in LOCS:
        if s.pieces[loc * KINDS + US_TROOPS] and insurgent_pieces(s, loc):
            if hidden(s, loc):
                return True
            if forecast_assault(s, loc).pieces and not s.effects & LANSDALE_SHADED:  # card 78
                return True
    moves = _Moves(s)
    if any(_lacking(s, loc) > 0 and moves.sources(loc) for loc in LOCS):
        return True
    return any((n := to_control(s, sp)) > 0 and sum(moves.sources(sp).values()) >= n for sp in CITIES)


HANDLERS: Final[dict[str, Handler]] = {
    "patrol.destination": patrol_destination,
    "patrol.origin": patrol_origin,
    "patrol.amount": patrol_amount,
    "patrol.assault": patrol_assault,
}
