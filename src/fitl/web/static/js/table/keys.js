// @ts-check
/** Keys for everything; none of them while somebody types or a dialog is open. */
import { h } from "../dom.js";
import { openDialog } from "../dialog.js";
import { t } from "../words.js";

const TEXTS = "input:not([type='checkbox']):not([type='radio']):not([type='range']), textarea, select";
const HELP = ["1-9", "Tab", "arrows", "Enter", "i", "o", "m", "l", "u", "h", "w", "space", "s", "brackets", "p", "plus", "?"];

export function showKeys() {
  openDialog(t("table.keys.title"), h("dl", { class: "keys" }, HELP.map((key) => h("div", {}, h("dt", {}, h("kbd", {}, t(`table.keys.${key}`))), h("dd", {}, t(`table.keys.${key}_text`))))));
}

/**
 * @param {{digit: (n: number) => void, undo: () => void, hint: () => void, why: () => void, options: () => void, map: () => void,
 *   story: () => void, back: () => void, forward: () => void, present: () => void, pause: () => void, skip: () => void}} act
 */
export function listenToKeys(act) {
  /** @type {Record<string, () => void>} */
  const keys = { u: act.undo, h: act.hint, w: act.why, o: act.options, m: act.map, l: act.story, s: act.skip, p: act.present, "[": act.back, "]": act.forward, "?": showKeys };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(TEXTS)) return;
    if (/^[1-9]$/.test(event.key)) act.digit(Number(event.key));
    else if (event.key === " " && !target?.closest("button, a, summary, [role='button'], input")) act.pause();
    else if (keys[event.key]) keys[event.key]();
    else return;
    event.preventDefault();
  });
}
