"""8.6.4 Infiltrate: take over VC Bases, then build up Troops at NVA Bases; Bombard if neither would bring enough."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from fitl.board.factions import NVA, VC
from fitl.board.pieces import KINDS, NVA_BASE, NVA_GUERRILLA_ACTIVE, NVA_TROOPS, VC_BASE, VC_GUERRILLA, VC_TUNNEL
from fitl.board.spaces import ADJACENT_MASK, CONTROLLABLE, LAOS_CAMBODIA, NORTH_VIETNAM, spaces_of
from fitl.bots.flowchart import common
from fitl.bots.flowchart.common import any_choice
from fitl.bots.flowchart.nva.units import GUARDS, POPULATION, is_first
from fitl.bots.flowchart.shared import in_event, yes_no
from fitl.bots.mind import Handler, Mind, offered_spaces, option_for
from fitl.bots.select import TieBreak, best_of, choose_space
from fitl.decisions import Decision, Flow, Option, piece_option, space_option
from fitl.lasting import TRANSPORT_GROUP_559, TYPHOON_KATE
from fitl.rules.forces import available, bases_of, guerrillas
from fitl.state import NVA_CONTROL, State

ENOUGH_TROOPS = 4
_BEHIND: Final = (NORTH_VIETNAM, *LAOS_CAMBODIA)  # where a Base may be given up for one in the South


# --- bullet 1: is it worth it? ------------------------------------------------------------------------------------


def infiltrates(mind: Mind, s: State) -> bool:
    """Would bullets 2 to 4 add an NVA Base, or at least 4 Troops in all?"""
    takes = bool(takeovers(s, range(CONTROLLABLE)))
    placed = 0 if takes else _build_up_total(s)
    answer = takes or placed >= ENOUGH_TROOPS
    mind.visit("nva.infiltrate.1", answer=yes_no(answer), n=placed)
    return answer


def _build_up_total(s: State) -> int:
    """The Troops bullets 3 and 4 would add; spaces still tied after the tie-breaks add equally many."""
    limit = most_spaces(s)
    left = [sp for sp in range(CONTROLLABLE) if bases_of(s, sp, NVA)]
    total = 0
    for _ in range(min(limit, len(left))):
        sp = best_of(left, _build_up_ties(s))[0]
        left.remove(sp)
        total += _troops_at(s, sp)
    return min(total, available(s, NVA_TROOPS))


def most_spaces(s: State) -> int:
    """4.4.1: two, or one by cards 46 and 115."""
    return 1 if s.effects & (TRANSPORT_GROUP_559 | TYPHOON_KATE) else 2


def _troops_at(s: State, sp: int) -> int:
    """Bullets 3 and 4: the Troops that come to an NVA Base."""
    return s.trail + bases_of(s, sp, NVA) + max(0, guerrillas(s, sp, NVA) - GUARDS)


def infiltrates_in(s: State, sp: int) -> bool:
    """Would bullets 2 to 4 do anything in this one space? They never take a VC Guerrilla."""
    return bool(takeovers(s, [sp])) or bool(bases_of(s, sp, NVA) and _troops_at(s, sp) and available(s, NVA_TROOPS))


# --- bullets 2 and 3: where ---------------------------------------------------------------------------------------


def takeovers(s: State, spaces: Iterable[int]) -> list[int]:
    """Bullet 2: VC Bases among fewer VC than NVA pieces, no NVA Base there yet, and a Base to put in their place."""
    if not available(s, NVA_BASE) and not any(bases_of(s, sp, NVA) for sp in _BEHIND):
        return []
    return [
        sp
        for sp in spaces
        if sp < CONTROLLABLE
        and bases_of(s, sp, VC)
        and s.force[sp * 4 + NVA] > s.force[sp * 4 + VC]
        and not bases_of(s, sp, NVA)
    ]


def _build_up_ties(s: State) -> tuple[TieBreak, ...]:
    """Bullet 3: a. most NVA Guerrillas; b. 2 NVA Bases; c. in or next to a City or Province without NVA Control."""
    return (
        TieBreak("nva.guerrillas", lambda sp: guerrillas(s, sp, NVA)),
        TieBreak("nva.two_bases", lambda sp: bases_of(s, sp, NVA) == 2),
        TieBreak("nva.frontier", lambda sp: _on_frontier(s, sp)),
    )


def _on_frontier(s: State, sp: int) -> bool:
    around = ADJACENT_MASK[sp] | 1 << sp
    return any(near < CONTROLLABLE and s.control[near] != NVA_CONTROL for near in spaces_of(around))


@dataclass(slots=True)
class Infiltration:
    """An Infiltrate so far."""

    begun: bool = False
    spaces: int = 0
    taken: list[int] = field(default_factory=list)  # where bullet 2 takes over a VC Base
    lifted: bool = False  # an NVA Base was taken from elsewhere for it


def infiltrate_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Bullet 2 while it applies, then bullet 3 while Troops are Available."""
    done = decision.find("done")
    plan = mind.room(Infiltration)
    if is_first(decision) or not plan.begun:
        plan = mind.room(Infiltration, anew=True)
        plan.begun = True
    left = 1 if in_event(s) else most_spaces(s) - plan.spaces
    plan.spaces += 1
    offered = offered_spaces(decision)
    may_take = available(s, NVA_BASE) or not plan.lifted  # one Base may be lifted
    if may_take and (spaces := takeovers(s, offered)):
        ties = (
            TieBreak("nva.tunnel", lambda sp: s.pieces[sp * KINDS + VC_TUNNEL]),
            POPULATION,
        )
        room = min(left, available(s, NVA_BASE))  # only one more Base may be lifted, so there each pick counts
        sp = yield from choose_space(mind, "nva.infiltrate.2", spaces, ties, max(1, room))
        plan.taken.append(sp)
        return space_option(sp)
    spaces = [sp for sp in offered if bases_of(s, sp, NVA)]
    if spaces and (available(s, NVA_TROOPS) or done is None):
        order = _build_up_ties(s)
        room = left if sum(_troops_at(s, sp) for sp in best_of(spaces, order)) <= available(s, NVA_TROOPS) else 1
        node = "nva.infiltrate.3" if available(s, NVA_TROOPS) else "nva.infiltrate.must"
        sp = yield from choose_space(mind, node, spaces, order, room)
        return space_option(sp)
    return done or (yield from any_choice(mind, s, decision))


