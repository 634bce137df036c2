"""Cards 91-120: each side from a fitting position to the exact result."""

import pytest

from fitl.board import spaces
from fitl.board.cards import KHANH, KY, THIEU, YOUNG_TURKS
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import (
    BA_XUYEN,
    BINH_DINH,
    BINH_TUY,
    CAN_THO,
    CASUALTIES,
    CENTRAL_LAOS,
    CITIES,
    DA_NANG,
    HUE,
    KHANH_HOA,
    KIEN_GIANG,
    KIEN_HOA,
    KIEN_PHONG,
    LOC_CAN_THO_BAC_LIEU,
    LOC_CAN_THO_CHAU_DOC,
    LOC_HUE_DA_NANG,
    LOC_SAIGON_CAN_THO,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    PHU_BON,
    PHUOC_LONG,
    PLEIKU,
    PROVINCES,
    QUANG_DUC,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    SAIGON,
    SIHANOUKVILLE,
    TAY_NINH,
    THE_FISHHOOK,
    row_id,
)
from fitl.lasting import (
    BOOBY_TRAPS,
    BOOBY_TRAPS_SHADED,
    CADRES,
    CADRES_SHADED,
    COBRAS,
    COBRAS_SHADED,
    LANSDALE_SHADED,
    MAIN_FORCE_BNS,
    MAIN_FORCE_BNS_SHADED,
    MANDATE_OF_HEAVEN_SHADED,
    MOMENTUM,
    SEARCH_AND_DESTROY,
    SEARCH_AND_DESTROY_SHADED,
    TYPHOON_KATE,
)
from fitl.rules.activities.air_strike import air_strike
from fitl.rules.activities.ambush import ambush
from fitl.rules.activities.govern import govern
from fitl.rules.activities.tax import tax
from fitl.rules.cards import execute_event, is_effective
from fitl.rules.control import recount
from fitl.rules.coup.reset import reset_phase
from fitl.rules.coup.support import agitation_spaces
from fitl.rules.menu import ACCOMPANYING, ACTIVITIES
from fitl.rules.operation import Activity, Operation
from fitl.rules.operations.march import is_seen
from fitl.rules.operations.rally import rally
from fitl.rules.operations.sweep import sweep_space
from fitl.rules.operations.terror import suits_terror, terrorize
from fitl.rules.pacification import pacification_price
from fitl.rules.sequence import end_of_card, next_eligible
from fitl.state import EVENT, OP_ONLY, State
from tests.events.random_execution import execute_every_side, mid_game_states
from tests.support import Play, at, blank, play, put

COUP = KHANH  # as the next card: Monsoon


def run(s: State, card: int, side: str, by: int, *answers: str | int) -> Play:
    """Execute one side of a card and answer its questions."""
    s.card = card
    return play(execute_event(s, card, side, by), *answers)


def finish(s: State, card: int, side: str, by: int, *answers: str | int) -> None:
    """The same, and nothing more is asked."""
    p = run(s, card, side, by, *answers)
    assert p.over, f"still asks {p.decision}"


def asked(p: Play) -> tuple[int, str]:
    """Who is asked what now."""
    assert p.decision is not None
    return p.decision.actor, p.decision.kind


def ids(*spaces: int) -> list[str]:
    return [row_id(sp) for sp in spaces]


def piece(name: str, sp: int) -> str:
    return f"{name}@{row_id(sp)}"


def people(s: State, **levels: int) -> None:
    """Set levels of Support by space name in capitals: people(s, HUE=2)."""
    for name, level in levels.items():
        s.support[getattr(spaces, name)] = level
    recount(s)


def unchanged(s: State, card: int, side: str, by: int) -> bool:
    """The side is called ineffective, asks nothing and leaves the situation as it is."""
    s.card = card
    s.log = None
    before = s.copy()
    if is_effective(s, card, side, by):
        return False
    finish(s, card, side, by)
    return s == before


# --- 91 Bob Hope --------------------------------------------------------------------------------------------------


def test_card_91_unshaded_brings_a_casualty_back_for_every_2_troops_moved() -> None:
    s = blank()
    put(s, TAY_NINH, us_troops=5, irregular=1)
    put(s, SAIGON, police=1)
    put(s, HUE, vc_guerrilla=1, us_troops=1)  # no COIN Control there
    put(s, CASUALTIES, us_troops=2, us_base=1)
    p = run(s, 91, "unshaded", NVA)
    assert p.keys() == ["0", "1", "2", "3", "4", "5"]
    p.answer(5)
    assert asked(p) == (NVA, "event.pieces_to_box")
    assert p.keys() == ["1", "2"]
    p.answer(1)
    assert p.over
    assert at(s, TAY_NINH) == {"irregular": 1}
    assert at(s, SAIGON) == {"us_troops": 5, "police": 1}
    assert at(s, CASUALTIES) == {"us_troops": 1}


def test_card_91_unshaded_chooses_one_province_and_one_coin_city() -> None:
    s = blank()
    put(s, TAY_NINH, us_troops=1)
    put(s, QUANG_TRI, us_troops=1)
    put(s, SAIGON, police=1)
    put(s, CAN_THO, police=1)
    put(s, CASUALTIES, us_troops=1)
    p = run(s, 91, "unshaded", US)
    assert p.keys() == ids(QUANG_TRI, TAY_NINH)
    p.answer("tay_ninh")
    assert p.keys() == ids(SAIGON, CAN_THO)
    p.answer("can_tho", 1)
    assert p.over
    assert at(s, CASUALTIES) == {"us_troops": 1}  # one Troop alone brings nobody back


def test_card_91_unshaded_does_nothing_without_a_coin_city_or_troops_in_a_province() -> None:
    s = blank()
    put(s, TAY_NINH, us_troops=5)
    assert unchanged(s, 91, "unshaded", US)
    s = blank()
    put(s, SAIGON, us_troops=5)
    assert unchanged(s, 91, "unshaded", US)
    put(s, TAY_NINH, us_troops=1)
    assert is_effective(s, 91, "unshaded", VC)


def test_card_91_shaded_vc_moves_3_troops_and_leaves_its_guerrillas_behind() -> None:
    s = blank()
    put(s, TAY_NINH, us_troops=2)
    put(s, QUANG_TRI, us_troops=2)
    put(s, SAIGON, us_troops=1)
    p = run(s, 91, "shaded", US, "vc")
    assert asked(p)[0] == VC
    assert p.keys() == [piece("us_troops", QUANG_TRI), piece("us_troops", TAY_NINH), "done"]
    p.answer(piece("us_troops", TAY_NINH))
    assert p.keys() == ids(*CITIES)
    p.answer("saigon", 2, piece("us_troops", QUANG_TRI), "hue")
    assert p.over
    assert at(s, TAY_NINH) == {"vc_guerrilla": 2}
    assert at(s, QUANG_TRI) == {"us_troops": 1, "vc_guerrilla": 1}
    assert at(s, SAIGON) == {"us_troops": 3}
    assert at(s, HUE) == {"us_troops": 1}


def test_card_91_shaded_may_be_declined_and_needs_troops_in_a_province() -> None:
    s = blank()
    put(s, TAY_NINH, us_troops=2)
    assert is_effective(s, 91, "shaded", NVA)
    finish(s, 91, "shaded", NVA, "nva", "done")
    assert at(s, TAY_NINH) == {"us_troops": 2}
    s = blank()
    put(s, SAIGON, us_troops=2)
    assert not is_effective(s, 91, "shaded", NVA)


# --- 92 SEALORDS --------------------------------------------------------------------------------------------------


def test_card_92_unshaded_arvn_then_us_strike_in_each_space_next_to_can_tho() -> None:
    s = blank(next_card=COUP, resources=[0, 0, 0, 0])  # named Sweeps work in Monsoon, and nothing costs anything
    put(s, KIEN_PHONG, arvn_troops=2, us_troops=1, vc_guerrilla=1, vc_guerrilla_active=1)
    put(s, LOC_CAN_THO_CHAU_DOC, us_troops=1, nva_troops=1)
    put(s, BA_XUYEN, us_troops=2, police=1)  # nobody to strike there
    put(s, CAN_THO, arvn_troops=2, vc_guerrilla_active=1)  # not next to Can Tho
    p = run(s, 92, "unshaded", VC)
    assert asked(p) == (ARVN, "event.strike_method")
    assert p.keys() == ["sweep", "assault"]
    p.answer("sweep")
    assert at(s, KIEN_PHONG)["vc_guerrilla_active"] == 2
    assert asked(p) == (US, "event.strike_space")
    assert p.keys() == ids(KIEN_PHONG, LOC_CAN_THO_CHAU_DOC)
    p.answer("kien_phong", "assault")
    assert asked(p) == (US, "event.add_arvn_assault")  # on the LoC only an Assault was possible
    assert p.keys() == ["kien_phong", "done"]
    p.answer("kien_phong")
    assert p.over
    assert at(s, KIEN_PHONG) == {"us_troops": 1, "arvn_troops": 2}
    assert at(s, LOC_CAN_THO_CHAU_DOC) == {"us_troops": 1}
    assert s.resources == [0, 0, 0, 0]


def test_card_92_unshaded_is_ineffective_where_nobody_can_be_found_or_hit() -> None:
    s = blank()
    put(s, KIEN_PHONG, arvn_troops=2)
    put(s, BA_XUYEN, vc_guerrilla=1)
    assert unchanged(s, 92, "unshaded", US)
    put(s, BA_XUYEN, police=1)
    assert is_effective(s, 92, "unshaded", US)


@pytest.mark.parametrize(
    ("effects", "pieces", "tells"),
    [
        (0, {"us_troops": 1, "vc_tunnel": 1}, True),  # a Tunnel marker may go
        (0, {"us_troops": 1, "vc_base": 1}, True),
        (0, {"arvn_troops": 1, "vc_base": 1}, False),  # no hit
        (0, {"ranger": 1, "vc_base": 1}, False),
        (COBRAS, {"ranger": 1, "vc_base": 1}, True),
        (BOOBY_TRAPS_SHADED, {"arvn_troops": 1, "vc_base": 1}, True),
        (SEARCH_AND_DESTROY_SHADED, {"police": 1, "vc_base": 1}, True),
        (COBRAS_SHADED, {"us_troops": 1, "vc_tunnel": 1}, True),
    ],
)
def test_card_92_unshaded_knows_what_a_strike_would_tell(effects: int, pieces: dict[str, int], tells: bool) -> None:
    s = blank(effects=effects)
    put(s, KIEN_PHONG, **pieces)
    assert is_effective(s, 92, "unshaded", US) == tells


