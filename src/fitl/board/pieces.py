"""The kinds of piece (1.4, P1.4, S1.4), as small integers that index one row of the board, and their groups.

A kind includes what the map shows of a piece: a Guerrilla, Irregular or Ranger is Underground or Active (1.4.3), an
Insurgent Base is Tunneled or not (1.4.4), a VC Base has a Cadre or not (P1.4), Armor is its owner's or captured
(S1.4.5). Off the map there is no such state, so a box holds only *plain* kinds.

Which kinds a game has is said by the force pool of its scenario. New kinds come at the end: positions and journals name
kinds by their ids, so nothing depends on the numbers, but options are listed in this order.
"""

from typing import Final

from fitl.board.factions import ARVN, NVA, US, VC

US_TROOPS: Final = 0
US_BASE: Final = 1
IRREGULAR: Final = 2  # Underground
IRREGULAR_ACTIVE: Final = 3
ARVN_TROOPS: Final = 4
POLICE: Final = 5
RANGER: Final = 6  # Underground
RANGER_ACTIVE: Final = 7
ARVN_BASE: Final = 8
NVA_TROOPS: Final = 9
NVA_GUERRILLA: Final = 10  # Underground
NVA_GUERRILLA_ACTIVE: Final = 11
NVA_BASE: Final = 12
NVA_TUNNEL: Final = 13  # a Base with a Tunnel marker
VC_GUERRILLA: Final = 14  # Underground
VC_GUERRILLA_ACTIVE: Final = 15
VC_BASE: Final = 16
VC_TUNNEL: Final = 17  # a Base with a Tunnel marker
ADVISOR: Final = 18  # US, no Troops (P1.4)
HAMLET: Final = 19  # ARVN Strategic Hamlet, neither cube nor Base (P1.4.2)
VC_BASE_CADRE: Final = 20  # a VC Base with an NVA Cadre on it (P1.4)
CADRE: Final = 21  # a Cadre in a box: on the map it is always part of a VC Base
ARVN_ARMOR: Final = 22  # S1.4
NVA_ARMOR: Final = 23  # S1.4
CAPTURED_NVA_ARMOR: Final = 24  # in ARVN's hands, and ARVN's for everything (S1.4.5)
CAPTURED_ARVN_ARMOR: Final = 25  # in NVA's hands, and NVA's for everything (S1.4.5)

KINDS: Final = 26

KIND_IDS: Final = (
    "us_troops",
    "us_base",
    "irregular",
    "irregular_active",
    "arvn_troops",
    "police",
    "ranger",
    "ranger_active",
    "arvn_base",
    "nva_troops",
    "nva_guerrilla",
    "nva_guerrilla_active",
    "nva_base",
    "nva_tunnel",
    "vc_guerrilla",
    "vc_guerrilla_active",
    "vc_base",
    "vc_tunnel",
    "advisor",
    "hamlet",
    "vc_base_cadre",
    "cadre",
    "arvn_armor",
    "nva_armor",
    "captured_nva_armor",
    "captured_arvn_armor",
)
KIND_BY_ID: Final = {name: kind for kind, name in enumerate(KIND_IDS)}

FACTION_OF: Final = (
    *((US,) * 4 + (ARVN,) * 5 + (NVA,) * 5 + (VC,) * 4),
    *(US, ARVN, VC, NVA, ARVN, NVA, ARVN, NVA),
)

# What a piece is once it leaves the map: Underground, without Tunnel, Cadre or captor (1.4.1, P1.4, S1.4.5).
PLAIN: Final = (
    US_TROOPS,
    US_BASE,
    IRREGULAR,
    IRREGULAR,
    ARVN_TROOPS,
    POLICE,
    RANGER,
    RANGER,
    ARVN_BASE,
    NVA_TROOPS,
    NVA_GUERRILLA,
    NVA_GUERRILLA,
    NVA_BASE,
    NVA_BASE,
    VC_GUERRILLA,
    VC_GUERRILLA,
    VC_BASE,
    VC_BASE,
    ADVISOR,
    HAMLET,
    VC_BASE,
    CADRE,
    ARVN_ARMOR,
    NVA_ARMOR,
    NVA_ARMOR,
    ARVN_ARMOR,
)
PLAIN_KINDS: Final = tuple(sorted(set(PLAIN)))

# Every state a piece of a plain kind can be in while it is its owner's.
STATES_OF: Final = {
    kind: tuple(state for state in range(KINDS) if PLAIN[state] == kind and FACTION_OF[state] == FACTION_OF[kind])
    for kind in PLAIN_KINDS
}

# What counts against the pool of a plain kind: a Base with a Cadre counts as a Base and as a Cadre (P1.4).
COUNTED_AS: Final = {kind: tuple(state for state in range(KINDS) if PLAIN[state] == kind) for kind in PLAIN_KINDS} | {
    CADRE: (CADRE, VC_BASE_CADRE)
}

