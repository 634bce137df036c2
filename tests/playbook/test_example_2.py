"""Printed example 2: the non-player VC Rallies, pausing to Tax when its Resources run out."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import VC_BASE, VC_GUERRILLA
from fitl.board.spaces import BINH_DINH, KHANH_HOA, PHU_BON, PLEIKU, QUANG_NAM, SAIGON
from fitl.rules.control import set_support, victory_markers
from fitl.rules.forces import available, move, remove
from fitl.state import ACTIVE_OPPOSITION, State
from tests.bots.support import example_state, play_on
from tests.playbook.script import Script, space

BRINKS_HOTEL, MEDEVAC = 97, 15
DICE = (4, 5, 1, 2, 2, 1, 2)  # V2; V5; the last Rally space


def altered() -> State:
    s = example_state(BRINKS_HOTEL, MEDEVAC, (NVA, VC), (US, ARVN))
    remove(s, SAIGON, VC_BASE)
    remove(s, SAIGON, VC_GUERRILLA)
    move(s, VC_GUERRILLA, 2, PHU_BON, QUANG_NAM)
    for sp in (BINH_DINH, PLEIKU, KHANH_HOA):
        set_support(s, sp, ACTIVE_OPPOSITION)
        remove(s, sp, VC_BASE)
    s.resources[VC] = 5
    return s


@pytest.fixture(scope="module")
def rally() -> Script:
    return Script(play_on(altered(), [VC], *DICE))


def reasons(script: Script, node: str) -> list[dict[str, object]]:
    return [reason.params for reason in script.game.reasons() if reason.message == "why." + node]


def test_the_altered_set_up_has_the_printed_values() -> None:
    s = altered()
    assert victory_markers(s) == (29, 44, 8, 27)
    assert (available(s, VC_BASE), available(s, VC_GUERRILLA)) == (5, 8)


@pytest.mark.node("vc.v1", "vc.v2", "vc.v3", "vc.v4", "vc.v5", "event.ineffective")
def test_the_diamonds_lead_to_rally(rally: Script) -> None:
    assert [each["answer"] for each in reasons(rally, "event.pivotal")] == ["no"]  # the 1st Eligible is no person
    assert [
        each["answer"] for node in ("vc.v1", "vc.v2", "vc.v3", "vc.v4", "vc.v5") for each in reasons(rally, node)
    ] == [
        "no",
        "no",
        "operations",
        "no",
        "yes",
    ]
    assert reasons(rally, "vc.v2")[0]["n"] == 7
    assert reasons(rally, "vc.v2")[0]["dice"] == 9
    assert reasons(rally, "event.ineffective")
    assert reasons(rally, "vc.v4")[0]["n"] == 1
    assert (reasons(rally, "vc.v5")[0]["dice"], reasons(rally, "vc.v5")[0]["n"]) == (5, 8)


@pytest.mark.node("vc.rally.1", "vc.rally.2_1a", "vc.rally.2_2", "vc.rally.2_3", "vc.rally.tax", "vc.rally.cap")
def test_rally_takes_the_printed_spaces_bullet_by_bullet(rally: Script) -> None:
    order = [
        (reason.message.removeprefix("why.vc."), reason.params.get("space"))
        for reason in rally.game.reasons()
        if reason.message.startswith(("why.vc.rally", "why.vc.tax"))
    ]
    assert order[:3] == [
        ("rally.1", space("quang_nam")),
        ("rally.2_1a", space("an_loc")),
        ("rally.2_2", space("tay_ninh")),
    ]
    assert {sp for node, sp in order[3:5]} == {space("phuoc_long"), space("binh_tuy")}
    assert order[5] == ("rally.tax", None)
    assert {sp for node, sp in order[6:8] if node == "tax.4_1"} == {space("tay_ninh"), space("quang_nam")}
    assert {sp for node, sp in order[8:10] if node == "tax.4_2"} == {space("kien_phong"), space("kien_hoa")}
    assert order[10:] == [("rally.2_3", space("kien_hoa")), ("rally.cap", None)]
    candidates = {"kien_phong", "kien_hoa", "ba_xuyen", "kien_giang", "quang_duc", "binh_dinh", "pleiku", "khanh_hoa"}
    assert set(reasons(rally, "vc.rally.2_3")[0]["spaces"]) == {space(name) for name in candidates}  # type: ignore[call-overload]


def test_the_end_is_as_printed(rally: Script) -> None:
    rally.expect(
        space={
            "quang_nam": {"VC": {"B": 2, "Gu": 1, "Ga": 1}},
            "tay_ninh": {"VC": {"Tn": 1, "Gu": 5, "Ga": 1}, "NVA": {"Gu": 2}},
            "phuoc_long": {"VC": {"B": 1, "Gu": 3}, "NVA": {"Gu": 1}},
            "binh_tuy": {"VC": {"B": 1, "Gu": 4}},
            "an_loc": {"VC": {"Gu": 1}},
            "kien_phong": {"VC": {"Ga": 1}},
            "kien_hoa": {"VC": {"Gu": 1, "Ga": 1}},
        },
        support={"tay_ninh": "PO", "quang_nam": "PO", "kien_phong": "N", "kien_hoa": "N"},
        control={"tay_ninh": "none", "an_loc": "COIN", "binh_tuy": "COIN"},
        res={"VC": 13},
        available={"VC": {"B": 4, "G": 2}},
        vp={"US": 29, "ARVN": 42, "VC": 21, "NVA": 8},
    )


def test_the_us_player_is_next_with_a_limited_operation_the_event_or_a_pass(rally: Script) -> None:
    rally.actor("US")
    assert rally.offers() == ["limop", "event", "pass"]
