"""Is a scenario in order? Its pool, stacking, Control, printed totals and deck, counted again (1.4, 1.7, 1.9, 2.1)."""

from collections import Counter
from typing import Final

from fitl.board import pieces
from fitl.board.cards import CARD_BY_PERIOD, CARDS
from fitl.board.factions import ARVN, NVA, US, VC
from fitl.board.facts import FactsError
from fitl.board.forces import BASE_UNDER, PLAIN_IDS, Pieces
from fitl.board.scenario import MiniDeck, Scenario
from fitl.board.spaces import CONTROLLABLE, NORTH_VIETNAM, POP, SPACE_BY_ID, is_loc, is_province

_LEADERS_WITHOUT_COUP: Final = ("minh", "diem")


def _count(scenario: Scenario, *wanted: str) -> int:
    """Pieces of these types on the map."""
    return sum(place.pieces.get(piece, 0) for place in scenario.setup.values() for piece in wanted)


def controller(found: Pieces) -> str:
    """Who Controls a City or Province holding these pieces (1.7).

    Cadres and Tunnels are no forces. Sovereign of Discord knows no NVA Control (P1.7), and has no NVA forces either.
    """
    strength = [0, 0, 0, 0]
    for piece, count in found.items():
        kind = pieces.KIND_BY_ID[piece]
        if piece not in BASE_UNDER and kind != pieces.CADRE:
            strength[pieces.FACTION_OF[kind]] += count
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
        elif "hamlet" not in place.pieces:  # P1.6.2
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
        "uncontrolled_cadres": held["none"] + _count(scenario, "cadre"),
        "opposition_bases": opposition + _count(scenario, "vc_base"),
    }


def _check_pool(scenario: Scenario) -> None:
    """Map, boxes and tracks together hold exactly the force pool (1.4.1)."""
    found: Counter[str] = Counter()
    for holder in [place.pieces for place in scenario.setup.values()] + list(scenario.boxes.values()):
        found.update(holder)
    for piece in PLAIN_IDS:
        if found[piece] != (expected := scenario.pool.get(piece, 0)):
            raise FactsError(f"{scenario.name}: {piece}: {found[piece]} in all, expected {expected}")
    if (tunnels := sum(found[marker] for marker in BASE_UNDER)) > pieces.TUNNEL_MARKERS:
        raise FactsError(f"{scenario.name}: {tunnels} Tunnel markers, there are {pieces.TUNNEL_MARKERS}")


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
        if sp == NORTH_VIETNAM and any(pieces.KIND_BY_ID[piece] in pieces.COIN_KINDS for piece in found):
            raise FactsError(f"{where}: US or ARVN pieces in North Vietnam (1.4.2)")
        for marker, base in BASE_UNDER.items():
            if found.get(marker, 0) > found.get(base, 0):
                raise FactsError(f"{where}: more Tunnels than Bases (1.4.4)")
        if found.get("cadre", 0) > found.get("vc_base", 0):
            raise FactsError(f"{where}: more Cadres than VC Bases (P1.4.2)")
        if found.get("hamlet", 0) > is_province(sp):
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


def check(scenario: Scenario) -> None:
    """FactsError says what is wrong with a scenario, if anything is."""
    _check_pool(scenario)
    _check_stacking(scenario)
    _check_control(scenario)
    _check_totals(scenario)
    _check_leader(scenario)
    _check_deck(scenario)


def check_phases(scenarios: dict[str, Scenario], mini_decks: dict[str, MiniDeck]) -> None:
    """The decks that campaigns go through one after another must all be there."""
    decks = {*scenarios, *(f"{name}_mini_deck" for name in mini_decks)}
    for scenario in scenarios.values():
        for kind, which in scenario.phases:
            if kind == "deck" and which not in decks:
                raise FactsError(f'{scenario.name}: unknown deck "{which}" among its phases')
