// @ts-check
/**
 * A replay of the game: a place among its steps that plays on, pauses, steps and jumps. It knows nothing of how that is
 * shown. Steps come in chunks; what stands before the first of a chunk is asked for when somebody steps back to it.
 */
import { applied, stepLength } from "./steps.js";

export const PACES = { slow: 1900, normal: 1000, quick: 420, fast: 130 };
const CHUNK = 120; // entries asked for at a time

/**
 * @typedef {{frames: (from: number, to: number) => Promise<Wire.Frame[]>, view: (entry: number) => Promise<Wire.TableView>, end: () => number}} Source
 *   end: how many entries the game has now
 * @typedef {{onStep: (view: Wire.TableView, frame: Wire.Frame | null, by: 1 | -1) => void, onRest: () => void, onPlaying: () => void, onEnd: () => void,
 *   onError: (error: unknown) => void}} Listener
 *   onStep: frame is null before the first step; onRest: nothing moves any more; onPlaying: play or pause was pressed
 */

/**
 * @param {Source} source
 * @param {() => number} pace milliseconds for a step
 * @param {Listener} listener
 */
export function createReplay(source, pace, { onStep, onRest, onPlaying, onEnd, onError }) {
  /** @type {Wire.Frame[]} */
  let frames = [];
  /** @type {Wire.TableView[]} what stands before each step, and after the last; empty: nowhere yet */
  let views = [];
  let at = 0; // how many of the steps at hand are behind us
  let [from, to] = [0, 0]; // the entries they tell of
  let playing = false;
  let timer = 0;
  let order = 0; // the number of the last command: what an earlier one still waits for is not wanted any more

  /** The views before each step and after the last. @param {Wire.TableView} view @param {Wire.Frame[]} found */
  function viewsOf(view, found) {
    const all = [view];
    for (const frame of found) all.push(applied(all[all.length - 1], frame.changes));
    return all;
  }

  /** @param {number} first @param {number} last @param {Wire.TableView} view @param {Wire.Frame[]} found */
  function hold(first, last, view, found) {
    [from, to, frames, views, at] = [first, last, found, viewsOf(view, found), 0];
  }

  /** Have the next step at hand; false if there is none. @param {number} mine */
  async function after(mine) {
    while (at === frames.length && to < source.end()) {
      const [first, last] = [to, Math.min(to + CHUNK, source.end())];
      const found = await source.frames(first, last);
      if (mine !== order) return false;
      hold(first, last, views[at], found);
    }
    return at < frames.length;
  }

  /** Have the step behind us at hand, and the one before it, which says where it leads back to. @param {number} mine */
  async function before(mine) {
    while (at < 2 && from > 0) {
      const [first, last] = [Math.max(0, from - CHUNK), from];
      const [view, found] = await Promise.all([source.view(first), source.frames(first, last)]);
      if (mine !== order) return false;
      [from, frames, views] = [first, [...found, ...frames], [...viewsOf(view, found), ...views.slice(1)]];
      at += found.length;
    }
    return at > 0;
  }

  /** @returns {number} */
  function entry() {
    return at ? frames[at - 1].entry : from;
  }

  /** Do something that other commands overtake. @param {(mine: number) => Promise<void>} work */
  async function command(work) {
    window.clearTimeout(timer);
    const mine = ++order;
    try {
      await work(mine);
    } catch (error) {
      if (mine !== order) return;
      set(false);
      onError(error);
    }
  }

  /** @param {boolean} on */
  function set(on) {
    if (playing === on) return;
    playing = on;
    onPlaying();
  }

  function tick() {
    return command(async (mine) => {
      const goesOn = await after(mine);
      if (mine !== order) return;
      if (!goesOn) {
        set(false);
        onEnd();
        return;
      }
      move(1);
      const frame = frames[at - 1];
      const opens = Boolean(frame.chapter) && frame.chapter !== frames[at - 2]?.chapter;
      timer = window.setTimeout(tick, pace() * stepLength(frame, opens));
    });
  }

  /** @param {1 | -1} by */
  function move(by) {
    at += by;
    onStep(views[at], at ? frames[at - 1] : null, by);
  }

  return {
    get playing() {
      return playing;
    },
    /** Is there a place from which it goes on? */
    get placed() {
      return views.length > 0;
    },
    /** After how many entries we stand. */
    get entry() {
      return entry();
    },
    /** Is the step at hand the last of its entry? Else what the server tells of that entry is further on. */
    get whole() {
      return !frames[at] || frames[at].entry !== entry();
    },
    /** Stand after this many entries, where the table looks like this; a replay that runs goes on. @param {number} entry @param {Wire.TableView} view */
    jump(entry, view) {
      window.clearTimeout(timer);
      order += 1;
      hold(entry, entry, view, []);
      if (playing) timer = window.setTimeout(tick, pace() / 2);
    },
    /** Another place is asked for: nothing moves until it is there. */
    hold() {
      window.clearTimeout(timer);
      order += 1;
    },
    play() {
      set(true);
      if (views.length) tick();
    },
    pause() {
      window.clearTimeout(timer);
      order += 1;
      set(false);
      onRest();
    },
    /** @param {1 | -1} by */
    step(by) {
      set(false);
      return command(async (mine) => {
        if (!(await (by > 0 ? after(mine) : before(mine))) || mine !== order) return;
        move(by);
        onRest();
      });
    },
    /** Answers were taken back: what comes after this place may be another. */
    forget() {
      if (views.length) this.jump(entry(), views[at]);
    },
    /** Nothing is replayed any more. */
    stop() {
      window.clearTimeout(timer);
      order += 1;
      [frames, views, at] = [[], [], 0];
      set(false);
    },
  };
}
