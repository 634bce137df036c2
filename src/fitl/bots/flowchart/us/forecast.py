"""What an Assault, an added ARVN Assault or a strike of Special Forces would remove (3.2.4, 4.2.1), without dice.

Pieces go in the order of 8.1.2 wherever the rules leave a choice, just as the non-player will answer.
"""

from typing import Final, NamedTuple

from fitl.board.factions import ARVN, NVA, US
from fitl.board.pieces import (
    FACTION_OF,
    KINDS,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_GUERRILLA_ACTIVE,
    NVA_TROOPS,
    NVA_TUNNEL,
    US_TROOPS,
    VC_BASE,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
    VC_TUNNEL,
)
from fitl.board.spaces import CONTROLLABLE, LOWLAND_MASK
from fitl.bots.flowchart.us.spare import finds
from fitl.lasting import ABRAMS, PATTON, SEARCH_AND_DESTROY
from fitl.rules.activities.raid import STRIKE
from fitl.rules.control import control_by_count
from fitl.rules.economy import can_afford, price
from fitl.rules.forces import arvn_cubes, insurgent_pieces, irregulars
from fitl.rules.operations.assault import assault_hits, us_hits
from fitl.rules.removal import exposed_among, struck_among, tunnels_exposed
from fitl.state import UNCONTROLLED, State

# In the order of 8.1.2: VC before NVA, Underground before Active.
BASES: Final = (VC_BASE, NVA_BASE)
TUNNELS: Final = (VC_TUNNEL, NVA_TUNNEL)
HIDDEN: Final = (VC_GUERRILLA, NVA_GUERRILLA)
ACTIVE: Final = (VC_GUERRILLA_ACTIVE, NVA_GUERRILLA_ACTIVE)
ORDER: Final = (NVA_TROOPS, *HIDDEN, *ACTIVE, *BASES)  # where the rule leaves a choice
NVA_FIRST: Final = (NVA_TROOPS, *HIDDEN[::-1], *ACTIVE[::-1], *BASES[::-1])
UNITS_FIRST: Final = (*HIDDEN, *ACTIVE, NVA_TROOPS, *BASES)


class Forecast(NamedTuple):
    """What would go from a space."""

    taken: tuple[int, ...]  # kinds, in order
    tunnel: bool  # a die would be rolled against a Tunnel

    @property
    def pieces(self) -> int:
        return len(self.taken)

    @property
    def bases(self) -> int:
        return sum(kind in BASES for kind in self.taken)

    @property
    def troops(self) -> int:
        return self.taken.count(NVA_TROOPS)

    @property
    def tells(self) -> bool:
        """It removes something, or may."""
        return bool(self.taken) or self.tunnel


NOTHING: Final = Forecast((), False)


def _hits(s: State, sp: int, troops: int, patton: bool = True) -> int:
    """What this many US Troops would remove here; unshaded M-48 Patton (card 14) adds 2 while `patton` allows."""
    hits = us_hits(s, sp, troops)
    if patton and troops and s.effects & PATTON and not LOWLAND_MASK >> sp & 1:  # card 14
        hits += 2
    return hits


def _present(s: State, sp: int) -> bytearray:
    """The pieces in a space by kind, to be taken from in thought."""
    row = sp * KINDS
    return s.pieces[row : row + KINDS]


def _first(there: bytearray, kinds: tuple[int, ...]) -> int | None:
    for kind in kinds:
        if there[kind]:
            return kind
    return None


def _preferred(exposed: list[int], order: tuple[int, ...]) -> int | None:
    """Of what the rule exposes, what 8.1.2 takes first."""
    return min(exposed, key=order.index) if exposed else None


def exposed_pieces(s: State, sp: int, hits: int, nva_first: bool = False) -> list[int]:
    """4.2.3: the kinds that this many hits of an Air Strike would remove, in order."""
    there = _present(s, sp)
    taken: list[int] = []
    order = NVA_FIRST if nva_first else ORDER
    while len(taken) < hits and (kind := _preferred(exposed_among(there), order)) is not None:
        there[kind] -= 1
        taken.append(kind)
    return taken


def _assault(s: State, there: bytearray, hits: int, capable: bool, abrams: bool = True) -> tuple[list[int], bool]:
    taken: list[int] = []
    hunt = capable and s.effects & SEARCH_AND_DESTROY  # card 28
    base_first = abrams and capable and hits and s.effects & ABRAMS  # card 11
    while len(taken) < hits or (hunt and not hits):
        kind = _first(there, BASES) if base_first else None
        if kind is None and hunt:
            kind = _first(there, HIDDEN)
            hunt = False
        if kind is None and hits:
            kind = _preferred(exposed_among(there), ORDER)
        if kind is None:
            break
        base_first = False
        there[kind] -= 1
        taken.append(kind)
    return taken, hits > len(taken) and bool(tunnels_exposed(there))


