"""P4.4.2, P4.5.4 Bombard from 1961 to 1963: VC Guerrillas with heavy weapons from the North."""

from typing import Final

from fitl.board.factions import VC
from fitl.board.spaces import SPACE_COUNT
from fitl.decisions import DONE, Flow
from fitl.rules.forces import coin_pieces, guerrillas
from fitl.rules.operation import Activity
from fitl.rules.removal import Removal, exposed_to_attack, remove_enemies
from fitl.state import State

SPACES: Final = (0, 0, 1, 2, 2)  # by the level of Hanoi
GRANTED_BELOW: Final = 1  # an Event grants it whatever the track says: then as at the lowest level that has it
IN_BOMBARD: Final = Removal("P4.4.2", casualties=True)
CREW: Final = 2  # VC Guerrillas, in any state


def suits(s: State, sp: int) -> bool:
    """Enough VC Guerrillas beside an enemy."""
    return coin_pieces(s, sp) > 0 and guerrillas(s, sp, VC) >= CREW


def can_bombard(s: State, act: Activity) -> bool:
    """Not at Hanoi 0 and 1, unless an Event grants it."""
    if not SPACES[s.hanoi] and not act.free:
        return False
    return any(act.may_select(sp) and suits(s, sp) for sp in range(SPACE_COUNT))


def bombard(s: State, act: Activity) -> Flow[None]:
    """P4.4.2: in one space or two one enemy piece goes, in the order of P3.3.3, without a die or losses."""
    limit = act.limit(SPACES[s.hanoi] or GRANTED_BELOW)
    while True:
        spaces = [sp for sp in range(SPACE_COUNT) if suits(s, sp)]
        sp: int = yield from act.next_space("bombard.shelled", "P4.4.2", limit, spaces)
        if sp == DONE:
            return
        yield from remove_enemies(s, act.faction, sp, 1, exposed_to_attack, "bombard.loss", IN_BOMBARD)
