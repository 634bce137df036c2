// @ts-check
/**
 * The question and its answers. Every option is in the list; those that are a space are lit on the map as well; a
 * choice of an amount is a stepper. What ends a choice stands in the footer, which never scrolls away. Who is not asked
 * reads whom the table waits for. What it all means is in prompt/model.js, how it looks in prompt/draw.js.
 */
import { h, replace } from "../dom.js";
import { t } from "../words.js";
import { draftButton } from "./draft.js";
import { createFinder } from "./finder.js";
import { talksTable } from "./paris.js";
import { asked, effectOf, optionRow, rowsOf } from "./prompt/draw.js";
import { leaves, MANY, Question } from "./prompt/model.js";
import { createStepper, isAmount } from "./stepper.js";

/** @typedef {import("./prompt/model.js").Effect} Effect */

/**
 * @param {HTMLElement} host
 * @param {{acts: HTMLElement, plan: HTMLElement, onChoose: (key: string) => void, onHover: (spaces: string[]) => void}} setting acts: the
 *   footer; plan: what was chosen before
 */
export function createPrompt(host, { acts, plan, onChoose, onHover }) {
  const question = new Question();
  /** @type {ReturnType<typeof createStepper> | null} */
  let stepper = null;

  const words = h("div", {
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
  replace(host, words, plan, anyway, list, scene, acts);

  /** On a small screen the list is folded where the map is the natural way. @param {boolean} open */
  function setUnfolded(open) {
    host.classList.toggle("unfolded", open);
    unfold.setAttribute("aria-expanded", String(open));
    const n = question.options.filter((option) => !leaves(option)).length;
    replace(unfold, t(open ? "table.prompt.fold" : "table.prompt.unfold", { n }));
    const sheet = host.parentElement;
    if (open && sheet) sheet.scrollTop += list.getBoundingClientRect().top - sheet.getBoundingClientRect().top; // if it has to scroll
  }

  /** @param {string} key */
  function choose(key) {
    if (!question.busy) onChoose(key);
  }

  const answering = { choose, onHover };

  function finder() {
    return createFinder({
      n: question.options.length,
      words: question.filter,
      found: () => ({ n: question.listed().length, first: question.meant()?.label ?? null }),
      onWords(typed) {
        question.filter = typed;
        replace(/** @type {Element} */ (list.querySelector(".rows")), rowsOf(question, answering));
      },
      onEnter() {
        const answer = question.meant();
        if (answer) choose(answer.key);
      },
      onLeave() {
        question.filter = "";
        draw();
        words.focus({ preventScroll: true });
      },
    });
  }

  /** How many of the pieces asked for are Available. */
  function atHand() {
    const n = question.atHand();
    return n === null ? "" : t("table.prompt.available", { n });
  }

  function draw() {
    replace(
      leaving,
      question.leaving().map((option) => optionRow(question, option, answering)),
    );
    stepper = isAmount(question.options) ? drawStepper() : null;
    if (stepper) replace(list, stepper.element);
    else drawList();
  }

  function drawStepper() {
    const made = createStepper(question.options, {
      first: question.hinted,
      die: question.view?.decision?.actor === "chance",
      choose,
    });
    if (Object.keys(question.effects).length) made.foretell(question.effects, atHand());
    return made;
  }

  function drawList() {
    const { options, narrowed, only, view } = question;
    const all = () => ((question.wanted = null), showOnly(null));
    replace(
      list,
      view && options.some((option) => option.card) && draftButton(view, choose),
      ...(options.length > MANY && !narrowed ? finder() : []),
      (only !== null || narrowed) &&
        h("button", { type: "button", class: "link all", onclick: all }, t("table.prompt.show_all")),
      h("div", { class: "rows" }, rowsOf(question, answering)),
    );
  }

  /** @param {boolean} on while an answer is on its way */
  function setBusy(on) {
    question.busy = on;
    list.inert = on;
    leaving.inert = on;
  }

  /** @param {string | null} space */
  function showOnly(space) {
    question.only = space;
    if (space !== null) setUnfolded(true);
    draw();
    list.querySelector("button.option")?.focus();
  }

  /** Where the keyboard waits for the next answer: what is to be typed, else the question itself. */
  function keepFocus() {
    const typed =
      window.matchMedia("(pointer: fine)").matches && host.classList.contains("typed")
        ? /** @type {HTMLElement | null} */ (list.querySelector(".filter, .amount"))
        : null;
    (typed ?? words).focus({ preventScroll: true });
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
     * @param {import("./prompt/model.js").Shown} shown
     * @param {import("./prompt/model.js").Mood} [mood]
     */
    update(shown, mood = {}) {
      const held = document.activeElement === document.body || host.contains(document.activeElement);
      const change = question.take(shown, mood);
      if (change === "same") return;
      if (change === "another") {
        replace(anyway);
        setBusy(false);
        setUnfolded(false);
      }
      host.classList.toggle("mine", question.mine);
      host.classList.toggle("typed", question.typed);
      host.classList.toggle("by-map", question.onMap);
      draw();
      const { stage, talks } = shown.view;
      replace(scene, !mood.playing && stage === "paris_talks" && talks && talksTable(talks));
      replace(words, ...asked(question, shown, mood, stepper !== null));
      if (change === "another" && question.mine && held) keepFocus();
    },
    setBusy,
    /** Mark an option (a hint, a lesson); null takes the mark away. @param {string | null} key */
    mark(key) {
      question.marked = key;
      draw();
      if (key !== null) host.querySelector(".marked")?.scrollIntoView({ block: "nearest" });
    },
    /** Where there are many answers list this one alone (the rest on request); null: all. @param {string | null} key */
    offer(key) {
      question.wanted = key;
      draw();
    },
    /**
     * @param {Record<string, Effect>} found what each answer would do, by key
     * @param {string[]} shared what happens whichever is given
     */
    foretell(found, shared) {
      question.effects = found;
      replace(anyway, shared.length > 0 && t("table.prompt.anyway", { what: shared.join("; ") }));
      if (stepper) stepper.foretell(found, atHand());
      else for (const row of host.querySelectorAll(".option")) tellEffect(/** @type {HTMLElement} */ (row));
    },
    /** An answer and what it would do, in a sentence. */
    words: question.words.bind(question),
    showOnly,
    byLetter: question.byLetter.bind(question),
    /** A digit begins to type an amount where one is asked for. @param {string} digit */
    type: (digit) => stepper?.type(digit),
    /** Enter where nothing else is in focus: the number that was set, or Done. */
    enter() {
      const [leave] = question.leaving();
      if (stepper) stepper.enter();
      else if (leave) choose(leave.key);
    },
    bySpace: question.bySpace.bind(question),
    focus() {
      setUnfolded(true);
      /** @type {HTMLElement | null} */ (
        list.querySelector(".filter, button.option, .amount") ?? leaving.querySelector("button")
      )?.focus();
    },
  };

  /** What an answer would do, in the row it has already. @param {HTMLElement} row */
  function tellEffect(row) {
    const option = question.options.find((each) => each.key === row.dataset.key);
    const effect = option && effectOf(question, option);
    row.querySelector(".option-effect")?.remove();
    if (effect) row.querySelector(".option-words")?.append(effect);
  }
}
