"""perft: how many ways there are to answer the first decisions of a game, as chess engines count moves.

A changed rule shows as a changed number. Players' decisions branch over all their options; chance is not branched but
sampled from the seed, which every branch continues on its own.
"""

from fitl.game import Game


def perft(game: Game, depth: int) -> list[int]:
    """The number of answer sequences of length 0, 1 ... depth; a game that ends sooner has no longer ones."""
    counts = [0] * (depth + 1)
    _count(game, 0, counts)
    return counts


def _count(game: Game, level: int, counts: list[int]) -> None:
    counts[level] += 1
    decision = game.decision
    if decision is None or level + 1 == len(counts):
        return
    if level + 2 == len(counts):  # the last answers need not be carried out to be counted
        counts[level + 1] += len(decision.options)
        return
    for option in decision.options:
        branch = game.clone()
        branch.choose(option.key)
        _count(branch, level + 1, counts)
