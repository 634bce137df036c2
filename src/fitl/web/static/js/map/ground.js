// @ts-check
/** The printed sheet under everything: sea with its coast rings, land by terrain, borders, names of countries. */
import { svg } from "../dom.js";
import { hasWords, t } from "../words.js";
import { line, text } from "./drawing.js";
import { COUNTRY_EDGE, GLYPH_INK, INK, INK_SOFT, LAND, SERIF, CAPS } from "./palette.js";

/** Pairs of rings along the coast, widest first: ink line and the lighter water inside it. */
const COAST_RINGS = [
  [58, "#bdd0ce"],
  [56, "#c3d4d1"],
  [40, "#b6cbc9"],
  [38, "#c8d7d3"],
  [24, "#adc4c3"],
  [22, "#cedbd5"],
  [11, "#9fb9ba"],
  [9.4, "#d6e0d8"],
];

/** @param {number} n */
const short = (n) => n.toFixed(1);

/** One small sign of the terrain at x, y in the given size, as path data. */
const GLYPHS = {
  highland: (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ s) =>
    `M${short(x - 6 * s)} ${short(y + 3 * s)}l${short(4.6 * s)} ${short(-7 * s)}l${short(2.2 * s)} ${short(3.2 * s)}` +
    `m${short(-0.6 * s)} ${short(-0.9 * s)}l${short(2.2 * s)} ${short(-3 * s)}l${short(4.4 * s)} ${short(7 * s)}`,
  lowland: (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ s) =>
    `M${short(x - 5 * s)} ${short(y)}h${short(10 * s)}m${short(-8 * s)} 0v${short(-3 * s)}` +
    `m${short(3 * s)} ${short(3 * s)}v${short(-4 * s)}m${short(3 * s)} ${short(4 * s)}v${short(-3 * s)}`,
  jungle: (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ s) => {
    const r = short(2.5 * s);
    return (
      `M${short(x - 5 * s)} ${short(y)}a${r} ${r} 0 0 1 ${short(5 * s)} -1` +
      `a${r} ${r} 0 0 1 ${short(5 * s)} 1m${short(-5 * s)} -1v${short(3.4 * s)}`
    );
  },
};

/** @param {any} shapes */
function water(shapes) {
  const { width, height } = shapes.canvas;
  const shores = [...shapes.decor.coast, ...shapes.decor.islands.map((/** @type {any} */ island) => island.d)].join("");
  return [
    svg("rect", { width, height, fill: "url(#map-water)" }),
    ...COAST_RINGS.map(([ring, ink]) => line(shores, String(ink), Number(ring), { "stroke-opacity": 0.8 })),
  ];
}

/** @param {any} space a Province */
export function landColour(space) {
  const land = space.region === "south_vietnam" ? LAND.south_vietnam : LAND.abroad;
  return land[/** @type {keyof typeof land} */ (space.terrain)];
}

/** @param {any} shapes */
function land(shapes) {
  const { decor, spaces } = shapes;
  const provinces = Object.values(spaces).filter((space) => space.kind === "province");
  return [
    ...decor.neutral.map((/** @type {any} */ part) => svg("path", { d: part.d, fill: LAND.neutral })),
    ...decor.islands.map((/** @type {any} */ island) =>
      svg("path", {
        d: island.d,
        fill: island.region === "south_vietnam" ? LAND.south_vietnam.jungle : LAND.island,
        stroke: "#5c6f70",
        "stroke-width": 1.1,
      }),
    ),
    ...provinces.map((space) => svg("path", { d: space.d, fill: landColour(space) })),
    ...decor.lakes.map((/** @type {string} */ d) =>
      svg("path", { d, fill: "#bed0cd", stroke: "#7d9a9c", "stroke-width": 1.1 }),
    ),
    ...Object.entries(GLYPHS).map(([terrain, draw]) =>
      line(
        decor.glyphs[terrain].map((/** @type {number[]} */ [x, y, s]) => draw(x, y, s)).join(""),
        GLYPH_INK[/** @type {keyof typeof GLYPH_INK} */ (terrain)],
        1,
        { "stroke-opacity": 0.48 },
      ),
    ),
    ...decor.rivers.map((/** @type {any} */ river) => line(river.d, "#7ea2a8", river.w, { "stroke-opacity": 0.85 })),
  ];
}

/** The coloured inner edge that sets countries apart. */
function countryEdges(/** @type {any} */ shapes) {
  return Object.entries(COUNTRY_EDGE).map(([region, ink]) =>
    svg(
      "g",
      { "clip-path": `url(#map-country-${region})` },
      line(shapes.regions[region].d, ink, 26, { "stroke-opacity": 0.1 }),
      line(shapes.regions[region].d, ink, 15, { "stroke-opacity": 0.13 }),
      line(shapes.regions[region].d, ink, 6, { "stroke-opacity": 0.18 }),
    ),
  );
}

const BORDER = {
  coast: (/** @type {string} */ d) => line(d, "#43565a", 1.7),
  international: (/** @type {string} */ d) => line(d, INK, 2.2, { "stroke-dasharray": "9 3 2 3" }),
  province: (/** @type {string} */ d) => line(d, INK_SOFT, 1.6, { "stroke-opacity": 0.85 }),
};

