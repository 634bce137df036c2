"""8.4.3-8.4.7: how non-players execute the text of a card: who, what, where and how much."""

from typing import Any

import pytest

from fitl.board.factions import ARVN, FACTION_IDS, FACTIONS, NVA, US, VC
from fitl.board.pieces import (
    ARVN_ARMOR,
    ARVN_BASE,
    ARVN_TROOPS,
    IRREGULAR,
    KINDS,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_TROOPS,
    NVA_TUNNEL,
    POLICE,
    RANGER,
    US_BASE,
    US_TROOPS,
    VC_BASE,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
)
from fitl.board.spaces import (
    AVAILABLE,
    BA_XUYEN,
    BINH_DINH,
    CASUALTIES,
    CENTRAL_LAOS,
    DA_NANG,
    HUE,
    KIEN_GIANG,
    KIEN_HOA,
    KIEN_PHONG,
    KONTUM,
    LOC_CAN_THO_BAC_LIEU,
    LOC_CAN_THO_CHAU_DOC,
    LOC_CAN_THO_LONG_PHU,
    LOC_SAIGON_CAN_THO,
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
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
)
from fitl.bots.event_words import PLACED
from fitl.bots.flowchart.event_spaces import PIECES, RUN_SHORT, SHIFTS
from fitl.bots.flowchart.event_ways import WAYS
from fitl.decisions import DONE_OPTION, Decision, Option, amounts, choice, piece_at_option, piece_option, space_option
from fitl.lasting import effect_bit
from fitl.packs import parse_pack, with_packs
from fitl.rules.cards import execute_event
from fitl.rules.control import set_support
from fitl.state import State
from fitl.words import catalogue
from tests.bots.support import Table, board
from tests.eras.fall_of_saigon.support import begun
from tests.support import at, put


def ask(s: State, faction: int, purpose: str, options: list[Option], *dice: int, **params: Any) -> str:
    """What the Faction answers to a question of the present card; no die may be left over."""
    table = Table(s, faction, *dice)
    key = table.ask(Decision(faction, "event." + purpose, "5.1", options, {"card": s.card, **params})).key
    assert not table.dice, f"dice left over: {table.dice}"
    return key


def execute(s: State, faction: int, card: int, side: str, *dice: int) -> Table:
    """Execute one side of a card to its end, only this Faction being asked."""
    s.card = card
    return Table(s, faction, *dice).run(execute_event(s, card, side, faction))


def spaces(*rows: int) -> list[Option]:
    return [space_option(row) for row in rows]


def name_of(row: int) -> str:
    return space_option(row).key


# --- shifts (8.4.5) -----------------------------------------------------------------------------------------------

# Saigon has 6 Population, Hue 2.
TOWARD_OPPOSITION = [
    "shift_opposition",
    "set_active_opposition",
    "ballot_stuffing",
    "wind_down_shift",
    "phoenix_terror",
    "new_jersey_shift",
    "americal_province",
    "my_lai",
    "lose_support",
]
TOWARD_SUPPORT = ["shift_support", "set_passive_support", "clean_vote", "usaid_shift", "lansdale", "green_berets"]


@pytest.mark.node("event.shift")
@pytest.mark.parametrize("purpose", TOWARD_OPPOSITION)
@pytest.mark.parametrize("faction", [NVA, VC])
def test_insurgents_lower_support_where_most_people_live(purpose: str, faction: int) -> None:
    s = board(faction, card=16)
    for sp in (SAIGON, HUE):
        set_support(s, sp, 1)
    assert ask(s, faction, purpose, spaces(HUE, SAIGON)) == "saigon"


@pytest.mark.parametrize("purpose", TOWARD_SUPPORT)
def test_the_us_raises_support_where_most_people_live(purpose: str) -> None:
    assert ask(board(US), US, purpose, spaces(HUE, SAIGON)) == "saigon"


@pytest.mark.parametrize("purpose", TOWARD_SUPPORT)
def test_arvn_ends_opposition_first_and_adds_least_support(purpose: str) -> None:
    s = board(ARVN)
    set_support(s, HUE, -1)
    assert ask(s, ARVN, purpose, spaces(HUE, SAIGON)) == "hue"
    set_support(s, HUE, 0)
    assert ask(s, ARVN, purpose, spaces(HUE, SAIGON)) == "hue"


def test_vc_gains_opposition_before_it_takes_support_and_nva_the_other_way_round() -> None:
    s = board(VC, NVA, card=97)  # 2 levels
    set_support(s, SAIGON, 2)
    assert ask(s, VC, "shift_opposition", spaces(HUE, SAIGON)) == "hue"
    assert ask(s, NVA, "shift_opposition", spaces(HUE, SAIGON)) == "saigon"


@pytest.mark.node("event.no_shift")
def test_a_shift_that_only_harms_is_declined_if_it_may_be() -> None:
    s = board(US)
    for sp in (SAIGON, HUE):
        set_support(s, sp, 2)
    assert ask(s, US, "set_passive_support", [*spaces(HUE, SAIGON), DONE_OPTION]) == "done"
    assert ask(s, US, "set_passive_support", spaces(HUE, SAIGON)) == "hue"  # the smaller loss


def test_the_better_way_of_binh_duong() -> None:
    s = board(US, VC)
    ways = [choice("support"), choice("opposition")]
    assert ask(s, US, "shift_either_way", ways, space=TAY_NINH) == "support"
    assert ask(s, VC, "shift_either_way", ways, space=TAY_NINH) == "opposition"
    assert ask(s, VC, "binh_duong", spaces(THE_PARROTS_BEAK, TAY_NINH)) == "tay_ninh"


def test_after_the_shift_my_lai_looks_for_room_for_a_base() -> None:
    s = board(VC)
    put(s, KIEN_HOA, vc_base=2)
    assert ask(s, VC, "my_lai", spaces(KIEN_HOA, BINH_DINH)) == name_of(BINH_DINH)


