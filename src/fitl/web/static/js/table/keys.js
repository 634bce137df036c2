// @ts-check
/**
 * Keys for everything; none of them while somebody types or a dialog is open. A letter first belongs to the answer that
 * shows it (letters.js); what can be done at any time has keys of its own, which are no letters of answers.
 */
import { h } from "../dom.js";
import { openDialog } from "../dialog.js";
import { t } from "../words.js";

const TEXTS = "input:not([type='checkbox']):not([type='radio']):not([type='range']), textarea, select";
const PRESSABLE = "button, a, summary, [role='button'], [role='tab'], input:not([type='range']), select, textarea";
const STEPS = new Set(["[", "]", "<", ">"]);
const HELP = [
  "letters",
  "digits",
  "Enter",
  "slash",
  "arrows",
  "Tab",
  "dot",
  "comma",
  "i",
  "u",
  "r",
  "h",
  "w",
  "space",
  "angles",
  "brackets",
  "Esc",
  "plus",
  "?",
];

export function showKeys() {
  openDialog(
    t("table.keys.title"),
    h(
      "dl",
      { class: "keys" },
      HELP.map((key) =>
        h("div", {}, h("dt", {}, h("kbd", {}, t(`table.keys.${key}`))), h("dd", {}, t(`table.keys.${key}_text`))),
      ),
    ),
  );
}

/**
 * @param {{letter: (letter: string) => boolean, digit: (digit: string) => void, enter: () => void, undo: () => void, redo: () => void,
 *   hint: () => void, why: () => void, options: () => void, map: () => void, story: () => void, back: () => void, forward: () => void, stepBack: () => void, stepOn: () => void,
 *   present: () => void, pause: () => void}} act letter: whether an answer has it; present: out of what is shown of the past
 */
export function listenToKeys(act) {
  /** @type {Record<string, () => void>} */
  const keys = {
    u: act.undo,
    r: act.redo,
    h: act.hint,
    w: act.why,
    "/": act.options,
    ".": act.map,
    ",": act.story,
    Escape: act.present,
    "[": act.back,
    "]": act.forward,
    "<": act.stepBack,
    ">": act.stepOn,
    "?": showKeys,
  };
  document.addEventListener("keydown", (event) => {
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector("dialog:modal")
    )
      return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(`${TEXTS}, dialog`)) return;
    if (event.repeat && !STEPS.has(event.key)) return; // a key that is held answers one question, not the next ones too
    const pressable = Boolean(target?.closest(PRESSABLE));
    if (/^[0-9]$/.test(event.key)) act.digit(event.key);
    else if (event.key === "Enter" && !pressable) act.enter();
    else if (event.key === " " && !pressable) act.pause();
    else if (/^[a-z]$/.test(event.key) && act.letter(event.key)) void 0;
    else if (keys[event.key]) keys[event.key]();
    else return;
    event.preventDefault();
  });
}
