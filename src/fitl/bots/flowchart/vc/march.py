"""8.5.3 March: onto LoCs, then to the people, planned as a whole and answered step by step."""

from collections.abc import Sequence
from typing import Final

from fitl.board.factions import NVA, VC
from fitl.board.pieces import VC_GUERRILLA, VC_GUERRILLA_ACTIVE
from fitl.board.spaces import CONTROLLABLE, ECON, LOCS, POP, SPACE_COUNT
from fitl.bots.flowchart.vc.common import loses_coin_control, may_stop, memory, nva_is_player, stop
from fitl.bots.flowchart.vc.movers import Movers, unseen
from fitl.bots.flowchart.vc.tax import finish
from fitl.bots.mind import Handler, Mind, offered_spaces
from fitl.bots.script import Move, Script, march_lines
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import NO, YES, Decision, Flow, Option
from fitl.rules.deck import monsoon
from fitl.rules.forces import coin_pieces, pieces_of, underground
from fitl.rules.operations.march import MOVERS, Terms
from fitl.state import ACTIVE_OPPOSITION, COIN_CONTROL, NVA_CONTROL, State

EVERYWHERE: Final = tuple(range(SPACE_COUNT))
FREE: Final = 99  # more spaces than can be entered


# --- the bullets --------------------------------------------------------------------------------------------------


def _roads(s: State, movers: Movers, spaces: Sequence[int]) -> list[int]:
    """Bullet 1: LoCs of Econ 1 or 2 without an Underground VC Guerrilla that one can reach and stay so."""
    return [
        sp
        for sp in spaces
        if sp in LOCS and ECON[sp] and not underground(s, sp, VC) and unseen(s, sp) and movers.origins(sp, True)
    ]


def _people(movers: Movers, spaces: Sequence[int]) -> list[int]:
    """Bullet 2: Pop 1+ that some Guerrilla can reach and stay Underground."""
    return [sp for sp in spaces if POP[sp] and movers.hidden_groups(sp)]


def _short_of(s: State, sp: int, control: int) -> int:
    """How many VC pieces must come to end this Control; 0 if it is not so Controlled."""
    if sp >= CONTROLLABLE or s.control[sp] != control:
        return 0
    coin, nva, vc = coin_pieces(s, sp), pieces_of(s, sp, NVA), pieces_of(s, sp, VC)
    return coin - nva - vc if control == COIN_CONTROL else nva - coin - vc


def _overturned(s: State, movers: Movers, spaces: Sequence[int], control: int) -> list[int]:
    """Bullets 2c and 3: Pop 1+ where everybody who can come would end this Control, seen or not."""
    found = []
    for sp in spaces:
        need = _short_of(s, sp, control) if POP[sp] else 0
        if need and sum(movers.free[near] for near in movers.origins(sp, False)) >= need:
            found.append(sp)
    return found


def can_march(s: State, free: bool = False) -> bool:
    """8.5.3: is there anything to March for, and no Monsoon? free: whatever the Resources."""
    if monsoon(s):
        return False
    movers = Movers(s)
    if _roads(s, movers, EVERYWHERE):
        return True
    if not s.resources[VC] and not free:
        return False
    return bool(
        _people(movers, EVERYWHERE)
        or _overturned(s, movers, EVERYWHERE, COIN_CONTROL)
        or (nva_is_player(s) and _overturned(s, movers, EVERYWHERE, NVA_CONTROL))
    )


# --- the plan -----------------------------------------------------------------------------------------------------


class _Orders:
    """A March being planned: who may still leave, what may still be entered and paid for, and the groups so far."""

    def __init__(self, s: State, spaces: Sequence[int], budget: int, terms: Terms | None) -> None:
        self.movers = Movers(s) if terms is None else Movers(s, terms.origins)
        self.spaces = [sp for sp in spaces if terms is None or terms.allowed >> sp & 1]
        self.budget = budget
        self.left = SPACE_COUNT if terms is None else terms.left
        self.moves: list[Move] = []

    def open(self) -> Sequence[int]:
        """The spaces that may still be entered."""
        return self.spaces if self.left > 0 else ()

    def open_and_payable(self) -> Sequence[int]:
        return self.open() if self.budget > 0 else ()

    def enter(self, sp: int) -> None:
        self.spaces.remove(sp)
        self.left -= 1
        self.budget -= sp < CONTROLLABLE

    def send(self, sp: int, origin: int, hidden: int, active: int = 0) -> None:
        self.movers.take(origin, hidden, active)
        self.moves.append(Move(sp, origin, {VC_GUERRILLA: hidden, VC_GUERRILLA_ACTIVE: active}))


