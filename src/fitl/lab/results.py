"""The results of a large run on disk: parts that can be added to, and one table of everything at the end.

Beside `games.parquet` stands the folder `games.parquet.parts` with `run.json`, which says what is being played, and one
file of JSON lines per finished chunk of games. A part appears only once it is whole, so that a run that was stopped,
however that happened, goes on with the chunks that are missing. Game *i* follows from the run's seed and *i* alone;
therefore a run may also be made longer afterwards. Parts that follow each other may be made one.
"""

import csv
import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from fitl import __version__
from fitl.board.factions import FACTION_IDS
from fitl.catalogue import tell
from fitl.kinds import THINKER
from fitl.lab.simulate import Chunk, GameResult, Order
from fitl.packs import with_packs
from fitl.thinker.levels import EDITIONS, level_of

COLUMNS: Final = (
    *("place", "seed", "decisions", "winner", "reason"),
    *(f"margin_{faction}" for faction in FACTION_IDS),
    "error",
)
PART: Final = re.compile(r"([0-9]+)-([0-9]+)\.jsonl")
Row = dict[str, Any]


class ResultsError(ValueError):
    """Results that cannot be kept; the message says what would be right."""


def row_of(result: GameResult) -> Row:
    """One game as a row of the table: no margins of Factions not in it, and if it failed none at all, nor a winner."""
    margins = result.margins or (None,) * len(FACTION_IDS)
    return {
        "place": result.place,
        "seed": result.seed,
        "decisions": result.decisions,
        "winner": FACTION_IDS[result.winner] if result.winner >= 0 else None,
        "reason": result.reason,
        **{f"margin_{faction}": margin for faction, margin in zip(FACTION_IDS, margins, strict=True)},
        "error": result.error,
    }


def _write_whole(path: Path, text: str) -> None:
    temporary = path.with_name(f"{path.name}.{os.getpid()}.part")  # others may write into the same folder
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


class Parts:
    """The parts of one run."""

    def __init__(self, out: Path, order: Order) -> None:
        """Begin a run, or go on with the one whose parts are there; ResultsError if that is another."""
        if out.suffix not in WRITERS:
            raise ResultsError(tell("lab.suffix", file=out, suffixes=", ".join(WRITERS)))
        self.out = out
        self.folder = out.with_name(out.name + ".parts")
        self.folder.mkdir(parents=True, exist_ok=True)
        described: dict[str, Any] = {
            "scenario": order.scenario,
            "players": order.players,
            "seed": order.seed,
            "packs": with_packs(order.packs).digest,
            "rules": __version__,
        }
        editions = [EDITIONS[level_of(name)] for name in order.cast if name.startswith(THINKER)]
        if editions:
            described["thinkers"] = max(editions)
        about = self.folder / "run.json"
        if not about.exists():
            _write_whole(about, json.dumps(described, indent=2) + "\n")
        found = _read_json(about)
        if found != described:
            differing = ", ".join(key for key in described if found.get(key) != described[key])
            raise ResultsError(tell("lab.other_run", folder=self.folder, differing=differing))

    def done(self) -> list[Chunk]:
        """The chunks that are finished, in order."""
        names = (PART.fullmatch(path.name) for path in self.folder.iterdir())
        return sorted((int(name[1]), int(name[2])) for name in names if name)

    def missing(self, games: int, step: int) -> Iterator[Chunk]:
        """What is still to be played of so many games, in chunks of at most `step`."""
        next_game = 0
        for first, last in [*self.done(), (games, games)]:
            for start in range(next_game, min(first, games), step):
                yield start, min(start + step, first, games)
            next_game = max(next_game, last)

    def add(self, chunk: Chunk, results: list[GameResult]) -> None:
        """Keep a finished chunk."""
        lines = (json.dumps(row_of(result)) + "\n" for result in results)
        _write_whole(self._path(chunk), "".join(lines))

    def merge(self) -> None:
        """Make one part of all that follow each other, so that a long run leaves few files."""
        following: list[Chunk] = []
        for chunk in [*self.done(), (-1, -1)]:
            if following and chunk[0] != following[-1][1]:
                if len(following) > 1:
                    whole = "".join(self._path(each).read_text(encoding="utf-8") for each in following)
                    _write_whole(self._path((following[0][0], following[-1][1])), whole)
                    for each in following:  # if that is interrupted some games are there twice, and count once
                        self._path(each).unlink()
                following = []
            following.append(chunk)

    def rows(self, games: int) -> list[Row]:
        """The first so many games that are finished."""
        found: dict[int, Row] = {}
        for chunk in self.done():
            path = self._path(chunk)
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                try:
                    row = dict(json.loads(line))
                except ValueError:
                    raise ResultsError(tell("lab.damaged_part", file=path, line=number)) from None
                found[row["place"]] = row
        return [row for place, row in sorted(found.items()) if place < games]

    def _path(self, chunk: Chunk) -> Path:
        return self.folder / f"{chunk[0]:09}-{chunk[1]:09}.jsonl"

    def write_table(self, games: int) -> int:
        """Put all of it into one table; the number of its rows."""
        rows = self.rows(games)
        temporary = self.out.with_name(f"{self.out.name}.{os.getpid()}.part")
        WRITERS[self.out.suffix](rows, temporary)
        os.replace(temporary, self.out)
        return len(rows)


def _read_json(path: Path) -> dict[str, Any]:
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (TypeError, ValueError):
        raise ResultsError(tell("lab.damaged_part", file=path, line=1)) from None


def _write_csv(rows: list[Row], path: Path) -> None:
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)


def _write_parquet(rows: list[Row], path: Path) -> None:
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError:
        raise ResultsError(tell("lab.no_parquet")) from None
    whole, word = pyarrow.int32(), pyarrow.string()
    types = {"place": pyarrow.int64(), "seed": pyarrow.uint64(), "winner": word, "reason": word, "error": word}
    schema = pyarrow.schema([(name, types.get(name, whole)) for name in COLUMNS])
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), path)


WRITERS: Final[dict[str, Callable[[list[Row], Path], None]]] = {".parquet": _write_parquet, ".csv": _write_csv}
