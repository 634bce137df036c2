"""Watching a game again: play, pause, step, pace, from any moment; and links that open at one."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.browser.support import AT_ONCE, Server, Table

OpenPage = Callable[..., Any]
FAST = {"fitl.settings": '{"speed": "instant", "pace": "fast"}'}


# --- the replay by itself -----------------------------------------------------------------------------------------

REPLAY = """async ([has, lasts]) => {
  const { createReplay } = await import("/static/js/table/replay.js");
  window.told = [];
  window.ends = lasts;
  window.asked = [];
  const view = (n) => ({ n, spaces: {}, boxes: {} });
  const source = {
    frames: async (from, to) => {
      asked.push([from, to]);
      return has.filter((n) => from < n && n <= to).map((n) => ({ entry: n, text: ["x"], changes: { n } }));
    },
    view: async (entry) => view(Math.max(0, ...has.filter((n) => n <= entry))),
    end: () => ends,
  };
  const say = (word) => () => told.push(word);
  window.replay = createReplay(source, () => 1000, {
    onStep: (shown, frame) => told.push(frame ? frame.entry * (shown.n === frame.entry ? 1 : NaN) : "start"),
    onRest: say("rest"), onPlaying: () => told.push(replay.playing ? "play" : "pause"), onEnd: say("end"),
    onError: say("fault"),
  });
  replay.jump(3, view(3));
}"""


@pytest.fixture
def page(open_page: OpenPage) -> Any:
    found = open_page("/")
    found.wait_for_selector(".scenario")
    return found


def told(page: Any) -> list[Any]:
    """What the replay has told since it was asked last."""
    page.wait_for_timeout(50)
    return list(page.evaluate("told.splice(0)"))


def test_a_replay_plays_pauses_and_ends(page: Any) -> None:
    page.evaluate(REPLAY, [[1, 3, 5, 300], 400])
    page.clock.install()
    page.evaluate("replay.play()")
    assert told(page) == ["play", 5]
    page.clock.run_for(300)
    page.evaluate("replay.pause()")
    assert told(page) == ["pause", "rest"]
    page.clock.run_for(5000)
    assert told(page) == [], "it pauses"
    page.evaluate("replay.play()")
    assert told(page) == ["play", 300], "chunks without a step are passed over"
    page.clock.run_for(1000)
    assert told(page) == ["pause", "end"]
    assert max(last - first for first, last in page.evaluate("asked")) <= 400, "no more than the server tells at a time"


def test_steps_lead_back_as_they_led_on(page: Any) -> None:
    page.evaluate(REPLAY, [[1, 2, 3, 150, 290], 300])
    for by, where in ((1, 150), (1, 290), (-1, 150), (-1, 3), (-1, 2), (-1, 1), (-1, "start"), (1, 1)):
        page.evaluate("(by) => replay.step(by)", by)
        assert told(page) == [where, "rest"]
    page.evaluate("replay.jump(290, { n: 290, spaces: {}, boxes: {} })")
    page.evaluate("replay.step(1)")
    assert told(page) == [], "there is nothing after the last step"


def test_what_was_taken_back_meanwhile_is_not_replayed(page: Any) -> None:
    page.evaluate(REPLAY, [[3, 5, 7, 9], 9])
    page.evaluate("replay.step(1)")
    assert told(page) == [5, "rest"]
    page.evaluate("() => { ends = 5; replay.forget(); }")
    page.evaluate("replay.step(1)")
    assert told(page) == []


def test_where_somebody_jumps_to_it_plays_on(page: Any) -> None:
    page.evaluate(REPLAY, [[3, 5, 7, 9], 9])
    page.clock.install()
    page.evaluate("replay.play()")
    assert told(page) == ["play", 5]
    page.evaluate("replay.hold()")
    page.clock.run_for(5000)
    assert told(page) == [], "the place is not there yet"
    page.evaluate("replay.jump(7, { n: 7, spaces: {}, boxes: {} })")
    page.clock.run_for(600)
    assert told(page) == [9]


# --- at the table -------------------------------------------------------------------------------------------------


def some_answers(server: Server, game: str, token: str, most: int) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    for _ in range(most):
        state = server.http.get(f"/api/games/{game}", headers=headers).json()
        decision = state["view"]["decision"]
        if state["over"] or not decision or "options" not in decision:
            continue
        keys = [option["key"] for option in decision["options"]]
        key = next((key for key in ("pass", "done") if key in keys), keys[0])
        server.http.post(f"/api/games/{game}/choose", headers=headers, json={"number": decision["number"], "key": key})


def begun(server: Server, answers: int = 12) -> dict[str, Any]:
    made = server.create("short-1965", "us arvn nva vc")
    mine = next(link for link in made["links"] if link["mine"])
    some_answers(server, made["game"], mine["token"], answers)
    return made


def link_of(made: dict[str, Any], role: str) -> dict[str, Any]:
    return dict(next(link for link in made["links"] if link["role"] == role))


def stands(page: Any, entry: int) -> None:
    page.wait_for_function(
        "(n) => document.querySelector('.replay-where').textContent.startsWith(`Step ${n} of`)", arg=entry
    )


def test_a_link_to_a_moment_opens_there_for_spectators_and_stays_after_a_reload(
    server: Server, open_page: OpenPage
) -> None:
    made = begun(server)
    path = link_of(made, "spectator")["path"]
    page = open_page(path + "&at=6", stored=AT_ONCE)
    page.wait_for_selector(".table.ready.is-looking")
    stands(page, 6)
    assert page.url.endswith("#at=6"), "the secret is out of sight"
    page.reload()
    page.wait_for_selector(".table.ready.is-looking")
    stands(page, 6)
    page.evaluate("() => (location.hash = '#at=3')")
    stands(page, 3)
    page.click(".replay .present")
    page.wait_for_selector(".replay", state="hidden")
    assert "#" not in page.url
    page.goto(page.url + "#at=999")
    page.wait_for_selector(".notice:has-text('This game has no step 999')")


def test_the_space_bar_plays_on_from_a_moment_to_the_present(server: Server, open_page: OpenPage) -> None:
    made = begun(server)
    mine = link_of(made, "player")
    page = open_page(mine["path"] + "&at=6", stored=FAST)
    page.wait_for_selector(".table.ready.is-looking")
    page.wait_for_function("() => window.underway === 0")
    assert page.is_visible(".prompt")
    page.keyboard.press("<")
    page.wait_for_function("() => Number(document.querySelector('.timeline-slider').value) < 6")
    page.keyboard.press("Space")
    page.wait_for_selector(".table.is-replaying")
    assert page.is_hidden(".prompt"), "what was asked is shown when it rests"
    page.wait_for_selector(".replay", state="hidden")  # at the end it comes to the present
    assert page.locator(".prompt.mine .option").count() > 0
    assert "#" not in page.url


def test_others_may_move_on_or_take_back_while_somebody_looks_back(server: Server, open_page: OpenPage) -> None:
    made = begun(server)
    mine = link_of(made, "player")
    page = open_page(mine["path"] + "&at=8", stored=AT_ONCE)
    page.wait_for_selector(".table.ready.is-looking")
    stands(page, 8)
    headers = {"Authorization": f"Bearer {mine['token']}"}
    entries = server.http.get(f"/api/games/{made['game']}", headers=headers).json()["entries"]
    some_answers(server, made["game"], mine["token"], 1)
    page.wait_for_function(
        "(n) => Number(document.querySelector('.replay-where').textContent.split(' ').pop()) > n", arg=entries
    )
    stands(page, 8)
    answer = server.http.post(f"/api/games/{made['game']}/undo", headers=headers, json={"to": 2})
    assert answer.status_code == 200, answer.text
    page.wait_for_selector(".replay", state="hidden")  # that moment is gone
    page.wait_for_function("() => document.getElementById('table').dataset.number === '2'")


def test_watch_it_again_plays_from_the_beginning(server: Server, open_page: OpenPage) -> None:
    made = begun(server)
    page = open_page(link_of(made, "player")["path"], stored=FAST)
    page.wait_for_selector(".prompt.mine .option")
    page.click(".menu .more > summary")
    page.click(".menu-list button:has-text('Watch the replay')")
    page.wait_for_selector(".table.is-looking.is-replaying")
    page.keyboard.press("Space")
    page.wait_for_selector(".table.is-looking:not(.is-replaying)")
    page.keyboard.press("Escape")
    page.wait_for_selector(".replay", state="hidden")


LINKS = """async ([game, at]) => {
  const { momentLink, readHash } = await import("/static/js/table/moments.js");
  const read = (link) => readHash(new URL(link).hash.slice(1));
  return [read(momentLink(game, at, null)), read(momentLink(game, at, "T0k-en_")), readHash("T0k-en_"), readHash("")];
}"""


def test_a_link_to_a_moment_has_the_token_of_spectators_or_none(table: Callable[..., Table]) -> None:
    seat = table("short-1965", "us")
    read = seat.page.evaluate(LINKS, [seat.game, 210])
    assert [(found["token"], found["at"]) for found in read] == [
        ("", 210),
        ("T0k-en_", 210),
        ("T0k-en_", None),
        ("", None),
    ]
    seat.page.goto(f"{seat.server.address}/game/{seat.game}#{seat.links[-1]['token']}&at=1")
    seat.page.reload()
    seat.ready()
    assert seat.held() == seat.token, "who has a seat looks from there"
