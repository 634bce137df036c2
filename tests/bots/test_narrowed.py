"""Events that narrow an Operation (8.4.4): who moves, from where and how many is planned from what they allow."""

from typing import Any

import pytest

from fitl.board.factions import ARVN, NVA, US
from fitl.board.pieces import ARVN_TROOPS, KINDS
from fitl.board.spaces import (
    AN_LOC,
    BA_XUYEN,
    BINH_DINH,
    CAN_THO,
    DA_NANG,
    KIEN_HOA,
    KIEN_PHONG,
    OUT_OF_PLAY,
    PHU_BON,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    SAIGON,
    SIHANOUKVILLE,
    SOUTHERN_LAOS,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
    mask_of,
)
from fitl.events.arvn.cards_61_75 import CAMBODIA
from fitl.events.free import granted
from fitl.rules.cards import execute_event
from fitl.rules.operations.sweep import sweep
from fitl.state import EVENT, State
from tests.bots.support import Table, board
from tests.support import at, put


def position(by: int, card: int, *others: int, **tracks: Any) -> State:
    """An empty map on which a non-player executes this card."""
    s = board(by, *others, **{"trail": 0, "econ": 20, "card": card, "us_policy": "nixon", **tracks})
    s.executing, s.acted = by, ((by, EVENT),)
    return s


def execute(s: State, side: str, *dice: int) -> Table:
    by = s.executing
    return Table(s, by, *dice).run(execute_event(s, s.card, side, by))


# --- 62 -----------------------------------------------------------------------------------------------------------


@pytest.mark.node("us.air_lift.cambodia", "us.sweep.1")
def test_troops_flown_into_cambodia_stay_for_the_sweep_there() -> None:
    s = position(US, 62)
    put(s, THE_PARROTS_BEAK, vc_guerrilla=2)  # Jungle: four find both
    put(s, THE_FISHHOOK, nva_guerrilla=1, vc_guerrilla_active=1)
    put(s, SAIGON, us_troops=9)
    put(s, TAY_NINH, us_troops=6)  # next to both, but outside Cambodia
    table = execute(s, "unshaded")
    assert at(s, THE_PARROTS_BEAK) == {"us_troops": 4, "vc_guerrilla_active": 2}
    assert table.keys("sweep.origin") == []


@pytest.mark.node("us.sweep.2")
def test_within_cambodia_spare_troops_move_and_three_cubes_stay() -> None:
    s = position(US, 62)
    put(s, THE_PARROTS_BEAK, vc_guerrilla=1)
    put(s, THE_FISHHOOK, us_troops=6)
    put(s, SIHANOUKVILLE, us_troops=3)
    put(s, TAY_NINH, us_troops=9, vc_guerrilla=9)
    execute(s, "unshaded")
    assert at(s, THE_PARROTS_BEAK) == {"us_troops": 2, "vc_guerrilla_active": 1}
    assert at(s, THE_FISHHOOK)["us_troops"] >= 3
    assert at(s, SIHANOUKVILLE) == {"us_troops": 3}


def test_arvn_sweeps_cambodia_with_whom_the_event_lets_in() -> None:
    s = position(ARVN, 62)
    put(s, THE_PARROTS_BEAK, ranger=2, vc_guerrilla=2, arvn_troops=2, vc_guerrilla_active=5)
    put(s, TAY_NINH, arvn_troops=9)
    op = granted(s, ARVN, "sweep", spaces=CAMBODIA)
    table = Table(s, ARVN).run(sweep(s, op, origins=mask_of(CAMBODIA)))
    assert table.keys("sweep.origin") == []
    assert at(s, TAY_NINH) == {"arvn_troops": 9}
    assert "vc_guerrilla" not in at(s, THE_PARROTS_BEAK)


# --- 23, 44 and 67 ------------------------------------------------------------------------------------------------


@pytest.mark.node("us.granted.landing", "us.sweep.2")
@pytest.mark.parametrize(("card", "base"), [(23, {"vc_tunnel": 1}), (44, {"nva_base": 1})])
def test_the_sweep_of_one_space_brings_those_it_lacks_and_no_more(card: int, base: dict[str, int]) -> None:
    s = position(US, card)
    put(s, KIEN_PHONG, vc_guerrilla=5, us_troops=1, **base)
    put(s, BA_XUYEN, us_troops=9)
    put(s, SAIGON, us_troops=3)
    execute(s, "unshaded")
    assert "vc_guerrilla" not in at(s, KIEN_PHONG)
    assert at(s, KIEN_PHONG)["us_troops"] == 7  # to find all five and to Control the space
    assert at(s, SAIGON) == {"us_troops": 3}