def test_tied_shifts_go_by_random_space_and_none_is_rolled_for_when_all_will_be_taken() -> None:
    s = board(VC, card=95)
    even = [KIEN_HOA, BINH_DINH]
    assert ask(s, VC, "shift_opposition", spaces(*even), 4, 3) == name_of(BINH_DINH)
    assert ask(s, VC, "shift_opposition", spaces(*even), left=2) == name_of(KIEN_HOA)


@pytest.mark.node("event.shift", "event.no_shift")
def test_cards_out_of_packs_shift_by_the_same_priorities() -> None:
    s = board(*FACTIONS)
    set_support(s, SAIGON, -1)
    set_support(s, KIEN_HOA, 1)
    both = spaces(KIEN_HOA, SAIGON)  # Population 2 and 6
    assert ask(s, US, "pack_shift", both, levels=1) == name_of(KIEN_HOA)  # Support is gained only there
    assert ask(s, ARVN, "pack_shift", both, levels=1) == "saigon"  # Opposition is lost
    assert ask(s, VC, "pack_shift", both, levels=-1) == "saigon"  # most Opposition
    assert ask(s, NVA, "pack_shift", both, levels=-1) == name_of(KIEN_HOA)  # Support is lost
    assert ask(s, US, "pack_shift", [*both, DONE_OPTION], levels=-1) == "done"
    assert ask(s, VC, "pack_shift", [*both, DONE_OPTION], levels=-1) == "saigon"


def test_cards_out_of_packs_set_levels_by_the_same_priorities() -> None:
    s = board(*FACTIONS)
    set_support(s, HUE, -1)
    both = spaces(HUE, SAIGON)
    assert ask(s, US, "pack_set", both, level=2) == "saigon"
    assert ask(s, ARVN, "pack_set", both, level=2) == "hue"
    assert ask(s, VC, "pack_set", both, level=-2) == "saigon"
    assert ask(s, US, "pack_set", [*both, DONE_OPTION], level=-2) == "done"


def test_a_pack_tells_a_non_player_which_way_its_card_shifts() -> None:
    pack = parse_pack(
        """
        name = "Back roads"
        [[card]]
        number = 207
        title = "Town Meeting"
        order = ["us", "arvn", "nva", "vc"]
        period = 1964
        [card.single]
        text = "A City shifts 1 level toward Active Support."
        steps = [{ do = "shift", in = { kind = "city" }, levels = 1, n = 1 }]
        """
    )
    s = board(US, card=207)
    s.cards = with_packs([pack])
    Table(s, US).run(execute_event(s, 207, "single", US))  # no die: Saigon has most Population
    assert s.support[SAIGON] == 1


# --- spaces by Bases, then pieces (8.4.4) -------------------------------------------------------------------------

# purpose, Faction, what makes the first space better, what stands in the other.
RANKED: list[tuple[str, int, dict[str, int], dict[str, int]]] = [
    ("claymores", VC, {"us_base": 1}, {"arvn_base": 1}),
    ("attleboro_tunnel", VC, {"us_troops": 2}, {"us_troops": 1}),
    ("starlite", US, {"vc_base": 1}, {"vc_guerrilla": 5}),
    ("starlite_hide", VC, {"vc_guerrilla_active": 2}, {"vc_guerrilla_active": 1}),
    ("highland", US, {"nva_tunnel": 1}, {"nva_guerrilla": 4}),
    ("us_base_with_troops", US, {"nva_troops": 3}, {"nva_troops": 2}),
    ("us_troops_beside_nva", NVA, {"us_troops": 3}, {"us_troops": 2}),
    ("province_with_nva_troops", NVA, {"us_troops": 2}, {"us_troops": 1}),
    ("double_arvn", ARVN, {"arvn_troops": 2, "police": 1}, {"arvn_troops": 2}),
    ("double_nva_troops", NVA, {"nva_troops": 3}, {"nva_troops": 2}),
    ("remove_2_nva_troops", US, {"nva_troops": 2}, {"nva_troops": 1}),
    ("nva_near_coin_base", US, {"nva_base": 1}, {"nva_troops": 3}),
    ("amphib_space", ARVN, {"vc_base": 1}, {"vc_guerrilla": 2}),
    ("roks_assault", ARVN, {"vc_base": 1}, {"vc_guerrilla": 2}),
    ("add_arvn_assault", US, {"vc_base": 1}, {"vc_guerrilla": 2}),
    ("stand_firm", ARVN, {"nva_troops": 2}, {"nva_troops": 1}),
    ("long_tan_target", VC, {"us_base": 1}, {"us_troops": 3}),
    ("riverines", US, {"nva_base": 1}, {"vc_guerrilla": 4}),
    ("river_ambush", VC, {"us_troops": 2, "police": 1}, {"arvn_troops": 2}),
    ("cu_chi_clear", US, {"vc_guerrilla": 2, "nva_guerrilla": 1}, {"vc_guerrilla": 2}),
    ("cidg_highland", VC, {"police": 2, "ranger": 1}, {"police": 2}),
    ("replace_police", VC, {"police": 2}, {"police": 1}),
    ("corps_lost", VC, {"arvn_base": 1}, {"arvn_troops": 4}),
    ("corps_lost_second", VC, {"arvn_base": 1}, {"arvn_troops": 4}),
    ("follow_up_march", NVA, {"us_base": 1}, {"us_troops": 4}),
    ("dig_where", VC, {"vc_base": 1}, {"nva_base": 1}),
    ("losses_where", NVA, {"arvn_troops": 2, "ranger": 1}, {"arvn_troops": 2}),
    ("camp_falls", NVA, {"ranger": 1, "police": 1}, {"police": 1, "arvn_troops": 3}),
    ("clear_guerrillas", ARVN, {"vc_guerrilla_active": 1, "nva_guerrilla_active": 1}, {"vc_guerrilla_active": 1}),
    ("expose_where", ARVN, {"vc_guerrilla": 1, "nva_guerrilla": 1}, {"vc_guerrilla": 1}),
    ("hide_where", NVA, {"nva_guerrilla_active": 2}, {"nva_guerrilla_active": 1, "nva_guerrilla": 3}),
    ("airborne_drop", ARVN, {"vc_base": 1}, {"vc_guerrilla": 2}),
    ("xuan_loc", ARVN, {"nva_troops": 2}, {"nva_troops": 1}),
    ("march_where", NVA, {"us_base": 1}, {"us_troops": 4}),
]


