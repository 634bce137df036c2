"""8.4.1: instructions about moves: I62 (a landing), VC vanishing (card 67) and SEALORDS (card 92)."""

from collections.abc import Sequence
from typing import Final

from fitl.board.factions import NVA, VC
from fitl.board.pieces import (
    BASE_KINDS,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    NVA_TROOPS,
    US_TROOPS,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
)
from fitl.board.spaces import (
    ADJACENT,
    CAN_THO,
    COAST_MASK,
    CONTROLLABLE,
    JUNGLE_MASK,
    NORTHEAST_CAMBODIA,
    POP,
    SIHANOUKVILLE,
    SOUTH_MASK,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
    spaces_of,
)
from fitl.bots.flowchart.event_pieces import most
from fitl.bots.flowchart.event_spaces import best_spaces, offered, pick_space, space_option
from fitl.bots.mind import Mind, option_for
from fitl.bots.select import choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.rules.forces import arvn_cubes, count, guerrillas, has_room_for_base, may_stand, pieces_of, underground
from fitl.state import NEUTRAL, State

# --- I62: a landing (card 67, US) -------------------------------------------------------------------------------------


def _sweeps(s: State, sp: int, troops: int) -> int:
    """3.2.3: how many Underground Guerrillas so many more Troops would find here."""
    finders = count(s, sp, US_TROOPS) + count(s, sp, IRREGULAR) + count(s, sp, IRREGULAR_ACTIVE) + troops
    hidden = sum(underground(s, sp, faction) for faction in (NVA, VC))
    return min(hidden, finders // 2 if JUNGLE_MASK >> sp & 1 else finders)


def spare_troops(s: State, sp: int) -> int:
    """I62: US Troops that may leave so that 3 COIN cubes stay."""
    return max(0, min(count(s, sp, US_TROOPS), count(s, sp, US_TROOPS) + arvn_cubes(s, sp) - 3))


def landing(mind: Mind, s: State, coast: Sequence[int]) -> Flow[tuple[int, int]]:
    """Where to land and how many Troops: the fewest that Activate the most Guerrillas; (-1, 0) if none would help.

    Outside the South US Troops Sweep only under Nixon (8.8.3).
    """
    planned: tuple[int, int] | None = mind.plan.get("event.landing")
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
        mind.plan["event.landing"] = planned
    return planned


def landing_origin(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """I62: Troops from where 3 COIN cubes stay, as few as Activate the most Guerrillas in one space."""
    target, needed = yield from landing(mind, s, spaces_of(COAST_MASK))
    options = [
        option
        for option in decision.options
        if option.spaces and option.spaces[0] != target and spare_troops(s, option.spaces[0])
    ]
    if target < 0 or not needed or not options:
        return option_for(decision, "done")
    origin = max(options, key=lambda option: spare_troops(s, option.spaces[0]))
    mind.plan["event.landing_from"] = origin.spaces[0]
    return origin


def landing_destination(mind: Mind, s: State, decision: Decision) -> Option:
    return space_option(decision, mind.plan["event.landing"][0])


def landing_amount(mind: Mind, s: State, decision: Decision) -> Option:
    """As many as are still needed and may leave."""
    target, needed = mind.plan["event.landing"]
    origin = mind.plan.get("event.landing_from", -1)
    most_here = decision.options[-1].amount or 1
    spare = spare_troops(s, origin) if origin >= 0 else most_here
    n = max(1, min(needed, most_here, spare))
    mind.plan["event.landing"] = (target, needed - n)
    return option_for(decision, n)


def landing_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Where the Troops landed."""
    target = mind.plan.get("event.landing", (-1, 0))[0]
    if target in offered(decision):
        return space_option(decision, target)
    return (yield from pick_space(mind, s, decision))


# --- card 67, VC ------------------------------------------------------------------------------------------------------


def support_spaces(s: State, spaces: Sequence[int]) -> list[int]:
    return [sp for sp in spaces if sp < CONTROLLABLE and s.support[sp] > NEUTRAL]


def vanish_from(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Card 67, VC: from the Opposition space with most Guerrillas."""
    spaces = offered(decision)
    opposed = [sp for sp in spaces if sp < CONTROLLABLE and s.support[sp] < NEUTRAL and guerrillas(s, sp, VC)]
    best = best_spaces(opposed or spaces, lambda sp: min(3, guerrillas(s, sp, VC)))
    sp = yield from choose_space(mind, "event.instructed", best)
    mind.plan["event.vanish"] = sp if opposed else -1
    return space_option(decision, sp)


def vanish_piece(mind: Mind, s: State, decision: Decision) -> Option:
    """Underground, then Active Guerrillas, if they leave Opposition for a space at Support."""
    leaves = mind.plan.get("event.vanish", -1) >= 0 and support_spaces(s, range(CONTROLLABLE))
    for kind in (VC_GUERRILLA, VC_GUERRILLA_ACTIVE) if leaves else ():
        for option in decision.options:
            if option.piece == kind:
                return option
    return option_for(decision, "done")


def vanish_destination(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """One space at Support, where Terror would cost most (8.4.5)."""
    goal: int | None = mind.plan.get("event.goal")
    spaces = offered(decision)
    if goal not in spaces:
        best = best_spaces(support_spaces(s, spaces) or spaces, lambda sp: POP[sp])
        goal = yield from choose_space(mind, "event.instructed", best)
    mind.plan["event.goal"] = goal
    return space_option(decision, goal or 0)


def vanish_amount(mind: Mind, s: State, decision: Decision) -> Option:
    return most(mind, s, decision)


# --- card 92, NVA and VC ----------------------------------------------------------------------------------------------


SEALORDS_FROM: Final = (NORTHEAST_CAMBODIA, THE_FISHHOOK, THE_PARROTS_BEAK, SIHANOUKVILLE, TAY_NINH)
NEAR_CAN_THO: Final = ADJACENT[CAN_THO]


def sealords_piece(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 92: every piece, Bases first so that Guerrillas can follow them."""
    pieces = [option for option in decision.options if option.piece is not None]
    if not pieces:
        return option_for(decision, "done")
    return min(pieces, key=lambda option: (option.piece not in BASE_KINDS, option.piece == NVA_TROOPS, option.key))


def sealords_destination(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Card 92: NVA splits a pair of Bases and all the rest over two spaces; VC goes to one space at Support."""
    assert decision.params is not None
    goals: list[int] = mind.plan.setdefault("event.goals", [])
    spaces = offered(decision)
    if mind.faction == NVA:
        fresh = [sp for sp in spaces if sp < CONTROLLABLE and has_room_for_base(s, sp) and sp not in goals]
        if len(goals) < 2 and fresh:
            goals.append((yield from choose_space(mind, "event.instructed", fresh)))
            return space_option(decision, goals[-1])
        fewest = best_spaces([sp for sp in goals if sp in spaces] or spaces, lambda sp: -pieces_of(s, sp, NVA))
        return space_option(decision, fewest[0])
    if not goals:
        best = best_spaces(support_spaces(s, spaces) or spaces, lambda sp: POP[sp])
        goals.append((yield from choose_space(mind, "event.instructed", best)))
    return space_option(decision, goals[0] if goals[0] in spaces else spaces[0])


def sealords_amount(mind: Mind, s: State, decision: Decision) -> Option:
    """NVA moves one at a time so that both spaces get as many; VC all at once."""
    return decision.options[0] if mind.faction == NVA else decision.options[-1]
