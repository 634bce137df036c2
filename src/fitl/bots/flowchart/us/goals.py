"""What Troops are sent for: Sweep bullet 2 (8.8.3), which the Air Lift serves too (8.8.2)."""

from collections.abc import Callable
from typing import Final

from fitl.board.factions import NVA, US, VC
from fitl.board.pieces import KINDS, NVA_TROOPS
from fitl.board.spaces import CONTROLLABLE
from fitl.bots.flowchart.shared import hidden
from fitl.bots.flowchart.us.choices import HIGHEST_POP
from fitl.bots.flowchart.us.spare import needed_to_find, sweepers
from fitl.bots.select import TieBreak
from fitl.rules.forces import bases_of, coin_bases, coin_pieces, insurgent_pieces
from fitl.rules.operations.sweep import SWEEPERS, Kinds
from fitl.state import COIN_CONTROL, State

MOST_NVA_TROOPS = 2  # more of them, and Troops do not move in

Need = Callable[[State, int, Kinds], int]  # how many Troops a space still lacks, by who finds Guerrillas


def order_of_spaces(s: State) -> tuple[TieBreak, ...]:
    """8.8.3: Support; any Base, friendly or enemy; highest Population."""
    return (
        TieBreak("us.support", lambda sp: sp < CONTROLLABLE and s.support[sp] > 0),
        TieBreak("us.base", lambda sp: coin_bases(s, sp) + bases_of(s, sp, NVA) + bases_of(s, sp, VC) > 0),
        HIGHEST_POP,
    )


def to_find_all(s: State, sp: int, finders: Kinds = SWEEPERS[US]) -> int:
    """Pieces missing to Activate every Underground Guerrilla."""
    return needed_to_find(sp, hidden(s, sp)) - sweepers(s, sp, finders)


def to_find_more_than_half(s: State, sp: int, finders: Kinds = SWEEPERS[US]) -> int:
    """Pieces missing to Activate more than half of them; none where nobody hides."""
    there = hidden(s, sp)
    return needed_to_find(sp, there // 2 + 1) - sweepers(s, sp, finders) if there else 0


def to_control(s: State, sp: int, finders: Kinds = SWEEPERS[US]) -> int:
    """COIN pieces missing for COIN Control."""
    return 0 if s.control[sp] == COIN_CONTROL else insurgent_pieces(s, sp) - coin_pieces(s, sp) + 1


SWEEP_GOALS: Final[tuple[tuple[str, Need], ...]] = (
    ("", to_find_all),
    ("b", to_find_more_than_half),
    ("c", to_control),
)


def may_enter(s: State, sp: int) -> bool:
    """At most 2 NVA Troops hold it."""
    return s.pieces[sp * KINDS + NVA_TROOPS] <= MOST_NVA_TROOPS
