"""Cards 1-15."""

from fitl.board.cards import LINEBACKER_II
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import (
    IRREGULAR,
    NVA_ARMOR,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_GUERRILLA_ACTIVE,
    NVA_TROOPS,
    NVA_TUNNEL,
    US_BASE,
    US_TROOPS,
)
from fitl.board.spaces import (
    AVAILABLE,
    CASUALTIES,
    CITIES,
    LAOS_CAMBODIA,
    NORTHEAST_CAMBODIA,
    OUT_OF_PLAY,
    SIHANOUKVILLE,
    SOUTH_MASK,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
    spaces_of,
)
from fitl.decisions import Flow, roll
from fitl.events.free import free_activity
from fitl.events.program import Programs
from fitl.events.us.common import INSURGENTS_EXPOSED, MAP, event_strike, owned
from fitl.events.vocabulary import (
    RULE,
    UpTo,
    begin_effect,
    between_boxes,
    deploy,
    make_ineligible,
    own_tunnels,
    pick,
    pick_piece,
    pieces_in,
    place_among,
    remove_among,
    remove_or_offer,
    stay_eligible,
)
from fitl.lasting import LASER_BOMBS_LATER, MIGS_SHADED, PEACE_TALKS, SA_2S_SHADED
from fitl.rules.activities.air_strike import OUTSIDE_THE_SOUTH, air_strike_spaces, air_strike_with
from fitl.rules.control import on_map
from fitl.rules.deck import coups_left
from fitl.rules.economy import add_aid, add_resources, degrade_trail, improve_trail, set_trail
from fitl.rules.forces import activate, count, hide, pieces_of, underground
from fitl.rules.pivotal import holds_pivotal
from fitl.state import NVA_CONTROL, State

event = Programs()

CAMBODIA = (NORTHEAST_CAMBODIA, THE_FISHHOOK, THE_PARROTS_BEAK, SIHANOUKVILLE)
GREAT_SOCIETY = 73
US_KINDS = (US_TROOPS, US_BASE, IRREGULAR)


# --- 1-5 ----------------------------------------------------------------------------------------------------------


@event(1, "unshaded")
def gulf_of_tonkin_unshaded(s: State, by: int) -> Flow[None]:
    """A free US Air Strike, then 6 US pieces from Out of Play to Cities."""
    yield from free_activity(s, US, "air_strike")
    yield from deploy(s, US, "deploy_to_cities", US_KINDS, CITIES, 6, OUT_OF_PLAY)


@event(1, "shaded")
def gulf_of_tonkin_shaded(s: State, by: int) -> Flow[None]:
    """Aid -1 per piece in Casualties; all of them go Out of Play."""
    casualties = pieces_of(s, CASUALTIES, US)
    add_aid(s, -casualties)
    yield from between_boxes(s, by, "box_transfer", US_KINDS, casualties, CASUALTIES, OUT_OF_PLAY)


@event(2, "unshaded")
def kissinger_unshaded(s: State, by: int) -> Flow[None]:
    """A die roll of Insurgent pieces goes from Laos and Cambodia."""
    n = yield roll(RULE, "event.die_removed", card=2)
    yield from remove_or_offer(s, by, "kissinger_remove", INSURGENTS_EXPOSED, LAOS_CAMBODIA, n, own_tunnels(by))


NVA_PLACED = (NVA_TROOPS, NVA_GUERRILLA, NVA_BASE, NVA_ARMOR)


@event(2, "shaded")
def kissinger_shaded(s: State, by: int) -> Flow[None]:
    """NVA places 2 pieces in Cambodia, the US takes 2 Troops from anywhere Out of Play, Aid -6."""
    yield from place_among(s, NVA, "kissinger_place", NVA_PLACED, CAMBODIA, 2)
    anywhere = (CASUALTIES, AVAILABLE, *MAP)
    yield from remove_among(s, US, "to_out_of_play", (US_TROOPS,), anywhere, 2, OUT_OF_PLAY)
    add_aid(s, -6)


@event(3, "unshaded")
def peace_talks_unshaded(s: State, by: int) -> None:
    """NVA Resources -9; Linebacker II, if still held, needs only more than 25."""
    add_resources(s, NVA, -9)
    if holds_pivotal(s, US):
        s.effects |= PEACE_TALKS
        s.note("log.peace_talks", card=LINEBACKER_II)


