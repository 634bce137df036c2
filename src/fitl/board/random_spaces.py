"""The Random Spaces chart (8.2): two dice name an entry, arrows lead on to the next candidate."""

from pathlib import Path
from typing import Final, NamedTuple

from fitl.board.facts import FactsError, packaged, parse
from fitl.board.spaces import CONTROLLABLE, SPACE_BY_ID


class Chart(NamedTuple):
    """Where each roll of two dice starts, and the closed loop of arrows."""

    start: dict[int, int]  # first die tens, second die ones
    next: dict[int, int]


def load_chart(source: str | Path) -> Chart:
    """Read and check the chart: all 36 rolls, one loop through every Province and City."""
    root = parse(source)
    root["format"].one_of(("fitl-random-spaces/1",))
    start = {}
    for roll, node in root["rolls"].entries():
        name = node.text()
        if name not in SPACE_BY_ID:
            raise node.error(f'unknown space "{name}"')
        start[int(roll)] = SPACE_BY_ID[name]
    cycle = [SPACE_BY_ID.get(node.text(), -1) for node in root["cycle"].items()]
    if sorted(start) != [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]:
        raise FactsError("rolls: the chart needs an entry for each of the 36 rolls of two dice")
    if sorted(cycle) != list(range(CONTROLLABLE)):
        raise FactsError("cycle: the arrows must lead once through every Province and City")
    return Chart(start, dict(zip(cycle, [*cycle[1:], cycle[0]], strict=True)))


CHART: Final = load_chart(packaged("random_spaces.json"))


def relabelled(chart: Chart, labels: dict[int, int]) -> Chart:
    """The chart with other spaces at some rolls that trade places, the arrows staying where they are drawn."""
    new = {chart.start[roll]: space for roll, space in labels.items()}
    if sorted(new) != sorted(new.values()):
        raise FactsError("the spaces of a chart may only trade places")
    start = {roll: new.get(space, space) for roll, space in chart.start.items()}
    return Chart(start, {new.get(space, space): new.get(after, after) for space, after in chart.next.items()})


# The other arrangement that agrees with every printed example (docs/bots.md#readings).
OTHER_CHART: Final = relabelled(
    CHART, {24: SPACE_BY_ID["cam_ranh"], 52: SPACE_BY_ID["khanh_hoa"], 53: SPACE_BY_ID["qui_nhon"]}
)


def chart_space(roll: int, candidates: int, chart: Chart = CHART) -> int:
    """8.2: start at the rolled entry and follow the arrows to the first candidate (a mask of spaces)."""
    if not candidates & (1 << CONTROLLABLE) - 1:
        raise ValueError("no Province or City among the candidates")
    sp = chart.start[roll]
    while not candidates >> sp & 1:
        sp = chart.next[sp]
    return sp
