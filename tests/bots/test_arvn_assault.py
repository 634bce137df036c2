"""8.7.4: ARVN Assaults and Raids."""

import pytest

from fitl.board.factions import ARVN
from fitl.board.spaces import (
    BA_XUYEN,
    BINH_DINH,
    CAN_THO,
    KIEN_GIANG,
    KIEN_HOA,
    KIEN_PHONG,
    LOC_SAIGON_CAN_THO,
    PHU_BON,
    QUANG_NAM,
    QUANG_TIN,
    SAIGON,
    SIHANOUKVILLE,
    SPACE_COUNT,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
)
from fitl.bots.flowchart.arvn.raid import raid_on, strike_result
from fitl.bots.flowchart.arvn.targets import BULLETS, assault_on
from fitl.decisions import YES_NO, Decision, piece_option
from fitl.lasting import TYPHOON_KATE
from fitl.rules.activities.raid import raid
from fitl.rules.operation import Activity
from fitl.state import COIN_CONTROL, NVA_CONTROL, UNCONTROLLED, State
from tests.bots.arvn_support import field, free, muster, operate, strike, table
from tests.support import at

NO_TRANSPORT = TYPHOON_KATE  # card 115 also allows one Raid space only


def kinds(names: tuple[int, ...]) -> list[str]:
    return [piece_option(kind).key for kind in names]


# --- Assault ------------------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.assault.1")
def test_a_base_or_a_die_against_a_tunnel_comes_first() -> None:
    s = field(effects=NO_TRANSPORT)
    muster(s, KIEN_PHONG, arvn_troops=2, vc_tunnel=1)
    muster(s, SAIGON, arvn_troops=6, vc_guerrilla_active=5)
    t = operate(s, "assault", 3)
    assert t.keys("assault.space")[0] == "kien_phong"
    s = field(effects=NO_TRANSPORT)
    muster(s, KIEN_PHONG, arvn_troops=2, vc_guerrilla=1, vc_base=1)  # still protected
    muster(s, BA_XUYEN, arvn_troops=4, vc_guerrilla_active=1, vc_base=1)  # Guerrilla, then Base
    muster(s, SAIGON, arvn_troops=6, vc_guerrilla_active=5)
    t = operate(s, "assault")
    assert t.keys("assault.space")[0] == "ba_xuyen"
    assert at(s, BA_XUYEN) == {"arvn_troops": 4}


@pytest.mark.node("arvn.assault.2")
def test_then_most_population_in_control_change_both_changes_counted() -> None:
    s = field(effects=NO_TRANSPORT)
    muster(s, KIEN_PHONG, arvn_troops=2, vc_guerrilla_active=2)  # Population 2: COIN gained
    muster(s, QUANG_TIN, arvn_troops=8, nva_troops=9)  # 2: NVA goes and COIN comes
    muster(s, PHU_BON, arvn_troops=2, nva_troops=3)  # 1: NVA goes
    t = operate(s, "assault")
    assert t.keys("assault.space")[:3] == ["quang_tin_quang_ngai", "kien_phong", "phu_bon_phu_yen"]
    assert s.control[QUANG_TIN] == COIN_CONTROL
    assert s.control[PHU_BON] == UNCONTROLLED


@pytest.mark.node("arvn.assault.3", "arvn.assault.4")
def test_then_last_enemies_then_two_or_more_most_first() -> None:
    s = field(effects=NO_TRANSPORT)
    muster(s, KIEN_PHONG, arvn_troops=4, vc_guerrilla_active=2, vc_guerrilla=1)  # two of three
    muster(s, KIEN_HOA, arvn_troops=6, police=1, vc_guerrilla_active=6)  # three of six
    muster(s, LOC_SAIGON_CAN_THO, police=2, vc_guerrilla_active=1)  # the last one
    muster(s, BA_XUYEN, arvn_troops=3, us_troops=1, vc_guerrilla_active=1, vc_guerrilla=1)  # one of two
    t = operate(s, "assault")
    assert t.keys("assault.space") == ["loc_saigon_can_tho", "kien_hoa_vinh_binh", "kien_phong", "done"]
    assert at(s, BA_XUYEN)["vc_guerrilla_active"] == 1


