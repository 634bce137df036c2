"""I29: ARVN executes an Event so that most Population comes under COIN Control."""

from dataclasses import dataclass

from fitl.board.factions import NVA, VC
from fitl.board.pieces import ARVN_TROOPS, IRREGULAR, NVA_TROOPS, POLICE, RANGER, US_TROOPS
from fitl.board.spaces import CONTROLLABLE, POP, SPACE_COUNT
from fitl.bots.flowchart.event_pieces import by_space, kinds_in, left_to_do, one_or_most, place_piece, remove_piece
from fitl.bots.flowchart.event_spaces import best_spaces, offered, pick_space, space_option
from fitl.bots.flowchart.turn import EventSoFar
from fitl.bots.mind import Mind
from fitl.bots.priorities import target_order
from fitl.bots.select import choose_space
from fitl.decisions import DONE, Decision, Flow, Option
from fitl.rules.forces import available, bases_of, coin_pieces, count, guerrillas, insurgent_pieces, pieces_of
from fitl.state import COIN_CONTROL, State


def missing_for_control(s: State, sp: int) -> int:
    """1.7: how many pieces COIN lacks (or Insurgents have too many) for COIN Control; 0 where it has it."""
    if sp >= CONTROLLABLE or s.control[sp] == COIN_CONTROL:
        return 0
    return insurgent_pieces(s, sp) - coin_pieces(s, sp) + 1


def _swing(s: State, decision: Decision, sp: int) -> int:
    """How much nearer to COIN Control the Event would bring a space it is asked for."""
    purpose = decision.kind.removeprefix("event.")
    if purpose == "highland":
        bases = bases_of(s, sp, NVA) + bases_of(s, sp, VC)
        elsewhere = sum(count(s, other, US_TROOPS) for other in range(SPACE_COUNT) if other != sp)
        return min(4, elsewhere) + min(1, bases)
    if purpose == "province_with_coin_base":
        return min(3, guerrillas(s, sp, NVA) + guerrillas(s, sp, VC))
    if purpose == "remove_2_nva_troops":
        return min(2, count(s, sp, NVA_TROOPS))
    if purpose == "nva_near_coin_base":
        return min(3, pieces_of(s, sp, NVA))
    if purpose == "green_berets":
        return min(3, max(available(s, RANGER), available(s, IRREGULAR)))
    return 1  # two Guerrillas for a Troop; one piece placed


@dataclass(slots=True)
class ControlSought:
    """I29: what the piece just chosen is for."""

    missing: int | None = None  # pieces that Control still takes


def control_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """I29: the space with most Population that comes under COIN Control; if none does, as the general rules say.

    So the Event goes on to its limit (8.1.1) once no more Control can be gained.
    """
    spaces = offered(decision)
    gained = [sp for sp in spaces if 0 < missing_for_control(s, sp) <= _swing(s, decision, sp) and POP[sp]]
    if not gained:
        return (yield from pick_space(mind, s, decision))
    sp = yield from choose_space(mind, "event.control", best_spaces(gained, lambda sp: POP[sp]))
    mind.room(EventSoFar).space = sp
    return space_option(decision, sp)


def control_piece(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """I29: remove or place pieces where this many bring COIN Control of most Population, with the fewest."""
    purpose = decision.kind.removeprefix("event.")
    placing = purpose == "place_arvn"
    spaces = by_space([option for option in decision.options if option.value != DONE])
    left = left_to_do(decision)

    def enough(sp: int) -> bool:
        there = 99 if placing else sum(count(s, sp, kind) for kind in kinds_in(spaces[sp]))
        return 0 < missing_for_control(s, sp) <= min(left, there) and POP[sp] > 0

    gained = [sp for sp in spaces if enough(sp)]
    if not gained:
        return (yield from (place_piece if placing else remove_piece)(mind, s, decision))
    best = best_spaces(gained, lambda sp: POP[sp], lambda sp: -missing_for_control(s, sp))
    sp = yield from choose_space(mind, "event.control", best)
    kinds = kinds_in(spaces[sp])
    if placing:
        kinds = [kind for kind in kinds if kind in (ARVN_TROOPS, POLICE) and available(s, kind)] or kinds
    mind.room(ControlSought).missing = missing_for_control(s, sp)
    kind = target_order(s, sp, kinds)[0]
    return next(option for option in spaces[sp] if option.piece == kind)


def control_amount(mind: Mind, s: State, decision: Decision) -> Option:
    """I29: no more than Control takes, so that the rest can win another space."""
    sought = mind.room(ControlSought)
    missing, sought.missing = sought.missing, None
    if missing is None:
        return one_or_most(mind, s, decision)
    fitting = [option for option in decision.options if (option.amount or 0) <= missing]
    return max(fitting or decision.options[:1], key=lambda option: option.amount or 0)
