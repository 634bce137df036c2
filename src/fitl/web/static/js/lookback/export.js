// @ts-check
/** Taking a game away: journal, story, position, the map as a picture, and a link to send. */

import { h, replace } from "../dom.js";
import { home } from "../home.js";
import { linksOf } from "../lobby/store.js";
import { t } from "../words.js";
import { drawHeadline, headlineHeight, headlineOf } from "./poster.js";

/** @type {Record<string, string>} what is said when something is not saved as a file */
const COPIED = { link: "lookback.export.copied", copy: "lookback.export.picture_copied" };

/**
 * @typedef {{toSVG: () => Promise<string>, toJPEG: Picturing, toPNG: Picturing}} Pictured
 * @typedef {(head?: import("../map/picture.js").Head) => Promise<Blob>} Picturing
 * @typedef {{map?: Pictured | null, name?: string, link?: string | null, getView?: () => any}} Taking
 *   `getView`: what the map shows, for the scores over its picture; `link`: the address to share; without it the one kept for spectators when the game was created here
 */

/**
 * @param {import("../api.js").Table} table
 * @param {Taking} taking
 * @returns {HTMLElement}
 */
export function exportMenu(table, { map, name, link, getView } = {}) {
  const file = fileName(name || table.game);
  const said = h("div", { class: "export-said", role: "status", "aria-live": "polite" });
  const shared = link ?? spectatorLink(table.game);

  /** The cards and scores, which stand over the map. */
  function head() {
    const headline = getView && headlineOf(getView(), name || table.game);
    return (
      headline && {
        height: headlineHeight,
        draw: (/** @type {CanvasRenderingContext2D} */ pen, /** @type {number} */ width) =>
          drawHeadline(pen, width, headline),
      }
    );
  }

  /** @type {[string, string, (() => Promise<void>) | null][]} */
  const choices = [
    ["journal", ".jsonl", async () => save(await table.text("/journal"), `${file}.jsonl`, "application/x-ndjson")],
    ["log", ".txt", async () => save(await table.text("/log.txt"), `${file}.txt`, "text/plain")],
    [
      "position",
      ".json",
      async () =>
        save(
          JSON.stringify(JSON.parse(await table.text("/position")), null, 1) + "\n",
          `${file}.json`,
          "application/json",
        ),
    ],
    ["svg", ".svg", map ? async () => save(await map.toSVG(), `${file}-map.svg`, "image/svg+xml") : null],
    ["picture", ".jpg", map ? async () => save(await map.toJPEG(head()), `${file}-map.jpg`, "image/jpeg") : null],
    [
      "copy",
      "",
      map && "ClipboardItem" in window
        ? () => navigator.clipboard.write([new ClipboardItem({ "image/png": map.toPNG(head()) })])
        : null,
    ], // a promise: some browsers allow it only at once
    ["link", "", shared && !home.alone ? async () => navigator.clipboard.writeText(shared) : null],
  ];

  /**
   * @param {HTMLButtonElement} button
   * @param {string} kind
   * @param {() => Promise<void>} take
   */
  async function run(button, kind, take) {
    button.disabled = true;
    replace(said, t("lookback.export.working"));
    try {
      await take();
      replace(said, t(COPIED[kind] ?? "lookback.export.saved"));
    } catch (error) {
      if (kind === "link")
        replace(
          said,
          t("lookback.export.not_copied"),
          " ",
          h("input", { type: "text", readonly: true, value: shared, "aria-label": t("lookback.export.link") }),
        );
      else replace(said, t("lookback.export.failed", { error: /** @type {Error} */ (error).message }));
    } finally {
      button.disabled = false;
      button.focus();
    }
  }

  const items = choices.flatMap(([kind, ending, take]) => {
    if (!take) return [];
    const button = h(
      "button",
      { type: "button", onclick: () => run(button, kind, take) },
      h(
        "span",
        { class: "export-what" },
        h("strong", {}, t(`lookback.export.${kind}`)),
        h("span", { class: "soft" }, t(`lookback.export.${kind}_text`)),
      ),
      ending && h("span", { class: "export-ending" }, ending),
    );
    return [h("li", {}, button)];
  });
  const menu = h(
    "details",
    { class: "export-menu", onkeydown: close },
    h("summary", { class: "button" }, t("lookback.export.title")),
    h("div", { class: "panel export-panel" }, h("ul", {}, items), said),
  );

  /** @param {KeyboardEvent} event */
  function close(event) {
    if (event.key !== "Escape" || !menu.open) return;
    event.stopPropagation();
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }

  return menu;
}

/** The link for spectators, if this browser created the game. @param {string} game @returns {string | null} */
function spectatorLink(game) {
  const found = linksOf(game).find(({ role }) => role === "spectator");
  return found ? home.linkTo(found.path) : null;
}

/** A name for files: letters, digits and dashes. @param {string} name */
function fileName(name) {
  const plain = name
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
  return `fitl-${plain || "game"}`;
}

/**
 * @param {string | Blob} content
 * @param {string} name
 * @param {string} type
 */
function save(content, name, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  h("a", { href: address, download: name }).click(); // outside the page, where no menu takes it for a click beside it
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // some browsers read it only after a question to the user
}
