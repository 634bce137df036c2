"""3.3.2 March: move Guerrillas and NVA Troops, NVA farther along the Trail.

All pieces going from one space to an adjacent one form a group, so each way from one space to another is used at most
once per March. That keeps a group from being split to stay hidden, and it bounds the moves NVA may chain through Laos
and Cambodia: pieces gather first and go on together, which reaches every outcome that moving them one by one could.
"""

from typing import NamedTuple

from fitl.board.factions import NVA, VC
from fitl.board.pieces import (
    ACTIVE_KIND_OF,
    ARMOR_OF,
    HAMLET,
    KINDS,
    NVA_GUERRILLA,
    NVA_GUERRILLA_ACTIVE,
    NVA_TROOPS,
    TRAIL_MAX,
    UNDERGROUND_OF,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
)
from fitl.board.spaces import ADJACENT_MASK, CONTROLLABLE, LAOS_CAMBODIA_MASK, LOC_MASK, SPACE_COUNT, mask_of, spaces_of
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, Option, amounts, spaces_options
from fitl.era import POST_PARIS
from fitl.lasting import CLAYMORES, MAIN_FORCE_BNS
from fitl.rules.deck import monsoon
from fitl.rules.economy import price
from fitl.rules.forces import activate, move, remove
from fitl.rules.operation import EVERYWHERE, Operation
from fitl.rules.operations.movement import FOLLOW
from fitl.state import NEUTRAL, State

HIDDEN_UP_TO = 3  # a group stays Underground among at most this many pieces

MOVERS = {NVA: (NVA_TROOPS, NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE), VC: (VC_GUERRILLA, VC_GUERRILLA_ACTIVE)}


WITH_ARMOR = {NVA: (NVA_TROOPS, NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE, *ARMOR_OF[NVA]), VC: MOVERS[VC]}


def movers_of(s: State, faction: int) -> tuple[int, ...]:
    """The kinds that March: Troops and Guerrillas, Post-Paris Armor as well (S3.3.2)."""
    return (WITH_ARMOR if s.era.flags & POST_PARIS else MOVERS)[faction]


class Terms(NamedTuple):
    """What an Event (or 2.3.5) allows of a March; told with its questions, for the bot that plans it as a whole."""

    origins: int  # spaces pieces may leave, as a mask
    allowed: int  # spaces they may enter
    kinds: tuple[int, ...]
    through: int
    free: bool
    left: int  # how many spaces more may be entered


