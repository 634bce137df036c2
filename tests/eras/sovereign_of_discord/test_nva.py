"""NVA from 1961 to 1963: Infiltrate, Direct, Propagandize (P3.3.5-P3.3.7, P4.4.1) and Bombard (P4.4.2)."""

import pytest

from fitl.board.card import card_number
from fitl.board.factions import NVA, VC
from fitl.board.pieces import KINDS, VC_BASE_CADRE
from fitl.board.spaces import ADJACENT, AVAILABLE, CASUALTIES, CITIES, ROW_BY_ID, SPACES
from fitl.decisions import Decision, Option
from fitl.eras.sovereign_of_discord.tracks import move_hanoi
from fitl.rules.control import recount, victory_marker
from fitl.rules.deck import monsoon
from fitl.rules.forbidden import forbidden_answers
from fitl.rules.forces import remove
from fitl.rules.menu import carry_out
from fitl.rules.operation import Activity, Operation
from fitl.rules.sequence import operations_for, pass_turn
from fitl.state import LIMITED_OP, OP_AND_ACTIVITY, State
from tests.eras.sovereign_of_discord.support import begun, edit, row
from tests.support import Play, at, play

SOUTH_PROVINCES = {
    *("quang_tri_thua_thien", "quang_nam", "quang_tin_quang_ngai", "binh_dinh", "pleiku_darlac", "phu_bon_phu_yen"),
    *("khanh_hoa", "phuoc_long", "quang_duc_long_khanh", "binh_tuy_binh_thuan", "tay_ninh", "kien_phong"),
    *("kien_giang_an_xuyen", "kien_hoa_vinh_binh", "ba_xuyen"),
}


def operation(s: State, name: str, **options: object) -> Play:
    return play(carry_out(s, Operation(s, NVA, name, **options)))  # type: ignore[arg-type]


def activity(s: State, name: str, faction: int = NVA) -> Play:
    return play(s.era.activity_rules[name].run(s, Activity(s, faction, name)))


def can_take(s: State, name: str) -> bool:
    return bool(s.era.activity_rules[name].can(s, Activity(s, NVA, name, Operation(s, NVA, "propagandize"))))


def scores(s: State) -> tuple[int, ...]:
    """US, ARVN, NVA, VC."""
    return tuple(victory_marker(s, faction) for faction in range(4))


def with_coup_next(s: State) -> State:
    s.next_card = card_number("p73")
    assert monsoon(s)
    return s


def without_cadres(s: State) -> State:
    """All Cadres on the map become Available."""
    for space in ("pleiku_darlac", "tay_ninh"):
        held = at(s, row(space))
        edit(s, space, **{name: n for name, n in held.items() if name != "vc_base_cadre"}, vc_base=1)
    return s


# --- the menu -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "names"), [(0, ["propagandize"]), (1, ["infiltrate", "direct", "propagandize"])])
def test_nva_has_propagandize_and_above_hanoi_0_infiltrate_and_direct(level: int, names: list[str]) -> None:
    """P3.3: never Rally, March, Attack or Terror."""
    s = begun(hanoi=level)
    assert [op.name for op in operations_for(s, NVA, OP_AND_ACTIVITY)] == names
    assert [op.name for op in operations_for(s, NVA, LIMITED_OP)] == names


def test_what_the_level_of_hanoi_bars_is_said_so() -> None:
    """P6.9: Infiltrate and Direct at 0; Bombard at 1, even where two Guerrillas face an enemy."""
    s = begun(hanoi=0)
    options = [Option(op.name, op) for op in operations_for(s, NVA, OP_AND_ACTIVITY)]
    found = forbidden_answers(s, Decision(NVA, "turn.operation", "3.1", options, {"action": OP_AND_ACTIVITY}))
    assert [(each.key, each.message, each.params) for each in found] == [
        ("infiltrate", "forbidden.hanoi", {"now": 0}),
        ("direct", "forbidden.hanoi", {"now": 0}),
    ]
    s = begun(hanoi=1)
    flow = operation(s, "propagandize", activities=("direct", "bombard"))
    assert flow.decision is not None
    assert [(each.key, each.message) for each in forbidden_answers(s, flow.decision)] == [
        ("sa:bombard", "forbidden.hanoi")
    ]


def test_what_goes_with_what_for_nva() -> None:
    """P4.4: Direct with Infiltrate and Propagandize, Bombard with all three; neither Ambush nor Infiltrate (P4.0)."""
    found = {op.name: set(op.activities) for op in operations_for(begun(hanoi=2), NVA, OP_AND_ACTIVITY)}
    assert found == {
        "infiltrate": {"direct", "bombard"},
        "direct": {"bombard"},
        "propagandize": {"direct", "bombard"},
    }


