"""Cards 16-30."""

from collections.abc import Sequence

from fitl.board.factions import COIN, NVA, US, VC
from fitl.board.pieces import (
    ARVN_BASE,
    ARVN_TROOPS,
    IRREGULAR,
    KINDS_OF,
    NVA_GUERRILLA,
    NVA_TUNNEL,
    POLICE,
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
    COAST_MASK,
    CONTROLLABLE,
    DA_NANG,
    HIGHLAND_MASK,
    LAOS_CAMBODIA,
    LOWLAND_MASK,
    MEKONG_MASK,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    POP,
    PROVINCE_MASK,
    PROVINCES,
    SAIGON,
    mask_of,
    spaces_of,
)
from fitl.decisions import DONE, Flow, roll
from fitl.events.free import (
    add_arvn_assault,
    assault_all,
    can_operate,
    carry_out_granted,
    free_activity,
    free_air_lift,
    free_operation,
    granted,
    sweep_of_all,
    where_us_could_land,
)
from fitl.events.program import Programs
from fitl.events.us.common import INSURGENTS_EXPOSED, MAP, event_strike, owned
from fitl.events.vocabulary import (
    RULE,
    UpTo,
    begin_effect,
    own_tunnels,
    pick_amount,
    pick_faction,
    pick_kind,
    pick_space,
    pick_spaces,
    pieces_in,
    place_among,
    relocate,
    remove_all,
    remove_among,
    remove_any,
    remove_or_offer,
    shift_each,
    states_of,
    stay_eligible,
    without_tunnels,
)
from fitl.lasting import LASER_BOMBS_LATER, WILD_WEASELS_SHADED
from fitl.rules.activities.air_strike import air_strike_spaces, air_strike_with
from fitl.rules.control import on_map, set_support, shift
from fitl.rules.economy import add_aid, add_patronage
from fitl.rules.forces import (
    add_terror,
    available,
    can_place,
    coin_pieces,
    count,
    hide,
    irregulars,
    may_come,
    muster,
    pieces_of,
    place,
    remove_to_casualties,
    terror_markers_left,
    underground,
)
from fitl.rules.operations.assault import assault, can_assault
from fitl.state import ACTIVE_OPPOSITION, COIN_CONTROL, NEUTRAL, State

event = Programs()

MEKONG = tuple(spaces_of(MEKONG_MASK))
DELTA = tuple(sp for sp in spaces_of(LOWLAND_MASK) if mask_of(ADJACENT[sp]) & MEKONG_MASK)
VC_EXPOSED = without_tunnels(KINDS_OF[VC])
IRREGULARS = states_of(IRREGULAR)


def _can_worsen(s: State, sp: int) -> bool:
    """1.6: could this space shift toward Active Opposition?"""
    return POP[sp] > 0 and s.support[sp] > ACTIVE_OPPOSITION


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


# --- 16-20 --------------------------------------------------------------------------------------------------------


@event(16, "unshaded")
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


@event(16, "shaded")
def blowtorch_komer_shaded(s: State, by: int) -> Flow[None]:
    """Aid -10; a space with Troops and Police shifts 1 toward Active Opposition."""
    add_aid(s, -10)
    sp = yield from pick_space(s, by, "shift_opposition", _policed_by_troops(s), left=1)
    if sp != DONE:
        shift(s, sp, -1)


@event(17, "unshaded")
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


@event(17, "shaded")
def claymores_shaded(s: State, by: int) -> Flow[None]:
    """A COIN Base and an Underground Guerrilla go from a space with both, US pieces to Casualties."""
    sp = yield from pick_space(s, by, "claymores", _infiltrated_bases(s))
    if sp == DONE:
        return
    for kinds in ((US_BASE, ARVN_BASE), (NVA_GUERRILLA, VC_GUERRILLA)):
        kind = yield from pick_kind(s, by, "claymores_remove", [kind for kind in kinds if count(s, sp, kind)], space=sp)
        remove_to_casualties(s, sp, kind)


@event(18, "unshaded")
def combined_action_platoons_unshaded(s: State, by: int) -> None:
    """Capability: US Training adds a Police in a space with US Troops (3.2.1)."""
    begin_effect(s, 18, "unshaded")


@event(18, "shaded")
def combined_action_platoons_shaded(s: State, by: int) -> None:
    """Capability: US Sweep in at most 2 spaces (3.2.3)."""
    begin_effect(s, 18, "shaded")


