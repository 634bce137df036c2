"""What was said at a table, and by whom."""

import json
from typing import Any

from fitl.board.factions import FACTION_BY_ID
from fitl.catalogue import tell
from fitl.server.live import LiveGame
from fitl.server.seats import factions_of
from fitl.server.store import Store
from fitl.words import faction_name


def chat(store: Store, live: LiveGame, after: int) -> list[dict[str, Any]]:
    """The lines after a number, each of a player with their Factions, of a spectator, or of the server itself."""
    links = {link.place: link for link in store.links(live.id)}
    told = []
    for said in store.chat(live.id, after):
        link = links.get(said.pop("place"))
        if link is not None:
            told.append(
                {
                    **said,
                    "who": link.name or said["who"],
                    "role": link.role,
                    "factions": factions_of(link, live.options.seats),
                }
            )
        elif said["who"]:  # from before it was noted who spoke
            told.append({**said, "role": "unknown", "factions": []})
        else:
            text = _notice(said["text"])
            told.append({**said, "who": tell("server.server"), "text": text, "role": "server", "factions": []})
    return told


def _notice(text: str) -> str:
    """What the server told everybody (Store.notice), in the reader's language."""
    message, told = json.loads(text)
    factions = " + ".join(faction_name(FACTION_BY_ID[name]) for name in told.pop("factions", ()))
    return tell(message, seat=factions, **told)
