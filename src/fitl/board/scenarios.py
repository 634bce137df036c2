"""The scenarios (2.1, P2.1, S2.1): every set-up, checked against its force pool, its Control and its printed totals.

Piece ids here are those of the data files: `us_irregular`, `arvn_police`, `vc_guerrilla` ... Pieces that flip start
Underground (2.1). `nva_tunnel` and `vc_tunnel` count markers on Bases already counted, not pieces (1.4.4).
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fitl.board import pieces
from fitl.board.cards import CARD_BY_PERIOD, CARDS, COUP_CARDS, EVENT_CARDS, PERIODS, PIVOTAL_CARDS, TET_OFFENSIVE
from fitl.board.factions import ARVN, FACTION_BY_ID, FACTION_IDS, FACTIONS, NVA, US, VC
from fitl.board.facts import FactsError, Node, packaged, parse
from fitl.board.spaces import (
    AVAILABLE,
    BOX_IDS,
    CONTROLLABLE,
    NORTH_VIETNAM,
    POP,
    SPACE_BY_ID,
    SPACES,
    is_loc,
    is_province,
)

Pieces = dict[str, int]

# From the ids of the data files to the kinds of the engine. A Tunnel marker turns one Base into a tunneled Base.
ENGINE_KIND: Final[dict[str, int]] = {
    "us_troops": pieces.US_TROOPS,
    "us_base": pieces.US_BASE,
    "us_irregular": pieces.IRREGULAR,
    "arvn_troops": pieces.ARVN_TROOPS,
    "arvn_police": pieces.POLICE,
    "arvn_ranger": pieces.RANGER,
    "arvn_base": pieces.ARVN_BASE,
    "nva_troops": pieces.NVA_TROOPS,
    "nva_guerrilla": pieces.NVA_GUERRILLA,
    "nva_base": pieces.NVA_BASE,
    "nva_tunnel": pieces.NVA_TUNNEL,
    "vc_guerrilla": pieces.VC_GUERRILLA,
    "vc_base": pieces.VC_BASE,
    "vc_tunnel": pieces.VC_TUNNEL,
}
BASE_UNDER: Final = {"nva_tunnel": "nva_base", "vc_tunnel": "vc_base"}

SUPPORT_LEVELS: Final = {
    "active_opposition": -2,
    "passive_opposition": -1,
    "neutral": 0,
    "passive_support": 1,
    "active_support": 2,
}
CONTROLS: Final = ("coin", "nva", "none")
COUP_PLACEMENTS: Final = ("whole_pile", "with_bottom_4")
CAPABILITY_TIMES: Final = ("never", "period_option", "always")
US_POLICIES: Final = ("jfk", "lbj", "nixon")
TRANSITIONS: Final = ("fall_of_diem", "paris_peace")  # P7.4, S6.8
SPECIAL_RULES: Final = ("tet_as_coup", "no_commitment_add_or_withdraw", "no_victory", "us_retreat_done")
STABILITY_LEVELS: Final = ("stable", "unstable", "chaotic")  # Sovereign of Discord
TRACK_LIMITS: Final = {
    "aid": pieces.EDGE_TRACK_MAX,
    "patronage": pieces.EDGE_TRACK_MAX,
    "econ": pieces.EDGE_TRACK_MAX,
    "trail": pieces.TRAIL_MAX,
    "war_weary": pieces.EDGE_TRACK_MAX,
    "anti_war": pieces.EDGE_TRACK_MAX,
    "us_posture": 4,
    "washington": 4,
    "hanoi": 4,
}
TOTALS: Final = (
    *("support_available", "support_available_anti_war", "support_minus_2x_washington", "coin_patronage"),
    *("nva_bases", "nva_bases_war_weary", "uncontrolled_cadres", "opposition_bases"),
)
_BASE_TRACKS: Final = ("aid", "patronage", "econ", "trail")
_LEADERS_WITHOUT_COUP: Final = ("minh", "diem")


@dataclass(frozen=True, slots=True)
class PieceType:
    """One type of wooden piece or counter (1.4, P1.4, S1.4)."""

    id: str
    faction: int
    name: str
    shape: str
    color: str
    group: str
    flips: bool
    set: str  # the box it comes in: "base", "sod" or "fos"


@dataclass(frozen=True, slots=True)
class Forces:
    """Everything the pieces file says."""

    types: dict[str, PieceType]
    pools: dict[str, Pieces]
    markers: dict[str, int]
    limits: dict[str, int]
    tracks: dict[str, Pieces]  # what a box like "washington_2" holds at most (P6.8, P6.9)


@dataclass(frozen=True, slots=True)
class Pile:
    """One pile of the deck, with one Coup card shuffled in (2.1)."""

    events: int
    period: int | None  # demanded by the scenario itself
    option_period: int | None  # demanded by the Period Events option
    coup_card: int | None  # a fixed card in the place of a random Coup card


@dataclass(frozen=True, slots=True)
class MiniDeck:
    """How an expansion builds its deck (P2.1, S2.1); its cards are named by the expansion's own ids."""

    years: tuple[int, ...]
    events_of_year: int
    draft_order: tuple[int, ...]
    drafted_per_faction: int
    dealt_to_four: int
    dealt_to_two: int
    events_per_pile: int
    coup_placement: str
    coup_of_year: dict[int, str]
    first_game_draft: dict[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class MiniDeckUse:
    """Which part of a mini-deck a scenario plays."""

    name: str
    years: tuple[int, ...]
    drafters: tuple[int, ...]
    own_pivotals: bool  # each Faction holds its Pivotal Event of the expansion


@dataclass(frozen=True, slots=True)
class SpaceSetup:
    """One space at the start."""

    control: str  # "coin", "nva" or "none"; LoCs are never Controlled (1.7)
    support: int  # -2 Active Opposition ... +2 Active Support (1.6)
    pieces: Pieces
    out_of_play: bool  # Sovereign of Discord leaves the North, Laos and Cambodia out


@dataclass(frozen=True, slots=True)
class Goal:
    """A victory condition: a total that must exceed a number (7.2)."""

    total: str
    exceeds: int


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario, complete: what it takes from another one is already filled in."""

    id: str
    name: str  # on the command line
    playable: bool
    title: str
    subtitle: str
    set: str
    rules_ref: str
    years: tuple[int, int]
    factions: tuple[int, ...]
    pool: Pieces
    leader: str
    leader_box: tuple[int, ...]  # Coup cards, bottom to top
    unseen_in_leader_box: int  # further Coup cards beneath, face down
    piles: tuple[Pile, ...]  # first pile on top; empty where the deck is a mini-deck
    coup_pool: tuple[int, ...]
    coup_placement: str
    historical_coups: tuple[int, ...]  # the Coup cards of the historical option, if there is one
    mini_deck: MiniDeckUse | None
    phases: tuple[tuple[str, str], ...]  # ("deck" or "transition", which), for scenarios that go on
    pivotal: tuple[int, ...]
    pivotal_played: tuple[int, ...]
    capabilities_when: str
    capabilities: tuple[tuple[int, str], ...]
    us_policy: str | None  # used by the non-player US only
    tracks: dict[str, int]
    resources: tuple[int, ...]  # by Faction; the US has none (1.8)
    regime_stability: str | None
    eligible: tuple[int, ...]
    initiative: tuple[int, ...]  # first and second Faction of a two-player sequence
    victory: str
    goals: dict[int, Goal]
    tet_as_coup: bool
    no_commitment_add_or_withdraw: bool
    no_victory: bool
    us_retreat_done: bool
    tiles: tuple[str, ...]
    on_track_markers: tuple[int, ...]
    extra_activities: dict[str, str]
    published_totals: dict[str, int]
    boxes: dict[str, Pieces]
    setup: dict[str, SpaceSetup]


def load_pieces(source: str | Path) -> Forces:
    """Read and check the pieces file, given as JSON text or as the path of a file."""
    root = parse(source)
    root.only(("format", "types", "pools", "markers", "limits", "tracks"))
    root["format"].one_of(("fitl-pieces/1",))
    types: dict[str, PieceType] = {}
    for node in root["types"].items():
        found = _piece_type(node)
        if found.id in types:
            raise node["id"].error(f'duplicate id "{found.id}"')
        types[found.id] = found
    _check_engine_constants(root)
    return Forces(
        types=types,
        pools={key: _pieces(node, types) for key, node in root["pools"].entries()},
        markers=root["markers"].counts(),
        limits=root["limits"].counts(),
        tracks={
            f"{track}_{level}": _pieces(boxes[level], types)
            for track, boxes in root["tracks"].entries()
            for level in boxes.table()
        },
    )


def _piece_type(node: Node) -> PieceType:
    node.only(("id", "faction", "name", "shape", "color", "group", "flips", "set"))
    return PieceType(
        id=node["id"].text(),
        faction=node["faction"].known("faction", FACTION_BY_ID),
        name=node["name"].text(),
        shape=node["shape"].text(),
        color=node["color"].text(),
        group=node["group"].text(),
        flips=node["flips"].flag(),
        set=node["set"].one_of(("base", "sod", "fos")),
    )


def _pieces(node: Node, allowed: Iterable[str]) -> Pieces:
    """Counts by piece id."""
    for piece, count in node.entries():
        if piece not in allowed:
            raise count.error(f'unknown piece "{piece}"')
    return node.counts()


def _check_engine_constants(root: Node) -> None:
    """The engine's own numbers and this file must not drift apart."""
    base, markers, limits = root["pools"]["base"], root["markers"], root["limits"]
    for piece, kind in ENGINE_KIND.items():
        if piece not in BASE_UNDER:
            base[piece].integer(pieces.POOL[kind], pieces.POOL[kind])  # 1.4
    for node, expected in (
        (markers["terror_sabotage"], pieces.TERROR_MARKERS),
        (markers["tunnel"], pieces.TUNNEL_MARKERS),
        (limits["bases_per_space"], pieces.BASES_PER_SPACE),
        (limits["edge_track"], pieces.EDGE_TRACK_MAX),
        (limits["trail"], pieces.TRAIL_MAX),
    ):
        node.integer(expected, expected)


FORCES: Final[Forces] = load_pieces(packaged("pieces.json"))


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
    *("years", "events_of_year", "draft_order", "drafted_per_faction", "dealt", "events_per_pile", "coup_placement"),
    *("coup_of_year", "first_game_draft"),
)


