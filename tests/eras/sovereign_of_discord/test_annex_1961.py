"""Our own cards of 1961: each side from a position to the exact result (P5.1.1), and all forty at random."""

import pytest

from fitl.board.card import SOVEREIGN_YEARS
from fitl.board.expansion_cards import EXPANSION_CARDS
from fitl.board.factions import ARVN, US, VC
from fitl.board.pieces import HAMLET
from fitl.board.spaces import AVAILABLE, CASUALTIES, OUT_OF_PLAY
from fitl.eras.sovereign_of_discord.tracks import CRISIS, UNSTABLE
from fitl.lasting import BIG_MINH, LIBERATION_ARMED_FORCES, LIBERATION_ARMED_FORCES_SHADED
from fitl.packs import parse_pack, with_packs
from fitl.rules.cards import execute_event
from fitl.rules.forces import pieces_of, transfer
from fitl.rules.operation import Operation
from fitl.rules.operations.rally import rally
from fitl.words import card_label, card_text
from tests.eras.sovereign_of_discord.cards import (
    asked,
    done,
    execute_every_side,
    executed,
    here,
    is_barred,
    level,
    random_state,
    tells,
    to_the_end,
)
from tests.eras.sovereign_of_discord.support import D61, begun, edit, row
from tests.support import at, play

ANNEX = [
    card.id
    for card in EXPANSION_CARDS.values()
    if card.period in SOVEREIGN_YEARS and card.kind == "event" and "title" in card.ours
]
KIEN_HOA, KIEN_GIANG, PLEIKU = "kien_hoa_vinh_binh", "kien_giang_an_xuyen", "pleiku_darlac"
QUANG_TIN, QUANG_DUC = "quang_tin_quang_ngai", "quang_duc_long_khanh"


# --- all forty ----------------------------------------------------------------------------------------------------


def test_forty_cards_are_ours_whole_and_are_shown_so() -> None:
    assert len(ANNEX) == 40
    assert all(card_label(card).endswith("*") for card in EXPANSION_CARDS.values() if card.id in ANNEX)


@pytest.mark.parametrize("seed", range(24))
def test_every_side_of_our_own_cards_is_carried_out_to_its_end(seed: int) -> None:
    execute_every_side(ANNEX, random_state(seed), seed)


@pytest.mark.parametrize("card", ANNEX)
def test_the_print_takes_the_place_of_our_card_by_its_id(card: str) -> None:
    """An owner's pack: its text and its program, nothing of ours is left."""
    head = EXPANSION_CARDS[1000 + int(card[1:])]
    text = (
        f'name = "Mine"\n[[card]]\nid = "{card}"\ntitle = "Mine"\norder = ["vc", "us", "arvn", "nva"]\n'
        f'period = {head.period}\n[card.single]\ntext = "Aid falls by 2."\n'
        'steps = [{ do = "add", track = "aid", n = -2 }]\n'
    )
    s = begun()
    s.cards = with_packs([parse_pack(text)])
    s.card = head.number
    assert card_text(head.number, "single", s.cards) == "Aid falls by 2."
    assert card_text(head.number, "unshaded", s.cards) is None
    assert list(s.cards.programs[head.number]) == ["single"]
    play(execute_event(s, head.number, "single", VC))
    assert s.aid == 8


# --- P1* Counterinsurgency Plan -----------------------------------------------------------------------------------


def test_card_p1_unshaded_pays_arvn_and_the_us_trains() -> None:
    s = begun()
    flow = executed(s, "p1", "unshaded", ARVN)
    assert s.resources[ARVN] == 26
    assert asked(flow) == (US, "train.space")
    flow.answer("saigon", "nothing")
    assert s.resources[ARVN] == 26  # free, one space


def test_card_p1_unshaded_lets_arvn_train_with_two_players() -> None:
    assert asked(executed(begun(D61), "p1", "unshaded", ARVN)) == (ARVN, "train.space")


def test_card_p1_shaded_lets_arvn_choose_and_turns_a_city() -> None:
    s = begun()
    flow = executed(s, "p1", "shaded", VC)
    assert asked(flow) == (ARVN, "event.reforms")
    assert flow.keys() == ["aid", "regime"]
    flow.answer("aid", "da_nang")
    assert (s.aid, level(s, "da_nang"), flow.over) == (2, 0, True)


def test_card_p1_shaded_offers_nothing_that_changes_nothing() -> None:
    s = begun(aid=0, regime=CRISIS)
    assert asked(executed(s, "p1", "shaded", VC)) == (VC, "event.shift_neutral")
    s = begun(aid=0)
    done(s, "p1", "shaded", VC)
    assert s.regime == UNSTABLE


# --- P5* Vienna Summit --------------------------------------------------------------------------------------------


