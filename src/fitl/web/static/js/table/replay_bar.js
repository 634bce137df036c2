// @ts-check
/** What moves a replay: play and pause, single steps, the pace, a link to the moment, and the way back to the present. */
import { h, replace } from "../dom.js";
import { t } from "../words.js";
import { stepWords } from "./playback.js";
import { PACES } from "./replay.js";

/**
 * @param {HTMLElement} host
 * @param {{pace: string, onPlay: () => void, onStep: (by: 1 | -1) => void, onPace: (pace: string) => void, onLink: () => void, onFork: () => void, onPresent: () => void}} act
 */
export function createReplayBar(host, { pace, onPlay, onStep, onPace, onLink, onFork, onPresent }) {
  const where = h("span", { class: "replay-where" });
  const told = h("div", { class: "replay-told" });
  const play = h("button", { type: "button", class: "play primary", onclick: onPlay });
  const step = (/** @type {1 | -1} */ by) => {
    const words = t(by < 0 ? "table.replay.back" : "table.replay.forward");
    return h(
      "button",
      {
        type: "button",
        class: by < 0 ? "step-back" : "step-on",
        title: words,
        "aria-label": words,
        onclick: () => onStep(by),
      },
      by < 0 ? "‹" : "›",
    );
  };
  const paces = h(
    "select",
    { "aria-label": t("table.replay.pace"), onchange: (/** @type {any} */ event) => onPace(event.target.value) },
    Object.keys(PACES).map((name) => h("option", { value: name, selected: name === pace }, t(`table.speed.${name}`))),
  );
  replace(
    host,
    h(
      "p",
      { class: "replay-head" },
      where,
      h("button", { type: "button", class: "present", onclick: onPresent }, t("table.timeline.live")),
    ),
    told,
    h(
      "div",
      { class: "playback-bar", role: "group", "aria-label": t("table.replay.title") },
      step(-1),
      play,
      step(1),
      paces,
      h(
        "button",
        { type: "button", class: "quiet link-here", title: t("table.replay.link_text"), onclick: onLink },
        t("table.replay.link"),
      ),
      h("button", { type: "button", class: "fork-here", title: t("fork.title"), onclick: onFork }, t("fork.here")),
    ),
  );
  host.hidden = true;

  return {
    /** @param {boolean} on */
    show(on) {
      host.hidden = !on;
      if (!on) replace(told);
    },
    /** @param {boolean} on */
    playing(on) {
      replace(
        play,
        h("span", { "aria-hidden": "true" }, on ? "❚❚" : "▶"),
        t(on ? "table.replay.pause" : "table.replay.play"),
      );
    },
    focus: () => play.focus(),
    /** @param {number} entry @param {number} all */
    place(entry, all) {
      replace(where, t("table.replay.where", { n: entry, all }));
    },
    /** What the step was; null: nothing is told of it. @param {Wire.Frame | null} frame @param {HTMLElement[]} [tiles] those that stand elsewhere now */
    tell(frame, tiles = []) {
      replace(told, ...(frame ? stepWords(frame, Boolean(frame.chapter), tiles) : []));
    },
  };
}
