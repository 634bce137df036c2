"""What a job is, and how it talks to the server process that asked for it."""

from typing import ClassVar, Final, Protocol, TypeVar

from fitl.bots.hint import NoHint
from fitl.refusals import Refused
from fitl.server.live import Damaged, Gone
from fitl.server.offload.game_cache import Recent
from fitl.server.store import Journals
from fitl.server.stored import Conflict, StoreError

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


REFUSALS: Final = (Refused, NoHint, StoreError, Conflict, Damaged, Gone)  # what a job may raise for its caller


class Busy(Exception):
    """Too many jobs wait already; the argument is after how many seconds to try again."""


class TooLong(Exception):
    """A job was ended: it took too long or wanted too much memory."""


class Caller:
    """Who asked for a job. Its methods are called from another thread."""

    def __init__(self) -> None:
        self.stopped = False  # the caller is content with what there is
        self.abandoned = False  # nobody waits for the result

    def begin(self) -> None:
        """The job's turn has come."""

    def hear(self, news: object) -> None:
        """The job tells how far it is."""

    def answer(self, question: object) -> object:
        """The job asks for something; an exception is raised there."""
        raise NotImplementedError


class Talk(Protocol):
    """The caller, as the job sees it."""

    def tell(self, news: object) -> None:
        """Tell how far the job is."""

    def ask(self, question: object) -> object:
        """Ask for something, and wait for it."""

    def stopped(self) -> bool:
        """Is the caller content with what there is?"""


class Desk:
    """Where jobs are done, one at a time: the games that were opened last, over a store."""

    KEPT = 12  # games of common size that stay open

    def __init__(self, store: Journals | None) -> None:
        self._store = store
        self.recent = Recent(self.KEPT)

    @property
    def store(self) -> Journals:
        assert self._store is not None  # its lane has `store`
        return self._store


class Job(Protocol[T_co]):
    """Something to be done. It can be pickled, and so can its result."""

    lane: ClassVar[str]
    shared: ClassVar[bool]  # equal jobs that nobody has begun yet are done once

    def run(self, desk: Desk, talk: Talk) -> T_co:
        """Do it. An exception that is not one of `REFUSALS` is a fault of the server."""


class Offload(Protocol):
    """Has jobs done: by worker processes, or in line."""

    async def run(self, job: Job[T], whose: str, caller: Caller | None = None) -> T:
        """The result of a job, when its turn has come; Busy or TooLong if there is none."""

    def is_full(self, lane: str) -> bool:
        """Must the next job of a lane wait for its turn?"""

    def ended(self, lane: str) -> int:
        """How many jobs of a lane were ended because they took too much."""

    def close(self) -> None:
        """End all workers."""
