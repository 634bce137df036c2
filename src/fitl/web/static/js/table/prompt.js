// @ts-check
/**
 * The question and its answers. Every option is in the list; those that are a space are lit on the map as well; a
 * choice of an amount is a stepper. Who is not asked reads whom the table waits for.
 */
import { h, replace } from "../dom.js";
import { plain, t } from "../words.js";
import { pieceIcon } from "../pieces.js";
import { openRule } from "../panels/rules.js";
import { chip, factionName } from "./faction.js";

const MANY = 12; // from so many options on they can be filtered
const LEAVE = new Set(["done", "no", "pass", "none"]); // answers that end or decline, set apart at the end

/**
 * @typedef {{key: string, label: string, spaces: string[], piece: string | null, amount: number | null, idle?: boolean}} Option
 */

/** Is this a plain choice of a number? @param {Option[]} options */
function isAmount(options) {
  return options.length > 2 && options.every((option) => option.amount !== null && option.key === String(option.amount) && option.spaces.length === 0);
}

/** The question without the rule's number, which stands on a button of its own. @param {any} decision */
function withoutRule(decision) {
  return decision.prompt.replace(` (${decision.rule})`, "");
}

/**
 * @param {HTMLElement} host
 * @param {{onChoose: (key: string) => void, onHover: (spaces: string[]) => void}} listener
 */
