"""A turn by the cards: draw, test, carry out a side; and what stands at its beginning, Event or Operation or Pass."""

from fitl.board.factions import COIN, US
from fitl.bots.mind import Mind, option_for
from fitl.bots.trung.activities import try_activities
from fitl.bots.trung.cards import CARD_BY_LETTER, Play, Side, alone
from fitl.bots.trung.coin import OPERATIONS as COIN_OPERATIONS
from fitl.bots.trung.coin import SECOND_HALF, lacks_first_half
from fitl.bots.trung.conditions import holds
from fitl.bots.trung.course import Course, Procedure, Steps, way
from fitl.bots.trung.dice import rolled
from fitl.bots.trung.effective import is_effective
from fitl.bots.trung.insurgents import OPERATIONS as INSURGENT_OPERATIONS
from fitl.bots.trung.marks import CRITICAL, mark_of
from fitl.bots.trung.nodes import FACTIONS
from fitl.decisions import Decision, Flow, Option
from fitl.rules.deck import is_coup
from fitl.rules.operation import Operation
from fitl.state import EVENT, LIMITED_OP, OP_AND_ACTIVITY, OP_ONLY, PASS, State


def operations_of(faction: int) -> dict[str, Procedure]:
    return COIN_OPERATIONS if faction in COIN else INSURGENT_OPERATIONS


# --- the cards ----------------------------------------------------------------------------------------------------


def play(course: Course) -> Steps[bool]:
    """Card after card, until one is carried out or all of the Faction's have failed."""
    while course.asks("trung.play"):
        if (yield from _card(course)):
            return True
        yield from course.give([way("trung.play", "next")])
    return False


def grant(course: Course) -> Steps[bool]:
    """A Special Activity by itself, which an Event grants: cards are drawn until one's is done."""
    while course.asks("trung.activity"):
        letter = course.decision.params["letter"]
        if (yield from _alone(course, letter)):
            return True
        yield from course.give([way("trung.activity", "next")])
    return False


def _alone(course: Course, letter: str) -> Steps[bool]:
    card, mind = CARD_BY_LETTER[letter], course.mind
    mind.visit("trung.drawn", letter=letter)
    if not (yield from holds(mind, course.s, card.stay)):
        mind.visit("trung.card_fails", letter=letter)
        return False
    front = bool(card.before) or (yield from holds(mind, course.s, card.front_if))
    entries = alone(letter, front)
    if letter == "T" and not front and not (yield from holds(mind, course.s, card.back.plays[0].when)):
        entries = card.back.plays[1].first
    return (yield from try_activities(course, entries))


def _card(course: Course) -> Steps[bool]:
    """One card: must it be laid aside, which side, and what that side says."""
    letter = course.decision.params["letter"]
    with_activity = course.decision.params["action"] == OP_AND_ACTIVITY
    card = CARD_BY_LETTER[letter]
    mind = course.mind
    mind.visit("trung.drawn", letter=letter)
    if not (yield from holds(mind, course.s, card.stay)):
        mind.visit("trung.card_fails", letter=letter)
        return False
    first = False
    if card.before and with_activity:
        first = yield from try_activities(course, card.before)
    front = yield from holds(mind, course.s, card.front_if)
    mind.visit(f"trung.{FACTIONS[course.faction]}.{letter.lower()}.{'front' if front else 'back'}", letter=letter)
    return (yield from _side(course, card.front if front else card.back, with_activity, first))


def _side(course: Course, side: Side, with_activity: bool, first: bool) -> Steps[bool]:
    """Activity first if the side has it so, the Operation whose condition holds, an Activity afterwards."""
    if side.first and with_activity and not first:
        first = yield from try_activities(course, side.first)
    chosen = yield from _which(course, side)
    if chosen.first and with_activity and not first:
        first = yield from try_activities(course, chosen.first)
    if chosen.during and course.faction == US and with_activity and not first and lacks_first_half(course):
        first = yield from try_activities(course, chosen.during)
        chosen = chosen._replace(flags=(*chosen.flags, SECOND_HALF)) if first else chosen
    if not (yield from _operate(course, chosen, with_activity and not first)):
        course.mind.visit("trung.no_operation", operation=chosen.operation.lower())
        if first:
            yield from course.give([way("trung.operation", "done")])
        return first
    if chosen.after and with_activity and not first and course.asks("operation.finish") and not course.together:
        yield from try_activities(course, chosen.after)
    if course.asks("operation.finish"):
        yield from course.give([way("operation.finish", "done")])
    return True


