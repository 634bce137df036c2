// @ts-check
/** Looking back: the history of the contest, earlier moments of the table, and the end of the game. */
import { openDialog } from "../dialog.js";
import { t } from "../words.js";

/** @param {import("./sitting.js").Sitting} sitting */
export function createLookingBack(sitting) {
  const { table, chrome, say } = sitting;
  /** @type {any[]} */
  let rows = [];

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
    if (!last || last.entry > state.entries || last.card !== (state.view.card?.number ?? 0) || last.over !== state.over) await history();
    sitting.parts.timeline.update(state.entries, rows);
  }

  /** Show the table as it was; null: as it is. @param {number | null} entry */
  async function seek(entry) {
    if (sitting.parts.playback.busy) sitting.parts.playback.skip();
    sitting.looking = entry;
    chrome.setLooking(entry !== null);
    if (entry === null) {
      sitting.draw.all();
      return;
    }
    try {
      const then = await table.get(`?at=${entry}`);
      if (sitting.looking !== entry) return;
      sitting.shown = then;
      sitting.draw.board(then.view, false);
      sitting.parts.story.update(then.view.log, then.turns);
      sitting.draw.question();
    } catch (error) {
      say(error);
    }
  }

  async function showEnd() {
    const [{ endScreen }, { exportMenu }, found] = await Promise.all([import("../lookback/end.js"), import("../lookback/export.js"), history()]);
    const { state, parts } = sitting;
    const go = (/** @type {number} */ entry) => {
      dialog.close();
      parts.timeline.go(entry);
    };
    const exports = exportMenu(table, { map: parts.map, name: state.name });
    const dialog = openDialog(t("table.end"), endScreen(state, found, { exports, onReplay: () => go(0), onSeek: go }), { wide: true });
  }

  return { history, drawTimeline, seek, showEnd };
}
