"""Would an Event have an effect? A general test, and a special one for each Event whose notes have one."""

from collections.abc import Callable, Iterable
from typing import Final

from fitl.board.cards import KHANH
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import (
    ARVN_BASE,
    ARVN_TROOPS,
    EDGE_TRACK_MAX,
    GUERRILLAS,
    GUERRILLAS_OF,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    KINDS,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_GUERRILLA_ACTIVE,
    NVA_TROOPS,
    NVA_TUNNEL,
    POLICE,
    RANGER,
    RANGER_ACTIVE,
    TRAIL_MAX,
    US_BASE,
    US_TROOPS,
    VC_BASE,
    VC_GUERRILLA,
    VC_TUNNEL,
)
from fitl.board.spaces import (
    ADJACENT,
    ADJACENT_MASK,
    AVAILABLE,
    CAN_THO,
    CASUALTIES,
    CITIES,
    COAST_MASK,
    CONTROLLABLE,
    HIGHLAND_MASK,
    HUE,
    JUNGLE_MASK,
    LOWLAND_MASK,
    MEKONG_MASK,
    NORTH_VIETNAM,
    NORTHEAST_CAMBODIA,
    OUT_OF_PLAY,
    PROVINCE_MASK,
    PROVINCES,
    SAIGON,
    SIHANOUKVILLE,
    SOUTH_MASK,
    SPACE_COUNT,
    spaces_of,
)
from fitl.bots.mind import Mind
from fitl.bots.trung.activities import may_infiltrate
from fitl.bots.trung.counts import (
    OPEN_BASES,
    arvn_firepower,
    can_hold_support,
    finds_in_place,
    hidden,
    insurgent_bases,
    total,
    vulnerable,
)
from fitl.bots.trung.forecast import arvn_effective, clears, us_effective
from fitl.bots.trung.journey import COIN_TROOPS, Journey, anybody_marches, masher_removes
from fitl.bots.trung.keep import Leaving, free_to_leave
from fitl.events.free import can_operate
from fitl.events.vocabulary import tunnels_left
from fitl.lasting import SA_2S_SHADED, TOP_GUN
from fitl.rules.activities.air_strike import can_air_strike
from fitl.rules.cards import is_effective as changes_anything
from fitl.rules.control import on_map, victory_marker
from fitl.rules.forces import (
    available,
    coin_bases,
    coin_pieces,
    count,
    guerrillas,
    has_room_for_base,
    insurgent_pieces,
    pieces_of,
)
from fitl.rules.operation import Activity
from fitl.rules.pivotal import holds_pivotal
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

Test = Callable[[State, int], bool]
MASHER: Final = 99
CAMBODIA: Final = range(NORTHEAST_CAMBODIA, SIHANOUKVILLE + 1)


def is_effective(mind: Mind, s: State, side: str) -> bool:
    """May a bot execute this side of the current card?"""
    if s.card == MASHER and not (_masher(mind, s) if side == "unshaded" else _masher_march(mind, s)):
        return False
    test = TESTS.get((s.card, side))
    if test is not None and not test(s, mind.faction):
        return False
    return changes_anything(s, s.card, side, mind.faction)


# --- what the tests ask -------------------------------------------------------------------------------------------


def _person(s: State, faction: int) -> bool:
    return faction not in s.options.non_players


def _tracked(s: State) -> bool:
    return not s.untracked >> ARVN & 1


def _us_out(s: State) -> bool:
    return pieces_of(s, OUT_OF_PLAY, US) > 0


def _troops_out(s: State) -> bool:
    return count(s, OUT_OF_PLAY, US_TROOPS) > 0


def _casualties(s: State) -> bool:
    return pieces_of(s, CASUALTIES, US) > 0


def _troops_available(s: State) -> bool:
    return available(s, US_TROOPS) > 0


def _us_on_map(s: State) -> bool:
    return any(pieces_of(s, sp, US) for sp in range(SPACE_COUNT))


def _arvn_near_goal(s: State) -> bool:
    return victory_marker(s, ARVN) >= 42


def _can_strike(s: State) -> bool:
    return can_air_strike(s, Activity(s, US, "air_strike"))


