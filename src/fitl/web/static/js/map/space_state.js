// @ts-check
/** What the game puts on one space: Support, Control, Terror, Sabotage and the pieces (1.4, 1.6, 1.7). */
import { svg } from "../dom.js";
import { PIECE_SIDE, countText, groupWidth, pieceGroup, silencesOpposition, starPath } from "../pieces.js";
import { text, textBlock } from "./drawing.js";
import { pack } from "./packing.js";
import { CONTROL, INK, PAPER_LIGHT, SANS, SUPPORT } from "./palette.js";

/**
 * @typedef {{pieces: Record<string, number>, support?: keyof typeof SUPPORT, control?: string, terror?: number,
 *   sabotage?: boolean, closed?: boolean}} SpaceState closed: not in play (closed.js)
 */

/** Heights of a piece by kind of space: as large as fits, never smaller than what zooming makes readable. */
const HEIGHTS = {
  province: { largest: 34, smallest: 16 },
  city: { largest: 28, smallest: 12 },
  loc: { largest: 25, smallest: 12 },
};

/** A disc with the level of Support or Opposition; an empty one where the population is Neutral. */
export function supportDisc(/** @type {any} */ at, /** @type {keyof typeof SUPPORT} */ level) {
  const look = SUPPORT[level];
  if (!look) return null;
  const opposed = look.text.startsWith("−");
  return svg(
    "g",
    {},
    svg("circle", { cx: at.x, cy: at.y, r: 12.6, fill: look.fill, stroke: INK, "stroke-width": 1.1 }),
    svg("circle", {
      cx: at.x,
      cy: at.y,
      r: 10.6,
      fill: "none",
      stroke: PAPER_LIGHT,
      "stroke-width": 0.8,
      "stroke-dasharray": opposed ? "2 2" : null,
      "stroke-opacity": 0.8,
    }),
    text(look.text, at.x - 0.5, at.y + 5.2, { size: 16, family: SANS, fill: "#ffffff" }),
  );
}

/** A line through a level of Opposition that does not count while a Strategic Hamlet stands there (P1.6.2). */
function struck(/** @type {any} */ at) {
  const d = `M${at.x - 12} ${at.y + 8}L${at.x + 12} ${at.y - 8}`;
  return svg(
    "g",
    { class: "struck" },
    svg("path", { d, stroke: INK, "stroke-width": 4.4, "stroke-linecap": "round" }),
    svg("path", { d, stroke: PAPER_LIGHT, "stroke-width": 2.4, "stroke-linecap": "round" }),
  );
}

/** A square that says who Controls a space: a star for COIN, N for the NVA. */
export function controlSquare(/** @type {any} */ at, /** @type {string} */ control) {
  if (control !== "coin" && control !== "nva") return null;
  const half = 11.2;
  return svg(
    "g",
    {},
    svg("rect", {
      x: at.x - half,
      y: at.y - half,
      width: 2 * half,
      height: 2 * half,
      rx: 3,
      fill: CONTROL[control],
      stroke: INK,
      "stroke-width": 1.1,
    }),
    control === "coin"
      ? svg("path", { d: starPath(8.6), transform: `translate(${at.x} ${at.y + 0.8})`, fill: PAPER_LIGHT })
      : text("N", at.x, at.y + 5.6, { size: 17, family: SANS, fill: PAPER_LIGHT }),
  );
}

/** A burst round 0, 0, as path data. */
function burst(/** @type {number} */ r) {
  let d = "";
  for (let point = 0; point < 18; point += 1) {
    const reach = point % 2 ? r * 0.74 : r;
    const turn = (point * Math.PI) / 9;
    d += `${point ? "L" : "M"}${(reach * Math.cos(turn)).toFixed(2)} ${(reach * Math.sin(turn)).toFixed(2)}`;
  }
  return `${d}z`;
}

/** A black burst with the number of Terror markers. */
export function terrorMark(/** @type {any} */ at, /** @type {number} */ count) {
  if (!count) return null;
  return svg(
    "g",
    { transform: `translate(${at.x} ${at.y})` },
    svg("path", { d: burst(11.4), fill: "#241a12", stroke: PAPER_LIGHT, "stroke-width": 0.9 }),
    text(count, 0, 4.6, { size: 14, family: SANS, fill: "#ffd9a8" }),
  );
}

/** A burst with a cross over the road of a Sabotaged Line of Communication. */
export function sabotageMark(/** @type {any} */ at) {
  return svg(
    "g",
    { transform: `translate(${at.x} ${at.y})` },
    svg("path", { d: burst(11), fill: "#241a12", stroke: PAPER_LIGHT, "stroke-width": 1 }),
    svg("path", {
      d: "M-3.6-3.6l7.2 7.2m0-7.2l-7.2 7.2",
      stroke: "#ffd9a8",
      "stroke-width": 2.4,
      "stroke-linecap": "round",
    }),
  );
}

