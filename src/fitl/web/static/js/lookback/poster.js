// @ts-check
/** What stands over the map in a picture of the table: the game, its cards and the scores. */
import { cardLabel } from "../panels/card_face.js";
import { factionName } from "../table/faction.js";
import { t } from "../words.js";
import { signed } from "./figures.js";

/** @typedef {{title: string, cards: string, scores: {faction: string, words: string}[]}} Headline */

/** Paper, ink and the Factions' colours; a picture is always in the light ones. */
const PAPER = "#f6efdc";
const INK = "#3d2f22";
const CHIPS = {
  us: ["#5d6a2f", "#fff"],
  arvn: ["#e7c23a", "#2d2208"],
  nva: ["#a92c22", "#fff"],
  vc: ["#2a649a", "#fff"],
};

/** What the headline says. @param {any} view @param {string} name @returns {Headline} */
export function headlineOf(view, name) {
  const named = (/** @type {any} */ card) => `${cardLabel(card)} ${card.title}`;
  const cards = [
    view.card && named(view.card),
    view.next_card && t("lookback.export.next", { card: named(view.next_card) }),
  ].filter(Boolean);
  const scores = view.factions.map((/** @type {string} */ faction) => {
    const { marker, exceeds, margin } = view.victory[faction];
    return { faction, words: `${marker}/${exceeds}  ${signed(margin)}` };
  });
  return { title: name, cards: cards.join("   "), scores };
}

/** How high it is in a picture that is so wide. @param {number} width */
export const headlineHeight = (width) => Math.round(width * 0.105);

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {number} width
 * @param {Headline} headline
 */
export function drawHeadline(pen, width, { title, cards, scores }) {
  const unit = width / 100;
  const write = (
    /** @type {string} */ words,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ room,
    /** @type {string} */ font,
  ) => {
    pen.font = font;
    pen.fillText(words, x * unit, y * unit, room * unit);
  };
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, width, headlineHeight(width));
  pen.fillStyle = INK;
  pen.textBaseline = "middle";
  pen.textAlign = "left";
  write(title, 2, 3, 38, `700 ${2.9 * unit}px "Alegreya SC", Georgia, serif`);
  pen.textAlign = "right";
  write(cards, 98, 3, 56, `500 ${2.2 * unit}px Alegreya, Georgia, serif`);
  pen.textAlign = "left";
  scores.forEach(({ faction, words }, at) => {
    const left = 2 + (at * 96) / scores.length;
    const [fill, ink] = CHIPS[/** @type {keyof typeof CHIPS} */ (faction)];
    pen.fillStyle = fill;
    pen.fillRect(left * unit, 6 * unit, 7 * unit, 3.2 * unit);
    pen.fillStyle = ink;
    pen.textAlign = "center";
    write(factionName(faction), left + 3.5, 7.7, 6.4, `700 ${2 * unit}px "Alegreya Sans", sans-serif`);
    pen.textAlign = "left";
    pen.fillStyle = INK;
    write(words, left + 8, 7.7, 15, `700 ${2.3 * unit}px "Alegreya Sans", sans-serif`);
  });
}
