// @ts-check
/** Short-lived signs of change: a ring round a space that changed, pieces that travel from one space to another, Armor that changes hands. */
import { svg } from "../dom.js";
import { pieceGroup } from "../pieces.js";
import { middleOf, outlineOf } from "./outline.js";

const PULSE = 1100; // milliseconds a ring stays
const FLIGHT = 650; // milliseconds a piece travels
const TURN = 1100; // milliseconds in which Armor changes hands
const MOST_FLIGHTS = 10; // at once; a whole reset of the map is no movement

/** The kind a piece is for following it: turned Active or Underground it is the same piece. */
const plain = (/** @type {string} */ kind) => kind.replace(/_active$/, "").replace(/_tunnel$/, "_base");

/**
 * Which pieces went from where to where, as far as counts tell: losses of a kind matched with gains of it elsewhere.
 * @param {Record<string, any>} before spaces
 * @param {Record<string, any>} after spaces
 * @returns {{kind: string, count: number, from: string, to: string}[]}
 */
export function movements(before, after) {
  /** @type {Map<string, {losses: [string, number][], gains: [string, number][]}>} */
  const changes = new Map();
  for (const id of Object.keys(after)) {
    /** @type {Map<string, number>} */
    const difference = new Map();
    const add = (/** @type {Record<string, number>} */ pieces, /** @type {number} */ sign) => {
      for (const [kind, count] of Object.entries(pieces)) {
        difference.set(plain(kind), (difference.get(plain(kind)) ?? 0) + sign * count);
      }
    };
    add(after[id].pieces, 1);
    add(before[id]?.pieces ?? {}, -1);
    for (const [kind, count] of difference) {
      if (!count) continue;
      if (!changes.has(kind)) changes.set(kind, { losses: [], gains: [] });
      const change = /** @type {{losses: [string, number][], gains: [string, number][]}} */ (changes.get(kind));
      (count < 0 ? change.losses : change.gains).push([id, Math.abs(count)]);
    }
  }
  const found = [];
  for (const [kind, { losses, gains }] of changes) {
    for (const gain of gains) {
      for (const loss of losses) {
        const count = Math.min(gain[1], loss[1]);
        if (!count) continue;
        found.push({ kind, count, from: loss[0], to: gain[0] });
        gain[1] -= count;
        loss[1] -= count;
      }
    }
  }
  return found;
}

/** What Armor becomes when it is captured, and the other way round when it is retaken (S1.4.5). @type {[string, string][]} */
const HANDS = ["arvn_armor", "nva_armor"].flatMap(
  (kind) =>
    /** @type {[string, string][]} */ ([
      [kind, `captured_${kind}`],
      [`captured_${kind}`, kind],
    ]),
);

/**
 * Where Armor changed hands.
 * @param {Record<string, any>} before spaces
 * @param {Record<string, any>} after spaces
 * @returns {{space: string, was: string, is: string}[]}
 */
export function captures(before, after) {
  return Object.keys(after).flatMap((space) => {
    const gained = (/** @type {string} */ kind) =>
      (after[space].pieces[kind] ?? 0) - (before[space]?.pieces[kind] ?? 0);
    return HANDS.filter(([was, is]) => gained(was) < 0 && gained(is) > 0).map(([was, is]) => ({ space, was, is }));
  });
}

/**
 * @param {any} shapes
 * @param {{under: SVGGElement, over: SVGGElement, air: SVGGElement}} layers under: over the ground; over: round discs
 *   and boxes; air: above the pieces
 */
export function createEffects(shapes, layers) {
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

  return {
    /**
     * @param {Iterable<string>} ids
     * @param {"pulse" | "flash"} manner
     */
    ring(ids, manner) {
      const rings = [...ids].flatMap((id) => {
        const space = shapes.spaces[id];
        return outlineOf(space, 3).map((part) => {
          const ring = svg("g", { class: manner }, part);
          (part.classList.contains("way") || space.kind === "province" ? layers.under : layers.over).append(ring);
          return ring;
        });
      });
      window.setTimeout(() => rings.forEach((ring) => ring.remove()), PULSE);
    },
    /** Armor turns over and is somebody else's. @param {ReturnType<typeof captures>} taken */
    turn(taken) {
      if (calm.matches) return;
      for (const { space, was, is } of taken) {
        const { x, y } = middleOf(shapes.spaces[space]);
        const at = (/** @type {number} */ wide) => `translate(${x}px, ${y}px) scale(${2 * wide}, 2)`;
        const show = (/** @type {string} */ kind, /** @type {Keyframe[]} */ frames) => {
          const piece = pieceGroup(kind, 1);
          layers.air.append(piece);
          piece.animate(frames, { duration: TURN, easing: "ease-in-out" }).finished.finally(() => piece.remove());
        };
        show(was, [
          { transform: at(1), opacity: 1 },
          { transform: at(0), opacity: 1, offset: 0.45 },
          { transform: at(0), opacity: 0 },
        ]);
        show(is, [
          { transform: at(0), opacity: 0 },
          { transform: at(0), opacity: 1, offset: 0.45 },
          { transform: at(1), opacity: 1, offset: 0.75 },
          { transform: at(0.6), opacity: 0.3 },
        ]);
      }
    },
    /** @param {ReturnType<typeof movements>} moves */
    fly(moves) {
      if (calm.matches || moves.length > MOST_FLIGHTS) return;
      for (const { kind, count, from, to } of moves) {
        const start = middleOf(shapes.spaces[from]);
        const end = middleOf(shapes.spaces[to]);
        const piece = pieceGroup(kind, count);
        layers.air.append(piece);
        const at = (/** @type {{x: number, y: number}} */ point, /** @type {number} */ size) =>
          `translate(${point.x - 16}px, ${point.y}px) scale(${size})`;
        const lift = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 - 14 };
        const flight = piece.animate(
          [
            { transform: at(start, 1.1), opacity: 0.2 },
            { transform: at(lift, 1.7), opacity: 1, offset: 0.5 },
            { transform: at(end, 1.1), opacity: 0.4 },
          ],
          { duration: FLIGHT, easing: "ease-in-out" },
        );
        flight.finished.then(
          () => piece.remove(),
          () => piece.remove(),
        );
      }
    },
  };
}
