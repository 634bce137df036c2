// @ts-check
/** The games whose seats this browser holds: whose turn it is, resume, links, forget. */

import { Table, send } from "../api.js";
import { onPhone } from "../device.js";
import { h, replace, wholeYears } from "../dom.js";
import { forkWords } from "../fork.js";
import { home } from "../home.js";
import { t } from "../words.js";
import { ownLink } from "../seat_link.js";
import { endsText } from "../table/seats.js";
import { linkList } from "./links.js";
import { dropGame, heldGames, linksOf } from "./store.js";
import { chip, notice, sentence } from "./widgets.js";

const EVERY = 20_000; // milliseconds between looks, while the page is in sight
const AT_ONCE = 50; // seats asked about in one request

/**
 * @typedef {import("./store.js").Note} Note
 * @typedef {Wire.MyGame} News what the server says of a seat
 */

/** @returns {{element: HTMLElement, refresh: () => Promise<void>}} */
export function myGames() {
  const list = h("ul", { class: "my-games" });
  const said = notice("status");
  const element = h(
    "section",
    { class: "panel mine", hidden: true, "aria-labelledby": "mine-title" },
    h(
      "div",
      { class: "form-head" },
      h("h2", { id: "mine-title" }, t("lobby.mine.title")),
      h("p", { class: "soft" }, t("lobby.mine.text")),
    ),
    list,
    said,
  );
  let shown = "";

  async function refresh() {
    const notes = heldGames();
    element.hidden = notes.length === 0;
    /** @type {(News | null | undefined)[]} undefined: not known */
    let news = notes.map(() => undefined);
    let trouble = "";
    if (notes.length) {
      try {
        news = await newsOf(notes.map((note) => note.token));
      } catch (error) {
        trouble = t("lobby.mine.failed", { error: sentence(error) });
      }
    }
    const now = JSON.stringify([notes, news, trouble]);
    if (now === shown) return; // leave open details, focus and screen readers alone
    shown = now;
    const rows = notes.map((note, i) => ({ note, about: news[i] })).sort((a, b) => rank(a.about) - rank(b.about));
    replace(
      list,
      rows.map(({ note, about }) => gameRow(note, about, forget)),
    );
    if (trouble) replace(said, trouble);
    const waiting = rows.filter(({ about }) => isMyTurn(about)).length;
    document.title = waiting
      ? t("lobby.mine.waiting_title", { n: waiting, title: t("lobby.title") })
      : t("lobby.title");
  }

  /** @param {Note} note @param {string} title */
  async function forget(note, title) {
    if (home.alone) await deleteGame(note);
    dropGame(note);
    await refresh();
    replace(said, t(home.alone ? "site.deleted" : "lobby.mine.forgotten", { title }));
    const next = list.querySelector("a, button") ?? document.querySelector("#new-game");
    if (next instanceof HTMLElement) next.focus();
  }

  setInterval(() => document.visibilityState === "visible" && refresh(), EVERY);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());
  window.addEventListener("pageshow", (event) => event.persisted && refresh()); // back from a table, the page was kept
  return { element, refresh };
}

/** Where nobody else plays, a game that is forgotten is gone. @param {Note} note */
async function deleteGame(note) {
  await new Table(note.game, note.token).post("/end", { end: true }).catch((error) => {
    if (error.code !== "unknown") throw error; // it was gone already
  });
}

/** @param {string[]} tokens @returns {Promise<(News | null)[]>} */
async function newsOf(tokens) {
  const found = [];
  for (let i = 0; i < tokens.length; i += AT_ONCE)
    found.push(...(await send("/api/mine", { tokens: tokens.slice(i, i + AT_ONCE) })));
  return found;
}

/** @param {News | null | undefined} about */
function isMyTurn(about) {
  return Boolean(about && about.turn && !about.over && about.role !== "spectator");
}

/** One's own turns first, then running games, finished ones, lost ones. @param {News | null | undefined} about */
function rank(about) {
  if (about === null) return 3;
  if (about?.over) return 2;
  return isMyTurn(about) ? 0 : 1;
}

/** @param {News | null | undefined} about */
function statusOf(about) {
  if (about === undefined) return "unknown";
  if (about === null) return "gone";
  if (about.over) return "over";
  if (about.role === "spectator") return "watching";
  return about.turn ? "your_turn" : "waiting";
}

/** @type {Record<string, string>} what the link to the table is called */
const GO = { your_turn: "play", over: "look", waiting: "resume", watching: "resume", unknown: "resume" };

/**
 * @param {Note} note
 * @param {News | null | undefined} about
 * @param {(note: Note, title: string) => void} onForget
 */
