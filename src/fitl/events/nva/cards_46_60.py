"""Cards 46-60."""

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import (
    ARVN_BASE,
    ARVN_PIECES,
    ARVN_TROOPS,
    COIN_BASES,
    COIN_CUBES,
    FACTION_OF,
    INSURGENT_UNITS,
    IRREGULAR,
    KINDS_OF,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_TROOPS,
    NVA_TUNNEL,
    POLICE,
    US_BASE,
    US_TROOPS,
    VC_GUERRILLA,
)
from fitl.board.spaces import (
    AVAILABLE,
    CASUALTIES,
    LAOS_CAMBODIA,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    POP,
    PROVINCES,
    SOUTH_MASK,
    mask_of,
    spaces_of,
)
from fitl.decisions import DONE, Flow, roll
from fitl.events.free import (
    NOT_IN_MONSOON,
    can_operate,
    can_take_activity,
    free_activity,
    free_limited_operation,
    free_march,
    free_operation,
    granted,
)
from fitl.events.nva.common import EVERY_SPACE, LAOS, poor, within_1
from fitl.events.program import Programs
from fitl.events.vocabulary import (
    RULE,
    UpTo,
    ask,
    begin_effect,
    between_boxes,
    deploy,
    deployable,
    make_ineligible,
    own_tunnels,
    pick,
    pick_piece,
    pick_space,
    pick_spaces,
    pieces_in,
    place_among,
    place_here,
    put_in_eligible_box,
    relocate,
    remove_among,
    remove_or_offer,
    states_of,
    stay_eligible,
    without_tunnels,
)
from fitl.lasting import effect_bit, effects_in_force
from fitl.rules.activities.ambush import ambush, can_ambush
from fitl.rules.control import set_support
from fitl.rules.coup.redeploy import must_leave, police_destinations, troop_destinations
from fitl.rules.deck import card_option, monsoon
from fitl.rules.economy import add_resources, degrade_trail, improve_trail
from fitl.rules.forces import can_place, casualty_box, coin_bases, count, guerrillas, pieces_of, remove
from fitl.rules.operation import Activity
from fitl.rules.operations.assault import AssaultTerms, assault_space, can_assault_space
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, State

event = Programs()

CAMBODIA = tuple(sp for sp in LAOS_CAMBODIA if sp not in LAOS)
OUTSIDE_THE_SOUTH = (NORTH_VIETNAM, *LAOS_CAMBODIA)
SOUTH = tuple(spaces_of(SOUTH_MASK))
US_KINDS = (US_TROOPS, US_BASE, IRREGULAR)
NVA_PIECES = without_tunnels(KINDS_OF[NVA])
GUERRILLAS = states_of(NVA_GUERRILLA, VC_GUERRILLA)


# --- 46-50 --------------------------------------------------------------------------------------------------------


@event(46, "unshaded")
def transport_group_unshaded(s: State, by: int) -> None:
    """The Trail is Degraded 2 boxes; Infiltrate in at most 1 space until Coup."""
    degrade_trail(s, 2, by_event=True)
    begin_effect(s, 46, "unshaded")


@event(46, "shaded")
def transport_group_shaded(s: State, by: int) -> Flow[None]:
    """NVA Infiltrates free; then NVA Resources + 3 x Trail, VC Resources + 2 x Trail."""
    yield from free_activity(s, NVA, "infiltrate")
    add_resources(s, NVA, 3 * s.trail)
    add_resources(s, VC, 2 * s.trail)


def _arvn_to_double(s: State, by: int) -> list[int]:
    """Spaces with ARVN and NVA into which ARVN Troops could be placed."""
    return [
        sp
        for sp in EVERY_SPACE
        if pieces_of(s, sp, ARVN) and pieces_of(s, sp, NVA) and can_place(s, by, sp, ARVN_TROOPS)
    ]


def _arvn_faces_nva(s: State, sp: int) -> bool:
    """ARVN could Assault there, and Active NVA pieces are there; Bases are always Active (1.4.3)."""
    return can_assault_space(s, ARVN, sp) and pieces_of(s, sp, NVA) > count(s, sp, NVA_GUERRILLA)