@event(3, "shaded")
def peace_talks_shaded(s: State, by: int) -> None:
    """NVA Resources +9; a Trail below 3 goes to 3."""
    add_resources(s, NVA, +9)
    set_trail(s, max(s.trail, 3))


@event(4, "unshaded")
def top_gun_unshaded(s: State, by: int) -> None:
    """Capability: no shaded MiGs; Air Strikes Degrade the Trail 2 boxes (4.2.3)."""
    begin_effect(s, 4, "unshaded")
    if s.effects & MIGS_SHADED:  # while this side is in force, card 33 is not put in play either
        s.effects &= ~MIGS_SHADED
        s.note("log.capability_removed", card=33, side="shaded")


@event(4, "shaded")
def top_gun_shaded(s: State, by: int) -> None:
    """Capability: an Air Strike Degrades the Trail only on a roll of 4-6 (4.2.3)."""
    begin_effect(s, 4, "shaded")


@event(5, "unshaded")
def wild_weasels_unshaded(s: State, by: int) -> None:
    """Shaded SA-2s go; if they are not there, the Trail is Degraded 2 boxes and NVA Resources -9."""
    if s.effects & SA_2S_SHADED:
        s.effects &= ~SA_2S_SHADED
        s.note("log.capability_removed", card=34, side="shaded")
        return
    degrade_trail(s, 2, by_event=True)
    add_resources(s, NVA, -9)


@event(5, "shaded")
def wild_weasels_shaded(s: State, by: int) -> None:
    """Momentum: an Air Strike either Degrades the Trail or removes 1 piece (4.2.3)."""
    begin_effect(s, 5, "shaded")
    s.effects &= ~LASER_BOMBS_LATER  # 5.1.2: this is now the later of the two limits


# --- 6-10 ---------------------------------------------------------------------------------------------------------


@event(6, "unshaded")
def aces_unshaded(s: State, by: int) -> Flow[None]:
    """A free Air Strike with 6 hits on a space outside the South; the Trail is Degraded 2 boxes."""
    strike = event_strike(s, by, OUTSIDE_THE_SOUTH, 1)
    if air_strike_spaces(s, strike, needs_coin=False):
        s.note("log.free_activity", faction=by, activity="air_strike")
        yield from air_strike_with(s, strike, hits=6, may_degrade=False, needs_coin=False)
    degrade_trail(s, 2, by_event=True)


@event(6, "shaded")
def aces_shaded(s: State, by: int) -> Flow[None]:
    """2 Available US Troops become Casualties; the Trail Improves 2 boxes."""
    yield from between_boxes(s, by, "box_transfer", (US_TROOPS,), 2, AVAILABLE, CASUALTIES)
    improve_trail(s, 2)


@event(7, "unshaded")
def adsid_unshaded(s: State, by: int) -> None:
    """Momentum: NVA loses 6 Resources whenever the Trail changes (6.7)."""
    begin_effect(s, 7, "unshaded")


@event(7, "shaded")
def adsid_shaded(s: State, by: int) -> None:
    """The Trail Improves 1 box and at least to 2; ARVN Resources -9."""
    set_trail(s, max(s.trail + 1, 2))
    add_resources(s, ARVN, -9)


@event(8, "unshaded")
def arc_light_unshaded(s: State, by: int) -> None:
    """Capability: 1 Air Strike space may be a Province without COIN pieces (4.2.3)."""
    begin_effect(s, 8, "unshaded")


@event(8, "shaded")
def arc_light_shaded(s: State, by: int) -> None:
    """Capability: Air Strike spaces that lose several pieces shift 2 levels (4.2.3)."""
    begin_effect(s, 8, "shaded")


@event(9, "unshaded")
def psychedelic_cookie_unshaded(s: State, by: int) -> Flow[None]:
    """The US moves up to 3 Troops from Out of Play to Available or the South, or from the map to Available."""
    sources = {"out_of_play": count(s, OUT_OF_PLAY, US_TROOPS), "map": on_map(s, US_TROOPS)}
    names = [name for name, troops in sources.items() if troops]
    if not names:
        return
    if (yield from pick(s, US, "ninth_division", names)) == "out_of_play":
        spaces = (AVAILABLE, *spaces_of(SOUTH_MASK))
        yield from deploy(s, US, "ninth_division_arrives", (US_TROOPS,), spaces, UpTo(3), OUT_OF_PLAY)
    else:
        yield from remove_among(s, US, "ninth_division_leaves", (US_TROOPS,), MAP, UpTo(3))