# The two faces of each flipping piece (1.4.3).
ACTIVE_OF: Final = {
    IRREGULAR: IRREGULAR_ACTIVE,
    RANGER: RANGER_ACTIVE,
    NVA_GUERRILLA: NVA_GUERRILLA_ACTIVE,
    VC_GUERRILLA: VC_GUERRILLA_ACTIVE,
}

# --- groups -------------------------------------------------------------------------------------------------------

KINDS_OF: Final = (
    (US_TROOPS, US_BASE, IRREGULAR, IRREGULAR_ACTIVE, ADVISOR),
    (ARVN_TROOPS, POLICE, RANGER, RANGER_ACTIVE, ARVN_BASE, HAMLET, ARVN_ARMOR, CAPTURED_NVA_ARMOR),
    (NVA_TROOPS, NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE, NVA_BASE, NVA_TUNNEL, CADRE, NVA_ARMOR, CAPTURED_ARVN_ARMOR),
    (VC_GUERRILLA, VC_GUERRILLA_ACTIVE, VC_BASE, VC_TUNNEL, VC_BASE_CADRE),
)
COIN_KINDS: Final = (*KINDS_OF[US], *KINDS_OF[ARVN])
INSURGENT_KINDS: Final = (*KINDS_OF[NVA], *KINDS_OF[VC])
# What Events mean by ARVN pieces in its boxes, or to be placed: Hamlets too (5.1.1, P1.4).
ARVN_PIECES: Final = tuple(kind for kind in KINDS_OF[ARVN] if PLAIN[kind] == kind)

BASES_OF: Final = ((US_BASE,), (ARVN_BASE,), (NVA_BASE, NVA_TUNNEL), (VC_BASE, VC_TUNNEL, VC_BASE_CADRE))
COIN_BASES: Final = (US_BASE, ARVN_BASE)
INSURGENT_BASES: Final = (*BASES_OF[NVA], *BASES_OF[VC])
BASE_KINDS: Final = (*COIN_BASES, *INSURGENT_BASES)
TUNNELS: Final = (NVA_TUNNEL, VC_TUNNEL)
LIMITED: Final = (*BASE_KINDS, HAMLET)  # of which a space holds only so many (1.4.2, P1.4.2)

CUBES_OF: Final[tuple[tuple[int, ...], ...]] = ((US_TROOPS,), (ARVN_TROOPS, POLICE), (NVA_TROOPS,), ())
COIN_CUBES: Final = (US_TROOPS, ARVN_TROOPS, POLICE)
COIN_TROOPS: Final = (US_TROOPS, ARVN_TROOPS)

GUERRILLAS_OF: Final[tuple[tuple[int, ...], ...]] = (
    (),
    (),
    (NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE),
    (VC_GUERRILLA, VC_GUERRILLA_ACTIVE),
)
GUERRILLAS: Final = (*GUERRILLAS_OF[NVA], *GUERRILLAS_OF[VC])
SPECIAL_FORCES: Final = (IRREGULAR, IRREGULAR_ACTIVE, RANGER, RANGER_ACTIVE)
ARMOR_OF: Final[tuple[tuple[int, ...], ...]] = (
    (),
    (ARVN_ARMOR, CAPTURED_NVA_ARMOR),
    (NVA_ARMOR, CAPTURED_ARVN_ARMOR),
    (),
)
CAPTURED: Final = (CAPTURED_NVA_ARMOR, CAPTURED_ARVN_ARMOR)
ARMOR: Final = (*ARMOR_OF[ARVN], *ARMOR_OF[NVA])

# Units are all pieces but Bases and Hamlets.
UNITS_OF: Final = tuple(
    tuple(kind for kind in kinds if kind not in BASE_KINDS and kind not in (HAMLET, CADRE)) for kinds in KINDS_OF
)
INSURGENT_UNITS: Final = (*UNITS_OF[NVA], *UNITS_OF[VC])

# Underground and Active Guerrillas of NVA and VC; the COIN entries hold their Special Forces.
UNDERGROUND_OF: Final = (IRREGULAR, RANGER, NVA_GUERRILLA, VC_GUERRILLA)
ACTIVE_KIND_OF: Final = (IRREGULAR_ACTIVE, RANGER_ACTIVE, NVA_GUERRILLA_ACTIVE, VC_GUERRILLA_ACTIVE)

TERROR_MARKERS: Final = 15  # Terror and Sabotage share one pool (1.2)
TUNNEL_MARKERS: Final = 6
BASES_PER_SPACE: Final = 2  # 1.4.2
EDGE_TRACK_MAX: Final = 75  # 1.8
TRAIL_MAX: Final = 4  # 6.7
