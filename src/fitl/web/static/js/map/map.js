// @ts-check
/**
 * The map of the table: drawn once from its shapes, then kept up to date space by space.
 *
 * Layers, lowest first: ground, light on Provinces and under roads, what is pointed at, roads, the same round discs and
 * boxes, places and names, state (one group per space), pawns, effects, and on top what takes pointer and keyboard.
 * Layers marked `data-live` belong to the moment and are left out of pictures.
 */
import { h, replace, svg } from "../dom.js";
import { t } from "../words.js";
import { createCamera } from "./camera.js";
import { createCloseup } from "./closeup.js";
import { spokenSpace } from "./describe.js";
import { createEffects, movements } from "./effects.js";
import { listenToGestures } from "./gestures.js";
import { drawGround, frame } from "./ground.js";
import { drawLegend } from "./legend.js";
import { createLights } from "./lights.js";
import { nearestTowards, zoomKeys } from "./keys.js";
import { boxOf, middleOf, touchOf } from "./outline.js";
import { standalone, toPng, typefaces } from "./picture.js";
import { drawPlaces } from "./places.js";
import { createPointer } from "./pointing.js";
import { drawState } from "./space_state.js";

const HOVER_DELAY = 450; // milliseconds until a close-up appears under a resting pointer
const FOCUS_DELAY = 250;
const NEAR = 0.85; // pixels per unit from which full names are readable
const EMPTY = { pieces: {} };

/**
 * @param {HTMLElement} host an element with a size of its own
 * @param {{shapes: any, facts: any, onChoose?: (space: string, info: {lit: boolean}) => void,
 *   onHover?: (space: string | null) => void, onOpen?: (space: string) => void}} setting
 */
