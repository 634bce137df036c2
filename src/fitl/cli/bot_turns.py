"""Non-players at the screen: their turns played, told as a story or as orders for a physical board, and explained."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.text import Text

from fitl.bots.hint import NoHint, hint
from fitl.bots.orders import track_orders
from fitl.bots.reasons import BotTurn, compact, details, sentence, turns_of
from fitl.bots.table import NonPlayers
from fitl.cli.interrupting import first_interrupt
from fitl.cli.table_mode import Stretch, tell_orders
from fitl.cli.terminal import DIM, FACTION_STYLES, STRONG, Terminal
from fitl.decisions import CHANCE, Option
from fitl.entries import ROLL, Reason
from fitl.eras.base import BASE_ERA
from fitl.game import Game
from fitl.state import LogEntry, State
from fitl.thinker.hint import advise
from fitl.thinker.player import Thinker
from fitl.thinker.thought import always
from fitl.words import faction_name, label, say, story_line

A_WHILE: Final = 1.0  # seconds after which the waiting caller would like to know why
THOUGHT: Final = "why.thinker."  # begins the names of a thinker's reasons
# Lines of the story that the net change of the tracks replaces.
TRACKS: Final = frozenset(("log.pay", "log.resources", "log.aid", "log.patronage"))
# Lines of the story that orders for a physical board do not repeat.
HEADLINES: Final = (
    "log.operation",
    "log.activity",
    "log.event",
    "log.pass",
    "log.free_operation",
    "log.free_activity",
    "log.pivotal_trumped",
    "log.commitment.policy",
)


class BotTurns:
    """The non-players of a sitting; inert if there are none."""

    def __init__(self, game: Game, terminal: Terminal) -> None:
        self.game = game
        self.terminal = terminal
        self.table = NonPlayers(game)
        self._run: Run | None = None
        self._stumbled = -1  # the decision a non-player found no answer to

    @property
    def present(self) -> bool:
        """Are there non-players at all?"""
        return bool(self.table.bots)

    def asked(self) -> bool:
        """Is a non-player asked that has an answer?"""
        return self.table.asked() and self.game.number != self._stumbled

    @property
    def in_turn(self) -> bool:
        """Has a non-player's turn begun that was not told yet?"""
        return self._run is not None

    def play(self, told: int) -> None:
        """Let the non-player that is asked decide; `told` is how much of the story people know."""
        if self._run is None:
            decision = self.game.decision
            assert decision is not None
            self._run = Run(self.game, decision.actor, told)
        with self._progress():
            self.table.play()

    @contextmanager
    def _progress(self) -> Iterator[None]:
        """Show how far a thinker is while it thinks, if somebody is looking; Ctrl-C is enough then, and no end.

        A screen that cannot be written over is told once, if that takes a while.
        """
        decision = self.game.decision
        bot = self.table.bots.get(decision.actor) if decision is not None else None
        if decision is None or not isinstance(bot, Thinker) or not self.terminal.interactive:
            yield
            return
        params = {"faction": decision.actor}
        console = self.terminal.console
        soon = time.monotonic() + A_WHILE
        told = console.is_terminal
        with first_interrupt() as enough, console.status(say("cli.bots.thinking", params | {"n": 0})) as status:

            def go_on(part: float) -> bool:
                nonlocal told
                status.update(say("cli.bots.thinking", params | {"n": int(part * 100)}))
                if not told and time.monotonic() > soon:
                    told = True
                    self.terminal.say("cli.bots.thinking_long", params, DIM)
                return not enough.is_set()

            bot.go_on = go_on
            try:
                yield
            finally:
                bot.go_on = always

    def stumble(self) -> bool:
        """A fault stopped a non-player: take its dice back and leave the decision to people; False if none was."""
        game = self.game
        if not self.table.asked():
            return False
        kept = len(game.entries)
        while kept > game.checkpoints[0].entries and game.entries[kept - 1].actor == ROLL:
            kept -= 1
        if kept < len(game.entries):
            game.rewind(kept)
        self._stumbled = game.number
        self._run = None
        return True

    def take_back(self, *, freely: bool) -> None:
        """Take back the last answer of a person (see NonPlayers)."""
        self._run = None
        self._stumbled = -1
        self.table.take_back(freely=freely)

    # --- telling ---

    def finished(self) -> "Run | None":
        """The turn that has just ended, once: the turn changed, or a person is asked."""
        run = self._run
        if run is None or not self._has_ended(run):
            return None
        self._run = None
        return run

    def _has_ended(self, run: "Run") -> bool:
        decision = self.game.decision
        if decision is None or len(self.game.checkpoints) != run.checkpoints:
            return True
        return decision.actor != CHANCE and decision.actor not in self.table.bots

    def tell(self, run: "Run") -> None:
        """What happened in a turn, and after it up to the present question."""
        self.terminal.blank()
        style = f"{STRONG} {FACTION_STYLES[run.faction]}"
        message = "cli.bots.orders" if self.game.manual_chance else "cli.bots.turn"
        name = faction_name(run.faction)
        rest = say(message, {"faction": run.faction}).removeprefix(name)
        self.terminal.print(Text.assemble((name, style), (rest, STRONG)))
        if self.game.manual_chance:
            self._tell_orders(run)
        else:
            self._tell_story(run)

    def _tell_story(self, run: "Run") -> None:
        log = self.game.log or []
        after, end = run.after(self.game)
        self._lines([entry for entry in log[run.told : end] if entry.message not in TRACKS])
        changes = [order.text(self.game.state.cards).rstrip(".") for order in track_orders(run.before, after)]
        if changes:
            self.terminal.write(say("cli.log.line", {"line": "; ".join(changes)}), DIM, 2)
        if log[end:]:
            self.terminal.blank()
            self._lines(log[end:])

    def _tell_orders(self, run: "Run") -> None:
        self._lines([entry for entry in (self.game.log or [])[run.told :] if entry.message in HEADLINES])
        found = run.orders(self.game)
        tell_orders(found, self.game, self.terminal)
        if not found:
            self.terminal.say("cli.bots.nothing", indent=2)

    def _lines(self, entries: list[LogEntry]) -> None:
        for entry in entries:
            self.terminal.write(say("cli.log.line", {"line": story_line(self.game.state, entry)}), DIM, 2)

    # --- reasons ---

    def explain(self, rest: str) -> bool:
        """`why`, `why all`, `why 2`, `why 2 all`: the reasons of a turn; False if this asks for something else."""
        words = rest.lower().split()
        everything = "all" in words
        numbers = [word for word in words if word.isdecimal()]
        if not self.present or len(words) != everything + len(numbers) or len(numbers) > 1:
            return False
        turns = turns_of(self.game)
        place = int(numbers[0]) if numbers else 1
        if not 1 <= place <= len(turns):
            self.terminal.say("cli.bots.no_turn" if turns else "cli.bots.no_turns", {"n": len(turns)})
            return True
        self._tell_reasons(turns[-place], everything)
        return True

    def explain_news(self) -> None:
        """The reasons of the last turn, if it came after the last answer of a person."""
        if not self.present:
            return
        people = [number for number, entry in enumerate(self.game.entries) if self._is_person(entry.actor)]
        turns = turns_of(self.game)
        if turns and turns[-1].first > (people[-1] if people else -1):
            self.terminal.blank()
            self._tell_reasons(turns[-1], everything=False)

    def _is_person(self, actor: int) -> bool:
        return actor >= 0 and actor not in self.table.bots

    def _tell_reasons(self, turn: BotTurn, everything: bool) -> None:
        cards = self.game.state.cards
        self.terminal.write(turn.title(cards), STRONG)
        if not everything:
            for said in compact(turn.reasons, cards):
                self.terminal.write(say("cli.log.line", {"line": said}), indent=2)
            self._explain_worth(turn.reasons)
            return
        for reason in turn.reasons:
            self.terminal.write(say("cli.log.line", {"line": sentence(reason, cards)}), indent=2)
            for detail in details(reason, cards):
                self.terminal.write(detail, DIM, 6)
        self._explain_worth(turn.reasons)
        if turn.dice:
            self.terminal.say("reasons.dice", {"dice": ", ".join(turn.dice)}, DIM, 2)

    def _explain_worth(self, reasons: list[Reason]) -> None:
        """What the numbers of a thinker mean, where there are any."""
        if any("value" in reason.params and reason.message.startswith(THOUGHT) for reason in reasons):
            self.terminal.say("reasons.worth", style=DIM, indent=2)

    def hint(self) -> None:
        """What non-players would do in the place of the person asked, and why: the flowchart's, then a thinker."""
        decision = self.game.decision
        if decision is None or decision.actor == CHANCE:
            self.terminal.say("cli.hint.none")
            return
        charted = self._advice("cli.hint.answer", hint)
        thought = self._advice("cli.hint.thinker", advise)
        if not charted and not thought:
            self.terminal.say("cli.hint.lost")
        elif not charted and self.game.state.era is BASE_ERA:
            self.terminal.say("cli.hint.uncharted")

    def _advice(self, message: str, adviser: Callable[[Game], tuple[Option, list[Reason]]]) -> bool:
        """What one of them would do; False if it has no advice."""
        decision = self.game.decision
        try:
            option, reasons = adviser(self.game)
        except NoHint:
            return False
        assert decision is not None
        cards = self.game.state.cards
        self.terminal.say(message, {"label": label(decision, option, cards)}, STRONG)
        for said in compact(reasons, cards):
            self.terminal.write(say("cli.log.line", {"line": said}), indent=2)
        self._explain_worth(reasons)
        if not reasons:
            self.terminal.say("cli.hint.no_reason", indent=2)
        return True

    def introduce(self) -> None:
        """Who is a person here and who is not; and what could not be kept of the turn the game was left in."""
        options = self.game.state.options
        if not self.present:
            return
        people = [faction for seat in options.player_seats() for faction in seat]
        params: dict[str, object] = {"factions": people, "bots": ", ".join(map(faction_name, options.non_players))}
        seats = len(options.player_seats())
        message = "nobody" if not people else "one" if seats == 1 else "several"
        if options.privileged == options.non_players and not options.trung:
            self.terminal.say(f"cli.bots.{message}", params | {"n": seats})
        else:
            self._introduce_kinds(people)
        if self.table.taken_back:
            self.terminal.say("cli.bots.taken_back", {"n": self.table.taken_back})

    def _introduce_kinds(self, people: list[int]) -> None:
        """Who plays what, where some non-players play by people's rules."""
        options = self.game.state.options
        if people:
            self.terminal.say("cli.bots.people", {"factions": people})
        for kind in dict.fromkeys(map(options.kind_of, options.non_players)):
            factions = [faction for faction in options.non_players if options.kind_of(faction) == kind]
            rules = "privileged" if factions[0] in options.privileged else "fair"
            name = say("cli.played_by." + kind.removesuffix(":privileged").replace(":", "_"))
            self.terminal.say(f"cli.bots.kind_{rules}", {"factions": factions, "kind": name})


class Run(Stretch):
    """A stretch of a game in which one non-player acts: from where it is first asked to where its turn ends."""

    def __init__(self, game: Game, faction: int, told: int) -> None:
        super().__init__(game, told)
        self.faction = faction

    def after(self, game: Game) -> tuple[State, int]:
        """The situation at the end of the turn, and how many lines of the story there were."""
        if len(game.checkpoints) > self.checkpoints:
            following = game.checkpoints[self.checkpoints]
            return following.state, following.log
        return game.state, len(game.log or ())
