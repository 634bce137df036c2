"""Moving: one engine for Sweep, Patrol, March, Transport, Air Lift and the moves of Events.

A journey is planned on a copy of the board: destination after destination by a table, origin after origin with most
pieces free to go, what must stay by the Keep rules, what goes by the move rules.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from fitl.board.factions import COIN, NVA, US
from fitl.board.pieces import (
    ACTIVE_KIND_OF,
    ARVN_TROOPS,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    KINDS,
    NVA_TROOPS,
    RANGER,
    RANGER_ACTIVE,
    UNDERGROUND_OF,
    US_TROOPS,
)
from fitl.board.spaces import (
    ADJACENT,
    ADJACENT_MASK,
    CONTROLLABLE,
    EVERYWHERE,
    LAOS_CAMBODIA_MASK,
    NORTH_VIETNAM,
    SOUTH_MASK,
    SPACE_COUNT,
    row_id,
    spaces_of,
)
from fitl.bots.mind import Mind
from fitl.bots.script import Ask, Line, Move, group_lines
from fitl.bots.select import random_space
from fitl.bots.trung.aims import EASTER, Going, called_for
from fitl.bots.trung.counts import OPEN_BASES, coin_firepower, hidden, total, vulnerable
from fitl.bots.trung.dice import imagined
from fitl.bots.trung.keep import Leaving, Stay, free_to_leave
from fitl.bots.trung.pieces import FRIENDLY, pick
from fitl.bots.trung.tables import Look, choose
from fitl.decisions import Flow
from fitl.lasting import CLAYMORES
from fitl.rules.activities import transport
from fitl.rules.forces import activate, coin_pieces, insurgent_pieces, move, remove
from fitl.rules.operations.assault import us_hits
from fitl.rules.operations.march import is_seen
from fitl.rules.operations.patrol import networks, sources
from fitl.rules.operations.sweep import finds, sweep_sources
from fitl.state import COIN_CONTROL, NVA_CONTROL, State

AIR_LIFT: Final = "air_lift"
TRANSPORT: Final = "transport"
PASSENGERS: Final = (US_TROOPS, ARVN_TROOPS, IRREGULAR, IRREGULAR_ACTIVE, RANGER, RANGER_ACTIVE)
COIN_TROOPS: Final = (US_TROOPS, ARVN_TROOPS)
SPECIAL_FORCES: Final = (RANGER, IRREGULAR, RANGER_ACTIVE, IRREGULAR_ACTIVE)
OTHERS_AT_MOST: Final = 4  # of an Air Lift: pieces that are not US Troops

# While the Trail is at 4 all of these count as adjacent to each other for an NVA March.
ALONG_THE_TRAIL: Final = LAOS_CAMBODIA_MASK | sum(
    1 << sp for sp in range(SPACE_COUNT) if ADJACENT_MASK[sp] & LAOS_CAMBODIA_MASK and not LAOS_CAMBODIA_MASK >> sp & 1
)


@dataclass(slots=True)
class Journey:
    """One movement as it is planned. `board` is a copy, on which what is planned has happened already."""

    mind: Mind
    board: State
    action: str  # "sweep", "patrol", "march", "transport", "air_lift", or "" for the move of an Event
    kinds: tuple[int, ...]
    room: int = 99  # pieces that may still move
    origins: int = EVERYWHERE  # the spaces that pieces may leave
    lands: int = EVERYWHERE  # those that they may enter
    amass: bool = True
    easter: bool = False  # all Troops go where they can, for the Easter Offensive
    direct: bool = False  # whether a March may only go to spaces next door, for it has few
    before: dict[int, int] = field(default_factory=dict)  # pieces that may not move any more, by place on the board
    moves: list[Move] = field(default_factory=list)
    reached: list[int] = field(default_factory=list)  # destinations, in order
    tried: set[int] = field(default_factory=set)
    used: list[int] = field(default_factory=list)  # origins, in order
    known: dict[tuple[int, bool], Stay] = field(default_factory=dict)  # what may leave, by origin and if abroad
    drives: dict[int, int] = field(default_factory=dict)  # how far a Transport reaches, by origin
    stretches: list[int] | None = None  # of roads without Insurgents
    paths: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)  # farther ways along the Trail
    ways: set[tuple[int, int]] = field(default_factory=set)  # all steps that a March takes
    spaces_at_most: int = 99  # of an Air Lift, origins and destinations together
    by: int = -1  # whose pieces move, if not the mind's
    as_us: tuple[int, ...] = (US_TROOPS,)  # who fights and searches as US Troops (cards 70 and 99)

    @property
    def faction(self) -> int:
        return self.mind.faction if self.by < 0 else self.by

    def going(self, origin: int, destination: int, action: str = "") -> Going:
        return Going(self.board, self.faction, origin, destination, action or self.action, as_us=self.as_us)

    # --- who may go where ---

    def near(self, destination: int) -> int:
        """The spaces from which pieces could come."""
        if self.action == "sweep":
            return sweep_sources(self.board, destination)
        if self.action == "patrol":
            if self.stretches is None:
                self.stretches = networks(self.board)
            return sources(destination, self.stretches)
        if self.action == TRANSPORT:
            return self._drivers(destination)
        if self.action == AIR_LIFT:
            return self._fields(destination)
        near = ADJACENT_MASK[destination]
        if self.action == "march" and self._along_trail(destination):
            near |= ALONG_THE_TRAIL
        if not self.action:
            near = EVERYWHERE
        return near & ~(1 << destination)

    def _along_trail(self, destination: int) -> bool:
        return self.faction == NVA and self.board.trail == 4 and bool(ALONG_THE_TRAIL >> destination & 1)

    def _drivers(self, destination: int) -> int:
        origins = self.used or range(SPACE_COUNT)
        found = 0
        for sp in origins:
            if sp != destination and self.origins >> sp & 1 and self._drive(sp) >> destination & 1:
                found |= 1 << sp
        return found

    def _drive(self, origin: int) -> int:
        """Where a Transport gets from a space; nowhere if nobody is there."""
        if origin not in self.drives:
            movers = any(self.unmoved(origin, kind) for kind in self.kinds)
            self.drives[origin] = transport.reach(self.board, origin) if movers else 0
        return self.drives[origin]

    def _fields(self, destination: int) -> int:
        """Of an Air Lift: any space; only those used already once no more spaces may be chosen."""
        spaces = {*self.used, *self.reached, destination}
        if len(spaces) < self.spaces_at_most:
            return EVERYWHERE & ~(1 << destination)
        return sum(1 << sp for sp in self.used if sp != destination)

    def unmoved(self, sp: int, kind: int) -> int:
        """Pieces that may still leave a space."""
        index = sp * KINDS + kind
        return max(0, self.board.pieces[index] - self.before.get(index, 0))

    def free(self, origin: int, destination: int) -> Stay:
        """The pieces that may leave an origin for a destination, after the Keep rules.

        These ask of the destination only whether it is in the South, so the answer is good until somebody moves.
        """
        abroad = not SOUTH_MASK >> destination & 1
        found = self.known.get((origin, abroad))
        if found is None:
            found = self.known[origin, abroad] = self._free(origin, destination)
        return self._lifted(found) if found else found

    def _free(self, origin: int, destination: int) -> Stay:
        free = {kind: n for kind in self.kinds if (n := self.unmoved(origin, kind))}
        leaving = Leaving(self.board, self.faction, origin, destination, self.action, self.amass)
        return free_to_leave(leaving, free) if free else {}

    def _lifted(self, found: Stay) -> Stay:
        """Of an Air Lift only four pieces beside US Troops may fly at all."""
        if self.action != AIR_LIFT:
            return found
        return found if self._others > 0 else {kind: n for kind, n in found.items() if kind == US_TROOPS}

    @property
    def _others(self) -> int:
        """Pieces beside US Troops that may still go; the move rules say which."""
        if self.action != AIR_LIFT:
            return self.room
        return OTHERS_AT_MOST - sum(n for move in self.moves for kind, n in move.load.items() if kind != US_TROOPS)

    def _size(self, free: Stay) -> int:
        """How many of these could go."""
        troops = free.get(US_TROOPS, 0)
        others = sum(free.values()) - troops
        return troops + (min(others, self._others) if self.action == AIR_LIFT else others)

    def candidates(self, destination: int, tried: Iterable[int] = ()) -> dict[int, Stay]:
        """The origins for a destination, with the pieces that may come from there."""
        return dict(self._coming(destination, tried))

    def _coming(self, destination: int, tried: Iterable[int] = ()) -> Iterator[tuple[int, Stay]]:
        closed = {*self.reached, *tried, destination}
        if self.action == AIR_LIFT:
            closed -= set(self.used) - {destination} - set(tried)
        for origin in spaces_of(self.near(destination) & self.origins & ~(1 << NORTH_VIETNAM if self._coin else 0)):
            if origin not in closed and (free := self.free(origin, destination)) and self._open(origin, destination):
                yield origin, free

    @property
    def _coin(self) -> bool:
        return self.faction in COIN

    def _open(self, origin: int, destination: int) -> bool:
        """Of a March: is there a way that no other group has taken?"""
        return self.action != "march" or bool(self.path(origin, destination))

    def path(self, origin: int, destination: int) -> tuple[int, ...]:
        """The steps of a group: straight, or through Laos and Cambodia while the Trail is full.

        Groups share their steps (see `steps_of`), but none goes against another.
        """
        if ADJACENT_MASK[origin] >> destination & 1:
            return (destination,) if (destination, origin) not in self.ways else ()
        if self.direct:
            return ()
        ahead: list[tuple[int, ...]] = [(origin,)]
        seen = {origin}
        for way in ahead:
            for near in ADJACENT[way[-1]]:
                if near in seen or (near, way[-1]) in self.ways:
                    continue
                if near == destination:
                    return (*way[1:], near)
                if LAOS_CAMBODIA_MASK >> near & 1:
                    seen.add(near)
                    ahead.append((*way, near))
        return ()

    def within_reach(self, spaces: Iterable[int]) -> list[int]:
        """Those of the spaces, neither taken nor tried, to which somebody could come."""
        closed = {*self.reached, *self.tried}
        if self.action in (AIR_LIFT, TRANSPORT):
            closed |= set(self.used)
        return [sp for sp in spaces if sp not in closed and self.lands >> sp & 1 and any(self._coming(sp))]

    # --- filling one destination ---

    def fill(self, destination: int) -> Flow[bool]:
        """Bring pieces into a destination, from one origin after the other; has anybody come?"""
        tried: list[int] = []
        came = False
        while self.room > 0 and (found := self.candidates(destination, tried)):
            if self.action == AIR_LIFT:
                found = yield from self._who_would_fly(destination, found)
                if not found:
                    break
            origin = yield from self._origin(found)
            tried.append(origin)
            load = yield from self._load(origin, destination, found[origin])
            if load:
                came = True
                self._go(origin, destination, load)
            if self.action == TRANSPORT and came:
                break
            if not self._wants_more(destination):
                break
        if came:
            self.reached.append(destination)
        else:
            self.tried.add(destination)
            self.mind.visit("trung.nobody", space=destination)
        return came

    def special_forces(self, goals: Sequence[int]) -> Flow[None]:
        """62: up to four of an Air Lift go where most NVA Troops are, from the largest groups first.

        Without NVA Troops there nobody is called for, but the Event has somebody fly: one of them, anywhere.
        """
        troops = {sp: n for sp in goals if (n := self.board.pieces[sp * KINDS + NVA_TROOPS])}
        if not troops:
            troops = dict.fromkeys(goals, 0)
            self.room = 1
        self.kinds = SPECIAL_FORCES
        to = yield from random_space(self.mind, [sp for sp, n in troops.items() if n == max(troops.values())])
        while (room := min(self._others, self.room)) > 0 and len(self.used) + 1 < self.spaces_at_most:
            found = {sp: free for sp, free in self.candidates(to, self.used).items() if sp not in troops}
            if not found:
                break
            most = max(sum(free.values()) for free in found.values())
            origin = yield from random_space(self.mind, [sp for sp in found if sum(found[sp].values()) == most])
            load = pick(FRIENDLY, found[origin], room)
            self.mind.visit(
                "trung.move", space=origin, destination=to, n=sum(load.values()), rules=f"#{self.board.card}"
            )
            self._go(origin, to, load)
        self.reached.append(to)

    def _origin(self, found: dict[int, Stay]) -> Flow[int]:
        most = max(self._size(free) for free in found.values())
        tied = [sp for sp, free in found.items() if self._size(free) == most]
        return (yield from random_space(self.mind, tied))

    def _who_would_fly(self, destination: int, found: dict[int, Stay]) -> Flow[dict[int, Stay]]:
        """Of an Air Lift: origins from which somebody really would come."""
        kept_back = {}
        for origin, free in found.items():
            going = self.going(origin, destination)
            yield from called_for(self.mind.in_thought(), going, free, self.room, self._others)
            if going.load:
                kept_back[origin] = free
        return kept_back

    def _load(self, origin: int, destination: int, free: Stay) -> Flow[Stay]:
        going = self.going(origin, destination, EASTER if self.easter else "")
        rules = yield from called_for(self.mind, going, free, self.room, self._others)
        if going.load:
            n = sum(going.load.values())
            self.mind.visit("trung.move", space=origin, destination=destination, n=n, rules=", ".join(rules))
        return going.load

    def _go(self, origin: int, destination: int, load: Stay) -> None:
        """It happens on the copy."""
        board, faction = self.board, self.faction
        if self.action == "march":
            path = self.path(origin, destination)
            self.ways.update(zip((origin, *path), path, strict=False))
            self.paths[origin, destination] = path
        if origin not in self.used:
            self.used.append(origin)
        for sp in (origin, destination):
            self.known.pop((sp, True), None)
            self.known.pop((sp, False), None)
        for kind, n in load.items():
            move(board, kind, n, origin, destination)
            index = destination * KINDS + kind
            self.before[index] = self.before.get(index, 0) + n
            self.room -= n
        self.moves.append(Move(destination, origin, load))
        if self.action == "march":
            self._show(destination, load.get(UNDERGROUND_OF[faction], 0), sum(load.values()))

    def _show(self, destination: int, hidden: int, size: int) -> None:
        """Guerrillas that March in too great a group turn Active."""
        board, faction = self.board, self.faction
        if hidden and is_seen(board, faction, destination, size):
            shown = ACTIVE_KIND_OF[faction]
            activate(board, destination, faction, hidden)
            self.before[destination * KINDS + UNDERGROUND_OF[faction]] -= hidden
            index = destination * KINDS + shown
            self.before[index] = self.before.get(index, 0) + hidden
            if board.effects & CLAYMORES:
                remove(board, destination, shown)
                self.before[index] -= 1

    def _wants_more(self, sp: int) -> bool:
        """Does another origin send pieces as well?"""
        s = self.board
        if self.easter:
            return True
        coin, enemies = coin_pieces(s, sp), insurgent_pieces(s, sp)
        if sp >= CONTROLLABLE:
            return coin < enemies if self.faction in COIN else enemies <= coin
        if self.faction in COIN:
            return s.control[sp] != COIN_CONTROL and coin_firepower(s, sp) < vulnerable(s, sp, self.faction == US)
        if self.faction == NVA:
            return s.control[sp] != NVA_CONTROL
        return s.control[sp] in (COIN_CONTROL, NVA_CONTROL)

    # --- the whole journey ---

    def look(self) -> Look:
        """What the tables see; of an NVA March also the Troops that could still come from next door."""
        if self.action != "march" or self.faction != NVA:
            return Look(self.board)
        troops = {sp: n for sp in range(SPACE_COUNT) if sp not in self.reached and (n := self.unmoved(sp, NVA_TROOPS))}
        return Look(self.board, "", troops)

    def best(self, table: str, spaces: Sequence[int]) -> Flow[int]:
        return (yield from choose(self.mind, table, self.look(), spaces))


def masher_removes(journey: Journey, sp: int) -> int:
    """99: what a Sweep with those who would come and then an Assault remove, Troops of both as the US's."""
    trial = replace(journey, mind=journey.mind.in_thought(), board=journey.board.copy(), moves=[], reached=[])
    trial.before, trial.used, trial.known, trial.tried = {}, [], {}, set()
    imagined(trial.fill(sp))
    s = trial.board
    found = min(hidden(s, sp), finds(s, US, sp, COIN_TROOPS))
    exposed = vulnerable(s, sp) + found
    if 0 < hidden(s, sp) <= found:
        exposed += total(s, sp, OPEN_BASES)
    return min(us_hits(s, sp, total(s, sp, COIN_TROOPS)), exposed)


