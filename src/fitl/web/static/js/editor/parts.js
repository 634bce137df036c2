// @ts-check
/** The parts of the editor beside the map: a space, the boxes, the tracks, the cards, and whose turn it is. */

import { h } from "../dom.js";
import { pieceIcon } from "../pieces.js";
import { hasWords, t } from "../words.js";
import { choice, several, stepper } from "./fields.js";
import {
  left,
  piecesAt,
  withCard,
  withEffect,
  withEra,
  withKey,
  withLeader,
  withName,
  withNewDeck,
  withPieces,
  withSpace,
} from "./model.js";

/**
 * @typedef {import("./model.js").Position} Position
 * @typedef {{position: Position, room: Wire.Room, board: Wire.BoardShown, space: string, facts: Wire.Facts, cards: Wire.CardFacts[],
 *   set: (next: Position) => void, goTo: (space: string) => void}} Desk
 */

const LEVELS = ["active_support", "passive_support", "neutral", "passive_opposition", "active_opposition"];
/** The actions of a position, by what the page calls their boxes. */
const ACTIONS = { event: "event", op_only: "op_only", op_and_activity: "op_activity", limited_op: "limop" };
const LEADERS = /** @type {Record<string, string>} */ ({ minh: "0", none: "nobody", diem: "1080" });

/** @param {Desk} desk @param {string} place @param {string} path @param {string[]} kinds */
function pieceRows({ position, room, facts, set }, place, path, kinds) {
  const rest = left(position, room);
  const here = piecesAt(position, place);
  return kinds.map((kind) => {
    const n = here[kind] ?? 0;
    const free = rest[room.plain[kind] ?? kind] ?? 0;
    return stepper(
      `${path}.${kind}`,
      facts.pieces[kind].name,
      n,
      (next) => set(withPieces(position, place, kind, next)),
      {
        most: Math.max(n, n + free),
        note: t("editor.left", { n: free }),
        icon: pieceIcon(kind, null, { size: 22 }),
      },
    );
  });
}

/** @param {Desk} desk */
function spacePart(desk) {
  const { position, room, board, space, facts, set, goTo } = desk;
  const path = `spaces.${space}`;
  const { support = "neutral", terror = 0, sabotage = 0 } = position.spaces?.[space] ?? {};
  const { kind, population } = facts.spaces[space];
  const control = board.spaces[space]?.control;
  const places = Object.entries(facts.spaces).map(([value, fact]) => ({ value, label: fact.name }));
  places.sort((one, other) => one.label.localeCompare(other.label));
  const levels = LEVELS.map((value) => ({ value, label: t(`map.support.${value}`) }));
  return [
    choice(path, t("editor.space"), places, space, goTo),
    control && h("p", { class: "soft" }, t(`map.control.${control}`)),
    kind !== "loc" &&
      population > 0 &&
      choice(`${path}.support`, t("map.legend.support"), levels, support, (level) =>
        set(withSpace(position, space, "support", level === "neutral" ? undefined : level)),
      ),
    kind === "loc"
      ? stepper(
          `${path}.sabotage`,
          t("map.legend.sabotage"),
          sabotage,
          (n) => set(withSpace(position, space, "sabotage", n)),
          { most: 1 },
        )
      : stepper(`${path}.terror`, t("map.legend.terror"), terror, (n) => set(withSpace(position, space, "terror", n)), {
          most: 15,
        }),
    ...pieceRows(desk, space, `${path}.pieces`, room.kinds),
  ];
}

/** @param {Desk} desk */
function boxesPart(desk) {
  const { position, room, facts } = desk;
  const rest = left(position, room);
  const counts = Object.keys(room.pool).map((kind) =>
    h(
      "li",
      { "data-place": `available.${kind}`, class: rest[kind] < 0 ? "too-many" : "" },
      facts.pieces[kind].name,
      " ",
      h("b", {}, rest[kind]),
    ),
  );
  return [
    h("h3", {}, facts.boxes.available.name),
    h("ul", { class: "edit-left" }, counts),
    ...room.boxes.map((box) =>
      h(
        "details",
        { "data-place": box, "data-box": box },
        h("summary", { "data-key": box }, facts.boxes[box].name),
        pieceRows(desk, box, box, Object.keys(room.pool)),
      ),
    ),
  ];
}

