"""Cards 1-30, led by the US."""

from collections.abc import Iterable, Sequence

from fitl.board.cards import LINEBACKER_II
from fitl.board.factions import ARVN, COIN, NVA, US, VC
from fitl.board.pieces import (
    ARVN_BASE,
    ARVN_TROOPS,
    BASE_KINDS,
    EDGE_TRACK_MAX,
    FACTION_OF,
    IRREGULAR,
    KINDS_OF,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_GUERRILLA_ACTIVE,
    NVA_TROOPS,
    NVA_TUNNEL,
    POLICE,
    POOL,
    TRAIL_MAX,
    US_BASE,
    US_TROOPS,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
    VC_TUNNEL,
)
from fitl.board.spaces import (
    ADJACENT,
    AVAILABLE,
    CASUALTIES,
    CITIES,
    COAST_MASK,
    CONTROLLABLE,
    DA_NANG,
    HIGHLAND_MASK,
    LAOS_CAMBODIA,
    LOWLAND_MASK,
    MEKONG_MASK,
    NORTH_VIETNAM,
    NORTHEAST_CAMBODIA,
    OUT_OF_PLAY,
    POP,
    PROVINCE_MASK,
    PROVINCES,
    SAIGON,
    SIHANOUKVILLE,
    SOUTH_MASK,
    SPACE_COUNT,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
    mask_of,
    spaces_of,
)
from fitl.decisions import DONE, Flow, roll
from fitl.events.free import (
    can_air_lift_into,
    can_operate,
    can_take_activity,
    free_activity,
    free_air_lift,
    free_operation,
    granted,
)
from fitl.events.program import always, event
from fitl.events.vocabulary import (
    RULE,
    begin_effect,
    between_boxes,
    deploy,
    make_ineligible,
    not_in_force,
    own_tunnels,
    pick,
    pick_amount,
    pick_faction,
    pick_kind,
    pick_piece,
    pick_space,
    pick_spaces,
    pieces_in,
    place_among,
    relocate,
    remove_all,
    remove_among,
    remove_any,
    shift_each,
    states_of,
    stay_eligible,
    without_tunnels,
)
from fitl.lasting import (
    LASER_BOMBS_LATER,
    MIGS_SHADED,
    PEACE_TALKS,
    SA_2S_SHADED,
    WILD_WEASELS_SHADED,
)
from fitl.rules.activities.air_strike import OUTSIDE_THE_SOUTH, air_strike_spaces, air_strike_with
from fitl.rules.cards import holds_pivotal
from fitl.rules.control import on_map, set_support, shift
from fitl.rules.deck import is_coup, monsoon
from fitl.rules.economy import add_aid, add_patronage, add_resources, degrade_trail, improve_trail, set_trail
from fitl.rules.forces import (
    activate,
    add_terror,
    available,
    can_place,
    coin_pieces,
    count,
    has_room_for_base,
    hide,
    insurgent_pieces,
    irregulars,
    muster,
    pieces_of,
    place,
    remove_to_casualties,
    terror_markers_left,
    underground,
)
from fitl.rules.operation import Activity
from fitl.rules.operations.assault import assault, can_assault
from fitl.rules.operations.sweep import MOVERS, can_sweep_space, sweep_sources
from fitl.state import ACTIVE_OPPOSITION, COIN_CONTROL, NEUTRAL, NVA_CONTROL, State

MAP = range(SPACE_COUNT)
CAMBODIA = (NORTHEAST_CAMBODIA, THE_FISHHOOK, THE_PARROTS_BEAK, SIHANOUKVILLE)
MEKONG = tuple(spaces_of(MEKONG_MASK))
DELTA = tuple(sp for sp in spaces_of(LOWLAND_MASK) if mask_of(ADJACENT[sp]) & MEKONG_MASK)
GREAT_SOCIETY = 73

US_KINDS = (US_TROOPS, US_BASE, IRREGULAR)
VC_EXPOSED = without_tunnels(KINDS_OF[VC])
INSURGENTS_EXPOSED = without_tunnels((*KINDS_OF[NVA], *KINDS_OF[VC]))
IRREGULARS = states_of(IRREGULAR)


# --- what several of these cards ask ------------------------------------------------------------------------------


def _can_worsen(s: State, sp: int) -> bool:
    """1.6: could this space shift toward Active Opposition?"""
    return POP[sp] > 0 and s.support[sp] > ACTIVE_OPPOSITION


def _own(by: int, *tunnels: int) -> tuple[int, ...]:
    """5.1.1: of these Tunneled Bases the ones that the choosing Faction owns and so may give up."""
    return tuple(kind for kind in tunnels if FACTION_OF[kind] == by)


def _insurgents(by: int) -> tuple[int, ...]:
    """The NVA and VC pieces an Event may take at the hands of this Faction."""
    return (*INSURGENTS_EXPOSED, *own_tunnels(by))


def _choose(s: State, by: int, purpose: str, spaces: Sequence[int], n: int) -> Flow[Sequence[int]]:
    """n of the spaces; all of them, unasked, if there are no more."""
    if len(spaces) <= n:
        return spaces
    return (yield from pick_spaces(s, by, purpose, lambda: spaces, n))


