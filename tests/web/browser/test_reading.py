"""What the table tells without being asked: the story in chapters, who decides, the Coup ladder."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.browser.support import Table, resize

MakeTable = Callable[..., Table]
OpenPage = Callable[..., Any]


@pytest.fixture
def after_bots(table: MakeTable) -> Table:
    """The US is asked after some bots have played."""
    seat = table("short-1965", "us")
    seat.at_once()
    for _ in range(30):
        seat.wait_for_question()
        if seat.page.locator(".chapter").count() >= 2:
            break
        seat.pass_on()
    return seat


def test_a_bots_turn_is_one_sentence_that_opens_and_lights_its_spaces(after_bots: Table) -> None:
    page = after_bots.page
    first = page.locator(".chapter:has(details:not([open]))").last.get_attribute("data-n")
    chapter = page.locator(f'.chapter[data-n="{first}"]')
    told = chapter.locator("summary").inner_text()
    faction = told.split()[0]
    assert faction in ("ARVN", "NVA", "VC")
    chapter.locator("summary").click()
    assert chapter.locator(".line").first.is_visible()
    assert chapter.locator(".line").first.inner_text().startswith(faction)
    placed = chapter.locator(".line.placed")
    if placed.count():
        placed.first.hover()
        page.wait_for_selector(".sheet .flash > *")
    chapter.locator(".why").click()
    page.wait_for_selector("dialog .reasons")
    assert re.search(r"^[AUNV]\d: ", page.inner_text("dialog .reasons"), re.MULTILINE)
    assert "boxes of the printed flowcharts" in page.inner_text("dialog .boxes")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.locator(".story").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.matches('.story .line, .story summary')")
    resize(page, 390, 844)
    page.click("#tab-story")
    page.locator(".line.placed:visible").last.click(position={"x": 8, "y": 8})  # beside the numbers of rules
    assert page.get_attribute("#tab-map", "aria-selected") == "true", "on a phone the map comes into sight"
    page.wait_for_selector(".sheet .flash > *")


def test_looking_back_keeps_headings_sentences_and_reasons(after_bots: Table) -> None:
    page = after_bots.page
    now = page.locator(".chapter summary").all_inner_texts()
    page.locator(".story .seek").last.click()
    page.wait_for_selector(".table.is-looking")
    page.wait_for_function("() => window.underway === 0")
    then = page.locator(".chapter summary").all_inner_texts()
    assert then == now[: len(then)]
    assert page.locator(".story .heading").count() >= 1
    assert not then or page.locator(".chapter .why").count() >= 1


def test_the_sequence_tells_who_decides_and_a_coup_round_shows_its_ladder(table: MakeTable) -> None:
    seat = table("short-1965", "us arvn nva vc")
    seat.at_once()
    page = seat.page
    ladder = False
    for _ in range(400):
        seat.wait_for_question()
        decision = seat.state()["view"]["decision"]
        if page.locator(".ladder").count():
            ladder = True
            assert page.locator(".ladder .here").count() == 1
            assert decision["actor"].upper() in page.inner_text(".who-decides")
            assert page.locator(".ladder li").all_inner_texts() == [
                "Victory",
                "Resources",
                "Support",
                "Redeploy",
                "Commitment",
                "Reset",
            ]
            break
        if decision["actor"] != "chance":
            assert page.locator(".sequence li.decides .chip").inner_text() == decision["actor"].upper()
        seat.pass_on()
    assert ladder
    assert "Coup Round: Resources" in page.inner_text(".story")


def test_a_search_in_the_rules_marks_every_word(open_page: OpenPage) -> None:
    page = open_page("/rules")
    page.wait_for_selector(".rules-article")
    page.fill(".panel-search input", "monsoon sweep")
    page.wait_for_selector(".rules-results mark")
    marked = [text.lower() for text in page.locator(".rules-results li").first.locator("mark").all_inner_texts()]
    assert {"monsoon", "sweep"} <= set(marked)


def test_what_one_wrote_or_read_is_not_unread_after_a_reload(table: MakeTable) -> None:
    seat = table("short-1965", "us")
    page = seat.page
    watching = next(link["token"] for link in seat.links if link["role"] == "spectator")

    def say(token: str, text: str) -> None:
        address = f"/api/games/{seat.game}/chat"
        answer = seat.server.http.post(address, json={"text": text}, headers={"Authorization": f"Bearer {token}"})
        answer.raise_for_status()

    say(seat.token, "from my phone")
    page.wait_for_selector(".chat li:has-text('from my phone')", state="attached")
    assert page.locator(".unread").is_hidden()
    say(watching, "hello")
    page.wait_for_selector(".unread:text-is('1')")
    page.click("#tab-chat")
    page.reload()
    page.wait_for_selector(".chat li:has-text('hello')", state="attached")
    assert page.locator(".unread").is_hidden()


def test_an_answer_costs_one_round_trip_and_no_look(table: MakeTable) -> None:
    seat = table("short-1965", "us arvn nva vc")
    seat.at_once()
    asked: list[str] = []
    seat.page.on("request", lambda request: asked.append(request.method + request.url.partition(seat.game)[2]))
    for _ in range(3):
        seat.wait_for_question()
        seat.click(seat.keys()[0])
    seat.wait_for_question()
    assert asked.count("POST/choose") == 3
    assert not [request for request in asked if request in ("GET", "GET/version") or "from=" in request], asked


def test_bots_turns_come_with_the_look_that_shows_them(table: MakeTable) -> None:
    seat = table("short-1965", "us")
    seat.at_speed("quick")
    asked: list[str] = []
    seat.page.on("request", lambda request: asked.append(request.method + request.url.partition(seat.game)[2]))
    for _ in range(20):
        seat.page.wait_for_selector(".prompt.mine button.option, .prompt.mine .confirm, .playback:not([hidden]) .skip")
        if any(re.match(r"GET[?].*\bfrom=", request) for request in asked):  # playback may be over before we look
            break
        seat.pass_on()
    else:
        pytest.fail("nobody else came to play")
    assert not any(request.startswith("GET/frames") for request in asked)
