"""S4.3.4, S4.4.4 Spearhead: Armor and Troops are selected, drive down the Highways or stay, and strike."""

from collections import Counter
from typing import Any, Final, NamedTuple

from fitl.board.factions import ARVN, NVA
from fitl.board.pieces import ARMOR_OF, ARVN_TROOPS, KINDS, NVA_TROOPS
from fitl.board.spaces import ADJACENT, ADJACENT_MASK, HIGHWAY_MASK, LOC_MASK, SPACE_COUNT, spaces_of
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, amounts, piece_option, spaces_options
from fitl.eras.fall_of_saigon.armor import capture
from fitl.lasting import MAIN_BATTLE_TANKS, MAIN_BATTLE_TANKS_SHADED
from fitl.rules.forces import coin_pieces, count, insurgent_pieces, may_stand
from fitl.rules.operation import BY_EVENT, Activity, Operation
from fitl.rules.operations.assault import AssaultTerms, arvn_force, assault_space
from fitl.rules.operations.attack import armor_attack, lose_pt_76, troop_attack
from fitl.rules.operations.movement import carry
from fitl.rules.removal import Hits, Strike
from fitl.state import State

ORIGINS_AT_MOST: Final = 2
ORIGINS_OF_TANKS: Final = 3  # card S33
ARMOR_PER_ORIGIN: Final = 2
TROOPS_PER_ARMOR: Final = 2

RULE_OF: Final = {ARVN: "S4.3.4", NVA: "S4.4.4"}
TROOPS_OF: Final = {ARVN: ARVN_TROOPS, NVA: NVA_TROOPS}


class Column(NamedTuple):
    """The units selected in one space: Armor by kind, and how many Troops."""

    origin: int
    armor: tuple[int, ...]
    troops: int


def armor_in(s: State, faction: int, sp: int) -> int:
    """The Armor of a Faction in a space, captured or its own."""
    row = sp * KINDS
    return sum(s.pieces[row + kind] for kind in ARMOR_OF[faction])


def enemies(s: State, faction: int, sp: int) -> int:
    """Enemy pieces in a space."""
    return insurgent_pieces(s, sp) if faction == ARVN else coin_pieces(s, sp)


def reach(s: State, faction: int, origin: int, roads: int = HIGHWAY_MASK) -> int:
    """Where a column from here may go, as a mask: along clear Highways, then a step into any adjacent space.

    Cities end the move (OPEN 19), so do enemies (OPEN 22); the step may be the first one (OPEN 20). The LoCs that are
    Mekong only are closed, but a column may set out from one (OPEN 44). roads: what carries columns on.
    """
    found = 0
    on_the_way = [origin]
    seen = 1 << origin
    for here in on_the_way:
        found |= ADJACENT_MASK[here]
        for there in ADJACENT[here]:
            if roads >> there & 1 and not seen >> there & 1 and not enemies(s, faction, there):
                seen |= 1 << there
                on_the_way.append(there)
    found &= (HIGHWAY_MASK | ~LOC_MASK) & s.era.open_spaces & ~(1 << origin)
    return sum(1 << sp for sp in spaces_of(found) if may_stand(sp, ARMOR_OF[faction][0]))


def way(s: State, faction: int, origin: int, destination: int, roads: int = HIGHWAY_MASK) -> tuple[int, ...]:
    """The Highways of a shortest way to a space within reach, from first to last; none for a single step."""
    ways: dict[int, tuple[int, ...]] = {origin: ()}
    on_the_way = [origin]
    for here in on_the_way:
        if ADJACENT_MASK[here] >> destination & 1:
            return ways[here]
        for there in ADJACENT[here]:
            if roads >> there & 1 and there not in ways and not enemies(s, faction, there):
                ways[there] = (*ways[here], there)
                on_the_way.append(there)
    return ()


# --- the procedure ------------------------------------------------------------------------------------------------


def origins_at_most(s: State, faction: int) -> int:
    """From how many spaces columns may come: 2; card S33 leaves NVA 1, or gives it 3."""
    if faction == NVA and s.effects & (MAIN_BATTLE_TANKS | MAIN_BATTLE_TANKS_SHADED):
        return 1 if s.effects & MAIN_BATTLE_TANKS else ORIGINS_OF_TANKS
    return ORIGINS_AT_MOST


def can_spearhead(s: State, act: Activity) -> bool:
    """There is Armor on the map; it can always drive somewhere."""
    return any(act.may_select(sp) and armor_in(s, act.faction, sp) for sp in range(SPACE_COUNT))


def spearhead(s: State, act: Activity) -> Flow[None]:
    """Select units in 1 or 2 spaces, move them if wished, then strike with them where they stand, if wished."""
    yield from spearhead_with(s, act)


def spearhead_with(s: State, act: Activity, *, roads: int = HIGHWAY_MASK) -> Flow[list[int]]:
    """S4.3.4, S4.4.4 with what an Event may change; returns the spaces struck. roads: what carries columns on."""
    columns = yield from _select(s, act)
    armor: Counter[int] = Counter()  # by the space where it stands then
    troops: Counter[int] = Counter()
    moved = False
    for column in columns:
        if (yield from _move(s, act, column, roads, armor, troops)):
            moved = True
    struck = yield from _strikes(s, act, {sp: Strike(troops[sp], armor[sp], capture) for sp in sorted(armor + troops)})
    act.void = not moved and not struck
    return struck


