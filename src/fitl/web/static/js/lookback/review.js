// @ts-check
/** The review of a finished game: chances over time, turning points, and what each turn cost, judged one by one. */

import { h } from "../dom.js";
import { decimal, t } from "../words.js";
import { lineChart } from "./chart.js";
import { factionsOf } from "./figures.js";
import { chancesAt, costly, factionsIn, pointsLost, worst } from "./review_model.js";

/**
 * @typedef {import("./figures.js").Row} Row
 * @typedef {{onSeek: (entry: number) => void, say: (error: unknown) => void}} Actions
 */

/** @param {number} chance 0 to 1 */
const percent = (chance) => t("lookback.review.percent", { n: String(Math.round(100 * chance)) });

/**
 * @param {import("../api.js").Table} table
 * @param {Wire.ReviewOutline} outline
 * @param {Row[]} history
 * @param {string[]} mine the viewer's Factions
 * @param {Actions} actions
 * @returns {HTMLElement}
 */
export function reviewPanel(table, outline, history, mine, { onSeek, say }) {
  const lines = factionsOf(history).map((faction) => ({
    id: faction,
    name: t(`lookback.short.${faction}`),
    value: (/** @type {Row} */ row) => Math.round(100 * (chancesAt(outline.moments, row.entry)[faction] ?? 0)),
  }));
  const chart = lineChart(history, {
    label: t("lookback.review.chances"),
    lines,
    format: (n) => t("lookback.review.percent", { n: String(n) }),
    floor: 0,
    onSeek,
  });
  return h(
    "section",
    { class: "review", "aria-label": t("lookback.review.title") },
    h("h3", {}, t("lookback.review.chances")),
    chart,
    outline.turning_points.length > 0 && h("h3", {}, t("lookback.review.turning_points")),
    outline.turning_points.length > 0 &&
      h(
        "ul",
        { class: "review-list" },
        outline.turning_points.map((point) => turningPoint(point, onSeek)),
      ),
    h("h3", {}, t("lookback.review.turns")),
    h("p", { class: "soft" }, t("lookback.review.help")),
    factionsIn(outline, mine).map((faction) => verdicts(table, outline, faction, { onSeek, say })),
  );
}

/** @param {Wire.TurningPoint} point @param {(entry: number) => void} onSeek */
function turningPoint(point, onSeek) {
  return h(
    "li",
    {},
    h("button", { type: "button", class: "seek", onclick: () => onSeek(point.entry) }, point.title),
    ": ",
    t("lookback.review.from_to", {
      faction: t(`lookback.short.${point.faction}`),
      before: percent(point.before),
      after: percent(point.after),
    }),
  );
}

/**
 * The verdicts on one Faction's turns, once they are asked for. They are judged one after the other.
 * @param {import("../api.js").Table} table
 * @param {Wire.ReviewOutline} outline
 * @param {string} faction
 * @param {Actions} actions
 */
function verdicts(table, outline, faction, { onSeek, say }) {
  const ahead = outline.turns.filter((turn) => turn.faction === faction);
  /** @type {Wire.TurnVerdict[]} */
  const judged = [];
  let running = false;
  const state = h("p", { class: "soft", "aria-live": "polite" });
  const bar = h("progress", { max: ahead.length, value: 0, "aria-label": t("lookback.review.progress"), hidden: true });
  const list = h("ul", { class: "review-list" });
  const button = h("button", { type: "button", onclick: () => (running ? pause() : void judgeAll()) });
  const box = h(
    "section",
    { class: "review-faction" },
    h("h4", {}, h("span", { class: `chip ${faction}` }, t(`lookback.short.${faction}`)), button),
    bar,
    state,
    list,
  );
  show();

  /** What the button does next, and how far the verdicts are. */
  function show() {
    const left = ahead.length - judged.length;
    button.textContent = running ? t("lookback.review.stop") : t("lookback.review.judge", { n: left });
    button.hidden = left === 0;
    bar.hidden = !running;
    bar.value = judged.length;
    if (!running && judged.length) state.textContent = summary(judged);
    const found = costly(judged);
    if (found.length !== list.childElementCount) list.append(verdict(found[found.length - 1], onSeek));
  }

  /** The turn that is being judged is finished, but no other begins. */
  function pause() {
    running = false;
    button.disabled = true;
  }

  async function judgeAll() {
    running = true;
    show();
    try {
      while (running && judged.length < ahead.length && box.isConnected) {
        judged.push(await table.get("/review/turn", { entry: ahead[judged.length].entry }));
        show();
      }
    } catch (error) {
      say(error);
    }
    running = false;
    button.disabled = false;
    show();
  }

  return box;
}

/** @param {Wire.TurnVerdict[]} judged */
function summary(judged) {
  const dearest = worst(judged);
  if (!dearest) return t("lookback.review.nothing_lost", { n: judged.length });
  return t("lookback.review.lost", {
    n: judged.length,
    points: decimal(pointsLost(judged), 1),
    worst: dearest.title,
  });
}

/** @param {Wire.TurnVerdict} turn @param {(entry: number) => void} onSeek */
function verdict(turn, onSeek) {
  return h(
    "li",
    {},
    h("button", { type: "button", class: "seek", onclick: () => onSeek(turn.entry) }, turn.title),
    ": ",
    t("lookback.review.cost", {
      turn: turn.words,
      points: decimal(100 * turn.cost, 1),
      played: percent(turn.played),
      best: percent(turn.best),
    }),
    turn.better &&
      h(
        "details",
        {},
        h("summary", {}, t("lookback.review.better", { turn: turn.better.words })),
        h(
          "ol",
          { class: "review-story" },
          turn.better.story.map((line) => h("li", {}, line)),
        ),
      ),
  );
}
