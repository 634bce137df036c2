// @ts-check
/** The texts the panels show, fetched once: rules by number, and cards. */

import { read } from "../api.js";
import { constant } from "../constants.js";

/**
 * @typedef {Wire.RuleText} Rule
 * @typedef {Wire.CardFacts} Card
 */

/** @type {Promise<Record<string, Rule>> | null} */
let rules = null;
/** @type {Promise<Card[]> | null} */
let cards = null;

/** Every rule by its number. */
export function loadRules() {
  return (rules ??= read("/api/rules").catch((error) => {
    rules = null; // so that the next look tries again
    throw error;
  }));
}

/** Every card, by number. */
export function loadCards() {
  return (cards ??= read("/api/cards").catch((error) => {
    cards = null;
    throw error;
  }));
}

/** The Factions, in the order of the book. @returns {Promise<string[]>} */
export async function loadFactions() {
  return Object.keys((await constant("facts")).factions);
}

/**
 * Rule numbers in the order of the books: 3.2 before 3.2.1 before 3.10; P and S of the expansions after all others.
 * @param {string} one
 * @param {string} other
 */
export function byNumber(one, other) {
  const [a, b] = [one, other].map(places);
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? -1) - (b[i] ?? -1);
    if (difference) return difference;
  }
  return 0;
}

/** The letter and the numbers of a rule, as numbers. @param {string} number */
function places(number) {
  const letter = /^[A-Z]/.test(number) ? number.charCodeAt(0) : 0;
  return [
    letter,
    ...number
      .slice(letter ? 1 : 0)
      .split(".")
      .map(Number),
  ];
}

/**
 * The number of the section a rule belongs to, or "" for a chapter: 3.2.4 -> 3.2 -> 3.
 * @param {string} number
 */
export function above(number) {
  return number.split(".").slice(0, -1).join(".");
}