def test_a_limited_operation_of_nva_has_one_space_and_no_special_activity() -> None:
    """P3.3.5, P3.3.7, 2.3.5."""
    for op in operations_for(begun(hanoi=3), NVA, LIMITED_OP):
        assert (op.max_spaces, op.activities) == (1, ())


def test_an_nva_pass_pays_vc_without_a_question() -> None:
    """P1.8, OPEN 9."""
    s = begun()
    pass_turn(s, NVA)
    assert s.resources == [0, 20, 0, 6]
    assert (s.aid, s.patronage, s.washington, s.hanoi) == (10, 10, 0, 1)


# --- Infiltrate ---------------------------------------------------------------------------------------------------


def test_infiltrate_brings_a_guerrilla_to_any_province_of_the_south_and_may_shift_it() -> None:
    """P3.3.5: at Hanoi 1 one Province; no City, no LoC, no Cadre while none is Available."""
    s = begun()
    flow = operation(s, "infiltrate")
    assert set(flow.keys()) == SOUTH_PROVINCES
    flow.answer("tay_ninh")
    assert at(s, row("tay_ninh")) == {"vc_guerrilla": 3, "vc_base_cadre": 1}
    assert at(s, AVAILABLE)["vc_guerrilla"] == 5
    assert set(flow.keys()) == {"tay_ninh", "done"}
    flow.answer("tay_ninh")
    assert flow.over
    assert s.support[row("tay_ninh")] == 0
    assert scores(s) == (14, 33, 14, 10)


def test_the_shift_of_an_infiltrate_is_nvas_choice() -> None:
    """P3.3.5."""
    s = begun()
    operation(s, "infiltrate").answer("tay_ninh", "done")
    assert s.support[row("tay_ninh")] == -1
    assert scores(s) == (14, 33, 14, 12)


def test_no_shift_is_asked_where_no_infiltrated_province_is_at_opposition() -> None:
    """P3.3.5: Opposition alone shifts, never Support."""
    s = begun()
    assert operation(s, "infiltrate").answer("phuoc_long").over


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_infiltrate_has_as_many_provinces_as_hanoi_says_and_shifts_one(level: int) -> None:
    """P3.3.5."""
    s = begun()
    move_hanoi(s, level - 1)
    chosen = ["kien_hoa_vinh_binh", "phuoc_long", "kien_phong", "khanh_hoa"][:level]
    flow = operation(s, "infiltrate")
    for space in chosen:
        flow.answer(space)
        if flow.decision is not None and flow.decision.kind == "infiltrate.piece":
            flow.answer("vc_guerrilla")
    assert flow.decision is not None
    assert flow.decision.kind == "infiltrate.shift"
    assert set(flow.keys()) == {*(sp for sp in chosen if sp.startswith("kien")), "done"}
    flow.answer("kien_hoa_vinh_binh")
    assert flow.over


def test_an_available_cadre_may_come_to_a_vc_base_that_has_none() -> None:
    """P3.3.5, P1.4.2: in place of the Guerrilla, and it scores."""
    s = begun(hanoi=1)
    move_hanoi(s, 1)
    assert at(s, AVAILABLE)["cadre"] == 2
    flow = operation(s, "infiltrate", limited=True).answer("kien_giang_an_xuyen")
    assert set(flow.keys()) == {"vc_guerrilla", "cadre"}
    flow.answer("cadre", "done")
    assert at(s, row("kien_giang_an_xuyen")) == {"vc_guerrilla": 2, "vc_base_cadre": 1}
    assert at(s, AVAILABLE)["cadre"] == 1
    assert scores(s) == (14, 33, 15, 12)
    assert operation(s, "infiltrate", limited=True).answer("tay_ninh").asked[-1] == "infiltrate.shift"  # has its Cadre


def test_of_two_bases_the_one_without_a_cadre_gets_the_second() -> None:
    """P1.4.2: one Cadre per Base, so at most two in a space."""
    s = begun()
    move_hanoi(s, 2)
    edit(s, "tay_ninh", vc_base_cadre=1, vc_base=1)
    operation(s, "infiltrate", limited=True).answer("tay_ninh", "cadre", "done")
    assert at(s, row("tay_ninh")) == {"vc_base_cadre": 2}
    assert "infiltrate.piece" not in operation(s, "infiltrate", limited=True).answer("tay_ninh").asked


