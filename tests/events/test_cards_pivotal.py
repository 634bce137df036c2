"""The Pivotal Events 121-124, and that every card of 121-130 has its text."""

import pytest

from fitl.board.cards import CARDS, EASTER_OFFENSIVE, LINEBACKER_II, TET_OFFENSIVE, VIETNAMIZATION
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.spaces import (
    AVAILABLE,
    CASUALTIES,
    CENTRAL_LAOS,
    CITIES,
    DA_NANG,
    HUE,
    KONTUM,
    LOC_DA_NANG_DAK_TO,
    LOC_HUE_DA_NANG,
    LOC_HUE_KHE_SANH,
    LOC_KONTUM_DAK_TO,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    PHUOC_LONG,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    SAIGON,
    TAY_NINH,
    row_id,
)
from fitl.lasting import CADRES, PEACE_TALKS, PT_76, PT_76_SHADED
from fitl.rules.cards import execute_event, is_effective
from fitl.rules.sequence import end_of_card, next_eligible
from fitl.state import EVENT, State
from fitl.words import has_message
from tests.events.random_execution import execute_every_side, mid_game_states
from tests.support import Play, at, blank, pivotal_condition, play, put

OWNERS = {LINEBACKER_II: US, EASTER_OFFENSIVE: NVA, VIETNAMIZATION: ARVN, TET_OFFENSIVE: VC}


def run(s: State, card: int, *answers: str | int) -> Play:
    """The owner executes its Pivotal Event."""
    s.card = card
    return play(execute_event(s, card, "single", OWNERS[card]), *answers)


def finish(s: State, card: int, *answers: str | int) -> None:
    """The same, and nothing more is asked."""
    p = run(s, card, *answers)
    assert p.over, f"still asks {p.decision}"


def asked(p: Play) -> tuple[int, str]:
    assert p.decision is not None
    return p.decision.actor, p.decision.kind


def piece(name: str, sp: int) -> str:
    return f"{name}@{row_id(sp)}"


def effective(s: State, card: int) -> bool:
    return is_effective(s, card, "single", OWNERS[card])


# --- 121 Linebacker II --------------------------------------------------------------------------------------------


def test_card_121_single_costs_nva_2_bases_half_its_resources_and_its_eligibility() -> None:
    s = blank(resources=[0, 20, 15, 20], acted=((US, EVENT),))
    put(s, CENTRAL_LAOS, nva_base=1)
    put(s, TAY_NINH, nva_base=1)
    put(s, NORTH_VIETNAM, nva_base=1)
    put(s, CASUALTIES, us_troops=2, us_base=1, irregular=1)
    p = run(s, 121)
    assert asked(p) == (NVA, "event.give_up_base")
    assert p.keys() == [piece("nva_base", sp) for sp in (NORTH_VIETNAM, CENTRAL_LAOS, TAY_NINH)]
    p.answer(piece("nva_base", TAY_NINH), piece("nva_base", CENTRAL_LAOS))
    assert s.resources[NVA] == 7
    assert asked(p) == (US, "event.pieces_to_box")
    p.answer(1)  # one Troop, so the Base and the Irregular too
    assert p.over
    assert at(s, CASUALTIES) == {"us_troops": 1}
    assert at(s, NORTH_VIETNAM) == {"nva_base": 1}
    assert next_eligible(s) == ARVN
    play(end_of_card(s))
    assert s.eligible == 0b1010


def test_card_121_single_nva_may_offer_tunnels_but_need_not() -> None:
    s = blank()
    put(s, TAY_NINH, nva_tunnel=2)
    finish(s, 121, "done")
    assert at(s, TAY_NINH) == {"nva_tunnel": 2}
    put(s, CENTRAL_LAOS, nva_base=1)
    p = run(s, 121)
    assert p.keys() == [piece("nva_base", CENTRAL_LAOS), piece("nva_tunnel", TAY_NINH)]  # a plain Base must go
    p.answer(piece("nva_base", CENTRAL_LAOS))
    assert p.keys() == [piece("nva_tunnel", TAY_NINH), "done"]
    p.answer(piece("nva_tunnel", TAY_NINH))
    assert p.over
    assert at(s, TAY_NINH) == {"nva_tunnel": 1}


def test_card_121_single_ends_the_peace_talks() -> None:
    s = blank(effects=PEACE_TALKS)
    finish(s, 121)
    assert not s.effects


