// @ts-check
/** The game somebody is about to create: what the form holds, what it means, and what is wrong with it. */

import { listedAs } from "../bots.js";
import { keepUnfinished, unfinished } from "./store.js";

/** 1.5: one player may run a friendly pair. @type {{id: "coin" | "insurgent", factions: [string, string]}[]} */
export const SIDES = [
  { id: "coin", factions: ["us", "arvn"] },
  { id: "insurgent", factions: ["nva", "vc"] },
];

export const ME = "me";
export const LINK = "link";
export const BOT = "bot";

export const NAME_LENGTH = 60; // of games and people, as on the server
export const MOST_SEED = Number.MAX_SAFE_INTEGER; // what JSON carries without rounding

/**
 * @typedef {Wire.ScenarioFacts} Scenario
 *   `options_if` one of them is chosen: those that apply then; `kinds` of non-players that can play it; `leads_on`: when its own deck is played, the game goes on into 1964 (P7.3)
 * @typedef {Wire.OptionFacts} Option
 * @typedef {Wire.ReadingFacts} Reading of an open point; the recommended value first
 * @typedef {Wire.SeatWish} Seat `plays`: of which kind a bot is
 * @typedef {{scenario: string, kinds: Record<string, string>, plays: Record<string, string>, paired: Record<string, boolean>, names: Record<string, string>,
 *   options: Record<string, boolean>, readings: Record<string, string>, handicap: string[], table_mode: boolean, host: string, name: string, webhook: string, seed: string}} Draft
 * @typedef {{field: string, message: string, params: Record<string, string | number>}} Problem
 */

/** @returns {Draft} */
export function freshDraft() {
  return {
    scenario: "short-1965",
    kinds: {},
    plays: {},
    paired: {},
    names: {},
    options: {},
    readings: {},
    handicap: [],
    table_mode: false,
    host: "",
    name: "",
    webhook: "",
    seed: "",
  };
}

/** The form as it was left in this tab, or null. @returns {Draft | null} */
export function savedDraft() {
  const saved = unfinished("draft");
  return saved && typeof saved === "object" ? { ...freshDraft(), ...saved } : null;
}

/** @param {Draft | null} draft */
export function saveDraft(draft) {
  keepUnfinished("draft", draft);
}

/**
 * Who plays a Faction; unless said otherwise the scenario's first is played here, the others by bots, where any can.
 * @param {Draft} draft
 * @param {Scenario | undefined} scenario
 * @param {string} faction
 */
export function kindOf(draft, scenario, faction) {
  const kind = draft.kinds[faction] ?? (faction === scenario?.factions[0] ? ME : BOT);
  return kind === BOT && !scenario?.kinds.length ? ME : kind;
}

/**
 * Of which kind a Faction's bot is: as chosen, if such a one can play the scenario, else the first that can.
 * @param {Draft} draft
 * @param {Scenario | undefined} scenario
 * @param {string} faction
 */
export function playsAs(draft, scenario, faction) {
  const kinds = scenario?.kinds ?? [];
  const chosen = listedAs(draft.plays[faction] ?? "");
  return kinds.includes(chosen) ? chosen : kinds[0];
}

/**
 * The sides with those of their Factions that the scenario has.
 * @param {Scenario | undefined} scenario
 */
export function sidesOf(scenario) {
  return SIDES.map(({ id, factions }) => ({
    id,
    factions: factions.filter((faction) => scenario?.factions.includes(faction)),
  }));
}

/**
 * Who sits where; the first Faction of a pair speaks for both.
 * @param {Draft} draft
 * @param {Scenario | undefined} scenario
 * @returns {Seat[]}
 */
export function seatsOf(draft, scenario) {
  return sidesOf(scenario).flatMap(({ id, factions }) =>
    (draft.paired[id] && factions.length > 1 ? [factions] : factions.map((faction) => [faction])).map((seat) => {
      const kind = kindOf(draft, scenario, seat[0]);
      const name = (draft.names[seat[0]] ?? "").trim();
      if (kind === BOT) return { factions: [...seat], kind, plays: playsAs(draft, scenario, seat[0]) };
      return kind === LINK && name ? { factions: [...seat], kind, name } : { factions: [...seat], kind };
    }),
  );
}

/**
 * The Factions that people run; those of a pair by its first.
 * @param {Draft} draft
 * @param {Scenario | undefined} scenario
 */
export function runByPeople(draft, scenario) {
  return seatsOf(draft, scenario).flatMap((seat) => (seat.kind === BOT ? [] : [seat.factions[0]]));
}

/**
 * Do several people play? All seats at this screen are one. Then nobody may choose the seed.
 * @param {Draft} draft
 * @param {Scenario | undefined} scenario
 */
export function playTogether(draft, scenario) {
  const kinds = seatsOf(draft, scenario).map(({ kind }) => kind);
  return kinds.filter((kind) => kind === LINK).length + Number(kinds.includes(ME)) > 1;
}

