// @ts-check
/**
 * The sheet: the layers of the map in their order.
 *
 * Lowest first: ground, countries not in play, light on Provinces and under roads, what is chosen among roads, what is
 * pointed at, roads, light round discs and boxes, the outlines of what is chosen,
 * places, what others moved (under names and pieces), names, state (one group per space), the plan, effects, and on top what takes pointer and keyboard. Layers
 * marked `data-live` belong to the moment and are left out of pictures.
 */
import { replace, svg } from "../dom.js";
import { t } from "../words.js";
import { drawGround, frame, yearsOf } from "./ground.js";
import { drawLegend } from "./legend.js";
import { drawPlaces } from "./places.js";

const LINE = /_(diem_stays|after_diem)$/; // how a campaign through 1963 came to an era of 1964 and later
const NEAR = 0.85; // pixels per unit from which full names are readable

/** @returns {SVGGElement} */
const live = (/** @type {string} */ name) => svg("g", { class: name, "data-live": "" });

/**
 * @param {any} shapes
 * @param {Wire.Facts} facts
 */
export function drawSheet(shapes, facts) {
  const places = drawPlaces(shapes, facts);
  const light = {
    under: live("light-under"),
    ways: live("light-ways"),
    chosen: live("light-chosen"),
    over: live("light-over"),
    firm: live("light-firm"),
  };
  const look = { under: live("look-under"), over: live("look-over"), air: live("effects") };
  const plan = live("plan");
  const traces = live("traces");
  const closed = svg("g", { class: "closed-countries" });
  const touch = live("touch");
  const legend = svg("g", {}, drawLegend(shapes));
  let printed = "";
  /** @type {Map<string, SVGGElement>} */
  const states = new Map(Object.keys(shapes.spaces).map((id) => [id, svg("g", { "data-state": id })]));
  /** @type {SVGSVGElement} */
  const sheet = svg(
    "svg",
    { class: "sheet", role: "group", "aria-label": t("map.label"), preserveAspectRatio: "xMidYMid meet" },
    ...drawGround(shapes),
    closed,
    light.under,
    light.ways,
    light.chosen,
    look.under,
    places.routes,
    light.over,
    light.firm,
    look.over,
    places.cities,
    legend,
    traces,
    places.near,
    places.far,
    svg("g", { class: "state", "pointer-events": "none" }, ...states.values()),
    frame(shapes),
    plan,
    look.air,
    touch,
  );
  return {
    sheet,
    /** Where the light falls (lights.js). */
    light,
    /** Where something is pointed at or moves (pointing.js, effects.js). */
    look,
    /** Where the plan of the turn is marked (plan_marks.js). */
    plan,
    /** Where others' moves are marked, under names and pieces. */
    traces,
    /** Where countries are not in play (closed.js). */
    closed,
    touch,
    /** The group of each space's markers and pieces. */
    states,
    /** Print the years of the game and the legend of an era. */
    printEra(/** @type {string} */ named, /** @type {number[]} */ years) {
      const era = named.replace(LINE, "");
      if (era === printed) return;
      printed = era;
      replace(legend, drawLegend(shapes, era));
      replace(/** @type {Element} */ (sheet.querySelector(".years")), yearsOf(era, years));
    },
    /** Print full names where they can be read, short and larger ones from afar. */
    printFor(/** @type {number} */ scale) {
      places.near.setAttribute("display", scale >= NEAR ? "inline" : "none");
      places.far.setAttribute("display", scale >= NEAR ? "none" : "inline");
    },
  };
}
