"""Cards 106-120."""

from fitl.board.factions import ARVN, COIN, INSURGENTS, NVA, US, VC
from fitl.board.pieces import (
    ACTIVE_KIND_OF,
    ARVN_TROOPS,
    KINDS_OF,
    POLICE,
    US_BASE,
    US_TROOPS,
    VC_BASE,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
)
from fitl.board.spaces import (
    ADJACENT,
    AVAILABLE,
    CASUALTIES,
    CITIES,
    DA_NANG,
    HIGHLAND_MASK,
    HUE,
    JUNGLE_MASK,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    PROVINCES,
    SAIGON,
    is_city,
    is_loc,
    is_province,
    spaces_of,
)
from fitl.decisions import DONE, Flow, roll
from fitl.events.free import granted
from fitl.events.program import Programs
from fitl.events.vc.common import (
    EVERY_SPACE,
    JUNGLES,
    SOUTH,
    US_KINDS,
    VC_PIECE,
    can_fall,
    cities_with_vc,
    with_us_troops,
)
from fitl.events.vocabulary import (
    UpTo,
    begin_effect,
    between_boxes,
    can_shift,
    can_shift_first,
    deploy,
    make_ineligible,
    pick,
    pick_amount,
    pick_and_set,
    pick_and_shift,
    pick_kind,
    pick_space,
    pick_spaces,
    pieces_in,
    place_among,
    place_each,
    place_here,
    place_in_different,
    remove_among,
    shift_each,
    stay_eligible,
)
from fitl.rules.activities.air_strike import air_strike_with, can_be_struck
from fitl.rules.control import set_support, shift
from fitl.rules.economy import add_aid, add_patronage
from fitl.rules.forces import (
    activate,
    available,
    bases_of,
    count,
    guerrillas,
    hide,
    insurgent_pieces,
    pieces_of,
    place,
    remove,
    transfer,
    underground,
)
from fitl.rules.operation import Activity
from fitl.rules.operations.sweep import sweep
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, NEUTRAL, PASSIVE_SUPPORT, State

event = Programs()

# --- 106-110 ------------------------------------------------------------------------------------------------------

NEAR_SAIGON = tuple(sp for sp in ADJACENT[SAIGON] if is_province(sp))


@event(106)  # each of these Provinces can shift one way or the other
def binh_duong(s: State, by: int) -> Flow[None]:
    """In 2 Provinces next to Saigon a shift either way, then a VC Guerrilla or Police."""
    for sp in (yield from pick_spaces(s, by, "binh_duong", lambda: NEAR_SAIGON, 2)):
        ways = [way for way, levels in (("support", +1), ("opposition", -1)) if can_shift(s, (sp,), levels)]
        up = (yield from pick(s, by, "shift_either_way", ways, space=sp)) == "support"
        shift(s, sp, +1 if up else -1)
        yield from place_among(s, by, "binh_duong_place", (VC_GUERRILLA, POLICE), (sp,), 1)


@event(107, "unshaded")
def burning_bonze_unshaded(s: State, by: int) -> None:
    """Patronage +3, or +6 with Saigon at Active Support."""
    add_patronage(s, 6 if s.support[SAIGON] == ACTIVE_SUPPORT else 3)


@event(107, "shaded")
def burning_bonze_shaded(s: State, by: int) -> None:
    """Saigon shifts 1 toward Active Opposition; Aid -12."""
    shift(s, SAIGON, -1)
    add_aid(s, -12)


@event(108, "unshaded")
def draft_dodgers_unshaded(s: State, by: int) -> Flow[None]:
    """With fewer than 3 Casualties, 3 US Troops from Out of Play become Available."""
    if pieces_of(s, CASUALTIES, US) < 3:
        yield from between_boxes(s, by, "pieces_to_box", (US_TROOPS,), 3, OUT_OF_PLAY, AVAILABLE)


