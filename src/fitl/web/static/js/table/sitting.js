// @ts-check
/**
 * Sitting at the table: makes the parts of the page and what binds them (drawing, acting, following, looking back).
 * They share one object, the sitting, which says what the game is like, what is shown of it, and since when.
 */
import { editMoment, forkLine, openFork } from "../fork.js";
import { createMap } from "../map/map.js";
import { createGuide } from "../tour/guide.js";
import { wantedTour } from "../tour/start.js";
import { createActs } from "./acting.js";
import { createBoxes } from "./boxes.js";
import { createCards } from "./card.js";
import { openPassage } from "./chapters.js";
import { createChrome } from "./chrome.js";
import { createDrawing } from "./drawing.js";
import { createFollowing } from "./following.js";
import { listenToKeys } from "./keys.js";
import { createLookingBack } from "./looking_back.js";
import { createMenu } from "./menu.js";
import { createNudge } from "./nudge.js";
import { createChat } from "./people.js";
import { createOrders } from "./orders.js";
import { createPlan } from "./plan.js";
import { createPlayback } from "./playback.js";
import { createPrompt } from "./prompt.js";
import { createRedo } from "./redo.js";
import { createSequence } from "./sequence.js";
import { applyTheme, keepSettings, readSettings } from "./settings.js";
import { createSounds } from "./sounds.js";
import { createSpotlight } from "./spotlight.js";
import { createStory } from "./story.js";
import { createTimeline } from "./timeline.js";
import { movedTiles } from "./tile_moves.js";
import { tile } from "./tiles.js";
import { createTraces } from "./traces.js";
import { createTracks } from "./tracks.js";
import { showReasons } from "./why.js";

/**
 * @typedef {import("../api.js").State} State
 * @typedef {{
 *   map: ReturnType<typeof createMap>, prompt: ReturnType<typeof createPrompt>, plan: ReturnType<typeof createPlan>,
 *   playback: ReturnType<typeof createPlayback>, timeline: ReturnType<typeof createTimeline>,
 *   cards: ReturnType<typeof createCards>, sequence: ReturnType<typeof createSequence>,
 *   tracks: ReturnType<typeof createTracks>, boxes: ReturnType<typeof createBoxes>,
 *   story: ReturnType<typeof createStory>, chat: ReturnType<typeof createChat>, nudge: ReturnType<typeof createNudge>,
 * }} Parts
 * @typedef {{
 *   root: HTMLElement, table: import("../api.js").Table, settings: import("./settings.js").Settings,
 *   chrome: ReturnType<typeof createChrome>, parts: Parts,
 *   sounds: ReturnType<typeof createSounds>,
 *   state: State,
 *   shown: State,
 *   shownEntries: number,
 *   looking: number | null,
 *   orders: ReturnType<typeof createOrders>,
 *   traces: ReturnType<typeof createTraces>,
 *   redo: ReturnType<typeof createRedo>,
 *   coach: {refuses(key: string): string | null} | null,
 *   listeners: ((state: State) => void)[],
 *   say: (error: unknown) => void,
 *   draw: ReturnType<typeof createDrawing>, act: ReturnType<typeof createActs>,
 *   follow: ReturnType<typeof createFollowing>, back: ReturnType<typeof createLookingBack>,
 * }} Sitting
 *   `state` is the newest the server told; `shown` what the page shows: that, a step of a playback, or an earlier moment
 *   (`looking`: after how many entries). `shownEntries` are those whose effects people have seen.
 */

/**
 * @param {HTMLElement} root
 * @param {import("../api.js").Table} table
 * @param {{facts: Wire.Facts, shapes: any}} data
 * @param {State} first
 * @param {number | null} at the moment that is asked for; null: the present
 */
