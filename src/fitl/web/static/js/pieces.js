// @ts-check
/**
 * The wooden pieces (1.4) as small drawings: cubes are Troops and Police, cylinders are Guerrillas and Special Forces
 * (hollow while Underground, filled and starred when Active), discs are Bases (an arch under a Tunneled one). A letter
 * on each says whose it is, and the pieces of the NVA wear a pale band, so that colour is never the only sign.
 *
 * From 1961 to 1963 (P1.4): an Advisor is a US cube with a star cut out, a Strategic Hamlet a ring of palisades, a Cadre a
 * red star, pinned on its Base while on the map. From 1973 on (S1.4): Armor is a tank, whose gun points left for ARVN and
 * right for the NVA; captured it wears a ring and a flag with the letter of its first owner (S1.4.5).
 */
import { svg } from "./dom.js";

const INK = "#3d2f22";
const PAPER = "#fffaf0";

/** Colours of each owner: `fill` of the wood, `shade` of its darker faces, `on` what reads on the fill. */
const WOOD = {
  us: { fill: "#66743a", light: "#8b9859", shade: "#4c5a22", on: "#ffffff" },
  arvn: { fill: "#e7c23a", light: "#f5dd7e", shade: "#b8931a", on: "#2d2208" },
  police: { fill: "#e6953c", light: "#f6bd7c", shade: "#b56a17", on: "#2d1a04" },
  nva: { fill: "#ae2e24", light: "#cf5f52", shade: "#7f1c14", on: "#ffffff" },
  vc: { fill: "#2a649a", light: "#5b90c2", shade: "#1a466f", on: "#ffffff" },
};

/**
 * @typedef {"cube" | "cylinder" | "base" | "hamlet" | "star" | "tank"} Shape
 * @typedef {{wood: keyof typeof WOOD, shape: Shape, letter: string, active?: boolean, tunnel?: boolean, starred?: boolean,
 *   cadre?: boolean, from?: "arvn" | "nva"}} Look starred: an Advisor; cadre: with a Cadre on it; from: captured from
 * @type {Record<string, Look>}
 */
const LOOKS = {
  us_troops: { wood: "us", shape: "cube", letter: "U" },
  us_base: { wood: "us", shape: "base", letter: "U" },
  irregular: { wood: "us", shape: "cylinder", letter: "I" },
  irregular_active: { wood: "us", shape: "cylinder", letter: "I", active: true },
  arvn_troops: { wood: "arvn", shape: "cube", letter: "A" },
  police: { wood: "police", shape: "cube", letter: "P" },
  ranger: { wood: "arvn", shape: "cylinder", letter: "R" },
  ranger_active: { wood: "arvn", shape: "cylinder", letter: "R", active: true },
  arvn_base: { wood: "arvn", shape: "base", letter: "A" },
  nva_troops: { wood: "nva", shape: "cube", letter: "N" },
  nva_guerrilla: { wood: "nva", shape: "cylinder", letter: "N" },
  nva_guerrilla_active: { wood: "nva", shape: "cylinder", letter: "N", active: true },
  nva_base: { wood: "nva", shape: "base", letter: "N" },
  nva_tunnel: { wood: "nva", shape: "base", letter: "N", tunnel: true },
  vc_guerrilla: { wood: "vc", shape: "cylinder", letter: "V" },
  vc_guerrilla_active: { wood: "vc", shape: "cylinder", letter: "V", active: true },
  vc_base: { wood: "vc", shape: "base", letter: "V" },
  vc_tunnel: { wood: "vc", shape: "base", letter: "V", tunnel: true },
  advisor: { wood: "us", shape: "cube", letter: "", starred: true },
  hamlet: { wood: "arvn", shape: "hamlet", letter: "" },
  vc_base_cadre: { wood: "vc", shape: "base", letter: "V", cadre: true },
  cadre: { wood: "nva", shape: "star", letter: "N" },
  arvn_armor: { wood: "arvn", shape: "tank", letter: "A" },
  nva_armor: { wood: "nva", shape: "tank", letter: "N" },
  captured_nva_armor: { wood: "arvn", shape: "tank", letter: "A", from: "nva" },
  captured_arvn_armor: { wood: "nva", shape: "tank", letter: "N", from: "arvn" },
};

/** Does a piece here keep Opposition from counting: a Strategic Hamlet (P1.6.2)? @param {Record<string, number>} pieces */
export const silencesOpposition = (pieces) => Boolean(pieces.hamlet);

