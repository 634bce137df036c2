// @ts-check
/** What a review says, without any drawing: chances by card, costly turns, and sums. */

export const TOLD = 0.01; // cheaper turns are not listed

/**
 * The chances that held when this many answers had been given.
 * @param {Wire.ReviewMoment[]} moments
 * @param {number} entry
 * @returns {Record<string, number>}
 */
export function chancesAt(moments, entry) {
  let found = moments[0];
  for (const moment of moments) if (moment.entry <= entry) found = moment;
  return found?.chances ?? {};
}

/**
 * The Factions whose turns can be judged; those of the viewer come first.
 * @param {Wire.ReviewOutline} outline
 * @param {string[]} mine
 */
export function factionsIn(outline, mine) {
  const all = [...new Set(outline.turns.map((turn) => turn.faction))];
  return [...all.filter((faction) => mine.includes(faction)), ...all.filter((faction) => !mine.includes(faction))];
}

/** The turns that cost something worth telling. @param {Wire.TurnVerdict[]} turns */
export function costly(turns) {
  return turns.filter((turn) => turn.cost >= TOLD);
}

/** What all turns cost together, in points. @param {Wire.TurnVerdict[]} turns */
export function pointsLost(turns) {
  return 100 * turns.reduce((sum, turn) => sum + turn.cost, 0);
}

/** Where the most was given away. @param {Wire.TurnVerdict[]} turns @returns {Wire.TurnVerdict | null} */
export function worst(turns) {
  return turns.reduce(
    (found, turn) => (turn.cost > (found?.cost ?? 0) ? turn : found),
    /** @type {Wire.TurnVerdict | null} */ (null),
  );
}
