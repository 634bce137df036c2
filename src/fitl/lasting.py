"""Lasting effects (5.3 Capabilities, 5.4 Momentum) as bits of `State.effects`, asked for by name at the rule they bend.

if s.effects & ABRAMS_SHADED: limit = 2  # card 11

`LASTING` lists them all; the place of a row is its bit. What is new comes at the end, so that no bit ever changes.
"""

from typing import Final, NamedTuple

# Capabilities (5.3).
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

# Capabilities of 1961 to 1963; they end with the Fall of Diem (P7.4).
EXTERMINATE_TRAITORS: Final = 1 << 55
EXTERMINATE_TRAITORS_SHADED: Final = 1 << 56
ROBERT_THOMPSON: Final = 1 << 57
ROBERT_THOMPSON_SHADED: Final = 1 << 58
CHINESE_AID_SHADED: Final = 1 << 59
BIG_MINH: Final = 1 << 60
FARM_GATE: Final = 1 << 61
FARM_GATE_SHADED: Final = 1 << 62
HO_CHI_MINH_TRAIL: Final = 1 << 63
HO_CHI_MINH_TRAIL_SHADED: Final = 1 << 64
LIBERATION_ARMED_FORCES: Final = 1 << 65
LIBERATION_ARMED_FORCES_SHADED: Final = 1 << 66
GENERAL_HARKINS: Final = 1 << 67
GENERAL_HARKINS_SHADED: Final = 1 << 68
M113_COMPANIES: Final = 1 << 69
M113_COMPANIES_SHADED: Final = 1 << 70
COMBAT_VILLAGES: Final = 1 << 71
COMBAT_VILLAGES_SHADED: Final = 1 << 72
CHIEU_HOI: Final = 1 << 73

# Of 1973 to 1975: Momentum and Capabilities.
WAR_POWERS_SHADED: Final = 1 << 74  # card S2
F_5ES: Final = 1 << 75
F_5ES_SHADED: Final = 1 << 76
AMMUNITION_SHADED: Final = 1 << 77  # card S28
MAIN_BATTLE_TANKS: Final = 1 << 78
MAIN_BATTLE_TANKS_SHADED: Final = 1 << 79
VNAF_SHADED: Final = 1 << 80  # card S51


class Lasting(NamedTuple):
    """One side of a card that stays in force, or a flag that is no side of a card."""

    kind: str
    card: int  # 0 for a flag
    side: str  # of a flag its name


CAPABILITY: Final = "capability"  # for good
MOMENTARY: Final = "momentum"  # until Reset
FLAG: Final = "flag"  # until the rule that set it takes it back


def _capabilities(*cards: int) -> tuple[Lasting, ...]:
    """Both sides of these cards."""
    return tuple(Lasting(CAPABILITY, card, side) for card in cards for side in ("unshaded", "shaded"))


LASTING: Final[tuple[Lasting, ...]] = (
    *_capabilities(4, 8, 11, 13, 14, 18, 19, 20, 28, 31, 32, 33, 34, 45, 61, 86, 101, 104, 116),
    Lasting(MOMENTARY, 5, "shaded"),
    Lasting(MOMENTARY, 7, "unshaded"),
    Lasting(MOMENTARY, 10, "shaded"),
    Lasting(MOMENTARY, 15, "unshaded"),
    Lasting(MOMENTARY, 15, "shaded"),
    Lasting(MOMENTARY, 16, "unshaded"),
    Lasting(MOMENTARY, 17, "unshaded"),
    Lasting(MOMENTARY, 22, "shaded"),
    Lasting(MOMENTARY, 38, "single"),
    Lasting(MOMENTARY, 39, "shaded"),
    Lasting(MOMENTARY, 41, "single"),
    Lasting(MOMENTARY, 46, "unshaded"),
    Lasting(MOMENTARY, 72, "unshaded"),
    Lasting(MOMENTARY, 78, "shaded"),
    Lasting(MOMENTARY, 115, "single"),
    Lasting(FLAG, 0, "laser_bombs_later"),
    Lasting(FLAG, 0, "peace_talks"),
    *_capabilities(1022, 1041),
    Lasting(CAPABILITY, 1058, "shaded"),
    Lasting(CAPABILITY, 1064, "unshaded"),
    *_capabilities(1028, 1036, 1021, 1030, 1038, 1045),
    Lasting(CAPABILITY, 1066, "unshaded"),
    Lasting(MOMENTARY, 2002, "shaded"),
    *_capabilities(2025),
    Lasting(MOMENTARY, 2028, "shaded"),
    *_capabilities(2033),
    Lasting(MOMENTARY, 2051, "shaded"),
)

_BIT_OF: Final = {(row.card, row.side): 1 << place for place, row in enumerate(LASTING) if row.kind != FLAG}
FLAGS: Final = {row.side: 1 << place for place, row in enumerate(LASTING) if row.kind == FLAG}
CAPABILITY_CARDS: Final = tuple(dict.fromkeys(row.card for row in LASTING if row.kind == CAPABILITY))
MOMENTUM_CARDS: Final = tuple(
    (_BIT_OF[row.card, row.side], row.card, row.side) for row in LASTING if row.kind == MOMENTARY
)
MOMENTUM: Final = sum(bit for bit, _, _ in MOMENTUM_CARDS) | LASER_BOMBS_LATER
_SIDES: Final = tuple(
    (row.card, row.side, _BIT_OF[row.card, row.side])
    for kind in (CAPABILITY, MOMENTARY)
    for row in LASTING
    if row.kind == kind
)


def effect_bit(card: int, side: str) -> int:
    """The effect bit of a Capability or Momentum side; KeyError if the side leaves nothing behind."""
    return _BIT_OF[card, side]


def effects_in_force(effects: int) -> list[tuple[int, str]]:
    """The (card, side) pairs in force: Capabilities first, then Momentum."""
    return [(card, side) for card, side, bit in _SIDES if effects & bit]


def flags_in_force(effects: int) -> list[str]:
    """The names of the flags in force."""
    return [name for name, bit in FLAGS.items() if effects & bit]
