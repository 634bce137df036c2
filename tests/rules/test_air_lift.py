"""4.2.2 Air Lift."""

import pytest

from fitl.board.cards import KHANH
from fitl.board.factions import US
from fitl.board.spaces import (
    CENTRAL_LAOS,
    DA_NANG,
    HUE,
    KONTUM,
    LOC_HUE_DA_NANG,
    NORTH_VIETNAM,
    PLEIKU,
    SAIGON,
    TAY_NINH,
    THE_FISHHOOK,
    mask_of,
)
from fitl.lasting import MEDEVAC_SHADED, TYPHOON_KATE
from fitl.rules.activities.air_lift import air_lift, air_lift_with, can_air_lift
from fitl.rules.operation import EVERYWHERE, Activity, Operation
from fitl.state import COIN_CONTROL, UNCONTROLLED, State
from tests.support import Play, at, blank, play, put


def lift_by_us(s: State) -> Activity:
    return Activity(s, US, "air_lift", Operation(s, US, "train", activities=("air_lift",)))


def start(s: State, *keys: str | int) -> Play:
    return play(air_lift(s, lift_by_us(s)), *keys)


def test_us_troops_fly_in_any_number_and_control_follows() -> None:
    s = blank()
    put(s, SAIGON, us_troops=9)
    p = start(s, "saigon", "tay_ninh", "done", 7)
    assert p.keys() == ["us_troops@saigon", "done"]
    p.answer("done")
    assert at(s, SAIGON) == {"us_troops": 2}
    assert at(s, TAY_NINH) == {"us_troops": 7}
    assert s.control[TAY_NINH] == COIN_CONTROL


def test_any_space_but_north_vietnam_may_be_chosen() -> None:
    s = blank()
    put(s, SAIGON, us_troops=1)
    keys = start(s).keys()
    assert len(keys) == 46
    assert "north_vietnam" not in keys
    assert {"central_laos", "loc_hue_da_nang", "saigon"} <= set(keys)
    assert "done" not in keys


def test_at_most_four_spaces_and_the_last_must_make_a_flight_possible() -> None:
    s = blank()
    put(s, SAIGON, us_troops=1)
    put(s, HUE, police=2, us_base=1)
    p = start(s, "hue", "kontum")
    assert "done" not in set(p.keys())
    p.answer("da_nang")
    # Three spaces without a passenger: the fourth must be Saigon, and it is taken unasked.
    assert p.decision is not None
    assert p.decision.kind == "air_lift.destination"
    assert p.keys() == ["hue", "kontum", "da_nang"]


def test_done_is_offered_once_a_piece_can_fly() -> None:
    s = blank()
    put(s, SAIGON, us_troops=1)
    put(s, HUE, us_troops=1)
    p = start(s, "saigon")
    assert "done" not in set(p.keys())
    assert "done" in set(p.answer("hue").keys())


def test_two_spaces_in_monsoon() -> None:
    s = blank(next_card=KHANH)
    put(s, SAIGON, us_troops=2)
    p = start(s, "hue")
    assert p.decision is not None
    assert p.decision.kind == "air_lift.amount"  # Saigon, the only passengers' space, completes the pair
    p.answer(2)
    assert at(s, HUE) == {"us_troops": 2}


def test_at_most_four_pieces_that_are_not_us_troops() -> None:
    s = blank()
    put(s, SAIGON, us_troops=3, arvn_troops=3, ranger=1, ranger_active=1, irregular=1, irregular_active=1)
    p = start(s, "saigon", "hue", "done")
    assert p.keys() == [
        "us_troops@saigon",
        "arvn_troops@saigon",
        "irregular@saigon",
        "irregular_active@saigon",
        "ranger@saigon",
        "ranger_active@saigon",
    ]
    p.answer("arvn_troops@saigon", 2, "ranger_active@saigon")
    p.answer("arvn_troops@saigon")  # the one left goes unasked: it is also the fourth of the other pieces
    assert p.keys() == ["us_troops@saigon", "done"]
    p.answer("us_troops@saigon", 3)
    assert p.over
    assert at(s, HUE) == {"us_troops": 3, "arvn_troops": 3, "ranger_active": 1}


def test_the_limit_of_four_cuts_the_amount() -> None:
    s = blank()
    put(s, SAIGON, arvn_troops=6, irregular=2)
    p = start(s, "saigon", "hue", "done", "irregular@saigon", 2, "arvn_troops@saigon")
    assert p.keys() == ["1", "2"]


