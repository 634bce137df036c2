"""Lasting effects (5.3 Capabilities, 5.4 Momentum) as bits of `State.effects`, asked for by name at the rule they bend.

if s.effects & ABRAMS_SHADED: limit = 2  # card 11
"""

from typing import Final

# Capabilities (5.3): two bits per card, unshaded then shaded.
CAPABILITY_CARDS: Final = (4, 8, 11, 13, 14, 18, 19, 20, 28, 31, 32, 33, 34, 45, 61, 86, 101, 104, 116)

TOP_GUN: Final = 1 << 0
TOP_GUN_SHADED: Final = 1 << 1
ARC_LIGHT: Final = 1 << 2
ARC_LIGHT_SHADED: Final = 1 << 3
ABRAMS: Final = 1 << 4
ABRAMS_SHADED: Final = 1 << 5
COBRAS: Final = 1 << 6
COBRAS_SHADED: Final = 1 << 7
PATTON: Final = 1 << 8
PATTON_SHADED: Final = 1 << 9
CAPS: Final = 1 << 10
CAPS_SHADED: Final = 1 << 11
CORDS: Final = 1 << 12
CORDS_SHADED: Final = 1 << 13
LASER_BOMBS: Final = 1 << 14
LASER_BOMBS_SHADED: Final = 1 << 15
SEARCH_AND_DESTROY: Final = 1 << 16
SEARCH_AND_DESTROY_SHADED: Final = 1 << 17
AAA: Final = 1 << 18
AAA_SHADED: Final = 1 << 19
LONG_RANGE_GUNS: Final = 1 << 20
LONG_RANGE_GUNS_SHADED: Final = 1 << 21
MIGS: Final = 1 << 22
MIGS_SHADED: Final = 1 << 23
SA_2S: Final = 1 << 24
SA_2S_SHADED: Final = 1 << 25
PT_76: Final = 1 << 26
PT_76_SHADED: Final = 1 << 27
ARMORED_CAVALRY: Final = 1 << 28
ARMORED_CAVALRY_SHADED: Final = 1 << 29
MANDATE_OF_HEAVEN: Final = 1 << 30
MANDATE_OF_HEAVEN_SHADED: Final = 1 << 31
BOOBY_TRAPS: Final = 1 << 32
BOOBY_TRAPS_SHADED: Final = 1 << 33
MAIN_FORCE_BNS: Final = 1 << 34
MAIN_FORCE_BNS_SHADED: Final = 1 << 35
CADRES: Final = 1 << 36
CADRES_SHADED: Final = 1 << 37

# Momentum (5.4): in force until Reset.
WILD_WEASELS_SHADED: Final = 1 << 38  # card 5
ADSID: Final = 1 << 39  # card 7
ROLLING_THUNDER_SHADED: Final = 1 << 40  # card 10
MEDEVAC: Final = 1 << 41  # card 15
MEDEVAC_SHADED: Final = 1 << 42  # card 15
BLOWTORCH_KOMER: Final = 1 << 43  # card 16
CLAYMORES: Final = 1 << 44  # card 17
DA_NANG_SHADED: Final = 1 << 45  # card 22
MCNAMARA_LINE: Final = 1 << 46  # card 38
ORISKANY_SHADED: Final = 1 << 47  # card 39
BOMBING_PAUSE: Final = 1 << 48  # card 41
TRANSPORT_GROUP_559: Final = 1 << 49  # card 46
BODY_COUNT: Final = 1 << 50  # card 72
LANSDALE_SHADED: Final = 1 << 51  # card 78
TYPHOON_KATE: Final = 1 << 52  # card 115
# 5.1.2: shaded Laser Guided Bombs executed after shaded Wild Weasels sets the Air Strike's piece limit.
LASER_BOMBS_LATER: Final = 1 << 53

# Until Linebacker II is executed: its precondition is lowered (card 3).
PEACE_TALKS: Final = 1 << 54

MOMENTUM_CARDS: Final = (
    (WILD_WEASELS_SHADED, 5, "shaded"),
    (ADSID, 7, "unshaded"),
    (ROLLING_THUNDER_SHADED, 10, "shaded"),
    (MEDEVAC, 15, "unshaded"),
    (MEDEVAC_SHADED, 15, "shaded"),
    (BLOWTORCH_KOMER, 16, "unshaded"),
    (CLAYMORES, 17, "unshaded"),
    (DA_NANG_SHADED, 22, "shaded"),
    (MCNAMARA_LINE, 38, "single"),
    (ORISKANY_SHADED, 39, "shaded"),
    (BOMBING_PAUSE, 41, "single"),
    (TRANSPORT_GROUP_559, 46, "unshaded"),
    (BODY_COUNT, 72, "unshaded"),
    (LANSDALE_SHADED, 78, "shaded"),
    (TYPHOON_KATE, 115, "single"),
)
MOMENTUM: Final = sum(bit for bit, _, _ in MOMENTUM_CARDS) | LASER_BOMBS_LATER

# What is in force without being a side of a card.
FLAGS: Final = {"peace_talks": PEACE_TALKS, "laser_bombs_later": LASER_BOMBS_LATER}


def capability(card: int, side: str) -> int:
    """The effect bit of one side of a Capability card."""
    return 1 << (2 * CAPABILITY_CARDS.index(card) + (side == "shaded"))


def effects_in_force(effects: int) -> list[tuple[int, str]]:
    """The (card, side) pairs in force: Capabilities first, then Momentum."""
    found = [
        (card, side) for card in CAPABILITY_CARDS for side in ("unshaded", "shaded") if effects & capability(card, side)
    ]
    return found + [(card, side) for bit, card, side in MOMENTUM_CARDS if effects & bit]


def flags_in_force(effects: int) -> list[str]:
    """The names of the flags in force."""
    return [name for name, bit in FLAGS.items() if effects & bit]


def effect_bit(card: int, side: str) -> int:
    """The effect bit of a Capability or Momentum side; KeyError if the side leaves nothing behind."""
    if card in CAPABILITY_CARDS:
        return capability(card, side)
    for bit, number, momentum_side in MOMENTUM_CARDS:
        if number == card and momentum_side == side:
            return bit
    raise KeyError((card, side))