export function createPrompt(host, { onChoose, onHover }) {
  /** @type {Option[]} */
  let options = [];
  let filter = "";
  /** @type {string | null} only the options of this space, after a click on a space that has several */
  let only = null;
  let busy = false;
  /** @type {string | null} */
  let marked = null;
  let asked = "";
  let drawn = "";

  const question = h("div", { class: "question", role: "status", "aria-live": "polite", "aria-atomic": "true" });
  const list = h("div", { class: "options", role: "group", "aria-label": t("table.prompt.options") });
  replace(host, question, list);

  /** Options as listed now, in the order of their digits. */
  function listed() {
    const words = plain(filter.trim());
    const found = options.filter((option) => (only === null || option.spaces.includes(only) || LEAVE.has(option.key)) && (!words || plain(option.label).includes(words)));
    return [...found.filter((option) => !LEAVE.has(option.key)), ...found.filter((option) => LEAVE.has(option.key))];
  }

  /** @param {string} key */
  function choose(key) {
    if (!busy) onChoose(key);
  }

  /**
   * @param {Option} option
   * @param {number} place
   */
  function row(option, place) {
    return h(
      "button",
      {
        type: "button",
        class: ["option", LEAVE.has(option.key) && "leave", option.key === marked && "marked", option.idle && "idle"].filter(Boolean).join(" "),
        "data-key": option.key,
        onclick: () => choose(option.key),
        onmouseenter: () => onHover(option.spaces),
        onmouseleave: () => onHover([]),
        onfocus: () => onHover(option.spaces),
      },
      h("kbd", { "aria-hidden": "true" }, place < 9 ? place + 1 : ""),
      option.piece && pieceIcon(option.piece, null, { size: 20 }),
      h("span", { class: "option-label" }, option.label),
      option.idle && h("small", { class: "idle-note" }, t("table.prompt.idle")),
    );
  }

  function stepper() {
    const amounts = options.map((option) => /** @type {number} */ (option.amount)).sort((a, b) => a - b);
    let value = marked !== null && options.some((option) => option.key === marked) ? Number(marked) : amounts[amounts.length - 1];
    const output = h("input", {
      class: "amount",
      type: "number",
      min: amounts[0],
      max: amounts[amounts.length - 1],
      value,
      "aria-label": t("table.prompt.amount"),
      oninput: () => set(Number(output.value), false),
    });
    const slider = h("input", {
      type: "range",
      min: amounts[0],
      max: amounts[amounts.length - 1],
      value,
      "aria-label": t("table.prompt.amount"),
      oninput: () => set(Number(slider.value)),
    });
    const go = h("button", { type: "button", class: "primary confirm", onclick: () => choose(String(value)) });
    const less = h("button", { type: "button", "aria-label": t("table.prompt.less"), onclick: () => set(value - 1) }, "−");
    const more = h("button", { type: "button", "aria-label": t("table.prompt.more"), onclick: () => set(value + 1) }, "+");
    function set(/** @type {number} */ wanted, write = true) {
      const near = amounts.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best), amounts[0]);
      value = Number.isFinite(wanted) ? near : value;
      if (write) output.value = String(value);
      slider.value = String(value);
      go.textContent = options.find((option) => option.amount === value)?.label ?? String(value);
      less.disabled = value === amounts[0];
      more.disabled = value === amounts[amounts.length - 1];
    }
    set(value);
    return h("div", { class: "stepper" }, h("div", { class: "steps" }, less, output, more, slider), go);
  }

  function draw() {
    if (isAmount(options)) {
      replace(list, stepper());
      return;
    }
    const rows = listed();
    replace(
      list,
      options.length > MANY &&
        h("input", {
          type: "search",
          class: "filter",
          placeholder: t("table.prompt.filter", { n: options.length }),
          "aria-label": t("table.prompt.filter", { n: options.length }),
          value: filter,
          oninput: (/** @type {any} */ event) => {
            filter = event.target.value;
            replace(rowsHost, listed().map(row));
          },
        }),
      only !== null && h("button", { type: "button", class: "link all", onclick: () => showOnly(null) }, t("table.prompt.show_all")),
    );
    const rowsHost = h("div", { class: "rows" }, rows.map(row));
    list.append(rowsHost);
  }

  /** @param {boolean} on while an answer is on its way */
  function setBusy(on) {
    busy = on;
    list.inert = on;
  }

  /** @param {string | null} space */
  function showOnly(space) {
    only = space;
    draw();
    list.querySelector("button.option")?.focus();
  }

  /** @param {any} decision */
  function ruleButton(decision) {
    return h(
      "button",
      { type: "button", class: "rule", title: t("table.prompt.rule"), onclick: () => openRule(decision.rule) },
      t("table.prompt.rule_number", { rule: decision.rule }),
    );
  }

  return {
    /**
     * @param {any} state
     * @param {{looking?: boolean, playing?: boolean}} [mood] looking back, or playing back what others did
     */
    update(state, { looking = false, playing = false } = {}) {
      const decision = state.view.decision;
      const mine = !looking && !playing && decision && decision.options && decision.options.length > 0;
      const shown = JSON.stringify([decision, looking, playing, state.thinking, state.view.outcome]);
      if (shown === drawn) return; // a chat message must not take away what somebody is typing
      drawn = shown;
      const now = `${decision?.number}:${mine}`;
      if (now !== asked) {
        asked = now;
        filter = "";
        only = null;
        marked = null;
        setBusy(false);
      }
      options = mine ? decision.options : [];
      host.classList.toggle("mine", Boolean(mine));
      if (playing) {
        replace(question, h("p", { class: "ask" }, t("table.prompt.wait_playback")));
      } else if (!decision) {
        replace(question, h("p", { class: "ask" }, state.view.outcome ? t("table.prompt.over") : ""));
      } else {
        const cost = decision.cost !== null && decision.cost !== undefined;
        replace(
          question,
          h(
            "p",
            { class: "asked" },
            chip(decision.actor),
            h(
              "span",
              { class: "who" },
              looking ? t("table.prompt.was_asked") : mine ? t(decision.actor === "chance" ? "table.prompt.roll" : "table.prompt.you") : state.thinking ? t("table.prompt.plays") : t("table.prompt.waits", { faction: factionName(decision.actor) }),
            ),
            decision.rule && ruleButton(decision),
            cost && h("span", { class: "cost" }, t("table.prompt.cost", { n: decision.cost })),
          ),
          h("p", { class: "ask" }, decision.prompt ? withoutRule(decision) : t("table.prompt.secret")),
          looking && decision.answer && h("p", { class: "answer" }, t("table.prompt.answer", { answer: decision.answer })),
        );
      }
      draw();
    },
    setBusy,
    /** Mark an option (a hint, a lesson); null takes the mark away. @param {string | null} key */
    mark(key) {
      marked = key;
      draw();
      if (key !== null) list.querySelector(".marked")?.scrollIntoView({ block: "nearest" });
    },
    showOnly,
    /** The option a digit stands for. @param {number} digit */
    byDigit(digit) {
      if (isAmount(options)) return options.find((option) => option.amount === digit)?.key ?? null;
      return listed()[digit - 1]?.key ?? null;
    },
    /** Options by space, for the map. */
    bySpace() {
      /** @type {Map<string, Option[]>} */
      const found = new Map();
      for (const option of options) {
        for (const space of option.spaces) found.set(space, [...(found.get(space) ?? []), option]);
      }
      return found;
    },
    focus() {
      /** @type {HTMLElement | null} */ (list.querySelector("button.option, .amount"))?.focus();
    },
  };
}