def _place_one_for_each(s: State, by: int, purpose: str, kind: int, room: list[int]) -> Flow[None]:
    """Place a piece for every entry of a list of spaces; where too few are Available the Faction chooses."""
    while room:
        sp = room[0]
        if available(s, kind) < len(room):
            spaces = sorted({sp for sp in room if can_place(s, by, sp, kind)})
            sp = yield from pick_space(s, by, purpose, spaces, not available(s, kind), left=len(room))
            if sp == DONE:
                return
        room.remove(sp)
        yield from muster(s, by, sp, kind, 1)


def _us_troops_near(s: State, sp: int) -> list[int]:
    """Where US Troops are in a space or next to it."""
    return [near for near in (sp, *ADJACENT[sp]) if count(s, near, US_TROOPS)]


def _strike(s: State, by: int, spaces: Iterable[int], n: int) -> Activity:
    """A free Air Strike that an Event sends to up to n of these spaces, whoever stands there."""
    return Activity(s, by, "air_strike", None, mask_of(spaces), n)


# --- 1-10 ---------------------------------------------------------------------------------------------------------


def _tonkin_helps(s: State, by: int) -> bool:
    """Somebody can be struck, or a piece is Out of Play that some City can take."""
    out = [kind for kind in US_KINDS if count(s, OUT_OF_PLAY, kind)]
    room = any(has_room_for_base(s, sp) for sp in CITIES)
    return can_take_activity(s, US, "air_strike") or any(room or kind not in BASE_KINDS for kind in out)


@event(1, "unshaded", effective=_tonkin_helps)
def gulf_of_tonkin_unshaded(s: State, by: int) -> Flow[None]:
    """A free US Air Strike, then 6 US pieces from Out of Play to Cities."""
    yield from free_activity(s, US, "air_strike")
    yield from deploy(s, US, "deploy_to_cities", US_KINDS, CITIES, 6, OUT_OF_PLAY)


@event(1, "shaded", effective=lambda s, by: pieces_of(s, CASUALTIES, US) > 0)
def gulf_of_tonkin_shaded(s: State, by: int) -> Flow[None]:
    """Aid -1 per piece in Casualties; all of them go Out of Play."""
    casualties = pieces_of(s, CASUALTIES, US)
    add_aid(s, -casualties)
    yield from between_boxes(s, by, "box_transfer", US_KINDS, casualties, CASUALTIES, OUT_OF_PLAY)


@event(2, "unshaded", effective=lambda s, by: bool(pieces_in(s, _insurgents(by), LAOS_CAMBODIA)))
def kissinger_unshaded(s: State, by: int) -> Flow[None]:
    """A die roll of Insurgent pieces goes from Laos and Cambodia."""
    n = yield roll(RULE)
    yield from remove_among(s, by, "kissinger_remove", INSURGENTS_EXPOSED, LAOS_CAMBODIA, n, offered=own_tunnels(by))


NVA_PLACED = (NVA_TROOPS, NVA_GUERRILLA, NVA_BASE)


@event(
    2,
    "shaded",
    effective=lambda s, by: (
        s.aid > 0
        or count(s, OUT_OF_PLAY, US_TROOPS) < POOL[US_TROOPS]
        or any(can_place(s, NVA, sp, kind) for sp in CAMBODIA for kind in NVA_PLACED)
    ),
)
def kissinger_shaded(s: State, by: int) -> Flow[None]:
    """NVA places 2 pieces in Cambodia, the US takes 2 Troops from anywhere Out of Play, Aid -6."""
    yield from place_among(s, NVA, "kissinger_place", NVA_PLACED, CAMBODIA, 2)
    anywhere = (CASUALTIES, AVAILABLE, *MAP)
    yield from remove_among(s, US, "to_out_of_play", (US_TROOPS,), anywhere, 2, OUT_OF_PLAY)
    add_aid(s, -6)


@event(
    3,
    "unshaded",
    effective=lambda s, by: s.resources[NVA] > 0 or (holds_pivotal(s, US) and not s.effects & PEACE_TALKS),
)
def peace_talks_unshaded(s: State, by: int) -> None:
    """NVA Resources -9; Linebacker II, if still held, needs only more than 25."""
    add_resources(s, NVA, -9)
    if holds_pivotal(s, US):
        s.effects |= PEACE_TALKS
        s.note("log.peace_talks", card=LINEBACKER_II)


@event(3, "shaded", effective=lambda s, by: s.resources[NVA] < EDGE_TRACK_MAX or s.trail < 3)
def peace_talks_shaded(s: State, by: int) -> None:
    """NVA Resources +9; a Trail below 3 goes to 3."""
    add_resources(s, NVA, +9)
    set_trail(s, max(s.trail, 3))


@event(4, "unshaded", effective=not_in_force(4, "unshaded"))
def top_gun_unshaded(s: State, by: int) -> None:
    """Capability: no shaded MiGs; Air Strikes Degrade the Trail 2 boxes (4.2.3)."""
    begin_effect(s, 4, "unshaded")
    if s.effects & MIGS_SHADED:  # while this side is in force, card 33 is not put in play either
        s.effects &= ~MIGS_SHADED
        s.note("log.capability_removed", card=33, side="shaded")