@event(47, "unshaded")
def chu_luc_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN Troops double the ARVN pieces in a space with NVA; then ARVN free Assaults NVA everywhere."""
    sp = yield from pick_space(s, by, "double_arvn", _arvn_to_double(s, by))
    if sp != DONE:
        yield from place_here(s, by, sp, ARVN_TROOPS, pieces_of(s, sp, ARVN))
    for sp in EVERY_SPACE:
        if _arvn_faces_nva(s, sp):
            yield from assault_space(s, ARVN, sp, terms=AssaultTerms(only=NVA))


_NORTHERN_BORDER = within_1(NORTH_VIETNAM)


@event(47, "shaded")
def chu_luc_shaded(s: State, by: int) -> Flow[None]:
    """Up to 10 NVA Troops within 1 space of North Vietnam."""
    yield from place_among(s, by, "place_nva_troops", (NVA_TROOPS,), _NORTHERN_BORDER, UpTo(10))


def _camps_to_hold(s: State) -> list[int]:
    """Provinces with a COIN Base where a Guerrilla could be removed or the people won."""
    return [
        sp
        for sp in PROVINCES
        if coin_bases(s, sp)
        and (guerrillas(s, sp, NVA) + guerrillas(s, sp, VC) or (POP[sp] > 0 and s.support[sp] < ACTIVE_SUPPORT))
    ]


@event(48, "unshaded")
def nam_dong_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 3 Guerrillas go from a Province with a COIN Base, which is set to Active Support."""
    sp = yield from pick_space(s, by, "province_with_coin_base", _camps_to_hold(s))
    if sp != DONE:
        yield from remove_among(s, by, "remove_guerrillas", GUERRILLAS, (sp,), UpTo(3))
        set_support(s, sp, ACTIVE_SUPPORT)


def _weak_camps(s: State) -> list[int]:
    """Provinces with a COIN Base and at most 2 COIN cubes."""
    return [sp for sp in PROVINCES if coin_bases(s, sp) and sum(count(s, sp, kind) for kind in COIN_CUBES) <= 2]


@event(48, "shaded")
def nam_dong_shaded(s: State, by: int) -> Flow[None]:
    """A COIN Base goes from a Province with at most 2 COIN cubes, which is set to Active Opposition."""
    sp = yield from pick_space(s, by, "province_with_coin_base", _weak_camps(s))
    base = yield from pick_piece(s, by, "remove_coin_base", pieces_in(s, COIN_BASES, () if sp == DONE else (sp,)))
    if base is not None:
        remove(s, sp, base[0], 1, casualty_box(s, base[0]))
        set_support(s, sp, ACTIVE_OPPOSITION)


@event(49, "unshaded")
def russian_arms_unshaded(s: State, by: int) -> Flow[None]:
    """6 ARVN pieces anywhere in the South."""
    yield from place_among(s, by, "place_arvn", ARVN_PIECES, SOUTH, 6)


def _nva_can_double(s: State) -> list[int]:
    return [sp for sp in EVERY_SPACE if count(s, sp, NVA_TROOPS) and can_place(s, NVA, sp, NVA_TROOPS)]


@event(49, "shaded")
def russian_arms_shaded(s: State, by: int) -> Flow[None]:
    """NVA doubles its Troops in 3 spaces, then Bombards free."""
    doubled: list[int] = []
    for left in (3, 2, 1):
        spaces = [sp for sp in _nva_can_double(s) if sp not in doubled]
        sp = yield from pick_space(s, NVA, "double_nva_troops", spaces, left=left)
        if sp == DONE:
            break
        doubled.append(sp)
        yield from place_here(s, NVA, sp, NVA_TROOPS, count(s, sp, NVA_TROOPS))
    yield from free_activity(s, NVA, "bombard")


def _uncle_ho_ways(s: State) -> list[str]:
    ways = {"troops": bool(deployable(s, (US_TROOPS,), SOUTH, OUT_OF_PLAY)), "resources": poor(s, ARVN)}
    return [way for way, open in ways.items() if open]


