"""8.4.4: who benefits and which alternative: Factions, tracks, and the Operations or activities an Event grants."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from fitl.board.factions import ARVN, FACTION_BY_ID, INSURGENTS, US, enemies, is_coin, partner
from fitl.board.pieces import NVA_TROOPS
from fitl.board.spaces import SPACE_COUNT
from fitl.bots.flowchart.event_box import FREE
from fitl.bots.flowchart.event_spaces import NVA_HUNTED, VC_EXPOSED, loses
from fitl.bots.mind import Mind, option_for
from fitl.bots.priorities import shift_value
from fitl.bots.rehearsal import rehearse
from fitl.bots.select import equal_chance
from fitl.decisions import Decision, Flow, Option, choice
from fitl.rules.forces import bases_of, count
from fitl.rules.menu import ACCOMPANYING, OPERATIONS_OF, carry_out
from fitl.rules.operation import Operation
from fitl.rules.operations.assault import assault_space
from fitl.state import OP_AND_ACTIVITY, PASS, State

PLENTY: Final = 75  # a free Operation is not held back by poverty

NODES: Final = (
    "event.who",
    "event.track",
    "event.way",
    "event.chance",
    "event.diamonds",
    "event.activity",
    "event.strike",
)

Way = Callable[[Mind, State, Decision], Any]


# --- who ----------------------------------------------------------------------------------------------------------


def who(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.4.4: oneself, then the ally, then an enemy at random, non-players before players."""
    factions = {FACTION_BY_ID[option.key]: option for option in decision.options}
    for faction in (mind.faction, partner(mind.faction)):
        if faction in factions:
            mind.visit("event.who", by=faction)
            return factions[faction]
    bots = [faction for faction in factions if faction in s.options.non_players]
    faction = yield from equal_chance(mind, bots or list(factions))
    mind.visit("event.who", by=faction)
    return factions[faction]


