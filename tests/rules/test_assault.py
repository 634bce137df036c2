"""3.2.4 Assault."""

import pytest

from fitl.board.factions import ARVN, NVA, US
from fitl.board.pieces import ARVN_TROOPS, POLICE, US_TROOPS
from fitl.board.spaces import (
    AVAILABLE,
    BINH_DINH,
    CAN_THO,
    CASUALTIES,
    CONTROLLABLE,
    HUE,
    KIEN_GIANG,
    KIEN_PHONG,
    LOC_SAIGON_CAN_THO,
    PLEIKU,
    POP,
    QUANG_TRI,
    SAIGON,
    TAY_NINH,
    THE_FISHHOOK,
    is_province,
)
from fitl.decisions import CHANCE, Flow
from fitl.lasting import (
    ABRAMS,
    ABRAMS_SHADED,
    BODY_COUNT,
    COBRAS_SHADED,
    LANSDALE_SHADED,
    PATTON,
    SEARCH_AND_DESTROY,
    SEARCH_AND_DESTROY_SHADED,
)
from fitl.rules.control import set_support
from fitl.rules.menu import ACTIVITIES
from fitl.rules.operation import BY_EVENT, Activity, ActivityRule, Operation
from fitl.rules.operations.assault import (
    AssaultTerms,
    assault,
    assault_hits,
    assault_space,
    can_assault,
    can_assault_space,
    can_follow_up,
    follow_up,
)
from fitl.rules.removal import exposed_to_assault
from fitl.state import ACTIVE_SUPPORT, NEUTRAL, PASSIVE_OPPOSITION, State
from tests.support import Play, at, blank, play, put


def start(s: State, faction: int, *keys: str | int, **how: object) -> Play:
    return play(assault(s, Operation(s, faction, "assault", **how)), *keys)  # type: ignore[arg-type]


def kind(p: Play) -> str:
    assert p.decision is not None
    return p.decision.kind


# --- spaces and costs ---------------------------------------------------------------------------------------------


def test_spaces_have_own_cubes_and_any_insurgent_piece() -> None:
    s = blank()
    put(s, SAIGON, arvn_troops=1, vc_guerrilla=1)
    put(s, HUE, police=1, vc_tunnel=1)
    put(s, LOC_SAIGON_CAN_THO, police=1, nva_guerrilla=1)
    put(s, THE_FISHHOOK, arvn_troops=1, nva_base=1)
    put(s, PLEIKU, ranger=1, us_troops=1, vc_guerrilla=1)
    put(s, TAY_NINH, arvn_troops=4)
    assert start(s, ARVN).keys() == ["hue", "saigon", "the_fishhook", "loc_saigon_can_tho"]
    assert can_assault_space(s, US, PLEIKU)
    assert not can_assault_space(s, ARVN, PLEIKU)
    assert not can_assault_space(s, ARVN, TAY_NINH)


def test_arvn_pays_three_per_space_and_may_select_only_what_it_can_pay() -> None:
    s = blank()
    s.resources[ARVN] = 5
    for sp in (SAIGON, HUE):
        put(s, sp, arvn_troops=2, vc_guerrilla_active=1)
    p = start(s, ARVN, "hue")
    assert s.resources[ARVN] == 2
    assert p.over
    assert at(s, HUE) == {"arvn_troops": 2}
    assert not can_assault(s, Operation(s, ARVN, "assault"))
    assert can_assault(s, Operation(s, ARVN, "assault", free=True))


def test_us_assault_costs_nothing() -> None:
    s = blank(econ=15)
    s.resources[ARVN] = 0
    put(s, SAIGON, us_troops=1, vc_guerrilla_active=1)
    assert can_assault(s, Operation(s, US, "assault"))
    start(s, US)
    assert at(s, SAIGON) == {"us_troops": 1}
    assert s.resources[ARVN] == 0


def test_body_count_makes_assaults_free_and_each_guerrilla_three_aid() -> None:
    s = blank(effects=BODY_COUNT, aid=0)
    s.resources[ARVN] = 0
    put(s, SAIGON, arvn_troops=8, vc_guerrilla_active=1, nva_guerrilla_active=1, vc_base=1, nva_troops=1)
    start(s, ARVN, "nva_guerrilla_active", "vc_guerrilla_active")
    assert at(s, SAIGON) == {"arvn_troops": 8}
    assert s.aid == 3 + 3 + 6


