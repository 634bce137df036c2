// @ts-check
/** A dialog over the page: closes by its button, Escape or a click beside it, and gives the focus back. */
import { h } from "./dom.js";
import { t } from "./words.js";

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
      h("button", { type: "button", class: "quiet close", "aria-label": t("table.close"), onclick: () => dialog.close() }, "×"),
    ),
    h("div", { class: "dialog-body", tabindex: 0 }, content),
  );
  dialog.addEventListener("click", (/** @type {MouseEvent} */ event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose?.();
    if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
