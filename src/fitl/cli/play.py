"""`fitl play` and `fitl resume`."""

import argparse
import secrets
import shlex
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from fitl import journal
from fitl.board.factions import FACTION_BY_ID, FACTION_IDS
from fitl.bot_types import FLOWCHART
from fitl.casting import seated
from fitl.catalogue import tell
from fitl.cli.cards import packs_from
from fitl.cli.files import check_new, keep_original, new_game_file, open_game, position_in, scenario_meant
from fitl.cli.main import NOBODY
from fitl.cli.session import Session
from fitl.cli.terminal import Terminal
from fitl.game import Game
from fitl.game_lock import claimed
from fitl.journal import JournalWriter
from fitl.options import SWITCHES, GameOptions, OptionsError, own_first, parse_seats
from fitl.position import PositionError, read_options, write_options
from fitl.position.values import object_of
from fitl.readings import ReadingError, parse_readings
from fitl.rules.setup import scenario_named
from fitl.words import scenario_title

SEATING: Final = ("seats", "non_players", "kinds")  # the options that say who plays


def options_from(args: argparse.Namespace) -> GameOptions:
    """The optional rules named on the command line."""
    handicap = []
    for word in args.handicap.lower().split(",") if args.handicap else ():
        if word.strip() not in FACTION_BY_ID:
            raise OptionsError(tell("options.handicap_faction", typed=word.strip()))
        handicap.append(FACTION_BY_ID[word.strip()])
    return replace(
        seating(args, scenario_named(scenario_meant(args.scenario)).factions),
        handicap=tuple(handicap),
        **{name: getattr(args, name) for name in SWITCHES},
        readings=readings_from(args.reading),
    )


def readings_from(texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The readings of chapter 8 named on the command line."""
    try:
        return parse_readings(texts)
    except ReadingError as error:
        raise OptionsError(str(error)) from error


def seating(args: argparse.Namespace, factions: tuple[int, ...]) -> GameOptions:
    """Who sits where, and which Factions are non-players of which kind: as --players says, else all --as leaves out."""
    watching = args.people is not None and args.people.strip().lower() == NOBODY
    if args.cast:
        if args.bots or args.seats or not (args.people is None or watching):
            raise OptionsError(tell("options.players_and_as"))
        cast = seated(args.cast, factions)
        if watching and cast.player_seats():
            raise OptionsError(tell("options.watched_people"))
        return cast
    if args.people is None:
        if args.bots:
            raise OptionsError(tell("options.bots_without_as"))
        seats = parse_seats(args.seats or ",".join(FACTION_IDS[faction] for faction in factions))
        return GameOptions(seats=tuple(sorted(seats, key=lambda seat: own_first(seat, factions))))
    if args.seats:
        raise OptionsError(tell("options.seats_and_as"))
    people = () if watching else parse_seats(args.people)
    taken = [faction for seat in people for faction in seat]
    if len(set(taken)) != len(taken):
        raise OptionsError(tell("options.as_twice", typed=args.people))
    rest = tuple(faction for faction in factions if faction not in taken)
    return GameOptions(
        seats=tuple(sorted((*people, *((faction,) for faction in rest)))),
        non_players=rest,
        kinds=tuple((faction, args.bots or FLOWCHART) for faction in rest),
    )


def position_from(args: argparse.Namespace) -> dict[str, object]:
    """The position named on the command line, with the seats that are named there if any are."""
    position = position_in(Path(args.position))
    if position is None:
        raise PositionError(tell("cli.file.no_position", file=args.position))
    if not (args.cast or args.bots or args.seats or args.people is not None):
        return dict(position)
    seats = seating(args, scenario_named(str(position.get("scenario"))).factions)
    options = replace(read_options(object_of(position, "options")), **{name: getattr(seats, name) for name in SEATING})
    return {key: value for key, value in position.items() if key != "trung_deck"} | {"options": write_options(options)}


def play(args: argparse.Namespace) -> int:
    """Start a game and play it at this terminal."""
    if args.file:
        check_new(Path(args.file), "cli.file.exists")
    seed = args.seed if args.seed is not None else secrets.randbits(63)
    if args.position:
        game = Game.from_position({**position_from(args), "seed": seed}, manual_chance=args.table)
    else:
        scenario, options = scenario_meant(args.scenario), options_from(args)
        game = Game.new(scenario, seed=seed, options=options, packs=packs_from(args), manual_chance=args.table)
    path = Path(args.file) if args.file else new_game_file(game.state.scenario.name)
    return sit_down(game, path, journal.record(game, path), "cli.welcome", Terminal(), args.fast)


def resume(args: argparse.Namespace) -> int:
    """Go on with a saved game, or begin one from a position."""
    path = Path(args.file)
    terminal = Terminal()
    with claimed(path):  # from before it is read until the recorder has claimed what it writes
        opened = open_game(path)
        game = opened.game
        for note in opened.notes:
            terminal.write(note)
        if not opened.is_journal or path.suffix == ".gz":  # a copy to keep
            path = new_game_file(game.state.scenario.name)
        elif not opened.complete:
            terminal.say("cli.file.kept", {"file": str(keep_original(path))})
        writer = journal.record(game, path)
    greeting = "cli.welcome_back" if opened.is_journal else "cli.welcome"
    return sit_down(game, path, writer, greeting, terminal, args.fast)


def sit_down(game: Game, path: Path, writer: JournalWriter, greeting: str, terminal: Terminal, fast: bool) -> int:
    """Play a game that is being recorded."""
    try:
        terminal.say(greeting, {"title": scenario_title(game.state.scenario), "file": shlex.quote(str(path))})
        return Session(game, terminal, path, fast=fast).run()
    finally:
        with suppress(OSError):  # what could not be written was said when it happened
            writer.close()
