"""`fitl review`: what each turn of a finished game cost, and how much was luck."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fitl.board.factions import FACTION_BY_ID, FACTION_IDS
from fitl.catalogue import figures
from fitl.cli.board import faction_text
from fitl.cli.files import FileProblem, open_game
from fitl.cli.lab import counting_bar, print_json
from fitl.cli.terminal import DIM, STRONG, Terminal, complain
from fitl.game import Game
from fitl.review.shown import PlayerSummary, ReviewMoment, ReviewShown, TurnVerdict, shown
from fitl.review.study import review as review_game
from fitl.state import OVER
from fitl.words import say

BARS: Final = "▁▂▃▄▅▆▇█"
WIDTH: Final = 60  # of the graph
PARTS: Final = 100  # of the progress
TOLD: Final = 0.01  # cheaper turns are left out
STORY: Final = 12  # lines of a better turn


def review(args: argparse.Namespace) -> int:
    """Judge the turns of a saved game."""
    opened = open_game(Path(args.file))
    game = opened.game
    if game.state.stage != OVER:
        raise FileProblem(say("review.unfinished"))
    for note in opened.notes:
        complain(note)
    factions = _factions(game, args.faction)
    done = 0
    with counting_bar(say("review.progress"), PARTS) as progress:

        def go_on(part: float) -> bool:
            nonlocal done
            progress(int(part * PARTS) - done)
            done = int(part * PARTS)
            return True

        found = shown(game, review_game(game, factions, go_on=go_on))
    if args.json:
        print_json(dict(found))
    else:
        _print(Terminal(), found)
    return 0


def _factions(game: Game, typed: Sequence[str]) -> list[int]:
    """Those that were asked for; else those of people; else all."""
    options = game.state.options
    playing = [each for seat in options.seats for each in seat if each in game.checkpoints[0].state.era.factions]
    for name in typed:
        if FACTION_BY_ID.get(name) not in playing:
            raise FileProblem(say("review.nobody", {"typed": name, "factions": playing}))
    people = [each for each in playing if each not in options.non_players]
    return [FACTION_BY_ID[name] for name in typed] or people or playing


def _print(terminal: Terminal, found: ReviewShown) -> None:
    terminal.say("review.chances", style=STRONG)
    for faction in _named(found["moments"]):
        _graph(terminal, faction, [each["chances"].get(faction, 0.0) for each in found["moments"]])
    if found["turning_points"]:
        terminal.blank()
        terminal.say("review.turning_points", style=STRONG)
    for point in found["turning_points"]:
        params = {
            "title": point["title"],
            "faction": FACTION_BY_ID[point["faction"]],
            "before": _percent(point["before"]),
            "after": _percent(point["after"]),
        }
        terminal.say("review.turning_point", params, indent=2)
    for player in found["players"]:
        terminal.blank()
        _player(terminal, player)
        for turn in found["turns"]:
            if turn["faction"] == player["faction"] and turn["cost"] >= TOLD:
                _costly(terminal, turn)
    if found["ended_early"]:
        terminal.say("review.ended_early")
    terminal.blank()
    terminal.say("review.note", style=DIM)


def _named(moments: Sequence[ReviewMoment]) -> list[str]:
    """The Factions of the game, in their usual order."""
    named = {name for each in moments for name in each["chances"]}
    return [name for name in FACTION_IDS if name in named]


def _graph(terminal: Terminal, faction: str, chances: Sequence[float]) -> None:
    """One Faction's chance as a row of bars."""
    places = [i * (len(chances) - 1) // (WIDTH - 1) for i in range(WIDTH)]
    bars = "".join(BARS[min(len(BARS) - 1, int(chances[place] * len(BARS)))] for place in places)
    ends = say("review.chance", {"first": _percent(chances[0]), "last": _percent(chances[-1])})
    text = faction_text(FACTION_BY_ID[faction])
    text.pad_right(max(0, 5 - text.cell_len))
    terminal.print(text + f" {bars} {ends}" if terminal.width > WIDTH + 40 else text + f" {bars}")


def _player(terminal: Terminal, player: PlayerSummary) -> None:
    params = {
        "faction": FACTION_BY_ID[player["faction"]],
        "cost": _points(player["cost"]),
        "turns": player["turns"],
        "coups": _points(player["in_coups"]),
        "luck": figures(player["luck"] * 100, "+.1f"),
    }
    terminal.say("review.player" if player["worst"] else "review.player_best", params, style=STRONG)


def _costly(terminal: Terminal, turn: TurnVerdict) -> None:
    params = {
        "title": turn["title"],
        "turn": turn["words"],
        "cost": _points(turn["cost"]),
        "played": _percent(turn["played"]),
        "best": _percent(turn["best"]),
    }
    terminal.say("review.costly", params, indent=2)
    if turn["better"] is not None:
        terminal.say("review.better", {"turn": turn["better"]["words"]}, indent=4)
        for line in turn["better"]["story"][:STORY]:
            terminal.write(line, DIM, 6)


def _percent(chance: float) -> str:
    return figures(chance, ".0%")


def _points(chance: float) -> str:
    return figures(chance * 100, ".1f")
