"""Cards 61-90, led by ARVN."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from fitl.board.factions import ARVN, COIN, INSURGENTS, NVA, US, VC
from fitl.board.pieces import (
    ARVN_BASE,
    ARVN_TROOPS,
    BASE_KINDS,
    EDGE_TRACK_MAX,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    KINDS_OF,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_TROOPS,
    PLAIN,
    POLICE,
    RANGER,
    RANGER_ACTIVE,
    US_BASE,
    US_TROOPS,
    VC_BASE,
    VC_GUERRILLA,
)
from fitl.board.spaces import (
    ADJACENT,
    ADJACENT_MASK,
    AVAILABLE,
    CASUALTIES,
    CITIES,
    COAST_MASK,
    CONTROLLABLE,
    DA_NANG,
    HIGHLAND_MASK,
    HUE,
    KHANH_HOA,
    LAOS_CAMBODIA,
    LAOS_CAMBODIA_MASK,
    LOWLAND_MASK,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    PHU_BON,
    POP,
    PROVINCES,
    QUI_NHON,
    SAIGON,
    SOUTH_MASK,
    SPACE_COUNT,
    SPACES,
    is_loc,
    is_province,
    mask_of,
    spaces_of,
)
from fitl.decisions import DONE, DONE_OPTION, Flow, piece_option, roll
from fitl.events.free import (
    assault_tells,
    can_air_lift_into,
    can_operate,
    can_take_activity,
    free_activity,
    free_air_lift,
    free_limited_operation,
    free_operation,
    granted,
    limited_operations,
    sweep_tells,
)
from fitl.events.program import always, event
from fitl.events.vocabulary import (
    Piece,
    ask,
    begin_effect,
    between_boxes,
    deploy,
    make_ineligible,
    not_in_force,
    own_tunnels,
    pick,
    pick_amount,
    pick_and_set,
    pick_and_shift,
    pick_faction,
    pick_kind,
    pick_piece,
    pick_space,
    pieces_in,
    place_among,
    place_each,
    place_here,
    relocate,
    remove_all,
    remove_among,
    remove_any,
    shift_each,
    states_of,
    stay_eligible,
    would_be_eligible,
)
from fitl.lasting import ABRAMS, PATTON, SEARCH_AND_DESTROY
from fitl.rules.control import on_map, set_support, shift, shift_toward_neutral
from fitl.rules.coup.commitment import commitment, commitment_spaces
from fitl.rules.coup.coup_card import desertion
from fitl.rules.coup.redeploy import redeploy_troops, troop_destinations
from fitl.rules.coup.support import pacification
from fitl.rules.economy import add_aid, add_patronage, add_resources, degrade_trail
from fitl.rules.forces import (
    add_terror,
    arvn_cubes,
    available,
    can_place,
    coin_pieces,
    count,
    has_room_for_base,
    insurgent_pieces,
    may_stand,
    muster,
    pieces_of,
    placeable,
    remove,
    terror_markers_left,
    transfer,
    underground,
)
from fitl.rules.menu import ACCOMPANYING
from fitl.rules.operations.assault import assault_hits, assault_space, can_assault_space
from fitl.rules.operations.attack import suits_attack
from fitl.rules.operations.march import can_march, march
from fitl.rules.operations.sweep import MOVERS, SWEEPERS, selectable, sweep
from fitl.rules.pacification import pacification_price
from fitl.rules.removal import exposed_to_assault
from fitl.state import (
    ACTIVE_OPPOSITION,
    ACTIVE_SUPPORT,
    COIN_CONTROL,
    NEUTRAL,
    NVA_CONTROL,
    PASSIVE_OPPOSITION,
    PASSIVE_SUPPORT,
    State,
)

EVERY_SPACE: Final = range(SPACE_COUNT)
SOUTH: Final = tuple(spaces_of(SOUTH_MASK))
LAOS: Final = tuple(sp for sp in LAOS_CAMBODIA if SPACES[sp].region == "laos")
CAMBODIA: Final = tuple(sp for sp in LAOS_CAMBODIA if SPACES[sp].region == "cambodia")
COAST: Final = tuple(spaces_of(COAST_MASK))

US_PIECES: Final = (US_TROOPS, US_BASE, IRREGULAR)
ARVN_PIECES: Final = (ARVN_TROOPS, POLICE, RANGER, ARVN_BASE)
TROOPS: Final = (US_TROOPS, ARVN_TROOPS)  # by COIN Faction


# --- what several of these cards ask ------------------------------------------------------------------------------


def _sidelined(s: State, by: int, faction: int) -> bool:
    """Would "Ineligible through the next card" cost the Faction anything? Executing the Event costs `by` as much."""
    return faction != by and would_be_eligible(s, faction)


def _at_support(s: State, spaces: Iterable[int]) -> list[int]:
    return [sp for sp in spaces if s.support[sp] > NEUTRAL]


def _can_shift(s: State, spaces: Iterable[int], levels: int) -> list[int]:
    """The populated spaces among these that a shift in this direction would change."""
    end = ACTIVE_SUPPORT if levels > 0 else ACTIVE_OPPOSITION
    return [sp for sp in spaces if POP[sp] and s.support[sp] != end]


def _shift_toward(s: State, sp: int, level: int) -> None:
    """Shift a space one level toward a level that is not an end of the scale."""
    now = s.support[sp]
    shift(s, sp, (level > now) - (level < now))


def _any_placeable(s: State, by: int, kinds: Iterable[int], spaces: Iterable[int]) -> bool:
    kinds = tuple(kinds)
    return any(can_place(s, by, sp, kind) for sp in spaces for kind in kinds)


def _finds(s: State, faction: int, spaces: Iterable[int]) -> bool:
    """Would a Sweep by the pieces in any of these spaces change anything (3.2.3)?"""
    return any(
        not is_loc(sp) and sweep_tells(s, sp, sum(count(s, sp, kind) for kind in SWEEPERS[faction])) for sp in spaces
    )


def _sweep_or_assault_tells(s: State, faction: int, spaces: Sequence[int]) -> bool:
    """Would a Sweep into and within these spaces, or an Assault there, change anything?"""
    return (
        bool(selectable(s, MOVERS[faction], ()) & mask_of(spaces))  # Troops can move in
        or _finds(s, faction, spaces)
        or any(
            can_assault_space(s, faction, sp) and assault_tells(s, faction, sp, assault_hits(s, faction, sp))
            for sp in spaces
        )
    )


def _substitute(s: State, by: int, sp: int, kinds: Iterable[int]) -> Flow[None]:
    """5.1.1: put one of the kinds in the place of a piece just removed, if one can be had.

    With none Available, taking one from elsewhere on the map is a choice (1.4.1).
    """
    kinds = [kind for kind in kinds if can_place(s, by, sp, kind)]
    if not kinds:
        return
    options = [piece_option(kind) for kind in kinds]
    if not any(available(s, kind) for kind in kinds):
        options.append(DONE_OPTION)
    kind: int = yield ask(s, by, "substitute", options, space=sp)
    if kind != DONE:
        yield from muster(s, by, sp, kind, 1)


def _replace(
    s: State, by: int, purpose: str, pieces: Callable[[], Sequence[Piece]], n: int, kinds: Sequence[int]
) -> Flow[None]:
    """Replace n of the pieces (fewer if fewer) with any of the kinds, one by one."""
    for left in range(n, 0, -1):
        piece = yield from pick_piece(s, by, purpose, pieces(), left=left)
        if piece is None:
            return
        kind, sp = piece
        remove(s, sp, kind)
        yield from _substitute(s, by, sp, kinds)


@event(61, "unshaded", effective=not_in_force(61, "unshaded"))
def armored_cavalry_unshaded(s: State, by: int) -> None:
    """Capability: a free Assault where Transport went (4.3.2)."""
    begin_effect(s, 61, "unshaded")


@event(61, "shaded", effective=not_in_force(61, "shaded"))
def armored_cavalry_shaded(s: State, by: int) -> None:
    """Capability: only Rangers Transport (4.3.2)."""
    begin_effect(s, 61, "shaded")


@event(
    62,
    "unshaded",
    effective=lambda s, by: (
        can_air_lift_into(s, CAMBODIA)
        or any(_finds(s, faction, CAMBODIA) for faction in COIN)
        or bool(pieces_in(s, (NVA_BASE, VC_BASE, *own_tunnels(by)), CAMBODIA))
    ),
)
def cambodian_civil_war_unshaded(s: State, by: int) -> Flow[None]:
    """A free US Air Lift into Cambodia, a free US or ARVN Sweep within it, and 2 Insurgent Bases fall there."""
    yield from free_air_lift(s, CAMBODIA)
    sweepers = [faction for faction in COIN if pieces_in(s, SWEEPERS[faction], CAMBODIA)]
    if sweepers:
        faction = yield from pick_faction(s, by, "us_or_arvn", sweepers)
        op = granted(s, faction, "sweep", spaces=CAMBODIA)
        s.note("log.free_operation", faction=faction, operation="sweep")
        yield from sweep(s, op, origins=mask_of(CAMBODIA))
    yield from remove_among(s, by, "civil_war_base", (NVA_BASE, VC_BASE), CAMBODIA, 2, offered=own_tunnels(by))


@event(62, "shaded", effective=lambda s, by: _any_placeable(s, NVA, (NVA_TROOPS, NVA_GUERRILLA), CAMBODIA))
def cambodian_civil_war_shaded(s: State, by: int) -> Flow[None]:
    """NVA places 12 Troops and Guerrillas in Cambodia."""
    yield from place_among(s, NVA, "civil_war_place", (NVA_TROOPS, NVA_GUERRILLA), CAMBODIA, 12)


@event(
    63,
    "unshaded",
    effective=lambda s, by: pieces_of(s, OUT_OF_PLAY, US) > 0 or s.patronage > 0 or s.aid < EDGE_TRACK_MAX,
)
def fact_finding_unshaded(s: State, by: int) -> Flow[None]:
    """2 US pieces from Out of Play to the South, or a die of Patronage to ARVN Resources; Aid +6."""
    ways = []
    if pieces_of(s, OUT_OF_PLAY, US):
        ways.append("pieces")
    if s.patronage:
        ways.append("patronage")
    way = (yield from pick(s, by, "fact_finding", ways)) if ways else ""
    if way == "pieces":
        yield from deploy(s, by, "us_to_south", US_PIECES, SOUTH, 2, OUT_OF_PLAY)
    elif way == "patronage":
        die = yield roll("5.1")
        add_resources(s, ARVN, -add_patronage(s, -die))
    add_aid(s, +6)


def _coin_cities_at_support(s: State) -> list[int]:
    return [sp for sp in _at_support(s, CITIES) if sp != SAIGON and s.control[sp] == COIN_CONTROL]


@event(
    63,
    "shaded",
    effective=lambda s, by: (
        bool(_coin_cities_at_support(s)) or s.patronage < EDGE_TRACK_MAX or s.resources[VC] < EDGE_TRACK_MAX
    ),
)
def fact_finding_shaded(s: State, by: int) -> Flow[None]:
    """A COIN-Controlled City other than Saigon loses its Support; Patronage +4 or VC Resources +4."""
    yield from pick_and_set(s, by, "lose_support", _coin_cities_at_support(s), 1, NEUTRAL)
    if (yield from pick(s, by, "duped", ("patronage", "vc_resources"))) == "patronage":
        add_patronage(s, +4)
    else:
        add_resources(s, VC, +4)


@event(64, effective=always)
def honolulu_conference(s: State, by: int) -> Flow[None]:
    """Aid +10 or -10, Patronage +3 or -5; a COIN executor Pacifies as in the Support Phase, others stay Eligible."""
    add_aid(s, +10 if (yield from pick(s, by, "honolulu_aid", ("up", "down"))) == "up" else -10)
    add_patronage(s, +3 if (yield from pick(s, by, "honolulu_patronage", ("up", "down"))) == "up" else -5)
    if by in COIN:
        yield from pacification(s, (by,), pacification_price(s, support_phase=False))
    else:
        stay_eligible(s, by)


@event(65, "unshaded", effective=lambda s, by: pieces_of(s, OUT_OF_PLAY, US) > 0)
def international_forces_unshaded(s: State, by: int) -> Flow[None]:
    """4 US pieces from Out of Play to anywhere on the map."""
    yield from deploy(s, by, "us_to_map", US_PIECES, EVERY_SPACE, 4, OUT_OF_PLAY)


@event(65, "shaded", effective=lambda s, by: bool(pieces_in(s, KINDS_OF[US], EVERY_SPACE)))
def international_forces_shaded(s: State, by: int) -> Flow[None]:
    """The US takes a die of its pieces from the map Out of Play."""
    die = yield roll("5.1")
    yield from remove_among(s, US, "allies_leave", KINDS_OF[US], EVERY_SPACE, die, OUT_OF_PLAY)


@event(
    66,
    "unshaded",
    effective=lambda s, by: (
        s.aid < EDGE_TRACK_MAX
        or s.resources[ARVN] < EDGE_TRACK_MAX
        or pieces_of(s, OUT_OF_PLAY, US) > 0
        or s.patronage > 0
    ),
)
def ambassador_taylor_unshaded(s: State, by: int) -> Flow[None]:
    """Aid and ARVN Resources +9; if wished up to 2 US pieces from Out of Play to the South, or Patronage -3."""
    add_aid(s, +9)
    add_resources(s, ARVN, +9)
    ways = ["neither"]
    if s.patronage:
        ways.insert(0, "patronage")
    if pieces_of(s, OUT_OF_PLAY, US):
        ways.insert(0, "pieces")
    way = yield from pick(s, by, "taylor", ways)
    if way == "pieces":
        yield from deploy(s, by, "us_to_south", US_PIECES, SOUTH, 2, OUT_OF_PLAY, up_to=True)
    elif way == "patronage":
        add_patronage(s, -3)


def _at_support_outside_saigon(s: State) -> list[int]:
    return [sp for sp in _at_support(s, range(CONTROLLABLE)) if sp != SAIGON]


@event(66, "shaded", effective=lambda s, by: bool(_at_support_outside_saigon(s)) or s.patronage > 0)
def ambassador_taylor_shaded(s: State, by: int) -> Flow[None]:
    """3 spaces other than Saigon lose their Support; Patronage -3."""
    yield from pick_and_set(s, by, "lose_support", _at_support_outside_saigon(s), 3, NEUTRAL)
    add_patronage(s, -3)


def _can_land(s: State, faction: int) -> bool:
    """Could the Faction relocate Troops along the coast, or Sweep or Assault there?"""
    return (
        bool(pieces_in(s, (TROOPS[faction],), COAST))
        or can_operate(s, faction, "sweep", spaces=COAST)
        or can_operate(s, faction, "assault", spaces=COAST)
    )


@event(
    67,
    "unshaded",
    effective=lambda s, by: (
        bool(pieces_in(s, TROOPS, COAST)) or any(_sweep_or_assault_tells(s, faction, COAST) for faction in COIN)
    ),
)
def amphib_landing_unshaded(s: State, by: int) -> Flow[None]:
    """US or ARVN relocates its Troops along the coast, then free Sweeps and Assaults in one coastal space."""
    factions = [faction for faction in COIN if _can_land(s, faction)]
    if not factions:
        return
    faction = yield from pick_faction(s, by, "us_or_arvn", factions)
    yield from relocate(s, faction, "amphib_troops", (TROOPS[faction],), COAST, lambda kind, origin: COAST)
    spaces = [sp for sp in COAST if can_operate(s, faction, "sweep", spaces=(sp,)) or can_assault_space(s, faction, sp)]
    sp = yield from pick_space(s, faction, "amphib_space", spaces)
    if sp != DONE:
        yield from free_operation(s, faction, "sweep", spaces=(sp,))
        yield from free_operation(s, faction, "assault", spaces=(sp,), max_spaces=1)


@event(
    67,
    "shaded",
    effective=lambda s, by: (
        bool(pieces_in(s, KINDS_OF[VC], COAST)) or any(_sidelined(s, by, faction) for faction in COIN)
    ),
)
def amphib_landing_shaded(s: State, by: int) -> Flow[None]:
    """VC relocates up to 3 pieces from a coastal space; US and ARVN are Ineligible through the next card."""
    sp = yield from pick_space(s, VC, "vanish_from", (sp for sp in COAST if pieces_of(s, sp, VC)))
    if sp != DONE:
        yield from relocate(s, VC, "vanish", KINDS_OF[VC], (sp,), lambda kind, origin: EVERY_SPACE, 3)
    make_ineligible(s, US)
    make_ineligible(s, ARVN)


def _provinces_without_nva_control(s: State) -> list[int]:
    return [sp for sp in PROVINCES if sp != NORTH_VIETNAM and s.control[sp] != NVA_CONTROL]


@event(
    68,
    "unshaded",
    effective=lambda s, by: (
        _any_placeable(s, by, (IRREGULAR, RANGER), _provinces_without_nva_control(s))
        or bool(_can_shift(s, _provinces_without_nva_control(s), +1))
    ),
)
def green_berets_unshaded(s: State, by: int) -> Flow[None]:
    """3 Irregulars or 3 Rangers into a Province without NVA Control, which is set to Active Support."""
    sp = yield from pick_space(s, by, "green_berets", _provinces_without_nva_control(s))
    if sp == DONE:
        return
    kinds = [kind for kind in (IRREGULAR, RANGER) if can_place(s, by, sp, kind)]
    if kinds:
        kind = yield from pick_kind(s, by, "piece", kinds, space=sp)
        yield from place_here(s, by, sp, kind, 3)
    set_support(s, sp, ACTIVE_SUPPORT)


@event(68, "shaded", effective=lambda s, by: on_map(s, IRREGULAR) > 0)
def green_berets_shaded(s: State, by: int) -> Flow[None]:
    """3 Irregulars on the map become Available; one of their Provinces is set to Active Opposition."""
    removed = yield from remove_any(
        s, by, "remove_irregulars", lambda: pieces_in(s, states_of(IRREGULAR), EVERY_SPACE), 3
    )
    provinces = sorted({sp for _, sp in removed if is_province(sp)})
    yield from pick_and_set(s, by, "set_active_opposition", _can_shift(s, provinces, -1), 1, ACTIVE_OPPOSITION)


PAIRS: Final = {"us_arvn": COIN, "nva_vc": INSURGENTS}


@event(69, effective=always)
def macv(s: State, by: int) -> Flow[None]:
    """US then ARVN, or NVA then VC, each take a free Special Activity; the executor stays Eligible."""
    for faction in PAIRS[(yield from pick(s, by, "macv", tuple(PAIRS)))]:
        names = dict.fromkeys(name for (whose, _), own in ACCOMPANYING.items() if whose == faction for name in own)
        able = [name for name in names if can_take_activity(s, faction, name)]
        if able:
            name = yield from pick(s, faction, "macv_activity", able)
            yield from free_activity(s, faction, name)
    stay_eligible(s, by)


KOREANS_SWEEP: Final = (PHU_BON, *(sp for sp in ADJACENT[PHU_BON] if not is_loc(sp)))
KOREANS_ASSAULT: Final = (PHU_BON, *ADJACENT[PHU_BON])
ALL_CUBES: Final = (US_TROOPS, ARVN_TROOPS, POLICE)
KOREANS: Final = (*ALL_CUBES, IRREGULAR, IRREGULAR_ACTIVE)  # as in any US Sweep, Rangers find nobody


def _koreans_assault(s: State) -> list[int]:
    """Where an Assault by all cubes as US Troops could remove a piece or a Tunnel."""
    return [sp for sp in KOREANS_ASSAULT if _koreans_remove(s, sp)]


def _koreans_remove(s: State, sp: int) -> bool:
    if not insurgent_pieces(s, sp) or not pieces_in(s, ALL_CUBES, (sp,)):
        return False
    hidden = underground(s, sp, NVA) + underground(s, sp, VC)
    if s.effects & SEARCH_AND_DESTROY and hidden:  # card 28
        return True
    if not assault_hits(s, US, sp, ALL_CUBES) and (not s.effects & PATTON or LOWLAND_MASK >> sp & 1):  # card 14
        return False
    bases_first = s.effects & ABRAMS and pieces_in(s, (NVA_BASE, VC_BASE), (sp,))  # card 11
    return bool(not hidden or bases_first or exposed_to_assault(s, sp))


@event(
    70,
    "unshaded",
    effective=lambda s, by: (
        selectable(s, ALL_CUBES, ()) & mask_of(KOREANS_SWEEP) > 0
        or any(sweep_tells(s, sp, sum(count(s, sp, kind) for kind in KOREANS)) for sp in KOREANS_SWEEP)
        or bool(_koreans_assault(s))
    ),
)
def roks_unshaded(s: State, by: int) -> Flow[None]:
    """US or ARVN free Sweeps, then Assaults, Phu Bon and around, every COIN cube fighting as a US Troop."""
    if not selectable(s, ALL_CUBES, KOREANS) & mask_of(KOREANS_SWEEP) and not _koreans_assault(s):
        return
    faction = yield from pick_faction(s, by, "us_or_arvn", COIN)
    s.note("log.free_operation", faction=faction, operation="sweep")
    yield from sweep(s, granted(s, faction, "sweep", spaces=KOREANS_SWEEP), movers=ALL_CUBES, sweepers=KOREANS)
    s.note("log.free_operation", faction=faction, operation="assault")
    op = granted(s, faction, "assault", spaces=KOREANS_ASSAULT)
    while spaces := [sp for sp in _koreans_assault(s) if op.may_select(sp)]:
        sp = spaces[0]
        if s.effects & (ABRAMS | PATTON):  # cards 11 and 14 favour only some spaces
            sp = yield from pick_space(s, faction, "roks_assault", spaces)
        op.spaces.append(sp)
        yield from assault_space(s, US, sp, op, by=faction, us_cubes=ALL_CUBES)


ABUSED: Final = (QUI_NHON, PHU_BON, KHANH_HOA)


@event(70, "shaded", effective=lambda s, by: bool(_can_shift(s, ABUSED, -1)))
def roks_shaded(s: State, by: int) -> None:
    """Qui Nhon, Phu Bon and Khanh Hoa each shift 1 toward Active Opposition."""
    shift_each(s, ABUSED, -1)


def _south_with_arvn(s: State) -> list[int]:
    return [sp for sp in SOUTH if pieces_of(s, sp, ARVN)]


@event(
    71,
    "unshaded",
    effective=lambda s, by: any(
        count(s, sp, NVA_TROOPS) or can_place(s, by, sp, ARVN_TROOPS) for sp in _south_with_arvn(s)
    ),
)
def an_loc_unshaded(s: State, by: int) -> Flow[None]:
    """A space in the South with ARVN loses all NVA Troops and gains 3 ARVN Troops."""
    sp = yield from pick_space(s, by, "stand_firm", _south_with_arvn(s))
    if sp != DONE:
        remove_all(s, (NVA_TROOPS,), (sp,))
        yield from place_here(s, by, sp, ARVN_TROOPS, 3)


def _trail_march(s: State, city: int) -> bool:
    """Could NVA Troops March into this City, over the Trail if it is open?"""
    return can_march(s, granted(s, NVA, "march", spaces=(city,)), kinds=(NVA_TROOPS,), through=_trail(s))


def _trail(s: State) -> int:
    """3.3.2: where Marching NVA pieces may go on, as a mask."""
    return LAOS_CAMBODIA_MASK if s.trail else 0


@event(
    71,
    "shaded",
    effective=lambda s, by: any(_trail_march(s, sp) or suits_attack(s, NVA, sp) for sp in CITIES),
)
def an_loc_shaded(s: State, by: int) -> Flow[None]:
    """NVA Troops free March into one City, where NVA then free Attacks twice."""
    cities = [sp for sp in CITIES if _trail_march(s, sp)] or [sp for sp in CITIES if suits_attack(s, NVA, sp)]
    city = yield from pick_space(s, NVA, "thrust", cities)
    if city == DONE:
        return
    if _trail_march(s, city):
        s.note("log.free_operation", faction=NVA, operation="march")
        op = granted(s, NVA, "march", spaces=(city,))
        yield from march(s, op, kinds=(NVA_TROOPS,), through=_trail(s))
    yield from free_operation(s, NVA, "attack", spaces=(city,))
    yield from free_operation(s, NVA, "attack", spaces=(city,))


@event(72, "unshaded", effective=not_in_force(72, "unshaded"))
def body_count_unshaded(s: State, by: int) -> None:
    """Momentum: Assault and Patrol are free and bring 3 Aid per Guerrilla (3.2.2, 3.2.4)."""
    begin_effect(s, 72, "unshaded")


def _at_active_opposition(s: State) -> list[int]:
    return [sp for sp in range(CONTROLLABLE) if s.support[sp] == ACTIVE_OPPOSITION]


@event(
    72,
    "shaded",
    effective=lambda s, by: (
        _any_placeable(s, by, (VC_GUERRILLA,), _at_active_opposition(s))
        or _any_placeable(s, by, (NVA_TROOPS,), LAOS_CAMBODIA)
    ),
)
def body_count_shaded(s: State, by: int) -> Flow[None]:
    """A VC Guerrilla in each Active Opposition space, 2 NVA Troops in each Laos and Cambodia space."""
    yield from place_each(s, by, "body_count_guerrilla", VC_GUERRILLA, _at_active_opposition(s))
    yield from place_each(s, by, "body_count_troops", NVA_TROOPS, LAOS_CAMBODIA, 2)


def _commitment_matters(s: State, by: int) -> bool:
    """Is there a US piece that a Commitment Phase could move?"""
    rows = [CASUALTIES, *commitment_spaces(s)]
    if not s.scenario.no_commitment_add_or_withdraw:
        rows.append(AVAILABLE)
    return count(s, CASUALTIES, IRREGULAR) > 0 or any(
        count(s, row, kind) for row in rows for kind in (US_TROOPS, US_BASE)
    )


@event(73, "unshaded", effective=_commitment_matters)
def great_society_unshaded(s: State, by: int) -> Flow[None]:
    """A Commitment Phase at once (6.5)."""
    yield from commitment(s)


@event(73, "shaded", effective=lambda s, by: pieces_of(s, AVAILABLE, US) > 0)
def great_society_shaded(s: State, by: int) -> Flow[None]:
    """The US sends 3 Available pieces Out of Play."""
    yield from between_boxes(s, US, "leave_play", US_PIECES, 3, AVAILABLE, OUT_OF_PLAY)


@event(
    74,
    "unshaded",
    effective=lambda s, by: (
        s.trail > 0 or _any_placeable(s, by, (ARVN_TROOPS,), LAOS) or bool(limited_operations(s, ARVN, LAOS))
    ),
)
def lam_son_719_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 6 ARVN Troops into a Laos space, a free ARVN Limited Operation there; the Trail Degrades 2 boxes."""
    sp = yield from pick_space(s, by, "incursion", LAOS)
    most = placeable(s, by, sp, ARVN_TROOPS, 6)
    n = yield from pick_amount(s, by, "incursion_amount", 0, most, piece=ARVN_TROOPS, space=sp)
    yield from muster(s, by, sp, ARVN_TROOPS, n)
    yield from free_limited_operation(s, ARVN, (sp,))
    degrade_trail(s, 2, by_event=True)


