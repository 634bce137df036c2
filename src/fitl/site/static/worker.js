// @ts-check
/**
 * The worker in which Python runs: as `engine`, which answers the pages (site/tab.py), or as `study`, which the engine
 * starts for whatever takes time (site/study.py).
 */
import { loadPyodide } from "../runtime/pyodide.mjs";
import { Keeper } from "./keeper.js";

const QUIET = 3000; // milliseconds after which a game nobody looks at is let go of

/**
 * Python with the program in it.
 * @param {string} here
 * @param {{program: string, stdlib: string}} files
 */
async function begin(here, files) {
  const program = fetch(here + files.program).then((answer) => {
    if (!answer.ok) throw new Error(`${files.program}: ${answer.status}`);
    return answer.arrayBuffer();
  });
  const python = await loadPyodide({ indexURL: `${here}runtime/`, stdLibURL: here + files.stdlib });
  python.FS.writeFile("/tmp/program.xz", new Uint8Array(await program));
  python.runPython(`
import lzma, os, shutil, sys
with lzma.open("/tmp/program.xz") as packed, open("/lib/program.zip", "wb") as whole:
    shutil.copyfileobj(packed, whole)
os.remove("/tmp/program.xz")
sys.path.append("/lib/program.zip")
`);
  return python;
}

/** @type {Promise<any>} what this worker does once Python is there */
let ready;

// --- the engine ---

/** @param {{here: string, language: string, files: any}} order */
async function beEngine({ here, language, files }) {
  /** @type {any} */
  let tab;
  const [python, keeper] = await Promise.all([begin(here, files), Keeper.open((game) => tab?.look_again(game))]);
  const study = new Study(here, language, files, (job, part) => tab.part(job, part));
  const outside = {
    said: (/** @type {number} */ line, /** @type {string} */ news) => self.postMessage({ line, news }),
    closed: (/** @type {number} */ line, /** @type {number} */ code) => self.postMessage({ line, closed: code }),
    claim: (/** @type {string} */ game) => keeper.claim(game),
    study: (/** @type {number} */ job, /** @type {any} */ order) => study.ask(job, order.toJs()),
    end: (/** @type {number} */ job) => study.end(job),
    give_up: () => study.giveUp(),
  };
  tab = python.pyimport("fitl.site.tab").Tab(outside, keeper, await keeper.all(), language);
  tab.begin();
  self.postMessage({ ready: true });
  study.start(); // before anybody asks for a hint
  return { tab, keeper };
}

/** The second worker, as the first one has it. */
class Study {
  /** @param {string} here @param {string} language @param {any} files @param {(job: number, part: number) => void} onPart */
  constructor(here, language, files, onPart) {
    this.order = { start: "study", here, language, files };
    this.onPart = onPart;
    /** @type {Worker | null} */
    this.worker = null;
    this.next = 0;
    /** @type {Map<number, {job: number, resolve: (said: Uint8Array) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
  }

  start() {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", (event) => this.hear(event.data));
    worker.addEventListener("error", () => this.giveUp());
    worker.postMessage(this.order);
    this.worker = worker;
    return worker;
  }

  /** @param {any} message */
  hear({ id, said, job, part, fault }) {
    if (fault !== undefined) this.giveUp();
    else if (part !== undefined) this.onPart(job, part);
    else if (said !== undefined) {
      this.waiting.get(id)?.resolve(said);
      this.waiting.delete(id);
    }
  }

  /** @param {number} job @param {Uint8Array} order @returns {Promise<Uint8Array>} */
  ask(job, order) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { job, resolve, reject });
      this.start().postMessage({ id, job, order });
    });
  }

  /** @param {number} job */
  end(job) {
    this.worker?.postMessage({ end: job });
  }

  /** It does not answer any more: whoever waits for it does without. */
  giveUp() {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(new Error("given up"));
    this.waiting.clear();
  }
}

/** @type {Map<number, string>} by line the game that is looked at */
const lines = new Map();

/** @param {any} message */
async function hearEngine(message) {
  const { tab, keeper } = await ready;
  if (message.open !== undefined) {
    lines.set(message.line, /^\/api\/games\/([^/]+)\/live$/.exec(message.open)?.[1] ?? "");
    self.postMessage({ line: message.line, opened: true });
  } else if (message.say !== undefined) tab.open_line(message.line, lines.get(message.line), message.say);
  else if (message.close) {
    tab.close_line(message.line);
    const game = lines.get(message.line) ?? "";
    lines.delete(message.line);
    setTimeout(() => [...lines.values()].includes(game) || keeper.release(game), QUIET);
  } else if (message.id !== undefined) {
    const answer = await tab.ask(message.method, message.path, message.token, message.body);
    const [status, text, kind, file] = answer.toJs();
    answer.destroy();
    self.postMessage({ id: message.id, status, text, kind, file: file || undefined });
  }
}

// --- the study ---

/** @param {{here: string, files: any}} order */
async function beStudy({ here, files }) {
  const python = await begin(here, files);
  const pause = python.runPython(`
from pyodide.ffi import can_run_sync, run_sync
import asyncio
lambda: run_sync(asyncio.sleep(0)) if can_run_sync() else None
`);
  return python.pyimport("fitl.site.study").Study(pause);
}

/** @param {any} message */
async function hearStudy(message) {
  const study = await ready;
  if (message.end !== undefined) study.end(message.end);
  else {
    const tell = (/** @type {number} */ job, /** @type {number} */ part) => self.postMessage({ job, part });
    const said = await study.carry_out.callPromising(message.job, message.order, tell);
    const bytes = said.toJs();
    said.destroy();
    self.postMessage({ id: message.id, said: bytes });
  }
}

self.addEventListener("message", async ({ data }) => {
  try {
    if (data.start) {
      ready = data.start === "engine" ? beEngine(data) : beStudy(data);
      self.hear = data.start === "engine" ? hearEngine : hearStudy;
      await ready;
    } else await self.hear(data);
  } catch (error) {
    self.postMessage({ fault: String(error) });
  }
});