def infiltrate_method(mind: Mind, s: State, decision: Decision) -> Option:
    """Take over where bullet 2 chose the space, else build up."""
    taken = decision.space in mind.room(Infiltration).taken
    return option_for(decision, "take_over" if taken else "build_up")


# --- bullets 2 to 4: how ------------------------------------------------------------------------------------------


def infiltrate_take(mind: Mind, s: State, decision: Decision) -> Option:
    """The VC Base, a Tunneled one first; if an Event leaves no Base to take, a Guerrilla."""
    kinds = {option.piece for option in decision.options}
    for kind in (VC_TUNNEL, VC_BASE, VC_GUERRILLA):
        if kind in kinds:
            return piece_option(kind)
    return decision.options[0]


def infiltrate_troops(mind: Mind, s: State, decision: Decision) -> Option:
    """As many as allowed, but none from elsewhere on the map."""
    return option_for(decision, min(decision.options[-1].value, available(s, NVA_TROOPS)))


def infiltrate_replace(mind: Mind, s: State, decision: Decision) -> Option:
    """Bullet 4: swap Guerrillas for Troops until 2 are left, Active ones first (they are asked for first)."""
    sp, kind = decision.space, decision.piece
    excess = max(0, guerrillas(s, sp, NVA) - GUARDS)
    n = min(excess, decision.options[-1].value, available(s, NVA_TROOPS))
    if n:
        mind.visit("nva.infiltrate.4", space=sp, piece=kind, n=n)
    return option_for(decision, n)


def lift_origin(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Bullet 2 without an Available Base: one from North Vietnam, Laos or Cambodia, where most NVA pieces are."""
    offered = offered_spaces(decision)
    behind = [sp for sp in offered if sp in _BEHIND]
    if decision.piece != NVA_BASE or not behind:
        return (yield from common.lift_origin(mind, s, decision))
    mind.room(Infiltration).lifted = True
    tie = TieBreak("nva.most_nva", lambda sp: s.force[sp * 4 + NVA])
    return space_option((yield from choose_space(mind, "nva.infiltrate.2_lift", behind, (tie,))))


def lift_piece(mind: Mind, s: State, decision: Decision) -> Option:
    """8.1.2: what is least valuable first: Active before Underground, a Base without a Tunnel before one with it."""
    return next(option for option in decision.options if option.piece in (NVA_GUERRILLA_ACTIVE, NVA_BASE))


HANDLERS: Final[dict[str, Handler]] = {
    "infiltrate.space": infiltrate_space,
    "infiltrate.method": infiltrate_method,
    "infiltrate.take": infiltrate_take,
    "infiltrate.troops": infiltrate_troops,
    "infiltrate.replace": infiltrate_replace,
    "lift.origin": lift_origin,
    "lift.piece": lift_piece,
}
