// @ts-check
/** What is printed over the ground: roads and rivers with their boxes, towns, city discs, names and Population. */
import { svg } from "../dom.js";
import { t } from "../words.js";
import { line, text, textBlock } from "./drawing.js";
import { INK, RUST, SANS } from "./palette.js";

const ROAD = { casing: "#6b3d1f", surface: "#f2d9a0", disc: "#fbf0cf" };
const RIVER = { casing: "#2f5a6b", surface: "#8fbccb", disc: "#dcebee" };

const EDGE = 986; // names end here, inside the frame

/** Rivers under roads, all casings under all surfaces, so that crossings join. */
function routes(/** @type {any[]} */ locs) {
  const rivers = locs.filter((loc) => loc.river);
  const roads = locs.filter((loc) => loc.road);
  const all = (/** @type {any[]} */ some) => some.map((loc) => loc.d).join("");
  const bridge = locs.filter((loc) => loc.river && loc.road);
  return [
    line(all(rivers), RIVER.casing, 13),
    line(all(rivers), RIVER.surface, 10),
    line(all(roads.filter((loc) => !loc.river)), ROAD.casing, 8),
    line(all(roads.filter((loc) => !loc.river)), ROAD.surface, 5),
    line(all(roads.filter((loc) => !loc.river)), "#9c6a3a", 0.9, {
      "stroke-dasharray": "6 5",
      "stroke-linecap": "butt",
    }),
    line(all(bridge), ROAD.casing, 4.6),
    line(all(bridge), ROAD.surface, 2.6),
  ];
}

/** The box that holds a Line of Communication's pieces, tied to its road, and its Econ value. */
function routeBox(/** @type {any} */ loc, /** @type {number} */ econ) {
  const { slot } = loc;
  const ink = loc.river ? RIVER : ROAD;
  const middle = `${slot.x + slot.w / 2} ${slot.y + slot.h / 2}`;
  return svg(
    "g",
    {},
    line(`M${middle}L${loc.leader[0]} ${loc.leader[1]}`, ink.casing, 1.4, { "stroke-dasharray": "2 2.5" }),
    svg("rect", {
      x: slot.x,
      y: slot.y,
      width: slot.w,
      height: slot.h,
      rx: 5,
      fill: "#f8f1df",
      "fill-opacity": 0.95,
      stroke: ink.casing,
      "stroke-width": 1.4,
    }),
    econDisc(loc.econ, econ, loc.river),
  );
}

/** The disc with a Line of Communication's Econ value. */
export function econDisc(/** @type {any} */ at, /** @type {number} */ econ, /** @type {boolean} */ river) {
  const ink = river ? RIVER : ROAD;
  return svg(
    "g",
    {},
    svg("circle", { cx: at.x, cy: at.y, r: at.r + 0.5, fill: ink.disc, stroke: ink.casing, "stroke-width": 1.6 }),
    text(econ, at.x, at.y + 4.7, { size: 15, family: SANS, fill: ink.casing }),
  );
}

/** The mark of a town at x, y. */
export function townMark(/** @type {number} */ x, /** @type {number} */ y) {
  return svg(
    "g",
    {},
    svg("circle", { cx: x, cy: y, r: 5.2, fill: "#f4ecd8", stroke: INK, "stroke-width": 1.8 }),
    svg("circle", { cx: x, cy: y, r: 1.8, fill: INK }),
  );
}

function town(/** @type {string} */ id, /** @type {any} */ { x, y, label }) {
  return svg(
    "g",
    {},
    townMark(x, y),
    text(t(`map.town.${id}`), label.x, label.y + 4, { size: 13, italic: true, weight: 500, halo: 3 }),
  );
}

