// @ts-check
/** The pages /rules and /cards: the panels by themselves, the rule or card in the address (`/rules#3.2.4`). */

import { h, replace } from "../dom.js";
import { home } from "../home.js";
import { applyTheme, readSettings } from "../table/settings.js";
import { loadWords, t } from "../words.js";
import { cardBrowser } from "./cards.js";
import { loading } from "./drawer.js";
import { rulesBook } from "./rules.js";
import { loadCards, loadFactions, loadRules } from "./texts.js";

/** What a page shows, by the name in its `data-panel`. */
const PANELS = {
  rules: async () => {
    const book = rulesBook(await loadRules(), { onShow: (number) => address(number) });
    return { element: book.element, show: (/** @type {string} */ place) => book.show(place) };
  },
  cards: async () => {
    const browser = cardBrowser(await loadCards(), await loadFactions(), { onShow: (card) => address(card ?? "") });
    return { element: browser.element, show: (/** @type {string} */ place) => browser.show(place || null) };
  },
};

/** The place named in the address. */
function place() {
  return decodeURIComponent(home.hash().slice(1));
}

/** Name a place in the address, so that the browser's Back and Forward work. @param {string} name */
function address(name) {
  if (name !== place()) home.mark(name && `#${name}`, true);
}

async function main() {
  await loadWords();
  applyTheme(readSettings());
  const name = /** @type {keyof typeof PANELS} */ (document.body.dataset.panel);
  const other = name === "rules" ? "cards" : "rules";
  document.title = t(`panels.${name}.title`);
  /** @type {{element: HTMLElement, show(place: string): void} | null} */
  let panel = null;
  const content = loading(async () => {
    panel = await PANELS[name]();
    return panel.element;
  });
  window.addEventListener("popstate", () => panel?.show(place()));
  replace(
    document.body,
    h(
      "header",
      { class: "page-head" },
      h("h1", {}, t(`panels.${name}.title`)),
      h("p", { class: "soft" }, t(`panels.${name}.page_intro`)),
      h(
        "nav",
        {},
        h("a", { href: home.pageAt("/") }, t("panels.home")),
        h("a", { href: home.pageAt(`/${other}`) }, t(`panels.${other}.title`)),
      ),
    ),
    h("main", { class: `page-panel page-${name}` }, content.host),
  );
  await content.ready;
  /** @type {any} */ (panel)?.show(place()); // now that it stands in the page it can scroll there
}

main();
