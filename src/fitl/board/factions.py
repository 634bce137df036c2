"""The four Factions (1.5) as small integers, so that they index arrays."""

from typing import Final

US: Final = 0
ARVN: Final = 1
NVA: Final = 2
VC: Final = 3

FACTIONS: Final = (US, ARVN, NVA, VC)
FACTION_IDS: Final = ("us", "arvn", "nva", "vc")
FACTION_BY_ID: Final = {name: faction for faction, name in enumerate(FACTION_IDS)}

# 1.5.1: each pair is friendly, the pairs are enemies.
COIN: Final = (US, ARVN)
INSURGENTS: Final = (NVA, VC)


def is_coin(faction: int) -> bool:
    return faction < NVA


def partner(faction: int) -> int:
    """The friendly Faction of the pair (1.5.1)."""
    return faction ^ 1


def enemies(faction: int) -> tuple[int, int]:
    """Both Factions of the other pair (1.5.1)."""
    return INSURGENTS if faction < NVA else COIN
