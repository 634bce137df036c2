// @ts-check
/** The card browser: all cards with search and filters, and one card's face. */

import { h, replace } from "../dom.js";
import { searched, t } from "../words.js";
import { cardFace, cardLabel, orderOf, oursMark, sortOf } from "./card_face.js";
import { createDrawer, loading } from "./drawer.js";
import { loadCards, loadFactions } from "./texts.js";

export { cardFace };

/** @typedef {import("./texts.js").Card} Card */

const SETS = ["base", "sod", "fos"];
const KINDS = ["plain", "capability", "momentum", "pivotal", "coup", "leader"];

/** @type {ReturnType<typeof createDrawer> | null} */
let drawer = null;
/** @type {ReturnType<typeof cardBrowser> | null} */
let browser = null;
/** @type {Promise<void>} */
let ready = Promise.resolve();

/**
 * Open the card browser at a card.
 * @param {number | string} [card] its number, or P12 in an expansion; the list if left out
 * @param {{number?: number, year?: number}} [now] the card or the year in play: at first the list shows the cards of that box
 */
export async function openCard(card, now = {}) {
  if (!drawer || !browser) {
    const place = loading(async () => {
      browser = cardBrowser(await loadCards(), await loadFactions(), { now });
      return browser.element;
    });
    drawer = createDrawer({ label: t("panels.cards.title"), name: "drawer-cards", content: place.host });
    ready = place.ready;
  }
  drawer.open();
  await ready;
  if (!browser)
    drawer = null; // not loaded: the next time tries again
  else browser.show(card ?? null);
}

/**
 * The kinds a card may be filtered by.
 * @param {Card} card
 */
function kindsOf(card) {
  if (card.kind !== "event") return [card.kind];
  const lasting = [card.capability && "capability", card.momentum !== "none" && "momentum"].filter(Boolean);
  return lasting.length ? lasting : ["plain"];
}

/**
 * The browser itself, for the drawer and for the page.
 * @param {Card[]} cards
 * @param {string[]} factions
 * @param {{onShow?: (card: string | null) => void, now?: {number?: number, year?: number}}} [settings] `onShow` is told which card is
 *   shown (null: the list); `now`: the card or year in play, whose box the list begins with
 */