/**
 * The optional rules that fit the scenario and the seats, by group.
 * @param {Draft} draft
 * @param {Scenario | undefined} scenario
 * @param {Option[]} options
 * @returns {[string, Option[]][]}
 */
export function fittingOptions(draft, scenario, options) {
  const seats = seatsOf(draft, scenario);
  const people = seats.filter((seat) => seat.kind !== BOT).length;
  const agreed = Object.entries(scenario?.options_if ?? {}).filter(([way]) => draft.options[way]);
  const applying = agreed.length ? agreed.flatMap(([, found]) => found) : (scenario?.options ?? []);
  const fits = (/** @type {Option} */ { name, group }) => {
    if (!applying.includes(name)) return false;
    if (group === "solo") return people === 1 && seats.length > 1; // 8.9
    return name !== "deception" || people >= 3; // 7.3
  };
  const fitting = options.filter(fits);
  const groups = [...new Set(fitting.map(({ group }) => group))];
  return groups.map((group) => [group, fitting.filter((option) => option.group === group)]);
}

/**
 * The names of the options switched on, among those that fit.
 * @param {Draft} draft
 * @param {Scenario | undefined} scenario
 * @param {Option[]} options
 */
export function chosenOptions(draft, scenario, options) {
  return fittingOptions(draft, scenario, options)
    .flatMap(([, found]) => found)
    .filter((option) => draft.options[option.name] ?? option.default)
    .map(({ name }) => name);
}

/**
 * Is there a bot that plays by the flowcharts, whose open points are read one way or another?
 * @param {Draft} draft
 * @param {Scenario | undefined} scenario
 */
export function followReadings(draft, scenario) {
  return seatsOf(draft, scenario).some((seat) => seat.plays?.startsWith("flowchart"));
}

/**
 * The readings that are not the recommended ones; none without a bot to follow them.
 * @param {Draft} draft
 * @param {Scenario | undefined} scenario
 * @param {Reading[]} readings
 * @returns {Record<string, string>}
 */
export function chosenReadings(draft, scenario, readings) {
  if (!followReadings(draft, scenario)) return {};
  const other = readings.filter(({ name, values }) =>
    values.slice(1).some((value) => value.name === draft.readings[name]),
  );
  return Object.fromEntries(other.map(({ name }) => [name, draft.readings[name]]));
}

/**
 * What must be put right before the game can be created.
 * @param {Draft} draft
 * @param {Scenario | undefined} scenario
 * @param {Option[]} options
 * @returns {Problem[]}
 */
export function problemsOf(draft, scenario, options) {
  /** @type {Problem[]} */
  const found = [];
  const seed = playTogether(draft, scenario) ? "" : draft.seed.trim();
  const webhook = draft.webhook.trim();
  if (!scenario) found.push({ field: "scenario", message: "scenario", params: {} });
  const chosen = chosenOptions(draft, scenario, options);
  if (chosen.includes("deception") && chosen.includes("uncertain_victory"))
    found.push({ field: "deception", message: "both", params: {} });
  if (webhook && !isWebAddress(webhook))
    found.push({ field: "webhook", message: "webhook", params: { typed: webhook } });
  if (seed && !(/^\d+$/.test(seed) && Number(seed) <= MOST_SEED))
    found.push({ field: "seed", message: "seed", params: { typed: seed, most: MOST_SEED } });
  return found;
}

/** @param {string} text */
function isWebAddress(text) {
  try {
    return ["http:", "https:"].includes(new URL(text).protocol);
  } catch {
    return false;
  }
}

/**
 * The order for the server.
 * @param {Draft} draft
 * @param {Scenario} scenario
 * @param {Option[]} options
 * @param {Reading[]} [readings]
 */
export function orderOf(draft, scenario, options, readings = []) {
  const chosen = chosenOptions(draft, scenario, options);
  /** @type {Record<string, unknown>} */
  const ruled = Object.fromEntries(chosen.map((name) => [name, true]));
  /** @type {Wire.NewGameWish} */
  const order = {
    scenario: scenario.name,
    seats: seatsOf(draft, scenario),
    options: ruled,
    table_mode: draft.table_mode,
  };
  if (chosen.includes("deception") && draft.handicap.length)
    ruled.handicap = draft.handicap.filter((faction) => runByPeople(draft, scenario).includes(faction));
  const others = chosenReadings(draft, scenario, readings);
  if (Object.keys(others).length) ruled.readings = others;
  if (draft.host.trim()) order.host = draft.host.trim();
  if (draft.name.trim()) order.name = draft.name.trim();
  if (draft.webhook.trim()) order.webhook = draft.webhook.trim();
  if (draft.seed.trim() && !playTogether(draft, scenario)) order.seed = Number(draft.seed.trim());
  return order;
}
