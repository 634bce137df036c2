"""8.4.1: every instruction of the halos: when it refuses the Event, which side it names, what it chooses."""

from dataclasses import replace
from typing import Any

import pytest

from fitl.board.cards import KHANH
from fitl.board.factions import ARVN, FACTIONS, NVA, US, VC
from fitl.board.pieces import IRREGULAR, KINDS, NVA_BASE, NVA_GUERRILLA, US_TROOPS, VC_BASE, VC_GUERRILLA
from fitl.board.scenarios import SCENARIOS
from fitl.board.spaces import (
    AN_LOC,
    AVAILABLE,
    BA_XUYEN,
    BINH_DINH,
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
    LOC_KONTUM_QUI_NHON,
    NORTH_VIETNAM,
    NORTHEAST_CAMBODIA,
    OUT_OF_PLAY,
    PHU_BON,
    PHUOC_LONG,
    PLEIKU,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    QUI_NHON,
    SAIGON,
    SIHANOUKVILLE,
    SOUTHERN_LAOS,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
)
from fitl.bots.flowchart.event_box import refuses_event
from fitl.bots.flowchart.instructions import INSTRUCTIONS, Instruction, outcomes, own_side, refusal
from fitl.catalogue import catalogue
from fitl.decisions import DONE_OPTION, Decision, Option, amounts, choice, piece_at_option, space_option
from fitl.lasting import COBRAS, PATTON
from fitl.rules.cards import execute_event
from fitl.rules.control import set_support
from fitl.state import EVENT, PileState, State
from fitl.words import say
from tests.bots.support import Table, board
from tests.support import at, put

OTHER_CARD = 1


def cards_with(code: str, faction: int) -> list[int]:
    return sorted(card for (card, who), each in INSTRUCTIONS.items() if who == faction and each.code == code)


def refused(s: State, faction: int, card: int) -> str | None:
    """The code of the instruction that says Operations, if one does."""
    s.card = card
    table = Table(s, faction)
    return refusal(table.mind, s, own_side(faction, s))


def ask(s: State, faction: int, card: int, purpose: str, options: list[Option], *dice: int, **params: Any) -> str:
    s.card = card
    table = Table(s, faction, *dice)
    key = table.ask(Decision(faction, "event." + purpose, "5.1", options, {"card": card, **params})).key
    assert not table.dice, f"dice left over: {table.dice}"
    assert f"event.instruction.{INSTRUCTIONS[card, faction].code}" in table.nodes
    return key


def execute(s: State, faction: int, card: int, side: str, *dice: int) -> Table:
    s.card = card
    return Table(s, faction, *dice).run(execute_event(s, card, side, faction))


def spaces(*rows: int) -> list[Option]:
    return [space_option(row) for row in rows]


def ways(*names: str) -> list[Option]:
    return [choice(name) for name in names]


# --- refusals by who runs a Faction, and by US policy -------------------------------------------------------------

BY_PERSON = [
    # code, Faction, cards, whose being a person makes it refuse
    ("i1", ARVN, (1, 2, 16, 19, 20, 40, 46, 72, 83), US),
    ("i1", VC, (1, 2, 6, 17, 40, 46, 49, 56, 57, 59, 73, 90), NVA),
    ("i48", NVA, (48, 83, 84, 105, 107), VC),
    ("i78_us", US, (78, 86, 88), ARVN),
    ("c87", NVA, (87,), VC),
    ("c96", NVA, (96,), VC),
]


@pytest.mark.node("event.refused.i1", "event.refused.i48", "event.refused.i78_us")
@pytest.mark.node("event.instruction.c87", "event.refused.c87", "event.refused.c96")
@pytest.mark.parametrize(("code", "faction", "cards", "person"), BY_PERSON)
def test_operations_if_a_person_runs_the_other_faction(
    code: str, faction: int, cards: tuple[int, ...], person: int
) -> None:
    assert tuple(cards_with(code, faction)) == cards
    bots = tuple(each for each in FACTIONS if each != person)
    for card in cards:
        assert refused(board(*bots), faction, card) == code
        assert refused(board(*FACTIONS), faction, card) is None


@pytest.mark.node("event.instruction.i64", "event.refused.i64", "event.refused.i88")
@pytest.mark.parametrize(("code", "faction", "cards"), [("i64", NVA, (64, 85)), ("i88", VC, (88, 89))])
def test_operations_if_arvn_is_a_bot(code: str, faction: int, cards: tuple[int, ...]) -> None:
    assert tuple(cards_with(code, faction)) == cards
    for card in cards:
        assert refused(board(*FACTIONS), faction, card) == code
        assert refused(board(US, NVA, VC), faction, card) is None


@pytest.mark.node("event.refused.i2", "event.refused.i22")
@pytest.mark.parametrize(
    ("code", "cards", "policies"),
    [("i2", (2, 42, 49, 74, 75, 77, 80, 81, 84), ("jfk", "lbj")), ("i22", (22, 23, 44, 93), ("nixon",))],
)
def test_operations_under_some_us_policies(code: str, cards: tuple[int, ...], policies: tuple[str, ...]) -> None:
    assert tuple(cards_with(code, US)) == cards
    for card in cards:
        for policy in ("jfk", "lbj", "nixon"):
            expected = code if policy in policies else None
            assert refused(board(*FACTIONS, us_policy=policy), US, card) == expected


# --- I6: only if a Base would fall --------------------------------------------------------------------------------


@pytest.mark.node("event.refused.i6")
def test_i6_cards() -> None:
    assert cards_with("i6", US) == [6, 24, 27, 29, 36, 59]
    assert cards_with("i6", ARVN) == [6, 24, 27, 58]


@pytest.mark.parametrize("faction", [US, ARVN])
def test_i6_phoenix_and_starlite_need_a_base_to_fall(faction: int) -> None:
    s = board(*FACTIONS)
    put(s, KIEN_HOA, us_troops=5, vc_guerrilla=2)
    assert refused(s, faction, 27) == "i6"
    assert refused(s, faction, 24) == "i6"
    put(s, KIEN_HOA, vc_base=1)
    assert refused(s, faction, 27) is None
    assert refused(s, faction, 24) is None


