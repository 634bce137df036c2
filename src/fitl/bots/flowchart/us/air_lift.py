"""8.8.2 Air Lift: bullet by bullet, where the present Operation or the Police need Troops; answering by the plan."""

from collections.abc import Iterator
from typing import Final

from fitl.board.factions import US
from fitl.board.pieces import IRREGULAR, IRREGULAR_ACTIVE, KINDS, POLICE, RANGER, RANGER_ACTIVE, US_TROOPS
from fitl.board.spaces import CONTROLLABLE, LAOS_CAMBODIA, SPACE_COUNT, in_laos_cambodia
from fitl.bots.flowchart.shared import hidden
from fitl.bots.flowchart.us.assault_goals import ASSAULT_GOALS, AssaultGoal, order_of_assaults
from fitl.bots.flowchart.us.course import Gain
from fitl.bots.flowchart.us.goals import SWEEP_GOALS, may_enter, order_of_spaces, to_control
from fitl.bots.flowchart.us.lift import AirLift, Flight, Lift, air_lift, without_dice
from fitl.bots.flowchart.us.spare import Spare, finds, may_leave, sweepers, units_to_keep
from fitl.bots.mind import Mind
from fitl.bots.select import choose_space
from fitl.decisions import Flow
from fitl.rules.operation import EVERYWHERE
from fitl.rules.operations.sweep import SWEEPERS
from fitl.state import ACTIVE_SUPPORT, State

SPECIAL_FORCES: Final = ((IRREGULAR, IRREGULAR_ACTIVE), (RANGER, RANGER_ACTIVE))  # Irregulars before Rangers


# --- planning -----------------------------------------------------------------------------------------------------


def plan_lift(
    mind: Mind,
    s: State,
    operation: str,
    selected: list[int],
    allowed: int = EVERYWHERE,
    into: int = EVERYWHERE,
) -> Flow[AirLift | None]:
    """The Air Lift for an Operation (or none), bullet by bullet; None if nobody should fly."""
    lift = Lift(s, operation, selected, allowed, into)
    if operation == "sweep":
        yield from _serve_sweep(mind, lift)
    elif operation == "assault":
        yield from _serve_assault(mind, lift)
        if not lift.flights:
            return None  # the Air Lift does not help the Assault: no Air Lift
    if into == EVERYWHERE:
        yield from _serve_police(mind, lift)
        yield from _send_special_forces(mind, lift)
    if not lift.flights:
        mind.visit("us.air_lift.none")
        return None
    lift.evacuate(mind)
    return air_lift(lift.spaces(), merged(lift.flights))


def merged(flights: list[Flight]) -> list[Flight]:
    total: dict[tuple[int, int, int], int] = {}
    for kind, origin, sp, n in flights:
        total[kind, origin, sp] = total.get((kind, origin, sp), 0) + n
    return [(*key, n) for key, n in total.items()]


def _serve_sweep(mind: Mind, lift: Lift) -> Flow[None]:
    """3. As Sweep bullet 2: to Activate all, then more than half, then COIN Control, in the selected spaces."""
    for letter, need in SWEEP_GOALS:
        activation = need is not to_control
        while True:
            board = lift.board
            sources = lift.sources()
            lacking = {}
            for sp in lift.selected:
                n = need(board, sp, SWEEPERS[US])
                if n > 0 and may_enter(board, sp) and lift.may_land(sp):
                    reach = lift.reach(sources, sp)
                    if (reach.us if activation else reach.both) >= n:
                        came = lift.delivered(mind, sp, n if activation else 0, n, activation)
                        if came.both >= n:
                            lacking[sp] = n
            if not lacking:
                break
            sp = yield from choose_space(mind, "us.air_lift.3" + letter, list(lacking), order_of_spaces(board))
            n = lacking[sp]
            if not (yield from lift.fill(mind, sp, n if activation else 0, n, activation)):
                break


def _serve_assault(mind: Mind, lift: Lift) -> Flow[None]:
    """4. The Assault priorities: where more Troops would do more."""
    sources = lift.sources()
    for goal in ASSAULT_GOALS:
        while sources:
            gains = {}
            for sp in goal.spaces(lift.board):
                if lift.may_land(sp) and (gain := _gain_there(mind, lift, goal, sources, sp)) is not None:
                    gains[sp] = gain
            if not gains:
                break
            worth = {sp: gain.worth for sp, gain in gains.items()}
            sp = yield from choose_space(mind, "us.air_lift.4", list(gains), order_of_assaults(worth, goal.most))
            served = yield from lift.fill(mind, sp, gains[sp].us, gains[sp].total, not goal.arvn_helps)
            sources = lift.sources()
            if not served:
                break


