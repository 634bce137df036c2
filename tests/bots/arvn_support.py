"""What the tests of the non-player ARVN share."""

from collections.abc import Iterable
from typing import Any

from fitl.board.factions import ARVN
from fitl.board.pieces import (
    ARVN_BASE,
    ARVN_TROOPS,
    FACTION_OF,
    IRREGULAR,
    KIND_BY_ID,
    KINDS,
    PLAIN,
    POLICE,
    RANGER,
    US_BASE,
    US_TROOPS,
)
from fitl.board.spaces import AVAILABLE, CONTROLLABLE, NORTH_VIETNAM, OUT_OF_PLAY, SPACE_BY_ID
from fitl.bots.flowchart.arvn.plan import plan_of
from fitl.bots.mind import Settings
from fitl.rules.activities.raid import raid
from fitl.rules.control import recount
from fitl.rules.menu import ACCOMPANYING, carry_out
from fitl.rules.operation import BY_EVENT, Activity, Operation
from fitl.state import State
from tests.bots.support import Table, board

RIFLE_CARD = 3  # Peace Talks: ARVN never chooses it, so the diamonds are reached


def field(*, keep: dict[int, int] | None = None, non_players: Iterable[int] = (ARVN,), **tracks: Any) -> State:
    """An empty map; of the COIN pieces only `keep` stay Available, the rest is Out of Play."""
    s = board(*non_players, **{"card": RIFLE_CARD, "next_card": 2, **tracks})
    for kind in (US_TROOPS, US_BASE, ARVN_TROOPS, POLICE, RANGER, ARVN_BASE):
        there = s.pieces[AVAILABLE * KINDS + kind]
        stay = (keep or {}).get(kind, 0)
        s.pieces[OUT_OF_PLAY * KINDS + kind] += there - stay
        s.pieces[AVAILABLE * KINDS + kind] = stay
    recount(s)
    return s


def muster(s: State, sp: int, **pieces: int) -> None:
    """Put COIN pieces into a space from Out of Play, others from Available."""
    for name, n in pieces.items():
        kind = KIND_BY_ID[name]
        box = OUT_OF_PLAY if FACTION_OF[kind] <= ARVN and PLAIN[kind] != IRREGULAR else AVAILABLE
        s.pieces[box * KINDS + PLAIN[kind]] -= n
        s.pieces[sp * KINDS + kind] += n
    recount(s)


def calm(s: State) -> None:
    """A US Troop in every empty Province and City, so that no Control is to be gained there."""
    for sp in range(CONTROLLABLE):
        if sp != NORTH_VIETNAM and not any(s.force[sp * 4 : sp * 4 + 4]):
            muster(s, sp, us_troops=1)


def populate(s: State, **levels: int) -> None:
    """Set levels of Support by space id."""
    for name, level in levels.items():
        s.support[SPACE_BY_ID[name]] = level
    recount(s)


def table(s: State, *dice: int, settings: Settings | None = None) -> Table:
    return Table(s, ARVN, *dice, settings=settings)


def operate(s: State, name: str, *dice: int) -> Table:
    """Carry an Operation of ARVN's own turn out, by its box."""
    t = table(s, *dice)
    box(t, name)
    return t.run(carry_out(s, Operation(s, ARVN, name, activities=ACCOMPANYING[ARVN, name])))


def box(t: Table, name: str) -> None:
    """Let the mind believe that the diamonds led to this box."""
    plan_of(t.mind, t.s).box = name


def strike(s: State, *dice: int) -> Table:
    """A free Raid, as by an Event."""
    return table(s, *dice).run(raid(s, Activity(s, ARVN, "raid")))


def free(s: State, name: str, *dice: int, **limits: Any) -> Table:
    """A free Operation, as by an Event."""
    op = Operation(s, ARVN, name, free=BY_EVENT, **limits)
    t = table(s, *dice)
    if op.limited:
        plan_of(t.mind, s).limited = True
    return t.run(carry_out(s, op))
