/** Keeps the folder, so that it opens without a network. A new version is fetched whole, and waits until it is asked to take over. */
const KEPT = "fitl-%VERSION%";
const FILES = JSON.parse("%FILES%"); // with the hashes of their content

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
  const files = Object.entries(FILES);
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
  const cache = await caches.open(KEPT);
  return (hash && (await cache.match(`${inside}?${hash}`))) || fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(clean()));
self.addEventListener("message", (event) => event.data === "take over" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(self.registration.scope)) event.respondWith(answer(request));
});
