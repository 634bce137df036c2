"""The terminal: colour only where it can be seen, and lines read from people and from pipes alike."""

import os
import sys
import textwrap
from collections.abc import Callable, Sequence
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from fitl.words import say

# The game's own colours; letters say the same, so that nothing depends on them.
FACTION_STYLES: Final = ("color(143)", "color(178)", "color(167)", "color(75)")
NARROWEST: Final = 20  # columns in which words can still be read
USUAL: Final = 80  # where a width of 0 says that nobody knows it
DIM: Final = "dim"
STRONG: Final = "bold"

Suggest = Callable[[str], Sequence[str]]


def make_console(stderr: bool = False) -> Console:
    """A console that writes no escape codes unless it writes to a terminal that wants them."""
    stream = sys.stderr if stderr else sys.stdout
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")  # a terminal without a letter shows ?, it does not stop the game
    plain = "NO_COLOR" in os.environ or not stream.isatty()
    return Console(
        file=stream,
        color_system=None if plain else "auto",
        force_terminal=False if plain else None,
        width=_width(),
        highlight=False,
        markup=False,
        emoji=False,
    )


def _width() -> int | None:
    """How wide to write if the environment says something impossible; None: as wide as it is."""
    columns = os.environ.get("COLUMNS", "")
    if not columns.isdecimal() or int(columns[:6]) >= NARROWEST:
        return None
    return NARROWEST if int(columns) else USUAL


class Terminal:
    """What the commands print to and ask from."""

    def __init__(self) -> None:
        self.console = make_console()
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")  # bytes that are no text are an answer that nobody offers
        self.interactive = sys.stdin.isatty()
        self._suggest: Suggest = lambda text: ()
        self._suggestions: Sequence[str] = ()
        if self.interactive:
            self._set_up_line_editing()

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def height(self) -> int:
        return self.console.height

    def print(self, *things: object) -> None:
        for thing in things:
            self.console.print(thing)

    def blank(self) -> None:
        self.console.print()

    def say(self, message: str, params: dict[str, Any] | None = None, style: str = "", indent: int = 0) -> None:
        """Print a message of the catalogue."""
        self.write(say(message, params), style, indent)

    def write(self, text: str, style: str = "", indent: int = 0) -> None:
        """Print a sentence, wrapped within its indent; a word longer than the line (a file's name) stays whole."""
        lines = textwrap.wrap(
            text,
            self.width,
            initial_indent=" " * indent,
            subsequent_indent=" " * indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
        self.console.print(Text("\n".join(lines), style=style), soft_wrap=True)

    def command(self, text: str) -> None:
        """Print a command to be copied: on a line of its own, never broken."""
        self.console.print(Text("  " + text, style=STRONG), soft_wrap=True)

    def ask(self, prompt: str, suggest: Suggest = lambda text: ()) -> str | None:
        """One line of input without its newline, or None when there is no more."""
        self._suggest = suggest
        try:
            line = input(prompt)
        except EOFError:
            self.blank()
            return None
        if not self.interactive:
            print(line, flush=True)  # so that what went in can be read beside what came out
        return line.strip()

    def _set_up_line_editing(self) -> None:
        """Arrow keys, history and Tab, where the platform has them."""
        try:
            import readline
        except ImportError:
            return
        readline.set_completer(self._complete)
        readline.set_completer_delims("")
        readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")

    def _complete(self, text: str, state: int) -> str | None:
        if state == 0:
            self._suggestions = self._suggest(text)
        return self._suggestions[state] if state < len(self._suggestions) else None


def complain(text: str) -> None:
    """Print a sentence to the people at the terminal, apart from the output."""
    make_console(stderr=True).print(Text(text))