@pytest.mark.node("arvn.assault.4")
def test_a_single_enemy_of_several_is_not_worth_an_assault() -> None:
    s = field(effects=NO_TRANSPORT)
    muster(s, BA_XUYEN, arvn_troops=3, us_troops=1, vc_guerrilla_active=1, vc_guerrilla=1)
    result = assault_on(s, BA_XUYEN)
    assert kinds(result.removed) == ["vc_guerrilla_active"]
    assert (result.base, result.change, result.last) == (False, 0, False)
    assert all(not bullet.wants(result) for bullet in BULLETS)


@pytest.mark.node("arvn.assault.1")
def test_at_most_three_spaces_at_three_resources_each() -> None:
    s = field(effects=NO_TRANSPORT)
    for sp in (KIEN_PHONG, KIEN_HOA, BA_XUYEN, KIEN_GIANG):
        muster(s, sp, arvn_troops=2, vc_base=1)
    t = operate(s, "assault", 2, 1, 2, 2, 1, 4)
    assert t.keys("assault.space") == ["kien_giang_an_xuyen", "ba_xuyen", "kien_hoa_vinh_binh", "done"]
    assert (s.resources[ARVN], s.aid) == (11, 20 + 18)
    s = field(effects=NO_TRANSPORT, resources=[0, 5, 0, 0])
    for sp in (KIEN_PHONG, KIEN_HOA):
        muster(s, sp, arvn_troops=2, vc_base=1)
    operate(s, "assault", 1, 4)
    assert "vc_base" in at(s, KIEN_PHONG)
    assert "vc_base" not in at(s, KIEN_HOA)


@pytest.mark.node("arvn.assault.any", "arvn.assault.1")
def test_an_event_knows_no_cap_and_takes_single_enemies_too() -> None:
    s = field(resources=[0, 0, 0, 0])
    for sp in (KIEN_PHONG, KIEN_HOA, BA_XUYEN, KIEN_GIANG):
        muster(s, sp, arvn_troops=2, us_troops=2, vc_guerrilla_active=1, vc_guerrilla=1)
    t = free(s, "assault")
    assert all("vc_guerrilla_active" not in at(s, sp) for sp in (KIEN_PHONG, KIEN_HOA, BA_XUYEN, KIEN_GIANG))
    assert t.nodes.count("arvn.assault.any") == 4


@pytest.mark.node("arvn.assault.raid")
def test_an_assault_begins_with_a_raid_and_sees_its_result() -> None:
    s = field()
    muster(s, KIEN_PHONG, ranger=1, arvn_troops=2, vc_guerrilla=2, vc_base=1)
    t = operate(s, "assault")
    assert t.keys("assault.space")[0] == "sa:raid"
    assert at(s, KIEN_PHONG) == {"ranger_active": 1, "arvn_troops": 2}  # the Assault took the Base
    assert s.aid == 26


def test_terrain_counts_as_in_the_rules() -> None:
    s = field()
    muster(s, BINH_DINH, arvn_troops=5, nva_troops=9)
    assert len(assault_on(s, BINH_DINH).removed) == 1  # Highland: one per three
    assert len(assault_on(s, BINH_DINH, 1).removed) == 2
    muster(s, SAIGON, arvn_troops=1, police=3, nva_troops=9)
    assert len(assault_on(s, SAIGON).removed) == 2  # Police too in a City
    assert len(assault_on(s, SAIGON, 2).removed) == 3


def test_of_two_tunnels_vcs_is_taken_and_more_hits_are_welcome() -> None:
    s = field()
    tunnels = [piece_option(13), piece_option(17)]
    assert table(s).ask(Decision(ARVN, "assault.tunnel", "3.2.4", tunnels, {"space": SAIGON})).key == "vc_tunnel"
    assert table(s).ask(Decision(ARVN, "assault.patton", "3.2.4", YES_NO, {"space": SAIGON})).key == "yes"


# --- Raid ---------------------------------------------------------------------------------------------------------


