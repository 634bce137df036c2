"""Operations of NVA and VC by the cards: Rally, March, Attack, Terror."""

from collections.abc import Callable, Iterator
from typing import Final

from fitl.board.cards import EASTER_OFFENSIVE
from fitl.board.factions import NVA, VC
from fitl.board.pieces import (
    ACTIVE_KIND_OF,
    BASES_OF,
    GUERRILLAS_OF,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    KINDS,
    NVA_GUERRILLA,
    NVA_TROOPS,
    UNDERGROUND_OF,
    US_TROOPS,
    VC_GUERRILLA,
)
from fitl.board.spaces import (
    ADJACENT,
    CONTROLLABLE,
    ECON,
    LAOS_CAMBODIA,
    LOCS,
    SAIGON,
    SOUTH_MASK,
    SPACE_COUNT,
    row_id,
)
from fitl.bots.script import Ask, Line
from fitl.bots.select import random_space
from fitl.bots.trung.activities import ambush
from fitl.bots.trung.counts import can_hold_support, total
from fitl.bots.trung.course import Course, Procedure, Rolls, Steps, at, number, way
from fitl.bots.trung.journey import Journey, steps_of
from fitl.bots.trung.pieces import GIVE_UP, pick
from fitl.decisions import Flow
from fitl.lasting import AAA, CADRES
from fitl.rules.forces import available, bases_of, coin_pieces, guerrillas, has_room_for_base, underground
from fitl.rules.operations.march import Terms, movers_of
from fitl.rules.operations.rally import BASE_PRICE, can_improve_trail, guerrilla_limit
from fitl.rules.operations.terror import terror_spaces
from fitl.state import ACTIVE_OPPOSITION, NEUTRAL, State

FOR_A_BASE: Final = 3  # Guerrillas in a space before it is worth a Base
SIHANOUK: Final = 75  # VC Guerrillas that March by this card do not gather for Bases, and go to the South alone
MASHER: Final = 99
LOCS_OF_MARCH: Final = 2  # that a VC March goes to first
TROOPS_TO_ATTACK: Final = 2
GUERRILLAS_TO_ATTACK: Final = (0, 0, 4, 3)  # by Faction
US_FORCES: Final = (US_TROOPS, IRREGULAR, IRREGULAR_ACTIVE)


# --- Rally --------------------------------------------------------------------------------------------------------


def rally(course: Course) -> Steps[bool]:
    """Bases, then Guerrillas, then VC hide; each in spaces of its own, with rolls. NVA then improves the Trail."""
    op, by = course.operation, course.faction
    if by == NVA and course.s.effects & AAA and course.s.trail <= 2:  # card 31: the Trail is worth more than spaces
        op.max_spaces = 1
    rolls = Rolls(course)
    steps: list[tuple[str, Callable[[int], bool], Callable[[int], list[Line]]]] = [
        ("base", lambda sp: _for_a_base(course.s, by, sp), lambda sp: _base_lines(course.s, by, sp)),
        ("guer", lambda sp: available(course.s, UNDERGROUND_OF[by]) > 0, lambda sp: _guerrilla_lines(course.s, by, sp)),
    ]
    for table, suits, lines in steps:
        yield from _rally_in(course, rolls, f"{_NAME[by]}-{table.capitalize()}", suits, lines)
    if by == VC:
        yield from _hide(course, rolls)
    return (yield from _trail(course))


_NAME: Final = ("US", "ARVN", "NVA", "VC")


def rally_spaces(course: Course, suits: Callable[[int], bool]) -> list[int]:
    """Cities and Provinces below Passive Support that suit a step."""
    s = course.s
    return [sp for sp in range(CONTROLLABLE) if s.support[sp] <= NEUTRAL and course.may(sp) and suits(sp)]


def _rally_in(
    course: Course, rolls: Rolls, table: str, suits: Callable[[int], bool], lines: Callable[[int], list[Line]]
) -> Steps[None]:
    while spaces := rally_spaces(course, suits):
        if not course.operation.can_pay(1) or not (yield from rolls.go_on()):
            return
        sp = yield from course.choose(table, spaces)
        if (yield from course.enter(sp, *lines(sp))):
            rolls.used()


