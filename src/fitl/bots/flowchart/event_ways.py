"""8.4.4: who benefits, and which of several alternatives: Factions, tracks and other ways.

Which Operation or Special Activity an Event grants is for the diamonds of each Faction, in its own modules.
"""

from collections.abc import Callable
from typing import Final

from fitl.board.factions import ARVN, FACTION_BY_ID, US, is_coin, partner
from fitl.board.pieces import US_TROOPS
from fitl.board.spaces import JUNGLE_MASK, LOWLAND_MASK, spaces_of
from fitl.bots.flowchart.event_spaces import GUERRILLAS, NVA_HUNTED, VC_EXPOSED, loses
from fitl.bots.flowchart.turn import EventSoFar
from fitl.bots.mind import Mind, option_for
from fitl.bots.priorities import shift_value
from fitl.bots.select import equal_chance
from fitl.decisions import Decision, Flow, Option
from fitl.rules.forces import count
from fitl.state import State

Way = Callable[[Mind, State, Decision], object]


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


def _the_way(mind: Mind, decision: Decision, name: str) -> Option:
    """The alternative that serves this Faction, said so."""
    mind.visit("event.way", way=name)
    return option_for(decision, name)


def own_pair(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 69: one's own side."""
    return _the_way(mind, decision, "us_arvn" if is_coin(mind.faction) else "nva_vc")


def prey(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 100: whose pieces go from the Lowland chosen: more Bases, then more pieces; VC before NVA (8.1.2)."""
    sp = mind.room(EventSoFar).space
    if sp is None:  # there was but one
        hunted = (*VC_EXPOSED, *NVA_HUNTED)
        sp = next(
            sp
            for sp in spaces_of(LOWLAND_MASK)
            if count(s, sp, US_TROOPS) and any(count(s, sp, kind) for kind in hunted)
        )
    vc, nva = loses(*VC_EXPOSED)(mind, s, sp), loses(*NVA_HUNTED)(mind, s, sp)
    return _the_way(mind, decision, "vc" if vc >= nva else "nva")


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
        option = next(found for name in names if (found := decision.find(name)) is not None)
        mind.visit("event.way", way=option.key)
        return option

    return way


def duped(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 63: VC takes Resources; ARVN raises Patronage."""
    return _the_way(mind, decision, "patronage" if mind.faction == ARVN else "vc_resources")


def tunnel_rats(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 94: COIN removes a Tunneled Base, Insurgents dig."""
    return _the_way(mind, decision, "clear" if is_coin(mind.faction) else "dig")


def shift_either_way(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 106: the better shift (8.4.5)."""
    sp = decision.space
    up, down = (shift_value(s, mind.faction, sp, levels) for levels in (+1, -1))
    return _the_way(mind, decision, "support" if up >= down else "opposition")


def long_tan(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 98: whichever places or removes more pieces (8.4.4)."""
    jungles = [sp for sp in spaces_of(JUNGLE_MASK) if count(s, sp, US_TROOPS)]
    cleared = sum(count(s, sp, kind) for sp in jungles for kind in GUERRILLAS)
    return _the_way(mind, decision, "clear" if cleared >= 2 else "place")


def by_chance(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.4.7: equal chance."""
    option = yield from equal_chance(mind, list(decision.options))
    mind.visit("event.chance", way=option.key)
    return option


def yes(mind: Mind, s: State, decision: Decision) -> Option:
    """8.1.1: all that may be done."""
    return _the_way(mind, decision, "yes")


WAYS: Final[dict[str, Way]] = {
    "us_or_arvn": who,
    "nva_or_vc": who,
    "riverines_faction": who,
    "new_jersey_faction": who,
    "whose_bases": who,
    "whose_pieces_go": prey,
    "macv": own_pair,
    "operate_at_all": yes,
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
    "taylor": first_of("pieces", "neither"),
    "long_tan": long_tan,
    "tunnel_rats": tunnel_rats,
    "shift_either_way": shift_either_way,
}