@pytest.mark.node("arvn.raid.2")
def test_bases_are_raided_first_the_last_protector_included() -> None:
    s = field()
    muster(s, KIEN_PHONG, ranger=1, vc_guerrilla=1, vc_base=1)
    muster(s, KIEN_HOA, ranger=1, vc_guerrilla=2, vc_base=1)  # a strike leaves the Base
    muster(s, BA_XUYEN, ranger=1, vc_tunnel=1, vc_guerrilla=1)  # a Tunnel is no target
    t = strike(s)
    assert t.keys("raid.space")[0] == "kien_phong"
    assert at(s, KIEN_PHONG) == {"ranger_active": 1}
    assert t.nodes.count("arvn.raid.2") == 1


@pytest.mark.node("arvn.raid.3")
def test_then_control_changes_of_most_population_even_of_none() -> None:
    s = field()
    muster(s, KIEN_GIANG, ranger=2, police=2)
    muster(s, KIEN_PHONG, nva_troops=2)  # 2: NVA Control goes and COIN Control comes
    muster(s, SIHANOUKVILLE, nva_troops=2)  # 0
    muster(s, BA_XUYEN, vc_guerrilla=6)  # no change
    t = strike(s)
    assert t.keys("raid.space") == ["kien_phong", "sihanoukville"]
    assert (s.control[KIEN_PHONG], s.control[SIHANOUKVILLE]) == (COIN_CONTROL, COIN_CONTROL)


@pytest.mark.node("arvn.raid.3")
def test_equal_control_changes_are_random() -> None:
    s = field(effects=TYPHOON_KATE)
    muster(s, TAY_NINH, ranger=1, police=3)
    muster(s, THE_FISHHOOK, nva_base=1, nva_guerrilla=2)
    muster(s, THE_PARROTS_BEAK, nva_base=1, nva_guerrilla=2)
    strike(s, 5, 1)
    assert at(s, THE_FISHHOOK) == {"nva_base": 1, "ranger_active": 1}
    assert s.control[THE_FISHHOOK] == UNCONTROLLED


@pytest.mark.node("arvn.raid.4")
def test_then_most_underground_guerrillas() -> None:
    s = field(effects=TYPHOON_KATE)
    muster(s, KIEN_PHONG, ranger=1, us_troops=6, vc_guerrilla_active=4, vc_guerrilla=1)
    muster(s, KIEN_HOA, ranger=1, us_troops=6, nva_guerrilla=2, vc_guerrilla_active=2)
    t = strike(s)
    assert t.keys("raid.space") == ["kien_hoa_vinh_binh"]
    assert at(s, KIEN_HOA)["vc_guerrilla_active"] == 2
    assert t.reason("arvn.raid.4")["ties"] == ["arvn.underground"]


@pytest.mark.node("arvn.raid.1")
def test_no_ranger_leaves_where_coin_control_would_be_lost() -> None:
    s = field()
    muster(s, KIEN_PHONG, ranger=1)
    muster(s, KIEN_HOA, vc_guerrilla=2)
    assert raid_on(s, KIEN_HOA, []) is None  # the Ranger alone holds Kien Phong
    muster(s, KIEN_PHONG, police=1)
    raid_plan = raid_on(s, KIEN_HOA, [])
    assert raid_plan is not None
    assert raid_plan.comers == 1


@pytest.mark.node("arvn.raid.1")
def test_one_ranger_comes_unless_more_bring_coin_control() -> None:
    s = field(effects=TYPHOON_KATE)
    muster(s, KIEN_PHONG, ranger=3, police=1)
    muster(s, KIEN_HOA, vc_guerrilla=4)  # two are left: three Rangers outnumber them
    t = strike(s)
    assert at(s, KIEN_HOA) == {"vc_guerrilla": 2, "ranger": 2, "ranger_active": 1}
    assert s.control[KIEN_HOA] == COIN_CONTROL
    assert t.nodes.count("arvn.raid.1") == 3
    s = field(effects=TYPHOON_KATE)
    muster(s, KIEN_PHONG, ranger=3, police=1)
    muster(s, KIEN_HOA, vc_guerrilla=6)  # even three would not do: one is enough
    strike(s)
    assert at(s, KIEN_HOA) == {"vc_guerrilla": 4, "ranger_active": 1}
    s = field(effects=TYPHOON_KATE)
    muster(s, KIEN_PHONG, ranger=3, police=1)
    muster(s, KIEN_HOA, vc_guerrilla=2)  # one alone brings Control
    strike(s)
    assert at(s, KIEN_HOA) == {"ranger_active": 1}


