"""The guided lesson in the browser: the coach beside the table."""

import time
from collections.abc import Callable
from typing import Any

import httpx

from fitl.lesson import lesson
from tests.web.browser.support import Table, resize

MakeTable = Callable[..., Table]
OpenPage = Callable[..., Any]

STEPS: list[dict[str, Any]] = lesson()["steps"]


def lesson_table(table: MakeTable, **wish: Any) -> Table:
    seat = table("full-1964", "us arvn nva vc", table_mode=True, lesson=True, **wish)
    seat.page.wait_for_selector(".coach-text")
    seat.here()
    return seat


def answer_all(seat: Table, first: int, last: int) -> None:
    """Give the lesson's answers straight to the server."""
    for step in STEPS[first:last]:
        for _ in range(50):
            answer = choose(seat, step["number"], step["key"])
            if answer.status_code != 429:  # too fast for the server
                break
            time.sleep(0.1)
        assert answer.status_code == 200, answer.text


def choose(seat: Table, number: int, key: str) -> httpx.Response:
    return httpx.post(
        f"{seat.server.address}/api/games/{seat.game}/choose",
        json={"number": number, "key": key},
        headers={"Authorization": f"Bearer {seat.token}"},
        timeout=30,
    )


def at_step(seat: Table, number: int) -> None:
    """Wait until the coach and the question have both come to a step, and are not about to be drawn anew."""
    seat.page.wait_for_function("(n) => document.querySelector('.coach progress').value === n", arg=number)
    if number < len(STEPS):
        asked = str(STEPS[number]["number"])
        seat.page.wait_for_function("(n) => document.getElementById('table').dataset.number === n", arg=asked)
    seat.page.wait_for_function("() => window.underway === 0")


def says(seat: Table) -> str:
    return str(seat.page.inner_text(".coach-text"))


def test_the_lesson_is_started_from_its_page_and_gone_on_with_later(open_page: OpenPage) -> None:
    page = open_page("/learn")
    page.click("button:text-is('Start the lesson')")
    page.wait_for_selector(".coach-text")
    page.click(".coach-buttons .primary:text-is('Turn up the card')")
    page.wait_for_function("() => document.querySelector('.coach progress').value === 1")
    page.goto(page.url.partition("/game/")[0] + "/learn")
    page.click(".learn-buttons a:has-text('Go on where you left off')")
    page.wait_for_selector(".coach-text")
    assert page.inner_text(".coach-text").startswith(STEPS[1]["text"][:40])


def test_the_coach_shows_the_answer_and_the_player_gives_it(table: MakeTable) -> None:
    seat = lesson_table(table)
    answer_all(seat, 0, 2)
    at_step(seat, 2)
    assert says(seat).startswith("VC is first")
    seat.page.click(".coach-buttons .primary:text-is('Show me')")
    assert "It is lit" in seat.page.inner_text(".coach-said")
    seat.click("event")
    at_step(seat, 3)
    assert says(seat).startswith("Most Events have two texts")


def test_another_answer_is_refused_gently(table: MakeTable) -> None:
    seat = lesson_table(table)
    answer_all(seat, 0, 2)
    at_step(seat, 2)
    seat.page.click(".prompt .option[data-key='pass']")
    seat.page.wait_for_selector(".coach-said:has-text('the lesson goes another way here: Event')")
    assert seat.state()["number"] == 2


def test_the_coach_answers_for_the_others_if_one_faction_is_played(table: MakeTable) -> None:
    seat = lesson_table(table)
    answer_all(seat, 0, 2)
    at_step(seat, 2)
    seat.page.click(".coach-more summary")
    seat.page.select_option(".coach-play-as select", "arvn")
    seat.page.click(".coach-buttons .primary:text-is('Next')")
    at_step(seat, 3)
    assert seat.state()["number"] == 3


def test_printed_totals_stand_beside_those_of_the_table(table: MakeTable) -> None:
    seat = lesson_table(table)
    answer_all(seat, 0, 4)
    at_step(seat, 4)
    assert "The table agrees with the tutorial." in seat.page.inner_text(".coach-totals summary")
    seat.page.click(".coach-totals summary")
    rows = seat.page.eval_on_selector_all(".coach-totals tbody tr", "all => all.map(one => one.innerText)")
    assert [row.split("\t")[:2] for row in rows] == [
        ["ARVN Resources", "30"],
        ["Aid", "3"],
        ["US victory marker", "32"],
        ["Opinion in Saigon", "Neutral"],
    ]


