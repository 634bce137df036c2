// @ts-check
/** A dialog over the page: closes by its button, Escape or a click beside it, and gives the focus back. */
import { h } from "./dom.js";
import { t } from "./words.js";

/**
 * After a dialog has closed, give the focus back, unless the next dialog has it already: the browser tells of a closed
 * dialog only some time later.
 * @param {Element | null} to
 */
export function giveFocusBack(to) {
  const taken = [...document.querySelectorAll("dialog[open]")].some((dialog) =>
    dialog.contains(document.activeElement),
  );
  if (!taken && (to instanceof HTMLElement || to instanceof SVGElement)) to.focus();
}

/**
 * @param {string} title
 * @param {Node | Node[]} content
 * @param {{wide?: boolean, onClose?: () => void}} [options]
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, { wide = false, onClose } = {}) {
  const before = document.activeElement;
  const heading = h("h2", { id: `dialog-${Date.now()}` }, title);
  const dialog = h(
    "dialog",
    { class: wide ? "dialog wide" : "dialog", "aria-labelledby": heading.id },
    h(
      "header",
      {},
      heading,
      h(
        "button",
        { type: "button", class: "quiet close", "aria-label": t("table.close"), onclick: () => dialog.close() },
        "×",
      ),
    ),
    h("div", { class: "dialog-body", tabindex: 0 }, content),
  );
  dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose?.();
    giveFocusBack(before);
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