def test_a_limited_operation_assaults_one_space() -> None:
    s = blank()
    for sp in (SAIGON, HUE):
        put(s, sp, arvn_troops=2, vc_guerrilla_active=1)
    assert start(s, ARVN, "hue", limited=True).over
    assert at(s, SAIGON)["vc_guerrilla_active"] == 1


# --- hits ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faction", "sp", "pieces", "hits"),
    [
        (US, PLEIKU, {"us_troops": 3, "us_base": 1}, 6),
        (US, PLEIKU, {"us_troops": 3}, 1),
        (US, TAY_NINH, {"us_troops": 3}, 3),
        (US, KIEN_PHONG, {"us_troops": 3}, 3),
        (US, SAIGON, {"us_troops": 3, "irregular": 2, "arvn_troops": 4}, 3),
        (US, LOC_SAIGON_CAN_THO, {"us_troops": 3}, 3),
        (US, PLEIKU, {"us_troops": 1, "arvn_base": 1}, 0),
        (ARVN, SAIGON, {"arvn_troops": 2, "police": 3}, 2),
        (ARVN, LOC_SAIGON_CAN_THO, {"police": 4}, 2),
        (ARVN, PLEIKU, {"arvn_troops": 5, "police": 4, "us_base": 1}, 1),
        (ARVN, TAY_NINH, {"arvn_troops": 5, "police": 4}, 2),
        (ARVN, KIEN_PHONG, {"arvn_troops": 4, "ranger": 2, "arvn_base": 1}, 2),
    ],
)
def test_the_number_of_hits_follows_the_table(faction: int, sp: int, pieces: dict[str, int], hits: int) -> None:
    s = blank()
    put(s, sp, **pieces)
    assert assault_hits(s, faction, sp) == hits


def test_an_assault_without_hits_is_legal_and_removes_nothing() -> None:
    s = blank()
    put(s, PLEIKU, police=4, vc_guerrilla_active=1)
    p = start(s, ARVN)
    assert p.over
    assert at(s, PLEIKU) == {"police": 4, "vc_guerrilla_active": 1}
    assert s.resources[ARVN] == 17


# --- removal ------------------------------------------------------------------------------------------------------


def test_nva_troops_go_first_then_active_guerrillas_in_any_mix_then_bases() -> None:
    s = blank()
    put(s, SAIGON, us_troops=5, nva_troops=2, nva_guerrilla_active=1, vc_guerrilla_active=1, vc_base=1, nva_base=1)
    p = play(assault_space(s, US, SAIGON))
    assert at(s, SAIGON).get("nva_troops") is None  # nothing else could be chosen
    assert p.keys() == ["nva_guerrilla_active", "vc_guerrilla_active"]
    p.answer("vc_guerrilla_active")  # then the NVA one, the only choice as NVA was hit already
    assert p.keys() == ["nva_base", "vc_base"]
    p.answer("vc_base")
    assert p.over
    assert at(s, SAIGON) == {"us_troops": 5, "nva_base": 1}


def test_underground_guerrillas_are_immune_and_shield_bases_of_either_faction() -> None:
    s = blank()
    put(s, SAIGON, us_troops=6, vc_guerrilla=1, nva_guerrilla_active=1, nva_base=1, vc_tunnel=1)
    p = play(assault_space(s, US, SAIGON))
    assert p.over  # no Tunnel roll either
    assert at(s, SAIGON) == {"us_troops": 6, "vc_guerrilla": 1, "nva_base": 1, "vc_tunnel": 1}


def test_removed_pieces_are_available_again() -> None:
    s = blank()
    put(s, SAIGON, us_troops=1, vc_guerrilla_active=1)
    before = at(s, AVAILABLE)["vc_guerrilla"]
    assert play(assault_space(s, US, SAIGON)).result == [15]
    assert at(s, AVAILABLE)["vc_guerrilla"] == before + 1


def test_one_enemy_may_be_spared_but_a_faction_hit_is_hit_in_full() -> None:
    s = blank()
    put(s, SAIGON, us_troops=6, nva_guerrilla_active=2, vc_guerrilla_active=1)
    p = play(assault_space(s, US, SAIGON), "nva_guerrilla_active")
    assert p.keys() == ["nva_guerrilla_active", "vc_guerrilla_active"]
    p.answer("nva_guerrilla_active")
    assert p.keys() == ["vc_guerrilla_active", "done"]
    p.answer("done")
    assert at(s, SAIGON) == {"us_troops": 6, "vc_guerrilla_active": 1}


