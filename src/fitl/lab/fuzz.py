"""The fuzzer: walks games through the public door only and checks, after every answer, everything that must hold.

Players answer at random, *adversarially* (answers not given yet first, then the ends of long lists), eager for Events,
or as non-players; every optional rule, card packs, pairs of Factions and dice by hand come up. After each answer the
state is recounted and the journal followed, as it is told (`Shadow`) and on a disk that is full now and then
(`failing_disk.py`); every option is tried, and the game copied, saved, taken back, ended, looked at and sent
forged answers.
`closely` makes all of the latter rarer, to come by more games.

A walk follows from the run's seed and its number alone. A failure is shrunk to a short journal (`shrink.py`).
"""

import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from fitl.board.cards import COUP_CARDS
from fitl.board.scenarios import SCENARIOS
from fitl.bot_types import FAIR, FLOWCHART, LEVELS, THINKER
from fitl.bots.mind import VISITS
from fitl.bots.table import NonPlayers
from fitl.catalogue import tell
from fitl.decisions import CHANCE, Decision, Option
from fitl.entries import Entry, last_answer
from fitl.game import Game
from fitl.journal import SaveFailed
from fitl.lab.deep_checks import Shadow, deep_check, longest_turn, replayed, transfer_possible
from fitl.lab.failing_disk import ShakyWriter
from fitl.lab.failures import keep
from fitl.lab.forgery import Standstill, check_forgeries
from fitl.lab.fuzz_report import Report
from fitl.lab.invariants import check_decision, check_state, require
from fitl.lab.watchdog import at_most
from fitl.options import SWITCHES, GameOptions, OptionsError, parse_seats
from fitl.packs import Pack, example_pack
from fitl.readings import VALUES
from fitl.rules.setup import charts_play, check_options, scenario_named

PLAYABLE: Final = tuple(scenario.name for scenario in SCENARIOS.values() if scenario.playable)
STYLES: Final = ("random", "adversarial", "eager", "bots")
SEATS: Final = ("us,arvn,nva,vc", "us+arvn,nva+vc", "us,arvn,nva+vc", "us+arvn,nva,vc")
LONGEST_STEP: Final = 120.0  # seconds for one answer with all its checks; none takes one of them
INSTANT: Final = f"{THINKER}:{LEVELS[0]}"  # who plays where the flowcharts cannot
TAKE_BACK: Final = 0.01  # how often players take answers back
TRANSFER: Final = 0.05  # how often NVA and VC hand over Resources where they may (1.5.2)


# --- what is played -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setting:
    """What a walk plays and how."""

    scenario: str
    seed: int
    options: GameOptions
    packs: tuple[Pack, ...]
    manual_chance: bool
    style: str
    closely: float = 1.0  # after how many of its answers everything is checked


def random_setting(rng: random.Random, style: str, closely: float = 1.0) -> Setting:
    """Some scenario with some mix of everything that players may agree on."""
    scenario = rng.choice(PLAYABLE)
    return Setting(
        scenario,
        rng.getrandbits(64),
        random_options(rng, scenario, style),
        (example_pack(),) if rng.random() < 0.25 else (),
        rng.random() < 0.3,
        style,
        closely,
    )


def random_options(rng: random.Random, scenario: str, style: str) -> GameOptions:
    """Some mix of optional rules that the scenario has a use for."""
    wanted: dict[str, Any] = {name: True for name in SWITCHES if rng.random() < 0.2}
    factions = scenario_named(scenario).factions
    if style == "bots":
        non_players = tuple(faction for faction in factions if rng.random() < 0.75) or factions
        kind = rng.choice((FLOWCHART, FLOWCHART, FAIR)) if charts_play(scenario_named(scenario)) else INSTANT
        wanted["non_players"] = dict.fromkeys(non_players, kind)
        if rng.random() < 0.3:
            readings = rng.sample(sorted(VALUES), 3)
            wanted["readings"] = tuple(sorted((name, rng.choice(VALUES[name][1:])) for name in readings))
    else:
        wanted["seats"] = parse_seats(rng.choice(SEATS))
        if rng.random() < 0.3:
            wanted["handicap"] = tuple(rng.sample(factions, rng.randint(1, len(factions))))
    while True:
        try:
            options = GameOptions(**wanted)
            check_options(scenario_named(scenario), options)
            return options
        except OptionsError:
            wanted.pop(rng.choice(sorted(wanted.keys() - {"non_players"})))


