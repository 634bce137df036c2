"""Which enemy pieces an action may take, and choosing among them (3.1, 3.2.4, 3.3.3, 4.2.1)."""

from collections.abc import Callable

from fitl.board.pieces import (
    ADVISOR,
    ARVN_BASE,
    FACTION_OF,
    HAMLET,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    KINDS,
    KINDS_OF,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_GUERRILLA_ACTIVE,
    NVA_TROOPS,
    NVA_TUNNEL,
    US_BASE,
    VC_BASE,
    VC_BASE_CADRE,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
    VC_TUNNEL,
)
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, piece_option
from fitl.rules.forces import remove, remove_to_casualties
from fitl.state import State

Exposed = Callable[[State, int], list[int]]

_INSURGENT_UNITS = (NVA_TROOPS, NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE, VC_GUERRILLA, VC_GUERRILLA_ACTIVE)
_OPEN_BASES = (NVA_BASE, VC_BASE, VC_BASE_CADRE)  # without a Tunnel; one with a Cadre is a target of its own (P1.4)
_COIN_UNITS = tuple(  # those that no other piece shields
    kind for faction in (0, 1) for kind in KINDS_OF[faction] if kind not in (US_BASE, ARVN_BASE, ADVISOR, HAMLET)
)
_NO_SHIELD_OF_HAMLETS = (IRREGULAR, IRREGULAR_ACTIVE)


def _present(s: State, sp: int, kinds: tuple[int, ...]) -> list[int]:
    p = s.pieces
    row = sp * KINDS
    return [kind for kind in kinds if p[row + kind]]


def exposed_to_assault(s: State, sp: int) -> list[int]:
    """3.2.4, 4.2.3: NVA Troops first, then Active Guerrillas, then unTunneled Bases once no Guerrilla is left."""
    p = s.pieces
    row = sp * KINDS
    if p[row + NVA_TROOPS]:
        return [NVA_TROOPS]
    active = _present(s, sp, (NVA_GUERRILLA_ACTIVE, VC_GUERRILLA_ACTIVE))
    if active or p[row + NVA_GUERRILLA] or p[row + VC_GUERRILLA]:
        return active
    return _present(s, sp, _OPEN_BASES)


def exposed_ignoring_tunnels(s: State, sp: int) -> list[int]:
    """As `exposed_to_assault`, with Tunneled Bases treated as ordinary ones (card 23)."""
    kinds = exposed_to_assault(s, sp)
    if kinds and kinds[0] not in _OPEN_BASES:
        return kinds
    if _present(s, sp, _INSURGENT_UNITS):
        return kinds
    return _present(s, sp, (NVA_BASE, NVA_TUNNEL, VC_BASE, VC_BASE_CADRE, VC_TUNNEL))


def exposed_to_special_forces(s: State, sp: int) -> list[int]:
    """4.2.1, 4.3.3: any Insurgent units, Underground ones too; unTunneled Bases after every other piece."""
    return _present(s, sp, _INSURGENT_UNITS) or _present(s, sp, _OPEN_BASES)


def exposed_to_attack(s: State, sp: int) -> list[int]:
    """3.3.3: any US and ARVN units; a COIN Base only when no other US or ARVN piece is left.

    P3.3.3: a Hamlet only when no unit but Irregulars is there, an Advisor only when none at all is. They do not shield
    each other, but both shield Bases.
    """
    p = s.pieces
    row = sp * KINDS
    units = _present(s, sp, _COIN_UNITS)
    found = units[:]
    if p[row + HAMLET] and all(kind in _NO_SHIELD_OF_HAMLETS for kind in units):
        found.append(HAMLET)
    if p[row + ADVISOR] and not units:
        found.append(ADVISOR)
    return found or _present(s, sp, (US_BASE, ARVN_BASE))


def remove_enemies(
    s: State, by: int, sp: int, hits: int, exposed: Exposed, ask: str, rule: str, casualties: bool = False
) -> Flow[list[int]]:
    """Remove up to `hits` exposed pieces, the executing Faction choosing each; returns the kinds removed, in order.

    3.1: an Operation may be aimed at one enemy Faction or both, but a Faction once hit is hit to the full extent: the
    choice to stop is offered only when no Faction hit so far has another exposed piece.
    """
    taken: list[int] = []
    hit: set[int] = set()
    while len(taken) < hits:
        kinds = exposed(s, sp)
        if not kinds:
            break
        options = [piece_option(kind) for kind in kinds]
        if hit and not any(FACTION_OF[kind] in hit for kind in kinds):
            options.append(DONE_OPTION)
        kind: int = yield Decision(by, ask, rule, options, {"space": sp, "left": hits - len(taken)})
        if kind == DONE:
            break
        if casualties:
            remove_to_casualties(s, sp, kind)
        else:
            remove(s, sp, kind)
        hit.add(FACTION_OF[kind])
        taken.append(kind)
    return taken
