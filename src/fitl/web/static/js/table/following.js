// @ts-check
/** Following the game: takes in what the server tells, one state after another, and shows what others did step by step. */
import { Refused } from "../api.js";
import { home } from "../home.js";
import { openSeat } from "../seat_link.js";
import { followGame } from "./live.js";
import { takeBackNews } from "./people.js";
import { applied, shownAfter } from "./steps.js";

const GRACE = 400; // milliseconds an answer may be behind the news of it before we look

/** @typedef {import("../api.js").State} State */

/** @param {import("./sitting.js").Sitting} sitting */
export function createFollowing(sitting) {
  const { table, chrome, settings, say } = sitting;
  let fetching = false;
  let again = false;
  let asking = 0; // changes under way
  /** @type {Wire.News | null} what was heard meanwhile */
  let heard = null;
  let waiting = 0;
  /** @type {Promise<void>} states are taken in one at a time */
  let taking = Promise.resolve();

  /** Take in a new state: show it, or play what others did first. @param {State} next */
  function take(next) {
    taking = taking.then(() => takeNow(next)).catch(say);
    return taking;
  }

  /** @param {State} next */
  async function takeNow(next) {
    const before = sitting.state;
    if (next.version < before.version) return; // overtaken by a newer one
    sitting.state = next;
    const news = takeBackNews(before, next);
    if (news) chrome.say(news);
    if (sitting.looking !== null) {
      await sitting.back.follow(before);
      sitting.draw.question();
    } else if (next.entries < sitting.shownEntries) {
      skipPlayback(); // something was taken back
      sitting.draw.all();
    } else if (settings.speed === "instant" || next.entries === sitting.shownEntries || !(await playOthers(before))) {
      if (!sitting.parts.playback.busy) sitting.draw.all(true);
    }
    sitting.traces.update(next, settings.speed === "instant" && sitting.looking === null);
    for (const listener of sitting.listeners) listener(next); // a coach points at the question that stands now
  }

  function skipPlayback() {
    if (sitting.parts.playback.busy) sitting.parts.playback.skip();
  }

  /** Play back what others did since; false if nobody else did anything. @param {State} before */
  async function playOthers(before) {
    const { playback, story } = sitting.parts;
    const told = sitting.state.steps;
    const { frames } =
      told?.from === sitting.shownEntries && told.to === sitting.state.entries
        ? told
        : await table.get("/frames", { from: sitting.shownEntries, to: sitting.state.entries });
    sitting.shownEntries = sitting.state.entries;
    if (playback.busy) {
      playback.play(sitting.shown.view, frames);
      return true;
    }
    const mine = new Set([...before.me.factions, "chance", "transfer"]);
    const first = frames.findIndex(
      (frame) => !mine.has(frame.actor) || (frame.chapter && frame.chapter !== before.view.stage),
    );
    if (first < 0) return false;
    let view = before.view;
    for (const frame of frames.slice(0, first)) {
      view = applied(view, frame.changes); // our own answer is no news
      story.tell(frame);
    }
    playback.play(view, frames.slice(first));
    sitting.draw.question();
    return true;
  }

  /**
   * One step of a playback.
   * @param {Wire.TableView} stepped the view after it
   * @param {Wire.Frame} frame
   */
  function showFrame(stepped, frame) {
    const view = shownAfter(stepped, frame);
    sitting.shown = { ...sitting.state, view: { ...view, decision: sitting.state.view.decision } };
    sitting.draw.board(view, true);
    sitting.parts.story.tell(frame);
    sitting.sounds.hearStep(frame);
    sitting.parts.map.flash(Object.keys(frame.changes.spaces ?? {}));
  }

  async function look() {
    if (fetching) {
      again = true;
      return;
    }
    fetching = true;
    try {
      do {
        again = false;
        await take(await table.look(sitting.looking === null ? sitting.shownEntries : undefined));
      } while (again);
    } catch (error) {
      if (error instanceof Refused && error.code === "unknown") await lost();
      else say(error);
    } finally {
      fetching = false;
    }
  }

  /**
   * Ask for a change and take in the resulting state. News heard meanwhile is mostly of that very change, so
   * it waits: the answer makes a second request needless.
   * @param {() => Promise<State>} request gives the state
   */
  async function answerTo(request) {
    asking += 1;
    try {
      await take(await request());
    } finally {
      asking -= 1;
      if (!asking && heard) hear(heard);
    }
  }

  /** What the server says by its socket: numbers that tell whether to look. @param {Wire.News} news */
  function hear(news) {
    window.clearTimeout(waiting);
    heard = asking ? news : null;
    if (asking) {
      waiting = window.setTimeout(() => heard && see(heard), GRACE);
      return;
    }
    see(news);
  }

  /** Look if there is something new. @param {Wire.News} news */
  function see(news) {
    const { state } = sitting;
    if (news.version < state.version) return; // sent before what we were told since
    if (news.version !== state.version || news.number !== state.number || news.thinking !== state.thinking) {
      look();
      return;
    }
    const here = new Set(news.here);
    const moved = state.players.some((player) => player.here !== here.has(player.seat));
    if (!moved && news.thought === state.thought && news.waiting === state.waiting) return;
    // Who comes or goes, and how far a thinker is, changes nothing in the game: no need to look.
    sitting.state = {
      ...state,
      thought: news.thought,
      waiting: news.waiting,
      players: state.players.map((player) => ({
        ...player,
        here: here.has(player.seat),
      })),
    };
    if (sitting.shown === state) sitting.shown = sitting.state;
    sitting.draw.company();
  }

  /**
   * The link no longer works. If this very page renews it, news of that may come before the answer: then the new
   * one opens the seat. Else it was renewed elsewhere, or the game is gone, and the reloaded page says so.
   */
  async function lost() {
    const state = await openSeat(table).catch((error) => {
      if (error.code === "unknown") home.reload();
    });
    if (state) await take(state);
  }

  return {
    take,
    answerTo,
    look,
    showFrame,
    start: () => followGame(table, { onNews: hear, onLink: chrome.setLink, onLost: lost }),
  };
}
