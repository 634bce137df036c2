"""The fuzzer: walks games through the public door only and checks, after every answer, everything that must hold.

Players answer at random, or *adversarially* (favouring rare kinds of question and the last options of long lists), or
as non-players. Every so often the walk also tries what nobody should be able to do: forged answers, of every kind, must
be refused with a reason and change nothing; undo, clone, position and journal must all give back the same game.

A failure is kept as a short journal: the situation at the last checkpoint and the few answers after it.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from fitl import journal
from fitl.board.factions import FACTIONS
from fitl.board.scenarios import SCENARIOS
from fitl.bots.flowchart import FlowchartBot
from fitl.catalogue import tell
from fitl.decisions import CHANCE, Decision, Option
from fitl.game import Game, NoUndo, Refused
from fitl.lab.invariants import Violation, check_decision, check_state, check_views, check_words, require
from fitl.options import GameOptions, OptionsError, parse_seats
from fitl.rules.setup import check_options, scenario_named

PLAYABLE: Final = tuple(scenario.name for scenario in SCENARIOS.values() if scenario.playable)
STYLES: Final = ("random", "adversarial", "bots")
LONGEST_TURN: Final = 1500  # answers between two checkpoints
DEEP_CHECK: Final = 0.02  # how often undo, clone, position, journal, views and forgeries are tried
SEATS: Final = ("us,arvn,nva,vc", "us+arvn,nva+vc", "us,arvn,nva+vc", "us+arvn,nva,vc")


@dataclass
class Report:
    """What a fuzzing run has seen."""

    games: int = 0
    decisions: int = 0
    forgeries: int = 0
    seconds: float = 0.0
    kinds: Counter[str] = field(default_factory=Counter)
    sides: Counter[tuple[int, str]] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)


# --- a walk -------------------------------------------------------------------------------------------------------


def random_options(rng: random.Random, scenario: str, style: str) -> GameOptions:
    """Some mix of optional rules that the scenario has a use for."""
    switches = ("period_events", "political_rhythm", "historical_coups", "shorter_campaigns", "us_coup_involvement")
    wanted: dict[str, Any] = {name: True for name in switches if rng.random() < 0.25}
    if style == "bots":
        wanted["non_players"] = tuple(faction for faction in FACTIONS if rng.random() < 0.75)
    else:
        wanted["seats"] = parse_seats(rng.choice(SEATS))
        wanted[rng.choice(("deception", "uncertain_victory", "by_hand", "period_events"))] = True
    while True:
        try:
            options = GameOptions(**wanted)
            check_options(scenario_named(scenario), options)
            return options
        except OptionsError:
            wanted.pop(rng.choice(sorted(wanted)))


def adversarial(rng: random.Random, decision: Decision, seen: Mapping[str, int]) -> Option:
    """Rarely seen answers first: long lists from their ends, Events and activities over plain steps."""
    options = list(decision.options)
    fresh = [option for option in options if not seen.get(f"{decision.kind}={option.key}")]
    return rng.choice(fresh or options[-3:])


def walk(rng: random.Random, style: str, report: Report) -> Game:
    """Play one game, checking as it goes; the game is returned where it ended or broke."""
    scenario = rng.choice(PLAYABLE)
    options = random_options(rng, scenario, style)
    game = Game.new(scenario, seed=rng.getrandbits(63), options=options)
    bots = {faction: FlowchartBot(faction) for faction in options.non_players}
    try:
        while (decision := game.decision) is not None:
            answered = len(game.entries)
            if decision.actor in bots:
                game.consult(bots[decision.actor].deliberate(game, decision))
            else:
                if rng.random() < DEEP_CHECK:
                    deep_check(game, rng, report)
                option = (
                    adversarial(rng, decision, report.kinds)
                    if style == "adversarial"
                    else rng.choice(list(decision.options))
                )
                report.kinds[f"{decision.kind}={option.key}"] += 1
                game.choose(option)
            report.decisions += 1
            check_step(game, answered)
    except Exception as error:
        raise Broken(game, style, error) from error
    report.games += 1
    report.sides.update(executed(game))
    return game


class Broken(Exception):
    """A walk found something that must not be."""

    def __init__(self, game: Game, style: str, error: Exception) -> None:
        super().__init__(f"{type(error).__name__}: {error}")
        self.game = game
        self.style = style


def check_step(game: Game, answered: int) -> None:
    """After every answer."""
    require(len(game.entries) > answered, "an answer was given but not recorded")
    require(len(game.entries) - game.checkpoints[-1].entries < LONGEST_TURN, "a turn does not end")
    check_state(game.state)
    check_decision(game)


def executed(game: Game) -> Iterator[tuple[int, str]]:
    """The sides of cards that were executed in a game."""
    for entry in game.log or ():
        if entry.message == "log.event":
            yield entry.params["card"], entry.params["side"]  # type: ignore[misc]


# --- deep checks --------------------------------------------------------------------------------------------------


def snapshot(game: Game) -> tuple[object, ...]:
    return game.state.digest(), game.number, repr(game.decision), len(game.entries), len(game.log or ())


def deep_check(game: Game, rng: random.Random, report: Report) -> None:
    """What costs more: words, views, clone, position, journal, undo and forgeries."""
    before = snapshot(game)
    check_words(game)
    check_views(game)
    check_copies(game, rng)
    check_undo(game)
    report.forgeries += check_forgeries(game)
    require(snapshot(game) == before, "looking at a game changed it")


def check_copies(game: Game, rng: random.Random) -> None:
    """Clone, position and journal each give a game in the same situation that plays on alike."""
    assert game.decision is not None
    index = rng.randrange(len(game.decision.options))
    text = "".join(map(journal.to_text, journal.lines_of(game)))
    read = journal.parse(text)
    replayed = journal.replay(read)
    require(not journal.drift(read, replayed), "a replayed journal drifts")
    copies = {"clone": game.clone(), "position": Game.from_position(game.position()), "journal": replayed}
    first = game.clone()
    assert first.decision is not None
    first.choose(first.decision.options[index])
    for name, copy in copies.items():
        require(copy.state == game.state, f"the {name} is another situation")
        require(repr(copy.decision) == repr(game.decision), f"the {name} asks something else")
        assert copy.decision is not None
        copy.choose(copy.decision.options[index])
        require(copy.state == first.state, f"the {name} plays on differently")


def check_undo(game: Game) -> None:
    """One answer and its undo leave no trace; undo stops at information unless it is free."""
    before = snapshot(game)
    decision = game.decision
    assert decision is not None
    game.choose(decision.options[0])
    if game.entries[-1].actor == CHANCE:
        try:
            game.undo()
        except NoUndo:
            pass
        else:
            require(False, "undo went back past chance")
    game.undo(freely=True)
    require(snapshot(game) == before, "undo is not exact")


def forged_answers(game: Game) -> Iterator[tuple[str, Callable[[], None]]]:
    """Every kind of wrong answer to the present decision."""
    decision = game.decision
    assert decision is not None
    good = decision.options[0]
    wrong_types: tuple[Any, ...] = (None, 3, 1.5, b"pass", ["pass"], {"key": good.key}, object())
    for value in wrong_types:
        yield f"type {type(value).__name__}", lambda value=value: game.choose(value)  # type: ignore[misc]
    for key in ("", " ", "x" * 1_000_000, "no such key", good.key + " ", good.key.upper() + "!", "\x00", "../../etc"):
        if decision.find(key) is None:
            yield "unknown key", lambda key=key: game.choose(key)  # type: ignore[misc]
    yield "option of another decision", lambda: game.choose(Option("forged", good.value))
    for number in (-1, game.number - 1, game.number + 1, 10**12):
        yield "stale number", lambda number=number: game.choose(good, number=number)  # type: ignore[misc]
    if decision.actor != CHANCE:
        asked = game.state.options.seat_of(decision.actor)
        for seat in (-1, 99, *range(len(game.state.options.seats))):
            if seat != asked:
                yield "wrong seat", lambda seat=seat: game.choose(good, seat=seat)  # type: ignore[misc]
    for giver, amount in ((0, 1), (2, 0), (2, -1), (3, 10**9), (7, 1)):
        yield "forged transfer", lambda g=giver, n=amount: game.transfer(g, n)  # type: ignore[misc]


def check_forgeries(game: Game) -> int:
    """All forged answers are refused with a reason and change nothing; how many were tried."""
    before = snapshot(game)
    tried = 0
    for what, attempt in forged_answers(game):
        try:
            attempt()
        except Refused as refusal:
            require(str(refusal), f"{what} was refused without a reason")
        else:
            require(False, f"{what} was accepted")
        require(snapshot(game) == before, f"{what} changed the game")
        tried += 1
    return tried


# --- a run --------------------------------------------------------------------------------------------------------


def fuzz(
    seconds: float, seed: int, folder: Path | None = None, styles: tuple[str, ...] = STYLES, most_failures: int = 5
) -> Report:
    """Walk games for about so long; failures are written into the folder as short journals."""
    report = Report()
    begun = time.monotonic()
    number = 0
    while time.monotonic() - begun < seconds and len(report.failures) < most_failures:
        rng = random.Random(f"{seed}:{number}")
        try:
            walk(rng, styles[number % len(styles)], report)
        except Broken as broken:
            failure = tell("lab.walk", number=number, seed=seed, style=broken.style, error=broken)
            kept = _keep(broken, folder)
            report.failures.append(tell("lab.kept", failure=failure, file=kept) if kept else failure)
        number += 1
    report.seconds = time.monotonic() - begun
    return report


def _keep(broken: Broken, folder: Path | None) -> Path | None:
    """Write the failing game as a short journal; its file."""
    if folder is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    short = shortened(broken.game)
    path = folder / f"fuzz-{short.checkpoints[0].state.digest()}.jsonl"
    journal.save(short, path)
    return path


def shortened(game: Game) -> Game:
    """The game from its last checkpoint that is sound, with the answers given since as far as they can be given."""
    for checkpoint in reversed(game.checkpoints):
        try:
            check_state(checkpoint.state)
            break
        except Violation:
            continue
    short = Game(checkpoint.state.copy(), manual_chance=game.manual_chance)
    with suppress(Exception):  # the answer that breaks a rule is left for whoever replays
        short.begin(game.entries[checkpoint.entries :])
    return short
