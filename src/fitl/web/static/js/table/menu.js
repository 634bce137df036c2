// @ts-check
/** The buttons at the top: looking back, rules, cards, keys, settings, sharing, and what else belongs to a game. */
import { openDialog } from "../dialog.js";
import { h, replace } from "../dom.js";
import { home } from "../home.js";
import { localNote } from "../lobby/local.js";
import { linksOf } from "../lobby/store.js";
import { lookBack } from "../lookback/graph.js";
import { exportMenu } from "../lookback/export.js";
import { openCard } from "../panels/cards.js";
import { openRule } from "../panels/rules.js";
import { toursOf } from "../tour/tours.js";
import { named, t } from "../words.js";
import { chip } from "./faction.js";
import { showKeys } from "./keys.js";
import { playersList } from "./people.js";
import { seatParts } from "./seats.js";
import { settingsForm } from "./settings.js";

/** @typedef {import("../api.js").State} State */

/** The card or the year in play. @param {Wire.TableView} view */
function inPlay({ card, draft, year }) {
  return { number: card?.number, year: draft?.years[0] ?? year?.year };
}

/**
 * @param {HTMLElement} host
 * @param {{table: import("../api.js").Table, map: import("./sitting.js").Parts["map"], settings: import("./settings.js").Settings, getState: () => State, getView: () => Wire.TableView,
 *   getHistory: () => Promise<Wire.HistoryRow[]>, onSeek: (entry: number) => void, onReplay: () => void, onSettings: () => void, onTour: (tour: any) => void, onFork: () => Promise<void>, onEdit: () => Promise<void>, onOrders: (() => Promise<void>) | null, say: (error: any) => void}} game
 */
export function createMenu(
  host,
  {
    table,
    map,
    settings,
    getState,
    getView,
    getHistory,
    onSeek,
    onReplay,
    onSettings,
    onTour,
    onFork,
    onEdit,
    onOrders,
    say,
  },
) {
  async function graphs() {
    const history = await getHistory();
    const dialog = openDialog(
      t("table.menu.graphs"),
      lookBack(history, { onSeek: (/** @type {number} */ entry) => (dialog.close(), onSeek(entry)) }),
      { wide: true },
    );
  }

  function people() {
    const state = getState();
    const others = () => linksOf(table.game).filter((link) => link.token !== table.token);
    const links = h("ul", { class: "share-links" }, others().map(shareLink));
    openDialog(
      t("table.menu.people"),
      [
        ...playersList(state),
        ...seatParts(table, state, say, () => replace(links, others().map(shareLink))),
        ...(!home.alone && others().length > 0 ? [h("h3", {}, t("table.share.links")), localNote(), links] : []),
        state.me.host && !home.alone && h("h3", {}, t("table.share.webhook")),
        state.me.host && !home.alone && webhookForm(),
        transferForm(state),
      ].filter(Boolean),
    );
  }

  /** @param {any} link */
  function shareLink(link) {
    const address = home.linkTo(link.path);
    const copy = h(
      "button",
      {
        type: "button",
        onclick: async () => {
          await navigator.clipboard.writeText(address);
          copy.textContent = t("table.share.copied");
        },
      },
      t("table.share.copy"),
    );
    return h(
      "li",
      {},
      link.role === "spectator"
        ? t("table.share.spectator")
        : link.factions.map((/** @type {string} */ faction) => chip(faction)),
      h("input", { type: "text", readonly: true, value: address, "aria-label": t("table.share.link") }),
      copy,
    );
  }

  function webhookForm() {
    const field = h("input", { type: "url", placeholder: "https://", "aria-label": t("table.share.webhook") });
    return h(
      "form",
      {
        class: "inline-form",
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          try {
            await table.change("/webhook", { url: field.value });
            say({ message: t("table.share.webhook_set") });
          } catch (error) {
            say(error);
          }
        },
      },
      h("p", { class: "soft" }, t("table.share.webhook_text")),
      field,
      h("button", { type: "submit" }, t("table.share.set")),
    );
  }

  /** 1.5.2: NVA and VC may hand each other Resources. @param {State} state */
  function transferForm(state) {
    const giver =
      state.me.factions.length === 1 && ["nva", "vc"].includes(state.me.factions[0]) ? state.me.factions[0] : null;
    const { resources } = state.view.tracks;
    if (!giver || !("nva" in resources && "vc" in resources)) return null; // P1.8, S1.5
    const field = h("input", { type: "number", min: 1, max: 75, value: 1, "aria-label": t("table.transfer.amount") });
    return h(
      "form",
      {
        class: "inline-form",
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          try {
            await table.change("/transfer", { giver, amount: Number(field.value) });
          } catch (error) {
            say(error);
          }
        },
      },
      h("h3", {}, t("table.transfer.title")),
      h("p", { class: "soft" }, t("table.transfer.text", { taker: named(giver === "nva" ? "vc" : "nva") })),
      field,
      h("button", { type: "submit" }, t("table.transfer.give")),
    );
  }

  /** The menu closes when something is chosen from it; what opens then gives the focus back to it. @param {() => unknown} act */
  function choose(act) {
    more.open = false;
    more.querySelector("summary")?.focus();
    Promise.resolve(act()).catch(say);
  }

  /** Tours of the era the game is in now. */
  function listTours() {
    replace(
      tours,
      toursOf(getState().view).map((tour) =>
        h(
          "button",
          { type: "button", class: "quiet", onclick: () => choose(() => onTour(tour)) },
          t(`tour.${tour.id}.title`),
        ),
      ),
    );
  }

  const item = (/** @type {string} */ name, /** @type {() => unknown} */ act) =>
    h("button", { type: "button", class: "quiet", onclick: () => choose(act) }, t(`table.menu.${name}`));
  const tours = h("div", { class: "menu-tours" });
  const more = h(
    "details",
    { class: "more", ontoggle: () => more.open && listTours() },
    h("summary", { class: "button quiet" }, t("table.menu.more")),
  );
  const list = h(
    "div",
    { class: "menu-list" },
    onOrders && item("orders", onOrders),
    item("graphs", graphs),
    item("replay", onReplay),
    item("fork", onFork),
    item("edit", onEdit),
    item("rules", () => openRule("2.3")),
    item("cards", () => openCard(undefined, inPlay(getState().view))),
    item("people", people),
    item("settings", () => openDialog(t("table.menu.settings"), settingsForm(settings, onSettings))),
    item("keys", showKeys),
    tours,
    exportMenu(table, { map, name: getState().name, getView }),
  );
  more.append(list);
  document.addEventListener("click", (event) => {
    if (more.open && event.target instanceof Node && !more.contains(event.target)) more.open = false;
  });
  more.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !more.open) return;
    more.open = false;
    more.querySelector("summary")?.focus();
    event.stopPropagation();
  });
  replace(host, more);
}
