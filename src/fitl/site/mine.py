"""The games somebody has links to, as the lobby lists them."""

from collections.abc import Sequence

from fitl.server.store import Store
from fitl.server.stored import Link, Listed
from fitl.server.tokens import hash_of
from fitl.server.wire.lobby import MyGame


def listed(store: Store, tokens: Sequence[str]) -> list[MyGame | None]:
    hashes = [hash_of(token) for token in tokens]
    found = store.mine(hashes)
    links = store.links_of({each.id for _, each in found.values()})
    return [None if each is None else _row(*each, links[each[1].id]) for each in map(found.get, hashes)]


def _row(link: Link, listed: Listed, links: list[Link]) -> MyGame:
    """A game in somebody's list."""
    summary = listed.summary
    held = {seat: other for other in links for seat in other.seats}
    return {
        "game": listed.id,
        "title": listed.name,
        "scenario": listed.scenario,
        "role": link.role,
        "factions": [faction for seat in link.seats for faction in summary["seats"][seat]],
        "lesson": listed.lesson,
        "turn": summary["seat"] is not None and summary["seat"] in link.seats,
        "actor": summary["actor"],
        "over": summary["over"],
        "card": summary["title"],
        "updated": listed.updated,
        "claimed": link.claimed,
        "host": link.host,
        "ends": listed.ending,
        "others": [
            {"factions": factions, "bot": seat not in held, "name": held[seat].name if seat in held else ""}
            for seat, factions in enumerate(summary["seats"])
            if seat not in link.seats
        ],
    }
