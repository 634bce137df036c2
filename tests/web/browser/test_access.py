"""axe-core finds no serious violation on any page, at a desk and on a phone."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.web.browser.support import Table, resize

SERIOUS = ("serious", "critical")
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
PAGES = {  # each with what it shows once it has read all it needs
    "/": ".scenario",
    "/learn": ".learn-chapters",
    "/rules": ".rules-article",
    "/cards": ".cards-row",
}


def serious(page: Any) -> list[str]:
    """What axe-core finds, each with where."""
    found = Axe().run(page).response["violations"]
    return [
        f"{violation['id']}: {violation['help']} at {[node['target'] for node in violation['nodes']][:5]}"
        for violation in found
        if violation["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("path", PAGES)
def test_pages_have_no_serious_violation(open_page: Callable[..., Any], path: str, size: dict[str, int]) -> None:
    page = open_page(path, **size)
    page.wait_for_selector("h1, h2")
    page.wait_for_selector(PAGES[path], state="attached")
    page.wait_for_load_state("networkidle")
    assert serious(page) == []


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_table_has_no_serious_violation(table: Callable[..., Table], size: dict[str, int]) -> None:
    seat = table("short-1965", "us", **size)
    seat.at_once()
    seat.wait_for_question()
    assert serious(seat.page) == []
    for tab in ("board", "chat", "map"):
        if seat.page.is_visible(f"#tab-{tab}"):
            seat.page.click(f"#tab-{tab}")
            assert serious(seat.page) == []


def test_its_dialogs_have_no_serious_violation(table: Callable[..., Table]) -> None:
    seat = table("short-1965", "us")
    seat.at_once()
    seat.wait_for_question()
    for open_it in ("h", "?", "w"):
        seat.page.keyboard.press(open_it)
        if open_it == "w" and not seat.state()["turns"]:
            continue
        seat.page.wait_for_selector("dialog[open]")
        assert serious(seat.page) == []
        seat.page.keyboard.press("Escape")
        seat.page.wait_for_selector("dialog[open]", state="detached")
    seat.page.click(".asked .rule")
    seat.page.wait_for_selector("dialog[open] .rules-article")
    seat.page.wait_for_function("() => !document.querySelector('dialog[open]').getAnimations({subtree: true}).length")
    assert serious(seat.page) == []


def test_the_page_stays_inside_the_screen_at_every_size(table: Callable[..., Table]) -> None:
    seat = table("short-1965", "us")
    seat.at_once()
    seat.wait_for_question()
    for width, height in ((1920, 1080), (1280, 800), (1024, 768), (390, 844)):
        resize(seat.page, width, height)
        wide = seat.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{wide} at {width}x{height}"
        assert seat.page.is_visible(".map") or width < 700
