"""The COIN side from 1961 to 1963: US Operations (P3.2), Advise, Air Lift (P4.2), what ARVN does otherwise (P4.3)."""

import pytest

from fitl.board.factions import ARVN, US
from fitl.board.pieces import ADVISOR, CADRE, HAMLET, KINDS
from fitl.board.spaces import AVAILABLE, OUT_OF_PLAY
from fitl.compose import era_named
from fitl.decisions import Option
from fitl.eras.sovereign_of_discord.tracks import move_hanoi, move_washington
from fitl.rules.activities.govern import govern
from fitl.rules.control import force_pool, recount, total_opposition, victory_marker
from fitl.rules.menu import carry_out
from fitl.rules.operation import Activity, Operation
from fitl.rules.sequence import operations_for
from fitl.state import LIMITED_OP, OP_AND_ACTIVITY, State
from tests.eras.sovereign_of_discord.support import D61, P61, begun, edit, row
from tests.support import Play, at, play


def operation(s: State, faction: int, name: str, **options: object) -> Play:
    return play(carry_out(s, Operation(s, faction, name, **options)))  # type: ignore[arg-type]


def activity(s: State, faction: int, name: str) -> Play:
    act = Activity(s, faction, name)
    return play(s.era.activity_rules[name].run(s, act))


def scores(s: State) -> tuple[int, ...]:
    """US, ARVN, NVA, VC."""
    return tuple(victory_marker(s, faction) for faction in range(4))


# --- the menu -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "names"), [(0, {"train"}), (1, {"train", "interdict", "advise"}), (4, {"train", "interdict", "advise"})]
)
def test_the_us_has_train_and_above_washington_0_advise_and_interdict(level: int, names: set[str]) -> None:
    """P3.2: never Patrol, Sweep or Assault."""
    s = begun(washington=level)
    edit(s, "binh_dinh", irregular=1, arvn_troops=2, police=1, vc_guerrilla_active=1)
    assert {op.name for op in operations_for(s, US, OP_AND_ACTIVITY)} == names
    assert {op.name for op in operations_for(s, US, LIMITED_OP)} == names


def test_what_goes_with_what() -> None:
    """P4.2: Train with Advise or Air Lift, Advise with Air Lift only, Interdict with both; never Air Strike."""
    s = begun(washington=1)
    edit(s, "binh_dinh", irregular=1, arvn_troops=2, police=1, vc_guerrilla_active=1)
    found = {op.name: set(op.activities) for op in operations_for(s, US, OP_AND_ACTIVITY)}
    assert found == {"train": {"advise", "air_lift"}, "advise": {"air_lift"}, "interdict": {"advise", "air_lift"}}


# --- Train --------------------------------------------------------------------------------------------------------


def test_the_us_trains_arvn_in_a_city_with_any_us_piece() -> None:
    """P3.2.1: at a US Base or in a City with a US piece; 3 ARVN Resources whatever the Regime."""
    s = begun(regime=0)
    play(move_washington(s, 1), "hue", "binh_dinh")
    flow = operation(s, US, "train").answer("hue")
    assert set(flow.keys()) >= {"cubes", "nothing"}
    flow.answer("cubes", 0, 2)
    assert s.resources[ARVN] == 20 - 3
    assert at(s, row("hue"))["police"] == 4


def test_the_us_places_no_arvn_pieces_in_a_province_without_a_base() -> None:
    """P3.2.1."""
    s = begun()
    edit(s, "binh_dinh", advisor=1, arvn_troops=2, police=1, vc_guerrilla=1)  # an Irregular is Available now
    flow = operation(s, US, "train").answer("binh_dinh")
    assert set(flow.keys()) == {"irregulars", "nothing"}


