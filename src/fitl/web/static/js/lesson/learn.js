// @ts-check
/** The page /learn: what the lesson is, and its start. */

import { read } from "../api.js";
import { h, replace } from "../dom.js";
import { home } from "../home.js";
import { startLesson } from "../lesson.js";
import { ruleLinks } from "../panels/links.js";
import { applyTheme, readSettings } from "../table/settings.js";
import { loadWords, t } from "../words.js";
import { recall, tokenOf } from "./memory.js";

/**
 * Where an unfinished lesson stands, or null.
 * @param {import("./coach.js").Lesson} lesson
 */
function unfinished(lesson) {
  const { game, number = 0 } = recall();
  if (!game || !tokenOf(game) || number < 1 || number >= lesson.steps.length) return null;
  return { game, chapter: lesson.chapters[lesson.steps[number].chapter].title };
}

async function main() {
  await loadWords();
  applyTheme(readSettings());
  document.title = t("lesson.title");
  const said = h("p", { class: "learn-said", role: "status" });
  const host = /** @type {HTMLElement} */ (document.getElementById("learn"));
  try {
    const lesson = await read("/api/lesson");
    replace(host, page(lesson, said));
  } catch (error) {
    replace(host, h("h1", {}, t("lesson.title")), said);
    tell(said, error);
  }
}

/**
 * @param {import("./coach.js").Lesson} lesson
 * @param {HTMLElement} said
 */
function page(lesson, said) {
  const open = unfinished(lesson);
  const start = h(
    "button",
    { type: "button", class: open ? "" : "primary", onclick: begin },
    t(open ? "lesson.start_anew" : "lesson.start"),
  );

  async function begin() {
    start.disabled = true;
    replace(said, t("lesson.starting"));
    try {
      await startLesson();
    } catch (error) {
      start.disabled = false;
      tell(said, error);
    }
  }

  return [
    h("p", { class: "caps learn-over" }, t("lesson.title")),
    h("h1", {}, lesson.title),
    h("p", { class: "learn-lead" }, t("lesson.lead")),
    h("p", {}, lesson.intro),
    h(
      "div",
      { class: "learn-buttons" },
      open &&
        h(
          "a",
          { class: "button primary", href: home.pageAt(`/game/${open.game}`) },
          `${t("lesson.resume")}: ${open.chapter}`,
        ),
      start,
      h("a", { class: "button", href: home.pageAt("/") }, t("lesson.lobby")),
    ),
    said,
    h("h2", {}, t("lesson.chapters")),
    h(
      "ol",
      { class: "learn-chapters" },
      lesson.chapters.map(({ title, text }) => h("li", {}, h("h3", {}, title), h("p", {}, ruleLinks(text)))),
    ),
  ];
}

/**
 * @param {HTMLElement} said
 * @param {unknown} error
 */
function tell(said, error) {
  replace(said, t("lesson.failed", { reason: error instanceof Error ? error.message : String(error) }));
}

main();
