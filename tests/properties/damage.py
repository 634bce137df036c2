"""Systematic damage to files: every way in which a text or a JSON value may arrive broken."""

import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple


class Damaged(NamedTuple):
    """One damaged file and what was done to it."""

    what: str
    data: bytes


# What stands where something else should: every JSON type, and numbers no field has room for.
WRONG_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 1.5, 10**30, "", "x", "\ud800", [], {}, [[]], {"x": 1}, [None], ["x", 1, {}]),
    *(float("nan"), float("inf"), -float("inf")),
)


def damaged_bytes(data: bytes, rng: random.Random, cuts: int = 120, flips: int = 120) -> Iterator[Damaged]:
    """Truncation, flipped, inserted and deleted bytes, at evenly spread and at random places."""
    for at in sorted({0, 1, 2, len(data) - 1, *range(0, len(data), max(1, len(data) // cuts))}):
        yield Damaged(f"cut after byte {at}", data[:at])
    for _ in range(flips):
        at = rng.randrange(len(data))
        yield Damaged(
            f"bit flipped at byte {at}", data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
        )
    for _ in range(flips // 4):
        at = rng.randrange(len(data))
        yield Damaged(f"byte {at} gone", data[:at] + data[at + 1 :])
        yield Damaged(f"invalid UTF-8 at byte {at}", data[:at] + b"\xff\xfe" + data[at:])
        yield Damaged(f"null byte at {at}", data[:at] + b"\0" + data[at:])
    yield Damaged("byte order mark", b"\xef\xbb\xbf" + data)
    yield Damaged("UTF-16", data.decode("utf-8").encode("utf-16"))
    yield Damaged("CRLF", data.replace(b"\n", b"\r\n"))
    yield Damaged("CR", data.replace(b"\n", b"\r"))
    yield Damaged("empty", b"")
    yield Damaged("only white space", b" \n\t\n")
    yield Damaged("twice", data + data)
    yield Damaged("binary", bytes(range(256)) * 20)


def damaged_lines(data: bytes, rng: random.Random, times: int = 40) -> Iterator[Damaged]:
    """Lines swapped, deleted, doubled and blank."""
    lines = data.splitlines(keepends=True)
    for _ in range(times):
        first, second = sorted(rng.sample(range(len(lines)), 2))
        swapped = [*lines]
        swapped[first], swapped[second] = lines[second], lines[first]
        yield Damaged(f"lines {first + 1} and {second + 1} swapped", b"".join(swapped))
        yield Damaged(f"line {first + 1} gone", b"".join([*lines[:first], *lines[first + 1 :]]))
        yield Damaged(f"line {first + 1} twice", b"".join([*lines[: first + 1], *lines[first:]]))
        yield Damaged(f"blank line after {first + 1}", b"".join([*lines[: first + 1], b"\n", *lines[first + 1 :]]))


def damaged_values(value: Any, path: str = "", wrong: tuple[Any, ...] = WRONG_VALUES) -> Iterator[tuple[str, Any]]:
    """The JSON value with something wrong at each of its places, each key missing, misspelt or there once too often."""
    for each in wrong:
        yield f"{path or 'everything'} = {each!r}", each
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{path}.{key} gone", {k: v for k, v in value.items() if k != key}
            yield f"{path}.{key} misspelt", {(f"{k}x" if k == key else k): v for k, v in value.items()}
            for what, changed in damaged_values(inner, f"{path}.{key}", wrong):
                yield what, {**value, key: changed}
    elif isinstance(value, list):
        yield f"{path} twice", [*value, *value]
        for index, inner in enumerate(value[:2]):
            for what, changed in damaged_values(inner, f"{path}[{index}]", wrong):
                yield what, [*value[:index], changed, *value[index + 1 :]]
    elif isinstance(value, int) and not isinstance(value, bool):
        for near in (value + 1, value - 1, -value, value * 1000, float(value), str(value)):
            yield f"{path} = {near!r}", near


def as_json(value: Any) -> bytes:
    return json.dumps(value).encode()


def deep_json(depth: int = 100_000) -> bytes:
    return b"[" * depth + b"]" * depth