@pytest.mark.parametrize("faction", [US, ARVN])
def test_i6_aces_need_a_base_without_protection_outside_the_south(faction: int) -> None:
    s = board(*FACTIONS, trail=2)
    put(s, CENTRAL_LAOS, nva_troops=2)
    assert refused(s, faction, 6) == "i6"
    put(s, CENTRAL_LAOS, nva_base=1)
    assert refused(s, faction, 6) is None


def test_i6_tribesmen_hamburger_hill_and_plei_mei() -> None:
    s = board(*FACTIONS)
    put(s, PLEIKU, irregular=1, nva_guerrilla=2, us_base=1)
    put(s, SAIGON, us_troops=4)
    for card in (29, 36, 59):
        assert refused(s, US, card) == "i6"
    put(s, PLEIKU, nva_base=1)
    for card in (29, 36, 59):
        assert refused(s, US, card) is None


def test_i6_pathet_lao_for_arvn() -> None:
    s = board(ARVN)
    put(s, NORTH_VIETNAM, nva_troops=1)
    assert refused(s, ARVN, 58) == "i6"
    put(s, CENTRAL_LAOS, nva_base=1)
    assert refused(s, ARVN, 58) is None


# --- I9 -----------------------------------------------------------------------------------------------------------


@pytest.mark.node("event.instruction.i9", "event.refused.i9")
def test_i9_jfk_operates_lbj_brings_troops_to_the_map_nixon_to_available() -> None:
    s = board(US, us_policy="jfk")
    put(s, OUT_OF_PLAY, us_troops=3)
    put(s, SAIGON, us_troops=3)
    for card in (9, 21):
        s.us_policy = "jfk"
        assert refused(s, US, card) == "i9"
        for policy in ("lbj", "nixon"):
            s.us_policy = policy
            assert refused(s, US, card) is None


def test_i9_lbj_operates_when_no_troops_are_out_of_play_for_the_9th_division() -> None:
    s = board(US, us_policy="lbj")
    put(s, SAIGON, us_troops=3)
    assert refused(s, US, 9) == "i9"


def test_i9_the_9th_division_under_lbj_and_nixon() -> None:
    s = board(US, us_policy="lbj")
    put(s, OUT_OF_PLAY, us_troops=3)
    put(s, SAIGON, us_troops=1)
    execute(s, US, 9, "unshaded", 4, 3)  # Binh Dinh by 43
    assert at(s, BINH_DINH) == {"us_troops": 3}
    s = board(US, us_policy="nixon")
    put(s, OUT_OF_PLAY, us_troops=3)
    put(s, SAIGON, us_troops=1)
    execute(s, US, 9, "unshaded")
    assert s.pieces[AVAILABLE * KINDS + US_TROOPS] == 39


def test_i9_americal_under_lbj_and_nixon() -> None:
    s = board(US, us_policy="lbj")
    put(s, OUT_OF_PLAY, us_troops=2)
    put(s, SAIGON, us_troops=2)
    execute(s, US, 21, "unshaded", 4, 3)
    assert at(s, BINH_DINH) == {"us_troops": 4}
    s = board(US, us_policy="nixon")
    put(s, OUT_OF_PLAY, us_troops=2)
    put(s, SAIGON, us_troops=3)
    execute(s, US, 21, "unshaded")
    assert at(s, SAIGON) == {"us_troops": 1}
    assert at(s, OUT_OF_PLAY) == {}


# --- I26, I37 -----------------------------------------------------------------------------------------------------


@pytest.mark.node("event.refused.i26")
def test_i26_nva_needs_an_irregular_in_laos_or_cambodia() -> None:
    assert cards_with("i26", NVA) == [26, 29, 68]
    s = board(NVA)
    put(s, BINH_DINH, irregular=1)
    for card in (26, 29, 68):
        assert refused(s, NVA, card) == "i26"
    put(s, THE_FISHHOOK, irregular_active=1)
    for card in (26, 29, 68):
        assert refused(s, NVA, card) is None


@pytest.mark.node("event.refused.i37")
@pytest.mark.parametrize("faction", [NVA, VC])
def test_i37_not_while_the_us_is_ineligible(faction: int) -> None:
    assert cards_with("i37", faction) == [37, 54, 103]
    s = board(*FACTIONS)
    for card in (37, 54, 103):
        s.eligible = 0b1111
        assert refused(s, faction, card) is None
        s.eligible = 0b1110
        assert refused(s, faction, card) == "i37"


# --- I29 ----------------------------------------------------------------------------------------------------------


@pytest.mark.node("event.instruction.i29", "event.refused.i29", "event.control")
def test_i29_cards() -> None:
    assert cards_with("i29", ARVN) == [29, 30, 36, 48, 49, 53, 56, 59, 68, 84]


def test_i29_tribesmen_free_the_most_people_with_the_fewest_pieces() -> None:
    s = board(ARVN)
    put(s, PLEIKU, irregular=1, nva_guerrilla=4)  # 1 Population, 4 too many
    put(s, QUANG_NAM, irregular=1, vc_guerrilla=2)  # 1 Population, 2 too many
    put(s, BINH_DINH, irregular=1, vc_base=1, vc_guerrilla=1)  # 2 Population, 2 too many
    table = execute(s, ARVN, 29, "unshaded")
    assert at(s, BINH_DINH) == {"irregular": 1}
    assert at(s, QUANG_NAM) == {"irregular": 1}
    assert at(s, PLEIKU) == {"irregular": 1, "nva_guerrilla": 4}
    assert table.nodes.count("event.control") == 3  # Binh Dinh's two kinds one after the other


def test_i29_refuses_below_two_people() -> None:
    s = board(ARVN)
    put(s, PLEIKU, irregular=1, nva_guerrilla=2)
    assert refused(s, ARVN, 29) == "i29"
    put(s, BINH_DINH, irregular=1, vc_guerrilla=2)
    assert refused(s, ARVN, 29) is None


