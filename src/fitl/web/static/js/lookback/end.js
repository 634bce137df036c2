// @ts-check
/** The end of a game: who won by how much, how it went, and what decided it in numbers. */

import { h } from "../dom.js";
import { home } from "../home.js";
import { decimal, t } from "../words.js";
import { markOf } from "./chart.js";
import { bestSwing, coupRows, leadChanges, leadingSince, luckOf, peakOf, signed, worstSwing } from "./figures.js";
import { lookBack, table } from "./graph.js";

/** @typedef {import("../api.js").State} State */

/**
 * @typedef {import("./figures.js").Row} Row
 * @typedef {{onReplay?: () => void, onReview?: () => void, onSeek?: (entry: number) => void, exports?: HTMLElement}} Actions
 *   `onReplay` shows the game from its beginning, `exports` is the menu of js/lookback/export.js
 */

/**
 * @param {State} state of a finished game (GET /api/games/ID)
 * @param {Row[]} history
 * @param {Actions} [actions]
 * @returns {HTMLElement}
 */
export function endScreen(state, history, actions = {}) {
  const { reason, ranking, margins, winner } = /** @type {Wire.OutcomeShown} */ (state.view.outcome);
  return h(
    "section",
    { class: "end-screen", "aria-labelledby": "end-title" },
    h(
      "header",
      { class: `end-head ${winner}` },
      h("p", { class: "caps soft" }, state.name || state.title),
      h(
        "h2",
        { id: "end-title", tabindex: -1 },
        t(`lookback.end_title.${reason}`, { winner: t(`lookback.winner.${winner}`) }),
      ),
      state.verdict && h("p", { class: "verdict" }, state.verdict),
    ),
    h(
      "ol",
      { class: "ranking" },
      places(ranking, margins, state).map((faction, i) => place(faction, i, margins[faction], state)),
    ),
    h("div", { class: "end-buttons" }, buttons(actions)),
    lookBack(history, { onSeek: actions.onSeek }),
    h("h3", {}, t("lookback.decided.title")),
    h(
      "ul",
      { class: "decided" },
      decided(history, winner, places(ranking, margins, state)[1], margins).map((sentence) => h("li", {}, sentence)),
    ),
    history.length > 1 && numbers(history, ranking),
  );
}

/**
 * Where a non-player has won the players have lost alike (8.9): after the winner all stand by margin, without a place.
 * @param {string[]} ranking
 * @param {Record<string, number>} margins
 * @param {State} state
 */
function places(ranking, margins, state) {
  if (!state.lost?.length) return ranking;
  return [ranking[0], ...ranking.slice(1).sort((one, other) => margins[other] - margins[one])];
}

/**
 * @param {string} faction
 * @param {number} i
 * @param {number} margin
 * @param {State} state
 */
function place(faction, i, margin, state) {
  const player = state.players?.find((each) => each.factions.includes(faction));
  const mine = state.me?.factions?.includes(faction);
  const who = mine ? t("lookback.you") : player?.kind === "bot" ? t("lookback.bot") : player?.name;
  return h(
    "li",
    { class: `place-${i + 1}` },
    h("span", { class: "rank", "aria-hidden": "true" }, i && state.lost?.length ? "" : i + 1),
    h("span", { class: `chip ${faction}` }, t(`lookback.short.${faction}`)),
    h(
      "span",
      { class: "ranked" },
      h("strong", {}, t(`lookback.name.${faction}`)),
      who && h("span", { class: "soft" }, who),
      state.lost?.includes(faction) && h("span", { class: "soft fallen" }, t("lookback.lost")),
    ),
    h("span", { class: "margin" }, signed(margin), h("span", { class: "visually-hidden" }, t("lookback.margin"))),
  );
}

/** @param {Actions} actions */
function buttons({ onReplay, onReview, exports }) {
  return [
    onReplay && h("button", { type: "button", class: "primary", onclick: onReplay }, t("lookback.replay")),
    onReview && h("button", { type: "button", onclick: onReview }, t("lookback.review.title")),
    exports,
    h("a", { class: "button", href: home.pageAt("/") }, t("lookback.new_game")),
  ];
}

/**
 * Sentences on what decided the game.
 * @param {Row[]} history
 * @param {string} winner
 * @param {string} second
 * @param {Record<string, number>} margins
 */
function decided(history, winner, second, margins) {
  const who = t(`lookback.short.${winner}`);
  const first = history[0];
  const last = history[history.length - 1];
  const ahead = margins[winner] - margins[second];
  const lines = [
    ...(ahead < 0
      ? []
      : [
          t(ahead ? "lookback.decided.lead" : "lookback.decided.level", {
            winner: who,
            second: t(`lookback.short.${second}`),
            n: ahead,
          }),
        ]),
    t("lookback.decided.length", {
      cards: history.length - 1,
      coups: coupRows(history).length,
      changes: leadChanges(history),
    }),
  ];
  const since = leadingSince(history, winner);
  if (since && since !== last)
    lines.push(
      since === first
        ? t("lookback.decided.always", { winner: who })
        : t("lookback.decided.since", { winner: who, card: since.title }),
    );
  const best = bestSwing(history, winner);
  if (best) lines.push(t("lookback.decided.best", { winner: who, card: best.row.title, change: signed(best.change) }));
  lines.push(
    t("lookback.decided.control", {
      coin: last.control.coin,
      coin_then: first.control.coin,
      nva: last.control.nva,
      nva_then: first.control.nva,
    }),
  );
  return lines;
}

/**
 * Each Faction's game in numbers.
 * @param {Row[]} history
 * @param {string[]} ranking
 */
function numbers(history, ranking) {
  const luck = luckOf(history);
  const swing = (/** @type {import("./figures.js").Swing | null} */ found) =>
    found
      ? t("lookback.decided.swing", { change: signed(found.change), card: found.row.title })
      : t("lookback.decided.none");
  return table(
    t("lookback.decided.table"),
    [
      t("lookback.column.faction"),
      t("lookback.decided.peak"),
      t("lookback.decided.gain"),
      t("lookback.decided.loss"),
      t("lookback.dice.average"),
    ],
    ranking.map((faction) => {
      const peak = peakOf(history, faction);
      const mean = luck.find(({ by }) => by === faction)?.mean;
      return [
        h("span", { class: "row-name" }, markOf(faction), t(`lookback.short.${faction}`)),
        t("lookback.decided.swing", {
          change: signed(peak.margins[faction]),
          card: peak.over ? t("lookback.end") : peak.title,
        }),
        swing(bestSwing(history, faction)),
        swing(worstSwing(history, faction)),
        mean === undefined ? t("lookback.decided.none") : decimal(mean, 2),
      ];
    }),
  );
}