def _ninth_division(s: State, by: int) -> bool:
    """9: Nixon also takes Troops from the map."""
    return _troops_out(s) or (s.us_policy == "nixon" and on_map(s, US_TROOPS) > 0)


def _clean_up(s: State, by: int) -> bool:
    """21: a Province not at Active Opposition yet, with US Troops and VC that may be removed."""
    return any(
        _can_fall(s, sp) and _us_near(s, sp) and (guerrillas(s, sp, VC) or count(s, sp, VC_BASE)) for sp in PROVINCES
    )


def _can_fall(s: State, sp: int) -> bool:
    return can_hold_support(sp) and s.support[sp] > ACTIVE_OPPOSITION


def _can_rise(s: State, sp: int) -> bool:
    return can_hold_support(sp) and s.support[sp] < ACTIVE_SUPPORT


def _anybody(s: State, *kinds: int) -> bool:
    """Is one of these pieces Available?"""
    return any(available(s, kind) for kind in kinds)


def _riverines(s: State, by: int) -> bool:
    """25: enemies on the Mekong, or beside it where ARVN is or could come."""
    delta = (sp for sp in spaces_of(LOWLAND_MASK) if ADJACENT_MASK[sp] & MEKONG_MASK and insurgent_pieces(s, sp))
    return any(insurgent_pieces(s, sp) for sp in spaces_of(MEKONG_MASK)) or any(
        pieces_of(s, sp, ARVN) or can_operate(s, ARVN, "sweep", spaces=(sp,)) for sp in delta
    )


def _tribesmen(s: State, by: int) -> bool:
    """29: Patronage, Irregulars to replace, or a Neutral Highland with people."""
    irregulars = on_map_exactly(s, IRREGULAR) or on_map_exactly(s, IRREGULAR_ACTIVE)
    neutral = any(can_hold_support(sp) and s.support[sp] == NEUTRAL for sp in spaces_of(HIGHLAND_MASK))
    return s.patronage > 0 or (irregulars and _anybody(s, VC_GUERRILLA)) or neutral


def _chu_luc(s: State, by: int) -> bool:
    """47: ARVN Troops to place beside NVA, or an ARVN Assault that would hit NVA."""
    both = any(pieces_of(s, sp, ARVN) and pieces_of(s, sp, NVA) for sp in range(SPACE_COUNT))
    return (both and _anybody(s, ARVN_TROOPS)) or any(_hits_nva(s, sp) for sp in range(SPACE_COUNT))


def _hits_nva(s: State, sp: int) -> bool:
    exposed = count(s, sp, NVA_TROOPS) + count(s, sp, NVA_GUERRILLA_ACTIVE)
    return arvn_firepower(s, sp) > 0 and (exposed or (not hidden(s, sp) and count(s, sp, NVA_BASE) > 0)) > 0


def _at_support(s: State) -> list[int]:
    return [sp for sp in range(CONTROLLABLE) if s.support[sp] > NEUTRAL]


def _green_berets(s: State, by: int) -> bool:
    """68: somebody to send, and a Province that NVA does not Control."""
    free = any(sp != NORTH_VIETNAM and s.control[sp] != NVA_CONTROL for sp in PROVINCES)
    return free and _anybody(s, IRREGULAR, RANGER)


def _body_count(s: State, by: int) -> bool:
    """72: a Guerrilla for Active Opposition, or Troops for Laos and Cambodia."""
    return _anybody(s, NVA_TROOPS) or (_anybody(s, VC_GUERRILLA) and ACTIVE_OPPOSITION in s.support)


def _strikes_in(spaces: Iterable[int], *factions: int) -> Test:
    """An Assault that removes anybody, or a Sweep in place that finds somebody, in one of these spaces."""
    return lambda s, by: any(
        finds_in_place(s, faction, sp) or (us_effective if faction == US else arvn_effective)(s, sp)
        for faction in factions
        for sp in spaces
    )


def _westmoreland(s: State, by: int) -> bool:
    """95: an Assault that leaves nobody, or a Sweep in place."""
    return any(clears(s, US, sp) or finds_in_place(s, US, sp) for sp in range(SPACE_COUNT))