@event(74, "shaded", effective=lambda s, by: s.resources[NVA] < EDGE_TRACK_MAX)
def lam_son_719_shaded(s: State, by: int) -> None:
    """NVA Resources +6, and +1 per ARVN piece in Laos."""
    add_resources(s, NVA, 6 + sum(pieces_of(s, sp, ARVN) for sp in LAOS))


@event(75, "unshaded", effective=lambda s, by: any(_sweep_or_assault_tells(s, faction, CAMBODIA) for faction in COIN))
def sihanouk_unshaded(s: State, by: int) -> Flow[None]:
    """US or ARVN free Sweeps into and within Cambodia, then free Assaults in one space there."""
    factions = [
        faction
        for faction in COIN
        if can_operate(s, faction, "sweep", spaces=CAMBODIA) or can_operate(s, faction, "assault", spaces=CAMBODIA)
    ]
    if factions:
        faction = yield from pick_faction(s, by, "us_or_arvn", factions)
        yield from free_operation(s, faction, "sweep", spaces=CAMBODIA)
        yield from free_operation(s, faction, "assault", spaces=CAMBODIA, max_spaces=1)


@event(75, "shaded", effective=lambda s, by: any(can_operate(s, f, "rally", spaces=CAMBODIA) for f in INSURGENTS))
def sihanouk_shaded(s: State, by: int) -> Flow[None]:
    """VC, then NVA, free Rally in Cambodia and free March out of the spaces where they Rallied."""
    for faction in (VC, NVA):
        rally = yield from free_operation(s, faction, "rally", spaces=CAMBODIA)
        op = granted(s, faction, "march")
        if can_march(s, op, mask_of(rally.spaces)):
            s.note("log.free_operation", faction=faction, operation="march")
            yield from march(s, op, mask_of(rally.spaces))


