"""Screens of every size: two columns where they are wider than high, free spaces, and room for a finger."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from fitl.game import Game
from tests.web.browser.support import AT_ONCE, FACTIONS, Server, Table, resize

OpenPage = Callable[..., Any]
LANDSCAPE = ((568, 320), (640, 360), (667, 375), (844, 390), (932, 430))
UPRIGHT = ((360, 640), (390, 844), (820, 1180))
DESKS = ((1024, 768), (1280, 800), (1440, 900), (1920, 1080))
FINGER: dict[str, Any] = {"has_touch": True, "is_mobile": True}

# All that can be touched and is smaller than 24 px in some direction, with what widens it for a finger counted in. Left
# out are spaces of the map: each is also in the list, and a finger beside a small lit one means that.
SMALL = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [role=slider]")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".visually-hidden"))
  .map((each) => {
    const after = getComputedStyle(each, "::after");
    const widened = after.content !== "none" && after.position === "absolute";
    const boxes = [each, ...(each.labels ?? [])].map((part) => part.getBoundingClientRect());
    if (widened) boxes.push({ width: parseFloat(after.width), height: parseFloat(after.height) });
    const [width, height] = ["width", "height"].map((side) => Math.max(...boxes.map((box) => box[side])));
    return { what: `${each.localName}.${each.className} ${each.textContent.slice(0, 30)}`, width, height };
  })
  .filter(({ width, height }) => width > 0 && Math.min(width, height) < 23.9)
  .map(({ what, width, height }) => `${what}: ${width.toFixed(1)} x ${height.toFixed(1)}`)"""


def test_every_landscape_has_two_columns_and_no_button_lies_over_a_space(table: Callable[..., Table]) -> None:
    seat = table("short-1965", "us", width=1440, height=900)
    seat.at_once()
    seat.wait_for_question()
    page = seat.page
    for width, height in (*DESKS, *LANDSCAPE, *UPRIGHT):
        resize(page, width, height)
        if page.is_visible("#tab-map"):
            page.click("#tab-map")
        drawing, buttons = (page.locator(part).bounding_box() for part in (".map-stage", ".map-controls"))
        where = f"{width}x{height}: {drawing} {buttons}"
        beside = buttons["x"] >= drawing["x"] + drawing["width"]
        assert beside or buttons["y"] + buttons["height"] <= drawing["y"], where
        assert width < height or min(drawing["width"] / 1000, drawing["height"] / 1400) >= 0.17, where
        question = page.locator(".prompt").bounding_box()
        assert (question["x"] > drawing["x"] + drawing["width"]) == (width > height), where
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("path", ["/", "/learn", "/rules", "/cards"])
def test_a_finger_meets_24_pixels_on_every_page(open_page: OpenPage, path: str) -> None:
    page = open_page(path, width=390, height=844, **FINGER)
    page.wait_for_selector(".scenario, .learn-chapters, .rules-article, .cards-row", state="attached")
    page.wait_for_load_state("networkidle")
    page.evaluate("() => document.querySelectorAll('details').forEach((each) => (each.open = true))")
    for size in ((390, 844), (640, 360)):
        resize(page, *size)
        assert page.evaluate(SMALL) == []


def far(server: Server, scenario: str, answers: int) -> dict[str, Any]:
    """A game of one person some answers on."""
    made = server.create(scenario, "us arvn nva vc")
    game = f"/api/games/{made['game']}"
    me = {"Authorization": f"Bearer {next(link['token'] for link in made['links'] if link['mine'])}"}
    for n in range(answers):
        decision = server.http.get(game, headers=me).json()["view"]["decision"]
        options = [option["key"] for option in decision["options"]]
        key = next((key for key in ("event:unshaded", "done") if key in options), options[n % len(options)])
        sent = server.http.post(f"{game}/choose", headers=me, json={"number": decision["number"], "key": key})
        assert sent.status_code == 200, sent.text
    return made


