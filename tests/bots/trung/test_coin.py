"""Operations of US and ARVN by the cards: Train, Patrol, Sweep, Assault."""

import pytest

from fitl.board.factions import ARVN, US
from fitl.board.pieces import COIN_CUBES
from fitl.board.spaces import (
    BINH_DINH,
    CENTRAL_LAOS,
    DA_NANG,
    HUE,
    LOC_HUE_DA_NANG,
    LOC_SAIGON_CAN_THO,
    PHUOC_LONG,
    QUANG_NAM,
    QUANG_TIN,
    QUANG_TRI,
    SAIGON,
    SOUTH_MASK,
    SPACE_COUNT,
)
from fitl.bots.mind import Settings
from fitl.bots.trung.conditions import CONDITIONS
from fitl.bots.trung.counts import total
from fitl.lasting import (
    BOOBY_TRAPS_SHADED,
    CAPS,
    CORDS,
    LANSDALE_SHADED,
    PATTON_SHADED,
    SEARCH_AND_DESTROY_SHADED,
)
from fitl.rules.control import recount
from fitl.rules.sequence import perform_operation
from fitl.state import ACTIVE_SUPPORT, NEUTRAL, OP_ONLY, PASSIVE_SUPPORT, State
from tests.bots.trung.support import Seat, board, operate, play_card
from tests.support import at, put


def supported(s: State, level: int, *spaces: int) -> State:
    for sp in spaces:
        s.support[sp] = level
    recount(s)
    return s


# --- Train --------------------------------------------------------------------------------------------------------


def test_jfk_begins_with_cubes_police_and_troops_by_turns() -> None:
    s = board(patronage=5)
    s.us_policy = "jfk"
    put(s, QUANG_TRI, us_base=1, us_troops=1)
    put(s, SAIGON, us_troops=1)
    seat = operate(s, US, "train")
    assert seat.keys("train.method")[:1] == ["cubes"]
    assert (at(s, QUANG_TRI)["police"], at(s, QUANG_TRI)["arvn_troops"]) == (3, 3)


def test_nixon_begins_with_rangers() -> None:
    s = board(patronage=5)
    s.us_policy = "nixon"
    put(s, QUANG_TRI, us_base=1)
    put(s, SAIGON, us_troops=1)
    assert operate(s, US, "train").keys("train.method")[0] == "rangers"


@pytest.mark.node("trung.patronage")
def test_high_patronage_becomes_resources_in_saigon() -> None:
    s = board(US, patronage=17)
    put(s, SAIGON, us_troops=1)
    operate(s, US, "train")
    assert (s.patronage, s.resources[ARVN]) == (14, 23)


def test_us_pacifies_half_a_die_of_steps() -> None:
    s = board(patronage=5)
    put(s, HUE, us_troops=1, police=1)
    s.terror[HUE] = 1
    seat = operate(s, US, "train", Seat(s, trung__pacify_die=[5]))
    assert (s.terror[HUE], s.support[HUE]) == (0, ACTIVE_SUPPORT)
    assert seat.keys("train.then") in (["pacify"], [])


@pytest.mark.parametrize(("reading", "spaces"), [("two", 2), ("one", 1)])
def test_cords_pacifies_two_spaces_by_the_recommended_reading(reading: str, spaces: int) -> None:
    s = board(patronage=5, effects=CORDS)
    for sp in (HUE, DA_NANG):
        put(s, sp, us_troops=1, police=1)
    operate(
        s, US, "train", Seat(s, settings=Settings(trung_second_pacification=reading), trung__pacify_die=[1] * spaces)
    )
    assert sum(s.support[sp] > NEUTRAL for sp in (HUE, DA_NANG)) == spaces


@pytest.mark.node("trung.pacify")
@pytest.mark.parametrize(("reading", "came"), [("trained", False), ("anywhere", True)])
def test_a_platoon_brings_its_police_to_a_trained_space(reading: str, came: bool) -> None:
    s = board(patronage=5, effects=CAPS)
    put(s, HUE, us_troops=1)
    put(s, QUANG_TRI, us_troops=2)
    operate(s, US, "train", Seat(s, settings=Settings(trung_platoon=reading)), spaces=[HUE])
    assert bool(at(s, QUANG_TRI).get("police") or False) is (came and "police" not in at(s, HUE))


