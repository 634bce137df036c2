"""The page in Spanish: chosen, or as the browser asks; without an English word, and with room for its words."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.english_words import english_in
from tests.web.browser.support import AT_ONCE, Server, Table, resize
from tests.web.browser.test_access import serious

OpenPage = Callable[..., Any]
SPANISH = {"fitl.language": "es"}
SIZES = ((360, 640), (1440, 900))
# What is shown and what is told to those who do not see it.
TEXTS = """() => [document.title, document.body.innerText,
  ...[...document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")].flatMap((each) =>
    ["aria-label", "title", "placeholder", "alt"].map((name) => each.getAttribute(name) ?? ""))]"""
# Buttons, tabs and fields whose words do not fit into them.
CUT = """() => [...document.querySelectorAll("button, summary, [role=tab], legend, label, select, th")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".visually-hidden"))
  .filter((each) => getComputedStyle(each).overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent.trim().slice(0, 60))"""
WIDE = "() => document.documentElement.scrollWidth - innerWidth"


def sound(page: Any) -> None:
    """Nothing English, nothing cut off, nothing wider than the screen, at both sizes."""
    for width, height in SIZES:
        resize(page, width, height)
        assert english_in(page.evaluate(TEXTS)).keys() <= {"English"}  # the name of the other language
        assert page.evaluate(CUT) == []
        assert page.evaluate(WIDE) <= 0


@pytest.mark.parametrize(
    ("path", "there"), [("/", ".scenario"), ("/rules", ".rules-article"), ("/cards", ".cards-row")]
)
def test_pages_are_spanish_for_a_browser_that_asks_for_it(open_page: OpenPage, path: str, there: str) -> None:
    page = open_page(path, locale="es-ES")
    page.wait_for_selector(there, state="attached")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("() => document.documentElement.lang") == "es"
    sound(page)
    assert serious(page) == []


def test_a_reader_chooses_the_language_and_it_is_remembered(open_page: OpenPage) -> None:
    page = open_page("/")
    page.wait_for_selector(".scenario")
    page.get_by_label("Language").select_option("es")
    page.wait_for_function("() => document.documentElement.lang === 'es'")
    page.wait_for_selector("text=Partida nueva")
    page.reload()
    page.wait_for_selector("text=Partida nueva")
    page.get_by_label("Idioma").select_option("en")
    page.wait_for_selector("text=New game")


@pytest.mark.parametrize("scenario", ["short-1965", "four-player-1961", "black-april-1973"])
def test_the_table_is_spanish(open_page: OpenPage, server: Server, scenario: str) -> None:
    me = "arvn" if scenario == "black-april-1973" else "us"
    seats = [{"factions": ["nva"], "kind": "me"}] if scenario == "black-april-1973" else []
    if scenario == "four-player-1961":
        seats = [{"factions": [faction], "kind": "me"} for faction in ("arvn", "nva", "vc")]
    whole = [*seats, {"factions": [me], "kind": "me"}] if seats else None
    made = server.create(scenario, me, **({"seats": whole} if whole else {}))
    link = next(link for link in made["links"] if link["mine"])
    seat = Table(open_page(link["path"], stored=SPANISH | AT_ONCE), server, made)
    seat.wait_for_question()
    sound(seat.page)
    assert serious(seat.page) == []


def test_two_readers_at_one_table_each_have_their_language(open_page: OpenPage, server: Server) -> None:
    seats = [{"factions": ["us"], "kind": "me"}, {"factions": ["nva"], "kind": "link"}]
    seats += [{"factions": [faction], "kind": "bot"} for faction in ("arvn", "vc")]
    made = server.create("short-1965", "us", seats=seats)
    one, other = (next(link["path"] for link in made["links"] if link["factions"] == [who]) for who in ("us", "nva"))
    spanish = Table(open_page(one, stored=SPANISH | AT_ONCE), server, made)
    english = Table(open_page(other, stored=AT_ONCE), server, made)
    for seat, title in ((spanish, "Corto: 1965-1967"), (english, "Short: 1965-1967")):
        assert title in seat.page.title()


def test_answers_are_found_by_words_of_either_language(open_page: OpenPage, server: Server) -> None:
    page = open_page("/cards", stored=SPANISH)
    page.wait_for_selector(".cards-row")
    for words in ("eeuu", "US Troops", "bonzo", "Burning Bonze"):
        page.get_by_label("Buscar en las cartas").fill(words)
        page.wait_for_function("() => document.querySelector('.cards-row')")
        assert page.locator(".cards-row").count() > 0, words


def test_the_settings_of_a_table_are_spanish_and_have_the_language(table: Callable[..., Table]) -> None:
    seat = table()
    page = seat.page
    page.evaluate("() => localStorage.setItem('fitl.language', 'es')")
    page.reload()
    seat.ready()
    for entry in ("Ajustes", "Teclas", "Gente y enlaces"):
        page.locator("summary", has_text="Menú").click()
        assert english_in(page.evaluate(TEXTS)).keys() <= {"English"}
        page.get_by_role("button", name=entry).click()
        page.wait_for_selector("dialog[open]")
        assert english_in(page.evaluate(TEXTS)).keys() <= {"English"}
        if entry == "Ajustes":
            assert page.get_by_label("Idioma").input_value() == "es"
        page.locator("dialog[open]").get_by_role("button", name="Cerrar").first.click()
        page.wait_for_selector("dialog[open]", state="detached")
