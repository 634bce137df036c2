"""Recorded games that must replay to the same end, in tests/golden/games; their ends are in tests/golden/ends.json.

    python tools/golden_games.py            replay them all and say which differ, and where
    python tools/golden_games.py --diff     also say what differs: the answer refused, the situation or the end by items
    python tools/golden_games.py --record   keep what differs: the same answers if they still fit, else played again

A rule corrected on purpose changes games: look at what `--diff` says, record, and commit both together.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from fitl import journal
from fitl.board.factions import ARVN, FACTION_IDS, FACTIONS, INSURGENTS, NVA, US, VC
from fitl.bot_types import FAIR
from fitl.bots.flowchart import FlowchartBot
from fitl.decisions import Decision, Option
from fitl.game import Game
from fitl.lab.players import options_for, players_of
from fitl.lab.simulate import play_out
from fitl.options import GameOptions, parse_seats
from fitl.packs import Pack, example_pack
from fitl.position import write_position
from fitl.refusals import NoUndo, Refused
from fitl.state import State

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
FOLDER = GOLDEN / "games"
ENDS = GOLDEN / "ends.json"
SCENARIOS = ("short-1965", "medium-1968", "full-1964", "long-1964", "short-1967")
EXPANSIONS = {  # which flowcharts cannot play, by seeds of random games; campaigns go on beyond Diem's fall and Paris
    "four-player-1961": (1, 2),
    "diems-war-1961": (1, 2),
    "prequel-1963": (1, 2),
    "full-campaign-1961": (6, 24),
    "extended-short-1972": (4, 5),
    "extended-medium-1968": (1,),
    "extended-full-1964": (13,),
    "black-april-1973": (1, 2),
    "extended-campaign-1961": (6,),
}
CASTS = (
    "random",
    "flowchart",
    "us=random,others=flowchart",
    "vc=random,others=flowchart",
    "us=flowchart,others=random",
)
HAND_OVER = 0.05  # how often people at a lively table try to
TAKE_BACK = 0.02
MOST_SHOWN = 12  # differences of one situation; of more only the number is told

# What is kept of a game.
AS_SAVED = "as saved"  # the whole journal as players save it
AS_PLAYED = "as played"  # line by line as it was written during play, with what was taken back


# --- the games ----------------------------------------------------------------------------------------------------


class Golden(Protocol):
    """What is to be played, and what is kept of it."""

    @property
    def name(self) -> str: ...

    @property
    def kept(self) -> str: ...

    @property
    def played_by(self) -> str:
        """As the tool tells it."""

    def record(self, path: Path) -> Game:
        """Play it and keep it."""


@dataclass(frozen=True)
class PlainGame:
    """A game of a named cast, without optional rules."""

    name: str
    scenario: str
    cast: str
    seed: int
    kept: str = AS_SAVED

    @property
    def played_by(self) -> str:
        return self.cast

    def record(self, path: Path) -> Game:
        players = players_of(self.cast, self.scenario)
        game = Game.new(self.scenario, seed=self.seed, options=options_for(players, GameOptions()))
        play_out(game, players, self.seed)
        journal.save(game, path)
        return game


@dataclass(frozen=True)
class VariedGame:
    """A game with optional rules, of people at a lively table (`play_lively`) and non-players."""

    name: str
    scenario: str
    seed: int
    options: GameOptions
    packs: tuple[Pack, ...]
    manual_chance: bool
    kept: str

    @property
    def played_by(self) -> str:
        words = [name for name, _ in self.options.chosen()]
        words += [*(["packs"] if self.packs else []), *(["manual_chance"] if self.manual_chance else [])]
        return ", ".join(words)

    def record(self, path: Path) -> Game:
        game = Game.new(
            self.scenario,
            seed=self.seed,
            options=self.options,
            packs=self.packs,
            manual_chance=self.manual_chance,
        )
        if self.kept != AS_PLAYED:
            play_lively(game, self.seed)
            journal.save(game, path)
            return game
        writer = journal.record(game, path)
        play_lively(game, self.seed)
        as_played = path.read_bytes()
        writer.close()  # leaves a file in which nothing was taken back
        path.write_bytes(as_played)
        return game


def varied(
    name: str,
    scenario: str,
    seed: int,
    *,
    packs: tuple[Pack, ...] = (),
    manual_chance: bool = False,
    kept: str = AS_SAVED,
    **options: Any,
) -> VariedGame:
    return VariedGame(f"{scenario}-{name}", scenario, seed, GameOptions(**options), packs, manual_chance, kept)


def play_lively(game: Game, seed: int) -> None:
    """Non-players follow their flowcharts; people answer at random, like Events, hand over Resources and take back.

    The fuzzer does the like, but what it plays changes whenever it learns something new.
    """
    rng = random.Random(seed)
    bots = {faction: FlowchartBot(faction) for faction in game.state.options.non_players}
    while (decision := game.decision) is not None:
        if rng.random() < HAND_OVER:
            with suppress(Refused):  # mostly it is not the time for that
                game.transfer(rng.choice(INSURGENTS), rng.randint(1, 6))
        elif rng.random() < TAKE_BACK:
            with suppress(NoUndo):
                game.undo(freely=True)
        elif decision.actor in bots:
            game.consult(bots[decision.actor].deliberate(game, decision))
        else:
            game.choose(_lively_answer(rng, decision))


def _lively_answer(rng: random.Random, decision: Decision) -> Option:
    event = decision.find("event")
    if event is not None and rng.random() < 0.6:
        return event
    weights = decision.weights or [1] * len(decision.options)  # what chance cannot bring, nobody rolls by hand
    return rng.choice([option for option, weight in zip(decision.options, weights, strict=True) if weight])


def plain_games() -> list[Golden]:
    found: list[Golden] = []
    for scenario in SCENARIOS:
        casts = [*enumerate(CASTS, 1), (99, "random"), (99, "flowchart")]
        for number, (seed, cast) in enumerate(casts, 1):
            found.append(PlainGame(f"{scenario}-{number}", scenario, cast, seed))
    for scenario, seeds in EXPANSIONS.items():
        found += [PlainGame(f"{scenario}-{number}", scenario, "random", seed) for number, seed in enumerate(seeds, 1)]
    return found


def varied_games() -> list[Golden]:
    """Every option in some game. No name ends in a number: these stand for the casts of plain games."""
    pairs = parse_seats("us+arvn,nva+vc")
    apart = parse_seats("arvn,vc,us,nva")
    politburo = parse_seats("us,arvn,nva+vc")
    readings = (("nva_ambush_filter", "strict"), ("random_spaces", "uniform"), ("us_event_position", "first"))
    return [
        varied("period", "full-1964", 3, period_events=True, political_rhythm=True),
        varied("historical", "long-1964", 8, historical_coups=True, non_players=(NVA, VC)),
        varied("deception", "medium-1968", 10, deception=True),
        varied("handicap", "full-1964", 7, handicap=(VC, US), shorter_campaigns=True),
        varied("involvement", "long-1964", 2, us_coup_involvement=True, political_rhythm=True),
        varied("uncertain", "full-1964", 7, uncertain_victory=True),
        varied("by-hand", "short-1967", 1, by_hand=True),
        varied("pairs", "medium-1968", 9, seats=pairs),
        varied("solo-us", "full-1964", 5, non_players=(ARVN, NVA, VC), solo_capabilities=True),
        varied("solo-politburo", "short-1967", 3, seats=politburo, non_players=(US, ARVN), solo_margins=True),
        varied("readings", "long-1964", 8, non_players=FACTIONS, readings=readings),
        varied("pack", "medium-1968", 4, packs=(example_pack(),)),
        varied("table", "short-1965", 6, manual_chance=True, kept=AS_PLAYED),
        varied("first-draft", "four-player-1961", 5, first_game_draft=True, deception=True),
        varied("pairs", "four-player-1961", 6, seats=pairs, continue_long_1964=True),
        varied("on-to-1972", "diems-war-1961", 7, continue_full_1964=True, shorter_campaigns=True),
        varied("on-to-1965", "diems-war-1961", 8, continue_long_1964=True, seats=apart),
        varied("table", "diems-war-1961", 9, manual_chance=True, by_hand=True, kept=AS_PLAYED),
        varied("long", "prequel-1963", 4, continue_long_1964=True, us_coup_involvement=True),
        varied("uncertain", "full-campaign-1961", 3, uncertain_victory=True, period_events=True),
        varied("fair", "short-1965", 4, non_players={US: FAIR, NVA: FAIR}),
        varied("deception", "extended-short-1972", 3, deception=True),
        varied("paris", "extended-medium-1968", 2, win_only_after_paris=True, shorter_campaigns=True),
        varied("table", "black-april-1973", 4, manual_chance=True, kept=AS_PLAYED),
        varied("table-bots", "short-1967", 8, manual_chance=True, non_players=(US, ARVN), kept=AS_PLAYED),
    ]


def golden_games() -> list[Golden]:
    return [*plain_games(), *varied_games()]


# --- keeping ------------------------------------------------------------------------------------------------------


End = Mapping[str, Any]


def end_of(game: Game) -> End:
    """How a game that is over came out, as it is kept."""
    outcome = game.outcome
    assert outcome is not None
    return {
        "reason": outcome.reason,
        "winner": FACTION_IDS[outcome.winner],
        "ranking": " ".join(FACTION_IDS[faction] for faction in outcome.ranking),
        "margins": {FACTION_IDS[faction]: outcome.margin(faction) for faction in sorted(outcome.ranking)},
        "answers": len(game.entries),
        "state": game.state.digest(),
    }


def read_ends(path: Path) -> dict[str, End]:
    """The kept ends by the names of their games."""
    found: dict[str, End] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def write_ends(ends: Mapping[str, End], path: Path) -> None:
    """One line for each game, so that a changed end is one changed line."""
    lines = [f"{json.dumps(name)}: {json.dumps(ends[name])}" for name in sorted(ends)]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


# --- comparing ----------------------------------------------------------------------------------------------------


class Difference(NamedTuple):
    """How a recorded game differs from its replay."""

    reason: str
    details: list[str]
    replayed: Game | None = None  # None if it does not come to an end any more
    only_end: bool = False  # the journal is still right


def difference(path: Path, ends: Mapping[str, End]) -> Difference | None:
    """Where and how a recorded game no longer replays as it was, None if it does."""
    try:
        read = journal.read(path)
    except journal.JournalError as error:
        return Difference(str(error), [])
    try:
        game = journal.replay(read)
    except Refused as error:
        return Difference(str(error), list(_where_refused(read)))
    recorded_end = ends.get(path.stem)
    end_differs = list(_how_it_ends(recorded_end, game))
    is_over = game.decision is None
    replayed = game if is_over else None
    drifted = journal.drift(read, game)
    if drifted:
        details = [*_where_drifted(read, game), *(["  at the end:", *end_differs] if end_differs else [])]
        return Difference(drifted[0], details, replayed)
    if not is_over:
        return Difference("the game does not end where it ended", end_differs)
    if recorded_end is None:
        return Difference("its end is not recorded yet", end_differs, replayed, only_end=True)
    if end_differs:
        return Difference("it ends differently", end_differs, replayed, only_end=True)
    return None


def _how_it_ends(recorded: End | None, game: Game) -> Iterator[str]:
    """What differs from the recorded end, item by item, or what is asked where the game should be over."""
    if game.decision is not None:
        yield f"+ {game.decision.kind} is asked: {', '.join(option.key for option in game.decision.options)}"
    else:
        yield from changed(recorded or {}, end_of(game))


def _where_refused(read: journal.Journal) -> Iterator[str]:
    """The first situation that differed, and what is offered instead of the answer that is not offered any more."""
    start = journal.replay(read._replace(entries=[], reasons=[]))
    fitting = 0
    start.manual_chance = True  # the recorded chance is given again, as any answer
    start.rewind(0)
    try:
        for entry in read.entries:
            start.give_again(entry)
            fitting += 1
    except Refused:
        pass
    before_that = read._replace(cards=[card for card in read.cards if card.entries <= fitting])
    if journal.drift(before_that, start):
        yield from _where_drifted(before_that, start)
    for before in range(max(0, fitting - 3), fitting):
        yield f"  line {read.lines[before]}: {read.entries[before].key}"
    yield f"- line {read.lines[fitting]}: {read.entries[fitting].key}"
    if start.decision is None:
        yield "+ the game is over"
    else:
        yield f"+ {start.decision.kind} offers {', '.join(option.key for option in start.decision.options)}"


def _where_drifted(read: journal.Journal, game: Game) -> Iterator[str]:
    """The first recorded situation that differs, item by item; before that, the first card whose situation differs but
    was not recorded.
    """
    unrecorded: journal.CardLine | None = None
    for card, now in _differing_cards(read, game):
        if not now:
            yield f"- line {card.line}: a card begins"
            yield "+ no card begins there"
            return
        if card.state is None:
            if unrecorded is None:
                unrecorded = card
                yield f"  line {card.line}, after {card.entries} answers: differs; its situation is not recorded"
            continue
        changes = min((list(changed(card.state, _plain(each))) for each in now), key=len)
        if changes:
            yield f"  line {card.line}, after {card.entries} answers:"
            yield from changes[:MOST_SHOWN]
            if len(changes) > MOST_SHOWN:
                yield f"  ... and {len(changes) - MOST_SHOWN} more"
            return
    yield "  all recorded situations are the same; only the hashes differ"


def _differing_cards(read: journal.Journal, game: Game) -> Iterator[tuple[journal.CardLine, list[State]]]:
    """The cards whose recorded hash differs, each with the situations in which a card begins there now."""
    begun: dict[int, list[State]] = {}
    for checkpoint in game.checkpoints:
        if checkpoint.state.stage in journal.CARD_STAGES:
            begun.setdefault(checkpoint.entries, []).append(checkpoint.state)
    for card in read.cards:
        now = begun.get(card.entries, [])
        if card.hash not in [state.digest() for state in now]:
            yield card, now


def _plain(state: State) -> Any:
    position = write_position(state)
    position.pop("packs", None)
    return json.loads(json.dumps(position))


def changed(old: Any, new: Any, path: str = "") -> Iterator[str]:
    """The items in which two JSON values differ: `- path: old` and `+ path: new`."""
    if old == new:
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in [*old, *(key for key in new if key not in old)]:
            yield from changed(old.get(key), new.get(key), f"{path}.{key}" if path else key)
        return
    yield f"- {path}: {_shown(old)}"
    yield f"+ {path}: {_shown(new)}"


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


# --- the command --------------------------------------------------------------------------------------------------


def record(golden: Golden, path: Path, found: Difference) -> tuple[Game, str]:
    """Keep what a game is now; the game, and what was kept of the one recorded before."""
    if found.replayed is None:
        return golden.record(path), "played anew"
    if found.only_end:
        return found.replayed, "the same journal"
    if golden.kept == AS_PLAYED:  # a replay does not know what was taken back
        return golden.record(path), "played anew"
    journal.save(found.replayed, path)
    return found.replayed, "the same answers"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--diff", action="store_true", help="say what differs, item by item")
    parser.add_argument("--record", action="store_true", help="keep what differs")
    args = parser.parse_args(arguments)
    FOLDER.mkdir(parents=True, exist_ok=True)
    games = golden_games()
    ends = read_ends(ENDS)
    differing = 0
    for golden in games:
        path = FOLDER / f"{golden.name}.jsonl"
        found = difference(path, ends) if path.exists() else Difference("not recorded yet", [])
        if found is None:
            continue
        differing += 1
        print(f"{golden.name} ({golden.played_by}): {found.reason}")
        if args.diff:
            print("".join(f"    {line}\n" for line in found.details), end="")
        if args.record:
            game, how = record(golden, path, found)
            ends[golden.name] = end_of(game)
            print(f"    {how}: {json.dumps(ends[golden.name])}")
    if args.record:
        write_ends({golden.name: ends[golden.name] for golden in games}, ENDS)
    if not differing:
        print(f"All {len(games)} games replay to the same end.")
    return 1 if differing and not args.record else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
