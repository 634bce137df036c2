"""Moves of Events (5.6): Troops that gather in one space, corps that spread over two, a Sweep by all Troops."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from fitl.board.factions import US
from fitl.board.pieces import ARVN_TROOPS, US_TROOPS
from fitl.board.spaces import ADJACENT, AVAILABLE, CASUALTIES, NORTH_VIETNAM, OUT_OF_PLAY, PROVINCES, SPACE_COUNT
from fitl.bots.mind import Mind, offered_spaces, option_for
from fitl.bots.select import random_space
from fitl.bots.trung.answers import REMOVE_TABLE, space_option
from fitl.bots.trung.effective import free_for_hope, is_hill
from fitl.bots.trung.event_pieces import from_most, pieces_of
from fitl.bots.trung.journey import Journey
from fitl.bots.trung.tables import TROOPS, Look, choose
from fitl.decisions import Decision, Flow, Option
from fitl.rules.forces import count, place
from fitl.rules.forces import pieces_of as pieces_of_faction
from fitl.state import State

Note = Callable[[Mind, State, Decision], Flow[Option]]


@dataclass(slots=True)
class Scene:
    """The space that an Event is about, and how many pieces are still to come from or to go to which space."""

    space: int = -1
    planned: dict[int, int] = field(default_factory=dict)
    ready: bool = False


def scene_of(mind: Mind, s: State, alone: Iterable[int]) -> int:
    """The space that the Faction chose; if nothing was to choose, the only one."""
    chosen = mind.room(Scene, s.card).space
    return next(iter(alone), -1) if chosen < 0 else chosen


def hill(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    spaces = [sp for sp in offered_spaces(decision) if is_hill(s, sp)] or offered_spaces(decision)
    sp = yield from choose(mind, REMOVE_TABLE[mind.faction], Look(s), spaces)
    mind.room(Scene, s.card).space = sp
    return space_option(decision, sp)


def americal_to(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """21: Nixon sends them to Available, JFK and LBJ to the South."""
    sp = AVAILABLE
    if s.us_policy == "nixon":
        mind.visit("trung.event.box", space=sp)
    else:
        spaces = [sp for sp in offered_spaces(decision) if sp < SPACE_COUNT]
        sp = yield from choose(mind, "US-Cubes", Look(s, TROOPS), spaces)
    mind.room(Scene, s.card).space = sp
    return space_option(decision, sp)


def gather(n: int) -> Note:
    """US Troops that must go: those that the move rules call for, then others from where most are."""

    def answer(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
        scene = mind.room(Scene, s.card)
        found = pieces_of(decision)
        if not scene.ready and 0 <= scene.space < SPACE_COUNT:
            journey = Journey(mind, s.copy(), "", (US_TROOPS,), room=n, by=US)
            yield from journey.fill(scene.space)
            scene.planned = {moved.origin: sum(moved.load.values()) for moved in journey.moves}
        scene.ready = True
        for sp, left in scene.planned.items():
            if left and (US_TROOPS, sp) in found:
                scene.planned[sp] -= 1
                mind.visit("trung.event.move", space=sp, piece=US_TROOPS)
                return found[US_TROOPS, sp]
        return (yield from from_most(mind, s, found))

    return answer


# --- Bob Hope (91) ------------------------------------------------------------------------------------------------


def hope_number(mind: Mind, s: State, decision: Decision) -> Option:
    """An even number, two for each Casualty at most, and nobody whom the Keep rules hold; NVA scatters them singly."""
    if mind.faction != US:
        return option_for(decision, 1)
    origin = scene_of(mind, s, (sp for sp in PROVINCES if count(s, sp, US_TROOPS)))
    n = min(2 * pieces_of_faction(s, CASUALTIES, US), free_for_hope(s, origin))
    mind.visit("trung.event.amount", n=n - n % 2)
    return option_for(decision, n - n % 2)


def hope_province(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """Where most may leave."""
    spaces = offered_spaces(decision)
    most = max(free_for_hope(s, sp) for sp in spaces)
    tied = [sp for sp in spaces if free_for_hope(s, sp) == most]
    sp = yield from random_space(mind, tied)
    mind.visit("trung.event.most", space=sp, spaces=spaces, tied=len(tied))
    mind.room(Scene, s.card).space = sp
    return space_option(decision, sp)


# --- Corps Commanders (117) ---------------------------------------------------------------------------------------


def corps_number(mind: Mind, s: State, decision: Decision) -> Flow[Option]:
    """One Troop after the other, by ARVN Cubes, to the first space or to one next to it."""
    scene = mind.room(Scene, s.card)
    first, total = decision.space, max(option.amount or 0 for option in decision.options)
    board, planned = s.copy(), {first: 1}
    _one_more(board, first)
    while sum(planned.values()) < total:
        near = [sp for sp in ADJACENT[first] if sp != NORTH_VIETNAM]
        spaces = [first, *near] if len(planned) == 1 else list(planned)
        sp = yield from choose(mind, "ARVN-Cubes", Look(board), spaces)
        planned[sp] = planned.get(sp, 0) + 1
        _one_more(board, sp)
    scene.planned = planned
    mind.visit("trung.event.amount", n=planned[first])
    return option_for(decision, planned[first])


def _one_more(board: State, sp: int) -> None:
    place(board, sp, ARVN_TROOPS, 1, OUT_OF_PLAY if count(board, OUT_OF_PLAY, ARVN_TROOPS) else AVAILABLE)


def corps_second(mind: Mind, s: State, decision: Decision) -> Option:
    sp = list(mind.room(Scene, s.card).planned)[1]
    mind.visit("trung.event.place", piece=ARVN_TROOPS, space=sp)
    return space_option(decision, sp)
