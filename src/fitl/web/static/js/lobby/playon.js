// @ts-check
/** Who plays on from a situation: the seats as in the lobby, and whether a physical board lies beside the screen. */

import { h, replace } from "../dom.js";
import { home } from "../home.js";
import { t } from "../words.js";
import { BOT, ME, NAME_LENGTH, freshDraft, seatsOf } from "./draft.js";
import { linkPanel } from "./links.js";
import { seatChooser } from "./seats.js";
import { labelled, notice, sentence } from "./widgets.js";

/**
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./draft.js").Scenario} Scenario
 * @typedef {{seats: import("./draft.js").Seat[], table_mode: boolean, name: string, host: string}} Wish
 */

/**
 * The seats as they are at a table: one's own stay, other people's become bots, where any can play.
 * @param {Scenario} scenario
 * @param {Pick<Wire.PlayerShown, "seat" | "factions" | "plays">[]} players
 * @param {number[]} mine
 * @returns {Draft}
 */
export function draftFrom(scenario, players, mine) {
  const draft = { ...freshDraft(), scenario: scenario.name };
  for (const { seat, factions, plays } of players) {
    for (const faction of factions) draft.kinds[faction] = mine.includes(seat) ? ME : BOT;
    if (plays !== null) draft.plays[factions[0]] = plays;
    if (factions.length > 1 && mine.includes(seat)) draft.paired[factions[0] === "us" ? "coin" : "insurgent"] = true;
  }
  return draft;
}

/**
 * @param {Scenario} scenario
 * @param {Draft} draft
 * @param {(wish: Wish) => Promise<import("./create.js").Created>} create
 * @returns {HTMLFormElement}
 */
export function playOnForm(scenario, draft, create) {
  const said = notice("alert");
  const seats = seatChooser(
    draft,
    () => scenario,
    () => seats.sync(),
  );
  const name = h("input", { type: "text", maxlength: NAME_LENGTH, autocomplete: "off" });
  const physical = h("input", { type: "checkbox", checked: draft.table_mode });
  const start = h("button", { type: "submit", class: "primary" }, t("play_on.start"));

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    replace(said);
    start.disabled = true;
    const wish = { seats: seatsOf(draft, scenario), table_mode: physical.checked };
    try {
      const created = await create({ ...wish, name: name.value.trim(), host: draft.host.trim() });
      if (created.door && !wish.seats.some(({ kind }) => kind === "link")) home.go(created.door.path);
      else
        replace(
          form,
          linkPanel(created, () => home.go("/")),
        );
    } catch (error) {
      replace(said, sentence(error));
    } finally {
      start.disabled = false;
    }
  }

  const form = h(
    "form",
    { class: "play-on", onsubmit: submit },
    h("h3", {}, t("lobby.bring.seats")),
    seats.element,
    h("label", { class: "check" }, physical, h("span", {}, t("lobby.bring.physical"))),
    labelled("play-on-name", t("lobby.bring.name"), name),
    said,
    start,
  );
  seats.sync();
  return form;
}
