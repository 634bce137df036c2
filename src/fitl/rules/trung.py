"""Where the Trung bots bend the rules: their deck of cards, the activity before the Operation, the Agitate Total.

The deck holds the cards of the Factions that are Trung bots. Its order is nobody's secret: a card is turned by chance
until all have been seen, then they come round again in the same order, until Reset shuffles them.
"""

from typing import Final

from fitl.board.factions import ARVN, VC
from fitl.decisions import CHANCE, DONE, DONE_OPTION, Decision, Flow, Option, choice, roll
from fitl.rules.economy import raise_track
from fitl.rules.menu import can_begin
from fitl.rules.operation import Activity, Operation, activity_rule
from fitl.state import OP_AND_ACTIVITY, State

RULE: Final = "8.1"
LETTERS: Final = ("ABCDEF", "GHJKLM", "NPQRST", "UVWXYZ")  # by Faction
NEXT: Final = choice("next")


# --- the deck -----------------------------------------------------------------------------------------------------


def deck_of(s: State) -> str:
    """The letters of all cards in the deck."""
    return "".join(LETTERS[faction] for faction in s.options.trung)


def draw(s: State, faction: int) -> Flow[str]:
    """Turn cards, other Factions' cards too, until one of the Faction's is in force."""
    while True:
        turned = s.trung_deck
        unseen = [letter for letter in deck_of(s) if letter not in turned]
        if len(unseen) > 1:
            options = [choice(letter) for letter in unseen]
            letter: str = yield Decision(CHANCE, "trung.card", RULE, options, {"faction": faction})
            s.trung_deck += letter
        else:
            letter = unseen[0] if unseen else turned[0]
            s.trung_deck = turned + letter if unseen else turned[1:] + letter
        if letter in LETTERS[faction]:
            s.note("log.trung_card", faction=faction, letter=letter)
            return letter


# --- an Operation by the cards ------------------------------------------------------------------------------------


def operation(s: State, faction: int, action: str, operations: list[Operation]) -> Flow[Operation | None]:
    """Draw cards until one is played; what it begins, None if all of the Faction's have failed.

    A card may begin with a Special Activity: if no Operation follows, the one returned has no name.
    """
    first = ""
    while (letter := (yield from draw(s, faction))) != first:
        first = first or letter
        options = [Option(op.name, op) for op in operations]
        if action == OP_AND_ACTIVITY:
            options += _activities(s, faction)
        params = {"letter": letter, "action": action}
        answer = yield Decision(faction, "trung.play", RULE, [*options, NEXT], params)
        if type(answer) is Activity:
            return (yield from _after(s, answer))
        if type(answer) is Operation:
            return answer
    return None


def activity(s: State, faction: int, names: list[str]) -> Flow[str]:
    """A Special Activity that an Event grants (card 69): cards are drawn for it alone; "" if all have failed."""
    first = ""
    while names and (letter := (yield from draw(s, faction))) != first:
        first = first or letter
        options = [*(choice(name) for name in names), NEXT]
        name: str = yield Decision(faction, "trung.activity", RULE, options, {"letter": letter})
        if name != NEXT.value:
            return name
    return ""


def _activities(s: State, faction: int) -> list[Option]:
    """The Special Activities that may come before an Operation is named."""
    names = dict.fromkeys(name for op in s.era.operations[faction] for name in s.era.accompanying[faction, op])
    found = []
    for name in names:
        activity = Activity(s, faction, name, Operation(s, faction, ""))
        if activity_rule(s, name).can(s, activity):
            found.append(Option("sa:" + name, activity))
    return found


def _after(s: State, activity: Activity) -> Flow[Operation]:
    """Carry out the Special Activity, then choose the Operation that goes with it, if any can begin."""
    before = activity.op
    assert before is not None
    faction = activity.faction
    s.executing = faction
    yield from before.take(activity)
    options = []
    for name in s.era.operations[faction]:
        op = Operation(s, faction, name)
        op.activity, op.notes = activity, before.notes
        if activity.name in s.era.accompanying[faction, name] and can_begin(s, op):
            options.append(Option(name, op))
    answer = yield Decision(faction, "trung.operation", RULE, [*options, DONE_OPTION], {"activity": activity.name})
    if answer == DONE:
        return before
    activity.op = answer
    chosen: Operation = answer
    return chosen


# --- the Agitate Total, points of Support -------------------------------------------------------------------------


def set_up(s: State) -> Flow[None]:
    """Without Resources nobody has any; VC's marker shows its Agitate Total instead."""
    for faction in range(len(s.resources)):
        if s.untracked >> faction & 1:
            s.resources[faction] = 0
    yield from _agitate_total(s)


def _agitate_total(s: State) -> Flow[None]:
    """Half a die, where the total of a Trung VC is nothing."""
    if s.untracked >> VC & 1 and not s.resources[VC]:
        die = yield roll(RULE, "trung.agitate_die", faction=VC)
        raise_track(s, VC, (die + 1) // 2)


def reset(s: State) -> Flow[None]:
    """6.6: the deck is shuffled, and an Agitate Total of nothing is rolled again."""
    s.trung_deck = ""
    yield from _agitate_total(s)


def support_points(s: State) -> Flow[None]:
    """6.3: with ARVN Resources untracked two dice say how many steps US and ARVN together may Pacify."""
    if s.untracked >> ARVN & 1:
        one = yield roll("6.3", "trung.support_die", faction=ARVN)
        two = yield roll("6.3", "trung.support_die", faction=ARVN)
        s.resources[ARVN] = one + two
        s.note("log.trung_points", n=one + two)


def end_of_points(s: State) -> None:
    """What was not spent is lost."""
    if s.untracked >> ARVN & 1:
        s.resources[ARVN] = 0
