"""Parts of the table page by themselves, without a game: what they do is told to them by the test."""

from collections.abc import Callable
from typing import Any

import pytest

OpenPage = Callable[..., Any]

SETTING = """async () => {
  const load = (path) => import(`/static/js/${path}.js`);
  await (await load("words")).loadWords(); // the page's own are in its one script
  for (const name of ["theme", "table"]) {
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = `/static/css/${name}.css`;
    document.head.append(sheet);
    await new Promise((done) => (sheet.onload = done));
  }
  document.body.replaceChildren();
  window.load = load;
  window.host = document.body.appendChild(document.createElement("div"));
  window.frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  window.told = [];
}"""


@pytest.fixture
def page(open_page: OpenPage) -> Any:
    """An empty page that has loaded its words."""
    found = open_page("/", width=400, height=500)
    found.wait_for_selector(".scenario")
    found.evaluate(SETTING)
    return found


# --- answers found by name ----------------------------------------------------------------------------------------

PROMPT = """async (names) => {
  const { createPrompt } = await load("table/prompt");
  const part = () => document.createElement("div");
  host.className = "prompt";
  window.prompt = createPrompt(host, { acts: part(), plan: part(), onChoose: (key) => told.push(key), onHover() {} });
  const option = (key) => ({ key, label: key, spaces: [], piece: null, amount: null });
  const decision = { number: 1, actor: "us", prompt: "Which?", options: names.map(option) };
  prompt.update({ view: { decision, stage: "turn", tracks: { resources: {} } } });
  prompt.focus();
}"""
NAMES = ["Hue", "Saigon", "Da Nang", "Kontum", "Qui Nhon", "Cam Ranh", "An Loc", "Can Tho", *map(str, range(9))]


def test_enter_takes_the_first_answer_found_and_the_count_is_announced(page: Any) -> None:
    page.evaluate(PROMPT, NAMES)
    page.keyboard.press("Enter")
    assert page.evaluate("told") == [], "nothing is taken before something is typed"
    page.keyboard.type("an")
    said = page.locator(".found[role='status']")
    assert said.inner_text() == "4 of 17; Enter chooses Da Nang"
    assert page.locator(".option.meant").all_inner_texts() == ["Da Nang"]
    page.keyboard.press("Enter")
    page.locator(".filter").fill("an loc")
    page.keyboard.press("Enter")
    assert page.evaluate("told") == ["Da Nang", "An Loc"]


def test_a_name_that_no_answer_has_is_told_and_escape_leaves_the_field(page: Any) -> None:
    page.evaluate(PROMPT, NAMES)
    page.keyboard.type("hanoi")
    assert page.inner_text(".found") == "No answer here is called “hanoi”."
    assert page.locator(".option").count() == 0
    page.keyboard.press("Enter")
    assert page.evaluate("told") == []
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.className") == "question"
    assert (page.input_value(".filter"), page.locator(".option").count()) == ("", len(NAMES))
    assert page.is_hidden(".found")


KEYS = """async () => {
  const { listenToKeys } = await load("table/keys");
  const letter = (key) => told.push(`answer ${key}`);
  listenToKeys(new Proxy({ letter }, { get: (own, name) => own[name] ?? (() => told.push(name)) }));
}"""


def test_no_letter_of_an_answer_does_something_else_as_well(page: Any) -> None:
    """Whoever leaves the past by a key and presses it once more must not pass."""
    page.evaluate(KEYS)
    letters = page.evaluate("""async () => {
      const { lettersFor } = await load("table/letters");
      const keys = ["event", "op_only", "pass", "train", "sweep", "shaded", "patrol", "done", "yes", "no", "interdict"];
      const option = (key) => ({ key, label: key, spaces: [], piece: null, amount: null });
      return keys.map((key) => [...lettersFor([option(key)]).values()][0]);
    }""")
    for letter in letters:
        page.keyboard.press(letter)
    assert page.evaluate("told") == [f"answer {letter}" for letter in letters]
    page.evaluate("told.length = 0")
    page.keyboard.press("Escape")
    page.keyboard.press("Space")
    assert page.evaluate("told") == ["present", "pause"]
    page.evaluate("async () => (await load('table/keys')).showKeys()")
    shown = page.locator(".keys kbd").all_inner_texts()
    assert "Esc" in shown
    assert not {"p", "s"} & set(shown)


