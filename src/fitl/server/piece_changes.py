"""What has moved, come and gone on the map, as far as the story tells."""

from collections.abc import Iterable, Sequence
from typing import Any

from fitl.board.spaces import row_id
from fitl.server.wire.table import Moved, Movements
from fitl.state import LogEntry

Places = tuple[str, ...]


def moved_by(lines: Sequence[LogEntry], own: int) -> Moved:
    """What the lines from `own` on did on the map and, as `others`, what the lines before did."""
    return {**_moved(lines[own:]), "others": _moved(lines[:own])}


def _moved(lines: Iterable[LogEntry]) -> Movements:
    """Moves, and numbers placed and removed by space. Of a move also the Highways by which a Spearhead drove."""
    found: dict[str, dict[Places, int]] = {"moves": {}, "placed": {}, "removed": {}}
    ways: dict[Places, list[str]] = {}

    def add(kind: str, *where: str, n: int) -> None:
        found[kind][where] = found[kind].get(where, 0) + n

    for entry in lines:
        params: dict[str, Any] = entry.params
        if entry.message == "log.move":
            add("moves", row_id(params["origin"]), row_id(params["destination"]), n=params["n"])
        elif entry.message == "log.spearhead.way":
            ways[row_id(params["origin"]), row_id(params["destination"])] = [row_id(sp) for sp in params["spaces"]]
        elif entry.message == "log.place":
            add("placed", row_id(params["space"]), n=params["n"])
        elif entry.message == "log.remove":
            add("removed", row_id(params["space"]), n=params["n"])
        elif entry.message == "log.lift":
            add("moves", row_id(params["origin"]), row_id(params["space"]), n=1)
    return {
        "moves": [
            {"from": where[0], "to": where[1], "n": n, "via": ways.get(where, [])}
            for where, n in found["moves"].items()
        ],
        "placed": [{"space": where[0], "n": n} for where, n in found["placed"].items()],
        "removed": [{"space": where[0], "n": n} for where, n in found["removed"].items()],
    }