def _mini_deck(node: Node) -> MiniDeck:
    node.only(_MINI_DECK_KEYS)
    years, dealt, drafted = _integers(node["years"]), node["dealt"], node["first_game_draft"]
    return MiniDeck(
        years=years,
        events_of_year=node["events_of_year"].integer(),
        draft_order=_factions(node["draft_order"]),
        drafted_per_faction=node["drafted_per_faction"].integer(),
        dealt_to_four=dealt["four_player"].integer(),
        dealt_to_two=dealt["two_player"].integer(),
        events_per_pile=node["events_per_pile"].integer(),
        coup_placement=node["coup_placement"].one_of(COUP_PLACEMENTS),
        coup_of_year={year: node["coup_of_year"][str(year)].text() for year in years},
        first_game_draft={year: drafted[str(year)].texts() for year in years} if drafted.table() else {},
    )


def _mini_deck_use(node: Node, mini_decks: dict[str, MiniDeck]) -> MiniDeckUse:
    node.only(("mini_deck", "years", "drafters", "own_pivotals"))
    name = node["mini_deck"].one_of(mini_decks)
    years = _integers(node["years"])
    if not set(years) <= set(mini_decks[name].years):
        raise node["years"].error(f"the {name} deck covers {', '.join(map(str, mini_decks[name].years))}")
    return MiniDeckUse(name, years, _factions(node["drafters"]), node["own_pivotals"].flag())


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
    node.only(TRACK_LIMITS)
    return {key: item.integer(0, TRACK_LIMITS[key]) for key, item in node.entries()}


