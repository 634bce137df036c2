// @ts-check
/**
 * The question and its answers without a page: which answers are listed, in what order, what a letter, a typed word or
 * a space of the map means, and what each answer would do.
 */
import { searched } from "../../words.js";
import { lettersFor } from "../letters.js";

export const MANY = 12; // from this many options on they can be filtered
const SPOKEN = 12; // up to this many answers are announced one by one to screen readers
const LEAVE = new Set(["done", "stop"]); // answers that end a choice: in the footer
const DECLINE = new Set(["no", "pass", "none", "nothing"]); // answers that decline: at the end of the list

/**
 * @typedef {Wire.OptionShown} Option card: of a draft
 * @typedef {Wire.Effect} Effect what an answer would do
 * @typedef {Wire.ForbiddenShown} Forbidden
 * @typedef {Wire.DecisionShown} Decision
 * @typedef {Pick<Wire.Table, "thinking"> & {view: Wire.TableView}} Shown what is shown of a table
 * @typedef {{looking?: boolean, playing?: boolean}} Mood looking back, or playing back what others did
 */

/** Does this answer end a choice? @param {Option} option */
export const leaves = (option) => LEAVE.has(option.key);

/** Does this answer decline? @param {Option} option */
export const declines = (option) => DECLINE.has(option.key);

/** The question without the numbers of its rules at the end, which stand on a button of its own. @param {Decision} decision */
export function withoutRule({ prompt = "", rule }) {
  return prompt.replace(/ \(((?:[PS]?\d[\d.]*(?:, )?)+)\)$/, (whole, /** @type {string} */ rules) =>
    rules.split(", ").some((each) => `${rule}.`.startsWith(`${each}.`)) ? "" : whole,
  );
}

/** What one more costs, and of what; null if nothing, or if only what is free is left. @param {Decision} decision @param {Wire.TracksShown} tracks */
export function priceOf({ cost, payer }, { resources }) {
  return cost && payer && cost <= resources[payer] ? { n: cost, faction: payer, have: resources[payer] } : null;
}

/** One question after another, and what somebody does with it. */
export class Question {
  /** @type {Option[]} */
  options = [];
  /** @type {Map<string, string>} */
  letters = new Map();
  /** @type {Forbidden[]} */
  forbidden = [];
  /** @type {Record<string, Effect>} */
  effects = {};
  /** @type {Wire.TableView | null} */
  view = null;
  filter = "";
  /** @type {string | null} only the options of this space, after a click on a space that has several */
  only = null;
  /** @type {string | null} only this answer where there are many, in a lesson */
  wanted = null;
  /** @type {string | null} what a hint or a lesson points at */
  marked = null;
  busy = false;
  mine = false; // is it for us?
  #asked = "";
  #taken = "";