def forecast_assault(
    s: State, sp: int, troops: int | None = None, *, follow_up: bool = False, patton: bool = True, abrams: bool = True
) -> Forecast:
    """What a US Assault with this many US Troops (those present) would remove, with the ARVN Assault added if told.

    patton, abrams: card 14 helps in two spaces of an Operation and card 11 in one; False once they have.
    """
    if troops is None:
        troops = s.pieces[sp * KINDS + US_TROOPS]
    if not troops:
        return NOTHING
    if not insurgent_pieces(s, sp):
        return NOTHING
    there = _present(s, sp)
    taken, tunnel = _assault(s, there, _hits(s, sp, troops, patton), True, abrams)
    if follow_up and arvn_cubes(s, sp):
        more, again = _assault(s, there, assault_hits(s, ARVN, sp), False)
        taken += more
        tunnel = tunnel or again
    return Forecast(tuple(taken), tunnel)


def forecast_koreans(s: State, sp: int, cubes: int, *, patton: bool = False, cobras: bool = False) -> Forecast:
    """Card 70: what this many cubes fighting as US Troops would remove: a Sweep, except on LoCs, then an Assault.

    patton, cobras: unshaded cards 14 and 13 help here, each in two spaces. Unshaded card 11 is not counted on.
    """
    if not cubes or not insurgent_pieces(s, sp):
        return NOTHING
    there = _present(s, sp)
    swept: list[int] = []
    if sp < CONTROLLABLE:
        found = finds(sp, cubes + irregulars(s, sp))
        for hidden, active in zip(HIDDEN, ACTIVE, strict=True):
            n = min(found, there[hidden])
            there[hidden] -= n
            there[active] += n
            found -= n
        if cobras and (kind := _preferred(exposed_among(there), ORDER)) is not None:
            there[kind] -= 1
            swept.append(kind)
    taken, tunnel = _assault(s, there, _hits(s, sp, cubes, patton), True, False)
    return Forecast((*swept, *taken), tunnel)


def forecast_arvn(s: State, sp: int) -> Forecast:
    """What an ARVN Assault would remove."""
    if not arvn_cubes(s, sp):
        return NOTHING
    taken, tunnel = _assault(s, _present(s, sp), assault_hits(s, ARVN, sp), False)
    return Forecast(tuple(taken), tunnel)


def forecast_strike(s: State, sp: int) -> Forecast:
    """4.2.1: what one Irregular or Ranger would remove: two pieces, Underground Guerrillas first, Bases last."""
    there = _present(s, sp)
    taken: list[int] = []
    for _ in range(STRIKE):
        kind = _preferred(struck_among(there), UNITS_FIRST)
        if kind is None:
            break
        there[kind] -= 1
        taken.append(kind)
    return Forecast(tuple(taken), False)


def can_pay_follow_up(s: State, free: bool = False) -> bool:
    """1.8.1: ARVN Resources above Econ pay for the ARVN Assault added to a US one; beside a free one it is free."""
    return free or can_afford(s, US, price(s, ARVN, "assault"))


def control_after(s: State, sp: int, taken: tuple[int, ...], landed: int = 0) -> int:
    """1.7: who would Control the space once these pieces are gone and this many COIN pieces have come."""
    if sp >= CONTROLLABLE:
        return UNCONTROLLED
    us, arvn, nva, vc = s.force[sp * 4 : sp * 4 + 4]
    lost_by_nva = sum(FACTION_OF[kind] == NVA for kind in taken)
    return control_by_count(us + arvn + landed, nva - lost_by_nva, vc - (len(taken) - lost_by_nva))


def base_can_fall(s: State, sp: int, free: bool = False) -> bool:
    """U1: could an Assault alone remove a Base here? Capabilities, the paid ARVN Assault and lucky dice may help."""
    row = sp * KINDS
    p = s.pieces
    if not p[row + US_TROOPS]:
        return False
    if not any(p[row + kind] for kind in (*BASES, *TUNNELS)):
        return False
    there = _present(s, sp)
    taken, tunnel = _assault(s, there, _hits(s, sp, p[row + US_TROOPS]), True)
    if any(kind in BASES for kind in taken):
        return True
    if not can_pay_follow_up(s, free) or not arvn_cubes(s, sp):
        return False
    if tunnel:  # a lucky die takes the marker, and the ARVN Assault the Base
        for kind, plain in zip(TUNNELS, BASES, strict=True):
            there[plain] += there[kind]
            there[kind] = 0
    more, _ = _assault(s, there, assault_hits(s, ARVN, sp), False)
    return any(kind in BASES for kind in more)
