// @ts-check
/** What is said instead of a page: what is wrong, and what to do. */
import { h, replace } from "./dom.js";
import { home } from "./home.js";
import { hasWords, t } from "./words.js";

/**
 * @param {HTMLElement} host
 * @param {"missing" | "seat" | "offline" | "closed" | "fault"} reason
 * @param {{again?: boolean, text?: string}} [more] again: trying again may help; text: what the server said
 */
export function lostPage(host, reason, { again = false, text } = {}) {
  const ways = [1, 2, 3].map((n) => `lost.${reason}.way${n}`).filter(hasWords);
  document.title = t(`lost.${reason}.title`);
  replace(
    host,
    h("h1", {}, t(`lost.${reason}.title`)),
    h("p", {}, text ?? t(`lost.${reason}.text`)),
    ways.length > 0 &&
      h(
        "ul",
        {},
        ways.map((way) => h("li", {}, t(way))),
      ),
    h(
      "p",
      { class: "lost-ways" },
      again && h("button", { type: "button", class: "primary", onclick: () => location.reload() }, t("lost.again")),
      h("a", { class: "button", href: home.pageAt("/") }, t("lost.lobby")),
    ),
  );
}
