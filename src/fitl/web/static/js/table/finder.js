// @ts-check
/** The field that finds answers by their names: it says how many are left and which one Enter takes; Escape leaves it. */
import { h, replace } from "../dom.js";
import { t } from "../words.js";

/**
 * @param {{n: number, words: string, found: () => {n: number, first: string | null}, onWords: (words: string) => void,
 *   onEnter: () => void, onLeave: () => void}} setting n: how many there are; words: what is typed already; found: how
 *   many are left of them, and the first one
 */
export function createFinder({ n, words, found, onWords, onEnter, onLeave }) {
  const said = h("p", { class: "found soft", role: "status" });
  const tell = (/** @type {string} */ typed) => {
    const left = found();
    replace(
      said,
      typed.trim() &&
        (left.first === null
          ? t("table.prompt.found_none", { words: typed.trim() })
          : t("table.prompt.found", { n: left.n, all: n, label: left.first })),
    );
  };
  const keys = {
    "/": () => {}, // the key that leads here is no part of a name
    Enter: onEnter,
    Escape: onLeave,
  };
  const field = h("input", {
    type: "search",
    class: "filter",
    placeholder: t("table.prompt.filter", { n }),
    "aria-label": t("table.prompt.filter", { n }),
    value: words,
    oninput: () => {
      onWords(field.value);
      tell(field.value);
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const act = keys[/** @type {keyof typeof keys} */ (event.key)];
      if (!act) return;
      event.preventDefault();
      if (!event.repeat) act();
    },
  });
  tell(words);
  return [field, said];
}
