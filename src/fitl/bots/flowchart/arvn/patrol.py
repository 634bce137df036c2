"""8.7.3 Patrol: to LoCs with Guerrillas, then to Cities that lack a garrison; Govern or Transport afterwards."""

from typing import Final

from fitl.board.factions import NVA, VC
from fitl.board.pieces import ARVN_TROOPS, KINDS, POLICE
from fitl.board.spaces import ADJACENT_MASK, CITIES, CONTROLLABLE, SAIGON, is_city, spaces_of
from fitl.bots.flowchart.arvn.govern import would_govern
from fitl.bots.flowchart.arvn.pieces import control_slack, needed_for_control
from fitl.bots.flowchart.arvn.plan import activity, forced, in_event, move_origin, offers_done, plan_of
from fitl.bots.flowchart.arvn.targets import POPULATION, assault_on, most
from fitl.bots.flowchart.arvn.transport import plan_transport
from fitl.bots.flowchart.shared import coin_units, take
from fitl.bots.mind import Mind, offered_spaces, option_for
from fitl.bots.priorities import troops_in
from fitl.bots.script import Move, move_lines
from fitl.bots.select import TieBreak, best_of, choose_space, random_space
from fitl.decisions import Decision, Flow, Option
from fitl.rules.forces import arvn_cubes, guerrillas, move
from fitl.rules.operations.patrol import ROUTES, networks, sources
from fitl.state import State

GARRISON: Final = 3  # ARVN cubes on a LoC with Guerrillas, COIN units in a City, COIN units left in a Province


def _distances() -> tuple[int, ...]:
    """How far each LoC and City is from Saigon along the roads."""
    far = [99] * 47
    far[SAIGON] = 0
    frontier = [SAIGON]
    while frontier:
        here = frontier.pop(0)
        for there in spaces_of(ADJACENT_MASK[here] & ROUTES):
            if far[there] > far[here] + 1:
                far[there] = far[here] + 1
                frontier.append(there)
    return tuple(far)


FROM_SAIGON: Final = _distances()


def threatened(s: State, loc: int) -> bool:
    """A LoC with NVA or VC Guerrillas."""
    return guerrillas(s, loc, NVA) + guerrillas(s, loc, VC) > 0


# --- A3: do Guerrillas on LoCs cut a City off from Saigon? --------------------------------------------------------


# --- planning -----------------------------------------------------------------------------------------------------


class Garrisons:
    """A Patrol being planned on a copy of the board."""

    def __init__(self, s: State) -> None:
        self.board = s.copy()
        self.stretches = networks(s)
        self.arrived: dict[tuple[int, int], int] = {}
        self.moves: dict[tuple[int, int], dict[int, int]] = {}

    def may_leave(self, sp: int, kind: int, drain_cities: bool) -> bool:
        """May one more cube of this kind leave?"""
        board = self.board
        there = board.pieces[sp * KINDS + kind]
        if there <= self.arrived.get((sp, kind), 0):
            return False
        if sp >= CONTROLLABLE:
            return not threatened(board, sp) or arvn_cubes(board, sp) > GARRISON
        if is_city(sp) and drain_cities:
            return True
        last = there == 1 if kind == POLICE else troops_in(board, sp) == 1
        return not last and coin_units(board, sp) > GARRISON and control_slack(board, sp) > 0

    def can_bring(self, sp: int, drain_cities: bool) -> bool:
        """Could any cube come?"""
        return any(
            self.may_leave(origin, kind, drain_cities)
            for origin in spaces_of(sources(sp, self.stretches))
            for kind in (POLICE, ARVN_TROOPS)
        )

    def can_serve(self, city: int) -> bool:
        """Could a cube come that bullet 2 wants there: a first Police or Troop, or any for Control and 3 units?"""
        board = self.board
        origins = spaces_of(sources(city, self.stretches))
        if needed_for_control(board, city) or coin_units(board, city) < GARRISON:
            return self.can_bring(city, False)
        wanted = [POLICE] if not board.pieces[city * KINDS + POLICE] else []
        if not troops_in(board, city):
            wanted.append(ARVN_TROOPS)
        return any(self.may_leave(origin, kind, False) for origin in origins for kind in wanted)

    def bring(self, mind: Mind, sp: int, kind: int, drain_cities: bool) -> Flow[bool]:
        """One cube of this kind from where ARVN has most cubes; False if none can come."""
        board = self.board
        origins = {
            origin: arvn_cubes(board, origin)
            for origin in spaces_of(sources(sp, self.stretches))
            if self.may_leave(origin, kind, drain_cities)
        }
        if not origins:
            return False
        origin = yield from random_space(mind, best_of(list(origins), (most("arvn.most_cubes", origins),)))
        move(board, kind, 1, origin, sp)
        self.arrived[sp, kind] = self.arrived.get((sp, kind), 0) + 1
        load = self.moves.setdefault((sp, origin), {})
        load[kind] = load.get(kind, 0) + 1
        return True

    def bring_any(self, mind: Mind, sp: int, drain_cities: bool) -> Flow[bool]:
        """One cube, Police before Troops."""
        return (yield from self.bring(mind, sp, POLICE, drain_cities)) or (
            yield from self.bring(mind, sp, ARVN_TROOPS, drain_cities)
        )


