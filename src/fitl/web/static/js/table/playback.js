// @ts-check
/**
 * What others did, step by step on the map: the bar of the queue (step_queue.js) with pause, speed, skip and "why?".
 */
import { h, replace } from "../dom.js";
import { t } from "../words.js";
import { ruleLinks } from "../panels/rules.js";
import { chapterHead } from "./chapters.js";
import { SPEEDS } from "./settings.js";
import { chip } from "./faction.js";
import { talksTable } from "./paris.js";
import { stepLength } from "./steps.js";
import { StepQueue } from "./step_queue.js";

/**
 * A step in words: the heading of a chapter that opens, a table, who acts, what was done, tiles that moved.
 * @param {Wire.Frame} frame
 * @param {boolean} opens
 * @param {HTMLElement[]} tiles
 */
export function stepWords(frame, opens, tiles) {
  return [
    opens && frame.chapter && chapterHead(frame.chapter),
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
 * @param {{settings: import("./settings.js").Settings, show: (view: Wire.TableView, frame: Wire.Frame) => void, onEnd: () => void,
 *   onWhy: (entry: number) => void, onSpeed: () => void, tilesMoved: (before: Wire.TableView, view: Wire.TableView) => HTMLElement[]}} listener
 *   tilesMoved: the tiles that stand elsewhere now, for screens on which the others are out of sight
 */
export function createPlayback(host, { settings, show, onEnd, onWhy, onSpeed, tilesMoved }) {
  /** @type {HTMLElement[]} the tiles that the present step has moved */
  let tiles = [];
  const queue = new StepQueue({
    length: ({ frame, opens }) => SPEEDS[settings.speed] * stepLength(frame, opens),
    waits: (frame) => !settings.autoRoll && frame.text.some((text) => /^\S*[Rr]oll/.test(text)),
    onStep({ frame, before, view }) {
      tiles = tilesMoved(before, view);
      show(view, frame);
    },
    onChange: draw,
    onEnd,
  });
  const [pause, step, skip] = [queue.pause, queue.step, queue.skip].map((act) => act.bind(queue));

  host.hidden = true;

  function speed() {
    return h(
      "select",
      {
        onchange: (/** @type {Event & {target: HTMLSelectElement}} */ event) => {
          settings.speed = /** @type {keyof typeof SPEEDS} */ (event.target.value);
          onSpeed();
          if (SPEEDS[settings.speed] === 0) skip();
        },
      },
      Object.keys(SPEEDS).map((name) =>
        h("option", { value: name, selected: settings.speed === name }, t(`table.speed.${name}`)),
      ),
    );
  }

  function draw() {
    const { current, paused, told, total } = queue;
    host.hidden = !current;
    if (!current) return;
    const { frame, opens } = current;
    replace(
      host,
      ...stepWords(frame, opens, tiles),
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
        h("button", { type: "button", class: "quiet", onclick: () => onWhy(frame.entry) }, t("table.why.ask")),
        h("label", { class: "speed" }, h("span", { class: "visually-hidden" }, t("table.setting.speed")), speed()),
        h("span", { class: "count" }, `${told}/${total}`),
      ),
    );
  }

  return {
    get busy() {
      return queue.busy;
    },
    play: queue.play.bind(queue),
    skip,
    pause,
    step,
  };
}
