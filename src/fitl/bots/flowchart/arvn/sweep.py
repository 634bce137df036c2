"""8.7.5 Sweep: where Guerrillas hide among ARVN units, then to gain Control."""

from typing import Final

from fitl.board.factions import VC
from fitl.board.pieces import ARVN_TROOPS, KINDS, POLICE, US_TROOPS
from fitl.board.spaces import JUNGLE_MASK, POP, spaces_of
from fitl.bots.flowchart.arvn.pieces import arvn_units, control_slack, insurgent_bases, needed_for_control
from fitl.bots.flowchart.arvn.plan import COST, SweepPlan, activity, can_pay, cap_of, forced, offers_done, plan_of
from fitl.bots.flowchart.arvn.raid import would_raid
from fitl.bots.flowchart.arvn.targets import POPULATION, most
from fitl.bots.flowchart.arvn.transport import plan_transport
from fitl.bots.flowchart.events import handle_event
from fitl.bots.flowchart.shared import choose_next, coin_units, hidden, take
from fitl.bots.flowchart.sweep_moves import SweepMoves
from fitl.bots.flowchart.us.koreans import is_roks, koreans_assault, koreans_campaign, koreans_moves
from fitl.bots.mind import Mind, offered_spaces, option_for
from fitl.bots.script import move_lines
from fitl.bots.select import TieBreak, best_of, choose_space, random_space
from fitl.decisions import Decision, Flow, Option
from fitl.lasting import COBRAS
from fitl.rules.forces import underground
from fitl.rules.operations.sweep import COBRAS_SPACES, Terms, sweep_sources
from fitl.state import NEUTRAL, State

KEEP_UNITS: Final = 3  # in every origin
_SENT: Final = (POLICE, ARVN_TROOPS, US_TROOPS)  # who goes first where an Event has others Sweep along (cards 70, 99)


class Muster(SweepMoves):
    """A Sweep being planned within the terms of the Event that grants it, if one does: where it is, who moves in.

    Where others Sweep along the priorities stay ARVN's (8.4.4).
    """

    def __init__(self, s: State, terms: Terms) -> None:
        super().__init__(s)
        self.terms = terms
        self.movers = [kind for kind in _SENT if kind in terms.movers]
        self.swept = list(terms.spaces)

    def finding(self, sp: int) -> int:
        """Pieces that find Guerrillas in a space."""
        return sum(self.board.pieces[sp * KINDS + kind] for kind in self.terms.sweepers)

    def short(self, sp: int) -> int:
        """How many more pieces would find every Guerrilla there."""
        return max(0, hidden(self.board, sp) * (2 if JUNGLE_MASK >> sp & 1 else 1) - self.finding(sp))

    def spare(self, sp: int) -> int:
        """How many may leave: COIN Control, the last 3 COIN units and the finders a Sweep space needs stay."""
        able = sum(self.unmoved(sp, kind) for kind in self.movers)
        if not able:
            return 0
        able = min(able, control_slack(self.board, sp), coin_units(self.board, sp) - KEEP_UNITS)
        if sp in self.swept:
            wanted = hidden(self.board, sp) * (2 if JUNGLE_MASK >> sp & 1 else 1)
            able = min(able, self.finding(sp) - wanted)
        return max(0, able)

    def origins(self, sp: int) -> dict[int, int]:
        """Who could come into a space: spare pieces by origin."""
        return {
            origin: n
            for origin in spaces_of(sweep_sources(self.board, sp) & self.terms.origins)
            if (n := self.spare(origin))
        }

    def send(self, mind: Mind, sp: int, n: int) -> Flow[None]:
        """Bring up to n pieces, each time from where most can be spared."""
        while n > 0 and (origins := self.origins(sp)):
            tied = best_of(list(origins), (most("arvn.spare_troops", origins),))
            origin = yield from random_space(mind, tied)
            going = min(n, origins[origin])
            n -= going
            self.bring(going, self.movers, origin, sp)


# --- planning -----------------------------------------------------------------------------------------------------


def follows_sheet(mind: Mind, s: State) -> bool:
    """Does ARVN execute card 70 by the instruction sheet, against the printed example?"""
    return mind.settings.card70_arvn == "sheet" and is_roks(s)


