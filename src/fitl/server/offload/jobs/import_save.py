"""Reading a saved game that a stranger sends: the one request that may be costly however carefully it is checked.

The job gets the body of the request as it came. Nothing here touches the store.
"""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NotRequired, TypedDict

from fitl import journal
from fitl.catalogue import speaking, tell
from fitl.game import Game
from fitl.journal import JournalError
from fitl.options import OptionsError
from fitl.packs import PackError
from fitl.position import PositionError, write_options
from fitl.prng import new_secret
from fitl.refusals import Refused
from fitl.server.exports import may_hide, with_another_future
from fitl.server.lines import as_stored
from fitl.server.offload.job import Desk, Talk
from fitl.server.offload.lanes import IMPORT
from fitl.server.seating import Unclear, reseated
from fitl.server.summary import about
from fitl.words import scenario_title

BESIDE: Final = 16 << 10  # bytes of what a request may say beside the saved game
REPLAY: Final = 3.0  # seconds of processor time for playing a game again, as is done whenever it is opened

NOTE: Final = 1000  # signs of what players are told of it

# What reading a saved game that somebody has tampered with may end in, besides the errors made for it.
NONSENSE: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)


class Unusable(ValueError):
    """A request that cannot be carried out: the sentence that says why, and the code of the refusal."""

    def __init__(self, message: str, *, code: str = "unclear") -> None:
        super().__init__(message)
        self.code = code


def read_body(body: bytes) -> dict[str, Any]:
    """The request as sent."""
    try:
        wish = json.loads(body)
    except (ValueError, RecursionError):
        raise Unusable(tell("server.refuse.json")) from None
    if not isinstance(wish, dict):
        raise Unusable(tell("server.refuse.json"))
    return wish


def bring(body: bytes) -> dict[str, Any]:
    """What a server stores of a saved game. Its future is not the one the saved file tells."""
    wish = read_body(body)
    beside = {key: value for key, value in wish.items() if key not in ("journal", "position")}
    if len(json.dumps(beside)) > BESIDE:
        raise Unusable(tell("server.refuse.beside", n=BESIDE // 1024))
    game, notes, kind = _saved(wish)
    began = time.process_time()
    game = with_another_future(game, new_secret())
    if time.process_time() - began > REPLAY:
        raise Unusable(tell("server.refuse.replay"), code="journal")
    _check_reasons(game)
    return {**to_store(game, beside, kind), "notes": [note.encode(errors="replace").decode()[:NOTE] for note in notes]}


def to_store(game: Game, wish: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """What is stored of a game that was begun elsewhere."""
    state = game.state
    lines = as_stored(journal.lines_of(game))
    for line in lines:
        line.encode()  # a lone surrogate, which is no text, has no place in a database
    return {
        "lines": lines,
        "notes": [],
        "kind": kind,
        "wish": wish,
        "options": write_options(state.options),
        "scenario": state.scenario.name,
        "title": scenario_title(state.scenario),
        "about": about(game),
        "table_mode": game.manual_chance,
        "may_hide": may_hide(state),
        "markers": any(state.markers),
    }


def _check_reasons(game: Game) -> None:
    """Unusable if a reason is no text: half a character (a lone surrogate) can be stored, but never told."""
    try:
        for reason in game.thoughts:
            json.dumps([reason.message, reason.params], ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Unusable(tell("server.refuse.reasons"), code="journal") from None


def _saved(wish: Mapping[str, Any]) -> tuple[Game, list[str], str]:
    text, position = wish.get("journal"), wish.get("position")
    try:
        if isinstance(text, str):
            if not text.endswith("\n"):
                text += "\n"  # pasted text loses its last newline
            game, notes = journal.revive(journal.parse(text))
            return game, notes, "journal"
        if isinstance(position, dict):
            table_mode = wish.get("table_mode", False)
            if not isinstance(table_mode, bool):
                raise Unusable(tell("server.refuse.switch", name="table_mode"))
            return Game.from_position(reseated(position, wish), manual_chance=table_mode), [], "position"
    except Unusable:
        raise
    except Unclear as error:
        raise Unusable(str(error)) from error
    except (JournalError, PackError) as error:
        raise Unusable(str(error), code="journal") from error
    except PositionError as error:
        raise Unusable(str(error), code="position") from error
    except OptionsError as error:
        raise Unusable(str(error), code="options") from error
    except Refused as error:
        raise Unusable(str(error), code="refused") from error
    raise Unusable(tell("server.refuse.import"))


class Read(TypedDict):
    """The result of the job: what the server stores of a save, or its refusal (the code and the sentence)."""

    brought: NotRequired[dict[str, Any]]
    refused: NotRequired[tuple[str, str]]
    seconds: float  # of processor time


def answer(body: bytes) -> Read:
    """What a server stores, or why it is refused."""
    try:
        return {"brought": bring(body), "seconds": 0.0}
    except Unusable as error:
        return {"refused": (error.code, str(error)), "seconds": 0.0}
    except NONSENSE:
        return {"refused": ("unclear", tell("server.refuse.unreadable")), "seconds": 0.0}
    except MemoryError:
        return {"refused": ("journal", tell("server.refuse.memory")), "seconds": 0.0}


@dataclass(frozen=True, slots=True)
class ImportSave:
    """Reads the body of a request for an import."""

    body: bytes
    language: str

    lane: ClassVar[str] = IMPORT.name
    shared: ClassVar[bool] = False

    def run(self, _desk: Desk, _talk: Talk) -> Read:
        """Read it, whatever is in it."""
        began = time.process_time()
        with speaking(self.language):
            found = answer(self.body)
        return {**found, "seconds": time.process_time() - began}
