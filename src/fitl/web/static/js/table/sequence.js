// @ts-check
/**
 * The sequence of play (2.3): who is Eligible, who acted and how, who decides now; in Coup Rounds a ladder of phases.
 * Where two play by initiative (P2.3, S2.3): First and Second, and the five boxes.
 */
import { h, replace } from "../dom.js";
import { hasWords, named, t } from "../words.js";
import { sceneLadder, sceneOf } from "./chapters.js";
import { chip } from "./faction.js";

const BOXES = ["event", "op_activity", "limop", "op_only", "pass"]; // of the two-player sequence, from left to right
const OPERATIONS = ["op_activity", "limop", "op_only"]; // an Operation settles its box by what was done

/**
 * @param {Wire.TableView} view
 * @param {string} faction
 * @param {string | null} deciding
 */
function standing(view, faction, deciding) {
  const { turn } = view;
  const acted = turn.acted.find((/** @type {string[]} */ each) => each[0] === faction);
  if (acted) {
    const id = `table.acted.${acted[1]}`;
    return { state: "acted", words: hasWords(id) ? t(id) : acted[1] };
  }
  if (turn.passed.includes(faction)) return { state: "passed", words: t("table.turn.passed") };
  if (!turn.eligible.includes(faction)) return { state: "ineligible", words: t("table.turn.ineligible") };
  const first = turn.acted.some((/** @type {string[]} */ each) => each[0] === deciding); // in the middle of its Event nobody else is to act
  if (turn.up === faction && !first) return { state: "up", words: t("table.turn.up") };
  return { state: "eligible", words: t("table.turn.eligible") };
}

/** @param {Wire.TableView} view @param {string | null} deciding */
function cylinders(view, deciding) {
  const order = view.turn.order.length ? view.turn.order : view.factions;
  return h(
    "ol",
    { class: "sequence" },
    order.map((/** @type {string} */ faction) => {
      const { state, words } = standing(view, faction, deciding);
      const decides = faction === deciding;
      return h(
        "li",
        {
          class: decides ? `${state} decides` : state,
          "aria-current": decides || (!deciding && state === "up") ? "step" : null,
        },
        chip(faction),
        h("span", { class: "standing" }, decides && state !== "up" ? t("table.turn.decides") : words),
      );
    }),
  );
}

/** What a Faction did on this card; "" if nothing yet. @param {Wire.TurnShown} turn @param {string} faction */
function boxOf(turn, faction) {
  if (turn.passed.includes(faction)) return "pass";
  return turn.acted.find((/** @type {string[]} */ each) => each[0] === faction)?.[1] ?? "";
}

/** P2.3, S2.3: First and Second, the boxes with who stands there, those open to the Second lit. @param {Wire.TableView} view @param {string | null} deciding */
function initiative(view, deciding) {
  const { turn } = view;
  if (!turn.initiative) return [];
  const {
    order: [first, second],
    first: taken,
    second: open,
    changes,
  } = turn.initiative;
  const waits = taken && !boxOf(turn, second);
  const isOpen = (/** @type {string} */ box) =>
    waits && (open.includes(box) || (open.includes("operation") && OPERATIONS.includes(box)));
  const next = changes
    ? t("table.initiative.changes", { faction: named(second) })
    : t("table.initiative.stays", { faction: named(first) });
  return [
    h(
      "ol",
      { class: "two-players" },
      [first, second].map((faction, at) =>
        h(
          "li",
          {
            class: faction === (deciding ?? turn.up) ? "up" : "",
            "aria-current": faction === (deciding ?? turn.up) ? "step" : null,
          },
          h("span", { class: "label" }, t(at ? "table.initiative.second" : "table.initiative.first")),
          chip(faction),
        ),
      ),
    ),
    h(
      "ol",
      { class: "two-boxes" },
      BOXES.map((box) => {
        const here = [first, second].filter((faction) => boxOf(turn, faction) === box);
        return h(
          "li",
          { class: [here.length > 0 && "taken", isOpen(box) && "open"].filter(Boolean).join(" ") },
          h("span", { class: "box-name" }, t(`table.box_of.${box}`)),
          here.map((faction) => chip(faction)),
          isOpen(box) && h("span", { class: "visually-hidden" }, t("table.initiative.open")),
        );
      }),
    ),
    h(
      "p",
      { class: changes ? "initiative-next swaps" : "initiative-next" },
      taken ? next : t("table.initiative.not_yet"),
    ),
  ];
}

/** @param {Wire.TableView} view @param {string | null} deciding */
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
    decider(deciding),
  ];
}

/** @param {string | null} deciding */
const decider = (deciding) => deciding && h("p", { class: "who-decides" }, chip(deciding), t("table.turn.decides"));

/** @param {HTMLElement} host */
export function createSequence(host) {
  /** @type {Wire.TableView | null} */
  let shown = null;
  /** @type {string | null} */
  let deciding = null;

  function draw() {
    if (!shown) return;
    const coup = shown.phases.includes(shown.stage);
    const id = `table.stage.${shown.stage}`;
    const title = coup ? t("table.stage.coup_round") : hasWords(id) ? t(id) : t("table.stage.other");
    const order = shown.turn.initiative ? initiative : cylinders;
    const scene = sceneOf(shown.stage);
    if (scene)
      replace(
        host,
        h("h3", {}, t(`table.scene.${scene.id}.title`)),
        sceneLadder(shown.stage, shown.talks),
        decider(deciding),
      );
    else replace(host, h("h3", {}, title), (coup ? ladder : order)(shown, deciding));
  }

  return {
    /** @param {Wire.TableView} view */
    update(view) {
      shown = view;
      draw();
    },
    /** Who is asked now, in the middle of another's Event too; null while that is being shown. @param {string | null} faction */
    decides(faction) {
      if (faction === deciding) return;
      deciding = faction;
      draw();
    },
  };
}
