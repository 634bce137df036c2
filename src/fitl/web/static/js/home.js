// @ts-check
/**
 * Where this page comes from: how something is asked there, how a line is opened, and where its pages and files are.
 * That is a server, unless the folder that `fitl site` writes has put something else in its place (`fitlHome`).
 */

/**
 * What a line is used for: a WebSocket has all of it.
 * @typedef {Pick<WebSocket, "addEventListener" | "send" | "close" | "readyState">} Line
 * @typedef {{
 *   ask(path: string, order?: RequestInit): Promise<Response>,
 *   openLine(path: string): Line,
 *   pageAt(path: string): string,
 *   fileAt(path: string): string,
 *   linkTo(path: string): string,
 *   go(path: string): void,
 *   reload(): void,
 *   game(): string,
 *   hash(): string,
 *   mark(hash: string, past?: boolean): void,
 *   keepOffline(): void,
 *   alone: boolean,
 * }} Home
 * `path` is always as a server has it (`/api/games`, `/game/x#y`, `/static/img/mark.svg`); `pageAt` and `fileAt` say
 * where that is, `linkTo` the whole address of a page. `go` leaves for another page. `game` is the game of this address,
 * `hash` its part after the `#`; `mark` changes that part, with `past` as a new entry of the browser's history.
 * `alone`: nobody else gets here.
 */

/** @type {Home} */
const SERVER = {
  ask: (path, order) => fetch(path, order),
  openLine: (path) => new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`),
  pageAt: (path) => path,
  fileAt: (path) => path,
  linkTo: (path) => location.origin + path,
  go: (path) => location.assign(path),
  reload: () => location.reload(),
  game: () => location.pathname.split("/")[2] ?? "",
  hash: () => location.hash,
  mark: (hash, past = false) =>
    history[past ? "pushState" : "replaceState"](null, "", location.pathname + location.search + hash),
  keepOffline: () => void navigator.serviceWorker?.register("/worker.js").catch(() => {}),
  alone: false,
};

export const home = /** @type {Home} */ (/** @type {any} */ (window).fitlHome ?? SERVER);
