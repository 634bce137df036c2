"""6.4 by the cards: where ARVN Troops, Police and NVA Troops stand after the Redeploy Phase; planned as a whole."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from fitl.board.factions import NVA, VC
from fitl.board.pieces import ARVN_TROOPS, KINDS, NVA_TROOPS, POLICE, US_TROOPS
from fitl.board.spaces import (
    CONTROLLABLE,
    ECON,
    HUE,
    LAOS_CAMBODIA_MASK,
    LOCS,
    NORTH_VIETNAM,
    POP,
    PROVINCES,
    SAIGON,
    SOUTH_MASK,
    SPACE_COUNT,
    is_province,
    spaces_of,
)
from fitl.bots.mind import Mind
from fitl.bots.script import Ask, Line, redeploy_lines
from fitl.bots.select import random_space
from fitl.bots.trung.counts import outnumbers_us
from fitl.bots.trung.course import Course, Steps
from fitl.bots.trung.dice import rolled
from fitl.bots.trung.tables import Look, choose
from fitl.decisions import Flow
from fitl.rules.control import thaw_control
from fitl.rules.coup.redeploy import nva_destinations, police_destinations, troop_destinations
from fitl.rules.forces import (
    arvn_cubes,
    bases_of,
    coin_bases,
    coin_pieces,
    guerrillas,
    insurgent_pieces,
    move,
    pieces_of,
)
from fitl.state import NEUTRAL, NVA_CONTROL, PASSIVE_SUPPORT, REDEPLOY, State

Step = tuple[str, Callable[[int], int], Callable[[list[int]], list[int]] | None]


@dataclass(slots=True)
class Marching:
    """Pieces of one kind on their way, on a copy of the board whose Control follows."""

    mind: Mind
    board: State
    kind: int
    destinations: list[int]
    heed_bases: bool = True
    arrived: set[int] = field(default_factory=set)
    moves: dict[tuple[int, int], int] = field(default_factory=dict)

    def here(self, sp: int) -> int:
        return self.board.pieces[sp * KINDS + self.kind]

    def must_go(self, sp: int) -> bool:
        """Troops may not stay on LoCs and in Provinces without a COIN Base."""
        if self.kind != ARVN_TROOPS:
            return False
        based = self.heed_bases and sp < CONTROLLABLE and coin_bases(self.board, sp) > 0
        return (sp >= CONTROLLABLE or is_province(sp)) and not based

    def spare(self, sp: int) -> int:
        """How many may leave."""
        if sp in self.arrived:
            return 0
        n = self.here(sp)
        if self.must_go(sp):
            return n
        return max(0, n - self._stay(sp)) if n else 0

    def _stay(self, sp: int) -> int:
        if sp >= CONTROLLABLE:
            return 0
        return max(self._for_support(sp), self._for_control(sp))

    def _for_support(self, sp: int) -> int:
        s = self.board
        row = sp * KINDS
        if POP[sp] == 2 and s.support[sp] > NEUTRAL and outnumbers_us(s, sp):
            other = arvn_cubes(s, sp) - self.here(sp)
            return max(0, s.pieces[row + US_TROOPS] + 1 - other)
        both = s.pieces[row + ARVN_TROOPS] and s.pieces[row + POLICE]
        return 1 if s.support[sp] < PASSIVE_SUPPORT and both else 0

    def _for_control(self, sp: int) -> int:
        s = self.board
        coin, enemies = coin_pieces(s, sp), insurgent_pieces(s, sp)
        others = coin - self.here(sp)
        if coin > enemies:
            return max(0, enemies + 1 - others)
        nva, vc = pieces_of(s, sp, NVA), pieces_of(s, sp, VC)
        return max(0, nva - vc - others) if coin + vc >= nva else 0

    def send(self, origin: int, destination: int, n: int) -> None:
        move(self.board, self.kind, n, origin, destination)
        self.moves[origin, destination] = self.moves.get((origin, destination), 0) + n
        self.arrived.add(destination)

    def origin(self, destination: int) -> Flow[int]:
        """Troops that must go come first, at random; else from where most stand. -1 if nobody can come."""
        spare = {sp: n for sp in range(SPACE_COUNT) if sp != destination and (n := self.spare(sp))}
        if not spare:
            return -1
        obliged = [sp for sp in spare if self.must_go(sp)]
        if obliged:
            return (yield from random_space(self.mind, obliged))
        most = max(self.here(sp) for sp in spare)
        return (yield from random_space(self.mind, [sp for sp in spare if self.here(sp) == most]))

    def bring(self, destination: int, n: int) -> Flow[bool]:
        """At most n; has anybody come?"""
        came = False
        while n > 0 and (origin := (yield from self.origin(destination))) >= 0:
            sent = min(n, self.spare(origin))
            self.send(origin, destination, sent)
            n -= sent
            came = True
        return came


# --- ARVN ---------------------------------------------------------------------------------------------------------


def arvn_redeploy(course: Course) -> Steps[bool]:
    """Troops, then Police, by four steps each. Where an Event has it done Troops alone, and Bases do not count."""
    s, mind = course.s, course.mind
    ordinary = s.stage == REDEPLOY
    board = s.copy()
    if board.control_frozen:
        thaw_control(board)
    troops = Marching(mind, board, ARVN_TROOPS, spaces_of(troop_destinations(s, ordinary)), ordinary)
    yield from _by_steps(troops, _troop_steps(troops))
    yield from _rest(troops)
    lines = list(_lines(troops))
    if ordinary:
        police = Marching(mind, board, POLICE, spaces_of(police_destinations(s)))
        yield from _by_steps(police, _police_steps(police))
        lines += _lines(police)
    mind.visit("trung.redeploy.arvn", n=len(troops.moves))
    return (yield from course.give(lines))


def _by_steps(there: Marching, steps: Iterator[Step]) -> Flow[None]:
    for name, need, order in steps:
        considered: set[int] = set()
        while goals := [sp for sp in there.destinations if sp not in considered and need(sp) > 0]:
            best = order(goals) if order else goals
            sp = yield from choose(there.mind, "ARVN-Cubes", Look(there.board), best)
            considered.add(sp)
            came = yield from there.bring(sp, need(sp))
            there.mind.visit(f"trung.redeploy.{name}" if came else "trung.nobody", space=sp)


def _to_exceed(s: State, sp: int) -> int:
    return insurgent_pieces(s, sp) + 1 - coin_pieces(s, sp)


def _beyond_us(s: State, sp: int) -> int:
    return s.pieces[sp * KINDS + US_TROOPS] + 1 - arvn_cubes(s, sp)


def _most_opposition(s: State) -> Callable[[list[int]], list[int]]:
    def best(spaces: list[int]) -> list[int]:
        value = {sp: POP[sp] * max(0, -s.support[sp]) for sp in spaces}
        return [sp for sp in spaces if value[sp] == max(value.values())]

    return best


def _troop_steps(there: Marching) -> Iterator[Step]:
    s = there.board
    yield (
        "troops_1",
        lambda sp: _to_exceed(s, sp) if sp == SAIGON or (is_province(sp) and coin_bases(s, sp)) else 0,
        None,
    )
    yield "troops_2", lambda sp: int(_disloyal(there, sp) and (sp == HUE or coin_bases(s, sp) > 0)), _most_opposition(s)
    yield (
        "troops_3",
        lambda sp: (
            _beyond_us(s, sp)
            if is_province(sp) and POP[sp] == 2 and coin_bases(s, sp) and _us_there(s, sp) and s.support[sp] <= NEUTRAL
            else 0
        ),
        None,
    )


def _disloyal(there: Marching, sp: int) -> bool:
    """Hue or a Province of 2, without Support and without any of these cubes."""
    s = there.board
    return (sp == HUE or (is_province(sp) and POP[sp] == 2)) and s.support[sp] <= NEUTRAL and not there.here(sp)


def _us_there(s: State, sp: int) -> bool:
    return s.pieces[sp * KINDS + US_TROOPS] > 0


def _police_steps(there: Marching) -> Iterator[Step]:
    s = there.board
    yield (
        "police_1",
        lambda sp: _to_exceed(s, sp) if is_province(sp) and not coin_bases(s, sp) else 0,
        None,
    )
    yield "police_2", lambda sp: int(_disloyal(there, sp)), _most_opposition(s)
    yield (
        "police_3",
        lambda sp: (
            _beyond_us(s, sp) if sp < CONTROLLABLE and POP[sp] == 2 and s.support[sp] > 0 and _us_there(s, sp) else 0
        ),
        None,
    )
    yield "police_4", lambda sp: _guards(there, sp), _most_econ


def _guards(there: Marching, sp: int) -> int:
    if sp < CONTROLLABLE:
        return 0
    return guerrillas(there.board, sp, NVA) + guerrillas(there.board, sp, VC) - there.here(sp)


def _most_econ(spaces: list[int]) -> list[int]:
    most = max(ECON[sp] for sp in spaces)
    return [sp for sp in spaces if ECON[sp] == most]


def _rest(there: Marching) -> Flow[None]:
    """4: Troops that still must leave go one at a time."""
    for sp in (*PROVINCES, *LOCS):
        while sp not in there.arrived and there.must_go(sp) and there.here(sp):
            goals = [goal for goal in there.destinations if goal != sp]
            if not goals:
                return
            goal = yield from choose(there.mind, "ARVN-Cubes", Look(there.board), goals)
            there.mind.visit("trung.redeploy.troops_4", space=goal)
            there.send(sp, goal, 1)


def _lines(there: Marching) -> Iterator[Line]:
    """As the rules ask: those that must leave by their spaces, then the others."""
    for obliged in (*PROVINCES, *LOCS):
        for (origin, destination), n in there.moves.items():
            if origin == obliged and there.must_go(origin):
                yield from redeploy_lines(there.kind, origin, destination, n, must=True)
    for (origin, destination), n in there.moves.items():
        if not there.must_go(origin):
            yield from redeploy_lines(there.kind, origin, destination, n)
    yield Ask("redeploy.origin", there.kind), "done"


# --- NVA ----------------------------------------------------------------------------------------------------------

DICE: Final = 3


def nva_redeploy(course: Course) -> Steps[bool]:
    """To each Base outside North Vietnam as many Troops as three dice show."""
    s, mind = course.s, course.mind
    target = yield from rolled(mind, "trung.redeploy_die", DICE)
    mind.visit("trung.redeploy.nva", dice=target)
    board = s.copy()
    if board.control_frozen:
        thaw_control(board)
    there = Marching(mind, board, NVA_TROOPS, spaces_of(nva_destinations(s)))
    goals = [sp for sp in there.destinations if sp != NORTH_VIETNAM]
    while left := [sp for sp in goals if there.here(sp) < target]:
        sp = yield from choose(mind, "NVA-Troops", Look(board), left)
        goals.remove(sp)
        while there.here(sp) < target:
            origin = yield from _nva_origin(there, sp)
            if origin < 0:
                break
            n = min(target - there.here(sp), _movable(there, origin))
            there.send(origin, sp, n)
        if sp not in there.arrived:
            mind.visit("trung.nobody", space=sp)
    return (yield from course.give(_lines(there)))


def _movable(there: Marching, sp: int) -> int:
    """How many may leave without harm."""
    if sp in there.arrived:
        return 0
    s, n = there.board, there.here(sp)
    if not n or sp >= CONTROLLABLE:
        return n
    nva, vc, coin = pieces_of(s, sp, NVA), pieces_of(s, sp, VC), coin_pieces(s, sp)
    if nva > coin + vc:
        return min(n, nva - coin - vc - 1)
    return min(n, nva + vc - coin) if nva + vc >= coin else n


def _nva_origin(there: Marching, destination: int) -> Flow[int]:
    """First the South without Base and Control, at random; then North Vietnam and the Trail, most Troops first."""
    s = there.board
    able = [sp for sp in range(SPACE_COUNT) if sp != destination and _movable(there, sp) > 0]
    first = [sp for sp in able if SOUTH_MASK >> sp & 1 and not bases_of(s, sp, NVA) and not _nva_held(s, sp)]
    if first:
        return (yield from random_space(there.mind, first))
    abroad = [sp for sp in able if sp == NORTH_VIETNAM or LAOS_CAMBODIA_MASK >> sp & 1]
    if not abroad:
        return -1
    most = max(there.here(sp) for sp in abroad)
    return (yield from random_space(there.mind, [sp for sp in abroad if there.here(sp) == most]))


def _nva_held(s: State, sp: int) -> bool:
    return sp < CONTROLLABLE and s.control[sp] == NVA_CONTROL


def redeploy(course: Course) -> Steps[bool]:
    return (yield from (nva_redeploy(course) if course.faction == NVA else arvn_redeploy(course)))