# --- Tunnels ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "left"), [(1, "vc_tunnel"), (3, "vc_tunnel"), (4, "vc_base"), (6, "vc_base")])
def test_tunneled_base_alone_is_a_legal_target_and_rolls_once(die: int, left: str) -> None:
    s = blank()
    put(s, SAIGON, us_troops=4, vc_tunnel=1)
    p = start(s, US)
    assert p.decision is not None
    assert p.decision.actor == CHANCE
    assert p.answer(die).over
    assert at(s, SAIGON) == {"us_troops": 4, left: 1}


def test_untunneled_bases_are_taken_before_a_left_over_hit_meets_the_tunnel() -> None:
    s = blank()
    put(s, SAIGON, us_troops=2, vc_tunnel=1, nva_base=1)
    p = start(s, US)
    assert at(s, SAIGON) == {"us_troops": 2, "vc_tunnel": 1}
    assert kind(p) == "assault.tunnel_die"
    p.answer(6)
    assert at(s, SAIGON) == {"us_troops": 2, "vc_base": 1}


def test_no_tunnel_roll_without_a_left_over_hit() -> None:
    s = blank()
    put(s, SAIGON, us_troops=1, vc_tunnel=1, vc_guerrilla_active=1)
    assert start(s, US).over
    assert at(s, SAIGON) == {"us_troops": 1, "vc_tunnel": 1}


def test_of_two_tunnels_the_executing_faction_picks_one() -> None:
    s = blank()
    put(s, SAIGON, us_troops=3, vc_tunnel=1, nva_tunnel=1)
    p = start(s, US, 5)
    assert p.keys() == ["nva_tunnel", "vc_tunnel"]
    p.answer("nva_tunnel")
    assert at(s, SAIGON) == {"us_troops": 3, "vc_tunnel": 1, "nva_base": 1}


def test_operation_attleboro_takes_tunneled_bases_like_others_and_last() -> None:
    s = blank()
    put(s, SAIGON, us_troops=2, vc_tunnel=1, vc_guerrilla_active=1)
    play(assault_space(s, US, SAIGON, terms=AssaultTerms(ignore_tunnels=True)))
    assert at(s, SAIGON) == {"us_troops": 2}
    put(s, HUE, us_troops=4, vc_tunnel=1, vc_guerrilla=1)
    assert play(assault_space(s, US, HUE, terms=AssaultTerms(ignore_tunnels=True))).over
    assert at(s, HUE) == {"us_troops": 4, "vc_tunnel": 1, "vc_guerrilla": 1}


def test_ignoring_tunnels_never_rolls_even_if_one_is_spared() -> None:
    s = blank()
    put(s, SAIGON, us_troops=4, vc_tunnel=1, nva_tunnel=1)
    p = play(assault_space(s, US, SAIGON, terms=AssaultTerms(ignore_tunnels=True)), "nva_tunnel")
    assert p.keys() == ["vc_tunnel", "done"]
    assert p.answer("done").over
    assert at(s, SAIGON) == {"us_troops": 4, "vc_tunnel": 1}


# --- Aid ----------------------------------------------------------------------------------------------------------


def test_arvn_gains_six_aid_per_base_and_the_us_none() -> None:
    s = blank(aid=10)
    put(s, SAIGON, arvn_troops=4, nva_base=1, vc_base=1)
    put(s, HUE, us_troops=4, vc_base=1)
    play(assault_space(s, US, HUE))
    assert s.aid == 10
    play(assault_space(s, ARVN, SAIGON), "vc_base", "nva_base")
    assert s.aid == 22


# --- the added ARVN Assault ---------------------------------------------------------------------------------------


def test_tutorial_turn_6_us_limited_assault_with_arvn_added_in_pleiku() -> None:
    s = blank(econ=15, aid=14)
    s.resources[ARVN] = 21
    put(s, PLEIKU, us_base=1, us_troops=1, irregular=1, arvn_troops=6, vc_base=1, vc_guerrilla_active=4)
    p = start(s, US, limited=True)
    assert at(s, PLEIKU)["vc_guerrilla_active"] == 2
    assert p.keys() == ["arvn", "done"]
    p.answer("arvn")
    assert p.over
    assert at(s, PLEIKU) == {"us_base": 1, "us_troops": 1, "irregular": 1, "arvn_troops": 6, "vc_base": 1}
    assert s.resources[ARVN] == 18
    assert s.aid == 14


