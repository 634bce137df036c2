"""A scenario of two Factions is seated, stored, brought back and played to its end through the server."""

from collections.abc import Callable

import pytest

from fitl import journal
from fitl.board.scenarios import SCENARIOS
from tests.eras.toy import TOY
from tests.server.support import Running

SEATS = [{"factions": ["arvn"], "kind": "me"}, {"factions": ["vc"], "kind": "link"}]


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SCENARIOS, "toy", TOY)


def test_a_game_of_two_factions_comes_back_from_the_database_and_is_played_to_its_end(
    database: str, serve: Callable[..., Running]
) -> None:
    first = serve(database)
    table = first.new_game(scenario="toy", seats=SEATS)
    assert [player.factions for player in table.players] == [["arvn"], ["vc"]]
    table.play(12)
    before = table.me.state()["view"]
    again = serve(database)
    table.players = [player.through(again) for player in table.players]
    table.me = table.players[0]
    assert table.me.state()["view"] == before
    table.play(10_000)
    state = table.me.state()
    assert state["over"]
    assert state["view"]["factions"] == ["arvn", "vc"]
    replayed = journal.replay(journal.parse("\n".join(again.lines(table.id))))
    assert replayed.outcome is not None
    assert {entry.actor for entry in replayed.entries} <= {-1, 1, 3}


def test_a_seat_for_a_faction_that_does_not_play_is_refused(server: Running) -> None:
    answer = server.create({"scenario": "toy", "seed": 1, "seats": [*SEATS, {"factions": ["us"], "kind": "bot"}]})
    assert answer.status_code == 400
    assert "toy is played by arvn, vc" in answer.text
