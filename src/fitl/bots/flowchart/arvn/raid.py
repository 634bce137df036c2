"""8.7.4 Raid: Rangers against Bases, for Control, against Underground Guerrillas."""

from typing import Final, NamedTuple

from fitl.board.factions import ARVN, NVA, VC
from fitl.board.pieces import (
    FACTION_OF,
    KINDS,
    KINDS_OF,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_TUNNEL,
    RANGER,
    RANGER_ACTIVE,
    VC_BASE,
    VC_GUERRILLA,
    VC_TUNNEL,
)
from fitl.board.spaces import ADJACENT, NORTH_VIETNAM, SPACE_COUNT, mask_of
from fitl.bots.flowchart.arvn.pieces import Blow, blow, control_slack, needed_for_control
from fitl.bots.flowchart.arvn.plan import RaidPlan, forced, offers_done, plan_of
from fitl.bots.flowchart.shared import take
from fitl.bots.mind import Mind, offered_spaces, option_for
from fitl.bots.priorities import target_order
from fitl.bots.select import TieBreak, choose_space, random_space
from fitl.decisions import Decision, Flow, Option
from fitl.lasting import TYPHOON_KATE
from fitl.rules.activities.raid import SPACES_AT_MOST, STRIKE
from fitl.rules.forces import activate, move, rangers, remove
from fitl.state import State

_INSURGENT_KINDS: Final = KINDS_OF[NVA] + KINDS_OF[VC]
_BASES: Final = (NVA_BASE, VC_BASE)
_UNITS: Final = tuple(kind for kind in _INSURGENT_KINDS if kind not in (NVA_BASE, NVA_TUNNEL, VC_BASE, VC_TUNNEL))


class Raid(NamedTuple):
    """One target: how many Rangers come, whether the first to come strikes, and what is removed."""

    comers: int
    striker: bool  # an Underground Ranger has to come, for there is none
    nva_first: bool
    result: Blow

    @property
    def hidden(self) -> int:
        """Underground Guerrillas among what is removed."""
        return sum(kind in (NVA_GUERRILLA, VC_GUERRILLA) for kind in self.result.removed)


# --- what a Raid would do -----------------------------------------------------------------------------------------


def strike_result(s: State, sp: int, nva_first: bool) -> tuple[int, ...]:
    """The kinds one strike would remove: by 8.1.2, or NVA pieces first."""
    row = sp * KINDS
    left = {kind: s.pieces[row + kind] for kind in _INSURGENT_KINDS if s.pieces[row + kind]}
    taken: list[int] = []
    while len(taken) < STRIKE:
        kinds = [kind for kind in _UNITS if left.get(kind)] or [kind for kind in _BASES if left.get(kind)]
        if not kinds:
            break
        order = target_order(s, sp, kinds)
        if nva_first:
            order.sort(key=lambda kind: FACTION_OF[kind] != NVA)
        taken.append(order[0])
        left[order[0]] -= 1
    return tuple(taken)


def may_come(s: State, sp: int, kind: int, held: list[int]) -> dict[int, int]:
    """Rangers of this kind that may come from next door: none whose leaving would lose COIN Control (bullet 1)."""
    found = {}
    for origin in ADJACENT[sp]:
        if origin not in held and (n := min(s.pieces[origin * KINDS + kind], control_slack(s, origin))) > 0:
            found[origin] = n
    return found


def reinforcements(s: State, sp: int, held: list[int]) -> int:
    """How many Rangers in either state may come."""
    return sum(min(rangers(s, origin), control_slack(s, origin)) for origin in ADJACENT[sp] if origin not in held)


def raid_on(s: State, sp: int, held: list[int]) -> Raid | None:
    """The best Raid on a space, None if no enemy would fall; `held` are the spaces whose Rangers stay."""
    if sp == NORTH_VIETNAM:
        return None
    in_place = s.pieces[sp * KINDS + RANGER] > 0
    if not in_place and not may_come(s, sp, RANGER, held):
        return None
    removed = strike_result(s, sp, False)
    if not removed:
        return None
    least = 0 if in_place else 1
    most = reinforcements(s, sp, held)
    gap = needed_for_control(s, sp) - len(removed)  # how many must come for COIN Control in the end
    tries = {least, min(1, max(most, least))}
    if least < gap <= most:
        tries.add(gap)
    found = [
        Raid(comers, least == 1, nva_first, blow(s, sp, strike_result(s, sp, nva_first), comers))
        for comers in sorted(tries)
        for nva_first in (False, True)
    ]
    if any(raid.result.base for raid in found):
        found = [raid for raid in found if raid.result.base]
    return max(found, key=lambda raid: (raid.result.change, -raid.comers, not raid.nva_first))


# --- choosing targets ---------------------------------------------------------------------------------------------


