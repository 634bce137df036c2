"""Worker processes beside the server's."""

import os
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

import pytest

from fitl.server.child import Child


def echo(line: Connection) -> None:
    line.send(line.recv())


def descriptors() -> int:
    """How many files this process has open, where the system tells."""
    return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0


def test_a_process_that_once_failed_to_start_is_started_when_it_is_next_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    child = Child("fitl-test", echo)

    def fail(_process: SpawnProcess) -> None:
        raise BlockingIOError("no more processes")

    before = descriptors()
    for _ in range(3):
        with monkeypatch.context() as patched:
            patched.setattr(SpawnProcess, "_Popen", staticmethod(fail))
            with pytest.raises(BlockingIOError):
                child.line()
    assert descriptors() == before, "a failed start leaves open pipes"
    try:
        child.line().send("hello")
        assert child.line().recv() == "hello"
    finally:
        child.close()
