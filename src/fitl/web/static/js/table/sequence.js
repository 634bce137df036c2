// @ts-check
/** The sequence of play (2.3): who is Eligible, who acted and how, who is up; in Coup Rounds the phase. */
import { h, replace } from "../dom.js";
import { hasWords, t } from "../words.js";
import { FACTIONS, chip } from "./faction.js";

/**
 * @param {any} view
 * @param {string} faction
 */
function standing(view, faction) {
  const { turn } = view;
  const acted = turn.acted.find((/** @type {string[]} */ each) => each[0] === faction);
  if (acted) {
    const id = `table.acted.${acted[1]}`;
    return { state: "acted", words: hasWords(id) ? t(id) : acted[1] };
  }
  if (turn.passed.includes(faction)) return { state: "passed", words: t("table.turn.passed") };
  if (!turn.eligible.includes(faction)) return { state: "ineligible", words: t("table.turn.ineligible") };
  if (turn.up === faction) return { state: "up", words: t("table.turn.up") };
  return { state: "eligible", words: t("table.turn.eligible") };
}

/** @param {HTMLElement} host */
export function createSequence(host) {
  return {
    /** @param {any} view */
    update(view) {
      const id = `table.stage.${view.stage}`;
      const order = view.turn.order.length ? view.turn.order : FACTIONS;
      replace(
        host,
        h("h3", {}, hasWords(id) ? t(id) : t("table.stage.other")),
        h(
          "ol",
          { class: "sequence" },
          order.map((/** @type {string} */ faction) => {
            const { state, words } = standing(view, faction);
            return h("li", { class: state, "aria-current": state === "up" ? "step" : null }, chip(faction), h("span", { class: "standing" }, words));
          }),
        ),
      );
    },
  };
}
