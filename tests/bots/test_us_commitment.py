"""8.8.1 Policy and 8.8.7 Commitment of the non-player US."""

from typing import Any

import pytest

from fitl.board.factions import US
from fitl.board.pieces import KINDS, US_BASE, US_TROOPS
from fitl.board.spaces import (
    AVAILABLE,
    CAN_THO,
    CASUALTIES,
    DA_NANG,
    HUE,
    KIEN_HOA,
    LOC_SAIGON_CAN_THO,
    OUT_OF_PLAY,
    QUANG_TRI,
    SAIGON,
)
from fitl.options import GameOptions
from fitl.rules.coup.commitment import commitment, commitment_spaces, move_us_forces, rotation
from fitl.rules.coup.coup_card import us_involvement
from fitl.state import State
from tests.bots.support import Table, board
from tests.support import at, blank, put


def abroad(policy: str = "lbj", **tracks: Any) -> State:
    """Nobody Available."""
    s = board(US, **{"us_policy": policy, **tracks})
    put(s, OUT_OF_PLAY, us_troops=40, us_base=6, irregular=6)
    return s


def fetch(s: State, row: int, **pieces: int) -> None:
    """From Out of Play."""
    for name, n in pieces.items():
        kind = {"us_troops": US_TROOPS, "us_base": US_BASE}[name]
        s.pieces[OUT_OF_PLAY * KINDS + kind] -= n
        s.pieces[AVAILABLE * KINDS + kind] += n
        if row != AVAILABLE:
            put(s, row, **{name: n})


def commit(s: State, *dice: int, support: int = 60) -> Table:
    """The Commitment Phase; with much Support the policy is not reviewed (8.8.1)."""
    s.total_support = support
    return Table(s, US, *dice).run(_without_vc(commitment(s)))


def _without_vc(flow: Any) -> Any:
    """VC shifts nothing for a Withdrawal."""
    value = None
    while True:
        try:
            decision = flow.send(value)
        except StopIteration:
            return
        value = decision.options[-1].value if decision.actor == 3 else (yield decision)


def troops(s: State) -> dict[int, int]:
    return {row: n for row in range(AVAILABLE + 1) if (n := s.pieces[row * KINDS + US_TROOPS])}


# --- policy (8.8.1) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "policy"), [(1, "nixon"), (2, "jfk"), (3, "lbj")])
def test_the_policy_die_is_compared_with_the_leaders(die: int, policy: str) -> None:
    s = abroad(leader_box=(125, 126))
    commit(s, die, support=45)
    assert s.us_policy == policy


def test_above_45_the_policy_stays() -> None:
    s = abroad("jfk")
    commit(s, support=46)
    assert s.us_policy == "jfk"


# --- Casualties come back -----------------------------------------------------------------------------------------


@pytest.mark.node("us.commitment.return")
def test_casualties_return_evenly_to_where_us_pieces_are_and_odd_ones_to_most_people() -> None:
    s = abroad("nixon")
    fetch(s, SAIGON, us_troops=2)
    fetch(s, CAN_THO, us_troops=2)
    put(s, HUE, police=1)  # COIN Control, but no US piece
    fetch(s, CASUALTIES, us_troops=8)  # 2 go Out of Play
    table = Table(s, US)
    table.run(_without_vc(_rotation(s)))
    assert troops(s) == {SAIGON: 5, CAN_THO: 5}
    assert "us.commitment.return" in table.nodes


def _rotation(s: State) -> Any:
    yield from rotation(s, commitment_spaces(s))


@pytest.mark.node("us.commitment.return")
def test_with_no_us_piece_on_the_map_they_return_to_most_people_but_to_no_loc() -> None:
    s = abroad()
    fetch(s, CASUALTIES, us_troops=1)
    put(s, HUE, police=1)
    Table(s, US).run(_rotation(s))
    assert troops(s) == {SAIGON: 1}


# --- Bases --------------------------------------------------------------------------------------------------------


