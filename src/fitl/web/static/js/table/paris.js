// @ts-check
/**
 * The table of the Paris Peace Talks (S6.8.1): the two scores on its sides, their row and column lit, and what that leaves
 * each side: War, Peace, or the choice. Everybody sees the same one.
 */
import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { signed } from "../lookback/figures.js";
import { ruleLinks } from "../panels/links.js";
import { t } from "../words.js";
import { chip, factionName } from "./faction.js";

/**
 * @typedef {Record<string, number>} Stance War, Peace or both, each with the change of the side's marker
 * @typedef {Wire.TalksShown} Talks
 * @typedef {keyof Wire.TalksCell} Side
 */

/** @type {Side[]} */
const SIDES = ["nva", "us"];

/** A range of scores, from its first number to the one before the next range. @param {number[]} firsts @param {number} at */
function range(firsts, at) {
  if (at + 1 === firsts.length) return t("table.paris.from", { first: firsts[at] });
  return firsts[at] === firsts[at + 1] - 1
    ? String(firsts[at])
    : t("table.paris.range", { first: firsts[at], last: firsts[at + 1] - 1 });
}

/**
 * What a cell leaves one side.
 * @param {string} side
 * @param {Stance} stance
 */
function stanceWords(side, stance) {
  return h(
    "span",
    { class: "stance" },
    h(
      "b",
      { class: side, title: factionName(side) },
      t(`table.paris.letter.${side}`),
      h("span", { class: "visually-hidden" }, factionName(side)),
    ),
    Object.entries(stance).map(([answer, change]) =>
      h("span", { class: `answer ${answer}` }, t(`table.paris.${answer}`), change !== 0 && ` ${signed(change)}`),
    ),
  );
}

/** A change of a marker in words. @param {number} n */
const changed = (n) => (n === 0 ? t("table.paris.unchanged") : signed(n));

/** What it comes to for one side. @param {Talks} talks @param {Side} side */
function verdict({ cells, at, answers }, side) {
  const stance = cells[at[0]][at[1]][side];
  const answer = answers[side] ?? (Object.keys(stance).length === 1 ? Object.keys(stance)[0] : null);
  const words = answer
    ? t(`table.paris.${side}.${answer}`, { change: changed(stance[answer]) })
    : t(`table.paris.${side}.choice`, { war: changed(stance.war), peace: changed(stance.peace) });
  return h("li", { class: answer ?? "choice" }, chip(side), h("span", {}, words));
}

/** The whole table. @param {Talks} talks */
export function talksTable(talks) {
  const { nva_from: rows, us_from: columns, cells, at, scores } = talks;
  const [row, column] = at;
  const lit = (/** @type {boolean} */ on) => (on ? "lit" : null);
  return h(
    "section",
    { class: "paris", "aria-label": t("table.paris.title") },
    h(
      "div",
      { class: "paris-scroll", tabindex: 0 },
      h(
        "table",
        {},
        h("caption", {}, t("table.paris.caption", { ...scores })),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { rowspan: 2, class: "score nva", scope: "col" }, chip("nva"), h("b", {}, scores.nva)),
            h(
              "th",
              { colspan: columns.length, class: "score us", scope: "colgroup" },
              chip("us"),
              h("b", {}, scores.us),
            ),
          ),
          h(
            "tr",
            {},
            columns.map((_, i) => h("th", { scope: "col", class: lit(i === column) }, range(columns, i))),
          ),
        ),
        h(
          "tbody",
          {},
          cells.map((each, i) =>
            h(
              "tr",
              {},
              h("th", { scope: "row", class: lit(i === row) }, range(rows, i)),
              each.map((cell, k) =>
                h(
                  "td",
                  {
                    class: i === row && k === column ? "here" : lit(i === row || k === column),
                    "aria-current": i === row && k === column ? "true" : null,
                  },
                  SIDES.map((side) => stanceWords(side, cell[side])),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
    h(
      "ul",
      { class: "verdicts" },
      SIDES.map((side) => verdict(talks, side)),
    ),
    h("p", { class: "small-print" }, ruleLinks(t(`table.paris.source.${talks.source}`))),
  );
}

/** Which side makes Peace, and so Retreats; null while it is not known. @param {Talks | null | undefined} talks @param {string} side */
export function retreats(talks, side) {
  const answer = talks?.answers[side];
  return answer ? answer === "peace" : null;
}

/** The table by itself, after the Talks or while the Retreats go on. @param {Talks} talks */
export function openTalks(talks) {
  return openDialog(t("table.paris.title"), talksTable(talks), { wide: true });
}

/** @param {Talks} talks */
export function talksButton(talks) {
  return h(
    "button",
    { type: "button", class: "why talks-open", onclick: () => openTalks(talks) },
    t("table.paris.open"),
  );
}
