// @ts-check
/** The guide of a tour: says a few sentences about a part of the table and points at it. The game goes on as it likes. */

import { h, replace } from "../dom.js";
import { ruleLinks } from "../panels/links.js";
import { t } from "../words.js";
import { stepsFor } from "./tours.js";

/** @param {import("../table/sitting.js").Sitting} sitting */
export function createGuide(sitting) {
  const { root, chrome } = sitting;
  const host = chrome.guide;
  host.hidden = true;
  /** @type {import("./tours.js").Tour | null} */
  let tour = null;
  /** @type {import("./tours.js").Step[]} */
  let steps = [];
  let at = 0;

  /** @param {boolean} [look] bring it into sight too */
  function point(look = true) {
    for (const old of root.querySelectorAll(".spot")) old.classList.remove("spot");
    const { part, space } = steps[at];
    if (look) space ? chrome.showQuestion() : chrome.showBoard();
    sitting.parts.map.spot(space ?? null);
    if (space && look) sitting.parts.map.reveal(space);
    const found = part ? root.querySelector(part) : null;
    found?.classList.add("spot");
    if (look) found?.scrollIntoView({ block: "center" });
  }

  function say() {
    const { id } = steps[at];
    const words = `tour.${/** @type {import("./tours.js").Tour} */ (tour).id}.${id}`;
    const last = at === steps.length - 1;
    const next = h(
      "button",
      { type: "button", class: "primary", onclick: () => (last ? leave() : go(1)) },
      t(last ? "tour.finish" : "tour.next"),
    );
    replace(
      host,
      h(
        "header",
        { class: "guide-head" },
        h("span", { class: "soft" }, t("tour.step", { n: at + 1, all: steps.length })),
        h("button", { type: "button", class: "quiet close", "aria-label": t("tour.leave"), onclick: leave }, "×"),
      ),
      h(
        "div",
        { class: "guide-words", "aria-live": "polite" },
        h("h2", {}, t(`${words}.title`)),
        h("p", {}, ruleLinks(t(`${words}.text`))),
      ),
      h(
        "div",
        { class: "guide-buttons" },
        h(
          "button",
          { type: "button", class: "quiet", disabled: at === 0, onclick: () => go(-1) },
          `← ${t("tour.back")}`,
        ),
        next,
      ),
    );
    point();
    next.focus({ preventScroll: true });
  }

  /** @param {-1 | 1} way */
  function go(way) {
    at = Math.max(0, Math.min(steps.length - 1, at + way));
    say();
  }

  function leave() {
    tour = null;
    host.hidden = true;
    root.classList.remove("touring");
    sitting.parts.map.spot(null);
    for (const old of root.querySelectorAll(".spot")) old.classList.remove("spot");
    chrome.showQuestion();
    sitting.parts.prompt.focus();
  }

  host.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") leave();
    else if (way) go(/** @type {-1 | 1} */ (way));
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  sitting.listeners.push(() => tour && point(false)); // what it points at has been redrawn

  return {
    /** @param {import("./tours.js").Tour} begun */
    start(begun) {
      tour = begun;
      steps = stepsFor(begun, sitting.state.view);
      at = 0;
      host.hidden = false;
      host.setAttribute("aria-label", t(`tour.${begun.id}.title`));
      root.classList.add("touring");
      say();
    },
  };
}
