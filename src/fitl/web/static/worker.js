/** Keeps one page for when no server answers. Everything else goes to the network as if this were not here. */
const KEPT = "fitl-offline";
const PAGE = "/offline";

/** The page and the files it is made of. */
async function keep() {
  const cache = await caches.open(KEPT);
  const answer = await fetch(PAGE, { cache: "no-store" });
  const html = await answer.clone().text();
  const parts = [...html.matchAll(/"(\/(?:assets|static\/img)\/[^"]+)"/g)].map(([, path]) => path);
  await cache.addAll(parts);
  await cache.put(PAGE, answer);
}

/** @param {any} event */
async function visit(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

/** @param {Request} request */
async function part(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** Following a notification opens the table it speaks of, which may be open already. @param {any} event */
async function follow(event) {
  event.notification.close();
  const pages = await self.clients.matchAll({ type: "window" });
  const open = pages.find((page) => new URL(page.url).pathname === event.notification.data);
  return open ? open.focus() : self.clients.openWindow(event.notification.data ?? "/");
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(self.registration.navigationPreload?.enable()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(visit(event));
  else if (new URL(event.request.url).pathname.startsWith("/assets/")) event.respondWith(part(event.request));
});
self.addEventListener("notificationclick", (event) => event.waitUntil(follow(event)));
