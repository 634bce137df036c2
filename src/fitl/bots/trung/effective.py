"""Would an Event have an effect? A general test, and a special one for each Event whose notes have one."""

from collections.abc import Callable
from typing import Final

from fitl.board.cards import KHANH
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import (
    ARVN_BASE,
    ARVN_TROOPS,
    EDGE_TRACK_MAX,
    GUERRILLAS,
    IRREGULAR,
    IRREGULAR_ACTIVE,
    KINDS,
    NVA_TROOPS,
    POLICE,
    RANGER_ACTIVE,
    TRAIL_MAX,
    US_BASE,
    US_TROOPS,
)
from fitl.board.spaces import (
    AVAILABLE,
    CASUALTIES,
    CITIES,
    COAST_MASK,
    CONTROLLABLE,
    JUNGLE_MASK,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    PROVINCES,
    SAIGON,
    SOUTH_MASK,
    SPACE_COUNT,
)
from fitl.bots.mind import Mind
from fitl.bots.trung.activities import may_infiltrate
from fitl.bots.trung.counts import can_hold_support, hidden, total, vulnerable
from fitl.lasting import SA_2S_SHADED, TOP_GUN
from fitl.rules.activities.air_strike import can_air_strike
from fitl.rules.cards import is_effective as changes_anything
from fitl.rules.control import on_map, victory_marker
from fitl.rules.forces import available, coin_bases, count, guerrillas, pieces_of
from fitl.rules.operation import Activity
from fitl.rules.operations.assault import us_hits
from fitl.rules.operations.sweep import finds
from fitl.rules.pivotal import holds_pivotal
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, COIN_CONTROL, NEUTRAL, PASSIVE_SUPPORT, State

Test = Callable[[State, int], bool]


def is_effective(mind: Mind, s: State, side: str) -> bool:
    """May a bot execute this side of the current card?"""
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


def _bombs_abroad(s: State) -> bool:
    return any(not SOUTH_MASK >> sp & 1 and vulnerable(s, sp) for sp in range(SPACE_COUNT))


def _removed_by(s: State, sp: int) -> int:
    """99: what a Sweep and then an Assault would remove, Troops of both as the US's."""
    row = sp * KINDS
    troops = s.pieces[row + US_TROOPS] + s.pieces[row + ARVN_TROOPS]
    found = min(hidden(s, sp), finds(s, US, sp, (US_TROOPS, IRREGULAR, IRREGULAR_ACTIVE)))
    exposed = vulnerable(s, sp) + found
    return min(us_hits(s, sp, troops), exposed)


def _masher(s: State, by: int) -> bool:
    most = max(
        (_removed_by(s, sp) for sp in range(CONTROLLABLE) if sp != NORTH_VIETNAM and not JUNGLE_MASK >> sp & 1),
        default=0,
    )
    return most >= (4 if by == US else 1)


def _long_tan(s: State, by: int) -> bool:
    jungle = any(
        JUNGLE_MASK >> sp & 1 and count(s, sp, US_TROOPS) and total(s, sp, GUERRILLAS) for sp in range(CONTROLLABLE)
    )
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
    return s.patronage > 0 or (by == VC and _arvn_on_map(s))


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
    return any(
        COAST_MASK >> sp & 1 and can_hold_support(sp) and s.support[sp] > ACTIVE_OPPOSITION and _us_near(s, sp)
        for sp in PROVINCES
    )


def _nam_dong(s: State, by: int) -> bool:
    """48: a Province with a COIN Base that has Guerrillas or is not at Active Support."""
    return any(
        coin_bases(s, sp) and (guerrillas(s, sp, NVA) + guerrillas(s, sp, VC) or s.support[sp] < ACTIVE_SUPPORT)
        for sp in PROVINCES
    )


def _below(level: int, controlled: bool = False) -> Callable[[State, int], bool]:
    def test(s: State, by: int) -> bool:
        return any(
            can_hold_support(sp) and s.support[sp] < level and (not controlled or s.control[sp] == COIN_CONTROL)
            for sp in range(CONTROLLABLE)
        )

    return test


def _active_forces(s: State) -> bool:
    return on_map_exactly(s, IRREGULAR_ACTIVE) or on_map_exactly(s, RANGER_ACTIVE)


def on_map_exactly(s: State, kind: int) -> bool:
    return any(s.pieces[sp * KINDS + kind] for sp in range(SPACE_COUNT))


