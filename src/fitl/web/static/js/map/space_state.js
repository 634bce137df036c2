// @ts-check
/** What the game puts on one space: Support, Control, Terror, Sabotage and the pieces (1.4, 1.6, 1.7). */
import { svg } from "../dom.js";
import { PIECE_SIDE, countText, groupWidth, pieceGroup, starPath } from "../pieces.js";
import { text } from "./drawing.js";
import { pack } from "./packing.js";
import { CONTROL, INK, PAPER_LIGHT, SANS, SUPPORT } from "./palette.js";

/**
 * @typedef {{pieces: Record<string, number>, support?: keyof typeof SUPPORT, control?: string, terror?: number,
 *   sabotage?: boolean}} SpaceState
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

/**
 * @param {any} space shape
 * @param {Record<string, number>} counts
 * @param {string[]} kinds in the order pieces are listed
 */
function pieces(space, counts, kinds) {
  const here = kinds.filter((kind) => counts[kind]);
  if (!here.length) return [];
  const widths = here.map((kind) => groupWidth(counts[kind]) / PIECE_SIDE);
  const heights = HEIGHTS[/** @type {keyof typeof HEIGHTS} */ (space.kind)];
  const packing = pack(widths, space.pieces, heights, 0.95);
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
  return groups;
}

/**
 * Everything on a space, as the children of its group.
 * @param {any} space shape
 * @param {SpaceState} state
 * @param {string[]} kinds
 */
export function drawState(space, state, kinds) {
  const marks =
    space.kind === "loc"
      ? [state.sabotage ? sabotageMark(space.sabotage) : null]
      : [
          supportDisc(space.support, state.support ?? "neutral"),
          controlSquare(space.control, state.control ?? "none"),
          terrorMark(space.terror, state.terror ?? 0),
        ];
  return [...marks, ...pieces(space, state.pieces, kinds)];
}
