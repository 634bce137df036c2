// @ts-check
/**
 * Setting the groups of pieces of one space into its area: as large as they fit, in rows, and where even small ones do
 * not fit the last place says how many kinds more there are (the close-up shows them).
 */

/**
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 * @typedef {{index: number, x: number, y: number}} Place where group `index` starts (its left edge and middle height)
 * @typedef {{scale: number, places: Place[], more: {count: number, x: number, y: number} | null}} Packing
 */

const LINE = 0.92; // height of a row in heights of a piece
const SPACE = 0.22; // between groups of a row, in heights of a piece

/**
 * Break groups into rows no wider than the box.
 * @param {number[]} widths at the height wanted
 * @param {number} width
 * @param {number} space
 * @returns {{from: number, to: number, width: number}[] | null} null if one group alone is too wide
 */
function rowsOf(widths, width, space) {
  const rows = [];
  let from = 0;
  let used = 0;
  for (let at = 0; at < widths.length; at += 1) {
    if (widths[at] > width) return null;
    const with_it = used ? used + space + widths[at] : widths[at];
    if (with_it > width) {
      rows.push({ from, to: at, width: used });
      from = at;
      used = widths[at];
    } else used = with_it;
  }
  if (widths.length) rows.push({ from, to: widths.length, width: used });
  return rows;
}

/**
 * @param {number[]} widths of the groups at a height of 1
 * @param {Box} box
 * @param {number} height of a piece
 */
function rowsAt(widths, box, height) {
  const rows = rowsOf(
    widths.map((width) => width * height),
    box.w,
    SPACE * height,
  );
  return rows && rows.length * LINE * height <= box.h + 0.01 ? rows : null;
}

/**
 * @param {number[]} widths of the groups at a height of 1
 * @param {Box} box
 * @param {{largest: number, smallest: number}} heights of a piece
 * @param {number} moreWidth of the note "+n" at a height of 1
 * @returns {Packing} scale is the height of a piece
 */
export function pack(widths, box, { largest, smallest }, moreWidth) {
  for (let height = largest; height >= smallest; height -= 0.5) {
    const rows = rowsAt(widths, box, height);
    if (rows) return place(widths, rows, box, height, 0);
  }
  for (let shown = widths.length - 1; shown >= 1; shown -= 1) {
    const rows = rowsAt([...widths.slice(0, shown), moreWidth], box, smallest);
    if (rows) return place([...widths.slice(0, shown), moreWidth], rows, box, smallest, widths.length - shown);
  }
  return { scale: smallest, places: [], more: { count: widths.length, x: box.x + 1, y: box.y + box.h / 2 } };
}

/**
 * @param {number[]} widths
 * @param {{from: number, to: number, width: number}[]} rows
 * @param {Box} box
 * @param {number} height
 * @param {number} hidden groups the last place stands for; 0: none
 * @returns {Packing}
 */
function place(widths, rows, box, height, hidden) {
  /** @type {Place[]} */
  const places = [];
  const step = Math.min((box.h / rows.length + LINE * height) / 2, LINE * height * 1.25);
  rows.forEach((row, number) => {
    const y = box.y + box.h / 2 + (number - (rows.length - 1) / 2) * step;
    let x = box.x + (box.w - row.width) / 2;
    for (let index = row.from; index < row.to; index += 1) {
      places.push({ index, x, y });
      x += (widths[index] + SPACE) * height;
    }
  });
  if (!hidden) return { scale: height, places, more: null };
  const last = /** @type {Place} */ (places.pop());
  return { scale: height, places, more: { count: hidden, x: last.x, y: last.y } };
}
