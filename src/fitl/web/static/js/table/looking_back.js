// @ts-check
/** Looking back: the history of the contest, earlier moments of the table, their replay, and the end of the game. */
import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { openFork } from "../fork.js";
import { home } from "../home.js";
import { linksOf } from "../lobby/store.js";
import { t } from "../words.js";
import { keepMoment, momentLink, readHash } from "./moments.js";
import { createReplay, PACES } from "./replay.js";
import { createReplayBar } from "./replay_bar.js";
import { keepSettings } from "./settings.js";
import { shownAfter } from "./steps.js";

const REST = 250; // milliseconds after a step until all that was told then is asked for

/**
 * @param {import("./sitting.js").Sitting} sitting
 * @param {(before: Wire.TableView, view: Wire.TableView) => HTMLElement[]} tilesMoved the tiles that stand elsewhere now
 */
export function createLookingBack(sitting, tilesMoved) {
  const { table, chrome, say, settings } = sitting;
  /** @type {Wire.HistoryRow[]} */
  let rows = [];
  let resting = 0;

  const source = {
    frames: async (/** @type {number} */ from, /** @type {number} */ to) =>
      (await table.get("/frames", { from, to })).frames,
    view: async (/** @type {number} */ entry) => (await table.then(entry)).view,
    end: () => sitting.state.entries,
  };
  const replay = createReplay(source, () => PACES[settings.pace] ?? PACES.normal, {
    onStep,
    onRest,
    onPlaying,
    onEnd: () => sitting.parts.timeline.go(null),
    onError: say,
  });
  const bar = createReplayBar(chrome.replay, {
    pace: settings.pace,
    onPlay: playOrPause,
    onStep: step,
    onPace: (pace) => {
      settings.pace = /** @type {keyof typeof PACES} */ (pace);
      keepSettings(settings);
    },
    onLink: copyLink,
    onFork: () => void openFork(table, sitting.state, sitting.looking ?? sitting.state.entries).catch(say),
    onPresent: () => sitting.parts.timeline.go(null),
  });
  bar.playing(false);

  /** A row for every card and one for the present. */
  async function history() {
    const last = rows.at(-1);
    if (!last || last.entry !== sitting.state.entries) rows = await table.get("/history");
    return rows;
  }

  /** The notches change only when a card does. */
  async function drawTimeline() {
    const { state } = sitting;
    const last = rows.at(-1);
    if (!last || last.entry > state.entries || last.id !== (state.view.card?.id ?? "") || last.over !== state.over)
      await history();
    sitting.parts.timeline.update(state.entries, rows);
  }

  /** @param {number | null} entry null: the present */
  function place(entry) {
    sitting.looking = entry;
    chrome.setLooking(entry !== null);
    bar.show(entry !== null);
    if (entry !== null) bar.place(entry, sitting.state.entries);
  }

  /** Show the table as it was; null: as it is. @param {number | null} entry */
  async function seek(entry) {
    if (sitting.parts.playback.busy) sitting.parts.playback.skip();
    sitting.traces.end();
    place(entry);
    keepMoment(entry);
    if (entry === null) {
      replay.stop();
      sitting.draw.all();
      return;
    }
    replay.hold();
    bar.tell(null);
    await showWhole(entry);
  }

  /** All that was visible after this many entries. @param {number} entry */
  async function showWhole(entry) {
    window.clearTimeout(resting);
    try {
      const then = await table.then(entry);
      if (sitting.looking !== entry) return;
      sitting.shown = then;
      sitting.draw.board(then.view, false);
      sitting.parts.story.update(then.view.log, then.turns);
      sitting.draw.question();
      replay.jump(entry, then.view);
    } catch (error) {
      replay.stop();
      say(error);
    }
  }

  /** @param {Wire.TableView} stepped @param {Wire.Frame | null} frame @param {1 | -1} by */
  function onStep(stepped, frame, by) {
    const before = sitting.shown.view;
    const view = frame ? shownAfter(stepped, frame) : stepped;
    place(replay.entry);
    sitting.shown = { ...sitting.shown, view: { ...view, decision: null } };
    sitting.parts.timeline.place(replay.entry);
    sitting.draw.board(view, true);
    bar.tell(frame, tilesMoved(before, view));
    if (!frame || by < 0) return;
    sitting.parts.story.tell(frame);
    sitting.sounds.hearStep(frame);
    sitting.parts.map.flash(Object.keys(frame.changes.spaces ?? {}));
  }

  /** Nothing moves: what was asked and told then is shown as well, unless only part of an entry has been shown. */
  function onRest() {
    const { looking } = sitting;
    window.clearTimeout(resting);
    if (looking === null) return;
    keepMoment(looking);
    if (replay.whole)
      resting = window.setTimeout(() => sitting.looking === looking && !replay.playing && rest(looking), REST);
  }

  /** @param {number} entry */
  async function rest(entry) {
    const then = await table.then(entry).catch(say);
    if (!then || sitting.looking !== entry || replay.playing || replay.entry !== entry) return;
    sitting.shown = then;
    sitting.parts.story.update(then.view.log, then.turns);
    sitting.draw.board(then.view, false);
    sitting.draw.question();
  }

  function onPlaying() {
    chrome.setReplaying(replay.playing);
    bar.playing(replay.playing);
  }

  /** One step back or on; back also from the present. @param {1 | -1} by */
  function step(by) {
    if (sitting.looking !== null) replay.step(by);
    else if (by < 0 && sitting.state.entries) sitting.parts.timeline.go(sitting.state.entries - 1);
  }

  function playOrPause() {
    const { looking } = sitting;
    if (looking === null) return;
    if (replay.playing) {
      replay.pause();
      return;
    }
    replay.play();
    if (!replay.placed) showWhole(looking); // it could not be shown before
  }

  /** Play the game from a moment on. @param {number} entry */
  function watch(entry) {
    replay.stop();
    sitting.parts.timeline.go(entry);
    if (sitting.looking === null) return;
    replay.play();
    chrome.showQuestion();
    bar.focus();
  }

  async function copyLink() {
    if (sitting.looking === null) return;
    const kept = linksOf(table.game).find(({ role }) => role === "spectator")?.token ?? null;
    const link = momentLink(table.game, sitting.looking, sitting.state.me.role === "spectator" ? table.token : kept);
    try {
      await navigator.clipboard.writeText(link);
      chrome.say(t("table.replay.copied"));
    } catch {
      openDialog(
        t("table.replay.link_text"),
        h("input", { class: "link", type: "text", readonly: true, value: link, "aria-label": t("table.replay.link") }),
      ); // without https the browser has no clipboard
    }
  }

  /** The table when the page is opened: at the moment that its address names, else as it is. @param {number | null} at */
  async function begin(at) {
    if (at !== null && at < sitting.state.entries) {
      await drawTimeline();
      sitting.parts.timeline.place(at);
      await seek(at);
      sitting.draw.heading();
      sitting.draw.company();
      return;
    }
    keepMoment(null);
    sitting.draw.all();
    sayIfGone(at);
  }

  /** @param {number | null} at */
  function sayIfGone(at) {
    if (at !== null && at > sitting.state.entries) chrome.say(t("table.replay.gone", { n: at }));
  }

  /** What each turn of the finished game cost. */
  async function showReview() {
    const [{ reviewPanel }, outline, found] = await Promise.all([
      import("../lookback/review.js"),
      table.get("/review"),
      history(),
    ]);
    const onSeek = (/** @type {number} */ entry) => (dialog.close(), sitting.parts.timeline.go(entry));
    const panel = reviewPanel(table, outline, found, sitting.state.me.factions, { onSeek, say });
    const dialog = openDialog(t("lookback.review.title"), panel, { wide: true });
  }

  window.addEventListener("hashchange", () => {
    const { at } = readHash(home.hash().slice(1));
    if (at === null) return;
    sitting.parts.timeline.go(at);
    sayIfGone(at);
  });

  return {
    history,
    drawTimeline,
    seek,
    step,
    watch,
    begin,
    playOrPause,
    /** The game went on, or back, while we look back. @param {import("../api.js").State} before */
    async follow(before) {
      await drawTimeline();
      const { state, looking } = sitting;
      if (looking === null) return;
      bar.place(looking, state.entries);
      if (state.entries >= before.entries) return;
      if (looking >= state.entries) sitting.parts.timeline.go(null);
      else replay.forget();
    },
    async showEnd() {
      const [{ endScreen }, { exportMenu }, found] = await Promise.all([
        import("../lookback/end.js"),
        import("../lookback/export.js"),
        history(),
      ]);
      const { state, parts } = sitting;
      const leave = (/** @type {() => void} */ act) => {
        dialog.addEventListener("close", act); // the dialog gives the focus back before
        dialog.close();
      };
      const exports = exportMenu(table, { map: parts.map, name: state.name, getView: () => sitting.shown.view });
      const dialog = openDialog(
        t("table.end"),
        endScreen(state, found, {
          exports,
          onReplay: () => leave(() => watch(0)),
          onReview: () => leave(() => void showReview().catch(say)),
          onSeek: (entry) => leave(() => parts.timeline.go(entry)),
        }),
        { wide: true },
      );
    },
  };
}
