// @ts-check
/** Who plays each Faction: at this screen, by link, or a bot; and whether one player runs a pair (1.5). */

import { h, replace } from "../dom.js";
import { home } from "../home.js";
import { botName } from "../bots.js";
import { named, t } from "../words.js";
import { BOT, LINK, ME, NAME_LENGTH, SIDES, kindOf, playsAs, seatsOf, sidesOf } from "./draft.js";
import { chip, inWords, labelled, segments } from "./widgets.js";

/**
 * @param {import("./draft.js").Draft} draft
 * @param {() => import("./draft.js").Scenario | undefined} scenario
 * @param {() => void} onchange
 * @returns {{element: HTMLElement, sync: () => void}} `sync` shows what the draft says
 */
export function seatChooser(draft, scenario, onchange) {
  const note = h("p", { class: "help", role: "status" });
  const host = h("input", {
    type: "text",
    maxlength: NAME_LENGTH,
    autocomplete: "nickname",
    value: draft.host,
    oninput() {
      draft.host = host.value;
      onchange();
    },
  });
  const hostField = labelled("field-host", t("lobby.seat.host"), host);
  const sides = SIDES.map((side) => sideChooser(side, draft, scenario, onchange));

  function sync() {
    for (const side of sides) side.sync();
    const mine = seatsOf(draft, scenario()).filter((seat) => seat.kind === ME).length;
    hostField.hidden = mine === 0 || home.alone;
    replace(
      note,
      scenario()?.kinds.length === 0 && h("span", { class: "no-bots" }, t("lobby.seat.no_bots"), " "),
      mine > 1 ? t("lobby.seat.hot_seat") : "",
    );
  }

  return {
    element: h(
      "div",
      { class: "seating" },
      h(
        "div",
        { class: "two-sides" },
        sides.map((side) => side.element),
      ),
      note,
      hostField,
    ),
    sync,
  };
}

/**
 * @param {typeof SIDES[number]} side
 * @param {import("./draft.js").Draft} draft
 * @param {() => import("./draft.js").Scenario | undefined} scenario
 * @param {() => void} onchange
 */
function sideChooser({ id, factions }, draft, scenario, onchange) {
  const [first, second] = factions;
  const rows = factions.map((faction) => seatRow(faction, draft, scenario, onchange));
  const pair = h("input", { type: "checkbox", onchange: join });
  const pairNote = h("p", { class: "help" }, t("lobby.seat.pair_note"));

  function join() {
    draft.paired[id] = pair.checked;
    const [one, other] = factions.map((faction) => kindOf(draft, scenario(), faction));
    if (pair.checked && one === BOT) draft.kinds[first] = other === BOT ? ME : other;
    onchange();
  }

  function sync() {
    const here = sidesOf(scenario()).find((side) => side.id === id)?.factions ?? [];
    const paired = Boolean(draft.paired[id]) && here.length > 1;
    element.hidden = here.length === 0;
    pair.checked = paired;
    joined.hidden = here.length < 2;
    pairNote.hidden = !paired;
    rows[0].sync(paired ? factions : [first]);
    rows[1].sync([second]);
    rows[0].element.hidden = !here.includes(first);
    rows[1].element.hidden = paired || !here.includes(second);
  }

  const joined = h(
    "label",
    { class: "check" },
    pair,
    h("span", {}, t("lobby.seat.pair", { first: named(first), second: named(second) })),
  );
  const element = h(
    "fieldset",
    { class: `side-seats ${id}` },
    h("legend", {}, t(`lobby.seat.${id}`)),
    rows.map((row) => row.element),
    joined,
    pairNote,
  );
  return { element, sync };
}

/**
 * @param {string} faction
 * @param {import("./draft.js").Draft} draft
 * @param {() => import("./draft.js").Scenario | undefined} scenario
 * @param {() => void} onchange
 */
function seatRow(faction, draft, scenario, onchange) {
  const who = h("span", { class: "seat-who" });
  const kinds = segments({
    name: `seat-${faction}`,
    legend: t("lobby.seat.kind_of", { faction: named(faction) }),
    choices: (home.alone ? [ME, BOT] : [ME, LINK, BOT]).map((value) => ({ value, label: t(`lobby.seat.${value}`) })),
    value: kindOf(draft, scenario(), faction),
    onchange(value) {
      draft.kinds[faction] = value;
      onchange();
    },
  });
  const legend = kinds.querySelector("legend");
  const name = h("input", {
    type: "text",
    class: "seat-name",
    maxlength: NAME_LENGTH,
    autocomplete: "off",
    placeholder: t("lobby.seat.name"),
    oninput() {
      draft.names[faction] = name.value;
      onchange();
    },
  });

  const plays = h("select", {
    class: "seat-plays",
    onchange() {
      draft.plays[faction] = plays.value;
      onchange();
    },
  });

  /** @param {string[]} factions that sit here */
  function sync(factions) {
    const paired = factions.length > 1;
    const kind = kindOf(draft, scenario(), faction);
    const bots = scenario()?.kinds ?? [];
    replace(who, factions.map(chip), h("strong", {}, paired ? inWords(factions) : t(`lobby.faction.${faction}.name`)));
    legend.textContent = t("lobby.seat.kind_of", { faction: named(...factions) });
    name.setAttribute("aria-label", t("lobby.seat.name_of", { faction: named(...factions) }));
    for (const input of kinds.querySelectorAll("input")) {
      input.checked = input.value === kind;
      input.disabled = paired && input.value === BOT; // 8.1: a non-player shares no seat
      if (input.value === BOT && input.parentElement) input.parentElement.hidden = bots.length === 0;
    }
    plays.hidden = kind !== BOT || bots.length < 2;
    plays.setAttribute("aria-label", t("lobby.seat.plays_of", { faction: named(...factions) }));
    replace(
      plays,
      bots.map((name) =>
        h("option", { value: name, selected: name === playsAs(draft, scenario(), faction) }, botName(name)),
      ),
    );
    name.hidden = kind !== LINK;
    const given = draft.names[faction] ?? "";
    if (name.value !== given) name.value = given;
  }

  return { element: h("div", { class: "seat" }, who, kinds, plays, name), sync };
}