def test_arvn_trains_in_saigon_by_lifting_for_the_boxes_of_washington_are_out_of_reach() -> None:
    """1.4.1, P6.8.4: at Washington 0 no cube is Available."""
    s = begun()
    assert "arvn_troops" not in at(s, AVAILABLE)
    flow = operation(s, ARVN, "train").answer("saigon")
    assert set(flow.keys()) == {"rangers", "cubes", "nothing"}
    flow.answer("cubes", 1, 0)
    assert flow.decision is not None
    assert flow.decision.kind == "lift.origin"
    assert "washington_1" not in flow.keys()
    assert s.resources[ARVN] == 20 - 2


# --- Sweep and Assault --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("space", "found"), [("kien_phong", 2), ("quang_duc_long_khanh", 1)])
def test_a_hamlet_counts_as_one_more_cube_in_a_sweep(space: str, found: int) -> None:
    """P3.2.3: Lowland 1 Police and 1 Hamlet find two, in Jungle one; Irregulars and Advisors add nothing."""
    s = begun()
    edit(s, space, police=1, hamlet=1, irregular=1, advisor=1, vc_guerrilla=3)
    flow = operation(s, ARVN, "sweep", limited=True).answer(space)
    while not flow.over:
        flow.answer("done")
    assert at(s, row(space))["vc_guerrilla_active"] == found


def test_one_advisor_goes_along_in_a_sweep_if_arvn_proposes_and_the_us_agrees() -> None:
    """P3.2.3, OPEN 12: once in a Sweep, from a space Troops leave."""
    s = begun()
    edit(s, "kien_phong", vc_guerrilla=2)
    edit(s, "can_tho", arvn_troops=4, advisor=2)
    flow = operation(s, ARVN, "sweep", limited=True).answer("kien_phong", "kien_phong", "can_tho", 2)
    assert flow.decision is not None
    assert (flow.decision.actor, flow.decision.kind) == (ARVN, "sweep.advisor")
    flow.answer("yes")
    assert flow.decision is not None
    assert (flow.decision.actor, flow.decision.kind) == (US, "sweep.advisor_agreed")
    flow.answer("yes", "kien_phong", "can_tho")
    flow.answer(*([1] if flow.decision is not None and flow.decision.kind == "sweep.amount" else []))
    assert "sweep.advisor" not in flow.asked[-2:]
    assert at(s, row("kien_phong"))["advisor"] == 1


def test_the_us_may_refuse_to_send_its_advisor() -> None:
    """P3.2.3: only if both agree."""
    s = begun()
    edit(s, "kien_phong", vc_guerrilla=2)
    edit(s, "can_tho", arvn_troops=4, advisor=1)
    operation(s, ARVN, "sweep", limited=True).answer("kien_phong", "kien_phong", "can_tho", 2, "yes", "no")
    assert at(s, row("can_tho"))["advisor"] == 1


def test_a_base_removed_by_assault_brings_3_aid_and_takes_its_cadre_along() -> None:
    """P3.2.4."""
    s = begun()
    edit(s, "tay_ninh", arvn_troops=2, vc_base_cadre=1)
    cadres = at(s, AVAILABLE).get("cadre", 0)
    aid = s.aid
    operation(s, ARVN, "assault").answer("tay_ninh")
    assert at(s, row("tay_ninh")) == {"arvn_troops": 2}
    assert s.aid == aid + 3
    assert at(s, AVAILABLE)["cadre"] == cadres + 1


def test_of_two_bases_the_attacker_chooses_which_goes() -> None:
    """P3.2.4, OPEN 5: one with a Cadre and one without are different targets."""
    s = begun()
    edit(s, "tay_ninh", arvn_troops=2, vc_base_cadre=1, vc_base=1)
    flow = operation(s, ARVN, "assault").answer("tay_ninh")
    assert set(flow.keys()) == {"vc_base", "vc_base_cadre"}


