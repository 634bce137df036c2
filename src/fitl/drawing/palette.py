"""Inks, papers and typefaces of the map: those of the page (`web/static/js/map/palette.js` and `pieces.js`)."""

from typing import Final

INK: Final = "#3d2f22"
INK_SOFT: Final = "#5d4a33"
PAPER: Final = "#f6efdc"
PAPER_LIGHT: Final = "#fffaf0"
RUST: Final = "#7c2d1a"

LAND: Final = {"highland": "#d9bf8f", "lowland": "#e5e0a6", "jungle": "#b0c08a"}  # in South Vietnam
LAND_ABROAD: Final = {"highland": "#d3c5a8", "lowland": "#dcd9b4", "jungle": "#c0c4a4"}
NEUTRAL: Final = "#e2dac6"
ISLAND: Final = "#dcd4bf"
COUNTRY_EDGE: Final = {
    "north_vietnam": "#8c3a3a",
    "laos": "#5d7150",
    "cambodia": "#8a6a2c",
    "thailand": "#8d8674",
    "south_vietnam": "#b0562f",
}
GLYPH_INK: Final = {"highland": "#8d6d3d", "lowland": "#7f8440", "jungle": "#4f6a3a"}

SUPPORT: Final = {2: ("#2f5680", "+2"), 1: ("#557799", "+1"), -1: ("#a8492f", "\u22121"), -2: ("#7c2313", "\u22122")}
COIN: Final = "#5b6b2a"
NVA: Final = "#ae2e24"

# The wood of the pieces: its colour, a lighter one, a darker one, and what reads on it.
WOOD: Final = {
    "us": ("#66743a", "#8b9859", "#4c5a22", "#ffffff"),
    "arvn": ("#e7c23a", "#f5dd7e", "#b8931a", "#2d2208"),
    "police": ("#e6953c", "#f6bd7c", "#b56a17", "#2d1a04"),
    "nva": ("#ae2e24", "#cf5f52", "#7f1c14", "#ffffff"),
    "vc": ("#2a649a", "#5b90c2", "#1a466f", "#ffffff"),
}

SERIF: Final = "Alegreya, Georgia, serif"
SANS: Final = "'Alegreya Sans', 'Gill Sans', 'Segoe UI', sans-serif"
