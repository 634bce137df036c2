// @ts-check
/** Acting: answers, take-backs and hints; a refusal is told and the page looks again. */
import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { t } from "../words.js";
import { showHint } from "./why.js";

const HOVER_DELAY = 350; // milliseconds until an unlit space says why it is not lit

/** @typedef {import("../api.js").State} State */

/** @param {import("./sitting.js").Sitting} sitting */
export function createActs(sitting) {
  const { table, chrome, settings, say } = sitting;
  let answering = -1; // the number of the decision about which something is under way
  let hovering = 0;

  /** May the present decision be answered, rolled for or left? */
  function isFree() {
    return answering !== sitting.state.number && sitting.looking === null;
  }

  /**
   * Send something about the present decision. The question takes no other answer meanwhile; if the next one is there
   * before we hear how it went, that one does.
   * @param {() => Promise<State>} request gives the state that came of it
   */
  async function send(request) {
    const { number } = sitting.state;
    answering = number;
    sitting.traces.end();
    sitting.parts.prompt.setBusy(true);
    try {
      await sitting.follow.answerTo(request);
    } catch (error) {
      say(error);
      await sitting.follow.look();
    } finally {
      if (answering === number) {
        answering = -1;
        sitting.parts.prompt.setBusy(false);
      }
    }
  }

  /** @param {string} key */
  async function choose(key) {
    const { state, coach } = sitting;
    const decision = state.view.decision;
    if (!decision || !isFree()) return;
    const otherWay = coach?.refuses(key);
    if (otherWay) {
      chrome.say(otherWay);
      return;
    }
    if (settings.confirm && !(await confirmed(decision, key))) return;
    sitting.redo.answered(decision.number, key);
    await send(async () => (await table.choose(decision.number, key, sitting.shownEntries)).state);
    sitting.draw.answerAlone();
  }

  /** Let a thinker answer with the best it has found so far; of one that waits nothing is to be seen yet. */
  async function hurry() {
    const { waiting } = sitting.state;
    try {
      const { result } = await table.change("/hurry", {});
      if (result && waiting) chrome.say(t("table.hurry.noted"));
    } catch (error) {
      say(error);
    }
  }

  /** Have the server roll or draw what was to be entered by hand. */
  async function roll() {
    if (!isFree()) return;
    await send(async () => (await table.change("/roll", { number: sitting.state.number })).state);
    sitting.draw.answerAlone();
  }

  /**
   * @param {Wire.DecisionShown} decision
   * @param {string} key
   */
  function confirmed(decision, key) {
    const label = decision.options?.find((option) => option.key === key)?.label ?? key;
    return asked(t("table.confirm.title"), t("table.confirm.yes", { label }), []);
  }

  /**
   * Ask before something is done.
   * @param {string} title
   * @param {string} yes
   * @param {(Node | false)[]} words
   * @returns {Promise<boolean>}
   */
  function asked(title, yes, words) {
    return new Promise((resolve) => {
      const go = h("button", { type: "button", class: "primary", onclick: () => (resolve(true), dialog.close()) }, yes);
      const stay = h("button", { type: "button", onclick: () => dialog.close() }, t("table.undo.stay"));
      const dialog = openDialog(title, [...words.filter(Boolean), h("p", { class: "dialog-actions" }, go, stay)], {
        onClose: () => resolve(false),
      });
      go.focus();
    });
  }

  /**
   * @param {string} space
   * @param {{lit: boolean}} info
   */
  async function chooseSpace(space, { lit }) {
    const { prompt } = sitting.parts;
    if (!lit) {
      window.clearTimeout(hovering); // pointing at it would say the same
      if (sitting.state.view.decision?.options && sitting.looking === null) chrome.setWhyNot(await whyNot(space));
      return;
    }
    const options = prompt.bySpace().get(space) ?? [];
    if (options.length === 1) choose(options[0].key);
    else {
      prompt.showOnly(space);
      chrome.showQuestion();
    }
  }

  /** @param {string} space */
  async function whyNot(space) {
    return (await table.get("/why", { space })).text;
  }

  /** @param {string | null} space */
  function explainUnlit(space) {
    window.clearTimeout(hovering);
    chrome.setWhyNot("");
    const lit = sitting.parts.prompt.bySpace();
    if (space === null || sitting.looking !== null || !lit.size || lit.has(space)) return;
    hovering = window.setTimeout(() => whyNot(space).then(chrome.setWhyNot, () => {}), HOVER_DELAY);
  }

  /** Take back my last answer; what would undo more than that asks first. */
  async function undo() {
    const way = sitting.state.undo;
    if (!isFree() || !way || (sitting.state.proposal && !way.free) || document.querySelector("dialog:modal")) return;
    if ((way.others || way.bots) && !(await willing(way))) return;
    await takeBack({});
  }

  /** Take back all from one of my answers on. @param {number} to its number */
  async function undoTo(to) {
    if (isFree()) await takeBack({ to });
  }

  /** @param {{to?: number}} more */
  async function takeBack(more) {
    await send(async () => {
      const { state, result } = await table.change("/undo", { number: sitting.state.number, ...more });
      if (result.taken) sitting.redo.push(result.taken); // else the banner says that the others are asked
      return state;
    });
  }

  /** @param {Wire.UndoShown} way */
  function willing(way) {
    return asked(t("table.undo.title"), t(way.free ? "table.undo.go" : "table.undo.ask_go"), [
      h("p", {}, t("table.undo.far", { what: way.what })),
      way.bots > 0 && h("p", {}, t("table.undo.far_bots", { n: way.bots })),
      way.others > 0 && h("p", {}, t("table.undo.far_others", { n: way.others })),
    ]);
  }

  /** Give again what was taken back last. */
  async function redo() {
    if (!isFree()) return;
    const again = sitting.redo.next(sitting.state);
    if (!again) {
      chrome.say(t("table.redo.gone"));
      return;
    }
    await choose(again.key);
  }

  /** @param {boolean} agree */
  async function answerProposal(agree) {
    const { proposal } = sitting.state;
    if (!proposal) return; // it has lapsed meanwhile
    try {
      const answer = await table.change("/undo/answer", { proposal: proposal.id, agree });
      await sitting.follow.take(answer.state);
    } catch (error) {
      say(error);
      await sitting.follow.look();
    }
  }

  function hint() {
    if (!sitting.state.view.decision?.options || sitting.looking !== null) return;
    if (sitting.parts.playback.busy) return; // what led to the question comes first
    showHint(table, {
      onTake: choose,
      onShow: (key) => {
        sitting.parts.prompt.mark(key);
        const option = sitting.state.view.decision?.options?.find((each) => each.key === key);
        if (option?.spaces.length) sitting.parts.map.flash(option.spaces);
      },
    }).catch(say);
  }

  return {
    choose,
    roll,
    chooseSpace,
    explainUnlit,
    undo,
    undoTo,
    redo,
    redoWords: () => (sitting.redo.next(sitting.state) ? t("table.redo.hint") : null),
    answerProposal,
    hint,
    hurry,
  };
}
