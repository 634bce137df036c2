"""Who holds which seat.

The links that the host of a game hands out are invitations. The first to open one claims the seat under a secret of
their own, which nobody else has seen; the invitation is then worth nothing. A holder can exchange the secret for
another at any time. The host can free an abandoned seat: this makes a new invitation, and everybody is told.
"""

import re
import time
from collections.abc import Iterable, Sequence
from typing import Final

from fitl.board.factions import FACTION_IDS, FACTIONS
from fitl.catalogue import tell
from fitl.refusals import Refused
from fitl.server.lookalikes import skeleton
from fitl.server.seating import Place, Unclear
from fitl.server.store import Store
from fitl.server.stored import Link, Notice, TokenUsed
from fitl.server.tokens import hash_of, new_token
from fitl.words import faction_name

ABANDONED: Final = 24 * 3600.0  # seconds without a sign of life after which a host may free a seat
NOTED: Final = 3600.0  # how often a sign of life is stored
SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}")  # 256 bits, as tokens.new_token writes them

SPECTATORS: Final = "spectators"  # all who watch share one link
TOLD: Final = {  # what everybody is told: about a player or the spectators, muted or not any more
    (True, True): "server.told.muted",
    (True, False): "server.told.unmuted",
    (False, True): "server.told.muted_spectators",
    (False, False): "server.told.unmuted_spectators",
}


class Invitation(Refused):
    """This link must be exchanged for a seat first."""


def factions_of(link: Link, seats: Sequence[Sequence[int]]) -> list[str]:
    """The Factions a link answers for, by their ids."""
    return [FACTION_IDS[faction] for number in link.seats for faction in seats[number]]


def called(link: Link, seats: Sequence[Sequence[int]]) -> str:
    """Somebody without a name is called by their Factions."""
    if not link.plays:
        return tell("server.spectator")
    return " + ".join(faction_name(faction) for number in link.seats for faction in seats[number])


def check_name(name: str, own: Iterable[int], others: Iterable[str]) -> None:
    """Unclear if a name looks like a Faction that is not one's own, like another's name, or like the server's."""
    told = skeleton(name)
    mine = {skeleton(text) for faction in own for text in (FACTION_IDS[faction], faction_name(faction))}
    factions = {skeleton(text) for faction in FACTIONS for text in (FACTION_IDS[faction], faction_name(faction))}
    taken = (factions - mine) | {skeleton(tell("server.server"))} | {skeleton(other) for other in others if other}
    if own:
        taken.add(skeleton(tell("server.spectator")))
    if name and not told:
        raise Unclear(tell("server.refuse.blank_name", name=name))
    if told in taken:
        raise Unclear(tell("server.refuse.name", name=name))


def check_names(places: Sequence[Place], host: str) -> None:
    """The same for all the names of a new game."""
    mine = [faction for place in places if place.kind == "me" for faction in place.factions]
    people: list[tuple[Sequence[int], str]] = [(mine, host)]
    people += [(place.factions, place.name) for place in places if place.kind == "link"]
    for number, (own, name) in enumerate(people):
        check_name(name, own, [other for _, other in people[:number]])


class Seats:
    """The links of all games."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def claim(self, link: Link, token: str, secret: object) -> None:
        """Exchange an invitation for a secret of one's own."""
        self._exchange(link, token, secret)

    def renew(self, link: Link, token: str, secret: object) -> None:
        """Exchange a secret for another: the old link no longer works, wherever it was copied to."""
        if not link.plays and not link.host:
            raise Refused(tell("server.refuse.renew_spectator"))
        self._exchange(link, token, secret)

    def _exchange(self, link: Link, token: str, secret: object) -> None:
        if not isinstance(secret, str) or not SECRET.fullmatch(secret) or secret == token:
            raise Unclear(tell("server.refuse.secret"))
        try:
            if not self._store.exchange(link, hash_of(token), hash_of(secret)):
                raise Refused(tell("server.refuse.taken"))
        except TokenUsed:
            raise Unclear(tell("server.refuse.secret")) from None

    def note(self, link: Link, token: str) -> None:
        """A sign of life; if it cannot be stored now, the next one will be."""
        now = time.time()
        if not link.plays or (link.seen is not None and abs(now - link.seen) < NOTED):
            return
        self._store.note_seen(hash_of(token), now)

    def may_be_freed(self, link: Link, here: Sequence[int]) -> bool:
        """Was this seat abandoned, or never taken?"""
        if not link.plays or link.host:
            return False
        if not link.claimed:
            return True
        gone = link.seen is None or abs(time.time() - link.seen) > ABANDONED
        return gone and not set(link.seats) & set(here)

    def free(self, host: Link, seat: object, here: Sequence[int], seats: Sequence[Sequence[int]]) -> str:
        """A new invitation to a seat; its former holder loses it, and everybody is told."""
        found = self._of_seat(host, seat)
        if not self.may_be_freed(found, here):
            raise Refused(tell("server.refuse.not_abandoned", hours=round(ABANDONED / 3600)))
        token = new_token()
        notice = Notice("server.told.freed", {"factions": factions_of(found, seats)}) if found.claimed else None
        if not self._store.free(found, hash_of(token), notice):
            raise Refused(tell("server.refuse.not_abandoned", hours=round(ABANDONED / 3600)))
        return token

    def mute(self, host: Link, seat: object, muted: bool, seats: Sequence[Sequence[int]]) -> None:
        """The host mutes the holder of a seat, or the spectators, or lets them speak again; everybody is told."""
        found = self._of_spectators(host) if seat == SPECTATORS else self._of_seat(host, seat)
        if found.host:
            raise Refused(tell("server.refuse.mute_host"))
        notice = Notice(TOLD[found.plays, muted], {"factions": factions_of(found, seats)})
        self._store.mute(found, muted, notice)

    def renew_spectators(self, host: Link) -> str:
        """A new link for spectators; the old one no longer works, and everybody is told."""
        found = self._of_spectators(host)
        token = new_token()
        self._store.renew_shared(found, hash_of(token), Notice("server.told.spectators_renewed", {}))
        return token

    def _of_seat(self, host: Link, seat: object) -> Link:
        """The link of the person who plays a seat, for the host."""
        links = self._of_game(host)
        found = next((link for link in links if type(seat) is int and link.plays and seat in link.seats), None)
        if found is None:
            raise Unclear(tell("server.refuse.no_seat"))
        return found

    def _of_spectators(self, host: Link) -> Link:
        """The link that all spectators share, for the host."""
        found = next((link for link in self._of_game(host) if not link.plays and not link.host), None)
        if found is None:
            raise Unclear(tell("server.refuse.no_seat"))
        return found

    def _of_game(self, host: Link) -> list[Link]:
        if not host.host:
            raise Refused(tell("server.refuse.host_only"))
        return self._store.links(host.game)
