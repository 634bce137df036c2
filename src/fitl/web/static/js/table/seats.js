// @ts-check
/** In "People": one's own link for other devices, seats that can be freed, and the end of a game. */
import { h, replace } from "../dom.js";
import { home } from "../home.js";
import { swapSpectators } from "../lobby/store.js";
import { ownLink, renewSeat } from "../seat_link.js";
import { t } from "../words.js";
import { factionName } from "./faction.js";

/** @typedef {import("../api.js").State} State */

/**
 * @param {import("../api.js").Table} table
 * @param {State} state
 * @param {(error: unknown) => void} say
 * @param {() => void} onLinks links that this browser keeps have changed
 * @returns {HTMLElement[]}
 */
export function seatParts(table, state, say, onLinks) {
  const { me } = state;
  return [
    me.role === "player" && !home.alone && mySeat(table, say),
    me.host && !home.alone && freeSeats(table, state, say),
    me.host && !home.alone && whoMayWrite(table, state, say),
    me.host && !home.alone && spectators(table, say, onLinks),
    theEnd(table, state, say),
  ].filter(Boolean);
}

/** @param {import("../api.js").Table} table @param {(error: unknown) => void} say */
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
  return h(
    "section",
    { class: "my-seat" },
    h("h3", {}, t("seat.title")),
    link,
    h("p", { class: "soft" }, t("seat.renew_text")),
    renew,
  );
}

/** @param {import("../api.js").Table} table @param {State} state @param {(error: unknown) => void} say */
function freeSeats(table, state, say) {
  const free = state.players.filter((/** @type {Wire.PlayerShown} */ player) => player.abandoned);
  if (!free.length) return null;
  return h(
    "section",
    { class: "free-seats" },
    h("h3", {}, t("seat.free_title")),
    h("p", { class: "soft" }, t("seat.free_text")),
    free.map((/** @type {Wire.PlayerShown} */ player) => {
      const who = player.factions.map(factionName).join(" + ");
      const row = h("p", {});
      const button = h(
        "button",
        {
          type: "button",
          onclick: async () => {
            try {
              const { result } = await table.change("/free", { seat: player.seat });
              replace(
                row,
                h("input", {
                  class: "link",
                  type: "text",
                  readonly: true,
                  value: home.linkTo(result.path),
                  "aria-label": t("seat.invitation", { who }),
                }),
              );
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

/** @param {import("../api.js").Table} table @param {State} state @param {(error: unknown) => void} say */
function whoMayWrite(table, state, say) {
  const people = state.players
    .filter(
      (/** @type {Wire.PlayerShown} */ player) =>
        player.kind === "person" && player.claimed && !state.me.seats.includes(player.seat),
    )
    .map((/** @type {Wire.PlayerShown} */ player) => ({
      seat: player.seat,
      who: player.name || player.factions.map(factionName).join(" + "),
      muted: player.muted,
    }));
  const all = [...people, { seat: "spectators", who: t("seat.spectators"), muted: state.spectators.muted }];
  return h(
    "section",
    { class: "who-may-write" },
    h("h3", {}, t("seat.mute_title")),
    h("p", { class: "soft" }, t("seat.mute_text")),
    h(
      "p",
      { class: "buttons" },
      all.map((one) => muteButton(table, one, say)),
    ),
  );
}

/**
 * @param {import("../api.js").Table} table
 * @param {{seat: number | string, who: string, muted: boolean}} person
 * @param {(error: unknown) => void} say
 */
function muteButton(table, person, say) {
  const words = () => t(person.muted ? "seat.unmute" : "seat.mute", { who: person.who });
  const button = h(
    "button",
    {
      type: "button",
      onclick: async () => {
        try {
          await table.change("/mute", { seat: person.seat, muted: !person.muted });
          person.muted = !person.muted;
          button.textContent = words();
        } catch (error) {
          say(error);
        }
      },
    },
    words(),
  );
  return button;
}

/** The link of all who watch. @param {import("../api.js").Table} table @param {(error: unknown) => void} say @param {() => void} onLinks */
function spectators(table, say, onLinks) {
  const row = h("p", { class: "own-link-row" });
  const button = h(
    "button",
    {
      type: "button",
      onclick: async () => {
        try {
          const { result } = await table.change("/renew/spectators", {});
          swapSpectators(table.game, result);
          onLinks();
          replace(
            row,
            h("input", {
              class: "link",
              type: "text",
              readonly: true,
              value: home.linkTo(result.path),
              "aria-label": t("seat.spectators_link"),
            }),
          );
          row.querySelector("input")?.select();
        } catch (error) {
          say(error);
        }
      },
    },
    t("seat.spectators_renew"),
  );
  return h(
    "section",
    { class: "spectators" },
    h("h3", {}, t("seat.spectators_title")),
    h("p", { class: "soft" }, t("seat.spectators_text")),
    row,
    button,
  );
}

/** @param {import("../api.js").Table} table @param {State} state @param {(error: unknown) => void} say */
function theEnd(table, state, say) {
  const { me, ends } = state;
  const may = ends ? me.host || (ends.by === "age" && me.role === "player") : me.host;
  if (!may) return ends ? h("p", {}, endsText(ends)) : null;
  const ask = h("p", { class: "ask", hidden: true }, t("seat.end_ask"), " ");
  const act = async (/** @type {boolean} */ end) => {
    try {
      const { result } = await table.post("/end", { end });
      if (result.gone) home.go("/");
      else say({ message: t(end ? "seat.ending" : "seat.kept") });
    } catch (error) {
      say(error);
    }
  };
  ask.append(h("button", { type: "button", class: "primary", onclick: () => act(true) }, t("seat.end_yes")));
  const open = h("button", { type: "button", onclick: () => (ask.hidden = !ask.hidden) }, t("seat.end"));
  const keep = h("button", { type: "button", onclick: () => act(false) }, t("seat.keep"));
  return h(
    "section",
    { class: "the-end" },
    h("h3", {}, t("seat.end_title")),
    ends && h("p", {}, endsText(ends)),
    ends ? keep : open,
    ask,
  );
}

/** When a game will be deleted. @param {Wire.Ending} ends */
export function endsText(ends) {
  const when = new Date(ends.at * 1000).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
  return t(ends.by === "host" ? "seat.ends_by_host" : "seat.ends_by_age", { when });
}
