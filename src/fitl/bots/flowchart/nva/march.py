"""8.6.5 March: a base in the making, a hidden road-watcher, Control by descending Population, and the rear brought up.

The whole March is planned when it is decided on (or, granted by an Event, when first asked about) and then carried out
step by step; each step knows the board it starts from.
"""

from dataclasses import dataclass
from typing import Final

from fitl.board.factions import NVA, US
from fitl.board.pieces import KINDS, NVA_BASE, NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE, NVA_TROOPS
from fitl.board.spaces import CONTROLLABLE, LAOS_CAMBODIA, LAOS_CAMBODIA_MASK, LOC_HUE_DA_NANG, LOCS, SPACE_COUNT
from fitl.bots.flowchart.common import any_choice
from fitl.bots.flowchart.nva.conquest import MOST_CONTROL, gain_control
from fitl.bots.flowchart.nva.manoeuvre import FREE, PAID, Group, Manoeuvre
from fitl.bots.flowchart.nva.units import UNITS, borders_coin, granted, is_first, units
from fitl.bots.mind import Handler, Mind, offered_spaces, option_for
from fitl.bots.script import Move, Script, march_lines
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import NO, YES, Decision, Flow, Option, space_option
from fitl.rules.deck import monsoon
from fitl.rules.forces import available, bases_of, guerrillas, has_room_for_base
from fitl.rules.operations.march import Terms, is_seen
from fitl.state import State

UNITS_FOR_BASE = 4
GUERRILLAS_FOR_BASE = 2
GIAP: Final = 56
PLEI_MEI: Final = 59
AN_LOC_CARD: Final = 71  # its Troops gather for the Attacks that follow


def plan_march(mind: Mind, s: State, terms: Terms = PAID) -> Flow[list[Move]]:
    """A March the diamonds lead to; empty if there is nothing to do, or in Monsoon (2.3.9)."""
    if monsoon(s):
        return []
    march = Manoeuvre(s, terms)
    yield from _walk_bullets(mind, march)
    return march.steps


def _walk_bullets(mind: Mind, march: Manoeuvre) -> Flow[None]:
    yield from make_base(mind, march)
    yield from watch_road(mind, march)
    yield from gain_control(mind, march)
    yield from bring_up_rear(mind, march)


# --- 1: a Base in the making --------------------------------------------------------------------------------------


def _missing(s: State, sp: int) -> tuple[int, int]:
    """How many Guerrillas, and how many units in all, a space lacks for a Base by Rally."""
    of_guerrillas = max(0, GUERRILLAS_FOR_BASE - guerrillas(s, sp, NVA))
    return of_guerrillas, max(of_guerrillas, UNITS_FOR_BASE - units(s, sp))


def _completable(march: Manoeuvre, sp: int) -> bool:
    of_guerrillas, in_all = _missing(march.s, sp)
    if in_all <= 0 or not has_room_for_base(march.s, sp):
        return False
    origins = march.together(march.origins(sp), sp)
    return (
        sum(march.guerrillas_to_go(origin, sp) for origin in origins) >= of_guerrillas
        and sum(march.deliverable(origin, sp) for origin in origins) >= in_all
    )


def make_base(mind: Mind, march: Manoeuvre) -> Flow[None]:
    """1. With a Base Available, bring 1 space of Laos or Cambodia to 4 units, 2 of them Guerrillas."""
    if not available(march.s, NVA_BASE):
        return
    spaces = [sp for sp in LAOS_CAMBODIA if _completable(march, sp)]
    if not spaces:
        return
    sp = yield from choose_space(mind, "nva.march.1", spaces)
    of_guerrillas, in_all = _missing(march.s, sp)
    origins = march.together(march.origins(sp), sp)
    groups: dict[int, Group] = {}
    while in_all:
        spare = {origin: _spare(march, origin, sp, groups.get(origin, {}), of_guerrillas > 0) for origin in origins}
        wanted = of_guerrillas or in_all
        sources = [origin for origin, n in spare.items() if n]
        room = len(sources) if sum(spare.values()) <= wanted else 1  # no die where all of them go
        origin = yield from choose_space(mind, "nva.march.1_source", sources, room=room)
        n = min(wanted, spare[origin])
        order = march.leaving_order(origin, sp, n)
        if of_guerrillas:
            order = tuple(kind for kind in order if kind != NVA_TROOPS)
        groups[origin] = march.pick(origin, n, order, groups.get(origin))
        in_all -= n
        of_guerrillas = max(0, of_guerrillas - n)
    for origin in origins:
        if origin in groups:
            march.go(origin, sp, groups[origin])