def test_arvn_is_added_once_per_operation_in_one_space_the_us_has_assaulted() -> None:
    s = blank()
    for sp in (SAIGON, HUE, TAY_NINH):
        put(s, sp, us_troops=1, arvn_troops=2, vc_guerrilla_active=4)
    p = start(s, US)
    assert p.keys() == ["hue", "saigon", "tay_ninh"]  # nothing Assaulted yet
    p.answer("hue")
    assert p.keys() == ["saigon", "tay_ninh", "arvn", "done"]
    p.answer("saigon", "arvn")
    assert p.keys() == ["hue", "saigon"]
    p.answer("hue")
    assert p.keys() == ["tay_ninh", "done"]
    p.answer("tay_ninh")
    assert p.over
    assert s.resources[ARVN] == 17


def test_adding_arvn_needs_resources_above_econ_arvn_cubes_and_an_enemy_left() -> None:
    s = blank(econ=15)
    s.resources[ARVN] = 17
    put(s, SAIGON, us_troops=1, arvn_troops=2, vc_guerrilla_active=4)
    assert start(s, US).over
    s.resources[ARVN] = 18
    assert start(s, US).keys() == ["arvn", "done"]
    put(s, HUE, us_troops=1, ranger=1, vc_guerrilla_active=4)
    assert start(s, US, "hue", limited=True).over
    put(s, TAY_NINH, us_troops=4, arvn_troops=2, vc_guerrilla_active=4)
    assert start(s, US, "tay_ninh", limited=True).over


def test_the_us_decides_the_details_of_the_added_assault_and_bases_bring_aid() -> None:
    s = blank(aid=0)
    put(s, SAIGON, us_troops=1, arvn_troops=4, vc_guerrilla_active=1, vc_base=1, nva_base=1)
    p = start(s, US, "arvn")
    assert p.decision is not None
    assert (p.decision.actor, p.keys()) == (US, ["nva_base", "vc_base"])
    p.answer("nva_base", "vc_base")
    assert s.aid == 12


def test_added_to_a_free_us_assault_or_under_body_count_arvn_costs_nothing() -> None:
    s = blank(econ=15)
    s.resources[ARVN] = 0
    put(s, SAIGON, us_troops=1, arvn_troops=2, vc_guerrilla_active=4)
    start(s, US, "arvn", free=BY_EVENT)
    assert at(s, SAIGON)["vc_guerrilla_active"] == 2
    s.effects |= BODY_COUNT
    start(s, US, "arvn")
    assert "vc_guerrilla_active" not in at(s, SAIGON)
    assert s.resources[ARVN] == 0


def test_an_event_may_rule_the_added_assault_out() -> None:
    s = blank()
    put(s, SAIGON, us_troops=1, arvn_troops=2, vc_guerrilla_active=4)
    op = Operation(s, US, "assault", free=BY_EVENT)
    assert play(assault(s, op, add_arvn=False)).over


def test_arvn_does_not_follow_up_its_own_assault() -> None:
    s = blank()
    put(s, SAIGON, arvn_troops=2, vc_guerrilla_active=4)
    assert start(s, ARVN).over


def test_the_added_assault_rolls_again_for_the_tunnel() -> None:
    s = blank()
    put(s, SAIGON, us_troops=1, arvn_troops=2, vc_tunnel=1)
    p = start(s, US, 2, "arvn")
    assert kind(p) == "assault.tunnel_die"
    p.answer(4)
    assert at(s, SAIGON) == {"us_troops": 1, "arvn_troops": 2, "vc_base": 1}


def test_a_special_activity_may_come_between_the_us_assault_and_the_added_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def bring_arvn(s: State, act: Activity) -> Flow[None]:
        put(s, SAIGON, arvn_troops=4)
        yield from ()

    monkeypatch.setitem(ACTIVITIES, "air_lift", ActivityRule(lambda s, act: True, bring_arvn))
    s = blank()
    put(s, SAIGON, us_troops=1, vc_guerrilla_active=3)
    p = start(s, US, activities=("air_lift",))
    assert p.keys() == ["saigon", "sa:air_lift"]
    p.answer("saigon")
    assert p.keys() == ["done", "sa:air_lift"]
    p.answer("sa:air_lift")
    assert p.keys() == ["arvn", "done"]
    p.answer("arvn")
    assert at(s, SAIGON) == {"us_troops": 1, "arvn_troops": 4}


