"""The packaged facts agree with the reference tables; see conftest.py for when this runs."""

import json
from pathlib import Path
from typing import Any

import pytest

from fitl.board.cards import CARDS, card_id
from fitl.board.expansion_cards import EXPANSION_CARDS
from fitl.board.factions import FACTION_IDS
from fitl.board.forces import POOLS
from fitl.board.pieces import KIND_ROWS
from fitl.board.scenario import Scenario
from fitl.board.scenarios import MINI_DECKS, SCENARIOS, SUPPORT_LEVELS
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


# The tables put the Faction before every piece.
OUR_IDS = {f"{FACTION_IDS[row.faction]}_{row.id}": row.id for row in KIND_ROWS}


def ours(counts: dict[str, int]) -> dict[str, int]:
    return {OUR_IDS.get(piece, piece): n for piece, n in counts.items()}


def test_the_pools() -> None:
    theirs = reference("pieces.json")["force_pools"]
    for name, pool in POOLS.items():
        flat = {p: n for faction, held in theirs[name].items() if faction != "total" for p, n in held.items()}
        assert ours(flat) == pool


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=lambda scenario: scenario.name)
def test_the_scenarios(scenario: Scenario) -> None:
    by_id = {other["id"]: other for other in reference("scenarios.json")["scenarios"]}
    own = by_id[scenario.id]
    other = {**by_id[own["set_up_from"]], **own} if "set_up_from" in own else own
    assert (other["title"], other["subtitle"]) == (scenario.title, scenario.subtitle)
    boxes = dict(scenario.boxes)
    if scenario.name == "extended-short-1972":  # printed Out of Play, but set aside as in the longer ones (OPEN 39)
        boxes["out_of_play"] = boxes["out_of_play"] | boxes["set_aside"]
    for box in ("available", "casualties", "out_of_play"):
        assert ours(other[box]) == boxes[box]
    assert other["spaces"].keys() == scenario.setup.keys()
    for key, place in scenario.setup.items():
        assert ours(other["spaces"][key]["pieces"]) == place.pieces
        assert SUPPORT_LEVELS[other["spaces"][key]["support"] or "neutral"] == place.support
    assert other["published_totals"] == scenario.published_totals


def test_the_packaged_files_are_the_only_ones() -> None:
    data = Path(__file__).parents[2] / "src" / "fitl" / "board" / "data"
    assert sorted(path.name for path in data.iterdir()) == [
        "cards.json",
        "expansion_cards.json",
        "map.json",
        "pivotal.json",
        "random_spaces.json",
        "scenarios.json",
        "talks.json",
    ]


def test_the_cards_of_the_expansions() -> None:
    """Digests of both: Secret Road has a place of its own, S57; what the tables do not know is marked as ours."""
    theirs = {(card["id"] or "S57").lower(): card for card in reference("expansion_cards.json")["cards"]}
    theirs["s57"] = next(c for c in reference("expansion_cards.json")["cards"] if c["title"] == "Secret Road")
    assert theirs.keys() == {card.id for card in EXPANSION_CARDS.values()}
    for card in EXPANSION_CARDS.values():
        other = theirs[card.id]
        assert other["kind"] == card.kind
        assert (other["title"] is None) == ("title" in card.ours)
        assert card.title == (other["title"] or card.title)
        if other["year"]:
            assert other["year"] == card.period
        if other["faction_order"]:
            assert [faction.lower() for faction in other["faction_order"]] == [FACTION_IDS[f] for f in card.order]


def test_the_mini_decks() -> None:
    for name, theirs in ((name, reference("scenarios.json")["decks"][name]) for name in ("sod", "fos")):
        ours = MINI_DECKS[name]
        assert [int(year) for year in theirs["years"]] == list(ours.years)
        assert theirs["draft_order"] == [FACTION_IDS[faction] for faction in ours.draft_order]
        assert (theirs["events_per_year"], theirs["coup_placement"]) == (ours.events_per_pile, ours.coup_placement)
        for players, dealt in (("four_player", 4), ("two_player", 6)):
            assert theirs["dealt_per_year"][players] == dealt
        coups = {year: title.replace("_", " ") for year, title in theirs["year_coup"].items()}
        assert coups == {str(y): EXPANSION_CARDS[card].title.lower() for y, card in ours.coup_of_year.items()}
        advised = {year: [name.lower() for name in names] for year, names in theirs.get("first_game_draft", {}).items()}
        assert advised == {str(y): [card_id(card) for card in cards] for y, cards in ours.first_game_draft.items()}