  /**
   * This is shown now.
   * @param {Shown} shown
   * @param {Mood} mood
   * @returns {"same" | "changed" | "another"} is it another question than before?
   */
  take({ view, thinking }, { looking = false, playing = false }) {
    const { decision } = view;
    const taken = JSON.stringify([decision, looking, playing, thinking, view.outcome, view.talks]);
    if (taken === this.#taken) return "same"; // a chat message must not take away what somebody is typing
    this.#taken = taken;
    this.view = view;
    this.mine = !looking && !playing && Boolean(decision?.options?.length);
    this.options = this.mine ? (decision?.options ?? []) : [];
    this.forbidden = this.mine ? (decision?.forbidden ?? []) : [];
    this.letters = lettersFor(this.options);
    const asked = `${decision?.number}:${this.mine}`;
    if (asked === this.#asked) return "changed";
    this.#asked = asked;
    this.effects = {};
    this.filter = "";
    this.only = this.wanted = this.marked = null;
    this.busy = false;
    return "another";
  }

  /** Is the list cut down to the one answer a lesson wants? */
  get narrowed() {
    return this.wanted !== null && this.options.length > MANY && this.#has(this.wanted);
  }

  /** Are there enough spaces that the map is the natural way? Then options off the map come first. */
  get byMap() {
    return this.options.length > MANY && this.options.some((option) => option.spaces.length > 0);
  }

  /** Is all of it on the map, so that the list may be folded on a small screen? */
  get onMap() {
    const placed = (/** @type {Option} */ option) => option.spaces.length > 0;
    return this.options.some(placed) && this.options.every((option) => placed(option) || option.amount === null);
  }

  /** The number a hint or a lesson points at; null: none. */
  get hinted() {
    return this.marked !== null && this.#has(this.marked) ? Number(this.marked) : null;
  }

  /** Is it read off a physical table? */
  get typed() {
    return this.mine && this.view?.decision?.actor === "chance";
  }

  /** @param {string} key */
  #has(key) {
    return this.options.some((option) => option.key === key);
  }

  /** Options as listed now; what ends the choice is in the footer instead. */
  listed() {
    if (this.narrowed) return this.options.filter((option) => option.key === this.wanted);
    const words = searched(this.filter.trim());
    const found = this.options.filter(
      (option) =>
        !leaves(option) &&
        (this.only === null || option.spaces.includes(this.only)) &&
        (!words || searched(`${option.label} | ${option.also ?? ""}`).includes(words)),
    );
    const later = (/** @type {Option} */ option) =>
      declines(option) ? 2 : this.byMap && option.spaces.length > 0 ? 1 : 0;
    return found.sort((one, other) => later(one) - later(other));
  }

  /** The answer that what is typed means: its whole name, a card's number, else the first that is left. @returns {Option | null} */
  meant() {
    const words = searched(this.filter.trim()).replace(/^#/, "");
    if (!words) return null;
    const found = this.listed();
    const named = (/** @type {Option} */ option) =>
      option.key === words || [option.label, option.also ?? ""].some((name) => searched(name) === words);
    return found.find(named) ?? found[0] ?? null;
  }

  /** What ends the choice. */
  leaving() {
    return this.options.filter(leaves);
  }

  /**
   * The list with what is forbidden in its place, and where the spaces begin that the map has as well.
   * @returns {(Option | Forbidden | "on map")[]}
   */
  rows() {
    const first = this.filter ? this.meant() : null;
    const shown = this.listed().sort((one, other) => Number(other === first) - Number(one === first));
    if (this.filter || this.only !== null || this.narrowed) return shown;
    /** @type {(Option | Forbidden | "on map")[]} */
    const rows = [...shown];
    const spaces = this.byMap ? shown.findIndex((option) => option.spaces.length > 0) : shown.length;
    if (this.byMap) rows.splice(spaces, 0, "on map");
    for (const no of this.forbidden) rows.splice(Math.min(no.place, spaces), 0, no);
    return rows;
  }

  /** How many of the pieces asked for are Available, where they come onto the map; null where that is no matter. */
  atHand() {
    const piece = this.view?.decision?.about?.piece;
    const placing = this.options.some(({ key }) => this.effects[key]?.places || this.effects[key]?.lifts);
    return piece && placing ? (this.view?.boxes.available[piece] ?? 0) : null;
  }

  /** What an answer would do, in lines. @param {Option} option */
  lines(option) {
    return this.effects[option.key]?.lines ?? [];
  }

  /** An answer and what it would do, in a sentence. @param {Option} option */
  words(option) {
    return [option.label, ...this.lines(option)].join("; ");
  }

  /** The answer a letter stands for. @param {string} letter */
  byLetter(letter) {
    for (const [key, own] of this.letters) if (own === letter) return key;
    return null;
  }

  /** Options by space, for the map. */
  bySpace() {
    /** @type {Map<string, Option[]>} */
    const found = new Map();
    for (const option of this.options)
      for (const space of option.spaces) found.set(space, [...(found.get(space) ?? []), option]);
    return found;
  }

  /** The answers told one by one to those who listen, and how many more there are. */
  spoken() {
    const named = this.options.filter((option) => !option.spaces.length || this.options.length <= SPOKEN);
    const told = named.slice(0, 2 * SPOKEN);
    return { told, more: this.options.length - told.length };
  }
}
