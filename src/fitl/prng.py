"""A tiny generator of chance: one 64-bit integer of state, the same on every machine (splitmix64)."""

from collections.abc import Sequence

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def advance(seed: int) -> int:
    """The next state."""
    return (seed + _STEP) & _MASK


def scramble(seed: int) -> int:
    """The 64 random bits of a state."""
    z = seed
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _MASK
    return z ^ z >> 31


def below(seed: int, n: int) -> int:
    """A number from 0 to n-1; the bias of the multiply-shift is below n / 2**64."""
    return scramble(seed) * n >> 64


def weighted(seed: int, weights: Sequence[int]) -> int:
    """An index, each as likely as its weight."""
    point = below(seed, sum(weights))
    for index, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return index
    raise ValueError("weights must be positive")
