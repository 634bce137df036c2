"""The Random Spaces chart (8.2)."""

import json

import pytest

from fitl.board.facts import FactsError, packaged
from fitl.board.random_spaces import CHART, OTHER_CHART, Chart, chart_space, load_chart, relabelled
from fitl.board.spaces import CITIES, CONTROLLABLE, SPACE_BY_ID, mask_of


@pytest.mark.parametrize("chart", [CHART, OTHER_CHART], ids=["chart", "other_chart"])
@pytest.mark.parametrize(
    ("roll", "candidates", "result"),
    [
        (42, "cities", "da_nang"),
        (25, "cities", "hue"),
        (51, "cities", "qui_nhon"),
        (34, "cities", "hue"),
        (
            12,
            "kien_phong kien_giang_an_xuyen kien_hoa_vinh_binh ba_xuyen quang_duc_long_khanh binh_dinh pleiku_darlac "
            "khanh_hoa",
            "kien_hoa_vinh_binh",
        ),
        (
            12,
            "quang_tri_thua_thien northeast_cambodia the_fishhook the_parrots_beak sihanoukville",
            "the_parrots_beak",
        ),
        (42, "quang_tri_thua_thien phu_bon_phu_yen binh_tuy_binh_thuan can_tho", "phu_bon_phu_yen"),
        (54, "an_loc kien_phong kien_hoa_vinh_binh ba_xuyen", "an_loc"),
    ],
)
def test_the_printed_examples_lead_where_they_say(roll: int, candidates: str, result: str, chart: Chart) -> None:
    spaces = CITIES if candidates == "cities" else [SPACE_BY_ID[name] for name in candidates.split()]
    assert chart_space(roll, mask_of(spaces), chart) == SPACE_BY_ID[result]


def test_the_other_chart_has_khanh_hoa_at_52_and_is_one_loop_too() -> None:
    other = {roll: space for roll, space in OTHER_CHART.start.items() if space != CHART.start[roll]}
    assert other == {24: SPACE_BY_ID["cam_ranh"], 52: SPACE_BY_ID["khanh_hoa"], 53: SPACE_BY_ID["qui_nhon"]}
    assert chart_space(51, mask_of([SPACE_BY_ID["khanh_hoa"], SPACE_BY_ID["qui_nhon"]]), OTHER_CHART) == other[52]
    sp = 0
    for _ in range(CONTROLLABLE - 1):
        sp = OTHER_CHART.next[sp]
        assert sp != 0
    assert OTHER_CHART.next[sp] == 0


def test_spaces_of_a_chart_only_trade_places() -> None:
    with pytest.raises(FactsError, match="trade places"):
        relabelled(CHART, {24: SPACE_BY_ID["hue"]})


def test_every_roll_has_an_entry_and_the_arrows_make_one_loop() -> None:
    assert len(CHART.start) == 36
    sp, seen = 0, []
    for _ in range(CONTROLLABLE):
        seen.append(sp)
        sp = CHART.next[sp]
    assert sp == 0
    assert sorted(seen) == list(range(CONTROLLABLE))


def test_no_candidate_is_refused() -> None:
    with pytest.raises(ValueError, match="no Province or City"):
        chart_space(11, 1 << CONTROLLABLE)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: data["rolls"].pop("11"), "each of the 36 rolls"),
        (lambda data: data["rolls"].update({"11": "hanoi"}), 'unknown space "hanoi"'),
        (lambda data: data["cycle"].pop(), "once through every Province and City"),
        (lambda data: data.update(format="x"), "format"),
    ],
)
def test_a_damaged_chart_is_refused(damage: object, message: str) -> None:
    data = json.loads(packaged("random_spaces.json"))
    damage(data)  # type: ignore[operator]
    with pytest.raises(FactsError, match=message):
        load_chart(json.dumps(data))