@pytest.mark.node("event.most")
@pytest.mark.parametrize(("purpose", "faction", "better", "worse"), RANKED, ids=lambda value: str(value))
def test_spaces_rank_by_bases_then_other_pieces(
    purpose: str, faction: int, better: dict[str, int], worse: dict[str, int]
) -> None:
    s = board(faction)
    put(s, TAY_NINH, **better)
    put(s, QUANG_TRI, **worse)  # out of reach of each other
    assert ask(s, faction, purpose, spaces(QUANG_TRI, TAY_NINH), left=2) == name_of(TAY_NINH)


def test_every_ranking_of_spaces_is_tested() -> None:
    assert set(PIECES) == {row[0] for row in RANKED}
    assert set(SHIFTS) - set(TOWARD_OPPOSITION) - set(TOWARD_SUPPORT) == {"binh_duong", "province_with_coin_base"}


def test_cidg_counts_only_those_who_desert() -> None:
    s = board(VC)
    put(s, BINH_DINH, police=2, ranger=1)
    put(s, PLEIKU, police=1, us_troops=4, arvn_troops=3)
    execute(s, VC, 81, "shaded")
    assert at(s, BINH_DINH) == {"vc_guerrilla": 2}


def test_long_tan_takes_one_troop_however_many_there_are() -> None:
    s = board(VC)
    put(s, TAY_NINH, vc_guerrilla=2, us_troops=3)
    put(s, QUANG_DUC, vc_guerrilla=2, us_troops=1)
    execute(s, VC, 98, "shaded", 6, 3)
    assert at(s, QUANG_DUC) == {"vc_guerrilla": 2}


def test_tunnel_rats_put_one_tunnel_in_each_province_however_many_bases_are_there() -> None:
    s = board(VC)
    put(s, TAY_NINH, vc_base=2)
    for sp in (KIEN_HOA, KIEN_PHONG):
        put(s, sp, vc_base=1)
    execute(s, VC, 94, "single", 6, 4, 1, 4)  # of three Kien Phong, of two Kien Hoa
    assert at(s, KIEN_PHONG) == at(s, KIEN_HOA) == {"vc_tunnel": 1}
    assert at(s, TAY_NINH) == {"vc_base": 2}


def test_no_die_for_two_provinces_that_both_get_a_tunnel() -> None:
    s = board(VC)
    for sp in (KIEN_HOA, KIEN_PHONG):
        put(s, sp, vc_base=1)
    execute(s, VC, 94, "single")
    assert at(s, KIEN_PHONG) == at(s, KIEN_HOA) == {"vc_tunnel": 1}


def test_rach_ba_rai_goes_where_a_base_comes_before_most_cubes_fall() -> None:
    s = board(VC)
    put(s, KIEN_PHONG, vc_base=2, arvn_troops=3, police=1)  # no room for a Base
    put(s, KIEN_HOA, vc_guerrilla=1, police=1, arvn_troops=1)
    execute(s, VC, 100, "shaded", 2)
    assert at(s, KIEN_HOA) == {"vc_guerrilla": 1, "vc_base": 1}


def test_ruff_puff_begins_where_its_base_comes_and_goes_on_where_most_police_are() -> None:
    s = board(VC)
    put(s, KIEN_PHONG, vc_base=2, police=6)
    put(s, KIEN_HOA, police=2)
    put(s, BINH_DINH, police=1)
    execute(s, VC, 113, "shaded")
    assert at(s, KIEN_HOA) == {"vc_base": 1, "vc_guerrilla": 1}
    assert at(s, KIEN_PHONG) == {"vc_base": 2, "vc_guerrilla": 3, "police": 3}
    assert at(s, BINH_DINH) == {"police": 1}


def test_ruff_puff_stays_where_it_began_and_rolls_between_equals() -> None:
    s = board(VC)
    put(s, KIEN_HOA, police=4)
    put(s, BINH_DINH, police=4)
    execute(s, VC, 113, "shaded", 1, 4)  # Kien Hoa
    assert at(s, KIEN_HOA) == {"vc_base": 1, "vc_guerrilla": 3}
    assert at(s, BINH_DINH) == {"police": 3, "vc_guerrilla": 1}


@pytest.mark.node("event.any_space")
def test_with_nothing_to_rank_by_the_space_is_random() -> None:
    s = board(US)
    assert ask(s, US, "long_tan_province", spaces(TAY_NINH, BINH_DINH), 4, 3) == name_of(BINH_DINH)


def test_locs_without_sabotage_go_by_econ() -> None:
    s = board(VC)
    assert ask(s, VC, "riverines_sabotage", spaces(LOC_CAN_THO_BAC_LIEU, LOC_SAIGON_CAN_THO)) == name_of(
        LOC_SAIGON_CAN_THO
    )


@pytest.mark.node("random_loc")
def test_locs_of_equal_econ_at_the_same_city_go_by_equal_chance() -> None:
    s = board(VC)
    table = Table(s, VC, 2)
    options = spaces(LOC_CAN_THO_CHAU_DOC, LOC_CAN_THO_LONG_PHU)
    key = table.ask(Decision(VC, "event.riverines_sabotage", "5.1", options, {"card": s.card})).key
    assert key == name_of(LOC_CAN_THO_LONG_PHU)
    assert "random_loc" in table.nodes
    assert not table.dice


def test_nam_dong_shifts_first_then_counts_pieces() -> None:
    s = board(US, VC, card=48)
    put(s, BINH_DINH, vc_guerrilla=1)
    assert ask(s, US, "province_with_coin_base", spaces(KIEN_HOA, BINH_DINH)) == name_of(BINH_DINH)
    put(s, KIEN_HOA, us_base=1)
    put(s, BINH_DINH, arvn_base=1)
    assert ask(s, VC, "province_with_coin_base", spaces(BINH_DINH, KIEN_HOA)) == name_of(KIEN_HOA)