/** What the rows of pieces in the key of the map show, by era; one without rows of its own has those of the base game. @type {Record<string, [string, string][]>} */
export const IN_KEY = {
  base: [
    ["troops", "us_troops"],
    ["police", "police"],
    ["underground", "vc_guerrilla"],
    ["active", "vc_guerrilla_active"],
    ["base", "nva_base"],
    ["tunnel", "nva_tunnel"],
  ],
  sod: [
    ["advisor", "advisor"],
    ["police", "police"],
    ["underground", "vc_guerrilla"],
    ["active", "vc_guerrilla_active"],
    ["cadre", "vc_base_cadre"],
    ["hamlet", "hamlet"],
  ],
};
IN_KEY.diems_war = IN_KEY.sod.with(0, ["troops", "arvn_troops"]).with(4, ["base", "vc_base"]); // P1.4: neither Advisors nor Cadres
for (const era of ["post_paris", "us_leaving", "after_retreat", "black_april"])
  IN_KEY[era] = IN_KEY.base.with(1, ["armor", "arvn_armor"]);

/** Every kind of piece there is a drawing for, in the order of the game's lists. */
export const PIECE_KINDS = Object.keys(LOOKS);

/** A piece is drawn in a square of this side, its middle at 0, 0. */
export const PIECE_SIDE = 24;

const FIGURES = "'Alegreya Sans', 'Gill Sans', 'Segoe UI', sans-serif";
const DIGIT_WIDTH = 9.6; // of the figures of a count at COUNT_SIZE, measured in the widest ones
const COUNT_SIZE = 19;
const GAP = 1.5;
const PIECE_WIDTH = 20;

/**
 * @param {string} letter
 * @param {number} y baseline
 * @param {number} size
 * @param {string} fill
 * @param {number} [x]
 */
function mark(letter, y, size, fill, x = 0) {
  return svg(
    "text",
    { x, y, "font-family": FIGURES, "font-weight": 700, "font-size": size, "text-anchor": "middle", fill },
    letter,
  );
}

/** @param {Look} look */
function cube(look) {
  const wood = WOOD[look.wood];
  return [
    svg("path", { d: "M-9.5-4.9l4.4-4.6h14.6l-4.4 4.6z", fill: wood.light }),
    svg("path", { d: "M5.1-4.9l4.4-4.6v14.4l-4.4 4.6z", fill: wood.shade }),
    svg("rect", { x: -9.5, y: -4.9, width: 14.6, height: 14.4, fill: wood.fill }),
    svg("path", {
      d: "M-9.5-4.9l4.4-4.6h14.6v14.4l-4.4 4.6h-14.6zh14.6v14.4m0-14.4l4.4-4.6",
      fill: "none",
      stroke: INK,
      "stroke-width": 0.9,
      "stroke-linejoin": "round",
    }),
    look.wood === "nva" && svg("path", { class: "band", d: "M-9.1 5.3h13.8v3.8h-13.8z", fill: PAPER }),
    look.starred
      ? svg("path", {
          d: starPath(6.8),
          transform: "translate(-2.2 2.9)",
          fill: PAPER,
          stroke: INK,
          "stroke-width": 0.7,
          "stroke-linejoin": "round",
        })
      : mark(look.letter, look.wood === "nva" ? 4.6 : 6.6, look.wood === "nva" ? 12 : 13, wood.on, -2.2),
  ];
}

/**
 * A five-pointed star round 0, 0, as path data.
 * @param {number} r
 */
export function starPath(r) {
  let d = "";
  for (let point = 0; point < 10; point += 1) {
    const reach = point % 2 ? r * 0.42 : r;
    const turn = (point * Math.PI) / 5 - Math.PI / 2;
    d += `${point ? "L" : "M"}${(reach * Math.cos(turn)).toFixed(2)} ${(reach * Math.sin(turn)).toFixed(2)}`;
  }
  return `${d}z`;
}

/** @param {Look} look */
function cylinder(look) {
  const wood = WOOD[look.wood];
  const body = "M-8-6.2v12.2a8 3.3 0 0 0 16 0v-12.2";
  if (look.active) {
    return [
      svg("path", { d: body, fill: wood.fill, stroke: INK, "stroke-width": 1, "stroke-linejoin": "round" }),
      svg("ellipse", { cx: 0, cy: -6.2, rx: 8, ry: 3.3, fill: wood.light, stroke: INK, "stroke-width": 0.9 }),
      svg("g", { transform: "translate(0 -6.2) scale(1.35 .72)" }, svg("path", { d: starPath(3.9), fill: INK })),
      look.wood === "nva" &&
        svg("path", { class: "band", d: "M-7.6 4.4a7.6 3 0 0 0 15.2 0v2.4a7.6 3 0 0 1-15.2 0z", fill: PAPER }),
      mark(look.letter, look.wood === "nva" ? 6 : 7.2, look.wood === "nva" ? 11 : 12, wood.on),
    ];
  }
  return [
    svg("path", { d: body, fill: PAPER, stroke: wood.shade, "stroke-width": 1.8, "stroke-linejoin": "round" }),
    svg("ellipse", { cx: 0, cy: -6.2, rx: 8, ry: 3.3, fill: wood.fill, stroke: wood.shade, "stroke-width": 1.4 }),
    look.wood === "nva" &&
      svg("path", { class: "band", d: "M-7.2 4.6a7.2 2.8 0 0 0 14.4 0v2.2a7.2 2.8 0 0 1-14.4 0z", fill: wood.fill }),
    mark(
      look.letter,
      look.wood === "nva" ? 6 : 6.9,
      look.wood === "nva" ? 11 : 12,
      look.wood === "arvn" ? "#735500" : wood.shade,
    ),
  ];
}