def own_pair(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 69: one's own side."""
    return option_for(decision, "us_arvn" if is_coin(mind.faction) else "nva_vc")


def prey(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 100: whose pieces go: more Bases, then more pieces; VC before NVA (8.1.2)."""
    assert decision.params is not None
    sp = mind.plan.get("event.space", -1)
    if not 0 <= sp < SPACE_COUNT:
        return option_for(decision, "vc")
    vc, nva = loses(*VC_EXPOSED)(mind, s, sp), loses(*NVA_HUNTED)(mind, s, sp)
    return option_for(decision, "vc" if vc >= nva else "nva")


# --- tracks -------------------------------------------------------------------------------------------------------


def raise_for(*factions: int, up: str = "up", down: str = "down") -> Way:
    """8.4.4: these Factions raise a track, all others lower it."""

    def way(mind: Mind, s: State, decision: Decision) -> Option:
        answer = up if mind.faction in factions else down
        mind.visit("event.track", way=answer)
        return option_for(decision, answer)

    return way


def first_of(*names: str) -> Way:
    """The first of these alternatives that is offered."""

    def way(mind: Mind, s: State, decision: Decision) -> Option:
        option = next(option for name in names if (option := decision.find(name)) is not None)
        mind.visit("event.way", way=option.key)
        return option

    return way


def duped(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 63: VC takes Resources; ARVN raises Patronage."""
    return option_for(decision, "patronage" if mind.faction == ARVN else "vc_resources")


def tunnel_rats(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 94: COIN removes a Tunneled Base, Insurgents dig."""
    return option_for(decision, "clear" if is_coin(mind.faction) else "dig")


def shift_either_way(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 106: the better shift (8.4.5)."""
    assert decision.params is not None
    sp = decision.params["space"]
    up, down = (shift_value(s, mind.faction, sp, levels) for levels in (+1, -1))
    return option_for(decision, "support" if up >= down else "opposition")


def long_tan(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 98: whichever places or removes more pieces (8.4.4)."""
    from fitl.events.vc.common import GUERRILLAS, JUNGLES, with_us_troops

    cleared = sum(count(s, sp, kind) for sp in with_us_troops(s, JUNGLES) for kind in GUERRILLAS)
    return option_for(decision, "clear" if cleared >= 2 else "place")


def by_chance(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.4.7: equal chance."""
    option = yield from equal_chance(mind, list(decision.options))
    mind.visit("event.chance", way=option.key)
    return option


# --- free Operations and activities (8.4.4) -----------------------------------------------------------------------


def by_diamonds(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """A choice among Operations: the Faction's diamonds pick one, as if it had Resources enough."""
    name = yield from operation_by_diamonds(mind, s, decision.options)
    option = decision.find(name) if name is not None else None
    if option is None:
        option = yield from equal_chance(mind, list(decision.options))
    mind.visit("event.diamonds", operation=option.key)
    return option


def operation_by_diamonds(mind: Mind, s: State, options: Sequence[Option]) -> Flow[str | None]:
    """The Operation whose box the diamonds lead to; None if they lead to none of those offered."""
    _forget_operation(mind)
    rich = s.copy()
    for faction in (ARVN, *INSURGENTS):
        rich.resources[faction] = PLENTY
    mind.plan[FREE] = True
    try:
        action = Decision(
            mind.faction, "turn.action", "2.3.4", [choice(OP_AND_ACTIVITY), choice(PASS)], {"card": s.card}
        )
        chosen = yield from _ask(mind, rich, action)
        if chosen.key == PASS:
            return None
        names = OPERATIONS_OF[mind.faction]
        which = Decision(mind.faction, "turn.operation", "3.1", [Option(name, name) for name in names], {})
        operation: str = (yield from _ask(mind, rich, which)).key
    finally:
        mind.plan.pop(FREE, None)
    return operation


def _ask(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    advice = mind.handler(mind, s, decision)
    return advice if isinstance(advice, Option) else (yield from advice)


def _forget_operation(mind: Mind) -> None:
    """What was planned for an earlier Operation of the same Event is over."""
    for key in [key for key in mind.plan if not key.startswith("event.") and key != "side"]:
        del mind.plan[key]


def activity_by_diamonds(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """A Special Activity without an Operation: the box that comes with the Operation the diamonds lead to."""
    name = yield from operation_by_diamonds(mind, s, ())
    option = None
    if name is not None:
        option = decision.find(activity_with(mind, s, name) or "")
    _forget_operation(mind)
    if option is None:
        option = yield from equal_chance(mind, list(decision.options))
    mind.visit("event.activity", activity=option.key)
    return option


def activity_with(mind: Mind, s: State, name: str) -> str | None:
    """Which Special Activity this mind would take with an Operation, by a rehearsal."""
    taken: list[Operation] = []

    def begin(copy: State) -> Flow[None]:
        op = Operation(copy, mind.faction, name, activities=ACCOMPANYING[mind.faction, name], free=True)
        taken.append(op)
        yield from carry_out(copy, op)

    rehearse(mind, s, begin)
    activity = taken[0].activity
    return None if activity is None else activity.name


def strike_method(mind: Mind, s: State, decision: Decision) -> Option:
    """Cards 92, 95: Assault where it would take a Base or NVA Troops (8.7.0, 8.8.0), else Sweep if anybody hides."""
    assert decision.params is not None
    sp: int = decision.params["space"]
    struck = rehearse(mind, s, lambda copy: assault_space(copy, mind.faction, sp))
    fallen = sum(bases_of(s, sp, foe) - bases_of(struck, sp, foe) for foe in enemies(mind.faction))
    routed = count(s, sp, NVA_TROOPS) > count(struck, sp, NVA_TROOPS)
    controlled = mind.faction == ARVN and sp < len(s.control) and s.control[sp] != struck.control[sp]
    way = "assault" if fallen or routed or controlled else "sweep"
    mind.visit("event.strike", space=sp, way=way)
    return decision.find(way) or decision.options[0]


def yes(mind: Mind, s: State, decision: Decision) -> Option:
    return option_for(decision, "yes")


WAYS: Final[dict[str, Way]] = {
    "us_or_arvn": who,
    "nva_or_vc": who,
    "riverines_faction": who,
    "new_jersey_faction": who,
    "whose_bases": who,
    "whose_pieces_go": prey,
    "macv": own_pair,
    "macv_activity": activity_by_diamonds,
    "limited_operation": by_diamonds,
    "strike_method": strike_method,
    "march_at_all": yes,
    "free_action": first_of("attack", "ambush", "infiltrate", "terror", "rally", "bombard", "march"),
    "attack_or_ambush": first_of("attack", "ambush"),
    "brinks_hotel": by_chance,
    "flip_capability": by_chance,
    "trail_or_resources": by_chance,
    "duped": duped,
    "honolulu_aid": raise_for(US, ARVN),
    "honolulu_patronage": raise_for(ARVN),
    "usaid_resources": raise_for(US, ARVN),
    "usaid_aid": raise_for(US, ARVN),
    "usaid_patronage": raise_for(ARVN),
    "thi_patronage": raise_for(ARVN),
    "patronage": raise_for(ARVN, up="more", down="less"),
    "economic_aid": by_chance,
    "uncle_ho": first_of("troops", "resources"),
    "fact_finding": first_of("pieces", "patronage"),
    "taylor": first_of("pieces", "neither"),
    "domino_theory": by_chance,
    "detente": first_of("resources"),
    "ninth_division": first_of("out_of_play", "map"),
    "long_tan": long_tan,
    "tunnel_rats": tunnel_rats,
    "shift_either_way": shift_either_way,
}