/** @param {Desk} desk */
function tracksPart({ position, room, facts, set }) {
  const resources = position.resources ?? {};
  return [
    ...room.resources.map((faction) =>
      stepper(`resources.${faction}`, t(`table.track.res_${faction}`), resources[faction] ?? 0, (n) =>
        set(withKey(position, "resources", { ...resources, [faction]: n })),
      ),
    ),
    ...room.tracks.map((track) => {
      const { name, most, levels } = facts.tracks[track];
      const now = position[track] ?? 0;
      const note = levels[now];
      return stepper(track, name, now, (n) => set(withKey(position, track, n)), { most, note });
    }),
  ];
}

/** How a card is written, as a value of a choice and back. @param {Wire.Room} room @param {string} value */
const cardOf = (room, value) =>
  [...room.cards, ...room.coups, ...room.leaders].find((card) => String(card) === value) ?? 0;

/** @param {Desk} desk */
function cardsPart({ position, room, cards, set }) {
  const title = (/** @type {number | string} */ card) =>
    cards.find(({ id }) => id === String(card))?.title ?? String(card);
  const named = (/** @type {(number | string)[]} */ some) =>
    some.map((card) => ({ value: String(card), label: `${card} ${title(card)}` }));
  const none = { value: "0", label: t("editor.no_card") };
  const stages = room.stages.map((value) => ({ value, label: t(`table.stage.${value}`) }));
  const leaders = room.leaders.map((leader) => ({
    value: String(leader),
    label: t(`table.leader.${LEADERS[leader] ?? leader}`),
  }));
  const lasting = [...new Set(room.effects.map(([card]) => card))];
  const inForce = new Map(/** @type {[number | string, string][]} */ (position.effects ?? []));
  const more = lasting.filter((card) => !inForce.has(card));
  return [
    room.eras.length > 1 &&
      choice(
        "era",
        t("editor.era"),
        room.eras.map((era) => ({ value: era, label: t(`editor.eras.${era}`) })),
        position.era ?? room.eras[0],
        (era) => set(withEra(position, era)),
      ),
    choice("card", t("editor.card"), [none, ...named(room.cards)], String(position.card ?? 0), (card) =>
      set(withCard(position, "card", cardOf(room, card))),
    ),
    choice("next_card", t("editor.next_card"), [none, ...named(room.cards)], String(position.next_card ?? 0), (card) =>
      set(withCard(position, "next_card", cardOf(room, card))),
    ),
    choice("stage", t("editor.stage"), stages, position.stage, (stage) => set(withKey(position, "stage", stage))),
    choice("leader", t("table.leader.title"), leaders, String(position.leader), (leader) =>
      set(withLeader(position, room.leaders.find((each) => String(each) === leader) ?? leader)),
    ),
    h("h3", { "data-place": "effects" }, t("table.effects")),
    ...[...inForce].map(([card, side]) => {
      const sides = room.effects.filter(([other]) => other === card).map(([, each]) => each);
      const choices = [...new Set([side, ...sides])].map((each) => ({ value: each, label: t(`table.side.${each}`) }));
      return choice(
        `effects.${card}`,
        `${card} ${title(card)}`,
        [...choices, { value: "", label: t("editor.remove") }],
        side,
        (next) => set(withEffect(position, card, next || null)),
      );
    }),
    choice("effects+", t("editor.add"), [{ value: "", label: "…" }, ...named(more)], "", (value) => {
      const row = room.effects.find(([card]) => String(card) === value);
      if (row) set(withEffect(position, ...row));
    }),
    several(
      "pivotal",
      t("editor.pivotal"),
      room.pivotal.map((value) => ({
        value,
        label: hasWords(`table.faction.${value}`) ? t(`table.faction.${value}`) : title(value),
      })),
      position.pivotal ?? [],
      (name, on) => set(withName(position, "pivotal", name, on)),
    ),
    h("h3", { "data-place": "piles" }, t("editor.deck")),
    ...pileRows(position, room, title, set),
    h(
      "button",
      { type: "button", "data-key": "deck", onclick: () => set(withNewDeck(position)) },
      t("editor.new_deck"),
    ),
  ];
}