def _rats(s: State, by: int) -> bool:
    """94: COIN clears a Tunnel beside US Troops, NVA digs under a Base of its own."""
    if by == NVA:
        return tunnels_left(s) > 0 and any(count(s, sp, NVA_BASE) for sp in PROVINCES)
    return any(_us_near(s, sp) and total(s, sp, (NVA_TUNNEL, VC_TUNNEL)) for sp in range(CONTROLLABLE))


def _cu_chi(s: State, by: int) -> bool:
    """102: a Base in a Province to dig under, or Guerrillas to join it."""
    based = any(total(s, sp, OPEN_BASES) for sp in PROVINCES)
    return based and (tunnels_left(s) > 0 or _anybody(s, NVA_GUERRILLA, VC_GUERRILLA))


def us_free(s: State, origin: int, to: int) -> int:
    """How many US Troops may leave a space for another, by the Keep rules."""
    there = count(s, origin, US_TROOPS)
    return free_to_leave(Leaving(s, US, origin, to), {US_TROOPS: there}).get(US_TROOPS, 0) if there else 0


def is_hill(s: State, sp: int) -> bool:
    """36: an Insurgent Base to which US Troops may go."""
    return insurgent_bases(s, sp) > 0 and any(us_free(s, origin, sp) for origin in range(SPACE_COUNT) if origin != sp)


def free_for_hope(s: State, sp: int) -> int:
    """91: how many US Troops may leave a space for a City."""
    return us_free(s, sp, CITIES[0])


def _bob_hope(s: State, by: int) -> bool:
    """91: Casualties, a City to go to, and two Troops that may go."""
    city = any(s.control[sp] == COIN_CONTROL for sp in CITIES)
    return city and _casualties(s) and any(free_for_hope(s, sp) >= 2 for sp in PROVINCES)


def _binh_duong(s: State, by: int) -> bool:
    """106: a Province next to Saigon that can shift the Faction's way."""
    shifts = _can_rise if by in (US, ARVN) else _can_fall
    return any(shifts(s, sp) for sp in PROVINCES if ADJACENT_MASK[SAIGON] >> sp & 1)


def _tho(s: State, by: int) -> bool:
    """109: a Guerrilla, or a Base with room in Saigon."""
    return _anybody(s, VC_GUERRILLA) or (_anybody(s, VC_BASE) and has_room_for_base(s, SAIGON))


def _bombs_abroad(s: State) -> bool:
    return any(not SOUTH_MASK >> sp & 1 and vulnerable(s, sp) for sp in range(SPACE_COUNT))


def _masher(mind: Mind, s: State) -> bool:
    """99: would it remove anybody? The US takes it for no fewer than four."""
    journey = Journey(mind, s, "sweep", COIN_TROOPS, as_us=COIN_TROOPS)
    spaces = [sp for sp in range(CONTROLLABLE) if sp != NORTH_VIETNAM and not JUNGLE_MASK >> sp & 1]
    return any(masher_removes(journey, sp) >= (4 if mind.faction == US else 1) for sp in spaces)


def _masher_march(mind: Mind, s: State) -> bool:
    """99: does a March of Guerrillas find a destination? It takes no more than three steps."""
    return anybody_marches(Journey(mind, s, "march", GUERRILLAS_OF[mind.faction], direct=True))


def _long_tan(s: State, by: int) -> bool:
    jungle = any(_us_near(s, sp) and total(s, sp, GUERRILLAS) for sp in spaces_of(JUNGLE_MASK))
    return jungle or (by == US and _troops_out(s))


def _winding_down(s: State, by: int) -> bool:
    """80: only while US pieces are on the map; each Faction for its own end."""
    if not _us_on_map(s):
        return False
    if by == ARVN:
        return s.patronage < EDGE_TRACK_MAX
    return by == VC or available(s, NVA_TROOPS) > 0


def _usaid(s: State, by: int) -> bool:
    if by == ARVN:
        return s.patronage < EDGE_TRACK_MAX
    return s.patronage > 0 or (_tracked(s) and (s.aid > 0 or s.resources[ARVN] > 0))