@event(50, "unshaded")
def uncle_ho_unshaded(s: State, by: int) -> Flow[None]:
    """4 US Troops from Out of Play to the South, or ARVN Resources +9; then 2 free ARVN Limited Operations."""
    if ways := _uncle_ho_ways(s):
        if (yield from pick(s, by, "uncle_ho", ways)) == "troops":
            yield from deploy(s, by, "us_troops_to_south", (US_TROOPS,), SOUTH, 4, OUT_OF_PLAY)
        else:
            add_resources(s, ARVN, 9)
    for _ in range(2):
        yield from free_limited_operation(s, ARVN)


@event(50, "shaded")
def uncle_ho_shaded(s: State, by: int) -> Flow[None]:
    """3 free Limited Operations by VC, then 3 by NVA."""
    for faction in (VC, NVA):
        for _ in range(3):
            yield from free_limited_operation(s, faction)


# --- 51-55 --------------------------------------------------------------------------------------------------------


@event(51, "unshaded")
def supply_battalion_unshaded(s: State, by: int) -> Flow[None]:
    """6 Insurgent pieces that are no Bases go from outside the South."""
    yield from remove_among(s, by, "remove_pieces", INSURGENT_UNITS, OUTSIDE_THE_SOUTH, 6)


@event(51, "shaded")
def supply_battalion_shaded(s: State, by: int) -> Flow[None]:
    """The Trail Improves 2 boxes; NVA Resources + a die roll."""
    improve_trail(s, 2)
    add_resources(s, NVA, (yield roll(RULE, "event.die_resources", card=51, faction=NVA)))


def _us_capabilities(s: State, side: str) -> list[int]:
    return [card for card, now in effects_in_force(s.effects) if s.cards.facts[card].capability == US and now == side]


def _flip_us_capability(s: State, by: int, side: str, to: str) -> Flow[None]:
    """Turn a US Capability over; its other side comes into force just as if it were executed (Top Gun ends MiGs)."""
    if cards := _us_capabilities(s, side):
        card = yield ask(s, by, "flip_capability", [card_option(card) for card in cards])
        s.effects &= ~effect_bit(card, side)
        yield from s.cards.programs[card][to].run(s, by)


@event(52, "unshaded")
def rand_unshaded(s: State, by: int) -> Flow[None]:
    """A shaded US Capability turns unshaded."""
    yield from _flip_us_capability(s, by, "shaded", "unshaded")


@event(52, "shaded")
def rand_shaded(s: State, by: int) -> Flow[None]:
    """An unshaded US Capability turns shaded."""
    yield from _flip_us_capability(s, by, "unshaded", "shaded")


@event(53, "unshaded")
def sappers_unshaded(s: State, by: int) -> Flow[None]:
    """2 NVA Troops go from each of up to 3 spaces in the South; the executing Faction stays Eligible."""
    spaces = [sp for sp in SOUTH if count(s, sp, NVA_TROOPS)]
    for sp in (yield from pick_spaces(s, by, "remove_2_nva_troops", lambda: spaces, UpTo(3))):
        remove(s, sp, NVA_TROOPS, min(2, count(s, sp, NVA_TROOPS)))
    stay_eligible(s, by)


@event(53, "shaded")
def sappers_shaded(s: State, by: int) -> Flow[None]:
    """Up to 1 US Base (a Casualty) and up to 2 ARVN Bases go from Provinces."""
    for base, n in ((US_BASE, 1), (ARVN_BASE, 2)):
        yield from remove_among(s, by, "sap_base", (base,), PROVINCES, UpTo(n), casualty_box(s, base))


@event(54, "unshaded")
def son_tay_unshaded(s: State, by: int) -> Flow[None]:
    """2 US Troops from Casualties to Available; NVA Ineligible through the next card; US Eligible."""
    yield from between_boxes(s, by, "pieces_to_box", (US_TROOPS,), 2, CASUALTIES, AVAILABLE)
    make_ineligible(s, NVA)
    put_in_eligible_box(s, US)