def roks_assault(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`event.roks_assault`: by the sheet where cards 11 and 14 help most, else as any Event (8.4.4)."""
    by_sheet = follows_sheet(mind, s)
    return (yield from (koreans_assault if by_sheet else handle_event)(mind, s, decision))


def spaces_at_most(mind: Mind, s: State, terms: Terms) -> int:
    """How many spaces may be selected and can be paid for."""
    cap = min(terms.left, cap_of(mind, s))
    while cap and not can_pay(mind, s, cap * COST):
        cap -= 1
    return cap


def plan_sweep(mind: Mind, s: State, offered: list[int], terms: Terms) -> Flow[None]:
    """Bullets 2 to 4: the spaces, and who moves into them."""
    if follows_sheet(mind, s):
        spaces, moves = yield from koreans_campaign(mind, s, offered)
        plan_of(mind, s).sweep = SweepPlan(spaces, moves)
        return
    muster = Muster(s, terms)
    cap = spaces_at_most(mind, s, terms)
    found = [sp for sp in offered if arvn_units(s, sp) and hidden(s, sp)]
    ties = (
        TieBreak("arvn.support", lambda sp: s.support[sp] > NEUTRAL),
        TieBreak("arvn.vc_underground", lambda sp: underground(s, sp, VC) > 0),
        POPULATION,
    )
    while found and len(muster.swept) < cap:
        room = cap - len(muster.swept)
        if s.effects & COBRAS and len(found) + len(muster.swept) > COBRAS_SPACES:
            room = 1  # card 13 helps in the first two
        chosen = yield from choose_next(mind, "arvn.sweep.2", found, ties, room)
        found.remove(chosen)
        muster.swept.append(chosen)
    yield from _find_most(mind, muster)
    yield from _gain_control(mind, muster, offered, cap)
    plan_of(mind, s).sweep = SweepPlan(muster.swept, muster.moves())


def plan_moves(mind: Mind, s: State, terms: Terms) -> Flow[SweepPlan]:
    """The same with the spaces settled: bullets 3 and 4 within them."""
    if follows_sheet(mind, s):
        moves = yield from koreans_moves(mind, s, list(terms.spaces))
        return SweepPlan(list(terms.spaces), moves)
    muster = Muster(s, terms)
    yield from _find_most(mind, muster)
    yield from _gain_control(mind, muster, [], 0)
    return SweepPlan(muster.swept, muster.moves())


def _find_most(mind: Mind, muster: Muster) -> Flow[None]:
    """Bullet 3: pieces move where they Activate most, one for one before Jungle; then to add Control."""
    board = muster.board
    while True:
        gains = {}
        for sp in muster.swept:
            step = 2 if JUNGLE_MASK >> sp & 1 else 1
            coming = sum(muster.origins(sp).values())
            usable = min(muster.short(sp), coming)
            usable -= (muster.short(sp) - usable) % step  # half a find is none
            if usable > 0:
                gains[sp] = usable
        if not gains:
            return
        control = {sp: POP[sp] if 0 < needed_for_control(board, sp) <= gains[sp] else 0 for sp in gains}
        ties = (
            TieBreak("arvn.open_ground", lambda sp: not JUNGLE_MASK >> sp & 1),
            most("arvn.control", control),
        )
        chosen = yield from choose_space(mind, "arvn.sweep.3", list(gains), ties)
        yield from muster.send(mind, chosen, gains[chosen])


def _gain_control(mind: Mind, muster: Muster, offered: list[int], cap: int) -> Flow[None]:
    """Bullet 4: into Sweep spaces and further ones to add COIN Control; if none, to one Insurgent Base."""
    board = muster.board
    gained = False
    while True:
        room = len(muster.swept) < cap
        gains = {}
        for sp in dict.fromkeys((*muster.swept, *offered)):
            if room or sp in muster.swept:
                needed = needed_for_control(board, sp)
                if 0 < needed <= sum(muster.origins(sp).values()):
                    gains[sp] = needed
        if not gains:
            break
        chosen = yield from choose_space(mind, "arvn.sweep.4", list(gains), (POPULATION,))
        if chosen not in muster.swept:
            muster.swept.append(chosen)
        yield from muster.send(mind, chosen, gains[chosen])
        gained = True
    if not gained and len(muster.swept) < cap:
        bases = [sp for sp in offered if sp not in muster.swept and insurgent_bases(board, sp) and muster.origins(sp)]
        if bases:
            chosen = yield from choose_space(mind, "arvn.sweep.4_base", bases)
            muster.swept.append(chosen)
            yield from muster.send(mind, chosen, sum(muster.origins(chosen).values()))


# --- answers ------------------------------------------------------------------------------------------------------


def sweep_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`sweep.space`: Raid if possible; then the planned spaces in turn."""
    plan = plan_of(mind, s)
    offered = offered_spaces(decision)
    if not offers_done(decision):
        raid = activity(decision, "raid")
        if raid is not None and not plan.activity and (yield from would_raid(mind, s)):
            plan.activity = "raid"
            mind.visit("arvn.sweep.1")
            return raid
        plan.swept = []
        if plan.drawn is None:
            yield from plan_sweep(mind, s, offered, decision.terms(Terms))
        else:
            plan.sweep, plan.drawn = plan.drawn, None
    if plan.sweep is None:
        plan.sweep = SweepPlan()
    swept = plan.swept
    waiting = [sp for sp in plan.sweep.spaces if sp in offered and sp not in swept]
    if waiting:
        swept.append(waiting[0])
        return take(decision, waiting[0])
    if (done := decision.find("done")) is not None:
        return done
    option = yield from forced(mind, s, decision)
    swept.append(option.spaces[0])
    return option


def sweep_destination(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`sweep.destination`: the next planned move; planned again if an Event has settled or cut down the spaces."""
    terms = decision.terms(Terms)
    plan = plan_of(mind, s)
    sweep = plan.sweep
    if sweep is None or (not sweep.moving and not set(sweep.spaces) <= set(terms.spaces)):
        sweep = plan.sweep = yield from plan_moves(mind, s, terms)
    if not sweep.moving:
        sweep.moving = True
        plan.moves.intend(move_lines("sweep", sweep.moves))
    if (option := plan.moves.follow(decision)) is not None:
        return option
    plan.sweep = None
    return option_for(decision, "done")


def sweep_next(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`sweep.next`: with the moves made, Transport if there was no Raid; then Sweep in any order."""
    plan = plan_of(mind, s)
    transport = activity(decision, "transport")
    if transport is not None and not plan.activity:
        plan.activity = "none"
        if (yield from plan_transport(mind, s, "sweep")):
            plan.activity = "transport"
            mind.visit("arvn.sweep.5")
            return transport
    return next(option for option in decision.options if option.spaces)


def sweep_guerrillas(mind: Mind, s: State, decision: Decision) -> Option:
    """`sweep.nva_guerrillas`: as few NVA Guerrillas as possible: VC come first (8.1.2)."""
    mind.visit("arvn.sweep.6", space=decision.space)
    return decision.options[0]
