// @ts-check
/** Acting: answers, take-backs and hints; a refusal is told and the page looks again. */
import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { t } from "../words.js";
import { showHint } from "./why.js";

const HOVER_DELAY = 350; // milliseconds until an unlit space says why it is not lit

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
   * @param {() => Promise<any>} request gives the state that came of it
   */
  async function send(request) {
    const { number } = sitting.state;
    answering = number;
    sitting.parts.prompt.setBusy(true);
    try {
      await sitting.follow.take(await request());
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
    if (decision.actor !== "chance") sitting.ordersFrom = state.entries + 1;
    await send(async () => (await table.choose(decision.number, key)).state);
    sitting.draw.answerAlone();
  }

  /** Have the server roll or draw what was to be entered by hand. */
  async function roll() {
    if (!isFree()) return;
    await send(async () => (await table.post("/roll", { number: sitting.state.number })).state);
    sitting.draw.answerAlone();
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

  /**
   * @param {string} space
   * @param {{lit: boolean}} info
   */
  async function chooseSpace(space, { lit }) {
    const { prompt } = sitting.parts;
    if (!lit) {
      if (sitting.state.view.decision?.options && sitting.looking === null) chrome.say(await whyNot(space));
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
    return (await table.get(`/why?space=${space}`)).text;
  }

  /** @param {string | null} space */
  function explainUnlit(space) {
    window.clearTimeout(hovering);
    chrome.setWhyNot("");
    const lit = sitting.parts.prompt.bySpace();
    if (space === null || sitting.looking !== null || !lit.size || lit.has(space)) return;
    hovering = window.setTimeout(() => whyNot(space).then(chrome.setWhyNot, () => {}), HOVER_DELAY);
  }

  async function undo() {
    if (!isFree()) return;
    await send(async () => {
      const answer = await table.post("/undo", { number: sitting.state.number });
      chrome.say(t(answer.result.proposed ? "table.undo.proposed" : "table.undo.done"));
      return answer.state;
    });
  }

  /** @param {boolean} agree */
  async function answerProposal(agree) {
    try {
      const answer = await table.post("/undo/answer", { proposal: sitting.state.proposal.id, agree });
      await sitting.follow.take(answer.state);
    } catch (error) {
      say(error);
      await sitting.follow.look();
    }
  }

  function hint() {
    if (!sitting.state.view.decision?.options || sitting.looking !== null) return;
    showHint(table, {
      onTake: choose,
      onShow: (key) => {
        sitting.parts.prompt.mark(key);
        const option = sitting.state.view.decision?.options.find((/** @type {any} */ each) => each.key === key);
        if (option?.spaces.length) sitting.parts.map.flash(option.spaces);
      },
    }).catch(say);
  }

  return { choose, roll, chooseSpace, explainUnlit, undo, answerProposal, hint };
}
