"""4.2.1 Advise."""

from fitl.board.cards import KHANH
from fitl.board.factions import ARVN, US
from fitl.board.spaces import AN_LOC, CENTRAL_LAOS, DA_NANG, HUE, KONTUM, LOC_HUE_DA_NANG, QUI_NHON, SAIGON, TAY_NINH
from fitl.lasting import COBRAS, LANSDALE_SHADED, TYPHOON_KATE
from fitl.rules.activities.advise import advise, can_advise
from fitl.rules.operation import Activity, Operation
from fitl.state import State
from tests.support import Play, at, blank, play, put


def train_in(s: State, *spaces: int) -> Operation:
    op = Operation(s, US, "train", activities=("advise",))
    op.spaces.extend(spaces)
    return op


def activity(s: State, op: Operation | None = None) -> Activity:
    return Activity(s, US, "advise", op or train_in(s))


def start(s: State, *keys: str | int) -> Play:
    return play(advise(s, activity(s)), *keys)


def test_every_method_is_offered_where_it_works() -> None:
    s = blank()
    put(s, HUE, arvn_troops=2, ranger=1, irregular=1, vc_guerrilla=1, vc_guerrilla_active=2)
    assert start(s).keys() == ["sweep", "assault", "irregular", "ranger"]
    s = blank()
    put(s, KONTUM, irregular=1, us_troops=3, vc_guerrilla=1)
    p = start(s)  # only the Irregular can act: US Troops do not Advise
    assert p.decision is not None
    assert p.decision.kind == "advise.aid"
    assert at(s, KONTUM) == {"us_troops": 3, "irregular_active": 1}


def test_sweep_in_place_with_arvn_cubes_and_rangers_decided_by_the_us() -> None:
    s = blank()
    put(s, HUE, police=1, ranger_active=1, us_troops=4, vc_guerrilla=2, nva_guerrilla=2)
    p = start(s, "sweep")
    assert p.decision is not None
    assert p.decision.actor == US
    assert p.decision.kind == "sweep.nva_guerrillas"
    p.answer(0)
    assert at(s, HUE) == {
        "us_troops": 4,
        "police": 1,
        "ranger_active": 1,
        "nva_guerrilla": 2,
        "vc_guerrilla_active": 2,
    }
    assert s.resources[ARVN] == 20


def test_assault_is_free_and_each_base_removed_brings_six_aid() -> None:
    s = blank(aid=0)
    put(s, HUE, arvn_troops=4, vc_base=1, nva_base=1)
    p = start(s, "assault")
    assert p.decision is not None
    assert p.decision.actor == US
    p.answer("vc_base", "nva_base", "no")
    assert at(s, HUE) == {"arvn_troops": 4}
    assert s.aid == 12
    assert s.resources[ARVN] == 20


def test_assault_on_a_loc_but_no_sweep_there() -> None:
    s = blank()
    put(s, LOC_HUE_DA_NANG, police=2, vc_guerrilla_active=2)
    p = start(s)
    assert p.decision is not None
    assert p.decision.kind == "advise.aid"  # the Assault was the only method
    assert at(s, LOC_HUE_DA_NANG) == {"police": 2, "vc_guerrilla_active": 1}


def test_lansdale_does_not_stop_an_advised_arvn_assault() -> None:
    s = blank(effects=LANSDALE_SHADED)
    put(s, HUE, arvn_troops=2, vc_guerrilla_active=1)
    assert "assault" in set(start(s).keys())


def test_irregular_and_ranger_strikes_take_two_pieces_of_any_kind() -> None:
    s = blank()
    put(s, CENTRAL_LAOS, irregular=2, nva_guerrilla=1, nva_troops=1, vc_guerrilla_active=1, nva_base=1)
    p = start(s)
    assert p.keys() == ["nva_troops", "nva_guerrilla", "vc_guerrilla_active"]
    p.answer("nva_guerrilla", "nva_troops", "no")
    assert at(s, CENTRAL_LAOS) == {"irregular": 1, "irregular_active": 1, "vc_guerrilla_active": 1, "nva_base": 1}


def test_a_strike_removes_what_there_is_and_no_tunneled_base() -> None:
    s = blank()
    put(s, TAY_NINH, ranger=1, vc_tunnel=1, vc_guerrilla=1)
    p = start(s, "ranger", "no")
    assert p.over
    assert at(s, TAY_NINH) == {"ranger_active": 1, "vc_tunnel": 1}
    s.next_card = KHANH  # no Sweep either
    assert not can_advise(s, activity(s))


