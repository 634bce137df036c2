"""The kinds of piece (1.4), as small integers that index one row of the board.

A kind includes what the map shows of a piece: a Guerrilla, Irregular or Ranger is Underground or Active (1.4.3) and an
Insurgent Base is Tunneled or not (1.4.4). Off the map there is no such state, so a box holds only *plain* kinds.
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

KINDS: Final = 18

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
)
KIND_BY_ID: Final = {name: kind for kind, name in enumerate(KIND_IDS)}

FACTION_OF: Final = (US,) * 4 + (ARVN,) * 5 + (NVA,) * 5 + (VC,) * 4

# What a piece is once it leaves the map: Underground, without Tunnel (1.4.1).
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
)
PLAIN_KINDS: Final = tuple(sorted(set(PLAIN)))

# The two faces of each flipping piece (1.4.3).
ACTIVE_OF: Final = {
    IRREGULAR: IRREGULAR_ACTIVE,
    RANGER: RANGER_ACTIVE,
    NVA_GUERRILLA: NVA_GUERRILLA_ACTIVE,
    VC_GUERRILLA: VC_GUERRILLA_ACTIVE,
}

KINDS_OF: Final = (
    (US_TROOPS, US_BASE, IRREGULAR, IRREGULAR_ACTIVE),
    (ARVN_TROOPS, POLICE, RANGER, RANGER_ACTIVE, ARVN_BASE),
    (NVA_TROOPS, NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE, NVA_BASE, NVA_TUNNEL),
    (VC_GUERRILLA, VC_GUERRILLA_ACTIVE, VC_BASE, VC_TUNNEL),
)
BASE_KINDS: Final = (US_BASE, ARVN_BASE, NVA_BASE, NVA_TUNNEL, VC_BASE, VC_TUNNEL)
BASES_OF: Final = ((US_BASE,), (ARVN_BASE,), (NVA_BASE, NVA_TUNNEL), (VC_BASE, VC_TUNNEL))

# Underground and Active Guerrillas of NVA and VC; the COIN entries hold their Special Forces.
UNDERGROUND_OF: Final = (IRREGULAR, RANGER, NVA_GUERRILLA, VC_GUERRILLA)
ACTIVE_KIND_OF: Final = (IRREGULAR_ACTIVE, RANGER_ACTIVE, NVA_GUERRILLA_ACTIVE, VC_GUERRILLA_ACTIVE)

# The whole force pool of the base game (1.4).
POOL: Final = (40, 6, 6, 0, 30, 30, 6, 0, 3, 40, 20, 0, 9, 0, 30, 0, 9, 0)

TERROR_MARKERS: Final = 15  # Terror and Sabotage share one pool (1.2)
TUNNEL_MARKERS: Final = 6
BASES_PER_SPACE: Final = 2  # 1.4.2
EDGE_TRACK_MAX: Final = 75  # 1.8
TRAIL_MAX: Final = 4  # 6.7
