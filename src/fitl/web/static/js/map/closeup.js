// @ts-check
/** The card that tells all about one space: shown beside it while it is looked at, or kept open with buttons. */
import { h, replace, svg } from "../dom.js";
import { pieceIcon } from "../pieces.js";
import { t } from "../words.js";
import { kindWords, markersOf, pieceWords, piecesOf } from "./describe.js";
import { econDisc, populationDisc } from "./places.js";
import { controlSquare, sabotageMark, supportDisc, terrorMark } from "./space_state.js";

const GAP = 14; // pixels between the space and its card

const HERE = { x: 0, y: 0, r: 9 };

/** Each marker as it lies on the map; null where nothing lies there (Neutral, no Control). */
const MARKS = {
  population: (/** @type {Wire.SpaceFacts} */ fact) => populationDisc(HERE, fact.population),
  econ: (/** @type {Wire.SpaceFacts} */ fact) => econDisc(HERE, fact.econ, false),
  support: (/** @type {any} */ _fact, /** @type {any} */ state) => supportDisc(HERE, state.support ?? "neutral"),
  control: (/** @type {any} */ _fact, /** @type {any} */ state) => controlSquare(HERE, state.control ?? "none"),
  terror: (/** @type {any} */ _fact, /** @type {any} */ state) => terrorMark(HERE, state.terror),
  sabotage: () => sabotageMark(HERE),
  closed: () => null,
};

/**
 * @param {HTMLElement} host
 * @param {Wire.Facts} facts
 * @param {{where: (id: string) => {left: number, top: number, right: number, bottom: number},
 *   isClosed: (id: string) => boolean, onGo: (id: string) => void, onClose: (id: string) => void}} context where: the
 *   space's box in pixels of the host; isClosed: is it not in play?
 */
export function createCloseup(host, facts, { where, isClosed, onGo, onClose }) {
  const card = h("div", { class: "map-closeup panel", hidden: true });
  host.append(card);
  /** @type {string | null} */
  let shown = null;
  let kept = false;

  function adjacent(/** @type {Wire.SpaceFacts} */ fact) {
    const open = fact.adjacent.filter((/** @type {string} */ id) => !isClosed(id)); // P1.3.5
    const names = open.map((/** @type {string} */ id) =>
      kept
        ? h("button", { type: "button", class: "quiet", onclick: () => onGo(id) }, facts.spaces[id].short)
        : h("span", {}, facts.spaces[id].short),
    );
    return h("div", { class: "next-to" }, h("h4", {}, t("map.adjacent")), h("div", { class: "names" }, names));
  }

  function fill(/** @type {string} */ id, /** @type {any} */ state, /** @type {string | undefined} */ choice) {
    const fact = facts.spaces[id];
    const held = piecesOf(facts, state);
    replace(
      card,
      h(
        "header",
        {},
        h("h3", {}, fact.name),
        h("p", { class: "soft" }, kindWords(fact)),
        kept
          ? h(
              "button",
              { type: "button", class: "quiet close", "aria-label": t("map.close"), onclick: () => close() },
              "×",
            )
          : null,
      ),
      h(
        "ul",
        { class: "marks" },
        ...markersOf(fact, state).map(({ mark, words }) => {
          const drawing = MARKS[mark](fact, state);
          const icon = svg("svg", { viewBox: "-13 -13 26 26", width: 20, height: 20, "aria-hidden": "true" }, drawing);
          return h("li", {}, drawing ? icon : null, h("span", {}, words));
        }),
      ),
      held.length
        ? h(
            "ul",
            { class: "held" },
            ...held.map(([kind, count]) =>
              h("li", {}, pieceIcon(kind, null, { size: 24 }), h("span", {}, pieceWords(facts, kind, count))),
            ),
          )
        : h("p", { class: "soft" }, t("map.no_pieces")),
      adjacent(fact),
      choice === undefined ? null : h("p", { class: "choice" }, t("map.choose", { label: choice })),
    );
  }

  /** Beside the space, on the side with more room; a sheet at the bottom where the host is narrow. */
  function position(/** @type {string} */ id) {
    const narrow = host.clientWidth < 480;
    card.classList.toggle("sheet-card", narrow);
    card.style.left = "";
    card.style.top = "";
    if (narrow) return;
    const box = where(id);
    const { offsetWidth: width, offsetHeight: height } = card;
    const rightRoom = host.clientWidth - box.right;
    const left = rightRoom >= box.left ? box.right + GAP : box.left - GAP - width;
    const top = (box.top + box.bottom) / 2 - height / 2;
    card.style.left = `${Math.min(Math.max(left, 6), host.clientWidth - width - 6)}px`;
    card.style.top = `${Math.min(Math.max(top, 6), Math.max(6, host.clientHeight - height - 6))}px`;
  }

  function close() {
    const was = shown;
    const wasKept = kept;
    shown = null;
    kept = false;
    card.hidden = true;
    if (was && wasKept) onClose(was);
  }

  return {
    /**
     * @param {string} id
     * @param {any} state
     * @param {string | undefined} choice what choosing the space does, if it may be chosen
     * @param {{keep?: boolean}} [options] keep: with buttons, until closed
     */
    show(id, state, choice, { keep = false } = {}) {
      shown = id;
      kept = keep;
      card.hidden = false;
      card.classList.toggle("kept", keep);
      if (keep) {
        card.setAttribute("role", "dialog");
        card.setAttribute("aria-label", facts.spaces[id].name);
        card.removeAttribute("aria-hidden");
      } else {
        card.removeAttribute("role");
        card.setAttribute("aria-hidden", "true"); // the space itself says the same
      }
      fill(id, state, choice);
      position(id);
      if (keep) card.querySelector("button.close")?.focus();
    },
    /** Hide it unless it is kept open. */
    leave() {
      if (!kept) close();
    },
    close,
    /** @returns {string | null} the space shown */
    shown: () => shown,
    /** @returns {boolean} */
    kept: () => kept,
    destroy() {
      card.remove();
    },
  };
}