def test_a_landing_leaves_three_cubes_in_every_origin_of_its_sweep_too() -> None:
    s = position(US, 67)
    put(s, KIEN_HOA, vc_guerrilla=6)
    put(s, KIEN_PHONG, us_troops=5)  # no coast: can only Sweep in
    put(s, SAIGON, us_troops=4)  # 1 lands
    execute(s, "unshaded")
    assert at(s, SAIGON)["us_troops"] >= 3
    assert at(s, KIEN_PHONG)["us_troops"] >= 3


# --- 70 and 99 ----------------------------------------------------------------------------------------------------


@pytest.mark.node("us.sweep.2")
def test_troops_of_both_factions_sweep_together_on_card_99() -> None:
    s = position(US, 99)
    put(s, QUANG_NAM, vc_guerrilla=4, irregular=2)  # Irregulars do not find anybody in this Sweep
    put(s, DA_NANG, us_troops=2, arvn_troops=3)
    table = execute(s, "unshaded")
    assert table.keys("sweep.space") == ["quang_nam"]
    assert at(s, DA_NANG) == {"arvn_troops": 1}  # COIN Control stays
    assert "vc_guerrilla" not in at(s, QUANG_NAM)
    assert sum(at(s, QUANG_NAM).get(kind, 0) for kind in ("us_troops", "arvn_troops")) == 4


def test_arvn_masher_sweeps_one_space_with_all_troops_and_the_koreans_with_all_cubes() -> None:
    s = position(ARVN, 99)
    put(s, QUANG_NAM, vc_guerrilla=3, ranger=4, arvn_troops=1)  # Rangers find nobody in this Sweep
    put(s, QUANG_TIN, us_troops=6)
    put(s, KIEN_HOA, police=3, vc_guerrilla=3)  # Population 2, but no Troops there or near
    table = execute(s, "unshaded")
    assert len(table.keys("sweep.space")) <= 1
    assert "vc_guerrilla" not in at(s, QUANG_NAM)
    s = position(ARVN, 70)
    put(s, PHU_BON, police=1, us_troops=1, vc_guerrilla=4)
    put(s, BINH_DINH, us_troops=5)
    execute(s, "unshaded")
    assert "vc_guerrilla" not in at(s, PHU_BON)


# --- 71 -----------------------------------------------------------------------------------------------------------


@pytest.mark.node("event.instruction.i59")
def test_the_thrust_takes_troops_alone_past_laos_and_cambodia() -> None:
    s = position(NVA, 71, trail=2)
    put(s, AN_LOC, us_base=1, us_troops=2)
    put(s, SOUTHERN_LAOS, nva_troops=4, nva_guerrilla=3)
    put(s, QUANG_TRI, nva_guerrilla=5)
    table = execute(s, "shaded")
    assert table.keys("event.thrust") in ([], ["an_loc"])
    assert at(s, SOUTHERN_LAOS) == {"nva_guerrilla": 3}
    assert at(s, QUANG_TRI) == {"nva_guerrilla": 5}
    assert "us_base" not in at(s, AN_LOC)


# --- 117 ----------------------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.sweep.3")
def test_the_corps_stay_where_an_event_has_put_them_to_sweep() -> None:
    s = position(ARVN, 117)
    put(s, KIEN_PHONG, police=1, vc_guerrilla=2)
    put(s, CAN_THO, police=3, vc_guerrilla=6)
    s.pieces[OUT_OF_PLAY * KINDS + ARVN_TROOPS] = 0
    table = Table(s, ARVN)
    flow = execute_event(s, 117, "unshaded", ARVN)
    told = {"event.corps_space": "kien_phong", "event.deploy_amount": "1", "event.corps_second": "can_tho"}
    value: Any = None
    while True:
        try:
            decision = flow.send(value)
        except StopIteration:
            break
        key = told.get(decision.kind)
        option = decision.find(key) if key else None
        value = (option or (decision.options[0] if len(decision.options) == 1 else table.ask(decision))).value
    assert at(s, KIEN_PHONG)["arvn_troops"] == 1  # with the Police both are found: nobody leaves
    assert "vc_guerrilla" not in at(s, KIEN_PHONG)
    assert at(s, CAN_THO)["arvn_troops"] == 2
