// @ts-check
/** The rules panel: one rule with what it belongs to and what belongs to it, contents, search, back and forward. */

import { h, replace } from "../dom.js";
import { plain, t } from "../words.js";
import { createDrawer, loading, Trail } from "./drawer.js";
import { ruleLinks } from "./links.js";
import { above, byNumber, loadRules } from "./texts.js";

export { ruleLinks };

const BOOKS = ["", "P", "S"]; // the letters before their numbers: the base game, Sovereign of Discord, Fall of Saigon

/** @type {ReturnType<typeof createDrawer> | null} */
let drawer = null;
/** @type {ReturnType<typeof rulesBook> | null} */
let book = null;
/** @type {Promise<void>} */
let ready = Promise.resolve();

/**
 * Open the rules panel at a rule.
 * @param {string} [number] such as "3.2.4"; the contents if left out
 */
export async function openRule(number) {
  if (!drawer || !book) {
    const place = loading(async () => {
      book = rulesBook(await loadRules());
      return book.element;
    });
    drawer = createDrawer({ label: t("panels.rules.title"), name: "drawer-rules", content: place.host });
    ready = place.ready;
  }
  drawer.open();
  await ready;
  if (!book)
    drawer = null; // not loaded: the next time tries again
  else book.show(number ?? "");
}

/**
 * The book itself, for the drawer and for the page.
 * @param {Record<string, import("./texts.js").Rule>} rules
 * @param {{onShow?: (number: string) => void}} [settings] `onShow` is told which rule is shown ("": the contents)
 */
