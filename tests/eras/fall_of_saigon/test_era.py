"""The three switches that govern *Fall of Saigon*, and the eras that set them (S1.4, S1.5, S6.8)."""

import pytest

from fitl.board.factions import ARVN, NVA, US
from fitl.compose import ERAS
from fitl.era import BLACK_APRIL, POST_PARIS, US_RETREATED


@pytest.mark.parametrize(
    ("era", "flags"),
    [
        ("base", 0),
        ("extended", 0),
        ("post_paris", POST_PARIS),
        ("after_retreat", POST_PARIS | US_RETREATED),
        ("black_april", POST_PARIS | US_RETREATED | BLACK_APRIL),
    ],
)
def test_each_era_knows_what_has_happened(era: str, flags: int) -> None:
    """S6.8.2, S6.8.4: a US Retreat comes after the talks only, and Black April after both."""
    assert ERAS[era].flags == flags


@pytest.mark.parametrize(
    ("era", "factions"), [("post_paris", (US,)), ("after_retreat", (US, ARVN)), ("black_april", (ARVN,))]
)
def test_arvn_has_casualties_only_after_a_us_retreat(era: str, factions: tuple[int, ...]) -> None:
    """S6.8.2."""
    assert ERAS[era].casualties == factions


@pytest.mark.parametrize(
    ("era", "econ", "posture"), [("post_paris", 1, 0), ("after_retreat", 0, 1), ("black_april", 0, 1)]
)
def test_posture_takes_the_place_of_econ_with_the_us_retreat(era: str, econ: int, posture: int) -> None:
    """S1.8.1, S6.9."""
    assert (ERAS[era].tracks.count("econ"), ERAS[era].tracks.count("posture")) == (econ, posture)


def test_black_april_is_a_game_of_arvn_against_nva() -> None:
    """S1.5."""
    assert ERAS["black_april"].factions == (ARVN, NVA)
