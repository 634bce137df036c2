"""Support and Opposition (1.6), Control (1.7), victory markers (1.9)."""

from collections.abc import Callable
from typing import Final

from fitl.board.pieces import FACTION_OF, HAMLET, KINDS, NVA_BASE, STATES_OF, US_BASE, US_TROOPS, VC_BASE, VC_BASE_CADRE
from fitl.board.spaces import AVAILABLE, CONTROLLABLE, POP, PROVINCES, ROWS, SPACE_COUNT
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, COIN_CONTROL, NEUTRAL, NVA_CONTROL, UNCONTROLLED, State


def control_by_count(coin: int, nva: int, vc: int) -> int:
    """1.7: COIN if its pieces outnumber all Insurgents; NVA if its pieces outnumber everybody else's."""
    if coin > nva + vc:
        return COIN_CONTROL
    if nva > coin + vc:
        return NVA_CONTROL
    return UNCONTROLLED


def adjust_control(s: State, sp: int) -> None:
    """1.7: recompute the Control of one space after its pieces changed (not while 6.4 or 6.5 freeze it)."""
    if sp >= CONTROLLABLE or s.control_frozen:  # LoCs are never Controlled
        return
    us, arvn, nva, vc = s.force[sp * 4 : sp * 4 + 4]
    coin = us + arvn
    now = COIN_CONTROL if coin > nva + vc else NVA_CONTROL if nva > coin + vc else UNCONTROLLED
    before = s.control[sp]
    if now != before:
        s.control[sp] = now
        pop = POP[sp]
        if before == COIN_CONTROL:
            s.coin_population -= pop
        elif before == NVA_CONTROL:
            s.nva_population -= pop
        if now == COIN_CONTROL:
            s.coin_population += pop
        elif now == NVA_CONTROL:
            s.nva_population += pop
        s.note("log.control", space=sp, control=now)


def thaw_control(s: State) -> None:
    """6.4.4, end of 6.5: adjust Control everywhere at once."""
    s.control_frozen = False
    for sp in range(CONTROLLABLE):
        adjust_control(s, sp)


def set_support(s: State, sp: int, level: int) -> bool:
    """1.6: set a space's level; does nothing where nobody lives. True if the level changed."""
    if sp >= CONTROLLABLE or not POP[sp]:
        return False
    before = s.support[sp]
    if before == level:
        return False
    pop = POP[sp]
    s.total_support += pop * (max(level, 0) - max(before, 0))
    s.total_opposition += pop * (max(-level, 0) - max(-before, 0))
    s.support[sp] = level
    s.note("log.support", space=sp, level=level)
    return True


def shift(s: State, sp: int, levels: int) -> bool:
    """1.6: shift toward Active Support (positive) or Active Opposition (negative), stopping at the end."""
    if sp >= CONTROLLABLE:
        return False
    return set_support(s, sp, max(ACTIVE_OPPOSITION, min(ACTIVE_SUPPORT, s.support[sp] + levels)))


def shift_toward_neutral(s: State, sp: int) -> bool:
    """Shift one level toward Neutral."""
    level = s.support[sp]
    return set_support(s, sp, level + (level < NEUTRAL) - (level > NEUTRAL))


def force_pool(s: State) -> tuple[int, ...]:
    """1.4: how many pieces of each plain kind the game has now, wherever they are."""
    return s.era.force_pool or s.scenario.force_pool


_MAP_END: Final = SPACE_COUNT * KINDS


def on_map(s: State, plain_kind: int) -> int:
    """How many pieces of this kind (in any state) are on the map."""
    found = 0
    for state in STATES_OF[plain_kind]:
        found += sum(s.pieces[state:_MAP_END:KINDS])
    return found


def total_opposition(s: State) -> int:
    """1.6: Total Opposition; Provinces with a Strategic Hamlet are left out (P1.6.2)."""
    found = s.total_opposition
    if force_pool(s)[HAMLET]:
        for sp in PROVINCES:
            if s.pieces[sp * KINDS + HAMLET] and s.support[sp] < NEUTRAL:
                found += POP[sp] * s.support[sp]
    return found


def _support_available(s: State) -> int:
    """1.9: Total Support and the US Troops and Bases that are Available."""
    row = AVAILABLE * KINDS
    return s.total_support + s.pieces[row + US_TROOPS] + s.pieces[row + US_BASE]


def _nva_bases(s: State) -> int:
    """1.9: NVA-Controlled Population and NVA Bases on the map."""
    return s.nva_population + on_map(s, NVA_BASE)


def _uncontrolled_cadres(s: State) -> int:
    """P1.9: Population of spaces without Control, and Cadres on the map."""
    population = sum(POP[sp] for sp in range(CONTROLLABLE) if s.control[sp] == UNCONTROLLED)
    return population + sum(s.pieces[VC_BASE_CADRE:_MAP_END:KINDS])


# What a goal may count (1.9, P1.9, S1.9), by its name in the scenarios file.
TOTALS: Final[dict[str, Callable[[State], int]]] = {
    "support_available": _support_available,
    "support_available_anti_war": lambda s: max(0, _support_available(s) - s.anti_war),
    "support_minus_2x_washington": lambda s: s.total_support - 2 * s.washington,
    "coin_patronage": lambda s: s.coin_population + s.patronage,
    "nva_bases": _nva_bases,
    "nva_bases_war_weary": lambda s: max(0, _nva_bases(s) - s.war_weary),
    "uncontrolled_cadres": _uncontrolled_cadres,
    "opposition_bases": lambda s: total_opposition(s) + on_map(s, VC_BASE),
}


def victory_marker(s: State, faction: int) -> int:
    """1.9: the Faction's marker on the edge track."""
    return TOTALS[s.era.goals[faction].total](s)


def victory_markers(s: State) -> tuple[int, ...]:
    """1.9: the markers of all Factions in the game."""
    return tuple(victory_marker(s, faction) for faction in s.era.factions)


def threshold(s: State, faction: int) -> int:
    """7.2: a Faction wins a Coup Round's Victory Phase above this; 7.3: the margin is measured from it."""
    return s.era.goals[faction].exceeds


def margin(s: State, faction: int) -> int:
    """7.3: how far the Faction's marker is past its threshold."""
    return victory_marker(s, faction) - threshold(s, faction)


def recount(s: State) -> None:
    """Derive Faction totals, Control, populations and Support totals from the pieces and levels alone."""
    s.force[:] = bytes(len(s.force))
    for place in range(ROWS * KINDS):
        if s.pieces[place]:
            s.force[place // KINDS * 4 + FACTION_OF[place % KINDS]] += s.pieces[place]
    s.total_support = s.total_opposition = 0
    for sp in range(CONTROLLABLE):
        us, arvn, nva, vc = s.force[sp * 4 : sp * 4 + 4]
        s.control[sp] = control_by_count(us + arvn, nva, vc)
        s.total_support += POP[sp] * max(s.support[sp], 0)
        s.total_opposition += POP[sp] * max(-s.support[sp], 0)
    count_population(s)


def count_population(s: State) -> None:
    """1.7: the Population under either Control, from the Control of the spaces."""
    s.coin_population = sum(POP[sp] for sp in range(CONTROLLABLE) if s.control[sp] == COIN_CONTROL)
    s.nva_population = sum(POP[sp] for sp in range(CONTROLLABLE) if s.control[sp] == NVA_CONTROL)
