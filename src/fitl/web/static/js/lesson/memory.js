// @ts-check
/** What this browser remembers of the lesson: its game and how far it came, and how the coach is set. */

const KEY = "fitl.lesson";
const GAMES = "fitl.games"; // the seats held here, see the contract of the table page

/**
 * @typedef {{game?: string, number?: number, left?: boolean, playAs?: string, side?: "left" | "right", folded?: boolean}} Memory
 */

/**
 * @param {string} key
 * @param {any} otherwise
 */
function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise; // damaged or forbidden storage must not keep anybody from learning
  }
}

/** @returns {Memory} */
export function recall() {
  return read(KEY, {});
}

/** @param {Partial<Memory>} news */
export function remember(news) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...recall(), ...news }));
  } catch {
    // the lesson still works, it only forgets
  }
}

/**
 * The secret of a seat held here, or null.
 * @param {string | undefined} game
 * @returns {string | null}
 */
export function tokenOf(game) {
  const held = read(GAMES, []);
  return (Array.isArray(held) && held.find((note) => note && note.game === game)?.token) || null;
}