def _shared_spaces(s: State) -> int:
    return sum(pieces_of(s, sp, NVA) > 0 and pieces_of(s, sp, VC) > 0 for sp in EVERY_SPACE)


@event(
    76,
    "unshaded",
    effective=lambda s, by: (
        s.patronage < EDGE_TRACK_MAX or (_shared_spaces(s) > 0 and s.resources[NVA] + s.resources[VC] > 0)
    ),
)
def annam_unshaded(s: State, by: int) -> None:
    """NVA and VC each lose 1 Resource per space that holds both; Patronage +2."""
    shared = _shared_spaces(s)
    add_resources(s, NVA, -shared)
    add_resources(s, VC, -shared)
    add_patronage(s, +2)


NEAR_HUE_AND_DA_NANG: Final = tuple(sp for sp in PROVINCES if (ADJACENT_MASK[HUE] | ADJACENT_MASK[DA_NANG]) >> sp & 1)


@event(76, "shaded", effective=lambda s, by: bool(_at_support(s, (HUE, DA_NANG, *NEAR_HUE_AND_DA_NANG))))
def annam_shaded(s: State, by: int) -> Flow[None]:
    """Hue, Da Nang and a Province next to either lose their Support."""
    for sp in _at_support(s, (HUE, DA_NANG)):
        set_support(s, sp, NEUTRAL)
    yield from pick_and_set(s, by, "lose_support", _at_support(s, NEAR_HUE_AND_DA_NANG), 1, NEUTRAL)


