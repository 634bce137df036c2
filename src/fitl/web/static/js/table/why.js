// @ts-check
/** Reasons: why a bot did what it did, and what it would do in our place. */
import { h } from "../dom.js";
import { openDialog } from "../dialog.js";
import { t } from "../words.js";
import { ruleLinks } from "../panels/rules.js";
import { dieFace } from "./story.js";
import { chip } from "./faction.js";

const THINKER = "thinker."; // so begin the nodes of what a thinker says ...
const BOX = /^[AUNV]\d: /; // so begins what a box of a flowchart tells
const SECRET = "thinker.secret"; // ... of which this one tells of no worth

/** What the worths that a thinker tells are. */
function aboutWorth() {
  return h("p", { class: "worth soft" }, t("table.why.worth"));
}

/** What the names of boxes are, where one is named. @param {string[]} reasons */
function aboutBoxes(reasons) {
  return reasons.some((text) => BOX.test(text)) && h("p", { class: "boxes soft" }, t("table.why.boxes"));
}

/**
 * The reasons of a bot's turn: of a flowchart one after another, of a thinker the result of its search.
 * @param {import("../api.js").Table} table
 * @param {Wire.BotTurnShown} turn
 */
export async function showReasons(table, turn) {
  const found = await table.get("/reasons", { turn: turn.id });
  const thought = found.reasons.filter((reason) => reason.node.startsWith(THINKER));
  const list = h(
    thought.length ? "ul" : "ol",
    { class: "reasons" },
    found.reasons.map((reason) =>
      h(
        "li",
        {},
        h("p", {}, ruleLinks(reason.text)),
        reason.details.length > 0 &&
          h(
            "ul",
            {},
            reason.details.map((/** @type {string} */ detail) => h("li", {}, detail)),
          ),
      ),
    ),
  );
  const dice =
    found.dice.length > 0 &&
    h("p", { class: "reason-dice" }, h("span", { class: "soft" }, t("table.why.dice")), " ", found.dice.map(dieFace));
  const head = h(
    "p",
    { class: "reason-head" },
    chip(found.faction),
    " ",
    t(thought.length ? "table.why.thought" : "table.why.text"),
  );
  const worth = thought.some((reason) => reason.node !== SECRET) && aboutWorth();
  const boxes = aboutBoxes(found.reasons.map((reason) => reason.text));
  openDialog(found.title, [head, list, boxes, worth, dice].filter(Boolean));
}

/**
 * What bots would do in our place: the flowchart, and a thinker.
 * @param {import("../api.js").Table} table
 * @param {{onShow: (key: string) => void, onTake: (key: string) => void}} listener
 */
export async function showHint(table, { onShow, onTake }) {
  const found = await table.get("/hint");
  const advice = (/** @type {{key: string, label: string, reasons: string[]}} */ each, /** @type {string} */ by) =>
    h(
      "section",
      { class: "advice" },
      h("p", { class: "hint-answer" }, t(`table.hint.${by}`), " ", h("b", {}, each.label)),
      each.reasons.length > 0
        ? h(
            "ul",
            { class: "reasons" },
            each.reasons.map((text) => h("li", {}, ruleLinks(text))),
          )
        : h("p", { class: "soft" }, t("table.hint.no_reason")),
      aboutBoxes(each.reasons),
      by === "thinker" && each.reasons.length > 0 && aboutWorth(),
      h(
        "p",
        { class: "dialog-actions" },
        h(
          "button",
          { type: "button", class: "primary", onclick: () => (dialog.close(), onTake(each.key)) },
          t("table.hint.take"),
        ),
        h("button", { type: "button", onclick: () => (dialog.close(), onShow(each.key)) }, t("table.hint.show")),
      ),
    );
  const parts = [
    found.no_chart && h("p", { class: "soft" }, t("table.hint.no_chart")),
    advice(found, found.by),
    found.thinker && advice(found.thinker, "thinker"),
  ];
  const dialog = openDialog(t("table.hint.title"), parts.filter(Boolean));
}
