"""Positions for the tests of the non-player NVA: an empty map on which little but the tested bullet can act."""

from typing import Any

from fitl.board.factions import NVA
from fitl.board.spaces import OUT_OF_PLAY
from fitl.bots.flowchart.turn import Turn
from fitl.bots.mind import Settings
from fitl.rules.sequence import turn
from fitl.state import State
from tests.bots.support import Table, board
from tests.support import put

MEDEVAC = 15  # NVA never chooses it (8.4.1)
COUP = 125


def field(**tracks: Any) -> State:
    """NVA is 1st Eligible, with an Event it refuses, the Trail at 2 and (unless put back) no units Available."""
    s = board(NVA, **{"card": MEDEVAC, "next_card": 2, "trail": 2, **tracks})
    put(s, OUT_OF_PLAY, nva_guerrilla=20, nva_troops=40)
    return s


def still(**tracks: Any) -> State:
    """As `field`, in Monsoon: a walk that leads to March ends there."""
    return field(next_card=COUP, **tracks)


def recall(s: State, **pieces: int) -> None:
    """Make pieces Available that `field` had put away."""
    put(s, OUT_OF_PLAY, **{name: -n for name, n in pieces.items()})


def deploy(s: State, sp: int, **pieces: int) -> None:
    """Put pieces on the map; NVA's Guerrillas and Troops come from where `field` put them."""
    for name, n in pieces.items():
        if name.startswith("nva_") and name not in ("nva_base", "nva_tunnel"):
            recall(s, **{name.removesuffix("_active"): n})
    put(s, sp, **pieces)


def act(s: State, *dice: int, settings: Settings | None = None) -> Table:
    """What NVA chooses to do with its turn: only the walk through the diamonds; all dice must be used."""
    table = Table(s, NVA, *dice, settings=settings)
    flow = turn(s)
    table.ask(next(flow))
    flow.close()
    assert not table.dice, f"dice left over: {table.dice}"
    return table


def box(table: Table) -> str:
    """The Operation decided on, or "pass" or "event"."""
    (action,) = table.keys("turn.action")
    return table.mind.room(Turn).operation if action in ("op_activity", "limop") else action


def play(s: State, *dice: int, settings: Settings | None = None) -> Table:
    """NVA's whole turn."""
    return Table(s, NVA, *dice, settings=settings).turn()
