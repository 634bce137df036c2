"""A tiny generator of chance: one integer of state, the same on every machine.

A seed of up to 64 bits is that of splitmix64: fast, and foreseeable by anyone who finds it out. A larger one is
**secret**: a key of 256 random bits above a counter of 64. Its chance is a hash of both, so that whatever was rolled
says nothing of what will be; games that people play together on a server have such seeds.
"""

import secrets
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
KEY_BITS: Final = 256
MOST_SEED: Final = (1 << KEY_BITS + 64) - 1


def new_secret() -> int:
    """A seed that nobody knows."""
    return (secrets.randbits(KEY_BITS - 1) | 1 << KEY_BITS - 1) << 64


def proper(seed: int) -> int:
    """Any whole number as a seed: 64 bits of it, unless it is a secret one."""
    return seed if seed >> KEY_BITS + 63 == 1 else seed & _MASK


def advance(seed: int) -> int:
    """The next state."""
    if seed > _MASK:
        return seed & ~_MASK | (seed + 1) & _MASK
    return (seed + _STEP) & _MASK


def scramble(seed: int) -> int:
    """The 64 random bits of a state."""
    if seed > _MASK:
        return int.from_bytes(blake2b(seed.to_bytes(KEY_BITS // 8 + 8, "big"), digest_size=8).digest(), "big")
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
