// @ts-check
/** The table: puts the parts of the page together and keeps them in step with the game. */
import { Table, request } from "../api.js";
import { openDialog } from "../dialog.js";
import { h, replace } from "../dom.js";
import { holdGame } from "../lobby/store.js";
import { createMap } from "../map/map.js";
import { loadWords, t } from "../words.js";
import { createBoxes } from "./boxes.js";
import { createCards } from "./card.js";
import { createChrome } from "./chrome.js";
import { factionName } from "./faction.js";
import { listenToKeys } from "./keys.js";
import { followGame } from "./live.js";
import { createMenu } from "./menu.js";
import { createNudge } from "./nudge.js";
import { createChat, proposalBanner } from "./people.js";
import { createPlayback } from "./playback.js";
import { createPrompt } from "./prompt.js";
import { createSequence } from "./sequence.js";
import { keepSettings, readSettings } from "./settings.js";
import { createStory } from "./story.js";
import { createTimeline } from "./timeline.js";
import { createTracks } from "./tracks.js";
import { showHint, showOrders, showReasons } from "./why.js";
import { findSeat } from "./seat.js";

async function start() {
  const root = /** @type {HTMLElement} */ (document.getElementById("table"));
  await loadWords();
  const seat = findSeat();
  if (!seat) {
    replace(root, h("main", { class: "lost panel" }, h("h1", {}, t("table.lost.title")), h("p", {}, t("table.lost.text")), h("a", { class: "button", href: "/" }, t("table.menu.lobby"))));
    return;
  }
  const table = new Table(seat.game, seat.token);
  try {
    const [facts, shapes, state] = await Promise.all([request("GET", "/api/facts"), request("GET", "/static/data/map_shapes.json"), table.look()]);
    holdGame({ game: seat.game, token: seat.token, title: state.name, role: state.me.role, factions: state.me.factions, seen: Date.now() });
    await sitDown(root, table, { facts, shapes }, state);
  } catch (error) {
    replace(
      root,
      h("main", { class: "lost panel" }, h("h1", {}, t("table.lost.title")), h("p", {}, /** @type {Error} */ (error).message), h("p", {}, h("button", { type: "button", class: "primary", onclick: () => location.reload() }, t("table.lost.again")), " ", h("a", { class: "button", href: "/" }, t("table.menu.lobby")))),
    );
    throw error;
  }
}

/**
 * @param {HTMLElement} root
 * @param {Table} table
 * @param {{facts: any, shapes: any}} data
 * @param {any} first
 */
