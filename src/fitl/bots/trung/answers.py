"""Questions that come up in between, in one's own and other Factions' turns: losses, who is found, how far to go."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from fitl.board.factions import ARVN, NVA, VC
from fitl.board.pieces import (
    ACTIVE_KIND_OF,
    ARVN_TROOPS,
    BASE_KINDS,
    GUERRILLAS_OF,
    KINDS,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_TROOPS,
    POLICE,
)
from fitl.board.spaces import ECON, spaces_of
from fitl.bots.mind import Handler, Mind, offered_spaces, option_for
from fitl.bots.select import equal_chance, random_space
from fitl.bots.trung.aims import Going, called_for
from fitl.bots.trung.counts import HIDDEN, OPEN_BASES, can_hold_support
from fitl.bots.trung.forecast import arvn_effective
from fitl.bots.trung.journey import Journey
from fitl.bots.trung.pieces import ASSAULT_LOSSES, ATTACK_LOSSES, FRIENDLY, GIVE_UP, By, enemy_order, first_of, pick
from fitl.bots.trung.tables import Look, choose
from fitl.bots.trung.turn import action, pivotal, side
from fitl.decisions import Decision, Flow, Option
from fitl.rules.forces import bases_of, coin_pieces
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, NVA_CONTROL, PASSIVE_SUPPORT, State

REMOVE_TABLE: Final = ("US-Remove", "ARVN-Remove", "NVA-Remove", "VC-Remove")
SHIFT_TABLE: Final = ("US-Shift", "ARVN-Shift", "VC-Shift", "VC-Shift")  # NVA has none of its own
# Where nothing else decides: these ways first, in this order.
USUAL: Final = (
    "more",
    "troops",
    "cubes",
    "rangers",
    "irregulars",
    "base",
    "place",
    "patronage",
    "pacify",
    "build_up",
    "remove",
    "yes",
)


@dataclass(slots=True)
class LastRemoval:
    """Which enemy piece went last, so that cubes go by turns over a whole removal."""

    at: tuple[int, int] | None = None
    kind: int = -1


def space_option(decision: Decision, sp: int) -> Option:
    """The option that is this space alone."""
    return next(option for option in decision.options if option.spaces == (sp,) and option.piece is None)


def kinds_in(decision: Decision) -> list[int]:
    return [option.piece for option in decision.options if option.piece is not None]


def of_kind(decision: Decision, kind: int) -> Option:
    return next(option for option in decision.options if option.piece == kind)


# --- losses -------------------------------------------------------------------------------------------------------


def loses_by(order: By) -> Handler:
    """An enemy piece in a space: by an order, those of people first."""

    def remove(mind: Mind, s: State, decision: Decision) -> Option:
        return _take(mind, s, decision, enemy_order(s, order), kinds_in(decision))

    return remove


def _take(mind: Mind, s: State, decision: Decision, order: By, kinds: list[int]) -> Option:
    sp, left = decision.number("space", -1), decision.number("left", 1)
    last = mind.room(LastRemoval)
    was = last.kind if last.at == (sp, left + 1) and mind.settings.trung_cubes == "whole_removal" else -1
    kind = first_of(order, kinds, was)
    last.at, last.kind = (sp, left), kind
    mind.visit("trung.remove", piece=kind, **({"space": sp} if sp >= 0 else {}))
    return of_kind(decision, kind)


def assault_remove(mind: Mind, s: State, decision: Decision) -> Option:
    """Search and Destroy finds its Guerrilla first; Abrams takes a Base once it would cost no other hit."""
    kinds = kinds_in(decision)
    found = [kind for kind in kinds if kind in HIDDEN]
    if found:
        return _take(mind, s, decision, enemy_order(s), found)
    sp = decision.space
    exposed = sum(s.pieces[sp * KINDS + kind] for kind in (NVA_TROOPS, *ACTIVE_KIND_OF[NVA:]))
    bases = [kind for kind in kinds if kind in OPEN_BASES]
    if bases and exposed and decision.number("left", 1) <= exposed:
        return _take(mind, s, decision, enemy_order(s), bases)
    units = [kind for kind in kinds if kind not in BASE_KINDS] or kinds
    return _take(mind, s, decision, enemy_order(s, ASSAULT_LOSSES), units)


def found_guerrillas(mind: Mind, s: State, decision: Decision) -> Option:
    """How many of those that are found are NVA's."""
    sp, n = decision.space, decision.number("n")
    there = {kind: s.pieces[sp * KINDS + kind] for kind in HIDDEN}
    mine = pick(enemy_order(s), there, n).get(NVA_GUERRILLA, 0)
    mind.visit("trung.found", space=sp, n=mine)
    return option_for(decision, mine)


