"""A scenario of two Factions is seated, stored, brought back and played to its end through the server."""

from collections.abc import Callable

import pytest

from fitl import journal
from tests.eras.toy import make_known
from tests.server.support import Running

SEATS = [{"factions": ["arvn"], "kind": "me"}, {"factions": ["vc"], "kind": "link"}]


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    make_known(monkeypatch)


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


def test_four_people_agree_on_seats_of_their_own_for_what_follows_diems_war(server: Running) -> None:
    """P7.4, OPEN 35: whoever is to run the US and NVA watches until then."""
    seats = [{"factions": [name], "kind": "me" if name == "us" else "link"} for name in ("us", "arvn", "nva", "vc")]
    table = server.new_game(scenario="diems-war-1961", seats=seats, options={"continue_long_1964": True})
    assert sorted(player.factions for player in table.players) == [["arvn"], ["nva"], ["us"], ["vc"]]
    table.play(20)
    asked = {player.factions[0] for player in table.players if "options" in player.state()["view"]["decision"]}
    assert asked in ({"arvn"}, {"vc"})


def test_in_the_draft_all_see_what_was_taken_and_only_who_picks_is_offered_cards(server: Running) -> None:
    """P2.1: picks are open; what is dealt besides is known to nobody."""
    seats = [{"factions": [name], "kind": "link"} for name in ("us", "arvn", "nva", "vc")]
    table = server.new_game(scenario="four-player-1961", seats=seats)
    table.play(1)
    views = {tuple(player.factions): player.state()["view"] for player in table.players}
    asked = [factions for factions, view in views.items() if "options" in view["decision"]]
    assert asked == [("vc",)]
    taken = [[card["id"] for card in view["drafted"]["1961"]] for view in views.values()]
    assert len(taken[0]) == 1
    assert taken == taken[:1] * len(views)


def test_a_seat_for_a_faction_that_does_not_play_is_refused(server: Running) -> None:
    answer = server.create({"scenario": "toy", "seed": 1, "seats": [*SEATS, {"factions": ["us"], "kind": "bot"}]})
    assert answer.status_code == 400
    assert "toy is played by arvn, vc" in answer.text
