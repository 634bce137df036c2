// @ts-check
/** The optional rules that fit, in groups. */

import { h, replace } from "../dom.js";
import { t } from "../words.js";
import { fittingOptions, runByPeople } from "./draft.js";
import { chip } from "./widgets.js";

/**
 * @param {import("./draft.js").Draft} draft
 * @param {import("./draft.js").Option[]} options
 * @param {() => import("./draft.js").Scenario | undefined} scenario
 * @param {() => void} onchange
 * @returns {{element: HTMLElement, sync: () => void}}
 */
export function optionChooser(draft, options, scenario, onchange) {
  const element = h("div", { class: "options" });
  let shown = "";

  function sync() {
    const groups = fittingOptions(draft, scenario(), options);
    const now = JSON.stringify([
      groups.map(([, found]) => found.map(({ name }) => name)),
      Boolean(draft.options.deception),
      runByPeople(draft, scenario()),
    ]);
    if (now !== shown) {
      shown = now;
      if (groups.length)
        replace(
          element,
          groups.map(([group, found]) => groupOf(group, found)),
        );
      else replace(element, h("p", { class: "help" }, t("lobby.new.no_options")));
    }
    for (const input of element.querySelectorAll("input[value]:not([data-handicap])")) {
      const option = options.find(({ name }) => name === input.value);
      input.checked = draft.options[input.value] ?? option?.default ?? false;
    }
  }

  /**
   * @param {string} group
   * @param {import("./draft.js").Option[]} found
   */
  function groupOf(group, found) {
    return h("fieldset", { class: "group" }, h("legend", {}, t(`lobby.group.${group}`)), found.map(choice));
  }

  /** @param {import("./draft.js").Option} option */
  function choice({ name, title, text }) {
    const input = h("input", {
      type: "checkbox",
      id: `field-${name}`,
      value: name,
      "aria-describedby": `option-${name}-text`,
      onchange() {
        draft.options[name] = input.checked;
        onchange();
        document.getElementById(input.id)?.focus(); // the list may be another now
      },
    });
    return h(
      "div",
      { class: "option" },
      input,
      h("label", { for: `field-${name}` }, title),
      h("p", { class: "help", id: `option-${name}-text` }, text),
      name === "deception" && draft.options.deception && handicap(),
    );
  }

  /** 7.3: beginners choose their markers before the others draw, in the order in which they are named. */
  function handicap() {
    return h(
      "fieldset",
      { class: "handicap" },
      h("legend", {}, t("lobby.handicap")),
      runByPeople(draft, scenario()).map((faction) =>
        h(
          "label",
          {},
          h("input", {
            type: "checkbox",
            value: faction,
            "data-handicap": "",
            checked: draft.handicap.includes(faction),
            onchange: (/** @type {any} */ event) => {
              draft.handicap = draft.handicap.filter((each) => each !== faction);
              if (event.target.checked) draft.handicap.push(faction);
              onchange();
            },
          }),
          chip(faction),
        ),
      ),
    );
  }

  return { element, sync };
}