@pytest.mark.node("us.commitment.base")
@pytest.mark.parametrize("policy", ["jfk", "lbj"])
def test_jfk_and_lbj_add_two_bases_where_us_pieces_are_and_no_coin_base_is(policy: str) -> None:
    s = abroad(policy)
    fetch(s, AVAILABLE, us_base=3)
    fetch(s, KIEN_HOA, us_troops=1)
    fetch(s, SAIGON, us_troops=1, us_base=1)
    fetch(s, DA_NANG, us_troops=1)
    put(s, QUANG_TRI, police=1)
    put(s, HUE, police=1)
    commit(s)
    assert at(s, KIEN_HOA)["us_base"] == at(s, DA_NANG)["us_base"] == at(s, SAIGON)["us_base"] == 1
    assert s.pieces[AVAILABLE * KINDS + US_BASE] == 1


@pytest.mark.node("us.commitment.base")
def test_never_two_coin_bases_in_a_space() -> None:
    s = abroad()
    fetch(s, AVAILABLE, us_base=2)
    fetch(s, SAIGON, us_base=1)
    commit(s)
    assert s.pieces[AVAILABLE * KINDS + US_BASE] == 2


@pytest.mark.node("us.commitment.base")
def test_no_base_goes_where_insurgent_bases_leave_no_room() -> None:
    s = abroad()
    fetch(s, AVAILABLE, us_base=2)
    fetch(s, SAIGON, us_base=1)
    put(s, KIEN_HOA, arvn_troops=5, vc_base=2)
    commit(s)
    assert s.pieces[AVAILABLE * KINDS + US_BASE] == 2


@pytest.mark.node("us.commitment.base_home")
def test_nixon_withdraws_two_bases_but_the_one_in_saigon() -> None:
    s = abroad("nixon")
    fetch(s, SAIGON, us_base=1)
    fetch(s, HUE, us_base=1)
    fetch(s, DA_NANG, us_base=1)
    fetch(s, KIEN_HOA, us_base=1)
    commit(s, 3, 3)  # Da Nang, which has fewest people, without a die; then one of Hue and Kien Hoa
    assert at(s, SAIGON) == {"us_base": 1}
    assert at(s, KIEN_HOA) == {"us_base": 1}
    assert s.pieces[AVAILABLE * KINDS + US_BASE] == 2


@pytest.mark.node("us.commitment.base", "us.commitment.base_home")
def test_bases_are_built_where_most_people_live_and_taken_from_the_fewest() -> None:
    s = abroad("jfk")
    fetch(s, AVAILABLE, us_base=1)
    fetch(s, HUE, us_troops=1)
    fetch(s, DA_NANG, us_troops=1)
    commit(s)
    assert at(s, HUE)["us_base"] == 1
    s = abroad("nixon")
    fetch(s, HUE, us_base=1)
    for city in (DA_NANG, CAN_THO):
        fetch(s, city, us_base=1)
    commit(s)
    assert at(s, HUE) == {"us_base": 1}


@pytest.mark.node("us.commitment.base", "us.commitment.place", "us.commitment.troops_home")
def test_no_die_is_rolled_for_the_order_of_spaces_that_all_get_or_lose_one() -> None:
    s = abroad("lbj")
    fetch(s, AVAILABLE, us_base=2, us_troops=7)
    fetch(s, DA_NANG, us_troops=1)
    fetch(s, CAN_THO, us_troops=1)
    commit(s)
    assert at(s, DA_NANG) == at(s, CAN_THO) == {"us_troops": 2, "us_base": 1}
    s = abroad("nixon")
    fetch(s, AVAILABLE, us_troops=23)
    fetch(s, DA_NANG, us_troops=2, us_base=1)
    fetch(s, CAN_THO, us_troops=2, us_base=1)
    commit(s)
    assert at(s, DA_NANG) == at(s, CAN_THO) == {"us_troops": 1}
    s = abroad("lbj")
    fetch(s, AVAILABLE, us_troops=6)
    fetch(s, DA_NANG, us_troops=1)
    fetch(s, CAN_THO, us_troops=1)
    commit(s, 4, 2)  # one of them gets none
    assert troops(s) == {DA_NANG: 2, CAN_THO: 1, AVAILABLE: 5}


