"""Beside the table: notifications, the list of one's games, other devices, names in the chat."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.browser.support import Server, Table

OpenPage = Callable[..., Any]
PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}

NOTIFY = """async (worker) => {
  const told = [];
  window.Notification = class {
    static permission = "granted";
    constructor(title) {
      if (worker !== "none") throw new TypeError("Illegal constructor"); // as on Android
      told.push(`page: ${title}`);
    }
  };
  const showNotification = async (title) => told.push(`worker: ${title}`);
  const found = worker === "active" ? { active: {}, showNotification } : undefined;
  const workers = { getRegistration: async () => found, register: async () => {} };
  Object.defineProperty(navigator, "serviceWorker", { value: workers });
  const { notify } = await import("/static/js/table/notify.js");
  await notify("Your turn", {});
  return told;
}"""


@pytest.mark.parametrize(
    ("worker", "told"), [("active", ["worker: Your turn"]), ("none", ["page: Your turn"]), ("absent", [])]
)
def test_a_notification_comes_from_the_service_worker_where_the_page_may_not(
    open_page: OpenPage, worker: str, told: list[str]
) -> None:
    page = open_page("/")
    page.wait_for_selector(".scenario")
    assert page.evaluate(NOTIFY, worker) == told


def test_the_list_of_my_games_says_who_else_plays(server: Server, table: Callable[..., Table]) -> None:
    seats = [
        {"factions": ["us"], "kind": "me"},
        {"factions": ["arvn"], "kind": "bot"},
        {"factions": ["nva"], "kind": "bot"},
        {"factions": ["vc"], "kind": "link", "name": "Ann"},
    ]
    seat = table("short-1965", "", seats=seats)
    seat.page.goto(server.address)
    seat.page.wait_for_selector(".opponents")
    told = seat.page.locator(".opponents > span").all_inner_texts()
    assert ["".join(words.split()) for words in told] == ["VCAnn", "ARVNNVAbots"]


@pytest.mark.parametrize("phone", [True, False])
def test_a_phone_is_not_told_to_go_on_at_a_phone(server: Server, open_page: OpenPage, phone: bool) -> None:
    made = server.create("short-1965", "us")
    mine = next(link for link in made["links"] if link["mine"])
    page = open_page(mine["path"], **(PHONE if phone else {}))
    page.wait_for_selector(".table.ready")
    page.goto(server.address)
    button = page.locator(".my-game .do button[aria-expanded]", has_text="Continue on")
    button.click()
    words = page.inner_text(".my-game")
    assert ("phone" in words) is not phone
    assert page.is_visible(".own-link")


def test_in_the_chat_a_player_has_a_name_or_the_factions_once(table: Callable[..., Table]) -> None:
    seat = table("short-1965", "us")
    page = seat.page
    page.click("#tab-chat")
    page.fill(".chat-form input", "hello")
    page.keyboard.press("Enter")
    page.wait_for_selector(".chat .speaker")
    assert page.inner_text(".chat .speaker").split() == ["US"]
    page.fill(".my-name input", "Ann")
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.underway === 0")
    page.reload()
    page.click("#tab-chat")
    page.wait_for_selector(".chat .speaker:has-text('Ann')")
