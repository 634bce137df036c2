"""Cards 76-90."""

from collections.abc import Sequence
from typing import Final

from fitl.board.factions import ARVN, INSURGENTS, NVA, US, VC
from fitl.board.pieces import (
    ARVN_PIECES,
    ARVN_TROOPS,
    CAPTURED,
    IRREGULAR,
    KINDS_OF,
    NVA_GUERRILLA,
    NVA_TROOPS,
    PLAIN,
    POLICE,
    RANGER,
    RANGER_ACTIVE,
    US_TROOPS,
    VC_BASE,
    VC_GUERRILLA,
)
from fitl.board.spaces import (
    ADJACENT_MASK,
    AVAILABLE,
    CITIES,
    CONTROLLABLE,
    DA_NANG,
    HIGHLAND_MASK,
    HUE,
    LAOS_CAMBODIA,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    POP,
    PROVINCES,
    SAIGON,
    spaces_of,
)
from fitl.decisions import DONE, Flow, roll
from fitl.events.arvn.common import EVERY_SPACE, SOUTH, US_PIECES, at_support, replace
from fitl.events.free import can_take_activity, carry_out_granted, free_activity, granted, wants_any
from fitl.events.program import Programs
from fitl.events.vocabulary import (
    Piece,
    UpTo,
    begin_effect,
    between_boxes,
    can_shift,
    can_shift_first,
    make_ineligible,
    pick,
    pick_amount,
    pick_and_set,
    pick_and_shift,
    pick_piece,
    pick_space,
    pieces_in,
    place_among,
    place_each,
    place_here,
    remove_all,
    remove_among,
    shift_each,
    states_of,
    stay_eligible,
)
from fitl.rules.control import set_support, shift, shift_toward_neutral
from fitl.rules.coup.coup_card import desertion
from fitl.rules.coup.redeploy import redeploy_troops
from fitl.rules.economy import add_aid, add_patronage, add_resources
from fitl.rules.forces import (
    add_terror,
    arvn_cubes,
    available,
    can_place,
    coin_pieces,
    count,
    fits,
    muster,
    pieces_of,
    transfer,
)
from fitl.state import ACTIVE_SUPPORT, COIN_CONTROL, NEUTRAL, PASSIVE_OPPOSITION, PASSIVE_SUPPORT, State

event = Programs()

# --- 76-80 --------------------------------------------------------------------------------------------------------


@event(76, "unshaded")
def annam_unshaded(s: State, by: int) -> None:
    """NVA and VC each lose 1 Resource per space that holds both; Patronage +2."""
    shared = sum(pieces_of(s, sp, NVA) > 0 and pieces_of(s, sp, VC) > 0 for sp in EVERY_SPACE)
    add_resources(s, NVA, -shared)
    add_resources(s, VC, -shared)
    add_patronage(s, +2)


NEAR_HUE_AND_DA_NANG: Final = tuple(sp for sp in PROVINCES if (ADJACENT_MASK[HUE] | ADJACENT_MASK[DA_NANG]) >> sp & 1)


@event(76, "shaded")
def annam_shaded(s: State, by: int) -> Flow[None]:
    """Hue, Da Nang and a Province next to either lose their Support."""
    for sp in at_support(s, (HUE, DA_NANG)):
        set_support(s, sp, NEUTRAL)
    yield from pick_and_set(s, by, "lose_support", at_support(s, NEAR_HUE_AND_DA_NANG), 1, NEUTRAL)


