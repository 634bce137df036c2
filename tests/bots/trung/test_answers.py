"""Losses, the Coup Round and Events by the cards."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import ARVN_TROOPS, KINDS, NVA_TROOPS, POLICE, US_BASE, US_TROOPS, VC_BASE
from fitl.board.spaces import (
    ADJACENT,
    AN_LOC,
    AVAILABLE,
    BINH_DINH,
    CASUALTIES,
    CITIES,
    DA_NANG,
    HUE,
    LOC_HUE_DA_NANG,
    LOC_SAIGON_CAN_THO,
    NORTH_VIETNAM,
    OUT_OF_PLAY,
    QUANG_NAM,
    QUANG_TRI,
    SAIGON,
    SOUTHERN_LAOS,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
    mask_of,
)
from fitl.bots.mind import Settings
from fitl.bots.trung.effective import TESTS, is_effective
from fitl.bots.trung.event_notes import NOTES
from fitl.bots.trung.marks import MARKS
from fitl.lasting import CADRES, MEDEVAC
from fitl.rules.activities.ambush import ambush
from fitl.rules.control import recount
from fitl.rules.coup.commitment import commitment
from fitl.rules.coup.coup_card import desertion
from fitl.rules.coup.redeploy import redeploy_phase
from fitl.rules.coup.support import support_phase
from fitl.rules.forces import available
from fitl.rules.operation import Activity
from fitl.state import (
    ACTIVE_SUPPORT,
    NEUTRAL,
    PASSIVE_SUPPORT,
    REDEPLOY,
    SUPPORT,
    State,
)
from tests.bots.trung.support import Seat, board, event, hold, operate
from tests.support import at, put

# --- losses -------------------------------------------------------------------------------------------------------


def test_people_lose_pieces_before_bots_do() -> None:
    """16.14: even of a higher class."""
    for factions, left in (((VC, ARVN), {"arvn_troops": 2}), ((VC, US), {"us_troops": 2})):
        s = board(*factions)
        put(s, QUANG_TRI, vc_guerrilla=6, us_troops=2, arvn_troops=2)
        operate(s, VC, "attack", Seat(s, die=1))
        assert {name: n for name, n in at(s, QUANG_TRI).items() if "troops" in name} == left


@pytest.mark.parametrize(("reading", "left"), [("whole_removal", 1), ("each_piece", 0)])
def test_police_and_troops_take_turns_over_a_whole_removal(reading: str, left: int) -> None:
    s = board()
    put(s, HUE, nva_troops=4, arvn_troops=2, police=2)
    operate(s, NVA, "attack", Seat(s, settings=Settings(trung_cubes=reading)))
    assert at(s, HUE).get("police", 0) == left


def test_failed_attempt_costs_troops_and_police_by_turns() -> None:
    s = board()
    put(s, SAIGON, arvn_troops=6, police=4)
    Seat(s).run(desertion(s))
    assert at(s, SAIGON) == {"arvn_troops": 4, "police": 3}


# --- Support Phase ------------------------------------------------------------------------------------------------


def support_board(*bots: int, **tracks: object) -> State:
    s = board(*bots, stage=SUPPORT, **tracks)
    for sp in (HUE, DA_NANG, SAIGON):
        put(s, sp, us_troops=1, police=1, arvn_troops=1)
    return s


@pytest.mark.node("trung.table.us_shift")
def test_two_coin_bots_share_two_dice_of_steps() -> None:
    """16.11."""
    s = support_board()
    Seat(s, trung__support_die=[1, 2]).run(support_phase(s))
    assert sum(s.support) == 3


@pytest.mark.node("trung.table.arvn_shift", "trung.pacify_more")
def test_trung_arvn_stops_at_passive_support_in_the_support_phase() -> None:
    s = support_board(ARVN, resources=[0, 60, 0, 0])
    for sp in (HUE, DA_NANG, SAIGON):
        s.pieces[sp * KINDS + US_TROOPS] = 0
    recount(s)
    Seat(s).run(support_phase(s))
    assert max(s.support) == PASSIVE_SUPPORT


@pytest.mark.node("trung.table.vc_shift", "trung.always")
def test_vc_agitates_for_its_agitate_total() -> None:
    """16.12."""
    s = board(VC, stage=SUPPORT, resources=[0, 0, 0, 3])
    put(s, QUANG_TRI, vc_guerrilla=1)
    put(s, BINH_DINH, vc_guerrilla=1)
    Seat(s).run(support_phase(s))
    assert (s.resources[VC], sum(s.support)) == (0, -3)


# --- Redeploy -----------------------------------------------------------------------------------------------------


@pytest.mark.node("trung.redeploy.troops_1", "trung.redeploy.troops_4")
def test_arvn_outnumbers_the_enemy_in_saigon_and_leaves_locs() -> None:
    s = board(stage=REDEPLOY)
    put(s, SAIGON, vc_guerrilla=2)
    put(s, LOC_SAIGON_CAN_THO, arvn_troops=5)
    put(s, BINH_DINH, arvn_troops=1)
    Seat(s).run(redeploy_phase(s))
    assert at(s, LOC_SAIGON_CAN_THO).get("arvn_troops", 0) == 0
    assert at(s, BINH_DINH) == {}
    assert at(s, SAIGON)["arvn_troops"] >= 3


@pytest.mark.node("trung.redeploy.arvn", "trung.redeploy.troops_2", "trung.redeploy.police_4")
def test_police_guard_locs_against_guerrillas() -> None:
    s = board(stage=REDEPLOY)
    put(s, SAIGON, police=6, arvn_troops=2)
    put(s, LOC_SAIGON_CAN_THO, vc_guerrilla=2)
    Seat(s).run(redeploy_phase(s))
    assert at(s, LOC_SAIGON_CAN_THO)["police"] == 2


@pytest.mark.node("trung.redeploy.nva")
def test_nva_brings_as_many_troops_to_a_base_as_three_dice_show() -> None:
    s = board(stage=REDEPLOY)
    put(s, NORTH_VIETNAM, nva_troops=12)
    put(s, SOUTHERN_LAOS, nva_base=1)
    Seat(s, trung__redeploy_die=[2, 2, 3]).run(redeploy_phase(s))
    assert at(s, SOUTHERN_LAOS)["nva_troops"] == 7


# --- Commitment ---------------------------------------------------------------------------------------------------


def commitment_board(policy: str, available: int) -> State:
    s = board(leader_box=(125, 126, 127))
    s.us_policy = policy
    put(s, SAIGON, us_troops=10, us_base=1, arvn_troops=4)
    put(s, DA_NANG, us_troops=3, us_base=1)
    put(s, QUANG_NAM, us_troops=2)
    spare = s.pieces[AVAILABLE * KINDS + US_TROOPS] - available
    s.pieces[AVAILABLE * KINDS + US_TROOPS] -= spare
    s.pieces[OUT_OF_PLAY * KINDS + US_TROOPS] += spare
    recount(s)
    return s


@pytest.mark.parametrize(
    ("policy", "die", "before", "after"),
    [("jfk", 3, 20, 15), ("lbj", 6, 10, 5), ("nixon", 1, 17, 25), ("nixon", 1, 8, 18)],
)
def test_troops_go_toward_what_the_policy_wants_available(policy: str, die: int, before: int, after: int) -> None:
    """16.13: ten of them at most."""
    s = commitment_board(policy, before)
    Seat(s, commitment__policy_die=[die]).run(commitment(s))
    assert s.us_policy == policy
    assert s.pieces[AVAILABLE * KINDS + US_TROOPS] == after


def test_nixon_brings_bases_home_but_for_one_in_saigon() -> None:
    s = commitment_board("nixon", 25)
    before = s.pieces[AVAILABLE * KINDS + US_BASE]
    Seat(s, commitment__policy_die=[1]).run(commitment(s))
    assert at(s, SAIGON)["us_base"] == 1
    assert s.pieces[AVAILABLE * KINDS + US_BASE] >= before


def test_casualties_return_to_the_map_and_count_among_the_ten() -> None:
    s = commitment_board("jfk", 20)
    put(s, CASUALTIES, us_troops=6)
    s.pieces[AVAILABLE * KINDS + US_TROOPS] += 6
    recount(s)
    Seat(s, commitment__policy_die=[3]).run(commitment(s))
    assert s.pieces[CASUALTIES * KINDS + US_TROOPS] == 0
    assert s.pieces[AVAILABLE * KINDS + US_TROOPS] >= 14


@pytest.mark.node("trung.table.us_base", "trung.commitment.policy", "trung.commitment.done")
def test_medevac_brings_casualties_back_available() -> None:
    """Card 15."""
    s = commitment_board("jfk", 15)
    s.effects |= MEDEVAC
    s.pieces[AVAILABLE * KINDS + US_TROOPS] -= 3
    s.pieces[CASUALTIES * KINDS + US_TROOPS] += 3
    recount(s)
    Seat(s, commitment__policy_die=[3]).run(commitment(s))
    assert s.pieces[CASUALTIES * KINDS + US_TROOPS] == 0


# --- Events -------------------------------------------------------------------------------------------------------


def test_every_note_and_test_names_a_card_with_such_a_side() -> None:
    """16.15."""
    for card, side in TESTS:
        assert any(mark is not None and mark.side == side for mark in MARKS[card]), (card, side)
    for _, card in NOTES:
        assert card == 0 or card in MARKS or card in (121, 122, 123, 124)


@pytest.mark.parametrize("card", MARKS)
def test_an_event_that_finds_nothing_is_never_chosen_even_when_critical(card: int) -> None:
    """16.15: whatever is called effective does change something."""
    for faction, mark in enumerate(MARKS[card]):
        if mark is None:
            continue
        s = board(card=card, next_card=67, trail=0, aid=0, patronage=0, resources=[0, 0, 0, 0])
        seat = Seat(s)
        if is_effective(seat.minds[faction], s, mark.side):
            before = s.copy()
            event(s, faction, card, mark.side, seat)
            changed = (s.pieces, s.support, s.effects, s.trail, s.aid, s.patronage, s.stay_eligible, s.made_ineligible)
            was = (before.pieces, before.support, before.effects, before.trail, before.aid, before.patronage)
            assert changed[:6] != was or changed[6] or changed[7] or s.resources != before.resources, card


@pytest.mark.node("trung.event.least_people")
def test_fact_finding_gives_up_the_smallest_city_for_arvn() -> None:
    """63."""
    s = board(patronage=5)
    for sp in (HUE, DA_NANG):
        put(s, sp, arvn_troops=2)
        s.support[sp] = ACTIVE_SUPPORT
    recount(s)
    event(s, ARVN, 63, "shaded")
    assert (s.support[DA_NANG] < ACTIVE_SUPPORT, s.support[HUE], s.patronage) == (True, ACTIVE_SUPPORT, 9)


@pytest.mark.node("trung.event.way")
def test_usaid_serves_whoever_takes_it() -> None:
    """85."""
    for faction, patronage in ((ARVN, 12), (VC, 8)):
        s = board(patronage=10, aid=10)
        event(s, faction, 85, "shaded")
        assert s.patronage == patronage


@pytest.mark.node("trung.event.half_die")
def test_winding_down_is_half_a_die_and_troops_stay_in_the_north() -> None:
    """80."""
    s = board(patronage=10)
    put(s, SAIGON, us_troops=5)
    put(s, HUE, arvn_troops=1)
    side = MARKS[80][ARVN].side if MARKS[80][ARVN] else "single"  # type: ignore[union-attr]
    event(s, ARVN, 80, side, Seat(s, trung__event_die=[4]))
    assert at(s, SAIGON)["us_troops"] == 3
    assert at(s, NORTH_VIETNAM)["nva_troops"] == 8


def test_macv_draws_a_card_for_each_special_activity() -> None:
    """69."""
    s = board()
    put(s, HUE, vc_guerrilla=2, arvn_troops=3)
    put(s, QUANG_TRI, nva_troops=4, arvn_troops=4, nva_base=1)
    s.trung_deck = "ABCDEFGHJKLMNPQRSTUVWXYZ"
    seat = event(s, VC, 69, "single")
    assert "trung.activity" in [kind for kind, _ in seat.answers]


def test_uncle_ho_has_limited_operations_by_the_cards() -> None:
    """50."""
    s = board(next_card=67)
    put(s, HUE, vc_guerrilla=4, arvn_troops=3)
    put(s, QUANG_TRI, nva_guerrilla=4, nva_base=1)
    s.trung_deck = "ABCDEFGHJKLMNPQRSTUVWXYZ"
    seat = event(s, VC, 50, "shaded")
    assert seat.nodes.count("trung.drawn") >= 6


@pytest.mark.node("trung.table.vc_base", "trung.event.place")
def test_tet_terrorizes_everywhere() -> None:
    """124."""
    s = board()
    for sp in (HUE, DA_NANG, QUANG_TRI):
        put(s, sp, vc_guerrilla=2, arvn_troops=1)
        s.support[sp] = NEUTRAL
    event(s, VC, 124, "single", Seat(s, die=1))
    assert {s.terror[sp] for sp in (HUE, DA_NANG, QUANG_TRI)} == {1}
    assert s.support[HUE] < NEUTRAL


def test_tet_brings_a_base_and_two_guerrillas_to_one_city() -> None:
    """124: six pieces in all; the rest Guerrillas."""
    s = board()
    put(s, SAIGON, us_base=1, vc_base=1)
    hold(s, VC_BASE, 1)
    event(s, VC, 124, "single", Seat(s, die=6))
    assert at(s, HUE)["vc_base"] == 1
    assert sum(sum(n for name, n in at(s, sp).items() if "guerrilla" in name) for sp in CITIES) == 5


@pytest.mark.parametrize(("reading", "police"), [("whole_removal", 2), ("each_piece", 4)])
def test_vietnamization_takes_turns_and_nobody_from_the_map(reading: str, police: int) -> None:
    """123: cubes come from Available alone."""
    s = board()
    put(s, SAIGON, police=3)
    hold(s, POLICE, 4)
    event(s, ARVN, 123, "single", Seat(s, settings=Settings(trung_cubes=reading)))
    assert available(s, POLICE) == 4 - police
    s = board()
    put(s, SAIGON, police=3)
    hold(s, POLICE, 1)
    hold(s, ARVN_TROOPS, 1)
    event(s, ARVN, 123, "single")
    assert at(s, SAIGON)["police"] >= 3


@pytest.mark.node("trung.event.enough", "random_space")
@pytest.mark.parametrize(("card", "faction"), [(112, US), (112, ARVN), (113, ARVN)])
def test_police_of_an_event_come_from_available_alone(card: int, faction: int) -> None:
    s = board()
    put(s, SAIGON, police=5)
    hold(s, POLICE, 1)
    event(s, faction, card, "unshaded")
    assert at(s, SAIGON)["police"] >= 5
    assert not available(s, POLICE)


def test_the_easter_offensive_drives_on_saigon_and_from_the_roads() -> None:
    """122."""
    s = board(trail=2, card=122)
    put(s, TAY_NINH, nva_troops=9)
    put(s, SAIGON, arvn_troops=2)
    event(s, NVA, 122, "single")
    assert sum(at(s, sp).get("nva_troops", 0) for sp in ADJACENT[TAY_NINH]) > 0
    assert at(s, SAIGON).get("arvn_troops", 0) < 2


@pytest.mark.node("trung.move")
@pytest.mark.parametrize(("die", "left"), [(2, 5), (6, 7)])
def test_troops_march_on_a_city_by_the_move_rules(die: int, left: int) -> None:
    """71: as many as bring Control if the dice dare, else the one that must."""
    s = board(card=71)
    put(s, QUANG_TRI, nva_troops=8)
    put(s, HUE, police=2)
    event(s, NVA, 71, "shaded", Seat(s, trung__move_die=[die, die]))
    assert at(s, QUANG_TRI) == {"nva_troops": left}


def test_troops_come_from_where_most_may_leave_until_they_control_the_city() -> None:
    """71: of two origins."""
    s = board(card=71, trail=2)
    put(s, THE_FISHHOOK, nva_troops=9)
    put(s, TAY_NINH, nva_troops=3)
    put(s, AN_LOC, police=2)
    event(s, NVA, 71, "shaded", Seat(s, die=6, trung__move_die=[1, 1]))
    assert (at(s, THE_FISHHOOK), at(s, TAY_NINH)) == ({"nva_troops": 6}, {"nva_troops": 3})


@pytest.mark.node("trung.table.nva_remove")
def test_an_ambush_on_the_only_loc_hits_whom_the_table_names() -> None:
    """99: the LoC is not asked for, and Guerrillas elsewhere may not Ambush."""
    s = board()
    put(s, LOC_HUE_DA_NANG, nva_guerrilla=1)
    put(s, LOC_SAIGON_CAN_THO, nva_guerrilla=1)
    for sp in (HUE, DA_NANG, SAIGON):
        put(s, sp, us_troops=1)
    recount(s)
    act = Activity(s, NVA, "ambush", None, mask_of((LOC_HUE_DA_NANG,)), 1)
    seat = Seat(s).run(ambush(s, act, active_too=True, required=True))
    assert seat.keys("ambush.target") == ["hue"]


def test_special_forces_alone_fly_to_where_most_troops_are() -> None:
    """62: Rangers before Irregulars, the largest group first, four at most, never US Troops."""
    s = board()
    put(s, THE_FISHHOOK, nva_troops=4, nva_base=1)
    put(s, THE_PARROTS_BEAK, nva_troops=1)
    put(s, HUE, us_troops=5, police=3, irregular=1)
    put(s, SAIGON, us_troops=2, police=3, ranger=2, irregular=1)
    seat = event(s, US, 62, "unshaded")
    assert sum(n for name, n in at(s, THE_FISHHOOK).items() if "ranger" in name or "irregular" in name) == 4, (
        seat.answers
    )
    assert at(s, HUE)["us_troops"] == 5
    assert "trung.table.us_lift" not in seat.nodes


@pytest.mark.parametrize(
    ("irregulars", "troops"),
    [
        pytest.param(0, 3, marks=pytest.mark.node("trung.leave", "trung.otherwise")),
        pytest.param(2, 4, marks=pytest.mark.node("trung.move")),
    ],
)
def test_an_air_lift_that_nobody_is_called_for_takes_one_piece(irregulars: int, troops: int) -> None:
    """62: without NVA Troops in Cambodia there is nowhere to fly to, but somebody must: no cube if it can be."""
    s = board()
    put(s, THE_FISHHOOK, nva_base=1)
    put(s, SAIGON, us_troops=4, police=3)
    put(s, HUE, irregular=irregulars, police=1)
    seat = event(s, US, 62, "unshaded")
    assert at(s, SAIGON)["us_troops"] == troops, seat.answers
    assert at(s, HUE).get("irregular", 0) == max(0, irregulars - 1)


def test_arvn_follows_the_us_where_an_event_left_it_no_choice() -> None:
    """44: the US is not asked where to Assault, and adds the ARVN Assault there all the same."""
    s = board()
    put(s, TAY_NINH, us_troops=1, us_base=1, arvn_troops=2, nva_troops=6)
    event(s, US, 44, "unshaded")
    assert at(s, TAY_NINH)["nva_troops"] == 3


def test_detente_infiltrates_out_of_available_alone() -> None:
    """77: a Base is taken over first; with nobody Available and nothing to take over the Event does not tell NVA."""
    s = board(card=77)
    put(s, NORTH_VIETNAM, nva_base=1)
    put(s, QUANG_TRI, nva_troops=3, vc_base=1)
    event(s, NVA, 77, "shaded")
    assert "nva_base" in at(s, QUANG_TRI)
    assert at(s, NORTH_VIETNAM)["nva_troops"] > 0
    s = board(card=77)
    put(s, NORTH_VIETNAM, nva_base=1, nva_troops=2)
    put(s, SOUTHERN_LAOS, nva_base=1)
    hold(s, NVA_TROOPS, 0)
    assert not is_effective(Seat(s).minds[NVA], s, "shaded")
    event(s, NVA, 77, "shaded")
    assert at(s, NORTH_VIETNAM) == {"nva_base": 1, "nva_troops": 2}


@pytest.mark.node("trung.give_up")
def test_cadres_cost_two_guerrillas_active_ones_first() -> None:
    """116."""
    s = board(effects=CADRES)
    put(s, HUE, vc_guerrilla=3, vc_guerrilla_active=1)
    operate(s, VC, "terror", max_spaces=1)
    assert at(s, HUE) == {"vc_guerrilla": 2}