@event(19, "unshaded")
def cords_unshaded(s: State, by: int) -> None:
    """Capability: US Training may Pacify in 2 spaces (3.2.1)."""
    begin_effect(s, 19, "unshaded")


@event(19, "shaded")
def cords_shaded(s: State, by: int) -> None:
    """Capability: US Training Pacifies no higher than Passive Support (3.2.1)."""
    begin_effect(s, 19, "shaded")


@event(20, "unshaded")
def laser_guided_bombs_unshaded(s: State, by: int) -> None:
    """Capability: Air Strike spaces that lose just 1 piece do not shift (4.2.3)."""
    begin_effect(s, 20, "unshaded")


@event(20, "shaded")
def laser_guided_bombs_shaded(s: State, by: int) -> None:
    """Capability: an Air Strike removes at most 2 pieces (4.2.3)."""
    begin_effect(s, 20, "shaded")
    if s.effects & WILD_WEASELS_SHADED:  # 5.1.2: of the two limits this is the later
        s.effects |= LASER_BOMBS_LATER


# --- 21-25 --------------------------------------------------------------------------------------------------------


@event(21, "unshaded")
def americal_unshaded(s: State, by: int) -> Flow[None]:
    """The US moves up to 2 Troops each from the map and Out of Play to one space or Available."""
    if not count(s, OUT_OF_PLAY, US_TROOPS) + on_map(s, US_TROOPS):
        return
    to = yield from pick_space(s, US, "americal_to", [AVAILABLE, *(sp for sp in MAP if sp != NORTH_VIETNAM)])
    yield from relocate(s, US, "americal_from_map", (US_TROOPS,), MAP, (to,), UpTo(2))
    out_of_play = min(2, count(s, OUT_OF_PLAY, US_TROOPS)) if may_come(s, to, US_TROOPS) else 0
    n = yield from pick_amount(s, US, "americal_from_box", 0, out_of_play, piece=US_TROOPS, space=to)
    place(s, to, US_TROOPS, n, OUT_OF_PLAY)


def _cleaned_out(s: State, by: int, chosen: Sequence[int]) -> tuple[list[int], bool]:
    """Provinces with US Troops where a VC piece may go, those that would change first; must one be taken?"""
    occupied = [sp for sp in PROVINCES if count(s, sp, US_TROOPS) and sp not in chosen]
    must = [sp for sp in occupied if pieces_in(s, VC_EXPOSED, (sp,))]
    at_will = [sp for sp in occupied if sp not in must and pieces_in(s, owned(by, VC_TUNNEL), (sp,))]
    if any(_can_worsen(s, sp) for sp in must):
        must, at_will = ([sp for sp in spaces if _can_worsen(s, sp)] for spaces in (must, at_will))
    return sorted([*must, *at_will]), bool(must)


@event(21, "shaded")
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
        offered = owned(by, VC_TUNNEL)
        if (yield from remove_or_offer(s, by, "americal_remove", VC_EXPOSED, (sp,), 1, offered)):
            set_support(s, sp, ACTIVE_OPPOSITION)


def _to_da_nang(s: State, box: int) -> int:
    """The Troops in a box that may come to Da Nang (S5.1.1)."""
    return count(s, box, US_TROOPS) if may_come(s, DA_NANG, US_TROOPS) else 0


@event(22, "unshaded")
def da_nang_unshaded(s: State, by: int) -> Flow[None]:
    """The US places up to 6 Troops in Da Nang, up to 3 of them from Out of Play."""
    left = 6
    for box, most in ((OUT_OF_PLAY, 3), (AVAILABLE, 6)):
        most = min(most, left, _to_da_nang(s, box))
        n = yield from pick_amount(s, US, "da_nang", 0, most, piece=US_TROOPS, box=box)
        place(s, DA_NANG, US_TROOPS, n, box)
        left -= n


@event(22, "shaded")
def da_nang_shaded(s: State, by: int) -> None:
    """Support in and next to Da Nang is gone. Momentum: no Air Strike (4.2.3)."""
    for sp in (DA_NANG, *ADJACENT[DA_NANG]):
        if sp < CONTROLLABLE and s.support[sp] > NEUTRAL:
            set_support(s, sp, NEUTRAL)
    begin_effect(s, 22, "shaded")


def _tunnel_spaces(s: State) -> list[int]:
    """Spaces with a Tunneled Base of NVA or VC."""
    return [sp for sp in range(CONTROLLABLE) if count(s, sp, NVA_TUNNEL) + count(s, sp, VC_TUNNEL)]


