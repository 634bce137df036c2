// @ts-check
/** The map of the table: drawn once from its shapes (sheet.js), then kept up to date space by space. */
import { h, replace } from "../dom.js";
import { t } from "../words.js";
import { createCamera } from "./camera.js";
import { createClosed } from "./closed.js";
import { createCloseup } from "./closeup.js";
import { captures, createEffects, movements } from "./effects.js";
import { listenToGestures } from "./gestures.js";
import { nearestTowards, zoomButtons, zoomKeys } from "./keys.js";
import { createLights } from "./lights.js";
import { boxOf, middleOf } from "./outline.js";
import { standalone, toJpeg, toPng, typefaces } from "./picture.js";
import { createPlanMarks } from "./plan_marks.js";
import { createPointer } from "./pointing.js";
import { drawSheet } from "./sheet.js";
import { drawState } from "./space_state.js";
import { same } from "../redrawing.js";
import { createTouch, spaceAt } from "./touch.js";

const HOVER_DELAY = 450; // milliseconds until a close-up appears under a resting pointer
const FOCUS_DELAY = 250;
const EMPTY = { pieces: {} };
const THUMB = 12; // pixels round the middle of a lit space that are its own under a finger
const LARGE = 1.4; // of large pieces to usual ones

/**
 * @param {HTMLElement} host an element with a size of its own
 * @param {{shapes: any, facts: any, onChoose?: (space: string, info: {lit: boolean}) => void,
 *   onHover?: (space: string | null) => void, onOpen?: (space: string) => void}} setting
 */
