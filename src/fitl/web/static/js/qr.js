// @ts-check
/**
 * QR codes (ISO/IEC 18004) for links: bytes, error correction M, up to version 15, drawn as SVG. Nothing is sent anywhere.
 */
import { svg } from "./dom.js";

// For each version from 1 on: bytes of error correction in a block, then [blocks, data bytes in each] pairs (level M).
/** @type {[number, number[][]][]} */
const BLOCKS = [
  [10, [[1, 16]]],
  [16, [[1, 28]]],
  [26, [[1, 44]]],
  [18, [[2, 32]]],
  [24, [[2, 43]]],
  [16, [[4, 27]]],
  [18, [[4, 31]]],
  [
    22,
    [
      [2, 38],
      [2, 39],
    ],
  ],
  [
    22,
    [
      [3, 36],
      [2, 37],
    ],
  ],
  [
    26,
    [
      [4, 43],
      [1, 44],
    ],
  ],
  [
    30,
    [
      [1, 50],
      [4, 51],
    ],
  ],
  [
    22,
    [
      [6, 36],
      [2, 37],
    ],
  ],
  [
    22,
    [
      [8, 37],
      [1, 38],
    ],
  ],
  [
    24,
    [
      [4, 40],
      [5, 41],
    ],
  ],
  [
    24,
    [
      [5, 41],
      [5, 42],
    ],
  ],
];
// Where the small alignment marks stand, in both directions.
const MARKS = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
  [6, 30, 54],
  [6, 32, 58],
  [6, 34, 62],
  [6, 26, 46, 66],
  [6, 26, 48, 70],
];
const LEVEL_M = 0;
const QUIET = 4; // modules of white around the code

/** The eight masks; the one that reads best is chosen. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

// --- arithmetic in GF(256), with x^8 + x^4 + x^3 + x^2 + 1 ---

const POWERS = new Uint8Array(512);
const LOGS = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  POWERS[i] = POWERS[i + 255] = x;
  LOGS[x] = i;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}

/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? POWERS[LOGS[a] + LOGS[b]] : 0);

/** The polynomial whose roots are the first powers of 2; its leading 1 is left out. @param {number} degree */
function generator(degree) {
  let found = [1];
  for (let i = 0; i < degree; i++) {
    const next = [...found, 0];
    found.forEach((factor, at) => (next[at + 1] ^= times(factor, POWERS[i])));
    found = next;
  }
  return found.slice(1);
}

/** What protects a block. @param {number[]} data @param {number} count */
function correction(data, count) {
  const factors = generator(count);
  const rest = new Array(count).fill(0);
  for (const byte of data) {
    const lead = byte ^ rest.shift();
    rest.push(0);
    factors.forEach((factor, at) => (rest[at] ^= times(factor, lead)));
  }
  return rest;
}

// --- the bytes ---

/** @param {number} version */
const capacity = (version) => BLOCKS[version - 1][1].reduce((sum, [count, size]) => sum + count * size, 0);

/** How many bits say how long the text is. @param {number} version */
const lengthBits = (version) => (version < 10 ? 8 : 16);

/** @param {number[]} text @returns {number} the smallest version that holds it; 0 if none does */
function versionFor(text) {
  for (let version = 1; version <= BLOCKS.length; version++) {
    if (4 + lengthBits(version) + 8 * text.length <= 8 * capacity(version)) return version;
  }
  return 0;
}

/** Mode, length, text, end, and padding. @param {number[]} text @param {number} version */
function dataBytes(text, version) {
  /** @type {number[]} */
  const bits = [];
  const add = (/** @type {number} */ value, /** @type {number} */ count) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  add(4, 4); // bytes
  add(text.length, lengthBits(version));
  for (const byte of text) add(byte, 8);
  const room = 8 * capacity(version);
  add(0, Math.min(4, room - bits.length));
  add(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) add(pad, 8);
  const bytes = [];
  for (let i = 0; i < bits.length; i += 8) bytes.push(bits.slice(i, i + 8).reduce((byte, bit) => byte * 2 + bit, 0));
  return bytes;
}

/** All bytes in the order they are drawn: the blocks take turns. @param {number[]} data @param {number} version */
function interleaved(data, version) {
  const [count, sizes] = BLOCKS[version - 1];
  const blocks = [];
  let at = 0;
  for (const [number, size] of sizes) {
    for (let i = 0; i < number; i++, at += size) blocks.push(data.slice(at, at + size));
  }
  const protection = blocks.map((block) => correction(block, count));
  const found = [];
  for (const rows of [blocks, protection]) {
    const longest = Math.max(...rows.map((row) => row.length));
    for (let i = 0; i < longest; i++) for (const row of rows) if (i < row.length) found.push(row[i]);
  }
  return found;
}

// --- the drawing ---

