// @ts-check
/** Pieces off the map: Available, Casualties and Out of Play (1.4.1). */
import { h, replace } from "../dom.js";
import { t } from "../words.js";
import { pieceIcon } from "../pieces.js";

/**
 * @param {HTMLElement} host
 * @param {any} facts
 */
export function createBoxes(host, facts) {
  return {
    /** @param {any} view */
    update(view) {
      replace(
        host,
        Object.keys(view.boxes).map((box) => {
          const held = facts.kinds.filter((/** @type {string} */ kind) => view.boxes[box][kind]);
          return h(
            "section",
            { class: `box ${box}` },
            h("h3", {}, facts.boxes[box].name),
            held.length === 0 && h("p", { class: "soft" }, t("table.box.empty")),
            h(
              "div",
              { class: "held" },
              held.map((/** @type {string} */ kind) => {
                const count = view.boxes[box][kind];
                const { name, plural } = facts.pieces[kind];
                return pieceIcon(kind, count, { size: 25, title: `${count} ${count === 1 ? name : plural}` });
              }),
            ),
          );
        }),
      );
    },
  };
}