def _spare(march: Manoeuvre, origin: int, sp: int, picked: Group, guerrillas_only: bool) -> int:
    """How many more units an origin could send beside those picked."""
    left = march.deliverable(origin, sp) - sum(picked.values())
    if not guerrillas_only:
        return left
    taken = picked.get(NVA_GUERRILLA, 0) + picked.get(NVA_GUERRILLA_ACTIVE, 0)
    return min(left, march.guerrillas_to_go(origin, sp) - taken)


# --- 2: a hidden Guerrilla on a road ------------------------------------------------------------------------------


def watch_road(mind: Mind, march: Manoeuvre) -> Flow[None]:
    """2. One Underground Guerrilla from elsewhere onto a LoC without one, where it stays hidden: a. Hue-Da Nang."""
    s = march.s
    sources = {}
    for loc in LOCS:
        if not s.pieces[loc * KINDS + NVA_GUERRILLA] and not is_seen(s, NVA, loc, 1):
            from_land = [sp for sp in march.origins(loc) if sp < CONTROLLABLE and march.unmoved(sp, NVA_GUERRILLA)]
            if from_land:
                sources[loc] = from_land
    if sources:
        tie = TieBreak("nva.hue_da_nang", lambda sp: sp == LOC_HUE_DA_NANG)
        loc = yield from choose_space(mind, "nva.march.2", list(sources), (tie,))
        origin = yield from choose_space(mind, "nva.march.2_source", sources[loc])
        march.go(origin, loc, {NVA_GUERRILLA: 1})


# --- 4: the rear --------------------------------------------------------------------------------------------------


def bring_up_rear(mind: Mind, march: Manoeuvre) -> Flow[None]:
    """4. Into one space that borders COIN Control in the South: the most Troops that do not border it yet."""
    s = march.s
    rear = [
        sp
        for sp in range(SPACE_COUNT)
        if march.free_to_go(sp) and march.unmoved(sp, NVA_TROOPS) and not borders_coin(s, sp)
    ]
    if not rear:
        return
    arriving = {}
    for sp in range(CONTROLLABLE):
        if borders_coin(s, sp) and (n := _troops_within_reach(march, sp, rear)):
            arriving[sp] = n
    if arriving:
        tie = TieBreak("nva.most_troops", lambda sp: arriving[sp])
        sp = yield from choose_space(mind, "nva.march.4", list(arriving), (tie,))
        _gather(march, sp, rear)


def _troops_within_reach(march: Manoeuvre, sp: int, origins: list[int]) -> int:
    """How many Troops could come from these spaces together."""
    coming = march.together(origins, sp)
    if len(coming) < 2 or not any(march.guards_on(march.way(origin, sp)) for origin in coming):
        return sum(march.troops_to_go(origin, sp) for origin in coming)
    attempt = march.copy()  # of several who pass a Base without guards only the first leave some
    _gather(attempt, sp, coming)
    return attempt.s.pieces[sp * KINDS + NVA_TROOPS] - march.s.pieces[sp * KINDS + NVA_TROOPS]


def _gather(march: Manoeuvre, sp: int, origins: list[int]) -> None:
    for origin in march.together(origins, sp):
        if n := march.troops_to_go(origin, sp):
            march.go(origin, sp, {NVA_TROOPS: n})


# --- Marches granted by Events (8.4.4) ----------------------------------------------------------------------------


def _plan_granted(mind: Mind, s: State, terms: Terms) -> Flow[list[Move]]:
    """A free March: the same bullets within what the text allows; cards 56 and 59 look for US Bases first."""
    march = Manoeuvre(s, terms)
    if s.card == GIAP:
        mind.visit("event.instruction.c56_nva", card=s.card)
    if s.card in (GIAP, PLEI_MEI):
        yield from _reach_us_bases(mind, march, MOST_CONTROL if s.card == GIAP else 1)
    if s.card == GIAP:
        yield from gain_control(mind, march)
    else:
        yield from _walk_bullets(mind, march)
    return march.steps


