// @ts-check
/** The outline of a space: what is clicked, what glows, and where its middle is. */
import { svg } from "../dom.js";

/**
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 */

/**
 * The middle of a space, for moving between spaces or pointing at one.
 * @param {any} space shape
 */
export function middleOf(space) {
  if (space.kind === "city") return { x: space.cx, y: space.cy };
  const box = space.kind === "loc" ? space.slot : space.pieces;
  return { x: box.x + box.w / 2, y: box.y + box.h / 2 };
}

/**
 * The part of the map one looks at when looking at a space.
 * @param {any} space shape
 * @returns {Box}
 */
export function boxOf(space) {
  if (space.kind === "city") {
    const reach = space.r + 28;
    return { x: space.cx - reach, y: space.cy - reach, w: 2 * reach, h: 2 * reach };
  }
  const spots =
    space.kind === "loc"
      ? [space.econ, space.sabotage, { x: space.leader[0], y: space.leader[1] }]
      : [space.label, space.support, space.control, space.terror];
  const area = space.kind === "loc" ? space.slot : space.pieces;
  const left = Math.min(area.x, ...spots.map((spot) => spot.x - (spot.w ?? 26) / 2));
  const top = Math.min(area.y, ...spots.map((spot) => spot.y - 14));
  const right = Math.max(area.x + area.w, ...spots.map((spot) => spot.x + (spot.w ?? 26) / 2));
  const bottom = Math.max(area.y + area.h, ...spots.map((spot) => spot.y + 14));
  return { x: left, y: top, w: right - left, h: bottom - top };
}

/** @param {any} slot @param {number} grow */
const slotRect = (slot, grow, /** @type {Record<string, any>} */ more = {}) =>
  svg("rect", {
    x: slot.x - grow,
    y: slot.y - grow,
    width: slot.w + 2 * grow,
    height: slot.h + 2 * grow,
    rx: 5 + grow,
    ...more,
  });

/**
 * The outline as shapes without paint; the classes say which is which: `area` is closed, `way` is a line to be stroked.
 * @param {any} space shape
 * @param {number} [grow] how far outside a disc or box
 * @returns {SVGElement[]}
 */
export function outlineOf(space, grow = 0) {
  if (space.kind === "city") return [svg("circle", { class: "area", cx: space.cx, cy: space.cy, r: space.r + grow })];
  if (space.kind === "province") return [svg("path", { class: "area", d: space.d })];
  return [svg("path", { class: "way", d: space.d, fill: "none" }), slotRect(space.slot, grow, { class: "area" })];
}

/**
 * What takes the pointer for a space, unpainted: its outline and the marks that belong to it outside of it.
 * @param {any} space shape
 * @returns {SVGElement[]}
 */
export function touchOf(space) {
  const round = (/** @type {any} */ at, /** @type {number} */ r) => svg("circle", { cx: at.x, cy: at.y, r });
  if (space.kind === "province") return outlineOf(space);
  if (space.kind === "loc") return [...outlineOf(space, 3), round(space.econ, 13)];
  const { label } = space;
  return [
    ...outlineOf(space, 2),
    slotRect({ x: label.x - label.w / 2, y: label.y - label.h / 2, w: label.w, h: label.h }, 3),
    round(space.support, 13),
    round(space.control, 14),
    round(space.terror, 12),
    round(space.population, 11),
  ];
}
