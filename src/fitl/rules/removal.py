"""Which enemy pieces an action may take, and choosing among them (3.1, 3.2.4, 3.3.3, 4.2.1)."""

from collections.abc import Callable
from typing import NamedTuple

from fitl.board.factions import ARVN, COIN, NVA
from fitl.board.pieces import (
    ADVISOR,
    ARMOR,
    ARMOR_OF,
    ARVN_ARMOR,
    ARVN_BASE,
    ARVN_TROOPS,
    CAPTURED_ARVN_ARMOR,
    CAPTURED_NVA_ARMOR,
    FACTION_OF,
    GUERRILLAS,
    HAMLET,
    INSURGENT_BASES,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    KINDS,
    KINDS_OF,
    NVA_ARMOR,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_GUERRILLA_ACTIVE,
    NVA_TROOPS,
    TUNNELS,
    US_BASE,
    US_TROOPS,
    VC_BASE,
    VC_BASE_CADRE,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
)
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, piece_option
from fitl.rules.forces import remove, remove_to_casualties
from fitl.state import State

Exposed = Callable[[State, int], list[int]]
Take = Callable[[State, int, int], Flow[None]]  # what becomes of a kind of piece in a space


class Strike(NamedTuple):
    """The units of a Spearhead that strike in a space: they alone fight there (S4.3.4, S4.4.4)."""

    troops: int
    armor: int
    capture: Take  # what becomes of enemy Armor it would remove (S1.4.5)


class Hits:
    """What is left of this many ordinary hits, a piece each, and of Armor: 1 enemy Armor or 2 other pieces each.

    They are pooled (S3.2.4, OPEN 12): Armor is best left to ordinary hits, so the striking Faction is held to do so.
    """

    __slots__ = ("armor", "armor_taken", "ordinary", "others_taken")

    def __init__(self, ordinary: int, armor: int = 0) -> None:
        self.ordinary = ordinary
        self.armor = armor
        self.armor_taken = 0
        self.others_taken = 0

    def left(self, armor_taken: int | None = None) -> int:
        """How many pieces that are not Armor could still go, once so much Armor has gone."""
        r = self.armor_taken if armor_taken is None else armor_taken
        return 2 * self.armor + self.ordinary - r - max(0, r - self.ordinary) - self.others_taken

    def reach(self, kind: int) -> bool:
        """May a piece of this kind go?"""
        if kind not in ARMOR:
            return self.left() > 0
        r = self.armor_taken + 1
        return r <= self.armor + self.ordinary and self.left(r) >= 0

    def spend(self, kind: int) -> None:
        if kind in ARMOR:
            self.armor_taken += 1
        else:
            self.others_taken += 1


_INSURGENT_UNITS = (NVA_TROOPS, NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE, VC_GUERRILLA, VC_GUERRILLA_ACTIVE)
_OPEN_BASES = (NVA_BASE, VC_BASE, VC_BASE_CADRE)  # without a Tunnel; one with a Cadre is a target of its own (P1.4)
_SHIELDED = (US_BASE, ARVN_BASE, ADVISOR, HAMLET, *ARMOR)
_COIN_UNITS = tuple(kind for faction in COIN for kind in KINDS_OF[faction] if kind not in _SHIELDED)
_NO_SHIELD_OF_HAMLETS = (IRREGULAR, IRREGULAR_ACTIVE)


def _among(p: bytearray, row: int, kinds: tuple[int, ...]) -> list[int]:
    return [kind for kind in kinds if p[row + kind]]


def _present(s: State, sp: int, kinds: tuple[int, ...]) -> list[int]:
    return _among(s.pieces, sp * KINDS, kinds)


def exposed_to_assault(s: State, sp: int) -> list[int]:
    """3.2.4: what an Assault may take in a space now."""
    return exposed_among(s.pieces, sp * KINDS)


def exposed_among(p: bytearray, row: int = 0) -> list[int]:
    """3.2.4: NVA Troops first, then Active Guerrillas, then unTunneled Bases once no Guerrilla is left.

    NVA Armor comes after Troops (S3.2.4). The counts by kind begin at `row`, so that planners may ask about pieces that
    are not there yet, or no longer.
    """
    if p[row + NVA_TROOPS]:
        return [NVA_TROOPS]
    if p[row + NVA_ARMOR] or p[row + CAPTURED_ARVN_ARMOR]:
        return _among(p, row, ARMOR_OF[NVA])
    active = _among(p, row, (NVA_GUERRILLA_ACTIVE, VC_GUERRILLA_ACTIVE))
    if active or p[row + NVA_GUERRILLA] or p[row + VC_GUERRILLA]:
        return active
    return _among(p, row, _OPEN_BASES)


