// @ts-check
/** The scenarios to choose from: a shelf for each era, and the campaigns as a ribbon across the eras they go through. */

import { h, replace, wholeYears } from "../dom.js";
import { home } from "../home.js";
import { t } from "../words.js";
import { yearPlate } from "./banner.js";

/** @typedef {import("./draft.js").Scenario} Scenario */

/** The eras: what begins before the second's first year stands on the first shelf, and so on. */
const SHELVES = [
  { id: "1961", from: 0, to: 1963 },
  { id: "1964", from: 1964, to: 1972 },
  { id: "1972", from: 1972, to: Infinity },
];

/** The shelf on which a scenario begins, and the last one it reaches. @param {Scenario} scenario */
function reach({ years: [first, last] }) {
  const begins = SHELVES.findLastIndex(({ from }) => first >= from);
  return {
    begins,
    ends: Math.max(
      begins,
      SHELVES.findIndex(({ to }) => last <= to),
    ),
  };
}

/**
 * @param {Scenario[]} scenarios
 * @param {(name: string) => void} onchange
 * @returns {{element: HTMLElement, sync: (chosen: string) => void}}
 */
export function scenarioShelves(scenarios, onchange) {
  const placed = scenarios.map((scenario) => ({ scenario, ...reach(scenario) }));
  const shelves = SHELVES.map(({ id }, at) => ({
    id,
    held: placed.filter(({ begins, ends }) => begins === at && ends === at),
  }));
  const campaigns = placed.filter(({ begins, ends }) => begins !== ends);
  const parts = [
    ...shelves
      .filter(({ held }) => held.length)
      .map(({ id, held }) =>
        shelf(
          id,
          held.map(({ scenario }) => scenario),
          onchange,
        ),
      ),
    ...(campaigns.length ? [ribbon(campaigns, onchange)] : []),
  ];
  const element = h(
    "div",
    { class: "shelves" },
    parts.map((part) => part.element),
  );

  /** @param {string} chosen */
  function sync(chosen) {
    for (const input of element.querySelectorAll("input")) input.checked = input.value === chosen;
    for (const part of parts) part.sync(chosen);
  }

  return { element, sync };
}

/**
 * @param {string} id
 * @param {Scenario[]} scenarios
 * @param {(name: string) => void} onchange
 */
function shelf(id, scenarios, onchange) {
  const told = story(scenarios);
  return {
    element: h(
      "section",
      { class: "shelf", "aria-labelledby": `shelf-${id}` },
      heading(id),
      h(
        "div",
        { class: "scenarios" },
        scenarios.map((scenario) => card(scenario, onchange)),
      ),
      told.element,
    ),
    sync: told.sync,
  };
}

/**
 * Campaigns go through several eras: each is as long as the eras it covers.
 * @param {{scenario: Scenario, begins: number, ends: number}[]} campaigns
 * @param {(name: string) => void} onchange
 */
function ribbon(campaigns, onchange) {
  const told = story(campaigns.map(({ scenario }) => scenario));
  return {
    element: h(
      "section",
      { class: "shelf ribbon", "aria-labelledby": "shelf-campaigns" },
      heading("campaigns"),
      h(
        "p",
        { class: "ruler", "aria-hidden": "true" },
        SHELVES.map(({ id }) => h("span", {}, t(`lobby.shelf.${id}.years`))),
      ),
      campaigns.map(({ scenario, begins, ends }) => {
        const made = card(scenario, onchange);
        made.style.setProperty("--across", `${begins + 1} / ${ends + 2}`);
        return made;
      }),
      told.element,
    ),
    sync: told.sync,
  };
}

/** @param {string} id */
function heading(id) {
  return h(
    "h3",
    { class: "shelf-title", id: `shelf-${id}` },
    h("span", { class: "caps" }, t(`lobby.shelf.${id}.title`)),
    " ",
    h("span", { class: "soft" }, t(`lobby.shelf.${id}.text`)),
  );
}

/** What is special about the scenario chosen, if it stands on this shelf. @param {Scenario[]} scenarios */
function story(scenarios) {
  const element = h("p", { class: "shelf-story", hidden: true });
  return {
    element,
    sync(/** @type {string} */ chosen) {
      const scenario = scenarios.find(({ name }) => name === chosen);
      element.hidden = !scenario;
      replace(element, scenario && [h("strong", {}, scenario.subtitle), " ", scenario.story]);
    },
  };
}

/**
 * @param {Scenario} scenario
 * @param {(name: string) => void} onchange
 */
function card({ name, title, subtitle, story: told, cards, coups, years, factions, leads_on }, onchange) {
  const picture = h("img", {
    class: "picture",
    src: home.fileAt(`/static/img/scenario-${name}.svg`),
    alt: "",
    width: 320,
    height: 200,
  });
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
      h("strong", { id: `${id}-title` }, wholeYears(title)),
      h("em", {}, subtitle),
      h(
        "span",
        { class: "facts", id: `${id}-facts` },
        t("lobby.new.cards", { cards, coups }),
        leads_on && h("span", { class: "leads-on" }, t("lobby.new.leads_on")),
        h(
          "span",
          { class: `players for-${factions.length}` },
          t(factions.length < 4 ? "lobby.new.for_two" : "lobby.new.for_four"),
        ),
      ),
      h("span", { class: "visually-hidden", id: `${id}-story` }, told),
    ),
  );
}