@event(23, "unshaded")
def operation_attleboro_unshaded(s: State, by: int) -> Flow[None]:
    """The US free Air Lifts into, Sweeps and Assaults a Tunnel space as if there were no Tunnels."""
    sp = yield from pick_space(s, US, "attleboro", where_us_could_land(s, _tunnel_spaces(s)))
    if sp == DONE:
        return
    yield from free_air_lift(s, (sp,))
    yield from free_operation(s, US, "sweep", spaces=(sp,))
    op = granted(s, US, "assault", spaces=(sp,))
    if can_assault(s, op):
        s.note("log.free_operation", faction=US, operation="assault")
        yield from assault(s, op, ignore_tunnels=True)


@event(23, "shaded")
def operation_attleboro_shaded(s: State, by: int) -> Flow[None]:
    """A die roll of US Troops in and next to a Tunnel space become Casualties."""
    spaces = [sp for sp in _tunnel_spaces(s) if _us_troops_near(s, sp)]
    sp = yield from pick_space(s, by, "attleboro_tunnel", spaces)
    if sp != DONE:
        n = yield roll(RULE, "event.die_lost_near", card=23, space=sp)
        yield from remove_among(s, by, "attleboro_losses", (US_TROOPS,), _us_troops_near(s, sp), n, CASUALTIES)


def _surprised(s: State) -> list[int]:
    """Coastal Provinces in or next to which US Troops are, with VC pieces to remove."""
    return [
        sp for sp in spaces_of(COAST_MASK & PROVINCE_MASK) if pieces_in(s, VC_EXPOSED, (sp,)) and _us_troops_near(s, sp)
    ]


@event(24, "unshaded")
def operation_starlite_unshaded(s: State, by: int) -> Flow[None]:
    """All VC go from a coastal Province in or next to which US Troops are."""
    sp = yield from pick_space(s, by, "starlite", _surprised(s))
    if sp != DONE:
        remove_all(s, VC_EXPOSED, (sp,))
        yield from remove_or_offer(s, by, "starlite_tunnel", (), (sp,), 2, owned(by, VC_TUNNEL))


@event(24, "shaded")
def operation_starlite_shaded(s: State, by: int) -> Flow[None]:
    """In up to 3 Provinces all VC Guerrillas turn Underground; the executing Faction stays Eligible."""
    provinces = [sp for sp in PROVINCES if count(s, sp, VC_GUERRILLA_ACTIVE)]
    for sp in (yield from pick_spaces(s, by, "starlite_hide", lambda: provinces, UpTo(3))):
        hide(s, sp, VC, count(s, sp, VC_GUERRILLA_ACTIVE))
    stay_eligible(s, by)


def _riverine_factions(s: State, spaces: Sequence[int]) -> list[int]:
    """Who of US and ARVN could Sweep or Assault in these spaces."""
    return [
        faction for faction in COIN if any(can_operate(s, faction, op, spaces=spaces) for op in ("sweep", "assault"))
    ]


@event(25, "unshaded")
def tf_116_riverines_unshaded(s: State, by: int) -> Flow[None]:
    """The Mekong is cleared of Insurgents; US or ARVN free Sweeps, then free Assaults the Lowlands along it."""
    remove_all(s, INSURGENTS_EXPOSED, MEKONG)
    factions = _riverine_factions(s, DELTA)
    if factions:
        faction = yield from pick_faction(s, by, "riverines_faction", factions)
        yield from carry_out_granted(s, sweep_of_all(s, faction, DELTA))
        yield from add_arvn_assault(s, (yield from assault_all(s, faction, DELTA)))


def _river_ambushes(s: State) -> list[int]:
    """Mekong LoCs without Sabotage where VC outnumber US and ARVN."""
    return [sp for sp in MEKONG if not s.terror[sp] and pieces_of(s, sp, VC) > coin_pieces(s, sp)]


@event(25, "shaded")
def tf_116_riverines_shaded(s: State, by: int) -> Flow[None]:
    """2 VC Guerrillas on each Mekong LoC, then Sabotage where VC outnumber COIN."""
    yield from _place_one_for_each(s, by, "riverines_place", VC_GUERRILLA, sorted([*MEKONG, *MEKONG]))
    for sp in (yield from _choose(s, by, "riverines_sabotage", _river_ambushes(s), terror_markers_left(s))):
        add_terror(s, sp)


# --- 26-30 --------------------------------------------------------------------------------------------------------


