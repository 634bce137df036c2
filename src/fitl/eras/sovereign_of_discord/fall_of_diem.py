"""P7.4 The Fall of Diem: five steps that turn the situation of 1963 into one of the base game.

Each step is a stage, so that a game can be left and taken up between them. Control stays as it was before the first
step until the last (`Era.control_frozen`); what Washington, Hanoi and Regime Stability said is remembered on their
tracks until then.
"""

from typing import Final, NamedTuple

from fitl.board.factions import NVA, US, VC
from fitl.board.pieces import (
    ADVISOR,
    ARVN_BASE,
    ARVN_TROOPS,
    CADRE,
    COUNTED_AS,
    FACTION_OF,
    IRREGULAR,
    KINDS,
    NVA_BASE,
    NVA_GUERRILLA,
    PLAIN_KINDS,
    RANGER,
    US_BASE,
    US_TROOPS,
    VC_BASE,
    VC_BASE_CADRE,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
    VC_TUNNEL,
)
from fitl.board.spaces import (
    AVAILABLE,
    CASUALTIES,
    CITIES,
    CONTROLLABLE,
    HANOI_1,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    PROVINCES,
    ROWS,
    SET_ASIDE,
    SPACE_BY_ID,
    SPACE_COUNT,
    WASHINGTON_1,
)
from fitl.decisions import DONE, DONE_OPTION, Decision, Flow, amounts, spaces_options
from fitl.era import Stage, stages
from fitl.eras.sovereign_of_discord.coup_round import redeploy_arvn
from fitl.eras.sovereign_of_discord.officer_coup import FALL_NORTH_VIETNAM
from fitl.eras.sovereign_of_discord.tracks import BOXES, empty_hanoi_box
from fitl.rules.control import force_pool, shift, shift_toward_neutral
from fitl.rules.coup.coup_card import desertion
from fitl.rules.economy import add_aid, set_trail
from fitl.rules.forces import (
    bases_of,
    enter,
    guerrillas,
    has_room_for_base,
    irregulars,
    leave_game,
    move,
    place,
    remove,
    transfer,
)
from fitl.state import COIN_CONTROL, State

FALL_VIET_CONG: Final = "fall_viet_cong"
FALL_UNITED_STATES: Final = "fall_united_states"
FALL_SOUTH_VIETNAM: Final = "fall_south_vietnam"
FALL_RESET: Final = "fall_reset"

GUERRILLAS_LEFT: Final = 2  # of VC in a space
NORTHERN_GUERRILLAS: Final = 3  # beside a Base, in each space where NVA begins
BEGINNINGS: Final = (NORTH_VIETNAM, SPACE_BY_ID["central_laos"], SPACE_BY_ID["the_parrots_beak"])
SOUTHERN_LAOS: Final = SPACE_BY_ID["southern_laos"]  # from Hanoi 2 on
NORTHEAST_CAMBODIA: Final = SPACE_BY_ID["northeast_cambodia"]  # at Hanoi 4

US_OUT_OF_PLAY: Final = ((US_TROOPS, 10), (US_BASE, 2))
ARVN_OUT_OF_PLAY: Final = ((ARVN_TROOPS, 10), (RANGER, 3), (ARVN_BASE, 2))
MOST: Final = 4  # of either track


# --- 1 North Vietnam ----------------------------------------------------------------------------------------------


def north_vietnam(s: State) -> Flow[None]:
    """P7.4 step 1: everything set aside so far is brought out; NVA begins at the Trail."""
    s.note("log.fall.begins", card=s.card)
    s.control_frozen = True
    for level in range(BOXES):
        empty_hanoi_box(s, HANOI_1 + level)
    cadres_leave(s)
    s.era = s.era_named("fall_of_diem")
    s.initiative = 0  # of Diem's War
    bring_out(s)
    set_trail(s, 2 if s.hanoi == MOST else 1)
    spaces = [*BEGINNINGS]
    if s.hanoi >= 2:
        spaces.append(SOUTHERN_LAOS)
    if s.hanoi == MOST:
        spaces.append(NORTHEAST_CAMBODIA)
    for sp in spaces:
        place(s, sp, NVA_GUERRILLA, NORTHERN_GUERRILLAS)
        place(s, sp, NVA_BASE)
    s.stage = FALL_VIET_CONG
    yield from ()


