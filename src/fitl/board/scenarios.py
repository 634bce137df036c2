"""The scenarios (2.1, P2.1, S2.1): every set-up, read and checked (see scenario_checks.py).

Pieces are named as in forces.py; those that flip start Underground (2.1).
"""

from pathlib import Path
from typing import Final

from fitl.board import pieces
from fitl.board.cards import CARDS, COUP_CARDS, EVENT_CARDS, PERIODS, PIVOTAL_CARDS, TET_OFFENSIVE, card_number
from fitl.board.expansion_cards import EXPANSION_CARDS
from fitl.board.factions import ARVN, FACTION_BY_ID, FACTION_IDS
from fitl.board.facts import Node, packaged, parse
from fitl.board.forces import (
    BASE_UNDER,
    PLAIN_IDS,
    POOLS,
    STORED_MOST,
    Pieces,
    engine_kinds,
    piece_counts,
    pool_by_kind,
)
from fitl.board.scenario import Goal, MiniDeck, MiniDeckUse, Pile, Scenario, SpaceSetup
from fitl.board.scenario_checks import check, check_phases
from fitl.board.spaces import BOX_BY_ID, COMMON_BOXES, CONTROLLABLE, POP, SPACE_BY_ID, SPACES, is_loc, row_id
from fitl.board.tracks import TRACKS

SUPPORT_LEVELS: Final = {
    "active_opposition": -2,
    "passive_opposition": -1,
    "neutral": 0,
    "passive_support": 1,
    "active_support": 2,
}
CONTROLS: Final = ("coin", "nva", "none")
COUP_PLACEMENTS: Final = ("whole_pile", "with_bottom_4")
DRAFTS: Final = ("faction", "year")
CAPABILITY_TIMES: Final = ("never", "period_option", "always")
US_POLICIES: Final = ("jfk", "lbj", "nixon")
TRANSITIONS: Final = ("fall_of_diem", "paris_peace")  # P7.4, S6.8
SPECIAL_RULES: Final = ("tet_as_coup", "no_commitment_add_or_withdraw", "no_victory")
STABILITY_LEVELS: Final = ("stable", "unstable", "chaotic")  # Sovereign of Discord
TOTALS: Final = (
    *("support_available", "support_available_anti_war", "support_minus_2x_washington", "coin_patronage"),
    *("nva_bases", "nva_bases_war_weary", "uncontrolled_cadres", "opposition_bases"),
)


def _cards(node: Node, allowed: tuple[int, ...], what: str) -> tuple[int, ...]:
    found: list[int] = []
    for item in node.items():
        number = item.integer()
        if number not in allowed:
            raise item.error(f"card {number} is no {what}")
        if number in found:
            raise item.error(f"card {number} is listed twice")
        found.append(number)
    return tuple(found)


def _factions(node: Node) -> tuple[int, ...]:
    return tuple(item.known("faction", FACTION_BY_ID) for item in node.items())


def _event_period(node: Node) -> int | None:
    period = node.integer_or_none()
    if period is not None and period not in PERIODS:
        raise node.error(f"there are no Events of {period}")
    return period


def _pile(node: Node) -> Pile:
    node.only(("events", "period", "option_period", "coup_card"))
    coup_card = node["coup_card"].integer_or_none()
    if coup_card not in (None, TET_OFFENSIVE, *COUP_CARDS):
        raise node["coup_card"].error(f"card {coup_card} cannot serve as a Coup card")
    return Pile(
        events=node["events"].integer(1),
        period=_event_period(node["period"]),
        option_period=_event_period(node["option_period"]),
        coup_card=coup_card,
    )


def _integers(node: Node) -> tuple[int, ...]:
    return tuple(item.integer() for item in node.items())


_MINI_DECK_KEYS: Final = (
    *("years", "draft_order", "draft_by", "events_per_pile", "coup_placement"),
    *("coup_of_year", "first_game_draft"),
)