@event(4, "shaded", effective=not_in_force(4, "shaded"))
def top_gun_shaded(s: State, by: int) -> None:
    """Capability: an Air Strike Degrades the Trail only on a roll of 4-6 (4.2.3)."""
    begin_effect(s, 4, "shaded")


@event(5, "unshaded", effective=lambda s, by: bool(s.effects & SA_2S_SHADED) or s.trail > 0 or s.resources[NVA] > 0)
def wild_weasels_unshaded(s: State, by: int) -> None:
    """Shaded SA-2s go; if they are not there, the Trail is Degraded 2 boxes and NVA Resources -9."""
    if s.effects & SA_2S_SHADED:
        s.effects &= ~SA_2S_SHADED
        s.note("log.capability_removed", card=34, side="shaded")
        return
    degrade_trail(s, 2, by_event=True)
    add_resources(s, NVA, -9)


@event(5, "shaded", effective=not_in_force(5, "shaded"))
def wild_weasels_shaded(s: State, by: int) -> None:
    """Momentum: an Air Strike either Degrades the Trail or removes 1 piece (4.2.3)."""
    begin_effect(s, 5, "shaded")
    s.effects &= ~LASER_BOMBS_LATER  # 5.1.2: this is now the later of the two limits


@event(
    6,
    "unshaded",
    effective=lambda s, by: (
        s.trail > 0 or bool(air_strike_spaces(s, _strike(s, by, OUTSIDE_THE_SOUTH, 1), needs_coin=False))
    ),
)
def aces_unshaded(s: State, by: int) -> Flow[None]:
    """A free Air Strike with 6 hits on a space outside the South; the Trail is Degraded 2 boxes."""
    strike = _strike(s, by, OUTSIDE_THE_SOUTH, 1)
    if air_strike_spaces(s, strike, needs_coin=False):
        s.note("log.free_activity", faction=by, activity="air_strike")
        yield from air_strike_with(s, strike, hits=6, may_degrade=False, needs_coin=False)
    degrade_trail(s, 2, by_event=True)


@event(6, "shaded", effective=lambda s, by: available(s, US_TROOPS) > 0 or s.trail < TRAIL_MAX)
def aces_shaded(s: State, by: int) -> Flow[None]:
    """2 Available US Troops become Casualties; the Trail Improves 2 boxes."""
    yield from between_boxes(s, by, "box_transfer", (US_TROOPS,), 2, AVAILABLE, CASUALTIES)
    improve_trail(s, 2)


@event(7, "unshaded", effective=not_in_force(7, "unshaded"))
def adsid_unshaded(s: State, by: int) -> None:
    """Momentum: NVA loses 6 Resources whenever the Trail changes (6.7)."""
    begin_effect(s, 7, "unshaded")


@event(7, "shaded", effective=lambda s, by: s.trail < TRAIL_MAX or s.resources[ARVN] > 0)
def adsid_shaded(s: State, by: int) -> None:
    """The Trail Improves 1 box and at least to 2; ARVN Resources -9."""
    set_trail(s, max(s.trail + 1, 2))
    add_resources(s, ARVN, -9)


@event(8, "unshaded", effective=not_in_force(8, "unshaded"))
def arc_light_unshaded(s: State, by: int) -> None:
    """Capability: 1 Air Strike space may be a Province without COIN pieces (4.2.3)."""
    begin_effect(s, 8, "unshaded")


@event(8, "shaded", effective=not_in_force(8, "shaded"))
def arc_light_shaded(s: State, by: int) -> None:
    """Capability: Air Strike spaces that lose several pieces shift 2 levels (4.2.3)."""
    begin_effect(s, 8, "shaded")


@event(9, "unshaded", effective=lambda s, by: count(s, OUT_OF_PLAY, US_TROOPS) + on_map(s, US_TROOPS) > 0)
def psychedelic_cookie_unshaded(s: State, by: int) -> Flow[None]:
    """The US moves up to 3 Troops from Out of Play to Available or the South, or from the map to Available."""
    sources = {"out_of_play": count(s, OUT_OF_PLAY, US_TROOPS), "map": on_map(s, US_TROOPS)}
    names = [name for name, troops in sources.items() if troops]
    if not names:
        return
    if (yield from pick(s, US, "ninth_division", names)) == "out_of_play":
        spaces = (AVAILABLE, *spaces_of(SOUTH_MASK))
        yield from deploy(s, US, "ninth_division_arrives", (US_TROOPS,), spaces, 3, OUT_OF_PLAY, up_to=True)
    else:
        yield from remove_among(s, US, "ninth_division_leaves", (US_TROOPS,), MAP, 3, up_to=True)


@event(9, "shaded", effective=lambda s, by: on_map(s, US_TROOPS) > 0)
def psychedelic_cookie_shaded(s: State, by: int) -> Flow[None]:
    """The US takes 3 of its Troops from the map Out of Play."""
    yield from remove_among(s, US, "to_out_of_play", (US_TROOPS,), MAP, 3, OUT_OF_PLAY)


