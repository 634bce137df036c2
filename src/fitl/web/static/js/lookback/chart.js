// @ts-check
/**
 * Lines over the course of a game, drawn for the width they are given: a readout above, the lines, their names at the
 * right. It is also a slider: arrows (or the pointer) move along the cards, Enter (or a click) goes to that moment.
 */

import { replace, svg } from "../dom.js";
import { cardLabel } from "../panels/card_face.js";
import { t } from "../words.js";
import { coupRows, isPresent } from "./figures.js";

/**
 * @typedef {import("./figures.js").Row} Row
 * @typedef {{id: string, name: string, value: (row: Row) => number}} Line `id` gives colour, dash and mark
 * @typedef {{label: string, lines: Line[], format: (n: number) => string, floor?: number, zero?: string,
 *   onSeek?: (entry: number) => void}} Settings `zero`: the words on the side above a marked zero line
 * @typedef {{width: number, height: number, left: number, right: number, top: number, bottom: number,
 *   x: (i: number) => number, y: (n: number) => number, low: number, high: number, step: number}} Frame
 */

/** Colour is never the only signal: every line has a dash and a mark of its own. @type {Record<string, string>} */
const DASHES = { us: "none", arvn: "9 4", nva: "2 3", vc: "11 3 2 3", coin: "none" };
/** @type {Record<string, (r: number) => string>} */
const MARKS = {
  us: (r) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
  arvn: (r) => `M${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}Z`,
  nva: (r) => `M0 ${-r * 1.2}L${r * 1.15} ${r}H${-r * 1.15}Z`,
  vc: (r) => `M0 ${-r * 1.35}L${r * 1.35} 0L0 ${r * 1.35}L${-r * 1.35} 0Z`,
  coin: (r) =>
    `M0 ${-r * 1.5}L${r * 0.44} ${-r * 0.6}L${r * 1.43} ${-r * 0.46}L${r * 0.71} ${r * 0.23}L${r * 0.88} ${r * 1.21}L0 ${r * 0.75}L${-r * 0.88} ${r * 1.21}L${-r * 0.71} ${r * 0.23}L${-r * 1.43} ${-r * 0.46}L${-r * 0.44} ${-r * 0.6}Z`,
};

const FIRST_WIDTH = 720; // until the page has room for it
const BESIDE = 3.4; // between the middles of lines of one value
const LABEL_GAP = 16; // pixels between the names at the right
const NARROW = 520; // pixels; below, marks are fewer and words shorter
const NARROWEST = 240;
const CHARACTER = 7.4; // about the width of one in the readout
const EVEN = 110; // pixels for each of its values, where there is room
const MARK = 3; // about as many characters as the mark of a line takes

/** The mark of a line by itself, for legends and headings. @param {string} id */
export function markOf(id) {
  return svg(
    "svg",
    { class: `mark ${id}`, viewBox: "-9 -9 18 18", width: 15, height: 15, "aria-hidden": "true" },
    svg("path", { d: MARKS[id](5.5) }),
  );
}

/**
 * @param {Row[]} history
 * @param {Settings} settings
 * @returns {SVGElement}
 */
export function lineChart(history, settings) {
  const last = history.length - 1;
  let at = last;
  /** @type {Frame} */
  let frame;

  const still = svg("g");
  const moving = svg("g");
  const element = svg(
    "svg",
    {
      class: "lookback-graph",
      tabindex: 0,
      role: "slider",
      "aria-label": settings.onSeek ? t("lookback.seekable", { label: settings.label }) : settings.label,
      "aria-valuemin": 0,
      "aria-valuemax": Math.max(0, last),
      "aria-valuenow": 0,
      "aria-valuetext": t("lookback.nothing"),
    },
    still,
    moving,
  );

  /** @param {number} width */
  function draw(width) {
    frame = frameFor(history, settings, width);
    element.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    element.setAttribute("height", String(frame.height));
    replace(
      still,
      ground(history, settings, frame),
      settings.lines.map((line) => lineOf(line, history, frame, settings.lines)),
      settings.zero && svg("text", { class: "zero-words", x: frame.left + 7, y: frame.y(0) - 6 }, settings.zero),
      names(history, settings, frame),
    );
    point(at);
  }

  /** @param {number} i */
  function point(i) {
    if (history.length === 0) return;
    at = Math.max(0, Math.min(last, i));
    element.setAttribute("aria-valuenow", String(at));
    element.setAttribute("aria-valuetext", inWords(history, at, settings));
    replace(moving, readout(history, at, settings, frame), cursor(history[at], at, settings, frame));
  }

  /** @param {PointerEvent} event */
  function under(event) {
    const box = element.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * frame.width;
    const share = (x - frame.left) / (frame.width - frame.left - frame.right);
    return Math.round(share * last);
  }

  function seek() {
    if (history.length) settings.onSeek?.(history[at].entry);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    /** @type {Record<string, number>} */
    const goal = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageUp: at + 5,
      PageDown: at - 5,
      Home: 0,
      End: last,
    };
    if (event.key in goal) point(goal[event.key]);
    else if (event.key === "Enter" || event.key === " ") seek();
    else return;
    event.preventDefault();
    event.stopPropagation(); // the table has keys of its own
  }

  element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => point(under(event)));
  element.addEventListener("pointerleave", () => point(last));
  element.addEventListener("click", (/** @type {PointerEvent} */ event) => {
    point(under(event));
    seek();
  });
  element.addEventListener("keydown", key);
  draw(FIRST_WIDTH);
  new ResizeObserver(([entry]) => {
    const width = Math.max(NARROWEST, Math.round(entry.contentRect.width));
    if (entry.contentRect.width > 0 && width !== frame.width) draw(width);
  }).observe(element);
  return element;
}

