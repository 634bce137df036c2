"""The kinds of piece (1.4, P1.4, S1.4): one row each, from which every group and table of kinds follows.

A kind is a small integer that indexes one row of the board. It includes what the map shows of a piece: a Guerrilla,
Irregular or Ranger is Underground or Active (1.4.3), an Insurgent Base is Tunneled or not (1.4.4), a VC Base has a
Cadre or not (P1.4), Armor is its owner's or captured (S1.4.5). Off the map there is no such state, so a box holds only
*plain* kinds.

The force pool of a scenario says which kinds a game has. New kinds come at the end: positions and journals name kinds
by their ids, so nothing depends on the numbers, but options are listed in this order.
"""

from typing import Final, NamedTuple

from fitl.board.factions import ARVN, FACTIONS, NVA, US, VC

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

# The groups of kinds.
TROOPS: Final = "troops"
POLICE_CUBES: Final = "police"
BASE: Final = "base"
SPECIAL: Final = "special_forces"
GUERRILLA: Final = "guerrilla"
ADVISORS: Final = "advisor"
HAMLETS: Final = "hamlet"
CADRES: Final = "cadre"
ARMORED: Final = "armor"

# What the map shows of a piece beside its owner and group.
NO_STATE: Final = ""
ACTIVE: Final = "active"
TUNNELED: Final = "tunnel"
WITH_CADRE: Final = "cadre"
IN_ENEMY_HANDS: Final = "captured"


class Pool(NamedTuple):
    """How many pieces of a plain kind there are, by the force pools that scenarios name (1.2, P1.2, S1.2)."""

    base: int = 0
    base_with_fos: int = 0
    sod: int = 0
    sod_diems_war: int = 0
    fos_black_april: int = 0


NO_POOL: Final = Pool()


class Kind(NamedTuple):
    """One kind of piece."""

    number: int
    id: str  # in positions, journals, scenarios, messages and on the page
    faction: int
    group: str
    shown: str = NO_STATE
    plain: int = -1  # what the piece is once it leaves the map (1.4.1, P1.4, S1.4.5); -1: the same
    pool: Pool = NO_POOL  # of plain kinds

    @property
    def off_the_map(self) -> int:
        """The kind that lies in a box."""
        return self.number if self.plain < 0 else self.plain


KIND_ROWS: Final[tuple[Kind, ...]] = (
    Kind(US_TROOPS, "us_troops", US, TROOPS, pool=Pool(40, 40)),
    Kind(US_BASE, "us_base", US, BASE, pool=Pool(6, 6, 1)),
    Kind(IRREGULAR, "irregular", US, SPECIAL, pool=Pool(6, 6, 3)),
    Kind(IRREGULAR_ACTIVE, "irregular_active", US, SPECIAL, ACTIVE, IRREGULAR),
    Kind(ARVN_TROOPS, "arvn_troops", ARVN, TROOPS, pool=Pool(30, 30, 20, 20, 30)),
    Kind(POLICE, "police", ARVN, POLICE_CUBES, pool=Pool(30, 30, 30, 30, 30)),
    Kind(RANGER, "ranger", ARVN, SPECIAL, pool=Pool(6, 8, 3, 3, 8)),
    Kind(RANGER_ACTIVE, "ranger_active", ARVN, SPECIAL, ACTIVE, RANGER),
    Kind(ARVN_BASE, "arvn_base", ARVN, BASE, pool=Pool(3, 6, 1, 1, 6)),
    Kind(NVA_TROOPS, "nva_troops", NVA, TROOPS, pool=Pool(40, 40, 0, 0, 40)),
    Kind(NVA_GUERRILLA, "nva_guerrilla", NVA, GUERRILLA, pool=Pool(20, 20, 0, 0, 20)),
    Kind(NVA_GUERRILLA_ACTIVE, "nva_guerrilla_active", NVA, GUERRILLA, ACTIVE, NVA_GUERRILLA),
    Kind(NVA_BASE, "nva_base", NVA, BASE, pool=Pool(9, 9, 0, 0, 9)),
    Kind(NVA_TUNNEL, "nva_tunnel", NVA, BASE, TUNNELED, NVA_BASE),
    Kind(VC_GUERRILLA, "vc_guerrilla", VC, GUERRILLA, pool=Pool(30, 30, 30, 30)),
    Kind(VC_GUERRILLA_ACTIVE, "vc_guerrilla_active", VC, GUERRILLA, ACTIVE, VC_GUERRILLA),
    Kind(VC_BASE, "vc_base", VC, BASE, pool=Pool(9, 9, 9, 9)),
    Kind(VC_TUNNEL, "vc_tunnel", VC, BASE, TUNNELED, VC_BASE),
    Kind(ADVISOR, "advisor", US, ADVISORS, pool=Pool(0, 0, 6)),
    Kind(HAMLET, "hamlet", ARVN, HAMLETS, pool=Pool(0, 0, 6, 6)),
    Kind(VC_BASE_CADRE, "vc_base_cadre", VC, BASE, WITH_CADRE, VC_BASE),
    Kind(CADRE, "cadre", NVA, CADRES, pool=Pool(0, 0, 6)),
    Kind(ARVN_ARMOR, "arvn_armor", ARVN, ARMORED, pool=Pool(0, 8, 0, 0, 8)),
    Kind(NVA_ARMOR, "nva_armor", NVA, ARMORED, pool=Pool(0, 8, 0, 0, 8)),
    Kind(CAPTURED_NVA_ARMOR, "captured_nva_armor", ARVN, ARMORED, IN_ENEMY_HANDS, NVA_ARMOR),
    Kind(CAPTURED_ARVN_ARMOR, "captured_arvn_armor", NVA, ARMORED, IN_ENEMY_HANDS, ARVN_ARMOR),
)
KINDS: Final = 26

