"""Operations of US and ARVN by the cards: Train, Patrol, Sweep, Assault."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from fitl.board.factions import ARVN, US
from fitl.board.pieces import (
    ARVN_BASE,
    ARVN_TROOPS,
    COIN_CUBES,
    IRREGULAR,
    KINDS,
    POLICE,
    RANGER,
    US_BASE,
    US_TROOPS,
)
from fitl.board.spaces import (
    AVAILABLE,
    CITIES,
    CONTROLLABLE,
    LOCS,
    NORTH_VIETNAM,
    POP,
    PROVINCES,
    SAIGON,
    SPACE_COUNT,
    is_city,
    mask_of,
    row_id,
)
from fitl.bots.script import Ask, Line
from fitl.bots.select import TieBreak, best_of, equal_chance, random_space
from fitl.bots.trung.activities import try_activities
from fitl.bots.trung.counts import (
    ROUTE,
    can_hold_support,
    clears_forces,
    finds_in_place,
    hidden,
    insurgent_forces,
    total,
)
from fitl.bots.trung.course import Course, Procedure, Rolls, Steps, at, number, way
from fitl.bots.trung.dice import rolled
from fitl.bots.trung.forecast import arvn_afterwards, arvn_effective, clears, hits, removes, us_effective
from fitl.bots.trung.journey import Journey, masher_removes, move_steps
from fitl.bots.trung.pieces import FRIENDLY, GIVE_UP, pick
from fitl.bots.trung.tables import ASSAULT, TROOPS
from fitl.decisions import Flow
from fitl.lasting import BOOBY_TRAPS_SHADED, CAPS_SHADED, COBRAS_SHADED, CORDS_SHADED, LANSDALE_SHADED, PATTON_SHADED
from fitl.rules.forces import arvn_cubes, available, can_place, coin_bases, coin_pieces, insurgent_pieces, pieces_of
from fitl.rules.operation import Operation
from fitl.rules.operations.sweep import SWEEPERS, Terms, movers_of
from fitl.rules.operations.train import CUBES_PER_BASE, MOST_CUBES, MOST_PATRONAGE, MOST_SPECIAL_FORCES, may_train_in
from fitl.rules.pacification import MAX_LEVELS, can_pacify_further, pacification_price
from fitl.state import ACTIVE_SUPPORT, COIN_CONTROL, NVA_CONTROL, PASSIVE_SUPPORT, State

MASHER: Final = 99
PRICE: Final = 3  # ARVN Resources for a space
HIGH_PATRONAGE: Final = 17
SECOND_HALF: Final = "Late"  # of a US Assault: its Special Activity came first, for nothing was to fall before


# --- Train --------------------------------------------------------------------------------------------------------


def train(course: Course) -> Steps[bool]:
    return (yield from (_us_train(course) if course.faction == US else _arvn_train(course)))


def _us_train(course: Course) -> Steps[bool]:
    """Forces by JFK's or LBJ's order, then Saigon's Patronage or the people."""
    s, rolls = course.s, Rolls(course)
    rolls.begun = False
    if s.us_policy in ("jfk", "lbj"):
        yield from _train_in(course, rolls, "cubes", _at_us_base, TROOPS, most=1)
    yield from _train_in(course, rolls, "rangers", _at_us_base)
    yield from _train_in(course, None, "irregulars", _with_us)
    yield from _train_in(course, rolls, "cubes", _at_us_base, TROOPS)
    return (yield from _us_then(course))


def _at_us_base(course: Course, sp: int) -> bool:
    return course.s.pieces[sp * KINDS + US_BASE] > 0


def _with_us(course: Course, sp: int) -> bool:
    return pieces_of(course.s, sp, US) > 0


def _in_city_or_at_base(course: Course, sp: int) -> bool:
    return is_city(sp) or coin_bases(course.s, sp) > 0


def _train_in(
    course: Course,
    rolls: Rolls | None,
    method: str,
    suits: Callable[[Course, int], bool],
    purpose: str = "",
    most: int = SPACE_COUNT,
) -> Steps[None]:
    """Place one sort of pieces in space after space; ARVN pieces cost Resources and need rolls."""
    table = "US-Cubes" if course.faction == US else "ARVN-Cubes"
    for _ in range(most):
        spaces = [sp for sp in _train_spaces(course) if suits(course, sp)]
        if not spaces or not sum(_recruits(course.s, method).values()):
            return
        if rolls is not None and not (course.operation.can_pay(PRICE) and (yield from rolls.go_on())):
            return
        sp = yield from course.choose(table, spaces, purpose)
        if (
            yield from course.enter(sp, way("train.method", method), *_amounts(course.s, method))
        ) and rolls is not None:
            rolls.used()


