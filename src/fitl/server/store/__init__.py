"""The interface of a store. SqlStore (sql.py) keeps games in a database, MemoryStore (memory.py) in memory.

Every method is atomic and may be called from any thread. StoreError means that nothing was changed.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from fitl.server.stored import (
    About,
    Ages,
    Company,
    Head,
    Kept,
    Link,
    Listed,
    NewRow,
    Notice,
    Proposal,
    Said,
    Totals,
    Usage,
)


class Journals(Protocol):
    """The journals of games: what it takes to open them and to store what happens."""

    def listed(self, game: str) -> Listed | None:
        """What is known of a game without opening it; None if it is gone."""

    def lines(self, game: str, generation: int, after: int = 0) -> list[str]:
        """The lines of a journal, without the first `after` ones."""

    def append(self, game: str, seen: Head, lines: Sequence[str], about: About, *, anew: bool = False) -> Head:
        """Store new lines of a game's journal if nobody else has since `seen`, else raise Conflict.

        If `anew`, the lines are a whole journal that replaces the former one, which is kept. An open proposal lapses,
        and so does a deletion by age.
        """


class Store(Journals, Protocol):
    """Everything the server keeps."""

    @property
    def url(self) -> str | None:
        """Where other processes open the same store; None if only this process can."""

    def close(self) -> None:
        """Let go of it."""

    def is_ready(self) -> bool:
        """Is the store of this version? StoreError if it cannot be reached, or nothing can be stored."""

    # --- other processes ---

    def announce(self, news: str) -> None:
        """Tell the other processes over this store something that is not stored."""

    def listen(self, heard: Callable[[str], None], missed: Callable[[], None]) -> Callable[[], None]:
        """Hear what other processes announce, and the ids of games they changed; returns what ends it.

        `missed` is called when something may have been missed. Both are called from another thread.
        """

    # --- games ---

    def create(self, row: NewRow, lines: Sequence[str], links: Mapping[str, Link]) -> None:
        """Store a new game with its links (by the hashes of their tokens)."""

    def mine(self, hashes: Sequence[str]) -> dict[str, tuple[Link, Listed]]:
        """The links with these hashes of tokens, and their games."""

    def propose(self, game: str, seen: Head, before: Proposal | None, after: Proposal | None) -> None:
        """Replace the proposal of a game if neither it nor the journal has changed since, else raise Conflict."""

    def set_webhook(self, game: str, url: str | None) -> None:
        """Where to send word when a person's turn begins."""

    def waiting_for_bots(self) -> list[str]:
        """The games in which a bot is to decide."""

    # --- people ---

    def link(self, token_hash: str) -> Link | None:
        """The link whose token has this hash."""

    def links(self, game: str) -> list[Link]:
        """All links of a game, by their places."""

    def links_of(self, games: Collection[str]) -> dict[str, list[Link]]:
        """All links of several games, by their places."""

    def company(self, game: str) -> Company | None:
        """Who is in a game; None if it is gone."""

    def rename(self, link: Link, name: str) -> None:
        """Give the holder of a link a name."""

    def say(self, game: str, who: str, text: str, place: int) -> int:
        """Store a chat message; its number. Of very many lines of one link the oldest are lost."""

    def chat(self, game: str, after: int = 0) -> list[Said]:
        """The latest chat messages of each link after a number, oldest first."""

    # --- seats ---

    def exchange(self, link: Link, before: str, after: str) -> bool:
        """Replace the hash of a link's token, which is claimed from now on; False if it is not `before` any more.

        TokenUsed if another link has that hash.
        """

    def note_seen(self, token_hash: str, at: float) -> None:
        """Note when a link was used last, unless the store is busy."""

    def free(self, link: Link, token_hash: str, notice: Notice | None) -> bool:
        """Make a seat an invitation again; False if its link was used or freed meanwhile."""

    def mute(self, link: Link, muted: bool, notice: Notice) -> None:
        """Mute the holder of a link, or let them speak again; nobody is told if that changes nothing."""

    def renew_shared(self, link: Link, token_hash: str, notice: Notice) -> None:
        """Replace the token of a link that many share."""

    # --- keeping ---

    def address_key(self) -> bytes:
        """The secret key for hashes of addresses."""

    def usage(self, creator: str = "") -> Usage:
        """How much is stored of games whose creator begins so."""

    def totals(self) -> Totals:
        """The totals of the store, for the operator of the server."""

    def kept(self) -> list[Kept]:
        """All games, largest first."""

    def end_later(self, game: str, at: float, notice: Notice) -> None:
        """The host has a game deleted at some time."""

    def keep(self, game: str, notice: Notice) -> None:
        """A game will not be deleted after all."""

    def give_notice(self, ages: Ages, now: float, notice: Notice) -> list[str]:
        """Mark the games that are old enough for deletion, and tell the people in them; which were marked?"""

    def expired(self, now: float) -> list[str]:
        """The games whose time has come."""

    def delete(self, game: str) -> bool:
        """Delete a game with all that belongs to it; was there one?"""
