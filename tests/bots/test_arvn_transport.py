"""8.7.2: ARVN Transports."""

import pytest

from fitl.board.factions import ARVN
from fitl.board.spaces import (
    BA_XUYEN,
    CAN_THO,
    KIEN_GIANG,
    KIEN_HOA,
    KIEN_PHONG,
    LOC_CAN_THO_BAC_LIEU,
    LOC_CAN_THO_CHAU_DOC,
    LOC_SAIGON_CAN_THO,
    SAIGON,
    TAY_NINH,
    THE_PARROTS_BEAK,
)
from fitl.bots.flowchart.arvn.plan import plan_of
from fitl.bots.flowchart.arvn.transport import load_of, plan_transport
from fitl.decisions import CHANCE
from fitl.lasting import ARMORED_CAVALRY, ARMORED_CAVALRY_SHADED
from fitl.rules.activities.transport import transport
from fitl.rules.operation import Activity
from fitl.state import State
from tests.bots.arvn_support import calm, field, muster, operate, table
from tests.bots.support import Table
from tests.support import at


def driven(s: State, purpose: str, *dice: int, swept: tuple[int, ...] = ()) -> Table | None:
    """Plan a Transport and carry it out; None if nothing was to be gained."""
    t = table(s, *dice)
    plan_of(t.mind, s).swept = list(swept)
    flow = plan_transport(t.mind, s, purpose)
    value = None
    while True:
        try:
            decision = flow.send(value)
        except StopIteration as stop:
            if not stop.value:
                return None
            return t.run(transport(s, Activity(s, ARVN, "transport")))
        assert decision.actor == CHANCE
        value = t.dice.pop(0)


# --- who may leave ------------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.transport.origin")
def test_an_origin_keeps_coin_control_and_nothing_else() -> None:
    s = field()
    muster(s, SAIGON, arvn_troops=4)
    assert load_of(s, SAIGON) == (0, 3, 3)
    muster(s, CAN_THO, arvn_troops=4, vc_guerrilla=2)
    assert load_of(s, CAN_THO) == (0, 1, 1)  # Control
    muster(s, KIEN_HOA, arvn_troops=2, police=3)
    assert load_of(s, KIEN_HOA) == (0, 2, 2)  # Police alone hold it
    muster(s, BA_XUYEN, ranger=2, arvn_troops=8)
    assert load_of(s, BA_XUYEN) == (2, 6, 6)  # six in all


@pytest.mark.node("arvn.transport.origin")
def test_with_a_sweep_every_origin_keeps_three_units_too() -> None:
    s = field()
    muster(s, SAIGON, arvn_troops=4)
    muster(s, THE_PARROTS_BEAK, arvn_troops=4)
    assert load_of(s, SAIGON, "sweep") == load_of(s, THE_PARROTS_BEAK, "sweep") == (0, 1, 1)


@pytest.mark.node("arvn.transport.origin")
def test_laos_and_cambodia_keep_only_control() -> None:
    s = field()
    muster(s, THE_PARROTS_BEAK, arvn_troops=3, vc_guerrilla=3)  # no COIN Control to keep
    assert load_of(s, THE_PARROTS_BEAK) == (0, 3, 3)
    s = field()
    muster(s, THE_PARROTS_BEAK, arvn_troops=3, vc_guerrilla=1)
    assert load_of(s, THE_PARROTS_BEAK) == (0, 1, 1)


@pytest.mark.node("arvn.transport.origin")
def test_the_origin_is_in_laos_or_cambodia_first_then_where_most_can_be_spared() -> None:
    s = field()
    muster(s, THE_PARROTS_BEAK, arvn_troops=1, vc_guerrilla=1)
    muster(s, SAIGON, arvn_troops=9)
    muster(s, CAN_THO, arvn_troops=5)
    muster(s, KIEN_PHONG, police=1)
    t = driven(s, "province")
    assert t is not None
    assert t.keys("transport.origin") == ["the_parrots_beak"]
    s = field()
    muster(s, SAIGON, arvn_troops=9)
    muster(s, CAN_THO, arvn_troops=5)
    muster(s, KIEN_PHONG, police=1)
    t = driven(s, "province")
    assert t is not None
    assert t.keys("transport.origin") == ["saigon"]
    assert t.reason("arvn.transport.origin")["ties"] == ["arvn.spare_troops"]


# --- with Train or Patrol -----------------------------------------------------------------------------------------


