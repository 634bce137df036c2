"""8.8.3 Sweep: select spaces with Underground Guerrillas, move US Troops in, Air Lift or Air Strike, Activate."""

from typing import Final

from fitl.board.factions import US
from fitl.board.pieces import ARVN_TROOPS, US_TROOPS
from fitl.board.spaces import NORTH_VIETNAM, SOUTH_MASK, in_laos_cambodia, mask_of, spaces_of
from fitl.bots.flowchart.shared import choose_next, hidden, in_event, take
from fitl.bots.flowchart.sweep_moves import SweepMoves
from fitl.bots.flowchart.us.air_lift import plan_lift
from fitl.bots.flowchart.us.choices import fallback, kept
from fitl.bots.flowchart.us.goals import SWEEP_GOALS, may_enter, order_of_spaces
from fitl.bots.flowchart.us.koreans import SweepPlan, is_roks, koreans_moves, koreans_space
from fitl.bots.flowchart.us.spare import finds, needed_for_sweep, spare_troops, sweepers
from fitl.bots.mind import Handler, Mind, offered_spaces, option_for
from fitl.bots.rehearsal import rehearse
from fitl.bots.script import Move, move_lines
from fitl.bots.select import TieBreak, best_of, choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.lasting import BOOBY_TRAPS_SHADED, CAPS_SHADED, COBRAS
from fitl.rules.menu import carry_out
from fitl.rules.operation import Operation
from fitl.rules.operations.sweep import COBRAS_SPACES, MOVERS, SWEEPERS, Terms, selectable, sweep_sources
from fitl.state import State

WITHOUT_US = 2  # spaces selected where no US piece is
LANDINGS = (62, 67)  # I62: cards on which every origin keeps 3 COIN cubes
CUBES_KEPT = 3
CAPPED = 2  # spaces with shaded Booby Traps (card 101) or Combined Action Platoons (card 18)

LAOS_CAMBODIA_FIRST: Final = TieBreak("us.laos_cambodia", in_laos_cambodia)


def wanted(s: State, sp: int) -> bool:
    """Underground Guerrillas are here; outside the South only Nixon Sweeps, unless an Event orders it."""
    if sp == NORTH_VIETNAM or not hidden(s, sp):
        return False
    return bool(SOUTH_MASK >> sp & 1) or s.us_policy == "nixon" or in_event(s)


# --- selecting ----------------------------------------------------------------------------------------------------


def sweep_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """1. Every space with US pieces, then up to two without."""
    done = decision.find("done")
    plan = kept(mind, SweepPlan, s, new=done is None)
    if is_roks(s):
        sp = yield from koreans_space(mind, s, offered_spaces(decision), plan)
    else:
        spaces = [sp for sp in offered_spaces(decision) if wanted(s, sp)]
        sp = yield from _next_space(mind, s, spaces, plan, decision.terms(Terms).left)
    if sp is None:
        if done is not None:
            return done
        sp = yield from choose_space(mind, "us.sweep.must", offered_spaces(decision), order_of_spaces(s))
    plan.spaces.append(sp)
    return take(decision, sp)


def _next_space(mind: Mind, s: State, spaces: list[int], plan: SweepPlan, most: int) -> Flow[int | None]:
    event = in_event(s)
    capped = bool(s.effects & (BOOBY_TRAPS_SHADED | CAPS_SHADED)) and not event
    left = min(most, CAPPED - len(plan.spaces)) if capped else most
    if capped and left <= 0:
        if spaces:
            mind.visit("us.sweep.cap")
        return None
    if s.effects & COBRAS and len(spaces) + len(plan.spaces) > COBRAS_SPACES:
        left = min(left, 1)  # card 13 helps in the first two
    with_us = [sp for sp in spaces if s.force[sp * 4 + US]]
    if with_us:
        return (yield from choose_next(mind, "us.sweep.1", with_us, order_of_spaces(s), left))
    if not event:
        left = min(left, WITHOUT_US - plan.without)
    if not spaces or left <= 0:
        return None
    plan.without += 1
    return (yield from choose_next(mind, "us.sweep.1b", spaces, order_of_spaces(s), left))


# --- moving in ----------------------------------------------------------------------------------------------------


class _Moves(SweepMoves):
    """Moves being planned within the terms of the Event that grants the Sweep, if one does."""

    def __init__(self, s: State, selected: list[int], terms: Terms) -> None:
        super().__init__(s)
        self.selected = selected
        self.kinds = [kind for kind in (US_TROOPS, ARVN_TROOPS) if kind in terms.movers]
        self.near = {sp: sweep_sources(s, sp) & terms.origins for sp in selected}
        self.keep = CUBES_KEPT if in_event(s) and s.card in LANDINGS else 0

    def spare(self, origin: int) -> int:
        """Troops that may leave and have not come this Sweep."""
        board = self.board
        if not any(self.unmoved(origin, kind) for kind in self.kinds):
            return 0
        needed = needed_for_sweep(board, origin) if origin in self.selected else 0
        spare = spare_troops(board, origin, needed, self.keep)
        able = sum([self.unmoved(origin, kind) for kind in self.kinds])
        return min(able, spare.both if ARVN_TROOPS in self.kinds else spare.us)

    def sources(self, sp: int) -> dict[int, int]:
        """Where spare Troops could come from."""
        return {origin: n for origin in spaces_of(self.near[sp]) if (n := self.spare(origin))}

    def send(self, mind: Mind, sp: int, n: int) -> Flow[None]:
        """Move n Troops in: from Laos and Cambodia first, tied origins at random."""
        while n:
            sources = self.sources(sp)
            origins = list(sources)
            if sum(sources.values()) <= n:  # all of them come anyhow
                origins = [mind.any_of(origins)]
            origin = yield from choose_space(mind, "us.sweep.origin", origins, (LAOS_CAMBODIA_FIRST,))
            moving = min(n, sources[origin])
            self.bring(moving, self.kinds, origin, sp)
            n -= moving


