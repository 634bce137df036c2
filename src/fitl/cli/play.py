"""`fitl play` and `fitl resume`."""

import argparse
import secrets
import shlex
from contextlib import suppress
from pathlib import Path

from fitl import journal
from fitl.board.factions import FACTION_BY_ID
from fitl.cli.cards import packs_from
from fitl.cli.files import check_new, keep_original, new_game_file, open_game, scenario_meant
from fitl.cli.session import Session
from fitl.cli.terminal import Terminal
from fitl.game import Game
from fitl.options import GameOptions, OptionsError, parse_seats


def options_from(args: argparse.Namespace) -> GameOptions:
    """The optional rules named on the command line."""
    handicap = []
    for word in args.handicap.lower().split(",") if args.handicap else ():
        if word.strip() not in FACTION_BY_ID:
            raise OptionsError(f"unknown Faction {word.strip()!r} in --handicap: use us, arvn, nva, vc with commas")
        handicap.append(FACTION_BY_ID[word.strip()])
    return GameOptions(
        period_events=args.period_events,
        political_rhythm=args.political_rhythm,
        historical_coups=args.historical_coups,
        shorter_campaigns=args.shorter_campaigns,
        us_coup_involvement=args.us_coup_involvement,
        uncertain_victory=args.uncertain_victory,
        by_hand=args.by_hand,
        deception=args.deception,
        handicap=tuple(handicap),
        seats=parse_seats(args.seats),
    )


def play(args: argparse.Namespace) -> int:
    """Start a game and play it at this terminal."""
    scenario = scenario_meant(args.scenario)
    if args.file:
        check_new(Path(args.file), "cli.file.exists")
    seed = args.seed if args.seed is not None else secrets.randbits(63)
    game = Game.new(scenario, seed=seed, options=options_from(args), packs=packs_from(args), manual_chance=args.table)
    path = Path(args.file) if args.file else new_game_file(scenario)
    return sit_down(game, path, "cli.welcome")


def resume(args: argparse.Namespace) -> int:
    """Go on with a saved game, or begin one from a position."""
    path = Path(args.file)
    opened = open_game(path)
    terminal = Terminal()
    for note in opened.notes:
        terminal.write(note)
    if not opened.is_journal:
        return sit_down(opened.game, new_game_file(opened.game.state.scenario.name), "cli.welcome", terminal)
    if not opened.complete:
        terminal.say("cli.file.kept", {"file": str(keep_original(path))})
    return sit_down(opened.game, path, "cli.welcome_back", terminal)


def sit_down(game: Game, path: Path, greeting: str, terminal: Terminal | None = None) -> int:
    """Record the game to its file and play it."""
    terminal = terminal or Terminal()
    writer = journal.record(game, path)
    try:
        terminal.say(greeting, {"title": game.state.scenario.title, "file": shlex.quote(str(path))})
        return Session(game, terminal, path).run()
    finally:
        with suppress(OSError):  # what could not be written was said when it happened
            writer.close()