def test_card_121_single_is_effective_while_nva_has_anything_to_lose() -> None:
    s = blank(resources=[0, 0, 0, 0], acted=((NVA, EVENT),))
    assert not effective(s, 121)
    s.acted = ()
    assert effective(s, 121)
    s = blank(resources=[0, 0, 1, 0], acted=((NVA, EVENT),))
    assert effective(s, 121)


# --- 122 Easter Offensive -----------------------------------------------------------------------------------------


def test_card_122_single_marches_moves_on_from_empty_locs_and_attacks_with_troops() -> None:
    s = blank(resources=[0, 0, 0, 0])
    put(s, NORTH_VIETNAM, nva_troops=6, nva_guerrilla=1)
    put(s, QUANG_TRI, arvn_troops=2, nva_guerrilla=2)
    put(s, HUE, us_troops=1, police=2)
    p = run(s, 122, "yes", row_id(LOC_HUE_KHE_SANH), "north_vietnam", 4, 0, "done")  # 4 Troops onto the road
    p.answer("quang_tri_thua_thien", 2, 1, "done")
    assert asked(p) == (NVA, "event.easter_move")
    assert p.keys() == [piece("nva_troops", LOC_HUE_KHE_SANH), "done"]
    p.answer(piece("nva_troops", LOC_HUE_KHE_SANH), "hue", 4)
    # Hue comes first: 4 Troops remove 2 pieces.
    assert asked(p) == (NVA, "attack.remove")
    p.answer("us_troops", "police")
    assert p.over  # in Quang Tri 2 Troops remove an ARVN one
    assert at(s, HUE) == {"police": 1, "nva_troops": 3}  # one Troop lost for the US one
    assert at(s, QUANG_TRI) == {"arvn_troops": 1, "nva_troops": 2, "nva_guerrilla": 3}  # Guerrillas stay hidden
    assert at(s, CASUALTIES) == {"us_troops": 1}
    assert s.resources == [0, 0, 0, 0]


def test_card_122_single_troops_on_locs_with_coin_pieces_do_not_move_on() -> None:
    s = blank()
    put(s, LOC_HUE_DA_NANG, nva_troops=2, police=1)
    put(s, LOC_HUE_KHE_SANH, nva_troops=1, vc_guerrilla=1)
    p = run(s, 122, "yes")
    assert asked(p)[1] == "march.destination"
    p.answer("da_nang", 1, "done")  # a Troop from the road to Da Nang
    assert asked(p) == (NVA, "event.easter_move")
    assert p.keys() == [piece("nva_troops", LOC_HUE_KHE_SANH), "done"]
    p.answer("done")
    assert p.over
    assert at(s, LOC_HUE_DA_NANG) == {"police": 1, "nva_troops": 1}  # one Troop Attacks in vain


def test_card_122_single_a_troop_moves_on_only_once() -> None:
    s = blank()
    put(s, LOC_KONTUM_DAK_TO, nva_troops=1)
    put(s, QUANG_NAM, nva_guerrilla=1)
    p = run(s, 122, "yes", "da_nang", "done")
    p.answer(piece("nva_troops", LOC_KONTUM_DAK_TO), row_id(LOC_DA_NANG_DAK_TO))
    assert p.over
    assert at(s, LOC_DA_NANG_DAK_TO) == {"nva_troops": 1}


def test_card_122_single_attacks_are_mandatory_and_pt_76_bends_them() -> None:
    def attack_in_hue(effects: int, *answers: str | int) -> dict[str, int]:
        s = blank(effects=effects)
        put(s, HUE, nva_troops=3, police=3)
        p = run(s, 122, "yes", "quang_tri_thua_thien", 1, "done")
        p.answer(*answers)
        assert p.over
        return at(s, HUE)

    assert attack_in_hue(0) == {"nva_troops": 2, "police": 2}
    assert attack_in_hue(PT_76) == {"nva_troops": 1, "police": 3}
    assert attack_in_hue(PT_76_SHADED, "yes") == {"nva_troops": 2, "police": 1}


def test_card_122_single_chains_along_the_trail_unless_it_is_at_0() -> None:
    for trail, reached in ((1, True), (0, False)):
        s = blank(trail=trail)
        put(s, NORTH_VIETNAM, nva_troops=1)
        p = run(s, 122, "yes", "central_laos")
        assert (not p.over and "southern_laos" in p.keys()) == reached