def cadres_leave(s: State) -> None:
    """P7.4 step 1: from their Bases to Available, and from there out of the game."""
    for sp in range(CONTROLLABLE):
        if n := s.pieces[sp * KINDS + VC_BASE_CADRE]:
            for _ in range(n):
                s.note("log.cadre_removed", space=sp)
            transfer(s, VC_BASE_CADRE, n, sp, sp, VC_BASE)
    leave_game(s, AVAILABLE, CADRE, s.pieces[AVAILABLE * KINDS + CADRE])


def bring_out(s: State) -> None:
    """P1.4, P7.4: what the base game has besides, NVA to Available, the others set aside until their step.

    Advisors are six of the US Troops (P1.4), and such again.
    """
    for row in range(ROWS):
        if n := s.pieces[row * KINDS + ADVISOR]:
            transfer(s, ADVISOR, n, row, row, US_TROOPS)
    for kind, n in missing_pieces(s):
        enter(s, kind, n, AVAILABLE if FACTION_OF[kind] == NVA else SET_ASIDE)


def missing_pieces(s: State) -> list[tuple[int, int]]:
    """What the present era's force pool has and the board has not yet."""
    counts = ((kind, sum(sum(s.pieces[state::KINDS]) for state in COUNTED_AS[kind])) for kind in PLAIN_KINDS)
    return [(kind, force_pool(s)[kind] - there) for kind, there in counts if force_pool(s)[kind] > there]


# --- 2 Viet Cong --------------------------------------------------------------------------------------------------


def viet_cong(s: State) -> Flow[None]:
    """P7.4 step 2: VC thins out, digs in where it did, may dig one Tunnel, and holds its Provinces."""
    thinned = thin_out(s)
    yield from dig_in(s, [sp for sp in thinned if not bases_of(s, sp, VC) and has_room_for_base(s, sp)])
    bases = [sp for sp in range(CONTROLLABLE) if s.pieces[sp * KINDS + VC_BASE]]
    sp = yield Decision(VC, "fall.tunnel", "P7.4", [*spaces_options(bases), DONE_OPTION])
    if sp != DONE:
        transfer(s, VC_BASE, 1, sp, sp, VC_TUNNEL)
        s.note("log.fall.tunnel", space=sp)
    for sp in PROVINCES:
        if bases_of(s, sp, VC):
            shift(s, sp, -1)
        else:
            shift_toward_neutral(s, sp)
    s.stage = FALL_UNITED_STATES


def thin_out(s: State) -> list[int]:
    """In every space Guerrillas beyond two become Available, Active ones first: step 5 hides the others anyway."""
    thinned = []
    for sp in range(SPACE_COUNT):
        excess = guerrillas(s, sp, VC) - GUERRILLAS_LEFT
        if excess > 0:
            thinned.append(sp)
            active = min(excess, s.pieces[sp * KINDS + VC_GUERRILLA_ACTIVE])
            for kind, n in ((VC_GUERRILLA_ACTIVE, active), (VC_GUERRILLA, excess - active)):
                if n:
                    remove(s, sp, kind, n)
    return thinned


def dig_in(s: State, spaces: list[int]) -> Flow[None]:
    """A Base where Guerrillas went; if too few are Available VC chooses where (OPEN 25)."""
    while spaces and (left := s.pieces[AVAILABLE * KINDS + VC_BASE]):
        sp = spaces[0]
        if left < len(spaces):
            sp = yield Decision(VC, "fall.base", "P7.4", spaces_options(spaces), {"left": left})
        spaces.remove(sp)
        place(s, sp, VC_BASE)


# --- 3 United States ----------------------------------------------------------------------------------------------


class Arrival(NamedTuple):
    """What the US must bring at a level of Washington, and what follows."""

    troops: int
    bases: int
    from_out_of_play: int  # Troops besides
    sent_home: int  # Available Troops that go Out of Play
    aid: int


ARRIVALS: Final = (
    Arrival(6, 1, 0, 2, 10),
    Arrival(6, 1, 0, 2, 10),
    Arrival(9, 2, 0, 0, 15),
    Arrival(9, 2, 0, 0, 15),
    Arrival(9, 3, 3, 0, 20),
)