def _for_a_base(s: State, by: int, sp: int) -> bool:
    base = BASES_OF[by][0]
    return guerrillas(s, sp, by) >= FOR_A_BASE and available(s, base) > 0 and has_room_for_base(s, sp)


def _base_lines(s: State, by: int, sp: int) -> list[Line]:
    return [way("rally.method", "base"), number("rally.active", _given_up(s, by, sp))]


def _given_up(s: State, by: int, sp: int) -> int:
    """How many of the two Guerrillas that go are Active."""
    there = {kind: s.pieces[sp * KINDS + kind] for kind in GUERRILLAS_OF[by]}
    return pick(GIVE_UP, there, BASE_PRICE).get(ACTIVE_KIND_OF[by], 0)


def _guerrilla_lines(s: State, by: int, sp: int) -> list[Line]:
    kind = UNDERGROUND_OF[by]
    n = min(guerrilla_limit(s, by, sp), available(s, kind))
    return [way("rally.method", "place"), number("rally.guerrillas", n, kind)]


def _hide(course: Course, rolls: Rolls) -> Steps[None]:
    """Step 3 of VC: where a Base has Active Guerrillas and no hidden one all hide, most Active ones first."""

    def suits(sp: int) -> bool:
        s = course.s
        active = s.pieces[sp * KINDS + ACTIVE_KIND_OF[VC]]
        return bases_of(s, sp, VC) > 0 and active > 0 and not underground(s, sp, VC)

    while spaces := rally_spaces(course, suits):
        if not course.operation.can_pay(1) or not (yield from rolls.go_on()):
            return
        sp = yield from most_of(course, "trung.hide", spaces, lambda sp: guerrillas(course.s, sp, VC))
        if (yield from course.enter(sp, way("rally.method", "hide"))):
            rolls.used()


def most_of(course: Course, node: str, spaces: list[int], value: Callable[[int], int]) -> Flow[int]:
    """The space with most of something, ties at random; the reason is noted."""
    from_best = max(value(sp) for sp in spaces)
    tied = [sp for sp in spaces if value(sp) == from_best]
    sp = yield from random_space(course.mind, tied)
    course.mind.visit(node, space=sp, spaces=spaces, tied=len(tied))
    return sp


def _trail(course: Course) -> Steps[bool]:
    """Improve the Trail, even after a failed roll and even where no space was found to Rally in."""
    op = course.operation
    improves = course.faction == NVA and can_improve_trail(course.s, op)
    if not op.spaces and not (improves and course.mind.settings.trung_trail_alone == "rally"):
        return False
    if improves:
        course.mind.visit("trung.trail", n=course.s.trail)
    yield from course.give([way("rally.space", "done"), way("rally.trail", "yes" if improves else "no")])
    return True


# --- March --------------------------------------------------------------------------------------------------------


def march(course: Course) -> Steps[bool]:
    """All of it is planned at once, on a copy; then it is answered group by group."""
    op, s = course.operation, course.s
    journey = _journey_of(course)
    rolls = Rolls(course)
    rolls.begun = False
    most = SPACE_COUNT if op.max_spaces is None else op.max_spaces
    if s.card == EASTER_OFFENSIVE and op.by_event:
        yield from _drive_on_saigon(journey, rolls)
    for goal in _goals(course, journey):
        yield from _march_to(journey, rolls, goal, most)
    if not journey.moves:
        return False
    yield from course.give([*march_steps(journey, movers_of(s, course.faction)), way("march.destination", "done")])
    return True


def _drive_on_saigon(journey: Journey, rolls: Rolls) -> Flow[None]:
    """122: Troops go first, to LoCs beside Saigon without COIN pieces."""
    kinds, journey.kinds, journey.easter = journey.kinds, (NVA_TROOPS,), True
    roads = [sp for sp in ADJACENT[SAIGON] if sp >= CONTROLLABLE and not coin_pieces(journey.board, sp)]
    yield from _march_to(journey, rolls, Goal(lambda: roads, "NVA-March"), SPACE_COUNT)
    journey.kinds, journey.easter = kinds, False
    journey.known.clear()  # it was of Troops alone


