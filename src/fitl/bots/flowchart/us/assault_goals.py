"""8.8.2 The Assault priorities: what an Assault is for, space by space. The Air Lift serves them too."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from fitl.board.pieces import KINDS, NVA_TROOPS, US_BASE, US_TROOPS
from fitl.board.spaces import CONTROLLABLE, NORTH_VIETNAM, POP, SOUTH_MASK, SPACE_COUNT, is_province
from fitl.bots.flowchart.us.choices import HIGHEST_POP
from fitl.bots.flowchart.us.forecast import BASES, TUNNELS, Forecast, control_after
from fitl.bots.select import TieBreak
from fitl.lasting import SEARCH_AND_DESTROY_SHADED
from fitl.rules.forces import insurgent_pieces
from fitl.state import NVA_CONTROL, State


class Landing(NamedTuple):
    """Where Troops are about to land: this many US Troops, and this many COIN pieces in all."""

    sp: int
    us: int
    total: int


NOBODY: Final = Landing(-1, 0, 0)


class AssaultGoal(NamedTuple):
    """One bullet: which spaces it concerns, and what an outcome is worth there once this many COIN pieces landed."""

    node: str
    concerns: Callable[[State, int, int], bool]  # with this many US Troops there
    value: Callable[[State, int, Forecast, int], int]  # 0: nothing
    most: bool = False  # the larger the better, not only yes or no
    arvn_helps: bool = False  # landing ARVN Troops serve it too

    def spaces(self, s: State) -> list[int]:
        """Where it would be served by a US Assault if Troops were there."""
        return [
            sp
            for sp in range(SPACE_COUNT)
            if insurgent_pieces(s, sp)
            and sp != NORTH_VIETNAM
            and self.concerns(s, sp, s.pieces[sp * KINDS + US_TROOPS])
        ]


def is_permitted(s: State, sp: int, outcome: Forecast) -> bool:
    """Shaded Search and Destroy (card 28): in Support Provinces only if a Base or NVA Troops go."""
    if not s.effects & SEARCH_AND_DESTROY_SHADED or not is_province(sp) or s.support[sp] <= 0:
        return True
    return outcome.bases > 0 or outcome.troops > 0


def _under_nva_control(s: State, sp: int, us: int) -> bool:
    return sp < CONTROLLABLE and POP[sp] > 0 and s.control[sp] == NVA_CONTROL


def _nva_control(s: State, sp: int, outcome: Forecast, landed: int) -> int:
    return int(control_after(s, sp, outcome.taken, landed) != NVA_CONTROL)


def _troops_face(s: State, sp: int, us: int) -> bool:
    row = sp * KINDS
    return s.pieces[row + NVA_TROOPS] > 0 and us + s.pieces[row + US_BASE] > 0


def _nva_troops(s: State, sp: int, outcome: Forecast, landed: int) -> int:
    return outcome.troops


def _has_base(s: State, sp: int, us: int) -> bool:
    row = sp * KINDS
    return any(s.pieces[row + kind] for kind in (*BASES, *TUNNELS))


def _bases(s: State, sp: int, outcome: Forecast, landed: int) -> int:
    return outcome.bases + outcome.tunnel


def _in_south(s: State, sp: int, us: int) -> bool:
    return bool(SOUTH_MASK >> sp & 1)


def _outside(s: State, sp: int, us: int) -> bool:
    return not SOUTH_MASK >> sp & 1


def _pieces(s: State, sp: int, outcome: Forecast, landed: int) -> int:
    return outcome.pieces


ASSAULT_GOALS: Final = (
    AssaultGoal("us.assault.1", _under_nva_control, _nva_control, arvn_helps=True),
    AssaultGoal("us.assault.1b", _troops_face, _nva_troops),
    AssaultGoal("us.assault.2", _has_base, _bases),
    AssaultGoal("us.assault.3", _in_south, _pieces, most=True),
    AssaultGoal("us.assault.4", _outside, _pieces),
)


def order_of_assaults(worth: Mapping[int, int], most: bool) -> tuple[TieBreak, ...]:
    """Highest Population in each bullet; where most pieces are asked for, these come first."""
    return (TieBreak("us.worth", worth.__getitem__), HIGHEST_POP) if most else (HIGHEST_POP,)


def most_urgent(
    s: State, found: Mapping[int, Forecast], landing: Landing = NOBODY
) -> tuple[AssaultGoal, dict[int, int]] | None:
    """The first bullet that any of these spaces serves, and what it is worth in each that does."""
    for goal in ASSAULT_GOALS:
        worth = {}
        for sp, outcome in found.items():
            us, total = landing[1:] if sp == landing.sp else (0, 0)
            if goal.concerns(s, sp, s.pieces[sp * KINDS + US_TROOPS] + us):
                value = goal.value(s, sp, outcome, total)
                if value:
                    worth[sp] = value
        if worth:
            return goal, worth
    return None
