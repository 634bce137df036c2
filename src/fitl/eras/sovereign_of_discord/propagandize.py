"""P3.3.7 Propagandize: NVA's Cadres preach neutrality to the Cities, and to Washington."""

from typing import Final

from fitl.board.pieces import KINDS, VC_BASE_CADRE
from fitl.board.spaces import ADJACENT, CITIES, POP
from fitl.decisions import DONE, DONE_OPTION, Flow, Option, confirm, roll, space_option
from fitl.rules.control import shift_toward_neutral
from fitl.rules.economy import add_aid
from fitl.rules.operation import Operation
from fitl.state import NEUTRAL, State

CITIES_BY_LEVEL: Final = (2, 2, 1, 1, 1)  # the more Hanoi is seen to take part the less it is believed
AID_LOST: Final = 3
ANYWHERE: Final = "anywhere"  # the note of an Event that asks for no Cadres


def eligible(s: State, sp: int, anywhere: bool = False) -> bool:
    """At Support, and a Cadre next to it; one in the City itself does not count (OPEN 14).

    anywhere: no Cadre is needed (cards P32, P55).
    """
    if s.support[sp] <= NEUTRAL:
        return False
    return anywhere or any(s.pieces[near * KINDS + VC_BASE_CADRE] for near in ADJACENT[sp])


def can_propagandize(s: State, op: Operation) -> bool:
    """At any time: without an eligible City it is done for the last die alone (OPEN 15)."""
    return True


def propagandize(s: State, op: Operation) -> Flow[None]:
    """P3.3.7: a die for each City; then one die more against Aid, if wished. A Limited Operation has one City."""
    if op.max_spaces is None:
        op.max_spaces = CITIES_BY_LEVEL[s.hanoi]
    while (sp := (yield from _next_city(s, op))) != DONE:
        yield from preach(s, op.faction, sp)
    yield from turn_washington(s, op.faction)


def _next_city(s: State, op: Operation) -> Flow[int]:
    """Select the next City, or DONE; without any only where none is eligible (OPEN 15)."""
    if op.full():
        return DONE

    def options() -> list[Option]:
        found = [space_option(sp) for sp in CITIES if op.may_select(sp) and eligible(s, sp, ANYWHERE in op.notes)]
        if op.spaces or not found:
            found.append(DONE_OPTION)
        return found

    sp: int = yield from op.choose("propagandize.city", "P3.3.7", options)
    if sp != DONE:
        op.spaces.append(sp)
    return sp


def preach(s: State, by: int, sp: int) -> Flow[None]:
    """One level toward Neutral on a die of at least the City's Population times its level of Support."""
    needed = POP[sp] * s.support[sp]
    die: int = yield roll("P3.3.7", "propagandize.die", faction=by, space=sp, needed=needed)
    if die >= needed:
        s.note("log.propagandize.heard", faction=by, space=sp, die=die, needed=needed)
        shift_toward_neutral(s, sp)
    else:
        s.note("log.propagandize.unheard", faction=by, space=sp, die=die, needed=needed)


def turn_washington(s: State, by: int) -> Flow[None]:
    """One die more, if wished: at most the level of Washington takes Aid. Not asked where it could not."""
    if not s.washington or not s.aid:
        return
    if not (yield confirm(by, "propagandize.aid", "P3.3.7", params={"n": s.washington})):
        return
    die: int = yield roll("P3.3.7", "propagandize.aid_die", faction=by, n=s.washington)
    if die <= s.washington:
        s.note("log.propagandize.aid", faction=by, die=die, n=s.washington)
        add_aid(s, -AID_LOST)
    else:
        s.note("log.propagandize.no_aid", faction=by, die=die, n=s.washington)
