// @ts-check
/** Staying level with the server: a socket that says when to look, and looking now and then while there is none. */

import { home } from "../home.js";

const POLL = 2500; // milliseconds between looks without a socket
const NOT_YOURS = 4401; // the socket was closed because the token no longer works here (any more)
const RETRY = [500, 1000, 2000, 5000]; // milliseconds before the socket is tried again

/**
 * @param {import("../api.js").Table} table
 * @param {{onNews: (news: Wire.News) => void, onLink: (up: boolean) => void, onLost: () => void}} listener
 */
export function followGame(table, { onNews, onLink, onLost }) {
  /** @type {import("../home.js").Line | null} */
  let socket = null;
  let tries = 0;
  let polling = 0;
  let waiting = 0;
  let stopped = false;

  async function poll() {
    try {
      onNews(await table.get("/version"));
    } catch {
      // the next look may succeed; the banner already says that the line is down
    }
  }

  function connect() {
    if (stopped) return;
    const line = home.openLine(`${table.path}/live`);
    socket = line;
    line.addEventListener("open", () => {
      line.send(JSON.stringify({ token: table.token }));
      tries = 0;
      window.clearInterval(polling);
      polling = 0;
      onLink(true);
    });
    line.addEventListener("message", (event) => onNews(JSON.parse(event.data)));
    line.addEventListener("close", (event) => {
      if (stopped) return;
      if (event.code === NOT_YOURS) onLost();
      onLink(false);
      if (!polling) polling = window.setInterval(poll, POLL);
      waiting = window.setTimeout(connect, RETRY[Math.min(tries, RETRY.length - 1)]);
      tries += 1;
    });
  }

  connect();
  window.addEventListener("offline", () => onLink(false)); // a socket may take minutes to find out
  window.addEventListener("online", () => {
    if (socket?.readyState === WebSocket.OPEN) onLink(true);
    poll();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) poll();
  });
  return {
    stop() {
      stopped = true;
      window.clearTimeout(waiting);
      window.clearInterval(polling);
      socket?.close();
    },
  };
}
