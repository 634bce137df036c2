// @ts-check
/** The map by keys and buttons: arrows to the next space in a direction, + - 0 to zoom, Shift with arrows to pan. */
import { h } from "../dom.js";
import { t } from "../words.js";

const STEP = 90; // pixels of a pan
const ZOOM = 1.6;

/** @typedef {ReturnType<typeof import("./camera.js").createCamera>} Camera */

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The candidate nearest in a direction; one straight ahead is preferred to one aside.
 * @param {string} key of the arrow
 * @param {{x: number, y: number}} from
 * @param {string[]} candidates
 * @param {(id: string) => {x: number, y: number}} where
 * @returns {string | null}
 */
export function nearestTowards(key, from, candidates, where) {
  const [dx, dy] = DIRECTIONS[key];
  let best = null;
  let least = Infinity;
  for (const id of candidates) {
    const at = where(id);
    const along = (at.x - from.x) * dx + (at.y - from.y) * dy;
    const aside = Math.abs((at.x - from.x) * dy) + Math.abs((at.y - from.y) * dx);
    if (along <= 1 || aside > along * 2) continue;
    const cost = along + 2 * aside;
    if (cost < least) {
      least = cost;
      best = id;
    }
  }
  return best;
}

/**
 * @param {() => Camera} camera
 * @returns {HTMLElement}
 */
export function zoomButtons(camera) {
  const button = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {() => void} */ act) =>
    h("button", { type: "button", "aria-label": t(words), title: t(words), onclick: act }, sign);
  return h(
    "div",
    { class: "map-controls", role: "group", "aria-label": t("map.controls") },
    button("+", "map.zoom_in", () => camera().zoomBy(ZOOM)),
    button("−", "map.zoom_out", () => camera().zoomBy(1 / ZOOM)),
    button("⤢", "map.zoom_all", () => camera().showAll()),
  );
}

/**
 * @param {Camera} camera
 * @returns {(event: KeyboardEvent) => boolean} whether the key was for the camera
 */
export function zoomKeys(camera) {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.shiftKey && event.key in DIRECTIONS) {
      const [dx, dy] = DIRECTIONS[event.key];
      camera.shift(-dx * STEP, -dy * STEP);
    } else if (event.key === "+" || event.key === "=") camera.zoomBy(ZOOM);
    else if (event.key === "-" || event.key === "_") camera.zoomBy(1 / ZOOM);
    else if (event.key === "0") camera.showAll();
    else return false;
    event.preventDefault();
    return true;
  };
}
