// @ts-check
/** Small drawing helpers shared by the layers of the map. */
import { svg } from "../dom.js";
import { INK, PAPER, SERIF } from "./palette.js";

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{size: number, family?: string, weight?: number, italic?: boolean, fill?: string, halo?: number,
 *   haloInk?: string, spacing?: number, opacity?: number, anchor?: string, role?: string}} TextStyle
 */

/**
 * A line of text centred at a point (x: middle, y: baseline), on a halo of paper if `halo` is its width.
 * @param {string | number} content
 * @param {number} x
 * @param {number} y
 * @param {TextStyle} style
 */
export function text(content, x, y, style) {
  return svg(
    "text",
    {
      x,
      y,
      "font-family": style.family ?? SERIF,
      "font-size": style.size,
      "font-weight": style.weight ?? 700,
      "font-style": style.italic ? "italic" : null,
      "text-anchor": style.anchor ?? "middle",
      "letter-spacing": style.spacing ?? null,
      fill: style.fill ?? INK,
      "fill-opacity": style.opacity ?? null,
      stroke: style.halo ? (style.haloInk ?? PAPER) : null,
      "stroke-width": style.halo ?? null,
      "stroke-opacity": style.halo ? 0.8 : null,
      "stroke-linejoin": style.halo ? "round" : null,
      "paint-order": style.halo ? "stroke" : null,
      class: "figures",
    },
    content,
  );
}

/**
 * Lines of text as one block centred at a point.
 * @param {string[]} lines
 * @param {Point} at
 * @param {TextStyle} style
 */
export function textBlock(lines, at, style) {
  const leading = style.size + 1;
  const first = at.y - ((lines.length - 1) * leading) / 2 + style.size * 0.33;
  return svg("g", {}, ...lines.map((line, row) => text(line, at.x, first + row * leading, style)));
}

/**
 * @param {string} d
 * @param {string} stroke
 * @param {number} width
 * @param {Record<string, any>} [more]
 */
export function line(d, stroke, width, more = {}) {
  return svg("path", {
    d,
    fill: "none",
    stroke,
    "stroke-width": width,
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
    ...more,
  });
}
