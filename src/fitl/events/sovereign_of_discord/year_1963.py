"""Titled cards of 1963: P50-P72."""

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import (
    ADVISOR,
    ARVN_TROOPS,
    POLICE,
    RANGER,
    RANGER_ACTIVE,
    VC_BASE,
    VC_BASE_CADRE,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
)
from fitl.board.spaces import CITIES, HUE, SAIGON
from fitl.decisions import DONE, Flow, roll
from fitl.eras.sovereign_of_discord.tracks import STABLE, improve_regime, lower_regime, move_hanoi, move_washington
from fitl.events.expansions import (
    OPEN_SPACES,
    OTHER_CITIES,
    SOUTH_PROVINCES,
    at_opposition,
    at_support,
    bar,
    can_place_any,
    holding,
    may_operate,
    patronage_to_resources,
    pick_and_ease,
    place_for,
)
from fitl.events.program import Programs
from fitl.events.sovereign_of_discord.vocabulary import DELTA, VC_GUERRILLAS, patronage_given_up, with_police
from fitl.events.sovereign_of_discord.year_1962 import EVERY_SPACE, troops_to_saigon
from fitl.events.vocabulary import (
    RULE,
    UpTo,
    begin_effect,
    pick_space,
    pick_spaces,
    pieces_in,
    place_among,
    place_here,
    remove_among,
    remove_any,
)
from fitl.rules.control import shift, shift_toward_neutral
from fitl.rules.economy import add_aid, add_patronage, add_resources
from fitl.rules.forces import bases_of
from fitl.state import State

event = Programs()

COUNTERPLOT, CHINESE_AID, BIG_MINH = 1061, 1058, 1064
ARVN_CUBES = (ARVN_TROOPS, POLICE)


# --- P50 Phased Withdrawal ----------------------------------------------------------------------------------------


def _garrisons(s: State) -> list[int]:
    return [sp for sp in OPEN_SPACES if sp in CITIES or bases_of(s, sp, ARVN)]


@event("p50", "unshaded")
def phased_withdrawal_unshaded(s: State, by: int) -> Flow[None]:
    """Washington -1; ARVN places 3 cubes in Cities or at its Bases; ARVN Resources +3."""
    yield from move_washington(s, -1)
    yield from place_for(s, ARVN, by, "place_arvn_cubes", ARVN_CUBES, _garrisons(s), 3)
    add_resources(s, ARVN, +3)


def _loyal_to_police(s: State) -> list[int]:
    return at_support(s, with_police(s, (*OTHER_CITIES, *SOUTH_PROVINCES)))


@event("p50", "shaded")
def phased_withdrawal_shaded(s: State, by: int) -> Flow[None]:
    """The US takes 2 Advisors away; 2 spaces at Support with Police, theirs first, toward Neutral; Aid -3."""
    gone = yield from remove_any(s, US, "remove_pieces", lambda: pieces_in(s, (ADVISOR,), OPEN_SPACES), 2)
    left = {sp for _, sp in gone}
    first = yield from pick_and_ease(s, by, "shift_neutral", [sp for sp in _loyal_to_police(s) if sp in left], 2)
    others = [sp for sp in _loyal_to_police(s) if sp not in left]
    yield from pick_and_ease(s, by, "shift_neutral", others, 2 - len(first))
    add_aid(s, -3)


# --- P52 Nhu Must Go ----------------------------------------------------------------------------------------------


@event("p52", "unshaded")
def nhu_must_go_unshaded(s: State, by: int) -> None:
    """3 Patronage to ARVN Resources; Regime Stability improves 1."""
    patronage_to_resources(s, 3)
    improve_regime(s)


@event("p52", "shaded")
def nhu_must_go_shaded(s: State, by: int) -> None:
    """Patronage -3; ARVN Ineligible."""
    add_patronage(s, -3)
    bar(s, ARVN)


# --- P58 Chinese Aid ----------------------------------------------------------------------------------------------


@event("p58", "unshaded")
def chinese_aid_unshaded(s: State, by: int) -> Flow[None]:
    """VC Resources -4; 2 Active VC Guerrillas go."""
    add_resources(s, VC, -4)
    yield from remove_among(s, by, "remove_guerrillas", (VC_GUERRILLA_ACTIVE,), EVERY_SPACE, 2)


@event("p58", "shaded")
def chinese_aid_shaded(s: State, by: int) -> None:
    """Capability: a VC Attack succeeds on a die one higher. Now: VC Resources +3."""
    begin_effect(s, CHINESE_AID, "shaded")
    add_resources(s, VC, +3)


# --- P59 Nguyen Chi Thanh -----------------------------------------------------------------------------------------


def _strongholds(s: State, *kinds: int) -> list[int]:
    return at_opposition(s, holding(s, SOUTH_PROVINCES, *kinds))


