// @ts-check
/** The sequence of play (2.3): who is Eligible, who acted and how, who decides now; in Coup Rounds a ladder of phases. */
import { h, replace } from "../dom.js";
import { hasWords, t } from "../words.js";
import { chip } from "./faction.js";

/**
 * @param {any} view
 * @param {string} faction
 */
function standing(view, faction) {
  const { turn } = view;
  const acted = turn.acted.find((/** @type {string[]} */ each) => each[0] === faction);
  if (acted) {
    const id = `table.acted.${acted[1]}`;
    return { state: "acted", words: hasWords(id) ? t(id) : acted[1] };
  }
  if (turn.passed.includes(faction)) return { state: "passed", words: t("table.turn.passed") };
  if (!turn.eligible.includes(faction)) return { state: "ineligible", words: t("table.turn.ineligible") };
  if (turn.up === faction) return { state: "up", words: t("table.turn.up") };
  return { state: "eligible", words: t("table.turn.eligible") };
}

/** @param {any} view @param {string | null} deciding */
function cylinders(view, deciding) {
  const order = view.turn.order.length ? view.turn.order : view.factions;
  return h(
    "ol",
    { class: "sequence" },
    order.map((/** @type {string} */ faction) => {
      const { state, words } = standing(view, faction);
      const decides = faction === deciding;
      return h(
        "li",
        { class: decides ? `${state} decides` : state, "aria-current": decides || (!deciding && state === "up") ? "step" : null },
        chip(faction),
        h("span", { class: "standing" }, decides && state !== "up" ? t("table.turn.decides") : words),
      );
    }),
  );
}

/** @param {any} view @param {string | null} deciding */
function ladder(view, deciding) {
  const here = view.phases.indexOf(view.stage);
  return [
    h(
      "ol",
      { class: "ladder" },
      view.phases.map((/** @type {string} */ phase, /** @type {number} */ at) => {
        const state = at < here ? "done" : at === here ? "here" : "to-come";
        return h("li", { class: state, "aria-current": at === here ? "step" : null }, t(`table.phase.${phase}`));
      }),
    ),
    deciding && h("p", { class: "who-decides" }, chip(deciding), t("table.turn.decides")),
  ];
}

/** @param {HTMLElement} host */
export function createSequence(host) {
  /** @type {any} */
  let shown = null;
  /** @type {string | null} */
  let deciding = null;

  function draw() {
    const coup = shown.phases.includes(shown.stage);
    const id = `table.stage.${shown.stage}`;
    const title = coup ? t("table.stage.coup_round") : hasWords(id) ? t(id) : t("table.stage.other");
    replace(host, h("h3", {}, title), coup ? ladder(shown, deciding) : cylinders(shown, deciding));
  }

  return {
    /** @param {any} view */
    update(view) {
      shown = view;
      draw();
    },
    /** Who is asked now, in the middle of another's Event too; null while that is being shown. @param {string | null} faction */
    decides(faction) {
      if (faction === deciding) return;
      deciding = faction;
      if (shown) draw();
    },
  };
}