# --- removing (8.1.2, 8.4.4) --------------------------------------------------------------------------------------


@pytest.mark.node("event.remove", "event.piece")
def test_phoenix_takes_a_base_space_first_and_as_much_as_possible_there() -> None:
    s = board(US)
    put(s, BINH_DINH, us_troops=9, vc_guerrilla=3)
    put(s, KIEN_HOA, us_troops=9, vc_base=1, vc_guerrilla=1, vc_guerrilla_active=2)
    execute(s, US, 27, "unshaded")
    assert at(s, KIEN_HOA) == {"us_troops": 9, "vc_guerrilla_active": 1}
    assert at(s, BINH_DINH) == {"us_troops": 9, "vc_guerrilla": 3}


def test_among_equal_spaces_the_one_to_strip_is_random() -> None:
    s = board(US)
    for sp in (BINH_DINH, KIEN_HOA):
        put(s, sp, us_troops=9, vc_guerrilla=4)
    execute(s, US, 27, "unshaded", 4, 3)
    assert at(s, BINH_DINH) == {"us_troops": 9, "vc_guerrilla": 1}
    assert at(s, KIEN_HOA) == {"us_troops": 9, "vc_guerrilla": 4}


def test_tribesmen_take_vc_before_nva_and_hidden_before_active() -> None:
    s = board(US)
    put(s, PLEIKU, irregular=1, vc_guerrilla=1, nva_guerrilla=1, vc_guerrilla_active=1, nva_troops=5)
    execute(s, US, 29, "unshaded")
    assert at(s, PLEIKU) == {"irregular": 1, "nva_troops": 4}


@pytest.mark.node("event.keep")
def test_tunneled_bases_are_not_offered_up_and_friendly_pieces_go_only_if_they_must() -> None:
    s = board(VC)
    pieces = [piece_at_option(VC_GUERRILLA, TAY_NINH), piece_at_option(VC_BASE, TAY_NINH)]
    put(s, TAY_NINH, vc_guerrilla=1, vc_base=1)
    assert ask(s, VC, "starlite_tunnel", [*pieces, DONE_OPTION]) == "done"
    assert ask(s, VC, "americal_remove", pieces) == pieces[0].key


@pytest.mark.node("event.give_up")
def test_friendly_losses_fall_on_the_ally_then_on_what_is_least_missed() -> None:
    s = board(VC)
    put(s, TAY_NINH, vc_guerrilla_active=1, vc_guerrilla=1, nva_base=1)
    options = [piece_at_option(kind, TAY_NINH) for kind in (VC_GUERRILLA, VC_GUERRILLA_ACTIVE, NVA_BASE)]
    assert ask(s, VC, "remove_pieces", options) == options[2].key
    assert ask(s, VC, "remove_pieces", options[:2]) == options[1].key


def test_the_us_gives_up_casualties_before_available_troops_and_those_before_the_map() -> None:
    s = board(US)
    rows = (SAIGON, AVAILABLE, CASUALTIES)
    options = [piece_at_option(US_TROOPS, row) for row in rows]
    assert ask(s, US, "to_out_of_play", options) == options[2].key
    assert ask(s, US, "to_out_of_play", options[:2]) == options[1].key


def test_cubes_of_both_types_go_one_by_one_so_that_they_stay_even() -> None:
    s = board(VC)
    put(s, SAIGON, arvn_troops=3, police=3)
    execute(s, VC, 117, "shaded", 4)
    assert at(s, SAIGON) == {"arvn_troops": 1, "police": 1}


def test_irregulars_go_where_the_shift_serves_best() -> None:
    s = board(VC)
    put(s, BINH_DINH, irregular=1)
    put(s, CENTRAL_LAOS, irregular=3)
    set_support(s, BINH_DINH, -1)
    s.card = 26
    options = [piece_at_option(IRREGULAR, sp) for sp in (CENTRAL_LAOS, BINH_DINH)]
    assert ask(s, VC, "remove_irregulars", options, left=3) == options[1].key
    s.card = 68
    assert ask(s, VC, "remove_irregulars", options, left=3) == options[1].key


@pytest.mark.parametrize("faction", [NVA, VC])
def test_green_berets_take_an_irregular_from_the_one_province_that_shifts_most_then_most_pieces(faction: int) -> None:
    s = board(faction)
    put(s, CENTRAL_LAOS, irregular=1)
    put(s, SAIGON, irregular=1)  # a City is not set to Active Opposition
    put(s, BINH_DINH, irregular=1)
    put(s, QUANG_NAM, irregular=2)
    for sp in (SAIGON, BINH_DINH, QUANG_NAM):
        set_support(s, sp, 2)
    table = execute(s, faction, 68, "shaded")
    taken = [key.split("@")[1] for key in table.keys("event.remove_irregulars")]
    assert taken == [name_of(BINH_DINH), name_of(QUANG_NAM), name_of(QUANG_NAM)]
    assert (s.support[BINH_DINH], s.support[QUANG_NAM], s.support[SAIGON]) == (-2, 2, 2)


