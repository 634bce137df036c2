// @ts-check
/** The values the tutorial prints, beside those of the table. */

import { h } from "../dom.js";
import { t } from "../words.js";

/** @typedef {{name: string, printed: string, shown: string, same: boolean}} Row */

/** How a view tells each value of a faction or space. @type {Record<string, (view: any, id: string) => any>} */
const BY_NAME = {
  resources: (view, faction) => view.tracks.resources[faction],
  victory: (view, faction) => view.victory[faction].marker,
  support: (view, space) => view.spaces[space].support,
  control: (view, space) => view.spaces[space].control,
  terror: (view, space) => view.spaces[space].terror,
};

/**
 * @param {Record<string, any>} totals of a step of the lesson
 * @param {any} view of the table
 * @param {{spaces: Record<string, {short: string}>}} facts
 * @returns {Row[]}
 */
export function compare(totals, view, facts) {
  return Object.entries(totals).flatMap(([name, printed]) => {
    if (!(name in BY_NAME)) return [row(t(`lesson.total.${name}`), printed, view.tracks[name])];
    return Object.entries(printed).map(([id, value]) =>
      row(
        t(`lesson.total.${name}`, { name: facts.spaces[id]?.short ?? t(`panels.faction.${id}`) }),
        value,
        BY_NAME[name](view, id),
      ),
    );
  });
}

/**
 * @param {string} name
 * @param {any} printed
 * @param {any} shown
 * @returns {Row}
 */
function row(name, printed, shown) {
  return { name, printed: inWords(printed), shown: inWords(shown), same: printed === shown };
}

/** @param {any} value */
function inWords(value) {
  return typeof value === "number" ? String(value) : t(`lesson.value.${value}`);
}

/** @param {Row[]} rows */
export function totalsTable(rows) {
  const same = rows.every((each) => each.same);
  return h(
    "details",
    { class: `coach-totals ${same ? "same" : "different"}`, open: !same },
    h(
      "summary",
      {},
      h("span", { class: "coach-mark", "aria-hidden": "true" }, same ? "✓" : "≠"),
      " ",
      t(same ? "lesson.total_same" : "lesson.total_differs"),
    ),
    h(
      "table",
      {},
      h("caption", { class: "visually-hidden" }, t("lesson.totals")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["total_name", "total_printed", "total_table"].map((id) => h("th", { scope: "col" }, t(`lesson.${id}`))),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(({ name, printed, shown, same: agrees }) =>
          h(
            "tr",
            { class: agrees ? "same" : "different" },
            h("th", { scope: "row" }, name),
            h("td", {}, printed),
            h(
              "td",
              {},
              shown,
              " ",
              h(
                "span",
                { class: "coach-mark", role: "img", "aria-label": t(agrees ? "lesson.agrees" : "lesson.differs") },
                agrees ? "✓" : "≠",
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
