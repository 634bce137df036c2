// @ts-check
/** How bots read the open points of chapter 8, for tables that agree on another reading. */

import { h } from "../dom.js";
import { labelled } from "./widgets.js";

/**
 * @param {import("./draft.js").Draft} draft
 * @param {import("./draft.js").Reading[]} readings
 * @param {() => void} onchange
 */
export function readingChooser(draft, readings, onchange) {
  return h(
    "div",
    { class: "more-fields readings" },
    readings.map((reading) => field(reading, draft, onchange)),
  );
}

/**
 * @param {import("./draft.js").Reading} reading
 * @param {import("./draft.js").Draft} draft
 * @param {() => void} onchange
 */
function field({ name, text, values }, draft, onchange) {
  const select = h(
    "select",
    {
      onchange() {
        draft.readings[name] = select.value;
        onchange();
      },
    },
    values.map((value) => h("option", { value: value.name }, value.text)),
  );
  select.value = draft.readings[name] ?? values[0].name;
  return labelled(`field-reading-${name}`, text, select);
}