# --- Advise -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hamlet", "found"), [(1, 2), (0, 1)])
def test_an_advised_sweep_finds_one_more(hamlet: int, found: int) -> None:
    """P4.2.1: half of what is there in Jungle, and one more."""
    s = begun()
    edit(s, "quang_duc_long_khanh", police=1, hamlet=hamlet, advisor=1, vc_guerrilla=3)
    flow = activity(s, US, "advise")
    flow.answer(*(["quang_duc_long_khanh"] if "quang_duc_long_khanh" in flow.keys() else []))
    if not flow.over and "sweep" in flow.keys():
        flow.answer("sweep")
    assert at(s, row("quang_duc_long_khanh"))["vc_guerrilla_active"] == found


def test_an_advised_assault_of_two_police_in_a_province_removes_one_piece() -> None:
    """P4.2.1, OPEN 36: one more than their 0, a lone VC Base too; Aid +3 for it, then by the level of Washington."""
    s = begun(washington=2, aid=10)
    edit(s, "tay_ninh", police=2, advisor=1, vc_base_cadre=1)
    flow = operation(s, US, "advise", limited=True).answer("tay_ninh", "assault", "yes")
    assert flow.over
    assert at(s, row("tay_ninh")) == {"police": 2, "advisor": 1}
    assert s.aid == 10 + 3 + 2


def test_without_an_advisor_only_an_irregular_strikes_and_never_a_ranger() -> None:
    """P4.2.1: an Irregular's strike brings no Aid for a Base."""
    s = begun(washington=1)
    edit(s, "pleiku_darlac", irregular=1, ranger=1, arvn_troops=4, vc_base=1)
    edit(s, "kien_phong", ranger=1, arvn_troops=2, vc_guerrilla_active=2)
    flow = operation(s, US, "advise")
    assert "kien_phong" not in flow.keys()
    flow.answer("pleiku_darlac", "no")
    assert flow.over
    assert at(s, row("pleiku_darlac")) == {"irregular_active": 1, "ranger": 1, "arvn_troops": 4}
    assert s.aid == 10


def test_advise_as_an_operation_has_as_many_spaces_as_washington_says() -> None:
    """P3.2.5: two at level 2; a Limited Operation one, its Aid whole (OPEN 38)."""
    s = begun(washington=2)
    for space in ("tay_ninh", "kien_phong", "kien_hoa_vinh_binh"):
        edit(s, space, police=1, advisor=1, vc_guerrilla=2)
    flow = operation(s, US, "advise").answer("tay_ninh", "sweep", "kien_phong", "sweep")
    assert flow.decision is not None
    assert flow.decision.kind == "advise.aid_by_level"
    flow.answer("yes")
    assert s.aid == 12


def test_advise_beside_a_train_keeps_out_of_its_spaces_and_goes_at_washington_0() -> None:
    """P4.2.1: the Aid is 0 then, and nobody is asked for it."""
    s = begun(washington=0)
    edit(s, "tay_ninh", police=1, advisor=1, vc_guerrilla=2)
    flow = operation(s, US, "train", activities=("advise", "air_lift")).answer("tay_ninh", "nothing", "sa:advise")
    assert "tay_ninh" not in flow.keys()
    assert set(flow.keys()) == {"binh_dinh", "pleiku_darlac"}  # where an Irregular can strike
    flow.answer("binh_dinh", "done")
    assert "advise.aid_by_level" not in flow.asked
    assert "sa:air_lift" not in flow.keys()


# --- Interdict ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "resources", "cadre", "marks"),
    [(1, 3, False, (13, 14)), (2, 3, False, (13, 14)), (3, 3, True, (14, 14)), (4, 5, True, (14, 14))],
)
def test_interdict_reads_its_die_twice(die: int, resources: int, cadre: bool, marks: tuple[int, int]) -> None:
    """P3.2.6: Tay Ninh with 3 VC pieces at Passive Opposition."""
    s = begun(washington=1)
    edit(s, "saigon", us_base=1, arvn_troops=2, police=2, ranger=1)
    flow = operation(s, US, "interdict", limited=True)
    assert set(flow.keys()) == {"pleiku_darlac", "tay_ninh"}  # Kien Giang's Base is too far from any US piece
    flow.answer("tay_ninh", die)
    assert s.support[row("tay_ninh")] == -2
    assert s.resources[3] == resources
    assert ("vc_base_cadre" in at(s, row("tay_ninh"))) is cadre
    assert (victory_marker(s, 2), victory_marker(s, 3)) == marks


