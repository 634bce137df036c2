"""How the page looks and sounds: light and dark, sounds, sizes of pieces, drawers, pages where nothing is."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.support import Server, Table

MakeTable = Callable[..., Table]
OpenPage = Callable[..., Any]

# Counts the sounds a page makes.
LISTENING = """(() => {
  window.sounds = 0;
  for (const kind of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
    const start = kind.prototype.start;
    kind.prototype.start = function (...when) { window.sounds += 1; return start.apply(this, when); };
  }
})()"""


def choose_settings(page: Any, *labels: str) -> None:
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="Settings").click()
    for label in labels:
        page.locator(".settings label", has_text=label).locator("input").check()
    page.keyboard.press("Escape")


def test_the_page_is_dark_where_the_system_is_and_the_settings_have_the_last_word(
    server: Server, open_page: OpenPage
) -> None:
    path = server.create("short-1965", "us")["links"][0]["path"]
    page = open_page(path, color_scheme="dark")
    page.wait_for_selector(".table.ready")

    def lightness() -> int:
        return int(page.evaluate("getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/)[0]"))

    assert lightness() < 80
    choose_settings(page, "Light")
    assert lightness() > 200
    page.reload()
    page.wait_for_selector(".table.ready")
    assert lightness() > 200
    page.goto(server.address + "/rules")
    page.wait_for_selector(".rules-article")
    assert lightness() > 200
    page.emulate_media(color_scheme="light")
    page.evaluate("localStorage.setItem('fitl.settings', JSON.stringify({theme: 'dark'}))")
    page.reload()
    page.wait_for_selector(".rules-article")
    assert lightness() < 80


def test_larger_pieces_are_a_setting_and_crowded_spaces_are_legible(table: MakeTable) -> None:
    seat = table("short-1965", "us", width=1440, height=900)
    page = seat.page
    tallest = """() => Math.max(...[...document.querySelectorAll('[data-state] [data-kind]')]
      .map(group => group.getBoundingClientRect().height))"""
    before = page.evaluate(tallest)
    choose_settings(page, "Larger pieces")
    assert page.evaluate(tallest) > 1.2 * before
    smallest = """(space) => Math.min(...[...document.querySelectorAll(`[data-state="${space}"] [data-kind]`)]
      .map(g => g.querySelector('.piece').getBoundingClientRect().height))"""
    for space in ("saigon", "can_tho", "quang_tri_thua_thien"):
        assert page.evaluate(smallest, space) >= 9, space


def test_empty_lines_of_communication_carry_their_names_and_nva_pieces_a_band(table: MakeTable) -> None:
    page = table("short-1965", "us").page
    box = page.locator('[data-state="loc_saigon_can_tho"]')
    assert "Saigon" in box.text_content()
    assert "Can Tho" in box.text_content()
    pieces = page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('.piece')].map("
        "piece => [piece.classList[1], piece.querySelectorAll('.band').length]))"
    )
    assert {kind for kind, bands in pieces.items() if bands} == {kind for kind in pieces if kind.startswith("nva")}
    assert any(kind.startswith("nva") for kind in pieces)


def another_card(seat: Table) -> None:
    """Play on until the next card is there."""
    card = seat.page.locator(".card-number").inner_text()
    for _ in range(20):
        seat.pass_on()
        seat.wait_for_question()
        if seat.page.locator(".card-number").inner_text() != card:
            return
    raise AssertionError("the card does not end")


def test_sounds_are_off_until_wanted(server: Server, open_page: OpenPage) -> None:
    made = server.create("short-1965", "us arvn nva vc")
    page = open_page()
    page.add_init_script(LISTENING)
    page.goto(server.address + made["links"][0]["path"])
    seat = Table(page, server, made)
    seat.at_once()
    seat.wait_for_question()
    another_card(seat)
    assert page.evaluate("window.sounds") == 0
    choose_settings(page, "Quiet sounds")
    another_card(seat)
    assert page.evaluate("window.sounds") > 0, "a new card is heard"


def test_a_drawer_stands_beside_the_question_which_can_be_answered(table: MakeTable) -> None:
    seat = table("short-1965", "us", width=1440, height=900)
    seat.at_once()
    seat.wait_for_question()
    page = seat.page
    page.click(".asked .rule")
    page.wait_for_selector("dialog.drawer.beside .rules-article")
    drawer = page.locator("dialog.drawer").bounding_box()
    prompt = page.locator(".prompt").bounding_box()
    assert drawer["x"] + drawer["width"] <= prompt["x"]
    seat.pass_on()
    page.locator("dialog.drawer").press("Escape")
    page.wait_for_selector("dialog.drawer", state="detached")


def test_the_menu_closes_when_something_is_chosen_and_by_escape(table: MakeTable) -> None:
    page = table("short-1965", "us").page
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="Keys").click()
    page.wait_for_selector("dialog .keys")
    page.keyboard.press("Escape")
    assert page.get_attribute(".more", "open") is None
    page.get_by_text("Menu", exact=True).click()
    page.keyboard.press("Escape")
    assert page.get_attribute(".more", "open") is None


@pytest.mark.parametrize(
    ("path", "title", "told"),
    [
        ("/nowhere/at/all", "There is nothing at this address", "check that it is complete"),
        ("/game/0123456789abcdef", "No seat at this table", "Use the whole link"),
        ("/game/0123456789abcdef#wrong", "No seat at this table", "opens no seat in this game"),
    ],
)
def test_where_there_is_nothing_a_page_of_ours_says_what_to_do(
    open_page: OpenPage, path: str, title: str, told: str
) -> None:
    page = open_page(path)
    page.wait_for_selector(f"h1:text-is('{title}')")
    assert told in page.inner_text("main")
    assert page.locator("a[href='/']").is_visible()
    page.complaints.clear()  # the browser itself notes every answer of 404


def test_a_closed_server_has_a_page_of_ours_and_answers_say_so(
    browser: Any, open_page: OpenPage, tmp_path: Path
) -> None:
    server = Server(tmp_path / "games.sqlite3")
    server.start()
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto(server.address)
        page.wait_for_selector(".scenario")
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        server.end()
        page.goto(server.address + "/game/x")
        page.wait_for_selector("h1:text-is('The server does not answer')")
        context.set_offline(True)
        page.reload()
        page.wait_for_selector("h1:text-is('You are offline')")
        assert "Nothing is lost" in page.inner_text("main")
    finally:
        context.close()


def test_links_for_this_machine_alone_say_so(open_page: OpenPage) -> None:
    page = open_page()
    page.wait_for_selector(".scenario")
    assert page.evaluate(
        "async () => (await import('/static/js/words.js')).loadWords().then(async () =>"
        " (await import('/static/js/lobby/local.js')).localNote().textContent)"
    ).count("--host")


def test_the_table_holds_at_twice_the_text_size_in_forced_colours_and_without_motion(
    server: Server, open_page: OpenPage
) -> None:
    path = server.create("four-player-1961", "us arvn nva vc", options={"first_game_draft": True})["links"][0]["path"]
    page = open_page(path, width=1440, height=900, forced_colors="active", reduced_motion="reduce")
    page.wait_for_selector(".table.ready")
    page.evaluate("() => document.documentElement.style.setProperty('font-size', '30px', 'important')")
    assert page.evaluate("document.documentElement.scrollWidth") <= 1440
    before = page.get_attribute("#table", "data-number")
    page.locator(".prompt.mine .option").first.click()
    page.wait_for_function("(before) => document.getElementById('table').dataset.number !== before", arg=before)
    assert page.evaluate("getComputedStyle(document.querySelector('.option, .confirm')).animationName") == "none"
