// @ts-check
/** What others did, waiting to be shown step by step: plays on, pauses, skips. It knows nothing of how that is shown. */
import { applied } from "./steps.js";

/**
 * @typedef {{frame: Wire.Frame, opens: boolean, before: Wire.TableView, view: Wire.TableView}} Shown a step, with the view
 *   before and after it; opens: does a chapter begin with it?
 * @typedef {{length: (shown: Shown) => number, waits: (frame: Wire.Frame) => boolean, onStep: (shown: Shown) => void,
 *   onChange: () => void, onEnd: () => void}} Listener
 *   length: milliseconds for a step; waits: is somebody to go on after it by themselves? onChange: what is told about the
 *   queue is another; onEnd: all steps have been shown
 */

export class StepQueue {
  paused = false;
  told = 0;
  total = 0;
  /** @type {Shown | null} */
  current = null;
  /** @type {Wire.Frame[]} */
  #waiting = [];
  /** @type {Wire.TableView | null} */
  #view = null;
  #timer = 0;
  #opened = ""; // the chapter of the last step

  /** @param {Listener} listener */
  constructor(listener) {
    this.listener = listener;
  }

  get busy() {
    return this.current !== null || this.#waiting.length > 0;
  }

  /** Play frames that lead on from a view. @param {Wire.TableView} from @param {Wire.Frame[]} frames */
  play(from, frames) {
    if (!frames.length) return;
    this.#view ??= from;
    this.#waiting.push(...frames);
    this.total += frames.length;
    if (this.current === null) this.#next();
    else this.listener.onChange();
  }

  #next() {
    window.clearTimeout(this.#timer);
    const frame = this.#waiting.shift();
    if (!frame) {
      this.#finish();
      return;
    }
    const before = /** @type {Wire.TableView} */ (this.#view);
    const view = applied(before, frame.changes);
    const shown = { frame, opens: Boolean(frame.chapter) && frame.chapter !== this.#opened, before, view };
    this.told += 1;
    [this.#view, this.current, this.#opened] = [view, shown, frame.chapter ?? ""];
    this.listener.onStep(shown);
    if (this.listener.waits(frame)) this.paused = true;
    this.listener.onChange();
    if (!this.paused) this.#timer = window.setTimeout(() => this.#next(), this.listener.length(shown));
  }

  /** One step on, and no further. */
  step() {
    this.paused = true;
    this.#next();
    this.listener.onChange();
  }

  /** Pause, or go on. */
  pause() {
    this.paused = !this.paused;
    if (this.paused) window.clearTimeout(this.#timer);
    else this.#next();
    this.listener.onChange();
  }

  /** Show nothing more. */
  skip() {
    window.clearTimeout(this.#timer);
    this.#waiting = [];
    this.#finish();
  }

  #finish() {
    this.current = this.#view = null;
    this.paused = false;
    this.told = this.total = 0;
    this.listener.onChange();
    this.listener.onEnd();
  }
}