@event(108, "shaded")
def draft_dodgers_shaded(s: State, by: int) -> Flow[None]:
    """An Available US Troop goes Out of Play per Casualty, 3 at most."""
    n = min(3, pieces_of(s, CASUALTIES, US))
    yield from between_boxes(s, by, "pieces_to_box", (US_TROOPS,), n, AVAILABLE, OUT_OF_PLAY)


@event(109, "unshaded")
def nguyen_huu_tho_unshaded(s: State, by: int) -> None:
    """Every City with VC shifts 1 level toward Active Support."""
    shift_each(s, cities_with_vc(s), +1)


@event(109, "shaded")
def nguyen_huu_tho_shaded(s: State, by: int) -> Flow[None]:
    """A VC Base and a VC Guerrilla in Saigon; the executing Faction stays Eligible."""
    yield from place_here(s, by, SAIGON, VC_BASE, 1)
    yield from place_here(s, by, SAIGON, VC_GUERRILLA, 1)
    stay_eligible(s, by)


def _hide_all(s: State, factions: tuple[int, ...]) -> None:
    """Turn these Factions' Guerrillas or Special Forces Underground everywhere."""
    for sp in EVERY_SPACE:
        for faction in factions:
            hide(s, sp, faction, count(s, sp, ACTIVE_KIND_OF[faction]))


@event(110, "unshaded")
def no_contact_unshaded(s: State, by: int) -> Flow[None]:
    """2 Casualties return to the map; all Rangers and Irregulars turn Underground."""
    yield from deploy(s, by, "casualty_to_map", US_KINDS, EVERY_SPACE, 2, CASUALTIES)
    _hide_all(s, COIN)


@event(110, "shaded")
def no_contact_shaded(s: State, by: int) -> None:
    """All Guerrillas turn Underground."""
    _hide_all(s, INSURGENTS)


# --- 111-115 ------------------------------------------------------------------------------------------------------


def _defoliation_strike(s: State) -> Activity:
    return Activity(s, US, "air_strike", None, JUNGLE_MASK, 2)


def _can_be_defoliated(s: State) -> bool:
    strike = _defoliation_strike(s)
    return any(can_be_struck(s, strike, sp, needs_coin=False) for sp in JUNGLES)


@event(111, "unshaded")
def agent_orange_unshaded(s: State, by: int) -> Flow[None]:
    """All Guerrillas in Jungle turn Active; US Air Strikes in up to 2 Jungles, not the Trail."""
    for sp in JUNGLES:
        for faction in INSURGENTS:
            activate(s, sp, faction, underground(s, sp, faction))
    if _can_be_defoliated(s):
        s.note("log.free_activity", faction=US, activity="air_strike")
        yield from air_strike_with(s, _defoliation_strike(s), may_degrade=False, needs_coin=False)


@event(111, "shaded")
def agent_orange_shaded(s: State, by: int) -> None:
    """Every Jungle and Highland with Insurgents shifts 1 level toward Active Opposition."""
    shift_each(s, [sp for sp in spaces_of(JUNGLE_MASK | HIGHLAND_MASK) if insurgent_pieces(s, sp)], -1)


@event(112, "unshaded")
def colonel_chau_unshaded(s: State, by: int) -> Flow[None]:
    """1 Police in each of 6 Provinces."""
    yield from place_in_different(s, by, "place_police", (POLICE,), PROVINCES, 6)


@event(112, "shaded")
def colonel_chau_shaded(s: State, by: int) -> Flow[None]:
    """3 Provinces with ARVN shift 1 level toward Active Opposition and get a VC Guerrilla each.

    Those that cannot shift are taken only where too few can (5.1.3).
    """
    provinces = [sp for sp in PROVINCES if pieces_of(s, sp, ARVN)]
    fixed = [sp for sp in provinces if not can_fall(s, sp)]
    chosen = yield from pick_and_shift(s, by, "shift_opposition", provinces, 3, -1)
    chosen += yield from pick_spaces(s, by, "shift_opposition", lambda: fixed, 3 - len(chosen), levels=-1)
    yield from place_each(s, by, "place_vc_guerrilla", VC_GUERRILLA, chosen)


