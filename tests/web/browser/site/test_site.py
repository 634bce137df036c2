"""What only the folder has: it keeps games in the browser, plays without a network, and knows other tabs."""

import json
import re
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Error

from fitl.site.pages import write_keeper
from tests.server.support import until
from tests.web.browser.site.conftest import Opener
from tests.web.browser.site.support import Asked, Framed, Site
from tests.web.browser.support import Games, Server, Table

OLDER = Path(__file__).parent / "older"
PUT_RAW = """([games, pieces]) => new Promise((done, fail) => {
  const opened = indexedDB.open("fitl");
  opened.onsuccess = () => {
    const writing = opened.result.transaction(["games", "pieces"], "readwrite");
    for (const game of games) writing.objectStore("games").put(game);
    for (const [key, lines] of pieces) writing.objectStore("pieces").put(lines, key);
    writing.oncomplete = () => { opened.result.close(); done(); };
    writing.onabort = () => fail(writing.error);
  };
})"""
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


def token_of(made: dict[str, Any]) -> str:
    return str(next(link["token"] for link in made["links"] if link["mine"]))


def look(place: Games, made: dict[str, Any]) -> dict[str, Any]:
    """The game as its player sees it when it is asked: the bots have acted."""

    def now() -> dict[str, Any]:
        return dict(place.asked("GET", f"/api/games/{made['game']}", token=token_of(made)))

    until(lambda: "options" in (now()["view"]["decision"] or ()), "the player is asked")
    return now()


def answered(place: Games, made: dict[str, Any]) -> None:
    """The player gives the first answer there is."""
    seen = look(place, made)
    answer = {"number": seen["number"], "key": seen["view"]["decision"]["options"][0]["key"]}
    place.asked("POST", f"/api/games/{made['game']}/choose", token=token_of(made), body=answer)


def saved(place: Games, made: dict[str, Any]) -> str:
    path = f"/api/games/{made['game']}/journal"
    if isinstance(place, Asked):
        return place.told("GET", path, token=token_of(made))[1]
    return httpx.get(place.address + path, headers={"Authorization": f"Bearer {token_of(made)}"}).text


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
    table.page.wait_for_selector(".says .notice:has-text('no storage left')")
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


def test_a_crash_of_the_tab_loses_no_answer(open_page: Opener, server: Site) -> None:
    table = sit_down(open_page.anew(1280, 800), server)
    context = table.page.around.context
    for _ in range(3):
        table.wait_for_question()
        table.pass_on()
    table.wait_for_question()
    before = taken(server, table)
    with pytest.raises(Error, match="crash"):
        table.page.around.goto("chrome://crash")
    again = open_page.beside(context)
    again.go(f"/game/{table.game}#{table.token}")
    server.page = again
    found = Table(again, server, {"game": table.game, "links": table.links})
    found.wait_for_question()
    assert taken(server, found) == before
    found.pass_on()  # the dead tab holds the game no longer


def test_the_browser_is_asked_to_keep_games_once_there_is_one(open_page: Opener, server: Site) -> None:
    page = open_page.anew(1280, 800)
    page.around.evaluate(
        "() => { self.asked = 0; navigator.storage.persist = async () => { self.asked += 1; return true; }; }"
    )
    page.wait_for_selector(".alone")
    assert page.around.evaluate("self.asked") == 0
    sit_down(page, server).wait_for_question()
    assert page.around.evaluate("self.asked") == 1


@pytest.mark.parametrize("kept", sorted(OLDER.iterdir()), ids=lambda path: path.stem)
def test_games_that_an_older_version_kept_open(open_page: Opener, server: Site, kept: Path) -> None:
    """As they lie in the browser's database: what is kept there may take another shape only if this still holds."""
    page = open_page.anew(1280, 800)
    server.page = page
    server.asked("GET", "/api/kept")  # Python has begun, and the database is there
    older = json.loads(kept.read_text(encoding="utf-8"))
    page.around.evaluate(PUT_RAW, older["stored"])
    page.reload()
    page.go(f"/game/{older['game']}#{older['token']}")
    link = {"token": older["token"], "mine": True, "factions": ["us"]}
    table = Table(page, server, {"game": older["game"], "links": [link]})
    table.wait_for_question()
    assert table.state()["entries"] == older["entries"]
    table.pass_on()
    page.reload()
    table.ready()
    table.wait_for_question()
    assert table.state()["entries"] > older["entries"]


def test_one_game_goes_from_a_server_to_the_site_and_back(
    open_page: Opener, server: Site, tmp_path_factory: pytest.TempPathFactory
) -> None:
    home = Server(tmp_path_factory.mktemp("home") / "games.sqlite3")
    home.start()
    try:
        server.page = open_page()
        places: list[Games] = [home, server, home]
        made = home.create("short-1965", "us")
        for place, following in pairwise(places):
            answered(place, made)
            before = look(place, made)
            made = following.asked("POST", "/api/games/import", body={"journal": saved(place, made)})
            after = look(following, made)
            assert (after["entries"], after["view"]) == (before["entries"], before["view"])
        answered(home, made)
    finally:
        home.end()
