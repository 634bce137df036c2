"""What only the folder has: it keeps games in the browser, plays without a network, and knows other tabs."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from fitl.site.pages import write_keeper
from tests.web.browser.site.conftest import Opener
from tests.web.browser.site.support import Asked, Framed, Site
from tests.web.browser.support import Table

SHEET = "fetch('site/shell.css').then((answer) => answer.text())"
FULL = """() => {
  self.putBefore = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException("no room", "QuotaExceededError"); };
}"""


def sit_down(page: Framed, site: Asked, scenario: str = "short-1965", me: str = "us", **wish: Any) -> Table:
    site.page = page
    made = site.create(scenario, me, **wish)
    page.go(next(link for link in made["links"] if link["mine"])["path"])
    return Table(page, site, made)


def taken(site: Asked, table: Table, what: str = "log.txt") -> str:
    """A file of the game: its story tells all that has happened."""
    status, text = site.told("GET", f"/api/games/{table.game}/{what}", token=table.token)
    assert status == 200
    return text


def test_what_was_answered_is_there_after_a_reload(open_page: Opener, server: Site) -> None:
    table = sit_down(open_page(), server)
    table.wait_for_question()
    table.pass_on()
    table.wait_for_question()
    before = taken(server, table)
    table.page.reload()
    table.ready()
    table.wait_for_question()
    assert taken(server, table) == before
    assert f"#/game/{table.game}" in table.page.url


def test_without_a_network_everything_goes_on(open_page: Opener, server: Site) -> None:
    page = open_page.anew(1280, 800, service_workers="allow")
    page.around.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.around.context.set_offline(True)
    page.reload()
    table = sit_down(page, server)
    table.wait_for_question()
    table.pass_on()
    assert table.wait_for_question()
    page.click(".home")
    page.wait_for_selector(".my-game")
    page.click("a[href$='rules.html']")
    page.wait_for_selector(".page-rules")


def test_two_tabs_do_not_play_the_same_game(open_page: Opener, server: Site) -> None:
    one = sit_down(open_page.anew(1280, 800), server)
    one.wait_for_question()
    other_page = open_page.beside(one.page.around.context)
    other_page.go(f"/game/{one.game}#{one.token}")
    other = Table(other_page, server, {"game": one.game, "links": one.links})
    other.wait_for_question()
    server.page = one.page
    number = one.number()
    one.pass_on()
    other.settled(number)  # it sees what happens there ...
    other.wait_for_question()
    other_page.complaints.clear()
    first = other.keys()[0]
    other_page.click(f'.prompt .option[data-key="{first}"]')
    other_page.wait_for_selector(".says .notice:has-text('another tab')")  # ... and does nothing itself
    other_page.complaints.clear()  # a refusal is no fault, but the console tells of it
    one.page.around.close()
    server.page = other_page
    other_page.wait_for_timeout(500)
    number = other.number()
    other.click(first)
    assert other.number() != number


def test_a_full_disk_takes_the_answer_back(open_page: Opener, server: Site) -> None:
    table = sit_down(open_page.anew(1280, 800), server)
    table.wait_for_question()
    before, number = taken(server, table), table.number()
    engine = table.page.around.workers[0]
    engine.evaluate(FULL)
    table.page.click(f'.prompt .option[data-key="{table.keys()[-1]}"]')
    table.page.wait_for_selector(".says .notice:has-text('no more room')")
    table.page.complaints.clear()
    engine.evaluate("() => { IDBObjectStore.prototype.put = self.putBefore; }")
    assert taken(server, table) == before
    table.page.wait_for_function("(number) => document.getElementById('table').dataset.number === number", arg=number)
    table.pass_on()


def test_a_thinker_thinks_beside_the_table_and_can_be_told_that_it_is_enough(open_page: Opener, server: Site) -> None:
    seats = [{"factions": ["us"], "kind": "me"}]
    seats += [{"factions": [each], "kind": "bot", "plays": "thinker:deep"} for each in ("arvn", "nva", "vc")]
    table = sit_down(open_page.anew(1280, 800), server, seats=seats)
    table.at_once()
    table.wait_for_question()
    table.pass_on()
    table.page.wait_for_selector(".thinking:not([hidden])")
    table.page.click(".hurry")
    table.wait_for_question()
    assert "why.thinker" in taken(server, table, "journal")


def test_a_hint_a_look_back_and_the_files_come_from_the_second_worker(table: Any, server: Site) -> None:
    seat = table("short-1965", "vc")
    seat.wait_for_question()
    headers = {"token": seat.token}
    assert server.asked("GET", f"/api/games/{seat.game}/hint", **headers)["key"] in seat.keys()
    assert server.asked("GET", f"/api/games/{seat.game}/history", **headers)
    assert server.asked("GET", f"/api/games/{seat.game}?at=0", **headers)["view"]["log"] is not None
    assert taken(server, seat, "journal")
    assert json.loads(taken(server, seat, "position"))
    assert taken(server, seat)


def test_all_games_move_to_another_browser_as_one_file(open_page: Opener, server: Site) -> None:
    table = sit_down(open_page.anew(1280, 800, accept_downloads=True), server)
    table.wait_for_question()
    table.pass_on()
    table.wait_for_question()
    told = taken(server, table)
    table.page.click(".home")
    with table.page.expect_download() as download:
        table.page.click("text=Save all games")
    other = open_page.anew(1280, 800)
    server.page = other
    other.set_input_files("#all-games", download.value.path())
    other.wait_for_selector(".my-game a")
    other.click(".my-game a")
    brought = Table(other, server, {"game": table.game, "links": table.links})
    assert brought.wait_for_question()
    assert taken(server, brought) == told


def test_a_game_saved_here_is_brought_in_as_on_a_server(table: Any, server: Site) -> None:
    seat = table("short-1965", "us")
    seat.wait_for_question()
    seat.pass_on()
    seat.wait_for_question()
    brought = server.asked("POST", "/api/games/import", body={"journal": taken(server, seat, "journal")})
    mine = next(link for link in brought["links"] if link["mine"])
    assert (
        server.asked("GET", f"/api/games/{brought['game']}", token=mine["token"])["entries"] == seat.state()["entries"]
    )
    status, told = server.told("POST", "/api/games/import", body={"journal": "nonsense"})
    assert status == 400
    assert json.loads(told)["error"] == "journal"


def test_what_needs_others_is_not_shown(open_page: Opener, server: Site) -> None:
    page = open_page()
    page.wait_for_selector(".alone")
    assert page.query_selector_all('input[value="link"]') == []
    table = sit_down(page, server)
    table.wait_for_question()
    assert page.query_selector('[data-tab="chat"]') is None


@pytest.mark.parametrize("name", ["lobby", "rules", "cards", "learn"])
def test_a_page_opened_by_itself_goes_to_the_frame(open_page: Opener, server: Site, name: str) -> None:
    page = open_page.anew(1280, 800)
    page.around.goto(f"{server.address}/en/{name}.html")
    page.around.wait_for_function("() => typeof fitlSite === 'object'")
    assert re.search(rf"/below/(#/{name})?$", page.around.url)


def test_a_new_version_is_offered_and_taken_when_the_player_wants_it(
    browser: Any, folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(folder, tmp_path / "site")
    site = Site(tmp_path / "site")
    opener = Opener(browser, site)
    try:
        page = opener.anew(1280, 800, service_workers="allow").around
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        sheet = tmp_path / "site" / "site" / "shell.css"
        sheet.write_text(sheet.read_text() + "/* newer */\n")
        write_keeper(tmp_path / "site")
        page.reload()
        page.wait_for_selector("#word:has-text('A new version')")
        assert "newer" not in page.evaluate(SHEET), "the old one keeps running"
        with page.expect_navigation():
            page.click("#word button >> nth=0")
        page.wait_for_function("() => typeof fitlSite === 'object'")
        assert "newer" in page.evaluate(SHEET)
    finally:
        assert opener.end() == []
        site.close()