@event(113, "unshaded")
def ruff_puff_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 8 Police anywhere in the South."""
    yield from place_among(s, by, "place_police", (POLICE,), SOUTH, UpTo(8))


def _rural_police(s: State) -> list[int]:
    return [sp for sp in EVERY_SPACE if not is_city(sp) and count(s, sp, POLICE)]


@event(113, "shaded")
def ruff_puff_shaded(s: State, by: int) -> Flow[None]:
    """5 Police outside Cities become VC Guerrillas, one of them perhaps a VC Base."""
    kinds: tuple[int, ...] = VC_PIECE
    for left in range(5, 0, -1):
        sp = yield from pick_space(s, by, "replace_police", _rural_police(s), left=left)
        if sp == DONE:
            break
        remove(s, sp, POLICE)
        placed = yield from place_among(s, by, "place_vc_piece", kinds, (sp,), 1)
        if (VC_BASE, sp) in placed:
            kinds = (VC_GUERRILLA,)


def _unfriendly_cities(s: State) -> list[int]:
    return [sp for sp in CITIES if s.support[sp] <= NEUTRAL]


@event(114, "unshaded")
def tri_quang_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 3 Cities that are Neutral or at Opposition go to Passive Support."""
    yield from pick_and_set(s, by, "set_passive_support", _unfriendly_cities(s), UpTo(3), PASSIVE_SUPPORT)


_BUDDHIST_CITIES = (HUE, DA_NANG, SAIGON)


@event(114, "shaded")
def tri_quang_shaded(s: State, by: int) -> Flow[None]:
    """Hue, Da Nang and Saigon shift 1 level toward Active Opposition; a VC piece in Saigon."""
    shift_each(s, _BUDDHIST_CITIES, -1)
    yield from place_among(s, by, "place_vc_piece", VC_PIECE, (SAIGON,), 1)


@event(115)
def typhoon_kate(s: State, by: int) -> None:
    """Momentum: no Air Lift, Transport or Bombard, other Special Activities in 1 space (4.1); stays Eligible."""
    stay_eligible(s, by)
    begin_effect(s, 115, "single")


# --- 116-120 ------------------------------------------------------------------------------------------------------


@event(116, "unshaded")
def cadres_unshaded(s: State, by: int) -> None:
    """Capability: VC Terror and Agitation cost 2 VC Guerrillas per space (3.3.4, 6.3.2)."""
    begin_effect(s, 116, "unshaded")


@event(116, "shaded")
def cadres_shaded(s: State, by: int) -> None:
    """Capability: VC may Agitate in 1 Rally space that had a VC Base (3.3.1)."""
    begin_effect(s, 116, "shaded")


