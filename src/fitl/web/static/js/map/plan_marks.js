// @ts-check
/**
 * The plan on the map: a tick on spaces chosen already, an arrow for each move, a number for what came or went; of a
 * Spearhead the road it takes, the Troops that may go with its Armor and what its strikes are worth.
 */
import { replace, svg } from "../dom.js";
import { pieceGlyph } from "../pieces.js";
import { text } from "./drawing.js";
import { middleOf } from "./outline.js";
import { INK, PAPER_LIGHT, RUST, SANS } from "./palette.js";

const SHORT = 26; // how far an arrow stays from the middle of its spaces
const NOTE = 11; // half the height of a note
const TIGHT = 80; // an arrow shorter than this has its number at its tail, for it would hide the head
const BOW = 0.16; // how far it bends, so that there and back are two arrows

/** @typedef {{x: number, y: number}} Point */

/** Where a mark stands that belongs to a space. @param {any} space @returns {Point} */
function cornerOf(space) {
  return space.pawn ?? { x: space.slot.x + space.slot.w, y: space.slot.y };
}

/** Where a note stands that is about what is in a space: over its pieces. @param {any} space @returns {Point} */
function above(space) {
  const { x, y } = middleOf(space);
  const height = space.kind === "city" ? space.r : (space.kind === "loc" ? space.slot : space.pieces).h / 2;
  return { x, y: y - height - 10 };
}

