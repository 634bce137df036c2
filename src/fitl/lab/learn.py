"""What thinkers know: weights for the features of a position, learned from games (see fitl/thinker/evaluation.py).

Every position of a game is a lesson: its features, the margins at the next Coup and at the end, and who won. Beside the
files of weights stands the folder of their parts, the lessons of one chunk of games each, so that a run that was
stopped goes on with the chunks that are missing.
"""

import io
import json
import zlib
from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile

from fitl import __version__
from fitl.board.factions import FACTIONS
from fitl.bot_types import THINKER
from fitl.catalogue import tell
from fitl.game import Game
from fitl.lab.cluster import connect
from fitl.lab.fitting import Lessons, weights_of
from fitl.lab.players import options_for
from fitl.lab.results import PartsFolder, ResultsError, write_whole
from fitl.lab.simulate import Chunk, Order, game_seed, play_out
from fitl.rules.control import margin
from fitl.rules.deck import coups_left
from fitl.state import SET_UP, VICTORY
from fitl.thinker.evaluation import MOST_COUPS, PEOPLE, prize, shipped
from fitl.thinker.features import NAMES, features

CHUNK: Final = 25  # games
HERE: Final = "here"
OTHERS: Final = 0.5  # how much a lesson counts for a Faction that no thinker played
DAMAGED: Final = (BadZipFile, EOFError, ValueError, zlib.error)  # what numpy says of such a file

Progress = Callable[[int], None]
Arrays = dict[str, Any]  # of numpy


def lessons(orders: Sequence[Order], first: int, last: int) -> Arrays:
    """The lessons of some games; game i is one of order i modulo their number."""
    import numpy as np

    rows: list[tuple[Any, ...]] = []
    numbers: list[list[float]] = []
    for index in range(first, last):
        for row, each in _lessons_of(orders[index % len(orders)], index):
            rows.append((index, *row))
            numbers.append(each)
    columns = list(zip(*rows, strict=True))
    return {
        "features": np.array(numbers, dtype=np.float32),
        **{
            name: np.array(column)
            for name, column in zip(("game", "era", "coups", "value", "coming", "weight"), columns, strict=True)
        },
    }


def _lessons_of(order: Order, index: int) -> Iterable[tuple[tuple[Any, ...], list[float]]]:
    seed = game_seed(order.seed, index)
    options = options_for(order.cast, order.options)
    game = Game.new(order.scenario, seed=seed, options=options, packs=order.packs, log=False)
    play_out(game, order.cast, seed)
    outcome = game.state.outcome
    assert outcome is not None
    coming: list[float] = [each or 0 for each in outcome.margins]  # those not in the game have no weight
    value = [prize(outcome, (faction,)) if each is not None else 0.0 for faction, each in enumerate(outcome.margins)]
    weight = [1.0 if name.startswith(THINKER) else OTHERS for name in order.cast]
    for checkpoint in reversed(game.checkpoints):
        s = checkpoint.state
        if s.stage == SET_UP:
            continue
        if s.stage == VICTORY:
            coming = [margin(s, faction) if faction in s.era.factions else 0 for faction in FACTIONS]
        plays = [each if faction in s.era.factions else 0.0 for faction, each in enumerate(weight)]
        yield (s.era.id, min(coups_left(s), MOST_COUPS), value, coming, plays), features(s)


class LessonParts(PartsFolder):
    """The parts of one run of learning."""

    suffix = ".npz"

    def __init__(self, out: Path, orders: Sequence[Order]) -> None:
        """As for every folder of parts; `out` is where the weights are to be."""
        described = {
            "orders": [[order.scenario, list(order.cast), order.seed] for order in orders],
            "features": list(NAMES),
            "rules": __version__,
        }
        super().__init__(out, described, [name for order in orders for name in order.cast])

    def add(self, chunk: Chunk, found: Arrays) -> None:
        """Keep a finished chunk."""
        import numpy as np

        content = io.BytesIO()
        np.savez_compressed(content, **found)
        write_whole(self.path(chunk), content.getvalue())

    def read(self, games: int) -> Lessons:
        """All lessons of the first this many games, each game once however its parts overlap."""
        import numpy as np

        parts = []
        next_game = 0
        for first, last in self.done():
            wanted = (max(first, next_game), min(last, games))
            if wanted[0] < wanted[1]:
                parts.append(self._lessons((first, last), wanted))
            next_game = max(next_game, last)
        return Lessons(**{name: np.concatenate([part[name] for part in parts]) for name in Lessons._fields})

    def _lessons(self, chunk: Chunk, wanted: Chunk) -> Arrays:
        """Those of some games of a part."""
        path = self.path(chunk)
        found = _read_arrays(path)
        if wanted == chunk:
            return found
        if "game" not in found:  # parts of old did not say which lesson is of which game
            raise ResultsError(tell("lab.undivided", file=path))
        here = (wanted[0] <= found["game"]) & (found["game"] < wanted[1])
        return {name: column[here] for name, column in found.items()}


def _read_arrays(path: Path) -> Arrays:
    import numpy as np

    try:
        with np.load(path) as file:
            found = dict(file)
    except DAMAGED as error:
        raise ResultsError(tell("lab.damaged_file", file=path)) from error
    if not {*Lessons._fields} <= {*found} or len({len(column) for column in found.values()}) != 1:
        raise ResultsError(tell("lab.damaged_file", file=path))
    return found


class About(NamedTuple):
    """What is told with the weights."""

    made_by: str  # the command
    by_chance: Sequence[str] = ()  # the Factions that look at their chance of victory first (evaluation.py)
    among_people: bool = False  # for tables where nobody has privileges
    correct: bool = False  # what ships
    chance: float = 0.0  # what a chance of victory counts beside the sum


def learn(
    orders: Sequence[Order], games: int, where: str, out: Path, about: About, progress: Progress = lambda played: None
) -> list[Path]:
    """Play the games that are still missing and write the weights of each era; the files.

    `where` is a cluster as for `fitl lab run`, or HERE: this process.
    """
    if find_spec("numpy") is None:
        raise ResultsError(tell("lab.no_numpy"))
    parts = LessonParts(out, orders)
    chunks = list(parts.missing(games, CHUNK))
    progress(games - sum(last - first for first, last in chunks))
    for chunk, found in _played(orders, chunks, where):
        parts.add(chunk, found)
        progress(chunk[1] - chunk[0])
    out.mkdir(parents=True, exist_ok=True)
    written = []
    head: dict[str, Any] = {"made_by": [about.made_by], "by_chance": list(about.by_chance)}
    if about.chance:
        head["chance"] = about.chance
    for era, told in weights_of(parts.read(games), shipped if about.correct else lambda era: None).items():
        path = out / f"{era}{PEOPLE if about.among_people else ''}.json"
        path.write_text(json.dumps({**head, **told}, indent=1) + "\n", encoding="utf-8")
        written.append(path)
    return written


def _played(orders: Sequence[Order], chunks: Sequence[Chunk], where: str) -> Iterable[tuple[Chunk, Arrays]]:
    if where == HERE or not chunks:
        for chunk in chunks:
            yield chunk, lessons(orders, *chunk)
        return
    from distributed import as_completed

    with connect(where) as client:
        waiting = {client.submit(lessons, orders, *chunk, pure=False, retries=2): chunk for chunk in chunks}
        for future, found in as_completed(list(waiting), with_results=True):
            yield waiting.pop(future), found
