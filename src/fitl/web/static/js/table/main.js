// @ts-check
/** The table page begins here: find the seat, read what the table needs, and sit down. */
import { Refused, Table } from "../api.js";
import { constant } from "../constants.js";
import { h, replace } from "../dom.js";
import { holdGame } from "../lobby/store.js";
import { lostPage } from "../lost_page.js";
import { keepOfflinePage } from "../offline.js";
import { openSeat } from "../seat_link.js";
import { loadWords } from "../words.js";
import { findSeat } from "./seat.js";
import { sitDown } from "./sitting.js";

/**
 * What is said instead of a table.
 * @param {HTMLElement} root
 * @param {"seat" | "offline" | "closed" | "fault"} reason
 * @param {{again?: boolean, text?: string}} [more]
 */
function noTable(root, reason, more) {
  const host = h("main", { class: "lost panel" });
  replace(root, host);
  root.className = "";
  root.removeAttribute("aria-busy");
  lostPage(host, reason, more);
}

async function start() {
  const root = /** @type {HTMLElement} */ (document.getElementById("table"));
  const seat = findSeat();
  if (!seat) {
    await loadWords();
    noTable(root, "seat");
    return;
  }
  const table = new Table(seat.game, seat.token);
  const looked = openSeat(table, seat.invitation); // beside the words and the map, which are not needed to ask
  looked.catch(() => {}); // told below, in our words
  await loadWords();
  try {
    const [facts, shapes, state] = await Promise.all([constant("facts"), constant("shapes"), looked]);
    const { role, factions } = state.me;
    holdGame({ game: seat.game, token: table.token, title: state.name, role, factions, seen: Date.now() });
    await sitDown(root, table, { facts, shapes }, state, seat.at);
    keepOfflinePage();
  } catch (error) {
    if (error instanceof Refused && error.code === "unknown") noTable(root, "seat", { text: error.message });
    else if (error instanceof Refused && error.code === "no_answer")
      noTable(root, navigator.onLine ? "closed" : "offline", { again: true });
    else {
      noTable(root, "fault", { again: true, text: /** @type {Error} */ (error).message });
      throw error;
    }
  }
}

start();
