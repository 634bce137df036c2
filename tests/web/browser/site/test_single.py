"""The whole game as one HTML file (`fitl site --single`), opened from a disk, without a network."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.site.building import built_file
from tests.web.browser.site.conftest import Opener
from tests.web.browser.site.support import Framed, Single
from tests.web.browser.site.test_firefox import play_in_firefox
from tests.web.browser.site.test_site import sit_down, taken


@pytest.fixture(scope="module")
def single() -> Single:
    return Single(built_file())


@pytest.fixture
def page(browser: Any, single: Single) -> Iterator[Framed]:
    """The file in a browser that has no network; any complaint of the console fails the test."""
    opener = Opener(browser, single)
    single.page = opener.anew(1280, 800, offline=True)
    yield single.page
    assert opener.end() == []


def test_the_file_is_played_with_hints_and_is_there_after_a_reload(page: Framed, single: Single) -> None:
    table = sit_down(page, single)
    table.wait_for_question()
    assert single.asked("GET", f"/api/games/{table.game}/hint", token=table.token)["key"] in table.keys()
    table.pass_on()
    table.wait_for_question()
    before = taken(single, table)
    page.reload()
    table.ready()
    table.wait_for_question()
    assert taken(single, table) == before
    assert page.url == f"{single.front}#/game/{table.game}"


def test_a_thinker_plays_beside_the_table_of_the_file(page: Framed, single: Single) -> None:
    seats = [{"factions": ["us", "arvn"], "kind": "me"}]
    seats += [{"factions": [each], "kind": "bot", "plays": "thinker:quick"} for each in ("nva", "vc")]
    table = sit_down(page, single, seats=seats)
    table.at_once()
    table.wait_for_question()
    table.pass_on()
    table.wait_for_question()
    assert "why.thinker" in taken(single, table, "journal")


def test_two_people_play_at_one_screen_out_of_the_file(page: Framed, single: Single) -> None:
    table = sit_down(page, single, me="us+arvn nva+vc")
    table.wait_for_question()
    number = table.number()
    table.pass_on()
    assert table.number() > number


def test_links_and_back_lead_from_page_to_page_of_the_file(page: Framed) -> None:
    page.wait_for_selector(".alone")
    page.click("a[href$='#/rules']")
    page.wait_for_selector(".page-rules")
    page.click("a[href$='#/cards']")
    page.wait_for_selector(".page-cards")
    assert page.url.endswith("#/cards")
    page.around.go_back()
    page.wait_for_selector(".page-rules")
    page.around.go_back()
    page.wait_for_selector(".alone")


def test_the_file_speaks_spanish(page: Framed) -> None:
    page.wait_for_selector(".alone")
    page.select_option("select:has(option[value=es])", "es")
    page.around.wait_for_function("() => document.documentElement.lang === 'es'")
    page.wait_for_selector(".alone:has-text('Tus partidas')")


def test_firefox_plays_the_file(single: Single, tmp_path: Path) -> None:
    play_in_firefox(single.front, tmp_path)
