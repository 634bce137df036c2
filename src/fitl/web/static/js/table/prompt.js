// @ts-check
/**
 * The question and its answers. Every option is in the list; those that are a space are lit on the map as well; a
 * choice of an amount is a stepper. What ends a choice stands in the footer, which never scrolls away. Who is not asked
 * reads whom the table waits for.
 */
import { h, replace } from "../dom.js";
import { named, plain, t } from "../words.js";
import { pieceIcon } from "../pieces.js";
import { openRule } from "../panels/rules.js";
import { chapterTitle, sceneOf } from "./chapters.js";
import { draftButton, draftWords } from "./draft.js";
import { chip } from "./faction.js";
import { createFinder } from "./finder.js";
import { lettersFor } from "./letters.js";
import { talksTable } from "./paris.js";
import { strikeWords } from "./plan.js";
import { createStepper, isAmount } from "./stepper.js";

const MANY = 12; // from so many options on they can be filtered
const SPOKEN = 12; // so many answers are told one by one to those who listen
const LEAVE = new Set(["done", "stop"]); // answers that end a choice: in the footer
const DECLINE = new Set(["no", "pass", "none", "nothing"]); // answers that decline: at the end of the list

/**
 * @typedef {Wire.OptionShown} Option card: of a draft
 * @typedef {Wire.Effect} Effect what an answer would do
 * @typedef {Wire.ForbiddenShown} Forbidden
 */

/** The question without the numbers of its rules at the end, which stand on a button of its own. @param {any} decision */
function withoutRule(decision) {
  return decision.prompt.replace(
    / \(((?:[PS]?\d[\d.]*(?:, )?)+)\)$/,
    (/** @type {string} */ whole, /** @type {string} */ rules) =>
      rules.split(", ").some((rule) => `${decision.rule}.`.startsWith(`${rule}.`)) ? "" : whole,
  );
}

/**
 * @param {HTMLElement} host
 * @param {{acts: HTMLElement, plan: HTMLElement, onChoose: (key: string) => void, onHover: (spaces: string[]) => void}} setting acts: the
 *   footer; plan: what was chosen before
 */