def test_card_p5_unshaded_moves_a_track_and_brings_aid() -> None:
    s = begun()
    flow = executed(s, "p5", "unshaded", US)
    assert flow.keys() == ["washington", "hanoi"]
    flow.answer("hanoi")
    assert (s.hanoi, s.aid, flow.over) == (0, 13, True)
    s = begun(washington=4, hanoi=0)
    assert executed(s, "p5", "unshaded", US).over
    assert s.aid == 13


def test_card_p5_shaded_raises_hanoi_and_vc_guerrillas_arrive_underground() -> None:
    s = begun()
    edit(s, PLEIKU, vc_base_cadre=1, vc_guerrilla_active=2)
    flow = executed(s, "p5", "shaded", VC, f"vc_guerrilla_active@{PLEIKU}", "quang_nam", 2, "done")
    assert flow.over
    assert s.hanoi == 2
    assert here(s, "quang_nam") == {"police": 1, "vc_guerrilla": 2}


def test_card_p5_shaded_pays_vc_at_a_high_hanoi() -> None:
    s = begun(hanoi=3)
    done(s, "p5", "shaded", VC)
    assert (s.hanoi, s.resources[VC]) == (3, 9)


# --- P6* Johnson in Saigon ----------------------------------------------------------------------------------------


def test_card_p6_unshaded_raises_washington_and_patronage() -> None:
    s = begun()
    flow = executed(s, "p6", "unshaded", ARVN)
    assert asked(flow) == (US, "advisor.space")
    flow.answer("hue", "hue")
    assert (s.washington, s.patronage, here(s, "hue")["advisor"]) == (1, 12, 2)


def test_card_p6_shaded_terrorizes_and_one_guerrilla_hides_again() -> None:
    s = begun()
    flow = executed(s, "p6", "shaded", VC, "yes", KIEN_HOA, "tay_ninh", "done", "tay_ninh")
    assert flow.over
    assert (level(s, KIEN_HOA), level(s, "tay_ninh")) == (-2, -2)
    assert here(s, KIEN_HOA) == {"vc_guerrilla": 1, "vc_guerrilla_active": 1}
    assert here(s, "tay_ninh")["vc_guerrilla"] == 2
    assert s.resources[VC] == 5


# --- P12* COSVN Restored ------------------------------------------------------------------------------------------


def test_card_p12_unshaded_hides_rangers_for_a_raid() -> None:
    s = begun()
    edit(s, "saigon", us_base=1, arvn_troops=2, police=2, ranger_active=1)
    flow = executed(s, "p12", "unshaded", ARVN)
    assert here(s, "saigon")["ranger"] == 1
    assert asked(flow) == (ARVN, "raid.space")
    flow.answer(KIEN_HOA, "done", "ranger@saigon")
    to_the_end(flow)
    assert s.resources[VC] == 3


def test_card_p12_shaded_raises_hanoi_and_vc_may_build_a_base() -> None:
    s = begun()
    flow = executed(s, "p12", "shaded", VC, KIEN_HOA)
    assert flow.over
    assert (s.hanoi, here(s, KIEN_HOA)) == (2, {"vc_base": 1})


# --- P13* Civil Guard Rearmed -------------------------------------------------------------------------------------


def test_card_p13_unshaded_moves_police_and_one_province_shifts() -> None:
    s = begun()
    flow = executed(s, "p13", "unshaded", US)
    assert asked(flow) == (ARVN, "event.civil_guard")
    flow.answer("police@saigon", "quang_nam", 2, "done")
    assert flow.over
    assert (level(s, "quang_nam"), here(s, "quang_nam")) == (1, {"police": 3})


def test_card_p13_shaded_trades_police_for_a_guerrilla() -> None:
    s = begun()
    flow = executed(s, "p13", "shaded", VC)
    assert flow.keys() == [QUANG_TIN, "binh_dinh", QUANG_DUC, "done"]
    flow.answer(QUANG_TIN, "done")
    assert flow.over
    assert here(s, QUANG_TIN) == {"vc_guerrilla": 2}
    assert executed(begun(), "p13", "shaded", VC, "done").over


# --- P14* Staley Group --------------------------------------------------------------------------------------------


def test_card_p14_unshaded_brings_aid_and_resources_for_cities() -> None:
    s = begun()
    edit(s, "hue", vc_guerrilla=1)
    executed(s, "p14", "unshaded", ARVN)
    assert (s.aid, s.resources[ARVN]) == (15, 27)


def test_card_p14_shaded_costs_arvn_and_pays_vc() -> None:
    s = begun()
    executed(s, "p14", "shaded", VC)
    assert (s.resources[ARVN], s.resources[VC]) == (14, 7)


# --- P15* April Ballot --------------------------------------------------------------------------------------------


