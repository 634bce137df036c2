// @ts-check
/** Wheel, drag, pinch and long press on the map, told apart from a plain click. */

const SLOP = 6; // pixels a pointer may wander in a click
const LONG_PRESS = 480; // milliseconds
const CLICK_AFTER = 60; // milliseconds in which the click of a gesture follows its end

/**
 * @param {HTMLElement} host
 * @param {ReturnType<typeof import("./camera.js").createCamera>} camera
 * @param {{onLongPress: (target: Element) => void, onDrag: () => void}} reactions
 * @returns {{justDragged: () => boolean, destroy: () => void}}
 */
export function listenToGestures(host, camera, { onLongPress, onDrag }) {
  /** @type {Map<number, {x: number, y: number}>} */
  const pointers = new Map();
  let travelled = 0;
  let dragged = false;
  let pressing = 0;
  const heard = new AbortController();
  const listen = { signal: heard.signal };

  const inHost = (/** @type {{clientX: number, clientY: number}} */ event) => {
    const box = host.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const onControl = (/** @type {Event} */ event) =>
    !(event.target instanceof Element && event.target.closest("svg.sheet"));
  const endPress = () => {
    window.clearTimeout(pressing);
    pressing = 0;
  };

  host.addEventListener(
    "wheel",
    (event) => {
      if (onControl(event)) return;
      if (event.deltaY > 0 && camera.whole() && !event.ctrlKey) return; // nothing left to zoom out of: the page scrolls
      event.preventDefault();
      const pixels = event.deltaMode === 1 ? event.deltaY * 24 : event.deltaY;
      const at = inHost(event);
      camera.zoomAt(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0018)), at.x, at.y);
    },
    { ...listen, passive: false },
  );

  host.addEventListener(
    "pointerdown",
    (event) => {
      if (onControl(event) || event.button > 0) return;
      pointers.set(event.pointerId, inHost(event));
      travelled = 0;
      dragged = pointers.size > 1;
      endPress();
      if (event.pointerType !== "mouse" && pointers.size === 1) {
        const { target } = event;
        pressing = window.setTimeout(() => {
          dragged = true; // the click that follows is not a choice
          if (target instanceof Element) onLongPress(target);
        }, LONG_PRESS);
      }
    },
    listen,
  );

  host.addEventListener(
    "pointermove",
    (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = inHost(event);
      const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      travelled += Math.hypot(now.x - before.x, now.y - before.y);
      if (travelled > SLOP) {
        endPress();
        if (!dragged || others.length) onDrag();
        dragged = true;
        if (!host.hasPointerCapture(event.pointerId)) host.setPointerCapture(event.pointerId);
      }
      pointers.set(event.pointerId, now);
      if (!dragged || !(travelled > SLOP)) return;
      if (!others.length) camera.pan(now.x - before.x, now.y - before.y);
      else {
        const [other] = others;
        const reach = (/** @type {{x: number, y: number}} */ at) => Math.hypot(at.x - other.x, at.y - other.y) || 1;
        const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
        camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
        camera.zoomAt(reach(now) / reach(before), middle.x, middle.y);
      }
    },
    listen,
  );

  const lift = (/** @type {PointerEvent} */ event) => {
    pointers.delete(event.pointerId);
    endPress();
    // The click of this gesture comes at once; a later one, from whatever device, is a click of its own.
    if (!pointers.size) window.setTimeout(() => (dragged = pointers.size > 0 && dragged), CLICK_AFTER);
  };
  host.addEventListener("pointerup", lift, listen);
  host.addEventListener("pointercancel", lift, listen);

  return {
    justDragged: () => dragged,
    destroy() {
      endPress();
      heard.abort();
    },
  };
}
