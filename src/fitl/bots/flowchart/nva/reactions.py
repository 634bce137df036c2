"""What NVA is asked outside its own turn."""

from typing import Final

from fitl.board.factions import US
from fitl.board.pieces import FACTION_OF
from fitl.bots.mind import Handler, Mind
from fitl.bots.priorities import target_order
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import Decision, Flow, Option, piece_at_option
from fitl.state import State

NODES: Final[tuple[str, ...]] = ("nva.patton",)


def patrol_patton(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Card 14 shaded: always another of the cubes that moved, by 8.1.2: US before ARVN, Troops and Police evenly."""
    moved: dict[int, list[int]] = {}
    for option in decision.options:
        if option.piece is not None:
            moved.setdefault(option.spaces[0], []).append(option.piece)
    first = {sp: target_order(s, sp, kinds)[0] for sp, kinds in moved.items()}
    tie = TieBreak("nva.us_first", lambda sp: FACTION_OF[first[sp]] == US)
    sp = yield from choose_space(mind, "nva.patton", list(first), (tie,))
    return piece_at_option(first[sp], sp)


HANDLERS: Final[dict[str, Handler]] = {"patrol.patton": patrol_patton}
