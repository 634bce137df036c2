// @ts-check
/**
 * The frame around the pages. It holds the worker in which the game runs, so that going from page to page does not start
 * it anew; what a page asks for goes through here (web/static/js/home.js says what that is).
 */
import { Engine } from "./engine.js";

const facts = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("facts")).textContent ?? "{}");
const frame = /** @type {HTMLIFrameElement} */ (document.getElementById("page"));
const word = /** @type {HTMLElement} */ (document.getElementById("word"));
const here = new URL(".", location.href).href;

/** The language wanted most of those there are. */
function preferred() {
  const chosen = localStorage.getItem("fitl.language");
  const wishes = [...(chosen ? [chosen] : []), ...navigator.languages].map((wish) => wish.toLowerCase().split("-")[0]);
  return wishes.find((wish) => facts.languages.includes(wish)) ?? facts.languages[0];
}

const language = preferred();
document.documentElement.lang = language;
/** @type {Record<string, string>} */
const words = facts.words[language];

/**
 * Say something above the page.
 * @param {string} text nothing: no more
 * @param {[string, () => void][]} [ways] buttons
 */
function say(text, ways = []) {
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
  if (!("indexedDB" in window)) return "no_storage";
  try {
    localStorage.setItem("fitl.probe", "1");
    localStorage.removeItem("fitl.probe");
  } catch {
    return "no_storage";
  }
  return location.protocol === "file:" ? "file" : "";
}

// --- where pages are ---

/** A page's file, as the frame has it, from an address as a server has it. @param {string} path */
function fileOf(path) {
  const [, place, hash] = /^([^#]*)(#.*)?$/.exec(path) ?? [];
  const [, name, game] = (place ?? "/").split("/");
  if (name === "game") return `table.html?game=${encodeURIComponent(game ?? "")}${hash ?? ""}`;
  return `${facts.pages.includes(name) ? name : "lobby"}.html${hash ?? ""}`;
}

/** The same the other way round. @param {Location | URL} at */
function pathOf(at) {
  const name = /([a-z]+)\.html$/.exec(at.pathname)?.[1] ?? "lobby";
  if (name === "table") return `/game/${new URLSearchParams(at.search).get("game")}${at.hash}`;
  return (name === "lobby" ? "/" : `/${name}`) + at.hash;
}

/** The frame has gone somewhere: a reload is to come back there. @param {Location | URL} at */
function follow(at) {
  const path = pathOf(at);
  history.replaceState(null, "", path === "/" ? here : `${here}#${path}`);
}

/** @param {string} path */
function go(path) {
  frame.contentWindow?.location.replace(`${here}${language}/${fileOf(path)}`);
}

// --- what pages ask for ---

/** @type {Engine} */
let engine;

/** @param {string} path @returns {string | null} the file with what never changes */
function constantOf(path) {
  const name = /^\/api\/([a-z]+)$/.exec(path)?.[1];
  return name && facts.constants.includes(name) ? `${here}${language}/data/${name}.json` : null;
}

/** @param {string} path @param {RequestInit} [order] @returns {Promise<Response>} */
function ask(path, order = {}) {
  const file = (order.method ?? "GET") === "GET" ? constantOf(path) : null;
  return file ? fetch(file) : engine.ask(path, order);
}

/** What stands in for a server, for one window. @param {Window} page */
function homeOf(page) {
  for (const name of /** @type {const} */ (["pushState", "replaceState"])) {
    const as = page.history[name].bind(page.history);
    page.history[name] = (...change) => {
      as(...change);
      follow(page.location);
    };
  }
  return {
    ask,
    openLine: (/** @type {string} */ path) => engine.openLine(path),
    pageAt: fileOf,
    fileAt: (/** @type {string} */ path) => `..${path}`,
    linkTo: (/** @type {string} */ path) => `${here}#${path}`,
    game: () => new URLSearchParams(page.location.search).get("game") ?? "",
    keepOffline,
    alone: true,
  };
}

/** Once a game is played here: ask the browser not to throw it away. */
function persist() {
  navigator.storage?.persist?.().catch(() => {});
}

// --- offline, and a new version ---

let registered = false;

async function keepOffline() {
  if (registered || !("serviceWorker" in navigator)) return;
  registered = true;
  try {
    const found = await navigator.serviceWorker.register("sw.js");
    const offer = () => found.waiting && navigator.serviceWorker.controller && offerUpdate(found.waiting);
    offer();
    found.addEventListener("updatefound", () => {
      const next = found.installing;
      next?.addEventListener("statechange", offer);
    });
  } catch {
    registered = false; // without a service worker the folder still works while the network does
  }
}

/** @param {ServiceWorker} waiting */
function offerUpdate(waiting) {
  const take = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage("take over");
  };
  say(words.update, [
    [words.update_now, take],
    [words.update_later, () => say("")],
  ]);
}

// --- beginning ---

function start() {
  const lacks = lacking();
  if (lacks) {
    frame.hidden = true;
    say(words[lacks]);
    return;
  }
  engine = new Engine(here, language, facts, {
    onGame: persist,
    onProgress: (state) => {
      if (state === "loading" ? word.hidden : word.textContent === words.loading)
        say(state === "loading" ? words.loading : "");
    },
    onFault: (text) => say(`${words.fault} ${text}`, [[words.reload, () => location.reload()]]),
  });
  /** @type {any} */ (window).fitlSite = { homeOf, ask };
  frame.addEventListener("load", () => {
    const page = frame.contentWindow;
    if (!page || page.location.href === "about:blank") return;
    follow(page.location);
    page.addEventListener("hashchange", () => follow(page.location));
    const title = () => (document.title = page.document.title);
    new page.MutationObserver(title).observe(page.document.head, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    title();
    page.focus();
    keepOffline();
  });
  window.addEventListener("storage", ({ key }) => key === "fitl.language" && location.reload()); // chosen in the frame
  window.addEventListener("hashchange", () => go(location.hash.slice(1) || "/"));
  go(location.hash.slice(1) || "/");
}

start();