@event(
    77,
    "unshaded",
    effective=lambda s, by: s.resources[NVA] > 0 or s.resources[VC] > 0 or available(s, NVA_TROOPS) > 0,
)
def detente_unshaded(s: State, by: int) -> Flow[None]:
    """NVA and VC Resources are halved, rounded down; 5 Available NVA Troops go Out of Play."""
    for faction in INSURGENTS:
        add_resources(s, faction, s.resources[faction] // 2 - s.resources[faction])
    yield from between_boxes(s, by, "leave_play", (NVA_TROOPS,), 5, AVAILABLE, OUT_OF_PLAY)


@event(
    77,
    "shaded",
    effective=lambda s, by: (
        s.resources[NVA] < EDGE_TRACK_MAX or can_take_activity(s, NVA, "infiltrate") or can_operate(s, VC, "rally")
    ),
)
def detente_shaded(s: State, by: int) -> Flow[None]:
    """NVA gains 9 Resources or free Infiltrates; then VC free Rallies in up to 6 spaces."""
    ways = ["resources"]
    if can_take_activity(s, NVA, "infiltrate"):
        ways.append("infiltrate")
    if (yield from pick(s, NVA, "detente", ways)) == "resources":
        add_resources(s, NVA, +9)
    else:
        yield from free_activity(s, NVA, "infiltrate")
    yield from free_operation(s, VC, "rally", max_spaces=6)


def _lansdale_spaces(s: State) -> list[int]:
    return [sp for sp in range(CONTROLLABLE) if POP[sp] and sp != SAIGON and coin_pieces(s, sp)]


@event(
    78,
    "unshaded",
    effective=lambda s, by: (
        s.patronage < EDGE_TRACK_MAX
        or any(s.support[sp] < ACTIVE_SUPPORT or terror_markers_left(s) for sp in _lansdale_spaces(s))
    ),
)
def general_lansdale_unshaded(s: State, by: int) -> Flow[None]:
    """A space other than Saigon with US or ARVN pieces goes to Active Support and gets Terror; Patronage +1."""
    sp = yield from pick_space(s, by, "lansdale", _lansdale_spaces(s))
    if sp != DONE:
        set_support(s, sp, ACTIVE_SUPPORT)
        add_terror(s, sp)
    add_patronage(s, +1)


@event(78, "shaded", effective=always)
def general_lansdale_shaded(s: State, by: int) -> None:
    """Patronage +3. Momentum: no US Assault (3.2.4)."""
    add_patronage(s, +3)
    begin_effect(s, 78, "shaded")


@event(79, "unshaded", effective=lambda s, by: s.aid < EDGE_TRACK_MAX)
def henry_cabot_lodge_unshaded(s: State, by: int) -> None:
    """Aid +20."""
    add_aid(s, +20)


@event(
    79,
    "shaded",
    effective=lambda s, by: bool(pieces_in(s, KINDS_OF[ARVN], EVERY_SPACE)) or _sidelined(s, by, ARVN),
)
def henry_cabot_lodge_shaded(s: State, by: int) -> Flow[None]:
    """Up to 3 ARVN pieces are removed for 2 Patronage each; ARVN is Ineligible through the next card."""
    removed = yield from remove_among(s, by, "lodge_remove", KINDS_OF[ARVN], EVERY_SPACE, 3, up_to=True)
    add_patronage(s, 2 * removed)
    make_ineligible(s, ARVN)


OUTSIDE_THE_SOUTH: Final = (NORTH_VIETNAM, *LAOS_CAMBODIA)


@event(80, effective=lambda s, by: bool(pieces_in(s, KINDS_OF[US], EVERY_SPACE)))
def light_at_the_end_of_the_tunnel(s: State, by: int) -> Flow[None]:
    """1-4 US pieces become Available; for each 2 Patronage, a shift toward Active Opposition and 4 NVA Troops."""
    there = sum(pieces_of(s, sp, US) for sp in EVERY_SPACE)
    if there:
        n = yield from pick_amount(s, by, "wind_down", 1, min(4, there))
        yield from remove_among(s, by, "wind_down_piece", KINDS_OF[US], EVERY_SPACE, n)
        add_patronage(s, 2 * n)
        for left in range(n, 0, -1):
            spaces = _can_shift(s, range(CONTROLLABLE), -1)
            sp = yield from pick_space(s, by, "wind_down_shift", spaces, left=left)
            if sp != DONE:
                shift(s, sp, -1)
        yield from place_among(s, by, "wind_down_troops", (NVA_TROOPS,), OUTSIDE_THE_SOUTH, 4 * n)
    stay_eligible(s, by)


def _vc_guerrillas_in_south(s: State) -> list[Piece]:
    return pieces_in(s, states_of(VC_GUERRILLA), SOUTH)


@event(81, "unshaded", effective=lambda s, by: bool(_vc_guerrillas_in_south(s)))
def cidg_unshaded(s: State, by: int) -> Flow[None]:
    """A die of VC Guerrillas in the South become Rangers, Irregulars or Police."""
    die = yield roll("5.1")
    kinds = (RANGER, IRREGULAR, POLICE)
    yield from _replace(s, by, "cidg_guerrilla", lambda: _vc_guerrillas_in_south(s), die, kinds)


DESERTERS: Final = states_of(RANGER, POLICE, IRREGULAR)


def _highlands_with_deserters(s: State) -> list[int]:
    return [sp for sp in spaces_of(HIGHLAND_MASK) if pieces_in(s, DESERTERS, (sp,))]


@event(81, "shaded", effective=lambda s, by: bool(_highlands_with_deserters(s)))
def cidg_shaded(s: State, by: int) -> Flow[None]:
    """2 VC Guerrillas replace all Rangers, Police and Irregulars in a Highland."""
    sp = yield from pick_space(s, by, "cidg_highland", _highlands_with_deserters(s))
    if sp != DONE:
        remove_all(s, DESERTERS, (sp,))
        yield from place_here(s, by, sp, VC_GUERRILLA, 2)


@event(
    82,
    "unshaded",
    effective=lambda s, by: (
        pieces_of(s, OUT_OF_PLAY, US) + pieces_of(s, OUT_OF_PLAY, ARVN) > 0
        or s.resources[ARVN] < EDGE_TRACK_MAX
        or s.aid < EDGE_TRACK_MAX
    ),
)
def domino_theory_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 3 US or 6 ARVN pieces from Out of Play to Available, or ARVN Resources and Aid +9 each."""
    ways = ["resources"]
    if pieces_of(s, OUT_OF_PLAY, ARVN):
        ways.insert(0, "arvn")
    if pieces_of(s, OUT_OF_PLAY, US):
        ways.insert(0, "us")
    way = yield from pick(s, by, "domino_theory", ways)
    if way == "us":
        yield from between_boxes(s, by, "back_in_play", US_PIECES, 3, OUT_OF_PLAY, AVAILABLE, up_to=True)
    elif way == "arvn":
        yield from between_boxes(s, by, "back_in_play", ARVN_PIECES, 6, OUT_OF_PLAY, AVAILABLE, up_to=True)
    else:
        add_resources(s, ARVN, +9)
        add_aid(s, +9)


@event(82, "shaded", effective=lambda s, by: available(s, US_TROOPS) > 0 or s.aid > 0)
def domino_theory_shaded(s: State, by: int) -> Flow[None]:
    """3 Available US Troops go Out of Play; Aid -9."""
    yield from between_boxes(s, by, "leave_play", (US_TROOPS,), 3, AVAILABLE, OUT_OF_PLAY)
    add_aid(s, -9)


def _at_passive_support(s: State) -> list[int]:
    return [sp for sp in range(CONTROLLABLE) if s.support[sp] == PASSIVE_SUPPORT]


@event(83, "unshaded", effective=lambda s, by: bool(_at_passive_support(s)) or s.aid < EDGE_TRACK_MAX)
def election_unshaded(s: State, by: int) -> Flow[None]:
    """3 spaces go from Passive to Active Support; Aid +10."""
    yield from pick_and_set(s, by, "clean_vote", _at_passive_support(s), 3, ACTIVE_SUPPORT)
    add_aid(s, +10)


@event(83, "shaded", effective=lambda s, by: bool(_can_shift(s, CITIES, -1)) or s.aid > 0)
def election_shaded(s: State, by: int) -> Flow[None]:
    """2 Cities shift 1 toward Active Opposition; Aid -15."""
    yield from pick_and_shift(s, by, "ballot_stuffing", _can_shift(s, CITIES, -1), 2, -1)
    add_aid(s, -15)


def _south_with_nva(s: State) -> list[int]:
    return [sp for sp in SOUTH if pieces_of(s, sp, NVA)]


@event(84, "unshaded", effective=lambda s, by: _any_placeable(s, by, (ARVN_TROOPS, POLICE), _south_with_nva(s)))
def to_quoc_unshaded(s: State, by: int) -> Flow[None]:
    """An ARVN Troop and a Police in each South Vietnam space with NVA."""
    spaces = _south_with_nva(s)
    yield from place_each(s, by, "to_quoc_troops", ARVN_TROOPS, spaces)
    yield from place_each(s, by, "to_quoc_police", POLICE, spaces)


def _deserted(s: State) -> list[int]:
    """Where one in three ARVN cubes is at least one."""
    return [sp for sp in EVERY_SPACE if arvn_cubes(s, sp) >= 3]


@event(84, "shaded", effective=lambda s, by: bool(_deserted(s)))
def to_quoc_shaded(s: State, by: int) -> Flow[None]:
    """ARVN loses one in three of its cubes in each space; 3 of these spaces get a VC Guerrilla."""
    spaces = _deserted(s)
    yield from desertion(s)
    for left in (3, 2, 1):
        candidates = [sp for sp in spaces if can_place(s, by, sp, VC_GUERRILLA)]
        at_will = available(s, VC_GUERRILLA) == 0  # 1.4.1
        sp = yield from pick_space(s, by, "penetrated", candidates, at_will, left=left)
        if sp == DONE:
            return
        spaces.remove(sp)
        yield from muster(s, by, sp, VC_GUERRILLA, 1)


def _coin_controlled_to_raise(s: State) -> list[int]:
    return [sp for sp in _can_shift(s, range(CONTROLLABLE), +1) if s.control[sp] == COIN_CONTROL]


@event(85, "unshaded", effective=lambda s, by: bool(_coin_controlled_to_raise(s)))
def usaid_unshaded(s: State, by: int) -> Flow[None]:
    """3 COIN-Controlled spaces shift 1 toward Active Support."""
    yield from pick_and_shift(s, by, "usaid_shift", _coin_controlled_to_raise(s), 3, +1)


CHANGES: Final = {"up": +2, "same": 0, "down": -2}


@event(85, "shaded", effective=always)
def usaid_shaded(s: State, by: int) -> Flow[None]:
    """ARVN Resources, Aid and Patronage each +2, -2 or unchanged."""
    add_resources(s, ARVN, CHANGES[(yield from pick(s, by, "usaid_resources", tuple(CHANGES)))])
    add_aid(s, CHANGES[(yield from pick(s, by, "usaid_aid", tuple(CHANGES)))])
    add_patronage(s, CHANGES[(yield from pick(s, by, "usaid_patronage", tuple(CHANGES)))])


@event(86, "unshaded", effective=not_in_force(86, "unshaded"))
def mandate_of_heaven_unshaded(s: State, by: int) -> None:
    """Capability: one Govern transfer without the shift (4.3.1)."""
    begin_effect(s, 86, "unshaded")


@event(86, "shaded", effective=not_in_force(86, "shaded"))
def mandate_of_heaven_shaded(s: State, by: int) -> None:
    """Capability: ARVN Governs and Pacifies in 1 space (4.3.1, 6.3.1)."""
    begin_effect(s, 86, "shaded")


def _within(center: int, steps: int) -> list[int]:
    """The spaces at most so many steps of adjacency away."""
    reached = 1 << center
    for _ in range(steps):
        for sp in spaces_of(reached):
            reached |= ADJACENT_MASK[sp]
    return spaces_of(reached)


NEAR_HUE: Final = _within(HUE, 2)
AROUND_HUE: Final = _within(HUE, 3)


@event(87, "unshaded", effective=lambda s, by: _any_placeable(s, by, ARVN_PIECES, AROUND_HUE))
def nguyen_chanh_thi_unshaded(s: State, by: int) -> Flow[None]:
    """3 ARVN pieces within 3 spaces of Hue; each receiving space shifts 1 toward Active Support."""
    placed = yield from place_among(s, by, "thi_place", ARVN_PIECES, AROUND_HUE, 3)
    shift_each(s, sorted({sp for _, sp in placed}), +1)


@event(87, "shaded", effective=always)
def nguyen_chanh_thi_shaded(s: State, by: int) -> Flow[None]:
    """2 ARVN pieces within 2 spaces of Hue become VC pieces; Patronage +4 or -4."""
    yield from _replace(
        s, by, "thi_replace", lambda: pieces_in(s, KINDS_OF[ARVN], NEAR_HUE), 2, (VC_GUERRILLA, VC_BASE)
    )
    add_patronage(s, +4 if (yield from pick(s, by, "thi_patronage", ("up", "down"))) == "up" else -4)


@event(88, "unshaded", effective=lambda s, by: s.support[SAIGON] < ACTIVE_SUPPORT or s.patronage < EDGE_TRACK_MAX)
def phan_quang_dan_unshaded(s: State, by: int) -> None:
    """Saigon shifts 1 toward Active Support; Patronage +5."""
    shift(s, SAIGON, +1)
    add_patronage(s, +5)


@event(
    88,
    "shaded",
    effective=lambda s, by: s.support[SAIGON] != NEUTRAL or s.patronage > 0 or _sidelined(s, by, ARVN),
)
def phan_quang_dan_shaded(s: State, by: int) -> None:
    """Saigon shifts 1 toward Neutral; Patronage -5; ARVN is Ineligible through the next card."""
    shift_toward_neutral(s, SAIGON)
    add_patronage(s, -5)
    make_ineligible(s, ARVN)


@event(89, "unshaded", effective=lambda s, by: s.support[SAIGON] != PASSIVE_SUPPORT or s.patronage < EDGE_TRACK_MAX)
def tam_chau_unshaded(s: State, by: int) -> None:
    """Saigon shifts 1 toward Passive Support; Patronage +6."""
    _shift_toward(s, SAIGON, PASSIVE_SUPPORT)
    add_patronage(s, +6)


@event(
    89,
    "shaded",
    effective=lambda s, by: (
        _any_placeable(s, by, (VC_GUERRILLA, VC_BASE), (SAIGON,))
        or s.support[SAIGON] != PASSIVE_OPPOSITION
        or s.patronage > 0
    ),
)
def tam_chau_shaded(s: State, by: int) -> Flow[None]:
    """A VC piece in Saigon, which shifts 1 toward Passive Opposition; Patronage -6."""
    yield from place_among(s, by, "tam_chau_place", (VC_GUERRILLA, VC_BASE), (SAIGON,), 1)
    _shift_toward(s, SAIGON, PASSIVE_OPPOSITION)
    add_patronage(s, -6)


def _coin_controlled_for(s: State, kind: int, origin: int) -> list[int]:
    """COIN-Controlled spaces where this piece may be placed; back where it was only to hide (1.4.1)."""
    return [
        sp
        for sp in range(CONTROLLABLE)
        if s.control[sp] == COIN_CONTROL
        and may_stand(sp, kind)
        and (sp != origin or kind == RANGER_ACTIVE)
        and (kind not in BASE_KINDS or has_room_for_base(s, sp))
    ]


def _arvn_anywhere(s: State, placed: Sequence[Piece] = ()) -> list[Piece]:
    """ARVN pieces on the map and in the boxes that may be placed in a COIN-Controlled space, each once."""
    return [
        (kind, row)
        for row in (OUT_OF_PLAY, AVAILABLE, *EVERY_SPACE)
        for kind in KINDS_OF[ARVN]
        if count(s, row, kind) > placed.count((kind, row)) and _coin_controlled_for(s, kind, row)
    ]


@event(90, "unshaded", effective=lambda s, by: bool(_arvn_anywhere(s)))
def walt_rostow_unshaded(s: State, by: int) -> Flow[None]:
    """2 ARVN pieces from anywhere, Out of Play included, to COIN-Controlled spaces."""
    placed: list[Piece] = []
    for left in (2, 1):
        piece = yield from pick_piece(s, by, "rostow_piece", _arvn_anywhere(s, placed), left=left)
        if piece is None:
            return
        kind, origin = piece
        spaces = _coin_controlled_for(s, kind, origin)
        sp = yield from pick_space(s, by, "destination", spaces, piece=kind, origin=origin)
        transfer(s, kind, 1, origin, sp, PLAIN[kind])
        s.note("log.move", n=1, piece=kind, origin=origin, destination=sp)
        placed.append((PLAIN[kind], sp))


GUERRILLAS: Final = (NVA_GUERRILLA, VC_GUERRILLA)


def _provinces_with_arvn(s: State) -> list[int]:
    return [sp for sp in PROVINCES if pieces_of(s, sp, ARVN)]


def _can_redeploy(s: State) -> bool:
    """Could any ARVN Troop move to another City as in 6.4.2?"""
    cities = troop_destinations(s, heed_bases=False)
    return any(count(s, sp, ARVN_TROOPS) and cities & ~(1 << sp) for sp in EVERY_SPACE)


@event(
    90,
    "shaded",
    effective=lambda s, by: _any_placeable(s, by, GUERRILLAS, _provinces_with_arvn(s)) or _can_redeploy(s),
)
def walt_rostow_shaded(s: State, by: int) -> Flow[None]:
    """A Guerrilla in each Province with ARVN; ARVN Troops Redeploy as if there were no Bases."""
    left = _provinces_with_arvn(s)
    while left:
        in_box = sum(available(s, kind) for kind in GUERRILLAS)
        spaces = left[:1] if in_box >= len(left) else left  # where they run short the order matters
        pieces = [(kind, sp) for sp in spaces for kind in GUERRILLAS if can_place(s, by, sp, kind)]
        piece = yield from pick_piece(s, by, "rostow_guerrilla", pieces, in_box == 0)
        if piece is None:
            break
        kind, sp = piece
        yield from muster(s, by, sp, kind, 1)
        left.remove(sp)
    yield from redeploy_troops(s, heed_bases=False)