@pytest.mark.parametrize(
    ("purpose", "faction", "pieces", "kinds", "wanted"),
    [
        ("claymores_remove", VC, {"us_base": 1, "arvn_base": 1}, (ARVN_BASE, US_BASE), US_BASE),
        ("claymores_remove", VC, {"vc_guerrilla": 1, "nva_guerrilla": 1}, (VC_GUERRILLA, NVA_GUERRILLA), NVA_GUERRILLA),
        ("remove_cube", VC, {"us_troops": 1, "police": 2}, (POLICE, US_TROOPS), US_TROOPS),
        ("remove_cube", VC, {"us_troops": 3, "police": 2}, (POLICE, US_TROOPS), POLICE),
        (
            "give_up_guerrilla",
            VC,
            {"vc_guerrilla": 1, "vc_guerrilla_active": 1},
            (VC_GUERRILLA, VC_GUERRILLA_ACTIVE),
            VC_GUERRILLA_ACTIVE,
        ),
        ("piece", US, {}, (IRREGULAR, RANGER), IRREGULAR),
        ("piece", ARVN, {}, (IRREGULAR, RANGER), RANGER),
        ("substitute", ARVN, {}, (POLICE, RANGER, IRREGULAR), RANGER),
        ("substitute", VC, {}, (VC_GUERRILLA, VC_BASE), VC_BASE),
        ("substitute", ARVN, {}, (VC_GUERRILLA, VC_BASE), VC_GUERRILLA),
        ("dig_under", NVA, {}, (VC_BASE, NVA_BASE), NVA_BASE),
    ],
)
def test_kinds_of_pieces(
    purpose: str, faction: int, pieces: dict[str, int], kinds: tuple[int, ...], wanted: int
) -> None:
    s = board(faction)
    put(s, TAY_NINH, **pieces)
    options = [piece_option(kind) for kind in kinds]
    assert ask(s, faction, purpose, options, space=TAY_NINH) == piece_option(wanted).key


# --- placing (8.4.3) ----------------------------------------------------------------------------------------------


@pytest.mark.node("event.place")
def test_bases_are_placed_first_then_guerrillas_then_troops_all_in_one_space() -> None:
    s = board(NVA)
    execute(s, NVA, 62, "shaded", 5, 1)  # 12 NVA Troops and Guerrillas, at The Fishhook by 51
    assert at(s, THE_FISHHOOK) == {"nva_guerrilla": 12}
    s = board(VC)
    put(s, SAIGON, vc_guerrilla=1)
    execute(s, VC, 89, "shaded")
    assert at(s, SAIGON) == {"vc_guerrilla": 1, "vc_base": 1}


def test_arvn_pieces_come_as_rangers_then_cubes_evenly_and_no_base_in_a_city() -> None:
    s = board(US, us_policy="nixon")
    put(s, OUT_OF_PLAY, ranger=5)
    options = [piece_at_option(kind, SAIGON) for kind in (ARVN_TROOPS, POLICE, RANGER, ARVN_BASE)]
    assert ask(s, US, "place_arvn", options, left=6) == piece_at_option(RANGER, SAIGON).key
    assert ask(s, US, "place_arvn", [options[3]]) == options[3].key  # forced
    put(s, SAIGON, arvn_troops=2, police=1)
    assert ask(s, US, "place_arvn", options[:2]) == options[1].key


def test_no_second_coin_base_in_a_space_while_another_piece_will_do() -> None:
    s = board(US)
    put(s, BINH_DINH, us_base=1)
    options = [piece_at_option(US_BASE, BINH_DINH), piece_at_option(US_TROOPS, BINH_DINH)]
    assert ask(s, US, "us_to_map", options) == options[1].key


def test_pieces_leave_out_of_play_as_bases_troops_irregulars() -> None:
    s = board(US)
    options = [piece_at_option(kind, BINH_DINH) for kind in (IRREGULAR, US_TROOPS, US_BASE)]
    assert ask(s, US, "us_to_map", options) == options[2].key
    assert ask(s, US, "us_to_map", options[:2]) == options[1].key


@pytest.mark.node("event.no_lift")
def test_nothing_is_lifted_from_the_map_while_it_can_be_helped() -> None:
    s = board(VC)
    put(s, BINH_DINH, vc_guerrilla=30)
    options = [piece_at_option(VC_GUERRILLA, SAIGON), piece_at_option(VC_BASE, SAIGON)]
    assert ask(s, VC, "place_vc_piece", options) == options[1].key
    put(s, KIEN_HOA, vc_base=9)
    assert ask(s, VC, "place_vc_piece", [*options, DONE_OPTION]) == "done"
    assert ask(s, VC, "place_amount", list(amounts(0, 3)), piece=VC_GUERRILLA, space=SAIGON) == "0"
    assert ask(s, VC, "substitute", [piece_option(VC_GUERRILLA), DONE_OPTION], space=SAIGON) == "done"
    put(s, OUT_OF_PLAY, arvn_troops=28)
    assert ask(s, ARVN, "incursion_amount", list(amounts(0, 6)), piece=ARVN_TROOPS, space=CENTRAL_LAOS) == "2"


@pytest.mark.node("lift")
def test_lifting_that_is_forced_takes_an_active_piece_from_a_random_space() -> None:
    s = board(VC)
    put(s, BINH_DINH, vc_guerrilla=1, vc_guerrilla_active=1)
    put(s, KIEN_HOA, vc_guerrilla=1)
    table = Table(s, VC, 4, 3)
    where = Decision(VC, "lift.origin", "1.4.1", spaces(KIEN_HOA, BINH_DINH), {"piece": VC_GUERRILLA, "space": SAIGON})
    assert table.ask(where).key == name_of(BINH_DINH)
    kinds = [piece_option(VC_GUERRILLA), piece_option(VC_GUERRILLA_ACTIVE)]
    which = Decision(VC, "lift.piece", "1.4.1", kinds, {"piece": VC_GUERRILLA, "space": BINH_DINH})
    assert table.ask(which).key == "vc_guerrilla_active"


def test_an_enemys_pieces_are_placed_only_if_they_must_be() -> None:
    s = board(US)
    troops = piece_at_option(NVA_TROOPS, CENTRAL_LAOS)
    assert ask(s, US, "place_nva_troops", [troops, DONE_OPTION]) == "done"
    assert ask(s, US, "wind_down_troops", [troops]) == troops.key


def test_police_or_guerrilla_whichever_is_friendly() -> None:
    options = [piece_at_option(VC_GUERRILLA, TAY_NINH), piece_at_option(POLICE, TAY_NINH)]
    assert ask(board(VC), VC, "binh_duong_place", options) == options[0].key
    assert ask(board(US), US, "binh_duong_place", options) == options[1].key


