// @ts-check
/** Beside a physical board: what has changed there, as orders to tick off. What was not closed comes again after a reload. */
import { h } from "../dom.js";
import { openDialog } from "../dialog.js";
import { t } from "../words.js";
import { chip } from "./faction.js";

/**
 * From and to which entry what was told last in this browser was carried out; null: nothing was told.
 * @param {string} key
 * @returns {[number, number] | null}
 */
function remembered(key) {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "null");
    return Array.isArray(found) && found.length === 2 && found.every(Number.isInteger)
      ? /** @type {[number, number]} */ (found)
      : null;
  } catch {
    return null;
  }
}

/** @param {import("./sitting.js").Sitting} sitting */
export function createOrders(sitting) {
  const key = `fitl.orders.${sitting.table.game}`;
  let from = Math.min(remembered(key)?.[1] ?? Infinity, sitting.state.stage_begun); // what came before was carried out

  /**
   * @param {number} first
   * @param {number} last
   */
  async function show(first, last) {
    /** @type {string[]} */
    const found = await sitting.table.get("/orders", { from: first, to: last });
    if (!found.length) return;
    const played = sitting.state.turns
      .filter((/** @type {Wire.BotTurnShown} */ turn) => turn.first >= first && turn.first < last)
      .map((/** @type {Wire.BotTurnShown} */ turn) => turn.faction);
    const factions = [...new Set(played)];
    const dialog = openDialog(
      t("table.orders.title"),
      [
        h(
          "p",
          { class: "reason-head" },
          factions.map((faction) => chip(faction)),
          " ",
          t(factions.length ? "table.orders.text" : "table.orders.own"),
        ),
        h(
          "ol",
          { class: "orders" },
          found.map((order) => h("li", {}, h("label", {}, h("input", { type: "checkbox" }), h("span", {}, order)))),
        ),
        h(
          "p",
          { class: "dialog-actions" },
          h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, t("table.orders.done")),
        ),
      ],
      { onClose: () => remember(first, last) },
    );
    dialog.querySelector("input")?.focus(); // an Enter that was meant for the question before does not close it unread
  }

  /**
   * @param {number} first
   * @param {number} last
   */
  function remember(first, last) {
    try {
      localStorage.setItem(key, JSON.stringify([first, last]));
    } catch {
      // forbidden storage: they come again after a reload
    }
  }

  return {
    /** After a turn or phase, no matter whose, tell all that has changed. */
    tell() {
      const { state } = sitting;
      const end = state.over ? state.entries : state.stage_begun; // of a turn under way people are not told before its end
      if (!state.table_mode || state.lesson || (state.view.decision?.actor === "chance" && end > from)) return;
      const begin = from;
      from = end; // after a take-back people go back as they came
      if (end <= begin) return;
      if (state.me.role === "spectator") return remember(begin, end); // who only watches moves no pieces, and finds them in the menu
      remember(begin, begin);
      show(begin, end).catch(sitting.say);
    },
    /** What was told last, once more. */
    async again() {
      const last = remembered(key);
      if (last) await show(Math.min(last[0], sitting.state.entries), Math.min(last[1], sitting.state.entries));
      else sitting.chrome.say(t("table.orders.none"));
    },
  };
}
