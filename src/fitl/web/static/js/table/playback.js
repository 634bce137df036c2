// @ts-check
/**
 * What others did, step by step on the map: a queue of frames with pause, speed, skip and "why?".
 * A frame carries only what changed (steps.js).
 */
import { h, replace } from "../dom.js";
import { t } from "../words.js";
import { ruleLinks } from "../panels/rules.js";
import { chapterHead } from "./chapters.js";
import { SPEEDS } from "./settings.js";
import { chip } from "./faction.js";
import { talksTable } from "./paris.js";
import { applied, stepLength } from "./steps.js";

/**
 * A step in words: the heading of a chapter that opens, a table, who acts, what was done, tiles that moved.
 * @param {any} frame
 * @param {boolean} opens
 * @param {HTMLElement[]} tiles
 */
export function stepWords(frame, opens, tiles) {
  return [
    opens && chapterHead(frame.chapter),
    frame.talks && talksTable(frame.talks),
    h(
      "div",
      { class: "playback-now", role: "status" },
      !opens && chip(frame.actor === "roll" ? "chance" : frame.actor),
      h(
        "span",
        { class: "playback-text" },
        frame.text.length ? ruleLinks(frame.text[frame.text.length - 1]) : t("table.playback.step"),
      ),
    ),
    tiles.length > 0 && h("div", { class: "tiles" }, tiles),
  ];
}

/**
 * @param {HTMLElement} host
 * @param {{settings: import("./settings.js").Settings, show: (view: any, frame: any) => void, onEnd: () => void,
 *   onWhy: (entry: number) => void, onSpeed: () => void, tilesMoved: (before: any, view: any) => HTMLElement[]}} listener
 *   tilesMoved: the tiles that stand elsewhere now, for screens on which the others are out of sight
 */
export function createPlayback(host, { settings, show, onEnd, onWhy, onSpeed, tilesMoved }) {
  /** @type {any[]} */
  let queue = [];
  /** @type {any} */
  let view = null;
  let timer = 0;
  let paused = false;
  let told = 0;
  let total = 0;
  /** @type {any} */
  let current = null;
  let opened = ""; // the chapter of the last step

  host.hidden = true;

  function draw() {
    host.hidden = !current;
    if (!current) return;
    replace(
      host,
      ...stepWords(current, current.opens, current.tiles),
      h(
        "div",
        { class: "playback-bar", role: "group", "aria-label": t("table.playback.title") },
        h(
          "button",
          { type: "button", class: "pause", onclick: pause, "aria-pressed": paused },
          paused ? t("table.playback.go") : t("table.playback.pause"),
        ),
        h("button", { type: "button", onclick: step }, t("table.playback.next")),
        h("button", { type: "button", class: "skip", onclick: skip }, t("table.playback.skip")),
        h("button", { type: "button", class: "quiet", onclick: () => onWhy(current.entry) }, t("table.why.ask")),
        h(
          "label",
          { class: "speed" },
          h("span", { class: "visually-hidden" }, t("table.setting.speed")),
          h(
            "select",
            {
              onchange: (/** @type {any} */ event) => {
                settings.speed = event.target.value;
                onSpeed();
                if (SPEEDS[settings.speed] === 0) skip();
              },
            },
            Object.keys(SPEEDS).map((name) =>
              h("option", { value: name, selected: settings.speed === name }, t(`table.speed.${name}`)),
            ),
          ),
        ),
        h("span", { class: "count" }, `${told}/${total}`),
      ),
    );
  }

  function next() {
    window.clearTimeout(timer);
    const frame = queue.shift();
    if (!frame) {
      finish();
      return;
    }
    told += 1;
    const before = view;
    view = applied(view, frame.changes);
    current = { ...frame, opens: frame.chapter && frame.chapter !== opened, tiles: tilesMoved(before, view) };
    opened = frame.chapter ?? "";
    show(view, frame);
    const waitsForRoll =
      !settings.autoRoll && frame.text.some((/** @type {string} */ text) => /^\S*[Rr]oll/.test(text));
    if (waitsForRoll) paused = true;
    draw();
    if (!paused) timer = window.setTimeout(next, SPEEDS[settings.speed] * stepLength(frame, current.opens));
  }

  function step() {
    paused = true;
    next();
    draw();
  }

  function pause() {
    paused = !paused;
    if (paused) window.clearTimeout(timer);
    else next();
    draw();
  }

  function skip() {
    window.clearTimeout(timer);
    queue = [];
    finish();
  }

  function finish() {
    current = null;
    paused = false;
    told = total = 0;
    view = null;
    host.hidden = true;
    onEnd();
  }

  return {
    get busy() {
      return current !== null || queue.length > 0;
    },
    /**
     * Play frames that lead on from a view.
     * @param {any} from
     * @param {any[]} frames
     */
    play(from, frames) {
      if (!frames.length) return;
      if (view === null) view = from;
      queue.push(...frames);
      total += frames.length;
      if (current === null) next();
      else draw();
    },
    skip,
    pause,
    step,
  };
}
