// @ts-check
/** Links that lead to this machine alone, and how to play with others. */
import { h } from "../dom.js";
import { t } from "../words.js";

const THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Does the address of this page lead to this machine alone? */
export function isLocal() {
  return THIS_MACHINE.test(location.hostname);
}

/** A note for links that nobody else can open; null if they lead elsewhere. */
export function localNote() {
  if (!isLocal()) return null;
  const command = h("code", {}, 'make play ARGS="--host 0.0.0.0"');
  return h("p", { class: "help local-note" }, t("local.text"), " ", t("local.how"), " ", command);
}