@event(10, "unshaded", effective=always)
def rolling_thunder_unshaded(s: State, by: int) -> None:
    """The Trail is Degraded 2 boxes, NVA Resources -9, NVA Ineligible through the next card."""
    degrade_trail(s, 2, by_event=True)
    add_resources(s, NVA, -9)
    make_ineligible(s, NVA)


@event(10, "shaded", effective=always)
def rolling_thunder_shaded(s: State, by: int) -> None:
    """ARVN Resources -5. Momentum: no Air Strike (4.2.3)."""
    add_resources(s, ARVN, -5)
    begin_effect(s, 10, "shaded")


# --- 11-20 --------------------------------------------------------------------------------------------------------


@event(11, "unshaded", effective=not_in_force(11, "unshaded"))
def abrams_unshaded(s: State, by: int) -> None:
    """Capability: 1 US Assault space may take an unTunneled Base first (3.2.4)."""
    begin_effect(s, 11, "unshaded")


@event(11, "shaded", effective=not_in_force(11, "shaded"))
def abrams_shaded(s: State, by: int) -> None:
    """Capability: US Assault in at most 2 spaces (3.2.4)."""
    begin_effect(s, 11, "shaded")


@event(
    12,
    "unshaded",
    effective=lambda s, by: bool(
        pieces_in(s, (NVA_GUERRILLA, VC_GUERRILLA, NVA_BASE, *_own(by, NVA_TUNNEL)), OUTSIDE_THE_SOUTH)
    ),
)
def capt_buck_adams_unshaded(s: State, by: int) -> Flow[None]:
    """Outside the South all Guerrillas turn Active and an NVA Base goes."""
    for sp in OUTSIDE_THE_SOUTH:
        for faction in (NVA, VC):
            activate(s, sp, faction, underground(s, sp, faction))
    offered = _own(by, NVA_TUNNEL)
    yield from remove_among(s, by, "buck_adams_remove", (NVA_BASE,), OUTSIDE_THE_SOUTH, 1, offered=offered)


def _nva_bastions(s: State) -> list[int]:
    """Spaces outside the South under NVA Control."""
    return [sp for sp in OUTSIDE_THE_SOUTH if s.control[sp] == NVA_CONTROL]


@event(
    12,
    "shaded",
    effective=lambda s, by: (
        bool(pieces_in(s, (NVA_GUERRILLA_ACTIVE,), MAP))
        or any(can_place(s, by, sp, NVA_BASE) for sp in _nva_bastions(s))
    ),
)
def capt_buck_adams_shaded(s: State, by: int) -> Flow[None]:
    """An NVA Base under NVA Control outside the South; 3 NVA Guerrillas anywhere turn Underground."""
    yield from place_among(s, by, "buck_adams_place", (NVA_BASE,), _nva_bastions(s), 1)
    for left in (3, 2, 1):
        piece = yield from pick_piece(s, by, "buck_adams_hide", pieces_in(s, (NVA_GUERRILLA_ACTIVE,), MAP), left=left)
        if piece is None:
            break
        hide(s, piece[1], NVA)


@event(13, "unshaded", effective=not_in_force(13, "unshaded"))
def cobras_unshaded(s: State, by: int) -> None:
    """Capability: 2 Sweep spaces each remove an Active enemy piece (3.2.3)."""
    begin_effect(s, 13, "unshaded")


@event(13, "shaded", effective=not_in_force(13, "shaded"))
def cobras_shaded(s: State, by: int) -> None:
    """Capability: each US Assault space may cost a US Troop (3.2.4)."""
    begin_effect(s, 13, "shaded")


@event(14, "unshaded", effective=not_in_force(14, "unshaded"))
def m48_patton_unshaded(s: State, by: int) -> None:
    """Capability: 2 US Assault spaces that are not Lowland each remove 2 more pieces (3.2.4)."""
    begin_effect(s, 14, "unshaded")


@event(14, "shaded", effective=not_in_force(14, "shaded"))
def m48_patton_shaded(s: State, by: int) -> None:
    """Capability: after a Patrol NVA removes up to 2 cubes that moved (3.2.2)."""
    begin_effect(s, 14, "shaded")


def _commitment_to_come(s: State) -> bool:
    """6.5: the final Coup Round has no Commitment Phase; card 73 brings one of its own."""
    coups = sum(pile.coup != 0 for pile in s.piles) + is_coup(s, s.next_card)
    return coups > 1 or s.next_card == GREAT_SOCIETY


@event(15, "unshaded", effective=lambda s, by: _commitment_to_come(s))
def medevac_unshaded(s: State, by: int) -> None:
    """Momentum: in the Commitment Phase all Troop Casualties become Available (6.5)."""
    begin_effect(s, 15, "unshaded")


@event(15, "shaded", effective=always)
def medevac_shaded(s: State, by: int) -> None:
    """The executing Faction stays Eligible. Momentum: no Air Lift (4.2.2)."""
    stay_eligible(s, by)
    begin_effect(s, 15, "shaded")