class Moves:
    """The bookkeeping of one March: what has moved, which ways were used, which destinations are paid for.

    An Event may restrict the spaces pieces leave from (`origins`) and which pieces move (`kinds`), or let them pass
    `through` spaces on the way to a destination.
    """

    __slots__ = ("before", "kinds", "moved", "op", "origins", "paid", "price", "s", "through", "used")

    def __init__(self, s: State, op: Operation, origins: int, kinds: tuple[int, ...] | None, through: int) -> None:
        self.s = s
        self.op = op
        self.origins = origins
        self.kinds = kinds or movers_of(s, op.faction)
        self.through = through
        self.price = price(s, op.faction, "march")
        self.moved = bytearray(SPACE_COUNT * KINDS)  # pieces standing where this March has taken them
        self.used = [0] * SPACE_COUNT  # by origin: destinations a group has gone to
        self.paid = 0  # destinations paid for
        self.before = bytearray()  # the pieces when a Special Activity could last come in between

    def terms(self) -> Terms:
        op = self.op
        left = SPACE_COUNT if op.max_spaces is None else op.max_spaces - len(op.spaces)
        return Terms(self.origins, op.allowed, self.kinds, self.through, op.free, left)

    def movable(self, sp: int, kind: int) -> int:
        """Pieces that may leave a space: those that have not moved, and with the Trail those that may go on."""
        n = self.s.pieces[sp * KINDS + kind]
        if n and not (LAOS_CAMBODIA_MASK >> sp & 1 and self.may_go_on()):
            n -= self.moved[sp * KINDS + kind]
        return n

    def may_go_on(self) -> bool:
        """The Trail: NVA pieces in Laos or Cambodia may move on, except at Trail 0."""
        return self.op.faction == NVA and self.s.trail > 0

    def cost(self, origin: int, sp: int) -> int:
        """What a group pays for entering: 1 once per Province or City; at Trail 4 NVA moves free in and out of L/C."""
        if sp >= CONTROLLABLE or self.paid >> sp & 1 or self._trail_carries(origin, sp):
            return 0
        return self.price

    def _trail_carries(self, origin: int, sp: int) -> bool:
        return (
            self.op.faction == NVA
            and self.s.trail == TRAIL_MAX
            and (LAOS_CAMBODIA_MASK >> origin | LAOS_CAMBODIA_MASK >> sp) & 1 == 1
        )

    def neighbours(self, sp: int) -> int:
        """Spaces one move away, directly or by way of spaces that may be passed."""
        ways = ADJACENT_MASK[sp]
        passed = 0
        while fresh := ways & self.through & ~passed:
            passed |= fresh
            for each in spaces_of(fresh):
                ways |= ADJACENT_MASK[each]
        return ways & ~(1 << sp)

    def ways_out(self, origin: int) -> int:
        """Where a group from this space may go now, as a mask: adjacent, allowed, unused and payable."""
        op = self.op
        ways = self.neighbours(origin) & op.allowed & ~self.used[origin]
        if op.full():
            ways &= mask_of(op.spaces)
        if ways and not op.can_pay(self.price):
            affordable = LOC_MASK | self.paid
            if op.faction == NVA and self.s.trail == TRAIL_MAX:
                affordable = EVERYWHERE if LAOS_CAMBODIA_MASK >> origin & 1 else affordable | LAOS_CAMBODIA_MASK
            ways &= affordable
        return ways

    def destinations(self) -> int:
        """Every space that some group may enter now, as a mask."""
        found = 0
        for origin in self.starts():
            found |= self.ways_out(origin)
        return found

    def starts(self) -> list[int]:
        """Spaces that hold pieces free to move."""
        p, moved, force = self.s.pieces, self.moved, self.s.force
        by, origins = self.op.faction, self.origins
        going_on = LAOS_CAMBODIA_MASK if self.may_go_on() else 0
        found = []
        for sp in range(SPACE_COUNT):
            if force[sp * 4 + by] and origins >> sp & 1:
                row = sp * KINDS
                for kind in self.kinds:
                    n = p[row + kind]
                    if n and (going_on >> sp & 1 or n > moved[row + kind]):
                        found.append(sp)
                        break
        return found

    def origins_into(self, sp: int) -> list[int]:
        """Where groups that may enter a space now come from."""
        return [
            origin
            for origin in spaces_of(self.neighbours(sp) & self.origins)
            if any(self.movable(origin, kind) for kind in self.kinds) and self.ways_out(origin) >> sp & 1
        ]

    def take(self, kind: int, n: int, origin: int, sp: int) -> None:
        """Move part of a group; pieces that have not moved yet leave first."""
        move(self.s, kind, n, origin, sp)
        left = origin * KINDS + kind
        self.moved[left] = min(self.moved[left], self.s.pieces[left])
        self.moved[sp * KINDS + kind] += n

    def go(self, origin: int, sp: int, group: dict[int, int]) -> None:
        """A group goes from one space to another: pay, move, perhaps be seen."""
        if cost := self.cost(origin, sp):
            self.op.pay(cost)
            self.paid |= 1 << sp
        self.used[origin] |= 1 << sp
        for kind, n in group.items():
            self.take(kind, n, origin, sp)
        hidden = group.get(UNDERGROUND_OF[self.op.faction], 0)
        if hidden and is_seen(self.s, self.op.faction, sp, sum(group.values())):
            self._activate(sp, hidden)

    def _activate(self, sp: int, n: int) -> None:
        """Flip Guerrillas that have just moved in; Claymores (card 17) cost their group one of them."""
        by = self.op.faction
        shown = sp * KINDS + ACTIVE_KIND_OF[by]
        activate(self.s, sp, by, n)
        self.moved[sp * KINDS + UNDERGROUND_OF[by]] -= n
        self.moved[shown] += n
        if self.s.effects & CLAYMORES:
            remove(self.s, sp, ACTIVE_KIND_OF[by])
            self.moved[shown] -= 1

    def follow(self, kind: int, n: int, origin: int, sp: int) -> None:
        """A Spearhead is about to take pieces elsewhere: those that have not moved leave first.

        The others have Marched wherever they go, and do not March again (S4.4.4).
        """
        left, there = origin * KINDS + kind, sp * KINDS + kind
        marched = max(0, n - self.s.pieces[left] + self.moved[left])
        self.moved[left] -= marched
        self.moved[there] += marched
        self.before[left] -= n
        self.before[there] += n

    def settle(self) -> None:
        """The Special Activity changed pieces: it used those that had moved already, as far as there were any."""
        p, before, moved = self.s.pieces, self.before, self.moved
        if self.op.activity is None or not before or p == before:  # it came before the Operation began
            return
        by = self.op.faction
        hidden, shown = UNDERGROUND_OF[by], ACTIVE_KIND_OF[by]
        kinds = movers_of(self.s, by)
        for row in range(0, SPACE_COUNT * KINDS, KINDS):
            for kind in kinds:
                lost = min(moved[row + kind], max(0, before[row + kind] - p[row + kind]))
                moved[row + kind] -= lost
                if kind == hidden:
                    moved[row + shown] += min(lost, max(0, p[row + shown] - before[row + shown]))
        self.before = bytearray(p)