def _honolulu(s: State, by: int) -> bool:
    if by == US:
        return s.aid < EDGE_TRACK_MAX or s.patronage < EDGE_TRACK_MAX
    return s.aid > 0 or s.patronage > 0


def _economic_aid(s: State, by: int) -> bool:
    bases = any(s.pieces[OUT_OF_PLAY * KINDS + kind] for kind in (US_BASE, ARVN_BASE))
    if bases or s.aid < EDGE_TRACK_MAX:
        return True
    return by == ARVN and _tracked(s) and s.resources[ARVN] < EDGE_TRACK_MAX


def _brinks(s: State, by: int) -> bool:
    """97: ARVN turns out Khanh for Aid, others take Patronage."""
    return s.leader == KHANH if by == ARVN else s.patronage > 0


def _thi(s: State, by: int) -> bool:
    if by == ARVN:
        return s.patronage < EDGE_TRACK_MAX
    near = {HUE, *(two for one in ADJACENT[HUE] for two in (one, *ADJACENT[one]))}
    traded = any(pieces_of(s, sp, ARVN) for sp in near) and _anybody(s, VC_GUERRILLA, VC_BASE)
    return s.patronage > 0 or (by == VC and traded)


def _thi_raises(s: State, by: int) -> bool:
    """87: ARVN pieces, and people to win within three spaces of Hue."""
    near = {HUE}
    for _ in range(3):
        near |= {next_to for sp in near for next_to in ADJACENT[sp]}
    return pieces_of(s, AVAILABLE, ARVN) > 0 and any(_can_rise(s, sp) for sp in near)


def _loyal_city(s: State, by: int) -> bool:
    """63: a City other than Saigon at Support, under COIN Control."""
    return any(sp != SAIGON and s.support[sp] > NEUTRAL and s.control[sp] == COIN_CONTROL for sp in CITIES)


def _pressed(s: State, by: int) -> bool:
    """105: ARVN for its Patronage; VC where Police are in a Province above Active Opposition."""
    if by == ARVN:
        return s.patronage < EDGE_TRACK_MAX
    return any(count(s, sp, POLICE) and s.support[sp] > ACTIVE_OPPOSITION for sp in PROVINCES)


def _us_near(s: State, sp: int) -> bool:
    return count(s, sp, US_TROOPS) > 0


def _coastal_people(s: State, by: int) -> bool:
    """30: a coastal Province with people not at Active Opposition, and US Troops."""
    return any(_can_fall(s, sp) and _us_near(s, sp) for sp in spaces_of(COAST_MASK & PROVINCE_MASK))


def _nam_dong(s: State, by: int) -> bool:
    """48: a Province with a COIN Base that has Guerrillas or is not at Active Support."""
    return any(
        coin_bases(s, sp) and (guerrillas(s, sp, NVA) + guerrillas(s, sp, VC) or s.support[sp] < ACTIVE_SUPPORT)
        for sp in PROVINCES
    )


def _active_forces(s: State) -> bool:
    return on_map_exactly(s, IRREGULAR_ACTIVE) or on_map_exactly(s, RANGER_ACTIVE)


def on_map_exactly(s: State, kind: int) -> bool:
    return any(s.pieces[sp * KINDS + kind] for sp in range(SPACE_COUNT))


def _arvn_on_map(s: State) -> bool:
    return any(pieces_of(s, sp, ARVN) for sp in range(SPACE_COUNT))