/** @param {Point} at */
function tick(at) {
  return svg(
    "g",
    { class: "plan-tick", transform: `translate(${at.x} ${at.y})` },
    svg("circle", { r: 11, fill: RUST, stroke: PAPER_LIGHT, "stroke-width": 2 }),
    svg("path", {
      d: "M-5 0.4L-1.4 4L5.4 -3.8",
      fill: "none",
      stroke: PAPER_LIGHT,
      "stroke-width": 2.8,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}

/**
 * @param {Point} start
 * @param {Point} end
 * @param {number | null} n how many moved; null: being asked about
 * @param {boolean} [touching] does its head reach the end?
 */
function arrow(start, end, n, touching = false) {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const keep = Math.min(SHORT, length / 4);
  const a = { x: start.x + ux * keep, y: start.y + uy * keep };
  const b = touching ? end : { x: end.x - ux * keep, y: end.y - uy * keep };
  const mid = { x: (a.x + b.x) / 2 - uy * length * BOW, y: (a.y + b.y) / 2 + ux * length * BOW };
  const way = Math.atan2(b.y - mid.y, b.x - mid.x);
  const wing = (/** @type {number} */ turn) => `${b.x - 15 * Math.cos(way + turn)} ${b.y - 15 * Math.sin(way + turn)}`;
  const d = `M${a.x} ${a.y}Q${mid.x} ${mid.y} ${b.x} ${b.y}M${wing(0.5)}L${b.x} ${b.y}L${wing(-0.5)}`;
  const line = (/** @type {string} */ stroke, /** @type {number} */ width) =>
    svg("path", {
      d,
      fill: "none",
      stroke,
      "stroke-width": width,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      "stroke-dasharray": n === null ? "9 8" : null,
    });
  const top = length < TIGHT ? a : { x: (a.x + 2 * mid.x + b.x) / 4, y: (a.y + 2 * mid.y + b.y) / 4 };
  return svg(
    "g",
    { class: "plan-arrow" },
    line(PAPER_LIGHT, 8),
    line(RUST, 4),
    n === null ? null : badge(top, String(n)),
  );
}

/**
 * A move: into the middle of its space, or from above to the note that stands there.
 * @param {any} from
 * @param {any} to
 * @param {number | null} n
 * @param {boolean} noted
 */
function move(from, to, n, noted) {
  const [start, note] = [middleOf(from), above(to)];
  return noted && start.y < note.y - NOTE
    ? arrow(start, { x: note.x, y: note.y - NOTE }, n, true)
    : arrow(start, middleOf(to), n);
}

/**
 * The way along Highways: each of them, and an arrow from the last into the space.
 * @param {any[]} roads shapes
 * @param {Point} end
 * @param {number | null} n
 */
function drive(roads, end, n) {
  const line = (/** @type {any} */ road, /** @type {string} */ stroke, /** @type {number} */ width) =>
    svg("path", {
      class: "plan-road",
      d: road.d,
      fill: "none",
      stroke,
      "stroke-width": width,
      "stroke-linecap": "round",
      "stroke-dasharray": n === null ? "9 8" : null,
    });
  const start = nearestOn(line(roads[roads.length - 1], "none", 0), end);
  return [...roads.flatMap((road) => [line(road, PAPER_LIGHT, 9), line(road, RUST, 5)]), arrow(start, end, n)];
}

/** The point of a road nearest to another. @param {SVGElement} path @param {Point} to @returns {Point} */
function nearestOn(path, to) {
  const road = /** @type {SVGPathElement} */ (path);
  const length = road.getTotalLength();
  const points = Array.from({ length: 9 }, (_, i) => road.getPointAtLength((length * i) / 8));
  const away = (/** @type {Point} */ { x, y }) => Math.hypot(x - to.x, y - to.y);
  return points.reduce((best, each) => (away(each) < away(best) ? each : best));
}

/**
 * A column: its Armor, and how many Troops may go with it.
 * @param {Point} at
 * @param {string} kind
 * @param {number} troops
 */
function rider(at, kind, troops) {
  const half = troops ? 27 : 17;
  const tank = pieceGlyph(kind);
  tank.setAttribute("transform", `translate(${at.x - (troops ? 11 : 0)} ${at.y})`);
  return svg(
    "g",
    { class: "plan-column" },
    svg("rect", {
      x: at.x - half,
      y: at.y - 13,
      width: 2 * half,
      height: 26,
      rx: 13,
      fill: PAPER_LIGHT,
      stroke: RUST,
      "stroke-width": 2.4,
    }),
    tank,
    troops > 0 && text(`\u2264${troops}`, at.x + 14, at.y + 5.4, { size: 16, family: SANS }),
  );
}

/**
 * @param {Point} at
 * @param {string} words
 */
function badge(at, words) {
  const half = 7 + (words.length > 4 ? 3.7 : 4.6) * words.length; // digits are wider than letters
  return svg(
    "g",
    { class: "plan-amount" },
    svg("rect", {
      x: at.x - half,
      y: at.y - NOTE,
      width: 2 * half,
      height: 2 * NOTE,
      rx: NOTE,
      fill: PAPER_LIGHT,
      stroke: INK,
      "stroke-width": 1.6,
    }),
    text(words, at.x, at.y + 5.4, { size: 16, family: SANS }),
  );
}

/**
 * @param {any} shapes
 * @param {SVGGElement} layer
 */
export function createPlanMarks(shapes, layer) {
  let drawn = "";
  /**
   * @param {{chosen?: Iterable<string>, moves?: {from: string, to: string, n: number, via?: string[]}[],
   *   amounts?: {space: string, n: number}[], underway?: {from: string, to: string, via?: string[]} | null,
   *   column?: {space: string, kind: string, troops: number} | null, notes?: {space: string, words: string}[]}} plan
   */
  return function draw({ chosen = [], moves = [], amounts = [], underway = null, column = null, notes = [] }) {
    const written = JSON.stringify([[...chosen], moves, amounts, underway, column, notes]);
    if (written === drawn) return;
    drawn = written;
    const on = (/** @type {string} */ id) => shapes.spaces[id];
    const going = (
      /** @type {{from: string, to: string, via?: string[]}} */ { from, to, via = [] },
      /** @type {number | null} */ n,
    ) => {
      if (!on(from) || !on(to)) return [];
      const noted = notes.some(({ space }) => space === to);
      return via.length ? drive(via.map(on), middleOf(on(to)), n) : [move(on(from), on(to), n, noted)];
    };
    const marks = moves.flatMap((each) => going(each, each.n));
    if (underway) marks.push(...going(underway, null));
    if (column && on(column.space)) {
      const { x, y } = cornerOf(on(column.space));
      marks.push(rider({ x, y: y - 26 }, column.kind, column.troops));
    }
    /** @type {Map<string, string>} */
    const words = new Map();
    for (const { space, n } of amounts) {
      if (on(space)) words.set(space, `${words.get(space) ?? ""}${n > 0 ? "+" : "−"}${Math.abs(n)}`);
    }
    for (const [space, said] of words) {
      const at = cornerOf(on(space));
      marks.push(badge({ x: at.x, y: at.y + 22 }, said));
    }
    for (const { space, words: said } of notes) {
      if (on(space)) marks.push(badge(above(on(space)), said));
    }
    for (const id of new Set(chosen)) if (on(id)) marks.push(tick(cornerOf(on(id))));
    replace(layer, ...marks);
  };
}