def plan_patrol(mind: Mind, s: State, offered: list[int]) -> Flow[None]:
    """Bullets 1 and 2: all moves."""
    garrisons = Garrisons(s)
    one = plan_of(mind, s).limited
    yield from _to_locs(mind, garrisons, offered, one)
    if not (one and garrisons.moves):
        yield from _to_cities(mind, garrisons, offered, one)
    moves = [Move(destination, origin, load) for (destination, origin), load in garrisons.moves.items()]
    plan_of(mind, s).moves.intend(move_lines("patrol", moves))


def _to_locs(mind: Mind, garrisons: Garrisons, offered: list[int], one: bool) -> Flow[None]:
    board = garrisons.board
    locs = [sp for sp in offered if sp >= CONTROLLABLE and threatened(board, sp)]
    waiting = [loc for loc in locs if arvn_cubes(board, loc) < GARRISON]
    nearest = TieBreak("arvn.near_saigon", lambda sp: -FROM_SAIGON[sp])
    while not (one and garrisons.moves):
        waiting = [loc for loc in waiting if garrisons.can_bring(loc, True)]
        if not waiting:
            break
        chosen = yield from choose_space(mind, "arvn.patrol.1", waiting, (nearest,))
        waiting.remove(chosen)
        while arvn_cubes(board, chosen) < GARRISON and (yield from garrisons.bring_any(mind, chosen, True)):
            pass


def _lacking(board: State, city: int) -> bool:
    return bool(
        needed_for_control(board, city)
        or coin_units(board, city) < GARRISON
        or not troops_in(board, city)
        or not board.pieces[city * KINDS + POLICE]
    )


def _to_cities(mind: Mind, garrisons: Garrisons, offered: list[int], one: bool) -> Flow[None]:
    """Bullet 2: COIN Control, 3 COIN units, a COIN Troop and a Police in every City, the largest first."""
    board = garrisons.board
    waiting = [city for city in CITIES if city in offered and _lacking(board, city)]
    while not (one and garrisons.moves):
        waiting = [city for city in waiting if garrisons.can_serve(city)]
        if not waiting:
            break
        chosen = yield from choose_space(mind, "arvn.patrol.2", waiting, (POPULATION,))
        waiting.remove(chosen)
        if not board.pieces[chosen * KINDS + POLICE]:
            yield from garrisons.bring(mind, chosen, POLICE, False)
        if not troops_in(board, chosen):
            yield from garrisons.bring(mind, chosen, ARVN_TROOPS, False)
        while needed_for_control(board, chosen) or coin_units(board, chosen) < GARRISON:
            if not (yield from garrisons.bring_any(mind, chosen, False)):
                break


# --- answers ------------------------------------------------------------------------------------------------------


def patrol_destination(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`patrol.destination`: the planned moves in turn."""
    moves = plan_of(mind, s).moves
    if moves.lines is None or (in_event(mind, s) and not offers_done(decision)):
        yield from plan_patrol(mind, s, offered_spaces(decision))
    return moves.follow(decision) or decision.find("done") or (yield from forced(mind, s, decision))


def patrol_origin(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`patrol.origin`: as planned; planned here where the destination was the only one."""
    option = plan_of(mind, s).moves.follow(decision)
    if option is not None:
        return option
    yield from plan_patrol(mind, s, [decision.destination])
    return (yield from move_origin(mind, s, decision))


def patrol_assault(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`patrol.assault`: on the LoC where it removes most, otherwise on a random one."""
    spaces = offered_spaces(decision)
    removed = {sp: len(assault_on(s, sp).removed) for sp in spaces}
    if any(removed.values()):
        chosen = yield from choose_space(mind, "arvn.patrol.3", spaces, (most("arvn.removed", removed),))
    else:
        chosen = yield from choose_space(mind, "arvn.patrol.3_random", spaces)
    return take(decision, chosen)


def operation_finish(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`operation.finish`: after a Patrol Govern, if impossible Transport."""
    plan = plan_of(mind, s)
    if plan.box == "patrol":
        govern = activity(decision, "govern")
        if govern is not None and would_govern(s, []):
            mind.visit("arvn.patrol.govern")
            return govern
        transport = activity(decision, "transport")
        if transport is not None and (yield from plan_transport(mind, s, "province")):
            mind.visit("arvn.patrol.transport")
            return transport
    return option_for(decision, "done")