def test_i29_russian_arms_win_saigon_before_a_province() -> None:
    s = board(ARVN)
    put(s, SAIGON, vc_guerrilla=2)
    assert refused(s, ARVN, 49) is None
    execute(s, ARVN, 49, "unshaded", 1, 5, 3, 3, 4, 2)  # then empty spaces of 2 Population, one piece each
    assert sum(n for name, n in at(s, SAIGON).items() if name != "vc_guerrilla") == 3
    assert s.coin_population == 6 + 2 + 2 + 2


@pytest.mark.parametrize(
    ("card", "better", "worse", "purpose"),
    [
        (36, {"nva_guerrilla": 3}, {"nva_guerrilla": 9}, "highland"),
        (48, {"arvn_base": 1, "vc_guerrilla": 3}, {"arvn_base": 1, "vc_guerrilla": 9}, "province_with_coin_base"),
        (53, {"police": 1, "nva_troops": 2}, {"nva_troops": 9}, "remove_2_nva_troops"),
        (56, {"police": 1, "vc_guerrilla": 1}, {"vc_guerrilla": 9}, "replace_2_guerrillas"),
        (59, {"arvn_base": 1, "nva_troops": 3}, {"arvn_base": 1, "nva_troops": 9}, "nva_near_coin_base"),
        (68, {"vc_guerrilla": 2}, {"vc_guerrilla": 9}, "green_berets"),
        (84, {"nva_troops": 0}, {"nva_troops": 9}, "to_quoc_troops"),
        (84, {"nva_troops": 0}, {"nva_troops": 9}, "to_quoc_police"),
    ],
)
def test_i29_spaces_that_come_under_coin_control(
    card: int, better: dict[str, int], worse: dict[str, int], purpose: str
) -> None:
    s = board(ARVN)
    put(s, SAIGON, us_troops=9)
    put(s, BINH_DINH, **better)
    put(s, KIEN_HOA, **worse)
    assert ask(s, ARVN, card, purpose, spaces(KIEN_HOA, BINH_DINH)) == space_option(BINH_DINH).key


def test_i29_goes_on_to_the_limit_of_the_text_when_no_more_control_is_gained() -> None:
    s = board(ARVN)
    put(s, BINH_DINH, nva_troops=2, police=1)  # COIN Control is gained here alone
    put(s, KIEN_HOA, nva_troops=1, vc_guerrilla=9)
    for sp in (QUANG_NAM, TAY_NINH):
        put(s, sp, nva_troops=6)
    table = execute(s, ARVN, 53, "unshaded")
    assert [at(s, sp).get("nva_troops", 0) for sp in (BINH_DINH, QUANG_NAM, TAY_NINH, KIEN_HOA)] == [0, 4, 4, 1]
    assert table.keys("event.remove_2_nva_troops")[0] == space_option(BINH_DINH).key


def test_i29_new_jersey_strikes_where_two_hits_bring_control() -> None:
    s = board(ARVN)
    put(s, BINH_DINH, police=1, vc_guerrilla_active=2)
    put(s, QUANG_NAM, vc_guerrilla_active=9)
    assert refused(s, ARVN, 30) is None
    table = execute(s, ARVN, 30, "unshaded")
    assert table.keys("air_strike.space")[0] == space_option(BINH_DINH).key
    assert at(s, BINH_DINH) == {"police": 1}


def test_i29_to_quoc_counts_what_it_would_bring() -> None:
    s = board(ARVN)
    put(s, BINH_DINH, nva_troops=2, police=1)
    assert refused(s, ARVN, 84) is None
    put(s, BINH_DINH, nva_troops=2)
    assert refused(s, ARVN, 84) == "i29"


# --- I43, I63, I64 ------------------------------------------------------------------------------------------------


@pytest.mark.node("event.instruction.i43")
@pytest.mark.parametrize(
    ("card", "purpose", "options"),
    [
        (43, "economic_aid", ("aid", "resources")),
        (50, "uncle_ho", ("troops", "resources")),
        (82, "domino_theory", ("us", "arvn", "resources")),
    ],
)
def test_i43_arvn_takes_resources(card: int, purpose: str, options: tuple[str, ...]) -> None:
    assert ask(board(ARVN), ARVN, card, purpose, ways(*options)) == "resources"


@pytest.mark.node("event.instruction.i63")
@pytest.mark.parametrize(
    ("card", "purpose", "options", "person", "bot"),
    [
        (63, "fact_finding", ("pieces", "patronage"), "patronage", "pieces"),
        (64, "honolulu_patronage", ("up", "down"), "down", "up"),
        (66, "taylor", ("pieces", "patronage", "neither"), "patronage", "pieces"),
        (66, "taylor", ("patronage", "neither"), "patronage", "neither"),
    ],
)
def test_i63_patronage_goes_down_if_a_person_runs_arvn(
    card: int, purpose: str, options: tuple[str, ...], person: str, bot: str
) -> None:
    assert ask(board(US), US, card, purpose, ways(*options)) == person
    assert ask(board(US, ARVN), US, card, purpose, ways(*options)) == bot


@pytest.mark.parametrize(
    ("card", "purpose"),
    [
        (64, "honolulu_aid"),
        (64, "honolulu_patronage"),
        (85, "usaid_resources"),
        (85, "usaid_aid"),
        (85, "usaid_patronage"),
    ],
)
def test_i64_everything_goes_down(card: int, purpose: str) -> None:
    assert ask(board(NVA), NVA, card, purpose, ways("up", "same", "down")) == "down"


# --- I59, I62 -----------------------------------------------------------------------------------------------------


@pytest.mark.node("event.instruction.i59", "event.refused.i59")
def test_i59_needs_a_gain_of_nva_control() -> None:
    assert cards_with("i59", NVA) == [59, 71]
    s = board(NVA)
    put(s, SAIGON, us_troops=9, nva_troops=1)  # it can Attack, but gains nothing by it
    for card in (59, 71):
        assert refused(s, NVA, card) == "i59"


