"""Recorded games that must replay to the same end, in tests/golden/games.

    python tools/golden_games.py            replay them all and say which differ, and where
    python tools/golden_games.py --diff     also say what differs: the answer refused or the situation, item by item
    python tools/golden_games.py --record   keep what differs: the same answers if they still fit, else played anew

A rule corrected on purpose changes games: look at what `--diff` says, record, and commit both together.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fitl import journal
from fitl.board.factions import FACTION_IDS
from fitl.game import Game, Refused
from fitl.lab.players import options_for, parse_players
from fitl.lab.simulate import play_out
from fitl.options import GameOptions
from fitl.position import write_position

FOLDER = Path(__file__).parents[1] / "tests" / "golden" / "games"
SCENARIOS = ("short-1965", "medium-1968", "full-1964", "long-1964", "short-1967")
CASTS = (
    "random",
    "flowchart",
    "us=random,others=flowchart",
    "vc=random,others=flowchart",
    "us=flowchart,others=random",
)
MOST_SHOWN = 12  # differences of one situation; of more only the number is told


def plays() -> list[tuple[str, str, str, int]]:
    """Name, scenario, cast and seed of every golden game."""
    found = []
    for scenario in SCENARIOS:
        for number, cast in enumerate(CASTS, 1):
            found.append((f"{scenario}-{number}", scenario, cast, number))
        found.append((f"{scenario}-{len(CASTS) + 1}", scenario, "random", 99))
        found.append((f"{scenario}-{len(CASTS) + 2}", scenario, "flowchart", 99))
    return found


def play(scenario: str, cast: str, seed: int) -> Game:
    players = parse_players(cast)
    game = Game.new(scenario, seed=seed, options=options_for(players, GameOptions()))
    play_out(game, players, seed)
    return game


# --- comparing ----------------------------------------------------------------------------------------------------


class Difference(NamedTuple):
    """How a recorded game differs from its replay."""

    reason: str
    details: list[str]
    replayed: Game | None  # None if an answer does not fit any more


def difference(path: Path) -> Difference | None:
    """Where and how a recorded game no longer replays as it was, None if it does."""
    try:
        read = journal.read(path)
    except journal.JournalError as error:
        return Difference(str(error), [], None)
    try:
        game = journal.replay(read)
    except Refused as error:
        return Difference(str(error), list(_where_refused(read)), None)
    drifted = journal.drift(read, game)
    if drifted:
        return Difference(drifted[0], list(_where_drifted(read, game)), game)
    if game.decision is not None:
        asked = f"{game.decision.kind} is asked: {', '.join(option.key for option in game.decision.options)}"
        return Difference("the game does not end where it ended", [asked], None)
    return None


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
    """The first recorded situation that differs, item by item."""
    packer = journal.Packer(game.checkpoints[0].state)
    recorded = [packer.unpack(packed) for packed in read.states]
    replayed: dict[int, list[Any]] = {}
    for checkpoint in game.checkpoints:
        if checkpoint.state.stage in journal.CARD_STAGES:
            replayed.setdefault(checkpoint.entries, []).append(_plain(write_position(checkpoint.state)))
    for card in read.cards:
        now = replayed.get(card.entries)
        if now is None:
            yield f"- line {card.line}: a card begins"
            yield "+ no card begins there"
            return
        if recorded[card.state] not in now:
            yield f"  line {card.line}, after {card.entries} answers:"
            changes = list(changed(recorded[card.state], now[0]))
            yield from changes[:MOST_SHOWN]
            if len(changes) > MOST_SHOWN:
                yield f"  ... and {len(changes) - MOST_SHOWN} more"
            return
    yield "  all recorded situations are the same; only the hashes differ"


def _plain(position: dict[str, Any]) -> Any:
    position.pop("packs", None)
    return json.loads(json.dumps(position))


def changed(old: Any, new: Any, path: str = "") -> Iterator[str]:
    """The items in which two JSON values differ: `- path: old` and `+ path: new`."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            if old.get(key) != new.get(key):
                yield from changed(old.get(key), new.get(key), f"{path}.{key}" if path else key)
        return
    yield f"- {path}: {json.dumps(old)}"
    yield f"+ {path}: {json.dumps(new)}"


def ending(game: Game) -> str:
    """How a game came out, in one line."""
    if game.outcome is None:
        return f"{len(game.entries)} answers, not over"
    margins = " ".join(f"{name} {margin:+}" for name, margin in zip(FACTION_IDS, game.outcome.margins, strict=True))
    return f"{len(game.entries)} answers, {FACTION_IDS[game.outcome.winner]} wins ({game.outcome.reason}), {margins}"


# --- the command --------------------------------------------------------------------------------------------------


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--diff", action="store_true", help="say what differs, item by item")
    parser.add_argument("--record", action="store_true", help="keep what differs")
    args = parser.parse_args(arguments)
    FOLDER.mkdir(parents=True, exist_ok=True)
    differing = 0
    for name, scenario, cast, seed in plays():
        path = FOLDER / f"{name}.jsonl"
        found = difference(path) if path.exists() else Difference("not recorded yet", [], None)
        if found is None:
            continue
        differing += 1
        print(f"{name} ({cast}): {found.reason}")
        if args.diff:
            print("".join(f"    {line}\n" for line in found.details), end="")
        if args.record:
            keeps = found.replayed is not None and found.replayed.decision is None
            game = found.replayed if keeps and found.replayed is not None else play(scenario, cast, seed)
            journal.save(game, path)
            print(f"    {'the same answers' if keeps else 'played anew'}: {ending(game)}")
    if not differing:
        print(f"All {len(plays())} games replay to the same end.")
    return 1 if differing and not args.record else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
