// @ts-check
/**
 * The frame around the pages. It holds the worker in which the game runs, so that going from page to page does not start
 * it again. Pages send their requests through here (web/static/js/home.js). The pages are files of a folder
 * (folder.js) or parts of one file (single.js).
 */
import { Engine } from "./engine.js";

/**
 * @typedef {{
 *   read(file: string): Promise<Response>,
 *   openWorker(): Worker,
 *   order: object,
 *   go(path: string): void,
 *   homeOf(page: Window): object,
 *   keepOffline(): void,
 * }} Pages
 * `read` reads a file of the folder, `openWorker` starts the worker, which gets `order` too; `go` shows the page of an
 * address as a server has it, and `homeOf` is the part of a page's `home` that has to do with addresses.
 */

export const facts = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("facts")).textContent ?? "{}");
const word = /** @type {HTMLElement} */ (document.getElementById("word"));

/** The language wanted most of those there are. */
function preferred() {
  const wishes = [...navigator.languages];
  try {
    wishes.unshift(localStorage.getItem("fitl.language") ?? "");
  } catch {
    // forbidden storage: told below
  }
  const read = wishes.map((wish) => wish.toLowerCase().split("-")[0]);
  return read.find((wish) => facts.languages.includes(wish)) ?? facts.languages[0];
}

export const language = preferred();
document.documentElement.lang = language;
/** @type {Record<string, string>} */
export const words = facts.words[language];

/**
 * Say something above the page.
 * @param {string} text nothing: no more
 * @param {[string, () => void][]} [ways] buttons
 */
export function say(text, ways = []) {
  word.replaceChildren(text);
  for (const [label, act] of ways) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(label);
    button.addEventListener("click", act);
    word.append(" ", button);
  }
  word.hidden = !text;
}

/** What this browser lacks, as the id of a sentence; "" if nothing. */
function lacking() {
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") return "old";
  if (typeof DecompressionStream !== "function") return "old";
  try {
    localStorage.setItem("fitl.probe", "1");
    localStorage.removeItem("fitl.probe");
  } catch {
    return "no_storage";
  }
  return "";
}

/** The name of the page of an address as a server has it, and its game. @param {string} path */
export function placeOf(path) {
  const [, place, hash] = /^([^#]*)(#.*)?$/.exec(path) ?? [];
  const [, name, game] = (place ?? "/").split("/");
  if (name === "game") return { name: "table", game: game ?? "", hash: hash ?? "" };
  return { name: facts.pages.includes(name) ? name : "lobby", game: "", hash: hash ?? "" };
}

/** The other way round. @param {string} name @param {string} game */
export function pathTo(name, game) {
  if (name === "table") return `/game/${game}`;
  return name === "lobby" ? "/" : `/${name}`;
}

/** A page is there: its title is the window's. @param {any} page */
export function shown(page) {
  const title = () => (document.title = page.document.title);
  new page.MutationObserver(title).observe(page.document.head, { subtree: true, childList: true, characterData: true });
  title();
  page.focus();
}

/** Once a game is played here: ask the browser not to throw it away. */
function persist() {
  navigator.storage?.persist?.().catch(() => {});
}

/** What is said when the worker has failed. @param {string} text @param {"" | "memory" | "old"} lack */
function fault(text, lack) {
  if (lack === "old") say(words.old);
  else say(lack ? words[lack] : `${words.fault} ${text}`, [[words.reload, () => location.reload()]]);
}

/** @param {Pages} pages */
export function begin(pages) {
  const lacks = lacking();
  if (lacks) {
    /** @type {HTMLElement} */ (document.getElementById("page")).hidden = true;
    say(words[lacks]);
    return;
  }
  const engine = new Engine(
    pages.openWorker(),
    { language, files: facts.files, ...pages.order },
    {
      onGame: persist,
      onProgress: (state) => {
        if (state === "loading" ? word.hidden : word.textContent === words.loading)
          say(state === "loading" ? words.loading : "");
      },
      onUnkept: () => say(words.not_kept, [[words.update_later, () => say("")]]),
      onFault: fault,
    },
  );
  /** What never changes is a file. @param {string} path @param {RequestInit} [order] @returns {Promise<Response>} */
  const ask = (path, order = {}) => {
    const name = (order.method ?? "GET") === "GET" && /^\/api\/([a-z]+)$/.exec(path)?.[1];
    return name && facts.constants.includes(name)
      ? pages.read(`${language}/data/${name}.json`)
      : engine.ask(path, order);
  };
  const homeOf = (/** @type {Window} */ page) => ({
    ask,
    openLine: (/** @type {string} */ path) => engine.openLine(path),
    keepOffline: () => pages.keepOffline(),
    alone: true,
    ...pages.homeOf(page),
  });
  /** @type {any} */ (window).fitlSite = { homeOf, ask };
  window.addEventListener("storage", ({ key }) => key === "fitl.language" && location.reload()); // chosen in the frame
  pages.go(location.hash.slice(1) || "/");
}
