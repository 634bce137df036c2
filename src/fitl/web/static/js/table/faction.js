// @ts-check
/** Factions as people read them. */
import { h } from "../dom.js";
import { t } from "../words.js";

export const FACTIONS = ["us", "arvn", "nva", "vc"];

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
