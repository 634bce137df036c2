"""What a game must withstand at any moment: copies that play on alike, exact undo, every option, every dead end.

Each check leaves the game as it found it. The fuzzer makes them all after every answer, so what would grow with the
game is done from the last checkpoint on; the journal of the whole game is read once a card (`replayed`), and answer by
answer as it is written (`Shadow`).
"""

import json
import random
from typing import Final

from fitl import journal
from fitl.board.factions import FACTIONS
from fitl.decisions import CHANCE
from fitl.entries import ROLL, Reason
from fitl.game import Game
from fitl.lab.forgery import Standstill
from fitl.lab.invariants import Violation, check_decision, check_state, check_views, check_words, require
from fitl.refusals import NoUndo

LONGEST_TURN: Final = 400  # answers between two checkpoints; the longest ever seen took a quarter of these ...
LONGEST_BY_HAND: Final = 4000  # ... but an Event resolved by hand ends when people say so


def deep_check(game: Game, rng: random.Random) -> None:
    """Everything at once."""
    before = Standstill(game)
    check_words(game)
    check_views(game)
    if game.decision is not None:
        check_options(game)
        check_copies(game, rng)
        check_ending(game, rng)
        check_undo(game, rng)
        check_independence(game, rng)
    require(before.holds(game), "looking at a game changed it")


def check_options(game: Game) -> None:
    """No option raises, and none leads to a situation that must not be."""
    decision = game.decision
    assert decision is not None
    for index in range(len(decision.options)):
        branch = game.clone()
        assert branch.decision is not None
        branch.choose(branch.decision.options[index])
        check_state(branch.state)
        check_decision(branch)


def check_copies(game: Game, rng: random.Random) -> None:
    """Clone, position and journal each give a game in the same situation that plays on alike.

    The journal is that of a clone: it begins at the last checkpoint, with the situation there as its header.
    """
    decision = game.decision
    assert decision is not None
    index = rng.randrange(len(decision.options))
    position = json.loads(json.dumps(game.position()))
    manual = game.manual_chance
    first = game.clone()
    copies = {
        "clone": game.clone(),
        "position": Game.from_position(position, manual_chance=manual),
        "journal": replayed(first),
    }
    assert first.decision is not None
    first.choose(first.decision.options[index])
    for name, copy in copies.items():
        require(copy.state == game.state, f"the {name} is another situation")
        require(repr(copy.decision) == repr(decision), f"the {name} asks something else")
        assert copy.decision is not None
        copy.choose(copy.decision.options[index])
        require(copy.state == first.state, f"the {name} plays on differently")


def check_independence(game: Game, rng: random.Random) -> None:
    """A clone and the game it was made of play on and go back, neither to the other's harm."""
    clone = game.clone()
    as_game, as_clone = Standstill(game), Standstill(clone)
    _there_and_back(clone, rng)
    require(as_game.holds(game), "a clone that plays on changes the game")
    _there_and_back(game, rng)
    require(as_clone.holds(clone), "a game that plays on changes its clone")
    _there_and_back(clone, rng)
    require(as_clone.holds(clone), "a clone cannot go back after its game did")
    require(game.clone().state == game.state, "a clone that went back spoils later ones")


def _there_and_back(game: Game, rng: random.Random) -> None:
    """Some answers, and all of them taken back."""
    given = len(game.entries)
    for _ in range(3):
        if game.decision is not None:
            game.choose(rng.choice(list(game.decision.options)))
    game.rewind(given)


def replayed(game: Game) -> Game:
    """The game as its journal tells it, written, read and replayed without drift."""
    text = "".join(map(journal.to_text, journal.lines_of(game)))
    read = journal.parse(text)
    again = journal.replay(read)
    drifted = journal.drift(read, again)
    require(not drifted, f"a replayed journal drifts: {drifted[:1]}")
    require(again.entries == game.entries, "a replayed journal has other answers")
    require(again.thoughts == json_like(game.settled_thoughts), "a replayed journal has other reasons")
    return again