async function sitDown(root, table, { facts, shapes }, first) {
  const settings = readSettings();
  const chrome = createChrome(root);
  let state = first;
  /** @type {any} what is shown: the present, a step of a playback, or an earlier moment */
  let shown = first;
  /** @type {number | null} */
  let looking = null;
  let shownEntries = first.entries;
  /** @type {any[]} */
  let history = [];
  /** @type {((state: any) => void)[]} */
  const listeners = [];
  let sending = false;
  /** @type {{refuses(key: string): string | null} | null} the coach of a lesson */
  let coach = null;
  let fetching = false;
  let again = false;
  let ended = false;
  let ordersFrom = first.entries; // from where on people have not carried out what happened (table mode)

  const say = (/** @type {any} */ error) => chrome.say(error?.message ?? String(error));

  // --- the parts ---
  const map = createMap(chrome.map, { shapes, facts, onChoose: chooseSpace, onOpen: () => {}, onHover: explainUnlit });
  const cards = createCards(chrome.cards, chrome.brief);
  const sequence = createSequence(chrome.sequence);
  const tracks = createTracks(chrome.tracks);
  const boxes = createBoxes(chrome.boxes, facts);
  const prompt = createPrompt(chrome.prompt, { onChoose: (key) => choose(key), onHover: (spaces) => spaces.length && map.flash(spaces) });
  const story = createStory(chrome.story, { onWhy: (turn) => showReasons(table, turn).catch(say), onSeek: (entry) => timeline.go(entry), onEarlier: (from) => table.get(`/log?from=${from}`) });
  const chat = createChat(chrome.chat, table, { onError: say, onUnread: chrome.setUnread });
  const timeline = createTimeline(chrome.timeline, { onSeek: seek });
  const nudge = createNudge(settings);
  const playback = createPlayback(chrome.playback, {
    settings,
    show: (view, frame) => {
      shown = { ...state, view: { ...view, decision: state.view.decision } };
      drawBoard(shown.view, true);
      story.tell(frame.text);
      map.flash(Object.keys(frame.changes.spaces ?? {}));
    },
    onEnd: endPlayback,
    onWhy: (entry) => {
      const turn = state.turns.filter((/** @type {any} */ each) => each.first < entry).pop();
      if (turn) showReasons(table, turn).catch(say);
    },
    onSpeed: () => keepSettings(settings),
  });
  createMenu(chrome.menu, {
    table,
    map,
    settings,
    getState: () => state,
    getHistory: readHistory,
    onSeek: (entry) => timeline.go(entry),
    onUndo: undo,
    onHint: hint,
    say,
  });
  chrome.onTab((tab) => chat.setOpen(tab === "chat"));

  // --- drawing ---
  /**
   * @param {any} view
   * @param {boolean} animate
   */
  function drawBoard(view, animate) {
    map.update(view, { animate });
    cards.update(view);
    sequence.update(view);
    tracks.update(view);
    boxes.update(view);
  }

  function drawQuestion() {
    const mood = { looking: looking !== null, playing: playback.busy };
    prompt.update(shown, mood);
    const choices = new Map([...prompt.bySpace()].map(([space, options]) => [space, options.length === 1 ? options[0].label : t("table.prompt.several", { n: options.length })]));
    map.light({ spaces: choices });
    chrome.setBanner(proposalBanner(state, answerProposal));
    chrome.setUndo(looking === null && !playback.busy && state.me.role === "player" && (state.can_undo || !state.solo));
    chrome.setHint(looking === null && !playback.busy && Boolean(state.view.decision?.options) && state.view.decision.actor !== "chance");
    nudge.update(state, playback.busy);
    root.dataset.number = playback.busy ? "" : String(state.number);
  }

  function drawAll(animate = false) {
    shown = state;
    shownEntries = state.entries;
    drawBoard(state.view, animate);
    story.update(state.view.log, state.turns);
    drawQuestion();
    chat.update(state);
    chrome.setTitle(state.name, state.me.role === "spectator" ? t("table.watching") : state.me.factions.map(factionName).join(" + "));
    chrome.setThinking(state.thinking);
    drawTimeline().catch(say);
    for (const note of state.notes ?? []) chrome.say(note);
    if (state.over && !ended) {
      ended = true;
      menuEnd();
    }
    if (!state.over) ended = false;
    tellOrders();
    answerAlone();
  }

  async function menuEnd() {
    const { endScreen } = await import("../lookback/end.js");
    const { exportMenu } = await import("../lookback/export.js");
    const rows = await readHistory();
    const dialog = openDialog(
      t("table.end"),
      endScreen(state, rows, {
        exports: exportMenu(table, { map, name: state.name }),
        onReplay: () => (dialog.close(), timeline.go(0)),
        onSeek: (/** @type {number} */ entry) => (dialog.close(), timeline.go(entry)),
      }),
      { wide: true },
    );
  }

  // --- keeping up ---
  /** Take in a new state: show it, or play what others did first. @param {any} next */
  async function take(next) {
    const before = state;
    state = next;
    for (const listener of listeners) listener(state);
    if (looking !== null) {
      await drawTimeline();
      drawQuestion();
      return;
    }
    if (playback.busy) {
      await playOn(Math.max(before.entries, shownEntries));
      return;
    }
    const mine = new Set([...before.me.factions, "chance", "transfer"]);
    if (settings.speed !== "instant" && state.entries > shownEntries) {
      const frames = await framesSince(shownEntries);
      const others = frames.findIndex((/** @type {any} */ frame) => !mine.has(frame.actor));
      if (others >= 0) {
        let view = before.view;
        const { applied } = await import("./playback.js");
        for (const frame of frames.slice(0, others)) {
          view = applied(view, frame.changes);
          story.tell(frame.text);
        }
        playback.play(view, frames.slice(others));
        drawQuestion();
        return;
      }
    }
    drawAll(true);
  }

  /** @param {number} from */
  async function framesSince(from) {
    const found = await table.get(`/frames?from=${from}&to=${state.entries}`);
    shownEntries = state.entries;
    return found.frames;
  }

  /** @param {number} from */
  async function playOn(from) {
    if (state.entries < from) {
      playback.skip(); // something was taken back meanwhile
      return;
    }
    playback.play(shown.view, await framesSince(from));
  }

  function endPlayback() {
    drawAll(false);
  }

  /** Beside a physical board: once people are asked again, what the bots did meanwhile is told as orders. */
  function tellOrders() {
    if (!state.table_mode || state.lesson || (state.view.decision?.actor === "chance" && !state.over)) return;
    if (state.turns.some((/** @type {any} */ turn) => turn.first >= ordersFrom)) showOrders(table, ordersFrom, state.entries).catch(say);
    ordersFrom = state.entries;
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
        await take(await table.look());
      } while (again);
    } catch (error) {
      say(error);
    } finally {
      fetching = false;
    }
  }

  followGame(table, {
    onNews: (news) => {
      if (news.version !== state.version || news.number !== state.number || news.thinking !== state.thinking || String(news.here) !== String(state.players.filter((/** @type {any} */ p) => p.here).map((/** @type {any} */ p) => p.seat))) look();
    },
    onLink: chrome.setLink,
  });

  // --- acting ---
  /** @param {string} key */
  async function choose(key) {
    const decision = state.view.decision;
    if (sending || !decision || looking !== null) return;
    const otherWay = coach?.refuses(key);
    if (otherWay) {
      chrome.say(otherWay);
      return;
    }
    if (settings.confirm && !(await confirmed(decision, key))) return;
    sending = true;
    prompt.setBusy(true);
    if (decision.actor !== "chance") ordersFrom = state.entries + 1;
    try {
      const answer = await table.choose(decision.number, key);
      await take(answer.state);
    } catch (error) {
      say(error);
      await look();
    } finally {
      sending = false;
      prompt.setBusy(false);
    }
  }

  /**
   * @param {any} decision
   * @param {string} key
   * @returns {Promise<boolean>}
   */
  function confirmed(decision, key) {
    const label = decision.options.find((/** @type {any} */ option) => option.key === key)?.label ?? key;
    return new Promise((resolve) => {
      const yes = h("button", { type: "button", class: "primary", onclick: () => (resolve(true), dialog.close()) }, t("table.confirm.yes", { label }));
      const dialog = openDialog(t("table.confirm.title"), h("p", { class: "dialog-actions" }, yes), { onClose: () => resolve(false) });
      yes.focus();
    });
  }

  /** Where only one answer is left (real cards and dice), give it. */
  function answerAlone() {
    const options = state.view.decision?.options;
    if (settings.single && options?.length === 1 && !sending && !state.lesson) choose(options[0].key);
  }

  /**
   * @param {string} space
   * @param {{lit: boolean}} info
   */
  async function chooseSpace(space, { lit }) {
    if (!lit) {
      if (state.view.decision?.options && looking === null) chrome.say((await table.get(`/why?space=${space}`)).text);
      return;
    }
    const options = prompt.bySpace().get(space) ?? [];
    if (options.length === 1) choose(options[0].key);
    else {
      prompt.showOnly(space);
      chrome.showTab("decide");
    }
  }

  let hovering = 0;
  /** @param {string | null} space */
  function explainUnlit(space) {
    window.clearTimeout(hovering);
    if (space === null || looking !== null || !state.view.decision?.options || !prompt.bySpace().size || prompt.bySpace().has(space)) {
      chrome.setWhyNot("");
      return;
    }
    hovering = window.setTimeout(async () => {
      try {
        chrome.setWhyNot((await table.get(`/why?space=${space}`)).text);
      } catch {
        chrome.setWhyNot("");
      }
    }, 350);
  }

  async function undo() {
    if (sending || looking !== null) return;
    sending = true;
    try {
      const answer = await table.post("/undo", {});
      shownEntries = answer.state.entries;
      await take(answer.state);
      drawAll(false);
      chrome.say(answer.result.proposed ? t("table.undo.proposed") : t("table.undo.done"));
    } catch (error) {
      say(error);
    } finally {
      sending = false;
    }
  }

  /** @param {boolean} agree */
  async function answerProposal(agree) {
    try {
      const answer = await table.post("/undo/answer", { proposal: state.proposal.id, agree });
      shownEntries = answer.state.entries;
      await take(answer.state);
      drawAll(false);
    } catch (error) {
      say(error);
      look();
    }
  }

  function hint() {
    showHint(table, {
      onTake: choose,
      onShow: (key) => {
        prompt.mark(key);
        const option = state.view.decision?.options.find((/** @type {any} */ each) => each.key === key);
        if (option?.spaces.length) map.flash(option.spaces);
      },
    }).catch(say);
  }

  // --- looking back ---
  async function readHistory() {
    const last = history[history.length - 1];
    if (!last || last.entry !== state.entries) history = await table.get("/history");
    return history;
  }

  /** The notches change only when a card does. */
  async function drawTimeline() {
    const last = history[history.length - 1];
    if (!last || last.entry > state.entries || last.card !== (state.view.card?.number ?? 0) || last.over !== state.over) await readHistory();
    timeline.update(state.entries, history);
  }

  /** @param {number | null} entry */
  async function seek(entry) {
    if (playback.busy) playback.skip();
    looking = entry;
    chrome.setLooking(entry !== null);
    if (entry === null) {
      drawAll(false);
      return;
    }
    try {
      const then = await table.get(`?at=${entry}`);
      if (looking !== entry) return;
      shown = then;
      drawBoard(then.view, false);
      story.update(then.view.log, []);
      drawQuestion();
    } catch (error) {
      say(error);
    }
  }

  listenToKeys({
    digit: (n) => {
      const key = prompt.byDigit(n);
      if (key !== null) choose(key);
    },
    undo,
    hint,
    why: () => {
      const turn = state.turns[state.turns.length - 1];
      if (turn) showReasons(table, turn).catch(say);
    },
    options: () => prompt.focus(),
    map: () => {
      const lit = [...prompt.bySpace().keys()][0];
      if (lit) map.focus(lit);
      else chrome.map.querySelector("[tabindex='0']")?.focus();
    },
    story: () => chrome.story.querySelector("[tabindex='0']")?.focus(),
    back: () => timeline.step(-1),
    forward: () => timeline.step(1),
    present: () => timeline.go(null),
    pause: () => playback.busy && playback.pause(),
    skip: () => playback.busy && playback.skip(),
  });
  chrome.onUndo(undo);
  chrome.onHint(hint);
  chrome.onPresent(() => timeline.go(null));

  drawAll();
  if (state.lesson) {
    const { attachLesson } = await import("../lesson.js");
    coach = await attachLesson({
      host: chrome.lesson,
      getState: () => state,
      choose,
      onState: (/** @type {(state: any) => void} */ listener) => listeners.push(listener),
      highlight: (/** @type {string | null} */ key) => prompt.mark(key),
    });
  }
  root.classList.add("ready");
}

start();
