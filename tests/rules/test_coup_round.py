"""The playbook tutorial's Coup Round (card 125), phase by phase, with every printed value."""

from fitl.board.cards import KHANH
from fitl.board.factions import ARVN, NVA, VC
from fitl.board.spaces import (
    AN_LOC,
    AVAILABLE,
    BA_XUYEN,
    BINH_DINH,
    BINH_TUY,
    CAM_RANH,
    CAN_THO,
    CASUALTIES,
    CENTRAL_LAOS,
    DA_NANG,
    HUE,
    KHANH_HOA,
    KIEN_GIANG,
    KIEN_HOA,
    KIEN_PHONG,
    KONTUM,
    LOC_SAIGON_CAN_THO,
    LOCS,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    PHU_BON,
    PLEIKU,
    QUANG_DUC,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    QUI_NHON,
    SAIGON,
    SOUTHERN_LAOS,
    SPACES,
    TAY_NINH,
    THE_PARROTS_BEAK,
)
from fitl.lasting import BOOBY_TRAPS_SHADED
from fitl.rules.control import recount, set_support, victory_markers
from fitl.rules.coup.commitment import commitment_phase
from fitl.rules.coup.coup_card import coup_card
from fitl.rules.coup.redeploy import redeploy_phase
from fitl.rules.coup.reset import reset_phase
from fitl.rules.coup.resources import resources_phase
from fitl.rules.coup.support import support_phase
from fitl.rules.coup.victory import victory_phase
from fitl.state import (
    COIN_CONTROL,
    COMMITMENT,
    MINH,
    NEXT_CARD,
    NVA_CONTROL,
    REDEPLOY,
    RESET,
    RESOURCES,
    SUPPORT,
    VICTORY,
    PileState,
    State,
)
from fitl.words import label, line, prompt
from tests.support import Play, at, blank, play, put

NVA_IN_QUANG_TRI = {"nva_guerrilla": 4, "nva_guerrilla_active": 1}
AFTER_TURN_7 = {
    SAIGON: {"us_base": 1, "us_troops": 4, "arvn_troops": 2, "police": 3},
    HUE: {"us_base": 1, "us_troops": 3, "arvn_troops": 2, "police": 2, "vc_guerrilla": 1},
    QUI_NHON: {"police": 2},
    CAM_RANH: {"arvn_troops": 2, "police": 2},
    AN_LOC: {"arvn_troops": 2, "police": 2},
    CAN_THO: {"arvn_troops": 2, "police": 2},
    DA_NANG: {"us_troops": 2, "police": 1},
    KONTUM: {"us_troops": 2, "police": 1},
    QUANG_TRI: NVA_IN_QUANG_TRI | {"irregular": 1, "ranger_active": 1, "vc_base": 1, "vc_guerrilla": 3},
    QUANG_NAM: {"police": 1},
    QUANG_TIN: {"vc_base": 1, "vc_guerrilla": 1, "vc_guerrilla_active": 1},
    QUANG_DUC: {"vc_base": 1, "vc_guerrilla": 1, "vc_guerrilla_active": 1},
    BINH_TUY: {"vc_base": 1, "vc_guerrilla": 1, "vc_guerrilla_active": 1},
    BINH_DINH: {"us_troops": 1, "irregular": 4, "arvn_troops": 2, "vc_base": 1, "vc_guerrilla_active": 2},
    PLEIKU: {"us_base": 1, "us_troops": 1, "irregular": 1, "arvn_troops": 6, "vc_base": 1},
    PHU_BON: {"police": 1},
    KHANH_HOA: {"police": 1},
    KIEN_HOA: {"police": 1},
    BA_XUYEN: {"police": 1},
    TAY_NINH: {"vc_tunnel": 1, "vc_guerrilla": 2},
    KIEN_PHONG: {"nva_guerrilla": 3, "vc_guerrilla": 1},
    KIEN_GIANG: {"nva_guerrilla": 4},
    NORTH_VIETNAM: {"nva_base": 1},
    CENTRAL_LAOS: {"nva_base": 1, "nva_guerrilla": 1},
    SOUTHERN_LAOS: {"nva_base": 1, "nva_troops": 5},
    THE_PARROTS_BEAK: {"nva_base": 1, "nva_guerrilla": 1},
    CASUALTIES: {"us_troops": 1},
    OUT_OF_PLAY: {"us_troops": 5, "us_base": 1, "arvn_troops": 10, "ranger": 3, "arvn_base": 2},
}
COIN_AVAILABLE = {"us_troops": 21, "us_base": 2, "arvn_troops": 2, "police": 10, "ranger": 2, "arvn_base": 1}
INSURGENTS_AVAILABLE = {"nva_troops": 35, "nva_guerrilla": 6, "nva_base": 5, "vc_guerrilla": 15, "vc_base": 2}
LEVELS = {
    sp: level
    for level, spaces in (
        (2, (BINH_DINH,)),
        (1, (SAIGON, QUI_NHON, CAM_RANH, AN_LOC, CAN_THO, PHU_BON, KHANH_HOA, KIEN_HOA, BA_XUYEN)),
        (-1, (QUANG_TRI, QUANG_TIN, QUANG_DUC, BINH_TUY, KIEN_GIANG)),
        (-2, (HUE, TAY_NINH, KIEN_PHONG)),
    )
    for sp in spaces
}


