// A page for modules that look for one when they are imported; import this first. What draws is not tested here.
const nothing = () => {};
globalThis.window ??= globalThis;
window.matchMedia ??= () => ({ matches: true, addEventListener: nothing });
globalThis.requestAnimationFrame ??= (act) => setTimeout(act, 0);
globalThis.cancelAnimationFrame ??= clearTimeout;
globalThis.location ??= { pathname: "/game/g1", origin: "http://127.0.0.1", hash: "", host: "127.0.0.1" };
