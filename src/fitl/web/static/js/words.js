// @ts-check
/**
 * The page's sentences, from the same message catalogue as the rest of the game (table `web` of messages/<language>).
 * `{n:card|cards}` takes the first form for 1 and the second for any other number, as in words.py; `{faction:de}` asks
 * a name for one of the forms its language has (see catalogue.py), which `/api/facts` serves with each Faction.
 */

import { constant } from "./constants.js";

/** @typedef {{ name: string, forms?: Record<string, string> }} Name */

/** @type {Record<string, string>} */
let messages = {};

/** Load the catalogue of the page. */
export async function loadWords() {
  messages = await constant("messages");
  document.documentElement.lang = messages[""] ?? "en"; // how numbers and dates are written follows it
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
 * @param {Record<string, string | number | Name>} [params]
 */
export function t(id, params = {}) {
  const template = messages[id];
  if (template === undefined) return id;
  return template.replace(/\{(\w+)(?::([^|}]*)(?:\|([^}]*))?)?\}/g, (_all, name, one, many) => {
    const value = params[name];
    if (typeof value === "object") return inForm(value, one ?? "");
    if (many === undefined) return String(value);
    return Number(value) === 1 ? one : many;
  });
}

/**
 * @param {Name} value
 * @param {string} form
 */
function inForm(value, form) {
  const bent = value.forms?.[form.toLowerCase()] ?? value.name;
  return form && form[0] !== form[0].toLowerCase() ? bent[0].toUpperCase() + bent.slice(1) : bent;
}

/**
 * A number with so many digits after the mark that the language has there.
 * @param {number} value
 * @param {number} digits
 */
export function decimal(value, digits) {
  return value.toLocaleString(document.documentElement.lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/**
 * A text as it is searched: small letters without accents, so that "saigon" finds "Saigón".
 * @param {string} text
 */
export function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