@pytest.mark.node("arvn.transport.province")
def test_troops_go_to_a_province_with_police_alone_before_changing_control() -> None:
    s = field()
    muster(s, CAN_THO, arvn_troops=9)
    muster(s, BA_XUYEN, police=1)  # Population 1, COIN-Controlled already
    t = driven(s, "province")  # Kien Phong, Kien Hoa and Kien Giang would change Control
    assert t is not None
    assert at(s, BA_XUYEN) == {"police": 1, "arvn_troops": 6}
    assert t.reason("arvn.transport.province")["ties"][0] == "arvn.police_alone"


@pytest.mark.node("arvn.transport.province_control")
def test_else_they_change_control_of_most_population() -> None:
    s = field()
    muster(s, KIEN_GIANG, arvn_troops=3, us_base=1)
    for sp in (KIEN_PHONG, KIEN_HOA, TAY_NINH):
        muster(s, sp, vc_guerrilla=9)  # three do not suffice here
    for loc in (LOC_CAN_THO_CHAU_DOC, LOC_CAN_THO_BAC_LIEU):
        muster(s, loc, vc_guerrilla=1)  # nobody gets farther than next door
    muster(s, BA_XUYEN, nva_troops=2)  # NVA Control ends and COIN Control begins: 1 counted twice
    t = driven(s, "province")
    assert t is not None
    assert at(s, BA_XUYEN) == {"arvn_troops": 3, "nva_troops": 2}
    assert t.reason("arvn.transport.province_control")["space"] == BA_XUYEN
    assert "arvn.transport.province" not in t.nodes


@pytest.mark.node("arvn.transport.province")
def test_rangers_go_before_troops_but_one_troop_goes_where_troops_are_wanted() -> None:
    s = field()
    muster(s, CAN_THO, arvn_troops=4, ranger=2, ranger_active=2)
    muster(s, BA_XUYEN, police=1)
    driven(s, "province")
    assert at(s, BA_XUYEN) == {"police": 1, "ranger": 4, "arvn_troops": 2}  # all Underground in the end


@pytest.mark.node("arvn.transport.province")
def test_nothing_to_gain_is_no_transport() -> None:
    s = field()
    muster(s, CAN_THO, arvn_troops=3, vc_guerrilla=2)  # nobody can be spared
    assert driven(s, "province") is None
    s = field(effects=ARMORED_CAVALRY_SHADED)
    muster(s, CAN_THO, arvn_troops=9)  # card 61 keeps Troops home
    assert driven(s, "province") is None


# --- with Assault -------------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.transport.assault")
def test_troops_go_in_fewest_numbers_where_they_let_an_assault_take_a_base() -> None:
    s = field()
    muster(s, CAN_THO, arvn_troops=9)
    muster(s, KIEN_PHONG, vc_base=1)
    muster(s, BA_XUYEN, vc_guerrilla_active=1, nva_guerrilla=1)
    t = driven(s, "assault")
    assert t is not None
    assert at(s, KIEN_PHONG) == {"arvn_troops": 2, "vc_base": 1}
    assert at(s, BA_XUYEN) == {"arvn_troops": 2, "vc_guerrilla_active": 1, "nva_guerrilla": 1}  # for Control


@pytest.mark.node("arvn.transport.assault")
def test_at_most_three_spaces_are_served() -> None:
    s = field()
    muster(s, CAN_THO, arvn_troops=12)
    for sp in (KIEN_PHONG, BA_XUYEN, KIEN_HOA, KIEN_GIANG):
        muster(s, sp, arvn_troops=1, vc_base=1)
    t = driven(s, "assault", 1, 4, 2, 1, 2, 2)
    assert t is not None
    assert [at(s, sp)["arvn_troops"] for sp in (KIEN_HOA, KIEN_GIANG, BA_XUYEN, KIEN_PHONG)] == [2, 2, 2, 1]


@pytest.mark.node("arvn.transport.assault")
def test_where_troops_would_let_an_assault_do_no_more_none_go() -> None:
    s = field()
    muster(s, CAN_THO, arvn_troops=9)
    muster(s, KIEN_PHONG, arvn_troops=9, vc_guerrilla=1)
    assert driven(s, "assault") is None


