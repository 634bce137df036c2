// @ts-check
/** The fields of the editor. Each names the key of the position it changes, where the sentence stands if that is wrong. */

import { h } from "../dom.js";
import { t } from "../words.js";

/**
 * @typedef {{value: string, label: string}} Choice
 * @param {string} place the key of the position
 * @param {import("../dom.js").Child | import("../dom.js").Child[]} label
 * @param {HTMLElement} content
 */
function field(place, label, content) {
  return h("div", { class: "edit-field", "data-place": place }, h("span", { class: "edit-label" }, label), content);
}

/**
 * A number with buttons for one less and one more.
 * @param {string} place
 * @param {string} label
 * @param {number} n
 * @param {(n: number) => void} onchange
 * @param {{most?: number, note?: string, icon?: Element}} [more]
 */
export function stepper(place, label, n, onchange, { most = 75, note, icon } = {}) {
  const button = (/** @type {number} */ by, /** @type {string} */ sign) =>
    h(
      "button",
      {
        type: "button",
        "data-key": `${place}${sign}`,
        "aria-label": t(by < 0 ? "editor.less" : "editor.more", { what: label }),
        disabled: by < 0 ? n <= 0 : n >= most,
        onclick: () => onchange(n + by),
      },
      sign,
    );
  const input = h("input", {
    type: "number",
    min: 0,
    max: most,
    value: n,
    inputmode: "numeric",
    "data-key": place,
    "aria-label": label,
    onchange: () => onchange(Math.max(0, Math.round(Number(input.value)) || 0)),
  });
  const words = [icon, label, note && h("small", {}, note)];
  return field(place, words, h("span", { class: "edit-step" }, button(-1, "−"), input, button(1, "+")));
}

/**
 * @param {string} place
 * @param {string} label
 * @param {Choice[]} choices
 * @param {string} value
 * @param {(value: string) => void} onchange
 */
export function choice(place, label, choices, value, onchange) {
  const select = h(
    "select",
    { "data-key": place, "aria-label": label, onchange: () => onchange(select.value) },
    choices.map((each) => h("option", { value: each.value, selected: each.value === value }, each.label)),
  );
  return field(place, label, select);
}

/**
 * @param {string} place
 * @param {string} label
 * @param {Choice[]} names
 * @param {string[]} chosen
 * @param {(name: string, on: boolean) => void} onchange
 */
export function several(place, label, names, chosen, onchange) {
  const boxes = names.map((name) => {
    const box = h("input", {
      type: "checkbox",
      "data-key": `${place}.${name.value}`,
      checked: chosen.includes(name.value),
      onchange: () => onchange(name.value, box.checked),
    });
    return h("label", { class: "edit-check" }, box, h("span", {}, name.label));
  });
  return field(place, label, h("span", { class: "edit-checks", role: "group", "aria-label": label }, boxes));
}
