// @ts-check
/** A page of the folder: all it asks for is asked of the worker that the frame around it has. Opened alone, it goes there. */
(() => {
  const site = window.parent === window ? null : /** @type {any} */ (window.parent).fitlSite;
  if (site) {
    /** @type {any} */ (window).fitlHome = site.homeOf(window);
    return;
  }
  const name = /([a-z]+)\.html$/.exec(location.pathname)?.[1] ?? "lobby";
  const game = new URLSearchParams(location.search).get("game");
  const path = name === "table" ? `/game/${game}` : name === "lobby" ? "/" : `/${name}`;
  location.replace(new URL(`../#${path}${location.hash}`, location.href).href);
})();