@event(117, "unshaded")
def corps_commanders_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN puts 3 Troops in 1 space or 2 adjacent ones and Sweeps there."""
    out_of_play, ready = count(s, OUT_OF_PLAY, ARVN_TROOPS), available(s, ARVN_TROOPS)
    troops = min(3, out_of_play + ready)
    if not troops:
        return
    recalled = yield from pick_amount(
        s, ARVN, "corps_recalled", max(0, troops - ready), min(troops, out_of_play), piece=ARVN_TROOPS
    )
    first = yield from pick_space(s, ARVN, "corps_space", (sp for sp in EVERY_SPACE if sp != NORTH_VIETNAM))
    n = yield from pick_amount(s, ARVN, "deploy_amount", 1, troops, piece=ARVN_TROOPS, space=first)
    spaces = [first]
    _place_corps(s, first, n, min(n, recalled))
    if n < troops:
        near = [sp for sp in ADJACENT[first] if sp != NORTH_VIETNAM]
        second = yield from pick_space(s, ARVN, "corps_second", near)
        spaces.append(second)
        _place_corps(s, second, troops - n, max(0, recalled - n))
    op = granted(s, ARVN, "sweep", max_spaces=2)
    op.spaces += [sp for sp in spaces if not is_loc(sp)]
    op.max_spaces = len(op.spaces)
    if op.spaces:
        yield from sweep(s, op)


def _place_corps(s: State, sp: int, n: int, recalled: int) -> None:
    place(s, sp, ARVN_TROOPS, recalled, OUT_OF_PLAY)
    place(s, sp, ARVN_TROOPS, n - recalled)


@event(117, "shaded")
def corps_commanders_shaded(s: State, by: int) -> Flow[None]:
    """A die roll of ARVN pieces go from 1 space or 2 adjacent ones; ARVN Ineligible through the next card."""
    first = yield from pick_space(s, by, "corps_lost", (sp for sp in EVERY_SPACE if pieces_of(s, sp, ARVN)))
    if first != DONE:
        near = [sp for sp in ADJACENT[first] if pieces_of(s, sp, ARVN)]
        second = yield from pick_space(s, by, "corps_lost_second", near, optional=True)
        spaces = (first,) if second == DONE else (first, second)
        lost = yield roll("5.1", "event.die_lost", card=117, spaces=spaces)
        yield from remove_among(s, by, "arvn_piece_lost", KINDS_OF[ARVN], spaces, lost)
    make_ineligible(s, ARVN)


@event(118, "unshaded")
def korean_war_arms_unshaded(s: State, by: int) -> Flow[None]:
    """VC gives up a Guerrilla in each space with at least 2 of them and no NVA Base."""
    for sp in [sp for sp in EVERY_SPACE if guerrillas(s, sp, VC) >= 2 and not bases_of(s, sp, NVA)]:
        kinds = [kind for kind, _ in pieces_in(s, (VC_GUERRILLA_ACTIVE, VC_GUERRILLA), (sp,))]
        kind = yield from pick_kind(s, VC, "give_up_guerrilla", kinds, space=sp)
        remove(s, sp, kind)


@event(118, "shaded")
def korean_war_arms_shaded(s: State, by: int) -> Flow[None]:
    """A VC piece in each of 3 spaces."""
    yield from place_in_different(s, by, "place_vc_piece", VC_PIECE, EVERY_SPACE, 3)


@event(119, "unshaded")
def my_lai_unshaded(s: State, by: int) -> Flow[None]:
    """2 Available US Troops go Out of Play; Patronage +2."""
    yield from between_boxes(s, by, "pieces_to_box", (US_TROOPS,), 2, AVAILABLE, OUT_OF_PLAY)
    add_patronage(s, +2)


@event(119, "shaded")
def my_lai_shaded(s: State, by: int) -> Flow[None]:
    """A Province with US Troops goes to Active Opposition, VC gets a Base and a Guerrilla there; Aid -6."""
    sp = yield from pick_space(s, by, "my_lai", can_shift_first(s, with_us_troops(s, PROVINCES), -1))
    if sp != DONE:
        set_support(s, sp, ACTIVE_OPPOSITION)
        yield from place_here(s, VC, sp, VC_BASE, 1)
        yield from place_here(s, VC, sp, VC_GUERRILLA, 1)
    add_aid(s, -6)


@event(120, "unshaded")
def us_press_corps_unshaded(s: State, by: int) -> Flow[None]:
    """4 US pieces come from Out of Play to the map, 2 with 3 or more cards in the leader box."""
    n = 4 if s.leaders() <= 2 else 2
    yield from deploy(s, by, "out_of_play_to_map", US_KINDS, EVERY_SPACE, n, OUT_OF_PLAY)


@event(120, "shaded")
def us_press_corps_shaded(s: State, by: int) -> None:
    """A Troop Casualty per card in the leader box, and every Base Casualty, goes Out of Play."""
    for kind, most in ((US_TROOPS, s.leaders()), (US_BASE, count(s, CASUALTIES, US_BASE))):
        if n := min(most, count(s, CASUALTIES, kind)):
            transfer(s, kind, n, CASUALTIES, OUT_OF_PLAY, kind)
            s.note("log.between_boxes", n=n, piece=kind, origin=CASUALTIES, destination=OUT_OF_PLAY)
