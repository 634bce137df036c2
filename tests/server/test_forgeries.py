"""Forged requests at the decisions of fuzzed sessions: all refused with a reason, nothing stored or shown changes."""

import os
from collections import Counter
from collections.abc import Callable

import pytest

from tests.server.forging import SETTINGS, Session
from tests.server.support import Running

FORGERIES = int(os.environ.get("FORGERIES", "20000"))
KINDS = {
    *("wrong seat", "stale number", "future number", "option of another decision", "unknown key", "wrong type", "huge"),
    *("missing field", "replayed by another", "replayed with another key", "replayed by its sender (harmless)"),
    *("malformed JSON", "no token", "unknown token", "token of another game", "spectator's token", "unknown field"),
    *("wrong content type", "foreign origin", "wrong method", "another game's address"),
    *("forged take-back", "forged vote", "forged transfer", "forged claim", "forged renewal", "forged freeing"),
    *("forged end", "foreign name"),
}


def test_every_kind_of_forged_request_is_refused(server: Running) -> None:
    tried: Counter[str] = Counter()
    for forged in Session(server, 0).walk(16, every=8):
        tried += forged
    assert set(tried) == KINDS


@pytest.mark.parametrize("setting", range(1, len(SETTINGS)))
def test_forged_requests_are_refused_with_other_rules_and_people(server: Running, setting: int) -> None:
    assert sum(sum(forged.values()) for forged in Session(server, setting).walk(6, every=6)) > 200


def test_they_are_refused_by_two_processes_over_postgresql(postgresql: str, serve: Callable[..., Running]) -> None:
    one, two = serve(postgresql), serve(postgresql)
    assert sum(sum(forged.values()) for forged in Session(one, 0, two).walk(6, every=6)) > 200


@pytest.mark.soak
def test_a_great_many_forged_requests_are_refused(server: Running) -> None:
    tried = seed = 0
    while tried < FORGERIES:
        for forged in Session(server, seed).walk(120, every=6):
            tried += forged.total()
        seed += 1
