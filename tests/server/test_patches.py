"""Patches: whoever keeps a table and changes it by what is told has the table that others are told whole."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from fitl.board.factions import FACTION_IDS
from fitl.board.scenarios import SCENARIOS
from fitl.catalogue import speaking
from fitl.server import show
from fitl.server.hub import Hub
from fitl.server.patches import SERIES
from fitl.server.service import Service
from fitl.server.store.sql import SqlStore
from fitl.server.stored import Link
from fitl.server.webhook import Nudges
from tests.languages import spanish  # noqa: F401  (a fixture)
from tests.server.patching import Kept, Lost, patched
from tests.server.support import Running


@pytest.fixture
def service(sqlite: str) -> Iterator[Service]:
    store = SqlStore(sqlite)
    yield Service(store, Hub(), Nudges(local=False))
    store.close()


class Viewer:
    """Somebody who keeps a table, in one of several tabs."""

    def __init__(self, service: Service, game: str, place: int) -> None:
        self.service = service
        self.game = game
        self.place = place
        self.kept: Kept | None = None
        self.whole = 0  # how many whole tables came

    @property
    def link(self) -> Link:
        return next(link for link in self.service.store.links(self.game) if link.place == self.place)

    def look(self) -> dict[str, Any]:
        """What was told, as it arrives; the table kept is then the whole one."""
        with self.service.open(self.game) as live:
            link = self.link
            patch = arrived(show.patch_of(self.service, live, link, self.kept.have if self.kept else ""))
            table = arrived(show.state_of(self.service, live, link))
        self.whole += patch["base"] is None
        self.kept = patched(self.kept, patch)
        assert self.kept.table == table
        return patch


def arrived(told: object) -> Any:
    return json.loads(json.dumps(told))


def new_game(service: Service, scenario: str, kinds: str = "link", **options: object) -> str:
    names = [FACTION_IDS[faction] for faction in SCENARIOS[scenario].factions]
    seats = [{"factions": [name], "kind": kinds if n else "me"} for n, name in enumerate(names)]
    game = service.create({"scenario": scenario, "seats": seats, "options": options})["game"]
    with service.store.writing() as connection:
        connection.exec_driver_sql("UPDATE links SET claimed = true")
    return game


def answer(service: Service, game: str, rng: random.Random) -> bool:
    """Somebody answers or takes something back; false when the game is over."""
    with service.open(game) as live:
        decision, number = live.game.decision, live.game.number
        if decision is None:
            return False
        links = {seat: link for link in service.store.links(game) for seat in link.seats}
        link = links[live.options.seat_of(decision.actor)]
        if rng.random() < 0.1 and (way := live.way_back(link, False)) and way.free:
            service.take_back(link)
        elif rng.random() < 0.05:
            service.say(link, f"Line {number}.")
        else:
            service.choose(link, number, rng.choice(decision.options).key)
    return True


@pytest.mark.parametrize("scenario", ["short-1965", "four-player-1961", "prequel-1963", "black-april-1973"])
def test_a_table_changed_by_patches_is_the_table(service: Service, scenario: str) -> None:
    """Random games of every era; viewers of every link, in two tabs each, look now and then."""
    rng = random.Random(scenario)
    game = new_game(service, scenario)
    places = [link.place for link in service.store.links(game)]
    viewers = [Viewer(service, game, place) for place in places for _ in range(2)]
    for _ in range(60):
        for viewer in viewers:
            if rng.random() < 0.15:
                viewer.look()
        if not answer(service, game, rng):
            break
    for viewer in viewers:
        viewer.look()
        assert viewer.whole == 1


def test_a_long_game_with_bots_by_patches(service: Service) -> None:
    """Past the 200 lines and 40 turns that are told."""
    rng = random.Random(1)
    game = new_game(service, "short-1965", "bot")
    me, spectator = (Viewer(service, game, link.place) for link in service.store.links(game))
    while me.kept is None or not (me.kept.table["turns"] and me.kept.table["view"]["log"][0]["n"] > 20):
        for _ in range(rng.choice((1, 5))):
            while service.play_bots(game).more:
                pass
            assert answer(service, game, rng)
        me.look()
        if rng.random() < 0.2:
            spectator.look()
    spectator.look()
    assert me.whole == spectator.whole == 1


def test_a_patch_has_only_what_changed(service: Service) -> None:
    game = new_game(service, "short-1965")
    me = Viewer(service, game, 0)
    whole = me.look()
    assert whole["base"] is None
    nothing = me.look()
    assert (nothing["base"], nothing["number"], nothing["changed"]) == (whole["number"], whole["number"], {})
    assert not {"gone", "rows", "table"} & nothing.keys()
    with service.open(game) as live:
        service.say(me.link, "Hello.")
        assert live.listed.chat
    assert me.look()["changed"].keys() == {"version", "chat"}


def test_a_table_that_is_not_known_is_told_whole(service: Service) -> None:
    game = new_game(service, "short-1965")
    me = Viewer(service, game, 0)
    me.look()
    assert me.kept is not None
    series, number = me.kept.series, me.kept.number
    with service.open(game) as live:
        for have in ("", "x", "x.1", series, *(f"{series}.{each}" for each in ("", "x", number + 1, -1, 10**12))):
            assert show.patch_of(service, live, me.link, have)["base"] is None
        assert show.patch_of(service, live, me.link, f"{series}.{number}")["base"] == number


@pytest.mark.usefixtures("spanish")
def test_a_series_belongs_to_one_link_and_language(service: Service) -> None:
    game = new_game(service, "short-1965")
    me = Viewer(service, game, 0)
    me.look()
    other = next(link for link in service.store.links(game) if link.place != 0)
    assert me.kept is not None
    with service.open(game) as live:
        assert show.patch_of(service, live, other, me.kept.have)["base"] is None
        with speaking("es"):
            assert show.patch_of(service, live, me.link, me.kept.have)["base"] is None


def test_a_game_remembers_few_series(service: Service) -> None:
    game = new_game(service, "short-1965")
    with service.open(game) as live:
        table = show.state_of(service, live, service.store.links(game)[0])
        names = [live.viewers.patch(place, table, "")["series"] for place in range(3 * SERIES)]
        assert len(live.viewers) == SERIES
        assert live.viewers.patch(3 * SERIES - 1, table, "")["series"] == names[-1]
        assert live.viewers.patch(0, table, "")["series"] != names[0]


def test_a_patch_tells_no_secret(service: Service) -> None:
    """7.3: no patch to a viewer names a marker that only its holder may know."""
    rng = random.Random(7)
    game = new_game(service, "short-1965", deception=True, handicap=["us", "vc"])
    viewers = [Viewer(service, game, link.place) for link in service.store.links(game)]
    held = 0
    for _ in range(12):
        for viewer in viewers:
            patch = viewer.look()
            told = {path: value for path, value in patch.get("changed", {}).items() if path == "view.markers"}
            for faction, markers in told.get("view.markers", {}).items():
                own = faction in (viewer.kept.table["me"]["factions"] if viewer.kept else ())
                assert isinstance(markers["held"], list) == own
                held += own
        if not answer(service, game, rng):
            break
    assert held


# --- over the line --------------------------------------------------------------------------------------------------


def test_every_change_answers_a_patch_to_whoever_keeps_a_table(server: Running) -> None:
    me = server.new_game().me
    kept = patched(None, me.get("?have=").json())
    for _ in range(5):
        key = kept.table["view"]["decision"]["options"][0]["key"]
        body = {"number": kept.table["number"], "key": key, "have": kept.have, "from": kept.table["entries"]}
        answer = me.post("/choose", body).json()
        assert answer.keys() == {"patch", "result"}
        assert answer["patch"]["base"] == kept.number
        assert answer["patch"]["steps"]["frames"] == []
        kept = patched(kept, answer["patch"])
        assert kept.table == me.state()
    taken = me.post("/undo", {"have": kept.have}).json()
    assert taken["result"]["taken"]
    kept = patched(kept, taken["patch"])
    assert kept.table == me.state()
    assert patched(kept, me.get(f"?have={kept.have}").json()) == kept


def test_whoever_says_nothing_of_it_is_told_the_whole_table(server: Running) -> None:
    me = server.new_game().me
    state = me.state()
    assert me.choose(me.asked(state)[0]).json()["state"]["view"]
    assert me.get(f"?at=0&have={'x' * 8}.1").json()["view"]  # an earlier moment is always whole


def test_what_one_has_must_be_a_text(server: Running) -> None:
    me = server.new_game().me
    assert me.post("/chat", {"text": "Hello.", "have": 7}).json()["error"] == "unclear"
    assert me.get(f"?have={'x' * 1000}").json()["error"] == "unclear"


def test_a_lost_patch_is_noticed() -> None:
    table = {"number": 1, "view": {}}
    kept = patched(None, {"series": "a", "number": 4, "base": None, "table": table})
    later = {"series": "a", "number": 6, "base": 5, "changed": {"number": 3}}
    for before, patch in ((kept, later), (None, later), (kept, {**later, "series": "b", "base": 4})):
        with pytest.raises(Lost):
            patched(before, patch)


def test_patches_that_overtake_each_other_come_to_the_same() -> None:
    """Two requests under way at once: each patch holds all that is new since the table that was named."""
    kept = patched(None, {"series": "a", "number": 4, "base": None, "table": {"number": 1, "over": False}})
    first = {"series": "a", "number": 5, "base": 4, "changed": {"number": 2}}
    second = {"series": "a", "number": 6, "base": 4, "changed": {"number": 3, "over": True}}
    assert patched(patched(kept, first), second) == patched(patched(kept, second), first)
    assert patched(patched(kept, second), first).table == {"number": 3, "over": True}
