// @ts-check
/**
 * The draft of a deck (P2.1, S2.1): each Event of the year with its order and both sides, in the list of answers or, all
 * of them side by side, in a dialog; and what has been picked so far.
 */
import { h } from "../dom.js";
import { openDialog } from "../dialog.js";
import { oursCorner, oursMark } from "../panels/card_face.js";
import { t } from "../words.js";
import { chip, factionName } from "./faction.js";

/** @param {any} card */
function sides(card) {
  const told = Object.entries(card.sides).filter(([, text]) => text);
  return told.map(([side, text]) => h("span", { class: `draft-side ${side}` }, told.length > 1 && h("b", { class: "side-name" }, t(`table.side.${side}`)), " ", text));
}

/** What a card of the draft says, for the row of its answer or its place in the grid. @param {any} card @param {boolean} [inRow] */
export function draftWords(card, inRow = true) {
  return h(
    "span",
    { class: "draft-words" },
    h("span", { class: "order", role: "img", "aria-label": card.order.map(factionName).join(", ") }, card.order.map((/** @type {string} */ faction) => chip(faction)), inRow && oursMark(card)),
    sides(card),
  );
}

/** The picks so far, by year. @param {any} view */
function picked(view) {
  return Object.entries(view.drafted).map(([year, cards]) => h("p", { class: "picked" }, h("b", {}, year), " ", cards.map((/** @type {any} */ card) => card.title).join(", ")));
}

/**
 * All Events of the year side by side.
 * @param {any} view
 * @param {(key: string) => void} onChoose
 */
export function openDraft(view, onChoose) {
  const { options, prompt } = view.decision;
  const dialog = openDialog(
    prompt.replace(/ \([^)]*\)$/, ""),
    [
      ...picked(view),
      h(
        "ol",
        { class: "draft-grid" },
        options.map((/** @type {any} */ option) =>
          h(
            "li",
            { class: "draft-card" },
            h("h3", {}, option.label, oursCorner(option.card)),
            draftWords(option.card, false),
            h("button", { type: "button", class: "pick", "data-key": option.key, onclick: () => (dialog.close(), onChoose(option.key)) }, t("table.draft.pick")),
          ),
        ),
      ),
    ],
    { wide: true },
  );
}

/** Opens the grid. @param {any} view @param {(key: string) => void} onChoose */
export function draftButton(view, onChoose) {
  return h("button", { type: "button", class: "draft-open", onclick: () => openDraft(view, onChoose) }, t("table.draft.side_by_side"));
}
