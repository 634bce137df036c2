// @ts-check
/** The people at the table: who sits where, who is here, chat, and take-backs that need consent. */
import { h, replace } from "../dom.js";
import { t } from "../words.js";
import { botName } from "../bots.js";
import { forkWords } from "../fork.js";
import { ruleLinks } from "../panels/rules.js";
import { chip, factionName } from "./faction.js";

/** @typedef {import("../api.js").State} State */

/** Where a game came from that was not begun here: everybody at the table may know.
 * @param {State} state */
function originOf(state) {
  if (!state.origin) return false;
  const by = state.origin.by || t("table.people.somebody");
  return h(
    "p",
    { class: "origin" },
    t(`table.people.origin.${state.origin.kind}`, { by }),
    state.origin.of && ` ${forkWords(state.origin)}.`,
    state.origin.markers && ` ${t("table.people.origin.markers")}`,
  );
}

/** @param {State} state */
export function playersList(state) {
  return [originOf(state), listOf(state)];
}

/** @param {State} state */
function listOf(state) {
  return h(
    "ul",
    { class: "players" },
    state.players.map((player) =>
      h(
        "li",
        {},
        player.factions.map((faction) => chip(faction)),
        h(
          "span",
          { class: "player-name" },
          player.plays !== null // a bot
            ? ruleLinks(t("table.people.bot", { plays: botName(player.plays) }))
            : player.name || (state.me.seats.includes(player.seat) ? t("table.people.me") : t("table.people.somebody")),
        ),
        player.muted && h("span", { class: "soft" }, t("seat.muted")),
        !player.claimed && h("span", { class: "away" }, t("seat.open")),
        player.kind === "person" &&
          player.claimed &&
          h(
            "span",
            { class: player.here ? "here" : "away" },
            t(player.here ? "table.people.here" : "table.people.away"),
          ),
      ),
    ),
  );
}

/** Who spoke, and from which seat: a name alone could be anybody's. Who has none is called by the Factions. @param {Wire.ChatLine} message */
function speaker({ who, role, factions }) {
  const named = who !== factions.map(factionName).join(" + ");
  return h(
    "span",
    { class: "speaker" },
    named && h("b", {}, who),
    " ",
    factions.map((faction) => chip(faction)),
    role === "spectator" && h("span", { class: "soft" }, t("seat.spectator")),
  );
}

/**
 * @param {HTMLElement} host
 * @param {import("../api.js").Table} table
 * @param {{onError: (error: unknown) => void, onUnread: (n: number) => void}} listener
 */
export function createChat(host, table, { onError, onUnread }) {
  const readTo = `fitl.chat.${table.game}`; // up to which line this browser has read
  let last = 0;
  let unread = 0;
  let open = false;
  let mine = ""; // our Factions
  /** What is read stays read after a reload. */
  function remember() {
    localStorage.setItem(readTo, String(last));
  }
  const rows = h("ol", {});
  const list = h("div", { class: "chat", role: "log", "aria-label": t("table.chat.title"), tabindex: 0 }, rows);
  const field = h("input", {
    type: "text",
    maxlength: 1000,
    placeholder: t("table.chat.placeholder"),
    "aria-label": t("table.chat.placeholder"),
  });
  const send = h("button", { type: "submit" }, t("table.chat.send"));
  const people = h("div", { class: "people" });
  const name = h("input", {
    type: "text",
    maxlength: 60,
    "aria-label": t("table.people.name"),
    placeholder: t("table.people.name"),
  });
  name.addEventListener("change", async () => {
    try {
      await table.change("/name", { name: name.value });
    } catch (error) {
      onError(error);
    }
  });
  const form = h(
    "form",
    {
      class: "chat-form",
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        if (!field.value.trim()) return;
        try {
          await table.change("/chat", { text: field.value });
          field.value = "";
          await read();
          remember(); // one's own line is no news
        } catch (error) {
          onError(error);
        }
      },
    },
    field,
    send,
  );
  replace(host, people, h("p", { class: "my-name" }, name), list, form);

  async function read() {
    const found = await table.get("/chat", { after: last });
    for (const message of found) {
      if (message.id <= last) continue;
      last = message.id;
      rows.append(
        h(
          "li",
          { class: `from-${message.role}` },
          speaker(message),
          " ",
          message.text,
          " ",
          h(
            "time",
            {},
            new Date(message.at * 1000).toLocaleTimeString(document.documentElement.lang, {
              hour: "2-digit",
              minute: "2-digit",
            }),
          ),
        ),
      );
      const own = message.role === "player" && String(message.factions) === mine; // from another device, perhaps
      if (!open && !own && message.id > Number(localStorage.getItem(readTo) ?? 0)) unread += 1;
    }
    if (open) remember();
    list.scrollTop = list.scrollHeight;
    onUnread(unread);
  }

  return {
    /** @param {State} state */
    async update(state) {
      replace(people, ...playersList(state));
      mine = String(state.me.factions);
      name.disabled = field.disabled = send.disabled = state.me.muted;
      field.placeholder = t(state.me.muted ? "seat.muted_you" : "table.chat.placeholder");
      if (document.activeElement !== name) name.value = state.me.name;
      if (state.chat > last) await read().catch(onError);
    },
    /** @param {boolean} shown */
    setOpen(shown) {
      open = shown;
      if (shown) {
        unread = 0;
        remember();
        onUnread(0);
      }
    },
  };
}

/**
 * A take-back on which players are to agree; null if there is none.
 * @param {State} state
 * @param {(agree: boolean) => void} onAnswer
 */
export function proposalBanner(state, onAnswer) {
  const { proposal, me } = state;
  if (!proposal) return null;
  if (me.role !== "player")
    return h("div", { class: "banner" }, t("table.undo.watched", { who: proposal.by, what: proposal.what }));
  if (proposal.mine || proposal.answered)
    return h(
      "div",
      { class: "banner" },
      t("table.undo.waiting", { what: proposal.what }),
      proposal.mine && h("button", { type: "button", onclick: () => onAnswer(false) }, t("table.undo.withdraw")),
    );
  return h(
    "div",
    { class: "banner ask", role: "alertdialog", "aria-label": t("table.undo.title") },
    t(proposal.yours ? "table.undo.asked_yours" : "table.undo.asked", {
      who: proposal.by,
      what: proposal.what,
      n: proposal.yours,
    }),
    h("button", { type: "button", class: "primary", onclick: () => onAnswer(true) }, t("table.undo.agree")),
    h("button", { type: "button", onclick: () => onAnswer(false) }, t("table.undo.decline")),
  );
}

/**
 * What became of take-backs between two looks, in a sentence; null if nothing did.
 * @param {State} before
 * @param {State} now
 */
export function takeBackNews(before, now) {
  const { taken_back: taken, declined } = now;
  if (taken && now.version !== before.version && now.entries < before.entries)
    return t(taken.mine ? "table.undo.done" : "table.undo.told", { who: taken.by, what: taken.what });
  if (declined && declined.id !== before.declined?.id) {
    if (declined.withdrawn)
      return declined.mine ? null : t("table.undo.withdrawn", { who: declined.by, what: declined.what });
    return t(declined.mine ? "table.undo.declined_mine" : "table.undo.declined", {
      who: declined.who,
      what: declined.what,
    });
  }
  return before.proposal && !now.proposal && now.entries > before.entries ? t("table.undo.lapsed") : null;
}
