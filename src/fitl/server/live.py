"""An open game: one copy in memory, kept up to date with the stored journal.

Every change runs the same way (`_change`): catch up with what other processes stored, change the copy through the
game's one door while its recorder collects the new lines, store them, and only then report success. If storing fails
or another process was faster, the copy is thrown away and read again: it never runs ahead of the store.
"""

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from fitl import journal
from fitl.bots.table import NonPlayers
from fitl.bounds import Tally
from fitl.catalogue import tell
from fitl.decisions import CHANCE
from fitl.entries import ROLL, Entry, Reason
from fitl.game import Game
from fitl.journal import Journal
from fitl.options import GameOptions
from fitl.refusals import NoUndo, Refused, Stale, WrongSeat
from fitl.server.answers import Answers
from fitl.server.bot_turns import BotTurns
from fitl.server.lines import Lines, as_stored, journal_text, reason_bytes
from fitl.server.patches import Viewers
from fitl.server.store import Journals
from fitl.server.stored import About, Conflict, Head, Link, Listed, Proposal, Rewound, StoreError, Summary
from fitl.server.story import Story
from fitl.server.summary import about, bot_asked, turn_passed
from fitl.server.taking_back import TakeBack, way_back
from fitl.thinker.player import Thinker
from fitl.thinker.thought import Question, Thought
from fitl.words import say

ATTEMPTS: Final = 5  # at storing a change while other processes are faster
LONG: Final = 4_000  # answers, and ...
LARGE: Final = 64 << 10  # ... bytes of card packs and reasons, and ...
VIEWED: Final = 4  # ... tables that viewers have take as much memory as another game
SLICE: Final = 0.025  # seconds for which non-players play before what they did is stored and shown

log = logging.getLogger(__name__)


class Gone(LookupError):
    """There is no such game."""


class Damaged(Exception):
    """A stored game that cannot be read any more; the argument is its id."""


class NothingFound(Exception):
    """A thinker's question was thought about elsewhere, and nothing came of it."""


