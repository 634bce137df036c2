"""8.4.1: SEALORDS (card 92) for the Insurgents: who goes where is planned as a whole and answered step by step.

NVA splits a pair of Bases and its other movers equally over two Provinces, a Guerrilla with each Base; further Bases
stay, and so does a Guerrilla with each of them. VC brings all it can to one space at Support.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from fitl.board.factions import FACTIONS, NVA
from fitl.board.pieces import (
    KIND_IDS,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_GUERRILLA_ACTIVE,
    NVA_TROOPS,
    VC_BASE,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
)
from fitl.board.spaces import (
    ADJACENT,
    CAN_THO,
    CONTROLLABLE,
    NORTHEAST_CAMBODIA,
    SIHANOUKVILLE,
    TAY_NINH,
    THE_FISHHOOK,
    THE_PARROTS_BEAK,
    row_id,
)
from fitl.bots.flowchart.event_spaces import best_spaces
from fitl.bots.mind import Mind, option_for
from fitl.bots.script import Ask, Line, Script
from fitl.bots.select import choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.rules.forces import bases_of, count, guerrillas
from fitl.state import NEUTRAL, State

ORIGINS: Final = (NORTHEAST_CAMBODIA, THE_FISHHOOK, THE_PARROTS_BEAK, SIHANOUKVILLE, TAY_NINH)
PROVINCES: Final = tuple(sp for sp in ADJACENT[CAN_THO] if sp < CONTROLLABLE)
STACKING: Final = 2  # Bases in a space (1.4.2)
PAIR: Final = 2
SIDE: Final = "shaded"
FEW: Final = 3  # VC pieces that are not worth the Event
NVA_UNITS: Final = (NVA_GUERRILLA, NVA_GUERRILLA_ACTIVE, NVA_TROOPS)  # Guerrillas first: each Base has company
VC_UNITS: Final = (VC_GUERRILLA, VC_GUERRILLA_ACTIVE)


class Convoy(NamedTuple):
    """Pieces that go from one space to another."""

    kind: int
    origin: int
    destination: int
    n: int


def _room(s: State, sp: int) -> int:
    return STACKING - sum(bases_of(s, sp, faction) for faction in FACTIONS)


def _at_origins(s: State, kind: int) -> int:
    return sum(count(s, sp, kind) for sp in ORIGINS)


# --- refusing -----------------------------------------------------------------------------------------------------


def no_pair_of_bases(mind: Mind, s: State, side: str) -> bool:
    """NVA: two Bases, a Guerrilla for each, and two Provinces that can take them, or Operations."""
    return not _pairs(s) or len(_goals_of_nva(s)) < PAIR


def few_vc_to_move(mind: Mind, s: State, side: str) -> bool:
    """VC: Operations if there is no space at Support to go to, or 3 pieces or fewer would move."""
    goals = _goals_of_vc(s)
    if not goals:
        return True
    units = sum(_at_origins(s, kind) for kind in VC_UNITS)
    return units + max(_bases_to(s, sp) for sp in goals) <= FEW


def _pairs(s: State) -> list[tuple[int, ...]]:
    """Where two Bases could come from so that each finds a Guerrilla to go along."""
    bases = [sp for sp in ORIGINS for _ in range(count(s, sp, NVA_BASE))]
    company = sum(guerrillas(s, sp, NVA) for sp in ORIGINS)
    return [pair for pair in sorted(set(combinations(bases, PAIR))) if company - len(_watches(s, pair)) >= PAIR]


def _watches(s: State, pair: Sequence[int]) -> list[int]:
    """Where a Guerrilla stays behind: no Base that stays, Tunneled or not, loses the last one."""
    return [sp for sp in ORIGINS if bases_of(s, sp, NVA) > pair.count(sp) and guerrillas(s, sp, NVA)]


def _goals_of_nva(s: State) -> list[int]:
    return [sp for sp in PROVINCES if _room(s, sp) > 0]


def _goals_of_vc(s: State) -> list[int]:
    return [sp for sp in PROVINCES if s.support[sp] > NEUTRAL]


def _bases_to(s: State, sp: int) -> int:
    """How many VC Bases this space could take."""
    return min(_room(s, sp), _at_origins(s, VC_BASE))


# --- planning -----------------------------------------------------------------------------------------------------


def _plan_nva(mind: Mind, s: State) -> Flow[list[Convoy]]:
    if no_pair_of_bases(mind, s, SIDE):  # another Faction's Event lets NVA move
        return []
    goals = yield from _some(mind, _goals_of_nva(s), PAIR)
    bases = yield from _pair(mind, _pairs(s))
    convoys = [Convoy(NVA_BASE, origin, goal, 1) for origin, goal in zip(bases, goals, strict=True)]
    movers = dict.fromkeys(goals, 1)
    watches = _watches(s, bases)
    for kind in NVA_UNITS:
        going = {sp: count(s, sp, kind) - (sp in watches and kind == _watch(s, sp)) for sp in ORIGINS}
        half, odd = divmod(sum(going.values()), PAIR)
        shares = dict.fromkeys(goals, half)
        if odd:
            fewest = best_spaces(goals, lambda goal: -movers[goal])
            shares[(yield from choose_space(mind, "event.instructed", fewest))] += 1
        for goal, n in shares.items():
            movers[goal] += n
        convoys += _convoys(kind, going, shares)
    return convoys


def _pair(mind: Mind, pairs: Sequence[tuple[int, ...]]) -> Flow[tuple[int, ...]]:
    """8.2: one Base after the other, at random where there is a choice."""
    if len(pairs) == 1:
        return pairs[0]
    first = yield from choose_space(mind, "event.instructed", sorted({sp for pair in pairs for sp in pair}))
    others = [b if a == first else a for a, b in pairs if first in (a, b)]
    return first, (yield from choose_space(mind, "event.instructed", others))


def _watch(s: State, sp: int) -> int:
    """8.6.5: an Active Guerrilla stays behind if there is one."""
    return NVA_GUERRILLA_ACTIVE if count(s, sp, NVA_GUERRILLA_ACTIVE) else NVA_GUERRILLA


def _plan_vc(mind: Mind, s: State) -> Flow[list[Convoy]]:
    if not _goals_of_vc(s):
        return []
    goals = best_spaces(_goals_of_vc(s), lambda sp: _bases_to(s, sp))  # 8.4.4: where most Bases come
    goal = yield from choose_space(mind, "event.instructed", goals)
    bases = yield from _bases(mind, s, VC_BASE, _bases_to(s, goal))
    convoys = [Convoy(VC_BASE, origin, goal, 1) for origin in bases]
    for kind in VC_UNITS:
        convoys += _convoys(kind, {sp: count(s, sp, kind) for sp in ORIGINS}, {goal: _at_origins(s, kind)})
    return convoys


def _some(mind: Mind, spaces: Sequence[int], n: int) -> Flow[list[int]]:
    """8.2: this many of these spaces; no die where all of them are taken."""
    chosen: list[int] = []
    while len(chosen) < n:
        left = [sp for sp in spaces if sp not in chosen]
        chosen.append((yield from choose_space(mind, "event.instructed", left, room=n - len(chosen))))
    return chosen


def _bases(mind: Mind, s: State, kind: int, n: int) -> Flow[list[int]]:
    """Where this many Bases come from, a space named once for each; random if there are more."""
    left = {sp: count(s, sp, kind) for sp in ORIGINS if count(s, sp, kind)}
    chosen: list[int] = []
    while len(chosen) < n:
        spare = sum(left.values()) > n - len(chosen)
        sp = (yield from choose_space(mind, "event.instructed", list(left))) if spare else next(iter(left))
        chosen.append(sp)
        left[sp] -= 1
        if not left[sp]:
            del left[sp]
    return chosen


def _convoys(kind: int, going: dict[int, int], shares: dict[int, int]) -> list[Convoy]:
    """The pieces of a kind that go from each space, shared out; which of them go where makes no difference."""
    left = dict(shares)
    convoys = []
    for origin, waiting in going.items():
        for goal in left:
            n = min(waiting, left[goal])
            if n:
                convoys.append(Convoy(kind, origin, goal, n))
                left[goal] -= n
                waiting -= n
    return convoys


class Convoys(Script):
    """The convoys of the Event."""


def _lines(convoy: Convoy) -> tuple[Line, ...]:
    kind, origin, destination, n = convoy
    return (
        (Ask("event.sealords_move"), f"{KIND_IDS[kind]}@{row_id(origin)}"),
        (Ask("event.destination", kind, origin), row_id(destination)),
        (Ask("event.deploy_amount", kind), str(n)),
    )


def sealords(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """The next convoy of the plan; when it is done, so is the Event."""
    script = mind.room(Convoys)
    if script.lines is None:
        convoys = yield from (_plan_nva if mind.faction == NVA else _plan_vc)(mind, s)
        script.intend(line for convoy in convoys for line in _lines(convoy))
    return script.follow(decision) or option_for(decision, "done")


CHOICES: Final = dict.fromkeys(("sealords_move", "destination", "deploy_amount"), sealords)
