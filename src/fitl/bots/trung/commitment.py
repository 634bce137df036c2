"""6.5 by the cards: Bases leave Cities, then come or go, then Troops are brought to what the policy wants Available."""

from typing import Final

from fitl.board.pieces import KIND_IDS, KINDS, US_BASE, US_TROOPS
from fitl.board.spaces import AVAILABLE, CITIES, CONTROLLABLE, POP, SAIGON, SOUTH_MASK, SPACE_COUNT, is_province, row_id
from fitl.bots.script import Ask
from fitl.bots.select import random_space
from fitl.bots.trung.course import Course, Steps
from fitl.bots.trung.tables import TROOPS
from fitl.decisions import Flow
from fitl.rules.control import control_by_count
from fitl.rules.forces import coin_bases, coin_pieces, has_room_for_base, insurgent_pieces
from fitl.state import COIN_CONTROL, State

TARGET: Final = {"jfk": 15, "lbj": 5, "nixon": 25}  # US Troops that the policy wants Available
PIECE: Final = "commitment.piece"


def commit(course: Course) -> Steps[bool]:
    """All three steps, as far as two Bases and ten Troops allow."""
    course.mind.visit("trung.commitment.policy", policy=course.s.us_policy, n=TARGET[course.s.us_policy])
    yield from _bases_out_of_cities(course)
    if course.s.us_policy == "nixon":
        yield from _bases_home(course)
    else:
        yield from _bases_in(course)
    yield from _troops(course)
    if course.asks(PIECE):
        course.mind.visit("trung.commitment.done")
        yield from course.give([(Ask(PIECE), "done")])
    return True


def _key(kind: int, row: int) -> str:
    return f"{KIND_IDS[kind]}@{row_id(row)}"


def _offered(course: Course, kind: int, row: int) -> bool:
    return course.asks(PIECE) and course.decision.find(_key(kind, row)) is not None


def _send(course: Course, kind: int, origin: int, destination: int, n: int = 1) -> Steps[bool]:
    return (
        yield from course.give(
            [
                (Ask(PIECE), _key(kind, origin)),
                (Ask("commitment.destination", kind, origin), row_id(destination)),
                (Ask("commitment.number", kind, None, destination), str(n)),
            ]
        )
    )


def valid(s: State) -> list[int]:
    """Saigon, LoCs and what COIN Controlled as the phase began."""
    return [sp for sp in range(SPACE_COUNT) if sp >= CONTROLLABLE or sp == SAIGON or s.control[sp] == COIN_CONTROL]


def _for_bases(s: State) -> list[int]:
    return [sp for sp in valid(s) if sp < CONTROLLABLE and SOUTH_MASK >> sp & 1 and has_room_for_base(s, sp)]


def _keeps_control(s: State, sp: int) -> bool:
    coin, nva, vc = coin_pieces(s, sp), s.force[sp * 4 + 2], s.force[sp * 4 + 3]
    return control_by_count(coin, nva, vc) == control_by_count(coin - 1, nva, vc)


def _fewest_enemies(course: Course, spaces: list[int]) -> Flow[int]:
    fewest = min(insurgent_pieces(course.s, sp) for sp in spaces)
    return (yield from random_space(course.mind, [sp for sp in spaces if insurgent_pieces(course.s, sp) == fewest]))


def _bases_out_of_cities(course: Course) -> Steps[None]:
    s = course.s
    while True:
        cities = [sp for sp in CITIES if _leaves(course, sp)]
        goals = [sp for sp in _for_bases(s) if is_province(sp) and s.pieces[sp * KINDS + US_TROOPS]]
        if not cities or not goals:
            return
        origin = yield from _fewest_enemies(course, cities)
        destination = yield from course.choose("US-Base", goals)
        if not (yield from _send(course, US_BASE, origin, destination)):
            return


def _leaves(course: Course, sp: int) -> bool:
    """From Saigon only the second Base; nowhere if that changes Control."""
    bases = us_bases(course.s, sp)
    return bases > (sp == SAIGON) and _offered(course, US_BASE, sp) and _keeps_control(course.s, sp)


def us_bases(s: State, sp: int) -> int:
    return s.pieces[sp * KINDS + US_BASE]


def _bases_home(course: Course) -> Steps[None]:
    """Nixon: Bases go to Available; Saigon keeps one."""
    while True:
        spaces = [
            sp
            for sp in range(CONTROLLABLE)
            if us_bases(course.s, sp) > (sp == SAIGON) and _offered(course, US_BASE, sp)
        ]
        if not spaces or course.s.scenario.no_commitment_add_or_withdraw:
            return
        if not (yield from _send(course, US_BASE, (yield from _fewest_enemies(course, spaces)), AVAILABLE)):
            return


def _bases_in(course: Course) -> Steps[None]:
    """JFK and LBJ: Bases come from Available."""
    while _offered(course, US_BASE, AVAILABLE) and (goals := _for_bases(course.s)):
        if not (yield from _send(course, US_BASE, AVAILABLE, (yield from course.choose("US-Base", goals)))):
            return


def _troops(course: Course) -> Steps[None]:
    target = TARGET[course.s.us_policy]
    while course.asks(PIECE):
        there = course.s.pieces[AVAILABLE * KINDS + US_TROOPS]
        if there > target and _offered(course, US_TROOPS, AVAILABLE):
            sp = yield from course.choose("US-Cubes", valid(course.s), TROOPS)
            sent = yield from _send(course, US_TROOPS, AVAILABLE, sp)
        elif there < target and (origins := _withdrawn_from(course)):
            sp = yield from random_space(course.mind, origins)
            course.mind.visit("trung.commitment.withdraw", space=sp, spaces=origins, tied=len(origins))
            sent = yield from _send(course, US_TROOPS, sp, AVAILABLE)
        else:
            return
        if not sent:
            return


def _withdrawn_from(course: Course) -> list[int]:
    """First spaces without a COIN Base outside Saigon, fewest US Troops; then LoCs, then least Population."""
    s = course.s
    if s.scenario.no_commitment_add_or_withdraw:
        return []
    spaces = [sp for sp in valid(s) if _offered(course, US_TROOPS, sp)]
    first = [sp for sp in spaces if sp != SAIGON and not coin_bases(s, sp)]
    if first:
        fewest = min(s.pieces[sp * KINDS + US_TROOPS] for sp in first)
        return [sp for sp in first if s.pieces[sp * KINDS + US_TROOPS] == fewest]
    locs = [sp for sp in spaces if sp >= CONTROLLABLE]
    if locs or not spaces:
        return locs
    least = min(POP[sp] for sp in spaces)
    return [sp for sp in spaces if POP[sp] == least]
