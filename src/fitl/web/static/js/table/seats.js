// @ts-check
/** In "People": one's own link for other devices, seats that can be freed, and the end of a game. */
import { h, replace } from "../dom.js";
import { ownLink, renewSeat } from "../seat_link.js";
import { t } from "../words.js";
import { factionName } from "./faction.js";

/**
 * @param {import("../api.js").Table} table
 * @param {any} state
 * @param {(error: any) => void} say
 * @returns {HTMLElement[]}
 */
export function seatParts(table, state, say) {
  const { me } = state;
  return [me.role === "player" && mySeat(table, say), me.host && freeSeats(table, state, say), theEnd(table, state, say)].filter(Boolean);
}

/** @param {import("../api.js").Table} table @param {(error: any) => void} say */
function mySeat(table, say) {
  const link = h("div", {}, ownLink(table.game, table.token));
  const renew = h(
    "button",
    {
      type: "button",
      onclick: async () => {
        try {
          await renewSeat(table);
          replace(link, ownLink(table.game, table.token));
          say({ message: t("seat.renewed") });
        } catch (error) {
          say(error);
        }
      },
    },
    t("seat.renew"),
  );
  return h("section", { class: "my-seat" }, h("h3", {}, t("seat.title")), link, h("p", { class: "soft" }, t("seat.renew_text")), renew);
}

/** @param {import("../api.js").Table} table @param {any} state @param {(error: any) => void} say */
function freeSeats(table, state, say) {
  const free = state.players.filter((/** @type {any} */ player) => player.abandoned);
  if (!free.length) return null;
  return h(
    "section",
    { class: "free-seats" },
    h("h3", {}, t("seat.free_title")),
    h("p", { class: "soft" }, t("seat.free_text")),
    free.map((/** @type {any} */ player) => {
      const who = player.factions.map(factionName).join(" + ");
      const row = h("p", {});
      const button = h(
        "button",
        {
          type: "button",
          onclick: async () => {
            try {
              const { result } = await table.post("/free", { seat: player.seat });
              replace(row, h("input", { class: "link", type: "text", readonly: true, value: location.origin + result.path, "aria-label": t("seat.invitation", { who }) }));
              row.querySelector("input")?.select();
            } catch (error) {
              say(error);
            }
          },
        },
        t(player.claimed ? "seat.free" : "seat.invite", { who }),
      );
      row.append(button);
      return row;
    }),
  );
}

/** @param {import("../api.js").Table} table @param {any} state @param {(error: any) => void} say */
function theEnd(table, state, say) {
  const { me, ends } = state;
  const may = ends ? me.host || (ends.by === "age" && me.role === "player") : me.host;
  if (!may) return ends ? h("p", {}, endsText(ends)) : null;
  const ask = h("p", { class: "ask", hidden: true }, t("seat.end_ask"), " ");
  const act = async (/** @type {boolean} */ end) => {
    try {
      const { result } = await table.post("/end", { end });
      if (result.gone) location.assign("/");
      else say({ message: t(end ? "seat.ending" : "seat.kept") });
    } catch (error) {
      say(error);
    }
  };
  ask.append(h("button", { type: "button", class: "primary", onclick: () => act(true) }, t("seat.end_yes")));
  const open = h("button", { type: "button", onclick: () => (ask.hidden = !ask.hidden) }, t("seat.end"));
  const keep = h("button", { type: "button", onclick: () => act(false) }, t("seat.keep"));
  return h("section", { class: "the-end" }, h("h3", {}, t("seat.end_title")), ends && h("p", {}, endsText(ends)), ends ? keep : open, ask);
}

/** When a game will be deleted. @param {{at: number, by: string}} ends */
export function endsText(ends) {
  const when = new Date(ends.at * 1000).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
  return t(ends.by === "host" ? "seat.ends_by_host" : "seat.ends_by_age", { when });
}
