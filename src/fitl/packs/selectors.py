"""The selector language of packs: which spaces, which pieces, which Faction, how many.

Selectors are read once into plain data, checked completely, and applied to a state when the card is played.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from fitl.board.factions import ARVN, COIN, FACTION_BY_ID, INSURGENTS, NVA, US, VC
from fitl.board.pieces import (
    ACTIVE_OF,
    ARMOR,
    ARMOR_OF,
    BASE_KINDS,
    CADRE,
    FACTION_OF,
    KIND_BY_ID,
    KIND_IDS,
    KINDS,
    KINDS_OF,
    NVA_BASE,
    NVA_TUNNEL,
    PLAIN_KINDS,
    STATES_OF,
    TUNNELS,
    VC_BASE,
    VC_TUNNEL,
)
from fitl.board.spaces import (
    ADJACENT_MASK,
    CITY_MASK,
    COAST_MASK,
    CONTROLLABLE,
    HIGHLAND_MASK,
    JUNGLE_MASK,
    LOC_MASK,
    LOWLAND_MASK,
    POP,
    PROVINCE_MASK,
    SOUTH_MASK,
    SPACE_BY_ID,
    SPACE_COUNT,
    SPACES,
    mask_of,
    spaces_of,
)
from fitl.packs.reading import Value, nearest
from fitl.state import COIN_CONTROL, NVA_CONTROL, State

EVERYWHERE: Final = (1 << SPACE_COUNT) - 1
DEEPEST: Final = 8  # selectors and alternatives within each other
EXECUTING: Final = -1  # the Faction that executes the Event
ALL: Final = "all"


# --- names a side gives to what it rolled or picked ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scope:
    """The names earlier steps have given: while a pack is read, so that no step speaks of what is not there."""

    rolled: tuple[str, ...] = ()
    picked: tuple[str, ...] = ()
    depth: int = 0


@dataclass(slots=True)
class Table:
    """What the names stand for while the side is carried out."""

    by: int  # who executes the Event
    rolled: dict[str, int] = field(default_factory=dict)
    picked: dict[str, int] = field(default_factory=dict)  # a mask of spaces

    def faction(self, who: int) -> int:
        return self.by if who == EXECUTING else who

    def copy(self) -> "Table":
        return Table(self.by, dict(self.rolled), dict(self.picked))


# --- Factions -----------------------------------------------------------------------------------------------------

FACTION_WORDS: Final[Mapping[str, int]] = {"executing": EXECUTING, **FACTION_BY_ID}


def read_faction(value: Value) -> int:
    """A Faction, or the Faction that executes the Event."""
    return FACTION_WORDS[value.word("faction", FACTION_WORDS)]


# --- pieces -------------------------------------------------------------------------------------------------------


def _states(kind: int) -> tuple[int, ...]:
    """A plain kind in all its states, except Tunneled: Events spare those unless they name them (5.1.1).

    Armor of a side is its own and what it has captured (S1.4.5, OPEN 1).
    """
    if kind in ARMOR:
        return ARMOR_OF[FACTION_OF[kind]]
    return tuple(state for state in STATES_OF[kind] if state not in TUNNELS)


def _group(kinds: Iterable[int]) -> tuple[int, ...]:
    return tuple(kind for kind in kinds if kind not in TUNNELS)


PIECE_WORDS: Final[Mapping[str, tuple[int, ...]]] = {
    **{KIND_IDS[kind]: _states(kind) for kind in PLAIN_KINDS if kind != CADRE},
    **{KIND_IDS[active]: (active,) for active in ACTIVE_OF.values()},
    **{KIND_IDS[hidden] + "_underground": (hidden,) for hidden in ACTIVE_OF},
    "nva_tunnel": (NVA_TUNNEL,),
    "vc_tunnel": (VC_TUNNEL,),
    **{name: _group(KINDS_OF[faction]) for name, faction in FACTION_BY_ID.items()},
    "coin": _group(kind for faction in COIN for kind in KINDS_OF[faction]),
    "insurgents": _group(kind for faction in INSURGENTS for kind in KINDS_OF[faction]),
    "bases": _group(BASE_KINDS),
}
PLACED_WORDS: Final = tuple(KIND_IDS[kind] for kind in PLAIN_KINDS if kind != CADRE)


def read_pieces(value: Value) -> tuple[int, ...]:
    """Kinds of piece on the map: a word or a list of words."""
    found: list[int] = []
    for item in value.one_or_more():
        found += [kind for kind in PIECE_WORDS[item.word("piece", PIECE_WORDS)] if kind not in found]
    return tuple(found)


def read_placed(value: Value) -> tuple[int, ...]:
    """Kinds of piece that are put on the map: Guerrillas and Special Forces arrive Underground (1.4.3)."""
    found: list[int] = []
    for item in value.one_or_more():
        word = item.text()
        if word in PIECE_WORDS and word not in PLACED_WORDS:
            raise item.error("pack.not_placed", word=word, names=", ".join(PLACED_WORDS))
        found.append(KIND_BY_ID[item.word("piece", PLACED_WORDS)])
    return tuple(dict.fromkeys(found))


# --- amounts ------------------------------------------------------------------------------------------------------

Amount = int | str  # a number, the name of a roll, or ALL


def read_amount(value: Value, scope: Scope, low: int, high: int, all_allowed: bool = False) -> Amount:
    """How many: a whole number, the name of an earlier roll or, where that makes sense, "all"."""
    if not isinstance(value.value, str):
        return value.number(low, high)
    known = [*scope.rolled, *([ALL] if all_allowed else [])]
    if value.value not in known:
        if not known:
            raise value.error("pack.amount", word=value.value)
        message = "pack.amount_or_roll" if scope.rolled else "pack.amount_or_all"
        raise value.error(message, word=value.value, hint=nearest(value.value, known))
    return value.value


def amount_of(table: Table, amount: Amount) -> int | None:
    """The number meant now; None for all."""
    if isinstance(amount, int):
        return amount
    return None if amount == ALL else table.rolled[amount]


# --- spaces -------------------------------------------------------------------------------------------------------

_KIND_MASKS: Final = {"city": CITY_MASK, "province": PROVINCE_MASK, "loc": LOC_MASK}
_TERRAIN_MASKS: Final = {"lowland": LOWLAND_MASK, "highland": HIGHLAND_MASK, "jungle": JUNGLE_MASK}
_REGION_MASKS: Final = {
    "south": SOUTH_MASK,
    "north": mask_of(space.index for space in SPACES if space.region == "north_vietnam"),
    "laos": mask_of(space.index for space in SPACES if space.region == "laos"),
    "cambodia": mask_of(space.index for space in SPACES if space.region == "cambodia"),
}
LEVEL_WORDS: Final[Mapping[str, tuple[int, ...]]] = {
    "active_support": (2,),
    "passive_support": (1,),
    "neutral": (0,),
    "passive_opposition": (-1,),
    "active_opposition": (-2,),
    "support": (1, 2),
    "opposition": (-2, -1),
}

# What a space may be asked to be `with` or `without`, beside pieces.
_MARK_WORDS: Final = ("coin_control", "nva_control", "control", "terror", "support", "opposition")
# In a condition a Tunneled Base is a Base, and a Faction is present with Tunneled Bases too.
_PRESENCE: Final[Mapping[str, tuple[int, ...]]] = {
    **PIECE_WORDS,
    "nva_base": (NVA_BASE, NVA_TUNNEL),
    "vc_base": (VC_BASE, VC_TUNNEL),
    "bases": BASE_KINDS,
    **{name: KINDS_OF[faction] for name, faction in FACTION_BY_ID.items()},
    "coin": (*KINDS_OF[US], *KINDS_OF[ARVN]),
    "insurgents": (*KINDS_OF[NVA], *KINDS_OF[VC]),
}
WITH_WORDS: Final = (*_PRESENCE, *_MARK_WORDS)


def _has(s: State, sp: int, word: str) -> bool:
    """Does the space have what the word of a condition names?"""
    if word in _PRESENCE:
        return any(s.pieces[sp * KINDS + kind] for kind in _PRESENCE[word])
    if word == "terror":
        return s.terror[sp] > 0
    if sp >= CONTROLLABLE:
        return False
    if word == "support":
        return s.support[sp] > 0
    if word == "opposition":
        return s.support[sp] < 0
    control = s.control[sp]
    return control == (COIN_CONTROL if word == "coin_control" else NVA_CONTROL) if word != "control" else control > 0


@dataclass(frozen=True, slots=True)
class Spaces:
    """A selector of spaces: all its conditions must hold. `fixed` is what can be told from the map alone."""

    fixed: int = EVERYWHERE
    having: tuple[str, ...] = ()  # at least one of these
    lacking: tuple[str, ...] = ()  # none of these
    levels: tuple[int, ...] = ()
    picked: str = ""
    near: "Spaces | None" = None  # adjacent to a space of this selector
    excluded: "Spaces | None" = None
    near_origin: bool = False  # of a move: adjacent to where the piece comes from

    def mask(self, s: State, table: Table, origin: int = -1) -> int:
        """The spaces that fit now."""
        mask = self.fixed
        if self.picked:
            mask &= table.picked[self.picked]
        if self.near is not None:
            near = 0
            for sp in self.near.find(s, table):
                near |= ADJACENT_MASK[sp]
            mask &= near
        if self.excluded is not None:
            mask &= ~self.excluded.mask(s, table)
        if self.near_origin and origin >= 0:
            mask &= ADJACENT_MASK[origin]
        if self.having or self.lacking or self.levels:
            mask = mask_of(sp for sp in spaces_of(mask) if self._fits(s, sp))
        return mask

    def _fits(self, s: State, sp: int) -> bool:
        if self.having and not any(_has(s, sp, word) for word in self.having):
            return False
        if self.levels and (sp >= CONTROLLABLE or s.support[sp] not in self.levels):
            return False
        return not any(_has(s, sp, word) for word in self.lacking)

    def find(self, s: State, table: Table, origin: int = -1) -> list[int]:
        """The spaces that fit now, in order."""
        return spaces_of(self.mask(s, table, origin))


SELECTOR_KEYS: Final = (
    *("kind", "region", "terrain", "coastal", "populated", "named"),
    *("with", "without", "at", "picked", "adjacent_to", "not"),
)
ADJACENT_TO_ORIGIN: Final = "adjacent_to_origin"


def _masks(value: Value | None, what: str, masks: Mapping[str, int]) -> int:
    """The spaces of any of the words."""
    if value is None:
        return EVERYWHERE
    mask = 0
    for item in value.one_or_more():
        mask |= masks[item.word(what, masks)]
    return mask


_NAMED_MASKS: Final = {name: 1 << sp for name, sp in SPACE_BY_ID.items()}


def read_spaces(value: Value, scope: Scope, moving: bool = False) -> Spaces:
    """A selector: a space's id, a list of ids, or a table of conditions."""
    if not isinstance(value.value, dict):
        for item in value.one_or_more():
            if item.value in scope.picked:
                raise item.error("pack.write_picked", name=item.value)
        return Spaces(fixed=_masks(value, "space", _NAMED_MASKS))
    if scope.depth >= DEEPEST:
        raise value.error("pack.nested", most=DEEPEST)
    value.only((*SELECTOR_KEYS, ADJACENT_TO_ORIGIN) if moving else SELECTOR_KEYS)
    inner = Scope(scope.rolled, scope.picked, scope.depth + 1)
    fixed = (
        _masks(value.get("kind"), "kind", _KIND_MASKS)
        & _masks(value.get("region"), "region", _REGION_MASKS)
        & _masks(value.get("terrain"), "terrain", _TERRAIN_MASKS)
        & _masks(value.get("named"), "space", _NAMED_MASKS)
    )
    for key, mask in (("coastal", COAST_MASK), ("populated", mask_of(sp for sp, pop in enumerate(POP) if pop))):
        if (flag := value.get(key)) is not None:
            fixed &= mask if flag.flag() else ~mask
    if not fixed:
        raise value.error("pack.no_space")
    return Spaces(
        fixed,
        value.read("with", _read_with, ()),
        value.read("without", _read_with, ()),
        value.read("at", read_levels, ()),
        value.read("picked", lambda found: read_picked(found, scope), ""),
        value.read("adjacent_to", lambda found: read_spaces(found, inner), None),
        value.read("not", lambda found: read_spaces(found, inner), None),
        value.read(ADJACENT_TO_ORIGIN, Value.flag, False),
    )


def _read_with(value: Value) -> tuple[str, ...]:
    return tuple(item.word("condition", WITH_WORDS) for item in value.one_or_more())


def read_levels(value: Value) -> tuple[int, ...]:
    """Levels of Support and Opposition."""
    return tuple(level for item in value.one_or_more() for level in LEVEL_WORDS[item.word("level", LEVEL_WORDS)])


def read_picked(value: Value, scope: Scope) -> str:
    name = value.text()
    if name not in scope.picked:
        if not scope.picked:
            raise value.error("pack.nothing_picked", name=name)
        raise value.error("pack.not_picked", name=name, hint=nearest(name, scope.picked))
    return name


def read_name(value: Value, taken: Iterable[str]) -> str:
    """The name a step gives to what it rolled or picked."""
    name = value.text()
    if not name.replace("_", "").isalnum() or name[0].isdigit() or name == ALL:
        raise value.error("pack.no_name", name=name)
    if name in taken:
        raise value.error("pack.name_taken", name=name)
    return name