def test_nguyen_chanh_thi_places_where_the_shift_serves_best() -> None:
    s = board(ARVN, card=87)
    set_support(s, QUANG_NAM, -1)
    options = [piece_at_option(RANGER, sp) for sp in (QUANG_TIN, QUANG_NAM)]
    assert ask(s, ARVN, "thi_place", options) == options[1].key


def test_nguyen_chanh_thi_for_the_us_shifts_before_it_builds() -> None:
    s = board(US)
    for sp in (HUE, QUANG_TRI, QUANG_TIN):
        set_support(s, sp, 1)
    for sp in (QUANG_NAM, BINH_DINH, DA_NANG, PHU_BON, PLEIKU, KONTUM, QUI_NHON):
        set_support(s, sp, 2)  # nothing to gain
    put(s, QUANG_TIN, us_base=1)
    put(s, OUT_OF_PLAY, ranger=6)
    table = execute(s, US, 87, "unshaded", 3, 6)  # of Hue and Quang Tin, without room for a Base, the latter
    assert [key.split("@")[1] for key in table.keys("event.thi_place")][:2] == [name_of(QUANG_TRI), name_of(QUANG_TIN)]
    assert at(s, QUANG_TRI) == {"arvn_base": 1}
    assert [s.support[sp] for sp in (HUE, QUANG_TRI, QUANG_TIN)] == [2, 2, 2]


def test_each_shift_of_nguyen_chanh_thi_and_lrrp_counts_once_so_pieces_spread() -> None:
    s = board(ARVN)
    for sp in (QUANG_NAM, QUANG_TRI):
        set_support(s, sp, -1)
    put(s, OUT_OF_PLAY, arvn_base=3)
    table = execute(s, ARVN, 87, "unshaded")
    placed = [key.split("@")[1] for key in table.keys("event.thi_place")]
    assert placed[:2] == [name_of(QUANG_TRI), name_of(QUANG_NAM)]  # 2 Population first
    s = board(VC)
    for sp in (KIEN_HOA, BINH_DINH):
        put(s, sp, irregular=2)
    set_support(s, BINH_DINH, 1)
    execute(s, VC, 26, "shaded")
    assert (at(s, KIEN_HOA), at(s, BINH_DINH)) == ({"irregular": 1}, {})


@pytest.mark.parametrize("purpose", sorted(RUN_SHORT))
def test_no_space_is_chosen_once_only_lifting_could_serve_it(purpose: str) -> None:
    assert ask(board(VC), VC, purpose, [*spaces(SAIGON, HUE), DONE_OPTION]) == "done"


def test_a_tunneled_base_is_given_up_after_others() -> None:
    s = board(NVA)
    put(s, CENTRAL_LAOS, nva_tunnel=1)
    put(s, SOUTHERN_LAOS, nva_base=1)
    options = [piece_at_option(NVA_TUNNEL, CENTRAL_LAOS), piece_at_option(NVA_BASE, SOUTHERN_LAOS)]
    assert ask(s, NVA, "give_up_base", options) == options[1].key
    assert ask(s, NVA, "give_up_base", [options[0], DONE_OPTION]) == "done"


def test_all_placing_purposes_are_known_to_the_events() -> None:
    asked = {key.removeprefix("ask.event.") for key in catalogue() if key.startswith("ask.event.")}
    assert set(PLACED) - asked == set()
    assert set(SHIFTS) | set(PIECES) | set(WAYS) <= asked


# --- amounts (8.1.1) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("purpose", ["da_nang", "wind_down", "corps_recalled", "americal_from_box"])
def test_as_many_as_possible(purpose: str) -> None:
    assert ask(board(US), US, purpose, list(amounts(0, 4)), piece=US_TROOPS) == "4"


def boxes(faction: int, to: int, left: int, low: int, high: int, s: State, source: int, *others: int) -> str:
    return ask(
        s,
        faction,
        "pieces_to_box",
        list(amounts(low, high)),
        piece=US_TROOPS,
        box=to,
        origin=source,
        left=left,
        others=others,
    )


def test_pieces_leave_the_boxes_as_bases_troops_irregulars() -> None:
    s = board(US, NVA)
    put(s, CASUALTIES, us_troops=3, us_base=1, irregular=2)
    assert boxes(US, AVAILABLE, 2, 0, 2, s, CASUALTIES, US_BASE, IRREGULAR) == "1"
    assert boxes(NVA, OUT_OF_PLAY, 2, 0, 2, s, CASUALTIES, US_BASE, IRREGULAR) == "1"
    assert boxes(NVA, OUT_OF_PLAY, 3, 0, 3, s, CASUALTIES) == "3"  # card 103: only Troops, all of them


def test_armor_leaves_the_boxes_after_rangers_and_before_troops() -> None:
    s = begun()
    put(s, CASUALTIES, arvn_armor=1, arvn_troops=2, ranger=1)
    params = {"box": AVAILABLE, "origin": CASUALTIES, "left": 2}
    others = (RANGER, ARVN_ARMOR)
    assert ask(s, ARVN, "prisoners", list(amounts(0, 2)), piece=ARVN_TROOPS, others=others, **params) == "0"
    assert ask(s, ARVN, "prisoners", list(amounts(0, 1)), piece=RANGER, others=(ARVN_ARMOR,), **params) == "1"


def test_the_us_sends_its_own_troops_out_of_play_before_its_bases() -> None:
    s = board(US)
    assert boxes(US, OUT_OF_PLAY, 3, 0, 3, s, AVAILABLE, US_BASE, IRREGULAR) == "3"


def test_two_casualties_come_back_with_the_base_first() -> None:
    s = board(US)
    put(s, CASUALTIES, us_troops=3, us_base=1, irregular=2)
    execute(s, US, 57, "unshaded")
    assert at(s, CASUALTIES) == {"us_troops": 2, "irregular": 2}


# --- moving -------------------------------------------------------------------------------------------------------


