"""8.1.A Event or Operations?, 8.1.B Ineffective Events, 8.4.6 Pivotal Events."""

from typing import Final

from fitl.board.cards import PIVOTAL_OF
from fitl.board.factions import ARVN, NVA
from fitl.board.pieces import TRAIL_MAX
from fitl.board.pivotals import PIVOTAL_BY_CARD
from fitl.board.spaces import LAOS_CAMBODIA
from fitl.bots.flowchart.instructions import instruction_for, own_side, refusal
from fitl.bots.flowchart.marks import never
from fitl.bots.flowchart.shared import yes_no
from fitl.bots.flowchart.turn import Turn
from fitl.bots.mind import NOT_ROLLED, Handler, Mind, option_for
from fitl.bots.rehearsal import every_outcome
from fitl.decisions import Decision, Flow, Option
from fitl.lasting import ORISKANY_SHADED
from fitl.rules.cards import is_of_use
from fitl.rules.deck import coups_left, monsoon
from fitl.rules.pivotal import held_pivotals
from fitl.rules.sequence import next_eligible, perform_event
from fitl.state import COIN_CONTROL, EVENT, FIELDS, PASS, State

ADSID: Final = 7
DIE_MAX: Final = 6
POVERTY: Final = {NVA: 1, ARVN: 3}  # 8.1: with fewer Resources these Factions Pass rather than Operate
# 8.1.B: Momentum that does nothing any more when the Coup Round comes next (the rest of the list may still be).
TOO_LATE: Final = frozenset(
    ((5, "shaded"), (7, "unshaded"), (15, "shaded"), (17, "unshaded"), (72, "unshaded"), (115, "single"))
)
# What changes whenever an Event is carried out or looked at, so that it does not count as an effect.
NO_EFFECT: Final = ("seed", "acted", "executing", "log", "scenario", "cards", "options")


def event_box(mind: Mind, s: State, decision: Decision, node: str) -> Flow[str | None]:
    """8.1.A: "event" (the side is planned), "pass", or None to go on to the next diamond."""
    verdict = yield from capability_box(mind, s, decision, node)
    if verdict is None:
        verdict = ordinary_event(mind, s, decision)
    return verdict or poverty(mind, s)


def capability_box(mind: Mind, s: State, decision: Decision, node: str) -> Flow[str | None]:
    """8.1.A bullets 1 and 2: an own Capability comes next, or this card is one; a die against the leader box."""
    facts = s.cards.facts
    capability = facts[s.card].capability
    upcoming = facts[s.next_card].capability if s.next_card in facts else None
    waits = upcoming == mind.faction and capability != mind.faction
    if waits and mind.settings.own_capability_next == "pass":
        answer, die = yield from _capability_roll(mind, s, node)
        mind.visit("event.next_capability", card=s.next_card, dice=die or NOT_ROLLED, answer=yes_no(answer))
        if answer:
            return PASS
    if capability is None or decision.find(EVENT) is None or refuses_event(mind, s):
        return None
    answer, die = yield from _capability_roll(mind, s, node)
    mind.visit("event.capability", card=s.card, dice=die or NOT_ROLLED, answer=yes_no(answer))
    return EVENT if answer else None


def _capability_roll(mind: Mind, s: State, node: str) -> Flow[tuple[bool, int]]:
    """The die against the cards in the leader box; in the first edition against the Coup cards to come.

    The answer and the die, 0 if none could matter.
    """
    if mind.settings.capability_roll == "below_coups_left":
        good = range(1, coups_left(s))
    else:
        good = range(s.leaders() + 1, DIE_MAX + 1)
    if not good or len(good) >= DIE_MAX:
        return bool(good), 0
    die = yield from mind.roll(node)
    return die in good, die


def ordinary_event(mind: Mind, s: State, decision: Decision) -> str | None:
    """8.1.A bullet 3: an Event that is no Capability, unless it is refused or Ineffective."""
    if s.cards.facts[s.card].capability is not None or decision.find(EVENT) is None or refuses_event(mind, s):
        return None
    mind.visit("event.ordinary", card=s.card)
    return EVENT