def _mini_deck(node: Node) -> MiniDeck:
    node.only(_MINI_DECK_KEYS)
    years, drafted = _integers(node["years"]), node["first_game_draft"]
    coups = {year: _card_of(node["coup_of_year"][str(year)], "coup", year) for year in years}
    return MiniDeck(
        years=years,
        draft_order=_factions(node["draft_order"]),
        draft_by=node["draft_by"].one_of(DRAFTS),
        events_per_pile=node["events_per_pile"].integer(len(FACTION_IDS)),
        coup_placement=node["coup_placement"].one_of(COUP_PLACEMENTS),
        coup_of_year=coups,
        first_game_draft=(
            {year: tuple(_card_of(item, "event", year) for item in drafted[str(year)].items()) for year in years}
            if drafted.table()
            else {}
        ),
    )


def _card_of(node: Node, kind: str, year: int) -> int:
    """A card of an expansion, of this kind and year."""
    card = EXPANSION_CARDS.get(card_number(node.text()) or 0)
    if card is None or card.kind != kind or card.period != year:
        raise node.error(f'"{node.text()}" is no {kind} card of {year}')
    return card.number


def _mini_deck_use(node: Node, mini_decks: dict[str, MiniDeck]) -> MiniDeckUse:
    node.only(("mini_deck", "years", "own_pivotals"))
    name = node["mini_deck"].one_of(mini_decks)
    years = _integers(node["years"])
    if not set(years) <= set(mini_decks[name].years):
        raise node["years"].error(f"the {name} deck covers {', '.join(map(str, mini_decks[name].years))}")
    return MiniDeckUse(name, years, node["own_pivotals"].flag())


def _phases(node: Node) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    for item in node.items():
        item.only(("deck", "transition"))
        if transition := item.get("transition"):
            found.append(("transition", transition.one_of(TRANSITIONS)))
        else:
            found.append(("deck", item["deck"].text()))
    return tuple(found)


def _tracks(node: Node) -> dict[str, int]:
    node.only(TRACKS)
    return {key: item.integer(TRACKS[key].least, TRACKS[key].most) for key, item in node.entries()}


def _resources(node: Node) -> tuple[int, ...]:
    node.only(FACTION_IDS[ARVN:])
    return tuple(item.integer(0, pieces.EDGE_TRACK_MAX) if (item := node.get(f)) else 0 for f in FACTION_IDS)


def _pieces_on_map(node: Node) -> Pieces:
    """Pieces with the Tunnel markers on their Bases, which exist on the map only (1.4.4)."""
    return piece_counts(node, (*PLAIN_IDS, *BASE_UNDER))


def _space_setup(node: Node, sp: int) -> SpaceSetup:
    node.only(("control", "support", "pieces"))
    control, support = node["control"], node["support"]
    if is_loc(sp):
        if not (control.is_null() and support.is_null()):
            raise node.error("a LoC has neither Control nor Support (1.6, 1.7)")
        return SpaceSetup("none", 0, _pieces_on_map(node["pieces"]))
    level = support.known("level of Support", SUPPORT_LEVELS)
    if level and not POP[sp]:
        raise support.error("a space without Population stays Neutral (1.6)")
    return SpaceSetup(control=control.one_of(CONTROLS), support=level, pieces=_pieces_on_map(node["pieces"]))


def _setup(node: Node) -> dict[str, SpaceSetup]:
    found: dict[str, SpaceSetup] = {}
    for key, item in node.entries():
        if key not in SPACE_BY_ID:
            raise item.error(f'unknown space "{key}"')
        found[key] = _space_setup(item, SPACE_BY_ID[key])
    for space in SPACES[:CONTROLLABLE]:
        if space.id not in found:
            raise node.error(f'missing key "{space.id}"')
    return found


