"""The three tracks of 1961 to 1963: Washington (P6.8), Hanoi (P6.9) and Regime Stability (P6.10)."""

from typing import Final

from fitl.board.factions import US
from fitl.board.pieces import ADVISOR, KINDS, PLAIN_KINDS
from fitl.board.spaces import AVAILABLE, CITY_MASK, CONTROLLABLE, HANOI_1, WASHINGTON_1
from fitl.decisions import Decision, Flow, spaces_options
from fitl.era import TrackMove
from fitl.rules.economy import add_aid, set_track
from fitl.rules.forces import place, transfer
from fitl.state import COIN_CONTROL, State

BOXES: Final = 3  # level 4 of either track holds nothing

STABLE: Final = 0
UNSTABLE: Final = 1
CHAOTIC: Final = 2
CRISIS: Final = 3  # the other side of the Chaotic marker (P6.10.1)

AID_LOST: Final = 5  # by the fall to Unstable and by that to Chaotic (P6.10.3)


# --- Washington and Hanoi -----------------------------------------------------------------------------------------


def move_washington(s: State, steps: int) -> Flow[int]:
    """P6.8.1, P6.8.4: move the track; on the way up the boxes reached are emptied. Returns the steps made."""
    before = s.washington
    made = set_track(s, "washington", before + steps)
    for level in range(before + 1, min(s.washington, BOXES) + 1):
        yield from empty_washington_box(s, WASHINGTON_1 + level - 1)
    return made


def empty_washington_box(s: State, box: int) -> Flow[None]:
    """P6.8.4, P6.6: ARVN cubes become Available, the US sets the Advisors down."""
    _release(s, box, but=ADVISOR)
    yield from set_advisors(s, box, s.pieces[box * KINDS + ADVISOR])


def move_hanoi(s: State, steps: int) -> int:
    """P6.9.1, P6.9.4: move the track; on the way up all pieces in the boxes reached become Available."""
    before = s.hanoi
    made = set_track(s, "hanoi", before + steps)
    for level in range(before + 1, min(s.hanoi, BOXES) + 1):
        empty_hanoi_box(s, HANOI_1 + level - 1)
    return made


def empty_hanoi_box(s: State, box: int) -> None:
    """P6.9.4, P6.6: VC pieces and Cadres become Available."""
    _release(s, box)


def _release(s: State, box: int, but: int = -1) -> None:
    for kind in PLAIN_KINDS:
        n = s.pieces[box * KINDS + kind]
        if n and kind != but:
            s.note("log.track_box", n=n, piece=kind, box=box)
            transfer(s, kind, n, box, AVAILABLE, kind)


# --- Advisors -----------------------------------------------------------------------------------------------------


def advisor_spaces(s: State) -> list[int]:
    """P6.8.4, P4.2.2, P6.4.2: COIN-Controlled spaces and Cities, Controlled or not."""
    return [sp for sp in range(CONTROLLABLE) if s.control[sp] == COIN_CONTROL or CITY_MASK >> sp & 1]


def set_advisors(s: State, source: int, n: int, rule: str = "P6.8.4") -> Flow[None]:
    """The US sets n Advisors from a box, one after the other."""
    for left in range(n, 0, -1):
        sp: int = yield Decision(US, "advisor.space", rule, spaces_options(advisor_spaces(s)), {"left": left})
        place(s, sp, ADVISOR, 1, source)


# --- Regime Stability ---------------------------------------------------------------------------------------------


def lower_regime(s: State) -> bool:
    """P6.10.1, P6.10.3: one step down; the two falls to Unstable and to Chaotic cost Aid. True if it moved."""
    if not set_track(s, "regime", s.regime + 1):
        return False
    if s.regime <= CHAOTIC:
        add_aid(s, -AID_LOST)
    return True


def improve_regime(s: State) -> bool:
    """P6.10.1: one step up; from Crisis the marker only turns back. It brings no Aid. True if it moved."""
    return bool(set_track(s, "regime", s.regime - 1))


def move_regime(s: State, steps: int) -> Flow[None]:
    """P6.10.1: this many steps, each with what it costs: down if positive, as the levels are numbered."""
    for _ in range(abs(steps)):
        lower_regime(s) if steps > 0 else improve_regime(s)
    yield from ()


def regime_falls(s: State) -> bool:
    """P7.3, P7.4: is the government Chaotic, on either side of the marker?"""
    return s.regime >= CHAOTIC


def _hanoi_moves(s: State, steps: int) -> Flow[None]:
    move_hanoi(s, steps)
    yield from ()


# What a card pack and an Event by hand move these tracks with.
TRACK_MOVES: Final[dict[str, TrackMove]] = {
    "washington": move_washington,
    "hanoi": _hanoi_moves,
    "regime": move_regime,
}
