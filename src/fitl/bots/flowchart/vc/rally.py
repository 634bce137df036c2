"""8.5.2 Rally: Bases where four Guerrillas stand, then Guerrillas in up to six spaces in all."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from fitl.board.factions import VC
from fitl.board.pieces import VC_BASE, VC_GUERRILLA
from fitl.board.spaces import CONTROLLABLE, POP, SOUTH_MASK
from fitl.bots.flowchart.shared import take, yes_no
from fitl.bots.flowchart.vc.agitate import KeptBack, total_shift
from fitl.bots.flowchart.vc.common import loses_coin_control, loses_nva_control, may_stop, memory, nva_is_player
from fitl.bots.flowchart.vc.tax import finish, tax_when_broke, would_tax, would_tax_when_broke
from fitl.bots.mind import Handler, Mind, offered_spaces, option_for
from fitl.bots.rehearsal import rehearse
from fitl.bots.select import TieBreak, best_of, choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.lasting import CADRES_SHADED
from fitl.rules.activities import tax
from fitl.rules.control import on_map
from fitl.rules.forces import arvn_cubes, available, bases_of, guerrillas, has_room_for_base, pieces_of, underground
from fitl.rules.menu import ACCOMPANYING, carry_out
from fitl.rules.operation import Activity, Operation
from fitl.rules.operations.rally import BASE_PRICE
from fitl.state import NEUTRAL, State

MOST_SPACES: Final = 6
FRESH_SPACES: Final = 2  # spaces without VC pieces that step 1 of bullet 2 enters
UNASKED: Final = -1  # stands for a first space that was the only one possible, which nobody is asked about
ENOUGH: Final = 4  # Guerrillas that make a Base, or guard one Underground

Bullet = tuple[str, list[int]]

# --- the bullets --------------------------------------------------------------------------------------------------


def open_spaces(s: State) -> list[int]:
    """Where VC may Rally at all: no Support."""
    return [sp for sp in range(CONTROLLABLE) if s.support[sp] <= NEUTRAL]


def makes_base(s: State, sp: int) -> bool:
    """Bullet 1: four or more Guerrillas, room for a Base, and one Available."""
    return guerrillas(s, sp, VC) >= ENOUGH and available(s, VC_BASE) > 0 and has_room_for_base(s, sp)


def recruits(s: State, sp: int) -> int:
    """How many Guerrillas a Rally here places: Population and Bases at a VC Base, one elsewhere."""
    bases = bases_of(s, sp, VC)
    return min(available(s, VC_GUERRILLA), POP[sp] + bases if bases else 1)


def rally_bullet(s: State, spaces: Sequence[int], fresh: int, anywhere: bool = False) -> Bullet | None:
    """The first bullet with a candidate.

    fresh: how many spaces without VC pieces may still be entered. anywhere: step 4 looks abroad too.
    """
    found = [sp for sp in spaces if makes_base(s, sp)]
    if found:
        return "vc.rally.1", found
    if not available(s, VC_GUERRILLA):
        return None
    if fresh:
        empty = [sp for sp in spaces if not pieces_of(s, sp, VC)]
        found = [sp for sp in empty if arvn_cubes(s, sp)]
        if found:
            return "vc.rally.2_1a", found
        found = [sp for sp in empty if POP[sp]]
        if found:
            return "vc.rally.2_1b", found
    found = [sp for sp in spaces if bases_of(s, sp, VC) and underground(s, sp, VC) < ENOUGH]
    if found:
        return "vc.rally.2_2", found
    found = [sp for sp in spaces if 0 < guerrillas(s, sp, VC) < ENOUGH]
    if found:
        return "vc.rally.2_3", found
    found = [sp for sp in spaces if anywhere or SOUTH_MASK >> sp & 1]
    return ("vc.rally.2_4", found) if found else None


def _ties(s: State) -> tuple[TieBreak, ...]:
    """a. to remove COIN Control at Pop 1+; b. if NVA is a player, NVA Control at Pop 1+."""
    coin = TieBreak("vc.coin_control", lambda sp: bool(POP[sp]) and loses_coin_control(s, sp, 0, recruits(s, sp)))
    if not nva_is_player(s):
        return (coin,)
    nva = TieBreak("vc.nva_control", lambda sp: bool(POP[sp]) and loses_nva_control(s, sp, recruits(s, sp)))
    return coin, nva


def spaces_are_named(s: State, spaces: Sequence[int], done: Sequence[int]) -> bool:
    """8.4.4: does an Event name the spaces of a free Rally? Then others that VC could Rally in are not offered.

    Asked only with Guerrillas Available, for step 4: without Support any Province or City will do then.
    """
    return any(sp not in spaces and sp not in done for sp in open_spaces(s))


# --- would it? ----------------------------------------------------------------------------------------------------


def can_rally(mind: Mind, s: State) -> bool:
    """8.5.2, 8.1.C: would Rally do anything, after a Tax if VC has no Resources?"""
    if not s.resources[VC]:
        if not would_tax(s):
            return False
        s = rehearse(mind, s, lambda copy: tax.tax(copy, Activity(copy, VC, "tax")))
        if not s.resources[VC]:
            return False
    return rally_bullet(s, open_spaces(s), FRESH_SPACES) is not None


def bases_by_rally(mind: Mind, s: State) -> int:
    """V4: how many Bases would a Rally put down, the pause to Tax included?"""
    found = sum(makes_base(s, sp) for sp in open_spaces(s))
    found = min(found, available(s, VC_BASE), MOST_SPACES)
    if found <= s.resources[VC] or not can_rally(mind, s):
        return min(found, s.resources[VC])
    before = on_map(s, VC_BASE)
    after = rehearse(
        mind, s, lambda copy: carry_out(copy, Operation(copy, VC, "rally", activities=ACCOMPANYING[VC, "rally"]))
    )
    return on_map(after, VC_BASE) - before


@dataclass(slots=True)
class RallySoFar:
    """A Rally so far."""

    spaces: list[int] = field(default_factory=lambda: [UNASKED])
    fresh: int = 0  # those where no VC Base is
    price: int = 0  # of each space
    will_tax: bool = False  # will Tax come at 0 Resources?


# --- answering ----------------------------------------------------------------------------------------------------


def rally_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.5.2: where to Rally next, with a pause to Tax at 0 Resources."""
    option = tax_when_broke(mind, s, decision, "vc.rally.tax")
    if option is not None:
        return option
    kept = memory(mind, s, RallySoFar)
    spaces = offered_spaces(decision)
    if spaces and not may_stop(decision):  # the first space of this Rally
        kept.spaces = []
        kept.fresh = 0
    kept.price = decision.cost or 0
    kept.will_tax = decision.find("sa:tax") is not None and would_tax_when_broke(s)
    done = kept.spaces
    used = len(done)
    fresh = FRESH_SPACES - kept.fresh
    if used >= MOST_SPACES and may_stop(decision):
        if spaces:
            mind.visit("vc.rally.cap")
        return (yield from finish(mind, s, decision))
    bullet = rally_bullet(s, spaces, fresh, not decision.cost and spaces_are_named(s, spaces, done))
    if bullet is None:
        return (yield from finish(mind, s, decision))
    node, candidates = bullet
    room = min(MOST_SPACES - used, s.resources[VC]) if decision.cost else 1
    if node == "vc.rally.1":
        room = _room_to_agitate(s, candidates, min(room, available(s, VC_BASE)))
        sp = yield from choose_space(mind, node, candidates, (), room)
    else:
        if node in ("vc.rally.2_1a", "vc.rally.2_1b"):
            kept.fresh += 1
            room = min(room, fresh)
        if sum(recruits(s, sp) for sp in candidates) > available(s, VC_GUERRILLA):
            room = 1
        room = _room_to_agitate(s, best_of(candidates, _ties(s)), room)
        sp = yield from choose_space(mind, node, candidates, _ties(s), room)
    done.append(sp)
    return take(decision, sp)


