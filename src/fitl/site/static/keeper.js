// @ts-check
/**
 * Games kept in the browser's own database (IndexedDB): of each a record, and its journal's lines in pieces as they came.
 * A game is one tab's at a time to play (Web Locks); the others hear what that one has kept.
 */

const GAMES = "games";
const PIECES = "pieces"; // under [game, number of the journal, number of the first line]
const NEWS = "fitl-kept";

/** @param {IDBRequest | IDBOpenDBRequest} request @returns {Promise<any>} */
function came(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
function done(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
  });
}

/** @param {string} game */
function piecesOf(game) {
  return IDBKeyRange.bound([game], [game, []]);
}

export class Keeper {
  /** @param {IDBDatabase} database @param {(game: string) => void} onNews another tab has kept something */
  constructor(database, onNews) {
    this.database = database;
    /** @type {Map<string, () => void>} */
    this.held = new Map();
    this.channel = new BroadcastChannel(NEWS);
    this.channel.addEventListener("message", (event) => onNews(event.data));
    database.onversionchange = () => database.close(); // of a newer version of the site
  }

  /** @param {(game: string) => void} onNews */
  static async open(onNews) {
    const request = indexedDB.open("fitl", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(GAMES, { keyPath: "id" });
      request.result.createObjectStore(PIECES);
    };
    return new Keeper(await came(request), onNews);
  }

  /** Every game, as a text. */
  async all() {
    const games = await came(this.database.transaction(GAMES).objectStore(GAMES).getAllKeys());
    const records = await Promise.all(games.map((/** @type {string} */ game) => this.get(game)));
    return `[${records.filter(Boolean).join(",")}]`;
  }

  /** @param {string} game @returns {Promise<string | undefined>} */
  async get(game) {
    const transaction = this.database.transaction([GAMES, PIECES]);
    const kept = await came(transaction.objectStore(GAMES).get(game));
    if (!kept) return undefined;
    const pieces = transaction.objectStore(PIECES);
    const [keys, found] = await Promise.all([
      came(pieces.getAllKeys(piecesOf(game))),
      came(pieces.getAll(piecesOf(game))),
    ]);
    /** @type {string[][]} */
    const journals = [];
    keys.forEach((/** @type {[string, number, number]} */ [, number], /** @type {number} */ place) => {
      (journals[number] ??= []).push(...found[place]);
    });
    return JSON.stringify({ ...JSON.parse(kept.record), journals });
  }

  /**
   * @param {string} game
   * @param {string} record
   * @param {string} seen where the game must stand; "" if it is new
   * @param {string} head where it stands then
   * @param {string} pieces
   * @returns {Promise<string>}
   */
  async put(game, record, seen, head, pieces) {
    try {
      const transaction = this.database.transaction([GAMES, PIECES], "readwrite", { durability: "strict" });
      const ended = done(transaction);
      ended.catch(() => {}); // told below
      const games = transaction.objectStore(GAMES);
      const before = await came(games.get(game));
      if ((before?.head ?? "") !== seen) {
        transaction.abort();
        return "elsewhere";
      }
      games.put({ id: game, head, record });
      for (const [number, first, lines] of JSON.parse(pieces)) {
        transaction.objectStore(PIECES).put(lines, [game, number, first]);
      }
      await ended;
      this.channel.postMessage(game);
      return "";
    } catch (error) {
      return String(/** @type {any} */ (error)?.name ?? error);
    }
  }

  /** @param {string} game @returns {Promise<string>} */
  async drop(game) {
    try {
      const transaction = this.database.transaction([GAMES, PIECES], "readwrite");
      transaction.objectStore(GAMES).delete(game);
      transaction.objectStore(PIECES).delete(piecesOf(game));
      await done(transaction);
      this.channel.postMessage(game);
      return "";
    } catch (error) {
      return String(/** @type {any} */ (error)?.name ?? error);
    }
  }

  /**
   * Is a game this tab's to play?
   * @param {string} game
   * @returns {Promise<string>} "mine", "new" or "elsewhere"
   */
  async claim(game) {
    if (this.held.has(game) || !navigator.locks) return "mine";
    return new Promise((answer) => {
      navigator.locks.request(`fitl-game-${game}`, { ifAvailable: true }, (lock) => {
        if (!lock) return answer("elsewhere");
        return new Promise((release) => {
          this.held.set(game, () => release(undefined));
          answer("new");
        });
      });
    });
  }

  /** Nobody looks at a game here any more: another tab may play it. @param {string} game */
  release(game) {
    this.held.get(game)?.();
    this.held.delete(game);
  }
}

/** In place of a keeper where the browser refuses to store anything: games last as long as the tab. */
export class Unkept {
  async all() {
    return "[]";
  }

  async get() {
    return undefined;
  }

  async put() {
    return "";
  }

  async drop() {
    return "";
  }

  async claim() {
    return "mine";
  }

  release() {}
}
