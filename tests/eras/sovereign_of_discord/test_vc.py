"""VC from 1961 to 1963: what Hamlets, Advisors and Cadres change for it (P3.3.1-P3.3.3, P4.5)."""

import pytest

from fitl.board.factions import NVA, VC
from fitl.board.pieces import KIND_IDS
from fitl.board.spaces import AVAILABLE, CASUALTIES
from fitl.rules.activities.subvert import subvert
from fitl.rules.activities.tax import tax
from fitl.rules.control import recount
from fitl.rules.menu import carry_out
from fitl.rules.operation import Activity, Operation
from fitl.rules.operations.attack import guerrilla_attack
from fitl.rules.operations.march import is_seen
from fitl.rules.removal import exposed_to_attack
from fitl.rules.sequence import operations_for
from fitl.state import OP_AND_ACTIVITY, State
from tests.eras.sovereign_of_discord.support import D61, begun, edit, row
from tests.support import Play, at, blank, play, put

TAY_NINH = "tay_ninh"


def operation(s: State, name: str, **options: object) -> Play:
    return play(carry_out(s, Operation(s, VC, name, **options)))  # type: ignore[arg-type]


def exposed(s: State, space: str) -> set[str]:
    return {KIND_IDS[kind] for kind in exposed_to_attack(s, row(space))}


# --- Rally and Terror ---------------------------------------------------------------------------------------------


def test_vc_does_not_rally_where_a_hamlet_stands_but_terror_is_not_hindered() -> None:
    """P3.3.1, 3.3.4."""
    s = begun()
    edit(s, TAY_NINH, hamlet=1, vc_base_cadre=1, vc_guerrilla=2)
    assert TAY_NINH not in operation(s, "rally").keys()
    assert "kien_giang_an_xuyen" in operation(s, "rally").keys()
    operation(s, "terror", limited=True).answer(TAY_NINH)
    assert (s.terror[row(TAY_NINH)], s.support[row(TAY_NINH)]) == (1, -2)


def test_a_base_lifted_by_rally_leaves_its_cadre_behind() -> None:
    """1.4.1, P1.4, OPEN 4: the Cadre is Available again, the Base arrives without."""
    s = begun()
    edit(s, "phuoc_long", vc_base=2)
    edit(s, "khanh_hoa", vc_base=2)  # no VC Base is Available now, those of the Hanoi track are out of reach
    assert "vc_base" not in at(s, AVAILABLE)
    flow = operation(s, "rally", limited=True).answer("kien_hoa_vinh_binh", "base")
    while flow.decision is not None and flow.decision.kind != "lift.origin":
        flow.answer(0)
    assert "hanoi_2" not in flow.keys()
    flow.answer(TAY_NINH)
    assert at(s, row("kien_hoa_vinh_binh")) == {"vc_base": 1}
    assert at(s, row(TAY_NINH)) == {"vc_guerrilla": 2}
    assert at(s, AVAILABLE)["cadre"] == 1


# --- March --------------------------------------------------------------------------------------------------------


def test_vc_marches_from_tay_ninh_into_no_closed_country() -> None:
    """P1.3.5."""
    s = begun()
    for space in ("pleiku_darlac", "kien_phong", "kien_giang_an_xuyen", "kien_hoa_vinh_binh", "binh_dinh"):
        edit(s, space)
    for space in ("quang_tri_thua_thien", "quang_tin_quang_ngai", "quang_duc_long_khanh"):
        edit(s, space)
    assert set(operation(s, "march").keys()) == {
        *("an_loc", "saigon", "phuoc_long", "quang_duc_long_khanh", "kien_phong", "loc_saigon_an_loc_ban_me_thuot")
    }


@pytest.mark.parametrize(
    ("there", "seen"),
    [
        ({"police": 2}, False),
        ({"police": 3}, True),
        ({"police": 2, "hamlet": 1}, True),
        ({"arvn_troops": 1, "ranger": 2}, True),
        ({"police": 2, "irregular": 3, "advisor": 4}, False),
    ],
)
def test_cubes_rangers_and_the_hamlet_see_a_group_irregulars_and_advisors_do_not(
    there: dict[str, int], seen: bool
) -> None:
    """P3.3.2: one Guerrilla enters a Province at Support."""
    s = begun()
    edit(s, "phuoc_long", vc_guerrilla=1)
    edit(s, "binh_tuy_binh_thuan", **there)
    s.support[row("binh_tuy_binh_thuan")] = 1
    recount(s)
    assert is_seen(s, VC, row("binh_tuy_binh_thuan"), 1) is seen