def plan_march(
    mind: Mind, s: State, spaces: Sequence[int], budget: int, terms: Terms | None = None
) -> Flow[list[Move]]:
    """8.5.3: every move by the bullets, within the terms of an Event that grants the March.

    budget: Resources, 1 for each Province or City entered.
    """
    orders = _Orders(s, spaces, budget, terms)
    movers = orders.movers
    while roads := _roads(s, movers, orders.open()):
        sp = yield from choose_space(mind, "vc.march.1", roads)
        origins = movers.origins(sp, True)
        guarded = [near for near in origins if movers.keeps_hidden_guards(near)]  # the goal is met from there too
        origin = yield from choose_space(mind, "vc.march.origin", guarded or origins)
        orders.send(sp, origin, 1)
        orders.enter(sp)
    not_active = TieBreak("vc.not_opposition", lambda sp: s.support[sp] > ACTIVE_OPPOSITION)
    most_hidden = TieBreak("vc.hidden", lambda sp: sum(n for _, n in movers.hidden_groups(sp)))
    control = TieBreak(
        "vc.coin_control",
        lambda sp: POP[sp] * loses_coin_control(s, sp, 0, sum(n for _, n in movers.hidden_groups(sp))),
    )
    while people := _people(movers, orders.open_and_payable()):
        sp = yield from choose_space(mind, "vc.march.2", people, (not_active, most_hidden, control))
        for origin, n in movers.hidden_groups(sp):
            orders.send(sp, origin, n)
        orders.enter(sp)
    most_pop = TieBreak("vc.coin_control", lambda sp: POP[sp])
    while people := _overturned(s, movers, orders.open_and_payable(), COIN_CONTROL):
        sp = yield from choose_space(mind, "vc.march.2c", people, (not_active, most_pop))
        yield from _send_enough(mind, orders, sp, _short_of(s, sp, COIN_CONTROL))
        orders.enter(sp)
    while nva_is_player(s) and (people := _overturned(s, movers, orders.open_and_payable(), NVA_CONTROL)):
        sp = yield from choose_space(mind, "vc.march.3", people)
        yield from _send_enough(mind, orders, sp, _short_of(s, sp, NVA_CONTROL))
        orders.enter(sp)
    return orders.moves


def _send_enough(mind: Mind, orders: _Orders, sp: int, need: int) -> Flow[None]:
    """As many as end the Control, Active ones first (8.1.2: here all would be seen); origins at random."""
    movers = orders.movers
    while need > 0:
        origins = movers.origins(sp, False)
        room = len(origins) if sum(movers.free[origin] for origin in origins) <= need else 1  # no die where all go
        origin = yield from choose_space(mind, "vc.march.origin", origins, room=room)
        n = min(need, movers.free[origin])
        active = min(n, movers.active[origin])
        orders.send(sp, origin, n - active, active)
        need -= n


class March(Script):
    """A March as planned."""


# --- answering ----------------------------------------------------------------------------------------------------


def _intend(mind: Mind, s: State, spaces: Sequence[int], budget: int, terms: Terms | None) -> Flow[bool]:
    """Plan a March and keep it; does anybody go?"""
    moves = yield from plan_march(mind, s, spaces, budget, terms)
    return memory(mind, s, March).intend(march_lines(moves, MOVERS[VC]))


def march_at_all(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """A free March that may be none: planned when offered, declined if no bullet sends anybody."""
    if (yield from _intend(mind, s, EVERYWHERE, FREE, decision.terms(Terms))):
        return YES
    mind.visit("vc.march.nobody", card=s.card)
    return NO


def march_destination(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """The next destination of the plan; with nothing left to do, the Special Activity and the end."""
    script = memory(mind, s, March)
    if script.lines is None or not (script.fresh or may_stop(decision)):  # the first destination of this March
        budget = s.resources[VC] if decision.cost else FREE
        yield from _intend(mind, s, offered_spaces(decision), budget, decision.terms(Terms))
    return script.follow(decision) or (yield from march_special(mind, s, decision))


def march_group(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """The next group into the destination, and how many of a kind go; all if an Event forces a move nobody planned.

    Where the destination was the only one possible nobody was asked about it, and all is planned now.
    """
    script = memory(mind, s, March)
    if script.lines is None:
        terms = decision.terms(Terms) if "terms" in decision.params else None  # not if there is but one origin either
        if terms is not None:
            terms = terms._replace(left=terms.left + 1)  # this space is one of those it may enter
        yield from _intend(mind, s, [decision.destination], FREE, terms)
    if (option := script.follow(decision)) is not None:
        return option
    return decision.options[-1] if decision.kind == "march.amount" else (yield from stop(mind, decision))


def march_special(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.5.3: Ambush with 1+ Resource; if there is none to lay, Tax, else Subvert."""
    ambush = decision.find("sa:ambush")
    if ambush is not None and may_stop(decision):
        if s.resources[VC]:
            mind.visit("vc.march.ambush")
            return ambush
        mind.visit("vc.march.no_ambush")
    return (yield from finish(mind, s, decision))


HANDLERS: Final[dict[str, Handler]] = {
    "event.march_at_all": march_at_all,
    "march.destination": march_destination,
    "march.origin": march_group,
    "march.amount": march_group,
}
