// @ts-check
/** The links of a game: one's own seat to open, the others to send. */

import { send } from "../api.js";
import { h, replace, wholeYears } from "../dom.js";
import { home } from "../home.js";
import { ownLink } from "../seat_link.js";
import { t } from "../words.js";
import { localNote } from "./local.js";
import { inWords, notice } from "./widgets.js";

/** @typedef {import("./store.js").Link} Link */

/** @param {Link} link */
function address(link) {
  return home.linkTo(link.path);
}

/** Whose link it is, in words. @param {Link} link */
function holder(link) {
  return link.role === "spectator" ? t("lobby.ready.spectator") : inWords(link.factions);
}

/**
 * What is shown when a game has been created.
 * @param {import("./create.js").Created} created
 * @param {() => void} onAnother
 */
export function linkPanel({ game, title, links, door, notes }, onAnother) {
  return h(
    "section",
    { class: "panel ready", "aria-labelledby": "ready-title" },
    h("h2", { id: "ready-title", tabindex: -1 }, wholeYears(t("lobby.ready.title", { title }))),
    door &&
      h(
        "p",
        {},
        h(
          "a",
          { class: "button primary big", href: home.pageAt(door.path) },
          t(door.role === "spectator" ? "lobby.ready.watch" : "lobby.ready.open"),
        ),
      ),
    notes.length > 0 &&
      h(
        "div",
        { class: "notice status" },
        h("strong", {}, t("lobby.bring.opened")),
        h(
          "ul",
          {},
          notes.map((note) => h("li", {}, note)),
        ),
      ),
    !home.alone && linkList(links, title),
    !home.alone &&
      door &&
      door.role !== "spectator" &&
      h("details", { class: "my-phone" }, h("summary", {}, t("seat.phone")), ownLink(game, door.token)),
    h("p", { class: "help" }, t("lobby.ready.kept")),
    h("button", { type: "button", onclick: onAnother }, t("lobby.ready.another")),
  );
}

/**
 * Links with buttons to copy or share them.
 * @param {Link[]} links
 * @param {string} title of the game
 */
export function linkList(links, title) {
  const said = notice("status");
  const players = links.filter((link) => link.role !== "spectator" && !link.mine);
  const spectators = links.filter((link) => link.role === "spectator");
  const text = [...players, ...spectators].map((link) => `${holder(link)}: ${address(link)}`).join("\n");
  return h(
    "div",
    { class: "links" },
    links.length > 0 && localNote(),
    players.length > 0 && h("h3", {}, t("lobby.ready.share")),
    players.length > 0 && h("p", { class: "help" }, t("lobby.ready.share_help")),
    players.map((link) => linkRow(link, title, said)),
    spectators.length > 0 && h("h3", {}, t("lobby.ready.spectator")),
    spectators.length > 0 && h("p", { class: "help" }, t("lobby.ready.spectator_help")),
    spectators.map((link) => linkRow(link, title, said)),
    players.length > 0 &&
      h(
        "p",
        {},
        h(
          "button",
          { type: "button", onclick: (/** @type {Event} */ event) => copy(text, event, said) },
          t("lobby.ready.copy_all"),
        ),
      ),
    said,
  );
}

/**
 * @param {Link} link
 * @param {string} title
 * @param {HTMLElement} said
 */
function linkRow(link, title, said) {
  const who = holder(link);
  const taken = h("span", { class: "soft taken" });
  if (link.role !== "spectator") noteTaken(link, taken);
  const field = h("input", {
    class: "link",
    type: "text",
    readonly: true,
    value: address(link),
    "aria-label": who,
    onfocus: () => field.select(),
  });
  const share = () =>
    navigator.share({ title, text: t("lobby.ready.invitation", { title, who }), url: address(link) }).catch(() => {});
  return h(
    "div",
    { class: "link-row" },
    h(
      "span",
      { class: "link-who" },
      link.factions.map((faction) => h("span", { class: `chip ${faction}` }, t(`lobby.short.${faction}`))),
      link.role === "spectator" && t("lobby.mine.spectator"),
    ),
    field,
    h(
      "button",
      {
        type: "button",
        "aria-label": t("lobby.ready.copy_of", { who }),
        onclick: (/** @type {Event} */ event) => copy(address(link), event, said, field),
      },
      t("lobby.ready.copy"),
    ),
    taken,
    "share" in navigator &&
      h(
        "button",
        { type: "button", "aria-label": t("lobby.ready.send_of", { who }), onclick: share },
        t("lobby.ready.send"),
      ),
  );
}

/** An invitation that was used no longer works: say so. @param {Link} link @param {HTMLElement} taken */
async function noteTaken(link, taken) {
  try {
    const [seat] = await send("/api/mine", { tokens: [link.token] });
    if (seat === null) replace(taken, t("seat.taken"));
  } catch {
    // it can be sent all the same
  }
}

/**
 * @param {string} text
 * @param {Event} event
 * @param {HTMLElement} said
 * @param {HTMLInputElement} [field]
 */
async function copy(text, event, said, field) {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = t("lobby.ready.copied");
    replace(said, t("lobby.ready.copied"));
    setTimeout(() => (button.textContent = label), 2000);
  } catch {
    field?.select(); // without https the browser has no clipboard
    replace(said, t("lobby.ready.copy_failed"));
  }
}