def after_turn_7() -> State:
    s = blank(
        card=KHANH,
        next_card=75,
        leader=MINH,
        resources=[0, 18, 2, 10],
        aid=14,
        patronage=15,
        econ=15,
        trail=1,
        effects=BOOBY_TRAPS_SHADED,
        piles=(PileState(4, 1964, 0, 13), PileState(12, 1965, -1, 13)),
    )
    for row, pieces in AFTER_TURN_7.items():
        put(s, row, **pieces)
    for sp, level in LEVELS.items():
        set_support(s, sp, level)
    s.terror[HUE] = 1
    return s


def read(p: Play) -> Play:
    """Every prompt and option has its words."""
    if p.decision is not None:
        assert prompt(p.decision)
        assert all(label(p.decision, option) for option in p.decision.options)
    return p


def steps(p: Play, *keys: str | int) -> Play:
    for key in keys:
        read(p).answer(key)
    return read(p)


def test_the_tutorials_coup_round_step_by_step() -> None:
    s = after_turn_7()
    assert victory_markers(s) == (42, 38, 8, 27)
    assert at(s, AVAILABLE) == COIN_AVAILABLE | INSURGENTS_AVAILABLE

    assert play(coup_card(s)).over
    assert (s.leader, s.leader_box, s.stage) == (KHANH, (KHANH,), VICTORY)

    assert play(victory_phase(s)).over
    assert (s.outcome, s.stage) == (None, RESOURCES)

    assert play(resources_phase(s)).over
    assert [loc for loc in LOCS if s.terror[loc]] == []
    assert (s.trail, s.resources, s.econ, s.aid, s.stage) == (1, [0, 47, 7, 17], 15, 11, SUPPORT)

    p = steps(play(support_phase(s)), "hue")
    assert (s.terror[HUE], s.resources[ARVN]) == (0, 44)
    steps(p, "more", "more")
    assert (s.support[HUE], s.resources[ARVN], victory_markers(s)) == (0, 38, (42, 38, 8, 23))
    steps(p, "saigon")
    assert (s.support[SAIGON], s.resources[ARVN], victory_markers(s)) == (2, 35, (48, 38, 8, 23))
    steps(p, "done")
    assert p.decision is not None
    assert p.decision.actor == ARVN
    steps(p, "done")
    assert p.keys() == [
        *("quang_tri_thua_thien", "quang_tin_quang_ngai", "quang_duc_long_khanh", "binh_tuy_binh_thuan", "done"),
    ]
    steps(p, "quang_tri_thua_thien", "quang_tin_quang_ngai", "quang_duc_long_khanh", "binh_tuy_binh_thuan")
    assert p.over
    assert (s.resources[VC], victory_markers(s), s.stage) == (13, (48, 38, 8, 29), REDEPLOY)

    control = bytes(s.control)
    p = read(play(redeploy_phase(s)))
    assert p.decision is not None
    assert (p.decision.kind, p.decision.params) == ("redeploy.must", {"piece": 4, "origin": BINH_DINH, "n": 2})
    steps(p, "qui_nhon", 1, "da_nang", "done")
    steps(p, "saigon", "loc_saigon_can_tho", 1, "done")
    steps(p, "southern_laos", "north_vietnam", 4, "done")
    assert p.over
    assert bytes(s.control) == control
    assert s.stage == COMMITMENT

    p = steps(play(commitment_phase(s)), "an_loc")
    assert (at(s, CASUALTIES), victory_markers(s)[0]) == ({}, 48)
    assert p.decision is not None
    assert p.decision.params == {"troops": 9, "bases": 2}
    steps(p, "us_troops@binh_dinh", "qui_nhon", "us_troops@saigon", "can_tho", 1, "us_troops@saigon", "cam_ranh", 1)
    steps(p, "done")
    assert p.over  # nothing withdrawn
    assert (s.control[BINH_DINH], s.stage) == (COIN_CONTROL, RESET)

    assert play(reset_phase(s)).over
    check_final_state(s)
    assert all(line(entry) for entry in s.log or [])


