"""8.8.7 Commitment: Bases first, then Troops toward the number Available that the policy wants. No Redeploy (6.4)."""

from dataclasses import dataclass
from typing import Final

from fitl.board.factions import US
from fitl.board.pieces import KINDS, US_BASE, US_TROOPS
from fitl.board.spaces import AVAILABLE, CONTROLLABLE, POP, SAIGON
from fitl.bots.flowchart.shared import take
from fitl.bots.flowchart.us.choices import HIGHEST_POP, kept
from fitl.bots.mind import Handler, Mind, offered_spaces, option_for
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import NO, Decision, Flow, Option
from fitl.rules.forces import available, coin_bases, has_room_for_base
from fitl.state import COIN_CONTROL, State

AVAILABLE_WANTED: Final = {"jfk": 15, "lbj": 5, "nixon": 25}  # US Troops

LOWEST_POP: Final = TieBreak("us.low_pop", lambda sp: -POP[sp])


@dataclass(slots=True)
class CommitmentSoFar:
    """A Commitment so far."""

    left: int = 1  # how many pieces of the kind that is moving go, this one included


def fewest_troops(s: State) -> TieBreak:
    return TieBreak("us.fewest_troops", lambda sp: -s.pieces[sp * KINDS + US_TROOPS])


def where_us_are(s: State) -> TieBreak:
    return TieBreak("us.us_pieces", lambda sp: s.force[sp * 4 + US] > 0)


def _land(spaces: list[int]) -> list[int]:
    """Not on LoCs."""
    return [sp for sp in spaces if sp < CONTROLLABLE]


def _place_troops(mind: Mind, s: State, decision: Decision, node: str, left: int) -> Flow[Option]:
    """One of this many Troops. Equal stacks that all get one need no die, unless the first one draws the others."""
    spaces = _land(offered_spaces(decision))
    us = where_us_are(s)
    room = left if any(map(us.value, spaces)) else 1
    sp = yield from choose_space(mind, node, spaces, (us, fewest_troops(s), HIGHEST_POP), room)
    return take(decision, sp)


def commitment_return(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Casualties come back one by one, spread evenly over the spaces where US pieces are."""
    return (yield from _place_troops(mind, s, decision, "us.commitment.return", decision.number("n")))


def _base_sites(s: State) -> list[int]:
    """COIN-Controlled spaces, or Saigon, with no COIN Base and room for one."""
    held = [sp for sp in range(CONTROLLABLE) if s.control[sp] == COIN_CONTROL or sp == SAIGON]
    return [sp for sp in held if not coin_bases(s, sp) and has_room_for_base(s, sp)]


def commitment_piece(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Which piece moves next: a Base by the policy, then a Troop until enough are Available."""
    plan = kept(mind, CommitmentSoFar, s)
    origins: dict[int, dict[int, Option]] = {US_TROOPS: {}, US_BASE: {}}
    for option in decision.options:
        if option.piece is not None:
            origins[option.piece][option.spaces[0]] = option
    if (
        AVAILABLE not in origins[US_TROOPS]
        and AVAILABLE not in origins[US_BASE]
        and s.scenario.no_commitment_add_or_withdraw
    ):
        return option_for(decision, "done")  # pieces only move from space to space: the US never does that
    plan.left = decision.number("bases")
    base = yield from _next_base(mind, s, origins[US_BASE], plan.left)
    if base is not None:
        return base
    wanted = AVAILABLE_WANTED[s.us_policy]
    troops = origins[US_TROOPS]
    plan.left = min(decision.number("troops"), abs(available(s, US_TROOPS) - wanted))
    if available(s, US_TROOPS) > wanted and AVAILABLE in troops:
        mind.visit("us.commitment.troops", n=available(s, US_TROOPS), wanted=wanted)
        return troops[AVAILABLE]
    if available(s, US_TROOPS) < wanted:
        stacks = [sp for sp in troops if sp != AVAILABLE]
        if stacks:
            most = TieBreak("us.most_troops", lambda sp: s.pieces[sp * KINDS + US_TROOPS])
            sp = yield from choose_space(mind, "us.commitment.troops_home", stacks, (most, LOWEST_POP), plan.left)
            return troops[sp]
    mind.visit("us.commitment.done", n=available(s, US_TROOPS), wanted=wanted)
    return option_for(decision, "done")


def _next_base(mind: Mind, s: State, bases: dict[int, Option], left: int) -> Flow[Option | None]:
    """JFK and LBJ build, Nixon takes home all but one in Saigon."""
    if s.us_policy != "nixon":
        if AVAILABLE in bases and _base_sites(s):
            return bases[AVAILABLE]
        return None
    away = [sp for sp in bases if sp not in (AVAILABLE, SAIGON)]
    if SAIGON in bases and not away and s.pieces[SAIGON * KINDS + US_BASE] > 1:
        away = [SAIGON]
    if not away:
        return None
    sp = yield from choose_space(mind, "us.commitment.base_home", away, (LOWEST_POP,), left)
    return bases[sp]


def commitment_destination(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """From the map to Available; from Available to where the rule of placing says."""
    if decision.origin != AVAILABLE:
        return option_for(decision, "available")
    left = kept(mind, CommitmentSoFar, s).left
    if decision.piece == US_TROOPS:
        return (yield from _place_troops(mind, s, decision, "us.commitment.place", left))
    sites = [sp for sp in offered_spaces(decision) if sp in _base_sites(s)]
    left = min(left, available(s, US_BASE))
    sp = yield from choose_space(mind, "us.commitment.base", sites, (where_us_are(s), HIGHEST_POP), left)
    return take(decision, sp)


def commitment_number(mind: Mind, s: State, decision: Decision) -> Option:
    """One at a time, so that stacks end as equal as possible."""
    return decision.options[0]


def coup_involvement(mind: Mind, s: State, decision: Decision) -> Option:
    """The non-player US takes no part in Coups."""
    mind.visit("us.involvement")
    return NO


HANDLERS: Final[dict[str, Handler]] = {
    "commitment.return": commitment_return,
    "commitment.piece": commitment_piece,
    "commitment.destination": commitment_destination,
    "commitment.number": commitment_number,
    "coup.involvement": coup_involvement,
}
