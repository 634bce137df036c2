"""Points of a turn by the cards that come up seldom: each has a test that passes it."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import KINDS, NVA_TROOPS, US_TROOPS
from fitl.board.spaces import AN_LOC, AVAILABLE, BINH_DINH, HUE, LOCS, OUT_OF_PLAY, QUANG_NAM, QUANG_TRI, SAIGON
from fitl.bots.trung.cards import CARD_BY_LETTER, Play, Side
from fitl.bots.trung.conditions import CONDITIONS
from fitl.lasting import CADRES_SHADED
from fitl.rules.control import recount, set_support
from fitl.rules.coup.commitment import commitment
from fitl.rules.coup.redeploy import redeploy_phase
from fitl.rules.coup.resources import sabotage
from fitl.state import NEUTRAL, PASSIVE_SUPPORT, REDEPLOY
from tests.bots.trung.support import Seat, board, event, hold, operate, play_card
from tests.support import at, put


def that_hold(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    for name in CONDITIONS:
        answer = name in names
        monkeypatch.setitem(CONDITIONS, name, CONDITIONS[name]._replace(holds=lambda s, n, answer=answer: answer))


@pytest.mark.node("trung.activity_fails", "trung.infiltrate")
def test_an_activity_whose_dice_forbid_it_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """9.7: three dice above the Troops Available, so Infiltrate is not done; Bombard comes next, and finds nobody."""
    that_hold(monkeypatch, "Pop2-noCOIN", "AvailNG")
    s = board(NVA)
    put(s, QUANG_TRI, nva_guerrilla=1, nva_base=1)
    hold(s, NVA_TROOPS, 3)
    seat = play_card(s, NVA, "S", Seat(s, die=6))
    assert "sa:infiltrate" not in [key for _, key in seat.answers]
    assert s.pieces[AVAILABLE * KINDS + NVA_TROOPS] == 3


@pytest.mark.node("trung.strongest")
def test_card_g_opens_where_arvn_firepower_is_greatest(monkeypatch: pytest.MonkeyPatch) -> None:
    """8.8: whatever the table prefers."""
    that_hold(monkeypatch, "MoreARVN2", "AddCtl/Unblock", "AvailARVN", "5Together")
    s = board(ARVN)
    put(s, SAIGON, arvn_troops=2, vc_guerrilla_active=2)
    put(s, QUANG_NAM, arvn_troops=9, vc_guerrilla_active=4)
    seat = play_card(s, ARVN, "G", Seat(s, die=1))
    assert seat.keys("assault.space")[0] == "quang_nam"


@pytest.mark.node("trung.agitate_in_rally")
def test_cadres_let_a_rally_agitate_once() -> None:
    """8.10: where a Base was before, above Active Opposition, for the Agitate Total."""
    s = board(effects=CADRES_SHADED, resources=[0, 0, 0, 5])
    for sp in (HUE, QUANG_TRI):
        put(s, sp, vc_base=1, vc_guerrilla=1)
    operate(s, VC, "rally")
    assert sorted((s.support[HUE], s.support[QUANG_TRI])) == [NEUTRAL - 2, NEUTRAL]
    assert s.resources[VC] == 3


@pytest.mark.node("trung.sabotage")
def test_if_markers_run_short_the_locs_of_most_econ_are_sabotaged() -> None:
    s = board()
    s.terror[HUE] = 14  # one marker is left
    put(s, LOCS[0], vc_guerrilla=1)
    Seat(s).run(sabotage(s))
    assert sum(s.terror[loc] for loc in LOCS) == 1


@pytest.mark.node("trung.redeploy.troops_3")
def test_troops_redeploy_to_outnumber_us_troops_in_a_province_without_support() -> None:
    s = board(stage=REDEPLOY)
    put(s, BINH_DINH, us_troops=3, us_base=1, arvn_troops=1)
    put(s, SAIGON, arvn_troops=9)
    Seat(s).run(redeploy_phase(s))
    assert at(s, BINH_DINH)["arvn_troops"] == 4


@pytest.mark.node("trung.redeploy.police_3")
def test_police_redeploy_to_outnumber_us_troops_where_the_people_support() -> None:
    s = board(stage=REDEPLOY)
    put(s, BINH_DINH, us_troops=2)
    set_support(s, BINH_DINH, PASSIVE_SUPPORT)
    put(s, SAIGON, police=9)
    recount(s)
    Seat(s).run(redeploy_phase(s))
    assert at(s, BINH_DINH)["police"] == 3


@pytest.mark.node("trung.redeploy.police_1")
def test_police_redeploy_to_outnumber_the_enemy_in_provinces_without_a_base() -> None:
    s = board(stage=REDEPLOY)
    put(s, QUANG_NAM, arvn_troops=4, vc_guerrilla=2)
    put(s, SAIGON, police=9)
    recount(s)
    Seat(s).run(redeploy_phase(s))
    assert at(s, QUANG_NAM) == {"police": 3, "vc_guerrilla": 2}


@pytest.mark.node("trung.redeploy.police_2")
def test_a_police_redeploys_where_the_people_support_nobody_and_none_is() -> None:
    s = board(stage=REDEPLOY)
    put(s, HUE, us_troops=1)
    put(s, SAIGON, police=4)
    recount(s)
    Seat(s).run(redeploy_phase(s))
    assert at(s, HUE)["police"] == 1


@pytest.mark.node("trung.commitment.withdraw")
def test_nixon_calls_troops_home_from_where_fewest_are() -> None:
    s = board(leader_box=(125, 126, 127))
    s.us_policy = "nixon"
    put(s, SAIGON, us_troops=10, us_base=1, arvn_troops=4)
    put(s, QUANG_NAM, us_troops=2)
    recount(s)
    hold(s, US_TROOPS, 17)
    Seat(s, commitment__policy_die=[1]).run(commitment(s))
    assert at(s, QUANG_NAM).get("us_troops", 0) == 0


@pytest.mark.node("trung.table.nva_terror")
def test_nva_terror_strikes_where_support_is_greatest() -> None:
    s = board()
    for sp, level in ((HUE, PASSIVE_SUPPORT), (QUANG_TRI, NEUTRAL)):
        put(s, sp, nva_guerrilla=1)
        set_support(s, sp, level)
    operate(s, NVA, "terror", max_spaces=1)
    assert (s.terror[HUE], s.terror[QUANG_TRI], s.support[HUE]) == (1, 0, NEUTRAL)


@pytest.mark.node("trung.condition.pat17")
def test_high_patronage_asks_for_subversion_before_taxes() -> None:
    """Card U: "if Pat17 Subvert / Tax"."""
    s = board(VC, patronage=20, resources=[0, 20, 20, 1])
    put(s, HUE, vc_guerrilla=4, arvn_troops=2)
    put(s, QUANG_TRI, vc_guerrilla=2)
    set_support(s, HUE, PASSIVE_SUPPORT)
    put(s, SAIGON, vc_guerrilla=3, police=3)
    seat = play_card(s, VC, "U", Seat(s, die=1))
    assert "sa:subvert" in [key for _, key in seat.answers]


@pytest.mark.node("trung.event.most_support")
def test_the_event_that_costs_most_support_goes_where_most_is() -> None:
    """63."""
    s = board()
    for sp in (HUE, AN_LOC):
        put(s, sp, arvn_troops=3)
        set_support(s, sp, PASSIVE_SUPPORT)
    recount(s)
    event(s, VC, 63, "shaded", Seat(s))
    assert (s.support[HUE], s.support[AN_LOC]) == (NEUTRAL, PASSIVE_SUPPORT)


@pytest.mark.node("trung.event.box")
def test_nixon_sends_the_ninth_division_home() -> None:
    """9."""
    s = board(leader_box=(125,))
    s.us_policy = "nixon"
    put(s, OUT_OF_PLAY, us_troops=4)
    event(s, US, 9, "unshaded")
    assert at(s, OUT_OF_PLAY)["us_troops"] == 1


def test_a_replaced_card_is_played_by_its_new_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Q16: who owns another card B changes its row alone."""
    that_hold(monkeypatch, "Pacify2+", "BigTarget")
    monkeypatch.setitem(CARD_BY_LETTER, "B", CARD_BY_LETTER["B"]._replace(front=Side((Play("Train"),))))
    s = board(US)
    put(s, SAIGON, us_troops=3, us_base=1, vc_guerrilla_active=1)
    assert ("trung.play", "train") in play_card(s, US, "B").answers
