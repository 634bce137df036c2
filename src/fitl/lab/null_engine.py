"""The null engine: what a game would cost if its rules cost nothing.

A *tape* is recorded from a real random game: for each checkpoint, the steps that followed it, each either a decision
of a player with this many options or a die of chance. The null engine is the real `Game` on a stage of its own whose
flow reads such a tape: it yields one `Decision` per step, with as many options as the real one had, and does nothing
with the answer. It ends where the real game reached a checkpoint, so that `Game` copies the state as often, and the
tape's end ends the game.

Everything else is the same: a `State` of the same scenario, the same random players, `Game.choose` with its checks, an
entry per answer, chance sampled from the seed. What is missing is what the rules do: finding the legal options,
carrying answers out, decisions with a single option. Options are prepared beforehand (the numbers 1, 2, 3 ...), for
listing them is the rules' work.
"""

from dataclasses import replace
from typing import Final, NamedTuple

from fitl.board.factions import FACTIONS
from fitl.compose import new_state
from fitl.decisions import CHANCE, Decision, Flow, amounts, roll
from fitl.era import Stage, stages
from fitl.game import Game
from fitl.options import GameOptions
from fitl.rules.setup import scenario_named
from fitl.state import OVER, Outcome, State

NULL_STAGE: Final = "null"  # no stage of the real game
DIE: Final = 0  # a step that is a die of chance; any other number is how many options a player has


class Tape(NamedTuple):
    """The shape of a game: for each checkpoint the steps up to the next one."""

    stretches: tuple[tuple[int, ...], ...]

    @property
    def decisions(self) -> int:
        """How many decisions players answer."""
        return sum(step != DIE for stretch in self.stretches for step in stretch)

    @property
    def options(self) -> int:
        """How many options they have, all together."""
        return sum(step for stretch in self.stretches for step in stretch)


def record_tape(game: Game, option_counts: list[int]) -> Tape:
    """The tape of a finished game, given how many options each decision of a player had."""
    counts = iter(option_counts)
    steps = [DIE if entry.actor == CHANCE else next(counts) for entry in game.entries]
    starts = [checkpoint.entries for checkpoint in game.checkpoints]
    return Tape(tuple(tuple(steps[a:b]) for a, b in zip(starts, [*starts[1:], len(steps)], strict=True)))


def null_game(scenario: str, seed: int, tape: Tape) -> Game:
    """A game without rules that follows the tape."""

    def follow(s: State) -> Flow[None]:
        stretch = s.coup_rounds  # a number of the situation that nothing else uses here
        for step in tape.stretches[stretch]:
            if step == DIE:
                yield roll("0", "die")
            else:
                yield Decision(stretch & 3, "null", "0", amounts(1, step))
        s.coup_rounds = stretch + 1
        if s.coup_rounds == len(tape.stretches):
            s.stage = OVER
            s.outcome = Outcome("null", 0, FACTIONS, (0, 0, 0, 0))

    state = new_state(scenario_named(scenario), GameOptions(), seed)
    state.era = replace(state.era, stages=stages(Stage(NULL_STAGE, follow, "0"), state.era.stages[OVER]))
    state.stage = NULL_STAGE
    state.coup_rounds = 0
    game = Game(state, log=False)
    game.begin()
    return game
