// @ts-check
/** Light on the spaces that may be chosen, a firm line round those chosen already. */
import { replace, svg } from "../dom.js";
import { outlineOf } from "./outline.js";
import { LIT, PAPER, RUST } from "./palette.js";

/** @typedef {{still: SVGElement[], glow: SVGElement[], edge: SVGElement[]}} Light what lies under the glow, breathes, and lies over it */

/** Inside its own border, so that neighbours that are both lit stay apart. @returns {Light} */
function provinceLight(/** @type {string} */ id, /** @type {any} */ space) {
  const inside = (/** @type {Record<string, any>} */ paint) =>
    svg(
      "g",
      { "clip-path": `url(#map-lit-${id})` },
      svg("path", { d: space.d, fill: "none", "stroke-linejoin": "round", ...paint }),
    );
  return {
    still: [
      svg("clipPath", { id: `map-lit-${id}` }, ...outlineOf(space)),
      svg("path", { d: space.d, fill: LIT, "fill-opacity": 0.16 }),
    ],
    glow: [inside({ stroke: LIT, "stroke-width": 15 })],
    edge: [inside({ stroke: "#fff3cf", "stroke-width": 3.4 })],
  };
}

/** @returns {Light} */
function cityLight(/** @type {any} */ space) {
  const ring = (/** @type {number} */ r, /** @type {Record<string, any>} */ paint) =>
    svg("circle", { cx: space.cx, cy: space.cy, r, fill: "none", ...paint });
  return {
    still: [],
    glow: [ring(space.r + 4.5, { stroke: LIT, "stroke-width": 9 })],
    edge: [ring(space.r + 4.5, { stroke: "#fff3cf", "stroke-width": 2 })],
  };
}

/** @returns {{way: Light, box: Light}} */
function routeLight(/** @type {any} */ space) {
  const [way, box] = outlineOf(space, 1.5);
  const [core] = outlineOf(space);
  for (const part of [way, box]) {
    part.setAttribute("fill", "none");
    part.setAttribute("stroke", LIT);
  }
  way.setAttribute("stroke-width", "17");
  way.setAttribute("stroke-opacity", "0.75");
  way.setAttribute("stroke-linecap", "round");
  box.setAttribute("stroke-width", "6");
  core.setAttribute("stroke", "#fff3cf");
  core.setAttribute("stroke-width", "11");
  core.setAttribute("stroke-opacity", "0.7");
  return { way: { still: [], glow: [way], edge: [core] }, box: { still: [], glow: [box], edge: [] } };
}

/** A firm line round what is chosen already: inside a Province's border, round a disc, along a road and its box. */
function chosenOutline(/** @type {string} */ id, /** @type {any} */ space) {
  const paint = { fill: "none", stroke: RUST, "stroke-linejoin": "round" };
  const [first, box] = outlineOf(space, 4);
  const dress = (/** @type {SVGElement} */ part, /** @type {Record<string, any>} */ look) => {
    for (const [name, value] of Object.entries({ ...paint, ...look })) part.setAttribute(name, String(value));
    return part;
  };
  if (space.kind === "city") return { over: dress(first, { "stroke-width": 4, "stroke-dasharray": "12 4" }) };
  if (space.kind === "loc") {
    return {
      way: dress(first, { "stroke-width": 14 }),
      over: dress(box, { "stroke-width": 3.4, "stroke-dasharray": "10 4" }),
    };
  }
  return {
    over: svg(
      "g",
      {},
      svg("clipPath", { id: `map-chosen-${id}` }, ...outlineOf(space)),
      svg(
        "g",
        { "clip-path": `url(#map-chosen-${id})` },
        dress(first, { "stroke-width": 15, "stroke-dasharray": "22 7" }),
      ),
    ),
  };
}

/** @returns {Light} */
const layer = () => ({ still: [], glow: [], edge: [] });

/** @param {Light} to @param {Light} light */
function add(to, light) {
  to.still.push(...light.still);
  to.glow.push(...light.glow);
  to.edge.push(...light.edge);
}

/** All that glows in a layer breathes as one: the browser then paints it once. @param {SVGGElement} host @param {Light} light */
function show(host, { still, glow, edge }) {
  replace(host, ...still, glow.length > 0 && svg("g", { class: "glow" }, ...glow), ...edge);
}

/**
 * @param {any} shapes
 * @param {{under: SVGGElement, ways: SVGGElement, chosen: SVGGElement, over: SVGGElement, firm: SVGGElement}} layers under:
 *   over the ground; ways: under the roads; chosen: above the light of both; over: round discs and boxes; firm: above all light
 */
export function createLights(shapes, layers) {
  let drawn = "";
  /**
   * @param {Iterable<string>} lit
   * @param {Iterable<string>} picked
   */
  return function light(lit, picked) {
    const shining = new Set(lit);
    const taken = new Set(picked);
    const written = JSON.stringify([[...shining], [...taken]]);
    if (written === drawn) return; // only what choosing them does has become known
    drawn = written;
    const under = layer();
    const ways = layer();
    const over = layer();
    /** @type {SVGElement[]} under the roads, above the light there */
    const chosen = [];
    /** @type {SVGElement[]} no light of a neighbour of any kind lies over it */
    const firm = [];
    for (const [id, space] of Object.entries(shapes.spaces)) {
      if (space.kind === "province" && shining.size && !shining.has(id) && !taken.has(id)) {
        under.still.push(svg("path", { d: space.d, fill: PAPER, "fill-opacity": 0.42 }));
      }
      if (!shining.has(id)) continue;
      if (space.kind === "province") add(under, provinceLight(id, space));
      else if (space.kind === "city") add(over, cityLight(space));
      else {
        const { way, box } = routeLight(space);
        add(ways, way);
        add(over, box);
      }
    }
    for (const id of taken) {
      const outline = chosenOutline(id, shapes.spaces[id]);
      if (outline.way) chosen.push(outline.way);
      firm.push(outline.over);
    }
    show(layers.under, under);
    show(layers.ways, ways);
    replace(layers.chosen, ...chosen);
    show(layers.over, over);
    replace(layers.firm, ...firm);
  };
}