def json_like(thoughts: list[Reason]) -> list[Reason]:
    """Reasons as JSON gives them back: tuples are lists there."""
    return [reason._replace(params=json.loads(json.dumps(reason.params))) for reason in thoughts]


def check_ending(game: Game, rng: random.Random) -> None:
    """No dead end: whatever is answered, the present step of the game comes to its end."""
    branch = game.clone()
    steps = len(branch.checkpoints)
    answers = 0
    while branch.decision is not None and len(branch.checkpoints) == steps:
        branch.choose(rng.choice(list(branch.decision.options)))
        check_decision(branch)
        answers += 1
        require(answers < longest_turn(game), "a turn does not end")
    check_state(branch.state)


def longest_turn(game: Game) -> int:
    return LONGEST_BY_HAND if game.state.options.by_hand else LONGEST_TURN


def check_undo(game: Game, rng: random.Random) -> None:
    """One answer and its undo leave no trace; undo stops at information and at other players unless it is free."""
    before = Standstill(game)
    decision = game.decision
    assert decision is not None
    if game.entries and game.entries[-1].actor == ROLL:
        return  # dice of a deliberation that broke off: they would go with the answer
    game.choose(rng.choice(list(decision.options)))
    options = game.state.options
    if game.entries[-1].actor in (CHANCE, ROLL) and not game.manual_chance:
        for seat in (None, *range(len(options.seats))):
            _refuses_undo(game, seat, "chance")
    elif game.entries[-1].actor in FACTIONS:
        for seat in range(len(options.seats)):
            if seat != options.seat_of(decision.actor):
                _refuses_undo(game, seat, "another player's choice")
    game.undo(freely=True)
    require(before.holds(game), "undo is not exact")


def _refuses_undo(game: Game, seat: int | None, what: str) -> None:
    try:
        game.undo(seat=seat)
    except NoUndo:
        return
    raise Violation(f"undo went back past {what}")


class Shadow:
    """The same game, followed line by line as its journal is written: after every answer it must stand where it stands.

    This is save, load and continue at every moment, at the cost of one more game.
    """

    def __init__(self, game: Game) -> None:
        header = json.loads(journal.to_text(journal.header_of(game)))
        self.read = journal.parse(journal.to_text(header))
        self.game = Game(game.checkpoints[0].state.copy(), manual_chance=game.manual_chance, log=False)
        self.game.begin(game.entries)
        self.read.entries.extend(game.entries)
        self.lines = 1

    def follow(self, game: Game) -> None:
        """Take in what has happened since, and compare."""
        common = min(len(game.entries), len(self.game.entries))
        while common and game.entries[common - 1] != self.game.entries[common - 1]:
            common -= 1
        if common < len(self.game.entries):
            self.game.rewind(common)
        del self.read.entries[common:]
        new = game.entries[common:]
        for entry in new:
            self.lines += 1
            journal.read_line(self.read, json.loads(journal.to_text(journal.entry_line(entry))), self.lines, "shadow")
        self.game.follow(self.read.entries[-len(new) :] if new else ())
        if game.considered is None:
            require(self.game.state == game.state, "the journal leads to another situation")
            require(repr(self.game.decision) == repr(game.decision), "the journal leads to another question")


def transfer_possible(game: Game) -> list[tuple[int, int]]:
    """1.5.2: who may hand over how much now; empty if nobody may."""
    state = game.state
    if game.decision is None or not game.decision.open or not state.options.may_transfer_resources():
        return []
    if not state.era.resources_transferred:  # P1.8
        return []
    nva, vc = FACTIONS[2], FACTIONS[3]
    if state.executing not in (nva, vc):
        return []
    room = {nva: 75 - state.resources[vc], vc: 75 - state.resources[nva]}
    return [(giver, most) for giver in (nva, vc) if (most := min(state.resources[giver], room[giver])) > 0]