export function createMap(host, { shapes, facts, onChoose = () => {}, onHover = () => {}, onOpen = () => {} }) {
  const ids = Object.keys(shapes.spaces);
  /** @type {Record<string, any>} */
  let spaces = {};
  let size = 1; // of pieces
  /** @type {Map<string, unknown>} drawn states by space, to see what changed */
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
  const {
    sheet,
    light: lightLayers,
    look,
    plan,
    traces,
    closed,
    touch,
    states,
    printEra,
    printFor,
  } = drawSheet(shapes, facts);
  const targets = createTouch(shapes, facts, touch);
  const glass = h("div", { class: "map-glass" }, sheet);
  const controls = zoomButtons(() => camera);
  host.classList.add("map-host");
  const stage = h("div", { class: "map-stage" }, glass);
  host.append(stage, controls);

  const camera = createCamera(sheet, stage, shapes.canvas, (view) => {
    printFor(view.scale);
    glass.classList.toggle("whole", camera.whole());
    const shown = closeup.shown();
    if (shown) open(shown, closeup.kept());
  });
  const close = createClosed(shapes, sheet, closed);
  const light = createLights(shapes, lightLayers);
  const markPlan = createPlanMarks(shapes, plan);
  const markTraces = createPlanMarks(shapes, traces);
  const signs = createEffects(shapes, look);
  const pointAt = createPointer(shapes, look, "hover");
  const focusOn = createPointer(shapes, look, "focus");
  const spotOn = createPointer(shapes, look, "spot");

  // --- close-up ------------------------------------------------------------------------------------------------
  const closeup = createCloseup(stage, facts, {
    where: (id) => {
      const box = boxOf(shapes.spaces[id]);
      const corner = camera.toWindow(box.x, box.y);
      const far = camera.toWindow(box.x + box.w, box.y + box.h);
      return { left: corner.x, top: corner.y, right: far.x, bottom: far.y };
    },
    isClosed: (id) => spaces[id]?.closed === true,
    onGo: (id) => {
      zoomTo(id);
      open(id, true);
    },
    onClose: (id) => targets.focus(id),
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

  const gestures = listenToGestures(stage, camera, {
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
    if (closeup.kept()) closeup.close();
    leave();
    onChoose(id, { lit: lit.has(id) });
  }

  /** The space a click means: a finger beside a lit one that is small means that. @param {PointerEvent} event */
  function meant(event) {
    const id = spaceAt(event.target);
    if ((id && lit.has(id)) || event.pointerType === "mouse") return id;
    const { left, top } = stage.getBoundingClientRect();
    const away = (/** @type {string} */ one) => {
      const { x, y } = middleOf(shapes.spaces[one]);
      const at = camera.toWindow(x, y);
      return Math.hypot(at.x + left - event.clientX, at.y + top - event.clientY);
    };
    const [nearest] = [...lit.keys()].filter((one) => away(one) <= THUMB).sort((one, other) => away(one) - away(other));
    return nearest ?? id;
  }

  on("click", (event) => {
    const id = meant(event);
    if (id && !gestures.justDragged()) choose(id);
  });
  on("contextmenu", (event) => {
    const id = spaceAt(event.target);
    if (!id) return;
    event.preventDefault();
    if (!(closeup.kept() && closeup.shown() === id)) keepOpen(id); // a long press asks twice
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
        event.preventDefault(); // and no answer that has this letter
        keepOpen(id);
      } else if (event.key.startsWith("Arrow")) {
        event.preventDefault();
        const among = lit.size ? [...lit.keys()] : ids;
        const next = nearestTowards(
          event.key,
          middleOf(shapes.spaces[id]),
          among.filter((one) => one !== id),
          (one) => middleOf(shapes.spaces[one]),
        );
        if (next) targets.focus(next);
      }
    },
    { signal: heard.signal },
  );

  /** With nothing lit the map is one stop of the Tab key: the space looked at last. */
  function rove(/** @type {string} */ stop) {
    if (!lit.size) targets.stopAt(new Set([stop]));
  }

  function speak(/** @type {string} */ id) {
    targets.speak(id, spaces[id] ?? EMPTY, lit.get(id), chosen.has(id));
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
  watch.observe(stage);
  /** @type {Promise<void> | null} typefaces are fetched when the first picture is wanted */
  let fetching = null;
  const withFaces = () =>
    (fetching ??= typefaces().then((sheetOfFaces) => {
      faces = sheetOfFaces;
    }));

  return {
    /**
     * Show a situation; only spaces that changed are redrawn.
     * @param {{spaces: Record<string, any>, era: string, years: any}} view
     * @param {{animate?: boolean}} [options]
     */
    update(view, { animate = false } = {}) {
      const before = spaces;
      const first = drawn.size === 0;
      spaces = view.spaces;
      close(spaces);
      printEra(view.era, view.years);
      const changed = ids.filter((id) => {
        const state = spaces[id] ?? EMPTY;
        const before = drawn.get(id);
        drawn.set(id, state);
        return !same(before, state);
      });
      for (const id of changed) {
        replace(
          /** @type {SVGGElement} */ (states.get(id)),
          ...drawState(shapes.spaces[id], spaces[id] ?? EMPTY, facts.kinds, { name: facts.spaces[id].short, size }),
        );
        speak(id);
      }
      if (animate && !first) {
        signs.ring(changed, "pulse");
        signs.fly(movements(before, spaces));
        signs.turn(captures(before, spaces));
      }
      const shown = closeup.shown();
      if (shown && changed.includes(shown)) open(shown, closeup.kept());
    },
    /**
     * Light the spaces that may be chosen and mark the plan so far. Call with no spaces to put the light out.
     * @param {{spaces?: Map<string, string> | Record<string, string>} & Parameters<typeof markPlan>[0]} [choice]
     */
    light({ spaces: choices = new Map(), ...planned } = {}) {
      const { chosen: taken = [] } = planned;
      markPlan(planned);
      const touched = new Set([...lit.keys(), ...chosen]);
      const drawable = (/** @type {string} */ id) => id in shapes.spaces;
      const offered = choices instanceof Map ? [...choices] : Object.entries(choices);
      lit = new Map(offered.filter(([id]) => drawable(id)));
      chosen = new Set([...taken].filter(drawable));
      light(lit.keys(), chosen);
      for (const id of new Set([...touched, ...lit.keys(), ...chosen])) speak(id);
      targets.stopAt(new Set(lit.size ? lit.keys() : [ids[0]]));
      glass.classList.toggle("choosing", lit.size > 0);
      sheet.setAttribute("aria-label", lit.size ? t("map.label_choosing", { n: lit.size }) : t("map.label"));
    },
    /** Redraw the marks of the plan alone. @param {Parameters<typeof markPlan>[0]} planned */
    plan: (planned) => markPlan(planned),
    /** Mark what others moved, for a while. @param {Parameters<typeof markTraces>[0]} moved */
    trace: (moved) => markTraces(moved),
    /** Put the keyboard on a space and bring it into sight. */
    focus(/** @type {string} */ id) {
      targets.focus(id);
      camera.reveal(boxOf(shapes.spaces[id]));
    },
    zoomTo,
    /** Mark a space as if the pointer were on it (for lists beside the map); null: none. */
    point: pointAt,
    /** Mark the space a lesson speaks of; null: none. */
    spot: spotOn,
    /** Bring a space into sight. */
    reveal: (/** @type {string} */ id) => id in shapes.spaces && camera.reveal(boxOf(shapes.spaces[id])),
    /** Draw the eye to spaces for a moment. */
    flash: (/** @type {Iterable<string>} */ some) =>
      signs.ring(
        [...some].filter((id) => id in shapes.spaces),
        "flash",
      ),
    /** Draw pieces larger where there is room, from the next update on. @param {boolean} on */
    setLarge(on) {
      if (on === size > 1) return;
      size = on ? LARGE : 1;
      drawn.clear();
    },
    /** The map as it stands, as SVG text that needs nothing else. */
    async toSVG() {
      await withFaces();
      return standalone(sheet, shapes.canvas, faces);
    },
    /** The same as JPEG, small enough to be sent. @param {import("./picture.js").Head} [head] what stands over it */
    async toJPEG(head) {
      await withFaces();
      return toJpeg(standalone(sheet, shapes.canvas, faces), shapes.canvas, head);
    },
    /** The same as PNG, for the clipboard. @param {import("./picture.js").Head} [head] */
    async toPNG(head) {
      await withFaces();
      return toPng(standalone(sheet, shapes.canvas, faces), shapes.canvas, head);
    },
    destroy() {
      window.clearTimeout(waiting);
      watch.disconnect();
      heard.abort();
      gestures.destroy();
      camera.destroy();
      closeup.destroy();
      stage.remove();
      controls.remove();
      host.classList.remove("map-host");
    },
  };
}
