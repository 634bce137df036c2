// @ts-check
/** The key of the map, on the empty sea. */
import { svg } from "../dom.js";
import { IN_KEY, pieceGlyph } from "../pieces.js";
import { t } from "../words.js";
import { line, text } from "./drawing.js";
import { INK, INK_SOFT, LAND, SERIF } from "./palette.js";
import { econDisc, populationDisc, townMark } from "./places.js";
import { controlSquare, sabotageMark, supportDisc, terrorMark } from "./space_state.js";

const ROW = 21.5;

const word = (/** @type {string} */ key, /** @type {number} */ x, /** @type {number} */ y) =>
  text(t(`map.legend.${key}`), x, y + 4.6, { size: 14, weight: 500, anchor: "start", family: SERIF });

const swatch = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ fill) =>
  svg("rect", { x: x - 12, y: y - 8, width: 24, height: 16, rx: 3, fill, stroke: INK_SOFT });

const scaled = (
  /** @type {SVGElement | null} */ mark,
  /** @type {number} */ x,
  /** @type {number} */ y,
  scale = 0.82,
) => svg("g", { transform: `translate(${x} ${y}) scale(${scale})` }, mark);

const HERE = { x: 0, y: 0, r: 9 };

/** @type {[string, (x: number, y: number) => SVGElement][]} */
const LANDS = [
  ["highland", (x, y) => swatch(x, y, LAND.south_vietnam.highland)],
  ["lowland", (x, y) => swatch(x, y, LAND.south_vietnam.lowland)],
  ["jungle", (x, y) => swatch(x, y, LAND.south_vietnam.jungle)],
  [
    "highway",
    (x, y) => svg("g", {}, line(`M${x - 11} ${y}h22`, "#6b3d1f", 8), line(`M${x - 11} ${y}h22`, "#f2d9a0", 5)),
  ],
  [
    "mekong",
    (x, y) => svg("g", {}, line(`M${x - 11} ${y}h22`, "#2f5a6b", 12), line(`M${x - 11} ${y}h22`, "#8fbccb", 9)),
  ],
  ["town", (x, y) => townMark(x, y)],
];

/** @type {[string, (x: number, y: number) => SVGElement][]} */
const MARKS = [
  ["population", (x, y) => populationDisc({ x, y, r: 8.5 }, 2)],
  ["econ", (x, y) => econDisc({ x, y, r: 8.5 }, 1, false)],
  [
    "support",
    (x, y) =>
      svg(
        "g",
        {},
        scaled(supportDisc(HERE, "passive_support"), x - 9, y, 0.72),
        scaled(supportDisc(HERE, "passive_opposition"), x + 9, y, 0.72),
      ),
  ],
  [
    "control",
    (x, y) =>
      svg(
        "g",
        {},
        scaled(controlSquare(HERE, "coin"), x - 9, y, 0.72),
        scaled(controlSquare(HERE, "nva"), x + 9, y, 0.72),
      ),
  ],
  ["terror", (x, y) => scaled(terrorMark(HERE, 1), x, y, 0.8)],
  ["sabotage", (x, y) => scaled(sabotageMark(HERE), x, y, 0.8)],
];

/**
 * @param {any} shapes
 * @param {string} [era]
 */
export function drawLegend(shapes, era = "base") {
  const pieces = (IN_KEY[era] ?? IN_KEY.base).map(
    ([key, kind]) => /** @type {typeof LANDS[number]} */ ([key, (x, y) => scaled(pieceGlyph(kind), x, y, 0.85)]),
  );
  const { x, y, w, h } = shapes.free_areas.south_china_sea;
  const column = (/** @type {typeof LANDS} */ rows, /** @type {number} */ left, /** @type {number} */ room) =>
    rows.map(([key, draw], row) => {
      const at = y + 17.5 + row * ROW;
      return svg("g", {}, draw(left + room / 2, at), word(key, left + room + 5, at));
    });
  return svg(
    "g",
    { class: "legend" },
    svg("rect", {
      x,
      y,
      width: w,
      height: h,
      rx: 8,
      fill: "#f4ecd8",
      "fill-opacity": 0.95,
      stroke: INK,
      "stroke-width": 1.4,
    }),
    svg("rect", {
      x: x + 4,
      y: y + 4,
      width: w - 8,
      height: h - 8,
      rx: 5,
      fill: "none",
      stroke: "#a58a63",
      "stroke-width": 0.8,
    }),
    ...column(LANDS, x + 11, 26),
    ...column(MARKS, x + 100, 36),
    ...column(pieces, x + 222, 20),
  );
}
