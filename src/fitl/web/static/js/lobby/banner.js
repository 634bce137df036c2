// @ts-check
/** The masthead's drawing: a coast with its rings of water, and a compass rose, in the manner of the map. */

import { svg } from "../dom.js";

const COAST =
  "M-20 320V292L0 288C46 280 66 290 110 280C158 268 180 276 226 262C270 250 300 262 342 250C388 236 408 248 452 236C500 222 520 232 566 222" +
  "C612 212 630 224 676 212C720 200 742 214 788 204C836 194 850 206 896 194C944 182 960 196 1004 186C1048 176 1062 190 1104 178" +
  "C1150 164 1160 180 1204 168C1250 154 1262 166 1304 152C1348 136 1362 150 1406 132C1452 114 1470 128 1514 108C1552 90 1570 98 1600 84L1620 76V320Z";

/** Water grows lighter towards the land: wide strokes first, narrower and lighter ones over them. */
const RINGS = [
  [96, "#b6cbc9"],
  [70, "#bfd2cf"],
  [46, "#c9dad5"],
  [26, "#d5e2db"],
  [9, "#e4ece3"],
];

/** @param {number} turn @param {number} long @param {number} wide */
function ray(turn, long, wide) {
  return [
    svg("path", { d: `M0 ${-long}L${wide} ${-wide}L0 0Z`, fill: "#5d4a33", transform: `rotate(${turn})` }),
    svg("path", {
      d: `M0 ${-long}L${-wide} ${-wide}L0 0Z`,
      fill: "#fffaf0",
      stroke: "#5d4a33",
      "stroke-width": 0.6,
      transform: `rotate(${turn})`,
    }),
  ];
}

/** @returns {SVGElement} */
export function compass() {
  return svg(
    "svg",
    { class: "compass", viewBox: "-50 -50 100 100", "aria-hidden": "true" },
    svg("circle", { r: 38, fill: "none", stroke: "#5d4a33", "stroke-width": 1 }),
    svg("circle", { r: 33, fill: "none", stroke: "#5d4a33", "stroke-width": 0.6, "stroke-dasharray": "1 3.3" }),
    [45, 135, 225, 315].flatMap((turn) => ray(turn, 30, 4)),
    [0, 90, 180, 270].flatMap((turn) => ray(turn, 46, 6)),
  );
}

/** @returns {SVGElement} */
export function banner() {
  return svg(
    "svg",
    { class: "banner", viewBox: "0 0 1600 300", preserveAspectRatio: "xMaxYMax slice", "aria-hidden": "true" },
    svg("rect", { width: 1600, height: 300, fill: "#aec6c5" }),
    RINGS.map(([width, stroke]) =>
      svg("path", { d: COAST, fill: "none", stroke, "stroke-width": width, "stroke-linejoin": "round" }),
    ),
    svg("path", { d: COAST, fill: "#ebe1c8", stroke: "#5d4a33", "stroke-width": 1.6 }),
    svg("path", {
      d: COAST,
      fill: "none",
      stroke: "#d0b98c",
      "stroke-width": 7,
      opacity: 0.35,
      transform: "translate(0 6)",
    }),
  );
}

/**
 * A plate with the years, where a scenario has no picture of its own.
 * @param {number[]} years
 */
export function yearPlate(years) {
  const waves = [];
  for (let row = 0; row < 9; row++)
    waves.push(
      svg("path", {
        d: `M-10 ${22 + row * 22}q20 -12 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0`,
        fill: "none",
        stroke: "#9fb9b8",
        "stroke-width": 1.4,
      }),
    );
  return svg(
    "svg",
    { class: "picture", viewBox: "0 0 320 200", "aria-hidden": "true" },
    svg("rect", { width: 320, height: 200, fill: "#bed0cd" }),
    waves,
    svg("rect", {
      x: 62,
      y: 68,
      width: 196,
      height: 64,
      rx: 4,
      fill: "#fffaf0",
      stroke: "#5d4a33",
      "stroke-width": 1.5,
    }),
    svg("rect", { x: 67, y: 73, width: 186, height: 54, rx: 2, fill: "none", stroke: "#a58a63", "stroke-width": 0.8 }),
    svg(
      "text",
      {
        x: 160,
        y: 111,
        "text-anchor": "middle",
        "font-family": "Alegreya SC, Alegreya, serif",
        "font-weight": 700,
        "font-size": 32,
        fill: "#3d2f22",
      },
      [...new Set(years)].join("–"),
    ),
  );
}
