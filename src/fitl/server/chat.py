"""The chat of a table."""

import json

from fitl.board.factions import FACTION_BY_ID
from fitl.catalogue import tell
from fitl.server.live import LiveGame
from fitl.server.seats import factions_of
from fitl.server.store import Store
from fitl.server.stored import Link
from fitl.server.wire.queries import ChatLine
from fitl.words import faction_name


def chat(store: Store, live: LiveGame, after: int) -> list[ChatLine]:
    """The lines after a number, each of a player with their Factions, of a spectator, or of the server itself."""
    links: dict[int | None, Link] = {link.place: link for link in store.links(live.id)}
    told: list[ChatLine] = []
    for said in store.chat(live.id, after):
        link = links.get(said["place"])
        who, text, role, factions = said["who"], said["text"], "unknown", list[str]()  # before it was noted who spoke
        if link is not None:
            who, role, factions = link.name or who, link.role, factions_of(link, live.options.seats)
        elif not who:
            who, text, role = tell("server.server"), _notice(text), "server"
        told.append({"id": said["id"], "at": said["at"], "who": who, "text": text, "role": role, "factions": factions})
    return told


def _notice(text: str) -> str:
    """What the server told everybody (stored.Notice), in the reader's language."""
    message, told = json.loads(text)
    factions = " + ".join(faction_name(FACTION_BY_ID[name]) for name in told.pop("factions", ()))
    return tell(message, seat=factions, **told)