def test_a_die_of_2_takes_the_cadre_of_a_lone_base_though_it_takes_no_resources() -> None:
    """P3.2.6, OPEN 11."""
    s = begun(washington=1)
    edit(s, "tay_ninh", vc_base_cadre=1)
    operation(s, US, "interdict", limited=True).answer("tay_ninh", 2)
    assert s.resources[3] == 5
    assert at(s, row("tay_ninh")) == {"vc_base": 1}


# --- Air Lift -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "spaces", "pieces"), [(1, 2, 4), (2, 2, 4), (3, 3, 4), (4, 3, 6)])
def test_air_lift_is_as_large_as_washington_says(level: int, spaces: int, pieces: int) -> None:
    """P4.2.2."""
    s = begun(washington=level)
    edit(s, "saigon", arvn_troops=8)
    flow = activity(s, US, "air_lift").answer("saigon", "hue")
    if spaces == 3:
        flow.answer("can_tho", "arvn_troops@saigon", "hue")
    assert flow.decision is not None
    assert flow.decision.kind == "air_lift.amount"  # of the Troops in Saigon, the only ones there are
    assert len(flow.keys()) == pieces


def test_there_is_no_air_lift_at_washington_0() -> None:
    """P4.2.2."""
    s = begun(washington=0)
    act = Activity(s, US, "air_lift", Operation(s, US, "train"))
    assert not s.era.activity_rules["air_lift"].can(s, act)


def test_after_the_flight_any_advisor_may_be_set_elsewhere_and_that_alone_is_an_air_lift() -> None:
    """P4.2.2, OPEN 16: from anywhere to any COIN-Controlled space or City; one that does nothing is none."""
    s = begun(washington=1)
    edit(s, "tay_ninh", advisor=2, police=1, vc_guerrilla=4)
    flow = activity(s, US, "air_lift").answer("no")
    assert "done" not in flow.keys()
    flow.answer("hue") if "hue" in flow.keys() else flow.answer("advisor@tay_ninh", "hue")
    assert at(s, row("hue"))["advisor"] == 1
    assert "done" in flow.keys()


def test_with_two_players_arvn_flies_troops_and_rangers_from_washington_1_on() -> None:
    """P4.3.4: with any ARVN Operation."""
    s = begun(D61, washington=1)
    assert all("air_lift" in op.activities for op in operations_for(s, ARVN, OP_AND_ACTIVITY))
    flow = activity(s, ARVN, "air_lift").answer("saigon", "hue")
    assert set(flow.keys()) == {"arvn_troops@saigon", "ranger@saigon"}
    s.washington = 0
    act = Activity(s, ARVN, "air_lift", Operation(s, ARVN, "train"))
    assert not s.era.activity_rules["air_lift"].can(s, act)


# --- Govern -------------------------------------------------------------------------------------------------------


def with_hamlets_available(scenario: str = P61) -> State:
    s = begun(scenario)
    n = s.pieces[OUT_OF_PLAY * 26 + HAMLET]
    s.pieces[OUT_OF_PLAY * 26 + HAMLET] = 0
    s.pieces[AVAILABLE * 26 + HAMLET] = n
    recount(s)
    return s


def govern_options(s: State) -> dict[str, set[str]]:
    """The ways to Govern each space that is offered."""
    found = {}
    first = play(govern(s.copy(), Activity(s, ARVN, "govern")))
    for space in first.keys():
        copy = s.copy()
        flow = play(govern(copy, Activity(copy, ARVN, "govern")), space)
        assert flow.decision is not None
        options: list[Option] = list(flow.decision.options)
        found[space] = {each.key for each in options} if flow.decision.kind == "govern.method" else {"(only one)"}
    return found


