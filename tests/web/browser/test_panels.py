"""The rules panel and the card browser, as pages and as drawers over a page."""

from collections.abc import Callable
from typing import Any

import pytest

OpenPage = Callable[..., Any]

LINKS = """async (text) => {
    await (await import("/static/js/words.js")).loadWords();
    const nodes = (await import("/static/js/panels/rules.js")).ruleLinks(text);
    return nodes.map((node) => node.nodeName === "#text" ? node.textContent : `[${node.textContent}]`);
}"""


def test_the_rules_page_opens_at_the_rule_in_its_address(open_page: OpenPage) -> None:
    page = open_page("/rules#3.2.4")
    page.wait_for_selector(".rules-article h2:has-text('3.2.4 Assault')")
    assert page.inner_text(".rules-contents [aria-current]") == "3.2.4\nAssault"
    page.click(".rules-contents [data-rule='6.5']")
    page.wait_for_selector(".rules-article h2:has-text('6.5 Commitment Phase')")
    assert page.evaluate("location.hash") == "#6.5"
    page.go_back()
    page.wait_for_selector(".rules-article h2:has-text('3.2.4 Assault')")


def test_a_rule_leads_to_what_it_belongs_to_and_to_what_belongs_to_it(open_page: OpenPage) -> None:
    page = open_page("/rules#3.2")
    page.wait_for_selector(".rules-article")
    below = page.eval_on_selector_all(".rules-below [data-rule]", "all => all.map(one => one.dataset.rule)")
    assert below == ["3.2.1", "3.2.2", "3.2.3", "3.2.4"]
    page.click(".rules-below [data-rule='3.2.3']")
    above = page.eval_on_selector_all(".rules-parents [data-rule]", "all => all.map(one => one.dataset.rule)")
    assert above == ["3", "3.2"]
    page.click(".panel-bar [aria-label='Back']")
    page.wait_for_selector(".rules-article h2:has-text('3.2 COIN Operations')")


def test_rules_are_found_by_words_and_by_numbers(open_page: OpenPage) -> None:
    page = open_page("/rules")
    page.wait_for_selector(".rules-contents [data-rule]")
    page.fill("input[type=search]", "tunnel")
    assert page.get_attribute(".rules-results [data-rule] >> nth=0", "data-rule") == "1.4.4"
    assert page.inner_text(".rules-results mark >> nth=0") == "Tunnel"
    page.fill("input[type=search]", "6.4")
    found = page.eval_on_selector_all(".rules-results [data-rule]", "all => all.map(one => one.dataset.rule)")
    assert found[:6] == ["6.4", "6.4.1", "6.4.2", "6.4.3", "6.4.4", "6.4.5"]
    page.fill("input[type=search]", "zeppelin")
    assert "No rule mentions “zeppelin”" in page.inner_text(".rules-page")


def test_a_rule_that_an_expansion_changes_is_shown_with_the_change(open_page: OpenPage) -> None:
    page = open_page("/rules#3.2.1")
    page.wait_for_selector(".rules-article")
    beside = page.locator(".rules-beside")
    assert beside.first.locator("h3").inner_text().lower() == "from 1961 to 1963"
    beside.first.locator("[data-rule='P3.2.1']").click()
    page.wait_for_selector(".rules-article h2:has-text('P3.2.1')")
    assert page.get_attribute(".rules-beside >> nth=0 >> [data-rule]", "data-rule") == "3.2.1"


def test_an_unknown_rule_says_so(open_page: OpenPage) -> None:
    page = open_page("/rules#9.9")
    page.wait_for_selector(".rules-page [role=alert]")
    assert "There is no rule 9.9" in page.inner_text(".rules-page")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Aid +5: now 14 (1.8)", ["Aid +5: now 14 ", "[(1.8)]"]),
        ("see 3.2.4, 6.3.1", ["see ", "[3.2.4]", ", ", "[6.3.1]"]),
        ("Pacify (3.2.1, 6.3.1).", ["Pacify ", "[(3.2.1]", ", ", "[6.3.1)]", "."]),
        ("#107 Burning Bonze (5.3)", ["[#107]", " Burning Bonze ", "[(5.3)]"]),
        ("expansions: P7.4 and S6.9", ["expansions: ", "[P7.4]", " and ", "[S6.9]"]),
        ("see P6.10.1 (S1.4.5), X7.4", ["see ", "[P6.10.1]", " ", "[(S1.4.5)]", ", X7.4"]),
        ("Card P16 (see P38 or S7.)", ["Card ", "[P16]", " (see ", "[P38]", " or ", "[S7]", ".)"]),
        ("0.75, 1.25 and 10.1 are numbers", ["0.75, 1.25 and 10.1 are numbers"]),
        ("It ends with 6.5.", ["It ends with ", "[6.5]", "."]),
        ("worth +5.6 or \u22125.6, 1.5 % of it (5.6)", ["worth +5.6 or \u22125.6, 1.5 % of it ", "[(5.6)]"]),
    ],
)
def test_numbers_of_rules_and_cards_in_a_sentence_can_be_followed(
    open_page: OpenPage, text: str, parts: list[str]
) -> None:
    assert open_page("/rules").evaluate(LINKS, text) == parts


