// @ts-check
/**
 * Scenes between two decks, told in chapters: the Fall of Diem (P7.4) and the Paris Peace Talks (S6.8). Each chapter has its
 * title and a sentence about what is decided in it; at the end a summary says what stood, what was lost and who leads.
 */
import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { signed } from "../lookback/figures.js";
import { ruleLinks } from "../panels/links.js";
import { pieceIcon } from "../pieces.js";
import { hasWords, named, t } from "../words.js";
import { chip } from "./faction.js";
import { levelsOf } from "./levels.js";
import { retreats, talksButton, talksTable } from "./paris.js";
import { leaderName } from "./tracks.js";

/** The chapters of each scene, in their order, each with the stages it may be. @type {Record<string, string[][]>} */
const SCENES = {
  fall: [["fall_north_vietnam"], ["fall_viet_cong"], ["fall_united_states"], ["fall_south_vietnam"], ["fall_reset"]],
  paris: [
    ["paris_talks"],
    ["paris_nva_retreat", "paris_both_retreat"],
    ["paris_us_retreat", "paris_us_retreat_too"],
    ["paris_end"],
    ["paris_draft"],
  ],
};

/** The chapters that come only if a side makes Peace. @type {Record<string, string>} */
const RETREATS = { paris_nva_retreat: "nva", paris_us_retreat: "us" };

/**
 * The scene a stage belongs to, and which of its chapters it is; null if it is none.
 * @param {string} stage
 */
export function sceneOf(stage) {
  for (const [id, chapters] of Object.entries(SCENES)) {
    const at = chapters.findIndex((stages) => stages.includes(stage));
    if (at >= 0) return { id, stages: chapters.map((stages, i) => (i === at ? stage : stages[0])), at };
  }
  return null;
}

/** @param {string} stage */
export function chapterTitle(stage) {
  const words = `table.chapter.${stage}.title`;
  return hasWords(words)
    ? t(words)
    : t(hasWords(`table.stage.${stage}`) ? `table.stage.${stage}` : "table.stage.other");
}

/** What is decided in a chapter; null if there are no words for it. @param {string} stage */
export function chapterText(stage) {
  const words = `table.chapter.${stage}.text`;
  return hasWords(words) ? t(words) : null;
}

/** A chapter as it opens: its place in the scene, its title, what is decided. @param {string} stage */
export function chapterHead(stage) {
  const scene = sceneOf(stage);
  const text = chapterText(stage);
  return h(
    "div",
    { class: "chapter-head" },
    scene && h("p", { class: "caps scene-name" }, t(`table.scene.${scene.id}.title`)),
    h("h3", {}, scene && h("span", { class: "chapter-number" }, String(scene.at + 1)), chapterTitle(stage)),
    text && h("p", { class: "chapter-text" }, ruleLinks(text)),
  );
}

/**
 * The chapters of a scene, the present one with what is decided in it; one that does not come to pass is struck out.
 * @param {string} stage
 * @param {import("./paris.js").Talks | null} [talks]
 */
export function sceneLadder(stage, talks = null) {
  const { stages, at } = /** @type {NonNullable<ReturnType<typeof sceneOf>>} */ (sceneOf(stage));
  const text = chapterText(stage);
  return [
    h(
      "ol",
      { class: "ladder scene" },
      stages.map((each, i) => {
        const passed =
          retreats(talks, RETREATS[each]) === false && h("span", { class: "visually-hidden" }, t("table.scene.passed"));
        return h(
          "li",
          {
            class: passed ? "passed" : i < at ? "done" : i === at ? "here" : "to-come",
            "aria-current": i === at ? "step" : null,
          },
          chapterTitle(each),
          passed,
        );
      }),
    ),
    talks && talksButton(talks),
    text && h("p", { class: "chapter-text" }, ruleLinks(text)),
  ];
}

/**
 * @param {string} name
 * @param {string | number} before
 * @param {string | number} after
 */
function change(name, before, after) {
  return h(
    "li",
    {},
    h("span", {}, name),
    h(
      "b",
      { class: before === after ? "" : "changed" },
      before === after ? String(after) : t("table.passage.change", { before, after }),
    ),
  );
}

/**
 * What a scene has done.
 * @param {Wire.Passage} passage
 * @param {Wire.Facts} facts
 * @param {import("./paris.js").Talks | null} [talks] what it began with
 */
export function passageSummary({ before, after }, facts, talks = null) {
  const kinds = facts.kinds.filter((/** @type {string} */ kind) => before.pieces[kind] || after.pieces[kind]);
  const owners = [...new Set(kinds.map((/** @type {string} */ kind) => facts.pieces[kind].faction))];
  const leads = [...after.factions].sort((one, other) => after.victory[other].margin - after.victory[one].margin);
  const tracks = Object.keys(facts.tracks).filter((id) => id in after.tracks);
  return h(
    "div",
    { class: "passage" },
    talks && talksTable(talks),
    h("h3", {}, t("table.passage.government")),
    h(
      "ul",
      { class: "changes" },
      change(t("table.leader.title"), leaderName(before), leaderName(after)),
      tracks.map((id) => change(facts.tracks[id].name, levelsOf(before)[id] ?? 0, levelsOf(after)[id])),
      Object.keys(after.tracks.resources).map((faction) =>
        change(t(`table.track.res_${faction}`), before.tracks.resources[faction] ?? 0, after.tracks.resources[faction]),
      ),
    ),
    h("h3", {}, t("table.passage.map")),
    h(
      "ul",
      { class: "changes on-map" },
      owners.map((faction) =>
        h(
          "li",
          {},
          chip(String(faction)),
          h(
            "span",
            { class: "counts" },
            kinds
              .filter((/** @type {string} */ kind) => facts.pieces[kind].faction === faction)
              .map((/** @type {string} */ kind) => {
                const [had, has] = [before.pieces[kind] ?? 0, after.pieces[kind] ?? 0];
                return h(
                  "span",
                  { class: has < had ? "fell" : has > had ? "rose" : "stood" },
                  pieceIcon(kind, null, { size: 20, title: facts.pieces[kind].plural }),
                  had === has ? String(has) : t("table.passage.change", { before: had, after: has }),
                );
              }),
          ),
        ),
      ),
    ),
    h("h3", {}, t("table.passage.leads")),
    h(
      "ol",
      { class: "changes leads" },
      leads.map((faction) => {
        const { marker, exceeds, margin } = after.victory[faction];
        return h(
          "li",
          {},
          chip(faction),
          h("span", {}, t("table.victory.words", { faction: named(faction), marker, exceeds, margin: signed(margin) })),
        );
      }),
    ),
  );
}

/**
 * The summary in a dialog.
 * @param {string} stage the scene's last
 * @param {Wire.Passage} passage
 * @param {Wire.Facts} facts
 * @param {Wire.StoryLine[]} lines of the story, among which the table of the Talks is found
 */
export function openPassage(stage, passage, facts, lines) {
  const scene = sceneOf(stage);
  return openDialog(
    t(scene ? `table.scene.${scene.id}.summary` : "table.passage.title"),
    passageSummary(passage, facts, scene?.id === "paris" ? talksIn(lines) : null),
    { wide: true },
  );
}

/** The table of the Talks, as the story tells of them. @param {Wire.StoryLine[]} lines @returns {import("./paris.js").Talks | null} */
function talksIn(lines) {
  return lines.findLast((line) => line.chapter?.talks)?.chapter?.talks ?? null;
}