def test_card_92_unshaded_on_a_loc_only_assaults() -> None:
    s = blank()
    put(s, LOC_SAIGON_CAN_THO, us_troops=1, vc_guerrilla=1)
    assert not is_effective(s, 92, "unshaded", US)
    s.effects = SEARCH_AND_DESTROY  # card 28 takes a hidden one
    assert is_effective(s, 92, "unshaded", US)


def test_card_92_shaded_moves_pieces_and_bases_but_no_tunnels_next_to_can_tho() -> None:
    s = blank()
    put(s, SIHANOUKVILLE, nva_base=1, nva_guerrilla_active=1, vc_guerrilla=1)
    put(s, TAY_NINH, nva_tunnel=1, nva_troops=2)
    put(s, CENTRAL_LAOS, nva_troops=5)
    put(s, KIEN_HOA, arvn_base=1, vc_base=1)
    p = run(s, 92, "shaded", US, "nva")
    assert asked(p)[0] == NVA
    assert p.keys() == [
        piece("nva_guerrilla_active", SIHANOUKVILLE),
        piece("nva_base", SIHANOUKVILLE),
        piece("nva_troops", TAY_NINH),
        "done",
    ]
    p.answer(piece("nva_base", SIHANOUKVILLE))
    assert p.keys() == ids(KIEN_PHONG, BA_XUYEN, KIEN_GIANG)  # no LoC, and no third Base in Kien Hoa
    p.answer("ba_xuyen", piece("nva_troops", TAY_NINH))
    assert row_id(LOC_CAN_THO_BAC_LIEU) in p.keys()
    p.answer(row_id(LOC_CAN_THO_BAC_LIEU), 1, "done")
    assert p.over
    assert at(s, BA_XUYEN) == {"nva_base": 1}
    assert at(s, LOC_CAN_THO_BAC_LIEU) == {"nva_troops": 1}
    assert at(s, TAY_NINH) == {"nva_troops": 1, "nva_tunnel": 1}


def test_card_92_shaded_is_ineffective_with_only_tunnels_there() -> None:
    s = blank()
    put(s, TAY_NINH, vc_tunnel=1)
    assert not is_effective(s, 92, "shaded", VC)
    finish(s, 92, "shaded", VC, "vc")
    put(s, THE_FISHHOOK, vc_guerrilla=1)
    assert is_effective(s, 92, "shaded", VC)


# --- 93 Senator Fulbright -----------------------------------------------------------------------------------------


def test_card_93_unshaded_us_chooses_4_pieces_for_available() -> None:
    s = blank()
    put(s, HUE, us_troops=3, us_base=1, irregular_active=1)
    p = run(s, 93, "unshaded", VC)
    assert asked(p) == (US, "event.us_piece_to_available")
    p.answer(piece("us_troops", HUE), 2, piece("us_base", HUE), piece("irregular_active", HUE))
    assert p.over
    assert at(s, HUE) == {"us_troops": 1}


def test_card_93_unshaded_takes_all_if_there_are_fewer_and_none_if_there_are_none() -> None:
    s = blank()
    put(s, HUE, us_troops=1, us_base=1)
    put(s, LOC_HUE_DA_NANG, irregular=1)
    assert is_effective(s, 93, "unshaded", US)
    finish(s, 93, "unshaded", US)
    assert at(s, HUE) == at(s, LOC_HUE_DA_NANG) == {}
    assert unchanged(s, 93, "unshaded", US)


def test_card_93_shaded_a_base_leaves_play_and_aid_falls() -> None:
    s = blank(aid=14)
    put(s, HUE, us_base=1)
    finish(s, 93, "shaded", NVA)
    assert at(s, OUT_OF_PLAY) == {"us_base": 1}
    assert s.aid == 5
    finish(s, 93, "shaded", NVA)
    assert s.aid == 0
    s = blank(aid=0)
    put(s, CASUALTIES, us_base=6)
    assert unchanged(s, 93, "shaded", NVA)


# --- 94 Tunnel Rats -----------------------------------------------------------------------------------------------


def test_card_94_single_digs_under_a_base_in_each_of_2_provinces() -> None:
    s = blank()
    put(s, TAY_NINH, vc_base=1, nva_base=1)
    put(s, QUANG_TRI, nva_base=2)
    put(s, PLEIKU, vc_base=1)
    put(s, SAIGON, vc_base=1)  # no Province
    put(s, BINH_DINH, vc_tunnel=1, us_troops=1)
    p = run(s, 94, "single", VC)
    assert p.keys() == ["dig", "clear"]
    p.answer("dig")
    assert p.keys() == ids(QUANG_TRI, PLEIKU, TAY_NINH)
    p.answer("tay_ninh")
    assert asked(p) == (VC, "event.dig_under")
    assert p.keys() == ["nva_base", "vc_base"]
    p.answer("vc_base")
    assert p.keys() == ids(QUANG_TRI, PLEIKU)  # a second Province
    p.answer("quang_tri_thua_thien")
    assert p.over  # and no third
    assert at(s, TAY_NINH) == {"vc_tunnel": 1, "nva_base": 1}
    assert at(s, QUANG_TRI) == {"nva_base": 1, "nva_tunnel": 1}
    assert at(s, PLEIKU) == {"vc_base": 1}


def test_card_94_single_removes_a_tunneled_base_beside_us_troops() -> None:
    s = blank()
    put(s, TAY_NINH, vc_tunnel=1, us_troops=1)
    put(s, QUANG_TRI, nva_tunnel=1, us_base=1)  # no Troops
    put(s, PLEIKU, nva_tunnel=1, us_troops=1)
    p = run(s, 94, "single", US)
    assert p.keys() == [piece("nva_tunnel", PLEIKU), piece("vc_tunnel", TAY_NINH)]
    p.answer(piece("vc_tunnel", TAY_NINH))
    assert p.over  # one, marker included
    assert at(s, TAY_NINH) == {"us_troops": 1}
    assert at(s, PLEIKU) == {"us_troops": 1, "nva_tunnel": 1}
    assert at(s, QUANG_TRI) == {"nva_tunnel": 1, "us_base": 1}


def test_card_94_single_digs_only_while_markers_last() -> None:
    s = blank()
    put(s, TAY_NINH, vc_tunnel=2)
    put(s, QUANG_TRI, vc_tunnel=2)
    put(s, BINH_DINH, nva_tunnel=1)
    put(s, KHANH_HOA, vc_base=1)
    put(s, PLEIKU, vc_base=1)
    finish(s, 94, "single", VC, "pleiku_darlac")
    assert at(s, PLEIKU) == {"vc_tunnel": 1}
    assert at(s, KHANH_HOA) == {"vc_base": 1}
    assert unchanged(s, 94, "single", VC)


# --- 95 Westmoreland ----------------------------------------------------------------------------------------------


def test_card_95_unshaded_lifts_strikes_in_place_and_bombs() -> None:
    s = blank(next_card=COUP)
    put(s, SAIGON, us_troops=3)
    put(s, QUANG_TIN, vc_guerrilla=1, arvn_troops=4)
    p = run(s, 95, "unshaded", VC, "yes", "saigon", "quang_tin_quang_ngai")  # Monsoon: two spaces
    p.answer(piece("us_troops", SAIGON), 2, "done")
    assert asked(p) == (US, "event.strike_space")
    assert p.keys() == [*ids(SAIGON, QUANG_TIN), "done"]
    p.answer("quang_tin_quang_ngai", "sweep")
    assert p.keys() == ["saigon", "done"]  # one more; no ARVN Assault is added
    p.answer("done")
    assert asked(p) == (US, "air_strike.space")
    p.answer("quang_tin_quang_ngai", 3, piece("vc_guerrilla_active", QUANG_TIN), "degrade")
    assert p.over
    assert at(s, QUANG_TIN) == {"us_troops": 2, "arvn_troops": 4}
    assert s.support[QUANG_TIN] == -1
    assert s.trail == 0


def test_card_95_unshaded_assaults_without_an_added_arvn_assault() -> None:
    s = blank(trail=0)
    put(s, HUE, us_troops=1, arvn_troops=4, vc_guerrilla_active=3)
    p = run(s, 95, "unshaded", US, "yes", "hue", "da_nang", "done", piece("arvn_troops", HUE), 1, "done")
    p.answer("hue", "assault")
    assert at(s, HUE) == {"us_troops": 1, "arvn_troops": 3, "vc_guerrilla_active": 2}
    assert p.asked[-2:] == ["event.strike_method", "air_strike.die"]  # the Air Strike comes next, on Hue alone
    p.answer(1, piece("vc_guerrilla_active", HUE))
    assert p.over
    assert at(s, HUE) == {"us_troops": 1, "arvn_troops": 3, "vc_guerrilla_active": 1}


def test_card_95_unshaded_strikes_in_2_spaces_and_no_more() -> None:
    s = blank(trail=0)
    for sp in (HUE, DA_NANG, SAIGON):
        put(s, sp, us_troops=1, vc_guerrilla=1)
    put(s, HUE, us_troops=1)
    p = run(s, 95, "unshaded", US, "yes", "hue", "da_nang", "done", piece("us_troops", HUE), 1, "done")
    p.answer("hue", "sweep", "da_nang", "sweep")
    assert asked(p) == (US, "air_strike.space")
    assert at(s, HUE) == {"us_troops": 1, "vc_guerrilla_active": 1}
    assert at(s, DA_NANG) == {"us_troops": 2, "vc_guerrilla_active": 1}
    assert at(s, SAIGON) == {"us_troops": 1, "vc_guerrilla": 1}


def test_card_95_unshaded_beats_the_momentum_ban_and_is_ineffective_without_us() -> None:
    s = blank(effects=TYPHOON_KATE, trail=0)
    put(s, SAIGON, us_troops=3)
    assert is_effective(s, 95, "unshaded", US)
    assert run(s, 95, "unshaded", US, "yes").asked[-1] == "air_lift.space"
    assert run(s, 95, "unshaded", US, "no").asked[-1] == "event.strike_space"  # it may be none
    s = blank(trail=0)
    put(s, QUANG_TIN, vc_guerrilla=1)
    assert unchanged(s, 95, "unshaded", US)
    s.trail = 1
    assert is_effective(s, 95, "unshaded", US)  # the Trail can be Degraded


def test_card_95_shaded_3_unpoliced_provinces_fall_2_levels() -> None:
    s = blank()
    people(s, QUANG_TRI=2, BINH_DINH=-1)
    for sp in (KHANH_HOA, KIEN_PHONG, KIEN_HOA, BA_XUYEN, KIEN_GIANG, QUANG_DUC, BINH_TUY, TAY_NINH, QUANG_NAM):
        put(s, sp, police=1)
    p = run(s, 95, "shaded", VC)
    assert p.keys() == ids(QUANG_TRI, QUANG_TIN, BINH_DINH, PLEIKU, PHU_BON)  # nobody lives in Phuoc Long
    p.answer("quang_tri_thua_thien", "binh_dinh", "phu_bon_phu_yen")
    assert p.over
    assert [s.support[sp] for sp in (QUANG_TRI, BINH_DINH, PHU_BON, QUANG_TIN)] == [0, -2, -2, 0]


