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
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from fitl import __version__
from fitl.board.factions import FACTION_IDS
from fitl.bot_types import THINKER
from fitl.catalogue import tell
from fitl.lab.simulate import Chunk, GameResult, Order
from fitl.packs import with_packs
from fitl.thinker.levels import EDITIONS, level_of

COLUMNS: Final = (
    *("place", "seed", "decisions", "winner", "reason"),
    *(f"margin_{faction}" for faction in FACTION_IDS),
    "error",
)
PART: Final = re.compile(r"([0-9]+)-([0-9]+)")  # the name of a part: its games
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


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that appears only once it is whole."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.part")  # others may write into the same folder
    with open(temporary, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def _editions(names: Iterable[str]) -> dict[str, int]:
    """The editions of the thinkers among players, by level."""
    levels = sorted({level_of(name) for name in names if name.startswith(THINKER)})
    return {level: EDITIONS[level] for level in levels}


class PartsFolder:
    """The folder beside a run's results: what is being played there, and which chunks of games are finished."""

    suffix: ClassVar[str]  # of a part

    def __init__(self, out: Path, described: Row, names: Iterable[str], looking: bool = False) -> None:
        """Begin a run, or go on with the one whose parts are there; ResultsError if that is another.

        `names` are those of all who play: of thinkers the editions are written down. Who is only `looking` changes
        nothing in the folder, where others may be playing.
        """
        editions = _editions(names)
        if editions:
            described = {**described, "thinkers": editions}
        self.folder = out.with_name(out.name + ".parts")
        about = self.folder / "run.json"
        if not about.exists():
            if looking:
                return
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(about, _as_json(described))
        found = _read_json(about)
        told = _with_editions_by_level(found, described)
        differing = [key for key in {**described, **told} if told.get(key) != described.get(key)]
        if differing:
            raise ResultsError(tell("lab.other_run", folder=self.folder, differing=", ".join(differing)))
        if found != told and not looking:
            write_whole(about, _as_json(told))

    def done(self) -> list[Chunk]:
        """The chunks that are finished, in order."""
        names = (PART.fullmatch(path.stem) for path in self.folder.glob(f"*{self.suffix}"))
        return sorted((int(name[1]), int(name[2])) for name in names if name)

    def missing(self, games: int, step: int) -> Iterator[Chunk]:
        """What is still to be played of this many games, in chunks of at most `step`."""
        next_game = 0
        for first, last in [*self.done(), (games, games)]:
            for start in range(next_game, min(first, games), step):
                yield start, min(start + step, first, games)
            next_game = max(next_game, last)

    def path(self, chunk: Chunk) -> Path:
        """The file of a chunk."""
        return self.folder / f"{chunk[0]:09}-{chunk[1]:09}{self.suffix}"


def _with_editions_by_level(found: Row, described: Row) -> Row:
    """What a folder says of its run, in today's form: once it held the highest edition of all its thinkers alone."""
    editions = described.get("thinkers")
    if editions and found.get("thinkers") == max(editions.values()):
        return {**found, "thinkers": editions}
    return found


class Parts(PartsFolder):
    """The parts of one run of games."""

    suffix = ".jsonl"

    def __init__(self, out: Path, order: Order, looking: bool = False) -> None:
        """As for every folder of parts; the table of all games is to be at `out`."""
        if out.suffix not in WRITERS:
            raise ResultsError(tell("lab.suffix", file=out, suffixes=", ".join(WRITERS)))
        self.out = out
        described = {
            "scenario": order.scenario,
            "players": order.players,
            "seed": order.seed,
            "packs": with_packs(order.packs).digest,
            "rules": __version__,
        }
        super().__init__(out, described, order.cast, looking)

    def add(self, chunk: Chunk, results: list[GameResult]) -> None:
        """Keep a finished chunk."""
        lines = (json.dumps(row_of(result)) + "\n" for result in results)
        write_whole(self.path(chunk), "".join(lines).encode())

    def merge(self) -> None:
        """Make one part of all that follow each other, so that a long run leaves few files."""
        following: list[Chunk] = []
        for chunk in [*self.done(), (-1, -1)]:
            if following and chunk[0] != following[-1][1]:
                if len(following) > 1:
                    self._merge(following)
                following = []
            following.append(chunk)

    def _merge(self, following: Sequence[Chunk]) -> None:
        try:
            whole = b"".join(self.path(each).read_bytes() for each in following)
        except FileNotFoundError:  # another process plays here too and is making one of them already
            return
        write_whole(self.path((following[0][0], following[-1][1])), whole)
        for each in following:  # if that is interrupted some games are there twice, and count once
            self.path(each).unlink(missing_ok=True)

    def rows(self, games: int | None = None) -> list[Row]:
        """The first n games that are finished, or all."""
        chunks = self.done()
        try:
            found = {row["place"]: row for chunk in chunks for row in _read_rows(self.path(chunk))}
        except FileNotFoundError:
            if self.done() == chunks:
                raise
            return self.rows(games)  # another process has made one part of several since we looked
        return [row for place, row in sorted(found.items()) if games is None or place < games]

    def write_table(self, games: int | None = None) -> int:
        """Put the first this many games, or all that are finished, into one table; the number of its rows."""
        rows = self.rows(games)
        temporary = self.out.with_name(f"{self.out.name}.{os.getpid()}.part")
        WRITERS[self.out.suffix](rows, temporary)
        os.replace(temporary, self.out)
        return len(rows)


def _as_json(told: Row) -> bytes:
    return (json.dumps(told, indent=2) + "\n").encode()


def _read_json(path: Path) -> Row:
    try:
        return dict(json.loads(path.read_bytes()))
    except (TypeError, ValueError):
        raise ResultsError(tell("lab.damaged_part", file=path, line=1)) from None


def _read_rows(path: Path) -> Iterator[Row]:
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            row = dict(json.loads(line))
            row["place"] = int(row["place"])
        except (KeyError, TypeError, ValueError):
            raise ResultsError(tell("lab.damaged_part", file=path, line=number)) from None
        yield row


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
