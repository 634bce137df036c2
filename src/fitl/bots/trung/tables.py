"""The 27 space priority tables as data: filters in the order of their columns.

A filter narrows the candidates; one that fits none of them is passed over. "(H X)" in a column, here `Column.human`:
the filter counts only if a person plays one of those Factions. Filters about Cities and Provinces never fit a LoC.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import KINDS, POLICE, US_BASE, US_TROOPS
from fitl.board.spaces import ADJACENT, CONTROLLABLE, ECON, HIGHLAND_MASK, LAOS_CAMBODIA_MASK, POP, SOUTH_MASK
from fitl.bots.mind import Mind
from fitl.bots.select import random_space
from fitl.bots.trung.counts import (
    arvn_firepower,
    can_hold_support,
    coin_cubes,
    coin_firepower,
    hidden,
    insurgent_bases,
    outnumbers_us,
    own_vulnerable_base,
    us_forces,
    vulnerable,
    vulnerable_base,
)
from fitl.bots.trung.naming import slug
from fitl.decisions import Flow
from fitl.rules.forces import (
    bases_of,
    coin_bases,
    guerrillas,
    has_room_for_base,
    insurgent_pieces,
    pieces_of,
)
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, COIN_CONTROL, NEUTRAL, NVA_CONTROL, State

TROOPS: Final = "troops"
RAID: Final = "raid"
ASSAULT: Final = "assault"
GOVERN: Final = "govern"
NO_MARCH: Final[dict[int, int]] = {}

# The kinds of filter: keep those that fit, those with the most, those with the fewest.
FITS: Final = "fits"
MOST: Final = "most"
FEWEST: Final = "fewest"


class Look(NamedTuple):
    """What a filter looks at: the board, and what is being done."""

    s: State
    purpose: str = ""  # TROOPS, RAID, ASSAULT or GOVERN where a column asks for it
    unmoved: dict[int, int] = NO_MARCH  # of a March: NVA Troops that may still go, by adjacent space


class Filter(NamedTuple):
    """One column: how it judges a space. `land`: Cities and Provinces only."""

    kind: str
    value: Callable[[Look, int], int]
    land: bool = True


class Column(NamedTuple):
    """A filter in a table, and the Factions of which a person must play one for it to count."""

    filter: str
    human: tuple[int, ...] = ()


def _population(look: Look, sp: int) -> int:
    return POP[sp] if _scores(look, sp) else 0


def _support(look: Look, sp: int) -> int:
    return POP[sp] * max(0, look.s.support[sp]) if _scores(look, sp) else 0


def _scores(look: Look, sp: int) -> bool:
    """A Govern looks for spaces where Patronage can be taken; others score nothing."""
    return look.purpose != GOVERN or outnumbers_us(look.s, sp)


def _opposition(look: Look, sp: int) -> int:
    return POP[sp] * max(0, -look.s.support[sp])


def _province(sp: int) -> bool:
    return 8 <= sp < CONTROLLABLE


def _few_cubes_at_us_base(look: Look, sp: int) -> int:
    return _province(sp) and look.s.pieces[sp * KINDS + US_BASE] > 0 and coin_cubes(look.s, sp) <= 2


def _outnumbered_at_support(look: Look, sp: int) -> int:
    s = look.s
    return s.support[sp] > NEUTRAL and us_forces(s, sp) < hidden(s, sp)


def _police_alone(look: Look, sp: int) -> int:
    row = sp * KINDS
    return look.s.pieces[row + POLICE] > 0 and not look.s.pieces[row + US_TROOPS]


def _weak(look: Look, sp: int) -> int:
    s = look.s
    return pieces_of(s, sp, US) > 0 and coin_firepower(s, sp) < vulnerable(s, sp, abrams=True)


def _raid_abroad(look: Look, sp: int) -> int:
    s = look.s
    abroad = bool(LAOS_CAMBODIA_MASK >> sp & 1)
    return look.purpose == RAID and abroad and 0 < insurgent_pieces(s, sp) <= 2 and s.control[sp] != COIN_CONTROL


def _southern(sp: int, wanted: bool) -> bool:
    return wanted and sp < CONTROLLABLE and bool(SOUTH_MASK >> sp & 1)


def _few_guerrillas_with_room(look: Look, sp: int) -> int:
    return guerrillas(look.s, sp, VC) in (1, 2) and has_room_for_base(look.s, sp)


def _troops_nearby(look: Look, sp: int) -> int:
    """NVA Troops in the one adjacent space that can send most; no further ones while the Trail is full."""
    return 0 if look.s.trail == 4 else max((look.unmoved.get(near, 0) for near in ADJACENT[sp]), default=0)


def _adjacent_population(look: Look, sp: int) -> int:
    return sum(POP[near] for near in ADJACENT[sp])


def _others(faction: int) -> Callable[[Look, int], int]:
    """Pieces that are not the Faction's."""
    return lambda look, sp: sum(pieces_of(look.s, sp, other) for other in range(4) if other != faction)