FINAL = {
    SAIGON: {"us_troops": 2, "us_base": 1, "arvn_troops": 2, "police": 2},
    HUE: {"us_troops": 3, "us_base": 1, "arvn_troops": 2, "police": 2, "vc_guerrilla": 1},
    QUI_NHON: {"us_troops": 1, "arvn_troops": 1, "police": 2},
    CAM_RANH: {"us_troops": 1, "arvn_troops": 2, "police": 2},
    AN_LOC: {"us_troops": 1, "arvn_troops": 2, "police": 2},
    CAN_THO: {"us_troops": 1, "arvn_troops": 2, "police": 2},
    DA_NANG: {"us_troops": 2, "arvn_troops": 1, "police": 1},
    QUANG_TRI: {"irregular": 1, "ranger": 1, "nva_guerrilla": 5, "vc_guerrilla": 3, "vc_base": 1},
    QUANG_TIN: {"vc_guerrilla": 2, "vc_base": 1},
    QUANG_DUC: {"vc_guerrilla": 2, "vc_base": 1},
    BINH_TUY: {"vc_guerrilla": 2, "vc_base": 1},
    BINH_DINH: {"irregular": 4, "vc_guerrilla": 2, "vc_base": 1},
    NORTH_VIETNAM: {"nva_troops": 4, "nva_base": 1},
    SOUTHERN_LAOS: {"nva_troops": 1, "nva_base": 1},
    LOC_SAIGON_CAN_THO: {"police": 1},
}
FINAL_LEVELS = LEVELS | {SAIGON: 2, HUE: 0, QUANG_TRI: -2, QUANG_TIN: -2, QUANG_DUC: -2, BINH_TUY: -2}


def check_final_state(s: State) -> None:
    for row, pieces in {**AFTER_TURN_7, CASUALTIES: {}, **FINAL}.items():
        assert at(s, row) == pieces, row
    for space in SPACES[:30]:
        assert s.support[space.index] == FINAL_LEVELS.get(space.index, 0), space.id
    assert at(s, AVAILABLE) == COIN_AVAILABLE | INSURGENTS_AVAILABLE
    assert (s.resources, s.aid, s.patronage, s.econ, s.trail) == ([0, 35, 7, 13], 11, 15, 15, 1)
    assert victory_markers(s) == (48, 38, 8, 29)
    assert [s.control[sp] for sp in (KIEN_PHONG, KIEN_GIANG, QUANG_TRI, PLEIKU)] == [NVA_CONTROL, NVA_CONTROL, 0, 1]
    assert (sum(s.terror), s.effects, s.eligible, s.coup_rounds) == (0, BOOBY_TRAPS_SHADED, 0b1111, 1)
    assert (s.leader, s.stage, s.resources[NVA]) == (KHANH, NEXT_CARD, 7)
    counted = s.copy()
    recount(counted)
    assert counted == s
