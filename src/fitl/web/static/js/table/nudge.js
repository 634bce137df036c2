// @ts-check
/** "Your turn": in the title of the page and, if allowed, by a notification while the page is out of sight. */
import { home } from "../home.js";
import { t } from "../words.js";
import { notify } from "./notify.js";

/** @param {import("./settings.js").Settings} settings */
export function createNudge(settings) {
  let told = -1;
  return {
    /**
     * @param {import("../api.js").State} state
     * @param {boolean} playing
     */
    update(state, playing) {
      const mine = !state.over && Boolean(state.view.decision?.options) && !playing;
      document.title = mine ? t("table.title_turn", { name: state.name }) : t("table.title", { name: state.name });
      if (!mine || told === state.number) return;
      told = state.number;
      if (settings.notify && document.hidden)
        notify(t("table.your_turn"), {
          body: state.view.decision?.prompt,
          icon: home.fileAt("/static/img/favicon.svg"),
          tag: state.game,
          data: location.pathname,
        });
    },
  };
}