export function rulesBook(rules, { onShow } = {}) {
  const numbers = Object.keys(rules).sort(byNumber);
  /** @type {Trail<string>} */
  const trail = new Trail();
  const back = h(
    "button",
    { type: "button", class: "quiet", "aria-label": t("panels.back"), onclick: () => go(-1) },
    "←",
  );
  const forward = h(
    "button",
    { type: "button", class: "quiet", "aria-label": t("panels.forward"), onclick: () => go(1) },
    "→",
  );
  const contents = h(
    "button",
    { type: "button", class: "quiet rules-to-contents", onclick: () => show("") },
    t("panels.rules.contents"),
  );
  const words = h("input", {
    type: "search",
    "aria-label": t("panels.rules.search"),
    placeholder: t("panels.rules.search_hint"),
    oninput: () => find(words.value),
  });
  const page = h("div", { class: "rules-page", tabindex: -1 });
  const list = h("nav", { class: "rules-contents", "aria-label": t("panels.rules.contents") }, contentsList());
  const element = h(
    "div",
    { class: "rules-book" },
    h("div", { class: "panel-bar" }, back, forward, contents, h("div", { class: "panel-search" }, words)),
    h("div", { class: "rules-columns" }, list, page),
  );

  function contentsList() {
    const chapters = numbers.filter((number) => !above(number));
    return h(
      "ol",
      { class: "rules-chapters" },
      chapters.map((chapter) => h("li", {}, entry(chapter), branch(chapter))),
    );
  }

  /**
   * @param {string} number
   * @returns {HTMLElement | false}
   */
  function branch(number) {
    const below = numbers.filter((other) => above(other) === number);
    return (
      below.length > 0 &&
      h(
        "ol",
        {},
        below.map((other) => h("li", {}, entry(other), branch(other))),
      )
    );
  }

  /** @param {string} number */
  function entry(number) {
    return h(
      "button",
      { type: "button", class: "rules-entry", "data-rule": number, onclick: () => show(number) },
      h("span", { class: "rules-number" }, number),
      h("span", {}, rules[number].title),
    );
  }

  /**
   * @param {string} number "" for the contents
   * @param {boolean} [remember]
   */
  function show(number, remember = true) {
    const known = nearest(number);
    if (remember) trail.visit(known);
    words.value = "";
    element.classList.toggle("at-contents", known === "");
    if (known) replace(page, article(known));
    else if (number) replace(page, h("p", { role: "alert" }, t("panels.rules.unknown", { number })));
    else replace(page, welcome());
    for (const each of list.querySelectorAll("[data-rule]")) {
      const here = each.getAttribute("data-rule") === known;
      if (here) each.setAttribute("aria-current", "true");
      else each.removeAttribute("aria-current");
      if (here && list.offsetParent) each.scrollIntoView({ block: "nearest" });
    }
    page.scrollTop = 0;
    mark();
    onShow?.(known);
  }

  /** A rule that is explained, or the one above it: 6.4.2 stands for 6.4.2.1. @param {string} number */
  function nearest(number) {
    let known = number.toUpperCase(); // p7.4 of an expansion
    while (known && !(known in rules)) known = above(known);
    return known;
  }

  function welcome() {
    return h(
      "article",
      { class: "rules-article" },
      h("h2", {}, t("panels.rules.title")),
      h("p", {}, t("panels.rules.page_intro")),
    );
  }

  /** @param {string} number */
  const textOf = (number) =>
    h(
      "div",
      { class: "rules-text" },
      rules[number].text.split("\n").map((paragraph) => h("p", {}, ruleLinks(paragraph))),
    );

  /** The same rule in the other books: 3.2.4 of the base game, P3.2.4 and S3.2.4. @param {string} number */
  function beside(number) {
    const plainNumber = number.replace(/^[A-Z]/, "");
    return BOOKS.map((letter) => letter + plainNumber).filter((other) => other !== number && other in rules);
  }

  /** @param {string} number */
  const eraOf = (number) => t(`panels.rules.era.${/^[A-Z]/.test(number) ? number[0] : "base"}`);

  /** @param {string} number */
  function article(number) {
    const parents = [];
    for (let up = above(number); up; up = above(up)) parents.unshift(up);
    const below = numbers.filter((other) => above(other) === number);
    const index = numbers.indexOf(number);
    return h(
      "article",
      { class: "rules-article" },
      parents.length > 0 &&
        h("nav", { class: "rules-parents", "aria-label": t("panels.rules.above") }, parents.map(entry)),
      h("h2", {}, h("span", { class: "rules-number" }, number), " ", rules[number].title),
      textOf(number),
      beside(number).map((other) =>
        h(
          "section",
          { class: "rules-beside", "aria-label": t("panels.rules.beside", { era: eraOf(other), number: other }) },
          h("h3", {}, eraOf(other)),
          entry(other),
          textOf(other),
        ),
      ),
      below.length > 0 &&
        h(
          "section",
          { class: "rules-below" },
          h("h3", {}, t("panels.rules.within")),
          h(
            "ul",
            {},
            below.map((other) => h("li", {}, entry(other))),
          ),
        ),
      h(
        "div",
        { class: "rules-turn" },
        turn(numbers[index - 1], "previous", "←"),
        turn(numbers[index + 1], "next", "→"),
      ),
    );
  }

  /**
   * @param {string | undefined} number
   * @param {"previous" | "next"} name
   * @param {string} arrow
   */
  function turn(number, name, arrow) {
    if (number === undefined) return h("span");
    const { title } = rules[number];
    const label = t(`panels.rules.${name}`, { number, title });
    const shown = name === "next" ? `${number} ${title} ${arrow}` : `${arrow} ${number} ${title}`;
    return h("button", { type: "button", class: "quiet", "aria-label": label, onclick: () => show(number) }, shown);
  }

  /** @param {string} typed */
  function find(typed) {
    const sought = plain(typed.trim());
    if (!sought) {
      show(trail.places[trail.at] ?? "", false);
      return;
    }
    element.classList.remove("at-contents");
    const found = numbers
      .filter((number) => matches(number, sought))
      .sort((one, other) => rank(one, sought) - rank(other, sought));
    const said = found.length
      ? t("panels.rules.results", { n: found.length, words: typed.trim() })
      : t("panels.rules.no_results", { words: typed.trim() });
    replace(
      page,
      h("p", { role: "status", class: "soft" }, said),
      h(
        "ul",
        { class: "rules-results" },
        found.map((number) => h("li", {}, entry(number), h("p", {}, excerpt(rules[number].text, sought)))),
      ),
    );
    mark();
  }

  /**
   * @param {string} number
   * @param {string} sought
   */
  function matches(number, sought) {
    const { title, text, also = "" } = rules[number];
    return (
      number.toLowerCase().startsWith(sought) ||
      sought.split(/\s+/).every((word) => plain(`${title} ${text} ${also}`).includes(word))
    );
  }

  /** Numbers first, then titles, then the rest. @param {string} number @param {string} sought */
  function rank(number, sought) {
    if (number.toLowerCase().startsWith(sought)) return 0;
    return plain(rules[number].title).includes(sought) ? 1 : 2;
  }

  /** @param {-1 | 1} way */
  function go(way) {
    const number = trail.go(way);
    if (number !== null) show(number, false);
  }

  function mark() {
    back.disabled = !trail.leads(-1);
    forward.disabled = !trail.leads(1);
  }

  return { element, show };
}

/**
 * The sentence of a text in which most of the words sought stand, each of them marked.
 * @param {string} text
 * @param {string} sought
 */
function excerpt(text, sought) {
  const words = [...new Set(sought.split(/\s+/).filter(Boolean))];
  const sentences = text.split(/(?<=\.)\s+/);
  const held = (/** @type {string} */ sentence) => words.filter((word) => plain(sentence).includes(word)).length;
  const best = sentences.reduce((one, other) => (held(other) > held(one) ? other : one)); // none: they stand in the title
  return marked(best, words);
}

/**
 * @param {string} sentence
 * @param {string[]} words
 * @returns {(string | Node)[]}
 */
function marked(sentence, words) {
  const folded = plain(sentence);
  const [first] = words
    .map((word) => ({ from: folded.indexOf(word), length: word.length }))
    .filter(({ from }) => from >= 0)
    .sort((one, other) => one.from - other.from || other.length - one.length);
  if (!first) return [sentence];
  const to = first.from + first.length;
  return [
    sentence.slice(0, first.from),
    h("mark", {}, sentence.slice(first.from, to)),
    ...marked(sentence.slice(to), words),
  ];
}
