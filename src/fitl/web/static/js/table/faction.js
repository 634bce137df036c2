// @ts-check
/** Factions as people read them. */
import { h } from "../dom.js";
import { t } from "../words.js";

/** @param {string} faction */
export function factionName(faction) {
  return t(`table.faction.${faction}`);
}

/**
 * A Faction's plate: its letters on its colour.
 * @param {string} faction
 * @param {string} [extra] more classes
 */
export function chip(faction, extra = "") {
  return h("span", { class: `chip ${faction} ${extra}` }, factionName(faction));
}
