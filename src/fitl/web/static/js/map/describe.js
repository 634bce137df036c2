// @ts-check
/** A space in words: for the close-up, and for those who listen to the map instead of looking at it. */
import { t } from "../words.js";

/** @typedef {import("./space_state.js").SpaceState} SpaceState */

/**
 * What kind of space it is: "Province, Jungle", "City", "Line of Communication".
 * @param {Wire.SpaceFacts} fact
 */
export function kindWords(fact) {
  if (fact.kind !== "province") return t(`map.kind.${fact.kind}`);
  return t("map.kind.province", { terrain: t(`map.terrain.${fact.terrain}`) });
}

/**
 * @param {Wire.Facts} facts
 * @param {string} kind
 * @param {number} count
 */
export function pieceWords(facts, kind, count) {
  const piece = facts.pieces[kind];
  return t("map.pieces", { n: count, piece: count === 1 ? piece.name : piece.plural });
}

/**
 * The standing facts and markers of a space, each in words.
 * @param {Wire.SpaceFacts} fact
 * @param {SpaceState} state
 * @returns {{mark: "population" | "econ" | "support" | "control" | "terror" | "sabotage" | "closed", words: string}[]}
 */
export function markersOf(fact, state) {
  if (state.closed) return [{ mark: "closed", words: t("map.closed") }];
  if (fact.kind === "loc") {
    const econ = { mark: /** @type {const} */ ("econ"), words: t("map.econ", { n: fact.econ }) };
    return state.sabotage ? [econ, { mark: "sabotage", words: t("map.sabotaged") }] : [econ];
  }
  /** @type {ReturnType<typeof markersOf>} */
  const found = [{ mark: "population", words: t("map.population", { n: fact.population }) }];
  if (fact.population) found.push({ mark: "support", words: t(`map.support.${state.support ?? "neutral"}`) });
  found.push({ mark: "control", words: t(`map.control.${state.control ?? "none"}`) });
  if (state.terror) found.push({ mark: "terror", words: t("map.terror", { n: state.terror }) });
  return found;
}

/**
 * The pieces on a space in the order of the lists, each with its count.
 * @param {Wire.Facts} facts
 * @param {SpaceState} state
 * @returns {[string, number][]}
 */
export function piecesOf(facts, state) {
  return facts.kinds
    .filter((/** @type {string} */ kind) => state.pieces[kind])
    .map((/** @type {string} */ kind) => [kind, state.pieces[kind]]);
}

/**
 * One line for a screen reader: name, kind, markers, pieces, and what choosing the space does.
 * @param {Wire.Facts} facts
 * @param {string} id
 * @param {SpaceState} state
 * @param {string | undefined} choice
 */
export function spokenSpace(facts, id, state, choice) {
  const fact = facts.spaces[id];
  if (state.closed) return [fact.name, kindWords(fact), t("map.closed")].join(". ");
  const held = piecesOf(facts, state).map(([kind, count]) => pieceWords(facts, kind, count));
  return [
    fact.name,
    kindWords(fact),
    ...markersOf(fact, state).map(({ words }) => words),
    held.length ? held.join(", ") : t("map.no_pieces"),
    choice === undefined ? null : t("map.choose", { label: choice }),
  ]
    .filter(Boolean)
    .join(". ");
}