def test_card_95_shaded_offers_no_province_at_active_opposition() -> None:
    s = blank()
    people(s, QUANG_TRI=-2, BINH_DINH=-1)
    for sp in (KHANH_HOA, KIEN_PHONG, KIEN_HOA, BA_XUYEN, KIEN_GIANG, QUANG_DUC, BINH_TUY, TAY_NINH, QUANG_NAM):
        put(s, sp, police=1)
    assert run(s, 95, "shaded", VC).keys() == ids(QUANG_TIN, BINH_DINH, PLEIKU, PHU_BON)


def test_card_95_shaded_is_ineffective_with_police_everywhere_or_at_active_opposition() -> None:
    s = blank()
    for sp in PROVINCES[7:]:
        put(s, sp, police=1)
    assert unchanged(s, 95, "shaded", VC)
    s = blank()
    for sp in PROVINCES[7:]:
        s.support[sp] = -2 if sp != PHUOC_LONG else 0
    recount(s)
    assert not is_effective(s, 95, "shaded", VC)


# --- 96 APC -------------------------------------------------------------------------------------------------------


def test_card_96_unshaded_pacifies_for_nothing_terror_first_then_1_level() -> None:
    s = blank(resources=[0, 0, 0, 0])
    put(s, HUE, us_troops=1, arvn_troops=1, police=1)
    put(s, SAIGON, arvn_troops=1, police=1)
    put(s, DA_NANG, us_troops=1)  # no Police
    s.terror[HUE] = 2
    p = run(s, 96, "unshaded", VC)
    assert asked(p) == (US, "coup.pacify")
    assert p.keys() == ["hue", "done"]
    p.answer("hue", "more", "more")
    assert s.terror[HUE] == 0
    assert s.support[HUE] == 1
    assert asked(p) == (ARVN, "coup.pacify")
    assert p.keys() == ["saigon", "done"]  # Hue has had its level
    p.answer("saigon")
    assert p.over
    assert s.support[SAIGON] == 1
    assert s.resources == [0, 0, 0, 0]


def test_card_96_unshaded_keeps_the_limits_of_the_support_phase() -> None:
    s = blank(effects=MANDATE_OF_HEAVEN_SHADED)
    for sp in (HUE, SAIGON):
        put(s, sp, arvn_troops=1, police=1)
    finish(s, 96, "unshaded", ARVN, "hue")  # ARVN one space only (card 86)
    assert s.support[SAIGON] == 0
    s = blank()
    for sp in CITIES:
        put(s, sp, arvn_troops=1, police=1)
    finish(s, 96, "unshaded", ARVN, "hue", "da_nang", "kontum", "saigon")


def test_card_96_unshaded_needs_terror_or_a_level_to_gain() -> None:
    s = blank()
    put(s, HUE, us_troops=1, police=1)
    people(s, HUE=2)
    assert unchanged(s, 96, "unshaded", US)
    s.terror[HUE] = 1
    assert is_effective(s, 96, "unshaded", US)


def test_card_96_shaded_returns_tet_if_it_was_executed() -> None:
    s = blank(played=(5, 124, 6))
    put(s, HUE, vc_guerrilla=1, us_troops=1)
    assert is_effective(s, 96, "shaded", US)
    finish(s, 96, "shaded", US)
    assert s.pivotal_held == 1 << VC
    assert s.played == (5, 6)
    assert at(s, HUE) == {"us_troops": 1, "vc_guerrilla": 1}  # no uprising


def test_card_96_shaded_counts_a_tet_from_before_the_scenario() -> None:
    s = blank("extended-short-1972")
    finish(s, 96, "shaded", VC)
    assert s.pivotal_held == 1 << VC


def test_card_96_shaded_is_the_general_uprising_if_tet_was_not_executed() -> None:
    s = blank(pivotal_held=0b1111)
    put(s, HUE, vc_guerrilla=1, us_troops=1)
    p = run(s, 96, "shaded", US)
    assert s.terror[HUE] == 1
    assert asked(p) == (VC, "event.tet_place")
    p.answer(piece("vc_guerrilla", SAIGON), 6, 6)  # the Attack in Hue misses
    assert p.over
    assert at(s, HUE) == {"us_troops": 1, "vc_guerrilla_active": 1}
    assert at(s, SAIGON) == {"vc_guerrilla": 6}
    assert s.pivotal_held == 0b1111  # the card itself is not touched


def test_card_96_shaded_is_ineffective_when_an_uprising_finds_nothing_to_do() -> None:
    s = blank()
    put(s, CENTRAL_LAOS, vc_guerrilla_active=0)
    put(s, OUT_OF_PLAY, vc_guerrilla=30, vc_base=9)  # no VC piece anywhere
    assert unchanged(s, 96, "shaded", VC)
    put(s, HUE, nva_guerrilla=1, police=1)
    assert is_effective(s, 96, "shaded", VC)


# --- 97 Brinks Hotel ----------------------------------------------------------------------------------------------


def test_card_97_unshaded_raises_aid_and_silences_the_leader() -> None:
    s = blank(leader=KY, leader_box=(KHANH, KY))
    assert pacification_price(s, support_phase=True) == 4
    finish(s, 97, "unshaded", NVA, "aid")
    assert s.aid == 30
    assert s.leader_silenced
    assert pacification_price(s, support_phase=True) == 3
    assert s.leader_box == (KHANH, KY)  # still a card in the box


def test_card_97_unshaded_turns_what_patronage_there_is_into_resources() -> None:
    s = blank(patronage=3, leader=0)
    finish(s, 97, "unshaded", ARVN, "patronage")
    assert (s.patronage, s.resources[ARVN], s.aid) == (0, 23, 20)
    assert not s.leader_silenced  # Minh is no card


def test_card_97_unshaded_young_turks_bring_no_patronage_any_more() -> None:
    s = blank(leader=YOUNG_TURKS)
    put(s, HUE, police=1)
    people(s, HUE=1)
    finish(s, 97, "unshaded", US, "aid")
    play(govern(s, Activity(s, ARVN, "govern")), "aid")
    assert s.patronage == 20


@pytest.mark.parametrize(
    ("aid", "patronage", "leader", "silenced", "effective"),
    [
        (75, 0, THIEU, False, False),
        (75, 0, 0, False, False),
        (75, 0, KY, False, True),
        (75, 0, KY, True, False),
        (74, 0, 0, False, True),
        (75, 1, 0, False, True),
    ],
)
def test_card_97_unshaded_is_effective_if_a_track_or_a_leader_can_change(
    aid: int, patronage: int, leader: int, silenced: bool, effective: bool
) -> None:
    s = blank(aid=aid, patronage=patronage, leader=leader, leader_silenced=silenced)
    assert is_effective(s, 97, "unshaded", US) == effective


def test_card_97_shaded_a_city_with_vc_falls_2_levels_and_gets_terror_on_top() -> None:
    s = blank()
    put(s, HUE, vc_base=1)
    put(s, SAIGON, vc_guerrilla_active=1)
    put(s, DA_NANG, nva_guerrilla=1)
    people(s, SAIGON=1)
    s.terror[SAIGON] = 1
    p = run(s, 97, "shaded", VC)
    assert p.keys() == ids(HUE, SAIGON)
    p.answer("saigon")
    assert p.over
    assert s.support[SAIGON] == -1
    assert s.terror[SAIGON] == 2


def test_card_97_shaded_takes_a_city_that_can_shift_before_one_that_cannot() -> None:
    s = blank()
    put(s, HUE, vc_base=1)
    put(s, SAIGON, vc_guerrilla=1)
    people(s, HUE=-2)
    finish(s, 97, "shaded", ARVN)
    assert (s.support[SAIGON], s.terror[SAIGON], s.terror[HUE]) == (-2, 1, 0)


def test_card_97_shaded_without_vc_in_a_city_or_anything_to_change() -> None:
    s = blank()
    put(s, QUANG_TRI, vc_guerrilla=1)
    assert unchanged(s, 97, "shaded", VC)
    put(s, HUE, vc_guerrilla=1)
    people(s, HUE=-2)
    assert is_effective(s, 97, "shaded", VC)
    s.terror[QUANG_TRI] = 15  # no marker left
    assert unchanged(s, 97, "shaded", VC)


# --- 98 Long Tan --------------------------------------------------------------------------------------------------


def test_card_98_unshaded_brings_2_troops_to_one_province() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, us_troops=3)
    put(s, TAY_NINH, us_troops=1, vc_guerrilla=1)
    p = run(s, 98, "unshaded", ARVN)
    assert p.keys() == ["place", "clear"]
    p.answer("place")
    assert p.keys() == ids(*(sp for sp in PROVINCES if sp != NORTH_VIETNAM))
    p.answer("quang_tri_thua_thien")
    assert p.over
    assert at(s, QUANG_TRI) == {"us_troops": 2}
    assert at(s, OUT_OF_PLAY) == {"us_troops": 1}
    finish(s, 98, "unshaded", ARVN, "place", "quang_tri_thua_thien")  # fewer if fewer
    assert at(s, QUANG_TRI) == {"us_troops": 3}


def test_card_98_unshaded_clears_all_guerrillas_from_jungles_with_us_troops() -> None:
    s = blank()
    put(s, TAY_NINH, us_troops=1, vc_guerrilla=1, nva_guerrilla_active=2, vc_base=1, nva_troops=1)
    put(s, PHUOC_LONG, us_troops=1, vc_guerrilla_active=1)
    put(s, BINH_TUY, us_base=1, vc_guerrilla=1)
    put(s, QUANG_TRI, us_troops=1, vc_guerrilla=1)  # Highland
    finish(s, 98, "unshaded", US)  # nobody is Out of Play
    assert at(s, TAY_NINH) == {"us_troops": 1, "vc_base": 1, "nva_troops": 1}
    assert at(s, PHUOC_LONG) == {"us_troops": 1}
    assert at(s, BINH_TUY) == {"us_base": 1, "vc_guerrilla": 1}
    assert at(s, QUANG_TRI) == {"us_troops": 1, "vc_guerrilla": 1}
    assert unchanged(s, 98, "unshaded", US)


def test_card_98_shaded_a_base_and_a_troop_become_casualties() -> None:
    s = blank()
    put(s, TAY_NINH, us_troops=3, us_base=1, vc_guerrilla=1, vc_guerrilla_active=1)
    put(s, PHUOC_LONG, us_troops=1, vc_guerrilla=1)  # one is not enough
    finish(s, 98, "shaded", VC)
    assert at(s, TAY_NINH) == {"us_troops": 2, "vc_guerrilla": 1, "vc_guerrilla_active": 1}
    assert at(s, CASUALTIES) == {"us_troops": 1, "us_base": 1}