def poverty(mind: Mind, s: State) -> str | None:
    """8.1.A bullet 4: NVA without Resources, ARVN with fewer than 3, Pass."""
    if s.resources[mind.faction] >= POVERTY.get(mind.faction, 0):
        return None
    mind.visit("event.poverty")
    return PASS


# --- refused or Ineffective? --------------------------------------------------------------------------------------


def refuses_event(mind: Mind, s: State) -> bool:
    """8.4.1, 8.1.B: a rifle, an instruction, or an Event that would change nothing."""
    if s.card not in s.cards.texts and never(mind.faction, s.card):
        mind.visit("event.rifle", card=s.card)
        return True
    side = own_side(mind.faction, s)
    mind.room(Turn).side = side
    code = refusal(mind, s, side)
    if code is not None:
        mind.visit("event.refused." + code, card=s.card)
        return True
    if monsoon(s) and _too_late(mind, s, side):
        mind.visit("event.too_late", card=s.card)
        return True
    if not would_change(mind, s, side):
        mind.visit("event.ineffective", card=s.card)
        return True
    return False


def _too_late(mind: Mind, s: State, side: str) -> bool:
    """8.1.B: nothing of it would tell immediately or in the Coup Round."""
    if s.card == ADSID and mind.settings.adsid_before_coup == "effective" and trail_will_change(s):
        return False
    return (s.card, side) in TOO_LATE


def trail_will_change(s: State) -> bool:
    """Will the coming Coup Round move the Trail (6.2.2, 6.6), as the board stands?"""
    if s.trail == 0:
        return True
    if s.effects & ORISKANY_SHADED:  # card 39
        return False
    return s.trail == TRAIL_MAX or any(s.control[sp] == COIN_CONTROL for sp in LAOS_CAMBODIA)


def would_change(mind: Mind, s: State, side: str) -> bool:
    """8.1.B: could this side change anything, with this mind's own choices, however the dice fall?"""
    if side not in s.cards.programs.get(s.card, {}) or not is_of_use(s, s.card, side, mind.faction):
        return False
    before = _situation(s)
    outcomes = every_outcome(mind, s, lambda copy: perform_event(copy, mind.faction, side))
    return any(_situation(after) != before for after in outcomes)


def _situation(s: State) -> list[object]:
    """What an effect can be seen in; staying Eligible is none just before a Coup Round, when everybody will be."""
    ignored = (*NO_EFFECT, "stay_eligible") if monsoon(s) else NO_EFFECT
    return [getattr(s, name) for name in FIELDS if name not in ignored]


# --- sides and Pivotal Events -------------------------------------------------------------------------------------


def turn_side(mind: Mind, s: State, decision: Decision) -> Option:
    """8.4.2: the side this Faction uses."""
    side = own_side(mind.faction, s)
    instruction = instruction_for(mind.faction, s)
    if instruction is not None and instruction.side(s) is not None:
        mind.visit("event.instruction." + instruction.code, card=s.card)
    else:
        mind.visit("event.side", side=side)
    return option_for(decision, side)


def play_pivotal(mind: Mind, s: State, decision: Decision) -> Option:
    """8.4.6: at the first instant it may, but only ahead of a person, or over a person's own Pivotal Event."""
    first = next_eligible(s)
    if decision.kind == "pivotal.trump":
        first = PIVOTAL_BY_CARD[decision.number("card")].holder
    plays = first not in s.options.non_players and not monsoon(s)
    card = next(iter(held_pivotals(s, mind.faction)), PIVOTAL_OF[mind.faction])
    mind.visit("event.pivotal", card=card, answer=yes_no(plays))
    return option_for(decision, yes_no(plays))


HANDLERS: Final[dict[str, Handler]] = {
    "turn.side": turn_side,
    "pivotal.play": play_pivotal,
    "pivotal.trump": play_pivotal,
}