/** @param {Look} look */
function base(look) {
  const wood = WOOD[look.wood];
  const parts = [
    svg("circle", { cx: 0.5, cy: 1, r: 9.8, fill: wood.shade, stroke: INK, "stroke-width": 0.9 }),
    svg("circle", { cx: 0, cy: -0.4, r: 9.6, fill: wood.fill, stroke: INK, "stroke-width": 0.9 }),
    svg("circle", {
      cx: 0,
      cy: -0.4,
      r: 7.4,
      fill: "none",
      stroke: wood.on,
      "stroke-width": 0.8,
      "stroke-opacity": 0.8,
    }),
  ];
  const banded = look.wood === "nva";
  const band =
    banded && svg("path", { class: "band", d: "M-8.5 3.4h17a9 9 0 0 1-2.6 3.2h-11.8a9 9 0 0 1-2.6-3.2z", fill: PAPER });
  if (look.cadre) return [...parts, mark(look.letter, 6.4, 12, wood.on, -2), pinnedStar()];
  if (!look.tunnel) return [...parts, band, mark(look.letter, banded ? 2.2 : 3.6, banded ? 11 : 12, wood.on)];
  const arch = "M-6.4 10.2v-4a6.4 6 0 0 1 12.8 0v4z";
  return [
    ...parts,
    band,
    mark(look.letter, -0.4, 9.5, wood.on),
    svg("path", { d: arch, fill: PAPER, stroke: INK, "stroke-width": 0.9, "stroke-linejoin": "round" }),
    svg("path", { d: "M-3.6 9.8v-3a3.6 3.6 0 0 1 7.2 0v3z", fill: INK }),
  ];
}

/** The Cadre on a Base, at its upper edge. */
function pinnedStar() {
  const paint = { stroke: PAPER, "stroke-width": 1.3, "stroke-linejoin": "round", "paint-order": "stroke" };
  return svg("path", {
    class: "cadre-star",
    d: starPath(6.4),
    transform: "translate(4.6 -5.4)",
    fill: WOOD.nva.fill,
    ...paint,
  });
}

/** A Cadre by itself, in a box. @param {Look} look */
function star(look) {
  const wood = WOOD[look.wood];
  return [
    svg("path", {
      d: starPath(11.4),
      transform: "translate(0 1)",
      fill: wood.fill,
      stroke: INK,
      "stroke-width": 1,
      "stroke-linejoin": "round",
    }),
    mark(look.letter, 4.6, 9, wood.on),
  ];
}

const STAKES = 12;

/** A ring of pointed stakes round the star of ARVN. @param {Look} look */
function hamlet(look) {
  const wood = WOOD[look.wood];
  const stake = "M-1.9-6.6v-3l1.9-2.1 1.9 2.1v3z";
  const turns = Array.from({ length: STAKES }, (_, at) => (360 * at) / STAKES);
  return [
    svg("circle", { cx: 0, cy: 0, r: 8, fill: PAPER, stroke: INK, "stroke-width": 0.8 }),
    ...turns.map((turn) =>
      svg("path", {
        d: stake,
        transform: `rotate(${turn})`,
        fill: "#9a6b3c",
        stroke: INK,
        "stroke-width": 0.7,
        "stroke-linejoin": "round",
      }),
    ),
    svg("path", {
      d: starPath(6),
      transform: "translate(0 .5)",
      fill: wood.fill,
      stroke: INK,
      "stroke-width": 0.8,
      "stroke-linejoin": "round",
    }),
  ];
}