def plan_moves(mind: Mind, s: State, selected: list[int], terms: Terms) -> Flow[list[Move]]:
    """2. Enough to Activate all; in a second pass more than half; then to add COIN Control. Nothing if short."""
    moves = _Moves(s, selected, terms)
    for letter, need in SWEEP_GOALS:
        while True:
            lacking = {}
            for sp in selected:
                n = need(moves.board, sp, terms.sweepers)
                if n > 0 and may_enter(moves.board, sp):
                    sources = moves.sources(sp)
                    if sum(sources.values()) >= n:
                        lacking[sp] = n, sources
            if not lacking:
                break
            order = order_of_spaces(moves.board)
            tied = best_of(list(lacking), order)
            spaces = list(lacking) if _compete([lacking[sp] for sp in tied]) else [mind.any_of(tied)]
            sp = yield from choose_space(mind, "us.sweep.2" + letter, spaces, order)
            yield from moves.send(mind, sp, lacking[sp][0])
    return moves.moves()


def _compete(wants: list[tuple[int, dict[int, int]]]) -> bool:
    """Can the order matter? Not if no two share an origin, or all have the same one and it suffices for them."""
    seen = 0
    shared = False
    for _, sources in wants:
        mask = mask_of(sources)
        shared = shared or bool(seen & mask)
        seen |= mask
    if not shared:
        return False
    return seen.bit_count() > 1 or sum(n for n, _ in wants) > max(wants[0][1].values())


def sweep_destination(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Answer from the planned moves; when they are done, 3. Air Lift under JFK or Nixon."""
    terms = decision.terms(Terms)
    plan = kept(mind, SweepPlan, s)
    if plan.moves.lines is not None and not set(plan.spaces) <= set(terms.spaces):
        plan = kept(mind, SweepPlan, s, new=True)  # another Sweep, whose only space nobody asked about
    plan.spaces = selected = list(terms.spaces)
    if plan.moves.lines is None:
        planner = koreans_moves(mind, s, selected) if is_roks(s) else plan_moves(mind, s, selected, terms)
        plan.moves.intend(move_lines("sweep", (yield from planner)))
    if (option := plan.moves.follow(decision)) is not None:
        return option
    lift = decision.find("sa:air_lift")
    if lift is not None and s.us_policy in ("jfk", "nixon") and not plan.lift_considered:
        plan.lift_considered = True
        flights = yield from plan_lift(mind, s, "sweep", selected)
        if flights is not None:
            mind.visit("us.sweep.3", policy=s.us_policy)
            mind.keep(flights)
            return lift
    return option_for(decision, "done")


def sweep_origin(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """The planned origin."""
    return kept(mind, SweepPlan, s).moves.follow(decision) or (yield from fallback(mind, decision))


def sweep_amount(mind: Mind, s: State, decision: Decision) -> Option:
    """The planned number, and as few other pieces as may be."""
    return kept(mind, SweepPlan, s).moves.follow(decision) or decision.options[0]


# --- Activating ---------------------------------------------------------------------------------------------------


def activate_vc_first(mind: Mind, s: State, decision: Decision) -> Option:
    """4. VC Guerrillas are Activated before NVA ones (8.1.2)."""
    mind.visit("us.sweep.4", space=decision.space, n=decision.number("n"))
    return decision.options[0]


def sweep_next(mind: Mind, s: State, decision: Decision) -> Option:
    """The spaces one after the other; no Special Activity in between."""
    return decision.options[0]


# --- would it do anything -----------------------------------------------------------------------------------------


def sweep_works(mind: Mind, s: State, lift: bool = True) -> bool:
    """8.1.C: would a Sweep Activate or move anybody? Looked at in place first, else thought through."""
    spaces = [sp for sp in spaces_of(selectable(s, MOVERS[US], SWEEPERS[US])) if wanted(s, sp)]
    if not spaces:
        return False
    if any(finds(sp, sweepers(s, sp)) for sp in spaces):
        return True
    activities = ("air_lift",) if lift and s.us_policy != "lbj" else ()
    after = rehearse(mind, s, lambda board: carry_out(board, Operation(board, US, "sweep", activities=activities)))
    return after.pieces != s.pieces


HANDLERS: Final[dict[str, Handler]] = {
    "sweep.space": sweep_space,
    "sweep.destination": sweep_destination,
    "sweep.origin": sweep_origin,
    "sweep.amount": sweep_amount,
    "sweep.next": sweep_next,
    "sweep.nva_guerrillas": activate_vc_first,
}
