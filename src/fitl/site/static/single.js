// @ts-check
/**
 * The pages as parts of one HTML file (`fitl site --single`), which a browser opens from a disk. Such a file may fetch
 * nothing, so every part gets an address of its own (blob:). Each page is the text of a new frame.
 */
import { begin, facts, language, pathTo, placeOf, say, shown, words } from "./shell.js";

const HERE = "fitl:/"; // in front of a part's name where an address is needed; the worker knows it (single_worker.js)
const address = location.href.replace(/#.*/, "");

/** @type {Map<string, Blob>} */
const parts = new Map();
/** @type {Map<string, Promise<string>>} */
const addresses = new Map();

async function unpack() {
  const element = /** @type {HTMLElement} */ (document.getElementById("parts"));
  const packed = await fetch(`data:application/octet-stream;base64,${element.textContent}`);
  element.remove();
  const stream = /** @type {ReadableStream} */ (packed.body).pipeThrough(new DecompressionStream("gzip"));
  const whole = await new Response(stream).blob();
  let at = 0;
  for (const [name, kind, size] of facts.parts) parts.set(name, whole.slice(at, (at += size), kind));
}

/** @param {string} name */
function part(name) {
  const found = parts.get(name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

/** @param {string} name @returns {Promise<string>} an address of a part; all it refers to has one already */
function addressOf(name) {
  const known = addresses.get(name) ?? makeAddress(name);
  addresses.set(name, known);
  return known;
}

/** @param {string} name */
async function makeAddress(name) {
  if (!name.endsWith(".css")) return URL.createObjectURL(part(name));
  const text = await withAddresses(name, /url\("([^"]+)"\)/g, (found) => `url("${found}")`);
  return URL.createObjectURL(new Blob([text], { type: "text/css" }));
}

/**
 * The text of a part, in which other parts are called by their addresses.
 * @param {string} name
 * @param {RegExp} mention
 * @param {(address: string) => string} mentioned
 */
async function withAddresses(name, mention, mentioned) {
  const text = await part(name).text();
  const partOf = (/** @type {string} */ path) => new URL(path, HERE + name).href.slice(HERE.length);
  const names = [...text.matchAll(mention)].map(([, path]) => path).filter((path) => parts.has(partOf(path)));
  const found = new Map(await Promise.all(names.map(async (path) => [path, await addressOf(partOf(path))])));
  return text.replace(mention, (whole, path) => (found.has(path) ? mentioned(found.get(path)) : whole));
}

// --- where pages are ---

let frame = /** @type {HTMLIFrameElement} */ (document.getElementById("page"));
let at = ""; // the address of the page shown, as a server has it
/** Addresses of pictures and fonts, which pages want at once. @type {Record<string, string>} */
const files = {};

/** @param {string} path */
async function open(path) {
  at = path;
  const text = await withAddresses(`${language}/${placeOf(path).name}.html`, /="([^"]+)"/g, (found) => `="${found}"`);
  if (at !== path) return; // somebody was faster
  const next = /** @type {HTMLIFrameElement} */ (frame.cloneNode()); // a new one, so that it has no history of its own
  next.srcdoc = text;
  next.addEventListener("load", () => shown(next.contentWindow));
  frame.replaceWith(next);
  frame = next;
}

/** @param {string} path */
function go(path) {
  history.pushState(null, "", `#${path}`);
  open(path);
}

/** Back, Forward or another address: the same page hears of it, else another one opens. */
window.addEventListener("popstate", () => {
  const path = location.hash.slice(1) || "/";
  const [before, after] = [placeOf(at), placeOf(path)];
  if (before.name !== after.name || before.game !== after.game) return open(path);
  at = path;
  frame.contentWindow?.dispatchEvent(new Event("hashchange"));
  frame.contentWindow?.dispatchEvent(new Event("popstate"));
});

/** Links of the frame lead nowhere by themselves. @param {MouseEvent} event */
function followLink(event) {
  const link = /** @type {Element} */ (event.target).closest("a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const wanted = link.getAttribute("href") ?? "";
  if (wanted.startsWith("#")) link.ownerDocument.getElementById(wanted.slice(1))?.focus();
  else if (wanted.startsWith(`${address}#`) && !link.hasAttribute("target")) go(wanted.slice(address.length + 1));
  else return;
  event.preventDefault();
}

/** @param {Window} page */
function homeOf(page) {
  page.addEventListener("click", followLink);
  const linkTo = (/** @type {string} */ path) => `${address}#${path}`;
  return {
    pageAt: linkTo,
    fileAt: (/** @type {string} */ path) => files[path.slice(1)],
    linkTo,
    go,
    reload: () => location.reload(),
    game: () => placeOf(at).game,
    hash: () => placeOf(at).hash,
    mark: (/** @type {string} */ hash, past = false) => {
      const { name, game } = placeOf(at);
      at = pathTo(name, game) + hash;
      history[past ? "pushState" : "replaceState"](null, "", `#${at}`);
    },
  };
}

async function main() {
  if (typeof DecompressionStream === "function") {
    say(words.loading);
    await unpack();
    for (const name of parts.keys()) if (name.startsWith("static/")) files[name] = await addressOf(name);
  }
  begin({
    read: async (file) => new Response(part(file)),
    openWorker: () => new Worker(URL.createObjectURL(part("worker.js"))),
    order: { here: HERE, parts: Object.fromEntries(parts) },
    go: open,
    homeOf,
    keepOffline: () => {}, // it is a file already
  });
}

main();
