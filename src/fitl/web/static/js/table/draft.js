// @ts-check
/**
 * The draft of a deck (P2.1, S2.1): each Event of the year with its order and both sides, in the list of answers or, all
 * of them side by side, in a dialog; and what has been picked so far.
 */
import { h } from "../dom.js";
import { openDialog } from "../dialog.js";
import { oursCorner, oursMark } from "../panels/card_face.js";
import { openCard } from "../panels/cards.js";
import { t } from "../words.js";
import { chip, factionName } from "./faction.js";

/** @param {Wire.CardShown} card */
function sides(card) {
  const told = Object.entries(card.sides).filter(([, text]) => text);
  return told.map(([side, text]) =>
    h(
      "span",
      { class: `draft-side ${side}` },
      told.length > 1 && h("b", { class: "side-name" }, t(`table.side.${side}`)),
      " ",
      text,
    ),
  );
}

/** What a card of the draft says, for the row of its answer or its place in the grid. @param {Wire.CardShown} card @param {boolean} [inRow] */
export function draftWords(card, inRow = true) {
  return h(
    "span",
    { class: "draft-words" },
    h(
      "span",
      { class: "order", role: "img", "aria-label": card.order.map(factionName).join(", ") },
      card.order.map((/** @type {string} */ faction) => chip(faction)),
      inRow && oursMark(card),
    ),
    sides(card),
  );
}

/** The draft so far, year by year: what was picked by whom, and the backs of those that are dealt unseen. @param {Wire.TableView} view */
export function draftSoFar(view) {
  if (!view.draft) return null;
  const { years, dealt } = view.draft;
  return h(
    "section",
    { class: "draft-so-far" },
    h("h3", {}, t("table.draft.title")),
    years.map((year) =>
      h(
        "div",
        { class: "draft-year" },
        h("b", {}, String(year)),
        h(
          "ul",
          {},
          (view.drafted[year] ?? []).map((card) =>
            h(
              "li",
              {},
              card.by && chip(card.by),
              h("button", { type: "button", class: "link", onclick: () => openCard(card.number) }, card.title),
            ),
          ),
        ),
        h(
          "span",
          {
            class: "backs",
            role: "img",
            "aria-label": t("table.draft.dealt", { n: dealt }),
            title: t("table.draft.dealt", { n: dealt }),
          },
          Array.from({ length: dealt }, () =>
            h("span", { class: "card-back", "aria-hidden": "true" }, String(year).slice(2)),
          ),
        ),
      ),
    ),
  );
}

/**
 * All Events of the year side by side.
 * @param {Wire.TableView} view
 * @param {(key: string) => void} onChoose
 */
export function openDraft(view, onChoose) {
  const { options = [], prompt = "" } = view.decision ?? {};
  const dialog = openDialog(
    prompt.replace(/ \([^)]*\)$/, ""),
    [
      draftSoFar(view),
      h(
        "ol",
        { class: "draft-grid" },
        options.map((option) =>
          h(
            "li",
            { class: "draft-card" },
            h("h3", {}, option.label, option.card && oursCorner(option.card)),
            option.card && draftWords(option.card, false),
            h(
              "button",
              {
                type: "button",
                class: "pick",
                "data-key": option.key,
                onclick: () => (dialog.close(), onChoose(option.key)),
              },
              t("table.draft.pick"),
            ),
          ),
        ),
      ),
    ],
    { wide: true },
  );
}

/** Opens the grid. @param {Wire.TableView} view @param {(key: string) => void} onChoose */
export function draftButton(view, onChoose) {
  return h(
    "button",
    { type: "button", class: "draft-open", onclick: () => openDraft(view, onChoose) },
    t("table.draft.side_by_side"),
  );
}
