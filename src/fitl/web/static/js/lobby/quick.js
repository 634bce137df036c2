// @ts-check
/** "Play against the bots": one click to a short game of each era with the Faction clicked. */

import { h, replace } from "../dom.js";
import { home } from "../home.js";
import { t } from "../words.js";
import { createGame } from "./create.js";
import { BOT, ME } from "./draft.js";
import { chip, notice, sentence } from "./widgets.js";

/** The quickest game of each era; the first is the one the rulebook recommends to begin with. */
const QUICK = [
  { id: "1965", scenario: "short-1965" },
  { id: "1961", scenario: "diems-war-1961" },
  { id: "1973", scenario: "black-april-1973" },
];

/** @param {import("./draft.js").Scenario[]} scenarios */
export function quickPlay(scenarios) {
  const said = notice("alert");
  const status = notice("status");
  const offered = QUICK.flatMap(({ id, scenario: wanted }) => {
    const scenario = scenarios.find(({ name }) => name === wanted);
    return scenario?.kinds.length ? [{ id, scenario }] : [];
  });
  const element = h(
    "section",
    { class: "panel quick", "aria-labelledby": "quick-title" },
    h("h2", { id: "quick-title" }, t("lobby.quick.title")),
    h("p", {}, t("lobby.quick.text")),
    offered.flatMap(({ id, scenario }) => [
      h(
        "h3",
        { id: `quick-${id}` },
        t(`lobby.quick.${id}.title`),
        " ",
        h("span", { class: "soft" }, t(`lobby.quick.${id}.text`)),
      ),
      h(
        "div",
        { class: "sides" },
        scenario.factions.map((faction) => side(id, scenario, faction)),
      ),
    ]),
    said,
    status,
  );

  /**
   * @param {string} id
   * @param {import("./draft.js").Scenario} scenario
   * @param {string} faction
   */
  function side(id, scenario, faction) {
    return h(
      "button",
      {
        type: "button",
        class: `side ${faction}`,
        "data-scenario": scenario.name,
        "aria-describedby": `quick-${id}`,
        onclick: () => play(scenario, faction),
      },
      chip(faction),
      h(
        "span",
        { class: "who" },
        h("strong", {}, t(`lobby.faction.${faction}.name`)),
        h("span", {}, t(`lobby.faction.${faction}.goal`)),
      ),
    );
  }

  /**
   * @param {import("./draft.js").Scenario} scenario
   * @param {string} faction
   */
  async function play(scenario, faction) {
    const buttons = /** @type {HTMLButtonElement[]} */ ([...element.querySelectorAll("button")]);
    for (const button of buttons) button.disabled = true;
    replace(said);
    replace(status, t("lobby.quick.starting"));
    try {
      const seats = scenario.factions.map((each) =>
        each === faction ? { factions: [each], kind: ME } : { factions: [each], kind: BOT, plays: scenario.kinds[0] },
      );
      const { door } = await createGame({ scenario: scenario.name, seats }, scenario.title);
      if (door) home.go(door.path);
    } catch (error) {
      replace(said, sentence(error));
    } finally {
      replace(status);
      for (const button of buttons) button.disabled = false;
    }
  }

  return element;
}