def plan_raid(mind: Mind, s: State, spaces: int = (1 << SPACE_COUNT) - 1) -> Flow[bool]:
    """Choose up to two targets and who goes there; False if no enemy would fall."""
    board = s.copy()
    limit = 1 if s.effects & TYPHOON_KATE else SPACES_AT_MOST  # card 115
    targets: list[int] = []
    moves: dict[int, list[tuple[int, int]]] = {}
    nva_first: list[int] = []
    while len(targets) < limit:
        raids = _raids(board, spaces, targets)
        if not raids:
            break
        sp = yield from _target(mind, raids)
        raid = raids[sp]
        moves[sp] = yield from _send_rangers(mind, board, sp, raid, targets)
        activate(board, sp, ARVN)
        for kind in raid.result.removed:
            remove(board, sp, kind)
        if raid.nva_first:
            nva_first.append(sp)
        targets.append(sp)
    plan_of(mind, s).raid = RaidPlan(targets, moves, nva_first)
    return bool(targets)


def would_raid(mind: Mind, s: State) -> Flow[bool]:
    """Does a Raid come to anything? It is planned here, unless the Operation hung on it (8.1.C)."""
    raid = plan_of(mind, s).raid
    return bool(raid.targets) if raid is not None else (yield from plan_raid(mind, s))


def _raids(s: State, spaces: int, held: list[int]) -> dict[int, Raid]:
    near = 0
    for sp in range(SPACE_COUNT):
        if rangers(s, sp):
            near |= 1 << sp | mask_of(ADJACENT[sp])
    return {
        sp: raid
        for sp in range(SPACE_COUNT)
        if near & spaces & 1 << sp and sp not in held and (raid := raid_on(s, sp, held)) is not None
    }


def _target(mind: Mind, raids: dict[int, Raid]) -> Flow[int]:
    """Bullets 2 to 4."""
    if bases := [sp for sp, raid in raids.items() if raid.result.base]:
        return (yield from choose_space(mind, "arvn.raid.2", bases))
    if changing := [sp for sp, raid in raids.items() if raid.result.change]:
        population = TieBreak("arvn.control", lambda sp: raids[sp].result.population)
        return (yield from choose_space(mind, "arvn.raid.3", changing, (population,)))
    most = TieBreak("arvn.underground", lambda sp: raids[sp].hidden)
    return (yield from choose_space(mind, "arvn.raid.4", list(raids), (most,)))


def _send_rangers(mind: Mind, s: State, sp: int, raid: Raid, held: list[int]) -> Flow[list[tuple[int, int]]]:
    """Who comes: an Underground Ranger if one must strike, then Active ones before Underground ones."""
    sent = []
    for n in range(raid.comers):
        kinds = (RANGER,) if n == 0 and raid.striker else (RANGER_ACTIVE, RANGER)
        kind, origins = next((kind, found) for kind in kinds if (found := may_come(s, sp, kind, held)))
        origin = yield from random_space(mind, list(origins))
        mind.visit("arvn.raid.1", origin=origin, destination=sp)
        move(s, kind, 1, origin, sp)
        sent.append((kind, origin))
    return sent


# --- answers ------------------------------------------------------------------------------------------------------


def raid_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`raid.space`: the targets in turn; a Raid by an Event is planned here."""
    plan = plan_of(mind, s)
    offered = offered_spaces(decision)
    if not offers_done(decision) and plan.raid is None:
        yield from plan_raid(mind, s, mask_of(offered))
    raid = plan.raid = plan.raid or RaidPlan()
    waiting = [sp for sp in raid.targets if sp in offered]
    if waiting:
        return take(decision, waiting[0])
    return decision.find("done") or (yield from forced(mind, s, decision))


def raid_move(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`raid.move`: the next Ranger that is to come, else done."""
    plan = plan_of(mind, s)
    if plan.raid is None:  # an Event allows one space only
        yield from plan_raid(mind, s, 1 << decision.space)
    waiting = plan.raid.moves.get(decision.space, []) if plan.raid is not None else []
    while waiting:
        coming = waiting.pop(0)
        for option in decision.options:
            if option.value == coming:
                return option
    return option_for(decision, "done")


def raid_amount(mind: Mind, s: State, decision: Decision) -> Option:
    """`raid.amount`: Rangers come one at a time."""
    return decision.options[0]


def raid_strike(mind: Mind, s: State, decision: Decision) -> Option:
    """`raid.strike`: always."""
    return option_for(decision, "yes")


def raid_remove(mind: Mind, s: State, decision: Decision) -> Option:
    """`raid.remove`: by 8.1.2, or NVA pieces first where only that changes Control."""
    sp = decision.space
    raid = plan_of(mind, s).raid
    kinds = target_order(s, sp, [option.piece for option in decision.options if option.piece is not None])
    if raid is not None and sp in raid.nva_first:
        kinds.sort(key=lambda kind: FACTION_OF[kind] != NVA)
    mind.visit("remove", space=sp, piece=kinds[0])
    return next(option for option in decision.options if option.piece == kinds[0])