def _boxes(node: Node, set_aside: Node) -> dict[str, Pieces]:
    common = tuple(row_id(box) for box in COMMON_BOXES)
    stored = {row_id(box): most for box, most in STORED_MOST.items()}
    node.only((*common, *stored))
    keys = (*common, *(key for key in stored if node.get(key)))
    boxes = {key: piece_counts(node[key], PLAIN_IDS) for key in keys}
    for key in keys[len(common) :]:
        for piece, count in boxes[key].items():
            if count > stored[key].get(pieces.KIND_BY_ID[piece], 0):
                raise node[key][piece].error(f"{count} is more than that box holds (P6.8, P6.9)")
    if set_aside.table():
        boxes["set_aside"] = piece_counts(set_aside, PLAIN_IDS)
    return boxes


def _capabilities(node: Node) -> tuple[tuple[int, str], ...]:
    node.only(("when", "unshaded", "shaded"))
    allowed = tuple(number for number in EVENT_CARDS if CARDS[number].capability is not None)
    sides = {side: _cards(node[side], allowed, "Capability") for side in ("unshaded", "shaded")}
    return tuple((number, side) for side, numbers in sides.items() for number in numbers)


def _goals(node: Node) -> dict[int, Goal]:
    node.only(FACTION_IDS)
    return {
        FACTION_BY_ID[faction]: Goal(goal["total"].one_of(TOTALS), goal["exceeds"].integer())
        for faction, goal in node.entries()
    }


_SCENARIO_KEYS: Final = (
    *("id", "name", "playable", "title", "subtitle", "set", "years", "factions", "pool", "set_up_from"),
    *("leader", "leader_box", "unseen_in_leader_box", "deck", "phases", "pivotal", "pivotal_played", "capabilities"),
    *("us_policy", "tracks", "resources", "regime_stability", "eligible", "initiative", "era", "special"),
    *("published_totals", "boxes", "set_aside", "spaces"),
)


# What most scenarios leave out.
_DEFAULTS: Final[dict[str, object]] = {
    "unseen_in_leader_box": 0,
    "phases": [],
    "pivotal_played": [],
    "regime_stability": None,
    "initiative": [],
    "special": [],
    "set_aside": {},
}


def _scenario(node: Node, mini_decks: dict[str, MiniDeck]) -> Scenario:
    node.only(_SCENARIO_KEYS)
    years = _integers(node["years"])
    if len(years) != 2:
        raise node["years"].error("expected the first and the last year")
    deck, policy, stability = node["deck"], node["us_policy"], node["regime_stability"]
    mini_deck = _mini_deck_use(deck, mini_decks) if deck.get("mini_deck") else None
    if mini_deck is None:
        deck.only(("piles", "coup_pool", "coup_placement", "historical_coups"))
    special = {item.one_of(SPECIAL_RULES) for item in node["special"].items()}
    pool = POOLS[node["pool"].one_of(POOLS)]
    return Scenario(
        id=node["id"].text(),
        name=node["name"].text(),
        playable=node["playable"].flag(),
        title=node["title"].text(),
        subtitle=node["subtitle"].text(),
        set=node["set"].text(),
        years=(years[0], years[1]),
        factions=_factions(node["factions"]),
        pool=pool,
        force_pool=pool_by_kind(pool),
        leader=node["leader"].text(),
        leader_box=_cards(node["leader_box"], COUP_CARDS, "Coup card"),
        unseen_in_leader_box=node["unseen_in_leader_box"].integer(),
        piles=() if mini_deck else tuple(_pile(item) for item in deck["piles"].items()),
        coup_pool=() if mini_deck else _cards(deck["coup_pool"], COUP_CARDS, "Coup card"),
        coup_placement=(
            mini_decks[mini_deck.name].coup_placement if mini_deck else deck["coup_placement"].one_of(COUP_PLACEMENTS)
        ),
        historical_coups=() if mini_deck else _cards(deck["historical_coups"], COUP_CARDS, "Coup card"),
        mini_deck=mini_deck,
        phases=_phases(node["phases"]),
        pivotal=_cards(node["pivotal"], PIVOTAL_CARDS, "Pivotal Event"),
        pivotal_played=_cards(node["pivotal_played"], PIVOTAL_CARDS, "Pivotal Event"),
        capabilities_when=node["capabilities"]["when"].one_of(CAPABILITY_TIMES),
        capabilities=_capabilities(node["capabilities"]),
        us_policy=None if policy.is_null() else policy.one_of(US_POLICIES),
        tracks=_tracks(node["tracks"]),
        resources=_resources(node["resources"]),
        regime_stability=None if stability.is_null() else stability.one_of(STABILITY_LEVELS),
        eligible=_factions(node["eligible"]),
        initiative=_factions(node["initiative"]),
        era=node["era"].text(),
        tet_as_coup="tet_as_coup" in special,
        no_commitment_add_or_withdraw="no_commitment_add_or_withdraw" in special,
        no_victory="no_victory" in special,
        published_totals=node["published_totals"].counts(),
        boxes=_boxes(node["boxes"], node["set_aside"]),
        setup=_setup(node["spaces"]),
    )