def _journey_of(course: Course) -> Journey:
    """A March as far as its Operation, or the Event that grants it, allows."""
    op = course.operation
    journey = Journey(course.mind, course.s.copy(), "march", movers_of(course.s, course.faction), lands=op.allowed)
    terms = course.decision.params.get("terms")
    if isinstance(terms, Terms):
        journey.kinds, journey.origins, journey.lands = terms.kinds, terms.origins, terms.allowed
    journey.direct = op.max_spaces is not None
    if op.by_event and course.s.card == SIHANOUK and course.faction == VC:
        journey.amass = False
        journey.lands &= SOUTH_MASK
    if not op.free and not op.can_pay(1):
        journey.lands &= sum(1 << sp for sp in LOCS)
    return journey


class Goal:
    """One step of a March: which destinations it looks for, by which table or order, and how many."""

    __slots__ = ("free_next", "limit", "order", "spaces", "table")

    def __init__(
        self,
        spaces: Callable[[], list[int]],
        table: str = "",
        order: Callable[[int], int] | None = None,
        limit: int = SPACE_COUNT,
    ) -> None:
        self.spaces = spaces
        self.table = table
        self.order = order
        self.limit = limit


def _goals(course: Course, journey: Journey) -> Iterator[Goal]:
    board = journey.board
    if course.faction == VC:
        yield Goal(
            lambda: [sp for sp in LOCS if _hidden_near(board, sp, VC_GUERRILLA)], "", _nearby(board), LOCS_OF_MARCH
        )
        yield Goal(lambda: list(range(SPACE_COUNT)), "VC-March")
        return
    by_event = course.operation.by_event and course.s.card in (SIHANOUK, MASHER)  # they March like card R
    if by_event or "LoC" in course.flags:
        yield Goal(
            lambda: [sp for sp in LOCS if _near_us(board, sp) and not guerrillas(board, sp, NVA)], "NVA-March", None, 1
        )
    if by_event or "L/C" in course.flags:
        yield Goal(
            lambda: [sp for sp in LAOS_CAMBODIA if _for_a_base_abroad(board, sp)], "", _guerrillas_near(board), 1
        )
    yield Goal(lambda: list(range(SPACE_COUNT)), "NVA-March")


def _hidden_near(board: State, sp: int, kind: int) -> int:
    return sum(board.pieces[near * KINDS + kind] for near in ADJACENT[sp])


def _nearby(board: State) -> Callable[[int], int]:
    return lambda sp: _hidden_near(board, sp, VC_GUERRILLA)


def _guerrillas_near(board: State) -> Callable[[int], int]:
    return lambda sp: sum(guerrillas(board, near, NVA) for near in ADJACENT[sp])


def _near_us(board: State, sp: int) -> bool:
    return any(total(board, near, US_FORCES) for near in ADJACENT[sp])


def _for_a_base_abroad(board: State, sp: int) -> bool:
    return has_room_for_base(board, sp) and not bases_of(board, sp, NVA) and _hidden_near(board, sp, NVA_GUERRILLA) > 0


def _march_to(journey: Journey, rolls: Rolls, goal: Goal, most: int) -> Flow[None]:
    n = 0
    while n < goal.limit and len(journey.reached) < most:
        spaces = journey.within_reach(goal.spaces())
        if not spaces or not (yield from rolls.go_on()):
            return
        if goal.table:
            sp = yield from journey.best(goal.table, spaces)
        else:
            assert goal.order is not None
            sp = yield from _most(journey, spaces, goal.order)
        if (yield from journey.fill(sp)):
            n += 1
            rolls.used(needs_no_roll_next=sp >= CONTROLLABLE)