/**
 * @param {Row[]} history
 * @param {Settings} settings
 * @param {number} width
 * @returns {Frame}
 */
function frameFor(history, { lines, floor, zero, format }, width) {
  const values = history.flatMap((row) => lines.map((line) => line.value(row)));
  const low0 = Math.min(...values, floor ?? (zero ? -5 : Infinity));
  const high0 = Math.max(...values, zero ? 5 : (floor ?? 0) + 5);
  const step = high0 - low0 > 60 ? 20 : high0 - low0 > 24 ? 10 : 5;
  const low = Math.floor(low0 / step) * step;
  const high = Math.ceil(high0 / step) * step;
  const height = Math.round(Math.max(270, Math.min(430, width * 0.48)));
  const left = 40;
  const valueRoom = width < NARROW ? 0 : Math.max(format(low).length, format(high).length) + 1;
  const right = Math.max(0, ...lines.map((line) => line.name.length + valueRoom)) * 7.8 + 22;
  const top = width < NARROW ? 66 : 50;
  const bottom = 34;
  const n = Math.max(1, history.length - 1);
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    low,
    high,
    step,
    x: (i) => left + (i / n) * (width - left - right),
    y: (value) => top + ((high - value) / (high - low)) * (height - top - bottom),
  };
}

/**
 * What lies under the lines: levels, the zero line, a tick for each card, a bar for each Coup.
 * @param {Row[]} history
 * @param {Settings} settings
 * @param {Frame} f
 */
function ground(history, { zero, format }, f) {
  const end = f.width - f.right;
  const base = f.height - f.bottom;
  const parts = [svg("rect", { class: "sheet", x: f.left, y: f.top, width: end - f.left, height: base - f.top })];
  if (zero) parts.push(svg("rect", { class: "won", x: f.left, y: f.top, width: end - f.left, height: f.y(0) - f.top }));
  for (let level = f.low; level <= f.high; level += f.step) {
    parts.push(
      svg("line", {
        class: level === 0 && zero ? "zero" : "level",
        x1: f.left,
        x2: end,
        y1: f.y(level),
        y2: f.y(level),
      }),
    );
    parts.push(svg("text", { class: "scale", x: f.left - 7, y: f.y(level) + 4, "text-anchor": "end" }, format(level)));
  }
  history.forEach((_row, i) =>
    parts.push(svg("line", { class: "tick", x1: f.x(i), x2: f.x(i), y1: base, y2: base + 4 })),
  );
  coupRows(history).forEach((i, number) => {
    const x = f.x(i);
    parts.push(svg("line", { class: "coup", x1: x, x2: x, y1: f.top, y2: base + 5 }));
    const crowded = i === history.length - 2 && history.length > 12;
    parts.push(
      svg(
        "text",
        { class: "coup-words", x, y: base + 20, "text-anchor": crowded ? "end" : "middle" },
        t(f.width < NARROW ? "lookback.coup_short" : "lookback.coup", { n: number + 1 }),
      ),
    );
  });
  return parts;
}

/**
 * @param {Line} line
 * @param {Row[]} history
 * @param {Frame} f
 * @param {Line[]} lines all of the chart
 */
function lineOf({ id, value }, history, f, lines) {
  /** Lines of one value run side by side, so that none hides another. @param {Row} row */
  const aside = (row) => {
    const equal = lines.filter((line) => line.value(row) === value(row));
    return (equal.findIndex((line) => line.id === id) - (equal.length - 1) / 2) * BESIDE;
  };
  const points = history.map((row, i) => `${f.x(i).toFixed(1)} ${(f.y(value(row)) + aside(row)).toFixed(1)}`);
  const every = Math.ceil(history.length / (f.width < NARROW ? 5 : 12));
  return svg(
    "g",
    { class: `line ${id}` },
    points.length > 0 && svg("path", { class: "halo", d: "M" + points.join("L") }),
    points.length > 0 && svg("path", { class: "stroke", d: "M" + points.join("L"), "stroke-dasharray": DASHES[id] }),
    points.flatMap((place, i) =>
      i % every === 0 || i === points.length - 1
        ? [svg("path", { class: "dot", d: MARKS[id](3.6), transform: `translate(${place})` })]
        : [],
    ),
  );
}

