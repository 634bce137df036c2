"""The Pivotal Events 121-124 (2.3.8)."""

from fitl.board.factions import NVA, VC
from fitl.board.pieces import VC_BASE, VC_GUERRILLA
from fitl.board.spaces import CITIES, SPACE_COUNT
from fitl.decisions import Flow, piece_at_option
from fitl.events.program import always, event
from fitl.events.vocabulary import ask, pick_space
from fitl.rules.forces import can_place, coin_pieces, guerrillas, muster, terror_markers_left, underground
from fitl.rules.operations.attack import guerrilla_attack
from fitl.rules.operations.terror import suits_terror, terrorize
from fitl.state import State


@event(124, effective=always)
def tet_offensive(s: State, by: int) -> Flow[None]:
    """Free Terror wherever VC is Underground, 6 VC pieces into Cities, then free Attacks by all Guerrillas."""
    yield from _general_terror(s)
    for left in range(6, 0, -1):
        options = [
            piece_at_option(kind, sp) for kind in (VC_GUERRILLA, VC_BASE) for sp in CITIES if can_place(s, VC, sp, kind)
        ]
        if not options:
            break
        kind, sp = yield ask(s, VC, "tet_place", options, left=left)
        yield from muster(s, VC, sp, kind, 1)
    for sp in range(SPACE_COUNT):
        if coin_pieces(s, sp) and guerrillas(s, sp, VC) + guerrillas(s, sp, NVA):
            yield from guerrilla_attack(s, VC, sp, joint=True)


def _general_terror(s: State) -> Flow[None]:
    """Terror in every space with an Underground VC Guerrilla; VC sets the order where markers are too few for all."""
    spaces = [sp for sp in range(SPACE_COUNT) if underground(s, sp, VC) and suits_terror(s, VC, sp)]
    while spaces:
        sp = spaces[0]
        if sum(not s.terror[sp] for sp in spaces) > terror_markers_left(s) > 0:
            sp = yield from pick_space(s, VC, "tet_terror", spaces)
        spaces.remove(sp)
        yield from terrorize(s, VC, sp)
