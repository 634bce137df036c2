"""The table page, played by clicks and by keys as people do."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.web.browser.support import Server, Table

MakeTable = Callable[..., Table]
OpenPage = Callable[..., Any]

QUESTION_OR_PLAYBACK = ".prompt.mine button.option, .prompt.mine .confirm, .playback:not([hidden]) .skip"


def play_turn(table: Table, faction: str, rng: random.Random, click: Callable[[Table, random.Random], None]) -> None:
    """Play until somebody else is asked; at least one answer must be given."""
    table.wait_for_question()
    assert table.page.inner_text(".prompt .asked .chip") == faction.upper()
    before = table.state()["view"]
    for answers in range(200):
        table.wait_for_question()
        if answers > 5 and any(key in ("done", "no") for key in table.keys()):
            table.pass_on()  # a turn is complete once it is brought to its end
        else:
            click(table, rng)
        view = table.state()["view"]
        if view["card"] != before["card"] or [faction] in [acted[:1] for acted in view["turn"]["acted"]]:
            return
    raise AssertionError("the turn does not end")


def click_any(table: Table, rng: random.Random) -> None:
    """One answer: on the map where a space is lit for one answer alone, else by the list."""
    state = table.state()
    options = state["view"]["decision"]["options"]
    single = [option for option in options if len(option["spaces"]) == 1]
    alone = [one for one in single if sum(one["spaces"] == other["spaces"] for other in options) == 1]
    number = table.number()
    if alone:
        space = rng.choice(alone)["spaces"][0]
        table.page.dispatch_event(f'[data-space="{space}"]', "click")
        table.settled(number)
        return
    keys = [option["key"] for option in options if option["key"] != "pass"]
    table.click(rng.choice(keys))


@pytest.mark.parametrize("faction", ["us", "arvn", "nva", "vc"])
def test_a_complete_turn_of_each_faction_is_played_by_clicks(table: MakeTable, faction: str) -> None:
    seat = table("short-1965", faction)
    seat.at_once()
    play_turn(seat, faction, random.Random(faction), click_any)
    told = seat.page.inner_text(".story")
    assert re.search(rf"^{faction.upper()}\b", told, re.MULTILINE), told


def test_a_complete_turn_is_played_by_the_keyboard_alone(table: MakeTable) -> None:
    seat = table("short-1965", "us")
    seat.at_once()
    keyboard = seat.page.keyboard

    def press(table: Table, rng: random.Random) -> None:
        number = table.number()
        options = table.state()["view"]["decision"]["options"]
        lit = [option for option in options if option["spaces"]]
        if table.page.query_selector(".stepper"):
            keyboard.press(str(options[0]["amount"]))
            keyboard.press("Enter")
        elif lit and len(lit) == len({option["spaces"][0] for option in lit}):
            keyboard.press(".")
            keyboard.press("ArrowDown")
            keyboard.press("Enter")
        else:
            keyboard.press("ArrowDown")
            keyboard.press("Enter")
        table.settled(number)

    play_turn(seat, "us", random.Random(3), press)


def test_a_complete_short_game_against_bots_is_played_through_the_page(table: MakeTable) -> None:
    seat = table("short-1967", "vc")
    seat.at_once()
    rng = random.Random(11)
    for _ in range(1500):
        if not seat.wait_for_question():
            break
        stepper = seat.page.query_selector(".stepper .amount")
        keys = [str(stepper.get_attribute("min"))] if stepper else seat.keys()
        ends = [key for key in keys if key in ("pass", "done", "no")]
        number = seat.number()
        key = rng.choice(ends if ends and rng.random() < 0.7 else keys)
        if stepper:
            seat.page.fill(".stepper .amount", key)
            seat.page.click(".stepper .confirm")
        else:
            seat.page.click(f'.prompt .option[data-key="{key}"]')
        seat.page.wait_for_function(
            "(number) => { const now = document.getElementById('table').dataset.number;"
            " return (now !== '' && now !== number) || document.querySelector('.end-screen'); }",
            arg=number,
        )
    assert seat.state()["over"]
    ranking = seat.page.inner_text(".end-screen .ranking")
    assert all(name in ranking for name in ("US", "ARVN", "NVA", "VC"))
    told = seat.page.inner_text(".end-screen").replace("\N{MINUS SIGN}", "-")  # the page has one of its own
    assert seat.state()["verdict"] in told
    assert seat.page.locator(".sheet :is(.plan-arrow, .traces > *)").count() == 0, "an ended game has no plan"


def two_seats(server: Server, open_page: OpenPage, **wish: Any) -> tuple[Table, Table]:
    """US and VC by two people in two browsers, bots between them."""
    made = server.create(
        "short-1965",
        "",
        seats=[
            {"factions": ["us"], "kind": "me"},
            {"factions": ["arvn"], "kind": "bot"},
            {"factions": ["nva"], "kind": "bot"},
            {"factions": ["vc"], "kind": "link"},
        ],
        **wish,
    )
    tables = []
    for faction in ("us", "vc"):
        link = next(link for link in made["links"] if link["factions"] == [faction])
        seat = Table(open_page(link["path"]), server, made)
        seat.token = link["token"] = seat.held()
        seat.at_once()
        tables.append(seat)
    return tables[0], tables[1]


def asked(*tables: Table) -> tuple[Table, Table]:
    """The table whose person is asked, and the other."""
    for _ in range(600):
        for seat in tables:
            decision = seat.state()["view"]["decision"]
            if decision and decision.get("options"):
                return seat, next(other for other in tables if other is not seat)
        tables[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is asked")


def test_two_browsers_see_each_other_without_asking(server: Server, open_page: OpenPage) -> None:
    first, second = asked(*two_seats(server, open_page))
    first.wait_for_question()
    version = first.state()["version"]
    second.page.evaluate("window.setInterval = () => 0")  # it must not find out by looking now and then
    first.pass_on()
    assert first.state()["version"] > version
    asked(first, second)  # until then non-players play on, and a page may pass over what another one shows
    second.level()
    first.page.click("#tab-chat")
    first.page.fill(".chat-form input", "Good morning, Vietnam")
    first.page.click(".chat-form button")
    second.page.click("#tab-chat")
    second.page.wait_for_selector(".chat li:has-text('Good morning')")


def test_who_is_not_asked_sees_whom_the_table_waits_for(server: Server, open_page: OpenPage) -> None:
    _, second = asked(*two_seats(server, open_page))
    second.page.wait_for_function("() => document.querySelector('.prompt .who').textContent.includes('Waiting for')")
    assert not second.keys()
    assert second.page.query_selector(".prompt.mine") is None


def test_two_tabs_of_one_seat_stay_in_step(table: MakeTable, server: Server) -> None:
    seat = table("short-1965", "us")
    seat.at_once()
    seat.wait_for_question()
    twin = seat.page.context.new_page()
    twin.goto(f"{server.address}/game/{seat.game}")
    twin.wait_for_selector(".table.ready")
    seat.click(seat.keys()[0])
    number = seat.number()
    twin.wait_for_function("(number) => document.getElementById('table').dataset.number === number", arg=number)


def test_a_reload_keeps_the_seat_and_the_question(table: MakeTable) -> None:
    seat = table("short-1965", "us")
    seat.at_once()
    seat.wait_for_question()
    seat.click(seat.keys()[0])
    question, number = seat.prompt(), seat.number()
    assert "#" not in seat.page.url, "the secret stays out of the address"
    seat.page.reload()
    seat.ready()
    seat.wait_for_question()
    assert (seat.prompt(), seat.number()) == (question, number)


def test_undo_takes_back_one_answer_at_a_time(table: MakeTable) -> None:
    seat = table("short-1965", "us")
    seat.at_once()
    seat.wait_for_question()
    first = seat.prompt()
    seat.click("op_only")
    second = seat.prompt()
    assert second != first
    seat.click(seat.keys()[0])
    seat.page.keyboard.press("u")
    seat.page.wait_for_function("(text) => document.querySelector('.ask').textContent === text", arg=second)
    seat.level()  # until the server has answered, another take-back is not heeded
    seat.page.click(".acts .undo")
    seat.page.wait_for_function("(text) => document.querySelector('.ask').textContent === text", arg=first)


def answered_by_both(first: Table, second: Table) -> tuple[Table, Table]:
    """Let both people answer once; whoever answered before the other, and the other."""
    seat, _ = asked(first, second)
    seat.wait_for_question()
    seat.pass_on()
    for _ in range(40):
        now, _ = asked(first, second)
        now.wait_for_question()
        now.pass_on()
        if now is not seat:
            asked(first, second)  # the bots have come to rest
            return seat, now
    raise AssertionError("the same person is asked again and again")


def test_a_take_back_past_another_player_needs_consent(server: Server, open_page: OpenPage) -> None:
    first, second = answered_by_both(*two_seats(server, open_page))
    entries = first.state()["entries"]
    first.level()
    first.page.click(".acts .undo")
    assert "so they must agree" in first.page.inner_text("dialog")
    first.page.click("dialog .primary")
    second.page.wait_for_selector(".banner.ask:has-text('and with it')")
    assert first.state()["entries"] == entries
    second.page.click(".banner.ask .primary")
    for _ in range(600):
        if first.state()["entries"] < entries:
            break
        first.page.wait_for_timeout(50)
    first.page.wait_for_selector(".notice:has-text('Taken back: ')")
    second.page.wait_for_selector(".notice:has-text(' took back ')")


def test_a_declined_take_back_changes_nothing(server: Server, open_page: OpenPage) -> None:
    first, second = answered_by_both(*two_seats(server, open_page))
    entries = first.state()["entries"]
    first.level()
    first.page.keyboard.press("u")
    first.page.click("dialog .primary")
    second.page.wait_for_selector(".banner.ask")
    first.page.wait_for_selector(".banner:has-text('Waiting for the others to agree')")
    assert not first.page.is_visible(".acts .undo"), "one proposal at a time"
    watcher = open_page(next(link for link in first.links if not link["factions"])["path"])
    watcher.wait_for_selector(".banner:has-text(' wants to take back ')")
    assert watcher.query_selector(".banners button") is None
    second.page.click(".banner.ask button:not(.primary)")
    second.page.wait_for_selector(".banner.ask", state="detached")
    first.page.wait_for_selector(".notice:has-text('declined to take back')")
    assert first.state()["entries"] == entries


def test_a_page_that_is_offline_says_so_at_once(table: MakeTable) -> None:
    page = table("short-1965", "us").page
    assert page.locator(".link-down").is_hidden()
    page.evaluate("dispatchEvent(new Event('offline'))")
    assert page.locator(".link-down").is_visible()
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_selector(".link-down", state="hidden")


def test_the_server_restarts_in_mid_turn_and_the_page_comes_back(table: MakeTable, server: Server) -> None:
    seat = table("short-1965", "us")
    seat.at_once()
    seat.wait_for_question()
    seat.click("op_only")
    question = seat.prompt()
    with seat.page.expect_console_message(lambda message: "WebSocket" in message.text):  # in vain it tries again
        server.kill()
    seat.page.wait_for_selector(".link-down:not([hidden])")
    server.start()
    seat.page.wait_for_selector(".link-down", state="hidden")
    assert seat.prompt() == question
    seat.click(seat.keys()[0])
    lost = [text for text in seat.page.complaints if "net::ERR_" in text or "WebSocket" in text]
    assert lost, "the browser noticed"
    seat.page.complaints[:] = [text for text in seat.page.complaints if text not in lost]


def test_the_timeline_shows_the_table_as_it_was(table: MakeTable) -> None:
    seat = table("short-1965", "us")
    seat.at_once()
    for _ in range(3):
        seat.wait_for_question()
        seat.pass_on()
    seat.wait_for_question()
    now = seat.page.inner_text(".card-face h2")
    entries = str(seat.state()["entries"])
    seat.page.wait_for_function("(n) => document.querySelector('.timeline-slider').max === n", arg=entries)
    seat.page.keyboard.press("[")
    seat.page.wait_for_selector(".replay:not([hidden])")
    seat.page.eval_on_selector(
        ".timeline-slider", "slider => { slider.value = '2'; slider.dispatchEvent(new Event('input')); }"
    )
    then = seat.server.asked("GET", f"/api/games/{seat.game}?at=2", token=seat.token)
    first = then["view"]["card"]["title"]
    seat.page.wait_for_function("(title) => document.querySelector('.card-face h2').textContent === title", arg=first)
    assert not seat.keys(), "nothing can be answered in the past"
    seat.page.keyboard.press("Escape")
    seat.page.wait_for_selector(".replay", state="hidden")
    assert seat.page.inner_text(".card-face h2") == now
    assert seat.keys()


def test_a_bots_turn_is_played_back_step_by_step_and_says_why(table: MakeTable) -> None:
    seat = table("short-1965", "us")
    seat.at_speed("slow")  # so that the turn is not over before it is halted
    for _ in range(40):
        seat.page.wait_for_selector(QUESTION_OR_PLAYBACK)
        if seat.page.is_visible(".playback"):
            break
        number = seat.number()
        key = "pass" if "pass" in seat.keys() else seat.keys()[0]
        seat.page.click(f'.prompt .option[data-key="{key}"]')
        seat.page.wait_for_function(
            "(number) => document.getElementById('table').dataset.number !== number", arg=number
        )
    seat.page.click(".playback .pause")
    before = seat.page.inner_text(".playback .count")
    seat.page.click(".playback-bar button:nth-child(2)")
    seat.page.wait_for_function(
        "(text) => document.querySelector('.playback .count')?.textContent !== text", arg=before
    )
    seat.page.click(".playback-bar .quiet")
    seat.page.wait_for_selector("dialog .reasons li")
    assert re.search(r"8\.\d", seat.page.inner_text("dialog .reasons"))
    seat.page.keyboard.press("Escape")
    seat.page.wait_for_selector("dialog[open]", state="detached")
    hints: list[str] = []
    seat.page.on("request", lambda request: hints.append(request.url) if request.url.endswith("/hint") else None)
    for _ in range(40):  # the other bots may still be thinking: what they do is played back, too
        seat.page.keyboard.press("h")
        seat.page.keyboard.press("Escape")
        seat.page.wait_for_selector(QUESTION_OR_PLAYBACK)
        if not seat.page.is_visible(".playback"):
            break
    seat.wait_for_question()
    assert hints == [], "no advice on a question that is not shown yet"
    seat.page.click(".story .why >> nth=-1")
    seat.page.wait_for_selector("dialog .reasons li")


def test_a_hint_can_be_seen_and_taken(table: MakeTable) -> None:
    seat = table("short-1965", "vc")
    seat.at_once()
    seat.wait_for_question()
    seat.page.keyboard.press("h")
    seat.page.wait_for_selector("dialog .advice >> nth=1")
    assert "Worth compares outcomes" not in seat.page.inner_text(".advice >> nth=0"), "the flowchart tells of none"
    assert "Worth compares outcomes" in seat.page.inner_text(".advice >> nth=1")
    wanted = seat.page.inner_text("dialog .hint-answer b")
    number = seat.number()
    seat.page.click("dialog .dialog-actions .primary")
    seat.settled(number)
    assert seat.state()["entries"] > int(number)
    assert wanted
    alone = {"key": "pass", "label": "Pass", "reasons": [], "by": "thinker", "thinker": None, "no_chart": True}
    seat.page.route("**/hint", lambda route: route.fulfill(json=alone))
    seat.wait_for_question()
    seat.page.keyboard.press("h")
    seat.page.wait_for_selector("dialog:has-text('The flowchart has no advice here')")


def test_a_thinkers_picks_and_turns_say_what_it_expects_and_who_it_is_is_told(table: MakeTable) -> None:
    seats = [{"factions": ["arvn"], "kind": "me"}, {"factions": ["vc"], "kind": "bot", "plays": "thinker:quick"}]
    seat = table("diems-war-1961", seats=seats)
    seat.at_once()
    seat.wait_for_question()
    page = seat.page
    assert [turn["faction"] for turn in seat.state()["turns"]] == ["vc"] * 3
    assert page.locator(".story .line:has-text('VC puts') .why").count() == 3
    page.click(".story .why >> nth=0")
    told = page.locator("dialog:has(ul.reasons)")
    told.wait_for()
    assert "VC searched ahead" in told.inner_text().replace("\n", " ")
    assert "Worth compares outcomes" in told.inner_text()
    page.keyboard.press("Escape")
    assert "Quick thinker, answers at once" in page.locator(".people").text_content()


def test_the_page_tells_which_bot_thinks_or_waits_and_who_may_end_that(server: Server, open_page: OpenPage) -> None:
    made = server.create("short-1965", "us arvn nva vc")
    told = {"thinking": True, "thought": None, "waiting": True}
    me = {"role": "spectator", "name": "", "seats": [], "factions": [], "host": True}
    page = open_page("/", width=360, height=640)
    sockets: list[Any] = []
    page.route_web_socket("**/live", lambda socket: sockets.append(socket))  # what is heard by it is said below

    seen: dict[str, Any] = {}

    def look(route: Any) -> None:
        seen.update(route.fetch(url=f"{server.address}/api/games/{made['game']}").json())  # the whole table
        route.fulfill(json={"series": "x", "number": 1, "base": None, "table": {**seen, **told, "me": me}})

    page.route(re.compile(f"/api/games/{made['game']}[?]have="), look)
    page.goto(server.address + next(link["path"] for link in made["links"] if link["mine"]))
    thinking = page.locator(".thinking")
    thinking.get_by_text("Waiting for thinkers at other tables …").wait_for()
    assert page.is_visible(".hurry"), "the host may, where nobody plays"
    page.click(".hurry")
    page.wait_for_function("() => window.underway === 0")
    news = {name: seen[name] for name in ("version", "number", "entries", "chat")}
    sockets[-1].send(json.dumps({**news, "here": [], "thinking": True, "thought": 60, "waiting": False}))
    actor = seen["view"]["decision"]["actor"].upper()
    thinking.get_by_text(f"{actor}: thinking, 60\u00a0% …").wait_for()
    room, below = thinking.bounding_box(), page.locator(".map").bounding_box()
    assert room["y"] + room["height"] <= below["y"], "above the map, not over it"
    me["host"] = False
    page.reload()
    thinking.get_by_text("Waiting for thinkers at other tables …").wait_for()
    assert page.is_hidden(".hurry")


def test_an_unlit_space_says_why_it_cannot_be_chosen(table: MakeTable) -> None:
    seat = table("short-1965", "us")
    seat.at_once()
    seat.wait_for_question()
    seat.click("op_only")
    for _ in range(4):
        if seat.page.query_selector(".touch .lit"):
            break
        seat.click(seat.keys()[0])
    seat.page.dispatch_event('[data-space="north_vietnam"]', "click")
    seat.page.wait_for_selector(".why-not:not(:empty)")
    assert "North Vietnam" in seat.page.inner_text(".why-not")
    assert seat.page.is_hidden(".notice"), "it is said once"


def test_a_spectator_sees_the_table_and_cannot_answer(server: Server, open_page: OpenPage, table: MakeTable) -> None:
    seat = table("short-1965", "us")
    seat.at_once()
    seat.wait_for_question()
    link = next(link for link in seat.links if link["role"] == "spectator")
    page = open_page(link["path"])
    page.wait_for_selector(".table.ready")
    assert page.query_selector(".option") is None
    assert not page.is_visible(".acts .undo")
    seat.click("pass")
    page.wait_for_function("() => document.querySelectorAll('.story .line').length > 3")


def test_table_mode_asks_for_real_dice_and_tells_what_to_move(table: MakeTable) -> None:
    seat = table("short-1965", "us", table_mode=True)
    seat.at_once()
    seat.wait_for_question()
    assert "Chance" in seat.page.inner_text(".prompt .asked")
    told: list[str] = []

    def read(orders: Any) -> None:
        told.extend(orders.locator("li").all_inner_texts())
        seat.page.keyboard.press("Escape")

    # The orders come over the network, before or after the next question is there.
    seat.page.add_locator_handler(seat.page.locator("dialog .orders"), read)
    rng = random.Random(5)
    for _ in range(60):
        seat.wait_for_question()
        number = seat.number()
        keys = seat.keys()
        if seat.page.query_selector(".stepper"):
            seat.page.click(".stepper .face, .stepper .confirm")
        else:
            seat.page.click(f'.prompt .option[data-key="{"pass" if "pass" in keys else rng.choice(keys)}"]')
        seat.settled(number)
        if told:
            break
    assert told


def test_news_do_not_take_away_what_is_being_typed(table: MakeTable) -> None:
    seat = table("short-1965", "us", table_mode=True)
    seat.at_once()
    rng = random.Random(5)
    seat.wait_for_question()
    while not seat.page.query_selector(".stepper"):  # the first die
        seat.click(rng.choice(seat.keys()))
        seat.wait_for_question()
    number = seat.number()
    seat.page.keyboard.press("Enter")
    assert seat.page.is_disabled(".stepper .confirm"), "nobody proposes what a real die shows"
    assert seat.number() == number
    assert seat.page.evaluate("window.underway") == 0
    least = seat.page.get_attribute(".stepper .amount", "min")
    seat.page.fill(".stepper .amount", least)
    httpx.post(
        f"{seat.server.address}/api/games/{seat.game}/chat",
        headers={"Authorization": f"Bearer {seat.token}"},
        json={"text": "Just a moment"},
    ).raise_for_status()
    seat.page.wait_for_selector(".chat li:has-text('Just a moment')", state="attached")
    assert seat.page.input_value(".stepper .amount") == least
    assert seat.page.evaluate("document.activeElement.className") == "amount"


def test_the_next_question_takes_answers_before_we_hear_of_the_last(table: MakeTable) -> None:
    seat = table("short-1965", "us arvn nva vc")
    seat.at_once()
    seat.wait_for_question()
    seat.page.evaluate(
        "() => { const send = window.fetch; window.held = []; window.fetch = async (...words) => {"
        " const answer = await send(...words);"
        " if (String(words[0]).endsWith('/choose')) await new Promise((go) => window.held.push(go));"
        " return answer; }; }"
    )
    for _ in range(2):
        number = seat.number()
        seat.page.keyboard.press("ArrowDown")
        seat.page.keyboard.press("Enter")
        seat.page.wait_for_function(
            "(number) => document.getElementById('table').dataset.number > Number(number)", arg=number
        )
    seat.page.evaluate("window.held.forEach((go) => go())")
    seat.level()


def test_the_page_keeps_up_without_a_socket(server: Server, open_page: OpenPage) -> None:
    first, second = asked(*two_seats(server, open_page))
    second.page.context.add_init_script(
        "window.WebSocket = class extends EventTarget { constructor() { super();"
        " setTimeout(() => this.dispatchEvent(new Event('close')), 10); } close() {} send() {} };"
    )
    second.page.reload()
    second.ready()
    first.wait_for_question()
    first.pass_on()
    first.page.wait_for_function("() => document.getElementById('table').dataset.number")  # nothing is played back
    number = int(first.number())  # non-players may have gone on by the time the other looks
    second.page.wait_for_function("(number) => document.getElementById('table').dataset.number >= number", arg=number)


def test_habits_are_remembered_by_the_browser(table: MakeTable) -> None:
    seat = table("short-1965", "us")
    seat.page.click(".more > summary")
    seat.page.click(".menu-list button:has-text('Settings')")
    seat.page.check(".setting-speed label:has-text('Instant') input")
    seat.page.check(".setting:has-text('Ask before each answer') input")
    seat.page.keyboard.press("Escape")
    seat.page.reload()
    seat.ready()
    seat.wait_for_question()
    number = seat.number()
    seat.page.click(".options .option")
    assert seat.number() == number, "asked first"
    seat.page.click("dialog .primary")
    seat.settled(number)


def test_the_game_can_be_taken_away(table: MakeTable) -> None:
    seat = table("short-1965", "us")
    seat.at_once()
    seat.wait_for_question()
    seat.page.click(".more > summary")
    seat.page.click(".export-menu > summary")
    saved = {}
    for ending in (".jsonl", ".txt", ".json", ".svg", ".jpg"):
        with seat.page.expect_download() as download:
            seat.page.click(f".export-panel button:has(.export-ending:text-is('{ending}'))")
        saved[ending] = download.value.path().read_bytes()
    assert saved[".jsonl"].startswith(b'{"fitl_journal"')
    assert b"Card #" in saved[".txt"]
    assert saved[".svg"].startswith(b"<svg") or b"<svg" in saved[".svg"][:200]
    assert saved[".jpg"].startswith(b"\xff\xd8\xff")
    assert b'"fitl"' in saved[".json"]


def test_whoever_deceives_sees_only_their_own_markers(server: Server, open_page: OpenPage) -> None:
    made = server.create(
        "short-1965",
        "",
        seats=[{"factions": [name], "kind": "me" if name == "us" else "link"} for name in ("us", "arvn", "nva", "vc")],
        options={"deception": True},
    )
    seen = {}
    for faction in ("us", "vc"):
        link = next(link for link in made["links"] if link["factions"] == [faction])
        page = open_page(link["path"])
        page.wait_for_selector(".table.ready")
        seen[faction] = [row.inner_text() for row in page.query_selector_all(".markers li")]
    for faction, place in (("us", 0), ("vc", 3)):
        assert "hidden" not in seen[faction][place].lower().replace("hidden a", "")
        others = [row for number, row in enumerate(seen[faction]) if number != place]
        assert all("2 hidden" in row for row in others)


def test_your_turn_is_told_by_title_and_notification(server: Server, open_page: OpenPage) -> None:
    first, second = asked(*two_seats(server, open_page))
    first.page.wait_for_function("() => document.title.startsWith('●')")
    second.page.wait_for_function("() => !document.title.startsWith('●')")
    second.page.context.add_init_script(
        "window.told = []; window.Notification = class {"
        " constructor(title, more) { window.told.push([title, more.body]); } };"
        " window.Notification.permission = 'granted';"
        " Object.defineProperty(document, 'hidden', {get: () => true});"
    )
    second.page.evaluate('localStorage.setItem(\'fitl.settings\', \'{"speed": "instant", "notify": true}\')')
    second.page.reload()
    second.ready()
    for _ in range(60):
        now, _ = asked(first, second)
        if now is second:
            break
        first.wait_for_question()
        first.pass_on()
    second.page.wait_for_function("() => document.title.startsWith('●') && window.told.length > 0")
    assert second.page.evaluate("window.told[0][0]") == "Your turn"


def test_table_mode_rolls_and_draws_for_people_who_ask(table: MakeTable) -> None:
    seat = table("short-1965", "us", table_mode=True)
    seat.at_once()
    seat.wait_for_question()
    number = seat.number()
    assert "Chance" in seat.page.inner_text(".prompt .asked")
    seat.page.click(".acts .roll")
    seat.settled(number)
    assert seat.state()["view"]["card"] is not None
