"""Resources Phase (6.2): Sabotage, the Trail, earnings and Aid lost to Casualties."""

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import VC_BASE
from fitl.board.spaces import ADJACENT, CASUALTIES, ECON, LAOS_CAMBODIA, LOCS, is_city
from fitl.decisions import Decision, Flow, spaces_options
from fitl.rules.control import on_map
from fitl.rules.coup.victory import end_phase
from fitl.rules.economy import add_aid, add_resources, degrade_trail
from fitl.rules.forces import add_terror, bases_of, coin_pieces, guerrillas, pieces_of, terror_markers_left
from fitl.state import COIN_CONTROL, RESOURCES, State

_CITIES_BY = {loc: tuple(sp for sp in ADJACENT[loc] if is_city(sp)) for loc in LOCS}


def resources_phase(s: State) -> Flow[None]:
    """6.2: the five steps in order."""
    yield from sabotage(s)
    if any(s.control[sp] == COIN_CONTROL for sp in LAOS_CAMBODIA):
        degrade_trail(s)  # 6.2.2
    arvn_earnings(s)
    insurgent_earnings(s)
    add_aid(s, -3 * pieces_of(s, CASUALTIES, US))  # 6.2.5, S6.2.5: Troops, Bases and Irregulars alike, never ARVN
    end_phase(s, RESOURCES)


def sabotage(s: State) -> Flow[None]:
    """6.2.1: mark every LoC that qualifies; they are tested together, so one does not lead to another.

    Who Agitates (VC; in Black April NVA) chooses where if the markers run short.
    """
    targets = [loc for loc in LOCS if not s.terror[loc] and is_sabotaged_by_force(s, loc)]
    if len(targets) > terror_markers_left(s):
        for _ in range(terror_markers_left(s)):
            params = {"left": terror_markers_left(s)}
            loc = yield Decision(s.era.agitator, "coup.sabotage", "6.2.1", spaces_options(targets), params)
            targets.remove(loc)
            add_terror(s, loc)
    else:
        for loc in targets:
            add_terror(s, loc)


def is_sabotaged_by_force(s: State, loc: int) -> bool:
    """6.2.1: Guerrillas (not Troops) outnumber COIN pieces on it, or a City beside it is not COIN-Controlled."""
    if guerrillas(s, loc, NVA) + guerrillas(s, loc, VC) > coin_pieces(s, loc):
        return True
    return any(s.control[city] != COIN_CONTROL for city in _CITIES_BY[loc])


def arvn_earnings(s: State) -> None:
    """6.2.3, S6.2.3: Aid, then the Econ of LoCs without Sabotage, which sets the Econ marker if there is any (S1.8)."""
    add_resources(s, ARVN, s.aid)
    econ = sum(ECON[loc] for loc in LOCS if not s.terror[loc])
    if "econ" in s.era.tracks:
        s.note("log.coup.econ", n=econ)
        s.econ = econ
    else:
        s.note("log.coup.open_locs", n=econ)
    add_resources(s, ARVN, econ)


def insurgent_earnings(s: State) -> None:
    """6.2.4, S6.2.4: VC 1 per Base on the map; NVA 1 per Base in Laos and Cambodia, 2 per box of the Trail."""
    add_resources(s, VC, on_map(s, VC_BASE))
    add_resources(s, NVA, sum(bases_of(s, sp, NVA) for sp in LAOS_CAMBODIA) + 2 * s.trail)