@event(9, "shaded")
def psychedelic_cookie_shaded(s: State, by: int) -> Flow[None]:
    """The US takes 3 of its Troops from the map Out of Play."""
    yield from remove_among(s, US, "to_out_of_play", (US_TROOPS,), MAP, 3, OUT_OF_PLAY)


@event(10, "unshaded")
def rolling_thunder_unshaded(s: State, by: int) -> None:
    """The Trail is Degraded 2 boxes, NVA Resources -9, NVA Ineligible through the next card."""
    degrade_trail(s, 2, by_event=True)
    add_resources(s, NVA, -9)
    make_ineligible(s, NVA)


@event(10, "shaded")
def rolling_thunder_shaded(s: State, by: int) -> None:
    """ARVN Resources -5. Momentum: no Air Strike (4.2.3)."""
    add_resources(s, ARVN, -5)
    begin_effect(s, 10, "shaded")


# --- 11-15 --------------------------------------------------------------------------------------------------------


@event(11, "unshaded")
def abrams_unshaded(s: State, by: int) -> None:
    """Capability: 1 US Assault space may take an unTunneled Base first (3.2.4)."""
    begin_effect(s, 11, "unshaded")


@event(11, "shaded")
def abrams_shaded(s: State, by: int) -> None:
    """Capability: US Assault in at most 2 spaces (3.2.4)."""
    begin_effect(s, 11, "shaded")


@event(12, "unshaded")
def capt_buck_adams_unshaded(s: State, by: int) -> Flow[None]:
    """Outside the South all Guerrillas turn Active and an NVA Base goes."""
    for sp in OUTSIDE_THE_SOUTH:
        for faction in (NVA, VC):
            activate(s, sp, faction, underground(s, sp, faction))
    offered = owned(by, NVA_TUNNEL)
    yield from remove_or_offer(s, by, "buck_adams_remove", (NVA_BASE,), OUTSIDE_THE_SOUTH, 1, offered)


def _nva_bastions(s: State) -> list[int]:
    """Spaces outside the South under NVA Control."""
    return [sp for sp in OUTSIDE_THE_SOUTH if s.control[sp] == NVA_CONTROL]


@event(12, "shaded")
def capt_buck_adams_shaded(s: State, by: int) -> Flow[None]:
    """An NVA Base under NVA Control outside the South; 3 NVA Guerrillas anywhere turn Underground."""
    yield from place_among(s, by, "buck_adams_place", (NVA_BASE,), _nva_bastions(s), 1)
    for left in (3, 2, 1):
        piece = yield from pick_piece(s, by, "buck_adams_hide", pieces_in(s, (NVA_GUERRILLA_ACTIVE,), MAP), left=left)
        if piece is None:
            break
        hide(s, piece[1], NVA)


@event(13, "unshaded")
def cobras_unshaded(s: State, by: int) -> None:
    """Capability: 2 Sweep spaces each remove an Active enemy piece (3.2.3)."""
    begin_effect(s, 13, "unshaded")


@event(13, "shaded")
def cobras_shaded(s: State, by: int) -> None:
    """Capability: each US Assault space may cost a US Troop (3.2.4)."""
    begin_effect(s, 13, "shaded")


@event(14, "unshaded")
def m48_patton_unshaded(s: State, by: int) -> None:
    """Capability: 2 US Assault spaces that are not Lowland each remove 2 more pieces (3.2.4)."""
    begin_effect(s, 14, "unshaded")


@event(14, "shaded")
def m48_patton_shaded(s: State, by: int) -> None:
    """Capability: after a Patrol NVA removes up to 2 cubes that moved (3.2.2)."""
    begin_effect(s, 14, "shaded")


def _commitment_to_come(s: State) -> bool:
    """6.5: the final Coup Round has no Commitment Phase; card 73 brings one of its own."""
    coups = coups_left(s)
    return coups > 1 or s.next_card == GREAT_SOCIETY


@event(15, "unshaded", claims=lambda s, by: _commitment_to_come(s))
def medevac_unshaded(s: State, by: int) -> None:
    """Momentum: in the Commitment Phase all Troop Casualties become Available (6.5)."""
    begin_effect(s, 15, "unshaded")


@event(15, "shaded")
def medevac_shaded(s: State, by: int) -> None:
    """The executing Faction stays Eligible. Momentum: no Air Lift (4.2.2)."""
    stay_eligible(s, by)
    begin_effect(s, 15, "shaded")