def _most(journey: Journey, spaces: list[int], order: Callable[[int], int]) -> Flow[int]:
    best = max(order(sp) for sp in spaces)
    tied = [sp for sp in spaces if order(sp) == best]
    sp = yield from random_space(journey.mind, tied)
    journey.mind.visit("trung.march_first", space=sp, spaces=spaces, tied=len(tied))
    return sp


def march_steps(journey: Journey, kinds: tuple[int, ...]) -> Iterator[Line]:
    """The answers of a March: each group on its way, along the Trail step by step."""
    for (here, step), load in steps_of(journey).items():
        yield at("march.destination", step)
        yield Ask("march.origin", destination=step), row_id(here)
        for kind in kinds:
            yield Ask("march.amount", kind, here, step), str(load.get(kind, 0))
        yield Ask("march.origin", destination=step), "done"


# --- Attack -------------------------------------------------------------------------------------------------------


def attack(course: Course) -> Steps[bool]:
    """NVA: Troops, Ambush, Guerrillas. VC: Ambush, Guerrillas. One running count of rolls."""
    op, by = course.operation, course.faction
    rolls = Rolls(course)
    if by == NVA:
        yield from _attacks(course, rolls, "troops", lambda sp: _troops_attack(course.s, sp))
    if "Ambush" in course.flags and "ambush" in op.activities and op.activity is None and not rolls.failed:
        course.together = yield from ambush(course, rolls)
    yield from _attacks(course, rolls, "guerrillas", lambda sp: _guerrillas_attack(course.s, by, sp))
    if not op.spaces:
        return False
    yield from course.give([way("attack.space", "done")])
    return True


def _attacks(course: Course, rolls: Rolls, method: str, suits: Callable[[int], bool]) -> Steps[None]:
    while spaces := [sp for sp in range(SPACE_COUNT) if course.may(sp) and suits(sp)]:
        if not course.operation.can_pay(1) or not (yield from rolls.go_on()):
            return
        sp = yield from course.choose(f"{_NAME[course.faction]}-Remove", spaces)
        if (yield from course.enter(sp, way("attack.method", method))):
            rolls.used()


def _troops_attack(s: State, sp: int) -> bool:
    return s.pieces[sp * KINDS + NVA_TROOPS] >= TROOPS_TO_ATTACK and coin_pieces(s, sp) > 0


def _guerrillas_attack(s: State, by: int, sp: int) -> bool:
    if not coin_pieces(s, sp) or guerrillas(s, sp, by) < GUERRILLAS_TO_ATTACK[by]:
        return False
    return by == NVA or not bases_of(s, sp, VC)


# --- Terror -------------------------------------------------------------------------------------------------------


def terror(course: Course) -> Steps[bool]:
    """Space by space by the table; no roll after a LoC."""
    op, by = course.operation, course.faction
    rolls = Rolls(course)
    while spaces := [sp for sp in terror_spaces(course.s, op) if course.may(sp) and _terror_tells(course.s, by, sp)]:
        if not (yield from rolls.go_on()):
            break
        sp = yield from course.choose(f"{_NAME[by]}-Terror", spaces)
        if (yield from course.enter(sp)):
            rolls.used(needs_no_roll_next=sp >= CONTROLLABLE)
    if not op.spaces:
        return False
    yield from course.give([way("terror.space", "done")])
    return True


def _terror_tells(s: State, by: int, sp: int) -> bool:
    """A LoC to Sabotage, or people to sway: VC keeps a hidden Guerrilla beside its Base."""
    if by == VC:
        hidden = s.pieces[sp * KINDS + VC_GUERRILLA]
        if hidden < (2 if bases_of(s, sp, VC) else 1) or (s.effects & CADRES and guerrillas(s, sp, VC) < 2):
            return False
    if sp >= CONTROLLABLE:
        return ECON[sp] > 0 and not s.terror[sp]
    if not can_hold_support(sp):
        return False
    sways = s.support[sp] > NEUTRAL if by == NVA else s.support[sp] > ACTIVE_OPPOSITION
    return sways or not s.terror[sp]


OPERATIONS: Final[dict[str, Procedure]] = {"rally": rally, "march": march, "attack": attack, "terror": terror}
