// @ts-check
/** The story so far: plain words, rule numbers that open, dice that show, and "why?" where a bot acted. */
import { h, replace, svg } from "../dom.js";
import { t } from "../words.js";
import { ruleLinks } from "../panels/rules.js";

const HEADINGS = new Set(["card", "coup_card", "pivotal"]);
const ACTS = new Set(["operation", "activity", "event", "pass", "free_operation", "free_activity"]);

/** Where the pips of each face are, in a square of 3 by 3. @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[1, 1]],
  2: [[0, 2], [2, 0]],
  3: [[0, 2], [1, 1], [2, 0]],
  4: [[0, 0], [0, 2], [2, 0], [2, 2]],
  5: [[0, 0], [0, 2], [1, 1], [2, 0], [2, 2]],
  6: [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1], [2, 2]],
};

/**
 * A die's face. @param {number} n
 */
export function dieFace(n) {
  return svg(
    "svg",
    { class: "die-face", viewBox: "0 0 20 20", role: "img", "aria-label": String(n) },
    svg("rect", { x: 1, y: 1, width: 18, height: 18, rx: 4 }),
    PIPS[n].map(([x, y]) => svg("circle", { cx: 5 + 5 * x, cy: 5 + 5 * y, r: 1.9 })),
  );
}

/**
 * @param {HTMLElement} host
 * @param {{onWhy: (turn: any) => void, onSeek: (entry: number) => void, onEarlier: (first: number) => Promise<any[]>}} listener
 */
export function createStory(host, { onWhy, onSeek, onEarlier }) {
  /** @type {any[]} */
  let lines = [];
  /** @type {any[]} */
  let turns = [];
  const rows = h("ol", {});
  const list = h("div", { class: "story", role: "log", "aria-live": "polite", "aria-label": t("table.story.title"), tabindex: 0 }, rows);
  const earlier = h("button", { type: "button", class: "link earlier", onclick: readEarlier }, t("table.story.earlier"));
  replace(host, earlier, list);

  let atEnd = true; // the latest line stays in sight unless somebody reads further up
  const toEnd = () => (list.scrollTop = list.scrollHeight);
  let height = 0;
  list.addEventListener("scroll", () => {
    if (list.clientHeight === height) atEnd = list.scrollHeight - list.scrollTop - height < 40;
  });
  new ResizeObserver(() => {
    if (atEnd || height === 0) toEnd(); // it was hidden until now
    height = list.clientHeight;
  }).observe(list);

  async function readEarlier() {
    const first = Math.max(0, lines[0].n - 200);
    const found = await onEarlier(first);
    lines = [...found.filter((line) => line.n < lines[0].n), ...lines];
    atEnd = false;
    draw();
  }

  /** The bot's turn in which a line was written, if it can be asked about. @param {any} line */
  function turnOf(line) {
    if (!ACTS.has(line.kind) || line.entry === undefined) return null;
    return turns.find((turn) => turn.first >= line.entry && turn.checkpoint === line.entry) ?? null;
  }

  /** @param {any} line */
  function item(line) {
    const die = line.kind === "die" ? /(\d)\D*$/.exec(line.text.replace(/\([^)]*\)\s*$/, "")) : null;
    const turn = turnOf(line);
    const heading = HEADINGS.has(line.kind);
    return h(
      "li",
      { class: heading ? "line heading" : ACTS.has(line.kind) ? "line act" : die ? "line rolled" : "line", "data-n": line.n },
      die && dieFace(Number(die[1])),
      h("span", {}, ruleLinks(line.text)),
      turn && h("button", { type: "button", class: "why", onclick: () => onWhy(turn) }, t("table.why.ask")),
      heading && h("button", { type: "button", class: "seek", title: t("table.story.seek"), "aria-label": t("table.story.seek"), onclick: () => onSeek(line.entry) }, "↩"),
    );
  }

  function draw() {
    replace(rows, lines.map(item));
    earlier.hidden = lines.length === 0 || lines[0].n === 0;
    if (atEnd) toEnd();
  }

  return {
    /**
     * @param {any[]} found the last lines of the story
     * @param {any[]} botTurns
     */
    update(found, botTurns) {
      const starts = found.map((line) => line.entry);
      turns = botTurns.map((turn) => ({ ...turn, checkpoint: Math.max(...starts.filter((entry) => entry <= turn.first), -1) }));
      const first = found.length ? found[0].n : 0;
      const kept = lines.filter((line) => line.n < first && line.entry !== undefined);
      const whole = kept.length && kept[kept.length - 1].n === first - 1;
      lines = whole ? [...kept, ...found] : found;
      draw();
    },
    /** Lines told while a turn is played back. @param {string[]} texts */
    tell(texts) {
      const next = lines.length ? lines[lines.length - 1].n + 1 : 0;
      texts.forEach((text, i) => {
        lines.push({ n: next + i, text, kind: /^[^:]*: \w/.test(text) && !/\d/.test(text) ? "operation" : "" });
        rows.append(item(lines[lines.length - 1]));
      });
      if (atEnd) toEnd();
    },
  };
}