@pytest.mark.node("us.commitment.return")
def test_the_first_to_come_back_to_an_empty_map_is_rolled_for() -> None:
    s = abroad("nixon")
    fetch(s, CASUALTIES, us_troops=2)  # the second follows the first
    put(s, HUE, police=1)
    put(s, SAIGON, vc_guerrilla=1)
    put(s, KIEN_HOA, police=1)
    Table(s, US, 3, 3).run(move_back(s, [HUE, KIEN_HOA]))
    assert troops(s)[HUE] == 2


def move_back(s: State, spaces: list[int]) -> Any:
    yield from rotation(s, spaces)


# --- Troops -------------------------------------------------------------------------------------------------------


@pytest.mark.node("us.commitment.troops", "us.commitment.place", "us.commitment.done")
@pytest.mark.parametrize(("policy", "kept"), [("jfk", 15), ("lbj", 10), ("nixon", 20)])
def test_troops_go_to_the_map_until_the_policys_number_is_available_or_ten_have_moved(policy: str, kept: int) -> None:
    s = abroad(policy)
    fetch(s, AVAILABLE, us_troops=20)
    fetch(s, SAIGON, us_troops=2)
    fetch(s, DA_NANG, us_troops=5)
    table = Table(s, US)
    spaces = [SAIGON, DA_NANG, LOC_SAIGON_CAN_THO]
    unmoved = {kind: [s.pieces[row * KINDS + kind] for row in range(50)] for kind in (US_TROOPS, US_BASE)}
    if policy == "nixon":
        s.pieces[AVAILABLE * KINDS + US_TROOPS] = 25
        kept = 25
    table.run(move_us_forces(s, spaces, unmoved, 10))
    assert s.pieces[AVAILABLE * KINDS + US_TROOPS] == kept
    assert s.pieces[LOC_SAIGON_CAN_THO * KINDS + US_TROOPS] == 0
    if policy == "lbj":
        assert (troops(s)[SAIGON], troops(s)[DA_NANG]) == (9, 8)


@pytest.mark.node("us.commitment.troops_home")
def test_troops_come_home_from_the_largest_stacks_and_stay_with_most_people() -> None:
    s = abroad("nixon")
    fetch(s, AVAILABLE, us_troops=20)
    fetch(s, SAIGON, us_troops=4)
    fetch(s, DA_NANG, us_troops=4)
    fetch(s, CAN_THO, us_troops=1)
    table = commit(s)
    assert troops(s) == {SAIGON: 2, DA_NANG: 1, CAN_THO: 1, AVAILABLE: 25}
    assert table.nodes.count("us.commitment.troops_home") == 5


@pytest.mark.node("us.commitment.done")
def test_nobody_moves_at_the_wanted_number() -> None:
    s = abroad("lbj")
    fetch(s, AVAILABLE, us_troops=5)
    fetch(s, SAIGON, us_troops=4)
    table = commit(s)
    assert table.reason("us.commitment.done") == {"n": 5, "wanted": 5}
    assert troops(s) == {SAIGON: 4, AVAILABLE: 5}


def test_where_the_scenario_forbids_adding_and_withdrawing_nobody_moves() -> None:
    s = blank("short-1967", GameOptions(non_players=(US,)), us_policy="nixon")
    put(s, SAIGON, us_troops=4)
    put(s, DA_NANG, us_troops=1)
    assert s.scenario.no_commitment_add_or_withdraw
    commit(s)
    assert troops(s)[SAIGON] == 4


@pytest.mark.node("us.involvement")
def test_the_us_takes_no_part_in_coups() -> None:
    options = GameOptions(non_players=(US,), us_coup_involvement=True)
    s = blank(options=options, card=126, leader=125)
    table = Table(s, US)
    table.run(us_involvement(s))
    assert table.keys("coup.involvement") == ["no"]