/**
 * The lines' names with their last values, moved apart where they would overlap.
 * @param {Row[]} history
 * @param {Settings} settings
 * @param {Frame} f
 */
function names(history, { lines, format }, f) {
  if (history.length === 0)
    return svg(
      "text",
      { class: "nothing", x: f.width / 2, y: f.height * 0.75, "text-anchor": "middle" },
      t("lookback.nothing"),
    );
  const end = history[history.length - 1];
  const labels = lines.map((line) => ({ line, want: f.y(line.value(end)), y: 0 })).sort((a, b) => a.want - b.want);
  apart(labels, f.top + 6, f.height - f.bottom - 4);
  const x = f.width - f.right;
  return labels.map(({ line, want, y }) =>
    svg(
      "g",
      { class: `name ${line.id}` },
      svg("path", { class: "leader", d: `M${x + 5} ${want}L${x + 14} ${y}` }),
      svg("text", { x: x + 18, y: y + 5 }, f.width < NARROW ? line.name : `${line.name} ${format(line.value(end))}`),
    ),
  );
}

/**
 * @param {{want: number, y: number}[]} labels from top to bottom
 * @param {number} top
 * @param {number} bottom
 */
function apart(labels, top, bottom) {
  let free = top;
  for (const label of labels) {
    label.y = Math.max(label.want, free);
    free = label.y + LABEL_GAP;
  }
  let most = bottom;
  for (const label of [...labels].reverse()) {
    label.y = Math.min(label.y, most);
    most = label.y - LABEL_GAP;
  }
}

/** What a row is called. @param {Row[]} history @param {number} i */
export function rowTitle(history, i) {
  const row = history[i];
  if (row.over) return t("lookback.end");
  const card = row.title ? t("lookback.card", { number: cardLabel(row), title: row.title }) : t("lookback.start");
  return isPresent(history, i) ? t("lookback.now", { card }) : card;
}

/** @param {Row[]} history @param {number} i @param {Settings} settings */
function inWords(history, i, { lines, format }) {
  return t("lookback.value", {
    row: rowTitle(history, i),
    values: lines.map((line) => `${line.name} ${format(line.value(history[i]))}`).join(", "),
  });
}

/**
 * Where texts begin that share a line: evenly, or where that is too narrow each by its length and its mark.
 * @param {string[]} texts
 * @param {number} width
 */
function beside(texts, width) {
  if (width >= EVEN * texts.length) return texts.map((_, k) => k * EVEN);
  const ends = texts.map((_, k) => texts.slice(0, k).reduce((sum, text) => sum + text.length + MARK, 0));
  const whole = texts.reduce((sum, text) => sum + text.length + MARK, 0);
  return ends.map((end) => (width * end) / whole);
}

/**
 * The row pointed at, in words above the lines.
 * @param {Row[]} history
 * @param {number} i
 * @param {Settings} settings
 * @param {Frame} f
 */
function readout(history, i, { lines, format }, f) {
  const room = Math.floor((f.width - 16) / CHARACTER);
  const title = rowTitle(history, i);
  const narrow = f.width < NARROW;
  const texts = lines.map((line) => `${line.name} ${format(line.value(history[i]))}`);
  const places = beside(texts, f.width - 16);
  return [
    svg("text", { class: "title", x: 8, y: 17 }, title.length > room ? title.slice(0, room - 1) + "\u2026" : title),
    lines.map((line, k) =>
      svg(
        "g",
        { class: `name ${line.id}`, transform: `translate(${8 + places[k]} ${narrow ? 42 : 38})` },
        svg("path", { class: "dot", d: MARKS[line.id](4.2), transform: "translate(5 -4.5)" }),
        svg("text", { x: 15 }, texts[k]),
      ),
    ),
  ].flat();
}

/**
 * @param {Row} row
 * @param {number} i
 * @param {Settings} settings
 * @param {Frame} f
 */
function cursor(row, i, { lines }, f) {
  return [
    svg("line", { class: "cursor", x1: f.x(i), x2: f.x(i), y1: f.top, y2: f.height - f.bottom }),
    ...lines.map((line) =>
      svg(
        "g",
        { class: `line ${line.id}` },
        svg("path", {
          class: "dot",
          d: MARKS[line.id](5.4),
          transform: `translate(${f.x(i)} ${f.y(line.value(row))})`,
        }),
      ),
    ),
  ];
}
