"""8.7.2 Train: full sets of cubes or Rangers, Govern or Transport in between, then a Base or Pacification."""

from typing import Final

from fitl.board.pieces import ARVN_BASE, ARVN_TROOPS, KINDS, POLICE, RANGER
from fitl.board.spaces import CONTROLLABLE, SOUTH_MASK, is_city, is_province
from fitl.bots.flowchart.arvn.govern import would_govern
from fitl.bots.flowchart.arvn.pacify import levels_wanted
from fitl.bots.flowchart.arvn.pieces import even_removal, has_coin_base, insurgent_bases, needed_for_control
from fitl.bots.flowchart.arvn.plan import (
    COST,
    TrainSoFar,
    activity,
    can_pay,
    cap_of,
    forced,
    in_event,
    offers_done,
    plan_of,
)
from fitl.bots.flowchart.arvn.transport import plan_transport
from fitl.bots.flowchart.shared import even_placement, take
from fitl.bots.mind import Mind, offered_spaces, option_for
from fitl.bots.select import TieBreak, best_of, choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.rules.forces import arvn_cubes, available, coin_pieces, has_room_for_base
from fitl.rules.operations.train import CUBES_PER_BASE, MOST_CUBES, MOST_SPECIAL_FORCES
from fitl.rules.pacification import pacification_price
from fitl.state import COIN_CONTROL, State

PIECES_FOR_BASE: Final = 5  # COIN pieces in the Province


def _plan(mind: Mind, s: State, anew: bool = False) -> TrainSoFar:
    plan = plan_of(mind, s)
    if plan.train is None or anew:
        plan.train = TrainSoFar()
    return plan.train


# --- selecting ----------------------------------------------------------------------------------------------------