def test_card_98_shaded_takes_whichever_is_there() -> None:
    s = blank()
    put(s, TAY_NINH, us_base=1, irregular=1, vc_guerrilla=2)
    put(s, BINH_TUY, irregular=1, vc_guerrilla=2)
    finish(s, 98, "shaded", VC)
    assert at(s, CASUALTIES) == {"us_base": 1}
    assert unchanged(s, 98, "shaded", VC)


# --- 99 Masher/White Wing -----------------------------------------------------------------------------------------


def test_card_99_unshaded_arvn_sweeps_with_both_and_assaults_as_us() -> None:
    s = blank(next_card=COUP, resources=[0, 0, 0, 0])
    put(s, QUANG_TIN, us_troops=1, vc_guerrilla=3, vc_base=1, police=5, ranger=1)
    put(s, BINH_DINH, arvn_troops=2, us_troops=1)
    put(s, TAY_NINH, us_troops=3, vc_guerrilla=1)  # a Jungle
    p = run(s, 99, "unshaded", US, "arvn")
    assert asked(p) == (ARVN, "sweep.space")
    assert row_id(TAY_NINH) not in p.keys()
    assert row_id(QUANG_TIN) in p.keys()
    p.answer("quang_tin_quang_ngai", "quang_tin_quang_ngai", 0, 2)  # no US, 2 ARVN Troops from Binh Dinh
    assert at(s, QUANG_TIN)["arvn_troops"] == 2
    p.answer("done")  # 3 Troops find 3 Guerrillas, then remove 3: Police and Rangers do not count
    assert p.over
    assert at(s, QUANG_TIN) == {"us_troops": 1, "arvn_troops": 2, "police": 5, "ranger": 1, "vc_base": 1}
    assert s.resources == [0, 0, 0, 0]
    assert s.aid == 20  # a US Assault earns no Aid


def test_card_99_unshaded_only_troops_activate() -> None:
    s = blank()
    put(s, QUANG_TIN, arvn_troops=1, vc_guerrilla=3, police=2, ranger=1, irregular=1)
    p = run(s, 99, "unshaded", ARVN, "arvn", row_id(QUANG_TIN))
    while not p.over:
        p.answer("done")
    assert at(s, QUANG_TIN) == {"arvn_troops": 1, "vc_guerrilla": 2, "police": 2, "ranger": 1, "irregular": 1}


def test_card_99_unshaded_a_us_base_doubles_arvn_troops_too() -> None:
    s = blank()
    put(s, QUANG_TRI, us_base=1, arvn_troops=2, nva_troops=5)
    p = run(s, 99, "unshaded", ARVN, "us", row_id(QUANG_TRI))
    while not p.over:
        p.answer("done")
    assert at(s, QUANG_TRI) == {"us_base": 1, "arvn_troops": 2, "nva_troops": 1}


def test_card_99_unshaded_is_effective_if_troops_can_move_or_strike() -> None:
    s = blank()
    put(s, QUANG_TIN, vc_guerrilla=1, police=1, us_base=1)
    assert not is_effective(s, 99, "unshaded", US)
    finish(s, 99, "unshaded", US, "us")
    assert at(s, QUANG_TIN) == {"vc_guerrilla": 1, "police": 1, "us_base": 1}
    put(s, QUANG_TIN, us_troops=1)
    assert is_effective(s, 99, "unshaded", US)


def test_card_99_shaded_guerrillas_march_to_3_spaces_and_ambush_in_each() -> None:
    s = blank(next_card=COUP, effects=BOOBY_TRAPS, resources=[0, 0, 0, 0])
    put(s, QUANG_NAM, vc_guerrilla=3)
    put(s, DA_NANG, us_troops=1)
    put(s, QUANG_TIN, police=2)
    put(s, QUANG_TRI, arvn_troops=1, vc_guerrilla_active=1)
    people(s, QUANG_TRI=1)
    p = run(s, 99, "shaded", NVA, "vc", "yes", "da_nang", 1, "quang_tin_quang_ngai", 1, "quang_tri_thua_thien")
    assert asked(p) == (VC, "ambush.space")
    assert p.keys() == ids(DA_NANG, QUANG_TRI, QUANG_TIN)  # every one must be Ambushed in: no "done"
    p.answer("da_nang", "quang_tri_thua_thien")
    assert p.over
    assert at(s, DA_NANG) == {"vc_guerrilla_active": 1}
    assert at(s, QUANG_TRI) == {"vc_guerrilla": 1, "vc_guerrilla_active": 1}  # the Active one did it
    assert at(s, QUANG_TIN) == {"police": 1, "vc_guerrilla_active": 1}
    assert at(s, CASUALTIES) == {"us_troops": 1}
    assert s.resources == [0, 0, 0, 0]


def test_card_99_shaded_moves_no_nva_troops_and_needs_guerrillas() -> None:
    s = blank()
    put(s, QUANG_NAM, nva_troops=3)
    assert not is_effective(s, 99, "shaded", NVA)
    finish(s, 99, "shaded", NVA, "nva")
    assert at(s, QUANG_NAM) == {"nva_troops": 3}
    put(s, QUANG_NAM, nva_guerrilla=1)
    assert is_effective(s, 99, "shaded", NVA)
    p = run(s, 99, "shaded", NVA, "nva", "yes", "da_nang")
    assert p.over
    assert at(s, DA_NANG) == {"nva_guerrilla": 1}


def test_card_99_shaded_every_step_along_the_trail_is_one_of_the_3_spaces() -> None:
    s = blank(trail=2)
    put(s, NORTH_VIETNAM, nva_guerrilla=1)
    p = run(s, 99, "shaded", NVA, "nva", "yes", "central_laos", "southern_laos")
    assert row_id(PLEIKU) in p.keys()
    p.answer("northeast_cambodia")
    assert p.keys() == ["southern_laos", "done"]  # only back to a space already among the 3


# --- 100 Rach Ba Rai ----------------------------------------------------------------------------------------------


def test_card_100_unshaded_removes_all_vc_or_all_nva_but_troops() -> None:
    pieces = {
        "us_troops": 1,
        "vc_guerrilla": 1,
        "vc_guerrilla_active": 1,
        "vc_tunnel": 1,
        "nva_troops": 2,
        "nva_guerrilla": 1,
        "nva_base": 1,
    }
    s = blank()
    put(s, KIEN_PHONG, **pieces)
    p = run(s, 100, "unshaded", US)
    assert asked(p) == (US, "event.whose_pieces_go")
    p.answer("vc")
    assert at(s, KIEN_PHONG) == {
        "us_troops": 1,
        "nva_troops": 2,
        "nva_guerrilla": 1,
        "nva_base": 1,
        "vc_tunnel": 1,
    }
    finish(s, 100, "unshaded", US)  # now only NVA is left to choose
    assert at(s, KIEN_PHONG) == {"us_troops": 1, "nva_troops": 2, "vc_tunnel": 1}
    assert unchanged(s, 100, "unshaded", US)


def test_card_100_unshaded_chooses_among_lowlands_with_us_troops() -> None:
    s = blank()
    put(s, KIEN_PHONG, us_troops=1, vc_guerrilla=1)
    put(s, PHU_BON, us_troops=1, nva_guerrilla=1)
    put(s, BA_XUYEN, us_base=1, vc_guerrilla=1)
    put(s, BINH_DINH, us_troops=1, vc_guerrilla=1)
    assert run(s, 100, "unshaded", US).keys() == ids(PHU_BON, KIEN_PHONG)


def test_card_100_shaded_removes_a_die_roll_of_cubes_and_places_a_vc_piece() -> None:
    s = blank()
    put(s, KIEN_PHONG, us_troops=2, arvn_troops=1, police=1, ranger=1, vc_guerrilla_active=1)
    put(s, KIEN_HOA, police=1)
    p = run(s, 100, "shaded", NVA, 3)
    assert asked(p) == (NVA, "event.remove_cube")
    assert p.keys() == ["us_troops", "arvn_troops", "police"]
    p.answer("us_troops", "police", "us_troops")
    assert asked(p) == (NVA, "event.place_vc_piece")
    assert p.keys() == [piece("vc_guerrilla", KIEN_PHONG), piece("vc_base", KIEN_PHONG)]
    p.answer(piece("vc_base", KIEN_PHONG))
    assert p.over
    assert at(s, KIEN_PHONG) == {"arvn_troops": 1, "ranger": 1, "vc_guerrilla_active": 1, "vc_base": 1}
    assert at(s, CASUALTIES) == {"us_troops": 2}


def test_card_100_shaded_removes_all_if_fewer_and_needs_vc_in_a_lowland() -> None:
    s = blank()
    put(s, KIEN_PHONG, police=1, vc_base=1, nva_base=1)
    finish(s, 100, "shaded", VC, 6)  # no room for a third Base
    assert at(s, KIEN_PHONG) == {"nva_base": 1, "vc_base": 1, "vc_guerrilla": 1}
    s = blank()
    put(s, KIEN_PHONG, police=1)
    put(s, TAY_NINH, police=1, vc_guerrilla=1)
    assert unchanged(s, 100, "shaded", VC)


# --- 101 Booby Traps ----------------------------------------------------------------------------------------------


def test_card_101_unshaded_limits_ambush_to_one_space() -> None:
    s = blank(effects=BOOBY_TRAPS_SHADED)
    finish(s, 101, "unshaded", US)
    assert s.effects == BOOBY_TRAPS
    for faction, name in ((VC, "vc_guerrilla"), (NVA, "nva_guerrilla")):
        for sp in (HUE, SAIGON):
            put(s, sp, **{name: 1}, police=1)
        play(ambush(s, Activity(s, faction, "ambush")), "hue")
        assert at(s, SAIGON)[name] == 1  # nobody there has shown himself
    assert not is_effective(s, 101, "unshaded", US)  # in force already


def test_card_101_shaded_costs_a_sweeping_troop_on_a_low_roll() -> None:
    s = blank()
    finish(s, 101, "shaded", VC)
    assert s.effects == BOOBY_TRAPS_SHADED
    put(s, HUE, us_troops=2)
    play(sweep_space(s, US, HUE), 3)
    assert at(s, CASUALTIES) == {"us_troops": 1}
    play(sweep_space(s, US, HUE), 4)
    assert at(s, HUE) == {"us_troops": 1}
    assert not is_effective(s, 101, "shaded", VC)
    assert is_effective(s, 101, "unshaded", VC)


# --- 102 Cu Chi ---------------------------------------------------------------------------------------------------