def test_govern_places_a_hamlet_in_a_controlled_province_at_any_level_of_support() -> None:
    """P4.3.1: and that Province shifts toward Active Opposition."""
    s = with_hamlets_available()
    assert scores(s) == (14, 33, 14, 12)
    play(govern(s, Activity(s, ARVN, "govern")), "binh_dinh", "done")
    assert at(s, row("binh_dinh"))["hamlet"] == 1
    assert s.support[row("binh_dinh")] == -1
    assert at(s, AVAILABLE)["hamlet"] == 5
    assert victory_marker(s, 3) == 12  # the Opposition of a Province with a Hamlet does not count (P1.6.2)


def test_no_hamlet_in_cities_uncontrolled_provinces_or_beside_another() -> None:
    """P4.3.1, P1.4.2."""
    s = with_hamlets_available()
    edit(s, "binh_dinh", hamlet=1, arvn_troops=2, vc_guerrilla=1)
    offered = set(play(govern(s, Activity(s, ARVN, "govern"))).keys())
    assert "quang_tin_quang_ngai" not in offered
    assert "binh_dinh" not in offered
    assert "saigon" not in offered
    assert "quang_nam" in offered
    assert "hamlet" not in govern_options(s)["hue"]


def test_hamlets_out_of_play_are_never_offered_but_one_on_the_map_may_be_moved() -> None:
    """P1.4, 1.4.1, OPEN 2."""
    s = begun()
    assert all("hamlet" not in ways for ways in govern_options(s).values())
    edit(s, "binh_dinh", hamlet=1, arvn_troops=2, vc_guerrilla=1)
    flow = play(govern(s, Activity(s, ARVN, "govern")), "quang_nam", "done")
    assert flow.over
    assert "hamlet" not in at(s, row("binh_dinh"))
    assert at(s, row("quang_nam"))["hamlet"] == 1
    assert at(s, OUT_OF_PLAY)["hamlet"] == 5


# --- Control and scores -------------------------------------------------------------------------------------------


def test_a_hamlet_counts_for_control_and_takes_its_province_out_of_total_opposition() -> None:
    """P1.6.2, P1.7."""
    s = begun()
    edit(s, "quang_tin_quang_ngai", police=1, hamlet=1, vc_guerrilla=1)
    assert scores(s) == (14, 35, 12, 12)
    s = begun()
    edit(s, "kien_giang_an_xuyen", hamlet=1, vc_base=1, vc_guerrilla=2)
    assert scores(s) == (14, 33, 14, 10)
    assert s.support[row("kien_giang_an_xuyen")] == -1


def test_opposition_under_a_hamlet_is_left_out_in_the_war_that_follows_too() -> None:
    """P1.6.2: wherever the game has Hamlets."""
    s = begun()
    edit(s, "kien_giang_an_xuyen", hamlet=1, vc_base=1, vc_guerrilla=2)
    before = total_opposition(s)
    assert before == s.total_opposition - 2
    s.era = era_named("base")
    assert total_opposition(s) == before


def test_the_us_score_may_be_below_zero() -> None:
    """P1.9, OPEN 6."""
    s = begun(washington=4)
    for sp in range(30):
        s.support[sp] = 0
    s.support[row("saigon")] = 0
    s.support[row("hue")] = 1
    recount(s)
    assert s.total_support == 2
    assert victory_marker(s, US) == 2 - 8


def test_hanoi_up_from_1_to_3_brings_what_both_boxes_hold() -> None:
    """P6.9.4."""
    s = begun()
    move_hanoi(s, 2)
    held = at(s, AVAILABLE)
    assert (held["vc_guerrilla"], held["vc_base"], held["cadre"]) == (16, 6, 4)
    move_hanoi(s, 1)
    assert at(s, AVAILABLE) == held


