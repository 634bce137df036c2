"""8.4.1: the choices that instructions make while an Event is executed (`instructions.py` says on which cards)."""

from collections.abc import Sequence

from fitl.board.factions import NVA, VC
from fitl.board.pieces import FACTION_OF, IRREGULAR, NVA_BASE, US_BASE, US_TROOPS, VC_BASE
from fitl.board.spaces import AVAILABLE, CASUALTIES, CONTROLLABLE, LAOS_CAMBODIA, SOUTH_MASK
from fitl.bots.flowchart.event_pieces import by_space, kinds_in, left_to_do
from fitl.bots.flowchart.event_spaces import best_spaces, offered, pick_space, space_option
from fitl.bots.flowchart.turn import EventSoFar
from fitl.bots.mind import Mind, option_for
from fitl.bots.select import choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.events.vocabulary import tunnels_left
from fitl.rules.forces import available, bases_of, count, guerrillas, underground
from fitl.state import State

# --- I9 (cards 9 and 21, US) ------------------------------------------------------------------------------------------


def _map_space(mind: Mind, s: State, spaces: Sequence[int]) -> Flow[int]:
    """LBJ sends Troops to the map: at random (8.2)."""
    return (yield from choose_space(mind, "event.instructed", [sp for sp in spaces if sp < CONTROLLABLE]))


def ninth_division_arrives(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """I9: LBJ to a map space, Nixon to Available."""
    if s.us_policy == "nixon" and AVAILABLE in offered(decision):
        return space_option(decision, AVAILABLE)
    so_far = mind.room(EventSoFar)
    now = so_far.space
    sp = now if now in offered(decision) else (yield from _map_space(mind, s, offered(decision)))
    so_far.space = sp
    return space_option(decision, sp or 0)


def americal_to(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """I9: LBJ to a map space, Nixon to Available."""
    if s.us_policy == "nixon":
        return space_option(decision, AVAILABLE)
    return space_option(decision, (yield from _map_space(mind, s, offered(decision))))


# --- instructions of one card -----------------------------------------------------------------------------------------


def lrrp_spaces(s: State) -> list[int]:
    """Card 26, US: NVA Bases in Laos and Cambodia without Underground Guerrillas."""
    return [sp for sp in LAOS_CAMBODIA if bases_of(s, sp, NVA) and not underground(s, sp, NVA) + underground(s, sp, VC)]


def lrrp_place(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Card 26, US: Irregulars to those Bases, first where none is."""
    if not available(s, IRREGULAR) and decision.find("done") is not None:
        return option_for(decision, "done")
    wanted = [sp for sp in lrrp_spaces(s) if sp in offered(decision)] or offered(decision)
    best = best_spaces(wanted, lambda sp: -count(s, sp, IRREGULAR))
    mind.room(EventSoFar).alternate = True  # one at a time
    return space_option(decision, (yield from choose_space(mind, "event.instructed", best)))


def tunnel_highland(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Card 36, NVA and VC: most US Troops removed, then an own Base for the Tunnel."""
    spaces = by_space(decision.options)

    def own(sp: int) -> int:
        return int(any(FACTION_OF[kind] == mind.faction for kind in kinds_in(spaces[sp])))

    best = best_spaces(list(spaces), lambda sp: min(3, count(s, sp, US_TROOPS)), own)
    sp = yield from choose_space(mind, "event.instructed", best)
    kinds = kinds_in(spaces[sp])
    kind = next((kind for kind in kinds if FACTION_OF[kind] == mind.faction), kinds[0])
    return next(option for option in spaces[sp] if option.piece == kind)


def giap_spaces(s: State) -> list[int]:
    """Card 56, US: spaces of the South with an Insurgent Base and precisely 2 Guerrillas."""
    return [
        sp
        for sp in range(CONTROLLABLE)
        if SOUTH_MASK >> sp & 1
        and bases_of(s, sp, NVA) + bases_of(s, sp, VC)
        and guerrillas(s, sp, NVA) + guerrillas(s, sp, VC) == 2
    ]


def giap_pairs(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    wanted = [sp for sp in giap_spaces(s) if sp in offered(decision)]
    if not wanted:
        return (yield from pick_space(mind, s, decision))
    sp = yield from choose_space(mind, "event.instructed", wanted, room=left_to_do(decision))
    return space_option(decision, sp)


def comes_back(s: State, sp: int) -> int:
    """Card 91: how many US pieces come back from Casualties if all US Troops leave this Province, one for each two."""
    casualties = sum(count(s, CASUALTIES, kind) for kind in (US_TROOPS, US_BASE, IRREGULAR))
    return min(casualties, count(s, sp, US_TROOPS) // 2)


def bob_hope_province(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Card 91, US: from where most pieces come back to Available."""
    best = best_spaces(offered(decision), lambda sp: comes_back(s, sp))
    return space_option(decision, (yield from choose_space(mind, "event.instructed", best)))


def cu_chi_dig(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Card 102, NVA and VC: most own Tunnels in the South, then most of the ally's; no more than there are markers."""
    own, other = (NVA_BASE, VC_BASE) if mind.faction == NVA else (VC_BASE, NVA_BASE)
    south = [sp for sp in offered(decision) if SOUTH_MASK >> sp & 1]
    markers = tunnels_left(s)
    best = best_spaces(
        south or offered(decision),
        lambda sp: min(markers, count(s, sp, own)),
        lambda sp: min(markers, count(s, sp, own) + count(s, sp, other)),
    )
    return space_option(decision, (yield from choose_space(mind, "event.instructed", best)))
