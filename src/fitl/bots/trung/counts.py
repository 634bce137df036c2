"""What the Trung tables and conditions count in a space: firepower, Vulnerable pieces, enemies."""

from typing import Final

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import (
    ARVN_TROOPS,
    GUERRILLAS,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    KINDS,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_GUERRILLA_ACTIVE,
    NVA_TROOPS,
    NVA_TUNNEL,
    POLICE,
    US_TROOPS,
    VC_BASE,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
    VC_TUNNEL,
)
from fitl.board.spaces import (
    ADJACENT,
    CAN_THO,
    CITIES,
    CITY_MASK,
    CONTROLLABLE,
    HUE,
    LOC_BAN_ME_THUOT_DA_LAT,
    LOC_CAM_RANH_DA_LAT,
    LOC_DA_NANG_DAK_TO,
    LOC_DA_NANG_QUI_NHON,
    LOC_HUE_DA_NANG,
    LOC_KONTUM_BAN_ME_THUOT,
    LOC_KONTUM_DAK_TO,
    LOC_KONTUM_QUI_NHON,
    LOC_MASK,
    LOC_QUI_NHON_CAM_RANH,
    LOC_SAIGON_AN_LOC_BAN_ME_THUOT,
    LOC_SAIGON_CAM_RANH,
    LOC_SAIGON_CAN_THO,
    LOC_SAIGON_DA_LAT,
    POP,
    SPACE_COUNT,
)
from fitl.lasting import ABRAMS, SEARCH_AND_DESTROY
from fitl.rules.forces import arvn_cubes, bases_of, insurgent_pieces
from fitl.rules.operations.assault import arvn_force, assault_hits
from fitl.rules.operations.sweep import SWEEPERS, can_sweep_space, finds
from fitl.state import COIN_CONTROL, State

# The Cities from Can Tho to Hue and every LoC among them.
ROUTE: Final = frozenset(
    (
        *CITIES,
        *(LOC_HUE_DA_NANG, LOC_DA_NANG_DAK_TO, LOC_DA_NANG_QUI_NHON, LOC_KONTUM_DAK_TO, LOC_KONTUM_QUI_NHON),
        *(LOC_KONTUM_BAN_ME_THUOT, LOC_QUI_NHON_CAM_RANH, LOC_CAM_RANH_DA_LAT, LOC_BAN_ME_THUOT_DA_LAT),
        *(LOC_SAIGON_CAM_RANH, LOC_SAIGON_DA_LAT, LOC_SAIGON_AN_LOC_BAN_ME_THUOT, LOC_SAIGON_CAN_THO),
    )
)
_ON_THE_WAY: Final = CITY_MASK | LOC_MASK
OPEN_BASES: Final = (NVA_BASE, VC_BASE)
HIDDEN: Final = (NVA_GUERRILLA, VC_GUERRILLA)


def total(s: State, sp: int, kinds: tuple[int, ...]) -> int:
    """How many pieces of these kinds are in a space."""
    row = sp * KINDS
    return sum(s.pieces[row + kind] for kind in kinds)


def hidden(s: State, sp: int) -> int:
    """Underground Guerrillas of both Insurgents."""
    row = sp * KINDS
    return s.pieces[row + NVA_GUERRILLA] + s.pieces[row + VC_GUERRILLA]


def insurgent_forces(s: State, sp: int) -> int:
    """NVA Troops and all Guerrillas."""
    return s.pieces[sp * KINDS + NVA_TROOPS] + total(s, sp, GUERRILLAS)


def finds_in_place(s: State, faction: int, sp: int, sweepers: tuple[int, ...] = ()) -> int:
    """How many Guerrillas a Sweep without movement would find."""
    if not can_sweep_space(s, faction, sp, sweepers or None):
        return 0
    return min(hidden(s, sp), finds(s, faction, sp, sweepers or SWEEPERS[faction]))


def coin_forces(s: State, sp: int) -> int:
    """US and ARVN pieces without Bases."""
    return s.force[sp * 4] + s.force[sp * 4 + 1] - bases_of(s, sp, US) - bases_of(s, sp, ARVN)


def coin_cubes(s: State, sp: int) -> int:
    return s.pieces[sp * KINDS + US_TROOPS] + arvn_cubes(s, sp)


