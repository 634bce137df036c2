"""The packaged facts agree with the reference tables; see conftest.py for when this runs."""

import json
from pathlib import Path
from typing import Any

import pytest

from fitl.board.cards import CARDS
from fitl.board.factions import FACTION_IDS
from fitl.board.forces import FORCES
from fitl.board.scenario import Scenario
from fitl.board.scenarios import SCENARIOS, SUPPORT_LEVELS
from fitl.board.spaces import SPACES, TOWNS
from tests.board.conftest import REFERENCE


def reference(name: str) -> Any:
    return json.loads((REFERENCE / name).read_text(encoding="utf-8"))


def test_the_map() -> None:
    table = reference("map.json")
    assert [
        (s["id"], s["name"], s["short"], s["kind"], s["terrain"], s["population"], s["econ"] or 0, s["region"])
        for s in table["spaces"]
    ] == [(s.id, s.name, s.short, s.kind, s.terrain, s.population, s.econ, s.region) for s in SPACES]
    for theirs, ours in zip(table["spaces"], SPACES, strict=True):
        assert theirs["adjacent"] == [SPACES[sp].id for sp in ours.adjacent]
        assert (theirs["coastal"], theirs["highway"], theirs["mekong"]) == (ours.coastal, ours.highway, ours.mekong)
    assert [town["id"] for town in table["towns"]] == [town.id for town in TOWNS]


def test_the_cards() -> None:
    theirs = {card["number"]: card for card in reference("cards.json") if card["number"]}
    assert theirs.keys() == CARDS.keys()
    for number, card in CARDS.items():
        other = theirs[number]
        assert (other["title"], other["kind"], other["period"]) == (card.title, card.kind, card.period)
        assert other["momentum"] == card.momentum
        assert [faction.lower() for faction in other["faction_order"]] == [FACTION_IDS[f] for f in card.order]
        assert set(other["effects"]) == set(card.sides)
        capability = None if card.capability is None else FACTION_IDS[card.capability].upper()
        assert other["capability"] == capability


def test_the_pools() -> None:
    theirs = reference("pieces.json")["force_pools"]
    for name, pool in FORCES.pools.items():
        flat = {p: n for faction, held in theirs[name].items() if faction != "total" for p, n in held.items()}
        assert flat == pool


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=lambda scenario: scenario.name)
def test_the_scenarios(scenario: Scenario) -> None:
    by_id = {other["id"]: other for other in reference("scenarios.json")["scenarios"]}
    own = by_id[scenario.id]
    other = {**by_id[own["set_up_from"]], **own} if "set_up_from" in own else own
    assert (other["title"], other["subtitle"]) == (scenario.title, scenario.subtitle)
    for box in ("available", "casualties", "out_of_play"):
        assert other[box] == scenario.boxes[box]
    assert other["spaces"].keys() == scenario.setup.keys()
    for key, place in scenario.setup.items():
        assert other["spaces"][key]["pieces"] == place.pieces
        assert SUPPORT_LEVELS[other["spaces"][key]["support"] or "neutral"] == place.support
    assert other["published_totals"] == scenario.published_totals


def test_the_packaged_files_are_the_only_ones() -> None:
    data = Path(__file__).parents[2] / "src" / "fitl" / "board" / "data"
    assert sorted(path.name for path in data.iterdir()) == [
        "cards.json",
        "map.json",
        "pieces.json",
        "random_spaces.json",
        "scenarios.json",
    ]
