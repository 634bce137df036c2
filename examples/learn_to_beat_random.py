"""Learns a small policy for one seat by playing against random players, with numpy alone.

    python examples/learn_to_beat_random.py --seat vc --minutes 2

The policy is linear: every answer has a score, the sum of weights for what it names (a word, a space, a piece, a
number) given the kind of question; an answer is drawn with a chance in proportion to exp(score). It learns by
REINFORCE: answers after which the seat's margin rose more than usual become likelier. What was learned is kept in a
file with the names of questions and answers. It plays in matches as `agent:learn_to_beat_random:Learned`, where
LEARNED names the file.
"""

import argparse
import os
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import fitl.env
from fitl.board.pieces import KIND_IDS
from fitl.board.spaces import ROWS, row_id
from fitl.env.vocabulary import question_kinds, words

LAYOUT = fitl.env.layout()
KIND = LAYOUT.index("question.kind")
COLUMNS = np.array((0, 1, 2, 3)) * 1024  # where the weights for words, spaces, pieces and amounts begin
WIDTH = 4 * 1024
BOARD = [*map(row_id, range(ROWS)), *KIND_IDS]  # whose numbers are spaces and pieces
DISCOUNT = 0.97  # of what happens one answer later
RATE = 0.15
GAMES = 16  # between two improvements

Observation = dict[str, NDArray[Any]]


class Policy:
    """Weights by kind of question and by what an answer names."""

    def __init__(self, seed: int = 0) -> None:
        self.weights = np.zeros((len(question_kinds()) + 1, WIDTH))
        self.rng = np.random.default_rng(seed)

    def features(self, observation: Observation) -> tuple[int, NDArray[Any], NDArray[Any]]:
        """The kind of question, the legal actions, and the places of the weights of each."""
        legal = np.flatnonzero(observation["action_mask"])
        named = np.minimum(observation["options"][legal], 1023) + COLUMNS
        return int(observation["observation"][KIND]), legal, named

    def chances(self, kind: int, named: NDArray[Any]) -> NDArray[np.float64]:
        scores = self.weights[kind][named].sum(axis=1)
        weights = np.exp(scores - scores.max())
        found: NDArray[np.float64] = weights / weights.sum()
        return found

    def choose(self, chances: NDArray[np.float64]) -> int:
        return min(int(np.searchsorted(chances.cumsum(), self.rng.random())), len(chances) - 1)

    def save(self, path: str) -> None:
        """Keep the weights with the names of what they belong to: numbers change with the version, names stay."""
        np.savez_compressed(
            path, weights=self.weights.astype(np.float32), kinds=question_kinds(), words=words(), board=BOARD
        )

    @classmethod
    def load(cls, path: str, seed: int = 0) -> "Policy":
        found = cls(seed)
        with np.load(path) as kept:
            if "board" not in kept or kept["board"].tolist() != BOARD:
                raise ValueError(f"{path} was learned with another version: its numbers mean other things now")
            old_kinds, kinds = shared(kept["kinds"].tolist(), question_kinds())
            old_words, new_words = shared(kept["words"].tolist(), words())
            rows = kept["weights"][old_kinds]
            found.weights[kinds] = rows
            found.weights[kinds, :1024] = 0
            found.weights[np.ix_(kinds, new_words)] = rows[:, old_words]
        return found


def shared(then: Sequence[str], now: Sequence[str]) -> tuple[list[int], list[int]]:
    """The numbers that names had then and have now, of those that are in both; 0 stands for none in both."""
    places = {name: number for number, name in enumerate(now, 1)}
    both = [(number, places[name]) for number, name in enumerate(then, 1) if name in places]
    return [0, *(old for old, _ in both)], [0, *(new for _, new in both)]


class Learned:
    """A policy as an agent of matches."""

    def __init__(self, seed: int) -> None:
        self.policy = Policy.load(os.environ.get("LEARNED", "learned.npz"), seed % 2**32)

    def act(self, observation: Observation) -> int:
        kind, legal, named = self.policy.features(observation)
        return int(legal[self.policy.choose(self.policy.chances(kind, named))])


Step = tuple[int, NDArray[Any], NDArray[np.float64], int, float]  # kind, weights named, chances, chosen, margin before


def play(env: fitl.env.SeatEnv, policy: Policy, seed: int, margin: int) -> tuple[list[Step], float, bool]:
    """One game: its steps, the margin at the end, and whether it was won."""
    observation, _ = env.reset(seed=seed)
    steps: list[Step] = []
    over = env.table.game.outcome is not None
    reward = 0.0
    while not over:
        kind, legal, named = policy.features(observation)
        chances = policy.chances(kind, named)
        chosen = policy.choose(chances)
        steps.append((kind, named, chances, chosen, float(observation["observation"][margin])))
        observation, reward, over, _, _ = env.step(int(legal[chosen]))
    return steps, float(observation["observation"][margin]), reward > 0


def improve(policy: Policy, games: list[tuple[list[Step], float]]) -> None:
    """REINFORCE: likelier what was followed by more than usual."""
    taken, gains = [], []
    for steps, final in games:
        margins = [*(step[4] for step in steps), final]
        gain = 0.0
        for place in reversed(range(len(steps))):
            gain = margins[place + 1] - margins[place] + DISCOUNT * gain
            taken.append(steps[place])
            gains.append(gain)
    usual, spread = float(np.mean(gains)), float(np.std(gains)) or 1.0
    change = np.zeros_like(policy.weights)
    for (kind, named, chances, chosen, _), gain in zip(taken, gains, strict=True):
        push = -chances
        push[chosen] += 1
        np.add.at(change[kind], named, push[:, None] * (gain - usual) / spread)
    policy.weights += RATE * change / len(games)


def learn(scenario: str, seat: str, minutes: float, seed: int = 0, most: int = 1_000_000) -> Policy:
    """Play and improve for so long, or for so many games."""
    env = fitl.env.SeatEnv(scenario, seat, "random")
    margin = LAYOUT.index(f"margin.{seat}")
    policy = Policy(seed)
    end = time.monotonic() + 60 * minutes
    games: list[tuple[list[Step], float]] = []
    recent: list[bool] = []
    for number in range(most):
        if time.monotonic() > end:
            break
        steps, final, won = play(env, policy, seed * most + number, margin)
        games.append((steps, final))
        recent = [*recent, won][-200:]
        if len(games) == GAMES:
            improve(policy, games)
            games = []
        if number % 200 == 199:
            print(f"{number + 1} games, {sum(recent) / len(recent):.0%} of the last {len(recent)} won", flush=True)
    return policy


def share_of_wins(scenario: str, seat: str, policy: Policy, games: int, seed: int = 10**12) -> float:
    """How often the policy wins games it has not seen."""
    env = fitl.env.SeatEnv(scenario, seat, "random")
    margin = LAYOUT.index(f"margin.{seat}")
    return sum(play(env, policy, seed + number, margin)[2] for number in range(games)) / games


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn to beat random players.")
    parser.add_argument("--scenario", default="short-1965")
    parser.add_argument("--seat", default="vc")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="learned.npz")
    args = parser.parse_args()
    policy = learn(args.scenario, args.seat, args.minutes, args.seed)
    policy.save(args.out)
    before = share_of_wins(args.scenario, args.seat, Policy(args.seed), 200)
    after = share_of_wins(args.scenario, args.seat, policy, 200)
    print(f"{args.seat} against random players: won {before:.0%} of 200 games before learning, {after:.0%} after")


if __name__ == "__main__":
    main()
