// @ts-check
/** The present card and the next one, in our own words. */
import { h, replace } from "../dom.js";
import { hasWords, t } from "../words.js";
import { cardLabel, oursCorner, oursMark } from "../panels/card_face.js";
import { openCard } from "../panels/cards.js";
import { draftSoFar } from "./draft.js";
import { chip, factionName } from "./faction.js";

/** @param {Wire.CardShown} card */
function order(card) {
  return h(
    "span",
    { class: "order", role: "img", "aria-label": card.order.map(factionName).join(", ") },
    card.order.map((/** @type {string} */ faction) => chip(faction)),
  );
}

/** @param {Wire.CardShown} card */
function face(card) {
  const sides = Object.entries(card.sides).filter(([, text]) => text);
  return h(
    "article",
    { class: "card-face", "aria-label": t("table.card.present", { title: card.title }) },
    h(
      "header",
      {},
      h("span", { class: "card-number" }, cardLabel(card)),
      h(
        "h2",
        {},
        h(
          "button",
          { type: "button", class: "card-title", title: t("table.card.open"), onclick: () => openCard(card.number) },
          card.title,
        ),
      ),
      card.order.length ? order(card) : h("span", { class: "coup-mark" }, t("table.card.coup")),
      oursCorner(card),
      card.gloss && h("p", { class: "face-gloss" }, card.gloss),
    ),
    sides.map(([side, text]) =>
      h(
        "p",
        { class: `side ${side}` },
        sides.length > 1 && h("b", { class: "side-name" }, t(`table.side.${side}`)),
        " ",
        text,
      ),
    ),
  );
}

/** Where the next card lies face down (P2.3, S2.3): its back, and how many the year still has. @param {{year: number, left: number}} year */
function cardBack({ year, left }) {
  return h(
    "p",
    { class: "next-card" },
    h("span", { class: "card-back", "aria-hidden": "true" }, String(year).slice(2)),
    h("span", { class: "soft" }, t("table.card.left_of_year", { n: left, year })),
  );
}

/** @param {Wire.TableView} view */
function next(view) {
  const card = view.next_card;
  if (!card && view.turn.initiative && view.year) return cardBack(view.year);
  if (!card)
    return h(
      "p",
      { class: "next-card soft" },
      view.stage === "over" || view.cards_left > 0 ? "" : t("table.card.last"),
    );
  return h(
    "p",
    { class: "next-card" },
    h("span", { class: "soft" }, t("table.card.next")),
    " ",
    h("button", { type: "button", class: "link", onclick: () => openCard(card.number) }, card.title),
    oursMark(card),
    card.order.length ? order(card) : h("span", { class: "coup-mark" }, t("table.card.coup")),
  );
}

/** What Monsoon forbids in the era (2.3.9). @param {Wire.TableView} view */
function monsoonText({ era }) {
  const words = `table.monsoon_text_of.${era}`;
  return t(hasWords(words) ? words : "table.monsoon_text");
}

/**
 * The two cards in a line, where there is no room for their faces.
 * @param {Wire.TableView} view
 */
function brief(view) {
  const title = (/** @type {Wire.CardShown} */ card) =>
    h("button", { type: "button", class: "link", onclick: () => openCard(card.number) }, card.title);
  return [
    view.card && h("b", {}, title(view.card)),
    view.card && view.card.order.length > 0 && order(view.card),
    view.next_card &&
      h("span", { class: "next" }, h("span", { class: "soft" }, t("table.card.next")), " ", title(view.next_card)),
    view.monsoon && h("span", { class: "monsoon" }, t("table.monsoon")),
  ];
}

/**
 * @param {HTMLElement} host
 * @param {HTMLElement} line
 */
export function createCards(host, line) {
  return {
    /** @param {Wire.TableView} view */
    update(view) {
      replace(line, brief(view));
      replace(
        host,
        view.draft && draftSoFar(view),
        view.card && face(view.card),
        view.monsoon && h("p", { class: "monsoon-text" }, monsoonText(view)),
        next(view),
        h(
          "p",
          { class: "deck" },
          h("span", {}, t("table.card.left", { n: view.cards_left })),
          view.monsoon && h("span", { class: "monsoon" }, t("table.monsoon")),
        ),
      );
    },
  };
}
