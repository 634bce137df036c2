// @ts-check
/**
 * What others moved in the turn or phase under way, for readers who see their turns at once: arrows that fade, and end
 * with the first answer or key. What has ended, or stood there when the page was opened, is not shown again.
 */

const STAY = 6000; // milliseconds; as in map.css
const ARROWS = 14; // the latest moves, as in the plan

/**
 * @typedef {import("../api.js").State} State
 * @typedef {{move?: Wire.Move, amount?: Wire.Count}} Mark one of both
 */

/**
 * The marks of others' moves, each with its name.
 * @param {State} state
 * @returns {[string, Mark][]}
 */
function marksOf(state) {
  const begun = state.stage_begun; // the same move in another phase is another one
  const { moves = [], placed = [], removed = [] } = state.moved?.others ?? {};
  const amounts = [...placed, ...removed.map((each) => ({ ...each, n: -each.n }))];
  return [
    ...moves.map((move) => /** @type {[string, Mark]} */ ([JSON.stringify([begun, move]), { move }])),
    ...amounts.map((amount) => /** @type {[string, Mark]} */ ([JSON.stringify([begun, amount]), { amount }])),
  ];
}

/**
 * @param {State} first the state in which the page is opened
 * @param {(marks: {moves?: Wire.Move[], amounts?: Wire.Count[]}) => void} show on the map; without marks: nothing more
 */
export function createTraces(first, show) {
  let known = new Set(marksOf(first).map(([name]) => name));
  let last = first;
  let ending = 0;

  /** They are seen. */
  function end() {
    window.clearTimeout(ending);
    known = new Set(marksOf(last).map(([name]) => name));
    show({});
  }

  document.addEventListener("keydown", end, { capture: true });
  return {
    end,
    /** A state in which others' moves are told by arrows, or have been told before. @param {State} state @param {boolean} atOnce */
    update(state, atOnce) {
      last = state;
      const fresh = marksOf(state).filter(([name]) => !known.has(name));
      if (!atOnce || state.over || !fresh.length) {
        end();
        return;
      }
      window.clearTimeout(ending);
      ending = window.setTimeout(end, STAY);
      show({
        moves: fresh.flatMap(([, { move }]) => move ?? []).slice(-ARROWS),
        amounts: fresh.flatMap(([, { amount }]) => amount ?? []),
      });
    },
  };
}