@pytest.mark.node("arvn.raid.1")
def test_a_ranger_in_place_strikes_and_only_an_underground_one_can() -> None:
    s = field()
    muster(s, KIEN_PHONG, ranger_active=2, vc_guerrilla=2)
    assert raid_on(s, KIEN_PHONG, []) is None
    muster(s, KIEN_HOA, ranger=1, police=1)
    t = strike(s)
    assert at(s, KIEN_PHONG) == {"ranger_active": 3}
    assert t.keys("raid.strike") in ([], ["yes"])


@pytest.mark.node("arvn.raid.1")
def test_tied_origins_are_random() -> None:
    s = field(effects=TYPHOON_KATE)
    muster(s, KIEN_PHONG, ranger=1, police=1)
    muster(s, BA_XUYEN, ranger=1, police=1)
    muster(s, KIEN_HOA, vc_guerrilla=2)
    t = strike(s, 2, 2)
    assert t.reason("arvn.raid.1") == {"origin": BA_XUYEN, "destination": KIEN_HOA}
    assert at(s, BA_XUYEN) == {"police": 1}


@pytest.mark.node("arvn.raid.3")
def test_nva_pieces_go_first_where_only_that_ends_nva_control() -> None:
    s = field()
    muster(s, CAN_THO, ranger=1, nva_troops=3, vc_guerrilla=1)
    assert kinds(strike_result(s, CAN_THO, False)) == ["vc_guerrilla", "nva_troops"]
    assert s.control[CAN_THO] == NVA_CONTROL
    strike(s)
    assert at(s, CAN_THO) == {"ranger_active": 1, "nva_troops": 1, "vc_guerrilla": 1}
    assert s.control[CAN_THO] == UNCONTROLLED


@pytest.mark.node("arvn.raid.4")
def test_underground_pieces_fall_before_active_ones_and_vc_before_nva() -> None:
    s = field()
    muster(s, QUANG_NAM, ranger=1, us_troops=9, nva_guerrilla=1, vc_guerrilla_active=2, vc_guerrilla=1, nva_troops=2)
    assert kinds(strike_result(s, QUANG_NAM, False)) == ["vc_guerrilla", "nva_guerrilla"]


@pytest.mark.node("arvn.raid.4")
def test_without_an_enemy_to_remove_there_is_no_raid() -> None:
    s = field()
    muster(s, KIEN_PHONG, ranger=2, police=2)
    muster(s, KIEN_HOA, vc_tunnel=1)
    muster(s, BA_XUYEN, arvn_troops=2, vc_guerrilla_active=1)
    assert [sp for sp in range(SPACE_COUNT) if raid_on(s, sp, []) and sp != BA_XUYEN] == []


@pytest.mark.node("arvn.raid.4")
def test_typhoon_kate_leaves_one_space() -> None:
    def two() -> State:
        s = field()
        muster(s, KIEN_PHONG, ranger=1, vc_base=1)
        muster(s, BA_XUYEN, ranger=1, vc_base=1)
        return s

    s = two()
    strike(s, 2, 2)
    assert "vc_base" not in at(s, KIEN_PHONG) | at(s, BA_XUYEN)
    s = two()
    s.effects = TYPHOON_KATE
    strike(s, 2, 2)
    assert "vc_base" in at(s, KIEN_PHONG)


@pytest.mark.node("arvn.raid.1")
def test_a_free_raid_confined_to_one_space_is_planned_when_rangers_are_asked_for() -> None:
    s = field()
    muster(s, KIEN_PHONG, ranger=1, police=1)
    muster(s, KIEN_HOA, vc_guerrilla=2)
    table(s).run(raid(s, Activity(s, ARVN, "raid", None, 1 << KIEN_HOA)))
    assert at(s, KIEN_HOA) == {"ranger_active": 1}