def can_march(
    s: State, op: Operation, origins: int = EVERYWHERE, kinds: tuple[int, ...] | None = None, through: int = 0
) -> bool:
    """2.3.9: not in Monsoon, unless an Event grants it (5.1.1)."""
    if monsoon(s) and not op.by_event:
        return False
    moves = Moves(s, op, origins, kinds, through)
    return any(moves.ways_out(origin) for origin in moves.starts())


def march(
    s: State, op: Operation, origins: int = EVERYWHERE, kinds: tuple[int, ...] | None = None, through: int = 0
) -> Flow[None]:
    """3.3.2 March: destination by destination, group by group; a Limited Operation has one (2.3.5).

    origins: pieces leave only from these spaces, also when they go on (cards 59, 75). kinds: only these pieces move
    (cards 71, 99). through: on the way to an allowed destination these spaces may be passed (card 71).
    """
    moves = op.notes["march"] = Moves(s, op, origins, kinds, through)
    op.notes[FOLLOW] = moves.follow
    while (sp := (yield from _next_destination(op, moves))) != DONE:
        yield from _march_into(op, moves, sp)
        if op.limited:
            break


def marched_in_underground(op: Operation, sp: int) -> int:
    """4.4.3: how many still Underground Guerrillas of this March stand where they moved in."""
    moves: Moves = op.notes["march"]
    moves.settle()
    return moves.moved[sp * KINDS + UNDERGROUND_OF[op.faction]]


def _next_destination(op: Operation, moves: Moves) -> Flow[int]:
    if op.activities:
        moves.before = bytearray(moves.s.pieces)

    def options() -> list[Option]:
        moves.settle()
        found = spaces_options(spaces_of(moves.destinations()))
        if op.spaces:
            found.append(DONE_OPTION)
        return found

    params = {"terms": moves.terms()}
    cost = 0 if op.free else price(op.s, op.faction, "march")
    sp: int = yield from op.choose("march.destination", "3.3.2", options, params, cost)
    return sp


def _march_into(op: Operation, moves: Moves, sp: int) -> Flow[None]:
    """Bring groups into one destination until the Faction has enough there."""
    if sp not in op.spaces:
        op.spaces.append(sp)
    first = True
    while True:
        options = spaces_options(moves.origins_into(sp))
        if not first:
            options.append(DONE_OPTION)
        params = {"destination": sp, "terms": moves.terms()}
        origin: int = yield Decision(op.faction, "march.origin", "3.3.2", options, params)
        if origin == DONE:
            return
        yield from _move_group(op, moves, origin, sp)
        first = False


def _move_group(op: Operation, moves: Moves, origin: int, sp: int) -> Flow[None]:
    """All pieces going from one space to another in this March: choose, pay, move, perhaps be seen."""
    present = [(kind, n) for kind in moves.kinds if (n := moves.movable(origin, kind))]
    group: dict[int, int] = {}
    for kind, n in present:
        low = 1 if not group and kind == present[-1][0] else 0  # somebody must move
        params = {"piece": kind, "origin": origin, "destination": sp}
        chosen: int = yield Decision(op.faction, "march.amount", "3.3.2", amounts(low, n), params)
        if chosen:
            group[kind] = chosen
    moves.go(origin, sp, group)


def is_seen(s: State, by: int, sp: int, size: int) -> bool:
    """Does a group of this size turn Active: on a LoC or at Support, too many together with the COIN units there?

    The era says which units count; a Hamlet watches VC (P3.3.2), not NVA (OPEN 29).
    """
    if sp < CONTROLLABLE and s.support[sp] <= NEUTRAL:
        return False
    row = sp * KINDS
    watchers = sum(s.pieces[row + kind] for kind in s.era.march_watchers)
    if by == VC:
        watchers += s.pieces[row + HAMLET]
    return size + watchers > (1 if s.effects & MAIN_FORCE_BNS else HIDDEN_UP_TO)  # card 104