def test_i59_an_loc_falls_to_a_large_march() -> None:
    s = board(NVA)
    put(s, PHUOC_LONG, nva_troops=9)
    put(s, AN_LOC, arvn_troops=1)
    assert refused(s, NVA, 71) is None


def test_i59_the_thrust_goes_against_a_us_base_then_where_most_troops_can_come() -> None:
    s = board(NVA, trail=0)
    put(s, DA_NANG, us_base=1)
    put(s, QUANG_NAM, nva_troops=2)
    put(s, PHUOC_LONG, nva_troops=6)
    assert ask(s, NVA, 71, "thrust", spaces(AN_LOC, DA_NANG)) == "da_nang"
    put(s, AN_LOC, us_base=1)
    assert ask(s, NVA, 71, "thrust", spaces(DA_NANG, AN_LOC)) == "an_loc"
    put(s, PHUOC_LONG, nva_base=1, police=4)  # two guards, and Control is kept: only two may leave
    put(s, QUANG_NAM, nva_troops=2)
    assert ask(s, NVA, 71, "thrust", spaces(DA_NANG, AN_LOC)) == "da_nang"


def test_i59_the_thrust_comes_over_the_trail_too() -> None:
    s = board(NVA, trail=2)
    put(s, HUE, us_base=1)
    put(s, QUANG_TRI, nva_troops=3)
    put(s, AN_LOC, us_base=1, police=1)
    put(s, SOUTHERN_LAOS, nva_troops=12)
    table = execute(s, NVA, 71, "shaded")
    assert table.keys("event.thrust") == ["an_loc"]
    assert "event.instruction.i59" in table.nodes
    assert at(s, AN_LOC)["nva_troops"] >= 11


def test_i59_if_nobody_can_come_the_thrust_attacks_a_us_base_or_with_most_troops() -> None:
    s = board(NVA, trail=0)
    put(s, AN_LOC, us_troops=1, nva_troops=4)
    put(s, SAIGON, us_troops=1, nva_troops=6)
    assert ask(s, NVA, 71, "thrust", spaces(AN_LOC, SAIGON)) == "saigon"
    put(s, AN_LOC, us_base=1)
    assert ask(s, NVA, 71, "thrust", spaces(AN_LOC, SAIGON)) == "an_loc"


@pytest.mark.node("event.instruction.i62")
def test_i62_the_fewest_troops_that_find_the_most_land_in_one_space_and_three_cubes_stay() -> None:
    s = board(US, us_policy="lbj")
    put(s, HUE, us_troops=5, police=1)
    put(s, DA_NANG, us_troops=3)
    put(s, KIEN_HOA, vc_guerrilla=2)
    put(s, SIHANOUKVILLE, vc_guerrilla=3)
    table = execute(s, US, 67, "unshaded")
    assert at(s, HUE) == {"us_troops": 3, "police": 1}
    assert at(s, DA_NANG) == {"us_troops": 3}
    assert ("event.destination", "kien_hoa_vinh_binh") in table.answers
    assert "vc_guerrilla" not in at(s, KIEN_HOA)  # found
    assert at(s, SIHANOUKVILLE) == {"vc_guerrilla": 3}


def test_i62_abroad_only_under_nixon_and_nobody_moves_in_vain() -> None:
    s = board(US, us_policy="nixon", card=67)
    put(s, SAIGON, us_troops=9)
    put(s, SIHANOUKVILLE, vc_guerrilla=3)
    troops = [piece_at_option(US_TROOPS, SAIGON), DONE_OPTION]
    assert ask(s, US, 67, "amphib_troops", troops) == troops[0].key
    s.us_policy = "lbj"
    assert ask(s, US, 67, "amphib_troops", troops) == "done"


# --- I78 and the shaded side --------------------------------------------------------------------------------------


@pytest.mark.node("event.instruction.shaded")
def test_arvn_sides() -> None:
    for card in (78, 79, 87):
        assert own_side(ARVN, board(ARVN, card=card)) == "shaded"
        assert own_side(ARVN, board(ARVN, US, card=card)) == "unshaded"
    for card in (63, 85):
        assert own_side(ARVN, board(ARVN, US, card=card)) == "shaded"
    assert cards_with("shaded", ARVN) == [63, 85]
    assert cards_with("i78_arvn", ARVN) == [78, 79, 87]


@pytest.mark.node("event.instruction.i78_arvn", "event.instruction.shaded")
@pytest.mark.parametrize(("card", "code"), [(63, "shaded"), (87, "i78_arvn")])
def test_arvn_says_why_it_uses_the_shaded_side(card: int, code: str) -> None:
    s = board(ARVN, card=card)
    table = Table(s, ARVN)
    assert table.ask(Decision(ARVN, "turn.side", "5.2", ways("unshaded", "shaded"))).key == "shaded"
    assert table.nodes == [f"event.instruction.{code}"]


# --- instructions of one card -------------------------------------------------------------------------------------


@pytest.mark.node("event.refused.c3")
def test_peace_talks_only_while_linebacker_ii_can_come_and_not_in_the_short_scenario() -> None:
    s = board(US, pivotal_held=0b1111)
    assert refused(s, US, 3) is None
    s.pivotal_held = 0b1110
    assert refused(s, US, 3) == "c3"
    s = board(US, pivotal_held=0b1111)
    s.scenario = SCENARIOS["short-1965"]
    assert refused(s, US, 3) == "c3"


@pytest.mark.node("event.instruction.c26", "event.refused.c26")
def test_lrrp_sends_irregulars_to_unguarded_nva_bases_one_by_one() -> None:
    s = board(US)
    put(s, CENTRAL_LAOS, nva_base=1, nva_guerrilla=1)
    assert refused(s, US, 26) == "c26"
    put(s, SOUTHERN_LAOS, nva_base=1, nva_guerrilla_active=1)
    put(s, THE_FISHHOOK, nva_tunnel=1)
    assert refused(s, US, 26) is None
    s.card = 26
    options = [piece_at_option(IRREGULAR, sp) for sp in (CENTRAL_LAOS, SOUTHERN_LAOS, THE_FISHHOOK)]
    assert ask(s, US, 26, "lrrp_place", options, 5, 1, left=3) == options[2].key
    put(s, THE_FISHHOOK, irregular=1)
    assert ask(s, US, 26, "lrrp_place", options, left=2) == options[1].key