def test_card_102_unshaded_clears_guerrillas_from_a_controlled_tunnel_space() -> None:
    s = blank()
    put(s, TAY_NINH, us_troops=6, vc_tunnel=1, vc_guerrilla=1, nva_guerrilla_active=1, nva_troops=1)
    put(s, QUANG_TRI, us_troops=6, vc_base=1, vc_guerrilla=1)  # no Tunnel
    put(s, BINH_DINH, us_troops=1, vc_tunnel=1, vc_guerrilla=1)  # no Control
    finish(s, 102, "unshaded", ARVN)
    assert at(s, TAY_NINH) == {"us_troops": 6, "vc_tunnel": 1, "nva_troops": 1}
    assert unchanged(s, 102, "unshaded", ARVN)


def test_card_102_shaded_tunnels_every_base_and_places_two_guerrillas() -> None:
    s = blank()
    put(s, TAY_NINH, vc_base=1, nva_base=1)
    p = run(s, 102, "shaded", US)
    assert p.keys() == ids(*PROVINCES)
    p.answer("tay_ninh")
    assert p.over
    assert at(s, TAY_NINH) == {"vc_tunnel": 1, "nva_tunnel": 1, "vc_guerrilla": 1, "nva_guerrilla": 1}


def test_card_102_shaded_lets_the_executing_faction_choose_if_one_marker_is_left() -> None:
    s = blank()
    put(s, TAY_NINH, vc_base=1, nva_base=1)
    put(s, QUANG_TRI, nva_tunnel=2)
    put(s, QUANG_NAM, nva_tunnel=2)
    put(s, BINH_DINH, nva_tunnel=1)
    p = run(s, 102, "shaded", US, "tay_ninh")
    assert asked(p) == (US, "event.dig_under")
    p.answer("nva_base")
    assert p.over
    assert at(s, TAY_NINH) == {"vc_base": 1, "nva_tunnel": 1, "vc_guerrilla": 1, "nva_guerrilla": 1}


def test_card_102_shaded_is_ineffective_without_markers_and_guerrillas() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, vc_guerrilla=30, nva_guerrilla=20)
    put(s, SAIGON, vc_base=1)  # a City
    assert unchanged(s, 102, "shaded", VC)
    put(s, TAY_NINH, vc_base=1)
    assert is_effective(s, 102, "shaded", VC)


# --- 103 Kent State -----------------------------------------------------------------------------------------------


def test_card_103_unshaded_returns_casualties_gives_the_us_a_limop_and_eligibility() -> None:
    s = blank(acted=((NVA, EVENT),), eligible=0b1110)
    put(s, CASUALTIES, us_troops=1, us_base=1, irregular=1)
    put(s, HUE, us_troops=2, vc_guerrilla_active=1)
    p = run(s, 103, "unshaded", NVA)
    assert asked(p) == (NVA, "event.pieces_to_box")
    p.answer(1, 0)
    assert at(s, CASUALTIES) == {"us_base": 1}
    assert asked(p) == (US, "event.limited_operation")
    assert p.keys() == ["train", "patrol", "sweep", "assault"]
    p.answer("assault")
    while not p.over:
        p.answer("done")
    assert at(s, HUE) == {"us_troops": 2}
    assert next_eligible(s) == US  # it comes up as 2nd Eligible on this card


def test_card_103_unshaded_a_us_that_then_acts_is_ineligible_like_anybody() -> None:
    s = blank(acted=((NVA, EVENT),), eligible=0b1110)
    finish(s, 103, "unshaded", NVA)
    s.acted += ((US, OP_ONLY),)
    play(end_of_card(s))
    assert s.eligible == 0b1010


def test_card_103_unshaded_a_us_that_acted_already_is_eligible_on_the_next_card() -> None:
    for acted in (((US, EVENT),), ((US, OP_ONLY), (VC, EVENT))):
        s = blank(acted=acted)
        finish(s, 103, "unshaded", acted[-1][0])
        assert next_eligible(s) != US
        play(end_of_card(s))
        assert s.eligible & 1 << US


def test_card_103_unshaded_limop_is_no_sweep_in_monsoon() -> None:
    s = blank(next_card=COUP)
    put(s, HUE, us_troops=2, vc_guerrilla_active=1)
    assert run(s, 103, "unshaded", US).keys() == ["train", "patrol", "assault"]
    assert is_effective(s, 103, "unshaded", VC)


def test_card_103_unshaded_limop_is_no_assault_under_shaded_lansdale() -> None:
    s = blank(effects=LANSDALE_SHADED)
    put(s, HUE, us_troops=2, vc_guerrilla_active=1)
    put(s, LOC_HUE_DA_NANG, us_troops=1, vc_guerrilla_active=1)
    p = run(s, 103, "unshaded", US)
    assert p.keys() == ["train", "patrol", "sweep"]
    p.answer("patrol")
    while not p.over:
        p.answer("done")
    assert at(s, LOC_HUE_DA_NANG) == {"us_troops": 1, "vc_guerrilla_active": 1}  # nor within the Patrol


def test_card_103_shaded_sends_up_to_3_troops_out_and_makes_the_us_ineligible() -> None:
    s = blank(acted=((VC, EVENT),))
    put(s, CASUALTIES, us_troops=5, us_base=1)
    p = run(s, 103, "shaded", VC)
    assert p.keys() == ["0", "1", "2", "3"]
    p.answer(2)
    assert p.over
    assert at(s, CASUALTIES) == {"us_troops": 3, "us_base": 1}
    assert at(s, OUT_OF_PLAY) == {"us_troops": 2}
    assert s.aid == 14
    assert next_eligible(s) == ARVN
    play(end_of_card(s))
    assert s.eligible == 0b0110


def test_card_103_shaded_is_ineffective_only_if_the_us_is_out_anyway() -> None:
    s = blank(aid=0)
    assert is_effective(s, 103, "shaded", VC)
    assert not is_effective(s, 103, "shaded", US)  # its own Event makes it Ineligible
    s.acted = ((US, OP_ONLY),)
    assert not is_effective(s, 103, "shaded", VC)


# --- 104 Main Force Bns -------------------------------------------------------------------------------------------


def test_card_104_unshaded_groups_are_seen_above_one_piece() -> None:
    s = blank()
    assert not is_seen(s, VC, LOC_HUE_DA_NANG, 3)
    finish(s, 104, "unshaded", US)
    assert s.effects == MAIN_FORCE_BNS
    assert is_seen(s, VC, LOC_HUE_DA_NANG, 2)
    assert not is_seen(s, VC, LOC_HUE_DA_NANG, 1)
    assert not is_effective(s, 104, "unshaded", US)  # in force already


def test_card_104_shaded_one_vc_ambush_space_may_cost_2_pieces() -> None:
    s = blank()
    finish(s, 104, "shaded", VC)
    assert s.effects == MAIN_FORCE_BNS_SHADED
    for sp in (HUE, SAIGON):
        put(s, sp, vc_guerrilla=1, police=3)
    p = play(ambush(s, Activity(s, VC, "ambush")), "hue", "yes", "saigon")
    assert p.over
    assert at(s, HUE)["police"] == 1
    assert at(s, SAIGON)["police"] == 2
    assert not is_effective(s, 104, "shaded", VC)
    assert is_effective(s, 104, "unshaded", VC)


# --- 105 Rural Pressure -------------------------------------------------------------------------------------------


def test_card_105_unshaded_4_provinces_with_vc_rise() -> None:
    s = blank()
    provinces = (QUANG_TRI, QUANG_NAM, BINH_DINH, KHANH_HOA, TAY_NINH)
    for sp in (*provinces, PHUOC_LONG, HUE):
        put(s, sp, vc_guerrilla=1)
    p = run(s, 105, "unshaded", US)
    assert p.keys() == ids(*provinces)
    p.answer(*ids(QUANG_TRI, QUANG_NAM, BINH_DINH, TAY_NINH))
    assert p.over
    assert [s.support[sp] for sp in provinces] == [1, 1, 1, 0, 1]


def test_card_105_unshaded_takes_fewer_if_fewer_and_none_at_active_support() -> None:
    s = blank()
    put(s, QUANG_TRI, vc_tunnel=1)
    finish(s, 105, "unshaded", US)
    assert s.support[QUANG_TRI] == 1
    finish(s, 105, "unshaded", US)
    assert s.support[QUANG_TRI] == 2
    assert unchanged(s, 105, "unshaded", US)


def test_card_105_shaded_3_policed_provinces_fall_and_patronage_moves() -> None:
    s = blank()
    for sp in (QUANG_TRI, QUANG_NAM, BINH_DINH, PHUOC_LONG, SAIGON):
        put(s, sp, police=1)
    put(s, KHANH_HOA, police=1)
    finish(s, 105, "shaded", VC, *ids(QUANG_TRI, QUANG_NAM, BINH_DINH), "less")
    assert [s.support[sp] for sp in (QUANG_TRI, QUANG_NAM, BINH_DINH, KHANH_HOA, SAIGON)] == [-1, -1, -1, 0, 0]
    assert s.patronage == 14


def test_card_105_unshaded_offers_no_province_at_active_support() -> None:
    s = blank()
    provinces = (QUANG_TRI, QUANG_NAM, BINH_DINH, KHANH_HOA, TAY_NINH)
    for sp in provinces:
        put(s, sp, vc_guerrilla=1)
    people(s, BINH_DINH=2, TAY_NINH=-2)
    p = run(s, 105, "unshaded", VC)
    assert p.keys() == ids(QUANG_TRI, QUANG_NAM, KHANH_HOA, TAY_NINH)
    p.answer(*ids(QUANG_TRI, QUANG_NAM, KHANH_HOA))
    assert p.over
    assert [s.support[sp] for sp in provinces] == [1, 1, 2, 1, -1]


def test_card_105_shaded_offers_no_province_at_active_opposition() -> None:
    s = blank()
    for sp in (QUANG_TRI, QUANG_NAM, BINH_DINH, KHANH_HOA):
        put(s, sp, police=1)
    people(s, QUANG_TRI=-2, QUANG_NAM=-2, BINH_DINH=-2)
    finish(s, 105, "shaded", ARVN, "more")  # Khanh Hoa alone can shift, and must
    assert s.support[KHANH_HOA] == -1
    assert s.patronage == 26


def test_card_105_shaded_works_on_patronage_alone() -> None:
    s = blank(patronage=75)
    assert is_effective(s, 105, "shaded", ARVN)
    finish(s, 105, "shaded", ARVN, "more")
    assert s.patronage == 75


# --- 106 Binh Duong -----------------------------------------------------------------------------------------------