export async function sitDown(root, table, { facts, shapes }, first, at) {
  const settings = readSettings();
  applyTheme(settings);
  const chrome = createChrome(root);
  /** @type {any} the bonds between the parts follow below */
  const begun = {
    root,
    table,
    settings,
    sounds: createSounds(settings),
    chrome,
    state: first,
    shown: first,
    shownEntries: first.entries,
    looking: null,
    redo: createRedo(table.game),
    coach: null,
    listeners: [],
    say: (/** @type {unknown} */ error) => chrome.say(wordsOf(error)),
  };
  const sitting = /** @type {Sitting} */ (begun);
  const { say } = sitting;
  const why = (/** @type {Wire.BotTurnShown | undefined} */ turn) => turn && showReasons(table, turn).catch(say);
  sitting.orders = createOrders(sitting);
  const act = (sitting.act = createActs(sitting));
  const tilesMoved = (/** @type {Wire.TableView} */ before, /** @type {Wire.TableView} */ view) =>
    movedTiles(before, view, facts).map((id) => tile(view, facts, id));
  const back = (sitting.back = createLookingBack(sitting, tilesMoved));
  sitting.draw = createDrawing(sitting, facts);
  const follow = (sitting.follow = createFollowing(sitting));
  const timeline = createTimeline(chrome.timeline, { onSeek: back.seek });
  const map = createMap(chrome.map, {
    shapes,
    facts,
    onChoose: act.chooseSpace,
    onHover: (space) => (act.explainUnlit(space), sitting.draw.road(space)),
  });
  map.setLarge(settings.large);
  sitting.traces = createTraces(first, map.trace);
  const onSettings = () => {
    applyTheme(settings);
    map.setLarge(settings.large);
    map.update(sitting.shown.view);
  };
  const prompt = createPrompt(chrome.prompt, {
    acts: chrome.acts,
    plan: chrome.plan,
    onChoose: act.choose,
    onHover: (spaces) => (map.point(spaces[0] ?? null), sitting.draw.road(spaces[0] ?? null)),
  });
  const playback = createPlayback(chrome.playback, {
    settings,
    tilesMoved,
    show: follow.showFrame,
    onEnd: () => sitting.draw.all(),
    onWhy: (entry) => why(sitting.state.turns.filter((turn) => turn.first < entry).pop()),
    onSpeed: () => keepSettings(settings),
  });
  sitting.parts = {
    map,
    prompt,
    playback,
    timeline,
    plan: createPlan(chrome.plan, { onBack: act.undoTo, onHover: (spaces) => map.point(spaces[0] ?? null) }),
    cards: createCards(chrome.cards, chrome.brief),
    sequence: createSequence(chrome.sequence),
    tracks: createTracks(chrome.tracks, facts),
    boxes: createBoxes(chrome.boxes, facts),
    story: createStory(chrome.story, {
      onWhy: why,
      onSeek: timeline.go,
      onLight: (spaces, asked) => (asked && (chrome.showMap(), map.reveal(spaces[0])), map.flash(spaces)),
      onTile: (track, asked) => (asked && chrome.showBoard(), sitting.parts.tracks.flash(track)),
      onPassage: (stage, passage) => openPassage(stage, passage, facts, sitting.state.view.log),
      onEarlier: (from) => table.get("/log", { from }),
    }),
    chat: createChat(chrome.chat, table, { onError: say, onUnread: chrome.setUnread }),
    nudge: createNudge(settings),
  };
  const origin = forkLine(first.origin);
  if (origin) chrome.story.prepend(origin);
  const guide = createGuide(sitting);
  createMenu(chrome.menu, {
    table,
    map,
    settings,
    getState: () => sitting.state,
    getView: () => sitting.shown.view,
    getHistory: back.history,
    onSeek: timeline.go,
    onReplay: () => back.watch(0),
    onSettings,
    onTour: (tour) => guide.start(tour),
    onEdit: () => editMoment(table, sitting.looking),
    onFork: () => openFork(table, sitting.state, sitting.looking ?? sitting.state.entries),
    onOrders: first.table_mode && !first.lesson ? sitting.orders.again : null,
    say,
  });
  chrome.onTab((tab) => (sitting.parts.chat.setOpen(tab === "chat"), sitting.parts.plan.latest())); // what was hidden has lost its place
  chrome.onUndo(act.undo);
  chrome.onRedo(act.redo);
  chrome.onHint(act.hint);
  chrome.onHurry(act.hurry);
  chrome.onRoll(act.roll);
  listenToKeys({
    letter: (letter) => {
      const key = prompt.byLetter(letter);
      if (key !== null) act.choose(key);
      return key !== null;
    },
    digit: prompt.type,
    enter: prompt.enter,
    undo: act.undo,
    redo: act.redo,
    hint: act.hint,
    why: () => why(sitting.state.turns.at(-1)),
    options: () => (chrome.showQuestion(), prompt.focus()),
    map: () => {
      const [lit] = prompt.bySpace().keys();
      if (lit) map.focus(lit);
      else /** @type {HTMLElement | null} */ (chrome.map.querySelector("[tabindex='0']"))?.focus();
    },
    story: () => /** @type {HTMLElement | null} */ (chrome.story.querySelector("[tabindex='0']"))?.focus(),
    back: () => timeline.step(-1),
    forward: () => timeline.step(1),
    stepBack: () => back.step(-1),
    stepOn: () => back.step(1),
    present: () => (playback.busy ? playback.skip() : sitting.looking !== null && timeline.go(null)),
    pause: () => (playback.busy ? playback.pause() : back.playOrPause()),
  });
  await back.begin(at);
  follow.start();
  if (first.lesson) {
    const { attachLesson } = await import("../lesson.js");
    sitting.coach = await attachLesson({
      host: chrome.lesson,
      getState: () => sitting.state,
      choose: act.choose,
      undo: async () => (await table.change("/undo", {})).state, // the table itself hears of it by its socket
      onState: (listener) => sitting.listeners.push(listener),
      ...createSpotlight(sitting),
    });
  }
  root.removeAttribute("aria-busy");
  root.classList.add("ready");
  const tour = wantedTour(table.game);
  if (tour) guide.start(tour);
}

/** What applies to an error, or of what looks like one. @param {unknown} error */
function wordsOf(error) {
  return error instanceof Object && "message" in error ? String(error.message) : String(error);
}
