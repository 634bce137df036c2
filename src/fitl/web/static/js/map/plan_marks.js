// @ts-check
/** The plan on the map: a tick on spaces chosen already, an arrow for each move, a number for what came or went. */
import { replace, svg } from "../dom.js";
import { text } from "./drawing.js";
import { middleOf } from "./outline.js";
import { INK, PAPER_LIGHT, RUST, SANS } from "./palette.js";

const SHORT = 26; // how far an arrow stays from the middle of its spaces
const BOW = 0.16; // how far it bends, so that there and back are two arrows

/** @typedef {{x: number, y: number}} Point */

/** Where a mark stands that belongs to a space. @param {any} space @returns {Point} */
function cornerOf(space) {
  return space.pawn ?? { x: space.slot.x + space.slot.w, y: space.slot.y };
}

/** @param {Point} at */
function tick(at) {
  return svg(
    "g",
    { class: "plan-tick", transform: `translate(${at.x} ${at.y})` },
    svg("circle", { r: 11, fill: RUST, stroke: PAPER_LIGHT, "stroke-width": 2 }),
    svg("path", { d: "M-5 0.4L-1.4 4L5.4 -3.8", fill: "none", stroke: PAPER_LIGHT, "stroke-width": 2.8, "stroke-linecap": "round", "stroke-linejoin": "round" }),
  );
}

/**
 * @param {Point} start
 * @param {Point} end
 * @param {number | null} n how many moved; null: being asked about
 */
function arrow(start, end, n) {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const keep = Math.min(SHORT, length / 4);
  const a = { x: start.x + ux * keep, y: start.y + uy * keep };
  const b = { x: end.x - ux * keep, y: end.y - uy * keep };
  const mid = { x: (a.x + b.x) / 2 - uy * length * BOW, y: (a.y + b.y) / 2 + ux * length * BOW };
  const way = Math.atan2(b.y - mid.y, b.x - mid.x);
  const wing = (/** @type {number} */ turn) => `${b.x - 15 * Math.cos(way + turn)} ${b.y - 15 * Math.sin(way + turn)}`;
  const d = `M${a.x} ${a.y}Q${mid.x} ${mid.y} ${b.x} ${b.y}M${wing(0.5)}L${b.x} ${b.y}L${wing(-0.5)}`;
  const line = (/** @type {string} */ stroke, /** @type {number} */ width) =>
    svg("path", { d, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round", "stroke-dasharray": n === null ? "9 8" : null });
  const top = { x: (a.x + 2 * mid.x + b.x) / 4, y: (a.y + 2 * mid.y + b.y) / 4 };
  return svg("g", { class: "plan-arrow" }, line(PAPER_LIGHT, 8), line(RUST, 4), n === null ? null : badge(top, String(n)));
}

/**
 * @param {Point} at
 * @param {string} words
 */
function badge(at, words) {
  const half = 7 + 4.6 * words.length;
  return svg(
    "g",
    { class: "plan-amount" },
    svg("rect", { x: at.x - half, y: at.y - 11, width: 2 * half, height: 22, rx: 11, fill: PAPER_LIGHT, stroke: INK, "stroke-width": 1.6 }),
    text(words, at.x, at.y + 5.4, { size: 16, family: SANS }),
  );
}

/**
 * @param {any} shapes
 * @param {SVGGElement} layer
 */
export function createPlanMarks(shapes, layer) {
  /**
   * @param {{chosen?: Iterable<string>, moves?: {from: string, to: string, n: number}[], amounts?: {space: string, n: number}[],
   *   underway?: {from: string, to: string} | null}} plan
   */
  return function draw({ chosen = [], moves = [], amounts = [], underway = null }) {
    const on = (/** @type {string} */ id) => shapes.spaces[id];
    const marks = moves.filter(({ from, to }) => on(from) && on(to)).map(({ from, to, n }) => arrow(middleOf(on(from)), middleOf(on(to)), n));
    if (underway && on(underway.from) && on(underway.to)) marks.push(arrow(middleOf(on(underway.from)), middleOf(on(underway.to)), null));
    /** @type {Map<string, string>} */
    const words = new Map();
    for (const { space, n } of amounts) {
      if (on(space)) words.set(space, `${words.get(space) ?? ""}${n > 0 ? "+" : "−"}${Math.abs(n)}`);
    }
    for (const [space, said] of words) {
      const at = cornerOf(on(space));
      marks.push(badge({ x: at.x, y: at.y + 22 }, said));
    }
    for (const id of new Set(chosen)) if (on(id)) marks.push(tick(cornerOf(on(id))));
    replace(layer, ...marks);
  };
}