def test_nva_lifts_no_vc_guerrilla_and_then_has_one_province_for_the_shift_alone() -> None:
    """P3.3.5, 1.4.1, OPEN 13: nobody Available, so only Opposition, and only once."""
    s = begun(hanoi=3)
    edit(s, "phuoc_long", vc_guerrilla=at(s, AVAILABLE)["vc_guerrilla"])
    edit(s, "pleiku_darlac", vc_base_cadre=1, vc_guerrilla=2)
    held = at(s, row("pleiku_darlac")), at(s, row("phuoc_long"))
    assert "vc_guerrilla" not in at(s, AVAILABLE)
    flow = operation(s, "infiltrate")
    at_opposition = {"pleiku_darlac", "tay_ninh", "kien_phong", "kien_giang_an_xuyen", "kien_hoa_vinh_binh"}
    assert set(flow.keys()) == at_opposition
    flow.answer("pleiku_darlac")
    assert flow.over  # nothing else could be chosen, and the shift was what it was chosen for
    assert s.support[row("pleiku_darlac")] == 0
    assert (at(s, row("pleiku_darlac")), at(s, row("phuoc_long"))) == held


def test_infiltrate_needs_somebody_to_come_or_opposition_to_shift() -> None:
    """P3.3.5, OPEN 13."""
    s = begun()
    edit(s, "phuoc_long", vc_guerrilla=at(s, AVAILABLE)["vc_guerrilla"])
    for sp in range(30):
        s.support[sp] = max(s.support[sp], 0)
    recount(s)
    assert "infiltrate" not in {op.name for op in operations_for(s, NVA, OP_AND_ACTIVITY)}


# --- Direct: Attack -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "gone"), [(1, 3), (2, 3), (3, 1), (6, 1)])
def test_a_directed_attack_removes_one_more_whatever_the_die(die: int, gone: int) -> None:
    """P4.4.1: Kien Phong with 2 Guerrillas against 2 Troops and 2 Police; VC pays nothing."""
    s = begun()
    edit(s, "kien_phong", vc_guerrilla=2, arvn_troops=2, police=2)
    flow = operation(s, "direct").answer("kien_phong", die)
    for _ in range(gone):
        if not flow.over and "police" in flow.keys():
            flow.answer("police")
        elif not flow.over and "arvn_troops" in flow.keys():
            flow.answer("arvn_troops")
    left = at(s, row("kien_phong"))
    assert left.get("arvn_troops", 0) + left.get("police", 0) == 4 - gone
    assert left["vc_guerrilla_active"] == 2
    assert s.resources[VC] == 5


def test_nva_decides_for_the_guerrillas_it_directs_and_they_bear_the_attrition() -> None:
    """P4.4.1, P3.3.3: only the US Base costs a Guerrilla."""
    s = begun()
    edit(s, "tay_ninh", vc_guerrilla=3, us_base=1, advisor=1, arvn_base=1)
    flow = operation(s, "direct").answer("tay_ninh", 3)
    assert flow.decision is not None
    assert flow.decision.actor == NVA
    assert flow.keys() == ["us_base", "arvn_base"]  # the Advisor went at once
    flow.answer("us_base")
    if not flow.over and "arvn_base" in flow.keys():
        flow.answer("arvn_base")
    assert at(s, row("tay_ninh")) == {"vc_guerrilla_active": 2}
    assert at(s, CASUALTIES) == {"us_base": 1, "advisor": 1}


def test_a_directed_space_has_vc_guerrillas_and_something_they_can_do() -> None:
    """P4.4.1, OPEN 39: not for the Resources alone."""
    flow = operation(begun(), "direct")
    assert set(flow.keys()) == {
        *("quang_tri_thua_thien", "quang_tin_quang_ngai", "quang_duc_long_khanh", "binh_dinh", "kien_phong"),
        *("pleiku_darlac", "tay_ninh"),  # where they could March, in Tay Ninh without an enemy
    }
    s = begun()
    for space in ("quang_tri_thua_thien", "quang_tin_quang_ngai", "quang_duc_long_khanh", "binh_dinh", "kien_phong"):
        edit(s, space)
    for space in ("pleiku_darlac", "tay_ninh"):
        edit(s, space, vc_base_cadre=1)
    assert not can_take(s, "direct")
    assert "direct" not in {op.name for op in operations_for(s, NVA, OP_AND_ACTIVITY)}


# --- Direct: March ------------------------------------------------------------------------------------------------


