// @ts-check
/** Bringing a game along: a journal or a position from a file, dropped or pasted. */

import { h, replace, wholeYears } from "../dom.js";
import { decimal, named, t } from "../words.js";
import { takeUp } from "./create.js";
import { BOT, LINK, ME, NAME_LENGTH } from "./draft.js";
import { linkPanel } from "./links.js";
import { Unrecognised, recognise } from "./recognise.js";
import { keepUnfinished, unfinished } from "./store.js";
import { chip, inWords, labelled, notice, segments, sentence } from "./widgets.js";

const MOST_BYTES = 4_000_000;
const MEGABYTE = 1_000_000;

/**
 * @param {import("./draft.js").Scenario[]} scenarios
 * @param {() => void} oncreated
 */
export function bringGame(scenarios, oncreated) {
  const said = notice("alert");
  const found = h("div", { class: "found" });
  const text = h("textarea", { rows: 4, spellcheck: "false", autocomplete: "off", oninput: typed });
  text.value = unfinished("bring") ?? "";
  const file = h("input", {
    type: "file",
    accept: ".jsonl,.json,.txt,application/json",
    class: "visually-hidden",
    id: "bring-file",
    onchange: picked,
  });
  const zone = h(
    "div",
    { class: "drop" },
    h("p", {}, t("lobby.bring.drop")),
    file,
    h("label", { class: "button", for: "bring-file" }, t("lobby.bring.choose")),
  );
  const read = h("button", { type: "button", onclick: look }, t("lobby.bring.read"));
  const clear = h("button", { type: "button", class: "quiet", onclick: empty }, t("lobby.bring.clear"));
  const parts = h(
    "div",
    { class: "bring-parts" },
    zone,
    h(
      "div",
      { class: "paste" },
      labelled("bring-text", t("lobby.bring.paste_label"), text),
      h("p", { class: "buttons" }, read, clear),
    ),
  );
  const host = h(
    "section",
    { class: "panel bring", "aria-labelledby": "bring-title" },
    h("h2", { id: "bring-title" }, t("lobby.bring.title")),
    h("p", { class: "soft" }, t("lobby.bring.text")),
    parts,
    said,
    found,
  );

  host.addEventListener("dragover", (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    zone.classList.add("over");
  });
  host.addEventListener("dragleave", () => zone.classList.remove("over"));
  host.addEventListener("drop", (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    zone.classList.remove("over");
    const files = event.dataTransfer?.files;
    if (files?.length === 1) open(files[0]);
    else if (files && files.length > 1) complain("several", { n: files.length });
  });

  function typed() {
    keepUnfinished("bring", text.value);
    replace(said);
    replace(found);
  }

  function empty() {
    text.value = "";
    typed();
    text.focus();
  }

  function picked() {
    const chosen = file.files?.[0];
    if (chosen) open(chosen);
    file.value = ""; // so that the same file can be chosen again after it was corrected
  }

  /** @param {File} chosen */
  async function open(chosen) {
    if (chosen.size > MOST_BYTES) {
      const size = decimal(chosen.size / MEGABYTE, 1);
      return complain("large", { file: chosen.name, size, most: MOST_BYTES / MEGABYTE });
    }
    try {
      text.value = await chosen.text();
    } catch (error) {
      return complain("unreadable", { file: chosen.name, error: sentence(error) });
    }
    typed();
    look();
  }

  function look() {
    replace(found);
    replace(said);
    try {
      const game = recognise(text.value, scenarios);
      const form = foundForm(game, scenarios, opened, said);
      replace(found, form);
      form.querySelector("h3").focus();
    } catch (error) {
      if (!(error instanceof Unrecognised)) throw error;
      complain(error.message, error.params);
    }
  }

  /**
   * @param {string} message
   * @param {Record<string, string | number>} params
   */
  function complain(message, params) {
    replace(found);
    replace(said, t(`lobby.bring.wrong.${message}`, params));
  }

  /** @param {import("./create.js").Created} created */
  function opened(created) {
    text.value = "";
    typed();
    const panel = linkPanel(created, () => replace(found));
    replace(found, panel);
    panel.querySelector("h2").focus();
    oncreated();
  }

  return host;
}

/**
 * What was found, who is to play it, and the button that opens it.
 * @param {import("./recognise.js").Recognised} game
 * @param {import("./draft.js").Scenario[]} scenarios
 * @param {(created: import("./create.js").Created) => void} onOpened
 * @param {HTMLElement} said
 */
function foundForm(game, scenarios, onOpened, said) {
  const scenario =
    scenarios.find(({ name }) => name === game.scenario)?.title ?? game.scenario ?? t("lobby.bring.no_scenario");
  const seats = game.seats.map(({ factions, bot }) => ({ factions, kind: bot ? BOT : ME }));
  const people = seats.filter((seat) => seat.kind !== BOT);
  const bots = seats.filter((seat) => seat.kind === BOT).flatMap((seat) => seat.factions);
  const name = h("input", { type: "text", maxlength: NAME_LENGTH, autocomplete: "off" });
  const physical = h("input", { type: "checkbox" });
  const create = h("button", { type: "submit", class: "primary" }, t("lobby.bring.create"));

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    replace(said);
    create.disabled = true;
    try {
      const order = { ...game.body, seats, name: name.value.trim(), table_mode: physical.checked };
      onOpened(await takeUp(order, name.value.trim() || scenario));
    } catch (error) {
      replace(said, h("p", {}, t("lobby.bring.failed", { error: sentence(error) })), h("p", {}, t("lobby.bring.kept")));
    } finally {
      create.disabled = false;
    }
  }

  return h(
    "form",
    { class: "found-form", onsubmit: submit },
    h("h3", { tabindex: -1 }, wholeYears(t(`lobby.bring.${game.kind}`, { scenario, n: game.answers }))),
    people.length > 0 && h("p", { class: "caps" }, t("lobby.bring.seats")),
    people.map((seat, i) =>
      h(
        "div",
        { class: "seat" },
        h("span", { class: "seat-who" }, seat.factions.map(chip)),
        segments({
          name: `bring-seat-${i}`,
          legend: t("lobby.seat.kind_of", { faction: named(...seat.factions) }),
          choices: [ME, LINK].map((value) => ({ value, label: t(`lobby.seat.${value}`) })),
          value: seat.kind,
          onchange: (value) => (seat.kind = value),
        }),
      ),
    ),
    bots.length > 0 && h("p", {}, t("lobby.bring.bots", { factions: inWords(bots) })),
    game.kind === "position" && h("label", { class: "check" }, physical, h("span", {}, t("lobby.bring.physical"))),
    game.tableMode && h("p", { class: "help" }, t("lobby.bring.table_mode")),
    labelled("bring-name", t("lobby.bring.name"), name),
    create,
  );
}
