"""The US after the Paris talks: Advise gathers Irregulars (S4.2.1), and after a US Retreat is an Operation (S3.2.5).

After a US Retreat the US has Train and Advise, as far as Posture goes (S3.2, S6.9.3).
"""

from typing import Final

from fitl.board.factions import US
from fitl.board.pieces import EDGE_TRACK_MAX, IRREGULAR, IRREGULAR_ACTIVE, KINDS
from fitl.board.spaces import SPACE_COUNT
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, Option, amounts, choice, confirm, piece_at_option
from fitl.era import US_RETREATED
from fitl.eras.fall_of_saigon.posture import INTERVENTION
from fitl.rules.activities import advise as base
from fitl.rules.economy import add_aid
from fitl.rules.forces import fits, hide, irregulars, move
from fitl.rules.operation import Activity, Operation
from fitl.rules.operations import train
from fitl.state import State

GATHER: Final = choice("gather")
IRREGULARS: Final = (IRREGULAR, IRREGULAR_ACTIVE)


def methods(s: State, sp: int) -> list[Option]:
    """What Advise can do in a space: as in 4.2.1, or gather Irregulars there."""
    found = base.advise_methods(s, sp)
    if can_gather(s, sp):
        found.append(GATHER)
    return found


def can_gather(s: State, sp: int) -> bool:
    """S4.2.1, OPEN 17: wherever US pieces may stand; an Irregular comes from elsewhere or turns Underground."""
    if not fits(s, sp, IRREGULAR):
        return False
    return s.pieces[sp * KINDS + IRREGULAR_ACTIVE] > 0 or any(_elsewhere(s, sp))


def _elsewhere(s: State, sp: int) -> list[Option]:
    """The Irregulars in other spaces."""
    return [
        piece_at_option(kind, origin)
        for origin in range(SPACE_COUNT)
        if origin != sp and irregulars(s, origin)
        for kind in IRREGULARS
        if s.pieces[origin * KINDS + kind]
    ]


def advise_space(s: State, by: int, sp: int) -> Flow[None]:
    """One space, at no cost."""
    method: str = yield Decision(by, "advise.method", "S4.2.1", methods(s, sp), {"space": sp})
    if method == "gather":
        yield from gather(s, by, sp)
    else:
        yield from base.carry_out(s, by, sp, method)


def gather(s: State, by: int, sp: int) -> Flow[None]:
    """S4.2.1: any Irregulars from anywhere come here, then all Irregulars here turn Underground."""
    acted = s.pieces[sp * KINDS + IRREGULAR_ACTIVE] > 0
    while options := _elsewhere(s, sp):
        if acted:
            options.append(DONE_OPTION)
        answer = yield Decision(by, "advise.gather", "S4.2.1", options, {"destination": sp})
        if answer == DONE:
            break
        kind, origin = answer
        most = s.pieces[origin * KINDS + kind]
        params = {"piece": kind, "origin": origin, "destination": sp}
        n: int = yield Decision(by, "advise.gather_number", "S4.2.1", amounts(1, most), params)
        move(s, kind, n, origin, sp)
        acted = True
    hide(s, sp, US, s.pieces[sp * KINDS + IRREGULAR_ACTIVE])


def draw_aid(s: State, by: int) -> Flow[None]:
    """S4.2.1: then 6 Aid if wished; after a US Retreat by the level of Posture."""
    n = s.posture if s.era.flags & US_RETREATED else base.AID
    if n and s.aid < EDGE_TRACK_MAX and (yield confirm(by, "advise.aid_drawn", "S4.2.1", params={"n": n})):
        add_aid(s, n)


# --- as a Special Activity (S4.2.1) -------------------------------------------------------------------------------


def can_advise(s: State, act: Activity) -> bool:
    """There is a space in which something can be done."""
    return any(base.may_advise_in(act, sp) and methods(s, sp) for sp in range(SPACE_COUNT))


def advise(s: State, act: Activity) -> Flow[None]:
    """S4.2.1: in 1 or 2 spaces, then Aid."""
    limit = act.limit(base.SPACES_AT_MOST)
    while True:
        candidates = [sp for sp in range(SPACE_COUNT) if base.may_advise_in(act, sp) and methods(s, sp)]
        sp: int = yield from act.next_space("advise.space", "S4.2.1", limit, candidates)
        if sp == DONE:
            break
        yield from advise_space(s, act.faction, sp)
    yield from draw_aid(s, act.faction)


# --- Operations after a US Retreat (S3.2) -------------------------------------------------------------------------


def may_operate(s: State, op: Operation) -> bool:
    """S6.9.3: at Posture 0 the US has no Operation, unless an Event names it (OPEN 8)."""
    return op.faction != US or s.posture > 0 or op.by_event


def on_the_menu(s: State, faction: int, activity: str) -> bool:
    """S4.2, OPEN 8: which Special Activity of the US an Event may mean that does not name it (card 69)."""
    if faction != US or not s.era.flags & US_RETREATED:
        return True
    return s.posture == INTERVENTION or (s.posture > 0 and activity == "advise")


def can_train(s: State, op: Operation) -> bool:
    """S3.2.1."""
    return may_operate(s, op) and train.can_train(s, op)


def can_advise_as_operation(s: State, op: Operation) -> bool:
    """S3.2.5: there is a space in which something can be done."""
    return may_operate(s, op) and any(op.may_select(sp) and methods(s, sp) for sp in range(SPACE_COUNT))


def advise_as_operation(s: State, op: Operation) -> Flow[None]:
    """S3.2.5: as many spaces as the level of Posture, or as the Event says; the Aid comes whole.

    It is no Special Activity, so card 115 does not narrow it (OPEN 47). At Posture 0, where only an Event grants it
    (OPEN 8), it has the spaces of the Special Activity if the Event gives no number.
    """
    if op.max_spaces is None:
        op.max_spaces = s.posture or base.SPACES_AT_MOST

    def candidates() -> list[int]:
        return [sp for sp in range(SPACE_COUNT) if methods(s, sp)]

    while (sp := (yield from op.next_space("advise.space", "S3.2.5", candidates))) != DONE:
        yield from advise_space(s, op.faction, sp)
    if op.spaces:
        yield from draw_aid(s, op.faction)
