"""What NVA is asked outside its own turn."""

from dataclasses import dataclass
from typing import Final

from fitl.board.pieces import KINDS
from fitl.bots.flowchart.event_pieces import by_space, kinds_in, next_target
from fitl.bots.mind import Handler, Mind
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import DONE, Decision, Flow, Option, piece_at_option
from fitl.rules.operations.patrol import PATTON_LOSSES
from fitl.state import State


@dataclass(slots=True)
class Convoys:
    """Where shaded M-48 Patton (card 14) strikes a Patrol."""

    space: int = -1


def patrol_patton(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Card 14 shaded, as losses by an Event: where most cubes fall (8.4.4), and all there that can (8.2)."""
    left = decision.number("left")
    moved: dict[int, int] = decision.params["moved"]
    options = by_space([option for option in decision.options if option.value != DONE])
    kinds = {sp: kinds_in(there) for sp, there in options.items()}
    losses = {sp: min(left, sum(moved[sp * KINDS + kind] for kind in kinds[sp])) for sp in kinds}
    convoys = mind.room(Convoys, anew=left == PATTON_LOSSES)
    spaces = [convoys.space] if convoys.space in kinds else list(kinds)
    room = left // max(losses.values())  # no die between two spaces of one cube each
    sp = yield from choose_space(mind, "nva.patton", spaces, (TieBreak("nva.most_removed", losses.__getitem__),), room)
    convoys.space = sp
    return piece_at_option(next_target(mind, s, decision, sp, kinds[sp]), sp)


HANDLERS: Final[dict[str, Handler]] = {"patrol.patton": patrol_patton}
