// @ts-check
/** A tile that moves, as a move on the map is shown: the stop slides, and what it releases flies to the box it comes to. */
import { h } from "../dom.js";
import { pieceIcon } from "../pieces.js";
import { boxAt, onTile } from "./tiles.js";
import { levelsOf } from "./levels.js";

const SLIDE = 700; // milliseconds
const FLIGHT = 900;
const APART = 48; // pixels between pieces that fly together

/** The middle of an element that is in sight; null if it is not. @param {Element | null} element */
function middle(element) {
  const { left, top, width, height } = element?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0, height: 0 };
  return width && height ? { x: left + width / 2, y: top + height / 2 } : null;
}

/**
 * Which tiles stand elsewhere than before.
 * @param {Wire.TableView} before
 * @param {Wire.TableView} view
 * @param {Wire.Facts} facts
 * @returns {string[]}
 */
export function movedTiles(before, view, facts) {
  const [was, is] = [levelsOf(before), levelsOf(view)];
  return Object.keys(is).filter((id) => onTile(facts.tracks[id]) && id in was && was[id] !== is[id]);
}

/**
 * What left the stops of a tile, and for where: what a box gained of the same kind.
 * @param {Wire.TableView} before
 * @param {Wire.TableView} view
 * @param {string} id of the tile's track
 * @returns {{kind: string, count: number, level: number, box: string}[]}
 */
export function released(before, view, id) {
  const lost = (/** @type {string} */ box, /** @type {string} */ kind) =>
    (before.boxes[box]?.[kind] ?? 0) - (view.boxes[box]?.[kind] ?? 0);
  const stops = Object.keys(view.boxes).filter(
    (box) => box.startsWith(`${id}_`) && boxAt(id, Number(box.slice(id.length + 1))) === box,
  );
  const others = Object.keys(view.boxes).filter((box) => !stops.includes(box));
  return stops.flatMap((stop) =>
    Object.keys(before.boxes[stop] ?? {})
      .filter((kind) => lost(stop, kind) > 0)
      .map((kind) => ({
        kind,
        count: lost(stop, kind),
        level: Number(stop.slice(id.length + 1)),
        box: others.find((box) => lost(box, kind) < 0) ?? "available",
      })),
  );
}

/**
 * Show how tiles came from one situation to the next. Call when the new one is drawn.
 * @param {HTMLElement} tracks where the tiles are
 * @param {Wire.TableView} before
 * @param {Wire.TableView} view
 * @param {Wire.Facts} facts
 */
export function showTileMoves(tracks, before, view, facts) {
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const id of movedTiles(before, view, facts)) {
    const tile = tracks.querySelector(`.tile[data-track="${id}"]`);
    tile?.classList.add("moved");
    if (!tile || calm) continue;
    slide(tile, levelsOf(before)[id], levelsOf(view)[id]);
    released(before, view, id).forEach(({ kind, count, level, box }, i) => {
      fly(
        kind,
        count,
        middle(tile.querySelector(`[data-level="${level}"]`)),
        middle(document.querySelector(`.boxes .box.${box}`)),
        i,
      );
    });
  }
}

/** @param {Element} tile @param {number} from @param {number} to */
function slide(tile, from, to) {
  const [start, end] = [from, to].map(
    (level) => /** @type {HTMLElement | null} */ (tile.querySelector(`[data-level="${level}"]`)),
  );
  const [a, b] = [middle(start), middle(end)];
  if (!start || !end || !a || !b) return;
  const marker = h("li", { class: "stop-slide", "aria-hidden": "true" });
  Object.assign(marker.style, {
    left: `${end.offsetLeft}px`,
    top: `${end.offsetTop}px`,
    width: `${end.offsetWidth}px`,
    height: `${end.offsetHeight}px`,
  });
  end.parentElement?.append(marker);
  const sliding = marker.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: "none" }], {
    duration: SLIDE,
    easing: "ease-in-out",
  });
  sliding.finished.finally(() => marker.remove());
}

/**
 * @param {string} kind
 * @param {number} count
 * @param {{x: number, y: number} | null} from
 * @param {{x: number, y: number} | null} to
 * @param {number} place among those that fly together
 */
function fly(kind, count, from, to, place) {
  if (!from || !to) return;
  const piece = h("span", { class: "flying-piece", "aria-hidden": "true" }, pieceIcon(kind, count, { size: 26 }));
  document.body.append(piece);
  const at = (/** @type {{x: number, y: number}} */ { x, y }, size = 1) =>
    `translate(${x - 20 + APART * place}px, ${y - 13}px) scale(${size})`;
  const lift = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 20 };
  const flight = piece.animate(
    [
      { transform: at(from), opacity: 0.5 },
      { transform: at(lift, 1.4), opacity: 1, offset: 0.5 },
      { transform: at(to), opacity: 0.5 },
    ],
    { duration: FLIGHT, easing: "ease-in-out" },
  );
  flight.finished.finally(() => piece.remove());
}
