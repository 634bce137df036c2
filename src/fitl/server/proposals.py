"""Taking back by consent: one player asks, all the others agree, and the last answer is undone.

A proposal belongs to one moment of one game. Whatever happens in the game meanwhile makes it lapse.
"""

import json
import secrets
from typing import Any

from fitl.catalogue import tell
from fitl.game import Refused, Stale
from fitl.server.live import LiveGame
from fitl.server.store import Link, Store


class Proposals:
    """The open proposals of all games; each game has at most one."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def present(self, live: LiveGame) -> dict[str, Any] | None:
        """The proposal on which players are to agree now."""
        proposal = live.listed.proposal
        return proposal if proposal is not None and proposal["number"] == live.game.number else None

    def make(self, live: LiveGame, link: Link) -> dict[str, Any]:
        """Ask to take back the last answer."""
        if self.present(live) is not None:
            raise Refused(tell("server.refuse.proposal_open"))
        proposal = {
            "id": secrets.token_hex(8),
            "by": link.place,
            "number": live.game.number,
            "kept": live.last_answer(),
            "agreed": [link.place],
        }
        self._store.change(live.id, proposal=json.dumps(proposal))
        return proposal

    def answer(self, live: LiveGame, link: Link, proposal_id: str, agree: bool) -> None:
        """Agree or decline; one who declines ends it, the last who agrees carries it out."""
        proposal = self.present(live)
        if proposal is None or proposal["id"] != proposal_id:
            raise Stale(tell("server.refuse.proposal_gone"))
        if not agree:
            self._store.change(live.id, proposal=None)
            return
        agreed = sorted({*proposal["agreed"], link.place})
        people = {other.place for other in self._store.links(live.id) if other.plays}
        if people <= set(agreed):
            live.take_back_to(proposal["kept"])
            self._store.change(live.id, proposal=None)
        else:
            self._store.change(live.id, proposal=json.dumps(proposal | {"agreed": agreed}))
