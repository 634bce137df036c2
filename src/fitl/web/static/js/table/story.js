// @ts-check
/**
 * The story so far, in chapters: a turn is one sentence that opens to its lines, a Coup phase a heading. Rule numbers
 * open, dice show, a line lights its spaces on the map, and "why?" stands where a bot acted.
 */
import { h, replace, svg } from "../dom.js";
import { named, t } from "../words.js";
import { ruleLinks } from "../panels/rules.js";
import { chapterTitle, sceneOf } from "./chapters.js";
import { keepEndInSight } from "./end_in_sight.js";
import { talksButton } from "./paris.js";

const HEADINGS = new Set(["card"]);
const HOVER_DELAY = 150; // milliseconds over a line until its spaces light
const ACTS = new Set(["operation", "activity", "event", "pass", "free_operation", "free_activity"]);

/** Where the pips of each face are, in a square of 3 by 3. @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[1, 1]],
  2: [
    [0, 2],
    [2, 0],
  ],
  3: [
    [0, 2],
    [1, 1],
    [2, 0],
  ],
  4: [
    [0, 0],
    [0, 2],
    [2, 0],
    [2, 2],
  ],
  5: [
    [0, 0],
    [0, 2],
    [1, 1],
    [2, 0],
    [2, 2],
  ],
  6: [
    [0, 0],
    [0, 1],
    [0, 2],
    [2, 0],
    [2, 1],
    [2, 2],
  ],
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
 * @typedef {Pick<Wire.StoryLine, "n" | "text" | "kind"> & Partial<Wire.StoryLine>} Line of the story; of a step told in a
 *   playback no more is known
 *
 * @param {HTMLElement} host
 * @param {{onWhy: (turn: Wire.BotTurnShown) => void, onSeek: (entry: number) => void, onEarlier: (first: number) => Promise<Wire.StoryLine[]>,
 *   onLight: (spaces: string[], asked: boolean) => void, onTile: (track: string, asked: boolean) => void, onPassage: (stage: string, passage: Wire.Passage) => void}} listener
 */
