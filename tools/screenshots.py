"""Takes the pictures in docs/screenshots from a real server in a real Chromium: `make screenshots`.

Games are played with fixed seeds up to the scene wanted, so that the same pages are shown every time.
"""

import io
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.system import chromium  # noqa: E402
from tests.web.browser.support import Server  # noqa: E402

OUT = ROOT / "docs" / "screenshots"
DESK = (1440, 900)
PHONE = (390, 844)
COUP_PHASES = ("support", "redeploy", "commitment")


class Seat:
    """A person without a page, who takes every hint until a scene is reached."""

    def __init__(self, server: Server, scenario: str, me: str, seed: int, **wish: Any) -> None:
        made = server.create(scenario, me, seed=seed, **wish)
        link = next(link for link in made["links"] if link["mine"])
        self.path: str = link["path"]
        self._address = f"{server.address}/api/games/{made['game']}"
        self._client = httpx.Client(headers={"Authorization": f"Bearer {link['token']}"}, timeout=60)
        self._rng = random.Random(seed)

    def state(self) -> dict[str, Any]:
        return dict(self._client.get(self._address).json())

    def play_until(self, reached: Callable[[dict[str, Any]], bool]) -> None:
        """Play on until a person is asked in a situation like this."""
        while True:
            state = self.state()
            decision = state["view"]["decision"]
            if state["over"] or (decision and "options" in decision and reached(state)):
                return
            if decision is None or "options" not in decision:
                continue
            hint = self._client.get(self._address + "/hint")
            if hint.status_code == 200:
                key = hint.json()["key"]
            else:
                key = self._rng.choice([option["key"] for option in decision["options"]])
            answer = {"number": decision["number"], "key": key}
            self._client.post(self._address + "/choose", json=answer).raise_for_status()


def lit(state: dict[str, Any]) -> int:
    """How many spaces may be chosen."""
    return sum(bool(option["spaces"]) for option in state["view"]["decision"]["options"])


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(900)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(256, dither=Image.Dither.NONE).save(OUT / f"{name}.png", optimize=True)
    print(name)


def at_table(page: Page, server: Server, seat: Seat) -> None:
    page.goto(server.address + seat.path)
    page.wait_for_selector(".table.ready")


def eras(server: Server, desk: Page, phone: Page) -> None:
    """The wars before 1964 and after 1972."""
    early = Seat(server, "four-player-1961", "us arvn nva vc", 3)
    early.play_until(lambda state: state["view"]["stage"] == "set_up" and state["entries"] > 8)
    at_table(desk, server, early)
    take(desk, "draft")
    early.play_until(lambda state: state["entries"] > 90 and lit(state) > 3)
    at_table(desk, server, early)
    take(desk, "table-1961")
    at_table(phone, server, early)
    take(phone, "phone-1961")

    both = [{"factions": [faction], "kind": "me"} for faction in ("arvn", "nva")]
    late = Seat(server, "black-april-1973", "arvn nva", 5, seats=both)
    late.play_until(lambda state: state["entries"] > 90 and lit(state) > 3)
    at_table(desk, server, late)
    take(desk, "table-1973")


def scenes(server: Server, new_page: Callable[[tuple[int, int]], Page]) -> None:
    desk = new_page(DESK)
    desk.goto(server.address)
    desk.wait_for_selector("h1")
    take(desk, "lobby")

    at_table(desk, server, Seat(server, "full-1964", "us", 5))
    take(desk, "table-start")

    mid = Seat(server, "full-1964", "us", 9)
    mid.play_until(lambda state: state["entries"] > 250 and lit(state) > 3)
    at_table(desk, server, mid)
    take(desk, "table-mid-game")
    desk.keyboard.press("w")
    desk.wait_for_selector("dialog .reasons")
    take(desk, "bot-why")

    coup = Seat(server, "short-1965", "arvn", 4)
    coup.play_until(lambda state: state["view"]["stage"] in COUP_PHASES)
    at_table(desk, server, coup)
    take(desk, "coup-round")

    end = Seat(server, "short-1967", "vc", 6)
    end.play_until(lambda state: False)
    at_table(desk, server, end)
    desk.wait_for_selector(".end-screen")
    take(desk, "end")

    desk.goto(server.address + "/learn")
    desk.click("button.primary")
    desk.wait_for_selector(".table.ready")
    desk.wait_for_selector(".coach")
    take(desk, "tutorial")

    phone = new_page(PHONE)
    at_table(phone, server, mid)
    take(phone, "phone-map")
    phone.click("#tab-board")
    take(phone, "phone-board")
    eras(server, desk, phone)


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "games.sqlite3")
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])

        def new_page(size: tuple[int, int]) -> Page:
            context = browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
            return context.new_page()

        try:
            scenes(server, new_page)
        finally:
            browser.close()
            server.end()


if __name__ == "__main__":
    main()
