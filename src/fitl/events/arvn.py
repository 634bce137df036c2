"""Cards 61-90, led by ARVN."""

from fitl.board.pieces import IRREGULAR, RANGER
from fitl.board.spaces import NORTH_VIETNAM, POP, PROVINCES, SPACE_COUNT, is_province
from fitl.decisions import DONE, Flow
from fitl.events.program import event
from fitl.events.vocabulary import pick_kind, pick_space, pieces_in, place_here, remove_any, states_of
from fitl.rules.control import set_support
from fitl.rules.forces import can_place
from fitl.state import ACTIVE_OPPOSITION, ACTIVE_SUPPORT, NVA_CONTROL, State


def _provinces_without_nva_control(s: State) -> list[int]:
    return [sp for sp in PROVINCES if sp != NORTH_VIETNAM and s.control[sp] != NVA_CONTROL]


def _green_berets_help(s: State, by: int) -> bool:
    return any(
        can_place(s, by, sp, IRREGULAR)
        or can_place(s, by, sp, RANGER)
        or (POP[sp] > 0 and s.support[sp] < ACTIVE_SUPPORT)
        for sp in _provinces_without_nva_control(s)
    )


@event(68, "unshaded", effective=_green_berets_help)
def green_berets_unshaded(s: State, by: int) -> Flow[None]:
    """3 Irregulars or 3 Rangers into a Province without NVA Control, which is set to Active Support."""
    sp = yield from pick_space(s, by, "green_berets", _provinces_without_nva_control(s))
    if sp == DONE:
        return
    kinds = [kind for kind in (IRREGULAR, RANGER) if can_place(s, by, sp, kind)]
    if kinds:
        kind = yield from pick_kind(s, by, "piece", kinds, space=sp)
        yield from place_here(s, by, sp, kind, 3)
    set_support(s, sp, ACTIVE_SUPPORT)


@event(68, "shaded", effective=lambda s, by: bool(pieces_in(s, states_of(IRREGULAR), range(SPACE_COUNT))))
def green_berets_shaded(s: State, by: int) -> Flow[None]:
    """3 Irregulars on the map become Available; one of their Provinces is set to Active Opposition."""
    removed = yield from remove_any(
        s, by, "remove_irregulars", lambda: pieces_in(s, states_of(IRREGULAR), range(SPACE_COUNT)), 3
    )
    provinces = sorted({sp for _, sp in removed if is_province(sp)})
    sp = yield from pick_space(s, by, "set_active_opposition", provinces)
    if sp != DONE:
        set_support(s, sp, ACTIVE_OPPOSITION)
