// @ts-check
/** What the editor changes: a position, whole and unchanged in place, with the way back; no drawing here. */

/**
 * @typedef {Record<string, any>} Position as docs/position-format.md has it
 * @typedef {{now: Position, past: Position[], future: Position[]}} Editing
 */

const MOST = 40; // steps back that are kept

/** The keys that follow from others: left out, the reader lays them as the cards shown say. */
const DECK = ["piles", "coups_to_come", "seen", "played", "coup_rounds", "draft"];
const TURN = ["order", "stage", "acted", "passed", "made_ineligible", "stay_eligible"];

/** @param {Position} now @param {Position[]} [past] @returns {Editing} */
export const begin = (now, past = []) => ({ now, past: past.slice(-MOST), future: [] });

/** @param {Editing} editing @param {Position} next @returns {Editing} */
export function changed(editing, next) {
  if (JSON.stringify(next) === JSON.stringify(editing.now)) return editing;
  return begin(next, [...editing.past, editing.now]);
}

/** @param {Editing} editing @returns {Editing} */
export function undone({ now, past, future }) {
  const before = past.at(-1);
  return before ? { now: before, past: past.slice(0, -1), future: [now, ...future] } : { now, past, future };
}

/** @param {Editing} editing @returns {Editing} */
export function redone({ now, past, future }) {
  const [next, ...rest] = future;
  return next ? { now: next, past: [...past, now], future: rest } : { now, past, future };
}

/** The reader has completed a position: no step of its own. @param {Editing} editing @param {Position} whole @returns {Editing} */
export const completed = (editing, whole) => ({ ...editing, now: whole });

/** A value under a key; undefined: left out. @param {Position} position @param {string} key @param {unknown} value */
export function withKey(position, key, value) {
  const { [key]: _, ...rest } = position;
  return value === undefined ? rest : { ...rest, [key]: value };
}

/** @param {Position} position @param {string[]} keys @returns {Position} */
const without = (position, keys) => keys.reduce((left, key) => withKey(left, key, undefined), position);

/** How many of a kind, none left out. @param {Record<string, number>} pieces @param {string} kind @param {number} n */
const counted = (pieces, kind, n) => withKey(pieces, kind, n > 0 ? n : undefined);

/** @param {Position} position @param {string} space @param {string} key @param {unknown} value */
export function withSpace(position, space, key, value) {
  const next = withKey(position.spaces?.[space] ?? {}, key, value || undefined);
  return { ...position, spaces: { ...position.spaces, [space]: next } };
}

/** @param {Position} position @param {string} place a space or a box @param {string} kind @param {number} n */
export function withPieces(position, place, kind, n) {
  if (place in position) return { ...position, [place]: counted(position[place], kind, n) };
  return withSpace(position, place, "pieces", counted(piecesAt(position, place), kind, n));
}

/** @param {Position} position @param {string} place @returns {Record<string, number>} */
export function piecesAt(position, place) {
  return position[place] ?? position.spaces?.[place]?.pieces ?? {};
}

/** What is left of each plain kind for Available; below 0, too many are placed. @param {Position} position @param {Wire.Room} room */
export function left(position, { pool, plain, boxes }) {
  const rest = { ...pool };
  const places = [...boxes.map((box) => position[box] ?? {}), ...spacesOf(position).map(({ pieces }) => pieces ?? {})];
  for (const pieces of places) {
    for (const [kind, n] of Object.entries(pieces)) rest[plain[kind] ?? kind] = (rest[plain[kind] ?? kind] ?? 0) - n;
  }
  return rest;
}

/** @param {Position} position @returns {Record<string, any>[]} */
const spacesOf = (position) => Object.values(position.spaces ?? {});

/** A Coup card that lies somewhere cannot come again. @param {Position} position @param {unknown} card */
function shown(position, card) {
  if (!Array.isArray(position.coups_to_come)) return position;
  return { ...position, coups_to_come: position.coups_to_come.filter((coup) => coup !== card) };
}

/** The card in play, whose turn begins with it, or the next card. @param {Position} position @param {"card" | "next_card"} key @param {number | string} card */
export function withCard(position, key, card) {
  const next = shown({ ...position, [key]: card }, card);
  return key === "card" ? without(next, TURN) : next;
}

/** @param {Position} position @param {number | string} leader a Coup card, which then lies in the box, or a word */
export function withLeader(position, leader) {
  const box = position.leader_box ?? [];
  if (typeof leader === "string" || box.includes(leader)) return { ...position, leader };
  return shown({ ...position, leader, leader_box: [...box, leader] }, leader);
}

/** A Capability or Momentum with its side; null: not in force. @param {Position} position @param {number | string} card @param {string | null} side */
export function withEffect(position, card, side) {
  const others = (position.effects ?? []).filter((/** @type {any[]} */ [name]) => name !== card);
  return { ...position, effects: side === null ? others : [...others, [card, side]] };
}

/** Add a name to a list, or take it out. @param {Position} position @param {string} key @param {string} name @param {boolean} on */
export function withName(position, key, name, on) {
  const others = (position[key] ?? []).filter((/** @type {string} */ other) => other !== name);
  return { ...position, [key]: on ? [...others, name] : others };
}

/** The deck as it follows from the cards shown. @param {Position} position */
export const withNewDeck = (position) => without(position, DECK);

/** A blank board in another era of the same campaign, whose pieces, tracks and cards are others. @param {Position} position @param {string} era */
export const withEra = ({ fitl, scenario, options }, era) => ({ fitl, scenario, options, era, board: "empty" });

/** What to draw: the board as it was read last, with the pieces and markers of the position. @param {any} board @param {Position} position */
export function drawn(board, position) {
  const spaces = Object.entries(board.spaces).map(([space, read]) => {
    const { pieces = {}, support, terror, sabotage } = position.spaces?.[space] ?? {};
    const set = "sabotage" in read ? { sabotage: Boolean(sabotage) } : { terror: terror ?? 0 };
    const level = "support" in read ? { support: support ?? "neutral" } : {};
    return [space, { ...read, pieces, ...set, ...level }];
  });
  return { ...board, spaces: Object.fromEntries(spaces) };
}

/** @type {[RegExp, string][]} the part of the editor that each key belongs to */
const PARTS = [
  [/^spaces\.\w/, "space"],
  [/^(spaces|available|casualties|out_of_play|set_aside|washington_\d|hanoi_\d)\b/, "boxes"],
  [/^(resources|aid|patronage|econ|trail|washington|hanoi|regime|posture|war_weary|anti_war)\b/, "tracks"],
  [/^(eligible|passed|acted|order|initiative|stay_eligible|made_ineligible|stage|last_was_coup)\b/, "turn"],
  [/^\w/, "cards"],
];

/** The part of the editor where something about a place stands, and the space it means. @param {string} place */
export function partOf(place) {
  const part = PARTS.find(([pattern]) => pattern.test(place))?.[1] ?? null;
  return { part, space: part === "space" ? place.split(".")[1] : null };
}