@pytest.mark.node("event.move")
def test_rostow_brings_bases_out_of_play_first_and_not_into_cities() -> None:
    s = board(ARVN)
    put(s, OUT_OF_PLAY, arvn_base=1, ranger=1)
    put(s, SAIGON, arvn_troops=5)
    put(s, BINH_DINH, arvn_troops=5)
    execute(s, ARVN, 90, "unshaded")  # the Ranger stays with the Base
    assert at(s, BINH_DINH) == {"arvn_troops": 5, "arvn_base": 1, "ranger": 1}
    assert at(s, OUT_OF_PLAY) == {}


def test_moves_that_bring_nothing_are_not_made() -> None:
    s = board(NVA)
    base = piece_at_option(NVA_BASE, CENTRAL_LAOS)
    assert ask(s, NVA, "move_nva_base", [base, DONE_OPTION]) == "done"


def test_easter_troops_go_on_against_bases_then_pieces() -> None:
    s = board(NVA, card=122)
    put(s, HUE, us_base=1)
    put(s, DA_NANG, us_troops=4)
    assert ask(s, NVA, "destination", spaces(DA_NANG, HUE), piece=NVA_TROOPS, origin=31) == "hue"


def test_mcnamara_line_moves_everybody_out_of_laos() -> None:
    s = board(VC)
    put(s, CENTRAL_LAOS, irregular=1, us_troops=2)
    put(s, SAIGON, arvn_troops=3)
    execute(s, VC, 38, "single")
    assert at(s, CENTRAL_LAOS) == {}
    assert at(s, SAIGON) == {"arvn_troops": 3, "irregular": 1, "us_troops": 2}


@pytest.mark.parametrize("faction", [US, VC])
def test_a_us_base_may_go_to_a_city_but_not_beside_another_coin_base(faction: int) -> None:
    s = board(faction)
    put(s, CENTRAL_LAOS, us_base=1)
    put(s, HUE, us_base=1, police=1)
    put(s, SAIGON, police=2)
    execute(s, faction, 38, "single")
    assert (at(s, HUE), at(s, SAIGON)) == ({"us_base": 1, "police": 1}, {"us_base": 1, "police": 2})


def test_an_arvn_base_that_must_go_to_a_city_avoids_other_coin_bases() -> None:
    s = board(US)
    put(s, CENTRAL_LAOS, arvn_base=1)
    put(s, HUE, us_base=1, police=1)
    put(s, SAIGON, police=2)
    execute(s, US, 38, "single")
    assert at(s, SAIGON) == {"arvn_base": 1, "police": 2}
    where = spaces(DA_NANG, QUANG_NAM)
    assert ask(s, US, "destination", where, piece=ARVN_BASE, origin=CENTRAL_LAOS) == name_of(QUANG_NAM)


@pytest.mark.node("event.flip")
def test_guerrillas_turn_underground_where_most_can() -> None:
    s = board(NVA)
    put(s, SOUTHERN_LAOS, nva_guerrilla_active=4, nva_troops=1)
    put(s, BINH_DINH, nva_guerrilla_active=2)
    execute(s, NVA, 12, "shaded")
    assert at(s, SOUTHERN_LAOS)["nva_guerrilla"] == 3
    assert at(s, BINH_DINH) == {"nva_guerrilla_active": 2}


def test_enemies_turn_active_and_friends_only_if_they_must() -> None:
    s = board(US)
    put(s, BINH_DINH, vc_guerrilla=1, irregular=1)
    options = [piece_at_option(IRREGULAR, BINH_DINH), piece_at_option(VC_GUERRILLA, BINH_DINH), DONE_OPTION]
    assert ask(s, US, "pack_flip", options) == options[1].key
    assert ask(s, US, "pack_flip", [options[0], DONE_OPTION]) == "done"


# --- who and which way (8.4.4) ------------------------------------------------------------------------------------


def factions(*who: int) -> list[Option]:
    return [Option(FACTION_IDS[each], each) for each in who]


@pytest.mark.node("event.who")
@pytest.mark.parametrize("purpose", ["us_or_arvn", "riverines_faction", "new_jersey_faction", "whose_bases"])
def test_a_faction_chooses_itself_then_its_ally(purpose: str) -> None:
    assert ask(board(ARVN), ARVN, purpose, factions(US, ARVN)) == "arvn"
    assert ask(board(ARVN), ARVN, purpose, factions(US, NVA)) == "us"


def test_then_a_random_enemy_non_players_before_players() -> None:
    s = board(VC, ARVN)
    assert ask(s, VC, "us_or_arvn", factions(US, ARVN)) == "arvn"
    assert ask(board(VC), VC, "us_or_arvn", factions(US, ARVN), 2) == "arvn"
    assert ask(board(*FACTIONS), VC, "us_or_arvn", factions(US, ARVN), 1) == "us"


def test_nva_or_vc_is_oneself() -> None:
    assert ask(board(NVA), NVA, "nva_or_vc", factions(NVA, VC)) == "nva"


def ways(*names: str) -> list[Option]:
    return [choice(name) for name in names]


UP_DOWN = ways("up", "down")


@pytest.mark.node("event.track")
@pytest.mark.parametrize(
    ("purpose", "faction", "options", "wanted"),
    [
        ("honolulu_aid", ARVN, UP_DOWN, "up"),
        ("honolulu_aid", VC, UP_DOWN, "down"),
        ("honolulu_patronage", ARVN, UP_DOWN, "up"),
        ("honolulu_patronage", VC, UP_DOWN, "down"),
        ("usaid_resources", ARVN, UP_DOWN, "up"),
        ("usaid_resources", VC, UP_DOWN, "down"),
        ("usaid_aid", ARVN, UP_DOWN, "up"),
        ("usaid_aid", VC, UP_DOWN, "down"),
        ("usaid_patronage", ARVN, UP_DOWN, "up"),
        ("usaid_patronage", VC, UP_DOWN, "down"),
        ("thi_patronage", ARVN, UP_DOWN, "up"),
        ("thi_patronage", VC, UP_DOWN, "down"),
        ("patronage", VC, ways("more", "less"), "less"),
        ("patronage", NVA, ways("more", "less"), "less"),
        ("duped", ARVN, ways("patronage", "vc_resources"), "patronage"),
        ("duped", VC, ways("patronage", "vc_resources"), "vc_resources"),
    ],
)
def test_tracks_go_as_the_faction_wants(purpose: str, faction: int, options: list[Option], wanted: str) -> None:
    assert ask(board(faction), faction, purpose, options) == wanted


