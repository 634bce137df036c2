"""How fast the table is for people: ready in the browser, and from an answer to the next question.

    python tools/page_speed.py              # a slow line (150 ms, 1.6 Mbit/s) and none between
    python tools/page_speed.py --answers 40

Starts a server of its own and Debian's Chromium, slows the line down through the browser's own tools, and prints a
table for docs/performance.md. The figures mean something on an idle machine only; no test looks at them.
"""

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.system import chromium
from tests.web.browser.support import AT_ONCE, COUNTING, Server

PAUSE = 1500  # milliseconds a person looks at a question at least; what moved has come to rest by then
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}

# Milliseconds from a click on an answer until the page asks the next question (or waits for somebody) and has laid
# out and painted it: what is posted in a frame comes after it.
ANSWER = """(key) => new Promise((done) => {
  const root = document.getElementById("table");
  const before = root.dataset.number;
  const began = performance.now();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => done(performance.now() - began);
  const look = () => {
    if (root.dataset.number && root.dataset.number !== before) port2.postMessage(null);
    else requestAnimationFrame(look);
  };
  document.querySelector(`.options .option[data-key="${CSS.escape(key)}"], .stepper .confirm`).click();
  look();
})"""


class Visit:
    """One browser profile at one table: by default all four Factions in one hand, so that only answers are measured."""

    def __init__(self, browser: Any, server: Server, line: dict[str, Any] | None, mine: str = "us arvn nva vc") -> None:
        self.made = server.create("short-1965", mine)
        self.path = server.address + self.made["links"][0]["path"]
        self.context = browser.new_context(viewport={"width": 1440, "height": 900})
        self.context.add_init_script(f"Object.assign(localStorage, {json.dumps(AT_ONCE)})")
        self.context.add_init_script(COUNTING)
        self.page = self.context.new_page()
        if line is not None:
            session = self.context.new_cdp_session(self.page)
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", line)

    def ready(self) -> float:
        """Milliseconds until the table can be played at."""
        if self.page.url == "about:blank":
            self.page.goto(self.path, wait_until="commit")
        else:
            self.page.reload(wait_until="commit")
        self.page.wait_for_selector(".table.ready", timeout=120_000)
        return float(self.page.evaluate("performance.now()"))

    def answers(self, count: int) -> list[float]:
        """What each took. No element is asked for: it would be held, and counted by `held`."""
        took: list[float] = []
        while len(took) < count:
            self.page.wait_for_function(
                "() => Boolean(document.querySelector('.end-screen') || (window.underway === 0"
                " && document.querySelector('.prompt.mine .option, .prompt.mine .confirm')))"
            )
            if self.page.locator(".end-screen").count():
                break
            self.page.wait_for_timeout(PAUSE)
            keys = self.page.eval_on_selector_all(".options .option", "rows => rows.map(row => row.dataset.key)")
            took.append(float(self.page.evaluate(ANSWER, next((key for key in keys if key != "pass"), ""))))
        return took

    def held(self) -> str:
        """What the page holds once its rubbish has been collected."""
        session = self.context.new_cdp_session(self.page)
        session.send("HeapProfiler.collectGarbage")
        heap = session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
        counted = session.send("Memory.getDOMCounters")
        return f"{heap:.1f} MB, {counted['nodes']:,} nodes, {counted['jsEventListeners']:,} listeners"


def row(what: str, found: list[float]) -> str:
    ordered = sorted(found)
    return f"| {what} | {statistics.median(found):.0f} ms | {ordered[round(0.95 * (len(ordered) - 1))]:.0f} ms |"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--answers", type=int, default=30)
    arguments.add_argument("--visits", type=int, default=3)
    wish = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "games.sqlite3")
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        try:
            print("| | median | 19 of 20 within |\n|---|---|---|")
            for name, line in (("150 ms and 1.6 Mbit/s", SLOW), ("no line between", None)):
                visits = [Visit(browser, server, line) for _ in range(wish.visits)]
                print(row(f"{name}: table ready, nothing cached", [visit.ready() for visit in visits]))
                print(row(f"{name}: the same, kept from before", [visit.ready() for visit in visits]))
                print(row(f"{name}: answer to next question", visits[0].answers(wish.answers)), flush=True)
                for visit in visits:
                    visit.context.close()
            visit = Visit(browser, server, None, "us")
            visit.ready()
            began = visit.held()
            print(row("no line between, three bots: answer to next question", visit.answers(wish.answers)), flush=True)
            print(f"\nHeld at first {began}; after {wish.answers} answers {visit.held()}")
        finally:
            browser.close()
            server.end()


if __name__ == "__main__":
    main()
