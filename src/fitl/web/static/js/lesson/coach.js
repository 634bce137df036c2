// @ts-check
/** The coach: a panel above the question that explains each step of the lesson, points at it and shows or makes the move. */

import { h, replace } from "../dom.js";
import { home } from "../home.js";
import { ruleLinks } from "../panels/links.js";
import { t } from "../words.js";
import { recall, remember } from "./memory.js";
import { compare, totalsTable } from "./totals.js";

/**
 * @typedef {Wire.LessonStep} Step
 * @typedef {Wire.Lesson} Lesson
 * @typedef {{answer(step: Step): Promise<void>, takeBack(): Promise<void>,
 *   spot(step: Step | null, before?: Step): void, show(step: Step): void, leave(): void}} Doing
 *   spot: point at what a step is about, and at what the one before changed; show: bring it into sight
 */

/**
 * Whether the table asks just what the lesson has next.
 * @param {Step | undefined} step
 * @param {Wire.DecisionShown} decision of the view
 */
export function onScript(step, decision) {
  if (!step || !decision) return false;
  const offered = decision.options?.some((/** @type {{key: string}} */ option) => option.key === step.key) ?? false;
  return decision.kind === step.kind && decision.actor === step.who && offered;
}

/**
 * @param {Lesson} lesson
 * @param {Wire.Facts} facts
 * @param {Doing} doing
 */
