"""8.6.2 Attack and Ambush: massed Troops, then Ambushes, massed Guerrillas, and other Troops that can hit."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from fitl.board.factions import NVA, US
from fitl.board.pieces import FACTION_OF, SPECIAL_FORCES, US_BASE
from fitl.board.spaces import CONTROLLABLE, SPACE_COUNT
from fitl.bots.flowchart.common import any_choice
from fitl.bots.flowchart.nva.strikes import (
    MASSED,
    Strike,
    ambush_sources,
    first_victim,
    is_behind,
    is_prize,
    most_hits,
    pt_76_extra,
    strike,
    troop_hits,
    victim_rank,
)
from fitl.bots.flowchart.nva.units import granted, is_first, purse, room_for, troops
from fitl.bots.flowchart.shared import most_ambushes
from fitl.bots.mind import Handler, Mind, offered_spaces, option_for
from fitl.bots.select import TieBreak, best_of, choose_space, random_space
from fitl.decisions import NO, YES, Decision, Flow, Option, space_option
from fitl.lasting import PT_76_SHADED, TYPHOON_KATE
from fitl.rules.activities.ambush import ambush_targets
from fitl.rules.forces import coin_bases, coin_pieces, count, guerrillas
from fitl.rules.operations.attack import GUERRILLA_HITS, GUERRILLAS, TROOPS
from fitl.state import State


@dataclass(slots=True)
class AttackSoFar:
    """An Attack so far."""

    done: list[int] | None = None  # the spaces Attacked; None before the first question
    method: str = ""  # of the last of them
    pt_76: bool = False  # card 45 has helped


@dataclass(slots=True)
class AmbushPlan:
    """The Ambushes to be laid."""

    targets: dict[int, int] = field(default_factory=dict)  # by the space they are laid in
    base: int = -1  # where the COIN Base is that they are counted on to remove
    any_prey: bool = False  # did N1 need them?


# --- which spaces -------------------------------------------------------------------------------------------------


def attack_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """4+ Troops, Ambushes (or Bombard before any Attack if there is none), 4+ Guerrillas, other Troops that can hit."""
    plan = mind.room(AttackSoFar)
    money = purse(s, decision)
    if is_first(decision) or plan.done is None:  # with LoC Ambushes alone the rules let it stop at once
        plan.done = []
        # A Bombard leaves a Base or two Troops wherever it strikes: who can be Attacked now can be after it.
        if decision.find("sa:bombard") and not _will_ambush(mind, s, money) and attacks(s, range(SPACE_COUNT)):
            mind.visit("nva.attack.2_bombard")
            return option_for(decision, "sa:bombard")
    spaces = offered_spaces(decision)
    if massed := _massed_troops(s, spaces):
        return (yield from _choose(mind, s, decision, "nva.attack.1", massed, TROOPS))
    ambush = decision.find("sa:ambush")
    if ambush is not None and (strikes := (yield from _lay_ambushes(mind, s, money))):
        mind.room(AmbushPlan).targets = {each.sp: each.target for each in strikes}
        mind.visit("nva.attack.2", spaces=[each.sp for each in strikes])
        return ambush
    if crowds := _massed_guerrillas(s, spaces):
        return (yield from _choose(mind, s, decision, "nva.attack.3", crowds, GUERRILLAS))
    if others := _other_troops(mind, s, spaces):
        return (yield from _choose(mind, s, decision, "nva.attack.4", others, TROOPS))
    return decision.find("done") or (yield from any_choice(mind, s, decision))


def attack_possible(mind: Mind, s: State, money: int) -> bool:
    """8.1.C: would this box do anything?"""
    return bool(attacks(s, range(SPACE_COUNT))) or _will_ambush(mind, s, money)


def attacks(s: State, spaces: Iterable[int]) -> list[int]:
    return [sp for sp in spaces if most_hits(s, sp) or sp in _massed_guerrillas(s, [sp])]


def _massed_troops(s: State, spaces: Iterable[int]) -> list[int]:
    return [sp for sp in spaces if troops(s, sp) >= MASSED and troop_hits(s, sp)]


def _massed_guerrillas(s: State, spaces: list[int]) -> list[int]:
    return [sp for sp in spaces if troops(s, sp) < MASSED and guerrillas(s, sp, NVA) >= MASSED and coin_pieces(s, sp)]


def _other_troops(mind: Mind, s: State, spaces: list[int]) -> list[int]:
    """Troops that can remove something, with shaded PT-76 (card 45) if it is not used yet."""
    tanks = s.effects & PT_76_SHADED and not mind.room(AttackSoFar).pt_76
    return [sp for sp in spaces if troop_hits(s, sp) or (tanks and pt_76_extra(s, sp))]


def _removable(s: State, sp: int, method: str, tanks: bool) -> int:
    """How many pieces go: two by Guerrillas at best, or as many as Troops take, perhaps with PT-76 (card 45)."""
    if method == GUERRILLAS:
        return min(GUERRILLA_HITS, coin_pieces(s, sp))
    return troop_hits(s, sp) + (pt_76_extra(s, sp) if tanks else 0)


def _tanks_come(mind: Mind, s: State, sp: int, money: int) -> bool:
    """Card 45 shaded helps in one space: will it be this one, for none that may be Attacked later gains more by it?"""
    plan = mind.room(AttackSoFar)
    if not s.effects & PT_76_SHADED or plan.pt_76:
        return False
    if not money and not granted(mind, s):
        return True
    later = [other for other in range(SPACE_COUNT) if other != sp and other not in (plan.done or ())]
    return all(pt_76_extra(s, other) <= pt_76_extra(s, sp) for other in later if coin_pieces(s, other))


def _choose(mind: Mind, s: State, decision: Decision, node: str, spaces: list[int], method: str) -> Flow[Option]:
    """Laos and Cambodia first; a. most pieces removable; b. a Base, then Special Forces; c. US before ARVN."""
    money = s.resources[NVA] - bool(decision.cost)
    removable = {sp: _removable(s, sp, method, _tanks_come(mind, s, sp, money)) for sp in spaces}
    tie_breaks = (
        TieBreak("nva.behind", is_behind),
        TieBreak("nva.most_removed", removable.__getitem__),
        TieBreak("nva.best_piece", lambda sp: _best_piece(s, sp, removable[sp])),
        TieBreak("nva.us_first", lambda sp: FACTION_OF[first_victim(s, sp)] == US),
    )
    room = room_for(s, decision)
    if method == TROOPS and s.effects & PT_76_SHADED and not mind.room(AttackSoFar).pt_76:
        room = 1  # card 45 helps in one space, the first of those where it helps alike
    sp = yield from choose_space(mind, node, spaces, tie_breaks, room)
    plan = mind.room(AttackSoFar)
    plan.method = method
    plan.done = [*(plan.done or ()), sp]
    return space_option(sp)


def _best_piece(s: State, sp: int, hits: int) -> int:
    """Tie-break b: 2 if a Base would go, 1 if Special Forces would."""
    if coin_bases(s, sp) and hits > coin_pieces(s, sp) - coin_bases(s, sp):
        return 2
    return int(any(count(s, sp, kind) for kind in SPECIAL_FORCES))


def attack_method(mind: Mind, s: State, decision: Decision) -> Option:
    """As the space was chosen; where an Event chose it, by the same order."""
    sp = decision.space
    plan = mind.room(AttackSoFar)
    if sp in (plan.done or ()) and not granted(mind, s):
        return option_for(decision, plan.method)
    if _massed_troops(s, [sp]) or (troop_hits(s, sp) and not _massed_guerrillas(s, [sp])):
        return option_for(decision, TROOPS)
    return option_for(decision, GUERRILLAS)


def attack_pt_76(mind: Mind, s: State, decision: Decision) -> Option:
    """Shaded PT-76 (card 45) is used where it removes most extra pieces."""
    sp = decision.space
    if not _tanks_come(mind, s, sp, s.resources[NVA]):
        return NO
    mind.room(AttackSoFar).pt_76 = True
    mind.visit("nva.attack.pt_76", space=sp, n=pt_76_extra(s, sp))
    return YES


# --- Ambush -------------------------------------------------------------------------------------------------------


def _any_prey(mind: Mind) -> bool:
    """8.6.2: may Ambushes take any pieces? If N1 needed them, unless the setting is strict."""
    return mind.room(AmbushPlan).any_prey and mind.settings.nva_ambush_filter == "relaxed"


def _enough(s: State, found: int, any_prey: bool) -> bool:
    """Two pieces in all, or one under Typhoon Kate (card 115)."""
    return found > 0 if any_prey else found >= (1 if s.effects & TYPHOON_KATE else 2)


def _ways(s: State, sources: list[int], any_prey: bool) -> list[Strike]:
    return [
        Strike(sp, target)
        for sp in sources
        for target in ambush_targets(s, sp)
        if any_prey or is_prize(first_victim(s, target))
    ]


def _will_ambush(mind: Mind, s: State, money: int) -> bool:
    """Will there be an Ambush once the 4+ Troop groups have Attacked?"""
    board = s.copy()
    massed = _massed_troops(s, range(SPACE_COUNT))[:money]
    for sp in massed:
        strike(board, sp, troop_hits(s, sp))
    sources = [sp for sp in ambush_sources(s) if sp not in massed]
    any_prey = _any_prey(mind)
    found = 0
    most = min(most_ambushes(s), money - len(massed))
    for laid in range(most):
        if ways := _ways(board, sources, any_prey):
            way = best_of(_leaving_another(board, ways, most - laid), _ambush_ties(board, mind))[0]
            strike(board, way.target, 1)
            sources.remove(way.sp)
            found += 1
    return _enough(s, found, any_prey)


def _lay_ambushes(mind: Mind, s: State, money: int) -> Flow[list[Strike]]:
    """Plan the Ambushes beside these Attacks on a copy of the board; none if they are not worth it."""
    board = s.copy()
    attacked = mind.room(AttackSoFar).done or ()
    sources = [sp for sp in ambush_sources(s) if sp not in attacked]
    any_prey = _any_prey(mind)
    strikes: list[Strike] = []
    if not _enough(s, min(most_ambushes(s), len(sources)), any_prey):
        return strikes
    most = min(most_ambushes(s), money)
    for laid in range(most):
        if ways := _ways(board, sources, any_prey):
            way = yield from _best_way(mind, board, _leaving_another(board, ways, most - laid))
            strike(board, way.target, 1)
            sources.remove(way.sp)
            strikes.append(way)
    if not _enough(s, len(strikes), any_prey):
        return []
    for way in strikes:  # said only now that they will be laid
        mind.visit("nva.ambush.space", space=way.sp, destination=way.target)
    return strikes


def _leaving_another(s: State, ways: list[Strike], most: int) -> list[Strike]:
    """8.1.1: where another Ambush may follow, the ways that leave it a piece to take; all if none does."""

    def goes_with(one: Strike, other: Strike) -> bool:
        return one.sp != other.sp and (one.target != other.target or coin_pieces(s, one.target) > 1)

    return [way for way in ways if most > 1 and any(goes_with(way, other) for other in ways)] or ways


def _ambush_ties(s: State, mind: Mind) -> tuple[TieBreak, ...]:
    """Towards a Base that N1 counts on; from LoCs first; then as other Attack spaces."""
    base = mind.room(AmbushPlan).base
    return (
        TieBreak("nva.counted_base", lambda way: way.target == base),
        TieBreak("nva.from_loc", lambda way: way.sp >= CONTROLLABLE),
        TieBreak("nva.behind", lambda way: is_behind(way.sp)),
        TieBreak("nva.best_piece", lambda way: victim_rank(first_victim(s, way.target))),
        TieBreak("nva.us_first", lambda way: FACTION_OF[first_victim(s, way.target)] == US),
    )


def _choose_way(mind: Mind, s: State, ways: list[Strike]) -> Flow[Strike]:
    way = yield from _best_way(mind, s, ways)
    mind.visit("nva.ambush.space", space=way.sp, destination=way.target)
    return way


def _best_way(mind: Mind, s: State, ways: list[Strike]) -> Flow[Strike]:
    tied = best_of(ways, _ambush_ties(s, mind))
    sp = yield from random_space(mind, sorted({way.sp for way in tied}))
    target = yield from random_space(mind, [way.target for way in tied if way.sp == sp])
    return Strike(sp, target)


def ambush_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """As planned; an Event's Ambush where it takes the best piece."""
    offered = offered_spaces(decision)
    if not granted(mind, s):
        for sp in mind.room(AmbushPlan).targets:
            if sp in offered:
                return space_option(sp)
        if (done := decision.find("done")) is not None:
            return done
        # A person whose only Attack is an Ambush is not asked for one: nothing was planned, and it must be laid.
    way = yield from _choose_way(mind, s, _ways(s, offered, any_prey=True))
    mind.room(AmbushPlan).targets = {way.sp: way.target}
    return space_option(way.sp)


