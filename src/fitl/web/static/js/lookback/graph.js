// @ts-check
/** The graphs of a game: margins, Resources, control of the population; and everything behind tabs, with tables. */

import { h, replace } from "../dom.js";
import { t } from "../words.js";
import { lineChart, rowTitle } from "./chart.js";
import { diceLuck } from "./dice.js";
import { factionsOf, luckOf, plain, signed } from "./figures.js";

export { diceLuck };

/**
 * @typedef {import("./figures.js").Row} Row
 * @typedef {{onSeek?: (entry: number) => void}} Seeking
 * @typedef {import("./chart.js").Line} Line
 */

/** @param {string} id @param {(row: Row) => number} value @returns {Line} */
function line(id, value) {
  return { id, name: t(`lookback.short.${id}`), value };
}

const KINDS = ["margins", "resources", "control"];

/** @param {string} kind @param {Row[]} history @returns {Line[]} */
function linesOf(kind, history) {
  if (kind === "margins") return factionsOf(history).map((faction) => line(faction, (row) => row.margins[faction]));
  if (kind === "resources")
    return Object.keys(history[0]?.resources ?? {}).map((faction) => line(faction, (row) => row.resources[faction])); // 1.8: the US has none
  return [line("coin", (row) => row.control.coin), line("nva", (row) => row.control.nva)];
}

/**
 * How far each Faction stood from victory (7.2, 7.3), card by card.
 * @param {Row[]} history
 * @param {Seeking} [seeking]
 * @returns {SVGElement}
 */
export function marginGraph(history, { onSeek } = {}) {
  return lineChart(history, {
    label: t("lookback.margins"),
    lines: linesOf("margins", history),
    format: signed,
    zero: t("lookback.above_zero"),
    onSeek,
  });
}

/**
 * @param {Row[]} history
 * @param {Seeking} [seeking]
 * @returns {SVGElement}
 */
export function resourcesGraph(history, { onSeek } = {}) {
  return lineChart(history, {
    label: t("lookback.resources"),
    lines: linesOf("resources", history),
    format: plain,
    floor: 0,
    onSeek,
  });
}

/**
 * Population in spaces under COIN and NVA Control (1.7).
 * @param {Row[]} history
 * @param {Seeking} [seeking]
 * @returns {SVGElement}
 */
export function controlGraph(history, { onSeek } = {}) {
  return lineChart(history, {
    label: t("lookback.control"),
    lines: linesOf("control", history),
    format: plain,
    floor: 0,
    onSeek,
  });
}

/**
 * The same numbers as a table, for reading and for screen readers.
 * @param {Row[]} history
 * @param {string} kind margins, resources or control
 * @param {Seeking} [seeking]
 */
export function graphTable(history, kind, { onSeek } = {}) {
  const lines = linesOf(kind, history);
  const format = kind === "margins" ? signed : plain;
  return table(
    t(`lookback.${kind}`),
    [t("lookback.column.card"), ...lines.map(({ name }) => name)],
    history.map((row, i) => [
      onSeek
        ? h("button", { class: "seek", type: "button", onclick: () => onSeek(row.entry) }, rowTitle(history, i))
        : rowTitle(history, i),
      ...lines.map(({ value }) => format(value(row))),
    ]),
  );
}

/** The dice as a table. @param {Row[]} history */
export function diceTable(history) {
  return table(
    t("lookback.dice.label"),
    [t("lookback.dice.who"), t("lookback.dice.count"), ...[1, 2, 3, 4, 5, 6].map(String), t("lookback.dice.average")],
    luckOf(history).map(({ by, count, faces, mean }) => [
      t(`lookback.short.${by}`),
      String(count),
      ...faces.map(String),
      mean.toFixed(2),
    ]),
  );
}

/**
 * @param {string} caption
 * @param {string[]} heads
 * @param {(string | Node)[][]} rows the first cell of each is its heading
 */
export function table(caption, heads, rows) {
  return h(
    "div",
    { class: "lookback-table", tabindex: 0, role: "region", "aria-label": caption },
    h(
      "table",
      {},
      h("caption", { class: "visually-hidden" }, caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((head) => h("th", { scope: "col" }, head)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(([head, ...cells]) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, head),
            cells.map((cell) => h("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
}

/** @type {Record<string, (history: Row[], seeking: Seeking) => SVGElement>} */
const GRAPHS = { margins: marginGraph, resources: resourcesGraph, control: controlGraph, dice: diceLuck };

let panels = 0; // so that the ids of two panels on one page differ

/**
 * All graphs behind tabs, each with its explanation and a table.
 * @param {Row[]} history
 * @param {Seeking} [seeking]
 * @returns {HTMLElement}
 */
export function lookBack(history, seeking = {}) {
  const prefix = `lookback-${++panels}`;
  const kinds = [...KINDS, "dice"];
  const panel = h("div", { class: "lookback-panel", role: "tabpanel", id: `${prefix}-panel` });
  const tabs = kinds.map((kind) =>
    h(
      "button",
      {
        role: "tab",
        type: "button",
        id: `${prefix}-${kind}`,
        "aria-controls": `${prefix}-panel`,
        onclick: () => open(kind),
      },
      t(`lookback.tab.${kind}`),
    ),
  );
  const list = h(
    "div",
    { class: "lookback-tabs", role: "tablist", "aria-label": t("lookback.title"), onkeydown: move },
    tabs,
  );
  let tabled = false;

  /** @param {string} kind */
  function open(kind) {
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(kinds[i] === kind));
      tab.tabIndex = kinds[i] === kind ? 0 : -1;
    });
    panel.setAttribute("aria-labelledby", `${prefix}-${kind}`);
    const shown = tabled
      ? kind === "dice"
        ? diceTable(history)
        : graphTable(history, kind, seeking)
      : GRAPHS[kind](history, seeking);
    const change = h(
      "button",
      { class: "quiet", type: "button", onclick: turn },
      t(tabled ? "lookback.as_graph" : "lookback.as_table"),
    );
    replace(
      panel,
      shown,
      h("div", { class: "lookback-foot" }, h("p", { class: "soft" }, t(`lookback.help.${kind}`)), change),
    );

    function turn() {
      tabled = !tabled;
      open(kind);
      panel.querySelector(".lookback-foot button")?.focus();
    }
  }

  /** @param {KeyboardEvent} event */
  function move(event) {
    const now = tabs.findIndex((tab) => tab === document.activeElement);
    /** @type {Record<string, number>} */
    const goal = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: tabs.length - 1 };
    if (!(event.key in goal)) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (goal[event.key] + tabs.length) % tabs.length;
    open(kinds[next]);
    tabs[next].focus();
  }

  open("margins");
  return h("section", { class: "lookback", "aria-label": t("lookback.title") }, list, panel);
}