def test_follow_up_serves_events_that_assault_space_by_space() -> None:
    s = blank()
    put(s, SAIGON, us_troops=1, arvn_troops=4, vc_guerrilla_active=3)
    op = Operation(s, US, "assault", free=BY_EVENT)
    play(assault_space(s, US, SAIGON, op))
    assert can_follow_up(s, op, SAIGON)
    play(follow_up(s, op, SAIGON))
    assert at(s, SAIGON) == {"us_troops": 1, "arvn_troops": 4}
    assert not can_follow_up(s, op, SAIGON)


# --- Capabilities and Momentum ------------------------------------------------------------------------------------


def test_shaded_abrams_limits_us_assault_to_two_spaces_but_not_an_event() -> None:
    s = blank(effects=ABRAMS_SHADED)
    for sp in (SAIGON, HUE, TAY_NINH):
        put(s, sp, us_troops=1, vc_guerrilla_active=4)
    assert start(s, US, "hue", "saigon").over
    assert start(s, US, "hue", "saigon", free=BY_EVENT).keys() == ["tay_ninh", "done"]


def test_shaded_abrams_does_not_limit_arvn() -> None:
    s = blank(effects=ABRAMS_SHADED)
    for sp in (SAIGON, HUE, TAY_NINH):
        put(s, sp, arvn_troops=2, vc_guerrilla_active=4)
    assert start(s, ARVN, "hue", "saigon").keys() == ["tay_ninh", "done"]


def test_abrams_may_take_a_base_first_past_underground_guerrillas_in_one_space() -> None:
    s = blank(effects=ABRAMS)
    put(s, SAIGON, us_troops=2, vc_guerrilla=1, vc_base=1, nva_troops=3)
    put(s, HUE, us_troops=2, vc_guerrilla=1, nva_base=1)
    p = start(s, US, "saigon")
    assert p.keys() == ["nva_troops", "vc_base"]
    p.answer("vc_base")  # one of the two hits
    assert at(s, SAIGON) == {"us_troops": 2, "vc_guerrilla": 1, "nva_troops": 2}
    p.answer("hue")
    assert p.over
    assert at(s, HUE) == {"us_troops": 2, "vc_guerrilla": 1, "nva_base": 1}


def test_abrams_is_optional_spares_tunnels_and_is_kept_when_the_base_was_exposed_anyway() -> None:
    s = blank(effects=ABRAMS)
    put(s, SAIGON, us_troops=2, vc_guerrilla=1, vc_base=1)
    put(s, HUE, us_troops=1, vc_base=1)
    put(s, TAY_NINH, us_troops=1, vc_guerrilla=1, vc_tunnel=1)
    p = start(s, US, "tay_ninh")
    assert p.keys() == ["hue", "saigon", "done"]
    p.answer("hue")
    assert at(s, HUE) == {"us_troops": 1}
    p.answer("saigon")
    assert p.keys() == ["vc_base", "done"]
    p.answer("done")
    assert at(s, SAIGON) == {"us_troops": 2, "vc_guerrilla": 1, "vc_base": 1}


def test_abrams_takes_a_base_first_or_not_at_all() -> None:
    s = blank(effects=ABRAMS)
    put(s, SAIGON, us_troops=2, vc_guerrilla=1, vc_base=1, nva_troops=1)
    p = start(s, US, "nva_troops")
    assert p.over
    assert at(s, SAIGON) == {"us_troops": 2, "vc_guerrilla": 1, "vc_base": 1}


def test_patton_does_not_serve_an_arvn_assault() -> None:
    s = blank(effects=PATTON)
    put(s, SAIGON, us_troops=1, arvn_troops=2, vc_guerrilla_active=4)
    assert play(assault_space(s, ARVN, SAIGON)).over
    assert at(s, SAIGON)["vc_guerrilla_active"] == 3


@pytest.mark.parametrize("hidden", ["nva_guerrilla", "vc_guerrilla"])
def test_an_underground_guerrilla_of_either_faction_shields_the_bases_of_both(hidden: str) -> None:
    s = blank()
    put(s, SAIGON, us_troops=3, nva_base=1, vc_base=1, **{hidden: 1})
    assert play(assault_space(s, US, SAIGON)).over
    assert at(s, SAIGON) == {"us_troops": 3, "nva_base": 1, "vc_base": 1, hidden: 1}