@event("p59", "unshaded")
def nguyen_chi_thanh_unshaded(s: State, by: int) -> Flow[None]:
    """Hanoi -1; 2 Provinces at Opposition with Cadres, else with VC Bases, toward Neutral."""
    move_hanoi(s, -1)
    first = yield from pick_spaces(s, by, "shift_neutral", lambda: _strongholds(s, VC_BASE_CADRE), 2)
    others = [sp for sp in _strongholds(s, VC_BASE) if sp not in first]
    more = yield from pick_spaces(s, by, "shift_neutral", lambda: others, 2 - len(first))
    for sp in (*first, *more):
        shift_toward_neutral(s, sp)


@event("p59", "shaded")
def nguyen_chi_thanh_shaded(s: State, by: int) -> Flow[None]:
    """Hanoi +1; NVA may Direct free in 1 space."""
    move_hanoi(s, +1)
    yield from may_operate(s, NVA, "direct", max_spaces=1)


# --- P61 Nhu's Counterplot ----------------------------------------------------------------------------------------

GUARDS = 5  # ARVN Troops and Rangers in Saigon that make sure of it


@event("p61", "unshaded")
def nhus_counterplot_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN may move up to 4 Troops to Saigon; Regime Stability improves 1, or 2 with 5 Troops and Rangers there."""
    yield from troops_to_saigon(s, 4)
    guarded = holding(s, (SAIGON,), ARVN_TROOPS, RANGER, RANGER_ACTIVE, at_least=GUARDS)
    for _ in range(2 if guarded else 1):
        improve_regime(s)


@event("p61", "shaded")
def nhus_counterplot_shaded(s: State, by: int) -> Flow[None]:
    """A die: on 1-4 Regime Stability falls 1, on 1-3 also 2 ARVN cubes leave Saigon."""
    die: int = yield roll(RULE, "event.die", card=COUNTERPLOT)
    if die <= 4:
        lower_regime(s)
    if die <= 3:
        yield from remove_among(s, by, "remove_pieces", ARVN_CUBES, (SAIGON,), 2)


# --- P64 Big Minh -------------------------------------------------------------------------------------------------


@event("p64", "unshaded")
def big_minh_unshaded(s: State, by: int) -> None:
    """Capability: one space of each ARVN Assault Operation in which Troops are loses a piece more."""
    begin_effect(s, BIG_MINH, "unshaded")


@event("p64", "shaded")
def big_minh_shaded(s: State, by: int) -> Flow[None]:
    """Regime Stability falls 1; up to 2 ARVN Troops leave Saigon."""
    lower_regime(s)
    yield from remove_among(s, by, "remove_pieces", (ARVN_TROOPS,), (SAIGON,), UpTo(2))


# --- P70 Hoa Hao --------------------------------------------------------------------------------------------------


@event("p70", "unshaded")
def hoa_hao_unshaded(s: State, by: int) -> Flow[None]:
    """In a Delta Province up to 2 VC Guerrillas go, 2 Police come; it shifts toward AS."""
    sp = yield from pick_space(s, by, "hoa_hao", DELTA)
    yield from remove_among(s, by, "remove_guerrillas", VC_GUERRILLAS, (sp,), UpTo(2))
    yield from place_here(s, by, sp, POLICE, 2)
    shift(s, sp, +1)


@event("p70", "shaded")
def hoa_hao_shaded(s: State, by: int) -> Flow[None]:
    """In a Delta Province a VC Base and 2 VC Guerrillas come."""
    able = [sp for sp in DELTA if can_place_any(s, by, (VC_BASE, VC_GUERRILLA), (sp,))]
    sp = yield from pick_space(s, by, "hoa_hao", able)
    if sp != DONE:
        for kind, n in ((VC_BASE, 1), (VC_GUERRILLA, 2)):
            yield from place_here(s, by, sp, kind, n)


# --- P71 Madame Nhu -----------------------------------------------------------------------------------------------


@event("p71", "unshaded")
def madame_nhu_unshaded(s: State, by: int) -> Flow[None]:
    """2 Police in Saigon, 1 in another City; Patronage +4."""
    yield from place_here(s, by, SAIGON, POLICE, 2)
    yield from place_among(s, by, "place_police", (POLICE,), OTHER_CITIES, 1)
    add_patronage(s, +4)


@event("p71", "shaded")
def madame_nhu_shaded(s: State, by: int) -> None:
    """Regime Stability falls 1; Aid -3 besides."""
    lower_regime(s)
    add_aid(s, -3)


# --- P72 Thich Quang Duc ------------------------------------------------------------------------------------------


@event("p72", "unshaded")
def thich_quang_duc_unshaded(s: State, by: int) -> Flow[None]:
    """ARVN may give up 3 Patronage to improve Regime Stability 1; Hue shifts toward AS."""
    if s.regime > STABLE and (yield from patronage_given_up(s, 3, "patronage_for_calm")):
        improve_regime(s)
    shift(s, HUE, +1)


@event("p72", "shaded")
def thich_quang_duc_shaded(s: State, by: int) -> None:
    """Regime Stability falls 1; Saigon shifts toward AO."""
    lower_regime(s)
    shift(s, SAIGON, -1)
