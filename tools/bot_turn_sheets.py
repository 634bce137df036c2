"""Writes turns of non-players as sheets, to be worked out by hand from the rules and compared.

    python tools/bot_turn_sheets.py FOLDER --seed 271 --turns 40 [--bots trung]

plays games of non-players on fresh seeds, picks this many turns of each Faction that every box and phase comes up
several times, and writes for each a sheet (the position, the cards, and all dice in the order they fell) and, in the
folder `answers`, what the non-player did and why. Read a sheet with chapter 8 (or the Trung cards) at hand,
write down the turn, then compare.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from fitl.board.factions import FACTION_IDS, FACTIONS
from fitl.bot_types import FLOWCHART, TRUNG
from fitl.bots.reasons import BotTurn, details, sentence, turns_of
from fitl.bots.table import NonPlayers
from fitl.cli.board import board_view, card_view
from fitl.decisions import CHANCE, Decision
from fitl.entries import Entry, last_answer
from fitl.game import Game
from fitl.lab.players import options_for, players_of
from fitl.lab.simulate import play_out
from fitl.options import GameOptions
from fitl.state import LogEntry
from fitl.words import faction_name, label, line, prompt

WIDTH = 150
EACH = 5  # how often every box and phase is to come up
SCENARIOS = ("full-1964", "medium-1968", "short-1965")
CASTS = ("{0}", "{0}", "vc=random,others={0}", "us=random,others={0}")  # of the kind that is asked for
QUIET = ("planned", "random_space", "random_loc", "any_choice", "remove", "lift", "lift_piece")  # in every box
TENS, ONES, DIE, PICKS = "bot.tens", "bot.ones", "bot.die", ("bot.pick", "bot.pick_space")


class Sheet(NamedTuple):
    """One turn, and the game it stands in."""

    game: Game
    name: str  # of the game: scenario, players and seed
    turn: BotTurn

    @property
    def tags(self) -> set[str]:
        """The boxes and phases it passes: the first words of its nodes, and of a Trung bot which Event it plays."""
        return {tag for reason in self.turn.reasons for tag in tags_of(reason.message.removeprefix("why."), self.turn)}


def tags_of(node: str, turn: BotTurn) -> Iterator[str]:
    """What one node stands for: of flowcharts two words of it (of Events one), of the Trung cards the whole."""
    head, *tail = node.split(".")
    if node in ("trung.row.a1", "trung.row.b2"):
        yield f"card {turn.card}"
    if head == "trung":
        yield node
    elif head not in QUIET:
        yield head if head == "event" else ".".join((head, *tail[:1]))


def games(seed: int, count: int, kind: str) -> Iterator[tuple[str, Game]]:
    """Games that were played out, with their names."""
    for number in range(count):
        scenario, cast = SCENARIOS[number % len(SCENARIOS)], CASTS[number % len(CASTS)].format(kind)
        players = players_of(cast, scenario)
        game = Game.new(scenario, seed=seed + number, options=options_for(players, GameOptions()))
        play_out(game, players, seed + number)
        yield f"{scenario}, {cast}, seed {seed + number}", game


def picked(sheets: Sequence[Sheet], count: int) -> list[Sheet]:
    """Turns that bring every box up often enough: always the one that adds most; new games first."""
    left, found = list(sheets), list[Sheet]()
    seen: Counter[str] = Counter()
    used: Counter[str] = Counter()
    while left and len(found) < count:
        best = max(left, key=lambda sheet: worth(sheet.tags, seen) - 0.1 * used[sheet.name])
        left.remove(best)
        found.append(best)
        seen.update(best.tags)
        used[best.name] += 1
    return found


def worth(tags: Collection[str], seen: Counter[str]) -> float:
    """What a turn adds: most for what never came up, nothing for what came up often enough."""
    return sum(1 / (1 + seen[tag]) for tag in tags if seen[tag] < EACH)


class Moment(NamedTuple):
    """A turn played again from its last checkpoint."""

    game: Game  # just before the turn's first decision
    table: NonPlayers
    entries: Sequence[Entry]  # of the whole stretch to the next checkpoint
    story: Sequence[LogEntry]  # the lines of that stretch


def moment(sheet: Sheet) -> Moment:
    """The situation in which the Faction began to think."""
    whole = sheet.game
    number = max(n for n, each in enumerate(whole.checkpoints) if each.entries <= sheet.turn.first)
    begun = whole.checkpoints[number]
    after = whole.checkpoints[number + 1] if number + 1 < len(whole.checkpoints) else None
    entries = whole.entries[begun.entries : after.entries if after else None]
    game = Game(begun.state.copy(), manual_chance=True)
    game.begin()
    table = NonPlayers(game)
    start = last_answer(entries[: sheet.turn.first - begun.entries])
    while len(game.entries) < start:
        step(game, table, entries)
    return Moment(game, table, entries, (whole.log or [])[begun.log : after.log if after else None])


def step(game: Game, table: NonPlayers, entries: Sequence[Entry]) -> Decision | None:
    """Let the game take its next recorded entry; the die it asked for, if it did."""
    if table.asked():
        table.play()
        if game.considered is None:
            return None
    decision = game.decision
    game.choose(entries[len(game.entries)].key)
    return decision if decision is not None and decision.actor == CHANCE else None


def rolls(begun: Moment) -> Iterator[str]:
    """All dice and cards of chance from here on, in order, without telling what they decide between."""
    game, table, entries = begun.game, begun.table, begun.entries
    tens = ""
    while len(game.entries) < len(entries):
        key = entries[len(game.entries)].key
        die = step(game, table, entries)
        if die is not None and die.kind == TENS:
            tens = key
        elif die is not None:
            yield told(die, tens, key)


def told(decision: Decision, tens: str, key: str) -> str:
    """One die in words that do not give away what it is for beyond its box."""
    params = decision.params
    if decision.kind == ONES:
        return f"random space (8.2): {tens}{key}"
    if decision.kind == DIE:
        return f"one d6 of {params['node']}: {key}"
    if decision.kind in PICKS:
        return f"equal chance (8.4.7): the {key}. of {len(decision.options)}"
    found = decision.find(key)
    return f"{prompt(decision)} {label(decision, found) if found else key}"


def rendered(*things: object) -> str:
    """What the terminal would show, as plain text."""
    out = StringIO()
    console = Console(file=out, width=WIDTH, no_color=True, force_terminal=False)
    for thing in things:
        console.print(thing)
    return out.getvalue()


def sheet_text(number: int, sheet: Sheet) -> tuple[str, str]:
    """The sheet and the answers of one turn."""
    turn, begun = sheet.turn, moment(sheet)
    state = begun.game.state
    head = f"# {FACTION_IDS[turn.faction]}-{number:02}: {turn.title(state.cards)}\n\n({sheet.name})\n"
    page = [head, *situation(begun.game)]
    page.append("Dice, in order:\n" + ("\n".join("  " + each for each in rolls(begun)) or "  none"))
    story = "\n".join("  " + line(entry, state.cards) for entry in begun.story)
    answers = [head, f"Why:\n{whys(sheet)}", f"Answers: {' '.join(turn.answers)}", f"Story:\n{story}"]
    return "\n\n".join(page) + "\n", "\n\n".join(answers) + "\n"


def situation(game: Game) -> Iterator[str]:
    """The board, the cards, and what is asked."""
    state = game.state
    console = Console(file=StringIO(), width=WIDTH)
    yield "```\n" + rendered(board_view(state, console)) + "```"
    bots = ", ".join(FACTION_IDS[each] for each in state.options.non_players)
    yield f"US Policy: {state.us_policy}. Non-players: {bots}."
    yield "```\n" + rendered(*(card_view(card, state.cards) for card in (state.card, state.next_card) if card)) + "```"
    so_far = "\n".join("  " + line(entry, state.cards) for entry in game.log or ())
    yield f"Happened in this turn before:\n{so_far or '  nothing'}"
    asked = game.decision
    if asked is not None:
        yield f"First question: {prompt(asked, state.cards)} ({', '.join(option.key for option in asked.options)})"


def whys(sheet: Sheet) -> str:
    """The reasons, each with its node, its candidates and tie-breaks."""
    cards = sheet.game.state.cards
    found = []
    for reason in sheet.turn.reasons:
        found.append(f"  {sentence(reason, cards)} [{reason.message.removeprefix('why.')}]")
        found.extend("      " + each for each in details(reason, cards))
    return "\n".join(found)


def sheets_of(played: Iterable[tuple[str, Game]], factions: Iterable[int]) -> dict[int, list[Sheet]]:
    """All turns of these Factions in which there was something to think about."""
    found: dict[int, list[Sheet]] = {faction: [] for faction in factions}
    for name, game in played:
        for turn in turns_of(game):
            if turn.faction in found and len(turn.reasons) > 1:
                found[turn.faction].append(Sheet(game, name, turn))
    return found


def written(folder: Path, faction: str, sheets: Sequence[Sheet]) -> Counter[str]:
    """Write the sheets and answers of one Faction; how often they pass each box."""
    (folder / "answers").mkdir(parents=True, exist_ok=True)
    for number, sheet in enumerate(sheets, 1):
        page, answers = sheet_text(number, sheet)
        name = f"{faction}-{number:02}.md"
        (folder / name).write_text(page, encoding="utf-8")
        (folder / "answers" / name).write_text(answers, encoding="utf-8")
    return Counter(tag for sheet in sheets for tag in sheet.tags)


def main(arguments: Sequence[str]) -> int:
    """Write the sheets, and print how often every box comes up in them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--turns", type=int, default=40, help="of each Faction")
    parser.add_argument("--bots", choices=(FLOWCHART, TRUNG), default=FLOWCHART, help="of which kind they are")
    parser.add_argument("--only", default=",".join(FACTION_IDS), help="Factions, by commas")
    args = parser.parse_args(arguments)
    wanted = [faction for faction in FACTIONS if FACTION_IDS[faction] in args.only.split(",")]
    for faction, sheets in sheets_of(games(args.seed, args.games, args.bots), wanted).items():
        passed = written(args.folder, FACTION_IDS[faction], picked(sheets, args.turns))
        print(faction_name(faction), dict(sorted(passed.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
