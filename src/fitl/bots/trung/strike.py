"""How the hits of an Air Strike are spent: the Trail first, then space after space by the table."""

from typing import Final

from fitl.board.factions import ARVN, FACTIONS
from fitl.board.pieces import KIND_IDS
from fitl.board.spaces import row_id
from fitl.bots.script import Ask
from fitl.bots.trung.course import Course, Steps, way
from fitl.bots.trung.pieces import ASSAULT_LOSSES, enemy_order, first_of
from fitl.decisions import Option
from fitl.lasting import ARC_LIGHT_SHADED, LASER_BOMBS
from fitl.state import ACTIVE_OPPOSITION, PASSIVE_OPPOSITION, State

HIT = "air_strike.hit"
ALL = len(FACTIONS)
NEW_JERSEY: Final = 30


def strike_table(course: Course) -> str:
    """9.3; by card 30 ARVN strikes where it would remove."""
    return "ARVN-Remove" if course.faction == ARVN and course.s.card == NEW_JERSEY else "US-Strike"


def struck(course: Course) -> Steps[None]:
    """Every hit in turn, as it is asked."""
    removed: dict[int, int] = {}
    here = -1
    while course.asks(HIT):
        if course.decision.find("degrade") is not None:
            course.mind.visit("trung.strike_trail", n=course.s.trail)
            yield from course.give([way(HIT, "degrade")])
            continue
        by_space = _by_space(course, removed)
        if not by_space:
            yield from course.give([way(HIT, "done")])
            continue
        if here not in by_space:
            here = yield from course.choose(strike_table(course), list(by_space))
        kinds = [option.piece for option in by_space[here] if option.piece is not None]
        kind = first_of(enemy_order(course.s, ASSAULT_LOSSES), kinds)
        removed[here] = removed.get(here, 0) + 1
        yield from course.give([(Ask(HIT), f"{KIND_IDS[kind]}@{row_id(here)}")])


def _by_space(course: Course, removed: dict[int, int]) -> dict[int, list[Option]]:
    """The pieces that may be hit, by space; where one piece is enough no second one."""
    found: dict[int, list[Option]] = {}
    for option in course.decision.options:
        if option.piece is not None and not (removed.get(option.spaces[0]) and only_one(course.s, option.spaces[0])):
            found.setdefault(option.spaces[0], []).append(option)
    return found


def only_one(s: State, sp: int) -> bool:
    """Cards 20 and 8: a single piece costs no Support, or less."""
    if sp >= len(s.support):
        return False
    spares = s.effects & LASER_BOMBS and s.support[sp] != ACTIVE_OPPOSITION
    return bool(spares or (s.effects & ARC_LIGHT_SHADED and s.support[sp] > PASSIVE_OPPOSITION))
