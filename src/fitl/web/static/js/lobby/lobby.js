// @ts-check
/** The lobby: the page at `/`. */

import { constant } from "../constants.js";
import { h, replace } from "../dom.js";
import { home } from "../home.js";
import { languageField } from "../language_field.js";
import { keepOfflinePage } from "../offline.js";
import { applyTheme, readSettings } from "../table/settings.js";
import { startTour } from "../tour/start.js";
import { TOURS } from "../tour/tours.js";
import { loadWords, t } from "../words.js";
import { aloneParts } from "./alone.js";
import { banner, compass } from "./banner.js";
import { bringGame } from "./bring.js";
import { myGames } from "./mygames.js";
import { newGame } from "./newgame.js";
import { quickPlay } from "./quick.js";
import { notice, sentence } from "./widgets.js";

async function main() {
  const host = /** @type {HTMLElement} */ (document.getElementById("lobby"));
  await loadWords();
  applyTheme(readSettings());
  document.title = t("lobby.title");
  const content = h("main", { id: "content" }, h("p", { class: "loading", role: "status" }, t("lobby.loading")));
  replace(host, h("a", { class: "skip", href: "#new-game" }, t("lobby.skip")), masthead(), content, footer());
  await show(content);
}

/** @param {HTMLElement} content */
async function show(content) {
  try {
    const [scenarios, options, readings] = await Promise.all([
      constant("scenarios"),
      constant("options"),
      constant("readings"),
    ]);
    const mine = myGames();
    const fresh = newGame(scenarios, options, readings, mine.refresh);
    replace(
      content,
      mine.element,
      h(
        "div",
        { class: "hero" },
        quickPlay(scenarios),
        h("div", { class: "beside" }, lesson(), tours(scenarios), library()),
      ),
      fresh,
      bringGame(scenarios, mine.refresh),
      home.alone && aloneParts(mine.refresh),
    );
    await mine.refresh();
    keepOfflinePage();
  } catch (error) {
    const said = notice("alert");
    replace(content, said, h("button", { onclick: () => show(content) }, t("lobby.again")));
    replace(said, t("lobby.failed", { error: sentence(error) }));
  }
}

function masthead() {
  return h(
    "header",
    { class: "masthead" },
    banner(),
    compass(),
    h(
      "div",
      { class: "masthead-words" },
      h(
        "div",
        {},
        h("h1", { class: "caps" }, t("lobby.title")),
        h("p", { class: "subtitle" }, t(home.alone ? "site.subtitle" : "lobby.subtitle")),
        h("p", { class: "about" }, t("lobby.about"), " ", t("lobby.fan_short")),
      ),
      h(
        "nav",
        { "aria-label": t("lobby.nav") },
        ["learn", "rules", "cards", "editor"].map((page) =>
          h("a", { href: home.pageAt(`/${page}`) }, t(`lobby.${page}`)),
        ),
        languageField(),
      ),
    ),
  );
}

function lesson() {
  return h(
    "section",
    { class: "panel teach", "aria-labelledby": "teach-title" },
    h("h2", { id: "teach-title" }, t("lobby.teach.title")),
    h("p", {}, t("lobby.teach.text")),
    h("a", { class: "button", href: home.pageAt("/learn") }, t("lobby.teach.button")),
  );
}

/** What the eras add, where they can be played. @param {import("./draft.js").Scenario[]} scenarios */
function tours(scenarios) {
  const offered = TOURS.filter(({ scenario }) => scenarios.some(({ name }) => name === scenario));
  if (!offered.length) return null;
  const said = notice("alert");
  return h(
    "section",
    { class: "panel tours", "aria-labelledby": "tours-title" },
    h("h2", { id: "tours-title" }, t("lobby.tours.title")),
    offered
      .map((tour) => [
        h("p", {}, t(`tour.${tour.id}.about`)),
        h(
          "button",
          {
            type: "button",
            onclick: () => startTour(tour, scenarios).catch((error) => replace(said, sentence(error))),
          },
          t(`tour.${tour.id}.title`),
        ),
      ])
      .flat(),
    said,
  );
}

function library() {
  return h(
    "section",
    { class: "panel library", "aria-labelledby": "library-title" },
    h("h2", { id: "library-title" }, t("lobby.library.title")),
    h(
      "p",
      { class: "buttons" },
      h("a", { class: "button", href: home.pageAt("/rules") }, t("lobby.library.rules")),
      h("a", { class: "button", href: home.pageAt("/cards") }, t("lobby.library.cards")),
    ),
  );
}

function footer() {
  return h(
    "footer",
    { class: "colophon" },
    h("p", {}, t("lobby.fan_work")),
    h("p", {}, t(home.alone ? "site.yours" : "lobby.no_account")),
  );
}

main();
