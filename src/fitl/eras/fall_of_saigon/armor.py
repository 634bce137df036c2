"""S1.4.5: enemy Armor that a Spearhead would remove is captured or destroyed."""

from typing import Final

from fitl.board.pieces import CAPTURED, CAPTURED_ARVN_ARMOR, CAPTURED_NVA_ARMOR, KINDS, NVA_ARMOR, PLAIN
from fitl.board.spaces import OUT_OF_PLAY, SPACE_COUNT
from fitl.decisions import CHANCE, Decision, Flow, choice
from fitl.rules.forces import remove, transfer
from fitl.state import State

CAPTURED_MARKERS: Final = 16
DESTROYED_MARKERS: Final = 8  # always in the pool

OUTCOMES: Final = (choice("captured"), choice("destroyed"))


def captured_markers_left(s: State) -> int:
    """The Captured markers that are not on the map."""
    return CAPTURED_MARKERS - sum(sum(s.pieces[kind : SPACE_COUNT * KINDS : KINDS]) for kind in CAPTURED)


def capture(s: State, sp: int, kind: int) -> Flow[None]:
    """Draw a marker: the Armor changes hands or goes Out of Play. Armor already captured is retaken without a draw."""
    if kind in CAPTURED:
        s.note("log.armor.retaken", space=sp, piece=PLAIN[kind])
        transfer(s, kind, 1, sp, sp, PLAIN[kind])
        return
    left = captured_markers_left(s)
    of = left + DESTROYED_MARKERS
    params = {"space": sp, "piece": kind, "n": left, "of": of}
    drawn: str = yield Decision(CHANCE, "armor.draw", "S1.4.5", OUTCOMES, params, None, (left, DESTROYED_MARKERS))
    if drawn == "captured":
        s.note("log.armor.captured", space=sp, piece=kind, n=left, of=of)
        transfer(s, kind, 1, sp, sp, CAPTURED_NVA_ARMOR if kind == NVA_ARMOR else CAPTURED_ARVN_ARMOR)
    else:
        s.note("log.armor.destroyed", space=sp, piece=kind, n=DESTROYED_MARKERS, of=of)
        remove(s, sp, kind, 1, OUT_OF_PLAY)
