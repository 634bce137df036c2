"""Trying things out: playing on in a copy from any moment of a game, and the board editor."""

from collections.abc import Callable
from typing import Any

from tests.web.browser.support import AT_ONCE, Server, Table
from tests.web.browser.test_replay import begun, link_of, stands

OpenPage = Callable[..., Any]


def test_a_copy_goes_on_from_a_moment_against_bots_and_says_so(server: Server, open_page: OpenPage) -> None:
    made = begun(server)
    before = Table(open_page(link_of(made, "player")["path"], stored=AT_ONCE), server, made).state()
    page = open_page(link_of(made, "spectator")["path"] + "&at=6", stored=AT_ONCE)
    page.wait_for_selector(".table.ready.is-looking")
    stands(page, 6)
    page.click(".replay .fork-here")
    for faction in ("us", "arvn", "nva"):
        assert page.is_checked(f"input[name=seat-{faction}][value=bot]"), "who only watches leaves all seats to bots"
    page.check("input[name=seat-vc][value=me]", force=True)
    page.fill("#play-on-name", "What if")
    page.click(".play-on button[type=submit]")
    page.wait_for_url(lambda address: made["game"] not in address)
    page.wait_for_selector(".table.ready")
    assert "step 6" in page.inner_text(".story-part .fork-of")
    copy = page.evaluate("JSON.parse(localStorage['fitl.games'])[0]")
    table = server.asked("GET", f"/api/games/{copy['game']}", token=copy["token"])
    assert [player["kind"] for player in table["players"]] == ["bot", "bot", "bot", "person"]
    assert server.asked("GET", f"/api/games/{made['game']}", token=link_of(made, "player")["token"]) == before
    page.goto(server.address)
    assert "step 6" in page.inner_text(".my-game:has-text('What if') .fork-of")


def checked(page: Any, words: str) -> None:
    """Wait until the editor says this of the position."""
    page.wait_for_function("(words) => document.querySelector('.edit-status').innerText.includes(words)", arg=words)


def test_a_position_is_set_up_corrected_and_played_on(server: Server, open_page: OpenPage) -> None:
    page = open_page("/editor")
    page.wait_for_selector(".editor.ready")
    page.click("[data-act=new]")
    page.select_option("#edit-scenario", "full-1964")
    page.click("[data-new=empty]")
    checked(page, "can be played")
    page.select_option("[data-key='spaces.saigon']", "hue")
    page.click("[data-key='spaces.hue.pieces.us_base+']")
    page.fill("[data-key='spaces.hue.pieces.us_base']", "3")
    page.keyboard.press("Tab")
    checked(page, "3 Bases")
    assert "3 Bases" in page.inner_text("[data-place='spaces.hue'] .at-place, .edit-fields > .at-place")
    assert page.is_disabled("[data-act=play]")
    page.keyboard.press("Control+z")
    checked(page, "can be played")
    assert page.input_value("[data-key='spaces.hue.pieces.us_base']") == "1"
    assert "COIN Control" in page.inner_text(".edit-fields")
    page.click("[data-tab=tracks]")
    page.fill("[data-key=aid]", "21")
    page.keyboard.press("Tab")
    checked(page, "can be played")
    page.reload()
    page.wait_for_selector(".editor.ready")
    page.click("[data-tab=tracks]")
    assert page.input_value("[data-key=aid]") == "21", "the draft is kept"
    page.click("[data-act=play]")
    page.check("input[name=seat-vc][value=me]", force=True)
    page.click(".play-on button[type=submit]")
    page.wait_for_selector(".table.ready")
    mine = page.evaluate("JSON.parse(localStorage['fitl.games'])[0]")
    state = server.asked("GET", f"/api/games/{mine['game']}", token=mine["token"])
    assert state["view"]["spaces"]["hue"]["pieces"] == {"us_base": 1}
    assert state["origin"]["kind"] == "position"
    assert mine["factions"] == ["us", "vc"]


def test_a_moment_of_a_game_is_edited(server: Server, open_page: OpenPage) -> None:
    made = begun(server)
    page = open_page(link_of(made, "player")["path"] + "&at=4", stored=AT_ONCE)
    page.wait_for_selector(".table.ready.is-looking")
    stands(page, 4)
    then = page.inner_text(".cards .card-title >> nth=0")
    page.click(".menu summary")
    page.click(".menu-list button:has-text('Edit this position')")
    page.wait_for_selector(".editor.ready")
    checked(page, "can be played")
    page.click("[data-tab=cards]")
    assert then in page.eval_on_selector("[data-key=card]", "select => select.selectedOptions[0].textContent")
