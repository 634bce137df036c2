// @ts-check
/**
 * A drawer at the side of the page for a panel. Beside a table with room for it, it stands at the left while the question
 * at the right can be read and answered; elsewhere it is a modal dialog, so that the browser keeps the keyboard inside.
 * Escape closes it, and the focus goes back to where it came from.
 */

import { giveFocusBack } from "../dialog.js";
import { append, h } from "../dom.js";
import { t } from "../words.js";

const ROOM = "(min-width: 1180px)"; // as in panels.css

/**
 * @param {{label: string, name: string, content: Node}} settings `name` becomes a class
 * @returns {{open(): void, close(): void}}
 */
export function createDrawer({ label, name, content }) {
  /** @type {Element | null} */
  let from = null;
  const dialog = h("dialog", { class: `drawer ${name}`, "aria-label": label });
  append(dialog, [
    h(
      "div",
      { class: "drawer-inner" },
      h(
        "button",
        { type: "button", class: "quiet drawer-close", "aria-label": t("panels.close"), onclick: () => dialog.close() },
        "✕",
      ),
      content,
    ),
  ]);
  dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    if (event.target === dialog) dialog.close(); // the backdrop; what is inside lies in drawer-inner
  });
  dialog.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !dialog.classList.contains("beside")) return; // of a modal one the browser knows
    dialog.close();
    event.preventDefault();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    giveFocusBack(from);
    from = null;
  });
  return {
    open() {
      if (dialog.open) return;
      from = document.activeElement;
      document.body.append(dialog);
      const beside = document.body.classList.contains("at-table") && window.matchMedia(ROOM).matches;
      dialog.classList.toggle("beside", beside);
      if (beside) dialog.show();
      else dialog.showModal();
    },
    close: () => dialog.close(),
  };
}

/**
 * What stands in a panel until its texts are there, and what if they do not come.
 * @param {() => Promise<Node>} load
 */
export function loading(load) {
  const host = h("div", { class: "panel-host" });
  const attempt = async () => {
    try {
      host.replaceChildren(await load());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const again = h("button", { type: "button", onclick: attempt }, t("panels.again"));
      host.replaceChildren(h("p", { role: "alert" }, t("panels.not_loaded", { reason })), again);
    }
  };
  return { host, ready: attempt() };
}

/** Where a reader has been, for Back and Forward. @template T */
export class Trail {
  constructor() {
    /** @type {T[]} */
    this.places = [];
    this.at = -1;
  }

  /** @param {T} place */
  visit(place) {
    if (this.places[this.at] === place) return;
    this.places.splice(this.at + 1, Infinity, place);
    this.at = this.places.length - 1;
  }

  /**
   * @param {-1 | 1} way
   * @returns {T | null} where that leads
   */
  go(way) {
    if (!this.leads(way)) return null;
    this.at += way;
    return this.places[this.at];
  }

  /** @param {-1 | 1} way */
  leads(way) {
    return this.at + way >= 0 && this.at + way < this.places.length;
  }
}
