"""Sequence of play (2.x): the outermost loop, one stage at a time.

Each stage is a generator that ends by naming the next stage in the state, so that play can go on from any stage given
the state alone.
"""

from typing import Final

from fitl.board.cards import TET_OFFENSIVE
from fitl.board.factions import VC
from fitl.board.pivotals import PIVOTAL_BIT, PIVOTAL_BY_CARD
from fitl.decisions import Decision, Flow, Option, choice
from fitl.era import Sequence, Stage, stages
from fitl.rules import deception, deck, draft, pivotal, trung
from fitl.rules.activities import transport
from fitl.rules.cards import event_sides, execute_event
from fitl.rules.coup import commitment, coup_card, redeploy, reset, resources, support, victory
from fitl.rules.economy import add_resources
from fitl.rules.eligibility import eligible_next
from fitl.rules.menu import can_begin, carry_out
from fitl.rules.operation import Operation
from fitl.state import (
    COMMITMENT,
    COUP_CARD,
    END_OF_CARD,
    EVENT,
    LIMITED_OP,
    NEXT_CARD,
    OP_AND_ACTIVITY,
    OP_ONLY,
    OPERATION,
    OVER,
    PASS,
    PIVOTAL,
    REDEPLOY,
    RESET,
    RESOURCES,
    SET_UP,
    SUPPORT,
    TURN,
    VICTORY,
    State,
)

HIDDEN_ASSET = "hidden_asset"  # 7.3: a marker that turns a LimOp into a full Operation with Special Activity

# --- cards --------------------------------------------------------------------------------------------------------


def set_up(s: State) -> Flow[None]:
    """2.1-2.2: the draft if there is one, Deception markers if used, the first card, and the second to look ahead."""
    if s.draft:
        yield from draft.pick(s)  # P2.1, S2.1: the stage begins again after each
        return
    yield from deception.draw_markers(s)
    yield from trung.set_up(s)
    yield from deck.open_deck(s)
    begin_card(s)


def begin_card(s: State) -> None:
    """2.3.1: a new current card."""
    s.order = s.era.sequence.order(s)
    s.passed = s.stay_eligible = s.made_ineligible = 0
    s.acted = ()
    s.note("log.card", card=s.card)
    s.stage = COUP_CARD if deck.is_coup(s, s.card) else PIVOTAL


def end_of_card(s: State) -> Flow[None]:
    """2.3.6: who is Eligible for the next card."""
    s.eligible = eligible_next(s)
    s.note("log.eligible", factions=[faction for faction in s.era.factions if s.eligible >> faction & 1])
    s.stage = NEXT_CARD
    yield from ()


def next_card(s: State) -> Flow[None]:
    """2.3.7: the next card becomes current and a new one is revealed."""
    served_as_coup = deck.is_coup(s, s.card) and not s.acted  # Tet as Coup is followed by Tet as Event
    s.last_was_coup = served_as_coup
    if served_as_coup and s.card == TET_OFFENSIVE:
        yield from open_with_tet(s)
        return
    s.played += (s.card,)
    yield from deck.turn_up(s)
    begin_card(s)


def open_with_tet(s: State) -> Flow[None]:
    """1967-69: after the Coup Round it served for, Tet opens the next campaign as VC's Event."""
    begin_card(s)
    s.stage = TURN
    yield from perform_event(s, VC, "single")


# --- Pivotal Events (2.3.8) ---------------------------------------------------------------------------------------


def pivotal_window(s: State) -> Flow[None]:
    """2.3.8: before anybody acts, a Faction may replace the card by its Pivotal Event; a higher one may trump it."""
    card = yield from pivotal.window(s)
    s.stage = TURN
    if card:
        yield from play_pivotal(s, card)


def play_pivotal(s: State, card: int) -> Flow[None]:
    """2.3.8: the current card is cancelled; the holder counts as 1st Eligible that executed the Event."""
    s.played += (s.card,)
    s.card = card
    s.order = s.era.sequence.order(s)
    s.pivotal_held &= ~PIVOTAL_BIT[card]
    yield from perform_event(s, PIVOTAL_BY_CARD[card].holder, "single")


# --- turns (2.3.2-2.3.5) ------------------------------------------------------------------------------------------


def next_eligible(s: State) -> int:
    """2.3.2: the Faction whose turn it is, -1 if the card is finished."""
    return s.era.sequence.up(s)


def printed_order(s: State) -> tuple[int, ...]:
    """2.3.1: the symbols on the card."""
    return s.cards.facts[s.card].order


def first_act(s: State) -> str:
    """2.3.4: what the 1st Eligible has done on this card."""
    return s.acted[0][1] if s.acted else ""


def next_in_order(s: State) -> int:
    """2.3.2: the first Eligible Faction in the order of the card that has neither acted nor passed."""
    if len(s.acted) == 2:
        return -1
    out = s.passed | s.made_ineligible
    for faction, _ in s.acted:
        out |= 1 << faction
    for faction in s.order:
        if s.eligible & ~out & 1 << faction:
            return faction
    return -1


