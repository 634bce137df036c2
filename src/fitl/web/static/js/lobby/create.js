// @ts-check
/** Creating a game on the server and keeping its links. */

import { request } from "../api.js";
import { holdGame, keepLinks } from "./store.js";

/**
 * @typedef {import("./store.js").Link} Link
 * @typedef {{game: string, title: string, links: Link[], door: Link | undefined, notes: string[]}} Created
 *   `door` opens the game for us; `notes` are remarks on an old journal
 */

/**
 * @param {Record<string, any>} order as in POST /api/games, or /api/games/import
 * @param {string} title
 * @param {string} [path]
 * @returns {Promise<Created>}
 */
export async function createGame(order, title, path = "/api/games") {
  const { game, links, notes = [] } = await request("POST", path, { body: order });
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
