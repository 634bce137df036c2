"""Pacification and Agitation (3.2.1, 6.3): buying Terror off a space, then levels of Support or Opposition."""

from fitl.board.cards import KY
from fitl.board.factions import VC
from fitl.board.spaces import POP
from fitl.decisions import Decision, Flow, choice
from fitl.lasting import BLOWTORCH_KOMER
from fitl.rules.control import shift
from fitl.rules.economy import can_afford, pay
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, State

MAX_LEVELS = 2  # per space (3.2.1, 6.3)
MORE = choice("more")
STOP = choice("stop")


def pacification_price(s: State, support_phase: bool) -> int:
    """3 ARVN Resources per Terror marker or level; 4 under Ky (2.4.1); 1 by card 16, in the Support Phase only.

    5.1.2: of Ky and card 16 the later prevails. Ky's arrival discards card 16, so here 16 is the later one.
    """
    if support_phase and s.effects & BLOWTORCH_KOMER:
        return 1
    return 4 if s.leader == KY and not s.leader_silenced else 3


def can_pacify_further(
    s: State, by: int, sp: int, price: int, levels: int = MAX_LEVELS, ceiling: int = ACTIVE_SUPPORT
) -> bool:
    """Is there Terror to remove or a level to gain here, and can the Faction pay for it?"""
    if not can_afford(s, by, price):
        return False
    return s.terror[sp] > 0 or (levels > 0 and POP[sp] > 0 and s.support[sp] < ceiling)


def can_agitate_further(s: State, sp: int, levels: int = MAX_LEVELS, price: int = 1) -> bool:
    """6.3.2: is there Terror to remove or a level to gain for Opposition here, and can VC pay for it?"""
    if s.resources[VC] < price:
        return False
    return s.terror[sp] > 0 or (levels > 0 and POP[sp] > 0 and s.support[sp] > ACTIVE_OPPOSITION)


def pacify(
    s: State, by: int, sp: int, price: int, rule: str, levels: int = MAX_LEVELS, ceiling: int = ACTIVE_SUPPORT
) -> Flow[int]:
    """Remove all Terror, then shift up to `levels` toward Active Support, paying for each step; returns levels gained.

    Selecting the space buys the first step; each further one is asked.
    """
    gained = 0
    first = True
    while can_pacify_further(s, by, sp, price, levels - gained, ceiling):
        if not first:
            params = {"space": sp, "terror": s.terror[sp], "level": s.support[sp]}
            if (yield Decision(by, "pacify.more", rule, (MORE, STOP), params, price)) == "stop":
                break
        first = False
        pay(s, by, price)
        if s.terror[sp]:
            s.terror[sp] -= 1
            s.note("log.terror_removed", space=sp)
        else:
            shift(s, sp, +1)
            gained += 1
    return gained


def agitate(s: State, sp: int, rule: str, levels: int = MAX_LEVELS, price: int = 1) -> Flow[int]:
    """6.3.2: remove all Terror, then shift up to `levels` toward Active Opposition; returns levels gained."""
    gained = 0
    first = True
    while can_agitate_further(s, sp, levels - gained, price):
        if not first:
            params = {"space": sp, "terror": s.terror[sp], "level": s.support[sp]}
            if (yield Decision(VC, "agitate.more", rule, (MORE, STOP), params, price)) == "stop":
                break
        first = False
        pay(s, VC, price)
        if s.terror[sp]:
            s.terror[sp] -= 1
            s.note("log.terror_removed", space=sp)
        else:
            shift(s, sp, -1)
            gained += 1
    return gained
