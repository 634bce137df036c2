"""What thinkers know: weights for the features of a position, learned from games (see fitl/thinker/evaluation.py).

Every position of a game is a lesson: its features, the margins at the next Coup and at the end, and who won. Lessons
are kept as sums (products of features with each other and with what came of them), so they can be added up in any order
and from any number of machines; linear weights follow from the sums. Beside the files stands the folder of their parts,
one per finished chunk of games, so that a run that was stopped goes on with the chunks that are missing.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from fitl import __version__
from fitl.board.factions import FACTION_IDS
from fitl.catalogue import tell
from fitl.game import Game
from fitl.kinds import THINKER
from fitl.lab.cluster import connect
from fitl.lab.players import options_for
from fitl.lab.results import PART, ResultsError
from fitl.lab.simulate import Chunk, Order, game_seed, play_out
from fitl.rules.control import margin
from fitl.state import SET_UP, VICTORY
from fitl.thinker.evaluation import MOST_COUPS, WIN
from fitl.thinker.features import NAMES, coups_left, features

CHUNK: Final = 25  # games
RIDGE: Final = 200.0  # how many lessons speak for the present margin alone
FEWEST: Final = 2000  # lessons from which weights are learned
OTHERS: Final = 0.2  # how much a lesson counts for a Faction that no thinker played
SMALLEST: Final = 1e-5  # weights below this are left out of the file

# By era, Coups to come and Faction: the sums of products of features with features, of features with what came, of what
# came with itself (value, then coming margin), and how many lessons there were.
Key = tuple[str, int, int]
Sums = dict[Key, list[Any]]
Progress = Callable[[int], None]


def lessons(orders: Sequence[Order], first: int, last: int) -> Sums:
    """The sums of some games; game i is one of order i modulo their number."""
    found: Sums = {}
    for index in range(first, last):
        add(found, lessons_of(orders[index % len(orders)], index))
    return found


def lessons_of(order: Order, index: int) -> Sums:
    """The sums of one game."""
    import numpy as np

    seed = game_seed(order.seed, index)
    options = options_for(order.cast, order.options)
    game = Game.new(order.scenario, seed=seed, options=options, packs=order.packs, log=False)
    play_out(game, order.cast, seed)
    outcome = game.state.outcome
    assert outcome is not None
    margins = {faction: outcome.margins[faction] for faction in outcome.ranking}
    rows: dict[Key, list[tuple[list[float], float, float]]] = {}
    for checkpoint in reversed(game.checkpoints):
        s = checkpoint.state
        if s.stage == SET_UP:
            continue
        if s.stage == VICTORY:
            margins = {faction: margin(s, faction) for faction in s.era.factions}
        numbers = features(s)
        coups = min(coups_left(s), MOST_COUPS)
        for faction in s.era.factions:
            value = outcome.margins[faction] + WIN * (outcome.winner == faction)
            coming = margins.get(faction, outcome.margins[faction])
            rows.setdefault((s.era.id, coups, faction), []).append((numbers, value, coming))
    found: Sums = {}
    for key, each in rows.items():
        weight = 1.0 if order.cast[key[2]].startswith(THINKER) else OTHERS
        x = np.array([numbers for numbers, _, _ in each], dtype=float)
        y = np.array([came for _, *came in each], dtype=float) - x[:, 1 + key[2]][:, None]  # beyond the present margin
        found[key] = [weight * x.T @ x, weight * x.T @ y, weight * (y * y).sum(0), np.float64(weight * len(each))]
    return found


def add(sums: Sums, more: Sums) -> None:
    """Add up."""
    for key, each in more.items():
        sums[key] = [one + two for one, two in zip(sums[key], each, strict=True)] if key in sums else each


# --- what follows from the sums -----------------------------------------------------------------------------------


def weights_of(sums: Sums) -> dict[str, dict[str, Any]]:
    """The files of weights that follow, by era; where lessons are few the nearest number of Coups speaks instead."""
    found: dict[str, dict[str, Any]] = {}
    for era in sorted({key[0] for key in sums}):
        told: dict[str, Any] = {"value": {}, "coming": {}, "explained": {}, "lessons": 0}
        solved = {key: _solve(key, each) for key, each in sums.items() if key[0] == era and each[3] >= FEWEST * OTHERS}
        if not solved:
            continue
        told["lessons"] = round(sum(float(each[3]) for key, each in sums.items() if key[0] == era))
        for coups in range(MOST_COUPS + 1):
            for name in ("value", "coming", "explained"):
                told[name][str(coups)] = {}
            for faction in {key[2] for key in solved}:
                near = min((key[1] for key in solved if key[2] == faction), key=lambda each: abs(each - coups))
                value, coming, explained = solved[era, near, faction]
                told["value"][str(coups)][FACTION_IDS[faction]] = value
                told["coming"][str(coups)][FACTION_IDS[faction]] = coming
                told["explained"][str(coups)][FACTION_IDS[faction]] = explained
        found[era] = told
    return found


def _solve(key: Key, sums: list[Any]) -> tuple[dict[str, float], dict[str, float], list[float]]:
    """Ridge regression of what came beyond the present margin: both rows of weights, and what share they explain."""
    import numpy as np

    xx, xy, yy, n = sums
    mean, came = xx[0] / n, xy[0] / n
    spread = np.sqrt(np.maximum(np.diag(xx) / n - mean * mean, 0.0))
    used = np.flatnonzero(spread > SMALLEST)
    scale = np.outer(spread[used], spread[used])
    covariance = (xx[np.ix_(used, used)] - n * np.outer(mean[used], mean[used])) / scale
    together = (xy[used] - n * np.outer(mean[used], came)) / spread[used][:, None]
    solution = np.linalg.solve(covariance + RIDGE * np.eye(len(used)), together)
    total = yy - n * came * came
    explained = (2 * (solution * together).sum(0) - (solution * (covariance @ solution)).sum(0)) / np.maximum(total, 1)
    rows = []
    for column in range(2):
        row = np.zeros(len(NAMES))
        row[used] = solution[:, column] / spread[used]
        row[0] = came[column] - mean @ row
        row[1 + key[2]] += 1.0
        rows.append({NAMES[i]: float(f"{w:.4g}") for i, w in enumerate(row) if abs(w) > SMALLEST})
    return rows[0], rows[1], [round(float(share), 3) for share in explained]


# --- parts on disk ------------------------------------------------------------------------------------------------


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
        names = (PART.fullmatch(path.with_suffix(".jsonl").name) for path in self.folder.glob("*.npz"))
        return sorted((int(name[1]), int(name[2])) for name in names if name)

    def missing(self, games: int) -> list[Chunk]:
        done = set(self.done())
        chunks = [(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK)]
        return [chunk for chunk in chunks if chunk not in done]

    def add(self, chunk: Chunk, sums: Sums) -> None:
        """Keep a finished chunk; it appears only once it is whole."""
        import numpy as np

        arrays = {
            f"{era}/{coups}/{faction}/{place}": array
            for (era, coups, faction), each in sums.items()
            for place, array in enumerate(each)
        }
        temporary = self.folder / "writing.tmp"
        with open(temporary, "wb") as file:
            np.savez_compressed(file, **arrays)
        temporary.replace(self.folder / f"{chunk[0]:09}-{chunk[1]:09}.npz")

    def sums(self, games: int) -> Sums:
        """All that was learned in the first so many games."""
        import numpy as np

        found: Sums = {}
        for first, last in self.done():
            if last <= games:
                with np.load(self.folder / f"{first:09}-{last:09}.npz") as arrays:
                    add(found, _by_key(arrays))
        return found


def _by_key(arrays: Any) -> Sums:
    found: Sums = {}
    for name in sorted(arrays):
        era, coups, faction, _ = name.split("/")
        found.setdefault((era, int(coups), int(faction)), []).append(arrays[name])
    return found


def learn(
    orders: Sequence[Order], games: int, where: str, out: Path, command: str, progress: Progress = lambda played: None
) -> list[Path]:
    """Play the games that are still missing and write the weights of each era; the files.

    `where` is a cluster as for `fitl lab run`, or "here": this process.
    """
    parts = LessonParts(out, orders)
    chunks = parts.missing(games)
    progress(games - sum(last - first for first, last in chunks))
    for chunk, sums in _played(orders, chunks, where):
        parts.add(chunk, sums)
        progress(chunk[1] - chunk[0])
    out.mkdir(parents=True, exist_ok=True)
    written = []
    for era, told in weights_of(parts.sums(games)).items():
        path = out / f"{era}.json"
        path.write_text(json.dumps({"made_by": command, **told}, indent=1) + "\n", encoding="utf-8")
        written.append(path)
    return written


def _played(orders: Sequence[Order], chunks: Sequence[Chunk], where: str) -> Iterable[tuple[Chunk, Sums]]:
    if where == "here" or not chunks:
        for chunk in chunks:
            yield chunk, lessons(orders, *chunk)
        return
    from distributed import as_completed

    with connect(where) as client:
        waiting = {client.submit(lessons, orders, *chunk, pure=False, retries=2): chunk for chunk in chunks}
        for future, sums in as_completed(list(waiting), with_results=True):
            yield waiting.pop(future), sums
