"""The log says what is wrong, and cannot be filled up by saying it again and again."""

import logging

import pytest

from fitl.server.logs import ALIKE, IN_ALL, LENGTH, Sparing


def record(line: int, message: str = "no %s", *args: object) -> logging.LogRecord:
    return logging.LogRecord("fitl", logging.WARNING, "file.py", line, message, args or ("word",), None)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_of_lines_that_say_the_same_a_few_a_minute_are_written(clock: Clock) -> None:
    log = Sparing(clock)
    assert sum(log.filter(record(1)) for _ in range(10_000)) == ALIKE
    assert log.filter(record(2))
    clock.now += 61
    again = record(1)
    assert log.filter(again)
    assert again.getMessage() == f"no word (and {10_000 - ALIKE} more like this)"
    assert log.filter(once_more := record(1))
    assert once_more.getMessage() == "no word"


def test_of_all_lines_so_many_a_minute_are_written(clock: Clock) -> None:
    log = Sparing(clock)
    assert sum(log.filter(record(line)) for line in range(10_000)) == IN_ALL


def test_a_long_line_is_cut(clock: Clock) -> None:
    long = record(1, "%s", "x" * 1_000_000)
    assert Sparing(clock).filter(long)
    assert len(long.getMessage()) < LENGTH + 10
