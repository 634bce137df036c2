// @ts-check
/** Is a text a journal, a position, or neither? Only what can be told at a glance; the server reads it properly. */

/**
 * @typedef {{kind: "journal" | "position", body: Pick<Wire.ImportWish, "journal" | "position">, scenario: string | null, answers: number,
 *   tableMode: boolean, seats: {factions: string[], bot: boolean}[]}} Recognised
 */

/** Neither a journal nor a position; `message` is one of lobby.bring.wrong. */
export class Unrecognised extends Error {
  /**
   * @param {string} message
   * @param {Record<string, string | number>} [params]
   */
  constructor(message, params = {}) {
    super(message);
    this.params = params;
  }
}

/**
 * @param {string} text
 * @param {import("./draft.js").Scenario[]} scenarios
 * @returns {Recognised}
 */
export function recognise(text, scenarios) {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (!trimmed) throw new Unrecognised("empty");
  const whole = parsed(trimmed);
  if (isObject(whole) && "fitl" in whole) return position(whole, scenarios);
  const lines = trimmed.split(/\r?\n/);
  const header = parsed(lines[0]);
  if (header === undefined && whole === undefined) throw new Unrecognised("first_line", { error: complaint(lines[0]) });
  if (!isObject(header) || !("fitl_journal" in header)) throw new Unrecognised("neither");
  return journal(trimmed, lines, header, scenarios);
}

/**
 * @param {Record<string, any>} found
 * @param {import("./draft.js").Scenario[]} scenarios
 * @returns {Recognised}
 */
function position(found, scenarios) {
  return {
    kind: "position",
    body: { position: found },
    scenario: typeof found.scenario === "string" ? found.scenario : null,
    answers: Array.isArray(found.answers) ? found.answers.length : 0,
    tableMode: false,
    seats: seatsIn(found, scenarios),
  };
}

/**
 * @param {string} text
 * @param {string[]} lines
 * @param {Record<string, any>} header
 * @param {import("./draft.js").Scenario[]} scenarios
 * @returns {Recognised}
 */
function journal(text, lines, header, scenarios) {
  const answers = lines.filter((line) => typeof parsed(line) === "string").length;
  return {
    kind: "journal",
    body: { journal: text + "\n" },
    scenario: typeof header.scenario === "string" ? header.scenario : null,
    answers,
    tableMode: header.manual_chance === true,
    seats: seatsIn(header, scenarios),
  };
}

/**
 * The seats its options name, in the order of the Factions: "us+arvn,nva,vc" and who of them are bots.
 * @param {any} saved
 * @param {import("./draft.js").Scenario[]} scenarios
 */
function seatsIn({ scenario, options }, scenarios) {
  const known = (scenarios.find(({ name }) => name === scenario) ?? scenarios[0]).factions;
  const seats = typeof options?.seats === "string" ? options.seats.split(",") : known;
  const bots = Array.isArray(options?.non_players) ? options.non_players : [];
  return seats
    .map((/** @type {string} */ seat) => seat.split("+").map((name) => name.trim()))
    .filter((/** @type {string[]} */ factions) => factions.every((name) => known.includes(name)))
    .map((/** @type {string[]} */ factions) => ({ factions, bot: bots.includes(factions[0]) }));
}

/** @param {string} text @returns {any} undefined: not JSON */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the browser says is wrong with this JSON. @param {string} text */
function complaint(text) {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return String(/** @type {Error} */ (error).message);
  }
}

/** @param {any} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
