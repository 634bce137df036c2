// @ts-check
/** The table page begins here: find the seat, read what the table needs, and sit down. */
import { Table } from "../api.js";
import { constant } from "../constants.js";
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
  const seat = findSeat();
  const table = seat && new Table(seat.game, seat.token);
  const looked = table?.look(); // beside the words and the map, which are not needed to ask
  looked?.catch(() => {}); // told below, in our words
  await loadWords();
  if (!seat || !table) {
    noTable(root, t("table.lost.text"), false);
    return;
  }
  try {
    const [facts, shapes, state] = await Promise.all([
      constant("facts"),
      constant("shapes"),
      looked,
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