def _train_spaces(course: Course) -> list[int]:
    s, op = course.s, course.operation
    return [sp for sp in range(CONTROLLABLE) if course.may(sp) and may_train_in(s, op, sp)]


def _recruits(s: State, method: str) -> dict[int, int]:
    """Those Available that would come."""
    if method == "cubes":
        there = {kind: available(s, kind) for kind in (ARVN_TROOPS, POLICE)}
        return pick(FRIENDLY, there, MOST_CUBES)
    kind = RANGER if method == "rangers" else IRREGULAR
    return {kind: min(MOST_SPECIAL_FORCES, available(s, kind))}


def _amounts(s: State, method: str) -> list[Line]:
    found = _recruits(s, method)
    kinds = (ARVN_TROOPS, POLICE) if method == "cubes" else tuple(found)
    return [number("train.amount", found.get(kind, 0), kind) for kind in kinds]


def _select(course: Course, sp: int) -> Steps[bool]:
    """Have a space among those that Train, without placing anything."""
    if sp in course.operation.spaces:
        return True
    return (yield from course.enter(sp, way("train.method", "nothing")))


def _us_then(course: Course) -> Steps[bool]:
    """Saigon's Patronage of 17 or more becomes Resources; else one space is Pacified, two under CORDS (card 19)."""
    s, op, mind = course.s, course.operation, course.mind
    then = "done"
    lines: list[Line] = []
    if s.patronage >= HIGH_PATRONAGE and (SAIGON in op.spaces or SAIGON in _train_spaces(course)):
        if (yield from _select(course, SAIGON)):
            then = "patronage"
            mind.visit("trung.patronage", n=s.patronage)
            lines = [number("train.patronage", MOST_PATRONAGE)]
    else:
        sp = yield from _to_pacify(course, _us_pacifies, "US-Shift")
        if sp >= 0 and (yield from _select(course, sp)):
            then = "pacify"
            shifts = yield from _steps(course, sp, _ceiling(course))
            lines = [at("train.pacify", sp), *shifts]
    if not op.spaces:
        return False
    yield from course.give([way("train.space", "done")])
    yield from _platoon(course)
    yield from course.give([way("train.then", then), *lines])
    if course.asks("train.pacify_second"):
        yield from _second(course)
    return True


def _second(course: Course) -> Steps[None]:
    """Unshaded CORDS (card 19)."""
    spaces = [option.spaces[0] for option in course.decision.options if option.spaces]
    if course.mind.settings.trung_second_pacification == "one" or not spaces:
        yield from course.give([way("train.pacify_second", "done")])
        return
    sp = yield from course.choose("US-Shift", spaces)
    shifts = yield from _steps(course, sp, _ceiling(course))
    yield from course.give([at("train.pacify_second", sp), *shifts])


def _ceiling(course: Course) -> int:
    if course.faction == ARVN:
        return PASSIVE_SUPPORT
    return PASSIVE_SUPPORT if course.s.effects & CORDS_SHADED else ACTIVE_SUPPORT


def _to_pacify(course: Course, suits: Callable[[Course, int], bool], table: str) -> Flow[int]:
    """Which space to Pacify, -1 for none."""
    spaces = [sp for sp in range(CONTROLLABLE) if can_hold_support(sp) and suits(course, sp)]
    return (yield from course.choose(table, spaces)) if spaces else -1


def _us_pacifies(course: Course, sp: int) -> bool:
    s, op = course.s, course.operation
    selectable = sp in op.spaces or (course.may(sp) and may_train_in(s, op, sp))
    price = pacification_price(s, support_phase=False)
    gains = s.support[sp] < _ceiling(course) or s.terror[sp] > 0
    return (
        selectable
        and s.control[sp] == COIN_CONTROL
        and pieces_of(s, sp, US) > 0
        and s.support[sp] < ACTIVE_SUPPORT
        and gains
        and can_pacify_further(s, US, sp, price, ceiling=_ceiling(course))
    )


