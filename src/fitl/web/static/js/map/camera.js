// @ts-check
/**
 * Which part of the map is seen. While a gesture lasts the picture is moved by a transform (cheap); at rest the view
 * box is set (sharp at any scale).
 */

const CLOSEST = 8; // times the scale at which the whole map fits
const REST = 140; // milliseconds without movement until the picture is redrawn
const GLIDE = 320; // milliseconds of a movement the page makes itself

/**
 * @typedef {{x: number, y: number, scale: number}} View upper left corner in map units, pixels per unit
 * @param {SVGSVGElement} sheet
 * @param {HTMLElement} host
 * @param {{width: number, height: number}} canvas
 * @param {(view: View, fit: number) => void} onRest told each time the picture is redrawn
 */
export function createCamera(sheet, host, canvas, onRest) {
  let size = { w: 1, h: 1 };
  /** @type {View} */
  let view = { x: 0, y: 0, scale: 0 }; // nothing yet: the first size given shows the whole map
  /** @type {View} */
  let drawn = view;
  let resting = 0;
  let gliding = 0;

  const fit = () => Math.min(size.w / canvas.width, size.h / canvas.height);

  /** Keep the map in sight: centred where it is smaller than the window, edge to edge where it is larger. */
  function held(/** @type {View} */ wish) {
    const scale = Math.min(Math.max(wish.scale, fit()), fit() * CLOSEST);
    const along = (/** @type {number} */ at, /** @type {number} */ whole, /** @type {number} */ window) => {
      const seen = window / scale;
      return seen >= whole ? (whole - seen) / 2 : Math.min(Math.max(at, 0), whole - seen);
    };
    return { x: along(wish.x, canvas.width, size.w), y: along(wish.y, canvas.height, size.h), scale };
  }

  function rest() {
    window.clearTimeout(resting);
    resting = 0;
    drawn = view;
    sheet.style.transform = "";
    sheet.style.willChange = "";
    sheet.setAttribute("viewBox", `${view.x} ${view.y} ${size.w / view.scale} ${size.h / view.scale}`);
    onRest(view, fit());
  }

  function move(/** @type {View} */ wish) {
    view = held(wish);
    const grown = view.scale / drawn.scale;
    sheet.style.willChange = "transform";
    const [dx, dy] = [(drawn.x - view.x) * view.scale, (drawn.y - view.y) * view.scale];
    sheet.style.transform = `translate(${dx}px, ${dy}px) scale(${grown})`;
    window.clearTimeout(resting);
    resting = window.setTimeout(rest, REST);
  }

  function stop() {
    cancelAnimationFrame(gliding);
    gliding = 0;
  }

  /** Move there smoothly, or at once for those who want no motion. */
  function glide(/** @type {View} */ wish) {
    stop();
    const from = view;
    const to = held(wish);
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
      view = to;
      rest();
      return;
    }
    const start = performance.now();
    const step = (/** @type {number} */ now) => {
      const part = Math.min(1, (now - start) / GLIDE);
      const eased = 1 - (1 - part) ** 3;
      const scale = from.scale * (to.scale / from.scale) ** eased;
      // the middle of the window travels straight
      const middle = (/** @type {"x" | "y"} */ axis, /** @type {number} */ window) =>
        (from[axis] + window / 2 / from.scale) * (1 - eased) +
        (to[axis] + window / 2 / to.scale) * eased -
        window / 2 / scale;
      move({ x: middle("x", size.w), y: middle("y", size.h), scale });
      gliding = part < 1 ? requestAnimationFrame(step) : 0;
      if (!gliding) rest();
    };
    gliding = requestAnimationFrame(step);
  }

  return {
    /** The window has another size: keep what is in its middle there. */
    resize() {
      const box = host.getBoundingClientRect();
      if (!box.width || !box.height) return;
      const whole = view.scale <= fit() * 1.001;
      const middle = { x: view.x + size.w / 2 / view.scale, y: view.y + size.h / 2 / view.scale };
      size = { w: box.width, h: box.height };
      const scale = whole ? fit() : view.scale;
      view = held({ x: middle.x - size.w / 2 / scale, y: middle.y - size.h / 2 / scale, scale });
      rest();
    },
    /** @returns {boolean} whether the whole map is in sight */
    whole: () => view.scale <= fit() * 1.001,
    /** A point of the map as pixels from the upper left corner of the window. */
    toWindow: (/** @type {number} */ x, /** @type {number} */ y) => ({
      x: (x - view.x) * view.scale,
      y: (y - view.y) * view.scale,
    }),
    /** Pan by pixels. */
    pan(/** @type {number} */ dx, /** @type {number} */ dy) {
      stop();
      move({ x: view.x - dx / view.scale, y: view.y - dy / view.scale, scale: view.scale });
    },
    /** Pan by pixels in one smooth step. */
    shift(/** @type {number} */ dx, /** @type {number} */ dy) {
      glide({ x: view.x - dx / view.scale, y: view.y - dy / view.scale, scale: view.scale });
    },
    /** Zoom by a factor round a point of the window, following a gesture. */
    zoomAt(/** @type {number} */ factor, /** @type {number} */ px, /** @type {number} */ py) {
      stop();
      const scale = held({ ...view, scale: view.scale * factor }).scale;
      move({ x: view.x + px / view.scale - px / scale, y: view.y + py / view.scale - py / scale, scale });
    },
    /** Zoom by a factor round the middle, in one smooth step. */
    zoomBy(/** @type {number} */ factor) {
      const scale = held({ ...view, scale: view.scale * factor }).scale;
      glide({
        x: view.x + size.w / 2 / view.scale - size.w / 2 / scale,
        y: view.y + size.h / 2 / view.scale - size.h / 2 / scale,
        scale,
      });
    },
    /** Show the whole map. */
    showAll: () => glide({ x: 0, y: 0, scale: fit() }),
    /** Bring a box of the map to the middle, large enough to read. */
    showBox(/** @type {{x: number, y: number, w: number, h: number}} */ box) {
      const room = 0.55; // of the window for the box itself, the rest for its neighbours
      const scale = Math.min((size.w * room) / box.w, (size.h * room) / box.h, fit() * 4);
      glide({ x: box.x + box.w / 2 - size.w / 2 / scale, y: box.y + box.h / 2 - size.h / 2 / scale, scale });
    },
    /** Pan just enough that a box of the map is in the window. */
    reveal(/** @type {{x: number, y: number, w: number, h: number}} */ box) {
      const pull = (
        /** @type {number} */ at,
        /** @type {number} */ start,
        /** @type {number} */ length,
        /** @type {number} */ window,
      ) => {
        const seen = window / view.scale;
        if (length >= seen || start < at) return start < at || length >= seen ? start - 8 : at;
        return start + length > at + seen ? start + length - seen + 8 : at;
      };
      const x = pull(view.x, box.x, box.w, size.w);
      const y = pull(view.y, box.y, box.h, size.h);
      if (x !== view.x || y !== view.y) glide({ x, y, scale: view.scale });
    },
    destroy() {
      stop();
      window.clearTimeout(resting);
    },
  };
}