@pytest.mark.node("event.instruction.c36")
@pytest.mark.parametrize(("faction", "kind"), [(NVA, NVA_BASE), (VC, VC_BASE)])
def test_hamburger_hill_costs_most_us_troops_then_digs_under_an_own_base(faction: int, kind: int) -> None:
    s = board(faction)
    put(s, PLEIKU, nva_base=1, vc_base=1, us_troops=3)
    put(s, PHU_BON, nva_base=1, vc_base=1, us_troops=1)
    options = [piece_at_option(each, sp) for sp in (PHU_BON, PLEIKU) for each in (NVA_BASE, VC_BASE)]
    assert ask(s, faction, 36, "tunnel_highland", options) == piece_at_option(kind, PLEIKU).key


@pytest.mark.node("event.instruction.c43")
def test_economic_aid_for_the_us_depends_on_the_coups_to_come() -> None:
    options = ways("resources", "aid")
    s = board(US, piles=(PileState(5, 0, -1, 6), PileState(5, 0, -1, 6)))
    assert ask(s, US, 43, "economic_aid", options) == "aid"
    s.piles = s.piles[:1]
    assert ask(s, US, 43, "economic_aid", options) == "resources"
    s.next_card = KHANH
    assert ask(s, US, 43, "economic_aid", options) == "aid"


@pytest.mark.node("event.instruction.c50")
def test_uncle_ho_brings_us_troops() -> None:
    assert ask(board(US), US, 50, "uncle_ho", ways("resources", "troops")) == "troops"


@pytest.mark.node("event.instruction.c56", "event.refused.c56")
def test_giap_for_the_us_needs_a_base_in_the_south_with_precisely_two_guerrillas() -> None:
    s = board(US)
    put(s, KIEN_HOA, vc_base=1, vc_guerrilla=3)
    put(s, BINH_DINH, vc_guerrilla=2)
    put(s, CENTRAL_LAOS, nva_base=1, nva_guerrilla=2)
    assert refused(s, US, 56) == "c56"
    put(s, TAY_NINH, vc_tunnel=1, vc_guerrilla=1, nva_guerrilla=1)
    assert refused(s, US, 56) is None
    assert ask(s, US, 56, "replace_2_guerrillas", spaces(BINH_DINH, KIEN_HOA, TAY_NINH)) == "tay_ninh"
    assert refused(board(NVA, VC), NVA, 56) is None


@pytest.mark.node("event.instruction.c67")
def test_vc_vanishes_from_opposition_to_one_space_at_support_hidden_guerrillas_first() -> None:
    s = board(VC)
    set_support(s, KIEN_HOA, -1)
    set_support(s, SAIGON, 1)
    set_support(s, HUE, 1)
    put(s, KIEN_HOA, vc_guerrilla=2, vc_guerrilla_active=2, vc_base=1)
    put(s, QUANG_TIN, vc_guerrilla=9)
    execute(s, VC, 67, "shaded", 3, 3)  # Saigon or Hue at random: Hue
    assert at(s, KIEN_HOA) == {"vc_guerrilla_active": 1, "vc_base": 1}
    assert at(s, HUE) == {"vc_guerrilla": 2, "vc_guerrilla_active": 1}


def test_vc_vanishes_from_one_of_several_spaces_by_the_dice() -> None:
    def gone_from(*dice: int) -> list[int]:
        s = board(VC)
        set_support(s, SAIGON, 1)
        for sp in (KIEN_HOA, BINH_DINH):
            set_support(s, sp, -1)
            put(s, sp, vc_guerrilla=4)
        execute(s, VC, 67, "shaded", *dice)
        return [sp for sp in (KIEN_HOA, BINH_DINH) if at(s, sp) == {"vc_guerrilla": 1}]

    assert gone_from(1, 4) == [KIEN_HOA]
    assert gone_from(4, 3) == [BINH_DINH]


def test_i62_tied_origins_of_a_landing_are_random() -> None:
    def left_hue(*dice: int) -> bool:
        s = board(US, us_policy="lbj")
        put(s, HUE, us_troops=9)
        put(s, DA_NANG, us_troops=6)
        put(s, KIEN_HOA, vc_guerrilla=2)
        execute(s, US, 67, "unshaded", *dice)
        return at(s, HUE)["us_troops"] == 7

    assert left_hue(3, 3)
    assert not left_hue(4, 2)


def test_vc_does_not_vanish_without_a_space_at_support() -> None:
    s = board(VC)
    set_support(s, KIEN_HOA, -1)
    put(s, KIEN_HOA, vc_guerrilla=2)
    execute(s, VC, 67, "shaded")
    assert at(s, KIEN_HOA) == {"vc_guerrilla": 2}


@pytest.mark.node("event.instruction.c70", "us.koreans.1", "us.koreans.origin")
def test_roks_for_the_us_gather_police_then_arvn_then_us_troops_to_remove_all_they_can() -> None:
    s = board(US, executing=US, acted=((US, EVENT),))
    put(s, PHU_BON, vc_guerrilla=2, vc_base=1)  # Lowland: three cubes find and remove all
    put(s, KHANH_HOA, police=1, arvn_troops=1, us_troops=4)
    put(s, BINH_DINH, nva_troops=2, us_troops=4)  # Highland: they are needed there
    table = execute(s, US, 70, "unshaded")
    assert at(s, PHU_BON) == {"police": 1, "arvn_troops": 1, "us_troops": 1}
    assert at(s, KHANH_HOA) == {"us_troops": 3}
    assert at(s, BINH_DINH) == {"us_troops": 4}
    assert table.nodes.count("event.instruction.c70") == 1


