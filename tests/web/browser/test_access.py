"""axe-core finds no serious violation on any page, at a desk and on a phone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.web.browser.support import AT_ONCE, Server, Table, resize

SERIOUS = ("serious", "critical")
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
# Tables with tiles, and the sequence of two: before 1964 as a first game, and a draft after 1972.
EARLY: dict[str, Any] = {
    "scenario": "diems-war-1961",
    "me": "arvn vc",
    "seats": [{"factions": [faction], "kind": "me"} for faction in ("arvn", "vc")],
    "options": {"first_game_draft": True},
}
LATE: dict[str, Any] = {
    "scenario": "black-april-1973",
    "me": "arvn nva",
    "seats": [{"factions": [faction], "kind": "me"} for faction in ("arvn", "nva")],
}
PAGES = {  # each with what it shows once it has read all it needs
    "/": ".scenario",
    "/learn": ".learn-chapters",
    "/rules": ".rules-article",
    "/cards": ".cards-row",
}


def serious(page: Any) -> list[str]:
    """What axe-core finds, each with where."""
    found = Axe().run(page).response["violations"]
    return [
        f"{violation['id']}: {violation['help']} at {[node['target'] for node in violation['nodes']][:5]}"
        for violation in found
        if violation["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("path", PAGES)
def test_pages_have_no_serious_violation(open_page: Callable[..., Any], path: str, size: dict[str, int]) -> None:
    page = open_page(path, **size)
    page.wait_for_selector("h1, h2")
    page.wait_for_selector(PAGES[path], state="attached")
    page.wait_for_load_state("networkidle")
    assert serious(page) == []


@pytest.mark.parametrize(
    "game", [{"scenario": "short-1965", "me": "us", **DESK}, {**EARLY, **PHONE}], ids=["desk", "phone"]
)
def test_the_table_has_no_serious_violation(table: Callable[..., Table], game: dict[str, Any]) -> None:
    seat = table(**game)
    seat.at_once()
    seat.wait_for_question()
    assert serious(seat.page) == []
    for tab in ("board", "chat", "map"):
        if seat.page.is_visible(f"#tab-{tab}"):
            seat.page.click(f"#tab-{tab}")
            assert serious(seat.page) == []


@pytest.mark.parametrize("path", ["/", "/rules#3.2.4", "/nowhere"])
def test_pages_have_no_serious_violation_in_the_dark(open_page: Callable[..., Any], path: str) -> None:
    page = open_page(path, color_scheme="dark")
    page.wait_for_selector(".scenario, .rules-article, .lost h1", state="attached")
    page.wait_for_load_state("networkidle")
    assert serious(page) == []
    page.complaints.clear()  # the browser itself notes an answer of 404


def test_the_table_has_no_serious_violation_in_the_dark(table: Callable[..., Table]) -> None:
    seat = table(**LATE)
    seat.page.emulate_media(color_scheme="dark")
    seat.at_once()
    seat.wait_for_question()
    assert serious(seat.page) == []
    seat.page.keyboard.press("?")
    seat.page.wait_for_selector("dialog[open]")
    assert serious(seat.page) == []


def test_its_dialogs_have_no_serious_violation(table: Callable[..., Table]) -> None:
    seat = table("short-1965", "us")
    seat.at_once()
    seat.wait_for_question()
    for open_it in ("h", "?", "w"):
        seat.page.keyboard.press(open_it)
        if open_it == "w" and not seat.state()["turns"]:
            continue
        seat.page.wait_for_selector("dialog[open]")
        assert serious(seat.page) == []
        seat.page.keyboard.press("Escape")
        seat.page.wait_for_selector("dialog[open]", state="detached")
    seat.page.click(".asked .rule")
    seat.page.wait_for_selector("dialog[open] .rules-article")
    seat.page.wait_for_function("() => !document.querySelector('dialog[open]').getAnimations({subtree: true}).length")
    assert serious(seat.page) == []


@pytest.mark.parametrize("width", [1280, 390])
def test_the_menu_has_the_focus_again_after_each_of_its_dialogs(table: Callable[..., Table], width: int) -> None:
    seat = table("short-1965", "us", width=width, height=800)
    seat.at_once()
    seat.wait_for_question()
    page = seat.page
    items = page.locator(".menu-list > button:not(:has-text('Watch the replay')):not(:has-text('Edit this'))")
    assert items.count() >= 6
    for place in range(items.count()):
        page.locator(".more > summary").focus()
        page.keyboard.press("Enter")
        items.nth(place).focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog[open]")
        page.wait_for_function("() => document.querySelector('dialog[open]').contains(document.activeElement)")
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")
        assert page.evaluate("document.activeElement.matches('.more > summary')"), items.nth(place).text_content()


def test_the_page_stays_inside_the_screen_at_every_size(table: Callable[..., Table]) -> None:
    seat = table("short-1965", "us")
    seat.at_once()
    seat.wait_for_question()
    for width, height in ((1920, 1080), (1280, 800), (1024, 768), (390, 844)):
        resize(seat.page, width, height)
        wide = seat.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{wide} at {width}x{height}"
        assert seat.page.is_visible(".map") or width < 700


# --- without looking, without a mouse, with large letters -------------------------------------------------------------

HEARD = """() => [...document.querySelectorAll("[aria-live], [role='status'], [role='log'], [role='alert']")]
    .filter((part) => part.offsetParent !== null || part.querySelector(".visually-hidden"))
    .map((part) => part.textContent).join(" | ")"""


def drafted(server: Server) -> dict[str, Any]:
    """A game of 1973 in which all Events have been picked and the first card lies open."""
    made = server.create(**LATE)
    game = f"/api/games/{made['game']}"
    me = {"Authorization": f"Bearer {next(link['token'] for link in made['links'] if link['mine'])}"}
    while (view := server.http.get(game, headers=me).json()["view"])["stage"] == "set_up":
        answer = {"number": view["decision"]["number"], "key": view["decision"]["options"][0]["key"]}
        assert server.http.post(f"{game}/choose", headers=me, json=answer).status_code == 200
    return made


TURNS: dict[str, tuple[Callable[[Server], dict[str, Any]], str, str]] = {
    # a table, what is done there, and a space for it, which whoever plays knows by name
    "1965": (lambda server: server.create("short-1965", "us"), "Train", "Saigon"),
    "1961": (lambda server: server.create(**EARLY), "Rally", "Kien Giang"),
    "1973": (drafted, "March", "Quang Tri"),
}


@pytest.mark.parametrize("years", TURNS)
def test_a_whole_turn_is_played_by_hearing_the_live_regions_alone(
    server: Server, open_page: Callable[..., Any], years: str
) -> None:
    """Every answer is found in what is announced: by its letter, as a number to type, or by a name after the slash.

    Nothing but keys is used.
    """
    game, operation, space = TURNS[years]
    made = game(server)
    seat = Table(open_page(next(link["path"] for link in made["links"] if link["mine"]), stored=AT_ONCE), server, made)
    seat.here()
    seat.wait_for_question()
    keyboard = seat.page.keyboard
    ways: set[str] = set()
    card = None
    for _ in range(60):
        seat.wait_for_question()
        heard = seat.page.evaluate(HEARD)
        number = seat.number()
        assert seat.page.inner_text(".question .ask") in heard
        said = re.sub(r"^Answers: |\.$", "", seat.page.text_content(".question .spoken"))
        letters = dict(re.findall(r"(?:^|; )([^;]+), key ([a-z])(?=;|$)", said))
        wanted = [operation, *(answer for answer in letters if answer.startswith("Operation")), "No"]
        if "space" in ways:
            wanted.insert(0, "Done")
        known = next((answer for answer in wanted if answer in letters), None)
        if amount := re.search(r"Type a number from \d+ to (\d+)", said):
            keyboard.type(amount[1])
            keyboard.press("Enter")
        elif known is not None:
            keyboard.press(letters[known])
            ways |= {"letter", operation} if known == operation else {"letter"}
        else:  # by its name: one that was said, or that of the space
            keyboard.press("/")
            if seat.page.evaluate("document.activeElement.className") == "filter":
                keyboard.type(space if operation in ways else said.split(";")[0])
            keyboard.press("Enter")
            ways |= {"space"} if operation in ways else {"name"}
        seat.settled(number)
        view = seat.state()["view"]
        if operation not in ways:
            card = view["card"]
        elif view["card"] != card or view["turn"]["acted"]:
            break
    else:
        raise AssertionError("the turn does not end")
    assert {"letter", "space"} <= ways


def test_letters_twice_as_large_keep_everything_in_reach(table: Callable[..., Table]) -> None:
    for game, size in (({"scenario": "short-1965", "me": "us"}, DESK), (EARLY, PHONE)):
        seat = table(**game, **size)
        seat.at_once()
        seat.wait_for_question()
        seat.page.evaluate("document.documentElement.style.setProperty('font-size', '200%', 'important')")
        assert seat.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        for part in (".prompt .ask", ".acts .hint", ".tabs"):
            box = seat.page.locator(part).bounding_box()
            assert box is not None, part
            assert box["y"] + box["height"] <= size["height"] + 1, part
        tabs, acts = (seat.page.locator(part).bounding_box() for part in (".tabs", ".acts"))
        assert size is DESK or acts["y"] + acts["height"] <= tabs["y"] + 1, "the footer covers no tab"
        seat.page.locator(".prompt .option").last.scroll_into_view_if_needed()
        seat.page.click(".prompt .option[data-key='pass']")


def test_forced_colours_and_calm_motion_leave_all_signs(
    open_page: Callable[..., Any], table: Callable[..., Table]
) -> None:
    seat = table("short-1965", "us")
    seat.at_once()
    seat.page.emulate_media(forced_colors="active", reduced_motion="reduce")
    seat.wait_for_question()
    for key in ("op_only", "sweep", "binh_dinh"):
        seat.click(key)
    assert seat.page.locator(".plan .plan-tick").count() == 1
    assert seat.page.evaluate("getComputedStyle(document.querySelector('.sheet .glow')).animationName") == "none"
    border = "getComputedStyle(document.querySelector('.acts .option')).borderStyle"
    assert seat.page.evaluate(border) == "solid"
    assert [
        found for found in serious(seat.page) if not found.startswith("color-contrast")
    ] == []  # those are the system's
