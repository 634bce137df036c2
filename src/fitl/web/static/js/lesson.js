// @ts-check
/** The guided lesson: starting it, and the coach at the table. */

import { read, send } from "./api.js";
import { constant } from "./constants.js";
import { h } from "./dom.js";
import { home } from "./home.js";
import { createCoach } from "./lesson/coach.js";
import { recall, remember, tokenOf } from "./lesson/memory.js";
import { t } from "./words.js";

/** @typedef {import("./api.js").State} State */

/** Set up the game of the lesson and go to its table. */
export async function startLesson() {
  const [lesson, scenarios] = await Promise.all([read("/api/lesson"), constant("scenarios")]);
  const { factions } = scenarios.find((/** @type {{name: string}} */ { name }) => name === lesson.scenario);
  const seats = factions.map((/** @type {string} */ faction) => ({ factions: [faction], kind: "me" }));
  const wish = { scenario: lesson.scenario, seats, table_mode: true, lesson: true, name: t("lesson.game_name") };
  const { game, links } = await send("/api/games", wish);
  const mine = links.find((/** @type {{mine: boolean}} */ link) => link.mine) ?? links[0];
  remember({ game, number: 0, left: false });
  home.go(mine.path);
}

/**
 * Put the coach at a table. The table page may ask `refuses(key)` before it sends an answer: the sentence it returns
 * says that the lesson goes another way; null lets the answer pass.
 * @param {{host: HTMLElement, getState: () => State, choose: (key: string) => Promise<void>, undo: () => Promise<State>,
 *   onState: (callback: (state: State) => void) => void, spot: (step: Wire.LessonStep | null, before?: Wire.LessonStep) => void, show: (step: Wire.LessonStep) => void}} table
 * @returns {Promise<{refuses: (key: string) => string | null, destroy: () => void}>}
 */
export async function attachLesson(table) {
  const [lesson, facts] = await Promise.all([read("/api/lesson"), constant("facts")]);
  const bring = h(
    "button",
    { type: "button", class: "coach-return", hidden: true, onclick: () => setLeft(false) },
    t("lesson.return"),
  );
  const coach = createCoach(lesson, facts, {
    answer: (step) => table.choose(step.key),
    takeBack,
    spot: table.spot,
    show: table.show,
    leave: () => setLeft(true),
  });
  let over = false;

  async function takeBack() {
    show(await table.undo());
  }

  /** @param {boolean} left */
  function setLeft(left) {
    remember({ left });
    coach.element.hidden = left;
    bring.hidden = !left;
    if (left) table.spot(null);
    else show(table.getState());
  }

  /** @param {State} state */
  function show(state) {
    if (over || (state.at ?? null) !== null) return; // looking back is not a step of the lesson
    remember({ game: state.game, number: state.number });
    if (!coach.element.hidden) coach.show(state);
  }

  table.host.append(coach.element, bring);
  table.onState(show);
  setLeft(recall().left === true && recall().game === table.getState().game);
  return {
    refuses: (key) => (coach.element.hidden ? null : coach.refuses(key)),
    destroy() {
      over = true;
      coach.element.remove();
      bring.remove();
    },
  };
}