@event(54, "shaded")
def son_tay_shaded(s: State, by: int) -> Flow[None]:
    """Any 2 Casualties go Out of Play; US Ineligible through the next card."""
    yield from between_boxes(s, by, "pieces_to_box", US_KINDS, 2, CASUALTIES, OUT_OF_PLAY)
    make_ineligible(s, US)


# NVA may offer a Tunneled Base, but does so only if it wants to.
@event(55, "unshaded", claims=lambda s, by: s.trail > 0 or bool(pieces_in(s, NVA_PIECES, LAOS_CAMBODIA)))
def trucks_unshaded(s: State, by: int) -> Flow[None]:
    """The Trail is Degraded 2 boxes; NVA removes 4 of its pieces from Laos and 4 from Cambodia."""
    degrade_trail(s, 2, by_event=True)
    for country in (LAOS, CAMBODIA):
        yield from remove_or_offer(s, NVA, "remove_own", NVA_PIECES, country, 4, (NVA_TUNNEL,))


@event(55, "shaded")
def trucks_shaded(s: State, by: int) -> Flow[None]:
    """NVA and VC Resources + 2 x Trail; NVA may move its unTunneled Bases within Laos and Cambodia."""
    add_resources(s, NVA, 2 * s.trail)
    add_resources(s, VC, 2 * s.trail)
    yield from relocate(s, NVA, "move_nva_base", (NVA_BASE,), LAOS_CAMBODIA, LAOS_CAMBODIA)


# --- 56-60 --------------------------------------------------------------------------------------------------------


@event(56, "unshaded")
def giap_unshaded(s: State, by: int) -> Flow[None]:
    """In each of 3 spaces 2 Guerrillas are replaced with 1 NVA Troop."""
    pairs = [sp for sp in EVERY_SPACE if guerrillas(s, sp, NVA) + guerrillas(s, sp, VC) >= 2]
    for sp in (yield from pick_spaces(s, by, "replace_2_guerrillas", lambda: pairs, 3)):
        yield from remove_among(s, by, "remove_guerrillas", GUERRILLAS, (sp,), 2)
        yield from place_here(s, by, sp, NVA_TROOPS, 1)


@event(56, "shaded")
def giap_shaded(s: State, by: int) -> Flow[None]:
    """NVA free Marches into up to 3 spaces, then may take a free Operation or Special Activity in each."""
    op = granted(s, NVA, "march", max_spaces=3)
    yield from free_march(s, op)
    left = op.spaces[:]
    while True:
        sp = yield from pick_space(s, NVA, "follow_up_march", [sp for sp in left if _actions_in(s, sp)], optional=True)
        if sp == DONE:
            return
        left.remove(sp)
        action = yield from pick(s, NVA, "free_action", _actions_in(s, sp), space=sp)
        if action in s.era.operation_rules:
            yield from free_operation(s, NVA, action, spaces=(sp,))
        else:
            yield from free_activity(s, NVA, action, spaces=(sp,))


def _actions_in(s: State, sp: int) -> list[str]:
    """What NVA could do in this one space; "any" Operation does not name March, so Monsoon bars it (2.3.9).

    Post-Paris a Spearhead too, with its one origin here (S4.4.4).
    """
    operations = [
        name
        for name in s.era.operations[NVA]
        if not (name in NOT_IN_MONSOON and monsoon(s)) and can_operate(s, NVA, name, spaces=(sp,))
    ]
    activities = s.era.activities_of(NVA)
    return operations + [name for name in activities if can_take_activity(s, NVA, name, spaces=(sp,))]


@event(57, "unshaded")
def international_unrest_unshaded(s: State, by: int) -> Flow[None]:
    """Any 2 US pieces from Casualties to Available."""
    yield from between_boxes(s, by, "pieces_to_box", US_KINDS, 2, CASUALTIES, AVAILABLE)


@event(57, "shaded")
def international_unrest_shaded(s: State, by: int) -> Flow[None]:
    """2 Available US Troops go Out of Play; NVA Resources + a die roll."""
    yield from between_boxes(s, by, "pieces_to_box", (US_TROOPS,), 2, AVAILABLE, OUT_OF_PLAY)
    add_resources(s, NVA, (yield roll(RULE, "event.die_resources", card=57, faction=NVA)))