def test_card_p15_unshaded_brings_patronage_and_three_cities() -> None:
    s = begun()
    flow = executed(s, "p15", "unshaded", ARVN, "can_tho", "an_loc", "kontum")
    assert flow.over
    assert (s.patronage, s.total_support) == (13, 14 + 3)


def test_card_p15_shaded_shakes_the_regime_and_a_city() -> None:
    s = begun()
    flow = executed(s, "p15", "shaded", VC)
    assert (s.regime, s.aid) == (UNSTABLE, 5)
    assert "vc_guerrilla@saigon" not in flow.keys()
    flow.answer("vc_guerrilla@hue")
    assert here(s, "hue") == {"police": 2, "vc_guerrilla": 1}


# --- P17* Agrovilles Abandoned ------------------------------------------------------------------------------------


def test_card_p17_unshaded_frees_two_hamlets_and_arvn_governs() -> None:
    s = begun()
    flow = executed(s, "p17", "unshaded", US)
    assert (at(s, OUT_OF_PLAY)["hamlet"], at(s, AVAILABLE)["hamlet"]) == (4, 2)
    assert asked(flow) == (ARVN, "govern.space")
    flow.answer("quang_nam")
    assert flow.over
    assert here(s, "quang_nam")["hamlet"] == 1


def test_card_p17_unshaded_pays_where_no_hamlet_is_out_of_play() -> None:
    s = begun()
    transfer(s, HAMLET, 6, OUT_OF_PLAY, AVAILABLE, HAMLET)
    done(s, "p17", "unshaded", US)
    assert s.resources[ARVN] == 24


def test_card_p17_shaded_turns_two_delta_provinces() -> None:
    s = begun()
    flow = executed(s, "p17", "shaded", VC, "ba_xuyen", KIEN_HOA)
    assert flow.over
    assert (level(s, "ba_xuyen"), level(s, KIEN_HOA)) == (-1, -2)
    assert (here(s, "ba_xuyen"), here(s, KIEN_HOA)) == ({"police": 1, "vc_guerrilla": 1}, {"vc_guerrilla": 3})


# --- P18* Corps Tactical Zones ------------------------------------------------------------------------------------


def test_card_p18_unshaded_concentrates_sweeps_and_assaults() -> None:
    s = begun()
    flow = executed(s, "p18", "unshaded", ARVN, KIEN_HOA, "arvn_troops@can_tho", 2, "ranger@can_tho", "done")
    assert flow.over
    assert here(s, KIEN_HOA) == {"arvn_troops": 2, "ranger": 1, "vc_guerrilla_active": 1}
    assert s.resources[ARVN] == 20


def test_card_p18_shaded_recalls_troops_and_bars_arvn() -> None:
    s = begun()
    flow = executed(s, "p18", "shaded", VC, PLEIKU)
    assert asked(flow) == (ARVN, "event.destination")
    flow.answer("saigon", 2)
    assert flow.over
    assert (here(s, "saigon")["arvn_troops"], level(s, PLEIKU)) == (4, -2)
    assert is_barred(s, ARVN)


def test_card_p18_shaded_costs_resources_with_two_players() -> None:
    s = begun(D61)
    done(s, "p18", "shaded", VC)
    assert (s.resources[ARVN], is_barred(s, ARVN)) == (17, False)


# --- P19* Buon Enao -----------------------------------------------------------------------------------------------


def test_card_p19_unshaded_fences_a_highland_in() -> None:
    s = begun()
    piece = f"vc_guerrilla@{PLEIKU}"
    flow = executed(s, "p19", "unshaded", ARVN, PLEIKU, piece, piece)
    assert level(s, PLEIKU) == 1
    assert asked(flow) == (US, "event.irregulars_there")
    flow.answer("irregular@binh_dinh", "done")
    assert flow.over
    assert here(s, PLEIKU) == {"irregular": 2, "arvn_troops": 2, "vc_base_cadre": 1}


def test_card_p19_shaded_drives_guards_from_the_highlands() -> None:
    s = begun()
    flow = executed(s, "p19", "shaded", VC, f"irregular@{PLEIKU}", "police@khanh_hoa", "khanh_hoa")
    assert flow.over
    assert (at(s, CASUALTIES), level(s, "khanh_hoa"), level(s, PLEIKU)) == ({"irregular": 1}, -2, -1)


# --- P20* Phuoc Vinh Raid -----------------------------------------------------------------------------------------


def test_card_p20_unshaded_assaults_twice_for_one_piece_more() -> None:
    s = begun()
    flow = executed(s, "p20", "unshaded", ARVN, "kien_phong", QUANG_DUC)
    assert flow.over
    assert (here(s, "kien_phong"), here(s, QUANG_DUC)) == ({"arvn_troops": 2}, {"police": 1})


