"""Pictures of the table to send or paste, and the table on paper."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

from tests.web.browser.support import Table

MOST = 1_500_000  # bytes


def opened(seat: Table) -> Any:
    seat.at_once()
    seat.wait_for_question()
    seat.page.click(".menu .more > summary")
    seat.page.click(".export-menu > summary")
    return seat.page


def test_a_picture_is_small_enough_to_send_and_has_scores_and_cards(
    table: Callable[..., Table], tmp_path: Path
) -> None:
    page = opened(table("short-1965", "us"))
    with page.expect_download() as caught:
        page.click(".export-panel button:has-text('Map, picture')")
    file = tmp_path / caught.value.suggested_filename
    caught.value.save_as(file)
    assert file.suffix == ".jpg"
    assert 200_000 < file.stat().st_size <= MOST
    with Image.open(file) as picture:
        width = picture.width
        assert width >= 1100
        head = picture.crop((0, 0, width, round(width * 0.1))).convert("RGB")
    seen = {colour for _, colour in head.quantize(24).convert("RGB").getcolors() or []}
    for chip in ((93, 106, 47), (231, 194, 58), (169, 44, 34), (42, 100, 154)):
        assert any(max(abs(a - b) for a, b in zip(chip, one, strict=True)) < 24 for one in seen), chip


HEADLINE = """async (view) => {
  await (await import("/static/js/words.js")).loadWords();
  const { headlineOf } = await import("/static/js/lookback/poster.js");
  return headlineOf(view, "Saturday war");
}"""


def test_over_the_picture_stand_the_cards_and_every_score(table: Callable[..., Table]) -> None:
    seat = table("short-1965", "us")
    view = seat.state()["view"]
    told = seat.page.evaluate(HEADLINE, view)
    assert told["title"] == "Saturday war"
    assert view["card"]["title"] in told["cards"]
    assert view["next_card"]["title"] in told["cards"]
    us = view["victory"]["us"]
    assert told["scores"][0]["words"].startswith(f"{us['marker']}/{us['exceeds']} ")
    assert len(told["scores"]) == 4


def test_the_picture_is_copied_to_the_clipboard(table: Callable[..., Table]) -> None:
    seat = table("short-1965", "us")
    seat.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = opened(seat)
    page.click(".export-panel button:has-text('Copy the picture')")
    page.wait_for_selector(".export-said:has-text('The picture is copied')")
    kinds = page.evaluate("async () => (await navigator.clipboard.read()).flatMap((each) => each.types)")
    assert kinds == ["image/png"]


def test_on_paper_stand_board_map_and_story_and_nothing_to_press(table: Callable[..., Table]) -> None:
    seat = table("short-1965", "us")
    seat.at_once()
    seat.wait_for_question()
    page = seat.page
    page.evaluate("() => (document.documentElement.dataset.theme = 'dark')")
    page.click(".map-controls button")
    page.emulate_media(media="print")
    for part in (".menu", ".prompt", ".timeline", ".tabs", ".map-controls", ".chat-part"):
        assert page.is_hidden(part), part
    shown = "(all) => all.map((one) => getComputedStyle(one).display)"
    moment = page.eval_on_selector_all(".sheet > [class^='light-']", shown)
    assert set(moment) == {"none"}, "what may be chosen is no news on paper"
    for part in (".victory", ".map .sheet", ".story .line >> nth=0"):
        assert page.is_visible(part), part
    whole = "(part) => { const it = document.querySelector(part); return it.scrollHeight - it.clientHeight <= 1; }"
    for part in (".story", ".left", ".map"):
        assert page.evaluate(whole, part), f"{part} is cut"
    assert page.evaluate("getComputedStyle(document.querySelector('.sheet')).transform") == "none"
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