@event(58, "unshaded", claims=lambda s, by: bool(pieces_in(s, NVA_PIECES, (NORTH_VIETNAM, *LAOS))))
def pathet_lao_unshaded(s: State, by: int) -> Flow[None]:
    """NVA removes 6 of its pieces from North Vietnam and Laos."""
    yield from remove_or_offer(s, NVA, "remove_own", NVA_PIECES, (NORTH_VIETNAM, *LAOS), 6, (NVA_TUNNEL,))


@event(58, "shaded")
def pathet_lao_shaded(s: State, by: int) -> Flow[None]:
    """Without COIN cubes in Laos the Trail Improves 2 boxes; otherwise they Redeploy to Vietnam."""
    if not pieces_in(s, COIN_CUBES, LAOS):
        improve_trail(s, 2)
        return
    targets = {  # settled before anybody moves, as in 6.4
        ARVN_TROOPS: troop_destinations(s) & SOUTH_MASK,
        POLICE: police_destinations(s),
        US_TROOPS: SOUTH_MASK,
    }
    for kind, destinations in targets.items():
        for sp in LAOS:
            yield from must_leave(s, FACTION_OF[kind], kind, sp, count(s, sp, kind), destinations, "6.4.2")


def _nva_near_coin_bases(s: State) -> list[int]:
    return [
        sp
        for sp in EVERY_SPACE
        if pieces_in(s, NVA_PIECES, (sp,)) and any(coin_bases(s, near) for near in within_1(sp))
    ]


@event(59, "unshaded")
def plei_mei_unshaded(s: State, by: int) -> Flow[None]:
    """3 NVA pieces go from a space with or adjacent to a COIN Base."""
    sp = yield from pick_space(s, by, "nva_near_coin_base", _nva_near_coin_bases(s))
    if sp != DONE:
        offered = own_tunnels(by) if by == NVA else ()
        yield from remove_or_offer(s, by, "remove_pieces", NVA_PIECES, (sp,), 3, offered)


_FROM_OUTSIDE = mask_of(OUTSIDE_THE_SOUTH)


def _plei_mei_strikes(s: State) -> list[str]:
    """Attack or Ambush, as far as NVA could do either in some space."""
    strikes = ["attack"] if can_operate(s, NVA, "attack") else []
    if can_ambush(s, Activity(s, NVA, "ambush"), active_too=True):
        strikes.append("ambush")
    return strikes


@event(59, "shaded")
def plei_mei_shaded(s: State, by: int) -> Flow[None]:
    """NVA free Marches from outside the South, then Attacks or Ambushes free in any 1 space."""
    yield from free_march(s, granted(s, NVA, "march"), _FROM_OUTSIDE)
    strikes = _plei_mei_strikes(s)
    if not strikes:
        return
    if (yield from pick(s, NVA, "attack_or_ambush", strikes)) == "attack":
        yield from free_operation(s, NVA, "attack", max_spaces=1)
    else:
        s.note("log.free_activity", faction=NVA, activity="ambush")
        yield from ambush(s, Activity(s, NVA, "ambush", max_spaces=1), active_too=True)


@event(60, "unshaded")
def war_photographer_unshaded(s: State, by: int) -> Flow[None]:
    """3 US pieces from Out of Play to Available."""
    yield from between_boxes(s, by, "pieces_to_box", US_KINDS, 3, OUT_OF_PLAY, AVAILABLE)


@event(60, "shaded")
def war_photographer_shaded(s: State, by: int) -> Flow[None]:
    """NVA places 6 Troops outside the South; NVA Resources +6; NVA stays Eligible if it executes this."""
    yield from place_among(s, NVA, "place_nva_troops", (NVA_TROOPS,), OUTSIDE_THE_SOUTH, 6)
    add_resources(s, NVA, 6)
    if by == NVA:
        stay_eligible(s, NVA)
