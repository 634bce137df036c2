// @ts-check
/** Which seat this page is for: the secret in the address (taken out of sight at once), else the one this browser holds. */
import { home } from "../home.js";
import { heldGames } from "../lobby/store.js";
import { keepMoment, readHash } from "./moments.js";

const TAKE = "take="; // before the token of an invitation (seating.py)

/** @returns {{game: string, token: string, at: number | null, invitation?: boolean} | null} at: the moment that is asked for */
export function findSeat() {
  const game = home.game();
  const { token, at } = readHash(home.hash().slice(1));
  keepMoment(at);
  if (token.startsWith(TAKE)) return { game, token: token.slice(TAKE.length), at, invitation: true };
  const here = sessionStorage.getItem(`fitl.seat.${game}`); // this tab's own seat, if the browser holds several
  const held = here ?? heldGames().find((note) => note.game === game)?.token;
  if (token && !(at !== null && held)) {
    // who has a seat looks at the moment from there
    sessionStorage.setItem(`fitl.seat.${game}`, token);
    return { game, token, at };
  }
  return held ? { game, token: held, at } : null;
}
