"""8.7.2 Transport: Rangers, then Troops, out of one space to where the Operation wants them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from fitl.board.pieces import ARVN_TROOPS, KIND_IDS, KINDS, POLICE, RANGER, RANGER_ACTIVE
from fitl.board.spaces import (
    CONTROLLABLE,
    JUNGLE_MASK,
    LAOS_CAMBODIA_MASK,
    NORTH_VIETNAM,
    POP,
    PROVINCE_MASK,
    SPACE_COUNT,
    row_id,
    spaces_of,
)
from fitl.bots.flowchart.arvn.pieces import (
    arvn_units,
    control_change,
    control_now,
    control_slack,
    needed_for_control,
    no_coin_troops,
)
from fitl.bots.flowchart.arvn.plan import plan_of
from fitl.bots.flowchart.arvn.targets import BULLETS, POPULATION, Bullet, assault_on, most
from fitl.bots.flowchart.shared import coin_units, hidden
from fitl.bots.mind import Mind
from fitl.bots.script import Ask, Line
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import Flow
from fitl.lasting import ARMORED_CAVALRY_SHADED
from fitl.rules.activities.transport import PIECES_AT_MOST, reach
from fitl.rules.forces import insurgent_pieces, rangers
from fitl.state import State

MOST_DESTINATIONS: Final = 3
KEEP_UNITS: Final = 3  # 8.7.5, in every origin of a Sweep

Loads = dict[int, tuple[int, int]]  # by destination: how many Rangers, how many Troops


class Load(NamedTuple):
    """What an origin could send: Rangers and Troops, and how many of both together."""

    rangers: int
    troops: int
    together: int


def load_of(s: State, origin: int, purpose: str = "province", swept: Sequence[int] = ()) -> Load:
    """What is beyond need: COIN Control stays, and so do the pieces that the Operation needs where they are.

    These are Troops for an Assault; for a Sweep finders in its spaces, and everywhere the last 3 COIN units.
    """
    row = origin * KINDS
    troops = 0 if s.effects & ARMORED_CAVALRY_SHADED else s.pieces[row + ARVN_TROOPS]  # card 61
    special = rangers(s, origin)
    together = min(PIECES_AT_MOST, troops + special, control_slack(s, origin))
    if purpose == "assault":
        troops = idle_in_assault(s, origin, min(troops, together))
    elif purpose == "sweep":
        together = min(together, coin_units(s, origin) - KEEP_UNITS)
        if origin in swept:
            together = min(together, idle_in_sweep(s, origin))
    together = max(0, min(together, troops + special))
    return Load(min(special, together), min(troops, together), together)


def idle_in_assault(s: State, sp: int, troops: int) -> int:
    """How many of these Troops an Assault here can do without: all if no bullet of 8.7.4 wants it (8.7.2)."""
    if troops <= 0 or not insurgent_pieces(s, sp):
        return troops
    result = assault_on(s, sp)
    if not any(bullet.wants(result) for bullet in BULLETS):
        return troops
    idle = 0
    while idle < troops and assault_on(s, sp, -idle - 1) == result:
        idle += 1
    return idle


def idle_in_sweep(s: State, sp: int) -> int:
    """How many ARVN units a Sweep here can do without: the others find as many Guerrillas (8.7.5)."""
    each = finders_each(sp)
    units = arvn_units(s, sp)
    return units - each * min(units // each, hidden(s, sp))


# --- planning -----------------------------------------------------------------------------------------------------


def plan_transport(mind: Mind, s: State, purpose: str, spaces: int = (1 << SPACE_COUNT) - 1) -> Flow[bool]:
    """Choose an origin and what goes where; False if nothing is to be gained.

    purpose: "province" with Train or Patrol; "assault" or "sweep" to serve that box.
    """
    plans: dict[int, Load] = {}
    swept = plan_of(mind, s).swept
    for origin in range(SPACE_COUNT):
        if not spaces >> origin & 1:
            continue
        load = load_of(s, origin, purpose, swept)
        if load.together and _useful(mind, s, origin, load, purpose):
            plans[origin] = load
    if not plans:
        return False
    ties = (
        TieBreak("arvn.laos_cambodia", lambda sp: LAOS_CAMBODIA_MASK >> sp & 1),
        TieBreak("arvn.spare_troops", lambda sp: plans[sp].troops),
    )
    origin = yield from choose_space(mind, "arvn.transport.origin", list(plans), ties)
    loads = yield from _loads(mind, s, origin, plans[origin], purpose)
    lines: list[Line] = [(Ask("transport.origin"), row_id(origin))]
    active = s.pieces[origin * KINDS + RANGER_ACTIVE]
    for destination, (special, troops) in loads.items():
        shown = min(special, active)
        active -= shown
        for kind, n in ((RANGER_ACTIVE, shown), (RANGER, special - shown), (ARVN_TROOPS, troops)):
            if n:
                lines += _load_lines(kind, origin, destination, n)
    return plan_of(mind, s).transport.intend(lines)


def _load_lines(kind: int, origin: int, destination: int, n: int) -> tuple[Line, ...]:
    return (
        (Ask("transport.piece", origin=origin), KIND_IDS[kind]),
        (Ask("transport.destination", kind, origin), row_id(destination)),
        (Ask("transport.amount", kind, origin, destination), str(n)),
    )


def _useful(mind: Mind, s: State, origin: int, load: Load, purpose: str) -> bool:
    if purpose == "province":
        return bool(provinces(s, origin, load))
    if purpose == "assault":
        return any(assault_gains(s, origin, bullet, load.troops) for bullet in BULLETS)
    return bool(sweep_gains(mind, s, origin, load.together) or control_gains(s, origin, load.together, {}))


def _loads(mind: Mind, s: State, origin: int, load: Load, purpose: str) -> Flow[Loads]:
    if purpose == "province":
        return (yield from _to_province(mind, s, origin, load))
    if purpose == "assault":
        return (yield from _to_assault(mind, s, origin, load))
    return (yield from _to_sweep(mind, s, origin, load))


# --- with Train or Patrol -----------------------------------------------------------------------------------------


def provinces(s: State, origin: int, load: Load) -> list[int]:
    """Provinces where Police lack COIN Troops, or whose Control would change."""
    return [
        sp
        for sp in spaces_of(reach(s, origin) & PROVINCE_MASK)
        if (load.troops and _lacks_troops(s, sp)) or _changes(s, sp, load.together)
    ]


def _lacks_troops(s: State, sp: int) -> bool:
    return s.pieces[sp * KINDS + POLICE] > 0 and no_coin_troops(s, sp)


def _changes(s: State, sp: int, n: int) -> int:
    return control_change(control_now(s, sp), control_now(s, sp, n))


def _to_province(mind: Mind, s: State, origin: int, load: Load) -> Flow[Loads]:
    found = provinces(s, origin, load)
    alone = [sp for sp in found if load.troops and _lacks_troops(s, sp)]
    node = "arvn.transport.province" if alone else "arvn.transport.province_control"
    ties = (
        TieBreak("arvn.police_alone", alone.__contains__),
        TieBreak("arvn.control", lambda sp: _changes(s, sp, load.together) * POP[sp]),
    )
    sp = yield from choose_space(mind, node, found, ties)
    special = load.rangers
    if sp in alone:
        special = min(special, load.together - 1)  # at least one Troop is wanted there
    return {sp: (special, min(load.troops, load.together - special))}


# --- with Assault -------------------------------------------------------------------------------------------------


def assault_gains(s: State, origin: int, bullet: Bullet, troops: int) -> dict[int, int]:
    """Where this many Troops would make the bullet apply, or apply better: the fewest that do it best."""
    found = {}
    for sp in spaces_of(reach(s, origin)):
        if not insurgent_pieces(s, sp):
            continue
        now = assault_on(s, sp)
        before = bullet.worth(now) if bullet.wants(now) else -1
        best = 0
        for n in range(1, troops + 1):
            then = assault_on(s, sp, n)
            if bullet.wants(then) and bullet.worth(then) > before:
                before, best = bullet.worth(then), n
        if best:
            found[sp] = best
    return found


def _to_assault(mind: Mind, s: State, origin: int, load: Load) -> Flow[Loads]:
    loads: Loads = {}
    left = load.troops
    for bullet in BULLETS:
        while left and len(loads) < MOST_DESTINATIONS:
            gains = {sp: n for sp, n in assault_gains(s, origin, bullet, left).items() if sp not in loads}
            if not gains:
                break
            best = most("arvn.served", {sp: bullet.worth(assault_on(s, sp, n)) for sp, n in gains.items()})
            sp = yield from choose_space(mind, "arvn.transport.assault", list(gains), (best,))
            loads[sp] = (0, gains[sp])
            left -= gains[sp]
    return loads


# --- with Sweep ---------------------------------------------------------------------------------------------------


def finders_each(sp: int) -> int:
    """3.2.3: how many pieces find one Guerrilla; two in Jungle."""
    return 2 if JUNGLE_MASK >> sp & 1 else 1


def shortfall(s: State, sp: int) -> int:
    """How many more pieces would Activate every Underground Guerrilla here."""
    return max(0, hidden(s, sp) * finders_each(sp) - arvn_units(s, sp))


def sweep_gains(mind: Mind, s: State, origin: int, n: int) -> dict[int, int]:
    """Sweep spaces within reach where this many pieces would find more Guerrillas, and how many can be used."""
    found = {}
    within_reach = reach(s, origin)
    for sp in plan_of(mind, s).swept:
        if within_reach >> sp & 1:
            short = shortfall(s, sp)
            usable = min(short, n)
            usable -= (short - usable) % finders_each(sp)  # half a find is none
            if usable > 0:
                found[sp] = usable
    return found


def control_gains(s: State, origin: int, n: int, loads: Loads) -> dict[int, int]:
    """Provinces and Cities within reach that this many pieces would bring under COIN Control, and how many it takes."""
    found = {}
    for sp in spaces_of(reach(s, origin)):
        if sp < CONTROLLABLE and sp != NORTH_VIETNAM and sp not in loads:
            needed = needed_for_control(s, sp)
            if 0 < needed <= n:
                found[sp] = needed
    return found


def _to_sweep(mind: Mind, s: State, origin: int, load: Load) -> Flow[Loads]:
    loads: Loads = {}
    special, left = load.rangers, load.together
    while left and len(loads) < MOST_DESTINATIONS:
        gains = {sp: n for sp, n in sweep_gains(mind, s, origin, left).items() if sp not in loads}
        node, ties = "arvn.transport.sweep", [most("arvn.most_found", gains), POPULATION]
        if not gains:
            gains = control_gains(s, origin, left, loads)
            node, ties = "arvn.transport.control", [POPULATION]
        if not gains:
            break
        sp = yield from choose_space(mind, node, list(gains), ties)
        first = min(special, gains[sp])
        loads[sp] = (first, gains[sp] - first)
        special -= first
        left -= gains[sp]
    return loads
