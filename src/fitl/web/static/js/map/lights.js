// @ts-check
/** Light on the spaces that may be chosen, a firm line round those chosen already. */
import { replace, svg } from "../dom.js";
import { outlineOf } from "./outline.js";
import { LIT, PAPER, RUST } from "./palette.js";

/** Inside its own border, so that neighbours that are both lit stay apart. */
function provinceGlow(/** @type {string} */ id, /** @type {any} */ space) {
  return [
    svg("clipPath", { id: `map-lit-${id}` }, ...outlineOf(space)),
    svg("path", { d: space.d, fill: LIT, "fill-opacity": 0.16 }),
    svg(
      "g",
      { "clip-path": `url(#map-lit-${id})` },
      svg("path", {
        class: "glow",
        d: space.d,
        fill: "none",
        stroke: LIT,
        "stroke-width": 15,
        "stroke-linejoin": "round",
      }),
      svg("path", { d: space.d, fill: "none", stroke: "#fff3cf", "stroke-width": 3.4, "stroke-linejoin": "round" }),
    ),
  ];
}

function cityGlow(/** @type {any} */ space) {
  const ring = (/** @type {number} */ r, /** @type {Record<string, any>} */ paint) =>
    svg("circle", { cx: space.cx, cy: space.cy, r, fill: "none", ...paint });
  return [
    ring(space.r + 4.5, { class: "glow", stroke: LIT, "stroke-width": 9 }),
    ring(space.r + 4.5, { stroke: "#fff3cf", "stroke-width": 2 }),
  ];
}

function routeGlow(/** @type {any} */ space) {
  const [way, box] = outlineOf(space, 1.5);
  const [core] = outlineOf(space);
  for (const part of [way, box]) {
    part.setAttribute("class", "glow");
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
  return { way: [way, core], box };
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
    under: svg(
      "g",
      {},
      svg("clipPath", { id: `map-chosen-${id}` }, ...outlineOf(space)),
      svg(
        "g",
        { "clip-path": `url(#map-chosen-${id})` },
        dress(first, { "stroke-width": 12, "stroke-dasharray": "22 7" }),
      ),
    ),
  };
}

/**
 * @param {any} shapes
 * @param {{under: SVGGElement, ways: SVGGElement, over: SVGGElement}} layers under: over the ground; ways: under the
 *   roads; over: round discs and boxes
 */
export function createLights(shapes, layers) {
  /**
   * @param {Iterable<string>} lit
   * @param {Iterable<string>} chosen
   */
  return function light(lit, chosen) {
    const shining = new Set(lit);
    const taken = new Set(chosen);
    const under = [];
    const ways = [];
    const over = [];
    for (const [id, space] of Object.entries(shapes.spaces)) {
      if (space.kind === "province" && shining.size && !shining.has(id) && !taken.has(id)) {
        under.push(svg("path", { d: space.d, fill: PAPER, "fill-opacity": 0.42 }));
      }
      if (!shining.has(id)) continue;
      if (space.kind === "province") under.push(...provinceGlow(id, space));
      else if (space.kind === "city") over.push(...cityGlow(space));
      else {
        const glow = routeGlow(space);
        ways.push(...glow.way);
        over.push(glow.box);
      }
    }
    for (const id of taken) {
      const space = shapes.spaces[id];
      const outline = chosenOutline(id, space);
      if (outline.under) under.push(outline.under);
      if (outline.way) ways.push(outline.way);
      if (outline.over) over.push(outline.over);
    }
    replace(layers.under, ...under);
    replace(layers.ways, ...ways);
    replace(layers.over, ...over);
  };
}