export function cardBrowser(cards, factions, { onShow, now = {} } = {}) {
  let found = cards;
  /** @type {number | null} */
  let shown = null;
  const words = h("input", {
    type: "search",
    "aria-label": t("panels.cards.search"),
    placeholder: t("panels.cards.search_hint"),
    oninput: () => filter(),
  });
  const first = choices(
    "first",
    factions.map((faction) => [faction, t(`panels.faction.${faction}`)]),
  );
  const sets = SETS.filter((name) => cards.some((card) => card.set === name));
  const years = [...new Set(cards.flatMap((card) => card.period ?? []))].sort();
  const kinds = KINDS.filter((name) => cards.some((card) => kindsOf(card).includes(name)));
  const box = choices(
    "box",
    sets.map((name) => [name, t(`panels.cards.boxes.${name}`)]),
  );
  const period = choices(
    "period",
    years.map((year) => [String(year), String(year)]),
  );
  const kind = choices(
    "kind",
    kinds.map((name) => [name, t(`panels.cards.kinds.${name}`)]),
  );
  const count = h("p", { class: "soft cards-count", role: "status" });
  const list = h("ul", { class: "cards-list", "aria-label": t("panels.cards.list"), onkeydown: walk });
  const toList = h(
    "button",
    { type: "button", class: "quiet cards-to-list", onclick: () => show(null) },
    `← ${t("panels.cards.all")}`,
  );
  const face = h("div", { class: "cards-face", "aria-live": "polite" });
  const turn = h("div", { class: "cards-turn" });
  const element = h(
    "div",
    { class: "cards-browser at-list" },
    h(
      "div",
      { class: "cards-finder" },
      h("div", { class: "panel-bar" }, h("div", { class: "panel-search" }, words)),
      h("div", { class: "cards-filters" }, sets.length > 1 && box.field, first.field, period.field, kind.field),
      count,
      list,
    ),
    h("div", { class: "cards-shown" }, toList, face, turn),
  );

  /**
   * @param {"box" | "first" | "period" | "kind"} name
   * @param {string[][]} values
   */
  function choices(name, values) {
    const options = [["", t("panels.cards.any")], ...values].map(([value, label]) => h("option", { value }, label));
    const select = h("select", { onchange: () => filter() }, options);
    return { select, field: h("label", { class: "cards-filter" }, h("span", {}, t(`panels.cards.${name}`)), select) };
  }

  function filter() {
    const sought = searched(words.value.trim()).replace(/^#/, "").split(/\s+/).filter(Boolean);
    found = cards.filter(
      (card) =>
        (!box.select.value || card.set === box.select.value) &&
        (!first.select.value || card.order[0] === first.select.value) &&
        (!period.select.value || String(card.period) === period.select.value) &&
        (!kind.select.value || kindsOf(card).includes(kind.select.value)) &&
        sought.every((/** @type {string} */ word) => mentions(card, word)),
    );
    replace(count, found.length ? t("panels.cards.results", { n: found.length }) : t("panels.cards.no_results"));
    replace(list, found.map(row));
    mark();
  }

  /**
   * A number is looked for as a number, anything else in the title and the texts.
   * @param {Card} card
   * @param {string} word
   */
  function mentions(card, word) {
    if (/^[ps]\d{1,2}$/.test(word)) return card.id === word;
    if (/^\d{1,3}$/.test(word))
      return card.number === Number(word) || new RegExp(`(?<!\\d)${word}(?!\\d)`).test(card.title); // "48" is in M-48, not in 148
    const texts = [card.title, card.gloss, ...Object.values(card.sides), card.ruling, card.also];
    return texts.some((text) => text && searched(text).includes(word));
  }

  /** @param {Card} card */
  function row(card) {
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "cards-row", "data-card": card.number, onclick: () => show(card.number) },
        h("span", { class: "face-number" }, cardLabel(card)),
        h("span", { class: "cards-title" }, h("b", {}, card.title), h("small", {}, sortOf(card), " ", oursMark(card))),
        orderOf(card.order),
      ),
    );
  }

  /** @param {number | string | null} sought its number or label; null: the list */
  function show(sought) {
    const card = cards.find((each) => each.number === sought || each.id === String(sought).toLowerCase());
    shown = card?.number ?? null;
    element.classList.toggle("at-list", sought === null);
    if (card) replace(face, cardFace(card));
    else if (sought !== null) replace(face, h("p", { role: "alert" }, t("panels.cards.unknown", { number: sought })));
    else replace(face, h("p", { class: "soft cards-choose" }, t("panels.cards.choose")));
    replace(turn, card && turnTo(card, -1), card && turnTo(card, 1));
    mark();
    onShow?.(card ? cardLabel(card) : null);
  }

  /**
   * To the neighbour among the cards found.
   * @param {Card} card
   * @param {-1 | 1} way
   */
  function turnTo(card, way) {
    const among = found.includes(card) ? found : cards;
    const next = among[among.indexOf(card) + way];
    if (!next) return h("span");
    const label = t(way > 0 ? "panels.cards.next" : "panels.cards.previous", { title: next.title });
    const name = `${next.set === "base" ? "#" : ""}${cardLabel(next)} ${next.title}`;
    const text = way > 0 ? `${name} →` : `← ${name}`;
    return h("button", { type: "button", class: "quiet", "aria-label": label, onclick: () => show(next.number) }, text);
  }

  function mark() {
    for (const each of list.querySelectorAll("[data-card]")) {
      const here = Number(each.getAttribute("data-card")) === shown;
      if (here) each.setAttribute("aria-current", "true");
      else each.removeAttribute("aria-current");
      if (here && each.offsetParent) each.scrollIntoView({ block: "nearest" });
    }
  }

  /** Arrow keys walk through the list. @param {KeyboardEvent} event */
  function walk(event) {
    const rows = [...list.querySelectorAll("[data-card]")];
    const at = rows.indexOf(/** @type {Element} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to === undefined || !rows[to]) return;
    event.preventDefault();
    rows[to].focus();
  }

  const inPlay = cards.find((card) => card.number === now.number) ?? cards.find((card) => card.period === now.year);
  if (inPlay && sets.length > 1) box.select.value = inPlay.set;
  filter();
  return { element, show };
}
