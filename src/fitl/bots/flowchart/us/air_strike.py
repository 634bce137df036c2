"""8.8.2 Air Strike: name the spaces in order as if every hit came, then spend the hits in the same order."""

from dataclasses import dataclass
from typing import Final

from fitl.board.factions import NVA
from fitl.board.pieces import BASE_KINDS, FACTION_OF
from fitl.board.spaces import CONTROLLABLE, POP
from fitl.bots.flowchart.shared import take
from fitl.bots.flowchart.us.choices import HIGHEST_POP, kept
from fitl.bots.flowchart.us.forecast import control_after, exposed_pieces
from fitl.bots.mind import Handler, Mind, offered_spaces, option_for
from fitl.bots.priorities import target_order
from fitl.bots.select import TieBreak, choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.rules.activities.air_strike import HITS_TO_DEGRADE, can_degrade, piece_limit
from fitl.rules.forces import coin_pieces
from fitl.state import ACTIVE_OPPOSITION, NVA_CONTROL, State

MOST_HITS = 6

LOWEST_POP: Final = TieBreak("us.low_pop", lambda sp: -POP[sp])


@dataclass(slots=True)
class AirStrikeSoFar:
    """An Air Strike so far."""

    targets: list[tuple[int, int]] | None = None  # the spaces named, each with its bullet; None before the first
    left: int = 0  # hits that the spaces named do not need
    trail: bool = False  # two of them are for the Trail
    rolled: bool = False  # the hits are being spent


def hits_to_end_control(s: State, sp: int) -> int | None:
    """How many exposed pieces, NVA ones first, must go to remove NVA Control; None if that cannot be."""
    taken: list[int] = []
    for kind in exposed_pieces(s, sp, s.force[sp * 4 + 2] + s.force[sp * 4 + 3], nva_first=True):
        taken.append(kind)
        if control_after(s, sp, tuple(taken)) != NVA_CONTROL:
            return len(taken)
    return None


def _ends_control(s: State, sp: int, hits: int) -> bool:
    if sp >= CONTROLLABLE or not POP[sp] or s.control[sp] != NVA_CONTROL:
        return False
    needed = hits_to_end_control(s, sp)
    return needed is not None and needed <= hits


# --- naming the spaces --------------------------------------------------------------------------------------------


def air_strike_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Name the next space, as if every hit came."""
    done = decision.find("done")
    offered = offered_spaces(decision)
    plan = kept(mind, AirStrikeSoFar, s)
    targets = plan.targets
    if targets is None or plan.rolled or any(sp in offered for sp, _ in targets):
        plan = kept(mind, AirStrikeSoFar, s, new=True)
        plan.targets = targets = []
        plan.left = min(MOST_HITS, piece_limit(s))
    sp = yield from _next_target(mind, s, offered, plan, targets)
    if sp is None:
        if done is not None:
            return done
        sp = yield from choose_space(mind, "us.air_strike.must", offered, (LOWEST_POP,))
        targets.append((sp, 4))
    return take(decision, sp)


def _next_target(
    mind: Mind, s: State, offered: list[int], plan: AirStrikeSoFar, targets: list[tuple[int, int]]
) -> Flow[int | None]:
    left = plan.left
    if left <= 0:
        return None
    for bullet in (1, 2, 3, 4):
        if bullet == 4 and _trail_first(mind, s) and not plan.trail and left >= HITS_TO_DEGRADE:
            plan.trail = True
            left = plan.left = left - HITS_TO_DEGRADE
            if left <= 0:
                return None
        spaces = [sp for sp in offered if _serves(s, sp, bullet, left)]
        if spaces:
            sp = yield from choose_space(mind, f"us.air_strike.{bullet}", spaces, _order(s, bullet, left))
            targets.append((sp, bullet))
            spent = hits_to_end_control(s, sp) if bullet == 1 else len(exposed_pieces(s, sp, left))
            plan.left = left - (spent or 0)
            return sp
    return None


def _trail_first(mind: Mind, s: State) -> bool:
    return mind.settings.air_strike_trail == "before_others" and can_degrade(s)


def _serves(s: State, sp: int, bullet: int, hits: int) -> bool:
    """1. NVA Control of people; 2. LoCs with COIN pieces; 3. Active Opposition; 4. anything else."""
    if bullet == 1:
        return _ends_control(s, sp, hits)
    if bullet == 2:
        return sp >= CONTROLLABLE and coin_pieces(s, sp) > 0
    if bullet == 3:
        return sp < CONTROLLABLE and s.support[sp] == ACTIVE_OPPOSITION
    return True


def _order(s: State, bullet: int, hits: int) -> tuple[TieBreak, ...]:
    bases = TieBreak("us.bases", lambda sp: sum(kind in BASE_KINDS for kind in exposed_pieces(s, sp, hits)))
    pieces = TieBreak("us.pieces", lambda sp: len(exposed_pieces(s, sp, hits)))
    if bullet == 1:
        return (HIGHEST_POP,)
    if bullet == 2:
        return ()
    return (bases, pieces) if bullet == 3 else (LOWEST_POP, bases, pieces)


# --- spending the hits --------------------------------------------------------------------------------------------


def air_strike_hit(mind: Mind, s: State, decision: Decision) -> Option:
    """Spend the next hit in the order of the bullets; the Trail is Degraded with two hits to spare."""
    plan = kept(mind, AirStrikeSoFar, s)
    plan.rolled = True
    offered: dict[int, dict[int, Option]] = {}
    for option in decision.options:
        if option.piece is not None:
            offered.setdefault(option.spaces[0], {})[option.piece] = option
    trail = decision.find("degrade")
    left = decision.number("left")
    later = []
    targets = [(sp, bullet) for sp, bullet in plan.targets or () if sp in offered]
    unnamed = [sp for sp in offered if all(sp != named for named, _ in targets)]  # nobody was asked to name them
    targets += [(sp, next(n for n in (1, 2, 3, 4) if _serves(s, sp, n, left))) for sp in unnamed]
    for sp, bullet in targets:
        if bullet == 1 and not _ends_control(s, sp, left):
            later.append(sp)
            continue
        if bullet == 4 and trail is not None and _trail_first(mind, s):
            mind.visit("us.air_strike.5")
            return trail
        return _hit(mind, s, offered[sp], sp, nva_first=bullet == 1)
    if later:
        return _hit(mind, s, offered[later[0]], later[0])
    mind.visit("us.air_strike.5")
    return option_for(decision, "degrade")


def _hit(mind: Mind, s: State, there: dict[int, Option], sp: int, nva_first: bool = False) -> Option:
    kinds = [kind for kind in there if FACTION_OF[kind] == NVA] if nva_first else []
    kind = target_order(s, sp, kinds or there)[0]
    mind.visit("us.air_strike.hit", piece=kind, space=sp)
    return there[kind]


def sa_2s(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Card 34: the NVA piece outside the South that 8.1.2 takes first; the space at random."""
    best = target_order(s, 0, {option.piece for option in decision.options if option.piece is not None})[0]
    options = {option.spaces[0]: option for option in decision.options if option.piece == best}
    sp = yield from choose_space(mind, "us.air_strike.sa_2s", list(options))
    return options[sp]


HANDLERS: Final[dict[str, Handler]] = {
    "air_strike.space": air_strike_space,
    "air_strike.hit": air_strike_hit,
    "air_strike.sa_2s": sa_2s,
}