def test_rules_of_an_expansion_come_after_all_others_in_their_own_order(open_page: OpenPage) -> None:
    page = open_page("/rules")
    order = """async (numbers) => numbers.sort((await import("/static/js/panels/texts.js")).byNumber)"""
    assert page.evaluate(order, ["S1.2", "P6.10", "P6.9.4", "7.3", "P6.9"]) == [
        "7.3",
        "P6.9",
        "P6.9.4",
        "P6.10",
        "S1.2",
    ]


def test_a_rule_opens_over_the_page_and_gives_the_focus_back(open_page: OpenPage) -> None:
    page = open_page("/learn")
    page.click(".learn-chapters .reference:text-is('2.3.9')")
    page.wait_for_selector("dialog[open] h2:has-text('2.3.9 Monsoon')")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.evaluate("document.activeElement.textContent") == "2.3.9"


def test_a_card_named_in_a_rule_opens_above_it(open_page: OpenPage) -> None:
    page = open_page("/learn")
    page.click(".learn-chapters .reference:text-is('1.9')")
    page.wait_for_selector("dialog[open] .rules-article")
    page.fill("dialog input[type=search]", "3.2.3")
    page.click("dialog .rules-results [data-rule='3.2.3']")
    page.click("dialog .rules-text .reference:text-is('#101')")
    page.wait_for_selector("dialog.drawer-cards[open] h2:text-is('Booby Traps')")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.drawer-cards", state="detached")
    assert page.is_visible("dialog.drawer-rules .rules-article")


def test_cards_are_found_by_filters_words_and_numbers(open_page: OpenPage) -> None:
    page = open_page("/cards")
    page.wait_for_selector(".cards-row")
    page.select_option(".cards-filter:has-text('Box') select", "base")
    assert page.inner_text(".cards-count") == "130 cards"
    page.select_option(".cards-filter:has-text('Kind') select", "capability")
    page.select_option(".cards-filter:has-text('First') select", "vc")
    titles = page.eval_on_selector_all(".cards-row b", "all => all.map(one => one.textContent)")
    assert titles == ["Booby Traps", "Main Force Bns", "Cadres"]
    page.select_option(".cards-filter:has-text('Kind') select", "")
    page.select_option(".cards-filter:has-text('First') select", "")
    page.fill("input[type=search]", "#55")
    assert page.inner_text(".cards-row").startswith("55\nTrucks")
    page.select_option(".cards-filter:has-text('Box') select", "sod")
    page.fill("input[type=search]", "p16")
    assert page.inner_text(".cards-row").startswith("P16\nCatholic Refugees")
    assert page.inner_text(".cards-row .ours") == "ours"
    page.fill("input[type=search]", "no such words")
    assert page.inner_text(".cards-count") == "No cards match. Remove a filter or a word."


def test_a_card_shows_order_both_sides_and_ruling(open_page: OpenPage) -> None:
    page = open_page("/cards#67")
    page.wait_for_selector(".event-face")
    face = page.inner_text(".event-face")
    assert "Amphib Landing" in face
    assert page.text_content(".event-face .face-order .visually-hidden").endswith("ARVN, US, VC, NVA")
    sides = page.eval_on_selector_all(".face-side h3", "all => all.map(one => one.textContent)")
    assert sides == ["Unshaded", "Shaded"]
    assert "Ruling" in page.inner_text(".face-ruling")
    page.click(".cards-turn [aria-label^='Next card']")
    page.wait_for_selector(".event-face h2:text-is('Green Berets')")
    assert page.evaluate("location.hash") == "#68"


def test_the_list_of_cards_is_walked_with_the_arrow_keys(open_page: OpenPage) -> None:
    page = open_page("/cards")
    page.focus(".cards-row >> nth=0")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(".event-face h2:text-is('Peace Talks')")


@pytest.mark.parametrize("path", ["/rules#3.2.4", "/rules", "/cards", "/cards#17", "/learn"])
def test_nothing_is_cut_off_on_a_phone(open_page: OpenPage, path: str) -> None:
    page = open_page(path, width=390, height=844)
    page.wait_for_selector(".rules-book, .cards-browser, .learn-chapters")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_at_a_table_of_1961_the_cards_begin_with_those_of_its_box(open_page: OpenPage) -> None:
    page = open_page("/rules")
    page.evaluate(
        """async () => {
          await (await import("/static/js/words.js")).loadWords();
          await (await import("/static/js/panels/cards.js")).openCard(undefined, { year: 1961 });
        }"""
    )
    assert page.input_value(".drawer-cards select") == "sod"
    assert page.inner_text(".drawer-cards .face-number >> nth=0") == "P1"
