// @ts-check
/** The plan so far: what was chosen in this turn, as chips from which a choice can be withdrawn by undoing to it. */
import { h, replace } from "../dom.js";
import { pieceIcon } from "../pieces.js";
import { t } from "../words.js";

/** Answers that add nothing to the plan. */
const ENDS = new Set(["done", "stop", "no"]);

const ARROWS = 14; // the latest moves that are drawn: more of them, as in a Redeploy, would hide the map

/** Questions about a space chosen before: from where or whereto (which comes first depends on what is done), how, shall it go on. */
const BELONGING =
  /\.(method|more)$|^(?!redeploy|transport|spearhead).*\.origin$|^(redeploy|transport|air_lift|direct|advisor|commitment)\.destination$/;

/** Questions whose piece is the beginning: what is done with it follows. */
const LIFTED = /^commitment\.(piece|base)$/;

/**
 * @typedef {import("../api.js").State} State
 * @typedef {Wire.PlannedAnswer} Step counts: of which kind of piece the amount is
 */

/** Does an answer begin something of its own: a space, an Operation, an Activity? Origins, ways, pieces and numbers belong to it. @param {Step} step */
function begins(step) {
  if (LIFTED.test(step.kind)) return !ENDS.has(step.key);
  return step.piece === null && step.amount === null && !ENDS.has(step.key) && !BELONGING.test(step.kind);
}

/** Is its space ticked on the map? Where a column drives, its road is drawn instead; of forces that move, where they go. @param {Step} step */
const isChosen = (step) =>
  step.kind === "commitment.destination" ||
  (begins(step) && step.kind !== "spearhead.destination" && !LIFTED.test(step.kind));

/** Operations and Special Activities, with whose names their questions begin. */
const DEEDS = new Set([
  "train",
  "patrol",
  "sweep",
  "assault",
  "rally",
  "march",
  "attack",
  "terror",
  "spearhead",
  "advise",
  "air_lift",
  "air_strike",
  "govern",
  "transport",
  "raid",
  "infiltrate",
  "bombard",
  "ambush",
  "tax",
  "subvert",
  "interdict",
  "direct",
  "propagandize",
]);

/** What is being done when a question stands, if it was this before. @param {string} kind @param {string} before */
function deedOf(kind, before) {
  const [deed] = kind.split(".");
  return DEEDS.has(deed) ? deed : before;
}

/**
 * The steps of what is being done now: a Special Activity leaves those of the Operation alone, and the other way round.
 * @param {Step[]} plan
 * @param {string} kind of the present question
 */
function underWay(plan, kind) {
  let deed = "";
  const deeds = plan.map((step) => (deed = deedOf(step.kind, deed)));
  const now = deedOf(kind, deed);
  return plan.filter((_step, at) => deeds[at] === now);
}

/** Spaces chosen before, into which something moves now. */
const INTO = /^(spearhead|sweep|patrol)\.destination$/;

/** A step in words: where something goes has an arrow before it. @param {Step} step */
function said({ kind, spaces, label }) {
  return INTO.test(kind) && spaces.length ? `→ ${label}` : label;
}

/** A step where there is little room: pieces that were counted are drawn. @param {Step} step */
function inShort(step) {
  if (!step.counts || !step.amount) return [said(step)];
  return [
    h("span", { "aria-hidden": "true" }, `${step.amount} `),
    pieceIcon(step.counts, null, { size: 16, title: step.label }),
  ];
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
    if (ENDS.has(step.key) || step.amount === 0) continue;
    if (begins(step) || !groups.length) groups.push([step]);
    else groups[groups.length - 1].push(step);
  }
  return groups;
}

/**
 * What the map shows of the plan: spaces chosen, moves, what came and went, the move asked about, and what strikes are worth.
 * @param {State} state
 * @param {string | null} [over] the space somebody points at, to which a column would drive
 */
export function planOnMap(state, over = null) {
  const { about = {}, column = null, strikes = {} } = state.view.decision ?? {};
  const from = about.origin;
  const to = about.destination ?? about.space ?? (column && over && column.ways[over] ? over : null);
  return {
    chosen: underWay(state.plan ?? [], state.view.decision?.kind ?? "")
      .filter(isChosen)
      .flatMap((/** @type {Step} */ step) => step.spaces),
    moves: (state.moved?.moves ?? []).slice(-ARROWS),
    amounts: [
      ...(state.moved?.placed ?? []).map(({ space, n }) => ({ space, n })),
      ...(state.moved?.removed ?? []).map(({ space, n }) => ({ space, n: -n })),
    ],
    underway: from && to && from !== to ? { from, to, via: column?.ways[to] ?? [] } : null,
    column: column && from ? { space: from, kind: column.armor, troops: column.troops } : null,
    notes: Object.entries(strikes).map(([space, strike]) => ({ space, words: strikeWords(strike) })),
  };
}

/**
 * What a strike of a Spearhead is worth, in few words.
 * @param {Wire.StrikeShown} strike
 */
export function strikeWords({ hits, armor, capture }) {
  const words = [
    hits > 0 && t("table.strike.hits", { n: hits }),
    t("table.strike.armor", { n: armor }),
    capture && t("table.strike.capture", { n: capture[0], of: capture[1] }),
  ];
  return words.filter(Boolean).join(" · ");
}

/**
 * @param {HTMLElement} host
 * @param {{onBack: (number: number) => void, onHover: (spaces: string[]) => void}} listener
 */
export function createPlan(host, { onBack, onHover }) {
  let drawn = "";
  /** The latest choice is in sight. */
  const latest = () => requestAnimationFrame(() => host.scrollTo(host.scrollWidth, host.scrollHeight));

  return {
    latest,
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
            const [first, ...rest] = steps.map(said);
            const words = rest.length ? t("table.plan.with", { what: first, rest: rest.join(", ") }) : first;
            const shown = h(
              "span",
              { class: "step-words" },
              rest.length ? t("table.plan.with", { what: first, rest: "" }) : first,
              steps.slice(1).flatMap((step, at) => [at > 0 && ", ", ...inShort(step)]),
            );
            const spaces = steps[0].spaces;
            const look = { onmouseenter: () => onHover(spaces), onmouseleave: () => onHover([]) };
            return h(
              "li",
              {},
              mine
                ? h(
                    "button",
                    {
                      type: "button",
                      class: "step",
                      title: t("table.plan.back", { what: words }),
                      "aria-label": t("table.plan.back", { what: words }),
                      onclick: () => onBack(steps[0].number),
                      ...look,
                    },
                    shown,
                    h("span", { "aria-hidden": "true", class: "cross" }, "×"),
                  )
                : h("span", { class: "step", ...look }, shown),
            );
          }),
        ),
      );
      latest();
    },
  };
}