@pytest.mark.node("us.koreans.1")
def test_roks_for_the_us_remove_the_most_in_all_not_the_most_in_one_space() -> None:
    s = board(US, executing=US, acted=((US, EVENT),))
    put(s, BINH_DINH, nva_troops=3)  # Highland: two cubes for each
    put(s, PHU_BON, vc_guerrilla_active=2)
    put(s, QUI_NHON, police=7)  # six may leave
    execute(s, US, 70, "unshaded")
    assert at(s, PHU_BON) == {"police": 2}
    assert at(s, BINH_DINH) == {"police": 4, "nva_troops": 1}


@pytest.mark.node("us.koreans.1")
@pytest.mark.parametrize(("effect", "sent"), [(0, 6), (COBRAS, 4), (PATTON, 2)])
def test_roks_for_the_us_count_on_cobras_and_tanks(effect: int, sent: int) -> None:
    s = board(US, executing=US, acted=((US, EVENT),), effects=effect)
    put(s, PLEIKU, vc_guerrilla_active=3)
    put(s, KONTUM, police=8)
    execute(s, US, 70, "unshaded")
    assert at(s, PLEIKU) == {"police": sent}


@pytest.mark.node("us.koreans.origin")
def test_roks_for_the_us_bring_police_from_anywhere_before_other_cubes() -> None:
    s = board(US, executing=US, acted=((US, EVENT),))
    put(s, PHU_BON, vc_guerrilla_active=3)
    put(s, QUI_NHON, police=3)
    put(s, KHANH_HOA, arvn_troops=6)
    execute(s, US, 70, "unshaded")
    assert at(s, PHU_BON) == {"police": 2, "arvn_troops": 1}


@pytest.mark.node("us.koreans.origin")
def test_roks_for_the_us_leave_an_origin_to_the_space_that_has_no_other() -> None:
    s = board(US, executing=US, acted=((US, EVENT),))
    put(s, PHU_BON, vc_guerrilla_active=2)
    put(s, KONTUM, vc_guerrilla_active=2)
    put(s, QUI_NHON, police=3)  # next to Phu Bon, cut off from Kontum
    put(s, LOC_KONTUM_QUI_NHON, vc_guerrilla=1)
    put(s, PLEIKU, police=4)  # next to both
    execute(s, US, 70, "unshaded")
    assert (at(s, PHU_BON), at(s, KONTUM)) == ({"police": 2}, {"police": 2})


@pytest.mark.node("event.instruction.c70")
def test_roks_for_the_us_keep_coin_control_and_three_units_at_support() -> None:
    s = board(US, executing=US, acted=((US, EVENT),))
    put(s, PHU_BON, nva_troops=9)
    put(s, QUI_NHON, police=3, us_troops=2)
    set_support(s, QUI_NHON, 1)  # three units stay
    put(s, KHANH_HOA, arvn_troops=4, vc_base=1, vc_guerrilla=1)  # needed to remove these
    put(s, BINH_DINH, us_troops=6, us_base=1, vc_tunnel=2)  # COIN Control stays
    execute(s, US, 70, "unshaded", 1)
    assert at(s, QUI_NHON) == {"police": 1, "us_troops": 2}
    assert at(s, BINH_DINH) == {"us_troops": 2, "us_base": 1, "vc_tunnel": 2}
    assert "vc_base" not in at(s, KHANH_HOA)
    assert at(s, PHU_BON) == {"police": 2, "us_troops": 4, "nva_troops": 3}


@pytest.mark.node("us.koreans.2")
def test_roks_for_the_us_sweep_where_those_present_find_guerrillas() -> None:
    s = board(US, executing=US, acted=((US, EVENT),))
    put(s, QUI_NHON, police=2, vc_guerrilla=2)
    put(s, PHU_BON, police=1, vc_guerrilla_active=1)
    table = execute(s, US, 70, "unshaded")
    assert table.keys("sweep.space") == ["qui_nhon", "done"]
    assert at(s, QUI_NHON) == {"police": 2}
    assert at(s, PHU_BON) == {"police": 1}


@pytest.mark.node("us.koreans.assault")
def test_roks_for_the_us_use_tanks_where_they_remove_most() -> None:
    s = board(US, executing=US, acted=((US, EVENT),), effects=PATTON)
    put(s, QUI_NHON, police=1, vc_guerrilla_active=2)
    put(s, PLEIKU, police=2, vc_guerrilla_active=3)
    table = execute(s, US, 70, "unshaded")
    assert table.keys("event.roks_assault") == ["pleiku_darlac"]
    assert table.keys("assault.patton") == ["yes", "yes"]


def test_roks_are_thought_through_as_they_will_be_executed() -> None:
    s = board(US, card=70)
    put(s, PHU_BON, vc_guerrilla=2)
    put(s, KHANH_HOA, police=4)
    table = Table(s, US)
    assert at(next(outcomes(table.mind, s, "unshaded")), PHU_BON) == {"police": 2}


@pytest.mark.node("event.instruction.c77")
@pytest.mark.parametrize(("resources", "wanted"), [(19, "resources"), (20, "infiltrate")])
def test_detente(resources: int, wanted: str) -> None:
    s = board(NVA)
    s.resources[NVA] = resources
    assert ask(s, NVA, 77, "detente", ways("resources", "infiltrate")) == wanted


@pytest.mark.node("event.instruction.c82")
@pytest.mark.parametrize(("policy", "wanted"), [("jfk", "resources"), ("lbj", "us"), ("nixon", "resources")])
def test_domino_theory_for_the_us(policy: str, wanted: str) -> None:
    s = board(US, us_policy=policy)
    assert ask(s, US, 82, "domino_theory", ways("us", "arvn", "resources")) == wanted
    assert ask(s, US, 82, "domino_theory", ways("arvn", "resources")) == "resources"


def test_nguyen_chanh_thi_for_nva_lowers_patronage() -> None:
    assert ask(board(NVA, VC), NVA, 87, "thi_patronage", ways("up", "down")) == "down"


