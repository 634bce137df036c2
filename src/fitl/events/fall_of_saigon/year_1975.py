"""Titled cards of 1975: S49-S57 and S69."""

from fitl.board.factions import ARVN, INSURGENTS, NVA, US
from fitl.board.pieces import (
    ACTIVE_KIND_OF,
    ARMOR_OF,
    ARVN_TROOPS,
    CUBES_OF,
    GUERRILLAS,
    IRREGULAR,
    NVA_TROOPS,
    POLICE,
    RANGER,
    SPECIAL_FORCES,
)
from fitl.board.spaces import ADJACENT, CITIES, HIGHLAND_MASK, JUNGLE_MASK, PROVINCES, QUANG_DUC, spaces_of
from fitl.decisions import DONE, YES_NO, Flow
from fitl.events.expansions import bar, coin_controlled, has_eligibility, holding
from fitl.events.fall_of_saigon.vocabulary import (
    EVERY_SPACE,
    HIGHLANDS,
    NVA_MOBILE,
    SAIGON_AND_AROUND,
    air_strike,
    arvn_air_lift,
    assault_in_one,
    attack_in_one,
    black_april,
    can_air_lift,
    change,
    end_posture,
    expose_guerrillas,
    for_us,
    hide_guerrillas,
    march_into,
    return_casualties,
)
from fitl.events.free import (
    can_take_activity,
    carry_out_granted,
    free_activity,
    free_limited_operation,
    granted,
    wants_any,
)
from fitl.events.program import Programs
from fitl.events.vocabulary import (
    UpTo,
    ask,
    begin_effect,
    can_shift,
    pick,
    pick_amount,
    pick_and_shift,
    pick_kind,
    pick_space,
    pick_spaces,
    place_among,
    put_in_eligible_box,
    relocate,
    remove_among,
    stay_eligible,
)
from fitl.rules.control import shift
from fitl.rules.forces import can_place, coin_pieces, count, may_stand, muster, placeable, underground
from fitl.rules.operations.assault import can_assault_space
from fitl.rules.operations.attack import TROOPS, attack_in
from fitl.rules.operations.train import ARMOR_AT_MOST, FORCES_AT_MOST
from fitl.state import COIN_CONTROL, NVA_CONTROL, State

event = Programs()

VNAF = 2051
AS_AT_INTERVENTION = 4  # Armor, pieces, hits (S51)
CRISIS_HITS = 3  # S53


# --- S49 The Final Dagger -----------------------------------------------------------------------------------------


@event("s49", "unshaded")
def final_dagger_unshaded(s: State, by: int) -> Flow[None]:
    """Aid +9, or Posture +1."""
    if (yield from pick(s, by, "final_dagger", ("aid", "posture"))) == "aid":
        change(s, aid=+9)
    else:
        change(s, posture=+1)


@event("s49", "shaded")
def final_dagger_shaded(s: State, by: int) -> None:
    """Posture -1; Aid -6."""
    change(s, posture=-1, aid=-6)


# --- S50 Last Aid Request -----------------------------------------------------------------------------------------


