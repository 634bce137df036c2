// @ts-check
/**
 * The tiles that the expansions lay beside the map: Washington, Hanoi and Regime Stability (P6.8-P6.10), US Posture (S6.9).
 * Each is a row of stops, the present one filled, with the pieces that wait at a stop, and in words what it allows now.
 */
import { h } from "../dom.js";
import { hasWords, t } from "../words.js";
import { pieceIcon } from "../pieces.js";
import { levelsOf } from "./levels.js";

/** Is the track on a tile, not on the edge of the map and not the Trail? @param {Wire.TrackFacts} track */
export const onTile = (track) => track.where !== "edge" && track.where !== "trail";

/** The box of a tile's stop. @param {string} id of the track @param {number} level */
export const boxAt = (id, level) => `${id}_${level}`;

/** The boxes that are shown on tiles, not among the others. @param {Wire.TableView} view @param {Wire.Facts} facts */
export function boxesOnTiles(view, facts) {
  const ids = Object.keys(levelsOf(view)).filter((id) => onTile(facts.tracks[id]));
  return new Set(ids.flatMap((id) => stopsOf(facts.tracks[id]).map((level) => boxAt(id, level))));
}

/** @param {{least: number, most: number}} track @returns {number[]} */
function stopsOf({ least, most }) {
  return Array.from({ length: most - least + 1 }, (_, i) => least + i);
}

/**
 * The name of a level where it has one, else its number.
 * @param {{levels: Record<string, string>}} track
 * @param {number} level
 */
const levelName = ({ levels }, level) => levels[level] ?? String(level);

/** The same as it stands in a narrow stop, where long names may be broken. @param {Wire.Facts} facts @param {string} id @param {number} level */
function stopName(facts, id, level) {
  const words = `table.stop.${id}_${level}`;
  return hasWords(words) ? t(words) : levelName(facts.tracks[id], level);
}

/**
 * @param {Wire.TableView} view
 * @param {Wire.Facts} facts
 * @param {string} id
 * @param {number} level
 */
function stop(view, facts, id, level) {
  const held = view.boxes[boxAt(id, level)] ?? {};
  const kinds = facts.kinds.filter((/** @type {string} */ kind) => held[kind]);
  const named = (/** @type {string} */ kind) =>
    `${held[kind]} ${held[kind] === 1 ? facts.pieces[kind].name : facts.pieces[kind].plural}`;
  const here = level === levelsOf(view)[id];
  return h(
    "li",
    { class: here ? "stop here" : "stop", "data-level": level, "aria-current": here ? "step" : null },
    h("b", { class: "stop-name", title: levelName(facts.tracks[id], level) }, stopName(facts, id, level)),
    kinds.length > 0 &&
      h(
        "span",
        { class: "waiting", title: t("table.tile.waiting", { pieces: kinds.map(named).join(", ") }) },
        kinds.map((/** @type {string} */ kind) => pieceIcon(kind, held[kind], { size: 17, title: named(kind) })),
      ),
  );
}

/**
 * @param {Wire.TableView} view
 * @param {Wire.Facts} facts
 * @param {string} id
 */
export function tile(view, facts, id) {
  const track = facts.tracks[id];
  const now = levelsOf(view)[id];
  const allows = `table.tile.${id}.${now}`;
  const others = view.factions.filter((/** @type {string} */ faction) =>
    hasWords(`table.tile.${id}_${faction}.${now}`),
  );
  const words = t("table.tile.words", { name: track.name, level: levelName(track, now) });
  return h(
    "section",
    { class: `tile ${track.faction}`, "data-track": id, "aria-label": words },
    h("h4", {}, track.name),
    h(
      "ol",
      { class: 0 in track.levels ? "stops named" : "stops" },
      stopsOf(track).map((level) => stop(view, facts, id, level)),
    ),
    hasWords(allows) && h("p", { class: "allows" }, t(allows)),
    others.map((/** @type {string} */ faction) => h("p", { class: "allows" }, t(`table.tile.${id}_${faction}.${now}`))),
  );
}

/**
 * Every tile of the game.
 * @param {Wire.TableView} view
 * @param {Wire.Facts} facts
 */
export function tiles(view, facts) {
  const ids = Object.keys(levelsOf(view)).filter((id) => onTile(facts.tracks[id]));
  return (
    ids.length > 0 &&
    h(
      "div",
      { class: "tiles" },
      ids.map((id) => tile(view, facts, id)),
    )
  );
}
