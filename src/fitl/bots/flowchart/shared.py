"""What the flowcharts of several Factions ask of the board, and how they answer."""

from collections.abc import Sequence

from fitl.board.factions import NVA, VC
from fitl.board.pieces import KINDS, POLICE
from fitl.board.spaces import ADJACENT_MASK, CITIES, LOCS, SAIGON, row_id, spaces_of
from fitl.bots.mind import Mind, option_for
from fitl.bots.priorities import troops_in
from fitl.bots.select import TieBreak, best_of, choose_space
from fitl.decisions import Decision, Flow, Option
from fitl.lasting import BOOBY_TRAPS, CLAYMORES, TYPHOON_KATE
from fitl.rules.forces import coin_bases, coin_pieces, guerrillas, insurgent_pieces, underground
from fitl.rules.operations.patrol import ROUTES
from fitl.state import EVENT, LIMITED_OP, OP_AND_ACTIVITY, OP_ONLY, State

# --- answering ----------------------------------------------------------------------------------------------------


def yes_no(answer: object) -> str:
    """The word for an answer in a reason, and the key of the option."""
    return "yes" if answer else "no"


def take(decision: Decision, sp: int) -> Option:
    """The offered option for a space."""
    return option_for(decision, row_id(sp))


def operation_option(decision: Decision) -> Option | None:
    """A full Operation with Special Activity, where the sequence offers only a Limited one too (8.1)."""
    found = (decision.find(action) for action in (OP_AND_ACTIVITY, LIMITED_OP, OP_ONLY))
    return next((option for option in found if option is not None), None)


def choose_next(mind: Mind, node: str, spaces: Sequence[int], ties: Sequence[TieBreak], room: int) -> Flow[int]:
    """8.1.3: one of several spaces of which `room` more will be taken; if all of them are, no tie-break decides."""
    if len(spaces) > room:
        return (yield from choose_space(mind, node, spaces, ties, room))
    chosen = mind.any_of(best_of(spaces, ties))
    mind.visit(node, space=chosen, spaces=list(spaces), ties=[], tied=1)
    return chosen


# --- the board ----------------------------------------------------------------------------------------------------


def in_event(s: State) -> bool:
    """Is an Event being executed now, not an Operation of the sequence of play?"""
    return bool(s.acted) and s.executing >= 0 and s.acted[-1] == (s.executing, EVENT)


def coin_units(s: State, sp: int) -> int:
    """US and ARVN pieces that are no Bases: cubes and Special Forces."""
    return coin_pieces(s, sp) - coin_bases(s, sp)


def hidden(s: State, sp: int) -> int:
    """Underground Guerrillas of both Insurgents."""
    return underground(s, sp, NVA) + underground(s, sp, VC)


def most_ambushes(s: State) -> int:
    """4.4.3, 8.5.4: two, one with unshaded Booby Traps (card 101) or Typhoon Kate (115), none under Claymores (17)."""
    if s.effects & CLAYMORES:
        return 0
    return 1 if s.effects & (BOOBY_TRAPS | TYPHOON_KATE) else 2


def even_placement(s: State, sp: int, n: int, most_troops: int, most_police: int) -> tuple[int, int]:
    """8.1.2: Troops and Police to place: one by one the type that is fewest, Troops on a tie."""
    troops = police = 0
    there, guards = troops_in(s, sp), s.pieces[sp * KINDS + POLICE]
    for _ in range(n):
        if troops < most_troops and (there + troops <= guards + police or police >= most_police):
            troops += 1
        elif police < most_police:
            police += 1
    return troops, police


def cities_cut_off(s: State) -> list[int]:
    """Cities that a Patrol from Saigon reaches only if the Guerrillas on LoCs are thought away."""
    blocked = {loc for loc in LOCS if guerrillas(s, loc, NVA) + guerrillas(s, loc, VC)}
    if not blocked:
        return []
    passable = {sp for sp in spaces_of(ROUTES) if not insurgent_pieces(s, sp)}
    kept_from = _reached(passable | blocked) & ~_reached(passable)
    return [city for city in CITIES if kept_from >> city & 1]


def _reached(passable: set[int]) -> int:
    """Where cubes from Saigon can go on LoCs and through Cities, passing only through these spaces."""
    reached = 1 << SAIGON
    frontier = [SAIGON]
    while frontier:
        for sp in spaces_of(ADJACENT_MASK[frontier.pop()] & ROUTES & ~reached):
            reached |= 1 << sp
            if sp in passable:
                frontier.append(sp)
    return reached