def _resources(node: Node) -> tuple[int, ...]:
    node.only(FACTION_IDS[ARVN:])
    return tuple(item.integer(0, pieces.EDGE_TRACK_MAX) if (item := node.get(f)) else 0 for f in FACTION_IDS)


def _pieces_on_map(node: Node) -> Pieces:
    """Pieces with the Tunnel markers on their Bases, which exist on the map only (1.4.4)."""
    return _pieces(node, (*FORCES.types, *BASE_UNDER))


def _space_setup(node: Node, sp: int) -> SpaceSetup:
    node.only(("control", "support", "pieces", "out_of_play"))
    control, support, out = node["control"], node["support"], node.get("out_of_play")
    if is_loc(sp):
        if not (control.is_null() and support.is_null()):
            raise node.error("a LoC has neither Control nor Support (1.6, 1.7)")
        return SpaceSetup("none", 0, _pieces_on_map(node["pieces"]), False)
    level = support.known("level of Support", SUPPORT_LEVELS)
    if level and not POP[sp]:
        raise support.error("a space without Population stays Neutral (1.6)")
    return SpaceSetup(
        control=control.one_of(CONTROLS),
        support=level,
        pieces=_pieces_on_map(node["pieces"]),
        out_of_play=out is not None and out.flag(),
    )


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
    node.only((*BOX_IDS, *FORCES.tracks))
    keys = (*BOX_IDS, *(key for key in FORCES.tracks if node.get(key)))
    boxes = {key: _pieces(node[key], FORCES.types) for key in keys}
    for key in keys[len(BOX_IDS) :]:
        for piece, count in boxes[key].items():
            if count > FORCES.tracks[key].get(piece, 0):
                raise node[key][piece].error(f"{count} is more than that box holds (P6.8, P6.9)")
    if set_aside.table():
        boxes["set_aside"] = _pieces(set_aside, FORCES.types)
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
    *("id", "name", "playable", "title", "subtitle", "set", "rules_ref", "years", "factions", "pool", "set_up_from"),
    *("leader", "leader_box", "unseen_in_leader_box", "deck", "phases", "pivotal", "pivotal_played", "capabilities"),
    *("us_policy", "tracks", "resources", "regime_stability", "eligible", "initiative", "victory", "special", "tiles"),
    *("on_track_markers", "extra_activities", "published_totals", "boxes", "set_aside", "spaces"),
)