def _room_to_agitate(s: State, candidates: Sequence[int], room: int) -> int:
    """Card 116 shaded: one of the spaces with a VC Base is Agitated, the first of those that are worth it alike.

    Where all of them take the last Resources, it is the first of all.
    """
    worth = [_worth(s, sp) for sp in candidates if bases_of(s, sp, VC) and total_shift(s, sp)]
    if not s.effects & CADRES_SHADED or len(worth) < 2:
        return room
    return 1 if worth.count(max(worth)) > 1 or s.resources[VC] <= len(candidates) else room


def _worth(s: State, sp: int) -> tuple[int, bool]:
    """8.5.5: a. greatest total shift; c. no Terror (b. any Support: nobody Rallies there)."""
    return total_shift(s, sp), not s.terror[sp]


def rally_method(mind: Mind, s: State, decision: Decision) -> Option:
    """A Base where four Guerrillas are, otherwise Guerrillas; flipping all Underground is never chosen."""
    if makes_base(s, decision.space) and decision.find("base"):
        return option_for(decision, "base")
    return decision.find("place") or decision.options[0]


def rally_guerrillas(mind: Mind, s: State, decision: Decision) -> Option:
    """As many as allowed, of those Available."""
    most = max(1, min(len(decision.options), available(s, VC_GUERRILLA)))
    return option_for(decision, most)


