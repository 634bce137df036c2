// @ts-check
/**
 * Pieces off the map: Available, Casualties, Out of Play (1.4.1) and set aside; those on tiles are shown there (tiles.js).
 * ARVN's Casualties (S6.8.2), which are bought back, lie by themselves as soon as there are any.
 */
import { h, replace } from "../dom.js";
import { t } from "../words.js";
import { pieceIcon } from "../pieces.js";
import { boxesOnTiles } from "./tiles.js";

/**
 * @param {HTMLElement} host
 * @param {Wire.Facts} facts
 */
export function createBoxes(host, facts) {
  const owner = (/** @type {string} */ kind) => facts.pieces[kind].faction;

  /**
   * @param {string} box
   * @param {string} name
   * @param {Record<string, number>} pieces
   */
  function section(box, name, pieces) {
    const held = facts.kinds.filter((/** @type {string} */ kind) => pieces[kind]);
    return h(
      "section",
      { class: `box ${box}` },
      h("h3", {}, name),
      held.length === 0 && h("p", { class: "soft" }, t("table.box.empty")),
      h(
        "div",
        { class: "held" },
        held.map((/** @type {string} */ kind) => {
          const { name: one, plural } = facts.pieces[kind];
          return pieceIcon(kind, pieces[kind], {
            size: 25,
            title: `${pieces[kind]} ${pieces[kind] === 1 ? one : plural}`,
          });
        }),
      ),
    );
  }

  /** The sections of Casualties: one, or two where ARVN has its own. @param {Wire.TableView} view */
  function casualties(view) {
    const held = Object.entries(view.boxes.casualties);
    const of = (/** @type {boolean} */ arvn) =>
      Object.fromEntries(held.filter(([kind]) => (owner(kind) === "arvn") === arvn));
    if (!held.some(([kind]) => owner(kind) === "arvn"))
      return [section("casualties", facts.boxes.casualties.name, view.boxes.casualties)];
    const own = section("casualties arvn", t("table.box.casualties_arvn"), of(true));
    return view.factions.includes("us")
      ? [section("casualties us", t("table.box.casualties_us"), of(false)), own]
      : [own];
  }

  return {
    /** @param {Wire.TableView} view */
    update(view) {
      const elsewhere = boxesOnTiles(view, facts);
      const boxes = Object.keys(view.boxes).filter(
        (box) => !elsewhere.has(box) && !(box === "set_aside" && !Object.keys(view.boxes[box]).length),
      );
      replace(
        host,
        boxes.flatMap((box) =>
          box === "casualties" ? casualties(view) : [section(box, facts.boxes[box].name, view.boxes[box])],
        ),
      );
    },
  };
}
