// @ts-check
/** What takes pointer and keyboard on the map: one unpainted target per space, which also tells what is there. */
import { svg } from "../dom.js";
import { spokenSpace } from "./describe.js";
import { touchOf } from "./outline.js";

/** A disc lies over a road, a road over a Province: the pointer meets them in that order. */
const STACK = ["province", "loc", "city"];

/**
 * The space an event is on.
 * @param {EventTarget | null} target
 * @returns {string | null}
 */
export function spaceAt(target) {
  return target instanceof Element ? (target.closest("[data-space]")?.getAttribute("data-space") ?? null) : null;
}

/**
 * @param {any} shapes
 * @param {Wire.Facts} facts
 * @param {SVGGElement} layer
 */
export function createTouch(shapes, facts, layer) {
  /** @type {Map<string, SVGGElement>} */
  const targets = new Map();
  for (const kind of STACK) {
    for (const [id, space] of Object.entries(shapes.spaces)) {
      if (space.kind !== kind) continue;
      const place = { class: `space ${kind}`, "data-space": id, role: "button", tabindex: -1 };
      targets.set(id, svg("g", place, ...touchOf(space)));
    }
  }
  /** @type {Set<string>} */
  let stopped = new Set();
  layer.append(...targets.values());

  return {
    focus: (/** @type {string} */ id) => targets.get(id)?.focus({ preventScroll: true }),
    /**
     * Say what is on a space and whether it may be chosen.
     * @param {string} id
     * @param {import("./space_state.js").SpaceState} state
     * @param {string | undefined} choice what choosing it does, if it may be chosen
     * @param {boolean} chosen already
     */
    speak(id, state, choice, chosen) {
      const target = /** @type {SVGGElement} */ (targets.get(id));
      target.setAttribute("aria-label", spokenSpace(facts, id, state, choice));
      if (choice === undefined) target.setAttribute("aria-disabled", "true");
      else target.removeAttribute("aria-disabled");
      if (chosen) target.setAttribute("aria-pressed", "true");
      else target.removeAttribute("aria-pressed");
      target.classList.toggle("lit", choice !== undefined);
    },
    /** The spaces the Tab key stops at. */
    stopAt(/** @type {Set<string>} */ stops) {
      for (const id of stopped) if (!stops.has(id)) targets.get(id)?.setAttribute("tabindex", "-1");
      for (const id of stops) if (!stopped.has(id)) targets.get(id)?.setAttribute("tabindex", "0");
      stopped = new Set(stops);
    },
  };
}
