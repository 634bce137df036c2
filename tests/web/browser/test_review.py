"""The review of a finished game, in a real browser."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Page, expect

from fitl.game import Game
from fitl.lab.players import options_for, players_of
from fitl.lab.simulate import play_out
from fitl.options import GameOptions
from tests.web.browser.support import Server, resize


@pytest.fixture
def page(open_page: Callable[..., Any], server: Server, tmp_path: Path) -> Page:
    """The end of a game that two players made at random."""
    cast = players_of("random", "diems-war-1961")
    game = Game.new("diems-war-1961", seed=2, options=options_for(cast, GameOptions()))
    play_out(game, cast, 2)
    game.save(tmp_path / "game.jsonl")
    text = (tmp_path / "game.jsonl").read_text(encoding="utf-8")
    links = server.asked("POST", "/api/games/import", body={"journal": text})["links"]
    found: Page = open_page(next(link for link in links if link["mine"])["path"])
    return found


def test_a_finished_game_is_reviewed_turn_by_turn(page: Page) -> None:
    page.get_by_role("button", name="Review", exact=True).click()
    dialog = page.get_by_role("dialog", name="Review")
    expect(dialog.get_by_role("slider")).to_be_visible()
    first = dialog.locator(".review-faction").first
    first.get_by_role("button").click()
    expect(first.locator(".review-list > li").first).to_be_visible(timeout=60_000)
    stop = first.get_by_role("button", name="Stop")
    if stop.count():
        stop.click()
    expect(first.locator("p")).to_contain_text("judged", timeout=60_000)
    first.locator("details").first.locator("summary").click()
    expect(first.locator(".review-story li").first).to_be_visible()
    entry = first.locator(".review-list .seek").first
    title = entry.inner_text()
    assert title
    entry.click()
    expect(dialog).to_have_count(0)
    expect(page).to_have_url(re.compile(r"#at=\d+"))


@pytest.mark.parametrize("size", [(360, 640), (640, 360)])
def test_a_review_fits_a_phone(page: Page, size: tuple[int, int]) -> None:
    resize(page, *size)
    page.get_by_role("button", name="Review", exact=True).click()
    dialog = page.get_by_role("dialog", name="Review")
    expect(dialog.get_by_role("slider")).to_be_visible()
    wide = dialog.evaluate("box => box.scrollWidth - box.clientWidth")
    assert wide <= 0
    for button in dialog.locator(".seek").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 24