@event("s50", "unshaded")
def last_aid_request_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN Resources +9; up to 3 ARVN Casualties become Available."""
    change(s, arvn=+9)
    yield from return_casualties(s, by, 3)


@event("s50", "shaded")
def last_aid_request_shaded(s: State, by: int) -> None:
    """Posture is set to 0; Aid -3."""
    end_posture(s)
    change(s, aid=-3)


# --- S51 VNAF -----------------------------------------------------------------------------------------------------


@event("s51", "unshaded")
def vnaf_unshaded(s: State, by: int) -> Flow[None]:
    """As at Posture 4 ARVN Trains free (cubes or Rangers in one space, Armor in four), Air Lifts and Air Strikes."""
    train = granted(s, ARVN, "train", max_spaces=1 + AS_AT_INTERVENTION)
    train.notes |= {FORCES_AT_MOST: 1, ARMOR_AT_MOST: AS_AT_INTERVENTION}
    if (yield from wants_any(s, train)):
        yield from carry_out_granted(s, train)
    if can_air_lift(s) and (yield ask(s, ARVN, "air_lift_at_all", YES_NO)):
        yield from arvn_air_lift(s, AS_AT_INTERVENTION)
    yield from air_strike(s, ARVN, AS_AT_INTERVENTION)


@event("s51", "shaded")
def vnaf_shaded(s: State, by: int) -> None:
    """ARVN Resources -3. Momentum: no Air Lift or Air Strike by the US or ARVN."""
    change(s, arvn=-3)
    begin_effect(s, VNAF, "shaded")


# --- S52 Montagnards ----------------------------------------------------------------------------------------------


def _fighters(s: State, by: int, sp: int) -> list[int]:
    """The Special Forces that could be placed there."""
    kinds = (RANGER,) if black_april(s) else (IRREGULAR, RANGER)
    return [kind for kind in kinds if can_place(s, by, sp, kind)]


def _open_highlands(s: State, by: int) -> list[int]:
    return [
        sp
        for sp in HIGHLANDS
        if may_stand(sp, RANGER)
        and s.control[sp] != NVA_CONTROL
        and (_fighters(s, by, sp) or holding(s, (sp,), *GUERRILLAS))
    ]


@event("s52", "unshaded")
def montagnards_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 3 Irregulars, or 3 Rangers, in a Highland without NVA Control; then up to 2 Guerrillas there go."""
    sp = yield from pick_space(s, by, "montagnards", _open_highlands(s, by))
    if sp == DONE:
        return
    if kinds := _fighters(s, by, sp):
        kind = yield from pick_kind(s, by, "piece", kinds, space=sp)
        most = placeable(s, by, sp, kind, 3)
        n = yield from pick_amount(s, by, "place_amount", 0, most, piece=kind, space=sp)
        yield from muster(s, by, sp, kind, n)
    yield from remove_among(s, by, "remove_guerrillas", GUERRILLAS, (sp,), UpTo(2))


VILLAGE_GUARDS = (POLICE, *SPECIAL_FORCES)


def _turning_highlands(s: State) -> list[int]:
    """Highlands where a guard can go, a Guerrilla hide or the people turn."""
    exposed = holding(s, HIGHLANDS, *VILLAGE_GUARDS, *(ACTIVE_KIND_OF[faction] for faction in INSURGENTS))
    return sorted({*exposed, *can_shift(s, HIGHLANDS, -1)})


@event("s52", "shaded")
def montagnards_shaded(s: State, by: int) -> Flow[None]:
    """In up to 2 Highlands a Police, Ranger or Irregular goes, all Guerrillas hide, and it shifts toward AO."""
    chosen = yield from pick_spaces(s, by, "montagnards_turn", lambda: _turning_highlands(s), UpTo(2))
    for sp in chosen:
        yield from remove_among(s, by, "remove_pieces", VILLAGE_GUARDS, (sp,), 1)
        hide_guerrillas(s, (sp,))
        shift(s, sp, -1)


# --- S53 WSAG -----------------------------------------------------------------------------------------------------


@event("s53", "unshaded")
def wsag_unshaded(s: State, by: int) -> Flow[None]:
    """A free US Air Strike with 3 hits; the US is Eligible."""
    yield from air_strike(s, for_us(s), CRISIS_HITS)
    if has_eligibility(s):
        put_in_eligible_box(s, US)


@event("s53", "shaded")
def wsag_shaded(s: State, by: int) -> None:
    """Posture -1; Aid -3; the US is Ineligible through the next card."""
    change(s, posture=-1, aid=-3)
    bar(s, US)


# --- S54 Congress Visit -------------------------------------------------------------------------------------------


@event("s54", "unshaded")
def congress_visit_unshaded(s: State, by: int) -> Flow[None]:
    """2 COIN-Controlled Cities shift toward Active Support; Aid +4."""
    yield from pick_and_shift(s, by, "shift_support", can_shift(s, coin_controlled(s, CITIES), +1), 2, +1)
    change(s, aid=+4)


@event("s54", "shaded")
def congress_visit_shaded(s: State, by: int) -> None:
    """Aid -6; Anti-War +4."""
    change(s, aid=-6, anti_war=+4)


# --- S55 Deception ------------------------------------------------------------------------------------------------


def _suspects(s: State) -> list[int]:
    """Spaces with Guerrillas of which one hides, or that ARVN could Assault."""
    return [
        sp
        for sp in holding(s, EVERY_SPACE, *GUERRILLAS)
        if any(underground(s, sp, faction) for faction in INSURGENTS) or can_assault_space(s, ARVN, sp)
    ]


@event("s55", "unshaded")
def deception_unshaded(s: State, by: int) -> Flow[None]:
    """All Guerrillas in up to 3 spaces turn Active; ARVN Assaults free in one of these."""
    chosen = yield from pick_spaces(s, by, "expose", lambda: _suspects(s), UpTo(3))
    expose_guerrillas(s, chosen)
    yield from assault_in_one(s, chosen)


