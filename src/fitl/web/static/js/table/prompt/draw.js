// @ts-check
/** How the question and its answers look: what is built here knows nothing of what came before. */
import { h } from "../../dom.js";
import { named, t } from "../../words.js";
import { openRule } from "../../panels/rules.js";
import { pieceIcon } from "../../pieces.js";
import { chapterTitle, sceneOf } from "../chapters.js";
import { draftWords } from "../draft.js";
import { chip } from "../faction.js";
import { strikeWords } from "../plan.js";
import { declines, leaves, priceOf, withoutRule } from "./model.js";

/**
 * @typedef {import("./model.js").Question} Question
 * @typedef {import("./model.js").Option} Option
 * @typedef {{choose: (key: string) => void, onHover: (spaces: string[]) => void}} Acts
 */

/** An answer. @param {Question} question @param {Option} option @param {Acts} acts */
export function optionRow(question, option, { choose, onHover }) {
  const letter = question.letters.get(option.key);
  return h(
    "button",
    {
      type: "button",
      class: [
        "option",
        leaves(option) && "leave primary",
        declines(option) && "decline",
        option.key === question.marked && "marked",
        option.idle && "idle",
      ]
        .filter(Boolean)
        .join(" "),
      "data-key": option.key,
      "aria-keyshortcuts": letter,
      onclick: () => choose(option.key),
      onmouseenter: () => onHover(option.spaces),
      onmouseleave: () => onHover([]),
      onfocus: () => onHover(option.spaces),
    },
    option.piece && pieceIcon(option.piece, null, { size: 20 }),
    h(
      "span",
      { class: "option-words" },
      h("span", { class: "option-label" }, option.label),
      option.text && h("small", { class: "option-text" }, option.text),
      option.card && draftWords(option.card),
      effectOf(question, option),
    ),
    option.idle && h("small", { class: "idle-note" }, t("table.prompt.idle")),
    letter && h("kbd", { "aria-hidden": "true" }, letter),
  );
}

/** What an answer would do; an Event is told by its text. @param {Question} question @param {Option} option */
export function effectOf(question, option) {
  const strike = question.view?.decision?.strikes?.[option.key];
  const lines = [...(strike ? [strikeWords(strike)] : []), ...question.lines(option)];
  return lines.length > 0 && !option.text && !option.card && h("small", { class: "option-effect" }, lines.join("; "));
}

/** The list, with what is forbidden in its place. @param {Question} question @param {Acts} acts */
export function rowsOf(question, acts) {
  const rows = question.rows().map((row) => {
    if (row === "on map") return h("p", { class: "on-map soft" }, t("table.prompt.on_map"));
    return "reason" in row ? forbiddenRow(row) : optionRow(question, row, acts);
  });
  if (question.filter && question.meant()) rows[0].classList.add("meant");
  return rows;
}

/** @param {import("./model.js").Forbidden} no */
function forbiddenRow(no) {
  return h("p", { class: "forbidden" }, h("span", { class: "option-label" }, no.label), h("small", {}, no.reason));
}

/** The answers in words, for those who listen. @param {Question} question @param {boolean} amount is a number asked for? */
function spoken(question, amount) {
  const { options, letters } = question;
  if (amount) {
    const amounts = options.map((option) => option.amount ?? 0);
    return t("table.prompt.spoken_amount", { least: Math.min(...amounts), most: Math.max(...amounts) });
  }
  const { told, more } = question.spoken();
  const words = told.map(({ key, label }) =>
    letters.has(key) ? t("table.prompt.spoken_key", { label, key: /** @type {string} */ (letters.get(key)) }) : label,
  );
  return t("table.prompt.spoken", {
    answers: [...words, more > 0 && t("table.prompt.spoken_more", { n: more })].filter(Boolean).join("; "),
  });
}

/** @param {string} rule */
function ruleButton(rule) {
  return h(
    "button",
    { type: "button", class: "rule", title: t("table.prompt.rule"), onclick: () => openRule(rule) },
    t("table.prompt.rule_number", { rule }),
  );
}

/** What one more costs. @param {import("./model.js").Decision} decision @param {Wire.TracksShown} tracks */
function price(decision, tracks) {
  const found = priceOf(decision, tracks);
  if (!found) return null;
  const { n, faction, have } = found;
  return h("span", { class: "cost" }, t("table.prompt.cost", { n, faction: named(faction), have }));
}

/** What the table waits for. @param {Question} question @param {import("./model.js").Decision} decision @param {boolean} thinking @param {boolean} looking */
function whoIsAsked({ mine }, decision, thinking, looking) {
  if (looking) return t("table.prompt.was_asked");
  if (mine) return t(decision.actor === "chance" ? "table.prompt.roll" : "table.prompt.you");
  return thinking ? t("table.prompt.plays") : t("table.prompt.waits", { faction: named(decision.actor) });
}

/**
 * The question itself.
 * @param {Question} question
 * @param {import("./model.js").Shown} shown
 * @param {import("./model.js").Mood} mood
 * @param {boolean} amount is a number asked for?
 */
export function asked(question, { view, thinking }, { looking = false, playing = false }, amount) {
  const { decision } = view;
  if (playing) return [h("p", { class: "ask" }, t("table.prompt.wait_playback"))];
  if (!decision) return [h("p", { class: "ask" }, view.outcome ? t("table.prompt.over") : "")];
  return [
    h(
      "p",
      { class: "asked" },
      chip(decision.actor),
      h("span", { class: "who" }, whoIsAsked(question, decision, thinking, looking)),
      decision.rule && ruleButton(decision.rule),
      price(decision, view.tracks),
    ),
    sceneOf(view.stage) && h("p", { class: "caps scene-name" }, chapterTitle(view.stage)),
    h("p", { class: "ask" }, decision.prompt ? withoutRule(decision) : t("table.prompt.secret")),
    question.mine && h("p", { class: "visually-hidden spoken" }, spoken(question, amount)),
    looking && decision.answer && h("p", { class: "answer" }, t("table.prompt.answer", { answer: decision.answer })),
  ];
}
