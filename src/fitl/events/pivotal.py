"""The Pivotal Events 121-124 (2.3.8)."""

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import (
    ARMOR_OF,
    ARVN_PIECES,
    ARVN_TROOPS,
    IRREGULAR,
    NVA_BASE,
    NVA_TROOPS,
    NVA_TUNNEL,
    POLICE,
    US_BASE,
    US_TROOPS,
    VC_BASE,
    VC_GUERRILLA,
)
from fitl.board.spaces import ADJACENT, AVAILABLE, CASUALTIES, CITIES, LOCS, OUT_OF_PLAY, SPACE_COUNT
from fitl.decisions import Flow
from fitl.events.free import free_march, granted
from fitl.events.program import Programs
from fitl.events.vocabulary import between_boxes, make_ineligible, pick_space, place_among, relocate, remove_or_offer
from fitl.lasting import PEACE_TALKS
from fitl.rules.economy import add_aid, add_resources
from fitl.rules.forces import coin_pieces, count, guerrillas, pieces_of, terror_markers_left
from fitl.rules.operations.attack import TROOPS, attack_in, guerrilla_attack, lose_pt_76
from fitl.rules.operations.terror import suits_terror, terrorize
from fitl.state import State

event = Programs()

EVERY_SPACE = tuple(range(SPACE_COUNT))
US_KINDS = (US_TROOPS, US_BASE, IRREGULAR)
ARVN_CUBES = (ARVN_TROOPS, POLICE)
VC_PIECE = (VC_GUERRILLA, VC_BASE)


# --- 121 Linebacker II --------------------------------------------------------------------------------------------


@event(121)
def linebacker_ii(s: State, by: int) -> Flow[None]:
    """NVA loses 2 Bases and half its Resources and is Ineligible; 3 Casualties become Available."""
    s.effects &= ~PEACE_TALKS  # card 3 has served
    # 5.1.1: NVA may give up Tunneled Bases, but need not.
    yield from remove_or_offer(s, NVA, "give_up_base", (NVA_BASE,), EVERY_SPACE, 2, (NVA_TUNNEL,))
    add_resources(s, NVA, s.resources[NVA] // 2 - s.resources[NVA])
    make_ineligible(s, NVA)
    yield from between_boxes(s, US, "pieces_to_box", US_KINDS, 3, CASUALTIES, AVAILABLE)


# --- 122 Easter Offensive -----------------------------------------------------------------------------------------


@event(122)
def easter_offensive(s: State, by: int) -> Flow[None]:
    """A free NVA March; Troops on LoCs without COIN pieces go on a space; then all NVA Troops Attack."""
    yield from free_march(s, granted(s, NVA, "march"))
    roads = [sp for sp in LOCS if not coin_pieces(s, sp)]
    yield from relocate(s, NVA, "easter_move", (NVA_TROOPS, *ARMOR_OF[NVA]), roads, lambda kind, sp: ADJACENT[sp])
    attack = granted(s, NVA, "attack")
    for sp in [sp for sp in EVERY_SPACE if count(s, sp, NVA_TROOPS) and coin_pieces(s, sp)]:
        yield from attack_in(s, attack, sp, (TROOPS,))


# --- 123 Vietnamization -------------------------------------------------------------------------------------------


@event(123)
def vietnamization(s: State, by: int) -> Flow[None]:
    """ARVN Resources and Aid +12, all ARVN pieces Out of Play become Available, 4 ARVN cubes are placed."""
    add_resources(s, ARVN, +12)
    add_aid(s, +12)
    n = pieces_of(s, OUT_OF_PLAY, ARVN)
    yield from between_boxes(s, ARVN, "pieces_to_box", ARVN_PIECES, n, OUT_OF_PLAY, AVAILABLE)
    yield from place_among(s, ARVN, "place_arvn_cubes", ARVN_CUBES, EVERY_SPACE, 4)


# --- 124 Tet Offensive --------------------------------------------------------------------------------------------


@event(124)
def tet_offensive(s: State, by: int) -> Flow[None]:
    """Free Terror wherever VC is Underground, 6 VC pieces into Cities, then free Attacks by all Guerrillas."""
    yield from general_uprising(s)


def general_uprising(s: State) -> Flow[None]:
    """What the Tet Offensive does, also by card 96: VC decides everything.

    Attacks in different spaces do not touch each other, so their order is not asked.
    """
    yield from _general_terror(s)
    yield from place_among(s, VC, "tet_place", VC_PIECE, CITIES, 6)
    for sp in EVERY_SPACE:
        if _guerrillas_face_enemies(s, sp):
            if guerrillas(s, sp, NVA):
                lose_pt_76(s, NVA, sp)  # card 45: NVA Attacks here too
            yield from guerrilla_attack(s, VC, sp, attackers=(VC, NVA))


def _guerrillas_face_enemies(s: State, sp: int) -> bool:
    return coin_pieces(s, sp) > 0 and guerrillas(s, sp, VC) + guerrillas(s, sp, NVA) > 0


def _general_terror(s: State) -> Flow[None]:
    """Terror in every space with an Underground VC Guerrilla; VC sets the order where markers are too few for all."""
    spaces = [sp for sp in EVERY_SPACE if suits_terror(s, VC, sp)]
    while spaces:
        sp = spaces[0]
        if sum(not s.terror[sp] for sp in spaces) > terror_markers_left(s) > 0:
            sp = yield from pick_space(s, VC, "tet_terror", spaces)
        spaces.remove(sp)
        yield from terrorize(s, VC, sp)