def test_abrams_needs_a_hit_and_does_not_serve_arvn() -> None:
    s = blank(effects=ABRAMS)
    put(s, PLEIKU, us_troops=1, vc_guerrilla=1, vc_base=1)
    assert play(assault_space(s, US, PLEIKU)).over
    put(s, SAIGON, arvn_troops=4, vc_guerrilla=1, vc_base=1)
    assert play(assault_space(s, ARVN, SAIGON)).over
    assert at(s, SAIGON)["vc_base"] == 1


def test_patton_adds_two_hits_in_two_spaces_that_are_not_lowland() -> None:
    s = blank(effects=PATTON)
    for sp in (SAIGON, PLEIKU, LOC_SAIGON_CAN_THO, KIEN_PHONG):
        put(s, sp, us_troops=1, vc_guerrilla_active=4)
    p = start(s, US, "kien_phong")  # Lowland: not asked
    assert at(s, KIEN_PHONG)["vc_guerrilla_active"] == 3
    p.answer("saigon")
    assert kind(p) == "assault.patton"
    p.answer("no")
    assert at(s, SAIGON)["vc_guerrilla_active"] == 3
    p.answer("pleiku_darlac", "yes")  # 1 Troop in Highland has no hit of its own
    assert at(s, PLEIKU)["vc_guerrilla_active"] == 2
    p.answer("loc_saigon_can_tho", "yes")
    assert at(s, LOC_SAIGON_CAN_THO)["vc_guerrilla_active"] == 1
    assert p.over


def test_patton_serves_two_spaces_only_and_never_arvn() -> None:
    s = blank(effects=PATTON)
    for sp in (SAIGON, HUE, TAY_NINH):
        put(s, sp, us_troops=1, arvn_troops=2, vc_guerrilla_active=4)
    p = start(s, US, "hue", "yes", "saigon", "yes", "tay_ninh")
    assert p.keys() == ["arvn", "done"]
    assert at(s, TAY_NINH)["vc_guerrilla_active"] == 3
    p.answer("arvn", "tay_ninh")
    assert at(s, TAY_NINH)["vc_guerrilla_active"] == 2


def test_patton_is_not_asked_where_the_hits_suffice() -> None:
    s = blank(effects=PATTON)
    put(s, SAIGON, us_troops=2, vc_guerrilla_active=2)
    assert start(s, US).over
    assert at(s, SAIGON) == {"us_troops": 2}


@pytest.mark.parametrize(("die", "lost"), [(3, 1), (4, 0)])
def test_shaded_cobras_may_cost_the_us_a_troop_after_its_assault_but_not_after_the_added_one(
    die: int, lost: int
) -> None:
    s = blank(effects=COBRAS_SHADED)
    put(s, SAIGON, us_troops=2, arvn_troops=2, vc_guerrilla_active=4)
    p = start(s, US)
    assert kind(p) == "assault.cobras_die"
    p.answer(die)
    assert at(s, CASUALTIES) == ({"us_troops": lost} if lost else {})
    assert p.answer("arvn").over
    assert at(s, SAIGON)["us_troops"] == 2 - lost


def test_search_and_destroy_includes_one_underground_guerrilla_among_the_removals() -> None:
    s = blank(effects=SEARCH_AND_DESTROY)
    put(s, SAIGON, us_troops=2, vc_guerrilla=2, nva_guerrilla_active=2)
    p = play(assault_space(s, US, SAIGON))
    assert p.keys() == ["nva_guerrilla_active", "vc_guerrilla"]
    p.answer("vc_guerrilla")
    assert p.keys() == ["nva_guerrilla_active", "done"]  # 3.1: only VC was aimed at so far
    p.answer("nva_guerrilla_active")
    assert p.over
    assert at(s, SAIGON) == {"us_troops": 2, "vc_guerrilla": 1, "nva_guerrilla_active": 1}


def test_search_and_destroy_is_optional_and_takes_one_only() -> None:
    s = blank(effects=SEARCH_AND_DESTROY)
    put(s, SAIGON, us_troops=3, vc_guerrilla=2)
    p = play(assault_space(s, US, SAIGON))
    assert p.keys() == ["vc_guerrilla", "done"]
    assert p.answer("vc_guerrilla").over
    assert at(s, SAIGON) == {"us_troops": 3, "vc_guerrilla": 1}


