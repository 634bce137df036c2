/** Keeps the folder, so that it opens without a network. A new version is fetched whole, and waits until it is asked to take over. */
const KEPT = "fitl-%VERSION%";
const FILES = JSON.parse("%FILES%"); // with the hashes of their content
const LANGUAGES = ["%LANGUAGES%"].flat(); // each has a folder of its own

/** Pages in a language that nobody here reads are kept once somebody does. @param {string} file */
function wanted(file) {
  const [folder] = file.split("/");
  const read = navigator.languages.map((wish) => wish.toLowerCase().split("-")[0]);
  const first = read.find((wish) => LANGUAGES.includes(wish)) ?? "en";
  return !LANGUAGES.includes(folder) || folder === first;
}

/** What an older version has kept and is still the same is not fetched again. @param {string} file @param {string} hash @param {boolean} first */
async function keep(cache, file, hash, first) {
  const mark = `${file}?${hash}`;
  const known = await caches.match(new Request(mark));
  const answer = known ?? (await fetch(file, { cache: first ? "default" : "no-cache" }));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  await cache.put(mark, answer);
}

async function install() {
  const first = !(await caches.keys()).some((name) => name.startsWith("fitl-")); // what the browser has just fetched will do
  const cache = await caches.open(KEPT);
  const files = Object.entries(FILES).filter(([file]) => wanted(file));
  for (let at = 0; at < files.length; at += 6) {
    await Promise.all(files.slice(at, at + 6).map(([file, hash]) => keep(cache, file, hash, first)));
  }
}

async function clean() {
  for (const name of await caches.keys()) if (name.startsWith("fitl-") && name !== KEPT) await caches.delete(name);
  await self.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const inside = new URL(request.url).pathname.slice(new URL(self.registration.scope).pathname.length) || "index.html";
  const hash = FILES[inside];
  if (!hash) return fetch(request);
  const cache = await caches.open(KEPT);
  const mark = `${inside}?${hash}`;
  const known = await cache.match(mark);
  if (known) return known;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(mark, fresh.clone());
  return fresh;
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(clean()));
self.addEventListener("message", (event) => event.data === "take over" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(self.registration.scope)) event.respondWith(answer(request));
});
