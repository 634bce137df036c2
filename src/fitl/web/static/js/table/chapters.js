// @ts-check
/**
 * Scenes between two decks, told in chapters: the Fall of Diem (P7.4). Each chapter has its title and a sentence about what
 * is decided in it; at the end a summary says what stood, what fell and who leads.
 */
import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { signed } from "../lookback/figures.js";
import { ruleLinks } from "../panels/links.js";
import { pieceIcon } from "../pieces.js";
import { hasWords, t } from "../words.js";
import { chip, factionName } from "./faction.js";

/** The stages of each scene, in their order. @type {Record<string, string[]>} */
const SCENES = {
  fall: ["fall_north_vietnam", "fall_viet_cong", "fall_united_states", "fall_south_vietnam", "fall_reset"],
};

/**
 * The scene a stage belongs to, and which of its chapters it is; null if it is none.
 * @param {string} stage
 */
export function sceneOf(stage) {
  const found = Object.entries(SCENES).find(([, stages]) => stages.includes(stage));
  return found ? { id: found[0], stages: found[1], at: found[1].indexOf(stage) } : null;
}

/** @param {string} stage */
export function chapterTitle(stage) {
  const words = `table.chapter.${stage}.title`;
  return hasWords(words) ? t(words) : t(hasWords(`table.stage.${stage}`) ? `table.stage.${stage}` : "table.stage.other");
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

/** The chapters of a scene, the present one with what is decided in it. @param {string} stage */
export function sceneLadder(stage) {
  const { stages, at } = /** @type {NonNullable<ReturnType<typeof sceneOf>>} */ (sceneOf(stage));
  const text = chapterText(stage);
  return [
    h(
      "ol",
      { class: "ladder scene" },
      stages.map((each, i) => h("li", { class: i < at ? "done" : i === at ? "here" : "to-come", "aria-current": i === at ? "step" : null }, chapterTitle(each))),
    ),
    text && h("p", { class: "chapter-text" }, ruleLinks(text)),
  ];
}

/**
 * @param {string} name
 * @param {string | number} before
 * @param {string | number} after
 */
function change(name, before, after) {
  return h("li", {}, h("span", {}, name), h("b", { class: before === after ? "" : "changed" }, before === after ? String(after) : t("table.passage.change", { before, after })));
}

/**
 * What a scene has done.
 * @param {{before: any, after: any}} passage
 * @param {any} facts
 */
export function passageSummary({ before, after }, facts) {
  const kinds = facts.kinds.filter((/** @type {string} */ kind) => before.pieces[kind] || after.pieces[kind]);
  const owners = [...new Set(kinds.map((/** @type {string} */ kind) => facts.pieces[kind].faction))];
  const leads = [...after.factions].sort((one, other) => after.victory[other].margin - after.victory[one].margin);
  const leader = (/** @type {any} */ { leader: { card } }) => t(hasWords(`table.leader.${card}`) ? `table.leader.${card}` : "table.leader.0");
  const tracks = ["aid", "patronage", "econ", "trail"].filter((id) => id in after.tracks);
  return h(
    "div",
    { class: "passage" },
    h("h3", {}, t("table.passage.government")),
    h(
      "ul",
      { class: "changes" },
      change(t("table.leader.title"), leader(before), leader(after)),
      tracks.map((id) => change(facts.tracks[id].name, before.tracks[id] ?? 0, after.tracks[id])),
      Object.keys(after.tracks.resources).map((faction) => change(t(`table.track.res_${faction}`), before.tracks.resources[faction] ?? 0, after.tracks.resources[faction])),
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
                return h("span", { class: has < had ? "fell" : has > had ? "rose" : "stood" }, pieceIcon(kind, null, { size: 20, title: facts.pieces[kind].plural }), had === has ? String(has) : t("table.passage.change", { before: had, after: has }));
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
        return h("li", {}, chip(faction), h("span", {}, t("table.victory.words", { faction: factionName(faction), marker, exceeds, margin: signed(margin) })));
      }),
    ),
  );
}

/**
 * The summary in a dialog.
 * @param {string} stage the scene's last
 * @param {{before: any, after: any}} passage
 * @param {any} facts
 */
export function openPassage(stage, passage, facts) {
  const scene = sceneOf(stage);
  return openDialog(t(scene ? `table.scene.${scene.id}.summary` : "table.passage.title"), passageSummary(passage, facts), { wide: true });
}