def test_card_106_single_each_province_shifts_either_way_and_gets_a_piece() -> None:
    s = blank()
    p = run(s, 106, "single", ARVN)
    assert p.keys() == ids(QUANG_DUC, BINH_TUY, TAY_NINH, KIEN_PHONG, KIEN_HOA)
    p.answer("tay_ninh", "kien_phong", "support", piece("vc_guerrilla", TAY_NINH), "opposition")
    assert p.keys() == [piece("vc_guerrilla", KIEN_PHONG), piece("police", KIEN_PHONG)]
    p.answer(piece("police", KIEN_PHONG))
    assert p.over
    assert (s.support[TAY_NINH], s.support[KIEN_PHONG]) == (1, -1)
    assert at(s, TAY_NINH) == {"vc_guerrilla": 1}
    assert at(s, KIEN_PHONG) == {"police": 1}
    assert is_effective(s, 106, "single", VC)


def test_card_106_single_offers_no_shift_beyond_the_end_of_the_scale() -> None:
    s = blank()
    people(s, TAY_NINH=2, KIEN_PHONG=-2)
    p = run(s, 106, "single", ARVN, "tay_ninh", "kien_phong")
    p.answer(piece("police", TAY_NINH), piece("police", KIEN_PHONG))
    assert p.over
    assert (s.support[TAY_NINH], s.support[KIEN_PHONG]) == (1, -1)


def test_card_106_single_places_what_there_is() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, police=30)
    finish(s, 106, "single", US, "tay_ninh", "kien_phong", "support", "support")
    assert at(s, TAY_NINH) == at(s, KIEN_PHONG) == {"vc_guerrilla": 1}


# --- 107 Burning Bonze --------------------------------------------------------------------------------------------


def test_card_107_unshaded_patronage_by_saigons_loyalty() -> None:
    s = blank()
    finish(s, 107, "unshaded", ARVN)
    assert s.patronage == 23
    people(s, SAIGON=2)
    finish(s, 107, "unshaded", ARVN)
    assert s.patronage == 29
    s.patronage = 75
    assert unchanged(s, 107, "unshaded", ARVN)


def test_card_107_shaded_shifts_saigon_and_cuts_aid() -> None:
    s = blank(aid=15)
    people(s, SAIGON=1)
    finish(s, 107, "shaded", VC)
    assert (s.support[SAIGON], s.aid) == (0, 3)
    finish(s, 107, "shaded", VC)
    assert (s.support[SAIGON], s.aid) == (-1, 0)
    assert is_effective(s, 107, "shaded", VC)  # Saigon alone
    people(s, SAIGON=-2)
    assert unchanged(s, 107, "shaded", VC)
    s.aid = 1
    assert is_effective(s, 107, "shaded", VC)  # Aid alone


# --- 108 Draft Dodgers --------------------------------------------------------------------------------------------


def test_card_108_unshaded_brings_3_troops_back_with_few_casualties() -> None:
    s = blank()
    put(s, CASUALTIES, us_troops=1, us_base=1)
    put(s, OUT_OF_PLAY, us_troops=4)
    finish(s, 108, "unshaded", US)
    assert at(s, OUT_OF_PLAY) == {"us_troops": 1}
    finish(s, 108, "unshaded", US)  # fewer if fewer
    assert at(s, OUT_OF_PLAY) == {}
    assert unchanged(s, 108, "unshaded", US)  # nobody left to come


def test_card_108_unshaded_does_nothing_with_3_casualties() -> None:
    s = blank()
    put(s, CASUALTIES, us_troops=1, us_base=1, irregular=1)
    put(s, OUT_OF_PLAY, us_troops=4)
    assert unchanged(s, 108, "unshaded", US)


def test_card_108_shaded_a_troop_leaves_play_per_casualty_up_to_3() -> None:
    s = blank()
    put(s, CASUALTIES, us_troops=1, us_base=1)
    finish(s, 108, "shaded", VC)
    assert at(s, OUT_OF_PLAY) == {"us_troops": 2}
    put(s, CASUALTIES, us_troops=5)
    finish(s, 108, "shaded", VC)
    assert at(s, OUT_OF_PLAY) == {"us_troops": 5}
    assert unchanged(blank(), 108, "shaded", VC)
    put(s, SAIGON, us_troops=29)
    assert unchanged(s, 108, "shaded", VC)  # no Troop is Available


# --- 109 Nguyen Huu Tho -------------------------------------------------------------------------------------------


def test_card_109_unshaded_every_city_with_vc_rises() -> None:
    s = blank()
    put(s, HUE, vc_base=1)
    put(s, SAIGON, vc_guerrilla=1)
    put(s, DA_NANG, nva_guerrilla=1)
    people(s, HUE=2, SAIGON=-2)
    finish(s, 109, "unshaded", NVA)
    assert [s.support[sp] for sp in (HUE, SAIGON, DA_NANG)] == [2, -1, 0]
    people(s, SAIGON=2)
    assert unchanged(s, 109, "unshaded", NVA)


def test_card_109_shaded_a_base_and_a_guerrilla_in_saigon_and_eligible() -> None:
    s = blank(acted=((VC, EVENT),))
    finish(s, 109, "shaded", VC)
    assert at(s, SAIGON) == {"vc_guerrilla": 1, "vc_base": 1}
    play(end_of_card(s))
    assert s.eligible & 1 << VC


def test_card_109_shaded_places_no_third_base() -> None:
    s = blank()
    put(s, SAIGON, us_base=1, arvn_base=1)
    finish(s, 109, "shaded", US)
    assert at(s, SAIGON) == {"us_base": 1, "arvn_base": 1, "vc_guerrilla": 1}
    put(s, OUT_OF_PLAY, vc_guerrilla=29)
    s.stay_eligible = 0
    assert is_effective(s, 109, "shaded", US)  # it stays Eligible (2.3.6) ...
    s.next_card = KHANH  # ... which is nothing before a Coup Round (6.6)
    assert not is_effective(s, 109, "shaded", US)
    assert is_effective(s, 109, "shaded", VC) is False  # its only Guerrilla is Underground in Saigon already
    put(s, HUE, vc_base=1)
    assert not is_effective(s, 109, "shaded", VC)  # no room for a Base lifted from elsewhere


def test_card_109_shaded_vc_may_lift_its_own_pieces() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, vc_guerrilla=29)
    put(s, HUE, vc_guerrilla_active=1)
    assert is_effective(s, 109, "shaded", VC)
    p = run(s, 109, "shaded", VC)
    assert p.keys() == ["0", "1"]
    p.answer(1)
    assert p.over
    assert at(s, SAIGON) == {"vc_guerrilla": 1, "vc_base": 1}


# --- 110 No Contact -----------------------------------------------------------------------------------------------


def test_card_110_unshaded_2_casualties_return_and_special_forces_hide() -> None:
    s = blank()
    put(s, CASUALTIES, us_troops=2, us_base=1)
    put(s, HUE, ranger_active=1, irregular_active=2, vc_guerrilla_active=1, us_base=1, arvn_base=1)
    p = run(s, 110, "unshaded", US)
    assert piece("us_troops", NORTH_VIETNAM) not in p.keys()
    assert piece("us_base", LOC_HUE_DA_NANG) not in p.keys()
    assert piece("us_base", HUE) not in p.keys()
    assert piece("us_troops", LOC_HUE_DA_NANG) in p.keys()
    p.answer(piece("us_base", SAIGON), piece("us_troops", CENTRAL_LAOS))
    assert p.over
    assert at(s, SAIGON) == {"us_base": 1}
    assert at(s, CENTRAL_LAOS) == {"us_troops": 1}
    assert at(s, CASUALTIES) == {"us_troops": 1}
    assert at(s, HUE) == {"ranger": 1, "irregular": 2, "vc_guerrilla_active": 1, "us_base": 1, "arvn_base": 1}


def test_card_110_unshaded_needs_a_casualty_or_active_special_forces() -> None:
    s = blank()
    put(s, HUE, ranger=1, vc_guerrilla_active=1)
    assert unchanged(s, 110, "unshaded", US)
    put(s, HUE, ranger_active=1)
    assert is_effective(s, 110, "unshaded", US)


def test_card_110_shaded_all_guerrillas_hide() -> None:
    s = blank()
    put(s, HUE, ranger_active=1, vc_guerrilla_active=2, nva_guerrilla_active=1)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla_active=1, vc_guerrilla=1)
    finish(s, 110, "shaded", VC)
    assert at(s, HUE) == {"ranger_active": 1, "vc_guerrilla": 2, "nva_guerrilla": 1}
    assert at(s, LOC_HUE_DA_NANG) == {"vc_guerrilla": 2}
    assert unchanged(s, 110, "shaded", VC)


# --- 111 Agent Orange ---------------------------------------------------------------------------------------------


def test_card_111_unshaded_exposes_jungles_and_strikes_two_of_them() -> None:
    s = blank(next_card=COUP, effects=TYPHOON_KATE)  # "2 Jungle spaces" beats the limit of 1
    put(s, TAY_NINH, vc_guerrilla=2)
    put(s, CENTRAL_LAOS, nva_guerrilla=1, nva_base=1)
    put(s, PHUOC_LONG, vc_base=1)
    put(s, QUANG_TRI, us_troops=1, vc_guerrilla=1, nva_troops=1)
    p = run(s, 111, "unshaded", VC)
    assert at(s, TAY_NINH) == {"vc_guerrilla_active": 2}
    assert at(s, QUANG_TRI)["vc_guerrilla"] == 1  # Highland
    assert asked(p) == (US, "air_strike.space")
    assert p.keys() == ids(CENTRAL_LAOS, PHUOC_LONG, TAY_NINH)  # no COIN piece needed, a space must be named
    p.answer("tay_ninh", "central_laos", 5)
    assert "degrade" not in p.keys()
    p.answer(
        piece("vc_guerrilla_active", TAY_NINH),
        piece("vc_guerrilla_active", TAY_NINH),
        piece("nva_guerrilla_active", CENTRAL_LAOS),
        piece("nva_base", CENTRAL_LAOS),
    )
    assert p.over
    assert at(s, TAY_NINH) == at(s, CENTRAL_LAOS) == {}
    assert s.support[TAY_NINH] == -1
    assert s.trail == 1


def test_card_111_unshaded_is_ineffective_without_anybody_to_expose_or_strike() -> None:
    s = blank()
    put(s, TAY_NINH, vc_tunnel=1)
    put(s, QUANG_TRI, vc_guerrilla=1)
    assert unchanged(s, 111, "unshaded", US)
    put(s, TAY_NINH, nva_troops=1)
    assert is_effective(s, 111, "unshaded", US)


def test_card_111_shaded_jungles_and_highlands_with_insurgents_fall() -> None:
    s = blank()
    put(s, TAY_NINH, vc_guerrilla=1)
    put(s, QUANG_TRI, nva_tunnel=1)
    put(s, QUANG_TIN, vc_guerrilla=1)  # Lowland
    put(s, PHUOC_LONG, vc_guerrilla=1)  # nobody lives there
    people(s, QUANG_TRI=2)
    finish(s, 111, "shaded", VC)
    assert [s.support[sp] for sp in (TAY_NINH, QUANG_TRI, QUANG_TIN, PHUOC_LONG)] == [-1, 1, 0, 0]
    people(s, TAY_NINH=-2, QUANG_TRI=-2)
    assert unchanged(s, 111, "shaded", VC)