def ambush_target(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """As planned, else the best piece within reach."""
    sp = decision.space
    planned = mind.room(AmbushPlan).targets.get(sp, -1)
    offered = offered_spaces(decision)
    if planned not in offered:
        planned = (yield from _choose_way(mind, s, [Strike(sp, target) for target in offered])).target
    return space_option(planned)


def exposed_bases(s: State, sources: list[int]) -> list[int]:
    """8.6.5: COIN Bases that Ambushes from these spaces would remove, the units around them included."""
    found = []
    for sp in range(CONTROLLABLE):
        if coin_bases(s, sp):
            able = sum(sp in ambush_targets(s, source) for source in sources)
            if coin_pieces(s, sp) - coin_bases(s, sp) < min(most_ambushes(s), able):
                found.append(sp)
    return found


def ambush_bases(mind: Mind, s: State, sources: list[int]) -> Flow[dict[int, int]]:
    """8.6.5: plan Ambushes by Guerrillas that just Marched against a COIN Base, then wherever one is left to lay."""
    bases = exposed_bases(s, sources)
    if not bases:
        return {}
    mind.room(AmbushPlan).base = yield from choose_space(
        mind, "nva.march.ambush", bases, (TieBreak("nva.us_first", lambda sp: count(s, sp, US_BASE)),)
    )
    board = s.copy()
    left = list(sources)
    planned = {}
    most = most_ambushes(s)
    for laid in range(most):
        if ways := _ways(board, left, any_prey=True):
            way = yield from _choose_way(mind, board, _leaving_another(board, ways, most - laid))
            strike(board, way.target, 1)
            left.remove(way.sp)
            planned[way.sp] = way.target
    return planned


HANDLERS: Final[dict[str, Handler]] = {
    "attack.space": attack_space,
    "attack.method": attack_method,
    "attack.pt_76": attack_pt_76,
    "ambush.space": ambush_space,
    "ambush.target": ambush_target,
}
