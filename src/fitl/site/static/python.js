// @ts-check
/**
 * The worker in which Python runs: as `engine`, which answers the pages (site/tab.py), or as `study`, which the engine
 * starts for jobs that take time (site/study.py). It is started as a module (worker.js) or out of one file
 * (single_worker.js).
 */
import { Keeper, Unkept } from "./keeper.js";

const PACKED = "/tmp/program.xz";
const PROGRAM = "/lib/program.zip";
const UNPACKED = "unpacked-fitl"; // a cache that the service worker leaves alone
const QUIET = 3000; // milliseconds after which a game that is not shown is released

/**
 * @typedef {{here: string, language: string, files: {program: string, stdlib: string}, parts?: Record<string, Blob>}} Order
 * @typedef {{loadPyodide: (settings: object) => Promise<any>, openWorker: (order: Order) => Worker}} Ways
 */

/** What this browser lacks to run Python. @param {any} error */
function lackOf(error) {
  if (error instanceof RangeError || /memory/i.test(String(error))) return "memory";
  return error instanceof WebAssembly.CompileError || error instanceof WebAssembly.LinkError ? "old" : "";
}

/** A promise that fails when Python cannot be compiled or gets no memory: Pyodide itself would wait forever. */
function refused() {
  const instantiate = WebAssembly.instantiateStreaming;
  return new Promise((_, refuse) => {
    WebAssembly.instantiateStreaming = (...given) => {
      const made = instantiate.apply(WebAssembly, given);
      made.catch(refuse);
      return made;
    };
  });
}

/** The programs that the browser keeps unpacked; null where it keeps none. @returns {Promise<Cache | null>} */
async function keptPrograms() {
  try {
    return await caches.open(UNPACKED);
  } catch {
    return null;
  }
}

/** Keep a program unpacked in place of the older ones of this folder. @param {Cache} kept @param {string} address @param {Uint8Array<ArrayBuffer>} whole */
async function keepProgram(kept, address, whole) {
  const folder = new URL(".", address).href;
  for (const { url } of await kept.keys()) if (url.startsWith(folder)) await kept.delete(url);
  await kept.put(address, new Response(whole));
}

/** Unpack what Python finds in PACKED. */
const UNPACK = `
    import lzma, os, shutil
    with lzma.open("${PACKED}") as packed, open("${PROGRAM}", "wb") as whole:
        shutil.copyfileobj(packed, whole)
    os.remove("${PACKED}")
`;

/**
 * Python with the program in it.
 * @param {Order} order
 * @param {Ways} ways
 */
async function begin({ here, files }, ways) {
  const address = here + files.program;
  const kept = await keptPrograms();
  const whole = await kept?.match(address);
  const program = (whole ? Promise.resolve(whole) : fetch(address)).then((answer) => {
    if (!answer.ok) throw new Error(`${files.program}: ${answer.status}`);
    return answer.arrayBuffer();
  });
  program.catch(() => {}); // told below
  const failed = refused();
  const loaded = ways.loadPyodide({ indexURL: `${here}runtime/`, stdLibURL: here + files.stdlib });
  const python = await Promise.race([loaded, failed]);
  python.FS.writeFile(whole ? PROGRAM : PACKED, new Uint8Array(await program), { canOwn: true });
  if (!whole) {
    python.runPython(UNPACK);
    if (kept) keepProgram(kept, address, python.FS.readFile(PROGRAM)).catch(() => {}); // it can be unpacked again
  }
  python.runPython(`import sys; sys.path.append("${PROGRAM}")`);
  return python;
}

/** @type {Promise<any>} what this worker does once Python is there */
let ready;

// --- the engine ---

/** @param {Order} order @param {Ways} ways */
async function beEngine(order, ways) {
  /** @type {any} */
  let tab;
  const opened = Keeper.open((game) => tab?.look_again(game)).catch(() => new Unkept());
  const [python, keeper] = await Promise.all([begin(order, ways), opened]);
  const study = new Study(order, ways, (job, part) => tab.part(job, part));
  const outside = {
    said: (/** @type {number} */ line, /** @type {string} */ news) => self.postMessage({ line, news }),
    closed: (/** @type {number} */ line, /** @type {number} */ code) => self.postMessage({ line, closed: code }),
    claim: (/** @type {string} */ game) => keeper.claim(game),
    study: (/** @type {number} */ job, /** @type {any} */ order) => study.ask(job, order.toJs()),
    end: (/** @type {number} */ job) => study.end(job),
    give_up: () => study.giveUp(),
  };
  tab = python.pyimport("fitl.site.tab").Tab(outside, keeper, await keeper.all(), order.language);
  tab.begin();
  self.postMessage({ ready: true, kept: keeper instanceof Keeper });
  study.start(); // before anybody asks for a hint
  return { tab, keeper };
}

/** The second worker, as the first one has it. */
class Study {
  /** @param {Order} order @param {Ways} ways @param {(job: number, part: number) => void} onPart */
  constructor(order, ways, onPart) {
    this.order = order;
    this.ways = ways;
    this.onPart = onPart;
    /** @type {Worker | null} */
    this.worker = null;
    this.next = 0;
    /** @type {Map<number, {job: number, resolve: (said: Uint8Array) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
  }

  start() {
    if (this.worker) return this.worker;
    const worker = this.ways.openWorker(this.order);
    worker.addEventListener("message", (event) => this.hear(event.data));
    worker.addEventListener("error", () => this.giveUp());
    worker.postMessage({ ...this.order, start: "study" });
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

  /** End the worker; its pending requests fail. */
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

/** @param {Order} order @param {Ways} ways */
async function beStudy(order, ways) {
  const python = await begin(order, ways);
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

/** Do what the other side asks for. @param {Ways} ways */
export function serve(ways) {
  let hear = hearEngine;
  self.addEventListener("message", async ({ data }) => {
    try {
      if (data.start) {
        if (data.start === "study") hear = hearStudy;
        ready = data.start === "study" ? beStudy(data, ways) : beEngine(data, ways);
        await ready;
      } else await hear(data);
    } catch (error) {
      self.postMessage({ fault: String(error), lack: lackOf(error) });
    }
  });
}