@pytest.mark.node("event.instruction.c91", "event.refused.c91")
def test_bob_hope_brings_most_casualties_back() -> None:
    s = board(US)
    put(s, CASUALTIES, us_troops=2)
    put(s, BINH_DINH, us_troops=4)
    put(s, KIEN_HOA, us_troops=3)
    put(s, SAIGON, us_troops=1)
    execute(s, US, 91, "unshaded")
    assert at(s, CASUALTIES) == {}
    assert at(s, BINH_DINH) == {}
    assert at(s, SAIGON) == {"us_troops": 5}


def test_bob_hope_needs_a_casualty_and_two_troops_to_move() -> None:
    s = board(US)
    put(s, SAIGON, us_troops=4)
    put(s, BINH_DINH, us_troops=4)
    assert refused(s, US, 91) == "c91"  # nobody to bring back
    put(s, CASUALTIES, irregular=1)
    assert refused(s, US, 91) is None
    put(s, BINH_DINH, us_troops=-3)
    assert refused(s, US, 91) == "c91"  # a single Troop brings nobody back


@pytest.mark.node("event.instruction.c92", "event.refused.c92", "event.instructed")
def test_sealords_for_nva_splits_two_bases_with_company_over_two_spaces() -> None:
    s = board(NVA)
    put(s, NORTHEAST_CAMBODIA, nva_base=1, nva_guerrilla=2)
    put(s, THE_PARROTS_BEAK, nva_base=1)
    put(s, BA_XUYEN, vc_base=2)
    assert refused(s, NVA, 92) is None
    table = execute(s, NVA, 92, "shaded", 1, 4, 2, 1)  # Kien Hoa, then Kien Giang
    assert at(s, KIEN_HOA) == {"nva_base": 1, "nva_guerrilla": 1}
    assert at(s, KIEN_GIANG) == {"nva_base": 1, "nva_guerrilla": 1}
    assert table.answers[0] == ("event.nva_or_vc", "nva")


def test_sealords_for_nva_moves_a_pair_of_bases_and_splits_all_units_equally() -> None:
    s = board(NVA)
    put(s, NORTHEAST_CAMBODIA, nva_base=1, nva_guerrilla=2, nva_troops=3)
    put(s, THE_PARROTS_BEAK, nva_base=1, nva_guerrilla_active=1)
    put(s, TAY_NINH, nva_base=1, nva_troops=2)
    for sp in (BA_XUYEN, KIEN_PHONG):
        put(s, sp, vc_base=2)
    put(s, KIEN_GIANG, nva_troops=5)  # who is there already does not count among the movers
    table = execute(
        *(s, NVA, 92, "shaded"),
        *(1, 3),  # of three Bases: The Parrot's Beak
        *(5, 5),  # then Tay Ninh
        *(2, 1),  # the odd hidden Guerrilla: Kien Giang; the odd Active one goes to the other
        *(2, 1),  # the odd Troop: Kien Giang
    )
    assert at(s, KIEN_GIANG) == {"nva_base": 1, "nva_guerrilla": 1, "nva_troops": 5 + 3}
    assert at(s, KIEN_HOA) == {"nva_base": 1, "nva_guerrilla_active": 1, "nva_troops": 2}
    assert at(s, NORTHEAST_CAMBODIA) == {"nva_base": 1, "nva_guerrilla": 1}  # more than a pair: it stays, not alone
    assert at(s, TAY_NINH) == at(s, THE_PARROTS_BEAK) == {}
    assert table.answers[-1] == ("event.sealords_move", "done")


def test_sealords_for_vc_takes_the_space_at_support_with_most_room_for_bases_and_leaves_what_does_not_fit() -> None:
    s = board(VC)
    put(s, TAY_NINH, vc_guerrilla=4, vc_base=2)
    put(s, KIEN_GIANG, nva_base=1)
    put(s, KIEN_HOA, nva_base=2)
    for sp in (KIEN_GIANG, KIEN_HOA):
        set_support(s, sp, 1)
    execute(s, VC, 92, "shaded")
    assert at(s, KIEN_GIANG) == {"vc_guerrilla": 4, "vc_base": 1, "nva_base": 1}
    assert at(s, TAY_NINH) == {"vc_base": 1}
    assert at(s, KIEN_HOA) == {"nva_base": 2}


def test_sealords_that_another_faction_hands_to_nva_moves_nobody_without_a_pair_of_bases() -> None:
    s = board(NVA, card=92)
    put(s, TAY_NINH, nva_base=1, nva_guerrilla=3)
    options = [piece_at_option(NVA_GUERRILLA, TAY_NINH), DONE_OPTION]
    assert ask(s, NVA, 92, "sealords_move", options) == "done"


def test_sealords_for_nva_takes_no_base_its_last_guerrilla_away_and_needs_two_more() -> None:
    s = board(NVA)
    put(s, NORTHEAST_CAMBODIA, nva_base=1, nva_guerrilla=1)
    put(s, THE_PARROTS_BEAK, nva_base=1, nva_guerrilla=1)
    put(s, TAY_NINH, nva_tunnel=1, nva_guerrilla=1)
    assert refused(s, NVA, 92) is None  # the Guerrilla at the Tunnel stays
    put(s, THE_PARROTS_BEAK, nva_guerrilla=-1)
    assert refused(s, NVA, 92) == "c92"
    put(s, THE_FISHHOOK, nva_base=1)
    put(s, NORTHEAST_CAMBODIA, nva_guerrilla=1)
    for sp in (BA_XUYEN, KIEN_PHONG):
        put(s, sp, vc_base=2)
    execute(s, NVA, 92, "shaded", *(5, 4), *(1, 3))  # from Northeast Cambodia, or one too few could go; Parrot's Beak
    assert at(s, KIEN_HOA) == at(s, KIEN_GIANG) == {"nva_base": 1, "nva_guerrilla": 1}
    assert at(s, TAY_NINH) == {"nva_tunnel": 1, "nva_guerrilla": 1}
    assert at(s, THE_FISHHOOK) == {"nva_base": 1}