@event(16, "unshaded", effective=always)
def blowtorch_komer_unshaded(s: State, by: int) -> None:
    """Aid +10. Momentum: Pacification in the Support Phase costs 1 (6.3.1)."""
    add_aid(s, +10)
    begin_effect(s, 16, "unshaded")


def _policed_by_troops(s: State) -> list[int]:
    """Spaces with US or ARVN Troops and Police that can shift toward Active Opposition."""
    return [
        sp
        for sp in range(CONTROLLABLE)
        if count(s, sp, POLICE) and (count(s, sp, US_TROOPS) or count(s, sp, ARVN_TROOPS)) and _can_worsen(s, sp)
    ]


@event(16, "shaded", effective=lambda s, by: s.aid > 0 or bool(_policed_by_troops(s)))
def blowtorch_komer_shaded(s: State, by: int) -> Flow[None]:
    """Aid -10; a space with Troops and Police shifts 1 toward Active Opposition."""
    add_aid(s, -10)
    sp = yield from pick_space(s, by, "shift_opposition", _policed_by_troops(s))
    if sp != DONE:
        shift(s, sp, -1)


@event(17, "unshaded", effective=always)
def claymores_unshaded(s: State, by: int) -> None:
    """The executing Faction stays Eligible. Momentum: no Ambush, Marching groups that Activate lose a Guerrilla."""
    stay_eligible(s, by)
    begin_effect(s, 17, "unshaded")


def _infiltrated_bases(s: State) -> list[int]:
    """Spaces with a US or ARVN Base and an Underground Guerrilla."""
    return [
        sp
        for sp in range(CONTROLLABLE)
        if count(s, sp, US_BASE) + count(s, sp, ARVN_BASE) and underground(s, sp, NVA) + underground(s, sp, VC)
    ]


@event(17, "shaded", effective=lambda s, by: bool(_infiltrated_bases(s)))
def claymores_shaded(s: State, by: int) -> Flow[None]:
    """A COIN Base and an Underground Guerrilla go from a space with both, US pieces to Casualties."""
    sp = yield from pick_space(s, by, "claymores", _infiltrated_bases(s))
    if sp == DONE:
        return
    for kinds in ((US_BASE, ARVN_BASE), (NVA_GUERRILLA, VC_GUERRILLA)):
        kind = yield from pick_kind(s, by, "claymores_remove", [kind for kind in kinds if count(s, sp, kind)], space=sp)
        remove_to_casualties(s, sp, kind)


@event(18, "unshaded", effective=not_in_force(18, "unshaded"))
def combined_action_platoons_unshaded(s: State, by: int) -> None:
    """Capability: US Training adds a Police in a space with US Troops (3.2.1)."""
    begin_effect(s, 18, "unshaded")


@event(18, "shaded", effective=not_in_force(18, "shaded"))
def combined_action_platoons_shaded(s: State, by: int) -> None:
    """Capability: US Sweep in at most 2 spaces (3.2.3)."""
    begin_effect(s, 18, "shaded")


@event(19, "unshaded", effective=not_in_force(19, "unshaded"))
def cords_unshaded(s: State, by: int) -> None:
    """Capability: US Training may Pacify in 2 spaces (3.2.1)."""
    begin_effect(s, 19, "unshaded")


@event(19, "shaded", effective=not_in_force(19, "shaded"))
def cords_shaded(s: State, by: int) -> None:
    """Capability: US Training Pacifies no higher than Passive Support (3.2.1)."""
    begin_effect(s, 19, "shaded")


@event(20, "unshaded", effective=not_in_force(20, "unshaded"))
def laser_guided_bombs_unshaded(s: State, by: int) -> None:
    """Capability: Air Strike spaces that lose just 1 piece do not shift (4.2.3)."""
    begin_effect(s, 20, "unshaded")


@event(20, "shaded", effective=not_in_force(20, "shaded"))
def laser_guided_bombs_shaded(s: State, by: int) -> None:
    """Capability: an Air Strike removes at most 2 pieces (4.2.3)."""
    begin_effect(s, 20, "shaded")
    if s.effects & WILD_WEASELS_SHADED:  # 5.1.2: of the two limits this is the later
        s.effects |= LASER_BOMBS_LATER


# --- 21-30 --------------------------------------------------------------------------------------------------------


@event(21, "unshaded", effective=lambda s, by: count(s, OUT_OF_PLAY, US_TROOPS) + on_map(s, US_TROOPS) > 0)
def americal_unshaded(s: State, by: int) -> Flow[None]:
    """The US moves up to 2 Troops each from the map and Out of Play to one space or Available."""
    out_of_play = min(2, count(s, OUT_OF_PLAY, US_TROOPS))
    if not out_of_play + on_map(s, US_TROOPS):
        return
    to = yield from pick_space(s, US, "americal_to", [AVAILABLE, *(sp for sp in MAP if sp != NORTH_VIETNAM)])
    yield from relocate(s, US, "americal_from_map", (US_TROOPS,), MAP, lambda kind, origin: (to,), 2)
    n = yield from pick_amount(s, US, "americal_from_box", 0, out_of_play, piece=US_TROOPS, space=to)
    place(s, to, US_TROOPS, n, OUT_OF_PLAY)


