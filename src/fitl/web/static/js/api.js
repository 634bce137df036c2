// @ts-check
/** The server's door (docs/web-api.md): JSON over HTTP with the seat's secret, and a socket that says when to look. */

import { home } from "./home.js";
import { nameOf, patched } from "./kept.js";
import { inOurLanguage } from "./language.js";
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

/** @typedef {{token?: string, body?: object, text?: boolean}} Order */

/**
 * Ask the server. If it is busy (503), whatever changes nothing is asked again in a while; an answer is not given twice.
 * @param {"GET" | "POST"} method
 * @param {string} path
 * @param {Order} [order]
 * @returns {Promise<unknown>}
 */
async function request(method, path, order = {}) {
  for (let tries = 0; ; tries += 1) {
    try {
      return await requestOnce(method, path, order);
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
 * @param {Order} order
 * @returns {Promise<unknown>}
 */
async function requestOnce(method, path, { token, body, text }) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await home
    .ask(
      path,
      inOurLanguage({
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        cache: "no-store",
      }),
    )
    .catch(() => {
      throw new Refused(t(navigator.onLine ? "no_answer.closed" : "no_answer.offline"), "no_answer", 0);
    });
  if (answer.ok) return text ? answer.text() : answer.json();
  const error = await answer.json().catch(() => ({ error: "unreadable", message: answer.statusText }));
  const after = answer.headers.get("Retry-After");
  throw new Refused(error.message, error.error, answer.status, after === null ? null : Number(after));
}

/**
 * What is at an address of its own.
 * @template {keyof Wire.Reads} P
 * @param {P} path
 * @returns {Promise<Wire.Reads[P]>}
 */
export async function read(path) {
  return /** @type {Wire.Reads[P]} */ (await request("GET", path));
}

/**
 * Send something to an address of its own.
 * @template {keyof Wire.Sends} P
 * @param {P} path
 * @param {Wire.Sends[P]["body"]} body
 * @returns {Promise<Wire.Sends[P]["answer"]>}
 */
export async function send(path, body) {
  return /** @type {Wire.Sends[P]["answer"]} */ (await request("POST", path, { body }));
}

/** @typedef {import("./kept.js").State} State */

/**
 * One game seen from one seat (or by a spectator). It keeps the table it was told last, so that the server need tell
 * only what has changed (kept.js).
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
    /** @type {import("./kept.js").Kept | null} */
    this.kept = null;
  }

  /**
   * @template {keyof Wire.GameReads} P
   * @param {P} path
   * @param {Wire.GameReads[P]["query"]} [query]
   * @returns {Promise<Wire.GameReads[P]["answer"]>}
   */
  async get(path, query) {
    const asked = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
    const found = await request("GET", `${this.path}${path}${query ? `?${asked}` : ""}`, { token: this.token });
    return /** @type {Wire.GameReads[P]["answer"]} */ (found);
  }

  /** What is written for a file. @param {"/journal" | "/log.txt" | "/position" | `/position?at=${number}`} path */
  async text(path) {
    return /** @type {string} */ (await request("GET", this.path + path, { token: this.token, text: true }));
  }

  /**
   * @template {keyof Wire.GameSends} P
   * @param {P} path
   * @param {Wire.GameSends[P]["body"]} body
   * @returns {Promise<Wire.GameSends[P]["answer"]>}
   */
  async post(path, body) {
    const found = await request("POST", this.path + path, { token: this.token, body });
    return /** @type {Wire.GameSends[P]["answer"]} */ (found);
  }

  /**
   * Change something: the table as it is then, and what is told of the change itself.
   * @template {keyof Wire.GameChanges} P
   * @param {P} path
   * @param {Wire.GameChanges[P]["body"]} body with `from`, a number of entries: what led here since is told, too
   * @returns {Promise<{state: State, result: Wire.GameChanges[P]["result"]}>}
   */
  async change(path, body) {
    const have = nameOf(this.kept);
    const found = await request("POST", this.path + path, { token: this.token, body: { ...body, have } });
    const { patch, result } = /** @type {{patch: Wire.Patch, result: Wire.GameChanges[P]["result"]}} */ (found);
    return { state: this.#take(patch) ?? (await this.look(body.from ?? undefined)), result };
  }

  /** What this seat sees now, and what led there since this many entries. @param {number} [since] @returns {Promise<State>} */
  async look(since) {
    const told = since === undefined ? {} : { from: since };
    const found = await this.get("", { have: nameOf(this.kept), ...told });
    const state = this.#take(/** @type {Wire.Patch} */ (found));
    if (state) return state;
    this.kept = null; // a patch was lost: ask for the whole table
    return this.look(since);
  }

  /** The table as it was after this many entries. @param {number} entry @returns {Promise<State>} */
  async then(entry) {
    return /** @type {State} */ (await this.get("", { at: entry }));
  }

  /**
   * The table after a patch; null if it changes one that never arrived.
   * @param {Wire.Patch} patch
   * @returns {State | null}
   */
  #take(patch) {
    const next = patched(this.kept, patch);
    if (!next) return null;
    this.kept = next;
    return "steps" in patch ? { ...next.table, steps: patch.steps } : next.table;
  }

  /**
   * @param {number} number of the decision answered
   * @param {string} key of the option chosen
   * @param {number} since the number of entries of which we have seen what happened
   */
  choose(number, key, since) {
    return this.change("/choose", { number, key, from: since });
  }
}
