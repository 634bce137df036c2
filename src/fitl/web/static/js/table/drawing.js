// @ts-check
/** Drawing: the board, the question, and all else that follows from the state of the game. */
import { factionName } from "./faction.js";
import { named, t } from "../words.js";
import { openPassage } from "./chapters.js";
import { createForecast } from "./forecast.js";
import { pace } from "./pace.js";
import { proposalBanner } from "./people.js";
import { planOnMap } from "./plan.js";
import { onlyIfChanged } from "../redrawing.js";

/** @typedef {import("../api.js").State} State */

const BESIDE = /** @type {const} */ (["cards", "sequence", "tracks", "boxes"]); // the parts beside the map

/**
 * @param {import("./sitting.js").Sitting} sitting
 * @param {Wire.Facts} facts
 */
export function createDrawing(sitting, facts) {
  const { chrome, settings, say } = sitting;
  const forecast = createForecast(sitting);
  const secondsLeft = pace();
  let ended = false;
  // Most answers change little beside the map: the rest stays as it stands, with whatever is read or in focus there.
  const beside = BESIDE.map((name) =>
    onlyIfChanged((/** @type {Wire.TableView} */ view) => sitting.parts[name].update(view)),
  );
  /** @type {number | null} the line at which the last scene ended; null: the page has just been opened */
  let passed = null;

  /**
   * @param {Wire.TableView} view
   * @param {boolean} animate
   */
  function board(view, animate) {
    sitting.parts.map.update(view, { animate });
    sitting.sounds.hearBoard(view);
    for (const draw of beside) draw(view);
  }

  function question() {
    const { state, shown, parts } = sitting;
    const looking = sitting.looking !== null;
    const playing = parts.playback.busy;
    parts.prompt.update(shown, { looking, playing });
    const actor = playing ? null : shown.view.decision?.actor;
    parts.sequence.decides(actor === "chance" ? null : (actor ?? null));
    const present = !looking && !playing;
    lights();
    forecast.update(present);
    parts.plan.update(present ? state.plan : [], Boolean(state.view.decision?.options));
    chrome.setBanner(proposalBanner(state, sitting.act.answerProposal));
    chrome.setUndo(present ? undoWords(state) : null);
    chrome.setRedo(present ? sitting.act.redoWords() : null);
    const { decision } = state.view;
    const mine = present && Boolean(decision?.options);
    const byChance = decision?.actor === "chance";
    chrome.setWaiting(mine && Boolean(decision?.options?.length));
    chrome.setHint(mine && !byChance);
    chrome.setRoll(mine && byChance && !state.lesson);
    parts.nudge.update(state, playing);
    sitting.sounds.hearTurn(mine);
    sitting.root.dataset.number = playing ? "" : String(state.number);
  }

  /** What may be chosen on the map, and the plan so far. */
  function lights() {
    const present = sitting.looking === null && !sitting.parts.playback.busy && !sitting.state.over; // an ended game has no plan
    sitting.parts.map.light({ spaces: choices(), ...(present ? planOnMap(sitting.state) : {}) });
  }

  /** The way to a space that somebody points at, where a column could drive there. @param {string | null} space */
  function road(space) {
    const present = sitting.looking === null && !sitting.parts.playback.busy;
    if (present && sitting.state.view.decision?.column) sitting.parts.map.plan(planOnMap(sitting.state, space));
  }

  /** What Undo would do; null if there is nothing to take back. @param {State} state */
  function undoWords(state) {
    if (!state.undo || (state.proposal && !state.undo.free)) return null; // one proposal at a time
    return t(state.undo.free ? "table.undo.take" : "table.undo.ask", { what: state.undo.what });
  }

  /** What choosing each lit space does. */
  function choices() {
    /** @type {Map<string, Wire.OptionShown[]>} */
    const bySpace = sitting.parts.prompt.bySpace();
    return new Map(
      [...bySpace].map(([space, options]) => [
        space,
        options.length === 1
          ? sitting.parts.prompt.words(options[0])
          : t("table.prompt.several", { n: options.length }),
      ]),
    );
  }

  /** Who is here, who thinks, and what is asked. */
  function company() {
    question();
    sitting.parts.chat.update(sitting.state);
    thinking();
  }

  /** Which bot thinks and how far it is, or that it waits for a place to think in; players and the host may end that. */
  function thinking() {
    const { thinking: on, thought, waiting, me, view } = sitting.state;
    const words = waiting
      ? t("table.waiting")
      : thought === null
        ? t("table.thinking")
        : t("table.thought", { faction: named(view.decision?.actor ?? ""), n: thought });
    const left = secondsLeft(on && !waiting ? thought : null);
    chrome.setThinking(
      on ? (left ? `${words} ${t("table.thought_left", { n: left })}` : words) : null,
      (waiting || thought !== null) && (me.role === "player" || me.host),
    );
  }

  /** Which game this is, and who sits here. */
  function heading() {
    const { name, me } = sitting.state;
    chrome.setTitle(name, me.role === "spectator" ? t("table.watching") : me.factions.map(factionName).join(" + "));
  }

  /** The present, whole. */
  function all(animate = false) {
    const { state, parts } = sitting;
    sitting.shown = state;
    sitting.shownEntries = state.entries;
    board(state.view, animate);
    parts.story.update(state.view.log, state.turns);
    sitting.sounds.hearStory(state.view.log);
    company();
    heading();
    sitting.back.drawTimeline().catch(say);
    for (const note of state.notes ?? []) chrome.say(note);
    if (state.over && !ended) sitting.back.showEnd().catch(say);
    ended = state.over;
    tellPassage();
    sitting.orders.tell();
    answerAlone();
  }

  /** When a scene is over: what it has done, once; afterwards the story has it. */
  function tellPassage() {
    const told = sitting.state.view.log.findLast((line) => line.chapter?.passage);
    const news = told && passed !== null && told.n > passed;
    passed = told?.n ?? -1;
    if (news && told.chapter?.passage)
      openPassage(told.chapter.stage, told.chapter.passage, facts, sitting.state.view.log);
  }

  /** Where only one answer is left (real cards and dice), give it. */
  function answerAlone() {
    const options = sitting.state.view.decision?.options;
    if (settings.single && options?.length === 1 && !sitting.state.lesson) sitting.act.choose(options[0].key);
  }

  return { board, question, lights, road, company, heading, all, answerAlone };
}
