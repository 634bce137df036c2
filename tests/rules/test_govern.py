"""4.3.1 Govern."""

import pytest

from fitl.board.cards import YOUNG_TURKS
from fitl.board.factions import ARVN
from fitl.board.spaces import AN_LOC, BA_XUYEN, CAN_THO, HUE, KIEN_HOA, QUANG_TRI, QUI_NHON, SAIGON
from fitl.lasting import MANDATE_OF_HEAVEN, MANDATE_OF_HEAVEN_SHADED, TYPHOON_KATE
from fitl.rules.activities.govern import can_govern, govern
from fitl.rules.control import set_support
from fitl.rules.operation import Activity, Operation
from fitl.state import State
from tests.support import Play, blank, play, put


def train_in(s: State, *spaces: int) -> Operation:
    op = Operation(s, ARVN, "train", activities=("govern",))
    op.spaces.extend(spaces)
    return op


def activity(s: State, op: Operation | None = None) -> Activity:
    return Activity(s, ARVN, "govern", op or train_in(s))


def start(s: State, *keys: str | int) -> Play:
    return play(govern(s, activity(s)), *keys)


def loyal(s: State, *spaces: int, level: int = 1, **pieces: int) -> None:
    """Spaces at Support under COIN Control."""
    for sp in spaces:
        put(s, sp, **(pieces or {"arvn_troops": 2, "police": 2}))
        set_support(s, sp, level)


def test_tutorial_turn_1_an_loc_and_can_tho_are_governed_for_aid() -> None:
    s = blank(aid=3)
    loyal(s, SAIGON, QUI_NHON, AN_LOC, CAN_THO)
    put(s, HUE, arvn_troops=2)  # Neutral
    p = start(s)
    assert p.keys() == ["qui_nhon", "an_loc", "can_tho"]  # neither Saigon nor Hue
    p.answer("an_loc", "aid")
    assert p.keys() == ["qui_nhon", "can_tho", "done"]
    p.answer("can_tho", "aid")
    assert p.over  # two spaces at most
    assert s.aid == 9
    assert s.support[AN_LOC] == s.support[CAN_THO] == 1


def test_aid_is_three_times_population() -> None:
    s = blank(aid=3)
    loyal(s, KIEN_HOA)
    start(s, "aid")
    assert s.aid == 9


def test_patronage_takes_population_from_aid_and_shifts_toward_neutral() -> None:
    s = blank(aid=10, patronage=15)
    loyal(s, KIEN_HOA, level=2)
    start(s, "patronage")
    assert (s.aid, s.patronage, s.support[KIEN_HOA]) == (8, 17, 1)


def test_patronage_gains_no_more_than_aid_holds() -> None:
    s = blank(aid=1, patronage=15)
    loyal(s, KIEN_HOA)
    start(s, "patronage")
    assert (s.aid, s.patronage, s.support[KIEN_HOA]) == (0, 16, 0)


def test_patronage_stops_at_75() -> None:
    s = blank(aid=10, patronage=74)
    loyal(s, KIEN_HOA)
    start(s, "patronage")
    assert (s.aid, s.patronage) == (8, 75)


def test_no_transfer_without_aid() -> None:
    s = blank(aid=0, patronage=15)
    loyal(s, KIEN_HOA)
    p = start(s)
    assert p.over  # Aid is the only choice
    assert (s.aid, s.patronage, s.support[KIEN_HOA]) == (6, 15, 1)


@pytest.mark.parametrize(("us_troops", "may_transfer"), [(2, True), (3, False), (4, False)])
def test_transfer_needs_more_arvn_cubes_than_us_troops(us_troops: int, may_transfer: bool) -> None:
    s = blank(aid=10)
    loyal(s, KIEN_HOA, arvn_troops=1, police=2, ranger=3, us_troops=us_troops)
    p = start(s)
    assert p.over is not may_transfer
    if may_transfer:
        assert p.keys() == ["aid", "patronage"]


def test_only_coin_control_and_support_will_do() -> None:
    s = blank()
    loyal(s, AN_LOC, level=-1)
    put(s, CAN_THO, vc_guerrilla=1, police=1)
    set_support(s, CAN_THO, 2)
    assert not can_govern(s, activity(s))
    put(s, CAN_THO, police=1)
    assert can_govern(s, activity(s))


def test_saigon_is_never_governed() -> None:
    s = blank()
    loyal(s, SAIGON)
    assert not can_govern(s, activity(s))


def test_train_spaces_are_barred_but_patrol_spaces_are_not() -> None:
    s = blank()
    loyal(s, AN_LOC, CAN_THO)
    assert not can_govern(s, activity(s, train_in(s, AN_LOC, CAN_THO)))
    p = play(govern(s, activity(s, train_in(s, AN_LOC))))
    assert p.keys() == ["aid", "patronage"]  # Can Tho unasked
    patrol = Operation(s, ARVN, "patrol")
    patrol.spaces.append(AN_LOC)
    assert play(govern(s, activity(s, patrol))).keys() == ["an_loc", "can_tho"]


def test_granted_by_an_event_no_train_space_is_barred() -> None:
    s = blank()
    loyal(s, AN_LOC, CAN_THO)
    assert play(govern(s, Activity(s, ARVN, "govern"))).keys() == ["an_loc", "can_tho"]


@pytest.mark.parametrize(("silenced", "patronage"), [(False, 17), (True, 15)])
def test_young_turks_add_two_patronage_once_per_govern(silenced: bool, patronage: int) -> None:
    s = blank(patronage=15, leader=YOUNG_TURKS, leader_silenced=silenced)
    loyal(s, AN_LOC, CAN_THO)
    start(s, "an_loc", "aid", "can_tho", "aid")
    assert s.patronage == patronage


def test_mandate_of_heaven_unshaded_spares_one_transfer_space_the_shift() -> None:
    s = blank(aid=10, effects=MANDATE_OF_HEAVEN)
    loyal(s, AN_LOC, CAN_THO)
    start(s, "an_loc", "patronage", "yes", "can_tho", "patronage")
    assert (s.support[AN_LOC], s.support[CAN_THO]) == (1, 0)


def test_mandate_of_heaven_unshaded_may_be_kept_for_the_second_space() -> None:
    s = blank(aid=10, effects=MANDATE_OF_HEAVEN)
    loyal(s, AN_LOC, CAN_THO)
    start(s, "an_loc", "patronage", "no", "can_tho", "patronage", "yes")
    assert (s.support[AN_LOC], s.support[CAN_THO]) == (0, 1)


@pytest.mark.parametrize("effect", [MANDATE_OF_HEAVEN_SHADED, TYPHOON_KATE])
def test_one_space_under_shaded_mandate_of_heaven_or_typhoon_kate(effect: int) -> None:
    s = blank(aid=10, effects=effect)
    loyal(s, AN_LOC, CAN_THO, BA_XUYEN)
    assert start(s, "an_loc", "aid").over


def test_provinces_may_be_governed_too_and_a_second_space_is_optional() -> None:
    s = blank(aid=10)
    loyal(s, QUANG_TRI, BA_XUYEN, level=2)
    p = start(s)
    assert p.keys() == ["quang_tri_thua_thien", "ba_xuyen"]
    p.answer("ba_xuyen", "aid", "done")
    assert p.over
    assert s.aid == 13