// Heights of a piece that are still read when the whole map is seen on a common screen.
const LEGIBLE = { province: 19, city: 23, loc: 0 };
const GROWTH = [1, 1.2, 1.4, 1.6, 1.8]; // of a crowded space's area, over its surroundings

/**
 * The area of a space made larger about its middle.
 * @param {import("./packing.js").Box} box
 * @param {number} by
 */
function grown(box, by) {
  const w = box.w * by;
  const h = box.h * by;
  return { x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h };
}

/**
 * Groups in as much room as they need to be read: a crowded City or Province spreads its pieces on a plate.
 * @param {any} space shape
 * @param {number[]} widths
 * @param {{largest: number, smallest: number}} heights
 */
function spread(space, widths, heights) {
  const wanted = Math.min(LEGIBLE[/** @type {keyof typeof LEGIBLE} */ (space.kind)], heights.largest);
  let best = { box: space.pieces, packing: pack(widths, space.pieces, heights, 0.95), plate: false };
  for (const by of GROWTH) {
    if (best.packing.scale >= wanted && !best.packing.more) break;
    const box = grown(space.pieces, by);
    best = { box, packing: pack(widths, box, heights, 0.95), plate: by > 1 };
  }
  return best;
}

/** What lies under pieces that reach beyond their space. @param {import("./packing.js").Box} box */
function plate(box) {
  return svg("rect", {
    class: "plate",
    x: box.x - 2,
    y: box.y - 2,
    width: box.w + 4,
    height: box.h + 4,
    rx: 9,
    fill: PAPER_LIGHT,
    "fill-opacity": 0.9,
    stroke: INK,
    "stroke-width": 1,
  });
}

/** The name of a Line of Communication, in its box while that is empty. */
function routeName(/** @type {any} */ { slot }, /** @type {string} */ name) {
  const lines = name.split("-");
  const upright = slot.h > slot.w;
  const [length, depth] = upright ? [slot.h, slot.w] : [slot.w, slot.h];
  const longest = Math.max(...lines.map((line) => line.length));
  const size = Math.min(11, (length - 4) / (0.46 * longest), (depth - 2) / lines.length - 1);
  const middle = { x: slot.x + slot.w / 2, y: slot.y + slot.h / 2 };
  const words = textBlock(lines, middle, { size, weight: 500, fill: INK });
  if (upright) words.setAttribute("transform", `rotate(-90 ${middle.x} ${middle.y})`);
  words.classList.add("route-name");
  return words;
}

/**
 * @param {any} space shape
 * @param {Record<string, number>} counts
 * @param {string[]} kinds in the order pieces are listed
 * @param {number} size how much larger than usual pieces may be
 */
function pieces(space, counts, kinds, size) {
  const here = kinds.filter((kind) => counts[kind]);
  if (!here.length) return [];
  const widths = here.map((kind) => groupWidth(counts[kind]) / PIECE_SIDE);
  const heights = HEIGHTS[/** @type {keyof typeof HEIGHTS} */ (space.kind)];
  const { box, packing, plate: beyond } = spread(space, widths, { ...heights, largest: heights.largest * size });
  const scale = (packing.scale / PIECE_SIDE).toFixed(3);
  const groups = packing.places.map(({ index, x, y }) => {
    const group = pieceGroup(here[index], counts[here[index]]);
    group.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})`);
    return group;
  });
  if (packing.more) {
    const { count, x, y } = packing.more;
    const more = countText(`+${count}`, 0);
    more.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})`);
    groups.push(more);
  }
  return beyond ? [plate(box), ...groups] : groups;
}

/**
 * Everything on a space, as the children of its group.
 * @param {any} space shape
 * @param {SpaceState} state
 * @param {string[]} kinds
 * @param {{name?: string, size?: number}} [look] the space's name, and how much larger than usual pieces may be
 */
export function drawState(space, state, kinds, { name = "", size = 1 } = {}) {
  if (state.closed) return [];
  const marks =
    space.kind === "loc"
      ? [
          state.sabotage ? sabotageMark(space.sabotage) : null,
          name && !kinds.some((kind) => state.pieces[kind]) ? routeName(space, name) : null,
        ]
      : [
          supportDisc(space.support, state.support ?? "neutral"),
          silencesOpposition(state.pieces) && state.support?.endsWith("opposition") ? struck(space.support) : null,
          controlSquare(space.control, state.control ?? "none"),
          terrorMark(space.terror, state.terror ?? 0),
        ];
  const [first, ...rest] = pieces(space, state.pieces, kinds, size);
  if (!first) return marks;
  return first.matches(".plate") ? [first, ...marks, ...rest] : [...marks, first, ...rest];
}
