"""A game at one screen: show, ask, answer, until it is over or the people leave."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from fitl import journal, transfers
from fitl.board.factions import FACTION_BY_ID
from fitl.cli.board import board_view, brief_table, card_view, key_to_letters, outcome_view, space_names, space_view
from fitl.cli.bot_turns import BotTurns
from fitl.cli.files import FileProblem, check_new
from fitl.cli.matching import Choices, cards_meant, matches
from fitl.cli.question import answers_view, question_view
from fitl.cli.table_mode import BesideBoard
from fitl.cli.terminal import DIM, STRONG, Suggest, Terminal
from fitl.decisions import CHANCE, Decision
from fitl.game import Game
from fitl.game_lock import claimed
from fitl.journal import SaveFailed
from fitl.refusals import NoUndo, Refused
from fitl.rulebook import asker, beside, explained, rule_in
from fitl.verdict import lost_alike, verdict
from fitl.words import card_name, faction_name, say, scenario_title, story_line

LOG_LINES: Final = 20
INTERRUPTED: Final = 130  # the exit code after Ctrl-C


class Leave(Exception):
    """The people want to stop here."""


class Session:
    """One sitting of a game that is being recorded to a file."""

    def __init__(self, game: Game, terminal: Terminal, path: Path, *, fast: bool = False) -> None:
        """`fast`: no pauses after the turns of non-players."""
        self.game = game
        self.terminal = terminal
        self.path = path
        self._bots = BotTurns(game, terminal)
        self._board = BesideBoard(game, terminal)
        self._pauses = terminal.interactive and not fast
        self._paused = False
        self._file = shlex.quote(str(path))
        self._told = len(game.log or ())  # log lines already shown
        self._shown_at = (-1, -1)  # the checkpoint for which the board was shown
        self._shown_in_draft = False
        self._legend = True  # the key to the letters is shown once, and on demand
        self._commands: dict[str, Callable[[str], None]] = {
            "?": self._help,
            "show": self._show,
            "why": self._why,
            "hint": self._hint,
            "log": self._log,
            "card": self._card,
            "undo": self._undo,
            "undo!": self._undo_freely,
            "save": self._save,
            "save!": self._save_over,
            "transfer": self._transfer,
            "quit": self._quit,
        }

    def run(self) -> int:
        """Play until the end of the game or of the input; the exit code."""
        try:
            self._play()
        except KeyboardInterrupt:
            self.terminal.blank()
            self._farewell()
            return INTERRUPTED
        except Leave:
            self._farewell()
        return 0

    def _play(self) -> None:
        self._shielded(self._bots.introduce)
        self._shielded(self._board.begin)
        if self._bots.asked():
            self._shielded(self._show_board)
        while (decision := self.game.decision) is not None:
            if self._tell_non_player() or self._let_non_player_decide():
                continue
            if not self._bots.in_turn:  # else a die is rolled for it
                self._shielded(self._show_board_of_new_turn)
            choices = Choices(decision, self.game.state.cards)
            self.terminal.blank()
            self._show_question(decision, choices)
            while self.game.decision is decision:
                typed = self.terminal.ask(say("cli.prompt", {"faction": decision.actor}), self._suggestions(choices))
                if typed is None:
                    raise Leave
                self._obey(decision, choices, typed)
        self._tell_non_player()
        self._shielded(self._show_end)

    def _obey(self, decision: Decision, choices: Choices, typed: str) -> None:
        """Carry out one line of input: a command, or an answer."""
        if self._command(typed):
            return
        if not typed:
            self._show_question(decision, choices)
        else:
            self._answer(decision, choices, typed)

    def _command(self, typed: str) -> bool:
        """Carry out a command; False if this is none."""
        word, _, rest = typed.partition(" ")
        command = self._commands.get({"help": "?", "exit": "quit", "q": "quit"}.get(word.lower(), word.lower()))
        if command is None:
            return False
        self._shielded(lambda: command(rest.strip()))
        return True

    def _shielded(self, work: Callable[[], None]) -> None:
        """Show or save something; a fault of the program in that is reported and does not break off the game."""
        try:
            work()
        except (Leave, OSError):  # nobody to write to any more is no fault of the program
            raise
        except Exception as error:
            self._tell_fault("cli.fault_beside", error)

    def _tell_fault(self, message: str, error: Exception) -> None:
        what = f"{type(error).__name__}: {error}"
        self.terminal.say(message, {"error": what, "file": self._file}, STRONG)

    # --- non-players ---

    def _let_non_player_decide(self) -> bool:
        """Play one decision of a non-player; False if a person is asked."""
        if not self._bots.asked():
            return False
        if not self._change(lambda: self._bots.play(self._told)) and self._bots.asked():
            self.terminal.say("cli.bots.save_failed")  # only a full disk leaves it without an answer
            self._pause(always=True)
        return True

    def _tell_non_player(self) -> bool:
        """Tell the turn of a non-player that has just ended; False if none has."""
        run = self._bots.finished()
        if run is None:
            return False
        self._shielded(lambda: self._bots.tell(run))
        self._board.told()
        self._told = len(self.game.log or ())
        self._pause()
        return True

    def _pause(self, always: bool = False) -> None:
        """Wait until people have read a turn; they may ask about it meanwhile."""
        number = self.game.number
        self._paused = True
        while (self._pauses or always) and self.game.number == number:
            typed = self.terminal.ask(say("cli.bots.pause"))
            if typed is None:
                raise Leave
            if not typed:
                break
            if typed.lower() == "fast":
                self._pauses = False
                self.terminal.say("cli.bots.fast")
            elif typed.lower() in ("?", "help", "hint") or not self._command(typed):
                self.terminal.say("cli.bots.pause_help")
        self._paused = False

    # --- answers ---

    def _answer(self, decision: Decision, choices: Choices, typed: str) -> None:
        found = choices.find(typed)
        if not found:
            self.terminal.say("cli.answer.unknown", {"typed": typed[:60]})
        elif len(found) > 1:
            self.terminal.say("cli.answer.unclear", {"typed": typed[:60]})
            self.terminal.print(answers_view(decision, self.game.state, choices, found))
        else:
            if typed.lower() != found[0].label.lower():
                self.terminal.say("cli.answer.meant", {"label": found[0].label}, DIM, 2)
            self._change(lambda: self.game.choose(found[0].key))

    def _change(self, change: Callable[[], None]) -> bool:
        """Change the game and tell what happened; a change that fails leaves everything as it was."""
        try:
            change()
        except SaveFailed as error:
            self.terminal.write(str(error))
            self.terminal.say("cli.save.full", {"file": self._file})
            return False
        except Refused as error:
            self.terminal.write(str(error))
            return False
        except Exception as error:  # a fault of the program must not cost people their game
            self._tell_fault("cli.fault", error)
            if self._bots.stumble():
                self.terminal.say("cli.bots.stumbled")
            return False
        if not self._bots.in_turn:
            self._shielded(self._tell_change)
        return True

    def _tell_change(self) -> None:
        if self.game.decision is not None and not self._bots.asked():
            self._show_board_of_new_turn()
        self._tell()
        self._board.tell()

    # --- showing ---

    def _show_question(self, decision: Decision, choices: Choices) -> None:
        self._shielded(lambda: self.terminal.print(question_view(decision, self.game.state, choices)))

    def _show_board_of_new_turn(self) -> None:
        checkpoint = self.game.checkpoints[-1].entries, len(self.game.checkpoints)
        drafting = self._shown_in_draft and self.game.state.draft  # P2.1, S2.1: the board stays as it is
        self._shown_in_draft = bool(self.game.state.draft)
        if checkpoint != self._shown_at and not drafting:
            self._shown_at = checkpoint
            self.terminal.blank()
            self._show_board()

    def _show_board(self) -> None:
        s = self.game.state
        title = card_name(s.card, s.cards) if s.card else scenario_title(s.scenario)
        self.terminal.print(Rule(Text(title, style=STRONG), style=DIM))
        self.terminal.print(board_view(s, self.terminal.console, self._legend))
        self._legend = False

    def _tell(self) -> None:
        """The story since the last time."""
        log = self.game.log or []
        news, self._told = log[self._told :], len(log)
        for entry in news:
            style = STRONG if entry.message == "log.die" else DIM
            self.terminal.write(say("cli.log.line", {"line": story_line(self.game.state, entry)}), style, 2)

    def _show_end(self) -> None:
        outcome = self.game.outcome
        if outcome is None:
            return
        self._show_board()
        self.terminal.print(outcome_view(outcome, lost_alike(self.game.state)))
        judged = verdict(self.game.state)
        if judged is not None:
            self.terminal.write(judged.text, STRONG)
        self.terminal.say("cli.over")
        self.terminal.command("fitl replay " + self._file)

    def _farewell(self) -> None:
        self.terminal.say("cli.farewell")
        self.terminal.command("fitl resume " + self._file)

    def _suggestions(self, choices: Choices) -> Suggest:
        """What Tab offers."""
        words = [*self._commands, *(choice.label for choice in choices.all)]
        return lambda text: [word for word in words if text and word.lower().startswith(text.lower())]

    # --- commands ---

    def _help(self, rest: str) -> None:
        decision = self.game.decision
        assert decision is not None
        s = self.game.state
        self.terminal.print(question_view(decision, s, Choices(decision, s.cards), everything=True))
        self.terminal.blank()
        table = Table.grid(padding=(0, 2, 0, 0))
        for name in self._commands:
            if name == "transfer" and not transfers.may_be_at_all(s):
                continue
            table.add_row(Text("  " + say(f"cli.usage.{name}"), style=STRONG), say(f"cli.help.{name}"))
        self.terminal.say("cli.help.answer")
        self.terminal.print(table)
        self.terminal.write(key_to_letters(s), style=DIM)

    def _show(self, rest: str) -> None:
        s = self.game.state
        if not rest:
            self._legend = True
            self._show_board()
            return
        found = matches(rest, space_names(s))
        if not found:
            self.terminal.say("cli.show.unknown", {"typed": rest[:60]})
        elif len(found) > 1:
            self.terminal.say("cli.show.unclear", {"typed": rest[:60]})
            self.terminal.print(brief_table(s, found))
        else:
            self.terminal.print(space_view(s, found[0]))

    def _hint(self, rest: str) -> None:
        self._bots.hint()

    def _why(self, rest: str) -> None:
        decision = self.game.decision
        if (rest or self._paused) and self._bots.explain(rest):
            return
        if decision is None:
            self.terminal.say("cli.bots.pause_help")
            return
        rule = rest.strip("().") or decision.rule
        era = self.game.state.era
        number = rule_in(era, explained(rule.upper()), asker(decision))  # p1.6.2 of an expansion is P1.6.2
        if not number:
            self.terminal.say("cli.why.unknown", {"rule": rule[:20]})
            return
        self.terminal.say("cli.why.rule", {"rule": number, "sentence": say(f"rule.{number}")})
        if base := beside(era, number):
            self.terminal.say("cli.why.beside", {"rule": base, "sentence": say(f"rule.{base}")})
        card = decision.params.get("card")
        if not rest and isinstance(card, int) and card in self.game.state.cards.facts:
            self.terminal.print(card_view(card, self.game.state.cards))
        if not rest:
            self._bots.explain_news()

    def _log(self, rest: str) -> None:
        if rest and not rest.isdecimal():
            self.terminal.say("cli.log.usage")
            return
        count = int(rest) if rest else LOG_LINES
        log = self.game.log or []
        for entry in log[max(0, len(log) - count) :]:
            self.terminal.write(say("cli.log.line", {"line": story_line(self.game.state, entry)}), indent=2)
        if not log:
            self.terminal.say("cli.log.empty")

    def _card(self, rest: str) -> None:
        s = self.game.state
        if not rest:
            for number in (s.card, s.next_card):
                if number:
                    self.terminal.print(card_view(number, s.cards))
            return
        found = cards_meant(rest, s.cards)
        if not found:
            self.terminal.say("cli.card.unknown", {"typed": rest[:60]})
        elif len(found) == 1:
            self.terminal.print(card_view(found[0], s.cards))
        else:
            for number in found:
                self.terminal.write(card_name(number, s.cards), indent=2)

    def _undo(self, rest: str) -> None:
        self._take_back(freely=False)

    def _undo_freely(self, rest: str) -> None:
        self._take_back(freely=True)

    def _take_back(self, freely: bool) -> None:
        try:
            if self._bots.present:
                self._bots.take_back(freely=freely)
            else:
                self.game.undo(freely=freely)
        except NoUndo as error:
            self.terminal.write(str(error))
            if not freely and any(entry.actor != CHANCE for entry in self.game.entries):
                self.terminal.say("cli.undo.freely")
            return
        except SaveFailed as error:
            self.terminal.write(str(error))
            return
        self._told = len(self.game.log or ())
        self._board.taken_back()
        self.terminal.say("cli.undo.done")

    def _save(self, rest: str) -> None:
        self._save_to(rest, replace=False)

    def _save_over(self, rest: str) -> None:
        self._save_to(rest, replace=True)

    def _save_to(self, name: str, replace: bool) -> None:
        if not name:
            self.terminal.say("cli.save.usage", {"file": self._file})
            return
        path = Path(name).expanduser()
        try:
            if path.exists() and path.samefile(self.path):
                self.terminal.say("cli.save.same", {"file": self._file})
                return
            if not (replace and path.is_file()):
                check_new(path, "cli.save.exists")
            with claimed(path):
                journal.save(self.game, path)
        except (FileProblem, OSError) as error:
            self.terminal.write(str(error))
            return
        self.terminal.say("cli.save.done", {"file": shlex.quote(str(path))})

    def _transfer(self, rest: str) -> None:
        words = rest.lower().split()
        named = (
            matches(words[0], [(name, faction_name(faction)) for name, faction in FACTION_BY_ID.items()])
            if words
            else []
        )
        if len(words) != 2 or len(named) != 1 or not words[1].isdecimal():
            self.terminal.say("cli.transfer.usage")
            return
        giver, amount = list(FACTION_BY_ID.values())[named[0]], int(words[1])
        if self._change(lambda: self.game.transfer(giver, amount)):
            self.terminal.say("cli.transfer.done", {"by": giver, "n": amount})

    def _quit(self, rest: str) -> None:
        raise Leave
