"""Pacification and Agitation (3.2.1, 6.3): buying Terror off a space, then levels of Support or Opposition."""

from collections.abc import Callable
from typing import NamedTuple

from fitl.board.cards import KY
from fitl.board.factions import ARVN
from fitl.board.spaces import POP
from fitl.decisions import Decision, Flow, choice
from fitl.lasting import BLOWTORCH_KOMER
from fitl.rules.control import shift
from fitl.rules.economy import can_afford, pay, spend, spends_points
from fitl.rules.forces import remove_terror
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, State

MAX_LEVELS = 2  # per space (3.2.1, 6.3)
MORE = choice("more")
STOP = choice("stop")


class Purchase(NamedTuple):
    """Steps bought in one space, toward Active Support (+1) or Active Opposition (-1)."""

    by: int
    space: int
    price: int
    rule: str
    ask: str
    direction: int


def pacification_price(s: State, support_phase: bool) -> int:
    """3 ARVN Resources per Terror marker or level; 4 under Ky (2.4.1); 1 by card 16, in the Support Phase only.

    5.1.2: of Ky and card 16 the later prevails. Ky's arrival discards card 16, so here 16 is the later one.
    """
    if support_phase and (s.effects & BLOWTORCH_KOMER or spends_points(s, ARVN)):
        return 1
    return 4 if s.leader == KY and not s.leader_silenced else 3


def can_pacify_further(
    s: State, by: int, sp: int, price: int, levels: int = MAX_LEVELS, ceiling: int = ACTIVE_SUPPORT
) -> bool:
    """Is there Terror to remove or a level to gain here, and can the Faction pay for it?"""
    if not can_afford(s, by, price):
        return False
    return s.terror[sp] > 0 or (levels > 0 and POP[sp] > 0 and s.support[sp] < ceiling)


def can_agitate_further(s: State, by: int, sp: int, levels: int = MAX_LEVELS, price: int = 1) -> bool:
    """6.3.2: is there Terror to remove or a level to gain for Opposition here, and can the Faction pay for it?"""
    if s.resources[by] < price:
        return False
    return s.terror[sp] > 0 or (levels > 0 and POP[sp] > 0 and s.support[sp] > ACTIVE_OPPOSITION)


def pacify(
    s: State, by: int, sp: int, price: int, rule: str, levels: int = MAX_LEVELS, ceiling: int = ACTIVE_SUPPORT
) -> Flow[int]:
    """Remove all Terror, then shift up to `levels` toward Active Support, paying each step; returns levels gained."""

    def can_go_on(left: int) -> bool:
        return can_pacify_further(s, by, sp, price, left, ceiling)

    def buy() -> None:
        pay(s, by, price)

    return (yield from _buy(s, Purchase(by, sp, price, rule, "pacify.more", +1), levels, can_go_on, buy))


def agitate(s: State, by: int, sp: int, rule: str, levels: int = MAX_LEVELS, price: int = 1) -> Flow[int]:
    """6.3.2: remove all Terror, then shift up to `levels` toward Active Opposition; returns levels gained."""

    def can_go_on(left: int) -> bool:
        return can_agitate_further(s, by, sp, left, price)

    def buy() -> None:
        spend(s, by, price)  # even where only an Agitate Total is kept

    return (yield from _buy(s, Purchase(by, sp, price, rule, "agitate.more", -1), levels, can_go_on, buy))


def _buy(s: State, what: Purchase, levels: int, can_go_on: Callable[[int], bool], buy: Callable[[], None]) -> Flow[int]:
    """Terror first, then levels, one price each. Selecting the space buys the first step; each further one is asked."""
    sp = what.space
    gained = 0
    first = True
    while can_go_on(levels - gained):
        if not first:
            params = {"space": sp, "terror": s.terror[sp], "level": s.support[sp]}
            if (yield Decision(what.by, what.ask, what.rule, (MORE, STOP), params, what.price)) == "stop":
                break
        first = False
        buy()
        if s.terror[sp]:
            remove_terror(s, sp)
        else:
            shift(s, sp, what.direction)
            gained += 1
    return gained