def _arvn_on_map(s: State) -> bool:
    return any(pieces_of(s, sp, ARVN) for sp in range(SPACE_COUNT))


def _nva_in_north_or_laos(s: State) -> bool:
    return any(not SOUTH_MASK >> sp & 1 and pieces_of(s, sp, NVA) for sp in range(SPACE_COUNT))


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
    (22, "unshaded"): lambda s, by: _troops_out(s),
    (30, "shaded"): _coastal_people,
    (33, "unshaded"): lambda s, by: _person(s, NVA),
    (33, "shaded"): lambda s, by: not s.effects & TOP_GUN,
    (35, "unshaded"): lambda s, by: s.trail > 0,
    (40, "unshaded"): lambda s, by: _can_strike(s) or count(s, CASUALTIES, US_TROOPS) > 0,
    (40, "shaded"): lambda s, by: _troops_available(s),
    (42, "unshaded"): lambda s, by: _person(s, NVA) or on_map(s, NVA_TROOPS) > 0,
    (43, "unshaded"): _economic_aid,
    (48, "unshaded"): _nam_dong,
    (54, "shaded"): lambda s, by: _casualties(s),
    (57, "unshaded"): lambda s, by: _casualties(s),
    (57, "shaded"): lambda s, by: _troops_available(s),
    (58, "unshaded"): lambda s, by: _nva_in_north_or_laos(s),
    (60, "unshaded"): lambda s, by: _us_out(s),
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
    (73, "shaded"): lambda s, by: pieces_of(s, AVAILABLE, US) > 0,
    (76, "unshaded"): lambda s, by: (
        s.patronage < EDGE_TRACK_MAX or any(_person(s, f) and s.resources[f] > 0 for f in (NVA, VC))
    ),
    (77, "unshaded"): lambda s, by: (
        available(s, NVA_TROOPS) > 0 or any(_person(s, f) and s.resources[f] > 1 for f in (NVA, VC))
    ),
    (77, "shaded"): lambda s, by: by != NVA or may_infiltrate(s),
    (80, "single"): _winding_down,
    (82, "unshaded"): lambda s, by: _us_out(s),
    (82, "shaded"): lambda s, by: _troops_available(s) or (_tracked(s) and s.aid > 0),
    (83, "unshaded"): lambda s, by: any(level == PASSIVE_SUPPORT for level in s.support),
    (85, "unshaded"): _below(ACTIVE_SUPPORT, controlled=True),
    (85, "shaded"): _usaid,
    (87, "shaded"): _thi,
    (88, "unshaded"): lambda s, by: s.support[SAIGON] < ACTIVE_SUPPORT if by == US else s.patronage < EDGE_TRACK_MAX,
    (89, "unshaded"): lambda s, by: s.patronage < EDGE_TRACK_MAX,
    (93, "shaded"): lambda s, by: available(s, US_BASE) > 0,
    (97, "unshaded"): _brinks,
    (98, "unshaded"): _long_tan,
    (99, "unshaded"): _masher,
    (103, "unshaded"): lambda s, by: _casualties(s),
    (103, "shaded"): lambda s, by: count(s, CASUALTIES, US_TROOPS) > 0 or (_tracked(s) and s.aid > 0),
    (105, "shaded"): _pressed,
    (107, "unshaded"): lambda s, by: s.patronage < EDGE_TRACK_MAX,
    (107, "shaded"): lambda s, by: s.support[SAIGON] > ACTIVE_OPPOSITION or (_tracked(s) and s.aid > 0),
    (108, "unshaded"): lambda s, by: pieces_of(s, CASUALTIES, US) < 3 and _troops_out(s),
    (108, "shaded"): lambda s, by: _casualties(s) and _troops_available(s),
    (110, "unshaded"): lambda s, by: _casualties(s) or _active_forces(s),
    (114, "unshaded"): _below(PASSIVE_SUPPORT),
    (117, "shaded"): lambda s, by: _arvn_on_map(s),
    (119, "unshaded"): lambda s, by: _troops_available(s) or s.patronage < EDGE_TRACK_MAX,
    (120, "unshaded"): lambda s, by: _us_out(s),
    (120, "shaded"): lambda s, by: (
        count(s, CASUALTIES, US_BASE) > 0 or (s.leaders() > 0 and count(s, CASUALTIES, US_TROOPS) > 0)
    ),
}