def _which(course: Course, side: Side) -> Flow[Play]:
    for each in side.plays:
        if not each.when or (yield from holds(course.mind, course.s, each.when)):
            return each
    raise AssertionError("the last Operation of a side has no condition")


def _operate(course: Course, chosen: Play, with_activity: bool) -> Steps[bool]:
    """Carry out an Operation, if the rules offer it and the procedure finds a first space."""
    name = chosen.operation.lower()
    option = course.decision.find(name)
    if option is None or course.decision.kind not in ("trung.play", "trung.operation"):
        return False
    op = option.value
    assert isinstance(op, Operation)
    course.op = op
    course.refused.clear()
    course.flags = chosen.flags
    course.during = chosen.during if with_activity else ""
    course.together = False
    course.begins(course.decision.kind, name)
    done = yield from operations_of(course.faction)[name](course)
    if not done:
        course.opening = []
        course.op = None
    return done


# --- Event or Operation? ------------------------------------------------------------------------------------------


def action(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Table A for the first to act on a card, table B for the second."""
    row, key = yield from (_second(mind, s, decision) if s.acted else _first(mind, s, decision))
    mind.visit(f"trung.row.{row}", card=s.card)
    return option_for(decision, key)


def _first(mind: Mind, s: State, decision: Decision) -> Flow[tuple[str, str]]:
    mine = mark_of(mind.faction, s.card)
    if mine is not None and mine.weight == CRITICAL and (yield from may_take(mind, s, decision)):
        return "a1", EVENT
    after = _next_after(mind, s)
    if after >= 0 and _critical(after, s.card):
        return "a2", OP_ONLY
    if _first_on_deck(mind, s) and _critical(mind.faction, s.next_card):
        return "a3", PASS
    return "a4", OP_AND_ACTIVITY


def _second(mind: Mind, s: State, decision: Decision) -> Flow[tuple[str, str]]:
    mine = mark_of(mind.faction, s.card)
    takes = mine is not None and (yield from may_take(mind, s, decision))
    on_deck = _first_on_deck(mind, s)
    if on_deck and _critical(mind.faction, s.next_card) and not (takes and _critical(mind.faction, s.card)):
        return "b1", PASS
    if takes:
        return "b2", EVENT
    if on_deck:
        return "b3", PASS
    if s.acted[0][1] != EVENT:
        return "b4", LIMITED_OP
    return "b5", OP_AND_ACTIVITY


def may_take(mind: Mind, s: State, decision: Decision) -> Flow[bool]:
    """Is the Event offered, and would it tell?"""
    if decision.find(EVENT) is None:
        return False
    mine = mark_of(mind.faction, s.card)
    assert mine is not None
    tells = is_effective(mind, s, mine.side)
    mind.visit("trung.effective", card=s.card, answer="yes" if tells else "no")
    yield from ()
    return tells


def _critical(faction: int, card: int) -> bool:
    mark = mark_of(faction, card)
    return mark is not None and mark.weight == CRITICAL


def _next_after(mind: Mind, s: State) -> int:
    """Who would act after this Faction on this card, person or bot; -1 if nobody."""
    out = s.passed | s.made_ineligible | 1 << mind.faction
    for faction, _ in s.acted:
        out |= 1 << faction
    return next((faction for faction in s.order if s.eligible & ~out & 1 << faction), -1)


def _first_on_deck(mind: Mind, s: State) -> bool:
    """Would it be first on the next card, as far as can be seen?"""
    if not s.next_card or s.next_card not in s.cards.facts or is_coup(s, s.next_card):
        return False
    acted = [faction for faction, _ in s.acted]
    heads = (f for f in s.cards.facts[s.next_card].order if f not in acted and not s.made_ineligible >> f & 1)
    return next(heads, -1) == mind.faction


def side(mind: Mind, s: State, decision: Decision) -> Option:
    """The side that is printed with the mark."""
    mark = mark_of(mind.faction, s.card)
    key = mark.side if mark is not None and decision.find(mark.side) is not None else decision.options[0].key
    mind.visit("trung.side", side=key)
    return option_for(decision, key)


def pivotal(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """It is played on less than the cards in the leader box, unless the current Event is Critical for the Faction."""
    card = decision.number("card")
    if decision.kind == "pivotal.trump" or _critical(mind.faction, s.card):
        mind.visit("trung.pivotal_waits", card=card)
        return option_for(decision, "no")
    leaders = s.leaders()
    die = yield from rolled(mind, "trung.pivotal_die")
    plays = die < leaders
    mind.visit("trung.pivotal", card=card, dice=die, n=leaders, answer="yes" if plays else "no")
    return option_for(decision, "yes" if plays else "no")