def train_space(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """`train.space`: the bullets in order, with the pause for Govern or Transport after the first."""
    train = _plan(mind, s, anew=in_event(mind, s) and not offers_done(decision))
    offered = offered_spaces(decision)
    room = len(train.spaces) < cap_of(mind, s)
    chosen: int | None = None
    if room and not train.paused:
        chosen = yield from _place_pieces(mind, s, train, offered)
    if chosen is None and not train.paused:
        train.paused = True
        pause = yield from _pause(mind, s, train, decision)
        if pause is not None:
            return pause
    if chosen is None and train.base is None:
        chosen = yield from _base_space(mind, s, train, offered if room else [])
        train.base = chosen
        if chosen in train.spaces:
            chosen = None
    if chosen is None and train.base is None and room:
        chosen = yield from _space_to_pacify(mind, s, train, offered)
    if chosen is None:
        return decision.find("done") or (yield from _for_nothing(mind, s, train, decision))
    train.spaces.append(chosen)
    return take(decision, chosen)


def _place_pieces(mind: Mind, s: State, train: TrainSoFar, offered: list[int]) -> Flow[int | None]:
    """Bullet 1: six cubes, or Rangers once Available holds no six, in a City or at a COIN Base."""
    spaces = [sp for sp in offered if is_city(sp) or has_coin_base(s, sp)]
    if not spaces or not can_pay(mind, s, COST):
        return None
    method = _method(s)
    if method == "nothing":
        return None
    n = MOST_CUBES if method == "cubes" else min(MOST_SPECIAL_FORCES, available(s, RANGER))
    ties = [TieBreak("arvn.adds_control", lambda sp: 0 < needed_for_control(s, sp) <= n)]
    if method == "cubes":
        ties.append(TieBreak("arvn.lacks_cubes", lambda sp: _lacks_cubes(s, sp)))
    room = min(cap_of(mind, s) - len(train.spaces), _sets_left(s, method))
    if method == "cubes" and not _enough_of_both(s, best_of(spaces, ties)):
        room = 1
    while room > 1 and not can_pay(mind, s, room * COST):
        room -= 1
    chosen = yield from choose_space(mind, "arvn.train.1_" + method, spaces, ties, room)
    train.methods[chosen] = method
    return chosen


def _method(s: State) -> str:
    if available(s, ARVN_TROOPS) + available(s, POLICE) >= MOST_CUBES:
        return "cubes"
    return "rangers" if available(s, RANGER) else "nothing"


def _sets_left(s: State, method: str) -> int:
    """In how many spaces more as much can be placed."""
    if method == "cubes":
        return (available(s, ARVN_TROOPS) + available(s, POLICE)) // MOST_CUBES
    return available(s, RANGER) // MOST_SPECIAL_FORCES


def _enough_of_both(s: State, spaces: list[int]) -> bool:
    """Are there as many Troops and as many Police as even sets in all these spaces would take?"""
    troops, police = available(s, ARVN_TROOPS), available(s, POLICE)
    sets = [even_placement(s, sp, MOST_CUBES, MOST_CUBES, MOST_CUBES) for sp in spaces]
    return sum(each[0] for each in sets) <= troops and sum(each[1] for each in sets) <= police


def _lacks_cubes(s: State, sp: int) -> bool:
    """No Police there, or no ARVN Troops, and some to place."""
    row = sp * KINDS
    return any(not s.pieces[row + kind] and available(s, kind) for kind in (POLICE, ARVN_TROOPS))


def _pause(mind: Mind, s: State, train: TrainSoFar, decision: Decision) -> Flow[Option | None]:
    """Bullet 2: Govern; if impossible Transport."""
    govern = activity(decision, "govern")
    if govern is not None and would_govern(s, train.spaces):
        train.activity = "govern"
        mind.visit("arvn.train.2_govern")
        return govern
    transport = activity(decision, "transport")
    if transport is not None and (yield from plan_transport(mind, s, "province")):
        train.activity = "transport"
        mind.visit("arvn.train.2_transport")
        return transport
    return None


def may_build_base(s: State, sp: int) -> bool:
    """A South Province with 5 COIN pieces, 3 ARVN cubes among them, without COIN Base but with room for one."""
    return (
        is_province(sp)
        and SOUTH_MASK >> sp & 1 == 1
        and coin_pieces(s, sp) >= PIECES_FOR_BASE
        and arvn_cubes(s, sp) >= CUBES_PER_BASE
        and not has_coin_base(s, sp)
        and has_room_for_base(s, sp)
    )


def _base_space(mind: Mind, s: State, train: TrainSoFar, offered: list[int]) -> Flow[int | None]:
    """Bullet 3: where to build a Base: a Train space, or a new one while there may be more."""
    if not available(s, ARVN_BASE) or not can_pay(mind, s, COST):
        return None
    found = [sp for sp in (*train.spaces, *offered) if may_build_base(s, sp)]
    if not found:
        return None
    return (yield from choose_space(mind, "arvn.train.3", found))


def may_pacify(s: State, sp: int) -> bool:
    """3.2.1, 8.7.6: COIN Control, ARVN Troops and Police, and something ARVN would buy."""
    row = sp * KINDS
    return (
        sp < CONTROLLABLE
        and s.control[sp] == COIN_CONTROL
        and s.pieces[row + ARVN_TROOPS] > 0
        and s.pieces[row + POLICE] > 0
        and levels_wanted(s, sp, pacification_price(s, support_phase=False)) > 0
    )


def _space_to_pacify(mind: Mind, s: State, train: TrainSoFar, offered: list[int]) -> Flow[int | None]:
    """Bullet 4: if no Train space can be Pacified, one more that can; first at an NVA or VC Base."""
    if any(may_pacify(s, sp) for sp in train.spaces):
        return None
    found = [sp for sp in offered if may_pacify(s, sp)]
    if not found:
        return None
    at_base = TieBreak("arvn.at_base", lambda sp: insurgent_bases(s, sp) > 0)
    return (yield from choose_space(mind, "arvn.train.4", found, (at_base,)))


def _for_nothing(mind: Mind, s: State, train: TrainSoFar, decision: Decision) -> Flow[Option]:
    """If none, but Govern or Transport happened: Train somewhere without pieces."""
    if train.activity:
        chosen = yield from choose_space(mind, "arvn.train.for_nothing", offered_spaces(decision))
        option = take(decision, chosen)
    else:
        option = yield from forced(mind, s, decision)
    train.spaces.append(option.spaces[0])
    return option


# --- the other answers --------------------------------------------------------------------------------------------


def train_method(mind: Mind, s: State, decision: Decision) -> Option:
    """`train.method`: as planned, else nothing."""
    train, sp = _plan(mind, s), decision.space
    if sp not in train.spaces:  # the only space, so nobody was asked for it
        train.spaces.append(sp)
        train.methods[sp] = _method(s)
    return decision.find(train.methods.get(sp, "nothing")) or option_for(decision, "nothing")


def train_amount(mind: Mind, s: State, decision: Decision) -> Option:
    """`train.amount`: Available Rangers, or six cubes kept even (8.1.2)."""
    sp, kind = decision.space, decision.piece
    if kind == RANGER:
        wanted = min(MOST_SPECIAL_FORCES, available(s, RANGER))
    else:
        split = even_placement(s, sp, MOST_CUBES, available(s, ARVN_TROOPS), available(s, POLICE))
        wanted = split[kind == POLICE]
    return min(decision.options, key=lambda option: abs((option.amount or 0) - wanted))


def train_then(mind: Mind, s: State, decision: Decision) -> Option:
    """`train.then`: the Base if one is planned; else Pacify (bullet 5) where 8.7.6 would."""
    train = _plan(mind, s)
    base = decision.find("base")
    if base is not None and train.base is not None:
        return base
    pacify = decision.find("pacify")
    if pacify is not None and any(may_pacify(s, sp) for sp in train.spaces):
        mind.visit("arvn.train.5")
        return pacify
    return option_for(decision, "done")


def train_base(mind: Mind, s: State, decision: Decision) -> Option:
    """`train.base`: where planned."""
    planned = _plan(mind, s).base
    return next((option for option in decision.options if option.spaces == (planned,)), decision.options[0])


def train_base_troops(mind: Mind, s: State, decision: Decision) -> Option:
    """`train.base_troops`: the most numerous cubes make room for it (8.1.2)."""
    wanted = even_removal(s, decision.space, CUBES_PER_BASE)
    return option_for(decision, wanted)
