// @ts-check
/** The scenarios to choose from, as cards. */

import { h } from "../dom.js";
import { t } from "../words.js";
import { yearPlate } from "./banner.js";

/**
 * @param {import("./draft.js").Scenario[]} scenarios
 * @param {(name: string) => void} onchange
 */
export function scenarioCards(scenarios, onchange) {
  return h("div", { class: "scenarios" }, scenarios.map((scenario) => card(scenario, onchange)));
}

/**
 * @param {import("./draft.js").Scenario} scenario
 * @param {(name: string) => void} onchange
 */
function card({ name, title, subtitle, story, cards, coups, years, factions }, onchange) {
  const picture = h("img", { class: "picture", src: `/static/img/scenario-${name}.svg`, alt: "", width: 320, height: 200 });
  picture.addEventListener("error", () => picture.replaceWith(yearPlate(years)), { once: true });
  const id = `scenario-${name}`;
  return h(
    "label",
    { class: "scenario" },
    h("input", {
      type: "radio",
      name: "scenario",
      value: name,
      "aria-labelledby": `${id}-title`,
      "aria-describedby": `${id}-facts ${id}-story`,
      onchange: () => onchange(name),
    }),
    picture,
    h(
      "span",
      { class: "words" },
      h("strong", { id: `${id}-title` }, title),
      h("em", {}, subtitle),
      h("span", { class: "facts", id: `${id}-facts` }, t("lobby.new.cards", { cards, coups }), factions.length < 4 && ` · ${t("lobby.new.for_two")}`),
      h("span", { class: "story", id: `${id}-story` }, story),
    ),
  );
}
