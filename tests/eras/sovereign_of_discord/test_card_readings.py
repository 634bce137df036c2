"""Readings chosen for 1961 to 1963 that no other test shows (docs/rulings.md)."""

import pytest

from fitl.board.factions import ARVN, US, VC
from fitl.eras.sovereign_of_discord.advise import advise, advise_as_operation, can_advise
from fitl.eras.sovereign_of_discord.tracks import CRISIS
from fitl.rules.activities.govern import govern
from fitl.rules.operation import Activity, Operation
from fitl.state import State
from tests.eras.sovereign_of_discord.cards import executed, level
from tests.eras.sovereign_of_discord.support import begun, edit, row
from tests.support import Play, play

KIEN_HOA = "kien_hoa_vinh_binh"
DELTA = ("kien_phong", KIEN_HOA, "ba_xuyen", "kien_giang_an_xuyen")


def test_card_p51_unshaded_takes_the_patronage_where_the_regime_cannot_fall() -> None:
    s = begun(regime=CRISIS)
    executed(s, "p51", "unshaded", US)
    assert (s.patronage, s.resources[ARVN], s.regime) == (6, 24, CRISIS)


def test_card_p54_unshaded_without_aid_takes_the_patronage() -> None:
    s = begun(aid=0, regime=1)
    assert executed(s, "p54", "unshaded", US).over
    assert (s.patronage, s.regime) == (6, 0)


def test_card_p46_unshaded_may_name_a_province_without_guerrillas() -> None:
    s = begun()
    edit(s, "kien_phong", arvn_troops=2)
    edit(s, "ba_xuyen", arvn_troops=2)
    assert executed(s, "p46", "unshaded", ARVN, "ba_xuyen").over
    assert level(s, "ba_xuyen") == 1


def test_card_p17_shaded_takes_provinces_that_can_still_shift_before_others() -> None:
    s = begun()
    for sp in ("kien_phong", KIEN_HOA):
        s.support[row(sp)] = -2
    flow = executed(s, "p17", "shaded", VC)
    assert {"kien_phong", KIEN_HOA}.isdisjoint(flow.keys())


def test_card_p34_shaded_takes_terror_markers_off_first_at_no_cost() -> None:
    s = begun()
    edit(s, "pleiku_darlac", vc_base=1, vc_guerrilla=2)
    s.terror[row("pleiku_darlac")] = 1
    executed(s, "p34", "shaded", VC, "pleiku_darlac", "more", "done")
    assert (s.terror[row("pleiku_darlac")], level(s, "pleiku_darlac"), s.resources[VC]) == (0, -2, 5)


def test_advisors_are_no_us_troops_when_arvn_governs() -> None:
    """P1.4, P4.3.1, OPEN 1: more ARVN cubes than US Troops are wanted, and Advisors are neither."""
    s = begun(washington=1)
    edit(s, "can_tho", police=2, advisor=4)
    flow = play(govern(s, Activity(s, ARVN, "govern")), "can_tho")
    assert "patronage" in flow.keys()


def test_nobody_is_advised_for_the_aid_alone() -> None:
    """P4.2.1, OPEN 39: an Advisor without cubes or Rangers beside it can have nothing done."""
    s = begun(washington=2)
    for sp in ("binh_dinh", "khanh_hoa", "pleiku_darlac"):
        edit(s, sp)
    edit(s, "can_tho", advisor=2)
    assert not can_advise(s, Activity(s, US, "advise"))


def _advised(s: State, as_operation: bool) -> Play:
    if as_operation:
        return play(advise_as_operation(s, Operation(s, US, "advise", limited=True)))
    return play(advise(s, Activity(s, US, "advise")))


@pytest.mark.parametrize("as_operation", [False, True])
def test_an_advised_sweep_that_finds_nobody_brings_the_aid(as_operation: bool) -> None:
    """P4.2.1, P3.2.5, OPEN 39: as an Operation too; a Sweep asks for no enemies (3.2.3)."""
    s = begun(washington=2, aid=10)
    edit(s, "can_tho", advisor=1, police=1)
    flow = _advised(s, as_operation).answer("can_tho")
    flow.answer(*([] if as_operation else ["done"]), "yes")
    assert flow.over
    assert s.aid == 12
