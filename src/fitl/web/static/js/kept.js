// @ts-check
/**
 * A table that is kept and changed by what the server tells of it (docs/web-api.md, "Patches"). Nothing of a table
 * changes in place: what stays as it was is the very same object in the next one, so that `===` tells what changed.
 */

/**
 * @typedef {Wire.Table & {view: Wire.TableView}} State the table as it is now
 * @typedef {{readonly series: string, readonly number: number, readonly table: State}} Kept
 * @typedef {Readonly<Record<string, unknown>>} Owner whatever has parts
 */

/** What numbers the rows of a list. @type {Record<string, string>} */
const KEYS = { "view.log": "n", turns: "id", plan: "number" };

/** Which table one has, as the server is told. @param {Kept | null} kept */
export const nameOf = (kept) => (kept ? `${kept.series}.${kept.number}` : "");

/**
 * The table after a patch; null if it changes one that never arrived. Patches may overtake each other: each holds all
 * that is new since the table that was named, so of two the later number is the newer table.
 * @param {Kept | null} kept
 * @param {Wire.Patch} patch
 * @returns {Kept | null}
 */
export function patched(kept, { series, number, base, table, changed = {}, gone = [], rows = {} }) {
  if (base === null) return { series, number, table: /** @type {State} */ (table) };
  if (kept === null || kept.series !== series || base > kept.number) return null;
  if (number <= kept.number) return kept;
  const before = /** @type {Owner} */ (/** @type {unknown} */ (kept.table));
  let next = before;
  for (const [path, value] of Object.entries(changed)) next = put(next, path.split("."), value);
  for (const path of gone) next = without(next, path.split("."));
  for (const [path, told] of Object.entries(rows)) next = put(next, path.split("."), rowsAfter(before, path, told));
  return { series, number, table: /** @type {State} */ (/** @type {unknown} */ (next)) };
}

/** @param {Owner} owner @param {string} name @returns {Owner} */
const inside = (owner, name) => /** @type {Owner} */ (owner[name]);

/**
 * @param {Owner} owner
 * @param {string[]} path
 * @param {unknown} value
 * @returns {Owner}
 */
function put(owner, [name, ...rest], value) {
  return { ...owner, [name]: rest.length ? put(inside(owner, name), rest, value) : value };
}

/**
 * @param {Owner} owner
 * @param {string[]} path
 * @returns {Owner}
 */
function without(owner, [name, ...rest]) {
  if (rest.length) return { ...owner, [name]: without(inside(owner, name), rest) };
  return Object.fromEntries(Object.entries(owner).filter(([other]) => other !== name));
}

/**
 * A list of rows: those that stay, and those that follow.
 * @param {Owner} table
 * @param {string} path
 * @param {Wire.RowsChanged} told
 */
function rowsAfter(table, path, { keep, then }) {
  const [first, last] = keep ?? [1, 0];
  const key = KEYS[path];
  const rows = /** @type {Record<string, number>[]} */ (
    path.split(".").reduce((/** @type {unknown} */ owner, name) => /** @type {Owner} */ (owner)[name], table)
  );
  return [...rows.filter((row) => first <= row[key] && row[key] <= last), ...then];
}