export function createStory(host, { onWhy, onSeek, onEarlier, onLight, onTile, onPassage }) {
  /** @type {Line[]} */
  let lines = [];
  /** @type {(Wire.BotTurnShown & {checkpoint: number})[]} */
  let turns = [];
  /** @type {Map<number, boolean>} the chapters somebody opened or closed, by their first line */
  const folded = new Map();
  const rows = h("ol", {});
  const list = h(
    "div",
    { class: "story", role: "log", "aria-live": "polite", "aria-label": t("table.story.title"), tabindex: 0 },
    rows,
    h("p", { class: "nothing soft" }, t("table.story.nothing")),
  );
  const earlier = h(
    "button",
    { type: "button", class: "link earlier", onclick: readEarlier },
    t("table.story.earlier"),
  );
  const newest = h("button", {
    type: "button",
    class: "newest",
    hidden: true,
    onclick: () => (end.go(), list.focus()),
  });
  replace(host, earlier, list, newest);

  let toldOf = ""; // the chapter of the line told last
  let seen = 0; // the line after the last one that was in sight
  const after = () => (lines.at(-1)?.n ?? -1) + 1;
  const end = keepEndInSight(list, showNewest);

  /** What leads to the newest line while it is out of sight, and how many have come meanwhile. */
  function showNewest() {
    newest.hidden = end.following;
    seen = end.following ? after() : Math.min(seen, after());
    replace(newest, after() > seen ? t("table.story.newest_n", { n: after() - seen }) : t("table.story.newest"), " ↓");
  }

  function tellEnd() {
    showNewest();
    end.changed();
  }

  list.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    const places = [...list.querySelectorAll(".line, summary")].filter((place) => place.checkVisibility());
    const now = places.findIndex((place) => place.contains(document.activeElement));
    const next = now < 0 ? places.at(-1) : places[Math.max(0, Math.min(places.length - 1, now + step))];
    /** @type {HTMLElement | undefined} */ (next)?.focus();
    event.preventDefault();
  });

  async function readEarlier() {
    const first = Math.max(0, lines[0].n - 200);
    const found = await onEarlier(first);
    lines = [...found.filter((line) => line.n < lines[0].n), ...lines];
    end.stop();
    const below = list.scrollHeight - list.scrollTop;
    draw();
    list.scrollTop = list.scrollHeight - below; // the line that was read stays where it is
  }

  /** The bots' turns of a chapter that can be asked about. @param {number | undefined} entry */
  const turnsAt = (entry) => turns.filter((turn) => turn.checkpoint === entry);

  /** @type {WeakMap<EventTarget, (asked: boolean) => void>} what lights up from a line, or from a turn in one sentence */
  const lights = new WeakMap();
  /** @type {Element | null} */
  let hovered = null;
  let waiting = 0;

  /**
   * Have an element light the spaces of a line, or the tile whose track it tells of.
   * @template {Element} T
   * @param {T} element
   * @param {string[]} spaces
   * @param {string | null} [track]
   */
  function lighting(element, spaces, track = null) {
    if (track) lights.set(element, (asked) => onTile(track, asked));
    else if (spaces.length) lights.set(element, (asked) => onLight(spaces, asked));
    return element;
  }

  /** @param {EventTarget | null} target */
  const placeOf = (target) => (target instanceof Element ? target.closest(".line, summary") : null);

  /** @param {Element | null} place */
  function hover(place) {
    if (place === hovered) return;
    window.clearTimeout(waiting);
    hovered = place;
    const light = place && lights.get(place);
    if (light) waiting = window.setTimeout(() => light(false), HOVER_DELAY);
  }

  // One listener for all lines. Who chooses a line wants to see its spaces; what opens a turn or leads elsewhere does that alone.
  list.addEventListener("mouseover", (/** @type {MouseEvent} */ event) => hover(placeOf(event.target)));
  list.addEventListener("mouseleave", () => hover(null));
  list.addEventListener("focusin", (/** @type {FocusEvent} */ { target }) => target && lights.get(target)?.(false));
  list.addEventListener("click", (/** @type {MouseEvent} */ { target }) => {
    const place = placeOf(target);
    if (place) lights.get(place)?.(!(/** @type {Element} */ (target).closest("button, a, summary")));
  });

  /** @param {Line} line */
  function item(line) {
    const die = line.kind === "die" ? /(\d)\D*$/.exec(line.text.replace(/\([^)]*\)\s*$/, "")) : null;
    const heading = HEADINGS.has(line.kind);
    const { entry } = line;
    const kind = heading ? "heading" : ACTS.has(line.kind) ? "act" : die ? "rolled" : "";
    const row = h(
      "li",
      {
        class: `line ${kind} ${line.spaces?.length || line.track ? "placed" : ""}`,
        "data-n": line.n,
        tabindex: -1,
      },
      die && dieFace(Number(die[1])),
      h("span", {}, ruleLinks(line.text)),
      heading &&
        entry !== undefined &&
        h(
          "button",
          {
            type: "button",
            class: "seek",
            title: t("table.story.seek"),
            "aria-label": t("table.story.seek"),
            onclick: () => onSeek(entry),
          },
          "↩",
        ),
    );
    return lighting(row, line.spaces ?? [], line.track);
  }

  /** @param {Wire.BotTurnShown} turn @param {boolean} [apart] */
  function whyButton(turn, apart = false) {
    const words = apart ? t("table.why.ask_of", { faction: named(turn.faction) }) : t("table.why.ask");
    return h("button", { type: "button", class: "why", onclick: () => onWhy(turn) }, words);
  }

  /** What a Coup phase or a chapter of a scene is called. @param {string} stage */
  function heading(stage) {
    const scene = sceneOf(stage);
    return scene
      ? `${t(`table.scene.${scene.id}.title`)}: ${scene.at + 1} ${chapterTitle(stage)}`
      : chapterTitle(stage);
  }

  /** Opens what a scene has done. @param {string} stage @param {Wire.Passage} passage */
  function passageButton(stage, passage) {
    return h(
      "button",
      { type: "button", class: "why", onclick: () => onPassage(stage, passage) },
      t("table.passage.open"),
    );
  }

  /**
   * One turn or Coup phase.
   * @param {Line[]} told its lines
   * @param {boolean} goesOn is it the same phase as before, as in a draft?
   */
  function chapter(told, goesOn) {
    const { chapter: about, n, entry, kind } = told[0];
    const asked = turnsAt(entry);
    if (!about) {
      const items = told.map(item);
      if (kind === "draft") items[0].append(...asked.map((turn) => whyButton(turn))); // a pick before the first card
      return items;
    }
    if (about.stage !== "turn") {
      if (goesOn && !asked.length && !about.passage) return told.map(item);
      return [
        h(
          "li",
          { class: "line heading phase", tabindex: -1 },
          h("span", {}, heading(about.stage)),
          asked.map((turn) => whyButton(turn, true)),
          about.talks && talksButton(about.talks),
          about.passage && passageButton(about.stage, about.passage),
        ),
        ...told.map(item),
      ];
    }
    const own = asked.find((turn) => turn.faction === about.faction);
    if (!about.text) {
      const [first, ...rest] = told.map(item);
      if (own) first.append(whyButton(own));
      return [first, ...rest];
    }
    const spaces = [...new Set(told.flatMap((line) => line.spaces ?? []))];
    const details = h(
      "details",
      { open: folded.get(n) ?? !about.bot, ontoggle: () => folded.set(n, details.open) },
      lighting(h("summary", { class: `told ${about.faction}` }, about.text), spaces),
      h("ol", {}, told.map(item)),
    );
    return [h("li", { class: "chapter", "data-n": n }, details, own && whyButton(own))];
  }

  /** @type {{written: string, nodes: HTMLElement[]}[]} the chapters that stand, to see which have changed */
  let standing = [];

  function draw() {
    /** @type {Line[][]} */
    const chapters = [];
    for (const line of lines) {
      if (line.chapter || !chapters.length || chapters[chapters.length - 1][0].entry !== line.entry) chapters.push([]);
      chapters[chapters.length - 1].push(line);
    }
    const stageOf = (/** @type {Line[] | undefined} */ told) => told?.[0].chapter?.stage ?? "";
    const written = chapters.map((told, i) => JSON.stringify([told, stageOf(chapters[i - 1]), turnsAt(told[0].entry)]));
    const changed = written.findIndex((words, i) => words !== standing[i]?.written);
    standing.length = changed < 0 ? chapters.length : changed;
    const last = standing.at(-1)?.nodes.at(-1) ?? null;
    while (rows.lastChild !== last) rows.lastChild.remove(); // and the steps told in a playback
    for (let i = standing.length; i < chapters.length; i += 1) {
      const nodes = chapter(chapters[i], stageOf(chapters[i]) === stageOf(chapters[i - 1]));
      standing.push({ written: written[i], nodes });
      rows.append(...nodes);
    }
    earlier.hidden = lines.length === 0 || lines[0].n === 0;
    tellEnd();
  }

  return {
    /**
     * @param {Wire.StoryLine[]} found the last lines of the story
     * @param {Wire.BotTurnShown[]} botTurns
     */
    update(found, botTurns) {
      const starts = found.map((line) => line.entry);
      turns = botTurns.map((turn) => ({
        ...turn,
        checkpoint: Math.max(...starts.filter((entry) => entry <= turn.first), -1),
      }));
      const first = found.length ? found[0].n : 0;
      const kept = lines.filter((line) => line.n < first && line.entry !== undefined);
      lines = kept.length && kept[kept.length - 1].last === first - 1 ? [...kept, ...found] : [...found]; // told steps are added
      toldOf = lines.findLast((line) => line.chapter)?.chapter?.stage ?? "";
      draw();
    },
    /** A step told while a turn is played back. @param {Wire.Frame} frame */
    tell(frame) {
      if (frame.chapter && frame.chapter !== toldOf)
        rows.append(h("li", { class: "line heading phase", tabindex: -1 }, h("span", {}, heading(frame.chapter))));
      toldOf = frame.chapter ?? "";
      const next = lines.length ? lines[lines.length - 1].n + 1 : 0;
      frame.text.forEach((/** @type {string} */ text, /** @type {number} */ i) => {
        lines.push({ n: next + i, text, kind: frame.kinds[i] });
        rows.append(item(lines[lines.length - 1]));
      });
      tellEnd();
    },
  };
}