def tunnels_exposed(p: bytearray, row: int = 0, only: int | None = None) -> list[int]:
    """3.2.4: the Tunneled Bases on which a hit would fall, nothing else being left (of one Faction: card 47)."""
    if _among(p, row, GUERRILLAS) or any(only in (None, FACTION_OF[kind]) for kind in exposed_among(p, row)):
        return []
    return [kind for kind in _among(p, row, TUNNELS) if only in (None, FACTION_OF[kind])]


def exposed_to_air_strike(s: State, sp: int) -> list[int]:
    """4.2.3: as to Assault; after the Troops NVA Armor and Active Guerrillas go in any order (S4.2.3, OPEN 18)."""
    kinds = exposed_to_assault(s, sp)
    if kinds and kinds[0] in ARMOR:
        kinds += _present(s, sp, (NVA_GUERRILLA_ACTIVE, VC_GUERRILLA_ACTIVE))
    return kinds


def exposed_ignoring_tunnels(s: State, sp: int) -> list[int]:
    """As `exposed_to_assault`, with Tunneled Bases treated as ordinary ones (card 23)."""
    kinds = exposed_to_assault(s, sp)
    if kinds and kinds[0] not in _OPEN_BASES:
        return kinds
    if _present(s, sp, _INSURGENT_UNITS):
        return kinds
    return _present(s, sp, INSURGENT_BASES)


def exposed_to_special_forces(s: State, sp: int) -> list[int]:
    """4.2.1, 4.3.3: any Insurgent units, Underground ones too; unTunneled Bases after every other piece.

    Never NVA Armor, but it shields Bases (S4.2.1, S4.3.3, OPEN 16).
    """
    return struck_among(s.pieces, sp * KINDS)


def struck_among(p: bytearray, row: int = 0) -> list[int]:
    """4.2.1, 4.3.3: the same among counts by kind that begin at `row`."""
    units = _among(p, row, _INSURGENT_UNITS)
    return units or ([] if _among(p, row, ARMOR_OF[NVA]) else _among(p, row, _OPEN_BASES))


def exposed_to_attack(s: State, sp: int) -> list[int]:
    """3.3.3: any US and ARVN units; a COIN Base only when no other US or ARVN piece is left.

    P3.3.3: a Hamlet only when no unit but Irregulars is there, an Advisor only when none at all is. They do not shield
    each other, but both shield Bases. S3.3.3: Armor only when no Troops are there, and it shields Bases (OPEN 40).
    """
    p = s.pieces
    row = sp * KINDS
    units = _present(s, sp, _COIN_UNITS)
    found = units[:]
    if p[row + HAMLET] and all(kind in _NO_SHIELD_OF_HAMLETS for kind in units):
        found.append(HAMLET)
    if p[row + ADVISOR] and not units:
        found.append(ADVISOR)
    if (p[row + ARVN_ARMOR] or p[row + CAPTURED_NVA_ARMOR]) and not (p[row + US_TROOPS] or p[row + ARVN_TROOPS]):
        found += _present(s, sp, ARMOR_OF[ARVN])
    return found or _present(s, sp, (US_BASE, ARVN_BASE))


class Removal(NamedTuple):
    """By which rule enemy pieces are removed, and what becomes of them."""

    rule: str
    casualties: bool = False  # do US pieces become Casualties?
    capture: Take | None = None  # what becomes of Armor instead (S1.4.5)
    hit: set[int] | None = None  # the Factions hit already by others that Attack here (S3.3.3); those hit now are added


def remove_enemies(
    s: State,
    by: int,
    sp: int,
    hits: int | Hits,
    exposed: Exposed,
    ask: str,
    terms: Removal,
) -> Flow[list[int]]:
    """Remove up to `hits` exposed pieces, the executing Faction choosing each; returns the kinds removed, in order.

    3.1: an Operation may be aimed at one enemy Faction or both, but a Faction once hit is hit to the full extent: the
    choice to stop is offered only when no Faction hit so far has another exposed piece.
    """
    taken: list[int] = []
    hit = set() if terms.hit is None else terms.hit
    force = Hits(hits) if isinstance(hits, int) else hits
    while force.left() > 0:
        kinds = [kind for kind in exposed(s, sp) if force.reach(kind)]
        if not kinds:
            break
        options = [piece_option(kind) for kind in kinds]
        if hit and not any(FACTION_OF[kind] in hit for kind in kinds):
            options.append(DONE_OPTION)
        kind: int = yield Decision(by, ask, terms.rule, options, {"space": sp, "left": force.left()})
        if kind == DONE:
            break
        force.spend(kind)
        if terms.capture is not None and kind in ARMOR:
            yield from terms.capture(s, sp, kind)
        elif terms.casualties:
            remove_to_casualties(s, sp, kind)
        else:
            remove(s, sp, kind)
        hit.add(FACTION_OF[kind])
        taken.append(kind)
    return taken