def _gain_there(mind: Mind, lift: Lift, goal: AssaultGoal, sources: dict[int, Spare], sp: int) -> Gain | None:
    """What more Troops could bring about in a space: with all that could come, else with those who really would."""
    reach, course = lift.reach(sources, sp), lift.course()
    gain = course.gain(goal, sp, reach.us, reach.both if goal.arvn_helps else reach.us)
    if gain is None:
        return None
    came = lift.delivered(mind, sp, gain.us, gain.total, not goal.arvn_helps)
    if came.both >= gain.total:
        return gain
    return course.gain(goal, sp, came.us, came.both if goal.arvn_helps else came.us)


# The passes of bullet 5 by reading: its node, and whether spaces that lack COIN Control, and those that lack only a US
# Troop, are candidates.
POLICE_PASSES: Final = {
    "control_first": (("us.air_lift.5", True, False), ("us.air_lift.5b", False, True)),
    "either": (("us.air_lift.5", True, True),),
    "control_only": (("us.air_lift.5", True, False),),
}


def _police_goals(lift: Lift, lacking_control: bool, lacking_troop: bool) -> Iterator[tuple[int, int, int]]:
    """Spaces with Police and without Active Support that lack COIN Control, or only a US Troop; and what it takes."""
    board = lift.board
    for sp in range(CONTROLLABLE):
        row = sp * KINDS
        if not board.pieces[row + POLICE] or board.support[sp] == ACTIVE_SUPPORT or not lift.may_land(sp):
            continue
        us = 0 if board.pieces[row + US_TROOPS] else 1
        missing = to_control(board, sp)
        if lacking_control if missing > 0 else lacking_troop and us:
            yield sp, us, max(us, missing)


def _serve_police(mind: Mind, lift: Lift) -> Flow[None]:
    """5. A US Troop and COIN Control where there are Police but no Active Support."""
    for node, lacking_control, lacking_troop in POLICE_PASSES[mind.settings.air_lift_police_goal]:
        while True:  # a space that is a destination already can be served even if no more may be named
            sources = lift.sources()
            goals = {}
            for sp, us, total in _police_goals(lift, lacking_control, lacking_troop):
                reach = lift.reach(sources, sp)
                if reach.us >= us and reach.both >= total and without_dice(lift.trial().fill(mind, sp, us, total)):
                    goals[sp] = us, total
            if not goals:
                break
            spaces = list(goals)
            if _all_fit(mind, lift, goals):
                spaces = [mind.any_of(spaces)]  # all of them are served: no die
            sp = yield from choose_space(mind, node, spaces)
            if not (yield from lift.fill(mind, sp, *goals[sp])):
                break


def _all_fit(mind: Mind, lift: Lift, goals: dict[int, tuple[int, int]]) -> bool:
    """Can all of them be served, and does the same come out whichever is first?"""
    boards = []
    for order in (list(goals), list(goals)[::-1]):
        trial = lift.trial()
        if not all(without_dice(trial.fill(mind, sp, *goals[sp])) and trial.slots() >= 0 for sp in order):
            return False
        boards.append(trial.board.pieces)
    return boards[0] == boards[1]


def _send_special_forces(mind: Mind, lift: Lift) -> Flow[None]:
    """6. One Irregular, else one Ranger, to a completely empty space of Laos or Cambodia."""
    board = lift.board
    empty = [
        sp
        for sp in LAOS_CAMBODIA
        if not any(board.force[sp * 4 : sp * 4 + 4]) and lift.allowed >> sp & 1 and sp not in lift.spaces()
    ]
    if not empty or not lift.others or not lift.slots():
        return
    used = lift.spaces()
    for kinds in SPECIAL_FORCES:
        origins = [
            sp
            for sp in range(SPACE_COUNT)
            if any(board.pieces[sp * KINDS + kind] for kind in kinds)
            and not in_laos_cambodia(sp)
            and lift.allowed >> sp & 1
            and may_leave(board, sp, units_to_keep(board, sp))
            and (sp in used or lift.slots() > 1)
            and not _spoils_sweep(lift, sp, kinds)
        ]
        if origins:
            near = [sp for sp in origins if sp in used] or origins
            origin = yield from choose_space(mind, "us.air_lift.6", near)
            sp = yield from choose_space(mind, "us.air_lift.6b", empty)
            kind = next(kind for kind in kinds if board.pieces[origin * KINDS + kind])
            lift.send_special_forces(kind, origin, sp)
            return


def _spoils_sweep(lift: Lift, sp: int, kinds: tuple[int, ...]) -> bool:
    """Would an Irregular be missed in the present Sweep?"""
    if lift.operation != "sweep" or sp not in lift.selected or kinds[0] != IRREGULAR:
        return False
    searching = sweepers(lift.board, sp)
    there = hidden(lift.board, sp)
    return min(finds(sp, searching), there) > min(finds(sp, searching - 1), there)