def _select(s: State, act: Activity) -> Flow[list[Column]]:
    """1 or 2 origins; in each 1 or 2 Armor and up to 2 Troops for each. Card 115 leaves one origin (OPEN 47)."""
    limit = act.limit(origins_at_most(s, act.faction))
    rule = RULE_OF[act.faction]
    columns: list[Column] = []
    while True:
        candidates = [sp for sp in range(SPACE_COUNT) if armor_in(s, act.faction, sp)]
        sp: int = yield from act.next_space("spearhead.origin", rule, limit, candidates)
        if sp == DONE:
            return columns
        armor = yield from _select_armor(s, act, sp)
        kind = TROOPS_OF[act.faction]
        most = min(TROOPS_PER_ARMOR * len(armor), count(s, sp, kind))
        params = {"space": sp, "piece": kind, "most": TROOPS_PER_ARMOR * len(armor)}
        n: int = yield Decision(act.faction, "spearhead.troops", rule, amounts(0, most), params)
        columns.append(Column(sp, armor, n))


def _select_armor(s: State, act: Activity, sp: int) -> Flow[tuple[int, ...]]:
    """1 or 2 Armor of a space, captured or its own."""
    left = [kind for kind in ARMOR_OF[act.faction] for _ in range(count(s, sp, kind))]
    armor: tuple[int, ...] = ()
    while left and len(armor) < ARMOR_PER_ORIGIN:
        options = [piece_option(kind) for kind in dict.fromkeys(left)]
        if armor:
            options.append(DONE_OPTION)
        params = {"space": sp, "left": min(ARMOR_PER_ORIGIN - len(armor), len(left))}
        kind: int = yield Decision(act.faction, "spearhead.armor", RULE_OF[act.faction], options, params)
        if kind == DONE:
            break
        left.remove(kind)
        armor = (*armor, kind)
    return armor


def _move(s: State, act: Activity, column: Column, roads: int, armor: Counter[int], troops: Counter[int]) -> Flow[bool]:
    """Each Armor goes where it can, with as many of the Troops left as it may take, or stays; did any go?

    armor, troops: where the units of all columns stand, to which those of this one are added.
    """
    faction, origin, left = act.faction, column.origin, column.troops
    options = [*spaces_options(spaces_of(reach(s, faction, origin, roads))), DONE_OPTION]
    moved = False
    for kind in column.armor:
        most = min(TROOPS_PER_ARMOR, left)
        params = {"piece": kind, "origin": origin, "n": most, "roads": roads}
        goal: int = yield Decision(faction, "spearhead.destination", RULE_OF[faction], options, params)
        if goal == DONE:
            armor[origin] += 1
            continue
        n = (yield from _accompany(faction, most, params | {"destination": goal})) if most else 0
        if s.log is not None and (passed := way(s, faction, origin, goal, roads)):
            s.note("log.spearhead.way", piece=kind, origin=origin, destination=goal, spaces=passed)
        carry(s, act.op, kind, 1, origin, goal)
        if n:
            carry(s, act.op, TROOPS_OF[faction], n, origin, goal)
        armor[goal] += 1
        troops[goal] += n
        left -= n
        moved = True
    troops[origin] += left
    return moved


def _accompany(faction: int, most: int, moving: dict[str, Any]) -> Flow[int]:
    """How many Troops go with a moving Armor all the way; the others stay behind, or go with another."""
    params = moving | {"piece": TROOPS_OF[faction], "armor": moving["piece"]}
    n: int = yield Decision(faction, "spearhead.amount", RULE_OF[faction], amounts(0, most), params)
    return n


def _strikes(s: State, act: Activity, strikes: dict[int, Strike]) -> Flow[list[int]]:
    """Units in one space strike together, once; whether they do is free, space by space (OPEN 21)."""
    by = act.faction
    attack = Operation(s, by, "attack", free=BY_EVENT)  # remembers card 45 (OPEN 50)
    struck: list[int] = []
    while targets := [sp for sp in strikes if sp not in struck and enemies(s, by, sp)]:
        options = [*spaces_options(targets), DONE_OPTION]
        params = {"strikes": {sp: strikes[sp] for sp in targets}}
        sp: int = yield Decision(by, "spearhead.strike", RULE_OF[by], options, params)
        if sp == DONE:
            break
        struck.append(sp)
        if by == ARVN:
            yield from assault_space(s, ARVN, sp, terms=AssaultTerms(strike=strikes[sp]))
        else:
            yield from _attack(s, attack, sp, strikes[sp])
    return struck


def force_of(s: State, faction: int, sp: int, strike: Strike) -> Hits:
    """What a strike is worth in a space: ordinary hits, and Armor."""
    if faction == ARVN:
        return arvn_force(s, sp, strike)
    return Hits(min(strike.troops, count(s, sp, NVA_TROOPS)) // 2, strike.armor)


def _attack(s: State, attack: Operation, sp: int, strike: Strike) -> Flow[None]:
    """S4.4.4: the Troops selected Attack first, then the Armor; card 45 first costs any Troop there."""
    s.note("log.spearhead.attack", faction=NVA, space=sp)
    lose_pt_76(s, NVA, sp)
    troops = min(strike.troops, count(s, sp, NVA_TROOPS))
    hit: set[int] = set()
    if troops:
        troops = yield from troop_attack(s, attack, sp, troops, strike, hit=hit)
    yield from armor_attack(s, sp, strike.armor, {NVA_TROOPS: troops}, hit, strike)
