"""What thinkers know: weights for the features of a position, learned from games (see fitl/thinker/evaluation.py).

Every position of a game is a lesson: its features, the margins at the next Coup and at the end, and who won. Beside the
files of weights stands the folder of their parts, the lessons of one chunk of games each, so that a run that was
stopped goes on with the chunks that are missing.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from fitl import __version__
from fitl.board.factions import FACTIONS
from fitl.catalogue import tell
from fitl.game import Game
from fitl.kinds import THINKER
from fitl.lab.cluster import connect
from fitl.lab.fitting import Lessons, weights_of
from fitl.lab.players import options_for
from fitl.lab.results import PART, ResultsError
from fitl.lab.simulate import Chunk, Order, game_seed, play_out
from fitl.rules.control import margin
from fitl.state import SET_UP, VICTORY
from fitl.thinker.evaluation import MOST_COUPS, PEOPLE, prize, shipped
from fitl.thinker.features import NAMES, coups_left, features

CHUNK: Final = 25  # games
HERE: Final = "here"
OTHERS: Final = 0.5  # how much a lesson counts for a Faction that no thinker played

Progress = Callable[[int], None]
Arrays = dict[str, Any]  # of numpy


def lessons(orders: Sequence[Order], first: int, last: int) -> Arrays:
    """The lessons of some games; game i is one of order i modulo their number."""
    import numpy as np

    rows: list[tuple[Any, ...]] = []
    numbers: list[list[float]] = []
    for index in range(first, last):
        for row, each in _lessons_of(orders[index % len(orders)], index):
            rows.append(row)
            numbers.append(each)
    columns = list(zip(*rows, strict=True))
    return {
        "features": np.array(numbers, dtype=np.float32),
        **{
            name: np.array(column)
            for name, column in zip(("era", "coups", "value", "coming", "weight"), columns, strict=True)
        },
    }


def _lessons_of(order: Order, index: int) -> Iterable[tuple[tuple[Any, ...], list[float]]]:
    seed = game_seed(order.seed, index)
    options = options_for(order.cast, order.options)
    game = Game.new(order.scenario, seed=seed, options=options, packs=order.packs, log=False)
    play_out(game, order.cast, seed)
    outcome = game.state.outcome
    assert outcome is not None
    coming: list[float] = [margin or 0 for margin in outcome.margins]  # those not in the game have no weight
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


class LessonParts:
    """The parts of one run of learning."""

    def __init__(self, out: Path, orders: Sequence[Order]) -> None:
        """Begin a run, or go on with the one whose parts are there; ResultsError if that is another."""
        self.folder = out.with_name(out.name + ".parts")
        self.folder.mkdir(parents=True, exist_ok=True)
        described = {
            "orders": [[order.scenario, list(order.cast), order.seed] for order in orders],
            "features": list(NAMES),
            "rules": __version__,
        }
        about = self.folder / "run.json"
        if not about.exists():
            about.write_text(json.dumps(described) + "\n", encoding="utf-8")
        found = json.loads(about.read_text(encoding="utf-8"))
        if found != described:
            differing = ", ".join(key for key in described if found.get(key) != described[key])
            raise ResultsError(tell("lab.other_run", folder=self.folder, differing=differing))

    def done(self) -> list[Chunk]:
        """The chunks that are finished, in order."""
        names = (PART.fullmatch(path.with_suffix(".jsonl").name) for path in self.folder.glob("*.npz"))
        return sorted((int(name[1]), int(name[2])) for name in names if name)

    def missing(self, games: int) -> list[Chunk]:
        """What is still to be played of so many games."""
        done = set(self.done())
        chunks = [(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
        return [chunk for chunk in chunks if chunk not in done]

    def add(self, chunk: Chunk, found: Arrays) -> None:
        """Keep a finished chunk; it appears only once it is whole."""
        import numpy as np

        temporary = self.folder / "writing.tmp"
        with open(temporary, "wb") as file:
            np.savez_compressed(file, **found)
        temporary.replace(self.folder / f"{chunk[0]:09}-{chunk[1]:09}.npz")

    def read(self, games: int) -> Lessons:
        """All lessons of the first so many games."""
        import numpy as np

        parts = []
        for first, last in self.done():
            if last <= games:
                with np.load(self.folder / f"{first:09}-{last:09}.npz") as arrays:
                    parts.append(dict(arrays))
        return Lessons(**{name: np.concatenate([part[name] for part in parts]) for name in parts[0]})


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
    chunks = parts.missing(games)
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
