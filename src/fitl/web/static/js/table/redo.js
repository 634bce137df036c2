// @ts-check
/** What this tab took back and may give again, last first; kept over a reload. */

/** @param {string} game */
export function createRedo(game) {
  const place = `fitl.redo.${game}`;
  /** @type {{number: number, key: string}[]} */
  let stack = JSON.parse(sessionStorage.getItem(place) ?? "[]");

  function keep() {
    sessionStorage.setItem(place, JSON.stringify(stack));
  }

  return {
    /** Answers that were taken back, oldest first. @param {[number, string][]} taken */
    push(taken) {
      stack.push(...taken.map(([number, key]) => ({ number, key })).reverse());
      keep();
    },
    /** Something was answered: the same again leaves the rest, anything else makes it pointless. @param {number} number @param {string} key */
    answered(number, key) {
      const top = stack.at(-1);
      if (top && top.number === number && top.key === key) stack.pop();
      else stack = [];
      keep();
    },
    /** What would be given again now; null if the question is another one. @param {import("../api.js").State} state */
    next(state) {
      const top = stack.at(-1);
      const options = state.view.decision?.options ?? [];
      return top &&
        top.number === state.number &&
        options.some((/** @type {Wire.OptionShown} */ option) => option.key === top.key)
        ? top
        : null;
    },
  };
}