TESTS: Final[dict[tuple[int, str], Test]] = {
    (1, "unshaded"): lambda s, by: _can_strike(s) or _us_out(s),
    (1, "shaded"): lambda s, by: _casualties(s),
    (3, "unshaded"): lambda s, by: holds_pivotal(s, US),
    (3, "shaded"): lambda s, by: s.trail <= 2,
    (5, "unshaded"): lambda s, by: (
        bool(s.effects & SA_2S_SHADED) or s.trail > 0 or (_person(s, NVA) and s.resources[NVA] > 0)
    ),
    (6, "unshaded"): lambda s, by: _bombs_abroad(s) or s.trail > 0,
    (6, "shaded"): lambda s, by: _troops_available(s) or s.trail < TRAIL_MAX,
    (7, "unshaded"): lambda s, by: _person(s, NVA),
    (7, "shaded"): lambda s, by: s.trail < TRAIL_MAX or (_tracked(s) and s.resources[ARVN] > 0),
    (9, "unshaded"): _ninth_division,
    (9, "shaded"): lambda s, by: on_map(s, US_TROOPS) > 0,
    (21, "unshaded"): lambda s, by: _troops_out(s) or on_map(s, US_TROOPS) > 0,
    (21, "shaded"): _clean_up,
    (22, "unshaded"): lambda s, by: _troops_out(s),
    (25, "unshaded"): _riverines,
    (25, "shaded"): lambda s, by: _anybody(s, VC_GUERRILLA),
    (29, "shaded"): _tribesmen,
    (30, "shaded"): _coastal_people,
    (33, "unshaded"): lambda s, by: _person(s, NVA),
    (33, "shaded"): lambda s, by: not s.effects & TOP_GUN,
    (35, "unshaded"): lambda s, by: s.trail > 0,
    (36, "unshaded"): lambda s, by: any(is_hill(s, sp) for sp in spaces_of(HIGHLAND_MASK) if sp != NORTH_VIETNAM),
    (36, "shaded"): lambda s, by: tunnels_left(s) > 0 and any(count(s, sp, VC_BASE) for sp in spaces_of(HIGHLAND_MASK)),
    (40, "unshaded"): lambda s, by: _can_strike(s) or count(s, CASUALTIES, US_TROOPS) > 0,
    (40, "shaded"): lambda s, by: _troops_available(s),
    (42, "unshaded"): lambda s, by: _person(s, NVA) or on_map(s, NVA_TROOPS) > 0,
    (43, "unshaded"): _economic_aid,
    (47, "unshaded"): _chu_luc,
    (48, "unshaded"): _nam_dong,
    (49, "unshaded"): lambda s, by: pieces_of(s, AVAILABLE, ARVN) > 0,
    (54, "shaded"): lambda s, by: _casualties(s),
    (57, "unshaded"): lambda s, by: _casualties(s),
    (57, "shaded"): lambda s, by: _troops_available(s),
    (60, "unshaded"): lambda s, by: _us_out(s),
    (62, "unshaded"): lambda s, by: any(total(s, sp, OPEN_BASES) for sp in CAMBODIA),
    (62, "shaded"): lambda s, by: _anybody(s, NVA_TROOPS, NVA_GUERRILLA),
    (63, "unshaded"): lambda s, by: _arvn_near_goal(s) or _us_out(s) or s.aid < EDGE_TRACK_MAX,
    (63, "shaded"): _loyal_city,
    (64, "single"): _honolulu,
    (65, "unshaded"): lambda s, by: _us_out(s),
    (65, "shaded"): lambda s, by: _us_on_map(s),
    (66, "unshaded"): lambda s, by: (
        s.aid < EDGE_TRACK_MAX
        or (_tracked(s) and s.resources[ARVN] < EDGE_TRACK_MAX)
        or _us_out(s)
        or _arvn_near_goal(s)
    ),
    (66, "shaded"): lambda s, by: _at_support(s) not in ([], [SAIGON]) or _arvn_near_goal(s),
    (68, "unshaded"): _green_berets,
    (72, "shaded"): _body_count,
    (73, "shaded"): lambda s, by: pieces_of(s, AVAILABLE, US) > 0,
    (74, "unshaded"): lambda s, by: _anybody(s, ARVN_TROOPS) or s.trail > 0,
    (75, "unshaded"): _strikes_in(CAMBODIA, US),
    (75, "shaded"): lambda s, by: _anybody(s, VC_GUERRILLA) or pieces_of(s, AVAILABLE, NVA) > 0,
    (76, "unshaded"): lambda s, by: (
        s.patronage < EDGE_TRACK_MAX or any(_person(s, f) and s.resources[f] > 0 for f in (NVA, VC))
    ),
    (77, "unshaded"): lambda s, by: (
        available(s, NVA_TROOPS) > 0 or any(_person(s, f) and s.resources[f] > 1 for f in (NVA, VC))
    ),
    (77, "shaded"): lambda s, by: by != NVA or may_infiltrate(s),
    (78, "unshaded"): lambda s, by: any(
        sp != SAIGON and _can_rise(s, sp) and coin_pieces(s, sp) for sp in range(CONTROLLABLE)
    ),
    (80, "single"): _winding_down,
    (81, "unshaded"): lambda s, by: (
        any(guerrillas(s, sp, VC) for sp in spaces_of(SOUTH_MASK)) and _anybody(s, POLICE, RANGER, IRREGULAR)
    ),
    (81, "shaded"): lambda s, by: _anybody(s, VC_GUERRILLA),
    (82, "unshaded"): lambda s, by: _us_out(s),
    (82, "shaded"): lambda s, by: _troops_available(s) or (_tracked(s) and s.aid > 0),
    (83, "unshaded"): lambda s, by: any(level == PASSIVE_SUPPORT for level in s.support),
    (83, "shaded"): lambda s, by: any(_can_fall(s, sp) for sp in CITIES),
    (85, "unshaded"): lambda s, by: any(
        _can_rise(s, sp) and s.control[sp] == COIN_CONTROL for sp in range(CONTROLLABLE)
    ),
    (85, "shaded"): _usaid,
    (87, "unshaded"): _thi_raises,
    (87, "shaded"): _thi,
    (88, "unshaded"): lambda s, by: s.support[SAIGON] < ACTIVE_SUPPORT if by == US else s.patronage < EDGE_TRACK_MAX,
    (89, "unshaded"): lambda s, by: s.patronage < EDGE_TRACK_MAX,
    (89, "shaded"): lambda s, by: s.support[SAIGON] > PASSIVE_OPPOSITION,
    (91, "unshaded"): _bob_hope,
    (92, "unshaded"): _strikes_in(ADJACENT[CAN_THO], ARVN, US),
    (93, "shaded"): lambda s, by: available(s, US_BASE) > 0,
    (94, "single"): _rats,
    (95, "unshaded"): _westmoreland,
    (97, "unshaded"): _brinks,
    (97, "shaded"): lambda s, by: any(_can_fall(s, sp) and pieces_of(s, sp, VC) for sp in CITIES),
    (98, "unshaded"): _long_tan,
    (102, "shaded"): _cu_chi,
    (103, "unshaded"): lambda s, by: _casualties(s),
    (103, "shaded"): lambda s, by: count(s, CASUALTIES, US_TROOPS) > 0 or (_tracked(s) and s.aid > 0),
    (105, "shaded"): _pressed,
    (106, "single"): _binh_duong,
    (107, "unshaded"): lambda s, by: s.patronage < EDGE_TRACK_MAX,
    (107, "shaded"): lambda s, by: s.support[SAIGON] > ACTIVE_OPPOSITION or (_tracked(s) and s.aid > 0),
    (108, "unshaded"): lambda s, by: pieces_of(s, CASUALTIES, US) < 3 and _troops_out(s),
    (108, "shaded"): lambda s, by: _casualties(s) and _troops_available(s),
    (109, "shaded"): _tho,
    (110, "unshaded"): lambda s, by: _casualties(s) or _active_forces(s),
    (112, "unshaded"): lambda s, by: _anybody(s, POLICE),
    (113, "unshaded"): lambda s, by: _anybody(s, POLICE),
    (117, "shaded"): lambda s, by: _arvn_on_map(s),
    (118, "shaded"): lambda s, by: _anybody(s, VC_GUERRILLA, VC_BASE),
    (119, "unshaded"): lambda s, by: _troops_available(s) or s.patronage < EDGE_TRACK_MAX,
    (120, "unshaded"): lambda s, by: _us_out(s),
    (120, "shaded"): lambda s, by: (
        count(s, CASUALTIES, US_BASE) > 0 or (s.leaders() > 0 and count(s, CASUALTIES, US_TROOPS) > 0)
    ),
}
