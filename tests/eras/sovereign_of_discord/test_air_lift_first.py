"""Whether Advise and Interdict may be chosen for what an Air Lift before them would make possible (4.1, P4.2.2)."""

import pytest

from fitl.board.cards import card_number
from fitl.board.factions import US
from fitl.board.pieces import KINDS
from fitl.board.spaces import SPACE_COUNT, SPACES
from fitl.eras.sovereign_of_discord.advise import can_advise_after_air_lift
from fitl.eras.sovereign_of_discord.interdict import can_interdict_after_air_lift
from fitl.rules.control import recount
from fitl.rules.operation import Activity, Operation
from fitl.state import State
from tests.eras.sovereign_of_discord.support import P61, begun, edit

MONSOON = card_number("p73")


def alone(monsoon: bool, **spaces: dict[str, int]) -> State:
    """Only these pieces are on the map, at Washington 1."""
    s = begun(P61, washington=1, next_card=MONSOON if monsoon else card_number("p2"))
    for sp in range(SPACE_COUNT):
        if any(s.pieces[sp * KINDS : (sp + 1) * KINDS]):
            edit(s, SPACES[sp].id)
    for name, pieces in spaces.items():
        edit(s, name, **pieces)
    recount(s)
    return s


def may_begin(s: State) -> bool:
    op = Operation(s, US, "advise")
    return can_advise_after_air_lift(s, op, Activity(s, US, "air_lift", op))


@pytest.mark.parametrize(
    ("monsoon", "spaces", "expected"),
    [
        # an Irregular flies to whom it can strike
        (True, {"hue": {"irregular": 1}, "tay_ninh": {"vc_guerrilla_active": 1}}, True),
        (True, {"hue": {"irregular": 1}}, False),
        (True, {"hue": {"irregular_active": 1}, "tay_ninh": {"vc_guerrilla_active": 1}}, False),
        # to Sweep in place an Advisor and somebody of ARVN come together, whoever can fly
        (False, {"hue": {"advisor": 1}, "tay_ninh": {"arvn_troops": 1}}, True),
        (False, {"hue": {"advisor": 1}, "tay_ninh": {"ranger": 1}}, True),
        (False, {"hue": {"advisor": 1}, "saigon": {"police": 1}}, True),
        (False, {"tay_ninh": {"arvn_troops": 1}}, False),
        # Police do not fly, and no Advisor is set where there is no COIN Control
        (False, {"hue": {"advisor": 1}, "tay_ninh": {"police": 1, "vc_guerrilla": 2}}, False),
        # in Monsoon only an Assault is left: an enemy, an Advisor and a cube in one space
        (True, {"hue": {"advisor": 1}, "tay_ninh": {"arvn_troops": 1}}, False),
        (True, {"hue": {"advisor": 1}, "da_nang": {"arvn_troops": 1}, "saigon": {"vc_guerrilla": 1}}, True),
        (True, {"hue": {"advisor": 1}, "da_nang": {"ranger": 1}, "saigon": {"vc_guerrilla": 1}}, False),
        (True, {"hue": {"advisor": 1}, "saigon": {"police": 1, "vc_guerrilla": 1}}, True),
        (True, {"hue": {"advisor": 1}, "tay_ninh": {"vc_guerrilla": 1}, "saigon": {"arvn_troops": 1}}, False),
        # an Advisor that stands where none could be set is reached all the same
        (True, {"tay_ninh": {"advisor": 1, "vc_guerrilla": 2}, "saigon": {"arvn_troops": 1}}, True),
    ],
)
def test_advise_begins_with_an_air_lift_that_brings_together_whom_it_needs(
    monsoon: bool, spaces: dict[str, dict[str, int]], expected: bool
) -> None:
    assert may_begin(alone(monsoon, **spaces)) == expected


def test_without_an_air_lift_nothing_is_brought_together() -> None:
    """P4.2.2: none at Washington 0."""
    s = alone(False, hue={"advisor": 1}, tay_ninh={"arvn_troops": 1})
    s.washington = 0
    assert not may_begin(s)


@pytest.mark.parametrize(
    ("spaces", "expected"),
    [
        ({"hue": {"irregular": 1}, "tay_ninh": {"vc_base": 1}}, True),  # it may fly anywhere
        ({"hue": {"irregular": 1}, "tay_ninh": {"vc_guerrilla": 1}}, False),  # to nobody
        ({"hue": {"advisor": 1}, "tay_ninh": {"vc_base": 1}}, True),  # it may be set in Saigon or An Loc
        ({"hue": {"advisor": 1}, "phu_bon_phu_yen": {"vc_base": 1}}, True),
        ({"hue": {"advisor": 1}, "quang_nam": {"vc_base": 1}}, True),
        ({"hue": {"arvn_troops": 1}, "tay_ninh": {"vc_base": 1}}, False),  # nobody of the US
    ],
)
def test_interdict_begins_with_an_air_lift_that_brings_somebody_near(
    spaces: dict[str, dict[str, int]], expected: bool
) -> None:
    """P3.2.6: a US piece in the Province or next to it."""
    s = alone(False, **spaces)
    op = Operation(s, US, "interdict")
    assert can_interdict_after_air_lift(s, op, Activity(s, US, "air_lift", op)) == expected
