"""Who sits at a new game, as a request names them: non-players by kind, and how they read chapter 8."""

from typing import Any

import pytest

from fitl.board.factions import ARVN, NVA, VC
from fitl.options import OptionsError
from fitl.server import library
from fitl.server.seating import Unclear, places_of, read_options, read_places

SEATS: list[dict[str, Any]] = [
    {"factions": ["us"], "kind": "me"},
    *({"factions": [name], "kind": "bot", "plays": "flowchart"} for name in ("arvn", "nva", "vc")),
]


def test_a_request_says_which_faction_is_played_by_which_kind() -> None:
    places = read_places(SEATS)
    options = read_options(None, places)
    assert (options.non_players, options.kind_of(VC)) == ((ARVN, NVA, VC), "flowchart")
    assert [(place.kind, place.plays) for place in places_of(options)][1:] == [("bot", "flowchart")] * 3
    with pytest.raises(OptionsError, match="no bot type 'hal'"):
        read_options(None, read_places([*SEATS[:3], {"factions": ["vc"], "kind": "bot", "plays": "hal"}]))


@pytest.mark.parametrize("kind", ["me", "link"])
def test_a_person_plays_as_no_kind_of_bot(kind: str) -> None:
    with pytest.raises(Unclear, match="plays names a bot type"):
        read_places([{"factions": ["us"], "kind": kind, "plays": "thinker"}, *SEATS[1:]])


@pytest.mark.parametrize("name", ["thinker", "thinker:steady"])
def test_a_kind_of_two_names_is_offered_once_and_taken_by_both(name: str) -> None:
    for scenario in library.scenarios():
        assert ("thinker" in scenario["kinds"], "thinker:steady" in scenario["kinds"]) == (True, False)
        assert len(set(scenario["kinds"])) == len(scenario["kinds"])
    places = read_places([*SEATS[:3], {"factions": ["vc"], "kind": "bot", "plays": name}])
    assert read_options(None, places).kind_of(VC) == name


def test_a_request_says_how_chapter_8_is_read() -> None:
    options = read_options({"readings": {"random_spaces": "other_chart"}, "by_hand": True}, read_places(SEATS))
    assert options.readings == (("random_spaces", "other_chart"),)
    assert options.by_hand
    with pytest.raises(OptionsError, match="random_spaces cannot be 'dice'"):
        read_options({"readings": {"random_spaces": "dice"}}, read_places(SEATS))
    for wrong in (["random_spaces"], {"random_spaces": 1}):
        with pytest.raises(Unclear, match="object of chapter 8 readings"):
            read_options({"readings": wrong}, read_places(SEATS))