/** @param {Position} position @param {Wire.Room} room @param {(card: number | string) => string} title @param {(next: Position) => void} set */
function pileRows(position, room, title, set) {
  const piles = /** @type {any[]} */ (position.piles ?? []);
  return piles.flatMap((pile, i) => {
    const put = (/** @type {object} */ change) =>
      set({ ...position, piles: piles.map((each, j) => (j === i ? { ...each, ...change } : each)) });
    const coups = [
      { value: "0", label: t("editor.coup_drawn") },
      { value: "-1", label: t("editor.coup_random") },
      ...room.coups.map((card) => ({ value: String(card), label: title(card) })),
    ];
    const name = t("editor.pile", { n: i + 1 });
    return [
      stepper(`piles[${i}]`, `${name}: ${t("editor.events")}`, pile.events, (events) =>
        put({ events, last: Math.min(pile.last, events + 1) }),
      ),
      choice(`piles[${i}].coup`, `${name}: ${t("editor.coup")}`, coups, String(pile.coup), (coup) =>
        put({ coup: coup === "-1" ? -1 : cardOf(room, coup) }),
      ),
    ];
  });
}

/** @param {Desk} desk */
function turnPart({ position, board, set }) {
  const factions = board.factions.map((value) => ({ value, label: t(`table.faction.${value}`) }));
  const acted = /** @type {[string, string][]} */ (position.acted ?? []);
  const actions = Object.entries(ACTIONS).map(([value, box]) => ({ value, label: t(`table.box_of.${box}`) }));
  const list = (/** @type {string} */ key) =>
    several(key, t(`editor.${key}`), factions, position[key] ?? [], (name, on) =>
      set(withName(position, key, name, on)),
    );
  const put = (/** @type {number} */ i, /** @type {string} */ faction, /** @type {string} */ action) => {
    const next = [...acted];
    next.splice(i, 1, ...(faction ? [/** @type {[string, string]} */ ([faction, action])] : []));
    set(withKey(position, "acted", next));
  };
  return [
    list("eligible"),
    list("passed"),
    "initiative" in position &&
      choice("initiative", t("editor.initiative"), factions, position.initiative, (name) =>
        set(withKey(position, "initiative", name)),
      ),
    ...[0, 1].slice(0, acted.length + 1).map((i) => {
      const [faction, action] = acted[i] ?? ["", "op_only"];
      const who = choice(
        `acted[${i}]`,
        t("editor.acted", { n: i + 1 }),
        [{ value: "", label: t("editor.nobody") }, ...factions],
        faction,
        (name) => put(i, name, action),
      );
      return h(
        "div",
        { "data-place": "acted" },
        who,
        faction && choice(`acted[${i}].action`, t("editor.acts"), actions, action, (name) => put(i, faction, name)),
      );
    }),
    several(
      "last_was_coup",
      t("editor.last_was_coup"),
      [{ value: "yes", label: t("editor.yes") }],
      position.last_was_coup ? ["yes"] : [],
      (_, on) => set(withKey(position, "last_was_coup", on)),
    ),
  ];
}

/** @type {Record<string, (desk: Desk) => any[]>} */
export const PARTS = { space: spacePart, boxes: boxesPart, tracks: tracksPart, cards: cardsPart, turn: turnPart };