def _reach_us_bases(mind: Mind, march: Manoeuvre, most: int) -> Flow[None]:
    """Cards 56 and 59: first to US Bases, where the most Troops can come together."""
    for _ in range(most):
        bases = [sp for sp in range(CONTROLLABLE) if bases_of(march.s, sp, US)]
        arriving = {sp: n for sp in bases if (n := _troops_within_reach(march, sp, march.origins(sp)))}
        if not arriving:
            return
        tie = TieBreak("nva.most_troops", arriving.__getitem__)
        sp = yield from choose_space(mind, "nva.march.us_base", list(arriving), (tie,))
        _gather(march, sp, march.origins(sp))


def thrust(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Card 71: to the US Base to which the most Troops can come, else to the City to which they can.

    If nobody can come at all: to Attack a US Base, or with the most Troops.
    """
    mind.visit("event.instruction.i59", card=s.card)
    cities = offered_spaces(decision)
    through = LAOS_CAMBODIA_MASK if s.trail else 0
    arriving = {}
    for sp in cities:
        terms = FREE._replace(allowed=1 << sp, kinds=(NVA_TROOPS,), through=through, left=1)
        march = Manoeuvre(s, terms)
        arriving[sp] = _troops_within_reach(march, sp, march.origins(sp))
    within_reach = [sp for sp in cities if arriving[sp]] or cities
    us_bases = [sp for sp in within_reach if bases_of(s, sp, US)]
    ties = (
        TieBreak("nva.most_troops", arriving.__getitem__),
        TieBreak("nva.most_troops", lambda sp: s.pieces[sp * KINDS + NVA_TROOPS]),
    )
    return space_option((yield from choose_space(mind, "event.instructed", us_bases or within_reach, ties)))


@dataclass(slots=True)
class March(Script):
    """A March as planned."""

    gather: bool = False  # where an Event forces a March: the spare Troops of all origins


# --- answering ----------------------------------------------------------------------------------------------------


def keep_plan(mind: Mind, steps: list[Move]) -> bool:
    """Intend these steps, from the first one on; is there any?"""
    return mind.room(March).intend(march_lines(steps, UNITS))


def march_at_all(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """A free March that may be none: planned when offered, declined if no bullet sends anybody."""
    if keep_plan(mind, (yield from _plan_granted(mind, s, decision.terms(Terms)))):
        return YES
    mind.visit("nva.march.nobody", card=s.card)
    return NO


def march_destination(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """The next step's destination; done when the plan is."""
    script = mind.room(March)
    script.gather = False
    option = script.follow(decision)
    if option is None and is_first(decision):
        keep_plan(mind, (yield from _plan_granted(mind, s, decision.terms(Terms))))
        option = script.follow(decision)
    return option or decision.find("done") or (yield from any_choice(mind, s, decision))


def march_origin(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """The next step's origin, if it leads to the same destination; where an Event forces a March, the spare Troops."""
    script, destination, done = mind.room(March), decision.destination, decision.find("done")
    terms = decision.terms(Terms)
    terms = terms._replace(left=terms.left + 1)  # the destination is one of those it may still enter
    option = script.follow(decision)
    if option is None and done is None and granted(mind, s) and s.card != AN_LOC_CARD:  # nobody asked for the only one
        keep_plan(mind, (yield from _plan_granted(mind, s, terms._replace(allowed=1 << destination))))
        option = script.follow(decision)
    if option is not None:
        return option
    script.gather = granted(mind, s) if done is None else script.gather
    if script.gather:
        march = Manoeuvre(s, terms)
        troops = {sp: march.troops_to_go(sp, destination) for sp in offered_spaces(decision)}
        if spare := [sp for sp in troops if troops[sp]]:
            tie = TieBreak("nva.most_troops", troops.__getitem__)
            room = len(spare)  # all of them go, one after the other
            return space_option((yield from choose_space(mind, "nva.march.gather", spare, (tie,), room)))
    return done or (yield from any_choice(mind, s, decision))


def march_amount(mind: Mind, s: State, decision: Decision) -> Option:
    """As many as planned; unplanned, the units that are free to go."""
    if (option := mind.room(March).follow(decision)) is not None:
        return option
    group = Manoeuvre(s).whole_group(decision.origin, decision.destination)
    low, high = decision.options[0].value, decision.options[-1].value
    return option_for(decision, max(low, min(high, group.get(decision.piece, 0))))


HANDLERS: Final[dict[str, Handler]] = {
    "event.thrust": thrust,
    "event.march_at_all": march_at_all,
    "march.destination": march_destination,
    "march.origin": march_origin,
    "march.amount": march_amount,
}
