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
 *   game(): string,
 *   keepOffline(): void,
 *   alone: boolean,
 * }} Home
 * `path` is always as a server has it (`/api/games`, `/game/x#y`, `/static/img/mark.svg`); `pageAt` and `fileAt` say
 * where that is, `linkTo` the whole address of a page, `game` the game of this address; `alone`: nobody else gets here.
 */

/** @type {Home} */
const SERVER = {
  ask: (path, order) => fetch(path, order),
  openLine: (path) => new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`),
  pageAt: (path) => path,
  fileAt: (path) => path,
  linkTo: (path) => location.origin + path,
  game: () => location.pathname.split("/")[2] ?? "",
  keepOffline: () => void navigator.serviceWorker?.register("/worker.js").catch(() => {}),
  alone: false,
};

export const home = /** @type {Home} */ (/** @type {any} */ (window).fitlHome ?? SERVER);
