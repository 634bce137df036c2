"""Bare `fitl` at a terminal: a menu of what one may want."""

import sys
from collections.abc import Callable
from typing import Final

from fitl.board.factions import FACTION_IDS
from fitl.board.scenarios import SCENARIOS
from fitl.cli.files import data_folder, playable, scenario_meant
from fitl.cli.terminal import STRONG, Terminal
from fitl.options import OptionsError
from fitl.words import say

Words = list[str]  # of a command line
LATEST: Final = "*.jsonl"
USUAL: Final = "short-1965"


def ask_what(terminal: Terminal) -> Words | None:
    """What the person wants, as the words of a command; None to leave. An empty answer begins again."""
    terminal.blank()
    for number, (name, _) in enumerate(_choices().items(), 1):
        terminal.say("cli.start.line", {"n": number, "what": say(f"cli.start.{name}")})
    terminal.say("cli.start.leave")
    typed = terminal.ask("> ")
    if typed is None or typed.lower() in ("q", "quit", "exit"):
        return None
    ways = list(_choices().values())
    if not typed.isdecimal() or not 1 <= int(typed) <= len(ways):
        terminal.say("cli.start.unclear", {"most": len(ways)})
        return []
    return ways[int(typed) - 1](terminal)


def somebody_can_answer() -> bool:
    """Are both ends of the conversation a terminal?"""
    return sys.stdin.isatty() and sys.stdout.isatty()


def greet(terminal: Terminal) -> None:
    terminal.say("cli.start.title", style=STRONG)


def _choices() -> dict[str, Callable[[Terminal], Words]]:
    found: dict[str, Callable[[Terminal], Words]] = {"browser": _browser, "terminal": _terminal}
    if _latest() is not None:
        found["resume"] = _resume
    return found | {"learn": _learn, "card": _card}


def _browser(terminal: Terminal) -> Words:
    return ["serve"]


def _learn(terminal: Terminal) -> Words:
    return ["serve", "--page", "learn"]


def _terminal(terminal: Terminal) -> Words:
    """Which scenario, and whom one plays; the others are non-players."""
    terminal.say("cli.start.scenario", {"usual": USUAL, "names": ", ".join(playable())})
    try:
        scenario = scenario_meant(terminal.ask("> ") or USUAL)
    except OptionsError as error:
        terminal.write(str(error))
        return []
    factions = [FACTION_IDS[faction] for faction in SCENARIOS[scenario].factions]
    terminal.say("cli.start.faction", {"names": ", ".join(factions), "usual": factions[0]})
    return ["play", scenario, "--as", terminal.ask("> ") or factions[0]]


def _latest() -> str | None:
    """The game that was played last at this screen."""
    games = [path for path in (data_folder() / "games").glob(LATEST) if path.is_file()]
    return str(max(games, key=lambda path: path.stat().st_mtime)) if games else None


def _resume(terminal: Terminal) -> Words:
    latest = _latest()
    return ["resume", latest] if latest else []


def _card(terminal: Terminal) -> Words:
    terminal.say("cli.start.which_card")
    typed = terminal.ask("> ")
    return ["cards", *typed.split()] if typed else []
