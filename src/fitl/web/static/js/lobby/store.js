// @ts-check
/**
 * What this browser remembers: the seats it holds (`fitl.games`, shared with the table page), the links it may share
 * again (`fitl.links`) and the unfinished form (for this tab only).
 */

/**
 * @typedef {{game: string, token: string, title: string, role: string, factions: string[], seen: number}} Note `seen`: when, in milliseconds
 * @typedef {{role: string, factions: string[], mine: boolean, token: string, path: string}} Link
 */

const GAMES = "fitl.games";
const LINKS = "fitl.links";
const CLAIMS = "fitl.game_lock"; // secrets under way to the server, by the token they are to replace

/**
 * @param {Storage} storage
 * @param {string} key
 * @param {any} otherwise
 */
function read(storage, key, otherwise) {
  try {
    return JSON.parse(storage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise; // damaged or forbidden storage must not keep anybody from playing
  }
}

/**
 * @param {Storage} storage
 * @param {string} key
 * @param {any} value
 */
function write(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // a full or forbidden storage: the page still works, it only forgets
  }
}

/** The seats this browser holds, newest first. @returns {Note[]} */
export function heldGames() {
  const found = read(localStorage, GAMES, []);
  return Array.isArray(found) ? found.filter((note) => note && note.game && note.token) : [];
}

/**
 * Keep a seat, first in the list; what is known of it already is brought up to date.
 * @param {Note} note
 */
export function holdGame(note) {
  const others = heldGames();
  const known = others.find((each) => each.token === note.token);
  write(localStorage, GAMES, [{ ...known, ...note }, ...others.filter((each) => each.token !== note.token)]);
}

/**
 * Give a seat up, and with the last seat of a game its links.
 * @param {Note} note
 */
export function dropGame(note) {
  const left = heldGames().filter((each) => each.token !== note.token);
  write(localStorage, GAMES, left);
  if (left.some((each) => each.game === note.game)) return;
  const links = read(localStorage, LINKS, {});
  delete links[note.game];
  write(localStorage, LINKS, links);
}

/**
 * What a token is being exchanged for; kept until the seat has been opened with it.
 * @param {string} token
 * @param {string | null} secret null: nothing
 */
export function keepClaim(token, secret) {
  const claims = read(localStorage, CLAIMS, {});
  if (secret) claims[token] = secret;
  else delete claims[token];
  write(localStorage, CLAIMS, claims);
}

/** @param {string} token @returns {string | null} */
export function claimUnderWay(token) {
  return read(localStorage, CLAIMS, {})[token] ?? null;
}

/**
 * A seat is opened by another token now.
 * @param {string} game
 * @param {string} before
 * @param {string} token
 */
export function swapToken(game, before, token) {
  const notes = heldGames();
  const known = notes.some((note) => note.token === token);
  write(
    localStorage,
    GAMES,
    known
      ? notes.filter((note) => note.token !== before)
      : notes.map((note) => (note.token === before ? { ...note, token } : note)),
  );
  const links = linksOf(game);
  if (links.length)
    keepLinks(
      game,
      links.map((link) =>
        link.token === before && link.mine ? { ...link, token, path: `/game/${game}#${token}` } : link,
      ),
    );
  try {
    sessionStorage.setItem(`fitl.seat.${game}`, token);
  } catch {
    // a forbidden storage: the page still works, it only forgets
  }
  keepClaim(before, null);
}

/**
 * The links of a game that was created here. @param {string} game @returns {Link[]}
 */
export function linksOf(game) {
  return read(localStorage, LINKS, {})[game] ?? [];
}

/**
 * @param {string} game
 * @param {Link[]} links
 */
export function keepLinks(game, links) {
  write(localStorage, LINKS, { ...read(localStorage, LINKS, {}), [game]: links });
}

/**
 * Those who watch have another link now.
 * @param {string} game
 * @param {{token: string, path: string}} link
 */
export function swapSpectators(game, { token, path }) {
  const links = linksOf(game);
  if (links.length)
    keepLinks(
      game,
      links.map((link) => (link.role === "spectator" && !link.mine ? { ...link, token, path } : link)),
    );
}

/**
 * Something unfinished, kept over a reload of this tab. @param {string} name @returns {any}
 */
export function unfinished(name) {
  return read(sessionStorage, `fitl.lobby.${name}`, null);
}

/**
 * @param {string} name
 * @param {any} value null: finished
 */
export function keepUnfinished(name, value) {
  write(sessionStorage, `fitl.lobby.${name}`, value);
}
