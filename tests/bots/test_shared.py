"""What all flowcharts share: random LoCs (8.3) and pieces that must be taken from the map (1.4.1)."""

import pytest

from fitl.board.factions import VC
from fitl.board.pieces import VC_GUERRILLA
from fitl.board.random_spaces import chart_space
from fitl.board.spaces import SPACE_BY_ID
from fitl.bots.mind import Mind, Settings
from fitl.bots.select import random_loc, random_space
from fitl.decisions import Decision, spaces_options
from tests.bots.support import Table
from tests.support import blank, put

LOC = {name.removeprefix("loc_"): space for name, space in SPACE_BY_ID.items() if name.startswith("loc_")}


def chosen(spaces: list[int], *dice: int, loc: bool = True, settings: Settings | None = None) -> tuple[int, Table]:
    """The LoC (or space) chosen at random with these dice."""
    table = Table(blank(), VC, *dice, settings=settings)
    flow = (random_loc if loc else random_space)(table.mind, spaces)
    value = None
    while True:
        try:
            decision = flow.send(value)
        except StopIteration as stop:
            assert not table.dice
            found: int = stop.value
            return found, table
        value = table._die(decision).value


@pytest.mark.node("random_loc")
def test_the_highest_econ_is_taken_without_a_die() -> None:
    space, _ = chosen([LOC["hue_da_nang"], LOC["saigon_can_tho"], LOC["can_tho_bac_lieu"]])
    assert space == LOC["saigon_can_tho"]


@pytest.mark.node("random_loc")
def test_of_equal_econ_a_random_city_decides_and_then_equal_chance() -> None:
    hue, da_nang = SPACE_BY_ID["hue"], SPACE_BY_ID["da_nang"]
    locs = [LOC["hue_khe_sanh"], LOC["hue_da_nang"], LOC["saigon_da_lat"]]
    found = set()
    for tens in range(1, 7):
        space, table = chosen([LOC["hue_khe_sanh"], LOC["saigon_da_lat"]], tens, 1)
        assert table.nodes == ["random_space", "random_loc"]
        found.add(space)
    assert found == {LOC["hue_khe_sanh"], LOC["saigon_da_lat"]}
    for first in (1, 2):  # both LoCs touch Hue: one of two by equal chance
        space, _ = chosen(locs[:2], *_dice_for({hue, da_nang}, hue), first)
        assert space == locs[first - 1]


@pytest.mark.node("random_loc")
def test_where_all_touch_one_city_only_no_die_is_rolled_for_it() -> None:
    locs = [LOC["can_tho_chau_doc"], LOC["can_tho_long_phu"]]
    assert [chosen(locs, first)[0] for first in (1, 2)] == locs


@pytest.mark.node("random_loc")
def test_by_equal_chances_the_city_is_one_of_those_touched() -> None:
    locs = [LOC["hue_khe_sanh"], LOC["saigon_da_lat"]]
    found = {chosen(locs, first, settings=Settings(random_spaces="uniform"))[0] for first in (1, 2)}
    assert found == set(locs)


def _dice_for(cities: set[int], wanted: int) -> tuple[int, int]:
    mask = sum(1 << city for city in cities)
    return next(
        (tens, ones) for tens in range(1, 7) for ones in range(1, 7) if chart_space(10 * tens + ones, mask) == wanted
    )


@pytest.mark.node("random_space")
def test_provinces_and_cities_come_before_locs() -> None:
    space, _ = chosen([LOC["hue_da_nang"], SPACE_BY_ID["saigon"]], loc=False)
    assert space == SPACE_BY_ID["saigon"]


@pytest.mark.node("lift")
def test_a_piece_that_must_be_lifted_comes_from_a_random_space() -> None:
    s = blank()
    hue, saigon = SPACE_BY_ID["hue"], SPACE_BY_ID["saigon"]
    put(s, hue, vc_guerrilla=1)
    put(s, saigon, vc_guerrilla=1)
    params = {"piece": VC_GUERRILLA, "space": SPACE_BY_ID["tay_ninh"]}
    decision = Decision(VC, "lift.origin", "1.4.1", spaces_options([hue, saigon]), params)
    for wanted in (hue, saigon):
        table = Table(s, VC, *_dice_for({hue, saigon}, wanted))
        assert table.ask(decision).spaces == (wanted,)
        assert table.nodes == ["random_space", "lift"]


def test_a_mind_in_thought_counts_nothing() -> None:
    table = Table(blank(), VC)
    thought: Mind = table.mind.in_thought()
    thought.visit("random_loc", space=30)
    assert table.nodes == []
