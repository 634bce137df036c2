// @ts-check
/** The board editor: a position on the map and in the fields beside it, checked by the server at every change. */

import { read, send } from "../api.js";
import { constant } from "../constants.js";
import { openDialog } from "../dialog.js";
import { h, replace } from "../dom.js";
import { home } from "../home.js";
import { takeUp } from "../lobby/create.js";
import { freshDraft } from "../lobby/draft.js";
import { draftFrom, playOnForm } from "../lobby/playon.js";
import { sentence } from "../lobby/widgets.js";
import { createMap } from "../map/map.js";
import { applyTheme, readSettings } from "../table/settings.js";
import { loadWords, t } from "../words.js";
import { saveEditing, savedEditing } from "./draft.js";
import { begin, changed, completed, drawn, partOf, redone, undone } from "./model.js";
import { PARTS } from "./parts.js";

const SOON = 120; // milliseconds after a change until it is checked

/** @param {HTMLElement} root */
async function edit(root) {
  await loadWords();
  applyTheme(readSettings());
  document.title = t("editor.title");
  const [facts, shapes, scenarios, cards] = await Promise.all([
    constant("facts"),
    constant("shapes"),
    constant("scenarios"),
    read("/api/cards"),
  ]);
  let editing = savedEditing() ?? begin({ fitl: 1, scenario: "short-1965" });
  /** @type {{board: Wire.BoardShown, room: Wire.Room} | null} as it was read last */
  let known = null;
  /** @type {Wire.Wrong | null} */
  let wrong = null;
  let part = "space";
  let space = "saigon";
  let order = 0; // the number of the last check
  let waiting = 0;

  const status = h("div", { class: "edit-status", role: "status", "aria-live": "polite" });
  const fields = h("div", { class: "edit-fields", id: "edit-fields", role: "tabpanel", tabindex: -1 });
  const tabs = Object.keys(PARTS).map((name) =>
    h(
      "button",
      { type: "button", role: "tab", "data-tab": name, "aria-controls": "edit-fields", onclick: () => show(name) },
      t(`editor.part.${name}`),
    ),
  );
  const file = h("input", {
    type: "file",
    accept: ".json,application/json",
    class: "visually-hidden",
    id: "edit-file",
    onchange: load,
  });
  const act = (/** @type {string} */ name, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", "data-act": name, onclick }, t(`editor.${name}`));
  const undo = act("undo", () => go(undone(editing)));
  const redo = act("redo", () => go(redone(editing)));
  const play = h(
    "button",
    { type: "button", class: "primary", "data-act": "play", onclick: playOn },
    t("play_on.start"),
  );
  const board = h("div", { class: "edit-map" });
  replace(
    root,
    h(
      "header",
      { class: "edit-head" },
      h("a", { class: "button quiet", href: home.pageAt("/") }, t("table.menu.lobby")),
      h("h1", { class: "caps" }, t("editor.title")),
      h(
        "span",
        { class: "edit-acts" },
        undo,
        redo,
        act("new", choose),
        file,
        h("label", { class: "button", for: "edit-file" }, t("editor.load")),
        act("save", save),
        play,
      ),
    ),
    board,
    h(
      "section",
      { class: "edit-side panel", "aria-label": t("editor.title") },
      status,
      h("div", { class: "edit-tabs", role: "tablist" }, tabs),
      fields,
    ),
  );
  const map = createMap(board, { shapes, facts, onChoose: pick });

  /** @param {string} id */
  function pick(id) {
    space = id;
    show("space");
  }

  /** @param {string} name */
  function show(name) {
    part = name;
    draw();
    fields.scrollTop = 0;
  }

  /** @param {import("./model.js").Position} next */
  const set = (next) => go(changed(editing, next));

  /** @param {import("./model.js").Editing} next */
  function go(next) {
    editing = next;
    saveEditing(editing);
    draw();
    window.clearTimeout(waiting);
    waiting = window.setTimeout(check, SOON);
  }

  async function check() {
    const mine = ++order;
    try {
      const found = await send("/api/positions", { position: editing.now });
      if (mine !== order) return;
      wrong = found.wrong;
      if (found.position && found.board && found.room) {
        known = { board: found.board, room: found.room };
        editing = completed(editing, found.position);
        saveEditing(editing);
      }
      draw();
    } catch (error) {
      if (mine === order) replace(status, h("p", { class: "wrong" }, sentence(error)));
    }
  }

  /** The fields drawn again, with the keyboard and the open boxes where they were. */
  function draw() {
    undo.disabled = editing.past.length === 0;
    redo.disabled = editing.future.length === 0;
    play.disabled = wrong !== null || known === null;
    for (const tab of tabs) tab.setAttribute("aria-selected", String(tab.dataset.tab === part));
    tell();
    if (!known) return;
    const view = drawn(known.board, editing.now);
    map.update(view);
    map.spot(part === "space" ? space : null);
    const key = document.activeElement?.getAttribute("data-key");
    const open = [...fields.querySelectorAll("details[open]")].map((box) => box.getAttribute("data-box"));
    replace(
      fields,
      ...PARTS[part]({ ...known, position: editing.now, space, facts, cards, set, goTo: pick }).filter(Boolean),
    );
    for (const box of fields.querySelectorAll("details")) box.open = open.includes(box.dataset.box ?? null);
    if (key) fields.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
    mark();
  }

  /** Whether this can be played, or what is wrong and where. */
  function tell() {
    if (!wrong) return replace(status, known && h("p", { class: "right" }, t("editor.right")));
    const { part: where, space: at } = partOf(wrong.place);
    const there = () => {
      if (at && at in facts.spaces) space = at;
      if (where) show(where);
    };
    return replace(
      status,
      h(
        "p",
        { class: "wrong" },
        wrong.message,
        " ",
        where && h("button", { type: "button", class: "link", onclick: there }, t("editor.there")),
      ),
    );
  }

  /** The sentence at the field it is about: the nearest one, if it has no field of its own. */
  function mark() {
    if (!wrong) return;
    const { part: where, space: at } = partOf(wrong.place);
    if (where !== part || (at && at !== space)) return;
    let place = wrong.place;
    /** @type {HTMLElement | null} */
    let found = null;
    while (place && !found) {
      found = fields.querySelector(`[data-place="${CSS.escape(place)}"]`);
      place = place.replace(/(^|[.[])[^.[]*$/, "");
    }
    if (found instanceof HTMLDetailsElement) found.open = true;
    (found ?? fields).classList.add("is-wrong");
    (found ?? fields).append(h("p", { class: "wrong at-place" }, wrong.message));
  }

  function choose() {
    const which = h(
      "select",
      { id: "edit-scenario" },
      scenarios.map((/** @type {Wire.ScenarioFacts} */ { name, title }) =>
        h("option", { value: name, selected: name === editing.now.scenario }, title),
      ),
    );
    const start = (/** @type {string} */ kind) => {
      dialog.close();
      known = null;
      set({ fitl: 1, scenario: which.value, ...(kind === "empty" ? { board: "empty" } : {}) });
    };
    const dialog = openDialog(t("editor.new"), [
      h("label", { for: "edit-scenario" }, t("editor.scenario")),
      which,
      h(
        "p",
        { class: "edit-acts" },
        ["set_up", "empty"].map((kind) =>
          h("button", { type: "button", "data-new": kind, onclick: () => start(kind) }, t(`editor.from.${kind}`)),
        ),
      ),
    ]);
  }

  async function load() {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    try {
      const found = JSON.parse(await chosen.text());
      if (found === null || typeof found !== "object" || Array.isArray(found)) throw new Error(t("editor.no_position"));
      set(found);
    } catch (error) {
      replace(status, h("p", { class: "wrong" }, t("editor.not_loaded", { error: sentence(error) })));
    }
  }

  function save() {
    const text = JSON.stringify(editing.now, null, 1) + "\n";
    const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    h("a", { href: address, download: `fitl-${editing.now.scenario}.json` }).click();
    window.setTimeout(() => URL.revokeObjectURL(address), 60_000); // some browsers read it only after a question to the user
  }

  function playOn() {
    const scenario = scenarios.find((/** @type {Wire.ScenarioFacts} */ { name }) => name === editing.now.scenario);
    if (!scenario) return;
    const draft = { ...freshDraft(), ...draftFrom(scenario, [], []), scenario: scenario.name };
    const form = playOnForm(scenario, draft, (wish) =>
      takeUp({ ...wish, position: editing.now }, wish.name || scenario.title),
    );
    openDialog(t("play_on.start"), [h("p", {}, t("editor.play_text")), form]);
  }

  window.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    if (event.target instanceof HTMLInputElement && event.target.type === "text") return;
    event.preventDefault();
    go(event.shiftKey ? redone(editing) : undone(editing));
  });
  await check();
  root.classList.add("ready");
}

edit(/** @type {HTMLElement} */ (document.getElementById("editor")));