def chosen(rng: random.Random, style: str, decision: Decision, given: Counter[str]) -> Option:
    """What a player of this style answers."""
    options = list(decision.options)
    if decision.weights is not None:  # what chance cannot bring, nobody rolls by hand
        options = [option for option, weight in zip(options, decision.weights, strict=True) if weight > 0]
    if style == "eager" and rng.random() < 0.6:
        for option in options:
            if option.key in ("event", "yes") and decision.kind in ("turn.action", "pivotal.play", "pivotal.trump"):
                return option
    if style == "adversarial" and decision.actor != CHANCE:
        fresh = [option for option in options if not given[f"{decision.kind}={option.key}"]]
        return rng.choice(fresh or options[-3:])
    return rng.choice(options)


# --- a walk -------------------------------------------------------------------------------------------------------


class Broken(Exception):
    """A walk found something that must not be."""

    def __init__(self, walk: "Walk", error: Exception) -> None:
        super().__init__(f"{type(error).__name__}: {error}")
        self.walk = walk
        self.error = error


class Walk:
    """One game being played and checked."""

    def __init__(self, rng: random.Random, setting: Setting) -> None:
        self.rng = rng
        self.setting = setting
        self.report = Report(walks=1)
        self.given: Counter[str] = Counter()
        self.earlier: Decision | None = None
        self.card = -1  # at which the whole journal was last replayed
        self.game = Game.new(
            setting.scenario,
            seed=setting.seed,
            options=setting.options,
            packs=setting.packs,
            manual_chance=setting.manual_chance,
        )
        self.table = NonPlayers(self.game)
        self.shadow = Shadow(self.game)
        self.writer: ShakyWriter | None = None
        self.report.scenarios[setting.scenario] += 1
        self.report.options.update(name for name, _ in setting.options.chosen())
        self.report.options.update(["packs"] if setting.packs else [])
        self.report.options.update(["manual_chance"] if setting.manual_chance else [])

    def play(self, deadline: float = float("inf")) -> Game:
        """Play and check to the end of the game, or until time is up."""
        game = self.game
        try:
            with tempfile.TemporaryDirectory() as folder:
                self.writer = game.recorder = ShakyWriter(Path(folder) / "walk.jsonl", game, self.rng)
                self.check()
                while game.decision is not None and time.monotonic() < deadline:
                    with at_most(LONGEST_STEP):
                        self.step(game.decision)
                if game.decision is None:
                    self.report.games += 1
                    self.report.forged.update(check_forgeries(game))
                    self.check_journal()
        except Exception as error:
            raise Broken(self, error) from error
        finally:
            game.recorder = None
            self.report.full_disks = self.writer.failures if self.writer is not None else 0
            self.report.sides.update(executed(game))
        return game

    def step(self, decision: Decision) -> None:
        """Look closely, answer, check; now and then take back."""
        game = self.game
        if self.rng.random() < self.setting.closely:
            self.look_closely()
        answered = len(game.entries)
        if not self.safely(lambda: self.answer(decision)):
            return
        recorded = len(game.entries) > answered or game.considered is not None
        require(recorded, "an answer was given but not recorded")
        self.check()
        self.earlier = decision
        if self.rng.random() < TAKE_BACK:
            self.take_back()

    def safely(self, act: Callable[[], None]) -> bool:
        """Do something that the disk may refuse; did it happen? If not, nothing may have changed.

        Only a non-player's dice may: those that it rolled before the disk was full stay, and are taken back once it
        begins again.
        """
        before = Standstill(self.game)
        given = list(self.game.entries)
        try:
            act()
            return True
        except SaveFailed:
            kept = self.game.entries
            require(without_dice(kept) == without_dice(given), "an answer that could not be written was taken")
            rolled = self.table.bots and kept != given
            require(rolled or before.holds(self.game), "an answer that could not be written has changed the game")
            self.check()
            return False

    def answer(self, decision: Decision) -> None:
        """Answer as the seat that is asked; beside that NVA and VC may hand over Resources."""
        game, rng, report = self.game, self.rng, self.report
        transfers = transfer_possible(game) if rng.random() < TRANSFER and game.considered is None else []
        if transfers:
            giver, most = rng.choice(transfers)
            game.transfer(giver, rng.randint(1, most))
            report.transfers += 1
            return
        report.decisions += 1
        report.kinds[decision.kind] += 1
        report.rules[decision.rule] += 1
        if self.table.asked():
            self.table.play()
            return
        option = chosen(rng, self.setting.style, decision, self.given)
        self.given[f"{decision.kind}={option.key}"] += 1
        game.choose(option)

    def check(self) -> None:
        """After every answer."""
        game = self.game
        require(len(game.entries) - game.checkpoints[-1].entries < longest_turn(game), "a turn does not end")
        check_state(game.state)
        check_decision(game)
        self.shadow.follow(game)
        if self.writer is not None:
            self.writer.check()

    def look_closely(self) -> None:
        self.report.deep_checks += 1
        self.report.forged.update(check_forgeries(self.game, self.earlier))
        if self.game.considered is None:  # not while a non-player waits for its dice
            with unrecorded(self.game):
                deep_check(self.game, self.rng)
            if self.game.state.card != self.card:
                self.card = self.game.state.card
                self.check_journal()

    def check_journal(self) -> None:
        """The journal of the whole game, written and read, leads to where the game is; so does the recorded one."""
        require(replayed(self.game).state == self.game.state, "the journal of the whole game ends elsewhere")
        if self.writer is not None:
            self.writer.check_whole()

    def take_back(self) -> None:
        """Some answers are taken back, no matter who gave them, and play goes on from there."""
        for _ in range(self.rng.randint(1, 5)):
            if any(entry.actor >= 0 for entry in self.game.entries):
                self.report.taken_back += self.safely(lambda: self.game.undo(freely=True))
        self.table.confuse()
        self.earlier = None
        self.check()


