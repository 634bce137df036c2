"""8.5.4 Attack and Ambush: what they could take decides where; Ambush comes first, Attacks need four Guerrillas."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from fitl.board.factions import VC
from fitl.board.pieces import KINDS, VC_GUERRILLA
from fitl.board.spaces import SPACE_COUNT
from fitl.bots.flowchart.shared import most_ambushes, take
from fitl.bots.flowchart.vc.common import may_stop, memory, stop
from fitl.bots.flowchart.vc.targets import (
    BASE,
    CUBES,
    FEWEST_ATTACKERS,
    NOTHING,
    ambush_hits,
    ambush_prospect,
    ambush_target_of,
    ambush_ties,
    attack_prospect,
    attack_ties,
    prospect,
)
from fitl.bots.mind import Handler, Mind, offered_spaces, option_for
from fitl.bots.select import TieBreak, best_of, choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.rules.activities.ambush import ambush_targets
from fitl.rules.forces import coin_pieces, guerrillas
from fitl.state import State

NO_LIMIT: Final = 99  # where the rules or an Event say how many Ambushes are laid


def attack_spaces(s: State) -> list[int]:
    """Where VC would Attack without Ambush."""
    return [sp for sp in range(SPACE_COUNT) if coin_pieces(s, sp) and guerrillas(s, sp, VC) >= FEWEST_ATTACKERS]


def ambush_spaces(s: State) -> list[int]:
    """Where VC could lay an Ambush with an Attack."""
    return [sp for sp in range(SPACE_COUNT) if s.pieces[sp * KINDS + VC_GUERRILLA] and ambush_targets(s, sp)]


def can_attack(s: State) -> bool:
    """8.5.4: is there anything to Attack or Ambush?"""
    return s.resources[VC] > 0 and bool(attack_spaces(s) or (most_ambushes(s) and ambush_spaces(s)))


def ambushes_wanted(s: State, budget: int) -> int:
    """How many Ambushes the tiers call for before Resources run out: in each tier Ambushes come before Attacks."""
    ambushes, attacks = ambush_spaces(s), attack_spaces(s)
    doubled = False  # card 104 has helped
    most = most_ambushes(s)
    wanted = 0
    for tier in range(BASE, NOTHING):
        while wanted < most and budget:
            hits = ambush_hits(s, doubled)
            fit = [sp for sp in ambushes if ambush_prospect(s, sp, hits).tier == tier]
            if not fit:
                break
            sp = best_of(fit, ambush_ties(s, hits))[0]
            doubled = doubled or coin_pieces(s, ambush_target_of(s, sp, hits)) > 1
            ambushes.remove(sp)
            attacks = [other for other in attacks if other != sp]
            wanted += 1
            budget -= 1
        budget -= min(budget, sum(attack_prospect(s, sp).tier == tier for sp in attacks))
    return wanted


@dataclass(slots=True)
class AmbushSoFar:
    """An Ambush so far."""

    wanted: int = NO_LIMIT
    laid: int = 1  # a first space that was the only one possible was not asked for
    doubled: bool = False  # card 104 has helped


# --- answering ----------------------------------------------------------------------------------------------------


def attack_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.5.4: the Ambushes, then Attacks where four or more Guerrillas are."""
    ambush = decision.find("sa:ambush")
    if ambush is not None:
        wanted = ambushes_wanted(s, s.resources[VC])
        if wanted:
            memory(mind, s, AmbushSoFar).wanted = wanted
            mind.visit("vc.attack.ambush", n=wanted)
            return ambush
    strong = [sp for sp in offered_spaces(decision) if guerrillas(s, sp, VC) >= FEWEST_ATTACKERS]
    if not strong:
        return (yield from stop(mind, decision))
    tier = min(attack_prospect(s, sp).tier for sp in strong)
    room = s.resources[VC] if decision.cost else 1
    return take(decision, (yield from choose_space(mind, f"vc.attack.{tier}", strong, attack_ties(s), room)))


def ambush_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """8.5.4: where to lay the next Ambush."""
    kept = memory(mind, s, AmbushSoFar)
    if not may_stop(decision):  # the first space of this Ambush
        kept.laid = 0
        kept.doubled = False
    laid, wanted = kept.laid, kept.wanted
    spaces = offered_spaces(decision)
    if not spaces or (laid >= wanted and may_stop(decision)):
        return (yield from stop(mind, decision))
    hits = ambush_hits(s, kept.doubled)
    tier = min(CUBES, min(ambush_prospect(s, sp, hits).tier for sp in spaces))
    ties = ambush_ties(s, hits)
    tied = best_of(spaces, ties)
    room = min(wanted, most_ambushes(s)) - laid
    if hits > 1 or _share_targets(s, tied, spaces):  # card 104 helps the first; the first may change what follows
        room = 1
    sp = yield from choose_space(mind, f"vc.ambush.{tier}", spaces, ties, room)
    kept.laid += 1
    return take(decision, sp)


def _share_targets(s: State, tied: Sequence[int], spaces: Sequence[int]) -> bool:
    """Could Ambushes laid in those that tie hit the same space, or one that an Ambush from elsewhere could hit?"""
    targets = [target for sp in tied for target in ambush_targets(s, sp)]
    others = {target for sp in spaces if sp not in tied for target in ambush_targets(s, sp)}
    return len(set(targets)) < len(targets) or not others.isdisjoint(targets)


def ambush_target(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """From a LoC: the space where most is available."""
    hits = ambush_hits(s, memory(mind, s, AmbushSoFar).doubled)
    ties = (
        TieBreak("vc.tier", lambda sp: -prospect(s, sp, hits).tier),
        TieBreak("vc.us", lambda sp: prospect(s, sp, hits).us_piece),
        TieBreak("vc.coin_control", lambda sp: prospect(s, sp, hits).ends_control),
    )
    spaces: Sequence[int] = offered_spaces(decision)
    return take(decision, (yield from choose_space(mind, "vc.ambush.target", spaces, ties)))


def ambush_two(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 104 shaded: two pieces in the first space that has them."""
    memory(mind, s, AmbushSoFar).doubled = True
    mind.visit("vc.ambush.two")
    return option_for(decision, "yes")


HANDLERS: Final[dict[str, Handler]] = {
    "attack.space": attack_space,
    "ambush.space": ambush_space,
    "ambush.target": ambush_target,
    "ambush.two": ambush_two,
}
