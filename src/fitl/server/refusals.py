"""What each exception means to the client: a code of the web API and a sentence."""

from typing import Final, NamedTuple

from fitl.bots.hint import NoHint
from fitl.catalogue import tell
from fitl.journal import JournalError
from fitl.options import OptionsError
from fitl.packs import PackError
from fitl.position import PositionError
from fitl.refusals import NotOffered, NoUndo, Refused, Stale, WrongSeat
from fitl.server.live import Damaged, Gone
from fitl.server.offload.job import Busy, TooLong
from fitl.server.retention import Full
from fitl.server.seating import Unclear
from fitl.server.seats import Invitation
from fitl.server.service import Unknown
from fitl.server.stored import StoreError
from fitl.server.webhook import BadAddress
from fitl.server.wire.refusals import REFUSALS


class Slower(Exception):
    """Too many requests; the argument is after how many seconds to try again."""


class BusyImports(Busy):
    """Too many imports wait already; the argument is after how many seconds to try again."""


class BadImport(ValueError):
    """A saved game that is refused: the sentence that says why, the code of the refusal, and what finding out took."""

    def __init__(self, message: str, *, code: str = "journal", seconds: float = 0.0) -> None:
        super().__init__(message)
        self.code = code
        self.seconds = seconds


class Refusal(NamedTuple):
    """The answer to a request that is refused."""

    code: str
    message: str
    again: float | None = None  # seconds after which to try again

    @property
    def status(self) -> int:
        return REFUSALS[self.code].status


# What each exception is answered with: the code, and the message if it has no sentence of its own. Subclasses first;
# the statuses of the codes are in wire/refusals.py.
ANSWERS: Final[dict[type[Exception], tuple[str, str]]] = {
    Stale: ("stale", ""),
    WrongSeat: ("wrong_seat", ""),
    NotOffered: ("not_offered", ""),
    NoUndo: ("no_undo", ""),
    Invitation: ("invitation", ""),
    Refused: ("refused", ""),
    Unclear: ("unclear", ""),
    OptionsError: ("options", ""),
    BadAddress: ("webhook", ""),
    PackError: ("journal", ""),
    PositionError: ("position", ""),
    JournalError: ("journal", ""),
    Unknown: ("unknown", ""),
    Gone: ("unknown", "server.refuse.game"),
    Full: ("quota", ""),
    NoHint: ("no_hint", "server.refuse.no_hint"),
    TooLong: ("too_long", "server.refuse.errand"),
    Damaged: ("damaged", "server.refuse.damaged"),
    StoreError: ("store", "server.refuse.store"),  # its own text is for the operator of the server
    Slower: ("slower", "server.refuse.slower"),
    BusyImports: ("busy", "server.refuse.imports"),
    Busy: ("busy", "server.refuse.errands"),
}
LATER: Final = (Slower, Busy)  # their argument is after how many seconds to try again


def refusal_of(error: Exception) -> Refusal | None:
    """The refusal an exception means; None if it is a fault of ours."""
    if isinstance(error, BadImport):  # refused by the job that read it, which said as what
        return Refusal(error.code, str(error))
    for kind, (code, message) in ANSWERS.items():
        if isinstance(error, kind):
            words = tell(message, game=error.args[0] if error.args else "") if message else str(error)
            return Refusal(code, words, error.args[0] if isinstance(error, LATER) else None)
    return None
