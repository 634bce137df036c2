"""What an ARVN Assault would do to a space, and the bullets of 8.7.4 that choose by it."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from fitl.board.pieces import (
    ARVN_TROOPS,
    KINDS,
    NVA_BASE,
    NVA_GUERRILLA,
    NVA_GUERRILLA_ACTIVE,
    NVA_TROOPS,
    NVA_TUNNEL,
    VC_BASE,
    VC_GUERRILLA,
    VC_GUERRILLA_ACTIVE,
    VC_TUNNEL,
)
from fitl.board.spaces import POP
from fitl.bots.flowchart.arvn.pieces import Blow, blow
from fitl.bots.flowchart.shared import choose_next
from fitl.bots.mind import Mind
from fitl.bots.select import TieBreak
from fitl.decisions import Flow
from fitl.rules.forces import arvn_cubes
from fitl.rules.operations.assault import arvn_hits
from fitl.state import State

# 3.2.4, 8.1.2: NVA Troops, then Active Guerrillas VC before NVA.
_FIRST: Final = (NVA_TROOPS, VC_GUERRILLA_ACTIVE, NVA_GUERRILLA_ACTIVE)
_HIDDEN: Final = (NVA_GUERRILLA, VC_GUERRILLA)
POPULATION: Final = TieBreak("arvn.population", lambda sp: POP[sp])


def most(name: str, values: Mapping[int, int]) -> TieBreak:
    """The tie-break that prefers the space with the highest of these values."""
    return TieBreak(name, lambda sp: values[sp])


def hits_with(s: State, sp: int, troops: int) -> int:
    """3.2.4: ARVN's hits in a space with this many more Troops, fewer if negative."""
    return arvn_hits(sp, arvn_cubes(s, sp) + troops, s.pieces[sp * KINDS + ARVN_TROOPS] + troops)


def assault_on(s: State, sp: int, troops: int = 0) -> Blow:
    """What an ARVN Assault would do here, with this many more Troops, fewer if negative.

    It is what the Assault itself does: what the coming of the Troops does to Control does not count.
    """
    row = sp * KINDS
    p = s.pieces
    hits = hits_with(s, sp, troops)
    taken: list[int] = []
    for kind in _FIRST:
        taken += [kind] * min(p[row + kind], hits - len(taken))
    tunnel = False
    if len(taken) < hits and not any(p[row + kind] for kind in _HIDDEN):
        for kind in (VC_BASE, NVA_BASE):
            taken += [kind] * min(p[row + kind], hits - len(taken))
        tunnel = len(taken) < hits and bool(p[row + NVA_TUNNEL] or p[row + VC_TUNNEL])
    return blow(s, sp, tuple(taken), troops, tunnel, arrived=max(0, troops))


class Bullet(NamedTuple):
    """One bullet of the list: what it wants, and which of several it prefers."""

    node: str
    wants: Callable[[Blow], bool]
    worth: Callable[[Blow], int]
    tie: str


BULLETS: Final = (
    Bullet("arvn.assault.1", lambda b: b.base, lambda b: 0, ""),
    Bullet("arvn.assault.2", lambda b: b.change > 0, lambda b: b.population, "arvn.control"),
    Bullet("arvn.assault.3", lambda b: b.last, lambda b: 0, ""),
    Bullet("arvn.assault.4", lambda b: len(b.removed) >= 2, lambda b: len(b.removed), "arvn.removed"),
)
# 8.1.1: where an Event grants the Assault, whatever else it can remove.
ANY: Final = Bullet("arvn.assault.any", lambda b: bool(b.removed), lambda b: len(b.removed), "arvn.removed")


def pick_assault(mind: Mind, blows: dict[int, Blow], bullets: tuple[Bullet, ...], room: int = 1) -> Flow[int | None]:
    """The next space by the bullets, None if they want none of these; this many more may be selected."""
    for bullet in bullets:
        wanted = [sp for sp, result in blows.items() if bullet.wants(result)]
        if wanted:
            ties = (most(bullet.tie, {sp: bullet.worth(blows[sp]) for sp in wanted}),) if bullet.tie else ()
            return (yield from choose_next(mind, bullet.node, wanted, ties, room))
    return None