def test_search_and_destroy_takes_its_guerrilla_even_with_no_hits_and_uncovers_the_base_with_more() -> None:
    s = blank(effects=SEARCH_AND_DESTROY)
    put(s, PLEIKU, us_troops=1, vc_guerrilla=1, vc_guerrilla_active=1, nva_troops=1)
    p = play(assault_space(s, US, PLEIKU))
    assert p.keys() == ["vc_guerrilla", "done"]
    p.answer("vc_guerrilla")
    assert p.over
    assert at(s, PLEIKU) == {"us_troops": 1, "vc_guerrilla_active": 1, "nva_troops": 1}
    put(s, SAIGON, us_troops=2, vc_guerrilla=1, vc_base=1)
    play(assault_space(s, US, SAIGON), "vc_guerrilla")
    assert at(s, SAIGON) == {"us_troops": 2}


def test_search_and_destroy_spares_no_nva_troops_afterwards() -> None:
    s = blank(effects=SEARCH_AND_DESTROY)
    put(s, SAIGON, us_troops=2, vc_guerrilla=1, nva_troops=1)
    p = play(assault_space(s, US, SAIGON))
    assert p.keys() == ["nva_troops", "vc_guerrilla"]
    assert p.answer("vc_guerrilla").over
    assert at(s, SAIGON) == {"us_troops": 2}


def test_search_and_destroy_does_not_serve_arvn() -> None:
    s = blank(effects=SEARCH_AND_DESTROY)
    put(s, SAIGON, arvn_troops=4, vc_guerrilla=1)
    assert play(assault_space(s, ARVN, SAIGON)).over
    assert at(s, SAIGON)["vc_guerrilla"] == 1


def test_search_and_destroy_adds_no_removal_to_the_hits() -> None:
    s = blank(effects=SEARCH_AND_DESTROY)
    put(s, SAIGON, us_troops=1, vc_guerrilla=2, vc_guerrilla_active=2)
    p = play(assault_space(s, US, SAIGON), "vc_guerrilla_active")
    assert p.over
    assert at(s, SAIGON) == {"us_troops": 1, "vc_guerrilla": 2, "vc_guerrilla_active": 1}


def test_search_and_destroy_without_hits_does_not_let_abrams_take_a_base() -> None:
    s = blank(effects=SEARCH_AND_DESTROY | ABRAMS)
    put(s, PLEIKU, us_troops=1, vc_guerrilla=1, vc_base=1)
    p = play(assault_space(s, US, PLEIKU))
    assert p.keys() == ["vc_guerrilla", "done"]


def test_without_the_card_an_assault_shifts_nobody_and_with_it_no_city() -> None:
    for effects, sp in ((0, TAY_NINH), (SEARCH_AND_DESTROY_SHADED, SAIGON)):
        s = blank(effects=effects)
        put(s, sp, us_troops=1, vc_guerrilla_active=1)
        assert play(assault_space(s, US, sp)).over
        assert s.support[sp] == NEUTRAL


def test_shaded_search_and_destroy_shifts_each_assaulted_province_once() -> None:
    s = blank(effects=SEARCH_AND_DESTROY_SHADED)
    put(s, TAY_NINH, us_troops=1, arvn_troops=2, vc_guerrilla_active=4)
    put(s, SAIGON, us_troops=1, vc_guerrilla_active=4)
    set_support(s, SAIGON, ACTIVE_SUPPORT)
    start(s, US, "tay_ninh", "arvn", "saigon")
    assert s.support[TAY_NINH] == PASSIVE_OPPOSITION
    assert s.support[SAIGON] == ACTIVE_SUPPORT


def test_shaded_search_and_destroy_shifts_for_arvn_too() -> None:
    s = blank(effects=SEARCH_AND_DESTROY_SHADED)
    put(s, BINH_DINH, arvn_troops=1, vc_guerrilla=1)
    set_support(s, BINH_DINH, 1)
    start(s, ARVN)
    assert s.support[BINH_DINH] == NEUTRAL