export function createCoach(lesson, facts, doing) {
  const saying = h("div", { class: "coach-saying", "aria-live": "polite" });
  const chapters = h("ol", { class: "coach-chapters" });
  const title = h("h2", {});
  const bar = h("progress", { max: lesson.steps.length, value: 0 });
  const count = h("span", { class: "soft coach-count" });
  const buttons = h("div", { class: "coach-buttons" });
  const said = h("p", { class: "coach-said", role: "status" });
  const playAs = h(
    "select",
    { onchange: () => (remember({ playAs: playAs.value }), render()) },
    h("option", { value: "all" }, t("lesson.everybody")),
    Object.keys(facts.factions).map((faction) => h("option", { value: faction }, t(`panels.faction.${faction}`))),
  );
  playAs.value = recall().playAs ?? "all";
  const fold = h("button", {
    type: "button",
    class: "quiet coach-fold",
    "aria-expanded": "true",
    onclick: () => setFolded(!folded()),
  });
  const element = h(
    "aside",
    { class: "coach panel", "aria-label": t("lesson.coach") },
    h("header", { class: "coach-head" }, h("div", { class: "coach-title" }, count, title), fold),
    bar,
    h(
      "div",
      { class: "coach-body" },
      saying,
      said,
      buttons,
      h(
        "details",
        { class: "coach-more" },
        h("summary", {}, t("lesson.chapter_list")),
        chapters,
        h("label", { class: "coach-play-as" }, t("lesson.play_as"), " ", playAs),
        h("button", { type: "button", class: "quiet", onclick: () => leaving() }, t("lesson.leave")),
      ),
    ),
  );
  /** @type {any} */
  let state = null;
  let working = false;

  const folded = () => element.classList.contains("folded");

  /** @param {boolean} to */
  function setFolded(to) {
    element.classList.toggle("folded", to);
    fold.setAttribute("aria-expanded", String(!to));
    fold.setAttribute("aria-label", t(to ? "lesson.unfold" : "lesson.fold"));
    replace(fold, to ? "▴" : "▾");
    remember({ folded: to });
  }

  /** Only a new step is announced: showing the same one leaves the highlight and the keyboard focus alone. @param {any} news */
  function show(news) {
    const same = state?.number === news.number && state.can_undo === news.can_undo;
    state = news;
    if (!same) render();
  }

  function render() {
    doing.spot(null);
    replace(said);
    const step = lesson.steps[state.number];
    const before = lesson.steps[state.number - 1];
    const chapter = (step ?? before).chapter;
    bar.value = Math.min(state.number, lesson.steps.length);
    bar.setAttribute("aria-label", t("lesson.progress", { n: bar.value, all: lesson.steps.length }));
    replace(count, t("lesson.chapter", { n: chapter + 1, all: lesson.chapters.length }));
    replace(title, step ? lesson.chapters[chapter].title : t("lesson.finished"));
    listChapters(chapter, !step);
    if (!step) farewell(before);
    else if (onScript(step, state.view.decision)) explain(step, before);
    else astray();
  }

  /**
   * @param {number} chapter
   * @param {boolean} over
   */
  function listChapters(chapter, over) {
    replace(
      chapters,
      lesson.chapters.map(({ title: name }, n) => {
        const mark = over || n < chapter ? "done" : n === chapter ? "here" : "";
        return h(
          "li",
          { class: mark, "aria-current": mark === "here" && "step" },
          name,
          mark && h("span", { class: "visually-hidden" }, ` (${t(`lesson.chapter_${mark}`)})`),
        );
      }),
    );
  }

  /** @param {Step | undefined} before */
  function happened(before) {
    if (!before?.after && !before?.totals) return null;
    return h(
      "section",
      { class: "coach-happened" },
      before.after && h("h3", {}, t("lesson.happened")),
      before.after && h("p", {}, ruleLinks(before.after)),
      before.totals && totalsTable(compare(before.totals, state.view, facts)),
    );
  }

  /**
   * @param {Step} step
   * @param {Step | undefined} before
   */
  function explain(step, before) {
    const chapter = lesson.chapters[step.chapter];
    const opens = before?.chapter !== step.chapter;
    tell(
      [happened(before), opens && h("p", { class: "coach-chapter-text" }, ruleLinks(chapter.text))],
      [h("p", { class: "coach-who" }, who(step)), h("p", { class: "coach-text" }, ruleLinks(step.text))],
    );
    doing.spot(step, before);
    const mine = step.who !== "chance" && (playAs.value === "all" || playAs.value === step.who);
    const answer = () => work(() => doing.answer(step));
    const back = h(
      "button",
      { type: "button", class: "quiet", disabled: !state.can_undo, onclick: () => work(doing.takeBack) },
      `← ${t("lesson.back")}`,
    );
    if (mine)
      replace(
        buttons,
        back,
        h("button", { type: "button", onclick: answer }, t("lesson.do_it")),
        h("button", { type: "button", class: "primary", onclick: () => point(step) }, t("lesson.show")),
      );
    else replace(buttons, back, h("button", { type: "button", class: "primary", onclick: answer }, t(nextWord(step))));
  }

  /**
   * What has happened, which scrolls where there is little room, and what is to be done, which stays in sight.
   * @param {any[]} before
   * @param {any[]} now
   */
  function tell(before, now) {
    replace(
      saying,
      before.some(Boolean) && h("div", { class: "coach-before", tabindex: 0 }, before),
      h("div", { class: "coach-now" }, now),
    );
    requestAnimationFrame(() => saying.lastElementChild?.scrollIntoView({ block: "nearest" })); // when all is laid out
  }

  /** @param {Step} step */
  function who(step) {
    const chance = step.who === "chance";
    const name = chance ? t("lesson.turn_chance") : t(`panels.faction.${step.who}`);
    return [h("span", { class: `chip ${step.who}` }, name), !chance && h("span", {}, t("lesson.turn"))];
  }

  /** @param {Step} step */
  function nextWord(step) {
    if (step.who !== "chance") return "lesson.next";
    return step.kind === "card" ? "lesson.next_card" : "lesson.next_die";
  }

  /** @param {Step} step */
  function point(step) {
    doing.show(step);
    replace(said, t("lesson.shown"));
  }

  function astray() {
    tell([], [h("p", { class: "coach-text" }, t("lesson.off_script"))]);
    replace(
      buttons,
      h(
        "button",
        { type: "button", class: "primary", disabled: !state.can_undo, onclick: () => work(doing.takeBack) },
        `← ${t("lesson.back")}`,
      ),
      h("button", { type: "button", onclick: () => leaving() }, t("lesson.leave")),
    );
  }

  /** @param {Step} before */
  function farewell(before) {
    tell([happened(before)], [h("p", { class: "coach-text" }, lesson.farewell)]);
    replace(
      buttons,
      h("button", { type: "button", onclick: doing.leave }, t("lesson.play_on")),
      h("a", { class: "button primary", href: home.pageAt("/") }, t("lesson.new_game")),
    );
  }

  function leaving() {
    tell([], [h("p", { class: "coach-text" }, t("lesson.leave_question"))]);
    replace(
      buttons,
      h("button", { type: "button", class: "primary", onclick: () => render() }, t("lesson.leave_stay")),
      h("button", { type: "button", onclick: doing.leave }, t("lesson.leave_play")),
      h("a", { class: "button", href: home.pageAt("/") }, t("lesson.leave_lobby")),
    );
    buttons.querySelector("button")?.focus();
  }

  /** One thing at a time; the keyboard stays in the panel when its buttons are rebuilt. @param {() => Promise<void>} action */
  async function work(action) {
    if (working) return;
    working = true;
    const held = buttons.contains(document.activeElement);
    for (const button of buttons.querySelectorAll("button")) button.disabled = true;
    replace(said, t("lesson.busy"));
    try {
      await action();
      render();
    } catch (error) {
      render();
      replace(said, t("lesson.refused", { reason: error instanceof Error ? error.message : String(error) }));
    } finally {
      working = false;
      if (held) buttons.querySelector(".primary")?.focus();
    }
  }

  /** A sentence for somebody who chose something else. @param {string} key */
  function refuses(key) {
    const step = state && lesson.steps[state.number];
    if (!step || step.key === key || !onScript(step, state.view.decision)) return null;
    const wanted = state.view.decision.options.find((/** @type {{key: string}} */ option) => option.key === step.key);
    const sentence = t("lesson.not_that", { label: wanted.label });
    replace(said, sentence);
    return sentence;
  }

  setFolded(recall().folded ?? false);
  return { element, show, refuses };
}