def test_from_a_base_with_a_cadre_guerrillas_march_to_one_open_neighbour() -> None:
    """P4.4.1, P1.3.5: any of them; never into a closed country."""
    s = begun()
    flow = operation(s, "direct").answer("tay_ninh")
    assert set(flow.keys()) == {
        *("an_loc", "saigon", "phuoc_long", "quang_duc_long_khanh", "kien_phong", "loc_saigon_an_loc_ban_me_thuot")
    }
    flow.answer("phuoc_long", 1, "yes")
    assert flow.over
    assert at(s, row("phuoc_long")) == {"vc_guerrilla": 1}
    assert at(s, row("tay_ninh")) == {"vc_guerrilla": 1, "vc_base_cadre": 1}
    assert s.resources[VC] == 6


def test_without_a_cadre_there_is_no_directed_march() -> None:
    """P4.4.1: Kien Giang has a Base and Guerrillas, but no Cadre and no enemy."""
    assert "kien_giang_an_xuyen" not in operation(begun(), "direct").keys()
    s = begun()
    edit(s, "kien_giang_an_xuyen", vc_base=1, vc_guerrilla=2, police=1)
    flow = operation(s, "direct").answer("kien_giang_an_xuyen")
    assert flow.decision is not None
    assert flow.decision.kind == "attack.die"


def test_a_directed_group_is_seen_as_in_any_march() -> None:
    """P4.4.1, P3.3.2: Saigon is at Support with 5 ARVN cubes and Rangers."""
    s = begun()
    operation(s, "direct").answer("tay_ninh", "saigon", 2, "no")
    assert at(s, row("saigon"))["vc_guerrilla_active"] == 2


def test_no_space_is_both_directed_and_marched_into_in_either_order() -> None:
    """P4.4.1, OPEN 17."""
    s = begun(hanoi=3)
    flow = operation(s, "direct").answer("tay_ninh", "quang_duc_long_khanh", 1)
    assert "quang_duc_long_khanh" not in flow.keys()  # it has a Guerrilla and an enemy, but was entered
    s = begun(hanoi=3)
    flow = operation(s, "direct").answer("quang_duc_long_khanh", 6, "tay_ninh")
    assert "quang_duc_long_khanh" not in flow.keys()
    assert "phuoc_long" in flow.keys()


def test_two_groups_may_share_a_destination() -> None:
    """P4.4.1, OPEN 17."""
    s = begun(hanoi=2)
    edit(s, "quang_duc_long_khanh", vc_guerrilla=2, vc_base_cadre=1)
    flow = operation(s, "direct").answer("tay_ninh", "phuoc_long", 2, "quang_duc_long_khanh", "phuoc_long", 2, "no")
    assert flow.over
    assert at(s, row("phuoc_long")) == {"vc_guerrilla": 4}


def test_in_monsoon_directed_guerrillas_attack_but_do_not_march() -> None:
    """P4.4.1, 2.3.9: Tay Ninh, where they could only March, is not offered."""
    s = with_coup_next(begun())
    flow = operation(s, "direct")
    assert "tay_ninh" not in flow.keys()
    flow.answer("pleiku_darlac")
    assert flow.decision is not None
    assert flow.decision.kind == "attack.die"


# --- Direct: spaces and Resources ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "spaces"), [(1, 1), (2, 2), (4, 4)])
def test_direct_as_an_operation_has_as_many_spaces_as_hanoi_says(level: int, spaces: int) -> None:
    """P3.3.6: and VC Resources by the level, once."""
    s = begun(hanoi=level)
    flow = operation(s, "direct")
    for space in ("quang_tri_thua_thien", "quang_tin_quang_ngai", "quang_duc_long_khanh", "kien_phong")[:spaces]:
        assert flow.decision is not None
        assert flow.decision.kind == "direct.space"
        flow.answer(space, 6)
    assert flow.decision is not None
    assert flow.decision.kind == "direct.resources"
    flow.answer("yes")
    assert flow.over
    assert s.resources[VC] == 5 + level


def test_a_limited_direct_has_one_space_and_the_whole_resources() -> None:
    """P3.3.6, OPEN 38."""
    s = begun(hanoi=3)
    flow = operation(s, "direct", limited=True).answer("kien_phong", 6, "yes")
    assert flow.over
    assert s.resources[VC] == 8


