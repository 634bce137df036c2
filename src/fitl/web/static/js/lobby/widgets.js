// @ts-check
/** Small things several parts of the lobby show: Factions in words and chips, choices side by side, messages. */

import { h } from "../dom.js";
import { t } from "../words.js";

/** @param {string} faction */
export function chip(faction) {
  return h("span", { class: `chip ${faction}` }, t(`lobby.short.${faction}`));
}

/** Factions in words: "US", "US and ARVN", "US, NVA and VC". @param {string[]} factions */
export function inWords(factions) {
  const names = factions.map((faction) => t(`lobby.short.${faction}`));
  if (names.length < 2) return names.join("");
  return names.slice(0, -1).join(t("lobby.short.list")) + t("lobby.short.and") + names.at(-1);
}

/**
 * Radio buttons that look like one divided button.
 * @param {{name: string, legend: string, choices: {value: string, label: string}[], value: string,
 *   onchange: (value: string) => void}} settings
 */
export function segments({ name, legend, choices, value, onchange }) {
  return h(
    "fieldset",
    { class: "segments" },
    h("legend", { class: "visually-hidden" }, legend),
    choices.map((choice) =>
      h(
        "label",
        { class: "segment", "data-value": choice.value },
        h("input", {
          type: "radio",
          name,
          value: choice.value,
          checked: choice.value === value,
          onchange: () => onchange(choice.value),
        }),
        h("span", {}, choice.label),
      ),
    ),
  );
}

/**
 * A labelled field with its explanation; `field` is the input's id.
 * @param {string} field
 * @param {string} label
 * @param {HTMLElement} input
 * @param {string} [help]
 */
export function labelled(field, label, input, help) {
  input.id = field;
  if (help) input.setAttribute("aria-describedby", `${field}-help`);
  return h(
    "div",
    { class: "field" },
    h("label", { for: field }, label),
    input,
    help && h("p", { class: "help", id: `${field}-help` }, help),
  );
}

/**
 * A place for messages that are read out when they appear; empty, it takes no room.
 * @param {"alert" | "status"} role
 */
export function notice(role) {
  return h("div", { class: `notice ${role}`, role, "aria-live": role === "alert" ? "assertive" : "polite" });
}

/** A refusal or a failed connection, as a sentence. @param {any} error */
export function sentence(error) {
  return error instanceof TypeError ? t("lobby.offline") : error.message;
}