# --- Patrol and Raid ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("regime", "cost"), [(0, 2), (1, 3), (2, 4), (3, 4)])
def test_a_patrol_costs_once_by_regime_stability(regime: int, cost: int) -> None:
    """P3.2.2, P6.10.2: however many LoCs it goes to."""
    s = begun(regime=regime)
    p = operation(s, ARVN, "patrol")
    assert s.resources[ARVN] == 20 - cost
    p.answer("loc_saigon_can_tho", "saigon", 1)
    assert s.resources[ARVN] == 20 - cost


def test_a_raid_that_takes_a_vc_base_takes_its_cadre_and_brings_no_aid() -> None:
    """P4.3.3."""
    s = begun()
    edit(s, "tay_ninh", vc_base_cadre=1, ranger=1)
    cadres, aid = s.pieces[AVAILABLE * KINDS + CADRE], s.aid
    activity(s, ARVN, "raid").answer("tay_ninh", "done", "done", "yes")
    assert at(s, row("tay_ninh")) == {"ranger_active": 1}
    assert (s.pieces[AVAILABLE * KINDS + CADRE], s.aid) == (cadres + 1, aid)


def test_the_expansion_brings_six_of_each_new_piece() -> None:
    """P1.2, P1.4: Advisors, Strategic Hamlets and Cadres; where two play, only the Hamlets."""
    new = (ADVISOR, HAMLET, CADRE)
    assert [force_pool(begun(P61))[kind] for kind in new] == [6, 6, 6]
    assert [force_pool(begun(D61))[kind] for kind in new] == [0, 6, 0]


# --- an Air Lift that comes first ---------------------------------------------------------------------------------


def far_from_vc_bases() -> State:
    """Washington 1 with two Advisors in Hue and no Irregular on the map; the only VC Base is in Kien Giang."""
    s = begun(washington=1)
    edit(s, "hue", police=2, advisor=2)
    edit(s, "tay_ninh", vc_guerrilla=2)
    edit(s, "pleiku_darlac", arvn_troops=2, vc_guerrilla=2)
    edit(s, "binh_dinh", arvn_troops=2, police=1, vc_guerrilla=1)
    edit(s, "khanh_hoa", police=1)
    return s


def test_interdict_may_begin_with_the_air_lift_that_brings_an_advisor_near() -> None:
    """4.1, P3.2.6, P4.2.2: then nothing else comes before it; a Limited Operation has no such help."""
    s = far_from_vc_bases()
    found = {op.name: op for op in operations_for(s, US, OP_AND_ACTIVITY)}
    assert "interdict" not in {op.name for op in operations_for(s, US, LIMITED_OP)}
    flow = play(carry_out(s, found["interdict"]), "no", "can_tho", "done")
    assert flow.decision is not None
    assert flow.decision.kind == "interdict.die"
    assert s.support[row("kien_giang_an_xuyen")] == -2


def test_no_interdict_begins_with_an_air_lift_that_could_bring_nobody_near() -> None:
    """4.1: a Base far from every City and COIN-Controlled space, and Advisors only."""
    s = far_from_vc_bases()
    edit(s, "kien_giang_an_xuyen", vc_guerrilla=2)
    assert "interdict" not in {op.name for op in operations_for(s, US, OP_AND_ACTIVITY)}
    edit(s, "phuoc_long", vc_base=1)
    edit(s, "quang_duc_long_khanh", vc_guerrilla=1)
    assert "interdict" in {op.name for op in operations_for(s, US, OP_AND_ACTIVITY)}  # by An Loc


def test_advise_as_an_operation_may_begin_with_the_air_lift_that_brings_an_advisor_to_the_fight() -> None:
    """4.1, P3.2.5: in Monsoon, when only an Assault is left."""
    s = far_from_vc_bases()
    s.next_card = 1073
    found = {op.name: op for op in operations_for(s, US, OP_AND_ACTIVITY)}
    assert "advise" not in {op.name for op in operations_for(s, US, LIMITED_OP)}
    flow = play(carry_out(s, found["advise"]), "no", "binh_dinh", "done")
    assert flow.decision is not None
    assert flow.decision.kind == "advise.aid_by_level"
