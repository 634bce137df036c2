"""Trying things out: playing on in a copy from any moment of a game."""

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
