"""`fitl serve` as a process of its own, to be killed and started again."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

import fitl
from tests.server.databases import free_port
from tests.server.support import PATIENCE, until

SOURCE = Path(fitl.__file__).parents[1]  # the build under test, plain or compiled


class Process:
    """A server process at a port that stays the same when it is started again."""

    def __init__(self, url: str, *words: str, limit: Callable[[], None] | None = None, **environment: str) -> None:
        """`words`: more of the command line; `limit`: called in the process before it starts."""
        self._url = url
        self._words = words
        self._environment = environment
        self._limit = limit
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  (closed with the process)
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.http = httpx.Client(base_url=self.address, timeout=PATIENCE)
        self._process: subprocess.Popen[bytes] | None = None

    def spawn(self) -> None:
        """Start it, without waiting."""
        words = ["serve", "--port", str(self.port), "--no-browser", "--db", self._url, *self._words]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "fitl", *words],
            env=os.environ | {"PYTHONPATH": str(SOURCE)} | self._environment,
            stdout=subprocess.DEVNULL,
            stderr=self._errors,
            preexec_fn=self._limit,
        )

    def start(self) -> None:
        self.spawn()
        until(self.answers, "the server answers")

    def answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, "the server has ended by itself"
        try:
            return self.http.get("/api/options").status_code == 200
        except httpx.TransportError:
            return False

    def said(self) -> str:
        """All that it has written to its log."""
        self._errors.seek(0)
        return self._errors.read().decode()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """kill -9."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def end(self) -> int:
        """As Ctrl-C does; the exit status."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        status = self._process.wait(PATIENCE)
        self._process = None
        return status

    def __enter__(self) -> "Process":
        self.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self.kill()
        self.http.close()
        self._errors.close()
