// @ts-check
/** A slider through the whole game, with a notch for every card; letting it rest shows the table as it was. */
import { h, replace, svg } from "../dom.js";
import { t } from "../words.js";

/**
 * @param {HTMLElement} host
 * @param {{onSeek: (entry: number | null) => void}} listener null: back to the present
 */
export function createTimeline(host, { onSeek }) {
  let last = 0;
  let waiting = 0;
  /** @type {Wire.HistoryRow[]} */
  let cards = [];

  const slider = h("input", {
    type: "range",
    min: 0,
    max: 0,
    value: 0,
    class: "timeline-slider",
    "aria-label": t("table.timeline.title"),
  });
  const notches = svg("svg", {
    class: "notches",
    viewBox: "0 0 1000 10",
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  const place = h("output", { class: "place" });
  const live = h("button", { type: "button", class: "live", onclick: () => go(null) }, t("table.timeline.live"));
  const jump = (/** @type {number} */ by) =>
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": t(by < 0 ? "table.timeline.back" : "table.timeline.forward"),
        title: t(by < 0 ? "table.timeline.back" : "table.timeline.forward"),
        onclick: () => go(step(by)),
      },
      by < 0 ? "‹" : "›",
    );
  replace(host, jump(-1), h("div", { class: "rail" }, notches, slider), jump(1), place, live);

  slider.addEventListener("input", () => {
    name(Number(slider.value));
    window.clearTimeout(waiting);
    waiting = window.setTimeout(() => go(Number(slider.value)), 120);
  });

  /** The card before or after the place of the slider. @param {number} by */
  function step(by) {
    const now = Number(slider.value);
    const stops = [...cards.map((card) => card.entry), last];
    const found = by < 0 ? stops.filter((entry) => entry < now).pop() : stops.find((entry) => entry > now);
    return found ?? (by < 0 ? 0 : last);
  }

  /** @param {number} entry */
  function name(entry) {
    const card = cards.filter((each) => each.entry <= entry && each.title).pop();
    place.textContent = card ? card.title : "";
    slider.setAttribute(
      "aria-valuetext",
      card ? t("table.timeline.at", { title: card.title, n: entry }) : String(entry),
    );
  }

  /** @param {number | null} entry */
  function go(entry) {
    window.clearTimeout(waiting);
    const back = entry !== null && entry < last;
    slider.value = String(back ? entry : last);
    name(Number(slider.value));
    host.classList.toggle("looking-back", back);
    onSeek(back ? entry : null);
  }

  return {
    /**
     * @param {number} entries
     * @param {Wire.HistoryRow[]} history
     */
    update(entries, history) {
      const present = Number(slider.value) >= last;
      last = entries;
      cards = history;
      slider.max = String(entries);
      if (present) slider.value = String(entries);
      name(Number(slider.value));
      replace(
        notches,
        history.map((card) => {
          const x = entries ? (1000 * card.entry) / entries : 0;
          return svg("line", { class: card.coup ? "coup" : "", x1: x, x2: x, y1: card.coup ? 0 : 4, y2: 10 });
        }),
      );
    },
    go,
    /** Stand at a moment that is shown already. @param {number} entry */
    place(entry) {
      slider.value = String(entry);
      name(entry);
      host.classList.toggle("looking-back", entry < last);
    },
    step: (/** @type {number} */ by) => go(step(by)),
  };
}