WILDERNESS = tuple(sp for sp in spaces_of(HIGHLAND_MASK | JUNGLE_MASK) if sp in PROVINCES)


@event("s55", "shaded")
def deception_shaded(s: State, by: int) -> Flow[None]:
    """NVA moves up to 6 Troops and Armor among Highlands and Jungles without COIN Control, then Attacks free in one."""
    country = [sp for sp in WILDERNESS if s.control[sp] != COIN_CONTROL]
    yield from relocate(s, NVA, "nva_moves", NVA_MOBILE, country, country, UpTo(6))
    yield from attack_in_one(s, NVA, holding(s, EVERY_SPACE, *NVA_MOBILE))


# --- S56 Warrior H3 -----------------------------------------------------------------------------------------------


@event("s56", "unshaded")
def warrior_h3_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 2 Guerrillas leave Saigon and around; NVA Resources -4; NVA is Ineligible through the next card."""
    yield from remove_among(s, by, "remove_guerrillas", GUERRILLAS, SAIGON_AND_AROUND, UpTo(2))
    change(s, nva=-4)
    bar(s, NVA)


@event("s56", "shaded")
def warrior_h3_shaded(s: State, by: int) -> Flow[None]:
    """A free NVA Limited Operation, then a free Special Activity; if NVA executed this it stays Eligible."""
    yield from free_limited_operation(s, NVA)
    if names := [name for name in s.era.activities_of(NVA) if can_take_activity(s, NVA, name)]:
        yield from free_activity(s, NVA, (yield from pick(s, NVA, "macv_activity", names)))
    if by == NVA and has_eligibility(s):
        stay_eligible(s, NVA)


# --- S57 Secret Road ----------------------------------------------------------------------------------------------


def _watched_highlands(s: State) -> list[int]:
    return [sp for sp in HIGHLANDS if any(count(s, near, ARVN_TROOPS) for near in (sp, *ADJACENT[sp]))]


@event("s57", "unshaded")
def secret_road_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 4 NVA Troops leave Highlands that hold ARVN Troops or are next to them."""
    yield from remove_among(s, by, "remove_nva_troops", (NVA_TROOPS,), _watched_highlands(s), UpTo(4))


ROAD_END = (QUANG_DUC, *ADJACENT[QUANG_DUC])


@event("s57", "shaded")
def secret_road_shaded(s: State, by: int) -> Flow[None]:
    """A free NVA March into Quang Duc and next to it; there all NVA Troops and Armor Attack, as on card 122."""
    yield from march_into(s, ROAD_END)
    attack = granted(s, NVA, "attack")
    for sp in [sp for sp in holding(s, ROAD_END, *NVA_MOBILE) if coin_pieces(s, sp)]:
        yield from attack_in(s, attack, sp, (TROOPS,))


# --- S69 Family Syndrome ------------------------------------------------------------------------------------------


@event("s69", "unshaded")
def family_syndrome_unshaded(s: State, by: int) -> Flow[None]:
    """Up to 4 Police in Provinces with ARVN Troops; up to 2 of these Provinces shift toward Active Support."""
    provinces = holding(s, PROVINCES, ARVN_TROOPS)
    yield from place_among(s, by, "place_police", (POLICE,), provinces, UpTo(4))
    yield from pick_and_shift(s, by, "shift_support_up_to", provinces, UpTo(2), +1)


def _in_the_path(s: State) -> list[int]:
    """Spaces with ARVN cubes and NVA Troops or Armor, or next to NVA Armor."""
    armored = {*holding(s, EVERY_SPACE, *ARMOR_OF[NVA])}
    overrun = {*holding(s, EVERY_SPACE, *NVA_MOBILE)}
    return [sp for sp in holding(s, EVERY_SPACE, *CUBES_OF[ARVN]) if sp in overrun or armored & {*ADJACENT[sp]}]


@event("s69", "shaded")
def family_syndrome_shaded(s: State, by: int) -> Flow[None]:
    """In up to 2 spaces with NVA Troops or Armor, or next to NVA Armor, 2 ARVN cubes go."""
    chosen = yield from pick_spaces(s, by, "desert", lambda: _in_the_path(s), UpTo(2))
    for sp in chosen:
        yield from remove_among(s, by, "remove_pieces", CUBES_OF[ARVN], (sp,), 2)
