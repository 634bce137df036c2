"""What all flowchart non-players share: the Event box (8.1.A), Pivotal Events (8.4.6), pieces by 8.1.2, and any other
choice at random (8.4.7)."""

from typing import Final

from fitl.board.cards import PIVOTAL_OF
from fitl.board.factions import ARVN, NVA, US
from fitl.board.pieces import ARVN_TROOPS, POLICE, US_TROOPS
from fitl.bots.flowchart.marks import RIFLES
from fitl.bots.mind import Handler, Mind, option_for
from fitl.bots.priorities import target_order
from fitl.bots.select import equal_chance
from fitl.decisions import DONE, Decision, Flow, Option
from fitl.rules.cards import is_effective
from fitl.rules.deck import monsoon
from fitl.state import State

COIN_CUBES: Final = (US_TROOPS, ARVN_TROOPS, POLICE)
POVERTY: Final = {NVA: 1, ARVN: 3}  # 8.1: with fewer Resources these Factions Pass rather than Operate
# 8.1.B: Momentum that does nothing any more when the Coup Round comes next.
TOO_LATE: Final = frozenset(
    ((5, "shaded"), (7, "unshaded"), (15, "shaded"), (17, "unshaded"), (72, "unshaded"), (115, "single"))
)


# --- Event or Operations? (8.1.A) ---------------------------------------------------------------------------------


def event_box(mind: Mind, s: State, decision: Decision, node: str) -> Flow[str | None]:
    """8.1.A: "event", "pass", or None to go on to the next diamond."""
    facts = s.cards.facts
    capability = facts[s.card].capability
    upcoming = facts[s.next_card].capability if s.next_card in facts else None
    if upcoming == mind.faction and capability != mind.faction:
        die = yield from mind.roll(node)
        mind.visit(
            "event.next_capability", card=s.next_card, dice=die, answer="yes" if die > len(s.leader_box) else "no"
        )
        if die > len(s.leader_box):
            return "pass"
    if decision.find("event") is not None and not refuses_event(mind, s):
        if capability is None:
            mind.visit("event.ordinary", card=s.card)
            return "event"
        die = yield from mind.roll(node)
        mind.visit("event.capability", card=s.card, dice=die, answer="yes" if die > len(s.leader_box) else "no")
        if die > len(s.leader_box):
            return "event"
    if s.resources[mind.faction] < POVERTY.get(mind.faction, 0):
        mind.visit("event.poverty")
        return "pass"
    return None


def refuses_event(mind: Mind, s: State) -> bool:
    """8.4.1, 8.1.B: a rifle, or an Event that would change nothing."""
    if s.card in RIFLES[mind.faction]:
        mind.visit("event.rifle", card=s.card)
        return True
    side = own_side(mind, s)
    sides = s.cards.programs.get(s.card, {})
    too_late = monsoon(s) and (s.card, side) in TOO_LATE
    if side not in sides or too_late or not is_effective(s, s.card, side, mind.faction):
        mind.visit("event.ineffective", card=s.card)
        return True
    return False


def own_side(mind: Mind, s: State) -> str:
    """8.4.2: NVA and VC use shaded text, US and ARVN unshaded."""
    if not s.cards.facts[s.card].is_dual:
        return "single"
    return "unshaded" if mind.faction in (US, ARVN) else "shaded"


def turn_side(mind: Mind, s: State, decision: Decision) -> Option:
    """8.4.2: the side this Faction uses."""
    return option_for(decision, own_side(mind, s))


def play_pivotal(mind: Mind, s: State, decision: Decision) -> Option:
    """8.4.6: at the first instant it may, but only ahead of a person, or over a person's own Pivotal Event."""
    first = next((faction for faction in s.order if s.eligible >> faction & 1), mind.faction)
    if decision.params and "card" in decision.params:
        first = PIVOTAL_OF.index(decision.params["card"])
    plays = first not in s.options.non_players and not monsoon(s)
    mind.visit("event.pivotal", card=PIVOTAL_OF[mind.faction], answer="yes" if plays else "no")
    return option_for(decision, "yes" if plays else "no")


# --- pieces and other choices -------------------------------------------------------------------------------------


def any_choice(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.4.7: equal chance among the possibilities; a non-player never stops while it could go on (8.1.1)."""
    options = [option for option in decision.options if option.value != DONE] or list(decision.options)
    return (yield from equal_chance(mind, options))


def remove_enemy(mind: Mind, s: State, decision: Decision) -> Option:
    """8.1.2: of the enemy pieces offered take Bases, then Guerrillas or Special Forces, then cubes evenly."""
    assert decision.params is not None
    sp, left = decision.params["space"], decision.params.get("left", 1)
    kinds = target_order(s, sp, [option.piece for option in decision.options if option.piece is not None])
    kind = kinds[0]
    at, was = mind.plan.get("removed", (None, kind))
    if at == (sp, left + 1) and kind in COIN_CUBES and was in COIN_CUBES:  # alternate Troops and Police
        kind = next((other for other in kinds if (other == POLICE) != (was == POLICE)), kind)
    mind.plan["removed"] = (sp, left), kind
    mind.visit("remove", space=sp, piece=kind)
    return next(option for option in decision.options if option.piece == kind)


HANDLERS: Final[dict[str, Handler]] = {
    "turn.side": turn_side,
    "pivotal.play": play_pivotal,
    "pivotal.trump": play_pivotal,
    "attack.remove": remove_enemy,
    "ambush.remove": remove_enemy,
    "assault.remove": remove_enemy,
    "advise.remove": remove_enemy,
    "raid.remove": remove_enemy,
    "sweep.cobras": remove_enemy,
}