/** All borders of a kind are one path: fewer elements to paint. */
function borders(/** @type {any} */ shapes) {
  return Object.entries(BORDER).map(([kind, draw]) =>
    draw(
      shapes.borders
        .filter((/** @type {any} */ border) => border.kind === kind)
        .map((/** @type {any} */ border) => border.d)
        .join(""),
    ),
  );
}

/** Names of countries, waters and islands. */
function names(/** @type {any} */ shapes) {
  const countries = Object.entries(shapes.regions)
    .filter(([, region]) => region.label)
    .map(([id, { label }]) =>
      svg(
        "g",
        { transform: `rotate(${label.angle} ${label.x} ${label.y})` },
        text(t(`map.country.${id}`).toUpperCase(), label.x, label.y, {
          size: label.size + 1,
          spacing: 6,
          opacity: 0.6,
          family: SERIF,
          fill: id === "south_vietnam" ? "#6e3a22" : "#5d4c36",
        }),
      ),
    );
  const seas = shapes.decor.sea_labels.map((/** @type {any} */ label) =>
    svg(
      "g",
      { transform: `rotate(${label.angle} ${label.x} ${label.y})` },
      text(t(`map.place.${label.place}`), label.x, label.y, {
        size: label.size + 2,
        italic: true,
        weight: 500,
        spacing: 2.2,
        fill: "#48686e",
      }),
    ),
  );
  const places = shapes.decor.place_labels.map((/** @type {any} */ label) =>
    text(t(`map.place.${label.place}`), label.x, label.y, {
      size: label.size + 1.5,
      italic: true,
      weight: 500,
      spacing: 0.5,
      opacity: 0.85,
      fill: "#5d4c36",
    }),
  );
  return [...countries, ...seas, ...places];
}

/** Definitions the sheet refers to by id. */
function definitions(/** @type {any} */ shapes) {
  return svg(
    "defs",
    {},
    svg(
      "linearGradient",
      { id: "map-water", x1: 0, y1: 0, x2: 1, y2: 1 },
      svg("stop", { offset: 0, "stop-color": "#c6d6d2" }),
      svg("stop", { offset: 1, "stop-color": "#b3c9c9" }),
    ),
    svg("clipPath", { id: "map-page" }, svg("rect", { width: shapes.canvas.width, height: shapes.canvas.height })),
    ...Object.keys(COUNTRY_EDGE).map((region) =>
      svg("clipPath", { id: `map-country-${region}` }, svg("path", { d: shapes.regions[region].d })),
    ),
  );
}

/** A compass rose round 0, 0. */
function compass() {
  const needle = (/** @type {number} */ turn, /** @type {number} */ reach, /** @type {number} */ side) =>
    svg(
      "g",
      { transform: `rotate(${turn})` },
      svg("path", { d: `M0-${reach}L${side}-${side}L0 0z`, fill: "#8a7a5f" }),
      svg("path", { d: `M0-${reach}L-${side}-${side}L0 0z`, fill: "#f4ecd8", stroke: "#8a7a5f", "stroke-width": 0.7 }),
    );
  return svg(
    "g",
    { transform: "translate(92 300)" },
    svg("circle", { r: 34, fill: "none", stroke: "#8a7a5f", "stroke-width": 0.9 }),
    svg("circle", { r: 30, fill: "none", stroke: "#8a7a5f", "stroke-width": 0.5 }),
    ...[45, 135, 225, 315].map((turn) => needle(turn, 26, 5)),
    ...[0, 90, 180, 270].map((turn) => needle(turn, 44, 7)),
    text(t("map.compass_north"), 0, -49, { size: 17, fill: "#5d4c36" }),
  );
}

/**
 * Under the title: the years of the game, in a scene between two decks its month.
 * @param {string} era
 * @param {number[]} years
 */
export function yearsOf(era, [first, last]) {
  const month = `map.years_of.${era}`;
  const words = hasWords(month) ? t(month) : first === last ? String(first) : t("map.years", { first, last });
  return text(words, 93, 423, { size: 16, italic: true, weight: 500, spacing: 2, fill: "#5d4c36" });
}

/** The title of the sheet in the empty west. */
function cartouche() {
  return svg(
    "g",
    {},
    text(t("map.title"), 93, 402, { size: 25, family: CAPS, spacing: 2, fill: "#51412d" }),
    svg("g", { class: "years" }),
    line("M22 376h142M22 434h142", "#8a7a5f", 1),
  );
}

/** The frame round the sheet, drawn last. */
export function frame(/** @type {any} */ shapes) {
  const { width, height } = shapes.canvas;
  const rule = (/** @type {number} */ inset, /** @type {number} */ stroke) =>
    svg("rect", {
      x: inset,
      y: inset,
      width: width - 2 * inset,
      height: height - 2 * inset,
      fill: "none",
      stroke: INK,
      "stroke-width": stroke,
    });
  return svg("g", { "pointer-events": "none" }, rule(3, 2.4), rule(8, 0.8));
}

/**
 * The whole sheet below roads and pieces.
 * @param {any} shapes
 */
export function drawGround(shapes) {
  return [
    definitions(shapes),
    svg(
      "g",
      { class: "ground", "clip-path": "url(#map-page)" },
      ...water(shapes),
      ...land(shapes),
      ...countryEdges(shapes),
      ...borders(shapes),
      ...names(shapes),
      compass(),
      cartouche(),
    ),
  ];
}
