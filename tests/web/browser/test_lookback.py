"""Graphs, dice, the end of a game and exports, drawn in a real browser."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Page, expect

from tests.web.browser.support import drawn, resize

FACTIONS = ("us", "arvn", "nva", "vc")


def row(entry: int, title: str, margins: tuple[int, int, int, int], **more: Any) -> dict[str, Any]:
    return {
        "entry": entry,
        "id": str(entry + 1),
        "title": title,
        "coup": False,
        "over": False,
        "margins": dict(zip(FACTIONS, margins, strict=True)),
        "resources": {"arvn": 10, "nva": 5, "vc": 7},
        "control": {"coin": 20, "nva": 4},
        "dice": [],
    } | more


HISTORY = [
    row(0, "Sappers", (-12, -9, -8, -12)),
    row(40, "Son Tay", (-5, -9, -8, -6), dice=[{"by": "us", "n": 6}, {"by": "us", "n": 4}, {"by": None, "n": 1}]),
    row(90, "Coup! Young Turks", (-9, -9, -8, 1), coup=True, dice=[{"by": "vc", "n": 2}]),
    row(130, "Phoenix", (-9, -9, -9, -9)),
    row(160, "Uncle Ho", (-3, -1, -9, -9), over=True, control={"coin": 28, "nva": 2}),
]
STATE = {
    "name": "Saturday war",
    "title": "Short: 1965-1967",
    "verdict": "Stalemate.",
    "me": {"factions": ["us"]},
    "players": [{"factions": [each], "kind": "person" if each == "us" else "bot", "name": ""} for each in FACTIONS],
    "view": {
        "outcome": {
            "reason": "final",
            "winner": "arvn",
            "ranking": ["arvn", "us", "vc", "nva"],
            "margins": {"us": -3, "arvn": -1, "nva": -9, "vc": -9},
        }
    },
}
SETTING = """async () => {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = "/static/css/lookback.css";
  document.head.append(sheet);
  await new Promise((done) => (sheet.onload = done));
  await (await import("/static/js/words.js")).loadWords(); // the page's own are in its one script
  window.graph = await import("/static/js/lookback/graph.js");
  window.end = await import("/static/js/lookback/end.js");
  window.figures = await import("/static/js/lookback/figures.js");
  window.exports = await import("/static/js/lookback/export.js");
  window.api = await import("/static/js/api.js");
  window.sought = [];
}"""


@pytest.fixture
def page(open_page: Callable[..., Any]) -> Page:
    """A page of ours that has loaded its words and the modules under test."""
    found: Page = open_page("/")
    expect(found.locator(".scenario").first).to_be_visible()
    found.evaluate(SETTING)
    return found


def show(page: Page, made: str, history: list[dict[str, Any]] | None = None) -> None:
    """Put an element on an otherwise empty page, drawn for its size; `made` may use `history` and `state`."""
    page.evaluate(
        f"([history, state]) => document.body.replaceChildren({made})", [HISTORY if history is None else history, STATE]
    )
    drawn(page)


def minus(text: str) -> str:
    """The text with real minus signs, as the page writes numbers."""
    return text.replace("-", "\N{MINUS SIGN}")


def computed(page: Page, expression: str) -> Any:
    return page.evaluate(f"(history) => {expression}", HISTORY)


# --- numbers ------------------------------------------------------------------------------------------------------


def test_dice_are_counted_for_each_faction_and_for_nobody(page: Page) -> None:
    assert computed(page, "figures.luckOf(history)") == [
        {"by": "us", "count": 2, "mean": 5, "faces": [0, 0, 0, 1, 0, 1]},
        {"by": "vc", "count": 1, "mean": 2, "faces": [0, 1, 0, 0, 0, 0]},
        {"by": "chance", "count": 1, "mean": 1, "faces": [1, 0, 0, 0, 0, 0]},
    ]


def test_numbers_have_a_real_minus_and_the_marks_of_the_language(page: Page) -> None:
    written = "[1.25, -0.5, 0.001, 1234.5].map((n) => figures.signed(n, 2))"
    assert computed(page, written) == [minus(text) for text in ("+1.25", "-0.50", "0.00", "+1,234.50")]
    page.evaluate("document.documentElement.lang = 'es'")
    assert computed(page, "[1.25, -0.5].map((n) => figures.signed(n, 2))") == [minus("+1,25"), minus("-0,50")]


def test_a_swing_belongs_to_the_card_during_which_it_happened(page: Page) -> None:
    best = computed(page, "figures.bestSwing(history, 'us')")
    assert (best["row"]["title"], best["change"]) == ("Sappers", 7)
    worst = computed(page, "figures.worstSwing(history, 'vc')")
    assert (worst["row"]["title"], worst["change"]) == ("Coup! Young Turks", -10)
    assert computed(page, "figures.bestSwing(history, 'nva')") is None


def test_a_shared_lead_changes_no_hands(page: Page) -> None:
    assert computed(page, "history.map(figures.leaderOf)") == ["nva", "us", "vc", None, "arvn"]
    assert computed(page, "figures.leadChanges(history)") == 3
    assert computed(page, "figures.leadingSince(history, 'arvn').title") == "Phoenix"
    assert computed(page, "figures.leadingSince(history, 'us')") is None


# --- graphs -------------------------------------------------------------------------------------------------------


def test_the_four_lines_differ_by_more_than_colour(page: Page) -> None:
    show(page, "graph.marginGraph(history)")
    strokes = page.locator(".line > .stroke")
    assert strokes.count() == 4
    dashes = {strokes.nth(i).get_attribute("stroke-dasharray") for i in range(4)}
    marks = {page.locator(f".line.{each} > .dot").first.get_attribute("d") for each in FACTIONS}
    assert len(dashes) == len(marks) == 4


def test_a_higher_margin_is_drawn_higher_and_zero_is_marked(page: Page) -> None:
    show(page, "graph.marginGraph(history)")
    zero = float(page.locator(".zero").get_attribute("y1") or "nan")
    heights = [
        float(str(point).split()[1])
        for point in str(page.locator(".line.vc > .stroke").get_attribute("d")).removeprefix("M").split("L")
    ]
    assert heights[2] < zero < heights[1] < heights[0]  # +1, 0, -6, -12
    assert abs(heights[3] - heights[4]) < 6  # the same margin, beside other lines


def test_lines_of_one_value_run_side_by_side(page: Page) -> None:
    show(page, "graph.marginGraph(history)")

    def height(faction: str, at: int) -> float:
        d = str(page.locator(f".line.{faction} > .stroke").get_attribute("d"))
        return float(d.removeprefix("M").split("L")[at].split()[1])

    heights = sorted(height(faction, 3) for faction in FACTIONS)  # all at -9
    assert all(other - one > 2.5 for one, other in pairwise(heights))
    assert height("nva", 4) != height("vc", 4)


def test_the_names_at_the_right_do_not_overlap_even_if_margins_are_equal(page: Page) -> None:
    for width in (1280, 390):
        resize(page, width, 844)
        show(page, "graph.marginGraph(history)", [*HISTORY[:-1], row(160, "", (-9, -9, -9, -9))])
        boxes = page.evaluate(
            "[...document.querySelectorAll('.leader')].map((each) => each.nextSibling.getBoundingClientRect().toJSON())"
        )
        boxes.sort(key=lambda box: box["top"])
        assert len(boxes) == 4
        assert all(above["top"] + 13 < below["top"] for above, below in pairwise(boxes))
        assert all(box["right"] <= width for box in boxes)


def test_arrows_move_from_card_to_card_and_enter_goes_there(page: Page) -> None:
    show(page, "graph.marginGraph(history, { onSeek: (entry) => sought.push(entry) })")
    slider = page.get_by_role("slider")
    slider.focus()
    expect(slider).to_have_attribute("aria-valuetext", minus("The end: US -3, ARVN -1, NVA -9, VC -9"))
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", minus("Son Tay (card 41): US -5, ARVN -9, NVA -8, VC -6"))
    page.keyboard.press("Enter")
    assert page.evaluate("sought") == [40]


def test_a_click_goes_to_the_card_under_the_pointer(page: Page) -> None:
    show(page, "graph.marginGraph(history, { onSeek: (entry) => sought.push(entry) })")
    coup = page.locator("line.coup").bounding_box()
    assert coup is not None
    page.mouse.click(coup["x"], coup["y"] + 60)
    assert page.evaluate("sought") == [90]


def test_each_graph_has_a_table_with_the_same_numbers(page: Page) -> None:
    show(page, "graph.lookBack(history)")
    for tab, first, last in (
        ("Margins", ["-12", "-9", "-8", "-12"], ["-3", "-1", "-9", "-9"]),
        ("Resources", ["10", "5", "7"], ["10", "5", "7"]),
        ("Control", ["20", "4"], ["28", "2"]),
        ("Dice", ["2", "0", "0", "0", "1", "0", "1", "5.00"], ["1", "1", "0", "0", "0", "0", "0", "1.00"]),
    ):
        page.get_by_role("tab", name=tab).click()
        if page.get_by_role("button", name="Show as a table").count():
            expect(page.locator("svg.lookback-graph")).to_be_visible()
            page.get_by_role("button", name="Show as a table").click()
        rows = page.locator("tbody tr")
        assert rows.first.locator("td").all_inner_texts() == list(map(minus, first))
        assert rows.last.locator("td").all_inner_texts() == list(map(minus, last))


def test_a_game_that_has_not_begun_has_graphs_that_say_so(page: Page) -> None:
    show(page, "graph.marginGraph(history), graph.diceLuck(history)", [])
    expect(page.get_by_text("Nothing has happened yet.")).to_be_visible()
    expect(page.get_by_text("No die has been rolled yet.")).to_be_visible()


def test_the_dice_graph_tells_the_mean_and_how_far_it_is_from_a_fair_one(page: Page) -> None:
    show(page, "graph.diceLuck(history)")
    expect(page.locator(".histogram.us")).to_contain_text("mean 5.00 (+1.50)")
    expect(page.locator(".histogram.vc")).to_contain_text(minus("mean 2.00 (-1.50)"))


# --- the end ------------------------------------------------------------------------------------------------------


def test_the_end_shows_the_ranking_the_verdict_and_what_decided_it(page: Page) -> None:
    show(page, "end.endScreen(state, history)")
    title = page.get_by_role("heading", level=2)
    expect(title).to_have_text("The Republic of Vietnam is ahead when the last Coup is over")
    expect(page.locator(".verdict")).to_have_text("Stalemate.")
    places = page.locator(".ranking li")
    assert [places.nth(i).locator(".chip").inner_text() for i in range(4)] == ["ARVN", "US", "VC", "NVA"]
    expect(places.nth(1)).to_contain_text("you")
    expect(places.nth(1)).to_contain_text(minus("-3"))
    decided = page.locator(".decided")
    expect(decided).to_contain_text("ARVN finished 2 points ahead of US.")
    expect(decided).to_contain_text("4 cards, 1 Coup Round; the lead changed hands 3 times.")
    expect(decided).to_contain_text("The card that helped ARVN most: Phoenix (+8).")
    expect(decided).to_contain_text("Population under COIN Control went from 20 to 28, under NVA Control from 4 to 2.")
    assert "lookback." not in page.locator("body").inner_text()
    level = "{...state.view.outcome, margins: {us: -1, arvn: -1, nva: -9, vc: -9}}"
    show(page, f"end.endScreen({{...state, view: {{...state.view, outcome: {level}}}}}, history)")
    expect(decided).to_contain_text("ARVN and US stood level; ties go to bots first")


def test_players_beaten_by_a_non_player_have_no_place_below_other_non_players(page: Page) -> None:
    """8.9: they have lost alike; after the winner all stand by margin."""
    show(page, "end.endScreen({...state, lost: ['us', 'vc']}, history)")
    places = page.locator(".ranking li")
    assert [places.nth(i).locator(".rank").inner_text() for i in range(4)] == ["1", "", "", ""]
    assert [places.nth(i).locator(".fallen").count() for i in range(4)] == [0, 1, 1, 0]
    expect(places.nth(1)).to_contain_text("lost, as all players have (8.9)")


@pytest.mark.parametrize("width", [1280, 390])
def test_the_end_fits_the_screen(page: Page, width: int) -> None:
    resize(page, width, 844)
    show(page, "end.endScreen(state, history)")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_phone_held_sideways_what_can_be_done_at_the_end_is_in_sight(open_page: Callable[..., Any]) -> None:
    """All four places stand in one row, so that the buttons below them need no scrolling."""
    page: Page = open_page("/", width=640, height=360)
    expect(page.locator(".scenario").first).to_be_visible()
    page.evaluate(SETTING)
    show(page, "end.endScreen(state, history)")
    tops = page.eval_on_selector_all(".ranking li", "all => all.map(one => one.getBoundingClientRect().top)")
    assert len(tops) == 4
    assert len({*tops}) == 1


# --- exports ------------------------------------------------------------------------------------------------------


def test_journal_story_position_and_map_are_saved_under_the_name_of_the_game(page: Page, tmp_path: Path) -> None:
    order = {"scenario": "short-1965", "seats": [{"factions": [each], "kind": "me"} for each in FACTIONS]}
    page.evaluate(
        """async (order) => {
          const { game, links } = await api.send("/api/games", order);
          const map = { toSVG: () => "<svg/>", toJPEG: async () => new Blob(["jpg"]) };
          const table = new api.Table(game, links[0].token);
          document.body.replaceChildren(exports.exportMenu(table, { map, name: "Saturday war" }));
        }""",
        order,
    )
    page.get_by_text("Export", exact=True).click()
    page.evaluate("document.addEventListener('click', (event) => sought.push(event.target.localName))")
    found = {}
    for button in ("Journal", "Story", "Position", "Map, drawing", "Map, picture"):
        with page.expect_download() as caught:
            page.get_by_role("button", name=button).click()
        target = tmp_path / caught.value.suggested_filename
        caught.value.save_as(target)
        found[target.name] = target.read_text()
    assert "a" not in page.evaluate("sought")  # a menu around it would take that for a click beside it, and close
    assert sorted(found) == [
        "fitl-saturday-war-map.jpg",
        "fitl-saturday-war-map.svg",
        "fitl-saturday-war.json",
        "fitl-saturday-war.jsonl",
        "fitl-saturday-war.txt",
    ]
    assert json.loads(found["fitl-saturday-war.jsonl"].splitlines()[0])["scenario"] == "short-1965"
    assert json.loads(found["fitl-saturday-war.json"])["fitl"] == 1
    assert found["fitl-saturday-war-map.svg"] == "<svg/>"


def test_an_export_that_fails_says_why(page: Page) -> None:
    show(page, 'exports.exportMenu(new api.Table("nothing", "nobody"), {})')
    page.get_by_text("Export", exact=True).click()
    page.get_by_role("button", name="Journal").click()
    expect(page.get_by_role("status")).to_contain_text("That did not work")
    page.complaints.clear()  # type: ignore[attr-defined]  # the refusal was meant
    expect(page.get_by_role("button", name="Map, drawing")).to_have_count(0)  # without a map there is no picture
