"""One module puts eras, stages and cards together; importing the others changes nothing."""

import subprocess
import sys

import pytest

from fitl.compose import BASE, ERAS, PROGRAMS, STAGE_IDS, compose_eras, compose_programs
from fitl.eras.base import BASE_ERA
from fitl.events.program import Programs
from fitl.state import BASE_STAGES

# Each is imported first, in a process of its own, and finds everything.
FIRST = (
    ("fitl.state", "from fitl.compose import era_named; assert era_named('base').stages"),
    ("fitl.eras.sovereign_of_discord.after_diem", "from fitl.compose import ERAS; assert 'diem_stays' in ERAS"),
    ("fitl.eras.fall_of_saigon.paris", "from fitl.compose import STAGE_IDS; assert 'fall_reset' in STAGE_IDS"),
    ("fitl.events.vc.cards_91_105", "from fitl.compose import PROGRAMS; assert 1 in PROGRAMS"),
    ("fitl.packs.steps", "from fitl.compose import BASE; assert BASE.programs"),
    ("fitl.position.reading", "import fitl.game; fitl.game.Game.new('diems-war-1961')"),
)


@pytest.mark.parametrize(("first", "then"), FIRST)
def test_everything_is_there_whichever_module_is_imported_first(first: str, then: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import {first}; {then}"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_importing_an_era_makes_nothing_known() -> None:
    import tests.eras.toy

    assert tests.eras.toy.TOY_ERA.id not in ERAS
    assert tests.eras.toy.CRISIS not in STAGE_IDS


def test_two_eras_cannot_have_the_same_id() -> None:
    assert list(compose_eras([BASE_ERA])) == ["base"]
    with pytest.raises(ValueError, match="two eras have the id base"):
        compose_eras([BASE_ERA, BASE_ERA])


def test_two_modules_cannot_have_programs_for_the_same_side() -> None:
    one, other = Programs(), Programs()
    for event in (one, other):
        event(107, "shaded")(lambda s, by: None)
    assert list(compose_programs([one])) == [107]
    with pytest.raises(ValueError, match="two modules have a program for the shaded side of card 107"):
        compose_programs([one, other])


def test_one_module_cannot_have_two_programs_for_a_side() -> None:
    event = Programs()
    event(107, "shaded")(lambda s, by: None)
    with pytest.raises(ValueError, match="card 107 has a program for its shaded side already"):
        event(107, "shaded")(lambda s, by: None)


def test_every_side_of_every_printed_event_has_a_program() -> None:
    assert BASE.programs is PROGRAMS
    assert set(BASE.events) <= set(PROGRAMS)
    assert {card: set(sides) for card, sides in PROGRAMS.items()} == {
        card: set(BASE.facts[card].sides) for card in PROGRAMS
    }


def test_stages_are_numbered_in_the_order_of_the_eras() -> None:
    """What has learned from numbers (docs/research.md) finds them again."""
    assert STAGE_IDS[: len(BASE_STAGES)] == BASE_STAGES
    assert STAGE_IDS[len(BASE_STAGES) :: 8] == ("paris_talks", "fall_north_vietnam")
    assert len(set(STAGE_IDS)) == len(STAGE_IDS) == 26
    assert all(row.id == stage for era in ERAS.values() for stage, row in era.stages.items())
