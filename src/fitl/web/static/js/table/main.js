// @ts-check
/** The table page begins here: find the seat, read what the table needs, and sit down. */
import { Table, request } from "../api.js";
import { h, replace } from "../dom.js";
import { holdGame } from "../lobby/store.js";
import { loadWords, t } from "../words.js";
import { findSeat } from "./seat.js";
import { sitDown } from "./sitting.js";

/**
 * What is said instead of a table.
 * @param {HTMLElement} root
 * @param {string} text
 * @param {boolean} again may help
 */
function noTable(root, text, again) {
  replace(
    root,
    h(
      "main",
      { class: "lost panel" },
      h("h1", {}, t("table.lost.title")),
      h("p", {}, text),
      h(
        "p",
        {},
        again && h("button", { type: "button", class: "primary", onclick: () => location.reload() }, t("table.lost.again")),
        " ",
        h("a", { class: "button", href: "/" }, t("table.menu.lobby")),
      ),
    ),
  );
}

async function start() {
  const root = /** @type {HTMLElement} */ (document.getElementById("table"));
  await loadWords();
  const seat = findSeat();
  if (!seat) {
    noTable(root, t("table.lost.text"), false);
    return;
  }
  const table = new Table(seat.game, seat.token);
  try {
    const [facts, shapes, state] = await Promise.all([
      request("GET", "/api/facts"),
      request("GET", "/static/data/map_shapes.json"),
      table.look(),
    ]);
    const { role, factions } = state.me;
    holdGame({ game: seat.game, token: seat.token, title: state.name, role, factions, seen: Date.now() });
    await sitDown(root, table, { facts, shapes }, state);
  } catch (error) {
    noTable(root, /** @type {Error} */ (error).message, true);
    throw error;
  }
}

start();