def test_police_and_bases_stay() -> None:
    s = blank()
    put(s, SAIGON, police=3, us_base=1, arvn_base=1)
    assert not can_air_lift(s, lift_by_us(s))


def test_a_piece_flies_once() -> None:
    s = blank()
    put(s, SAIGON, us_troops=1)
    put(s, HUE, us_troops=1)
    p = start(s, "saigon", "hue", "done", "us_troops@saigon")
    assert p.keys() == ["us_troops@hue", "done"]  # the one from Saigon is there too, but only one may go
    p.answer("us_troops@hue")
    assert p.over
    assert at(s, SAIGON) == at(s, HUE) == {"us_troops": 1}


def test_at_least_one_piece_flies() -> None:
    s = blank()
    put(s, SAIGON, us_troops=1)
    put(s, HUE, us_troops=1)
    assert "done" not in set(start(s, "saigon", "hue", "done").keys())


def test_special_forces_keep_their_state_and_control_is_lost_behind_them() -> None:
    s = blank()
    put(s, PLEIKU, irregular=2, vc_guerrilla=1)
    assert s.control[PLEIKU] == COIN_CONTROL
    start(s, "pleiku_darlac", "central_laos", "done", 2)
    assert at(s, CENTRAL_LAOS) == {"irregular": 2}
    assert s.control[PLEIKU] == UNCONTROLLED


@pytest.mark.parametrize("ban", [MEDEVAC_SHADED, TYPHOON_KATE])
def test_momentum_bans_air_lift_unless_an_event_grants_it(ban: int) -> None:
    s = blank(effects=ban)
    put(s, SAIGON, us_troops=1)
    assert not can_air_lift(s, lift_by_us(s))
    granted = Activity(s, US, "air_lift")
    assert can_air_lift(s, granted)
    p = play(air_lift(s, granted), "saigon", "hue")
    assert "kontum" in set(p.keys())  # four spaces: card 115's single space is for what it does not ban


def test_an_event_may_fix_where_pieces_land() -> None:
    s = blank()
    put(s, SAIGON, us_troops=2)
    put(s, HUE, us_troops=1)
    put(s, THE_FISHHOOK, irregular=1)
    act = Activity(s, US, "air_lift")
    p = play(air_lift_with(s, act, into=1 << THE_FISHHOOK), "saigon", "hue", "kontum")
    # The fourth space must be the one to land in, so it is taken unasked.
    assert p.keys() == ["us_troops@saigon", "us_troops@hue"]
    p.answer("us_troops@saigon", 1)
    assert p.keys() == ["us_troops@saigon", "us_troops@hue", "done"]
    assert at(s, THE_FISHHOOK) == {"us_troops": 1, "irregular": 1}


def test_idle_spaces_may_be_chosen_while_two_are_left_for_the_flight() -> None:
    s = blank()
    put(s, SAIGON, us_troops=1)
    act = Activity(s, US, "air_lift")
    p = play(air_lift_with(s, act, into=1 << THE_FISHHOOK), "kontum")
    assert "hue" in p.keys()
    p.answer("hue")
    assert p.keys() == ["saigon", "the_fishhook"]


def test_no_flight_into_the_only_space_that_has_passengers() -> None:
    s = blank()
    put(s, THE_FISHHOOK, us_troops=1)
    act = Activity(s, US, "air_lift")
    assert not can_air_lift(s, act, 1 << THE_FISHHOOK)
    assert can_air_lift(s, act, mask_of((THE_FISHHOOK, TAY_NINH)))
    assert not can_air_lift(s, act, 1 << NORTH_VIETNAM)


def test_an_event_may_restrict_the_spaces() -> None:
    s = blank()
    put(s, SAIGON, us_troops=1)
    put(s, HUE, us_troops=1)
    allowed = mask_of((HUE, KONTUM, DA_NANG, LOC_HUE_DA_NANG))
    p = play(air_lift(s, Activity(s, US, "air_lift", allowed=allowed, max_spaces=2)), "kontum")
    assert p.over  # Hue, then its Troop, are the only choices left
    assert at(s, KONTUM) == {"us_troops": 1}
    assert can_air_lift(s, Activity(s, US, "air_lift", allowed=EVERYWHERE))
