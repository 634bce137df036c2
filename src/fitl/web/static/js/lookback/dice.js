// @ts-check
/** Dice luck: how often each number came, and the mean beside what dice give in the long run. */

import { replace, svg } from "../dom.js";
import { decimal, t } from "../words.js";
import { MEAN_DIE, luckOf, signed } from "./figures.js";

const FIRST_WIDTH = 720;
const CELL_HEIGHT = 190;
const NARROWEST = 165; // a cell

/**
 * @param {import("./figures.js").Row[]} history
 * @returns {SVGElement}
 */
export function diceLuck(history) {
  const luck = luckOf(history);
  const element = svg("svg", { class: "lookback-graph dice", role: "img", "aria-label": t("lookback.dice.label") });
  let drawn = 0;

  /** @param {number} width */
  function draw(width) {
    drawn = width;
    const columns = Math.max(1, Math.min(luck.length, Math.floor(width / NARROWEST)));
    const rows = Math.max(1, Math.ceil(luck.length / columns));
    element.setAttribute("viewBox", `0 0 ${width} ${rows * CELL_HEIGHT}`);
    element.setAttribute("height", String(rows * CELL_HEIGHT));
    const cell = width / columns;
    const most = Math.max(1 / 3, ...luck.map(({ faces, count }) => Math.max(...faces) / count));
    replace(
      element,
      luck.length === 0 &&
        svg(
          "text",
          { class: "nothing", x: width / 2, y: CELL_HEIGHT / 2, "text-anchor": "middle" },
          t("lookback.dice.none"),
        ),
      luck.map((each, i) => histogram(each, (i % columns) * cell, Math.floor(i / columns) * CELL_HEIGHT, cell, most)),
    );
  }

  draw(FIRST_WIDTH);
  new ResizeObserver(([entry]) => {
    const width = Math.round(entry.contentRect.width);
    if (width > 0 && width !== drawn) draw(width);
  }).observe(element);
  return element;
}

/**
 * @param {import("./figures.js").Luck} luck
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} most the highest share of any number, so that all cells have one scale
 */
function histogram({ by, count, mean, faces }, left, top, width, most) {
  const wide = Math.min(width - 20, 260);
  const bar = wide / 6;
  const base = CELL_HEIGHT - 34;
  const tall = base - 58;
  const at = (/** @type {number} */ value) => (value - 0.5) * bar;
  const fair = base - (tall / most) * (1 / 6);
  return svg(
    "g",
    { class: `histogram ${by}`, transform: `translate(${left + 8} ${top})` },
    svg("text", { class: "title", y: 18 }, t("lookback.dice.title", { who: t(`lookback.short.${by}`), n: count })),
    svg(
      "text",
      { class: "note", y: 37 },
      t("lookback.dice.mean", { mean: decimal(mean, 2), difference: signed(mean - MEAN_DIE, 2) }),
    ),
    faces.map((times, i) => {
      const height = (tall / most) * (times / count);
      return svg(
        "g",
        {},
        svg("rect", { class: "bar", x: i * bar + 3, y: base - height, width: bar - 6, height }),
        times > 0 &&
          svg("text", { class: "times", x: at(i + 1), y: base - height - 4, "text-anchor": "middle" }, times),
        svg("text", { class: "scale", x: at(i + 1), y: base + 16, "text-anchor": "middle" }, i + 1),
      );
    }),
    svg("line", { class: "fair", x1: 0, x2: wide, y1: fair, y2: fair }),
    svg("line", { class: "zero", x1: 0, x2: wide, y1: base, y2: base }),
    svg("path", { class: "mean", d: `M${at(mean)} ${base + 20}l-5 9h10Z` }),
    svg("line", { class: "expected", x1: at(MEAN_DIE), x2: at(MEAN_DIE), y1: base + 20, y2: base + 30 }),
  );
}