def _cleaned_out(s: State, by: int, chosen: Sequence[int]) -> tuple[list[int], bool]:
    """Provinces with US Troops where a VC piece may go, those that would change first; must one be taken?"""
    occupied = [sp for sp in PROVINCES if count(s, sp, US_TROOPS) and sp not in chosen]
    must = [sp for sp in occupied if pieces_in(s, VC_EXPOSED, (sp,))]
    changing = [sp for sp in must if _can_worsen(s, sp)]
    at_will = [sp for sp in occupied if pieces_in(s, _own(by, VC_TUNNEL), (sp,))]
    return sorted({*(changing or must), *at_will}), bool(must)


@event(21, "shaded", effective=lambda s, by: bool(_cleaned_out(s, by, ())[0]))
def americal_shaded(s: State, by: int) -> Flow[None]:
    """In 1 or 2 Provinces with US Troops a VC piece goes and the Province is set to Active Opposition."""
    chosen: list[int] = []
    while len(chosen) < 2:
        provinces, must = _cleaned_out(s, by, chosen)
        sp = yield from pick_space(
            s, by, "americal_province", provinces, bool(chosen) or not must, left=2 - len(chosen)
        )
        if sp == DONE:
            break
        chosen.append(sp)
        offered = _own(by, VC_TUNNEL)
        if (yield from remove_among(s, by, "americal_remove", VC_EXPOSED, (sp,), 1, offered=offered)):
            set_support(s, sp, ACTIVE_OPPOSITION)


@event(22, "unshaded", effective=lambda s, by: count(s, OUT_OF_PLAY, US_TROOPS) + available(s, US_TROOPS) > 0)
def da_nang_unshaded(s: State, by: int) -> Flow[None]:
    """The US places up to 6 Troops in Da Nang, up to 3 of them from Out of Play."""
    left = 6
    for box, most in ((OUT_OF_PLAY, 3), (AVAILABLE, 6)):
        most = min(most, left, count(s, box, US_TROOPS))
        n = yield from pick_amount(s, US, "da_nang", 0, most, piece=US_TROOPS, box=box)
        place(s, DA_NANG, US_TROOPS, n, box)
        left -= n


@event(22, "shaded", effective=always)
def da_nang_shaded(s: State, by: int) -> None:
    """Support in and next to Da Nang is gone. Momentum: no Air Strike (4.2.3)."""
    for sp in (DA_NANG, *ADJACENT[DA_NANG]):
        if sp < CONTROLLABLE and s.support[sp] > NEUTRAL:
            set_support(s, sp, NEUTRAL)
    begin_effect(s, 22, "shaded")


def _tunnel_spaces(s: State) -> list[int]:
    """Spaces with a Tunneled Base of NVA or VC."""
    return [sp for sp in range(CONTROLLABLE) if count(s, sp, NVA_TUNNEL) + count(s, sp, VC_TUNNEL)]


def _attleboro_targets(s: State) -> list[int]:
    """Tunnel spaces where the US could fly, Sweep or Assault."""
    return [
        sp
        for sp in _tunnel_spaces(s)
        if sp != NORTH_VIETNAM
        and (
            can_air_lift_into(s, (sp,))
            or can_operate(s, US, "sweep", spaces=(sp,))
            or can_operate(s, US, "assault", spaces=(sp,))
        )
    ]


@event(23, "unshaded", effective=lambda s, by: bool(_attleboro_targets(s)))
def operation_attleboro_unshaded(s: State, by: int) -> Flow[None]:
    """The US free Air Lifts into, Sweeps and Assaults a Tunnel space as if there were no Tunnels."""
    sp = yield from pick_space(s, US, "attleboro", _attleboro_targets(s))
    if sp == DONE:
        return
    yield from free_air_lift(s, (sp,))
    yield from free_operation(s, US, "sweep", spaces=(sp,))
    op = granted(s, US, "assault", spaces=(sp,))
    if can_assault(s, op):
        s.note("log.free_operation", faction=US, operation="assault")
        yield from assault(s, op, ignore_tunnels=True)


@event(23, "shaded", effective=lambda s, by: any(_us_troops_near(s, sp) for sp in _tunnel_spaces(s)))
def operation_attleboro_shaded(s: State, by: int) -> Flow[None]:
    """A die roll of US Troops in and next to a Tunnel space become Casualties."""
    spaces = [sp for sp in _tunnel_spaces(s) if _us_troops_near(s, sp)]
    sp = yield from pick_space(s, by, "attleboro_tunnel", spaces)
    if sp != DONE:
        n = yield roll(RULE)
        yield from remove_among(s, by, "attleboro_losses", (US_TROOPS,), _us_troops_near(s, sp), n, CASUALTIES)


