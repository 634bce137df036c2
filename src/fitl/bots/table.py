"""A table with non-players: plays their decisions through the game's one door until a person (or nobody) is asked.

    table = NonPlayers(game)
    while table.asked():
        table.play()

What a non-player intends is not part of the game. When a game is opened in the middle of a turn, or answers are taken
back, the minds are rebuilt: the answers since the last checkpoint are given again on a copy, the non-players deliberate
with the dice that were rolled, and it is checked that they come to the same answers.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from fitl.board.factions import FACTION_BY_ID
from fitl.bot_types import made
from fitl.decisions import CHANCE, Decision, Flow, Option
from fitl.entries import ROLL, TRANSFER, Entry, last_answer
from fitl.game import Game
from fitl.refusals import NoUndo
from fitl.words import say


class NonPlayer(Protocol):
    """Makes up its mind about one decision at a time.

    One that has `begins_anywhere` finds out by itself what it thought before: its answers are not deliberated again
    when a game is opened in the middle of its turn.
    """

    def deliberate(self, game: Game, decision: Decision) -> Flow[Option]: ...


Maker = Callable[[int], NonPlayer]  # of a Faction's non-player


def make_non_player(kind: str, faction: int) -> NonPlayer:
    """A non-player of this kind (see bot_types.py) for a Faction."""
    found: NonPlayer = made(kind, faction)
    return found


def maker_for(game: Game) -> Maker:
    """Non-players of the kinds that the game was agreed on with."""
    options = game.state.options
    return lambda faction: make_non_player(options.kind_of(faction), faction)


def play_non_player(game: Game, bots: Mapping[int, NonPlayer]) -> bool:
    """Play one decision if a non-player is asked; False if somebody else is (a person, or a die by hand)."""
    decision = game.decision
    if decision is None or decision.actor == CHANCE or decision.actor not in bots:
        return False
    if game.forced:  # there is nothing to make up one's mind about
        game.choose(decision.options[0])
    else:
        game.consult(bots[decision.actor].deliberate(game, decision))
    return True


def play_non_players(game: Game, bots: Mapping[int, NonPlayer]) -> None:
    """Play until a person is asked or the game is over."""
    while play_non_player(game, bots):
        pass


class NonPlayers:
    """The non-players of one game, and what they have in mind."""

    def __init__(self, game: Game, make: Maker | None = None) -> None:
        """Sit down at a game, as its options say unless `make` does.

        `taken_back` says how many answers of the present turn had to go (see `restore`).
        """
        self.game = game
        self._make = make or maker_for(game)
        self.bots: dict[int, NonPlayer] = {}
        self._confused = False
        self.taken_back = self.restore()

    def asked(self) -> bool:
        """Is it a non-player that is asked now?"""
        return self.game.decision is not None and self.game.decision.actor in self.bots

    def play(self) -> None:
        """Let the non-player that is asked make up its mind; in table mode this may stop at a die for a person."""
        if self._confused or self._broken_off():
            self.restore()
        try:
            play_non_player(self.game, self.bots)
        except BaseException:
            self.confuse()
            raise

    def _broken_off(self) -> bool:
        """Dice lie there for a decision about which nobody thinks: the answer to the last one could not be written."""
        game = self.game
        return game.considered is None and last_answer(game.entries) < len(game.entries)

    def confuse(self) -> None:
        """A deliberation broke off, or answers were taken back: the minds are rebuilt before the next one."""
        self._confused = True

    def restore(self) -> int:
        """Rebuild the minds from the game; how many answers were taken back because a mind would now answer otherwise.

        Dice rolled for a decision that was never taken are not lost: they are given to the deliberation that begins
        again (those of chance follow from the seed again).
        """
        game = self.game
        recalled = recall(game, self._make)
        self.bots = recalled.bots
        if recalled.kept == len(game.entries):
            self._confused = False
            return 0
        lost = game.entries[recalled.kept :]
        game.rewind(recalled.kept)
        self.bots = recall(game, self._make).bots
        self._confused = False
        if any(entry.actor != ROLL for entry in lost):
            return sum(entry.actor >= 0 for entry in lost)
        if game.manual_chance:
            self._roll_again(lost)
        return 0

    def _roll_again(self, rolls: Sequence[Entry]) -> None:
        self.play()
        for roll in rolls:
            if self.game.considered is None or self.game.decision is None or not self.game.decision.find(roll.key):
                return
            self.game.choose(roll.key)

    def take_back(self, *, freely: bool) -> None:
        """Take back the last answer a person gave, and with it whatever non-players have done since.

        As `Game.undo`, this stops at dice and cards unless `freely`, or unless people typed them in themselves.
        """
        game = self.game
        typed = (CHANCE, ROLL) if game.manual_chance else ()
        last = len(game.entries) - 1
        while last >= 0 and not (
            game.entries[last].actor in typed
            or game.entries[last].actor == TRANSFER
            or (game.entries[last].actor >= 0 and game.entries[last].actor not in self.bots)
        ):
            last -= 1
        if last < game.checkpoints[0].entries:
            raise NoUndo(say("refuse.undo.nothing"))
        chance = any(entry.actor in (CHANCE, ROLL) for entry in game.entries[last + 1 :])
        if chance and not freely:
            raise NoUndo(say("refuse.undo.chance"))
        game.rewind(last)
        self.restore()


class Recollection(NamedTuple):
    """Minds rebuilt from a game."""

    bots: dict[int, NonPlayer]
    kept: int  # how many of the game's entries they agree with; if not all, the minds are of no use


def recall(game: Game, make: Maker | None = None) -> Recollection:
    """The minds of the non-players after the answers since the last checkpoint, deliberated again on a copy."""
    make = make or maker_for(game)
    bots = {faction: make(faction) for faction in game.state.options.non_players}
    minds = {faction: bot for faction, bot in bots.items() if not getattr(bot, "begins_anywhere", False)}
    checkpoint = game.checkpoints[-1]
    given = game.entries[checkpoint.entries :]
    if not any(entry.actor in minds or entry.actor == ROLL for entry in given):
        return Recollection(bots, len(game.entries))
    shadow = Game(checkpoint.state.copy(), manual_chance=True, log=False)
    shadow.begin()
    agreed = 0
    while len(shadow.entries) < len(given):
        if shadow.considered is None:
            agreed = len(shadow.entries)
        if not _repeat(shadow, minds, given[len(shadow.entries)]) or shadow.entries != given[: len(shadow.entries)]:
            break
    else:
        if shadow.considered is None:
            agreed = len(given)
    return Recollection(bots, checkpoint.entries + agreed)


def _repeat(shadow: Game, bots: Mapping[int, NonPlayer], entry: Entry) -> bool:
    """Give one recorded answer again, or let its non-player find it; False if it does not fit any more."""
    decision = shadow.decision
    if decision is None or (shadow.considered is not None and entry.actor != ROLL):
        return False
    try:
        if entry.actor == TRANSFER:
            giver, _, amount = entry.key.partition(":")
            shadow.transfer(FACTION_BY_ID[giver], int(amount))
        elif not play_non_player(shadow, bots):
            shadow.choose(entry.key)
    except Exception:  # whatever stops a mind now, it is not what it thought then
        return False
    return True
