"""A game that people are at: one copy in memory, kept level with the stored journal.

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
from typing import Any, Final

from fitl import journal
from fitl.board.factions import FACTION_IDS
from fitl.bots.table import NonPlayers
from fitl.catalogue import tell
from fitl.decisions import CHANCE
from fitl.game import ROLL, Entry, Game, NoUndo, Reason, Refused, WrongSeat
from fitl.journal import Journal, Packer, to_text
from fitl.options import GameOptions
from fitl.server.store import Conflict, Head, Link, Listed, Store
from fitl.state import State

ATTEMPTS: Final = 5  # at storing a change while other processes are faster
SLICE: Final = 0.04  # seconds for which non-players play before what they did is stored and shown

log = logging.getLogger(__name__)


class Gone(LookupError):
    """There is no such game."""


class Lines:
    """Collects what a change adds to the journal (a Recorder, see game.py)."""

    def __init__(self, game: Game) -> None:
        self.new: list[str] = []
        self._packer = Packer(game.state)
        for checkpoint in game.checkpoints:
            journal.checkpoint_line(checkpoint.state, self._packer)

    def _add(self, line: Any) -> None:
        self.new.append(to_text(line).rstrip("\n"))

    def entry(self, entry: Entry) -> None:
        self._add(journal.entry_line(entry))

    def checkpoint(self, state: State) -> None:
        line = journal.checkpoint_line(state, self._packer)
        if line is not None:
            self._add(line)

    def why(self, reasons: list[Reason]) -> None:
        if reasons:
            self._add({"why": journal.pack_reasons(reasons)})

    def undo(self, kept: int) -> None:
        self._add({"undo": kept})


def journal_text(lines: list[str]) -> str:
    return "".join(line + "\n" for line in lines)


def lines_of(game: Game) -> list[str]:
    """The whole journal of a game as the store keeps it."""
    return [to_text(line).rstrip("\n") for line in journal.lines_of(game)]


def summary_of(game: Game) -> dict[str, Any]:
    """What lists of games tell: the card, and who is asked."""
    s, decision = game.state, game.decision
    asked = decision is not None and decision.actor != CHANCE
    return {
        "over": decision is None,
        "card": s.card,
        "title": s.cards.facts[s.card].title if s.card in s.cards.facts else "",
        "actor": FACTION_IDS[decision.actor] if asked and decision else None,
        "seat": s.options.seat_of(decision.actor) if asked and decision else None,
        "number": game.number,
    }


def bot_asked(game: Game) -> bool:
    """Is it for a non-player to make up its mind?"""
    decision = game.decision
    return decision is not None and game.considered is None and decision.actor in game.state.options.non_players


class LiveGame:
    """One game, for all the threads of this process. Use it only inside `with live.up_to_date()`."""

    def __init__(self, store: Store, game_id: str) -> None:
        self.id = game_id
        self.notes: list[str] = []  # what had to be given up because the rules have changed since
        self.used = time.monotonic()
        self._store = store
        self._lock = threading.RLock()
        self._game: Game | None = None
        self._lines: Lines | None = None
        self._head = Head(-1, -1, -1)
        self._listed: Listed | None = None
        self._table: NonPlayers | None = None
        self._stumbled = -1  # the decision a non-player found no answer to, so that people decide it

    # --- keeping level with the store ---

    @contextmanager
    def up_to_date(self) -> Iterator["LiveGame"]:
        """Hold the game, level with the store."""
        with self._lock:
            self.used = time.monotonic()
            self._catch_up()
            yield self

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

    def _catch_up(self) -> None:
        listed = self._store.listed(self.id)
        if listed is None:
            raise Gone(self.id)
        self._listed = listed
        head = listed.head
        if self._game is None or head.generation != self._head.generation or head.lines < self._head.lines:
            self._open(listed)
        elif head.lines > self._head.lines:
            if self._game.considered is not None:
                self._open(listed)
            else:
                self._follow(self._store.lines(self.id, head.generation, self._head.lines))
        self._head = Head(head.generation, max(head.lines, self._head.lines), head.stamp)

    def _open(self, listed: Listed) -> None:
        """Read the game from its journal; one that today's rules cannot replay goes on as a new generation."""
        head = listed.head
        lines = self._store.lines(self.id, head.generation)
        loaded = journal.revive(journal.parse(journal_text(lines), self.id))
        game = loaded.game
        if loaded.notes:
            self.notes = loaded.notes
            lines = lines_of(game)
            head = self._store.append(self.id, head, lines, self._about(game), head.generation + 1)
        self._set(game)
        self._head = Head(head.generation, len(lines), head.stamp)

    def _set(self, game: Game) -> None:
        self._game = game
        self._lines = game.recorder = Lines(game)
        self._table = None
        self._stumbled = -1

    def _follow(self, lines: list[str]) -> None:
        """Take over what another process stored."""
        game = self.game
        told = Journal({}, list(game.entries), [], [], [0] * len(game.entries), list(game.thoughts), False)
        for number, text in enumerate(lines, self._head.lines + 1):
            journal.read_line(told, json.loads(text), number, self.id)
        kept = 0
        while kept < min(len(told.entries), len(game.entries)) and told.entries[kept] is game.entries[kept]:
            kept += 1
        game.recorder = None
        if kept < len(game.entries):
            game.rewind(kept)
        game.follow(told.entries[kept:])
        game.thoughts = told.reasons
        self._set(game)
        self._head = Head(self._head.generation, self._head.lines + len(lines), self._head.stamp)

    def _drop(self) -> None:
        """Forget the copy; it is read again from the store when next needed."""
        self._game = None
        self._head = Head(-1, -1, -1)

    def _about(self, game: Game) -> dict[str, Any]:
        return {"summary": json.dumps(summary_of(game)), "bot_asked": bot_asked(game)}

    def _change(self, act: Callable[[Game], None]) -> None:
        """Change the game and store it. Whatever fails, memory and store agree afterwards."""
        for _ in range(ATTEMPTS):
            game, lines = self.game, self._lines
            assert lines is not None
            try:
                act(game)
                if not lines.new:
                    return
                self._head = self._store.append(self.id, self._head, lines.new, self._about(game))
                lines.new = []
                return
            except Conflict:
                self._drop()
                self._catch_up()
            except BaseException:
                if lines.new:
                    self._drop()
                raise
        raise Refused(tell("server.refuse.busy"))

    # --- what people do ---

    def choose(self, link: Link, number: int, key: str) -> None:
        """Answer the present decision. Sending the same answer twice is harmless: the second time nothing happens."""
        if self._already_given(link, number, key):
            return

        def act(game: Game) -> None:
            decision = game.decision
            seat = None
            if decision is not None and decision.actor != CHANCE and not self.left_to_people:
                seat = self.options.seat_of(decision.actor)
                if seat not in link.seats:
                    raise WrongSeat(tell("server.refuse.seat", faction=FACTION_IDS[decision.actor].upper()))
            game.choose(key, seat=seat, number=number)

        self._change(act)

    def _already_given(self, link: Link, number: int, key: str) -> bool:
        entries = self.game.entries
        if not 0 <= number < len(entries) or entries[number].key != key:
            return False
        actor = entries[number].actor
        return actor in (CHANCE, ROLL) or (actor >= 0 and self.options.seat_of(actor) in link.seats)

    def transfer(self, link: Link, giver: int, amount: int) -> None:
        """1.5.2: hand over Resources."""
        seat = self.options.seat_of(giver)
        if seat not in link.seats:
            raise WrongSeat(tell("server.refuse.seat", faction=FACTION_IDS[giver].upper()))
        self._change(lambda game: game.transfer(giver, amount, seat=seat))

    # --- taking back ---

    def last_answer(self) -> int:
        """Where the last answer of a person stands among the entries, -1 if there is none."""
        game = self.game
        typed = (CHANCE, ROLL) if game.manual_chance else ()
        first = game.checkpoints[0].entries
        for number in range(len(game.entries) - 1, first - 1, -1):
            actor = game.entries[number].actor
            if actor in typed or (actor not in (CHANCE, ROLL) and actor not in self.options.non_players):
                return number
        return -1

    def may_take_back(self, link: Link, alone: bool) -> bool:
        """May whoever holds this link take back the last answer without asking others?"""
        last = self.last_answer()
        if not link.plays or last < 0:
            return False
        if alone:
            return True
        entries = self.game.entries
        actor = entries[last].actor
        if any(entry.actor in (CHANCE, ROLL) for entry in entries[last + 1 :]) and not self.game.manual_chance:
            return False
        return actor < 0 or self.options.seat_of(actor) in link.seats

    def take_back(self, link: Link, alone: bool) -> None:
        """Take back the last answer if that needs nobody's consent, else NoUndo says why not."""
        if self.last_answer() < 0:
            raise NoUndo(tell("server.refuse.nothing_to_undo"))
        if not self.may_take_back(link, alone):
            raise NoUndo(tell("server.refuse.undo_needs_consent"))
        self.take_back_to(self.last_answer())

    def take_back_to(self, kept: int) -> None:
        """Go back to where only so many answers had been given (by right or by everybody's consent)."""

        def act(game: Game) -> None:
            game.rewind(kept)
            self._stumbled = -1
            if self._table is not None:
                self._table.restore()

        self._change(act)

    # --- non-players ---

    @property
    def bots_asked(self) -> bool:
        return bot_asked(self.game) and not self.left_to_people

    @property
    def left_to_people(self) -> bool:
        """Did a fault stop a non-player here, so that any player decides for it?"""
        return self.game.number == self._stumbled

    def play_bots(self) -> bool:
        """Let non-players play for a moment, up to the end of a turn; False if there was nothing for them to do."""
        if not self.bots_asked:
            return False
        number = self.game.number
        try:
            self._change(self._play_bots)
        except (Refused, Conflict):
            raise
        except Exception:
            log.exception("a non-player found no answer in game %s at decision %d", self.id, number)
            self._drop()
            self._catch_up()
            if bot_asked(self.game):
                self._stumbled = self.game.number
            return False
        return True

    def _play_bots(self, game: Game) -> None:
        if self._table is None or self._table.game is not game:
            self._table = NonPlayers(game)
        checkpoints = len(game.checkpoints)
        end = time.monotonic() + SLICE
        while self._table.asked() and game.considered is None:
            self._table.play()
            if len(game.checkpoints) != checkpoints or time.monotonic() > end:
                return
