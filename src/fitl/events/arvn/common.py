"""What the cards led by ARVN share."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from fitl.board.pieces import IRREGULAR, US_BASE, US_TROOPS
from fitl.board.spaces import SOUTH_MASK, SPACE_COUNT, spaces_of
from fitl.decisions import DONE, DONE_OPTION, Flow, piece_option
from fitl.events.vocabulary import Piece, ask, pick_piece
from fitl.rules.forces import available, can_place, muster, remove
from fitl.state import NEUTRAL, State

EVERY_SPACE: Final = range(SPACE_COUNT)
SOUTH: Final = tuple(spaces_of(SOUTH_MASK))

US_PIECES: Final = (US_TROOPS, US_BASE, IRREGULAR)


def at_support(s: State, spaces: Iterable[int]) -> list[int]:
    return [sp for sp in spaces if s.support[sp] > NEUTRAL]


def _substitute(s: State, by: int, sp: int, kinds: Iterable[int]) -> Flow[None]:
    """5.1.1: put one of the kinds in the place of a piece just removed, if one can be placed.

    With none Available, taking one from elsewhere on the map is a choice (1.4.1).
    """
    kinds = [kind for kind in kinds if can_place(s, by, sp, kind)]
    if not kinds:
        return
    options = [piece_option(kind) for kind in kinds]
    if not any(available(s, kind) for kind in kinds):
        options.append(DONE_OPTION)
    kind: int = yield ask(s, by, "substitute", options, space=sp)
    if kind != DONE:
        yield from muster(s, by, sp, kind, 1)


def replace(
    s: State, by: int, purpose: str, pieces: Callable[[], Sequence[Piece]], n: int, kinds: Sequence[int]
) -> Flow[None]:
    """Replace n of the pieces (fewer if fewer) with any of the kinds, one by one."""
    for left in range(n, 0, -1):
        piece = yield from pick_piece(s, by, purpose, pieces(), left=left)
        if piece is None:
            return
        kind, sp = piece
        remove(s, sp, kind)
        yield from _substitute(s, by, sp, kinds)