# --- the story follows --------------------------------------------------------------------------------------------

STORY = """async () => {
  const { createStory } = await load("table/story");
  document.documentElement.style.height = host.style.height = "400px";
  host.className = "story-part";
  host.style.display = "flex";
  window.story = createStory(host, new Proxy({}, { get: () => () => {} }));
  window.say = (n = 1) => {
    while (n--) story.tell({ text: [`line ${told.push("line")}`], kinds: ["activity"], chapter: null });
  };
  window.list = host.querySelector(".story");
  window.away = () => Math.round(list.scrollHeight - list.scrollTop - list.clientHeight);
  say(60);
  await frame();
}"""
BUSY = """async () => {
  for (let i = 0; i < 60; i += 1) {
    say();
    await new Promise(requestAnimationFrame); // its own scrolling is under way
    say(4); // before that is heard of
    await new Promise((done) => setTimeout(done, i % 7));
  }
  await frame();
}"""
LINE = "(n, text) => ({ n, entry: n, last: n, text, kind: 'card', spaces: [] })"


def test_the_story_follows_whatever_comes_while_it_scrolls(page: Any) -> None:
    page.evaluate(STORY)
    page.evaluate(BUSY)
    assert page.evaluate("away()") <= 1
    assert page.is_hidden(".newest")
    page.evaluate(
        f"async () => {{ const line = {LINE}; story.update([line(0, 'a card')], []); await frame(); say(90); }}"
    )
    page.evaluate("frame()")
    assert page.evaluate("away()") <= 1, "what was told step by step became one sentence, and then more came"
    page.evaluate("async () => { host.style.height = '200px'; await frame(); say(); await frame(); }")
    assert page.evaluate("away()") <= 1, "it became smaller"
    page.evaluate(
        "async () => { host.hidden = true; host.style.display = 'none'; await frame(); say(3); await frame(); }"
    )
    page.evaluate("async () => { host.style.display = 'flex'; await frame(); }")
    assert page.evaluate("away()") <= 1, "it was out of sight"


@pytest.mark.parametrize("way", ["wheel", "keys", "script"])
def test_whoever_reads_further_up_is_left_there_and_told_how_much_is_new(page: Any, way: str) -> None:
    page.evaluate(STORY)
    page.mouse.move(100, 200)
    if way == "wheel":
        for _ in range(5):
            page.mouse.wheel(0, -12)  # as slow as a finger on a pad
            page.evaluate("frame()")
    elif way == "keys":
        page.focus(".story")
        for _ in range(30):
            page.keyboard.press("ArrowUp")
    else:
        page.evaluate("list.scrollTop -= 300")  # as a search in the page does
    page.wait_for_selector(".newest:has-text('To the newest line')")
    page.evaluate("frame()")
    place = page.evaluate("list.scrollTop")
    page.evaluate("async () => { say(7); await frame(); say(5); await frame(); }")
    assert page.evaluate("list.scrollTop") == place
    assert "Newest: 12 more lines" in page.inner_text(".newest")
    page.click(".newest")
    page.wait_for_function("() => away() <= 1 && document.querySelector('.newest').hidden")
    page.evaluate(BUSY)
    assert page.evaluate("away()") <= 1


def test_back_at_the_end_the_story_follows_again_by_itself(page: Any) -> None:
    page.evaluate(STORY)
    page.evaluate("list.scrollTop -= 500")
    page.wait_for_selector(".newest")
    page.evaluate("async () => { say(20); await frame(); list.scrollTop = list.scrollHeight - 20; await frame(); }")
    page.wait_for_selector(".newest", state="hidden")
    page.evaluate(BUSY)
    assert page.evaluate("away()") <= 1
