"""Printed example 3: the non-player NVA Marches into two Provinces, then Infiltrates.

The print picks some ties by one die of equal chance; here the chart is rolled (8.2), with dice that lead to the printed
result. Tay Ninh has 1 NVA Guerrilla, as the print says, not the 2 of the set-up.
"""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import NVA_GUERRILLA
from fitl.board.spaces import (
    CENTRAL_LAOS,
    NORTH_VIETNAM,
    NORTHEAST_CAMBODIA,
    QUANG_TRI,
    SIHANOUKVILLE,
    SOUTHERN_LAOS,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
)
from fitl.rules.control import victory_markers
from fitl.rules.forces import remove
from fitl.state import OP_AND_ACTIVITY, TURN, State
from tests.bots.support import example_state, play_on
from tests.playbook.script import Script, space

SA_2S, BRINKS_HOTEL = 34, 97
DICE = (
    *(5, 3, 4),  # N1, the Capability, N3
    *(4, 6),  # N4
    *(3, 1),  # March 1: Central Laos
    *(3, 2),  # from North Vietnam
    *(3, 2),  # March 3: the group of North Vietnam
    *(1, 2),  # Infiltrate 3: Saigon leads to The Parrot's Beak
)


def altered() -> State:
    s = example_state(SA_2S, BRINKS_HOTEL, (NVA, VC), (US, ARVN))
    s.eligible = 1 << NVA | 1 << VC
    s.stage = TURN  # against a non-player as 1st Eligible nobody's non-player opens with a Pivotal Event (8.4.6)
    remove(s, TAY_NINH, NVA_GUERRILLA)
    return s


@pytest.fixture(scope="module")
def march() -> Script:
    return Script(play_on(altered(), [NVA], *DICE))


def reasons(script: Script, node: str) -> list[dict[str, object]]:
    return [reason.params for reason in script.game.reasons() if reason.message == "why." + node]


@pytest.mark.node("nva.n1", "nva.n3", "nva.n4", "nva.n4_base", "nva.n5", "nva.n6")
def test_the_diamonds_lead_to_march(march: Script) -> None:
    (n1,) = reasons(march, "nva.n1")
    assert (n1["answer"], n1["base"], n1["n"], n1["dice"]) == ("no", "no", 2, 5)
    (capability,) = reasons(march, "event.capability")
    assert (capability["answer"], capability["dice"]) == ("no", 3)  # the Leader count is 3
    (n3,) = reasons(march, "nva.n3")
    assert (n3["answer"], n3["n"], n3["dice"]) == ("no", 2, 4)
    (n4,) = reasons(march, "nva.n4")
    assert (n4["answer"], n4["n"], n4["dice"]) == ("no", 3, 10)
    assert [each["answer"] for node in ("nva.n4_base", "nva.n5") for each in reasons(march, node)] == ["no", "no"]
    assert reasons(march, "nva.n6")


@pytest.mark.node("nva.march.1", "nva.march.1_source", "nva.march.2", "nva.march.3", "nva.march.3_source")
def test_the_march_takes_the_printed_spaces_bullet_by_bullet(march: Script) -> None:
    (base,) = reasons(march, "nva.march.1")
    assert (base["space"], base["spaces"]) == (CENTRAL_LAOS, [CENTRAL_LAOS, SOUTHERN_LAOS, THE_FISHHOOK])
    (source,) = reasons(march, "nva.march.1_source")
    assert (source["space"], sorted(source["spaces"])) == (NORTH_VIETNAM, [NORTH_VIETNAM, QUANG_TRI])  # type: ignore[call-overload]
    (road,) = reasons(march, "nva.march.2")
    assert road["space"] == space("loc_hue_da_nang")
    first, second = reasons(march, "nva.march.3")
    assert (first["space"], first["ties"]) == (QUANG_TRI, ["nva.population"])
    assert second["space"] == space("quang_nam")
    groups = reasons(march, "nva.march.3_source")
    assert groups[0]["spaces"] == [NORTH_VIETNAM, CENTRAL_LAOS]
    assert (groups[1]["space"], "spaces" in groups[1]) == (CENTRAL_LAOS, False)  # the only one
    assert not reasons(march, "nva.march.4")  # only the 2 guards of North Vietnam are not at the front


@pytest.mark.node("nva.infiltrate.1", "nva.infiltrate.2", "nva.infiltrate.3")
def test_infiltrate_takes_over_one_base_and_builds_up_at_another(march: Script) -> None:
    assert not reasons(march, "nva.march.ambush")
    assert [each["answer"] for each in reasons(march, "nva.infiltrate.1")] == ["yes"]
    assert [each["space"] for each in reasons(march, "nva.infiltrate.2")] == [space("quang_nam")]
    (built,) = reasons(march, "nva.infiltrate.3")
    assert built["space"] == THE_PARROTS_BEAK
    assert built["tied"] == len(
        (QUANG_TRI, SOUTHERN_LAOS, NORTHEAST_CAMBODIA, THE_FISHHOOK, THE_PARROTS_BEAK, SIHANOUKVILLE)
    )
    assert not reasons(march, "nva.infiltrate.4")


def test_the_end_is_the_printed_one(march: Script) -> None:
    march.expect(
        space={
            "north_vietnam": {"NVA": {"B": 1, "T": 2}},
            "central_laos": {"NVA": {"B": 1, "Gu": 2}},
            "quang_tri_thua_thien": {
                "US": {"B": 1, "T": 4, "Iu": 1},
                "ARVN": {"T": 3},
                "NVA": {"B": 1, "Gu": 2, "T": 7},
            },
            "quang_nam": {"VC": {"Gu": 2}, "NVA": {"B": 1, "T": 9}},
            "parrots_beak": {"NVA": {"B": 1, "Gu": 2, "T": 4}},
            "loc_hue_da_nang": {"NVA": {"Gu": 1}},
        },
        support={"quang_nam": "PO"},
        control={"quang_tri_thua_thien": "NVA", "quang_nam": "NVA", "central_laos": "NVA", "north_vietnam": "NVA"},
        res={"NVA": 17},
        available={"NVA": {"B": 0, "T": 18, "G": 3}, "VC": {"B": 2}},
        trail=3,
        vp={"US": 37, "ARVN": 42, "VC": 21, "NVA": 12},
    )
    assert victory_markers(march.game.state) == (37, 42, 12, 21)
    assert march.game.state.acted == ((NVA, OP_AND_ACTIVITY),)


def test_the_next_bot_takes_a_full_operation_in_the_limited_box(march: Script) -> None:
    march.actor("vc")
    assert march.offers() == ["limop", "event", "pass"]