def test_card_122_single_attacks_follow_a_march_that_was_declined() -> None:
    s = blank()
    put(s, HUE, nva_troops=2, police=1)
    p = run(s, 122)
    assert asked(p) == (NVA, "event.march_at_all")
    p.answer("no")
    assert p.over
    assert at(s, HUE) == {"nva_troops": 2}


def test_card_122_single_is_effective_if_anybody_can_march_or_attack() -> None:
    s = blank()
    assert not effective(s, 122)
    finish(s, 122)
    put(s, NORTH_VIETNAM, nva_troops=1)
    assert effective(s, 122)


# --- 123 Vietnamization -------------------------------------------------------------------------------------------


def test_card_123_single_raises_tracks_recalls_everybody_and_places_4_cubes() -> None:
    s = blank(aid=70)
    put(s, OUT_OF_PLAY, arvn_troops=10, ranger=3, arvn_base=2, us_troops=1)
    p = run(s, 123)
    assert (s.resources[ARVN], s.aid) == (32, 75)
    assert at(s, OUT_OF_PLAY) == {"us_troops": 1}
    assert at(s, AVAILABLE)["arvn_troops"] == 30
    assert asked(p) == (ARVN, "event.place_arvn_cubes")
    assert piece("police", NORTH_VIETNAM) not in p.keys()
    assert piece("ranger", HUE) not in p.keys()
    assert piece("arvn_troops", LOC_HUE_DA_NANG) in p.keys()
    p.answer(piece("arvn_troops", HUE), 3, piece("police", CENTRAL_LAOS))
    assert p.over
    assert at(s, HUE) == {"arvn_troops": 3}
    assert at(s, CENTRAL_LAOS) == {"police": 1}


def test_card_123_single_arvn_may_but_need_not_lift_cubes_when_none_is_available() -> None:
    s = blank()
    put(s, SAIGON, arvn_troops=30, police=29)
    p = run(s, 123)
    assert "done" not in p.keys()
    p.answer(piece("police", HUE))
    assert "done" in p.keys()
    p.answer("done")
    assert p.over
    assert at(s, SAIGON) == {"arvn_troops": 30, "police": 29}


def test_card_123_single_is_ineffective_only_with_full_tracks_and_no_cubes() -> None:
    s = blank(resources=[0, 75, 0, 0], aid=75)
    assert effective(s, 123)
    put(s, CASUALTIES, arvn_troops=30, police=30)
    assert not effective(s, 123)
    s.aid = 74
    assert effective(s, 123)


# --- 124 Tet Offensive --------------------------------------------------------------------------------------------


def test_card_124_single_terror_everywhere_then_6_pieces_in_cities_then_attacks() -> None:
    s = blank(resources=[0, 0, 0, 0])
    put(s, TAY_NINH, vc_guerrilla=2)
    put(s, PHUOC_LONG, vc_guerrilla=1)  # nobody lives there: a marker, no shift
    put(s, LOC_HUE_DA_NANG, vc_guerrilla=1)
    put(s, QUANG_TRI, vc_guerrilla_active=1)  # nobody hidden
    s.terror[TAY_NINH] = 1
    p = run(s, 124)
    assert at(s, TAY_NINH) == {"vc_guerrilla": 1, "vc_guerrilla_active": 1}
    assert s.support[TAY_NINH] == -1
    assert [s.terror[sp] for sp in (TAY_NINH, PHUOC_LONG, LOC_HUE_DA_NANG, QUANG_TRI)] == [1, 1, 1, 0]
    assert asked(p) == (VC, "event.tet_place")
    assert p.keys() == [piece(kind, sp) for kind in ("vc_guerrilla", "vc_base") for sp in CITIES]
    p.answer(piece("vc_base", SAIGON), piece("vc_guerrilla", HUE), 5)
    assert p.over  # no enemies anywhere
    assert at(s, SAIGON) == {"vc_base": 1}
    assert at(s, HUE) == {"vc_guerrilla": 5}
    assert s.resources == [0, 0, 0, 0]


def test_card_124_single_vc_and_nva_attack_together_and_vc_falls_first() -> None:
    s = blank()
    put(s, HUE, vc_guerrilla=1, nva_guerrilla=2, us_troops=2, us_base=1)
    p = run(s, 124, piece("vc_guerrilla", SAIGON), 6, 3)  # a 3 against 3 Guerrillas
    assert p.over  # US Troops before the Base
    assert at(s, HUE) == {"us_base": 1, "nva_guerrilla_active": 1}
    assert at(s, CASUALTIES) == {"us_troops": 2}


