// @ts-check
/** Where no server is: how to play with others all the same, and all games of this browser as one file. */
import { h, replace } from "../dom.js";
import { home } from "../home.js";
import { t } from "../words.js";
import { heldGames, holdGame } from "./store.js";
import { notice, sentence } from "./widgets.js";

const FILE = "fitl-games.json";
const KEPT = "/api/kept"; // no server has it: there games are not one browser's

/** @param {() => Promise<void>} onBrought */
export function aloneParts(onBrought) {
  const said = notice("status");
  const picked = h("input", {
    type: "file",
    accept: ".json,application/json",
    class: "visually-hidden",
    id: "all-games",
  });
  picked.addEventListener("change", async () => {
    const file = picked.files?.[0];
    picked.value = "";
    if (file) await tell(said, () => bringAll(file, onBrought));
  });
  return h(
    "section",
    { class: "panel alone", "aria-labelledby": "alone-title" },
    h("h2", { id: "alone-title" }, t("site.keep.title")),
    h("p", {}, t("site.keep.text")),
    h(
      "p",
      { class: "buttons" },
      h("button", { type: "button", onclick: () => tell(said, saveAll) }, t("site.keep.save")),
      picked,
      h("label", { class: "button", for: "all-games" }, t("site.keep.bring")),
    ),
    said,
    h("h2", {}, t("site.others.title")),
    h("p", {}, t("site.others.text"), " ", h("code", {}, "pipx run 'fitl[server]' serve --host 0.0.0.0")),
    h("p", { class: "soft" }, t("site.others.move")),
  );
}

/**
 * @param {HTMLElement} said
 * @param {() => Promise<string>} act
 */
async function tell(said, act) {
  replace(said, t("site.keep.working"));
  try {
    replace(said, await act());
  } catch (error) {
    replace(said, sentence(error));
  }
}

async function saveAll() {
  const games = await (await home.ask(KEPT)).json();
  const held = heldGames();
  const text = JSON.stringify({ fitl: "games", games, held });
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href: address, download: FILE }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
  return t("site.keep.saved", { n: games.length, file: FILE });
}

/**
 * @param {File} file
 * @param {() => Promise<void>} onBrought
 */
async function bringAll(file, onBrought) {
  let told;
  try {
    told = JSON.parse(await file.text());
  } catch {
    told = null;
  }
  if (told?.fitl !== "games" || !Array.isArray(told.games) || !Array.isArray(told.held))
    return t("site.keep.unreadable");
  const answer = await home.ask(KEPT, { method: "POST", body: JSON.stringify({ games: told.games }) });
  const { brought, message } = await answer.json();
  if (!answer.ok) return message;
  for (const note of told.held.reverse()) if (brought.includes(note.game)) holdGame(note);
  await onBrought();
  return t("site.keep.brought", { n: brought.length, others: told.games.length - brought.length });
}