def without_dice(entries: list[Entry]) -> list[Entry]:
    """The entries up to the last answer."""
    return entries[: last_answer(entries)]


@contextmanager
def unrecorded(game: Game) -> Iterator[None]:
    """What is tried and taken back again is not part of the game."""
    recorder, game.recorder = game.recorder, None
    try:
        yield
    finally:
        game.recorder = recorder


def executed(game: Game) -> Iterator[tuple[int, str]]:
    """The sides of cards that were executed in a game; a Coup card is when it is turned up."""
    for entry in game.log or ():
        if entry.message == "log.event":
            yield entry.params["card"], entry.params["side"]  # type: ignore[misc]
        elif entry.message == "log.card" and entry.params["card"] in COUP_CARDS:
            yield entry.params["card"], "single"


# --- one walk of a run, failures kept -----------------------------------------------------------------------------


def numbered_walk(
    seed: int,
    number: int,
    styles: tuple[str, ...] = STYLES,
    seconds: float = float("inf"),
    folder: Path | None = None,
    closely: float = 1.0,
) -> Report:
    """Walk number `number` of a run: what it saw, its failure kept in the folder as a short journal."""
    rng = random.Random(f"{seed}:{number}")
    style = styles[number % len(styles)]
    VISITS.clear()
    walked: Walk | None = None
    failure = ""
    try:
        walked = Walk(rng, random_setting(rng, style, closely))
        walked.play(time.monotonic() + seconds)
    except Broken as broken:
        failure = tell("lab.walk", number=number, seed=seed, style=style, error=broken)
        kept = None
        if folder is not None:
            kept = keep(broken.walk.game, broken.error, folder, tuple(broken.walk.table.bots))
        failure = tell("lab.kept", failure=failure, file=kept) if kept else failure
    except Exception as error:  # not even a game to start with
        failure = tell("lab.walk", number=number, seed=seed, style=style, error=f"{type(error).__name__}: {error}")
    report = walked.report if walked is not None else Report(walks=1)
    report.nodes.update(VISITS)
    report.failures += [failure] if failure else []
    return report
