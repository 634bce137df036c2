"""What is stored after a fault, compared with what people were told."""

import random
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from faulting.outcome import Outcome
from faulting.people import Party, Seated
from fitl import journal
from fitl.game import Game
from fitl.server.store.schema import GAMES, LINES
from fitl.server.store.sql import make_engine


@contextmanager
def _undisturbed(url: str) -> Iterator[str]:
    """The same database; of SQLite a copy, since opening it would repair what a killed server left to the next."""
    if not url.startswith("sqlite:"):
        yield url
        return
    file = Path(url.removeprefix("sqlite:///"))
    with tempfile.TemporaryDirectory() as folder:
        for part in (file, file.with_name(file.name + "-wal")):
            if part.exists():
                shutil.copy(part, folder)
        yield f"sqlite:///{Path(folder) / file.name}"


def journals(url: str) -> dict[str, list[str]]:
    """The lines of every stored game. Of SQLite only while no server writes."""
    with _undisturbed(url) as place:
        engine = make_engine(place)
        with engine.connect() as connection:
            query = (
                sa.select(LINES.c.game, LINES.c.line)
                .join(GAMES, (GAMES.c.id == LINES.c.game) & (GAMES.c.generation == LINES.c.generation))
                .order_by(LINES.c.game, LINES.c.number)
            )
            found: dict[str, list[str]] = {}
            for game, line in connection.execute(query):
                found.setdefault(game, []).append(line)
        engine.dispose()
    return found


def replayed(lines: Sequence[str], problems: list[str]) -> Game:
    """The game a stored journal tells; every hash in it must come out again."""
    told = journal.parse("".join(line + "\n" for line in lines))
    game = journal.replay(told)
    problems += journal.drift(told, game)
    return game


def lost(told: dict[int, str], game: Game) -> int:
    """How many of the acknowledged answers are not in a game."""
    return sum(number >= len(game.entries) or game.entries[number].key != key for number, key in told.items())


def plays_to_its_end(game: Game, rng: random.Random) -> bool:
    """Can a stored game be played on, whatever is answered?"""
    for _ in range(20_000):
        if game.decision is None:
            return game.outcome is not None
        game.choose(rng.choice(game.decision.options))
    return False


def compare(url: str, games: Sequence[Seated], outcome: Outcome) -> None:
    """After a fault: is every acknowledged answer of these games stored, and does their journal replay?"""
    told = {seated.id: seated.told() for seated in games}  # first: what comes in meanwhile may not be read any more
    found = journals(url)
    for game, answers in told.items():
        if game not in found:
            outcome.problems.append(f"game {game} is gone")
            outcome.lost += len(answers)
            continue
        outcome.lost += lost(answers, replayed(found[game], outcome.problems))


def conclude(url: str, party: Party, outcome: Outcome) -> Outcome:
    """In the end: compare all the games, and play every one of them to its end."""
    compare(url, party.games, outcome)
    rng = random.Random(1)
    for lines in journals(url).values():
        outcome.games += 1
        outcome.playable += plays_to_its_end(replayed(lines, outcome.problems), rng)
    outcome.answers += party.answers
    outcome.again += party.again
    outcome.problems += party.problems
    return outcome