@event(26, "unshaded")
def lrrp_unshaded(s: State, by: int) -> Flow[None]:
    """The US places 3 Irregulars in Laos and Cambodia, then a free Air Strike."""
    yield from place_among(s, US, "lrrp_place", (IRREGULAR,), LAOS_CAMBODIA, 3)
    yield from free_activity(s, US, "air_strike")


@event(26, "shaded")
def lrrp_shaded(s: State, by: int) -> Flow[None]:
    """3 Irregulars on the map become Casualties; each of their spaces shifts 1 toward Active Opposition."""
    removed = yield from remove_any(s, by, "remove_irregulars", lambda: pieces_in(s, IRREGULARS, MAP), 3, CASUALTIES)
    shift_each(s, sorted({sp for _, sp in removed}), -1)


def _coin_controlled(s: State) -> list[int]:
    return [sp for sp in range(CONTROLLABLE) if s.control[sp] == COIN_CONTROL]


@event(27, "unshaded")
def phoenix_program_unshaded(s: State, by: int) -> Flow[None]:
    """3 VC pieces go from spaces under COIN Control."""
    offered = owned(by, VC_TUNNEL)
    yield from remove_or_offer(s, by, "phoenix_remove", VC_EXPOSED, _coin_controlled(s), 3, offered)


def _misdirected(s: State) -> list[int]:
    """Spaces other than Saigon with COIN Control and VC that a Terror marker or a change of level can still hurt."""
    markers = terror_markers_left(s)
    return [
        sp for sp in _coin_controlled(s) if sp != SAIGON and pieces_of(s, sp, VC) and (markers or _can_worsen(s, sp))
    ]


@event(27, "shaded")
def phoenix_program_shaded(s: State, by: int) -> Flow[None]:
    """2 spaces with COIN Control and VC, not Saigon, get a Terror marker and are set to Active Opposition."""
    spaces = yield from _choose(s, by, "phoenix_terror", _misdirected(s), 2)
    for sp in spaces:
        add_terror(s, sp)
    for sp in spaces:
        set_support(s, sp, ACTIVE_OPPOSITION)


@event(28, "unshaded")
def search_and_destroy_unshaded(s: State, by: int) -> None:
    """Capability: each US Assault space may remove an Underground Guerrilla (3.2.4)."""
    begin_effect(s, 28, "unshaded")


@event(28, "shaded")
def search_and_destroy_shaded(s: State, by: int) -> None:
    """Capability: Assaulted Provinces shift 1 toward Active Opposition (3.2.4)."""
    begin_effect(s, 28, "shaded")


def _with_irregulars(s: State) -> list[int]:
    return [sp for sp in MAP if irregulars(s, sp)]


@event(29, "unshaded")
def tribesmen_unshaded(s: State, by: int) -> Flow[None]:
    """4 Insurgent pieces go from spaces with Irregulars."""
    yield from remove_or_offer(s, by, "tribesmen_remove", INSURGENTS_EXPOSED, _with_irregulars(s), 4, own_tunnels(by))


def _neutral_highlands(s: State) -> list[int]:
    return [sp for sp in spaces_of(HIGHLAND_MASK) if POP[sp] and s.support[sp] == NEUTRAL]


@event(29, "shaded")
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


@event(30, "unshaded")
def uss_new_jersey_unshaded(s: State, by: int) -> Flow[None]:
    """US or ARVN free Air Strikes 1-3 coastal spaces, up to 2 pieces in each, not the Trail."""
    if not air_strike_spaces(s, event_strike(s, US, COAST, 3), needs_coin=False):
        return
    faction = yield from pick_faction(s, by, "new_jersey_faction", COIN)
    s.note("log.free_activity", faction=faction, activity="air_strike")
    strike = event_strike(s, faction, COAST, 3)
    yield from air_strike_with(s, strike, per_space=2, may_degrade=False, needs_coin=False)


def _shelled(s: State) -> list[int]:
    """Coastal Provinces with US Troops that can shift toward Active Opposition."""
    return [sp for sp in spaces_of(COAST_MASK & PROVINCE_MASK) if count(s, sp, US_TROOPS) and _can_worsen(s, sp)]


@event(30, "shaded")
def uss_new_jersey_shaded(s: State, by: int) -> Flow[None]:
    """2 coastal Provinces with US Troops shift 2 toward Active Opposition."""
    shift_each(s, (yield from _choose(s, by, "new_jersey_shift", _shelled(s), 2)), -2)
