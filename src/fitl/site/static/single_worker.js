// @ts-check
/**
 * The worker with Python out of one file (`fitl site --single`): a classic worker, because files may start no others. The
 * runtime stands in front of this script (site/single.py), and gives `loadPyodide` and `createPyodideModule`.
 */
import { serve } from "./python.js";

/** @type {any} */
const own = self;
self.addEventListener("message", ({ data: { here, parts } }) => {
  if (parts) self.fetch = async (address) => new Response(parts[String(address).slice(here.length)]);
});
serve({
  loadPyodide: (settings) => own.loadPyodide({ ...settings, createPyodideModule: own.createPyodideModule }),
  openWorker: ({ parts }) => new Worker(URL.createObjectURL(/** @type {any} */ (parts)["worker.js"])),
});
