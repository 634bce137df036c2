// @ts-check
/** "Play against the bots": one click to a short game with the Faction clicked. */

import { h, replace } from "../dom.js";
import { t } from "../words.js";
import { createGame } from "./create.js";
import { BOT, ME } from "./draft.js";
import { chip, notice, sentence } from "./widgets.js";

const SCENARIO = "short-1965"; // the quickest full game, and the one the rulebook recommends first

/** @param {import("./draft.js").Scenario[]} scenarios */
export function quickPlay(scenarios) {
  const said = notice("alert");
  const status = notice("status");
  const scenario = scenarios.find(({ name }) => name === SCENARIO) ?? scenarios[0];
  const buttons = scenario.factions.map((faction) =>
    h(
      "button",
      { type: "button", class: `side ${faction}`, onclick: () => play(faction) },
      chip(faction),
      h("span", { class: "who" }, h("strong", {}, t(`lobby.faction.${faction}.name`)), h("span", {}, t(`lobby.faction.${faction}.goal`))),
    ),
  );

  /** @param {string} faction */
  async function play(faction) {
    for (const button of buttons) button.disabled = true;
    replace(said);
    replace(status, t("lobby.quick.starting"));
    try {
      const seats = scenario.factions.map((each) => ({ factions: [each], kind: each === faction ? ME : BOT }));
      const { door } = await createGame({ scenario: scenario.name, seats }, scenario.title);
      if (door) location.assign(door.path);
    } catch (error) {
      replace(said, sentence(error));
    } finally {
      replace(status);
      for (const button of buttons) button.disabled = false;
    }
  }

  return h(
    "section",
    { class: "panel quick", "aria-labelledby": "quick-title" },
    h("h2", { id: "quick-title" }, t("lobby.quick.title")),
    h("p", {}, t("lobby.quick.text")),
    h("div", { class: "sides" }, buttons),
    said,
    status,
  );
}