def test_who_leaves_the_way_is_led_back(table: MakeTable) -> None:
    seat = lesson_table(table)
    answer_all(seat, 0, 2)
    at_step(seat, 2)
    assert choose(seat, 2, "op_only").status_code == 200
    seat.page.wait_for_selector(".coach-text:has-text('The game has left the lesson')")
    seat.page.click(".coach-buttons .primary:has-text('Take back')")
    at_step(seat, 2)
    seat.page.wait_for_selector(".coach-text:has-text('VC is first')")


def test_the_coach_can_be_sent_away_and_brought_back(table: MakeTable) -> None:
    seat = lesson_table(table)
    seat.page.click(".coach-more summary")
    seat.page.click("button:text-is('Leave the lesson')")
    seat.page.click("button:text-is('Play on without the coach')")
    assert seat.page.is_hidden(".coach")
    seat.page.reload()
    seat.page.click(".coach-return")
    assert seat.page.is_visible(".coach")


def test_the_lesson_is_clicked_through_from_start_to_end(table: MakeTable) -> None:
    seat = lesson_table(table)
    compared = 0
    for number, step in enumerate(STEPS):
        at_step(seat, number)
        if step["who"] == "chance":
            seat.page.click(".coach-buttons .primary")
        else:
            seat.click(step["key"])
        if step.get("totals"):
            at_step(seat, number + 1)
            assert seat.page.query_selector(".coach-totals.same"), f"after step {number}"
            compared += 1
    at_step(seat, len(STEPS))
    assert compared == sum("totals" in step for step in STEPS) > 10
    assert says(seat) == lesson()["farewell"]


def test_on_a_phone_the_coach_stays_while_the_map_is_looked_at(table: MakeTable) -> None:
    seat = lesson_table(table, width=390, height=844)
    seat.page.click(".tabs [data-tab='map']")
    assert seat.page.is_visible(".coach")
    seat.page.click(".coach-buttons .primary:text-is('Turn up the card')")
    at_step(seat, 1)


def test_the_coach_covers_nothing_and_points_at_what_it_speaks_of(table: MakeTable) -> None:
    seat = lesson_table(table)
    page = seat.page
    assert page.locator(".options .option").count() == 1, "the lesson does not open with a list of all cards"
    page.click(".options .all")
    assert page.locator(".options .option").count() > 100
    answer_all(seat, 0, 6)
    at_step(seat, 6)
    marked = page.get_attribute(".option.marked", "data-key")
    assert marked == STEPS[6]["key"], "it points without being asked"
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        resize(page, width, height)
        covered = page.evaluate(
            """() => { const box = (name) => document.querySelector(name).getBoundingClientRect();
                const coach = box(".coach");
                return [".map", ".prompt", ".tracks"].filter((name) => { const it = box(name);
                  return it.width && it.left < coach.right - 1 && coach.left < it.right - 1
                    && it.top < coach.bottom - 1 && coach.top < it.bottom - 1; }); }"""
        )
        assert covered == [], f"{covered} at {width}x{height}"
        assert page.is_visible(".option.marked"), width
    assert page.evaluate("document.querySelector('.map').clientHeight") > 200, "the map keeps its room on a phone"


# Whether nothing but the coach itself, unpainted or not, lies over what is to be done, and all of it is in sight.
IN_SIGHT = """() => {
  const text = document.querySelector(".coach-now .coach-text");
  const { left, right, top, bottom } = text.getBoundingClientRect();
  return [top + 2, (top + bottom) / 2, bottom - 2].every((y) => {
    const found = document.elementFromPoint((left + right) / 2, y);
    return text.contains(found);
  });
}"""


def test_what_is_to_be_done_is_whole_in_sight_at_every_step(table: MakeTable) -> None:
    seat = lesson_table(table, width=1440, height=900)
    for number in range(8):
        at_step(seat, number)
        for width, height in ((1440, 900), (1024, 768), (844, 390), (640, 360), (360, 640)):
            resize(seat.page, width, height)
            seat.page.locator(".coach-now .coach-text").scroll_into_view_if_needed()
            assert seat.page.evaluate(IN_SIGHT), f"step {number} at {width}x{height}"
        answer_all(seat, number, number + 1)
    faded = "getComputedStyle(document.querySelector('.coach-buttons')).backgroundImage"
    assert seat.page.evaluate(faded) == "none"