def test_card_p20_unshaded_only_shows_guerrillas_where_no_cube_is() -> None:
    s = begun()
    done(s, "p20", "unshaded", ARVN, "tay_ninh", KIEN_HOA)
    assert (here(s, "tay_ninh"), here(s, KIEN_HOA)) == (
        {"vc_guerrilla_active": 2, "vc_base_cadre": 1},
        {"vc_guerrilla_active": 2},
    )


def test_card_p20_shaded_marches_and_attacks_without_a_die() -> None:
    s = begun()
    flow = executed(s, "p20", "shaded", VC, "yes", "can_tho", KIEN_HOA, 2)
    to_the_end(flow)
    assert "attack.die" not in flow.asked
    assert (pieces_of(s, row("can_tho"), ARVN), pieces_of(s, row("can_tho"), VC)) == (3, 2)
    s = begun()
    assert executed(s, "p20", "shaded", VC, "no").over  # no March, no Attack


# --- P21* Liberation Armed Forces ---------------------------------------------------------------------------------


def test_card_p21_unshaded_holds_a_rally_to_three_spaces() -> None:
    s = begun()
    executed(s, "p21", "unshaded", US)
    assert (s.effects, s.resources[VC]) == (LIBERATION_ARMED_FORCES, 3)
    s.resources[VC] = 10
    op = Operation(s, VC, "rally")
    flow = play(rally(s, op))
    while not flow.over:
        flow.answer(flow.keys()[0])
    assert len(op.spaces) == 3


def test_card_p21_shaded_adds_a_guerrilla_at_one_base_per_rally() -> None:
    s = begun()
    flow = executed(s, "p21", "shaded", VC, KIEN_GIANG, "place")
    assert s.effects == LIBERATION_ARMED_FORCES_SHADED
    assert flow.keys() == ["1", "2", "3", "4"]  # a Base, Population 2 and one more
    flow.answer(4)
    assert flow.over
    assert (here(s, KIEN_GIANG)["vc_guerrilla"], s.resources[VC]) == (6, 5)
    op = Operation(s, VC, "rally")
    flow = play(rally(s, op), "tay_ninh", "place", 4, "kien_phong", "kien_phong", KIEN_GIANG, "place")
    assert flow.keys() == ["1", "2", "3"]  # only once
    assert not tells(begun(effects=LIBERATION_ARMED_FORCES, resources=[0, 9, 0, 0]), "p21", "unshaded", US)


# --- P23* The Liaison Officer -------------------------------------------------------------------------------------


def test_card_p23_unshaded_brings_aid_and_costs_vc() -> None:
    s = begun()
    executed(s, "p23", "unshaded", US)
    assert (s.aid, s.resources[VC]) == (15, 1)


def test_card_p23_shaded_terrifies_two_cities_without_a_shift() -> None:
    s = begun()
    s.terror[row("hue")] = 1
    flow = executed(s, "p23", "shaded", VC)
    assert "hue" not in flow.keys()
    flow.answer("saigon", "can_tho")
    assert (s.terror[row("saigon")], s.terror[row("can_tho")], level(s, "saigon"), s.patronage) == (1, 1, 1, 7)


# --- P24* Delta Flood ---------------------------------------------------------------------------------------------


def test_card_p24_unshaded_helps_the_delta() -> None:
    s = begun()
    flow = executed(s, "p24", "unshaded", ARVN)
    assert flow.keys() == ["kien_phong", "ba_xuyen", "done"]
    flow.answer("ba_xuyen", "done")
    assert flow.over
    assert (level(s, "can_tho"), level(s, "ba_xuyen"), level(s, "kien_phong"), s.aid) == (2, 1, -1, 13)


def test_card_p24_shaded_sabotages_roads_and_rallies() -> None:
    s = begun()
    edit(s, "loc_saigon_can_tho", police=1)
    flow = executed(s, "p24", "shaded", VC)
    assert "loc_saigon_can_tho" not in flow.keys()
    flow.answer("loc_can_tho_chau_doc", "done", "yes", KIEN_HOA, "place", "done")
    assert flow.over
    assert s.terror[row("loc_can_tho_chau_doc")] == 1
    assert (here(s, KIEN_HOA), s.resources[VC]) == ({"vc_guerrilla": 3}, 5)


def test_an_assault_that_card_p18_grants_is_one_for_big_minh() -> None:
    """Card P64: an Assault that an Event grants is an ARVN Assault Operation."""
    s = begun(effects=BIG_MINH)
    edit(s, "kien_phong", arvn_troops=2, vc_guerrilla_active=2)
    flow = executed(s, "p18", "unshaded", ARVN, "kien_phong", "done")
    assert asked(flow) == (ARVN, "assault.big_minh")
    to_the_end(flow.answer("yes"))
    assert here(s, "kien_phong") == {"arvn_troops": 2}
