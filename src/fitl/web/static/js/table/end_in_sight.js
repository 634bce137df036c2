// @ts-check
/**
 * Keeps the end of a growing list in sight until somebody reads further up, and again from when they are back at its end.
 * What the list does by itself, growing, shrinking or changing its size, is never taken for a reader's scrolling.
 */

const NEAR = 40; // pixels from the end that count as being back there

/**
 * @param {HTMLElement} list what scrolls
 * @param {() => void} onChange following has stopped or begun again
 */
export function keepEndInSight(list, onChange) {
  let following = true;
  let height = 0; // at which the list was seen last
  let top = 0; // where it stood then
  let changing = 0; // the frame in which what has changed is laid out

  const toEnd = () => list.scrollHeight - list.scrollTop - list.clientHeight;

  /** @param {boolean} on */
  function follow(on) {
    if (on === following) return;
    following = on;
    onChange();
  }

  function settle() {
    changing = 0;
    if (following) list.scrollTop = list.scrollHeight;
    top = list.scrollTop;
  }

  list.addEventListener("scroll", () => {
    if (changing || list.clientHeight !== height) return;
    const up = list.scrollTop < top;
    top = list.scrollTop;
    if (up && toEnd() > 1) follow(false);
    else if (toEnd() < NEAR) follow(true);
  });
  list.addEventListener("wheel", (event) => event.deltaY < 0 && list.scrollTop > 0 && follow(false), { passive: true });
  list.addEventListener("click", (event) => {
    // A chapter that is opened is to be read, though the end may leave the list by it.
    if (event.target instanceof Element && event.target.closest("summary"))
      requestAnimationFrame(() => toEnd() >= NEAR && follow(false));
  });
  new ResizeObserver(() => {
    if (height === 0) follow(true); // it was hidden until now
    height = list.clientHeight;
    if (following) settle();
  }).observe(list);

  return {
    get following() {
      return following;
    },
    /** The list has changed: with the next frame, which lays out the page anyway, its end is in sight if it is followed. */
    changed() {
      if (!changing) changing = requestAnimationFrame(settle);
    },
    /** Go to the end, and follow from there. */
    go() {
      follow(true);
      settle();
    },
    stop: () => follow(false),
  };
}
