"""Free Operations and Special Activities that Events grant (3.1.2, 5.5): the ordinary procedures with parameters.

They cost no Resources, leave the eligibility of the acting Faction alone and beat Momentum bans and Monsoon where the
Event names them (5.1.1, 5.1.2).
"""

from collections.abc import Callable, Iterable, Sequence

from fitl.board.factions import NVA, US, VC
from fitl.board.pieces import ARVN_TROOPS, KINDS, NVA_BASE, VC_BASE, VC_BASE_CADRE
from fitl.board.spaces import LOWLAND_MASK, NORTH_VIETNAM, SPACE_COUNT, mask_of
from fitl.decisions import DONE, YES_NO, Flow, Option
from fitl.era import US_RETREATED
from fitl.events.vocabulary import ask, pick_space, pieces_in
from fitl.lasting import ABRAMS, BIG_MINH, COMBAT_VILLAGES, LANSDALE_SHADED, M113_COMPANIES, PATTON, SEARCH_AND_DESTROY
from fitl.rules import trung
from fitl.rules.activities.air_lift import air_lift_with, can_air_lift, has_passengers
from fitl.rules.deck import monsoon
from fitl.rules.forces import arvn_cubes, insurgent_pieces, underground
from fitl.rules.menu import rule_of
from fitl.rules.operation import BY_EVENT, EVERYWHERE, Activity, Operation, activity_rule
from fitl.rules.operations.assault import (
    US_CUBES,
    AssaultTerms,
    Kinds,
    arvn_hits,
    assault_hits,
    assault_space,
    can_assault_space,
    can_follow_up,
    follow_up,
)
from fitl.rules.operations.march import Moves, can_march, march
from fitl.rules.removal import exposed_to_assault
from fitl.state import LIMITED_OP, State

NOT_IN_MONSOON = ("sweep", "march")  # 2.3.9


def granted(
    s: State,
    faction: int,
    name: str,
    *,
    spaces: Iterable[int] | None = None,
    max_spaces: int | None = None,
    limited: bool = False,
) -> Operation:
    """A free Operation that an Event names, confined to spaces if it says so."""
    allowed = EVERYWHERE if spaces is None else mask_of(spaces)
    op = Operation(s, faction, name, free=BY_EVENT, limited=limited, allowed=allowed)
    if not limited:
        op.max_spaces = max_spaces
    return op


def carry_out_granted(s: State, op: Operation) -> Flow[None]:
    """Carry out a free Operation if there is anything it could do."""
    if rule_of(s, op.name).can(s, op):
        s.note("log.free_operation", faction=op.faction, operation=op.name)
        yield from rule_of(s, op.name).run(s, op)


def free_operation(
    s: State, faction: int, name: str, *, spaces: Iterable[int] | None = None, max_spaces: int | None = None
) -> Flow[Operation]:
    """3.1.2: the Faction executes a free Operation; returns it, with the spaces it used."""
    op = granted(s, faction, name, spaces=spaces, max_spaces=max_spaces)
    yield from carry_out_granted(s, op)
    return op


def wants_any(s: State, op: Operation) -> Flow[bool]:
    """Does the Faction want this free Operation at all? "Up to" this many spaces may be none (card 77)."""
    if not rule_of(s, op.name).can(s, op):
        return False
    wanted: bool = yield ask(s, op.faction, "operate_at_all", YES_NO, operation=op.name, n=op.max_spaces)
    return wanted


def free_march(
    s: State, op: Operation, origins: int = EVERYWHERE, kinds: tuple[int, ...] | None = None, through: int = 0
) -> Flow[None]:
    """3.1.2: a free March for as many spaces as the Faction likes, which may be none (cards 56, 59, 75, 99, 122)."""
    if not can_march(s, op, origins, kinds, through):
        return
    terms = Moves(s, op, origins, kinds, through).terms()
    if (yield ask(s, op.faction, "march_at_all", YES_NO, terms=terms)):
        s.note("log.free_operation", faction=op.faction, operation=op.name)
        yield from march(s, op, origins, kinds, through)