/** A number followed by the rest of its division in GF(2). @param {number} value @param {number} divisor @param {number} bits */
function checked(value, divisor, bits) {
  let rest = value << bits;
  for (let i = 31 - Math.clz32(rest | 1); i >= bits; i = 31 - Math.clz32(rest | 1)) rest ^= divisor << (i - bits);
  return (value << bits) | rest;
}

/** @typedef {{size: number, dark: boolean[][], fixed: boolean[][]}} Grid `fixed` modules carry no data and no mask */

/** All that is the same whatever the text. @param {number} version @returns {Grid} */
function frame(version) {
  const size = 17 + 4 * version;
  const dark = Array.from({ length: size }, () => new Array(size).fill(false));
  const fixed = Array.from({ length: size }, () => new Array(size).fill(false));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ on) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    dark[y][x] = on;
    fixed[y][x] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ]) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
      }
    }
  }
  const marks = MARKS[version - 1];
  const last = marks.length - 1;
  marks.forEach((cy, j) =>
    marks.forEach((cx, i) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }),
  );
  if (version >= 7) {
    const bits = checked(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const on = Boolean((bits >> i) & 1);
      set(size - 11 + (i % 3), Math.floor(i / 3), on);
      set(Math.floor(i / 3), size - 11 + (i % 3), on);
    }
  }
  for (let i = 0; i < 9; i++)
    for (const [x, y] of [
      [8, i],
      [i, 8],
      [8, size - 1 - i],
      [size - 1 - i, 8],
    ])
      if (i < 8 || x + y === 16) fixed[y][x] = true; // for the format
  return { size, dark, fixed };
}

/** Level and mask, twice. @param {Grid} grid @param {number} mask */
function writeFormat({ size, dark }, mask) {
  const bits = checked((LEVEL_M << 3) | mask, 0x537, 10) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const on = Boolean((bits >> i) & 1);
    const down = i < 6 ? i : i < 8 ? i + 1 : size - 15 + i;
    const across = i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i;
    dark[down][8] = on;
    dark[8][across] = on;
  }
  dark[size - 8][8] = true;
}

/** Two columns at a time, from the right, up and down. @param {Grid} grid @param {number[]} bytes */
function writeData({ size, dark, fixed }, bytes) {
  let at = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5; // the column of the timing marks
    for (let i = 0; i < size; i++) {
      const y = up ? size - 1 - i : i;
      for (const x of [right, right - 1]) {
        if (fixed[y][x]) continue;
        dark[y][x] = at < 8 * bytes.length && Boolean((bytes[at >> 3] >> (7 - (at & 7))) & 1);
        at += 1;
      }
    }
  }
}

/** @param {Grid} grid @param {(x: number, y: number) => boolean} mask */
function applyMask({ size, dark, fixed }, mask) {
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) if (!fixed[y][x] && mask(x, y)) dark[y][x] = !dark[y][x];
}

/** How hard a code is to read: runs, squares, what looks like a corner, and an uneven share of dark. @param {boolean[][]} dark */
function penalty(dark) {
  const size = dark.length;
  let sum = 0;
  let black = 0;
  const lines = [...dark, ...dark.map((_, x) => dark.map((row) => row[x]))];
  for (const line of lines) {
    const text = line.map((on) => (on ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let i = 0; i + 11 <= size; i++) {
      const part = text.slice(i, i + 11);
      if (part === "10111010000" || part === "00001011101") sum += 40;
    }
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const on = dark[y][x];
      if (on) black += 1;
      if (x && y && on === dark[y][x - 1] && on === dark[y - 1][x] && on === dark[y - 1][x - 1]) sum += 3;
    }
  }
  return sum + 10 * Math.floor(Math.abs((100 * black) / (size * size) - 50) / 5);
}

/**
 * The modules of a code, row by row; null if the text is too long.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function qrModules(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = versionFor(bytes);
  if (!version) return null;
  const grid = frame(version);
  writeData(grid, interleaved(dataBytes(bytes, version), version));
  let best = { sum: Infinity, mask: 0 };
  MASKS.forEach((mask, number) => {
    applyMask(grid, mask);
    writeFormat(grid, number);
    const sum = penalty(grid.dark);
    if (sum < best.sum) best = { sum, mask: number };
    applyMask(grid, mask); // once more takes it off
  });
  applyMask(grid, MASKS[best.mask]);
  writeFormat(grid, best.mask);
  return grid.dark;
}

/**
 * A drawing of a code; null if the text is too long for one.
 * @param {string} text
 * @param {string} label what it is, for those who do not see it
 */
export function qrCode(text, label) {
  const modules = qrModules(text);
  if (!modules) return null;
  const side = modules.length + 2 * QUIET;
  const path = modules
    .flatMap((row, y) => row.map((on, x) => (on ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")))
    .join("");
  return svg(
    "svg",
    { class: "qr", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    svg("rect", { width: side, height: side, fill: "#fff" }),
    svg("path", { d: path, fill: "#000" }),
  );
}
