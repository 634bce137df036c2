"""What browser tests share: the server process, and a table seen through its page."""

from pathlib import Path
from typing import Any

import httpx

from tests.server.processes import Process

FACTIONS = ("us", "arvn", "nva", "vc")
AT_ONCE = {"fitl.settings": '{"speed": "instant"}'}  # for a browser that has chosen to see others' turns at once

# Counts what a page has asked the API for and not yet shown: it may be drawn anew until that is 0.
COUNTING = """(() => {
  const send = window.fetch.bind(window);
  const done = () => setTimeout(() => (window.underway -= 1));  // after all that the page does with the answer
  window.underway = 0;
  const counted = (send) => async (...words) => {
    if (!String(words[0]).startsWith("/api/")) return send(...words);
    window.underway += 1;
    try {
      const answer = await send(...words);
      for (const way of ["json", "text"]) {
        const read = answer[way].bind(answer);
        answer[way] = () => read().finally(done);
      }
      return answer;
    } catch (error) {
      done();
      throw error;
    }
  };
  window.fetch = counted(send);
  let home;  // what stands in for a server where there is none
  Object.defineProperty(window, "fitlHome", {
    get: () => home,
    set: (given) => (home = { ...given, ask: counted(given.ask) }),
  });
})()"""


def drawn(page: Any) -> None:
    """Wait until what is drawn by its own size is drawn: it is measured in one frame and there in the next."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def resize(page: Any, width: int, height: int) -> None:
    """Give the page another size, and wait until it is drawn for it."""
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("(width) => innerWidth === width", arg=width)
    drawn(page)


class Games:
    """Where games are made and looked at: a server, or what stands in for one."""

    address: str

    def asked(self, method: str, path: str, *, token: str = "", body: Any = None) -> Any:
        """What comes of a request that succeeds."""
        raise NotImplementedError

    def create(self, scenario: str, me: str, **wish: Any) -> dict[str, Any]:
        """A game in which I run some Factions ("us", "us nva", "us+arvn") and bots the others, or as `seats` says."""
        mine = [tuple(seat.split("+")) for seat in me.split()]
        taken = {faction for seat in mine for faction in seat}
        seats = [{"factions": list(seat), "kind": "me"} for seat in mine]
        seats += [{"factions": [faction], "kind": "bot"} for faction in FACTIONS if faction not in taken]
        together = any(seat["kind"] == "link" for seat in wish.get("seats", ()))  # then nobody may choose the seed
        chance = {} if together else {"seed": 7}
        return dict(self.asked("POST", "/api/games", body={"scenario": scenario, **chance, "seats": seats, **wish}))


class Server(Process, Games):
    """`fitl serve` on a file of its own; can be killed and started again on the same games."""

    def __init__(self, database: Path) -> None:
        super().__init__(f"sqlite:///{database}", "--unlimited")

    def asked(self, method: str, path: str, *, token: str = "", body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = httpx.request(method, self.address + path, headers=headers, json=body, timeout=30)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()


class Table:
    """The table page in one browser."""

    def __init__(self, page: Any, server: Games, made: dict[str, Any]) -> None:
        self.page = page
        self.server = server
        self.game: str = made["game"]
        self.links = made["links"]
        self.token = next(link["token"] for link in made["links"] if link["mine"])
        self.ready()

    def ready(self) -> None:
        self.page.wait_for_selector(".table.ready")

    def held(self) -> str:
        """The token this browser plays with."""
        return str(self.page.evaluate("JSON.parse(localStorage['fitl.games'])[0].token"))

    def state(self, token: str | None = None) -> dict[str, Any]:
        """The truth, straight from the server."""
        return dict(self.server.asked("GET", f"/api/games/{self.game}", token=token or self.token))

    def at_once(self) -> None:
        """Have others' turns shown at once, by the page's own setting."""
        self.at_speed("instant")
        self.here()

    def at_speed(self, speed: str) -> None:
        """Have others' turns shown so fast, by the page's own setting."""
        self.page.evaluate("(speed) => localStorage.setItem('fitl.settings', JSON.stringify({speed}))", speed)
        self.page.reload()
        self.ready()

    def here(self) -> None:
        """Wait until the page has heard by its socket that its own person is here: then it draws everything anew."""
        faction = next(link["factions"][0] for link in self.links if link["token"] == self.token)
        self.page.wait_for_selector(f".people li:has(.chip.{faction}) .here", state="attached")

    def level(self) -> None:
        """Wait until the page shows the game as the server has it."""
        self.page.wait_for_function(
            "(number) => document.getElementById('table').dataset.number === number && window.underway === 0",
            arg=str(self.state()["number"]),
        )

    def wait_for_question(self) -> bool:
        """Wait until the page asks its person and is not about to be drawn anew; False if the game is over."""
        self.page.wait_for_function(
            "() => Boolean(document.querySelector('.end-screen') || (window.underway === 0"
            " && document.querySelector('.prompt.mine button.option, .prompt.mine .confirm')))"
        )
        return not self.page.locator(".end-screen").count()

    def keys(self) -> list[str]:
        """The answers listed, in the order of the list."""
        return list(self.page.eval_on_selector_all(".prompt .option", "rows => rows.map(row => row.dataset.key)"))

    def prompt(self) -> str:
        return str(self.page.inner_text(".prompt .ask"))

    def number(self) -> str:
        """Of the decision the page shows; empty while it plays back what others did."""
        return str(self.page.get_attribute("#table", "data-number"))

    def settled(self, number: str) -> None:
        """Wait until the page shows another decision than this one and is not about to be drawn anew."""
        self.page.wait_for_function(
            "(number) => { const now = document.getElementById('table').dataset.number;"
            " return now !== '' && now !== number && window.underway === 0; }",
            arg=number,
        )

    def click(self, key: str) -> None:
        """Answer by the list."""
        number = self.number()
        if self.page.locator(".stepper").count():
            self.page.fill(".stepper .amount", key)
            self.page.click(".stepper .confirm")
        else:
            self.page.click(f'.prompt .option[data-key="{key}"]')
        self.settled(number)

    def pass_on(self) -> None:
        """The shortest answer there is: pass, else done, else the first."""
        if self.page.locator(".stepper").count():
            number = self.number()
            self.page.click(".stepper .confirm")
            self.settled(number)
            return
        keys = self.keys()
        self.click(next((key for key in ("pass", "done", "no") if key in keys), keys[0]))