_RANKS: Final = {NVA_BASE: 0, NVA_TROOPS: 1}


def sa_2s(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Card 34: a space with a Base, else with Troops, else with Guerrillas; then by US Remove."""
    ranks = {kind: _RANKS.get(kind, 2) for kind in kinds_in(decision)}
    best = min(ranks.values())
    options = [option for option in decision.options if option.piece is not None and ranks[option.piece] == best]
    sp = yield from choose(mind, "US-Remove", Look(s), sorted({option.spaces[0] for option in options}))
    return next(option for option in options if option.spaces[0] == sp)


def cadres(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 116: which two Guerrillas go, Active ones first."""
    row = decision.space * KINDS
    gone = pick(GIVE_UP, {kind: s.pieces[row + kind] for kind in GUERRILLAS_OF[VC]}, 2)
    mind.visit("trung.give_up", space=decision.space, n=2)
    return option_for(decision, gone.get(ACTIVE_KIND_OF[VC], 0))


def convoys(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Card 14: cubes that moved, by NVA Remove and the enemy order."""
    options = [option for option in decision.options if option.piece is not None]
    sp = yield from choose(mind, "NVA-Remove", Look(s), sorted({option.spaces[0] for option in options}))
    here = {option.piece: option for option in options if option.spaces[0] == sp and option.piece is not None}
    return here[first_of(enemy_order(s), here)]


def lift_origin(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """1.4.1: a piece must come from the map: from where most of them are."""
    spaces = offered_spaces(decision)
    kind = decision.number("piece", -1)
    most = max((s.pieces[sp * KINDS + kind] if kind >= 0 else 0) for sp in spaces)
    tied = [sp for sp in spaces if (s.pieces[sp * KINDS + kind] if kind >= 0 else 0) == most]
    sp = yield from random_space(mind, tied)
    mind.visit("trung.lift", space=sp)
    return space_option(decision, sp)


def lift_piece(mind: Mind, s: State, decision: Decision) -> Option:
    kind = first_of(GIVE_UP, kinds_in(decision))
    mind.visit("trung.give_up_kind", piece=kind)
    return of_kind(decision, kind)


def desertion(mind: Mind, s: State, decision: Decision) -> Option:
    """Failed Attempt: Troops and Police by turns, Troops first."""
    row, lost = decision.space * KINDS, decision.number("lost")
    gone = pick(GIVE_UP, {kind: s.pieces[row + kind] for kind in (ARVN_TROOPS, POLICE)}, lost)
    mind.visit("trung.give_up", space=decision.space)
    return option_for(decision, gone.get(ARVN_TROOPS, 0))


# --- how far ------------------------------------------------------------------------------------------------------


def pt_76(mind: Mind, s: State, decision: Decision) -> Option:
    """Card 45: in the space with most Troops of those that can still be Attacked; of these where it removes most."""
    troops, later = decision.number("n"), decision.number("later")
    others = (_tanks(s, sp) for sp in spaces_of(later & ~(1 << decision.space)))
    wanted = _tanks(s, decision.space, troops) >= max(others, default=(0, 0))
    mind.visit("trung.pt_76", space=decision.space, answer="yes" if wanted else "no")
    return option_for(decision, "yes" if wanted else "no")


def _tanks(s: State, sp: int, troops: int = -1) -> tuple[int, int]:
    """The Troops of a space and how many more pieces their tanks would remove; none where that is nobody."""
    troops = s.pieces[sp * KINDS + NVA_TROOPS] if troops < 0 else troops
    gain = min(troops, coin_pieces(s, sp)) - troops // 2
    return (troops, gain) if gain > 0 else (0, 0)


def agitate_in_rally(mind: Mind, s: State, decision: Decision) -> Option:
    """Shaded Cadres (card 116): where the people are above Active Opposition."""
    wanted = s.support[decision.space] > ACTIVE_OPPOSITION and s.resources[VC] > 0
    mind.visit("trung.agitate_in_rally", space=decision.space, answer="yes" if wanted else "no")
    return option_for(decision, "yes" if wanted else "no")


def pacify_more(mind: Mind, s: State, decision: Decision) -> Option:
    """ARVN goes no farther than Passive Support."""
    goal = PASSIVE_SUPPORT if mind.faction == ARVN else ACTIVE_SUPPORT
    more = decision.number("terror") > 0 or decision.number("level") < goal
    mind.visit("trung.pacify_more", space=decision.space, answer="yes" if more else "no")
    return option_for(decision, "more" if more else "stop")


def always(key: str) -> Handler:
    """One answer wherever it is offered."""

    def answer(mind: Mind, s: State, decision: Decision) -> Option:
        mind.visit("trung.always", way=key)
        return option_for(decision, key)

    return answer


def cavalry(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Card 61: a free Assault where Transport went, if it removes anybody."""
    spaces = [sp for sp in offered_spaces(decision) if arvn_effective(s, sp)]
    if not spaces:
        mind.visit("trung.nothing_to_do")
        return option_for(decision, "done")
    return space_option(decision, (yield from choose(mind, "ARVN-Remove", Look(s), spaces)))


# --- Coup Round ---------------------------------------------------------------------------------------------------


def sabotage(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Most Econ first."""
    spaces = offered_spaces(decision)
    most = max(ECON[sp] for sp in spaces)
    sp = yield from equal_chance(mind, [sp for sp in spaces if ECON[sp] == most])
    mind.visit("trung.sabotage", space=sp)
    return space_option(decision, sp)


def coup_pacify(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Space by space by the table, below Active Support, of ARVN below Passive Support."""
    goal = PASSIVE_SUPPORT if mind.faction == ARVN else ACTIVE_SUPPORT
    spaces = [sp for sp in offered_spaces(decision) if can_hold_support(sp) and s.support[sp] < goal]
    return (yield from _by_shift(mind, s, decision, spaces))


def coup_agitate(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    spaces = [sp for sp in offered_spaces(decision) if can_hold_support(sp) and s.support[sp] > ACTIVE_OPPOSITION]
    return (yield from _by_shift(mind, s, decision, spaces))


def withdrawal(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """First Passive Support beside a VC Base, then anything above Active Opposition."""
    spaces = offered_spaces(decision)
    first = [sp for sp in spaces if s.support[sp] == PASSIVE_SUPPORT and bases_of(s, sp, VC)]
    return (yield from _by_shift(mind, s, decision, first or spaces))


def _by_shift(mind: Mind, s: State, decision: Decision, spaces: list[int]) -> Flow[Option]:
    if not spaces:
        mind.visit("trung.nothing_to_do")
        return option_for(decision, "done")
    return space_option(decision, (yield from choose(mind, SHIFT_TABLE[mind.faction], Look(s), spaces)))


def returns(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Casualties come back one at a time."""
    return space_option(decision, (yield from choose(mind, "US-Cubes", Look(s, "troops"), offered_spaces(decision))))


def thrust_from(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """71: Troops come from where most may leave, until NVA Controls the City."""
    to = decision.number("destination")
    if decision.find("done") is not None and s.control[to] == NVA_CONTROL:
        return option_for(decision, "done")
    journey = Journey(mind, s.copy(), "march", (NVA_TROOPS,))
    there = {sp: sum(journey.free(sp, to).values()) for sp in offered_spaces(decision)}
    sp = yield from random_space(mind, [sp for sp, n in there.items() if n == max(there.values())])
    mind.visit("trung.event.most", space=sp, spaces=list(there))
    return space_option(decision, sp)


def ambushed(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Whom an Ambush on a LoC hits, where the LoC itself was not asked for."""
    spaces = offered_spaces(decision)
    return space_option(decision, (yield from choose(mind, REMOVE_TABLE[mind.faction], Look(s), spaces)))


def thrust(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """71: how many Troops March on the City, by Keep and move rules; one must, and none beyond what these call for."""
    origin, to = decision.number("origin"), decision.number("destination")
    free = Journey(mind, s.copy(), "march", (decision.number("piece"),)).free(origin, to)
    going = Going(s, mind.faction, origin, to, "march")
    rules = yield from called_for(mind, going, free)
    amounts = [option.amount or 0 for option in decision.options]
    n = max(min(amounts), min(max(amounts), sum(going.load.values())))
    mind.visit("trung.move", space=origin, destination=to, n=n, rules=", ".join(rules))
    return option_for(decision, n)


AN_LOC_CARD: Final = 71
THRUST: Final[dict[str, Callable[[Mind, State, Decision], Flow[Option]]]] = {
    "march.amount": thrust,
    "march.origin": thrust_from,
}


# --- anything else ------------------------------------------------------------------------------------------------


def otherwise(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """What no rule of the cards covers: stop if that may be, else as usual, else at random."""
    alone = THRUST.get(decision.kind) if s.card == AN_LOC_CARD else None
    if alone is not None or decision.kind == "ambush.target":
        return (yield from (alone or ambushed)(mind, s, decision))
    leaving = () if decision.kind.endswith(".method") else ("done", "stop", "nothing", "no")
    for key in leaving:
        if (option := decision.find(key)) is not None:
            mind.visit("trung.leave", way=key)
            return option
    first = decision.options[0]
    if first.amount is not None:
        fewest = decision.kind == "air_lift.amount"  # by an Event somebody must fly, though nobody is called for
        option = (min if fewest else max)(decision.options, key=lambda each: each.amount or 0)
    else:
        usual = next((found for key in USUAL if (found := decision.find(key)) is not None), None)
        option = usual if usual is not None else (yield from equal_chance(mind, list(decision.options)))
    mind.visit("trung.otherwise", way=option.key)
    return option


HANDLERS: Final[dict[str, Handler]] = {
    "turn.action": action,
    "turn.side": side,
    "pivotal.play": pivotal,
    "pivotal.trump": pivotal,
    "attack.remove": loses_by(ATTACK_LOSSES),
    "ambush.remove": loses_by(ATTACK_LOSSES),
    "bombard.remove": loses_by(FRIENDLY),
    "advise.remove": loses_by(FRIENDLY),
    "raid.remove": loses_by(FRIENDLY),
    "sweep.cobras": loses_by(ASSAULT_LOSSES),
    "sweep.booby_traps": loses_by(FRIENDLY),
    "assault.tunnel": loses_by(FRIENDLY),
    "assault.remove": assault_remove,
    "assault.patton": always("yes"),
    "sweep.nva_guerrillas": found_guerrillas,
    "air_strike.sa_2s": sa_2s,
    "terror.cadres": cadres,
    "patrol.patton": convoys,
    "attack.pt_76": pt_76,
    "rally.agitate": agitate_in_rally,
    "agitate.more": always("more"),
    "pacify.more": pacify_more,
    "transport.assault": cavalry,
    "lift.origin": lift_origin,
    "lift.piece": lift_piece,
    "coup.sabotage": sabotage,
    "coup.desertion": desertion,
    "coup.pacify": coup_pacify,
    "coup.agitate": coup_agitate,
    "commitment.return": returns,
    "commitment.withdrawal": withdrawal,
    "commitment.number": always("1"),
}