# --- 112 Colonel Chau ---------------------------------------------------------------------------------------------


def test_card_112_unshaded_a_police_in_each_of_6_provinces() -> None:
    s = blank()
    p = run(s, 112, "unshaded", VC)
    assert p.keys() == [piece("police", sp) for sp in PROVINCES if sp != NORTH_VIETNAM]
    chosen = (CENTRAL_LAOS, QUANG_TRI, TAY_NINH, PHUOC_LONG, BINH_TUY, BA_XUYEN)
    for sp in chosen:
        p.answer(piece("police", sp))
    assert p.over
    assert all(at(s, sp) == {"police": 1} for sp in chosen)


def test_card_112_unshaded_stops_when_police_run_out_unless_arvn_lifts_its_own() -> None:
    s = blank()
    put(s, SAIGON, police=28)
    answers = (piece("police", QUANG_TRI), piece("police", TAY_NINH))
    finish(s, 112, "unshaded", VC, *answers)
    s = blank()
    put(s, SAIGON, police=28)
    p = run(s, 112, "unshaded", ARVN, *answers)
    assert "done" in p.keys()
    p.answer(piece("police", BINH_TUY), "saigon", "done")
    assert p.over
    assert at(s, SAIGON) == {"police": 27}
    s = blank()
    put(s, SAIGON, police=30)
    assert unchanged(s, 112, "unshaded", NVA)
    assert is_effective(s, 112, "unshaded", US)


def test_card_112_shaded_3_provinces_with_arvn_fall_and_get_guerrillas() -> None:
    s = blank()
    for sp in (QUANG_TRI, QUANG_NAM, PHUOC_LONG, BINH_DINH):
        put(s, sp, police=1)
    put(s, KHANH_HOA, us_troops=1)
    p = run(s, 112, "shaded", NVA)
    assert p.keys() == ids(QUANG_TRI, QUANG_NAM, BINH_DINH)  # nobody lives in Phuoc Long
    p.answer(*ids(QUANG_TRI, BINH_DINH))
    assert p.over
    assert [s.support[sp] for sp in (QUANG_TRI, BINH_DINH, QUANG_NAM)] == [-1, -1, -1]
    assert all(at(s, sp) == {"police": 1, "vc_guerrilla": 1} for sp in (QUANG_TRI, BINH_DINH, QUANG_NAM))


def test_card_112_shaded_takes_provinces_that_cannot_shift_only_where_too_few_can() -> None:
    s = blank()
    for sp in (QUANG_TRI, QUANG_NAM, PHUOC_LONG, BINH_DINH):
        put(s, sp, police=1)
    people(s, QUANG_TRI=-2, BINH_DINH=-2)
    p = run(s, 112, "shaded", ARVN)
    assert p.keys() == ids(QUANG_TRI, BINH_DINH, PHUOC_LONG)  # besides Quang Nam, which shifts
    p.answer(*ids(PHUOC_LONG, BINH_DINH))
    assert p.over
    assert s.support[QUANG_NAM] == -1
    assert all(at(s, sp) == {"police": 1, "vc_guerrilla": 1} for sp in (QUANG_NAM, PHUOC_LONG, BINH_DINH))


def test_card_112_shaded_with_too_few_guerrillas_asks_where_they_go() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, vc_guerrilla=29)
    put(s, QUANG_TRI, ranger=1)
    put(s, QUANG_NAM, arvn_base=1)
    p = run(s, 112, "shaded", US, *ids(QUANG_TRI))
    assert asked(p) == (US, "event.place_vc_guerrilla")
    p.answer(*ids(QUANG_NAM))
    assert p.over
    assert at(s, QUANG_NAM) == {"arvn_base": 1, "vc_guerrilla": 1}
    people(s, QUANG_TRI=-2, QUANG_NAM=-2)
    assert not is_effective(s, 112, "shaded", US)


# --- 113 Ruff Puff ------------------------------------------------------------------------------------------------


def test_card_113_unshaded_up_to_8_police_anywhere_in_the_south() -> None:
    s = blank()
    p = run(s, 113, "unshaded", US)
    assert piece("police", LOC_HUE_DA_NANG) in p.keys()
    assert piece("police", CENTRAL_LAOS) not in p.keys()
    p.answer(piece("police", LOC_HUE_DA_NANG), 5, piece("police", SAIGON), 2, "done")
    assert p.over
    assert at(s, LOC_HUE_DA_NANG) == {"police": 5}
    assert at(s, SAIGON) == {"police": 2}
    put(s, HUE, police=23)
    assert not is_effective(s, 113, "unshaded", VC)
    assert is_effective(s, 113, "unshaded", ARVN)


def test_card_113_shaded_replaces_5_rural_police_with_one_base_at_most() -> None:
    s = blank()
    put(s, QUANG_TRI, police=3)
    put(s, LOC_HUE_DA_NANG, police=4)
    put(s, SAIGON, police=5)
    p = run(s, 113, "shaded", NVA)
    assert p.keys() == ids(QUANG_TRI, LOC_HUE_DA_NANG)
    p.answer(*ids(QUANG_TRI))
    assert p.keys() == [piece("vc_guerrilla", QUANG_TRI), piece("vc_base", QUANG_TRI)]
    p.answer(piece("vc_base", QUANG_TRI), *ids(QUANG_TRI, LOC_HUE_DA_NANG, LOC_HUE_DA_NANG, QUANG_TRI))
    assert p.over
    assert at(s, QUANG_TRI) == {"vc_base": 1, "vc_guerrilla": 2}
    assert at(s, LOC_HUE_DA_NANG) == {"police": 2, "vc_guerrilla": 2}
    assert at(s, SAIGON) == {"police": 5}


def test_card_113_shaded_removes_police_even_if_nothing_can_replace_them() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, vc_guerrilla=30)
    put(s, LOC_HUE_DA_NANG, police=2)
    finish(s, 113, "shaded", US)
    assert at(s, LOC_HUE_DA_NANG) == {}
    put(s, SAIGON, police=2)
    assert unchanged(s, 113, "shaded", US)


# --- 114 Tri Quang ------------------------------------------------------------------------------------------------


def test_card_114_unshaded_sets_up_to_3_cities_to_passive_support() -> None:
    s = blank()
    people(s, HUE=-2, DA_NANG=0, SAIGON=1, CAN_THO=2, KONTUM=1, QUI_NHON=1, CAM_RANH=1, AN_LOC=1)
    p = run(s, 114, "unshaded", US)
    assert p.keys() == [*ids(HUE, DA_NANG), "done"]
    p.answer("hue", "done")
    assert p.over
    assert [s.support[sp] for sp in (HUE, DA_NANG, SAIGON, CAN_THO)] == [1, 0, 1, 2]
    people(s, DA_NANG=1)
    assert unchanged(s, 114, "unshaded", US)


def test_card_114_shaded_three_cities_fall_and_saigon_gets_a_vc_piece() -> None:
    s = blank()
    people(s, HUE=-2, DA_NANG=2)
    finish(s, 114, "shaded", US, piece("vc_base", SAIGON))
    assert [s.support[sp] for sp in (HUE, DA_NANG, SAIGON)] == [-2, 1, -1]
    assert at(s, SAIGON) == {"vc_base": 1}


def test_card_114_shaded_is_ineffective_when_nothing_is_left_to_do() -> None:
    s = blank()
    people(s, HUE=-2, DA_NANG=-2, SAIGON=-2)
    put(s, OUT_OF_PLAY, vc_guerrilla=30)
    put(s, SAIGON, us_base=2)
    assert unchanged(s, 114, "shaded", US)
    people(s, HUE=-1)
    assert is_effective(s, 114, "shaded", US)


# --- 115 Typhoon Kate ---------------------------------------------------------------------------------------------


def test_card_115_single_keeps_its_executor_eligible_and_lasts_until_reset() -> None:
    s = blank(acted=((NVA, EVENT),))
    assert is_effective(s, 115, "single", NVA)
    finish(s, 115, "single", NVA)
    assert s.effects & MOMENTUM == TYPHOON_KATE
    play(end_of_card(s))
    assert s.eligible == 0b1111
    play(reset_phase(s))
    assert not s.effects


def test_card_115_single_bans_three_activities_and_limits_the_others_to_one_space() -> None:
    s = blank()
    put(s, HUE, us_troops=3, arvn_troops=3, nva_troops=3, ranger=1, vc_guerrilla=1)
    put(s, SAIGON, us_troops=1, vc_guerrilla_active=1, police=1)
    put(s, QUANG_TRI, vc_guerrilla=1)
    put(s, TAY_NINH, vc_guerrilla=1)
    banned = ((US, "air_lift", "assault"), (ARVN, "transport", "assault"), (NVA, "bombard", "attack"))

    def may(faction: int, name: str, op: str) -> bool:
        operation = Operation(s, faction, op, activities=ACCOMPANYING[faction, op])
        return ACTIVITIES[name].can(s, Activity(s, faction, name, operation))

    assert all(may(*each) for each in banned)
    finish(s, 115, "single", VC)
    assert not any(may(*each) for each in banned)
    p = play(tax(s, Activity(s, VC, "tax", Operation(s, VC, "rally"))), *ids(QUANG_TRI))
    assert p.over  # one space only
    p = play(air_strike(s, Activity(s, US, "air_strike", Operation(s, US, "assault"))), "hue", 3)
    assert "degrade" in p.keys()


# --- 116 Cadres ---------------------------------------------------------------------------------------------------


def test_card_116_unshaded_terror_and_agitation_cost_2_guerrillas() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=1)
    put(s, SAIGON, vc_guerrilla=2)
    assert suits_terror(s, VC, HUE)
    assert agitation_spaces(s) == [HUE, SAIGON]
    finish(s, 116, "unshaded", US)
    assert s.effects == CADRES
    assert not suits_terror(s, VC, HUE)
    assert agitation_spaces(s) == [SAIGON]
    play(terrorize(s, VC, SAIGON))
    assert at(s, SAIGON) == {}
    assert s.support[SAIGON] == -1
    assert not is_effective(s, 116, "unshaded", US)  # in force already


