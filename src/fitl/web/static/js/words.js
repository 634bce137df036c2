// @ts-check
/**
 * The page's sentences, from the same message catalogue as the rest of the game (table `web` of messages/<language>).
 * `{n:card|cards}` takes the first form for 1 and the second for any other number, as in words.py.
 */

/** @type {Record<string, string>} */
let messages = {};

/** Load the catalogue of the page. */
export async function loadWords() {
  const answer = await fetch("/api/messages");
  messages = await answer.json();
}

/**
 * @param {string} id without the leading `web.`
 */
export function hasWords(id) {
  return id in messages;
}

/**
 * A sentence with its parameters filled in.
 * @param {string} id without the leading `web.`
 * @param {Record<string, string | number>} [params]
 */
export function t(id, params = {}) {
  const template = messages[id];
  if (template === undefined) return id;
  return template.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_all, name, one, many) => {
    const value = params[name];
    if (one === undefined) return String(value);
    return Number(value) === 1 ? one : many;
  });
}