def united_states(s: State) -> Flow[None]:
    """P7.4 step 3: all come home but Irregulars on the map; then as many go out again as Washington says."""
    come_home(s)
    arrival = ARRIVALS[s.washington]
    spaces = landing_spaces(s)
    yield from _land_units(s, US_TROOPS, arrival.troops, AVAILABLE, spaces)
    yield from _land_units(s, US_TROOPS, arrival.from_out_of_play, OUT_OF_PLAY, spaces)
    yield from _land_bases(s, arrival.bases, spaces)
    if arrival.sent_home:
        move(s, US_TROOPS, arrival.sent_home, AVAILABLE, OUT_OF_PLAY)
    if US not in s.scenario.factions:  # from Diem's War
        safe = [sp for sp in range(CONTROLLABLE) if sp in CITIES or s.control[sp] == COIN_CONTROL]
        yield from _land_units(s, IRREGULAR, s.washington, AVAILABLE, safe)
    add_aid(s, arrival.aid - s.aid)
    s.stage = FALL_SOUTH_VIETNAM


def come_home(s: State) -> None:
    """What lies on the Washington track and all US pieces but Irregulars on the map become Available."""
    for box in range(WASHINGTON_1, WASHINGTON_1 + BOXES):
        _move_all(s, box, AVAILABLE)
    _move_all(s, CASUALTIES, AVAILABLE)
    for kind, n in US_OUT_OF_PLAY:
        move(s, kind, n, SET_ASIDE, OUT_OF_PLAY)
    for kind in (US_TROOPS, US_BASE, IRREGULAR):
        if n := s.pieces[SET_ASIDE * KINDS + kind]:
            move(s, kind, n, SET_ASIDE, AVAILABLE)
    for sp in range(SPACE_COUNT):
        for kind in (US_TROOPS, US_BASE):
            if n := s.pieces[sp * KINDS + kind]:
                remove(s, sp, kind, n)


def _move_all(s: State, row: int, destination: int) -> None:
    for kind in PLAIN_KINDS:
        if n := s.pieces[row * KINDS + kind]:
            move(s, kind, n, row, destination)


def landing_spaces(s: State) -> list[int]:
    """Cities, COIN-Controlled Provinces, and Provinces with Irregulars."""
    return [
        sp
        for sp in range(CONTROLLABLE)
        if sp in CITIES or s.control[sp] == COIN_CONTROL or (sp in PROVINCES and irregulars(s, sp))
    ]


def _land_units(s: State, kind: int, n: int, source: int, spaces: list[int]) -> Flow[None]:
    """The US sets n pieces from a box: where, and how many there, until all are set."""
    n = min(n, s.pieces[source * KINDS + kind])
    while n:
        params = {"piece": kind, "left": n}
        sp = yield Decision(US, "fall.land", "P7.4", spaces_options(spaces), params)
        some = yield Decision(US, "fall.number", "P7.4", amounts(1, n), {"piece": kind, "space": sp})
        place(s, sp, kind, some, source)
        n -= some


def _land_bases(s: State, n: int, spaces: list[int]) -> Flow[None]:
    for left in range(n, 0, -1):
        roomy = [sp for sp in spaces if has_room_for_base(s, sp)]
        if roomy:
            params = {"piece": US_BASE, "left": left}
            sp = yield Decision(US, "fall.land", "P7.4", spaces_options(roomy), params)
            place(s, sp, US_BASE)


# --- 4 South Vietnam ----------------------------------------------------------------------------------------------


def south_vietnam(s: State) -> Flow[None]:
    """P7.4 step 4: desertion as after a Failed Attempt (2.4), then ARVN Redeploys (6.4.2, OPEN 26)."""
    for kind, n in ARVN_OUT_OF_PLAY:
        move(s, kind, n, SET_ASIDE, OUT_OF_PLAY)
    yield from desertion(s)
    yield from redeploy_arvn(s)
    s.stage = FALL_RESET


FALL_STAGES: Final = stages(
    Stage(FALL_NORTH_VIETNAM, north_vietnam, "P7.4"),
    Stage(FALL_VIET_CONG, viet_cong, "P7.4"),
    Stage(FALL_UNITED_STATES, united_states, "P7.4"),
    Stage(FALL_SOUTH_VIETNAM, south_vietnam, "P7.4"),
)
