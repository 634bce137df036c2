"""What is shown for a moment only: arrows of what others moved, and notices. Nothing lies under a notice."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.browser.support import AT_ONCE, Server, Table, resize

SIZES = ((1440, 900), (1024, 768), (844, 390), (640, 360), (360, 640))

TRACES = """async () => {
  const { createTraces } = await import("/static/js/table/traces.js");
  const state = (begun, ...ways) => ({
    stage_begun: begun,
    moved: { others: { moves: ways.map(([from, to]) => ({ from, to, n: 1, via: [] })), placed: [], removed: [] } },
  });
  let shown = [];
  const names = ({ moves = [] }) => moves.map(({ from, to }) => `${from}-${to}`);
  const traces = createTraces(state(1, ["hue", "saigon"]), (marks) => (shown = names(marks)));
  const told = [];
  const update = (next, atOnce = true) => (traces.update(next, atOnce), told.push(shown));
  const more = state(1, ["hue", "saigon"], ["hue", "kontum"]);
  update(state(1, ["hue", "saigon"]));  // it stood there when the page was opened
  update(more);
  update(more);  // a look at the same state
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "x" }));
  told.push(shown);
  update(more);
  update(state(2, ["hue", "kontum"]));  // another phase
  traces.end();  // an answer
  told.push(shown);
  update(state(2, ["hue", "kontum"], ["saigon", "hue"]), false);  // told step by step
  return told;
}"""


def test_moves_of_others_are_marked_once_until_the_first_key_or_answer(open_page: Callable[..., Any]) -> None:
    page = open_page("/")
    page.wait_for_selector(".scenario")
    fresh = ["hue-kontum"]
    assert page.evaluate(TRACES) == [[], fresh, fresh, [], [], fresh, [], []]


def test_at_once_arrows_of_a_bots_turn_fade_and_lie_under_names_and_pieces(
    server: Server, open_page: Callable[..., Any]
) -> None:
    made = server.create("short-1965", "us")
    path = next(link["path"] for link in made["links"] if link["mine"])
    page = open_page(path, stored=AT_ONCE)
    page.wait_for_selector(".table.ready")
    page.clock.install()
    layers = page.evaluate("[...document.querySelector('.sheet').children].map((each) => each.getAttribute('class'))")
    names = [layers.index(each) for each in layers if each and "names" in each]
    assert layers.index("traces") < min(names) < layers.index("state")
    page.evaluate(
        """async () => {
          const { createTraces } = await import("/static/js/table/traces.js");
          const layer = document.querySelector(".traces");
          const moves = [{ from: "hue", to: "saigon", n: 2, via: [] }];
          const told = (others) => ({ stage_begun: 0, moved: { others } });
          const show = ({ moves = [] }) => (layer.dataset.shown = moves.length);
          createTraces(told({}), show).update(told({ moves }), true);
        }"""
    )
    assert page.get_attribute(".traces", "data-shown") == "1"
    page.clock.run_for(6100)
    assert page.get_attribute(".traces", "data-shown") == "0"


LONG = "Other players' moves came in first. Nothing was changed; please try the same again in a moment."
SAY = """(text) => {
  const notice = document.querySelector(".notice");
  notice.textContent = text;
  notice.hidden = false;
}"""
# What lies under a notice and is neither it nor what it stands in.
UNDER = """() => {
  const notice = document.querySelector(".notice");
  const { left, right, top, bottom } = notice.getBoundingClientRect();
  const [across, down] = [[left + 3, (left + right) / 2, right - 3], [top + 3, (top + bottom) / 2, bottom - 3]];
  return across.flatMap((x) => down.flatMap((y) => document.elementsFromPoint(x, y)))
    .filter((each) => each !== notice && !each.contains(notice) && !notice.contains(each))
    .map((each) => each.className);
}"""


def test_a_notice_covers_nothing_on_any_screen(table: Callable[..., Table]) -> None:
    seat = table("short-1965", "us")
    seat.at_once()
    seat.wait_for_question()
    page = seat.page
    for width, height in SIZES:
        resize(page, width, height)
        if page.is_visible("#tab-map"):
            page.click("#tab-map")
        page.evaluate(SAY, LONG)
        box = page.locator(".notice").bounding_box()
        where = f"{width}x{height}: {box}"
        assert box["x"] >= 0, where
        assert box["x"] + box["width"] <= width, where
        assert page.evaluate(UNDER) == [], where
        assert page.locator(".map-stage").bounding_box()["y"] >= box["y"] + box["height"], where
        assert page.locator(".menu .more > summary").is_visible(), where
        page.evaluate("() => (document.querySelector('.notice').hidden = true)")


@pytest.mark.parametrize("hurry", [True, False])
def test_that_a_bot_thinks_is_told_beside_the_map(table: Callable[..., Table], hurry: bool) -> None:
    seat = table("short-1965", "us", width=360, height=640)
    seat.at_once()
    seat.wait_for_question()
    seat.page.evaluate(
        """(hurry) => {
          const thinking = document.querySelector(".thinking");
          thinking.hidden = false;
          thinking.firstElementChild.textContent = "VC: thinking, 40 %";
          document.querySelector(".hurry").hidden = !hurry;
        }""",
        hurry,
    )
    thinking, room = (seat.page.locator(part).bounding_box() for part in (".thinking", ".map-stage"))
    assert thinking["y"] + thinking["height"] <= room["y"]
