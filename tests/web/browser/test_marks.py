"""What the map shows of the turn under way: outlines of chosen spaces, and ticks of what is being done."""

from collections.abc import Callable
from typing import Any

import pytest

OpenPage = Callable[..., Any]

TICKS = """async ([plan, kind]) => {
  const { planOnMap } = await import("/static/js/table/plan.js");
  const none = { piece: null, amount: null };
  const step = ([kind, key, space]) => ({ ...none, kind, key, label: key, spaces: space ? [space] : [] });
  return planOnMap({ view: { decision: { kind } }, plan: plan.map(step) }).chosen;
}"""
TRAIN = [["turn.action", "op_activity", ""], ["turn.operation", "train", ""], ["train.space", "hue", "hue"]]
GOVERN = [*TRAIN, ["train.space", "sa:govern", ""], ["govern.space", "can_tho", "can_tho"]]


@pytest.fixture
def page(open_page: OpenPage) -> Any:
    found = open_page("/")
    found.wait_for_selector(".scenario")
    return found


@pytest.mark.parametrize(
    ("plan", "kind", "ticked"),
    [
        (TRAIN, "train.space", ["hue"]),
        (TRAIN, "operation.finish", ["hue"]),
        ([*TRAIN, ["train.space", "sa:govern", ""]], "govern.space", []),
        (GOVERN, "govern.method", ["can_tho"]),
        ([*GOVERN, ["govern.method", "aid", ""]], "train.space", ["hue"]),
        ([["coup.pacify", "hue", "hue"], ["pacify.more", "more", ""]], "coup.pacify", ["hue"]),
    ],
)
def test_ticks_are_those_of_what_is_being_done(page: Any, plan: list[Any], kind: str, ticked: list[str]) -> None:
    assert page.evaluate(TICKS, [plan, kind]) == ticked


LIGHTS = """async () => {
  const { createLights } = await import("/static/js/map/lights.js");
  const { drawSheet } = await import("/static/js/map/sheet.js");
  const { constant } = await import("/static/js/constants.js");
  const { loadWords } = await import("/static/js/words.js");
  await loadWords();
  const { sheet, light } = drawSheet(await constant("shapes"), await constant("facts"));
  const lit = ["quang_nam", "loc_hue_da_nang", "quang_tin_quang_ngai", "hue"];
  createLights(await constant("shapes"), light)(lit, ["quang_tri_thua_thien", "da_nang", "loc_da_nang_dak_to"]);
  const layers = [...sheet.children];
  const place = (what) => layers.findIndex((each) => each.querySelector(what));
  const named = (name) => layers.findIndex((each) => each.classList.contains(name));
  const roads = layers.findIndex((each) => each.querySelector("path[stroke='#6b3d1f']"));
  const glows = ["under", "ways", "over"].map((name) => named(`light-${name}`));
  return [
    sheet.querySelectorAll(".light-firm [stroke-dasharray]").length,
    roads > 0 && named("light-firm") > Math.max(...glows, roads),
    place(".light-chosen > .way") > Math.max(...glows.slice(0, 2)),
  ];
}"""


def test_no_light_of_a_neighbour_of_any_kind_lies_over_the_outline_of_a_chosen_space(page: Any) -> None:
    assert page.evaluate(LIGHTS) == [3, True, True]


MINUS = """async () => {
  const { h } = await import("/static/js/dom.js");
  const { loadWords } = await import("/static/js/words.js");
  const { ruleLinks } = await import("/static/js/panels/links.js");
  await loadWords();
  const said = ["Patronage -1: now 17 (1.8)", "(-2)", "1965-67, card-5, --host", "-3"];
  return [h("p", {}, ruleLinks(said[0])).textContent, ...said.slice(1).map((words) => h("p", {}, words).textContent)];
}"""


def test_a_number_below_zero_has_one_minus_sign_everywhere(page: Any) -> None:
    minus = "\N{MINUS SIGN}"
    told = page.evaluate(MINUS)
    assert told == [f"Patronage {minus}1: now 17 (1.8)", f"({minus}2)", "1965-67, card-5, --host", f"{minus}3"]