@pytest.mark.parametrize("missing", ["base", "guerrilla", "room"])
def test_sealords_for_nva_needs_two_bases_two_guerrillas_and_room(missing: str) -> None:
    s = board(NVA)
    put(s, TAY_NINH, nva_base=1 if missing == "base" else 2, nva_guerrilla=1 if missing == "guerrilla" else 2)
    if missing == "room":
        for sp in (CAN_THO, KIEN_PHONG, KIEN_HOA, BA_XUYEN):
            put(s, sp, vc_base=2)
        put(s, KIEN_GIANG, us_base=2)
    assert refused(s, NVA, 92) == "c92"


def test_sealords_for_vc_brings_all_to_one_space_at_support() -> None:
    s = board(VC)
    put(s, TAY_NINH, vc_guerrilla=2, vc_guerrilla_active=1, vc_tunnel=1)
    assert refused(s, VC, 92) == "c92"  # three and a Tunneled Base that stays
    put(s, THE_PARROTS_BEAK, vc_base=1)
    assert refused(s, VC, 92) == "c92"  # nowhere at Support
    set_support(s, KIEN_GIANG, 1)
    assert refused(s, VC, 92) is None
    execute(s, VC, 92, "shaded")
    assert at(s, KIEN_GIANG) == {"vc_guerrilla": 2, "vc_guerrilla_active": 1, "vc_base": 1}
    assert at(s, TAY_NINH) == {"vc_tunnel": 1}


@pytest.mark.node("event.refused.c102")
def test_a_refused_event_is_told_as_refused() -> None:
    table = Table(board(VC, card=102), VC)
    assert refuses_event(table.mind, table.s)
    assert table.nodes == ["event.refused.c102"]
    assert say("why.event.refused.c102", {"card": 102}).endswith("so Operations instead (8.4.1)")


def test_an_instruction_has_words_for_what_it_does_and_for_nothing_else() -> None:
    plain, in_boxes = Instruction(""), ("i59", "c56_nva", "c70")  # their choices are among the boxes of 8.6 and 8.8
    for each in INSTRUCTIONS.values():
        refuses = each.refuses is not plain.refuses
        directs = bool(each.choices) or each.side is not plain.side or each.code in in_boxes
        assert refuses or directs
        assert refuses == (f"why.event.refused.{each.code}" in catalogue()), each.code
        assert directs == (f"why.event.instruction.{each.code}" in catalogue()), each.code


@pytest.mark.node("event.instruction.c102")
@pytest.mark.parametrize(("faction", "own", "other"), [(NVA, "nva_base", "vc_base"), (VC, "vc_base", "nva_base")])
def test_cu_chi_digs_most_own_tunnels_in_the_south(faction: int, own: str, other: str) -> None:
    s = board(faction)
    put(s, CENTRAL_LAOS, **{own: 2})
    put(s, BINH_DINH, **{other: 1})
    assert refused(s, faction, 102) == "c102"
    put(s, KIEN_HOA, **{own: 1})
    assert refused(s, faction, 102) is None
    options = spaces(CENTRAL_LAOS, BINH_DINH, KIEN_HOA)
    assert ask(s, faction, 102, "cu_chi_dig", options) == space_option(KIEN_HOA).key
    put(s, TAY_NINH, **{own: 1, other: 1})
    assert ask(s, faction, 102, "cu_chi_dig", [*options, *spaces(TAY_NINH)]) == "tay_ninh"
    put(s, PHUOC_LONG, **{own: 2})
    assert ask(s, faction, 102, "cu_chi_dig", [*options, *spaces(TAY_NINH, PHUOC_LONG)]) == "phuoc_long"


def test_cu_chi_needs_an_own_base_in_a_province_and_a_marker_and_counts_no_more_than_there_are() -> None:
    s = board(VC)
    put(s, SAIGON, vc_base=1)
    assert refused(s, VC, 102) == "c102"  # a City cannot be chosen
    put(s, KIEN_PHONG, vc_base=1)
    assert refused(s, VC, 102) is None
    put(s, QUANG_NAM, vc_tunnel=2)
    put(s, BINH_DINH, nva_tunnel=2)
    put(s, KIEN_HOA, vc_tunnel=1)
    put(s, PHUOC_LONG, vc_base=2)  # with one marker left as good as a single Base
    assert ask(s, VC, 102, "cu_chi_dig", spaces(KIEN_PHONG, PHUOC_LONG), 6, 4) == space_option(KIEN_PHONG).key
    put(s, KIEN_HOA, nva_tunnel=1)
    assert refused(s, VC, 102) == "c102"


@pytest.mark.node("event.refused.c110")
@pytest.mark.parametrize(("faction", "own", "other"), [(NVA, "nva", "vc"), (VC, "vc", "nva")])
def test_no_contact_needs_an_own_active_guerrilla_and_no_monsoon(faction: int, own: str, other: str) -> None:
    s = board(faction, next_card=OTHER_CARD)
    put(s, BINH_DINH, **{f"{other}_guerrilla_active": 1, f"{own}_guerrilla": 1})
    assert refused(s, faction, 110) == "c110"
    put(s, BINH_DINH, **{f"{own}_guerrilla_active": 1})
    assert refused(s, faction, 110) is None
    s.next_card = KHANH
    assert refused(s, faction, 110) == "c110"


def test_a_card_out_of_a_pack_carries_no_marks() -> None:
    s = board(ARVN)
    assert refused(s, ARVN, 19) == "i1"
    s.cards = replace(s.cards, texts={19: {"unshaded": "Something else."}})
    assert refused(s, ARVN, 19) is None


def test_amounts_for_control_leave_the_rest_for_another_space() -> None:
    s = board(ARVN, card=29)
    put(s, BINH_DINH, irregular=2, vc_guerrilla=4)
    table = Table(s, ARVN)
    pieces = [piece_at_option(VC_GUERRILLA, BINH_DINH), piece_at_option(NVA_GUERRILLA, PLEIKU)]
    put(s, PLEIKU, irregular=1, nva_guerrilla=9)
    table.ask(Decision(ARVN, "event.tribesmen_remove", "5.1", pieces, {"left": 4}))
    how_many = Decision(ARVN, "event.remove_how_many", "5.1", amounts(1, 4), {"piece": VC_GUERRILLA})
    assert table.ask(how_many).key == "3"
