// @ts-check
/** Moments in addresses: `#at=210` opens the table as it was after 210 entries, `#TOKEN&at=210` for a reader without a seat. */

import { home } from "../home.js";

const AT = /(?:^|&)at=(\d{1,7})$/;

/**
 * The parts of an address: the token of a seat (empty: none) and a moment (null: the present).
 * @param {string} hash without the leading #
 * @returns {{token: string, at: number | null}}
 */
export function readHash(hash) {
  const found = AT.exec(hash);
  return { token: found ? hash.slice(0, found.index) : hash, at: found ? Number(found[1]) : null };
}

/**
 * A link to a moment. It may hold the token of spectators, never that of a seat.
 * @param {string} game
 * @param {number} entry
 * @param {string | null} spectator
 */
export function momentLink(game, entry, spectator) {
  return home.linkTo(`/game/${game}#${spectator ? `${spectator}&` : ""}at=${entry}`);
}

/** Have the address name a moment, so that a reload shows it again. @param {number | null} entry null: the present */
export function keepMoment(entry) {
  const wanted = entry === null ? "" : `#at=${entry}`;
  if (home.hash() !== wanted) home.mark(wanted);
}