@pytest.mark.node("trung.table.arvn_base")
def test_arvn_builds_a_base_where_control_does_not_depend_on_the_cubes() -> None:
    s = board()
    put(s, BINH_DINH, arvn_troops=4, police=1)
    put(s, QUANG_TRI, arvn_troops=3, vc_guerrilla=2)
    operate(s, ARVN, "train")
    assert at(s, BINH_DINH)["arvn_base"] == 1
    assert "arvn_base" not in at(s, QUANG_TRI)


def test_arvn_never_pacifies_beyond_passive_support() -> None:
    """16.10."""
    s = supported(board(), PASSIVE_SUPPORT, SAIGON)
    put(s, SAIGON, arvn_troops=1, police=1)
    put(s, HUE, arvn_troops=1, police=1)
    operate(s, ARVN, "train", Seat(s, die=6))
    assert max(s.support) == PASSIVE_SUPPORT


def test_saigon_is_no_space_of_population_2() -> None:
    """Pacify2+ of cards A and B counts it, Pacify2T of card F does not."""
    s = board()
    put(s, SAIGON, us_troops=1)
    recount(s)
    assert [CONDITIONS[name].holds(s, 0) for name in ("Pacify2+", "Pacify2T")] == [True, False]
    put(s, HUE, us_troops=1)
    recount(s)
    assert CONDITIONS["Pacify2T"].holds(s, 0)


# --- Patrol -------------------------------------------------------------------------------------------------------


@pytest.mark.node("trung.saigon")
def test_us_patrols_to_saigon_first_if_coin_does_not_control_it() -> None:
    s = board()
    put(s, SAIGON, vc_guerrilla=3)
    put(s, LOC_SAIGON_CAN_THO, us_troops=5)
    seat = operate(s, US, "patrol")
    assert seat.keys("patrol.destination")[0] == "saigon"


def test_us_never_patrols_under_shaded_patton() -> None:
    """Card 14."""
    s = board(US, effects=PATTON_SHADED)
    put(s, LOC_HUE_DA_NANG, us_troops=3, vc_guerrilla=1)
    s.trung_deck = "FABCDE"
    with pytest.MonkeyPatch.context() as patch:
        for name in ("BasesSafe", "Blocked*"):
            patch.setitem(CONDITIONS, name, CONDITIONS[name]._replace(holds=lambda s, n: True))
        seat = Seat(s).run(perform_operation(s, US, OP_ONLY))
    assert "patrol" not in [key for _, key in seat.answers]


@pytest.mark.node("trung.table.arvn_patrol", "trung.patrol_assault")
def test_patrol_finds_on_every_loc_and_assaults_one() -> None:
    s = board()
    put(s, LOC_HUE_DA_NANG, arvn_troops=2, vc_guerrilla=1)
    put(s, LOC_SAIGON_CAN_THO, arvn_troops=4, vc_guerrilla=2)
    operate(s, ARVN, "patrol")
    assert at(s, LOC_SAIGON_CAN_THO) == {"arvn_troops": 2, "vc_guerrilla_active": 1}  # two moved on, two hit one
    assert "vc_guerrilla_active" in at(s, LOC_HUE_DA_NANG)


# --- Sweep --------------------------------------------------------------------------------------------------------


def test_sweep_in_place_where_somebody_is_found_and_jungle_halves() -> None:
    """16.7."""
    s = board()
    put(s, QUANG_TRI, us_troops=1, vc_guerrilla=1)
    put(s, PHUOC_LONG, us_troops=1, vc_guerrilla=1)
    seat = operate(s, US, "sweep")
    assert at(s, QUANG_TRI) == {"us_troops": 1, "vc_guerrilla_active": 1}
    assert "vc_guerrilla" in at(s, PHUOC_LONG)
    assert "trung.sweep_in_place" in seat.nodes