@pytest.mark.node("arvn.transport.assault")
def test_control_that_comes_with_the_troops_alone_is_nothing_that_the_assault_does() -> None:
    s = field()
    muster(s, CAN_THO, arvn_troops=9)
    muster(s, KIEN_PHONG, vc_guerrilla=2)  # three would Control it, but find nobody to hit
    assert driven(s, "assault") is None
    muster(s, BA_XUYEN, police=1, vc_guerrilla_active=1)
    t = driven(s, "assault")
    assert t is not None
    assert at(s, BA_XUYEN) == {"arvn_troops": 2, "police": 1, "vc_guerrilla_active": 1}
    assert at(s, KIEN_PHONG) == {"vc_guerrilla": 2}


def test_troops_that_the_assault_needs_at_the_origin_stay() -> None:
    s = field()
    muster(s, SAIGON, arvn_troops=6, vc_guerrilla_active=2, vc_base=1, us_troops=6)  # three hits take the Base
    muster(s, CAN_THO, vc_guerrilla_active=3)
    t = operate(s, "assault")
    assert t.keys("assault.space") == ["saigon", "done"]
    assert at(s, SAIGON) == {"arvn_troops": 6, "us_troops": 6}


def test_only_the_fewest_that_assault_as_well_stay() -> None:
    s = field()
    muster(s, SAIGON, arvn_troops=8, vc_guerrilla_active=1, vc_base=1, us_troops=6)  # two hits will do
    assert load_of(s, SAIGON, "assault") == (0, 4, 4)
    assert load_of(s, SAIGON, "province") == (0, 6, 6)
    muster(s, CAN_THO, vc_guerrilla_active=3)
    t = operate(s, "assault")
    assert t.keys("assault.space") == ["sa:transport", "saigon", "can_tho"]
    assert at(s, SAIGON) == {"arvn_troops": 5, "us_troops": 6}
    assert at(s, CAN_THO) == {"arvn_troops": 3, "vc_guerrilla_active": 2}  # three gain Control there


def test_troops_stay_with_whom_the_assault_gains_control() -> None:
    s = field()
    muster(s, KIEN_PHONG, arvn_troops=7, vc_guerrilla_active=3, vc_guerrilla=5)  # Control of 7 over 5, or of 6
    assert load_of(s, KIEN_PHONG, "assault") == (0, 1, 1)
    assert load_of(s, KIEN_PHONG) == (0, 6, 6)  # no COIN Control to keep


def test_a_die_against_a_tunnel_needs_its_hit() -> None:
    s = field()
    muster(s, KIEN_PHONG, arvn_troops=5, us_troops=3, vc_tunnel=1)
    assert load_of(s, KIEN_PHONG, "assault") == (0, 3, 3)


def test_an_assault_that_no_bullet_wants_keeps_nobody() -> None:
    s = field()
    muster(s, KIEN_PHONG, arvn_troops=3, us_troops=6, vc_guerrilla_active=2)  # one of two enemies
    assert load_of(s, KIEN_PHONG, "assault") == (0, 3, 3)


def test_rangers_are_not_needed_for_an_assault() -> None:
    s = field()
    muster(s, KIEN_PHONG, arvn_troops=4, ranger=1, us_troops=6, vc_guerrilla_active=2)
    assert load_of(s, KIEN_PHONG, "assault") == (1, 0, 1)


def test_laos_and_cambodia_keep_troops_for_the_assault_too() -> None:
    s = field()
    muster(s, THE_PARROTS_BEAK, arvn_troops=5, vc_guerrilla_active=2)
    assert load_of(s, THE_PARROTS_BEAK, "assault") == (0, 1, 1)
    assert load_of(s, THE_PARROTS_BEAK) == (0, 2, 2)


# --- with Sweep ---------------------------------------------------------------------------------------------------


def test_whoever_finds_guerrillas_at_the_origin_stays() -> None:
    s = field()
    muster(s, SAIGON, arvn_troops=6, vc_guerrilla=6, us_troops=3)
    muster(s, TAY_NINH, police=2, vc_guerrilla=2, us_troops=3)  # Jungle: finds one
    calm(s)
    t = operate(s, "sweep")
    assert "sa:transport" not in t.keys("sweep.next")
    assert at(s, SAIGON)["vc_guerrilla_active"] == 6
    assert at(s, TAY_NINH)["vc_guerrilla_active"] == 1


