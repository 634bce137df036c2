"""A disk that fails now and then, under a game that is recorded: nothing may be lost, nothing told that was not taken.

The journal is written through a file that may break off in the middle of a line. After every
answer the file must tell the same game; an answer that could not be written must have changed nothing.
"""

import errno
import os
import random
from pathlib import Path
from typing import Final

from fitl import journal
from fitl.catalogue import tell
from fitl.game import Game
from fitl.journal import JournalWriter, SaveFailed
from fitl.lab.deep_checks import json_like
from fitl.lab.invariants import require

FAILS: Final = 0.02  # how often a write fails


class ShakyWriter(JournalWriter):
    """Records a game on a disk that is full now and then."""

    def __init__(self, path: Path, game: Game, rng: random.Random) -> None:
        self._rng = rng
        self.failures = 0
        super().__init__(path, game)

    def _write(self, *lines: object) -> None:
        if self._rng.random() >= FAILS:
            super()._write(*lines)
            return
        text = "".join(map(journal.to_text, lines)).encode()
        self._file.seek(self._good)
        self._file.write(text[: self._rng.randrange(len(text))])
        self.failures += 1
        raise SaveFailed(os.strerror(errno.ENOSPC))

    def check(self) -> None:
        """The file tells the game as it is."""
        told, game = journal.read(self._path), self._game
        keys = [entry.key for entry in game.entries]
        require([entry.key for entry in told.entries] == keys, "the recorded journal has other answers")
        require(told.reasons == json_like(game.settled_thoughts), "the recorded journal has other reasons")

    def check_whole(self) -> None:
        """The file opens, without a note, where the game is."""
        loaded = journal.load(self._path)
        torn = tell("journal.torn")
        require([note for note in loaded.notes if note != torn] == [], f"the recorded journal: {loaded.notes}")
        require(loaded.game.state == self._game.state, "the recorded journal ends elsewhere")