@pytest.mark.node("trung.table.us_sweep", "trung.sweep_in_place")
def test_booby_traps_keep_a_sweep_to_two_spaces() -> None:
    s = board(effects=BOOBY_TRAPS_SHADED)
    for sp in (HUE, QUANG_TRI, QUANG_NAM, BINH_DINH):
        put(s, sp, us_troops=1, vc_guerrilla=1)
    seat = operate(s, US, "sweep", Seat(s, die=6))
    assert len([key for key in seat.keys("sweep.space") if key != "done"]) == 2


def test_no_coin_cube_leaves_the_south() -> None:
    """16.9."""
    s = board()
    put(s, QUANG_TRI, us_troops=8, arvn_troops=6)
    put(s, CENTRAL_LAOS, nva_guerrilla=3)
    operate(s, US, "sweep")
    operate(s, ARVN, "sweep")
    abroad = [sp for sp in range(SPACE_COUNT) if not SOUTH_MASK >> sp & 1]
    assert not sum(total(s, sp, COIN_CUBES) for sp in abroad)


# --- Assault ------------------------------------------------------------------------------------------------------


@pytest.mark.node("trung.table.us_remove")
def test_us_assaults_where_all_fall_before_where_some_do() -> None:
    s = board()
    put(s, QUANG_TRI, us_troops=2, nva_troops=6)
    put(s, HUE, us_troops=3, vc_guerrilla_active=1)
    seat = operate(s, US, "assault")
    assert [key for key in seat.keys("assault.space") if key != "done"] == ["hue", "quang_tri_thua_thien"]


@pytest.mark.node("trung.with_arvn")
def test_arvn_follows_where_it_removes_most_more() -> None:
    s = board()
    put(s, HUE, us_troops=1, arvn_troops=4, nva_troops=5)
    put(s, SAIGON, us_troops=1, arvn_troops=2, nva_troops=5)
    operate(s, US, "assault")
    assert at(s, HUE)["nva_troops"] == 2


@pytest.mark.node("trung.condition.liftneed")
def test_an_assault_without_a_first_half_does_not_waste_a_space_on_its_activity() -> None:
    """Card E: nobody falls by Assault, so the Air Strike comes alone and the turn is over."""
    s = board(trail=2)
    put(s, QUANG_TRI, irregular=2, nva_troops=4)
    put(s, QUANG_TIN, us_troops=1, vc_guerrilla=1, vc_base=1)
    seat = play_card(s, US, "E", Seat(s, die=4))
    assert "trung.activity" in seat.nodes, seat.answers
    assert not seat.keys("assault.space"), seat.answers


def test_search_and_destroy_keeps_the_us_from_assaults_on_vc_alone() -> None:
    """16.10, card 28."""
    s = board(effects=SEARCH_AND_DESTROY_SHADED)
    put(s, QUANG_TRI, us_troops=3, nva_troops=1)
    put(s, HUE, us_troops=3, vc_guerrilla_active=2)
    seat = operate(s, US, "assault")
    assert [key for key in seat.keys("assault.space") if key != "done"] == ["quang_tri_thua_thien"]


def test_lansdale_stops_the_us_not_arvn() -> None:
    """Card 78."""
    s = board(effects=LANSDALE_SHADED)
    put(s, HUE, us_troops=3, arvn_troops=4, nva_troops=2)
    operate(s, ARVN, "assault")
    assert at(s, HUE) == {"us_troops": 3, "arvn_troops": 4}


@pytest.mark.node("trung.table.arvn_remove")
def test_arvn_assaults_only_where_somebody_is_exposed() -> None:
    s = board()
    put(s, HUE, arvn_troops=4, vc_guerrilla=3)
    put(s, SAIGON, arvn_troops=4, vc_guerrilla_active=1)
    seat = operate(s, ARVN, "assault")
    assert seat.keys("assault.space")[0] == "saigon"
    assert "hue" not in seat.keys("assault.space")
