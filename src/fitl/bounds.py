"""How large a saved game may be.

The longest games of four non-players have a third of this at most. What is larger was made to wear out anyone who opens
it, so everything is counted before work is done on it (packs have bounds of their own: packs/toml_bounds.py).
"""

from typing import Final

from fitl.catalogue import tell

BYTES: Final = 2 << 20  # of a file, of what is unpacked from one, or of what is sent to be imported
MOST: Final = {
    "lines": 60_000,
    "answers": 30_000,  # dice and cards included, as they come; those taken back later count too
    "undos": 6_000,
    "transfers": 2_000,
    "dice": 400,  # of one deliberation of a non-player
    "states": 500,
    "reasons": 20_000,
    "reason_bytes": 1 << 20,
}
LINE: Final = 64 << 10  # signs of one line behind the header; most are of a situation
REASON: Final = 1_000  # bytes of the parameters of one reason
REASON_NAME: Final = 100  # characters of its message
NOTES: Final = 20  # notes about damaged lines of one journal
KEY: Final = 200  # signs of one answer
MOST_SINCE: Final = 4_000  # answers of a position since its checkpoint


class TooMuch(ValueError):
    """Something that is larger than anything honest; the message says what and how large it may be."""


def check(what: str, n: int) -> None:
    """Refuse more than there may be."""
    if n > MOST[what]:
        raise TooMuch(tell(f"bounds.{what}", most=MOST[what]))


def check_size(n: int, what: str) -> None:
    """Refuse a file of this many bytes if that is too many."""
    if n > BYTES:
        raise TooMuch(tell("bounds.bytes", file=what, n=n, most=BYTES))


class Tally:
    """What has been read of one journal so far."""

    __slots__ = ("counts",)

    def __init__(self) -> None:
        self.counts = dict.fromkeys(MOST, 0)

    def add(self, what: str, n: int = 1) -> None:
        """Count this many more, or refuse them."""
        self.counts[what] += n
        check(what, self.counts[what])
