"""1.9: the markers on the edge track are what the map says, at any moment."""

import pytest

from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.pieces import US_BASE, US_TROOPS
from fitl.board.spaces import AVAILABLE, CASUALTIES, NORTH_VIETNAM, OUT_OF_PLAY, PLEIKU, QUANG_TRI, SAIGON, TAY_NINH
from fitl.game import Game
from fitl.rules.control import set_support, victory_marker, victory_markers
from fitl.rules.forces import place, remove
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, PASSIVE_OPPOSITION, PASSIVE_SUPPORT, State
from tests.support import at, blank, put


def test_us_counts_support_and_its_available_troops_and_bases() -> None:
    s = blank()
    put(s, SAIGON, us_troops=10)
    put(s, CASUALTIES, us_troops=5, us_base=1)
    put(s, OUT_OF_PLAY, us_troops=5, us_base=2)
    assert victory_marker(s, US) == 20 + 3  # the six Irregulars do not count
    set_support(s, SAIGON, ACTIVE_SUPPORT)
    set_support(s, TAY_NINH, PASSIVE_SUPPORT)
    set_support(s, QUANG_TRI, ACTIVE_OPPOSITION)
    assert victory_marker(s, US) == 23 + 2 * 6 + 2


def test_arvn_counts_the_population_under_coin_control_and_patronage() -> None:
    s = blank(patronage=17)
    put(s, SAIGON, police=1)
    put(s, TAY_NINH, us_troops=1)  # Control of either COIN Faction
    put(s, QUANG_TRI, nva_troops=1)
    assert victory_marker(s, ARVN) == 6 + 2 + 17


def test_nva_counts_the_population_it_controls_and_its_bases_on_the_map() -> None:
    s = blank()
    put(s, QUANG_TRI, nva_troops=1, nva_tunnel=1)
    put(s, NORTH_VIETNAM, nva_base=2)
    put(s, SAIGON, police=1)
    assert victory_marker(s, NVA) == 2 + 3


def test_vc_counts_opposition_and_its_bases_on_the_map() -> None:
    s = blank()
    put(s, PLEIKU, vc_base=1, vc_tunnel=1)
    set_support(s, SAIGON, PASSIVE_OPPOSITION)
    set_support(s, TAY_NINH, ACTIVE_OPPOSITION)
    set_support(s, QUANG_TRI, ACTIVE_SUPPORT)
    assert victory_marker(s, VC) == 6 + 2 * 2 + 2


def changed_by(s: State, us: int = 0, arvn: int = 0, nva: int = 0, vc: int = 0) -> tuple[int, ...]:
    return tuple(marker + by for marker, by in zip(victory_markers(s), (us, arvn, nva, vc), strict=True))


def test_markers_follow_every_change_at_once() -> None:
    s = blank()
    expected = changed_by(s, us=-1, arvn=+6)
    place(s, SAIGON, US_TROOPS)
    assert victory_markers(s) == expected
    expected = changed_by(s, us=-1)
    place(s, SAIGON, US_BASE)
    assert victory_markers(s) == expected
    expected = changed_by(s, us=+1)
    remove(s, SAIGON, US_TROOPS)
    assert victory_markers(s) == expected
    expected = changed_by(s)
    remove(s, SAIGON, US_BASE, to=CASUALTIES)
    assert "us_base" in at(s, CASUALTIES)
    assert victory_markers(s) == (expected[US], expected[ARVN] - 6, *expected[NVA:])


@pytest.mark.parametrize(
    ("scenario", "printed"),
    [("short-1965", (38, 41, 10, 23)), ("medium-1968", (37, 44, 8, 23)), ("full-1964", (38, 35, 4, 27))],
)
def test_the_scenarios_begin_with_the_markers_they_print(scenario: str, printed: tuple[int, ...]) -> None:
    """1.9, 2.1."""
    state = Game.new(scenario).state
    assert victory_markers(state) == printed
    assert at(state, AVAILABLE)
