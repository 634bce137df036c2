"""`fitl show`, `fitl replay` and `fitl scenarios`: looking without playing."""

import argparse
import json
from bisect import bisect_right
from pathlib import Path

from rich.table import Table
from rich.text import Text

from fitl import journal
from fitl.board.scenarios import SCENARIOS
from fitl.bots.reasons import BotTurn, compact, turns_of
from fitl.cli.board import board_view, outcome_view
from fitl.cli.files import open_game, playable, scenario_meant
from fitl.cli.terminal import DIM, STRONG, Terminal, complain
from fitl.game import Game
from fitl.position import write_position
from fitl.refusals import Refused
from fitl.state import State
from fitl.verdict import lost_alike, verdict
from fitl.words import say, scenario_subtitle, scenario_title, story_line


def show(args: argparse.Namespace) -> int:
    """The board of a scenario's set-up, a saved game or a position; or its position as JSON."""
    state, position = _looked_at(args.what)
    if args.json:
        print(json.dumps(position, indent=2))
        return 0
    terminal = Terminal()
    terminal.print(
        Text.assemble((scenario_title(state.scenario), STRONG), (f"  {scenario_subtitle(state.scenario)}", DIM))
    )
    terminal.print(board_view(state, terminal.console))
    if state.outcome is not None:
        terminal.print(outcome_view(state.outcome, lost_alike(state)))
    return 0


def _looked_at(what: str) -> tuple[State, dict[str, object]]:
    path = Path(what)
    if path.exists() or "/" in what or path.suffix:
        opened = open_game(path)
        for note in opened.notes:
            complain(note)
        return opened.game.state, opened.game.position()
    set_up = Game.new(scenario_meant(what)).checkpoints[0].state
    return set_up, write_position(set_up)


def scenarios(args: argparse.Namespace) -> int:
    """The scenarios that can be played."""
    terminal = Terminal()
    table = Table.grid(padding=(0, 2, 0, 0))
    for name in playable():
        scenario = SCENARIOS[name]
        table.add_row(Text(name, style=STRONG), scenario_title(scenario), Text(scenario_subtitle(scenario), style=DIM))
    terminal.print(table)
    return 0


def replay(args: argparse.Namespace) -> int:
    """Tell the story of a saved game; with --verify check that it still comes out the same."""
    found = journal.read(args.file)
    terminal = Terminal()
    try:
        game = journal.replay(found)
    except Refused as error:
        complain(say("cli.replay.refused", {"reason": str(error)}))
        return 1
    if not args.verify:
        _tell(terminal, game, reasons=args.why)
        return 0
    differing = journal.drift(found, game)
    for each in differing:
        complain(each)
    if not differing:
        terminal.say("cli.replay.verified", {"n": len(found.entries), "cards": len(found.cards)})
    return 1 if differing else 0


def _tell(terminal: Terminal, game: Game, reasons: bool) -> None:
    turns: dict[int, list[BotTurn]] = {}  # by the line of the story before which their reasons stand
    if reasons:
        starts = [(checkpoint.entries, checkpoint.log) for checkpoint in game.checkpoints]
        for turn in turns_of(game):
            turns.setdefault(max(log for entries, log in starts if entries <= turn.first), []).append(turn)
    states = [checkpoint.state for checkpoint in game.checkpoints]
    begun = [checkpoint.log for checkpoint in game.checkpoints]
    for number, entry in enumerate(game.log or ()):
        state = states[bisect_right(begun, number) - 1]
        for turn in turns.pop(number, ()):
            _explain(terminal, turn, game)
        if entry.message == "log.card":
            terminal.blank()
            terminal.write(story_line(state, entry), STRONG)
        else:
            terminal.write(story_line(state, entry), indent=2)
    if game.outcome is not None:
        terminal.blank()
        terminal.print(outcome_view(game.outcome, lost_alike(game.state)))
        judged = verdict(game.state)
        if judged is not None:
            terminal.write(judged.text, STRONG)


def _explain(terminal: Terminal, turn: BotTurn, game: Game) -> None:
    terminal.write(turn.title(game.state.cards), DIM, 2)
    for said in compact(turn.reasons, game.state.cards):
        terminal.write(say("cli.log.line", {"line": said}), DIM, 4)
