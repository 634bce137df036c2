// @ts-check
/** Drawing again only what has changed: the table keeps what stays (kept.js), so that mostly `===` tells. */

/** Is it the same to look at? @param {unknown} one @param {unknown} other */
export function same(one, other) {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Draws a part of the page from a view, unless all that it read of it the last time is as it was.
 * @template {object} T
 * @param {(view: T) => void} draw
 * @returns {(view: T) => void}
 */
export function onlyIfChanged(draw) {
  /** @type {Map<string | symbol, unknown> | null} what was read, by name */
  let read = null;
  return (view) => {
    if (read && [...read].every(([name, value]) => same(value, Reflect.get(view, name)))) return;
    /** @type {Map<string | symbol, unknown>} */
    const now = new Map();
    read = now;
    const note = (/** @type {T} */ from, /** @type {string | symbol} */ name) => {
      const value = Reflect.get(from, name);
      now.set(name, value);
      return value;
    };
    draw(new Proxy(view, { get: note }));
  };
}
