// @ts-check
/** The worker in which the game runs, as something that is asked and answers: what fetch and a WebSocket are to a server. */

const CLOSED = 3;
const OPEN = 1;

/** A line to the worker, with what the page uses of a WebSocket. */
class Line extends EventTarget {
  /** @param {number} number @param {(message: any) => void} post @param {string} path */
  constructor(number, post, path) {
    super();
    this.number = number;
    this.readyState = 0;
    this.post = post;
    post({ line: number, open: path });
  }

  /** @param {string} text */
  send(text) {
    this.post({ line: this.number, say: text });
  }

  close() {
    this.readyState = CLOSED;
    this.post({ line: this.number, close: true });
  }

  /** @param {any} told */
  hear({ opened, news, closed }) {
    if (this.readyState === CLOSED) return;
    if (opened) {
      this.readyState = OPEN;
      this.dispatchEvent(new Event("open"));
    } else if (news !== undefined) {
      this.dispatchEvent(new MessageEvent("message", { data: news }));
    } else if (closed !== undefined) {
      this.readyState = CLOSED;
      this.dispatchEvent(new CloseEvent("close", { code: closed }));
    }
  }
}

export class Engine {
  /**
   * @param {Worker} worker
   * @param {object} order
   * @param {{onGame: () => void, onProgress: (state: "loading" | "ready") => void, onUnkept: () => void, onFault: (text: string, lack: "" | "memory" | "old") => void}} listener
   */
  constructor(worker, order, listener) {
    this.listener = listener;
    /** @type {Map<number, (answer: Response) => void>} */
    this.waiting = new Map();
    /** @type {Map<number, Line>} */
    this.lines = new Map();
    this.next = 1;
    this.ready = false;
    this.worker = worker;
    worker.addEventListener("message", (event) => this.hear(event.data));
    worker.addEventListener("error", (event) => this.fail(event.message ?? ""));
    worker.postMessage({ start: "engine", ...order });
  }

  /** @param {any} message */
  hear(message) {
    if (message.ready) {
      this.ready = true;
      this.listener.onProgress("ready");
      if (!message.kept) this.listener.onUnkept();
    } else if (message.fault !== undefined) this.fail(message.fault, message.lack);
    else if (message.line !== undefined) this.lines.get(message.line)?.hear(message);
    else if (message.id !== undefined) {
      const { status, kind, text, after, file } = message;
      /** @type {Record<string, string>} */
      const headers = { "Content-Type": kind };
      if (after !== undefined) headers["Retry-After"] = String(after);
      if (file !== undefined) headers["Content-Disposition"] = file;
      this.waiting.get(message.id)?.(new Response(text, { status, headers }));
      this.waiting.delete(message.id);
    }
  }

  /** @param {string} text @param {"" | "memory" | "old"} lack */
  fail(text, lack = "") {
    this.listener.onFault(text, lack);
    for (const answer of this.waiting.values()) answer(Response.error());
    this.waiting.clear();
  }

  /**
   * @param {string} path
   * @param {RequestInit} order
   * @returns {Promise<Response>}
   */
  ask(path, { method = "GET", headers, body } = {}) {
    if (!this.ready) this.listener.onProgress("loading");
    const token = new Headers(headers).get("Authorization")?.replace(/^Bearer /, "") ?? "";
    if (method === "POST" && /^\/api\/games(\/import)?$/.test(path)) this.listener.onGame();
    const id = this.next++;
    return new Promise((answer) => {
      this.waiting.set(id, answer);
      this.worker.postMessage({ id, method, path, token, body: body ?? "" });
    });
  }

  /** @param {string} path */
  openLine(path) {
    const number = this.next++;
    const line = new Line(number, (message) => this.worker.postMessage(message), path);
    this.lines.set(number, line);
    line.addEventListener("close", () => this.lines.delete(number));
    return line;
  }
}
