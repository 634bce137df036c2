// @ts-check
/** The plan so far: what was chosen in this turn, as chips from which a choice can be withdrawn by undoing to it. */
import { h, replace } from "../dom.js";
import { t } from "../words.js";

const ENDS = new Set(["done", "stop"]);

/** Questions about a space chosen before: from where or whereto (which comes first depends on what is done), how, shall it go on. */
const BELONGING = /\.(method|more)$|^(?!redeploy|transport).*\.origin$|^(redeploy|transport|air_lift|direct|advisor)\.destination$/;

/**
 * @typedef {{number: number, kind: string, key: string, label: string, spaces: string[], piece: string | null, amount: number | null}} Step
 */

/** Does an answer begin something of its own: a space, an Operation, an Activity? Origins, ways, pieces and numbers belong to it. @param {Step} step */
function begins(step) {
  return step.piece === null && step.amount === null && !ENDS.has(step.key) && !BELONGING.test(step.kind);
}

/**
 * Steps that belong together: a space with its pieces and numbers.
 * @param {Step[]} plan
 * @returns {Step[][]}
 */
function grouped(plan) {
  /** @type {Step[][]} */
  const groups = [];
  for (const step of plan) {
    if (ENDS.has(step.key)) continue;
    if (begins(step) || !groups.length) groups.push([step]);
    else groups[groups.length - 1].push(step);
  }
  return groups;
}

/**
 * What the map shows of the plan: spaces chosen, moves, what came and went, and the move asked about.
 * @param {any} state
 */
export function planOnMap(state) {
  const about = state.view.decision?.about ?? {};
  const from = about.origin;
  const to = about.destination ?? about.space;
  return {
    chosen: (state.plan ?? []).filter(begins).flatMap((/** @type {Step} */ step) => step.spaces),
    moves: state.moved?.moves ?? [],
    amounts: [
      ...(state.moved?.placed ?? []).map((/** @type {any} */ { space, n }) => ({ space, n })),
      ...(state.moved?.removed ?? []).map((/** @type {any} */ { space, n }) => ({ space, n: -n })),
    ],
    underway: from && to && from !== to ? { from, to } : null,
  };
}

/**
 * @param {HTMLElement} host
 * @param {{onBack: (number: number) => void, onHover: (spaces: string[]) => void}} listener
 */
export function createPlan(host, { onBack, onHover }) {
  let drawn = "";
  return {
    /**
     * @param {Step[]} plan
     * @param {boolean} mine may it be withdrawn from here?
     */
    update(plan, mine) {
      const now = JSON.stringify([plan, mine]);
      if (now === drawn) return;
      drawn = now;
      const groups = grouped(plan);
      host.hidden = groups.length === 0;
      replace(
        host,
        h("span", { class: "plan-title" }, t("table.plan.title")),
        h(
          "ul",
          {},
          groups.map((steps) => {
            const [first, ...rest] = steps.map((step) => step.label);
            const words = rest.length ? t("table.plan.with", { what: first, rest: rest.join(", ") }) : first;
            const spaces = steps[0].spaces;
            const look = { onmouseenter: () => onHover(spaces), onmouseleave: () => onHover([]) };
            return h(
              "li",
              {},
              mine
                ? h("button", { type: "button", class: "step", title: t("table.plan.back", { what: words }), "aria-label": t("table.plan.back", { what: words }), onclick: () => onBack(steps[0].number), ...look }, words, h("span", { "aria-hidden": "true", class: "cross" }, "×"))
                : h("span", { class: "step", ...look }, words),
            );
          }),
        ),
      );
    },
  };
}
