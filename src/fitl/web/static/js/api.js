// @ts-check
/** The server's door (docs/web-api.md): JSON over HTTP with the seat's secret, and a socket that says when to look. */

import { home } from "./home.js";
import { t } from "./words.js";

const PATIENCE = 2; // so often a server that is busy is asked again

/** A request the server refused; the message is for the player, `code` for the program. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {string} code
   * @param {number} status
   * @param {number | null} [after] seconds after which it may be asked again
   */
  constructor(message, code, status, after = null) {
    super(message);
    this.code = code;
    this.status = status;
    this.after = after;
  }
}

/**
 * Ask the server. If it is busy (503), whatever changes nothing is asked again in a while; an answer is not given twice.
 * @param {string} method
 * @param {string} path
 * @param {{token?: string, body?: any, text?: boolean}} [options]
 * @returns {Promise<any>}
 */
export async function request(method, path, options = {}) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await requestOnce(method, path, options);
    } catch (error) {
      const after = error instanceof Refused && error.status === 503 && method === "GET" ? error.after : null;
      if (after === null || tries === PATIENCE) throw error;
      await new Promise((wake) => window.setTimeout(wake, 1000 * after));
    }
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{token?: string, body?: any, text?: boolean}} options
 * @returns {Promise<any>}
 */
async function requestOnce(method, path, { token, body, text }) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await home
    .ask(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
    })
    .catch(() => {
      throw new Refused(t(navigator.onLine ? "no_answer.closed" : "no_answer.offline"), "no_answer", 0);
    });
  if (answer.ok) return text ? answer.text() : answer.json();
  const error = await answer.json().catch(() => ({ error: "unreadable", message: answer.statusText }));
  const after = answer.headers.get("Retry-After");
  throw new Refused(error.message, error.error, answer.status, after === null ? null : Number(after));
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