FILTERS: Final[dict[str, Filter]] = {
    "VulnBase": Filter(FITS, lambda look, sp: vulnerable_base(look.s, sp), land=False),
    "Prov-NoCB": Filter(FITS, lambda look, sp: _province(sp) and not coin_bases(look.s, sp)),
    "Prov-USB-02": Filter(FITS, _few_cubes_at_us_base),
    "US<UG@Sup": Filter(FITS, _outnumbered_at_support),
    "COINctl": Filter(FITS, lambda look, sp: look.s.control[sp] == COIN_CONTROL),
    "NotAS": Filter(FITS, lambda look, sp: can_hold_support(sp) and look.s.support[sp] != ACTIVE_SUPPORT),
    "NotAO": Filter(FITS, lambda look, sp: can_hold_support(sp) and look.s.support[sp] != ACTIVE_OPPOSITION),
    "PolNoUS": Filter(FITS, _police_alone, land=False),
    "FP<Vuln": Filter(FITS, _weak, land=False),
    "USBase": Filter(FITS, lambda look, sp: look.s.pieces[sp * KINDS + US_BASE] > 0),
    "MaxPop": Filter(MOST, _population),
    "EnBase": Filter(FITS, lambda look, sp: insurgent_bases(look.s, sp) > 0, land=False),
    "LoC+En": Filter(FITS, lambda look, sp: sp >= CONTROLLABLE and insurgent_pieces(look.s, sp) > 0, land=False),
    "MaxOpp": Filter(MOST, _opposition),
    "MaxSup": Filter(MOST, _support),
    "Highland": Filter(FITS, lambda look, sp: HIGHLAND_MASK >> sp & 1),
    "RaidLC": Filter(FITS, _raid_abroad),
    "SVN-noCOIN": Filter(FITS, lambda look, sp: _southern(sp, look.s.control[sp] != COIN_CONTROL)),
    "MaxAFP": Filter(MOST, lambda look, sp: arvn_firepower(look.s, sp), land=False),
    "MinEn": Filter(FEWEST, lambda look, sp: insurgent_pieces(look.s, sp)),
    "VulnNVA": Filter(FITS, lambda look, sp: own_vulnerable_base(look.s, sp, NVA)),
    "VulnVC": Filter(FITS, lambda look, sp: own_vulnerable_base(look.s, sp, VC)),
    "MaxNVAG": Filter(MOST, lambda look, sp: guerrillas(look.s, sp, NVA)),
    "MaxVCG": Filter(MOST, lambda look, sp: guerrillas(look.s, sp, VC)),
    "MaxNVAB": Filter(MOST, lambda look, sp: bases_of(look.s, sp, NVA)),
    "MaxVCB": Filter(MOST, lambda look, sp: bases_of(look.s, sp, VC)),
    "LC+COIN": Filter(FITS, lambda look, sp: bool(LAOS_CAMBODIA_MASK >> sp & 1) and look.s.control[sp] == COIN_CONTROL),
    "AdjTroops": Filter(MOST, _troops_nearby, land=False),
    "SVN-noNVA": Filter(FITS, lambda look, sp: _southern(sp, look.s.control[sp] != NVA_CONTROL)),
    "NoUSBase": Filter(FITS, lambda look, sp: not look.s.pieces[sp * KINDS + US_BASE]),
    "VCBase": Filter(FITS, lambda look, sp: bases_of(look.s, sp, VC) > 0),
    "MinNonNVA": Filter(FEWEST, _others(NVA)),
    "MinNonVC": Filter(FEWEST, _others(VC)),
    "MinVC": Filter(FEWEST, lambda look, sp: pieces_of(look.s, sp, VC)),
    "MaxCubes": Filter(MOST, lambda look, sp: coin_cubes(look.s, sp)),
    "MaxAdjPop": Filter(MOST, _adjacent_population),
    "NVActl": Filter(FITS, lambda look, sp: look.s.control[sp] == NVA_CONTROL),
    "1-2VCG+room": Filter(FITS, _few_guerrillas_with_room),
    "Econ1+": Filter(FITS, lambda look, sp: sp >= CONTROLLABLE and ECON[sp] > 0, land=False),
}


def _columns(text: str) -> tuple[Column, ...]:
    """The columns as printed: names between ">", the people that matter in brackets."""
    return tuple(_column(part.strip()) for part in text.split(" > "))


_HUMAN: Final = {"US": US, "ARVN": ARVN, "NVA": NVA, "VC": VC}


def _column(text: str) -> Column:
    name, _, people = text.partition(" (H ")
    named = people.removesuffix(")").split(" or H ") if people else []
    return Column(name, tuple(_HUMAN[each] for each in named))


