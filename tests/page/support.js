// A page for modules that look for one when they are imported; import this first. What draws is not tested here.
const nothing = () => {};
globalThis.window ??= globalThis;
window.matchMedia ??= () => ({ matches: true, addEventListener: nothing });
globalThis.document ??= { documentElement: { lang: "en" }, querySelector: () => null, addEventListener: nothing };
globalThis.HTMLLinkElement ??= class {};
globalThis.requestAnimationFrame ??= (act) => setTimeout(act, 0);
globalThis.cancelAnimationFrame ??= clearTimeout;
globalThis.location ??= { pathname: "/game/g1", origin: "http://127.0.0.1", hash: "", host: "127.0.0.1" };
globalThis.localStorage ??= { getItem: () => null, setItem: nothing };

/** What has been asked of the server: `answers` says what it tells, one after another. */
export const server = { asked: [], answers: [] };

window.fitlHome = {
  ask: async (path, { method, body }) => {
    server.asked.push([method, path, body === undefined ? null : JSON.parse(body)]);
    const { status = 200, headers = {}, ...told } = server.answers.shift();
    return new Response(JSON.stringify(told.body), { status, headers });
  },
  go: nothing,
  reload: nothing,
  game: () => "g1",
  hash: () => location.hash,
  mark: nothing,
  linkTo: (path) => `http://127.0.0.1${path}`,
  pageAt: (path) => path,
};