export function createMap(host, { shapes, facts, onChoose = () => {}, onHover = () => {}, onOpen = () => {} }) {
  const ids = Object.keys(shapes.spaces);
  /** @type {Record<string, any>} */
  let spaces = {};
  /** @type {Map<string, string>} drawn states by space, to see what changed */
  const drawn = new Map();
  /** @type {Map<string, string>} what choosing each lit space does */
  let lit = new Map();
  /** @type {Set<string>} */
  let chosen = new Set();
  let faces = "";
  let waiting = 0;
  /** @type {string | null} */
  let hovered = null;
  const heard = new AbortController();

  // --- drawing -------------------------------------------------------------------------------------------------
  const layer = (/** @type {string} */ name, live = false) => svg("g", { class: name, ...(live ? { "data-live": "" } : {}) });
  const places = drawPlaces(shapes, facts);
  const under = layer("light-under", true);
  const ways = layer("light-ways", true);
  const over = layer("light-over", true);
  const lookUnder = layer("look-under", true);
  const lookOver = layer("look-over", true);
  const pawns = layer("pawns", true);
  const effects = layer("effects", true);
  const touch = layer("touch", true);
  /** @type {Map<string, SVGGElement>} */
  const stateOf = new Map(ids.map((id) => [id, svg("g", { "data-state": id })]));
  /** @type {Map<string, SVGGElement>} */
  const touchFor = new Map();
  // A disc lies over a road, a road over a province: the pointer meets them in that order.
  for (const kind of ["province", "loc", "city"]) {
    for (const id of ids.filter((one) => shapes.spaces[one].kind === kind)) {
      const target = svg("g", { class: `space ${kind}`, "data-space": id, role: "button", tabindex: -1 }, ...touchOf(shapes.spaces[id]));
      touchFor.set(id, target);
      touch.append(target);
    }
  }
  const sheet = svg(
    "svg",
    { class: "sheet", role: "group", "aria-label": t("map.label"), preserveAspectRatio: "xMidYMid meet" },
    ...drawGround(shapes),
    under,
    ways,
    lookUnder,
    places.routes,
    over,
    lookOver,
    places.cities,
    drawLegend(shapes),
    places.near,
    places.far,
    svg("g", { class: "state", "pointer-events": "none" }, ...stateOf.values()),
    frame(shapes),
    pawns,
    effects,
    touch,
  );
  const glass = h("div", { class: "map-glass" }, sheet);
  const control = (/** @type {string} */ sign, /** @type {string} */ words, /** @type {() => void} */ act) =>
    h("button", { type: "button", "aria-label": t(words), title: t(words), onclick: act }, sign);
  const controls = h(
    "div",
    { class: "map-controls", role: "group", "aria-label": t("map.controls") },
    control("+", "map.zoom_in", () => camera.zoomBy(1.6)),
    control("−", "map.zoom_out", () => camera.zoomBy(1 / 1.6)),
    control("⤢", "map.zoom_all", () => camera.showAll()),
  );
  host.classList.add("map-host");
  host.append(glass, controls);

  const camera = createCamera(sheet, host, shapes.canvas, (view) => {
    const near = view.scale >= NEAR;
    places.near.setAttribute("display", near ? "inline" : "none");
    places.far.setAttribute("display", near ? "none" : "inline");
    glass.classList.toggle("whole", camera.whole());
    const shown = closeup.shown();
    if (shown) open(shown, closeup.kept());
  });
  const light = createLights(shapes, { under, ways, over, pawns });
  const signs = createEffects(shapes, { under: lookUnder, over: lookOver, air: effects });
  const pointAt = createPointer(shapes, { under: lookUnder, over: lookOver }, "hover");
  const focusOn = createPointer(shapes, { under: lookUnder, over: lookOver }, "focus");

  // --- close-up ------------------------------------------------------------------------------------------------
  const closeup = createCloseup(host, facts, {
    where: (id) => {
      const box = boxOf(shapes.spaces[id]);
      const corner = camera.toWindow(box.x, box.y);
      const far = camera.toWindow(box.x + box.w, box.y + box.h);
      return { left: corner.x, top: corner.y, right: far.x, bottom: far.y };
    },
    onGo: (id) => {
      zoomTo(id);
      open(id, true);
    },
    onClose: (id) => touchFor.get(id)?.focus({ preventScroll: true }),
  });

  function open(/** @type {string} */ id, keep = false) {
    window.clearTimeout(waiting);
    closeup.show(id, spaces[id] ?? EMPTY, lit.get(id), { keep });
  }

  function openLater(/** @type {string} */ id, /** @type {number} */ delay) {
    window.clearTimeout(waiting);
    if (!closeup.kept()) waiting = window.setTimeout(() => open(id), delay);
  }

  function leave() {
    window.clearTimeout(waiting);
    closeup.leave();
  }

  function keepOpen(/** @type {string} */ id) {
    open(id, true);
    onOpen(id);
  }

  const spaceAt = (/** @type {EventTarget | null} */ target) =>
    target instanceof Element ? (target.closest("[data-space]")?.getAttribute("data-space") ?? null) : null;

  const gestures = listenToGestures(host, camera, {
    onLongPress: (target) => {
      const id = spaceAt(target);
      if (id) keepOpen(id);
    },
    onDrag: leave,
  });

  // --- pointer and keyboard ------------------------------------------------------------------------------------
  // On the glass, not on the drawing: an SVG group that listens for focus becomes a stop of the Tab key itself.
  const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ act) =>
    glass.addEventListener(name, act, { signal: heard.signal });

  function choose(/** @type {string} */ id) {
    leave();
    onChoose(id, { lit: lit.has(id) });
  }

  on("click", (event) => {
    const id = spaceAt(event.target);
    if (id && !gestures.justDragged()) choose(id);
  });
  on("contextmenu", (event) => {
    const id = spaceAt(event.target);
    if (!id) return;
    event.preventDefault();
    keepOpen(id);
  });
  on("pointerover", (event) => {
    const id = spaceAt(event.target);
    if (event.pointerType !== "mouse" || id === hovered) return;
    hovered = id;
    leave();
    pointAt(id);
    onHover(id);
    if (id) openLater(id, HOVER_DELAY);
  });
  on("pointerout", (event) => {
    if (spaceAt(event.relatedTarget) !== null || hovered === null) return;
    hovered = null;
    leave();
    pointAt(null);
    onHover(null);
  });
  on("focusin", (event) => {
    const id = spaceAt(event.target);
    if (!id || !event.target.matches(":focus-visible")) return;
    rove(id);
    focusOn(id);
    camera.reveal(boxOf(shapes.spaces[id]));
    openLater(id, FOCUS_DELAY);
  });
  on("focusout", () => {
    focusOn(null);
    leave();
  });

  const zoom = zoomKeys(camera);
  host.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape" && closeup.shown()) {
        closeup.close();
        event.stopPropagation();
        return;
      }
      const id = spaceAt(event.target);
      if (zoom(event)) return;
      if (!id || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        choose(id);
      } else if (event.key === "i") {
        keepOpen(id);
      } else if (event.key.startsWith("Arrow")) {
        event.preventDefault();
        const among = lit.size ? [...lit.keys()] : ids;
        const next = nearestTowards(event.key, middleOf(shapes.spaces[id]), among.filter((one) => one !== id), (one) =>
          middleOf(shapes.spaces[one]),
        );
        if (next) touchFor.get(next)?.focus({ preventScroll: true });
      }
    },
    { signal: heard.signal },
  );

  /** With nothing lit the map is one stop of the Tab key: the space looked at last. */
  function rove(/** @type {string} */ stop) {
    if (lit.size) return;
    for (const [id, target] of touchFor) target.setAttribute("tabindex", id === stop ? "0" : "-1");
  }

  function speak(/** @type {string} */ id) {
    const target = /** @type {SVGGElement} */ (touchFor.get(id));
    target.setAttribute("aria-label", spokenSpace(facts, id, spaces[id] ?? EMPTY, lit.get(id)));
    if (lit.has(id)) target.removeAttribute("aria-disabled");
    else target.setAttribute("aria-disabled", "true");
    if (chosen.has(id)) target.setAttribute("aria-pressed", "true");
    else target.removeAttribute("aria-pressed");
    target.classList.toggle("lit", lit.has(id));
  }

  function zoomTo(/** @type {string | null} */ id) {
    if (id === null) camera.showAll();
    else camera.showBox(boxOf(shapes.spaces[id]));
  }

  // --- start ---------------------------------------------------------------------------------------------------
  ids.forEach(speak);
  rove(ids[0]);
  camera.resize();
  const watch = new ResizeObserver(() => camera.resize());
  watch.observe(host);
  const ready = typefaces().then((sheetOfFaces) => {
    faces = sheetOfFaces;
  });

  return {
    /**
     * Show a situation; only spaces that changed are drawn anew.
     * @param {{spaces: Record<string, any>}} view
     * @param {{animate?: boolean}} [options]
     */
    update(view, { animate = false } = {}) {
      const before = spaces;
      const first = drawn.size === 0;
      spaces = view.spaces;
      const changed = ids.filter((id) => {
        const written = JSON.stringify(spaces[id] ?? EMPTY);
        if (drawn.get(id) === written) return false;
        drawn.set(id, written);
        return true;
      });
      for (const id of changed) {
        replace(/** @type {SVGGElement} */ (stateOf.get(id)), ...drawState(shapes.spaces[id], spaces[id] ?? EMPTY, facts.kinds));
        speak(id);
      }
      if (animate && !first) {
        signs.ring(changed, "pulse");
        signs.fly(movements(before, spaces));
      }
      const shown = closeup.shown();
      if (shown && changed.includes(shown)) open(shown, closeup.kept());
    },
    /**
     * Light the spaces that may be chosen; `chosen` ones get a pawn. Call with no spaces to put the light out.
     * @param {{spaces?: Map<string, string> | Record<string, string>, chosen?: Iterable<string>}} [choice]
     */
    light({ spaces: choices = new Map(), chosen: taken = [] } = {}) {
      const touched = new Set([...lit.keys(), ...chosen]);
      lit = choices instanceof Map ? choices : new Map(Object.entries(choices));
      chosen = new Set(taken);
      light(lit.keys(), chosen);
      for (const id of new Set([...touched, ...lit.keys(), ...chosen])) speak(id);
      for (const [id, target] of touchFor) target.setAttribute("tabindex", lit.has(id) ? "0" : "-1");
      if (!lit.size) rove(ids[0]);
      glass.classList.toggle("choosing", lit.size > 0);
      sheet.setAttribute("aria-label", lit.size ? t("map.label_choosing", { n: lit.size }) : t("map.label"));
    },
    /** Put the keyboard on a space and bring it into sight. */
    focus(/** @type {string} */ id) {
      touchFor.get(id)?.focus({ preventScroll: true });
      camera.reveal(boxOf(shapes.spaces[id]));
    },
    zoomTo,
    /** Draw the eye to spaces for a moment. */
    flash: (/** @type {Iterable<string>} */ some) => signs.ring(some, "flash"),
    /** The map as it stands, as SVG text that needs nothing else (with its typefaces once `ready` has come). */
    toSVG: () => standalone(sheet, shapes.canvas, faces),
    /** @param {number} [width] in pixels */
    async toPNG(width = 2000) {
      await ready;
      return toPng(standalone(sheet, shapes.canvas, faces), shapes.canvas, width);
    },
    ready,
    destroy() {
      window.clearTimeout(waiting);
      watch.disconnect();
      heard.abort();
      gestures.destroy();
      camera.destroy();
      closeup.destroy();
      glass.remove();
      controls.remove();
      host.classList.remove("map-host");
    },
  };
}