TABLES: Final[dict[str, tuple[Column, ...]]] = {
    name: _columns(text)
    for name, text in {
        "US-Shift": "NotAS > MaxPop > EnBase > MaxOpp (H VC)",
        "US-Base": "Prov-NoCB > COINctl (H ARVN) > MaxPop > Highland",
        "US-Cubes": "Prov-USB-02 > NotAS > PolNoUS > FP<Vuln > MaxPop > EnBase",
        "US-Sweep": "Prov-USB-02 > US<UG@Sup > COINctl (H ARVN) > NotAS > PolNoUS > MaxPop > EnBase",
        "US-Lift": "FP<Vuln > USBase > MaxPop > EnBase",
        "US-Strike": "VulnBase > Prov-NoCB > FP<Vuln > MaxOpp (H VC) > Highland",
        "US-Remove": "VulnBase > US<UG@Sup > FP<Vuln > USBase > MaxPop > LoC+En",
        "ARVN-Shift": "MaxPop > EnBase > MaxOpp (H VC)",
        "ARVN-Base": "Prov-NoCB > MaxPop > MaxSup > MinEn",
        "ARVN-Cubes": "SVN-noCOIN > MaxPop > EnBase > MinEn > MaxOpp (H VC)",
        "ARVN-Move": "SVN-noCOIN > MaxPop > EnBase > MinEn",
        "ARVN-Patrol": "SVN-noCOIN > MaxPop > LoC+En",
        "ARVN-Govern": "MaxPop > MaxSup",
        "ARVN-Remove": "VulnBase > RaidLC > SVN-noCOIN > MaxPop > LoC+En > MaxAFP > MinEn",
        "NVA-Base": "MaxNVAG > LC+COIN > MaxPop > NoUSBase > MaxAdjPop",
        "NVA-Troops": "MaxNVAG > MaxNVAB > LC+COIN > SVN-noNVA > COINctl (H ARVN) > MaxPop > NoUSBase > "
        "VCBase (H VC) > MinNonNVA > MaxAdjPop",
        "NVA-Guer": "VulnNVA > MaxNVAB > LC+COIN > COINctl (H ARVN) > MaxPop > VCBase (H VC) > MinNonNVA > MaxAdjPop",
        "NVA-March": "LC+COIN > AdjTroops > SVN-noNVA > COINctl (H ARVN) > MaxPop > NoUSBase > "
        "VCBase (H VC) > MinNonNVA",
        "NVA-Terror": "MaxSup > VulnNVA > MaxNVAG",
        "NVA-Remove": "LC+COIN > SVN-noNVA > COINctl (H ARVN) > MaxPop > MinNonNVA > MaxCubes",
        "VC-Shift": "NotAO > MaxPop > MaxSup (H US)",
        "VC-Terror": "NotAO > MaxPop > MaxSup (H US) > MaxVCG > MinNonVC > Econ1+ (H US or H ARVN)",
        "VC-Base": "MaxPop > MaxVCG > MinNonVC",
        "VC-Guer": "VulnVC > MaxPop > MaxVCB > COINctl (H ARVN) > MaxSup (H US) > NVActl (H NVA) > 1-2VCG+room > "
        "MinNonVC",
        "VC-March": "NotAO > MinVC > MaxPop > COINctl (H ARVN) > MaxSup (H US) > NVActl (H NVA) > 1-2VCG+room > "
        "MinNonVC",
        "VC-Tax": "MaxOpp > MaxVCG > Econ1+ (H US or H ARVN)",
        "VC-Remove": "VulnVC > MaxPop > MaxVCB > COINctl (H ARVN) > NVActl (H NVA) > MaxVCG > MinNonVC",
    }.items()
}
ONLY_FOR: Final = {"PolNoUS": ("US-Cubes", TROOPS), "RaidLC": ("ARVN-Remove", RAID), "MaxAFP": ("ARVN-Remove", ASSAULT)}


def counts_now(table: str, column: Column, look: Look) -> bool:
    """Is the column used: does a person play whom it asks about, and is it for what is being done?"""
    limited = ONLY_FOR.get(column.filter)
    if limited is not None and limited[0] == table and limited[1] != look.purpose:
        return False
    people = look.s.options.non_players
    return not column.human or any(faction not in people for faction in column.human)


def narrow(found: Filter, look: Look, spaces: Sequence[int]) -> list[int]:
    """Those of the spaces that the filter keeps; all of them if it fits none."""
    judged = [sp for sp in spaces if sp < CONTROLLABLE] if found.land else list(spaces)
    if not judged:
        return list(spaces)
    values = {sp: int(found.value(look, sp)) for sp in judged}
    if found.kind == FITS:
        return [sp for sp in judged if values[sp]] or list(spaces)
    best = max(values.values()) if found.kind == MOST else min(values.values())
    return [sp for sp in judged if values[sp] == best]


def best_spaces(table: str, look: Look, spaces: Sequence[int]) -> tuple[list[int], list[str]]:
    """What the table leaves of the candidates, and the columns that narrowed them."""
    left, used = list(spaces), []
    for column in TABLES[table]:
        if len(left) == 1:
            break
        if counts_now(table, column, look):
            kept = narrow(FILTERS[column.filter], look, left)
            if len(kept) < len(left):
                used.append(f"trung.{slug(column.filter)}")
            left = kept
    return left, used


def choose(mind: Mind, table: str, look: Look, spaces: Sequence[int]) -> Flow[int]:
    """The space that the table prefers, ties at random; the columns that decided are the reason."""
    left, used = best_spaces(table, look, spaces)
    sp = yield from random_space(mind, left)
    mind.visit(f"trung.table.{slug(table)}", space=sp, spaces=list(spaces), ties=used, tied=len(left))
    return sp
