// @ts-check
/** The pages as files of a web host, in a frame that goes from one to the next; kept by a service worker for offline use. */
import { begin, language, pathTo, placeOf, say, shown, words } from "./shell.js";

const frame = /** @type {HTMLIFrameElement} */ (document.getElementById("page"));
const here = new URL(".", location.href).href;

// --- where pages are ---

/** A page's file, as the frame has it. @param {string} path */
function fileOf(path) {
  const { name, game, hash } = placeOf(path);
  return `${name}.html${game && `?game=${encodeURIComponent(game)}`}${hash}`;
}

/** The frame has gone somewhere: a reload is to come back there. @param {Location} at */
function follow(at) {
  const name = /([a-z]+)\.html$/.exec(at.pathname)?.[1] ?? "lobby";
  const path = pathTo(name, gameOf(at)) + at.hash;
  history.replaceState(null, "", path === "/" ? here : `${here}#${path}`);
}

/** @param {Location} at */
function gameOf(at) {
  return new URLSearchParams(at.search).get("game") ?? "";
}

/** @param {string} path */
function go(path) {
  frame.contentWindow?.location.replace(`${here}${language}/${fileOf(path)}`);
}

/** @param {Window} page */
function homeOf(page) {
  return {
    pageAt: fileOf,
    fileAt: (/** @type {string} */ path) => `..${path}`,
    linkTo: (/** @type {string} */ path) => `${here}#${path}`,
    go: (/** @type {string} */ path) => page.location.assign(fileOf(path)),
    reload: () => page.location.reload(),
    game: () => gameOf(page.location),
    hash: () => page.location.hash,
    mark: (/** @type {string} */ hash, past = false) => {
      const { pathname, search } = page.location;
      page.history[past ? "pushState" : "replaceState"](null, "", pathname + search + hash);
      follow(page.location);
    },
  };
}

frame.addEventListener("load", () => {
  const page = frame.contentWindow;
  if (!page || page.location.href === "about:blank") return;
  follow(page.location);
  page.addEventListener("hashchange", () => follow(page.location));
  shown(page);
  keepOffline();
});
window.addEventListener("hashchange", () => go(location.hash.slice(1) || "/"));

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

begin({
  read: (file) => fetch(here + file),
  openWorker: () => new Worker(`${here}site/worker.js`, { type: "module" }),
  order: { here },
  go,
  homeOf,
  keepOffline,
});