# What most scenarios leave out.
_DEFAULTS: Final[dict[str, object]] = {
    "unseen_in_leader_box": 0,
    "phases": [],
    "pivotal_played": [],
    "regime_stability": None,
    "initiative": [],
    "special": [],
    "tiles": [],
    "on_track_markers": [],
    "extra_activities": {},
    "set_aside": {},
}


def _scenario(node: Node, mini_decks: dict[str, MiniDeck], goals: dict[str, dict[int, Goal]]) -> Scenario:
    node.only(_SCENARIO_KEYS)
    years = _integers(node["years"])
    if len(years) != 2:
        raise node["years"].error("expected the first and the last year")
    deck, policy, stability = node["deck"], node["us_policy"], node["regime_stability"]
    mini_deck = _mini_deck_use(deck, mini_decks) if deck.get("mini_deck") else None
    if mini_deck is None:
        deck.only(("piles", "coup_pool", "coup_placement", "historical_coups"))
    special = {item.one_of(SPECIAL_RULES) for item in node["special"].items()}
    victory = node["victory"].one_of(goals)
    return Scenario(
        id=node["id"].text(),
        name=node["name"].text(),
        playable=node["playable"].flag(),
        title=node["title"].text(),
        subtitle=node["subtitle"].text(),
        set=node["set"].text(),
        rules_ref=node["rules_ref"].text(),
        years=(years[0], years[1]),
        factions=_factions(node["factions"]),
        pool=FORCES.pools[node["pool"].one_of(FORCES.pools)],
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
        victory=victory,
        goals=goals[victory],
        tet_as_coup="tet_as_coup" in special,
        no_commitment_add_or_withdraw="no_commitment_add_or_withdraw" in special,
        no_victory="no_victory" in special,
        us_retreat_done="us_retreat_done" in special,
        tiles=node["tiles"].texts(),
        on_track_markers=_integers(node["on_track_markers"]),
        extra_activities={key: item.text() for key, item in node["extra_activities"].entries()},
        published_totals=node["published_totals"].counts(),
        boxes=_boxes(node["boxes"], node["set_aside"]),
        setup=_setup(node["spaces"]),
    )


def _count(scenario: Scenario, *wanted: str) -> int:
    """Pieces of these types on the map."""
    return sum(place.pieces.get(piece, 0) for place in scenario.setup.values() for piece in wanted)


def controller(found: Pieces) -> str:
    """Who Controls a City or Province holding these pieces (1.7).

    Cadres and Tunnels are no forces. Sovereign of Discord knows no NVA Control (P1.7), and has no NVA forces either.
    """
    strength = [0, 0, 0, 0]
    for piece, count in found.items():
        if piece not in BASE_UNDER and FORCES.types[piece].group != "cadre":
            strength[FORCES.types[piece].faction] += count
    coin = strength[US] + strength[ARVN]
    if coin > strength[NVA] + strength[VC]:
        return "coin"
    return "nva" if strength[NVA] > coin + strength[VC] else "none"


