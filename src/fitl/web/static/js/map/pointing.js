// @ts-check
/** The line round the space under the pointer, round the one the keyboard is on and round the one a lesson speaks of, below discs, names and pieces. */
import { replace, svg } from "../dom.js";
import { outlineOf } from "./outline.js";

const MANNERS = {
  hover: { ink: "#3d2f22", width: 3, opacity: 0.75 },
  focus: { ink: "#1f5685", width: 6, opacity: 1 },
  spot: { ink: "#7c2d1a", width: 7, opacity: 0.9 },
};

/**
 * @param {any} shapes
 * @param {{under: SVGGElement, over: SVGGElement}} layers under: over the ground; over: round discs and boxes
 * @param {keyof typeof MANNERS} manner
 * @returns {(id: string | null) => void}
 */
export function createPointer(shapes, layers, manner) {
  const { ink, width, opacity } = MANNERS[manner];
  const under = svg("g", {});
  const over = svg("g", {});
  layers.under.append(under);
  layers.over.append(over);
  const paint = { fill: "none", stroke: ink, "stroke-opacity": opacity, "stroke-linejoin": "round" };

  return (id) => {
    replace(under);
    replace(over);
    if (id === null || !(id in shapes.spaces)) return; // boxes are not on the map
    const space = shapes.spaces[id];
    const parts = outlineOf(space, 2.5);
    for (const part of parts) {
      const inside = space.kind === "province"; // half of the line is cut away at the border
      const broad = part.classList.contains("way") ? width + 10 : inside ? width * 2 : width;
      for (const [name, value] of Object.entries({ ...paint, "stroke-width": broad })) {
        part.setAttribute(name, String(value));
      }
    }
    if (space.kind === "province") {
      const clip = `map-${manner}`;
      replace(
        under,
        svg("clipPath", { id: clip }, ...outlineOf(space)),
        svg("g", { "clip-path": `url(#${clip})` }, parts[0]),
      );
    } else if (space.kind === "city") replace(over, parts[0]);
    else {
      replace(under, parts[0]);
      replace(over, parts[1]);
    }
  };
}