def _surprised(s: State) -> list[int]:
    """Coastal Provinces in or next to which US Troops are, with VC pieces to remove."""
    return [
        sp for sp in spaces_of(COAST_MASK & PROVINCE_MASK) if pieces_in(s, VC_EXPOSED, (sp,)) and _us_troops_near(s, sp)
    ]


@event(24, "unshaded", effective=lambda s, by: bool(_surprised(s)))
def operation_starlite_unshaded(s: State, by: int) -> Flow[None]:
    """All VC go from a coastal Province in or next to which US Troops are."""
    sp = yield from pick_space(s, by, "starlite", _surprised(s))
    if sp != DONE:
        remove_all(s, VC_EXPOSED, (sp,))
        yield from remove_among(s, by, "starlite_tunnel", (), (sp,), 2, offered=_own(by, VC_TUNNEL))


def _provinces_with_active_vc(s: State) -> list[int]:
    return [sp for sp in PROVINCES if count(s, sp, VC_GUERRILLA_ACTIVE)]


# Staying Eligible is an effect by itself, except just before a Coup Round makes everybody so (6.6).
@event(24, "shaded", effective=lambda s, by: bool(_provinces_with_active_vc(s)) or not monsoon(s))
def operation_starlite_shaded(s: State, by: int) -> Flow[None]:
    """In up to 3 Provinces all VC Guerrillas turn Underground; the executing Faction stays Eligible."""
    provinces = _provinces_with_active_vc(s)
    for sp in (yield from pick_spaces(s, by, "starlite_hide", lambda: provinces, 3, up_to=True)):
        hide(s, sp, VC, count(s, sp, VC_GUERRILLA_ACTIVE))
    stay_eligible(s, by)


def _riverine_factions(s: State, spaces: Sequence[int]) -> list[int]:
    """Who of US and ARVN could Sweep or Assault in these spaces."""
    return [
        faction for faction in COIN if any(can_operate(s, faction, op, spaces=spaces) for op in ("sweep", "assault"))
    ]


def _riverines_help(s: State, by: int) -> bool:
    """An Insurgent is on the Mekong, or Troops can move into a Lowland along it or meet Insurgents there."""
    return any(insurgent_pieces(s, sp) for sp in MEKONG) or any(
        bool(pieces_in(s, MOVERS[faction], spaces_of(sweep_sources(s, sp))))
        or (insurgent_pieces(s, sp) > 0 and can_sweep_space(s, faction, sp))
        for sp in DELTA
        for faction in COIN
    )


@event(25, "unshaded", effective=_riverines_help)
def tf_116_riverines_unshaded(s: State, by: int) -> Flow[None]:
    """The Mekong is cleared of Insurgents; US or ARVN free Sweeps, then free Assaults the Lowlands along it."""
    remove_all(s, INSURGENTS_EXPOSED, MEKONG)
    factions = _riverine_factions(s, DELTA)
    if factions:
        faction = yield from pick_faction(s, by, "riverines_faction", factions)
        yield from free_operation(s, faction, "sweep", spaces=DELTA)
        yield from free_operation(s, faction, "assault", spaces=DELTA)


def _river_ambushes(s: State) -> list[int]:
    """Mekong LoCs without Sabotage where VC outnumber US and ARVN."""
    return [sp for sp in MEKONG if not s.terror[sp] and pieces_of(s, sp, VC) > coin_pieces(s, sp)]


@event(
    25,
    "shaded",
    effective=lambda s, by: (
        any(can_place(s, by, sp, VC_GUERRILLA) for sp in MEKONG) or bool(_river_ambushes(s) and terror_markers_left(s))
    ),
)
def tf_116_riverines_shaded(s: State, by: int) -> Flow[None]:
    """2 VC Guerrillas on each Mekong LoC, then Sabotage where VC outnumber COIN."""
    yield from _place_one_for_each(s, by, "riverines_place", VC_GUERRILLA, sorted([*MEKONG, *MEKONG]))
    for sp in (yield from _choose(s, by, "riverines_sabotage", _river_ambushes(s), terror_markers_left(s))):
        add_terror(s, sp)


@event(
    26,
    "unshaded",
    effective=lambda s, by: (
        any(can_place(s, US, sp, IRREGULAR) for sp in LAOS_CAMBODIA) or can_take_activity(s, US, "air_strike")
    ),
)
def lrrp_unshaded(s: State, by: int) -> Flow[None]:
    """The US places 3 Irregulars in Laos and Cambodia, then a free Air Strike."""
    yield from place_among(s, US, "lrrp_place", (IRREGULAR,), LAOS_CAMBODIA, 3)
    yield from free_activity(s, US, "air_strike")


@event(26, "shaded", effective=lambda s, by: on_map(s, IRREGULAR) > 0)
def lrrp_shaded(s: State, by: int) -> Flow[None]:
    """3 Irregulars on the map become Casualties; each of their spaces shifts 1 toward Active Opposition."""
    removed = yield from remove_any(s, by, "remove_irregulars", lambda: pieces_in(s, IRREGULARS, MAP), 3, CASUALTIES)
    shift_each(s, sorted({sp for _, sp in removed}), -1)