def anybody_marches(journey: Journey) -> bool:
    """Would anybody enter any space by the Keep and move rules?"""
    for sp in journey.within_reach(range(SPACE_COUNT)):
        trial = replace(journey, mind=journey.mind.in_thought(), board=journey.board.copy(), moves=[], reached=[])
        trial.before, trial.used, trial.known, trial.tried, trial.ways, trial.paths = {}, [], {}, set(), set(), {}
        if imagined(trial.fill(sp)):
            return True
    return False


def move_steps(rule: str, journey: Journey) -> Iterator[Line]:
    """The answers of a Sweep or Patrol: destination, origin and how many of each kind, group by group."""
    for moved in journey.moves:
        yield Ask(f"{rule}.destination"), row_id(moved.destination)
        yield from group_lines(rule, moved, journey.kinds)


Step = tuple[int, int]  # from a space to the next


def steps_of(journey: Journey) -> dict[Step, Stay]:
    """All steps of a March with everybody who takes them, in an order in which nobody leaves before all have come.

    The rules let a way be used once, so those that go on along the Trail gather first. If groups go round in a circle,
    each step waits only for those that bring its own pieces.
    """
    found: dict[Step, Stay] = {}
    brings: set[tuple[Step, Step]] = set()
    for moved in journey.moves:
        here = moved.origin
        path = journey.paths.get((moved.origin, moved.destination), (moved.destination,))
        whole = list(zip((here, *path), path, strict=False))
        brings.update(pairwise(whole))
        for step in path:
            load = found.setdefault((here, step), {})
            for kind, n in moved.load.items():
                load[kind] = load.get(kind, 0) + n
            here = step
    ordered: dict[Step, Stay] = {}
    while left := [step for step in found if step not in ordered]:
        free = [step for step in left if not any(into == step[0] for _, into in left)]
        able = [step for step in left if not any((other, step) in brings for other in left)]
        for each in free or able or left:
            ordered[each] = found[each]
    return ordered