def coin_troops(s: State, sp: int) -> int:
    return s.pieces[sp * KINDS + US_TROOPS] + s.pieces[sp * KINDS + ARVN_TROOPS]


def us_forces(s: State, sp: int) -> int:
    """US Troops and Irregulars."""
    return total(s, sp, (US_TROOPS, IRREGULAR, IRREGULAR_ACTIVE))


def insurgent_bases(s: State, sp: int) -> int:
    return bases_of(s, sp, NVA) + bases_of(s, sp, VC)


def us_firepower(s: State, sp: int) -> int:
    """What a US Assault removes; unshaded Search and Destroy (card 28) finds one Underground Guerrilla."""
    found = assault_hits(s, US, sp)
    if s.effects & SEARCH_AND_DESTROY and s.pieces[sp * KINDS + US_TROOPS] and hidden(s, sp):
        return max(1, found)
    return found


def arvn_firepower(s: State, sp: int) -> int:
    return arvn_force(s, sp).left()


def coin_firepower(s: State, sp: int) -> int:
    """Both together; none where no US Troops are."""
    return us_firepower(s, sp) + arvn_firepower(s, sp) if s.pieces[sp * KINDS + US_TROOPS] else 0


def vulnerable(s: State, sp: int, abrams: bool = False) -> int:
    """Enemies that COIN could remove: NVA Troops, Active Guerrillas, and open Bases without a hidden Guerrilla.

    abrams: count open Bases in any case if unshaded Abrams (card 11) may still be used this turn.
    """
    found = total(s, sp, (NVA_TROOPS, NVA_GUERRILLA_ACTIVE, VC_GUERRILLA_ACTIVE))
    if not hidden(s, sp) or (abrams and s.effects & ABRAMS):
        found += total(s, sp, OPEN_BASES)
    return found


def vulnerable_base(s: State, sp: int) -> bool:
    """An Insurgent Base, Tunneled or not, without a hidden Guerrilla beside it."""
    return insurgent_bases(s, sp) > 0 and not hidden(s, sp)


def own_vulnerable_base(s: State, sp: int, faction: int) -> bool:
    return bases_of(s, sp, faction) > 0 and not hidden(s, sp)


def can_hold_support(sp: int) -> bool:
    return sp < CONTROLLABLE and POP[sp] > 0


def tunnels_alone(s: State, sp: int) -> bool:
    """Nothing of the Insurgents is there but Tunneled Bases."""
    tunnels = total(s, sp, (NVA_TUNNEL, VC_TUNNEL))
    return tunnels > 0 and tunnels == insurgent_pieces(s, sp)


def arvn_assault_hits(s: State, sp: int) -> int:
    """How many exposed enemies an ARVN Assault would remove."""
    return min(arvn_firepower(s, sp), vulnerable(s, sp))


def clears_forces(s: State, sp: int) -> bool:
    """Would an ARVN Assault remove every Insurgent unit?"""
    forces = insurgent_forces(s, sp)
    return 0 < forces <= arvn_firepower(s, sp) and not hidden(s, sp)


def gains_control(s: State, sp: int) -> bool:
    """Would an ARVN Assault give COIN a Control that it has not?"""
    if sp >= CONTROLLABLE or s.control[sp] == COIN_CONTROL:
        return False
    coin = s.force[sp * 4] + s.force[sp * 4 + 1]
    return coin > insurgent_pieces(s, sp) - arvn_assault_hits(s, sp)


def routes_blocked(s: State) -> bool:
    """Is every way along LoCs and Cities from Can Tho to Hue blocked by an Insurgent piece?"""
    reached, ahead = {CAN_THO}, [CAN_THO]
    while ahead:
        sp = ahead.pop()
        if sp == HUE:
            return False
        if insurgent_pieces(s, sp):
            continue
        for near in ADJACENT[sp]:
            if _ON_THE_WAY >> near & 1 and near not in reached:
                reached.add(near)
                ahead.append(near)
    return True


def on_the_map(s: State, kinds: tuple[int, ...]) -> int:
    """Pieces of these kinds on the map."""
    return sum(total(s, sp, kinds) for sp in range(SPACE_COUNT))


def outnumbers_us(s: State, sp: int) -> bool:
    """More ARVN cubes than US Troops?"""
    row = sp * KINDS
    return s.pieces[row + ARVN_TROOPS] + s.pieces[row + POLICE] > s.pieces[row + US_TROOPS]
