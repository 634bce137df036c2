// @ts-check
/** The form for a new game. Nothing typed is lost: it is kept over errors and over a reload of the tab. */

import { h, replace, wholeYears } from "../dom.js";
import { botName } from "../bots.js";
import { t } from "../words.js";
import { createGame } from "./create.js";
import {
  BOT,
  LINK,
  ME,
  NAME_LENGTH,
  chosenOptions,
  chosenReadings,
  followReadings,
  freshDraft,
  orderOf,
  playTogether,
  problemsOf,
  saveDraft,
  savedDraft,
  seatsOf,
} from "./draft.js";
import { linkPanel } from "./links.js";
import { optionChooser } from "./options.js";
import { readingChooser } from "./readings.js";
import { scenarioShelves } from "./scenarios.js";
import { seatChooser } from "./seats.js";
import { inWords, labelled, notice, sentence } from "./widgets.js";

/**
 * @param {import("./draft.js").Scenario[]} scenarios
 * @param {import("./draft.js").Option[]} options
 * @param {import("./draft.js").Reading[]} readings
 * @param {() => void} oncreated
 */
export function newGame(scenarios, options, readings, oncreated) {
  const host = h("section", { class: "new-game", id: "new-game", tabindex: -1, "aria-labelledby": "new-title" });
  const showForm = () => replace(host, gameForm(scenarios, options, readings, showLinks, showForm));

  /** @param {import("./create.js").Created} created */
  function showLinks(created) {
    const panel = linkPanel(created, showForm);
    replace(host, panel);
    panel.querySelector("h2").focus();
    oncreated();
  }

  showForm();
  return host;
}

/**
 * @param {import("./draft.js").Scenario[]} scenarios
 * @param {import("./draft.js").Option[]} options
 * @param {import("./draft.js").Reading[]} readings
 * @param {(created: import("./create.js").Created) => void} onCreated
 * @param {() => void} onReset
 */
function gameForm(scenarios, options, readings, onCreated, onReset) {
  const saved = savedDraft();
  const draft = saved ?? freshDraft();
  const scenario = () => scenarios.find(({ name }) => name === draft.scenario);

  const shelves = scenarioShelves(scenarios, (name) => {
    draft.scenario = name;
    changed();
  });
  const seats = seatChooser(draft, scenario, changed);
  const rules = optionChooser(draft, options, scenario, changed);
  const place = placeChooser(draft, changed);
  const more = moreFields(draft, scenario, changed);
  const changedReadings = Object.keys(chosenReadings(draft, scenario(), readings)).length > 0;
  const ways = h(
    "details",
    { class: "panel step", open: changedReadings },
    h("summary", {}, t("lobby.new.readings")),
    h("p", { class: "help" }, t("lobby.new.readings_help")),
    readingChooser(draft, readings, changed),
  );
  const wrong = notice("alert");
  const status = notice("status");
  const summary = h("ul", { class: "summary" });
  const create = h("button", { class: "primary big", type: "submit" }, t("lobby.new.create"));
  const reset = h("button", { class: "quiet", type: "button", onclick: startOver }, t("lobby.new.reset"));

  function changed() {
    saveDraft(draft);
    sync();
  }

  function sync() {
    shelves.sync(draft.scenario);
    seats.sync();
    rules.sync();
    place.sync();
    more.sync();
    ways.hidden = !followReadings(draft, scenario());
    replace(
      summary,
      summaryOf(draft, scenario(), options, readings).map((line) => h("li", {}, wholeYears(line))),
    );
  }

  function startOver() {
    saveDraft(null);
    onReset();
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const chosen = scenario();
    const problems = problemsOf(draft, chosen, options);
    showProblems(problems);
    if (problems.length || !chosen) return;
    create.disabled = true;
    replace(status, t("lobby.new.creating"));
    try {
      const created = await createGame(orderOf(draft, chosen, options, readings), draft.name.trim() || chosen.title);
      saveDraft(null);
      onCreated(created);
    } catch (error) {
      replace(
        wrong,
        h("p", {}, t("lobby.wrong.server", { error: sentence(error) })),
        h("p", {}, t("lobby.wrong.kept")),
      );
    } finally {
      create.disabled = false;
      replace(status);
    }
  }

  /** Each problem stands at its field and in the list beside the button. @param {import("./draft.js").Problem[]} problems */
  function showProblems(problems) {
    for (const input of form.querySelectorAll("[aria-invalid]")) {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-errormessage");
    }
    for (const old of form.querySelectorAll(".wrong")) old.remove();
    const told = problems.map(({ field, message, params }) => ({ field, text: t(`lobby.wrong.${message}`, params) }));
    for (const { field, text } of told) {
      const input = fieldOf(field);
      input?.setAttribute("aria-invalid", "true");
      input?.setAttribute("aria-errormessage", `wrong-${field}`);
      (input?.closest(".field, .option, .shelves") ?? form).append(
        h("p", { class: "wrong", id: `wrong-${field}` }, text),
      );
    }
    if (told.length === 0) return replace(wrong);
    replace(
      wrong,
      h("strong", {}, t("lobby.wrong.title", { n: told.length })),
      h(
        "ul",
        {},
        told.map(({ field, text }) =>
          h("li", {}, h("button", { class: "to-field", type: "button", onclick: () => show(field) }, text)),
        ),
      ),
    );
    show(told[0].field);
  }

  /** @param {string} field @returns {HTMLElement | null} */
  function fieldOf(field) {
    return field === "scenario" ? shelves.element.querySelector("input") : form.querySelector(`#field-${field}`);
  }

  /** @param {string} field */
  function show(field) {
    const input = fieldOf(field);
    input?.closest("details")?.setAttribute("open", "");
    input?.focus();
  }

  const form = h(
    "form",
    { novalidate: true, autocomplete: "off", onsubmit: submit },
    h(
      "div",
      { class: "form-head" },
      h("h2", { id: "new-title" }, t("lobby.new.title")),
      h("p", { class: "soft" }, saved ? t("lobby.new.restored") : t("lobby.new.text")),
    ),
    step("scenario", shelves.element),
    h(
      "div",
      { class: "form-columns" },
      h(
        "div",
        { class: "steps" },
        step("seats", seats.element, t("lobby.new.seats_help")),
        step("table", place.element),
        h(
          "details",
          { class: "panel step", open: chosenOptions(draft, scenario(), options).length > 0 },
          h("summary", {}, t("lobby.new.options")),
          h("p", { class: "help" }, t("lobby.new.options_help")),
          rules.element,
        ),
        ways,
        h(
          "details",
          { class: "panel step", open: Boolean(draft.name || draft.webhook || draft.seed) },
          h("summary", {}, t("lobby.new.more")),
          more.element,
        ),
      ),
      h(
        "aside",
        { class: "panel order", "aria-labelledby": "order-title" },
        h("h3", { id: "order-title" }, t("lobby.new.summary")),
        summary,
        wrong,
        status,
        create,
        reset,
      ),
    ),
  );
  sync();
  return form;
}

