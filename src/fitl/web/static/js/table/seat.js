// @ts-check
/** Which seat this page is for: the secret in the address (taken out of sight at once), else the one this browser holds. */
import { heldGames } from "../lobby/store.js";

const TAKE = "take="; // before the token of an invitation (seating.py)

/** @returns {{game: string, token: string, invitation?: boolean} | null} */
export function findSeat() {
  const game = location.pathname.split("/")[2] ?? "";
  const token = location.hash.slice(1);
  if (token.startsWith(TAKE)) {
    window.history.replaceState(null, "", location.pathname);
    return { game, token: token.slice(TAKE.length), invitation: true };
  }
  if (token) {
    window.history.replaceState(null, "", location.pathname);
    sessionStorage.setItem(`fitl.seat.${game}`, token);
    return { game, token };
  }
  const here = sessionStorage.getItem(`fitl.seat.${game}`); // this tab's own seat, if the browser holds several
  const held = heldGames().find((note) => note.game === game);
  const found = here ?? held?.token;
  return found ? { game, token: found } : null;
}
