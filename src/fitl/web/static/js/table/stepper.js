// @ts-check
/**
 * A choice of a number: less, more, a slider, or typed; what is typed counts only if it is offered. What a real die shows
 * nobody can propose: its faces are there to be pressed.
 */
import { h } from "../dom.js";
import { t } from "../words.js";
import { dieFace } from "./story.js";

/** @typedef {import("./prompt/model.js").Option} Option */

/** Is this a plain choice of a number? @param {Option[]} options */
export function isAmount(options) {
  return (
    options.length > 1 &&
    options.every(
      (option) => option.amount !== null && option.key === String(option.amount) && option.spaces.length === 0,
    )
  );
}

/**
 * @param {Option[]} options
 * @param {{first: number | null, die: boolean, choose: (key: string) => void}} setting first: where to begin (null: at the
 *   most, or for a die nowhere)
 */
export function createStepper(options, { first, die, choose }) {
  const amounts = options.map((option) => /** @type {number} */ (option.amount)).sort((a, b) => a - b);
  const [least, most] = [amounts[0], amounts[amounts.length - 1]];
  const range = t("table.prompt.range", { least, most });
  /** @type {Option | null} */
  let chosen = null;
  let touched = false; // by a person: then the number stays as it is
  /** @type {Record<string, import("./prompt/model.js").Effect>} */
  let effects = {};
  const effect = h("p", { class: "option-effect", hidden: true });
  const note = h("span", { class: "range-note" });
  const limits = { min: least, max: most };
  const amount = h("input", {
    class: "amount",
    type: "number",
    inputmode: "numeric",
    ...limits,
    "aria-label": t("table.prompt.amount", { range }),
    onfocus: () => amount.select(), // so that a digit takes the place of the number that is proposed
    oninput: () => ((touched = true), show(offered(Number(amount.value)), false)),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (!event.repeat) enter();
    },
  });
  const slider = h("input", {
    type: "range",
    ...limits,
    "aria-label": t("table.prompt.amount", { range }),
    oninput: () => ((touched = true), show(nearest(Number(slider.value)))),
  });
  const go = h("button", { type: "button", class: "primary confirm", onclick: () => confirm() });
  const less = h(
    "button",
    { type: "button", class: "less", "aria-label": t("table.prompt.less"), onclick: () => step(-1) },
    "−",
  );
  const more = h(
    "button",
    { type: "button", class: "more-one", "aria-label": t("table.prompt.more"), onclick: () => step(1) },
    "+",
  );

  const faces = die
    ? options.map(({ amount: n, label, key }) =>
        h(
          "button",
          {
            type: "button",
            class: n === first ? "face marked" : "face",
            "aria-label": label,
            onclick: () => choose(key),
          },
          dieFace(/** @type {number} */ (n)),
        ),
      )
    : [];

  /** @param {number} wanted */
  const offered = (wanted) => options.find((option) => option.amount === wanted) ?? null;
  /** @param {number} wanted */
  const nearest = (wanted) =>
    offered(amounts.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best), least));

  /** @param {number} by */
  function step(by) {
    touched = true;
    const place = amounts.indexOf(chosen?.amount ?? least) + by;
    show(offered(amounts[Math.min(Math.max(place, 0), amounts.length - 1)]));
  }

  /**
   * @param {Option | null} option null: what was typed is not offered
   * @param {boolean} [write] into the field, unless it was typed there
   */
  function show(option, write = true) {
    chosen = option;
    if (write && option) {
      amount.value = String(option.amount);
      if (document.activeElement === amount) amount.select();
    }
    if (option) slider.value = String(option.amount);
    faces.forEach((face, at) => face.classList.toggle("meant", options[at] === option));
    go.disabled = option === null;
    go.textContent = option ? t("table.prompt.confirm", { label: option.label }) : range;
    less.disabled = chosen?.amount === least;
    more.disabled = chosen?.amount === most;
    const lines = (option && effects[option.key]?.lines) ?? [];
    effect.hidden = lines.length === 0;
    effect.textContent = lines.join("; ");
  }

  function confirm() {
    if (chosen) choose(chosen.key);
  }

  /** Enter takes a number that somebody has set; to one that is only proposed it leads, for it may be meant for the question before. */
  function enter() {
    if (touched) confirm();
    else go.focus();
  }

  show(die && first === null ? null : nearest(first ?? most));
  const element = h(
    "div",
    { class: "stepper" },
    h("p", { class: "range" }, range, note),
    die ? h("div", { class: "steps faces" }, faces, amount) : h("div", { class: "steps" }, less, amount, more, slider),
    effect,
    go,
  );
  return {
    element,
    enter,
    /**
     * What each number would do. Where pieces would have to be lifted from the map (1.4.1), begin with those at hand.
     * @param {Record<string, import("./prompt/model.js").Effect>} found
     * @param {string} words what is at hand
     */
    foretell(found, words) {
      effects = found;
      note.textContent = words;
      const free = options.filter((option) => !found[option.key]?.lifts);
      const lifting = free.length < options.length && chosen !== null && found[chosen.key]?.lifts;
      const best = free.reduce(
        (most, option) =>
          most === null || /** @type {number} */ (option.amount) > /** @type {number} */ (most.amount) ? option : most,
        /** @type {Option | null} */ (null),
      );
      show(!touched && first === null && lifting && best ? best : chosen, !touched);
    },
    /** A digit typed anywhere begins a number here. @param {string} digit */
    type(digit) {
      touched = true;
      amount.focus();
      amount.value = digit;
      show(offered(Number(digit)), false);
    },
    focus: () => amount.focus(),
  };
}