def _steps(course: Course, sp: int, ceiling: int) -> Flow[list[Line]]:
    """Half a die of steps: Terror goes first, then up to two levels, no farther than this Faction goes."""
    die = yield from rolled(course.mind, "trung.pacify_die")
    levels = min(MAX_LEVELS, ceiling - course.s.support[sp])
    n = min((die + 1) // 2, course.s.terror[sp] + max(0, levels))
    course.mind.visit("trung.pacify", dice=die, space=sp, n=n)
    return [*[way("pacify.more", "more")] * (n - 1), way("pacify.more", "stop")]


def _platoon(course: Course) -> Steps[None]:
    """Combined Action Platoons (card 18): a Police beside US Troops that have none, most people first."""
    if not course.asks("train.caps"):
        return
    s, op = course.s, course.operation
    peer = course.mind.settings.trung_platoon == "anywhere"
    spaces = [
        option.spaces[0]
        for option in course.decision.options
        if option.spaces and (peer or option.spaces[0] in op.spaces) and _wants_police(s, option.spaces[0])
    ]
    if not spaces:
        yield from course.give([way("train.caps", "done")])
        return
    tied = best_of(spaces, (TieBreak("maxpop", lambda sp: POP[sp]),))
    sp = yield from random_space(course.mind, tied)
    yield from course.give([at("train.caps", sp)])
    if course.asks("train.caps_origin"):
        origin = yield from _police_from(course, sp)
        yield from course.give([(Ask("train.caps_origin", destination=sp), row_id(origin))])


def _wants_police(s: State, sp: int) -> bool:
    row = sp * KINDS
    if not s.pieces[row + US_TROOPS] or s.pieces[row + POLICE] or sp >= CONTROLLABLE:
        return False
    return s.support[sp] < PASSIVE_SUPPORT


def _police_from(course: Course, sp: int) -> Flow[int]:
    s = course.s
    rows = [option.spaces[0] for option in course.decision.options]
    if AVAILABLE in rows:
        return AVAILABLE
    spare = [row for row in rows if not _holds_by_one(s, row)] or rows
    most = max(s.pieces[row * KINDS + POLICE] for row in spare)
    return (yield from equal_chance(course.mind, [row for row in spare if s.pieces[row * KINDS + POLICE] == most]))


def _holds_by_one(s: State, sp: int) -> bool:
    return sp < CONTROLLABLE and s.control[sp] == COIN_CONTROL and coin_pieces(s, sp) - 1 <= insurgent_pieces(s, sp)


def _arvn_train(course: Course) -> Steps[bool]:
    """Rangers, cubes, then a Base or the people."""
    op = course.operation
    rolls = Rolls(course)
    yield from _train_in(course, rolls, "rangers", _in_city_or_at_base)
    if not rolls.failed:
        yield from _train_in(course, rolls, "cubes", _in_city_or_at_base)
    then, lines = yield from _arvn_then(course)
    if not op.spaces:
        return False
    yield from course.give([way("train.space", "done"), way("train.then", then), *lines])
    return True


def _arvn_then(course: Course) -> Steps[tuple[str, list[Line]]]:
    s, op = course.s, course.operation
    spaces = [sp for sp in PROVINCES if (sp in op.spaces or course.may(sp)) and _base_worth(course, sp)]
    if spaces:
        sp = yield from course.choose("ARVN-Base", spaces)
        if (yield from _select(course, sp)):
            there = {kind: s.pieces[sp * KINDS + kind] for kind in (ARVN_TROOPS, POLICE)}
            troops = pick(GIVE_UP, there, CUBES_PER_BASE).get(ARVN_TROOPS, 0)
            return "base", [at("train.base", sp), number("train.base_troops", troops)]
    sp = yield from _to_pacify(course, _arvn_pacifies, "ARVN-Shift")
    if sp < 0:
        return "done", []
    shifts = yield from _steps(course, sp, PASSIVE_SUPPORT)
    return "pacify", [at("train.pacify", sp), *shifts]


def _base_worth(course: Course, sp: int) -> bool:
    """A Province of 2 without a COIN Base, whose Control three cubes may leave."""
    s = course.s
    if POP[sp] != 2 or s.control[sp] == NVA_CONTROL or coin_bases(s, sp) or arvn_cubes(s, sp) < CUBES_PER_BASE:
        return False
    keeps = s.control[sp] != COIN_CONTROL or coin_pieces(s, sp) - CUBES_PER_BASE > insurgent_pieces(s, sp)
    payable = sp in course.operation.notes.get("paid", ()) or course.operation.can_pay(PRICE)
    return keeps and payable and available(s, ARVN_BASE) > 0 and can_place(s, ARVN, sp, ARVN_BASE)


def _arvn_pacifies(course: Course, sp: int) -> bool:
    s = course.s
    row = sp * KINDS
    price = pacification_price(s, support_phase=False)
    return (
        sp in course.operation.spaces
        and s.control[sp] == COIN_CONTROL
        and bool(s.pieces[row + ARVN_TROOPS] and s.pieces[row + POLICE])
        and s.support[sp] < PASSIVE_SUPPORT
        and can_pacify_further(s, ARVN, sp, price)
    )


# --- Patrol -------------------------------------------------------------------------------------------------------


def patrol(course: Course) -> Steps[bool]:
    """Move, find, and one free Assault on a LoC."""
    op, s = course.operation, course.s
    if course.faction == US and s.effects & PATTON_SHADED:  # card 14
        return False
    kinds = (US_TROOPS,) if course.faction == US else (ARVN_TROOPS, POLICE)
    journey = Journey(course.mind, s.copy(), "patrol", kinds, lands=op.allowed)
    most = SPACE_COUNT if op.max_spaces is None else op.max_spaces
    yield from (_us_destinations(journey, most) if course.faction == US else _arvn_destinations(journey, most))
    if not journey.moves and not _patrol_tells(course, op.limited):
        return False
    yield from course.give([*move_steps("patrol", journey), way("patrol.destination", "done")])
    yield from _assault_a_loc(course)
    return True


def _us_destinations(journey: Journey, most: int) -> Flow[None]:
    """Saigon if COIN does not Control it, then LoCs with Insurgents, in any order."""
    board = journey.board
    if board.control[SAIGON] != COIN_CONTROL and journey.within_reach([SAIGON]):
        journey.mind.visit("trung.saigon")
        yield from journey.fill(SAIGON)
    while len(journey.reached) < most:
        spaces = journey.within_reach([sp for sp in LOCS if insurgent_forces(board, sp)])
        if not spaces:
            return
        yield from journey.fill((yield from random_space(journey.mind, spaces)))


def _arvn_destinations(journey: Journey, most: int) -> Flow[None]:
    while len(journey.reached) < most:
        spaces = journey.within_reach([*CITIES, *LOCS])
        if not spaces:
            return
        yield from journey.fill((yield from journey.best("ARVN-Patrol", spaces)))


def _patrol_tells(course: Course, limited: bool) -> bool:
    """Would cubes that stand on LoCs find or remove somebody?"""
    s, by = course.s, course.faction
    kinds = (US_TROOPS,) if by == US else (ARVN_TROOPS, POLICE)
    finds_some = any(total(s, sp, kinds) and hidden(s, sp) for sp in LOCS)
    return finds_some or (not limited and any(_effective(s, by, sp) for sp in LOCS))


def _effective(s: State, by: int, sp: int) -> bool:
    return us_effective(s, sp) if by == US else arvn_effective(s, sp)


def _assault_a_loc(course: Course) -> Steps[None]:
    """On the route from Can Tho to Hue first, where everybody goes before where somebody goes, then where most go."""
    if not course.asks("patrol.assault"):
        return
    s, by = course.s, course.faction
    spaces = [option.spaces[0] for option in course.decision.options if option.spaces]
    spaces = [sp for sp in spaces if _effective(s, by, sp)]
    if not spaces:
        yield from course.give([way("patrol.assault", "done")])
        return
    ties = (
        TieBreak("trung.route", lambda sp: sp in ROUTE),
        TieBreak("trung.clears", lambda sp: sp in ROUTE and _clears(s, by, sp)),
        TieBreak("trung.most_removed", lambda sp: removes(s, by, sp)),
    )
    left = best_of(spaces, ties)
    sp = yield from random_space(course.mind, left)
    course.mind.visit("trung.patrol_assault", space=sp, spaces=spaces, tied=len(left))
    yield from course.give([at("patrol.assault", sp)])


def _clears(s: State, by: int, sp: int) -> bool:
    if by == ARVN:
        return clears_forces(s, sp)
    return not hidden(s, sp) and hits(s, US, sp) >= insurgent_forces(s, sp)


# --- Sweep --------------------------------------------------------------------------------------------------------


def sweep(course: Course) -> Steps[bool]:
    """Destination after destination, moving in or Sweeping in place; all moves come before anybody is found."""
    op, s = course.operation, course.s
    journey = Journey(course.mind, s.copy(), "sweep", movers_of(s, course.faction), lands=op.allowed)
    sweepers = SWEEPERS[course.faction]
    terms = course.decision.params.get("terms")
    if isinstance(terms, Terms):
        journey.kinds, journey.origins, sweepers = terms.movers, terms.origins, terms.sweepers
        journey.as_us = tuple(kind for kind in terms.movers if kind in COIN_CUBES)
    if op.spaces:  # where the Event has the Faction Sweep
        journey.lands &= mask_of(op.spaces)
    rolls = Rolls(course)
    if course.faction == US:
        rolls.free = True
    if op.by_event and s.card == MASHER:
        return (yield from _masher(course, journey))
    most = _most_sweeps(course)
    table = "US-Sweep" if course.faction == US else "ARVN-Move"
    while len(journey.reached) < most:
        spaces = _sweep_goals(journey, sweepers)
        if not spaces or not (yield from rolls.go_on()):
            break
        sp = yield from journey.best(table, spaces)
        if (yield from journey.fill(sp)) or _found_in_place(journey, sp, sweepers):
            rolls.used()
            if sp not in journey.reached:
                journey.mind.visit("trung.sweep_in_place", space=sp)
                journey.reached.append(sp)
                journey.tried.discard(sp)
    if not journey.reached:
        return False
    yield from course.give(_sweep_lines(journey))
    return True


def _masher(course: Course, journey: Journey) -> Steps[bool]:
    """99: one space, where a Sweep and then an Assault by Troops of both would remove most."""
    spaces = [sp for sp in range(CONTROLLABLE) if journey.lands >> sp & 1 and sp != NORTH_VIETNAM]
    removed = {sp: n for sp in spaces if (n := masher_removes(journey, sp))}
    if not removed:
        return False
    tied = [sp for sp, n in removed.items() if n == max(removed.values())]
    sp = yield from random_space(journey.mind, tied)
    journey.mind.visit("trung.event.most", space=sp, spaces=list(removed), tied=len(tied))
    if not (yield from journey.fill(sp)):
        journey.reached.append(sp)
    yield from course.give(_sweep_lines(journey))
    return True


def _most_sweeps(course: Course) -> int:
    s, op = course.s, course.operation
    most = SPACE_COUNT if op.max_spaces is None else op.max_spaces
    if s.effects & BOOBY_TRAPS_SHADED:  # card 101
        most = min(most, 2)
    if course.faction == US and s.effects & CAPS_SHADED and not op.by_event:  # card 18
        most = min(most, 2)
    if course.faction == ARVN and not op.free and not s.untracked >> ARVN & 1:
        most = min(most, s.resources[ARVN] // PRICE)
    return most


def _sweep_goals(journey: Journey, sweepers: tuple[int, ...]) -> list[int]:
    """Where somebody can come, or find somebody without moving."""
    land = [sp for sp in range(CONTROLLABLE) if sp != NORTH_VIETNAM and journey.lands >> sp & 1]
    closed = {*journey.reached, *journey.tried}
    reach = set(journey.within_reach(land))
    return [sp for sp in land if sp in reach or (sp not in closed and _found_in_place(journey, sp, sweepers))]


def _found_in_place(journey: Journey, sp: int, sweepers: tuple[int, ...]) -> int:
    return finds_in_place(journey.board, journey.faction, sp, sweepers)


def _sweep_lines(journey: Journey) -> Iterator[Line]:
    for sp in journey.reached:
        yield at("sweep.space", sp)
    yield way("sweep.space", "done")
    yield from move_steps("sweep", journey)
    yield way("sweep.destination", "done")
    for sp in journey.reached:
        yield at("sweep.next", sp)


# --- Assault ------------------------------------------------------------------------------------------------------


def assault(course: Course) -> Steps[bool]:
    return (yield from (_us_assault(course) if course.faction == US else _arvn_assault(course)))


def _all_fall(course: Course, sp: int, op: Operation) -> bool:
    return course.may(sp) and us_effective(course.s, sp, op) and clears(course.s, US, sp, op)


def lacks_first_half(course: Course) -> bool:
    """Is there no space for a US Assault to begin in before its Special Activity?"""
    option = course.decision.find("assault")
    op = None if option is None else option.value
    return not isinstance(op, Operation) or not any(_all_fall(course, sp, op) for sp in range(SPACE_COUNT))


def _us_assault(course: Course) -> Steps[bool]:
    """Where all enemies fall; the Special Activity; with ARVN's help; then wherever any fall."""
    op, s = course.operation, course.s
    if s.effects & LANSDALE_SHADED and not op.by_event:  # card 78
        return False
    if s.effects & COBRAS_SHADED:  # card 13
        op.max_spaces = 2 if op.max_spaces is None else min(2, op.max_spaces)
    unasked = tuple(op.spaces) if course.decision.find("arvn") else ()  # the only space there was
    if SECOND_HALF not in course.flags:
        yield from _assaults(course, lambda sp: _all_fall(course, sp, op))
        if not op.limited:
            yield from try_activities(course, course.during)
    yield from _with_arvn(course, unasked)
    yield from _assaults(course, lambda sp: us_effective(course.s, sp, op))
    if not op.spaces and not course.together:
        return False
    yield from course.give([way("assault.space", "done")])
    return True


def _assaults(course: Course, suits: Callable[[int], bool], table: str = "US-Remove") -> Steps[None]:
    while spaces := [sp for sp in range(SPACE_COUNT) if course.may(sp) and suits(sp)]:
        sp = yield from course.choose(table, spaces)
        yield from course.enter(sp)


def _with_arvn(course: Course, unasked: Sequence[int]) -> Steps[None]:
    """One space where an ARVN Assault after the US one would remove most more.

    unasked: spaces of an Event where the US has Assaulted already, since there was no choice.
    """
    s, op = course.s, course.operation
    if not op.can_pay(0 if op.free else s.era.price(s, ARVN, "assault")):
        return
    after = {
        sp: n
        for sp in range(SPACE_COUNT)
        if course.may(sp) and us_effective(s, sp, op) and (n := arvn_afterwards(s, sp, op))
    }
    after |= {sp: n for sp in unasked if (n := removes(s, ARVN, sp))}
    if not after:
        return
    tied = [sp for sp, n in after.items() if n == max(after.values())]
    sp = yield from random_space(course.mind, tied)
    course.mind.visit("trung.with_arvn", space=sp, spaces=list(after), tied=len(tied), n=after[sp])
    if (sp in unasked or (yield from course.enter(sp))) and arvn_effective(course.s, sp):
        yield from course.give([way("assault.space", "arvn"), at("assault.follow_up", sp)])


def _arvn_assault(course: Course) -> Steps[bool]:
    """Space by space; card G begins where ARVN firepower is greatest and then takes its Special Activity."""
    op = course.operation
    rolls = Rolls(course)
    if "MaxAFP" in course.flags:
        if not (yield from _strongest(course, rolls)):
            return False
        if not op.limited:
            yield from try_activities(course, course.during)
    while spaces := [sp for sp in range(SPACE_COUNT) if course.may(sp) and arvn_effective(course.s, sp)]:
        if not op.can_pay(course.s.era.price(course.s, ARVN, "assault")) or not (yield from rolls.go_on()):
            break
        sp = yield from course.choose("ARVN-Remove", spaces, ASSAULT)
        if (yield from course.enter(sp)):
            rolls.used()
    if not op.spaces:
        return False
    yield from course.give([way("assault.space", "done")])
    return True


def _strongest(course: Course, rolls: Rolls) -> Steps[bool]:
    s = course.s
    spaces = [sp for sp in range(SPACE_COUNT) if course.may(sp) and arvn_effective(s, sp)]
    if not spaces or not course.operation.can_pay(s.era.price(s, ARVN, "assault")):
        return False
    most = max(hits(s, ARVN, sp) for sp in spaces)
    tied = [sp for sp in spaces if hits(s, ARVN, sp) == most]
    sp = yield from random_space(course.mind, tied)
    course.mind.visit("trung.strongest", space=sp, spaces=spaces, tied=len(tied))
    if not (yield from course.enter(sp)):
        return False
    rolls.used()
    return True


OPERATIONS: Final[dict[str, Procedure]] = {"train": train, "patrol": patrol, "sweep": sweep, "assault": assault}