def test_only_the_fewest_that_find_as_many_stay() -> None:
    s = field()
    muster(s, SAIGON, arvn_troops=5, ranger=1, police=1, vc_guerrilla=4, us_troops=9)
    assert load_of(s, SAIGON, "sweep", (SAIGON,)) == (1, 3, 3)  # Rangers and Police find Guerrillas like Troops
    assert load_of(s, SAIGON, "sweep", (TAY_NINH,)) == (1, 5, 6)  # nobody Sweeps here
    muster(s, TAY_NINH, arvn_troops=5, vc_guerrilla=3, us_troops=9)
    assert load_of(s, TAY_NINH, "sweep", (TAY_NINH,)) == (0, 1, 1)  # Jungle: four find two, the fifth nobody
    muster(s, THE_PARROTS_BEAK, arvn_troops=5, vc_guerrilla=5)
    assert load_of(s, THE_PARROTS_BEAK, "sweep", (THE_PARROTS_BEAK,)) == (0, 1, 1)  # Jungle too


@pytest.mark.node("arvn.transport.sweep")
def test_rangers_and_troops_go_to_sweep_spaces_where_guerrillas_would_stay_hidden() -> None:
    s = field()
    muster(s, CAN_THO, ranger=1, arvn_troops=4)
    muster(s, KIEN_PHONG, police=1, arvn_troops=1, vc_guerrilla=4, us_troops=5)
    t = driven(s, "sweep", swept=(KIEN_PHONG,))
    assert t is not None
    assert at(s, KIEN_PHONG)["ranger"] == 1
    assert at(s, KIEN_PHONG)["arvn_troops"] == 2
    assert "arvn.transport.sweep" in t.nodes


@pytest.mark.node("arvn.transport.control")
def test_then_for_control_of_most_population() -> None:
    s = field()
    muster(s, CAN_THO, arvn_troops=5)
    muster(s, KIEN_PHONG, us_troops=1)
    muster(s, KIEN_HOA, us_troops=1)
    muster(s, SAIGON, us_troops=1)
    muster(s, TAY_NINH, us_troops=1)
    for sp in (23, 24):
        muster(s, sp, us_troops=1)
    muster(s, BA_XUYEN, vc_guerrilla=1)
    muster(s, KIEN_GIANG, vc_guerrilla=1)
    muster(s, LOC_SAIGON_CAN_THO, vc_guerrilla=1)
    t = driven(s, "sweep")
    assert t is not None
    assert at(s, KIEN_GIANG)["arvn_troops"] == 2  # Population 2 before Ba Xuyen's 1
    assert "arvn.transport.control" in t.nodes


# --- card 61 ------------------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.transport.cavalry")
def test_unshaded_armored_cavalry_assaults_where_that_does_most() -> None:
    s = field(effects=ARMORED_CAVALRY)
    muster(s, CAN_THO, arvn_troops=9)
    muster(s, KIEN_PHONG, vc_base=1)
    t = driven(s, "assault")
    assert t is not None
    assert "vc_base" not in at(s, KIEN_PHONG)
    assert "arvn.transport.cavalry" in t.nodes


@pytest.mark.node("arvn.transport.cavalry")
def test_armored_cavalry_does_not_assault_in_vain() -> None:
    s = field(effects=ARMORED_CAVALRY)
    muster(s, CAN_THO, arvn_troops=9)
    muster(s, KIEN_PHONG, police=3, vc_guerrilla=1)
    t = driven(s, "province")
    assert t is not None
    assert t.keys("transport.assault") == ["done"]


# --- by an Event --------------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.transport.province")
def test_a_free_transport_is_planned_when_it_is_asked_for() -> None:
    s = field()
    muster(s, CAN_THO, arvn_troops=9)
    muster(s, BA_XUYEN, police=1)
    table(s).run(transport(s, Activity(s, ARVN, "transport")))
    assert at(s, BA_XUYEN) == {"police": 1, "arvn_troops": 6}


@pytest.mark.node("arvn.assault.transport")
def test_without_a_raid_an_assault_begins_with_transport() -> None:
    s = field()
    muster(s, CAN_THO, arvn_troops=9)
    muster(s, KIEN_PHONG, vc_base=1)
    muster(s, KIEN_HOA, arvn_troops=2, vc_guerrilla_active=1)
    t = operate(s, "assault")
    assert t.keys("assault.space") == ["sa:transport", "kien_phong", "kien_hoa_vinh_binh"]
    assert "vc_base" not in at(s, KIEN_PHONG)