/**
 * @param {string} name
 * @param {HTMLElement} content
 * @param {string} [help]
 */
function step(name, content, help) {
  return h(
    "fieldset",
    { class: "panel step" },
    h("legend", {}, t(`lobby.new.${name}`)),
    help && h("p", { class: "help" }, help),
    content,
  );
}

/**
 * Is the map on this screen the board, or does a physical one lie beside it?
 * @param {import("./draft.js").Draft} draft
 * @param {() => void} onchange
 */
function placeChooser(draft, onchange) {
  const choices = [false, true].map((physical) => {
    const id = physical ? "physical" : "screen";
    const input = h("input", {
      type: "radio",
      name: "place",
      "aria-labelledby": `place-${id}`,
      "aria-describedby": `place-${id}-text`,
      onchange() {
        draft.table_mode = physical;
        onchange();
      },
    });
    const element = h(
      "label",
      { class: "place" },
      input,
      h(
        "span",
        { class: "words" },
        h("strong", { id: `place-${id}` }, t(`lobby.place.${id}`)),
        h("span", { class: "help", id: `place-${id}-text` }, t(`lobby.place.${id}_text`)),
      ),
    );
    return { element, sync: () => (input.checked = draft.table_mode === physical) };
  });
  return {
    element: h(
      "div",
      { class: "places" },
      choices.map(({ element }) => element),
    ),
    sync: () => choices.forEach((choice) => choice.sync()),
  };
}

/**
 * @param {import("./draft.js").Draft} draft
 * @param {() => import("./draft.js").Scenario | undefined} scenario
 * @param {() => void} onchange
 */
function moreFields(draft, scenario, onchange) {
  /** @type {[("name" | "webhook" | "seed"), Record<string, any>][]} */
  const fields = [
    ["name", { type: "text", maxlength: NAME_LENGTH }],
    ["seed", { type: "text", inputmode: "numeric", maxlength: 20 }],
    ["webhook", { type: "url", maxlength: 500, placeholder: "https://" }],
  ];
  const labels = fields.map(([name, attributes]) => {
    const input = h("input", {
      ...attributes,
      value: draft[name],
      oninput() {
        draft[name] = input.value;
        onchange();
      },
    });
    return labelled(`field-${name}`, t(`lobby.field.${name}`), input, t(`lobby.field.${name}_help`));
  });
  const [, seed] = labels;
  return {
    element: h("div", { class: "more-fields" }, labels),
    sync: () => (seed.hidden = playTogether(draft, scenario())), // the server draws it then, unseen by all
  };
}

/**
 * The order in plain sentences.
 * @param {import("./draft.js").Draft} draft
 * @param {import("./draft.js").Scenario | undefined} scenario
 * @param {import("./draft.js").Option[]} options
 * @param {import("./draft.js").Reading[]} readings
 */
function summaryOf(draft, scenario, options, readings) {
  const seats = seatsOf(draft, scenario);
  const lines = [scenario ? scenario.title : t("lobby.new.summary_none")];
  for (const kind of [ME, LINK]) {
    const found = seats.filter((seat) => seat.kind === kind);
    if (found.length)
      lines.push(t(`lobby.new.summary_${kind}`, { factions: inWords(found.flatMap((seat) => seat.factions)) }));
  }
  for (const plays of new Set(seats.flatMap((seat) => seat.plays ?? []))) {
    const factions = seats.filter((seat) => seat.plays === plays).flatMap((seat) => seat.factions);
    lines.push(t("lobby.new.summary_bot", { n: factions.length, factions: inWords(factions), plays: botName(plays) }));
  }
  if (seats.every((seat) => seat.kind === BOT)) lines.push(t("lobby.new.summary_watch", { n: seats.length }));
  if (draft.table_mode) lines.push(t("lobby.new.summary_table"));
  const chosen = chosenOptions(draft, scenario, options);
  const titles = options.filter(({ name }) => chosen.includes(name)).map(({ title }) => title);
  if (titles.length) lines.push(t("lobby.new.summary_options", { options: titles.join(t("lobby.short.list")) }));
  const others = Object.keys(chosenReadings(draft, scenario, readings)).length;
  if (others) lines.push(t("lobby.new.summary_readings", { n: others }));
  return lines;
}
