// @ts-check
/** Pieces off the map: Available, Casualties, Out of Play (1.4.1) and set aside; those on tiles are shown there (tiles.js). */
import { h, replace } from "../dom.js";
import { t } from "../words.js";
import { pieceIcon } from "../pieces.js";
import { boxesOnTiles } from "./tiles.js";

/**
 * @param {HTMLElement} host
 * @param {any} facts
 */
export function createBoxes(host, facts) {
  return {
    /** @param {any} view */
    update(view) {
      const elsewhere = boxesOnTiles(view, facts);
      const boxes = Object.keys(view.boxes).filter((box) => !elsewhere.has(box) && !(box === "set_aside" && !Object.keys(view.boxes[box]).length));
      replace(
        host,
        boxes.map((box) => {
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