def victory_totals(scenario: Scenario) -> dict[str, int]:
    """Every victory total of the base game (1.9) and the expansions (P1.9, S1.9) at the start of a scenario."""
    held: Counter[str] = Counter()
    support = opposition = 0
    for key, place in scenario.setup.items():
        population = POP[SPACE_BY_ID[key]]
        held[place.control] += population
        if place.support > 0:
            support += place.support * population
        elif "arvn_hamlet" not in place.pieces:  # P1.6.2
            opposition -= place.support * population
    available, tracks = scenario.boxes["available"], scenario.tracks
    us_total = support + available.get("us_troops", 0) + available.get("us_base", 0)
    nva_total = held["nva"] + _count(scenario, "nva_base")
    return {
        "support_available": us_total,
        "support_available_anti_war": us_total - tracks.get("anti_war", 0),
        "support_minus_2x_washington": support - 2 * tracks.get("washington", 0),
        "coin_patronage": held["coin"] + tracks["patronage"],
        "nva_bases": nva_total,
        "nva_bases_war_weary": nva_total - tracks.get("war_weary", 0),
        "uncontrolled_cadres": held["none"] + _count(scenario, "nva_cadre"),
        "opposition_bases": opposition + _count(scenario, "vc_base"),
    }


def _check_pool(scenario: Scenario) -> None:
    """Map, boxes and tracks together hold exactly the force pool (1.4.1)."""
    found: Counter[str] = Counter()
    for holder in [place.pieces for place in scenario.setup.values()] + list(scenario.boxes.values()):
        found.update(holder)
    for piece in FORCES.types:
        if found[piece] != (expected := scenario.pool.get(piece, 0)):
            raise FactsError(f"{scenario.name}: {piece}: {found[piece]} in all, expected {expected}")
    if (tunnels := sum(found[marker] for marker in BASE_UNDER)) > FORCES.markers["tunnel"]:
        raise FactsError(f"{scenario.name}: {tunnels} Tunnel markers, there are {FORCES.markers['tunnel']}")


def _check_stacking(scenario: Scenario) -> None:
    """1.4.2, 1.4.4, P1.4.2."""
    for key, place in scenario.setup.items():
        sp, found = SPACE_BY_ID[key], place.pieces
        where = f"{scenario.name}: {key}"
        bases = sum(count for piece, count in found.items() if piece.endswith("_base"))
        if bases > pieces.BASES_PER_SPACE:
            raise FactsError(f"{where}: {bases} Bases, at most {pieces.BASES_PER_SPACE} may be there (1.4.2)")
        if bases and is_loc(sp):
            raise FactsError(f"{where}: a Base on a LoC (1.4.2)")
        if sp == NORTH_VIETNAM and any(piece.startswith(("us_", "arvn_")) for piece in found):
            raise FactsError(f"{where}: US or ARVN pieces in North Vietnam (1.4.2)")
        for marker, base in BASE_UNDER.items():
            if found.get(marker, 0) > found.get(base, 0):
                raise FactsError(f"{where}: more Tunnels than Bases (1.4.4)")
        if found.get("nva_cadre", 0) > found.get("vc_base", 0):
            raise FactsError(f"{where}: more Cadres than VC Bases (P1.4.2)")
        if found.get("arvn_hamlet", 0) > is_province(sp):
            raise FactsError(f"{where}: more than one Strategic Hamlet, or one outside a Province (P1.4.2)")


def _check_control(scenario: Scenario) -> None:
    for key, place in scenario.setup.items():
        if SPACE_BY_ID[key] < CONTROLLABLE and (found := controller(place.pieces)) != place.control:
            raise FactsError(f"{scenario.name}: {key}: Control is given as {place.control}, its pieces make it {found}")


def _check_totals(scenario: Scenario) -> None:
    recount = victory_totals(scenario)
    for total, printed in scenario.published_totals.items():
        if total not in recount:
            raise FactsError(f'{scenario.name}: unknown total "{total}"')
        if recount[total] != printed:
            raise FactsError(f"{scenario.name}: {total} is given as {printed}, the set-up makes it {recount[total]}")


def _check_leader(scenario: Scenario) -> None:
    top = CARDS[scenario.leader_box[-1]].leader if scenario.leader_box else None
    if scenario.leader != top and (top or scenario.leader not in _LEADERS_WITHOUT_COUP):
        raise FactsError(f"{scenario.name}: leader {scenario.leader} is not the top card of the RVN Leader box (2.4.1)")


