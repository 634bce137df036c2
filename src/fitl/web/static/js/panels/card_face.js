// @ts-check
/** A card drawn in our own style: number, title, order of Factions, its text or two halves, our ruling. */

import { h } from "../dom.js";
import { named, t } from "../words.js";
import { ruleLinks } from "./links.js";

/** @typedef {import("./texts.js").Card} Card */

/** What a card is called without its title: 47, or P12 in an expansion. @param {{id: string}} card */
export function cardLabel(card) {
  return card.id.toUpperCase();
}

/** Where a card is one of many: a mark that what it does is ours, if it is. @param {{ours?: boolean}} card */
export function oursMark(card) {
  return card.ours && h("span", { class: "ours", title: t("panels.cards.ours_text") }, t("panels.cards.ours"));
}

let notes = 0;

/** The same in the corner of a face: touched, it says in a sentence what that means. @param {{ours?: boolean}} card */
export function oursCorner(card) {
  if (!card.ours) return null;
  const id = `ours-${(notes += 1)}`;
  return h(
    "span",
    { class: "ours-corner" },
    h(
      "button",
      { type: "button", class: "ours", title: t("panels.cards.ours_text"), popovertarget: id },
      t("panels.cards.ours"),
    ),
    h("span", { id, popover: "auto", class: "ours-text" }, t("panels.cards.ours_text")),
  );
}

/** A Faction's disc with its letters. @param {string} faction */
export function disc(faction) {
  return h("span", { class: `face-disc ${faction}`, "aria-hidden": "true" }, t(`panels.faction.${faction}`));
}

/** The order of Factions as discs, told in words too. @param {string[]} order */
export function orderOf(order) {
  const factions = order.map((faction) => t(`panels.faction.${faction}`)).join(", ");
  const said = order.length ? t("panels.cards.order", { factions }) : t("panels.cards.no_order");
  return h("span", { class: "face-order" }, h("span", { class: "visually-hidden" }, said), order.map(disc));
}

/** What sort of card it is, in a few words. @param {Card} card */
export function sortOf(card) {
  const words = [t(`panels.cards.kinds.${card.kind}`)];
  if (card.period) words.push(String(card.period));
  if (card.capability) words.push(t("panels.cards.lasting.capability", { faction: named(card.capability) }));
  else if (card.momentum !== "none") words.push(t("panels.cards.lasting.momentum"));
  return words.join(" · ");
}

/**
 * The whole face. Cards of a view (`view.card`) lack kind and period; what is not known is left out.
 * @param {Card} card
 */
export function cardFace(card) {
  const sides = Object.entries(card.sides);
  return h(
    "article",
    {
      class: `event-face ${card.kind ?? "event"}`,
      "aria-label": t("panels.cards.open", { number: cardLabel(card), title: card.title }),
    },
    h(
      "header",
      { class: "face-head" },
      h("span", { class: "face-number" }, cardLabel(card)),
      h(
        "div",
        { class: "face-name" },
        h("h2", {}, card.title),
        card.gloss && h("p", { class: "face-gloss" }, card.gloss),
        card.kind && h("p", { class: "face-sort" }, sortOf(card)),
      ),
      orderOf(card.order),
      oursCorner(card),
    ),
    sides.map(([side, text]) =>
      h(
        "section",
        { class: `face-side ${side}` },
        sides.length > 1 && h("h3", { class: "caps" }, t(`panels.cards.side.${side}`)),
        h("p", {}, ruleLinks(text ?? t("panels.cards.silent"))),
      ),
    ),
    card.ruling &&
      h("footer", { class: "face-ruling" }, h("strong", {}, t("panels.cards.ruling")), " ", ruleLinks(card.ruling)),
  );
}