@event(77, "unshaded")
def detente_unshaded(s: State, by: int) -> Flow[None]:
    """NVA and VC Resources are halved, rounded down; 5 Available NVA Troops go Out of Play."""
    for faction in INSURGENTS:
        add_resources(s, faction, s.resources[faction] // 2 - s.resources[faction])
    yield from between_boxes(s, by, "leave_play", (NVA_TROOPS,), 5, AVAILABLE, OUT_OF_PLAY)


@event(77, "shaded")
def detente_shaded(s: State, by: int) -> Flow[None]:
    """NVA gains 9 Resources or free Infiltrates; then VC free Rallies in up to 6 spaces."""
    ways = ["resources"]
    if can_take_activity(s, NVA, "infiltrate"):
        ways.append("infiltrate")
    if (yield from pick(s, NVA, "detente", ways)) == "resources":
        add_resources(s, NVA, +9)
    else:
        yield from free_activity(s, NVA, "infiltrate")
    rally = granted(s, VC, "rally", max_spaces=6)
    if (yield from wants_any(s, rally)):
        yield from carry_out_granted(s, rally)


def _lansdale_spaces(s: State) -> list[int]:
    return [sp for sp in range(CONTROLLABLE) if POP[sp] and sp != SAIGON and coin_pieces(s, sp)]


@event(78, "unshaded")
def general_lansdale_unshaded(s: State, by: int) -> Flow[None]:
    """A space other than Saigon with US or ARVN pieces goes to Active Support and gets Terror; Patronage +1."""
    sp = yield from pick_space(s, by, "lansdale", can_shift_first(s, _lansdale_spaces(s), +1))
    if sp != DONE:
        set_support(s, sp, ACTIVE_SUPPORT)
        add_terror(s, sp)
    add_patronage(s, +1)


@event(78, "shaded")
def general_lansdale_shaded(s: State, by: int) -> None:
    """Patronage +3. Momentum: no US Assault (3.2.4)."""
    add_patronage(s, +3)
    begin_effect(s, 78, "shaded")


@event(79, "unshaded")
def henry_cabot_lodge_unshaded(s: State, by: int) -> None:
    """Aid +20."""
    add_aid(s, +20)


@event(79, "shaded")
def henry_cabot_lodge_shaded(s: State, by: int) -> Flow[None]:
    """Up to 3 ARVN pieces are removed for 2 Patronage each; ARVN is Ineligible through the next card."""
    removed = yield from remove_among(s, by, "lodge_remove", KINDS_OF[ARVN], EVERY_SPACE, UpTo(3))
    add_patronage(s, 2 * removed)
    make_ineligible(s, ARVN)


OUTSIDE_THE_SOUTH: Final = (NORTH_VIETNAM, *LAOS_CAMBODIA)


@event(80)
def light_at_the_end_of_the_tunnel(s: State, by: int) -> Flow[None]:
    """1-4 US pieces become Available; for each 2 Patronage, a shift toward Active Opposition and 4 NVA Troops."""
    there = sum(pieces_of(s, sp, US) for sp in EVERY_SPACE)
    if there:
        n = yield from pick_amount(s, by, "wind_down", 1, min(4, there))
        yield from remove_among(s, by, "wind_down_piece", KINDS_OF[US], EVERY_SPACE, n)
        add_patronage(s, 2 * n)
        for left in range(n, 0, -1):
            spaces = can_shift(s, range(CONTROLLABLE), -1)
            sp = yield from pick_space(s, by, "wind_down_shift", spaces, left=left)
            if sp != DONE:
                shift(s, sp, -1)
        yield from place_among(s, by, "wind_down_troops", (NVA_TROOPS,), OUTSIDE_THE_SOUTH, 4 * n)
    stay_eligible(s, by)


# --- 81-85 --------------------------------------------------------------------------------------------------------


@event(81, "unshaded")
def cidg_unshaded(s: State, by: int) -> Flow[None]:
    """A die of VC Guerrillas in the South become Rangers, Irregulars or Police."""
    die = yield roll("5.1", "event.die_replaced", card=81)
    kinds = (RANGER, IRREGULAR, POLICE)
    yield from replace(s, by, "cidg_guerrilla", lambda: pieces_in(s, states_of(VC_GUERRILLA), SOUTH), die, kinds)


DESERTERS: Final = states_of(RANGER, POLICE, IRREGULAR)


def _highlands_with_deserters(s: State) -> list[int]:
    return [sp for sp in spaces_of(HIGHLAND_MASK) if pieces_in(s, DESERTERS, (sp,))]


@event(81, "shaded")
def cidg_shaded(s: State, by: int) -> Flow[None]:
    """2 VC Guerrillas replace all Rangers, Police and Irregulars in a Highland."""
    sp = yield from pick_space(s, by, "cidg_highland", _highlands_with_deserters(s))
    if sp != DONE:
        remove_all(s, DESERTERS, (sp,))
        yield from place_here(s, by, sp, VC_GUERRILLA, 2)


@event(82, "unshaded")
def domino_theory_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 3 US or 6 ARVN pieces from Out of Play to Available, or ARVN Resources and Aid +9 each."""
    ways = ["resources"]
    if pieces_of(s, OUT_OF_PLAY, ARVN):
        ways.insert(0, "arvn")
    if pieces_of(s, OUT_OF_PLAY, US):
        ways.insert(0, "us")
    way = yield from pick(s, by, "domino_theory", ways)
    if way == "us":
        yield from between_boxes(s, by, "back_in_play", US_PIECES, UpTo(3), OUT_OF_PLAY, AVAILABLE)
    elif way == "arvn":
        yield from between_boxes(s, by, "back_in_play", ARVN_PIECES, UpTo(6), OUT_OF_PLAY, AVAILABLE)
    else:
        add_resources(s, ARVN, +9)
        add_aid(s, +9)


@event(82, "shaded")
def domino_theory_shaded(s: State, by: int) -> Flow[None]:
    """3 Available US Troops go Out of Play; Aid -9."""
    yield from between_boxes(s, by, "leave_play", (US_TROOPS,), 3, AVAILABLE, OUT_OF_PLAY)
    add_aid(s, -9)


def _at_passive_support(s: State) -> list[int]:
    return [sp for sp in range(CONTROLLABLE) if s.support[sp] == PASSIVE_SUPPORT]


@event(83, "unshaded")
def election_unshaded(s: State, by: int) -> Flow[None]:
    """3 spaces go from Passive to Active Support; Aid +10."""
    yield from pick_and_set(s, by, "clean_vote", _at_passive_support(s), 3, ACTIVE_SUPPORT)
    add_aid(s, +10)


@event(83, "shaded")
def election_shaded(s: State, by: int) -> Flow[None]:
    """2 Cities shift 1 toward Active Opposition; Aid -15."""
    yield from pick_and_shift(s, by, "ballot_stuffing", CITIES, 2, -1)
    add_aid(s, -15)


@event(84, "unshaded")
def to_quoc_unshaded(s: State, by: int) -> Flow[None]:
    """An ARVN Troop and a Police in each South Vietnam space with NVA."""
    spaces = [sp for sp in SOUTH if pieces_of(s, sp, NVA)]
    yield from place_each(s, by, "to_quoc_troops", ARVN_TROOPS, spaces)
    yield from place_each(s, by, "to_quoc_police", POLICE, spaces)


def _deserted(s: State) -> list[int]:
    """Where one in three ARVN cubes is at least one."""
    return [sp for sp in EVERY_SPACE if arvn_cubes(s, sp) >= 3]


@event(84, "shaded")
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
    return [sp for sp in can_shift(s, range(CONTROLLABLE), +1) if s.control[sp] == COIN_CONTROL]


@event(85, "unshaded")
def usaid_unshaded(s: State, by: int) -> Flow[None]:
    """3 COIN-Controlled spaces shift 1 toward Active Support."""
    yield from pick_and_shift(s, by, "usaid_shift", _coin_controlled_to_raise(s), 3, +1)


CHANGES: Final = {"up": +2, "same": 0, "down": -2}


@event(85, "shaded")
def usaid_shaded(s: State, by: int) -> Flow[None]:
    """ARVN Resources, Aid and Patronage each +2, -2 or unchanged."""
    add_resources(s, ARVN, CHANGES[(yield from pick(s, by, "usaid_resources", tuple(CHANGES)))])
    add_aid(s, CHANGES[(yield from pick(s, by, "usaid_aid", tuple(CHANGES)))])
    add_patronage(s, CHANGES[(yield from pick(s, by, "usaid_patronage", tuple(CHANGES)))])


# --- 86-90 --------------------------------------------------------------------------------------------------------


@event(86, "unshaded")
def mandate_of_heaven_unshaded(s: State, by: int) -> None:
    """Capability: one Govern transfer without the shift (4.3.1)."""
    begin_effect(s, 86, "unshaded")


@event(86, "shaded")
def mandate_of_heaven_shaded(s: State, by: int) -> None:
    """Capability: ARVN Governs and Pacifies in 1 space (4.3.1, 6.3.1)."""
    begin_effect(s, 86, "shaded")


def _shift_toward(s: State, sp: int, level: int) -> None:
    """Shift a space one level toward a level that is not an end of the scale."""
    now = s.support[sp]
    shift(s, sp, (level > now) - (level < now))


def _within(center: int, steps: int) -> list[int]:
    """The spaces at most this many steps of adjacency away."""
    reached = 1 << center
    for _ in range(steps):
        for sp in spaces_of(reached):
            reached |= ADJACENT_MASK[sp]
    return spaces_of(reached)


NEAR_HUE: Final = _within(HUE, 2)
AROUND_HUE: Final = _within(HUE, 3)


@event(87, "unshaded")
def nguyen_chanh_thi_unshaded(s: State, by: int) -> Flow[None]:
    """3 ARVN pieces within 3 spaces of Hue; each receiving space shifts 1 toward Active Support."""
    placed = yield from place_among(s, by, "thi_place", ARVN_PIECES, AROUND_HUE, 3)
    shift_each(s, sorted({sp for _, sp in placed}), +1)


@event(87, "shaded")
def nguyen_chanh_thi_shaded(s: State, by: int) -> Flow[None]:
    """2 ARVN pieces within 2 spaces of Hue become VC pieces; Patronage +4 or -4."""
    yield from replace(s, by, "thi_replace", lambda: pieces_in(s, KINDS_OF[ARVN], NEAR_HUE), 2, (VC_GUERRILLA, VC_BASE))
    add_patronage(s, +4 if (yield from pick(s, by, "thi_patronage", ("up", "down"))) == "up" else -4)


@event(88, "unshaded")
def phan_quang_dan_unshaded(s: State, by: int) -> None:
    """Saigon shifts 1 toward Active Support; Patronage +5."""
    shift(s, SAIGON, +1)
    add_patronage(s, +5)


@event(88, "shaded")
def phan_quang_dan_shaded(s: State, by: int) -> None:
    """Saigon shifts 1 toward Neutral; Patronage -5; ARVN is Ineligible through the next card."""
    shift_toward_neutral(s, SAIGON)
    add_patronage(s, -5)
    make_ineligible(s, ARVN)


@event(89, "unshaded")
def tam_chau_unshaded(s: State, by: int) -> None:
    """Saigon shifts 1 toward Passive Support; Patronage +6."""
    _shift_toward(s, SAIGON, PASSIVE_SUPPORT)
    add_patronage(s, +6)


@event(89, "shaded")
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
        if s.control[sp] == COIN_CONTROL and (sp != origin or kind == RANGER_ACTIVE) and fits(s, sp, kind)
    ]


def _arvn_anywhere(s: State, placed: Sequence[Piece] = ()) -> list[Piece]:
    """ARVN pieces on the map and in the boxes that may be placed in a COIN-Controlled space, each once."""
    return [
        (kind, row)
        for row in (OUT_OF_PLAY, AVAILABLE, *EVERY_SPACE)
        for kind in KINDS_OF[ARVN]
        if count(s, row, kind) > placed.count((kind, row)) and _coin_controlled_for(s, kind, row)
    ]


@event(90, "unshaded")
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
        s.note("log.move", n=1, piece=kind, origin=origin, destination=sp)
        now = kind if kind in CAPTURED else PLAIN[kind]  # captured Armor stays so (S1.4.5)
        transfer(s, kind, 1, origin, sp, now)
        placed.append((now, sp))


GUERRILLAS: Final = (NVA_GUERRILLA, VC_GUERRILLA)


@event(90, "shaded")
def walt_rostow_shaded(s: State, by: int) -> Flow[None]:
    """A Guerrilla in each Province with ARVN; ARVN Troops Redeploy as if there were no Bases."""
    left = [sp for sp in PROVINCES if pieces_of(s, sp, ARVN)]
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