def test_card_124_single_vc_decides_where_only_nva_attacks_and_a_miss_shows_everybody() -> None:
    s = blank()
    put(s, HUE, nva_guerrilla=6, us_troops=1, police=1, ranger=1)
    put(s, KONTUM, vc_guerrilla=1, police=1)
    p = run(s, 124, piece("vc_guerrilla", SAIGON), 6, 6)
    assert asked(p) == (VC, "attack.remove")
    p.answer("police", "us_troops")
    assert asked(p)[1] == "attack.die"
    p.answer(2)
    assert p.over
    assert at(s, HUE) == {"ranger": 1, "nva_guerrilla_active": 5}
    assert at(s, KONTUM) == {"police": 1, "vc_guerrilla_active": 1}


def test_card_124_single_asks_the_order_only_while_markers_are_short() -> None:
    s = blank()
    put(s, SAIGON, vc_guerrilla=1)
    put(s, TAY_NINH, vc_guerrilla=1)
    put(s, KONTUM, vc_guerrilla=1)
    s.terror[QUANG_TRI] = 13
    p = run(s, 124)
    assert asked(p) == (VC, "event.tet_terror")
    p.answer("tay_ninh")
    p.answer("saigon")  # now no marker is left and the order no longer matters
    assert asked(p) == (VC, "event.tet_place")
    assert [s.terror[sp] for sp in (SAIGON, TAY_NINH, KONTUM)] == [1, 1, 0]
    assert [s.support[sp] for sp in (SAIGON, TAY_NINH, KONTUM)] == [-1, -1, -1]


def test_card_124_single_vc_need_not_lift_pieces_when_none_is_available() -> None:
    s = blank()
    put(s, TAY_NINH, vc_guerrilla_active=28)
    put(s, OUT_OF_PLAY, vc_base=9)
    p = run(s, 124, piece("vc_guerrilla", HUE), 2)
    assert "done" in p.keys()
    p.answer(piece("vc_guerrilla", SAIGON), "tay_ninh", "done")
    assert p.over
    assert at(s, SAIGON) == {"vc_guerrilla": 1}
    assert at(s, TAY_NINH) == {"vc_guerrilla_active": 27}


def test_card_124_single_no_terror_with_fewer_than_2_guerrillas_under_cadres() -> None:
    s = blank(effects=CADRES)
    put(s, TAY_NINH, vc_guerrilla=1)
    put(s, QUANG_TIN, vc_guerrilla=2)
    run(s, 124)
    assert at(s, TAY_NINH) == {"vc_guerrilla": 1}
    assert at(s, QUANG_TIN) == {}
    assert [s.support[sp] for sp in (TAY_NINH, QUANG_TIN)] == [0, -1]


def test_card_124_single_pt_76_costs_nva_a_troop_where_its_guerrillas_attack() -> None:
    s = blank(effects=PT_76)
    put(s, HUE, nva_guerrilla=1, nva_troops=2, police=1)
    put(s, DA_NANG, vc_guerrilla=1, nva_troops=2, police=1)
    p = run(s, 124, piece("vc_guerrilla", SAIGON), 6, 6, 6)
    assert p.over
    assert at(s, HUE) == {"nva_guerrilla_active": 1, "nva_troops": 1, "police": 1}
    assert at(s, DA_NANG) == {"vc_guerrilla_active": 1, "nva_troops": 2, "police": 1}


def test_card_124_single_is_ineffective_without_any_vc_piece_or_attack() -> None:
    s = blank()
    assert effective(s, 124)
    put(s, OUT_OF_PLAY, vc_guerrilla=30, vc_base=9)
    assert not effective(s, 124)
    put(s, HUE, nva_guerrilla_active=1, police=1)
    assert effective(s, 124)


# --- all of them --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_cards_121_to_124_executed_at_random_keep_the_board_in_order(seed: int) -> None:
    execute_every_side(range(121, 125), mid_game_states()[seed], seed)


def test_pivotal_preconditions_hold_for_the_positions_they_name() -> None:
    s = blank(leader_box=(125, 126))
    put(s, TAY_NINH, vc_guerrilla=21, nva_troops=1)
    assert [pivotal_condition(s, faction) for faction in (US, ARVN, NVA, VC)] == [True, True, True, True]


@pytest.mark.parametrize("card", range(91, 131))
def test_every_card_has_our_text_for_each_side(card: int) -> None:
    for side in CARDS[card].sides:
        assert has_message(f"cards.{card}.{side}")
