// @ts-check
/** Victory margins and the 0-75 edge track with all its markers; Trail, RVN leader and what lasts. */
import { h, replace, svg } from "../dom.js";
import { signed } from "../lookback/figures.js";
import { named, t } from "../words.js";
import { openCard } from "../panels/cards.js";
import { chip, factionName } from "./faction.js";
import { showTileMoves } from "./tile_moves.js";
import { onTile, tiles } from "./tiles.js";
import { levelsOf } from "./levels.js";

const WIDTH = 320;
const END = 75;
const LEFT = 8;
const SPAN = WIDTH - 2 * LEFT;
const at = (/** @type {number} */ value) => LEFT + (SPAN * Math.max(0, Math.min(END, value))) / END;

/** The flags on the edge track that lower a score (S7.2), by whose it is. @type {Record<string, string>} */
const LOWERS = { us: "anti_war", nva: "war_weary" };

/** What a Faction's score is lowered by, in words; "" if by nothing. @param {Wire.TableView} view @param {Wire.Facts} facts @param {string} faction */
function lowered(view, facts, faction) {
  const n = levelsOf(view)[LOWERS[faction]];
  return n ? t("table.victory.less", { n, track: facts.tracks[LOWERS[faction]].name }) : "";
}

/** @param {Wire.TableView} view @param {Wire.Facts} facts */
function victory(view, facts) {
  return h(
    "ul",
    { class: "victory" },
    view.factions.map((/** @type {string} */ faction) => {
      const { marker, exceeds, margin } = view.victory[faction];
      const less = lowered(view, facts, faction);
      const words = [
        t("table.victory.words", { faction: named(faction), marker, exceeds, margin: signed(margin) }),
        less,
      ]
        .filter(Boolean)
        .join("; ");
      const share = Math.max(0, Math.min(1, marker / (exceeds * 1.25)));
      return h(
        "li",
        { title: words },
        chip(faction),
        svg(
          "svg",
          {
            class: `bar ${faction}`,
            viewBox: "0 0 100 14",
            preserveAspectRatio: "none",
            role: "img",
            "aria-label": words,
          },
          svg("rect", { class: "bed", x: 0, y: 2, width: 100, height: 10 }),
          svg("rect", { class: "fill", x: 0, y: 2, width: 100 * share, height: 10 }),
          svg("rect", { class: "goal", x: 79.4, y: 0, width: 1.2, height: 14 }),
        ),
        h("span", { class: "marker" }, `${marker}`, h("small", {}, `/${exceeds}`)),
        h("b", { class: margin > 0 ? "margin ahead" : "margin" }, signed(margin)),
        less && h("small", { class: "less", "aria-hidden": "true" }, less),
      );
    }),
  );
}

/** What is counted on the edge track: Resources by Faction, then the tracks there. @returns {{name: string, value: number, mark: string, kind: string}[]} */
function counted(/** @type {Wire.TableView} */ view, /** @type {Wire.Facts} */ facts) {
  const { resources } = view.tracks;
  const tracks = levelsOf(view);
  return [
    ...Object.keys(resources).map((faction) => ({
      name: t(`table.track.res_${faction}`),
      value: resources[faction],
      mark: t(`table.mark.${faction}`),
      kind: `${faction} coin`,
    })),
    ...Object.keys(tracks)
      .filter((id) => facts.tracks[id].where === "edge")
      .map((id) => ({
        name: facts.tracks[id].name,
        value: tracks[id],
        mark: facts.tracks[id].mark,
        kind: Object.values(LOWERS).includes(id) ? `${facts.tracks[id].faction} flag` : "plain",
      })),
  ];
}

/** A flag with a swallowtail. */
function flag(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ width) {
  return svg("path", { class: "flag", d: `M${x} ${y - 7.5}h${width}l-5 7.5l5 7.5h${-width}z` });
}

/** Markers along the track, those that would overlap in further rows. */
function edgeTrack(/** @type {Wire.TableView} */ view, /** @type {Wire.Facts} */ facts) {
  const goals = view.victory;
  const markers = [
    ...counted(view, facts),
    ...view.factions.map((/** @type {string} */ faction) => ({
      name: t(`table.track.goal_${faction}`),
      value: goals[faction].marker,
      mark: factionName(faction),
      kind: `${faction} goal`,
    })),
  ].sort((one, other) => one.value - other.value);
  /** @type {number[]} */
  const rows = [];
  const placed = markers.map((marker) => {
    const half = marker.kind.endsWith("coin") ? 8 : 15;
    const x = Math.max(half + 1, Math.min(WIDTH - half - 1, at(marker.value)));
    let row = rows.findIndex((end) => x - half > end + 1);
    if (row < 0) row = rows.length;
    rows[row] = x + half;
    return { ...marker, x, half, row };
  });
  const top = rows.length * 17 + 4;
  const ticks = Array.from({ length: END / 5 + 1 }, (_, i) => i * 5);
  return svg(
    "svg",
    {
      class: "edge-track",
      viewBox: `0 0 ${WIDTH} ${top + 24}`,
      role: "img",
      "aria-label": markers.map((m) => `${m.name} ${m.value}`).join(", "),
    },
    placed.map((marker) =>
      svg("line", {
        class: "stem",
        x1: at(marker.value),
        x2: at(marker.value),
        y1: top - 5 - marker.row * 17,
        y2: top + 4,
      }),
    ),
    placed.map((marker) => {
      const y = top - 12 - marker.row * 17;
      return svg(
        "g",
        { class: `track-marker ${marker.kind}` },
        svg("title", {}, `${marker.name}: ${marker.value}`),
        marker.kind.endsWith("coin")
          ? svg("circle", { cx: marker.x, cy: y, r: 7.5 })
          : marker.kind.endsWith("flag")
            ? flag(marker.x - marker.half, y, 2 * marker.half)
            : svg("rect", { x: marker.x - marker.half, y: y - 7.5, width: 2 * marker.half, height: 15, rx: 2 }),
        svg(
          "text",
          { x: marker.x - (marker.kind.endsWith("flag") ? 2 : 0), y: y + 3.8, "text-anchor": "middle" },
          marker.mark,
        ),
      );
    }),
    svg("line", { class: "ruler", x1: LEFT, x2: WIDTH - LEFT, y1: top + 6, y2: top + 6 }),
    ticks.map((value) =>
      svg(
        "g",
        { class: "tick" },
        svg("line", { x1: at(value), x2: at(value), y1: top + 2, y2: top + (value % 25 ? 8 : 11) }),
        value % 15 === 0 && svg("text", { x: at(value), y: top + 21, "text-anchor": "middle" }, value),
      ),
    ),
  );
}

