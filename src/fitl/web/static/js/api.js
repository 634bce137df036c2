// @ts-check
/** The server's door (docs/web-api.md): JSON over HTTP with the seat's secret, and a socket that says when to look. */

import { t } from "./words.js";

/** A request the server refused; the message is for the player, `code` for the program. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {string} code
   * @param {number} status
   */
  constructor(message, code, status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{token?: string, body?: any, text?: boolean}} [options]
 * @returns {Promise<any>}
 */
export async function request(method, path, { token, body, text } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    cache: "no-store",
  }).catch(() => {
    throw new Refused(t(navigator.onLine ? "no_answer.closed" : "no_answer.offline"), "no_answer", 0);
  });
  if (answer.ok) return text ? answer.text() : answer.json();
  const error = await answer.json().catch(() => ({ error: "unreadable", message: answer.statusText }));
  throw new Refused(error.message, error.error, answer.status);
}

/**
 * One game seen from one seat (or by a spectator).
 */
export class Table {
  /**
   * @param {string} game
   * @param {string} token
   */
  constructor(game, token) {
    this.game = game;
    this.token = token;
    this.path = `/api/games/${game}`;
  }

  /**
   * @param {string} path
   * @param {{text?: boolean}} [options]
   */
  get(path, options = {}) {
    return request("GET", this.path + path, { token: this.token, ...options });
  }

  /**
   * @param {string} path
   * @param {any} body
   */
  post(path, body) {
    return request("POST", this.path + path, { token: this.token, body });
  }

  /** What this seat sees now, and what led there since so many entries. @param {number} [since] */
  look(since) {
    return this.get(since === undefined ? "" : `?from=${since}`);
  }

  /**
   * @param {number} number of the decision answered
   * @param {string} key of the option chosen
   * @param {number} since so many entries we have seen what happened
   */
  choose(number, key, since) {
    return this.post("/choose", { number, key, from: since });
  }
}
