// @ts-check
/** Creating a game on the server and keeping its links. */

import { send } from "../api.js";
import { holdGame, keepLinks } from "./store.js";

/**
 * @typedef {import("./store.js").Link} Link
 * @typedef {{game: string, title: string, links: Link[], door: Link | undefined, notes: string[]}} Created
 *   `door` opens the game for us; `notes` are remarks on an old journal
 */

/**
 * @param {Wire.NewGameWish} order
 * @param {string} title
 * @returns {Promise<Created>}
 */
export async function createGame(order, title) {
  return kept(await send("/api/games", order), title);
}

/**
 * The same of a saved game that is taken up.
 * @param {Wire.ImportWish} order
 * @param {string} title
 */
export async function takeUp(order, title) {
  const brought = await send("/api/games/import", order);
  return kept(brought, title, brought.notes);
}

/**
 * Keep the links of a new game.
 * @param {Wire.Created} created
 * @param {string} title
 * @param {string[]} [notes]
 * @returns {Created}
 */
export function kept({ game, links }, title, notes = []) {
  const door = doorOf(links);
  keepLinks(game, links);
  if (door) holdGame({ game, token: door.token, title, role: door.role, factions: door.factions, seen: Date.now() });
  return { game, title, links, door, notes };
}

/**
 * Our own seat, or the spectators' bench if we have none.
 * @param {Link[]} links
 */
export function doorOf(links) {
  return links.find((link) => link.mine) ?? links.find((link) => link.role === "spectator");
}