def _coin_controlled(s: State) -> list[int]:
    return [sp for sp in range(CONTROLLABLE) if s.control[sp] == COIN_CONTROL]


@event(
    27, "unshaded", effective=lambda s, by: bool(pieces_in(s, (*VC_EXPOSED, *_own(by, VC_TUNNEL)), _coin_controlled(s)))
)
def phoenix_program_unshaded(s: State, by: int) -> Flow[None]:
    """3 VC pieces go from spaces under COIN Control."""
    offered = _own(by, VC_TUNNEL)
    yield from remove_among(s, by, "phoenix_remove", VC_EXPOSED, _coin_controlled(s), 3, offered=offered)


def _misdirected(s: State) -> list[int]:
    """Spaces other than Saigon with COIN Control and VC that a Terror marker or a change of level can still hurt."""
    markers = terror_markers_left(s)
    return [
        sp for sp in _coin_controlled(s) if sp != SAIGON and pieces_of(s, sp, VC) and (markers or _can_worsen(s, sp))
    ]


@event(27, "shaded", effective=lambda s, by: bool(_misdirected(s)))
def phoenix_program_shaded(s: State, by: int) -> Flow[None]:
    """2 spaces with COIN Control and VC, not Saigon, get a Terror marker and are set to Active Opposition."""
    spaces = yield from _choose(s, by, "phoenix_terror", _misdirected(s), 2)
    for sp in spaces:
        add_terror(s, sp)
    for sp in spaces:
        set_support(s, sp, ACTIVE_OPPOSITION)


@event(28, "unshaded", effective=not_in_force(28, "unshaded"))
def search_and_destroy_unshaded(s: State, by: int) -> None:
    """Capability: each US Assault space may remove an Underground Guerrilla (3.2.4)."""
    begin_effect(s, 28, "unshaded")


@event(28, "shaded", effective=not_in_force(28, "shaded"))
def search_and_destroy_shaded(s: State, by: int) -> None:
    """Capability: Assaulted Provinces shift 1 toward Active Opposition (3.2.4)."""
    begin_effect(s, 28, "shaded")


def _with_irregulars(s: State) -> list[int]:
    return [sp for sp in MAP if irregulars(s, sp)]


@event(29, "unshaded", effective=lambda s, by: bool(pieces_in(s, _insurgents(by), _with_irregulars(s))))
def tribesmen_unshaded(s: State, by: int) -> Flow[None]:
    """4 Insurgent pieces go from spaces with Irregulars."""
    yield from remove_among(
        s, by, "tribesmen_remove", INSURGENTS_EXPOSED, _with_irregulars(s), 4, offered=own_tunnels(by)
    )


def _neutral_highlands(s: State) -> list[int]:
    return [sp for sp in spaces_of(HIGHLAND_MASK) if POP[sp] and s.support[sp] == NEUTRAL]


@event(
    29,
    "shaded",
    effective=lambda s, by: on_map(s, IRREGULAR) > 0 or bool(_neutral_highlands(s)) or s.patronage > 0,
)
def tribesmen_shaded(s: State, by: int) -> Flow[None]:
    """VC Guerrillas replace all Irregulars, a Neutral Highland is set to Active Opposition, Patronage -3."""
    room = [sp for sp in _with_irregulars(s) for _ in range(irregulars(s, sp))]
    remove_all(s, IRREGULARS, MAP)
    yield from _place_one_for_each(s, by, "tribesmen_place", VC_GUERRILLA, room)
    sp = yield from pick_space(s, by, "set_active_opposition", _neutral_highlands(s))
    if sp != DONE:
        set_support(s, sp, ACTIVE_OPPOSITION)
    add_patronage(s, -3)


COAST = tuple(spaces_of(COAST_MASK))


@event(30, "unshaded", effective=lambda s, by: bool(air_strike_spaces(s, _strike(s, US, COAST, 3), needs_coin=False)))
def uss_new_jersey_unshaded(s: State, by: int) -> Flow[None]:
    """US or ARVN free Air Strikes 1-3 coastal spaces, up to 2 pieces in each, not the Trail."""
    if not air_strike_spaces(s, _strike(s, US, COAST, 3), needs_coin=False):
        return
    faction = yield from pick_faction(s, by, "new_jersey_faction", COIN)
    s.note("log.free_activity", faction=faction, activity="air_strike")
    strike = _strike(s, faction, COAST, 3)
    yield from air_strike_with(s, strike, per_space=2, may_degrade=False, needs_coin=False)


def _shelled(s: State) -> list[int]:
    """Coastal Provinces with US Troops that can shift toward Active Opposition."""
    return [sp for sp in spaces_of(COAST_MASK & PROVINCE_MASK) if count(s, sp, US_TROOPS) and _can_worsen(s, sp)]


@event(30, "shaded", effective=lambda s, by: bool(_shelled(s)))
def uss_new_jersey_shaded(s: State, by: int) -> Flow[None]:
    """2 coastal Provinces with US Troops shift 2 toward Active Opposition."""
    shift_each(s, (yield from _choose(s, by, "new_jersey_shift", _shelled(s), 2)), -2)
