// @ts-check
/**
 * One's own seat: taking it by an invitation, its link and QR code for other devices, and renewing the link.
 *
 * The secret of a seat is made here and kept before it is sent, so that it is not lost if the answer is: the sender
 * simply opens the seat with it.
 */
import { Refused } from "./api.js";
import { onPhone } from "./device.js";
import { h, replace } from "./dom.js";
import { home } from "./home.js";
import { isLocal } from "./lobby/local.js";
import { claimUnderWay, heldGames, keepClaim, swapToken } from "./lobby/store.js";
import { qrCode } from "./qr.js";
import { t } from "./words.js";

/** 256 random bits in base64url. */
export function newSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/**
 * What a seat sees, taking it first if the link is an invitation. A link that no longer works leads to the seat that
 * this browser got for it, if it did.
 * @param {import("./api.js").Table} table
 * @param {boolean} [invitation]
 */
export async function openSeat(table, invitation = false) {
  const asked = table.token;
  try {
    return await (invitation ? takeSeat(table) : table.look());
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === "invitation") return takeSeat(table);
    if (error.code !== "unknown") throw error;
    if (table.token !== asked) return table.look(); // renewed while we asked
    for (const token of [
      claimUnderWay(table.token),
      ...heldGames()
        .filter((note) => note.game === table.game)
        .map((note) => note.token),
    ]) {
      const state = token && token !== table.token ? await lookWith(table, token) : null;
      if (state) return state;
    }
    throw error;
  }
}

/** @param {import("./api.js").Table} table */
async function takeSeat(table) {
  const secret = claimUnderWay(table.token) ?? newSecret();
  keepClaim(table.token, secret);
  await table.post("/claim", { token: secret });
  const state = await lookWith(table, secret);
  if (!state) throw new Refused(t("seat.lost"), "unknown", 404);
  return state;
}

/**
 * Look with another token, and go on with it if it opens something.
 * @param {import("./api.js").Table} table
 * @param {string} token
 */
async function lookWith(table, token) {
  const before = table.token;
  table.token = token;
  try {
    const state = await table.look();
    swapToken(table.game, before, token);
    return state;
  } catch (error) {
    table.token = before;
    if (error instanceof Refused && error.code === "unknown") return null;
    throw error;
  }
}

/**
 * Exchange the secret of a seat for another; every other copy of the link stops working.
 * @param {import("./api.js").Table} table
 */
export async function renewSeat(table) {
  const before = table.token;
  const secret = newSecret();
  keepClaim(before, secret);
  await table.change("/renew", { token: secret }).catch((error) => {
    if (error instanceof Refused && error.code !== "no_answer") keepClaim(before, null); // else it may have arrived
    throw error;
  });
  table.token = secret;
  swapToken(table.game, before, secret);
}

/**
 * The link of one's own seat, with a code to scan.
 * @param {string} game
 * @param {string} token
 */
export function ownLink(game, token) {
  const address = home.linkTo(`/game/${game}#${token}`);
  const local = isLocal();
  const field = h("input", {
    class: "link",
    type: "text",
    readonly: true,
    value: address,
    "aria-label": t("seat.link"),
    onfocus: () => field.select(),
  });
  const said = h("span", { class: "soft", role: "status" });
  const copy = h(
    "button",
    {
      type: "button",
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(address);
          replace(said, t("seat.copied"));
        } catch {
          field.select(); // without https the browser has no clipboard
          replace(said, t("seat.copy_failed"));
        }
      },
    },
    t("seat.copy"),
  );
  return h(
    "div",
    { class: "own-link" },
    !local && qrCode(address, t("seat.code")),
    h(
      "div",
      { class: "own-link-words" },
      h("p", { class: "soft" }, t(`seat.${local ? "local" : "text"}${onPhone() ? "_phone" : ""}`)),
      h("p", { class: "own-link-row" }, field, copy),
      said,
    ),
  );
}
