// @ts-check
/** Countries that are not in play (P1.3.5): hatched, their names grey, under the discs and roads of their neighbours. */
import { replace, svg } from "../dom.js";
import { t } from "../words.js";
import { textBlock } from "./drawing.js";
import { INK_SOFT } from "./palette.js";

const HATCH = 9; // between two lines
const FADED = 0.5; // of a name
const PATTERN = "map-closed";

/** @param {any} space shape */
function hatched(space) {
  const { x, y, w, h } = space.pieces;
  return [
    svg("path", { class: "closed", d: space.d, fill: `url(#${PATTERN})` }),
    textBlock(
      [t("map.closed_short"), t("map.closed_until")],
      { x: x + w / 2, y: y + h / 2 },
      { size: 13, weight: 500, fill: INK_SOFT, halo: 3 },
    ),
  ];
}

function pattern() {
  return svg(
    "pattern",
    { id: PATTERN, width: HATCH, height: HATCH, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("rect", { width: HATCH, height: HATCH, fill: "#e2dac6", "fill-opacity": 0.55 }),
    svg("line", { x1: 0, y1: 0, x2: 0, y2: HATCH, stroke: "#8d8674", "stroke-width": 1.4 }),
  );
}

/**
 * @param {any} shapes
 * @param {SVGSVGElement} sheet where the names are
 * @param {SVGGElement} layer
 */
export function createClosed(shapes, sheet, layer) {
  let shown = "";
  /** @param {Record<string, {closed?: boolean}>} spaces */
  return function close(spaces) {
    const closed = Object.keys(shapes.spaces).filter((id) => spaces[id]?.closed);
    const written = closed.join(" ");
    if (written === shown) return;
    shown = written;
    replace(
      layer,
      closed.length > 0 && pattern(),
      closed.flatMap((id) => hatched(shapes.spaces[id])),
    );
    for (const name of sheet.querySelectorAll("[data-name]")) {
      const faded = closed.includes(name.getAttribute("data-name") ?? "");
      name.setAttribute("opacity", String(faded ? FADED : 1));
    }
  };
}
