"""1.6, 1.7: Support and Opposition, Control, and when they are adjusted."""

import pytest

from fitl.board.pieces import NVA_TROOPS, POLICE, US_TROOPS, VC_GUERRILLA
from fitl.board.spaces import CENTRAL_LAOS, LOC_HUE_DA_NANG, PHUOC_LONG, SAIGON, TAY_NINH
from fitl.rules.control import recount, set_support, shift, shift_toward_neutral, thaw_control
from fitl.rules.forces import move, place, remove
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, COIN_CONTROL, NVA_CONTROL, UNCONTROLLED, State
from tests.support import blank, put


@pytest.mark.parametrize(
    ("pieces", "control"),
    [
        ({}, UNCONTROLLED),
        ({"us_troops": 1}, COIN_CONTROL),
        ({"us_base": 1, "ranger": 1, "vc_guerrilla": 1}, COIN_CONTROL),  # US and ARVN together; Bases count
        ({"police": 2, "vc_guerrilla": 1, "nva_guerrilla": 1}, UNCONTROLLED),  # not more than both
        ({"nva_troops": 2, "police": 1}, NVA_CONTROL),
        ({"nva_tunnel": 1, "nva_guerrilla": 1, "vc_guerrilla": 1}, NVA_CONTROL),
        ({"nva_troops": 2, "vc_guerrilla": 1, "police": 1}, UNCONTROLLED),  # VC pieces are in its way too
        ({"vc_guerrilla": 5, "vc_base": 1}, UNCONTROLLED),  # VC never Controls
    ],
)
def test_control_goes_to_coin_together_or_to_nva_alone(pieces: dict[str, int], control: int) -> None:
    s = blank()
    put(s, TAY_NINH, **pieces)
    assert s.control[TAY_NINH] == control


def moved_one_by_one(s: State) -> State:
    """Every change adjusts at once what a recount would find."""
    fresh = s.copy()
    recount(fresh)
    assert (fresh.control, fresh.coin_population, fresh.nva_population) == (
        s.control,
        s.coin_population,
        s.nva_population,
    )
    return s


def test_control_changes_with_every_piece_that_comes_or_goes() -> None:
    s = blank()
    for step, control, coin, nva in (
        (lambda: place(s, TAY_NINH, NVA_TROOPS), NVA_CONTROL, 0, 2),
        (lambda: place(s, TAY_NINH, VC_GUERRILLA), UNCONTROLLED, 0, 0),
        (lambda: place(s, TAY_NINH, US_TROOPS, 3), COIN_CONTROL, 2, 0),
        (lambda: move(s, US_TROOPS, 1, TAY_NINH, SAIGON), UNCONTROLLED, 6, 0),
        (lambda: remove(s, TAY_NINH, VC_GUERRILLA), COIN_CONTROL, 8, 0),
        (lambda: remove(s, TAY_NINH, US_TROOPS, 2), NVA_CONTROL, 6, 2),
    ):
        step()
        assert (s.control[TAY_NINH], s.coin_population, s.nva_population) == (control, coin, nva)
        moved_one_by_one(s)


def test_locs_are_never_controlled_and_provinces_without_population_are() -> None:
    s = blank()
    place(s, LOC_HUE_DA_NANG, POLICE, 2)
    place(s, CENTRAL_LAOS, NVA_TROOPS)
    assert s.control[CENTRAL_LAOS] == NVA_CONTROL
    assert (s.coin_population, s.nva_population) == (0, 0)
    moved_one_by_one(s)


def test_frozen_control_waits_until_it_is_thawed() -> None:
    s = blank(control_frozen=True)
    place(s, SAIGON, POLICE)
    assert s.control[SAIGON] == UNCONTROLLED
    thaw_control(s)
    assert (s.control[SAIGON], s.coin_population) == (COIN_CONTROL, 6)


def test_shifts_stop_at_the_ends_and_count_population() -> None:
    s = blank()
    assert shift(s, SAIGON, +1)
    assert (s.total_support, s.total_opposition) == (6, 0)
    assert shift(s, SAIGON, +3)
    assert (s.support[SAIGON], s.total_support) == (ACTIVE_SUPPORT, 12)
    assert not shift(s, SAIGON, +1)
    assert shift(s, SAIGON, -3)
    assert (s.support[SAIGON], s.total_support, s.total_opposition) == (-1, 0, 6)
    assert shift(s, SAIGON, -2)
    assert (s.support[SAIGON], s.total_opposition) == (ACTIVE_OPPOSITION, 12)


def test_toward_neutral_means_one_level_from_either_side_and_none_from_neutral() -> None:
    s = blank()
    for before, after in ((2, 1), (1, 0), (0, 0), (-1, 0), (-2, -1)):
        set_support(s, TAY_NINH, before)
        assert shift_toward_neutral(s, TAY_NINH) == (before != after)
        assert s.support[TAY_NINH] == after


def test_where_nobody_lives_nothing_shifts_or_is_set() -> None:
    s = blank()
    for sp in (PHUOC_LONG, CENTRAL_LAOS, LOC_HUE_DA_NANG):
        assert not shift(s, sp, +1)
        assert not set_support(s, sp, ACTIVE_OPPOSITION)
    assert (s.total_support, s.total_opposition) == (0, 0)
    assert not any(s.support)
