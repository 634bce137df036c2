"""The question: its footer, letters, plan and forecasts; on a phone a sheet under the map."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from fitl.game import Game
from fitl.state import COMMITMENT, REDEPLOY, RESET, RESOURCES, SUPPORT, VICTORY
from tests.web.browser.support import FACTIONS, Server, Table, resize

MakeTable = Callable[..., Table]
OpenPage = Callable[..., Any]

COUP_ROUND = tuple(stage for stage in (VICTORY, RESOURCES, SUPPORT, REDEPLOY, COMMITMENT, RESET))


def press(seat: Table, *keys: str) -> None:
    """Answer by keys, one question each."""
    for key in keys:
        number = seat.number()
        seat.page.keyboard.press(key)
        seat.settled(number)
        seat.wait_for_question()


def at_question(table: MakeTable, *keys: str, me: str = "us", **wish: Any) -> Table:
    seat = table("short-1965", me, **wish)
    seat.at_once()
    seat.wait_for_question()
    press(seat, *keys)
    return seat


@cache
def before_a_coup_round() -> dict[str, Any]:
    """A position in which the first question of a Coup Round is asked."""
    rng = random.Random(3)
    game = Game.new("short-1965", seed=7)
    while game.decision is not None and game.state.stage not in COUP_ROUND:
        game.choose(rng.choice(game.decision.options))
    return game.position()


# --- on a phone -------------------------------------------------------------------------------------------------------


def in_reach(seat: Table, selector: str) -> None:
    """It can be tapped where it is: inside the screen, and nothing lies over it."""
    assert seat.page.eval_on_selector(
        selector,
        """button => { const box = button.getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            return box.height >= 40 && y < innerHeight && x < innerWidth
              && button.contains(document.elementFromPoint(x, y)); }""",
    ), selector


def test_a_whole_coup_round_is_played_with_one_thumb(server: Server, open_page: OpenPage) -> None:
    seats = [{"factions": [name], "kind": "me"} for name in FACTIONS]
    made = server.http.post("/api/games/import", json={"position": before_a_coup_round(), "seats": seats}).json()
    path = next(link["path"] for link in made["links"] if link["mine"])
    seat = Table(open_page(path, width=390, height=844, has_touch=True, is_mobile=True), server, made)
    seat.at_once()
    rng = random.Random(5)
    answers = {"map": 0, "list": 0, "footer": 0, "stepper": 0}
    for _ in range(60):
        seat.wait_for_question()
        state = seat.state()
        if state["view"]["stage"] not in COUP_ROUND:
            break
        number, page = seat.number(), seat.page
        assert page.get_attribute("#table", "data-tab") == "map"
        lit = page.query_selector_all(".touch .city.lit")
        if page.query_selector(".stepper"):
            page.tap(".stepper .less, .stepper .more-one:not([disabled])")
            in_reach(seat, ".stepper .confirm")
            page.tap(".stepper .confirm")
            answers["stepper"] += 1
        elif page.query_selector(".acts .option") and (answers["map"] or not lit) and rng.random() < 0.6:
            in_reach(seat, ".acts .option")
            page.tap(".acts .option")
            answers["footer"] += 1
        elif lit and not answers["map"]:
            lit[0].tap()
            page.wait_for_function(
                "(number) => document.getElementById('table').dataset.number !== number"
                " || document.querySelector('.prompt.unfolded')",
                arg=number,
            )
            answers["map"] += 1
            if seat.number() == number:  # several answers there: they are listed now
                page.tap(".options .option")
        else:
            if page.is_visible(".unfold") and not page.query_selector(".prompt.unfolded"):
                page.tap(".unfold")
            page.tap(".options .option")
            answers["list"] += 1
        seat.settled(number)
    else:
        raise AssertionError("the Coup Round does not end")
    assert all(answers[way] for way in ("map", "footer")), answers


def test_on_a_phone_the_map_fills_the_room_and_tabs_show_what_waits(table: MakeTable) -> None:
    seat = table("short-1965", "us", width=390, height=844)
    seat.at_once()
    seat.wait_for_question()
    page = seat.page
    room = page.evaluate("document.querySelector('.map').getBoundingClientRect().toJSON()")
    sheet = page.evaluate("document.querySelector('.asking').getBoundingClientRect().toJSON()")
    assert room["width"] == 390
    assert abs(room["bottom"] - sheet["top"]) < 2, "the question stands below the map, not over it"
    assert page.is_visible(".prompt .ask")
    for tab in ("board", "story", "chat"):
        page.click(f"#tab-{tab}")
        assert page.is_visible("#tab-map .waits")
        assert page.is_hidden(".prompt .ask")
    page.click("#tab-map")
    assert page.is_hidden("#tab-map .waits")
    seat.click("op_only")
    seat.click("sweep")
    assert page.is_visible(".acts .unfold"), "where the map is the natural way, the list is folded"
    assert page.is_hidden(".options .option >> nth=0")
    number = seat.number()
    page.dispatch_event('[data-space="binh_dinh"]', "click")
    seat.settled(number)
    page.click("#tab-story")
    page.click("#tab-map")
    page.wait_for_function("document.querySelector('.plan-so-far').scrollLeft > 0")  # to the latest choice


def test_some_tab_is_chosen_whatever_the_size_becomes(table: MakeTable) -> None:
    seat = table("short-1965", "us")
    seat.wait_for_question()
    for width, height in ((390, 844), (1024, 768), (820, 1180), (1440, 900), (390, 844), (844, 390)):
        resize(seat.page, width, height)
        assert seat.page.locator(".tabs [aria-selected='true']:visible").count() == 1, width
        assert seat.page.is_visible(".prompt"), width
    foot = seat.page.locator(".acts").bounding_box()  # of a phone held sideways
    assert foot["y"] + foot["height"] <= 390
    tops = seat.page.locator(".options .option").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)")
    assert sum(top < foot["y"] - 20 for top in tops) >= 2, "answers are in sight, too"


# --- footer and keys --------------------------------------------------------------------------------------------------


def test_done_undo_and_hint_stay_in_sight_and_enter_is_done(table: MakeTable) -> None:
    seat = at_question(table, "o", "s", height=640)
    assert len(seat.keys()) > 20
    number = seat.number()
    seat.page.dispatch_event('[data-space="binh_dinh"]', "click")
    seat.settled(number)
    seat.wait_for_question()
    seat.page.evaluate("document.querySelector('.options').scrollTop = 10000")
    for button in (".acts .option[data-key='done']", ".acts .undo", ".acts .hint"):
        box = seat.page.locator(button).bounding_box()
        assert box["y"] + box["height"] <= 640, button
    asked = seat.prompt()
    press(seat, "Enter")
    assert seat.prompt() != asked, "Enter is Done where nothing else is in focus"


def test_a_letter_belongs_to_an_answer_and_is_shown_on_it(table: MakeTable) -> None:
    seat = at_question(table)

    def letters() -> dict[str, str]:
        return dict(
            seat.page.eval_on_selector_all(
                ".prompt .option:has(kbd)",
                "rows => rows.map(row => [row.dataset.key, row.querySelector('kbd').textContent])",
            )
        )

    assert letters().items() >= {"event": "e", "op_only": "o", "pass": "p"}.items()
    press(seat, "o")
    assert letters() == {"train": "t", "patrol": "p", "sweep": "s", "assault": "a"}
    number = seat.number()
    for digit in "1234":
        seat.page.keyboard.press(digit)
    assert seat.number() == number, "digits are no answers here"
    press(seat, "s")
    assert "Sweep where" in seat.prompt()


def test_digits_type_an_amount_that_enter_confirms(table: MakeTable) -> None:
    seat = at_question(table, "o", "t")
    number = seat.number()
    seat.page.dispatch_event('[data-space="saigon"]', "click")
    seat.settled(number)
    for _ in range(6):
        seat.wait_for_question()
        if seat.page.query_selector(".stepper"):
            break
        keys = [key for key in seat.keys() if key not in ("nothing", "done")]
        seat.click(next((key for key in ("irregulars", "cubes") if key in keys), keys[0]))
    options = seat.state()["view"]["decision"]["options"]
    amounts = [option["amount"] for option in options]
    assert f"{amounts[0]} to {amounts[-1]}" in seat.page.inner_text(".range")
    number = seat.number()
    seat.page.keyboard.press("Enter")  # perhaps meant for the question before
    assert seat.page.evaluate("document.activeElement.classList.contains('confirm')")
    assert seat.number() == number, "a proposed number is not taken"
    assert seat.page.evaluate("window.underway") == 0
    seat.page.keyboard.press(str(amounts[-1] + 1 if amounts[-1] < 9 else 0))
    seat.page.keyboard.press("Enter")
    assert seat.page.is_disabled(".stepper .confirm"), "a number that is not offered is no answer"
    assert seat.number() == number
    seat.page.keyboard.press("Tab")
    seat.page.focus(".stepper .amount")  # as table mode does by itself
    seat.page.keyboard.press(str(amounts[0]))
    assert seat.page.input_value(".stepper .amount") == str(amounts[0]), "a digit takes the place of what stood there"
    seat.page.keyboard.press("Enter")
    seat.settled(number)
    plan = seat.state()["plan"]
    assert plan[-1]["amount"] == amounts[0]


def test_the_focus_stays_with_the_question_and_arrows_walk_the_answers(table: MakeTable) -> None:
    seat = at_question(table)
    page = seat.page
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.key") == "op_only"
    press(seat, "Enter")
    assert page.evaluate("document.querySelector('.prompt').contains(document.activeElement)")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.key") == "train"


def test_filtering_to_one_answer_and_enter_takes_it_and_orders_follow(table: MakeTable, open_page: OpenPage) -> None:
    seat = table("short-1965", "us arvn nva vc", table_mode=True)
    seat.at_once()
    seat.wait_for_question()
    assert "Turn up" in seat.prompt()
    seat.page.keyboard.press("/")
    for name in ("3", "Sappers"):  # a number is the card's, although others have the digit, too
        number = seat.number()
        assert seat.page.evaluate("document.activeElement.className") == "filter", "the next card is typed at once"
        seat.page.keyboard.type(name)
        seat.page.keyboard.press("Enter")
        seat.settled(number)
        seat.wait_for_question()
    view = seat.state()["view"]
    assert (view["card"]["title"], view["next_card"]["title"]) == ("Peace Talks", "Sappers")
    watcher = open_page(next(link for link in seat.links if not link["factions"])["path"])
    watcher.wait_for_selector(".table.ready")
    seat.click("pass")  # beside a physical board people are told what their own turns change, too
    told = seat.page.locator("dialog[open] .orders li")
    told.first.wait_for()
    seat.page.keyboard.press("Enter")  # perhaps meant for the question before
    seat.page.reload()
    told.first.wait_for()  # what was not closed comes again
    assert {"ARVN Resources 30 to 33.", "Put the US cylinder in the Pass box."} <= {
        text.strip() for text in told.all_inner_texts()
    }
    seat.page.click("dialog .primary")
    seat.page.wait_for_selector("dialog", state="detached")
    seat.page.reload()
    seat.wait_for_question()
    assert seat.page.query_selector("dialog") is None
    seat.page.click(".more > summary")
    seat.page.click(".menu-list button >> nth=0")
    told.first.wait_for()
    watcher.wait_for_function(
        "(number) => document.getElementById('table').dataset.number === number", arg=str(seat.state()["number"])
    )
    assert watcher.query_selector("dialog") is None, "who only watches moves no pieces"
    watcher.click(".more > summary")
    watcher.click(".menu-list button >> nth=0")
    watcher.wait_for_selector("dialog[open] .orders li")


# --- the plan, forecasts and what is forbidden ------------------------------------------------------------------------


def test_the_plan_stands_on_the_map_and_a_chip_undoes_to_its_choice(table: MakeTable) -> None:
    seat = at_question(table, "o", "s")
    for key in ("binh_dinh", "quang_tin_quang_ngai", "done", "binh_dinh", "da_nang", "2"):
        seat.click(key)
        seat.wait_for_question()
    page = seat.page
    assert page.locator(".plan .plan-tick").count() == 2
    assert page.text_content(".plan .plan-arrow .plan-amount") == "2"
    assert page.get_attribute('[data-space="binh_dinh"]', "aria-pressed") == "true"
    chips = page.eval_on_selector_all(".plan-so-far .step", "all => all.map(one => one.getAttribute('aria-label'))")
    told = ["Sweep", "Binh Dinh", "Quang Tin", "→ Binh Dinh: Da Nang, 2 US Troops"]
    assert chips[1:] == [f"Take back to here: {words}" for words in told]
    drawn = page.locator(".plan-so-far .step .piece-icon[role=img]")
    assert drawn.get_attribute("aria-label") == "2 US Troops", "a number of pieces is drawn, for chips are short"
    number = seat.number()
    page.click(".plan-so-far .step:has-text('Quang Tin')")
    seat.settled(number)
    assert [step["key"] for step in seat.state()["plan"]] == ["op_only", "sweep", "binh_dinh"]
    assert page.locator(".plan .plan-arrow").count() == 0


def test_answers_say_what_they_will_do_and_forbidden_ones_why_not(table: MakeTable) -> None:
    """Also if the server was busy at first: it is asked again."""
    seat = at_question(table)
    page = seat.page
    page.wait_for_selector(".option[data-key='pass'] .option-effect:has-text('ARVN Resources +3')")
    forbidden = page.inner_text(".prompt .forbidden")
    assert "Limited Operation" in forbidden
    assert "Only for the 2nd Eligible Faction (2.3.4)" in forbidden
    order = page.eval_on_selector_all(".rows > *", "rows => rows.map(row => row.dataset.key ?? 'forbidden')")
    assert order == ["event", "op_only", "op_activity", "forbidden", "pass"]
    seat.click("event")
    sides = seat.state()["view"]["card"]["sides"]
    for side in ("unshaded", "shaded"):
        assert page.inner_text(f".option[data-key='{side}'] .option-text") == sides[side].replace(
            " -", " \N{MINUS SIGN}"
        )
    page.keyboard.press("u")
    page.wait_for_selector(".option[data-key='op_only']")
    seat.level()
    busy = {"status": 503, "headers": {"Retry-After": "0"}, "json": {"error": "busy", "message": "Many are asking"}}
    page.route("**/effects", lambda route: route.fulfill(**busy), times=1)
    press(seat, "o", "a")
    page.wait_for_selector(".option .option-effect:has-text('hit')")
    page.complaints.clear()  # the browser itself notes an answer of 503
    page.keyboard.press("u")
    page.wait_for_selector(".option[data-key='sweep']")
    seat.level()
    press(seat, "s")
    page.wait_for_selector(".option .option-effect:has-text('Underground')")
    first = page.evaluate("document.querySelector('.rows').firstElementChild.className")
    assert first == "on-map soft", "many spaces are chosen on the map; what is not on it would stand above them"


# --- taking back ------------------------------------------------------------------------------------------------------


def test_undo_redo_and_a_stray_u(table: MakeTable) -> None:
    seat = at_question(table)
    page = seat.page
    assert page.is_hidden(".acts .undo"), "there is nothing to take back yet"
    page.keyboard.press("u")
    press(seat, "o", "s")
    page.keyboard.press("u")
    page.wait_for_selector(".option[data-key='train']")
    page.wait_for_selector(".notice:has-text('Taken back: “Sweep” (US)')")
    seat.level()
    page.reload()
    seat.ready()
    seat.wait_for_question()
    press(seat, "r")
    assert "Sweep where" in seat.prompt()
    assert page.is_hidden(".acts .redo")
    for _ in range(2):
        page.keyboard.press("u")
        seat.level()
        page.wait_for_timeout(50)
        seat.level()
    page.wait_for_selector(".option[data-key='pass']")
    seat.click("pass")
    seat.wait_for_question()
    assert seat.state()["undo"]["bots"], "bots have played since"
    entries = seat.state()["entries"]
    page.keyboard.press("u")
    page.wait_for_selector("dialog[open]:has-text('“Pass” (US)')")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    assert seat.state()["entries"] == entries, "a stray key discards nobody's turn"
    page.keyboard.press("u")
    page.click("dialog .primary")
    page.wait_for_selector(".notice:has-text('Taken back: “Pass” (US)')")  # the question before offered to pass as well
    page.wait_for_selector(".option[data-key='pass']")
    seat.level()
    assert seat.state()["entries"] < entries


def test_on_a_phone_bots_that_think_and_a_lost_connection_leave_the_name_its_room(table: MakeTable) -> None:
    seat = table("short-1965", "us", width=390, height=844)
    seat.wait_for_question()
    name = seat.page.locator(".game-name")
    before = name.bounding_box()
    for tab in ("map", "story"):
        seat.page.click(f"#tab-{tab}")
        for told in (".thinking", ".link-down"):
            seat.page.eval_on_selector(told, "part => (part.hidden = false)")
            room, words = name.bounding_box(), seat.page.locator(told).bounding_box()
            assert (room["x"], room["width"]) == (before["x"], before["width"])
            assert words["y"] >= room["y"] + before["height"] - 4, "under the name, not beside it"
            seat.page.eval_on_selector(told, "part => (part.hidden = true)")