/** A tank from the side: hull, wheels, turret and gun. @param {Look} look */
function tank(look) {
  const wood = WOOD[look.wood];
  const line = { stroke: INK, "stroke-width": 0.9, "stroke-linejoin": "round" };
  const side = look.wood === "arvn" ? "scale(-1 1)" : "";
  const wheels = [-6, -2, 2, 6].map((cx) => svg("circle", { cx, cy: 7.4, r: 1.5, fill: PAPER }));
  const banded = look.wood === "nva";
  return [
    look.from &&
      svg("circle", {
        class: "captured",
        cx: 0,
        cy: 0,
        r: 11.2,
        fill: PAPER,
        "fill-opacity": 0.85,
        stroke: WOOD[look.from].shade,
        "stroke-width": 1.5,
      }),
    svg(
      "g",
      { transform: side },
      svg("path", { d: "M3.5-5.2h7.7v2.2h-7.7z", fill: wood.shade, ...line }),
      svg("path", { d: "M-5.4-1.2l1.6-6h6.4l2.4 6z", fill: wood.light, ...line }),
      svg("path", { d: "M-10.2 4.4l1.4-5.6h17.2l2.2 5.6z", fill: wood.fill, ...line }),
    ),
    svg("rect", { x: -10.2, y: 4.6, width: 20.4, height: 5.6, rx: 2.8, fill: INK }),
    wheels,
    banded && svg("path", { class: "band", d: "M-9.8 2.2h19.6v1.6h-19.6z", fill: PAPER }),
    mark(look.letter, banded ? 1.8 : 3.4, banded ? 8.5 : 9.5, wood.on),
    look.from && flag(look.from),
  ];
}

/** A small flag of the first owner. @param {"arvn" | "nva"} owner */
function flag(owner) {
  const wood = WOOD[owner];
  return svg(
    "g",
    { transform: owner === "nva" ? "translate(4.5 -11.5)" : "translate(-11.5 -11.5)" },
    svg("rect", { x: 0, y: 0, width: 8, height: 7, fill: wood.fill, stroke: INK, "stroke-width": 0.7 }),
    mark(owner === "nva" ? "N" : "A", 5.8, 7, wood.on, 4),
  );
}

const DRAW = { cube, cylinder, base, hamlet, star, tank };

/**
 * One piece, its middle at 0, 0 in a square of PIECE_SIDE.
 * @param {string} kind
 * @returns {SVGGElement}
 */
export function pieceGlyph(kind) {
  const look = LOOKS[kind];
  if (!look) throw new Error(`no drawing for a piece of kind "${kind}"; the kinds are ${PIECE_KINDS.join(", ")}`);
  return svg("g", { class: `piece ${kind}` }, ...DRAW[look.shape](look));
}

/**
 * How wide a group (piece and count) is drawn at the height PIECE_SIDE.
 * @param {number} count
 */
export function groupWidth(count) {
  return PIECE_WIDTH + GAP + String(count).length * DIGIT_WIDTH;
}

/**
 * A piece with how many of it there are, drawn rightwards from 0 and up and down from 0 (height PIECE_SIDE).
 * @param {string} kind
 * @param {number} count
 * @returns {SVGGElement}
 */
export function pieceGroup(kind, count) {
  const glyph = pieceGlyph(kind);
  glyph.setAttribute("transform", `translate(${PIECE_WIDTH / 2} 0)`);
  return svg("g", { "data-kind": kind }, glyph, countText(count, PIECE_WIDTH + GAP));
}

/**
 * @param {number | string} count
 * @param {number} x
 */
export function countText(count, x) {
  return svg(
    "text",
    {
      x,
      y: 6.6,
      "font-family": FIGURES,
      "font-weight": 700,
      "font-size": COUNT_SIZE,
      fill: INK,
      stroke: PAPER,
      "stroke-width": 2.6,
      "stroke-linejoin": "round",
      "paint-order": "stroke",
      class: "figures",
    },
    count,
  );
}

/**
 * A piece as an icon for lists, boxes and legends. Without a count (null) the piece alone is drawn. The words beside it
 * tell a screen reader what it is; give `title` where there are none.
 * @param {string} kind
 * @param {number | null} [count]
 * @param {{size?: number, title?: string}} [options] size: height in CSS pixels
 * @returns {SVGSVGElement}
 */
export function pieceIcon(kind, count = null, { size = 24, title } = {}) {
  const width = count === null ? PIECE_SIDE : groupWidth(count) + 2;
  const named = title ? { role: "img", "aria-label": title } : { "aria-hidden": "true" };
  const left = count === null ? -PIECE_SIDE / 2 : -1;
  return svg(
    "svg",
    {
      class: "piece-icon",
      viewBox: `${left} ${-PIECE_SIDE / 2} ${width} ${PIECE_SIDE}`,
      width: ((width * size) / PIECE_SIDE).toFixed(1),
      height: size,
      focusable: "false",
      ...named,
    },
    title ? svg("title", {}, title) : null,
    count === null ? pieceGlyph(kind) : pieceGroup(kind, count),
  );
}
