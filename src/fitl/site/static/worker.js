// @ts-check
/** The worker with Python as a module of the folder. */
import { loadPyodide } from "../runtime/pyodide.mjs";
import { serve } from "./python.js";

serve({ loadPyodide, openWorker: () => new Worker(import.meta.url, { type: "module" }) });