function gameRow(note, about, onForget) {
  const title = about?.title ?? note.title ?? note.game;
  const status = statusOf(about);
  const factions = about?.factions ?? note.factions ?? [];
  const links = linksOf(note.game);
  const ask = h(
    "div",
    { class: "ask", hidden: true, role: "group", "aria-label": t("lobby.mine.forget_of", { title }) },
    h("p", {}, t(home.alone ? "site.delete_ask" : "lobby.mine.forget_ask")),
    h(
      "button",
      { type: "button", class: "primary", onclick: () => onForget(note, title) },
      t(home.alone ? "site.delete" : "lobby.mine.forget_yes"),
    ),
    h("button", { type: "button", onclick: () => show(ask, forget) }, t("lobby.mine.forget_no")),
  );
  const shared = h("div", { class: "shared", hidden: true });
  const mine = h("div", { class: "shared", hidden: true });
  const phone = h(
    "button",
    {
      type: "button",
      class: "quiet",
      "aria-expanded": "false",
      "aria-label": t(onPhone() ? "seat.device_of" : "seat.phone_of", { title }),
      onclick: () => (mine.hidden && replace(mine, ownLink(note.game, note.token)), show(mine, phone)),
    },
    t(onPhone() ? "seat.device" : "seat.phone"),
  );
  const forget = h(
    "button",
    {
      type: "button",
      class: "quiet",
      "aria-expanded": "false",
      "aria-label": t("lobby.mine.forget_of", { title }),
      onclick: () => show(ask, forget),
    },
    t(home.alone ? "site.delete" : "lobby.mine.forget"),
  );
  const share = h(
    "button",
    {
      type: "button",
      class: "quiet",
      "aria-expanded": "false",
      "aria-label": t("lobby.mine.links_of", { title }),
      onclick: () => (shared.hidden && replace(shared, linkList(links, title)), show(shared, share)),
    },
    t("lobby.mine.links"),
  );
  return h(
    "li",
    { class: `my-game ${status}` },
    h(
      "div",
      { class: "what" },
      h("strong", {}, wholeYears(title)),
      h("span", { class: "chips" }, factions.map(chip), factions.length === 0 && t("lobby.mine.spectator")),
      about && opponents(about.others),
      about?.origin?.of && h("span", { class: "fork-of soft" }, forkWords(about.origin)),
    ),
    h(
      "div",
      { class: "when" },
      h("span", { class: `status ${status}` }, t(`lobby.mine.${status}`)),
      about && !about.over && h("span", { class: "soft" }, cardOf(about)),
      about && h("span", { class: "soft" }, lastMove(about)),
    ),
    h(
      "div",
      { class: "do" },
      GO[status] &&
        h(
          "a",
          {
            class: status === "your_turn" ? "button primary" : "button",
            href: home.pageAt(`/game/${note.game}#${note.token}`),
          },
          t(`lobby.mine.${GO[status]}`),
        ),
      !home.alone && links.length > 0 && status !== "gone" && share,
      !home.alone && about && about.role !== "spectator" && phone,
      forget,
    ),
    about?.ends && h("p", { class: "ends" }, endsText(about.ends)),
    ask,
    shared,
    mine,
  );
}

/** Who else plays: people with their names, then the bots. @param {News["others"]} others */
function opponents(others) {
  const people = others
    .filter(({ bot }) => !bot)
    .map(({ factions, name }) => h("span", {}, factions.map(chip), " ", name || t("lobby.mine.somebody")));
  const bots = others.filter(({ bot }) => bot).flatMap(({ factions }) => factions);
  if (bots.length)
    people.push(h("span", {}, bots.map(chip), " ", t(bots.length === 1 ? "lobby.mine.bot" : "lobby.mine.bots")));
  return people.length > 0 && h("p", { class: "opponents soft" }, t("lobby.mine.with"), people);
}

/** @param {HTMLElement} part @param {HTMLElement} button that opens and closes it */
function show(part, button) {
  part.hidden = !part.hidden;
  button.setAttribute("aria-expanded", String(!part.hidden));
  (part.hidden ? button : part.querySelector("button"))?.focus();
}

/** @param {News} about */
function cardOf({ card }) {
  return card ? t("lobby.mine.card", { card }) : null;
}

/** @param {News} about */
function lastMove({ updated }) {
  const at = typeof updated === "number" ? new Date(updated * 1000) : new Date(updated ?? Number.NaN);
  if (Number.isNaN(at.getTime())) return null;
  const language = document.documentElement.lang;
  return t("lobby.mine.updated", { when: at.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" }) });
}