@pytest.mark.parametrize("scenario", ["short-1965", "four-player-1961", "prequel-1963"])
def test_a_finger_meets_24_pixels_all_over_the_table(server: Server, open_page: OpenPage, scenario: str) -> None:
    made = far(server, scenario, 30)
    path = next(link["path"] for link in made["links"] if link["mine"])
    page = open_page(path, width=390, height=844, stored=AT_ONCE, **FINGER)
    page.wait_for_selector(".table.ready")
    page.wait_for_selector(".prompt.mine .option, .confirm", state="attached")
    for size in ((390, 844), (640, 360)):
        resize(page, *size)
        for tab in ("board", "story", "chat", "map", "decide"):
            if page.is_visible(f"#tab-{tab}"):
                page.click(f"#tab-{tab}")
                assert page.evaluate(SMALL) == [], f"{tab} at {size}"
    page.click(".more > summary")
    assert page.evaluate(SMALL) == []
    for name in ("How the war is going", "People and links", "Settings", "Keys"):
        page.get_by_role("button", name=name).click()
        page.wait_for_selector("dialog[open]")
        assert page.evaluate(SMALL) == [], name
        page.locator("dialog[open] .close").click()
        page.wait_for_selector("dialog[open]", state="detached")
        page.click(".more > summary")


def asked_how_many() -> dict[str, Any]:
    """A position in which a number is asked for after several other answers of the same turn."""
    rng = random.Random(3)
    game = Game.new("short-1965", seed=7)
    while (decision := game.decision) is not None:
        so_far = len(game.entries) - game.checkpoints[-1].entries
        if decision.kind.endswith(".amount") and len(decision.options) > 2 and so_far > 6:
            return game.position()
        game.choose(rng.choice(decision.options))
    raise AssertionError("nobody is asked for a number")


def test_on_a_phone_held_sideways_the_button_of_a_number_is_in_sight(server: Server, open_page: OpenPage) -> None:
    seats = [{"factions": [name], "kind": "me"} for name in FACTIONS]
    made = server.http.post("/api/games/import", json={"position": asked_how_many(), "seats": seats}).json()
    path = next(link["path"] for link in made["links"] if link["mine"])
    page = open_page(path, width=640, height=360, stored=AT_ONCE, **FINGER)
    page.wait_for_selector(".stepper .confirm")
    for size in ((640, 360), (844, 390)):
        resize(page, *size)
        assert len(page.query_selector_all(".plan-so-far .step")) > 3
        button = page.locator(".confirm").bounding_box()
        acts = page.locator(".acts").bounding_box()
        assert button["y"] + button["height"] <= acts["y"] + 1, size


TAPPED = """async ([space, dx, dy]) => {
  const [{ createMap }, { constant }, words] = await Promise.all(
    ["map/map", "constants", "words"].map((name) => import(`/static/js/${name}.js`)));
  await words.loadWords();
  const host = document.createElement("div");
  host.style.cssText = "position: fixed; inset: 0; width: 320px; height: 280px; z-index: 99";
  document.body.append(host);
  const [shapes, facts] = await Promise.all([constant("shapes"), constant("facts")]);
  const map = createMap(host, { shapes, facts, onChoose: (id) => (window.chosen = id) });
  map.light({ spaces: { [space]: "here" } });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const { slot } = shapes.spaces[space];
  const drawn = host.querySelector("svg.sheet").getScreenCTM();
  const at = new DOMPoint(slot.x + slot.w / 2, slot.y + slot.h / 2).matrixTransform(drawn);
  return [at.x + dx, at.y + dy];
}"""


def test_a_finger_beside_a_small_lit_road_means_it(open_page: OpenPage) -> None:
    road = "loc_saigon_can_tho"
    page = open_page("/rules", width=640, height=360, **FINGER)
    page.wait_for_selector(".rules-article", state="attached")
    page.add_style_tag(url="/static/css/map.css")
    x, y = page.evaluate(TAPPED, [road, -9, 6])
    page.touchscreen.tap(x, y)
    page.wait_for_function("window.chosen")
    assert page.evaluate("window.chosen") == road
    page.touchscreen.tap(x - 30, y)
    page.wait_for_function("(road) => window.chosen !== road", arg=road)
