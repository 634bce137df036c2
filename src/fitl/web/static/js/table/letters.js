// @ts-check
/**
 * Letters of answers: each belongs to an answer, not to a place in a list, so that t is Train wherever it is offered.
 * Spaces have none: there are too many, and the map and the filter find them.
 */

/** Taken by what can be done at any time (keys.js): undo, redo, hint, why. */
const RESERVED = "urhw";
const MANY = 15; // more named answers than this are found by the filter

/** @type {Record<string, string>} */
const OWN = {
  event: "e",
  op_only: "o",
  op_activity: "a",
  limop: "l",
  pass: "p",
  hidden_asset: "x",
  unshaded: "n",
  shaded: "s",
  train: "t",
  patrol: "p",
  sweep: "s",
  assault: "a",
  rally: "y",
  march: "m",
  attack: "a",
  terror: "t",
  advise: "v",
  interdict: "i",
  infiltrate: "f",
  direct: "d",
  propagandize: "g",
  "sa:advise": "v",
  "sa:air_lift": "l",
  "sa:air_strike": "k",
  "sa:govern": "g",
  "sa:transport": "t",
  "sa:raid": "i",
  "sa:infiltrate": "f",
  "sa:bombard": "b",
  "sa:ambush": "a",
  "sa:tax": "x",
  "sa:subvert": "s",
  "sa:direct": "c",
  "sa:spearhead": "s",
  done: "d",
  stop: "d",
  yes: "y",
  no: "n",
  none: "n",
  nothing: "n",
};

/**
 * @param {import("./prompt/model.js").Option[]} options
 * @returns {Map<string, string>} the letter of each answer that has one, by key
 */
export function lettersFor(options) {
  const named = options.filter((option) => option.spaces.length === 0 && option.amount === null);
  /** @type {Map<string, string>} */
  const found = new Map();
  const taken = new Set(RESERVED);
  const give = (/** @type {string} */ key, /** @type {string | undefined} */ letter) => {
    if (!letter || taken.has(letter)) return;
    taken.add(letter);
    found.set(key, letter);
  };
  for (const { key } of named) give(key, OWN[key]);
  if (named.length > MANY) return found;
  for (const { key, label } of named) {
    if (!found.has(key))
      give(
        key,
        [...label.toLowerCase()].find((letter) => /[a-z]/.test(letter) && !taken.has(letter)),
      );
  }
  return found;
}
