// @ts-check
/** The numbers behind the graphs: reading a game's history (GET /api/games/ID/history), without any drawing. */

import { decimal } from "../words.js";

export const MEAN_DIE = 3.5;

/**
 * One row stands where a card begins, a last one at the present; `dice` are those rolled since the row before.
 * @typedef {Wire.HistoryRow} Row
 * @typedef {{by: string, count: number, mean: number, faces: number[]}} Luck
 * @typedef {{row: Row, change: number}} Swing
 */

/** Is this the last row, which stands for the present and not for the beginning of a card? @param {Row[]} history @param {number} i */
export function isPresent(history, i) {
  return i === history.length - 1;
}

/** The Factions of the game. @param {Row[]} history */
export function factionsOf(history) {
  return Object.keys(history[0]?.margins ?? {});
}

/** The numbers of the rows where a Coup begins. @param {Row[]} history */
export function coupRows(history) {
  return history.flatMap((row, i) => (row.coup && !isPresent(history, i) ? [i] : []));
}

/**
 * The dice of each Faction's turns, and of nobody's ("chance": Coup Rounds); only those that rolled.
 * @param {Row[]} history
 * @returns {Luck[]}
 */
export function luckOf(history) {
  const rolls = history.flatMap((row) => row.dice);
  return [...factionsOf(history), null].flatMap((by) => {
    const own = rolls.filter((roll) => roll.by === by).map(({ n }) => n);
    if (own.length === 0) return [];
    const faces = [1, 2, 3, 4, 5, 6].map((face) => own.filter((n) => n === face).length);
    return [{ by: by ?? "chance", count: own.length, mean: own.reduce((a, b) => a + b, 0) / own.length, faces }];
  });
}

/**
 * What each card did to a Faction's margin: from where it began to where the next row stands.
 * @param {Row[]} history
 * @param {string} faction
 * @returns {Swing[]}
 */
export function swingsOf(history, faction) {
  return history
    .slice(0, -1)
    .map((row, i) => ({ row, change: history[i + 1].margins[faction] - row.margins[faction] }));
}

/** The greatest gain, if any card brought one. @param {Row[]} history @param {string} faction */
export function bestSwing(history, faction) {
  return extreme(swingsOf(history, faction), 1);
}

/** The greatest loss, if any card brought one. @param {Row[]} history @param {string} faction */
export function worstSwing(history, faction) {
  return extreme(swingsOf(history, faction), -1);
}

/** @param {Swing[]} swings @param {1 | -1} sign @returns {Swing | null} */
function extreme(swings, sign) {
  let found = null;
  for (const swing of swings) if (swing.change * sign > (found ? found.change * sign : 0)) found = swing;
  return found;
}

/** Where a Faction stood best. @param {Row[]} history @param {string} faction @returns {Row} */
export function peakOf(history, faction) {
  return history.reduce((best, row) => (row.margins[faction] > best.margins[faction] ? row : best));
}

/** Who has the highest margin in a row; null if it is shared. @param {Row} row */
export function leaderOf(row) {
  const most = Math.max(...Object.values(row.margins));
  const first = Object.keys(row.margins).filter((faction) => row.margins[faction] === most);
  return first.length === 1 ? first[0] : null;
}

/**
 * How often the lead went from one Faction to another (a shared lead changes nothing).
 * @param {Row[]} history
 */
export function leadChanges(history) {
  const leaders = history.map(leaderOf).filter((leader) => leader !== null);
  return leaders.filter((leader, i) => i > 0 && leader !== leaders[i - 1]).length;
}

/**
 * The row from which on a Faction was first or shared the first place to the end; null if it was not.
 * @param {Row[]} history
 * @param {string} faction
 * @returns {Row | null}
 */
export function leadingSince(history, faction) {
  let since = null;
  for (let i = history.length - 1; i >= 0; i--) {
    const row = history[i];
    if (Object.values(row.margins).some((margin) => margin > row.margins[faction])) break;
    since = row;
  }
  return since;
}

/** A number with its sign, with a real minus. @param {number} n @param {number} [digits] */
export function signed(n, digits = 0) {
  const size = decimal(Math.abs(n), digits);
  if (Math.abs(n) < 0.5 / 10 ** digits) return size;
  return (n > 0 ? "+" : "\u2212") + size;
}

/** A number that may be below zero, with a real minus. @param {number} n */
export function plain(n) {
  return n < 0 ? `\u2212${-n}` : String(n);
}
