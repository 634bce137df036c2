// @ts-check
/** Inks, papers and typefaces of the map, as attributes, so that a picture of it stands alone without style sheets. */

export const INK = "#3d2f22";
export const INK_SOFT = "#5d4a33";
export const PAPER = "#f6efdc";
export const PAPER_LIGHT = "#fffaf0";
export const RUST = "#7c2d1a";
export const LIT = "#d98b00";

export const LAND = {
  south_vietnam: { highland: "#d9bf8f", lowland: "#e5e0a6", jungle: "#b0c08a" },
  abroad: { highland: "#d3c5a8", lowland: "#dcd9b4", jungle: "#c0c4a4" },
  neutral: "#e2dac6",
  island: "#dcd4bf",
};

/** The ink that tints the inner edge of each country. */
export const COUNTRY_EDGE = {
  north_vietnam: "#8c3a3a",
  laos: "#5d7150",
  cambodia: "#8a6a2c",
  thailand: "#8d8674",
  south_vietnam: "#b0562f",
};

export const GLYPH_INK = { highland: "#8d6d3d", lowland: "#7f8440", jungle: "#4f6a3a" };

export const SUPPORT = {
  active_support: { fill: "#2f5680", text: "+2" },
  passive_support: { fill: "#557799", text: "+1" },
  neutral: null,
  passive_opposition: { fill: "#a8492f", text: "−1" },
  active_opposition: { fill: "#7c2313", text: "−2" },
};

export const CONTROL = { coin: "#5b6b2a", nva: "#ae2e24" };

export const SERIF = "Alegreya, Georgia, serif";
export const CAPS = "'Alegreya SC', Alegreya, Georgia, serif";
export const SANS = "'Alegreya Sans', 'Gill Sans', 'Segoe UI', sans-serif";