def limited_operations(s: State, faction: int, spaces: Iterable[int] | None = None) -> list[Operation]:
    """The free Limited Operations a Faction could choose.

    Text that names none of them beats neither Monsoon (2.3.9) nor an earlier ban (5.1.2): shaded card 78 bars a US
    Assault, also within a Patrol; after a US Retreat the US has what Posture leaves it (S3.2, OPEN 8).
    """
    found = []
    for name in s.era.operations[faction]:
        if name in NOT_IN_MONSOON and monsoon(s):
            continue
        op = granted(s, faction, name, spaces=spaces, limited=True)
        if faction == US and (s.effects & LANSDALE_SHADED or s.era.flags & US_RETREATED):
            op.by_event = False
        if rule_of(s, name).can(s, op):
            found.append(op)
    return found


def free_limited_operation(s: State, faction: int, spaces: Iterable[int] | None = None) -> Flow[None]:
    """The Faction executes any one free Limited Operation (2.3.5), if it can."""
    operations = limited_operations(s, faction, None if spaces is None else list(spaces))
    if not operations:
        return
    if faction in s.options.trung and spaces is None:
        by_cards = yield from trung.operation(s, faction, LIMITED_OP, operations)
        if by_cards is not None:
            yield from carry_out_granted(s, by_cards)
        return
    op = yield ask(s, faction, "limited_operation", [Option(op.name, op) for op in operations])
    yield from carry_out_granted(s, op)


def free_activity(
    s: State, faction: int, name: str, *, spaces: Iterable[int] | None = None, max_spaces: int | None = None
) -> Flow[Activity]:
    """3.1.2: the Faction takes a free Special Activity, if it can; returns it, with the spaces it used."""
    activity = Activity(s, faction, name, None, EVERYWHERE if spaces is None else mask_of(spaces), max_spaces)
    if activity_rule(s, name).can(s, activity):
        s.note("log.free_activity", faction=faction, activity=name)
        yield from activity_rule(s, name).run(s, activity)
    return activity


def can_take_activity(s: State, faction: int, name: str, *, spaces: Iterable[int] | None = None) -> bool:
    """Could the Faction take this free Special Activity now?"""
    allowed = EVERYWHERE if spaces is None else mask_of(spaces)
    return activity_rule(s, name).can(s, Activity(s, faction, name, None, allowed))


def can_operate(s: State, faction: int, name: str, *, spaces: Iterable[int] | None = None) -> bool:
    """Could the Faction execute this free Operation now?"""
    return rule_of(s, name).can(s, granted(s, faction, name, spaces=spaces))


def free_air_lift(s: State, into: Iterable[int]) -> Flow[None]:
    """A free US Air Lift that lands only in these spaces (cards 23, 44, 62), if anybody can fly there."""
    landings = mask_of(into)
    origins = mask_of(sp for sp in range(SPACE_COUNT) if has_passengers(s, sp))
    lift = Activity(s, US, "air_lift", None, origins | landings)
    if can_air_lift(s, lift, landings):
        s.note("log.free_activity", faction=US, activity="air_lift")
        yield from air_lift_with(s, lift, into=landings)


def can_air_lift_into(s: State, into: Iterable[int]) -> bool:
    """Could a free US Air Lift bring anybody to one of these spaces?"""
    return can_air_lift(s, Activity(s, US, "air_lift"), mask_of(into))


def where_us_could_land(s: State, spaces: Iterable[int]) -> list[int]:
    """Spaces that the US could Air Lift into, Sweep or Assault, all free (cards 23, 44)."""
    return [
        sp
        for sp in spaces
        if sp != NORTH_VIETNAM
        and (
            can_air_lift_into(s, (sp,)) or any(can_operate(s, US, name, spaces=(sp,)) for name in ("sweep", "assault"))
        )
    ]


