// @ts-check
/**
 * The page's sentences, from the same message catalogue as the rest of the game (table `web` of messages/<language>).
 * `{n:card|cards}` takes the first form for 1 and the second for any other number, as in words.py; `{faction:de}` asks
 * a name for one of the forms its language has (see catalogue.py), which `/api/messages` serves of each Faction.
 */

import { constant } from "./constants.js";

/** @typedef {{ name: string, forms: Record<string, string> }} Name */

/** @type {Record<string, string>} */
let messages = {};

/** Load the catalogue of the page. */
export async function loadWords() {
  messages = await constant("messages");
  document.documentElement.lang = messages[""] ?? "en"; // how numbers and dates are written follows it
}

/** The languages there are, each by its own name. */
export function languages() {
  return Object.keys(messages)
    .filter((id) => id.startsWith("language.of."))
    .map((id) => ({ id: id.slice("language.of.".length), name: messages[id] }));
}

/**
 * Factions as a sentence may bend them: "del EVN y del VC".
 * @param {...string} factions
 * @returns {Name}
 */
export function named(...factions) {
  const together = (/** @type {(faction: string) => string} */ said) =>
    factions.slice(0, -1).map(said).join(t("lobby.short.list")) +
    (factions.length > 1 ? t("lobby.short.and") : "") +
    said(factions[factions.length - 1] ?? "");
  const forms = Object.keys(messages).filter((id) => id.startsWith(`named.${factions[0]}.`));
  return {
    name: together((faction) => t(`table.faction.${faction}`)),
    forms: Object.fromEntries(
      forms.map((id) => {
        const form = id.split(".")[2];
        return [form, together((faction) => t(`named.${faction}.${form}`))];
      }),
    ),
  };
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
  const said = template.replace(/\{(\w+)(?::([^|}]*)(?:\|([^}]*))?)?\}/g, (_all, name, one, many) => {
    const value = params[name];
    if (typeof value === "object") return inForm(value, one ?? "");
    if (many === undefined) return String(value);
    return Number(value) === 1 ? one : many;
  });
  return said.replace(/(?<!\.)\.\.(?!\.)/g, "."); // a name that ends with a full stop ends its sentence too
}

/**
 * @param {Name} value
 * @param {string} form
 */
function inForm(value, form) {
  const bent = value.forms[form.toLowerCase()] ?? value.name;
  return form && form[0] !== form[0].toLowerCase() ? bent[0].toUpperCase() + bent.slice(1) : bent;
}

/**
 * A number with this many digits after the decimal mark of the language.
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

/**
 * The same with initials in one word, so that "eeuu" finds "EE. UU."; not for places within the text, which is shorter.
 * @param {string} text
 */
export function searched(text) {
  return plain(text).replace(/(?<=\b\w\w)\.\s(?=\w\w\b)/g, "");
}