KIND_IDS: Final[tuple[str, ...]] = tuple(row.id for row in KIND_ROWS)
KIND_BY_ID: Final = {row.id: row.number for row in KIND_ROWS}
FACTION_OF: Final = tuple(row.faction for row in KIND_ROWS)
PLAIN: Final = tuple(row.off_the_map for row in KIND_ROWS)
PLAIN_KINDS: Final[tuple[int, ...]] = tuple(row.number for row in KIND_ROWS if row.shown == NO_STATE)


def _kinds(*groups: str, faction: int | None = None, shown: str | None = None) -> tuple[int, ...]:
    """The kinds of these groups (all if none is named), of one Faction, shown in one way, in their order."""
    return tuple(
        row.number
        for row in KIND_ROWS
        if (not groups or row.group in groups) and faction in (None, row.faction) and shown in (None, row.shown)
    )


def _by_faction(*groups: str) -> tuple[tuple[int, ...], ...]:
    return tuple(_kinds(*groups, faction=faction) for faction in FACTIONS)


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
ACTIVE_OF: Final = {row.plain: row.number for row in KIND_ROWS if row.shown == ACTIVE}

# --- groups -------------------------------------------------------------------------------------------------------

KINDS_OF: Final = _by_faction()
COIN_KINDS: Final = (*KINDS_OF[US], *KINDS_OF[ARVN])
INSURGENT_KINDS: Final = (*KINDS_OF[NVA], *KINDS_OF[VC])
# What Events mean by ARVN pieces in its boxes, or to be placed: Hamlets too (5.1.1, P1.4).
ARVN_PIECES: Final = _kinds(faction=ARVN, shown=NO_STATE)

BASES_OF: Final = _by_faction(BASE)
COIN_BASES: Final = (*BASES_OF[US], *BASES_OF[ARVN])
INSURGENT_BASES: Final = (*BASES_OF[NVA], *BASES_OF[VC])
BASE_KINDS: Final = (*COIN_BASES, *INSURGENT_BASES)
TUNNELS: Final = _kinds(BASE, shown=TUNNELED)
LIMITED: Final = (*BASE_KINDS, HAMLET)  # of which a space holds only this many (1.4.2, P1.4.2)

CUBES_OF: Final = _by_faction(TROOPS, POLICE_CUBES)
COIN_CUBES: Final = (*CUBES_OF[US], *CUBES_OF[ARVN])
COIN_TROOPS: Final = (US_TROOPS, ARVN_TROOPS)

GUERRILLAS_OF: Final = _by_faction(GUERRILLA)
GUERRILLAS: Final = (*GUERRILLAS_OF[NVA], *GUERRILLAS_OF[VC])
SPECIAL_FORCES: Final = _kinds(SPECIAL)
ARMOR_OF: Final = _by_faction(ARMORED)
CAPTURED: Final = _kinds(ARMORED, shown=IN_ENEMY_HANDS)
ARMOR: Final = (*ARMOR_OF[ARVN], *ARMOR_OF[NVA])

# Units are all pieces but Bases, Hamlets and Cadres.
UNITS_OF: Final = _by_faction(TROOPS, POLICE_CUBES, SPECIAL, GUERRILLA, ADVISORS, ARMORED)
INSURGENT_UNITS: Final = (*UNITS_OF[NVA], *UNITS_OF[VC])

# Underground and Active Guerrillas of NVA and VC; the COIN entries hold their Special Forces.
UNDERGROUND_OF: Final = (IRREGULAR, RANGER, NVA_GUERRILLA, VC_GUERRILLA)
ACTIVE_KIND_OF: Final = (IRREGULAR_ACTIVE, RANGER_ACTIVE, NVA_GUERRILLA_ACTIVE, VC_GUERRILLA_ACTIVE)

TERROR_MARKERS: Final = 15  # Terror and Sabotage share one pool (1.2)
TUNNEL_MARKERS: Final = 6
BASES_PER_SPACE: Final = 2  # 1.4.2
EDGE_TRACK_MAX: Final = 75  # 1.8
TRAIL_MAX: Final = 4  # 6.7