class LiveGame:
    """One game, for all the threads of this process. Use it only inside `with live.up_to_date()`."""

    def __init__(self, store: Journals, game_id: str, *, slice_seconds: float = SLICE, by_turns: bool = True) -> None:
        """Bots play for `slice_seconds` before what they did is stored, or to the end of a turn (`by_turns`)."""
        self.id = game_id
        self._slice_seconds = slice_seconds
        self._by_turns = by_turns
        self.notes: list[str] = []  # what had to be given up because the rules have changed since
        self.story = Story()
        self.answers = Answers()
        self.bot_turns = BotTurns()
        self.viewers = Viewers()
        self.used = time.monotonic()
        self.holders = 0  # how many are at work with it, or wait for it: they must not be given two of it
        self._store = store
        self._lock = threading.RLock()
        self._held = 0  # how often the thread that has the lock has taken it
        self._game: Game | None = None
        self._lines: Lines | None = None
        self._reason_bytes = 0  # of the stored journal
        self._head = Head(-1, -1, -1)
        self._listed: Listed | None = None
        self._table: NonPlayers | None = None
        self._thought: Thought | None = None  # of a thinker, had elsewhere
        self._stumbled = -1  # the decision a non-player found no answer to, so that people decide it
        self._turn_passed = False
        self._told: Rewound | None = None  # what the change under way takes back

    # --- keeping level with the store ---

    @contextmanager
    def up_to_date(self) -> Iterator["LiveGame"]:
        """Hold the game, level with the store when it was taken first."""
        with self._lock:
            self.used = time.monotonic()
            if not self._held:
                self.look_again()
            self._held += 1
            try:
                yield self
            finally:
                self._held -= 1

    @property
    def weight(self) -> float:
        """How much memory it takes, in games of common size."""
        game = self._game
        if game is None:
            return 1.0
        texts = sum(map(len, game.state.cards.packs)) + self._reason_bytes
        return 1 + len(game.entries) / LONG + texts / LARGE + len(self.viewers) / VIEWED

    @property
    def game(self) -> Game:
        assert self._game is not None
        return self._game

    @property
    def options(self) -> GameOptions:
        return self.game.state.options

    @property
    def listed(self) -> Listed:
        assert self._listed is not None
        return self._listed

    def look_again(self) -> None:
        """Take over what has been stored since."""
        try:
            self._catch_up(self._known())
        except Conflict:  # another process has just written it again
            self.drop()
            self._catch_up(self._known())

    def _catch_up(self, listed: Listed) -> None:
        head = listed.head
        if self._game is None or head.generation != self._head.generation or head.lines < self._head.lines:
            self._open(listed)
        elif head.lines > self._head.lines:
            self._follow(self._stored_lines(head, self._head.lines))
        self._head = Head(self._head.generation, self._head.lines, head.stamp)

    def _stored_lines(self, head: Head, after: int = 0) -> list[str]:
        lines = self._store.lines(self.id, head.generation, after)
        if after + len(lines) < head.lines:
            raise Conflict
        return lines

    def _known(self) -> Listed:
        listed = self._store.listed(self.id)
        if listed is None:
            raise Gone(self.id)
        self._listed = listed
        return listed

    def _open(self, listed: Listed) -> None:
        """Read the game from its journal; a game that today's rules cannot replay continues as a new generation."""
        head = listed.head
        lines = self._stored_lines(head)
        try:
            told = journal.parse(journal_text(lines), self.id, bounded=False)
            loaded = journal.revive(told)
        except Exception as error:
            log.exception("the stored game %s is damaged", self.id)
            raise Damaged(self.id) from error
        game = loaded.game
        if loaded.notes:
            self.notes = loaded.notes
            seen = Head(head.generation, len(lines), head.stamp)
            lines = as_stored(journal.lines_of(game))
            head = self._store.append(self.id, seen, lines, self._about(game), anew=True)
            self._listed = replace(listed, head=head)
        self._set(game)
        self._reason_bytes = reason_bytes(lines)
        self._head = Head(head.generation, len(lines), head.stamp)

    def _set(self, game: Game) -> None:
        self._game = game
        self.answers.forget()
        self._table = None
        self._stumbled = -1
        self._think_on(game)
        self._lines = game.recorder = Lines(game)

    def _think_on(self, game: Game) -> None:
        """Table mode: a non-player that waited for a die when the game was stored waits for it again."""
        if not (game.manual_chance and bot_asked(game) and game.entries and game.entries[-1].actor == ROLL):
            return
        entries, thoughts = list(game.entries), list(game.thoughts)
        try:
            table = NonPlayers(game)
        except Exception:
            log.exception("a non-player of game %s lost its thread", self.id)
        else:
            if game.entries == entries:
                self._table = table
                return
        self._bring_to(game, entries, thoughts)  # what is stored stands; the non-player begins again

    def _bring_to(self, game: Game, entries: list[Entry], thoughts: list[Reason]) -> None:
        """Make these the entries of the game, keeping those it has in common with them."""
        kept = 0
        while kept < min(len(entries), len(game.entries)) and entries[kept] == game.entries[kept]:
            kept += 1
        if kept < len(game.entries) or game.considered is not None:
            game.rewind(kept)
        game.follow(entries[kept:])
        game.thoughts = thoughts

    def _follow(self, lines: list[str]) -> None:
        """Take over what another process stored."""
        game = self.game
        game.recorder = None
        entries, reasons = list(game.entries), list(game.settled_thoughts)
        told = Journal({}, entries, [], [0] * len(entries), reasons, False, [], Tally(), False)
        try:
            for number, text in enumerate(lines, self._head.lines + 1):
                journal.read_line(told, json.loads(text), number, self.id)
        except ValueError:
            raise Conflict from None
        if told.damage:
            raise Conflict  # read from its beginning it is written again without the damage
        self._bring_to(game, told.entries, told.reasons)
        self._set(game)
        self._reason_bytes += reason_bytes(lines)
        self._head = Head(self._head.generation, self._head.lines + len(lines), self._head.stamp)

    def drop(self) -> None:
        """Forget the copy; it is read again from the store when next needed.

        Game and recorder refer to each other: parted, they free their memory at once, without the garbage collector.
        """
        if self._game is not None:
            self._game.recorder = None
        self._game = self._lines = self._table = None
        self._head = Head(-1, -1, -1)

    def _about(self, game: Game) -> About:
        return about(game, self.listed.summary.get("person"), self._told)

    def _change(self, act: Callable[[Game], None]) -> None:
        """Change the game and store it. Whatever fails, memory and store agree afterwards."""
        for _ in range(ATTEMPTS):
            game, lines = self.game, self._lines
            assert lines is not None
            self._told = None
            try:
                act(game)
                if not lines.new:
                    return
                row = self._about(game)
                self._head = self._store.append(self.id, self._head, lines.new, row)
                self._reason_bytes += reason_bytes(lines.new)
                lines.new = []
                self._note_stored(row["summary"])
                return
            except Conflict:
                self.drop()
                self.look_again()
            except BaseException:
                if lines.new:
                    self.drop()
                raise
        raise Refused(tell("server.refuse.busy"))

    def _note_stored(self, summary: Summary) -> None:
        listed = self.listed
        self._turn_passed = self._turn_passed or turn_passed(listed.summary, summary)
        self._listed = replace(listed, summary=summary, proposal=None, updated=time.time(), head=self._head)

    def take_turn_passed(self) -> bool:
        """Did what was stored here since the last call pass the turn to another person, or end the game?"""
        passed, self._turn_passed = self._turn_passed, False
        return passed

    # --- what people do ---

    def choose(self, link: Link, number: int, key: str) -> None:
        """Answer the present decision. Sending the same answer twice is harmless: the second time nothing happens."""

        def act(game: Game) -> None:
            if self._already_given(link, number, key):
                return
            decision = game.decision
            if number != game.number:
                raise Stale(say("refuse.stale", {"number": number, "present": game.number}))
            seat = None
            if decision is not None and decision.actor != CHANCE and not self.left_to_people:
                seat = self.options.seat_of(decision.actor)
                if seat not in link.seats:
                    raise WrongSeat(say("server.refuse.seat", {"faction": decision.actor}))
            self.answers.hear(game, key)
            game.choose(key, seat=seat, number=number)

        self._change(act)

    def _already_given(self, link: Link, number: int, key: str) -> bool:
        entries = self.game.entries
        if not 0 <= number < len(entries) or entries[number].key != key:
            return False
        actor = entries[number].actor
        if actor in (CHANCE, ROLL):
            return self.game.manual_chance  # else nobody gave it, and asking for it would be guessing at secrets
        return actor >= 0 and self.options.seat_of(actor) in link.seats

    def roll(self, number: int) -> None:
        """Table mode: answer a die or a card in the place of the people."""
        self._change(lambda game: game.roll(number=number))

    def transfer(self, link: Link, giver: int, amount: int) -> None:
        """1.5.2: hand over Resources."""
        seat = self.options.seat_of(giver)
        if seat not in link.seats:
            raise WrongSeat(say("server.refuse.seat", {"faction": giver}))
        self._change(lambda game: game.transfer(giver, amount, seat=seat))

    # --- taking back ---

    def way_back(self, link: Link, alone: bool, to: int | None = None) -> TakeBack | None:
        """What the holder of this link would take back: their last answer, or all from an earlier one on."""
        return way_back(self.game, link.seats, alone, to) if link.plays else None

    def take_back(self, link: Link, alone: bool, to: int | None = None) -> None:
        """Take back one's last answer, or all from an earlier one on, if that needs no consent; else NoUndo."""

        def act(game: Game) -> None:
            way = self.way_back(link, alone, to)
            if way is None:
                raise NoUndo(tell("server.refuse.nothing_to_undo" if to is None else "server.refuse.not_yours"))
            if not way.free:
                raise NoUndo(tell("server.refuse.undo_needs_consent"))
            self._rewind(game, way.kept, link.place)

        self._change(act)

    def take_back_agreed(self, proposal: Proposal) -> None:
        """Take back what everybody agreed to, if nothing has happened since."""

        def act(game: Game) -> None:
            if self.listed.proposal is None or self.listed.proposal["id"] != proposal["id"]:
                raise Stale(tell("server.refuse.proposal_gone"))
            self._rewind(game, proposal["kept"], proposal["by"])

        self._change(act)

    def _rewind(self, game: Game, kept: int, by: int) -> None:
        """Go back, and have it told who wanted that and what is gone."""
        self._told = {"by": by, "key": game.entries[kept].key}
        game.rewind(kept)
        self._stumbled = -1
        self._table = None

    # --- non-players ---

    @property
    def bots_asked(self) -> bool:
        return bot_asked(self.game) and not self.left_to_people

    @property
    def left_to_people(self) -> bool:
        """Did a fault stop a non-player here, so that any player decides for it?"""
        return self.game.number == self._stumbled

    def play_bots(self, thought: Thought | None = None) -> bool:
        """Let non-players play for a moment, up to the end of a turn; False if there was nothing for them to do.

        `thought` is the result of the `question` of one of them; if it has no way, people decide.
        """
        if not self.bots_asked:
            return False
        number = self.game.number
        self._thought = thought
        try:
            self._change(self._play_bots)
        except (Refused, Conflict, StoreError):
            raise
        except Exception:
            log.exception("a non-player found no answer in game %s at decision %d", self.id, number)
            self.drop()
            self.look_again()
            if bot_asked(self.game):
                self._stumbled = self.game.number
            return False
        return True

    def _play_bots(self, game: Game) -> None:
        if self._table is None or self._table.game is not game:
            self._table = NonPlayers(game)
        checkpoints = len(game.checkpoints)
        end = time.monotonic() + self._slice_seconds
        while self._table.asked() and game.considered is None:
            question = self._must_think(game, self._table)
            if question is not None:
                if self._thought is not None and self._thought.mark == question.mark:
                    raise NothingFound  # to ask the same again would be to ask for ever
                return
            self._table.play()
            if (self._by_turns and len(game.checkpoints) != checkpoints) or time.monotonic() > end:
                return

    @property
    def question(self) -> Question | None:
        """What a thinker must think about before it can answer, elsewhere; None if non-players need no time."""
        if self._table is None or self._table.game is not self.game or not self.bots_asked:
            return None
        return self._must_think(self.game, self._table)

    def _must_think(self, game: Game, table: NonPlayers) -> Question | None:
        decision = game.decision
        bot = table.bots.get(decision.actor) if decision is not None else None
        if decision is None or game.forced or not isinstance(bot, Thinker):
            return None
        question = bot.question(game, decision)
        thought = self._thought
        if question is not None and thought is not None and thought.way and thought.mark == question.mark:
            bot.thought, self._thought = thought, None
            return None
        return question