def turn(s: State) -> Flow[None]:
    """2.3.3-2.3.5: the next Eligible Faction chooses what to do."""
    faction = next_eligible(s)
    if faction < 0:
        s.stage = END_OF_CARD
        return
    actions = turn_options(s, faction)
    action = yield Decision(faction, "turn.action", "2.3.4", actions, {"card": s.card})
    if action == PASS:
        pass_turn(s, faction)
    elif action == EVENT:
        sides = event_sides(s, s.card)
        side = yield Decision(faction, "turn.side", "5.2", [choice(side) for side in sides], {"card": s.card})
        yield from perform_event(s, faction, side)
    elif action == HIDDEN_ASSET:
        deception.use_hidden_asset(s, faction)
        yield from perform_operation(s, faction, OP_AND_ACTIVITY)
    else:
        yield from perform_operation(s, faction, action)


def allowed_actions(s: State) -> tuple[str, ...]:
    """2.3.4: what may be done in this place of the order."""
    sequence = s.era.sequence
    box = sequence.first_box(s)
    return sequence.second[box] if box else sequence.first


def turn_options(s: State, faction: int) -> list[Option]:
    """2.3.4: what the Faction may do in its place of the order; Events without a program are not offered."""
    allowed = allowed_actions(s)
    options = []
    for action in allowed:
        if action == EVENT:
            offered = bool(event_sides(s, s.card))
        elif action == PASS:
            offered = True
        else:
            offered = faction in s.options.trung or bool(operations_for(s, faction, action))
        if offered:
            options.append(choice(action))
    if LIMITED_OP in allowed and deception.has_hidden_asset(s, faction) and operations_for(s, faction, OP_AND_ACTIVITY):
        options.append(choice(HIDDEN_ASSET))
    return options


def operations_for(s: State, faction: int, action: str) -> list[Operation]:
    """The Operations the Faction could begin now, in this place of the sequence.

    8.1: where a player would have a Limited Operation, a non-player takes a full one with Special Activity.
    """
    limited = action == LIMITED_OP and faction not in s.options.never_limited
    alone = limited or action == OP_ONLY
    found = []
    era = s.era
    for name in era.operations[faction]:
        op = Operation(s, faction, name, limited=limited, activities=() if alone else era.accompanying[faction, name])
        if can_begin(s, op):
            found.append(op)
    return found


def pass_turn(s: State, faction: int) -> None:
    """2.3.3, P2.3.3, S2.3.3: NVA and VC earn 1 Resource, US and ARVN earn ARVN 3; the Faction stays Eligible."""
    s.passed |= 1 << faction
    s.note("log.pass", faction=faction)
    earner, n = s.era.passing[faction]
    add_resources(s, earner, n)


def perform_event(s: State, faction: int, side: str) -> Flow[None]:
    """5.1: execute the current card's Event and take the Event box."""
    s.executing = faction
    s.acted += ((faction, EVENT),)
    yield from execute_event(s, s.card, side, faction)
    s.executing = -1


def perform_operation(s: State, faction: int, action: str) -> Flow[None]:
    """2.3.4, 2.3.5: execute an Operation; one that took no Special Activity after all counts as Op only.

    So does one whose Special Activity came to nothing. One that did happen opens the Event even if it has left the
    Operation without a space. Where two play, what was done in one space or none is a Limited Operation (P2.3.2,
    S2.3.2).
    """
    operations = operations_for(s, faction, action)
    op: Operation | None
    if faction in s.options.trung:
        op = yield from trung.operation(s, faction, action, operations)
    else:
        op = yield Decision(
            faction, "turn.operation", "3.1", [Option(op.name, op) for op in operations], {"action": action}
        )
    if op is None:
        pass_turn(s, faction)
        return
    s.executing = faction
    if op.name:
        yield from carry_out(s, op)
    yield from transport.after_operation(s, op)
    s.executing = -1
    if action in (OP_AND_ACTIVITY, OPERATION):
        if op.activity is not None and not op.activity.void:
            action = OP_AND_ACTIVITY
        elif action == OPERATION and len(op.spaces) <= 1:  # P2.3.4
            action = LIMITED_OP
        else:
            action = OP_ONLY
    s.acted += ((faction, action),)


def game_over(s: State) -> Flow[None]:
    """Nothing is asked any more."""
    yield from ()


STAGES: Final = stages(
    Stage(SET_UP, set_up, "2.1"),
    Stage(PIVOTAL, pivotal_window, "2.3.8"),
    Stage(TURN, turn, "2.3.2"),
    Stage(END_OF_CARD, end_of_card, "2.3.6"),
    Stage(NEXT_CARD, next_card, "2.3.7"),
    Stage(COUP_CARD, coup_card.coup_card, "2.4"),
    Stage(VICTORY, victory.victory_phase, "6.1"),
    Stage(RESOURCES, resources.resources_phase, "6.2"),
    Stage(SUPPORT, support.support_phase, "6.3"),
    Stage(REDEPLOY, redeploy.redeploy_phase, "6.4"),
    Stage(COMMITMENT, commitment.commitment_phase, "6.5"),
    Stage(RESET, reset.reset_phase, "6.6"),
    Stage(OVER, game_over, "7.1"),
)

# 2.3: by Eligibility, the four-player sequence.
BY_ELIGIBILITY: Final = Sequence(
    id="eligibility",
    first=(EVENT, OP_ONLY, OP_AND_ACTIVITY, PASS),
    second={
        OP_ONLY: (LIMITED_OP, PASS),
        OP_AND_ACTIVITY: (LIMITED_OP, EVENT, PASS),
        EVENT: (OP_ONLY, OP_AND_ACTIVITY, PASS),
    },
    order=printed_order,
    up=next_in_order,
    first_box=first_act,
    look_ahead=True,
)
