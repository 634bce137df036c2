"""8.4.1: instructions about moves: I62 (a landing) and VC vanishing, both on card 67."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fitl.board.factions import NVA, VC
from fitl.board.pieces import IRREGULAR, IRREGULAR_ACTIVE, US_TROOPS, VC_GUERRILLA, VC_GUERRILLA_ACTIVE
from fitl.board.spaces import COAST_MASK, CONTROLLABLE, JUNGLE_MASK, SOUTH_MASK, spaces_of
from fitl.bots.flowchart.event_pieces import most
from fitl.bots.flowchart.event_spaces import best_spaces, offered, pick_space, space_option
from fitl.bots.mind import Mind, option_for
from fitl.bots.select import choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.rules.forces import arvn_cubes, count, guerrillas, may_stand, underground
from fitl.state import NEUTRAL, State

# --- I62: a landing (card 67, US) -------------------------------------------------------------------------------------


def _sweeps(s: State, sp: int, troops: int) -> int:
    """3.2.3: how many Underground Guerrillas this many more Troops would find here."""
    finders = count(s, sp, US_TROOPS) + count(s, sp, IRREGULAR) + count(s, sp, IRREGULAR_ACTIVE) + troops
    hidden = sum(underground(s, sp, faction) for faction in (NVA, VC))
    return min(hidden, finders // 2 if JUNGLE_MASK >> sp & 1 else finders)


def spare_troops(s: State, sp: int) -> int:
    """I62: US Troops that may leave so that 3 COIN cubes stay."""
    return max(0, min(count(s, sp, US_TROOPS), count(s, sp, US_TROOPS) + arvn_cubes(s, sp) - 3))


@dataclass(slots=True)
class Landing:
    """I62: who lands where."""

    planned: tuple[int, int] | None = None  # where, and how many Troops are still to come; None before it is planned
    origin: int = -1  # of those asked about


@dataclass(slots=True)
class Vanishing:
    """Card 67, VC: whether anybody goes, and where to."""

    goes: bool | None = None  # None where the only space was not asked for
    goal: int | None = None


def landing(mind: Mind, s: State, coast: Sequence[int]) -> Flow[tuple[int, int]]:
    """Where to land and how many Troops: the fewest that Activate the most Guerrillas; (-1, 0) if none would help.

    Outside the South US Troops Sweep only under Nixon (8.8.3).
    """
    landed = mind.room(Landing)
    planned = landed.planned
    if planned is None:
        spare = {sp: spare_troops(s, sp) for sp in coast}
        wanted: dict[int, tuple[int, int]] = {}  # per space: found, and fewest Troops for it
        for sp in coast:
            if sp < CONTROLLABLE and may_stand(sp, US_TROOPS) and (SOUTH_MASK >> sp & 1 or s.us_policy == "nixon"):
                others = sum(spare.values()) - spare[sp]
                found = _sweeps(s, sp, others)
                needed = next(n for n in range(others + 1) if _sweeps(s, sp, n) == found)
                if found and needed:
                    wanted[sp] = (found, -needed)
        planned = (-1, 0)
        if wanted:
            best = best_spaces(list(wanted), lambda sp: wanted[sp][0], lambda sp: wanted[sp][1])
            sp = yield from choose_space(mind, "event.instructed", best)
            planned = (sp, -wanted[sp][1])
        landed.planned = planned
    return planned


def landing_origin(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """I62: Troops from where 3 COIN cubes stay, as few as Activate the most Guerrillas in one space; tied at random."""
    target, needed = yield from landing(mind, s, spaces_of(COAST_MASK))
    origins = {
        option.spaces[0]: option
        for option in decision.options
        if option.spaces and option.spaces[0] != target and spare_troops(s, option.spaces[0])
    }
    if target < 0 or not needed or not origins:
        return option_for(decision, "done")
    spare = sum(spare_troops(s, origin) for origin in origins)
    room = len(origins) if spare <= needed else 1  # no die where all of them come
    origin = yield from choose_space(mind, "event.instructed", list(origins), room=room)
    mind.room(Landing).origin = origin
    return origins[origin]


def landing_destination(mind: Mind, s: State, decision: Decision) -> Option:
    planned = mind.room(Landing).planned
    assert planned is not None
    return space_option(decision, planned[0])


def landing_amount(mind: Mind, s: State, decision: Decision) -> Option:
    """As many as are still needed and may leave."""
    landed = mind.room(Landing)
    assert landed.planned is not None
    target, needed = landed.planned
    origin = landed.origin
    most_here = decision.options[-1].amount or 1
    spare = spare_troops(s, origin) if origin >= 0 else most_here
    n = max(1, min(needed, most_here, spare))
    landed.planned = (target, needed - n)
    return option_for(decision, n)


def landing_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Where the Troops landed."""
    planned = mind.room(Landing).planned
    target = -1 if planned is None else planned[0]
    if target in offered(decision):
        return space_option(decision, target)
    return (yield from pick_space(mind, s, decision))


MOST_VANISH: Final = 3  # pieces that card 67 moves


# --- card 67, VC ------------------------------------------------------------------------------------------------------


def support_spaces(s: State, spaces: Sequence[int]) -> list[int]:
    return [sp for sp in spaces if sp < CONTROLLABLE and s.support[sp] > NEUTRAL]


def vanish_from(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Card 67, VC: from the Opposition space with most Guerrillas; no die where nobody will move."""
    spaces = offered(decision)
    opposed = [sp for sp in spaces if sp < CONTROLLABLE and s.support[sp] < NEUTRAL and guerrillas(s, sp, VC)]
    goes = bool(opposed and support_spaces(s, range(CONTROLLABLE)))
    best = best_spaces(opposed, lambda sp: min(MOST_VANISH, guerrillas(s, sp, VC))) if goes else spaces
    sp = yield from choose_space(mind, "event.instructed", best, room=1 if goes else len(best))
    mind.room(Vanishing).goes = goes
    return space_option(decision, sp)


def vanish_piece(mind: Mind, s: State, decision: Decision) -> Option:
    """Underground, then Active Guerrillas, if they leave Opposition for a space at Support."""
    goes = mind.room(Vanishing).goes
    for kind in (VC_GUERRILLA, VC_GUERRILLA_ACTIVE) if (_leaves(s, decision) if goes is None else goes) else ():
        for option in decision.options:
            if option.piece == kind:
                return option
    return option_for(decision, "done")


def _leaves(s: State, decision: Decision) -> bool:
    """The only space was not asked for: does it lie in Opposition, and is there Support to go to?"""
    origin = next(sp for sp in offered(decision))
    opposed = origin < CONTROLLABLE and s.support[origin] < NEUTRAL
    return opposed and bool(support_spaces(s, range(CONTROLLABLE)))


def vanish_destination(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """One space at Support, at random (8.4.4), for all of them."""
    vanishing = mind.room(Vanishing)
    goal = vanishing.goal
    if goal is None:
        goal = yield from choose_space(mind, "event.instructed", support_spaces(s, offered(decision)))
        vanishing.goal = goal
    return space_option(decision, goal)


def vanish_amount(mind: Mind, s: State, decision: Decision) -> Option:
    return most(mind, s, decision)