def _check_deck(scenario: Scenario) -> None:
    """Enough Coup cards and Events for the piles, and no card in two places (2.1)."""
    name = scenario.name
    if doubled := set(scenario.coup_pool) & set(scenario.leader_box):
        raise FactsError(f"{name}: card {min(doubled)} is both in the RVN Leader box and in the deck")
    drawn = sum(pile.coup_card is None for pile in scenario.piles)
    if len(scenario.coup_pool) < drawn:
        raise FactsError(f"{name}: {drawn} piles but only {len(scenario.coup_pool)} Coup cards")
    if scenario.historical_coups and (
        len(scenario.historical_coups) != drawn or not set(scenario.historical_coups) <= set(scenario.coup_pool)
    ):
        raise FactsError(f"{name}: the historical Coup cards must be {drawn} cards of the Coup pool")
    needed = Counter[int]()
    for pile in scenario.piles:
        if (period := pile.period or pile.option_period) is not None:
            needed[period] += pile.events
    laid_out = {number for number, _ in scenario.capabilities}
    for period, count in needed.items():
        if count > (there := len(set(CARD_BY_PERIOD[period]) - laid_out)):
            raise FactsError(f"{name}: {count} Events of {period} needed, there are {there}")


def _check_playable(scenario: Scenario) -> None:
    """What the base engine needs of a scenario it offers."""
    if not scenario.playable:
        return
    for track in _BASE_TRACKS:
        if track not in scenario.tracks:
            raise FactsError(f"{scenario.name}: playable, but has no {track} track")
    if not scenario.piles or scenario.factions != FACTIONS:
        raise FactsError(f"{scenario.name}: playable, but not with the base deck and all four Factions")
    for piece in scenario.pool:
        if piece not in ENGINE_KIND:
            raise FactsError(f"{scenario.name}: playable, but the engine has no {piece}")


def _check(scenario: Scenario) -> None:
    _check_pool(scenario)
    _check_stacking(scenario)
    _check_control(scenario)
    _check_totals(scenario)
    _check_leader(scenario)
    _check_deck(scenario)
    _check_playable(scenario)


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


def _check_phases(scenarios: dict[str, Scenario], mini_decks: dict[str, MiniDeck]) -> None:
    decks = {*scenarios, *(f"{name}_mini_deck" for name in mini_decks)}
    for scenario in scenarios.values():
        for kind, which in scenario.phases:
            if kind == "deck" and which not in decks:
                raise FactsError(f'{scenario.name}: unknown deck "{which}" among its phases')


def load_scenarios(source: str | Path) -> dict[str, Scenario]:
    """Read and check all scenarios, given as JSON text or as the path of a file."""
    root = parse(source)
    root.only(("format", "victory_schemes", "mini_decks", "scenarios"))
    root["format"].one_of(("fitl-scenarios/1",))
    goals = {key: _goals(node) for key, node in root["victory_schemes"].entries()}
    mini_decks = {key: _mini_deck(node) for key, node in root["mini_decks"].entries()}
    by_name: dict[str, Node] = {}
    for node in root["scenarios"].items():
        if (name := node["name"].text()) in by_name:
            raise node["name"].error(f'duplicate name "{name}"')
        by_name[name] = node
    found = {name: _scenario(_filled_in(node, by_name), mini_decks, goals) for name, node in by_name.items()}
    for scenario in found.values():
        _check(scenario)
    _check_phases(found, mini_decks)
    return found


SCENARIOS: Final[dict[str, Scenario]] = load_scenarios(packaged("scenarios.json"))


def engine_setup(scenario: Scenario) -> dict[int, dict[int, int]]:
    """Where every piece starts, by row of the board and kind of piece, tunneled Bases apart from plain ones (1.4.4)."""
    if not scenario.playable:
        raise ValueError(f"{scenario.name} uses pieces or rules the base engine does not have")
    rows = {SPACE_BY_ID[key]: place.pieces for key, place in scenario.setup.items() if place.pieces}
    rows.update({AVAILABLE + i: scenario.boxes[box] for i, box in enumerate(BOX_IDS)})
    return {row: _kinds(found) for row, found in rows.items()}


def _kinds(found: Pieces) -> dict[int, int]:
    plain = dict(found)
    for marker, base in BASE_UNDER.items():
        if marker in plain:
            plain[base] -= plain[marker]
    return {ENGINE_KIND[piece]: count for piece, count in plain.items() if count}