@pytest.mark.parametrize("level", [0, 4])
def test_direct_beside_an_operation_has_two_spaces_at_any_level_of_hanoi(level: int) -> None:
    """P4.4.1: at Hanoi 0 it brings no Resources, and nobody is asked."""
    s = begun(hanoi=level)
    flow = activity(s, "direct").answer("kien_phong", 6, "quang_duc_long_khanh", 6)
    assert (flow.over, s.resources[VC]) == (True, 5) if level == 0 else flow.keys() == ["yes", "no"]


def test_what_bombard_leaves_without_an_enemy_is_not_directed_and_brings_no_resources() -> None:
    """P3.3.6, OPEN 39: the Operation has lost its only space to its own Special Activity."""
    s = begun(hanoi=2)
    for space in ("quang_tri_thua_thien", "quang_tin_quang_ngai", "quang_duc_long_khanh", "binh_dinh", "pleiku_darlac"):
        edit(s, space)
    edit(s, "tay_ninh", vc_base=1)
    edit(s, "kien_phong", vc_guerrilla=2, police=1)
    flow = operation(s, "direct", activities=("bombard",))
    assert set(flow.keys()) == {"kien_phong", "sa:bombard"}
    flow.answer("sa:bombard")
    assert flow.over
    assert s.resources[VC] == 5


# --- Propagandize -------------------------------------------------------------------------------------------------


def test_propagandize_finds_cities_at_support_next_to_a_cadre() -> None:
    """P3.3.7: Cadres in Pleiku and Tay Ninh."""
    s = begun()
    flow = operation(s, "propagandize")
    assert set(flow.keys()) == {"kontum", "saigon", "an_loc"}
    s.support[row("kontum")] = 0
    recount(s)
    assert "kontum" not in operation(s, "propagandize").keys()


def test_a_cadre_in_the_city_itself_does_not_make_it_eligible() -> None:
    """P3.3.7, OPEN 14."""
    s = without_cadres(begun())
    edit(s, "hue", vc_base_cadre=1, police=2)
    assert "propagandize.city" not in operation(s, "propagandize").asked


@pytest.mark.parametrize(
    ("city", "level", "needed"),
    [("kontum", 1, 1), ("saigon", 1, 6), ("saigon", 2, 12), ("hue", 2, 4), ("an_loc", 2, 2)],
)
def test_a_city_shifts_on_a_die_of_its_population_times_its_level(city: str, level: int, needed: int) -> None:
    """P3.3.7: Saigon at Active Support is out of reach."""
    for die in range(1, 7):
        s = begun()
        edit(s, "quang_tri_thua_thien", vc_base_cadre=1)
        s.support[row(city)] = level
        recount(s)
        operation(s, "propagandize", limited=True).answer(city, die)
        assert s.support[row(city)] == level - (die >= needed)


@pytest.mark.parametrize(("die", "us"), [(5, 13), (6, 7)])
def test_propagandize_in_kontum_and_saigon(die: int, us: int) -> None:
    """P3.3.7, P1.9."""
    s = begun()
    flow = operation(s, "propagandize").answer("kontum", 1, "saigon", die)
    assert flow.over
    assert scores(s)[0] == us


@pytest.mark.parametrize(("level", "cities"), [(0, 2), (1, 2), (2, 1), (3, 1), (4, 1)])
def test_propagandize_grows_weaker_with_hanoi(level: int, cities: int) -> None:
    """P3.3.7."""
    s = begun(hanoi=level)
    flow = operation(s, "propagandize").answer("kontum", 1)
    assert flow.over is (cities == 1)
    if cities == 2:
        assert "done" in flow.keys()
        assert flow.answer("saigon", 1).over


@pytest.mark.parametrize(("die", "aid"), [(1, 7), (2, 7), (3, 10)])
def test_one_die_more_against_aid_is_compared_with_washington(die: int, aid: int) -> None:
    """P3.3.7: at Washington 2; in a Limited Operation too."""
    s = begun(washington=2)
    flow = operation(s, "propagandize", limited=True).answer("kontum", 1, "yes", die)
    assert flow.over
    assert s.aid == aid


def test_the_die_against_aid_may_be_left_out_and_takes_no_more_than_there_is() -> None:
    """P3.3.7."""
    s = begun(washington=4, aid=2)
    assert operation(s, "propagandize", limited=True).answer("kontum", 1, "no").over
    assert s.aid == 2
    operation(s, "propagandize", limited=True).answer("saigon", 1, "yes", 4)
    assert s.aid == 0
    assert "propagandize.aid" not in operation(s, "propagandize", limited=True).answer("saigon", 1).asked


