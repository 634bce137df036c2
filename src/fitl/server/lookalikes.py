"""Names that look alike: what remains of a name when all that looks the same is spelled the same.

The table is a small one of our own, after Unicode's list of confusable characters (UTS 39): the letters of other
scripts that look like Latin ones in common fonts. NFKC takes care of the variants of Latin letters themselves.
"""

import unicodedata
from typing import Final

# Latin letters with the code points that look like them, capital or small. The letters i and l and the digit 1 count as
# one, and so do o and 0, s and 5.
CONFUSABLE: Final = {
    "a": "0410,0430,0391,03B1,13AA,A4EE,1D00,0251,2C80,2C81,102A0",
    "b": "0412,0432,0392,03B2,042C,044C,15F7,13F4,13CF,A4D0,0299,2C82,2C83,0253,0184,0185,10282,102A1,10301",
    "c": "0421,0441,03F9,03F2,13DF,A4DA,1D04,2CA4,2CA5,1043D,10415,10302,102A2,1051C,118E9,118F2",
    "d": "0500,0501,13A0,13E7,15DE,A4D3,A4D2,1D05,0111,0110,00F0,00D0,0256",
    "e": (
        "0415,0435,0395,03B5,0404,0454,13AC,A4F0,1D07,2C88,2C89,212E,04BD,0258,01DD,0259,018E,018F,10286,118A6,"
        "118AE,AB32"
    ),
    "f": "03DC,03DD,15B4,A4DD,A730,0192,0191,A798,10287,102A5,10525",
    "g": "050C,050D,13C0,13F3,A4D6,0261,0262,0581,0193",
    "h": "041D,043D,0397,04BB,04BA,13BB,157C,A4E7,029C,2C8E,2C8F,0570,0127,0126,04A2,04A3,102CF",
    "i": (
        "0031,006C,007C,0131,0142,0141,01C0,026A,0269,029F,0399,03B9,0406,0456,04C0,04CF,05D5,05DF,0627,0661,"
        "06F1,13A5,13DE,2223,23FD,2C92,2C93,A4E1,A4F2,07CA,2D4F,16C1,1028A,10309,10320,118C3,118A3,118B2,2CD0,"
        "1041B,10526"
    ),
    "j": "0408,0458,03F3,037F,13AB,A4D9,1D0A,0575,0237",
    "k": "041A,043A,039A,03BA,13E6,A4D7,1D0B,2C94,2C95,049A,049B,10518",
    "m": "041C,043C,039C,03FA,13B7,15F0,A4DF,1D0D,2C98,2C99,102B0,10311,16D6",
    "n": "039D,03B7,041F,043F,0578,057C,A4E0,0274,2C9A,2C9B,014B,014A,10513",
    "o": (
        "0030,041E,043E,039F,03BF,03C3,0555,0585,0473,0472,04E8,04E9,0398,03B8,13BE,A4F3,1D0F,2C9E,2C9F,0665,"
        "06F5,0966,05E1,00F8,00D8,101D,0D20,10FF,0B20,12D0,3007,10404,1042C,10292,102AB,104C2,104EA,118B5,118C8,"
        "118D7,118E0"
    ),
    "p": "0420,0440,03A1,03C1,13E2,146D,A4D1,1D18,2CA2,2CA3,00FE,00DE,10295",
    "q": "051A,051B,0563,0566",
    "r": "0433,13A1,13D2,1587,A4E3,0280,0281,2C85,027E,1D26,AB47,AB48,104B4,16B1",
    "s": "0035,0405,0455,054F,13DA,13D5,A4E2,A731,01BD,01BC,10420,10448,10296,118C1",
    "t": "0422,0442,03A4,03C4,13A2,A4D4,1D1B,2CA6,2CA7,0167,0166,10297,102B1,10315,118BC",
    "u": "054D,057D,03C5,144C,A4F4,1D1C,1200,028B,A79F,AB4E,AB52,104F6,118D8",
    "v": "0474,0475,03BD,13D9,142F,A4E6,1D20,2228,22C1,1051D,118A0",
    "w": "051C,051D,0448,0428,03C9,0461,0460,13B3,13D4,A4EA,1D21,0561,2CB0,2CB1,118E6,118EF",
    "x": "0425,0445,03A7,03C7,166D,A4EB,2CAC,2CAD,2573,10290,102B4,10317,10322,10527,166E,16B7,2D5D",
    "y": "0423,0443,04AE,04AF,03A5,03B3,03D2,13A9,13BD,A4EC,028F,2CA8,2CA9,0263,102B2,118A4,118DC,1EFF,AB5A",
    "z": "0396,03B6,13C3,A4DC,1D22,2C8C,2C8D,0290,102F5,118C4,118E5",
}
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
ALPHABETS: Final = (0x1F150, 0x1F170, 0x1F1E6)  # letters in black circles, in black squares, and of flags
PAIRS: Final = {"m": "rn", "w": "vv"}  # one letter that looks like two
PLAIN: Final = str.maketrans(
    {chr(int(code, 16)): letter for letter, codes in CONFUSABLE.items() for code in codes.split(",")}
    | {chr(first + n): letter for first in ALPHABETS for n, letter in enumerate(LETTERS)}
)
# Letters and marks that are drawn as nothing, though they are no control characters.
BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def skeleton(name: str) -> str:
    """The same for names that look alike; empty for a name without a letter or digit."""
    told = unicodedata.normalize("NFKD", name.translate(PLAIN)).casefold()
    told = unicodedata.normalize("NFKD", told).translate(PLAIN).translate(PLAIN)
    return "".join(map(_plain, filter(str.isalnum, told)))


def _plain(sign: str) -> str:
    """The letters a sign looks like: a zero of any script looks like an o."""
    return "o" if unicodedata.decimal(sign, None) == 0 else PAIRS.get(sign, sign)


def is_visible(text: str) -> bool:
    """Is every character drawn? Zero-width and control characters are not, those that turn the direction included."""
    return all(sign.isprintable() and sign not in BLANK for sign in text)
