// @ts-check
/** From the lobby to a tour: a game to look at, and a note for its table that the guide is wanted. */

import { home } from "../home.js";
import { createGame } from "../lobby/create.js";
import { ME } from "../lobby/draft.js";
import { t } from "../words.js";
import { TOURS } from "./tours.js";

const WANTED = "fitl.tour"; // for this tab only

/**
 * Set up the game of a tour and go to its table.
 * @param {import("./tours.js").Tour} tour
 * @param {import("../lobby/draft.js").Scenario[]} scenarios
 */
export async function startTour(tour, scenarios) {
  const factions = scenarios.find(({ name }) => name === tour.scenario)?.factions ?? [];
  const seats = factions.map((faction) => ({ factions: [faction], kind: ME }));
  const name = t(`tour.${tour.id}.title`);
  const { game, door } = await createGame({ scenario: tour.scenario, options: tour.options, seats, name }, name);
  sessionStorage.setItem(WANTED, JSON.stringify({ game, tour: tour.id }));
  if (door) home.go(door.path);
}

/** The tour wanted at this table, once. @param {string} game */
export function wantedTour(game) {
  try {
    const wanted = JSON.parse(sessionStorage.getItem(WANTED) ?? "null");
    if (wanted?.game !== game) return null;
    sessionStorage.removeItem(WANTED);
    return TOURS.find(({ id }) => id === wanted.tour) ?? null;
  } catch {
    return null; // without a storage there is still the menu
  }
}