def test_with_diem_still_in_office_a_hamlet_watches_vc_only_and_irregulars_watch_again() -> None:
    """P7.4, OPEN 29: in the base era Irregulars and US Troops count for both, the Hamlet for VC alone."""
    s = blank()
    saigon = row("saigon")
    put(s, saigon, irregular=2)
    s.support[saigon] = 1
    recount(s)
    assert not is_seen(s, VC, saigon, 1)
    s.pieces[saigon * 26 + KIND_IDS.index("hamlet")] = 1
    assert is_seen(s, VC, saigon, 1)
    assert not is_seen(s, NVA, saigon, 1)


# --- Attack -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("there", "may_be_taken"),
    [
        ({"arvn_troops": 1, "hamlet": 1, "advisor": 1, "us_base": 1}, {"arvn_troops"}),
        ({"police": 1, "irregular": 1, "hamlet": 1, "advisor": 1}, {"police", "irregular"}),
        ({"ranger": 1, "hamlet": 1, "advisor": 1}, {"ranger"}),
        ({"irregular": 1, "hamlet": 1, "advisor": 1, "us_base": 1}, {"irregular", "hamlet"}),
        ({"irregular_active": 1, "advisor": 1}, {"irregular_active"}),
        ({"hamlet": 1, "advisor": 1, "us_base": 1, "arvn_base": 1}, {"hamlet", "advisor"}),
        ({"hamlet": 1, "arvn_base": 1}, {"hamlet"}),
        ({"advisor": 1, "us_base": 1}, {"advisor"}),
        ({"us_base": 1, "arvn_base": 1}, {"us_base", "arvn_base"}),
    ],
)
def test_who_shields_whom_in_an_attack(there: dict[str, int], may_be_taken: set[str]) -> None:
    """P3.3.3: Irregulars and Advisors do not shield a Hamlet, a Hamlet does not shield Advisors, all shield Bases."""
    s = begun()
    edit(s, TAY_NINH, vc_guerrilla=2, **there)
    assert exposed(s, TAY_NINH) == may_be_taken


def test_us_pieces_become_casualties_and_an_advisor_costs_the_attacker_nothing() -> None:
    """P3.3.3: Hamlets and other ARVN pieces become Available; no Attrition."""
    s = begun()
    edit(s, TAY_NINH, vc_guerrilla=4, irregular=1, advisor=1, police=1, hamlet=1)
    hamlets = at(s, AVAILABLE).get("hamlet", 0)
    flow = operation(s, "attack").answer(TAY_NINH, 1)
    assert set(flow.keys()) == {"irregular", "police"}
    flow.answer("police")
    assert set(flow.keys()) == {"irregular", "hamlet"}
    flow.answer("hamlet")
    flow = play(guerrilla_attack(s, VC, row(TAY_NINH)), 1)  # the Irregular first, then the Advisor: no choice is left
    assert flow.over
    assert at(s, row(TAY_NINH)) == {"vc_guerrilla_active": 4}
    assert at(s, CASUALTIES) == {"irregular": 1, "advisor": 1}
    assert at(s, AVAILABLE)["hamlet"] == hamlets + 1


def test_in_the_base_era_us_troops_shield_a_hamlet_and_irregulars_do_not() -> None:
    """P7.4: against VC and NVA alike."""
    for attacker in ({"vc_guerrilla": 3}, {"nva_guerrilla": 3}):
        s = blank()
        put(s, row(TAY_NINH), us_troops=1, irregular=1, **attacker)
        s.pieces[row(TAY_NINH) * 26 + KIND_IDS.index("hamlet")] = 1
        recount(s)
        assert exposed(s, TAY_NINH) == {"us_troops", "irregular"}
        troops_gone = s.copy()
        flow = play(guerrilla_attack(troops_gone, VC if "vc_guerrilla" in attacker else NVA, row(TAY_NINH)), 1)
        flow.answer("us_troops")
        assert set(flow.keys()) == {"irregular", "hamlet"}
        flow = play(guerrilla_attack(s, VC if "vc_guerrilla" in attacker else NVA, row(TAY_NINH)), 1, "irregular")
        assert flow.over  # the US has been hit, so its Troop goes too, and nothing else could
        assert exposed(s, TAY_NINH) == {"hamlet"}


