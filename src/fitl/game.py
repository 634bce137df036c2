"""Game: the only door through which a game changes.

    game = Game.new("full-1964", seed=7)
    while game.decision:
        game.choose(random.choice(game.decision.options))

A game is a state at the last checkpoint plus the answers given since; the running rule in between is a generator that
can be rebuilt from them. Undo, clone and load all do just that.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from fitl import prng, transfers
from fitl.answers import drawn, may_answer, option_meant, seat_number
from fitl.board.factions import FACTION_BY_ID, FACTION_IDS
from fitl.bounds import KEY, MOST_SINCE
from fitl.catalogue import tell
from fitl.compose import new_state
from fitl.decisions import CHANCE, DIE, RELIST, Decision, Flow, Option
from fitl.entries import (
    ACTOR_BY_ID,
    ANYBODY,
    ROLL,
    ROLLED,
    TRANSFER,
    Automatic,
    Checkpoint,
    Entry,
    Reason,
    Recorder,
    actor_id,
    settled,
)
from fitl.naming import faction_of
from fitl.options import GameOptions
from fitl.packs import Pack, with_packs
from fitl.position import PositionError, read_position, write_picture, write_position
from fitl.refusals import NotOffered, NoUndo, Refused, Stale, WrongSeat, in_short, same
from fitl.rulebook import rule_behind
from fitl.rules.setup import scenario_named
from fitl.state import OVER, LogEntry, Outcome, State
from fitl.view import build_view, named_outcome, told
from fitl.view_types import OutcomeShown, Told, View
from fitl.words import say


class Game:
    """One game being played."""

    __slots__ = (
        "_advice",
        "_advised",
        "_flow",
        "_unsaid",
        "ask_everything",
        "automatic",
        "checkpoints",
        "decision",
        "entries",
        "log",
        "manual_chance",
        "number",
        "recorder",
        "state",
        "thoughts",
    )

    def __init__(
        self, state: State, *, manual_chance: bool = False, log: bool = True, ask_everything: bool = False
    ) -> None:
        """Go on from a state that stands at a checkpoint. Use `new`, `from_position` or `journal.load`."""
        self.state = state
        self.manual_chance = manual_chance
        self.ask_everything = ask_everything
        self.automatic: list[Automatic] = []  # what the game answered itself, there being one option only
        self.log: list[LogEntry] | None = [] if log else None
        self.entries: list[Entry] = []
        self.checkpoints: list[Checkpoint] = []
        self.recorder: Recorder | None = None
        self.decision: Decision | None = None
        self.number = 0  # of the present decision: how many entries came before it
        self.thoughts: list[Reason] = []  # why non-players did what they did, in order
        self._advice: Flow[Option] | None = None
        self._advised: Decision | None = None
        self._unsaid = -1  # where in `thoughts` those of the present deliberation begin
        state.log = self.log
        self._flow: Flow[None] = state.era.stages[state.stage].step(state)
        self._checkpoint()

    @classmethod
    def new(
        cls,
        scenario: str,
        *,
        seed: int = 0,
        options: GameOptions | None = None,
        packs: Sequence[Pack] = (),
        manual_chance: bool = False,
        log: bool = True,
        ask_everything: bool = False,
    ) -> "Game":
        """A new game; all chance follows from the seed unless `manual_chance` leaves it to the caller (table mode).

        With `ask_everything` decisions that have one option are asked too instead of being answered by the game; either
        way they stand in `automatic` and not among the entries, so that journals are the same.

        The cards of `packs` (see `fitl.packs.load_pack`) are shuffled in with the printed ones.
        """
        cards = with_packs(packs)
        state = new_state(scenario_named(scenario), options or GameOptions(), prng.proper(seed), cards)
        game = cls(state, manual_chance=manual_chance, log=log, ask_everything=ask_everything)
        game.begin()
        return game

    @classmethod
    def from_position(
        cls,
        position: Mapping[str, Any],
        *,
        manual_chance: bool = False,
        log: bool = True,
        ask_everything: bool = False,
    ) -> "Game":
        """Play on from a position (see fitl.position); PositionError says what is wrong with one that cannot be."""
        game = cls(read_position(position), manual_chance=manual_chance, log=log, ask_everything=ask_everything)
        answers = position.get("answers", [])
        if isinstance(answers, list) and len(answers) > MOST_SINCE:
            raise PositionError(tell("bounds.answers_since", most=MOST_SINCE))
        try:
            entries = [Entry(ACTOR_BY_ID[actor], str(key)[: KEY + 1]) for actor, key in answers]
        except (KeyError, TypeError, ValueError):
            raise PositionError(tell("position.answers", names=", ".join(ACTOR_BY_ID))) from None
        try:
            game.begin(entries)
        except (KeyError, TypeError, ValueError) as error:
            raise PositionError(tell("position.refused_answer", error=error)) from error
        return game

    def position(self) -> dict[str, object]:
        """The present situation as a position: the last checkpoint and the answers given since."""
        last = self.checkpoints[-1]
        if self.state.stage == OVER and self.decision is None:
            return write_position(self.state)
        position = write_position(last.state)
        answers = [[actor_id(entry.actor), entry.key] for entry in self.entries[last.entries :]]
        return position | {"answers": answers} if answers else position

    def begin(self, entries: Iterable[Entry] = ()) -> None:
        """Ask the first decision, or the one after answers that were given before (a position's, a journal's)."""
        self._replay(entries)
        self._roll_on()

    # --- asking and answering ---

    def choose(self, answer: str | Option, *, seat: int | str | None = None, number: int | None = None) -> None:
        """Answer the present decision.

        `seat` (a player's number, or a Faction it runs) and `number` (of the decision meant) are checked if given. A
        refused answer raises a subclass of Refused and changes nothing.
        """
        decision = self.decision
        if decision is None:
            raise Stale(say("refuse.over"))
        if number is not None and not same(number, self.number):
            raise Stale(say("refuse.stale", {"number": in_short(number), "present": self.number}))
        if seat is not None and not may_answer(self.state.options, seat, decision):
            raise WrongSeat(say("refuse.seat", {"faction": decision.actor}))
        option = option_meant(decision, answer)
        if self._advice is not None:
            self._roll_by_hand(option)
        elif len(decision.options) == 1 and decision.actor != CHANCE:
            self._take_forced()
        else:
            self._answer(decision.actor, option.key, option.value)

    @property
    def forced(self) -> bool:
        """Is this a question with one option, asked only because everything is? Its answer is no entry."""
        decision = self.decision
        return decision is not None and len(decision.options) == 1 and decision.actor != CHANCE

    def _take_forced(self) -> None:
        """Give the only answer there is; should its rule fail, the question is open again."""
        decision = self.decision
        assert decision is not None
        given = self._forced_given()
        try:
            option = decision.options[0]
            self.automatic.append(Automatic(len(self.entries), decision.actor, decision.kind, option.key))
            self._advance(option.value)
        except Exception:
            self._go_back_to(len(self.entries), given)
            raise

    def _forced_given(self) -> int:
        """How many forced answers were given since the last entry and the last checkpoint."""
        since = self.automatic[self.checkpoints[-1].automatic :]
        return sum(each.at == len(self.entries) for each in since)

    def _answer(self, actor: int, key: str, value: object) -> None:
        entry = Entry(actor, key)
        if self.recorder is not None:  # written down before it takes effect; if that fails nothing has changed
            self.recorder.entry(entry, self.thoughts[self._unsaid :] if self._unsaid >= 0 else ())
        self._unsaid = -1
        kept, forced = len(self.entries), self._forced_given() if self.ask_everything else 0
        self.entries.append(entry)
        try:
            if actor == CHANCE:
                self.state.seed = prng.advance(self.state.seed)
                self._tell_die(self.decision, value)
            elif actor == TRANSFER:
                transfers.hand_over(self.state, key)
            self._advance(value)
        except Exception:
            self._go_back_to(kept, forced)
            if self.recorder is not None:
                self.recorder.failed(kept)
            raise

    def _advance(self, value: object) -> None:
        """Send an answer and run the rules up to the next decision that somebody must answer."""
        state = self.state
        flow = self._flow
        while True:
            try:
                decision = flow.send(value)
            except StopIteration:
                if state.stage == OVER:
                    self.decision = None
                    break
                self._checkpoint()
                flow = self._flow = state.era.stages[state.stage].step(state)
                value = None
                continue
            options = decision.options
            if decision.actor == CHANCE:
                if self.manual_chance:
                    self.decision = decision
                    break
                value = self._answer_chance(decision)
            elif len(options) == 1 and not self.ask_everything:
                option = options[0]
                self.automatic.append(Automatic(len(self.entries), decision.actor, decision.kind, option.key))
                value = option.value
            else:
                self.decision = decision
                break
        self.number = len(self.entries)

    def _answer_chance(self, decision: Decision) -> object:
        option = self._sample(decision)
        self._note(Entry(CHANCE, option.key))
        self._tell_die(decision, option.value)
        return option.value

    def _tell_die(self, decision: Decision | None, value: object) -> None:
        """Dice are part of the story; cards drawn are told by the rule that turns them up."""
        if self.log is not None and decision is not None and decision.options is DIE:
            told = {**decision.params, "cause": decision.kind, "n": value, "rule": self._rule_of(decision)}
            self.log.append(LogEntry("log.die", told))

    def _rule_of(self, decision: Decision) -> str:
        """The rule behind a die, by the number it has in the era."""
        return rule_behind(self.state.era, decision)

    def roll(self, *, number: int | None = None) -> None:
        """Let the seed answer a die or a card that people were asked for (table mode)."""
        decision = self.decision
        if decision is None or decision.actor != CHANCE:
            raise Refused(say("refuse.roll"))
        self.choose(drawn(decision, prng.advance(self.state.seed)), number=number)

    def _sample(self, decision: Decision) -> Option:
        state = self.state
        state.seed = prng.advance(state.seed)
        return drawn(decision, state.seed)

    def _note(self, entry: Entry) -> None:
        if self.recorder is not None:
            self.recorder.entry(entry)
        self.entries.append(entry)

    def _checkpoint(self) -> None:
        lines = len(self.log) if self.log is not None else 0
        self.checkpoints.append(Checkpoint(len(self.entries), self.state.copy(), lines, len(self.automatic)))
        if self.recorder is not None:
            self.recorder.checkpoint(self.state)

    # --- non-players (8.x) ---

    def consult(self, advice: Flow[Option]) -> None:
        """Let a non-player make up its mind about the present decision, then take its answer.

        `advice` is a generator that asks for dice (decisions of CHANCE) and returns an option. Its dice come from the
        seed, or from a person if chance is manual: then each is asked as a decision of its own before the answer falls.
        """
        if self.decision is None:
            raise Stale(say("refuse.over"))
        self._advice = advice
        self._advised = self.decision
        self._unsaid = len(self.thoughts)
        self._deliberate(None)

    @property
    def considered(self) -> Decision | None:
        """The decision about which a non-player is making up its mind, waiting for a die; None if none is."""
        return self._advised

    @property
    def settled_thoughts(self) -> list[Reason]:
        """The reasons of answers that were given, without those of a deliberation under way."""
        return self.thoughts[: self._unsaid] if self._unsaid >= 0 else self.thoughts

    def explain(self, faction: int, message: str, /, **params: object) -> None:
        """A non-player says why: a reason that is kept with the game."""
        self.thoughts.append(Reason(len(self.entries), faction, message, params))

    def _deliberate(self, value: object) -> None:
        """Go on with a deliberation up to its answer; if anything fails it is forgotten and the decision stays open."""
        begun = self._unsaid
        try:
            answer = self._think(value)
            if answer is not None:
                self._lay_down()
                self.choose(answer)
        except BaseException:
            self._lay_down()
            self._unsaid = -1
            del self.thoughts[begun:]
            raise

    def _lay_down(self) -> None:
        """The deliberation is over: the decision it was about is the present one again."""
        if self._advised is not None:
            self.decision = self._advised
            self.number = len(self.entries)
        self._advice = self._advised = None

    def _think(self, value: object) -> Option | None:
        """What the non-player answers; None if it waits for a die of a person."""
        advice = self._advice
        assert advice is not None
        while True:
            try:
                die = advice.send(value)
            except StopIteration as stop:
                option: Option = stop.value
                return option
            if self.manual_chance:
                self.decision = die
                return None
            seed = prng.advance(self.state.seed)
            option = drawn(die, seed)
            self._note(Entry(ROLL, option.key))
            self.state.seed = seed
            value = option.value

    def _roll_by_hand(self, option: Option) -> None:
        """A person has rolled a die for the non-player that is making up its mind."""
        self._note(Entry(ROLL, option.key))
        self.state.seed = prng.advance(self.state.seed)
        self.number = len(self.entries)
        self._deliberate(option.value)

    # --- Resource transfers, a channel beside the decisions (1.5.2; transfers.py) ---

    def transfer(self, giver: int | str, amount: int, *, seat: int | str | None = None) -> None:
        """1.5.2: NVA and VC, run by different players, may hand over Resources while either of them is acting."""
        transfers.check_often(self._handed_over())
        faction = transfers.giver_of(giver)
        decision = None if self.forced else self.decision
        transfers.check(self.state, decision, faction, amount, seat_number(self.state.options, seat))
        self._answer(TRANSFER, f"{FACTION_IDS[faction]}:{amount}", RELIST)

    def _handed_over(self) -> int:
        """How many transfers this turn has seen."""
        return sum(entry.actor == TRANSFER for entry in self.entries[self.checkpoints[-1].entries :])

    # --- going back ---

    def undo(self, *, seat: int | str | None = None, freely: bool = False) -> None:
        """Take back the last answer a player gave.

        Undo stops at information: a die rolled or card shown since, and (with `seat`) another player's choice.
        `freely` lifts both limits, for solitaire and agreed take-backs.
        """
        last = len(self.entries) - 1
        if not self.manual_chance:  # what a person typed in may be taken back like any answer
            while last >= 0 and self.entries[last].actor in (CHANCE, ROLL):
                last -= 1
        if last < self.checkpoints[0].entries:
            raise NoUndo(say("refuse.undo.nothing"))
        if last < len(self.entries) - 1 and not freely:
            raise NoUndo(say("refuse.undo.chance"))
        actor = self.entries[last].actor
        if (
            seat is not None
            and not freely
            and actor >= 0
            and not same(seat_number(self.state.options, seat), self.state.options.seat_of(actor))
        ):
            raise NoUndo(say("refuse.undo.other", {"faction": actor}))
        while last > self.checkpoints[0].entries and self.entries[last - 1].actor == ROLL:
            last -= 1  # the dice that led to the answer go with it
        self.rewind(last)

    def rewind(self, kept: int) -> None:
        """Go back to where only the first `kept` entries had been given, no matter who gave the others."""
        if not self.checkpoints[0].entries <= kept <= len(self.entries):
            raise NoUndo(say("refuse.undo.nothing"))
        if self.recorder is not None:
            self.recorder.undo(kept)  # written down first, as every answer is
        self._go_back_to(kept)

    def _go_back_to(self, kept: int, forced: int = 0) -> None:
        """Restore the situation in which only the first `kept` entries, and this many forced answers, had come."""
        entries = self.entries[:kept]
        self.thoughts = settled(self.settled_thoughts, entries)
        self._advice = self._advised = None
        self._unsaid = -1
        while self.checkpoints[-1].entries > kept:
            self.checkpoints.pop()
        checkpoint = self.checkpoints[-1]
        self.entries = entries[: checkpoint.entries]
        del self.automatic[checkpoint.automatic :]
        if self.log is not None:
            del self.log[checkpoint.log :]
        self._resume(checkpoint.state.copy())  # others may go back there too: clones share it
        recorder, self.recorder = self.recorder, None
        try:
            self._replay(entries[checkpoint.entries :], forced)
        finally:
            self.recorder = recorder
        self._roll_on()

    def _resume(self, state: State) -> None:
        self.state = state
        state.log = self.log
        self._flow = state.era.stages[state.stage].step(state)

    def _replay(self, entries: Iterable[Entry], forced: int = 0) -> None:
        """Start the rules and give recorded answers again, chance included; stop where they stop.

        `forced` says how many forced answers had followed, if everything is asked.
        """
        manual, self.manual_chance = self.manual_chance, True
        try:
            self._advance(None)
            for entry in entries:
                self.give_again(entry)
            for _ in range(forced):
                if self.forced:
                    self._take_forced()
        finally:
            self.manual_chance = manual

    def follow(self, entries: Iterable[Entry]) -> None:
        """Give answers again that were recorded elsewhere, chance included; play goes on where they stop."""
        manual, self.manual_chance = self.manual_chance, True
        try:
            for entry in entries:
                self.give_again(entry)
        finally:
            self.manual_chance = manual
        self._roll_on()

    def _roll_on(self) -> None:
        """Recorded answers may stop before a roll: from here on chance is answered by the game again."""
        decision = self.decision
        if not self.manual_chance and decision is not None and decision.actor == CHANCE:
            self._advance(self._answer_chance(decision))

    def give_again(self, entry: Entry) -> None:
        """Give one recorded entry again, dice of thinking non-players too; chance must be manual meanwhile."""
        while self.forced:
            self._take_forced()
        decision = self.decision
        if entry.actor == TRANSFER:
            giver, _, amount = entry.key.partition(":")
            if giver not in FACTION_BY_ID or not (amount.isdecimal() and len(amount) <= 2):
                raise Refused(say("refuse.transfer.factions"))
            transfers.check_often(self._handed_over())
            transfers.check(self.state, decision, FACTION_BY_ID[giver], int(amount))
            self._answer(TRANSFER, entry.key, RELIST)
            return
        if entry.actor == ROLL and ROLLED.fullmatch(entry.key):
            self.state.seed = prng.advance(self.state.seed)
            self.entries.append(entry)
            self.number = len(self.entries)
            return
        option = decision.find(entry.key) if decision is not None else None
        if decision is None or option is None or entry.actor not in (ANYBODY, decision.actor):
            kind = decision.kind if decision is not None else "-"
            raise NotOffered(say("refuse.replay", {"key": entry.key[:80], "kind": kind, "number": len(self.entries)}))
        self._answer(decision.actor, option.key, option.value)

    def clone(self) -> "Game":
        """An independent game in the same situation, with undo back to the last checkpoint only."""
        last = self.checkpoints[-1]
        new = Game.__new__(Game)
        new.manual_chance = self.manual_chance
        new.ask_everything = self.ask_everything
        new.automatic = []
        new.log = None
        new.recorder = None
        new.decision = None
        new.entries = []
        new.thoughts = []
        new._advice = new._advised = None
        new._unsaid = -1
        new.checkpoints = [Checkpoint(0, last.state, 0)]
        new._resume(last.state.copy())
        new._replay(self.entries[last.entries :], self._forced_given() if self.ask_everything else 0)
        new._roll_on()
        return new

    # --- saving (fitl.journal does the work; it is built on games, hence the late imports) ---

    def save(self, path: str | Path) -> None:
        """Write the whole game to a file, replacing it only once the new one is whole."""
        from fitl import journal

        journal.save(self, path)

    @classmethod
    def load(cls, path: str | Path) -> "Game":
        """Open a saved game; `journal.load` also tells what its players should know about it."""
        from fitl import journal

        return journal.load(path).game

    # --- looking ---

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.state.outcome

    @property
    def result(self) -> OutcomeShown | None:
        """How the game ended, by name: reason, winner, ranking, and margins by Faction; None while it goes on."""
        return named_outcome(self.state.outcome) if self.state.outcome else None

    def reasons(self, faction: int | str | None = None) -> list[Reason]:
        """Why non-players did what they did, in order; of one Faction if named (`bots.reasons` words them)."""
        wanted = None if faction is None else faction_of(faction)
        return [reason for reason in self.thoughts if wanted in (None, reason.faction)]

    def story(self, start: int = 0) -> list[Told]:
        """The story from a line on, by name: each line's message, its parameters and its words."""
        return [told(entry, self.state.cards) for entry in (self.log or ())[start:]]

    def view(self, seat: int | str | Collection[int] | None = None, *, log: bool = True, log_from: int = 0) -> View:
        """What a seat, or anyone who has several, may see (None: everybody at one table), as plain JSON data.

        Wording the whole story takes most of the time: `log=False` leaves it out, `log_from` the lines before.
        """
        number = seat_number(self.state.options, seat) if isinstance(seat, str) else seat
        seats = (number,) if isinstance(number, int) else number
        lines = (self.log or [])[log_from:] if log else None
        return build_view(self.state, self.decision, self.number, lines, seats)

    def picture(self) -> dict[str, object]:
        """The board as it stands now, in the words of a position, also in the middle of a turn; `position` saves it."""
        return write_picture(self.state)

    def _repr_svg_(self) -> str:
        """The board for a notebook (fitl.drawing)."""
        from fitl import drawing

        return drawing.svg(self)
