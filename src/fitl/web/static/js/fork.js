// @ts-check
/** Playing on in a copy from any moment of a game, and saying of such a copy where it comes from. */

import { constant } from "./constants.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { editNext } from "./editor/draft.js";
import { home } from "./home.js";
import { kept } from "./lobby/create.js";
import { draftFrom, playOnForm } from "./lobby/playon.js";
import { heldGames } from "./lobby/store.js";
import { t } from "./words.js";

/**
 * Ask who plays on from a moment, and go there.
 * @param {import("./api.js").Table} table
 * @param {Pick<Wire.Table, "scenario" | "name" | "players" | "me">} state
 * @param {number} at how many entries had been given
 */
export async function openFork(table, state, at) {
  /** @type {import("./lobby/draft.js").Scenario[]} */
  const scenarios = await constant("scenarios");
  const scenario = scenarios.find(({ name }) => name === state.scenario);
  if (!scenario) return;
  const form = playOnForm(scenario, draftFrom(scenario, state.players, state.me.seats), async (wish) => {
    const copy = await table.post("/fork", { ...wish, at });
    return kept(copy, wish.name || scenario.title, copy.notes);
  });
  openDialog(t("fork.title"), [h("p", {}, t("fork.text", { n: at })), form]);
}

/**
 * Open the position of a moment in the editor.
 * @param {import("./api.js").Table} table
 * @param {number | null} at null: the present
 */
export async function editMoment(table, at) {
  editNext(JSON.parse(await table.text(at === null ? "/position" : `/position?at=${at}`)));
  home.go("/editor");
}

/** Where a copy comes from, in words; null: it is none. @param {Wire.Origin | null} [origin] */
export function forkWords(origin) {
  const of = origin?.of;
  return of ? t("fork.of", { name: of.name, n: of.entry, card: of.card || t("fork.no_card") }) : null;
}

/** The same, leading to that moment where this browser has a seat or a link there. @param {Wire.Origin | null} origin */
export function forkLine(origin) {
  const words = forkWords(origin);
  const of = origin?.of;
  if (!words || !of) return null;
  const known = heldGames().some(({ game }) => game === of.game);
  const address = home.pageAt(`/game/${of.game}#at=${of.entry}`);
  return h("p", { class: "fork-of soft" }, known ? h("a", { href: address }, words) : words);
}