def assault_removes(s: State, faction: int, sp: int, hits: int) -> bool:
    """Could an Assault with this many hits remove a piece or a Tunnel marker (3.2.4)? There are cubes to make it."""
    if not insurgent_pieces(s, sp):
        return False
    hidden = underground(s, sp, NVA) + underground(s, sp, VC)
    if faction == US:
        if s.effects & SEARCH_AND_DESTROY and hidden:  # card 28
            return True
        if s.effects & PATTON and not LOWLAND_MASK >> sp & 1:  # card 14
            hits += 2
        if hits and s.effects & ABRAMS and (s.pieces[sp * KINDS + NVA_BASE] or s.pieces[sp * KINDS + VC_BASE]):
            return True  # card 11
    else:
        if s.effects & M113_COMPANIES and LOWLAND_MASK >> sp & 1:  # card P38
            hits = arvn_hits(sp, arvn_cubes(s, sp), arvn_cubes(s, sp))
        if s.effects & BIG_MINH and s.pieces[sp * KINDS + ARVN_TROOPS]:  # card P64
            hits += 1
        if hits and s.effects & COMBAT_VILLAGES and pieces_in(s, (VC_BASE, VC_BASE_CADRE), (sp,)):  # card P45
            return True
    # With nobody exposed and nobody hidden only Tunneled Bases are left: a hit may take a marker.
    return hits > 0 and (not hidden or bool(exposed_to_assault(s, sp)))


# --- Operations ordered in every space (5.1.3) --------------------------------------------------------------------


class SweepOfAll(Operation):
    """A free Sweep of all the spaces named (cards 25, 70): how many are Swept is not a choice (5.1.3).

    The Faction selects as usual, in order to move Troops wherever it likes among them; what it leaves out is Swept too
    where Underground Guerrillas are and its pieces are or could come.
    """

    __slots__ = ()

    def next_space(
        self,
        ask: str,
        rule: str,
        candidates: Callable[[], Sequence[int]],
        cost: int | None = None,
        params: dict[str, object] | None = None,
    ) -> Flow[int]:
        sp = yield from super().next_space(ask, rule, candidates, cost, params)
        if sp == DONE:
            self.spaces += [sp for sp in candidates() if self.may_select(sp) and _anybody_hides(self.s, sp)]
        return sp


def _anybody_hides(s: State, sp: int) -> bool:
    return underground(s, sp, NVA) + underground(s, sp, VC) > 0


def sweep_of_all(s: State, faction: int, spaces: Iterable[int]) -> SweepOfAll:
    """The free Sweep of a Faction, or of all who fight on its behalf, in all of these spaces."""
    return SweepOfAll(s, faction, "sweep", free=BY_EVENT, allowed=mask_of(spaces))


def spaces_to_assault(s: State, faction: int, spaces: Iterable[int], us_cubes: Kinds = US_CUBES) -> list[int]:
    """Where an Assault by the Faction would remove a piece or a Tunnel; us_cubes: who fights as US Troops (card 70)."""
    return [
        sp
        for sp in spaces
        if (pieces_in(s, us_cubes, (sp,)) if faction == US else can_assault_space(s, faction, sp))
        and assault_removes(s, faction, sp, assault_hits(s, faction, sp, us_cubes))
    ]


def assault_all(
    s: State, faction: int, spaces: Sequence[int], *, by: int | None = None, us_cubes: Kinds = US_CUBES
) -> Flow[Operation]:
    """5.1.3: a free Assault in each of the spaces where it removes something, once; returns it.

    by: who decides if not the Faction whose Assault it is; us_cubes: who fights as US Troops (both card 70).
    """
    decider = faction if by is None else by
    op = granted(s, decider, "assault", spaces=spaces)
    while left := [sp for sp in spaces_to_assault(s, faction, spaces, us_cubes) if op.may_select(sp)]:
        if not op.spaces:
            s.note("log.free_operation", faction=decider, operation="assault")
        sp = left[0]
        if faction == US and s.effects & (ABRAMS | PATTON):  # cards 11 and 14 favour only some spaces
            sp = yield from pick_space(s, decider, "roks_assault", left)
        op.spaces.append(sp)
        yield from assault_space(s, faction, sp, op, by=decider, terms=AssaultTerms(us_cubes=us_cubes))
    return op


def add_arvn_assault(s: State, op: Operation) -> Flow[None]:
    """3.2.4: the US may add one ARVN Assault to those it has made, at no cost (cards 25, 92)."""
    added = [sp for sp in op.spaces if can_follow_up(s, op, sp)]
    sp = yield from pick_space(s, US, "add_arvn_assault", added, optional=True)
    if sp != DONE:
        yield from follow_up(s, op, sp)