def rally_active(mind: Mind, s: State, decision: Decision) -> Option:
    """8.1.2: Active Guerrillas are spent first for a Base."""
    return decision.options[-1]


def rally_agitate(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 116 shaded: Agitate by 8.5.5 in one of the spaces, with what the bullets leave of the Resources.

    Not yet, if a better space is sure to come.
    """
    sp = decision.space
    kept = memory(mind, s, RallySoFar)
    others = [other for other in open_spaces(s) if other != sp and other not in kept.spaces]
    left = MOST_SPACES - len(kept.spaces)
    kept_back = 0 if kept.will_tax else kept.price * min(left, _spaces_to_come(s, others, FRESH_SPACES - kept.fresh))
    memory(mind, s, KeptBack).resources = kept_back
    to_come = [
        other
        for other in others
        if bases_of(s, other, VC)
        and (makes_base(s, other) or (underground(s, other, VC) < ENOUGH and available(s, VC_GUERRILLA)))
    ]
    sure = len(to_come) <= left and kept.price * len(to_come) < s.resources[VC]
    waits = sure and any(_worth(s, other) > _worth(s, sp) for other in to_come)
    agitates = total_shift(s, sp, kept_back) > 0 and not waits
    mind.visit("vc.rally.agitate", space=sp, answer=yes_no(agitates))
    return option_for(decision, yes_no(agitates))


def _spaces_to_come(s: State, others: Sequence[int], fresh: int) -> int:
    """In how many more of these spaces the bullets would Rally, as far as pieces are Available."""
    building = sum(makes_base(s, sp) for sp in others)
    n = min(building, available(s, VC_BASE))
    waiting = available(s, VC_GUERRILLA) + BASE_PRICE * n
    empty = [sp for sp in others if not pieces_of(s, sp, VC)]
    based = [sp for sp in others if bases_of(s, sp, VC) and underground(s, sp, VC) < ENOUGH and not makes_base(s, sp)]
    entered = min(fresh, waiting, sum(arvn_cubes(s, sp) > 0 or POP[sp] > 0 for sp in empty))
    waiting -= entered
    filled = 0
    for sp in based:
        if waiting > 0:
            waiting -= recruits(s, sp)
            filled += 1
    alone = sum(SOUTH_MASK >> sp & 1 or sp not in empty for sp in others if not makes_base(s, sp) and sp not in based)
    return n + entered + filled + max(0, min(waiting, alone - entered))


HANDLERS: Final[dict[str, Handler]] = {
    "rally.space": rally_space,
    "rally.method": rally_method,
    "rally.guerrillas": rally_guerrillas,
    "rally.active": rally_active,
    "rally.agitate": rally_agitate,
}