def _filled_in(node: Node, by_name: dict[str, Node]) -> Node:
    """A scenario with its defaults; one that names another in `set_up_from` takes from it what it does not state."""
    source = node.get("set_up_from")
    if source is None:
        return Node({**_DEFAULTS, **node.table()}, node.path)
    if (other := by_name.get(source.text())) is None:
        raise source.error(f'unknown scenario "{source.text()}"')
    if other.get("set_up_from"):
        raise source.error(f'scenario "{source.text()}" is itself set up from another')
    merged = {**_DEFAULTS, **other.table(), **node.table()}
    if own := node.get("tracks"):
        merged["tracks"] = {**other["tracks"].table(), **own.table()}
    return Node(merged, node.path)


def load_mini_decks(source: str | Path) -> dict[str, MiniDeck]:
    """Read and check the expansions' decks, which stand in the same file."""
    return {key: _mini_deck(node) for key, node in parse(source)["mini_decks"].entries()}


def load_goals(source: str | Path) -> dict[str, dict[int, Goal]]:
    """The victory conditions of the eras, by Faction (7.2, P7.2, S7.2)."""
    return {key: _goals(node) for key, node in parse(source)["victory_schemes"].entries()}


def load_scenarios(source: str | Path) -> dict[str, Scenario]:
    """Read and check all scenarios, given as JSON text or as the path of a file."""
    root = parse(source)
    root.only(("format", "victory_schemes", "mini_decks", "scenarios"))
    root["format"].one_of(("fitl-scenarios/1",))
    load_goals(source)
    mini_decks = {key: _mini_deck(node) for key, node in root["mini_decks"].entries()}
    by_name: dict[str, Node] = {}
    for node in root["scenarios"].items():
        if (name := node["name"].text()) in by_name:
            raise node["name"].error(f'duplicate name "{name}"')
        by_name[name] = node
    found = {name: _scenario(_filled_in(node, by_name), mini_decks) for name, node in by_name.items()}
    for scenario in found.values():
        check(scenario)
    check_phases(found, mini_decks)
    return found


GOALS: Final[dict[str, dict[int, Goal]]] = load_goals(packaged("scenarios.json"))
SCENARIOS: Final[dict[str, Scenario]] = load_scenarios(packaged("scenarios.json"))
MINI_DECKS: Final[dict[str, MiniDeck]] = load_mini_decks(packaged("scenarios.json"))


def engine_setup(scenario: Scenario) -> dict[int, dict[int, int]]:
    """Where every piece starts, by row of the board and kind of piece, tunneled Bases apart from plain ones (1.4.4)."""
    rows = {SPACE_BY_ID[key]: place.pieces for key, place in scenario.setup.items() if place.pieces}
    boxes = {BOX_BY_ID[key]: found for key, found in scenario.boxes.items()}
    return {row: engine_kinds(found) for row, found in rows.items()} | {
        row: engine_kinds(found, on_map=False) for row, found in boxes.items()
    }
