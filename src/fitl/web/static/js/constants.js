// @ts-check
/**
 * What never changes while the server runs: words, map, scenarios. The page names one file with all it needs at the
 * start (server/assets.py), which the browser fetches beside the script and keeps; anything else is asked of the API.
 */

import { home } from "./home.js";
import { chosenLanguage, inOurLanguage } from "./language.js";

const SHAPES = "/static/data/map_shapes.json";

/** @type {Promise<Record<string, any>> | null} */
let given = null;

/** Is what came with the page in the language chosen? The page was asked for by the browser, which knows nothing of it. */
const asChosen = [document.documentElement.lang, ""].includes(chosenLanguage());

/** What came with the page. */
function fetched() {
  given ??= (async () => {
    const link = document.querySelector("link[data-constants]");
    if (!(link instanceof HTMLLinkElement)) return {};
    const answer = await fetch(link.href);
    return answer.ok ? answer.json() : {}; // of an older server: ask for each by itself
  })();
  given.catch(() => (given = null)); // so that trying again does
  return given;
}

/**
 * @param {"messages" | "facts" | "scenarios" | "options" | "readings" | "shapes"} name
 * @returns {Promise<any>}
 */
export async function constant(name) {
  const all = await fetched();
  if (name in all && (name === "shapes" || asChosen)) return all[name];
  const answer = await asked(name).catch((error) => {
    if (name in all) return null; // without a connection better in another language than not at all
    throw error;
  });
  if (answer === null) return all[name];
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

/** @param {string} name */
const asked = (name) =>
  name === "shapes" ? fetch(home.fileAt(SHAPES)) : home.ask(`/api/${name}`, inOurLanguage({ cache: "no-store" }));