def test_card_116_shaded_one_rally_space_at_a_base_may_agitate_under_coin_control() -> None:
    s = blank()
    assert is_effective(s, 116, "shaded", VC)
    finish(s, 116, "shaded", VC)
    assert s.effects == CADRES_SHADED
    for sp in (HUE, SAIGON):
        put(s, sp, vc_base=1, police=5)
    s.terror[HUE] = 1
    p = play(rally(s, Operation(s, VC, "rally")), "hue", "place", 1)
    assert asked(p) == (VC, "rally.agitate")
    p.answer("yes", "more", "more")  # the Terror marker, then two levels
    assert asked(p) == (VC, "rally.space")
    p.answer("saigon", 1)
    assert asked(p) == (VC, "rally.space")  # no second space Agitates
    p.answer("done")
    assert p.over
    assert at(s, HUE) == at(s, SAIGON) == {"police": 5, "vc_guerrilla": 1, "vc_base": 1}
    assert (s.terror[HUE], s.support[HUE], s.support[SAIGON]) == (0, -2, 0)
    assert s.resources[VC] == 15  # two spaces and three steps of Agitation
    assert not is_effective(s, 116, "shaded", VC)


# --- 117 Corps Commanders -----------------------------------------------------------------------------------------


def test_card_117_unshaded_arvn_places_3_troops_in_2_adjacent_spaces_and_sweeps_both() -> None:
    s = blank(next_card=COUP, resources=[0, 0, 0, 0])
    put(s, OUT_OF_PLAY, arvn_troops=2)
    put(s, QUANG_NAM, vc_guerrilla=2)
    put(s, QUANG_TRI, nva_guerrilla=2)
    put(s, HUE, arvn_troops=1)
    p = run(s, 117, "unshaded", VC)
    assert asked(p) == (ARVN, "event.corps_recalled")
    assert p.keys() == ["0", "1", "2"]
    p.answer(1)
    assert row_id(NORTH_VIETNAM) not in p.keys()
    p.answer("quang_tri_thua_thien", 1)
    assert asked(p) == (ARVN, "event.corps_second")
    assert row_id(NORTH_VIETNAM) not in p.keys()
    assert row_id(SAIGON) not in p.keys()
    p.answer("quang_nam")
    assert at(s, OUT_OF_PLAY) == {"arvn_troops": 1}
    assert asked(p) == (ARVN, "sweep.destination")
    p.answer("quang_tri_thua_thien", "hue")  # one more Troop comes
    while not p.over:
        p.answer("done")
    assert at(s, QUANG_TRI) == {"arvn_troops": 2, "nva_guerrilla_active": 2}
    assert at(s, QUANG_NAM) == {"arvn_troops": 2, "vc_guerrilla_active": 2}
    assert s.resources == [0, 0, 0, 0]


def test_card_117_unshaded_a_loc_is_not_swept_and_fewer_troops_are_fewer() -> None:
    s = blank()
    put(s, SAIGON, arvn_troops=28)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1)
    finish(s, 117, "unshaded", ARVN, row_id(LOC_HUE_DA_NANG), 2)
    assert at(s, LOC_HUE_DA_NANG) == {"arvn_troops": 2, "vc_guerrilla": 1}
    assert unchanged(s, 117, "unshaded", ARVN)  # Troops on the map are not taken


def test_card_117_shaded_removes_a_die_roll_of_arvn_pieces_and_makes_arvn_ineligible() -> None:
    s = blank(acted=((VC, EVENT),))
    put(s, HUE, arvn_troops=2, arvn_base=1, us_troops=1)
    put(s, LOC_HUE_DA_NANG, police=1, ranger_active=1)
    put(s, SAIGON, police=1)
    p = run(s, 117, "shaded", VC)
    assert p.keys() == ids(HUE, SAIGON, LOC_HUE_DA_NANG)
    p.answer("hue")
    assert p.keys() == [*ids(LOC_HUE_DA_NANG), "done"]
    p.answer(row_id(LOC_HUE_DA_NANG), 3)
    assert asked(p) == (VC, "event.arvn_piece_lost")
    p.answer(piece("arvn_base", HUE), piece("ranger_active", LOC_HUE_DA_NANG), piece("arvn_troops", HUE))
    assert p.over
    assert at(s, HUE) == {"us_troops": 1, "arvn_troops": 1}
    assert at(s, LOC_HUE_DA_NANG) == {"police": 1}
    assert next_eligible(s) == US
    play(end_of_card(s))
    assert s.eligible == 0b0101


def test_card_117_shaded_one_space_and_all_if_fewer() -> None:
    s = blank()
    put(s, HUE, arvn_troops=2)
    finish(s, 117, "shaded", US, 6)
    assert at(s, HUE) == {}
    s = blank()
    assert is_effective(s, 117, "shaded", US)  # ARVN loses its Eligibility
    assert not is_effective(s, 117, "shaded", ARVN)


# --- 118 Korean War Arms ------------------------------------------------------------------------------------------


def test_card_118_unshaded_vc_gives_up_a_guerrilla_wherever_it_has_2_without_nva() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=1, vc_guerrilla_active=1)
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=3)
    put(s, TAY_NINH, vc_guerrilla=3, nva_tunnel=1)
    put(s, SAIGON, vc_guerrilla=1)
    p = run(s, 118, "unshaded", US)
    assert asked(p) == (VC, "event.give_up_guerrilla")
    p.answer("vc_guerrilla_active")
    assert p.over
    assert at(s, HUE) == {"vc_guerrilla": 1}
    assert at(s, LOC_HUE_DA_NANG) == {"vc_guerrilla": 2}
    assert at(s, TAY_NINH) == {"vc_guerrilla": 3, "nva_tunnel": 1}
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=0)
    finish(s, 118, "unshaded", US)
    assert unchanged(s, 118, "unshaded", US)


def test_card_118_shaded_a_vc_piece_in_each_of_3_spaces() -> None:
    s = blank()
    p = run(s, 118, "shaded", NVA)
    assert piece("vc_base", LOC_HUE_DA_NANG) not in p.keys()
    p.answer(piece("vc_base", TAY_NINH))
    assert piece("vc_guerrilla", TAY_NINH) not in p.keys()  # three different spaces
    p.answer(piece("vc_guerrilla", LOC_HUE_DA_NANG), piece("vc_base", NORTH_VIETNAM))
    assert p.over
    assert at(s, TAY_NINH) == at(s, NORTH_VIETNAM) == {"vc_base": 1}
    assert at(s, LOC_HUE_DA_NANG) == {"vc_guerrilla": 1}


def test_card_118_shaded_needs_vc_pieces_to_place() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, vc_guerrilla=29, vc_base=9)
    put(s, HUE, vc_guerrilla=1)
    assert unchanged(s, 118, "shaded", NVA)
    assert is_effective(s, 118, "shaded", VC)  # it may lift its own
    finish(s, 118, "shaded", VC, "done")
    assert at(s, HUE) == {"vc_guerrilla": 1}


# --- 119 My Lai ---------------------------------------------------------------------------------------------------


def test_card_119_unshaded_2_available_troops_leave_play() -> None:
    s = blank()
    put(s, SAIGON, us_troops=39)
    finish(s, 119, "unshaded", ARVN)
    assert at(s, OUT_OF_PLAY) == {"us_troops": 1}
    assert s.patronage == 22
    s.patronage = 75
    assert unchanged(s, 119, "unshaded", ARVN)


def test_card_119_shaded_a_province_turns_and_vc_comes_in() -> None:
    s = blank()
    put(s, TAY_NINH, us_troops=2)
    put(s, QUANG_TRI, us_troops=1, us_base=1, arvn_base=1)
    put(s, SAIGON, us_troops=1)
    p = run(s, 119, "shaded", NVA)
    assert asked(p) == (NVA, "event.my_lai")
    assert p.keys() == ids(QUANG_TRI, TAY_NINH)
    p.answer("quang_tri_thua_thien")
    assert p.over
    assert s.support[QUANG_TRI] == -2
    assert at(s, QUANG_TRI) == {"us_troops": 1, "us_base": 1, "arvn_base": 1, "vc_guerrilla": 1}  # no third Base
    assert s.aid == 14
    finish(s, 119, "shaded", NVA)  # Tay Ninh alone can still turn
    assert at(s, TAY_NINH) == {"us_troops": 2, "vc_guerrilla": 1, "vc_base": 1}


def test_card_119_shaded_vc_decides_whether_to_lift_its_pieces() -> None:
    s = blank()
    put(s, TAY_NINH, us_troops=2)
    put(s, SAIGON, vc_guerrilla=30)
    p = run(s, 119, "shaded", US)
    assert asked(p) == (VC, "event.place_amount")
    p.answer(0)
    assert p.over
    assert at(s, TAY_NINH) == {"us_troops": 2, "vc_base": 1}


def test_card_119_shaded_costs_aid_even_without_a_province() -> None:
    s = blank(aid=3)
    put(s, SAIGON, us_troops=1)
    finish(s, 119, "shaded", VC)
    assert s.aid == 0
    assert unchanged(s, 119, "shaded", VC)


# --- 120 US Press Corps -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("box", "n"), [((), 4), ((125, 129), 4), ((125, 126, 129), 2)])
def test_card_120_unshaded_pieces_come_by_the_number_of_leader_cards(box: tuple[int, ...], n: int) -> None:
    s = blank(leader_box=box)
    put(s, OUT_OF_PLAY, us_troops=5, us_base=1)
    p = run(s, 120, "unshaded", VC)
    assert piece("us_troops", NORTH_VIETNAM) not in p.keys()
    p.answer(piece("us_base", SAIGON), piece("us_troops", LOC_HUE_DA_NANG))
    if n > 2:
        p.answer(n - 1)
    assert p.over
    assert at(s, LOC_HUE_DA_NANG) == {"us_troops": n - 1}
    assert at(s, SAIGON) == {"us_base": 1}


def test_card_120_unshaded_is_ineffective_with_nobody_out_of_play() -> None:
    s = blank()
    put(s, OUT_OF_PLAY, arvn_troops=3)
    assert unchanged(s, 120, "unshaded", US)


def test_card_120_shaded_troops_by_leader_cards_and_all_bases_leave_play() -> None:
    s = blank(leader_box=(129, 125))
    put(s, CASUALTIES, us_troops=3, us_base=2, irregular=1)
    finish(s, 120, "shaded", US)
    assert at(s, CASUALTIES) == {"us_troops": 1, "irregular": 1}
    assert at(s, OUT_OF_PLAY) == {"us_troops": 2, "us_base": 2}


def test_card_120_shaded_without_leader_cards_takes_only_bases() -> None:
    s = blank()
    put(s, CASUALTIES, us_troops=3)
    assert unchanged(s, 120, "shaded", VC)
    put(s, CASUALTIES, us_base=1)
    assert is_effective(s, 120, "shaded", VC)
    finish(s, 120, "shaded", VC)
    assert at(s, CASUALTIES) == {"us_troops": 3}


# --- all of them --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_cards_91_to_120_executed_at_random_keep_the_board_in_order(seed: int) -> None:
    execute_every_side(range(91, 121), mid_game_states()[seed], seed)
