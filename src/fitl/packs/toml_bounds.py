"""How much TOML is read: a text is measured in one pass before anything is made of it.

`tomllib` and whatever reads its tables take time and memory that grow faster than a text whose keys or brackets are
nested deeply. The pass knows strings and comments as TOML does, so up to the first mistake (where `tomllib` stops) it
sees the same keys and brackets.
"""

import re
from typing import Final

from fitl.catalogue import tell

LARGEST: Final = 256 << 10  # bytes of one text, or of all packs of a game: all 275 Events are less
KEY_PARTS: Final = 8  # of a dotted key
NESTED: Final = 40  # brackets and braces within each other
SIGNS: Final = 100_000  # keys, values and punctuation marks

_SIGN: Final = re.compile(
    r'(?P<string>"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?!"")(?:[^"\\\n]|\\[^\n])*"|\'(?!\'\')[^\'\n]*\')'
    r"|(?P<comment>#[^\n]*)|(?P<word>[^\s\"'#.,=\[\]{}]+)|(?P<blank>[ \t]+)|(?P<mark>.)",
    re.DOTALL,
)


def excess(text: str, source: str) -> str | None:
    """What there is too much of in a text, in a sentence; None if it may be read."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > LARGEST:
        return tell("pack.too_large", file=source, n=size, most=LARGEST)
    parts, depth = 1, 0
    for count, sign in enumerate(_SIGN.finditer(text)):
        kind, found = sign.lastgroup, sign.group()
        if kind == "mark":
            if found == ".":
                parts += 1
            else:
                parts = 1
            depth += (found in "[{") - (found in "]}")
            if found in "\"'":
                return None  # a string without an end: tomllib says so, and reads no further
        if parts > KEY_PARTS:
            return tell("pack.long_key", file=source, line=_line(text, sign), most=KEY_PARTS)
        if depth > NESTED:
            return tell("pack.too_nested", file=source, line=_line(text, sign), most=NESTED)
        if count > SIGNS:
            return tell("pack.too_much", file=source, most=SIGNS)
    return None


def _line(text: str, sign: re.Match[str]) -> int:
    return text.count("\n", 0, sign.start()) + 1