def test_a_base_falls_to_special_forces_once_nothing_else_is_left() -> None:
    s = blank(aid=0)
    put(s, TAY_NINH, irregular=1, vc_base=1, vc_guerrilla=1)
    p = start(s, "no")
    assert p.over
    assert at(s, TAY_NINH) == {"irregular_active": 1}
    assert s.aid == 0  # no Aid for a Base taken by Special Forces


def test_no_sweep_in_monsoon_not_even_if_an_event_grants_the_advise() -> None:
    s = blank(next_card=KHANH)
    put(s, HUE, arvn_troops=2, vc_guerrilla=1)
    put(s, KONTUM, arvn_troops=2)
    p = start(s)
    assert p.decision is not None
    assert p.decision.kind == "advise.aid"  # Hue could only be Assaulted, Kontum not at all
    assert at(s, HUE) == {"arvn_troops": 2, "vc_guerrilla": 1}
    p = play(advise(s, Activity(s, US, "advise")))
    assert p.decision is not None
    assert p.decision.kind == "advise.aid"


def test_in_monsoon_a_ranger_alone_may_still_strike() -> None:
    s = blank(next_card=KHANH)
    put(s, HUE, ranger=1, vc_guerrilla=1)
    assert can_advise(s, activity(s))
    start(s, "no")
    assert at(s, HUE) == {"ranger_active": 1}


def test_train_spaces_are_barred_but_patrol_spaces_are_not() -> None:
    s = blank()
    put(s, HUE, arvn_troops=2)
    put(s, KONTUM, arvn_troops=2)
    assert not can_advise(s, activity(s, train_in(s, HUE, KONTUM)))
    act = activity(s, train_in(s, HUE))
    play(advise(s, act), "no")
    assert act.spaces == [KONTUM]
    patrol = Operation(s, US, "patrol")
    patrol.spaces.append(HUE)
    assert play(advise(s, activity(s, patrol))).keys() == ["hue", "kontum"]


def test_one_or_two_spaces() -> None:
    s = blank()
    for sp in (HUE, KONTUM, QUI_NHON):
        put(s, sp, arvn_troops=2)
    p = start(s, "hue")
    assert p.keys() == ["kontum", "qui_nhon", "done"]
    p.answer("qui_nhon")
    assert p.decision is not None
    assert p.decision.kind == "advise.aid"


def test_one_space_under_typhoon_kate() -> None:
    s = blank(effects=TYPHOON_KATE)
    for sp in (HUE, KONTUM, QUI_NHON):
        put(s, sp, arvn_troops=2)
    p = start(s, "hue")
    assert p.decision is not None
    assert p.decision.kind == "advise.aid"


def test_six_aid_once_if_wished_and_no_question_at_75() -> None:
    s = blank(aid=10)
    put(s, AN_LOC, arvn_troops=1)
    put(s, DA_NANG, arvn_troops=1)
    start(s, "an_loc", "da_nang", "yes")
    assert s.aid == 16
    start(s, "an_loc", "done", "no")
    assert s.aid == 16
    s.aid = 72
    start(s, "an_loc", "done", "yes")
    assert s.aid == 75
    assert start(s, "an_loc", "done").over


def test_no_advise_without_a_space_to_act_in() -> None:
    s = blank()
    put(s, SAIGON, us_troops=3, vc_guerrilla=1, irregular_active=1)
    assert not can_advise(s, activity(s))


def test_a_sweep_that_finds_nobody_is_advice_enough_for_the_aid() -> None:
    s = blank(aid=10)
    put(s, HUE, arvn_troops=1)
    assert start(s, "yes").over
    assert s.aid == 16


def test_cobras_help_an_advised_sweep() -> None:
    s = blank(effects=COBRAS)
    put(s, HUE, arvn_troops=1, vc_guerrilla=1)
    p = start(s, "sweep")
    assert p.keys() == ["vc_guerrilla_active", "done"]
    p.answer("vc_guerrilla_active")
    assert at(s, HUE) == {"arvn_troops": 1}


def test_a_method_may_differ_from_space_to_space_and_a_space_is_used_once() -> None:
    s = blank()
    put(s, HUE, arvn_troops=2, vc_guerrilla_active=1)
    put(s, CENTRAL_LAOS, irregular=1, nva_guerrilla=1)
    p = start(s, "hue", "assault")
    assert p.keys() == ["central_laos", "done"]
    p.answer("central_laos", "yes")
    assert p.over
    assert at(s, HUE) == {"arvn_troops": 2}
    assert at(s, CENTRAL_LAOS) == {"irregular_active": 1}


def test_an_event_may_restrict_the_spaces() -> None:
    s = blank()
    put(s, HUE, irregular=1, vc_guerrilla=1)
    assert can_advise(s, Activity(s, US, "advise", allowed=1 << HUE))
    assert not can_advise(s, Activity(s, US, "advise", allowed=1 << SAIGON))
