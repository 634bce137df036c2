"""Dry runs of Events: does a side that is called effective change anything, and one that is not, nothing?

The positions come from random games of an era's scenarios; in half of them tracks are set to their ends.
"""

from collections.abc import Iterator
from random import Random

from fitl.board.card import SAIGON_YEARS, SOVEREIGN_YEARS, card_id
from fitl.board.cards import PERIODS
from fitl.board.factions import FACTION_IDS
from fitl.board.tracks import TRACKS
from fitl.compose import BASE, PROGRAMS
from fitl.decisions import Decision
from fitl.game import Game
from fitl.lasting import MOMENTUM_CARDS
from fitl.rules.cards import execute_event, is_effective
from fitl.state import EVENT, TURN, State
from tests.events.random_execution import BESIDE_THE_BOARD, ELIGIBILITY, situation

MANY_RUNS = 100  # until one changes something, where a side is called effective
FEW_RUNS = 2  # where it is not
ALL_BUT_WHO_ACTED = BESIDE_THE_BOARD - {"stay_eligible"}  # staying Eligible is an effect (cards 24, 53)
NOTHING_CHANGES = "nothing changes"  # though it is called effective
IT_ACTS = "it acts"  # though it is called ineffective
DECLINING = ("done", "no", "nothing", "0")
ANSWERS_AT_MOST = 3000
TURNS_AT_MOST = 400
EXTREMES = {name: (0, track.most) for name, track in TRACKS.items() if name != "econ"}
RESOURCES = (0, 1, TRACKS["aid"].most)
YEARS_OF_PIVOTALS = (PERIODS, SOVEREIGN_YEARS, SAIGON_YEARS)  # by thousand of the card's number


def positions(scenario: str, seed: int, n: int) -> list[State]:
    """Up to n turns of a random game on whose card nobody has executed the Event yet."""
    rng = Random(seed)
    game = Game.new(scenario, seed=seed, log=False)
    found: list[State] = []
    while game.decision is not None and len(found) < TURNS_AT_MOST:
        last = game.checkpoints[-1].state
        open_to_events = last.stage == TURN and not any(box == EVENT for _, box in last.acted)
        if open_to_events and (not found or found[-1] is not last):
            found.append(last)
        game.choose(rng.choice(game.decision.options))
    picked = rng.sample(found, min(n, len(found)))
    return [_at_the_ends(s.copy(), rng) if place % 2 else s for place, s in enumerate(picked)]


def _at_the_ends(s: State, rng: Random) -> State:
    """Set some tracks to their lowest or highest value."""
    for faction in s.era.holders:
        if rng.random() < 0.6:
            s.resources[faction] = rng.choice(RESOURCES)
    for name, ends in EXTREMES.items():
        if name in s.era.tracks and rng.random() < 0.5:
            setattr(s, name, rng.choice(ends))
    return s


def sides_of(s: State) -> Iterator[tuple[int, str, int]]:
    """Every side of every card that may come up in the era, with every Faction that may execute it."""
    for number, card in BASE.facts.items():
        years = YEARS_OF_PIVOTALS[number // 1000] if card.kind == "pivotal" else (card.period,)
        if card.kind in ("event", "pivotal") and any(year in s.era.periods for year in years):
            for side in PROGRAMS[number]:
                for by in s.era.factions:
                    yield number, side, by


def verdict(s: State, card: int, side: str, by: int, seed: int) -> str:
    """What is wrong with the declaration: NOTHING_CHANGES, IT_ACTS or ""."""
    start = s.copy()
    start.card = card
    start.effects &= ~sum(bit for bit, number, _ in MOMENTUM_CARDS if number == card)  # it comes up for the first time
    effective = is_effective(start, card, side, by)
    ignored = ALL_BUT_WHO_ACTED if effective else BESIDE_THE_BOARD | ELIGIBILITY
    before = situation(start, ignored)
    for run in range(MANY_RUNS if effective else FEW_RUNS):
        after = start.copy()
        after.log = None
        _execute(after, card, side, by, Random(f"{seed} {card} {side} {by} {run}"), run)
        if situation(after, ignored) != before:
            return "" if effective else IT_ACTS
    return NOTHING_CHANGES if effective else ""


def _execute(s: State, card: int, side: str, by: int, rng: Random, run: int) -> None:
    for _ in questions(s, card, side, by, rng, run):
        pass


def questions(s: State, card: int, side: str, by: int, rng: Random, run: int = 0) -> Iterator[Decision]:
    """Execute a side of a card and tell what is asked.

    Each run takes another answer to the first question, then random ones; two of three decline nothing.
    """
    s.card = card
    s.executing = by
    s.acted += ((by, EVENT),)
    flow = execute_event(s, card, side, by)
    answer = None
    for place in range(ANSWERS_AT_MOST):
        try:
            decision = flow.send(answer)
        except StopIteration:
            return
        yield decision
        options = list(decision.options)
        if run % 3 != 2:
            options = [option for option in options if option.key not in DECLINING] or options
        answer = (rng.choice(options) if place else options[run % len(options)]).value
    raise AssertionError(f"card {card_id(card)} {side} does not come to an end")


def name_of(card: int, side: str, by: int, fault: str) -> str:
    return f"card {card_id(card)} {side} by {FACTION_IDS[by]}: {fault}"