def test_an_ambush_follows_the_order_of_an_attack() -> None:
    """P4.5.3."""
    s = begun()
    edit(s, TAY_NINH, vc_guerrilla=1, hamlet=1, advisor=1, arvn_base=1)
    flow = operation(s, "attack", activities=("tax", "ambush")).answer("sa:ambush")
    if flow.decision is not None and flow.decision.kind == "ambush.space":
        flow.answer(TAY_NINH)
    assert set(flow.keys()) == {"hamlet", "advisor"}
    flow.answer("advisor")
    assert at(s, CASUALTIES) == {"advisor": 1}
    assert at(s, row(TAY_NINH)) == {"vc_guerrilla_active": 1, "hamlet": 1, "arvn_base": 1}


# --- Tax and Subvert ----------------------------------------------------------------------------------------------


def test_vc_does_not_tax_where_a_hamlet_stands() -> None:
    """P4.5.1."""
    s = begun()
    edit(s, TAY_NINH, hamlet=1, vc_base=1, vc_guerrilla=2)
    offered = play(tax(s, Activity(s, VC, "tax"))).keys()
    assert TAY_NINH not in offered
    assert "kien_giang_an_xuyen" in offered


def subvertible(**more: int) -> State:
    s = begun()
    edit(s, TAY_NINH, vc_guerrilla=1, police=1, hamlet=1, vc_base_cadre=1)
    edit(s, "kien_phong", vc_guerrilla=1, police=1, hamlet=1)
    for name, value in more.items():
        setattr(s, name, value)
    return s


def test_subvert_takes_a_hamlet_in_one_space_of_the_two_only() -> None:
    """P4.5.2: it counts for Patronage with the cubes, and no Guerrilla comes in its place."""
    s = subvertible(patronage=10)
    flow = play(subvert(s, Activity(s, VC, "subvert")), TAY_NINH)
    assert flow.keys() == ["remove", "replace", "hamlet", "cadre"]
    flow.answer("hamlet", "kien_phong")
    assert flow.keys() == ["remove", "replace"]
    flow.answer("remove")
    assert at(s, row(TAY_NINH)) == {"vc_guerrilla": 1, "police": 1, "vc_base_cadre": 1}
    assert s.patronage == 9


def test_a_cadre_taken_by_subvert_does_not_count_for_patronage() -> None:
    """P4.5.2."""
    s = subvertible(patronage=10)
    cadres = at(s, AVAILABLE).get("cadre", 0)
    play(subvert(s, Activity(s, VC, "subvert")), TAY_NINH, "cadre", "kien_phong", "hamlet")
    assert at(s, row(TAY_NINH)) == {"vc_guerrilla": 1, "police": 1, "hamlet": 1, "vc_base": 1}
    assert at(s, AVAILABLE)["cadre"] == cadres + 1
    assert s.patronage == 10


def test_subvert_needs_a_cube_even_to_take_a_hamlet_or_a_cadre() -> None:
    """P4.5.2, OPEN 18."""
    s = subvertible()
    edit(s, TAY_NINH, vc_guerrilla=1, ranger=1, hamlet=1, vc_base_cadre=1)
    assert TAY_NINH not in play(subvert(s, Activity(s, VC, "subvert"))).keys()


# --- two players --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "spaces"), [(0, 0), (1, 0), (2, 1), (3, 2)])
def test_with_two_players_vc_bombards_with_any_operation_from_hanoi_2_on(level: int, spaces: int) -> None:
    """P4.5.4: and nobody has the Operations of the US and NVA."""
    s = begun(D61, hanoi=level)
    edit(s, TAY_NINH, vc_guerrilla=2, police=1)
    offered = operations_for(s, VC, OP_AND_ACTIVITY)
    assert [op.name for op in offered] == ["rally", "march", "attack", "terror"]
    assert all("bombard" in op.activities for op in offered)
    can = s.era.activity_rules["bombard"].can(s, Activity(s, VC, "bombard", offered[0]))
    assert can is (spaces > 0)
    if can:
        flow = play(s.era.activity_rules["bombard"].run(s, Activity(s, VC, "bombard", offered[0])), TAY_NINH)
        assert flow.over is (spaces == 1)
        assert at(s, row(TAY_NINH)) == {"vc_guerrilla": 2}
