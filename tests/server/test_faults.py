"""What must hold when something outside the server fails; tools/faults.py makes such faults for real, many times."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from fitl.server.service import QUIET
from fitl.server.stored import StoreError
from tests.server.support import Running, until


def failing_once(server: Running, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Have the next change fail to be stored, though reading works; whose it was."""
    append = server.store.append
    failed: list[str] = []

    def full(game: str, *rest: Any, **named: Any) -> Any:
        if not failed:
            failed.append(game)
            raise StoreError("the disk is full")
        return append(game, *rest, **named)

    monkeypatch.setattr(server.store, "append", full)
    return failed


def test_a_database_that_fails_is_no_reason_for_a_bot_to_give_up(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = server.new_game("bot", "bot", "bot", "me")
    table.me.settled()
    while not (state := table.me.state())["thinking"] and not state["over"]:
        with monkeypatch.context() as patch:
            patch.setattr(server.service, "set_to_work", lambda game: None)
            table.me.choose(table.me.asked(state)[-1], state["number"])
    assert not state["over"]
    failed = failing_once(server, monkeypatch)
    with pytest.raises(StoreError):
        server.service.play_bots(table.id)
    assert failed == [table.id]
    assert not table.me.state()["left_to_people"]
    server.service.set_to_work(table.id)
    assert table.me.settled()["entries"] > state["entries"]


def test_bots_whose_process_died_go_on_though_the_clock_was_put_back(
    sqlite: str, serve: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """How long they have been quiet is told by a stamp, which a clock put back leaves in the future."""
    server = serve(sqlite)
    with monkeypatch.context() as patch:
        patch.setattr(server.service, "set_to_work", lambda game: None)
        table = server.new_game("bot", "bot", "bot", "bot")
    before = table.me.state()
    assert before["thinking"], "nobody has set them to work"
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - 100 * QUIET)
    until(lambda: table.me.get("/version").json()["entries"] > before["entries"], "they go on")
