"""Seats in the browser: taken by opening an invitation, opened elsewhere by a link or a code, renewed."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.browser.qr_reading import read
from tests.web.browser.support import Server

pytest.importorskip("playwright")

SEATS = [
    {"factions": ["us"], "kind": "me"},
    {"factions": ["arvn"], "kind": "bot"},
    {"factions": ["nva"], "kind": "bot"},
    {"factions": ["vc"], "kind": "link"},
]
OpenPage = Callable[..., Any]


def paths(made: dict[str, Any]) -> tuple[str, str]:
    """The creator's own link, and the invitation."""
    mine = next(link["path"] for link in made["links"] if link["mine"])
    return mine, next(link["path"] for link in made["links"] if link["invitation"])


def sat_down(page: Any) -> list[str]:
    """The Factions of whoever sits here, once the table is there."""
    page.wait_for_selector(".table.ready")
    return list(page.evaluate("JSON.parse(localStorage['fitl.games'])[0].factions"))


def open_people(page: Any) -> None:
    page.click(".menu summary")
    page.click(".menu-list button:has-text('People and links')")
    page.wait_for_selector("dialog .my-seat")


def answered_late(route: Any) -> None:
    answer = route.fetch()
    time.sleep(0.4)
    route.fulfill(response=answer)


def test_an_invitation_is_taken_by_opening_it_and_only_once(server: Server, open_page: OpenPage) -> None:
    _, invitation = paths(server.create("short-1965", "", seats=SEATS))
    first = open_page(invitation)
    assert sat_down(first) == ["vc"]
    first.reload()
    assert sat_down(first) == ["vc"]
    first.goto(server.address + "/")
    first.goto(server.address + invitation)  # the same mail is opened once more, in the same browser
    assert sat_down(first) == ["vc"]
    other = open_page(invitation)
    other.wait_for_selector(".lost")
    assert "An invitation can be used once" in other.inner_text(".lost")
    first.complaints.clear()  # browsers complain of the refusals that were to be seen


def test_the_answer_to_a_claim_may_be_lost_and_the_seat_is_not(server: Server, open_page: OpenPage) -> None:
    _, invitation = paths(server.create("short-1965", "", seats=SEATS))
    page = open_page("/")
    page.route("**/claim", lambda route: (route.fetch(), route.abort()))
    page.goto(server.address + invitation)
    page.wait_for_selector(".lost")
    page.unroute("**/claim")
    page.goto("about:blank")
    page.goto(server.address + invitation)
    assert sat_down(page) == ["vc"]
    page.complaints.clear()


def test_the_own_seat_opens_on_another_device_by_its_link(server: Server, open_page: OpenPage) -> None:
    mine, _ = paths(server.create("short-1965", "", seats=SEATS))
    here = open_page(mine)
    sat_down(here)
    open_people(here)
    address = here.input_value("dialog .my-seat input.link")
    phone = open_page(address.removeprefix(server.address), width=390, height=844)
    assert sat_down(phone) == ["us"]
    here.route("**/renew", answered_late)  # the others' news of it come first
    here.click("dialog .my-seat button:has-text('Renew my link')")
    here.wait_for_function("(old) => document.querySelector('dialog .my-seat input.link').value !== old", arg=address)
    phone.wait_for_selector(".lost")  # the other copy stops working, and says so
    here.reload()
    assert sat_down(here) == ["us"]
    here.complaints.clear()


@pytest.mark.parametrize(("scenario", "offered"), [("short-1965", 1), ("four-player-1961", 0)])
def test_resources_are_handed_over_only_where_nva_has_some(
    server: Server, open_page: OpenPage, scenario: str, offered: int
) -> None:
    """1.5.2, P1.8."""
    seats = [
        {"factions": ["nva"], "kind": "me"},
        *({"factions": [name], "kind": "link"} for name in ("us", "arvn", "vc")),
    ]
    here = open_page(paths(server.create(scenario, "", seats=seats))[0])
    assert sat_down(here) == ["nva"]
    open_people(here)
    assert here.locator("dialog h3:has-text('Hand over Resources')").count() == offered


def test_the_host_mutes_people_and_renews_the_spectators_link(server: Server, open_page: OpenPage) -> None:
    made = server.create("short-1965", "", seats=SEATS)
    mine, invitation = paths(made)
    watched = next(link for link in made["links"] if link["role"] == "spectator")["path"]
    keep = {"fitl.links": json.dumps({made["game"]: made["links"]})}
    here, other, watching = open_page(mine, stored=keep), open_page(invitation), open_page(watched)
    for page in (here, other, watching):
        page.wait_for_selector(".table.ready")
    here.wait_for_selector(".people li:has(.chip.vc) .here", state="attached")
    open_people(here)
    here.click("dialog button:has-text('Mute VC')")
    here.wait_for_selector("dialog button:has-text('Unmute VC')")
    other.wait_for_selector(".chat-form input:disabled", state="attached")
    here.click("dialog button:has-text('Unmute VC')")
    other.wait_for_selector(".chat-form input:enabled", state="attached")
    here.click("dialog button:has-text('Mute the spectators')")
    watching.wait_for_selector(".chat-form input:disabled", state="attached")
    here.click("dialog .spectators button")
    here.wait_for_selector("dialog .spectators input.link")
    address = here.input_value("dialog .spectators input.link")
    assert address in here.evaluate("[...document.querySelectorAll('.share-links input')].map((each) => each.value)")
    assert not address.endswith(watched)
    watching.wait_for_selector(".lost")  # cut off at once
    anew = open_page(address.removeprefix(server.address))
    anew.wait_for_selector(".table.ready")
    here.complaints.clear()


def test_your_games_offer_to_continue_on_the_phone(server: Server, open_page: OpenPage) -> None:
    mine, _ = paths(server.create("short-1965", "", seats=SEATS))
    page = open_page(mine)
    sat_down(page)
    page.goto(server.address + "/")
    page.click(".my-game button:has-text('Continue on my phone')")
    assert page.input_value(".my-game .own-link input.link") == server.address + mine
    assert page.locator(".own-link .qr").count() == 0  # nothing to scan: the address is this machine's own
    assert "--host 0.0.0.0" in page.inner_text(".own-link")


@pytest.mark.parametrize("length", [1, 43, 62, 90, 106, 122, 213, 331, 412])
def test_a_code_says_what_was_put_into_it(open_page: OpenPage, length: int) -> None:
    text = "https://games.example.org/game/0123456789abcdef#" + "Ab3_-" * 100
    modules = open_page("/").evaluate(
        "async (text) => (await import('/static/js/qr.js')).qrModules(text)", text[:length]
    )
    assert read(modules) == text[:length]


def test_a_text_too_long_for_a_code_has_none(open_page: OpenPage) -> None:
    drawn = open_page("/").evaluate("async () => (await import('/static/js/qr.js')).qrCode('x'.repeat(413), 'x')")
    assert drawn is None