function city(/** @type {any} */ space) {
  return svg(
    "g",
    {},
    svg("circle", { cx: space.cx + 1, cy: space.cy + 2, r: space.r, fill: INK, "fill-opacity": 0.25 }),
    svg("circle", { cx: space.cx, cy: space.cy, r: space.r, fill: "#fdf7e8", stroke: INK, "stroke-width": 2.2 }),
    svg("circle", {
      cx: space.cx,
      cy: space.cy,
      r: space.r - 3,
      fill: "none",
      stroke: INK,
      "stroke-width": 0.7,
      "stroke-opacity": 0.5,
    }),
  );
}

/** The dark disc with a space's Population. */
export function populationDisc(/** @type {any} */ at, /** @type {number} */ population) {
  return svg(
    "g",
    {},
    svg("circle", { cx: at.x, cy: at.y, r: at.r + 0.5, fill: INK, stroke: "#f4ecd8", "stroke-width": 1.2 }),
    text(population, at.x, at.y + 4.7, { size: 15, family: SANS, fill: "#fdf7e8" }),
  );
}

/**
 * A name as printed: in full on as many lines as it has halves, for reading from near.
 * @param {string} name
 */
function halves(name) {
  const parts = name.split("-");
  if (parts.length > 1) return parts.map((part, at) => (at < parts.length - 1 ? `${part}–` : part));
  return null;
}

function nearName(/** @type {any} */ space, /** @type {Wire.SpaceFacts} */ fact) {
  const { label } = space;
  const tall = label.h > 20;
  const words = fact.name.split(" ");
  const lines = halves(fact.name) ?? (tall ? [words.slice(0, -1).join(" "), words[words.length - 1]] : [fact.name]);
  const fill = space.kind === "city" ? RUST : INK;
  return textBlock(lines, label, { size: label.size + 2, halo: 3.2, fill });
}

/** Beside its disc the name starts where the printed one does; above or below it keeps clear of the frame. */
function farCityName(/** @type {any} */ space, /** @type {string} */ name, /** @type {number} */ size) {
  const { label } = space;
  const y = label.y + size * 0.33;
  const style = { size, halo: 4, fill: RUST };
  if (label.x - space.cx > space.r + 20) return text(name, label.x - label.w / 2 - 1, y, { ...style, anchor: "start" });
  if (label.x + label.w / 2 > 960) return text(name, EDGE, y, { ...style, anchor: "end" });
  return text(name, label.x, y, style);
}

/** From afar: the short name on one line, larger, beside the Population of a Province. */
function farName(/** @type {any} */ space, /** @type {Wire.SpaceFacts} */ fact) {
  const { population } = space;
  const size = space.kind === "city" ? 19.5 : 18;
  if (space.kind === "city") return farCityName(space, fact.short, size);
  const style = { size, halo: 4, anchor: "start" };
  return text(fact.short, population.x + population.r + 3.5, population.y + size * 0.33, style);
}

/**
 * @param {any} shapes
 * @param {Wire.Facts} facts
 * @returns {{routes: SVGGElement, cities: SVGGElement, near: SVGGElement, far: SVGGElement}}
 */
export function drawPlaces(shapes, facts) {
  const spaces = Object.entries(shapes.spaces);
  const locs = spaces.filter(([, space]) => space.kind === "loc");
  const named = spaces.filter(([, space]) => space.kind !== "loc");
  return {
    routes: svg("g", {}, ...routes(locs.map(([, loc]) => loc))),
    cities: svg(
      "g",
      {},
      ...locs.map(([id, loc]) => routeBox(loc, facts.spaces[id].econ)),
      ...Object.entries(shapes.towns).map(([id, place]) => town(id, place)),
      ...named.filter(([, space]) => space.kind === "city").map(([, space]) => city(space)),
      ...named.map(([id, space]) => populationDisc(space.population, facts.spaces[id].population)),
    ),
    near: svg(
      "g",
      { class: "names near" },
      ...named.map(([id, space]) => svg("g", { "data-name": id }, nearName(space, facts.spaces[id]))),
    ),
    far: svg(
      "g",
      { class: "names far" },
      ...named.map(([id, space]) => svg("g", { "data-name": id }, farName(space, facts.spaces[id]))),
    ),
  };
}
