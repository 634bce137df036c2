"""What an answer costs the page, in numbers and not in time: requests, what is drawn anew, what is left behind."""

import random
import re
from collections.abc import Callable
from typing import Any

from tests.web.browser.support import Server, Table

MakeTable = Callable[..., Table]

# Notes which parts of the page are drawn anew, by name: spaces of the map, and what stands beside it.
WATCH = """() => {
  window.redrawn = new Set();
  const of = { ".cards": "cards", ".turn": "sequence", ".tracks": "tracks", ".boxes": "boxes" };
  const note = (records) => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const space = element?.closest("[data-state]");
      if (space) window.redrawn.add(space.dataset.state);
      for (const [place, name] of Object.entries(of)) if (element?.matches(place)) window.redrawn.add(name);
    }
  };
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
}"""
FIELDS = {  # what of a view is drawn in each part
    "cards": {"card", "next_card", "cards_left", "monsoon", "turn", "year", "stage", "draft", "drafted", "era"},
    "sequence": {"stage", "phases", "turn", "talks", "factions", "decision"},
    "tracks": {"tracks", "victory", "leader", "effects", "markers", "boxes", "factions", "era"},
    "boxes": {"boxes", "tracks", "factions"},
}


def alone(table: MakeTable) -> Table:
    """All four Factions in one hand, so that nothing comes but what is answered."""
    seat = table("short-1965", "us arvn nva vc")
    seat.at_once()
    return seat


def answer(seat: Table, rng: random.Random) -> None:
    """Any answer but the ones that end a turn, if there are others."""
    assert seat.wait_for_question()
    keys = [key for key in seat.keys() if key not in ("pass", "done")]
    if keys and not seat.page.locator(".stepper").count():
        seat.click(rng.choice(keys))
    else:
        seat.pass_on()


def test_an_answer_is_one_request_and_draws_only_what_it_changed(table: MakeTable) -> None:
    seat = alone(table)
    seat.wait_for_question()
    asked: list[str] = []
    told: list[dict[str, Any]] = []
    base = f"/api/games/{seat.game}"
    seat.page.on("request", lambda each: asked.append(f"{each.method} {each.url}") if base in each.url else None)
    seat.page.on("response", lambda each: told.append(each.json()) if each.url.endswith("/choose") else None)
    seat.page.evaluate(WATCH)
    rng = random.Random(3)
    kinds: set[str] = set()
    for _ in range(14):
        asked.clear()
        told.clear()
        seat.page.evaluate("() => window.redrawn.clear()")
        answer(seat, rng)
        seat.page.wait_for_timeout(100)  # for what should not come
        paths = [each.partition(base)[2].partition("?")[0] for each in asked]
        assert paths.count("/choose") == 1
        assert set(paths) <= {"/choose", "/effects", "/history"}, "no look: the answer has it all"
        patch = told[0]["patch"]
        assert patch["base"] is not None
        changed = {path.removeprefix("view.").partition(".")[0] for path in patch["changed"]}
        spaces = {path.removeprefix("view.spaces.") for path in patch["changed"] if path.startswith("view.spaces.")}
        redrawn = set(seat.page.evaluate("() => [...window.redrawn]"))
        assert redrawn - FIELDS.keys() == spaces
        for part in redrawn & FIELDS.keys():
            assert changed & FIELDS[part], f"{part} was drawn anew, but only {changed} changed"
        kinds |= redrawn
    assert {"tracks", "sequence"} <= kinds
    assert kinds - FIELDS.keys(), "pieces have moved"


def test_nothing_is_left_behind_by_answers(table: MakeTable) -> None:
    """Nodes that are not on the page any more but held by something, and what listens there."""
    seat = alone(table)
    session = seat.page.context.new_cdp_session(seat.page)
    rng = random.Random(4)

    def held() -> tuple[int, int]:
        session.send("HeapProfiler.collectGarbage")
        counted = session.send("Memory.getDOMCounters")
        there = seat.page.evaluate(
            "() => { const walk = document.createTreeWalker(document);"
            " let n = 1; while (walk.nextNode()) n += 1; return n; }"
        )
        return counted["nodes"] - there, counted["jsEventListeners"]

    def after(answers: int) -> tuple[int, int]:
        for _ in range(answers):
            answer(seat, rng)
        seat.level()
        return held()

    after(10)
    nodes, listeners = after(15)
    nodes_then, listeners_then = after(15)
    assert nodes_then < nodes + 100
    assert listeners_then < listeners + 150, "new lines of the story have some"


def test_a_patch_that_is_lost_is_noticed(table: MakeTable, server: Server) -> None:
    """A server that was started anew does not know what the page has: it tells all, and play goes on."""
    seat = alone(table)
    seat.wait_for_question()
    with seat.page.expect_console_message(lambda message: "WebSocket" in message.text):
        server.kill()
    server.start()
    seat.page.wait_for_selector(".link-down", state="hidden")
    seat.page.wait_for_function("() => window.underway === 0")
    told: list[dict[str, Any]] = []
    seat.page.on("response", lambda each: told.append(each.json()) if each.url.endswith("/choose") else None)
    for whole in (True, False):
        answer(seat, random.Random(5))
        seat.level()
        assert (told[-1]["patch"]["base"] is None) == whole
    seat.page.complaints[:] = [text for text in seat.page.complaints if not re.search("net::ERR_|WebSocket", text)]