def test_shaded_lansdale_stops_us_assault_but_not_arvn_nor_a_later_event() -> None:
    s = blank(effects=LANSDALE_SHADED)
    put(s, SAIGON, us_troops=1, arvn_troops=1, vc_guerrilla_active=1)
    assert not can_assault(s, Operation(s, US, "assault"))
    assert can_assault(s, Operation(s, ARVN, "assault"))
    assert can_assault(s, Operation(s, US, "assault", free=BY_EVENT))


# --- Event variants -----------------------------------------------------------------------------------------------


def test_cubes_fighting_as_us_troops_are_doubled_by_a_us_base_and_halved_in_highland() -> None:
    s = blank()
    put(s, PLEIKU, us_troops=1, arvn_troops=2, police=2)
    everybody = (US_TROOPS, ARVN_TROOPS, POLICE)
    assert assault_hits(s, US, PLEIKU, everybody) == 2
    assert assault_hits(s, US, PLEIKU, (US_TROOPS, ARVN_TROOPS)) == 1
    put(s, PLEIKU, us_base=1)
    assert assault_hits(s, US, PLEIKU, everybody) == 10


def test_arvn_may_decide_an_assault_that_counts_as_us() -> None:
    s = blank(effects=SEARCH_AND_DESTROY | COBRAS_SHADED, aid=0)
    put(s, SAIGON, arvn_troops=2, vc_guerrilla=1, vc_base=1)
    p = play(assault_space(s, US, SAIGON, by=ARVN, terms=AssaultTerms(us_cubes=(US_TROOPS, ARVN_TROOPS))))
    assert p.decision is not None
    assert (p.decision.actor, p.keys()) == (ARVN, ["vc_guerrilla", "done"])
    assert p.answer("vc_guerrilla").over  # no US Troops there: no Cobras roll
    assert at(s, SAIGON) == {"arvn_troops": 2}
    assert s.aid == 0  # a US Assault


def test_an_event_may_aim_at_nva_only_and_vc_guerrillas_still_shield_its_base() -> None:
    s = blank()
    put(s, SAIGON, arvn_troops=8, nva_troops=1, nva_guerrilla_active=1, nva_base=1, vc_guerrilla_active=1)
    p = play(assault_space(s, ARVN, SAIGON, terms=AssaultTerms(only=NVA)))
    assert p.over
    assert at(s, SAIGON) == {"arvn_troops": 8, "nva_base": 1, "vc_guerrilla_active": 1}
    put(s, HUE, arvn_troops=8, nva_tunnel=1, vc_base=1)
    p = play(assault_space(s, ARVN, HUE, terms=AssaultTerms(only=NVA)))
    assert kind(p) == "assault.tunnel_die"
    p.answer(4)
    assert at(s, HUE) == {"arvn_troops": 8, "nva_base": 1, "vc_base": 1}
    put(s, QUANG_TRI, arvn_troops=9, vc_tunnel=1)
    assert play(assault_space(s, ARVN, QUANG_TRI, terms=AssaultTerms(only=NVA))).over


def test_exposure_matches_what_assault_offers() -> None:
    s = blank()
    put(s, SAIGON, us_troops=1, vc_base=1, nva_tunnel=1)
    assert exposed_to_assault(s, SAIGON) == [16]
    assert can_assault_space(s, US, SAIGON)


@pytest.mark.parametrize(("sp", "hits"), [(CAN_THO, 2), (KIEN_GIANG, 1)])
def test_police_fight_in_cities_and_on_locs_but_not_in_provinces(sp: int, hits: int) -> None:
    """3.2.4: the last City and the last Province on the list, next to each other as numbers go."""
    s = blank()
    put(s, sp, arvn_troops=2, police=2)
    assert assault_hits(s, ARVN, sp) == hits


def test_patton_adds_nothing_where_no_us_cube_fights() -> None:
    s = blank(effects=PATTON)
    put(s, TAY_NINH, vc_guerrilla_active=2)
    p = play(assault_space(s, US, TAY_NINH))
    assert p.over
    assert at(s, TAY_NINH) == {"vc_guerrilla_active": 2}


def test_shaded_search_and_destroy_shifts_every_province_and_no_city() -> None:
    for sp in range(CONTROLLABLE):
        if POP[sp]:
            s = blank(effects=SEARCH_AND_DESTROY_SHADED)
            put(s, sp, arvn_troops=1, vc_guerrilla=1)
            play(assault_space(s, ARVN, sp))
            assert s.support[sp] == (PASSIVE_OPPOSITION if is_province(sp) else NEUTRAL)