@pytest.mark.node("event.way")
@pytest.mark.parametrize(
    ("purpose", "faction", "options", "wanted"),
    [
        ("taylor", ARVN, ways("pieces", "patronage", "neither"), "pieces"),
        ("taylor", ARVN, ways("patronage", "neither"), "neither"),
        ("tunnel_rats", US, ways("dig", "clear"), "clear"),
        ("tunnel_rats", NVA, ways("dig", "clear"), "dig"),
        ("macv", ARVN, ways("us_arvn", "nva_vc"), "us_arvn"),
        ("macv", VC, ways("us_arvn", "nva_vc"), "nva_vc"),
        ("operate_at_all", VC, ways("yes", "no"), "yes"),
    ],
)
def test_alternatives(purpose: str, faction: int, options: list[Option], wanted: str) -> None:
    assert ask(board(faction), faction, purpose, options) == wanted


@pytest.mark.node("event.chance")
@pytest.mark.parametrize("purpose", ["brinks_hotel", "flip_capability", "trail_or_resources", "pack_choose"])
@pytest.mark.parametrize("die", [1, 2])
def test_what_nothing_decides_is_equal_chance(purpose: str, die: int) -> None:
    assert ask(board(VC), VC, purpose, ways("one", "other"), die) == ("one", "other")[die - 1]


def test_rand_flips_a_capability_by_equal_chance() -> None:
    s = board(US, effects=effect_bit(11, "shaded") | effect_bit(19, "shaded"))
    execute(s, US, 52, "unshaded", 2)
    assert s.effects == effect_bit(11, "shaded") | effect_bit(19, "unshaded")


def test_long_tan_clears_or_places_whichever_is_more() -> None:
    s = board(US)
    put(s, TAY_NINH, us_troops=1, vc_guerrilla=1)
    assert ask(s, US, "long_tan", ways("place", "clear")) == "place"
    put(s, TAY_NINH, nva_guerrilla=1)
    assert ask(s, US, "long_tan", ways("place", "clear")) == "clear"


def test_riverines_hunt_whoever_has_more_bases_then_pieces_vc_on_a_tie() -> None:
    s = board(US)
    put(s, KIEN_HOA, us_troops=1, vc_guerrilla=2, nva_base=1)
    execute(s, US, 100, "unshaded")
    assert at(s, KIEN_HOA) == {"us_troops": 1, "vc_guerrilla": 2}
    put(s, KIEN_HOA, nva_guerrilla=2)
    execute(s, US, 100, "unshaded")
    assert at(s, KIEN_HOA) == {"us_troops": 1, "nva_guerrilla": 2}


# --- free Air Strikes of ARVN --------------------------------------------------------------------------------------


@pytest.mark.node("event.air_strike", "event.air_strike_hit", "event.air_strike_trail")
def test_arvn_strikes_most_bases_then_most_pieces_then_the_trail() -> None:
    s = board(ARVN, US, trail=3)
    put(s, KIEN_HOA, police=1, vc_base=1)
    put(s, BINH_DINH, police=1, vc_guerrilla_active=2)
    put(s, KIEN_PHONG, police=1, vc_guerrilla_active=1)
    table = execute(s, ARVN, 40, "unshaded", 6)
    assert table.keys("air_strike.space")[:2] == [name_of(KIEN_HOA), name_of(BINH_DINH)]
    assert s.trail == 2
    assert not any(at(s, sp).keys() - {"police"} for sp in (KIEN_HOA, BINH_DINH, KIEN_PHONG))


# --- whole Events -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "side", "faction", "before", "after"),
    [
        (
            48,
            "shaded",
            VC,
            {BINH_DINH: {"us_base": 1}, KIEN_GIANG: {"arvn_base": 1}},
            {BINH_DINH: {}, KIEN_GIANG: {"arvn_base": 1}},
        ),
        (
            53,
            "shaded",
            NVA,
            {BINH_DINH: {"us_base": 1}, BA_XUYEN: {"arvn_base": 1}},
            {BINH_DINH: {}, BA_XUYEN: {}},
        ),
        (
            94,
            "single",
            US,
            {TAY_NINH: {"us_troops": 1, "vc_tunnel": 1}},
            {TAY_NINH: {"us_troops": 1}},
        ),
        (
            94,
            "single",
            NVA,
            {TAY_NINH: {"us_troops": 1, "vc_base": 1, "nva_base": 1}},
            {TAY_NINH: {"us_troops": 1, "vc_base": 1, "nva_tunnel": 1}},
        ),
    ],
)
def test_whole_events(
    card: int, side: str, faction: int, before: dict[int, dict[str, int]], after: dict[int, dict[str, int]]
) -> None:
    s = board(faction)
    for sp, pieces in before.items():
        put(s, sp, **pieces)
    execute(s, faction, card, side)
    assert {sp: at(s, sp) for sp in after} == after


def test_a_free_choice_of_tunnels_prefers_own_bases() -> None:
    s = board(NVA)
    put(s, TAY_NINH, vc_base=1)
    put(s, BINH_DINH, nva_base=1)
    put(s, KIEN_HOA, vc_base=1)
    execute(s, NVA, 94, "single", 4, 3)
    assert s.pieces[BINH_DINH * KINDS + NVA_TUNNEL] == 1


@pytest.mark.node("event.give_up")
def test_own_pieces_in_a_box_go_the_least_missed_first() -> None:
    s = board(US)
    options = [piece_at_option(kind, CASUALTIES) for kind in (US_BASE, IRREGULAR, US_TROOPS)]
    assert ask(s, US, "us_pieces_lost", options) == piece_at_option(US_TROOPS, CASUALTIES).key
