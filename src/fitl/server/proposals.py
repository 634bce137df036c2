"""Taking back by consent: one player asks for their last answer, all the others agree, and it is undone.

A proposal belongs to one moment of one game. Whatever happens in the game meanwhile makes it lapse (Store.append). One
that was declined stays until then, so that everybody can be told: `declined` is the place that declined.
"""

import secrets
from typing import TypeGuard

from fitl.catalogue import tell
from fitl.refusals import Refused, Stale
from fitl.server.live import LiveGame
from fitl.server.store import Store
from fitl.server.stored import Conflict, Link, Proposal


def is_open(proposal: Proposal | None) -> TypeGuard[Proposal]:
    """Does a take-back still wait for consent?"""
    return proposal is not None and "declined" not in proposal


class Proposals:
    """The open proposals of all games; each game has at most one."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def make(self, live: LiveGame, link: Link, kept: int) -> None:
        """Ask to take back all from one's last answer on."""
        before = live.listed.proposal
        if is_open(before):
            raise Refused(tell("server.refuse.proposal_open"))
        proposal: Proposal = {
            "id": secrets.token_hex(8),
            "by": link.place,
            "kept": kept,
            "agreed": [link.place],
        }
        self._put(live, before, proposal)

    def answer(self, live: LiveGame, link: Link, proposal_id: str, agree: bool) -> None:
        """Agree or decline; one who declines ends it, the last who agrees carries it out."""
        proposal = live.listed.proposal
        if proposal is None or not is_open(proposal) or proposal["id"] != proposal_id:
            raise Stale(tell("server.refuse.proposal_gone"))
        if not agree:
            self._put(live, proposal, {**proposal, "declined": link.place})
            return
        agreed = sorted({*proposal["agreed"], link.place})
        people = {other.place for other in self._store.links(live.id) if other.plays}
        if people <= set(agreed):
            live.take_back_agreed(proposal)
        elif agreed != proposal["agreed"]:
            self._put(live, proposal, {**proposal, "agreed": agreed})

    def _put(self, live: LiveGame, before: Proposal | None, after: Proposal | None) -> None:
        try:
            self._store.propose(live.id, live.listed.head, before, after)
        except Conflict:
            raise Stale(tell("server.refuse.proposal_gone")) from None
        live.look_again()