export function createPrompt(host, { acts, plan, onChoose, onHover }) {
  /** @type {Option[]} */
  let options = [];
  /** @type {Map<string, string>} */
  let letters = new Map();
  /** @type {Forbidden[]} */
  let forbidden = [];
  /** @type {Record<string, Effect>} */
  let effects = {};
  /** @type {any} */
  let view = null;
  let filter = "";
  /** @type {string | null} only the options of this space, after a click on a space that has several */
  let only = null;
  /** @type {string | null} only this answer where there are many, in a lesson */
  let wanted = null;
  let busy = false;
  /** @type {string | null} */
  let marked = null;
  let asked = "";
  let drawn = "";
  /** @type {ReturnType<typeof createStepper> | null} */
  let stepper = null;

  const question = h("div", {
    class: "question",
    role: "status",
    "aria-live": "polite",
    "aria-atomic": "true",
    tabindex: -1,
  });
  const scene = h("div", { class: "prompt-scene" }); // what the question is about, where that is not on the map
  const list = h("div", { class: "options", role: "group", "aria-label": t("table.prompt.options") });
  const anyway = h("p", { class: "anyway soft" });
  const leaving = h("span", { class: "leaving" });
  const unfold = h("button", {
    type: "button",
    class: "unfold",
    "aria-expanded": "false",
    onclick: () => setUnfolded(!host.classList.contains("unfolded")),
  });
  acts.prepend(leaving, unfold);
  replace(host, question, plan, anyway, list, scene, acts);

  /** On a small screen the list is folded where the map is the natural way. @param {boolean} open */
  function setUnfolded(open) {
    host.classList.toggle("unfolded", open);
    unfold.setAttribute("aria-expanded", String(open));
    replace(
      unfold,
      t(open ? "table.prompt.fold" : "table.prompt.unfold", {
        n: options.filter((option) => !LEAVE.has(option.key)).length,
      }),
    );
    const sheet = host.parentElement;
    if (open && sheet) sheet.scrollTop += list.getBoundingClientRect().top - sheet.getBoundingClientRect().top; // if it has to scroll
  }

  /** Is the list cut down to the one answer a lesson wants? */
  const narrowed = () => wanted !== null && options.length > MANY && options.some((option) => option.key === wanted);

  /** Options as listed now; what ends the choice is in the footer instead. */
  function listed() {
    if (narrowed()) return options.filter((option) => option.key === wanted);
    const words = plain(filter.trim());
    const found = options.filter(
      (option) =>
        !LEAVE.has(option.key) &&
        (only === null || option.spaces.includes(only)) &&
        (!words || plain(`${option.label}\n${option.also ?? ""}`).includes(words)),
    );
    const later = (/** @type {Option} */ option) =>
      DECLINE.has(option.key) ? 2 : byMap() && option.spaces.length ? 1 : 0;
    return found.sort((one, other) => later(one) - later(other));
  }

  /** The answer that what is typed means: its whole name, a card's number, else the first that is left. @returns {Option | null} */
  function meant() {
    const words = plain(filter.trim()).replace(/^#/, "");
    const found = listed();
    return (
      found.find(
        (option) => option.key === words || [option.label, option.also ?? ""].some((name) => plain(name) === words),
      ) ?? (words ? (found[0] ?? null) : null)
    );
  }

  /** Are there so many spaces that the map is the natural way? Then whatever is not on it comes first. */
  const byMap = () => options.length > MANY && options.some((option) => option.spaces.length > 0);

  /** @param {string} key */
  function choose(key) {
    if (!busy) onChoose(key);
  }

  /** @param {Option} option */
  function row(option) {
    const letter = letters.get(option.key);
    const leave = LEAVE.has(option.key);
    return h(
      "button",
      {
        type: "button",
        class: [
          "option",
          leave && "leave primary",
          DECLINE.has(option.key) && "decline",
          option.key === marked && "marked",
          option.idle && "idle",
        ]
          .filter(Boolean)
          .join(" "),
        "data-key": option.key,
        "aria-keyshortcuts": letter,
        onclick: () => choose(option.key),
        onmouseenter: () => onHover(option.spaces),
        onmouseleave: () => onHover([]),
        onfocus: () => onHover(option.spaces),
      },
      option.piece && pieceIcon(option.piece, null, { size: 20 }),
      h(
        "span",
        { class: "option-words" },
        h("span", { class: "option-label" }, option.label),
        option.text && h("small", { class: "option-text" }, option.text),
        option.card && draftWords(option.card),
        effect(option),
      ),
      option.idle && h("small", { class: "idle-note" }, t("table.prompt.idle")),
      letter && h("kbd", { "aria-hidden": "true" }, letter),
    );
  }

  /** What an answer would do; an Event is told by its text. @param {Option} option */
  function effect(option) {
    const strike = view?.decision?.strikes?.[option.key];
    const lines = [...(strike ? [strikeWords(strike)] : []), ...(effects[option.key]?.lines ?? [])];
    return lines.length > 0 && !option.text && !option.card && h("small", { class: "option-effect" }, lines.join("; "));
  }

  /** The list, with what is forbidden in its place. */
  function rows() {
    const first = filter && meant();
    const shown = listed().sort((one, other) => Number(other === first) - Number(one === first));
    const found = shown.map(row);
    if (first) found[0].classList.add("meant");
    if (filter || only !== null || narrowed()) return found;
    const spaces = byMap() ? shown.findIndex((option) => option.spaces.length > 0) : found.length;
    if (byMap()) found.splice(spaces, 0, h("p", { class: "on-map soft" }, t("table.prompt.on_map")));
    for (const no of forbidden) {
      const words = h(
        "p",
        { class: "forbidden" },
        h("span", { class: "option-label" }, no.label),
        h("small", {}, no.reason),
      );
      found.splice(Math.min(no.place, spaces), 0, words);
    }
    return found;
  }

  function finder() {
    return createFinder({
      n: options.length,
      words: filter,
      found: () => ({ n: listed().length, first: meant()?.label ?? null }),
      onWords(words) {
        filter = words;
        replace(/** @type {Element} */ (list.querySelector(".rows")), rows());
      },
      onEnter() {
        const answer = meant();
        if (answer) choose(answer.key);
      },
      onLeave() {
        filter = "";
        draw();
        question.focus({ preventScroll: true });
      },
    });
  }

  /** How many of the pieces asked for are Available, where they come onto the map. */
  function atHand() {
    const { piece } = view?.decision?.about ?? {};
    const placing = options.some((option) => effects[option.key]?.places || effects[option.key]?.lifts);
    return piece && placing ? t("table.prompt.available", { n: view.boxes.available[piece] ?? 0 }) : "";
  }

  function draw() {
    replace(leaving, options.filter((option) => LEAVE.has(option.key)).map(row));
    stepper = null;
    if (isAmount(options)) {
      const hinted = marked !== null && options.some((option) => option.key === marked);
      stepper = createStepper(options, {
        first: hinted ? Number(marked) : null,
        die: view.decision.actor === "chance",
        choose,
      });
      if (Object.keys(effects).length) stepper.foretell(effects, atHand());
      replace(list, stepper.element);
      return;
    }
    replace(
      list,
      options.some((option) => option.card) && draftButton(view, choose),
      ...(options.length > MANY && !narrowed() ? finder() : []),
      (only !== null || narrowed()) &&
        h(
          "button",
          { type: "button", class: "link all", onclick: () => ((wanted = null), showOnly(null)) },
          t("table.prompt.show_all"),
        ),
      h("div", { class: "rows" }, rows()),
    );
  }

  /** @param {boolean} on while an answer is on its way */
  function setBusy(on) {
    busy = on;
    list.inert = on;
    leaving.inert = on;
  }

  /** @param {string | null} space */
  function showOnly(space) {
    only = space;
    if (space !== null) setUnfolded(true);
    draw();
    list.querySelector("button.option")?.focus();
  }

  /** @param {any} decision */
  function ruleButton(decision) {
    return h(
      "button",
      { type: "button", class: "rule", title: t("table.prompt.rule"), onclick: () => openRule(decision.rule) },
      t("table.prompt.rule_number", { rule: decision.rule }),
    );
  }

  /** The answers in words, for those who listen. */
  function spoken() {
    if (!options.length) return "";
    if (stepper)
      return t("table.prompt.spoken_amount", {
        least: Math.min(...options.map((option) => option.amount ?? 0)),
        most: Math.max(...options.map((option) => option.amount ?? 0)),
      });
    const named = options.filter((option) => !option.spaces.length || options.length <= SPOKEN);
    const words = named
      .slice(0, 2 * SPOKEN)
      .map((option) =>
        letters.has(option.key)
          ? t("table.prompt.spoken_key", { label: option.label, key: /** @type {string} */ (letters.get(option.key)) })
          : option.label,
      );
    const more = options.length - words.length;
    return t("table.prompt.spoken", {
      answers: [...words, more > 0 && t("table.prompt.spoken_more", { n: more })].filter(Boolean).join("; "),
    });
  }

  /** Where the keyboard waits for the next answer: what is to be typed, else the question itself. */
  function keepFocus() {
    const typed =
      window.matchMedia("(pointer: fine)").matches && host.classList.contains("typed")
        ? /** @type {HTMLElement | null} */ (list.querySelector(".filter, .amount"))
        : null;
    (typed ?? question).focus({ preventScroll: true });
  }

  host.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!step || (event.target instanceof HTMLInputElement && event.target.type !== "search")) return;
    const rows = /** @type {HTMLElement[]} */ ([...host.querySelectorAll("button.option")]).filter(
      (each) => each.offsetParent !== null,
    );
    if (!rows.length) return;
    const now = rows.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    rows[now < 0 ? (step > 0 ? 0 : rows.length - 1) : (now + step + rows.length) % rows.length].focus();
    event.preventDefault();
  });

  return {
    /**
     * @param {any} state
     * @param {{looking?: boolean, playing?: boolean}} [mood] looking back, or playing back what others did
     */
    update(state, { looking = false, playing = false } = {}) {
      const decision = state.view.decision;
      const mine = !looking && !playing && decision && decision.options && decision.options.length > 0;
      const shown = JSON.stringify([decision, looking, playing, state.thinking, state.view.outcome, state.view.talks]);
      if (shown === drawn) return; // a chat message must not take away what somebody is typing
      drawn = shown;
      const now = `${decision?.number}:${mine}`;
      const held = document.activeElement === document.body || host.contains(document.activeElement);
      const another = now !== asked;
      view = state.view;
      options = mine ? decision.options : [];
      forbidden = mine ? (decision.forbidden ?? []) : [];
      if (another) {
        effects = {};
        replace(anyway);
      }
      letters = lettersFor(options);
      if (another) {
        asked = now;
        filter = "";
        only = null;
        marked = null;
        wanted = null;
        setBusy(false);
        setUnfolded(false);
      }
      host.classList.toggle("mine", Boolean(mine));
      host.classList.toggle("typed", mine && decision.actor === "chance");
      host.classList.toggle(
        "by-map",
        options.some((option) => option.spaces.length > 0) &&
          options.every((option) => option.spaces.length > 0 || option.amount === null),
      );
      draw();
      replace(scene, !playing && view.stage === "paris_talks" && view.talks && talksTable(view.talks));
      if (playing) {
        replace(question, h("p", { class: "ask" }, t("table.prompt.wait_playback")));
      } else if (!decision) {
        replace(question, h("p", { class: "ask" }, state.view.outcome ? t("table.prompt.over") : ""));
      } else {
        replace(
          question,
          h(
            "p",
            { class: "asked" },
            chip(decision.actor),
            h(
              "span",
              { class: "who" },
              looking
                ? t("table.prompt.was_asked")
                : mine
                  ? t(decision.actor === "chance" ? "table.prompt.roll" : "table.prompt.you")
                  : state.thinking
                    ? t("table.prompt.plays")
                    : t("table.prompt.waits", { faction: named(decision.actor) }),
            ),
            decision.rule && ruleButton(decision),
            price(decision, state.view.tracks),
          ),
          sceneOf(state.view.stage) && h("p", { class: "caps scene-name" }, chapterTitle(state.view.stage)),
          h("p", { class: "ask" }, decision.prompt ? withoutRule(decision) : t("table.prompt.secret")),
          mine && h("p", { class: "visually-hidden spoken" }, spoken()),
          looking &&
            decision.answer &&
            h("p", { class: "answer" }, t("table.prompt.answer", { answer: decision.answer })),
        );
      }
      if (another && mine && held) keepFocus();
    },
    setBusy,
    /** Mark an option (a hint, a lesson); null takes the mark away. @param {string | null} key */
    mark(key) {
      marked = key;
      draw();
      if (key !== null) host.querySelector(".marked")?.scrollIntoView({ block: "nearest" });
    },
    /** Where there are many answers list this one alone (the rest on request); null: all. @param {string | null} key */
    offer(key) {
      wanted = key;
      draw();
    },
    /**
     * @param {Record<string, Effect>} found what each answer would do, by key
     * @param {string[]} shared what happens whichever is given
     */
    foretell(found, shared) {
      effects = found;
      replace(anyway, shared.length > 0 && t("table.prompt.anyway", { what: shared.join("; ") }));
      if (stepper) {
        stepper.foretell(effects, atHand());
        return;
      }
      for (const option of options) {
        const words = effect(option);
        host.querySelector(`.option[data-key="${CSS.escape(option.key)}"] .option-effect`)?.remove();
        if (words) host.querySelector(`.option[data-key="${CSS.escape(option.key)}"] .option-words`)?.append(words);
      }
    },
    /** An answer and what it would do, in a sentence. @param {Option} option */
    words: (option) => [option.label, ...(effects[option.key]?.lines ?? [])].join("; "),
    showOnly,
    /** The answer a letter stands for. @param {string} letter */
    byLetter(letter) {
      for (const [key, own] of letters) if (own === letter) return key;
      return null;
    },
    /** A digit begins to type an amount where one is asked for. @param {string} digit */
    type: (digit) => stepper?.type(digit),
    /** Enter where nothing else is in focus: the number that was set, or Done. */
    enter() {
      const leave = options.find((option) => LEAVE.has(option.key));
      if (stepper) stepper.enter();
      else if (leave) choose(leave.key);
    },
    /** Options by space, for the map. */
    bySpace() {
      /** @type {Map<string, Option[]>} */
      const found = new Map();
      for (const option of options) {
        for (const space of option.spaces) found.set(space, [...(found.get(space) ?? []), option]);
      }
      return found;
    },
    focus() {
      setUnfolded(true);
      /** @type {HTMLElement | null} */ (
        list.querySelector(".filter, button.option, .amount") ?? leaving.querySelector("button")
      )?.focus();
    },
  };
}

/**
 * What one more costs, and of what.
 * @param {any} decision
 * @param {Wire.TracksShown} tracks
 */
function price(decision, tracks) {
  if (!decision.cost || !decision.payer || decision.cost > tracks.resources[decision.payer]) return null; // only what is free is left
  return h(
    "span",
    { class: "cost" },
    t("table.prompt.cost", {
      n: decision.cost,
      faction: named(decision.payer),
      have: tracks.resources[decision.payer],
    }),
  );
}
