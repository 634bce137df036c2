"""Printed example 4: the non-player US Sweeps and Air Lifts under Nixon.

The print picks three ties without naming dice; here the chart is rolled (8.2), with dice that lead to the printed
result.
The last of them needs none: Phu Bon has more Troops to spare than Saigon.
"""

from typing import Any

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import KINDS, NVA_GUERRILLA_ACTIVE, US_TROOPS, VC_GUERRILLA_ACTIVE
from fitl.board.spaces import (
    BA_XUYEN,
    CAN_THO,
    KIEN_HOA,
    KIEN_PHONG,
    PHU_BON,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    SPACE_COUNT,
)
from fitl.rules.control import victory_markers
from fitl.state import OP_AND_ACTIVITY, TURN, State
from tests.bots.support import example_state, play_on
from tests.playbook.script import Script, space

OPERATION_ATTLEBORO, BRINKS_HOTEL = 23, 97
DICE = (
    *(2, 6),  # Quang Tri, not Quang Tin, sends Troops to Quang Nam
    *(2, 2),  # Ba Xuyen is the Air Lift's last destination
)
AFTER = {
    "quang_tri": 2,
    "hue": 1,
    "da_nang": 1,
    "qui_nhon": 1,
    "cam_ranh": 1,
    "kontum": 1,
    "binh_dinh": 2,
    "pleiku": 2,
    "khanh_hoa": 2,
    "phu_bon": 2,
    "binh_tuy": 4,
    "saigon": 2,
    "tay_ninh": 3,
    "quang_nam": 4,
    "kien_giang": 1,
    "ba_xuyen": 1,
}
ACTIVATED = {
    "quang_tri": 3,
    "quang_nam": 2,
    "binh_dinh": 2,
    "pleiku": 2,
    "khanh_hoa": 2,
    "phu_bon": 2,
    "binh_tuy": 2,
    "saigon": 1,
    "kien_giang": 1,
    "tay_ninh": 1,
}


def altered() -> State:
    s = example_state(OPERATION_ATTLEBORO, BRINKS_HOTEL, (US, ARVN), (NVA, VC))
    s.us_policy = "nixon"
    s.stage = TURN  # the VC player declines Tet
    return s


@pytest.fixture(scope="module")
def sweep() -> Script:
    return Script(play_on(altered(), [US], *DICE))


def reasons(script: Script, node: str) -> list[dict[str, Any]]:
    return [reason.params for reason in script.game.reasons() if reason.message == "why." + node]


def chosen(script: Script, node: str) -> list[int]:
    return [reason["space"] for reason in reasons(script, node)]


def spaces(*names: str) -> list[int]:
    return [space(name) for name in names]


def by_space(script: Script, *kinds: int) -> dict[int, int]:
    pieces = script.game.state.pieces
    counted = {sp: sum(pieces[sp * KINDS + kind] for kind in kinds) for sp in range(SPACE_COUNT)}
    return {sp: n for sp, n in counted.items() if n}


def test_the_set_up_has_the_printed_values() -> None:
    assert victory_markers(altered()) == (37, 44, 8, 23)


@pytest.mark.node("us.u0", "us.u1", "us.u2", "us.ue", "us.u3")
def test_the_diamonds_lead_to_sweep(sweep: Script) -> None:
    for node in ("us.u0", "us.u1", "us.u2", "us.ue"):
        assert [reason["answer"] for reason in reasons(sweep, node)] == ["no"], node
    (u3,) = reasons(sweep, "us.u3")
    assert u3["answer"] == "yes"
    assert set(u3["spaces"]) == set(spaces("binh_dinh", "khanh_hoa", "phu_bon", "pleiku", "quang_tri", "saigon"))


@pytest.mark.node("us.sweep.1", "us.sweep.1b")
def test_eight_spaces_with_us_and_two_without_are_selected(sweep: Script) -> None:
    with_us = spaces("quang_tri", "binh_dinh", "pleiku", "phu_bon", "khanh_hoa", "binh_tuy", "tay_ninh", "saigon")
    assert set(chosen(sweep, "us.sweep.1")) == set(with_us)
    assert chosen(sweep, "us.sweep.1b") == spaces("kien_giang", "quang_nam")


@pytest.mark.node("us.sweep.2", "us.sweep.2c", "us.sweep.origin")
def test_troops_move_in_as_printed(sweep: Script) -> None:
    assert chosen(sweep, "us.sweep.2") == spaces("kien_giang", "quang_nam")
    assert chosen(sweep, "us.sweep.2c") == [QUANG_NAM]
    assert reasons(sweep, "us.sweep.2b") == []  # Tay Ninh and Binh Tuy stay short
    origins = [(reason["space"], reason.get("spaces")) for reason in reasons(sweep, "us.sweep.origin")]
    assert origins == [(CAN_THO, None), (QUANG_TRI, [QUANG_TRI, QUANG_TIN]), (QUANG_TIN, None)]  # None: the only one


@pytest.mark.node("us.sweep.3", "us.air_lift.2", "us.air_lift.3", "us.air_lift.5")
def test_the_air_lift_serves_binh_tuy_then_ba_xuyen(sweep: Script) -> None:
    assert len(reasons(sweep, "us.sweep.3")) == 1
    assert chosen(sweep, "us.air_lift.3") == spaces("binh_tuy")
    (police,) = reasons(sweep, "us.air_lift.5")
    assert police["space"] == BA_XUYEN
    assert sorted(police["spaces"]) == sorted([KIEN_PHONG, KIEN_HOA, BA_XUYEN])
    assert chosen(sweep, "us.air_lift.2") == [CAN_THO, PHU_BON]
    assert reasons(sweep, "us.air_lift.6") == []


def test_the_end_is_as_printed(sweep: Script) -> None:
    assert by_space(sweep, US_TROOPS) == {space(name): n for name, n in AFTER.items()}
    active = by_space(sweep, NVA_GUERRILLA_ACTIVE, VC_GUERRILLA_ACTIVE)
    assert active == {space(name): n for name, n in ACTIVATED.items()}
    sweep.expect(
        space={
            "quang_tri": {"NVA": {"Ga": 3, "B": 1}},
            "tay_ninh": {"VC": {"Ga": 1, "Gu": 2, "Tn": 1}, "NVA": {"Gu": 2}},
        },
        control={"quang_nam": "COIN", "ba_xuyen": "COIN"},
        vp={"US": 37, "ARVN": 46, "VC": 23, "NVA": 8},
        res={"ARVN": 30},
    )
    state = sweep.game.state
    assert state.control[QUANG_NAM] == 1
    assert state.acted == ((US, OP_AND_ACTIVITY),)


def test_then_the_vc_player_may_take_a_limited_operation_the_event_or_pass(sweep: Script) -> None:
    sweep.actor("VC")
    assert sweep.offers() == ["limop", "event", "pass"]
