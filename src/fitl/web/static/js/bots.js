// @ts-check
/** The kinds of bots, in words, wherever one is chosen or sits. */

import { hasWords, t } from "./words.js";

/** The name under which a kind is offered: some have two. @type {Record<string, string>} */
const OFFERED_AS = { "thinker:steady": "thinker" };

/** @param {string} kind */
export function listedAs(kind) {
  return OFFERED_AS[kind] ?? kind;
}

/** A kind of bot in words; whether it has the privileges of 8.1 is among them. @param {string} kind */
export function botName(kind) {
  const words = `bot.${listedAs(kind).replaceAll(":", "_")}`;
  return hasWords(words) ? t(words) : kind.replaceAll(":", ", ");
}