def test_without_an_eligible_city_propagandize_is_for_the_last_die_alone() -> None:
    """P3.3.7, OPEN 15: with or without a Special Activity, at any level of Washington."""
    s = without_cadres(begun(washington=1))
    assert not any(at(s, sp).get("vc_base_cadre") for sp in CITIES)
    flow = operation(s, "propagandize", activities=("direct", "bombard"))
    assert set(flow.keys()) == {"done", "sa:direct"}
    flow.answer("done", "yes", 1)
    assert s.aid == 7
    assert set(flow.keys()) == {"done", "sa:direct"}
    assert operation(without_cadres(begun()), "propagandize").over  # Washington 0: nothing to roll for


def test_with_an_eligible_city_at_least_one_is_chosen() -> None:
    """P3.3.7, OPEN 15."""
    flow = operation(begun(), "propagandize", activities=("direct",))
    assert "done" not in flow.keys()


# --- Bombard ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "spaces"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2)])
def test_bombard_has_as_many_spaces_as_hanoi_says(level: int, spaces: int) -> None:
    """P4.4.2: each with two VC Guerrillas, in any state, and an enemy."""
    s = begun(hanoi=level)
    edit(s, "tay_ninh", vc_guerrilla=1, vc_guerrilla_active=1, police=2)
    edit(s, "kien_hoa_vinh_binh", vc_guerrilla=2, police=2)
    assert can_take(s, "bombard") is (spaces > 0)
    if not spaces:
        return
    flow = activity(s, "bombard")
    assert set(flow.keys()) == {"pleiku_darlac", "tay_ninh", "kien_phong", "kien_hoa_vinh_binh"}
    flow.answer("tay_ninh")
    if spaces == 2:
        flow.answer("kien_hoa_vinh_binh")
    assert flow.over
    assert at(s, row("tay_ninh")) == {"vc_guerrilla": 1, "vc_guerrilla_active": 1, "police": 1}
    assert at(s, row("kien_hoa_vinh_binh"))["police"] == 3 - spaces


def test_bombard_takes_pieces_in_the_order_of_an_attack_and_us_pieces_become_casualties() -> None:
    """P4.4.2, P3.3.3: no die, no Attrition."""
    s = begun(hanoi=2)
    edit(s, "tay_ninh", vc_guerrilla=2, us_base=1, advisor=1)
    assert activity(s, "bombard").answer("tay_ninh").over
    assert at(s, row("tay_ninh")) == {"vc_guerrilla": 2, "us_base": 1}
    assert activity(s, "bombard").answer("tay_ninh").over
    assert at(s, row("tay_ninh")) == {"vc_guerrilla": 2}
    assert at(s, CASUALTIES) == {"advisor": 1, "us_base": 1}


# --- Cadres -------------------------------------------------------------------------------------------------------


def test_a_base_that_goes_sends_its_cadre_to_available() -> None:
    """P1.4, OPEN 4."""
    s = begun()
    before = scores(s)[NVA]
    remove(s, ROW_BY_ID["tay_ninh"], VC_BASE_CADRE)
    assert at(s, AVAILABLE)["cadre"] == 1
    assert scores(s)[NVA] == before - 1
    assert s.pieces[ROW_BY_ID["tay_ninh"] * KINDS + VC_BASE_CADRE] == 0


def test_a_directed_march_goes_to_open_spaces_next_door_and_nowhere_else() -> None:
    """P1.3.5, P4.4.1: from Kien Giang to Can Tho, but not into Cambodia."""
    s = begun(hanoi=2)
    edit(s, "kien_giang_an_xuyen", vc_base_cadre=1, vc_guerrilla=2)
    found = set(operation(s, "direct").answer("kien_giang_an_xuyen").keys())
    assert found == {SPACES[sp].id for sp in ADJACENT[row("kien_giang_an_xuyen")]} - {
        "sihanoukville",
        "the_parrots_beak",
    }


def test_of_the_guerrillas_of_a_directed_march_any_may_stay_but_not_all() -> None:
    """P4.4.1: Underground ones are asked for, then Active ones, of whom one must go if nobody has."""
    s = begun(hanoi=2)
    edit(s, "kien_giang_an_xuyen", vc_base_cadre=1, vc_guerrilla=2, vc_guerrilla_active=2)
    for first, second in (("0", ["1", "2"]), ("1", ["0", "1", "2"])):
        flow = operation(s.copy(), "direct").answer("kien_giang_an_xuyen", "can_tho")
        assert flow.keys() == ["0", "1", "2"]
        assert flow.answer(first).keys() == second