/** The same values in words and figures, for reading off exactly. */
function figures(/** @type {Wire.TableView} */ view, /** @type {Wire.Facts} */ facts) {
  return h(
    "dl",
    { class: "figures-list" },
    counted(view, facts).map(({ name, value }) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
  );
}

/** The tracks that are neither on the edge nor on a tile, box by box: the Trail (6.7). */
function stepped(/** @type {Wire.TableView} */ view, /** @type {Wire.Facts} */ facts) {
  const levels = levelsOf(view);
  const ids = Object.keys(levels).filter((id) => facts.tracks[id].where !== "edge" && !onTile(facts.tracks[id]));
  return ids.map((id) => {
    const now = levels[id];
    const { name, least, most } = facts.tracks[id];
    const words = id === "trail" ? t("table.trail.words", { n: now }) : `${name} ${now}`;
    const steps = Array.from({ length: most - least + 1 }, (_, i) => least + i);
    return h(
      "div",
      { class: "trail", role: "img", "aria-label": words },
      h("span", { class: "label" }, name),
      steps.map((step) => h("span", { class: step === now ? "step here" : "step" }, step)),
    );
  });
}

/** Who leads the RVN (2.4.1); after a Failed Attempt that covers Minh nobody does. @param {{leader: Wire.LeaderShown}} view */
export function leaderName({ leader: { card } }) {
  return t(card < 0 ? "table.leader.nobody" : `table.leader.${card}`);
}

/** @param {Wire.TableView} view */
function lasting(view) {
  const leader =
    view.leader.card > 0
      ? h(
          "button",
          { type: "button", class: "tag leader", onclick: () => openCard(view.leader.card) },
          leaderName(view),
        )
      : h("span", { class: "tag leader" }, leaderName(view));
  return h(
    "div",
    { class: "lasting" },
    h("span", { class: "label" }, t("table.leader.title")),
    leader,
    view.leader.silenced && h("span", { class: "soft" }, t("table.leader.silenced")),
    view.effects.length > 0 && h("span", { class: "label" }, t("table.effects")),
    view.effects.map((effect) =>
      h(
        "button",
        { type: "button", class: `tag ${effect.side}`, onclick: () => openCard(effect.card) },
        `${effect.title ?? effect.card}`,
        effect.side !== "single" && h("small", {}, t(`table.side.${effect.side}`)),
      ),
    ),
  );
}

/** 7.3: Deception markers: our own by name, other Factions' by number, and what was shown. @param {Wire.TableView} view */
function markers(view) {
  const rows = Object.entries(view.markers);
  if (!rows.length) return null;
  const names = (/** @type {string[]} */ kinds) => kinds.map((kind) => t(`table.marker.${kind}`)).join(", ");
  return h(
    "div",
    { class: "markers" },
    h("h3", {}, t("table.marker.title")),
    h(
      "ul",
      {},
      rows.map(([faction, { held, shown }]) =>
        h(
          "li",
          {},
          chip(faction),
          Array.isArray(held) ? names(held) || t("table.marker.none") : t("table.marker.held", { n: held }),
          shown.length > 0 && h("span", { class: "soft" }, " ", t("table.marker.shown", { names: names(shown) })),
        ),
      ),
    ),
  );
}

/**
 * @param {HTMLElement} host
 * @param {Wire.Facts} facts
 */
export function createTracks(host, facts) {
  /** @type {Wire.TableView | null} */
  let before = null;
  return {
    /** @param {Wire.TableView} view */
    update(view) {
      replace(
        host,
        h("h3", {}, t("table.victory.title")),
        victory(view, facts),
        edgeTrack(view, facts),
        figures(view, facts),
        stepped(view, facts),
        tiles(view, facts),
        lasting(view),
        markers(view),
      );
      if (before) showTileMoves(host, before, view, facts);
      before = view;
    },
    /** Draw the eye to a tile for a moment. @param {string} id */
    flash(id) {
      const tile = host.querySelector(`.tile[data-track="${id}"]`);
      if (!tile) return;
      tile.classList.remove("moved");
      void tile.getBoundingClientRect(); // so that it starts again
      tile.classList.add("moved");
      tile.scrollIntoView({ block: "nearest" });
    },
  };
}
