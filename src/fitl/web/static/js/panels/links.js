// @ts-check
/** Sentences whose rule numbers and card numbers can be followed. */

import { h, withMinus } from "../dom.js";
import { t } from "../words.js";

// "3.2.4" alone or in parentheses, also with an expansion's letter ("P7.4"), and the cards "#101" and "P12"; not
// amounts such as 0.75, +5.6, −5.6 and 1.5 %
const REFERENCE =
  /(\()?(?:(?<![\w.#+\u2212-])((?:[PS][1-8]\.\d{1,2}|[1-8]\.\d)(?:\.\d{1,2})?)(?!\d|\.\d|\s?%)|(?:#(?=\d)|(?<![\w.#-])(?=[PS]))([PS]?\d{1,3})(?!\d|\.\d|\w))(\))?/g;

/**
 * A sentence as nodes: rule numbers and card numbers become buttons that open the rule or the card.
 * @param {string} words
 * @returns {Node[]}
 */
export function ruleLinks(words) {
  const text = withMinus(words);
  const nodes = [];
  let end = 0;
  for (const found of text.matchAll(REFERENCE)) {
    const [whole, opening, rule, card, closing] = found;
    if (rule && !explained(rule)) continue;
    nodes.push(document.createTextNode(text.slice(end, found.index)));
    const button = rule ? ruleButton(rule) : cardButton(card);
    nodes.push(opening || closing ? h("span", { class: "reference-group" }, opening, button, closing) : button);
    end = found.index + whole.length;
  }
  nodes.push(document.createTextNode(text.slice(end)));
  return nodes.filter((node) => node.nodeName !== "#text" || node.textContent);
}

/** Are the rules with this number's letter here? Those without one always are. @param {string} number */
function explained(number) {
  return /\d/.test(number[0]) || t("rule_letters").includes(number[0]);
}

/** @param {string} number */
function ruleButton(number) {
  const open = async () => (await import("./rules.js")).openRule(number);
  return h(
    "button",
    { type: "button", class: "reference", "aria-label": t("panels.rules.open_number", { number }), onclick: open },
    number,
  );
}

/** @param {string} card its number, or P12 in an expansion */
function cardButton(card) {
  const open = async () => (await import("./cards.js")).openCard(card);
  const label = /\d/.test(card[0]) ? `#${card}` : card;
  return h(
    "button",
    {
      type: "button",
      class: "reference",
      "aria-label": t("panels.cards.open_number", { number: card }),
      onclick: open,
    },
    label,
  );
}
