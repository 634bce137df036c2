"""Free Air Strikes of a Faction that has no box for them (ARVN on cards 6, 30 and 40): 8.4.4, pieces by 8.1.2."""

from typing import Final

from fitl.board.pieces import BASE_KINDS
from fitl.board.spaces import POP
from fitl.bots.flowchart.event_control import missing_for_control
from fitl.bots.flowchart.event_pieces import by_space, choose_and_stay, kinds_in
from fitl.bots.flowchart.event_spaces import offered, space_option
from fitl.bots.flowchart.instructions import I29, instruction_for
from fitl.bots.mind import Handler, Mind, option_for
from fitl.bots.priorities import target_order
from fitl.bots.select import choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.rules.forces import count
from fitl.rules.removal import exposed_to_assault
from fitl.state import State

PER_SPACE: Final = 2  # card 30, where I29 counts what an Air Strike could gain


def _gains(mind: Mind, s: State, sp: int) -> int:
    """I29: the Population that two pieces fewer would bring under COIN Control."""
    if instruction_for(mind.faction, s) is not I29:
        return 0
    return POP[sp] if 0 < missing_for_control(s, sp) <= PER_SPACE else 0


def _worth(mind: Mind, s: State, sp: int) -> tuple[int, int, int]:
    """Control by I29, then a Base, then the other pieces that can be hit."""
    exposed = exposed_to_assault(s, sp)
    units = sum(count(s, sp, kind) for kind in exposed if kind not in BASE_KINDS)
    return _gains(mind, s, sp), int(any(kind in BASE_KINDS for kind in exposed)), units


def air_strike_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """As many spaces as allowed, the best first."""
    spaces = offered(decision)
    if not spaces:
        return option_for(decision, "done")
    best = max(_worth(mind, s, sp) for sp in spaces)
    left = [sp for sp in spaces if _worth(mind, s, sp) == best]
    return space_option(decision, (yield from choose_space(mind, "event.air_strike", left)))


def air_strike_hit(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Every hit on a piece, space by space; the Trail with what is left."""
    spaces = by_space([option for option in decision.options if option.piece is not None])
    if not spaces:
        degrade = decision.find("degrade")
        if degrade is not None:
            mind.visit("event.air_strike_trail")
        return degrade or option_for(decision, "done")
    sp = yield from choose_and_stay(
        mind, decision, "event.air_strike_hit", list(spaces), lambda sp: _worth(mind, s, sp)
    )
    kind = target_order(s, sp, kinds_in(spaces[sp]))[0]
    return next(option for option in spaces[sp] if option.piece == kind)


HANDLERS: Final[dict[str, Handler]] = {
    "air_strike.space": air_strike_space,
    "air_strike.hit": air_strike_hit,
}
